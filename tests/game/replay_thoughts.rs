//! The thoughts of a replay's computer players: asked again, they think what they thought in the match.

use crate::computer_search::{rules, searcher, weighing};
use crate::replays::playing;
use crate::support::{brain, current, setup};
use bevy::prelude::*;
use korobka::ai::RankedPlacement;
use korobka::app::watching::Watching;
use korobka::game::components::{Falling, LockedPiece};
use korobka::game::computer::{Computer, ReplayThoughts, replay_thoughts_plugin};
use korobka::game::modes::GarbageFeed;
use korobka::game::replay::{
    Playback, Replay, SeatRecord, go_to_tick, recorder_plugin, start_playback, survey, take_due_snapshot,
};
use korobka::game::{
    ComputerSetup, Course, Match, MatchSetup, Pace, Recorder, Seat, SeatControl, SeatSetup, StartMatch, ThinkingPlace,
    headless, state_hash,
};
use korobka::mind::Mind;
use korobka::rules::{BoardSize, Rules};
use korobka::search::WaitingGarbage;
use korobka::tbp::BotCommand;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a player thought of a piece.
#[derive(Clone, Debug)]
struct Thought {
    /// The placements that the player considered.
    ranked: Vec<RankedPlacement>,
    /// Which of them its hand was after at last.
    target: Option<usize>,
    /// The garbage that it knew of.
    garbage: WaitingGarbage,
}

/// Thoughts by the seats and the numbers of their pieces.
type Thoughts = BTreeMap<(u8, u32), Thought>;

/// A search that minds its opponent, whose attacks hurt, against an evaluator that holds and slips. Garbage comes by
/// the clock too, and no round takes longer than eight seconds.
fn match_of_two(seed: u64) -> MatchSetup {
    let slipping = ComputerSetup { mind: Mind::Brain(brain(true)), pace: Pace::from_pps(5.0), slips: 5 };
    let minding = weighing(&[("sent-high", 2.0), ("height-combo", -0.5)], Pace::from_pps(10.0), 0);
    let strong = SeatSetup { handicap: 4000, ..minding };
    let rules = Rules { first_to: 5, countdown: 50, round_limit: 8000, ..rules() };
    let feed = GarbageFeed::Clock { every: 1500, rows: 2, quicken: 0, least: 1500 };
    let course = Course { feed, ..Course::default() };
    MatchSetup { course, ..setup(rules, seed, vec![strong, SeatSetup::computer("Slips", slipping)]) }
}

/// Plays a match until it is over or `is_enough`. Returns its replay, its last hash, and what its players thought.
fn played(setup: MatchSetup, is_enough: impl Fn(&Match, &Thoughts) -> bool) -> (Arc<Replay>, u64, Thoughts) {
    let mut app = headless::app(1);
    app.add_plugins(recorder_plugin);
    app.world_mut().trigger(StartMatch(setup));
    app.world_mut().flush();
    let mut thoughts = Thoughts::new();
    loop {
        app.update();
        let now = current(app.world_mut());
        for (seat, &player) in (0..).zip(&now.seats) {
            let (falling, computer) =
                (app.world().get::<Falling>(player).unwrap(), app.world().get::<Computer>(player).unwrap());
            let (ranked, target) = computer.ranked_and_target(falling);
            if !ranked.is_empty() {
                let thought = Thought { ranked: ranked.to_vec(), target, garbage: computer.known_garbage() };
                thoughts.insert((seat, falling.serial), thought);
            }
        }
        if now.is_over() || is_enough(&now, &thoughts) {
            break;
        }
    }
    let hash = state_hash(app.world_mut());
    let recorder = app.world_mut().remove_resource::<Recorder>().unwrap();
    (Arc::new(recorder.into_replay().unwrap()), hash, thoughts)
}

/// An app in which this replay stands at its beginning, and these players think again.
fn watched(replay: &Arc<Replay>, seats: &[SeatSetup]) -> App {
    let mut app = playing(replay);
    app.add_plugins(replay_thoughts_plugin).init_resource::<ReplayThoughts>();
    seat_players(&mut app, replay, seats);
    app
}

/// Has these players think again at the seats of a replay.
fn seat_players(app: &mut App, replay: &Replay, seats: &[SeatSetup]) {
    let mut thoughts = app.world_mut().resource_mut::<ReplayThoughts>();
    for (seat, found) in (0..).map(Seat).zip(seats) {
        thoughts.set_player(seat, SeatRecord::of(found).player, Ok(found.clone()), &replay.setup.rules);
    }
}

/// What the player of a seat thinks of its piece, which comes to lie at `locked`, and the number of the piece.
fn thought_now(app: &mut App, seat: u8, locked: Option<LockedPiece>) -> (u32, Thought) {
    let player = current(app.world_mut()).seats[usize::from(seat)];
    let falling = *app.world().get::<Falling>(player).unwrap();
    let mut thoughts = app.world_mut().resource_mut::<ReplayThoughts>();
    thoughts.think(Seat(seat), &falling, &ThinkingPlace::Inline);
    let (ranked, target) = thoughts.ranked_and_target(Seat(seat), &falling, locked);
    let thought = Thought { ranked: ranked.to_vec(), target, garbage: thoughts.known_garbage(Seat(seat), &falling) };
    (falling.serial, thought)
}

/// How many thoughts there are about pieces of the slipping hand that it brings elsewhere than to the best place.
fn slips_in(thoughts: &Thoughts) -> usize {
    thoughts.iter().filter(|(piece, thought)| piece.0 == 1 && thought.target.is_some_and(|target| target > 0)).count()
}

#[test]
fn the_players_of_a_replay_think_what_they_thought_in_the_match() {
    let setup = match_of_two(7);
    let is_enough = |now: &Match, thoughts: &Thoughts| {
        now.tick > 60_000 || now.round > 0 && thoughts.len() > 200 && slips_in(thoughts) > 6
    };
    let (replay, hash, live) = played(setup.clone(), is_enough);
    let mut watching = Watching::new(Arc::clone(&replay));
    watching.marks = survey(&replay).unwrap().marks;
    let mut app = watched(&replay, &setup.seats);
    let mut again = Thoughts::new();
    for tick in 1..=replay.ticks {
        app.update();
        take_due_snapshot(app.world_mut());
        watching.now = tick;
        for seat in 0..2 {
            let (serial, thought) = thought_now(&mut app, seat, watching.coming_lock(seat));
            if !thought.ranked.is_empty() {
                again.insert((seat, serial), thought);
            }
        }
    }
    assert!(app.world().resource::<Playback>().differs.is_none());
    assert_eq!(state_hash(app.world_mut()), hash, "who thinks beside a replay changes nothing of it");
    assert!((0..2).all(|seat| live.keys().filter(|key| key.0 == seat).count() > 20), "{} pieces", live.len());
    assert!(current(app.world_mut()).round > 0, "more than one round was played");
    let is_told = |thought: &Thought| thought.garbage.rows > 0 && thought.garbage.due > 1;
    assert!(live.values().any(is_told), "garbage was on its way");
    let (mut known, mut same, mut slips) = (0, 0, 0);
    for (piece, Thought { ranked, target, garbage }) in &live {
        let found = &again[piece];
        assert_eq!(&found.ranked, ranked, "piece {piece:?}");
        assert_eq!(&found.garbage, garbage, "piece {piece:?}");
        if let (Some(target), Some(place)) = (*target, found.target) {
            known += 1;
            same += u32::from(ranked[target].piece.fills_same_cells(ranked[place].piece));
            slips += u32::from(piece.0 == 1 && place > 0);
        }
    }
    assert!(known > 60 && same * 20 >= known * 19, "{same} of {known} pieces go where the hand was after");
    assert!(slips > 1, "{slips} pieces of the slipping hand went elsewhere than it thought best");
    // Whoever jumps to the end at once, and then back into the middle of pieces, sees the same.
    let mut app = watched(&replay, &setup.seats);
    let mut compared = 0;
    for tick in (0..replay.ticks).step_by(1237).collect::<Vec<_>>().into_iter().rev() {
        while !go_to_tick(app.world_mut(), tick, 700) {}
        for seat in 0..2 {
            let (serial, Thought { ranked, garbage, .. }) = thought_now(&mut app, seat, None);
            if !ranked.is_empty()
                && let Some(known) = live.get(&(seat, serial))
            {
                assert_eq!((&ranked, garbage), (&known.ranked, known.garbage), "tick {tick}, seat {seat}");
                compared += 1;
            }
        }
    }
    assert!(compared > 6, "{compared} pieces");
}

#[test]
fn the_next_match_on_the_screen_has_pieces_of_its_own() {
    let short = |seed| played(match_of_two(seed), |now, _| now.tick == 1500);
    let ((first, ..), (second, _, live)) = (short(7), short(8));
    let seats = match_of_two(7).seats;
    let mut app = watched(&first, &seats);
    while !go_to_tick(app.world_mut(), first.ticks, 700) {}
    assert!(thought_now(&mut app, 1, None).0 > 2, "both matches have pieces of these numbers");
    start_playback(app.world_mut(), Arc::clone(&second)).unwrap();
    assert!(app.world().resource::<ReplayThoughts>().brain(Seat(1)).is_none(), "its players are to be looked for");
    seat_players(&mut app, &second, &seats);
    let mut compared = 0;
    for _ in 0..second.ticks {
        app.update();
        let (serial, thought) = thought_now(&mut app, 1, None);
        if let Some(known) = live.get(&(1, serial)).filter(|_| !thought.ranked.is_empty()) {
            assert_eq!(thought.ranked, known.ranked, "piece {serial}");
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared} of 1,500 ticks");
}

#[test]
fn a_bot_of_a_replay_is_not_started() {
    let seats = match_of_two(7).seats;
    let (replay, ..) = played(match_of_two(7), |now, _| now.tick == 500);
    let mut app = watched(&replay, &seats);
    let mind = Mind::Guest(Arc::new(BotCommand::read("no-such-program").unwrap()));
    let bot = SeatSetup::computer("Bot", ComputerSetup { mind, pace: Pace::FASTEST, slips: 0 });
    let recorded = SeatSetup { control: SeatControl::Elsewhere(SeatRecord::of(&bot).player), ..bot.clone() };
    let mut thoughts = app.world_mut().resource_mut::<ReplayThoughts>();
    assert!(!thoughts.has_looked_for(Seat(0), &recorded));
    thoughts.set_player(Seat(0), SeatRecord::of(&bot).player, Ok(bot), &replay.setup.rules);
    assert!(thoughts.has_looked_for(Seat(0), &recorded));
    assert!(thoughts.problem(Seat(0)).is_some_and(|words| words.contains("not asked again")));
    assert!(thoughts.problem(Seat(1)).is_none());
    while !go_to_tick(app.world_mut(), replay.ticks, 700) {}
    assert!(thought_now(&mut app, 0, None).1.ranked.is_empty());
    assert!(!thought_now(&mut app, 1, None).1.ranked.is_empty());
}

#[test]
fn of_a_search_on_a_board_that_it_does_not_play_is_said_so() {
    let mut thoughts = ReplayThoughts::default();
    let narrow = Rules { board: BoardSize { width: 8, ..BoardSize::default() }, ..rules() };
    for (rules, is_told) in [(narrow, true), (rules(), false)] {
        let player = searcher(Pace::FASTEST);
        thoughts.set_player(Seat(0), SeatRecord::of(&player).player, Ok(player), &rules);
        assert_eq!(thoughts.problem(Seat(0)).is_some(), is_told);
    }
}
