//! The flags that change a recipe's numbers: one table that new runs apply and resumed runs compare with.

use super::RunFlags;
use super::words::{
    BoardFlag, DrawsFlag, FitnessFlag, NextOnFlag, PieceSetFlag, PiecesFlag, SeedsFlag, StepFlag, WayFlag,
};
use crate::ai::Lookahead;
use crate::cli::Failure;
use crate::cli::reaching::PlacementsFlag;
use crate::rules::RuleSet;
use crate::train::recipe::{Evolution, Initial, RecipeError, Step};
use crate::train::{Recipe, Strategy, Versus};
use clap::Args;
use std::fmt::Debug;

/// A recipe's numbers as flags. Without a flag the recipe's own number holds.
#[derive(Debug, Args)]
#[command(next_help_heading = "The recipe's numbers (default: its own)")]
pub struct RecipeFlags {
    /// Genomes, 2-100000
    #[arg(long, value_name = "N")]
    pub population: Option<usize>,
    /// What selection goes by
    #[arg(long)]
    pub fitness: Option<FitnessFlag>,
    /// Features to leave out, by name or index
    #[arg(long, value_name = "FEATURES", value_delimiter = ',')]
    pub ablate: Vec<String>,
    /// Whether the learner looks at the next piece
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub lookahead: Option<u8>,
    /// What the next piece lands on: the board with its full rows gone, or still there
    #[arg(long, value_name = "BOARD")]
    pub next_on: Option<NextOnFlag>,
    /// Which placements the learner chooses from
    #[arg(long)]
    pub placements: Option<PlacementsFlag>,
    /// The board: columns x visible rows, 4x4 to 16x40
    #[arg(long, value_name = "WxH")]
    pub board: Option<BoardFlag>,
    /// How pieces are drawn
    #[arg(long)]
    pub pieces: Option<PiecesFlag>,
    /// The pieces
    #[arg(long)]
    pub piece_set: Option<PieceSetFlag>,
    /// End a game at this score
    #[arg(long, visible_alias = "cap", value_name = "N")]
    pub score_cap: Option<u64>,
    /// End a game after this many pieces; 0: never
    #[arg(long, value_name = "N")]
    pub piece_cap: Option<u32>,
    /// End a game at this many lines; 0: never
    #[arg(long, value_name = "N")]
    pub line_cap: Option<u32>,
    /// Games that every genome plays; the best may play more in heats
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,
    /// Which games they are
    #[arg(long)]
    pub game_seeds: Option<SeedsFlag>,
    /// Whose random numbers draw a first population that is uniform between two numbers
    #[arg(long)]
    pub first_draws: Option<DrawsFlag>,
    /// The best that go on as they are, in thousandths of the population
    #[arg(long, value_name = "N")]
    pub survivors: Option<u16>,
    /// The chance of a mutation, in thousandths
    #[arg(long, value_name = "N")]
    pub mutation_chance: Option<u16>,
    /// How far a mutation moves a weight at most
    #[arg(long, value_name = "X")]
    pub mutation_reach: Option<f64>,
    /// Which way mutations move a weight
    #[arg(long)]
    pub mutation_way: Option<WayFlag>,
    /// The first step size of CMA-ES
    #[arg(long, value_name = "X")]
    pub step: Option<f64>,
    /// The steps of a narrowing random search, a generation each: range of the samples, lines of a success, and the
    /// lowest rows in which start boards have random cells (0: none)
    #[arg(long, value_name = "RANGE:LINES:ROWS", value_delimiter = ',')]
    pub search_steps: Vec<StepFlag>,
    /// Nodes a piece of a search over placements
    #[arg(long, value_name = "N")]
    pub nodes: Option<u32>,
    /// How much of the fitness 'versus' matches are, in thousandths
    #[arg(long, value_name = "N")]
    pub match_share: Option<u16>,
    /// The most past generations that matches are against
    #[arg(long, value_name = "N")]
    pub rungs: Option<u8>,
    /// Whether a run with --from learns only the weights that the player lacks
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub only_new: Option<u8>,
    /// The rules that clears send by
    #[arg(long, value_name = "NAME")]
    pub rules: Option<RuleSet>,
    /// Held-out games for each of the best
    #[arg(long, value_name = "N")]
    pub held_out_games: Option<u32>,
    /// How many of the best play held-out games
    #[arg(long, value_name = "N")]
    pub held_out_best: Option<usize>,
}

/// One flag of the table.
struct RecipeOption {
    flag: &'static str,
    /// Puts what was asked for into the recipe.
    put: fn(&RecipeFlags, &mut Recipe) -> Result<(), RecipeError>,
    /// What the recipe has.
    has: fn(&Recipe) -> String,
}

/// Every flag that changes a recipe.
static OPTIONS: [RecipeOption; 28] = [
    RecipeOption {
        flag: "population",
        put: |f, r| set(&mut r.population, f.population),
        has: |r| r.population.to_string(),
    },
    RecipeOption { flag: "fitness", put: |f, r| set(&mut r.fitness, f.fitness), has: |r| word(r.fitness) },
    RecipeOption {
        flag: "lookahead",
        put: |f, r| set(&mut r.lookahead, f.lookahead.map(lookahead)),
        has: |r| u8::from(r.lookahead != Lookahead::None).to_string(),
    },
    RecipeOption { flag: "next-on", put: |f, r| set(&mut r.next_on, f.next_on), has: |r| word(r.next_on) },
    RecipeOption { flag: "placements", put: |f, r| set(&mut r.placements, f.placements), has: |r| word(r.placements) },
    RecipeOption { flag: "board", put: board, has: |r| format!("{}x{}", r.board.width, r.board.visible) },
    RecipeOption { flag: "pieces", put: |f, r| set(&mut r.generator, f.pieces), has: |r| word(r.generator) },
    RecipeOption { flag: "piece-set", put: |f, r| set(&mut r.pieces, f.piece_set), has: |r| word(r.pieces) },
    RecipeOption {
        flag: "score-cap",
        put: |f, r| set(&mut r.score_cap, f.score_cap),
        has: |r| r.score_cap.to_string(),
    },
    RecipeOption {
        flag: "piece-cap",
        put: |f, r| set(&mut r.piece_cap, f.piece_cap),
        has: |r| r.piece_cap.to_string(),
    },
    RecipeOption { flag: "line-cap", put: |f, r| set(&mut r.line_cap, f.line_cap), has: |r| r.line_cap.to_string() },
    RecipeOption { flag: "games", put: |f, r| set(&mut r.games.each, f.games), has: |r| r.games.each.to_string() },
    RecipeOption {
        flag: "game-seeds",
        put: |f, r| set(&mut r.games.seeds, f.game_seeds),
        has: |r| word(r.games.seeds),
    },
    RecipeOption { flag: "first-draws", put: first_draws, has: first_draws_of },
    RecipeOption {
        flag: "survivors",
        put: |f, r| evolve(r, "survivors", f.survivors, |e, n| e.survivors = n),
        has: |r| evolved(r, |e| e.survivors.to_string()),
    },
    RecipeOption {
        flag: "mutation-chance",
        put: |f, r| evolve(r, "mutation chance", f.mutation_chance, |e, n| e.mutation.chance = n),
        has: |r| evolved(r, |e| e.mutation.chance.to_string()),
    },
    RecipeOption {
        flag: "mutation-reach",
        put: |f, r| evolve(r, "mutation reach", f.mutation_reach, |e, x| e.mutation.reach = x),
        has: |r| evolved(r, |e| e.mutation.reach.to_string()),
    },
    RecipeOption {
        flag: "mutation-way",
        put: |f, r| evolve(r, "mutation way", f.mutation_way, |e, way| e.mutation.way = way.into()),
        has: |r| evolved(r, |e| word(e.mutation.way)),
    },
    RecipeOption {
        flag: "step",
        put: step,
        has: |r| if let Strategy::CmaEs(search) = &r.strategy { search.step.to_string() } else { String::new() },
    },
    RecipeOption { flag: "search-steps", put: search_steps, has: search_steps_of },
    RecipeOption {
        flag: "held-out-games",
        put: |f, r| set(&mut r.held_out_games, f.held_out_games),
        has: |r| r.held_out_games.to_string(),
    },
    RecipeOption {
        flag: "held-out-best",
        put: |f, r| set(&mut r.held_out_best, f.held_out_best),
        has: |r| r.held_out_best.to_string(),
    },
    RecipeOption {
        flag: "nodes",
        put: nodes,
        has: |r| r.placing.map_or(String::new(), |placing| placing.nodes.to_string()),
    },
    RecipeOption {
        flag: "match-share",
        put: |f, r| matched(r, "matches", f.match_share, |versus, n| versus.share = n),
        has: |r| r.versus.map_or(String::new(), |versus| versus.share.to_string()),
    },
    RecipeOption {
        flag: "rungs",
        put: |f, r| matched(r, "rungs", f.rungs, |versus, n| versus.rungs = n),
        has: |r| r.versus.map_or(String::new(), |versus| versus.rungs.to_string()),
    },
    RecipeOption {
        flag: "only-new",
        put: |f, r| set(&mut r.only_new, f.only_new.map(|asked| asked == 1)),
        has: |r| u8::from(r.only_new).to_string(),
    },
    RecipeOption { flag: "rules", put: |f, r| set(&mut r.rule_set, f.rules), has: |r| r.rule_set.name().to_owned() },
    RecipeOption { flag: "ablate", put: ablate, has: |r| r.ablated.join(",") },
];

/// A flag that asks for something else than a run was begun with.
pub(super) struct Difference {
    pub(super) flag: &'static str,
    pub(super) asked: String,
    pub(super) saved: String,
}

/// The recipe with what the flags ask for.
pub(super) fn applied(mut recipe: Recipe, flags: &RunFlags) -> Result<Recipe, Failure> {
    for option in &OPTIONS {
        (option.put)(&flags.options, &mut recipe)?;
    }
    Ok(recipe.checked()?)
}

/// The first flag that asks for something else than `saved` has.
pub(super) fn difference(saved: &Recipe, flags: &RunFlags) -> Result<Option<Difference>, Failure> {
    for option in &OPTIONS {
        let mut asked = saved.clone();
        (option.put)(&flags.options, &mut asked)?;
        let (asked, saved) = ((option.has)(&asked), (option.has)(saved));
        if asked != saved {
            return Ok(Some(Difference { flag: option.flag, asked, saved }));
        }
    }
    Ok(None)
}

fn set<T, F: Into<T>>(place: &mut T, asked: Option<F>) -> Result<(), RecipeError> {
    if let Some(asked) = asked {
        *place = asked.into();
    }
    Ok(())
}

/// A value as its flag has it: `BagOfNine` is `bag-of-nine`.
fn word(value: impl Debug) -> String {
    let mut word = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

fn lookahead(depth: u8) -> Lookahead {
    if depth == 0 { Lookahead::None } else { Lookahead::NextPiece }
}

fn board(flags: &RecipeFlags, recipe: &mut Recipe) -> Result<(), RecipeError> {
    if let Some(BoardFlag { width, visible }) = flags.board {
        (recipe.board.width, recipe.board.visible) = (width, visible);
    }
    Ok(())
}

fn ablate(flags: &RecipeFlags, recipe: &mut Recipe) -> Result<(), RecipeError> {
    if !flags.ablate.is_empty() {
        recipe.ablated = Recipe { ablated: Vec::new(), ..recipe.clone() }.ablate(&flags.ablate)?.ablated;
    }
    Ok(())
}

/// Puts a number of the genetic algorithm into the recipe, if it has one.
fn evolve<T>(
    recipe: &mut Recipe,
    what: &'static str,
    asked: Option<T>,
    put: fn(&mut Evolution, T),
) -> Result<(), RecipeError> {
    match (asked, &mut recipe.strategy) {
        (None, _) => Ok(()),
        (Some(asked), Strategy::Evolution(evolution)) => {
            put(evolution, asked);
            Ok(())
        }
        (Some(_), other) => Err(no_such(what, &recipe.name, other)),
    }
}

fn evolved(recipe: &Recipe, has: fn(&Evolution) -> String) -> String {
    if let Strategy::Evolution(evolution) = &recipe.strategy { has(evolution) } else { String::new() }
}

fn first_draws(flags: &RecipeFlags, recipe: &mut Recipe) -> Result<(), RecipeError> {
    match (flags.first_draws, &mut recipe.strategy) {
        (None, _) => Ok(()),
        (Some(draws), Strategy::Evolution(Evolution { initial, .. }))
            if let Initial::Uniform(low, high) | Initial::Python(low, high) = *initial =>
        {
            *initial = match draws {
                DrawsFlag::Korobka => Initial::Uniform(low, high),
                DrawsFlag::Python => Initial::Python(low, high),
            };
            Ok(())
        }
        (Some(_), other) => Err(no_such("uniform first population", &recipe.name, other)),
    }
}

fn first_draws_of(recipe: &Recipe) -> String {
    evolved(recipe, |evolution| {
        if matches!(evolution.initial, Initial::Python(..)) { "python" } else { "korobka" }.into()
    })
}

fn step(flags: &RecipeFlags, recipe: &mut Recipe) -> Result<(), RecipeError> {
    match (flags.step, &mut recipe.strategy) {
        (None, _) => Ok(()),
        (Some(step), Strategy::CmaEs(search)) => {
            search.step = step;
            Ok(())
        }
        (Some(_), other) => Err(no_such("step size", &recipe.name, other)),
    }
}

fn nodes(flags: &RecipeFlags, recipe: &mut Recipe) -> Result<(), RecipeError> {
    match (flags.nodes, &mut recipe.placing) {
        (None, _) => Ok(()),
        (Some(nodes), Some(placing)) => {
            placing.nodes = nodes;
            Ok(())
        }
        (Some(_), None) => Err(no_such("nodes", &recipe.name, &recipe.strategy)),
    }
}

/// Puts a number of the matches into the recipe, if it plays any.
fn matched<T>(
    recipe: &mut Recipe,
    what: &'static str,
    asked: Option<T>,
    put: fn(&mut Versus, T),
) -> Result<(), RecipeError> {
    match (asked, &mut recipe.versus) {
        (None, _) => Ok(()),
        (Some(asked), Some(versus)) => {
            put(versus, asked);
            Ok(())
        }
        (Some(_), None) => Err(no_such(what, &recipe.name, &recipe.strategy)),
    }
}

/// Takes the steps, and as many generations as there are steps.
fn search_steps(flags: &RecipeFlags, recipe: &mut Recipe) -> Result<(), RecipeError> {
    match &mut recipe.strategy {
        _ if flags.search_steps.is_empty() => Ok(()),
        Strategy::RandomSearch(search) => {
            search.steps = flags.search_steps.iter().map(|step| step.0).collect();
            recipe.generations = flags.search_steps.len() as u32 - 1;
            Ok(())
        }
        other => Err(no_such("search steps", &recipe.name, other)),
    }
}

fn search_steps_of(recipe: &Recipe) -> String {
    let Strategy::RandomSearch(search) = &recipe.strategy else { return String::new() };
    let step = |step: &Step| format!("{}:{}:{}", step.range, step.lines, step.puzzle_rows);
    search.steps.iter().map(step).collect::<Vec<_>>().join(",")
}

fn no_such(what: &'static str, recipe: &str, strategy: &Strategy) -> RecipeError {
    RecipeError::NoSuch { what, recipe: recipe.to_owned(), strategy: strategy.name() }
}
