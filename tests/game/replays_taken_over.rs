//! Taking over: the state is that of the replay at the point, the match goes on from there, and what comes of it
//! is a replay again.

use crate::replays::{duel, playing, recorded};
use crate::support::{Script, computer, current, persons, setup};
use bevy::prelude::*;
use korobka::game::components::{PlayerName, RoundTally};
use korobka::game::computer::Computer;
use korobka::game::replay::{
    Replay, ReplayCheck, TakeOverPurpose, TakenOverMatch, go_to_tick, rewind_match, survey, take_over,
};
use korobka::game::{
    Action, CurrentSetup, Handling, KeyEvent, Pace, PendingKeyEvents, Playback, Recorder, SeatSetup, Snapshot,
    state_hash,
};
use korobka::rules::Rules;
use std::sync::Arc;

fn press(app: &mut App, seat: usize, action: Action, down: bool) {
    let entity = current(app.world_mut()).seats[seat];
    let mut keys = app.world_mut().get_mut::<PendingKeyEvents>(entity).expect("every player has a device queue");
    keys.0.push_back(KeyEvent { action, down });
}

/// What was recorded so far.
fn so_far(app: &App) -> Arc<Replay> {
    Arc::new(app.world().resource::<Recorder>().replay_in_progress().expect("a match is recorded").clone())
}

#[test]
fn the_state_is_that_of_the_replay_and_the_game_goes_on() {
    let replay = Arc::new(duel(8, 3));
    for point in [0, 1, 777, 5_000, 12_345] {
        let mut straight = playing(&replay);
        while !go_to_tick(straight.world_mut(), point, u64::MAX) {}
        let mut app = playing(&replay);
        // Past it and back, as somebody does who looks for a place.
        while !go_to_tick(app.world_mut(), point + 6_000, u64::MAX) {}
        while !go_to_tick(app.world_mut(), point, u64::MAX) {}
        let fast = Handling { das: 40, arr: 0, ..Handling::STANDARD };
        let seats = vec![SeatSetup::person("Me", fast), computer(Pace::from_pps(3.0), 0)];
        assert!(take_over(app.world_mut(), seats, TakeOverPurpose::TakeOver), "a replay plays");
        let world = app.world_mut();
        assert_eq!(state_hash(world), state_hash(straight.world_mut()), "tick {point}: nothing has changed");
        assert!(!world.contains_resource::<Playback>(), "the replay plays no more");
        assert_eq!(world.query::<&TakenOverMatch>().iter(world).count(), 1, "it is no record of anybody's");
        assert_eq!(world.resource::<CurrentSetup>().0.seats[0].name, "Me", "a rematch is against the same");
        assert_eq!(world.query::<&PlayerName>().iter(world).filter(|name| name.0 == "Me").count(), 1);
        assert_eq!(world.query::<&Computer>().iter(world).count(), 1, "the other side thinks for itself");
        let before = current(app.world_mut()).tick;
        for round in 0..40 {
            press(&mut app, 0, if round % 3 == 0 { Action::Right } else { Action::Left }, true);
            (0..60).for_each(|_| app.update());
            press(&mut app, 0, if round % 3 == 0 { Action::Right } else { Action::Left }, false);
            press(&mut app, 0, Action::HardDrop, true);
            press(&mut app, 0, Action::HardDrop, false);
            (0..140).for_each(|_| app.update());
        }
        assert!(current(app.world_mut()).tick > before, "and the match goes on");
        let seats = current(app.world_mut()).seats;
        let keys = |seat: usize| app.world().get::<RoundTally>(seats[seat]).expect("a tally").keys;
        assert!(keys(0) > 0 && keys(1) > 0, "with both playing");
        let replay = so_far(&app);
        assert_eq!(survey(&replay).expect("possible rules").check, ReplayCheck::Agrees, "tick {point}: a replay again");
        assert_eq!(replay.is_taken_over(), point > 0, "one that says who took over, unless it was from the start");
    }
}

#[test]
fn a_piece_taken_back_to_the_moment_of_taking_over_leaves_the_replay_true() {
    let mut app = playing(&Arc::new(duel(8, 3)));
    while !go_to_tick(app.world_mut(), 5_000, u64::MAX) {}
    let seats = vec![SeatSetup::person("Me", Handling::STANDARD), computer(Pace::from_pps(3.0), 0)];
    assert!(take_over(app.world_mut(), seats, TakeOverPurpose::TakeOver), "a replay plays");
    let moment = Snapshot::take(app.world_mut()).expect("a match is in progress");
    for _ in 0..2 {
        (0..2_000).for_each(|_| app.update());
        assert!(rewind_match(app.world_mut(), &moment, 0), "the match is in progress");
    }
    (0..2_000).for_each(|_| app.update());
    let replay = so_far(&app);
    assert_eq!(replay.handovers.len(), 2, "both have sat down there, and nobody twice");
    assert_eq!(replay.seat(0).map(|seat| seat.name.as_str()), Some("Me"), "who took over still plays");
    assert_eq!(survey(&replay).expect("possible rules").check, ReplayCheck::Agrees);
}

#[test]
fn keys_that_were_down_go_up() {
    let held = (1..200).map(|tick| (tick, 0, KeyEvent { action: Action::Left, down: true })).take(1).collect();
    let rules = Rules { countdown: 0, ..Rules::versus() };
    let (replay, _) = recorded(setup(rules, 3, persons(2, Handling::STANDARD)), Script(held), 900);
    let mut app = playing(&Arc::new(replay));
    while !go_to_tick(app.world_mut(), 500, u64::MAX) {}
    assert!(take_over(app.world_mut(), persons(2, Handling::STANDARD), TakeOverPurpose::TakeOver));
    (0..100).for_each(|_| app.update());
    let last = so_far(&app).beats.last().cloned().expect("a key went up");
    assert_eq!((last.tick, &last.keys[..]), (501, &[(0, KeyEvent { action: Action::Left, down: false })][..]));
}

#[test]
fn whoever_plays_on_in_an_own_replay_sits_down_there() {
    let rules = Rules { countdown: 0, ..Rules::versus() };
    let (replay, _) = recorded(setup(rules, 3, persons(2, Handling::STANDARD)), Script::default(), 900);
    let replay = Arc::new(replay);
    for (purpose, since) in [(TakeOverPurpose::TakeOver, 500), (TakeOverPurpose::Continue, 0)] {
        let mut app = playing(&replay);
        while !go_to_tick(app.world_mut(), 500, u64::MAX) {}
        assert!(take_over(app.world_mut(), persons(2, Handling::STANDARD), purpose), "a replay plays");
        assert_eq!(app.world().resource::<Recorder>().sit_down_tick(), since, "{purpose:?}");
    }
}

#[test]
fn a_game_that_is_broken_off_where_it_was_taken_over_or_went_back_is_still_nobodys_record() {
    let (rules, seats) = (Rules { countdown: 0, ..Rules::versus() }, || persons(2, Handling::STANDARD));
    let replay = Arc::new(recorded(setup(rules, 3, seats()), Script::default(), 900).0);
    for purpose in [TakeOverPurpose::TakeOver, TakeOverPurpose::Continue] {
        let mut app = playing(&replay);
        while !go_to_tick(app.world_mut(), 500, u64::MAX) {}
        assert!(take_over(app.world_mut(), seats(), purpose), "a replay plays");
        if purpose == TakeOverPurpose::Continue {
            let moment = Snapshot::take(app.world_mut()).expect("a match is in progress");
            (0..100).for_each(|_| app.update());
            assert!(rewind_match(app.world_mut(), &moment, 0), "the match is in progress");
        }
        let broken_off = so_far(&app);
        let mut again = playing(&broken_off);
        while !go_to_tick(again.world_mut(), broken_off.ticks, u64::MAX) {}
        assert!(take_over(again.world_mut(), seats(), TakeOverPurpose::Continue), "a replay plays");
        let world = again.world_mut();
        assert_eq!(world.query::<&TakenOverMatch>().iter(world).count(), 1, "{purpose:?}");
    }
}

#[test]
fn a_game_that_was_broken_off_continues_as_ones_own() {
    let rules = Rules { countdown: 100, ..Rules::versus() };
    let seats = || vec![SeatSetup::person("You", Handling::FAST), computer(Pace::from_pps(2.0), 0)];
    let (replay, hash) = recorded(setup(rules, 3, seats()), Script::default(), 9_000);
    let replay = Arc::new(replay);
    let mut app = playing(&replay);
    while !go_to_tick(app.world_mut(), replay.ticks, 2_000) {}
    assert_eq!(state_hash(app.world_mut()), hash, "where it was broken off");
    assert!(take_over(app.world_mut(), seats(), TakeOverPurpose::Continue));
    let world = app.world_mut();
    assert_eq!(world.query::<&TakenOverMatch>().iter(world).count(), 0, "it is one's own game");
    (0..3_000).for_each(|_| app.update());
    assert!(current(app.world_mut()).tick >= 12_000, "it goes on");
    let longer = so_far(&app);
    assert!(!longer.is_taken_over(), "the same players");
    assert_eq!(longer.beats[..replay.beats.len()], replay.beats[..], "with the same beginning");
    assert_eq!(survey(&longer).expect("possible rules").check, ReplayCheck::Agrees, "and plays as it was played");
    assert!(!take_over(app.world_mut(), seats(), TakeOverPurpose::Continue), "nothing plays that could be taken over");
}
