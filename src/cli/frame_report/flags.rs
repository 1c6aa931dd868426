//! The flags of the frame report, and a window that is opened with it.

use super::SharedMeasurements;
use crate::cli::output::expect_place_for;
use crate::cli::window::{self, ExtraPlugin, WindowOptions};
use crate::cli::{Failure, say};
use crate::doors::files;
use crate::game::headless::MatchReport;
use bevy::time::TimeUpdateStrategy;
use clap::Args;
use std::path::PathBuf;
use std::sync::PoisonError;

/// The flags for the frame report: whether frames are measured, how many ticks each has, and where they are listed.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct FrameReportFlags {
    /// Measure every frame's processor time and print it when the window closes
    #[arg(long, conflicts_with = "headless")]
    pub(in crate::cli) frame_report: bool,
    /// Play this many ticks in every frame, however long it takes: 16 as on a screen of 60 frames a second
    #[arg(long, value_name = "TICKS", conflicts_with = "headless", requires = "frame_report")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(in crate::cli) frame_ticks: Option<u32>,
    /// Write what each frame cost to this file, a row a frame, as CSV
    #[arg(long, value_name = "FILE", conflicts_with = "headless", requires = "frame_report")]
    pub(in crate::cli) frame_log: Option<PathBuf>,
    /// Train in the background meanwhile, into the folder of your generations
    #[arg(long, conflicts_with = "headless", requires = "frame_report")]
    pub(in crate::cli) train_beside: bool,
}

impl FrameReportFlags {
    /// Opens the window, and prints the report when it has closed, if one was asked for.
    ///
    /// # Errors
    /// An error of the window, or an error if the report or the table of frames cannot be written. Where that table has
    /// no place, no window is opened.
    pub(in crate::cli) fn open_window(&self, mut game: WindowOptions) -> Result<Option<MatchReport>, Failure> {
        if !self.frame_report {
            return window::run(game);
        }
        self.frame_log.iter().try_for_each(|path| expect_place_for(path, "--frame-log"))?;
        game.is_measured = true;
        if let Some(ticks) = self.frame_ticks {
            game.extras.push(ExtraPlugin(Box::new(move |app, _| {
                app.insert_resource(TimeUpdateStrategy::FixedTimesteps(ticks));
            })));
        }
        if self.train_beside {
            game.extras.push(ExtraPlugin(Box::new(|app, _| super::train_beside(app))));
        }
        let account = SharedMeasurements::default();
        let watched = account.clone();
        game.extras.push(ExtraPlugin(Box::new(move |app, opened| super::plugin(app, &watched, opened))));
        let end = window::run(game)?;
        let measured = account.0.lock().unwrap_or_else(PoisonError::into_inner);
        say(&measured.report_text())?;
        if let Some(path) = &self.frame_log {
            files()
                .write_whole(path, measured.table().as_bytes())
                .map_err(|error| Failure::new(format!("cannot write the frames to {}: {error}", path.display())))?;
        }
        Ok(end)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_frames_without_a_place_is_refused_before_a_window_opens() {
        let home = tempfile::tempdir().unwrap();
        let frame_log = Some(home.path().join("missing/frames.csv"));
        let flags = FrameReportFlags { frame_report: true, frame_log, ..FrameReportFlags::default() };
        let said = flags.open_window(WindowOptions::default()).err().unwrap().to_string();
        assert!(said.starts_with("--frame-log ") && said.contains("there is no folder"), "{said}");
    }
}
