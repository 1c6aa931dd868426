//! `korobka soak`: goes through all screens and modes in the real window by itself, and reports whether memory grows or
//! the log has warnings.
//!
//! It plays in a home folder of its own. The first round fills what is filled only once: textures, letters, buffers. So
//! memory is compared from the end of the first round on.

mod memory;
mod round;
mod walk;
mod warnings;

use super::frame_report::FrameReportFlags;
use super::window::ExtraPlugin;
use super::{Failure, say, window};
use crate::app::persistence::{PlayerFile, Settings};
use crate::storage::paths;
use clap::Args;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How much more memory there may be at the end than after the first round, in percent.
const ALLOWED: f64 = 5.0;

/// The volume, 0-1. All sounds are played, but so softly that nobody is disturbed.
const LOUDNESS: f32 = 0.05;

/// The countdown before each game, in milliseconds.
const COUNTDOWN: u32 = 300;

/// The heading of the table of rounds.
const HEAD: &str = "round  minutes   frames      memory        heap    graphics  warnings\n";

/// Flags of `soak`.
#[derive(Debug, Args)]
pub struct SoakFlags {
    /// Minutes after which no new round begins; there is always at least one round
    #[arg(long, value_name = "MINUTES", default_value_t = 30.0, value_parser = minutes)]
    minutes: f64,
    /// Write a JSON line for every change of state to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Measure every frame's processor time too; what that remembers of each frame counts as memory
    #[arg(long)]
    frame_report: bool,
    /// Train in the background all the time
    #[arg(long)]
    train_beside: bool,
}

fn minutes(words: &str) -> Result<f64, String> {
    match words.parse() {
        Ok(minutes) if (0.0..=10_000.0).contains(&minutes) => Ok(minutes),
        _ => Err("minutes are a number from 0 to 10000".to_owned()),
    }
}

/// The figures at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SoakSample {
    /// The time since the window was asked for.
    after: Duration,
    /// How many frames there were so far.
    frames: u64,
    /// The bytes of memory in use; `None` on a system that does not report it.
    memory: Option<u64>,
    /// The bytes that the program itself has allocated, without those that the allocator keeps free and those of the
    /// driver.
    heap: u64,
    /// The bytes that the renderer's buffers and textures take; `None` where it does not report it. A driver without a
    /// graphics card has them in memory.
    graphics: Option<u64>,
    /// How many warnings and errors the log has so far.
    warnings: u64,
}

/// The figures of all rounds so far, shared with the code that opened the window.
#[derive(Clone, Debug, Default)]
struct Rounds(Arc<Mutex<Vec<SoakSample>>>);

/// Goes through all screens and modes until the time is over.
///
/// # Errors
/// A line for the user, if the window cannot be opened, memory has grown too much, the log has warnings, or a line of
/// the trace cannot be written.
pub fn run(arguments: &SoakFlags) -> Result<(), Failure> {
    let home = tempfile::tempdir()?;
    paths::use_home(home.path().to_owned());
    if let Some(folder) = paths::config_folder() {
        let mut settings = Settings { welcomed: true, ..Settings::default() };
        settings.sound.master = LOUDNESS;
        // Matches are short, so that their ends are reached too.
        settings.single.rules.countdown = COUNTDOWN;
        for rules in [&mut settings.versus.rules, &mut settings.watch.rules] {
            (rules.countdown, rules.first_to) = (COUNTDOWN, 1);
        }
        settings.write_to(&folder)?;
    }
    let rounds = Rounds::default();
    let (trace, outcome) = super::trace::TraceFile::create_if_asked(arguments.trace.as_deref())?;
    let plan = (rounds.clone(), Duration::from_secs_f64(arguments.minutes * 60.0));
    let mut game = window::WindowOptions {
        trace,
        is_measured: true,
        log_layer: Some(warnings::make_counting_layer),
        ..Default::default()
    };
    game.extras.push(ExtraPlugin(Box::new(move |app, opened| walk::plugin(app, plan, opened))));
    if arguments.train_beside {
        game.extras.push(ExtraPlugin(Box::new(|app, _| super::frame_report::train_beside(app))));
    }
    FrameReportFlags { frame_report: arguments.frame_report, ..Default::default() }.open_window(game)?;
    let rounds = rounds.0.lock().map(|rounds| rounds.clone()).unwrap_or_default();
    let (told, well) = judged(&rounds);
    say(&told)?;
    match well {
        true => outcome.expect_whole(),
        false => Err(Failure::new("the soak has found something: see the last lines")),
    }
}

impl SoakSample {
    /// The round as a line of the table; `number` is its number, from 1.
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

/// The result of all rounds in words, and whether it is good.
fn judged(rounds: &[SoakSample]) -> (String, bool) {
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

    fn round(memory: u64, warnings: u64) -> SoakSample {
        let memory = Some(memory * 1_000_000);
        SoakSample { after: Duration::from_secs(60), frames: 100, memory, heap: 0, graphics: None, warnings }
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
