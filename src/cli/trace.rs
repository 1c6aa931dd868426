//! The trace: a JSON line for every change of state, for tests and for those who want to see what happened.
//!
//! Lines are `{"happened": ..}`, `{"phase": ..}` and, with a window, `{"screen": ..}`, `{"page": ..}`, `{"music": ..}`
//! and `{"room": ..}`. A disk that fails ends the trace with one warning, never the game.

use super::{Failure, note};
use crate::doors::files;
use crate::doors::files::reason;
use crate::game::{PhaseChanged, TickHappenings};
use bevy::prelude::*;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The file that a trace goes to.
#[derive(Resource)]
pub struct TraceFile(Option<BufWriter<Box<dyn Write + Send + Sync>>>);

impl TraceFile {
    /// Starts a trace in a new file.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let file = files().create(path).map_err(|error| {
            let reason = reason(&error);
            Failure::new(format!("--trace {}: {reason}; give a file that can be written", path.display()))
        })?;
        Ok(Self(Some(BufWriter::new(file))))
    }

    /// Writes one line: an object with `value` under the name `what`.
    pub fn line(&mut self, what: &str, value: impl Serialize) {
        let line = serde_json::json!({ what: serde_json::to_value(value).unwrap_or_default() });
        self.try_to(|file| writeln!(file, "{line}"));
    }

    /// Hands the lines so far to the disk, so that a reader of the file sees them.
    pub fn flush(&mut self) {
        self.try_to(Write::flush);
    }

    /// Whether every line so far could be written.
    pub fn is_whole(&self) -> bool {
        self.0.is_some()
    }

    /// Does something with the file, unless the trace has ended. A failure ends it.
    fn try_to(&mut self, act: impl FnOnce(&mut BufWriter<Box<dyn Write + Send + Sync>>) -> std::io::Result<()>) {
        if let Some(file) = &mut self.0
            && let Err(error) = act(file)
        {
            note(format_args!("korobka: the trace ends here: {}", reason(&error)));
            self.0 = None;
        }
    }
}

/// Adds the system that writes the game's reports.
pub fn plugin(app: &mut App) {
    app.add_systems(Last, write);
}

fn write(
    mut trace: ResMut<TraceFile>,
    mut facts: MessageReader<TickHappenings>,
    mut phases: MessageReader<PhaseChanged>,
) {
    if facts.is_empty() && phases.is_empty() {
        return;
    }
    for phase in phases.read() {
        trace.line("phase", phase);
    }
    for fact in facts.read() {
        trace.line("happened", fact);
    }
    trace.flush();
}
