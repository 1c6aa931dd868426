//! The cost of a two-player tick without a window: `cargo bench --no-default-features --bench tick`.
//!
//! An item is a tick, and each measured update plays 100; the target is at most 10 microseconds a tick.
#![allow(clippy::unwrap_used)]

use bevy::prelude::*;
use divan::Bencher;
use divan::counter::ItemsCount;
use korobka::ai::{Brain, BrainSettings, EvaluationMoment, Evaluator, Lookahead};
use korobka::game::{ComputerSetup, Course, Handling, MatchSetup, Mode, Pace, SeatSetup, StartMatch, headless};
use korobka::mind::Mind;
use korobka::rules::Rules;
use std::sync::Arc;

/// Ticks an update, as headless matches have it; time clamps an update at 250.
const TICKS: u32 = 100;

fn main() {
    divan::main();
}

fn computer(pace: Pace) -> SeatSetup {
    let names = ["total-height", "full-rows", "holes", "bumpiness"];
    let evaluator = Evaluator::linear(&names, &[-0.51, 2.0, -1.5, -0.18]).unwrap();
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
    let before = headless::report(app.world_mut()).ticks;
    bencher.counter(ItemsCount::new(TICKS)).bench_local(|| app.update());
    let after = headless::report(app.world_mut());
    assert!(!after.over && after.ticks >= before + u64::from(TICKS), "every measured update plays its ticks");
}

/// Two computer players at a piece a second, with a brain that costs little.
#[divan::bench(sample_count = 60, sample_size = 10)]
fn two_computers_at_one_piece_a_second(bencher: Bencher) {
    measure(bencher, vec![computer(Pace::pps(1.0)), computer(Pace::pps(1.0))], Rules::versus());
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
