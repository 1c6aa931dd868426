//! How far the review of a game can be trusted. To be called with the arguments `PART SEED GAMES [PLAYER [BOT
//! [MILLISECONDS]]] [--rules NAME]`: `cargo bench --locked --no-default-features --features lab --bench review -- trust
//! 1 20`.
//!
//! `fit` fits the slopes of `ChanceModel` and prints how well the chances agree with what happened, `trust` compares
//! verdicts with matches that had no part in them (PLAYER, a saved generation, plays the games; BOT, a bot of
//! the protocol as `tbp:COMMAND`, plays flagged moves on as well), `classes` counts the verdicts that a longer
//! search changes, `ladder` prints what players of known strength lose. What came out: `docs/lab/review.md`.
#![allow(clippy::expect_used, clippy::print_stdout)]

mod checker;
mod classes;
mod fit;
mod games;
mod ladder;
mod trust;

use korobka::tbp::BotCommand;
use std::time::Duration;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let Some(at) = arguments.iter().position(|word| word == "--rules") {
        let Some(name) = arguments.get(at + 1).cloned() else { return println!("give a name behind --rules") };
        arguments.drain(at..=at + 1);
        games::play_under(&name);
    }
    let number = |at: usize, usual: u64| arguments.get(at).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (seed, games) = (number(1, 1), number(2, 20));
    match arguments.first().map(String::as_str) {
        Some("fit") => fit::print(seed, games),
        Some("trust") => {
            let bot =
                arguments.get(4).map(|word| BotCommand::read(word.trim_start_matches("tbp:")).expect("a command"));
            let bot = bot.map(|command| (command, Duration::from_millis(number(5, 5))));
            trust::print(seed, games, arguments.get(3).map(String::as_str), bot);
        }
        Some("classes") => classes::print(seed, games),
        Some("ladder") => ladder::print(seed, games),
        _ => println!("give a part: fit, trust, classes or ladder; then a seed and a number of games"),
    }
}
