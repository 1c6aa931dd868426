//! The coach: it is silent until a piece costs enough, and brings the match back to where the piece appeared.

use crate::support::{Game, setup};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use korobka::app::coach::{self, Coach, TakeBack};
use korobka::app::devices::KeyMap;
use korobka::app::persistence::Settings;
use korobka::app::rated_match::RatedMatch;
use korobka::app::{Overlay, Screen, Toasts};
use korobka::game::components::Falling;
use korobka::game::modes::{ModeOptions, Plan};
use korobka::game::replay::{Recorder, ReplayCheck, TakenOverMatch, recorder_plugin, survey};
use korobka::game::{Action, Handling, Match, MatchSetup, Mode, Phase, SeatSetup, TickOutcomeMessage};
use korobka::rules::{GravityRule, Rules};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game alone without gravity.
fn alone() -> MatchSetup {
    let rules = Rules { countdown: 0, gravity: GravityRule::Off, ..Rules::marathon() };
    setup(rules, 5, vec![SeatSetup::person("You", Handling::FAST)])
}

/// Such a game, whose player is coached from this many points on.
fn coached(offer_from: u8) -> Game {
    coached_in(alone(), offer_from)
}

/// A game whose player is coached from this many points on.
fn coached_in(start: MatchSetup, offer_from: u8) -> Game {
    let mut game = Game::new(start.clone());
    game.app.add_plugins((StatesPlugin, recorder_plugin));
    let mut settings = Settings::default();
    settings.coach.offer_from = offer_from;
    game.app.insert_resource(settings).init_resource::<RatedMatch>().init_resource::<Toasts>();
    game.app.init_resource::<KeyMap>().init_resource::<ButtonInput<KeyCode>>();
    game.app.insert_state(Screen::Play).add_sub_state::<Overlay>().add_plugins(coach::plugin);
    game.restart(start);
    game.ticks(3);
    game
}

/// Sets every piece down where it appears, until the coach speaks or this many pieces lie there.
/// Returns whether it spoke.
fn piled_up(game: &mut Game, most: u32) -> bool {
    for _ in 0..most {
        let before = game.get::<Falling>(0).serial;
        game.tap(0, Action::HardDrop);
        while game.get::<Falling>(0).serial == before {
            game.tick();
        }
        let begun = Instant::now();
        // The critic is a thread.
        while game.app.world().resource::<Coach>().is_judging() {
            assert!(begun.elapsed() < Duration::from_mins(3), "the critic answers");
            std::thread::sleep(Duration::from_millis(5));
            game.tick();
        }
        if spoke(game) {
            return true;
        }
    }
    false
}

fn spoke(game: &Game) -> bool {
    game.app.world().resource::<Coach>().current_offer().is_some()
}

#[test]
fn a_piece_that_costs_much_is_taken_back_with_all_that_came_after_it() {
    let mut game = coached(10);
    assert!(piled_up(&mut game, 7), "a tower of pieces in the middle costs something");
    let offer = game.app.world().resource::<Coach>().current_offer().cloned().expect("it spoke");
    assert!(offer.points >= 10.0 && offer.seat == 0, "{offer:?}");
    let (board, serial) = (game.board(0), game.get::<Falling>(0).serial);
    game.app.world_mut().trigger(TakeBack);
    game.tick();
    let (back, now) = (game.board(0), game.get::<Falling>(0).serial);
    assert_eq!(now + 1, serial, "the piece before the one that fell is in play again");
    assert_eq!(back.count() + 4, board.count());
    assert!(!spoke(&game));
    let next = game.app.world().resource::<NextState<Overlay>>();
    assert!(
        matches!(next, NextState::Pending(Overlay::Ready))
            || *game.app.world().resource::<State<Overlay>>() == Overlay::Ready
    );
    assert_eq!(
        game.app.world_mut().query::<&TakenOverMatch>().iter(game.app.world()).count(),
        1,
        "it counts in no records"
    );
    // The game that is recorded is the one that was played on, and what happens in it sounds and shows at once.
    game.tap(0, Action::Left);
    game.press_for(0, Action::HardDrop, 1);
    let heard = game.app.world().resource::<Messages<TickOutcomeMessage>>();
    assert!(heard.iter_current_update_messages().any(|happened| happened.outcome.hard_dropped.is_some()));
    game.release_for(0, Action::HardDrop, 1_200);
    let recorder = game.app.world_mut().remove_resource::<Recorder>().expect("it records");
    assert_eq!(recorder.sit_down_tick(), 0, "nobody else has sat down");
    let replay = Arc::new(recorder.into_replay().expect("a game was played"));
    assert_eq!(replay.handovers.len(), 1);
    assert_eq!(survey(&replay).expect("possible rules").check, ReplayCheck::Agrees);
}

#[test]
fn no_piece_of_a_round_that_is_over_is_taken_back() {
    let mut game = coached(10);
    assert!(piled_up(&mut game, 7));
    let world = game.app.world_mut();
    world.query::<&mut Match>().single_mut(world).expect("a match").phase = Phase::RoundOver { left: 50, winner: None };
    game.tick();
    assert!(!spoke(&game), "the offer ends with the round");
    let board = game.board(0);
    game.app.world_mut().trigger(TakeBack);
    game.tick();
    assert_eq!(game.board(0), board);
}

#[test]
fn a_piece_that_zen_takes_back_is_offered_no_more_and_its_successor_is_judged() {
    let zen = Plan::of(Mode::Zen, &ModeOptions::default(), &Rules { countdown: 0, ..Rules::marathon() });
    let mut game = coached_in(MatchSetup { mode: Mode::Zen, rules: zen.rules, course: zen.course, ..alone() }, 10);
    assert!(piled_up(&mut game, 7));
    game.tap(0, Action::Undo);
    game.ticks(3);
    assert!(!spoke(&game), "the piece is gone");
    assert!(piled_up(&mut game, 1), "set down badly again, it is told again");
}

#[test]
fn a_silent_coach_says_nothing_and_a_high_price_is_seldom_paid() {
    assert!(!piled_up(&mut coached(0), 2));
    assert!(!piled_up(&mut coached(100), 2));
    let puzzle = MatchSetup { mode: Mode::Puzzle, ..alone() };
    assert!(!piled_up(&mut coached_in(puzzle, 10), 7), "a puzzle is there to be solved");
}
