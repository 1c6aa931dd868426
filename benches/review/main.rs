//! How far the review of a game can be trusted: `cargo bench --locked --no-default-features --features lab --bench
//! review -- PART SEED GAMES`.
//!
//! `fit` fits the slopes of `ChanceModel` and prints how well the chances agree with what happened, `trust` compares
//! verdicts with matches that had no part in them, `ladder` prints what players of known strength lose. What came out:
//! `docs/lab/review.md`.
#![allow(clippy::expect_used, clippy::print_stdout)]

mod fit;
mod games;
mod ladder;
mod trust;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |at: usize, usual: u64| arguments.get(at).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (seed, games) = (number(1, 1), number(2, 20));
    match arguments.first().map(String::as_str) {
        Some("fit") => fit::print(seed, games),
        Some("trust") => trust::print(seed, games),
        Some("ladder") => ladder::print(seed, games),
        _ => println!("give a part: fit, trust or ladder; then a seed and a number of games"),
    }
}
