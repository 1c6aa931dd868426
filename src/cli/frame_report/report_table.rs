//! The report as a table.

use super::{Begins, FrameMeasurements, MeasuredFrame, StartTiming, milliseconds};
use crate::game::modes::table::MODES;
use std::fmt::Write;
use std::time::Duration;

/// The most processor time that a frame may take.
const BUDGET: Duration = Duration::from_millis(4);
/// The most processor time that a frame in which a piece locks may take.
const HITCH: Duration = Duration::from_millis(8);

/// How many of the slowest frames are printed part by part.
const SLOWEST: usize = 5;

/// The kinds of frames that are counted apart, by name. A frame may be of several kinds.
const KINDS: [(&str, fn(&MeasuredFrame) -> bool); 6] = [
    ("menus", |frame| frame.boards == 0 && frame.begins == Begins::Nothing),
    ("one board", |frame| frame.boards == 1 && frame.begins == Begins::Nothing),
    ("two boards", |frame| frame.boards == 2 && frame.begins == Begins::Nothing),
    ("in which a piece locks", |frame| frame.locks && frame.begins == Begins::Nothing),
    ("in which the same game begins again", |frame| frame.begins == Begins::Again),
    ("in which something else begins", |frame| frame.begins == Begins::Something),
];

impl FrameMeasurements {
    /// The report as it is printed.
    pub(super) fn report_text(&self) -> String {
        let mut text = String::from("processor time of the main thread a frame, in milliseconds\n");
        let heads = ["count", "mean", "median", "99 %", "worst", "over 4", "over 8"];
        let _ = writeln!(text, "{:38}{}", "frames", heads.map(|head| format!("{head:>9}")).concat());
        for (name, belongs) in KINDS {
            let frames: Vec<&MeasuredFrame> = self.frames.iter().filter(|frame| belongs(frame)).collect();
            if frames.is_empty() {
                continue;
            }
            let over = |limit| frames.iter().filter(|frame| frame.cost > limit).count();
            let cost = figures(frames.iter().map(|frame| milliseconds(frame.cost)).collect());
            let schedules = figures(frames.iter().map(|frame| milliseconds(frame.schedules())).collect());
            let allocations = figures(frames.iter().map(|frame| f64::from(frame.allocations)).collect());
            let _ = writeln!(text, "{name:38}{}{:>9}{:>9}", told(cost, 2), over(BUDGET), over(HITCH));
            let _ = writeln!(text, "{:38}{}", "  of which the app's schedules", told(schedules, 2));
            let _ = writeln!(text, "{:38}{}", "  allocations of the main thread", told(allocations, 0));
        }
        self.tell_slowest(&mut text);
        if let Some(drawn) = self.drawn {
            let _ = writeln!(text, "on the screen {:.2} s after the start, on the clock", drawn.as_secs_f64());
        }
        for entry in &MODES {
            let of_mode = |start: &&StartTiming| start.mode == entry.mode && start.begins == Begins::Again;
            let again: Vec<&StartTiming> = self.starts.iter().filter(of_mode).collect();
            let Some(worst) = again.iter().max_by_key(|start| start.took) else { continue };
            let (took, frames) = (milliseconds(worst.took), worst.frames);
            let _ = write!(text, "restarts of {}: {}, the slowest {took:.1} ms on the clock ", entry.name, again.len());
            let _ = writeln!(text, "from the wish to a game that runs, in {frames} frames");
        }
        text
    }

    /// Adds a line for each of the most expensive frames in which nothing begins, with the cost of each schedule.
    fn tell_slowest(&self, text: &mut String) {
        let mut frames: Vec<(usize, &MeasuredFrame)> =
            self.frames.iter().enumerate().filter(|(_, frame)| frame.begins == Begins::Nothing).collect();
        frames.sort_by_key(|(_, frame)| std::cmp::Reverse(frame.cost));
        for (number, frame) in frames.into_iter().take(SLOWEST) {
            let lock = if frame.locks { ", a piece locks" } else { "" };
            let (cost, allocations) = (milliseconds(frame.cost), frame.allocations);
            let _ = write!(text, "frame {number}: {cost:.2} ms, {allocations} allocations{lock}:");
            for (name, cost) in self.parts.iter().zip(frame.parts).filter(|(_, cost)| *cost > Duration::from_micros(50))
            {
                let _ = write!(text, " {name} {:.2}", milliseconds(cost));
            }
            let rest = frame.cost.saturating_sub(frame.schedules());
            let _ = writeln!(text, ", outside the schedules {:.2}", milliseconds(rest));
        }
    }
}

/// The count of some costs, and their mean, median, 99th percentile and worst. There must be at least one.
fn figures(mut costs: Vec<f64>) -> (usize, [f64; 4]) {
    costs.sort_unstable_by(f64::total_cmp);
    let mean = costs.iter().sum::<f64>() / costs.len() as f64;
    // The nearest rank: this share of the values is no larger than the result.
    let at = |share: f64| costs[((costs.len() as f64 * share).ceil() as usize).clamp(1, costs.len()) - 1];
    (costs.len(), [mean, at(0.5), at(0.99), at(1.0)])
}

fn told((count, figures): (usize, [f64; 4]), digits: usize) -> String {
    let figures = figures.map(|figure| format!("{figure:>9.digits$}"));
    format!("{count:>9}{}", figures.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;

    #[test]
    fn kinds_are_told_apart_and_the_slow_are_counted() {
        let frame = |cost, boards, locks, begins| MeasuredFrame {
            cost: Duration::from_millis(cost),
            allocations: cost as u32,
            boards,
            locks,
            begins,
            ..MeasuredFrame::default()
        };
        let mut frames: Vec<MeasuredFrame> = (1..=100).map(|_| frame(2, 2, false, Begins::Nothing)).collect();
        frames.extend([frame(5, 2, true, Begins::Nothing), frame(9, 2, true, Begins::Nothing)]);
        frames.push(frame(50, 2, true, Begins::Again));
        let start =
            |took, begins| StartTiming { mode: Mode::Dig, begins, took: Duration::from_millis(took), frames: 2 };
        let starts = vec![start(300, Begins::Something), start(40, Begins::Again), start(30, Begins::Again)];
        let text = FrameMeasurements { frames, drawn: None, starts, ..FrameMeasurements::default() }.report_text();
        let line = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name} in {text}"));
            line[name.len()..].split_whitespace().collect::<Vec<_>>()
        };
        assert_eq!(line("two boards"), ["102", "2.10", "2.00", "5.00", "9.00", "2", "1"]);
        assert_eq!(line("in which a piece locks"), ["2", "7.00", "5.00", "9.00", "9.00", "2", "1"]);
        assert_eq!(line("in which the same game begins again")[0], "1");
        assert!(!text.contains("menus"), "nothing is said of what was not there");
        assert!(text.contains("restarts of Dig: 2, the slowest 40.0 ms"), "the first start is no restart: {text}");
    }
}
