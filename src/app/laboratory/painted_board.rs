//! A board that the player paints, and the values that the best player of a generation gives to every placement on it.

use crate::ai::breakdown::{NEXT_PIECE_NAME, ValueBreakdown, feature_advantages, feature_reason, value_breakdown};
use crate::ai::{Brain, Lookahead, Playfield, RankedPlacement, VisiblePosition};
use crate::app::position::full_row_line;
use crate::doors::steps::StepwiseWork;
use crate::rules::{Board, PieceKind, PieceSet};
use crate::storage::generation;
use crate::train::Recipe;
use crate::train::game::TrainingGame;
use std::path::{Path, PathBuf};

/// How many pieces of its own game a player has placed, if the game is that long, at the position taken from it.
const OWN_PIECES: u32 = 30;

/// A painted board, and the pieces that are to be placed on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintedPosition {
    /// The board without the falling piece.
    pub board: Board,
    /// The piece that is to be placed.
    pub falling: PieceKind,
    /// The piece after it, for players that look ahead.
    pub next: PieceKind,
    /// The held piece, for players that hold.
    pub held: PieceKind,
}

/// The best player of a saved generation, whose values are shown.
#[derive(Debug)]
pub struct Judge {
    /// The name of the recipe by which it was trained.
    pub recipe: String,
    /// The number of its generation.
    pub generation: u32,
    /// The pieces that it plays with.
    pub pieces: PieceSet,
    /// What it decides by.
    pub brain: Brain,
    /// A position from a game of the player's own.
    own: PaintedPosition,
    /// How many pieces the player placed in its own game before that position.
    pub own_pieces: u32,
}

/// A board that the player paints. It stays while other generations judge it, if they play on such a board.
#[derive(Debug, Default)]
pub struct PaintedBoard {
    /// The path of the file of the generation whose best player is to judge the board.
    file: PathBuf,
    reading: Option<StepwiseWork<Result<Judge, String>>>,
    judge: Option<Judge>,
    problem: Option<String>,
    position: Option<PaintedPosition>,
    /// The position whose placements were ranked last, and these placements.
    ranked: Option<(PaintedPosition, Result<Vec<RankedPlacement>, String>)>,
}

/// A placement compared with another one: the best, or the second best if it is the best itself.
#[derive(Clone, Debug)]
pub struct ComparisonToBest {
    /// The rank of the other placement, from 0; `None` if there is no other.
    pub other: Option<usize>,
    /// The features, in the evaluator's order, then what else the values differ by.
    pub features: Vec<ComparedFeature>,
}

/// A feature in the comparison of two placements, or what a look at the next piece adds to them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparedFeature {
    /// The name of the feature.
    pub name: &'static str,
    /// The values of the feature, or of the look at the next piece, for the placement and for the other one. `None` for
    /// what has no values of its own.
    pub values: Option<[f64; 2]>,
    /// How much the feature speaks for the placement, and below zero for the other one. `None` if the values are a
    /// network's, where nothing adds up.
    pub contribution: Option<f64>,
    /// Words about the placement that the feature speaks for, which follow "it".
    pub reason: &'static str,
}

impl PaintedPosition {
    /// The position of a game, without cells above the skyline.
    fn of(field: &Playfield) -> Self {
        let board = field.matrix.board();
        let visible = usize::from(board.size().visible);
        let mut shown = field.queue.shown();
        let next = shown.next().unwrap_or(field.falling);
        let held = field.hold.piece().or(shown.next()).unwrap_or(next);
        let board = Board::from_rows(board.size(), board.row_masks().iter().copied().take(visible));
        Self { board, falling: field.falling, next, held }
    }
}

impl Judge {
    /// Reads the best player of a generation's file. An error is a line for the user.
    fn read(path: &Path) -> Result<Self, String> {
        let saved = generation::read(path).map_err(|error| error.to_string())?;
        if saved.recipe.placing.is_some() {
            return Err("Its players search, so that a place has no value of its own for them. Choose one as your \
                        opponent in versus, and ask it under Single player, Position"
                .to_owned());
        }
        let best = saved.ranked_indices().first().copied().unwrap_or(0);
        let genome = saved.genomes.get(best).ok_or_else(|| format!("{} has no player in it", path.display()))?;
        let seed = saved.held_out.seeds.first().copied().unwrap_or(saved.seed);
        Self::of(&saved.recipe, saved.generation, genome, seed)
    }

    /// The player that a genome makes. Its own position is from the game of `seed`: after 30 pieces, or before the
    /// piece that ends the game.
    fn of(recipe: &Recipe, generation: u32, genome: &[f64], seed: u64) -> Result<Self, String> {
        let brain = recipe.brain_from_genome(genome).map_err(|error| error.to_string())?;
        let mut game = TrainingGame::new(&recipe.game_settings(), seed);
        let (mut own, mut own_pieces) = (PaintedPosition::of(game.playfield()), 0);
        for pieces in 0..=OWN_PIECES {
            let position = PaintedPosition::of(game.playfield());
            // A position in which the player finds no placement is nothing to judge.
            if game.is_over() || game.place_next_piece(&brain).is_none() {
                break;
            }
            (own, own_pieces) = (position, pieces);
        }
        Ok(Self { recipe: recipe.name.clone(), generation, pieces: recipe.pieces, brain, own, own_pieces })
    }

    /// Whether the values depend on the next piece.
    pub fn looks_ahead(&self) -> bool {
        self.brain.settings().lookahead == Lookahead::NextPiece
    }

    /// Whether the player may place the held piece instead of the falling one.
    pub fn may_hold(&self) -> bool {
        self.brain.settings().holds
    }

    /// Whether a value is a weighted sum of features, and not a network's.
    pub fn is_sum(&self) -> bool {
        self.brain.evaluator().linear_weights().is_some()
    }

    /// Whether the player plays on a board of the position's size with its falling piece.
    fn plays(&self, position: &PaintedPosition) -> bool {
        let knows = |kind| self.pieces.kinds().any(|known| known == kind);
        position.board.size() == self.own.board.size() && knows(position.falling)
    }

    /// All placements on the board, the best first. An error is a line for the user.
    fn rank(&self, position: &PaintedPosition) -> Result<Vec<RankedPlacement>, String> {
        let PaintedPosition { board, falling, next, held } = position;
        if let Some(line) = full_row_line(board) {
            return Err(line);
        }
        let view =
            VisiblePosition { board, falling: *falling, hold: Some(*held), can_hold: self.may_hold(), next: &[*next] };
        let ranked = self.brain.rank(&view);
        match ranked.is_empty() {
            true => Err("The piece fits nowhere on this board".to_owned()),
            false => Ok(ranked),
        }
    }
}

impl PaintedBoard {
    /// Has the best player in a generation's file judge the board from now on. The file is read beside the frames, and
    /// the judge from before stays until it is read.
    pub(super) fn set_judge_file(&mut self, file: PathBuf) -> &mut Self {
        if self.file != file {
            self.file.clone_from(&file);
            match StepwiseWork::begin_single_step("a judge of boards", move || Judge::read(&file)) {
                Ok(thread) => self.reading = Some(thread),
                Err(error) => self.fail(format!("the generation cannot be read: {error}")),
            }
        }
        self
    }

    fn fail(&mut self, line: String) {
        (self.judge, self.ranked, self.problem) = (None, None, Some(line));
    }

    fn take(&mut self, judge: Judge) {
        self.position = Some(self.position.filter(|position| judge.plays(position)).unwrap_or(judge.own));
        (self.judge, self.ranked, self.problem) = (Some(judge), None, None);
    }

    /// Takes the judge once it is read, and ranks the placements if the judge or the position has changed. Call this in
    /// every frame. True if the placements are others than before.
    pub fn update_ranking(&mut self) -> bool {
        if let Some(reading) = self.reading.take_if(|reading| reading.is_finished()) {
            match reading.wait_for_result() {
                Some(Ok(judge)) => self.take(judge),
                Some(Err(line)) => self.fail(line),
                None => self.fail("the generation could not be read".to_owned()),
            }
        }
        let (Some(judge), Some(position)) = (&self.judge, &self.position) else { return false };
        if self.ranked.as_ref().is_some_and(|(ranked, _)| ranked == position) {
            return false;
        }
        self.ranked = Some((*position, judge.rank(position)));
        true
    }

    /// The player whose values are shown, and the position; `None` until the judge's file is read.
    pub fn judge_and_position(&self) -> Option<(&Judge, &PaintedPosition)> {
        self.judge.as_ref().zip(self.position.as_ref())
    }

    /// The position, for changes; `None` until the judge's file is read.
    pub fn position_mut(&mut self) -> Option<&mut PaintedPosition> {
        self.position.as_mut().filter(|_| self.judge.is_some())
    }

    /// Takes over the position of the judge's own game.
    pub fn copy_judge_game_position(&mut self) {
        if let Some(judge) = &self.judge {
            self.position = Some(judge.own);
        }
    }

    /// All placements on the board as they were ranked last, the best first.
    ///
    /// # Errors
    /// A line for the player, if there are none: a row is full, the piece fits nowhere, or nobody judges.
    pub fn ranked_placements(&self) -> Result<&[RankedPlacement], &str> {
        match &self.ranked {
            Some((_, Ok(ranked))) => Ok(ranked),
            Some((_, Err(line))) => Err(line),
            None => Err(self.problem.as_deref().unwrap_or("The generation is being read")),
        }
    }

    /// The placement of this rank, from 0, compared with the best one, and the best one compared with the second.
    /// `None` if there is no such placement.
    pub fn compare_with_best(&self, rank: usize) -> Option<ComparisonToBest> {
        let (judge, position) = self.judge_and_position()?;
        let ranked = self.ranked_placements().ok()?;
        let placement = ranked.get(rank)?;
        // The falling and the held piece may be of one kind, and then each place is in the list twice.
        let second = ranked.iter().position(|other| other.piece != placement.piece);
        let other = if rank == 0 { second } else { Some(0) };
        let seen = |rank: usize| value_breakdown(&judge.brain, &position.board, &ranked[rank]);
        let this = seen(rank)?;
        let features = match other.and_then(seen) {
            Some(that) => compared_features(judge, &this, &that),
            None => Vec::new(),
        };
        Some(ComparisonToBest { other, features })
    }
}

/// What speaks for the placement `this`, and below zero for the placement `that`, feature by feature.
fn compared_features(judge: &Judge, this: &ValueBreakdown, that: &ValueBreakdown) -> Vec<ComparedFeature> {
    let values = |(index, name): (usize, &str)| match (this.readings.get(index), that.readings.get(index)) {
        (Some(one), Some(two)) => Some([one.value, two.value]),
        _ if name == NEXT_PIECE_NAME => Some([this.next, that.next]),
        _ => None,
    };
    let compared =
        feature_advantages(&judge.brain, this, that).into_iter().enumerate().map(|(index, weight)| ComparedFeature {
            name: weight.name,
            values: values((index, weight.name)),
            contribution: judge.is_sum().then_some(weight.weight),
            reason: match weight.weight < 0.0 {
                true => feature_reason(weight.name, that, this),
                false => feature_reason(weight.name, this, that),
            },
        });
    compared.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BoardSize;

    /// A board that is judged by a player of a recipe, with made-up weights.
    fn judged(recipe: &str, changes: impl FnOnce(&mut Recipe)) -> PaintedBoard {
        let mut recipe = Recipe::named(recipe).unwrap_or_else(|_| unreachable!("it is in the table"));
        changes(&mut recipe);
        let genome: Vec<f64> = (0..recipe.genome_length()).map(|at| 0.3 + 0.1 * at as f64).collect();
        let judge = Judge::of(&recipe, 3, &genome, 7).unwrap_or_else(|error| unreachable!("{error}"));
        let mut painted = PaintedBoard::default();
        painted.take(judge);
        painted
    }

    /// Changes the position and has its placements ranked. True if they are others than before.
    fn paint(painted: &mut PaintedBoard, change: impl FnOnce(&mut PaintedPosition)) -> bool {
        painted.position_mut().map(change);
        painted.update_ranking()
    }

    fn clear(position: &mut PaintedPosition) {
        position.board = Board::new(position.board.size());
    }

    #[test]
    fn the_first_placement_is_what_the_brain_chooses() {
        for (recipe, holds) in [("lin", false), ("iwumbwe", false), ("termproject", true)] {
            let mut painted = judged(recipe, |_| {});
            assert!(painted.update_ranking(), "{recipe}: it is ranked when it is looked at first");
            assert!(!painted.update_ranking(), "{recipe}: it is not ranked again while nothing changes");
            let turn = |position: &mut PaintedPosition| match position.board.is_filled(4, 9) {
                true => position.board.clear_cell(4, 9),
                false => position.board.fill_cell(4, 9),
            };
            assert!(paint(&mut painted, turn), "{recipe}: it is ranked anew");
            let (judge, position) = painted.judge_and_position().unwrap_or_else(|| unreachable!("it has a judge"));
            assert_eq!(judge.may_hold(), holds);
            let PaintedPosition { board, falling, next, held } = position;
            let view = VisiblePosition { board, falling: *falling, hold: Some(*held), can_hold: holds, next: &[*next] };
            let ranked = painted.ranked_placements().unwrap_or_else(|line| unreachable!("{line}"));
            assert_eq!(judge.brain.choose(&view).as_ref(), ranked.first(), "{recipe}");
            assert_eq!(ranked.iter().any(|placement| placement.hold), holds, "{recipe}");
        }
    }

    #[test]
    fn a_full_row_and_a_full_board_are_told_in_a_line() {
        let mut painted = judged("lin", |_| {});
        paint(&mut painted, |position| {
            clear(position);
            (0..10).for_each(|x| position.board.fill_cell(x, 2));
        });
        assert!(
            painted.ranked_placements().is_err_and(|line| line.starts_with("Row 3 is full")),
            "{:?}",
            painted.ranked
        );
        assert!(painted.compare_with_best(0).is_none());
        paint(&mut painted, |position| {
            clear(position);
            (0..20).for_each(|y| (0..10).filter(|x| *x != y % 2).for_each(|x| position.board.fill_cell(x, y)));
        });
        assert_eq!(painted.ranked_placements(), Err("The piece fits nowhere on this board"));
        paint(&mut painted, clear);
        assert!(painted.ranked_placements().is_ok());
    }

    #[test]
    fn what_speaks_for_a_placement_adds_up_to_what_it_is_behind() {
        for recipe in ["lin", "termproject"] {
            let mut painted = judged(recipe, |_| {});
            painted.update_ranking();
            let ranked = painted.ranked_placements().unwrap_or_else(|line| unreachable!("{line}")).to_vec();
            for rank in 0..ranked.len() {
                let compared =
                    painted.compare_with_best(rank).unwrap_or_else(|| unreachable!("there is such a placement"));
                let other = compared.other.unwrap_or_else(|| unreachable!("there is another one"));
                let sum: f64 = compared.features.iter().filter_map(|feature| feature.contribution).sum();
                let gap = ranked[rank].value - ranked[other].value;
                assert!((sum - gap).abs() < 1e-9 * gap.abs().max(1.0), "{recipe}, {rank}: {sum} of {gap}");
                assert_eq!(rank == 0, other != 0, "only the best is compared with another one than the best");
            }
        }
    }

    #[test]
    fn the_board_stays_for_another_judge_who_plays_on_such_a_one() {
        let mut painted = judged("lin", |_| {});
        paint(&mut painted, clear);
        let mut then = |size: BoardSize, pieces: PieceSet| {
            let other = judged("lin", |recipe| (recipe.board, recipe.pieces) = (size, pieces));
            other.judge.into_iter().for_each(|judge| painted.take(judge));
            assert!(painted.update_ranking(), "it is ranked by the other judge");
            painted.position.unwrap_or_else(|| unreachable!("it had one before"))
        };
        let usual = then(BoardSize::default(), PieceSet::Tetromino);
        assert!(usual.board.is_clear(), "what was painted stays");
        let narrow = BoardSize { width: 8, visible: 16, ..BoardSize::default() };
        let there = then(narrow, PieceSet::Tetromino);
        assert_eq!(there.board.size(), narrow);
        assert!(!there.board.is_clear(), "it is a position of the judge's own game");
        assert_eq!(then(narrow, PieceSet::Pentomino).falling.definition().minos, 5);
    }
}
