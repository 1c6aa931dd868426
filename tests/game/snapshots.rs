//! Snapshots of a match: nothing of a player is forgotten, and a match that goes back and runs again leaves
//! no trace of it.
//!
//! 24 random matches; 500 with `KOROBKA_NIGHTLY=1`; one or some with `KOROBKA_GAMES=17` or `KOROBKA_GAMES=100-199`:
//! `KOROBKA_NIGHTLY=1 cargo test --no-default-features --features game --test game snapshots`.

use crate::random_games::{asked, handling, pick, rules};
use crate::support::{Game, Script, computer, current, follow_script, persons, random_script, setup};
use bevy::prelude::*;
use korobka::game::components::RoundTally;
use korobka::game::forfeit::Forfeit;
use korobka::game::modes::course::StartPosition;
use korobka::game::modes::{GarbageFeed, Goal, ProgressTrail};
use korobka::game::replay::{Replay, recorder_plugin};
use korobka::game::state::{self, UndoHistory};
use korobka::game::stats::MatchStats;
use korobka::game::{
    Action, Course, CurrentForfeit, FinishMatch, Handling, Match, MatchSetup, Mode, Pace, Paused, PendingKeyEvents,
    Phase, PhaseChanged, Recorder, SeatControl, SeatSetup, Snapshot, StartMatch, ThinkingPlace, TickOutcomeMessage,
};
use korobka::game::{headless, state_hash};
use korobka::rules::random::Purpose;
use korobka::rules::{Random, Rules};
use rayon::prelude::*;
use std::any::TypeId;

#[test]
fn every_component_of_a_player_is_in_the_list() {
    let seats = vec![SeatSetup::person("Person", Handling::STANDARD), computer(Pace::FASTEST, 0)];
    let mut game = Game::new(setup(Rules { countdown: 0, ..Rules::versus() }, 1, seats));
    game.app.add_plugins(recorder_plugin);
    game.ticks(500);
    let world = game.app.world();
    let listed = state::component_types();
    let names = TypeId::of::<Name>();
    for &seat in &game.current().seats {
        for &id in world.entity(seat).archetype().components() {
            let info = world.components().get_info(id).expect("a component that is on an entity is known");
            let known = info.type_id().is_some_and(|id| id == names || listed.contains(&id));
            assert!(known, "{} is on a player and not in the list of src/game/state", info.name());
        }
    }
    let entity = game.app.world_mut().query_filtered::<Entity, With<Match>>().single(game.app.world()).expect("one");
    let on_the_match = game.app.world().entity(entity).archetype().components().len();
    assert_eq!(on_the_match, 2, "a match has a name and what a snapshot copies");
}

/// A match in an app of its own, with all that is told of it.
struct Table {
    app: App,
}

#[derive(Resource, Default)]
struct Told(Vec<String>);

fn listen(
    mut facts: MessageReader<TickOutcomeMessage>,
    mut phases: MessageReader<PhaseChanged>,
    mut told: ResMut<Told>,
) {
    told.0.extend(facts.read().map(|fact| format!("{fact:?}")));
    told.0.extend(phases.read().map(|phase| format!("{phase:?}")));
}

impl Table {
    fn new((setup, script): (MatchSetup, Script), thinking: ThinkingPlace) -> Self {
        let mut app = headless::app(1);
        app.add_plugins(recorder_plugin).init_resource::<Told>().add_systems(Update, listen).insert_resource(thinking);
        follow_script(&mut app, script);
        app.world_mut().trigger(StartMatch(setup));
        app.world_mut().flush();
        Self { app }
    }

    fn current(&mut self) -> Match {
        current(self.app.world_mut())
    }

    fn hash(&mut self) -> u64 {
        state_hash(self.app.world_mut())
    }

    /// One tick, however long a thought takes; false when the match is over.
    fn tick(&mut self) -> bool {
        let before = self.current().tick;
        while !self.current().is_over() {
            self.app.update();
            if self.current().tick > before {
                return true;
            }
        }
        false
    }

    /// The hashes after each of the next ticks, as far as there are so many.
    fn run(&mut self, ticks: u64) -> Vec<u64> {
        let mut hashes = Vec::new();
        while (hashes.len() as u64) < ticks && self.tick() {
            hashes.push(self.hash());
        }
        hashes
    }

    fn snapshot(&mut self) -> Snapshot {
        Snapshot::take(self.app.world_mut()).expect("a match is in progress")
    }

    fn go_back(&mut self, snapshot: &Snapshot) {
        assert!(snapshot.restore(self.app.world_mut()), "its match is in progress");
    }

    /// What no hash has: statistics and trails.
    fn figures(&mut self) -> String {
        let seats = self.current().seats;
        let world = self.app.world();
        seats
            .iter()
            .map(|&seat| format!("{:?} {:?}\n", world.get::<MatchStats>(seat), world.get::<ProgressTrail>(seat)))
            .collect()
    }

    fn recording(&mut self) -> Replay {
        self.app.world().resource::<Recorder>().clone().into_replay().expect("a match was played")
    }
}

fn course(random: &mut Random) -> Course {
    let goals = [Goal::Lines, Goal::Rows { rows: 12 }, Goal::Time { ticks: 9_000 }];
    Course {
        goal: pick(random, &goals),
        feed: pick(
            random,
            &[
                GarbageFeed::None,
                GarbageFeed::Cheese { rows: 40, shown: 5 },
                GarbageFeed::Clock { every: 300, rows: 2, quicken: 5, least: 50 },
            ],
        ),
        start: StartPosition { strewn: random.below(4) as u8, ..StartPosition::default() },
        undo: random.chance(500),
        endless: random.chance(500),
        ..Course::default()
    }
}

const TICKS: u64 = 7_000;

/// A random match: hands, computer players or both, under random rules or in a custom course.
fn random_match(number: u64) -> (MatchSetup, Script) {
    let mut random = Random::new(number ^ 0x5A5A, Purpose::Games);
    let random = &mut random;
    let versus = [Rules::versus(), Rules::line_for_line()];
    let (mode, course, rules) = match random.below(3) {
        0 => (Mode::Versus, Course::default(), rules(random)),
        1 => (Mode::Custom, course(random), rules(random)),
        _ => (Mode::Custom, course(random), pick(random, &versus)),
    };
    let rules = Rules { first_to: 5, countdown: 20, ..rules };
    let seats = (0..1 + random.below(2)).map(|seat| {
        let seat = match random.chance(600) {
            true => SeatSetup::person(format!("Hands {seat}"), handling(random)),
            false => computer(pick(random, &[Pace::FASTEST, Pace::from_pps(4.0)]), random.below(6) as u8),
        };
        SeatSetup { handicap: pick(random, &[1000, 4000]), ..seat }
    });
    let seats: Vec<SeatSetup> = seats.collect();
    let person = |&seat: &u8| matches!(seats[usize::from(seat)].control, SeatControl::Person);
    // Of all keys, those that take back too.
    let script = random_script(random, &(0..seats.len() as u8).filter(person).collect::<Vec<_>>(), TICKS, (60, 10));
    // Who plays alone takes pieces back wherever the course is a custom one: against somebody nobody can.
    let undo = course.undo || mode == Mode::Custom && seats.len() == 1;
    (
        MatchSetup { mode, course: Course { undo, full_undo: undo, ..course }, ..setup(rules, random.next(), seats) },
        script,
    )
}

/// Garbage rows that rose, pieces taken back, and how often the match went back: what a game of this kind is worth.
#[derive(Clone, Copy, Default)]
struct Worth {
    risen: u32,
    taken_back: u32,
    gone_back: u32,
}

fn goes_back_and_leaves_no_trace(number: u64) -> Worth {
    let mut random = Random::new(number ^ 0xA5A5, Purpose::Games);
    let thinking = if random.chance(500) { ThinkingPlace::Inline } else { ThinkingPlace::Pooled };
    let named = format!("{thinking:?}");
    let mut straight = Table::new(random_match(number), ThinkingPlace::Inline);
    let mut table = Table::new(random_match(number), thinking);
    let mut worth = Worth::default();
    // The last step ends one tick early for the keys to be over.
    while table.current().tick + 2_000 < TICKS && !table.current().is_over() {
        let from = table.current().tick;
        let told = format!("match {number}, {named}, from tick {from}");
        let (before, snapshot) = (table.hash(), table.snapshot());
        let first = table.run(1 + u64::from(random.below(1_500)));
        let over = table.current().is_over();
        table.go_back(&snapshot);
        assert_eq!(table.hash(), before, "{told}: it is back");
        // Now and then only part of the way, and back once more.
        if random.chance(300) {
            table.run(u64::from(random.below(first.len() as u32)));
            table.go_back(&snapshot);
        }
        let second = table.run(first.len() as u64);
        assert_eq!(second, first, "{told}: the same inputs give the same ticks");
        assert_eq!(straight.run(first.len() as u64), first, "{told}: and those of a match that never went back");
        worth.gone_back += 1;
        if over {
            break;
        }
    }
    let told = format!("match {number}, {named}");
    assert_eq!(table.figures(), straight.figures(), "{told}: statistics and trails");
    let heard = |table: &Table| table.app.world().resource::<Told>().0.clone();
    assert_eq!(heard(&table), heard(&straight), "{told}: everything was told once");
    if !table.current().is_over() {
        let (recording, expected) = (table.recording(), straight.recording());
        assert_eq!((recording.ticks, &recording.hashes), (expected.ticks, &expected.hashes), "{told}: recorded once");
        assert_eq!(recording.beats, expected.beats, "{told}: every key was recorded once");
    }
    let seats = table.current().seats;
    let world = table.app.world();
    worth.risen += seats.iter().filter_map(|&seat| world.get::<RoundTally>(seat)).map(|tally| tally.risen).sum::<u32>();
    worth.taken_back +=
        seats.iter().filter_map(|&seat| world.get::<UndoHistory>(seat)).map(|takes| takes.taken_back).sum::<u32>();
    worth
}

#[test]
fn a_match_that_goes_back_runs_again_as_before() {
    let matches = asked(31, 499);
    let few = matches.clone().count() < 24;
    let sum = |a: Worth, b: Worth| Worth {
        risen: a.risen + b.risen,
        taken_back: a.taken_back + b.taken_back,
        gone_back: a.gone_back + b.gone_back,
    };
    let worth = matches.into_par_iter().map(goes_back_and_leaves_no_trace).reduce(Worth::default, sum);
    assert!(
        few || worth.risen > 50 && worth.taken_back > 50 && worth.gone_back > 100,
        "the matches are worth something: {} rows risen, {} pieces taken back, gone back {} times",
        worth.risen,
        worth.taken_back,
        worth.gone_back
    );
}

#[test]
fn what_lies_beside_the_players_goes_back_too() {
    let rules = Rules { countdown: 0, ..Rules::marathon() };
    let mut game = Game::new(setup(rules, 1, persons(1, Handling::STANDARD)));
    game.ticks(100);
    let snapshot = Snapshot::take(game.app.world_mut()).expect("a match is in progress");
    game.app.world_mut().trigger(FinishMatch);
    game.tick();
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "the player asked for the end");
    assert!(snapshot.restore(game.app.world_mut()));
    game.ticks(5);
    assert_eq!((game.phase(), game.current().tick), (Phase::Playing, 105), "nobody has asked yet");
    let why = "no more ideas".to_owned();
    game.app.insert_resource(CurrentForfeit(Some(Forfeit { seat: 0, why })));
    game.tick();
    assert_eq!(game.phase(), Phase::Over { winner: None }, "given up");
    assert!(snapshot.restore(game.app.world_mut()));
    game.ticks(5);
    assert_eq!(game.phase(), Phase::Playing, "nobody has given up yet");
}

#[test]
fn what_is_about_now_stays() {
    let mut game = Game::versus(Rules { countdown: 0, ..Rules::versus() });
    let snapshot = Snapshot::take(game.app.world_mut()).expect("a match is in progress");
    game.ticks(50);
    game.app.insert_resource(Paused(true));
    game.press(0, Action::Left);
    assert!(snapshot.restore(game.app.world_mut()));
    assert_eq!(game.app.world().resource::<Paused>(), &Paused(true), "a pause is the player's, not the match's");
    assert_eq!(game.get::<PendingKeyEvents>(0).0.len(), 1, "a key that no tick has taken is not lost");
}

#[test]
fn another_match_is_left_alone() {
    let mut game = Game::versus(Rules { countdown: 0, ..Rules::versus() });
    game.ticks(50);
    let snapshot = Snapshot::take(game.app.world_mut()).expect("a match is in progress");
    game.restart(setup(Rules::versus(), 2, persons(2, Handling::STANDARD)));
    game.ticks(50);
    let hash = game.hash();
    assert!(!snapshot.restore(game.app.world_mut()), "its match is no longer in progress");
    assert_eq!(game.hash(), hash, "and nothing was done");
}
