//! The command line: what can be asked for. One file a subcommand; each reads its flags, calls the library and prints.

#[cfg(feature = "dev")]
pub mod allocations;
pub mod chart;
pub mod conditions;
pub mod evaluate;
#[cfg(feature = "dev")]
mod frame_report;
pub mod fumen;
#[cfg(feature = "dev")]
pub mod gallery;
pub mod given;
#[cfg(feature = "game")]
pub mod history;
pub mod jobs;
#[cfg(feature = "game")]
pub mod lineup;
mod named_player;
pub mod old_names;
#[cfg(all(feature = "net", feature = "window"))]
pub mod online;
pub mod opponents;
mod output;
pub mod placements;
#[cfg(feature = "game")]
pub mod play;
#[cfg(feature = "game")]
pub mod play_mode;
pub mod printing;
pub mod recipes;
#[cfg(feature = "relay")]
pub mod relay;
#[cfg(feature = "game")]
pub mod replay;
#[cfg(feature = "game")]
mod replay_placements;
#[cfg(feature = "game")]
pub mod review;
mod sequences;
#[cfg(feature = "dev")]
pub mod soak;
pub mod tbp;
pub mod thinking;
#[cfg(feature = "game")]
pub mod trace;
pub mod train;
pub mod versus;
#[cfg(feature = "window")]
pub mod window;
#[cfg(feature = "window")]
mod window_size;

use crate::train::Recipe;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use output::{note, printable, say};
use std::ffi::OsString;
use std::fmt;
#[cfg(feature = "window")]
use std::path::PathBuf;
use std::process::ExitCode;

/// The examples in the program's help: the two commonest commands of this build.
const EXAMPLES: &str = match cfg!(feature = "game") {
    true => {
        "\
Examples:
  korobka play --mode versus --opponent iwumbwe:7
  korobka train --recipe iwumbwe"
    }
    false => {
        "\
Examples:
  korobka train --recipe iwumbwe
  korobka match champion:91 champion:25 --level placements"
    }
};

/// A versus block-stacking game in which you train your own opponent.
#[derive(Debug, Parser)]
#[command(name = "korobka", version, about)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_flag = true,
    after_help = EXAMPLES
)]
pub struct Cli {
    /// What to do; without a command the game opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Write a JSON line for every change of state to this file
    #[cfg(feature = "window")]
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Measure every frame's processor time and print it when the window closes
    #[cfg(feature = "dev")]
    #[arg(long)]
    pub frame_report: bool,
    /// Print help
    #[arg(short, long, global = true, display_order = 999, action = clap::ArgAction::HelpShort)]
    help: Option<bool>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Go straight into a game: alone, against a computer player, or watching two
    #[cfg(feature = "game")]
    Play(play::PlayFlags),
    /// Open a room, and play a match with whoever has its code
    #[cfg(all(feature = "net", feature = "window"))]
    Host(online::HostFlags),
    /// Go to somebody's room, and play a match there
    #[cfg(all(feature = "net", feature = "window"))]
    Join(online::JoinFlags),
    /// Run a relay, which programs meet over that cannot reach each other
    #[cfg(feature = "relay")]
    Relay(relay::RelayFlags),
    /// Find out who is stronger: matches of two, tournaments, ladders
    Match(Box<versus::MatchFlags>),
    /// Say what is in a replay, verify it, or list the saved ones
    #[cfg(feature = "game")]
    Replay(replay::ReplayFlags),
    /// Say what each move of a recorded game cost
    #[cfg(feature = "game")]
    Review(review::ReviewFlags),
    /// Train a learner by evolution and save its generations
    Train(Box<train::TrainFlags>),
    /// Measure what players are worth: one, or several on the same games
    Evaluate(Box<evaluate::EvaluateFlags>),
    /// List the recipes that can be trained
    Recipes(recipes::RecipesFlags),
    /// List the saved generations with their figures
    Opponents(opponents::OpponentsFlags),
    /// Draw the charts of a run, or of several over each other
    Chart(chart::ChartFlags),
    /// List every placement that a piece can reach, or count those of a queue
    Placements(placements::PlacementsFlags),
    /// Say what a fumen shows, draw it, or write a board as one
    Fumen(fumen::FumenFlags),
    /// List your finished games with their figures, or export them
    #[cfg(feature = "game")]
    History(history::HistoryFlags),
    /// Render every screen and moment to PNG files
    #[cfg(feature = "dev")]
    Gallery(gallery::GalleryFlags),
    /// Go round every screen and mode by itself, and say whether memory grows or the log warns
    #[cfg(feature = "dev")]
    Soak(soak::SoakFlags),
    /// Be a bot that speaks the Tetris Bot Protocol, for any front end
    Tbp(tbp::TbpFlags),
}

/// The commands that some builds lack, each with the features of `Cargo.toml` that bring it.
const COMMANDS_OF_FEATURES: [(&str, &str); 7] = [
    ("play", "game"),
    ("replay", "game"),
    ("review", "game"),
    ("history", "game"),
    ("host", "net,window"),
    ("join", "net,window"),
    ("relay", "relay"),
];

/// Why a command did not do its whole work: one line, and the exit code.
#[derive(Debug)]
pub struct Failure {
    line: String,
    code: u8,
}

impl Failure {
    /// A failure by bad input, or by a machine that says no, with this line for the user: exit code 2.
    pub fn new(line: impl Into<String>) -> Self {
        Self { line: line.into(), code: 2 }
    }

    /// A failure of a command that Ctrl-C has stopped, with this line for the user: exit code 130, as a shell expects.
    pub fn interrupted(line: impl Into<String>) -> Self {
        Self { line: line.into(), code: 130 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One line, whatever the cause's own form, that steers no terminal. Blanks within its lines stay: they may be
        // those of a path.
        let lines = self.line.lines().map(str::trim).filter(|line| !line.is_empty());
        f.write_str(&printable(&lines.collect::<Vec<_>>().join(" ")))
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

/// Reads the arguments, does what they ask, and says how it went: 0, or the failure's code after its
/// line on standard error.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let done = match old_names::renaming_hint(&arguments) {
        Some(line) => Err(Failure::new(line)),
        None => understood(arguments),
    };
    #[cfg(feature = "game")]
    crate::game::computer::end_all_bots();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            note(format_args!("korobka: {failure}"));
            ExitCode::from(failure.code)
        }
    }
}

/// Reads the arguments and does what they ask.
fn understood(arguments: Vec<OsString>) -> Result<(), Failure> {
    // What a flag says of a wrong number names it; a negative one would be taken for a flag that is not there.
    let grammar = Cli::command().mut_subcommands(|command| command.allow_negative_numbers(true));
    match grammar.try_get_matches_from(arguments).and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => run(cli),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => output::check_printed(error.print()),
            _ => Err(misread(&error)),
        },
    }
}

fn run(mut cli: Cli) -> Result<(), Failure> {
    let Some(command) = cli.command.take() else { return open_menu(&cli) };
    match command {
        #[cfg(feature = "game")]
        Command::Play(arguments) => play::run(&arguments),
        #[cfg(all(feature = "net", feature = "window"))]
        Command::Host(flags) => online::host_room(flags),
        #[cfg(all(feature = "net", feature = "window"))]
        Command::Join(flags) => online::join_room(flags),
        #[cfg(feature = "relay")]
        Command::Relay(flags) => relay::run(&flags),
        Command::Match(arguments) => versus::run(&arguments),
        #[cfg(feature = "game")]
        Command::Replay(arguments) => replay::run(&arguments),
        #[cfg(feature = "game")]
        Command::Review(arguments) => review::run(&arguments),
        Command::Train(arguments) => train::run(*arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Recipes(arguments) => recipes::run(&arguments),
        Command::Opponents(arguments) => opponents::run(&arguments),
        Command::Chart(arguments) => chart::run(&arguments),
        Command::Placements(arguments) => placements::run(&arguments),
        Command::Fumen(arguments) => fumen::run(&arguments),
        #[cfg(feature = "game")]
        Command::History(arguments) => history::run(&arguments),
        #[cfg(feature = "dev")]
        Command::Gallery(arguments) => gallery::run(&arguments),
        #[cfg(feature = "dev")]
        Command::Soak(arguments) => soak::run(&arguments),
        Command::Tbp(flags) => tbp::run(&flags),
    }
}

/// Opens the game at its menu.
#[cfg(feature = "window")]
fn open_menu(cli: &Cli) -> Result<(), Failure> {
    let (trace, outcome) = trace::TraceFile::create_if_asked(cli.trace.as_deref())?;
    let game = window::WindowOptions { trace, ..Default::default() };
    #[cfg(feature = "dev")]
    let opened =
        frame_report::FrameReportFlags { frame_report: cli.frame_report, ..Default::default() }.open_window(game);
    #[cfg(not(feature = "dev"))]
    let opened = window::run(game);
    opened.and_then(|_| outcome.expect_whole())
}

/// Prints the help: a build without a window has no menu to open.
#[cfg(not(feature = "window"))]
fn open_menu(_: &Cli) -> Result<(), Failure> {
    output::check_printed(Cli::command().print_help())
}

/// The failure of arguments that cannot be read: the first paragraph of the parser's explanation, which says what is
/// wrong. The usage after it is in `--help`. Of a command that another build has it says which one, and of a recipe
/// which flag takes it.
fn misread(error: &clap::Error) -> Failure {
    if let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) {
        if let Some((name, feature)) = COMMANDS_OF_FEATURES.iter().find(|(name, _)| name == unknown) {
            return Failure::new(format!("this build has no '{name}'; build with --features {feature}"));
        }
        if Recipe::named(unknown).is_ok() {
            return Failure::new(format!("'{unknown}' is a recipe; give it by 'korobka train --recipe {unknown}'"));
        }
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    Failure::new(format!("{} (see --help)", first.trim_start_matches("error:").trim()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_line_in_which_a_path_keeps_its_blanks() {
        let failure = Failure::new("cannot read my  run/a.gen:\n  no such file\r\n\n  name another\n");
        assert_eq!(failure.to_string(), "cannot read my  run/a.gen: no such file name another");
        assert_eq!(Failure::new("no folder odd\rname\u{1b}[2J").to_string(), "no folder odd name [2J");
    }

    #[test]
    fn a_command_that_this_build_lacks_is_answered_by_the_feature_that_brings_it() {
        for (name, feature) in COMMANDS_OF_FEATURES {
            let is_here = match feature {
                "game" => cfg!(feature = "game"),
                "net,window" => cfg!(all(feature = "net", feature = "window")),
                _ => cfg!(feature = "relay"),
            };
            let error = Cli::command().try_get_matches_from(["korobka", name, "--no-such-flag"]).unwrap_err();
            let (said, wanted) = (misread(&error).line, format!("--features {feature}"));
            assert_eq!(said.contains(&wanted), !is_here, "{said}");
        }
    }
}
