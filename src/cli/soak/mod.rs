//! `korobka soak`: goes round every screen and mode in the real window by itself, and says whether memory grows or the
//! log warns.
//!
//! It plays in a home of its own. The first round fills what is filled once: pictures, letters, buffers. Memory is compared from its
//! end on.

mod memory;
mod round;
pub(super) mod walk;
pub(super) mod warnings;

use super::frame_report::Frames;
use super::window::Extra;
use super::{Failure, say, window};
use crate::app::persistence::{Settings, settings_file};
use crate::storage::paths;
use clap::Args;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How much more memory there may be at the end than after the first round, in percent.
const ALLOWED: f64 = 5.0;

/// How loud it is, from 0 to 1: everything sounds, and nobody has to leave the room.
const LOUDNESS: f32 = 0.05;

/// Milliseconds before each game.
const COUNTDOWN: u32 = 300;

/// Over the table of rounds.
const HEAD: &str = "round  minutes   frames      memory        heap    graphics  warnings\n";

/// Flags of `soak`.
#[derive(Debug, Args)]
pub struct Soak {
    /// No round begins after so many minutes; one at least is gone
    #[arg(long, value_name = "MINUTES", default_value_t = 30.0, value_parser = minutes)]
    minutes: f64,
    /// Write a JSON line for every change of state to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Measure every frame's processor time too; what that remembers of each frame counts as memory
    #[arg(long)]
    frame_report: bool,
}

fn minutes(words: &str) -> Result<f64, String> {
    match words.parse() {
        Ok(minutes) if (0.0..=10_000.0).contains(&minutes) => Ok(minutes),
        _ => Err("minutes are a number from 0 to 10000".to_owned()),
    }
}

/// What is known once a round is over.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Round {
    /// Since the window was asked for.
    after: Duration,
    /// Frames so far.
    frames: u64,
    /// Bytes of memory, on a system that tells.
    memory: Option<u64>,
    /// Bytes that the program holds itself: not those that wait in the allocator, nor the driver's.
    heap: u64,
    /// Bytes that buffers and pictures of the renderer take, where it tells. A driver without a graphics card has them in memory.
    graphics: Option<u64>,
    /// Warnings and errors in the log so far.
    warnings: u64,
}

/// The rounds so far, for whoever opened the window.
#[derive(Clone, Debug, Default)]
struct Rounds(Arc<Mutex<Vec<Round>>>);

/// Goes round until the time is over.
pub fn run(arguments: &Soak) -> Result<(), Failure> {
    let home = tempfile::tempdir()?;
    paths::borrow_home(home.path().to_owned());
    if let Some(folder) = paths::config_folder() {
        let mut settings = Settings { welcomed: true, ..Settings::default() };
        settings.sound.master = LOUDNESS;
        // Short matches: their ends are wanted too.
        settings.single.rules.countdown = COUNTDOWN;
        for rules in [&mut settings.versus.rules, &mut settings.watch.rules] {
            (rules.countdown, rules.first_to) = (COUNTDOWN, 1);
        }
        settings_file::save(&folder, &settings)?;
    }
    let rounds = Rounds::default();
    let trace = arguments.trace.as_deref().map(super::trace::Trace::create).transpose()?;
    let plan = walk::Plan { rounds: rounds.clone(), time: Duration::from_secs_f64(arguments.minutes * 60.0) };
    let mut game = window::Game { trace, log_layer: Some(warnings::layer), ..Default::default() };
    game.extras.push(Extra(Box::new(move |app, opened| walk::plugin(app, plan, opened))));
    Frames { frame_report: arguments.frame_report, ..Default::default() }.open(game)?;
    let rounds = rounds.0.lock().map(|rounds| rounds.clone()).unwrap_or_default();
    let (told, well) = judged(&rounds);
    say(&told)?;
    match well {
        true => Ok(()),
        false => Err(Failure::new("the soak has found something: see the last lines")),
    }
}

impl Round {
    /// A line of the table.
    fn told(&self, number: usize) -> String {
        let told = |bytes: Option<u64>| {
            bytes.map_or_else(|| "unknown".to_owned(), |bytes| format!("{:.1} MB", megabytes(bytes)))
        };
        let [memory, heap, graphics] = [self.memory, Some(self.heap), self.graphics].map(told);
        let minutes = self.after.as_secs_f64() / 60.0;
        let (frames, warnings) = (self.frames, self.warnings);
        format!("{number:>5}{minutes:>9.1}{frames:>9}{memory:>12}{heap:>12}{graphics:>12}{warnings:>10}\n")
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// What the rounds come to, and whether that is well.
fn judged(rounds: &[Round]) -> (String, bool) {
    let Some(last) = rounds.last() else {
        return ("the window was closed before the first round was over\n".to_owned(), false);
    };
    let mut told = format!("{} warnings in the log\n", last.warnings);
    let mut well = last.warnings == 0;
    let first = rounds.first().filter(|_| rounds.len() > 1);
    match (first, first.and_then(|first| first.memory), last.memory) {
        (None, ..) => told.push_str("memory: there has been one round, and none to compare it with\n"),
        (_, Some(before), Some(after)) => {
            let grown = (after as f64 / before as f64 - 1.0) * 100.0;
            told.push_str(&format!(
                "memory: {:.1} MB after the first round, {:.1} MB after the last, {grown:+.1} % (allowed: {ALLOWED} %)\n",
                megabytes(before),
                megabytes(after),
            ));
            well &= grown < ALLOWED;
        }
        _ => told.push_str("memory: this system does not tell\n"),
    }
    (told, well)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(memory: u64, warnings: u64) -> Round {
        let memory = Some(memory * 1_000_000);
        Round { after: Duration::from_secs(60), frames: 100, memory, heap: 0, graphics: None, warnings }
    }

    #[test]
    fn growth_and_warnings_are_found_and_nothing_else() {
        let first = round(400, 0);
        assert!(judged(&[first, round(430, 0), round(419, 0)]).1, "only the last round counts");
        assert!(!judged(&[first, round(421, 0)]).1);
        assert!(!judged(&[first, round(400, 1)]).1);
        assert!(judged(&[first]).1, "one round has nothing to be compared with");
        assert!(!judged(&[round(400, 1)]).1);
        assert!(!judged(&[]).1, "no round is no soak");
    }

    #[test]
    fn minutes_are_a_number_within_reason() {
        assert_eq!(minutes("0.5"), Ok(0.5));
        for words in ["", "-1", "NaN", "inf", "1e9", "thirty"] {
            assert!(minutes(words).is_err(), "'{words}' is no time");
        }
    }
}
