//! The room in which a run's players are used: played against, watched, rated, named and sent.

use super::super::super::menu::Menu;
use super::super::super::page::Page;
use super::super::super::theme;
use super::super::rivals;
use super::{LaboratoryView, LaboratoryWish, curves, nothing_yet};
use crate::app::history::GameHistory;
use crate::app::laboratory::{Laboratory, PlayerNaming, RatingSoFar};
use crate::app::library::PuzzleLibrary;
use crate::app::opponents::OpponentList;
use crate::app::persistence::own_players::MOST_LETTERS;
use crate::app::persistence::{Ladder, MeasuredStrength, Settings};
use crate::app::session::SessionRequest;
use crate::app::setup::match_setup;
use crate::app::typing::Typing;
use crate::game::{Mode, Pace};
use crate::movegen::PlacementChoice;
use crate::runs::SavedRun;
use crate::storage::cast::OWN_PLAYER_COLOURS;
use crate::storage::generation;
use crate::train::summary::GenerationSummary;
use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};
use std::path::{Path, PathBuf};

/// The name, for [`Typing`], of the row in which the user types the name of a player.
const NAME: &str = "own player's name";
/// The name, for [`Typing`], of the row in which the user types the line of text about a player.
const LINE: &str = "own player's line";
/// The speeds that a player can be rated and named at, in thousandths of a piece a second.
const PACES: [u32; 7] = [500, 800, 1000, 1500, 2000, 3000, 5000];

/// The state of the tab "Use" between frames.
#[derive(Debug)]
pub(super) struct UseRoomView {
    /// The name, the colour and the line of text that the user has entered for the player.
    naming: PlayerNaming,
    /// The file of the player that was kept under this name; `None` if the name is new.
    pub(super) kept: Option<PathBuf>,
    /// The speed at which the player is rated and kept.
    pace: Pace,
    /// The opponent that the player is watched against, whose place on the ladder may change; `None` for the first
    /// generation of the player's own run.
    against: Option<MeasuredStrength>,
}

impl Default for UseRoomView {
    fn default() -> Self {
        Self { naming: PlayerNaming::default(), kept: None, pace: Pace { milli_pps: 1000 }, against: None }
    }
}

impl UseRoomView {
    /// Turns to the player in a file. The name under which another one was kept is not offered for this one.
    fn look_at(&mut self, file: &Path) {
        if self.kept.take_if(|kept| kept.as_path() != file).is_some() {
            self.naming = PlayerNaming::default();
        }
    }

    /// The place on the ladder of the opponent that the player is watched against; `None` for the first generation.
    fn rung_place(&self, ladder: &Ladder) -> Option<usize> {
        let against = self.against.as_ref()?;
        let found = ladder.find_rung(&against.player, against.pace(), against.slips)?;
        ladder.rungs().iter().position(|rung| rung == found)
    }
}

/// Paints the rows of the room "Use", and returns what the player asks for with one of them.
pub(super) fn add_rows(
    menu: &mut Menu,
    laboratory: &Laboratory,
    shown: &mut LaboratoryView,
    (history, typing): (&GameHistory, &mut Typing),
) -> Option<LaboratoryWish> {
    let mut wish = None;
    let saved = laboratory.saved_runs();
    let place = shown.run_place(saved);
    let Some(run) = saved.get(place) else {
        return nothing_yet(
            menu,
            "There is nobody to play yet: the first generation of a run is enough",
            "What you train can be played and watched here",
        );
    };
    let (recipe, generations) = (&run.summary.recipe, run.summary.generations_with_files());
    let at = shown.generation_place(&generations);
    let Some(&each) = generations.get(at) else {
        menu.disabled_row("Play against it", "", "There is nobody to play yet: no generation of this run has a file");
        run_row(menu, saved, place, shown);
        return None;
    };
    let number = each.generation;
    let file = run.folder.join(generation::file_name(&recipe.name, number));
    shown.using.look_at(&file);
    let spec = file.to_string_lossy().into_owned();
    wish = menu.main_button("Play against it").then(|| LaboratoryWish::Play(spec.clone())).or(wish);
    menu.explain_row(
        "A match against the best of this generation, at the speed that versus is set to; it is not rated",
    );
    let hint = "On one board, as fast as keys can be pressed, until it tops out";
    menu.wish_button(&mut wish, "Watch it alone", LaboratoryWish::WatchAlone(spec.clone()), hint);
    if menu.button("Watch it in a match") {
        let first = run.folder.join(generation::file_name(&recipe.name, generations[0].generation));
        let specs = [spec, first.to_string_lossy().into_owned()];
        wish = Some(LaboratoryWish::Watch(specs, shown.using.rung_place(&history.ladder)));
    }
    menu.explain_row("A match between it and the one chosen below, both at the speed of that one");
    against(menu, history, &mut shown.using);
    if run_row(menu, saved, place, shown) {
        return wish;
    }
    let next = menu.pick_index("Generation", &number.to_string(), at, generations.len());
    menu.explain_row("Which generation of the run; later ones have learned more");
    if let Some(next) = next {
        shown.generation = Some(generations[next].generation);
    }
    let rating = laboratory.rating_of(&file, shown.using.pace);
    wish = rated(menu, &mut shown.using, rating.as_ref(), &file).or(wish);
    wish = named(menu, &mut shown.using, typing, &file).or(wish);
    let is_rated_or_kept = matches!(wish, Some(LaboratoryWish::Rate(..) | LaboratoryWish::KeepAs(..)));
    if is_rated_or_kept || typing.of.is_some_and(|row| [NAME, LINE].contains(&row)) {
        // What is rated or named stays that player while the run goes on.
        shown.generation = Some(number);
    }
    wish = sent(menu, &file).or(wish);
    wish = own(menu, history, shown).or(wish);
    paint_player(menu, &shown.using, run, each, rating.as_ref());
    wish
}

/// Paints the name of a generation's best player, its held-out games and its rating, over a curve of its run.
fn paint_player(
    menu: &mut Menu,
    using: &UseRoomView,
    run: &SavedRun,
    each: &GenerationSummary,
    rating: Option<&RatingSoFar>,
) {
    let side = menu.side;
    let mut ui = menu.side_panel_ui("use", side);
    let painter = ui.painter().clone();
    let head = Rect::from_min_size(side.min, vec2(side.width(), 122.0));
    theme::paint_side_background(&painter, head);
    let (naming, recipe) = (&using.naming, &run.summary.recipe);
    let colour = theme::colour(OWN_PLAYER_COLOURS[usize::from(naming.colour) % OWN_PLAYER_COLOURS.len()].0);
    let (title, ink) = match naming.name.as_str() {
        "" => (format!("{}, generation {}", recipe.name, each.generation), theme::GOLD),
        name => (name.to_owned(), colour),
    };
    if !naming.name.is_empty() {
        let plate = Rect::from_min_size(pos2(head.right() - 66.0, head.top() + 12.0), vec2(54.0, 54.0));
        rivals::paint_own_emblem(&painter, plate, &naming.name, colour);
    }
    painter.text(head.min + vec2(18.0, 14.0), Align2::LEFT_TOP, title, theme::extrabold(20.0), ink);
    let words = each.held_out.map_or("It has played no held-out games".to_owned(), |held_out| {
        // The champion plays two games of each seed, whose lines are added up.
        let games = if recipe.placing.is_some() { "pairs of games" } else { "games" };
        format!("{:.0} lines on average in {} {games} that it never saw", held_out.best_lines, recipe.held_out_games)
    });
    let room = head.width() - 36.0;
    theme::paint_shrunk_text(&painter, head.min + vec2(18.0, 57.0), &words, 15.0, theme::IVORY, room);
    let (words, ink) = rating_words(rating, using.pace);
    // What has gone wrong may take a second line.
    theme::paint_paragraph(&painter, head.min + vec2(18.0, 78.0), &words, (theme::regular(15.0), ink), room);
    let under = Rect::from_min_max(side.min + vec2(0.0, 134.0), side.max);
    curves::paint(&mut ui, under, curves::HELD_OUT_CURVE_INDEX, &run.summary.generations, None, Some(each.generation));
}

/// Paints the row that chooses the run. True when it chose another one than that at this place.
fn run_row(menu: &mut Menu, saved: &[SavedRun], place: usize, shown: &mut LaboratoryView) -> bool {
    let next = menu.pick_index("Run", &saved[place].summary.name, place, saved.len());
    menu.explain_row("Of which run on this machine");
    next.inspect(|next| shown.turn_to(saved, *next)).is_some()
}

/// Paints the row that chooses the opponent that the player is watched against.
fn against(menu: &mut Menu, history: &GameHistory, using: &mut UseRoomView) {
    let rungs = history.ladder.rungs();
    let at = using.rung_place(&history.ladder);
    let words = at.map_or_else(|| "its first generation".to_owned(), |at| rivals::player_name(&rungs[at].strength));
    // Place 0 is the first generation, and the rivals come behind it.
    let at = at.map_or(0, |at| at + 1);
    if let Some(next) = menu.pick_index("Watched against", &words, at, rungs.len() + 1) {
        using.against = next.checked_sub(1).map(|at| rungs[at].strength.clone());
    }
    menu.explain_row("The first generation that is here of its run, or any rival of the ladder");
}

/// Paints the rows that rate the player, and returns what is asked for with one of them.
fn rated(
    menu: &mut Menu,
    using: &mut UseRoomView,
    rating: Option<&RatingSoFar>,
    file: &Path,
) -> Option<LaboratoryWish> {
    menu.heading("As a rival");
    let at = PACES.iter().position(|pace| *pace == using.pace.milli_pps).unwrap_or(0);
    let words = format!("{:.1} pieces a second", f64::from(using.pace.milli_pps) / 1000.0);
    using.pace.milli_pps = PACES[menu.pick_index("Speed", &words, at, PACES.len()).unwrap_or(at)];
    menu.explain_row("How fast it plays as a rival; a rating holds for one speed");
    if rating.is_some_and(|rating| !rating.is_over()) {
        if menu.button("Stop the matches") {
            return Some(LaboratoryWish::StopRating);
        }
        menu.explain_row("Matches against rivals of the ladder, in the background; they go on while you play");
        return None;
    }
    let asked = menu.button(if rating.is_some() { "Rate it again" } else { "Rate it" });
    menu.explain_row(
        "Plays matches against rivals of the ladder until its rating is known to 50 points: a few minutes",
    );
    asked.then(|| LaboratoryWish::Rate(file.to_owned(), using.pace))
}

/// Words that say how far the rating of a player has come, and the colour of the words.
fn rating_words(rating: Option<&RatingSoFar>, pace: Pace) -> (String, Color32) {
    let speed = f64::from(pace.milli_pps) / 1000.0;
    match rating {
        None => (format!("Not rated at {speed:.1} pieces a second"), theme::ASH),
        Some(RatingSoFar { problem: Some(problem), .. }) => (problem.clone(), theme::VERMILION),
        Some(RatingSoFar { rating: None, .. }) => ("The first matches are being played".to_owned(), theme::IVORY),
        Some(RatingSoFar { rating: Some((rating, error)), matches, strength, .. }) => {
            let so_far = if strength.is_some() { "" } else { " so far" };
            let words = format!("Rating {rating:.0} ± {error:.0}{so_far}, after {matches} matches at {speed:.1} / s");
            (words, if strength.is_some() { theme::GOLD } else { theme::IVORY })
        }
    }
}

/// Paints the rows that give the player a name, and returns what is asked for with one of them.
fn named(menu: &mut Menu, using: &mut UseRoomView, typing: &mut Typing, file: &Path) -> Option<LaboratoryWish> {
    let naming = &mut using.naming;
    if let Some(name) = menu.typed_line_row("Name", NAME, (&naming.name, "–"), typing) {
        let name: String = name.chars().take(MOST_LETTERS).collect();
        if name != naming.name {
            // No player is kept under the new name yet.
            (naming.name, using.kept) = (name, None);
        }
    }
    menu.explain_row(menu.by_device(
        "Enter begins to type, and ends it",
        "<South> begins to type, and <Start> ends it",
        "A tap begins to type, and Done ends it",
    ));
    let colour = usize::from(naming.colour) % OWN_PLAYER_COLOURS.len();
    let next = menu.pick_index("Colour", OWN_PLAYER_COLOURS[colour].1, colour, OWN_PLAYER_COLOURS.len());
    menu.explain_row("The colour of its name and emblem; the emblem is made of the name");
    naming.colour = next.unwrap_or(colour) as u8;
    if let Some(line) = menu.typed_line_row("Described in a line", LINE, (&naming.line, "–"), typing) {
        naming.line = line;
    }
    menu.explain_row("What is said of it on its card; left out, the card says how it was measured to play");
    let asked = menu.button("Keep it under this name");
    menu.explain_row(
        "It then stands among your players, and if it is rated on the ladder; if you rate it later, keep it again",
    );
    asked.then(|| LaboratoryWish::KeepAs(file.to_owned(), naming.clone(), using.pace))
}

/// Paints the rows that send the player to somebody or take in another player, and returns what is asked
/// for with one of them.
fn sent(menu: &mut Menu, file: &Path) -> Option<LaboratoryWish> {
    menu.heading("From hand to hand");
    let mut wish = None;
    let hint = "One line of text that holds the player whole, for a message to a friend";
    menu.wish_button(&mut wish, "Copy it as text", LaboratoryWish::CopyText(file.to_owned()), hint);
    let hint = "A player as such a line of text; you can also drop a player's file here";
    menu.wish_button(&mut wish, "Add the copied player", LaboratoryWish::PasteText, hint);
    wish
}

/// Paints a row for each of the user's own players. A player whose row is pressed twice is to be dismissed.
fn own(menu: &mut Menu, history: &GameHistory, shown: &mut LaboratoryView) -> Option<LaboratoryWish> {
    if history.own_players.is_empty() {
        return None;
    }
    menu.heading("Your players");
    let mut wish = None;
    for (at, own) in history.own_players.iter().enumerate() {
        let name = rivals::player_name(&own.strength);
        let rating = match own.strength.matches {
            0 => "not rated".to_owned(),
            _ => format!("{:.0}", own.strength.rating),
        };
        let asked = shown.dismisses == Some(at);
        let words = if asked { format!("Dismiss {name}: press again") } else { format!("{name}  ·  {rating}") };
        if menu.button(&words) {
            wish = asked.then_some(LaboratoryWish::Dismiss(at));
            shown.dismisses = (!asked).then_some(at);
        }
        let twice = menu.by_device("Enter twice dismisses", "<South> twice dismisses", "two taps dismiss");
        menu.explain_row(format!("Plays as it was kept, whatever becomes of its run; {twice} it"));
    }
    wish
}

/// Has these settings begin an unrated match of the user against the player that `spec` names.
pub(super) fn set_up_match_against(settings: &mut Settings, spec: String) {
    settings.versus.opponent = spec;
    settings.versus.slips = 0;
    settings.placements.opponent = PlacementChoice::Straight;
    settings.seats.face_computer();
}

/// Has these settings begin a match of a player against a rung of the ladder, or without one against the first
/// generation of the player's run. `spec` names the player, and `first` that generation.
pub(super) fn set_up_watched_match(
    settings: &mut Settings,
    [spec, first]: [String; 2],
    rung: Option<&MeasuredStrength>,
) {
    let usual = Pace { milli_pps: 2000 };
    let watch = &mut settings.watch;
    (watch.right, watch.right_pace, watch.right_slips) = match rung {
        Some(rung) => (rung.player.to_string(), rung.pace(), rung.slips),
        None => (first, usual, 0),
    };
    (watch.left, watch.left_slips) = (spec, 0);
    watch.left_pace = rung.map_or(usual, |rung| rung.pace());
    watch.alone = false;
    // Both play as they learned.
    (settings.placements.left, settings.placements.right) = (PlacementChoice::Straight, PlacementChoice::Straight);
}

/// Has these settings begin a game of a player alone, at the greatest speed.
pub(super) fn set_up_watched_game(settings: &mut Settings, spec: String) {
    let watch = &mut settings.watch;
    (watch.left, watch.left_pace, watch.left_slips, watch.alone) = (spec, Pace::FASTEST, 0, true);
    settings.placements.left = PlacementChoice::Straight;
}

/// Begins a match of a mode by the user's settings after a change of them. The user's settings stay as they were if the
/// match cannot begin: else the page of the mode would have a player chosen whose file is missing. The error is a
/// message for the user.
pub(super) fn begin_match(
    page: &mut Page,
    (opponents, library): (&mut OpponentList, &PuzzleLibrary),
    mode: Mode,
    change: impl FnOnce(&mut Settings),
) -> Result<(), String> {
    let mut settings = page.settings.clone();
    change(&mut settings);
    match_setup(mode, &settings, opponents, &library.book, 0).map_err(|error| format!("Cannot start: {error}"))?;
    page.replace_settings(settings);
    page.commands.trigger(SessionRequest::New(mode));
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::super::test_frame::still_frame;
    use super::*;

    #[test]
    fn a_chosen_rival_stays_chosen_while_others_join_the_ladder_and_leave_it() {
        let rated = |(player, rating): (&str, f64)| {
            let unrated = MeasuredStrength::unrated(player.parse().unwrap(), 860);
            MeasuredStrength { rating, ..unrated }
        };
        let ladder = |players: &[(&str, f64)]| {
            let mut ladder = Ladder::default();
            ladder.set_own_players(players.iter().copied().map(rated));
            ladder
        };
        let using = UseRoomView { against: Some(rated(("lin:5", 900.0))), ..UseRoomView::default() };
        let place = |players: &[(&str, f64)]| using.rung_place(&ladder(players));
        assert_eq!(place(&[("lin:5", 900.0)]), Some(0));
        assert_eq!(place(&[("lin:5", 900.0), ("lin:1", 700.0)]), Some(1), "a weaker player has joined");
        assert_eq!(place(&[("lin:1", 700.0)]), None);
    }

    #[test]
    fn a_name_under_which_a_player_was_kept_is_not_that_of_the_next_one() {
        let naming = PlayerNaming { name: "Strela".to_owned(), ..PlayerNaming::default() };
        let mut using = UseRoomView { naming, ..UseRoomView::default() };
        let mut name_at = |file: &str, is_kept: bool| {
            using.look_at(Path::new(file));
            if is_kept {
                using.kept = Some(file.into());
            }
            using.naming.name.clone()
        };
        assert_eq!(name_at("a", false), "Strela");
        assert_eq!(name_at("b", true), "Strela", "it may be meant for any player until one is kept under it");
        assert_eq!(name_at("b", false), "Strela", "it is kept again once it is rated");
        assert_eq!(name_at("a", false), "");
    }

    #[test]
    fn a_name_that_is_typed_after_a_player_was_kept_is_there_for_the_next_one() {
        let mut using = UseRoomView { kept: Some("a".into()), ..UseRoomView::default() };
        let mut typing = Typing::default();
        typing.begin(NAME, "Name", "Wolna");
        typing.done = true;
        still_frame(|menu| drop(named(menu, &mut using, &mut typing, Path::new("a"))));
        using.look_at(Path::new("b"));
        assert_eq!(using.naming.name, "Wolna");
    }

    /// Settings as a player may have left them: both hands slip, and both players tuck and spin.
    fn other_settings() -> Settings {
        let mut settings = Settings::default();
        (settings.watch.left_slips, settings.watch.right_slips, settings.versus.slips) = (3, 4, 5);
        settings.placements.opponent = PlacementChoice::Reachable;
        (settings.placements.left, settings.placements.right) =
            (PlacementChoice::Reachable, PlacementChoice::Reachable);
        settings.seats.seat_second_person();
        settings
    }

    #[test]
    fn a_player_is_watched_at_the_left_against_its_first_generation_or_a_rival_at_the_speed_of_that() {
        let specs = || ["lin:5", "lin:0"].map(str::to_owned);
        let watched = |rung: Option<&MeasuredStrength>| {
            let mut settings = other_settings();
            settings.watch.alone = true;
            set_up_watched_match(&mut settings, specs(), rung);
            let (watch, placements) = (settings.watch, settings.placements);
            assert!(!watch.alone);
            assert_eq!([placements.left, placements.right], [PlacementChoice::Straight; 2]);
            let paces = [watch.left_pace, watch.right_pace].map(|pace| pace.milli_pps);
            ([watch.left, watch.right], paces, [watch.left_slips, watch.right_slips])
        };
        assert_eq!(watched(None), (specs(), [2000; 2], [0, 0]));
        let player = "iwumbwe:7".parse().unwrap();
        let rung = MeasuredStrength { slips: 5, ..MeasuredStrength::unrated(player, 860) };
        assert_eq!(watched(Some(&rung)), (["lin:5", "iwumbwe:7"].map(str::to_owned), [860; 2], [0, 5]));
    }

    #[test]
    fn a_player_plays_alone_and_against_the_user_as_it_learned() {
        let mut settings = other_settings();
        set_up_watched_game(&mut settings, "lin:5".to_owned());
        let watch = &settings.watch;
        assert_eq!((watch.left.as_str(), watch.left_pace, watch.left_slips), ("lin:5", Pace::FASTEST, 0));
        assert!(watch.alone && settings.placements.left == PlacementChoice::Straight);
        set_up_match_against(&mut settings, "lin:6".to_owned());
        assert_eq!((settings.versus.opponent.as_str(), settings.versus.slips), ("lin:6", 0));
        assert_eq!(settings.placements.opponent, PlacementChoice::Straight);
        assert!(!settings.seats.has_two_persons());
    }
}
