//! How long puzzles take to make, by kind, and how many ways they have: `cargo bench --locked --no-default-features
//! --bench solver -- [COUNT [SEED]]`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a benchmark looks at the clock")]

use korobka::rules::Rules;
use korobka::solver::{PuzzleMaker, SolverGoal};
use std::time::{Duration, Instant};

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--")).map(|word| word.parse().ok());
    let (count, seed) = (words.next().flatten().unwrap_or(20).max(1), words.next().flatten().unwrap_or(7));
    let rules = Rules { half_turns: true, ..Rules::marathon() };
    let perfect = (2..=6).map(|pieces| (SolverGoal::PerfectClear, pieces));
    let spins = [(2, 2), (2, 3), (3, 3)].map(|(lines, pieces)| (SolverGoal::SpinClear { lines }, pieces));
    for (goal, pieces) in perfect.chain(spins) {
        let mut maker = PuzzleMaker::new(&rules, goal, pieces, seed);
        let (mut ways, mut tries, mut longest, began) = (Vec::new(), 0_u32, Duration::ZERO, Instant::now());
        while (ways.len() as u64) < count {
            let attempt = Instant::now();
            tries += 1;
            ways.extend(maker.attempt().map(|made| made.ways));
            longest = longest.max(attempt.elapsed());
        }
        ways.sort_unstable();
        let each = began.elapsed() / ways.len() as u32;
        let middle = ways.get(ways.len() / 2).copied().unwrap_or_default();
        let most = ways.last().copied().unwrap_or_default();
        println!(
            "{goal:?} with {pieces} pieces: {each:.1?} each of {}, {tries} attempts, the longest {longest:.1?}; ways: \
             median {middle}, most {most}",
            ways.len()
        );
    }
}
