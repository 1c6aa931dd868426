//! Replays: what was recorded plays again tick for tick, what was altered is named, and jumping changes nothing.
//!
//! 24 random versus games; 500 with `KOROBKA_NIGHTLY=1`; one or some with `KOROBKA_GAMES=17` or
//! `KOROBKA_GAMES=100-199`: `KOROBKA_NIGHTLY=1 cargo test --no-default-features --features game --test game replays`.

use crate::random_games::{asked, handling, pick, rules};
use crate::support::{
    Recordings, Script, computer, current, follow_script, keep_recordings, persons, random_script, setup,
};
use bevy::prelude::*;
use korobka::app::persistence::replay::{SavedReplay, decode, encode};
use korobka::game::replay::{
    KeyChangeTick, MAX_TICKS, ReplayCheck, TimelineMarkKind, TimelineMarks, end_playback, go_to_tick, playback_plugin,
    recorder_plugin, start_playback, survey, take_due_snapshot, timeline_marks_plugin,
};
use korobka::game::replay::{Recorder, Replay};
use korobka::game::{
    Action, EndMatch, Handling, KeyEvent, Match, MatchSetup, Pace, Paused, SeatControl, SeatSetup, StartMatch,
    TickLimit,
};
use korobka::game::{headless, state_hash};
use korobka::rules::random::Purpose;
use korobka::rules::{Random, Rules};
use korobka::storage::MatchLabel;
use rayon::prelude::*;
use std::sync::Arc;

/// A recorded match, at most so long, and the hash it ended with.
pub(crate) fn recorded(setup: MatchSetup, script: Script, ticks: u64) -> (Replay, u64) {
    let mut app = headless::app(headless::TICKS_AN_UPDATE);
    app.add_plugins(recorder_plugin);
    follow_script(&mut app, script);
    let report = headless::run(&mut app, setup, Some(ticks));
    let recorder = app.world_mut().remove_resource::<Recorder>().expect("the plugin adds it");
    (recorder.into_replay().expect("a match was played"), report.hash)
}

/// One of many random versus games: two pairs of hands under random rules, or at least one computer player.
fn random_game(number: u64) -> (Replay, u64) {
    let mut random = Random::new(number ^ 0xB0B0, Purpose::Games);
    let ticks = 10_000 + u64::from(random.below(20_000));
    let by_hand = random.chance(300);
    let rules = match by_hand {
        true => rules(&mut random),
        false => Rules { first_to: 2, countdown: 50, ..pick(&mut random, &[Rules::versus(), Rules::line_for_line()]) },
    };
    let mut seats: Vec<SeatSetup> = (0..2)
        .map(|seat| match by_hand || (seat == 0 && random.chance(300)) {
            true => SeatSetup::person(format!("Hands {seat}"), handling(&mut random)),
            false => computer(Pace::from_pps(f64::from(1 + random.below(9))), random.below(6) as u8),
        })
        .collect();
    seats[1].handicap = pick(&mut random, &[1000, 1500, 4000]);
    let is_person = |&seat: &u8| matches!(seats[usize::from(seat)].control, SeatControl::Person);
    let script = random_script(&mut random, &(0..2).filter(is_person).collect::<Vec<_>>(), ticks, (40, 8));
    recorded(setup(rules, random.next(), seats), script, ticks)
}

/// Through the bytes of a file and back.
pub(crate) fn filed(replay: Replay) -> Arc<Replay> {
    let bytes =
        encode(&SavedReplay { label: MatchLabel::for_recording(0), replay }).expect("every replay can be written");
    Arc::new(decode(&bytes).expect("what was written can be read").replay)
}

/// The recording of a match whose computer players have these seats, through its file.
pub(crate) fn filed_match(rules: Rules, seed: u64, seats: Vec<SeatSetup>, ticks: u64) -> Arc<Replay> {
    filed(recorded(setup(rules, seed, seats), Script::default(), ticks).0)
}

#[test]
fn random_versus_games_replay_as_recorded() {
    let games = asked(23, 499);
    let locks: usize = games
        .into_par_iter()
        .map(|number| {
            let (replay, hash) = random_game(number);
            let replay = filed(replay);
            let surveyed = survey(&replay).expect("possible rules");
            assert_eq!(surveyed.check, ReplayCheck::Agrees, "game {number}: the same keys, the same game");
            let mut app = playing(&replay);
            while !go_to_tick(app.world_mut(), replay.ticks, 10_000) {}
            assert_eq!(state_hash(app.world_mut()), hash, "game {number}: and it ends in the same state");
            for (seat, stats) in (0..).zip(headless::match_stats(app.world_mut())) {
                let (mut lines, mut sent) = (0, 0);
                for mark in surveyed.marks.iter().filter(|mark| mark.seat == seat) {
                    match mark.kind {
                        TimelineMarkKind::Clear(cleared) => lines += u32::from(cleared),
                        TimelineMarkKind::Attack(rows) => sent += rows,
                        _ => {}
                    }
                }
                let figures = stats.total_of_rounds();
                assert_eq!((lines, sent), (figures.lines, figures.sent), "game {number}: all is on the timeline");
            }
            let is_of_nothing =
                |kind: TimelineMarkKind| matches!(kind, TimelineMarkKind::Clear(0) | TimelineMarkKind::Attack(0));
            assert!(!surveyed.marks.iter().any(|mark| is_of_nothing(mark.kind)), "game {number}");
            surveyed.marks.iter().filter(|mark| matches!(mark.kind, TimelineMarkKind::Lock(_))).count()
        })
        .sum();
    assert!(locks > 100, "the games are worth something: {locks} pieces");
}

/// A game of two computer players, thirty seconds or so.
pub(crate) fn duel(seed: u64, first_to: u8) -> Replay {
    let rules = Rules { first_to, countdown: 200, ..Rules::line_for_line() };
    recorded(
        setup(rules, seed, vec![computer(Pace::from_pps(3.0), 1), computer(Pace::from_pps(2.5), 3)]),
        Script::default(),
        30_000,
    )
    .0
}

#[test]
fn a_wrong_key_is_named_by_its_tick() {
    let whole = duel(4, 3);
    assert!(whole.beats.len() > 200, "{} beats", whole.beats.len());
    let (mut named, mut tried) = (0, 0);
    for at in (0..whole.beats.len()).step_by(17) {
        let mut wrong = whole.clone();
        let (_, event) = &mut wrong.beats[at].keys[0];
        event.action = if event.action == Action::Half { Action::Left } else { Action::Half };
        let tick = wrong.beats[at].tick;
        let ReplayCheck::Differs { tick: found, agreed } = survey(&filed(wrong)).expect("possible rules").check else {
            panic!("another key at tick {tick} is another game");
        };
        assert!(
            agreed < tick && found >= tick && found <= tick + 2000,
            "tick {tick}: found at {found}, {agreed} agreed"
        );
        tried += 1;
        named += u32::from(found == tick);
    }
    // Eight bits miss one in 256.
    assert!(named + 2 >= tried, "{named} of {tried} wrong keys were named by their very tick");
}

#[test]
fn a_missing_key_and_another_seed_are_noticed() {
    let whole = duel(5, 3);
    let mut missing = whole.clone();
    let gone: KeyChangeTick = missing.beats.remove(100);
    match survey(&filed(missing)).expect("possible rules").check {
        ReplayCheck::Differs { tick, .. } => {
            let after = whole.beats[101].tick.min(gone.tick.next_multiple_of(1000));
            assert_eq!(tick, after, "at the next tick that was written down");
        }
        ReplayCheck::Agrees => panic!("a key that is missing is missed"),
    }
    let mut seed = whole.clone();
    seed.setup.seed += 1;
    let first = whole.beats[0].tick;
    assert_eq!(survey(&filed(seed)).expect("possible rules").check, ReplayCheck::Differs { tick: first, agreed: 0 });
    let mut short = whole;
    short.setup.rules.first_to = 1;
    let verdict = survey(&filed(short)).expect("possible rules").check;
    assert!(matches!(verdict, ReplayCheck::Differs { .. }), "other rules are another game: {verdict:?}");
}

/// An app in which this replay stands at its beginning.
pub(crate) fn playing(replay: &Arc<Replay>) -> App {
    let mut app = headless::app(1);
    app.add_plugins((playback_plugin, recorder_plugin));
    start_playback(app.world_mut(), Arc::clone(replay)).expect("possible rules");
    app.world_mut().flush();
    app
}

#[test]
fn jumping_anywhere_equals_a_straight_run() {
    let replay = Arc::new(duel(6, 5));
    let mut app = playing(&replay);
    let points: Vec<u64> = (0..=replay.ticks).step_by(1237).collect();
    let mut straight = Vec::new();
    for &point in &points {
        assert!(go_to_tick(app.world_mut(), point, u64::MAX), "one step to tick {point}");
        straight.push(state_hash(app.world_mut()));
    }
    let mut random = Random::new(1, Purpose::Games);
    for _ in 0..60 {
        let at = random.below(points.len() as u32) as usize;
        // In slices, as a window does it.
        while !go_to_tick(app.world_mut(), points[at], 700) {}
        assert_eq!(state_hash(app.world_mut()), straight[at], "after a jump to tick {}", points[at]);
        // Ticks that pass by themselves in between change nothing either.
        app.world_mut().insert_resource(Paused(random.chance(500)));
        for _ in 0..random.below(40) {
            app.update();
            take_due_snapshot(app.world_mut());
        }
    }
    let world = app.world_mut();
    assert_eq!(world.query::<&Match>().iter(world).count(), 1, "there is one match however often it goes back");
    end_playback(world);
}

/// How many ticks have been played.
#[derive(Resource, Default)]
struct TicksPlayed(u64);

#[test]
fn one_step_back_after_another_plays_few_ticks() {
    let replay = Arc::new(duel(6, 5));
    let last = replay.ticks / 5000 * 5000 - 1;
    assert!(last > 5000, "a match of {} ticks", replay.ticks);
    let mut app = playing(&replay);
    app.init_resource::<TicksPlayed>().add_systems(FixedUpdate, |mut played: ResMut<TicksPlayed>| played.0 += 1);
    let mut played_on_the_way_to = |tick: u64| {
        app.insert_resource(TicksPlayed(0));
        while !go_to_tick(app.world_mut(), tick, 700) {}
        app.world().resource::<TicksPlayed>().0
    };
    let steps = [last, last - 1, last - 400, last - 2000, last - 2001].map(&mut played_on_the_way_to);
    assert_eq!(steps, [last, 499, 100, 2999, 499]);
}

#[test]
fn what_is_marked_as_a_match_is_seen_is_marked_once_and_is_what_the_whole_replay_has() {
    let replay = Arc::new(duel(6, 5));
    let marks = survey(&replay).expect("possible rules").marks;
    assert!(marks.len() > 50, "the match is worth something: {} marks", marks.len());
    let mut app = playing(&replay);
    app.add_plugins(timeline_marks_plugin).init_resource::<TimelineMarks>();
    for tick in [replay.ticks / 2, 100, replay.ticks / 2 + 300, 6_000, replay.ticks] {
        while !go_to_tick(app.world_mut(), tick, 700) {}
    }
    let known = app.world().resource::<TimelineMarks>();
    assert_eq!(known.after(0), marks);
    assert_eq!(known.after(20), &marks[20..]);
    assert!(known.after(marks.len() + 1).is_empty(), "more than there are");
}

#[test]
fn the_time_of_a_match_is_that_of_its_rounds_without_countdowns_and_pauses() {
    let rules = Rules { first_to: 2, countdown: 200, ..Rules::line_for_line() };
    // The left player piles pieces up, and loses every round.
    let drop = |tick: u64| [(tick, true), (tick + 1, false)];
    let keys = (1..20_000).step_by(200).flat_map(drop);
    let script = keys.map(|(tick, down)| (tick, 0, KeyEvent { action: Action::HardDrop, down })).collect();
    let (replay, _) = recorded(setup(rules, 1, persons(2, Handling::STANDARD)), Script(script), 30_000);
    assert_eq!((replay.result.over, replay.result.wins), (true, [0, 2]), "after {} ticks", replay.ticks);
    let replay = Arc::new(replay);
    let marks = survey(&replay).expect("possible rules").marks;
    let begun = || marks.iter().filter(|mark| mark.kind == TimelineMarkKind::Round).map(|mark| mark.tick);
    let mut app = playing(&replay);
    let mut seen = 0;
    for tick in (0..replay.ticks).step_by(97).chain([replay.ticks]) {
        while !go_to_tick(app.world_mut(), tick, 10_000) {}
        seen = headless::match_stats(app.world_mut()).first().map_or(0, |stats| stats.total_of_rounds().ticks);
        assert_eq!(replay.ticks_played_until(tick, begun()), seen, "at tick {tick}");
    }
    assert_eq!(replay.ticks_played(), seen, "and the list of replays shows the time at the end");
}

#[test]
fn a_replay_stops_at_its_end() {
    let (replay, _) = recorded(
        setup(Rules { countdown: 0, ..Rules::versus() }, 1, persons(2, Handling::STANDARD)),
        Script::default(),
        3_000,
    );
    assert_eq!((replay.ticks, replay.result.over), (3_000, false), "a match that was broken off");
    let mut app = playing(&Arc::new(replay));
    while !go_to_tick(app.world_mut(), 2_990, u64::MAX) {}
    (0..50).for_each(|_| app.update());
    assert_eq!(current(app.world_mut()).tick, 3_000, "no tick beyond it");
}

#[test]
fn matches_are_handed_on_at_their_end_and_when_they_are_left() {
    let mut app = headless::app(100);
    app.add_plugins((recorder_plugin, keep_recordings));
    let rules = Rules { countdown: 0, ..Rules::line_for_line() };
    let start = |seed| {
        setup(Rules { first_to: 1, ..rules }, seed, vec![computer(Pace::FASTEST, 0), computer(Pace::from_pps(1.0), 5)])
    };
    let report = headless::run(&mut app, start(1), None);
    assert_eq!(app.world().resource::<Recordings>().0.len(), 1, "handed on when it is over");
    let whole = Arc::clone(&app.world().resource::<Recordings>().0[0]);
    assert_eq!((whole.hash, whole.ticks, whole.result.winner), (report.hash, report.ticks, report.winner));
    assert!(whole.result.over && whole.result.pieces.iter().all(|&pieces| pieces > 0), "{:?}", whole.result);
    app.insert_resource(TickLimit(1_500));
    app.world_mut().trigger(StartMatch(start(2)));
    app.world_mut().flush();
    (0..30).for_each(|_| app.update());
    assert_eq!(app.world().resource::<Recordings>().0.len(), 1, "not while it is played");
    app.world_mut().trigger(StartMatch(start(3)));
    app.world_mut().flush();
    let handed = &app.world().resource::<Recordings>().0;
    assert_eq!(handed.len(), 2, "handed on when another begins");
    assert_eq!((handed[1].setup.seed, handed[1].ticks, handed[1].result.over), (2, 1_500, false));
    assert_eq!(survey(&handed[1]).expect("possible rules").check, ReplayCheck::Agrees, "and it plays as it was");
}

#[test]
fn of_a_game_longer_than_a_day_the_first_day_is_recorded() {
    let mut app = headless::app(1);
    app.add_plugins((recorder_plugin, keep_recordings));
    let seats = persons(2, Handling::STANDARD);
    app.world_mut().trigger(StartMatch(setup(Rules { countdown: 0, ..Rules::versus() }, 1, seats)));
    app.world_mut().flush();
    (0..5).for_each(|_| app.update());
    let world = app.world_mut();
    world.query::<&mut Match>().single_mut(world).expect("a match").tick = MAX_TICKS;
    (0..5).for_each(|_| app.update());
    assert_eq!(current(app.world_mut()).tick, MAX_TICKS + 5, "the game goes on");
    let recorded = app.world().resource::<Recorder>().replay_in_progress().map(|replay| replay.ticks);
    assert_eq!(recorded, Some(5), "what is later than a day is not recorded");
    app.world_mut().trigger(EndMatch);
    app.world_mut().flush();
    let handed: Vec<u64> = app.world().resource::<Recordings>().0.iter().map(|replay| replay.ticks).collect();
    assert_eq!(handed, [5], "what is recorded is handed on");
}
