//! The custom game: every option of the table, games saved under a name, and the game as a line of text.

use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::super::theme;
use super::bots::ProgramRows;
use super::worked_out::WorkedOut;
use super::{best, capital, opponent};
use crate::app::clipboard::{CAN_COPY_LINKS, Clipboard, PasteResult};
use crate::app::library::PuzzleLibrary;
use crate::app::opponents::OpponentList;
use crate::app::page_link::opponent_for_link;
use crate::app::persistence::handlings::names_in_order;
use crate::app::persistence::{Records, Settings};
use crate::app::screens::Screen;
use crate::app::session::SessionRequest;
use crate::app::setup::custom_record_table;
use crate::app::typing::Typing;
use crate::game::Mode;
use crate::game::modes::{Plan, line};
use crate::rules::RuleError;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Painter, Rect, vec2};

/// What the player asks for with a row of the page.
enum CustomWish {
    Play,
    Copy,
    Link,
    Paste,
    Line(String),
    Save(String),
    Load(String),
    Delete,
    Usual,
    Watch(String),
}

pub(super) fn show(
    mut page: Page,
    records: Res<Records>,
    opponents: Res<OpponentList>,
    mut library: ResMut<PuzzleLibrary>,
    mut typing: ResMut<Typing>,
    mut clipboard: NonSendMut<Clipboard>,
    (mut place, mut told, mut chosen): (Local<usize>, Local<String>, Local<String>),
    mut known_as: Local<WorkedOut<(Tick, String, String), Option<String>>>,
) -> Result {
    let mut settings = page.settings.clone();
    let mut plan = plan_or_usual(&mut page, &settings.modes.custom, &mut told);
    let mut impossible = None;
    let look = PanelOptions { name: "custom", title: "Custom", row_width: 500.0, side_size: vec2(380.0, 430.0) };
    let shown = page.panel(look, |menu| {
        let play = first_rows(menu, &mut typing, &mut settings, &opponents);
        if settings.modes.against && nobody_can_win(&plan) {
            menu.note("Nobody can win this: without a top-out it takes a goal or a round limit");
        }
        let (id, better) = custom_record_table(&plan, &settings);
        let mut best = best::BestGamesTable { title: "Best", table: records.best_games(&id), better, mark: None };
        let replay = best.add_replay_row(menu, &mut place);
        if menu.game_option_rows(&mut plan) {
            match checked_line(&plan) {
                Ok(line) => settings.modes.custom = line,
                Err(error) => impossible = Some(error),
            }
        }
        // The rows of the rules come before those of the saved games.
        let (custom, chosen) = (settings.modes.custom.as_str(), chosen.as_str());
        // Each saved game is read for it.
        let of = (library.last_changed(), custom.to_owned(), chosen.to_owned());
        let here = known_as.get(of, || saved_as(&library, custom, chosen)).as_deref();
        let wish = kept_rows(menu, &library, &mut typing, (custom, chosen, here)).or(play);
        let under = aside(&menu.side_painter(), menu.side, &plan);
        best.show(menu, under).or(replay).map(CustomWish::Watch).or(wish)
    })?;
    if let Some(error) = impossible {
        page.toasts.warn(format!("The game stays as it was: {error}"));
    }
    let play = matches!(shown.inner, Some(CustomWish::Play));
    match shown.inner.or_else(|| clipboard.has_come("custom").then_some(CustomWish::Paste)) {
        Some(CustomWish::Copy) => page.toasts.say_copied(clipboard.set(&settings.modes.custom), "The line is copied"),
        Some(CustomWish::Link) => copy_link(&mut page, &mut clipboard, &settings, &opponents),
        Some(CustomWish::Paste) => match clipboard.paste("custom") {
            PasteResult::Text(text) => take(&mut page, &mut settings.modes.custom, &text),
            PasteResult::Nothing => page.toasts.say("There is no line to paste"),
            PasteResult::Later => {}
        },
        Some(CustomWish::Line(text)) => take(&mut page, &mut settings.modes.custom, &text),
        Some(CustomWish::Usual) => settings.modes.custom = String::new(),
        Some(CustomWish::Save(name)) => save(&mut page, &mut library, &name, &settings.modes.custom),
        Some(CustomWish::Load(name)) => {
            let text = library.presets.games.get(&name).cloned().unwrap_or_default();
            take(&mut page, &mut settings.modes.custom, &text);
            *chosen = name;
        }
        Some(CustomWish::Delete) => {
            if let Some(name) = saved_as(&library, &settings.modes.custom, &chosen) {
                library.presets.refresh();
                library.presets.games.remove(&name);
                library.presets.save_with_toast("The game", format!("{name} is deleted"), &mut page.toasts);
            }
        }
        Some(CustomWish::Watch(replay)) => best::watch_replay(&mut page, &replay),
        Some(CustomWish::Play) | None => {}
    }
    page.replace_settings(settings);
    if play {
        page.commands.trigger(SessionRequest::New(Mode::Custom));
    } else if shown.back {
        page.next_screen.set(Screen::Single);
    }
    Ok(())
}

/// The plan of the line in the settings. The line was checked when it was set, but one that somebody wrote by hand may
/// be wrong. It stays until the player sets another, and is told once.
fn plan_or_usual(page: &mut Page, custom: &str, told: &mut String) -> Plan {
    line::parse(custom).unwrap_or_else(|error| {
        if told != custom {
            custom.clone_into(told);
            warn!("custom game: {error}");
            page.toasts.warn(format!("The custom game was not understood: {error}. The usual rules are shown"));
        }
        line::default_custom_plan()
    })
}

/// Copies a link to the custom game, with its opponent if others have the opponent too.
fn copy_link(page: &mut Page, clipboard: &mut Clipboard, settings: &Settings, opponents: &OpponentList) {
    let (opponent, pace) = opponent_for_link(settings, opponents).unzip();
    let all = [("custom", Some(settings.modes.custom.clone())), ("opponent", opponent), ("pps", pace)];
    let parts: Vec<_> = all.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    let said = match settings.modes.against && parts.len() == 1 {
        true => "The link is copied, without the opponent, which others do not have",
        false => "The link is copied",
    };
    page.toasts.say_copied(clipboard.set_link(&parts), said);
}

/// Saves a game under a name, or tells that it has none.
fn save(page: &mut Page, library: &mut PuzzleLibrary, name: &str, game: &str) {
    library.presets.refresh();
    let Some(name) = library.presets.insert(name, game) else {
        page.toasts.warn("Nothing is saved: a game needs a name");
        return;
    };
    // A game has one name: the row that goes through them finds its place by the line.
    let is_other = |saved: &str| what_it_says(saved) != what_it_says(game);
    library.presets.games.retain(|known, saved| *known == name || is_other(saved));
    library.presets.save_with_toast("The game", format!("Saved as {name}"), &mut page.toasts);
}

/// Whether a match by this plan goes on until its player gives up.
fn nobody_can_win(Plan { rules, course }: &Plan) -> bool {
    course.endless && !course.has_goal(rules) && rules.round_limit == 0
}

/// The line of a game whose rules are possible together.
///
/// # Errors
/// The rule that is impossible beside the others, as four columns are with pentominoes.
fn checked_line(plan: &Plan) -> std::result::Result<String, RuleError> {
    plan.rules.checked().map(|_| line::write(plan))
}

/// Sets the custom game to the one in a line of text, or tells what is wrong with the line and changes nothing.
fn take(page: &mut Page, into: &mut String, text: &str) {
    let text = text.trim();
    let text = text.strip_prefix("custom:").unwrap_or(text).trim_matches('"');
    match line::parse(text) {
        Ok(plan) => {
            *into = line::write(&plan);
            page.toasts.say("The game is set");
        }
        Err(error) => {
            warn!("custom game: {error}");
            page.toasts.warn(format!("This line is not a game: {error}"));
        }
    }
}

/// A game's line of text as this program writes it: one that somebody wrote by hand may have another order. A line that
/// is no game stays as it is.
fn what_it_says(text: &str) -> String {
    line::parse(text).map_or_else(|_| text.to_owned(), |plan| line::write(&plan))
}

/// The name under which exactly this game is saved, of several the one that was chosen last; `None` if it is not saved.
fn saved_as(library: &PuzzleLibrary, text: &str, chosen: &str) -> Option<String> {
    let says = what_it_says(text);
    let is_it = |saved: &String| what_it_says(saved) == says;
    let games = &library.presets.games;
    match games.get(chosen) {
        Some(saved) if is_it(saved) => Some(chosen.to_owned()),
        _ => games.iter().find(|(_, saved)| is_it(saved)).map(|(name, _)| name.clone()),
    }
}

/// The name of the saved game from which the row of saved games steps on: the chosen one if it cannot be read, so that
/// it does not bar the way to the others, else `here`.
fn goes_on_from<'a>(library: &'a PuzzleLibrary, here: Option<&'a str>, chosen: &'a str) -> Option<&'a str> {
    let broken = library.presets.games.get(chosen).is_some_and(|saved| line::parse(saved).is_err());
    if broken { Some(chosen) } else { here }
}

/// The rows above the options. Returns what a row asks for.
fn first_rows(
    menu: &mut Menu,
    typing: &mut Typing,
    settings: &mut Settings,
    opponents: &OpponentList,
) -> Option<CustomWish> {
    let wish = menu.main_button("Play").then_some(CustomWish::Play);
    menu.explain_row("Every rule below as it is set");
    menu.toggle("Against the computer", &mut settings.modes.against);
    menu.explain_row("A computer player at the other side, under the same rules");
    if settings.modes.against {
        let versus = &mut settings.versus;
        let programs = ProgramRows { bots: &mut settings.bots, typing, of: "custom-bot" };
        opponent::add_rows(menu, opponents, &mut versus.opponent, &mut versus.pace, (&mut versus.slips, programs));
        opponent::tucks_and_spins_row(menu, opponents, &versus.opponent, &mut settings.placements.opponent);
    }
    wish
}

/// The rows below the options: saved games, and the game as a line of text. `custom` is the game's line, `chosen` the
/// name of the saved game that was chosen last, and `here` the name under which the game is saved. Returns the wish of
/// the row that was chosen.
fn kept_rows(
    menu: &mut Menu,
    library: &PuzzleLibrary,
    typing: &mut Typing,
    (custom, chosen, here): (&str, &str, Option<&str>),
) -> Option<CustomWish> {
    let mut wish = None;
    menu.heading("Saved games");
    let names = names_in_order(&library.presets.games);
    let from = goes_on_from(library, here, chosen);
    let at = from.and_then(|from| names.iter().position(|name| *name == from));
    let shown = match (here, names.is_empty()) {
        (Some(name), _) => name,
        (None, true) => "none yet",
        (None, false) => "not saved",
    };
    if let Some(next) = menu.pick_index("Game", shown, at, names.len()) {
        wish = Some(CustomWish::Load(names[next].to_owned()));
    }
    menu.explain_row("Games that you saved, one after the other");
    let name = (here.unwrap_or_default(), "– a name");
    wish = menu.typed_line_row("Save as", "custom-name", name, typing).map(CustomWish::Save).or(wish);
    let leaves = menu.by_device("Esc", "<East>", "Cancel");
    menu.explain_row(format!("{}; {leaves} leaves it", capital(&menu.typing_keys_in_words("the name"))));
    if here.is_some() {
        let hint = "Takes the saved game away; the rules above stay as they are";
        menu.wish_button(&mut wish, "Delete this one", CustomWish::Delete, hint);
    }
    menu.heading("As a line of text");
    let line = (custom, "– the usual");
    wish = menu.typed_line_row("Line", "custom-line", line, typing).map(CustomWish::Line).or(wish);
    menu.explain_row(menu.text_with_keys("The whole game in a line: write it", ", or paste it with Ctrl+V"));
    let hint = "To share it: whoever pastes it plays the same game";
    menu.wish_button(&mut wish, "Copy the line", CustomWish::Copy, hint);
    if CAN_COPY_LINKS {
        menu.wish_button(&mut wish, "Copy a link", CustomWish::Link, "A link that goes straight into this game");
    }
    menu.wish_button(&mut wish, "Paste a game", CustomWish::Paste, "A line or a link that somebody shared with you");
    menu.wish_button(&mut wish, "Back to the usual rules", CustomWish::Usual, "Every option as it usually is");
    wish
}

/// Paints the game as a line of text. Returns the room below it.
fn aside(painter: &Painter, rect: Rect, plan: &Plan) -> Rect {
    let words = line::write(plan);
    let words = if words.is_empty() { "Nothing is changed yet: a marathon without an end.".to_owned() } else { words };
    let galley = theme::paragraph(painter, &words, theme::regular(14.0), theme::IVORY, rect.width() - 32.0);
    let height = (galley.size().y + 54.0).min(rect.height() * 0.45);
    let over = Rect::from_min_size(rect.min, vec2(rect.width(), height));
    theme::paint_side_background(painter, over);
    let at = over.left_top() + vec2(16.0, 20.0);
    painter.text(at, Align2::LEFT_CENTER, "This game", theme::extrabold(17.0), theme::GOLD);
    painter.with_clip_rect(over).galley(over.min + vec2(16.0, 36.0), galley, theme::IVORY);
    Rect::from_min_max(rect.min + vec2(0.0, height + 12.0), rect.max)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::menu::Cursor;
    use super::super::super::test_frame::{assert_rows_are_explained, column_texts, frame};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    #[test]
    fn the_row_of_saved_games_leads_from_each_to_the_next_and_from_an_unsaved_one_to_the_first() {
        let mut library = PuzzleLibrary::default();
        for (name, text) in [("A", "width=7"), ("b", "width=8"), ("C", "width=9")] {
            library.presets.games.insert(name.to_owned(), text.to_owned());
        }
        let loaded = |now: &str, right: bool| {
            let (mut typing, mut wish) = (Typing::default(), None);
            let nav = NavigationSteps { left: !right, right, ..NavigationSteps::default() };
            let here = saved_as(&library, now, "");
            frame(500.0, nav, &mut Cursor::default(), |menu| {
                wish = kept_rows(menu, &library, &mut typing, (now, "", here.as_deref()));
            });
            match wish {
                Some(CustomWish::Load(name)) => name,
                _ => String::new(),
            }
        };
        let games = ["width=7", "width=8", "width=9", "width=6"];
        assert_eq!(games.map(|now| loaded(now, true)), ["b", "C", "A", "A"]);
        assert_eq!(games.map(|now| loaded(now, false)), ["C", "A", "b", "A"]);
    }

    #[test]
    fn a_game_against_the_computer_has_a_row_for_its_tucks_and_spins() {
        let (mut settings, mut typing, opponents) = (Settings::default(), Typing::default(), OpponentList::default());
        "iwumbwe:0".clone_into(&mut settings.versus.opponent);
        let shows = |against: bool| {
            settings.modes.against = against;
            let rows = |menu: &mut Menu| drop(first_rows(menu, &mut typing, &mut settings, &opponents));
            column_texts([false, true], rows).contains("Tucks and spins")
        };
        assert_eq!([false, true].map(shows), [false, true]);
    }

    #[test]
    fn every_row_of_a_saved_game_is_explained() {
        let mut library = PuzzleLibrary::default();
        library.presets.games.insert("A".to_owned(), "width=7".to_owned());
        let (mut typing, game) = (Typing::default(), ("width=7", "A", Some("A")));
        assert_rows_are_explained(|menu| drop(kept_rows(menu, &library, &mut typing, game)));
    }

    #[test]
    fn rules_that_cannot_be_together_make_no_line() {
        let mut plan = line::parse("width=5 pieces=pentomino").unwrap();
        assert_eq!(checked_line(&plan).unwrap(), "width=5 pieces=pentomino");
        plan.rules.board.width = 4;
        assert!(checked_line(&plan).unwrap_err().to_string().contains("at least 5"));
    }

    #[test]
    fn a_match_without_top_out_goal_and_limit_is_known_as_one_that_nobody_can_win() {
        let endless = |text: &str| nobody_can_win(&line::parse(text).unwrap());
        assert!(endless("immortal=on"));
        let won = ["", "immortal=on goal-lines=40", "immortal=on goal=perfect", "immortal=on round-limit=60000"];
        assert_eq!(won.map(endless), [false; 4]);
    }

    #[test]
    fn a_saved_game_is_known_by_what_it_says_and_stands_in_no_way() {
        let mut library = PuzzleLibrary::default();
        for (name, text) in [("A", "gravity=off width=12"), ("B", "width=12 gravity=off"), ("C", "width=160")] {
            library.presets.games.insert(name.to_owned(), text.to_owned());
        }
        let now = "width=12 gravity=off";
        assert_eq!(saved_as(&library, now, "").as_deref(), Some("A"), "written in another order");
        assert_eq!(saved_as(&library, now, "B").as_deref(), Some("B"), "the one that was chosen");
        assert_eq!(saved_as(&library, "width=9", "B"), None);
        assert_eq!(goes_on_from(&library, Some("B"), "C"), Some("C"), "what cannot be read is gone past");
        assert_eq!(goes_on_from(&library, Some("B"), "A"), Some("B"));
    }
}
