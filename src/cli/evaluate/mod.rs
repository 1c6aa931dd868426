//! `korobka evaluate`: what computer players are worth. One player is measured with everything that is counted of its
//! games, several on the same games in one table, and with `--lines-sent` one by what it sends.

mod lines_sent;
mod measured;
mod one;
mod several;

use super::Failure;
use super::conditions::GameConditionFlags;
use super::given::GivenFlags;
use super::printing::PrintingFlags;
use super::sequences::parse_board_size;
use crate::measure::GameCap;
use crate::movegen::PlacementChoice;
use crate::rules::{BoardSize, GeneratorKind, PieceSet};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lines_sent::GarbageFlags;
use serde::de::DeserializeOwned;

/// The flags that say what a player's own games are like, and mean nothing with `--lines-sent`.
const OF_ITS_OWN_GAMES: [&str; 10] =
    ["recipe", "weights", "pieces", "board", "piece-set", "lookahead", "placements", "line-cap", "score-cap", "csv"];
/// The flags that mean something with `--lines-sent` alone.
const OF_LINES_SENT: [&str; 7] = ["nodes", "think-ms", "memory", "rules", "mpi", "garbage", "untold"];

/// The flags of `evaluate`: which players it measures, by what, and in which games.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka evaluate lin:published cmaes:60 iwumbwe:12 --games 200 --line-cap 5000
  korobka evaluate champion:91 --lines-sent --garbage 4/8 --nodes 3000

SPEC is recipe:generation (its best genome, such as iwumbwe:7), recipe:generation#rank,
recipe:published, literature:controller, a file or tbp:command; 'korobka opponents' lists them.
--games is 100, with --lines-sent 8 of 300 pieces; what a player's own games are like is its own.
What is printed, also as JSON and CSV: docs/lab/output.md.")]
pub struct EvaluateFlags {
    #[command(flatten)]
    given: GivenFlags,
    /// The player; several play the same games and are compared with the first
    #[arg(value_name = "SPEC", required_unless_present = "recipe", conflicts_with_all = ["recipe", "weights"])]
    specs: Vec<String>,
    /// A player of this recipe instead, with --weights or published ones
    #[arg(long, value_name = "R")]
    recipe: Option<String>,
    /// All weights of the recipe, in the order of its features
    #[arg(long, value_name = "W,..", requires = "recipe", value_delimiter = ',', allow_hyphen_values = true)]
    weights: Option<Vec<f64>>,
    /// Measure the lines that the player sends a piece, alone
    #[arg(long)]
    lines_sent: bool,
    #[command(flatten)]
    conditions: GameConditionFlags,
    #[command(flatten)]
    caps: CapFlags,
    #[command(flatten)]
    own: OwnGameFlags,
    #[command(flatten)]
    garbage: GarbageFlags,
    #[command(flatten)]
    printing: PrintingFlags,
}

/// Flags that change a player's own games.
#[derive(Clone, Copy, Debug, Args)]
struct OwnGameFlags {
    /// How pieces are drawn: bag, uniform or bag-of-nine [default: its own]
    #[arg(long, value_name = "HOW", hide_possible_values = true, conflicts_with = "dealer")]
    #[arg(value_parser = one_of::<GeneratorKind, 3>(["bag", "uniform", "bag-of-nine"]))]
    pieces: Option<GeneratorKind>,
    /// The board, columns x visible rows, such as 10x20 [default: its own]
    #[arg(long, value_name = "WxH", value_parser = parse_board_size)]
    board: Option<BoardSize>,
    /// The pieces: tetromino or pentomino [default: its own]
    #[arg(long, value_name = "SET", hide_possible_values = true)]
    #[arg(value_parser = one_of::<PieceSet, 2>(["tetromino", "pentomino"]))]
    piece_set: Option<PieceSet>,
    /// Next pieces to look at, 0 or 1 [default: its own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    lookahead: Option<u8>,
    /// To choose from: straight drops, or all reachable [default: its own]
    #[arg(long, value_enum, value_name = "SET", hide_possible_values = true)]
    placements: Option<PlacementChoice>,
}

/// The parser of a flag that takes one of these choices, each by the name that it has in files.
fn one_of<T: DeserializeOwned + Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(|name| serde_json::from_value::<T>(name.into()))
}

/// The flags for the caps that end a game, named as those of `train`. Where none is given, the player's own caps hold;
/// where some are, these alone hold.
#[derive(Clone, Copy, Debug, Args)]
struct CapFlags {
    /// Lines that end a game, 0: none [default: its own cap, else 100000]
    #[arg(long, value_name = "N")]
    line_cap: Option<u32>,
    /// Pieces that end a game
    #[arg(long, value_name = "N")]
    piece_cap: Option<u32>,
    /// Points that end a game
    #[arg(long, value_name = "N")]
    score_cap: Option<u32>,
}

impl CapFlags {
    /// What ends a game by these flags; `None` where they leave that to the player.
    fn cap(self) -> Option<GameCap> {
        let asked = [self.line_cap, self.piece_cap, self.score_cap];
        let [lines, pieces, score] = asked.map(|cap| cap.filter(|number| *number > 0));
        asked.iter().any(Option::is_some).then_some(GameCap { lines, pieces, score: score.map(u64::from) })
    }
}

/// Measures the players and prints the figures.
///
/// # Errors
/// When a SPEC names no player that can be measured so, the weights do not fit the recipe, a flag means nothing beside
/// the others, the flags make rules that are not allowed, or the figures cannot be printed.
pub fn run(arguments: &EvaluateFlags) -> Result<(), Failure> {
    let given = &arguments.given;
    if arguments.lines_sent {
        given.refuse(&OF_ITS_OWN_GAMES, "does not go with --lines-sent; leave one of them out")?;
        return match arguments.specs.as_slice() {
            [spec] => lines_sent::run(spec, arguments),
            _ => Err(Failure::new("--lines-sent measures one player at a time; give one SPEC")),
        };
    }
    given.refuse(&["threads"], "is of one decision, with --lines-sent; games side by side are --jobs")?;
    given.refuse(&OF_LINES_SENT, "goes only with --lines-sent; add that or leave it out")?;
    match arguments.specs.as_slice() {
        [] => one::run(one::player_of_recipe(arguments)?, arguments),
        [spec] => one::run(one::player_named(spec)?, arguments),
        specs => several::run(specs, arguments),
    }
}
