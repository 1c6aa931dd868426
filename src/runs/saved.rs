//! Reads the figures of a run from its folder.

use super::folder::HISTORY_FILE;
use super::{RunError, system_error};
use crate::doors::files;
use crate::storage::generation;
use crate::storage::opponents::generation_files_in;
use crate::train::summary::{GenerationSummary, HeldOutFigures, RunSummary};
use std::collections::HashMap;
use std::path::Path;

/// Reads the figures of the run in a folder. For generations without a file they come from the history, which has fewer
/// figures.
///
/// # Errors
/// An error if the folder cannot be read or holds no generation, or a file in it is damaged or of another run.
pub fn read_run(folder: &Path) -> Result<RunSummary, RunError> {
    files().list(folder).map_err(system_error("read folder", folder))?;
    // Generations in folders inside this one are left out, since each of these folders has a run of its own.
    let mut run: Option<RunSummary> = None;
    for path in generation_files_in(folder) {
        let generation = generation::read(&path)?;
        match &mut run {
            None => run = Some(RunSummary::new(run_name(folder), &generation)),
            Some(run) => run.add_generation(&generation).map_err(|other| RunError::OtherRun { path, other })?,
        }
    }
    let mut run = run.ok_or_else(|| RunError::Empty(folder.to_owned()))?;
    let history = folder.join(HISTORY_FILE);
    if files().is_file(&history) {
        let text = files().read_text(&history).map_err(system_error("read", &history))?;
        // Some editors on Windows set a mark of UTF-8 before the first name.
        let heading = text.lines().next().unwrap_or_default().trim_start_matches('\u{feff}');
        for (index, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
            let summary = summary(heading, line);
            run.add_generation_summary(
                summary.ok_or_else(|| RunError::Line { path: history.clone(), line: index + 1 })?,
            );
        }
    }
    Ok(run)
}

/// The figures in a line of the history, whose columns `heading` names. `None` if a figure is missing or is no number,
/// other than those of held-out games.
fn summary(heading: &str, line: &str) -> Option<GenerationSummary> {
    let cells: HashMap<&str, &str> = heading.split(',').zip(line.split(',')).collect();
    let number = |name: &str| cells.get(name)?.parse::<f64>().ok().filter(|number| number.is_finite());
    Some(GenerationSummary {
        generation: cells.get("generation")?.parse().ok()?,
        best_fitness: number("best_fitness")?,
        mean_fitness: number("mean_fitness")?,
        best_score: number("best_score")?,
        mean_score: number("mean_score")?,
        held_out: number("held_out_score")
            .zip(number("held_out_lines"))
            .map(|(best_score, best_lines)| HeldOutFigures { best_score, best_lines, mean: None }),
        ..GenerationSummary::default()
    })
}

pub(super) fn run_name(folder: &Path) -> String {
    folder.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_called_as_its_folder() {
        let names = ["runs/night", "runs/night/", ".", ".."].map(|folder| run_name(Path::new(folder)));
        assert_eq!(names, ["night", "night", ".", ".."]);
    }
}
