//! The results of a match: who won, the figures of both players, the records, and the rematch by one key.

use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::pause::{TRY_AGAIN, keep_focus_for_shortcuts, new_game_hint};
use super::results_graph::Curve;
use super::results_news::news_in_words;
use super::results_panel::ResultsPanel;
use super::{results_text, single};
use crate::app::clipboard::Clipboard;
use crate::app::devices::KeyMap;
use crate::app::first_steps::FirstSteps;
use crate::app::game_review::{ReviewReplay, is_reviewable_game};
use crate::app::history::GameHistory;
use crate::app::made_puzzles::{MakePuzzle, PuzzleKind, PuzzleMaking};
#[cfg(feature = "net")]
use crate::app::online::{OnlineRoom, RoomState};
use crate::app::persistence::Records;
use crate::app::persistence::rating::are_rules_ratable;
use crate::app::rated_match::RatedMatch;
use crate::app::rematch_score::RematchScore;
use crate::app::replay_moment::TriedMoment;
use crate::app::replays::SavedReplays;
use crate::app::results::MatchResults;
use crate::app::screens::Screen;
use crate::app::session::SessionRequest;
use crate::app::watching::WatchReplay;
use crate::game::replay::Replay;
use crate::game::stats::MatchStats;
use crate::game::{CurrentForfeit, CurrentSetup, Mode, Seat};
use crate::net::OnlineMatch;
#[cfg(feature = "net")]
use crate::net::lobby::RoomSide;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui;
use std::sync::Arc;

/// Seconds from the page's opening, and from each press in this time, for which keys and buttons do nothing: they may
/// have been meant for the game, in which the buttons that choose and leave here turn pieces.
const DEAF: f32 = 0.4;
/// Seconds from the page's opening after which no press makes this last longer.
const DEAF_AT_MOST: f32 = 2.0;

/// What the player asks for with a row of the page.
enum ResultsWish {
    Go(SessionRequest),
    Another(&'static PuzzleKind),
    Watch(Arc<Replay>),
    Review(Arc<Replay>),
    Copy,
}

/// The online room in which the match was played, if there was one.
#[derive(SystemParam)]
pub(super) struct MatchOnlineRoom<'w> {
    online: Option<Res<'w, OnlineMatch>>,
    #[cfg(feature = "net")]
    room: Option<Res<'w, OnlineRoom>>,
}

impl MatchOnlineRoom<'_> {
    /// What stands in place of a rematch where the other player cannot agree to one now: the label and the hint of a
    /// row that leads to the room; else `None`. With it, whether the room is the player's own, whose rules the player
    /// may change; false without a room.
    fn after_the_match(&self) -> (Option<[&'static str; 2]>, bool) {
        #[cfg(feature = "net")]
        if self.online.is_some() {
            let room = self.room.as_deref();
            let lobby = room.and_then(|room| room.lobby());
            let way_on = if room.is_none_or(|room| !room.is_open()) {
                Some(["To the rooms", "The room is closed"])
            } else if lobby.is_none_or(|lobby| lobby.last_other_player().is_none()) {
                Some(["To the room", "The other player has not come back: the room is open to others"])
            } else if room.is_some_and(|room| *room.state() == RoomState::Lost) {
                Some(["To the room", "The connection is lost: there you see whether the other player comes back"])
            } else {
                None
            };
            return (way_on, lobby.is_some_and(|lobby| lobby.side() == RoomSide::Host));
        }
        (None, false)
    }

    /// Where the page's way back leads where it leads to no page from which the game was begun: after a match in a room
    /// to that room, since whoever goes elsewhere leaves it, and closes it for everybody in it.
    const fn way_out(&self) -> Screen {
        if self.online.is_some() { Screen::Online } else { Screen::Title }
    }
}

/// The time until which the page, which opened at `opened`, does nothing after a press at `now` that it did not take.
const fn deaf_after_press(opened: f32, now: f32) -> f32 {
    (now + DEAF).min(opened + DEAF_AT_MOST)
}

pub(super) fn show(
    mut page: Page,
    results: Res<MatchResults>,
    series: Res<RematchScore>,
    records: Res<Records>,
    (setup, tried): (Option<Res<CurrentSetup>>, Query<(), With<TriedMoment>>),
    replays: Res<SavedReplays>,
    (history, rated): (Res<GameHistory>, Res<RatedMatch>),
    (stats, forfeit, first_steps): (Query<(&Seat, &MatchStats)>, Res<CurrentForfeit>, Res<FirstSteps>),
    (room, making, map): (MatchOnlineRoom, Res<PuzzleMaking>, Res<KeyMap>),
    mut clipboard: NonSendMut<Clipboard>,
    mut curve: Local<Option<Curve>>,
    (mut opened, mut deaf_until): (Local<f32>, Local<f32>),
    mut was: Local<f32>,
) -> Result {
    guard_from_keys_of_game(&mut page, &mut opened, &mut deaf_until, &mut was);
    keep_focus_for_shortcuts(&mut page, &map, &[KeyCode::KeyM, KeyCode::KeyR]);
    let title = headline(&results);
    let (way_on, is_own_room) = room.after_the_match();
    let is_online = room.online.is_some();
    let mut stats: Vec<(u8, &MatchStats)> = stats.iter().map(|(seat, stats)| (seat.0, stats)).collect();
    stats.sort_by_key(|(seat, _)| *seat);
    let curves = Curve::offered_with_titles(stats.len() > 1);
    let mut shown_curve = curve.filter(|known| curves.iter().any(|(one, _)| one == known)).unwrap_or(curves[0].0);
    let side = page.choose_side_size(egui::vec2(740.0, 500.0), egui::vec2(460.0, 500.0));
    let look = PanelOptions { name: "results", title: &title, row_width: 330.0, side_size: side };
    let new_game = new_game_hint(&page, &map, !tried.is_empty(), false);
    let setup = setup.as_deref().map(|setup| &setup.0);
    let kind = setup.and_then(|setup| making.kind_for_course(&setup.course));
    let way_back = way_back(page.return_to.from_match, is_online, kind.is_some());
    let (change, about, screen) = change_row(&results, kind.is_some(), is_online, is_own_room);
    let is_this = |last: &Arc<Replay>| setup.is_some_and(|setup| setup.seed == last.setup.seed);
    let replay = replays.last_finished_game().filter(is_this);
    let shown = page.panel(look, |menu| {
        // The row that goes on stands first, so that it can be seen at any size of the menus.
        let tab = menu.tabs(if stats.len() > 1 { &["The match", "Figures"] } else { &["The game", "Clears"] });
        let mut wish = None;
        if first_steps.is_on() {
            wish = menu.main_button("Meet the rivals").then(|| leave_for(screen));
            menu.explain_row("Matches against them count for your rating; the first three are open");
        }
        let [label, hint] = way_on.unwrap_or_else(|| match stats.len() {
            _ if is_online => ["Rematch", "Once more against the same player, if they want it too"],
            _ if !tried.is_empty() => [TRY_AGAIN, new_game.as_str()],
            0 | 1 => ["Again", new_game.as_str()],
            _ => ["Rematch", "Once more against the same; matches won are counted"],
        });
        let again = if first_steps.is_on() { menu.button(label) } else { menu.main_button(label) };
        wish = again.then_some(ResultsWish::Go(SessionRequest::Again)).or(wish);
        menu.explain_row(hint);
        if let Some((from, label, hint)) = way_back {
            menu.wish_button(&mut wish, label, leave_for(from), hint);
        }
        if let Some(kind) = kind {
            let hint = "A new one of the same kind, made by search";
            menu.wish_button(&mut wish, "Another puzzle", ResultsWish::Another(kind), hint);
        }
        if way_on.is_none() {
            menu.wish_button(&mut wish, change, leave_for(screen), about);
        }
        if let Some(replay) = &replay {
            add_replay_rows(menu, &mut wish, replay);
        }
        let hint = "A few lines of text, to send to somebody";
        menu.wish_button(&mut wish, "Copy the result", ResultsWish::Copy, hint);
        // Beside a rating that moves, there is no room for a graph.
        if tab > 0 || !history.last.as_ref().is_some_and(|last| last.rated.is_some() && last.opponent.is_some()) {
            menu.pick("Graph", curves, &mut shown_curve);
            menu.explain_row("What the graph shows over the game; of the last ten seconds where it is a rate");
        }
        let hint = if is_online { "Out of the room, back to the title" } else { "Back to the title" };
        menu.wish_button(&mut wish, "Menu", leave_for(Screen::Title), hint);
        // Where motion is reduced the rating stands at its new value at once, and a new best does not pulse.
        let (since, now) = match menu.reduced_motion {
            true => (f32::INFINITY, 0.0),
            false => (menu.seconds - *opened, menu.seconds),
        };
        let side = ResultsPanel {
            results: &results,
            series: &series,
            history: &history,
            stats: &stats,
            is_first: first_steps.is_on(),
            terms: (rated.was_wanted(), setup.is_some_and(|setup| are_rules_ratable(&setup.rules))),
            why: forfeit.0.as_ref().map(|given_up| given_up.why.as_str()).filter(|why| !why.is_empty()),
            news: news_in_words(&results, &history, &records, rated.stands_as_lost()),
            curve: curves.iter().copied().find(|(one, _)| *one == shown_curve).unwrap_or((shown_curve, "")),
            since,
            now,
        };
        side.show(menu, tab);
        wish
    })?;
    *curve = Some(shown_curve);
    let back = match way_back {
        Some((from, ..)) => from,
        None if kind.is_some() => Screen::Drills,
        None => room.way_out(),
    };
    match shown.inner.or(shown.back.then_some(leave_for(back))) {
        Some(ResultsWish::Another(kind)) => page.commands.trigger(MakePuzzle(kind)),
        Some(ResultsWish::Watch(replay)) => page.commands.trigger(WatchReplay(replay)),
        // Its review would have no file to be kept beside, and no drill would be made of it.
        Some(ResultsWish::Review(_)) if replays.is_last_being_saved() => {
            page.toasts.say("The game is still being saved: try again in a moment");
        }
        Some(ResultsWish::Review(replay)) => {
            page.commands.trigger(ReviewReplay { replay, path: replays.last_path() });
        }
        Some(ResultsWish::Copy) => {
            let text = results_text::result_as_text(&results, &title, &series, setup, &stats);
            page.toasts.say_copied(clipboard.set(&text), "The result is copied");
        }
        // Without a setup there is nothing to play again.
        Some(ResultsWish::Go(SessionRequest::Again)) if setup.is_none() => {}
        Some(ResultsWish::Go(go)) => {
            if go == SessionRequest::Leave(Screen::Mode) {
                page.settings.modes.chosen = results.mode;
            }
            page.commands.trigger(go);
        }
        None => {}
    }
    Ok(())
}

/// Keeps the page from keys and buttons that may have been meant for the game, until `deaf_until`. The page opened at
/// `opened`, and was shown last at `was`.
fn guard_from_keys_of_game(page: &mut Page, opened: &mut f32, deaf_until: &mut f32, was: &mut f32) {
    let now = page.seconds_since_start();
    // A gap between two frames of this page means that it has just appeared.
    if (now - *was).abs() > 0.3 || *opened > now {
        (*opened, *deaf_until) = (now, now + DEAF);
    }
    *was = now;
    if page.guard_from_game_keys(now > *deaf_until) {
        *deaf_until = deaf_after_press(*opened, now);
    }
}

const fn leave_for(screen: Screen) -> ResultsWish {
    ResultsWish::Go(SessionRequest::Leave(screen))
}

/// The screen, the label and the hint of the row that leads back to where the game was begun to look into something:
/// one goes on with that. `None` if it was begun elsewhere.
const fn way_back(from: Screen, is_online: bool, is_made: bool) -> Option<(Screen, &'static str, &'static str)> {
    match from {
        _ if is_online => None,
        Screen::Replay => Some((from, "Back to the replay", "To the moment from which you played on")),
        Screen::Review => Some((from, "Back to the review", "To the move from which you played on")),
        Screen::Position => Some((from, "Back to the position", "To the board with which the game began")),
        // A made puzzle has a row of its own that leads there.
        Screen::Drills if !is_made => Some((from, "Back to the drills", "To the others, those due first")),
        _ => None,
    }
}

/// The label and the hint of the row that changes what is played, and the screen to which it leads.
fn change_row(
    results: &MatchResults,
    is_made: bool,
    is_online: bool,
    is_own_room: bool,
) -> (&'static str, &'static str, Screen) {
    match results.mode {
        _ if is_made => ("Change the puzzle", "A puzzle of another kind", Screen::Drills),
        _ if is_own_room => ("To the room", "The other player stays, and the rules can be changed", Screen::Online),
        _ if is_online => ("To the room", "The other player stays there", Screen::Online),
        Mode::Versus if results.has_two_persons() => ("Change players", "Other keys, other rules", Screen::Versus),
        Mode::Versus => ("Change opponent", "Another opponent, another speed, other rules", Screen::Versus),
        Mode::Watch => ("Change players", "Other players, other speeds, other rules", Screen::Watch),
        mode => ("Change the game", "Another goal, other rules", single::screen_of(mode)),
    }
}

/// Adds the rows that show the game once more.
fn add_replay_rows(menu: &mut Menu, wish: &mut Option<ResultsWish>, replay: &Arc<Replay>) {
    let hint = "See it again, jump, slow it down, or play on from anywhere";
    menu.wish_button(wish, "Watch replay", ResultsWish::Watch(replay.clone()), hint);
    if is_reviewable_game(&replay.setup.rules, &replay.setup.course, replay.setup.seats.len()) {
        let hint = "What the champion thinks of every move, and where the game was lost";
        menu.wish_button(wish, "Review", ResultsWish::Review(replay.clone()), hint);
    }
}

fn headline(results: &MatchResults) -> String {
    let winner = results.winner.and_then(|seat| results.seats.get(usize::from(seat)));
    let persons = results.seats.iter().filter(|sum| sum.person).count();
    match (results.mode, winner) {
        (Mode::Zen, _) => "Zen".to_owned(),
        (Mode::Puzzle, Some(_)) => "Solved".to_owned(),
        (Mode::Puzzle, None) => "Not solved".to_owned(),
        (Mode::Blitz, Some(_)) => "Time is up".to_owned(),
        (mode, Some(_)) if mode.is_single() && results.seats.len() == 1 => "Goal reached".to_owned(),
        (mode, None) if mode.is_single() && results.seats.len() == 1 => "Game over".to_owned(),
        (Mode::Watch, _) if results.seats.len() == 1 => "Game over".to_owned(),
        (_, Some(winner)) if winner.person && persons == 1 => "Victory".to_owned(),
        (Mode::Versus, Some(_)) if persons == 1 => "Defeat".to_owned(),
        (_, Some(winner)) => format!("{} wins", winner.name),
        _ => "Draw".to_owned(),
    }
}

#[cfg(all(test, feature = "net"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::results::SeatResult;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn whoever_sits_alone_at_the_machine_has_won_or_lost_and_of_two_one_is_named() {
        let told = |persons: [bool; 2], winner: Option<u8>| {
            let seats = ["Anna", "Boris"].map(str::to_owned).into_iter().zip(persons);
            let mut results = MatchResults::default();
            (results.mode, results.winner) = (Mode::Versus, winner);
            results.seats = seats.map(|(name, person)| SeatResult { name, person, ..SeatResult::default() }).collect();
            headline(&results)
        };
        for persons in [[true, false], [true, true], [false, false]] {
            let words = if persons == [true, false] { ["Victory", "Defeat"] } else { ["Anna wins", "Boris wins"] };
            assert_eq!([Some(0), Some(1), None].map(|winner| told(persons, winner)), [words[0], words[1], "Draw"]);
        }
    }

    #[test]
    fn whoever_goes_on_pressing_as_in_the_game_chooses_nothing_for_a_while() {
        // The time of the first press that the page takes, if there is one each this many seconds.
        let taken = |between: f32| {
            let (mut now, mut deaf_until) = (between, DEAF);
            while now <= deaf_until {
                deaf_until = deaf_after_press(0.0, now);
                now += between;
            }
            now
        };
        assert_eq!([0.5, 0.25, 0.125].map(taken), [0.5, 2.25, 2.125]);
    }

    #[test]
    fn the_results_lead_to_the_room_where_the_other_cannot_agree_to_a_rematch() {
        fn label(room: MatchOnlineRoom) -> Option<&'static str> {
            room.after_the_match().0.map(|[label, _]| label)
        }
        let mut world = World::new();
        let mut shown = |room: OnlineRoom| {
            world.insert_resource(room);
            world.insert_resource(OnlineMatch::new(1, 1, 1000).unwrap());
            world.run_system_once(label).unwrap()
        };
        assert_eq!(shown(OnlineRoom::default()), Some("To the rooms"));
        assert_eq!(
            shown(OnlineRoom::of_test(RoomState::Open(Vec::new()))),
            Some("To the room"),
            "the other has not come back"
        );
        assert_eq!(shown(OnlineRoom::of_test(RoomState::Lost)), Some("To the room"), "the other is away");
        assert_eq!(shown(OnlineRoom::of_test(RoomState::Met)), None, "a rematch");
        world.remove_resource::<OnlineMatch>();
        assert_eq!(world.run_system_once(label).unwrap(), None, "no match in a room");
    }

    #[test]
    fn the_way_back_from_the_results_of_a_match_in_a_room_does_not_leave_the_room() {
        fn way_out(room: MatchOnlineRoom) -> Screen {
            room.way_out()
        }
        let mut world = World::new();
        assert_eq!(world.run_system_once(way_out).unwrap(), Screen::Title);
        world.insert_resource(OnlineMatch::new(1, 1, 1000).unwrap());
        assert_eq!(world.run_system_once(way_out).unwrap(), Screen::Online);
    }
}
