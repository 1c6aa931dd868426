//! The trace: a JSON line for every change of state, for tests and for those who want to see what happened.
//!
//! Lines are `{"happened": ..}`, `{"phase": ..}` and, with a window, `{"screen": ..}`, `{"page": ..}`, `{"music": ..}`
//! and `{"room": ..}`. A disk that fails ends the trace with one warning, never the game.

use super::{Failure, note};
use crate::doors::files;
use crate::doors::files::reason;
use crate::game::{PhaseChanged, TickOutcomeMessage};
use bevy::prelude::*;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The file that a trace goes to.
#[derive(Resource)]
pub struct TraceFile {
    /// The writer of the lines; `None` once a line could not be written.
    file: Option<BufWriter<Box<dyn Write + Send + Sync>>>,
    status: TraceWriteStatus,
}

/// What has become of a trace, for the command that began it: the file itself goes with the app.
#[derive(Clone, Debug, Default)]
pub struct TraceWriteStatus(
    /// Whether a line of the trace is missing.
    Arc<AtomicBool>,
);

impl TraceWriteStatus {
    /// Makes sure that every line could be written, if there was a trace.
    ///
    /// # Errors
    /// When a line is missing.
    pub fn expect_whole(&self) -> Result<(), Failure> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(Failure::new("the trace is not whole; begin it again")),
            false => Ok(()),
        }
    }
}

impl TraceFile {
    /// Starts a trace in a new file, if it can be created.
    fn create(path: &Path) -> Result<Self, Failure> {
        let file = files().create(path).map_err(|error| {
            let reason = reason(&error);
            Failure::new(format!("--trace {}: {reason}; give a file that can be written", path.display()))
        })?;
        Ok(Self { file: Some(BufWriter::new(file)), status: TraceWriteStatus::default() })
    }

    /// Starts a trace in the file at `path`, if a flag gave one. The second value tells, once the trace has ended,
    /// whether all of its lines were written.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create_if_asked(path: Option<&Path>) -> Result<(Option<Self>, TraceWriteStatus), Failure> {
        let trace = path.map(Self::create).transpose()?;
        let status = trace.as_ref().map(|trace| trace.status.clone()).unwrap_or_default();
        Ok((trace, status))
    }

    /// Writes one line: an object with `value` under the name `what`.
    pub fn write_line(&mut self, what: &str, value: impl Serialize) {
        let line = serde_json::json!({ what: serde_json::to_value(value).unwrap_or_default() });
        self.try_to(|file| writeln!(file, "{line}"));
    }

    /// Hands the lines so far to the disk, so that a reader of the file sees them.
    pub fn flush(&mut self) {
        self.try_to(Write::flush);
    }

    /// Does something with the file, unless the trace has ended. A failure ends it.
    fn try_to(&mut self, act: impl FnOnce(&mut BufWriter<Box<dyn Write + Send + Sync>>) -> std::io::Result<()>) {
        if let Some(file) = &mut self.file
            && let Err(error) = act(file)
        {
            note(format_args!("korobka: the trace ends here: {}", reason(&error)));
            self.file = None;
            self.status.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Adds the system that writes to the trace what happens in the game, and its changes of phase.
pub fn plugin(app: &mut App) {
    app.add_systems(Last, write);
}

fn write(
    mut trace: ResMut<TraceFile>,
    mut facts: MessageReader<TickOutcomeMessage>,
    mut phases: MessageReader<PhaseChanged>,
) {
    if facts.is_empty() && phases.is_empty() {
        return;
    }
    for phase in phases.read() {
        trace.write_line("phase", phase);
    }
    for fact in facts.read() {
        trace.write_line("happened", fact);
    }
    trace.flush();
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn whoever_began_a_trace_learns_that_a_line_is_missing() {
        let (trace, status) = TraceFile::create_if_asked(Some(Path::new("/dev/full"))).unwrap();
        let mut trace = trace.unwrap();
        assert!(status.expect_whole().is_ok(), "nothing was to be written yet");
        trace.write_line("phase", "countdown");
        trace.flush();
        drop(trace);
        assert!(status.expect_whole().unwrap_err().to_string().contains("not whole"));
        let (none, status) = TraceFile::create_if_asked(None).unwrap();
        assert!(none.is_none() && status.expect_whole().is_ok());
    }
}
