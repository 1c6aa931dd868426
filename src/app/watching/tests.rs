//! Tests of how a replay is watched: where it stands, what a jump plays, and when it stops.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::app::screens::{self, go_to, program_on};
use crate::game::Phase;
use crate::game::replay::ReplayResult;
use crate::game::tick::TickSystems;
use crate::rules::{Facing, FallingPiece, PieceKind, Rules, Spin};
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;

/// The ticks that have been played, each time that one was.
#[derive(Resource, Default)]
struct Played(Vec<u64>);

/// A piece that locked in this column.
fn locked_at(x: i8) -> LockedPiece {
    let piece = FallingPiece { kind: PieceKind::O, facing: Facing::North, x, y: 1 };
    LockedPiece { piece, spin: Spin::None }
}

/// An app that has opened this replay one frame ago. A frame has sixteen ticks.
fn opened(watching: Watching) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, crate::game::plugin, screens::plugin, plugin));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(16)).init_resource::<Played>();
    let note = |current: Single<&Match>, mut played: ResMut<Played>| played.0.push(current.tick);
    app.add_systems(FixedUpdate, note.in_set(TickSystems::Report));
    app.update();
    app.insert_resource(watching);
    go_to(&mut app, Screen::Replay);
    app
}

#[test]
fn a_replay_that_opens_at_a_moment_plays_nothing_else() {
    let mut app = opened(Watching::from_moment(Arc::new(Replay::of_test(1000)), 3, None));
    (0..3).for_each(|_| app.update());
    assert_eq!(app.world().resource::<Played>().0, [1, 2, 3]);
}

#[test]
fn a_replay_leads_back_to_the_page_on_which_it_was_opened() {
    for (from, back) in [
        (Screen::Replays, Screen::Replays),
        (Screen::Mode, Screen::Mode),
        (Screen::Play, Screen::Replays),
        (Screen::Title, Screen::Replays),
    ] {
        let mut app = program_on(from);
        app.add_observer(watch);
        app.world_mut().trigger(WatchReplay(Arc::new(Replay::of_test(9))));
        app.update();
        assert_eq!(app.world().resource::<State<Screen>>().get(), &Screen::Replay);
        assert_eq!(app.world().resource::<Watching>().back, back, "from {from:?}");
    }
}

#[test]
fn of_a_live_match_is_marked_what_has_been_seen() {
    let mut app = opened(Watching::from_live(Arc::new(Replay::of_test(4000))));
    let begins = u64::from(Rules::marathon().countdown) + 1;
    let round = TimelineMark { tick: begins, seat: 0, kind: TimelineMarkKind::Round };
    for (tick, marks) in [(begins - 1, vec![]), (begins, vec![round]), (2, vec![round]), (4000, vec![round])] {
        let mut watching = app.world_mut().resource_mut::<Watching>();
        watching.paused = true;
        watching.jump_to_tick(tick);
        while app.world().resource::<Watching>().now != tick {
            app.update();
        }
        assert_eq!(app.world().resource::<Watching>().marks, marks, "at tick {tick}");
    }
}

#[test]
fn whoever_has_caught_up_with_a_live_match_sees_it_at_its_own_speed() {
    let mut app = opened(Watching { speed: USUAL + 2, ..Watching::from_live(Arc::new(Replay::of_test(100))) });
    let speed_after_frame = |app: &mut App| {
        app.update();
        let watching = app.world().resource::<Watching>();
        (watching.now, watching.speed)
    };
    let frames: Vec<(u64, usize)> = (0..4).map(|_| speed_after_frame(&mut app)).collect();
    assert!(frames.iter().all(|&(now, speed)| speed == if now < 100 { USUAL + 2 } else { USUAL }), "{frames:?}");
    assert!(frames[0].0 < 100 && frames[3].0 == 100, "{frames:?}");
    let mut watching = app.world_mut().resource_mut::<Watching>();
    watching.toggle_pause();
    assert_eq!((watching.paused, watching.current_tick()), (true, 100), "a pause there leads back to nothing");
}

#[test]
fn a_replay_plays_nothing_while_its_timeline_is_held() {
    let mut app = opened(Watching::new(Arc::new(Replay::of_test(1000))));
    for _ in 0..4 {
        let mut watching = app.world_mut().resource_mut::<Watching>();
        watching.is_held = true;
        watching.jump_to_tick(100);
        app.update();
    }
    app.world_mut().resource_mut::<Watching>().is_held = false;
    app.update();
    assert_eq!(app.world().resource::<Played>().0.last(), Some(&100), "it stands where it is held");
    app.update();
    assert_eq!(app.world().resource::<Played>().0.last(), Some(&116), "and plays on from there");
}

#[test]
fn steps_go_from_piece_to_piece_once_one_is_known() {
    let mut watching = Watching::new(Arc::new(Replay::of_test(1000)));
    assert!(!watching.step_piece(true) && !watching.paused);
    let lock = |tick| TimelineMark { tick, seat: 0, kind: TimelineMarkKind::Lock(locked_at(0)) };
    watching.marks = vec![lock(300), lock(700)];
    let ticks = [true, true, true, false, false].map(|on| (watching.step_piece(on), watching.current_tick()));
    assert_eq!(ticks, [300, 700, 1000, 700, 300].map(|tick| (true, tick)));
    assert!(watching.paused);
}

#[test]
fn a_piece_in_play_comes_to_lie_where_the_next_of_its_seat_locks_in_the_round() {
    let mut watching = Watching::new(Arc::new(Replay::of_test(1000)));
    let mark = |tick, seat, kind| TimelineMark { tick, seat, kind };
    let lock = |tick, seat, x| mark(tick, seat, TimelineMarkKind::Lock(locked_at(x)));
    let round = mark(600, 0, TimelineMarkKind::Round);
    watching.marks = vec![lock(300, 0, 1), lock(300, 1, 2), lock(500, 0, 3), round, lock(700, 1, 4)];
    for (now, columns) in [(299, [Some(1), Some(2)]), (300, [Some(3), None]), (500, [None; 2]), (600, [None, Some(4)])]
    {
        watching.now = now;
        let found = [0, 1].map(|seat| watching.coming_lock(seat).map(|locked| locked.piece.x));
        assert_eq!(found, columns, "at tick {now}");
    }
}

#[test]
fn a_replay_that_differs_is_taken_over_before_the_place_and_not_behind_it() {
    let mut app = opened(Watching::new(Arc::new(Replay::of_test(1000))));
    app.init_resource::<Toasts>();
    app.add_observer(|_: On<TakeOver>, mut commands: Commands| commands.remove_resource::<Watching>());
    app.world_mut().resource_mut::<Playback>().differs = Some(500);
    for (tick, is_taken_over) in [(600, false), (400, true)] {
        let mut watching = app.world_mut().resource_mut::<Watching>();
        watching.jump_to_tick(tick);
        assert!(watching.take_over_after_jump(0));
        (0..9).for_each(|_| app.update());
        let stands_behind = app.world().get_resource::<Watching>().map(|it| it.take_over_problem().is_some());
        assert_eq!(stands_behind, (!is_taken_over).then_some(true), "at tick {tick}");
    }
}

#[test]
fn what_the_end_of_a_match_shows_goes_on_though_the_replay_has_stopped() {
    let result = ReplayResult { over: true, forfeited: Some(0), ..ReplayResult::default() };
    let mut app = opened(Watching::new(Arc::new(Replay { result, ..Replay::of_test(5) })));
    let stands = |app: &mut App| {
        app.update();
        let (watching, paused) = (app.world().resource::<Watching>(), app.world().resource::<Paused>());
        (watching.now, watching.paused, watching.is_game_over(), paused.0)
    };
    assert_eq!(stands(&mut app), (5, true, true, false));
    app.world_mut().resource_mut::<Watching>().jump(-2);
    assert_eq!(stands(&mut app), (3, true, false, true), "elsewhere it stands still");
    app.world_mut().resource_mut::<Watching>().jump(2);
    assert_eq!(stands(&mut app), (5, true, true, false));
}

#[test]
fn a_game_that_ends_before_its_recording_can_be_played_from_the_beginning() {
    let mut app = opened(Watching::new(Arc::new(Replay::of_test(1000))));
    let world = app.world_mut();
    world.query::<&mut Match>().single_mut(world).unwrap().phase = Phase::Over { winner: None };
    app.update();
    let mut watching = app.world_mut().resource_mut::<Watching>();
    assert!(watching.paused && watching.is_game_over() && watching.now < 1000);
    watching.toggle_pause();
    assert_eq!((watching.paused, watching.current_tick()), (false, 0));
    app.update();
    let watching = app.world().resource::<Watching>();
    assert!(!watching.paused && !watching.is_game_over(), "it plays again");
}
