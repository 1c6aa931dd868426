//! One training game: a brain plays alone until it tops out or reaches a cap.

use super::recipe::{ChampionTrainingSettings, Fitness, TrainingMatchSettings};
use crate::ai::{Brain, Playfield};
use crate::rules::random::Purpose;
use crate::rules::{Board, FallingPiece, Matrix, Random, Rules, ScoreCard};
use serde::{Deserialize, Serialize};

/// How many times a random cell of a puzzle board is filled; the same cell may be drawn
/// again. Source: `docs/lab/recipes.md`, R4.
const PUZZLE_CELLS: usize = 20;

/// The result of a game; of several games, the means, rounded down, and the mean fitness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The points scored; in games of the champion, the lines sent.
    pub score: u64,
    /// How many lines were cleared.
    pub lines: u32,
    /// How many pieces were placed.
    pub pieces: u32,
    /// How many clears were of four lines.
    pub tetrises: u32,
    /// Whether a cap ended the game; of several games, whether a cap ended all of them.
    pub capped: bool,
    /// The fitness, by which selection goes: the greater, the better. [`Fitness`] says what it counts.
    pub fitness: f64,
}

/// The settings of a training game: its rules, its start, what ends it and how its fitness is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingGameSettings {
    /// The rules of the game.
    pub rules: Rules,
    /// How the fitness of a game is counted.
    pub fitness: Fitness,
    /// A game ends once it has this score.
    pub score_cap: u64,
    /// A game ends after this many pieces; 0: never.
    pub piece_cap: u32,
    /// A game ends once it has this many lines; 0: never.
    pub line_cap: u32,
    /// How much is taken from the fitness of a game that no cap ended.
    pub penalty: u32,
    /// In how many of the lowest rows random cells are filled at the start; 0: the board starts empty.
    pub puzzle_rows: u8,
    /// The settings of the champion's search; `None` if a brain plays.
    pub placing: Option<ChampionTrainingSettings>,
    /// The settings of the matches; `None` if there are none.
    pub versus: Option<TrainingMatchSettings>,
}

/// A function that is asked after every piece, or within a search, whether to break the game off. A game that is broken
/// off has no result.
pub type StopCheck<'a> = &'a dyn Fn() -> bool;

/// Plays the game of `seed` with a brain; `None` if `stop` broke it off.
pub fn play_training_game(
    brain: &Brain,
    settings: &TrainingGameSettings,
    seed: u64,
    stop: StopCheck,
) -> Option<GameResult> {
    let mut game = TrainingGame::new(settings, seed);
    while !game.is_over() {
        if stop() {
            return None;
        }
        game.place_next_piece(brain);
    }
    Some(game.result())
}

/// A training game of a brain, played piece by piece.
#[derive(Clone, Debug)]
pub struct TrainingGame {
    settings: TrainingGameSettings,
    field: Playfield,
    /// The fitness so far as [`Fitness::Summed`] counts it. It is an integer, which a hundred million moves of 2^32
    /// points do not overflow.
    summed: u128,
    /// Whether the brain had no placement left.
    is_stuck: bool,
}

impl TrainingGame {
    /// A training game on `seed`, before its first piece.
    pub fn new(settings: &TrainingGameSettings, seed: u64) -> Self {
        let mut field = Playfield::new(&settings.rules, seed);
        if settings.puzzle_rows > 0 {
            field.matrix = Matrix::from_board(&random_start_board(&settings.rules, settings.puzzle_rows, seed));
        }
        Self { settings: *settings, field, summed: 0, is_stuck: false }
    }

    /// The state of the game: the board, the pieces to come and the score.
    pub const fn playfield(&self) -> &Playfield {
        &self.field
    }

    /// Whether the game was lost, or a cap has ended it.
    pub fn is_over(&self) -> bool {
        self.is_stuck || self.field.top_out.is_some() || self.settings.reached(&self.field)
    }

    /// Places the next piece as the brain chooses, and returns where it went. `None` if there is no placement, which
    /// ends the game.
    pub fn place_next_piece(&mut self, brain: &Brain) -> Option<FallingPiece> {
        let field = &mut self.field;
        let choice = field.call_with_view(|view| brain.choose(view));
        let placed = choice.and_then(|choice| field.place(choice.piece, choice.possible_last_move(), choice.hold, 0));
        if placed.is_none() {
            self.is_stuck = true;
            return None;
        }
        self.summed += u128::from(worth(&self.field)) + 10;
        choice.map(|choice| choice.piece)
    }

    /// The result of the game so far.
    pub fn result(&self) -> GameResult {
        let Self { settings, field, .. } = self;
        let capped = field.top_out.is_none() && settings.reached(field);
        let lines = f64::from(field.score.lines);
        let fitness = match settings.fitness {
            Fitness::Default => worth(field) as f64,
            Fitness::Summed => self.summed as f64,
            Fitness::Score => field.score.score as f64,
            Fitness::Lines => lines,
            Fitness::LogLines => libm::log1p(lines),
            // A brain's game alone sends nothing.
            Fitness::Attack | Fitness::Versus | Fitness::TSpins => 0.0,
            Fitness::Success => (lines / f64::from(settings.line_cap.max(1))).min(1.0),
        };
        let fitness = if capped { fitness } else { fitness - f64::from(settings.penalty) };
        let ScoreCard { score, lines, pieces, tetrises, .. } = field.score;
        GameResult { score, lines, pieces, tetrises, capped, fitness }
    }
}

impl TrainingGameSettings {
    /// Whether a cap ends the game at this state.
    fn reached(&self, field: &Playfield) -> bool {
        let over = |cap: u32, count: u32| cap > 0 && count >= cap;
        field.score.score >= self.score_cap
            || over(self.piece_cap, field.score.pieces)
            || over(self.line_cap, field.score.lines)
    }
}

impl GameResult {
    /// One result for the games of a genome: the means, rounded down, the mean fitness, and whether a cap ended all
    /// games. A single game is its own mean; without games everything is 0.
    pub fn mean_of(games: &[GameResult]) -> Self {
        let count = games.len().max(1) as u64;
        let mean = |of: fn(&GameResult) -> u64| games.iter().map(of).sum::<u64>() / count;
        Self {
            score: mean(|game| game.score),
            lines: mean(|game| game.lines.into()) as u32,
            pieces: mean(|game| game.pieces.into()) as u32,
            tetrises: mean(|game| game.tetrises.into()) as u32,
            capped: !games.is_empty() && games.iter().all(|game| game.capped),
            fitness: games.iter().map(|game| game.fitness).sum::<f64>() / count as f64,
        }
    }
}

/// A start board with random cells in its `rows` lowest rows, at most the visible ones.
pub fn random_start_board(rules: &Rules, rows: u8, seed: u64) -> Board {
    let mut board = Board::new(rules.board);
    // No garbage comes in training, so its stream is free.
    let mut random = Random::new(seed, Purpose::Garbage);
    for _ in 0..PUZZLE_CELLS {
        let x = random.below(rules.board.width.into()) as usize;
        let y = random.below(rows.min(rules.board.visible).into()) as usize;
        board.fill_cell(x, y);
    }
    board
}

/// The fitness of a game as the first learner counts it: 50 x tetrises + 5 x score. Source: `docs/lab/recipes.md`, R0.
fn worth(field: &Playfield) -> u64 {
    50 * u64::from(field.score.tetrises) + 5 * field.score.score
}
