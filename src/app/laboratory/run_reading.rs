//! Reads something of a run on disk beside the frames.

use crate::doors::steps::StepwiseWork;
use std::io;

/// Something that is read of a run on disk beside the frames, such as a family of genomes. `of` says what is asked for.
#[derive(Debug)]
pub struct RunReading<Of, Found> {
    pub(super) of: Of,
    work: Option<StepwiseWork<Result<Found, String>>>,
    /// What was found; empty until it is read.
    pub found: Found,
    /// Why nothing is found, in one line; `None` if nothing went wrong.
    pub(super) problem: Option<String>,
}

impl<Of, Found: Default + Send + 'static> RunReading<Of, Found> {
    /// Begins to wait for the work that reads; `work` may be the error of a system that gives no thread for it.
    pub(super) fn new(of: Of, work: io::Result<StepwiseWork<Result<Found, String>>>) -> Self {
        let problem = work.as_ref().err().map(|error| format!("the generations cannot be read: {error}"));
        Self { of, work: work.ok(), found: Found::default(), problem }
    }

    /// Takes what was found once it is read.
    pub(super) fn poll(&mut self) {
        let Some(work) = self.work.take_if(|work| work.is_finished()) else { return };
        match work.wait_for_result() {
            Some(Ok(found)) => self.found = found,
            Some(Err(line)) => self.problem = Some(line),
            None => self.problem = Some("the generations could not be read".to_owned()),
        }
    }

    /// What the player is told while nothing is found: what went wrong, or that it is being read.
    pub fn status_words(&self) -> &str {
        match &self.problem {
            Some(line) => line,
            None if self.work.is_some() => "Its generations are being read",
            None => "",
        }
    }
}
