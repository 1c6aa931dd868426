//! Every frame as a row of a table: games from the same seed have the same frames, so that several runs can be laid
//! over each other, and what a frame costs can be separated from what the machine did meanwhile.

use super::{Begins, FrameMeasurements};
use std::fmt::Write;

impl FrameMeasurements {
    /// The table as CSV, with a row for each frame: its processor time on the main thread in milliseconds, and that of
    /// each schedule in a column of its own.
    pub(super) fn table(&self) -> String {
        let mut text = String::from("frame,milliseconds,schedules,allocations,locks,begins,boards");
        for part in &self.parts {
            let _ = write!(text, ",{part}");
        }
        text.push('\n');
        for (number, frame) in self.frames.iter().enumerate() {
            let (cost, schedules) = (super::milliseconds(frame.cost), super::milliseconds(frame.schedules()));
            let (locks, begins) = (u8::from(frame.locks), u8::from(frame.begins != Begins::Nothing));
            let (allocations, boards) = (frame.allocations, frame.boards);
            let _ = write!(text, "{number},{cost:.4},{schedules:.4},{allocations},{locks},{begins},{boards}");
            for (_, cost) in self.parts.iter().zip(frame.parts) {
                let _ = write!(text, ",{:.4}", super::milliseconds(cost));
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::MeasuredFrame;
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_frame_is_a_row() {
        let (cost, usual) = (Duration::from_micros(2500), MeasuredFrame::default());
        let mut frame = MeasuredFrame { cost, allocations: 7, locks: true, boards: 2, ..usual };
        frame.parts[1] = Duration::from_micros(1250);
        let parts = vec!["First".to_owned(), "Update".to_owned()];
        let table = FrameMeasurements { frames: vec![usual, frame], parts, ..FrameMeasurements::default() }.table();
        let rows: Vec<&str> = table.lines().collect();
        assert_eq!(rows[0], "frame,milliseconds,schedules,allocations,locks,begins,boards,First,Update");
        assert_eq!(rows[2], "1,2.5000,1.2500,7,1,0,2,0.0000,1.2500");
    }
}
