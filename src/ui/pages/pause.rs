//! The pause menu: resume, restart, finish, settings, music, help, the way out, and what not every device has a key or
//! a button for: taking back and setting again, hints, the x-ray and the speed of a match that is watched.

use super::super::page::{Page, PanelOptions};
use super::super::xray::{XrayUse, XrayVisible};
use super::match_speed;
use crate::app::board_copier::BoardCopier;
use crate::app::clipboard::CAN_COPY_LINKS;
use crate::app::devices::{Gamepads, KeyMap, KeyTap, PLUG_IN};
use crate::app::finesse_drill::is_drill;
use crate::app::hints::{HintRequest, Hints, hints_allowed};
use crate::app::history::GameHistory;
use crate::app::match_speed::MatchSpeed;
use crate::app::rated_match::{self, RatedMatch};
use crate::app::replay_moment::TriedMoment;
use crate::app::screens::Overlay;
use crate::app::session::SessionRequest;
use crate::game::replay::TakenOverMatch;
use crate::game::state::UndoHistory;
use crate::game::{Action, CurrentSetup, FinishMatch, Match, Mode, Seat, SeatSetup};
use crate::net::OnlineMatch;
use bevy::prelude::*;
use bevy_egui::egui;

/// The label of the row that begins a match again at the moment at which it was taken over.
pub(super) const TRY_AGAIN: &str = "Try again";

#[derive(Clone, Copy)]
enum PauseChoice {
    Resume,
    Restart,
    Finish,
    TakeBack,
    SetAgain,
    Hint,
    Xray,
    Copy,
    Open(Overlay),
    GiveUp,
}

pub(super) fn show(
    mut page: Page,
    (current, tried): (Option<Single<(Entity, &Match, Has<TakenOverMatch>)>>, Query<(), With<TriedMoment>>),
    (rated, history, setup): (Res<RatedMatch>, Res<GameHistory>, Option<Res<CurrentSetup>>),
    (seats, takes): (Query<(&Seat, &SeatSetup)>, Query<&UndoHistory>),
    map: Res<KeyMap>,
    pads: Res<Gamepads>,
    mut copier: BoardCopier,
    online: Option<Res<OnlineMatch>>,
    (mut xray, mut hints, mut speed): (ResMut<XrayVisible>, ResMut<Hints>, ResMut<MatchSpeed>),
) -> Result {
    let of = current.as_deref().map(|(entity, _, taken_over)| (*entity, *taken_over));
    let current = current.as_deref().map(|(_, current, _)| *current);
    let setups = || seats.iter().map(|(_, setup)| setup);
    // A watched match that was taken over has a person at a seat, who gives up.
    let persons = SeatSetup::count_persons_here(setups());
    let watched = persons == 0 && current.is_some_and(|current| current.mode == Mode::Watch);
    // A game that has no goal is ended here.
    let endless = current.is_some_and(|current| current.seats.len() == 1 && !current.course.has_goal(&current.rules));
    keep_focus_for_shortcuts(&mut page, &map, &[KeyCode::KeyH, KeyCode::KeyM, KeyCode::KeyP, KeyCode::KeyR]);
    let look = PanelOptions { name: "pause", title: "Pause", row_width: 380.0, side_size: egui::Vec2::ZERO };
    // The cost of a loss is the same now as when the match began.
    let cost = setup
        .zip(of)
        .and_then(|(setup, of)| {
            rated_match::rating_changes_at_stake((&history, &rated), &page.settings, &setup.0, of, &seats)
        })
        .map(|[_, loss]| loss.abs());
    let at_stake = if rated.is_on() { hints_if_rated(history.own_rating.is_unknown(), cost) } else { None };
    let [restart, give_up] = at_stake.unwrap_or_else(|| match online.is_some() {
        true => [String::new(), "The other player wins this match, and you leave the room".to_owned()],
        false => [
            new_game_hint(&page, &map, !tried.is_empty(), page.settings.hold_to_restart || persons > 1),
            "Out of this game, to the page where it was begun".to_owned(),
        ],
    });
    let copy = if CAN_COPY_LINKS { "Copy a link to the board" } else { "Copy the board" };
    let leave = if watched { "Leave" } else { "Give up" };
    let finish = current.zip(of).map_or("", |(current, (_, taken_over))| finish_hint(current, taken_over));
    let begin_again = if tried.is_empty() { "Restart" } else { TRY_AGAIN };
    let counts = rated.is_on() || online.is_some();
    let is_playing = current.is_some_and(Match::is_playing);
    let may_hint = is_playing && !counts && current.is_some_and(|current| hints_allowed(current, setups()));
    let may_undo = is_playing && current.is_some_and(Match::has_undo);
    let see_through = current.map_or(XrayUse::Nobody, |current| XrayUse::of(current, setups(), counts));
    let xray_hint = match see_through {
        XrayUse::Opponent => "Where the computer player wants to go, and why, on or off; a game with it sets no record",
        XrayUse::Spectator | XrayUse::Replay(_) | XrayUse::Nobody => {
            "Where each player wants to go, and why, on or off"
        }
    };
    let is_shown = |choice| match choice {
        PauseChoice::Finish => endless,
        PauseChoice::TakeBack => may_undo,
        PauseChoice::SetAgain => may_undo && takes.iter().any(|takes| takes.redo_count() > 0),
        PauseChoice::Hint => may_hint,
        PauseChoice::Xray => see_through != XrayUse::Nobody,
        // Two who play together agree on another match in their room.
        PauseChoice::Restart => online.is_none(),
        _ => true,
    };
    let shown = page.panel(look, |menu| {
        let resume = menu.by_device(resume_by_keys(&map), "Back to the game, by <Start> as well", "Back to the game");
        let items = [
            ("Resume", PauseChoice::Resume, &*resume),
            (begin_again, PauseChoice::Restart, restart.as_str()),
            ("Finish", PauseChoice::Finish, finish),
            ("Undo", PauseChoice::TakeBack, "The last piece comes back into play"),
            ("Redo", PauseChoice::SetAgain, "The piece that was taken back goes back where it lay"),
            ("Hint", PauseChoice::Hint, "The three best places for your piece; a game with hints sets no record"),
            ("X-ray", PauseChoice::Xray, xray_hint),
            (copy, PauseChoice::Copy, "The board as a fumen, with the pieces you see: for solvers, and for friends"),
            ("Settings", PauseChoice::Open(Overlay::Settings), "Handling, keys, sound, looks"),
            ("Music", PauseChoice::Open(Overlay::Music), "Arrangement, tempo and volume"),
            ("Help", PauseChoice::Open(Overlay::Help), "The rules in pictures, and the keys"),
            (leave, PauseChoice::GiveUp, give_up.as_str()),
        ];
        for number in pads.missing(map.seat_devices()) {
            menu.note(&format!("Gamepad {number} is not connected. {PLUG_IN} to go on with it."));
        }
        let mut chosen = None;
        for (label, choice, hint) in items.into_iter().filter(|item| is_shown(item.1)) {
            menu.wish_button(&mut chosen, label, choice, hint);
            if watched && matches!(choice, PauseChoice::Xray) {
                match_speed::add_row(menu, &mut speed);
            }
        }
        chosen
    })?;
    let choice = shown.inner.or(shown.back.then_some(PauseChoice::Resume));
    match choice {
        Some(PauseChoice::Finish) => page.commands.trigger(FinishMatch),
        Some(PauseChoice::TakeBack) => page.commands.trigger(KeyTap(Action::Undo)),
        Some(PauseChoice::SetAgain) => page.commands.trigger(KeyTap(Action::Redo)),
        Some(PauseChoice::Hint) => page.commands.trigger(HintRequest),
        Some(PauseChoice::Xray) => xray.toggle(see_through, &mut hints, &mut page.toasts),
        Some(PauseChoice::Copy) => page.toasts.say(copier.copy()),
        Some(PauseChoice::Restart) => page.commands.trigger(SessionRequest::Again),
        Some(PauseChoice::GiveUp) => page.commands.trigger(SessionRequest::Leave(page.return_to.from_match)),
        Some(PauseChoice::Resume | PauseChoice::Open(_)) | None => {}
    }
    // Most choices lead back to the game.
    match choice {
        Some(PauseChoice::Open(overlay)) => page.next_overlay.set(overlay),
        Some(PauseChoice::Copy | PauseChoice::Restart | PauseChoice::GiveUp) | None => {}
        Some(_) => page.next_overlay.set(Overlay::None),
    }
    Ok(())
}

/// The hint of the row that ends a game without a goal. A game that is watched, that was taken over or that went back
/// stands neither in the history nor in the records, nor does the finesse drill.
fn finish_hint(current: &Match, is_taken_over: bool) -> &'static str {
    match current.mode == Mode::Watch || is_taken_over || is_drill(&current.course) {
        true => "End this game here",
        false => "End this game here and count it",
    }
}

/// The hint of the row that goes on, which names P only where that is no key of the game.
fn resume_by_keys(map: &KeyMap) -> &'static str {
    match map.is_shortcut_active(KeyCode::KeyP) {
        true => "Back to the game, by P or Esc as well",
        false => "Back to the game, by Esc as well",
    }
}

/// The hints of the rows that restart and that leave a rated match, whose loss costs so many points. Where the player's
/// rating is unknown they tell no points; where the cost is not known, there are none.
fn hints_if_rated(is_unknown: bool, cost: Option<f64>) -> Option<[String; 2]> {
    let loses = match is_unknown {
        true => "counts as a loss".to_owned(),
        false => format!("loses it, {:.0} points", cost?),
    };
    Some(["restarting", "leaving"].map(|way| format!("This match is rated: {way} {loses}")))
}

/// The hint of the row that begins a new game of the same kind, or, where the match was taken over at a moment that is
/// tried, this moment once more. Where it is used it names the key R, if that is no key of the game, or the button
/// Select, if that does it, and says whether this must be held.
pub(super) fn new_game_hint(page: &Page, map: &KeyMap, is_moment_tried: bool, must_hold: bool) -> String {
    let selects = page.settings.free_restart_buttons().any(|name| name == "Select");
    let button = page.used_pad().filter(|_| selects).map(|pad| pad.label(GamepadButton::Select));
    let key = (page.is_keyboard_used() && map.is_shortcut_active(KeyCode::KeyR)).then_some("R");
    let held = if must_hold { "holding " } else { "" };
    let by = button.or(key).map_or(String::new(), |by| format!(", by {held}{by} as well"));
    let what = if is_moment_tried { "Once more from where you took over" } else { "A new game of the same kind" };
    format!("{what}{by}")
}

/// Leaves the focus where it is if the key is one of these that act on a page over a game: on Colemak R is where S
/// would move the focus.
pub(super) fn keep_focus_for_shortcuts(page: &mut Page, map: &KeyMap, shortcuts: &[KeyCode]) {
    let free: Vec<KeyCode> = shortcuts.iter().copied().filter(|key| map.is_shortcut_active(*key)).collect();
    page.keep_focus_if_pressed(&free);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::finesse_drill::finesse_drill_setup;
    use crate::app::persistence::{SeatDevices, Settings};
    use crate::game::MatchSetup;
    use crate::rules::Rules;

    #[test]
    fn the_end_of_a_game_is_said_to_be_counted_only_where_it_is() {
        let counts = |setup: MatchSetup, is_taken_over: bool| {
            let current = Match::new(setup.mode, setup.rules, setup.course, setup.seed);
            finish_hint(&current, is_taken_over).contains("count")
        };
        let game = |mode: Mode| MatchSetup::of_test(mode, Rules::marathon());
        assert!(counts(game(Mode::Zen), false));
        assert!(!counts(game(Mode::Zen), true), "it was begun by somebody else, or has gone back");
        assert!(!counts(game(Mode::Watch), false), "nobody here plays it");
        assert!(!counts(finesse_drill_setup(&Settings::default(), 1), false));
    }

    #[test]
    fn p_is_told_to_end_the_pause_only_where_it_does_not_play() {
        let (mut settings, mut map) = (Settings::default(), KeyMap::default());
        let mut names_p = |settings: &Settings| {
            map.read_names(settings);
            map.set_seat_devices([Some(SeatDevices::Everything), None]);
            resume_by_keys(&map).contains(" P ")
        };
        assert!(names_p(&settings));
        settings.keys.0.insert(Action::Hold, vec!["KeyP".to_owned()]);
        assert!(!names_p(&settings));
    }
}
