//! The cost of a two-player tick without a window: `cargo bench --no-default-features --features game --bench tick`.
//!
//! An item is a tick, and each measured update plays 100; the target is at most 10 microseconds a tick. A frame is one
//! of a screen of 60 a second; the target is at most 0.7 milliseconds more over a network than without one.
#![allow(clippy::unwrap_used)]

use bevy::prelude::*;
use divan::Bencher;
use divan::counter::ItemsCount;
use korobka::ai::{Brain, BrainSettings, EvaluationMoment, Evaluator, Lookahead};
use korobka::game::replay::recorder_plugin;
use korobka::game::{
    Action, ComputerSetup, Course, Handling, KeyEvent, MatchSetup, Mode, Pace, SeatSetup, StartMatch, TickInput,
    headless,
};
use korobka::mind::Mind;
use korobka::net::key_log::KeyTick;
use korobka::net::{KeyPacket, OnlineMatch, rollback};
use korobka::rules::Rules;
use std::sync::Arc;

/// Ticks an update, as headless matches have it; time clamps an update at 250.
const TICKS: u32 = 100;

fn main() {
    divan::main();
}

fn computer(pace: Pace) -> SeatSetup {
    let names = ["total-height", "full-rows", "holes", "bumpiness"];
    let evaluator = Evaluator::new_linear(&names, &[-0.51, 2.0, -1.5, -0.18]).unwrap();
    let (lookahead, moment) = (Lookahead::None, EvaluationMoment::BeforeClear);
    let brain = Arc::new(Brain::new(evaluator, BrainSettings { lookahead, moment, ..BrainSettings::default() }));
    SeatSetup::computer("Computer", ComputerSetup { mind: Mind::Brain(brain), pace, slips: 0 })
}

/// A round that neither ends nor waits, advanced by `TICKS` ticks an update.
fn app(seats: Vec<SeatSetup>, rules: Rules) -> App {
    let mut app = headless::app(TICKS);
    let rules = Rules { countdown: 0, first_to: 10, ..rules };
    app.world_mut().trigger(StartMatch(MatchSetup {
        mode: Mode::Versus,
        rules,
        course: Course::default(),
        seed: 1,
        seats,
    }));
    app.world_mut().flush();
    app.update();
    app
}

fn measure(bencher: Bencher, seats: Vec<SeatSetup>, rules: Rules) {
    let mut app = app(seats, rules);
    let before = headless::match_report(app.world_mut()).ticks;
    bencher.counter(ItemsCount::new(TICKS)).bench_local(|| app.update());
    let after = headless::match_report(app.world_mut());
    assert!(!after.over && after.ticks >= before + u64::from(TICKS), "every measured update plays its ticks");
}

/// Two computer players at a piece a second, with a brain that costs little.
#[divan::bench(sample_count = 60, sample_size = 10)]
fn two_computers_at_one_piece_a_second(bencher: Bencher) {
    measure(bencher, vec![computer(Pace::from_pps(1.0)), computer(Pace::from_pps(1.0))], Rules::versus());
}

/// Two persons who press nothing.
#[divan::bench(sample_count = 60, sample_size = 10)]
fn two_idle_persons(bencher: Bencher) {
    let rules = Rules { gravity: korobka::rules::GravityRule::Off, ..Rules::versus() };
    let person = || SeatSetup::person("Person", Handling::STANDARD);
    measure(bencher, vec![person(), person()], rules);
}

/// Fixed steps with no match: what the engine's own loop costs.
#[divan::bench(sample_count = 60, sample_size = 10)]
fn no_match(bencher: Bencher) {
    let mut app = headless::app(TICKS);
    bencher.counter(ItemsCount::new(TICKS)).bench_local(|| app.update());
}

/// Ticks in a frame of a screen of 60 frames a second.
const FRAME: u64 = 16;

/// The ticks of one frame, with two persons and the recorder of replays.
fn frame_app() -> App {
    let mut app = headless::app(1);
    app.add_plugins((recorder_plugin, korobka::net::plugin));
    let rules = Rules { countdown: 0, gravity: korobka::rules::GravityRule::Off, ..Rules::versus() };
    let seats = [0, 1].map(|seat| SeatSetup::person(format!("Person {seat}"), Handling::STANDARD)).to_vec();
    let setup = MatchSetup { mode: Mode::Versus, rules, course: Course::default(), seed: 1, seats };
    app.world_mut().trigger(StartMatch(setup));
    app.world_mut().flush();
    app
}

fn play_frame(world: &mut World) {
    world.schedule_scope(FixedUpdate, |world, schedule| (0..FRAME).for_each(|_| schedule.run(world)));
}

/// A frame of a match of two persons in one program.
#[divan::bench(sample_count = 100, sample_size = 10)]
fn frame_without_a_network(bencher: Bencher) {
    let mut app = frame_app();
    bencher.bench_local(|| play_frame(app.world_mut()));
}

/// The same frame where the other plays in another program, 100 ms away: its packet is taken in, the ticks that it
/// confirms and those that are guessed are played again, and a packet is made.
#[divan::bench(sample_count = 100, sample_size = 10)]
fn frame_with_the_other_100_ms_away(bencher: Bencher) {
    const AWAY: u64 = 100;
    let mut app = frame_app();
    app.insert_resource(OnlineMatch::new(1, 0, Rules::versus().garbage.travel).unwrap());
    let world = app.world_mut();
    rollback::confirm_known_ticks(world);
    // The packets are made before the clock runs: no frame waits, so that it is known at which tick each begins.
    let (mut tick, mut known) = (0_u64, 0_u64);
    let packets = move || {
        let (clock, through) = (tick as u32, tick.saturating_sub(AWAY));
        tick += FRAME;
        // The other moves a piece ten times a second.
        let ticks = (known + 1..=through).filter(|tick| tick.is_multiple_of(50)).map(|tick| {
            let mut input = TickInput::default();
            input.push(KeyEvent { action: Action::Left, down: !tick.is_multiple_of(100) });
            KeyTick { tick, input }
        });
        let packet = KeyPacket {
            number: 1,
            clock,
            acknowledged: through,
            after: known,
            through,
            ticks: ticks.collect(),
            ..KeyPacket::default()
        };
        known = through;
        (clock, packet.encode())
    };
    bencher.with_inputs(packets).bench_local_values(|(clock, packet)| {
        world.resource_mut::<OnlineMatch>().receive(&packet, clock);
        rollback::confirm_known_ticks(world);
        play_frame(world);
        world.resource::<OnlineMatch>().packet(clock).encode()
    });
    let online = world.resource::<OnlineMatch>();
    assert_eq!((online.fault(), online.waited_ticks()), (None, 0), "every frame plays its ticks");
}
