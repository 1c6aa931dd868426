//! The options of a mode that has only a few of them, beside its ten best games.

use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::{best, counted};
use crate::app::devices::buttons::{PadFamily, action_keycap};
use crate::app::devices::keys::keycap_in_words;
use crate::app::library::PuzzleLibrary;
use crate::app::persistence::{Records, Settings};
use crate::app::screens::Screen;
use crate::app::session::{PlayMatch, SessionRequest, new_seed};
use crate::app::setup::best_games_kind;
use crate::app::typing::Typing;
use crate::app::written_board;
use crate::game::Mode;
use crate::game::input::Action;
use crate::game::modes::plan::{BLITZ_MINUTES, DIG_DEPTHS, SPRINT_LENGTHS};
use crate::rules::Dealer;
use bevy::prelude::*;
use bevy_egui::egui::vec2;

pub(super) fn show(
    mut page: Page,
    records: Res<Records>,
    library: Res<PuzzleLibrary>,
    mut typing: ResMut<Typing>,
    (mut place, mut shows_earlier): (Local<usize>, Local<bool>),
) -> Result {
    let mut settings = page.settings.clone();
    let mode = settings.modes.chosen;
    let entry = mode.entry();
    let look = PanelOptions { name: "mode", title: entry.name, row_width: 460.0, side_size: vec2(400.0, 400.0) };
    let shown = page.panel(look, |menu| {
        let start = menu.main_button("Play");
        menu.explain_row(entry.about);
        menu.gap(8.0);
        rows(menu, mode, &mut settings);
        let mut board = None;
        if mode == Mode::Zen {
            board = menu.typed_line_row("From a board", "zen-board", ("", "– a fumen"), &mut typing);
            menu.explain_row(menu.text_with_keys(
                "Begins at the first page of a fumen, with its pieces: write it",
                ", or paste it with Ctrl+V",
            ));
        }
        let (mut id, mut name, better) = best_games_kind(mode, &settings, &library.book);
        if let Some(earlier) = earlier_table_id(&id, &records) {
            menu.toggle("Earlier best games", &mut shows_earlier);
            menu.explain_row("From earlier builds, in which all rules of your own together had ten best games");
            if *shows_earlier {
                (id, name) = (earlier, "Earlier, own rules".to_owned());
            }
        }
        let mut best = best::BestGamesTable { title: &name, table: records.best_games(&id), better, mark: None };
        let replay = best.add_replay_row(menu, &mut place);
        (start, best.show(menu, menu.side).or(replay), board)
    })?;
    page.replace_settings(settings);
    if let Some(board) = shown.inner.2.filter(|board| !board.trim().is_empty()) {
        match written_board::fumen_match_setup(&board, &page.settings, new_seed()) {
            Ok(setup) => page.commands.trigger(PlayMatch(setup)),
            Err(line) => page.toasts.warn(format!("This board cannot be played on: {line}")),
        }
    } else if let Some(replay) = shown.inner.1 {
        best::watch_replay(&mut page, &replay);
    } else if shown.inner.0 {
        page.commands.trigger(SessionRequest::New(mode));
    } else if shown.back {
        page.next_screen.set(Screen::Single);
    }
    Ok(())
}

/// The id of the table that had all marathons by rules of the player's own in earlier builds. Today each set of rules
/// has its own, with an id such as `id`. `None` for other games, and where there is no such earlier table.
fn earlier_table_id(id: &str, records: &Records) -> Option<String> {
    let (kind, _) = id.split_once("-own ")?;
    Some(format!("{kind}-own")).filter(|earlier| records.best_games(earlier).is_some())
}

/// Adds the rows of the mode's options.
fn rows(menu: &mut Menu, mode: Mode, settings: &mut Settings) {
    let options = &mut settings.modes.options;
    match mode {
        Mode::Marathon => {
            let rules = &mut settings.single.rules;
            menu.number("First level", &mut rules.start_level, 1..=20, 1, |level| level.to_string());
            menu.explain_row("Where the speed begins; from level 19 on pieces are on the ground at once");
            menu.pick("Goal", &[(40, "40 lines"), (150, "150 lines"), (0, "Endless")], &mut rules.goal_lines);
            menu.explain_row("The game is won with this many lines; an endless one lasts until you top out");
            menu.toggle("Rotate 180", &mut rules.half_turns);
            menu.explain_row(
                "Turn a piece by 180 degrees with one key, as in the other modes; it has records of its own",
            );
        }
        Mode::Sprint => {
            menu.pick("Lines", &SPRINT_LENGTHS.map(|lines| (lines, lines.to_string())), &mut options.sprint);
            menu.explain_row("The clock stops with the last of them");
        }
        Mode::Blitz => {
            let times = BLITZ_MINUTES.map(|minutes| (minutes, counted(minutes, "minute")));
            menu.pick("Time", &times, &mut options.blitz);
            menu.explain_row("From the first piece on; ten lines are a level, and points grow with it");
        }
        Mode::Dig => {
            menu.pick("Rows", &DIG_DEPTHS.map(|rows| (rows, rows.to_string())), &mut options.dig);
            menu.explain_row("Ten lie on the board at a time, every hole under a block");
        }
        Mode::Survival => {
            let survival = &mut options.survival;
            let seconds = |ticks: u32| format!("{}.{} s", ticks / 1000, ticks % 1000 / 100);
            menu.number("An attack every", &mut survival.every, 500..=20_000, 500, seconds);
            menu.explain_row("The time between two attacks when the game begins");
            menu.number("Size", &mut survival.rows, 1..=8, 1, |rows| counted(rows, "row"));
            menu.explain_row("Rows of an attack; what you clear cancels what waits");
            menu.number("Delay", &mut survival.delay, 0..=5000, 100, seconds);
            menu.explain_row("How long an attack waits before it can rise");
            menu.toggle("Faster and faster", &mut survival.quicken);
            menu.explain_row("Every attack comes a little sooner than the one before, down to one a second");
        }
        Mode::Dealer => {
            let dealers = Dealer::ALL.map(|dealer| (dealer, dealer.title()));
            menu.pick("Dealer", &dealers, &mut options.dealer);
            menu.explain_row(options.dealer.about());
        }
        Mode::Zen => {
            menu.toggle("Gravity", &mut options.zen.gravity);
            menu.explain_row("Whether pieces fall by themselves");
            let back = undo_keys_in_words(settings, (menu.used_pad(), menu.by_keys));
            let back = back.map_or(String::new(), |back| format!("{back}. "));
            menu.note(&format!("{back}Topping out empties the board. Finish it from the pause menu."));
        }
        _ => {}
    }
    let rules = &mut settings.single.rules;
    menu.toggle("Hold", &mut rules.hold);
    menu.explain_row("Put a piece aside for later; the other modes follow this switch");
    // The dealer's rules say how many pieces are shown, and a marathon leaves it to the settings.
    if matches!(mode, Mode::Marathon | Mode::Dealer) {
        return;
    }
    menu.number("Next pieces shown", &mut rules.next, 1..=6, 1, |next| next.to_string());
    menu.explain_row("How far ahead you see; the other modes follow this number");
}

/// Words that name the keys, or buttons of a gamepad, that take a piece back and set it again. `pad` is the gamepad, if
/// one was used last, and the flag says whether a keyboard was. `None` where fingers play, or where one of the two
/// actions has no key.
pub(super) fn undo_keys_in_words(settings: &Settings, (pad, by_keys): (Option<PadFamily>, bool)) -> Option<String> {
    let caps = [Action::Undo, Action::Redo].map(|action| action_keycap(action, settings, pad));
    match &caps {
        [Some(undo), Some(redo)] if pad.is_some() || by_keys => {
            Some(format!("{} undoes a piece, {} redoes it", keycap_in_words(undo), keycap_in_words(redo)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{assert_rows_change_their_parts, parts, texts_by_device};
    use super::*;

    #[test]
    fn every_row_of_a_mode_changes_its_own_option() {
        type Part = fn(&mut Settings, &Settings);
        let [hold, next, level, goal, half_turns]: [Part; 5] = parts! {
            single.rules.hold, single.rules.next, single.rules.start_level, single.rules.goal_lines,
            single.rules.half_turns,
        };
        let [sprint, blitz, dig, dealer, zen]: [Part; 5] = parts! {
            modes.options.sprint, modes.options.blitz, modes.options.dig, modes.options.dealer, modes.options.zen,
        };
        let [every, attack, delay, quicken]: [Part; 4] = parts! {
            modes.options.survival.every, modes.options.survival.rows, modes.options.survival.delay,
            modes.options.survival.quicken,
        };
        let modes: [(Mode, &[Part]); 7] = [
            (Mode::Marathon, &[level, goal, half_turns, hold]),
            (Mode::Sprint, &[sprint, hold, next]),
            (Mode::Dig, &[dig, hold, next]),
            (Mode::Survival, &[every, attack, delay, quicken, hold, next]),
            (Mode::Dealer, &[dealer, hold]),
            (Mode::Zen, &[zen, hold, next]),
            (Mode::Blitz, &[blitz, hold, next]),
        ];
        for (mode, parts) in modes {
            assert_rows_change_their_parts(&Settings::default(), parts, |menu, settings| rows(menu, mode, settings));
        }
    }

    #[test]
    fn the_best_marathons_by_any_own_rules_are_found_beside_those_by_the_same_ones() {
        let mut settings = Settings::default();
        let mut records = Records::default();
        records.tables.entry("marathon-150-own".to_owned()).or_default().games = 1;
        let mut earlier = |change: fn(&mut Settings)| {
            change(&mut settings);
            let (id, ..) = best_games_kind(Mode::Marathon, &settings, &PuzzleLibrary::default().book);
            earlier_table_id(&id, &records)
        };
        assert_eq!(earlier(|settings| settings.single.rules.goal_lines = 150), None, "by the usual rules");
        let level = earlier(|settings| settings.single.rules.start_level = 5);
        assert_eq!(level.as_deref(), Some("marathon-150-own"));
        assert_eq!(earlier(|settings| settings.single.rules.goal_lines = 40), None, "there are none of this goal");
    }

    #[test]
    fn a_page_names_keys_buttons_or_neither_as_its_player_uses_them() {
        let [keys, pad, fingers] = texts_by_device(|menu| rows(menu, Mode::Zen, &mut Settings::default()));
        assert!(keys.contains("U undoes a piece, Y redoes it"), "{keys}");
        assert!(pad.contains(" undoes a piece") && !pad.contains("U undoes"), "{pad}");
        assert!(!fingers.contains(" undoes a piece") && fingers.contains("Topping out"), "{fingers}");
    }
}
