//! `korobka chart`: the charts of a run's folder, or several runs laid over each other.

use super::Failure;
use super::output::{json_line, note, path_text, printable, say};
use crate::chart::{self, ChartFormat, ChartPicture, EloPoint};
use crate::doors::files;
use crate::runs::{self, CHARTS_FOLDER};
use crate::storage::elo::{self, GenerationElo};
use crate::storage::{Catalog, FileError, Spec};
use crate::train::summary::RunSummary;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Flags of `chart`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka chart runs/iwumbwe
  korobka chart runs/whole runs/without-pits --out compared --format svg

One folder: average and every fitness, average and every score, held-out score, and the best
genome's weights; with --elo also Elo by generation with its 95 % intervals. Several: held-out score
and lines side by side, and, where runs of one recipe differ in what is left out, ablations as bars.")]
pub struct ChartFlags {
    /// Folders of runs, as 'train' writes them, or exported ones
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Folder for the charts [default: 'charts', in the folder of one run]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Draw Elo as well, from what 'match --level placements SPEC.. --json' printed of the run
    #[arg(long, value_name = "FILE")]
    pub elo: Option<PathBuf>,
    /// Kind of files: svg, png or both
    #[arg(long, hide_possible_values = true, default_value = "both")]
    pub format: FormatFlag,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// The choices of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatFlag {
    /// Vectors
    Svg,
    /// Pixels, 1600 x 1000
    Png,
    /// Both
    Both,
}

/// Draws the charts that the flags ask for.
///
/// # Errors
/// When a folder has no run, the file of `--elo` does not fit the run, or charts cannot be drawn or written.
pub fn run(flags: &ChartFlags) -> Result<(), Failure> {
    let runs = flags.folders.iter().map(|folder| runs::read_run(folder)).collect::<Result<Vec<_>, _>>()?;
    let (mut pictures, beside) = match runs.as_slice() {
        [run] => (chart::charts_of(run), flags.folders[0].join(CHARTS_FOLDER)),
        several => (chart::overlay_charts(several), PathBuf::from(CHARTS_FOLDER)),
    };
    if let Some(file) = &flags.elo {
        let [run] = runs.as_slice() else {
            return Err(Failure::new("--elo is of one run; give one folder"));
        };
        pictures.push(elo_of(run, file)?);
    }
    let out = flags.out.clone().unwrap_or(beside);
    let formats: &[ChartFormat] = match flags.format {
        FormatFlag::Svg => &[ChartFormat::Svg],
        FormatFlag::Png => &[ChartFormat::Png],
        FormatFlag::Both => ChartFormat::ALL,
    };
    let written = runs::write_charts(&out, &pictures, formats)?;
    if flags.json {
        let files: Vec<String> = written.iter().map(|file| path_text(file)).collect();
        return say(&json_line(&json!({ "out": path_text(&out), "files": files })));
    }
    say(&format!("{} files in {}\n", written.len(), printable(&path_text(&out))))
}

/// The chart of the Elo of a run's generations, read from the file that a tournament has written as JSON.
fn elo_of(run: &RunSummary, file: &Path) -> Result<ChartPicture, Failure> {
    let text = files().read_text(file).map_err(<FileError>::system("read", file))?;
    let (found, warnings) = elo::parse(&text, file);
    if let Some(warning) = warnings.first() {
        return Err(Failure::new(format!("{warning}; give what 'match --level placements SPEC.. --json --out' wrote")));
    }
    // Another run of the recipe has generations of the same numbers: what they hold tells the runs apart.
    let catalog = Catalog::load();
    let is_same_run = |rated: &GenerationElo| {
        let saved = rated.player.parse::<Spec>().and_then(|spec| catalog.saved_generation(&spec));
        saved.is_ok_and(|saved| saved.recipe == run.recipe && saved.seed == run.seed)
    };
    let has = |number: u32| run.generations.iter().any(|generation| generation.generation == number);
    let of_run = |rated: &GenerationElo| {
        let is_alike = rated.recipe == run.recipe.name && rated.rules == run.recipe.rule_set;
        is_alike && has(rated.generation) && is_same_run(rated)
    };
    let found: Vec<GenerationElo> = found.into_iter().filter(of_run).collect();
    // Tournaments of other terms may have been put together on one scale.
    let mut terms: Vec<&str> = found.iter().map(|rated| rated.terms.as_str()).collect();
    terms.sort_unstable();
    terms.dedup();
    let point = |&GenerationElo { generation, rating, error, matches, .. }: &GenerationElo| EloPoint {
        generation,
        rating,
        error,
        matches,
    };
    let points: Vec<EloPoint> = found.iter().map(point).collect();
    chart::elo_chart(&run.recipe.name, &terms.join(" or "), &points).ok_or_else(|| {
        let (recipe, rules) = (&run.recipe.name, run.recipe.rule_set.name());
        Failure::new(format!(
            "{} has no players that are generations of this run of recipe {recipe} under the rules {rules}; \
             paths in it are read from the working folder",
            file.display()
        ))
    })
}

/// Draws the charts of a run that has just ended. The run is saved by now, so that a failure here is
/// reported and no more.
pub(super) fn draw_charts_after_training(folder: &Path) {
    let written = runs::read_run(folder).map_err(Failure::from).and_then(|run| {
        Ok(runs::write_charts(&folder.join(CHARTS_FOLDER), &chart::charts_of(&run), ChartFormat::ALL)?)
    });
    if let Err(failure) = written {
        note(format_args!("korobka: no charts: {failure}"));
    }
}
