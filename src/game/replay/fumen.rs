//! A recorded game as fumens: a page for every piece of one player, with the pieces that the player saw.

use super::log::Replay;
use super::walk::{DifferentGameError, ReplayWalk};
use crate::fumen::{Fumen, FumenField, FumenPage, MOST_PAGES, Quiz, ROWS as FUMEN_ROWS};
use crate::game::components::{Falling, Field, HoldSlot, Match, Queue, Seat, TickOutcome};
use crate::rules::{PieceKind, PieceSet, RuleError};
use bevy::prelude::*;
use std::sync::Arc;
use thiserror::Error;

/// Why a recorded game is not written as fumens.
#[derive(Debug, Error)]
pub enum ReplayFumenError {
    /// The recorded rules are not within their limits.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A fumen cannot show the board or the pieces of the game.
    #[error("a fumen has boards of ten columns and the seven tetrominoes, this game has others")]
    Unsupported,
    /// There is no such seat; the replay has this many.
    #[error("there is no such seat: the replay has {0}")]
    Seat(usize),
    /// The replay is not the game that was recorded.
    #[error(transparent)]
    Differs(#[from] DifferentGameError),
    /// The round of this number, from 1, has more pieces than a fumen has pages.
    #[error("round {0} has more than {MOST_PAGES} pieces")]
    Pages(usize),
    /// In the round of this number, from 1, a stack is higher than a fumen's board, or a piece locked above it.
    #[error("round {0} has cells above row {FUMEN_ROWS}, the highest of a fumen")]
    Height(usize),
}

/// The pages of one player's rounds so far.
#[derive(Resource, Default)]
struct WrittenRounds {
    seat: u8,
    rounds: Vec<WrittenRound>,
    /// The first round of which a fumen's board shows a part only; `None` while all fits.
    cut: Option<usize>,
}

/// The pages of one round so far.
#[derive(Default)]
struct WrittenRound {
    pages: Vec<FumenPage>,
    /// The page of a piece that locks in the next tick, but for the piece: the board and the pieces after this tick.
    before: FumenPage,
}

/// The rounds of a player, each as a fumen: a page shows the board before a piece locked, the piece where it locked,
/// and as a quiz what was on hold and to come. Garbage and pieces that were taken back show as the next page's board. A
/// round in which no piece locked is one page without a piece, so that each round keeps its number.
///
/// # Errors
/// A fumen cannot show the game, there is no such seat, or the replay is not the game that was recorded.
pub fn rounds_as_fumens(replay: &Arc<Replay>, seat: u8) -> Result<Vec<Fumen>, ReplayFumenError> {
    let rules = &replay.setup.rules;
    if usize::from(rules.board.width) != crate::fumen::WIDTH || rules.pieces != PieceSet::Tetromino {
        return Err(ReplayFumenError::Unsupported);
    }
    let seats = replay.setup.seats.len();
    if usize::from(seat) >= seats {
        return Err(ReplayFumenError::Seat(seats));
    }
    let notes = WrittenRounds { seat, ..WrittenRounds::default() };
    let mut walk = ReplayWalk::begin(replay, notes, write)?;
    walk.go_through().expect_agreement()?;
    let WrittenRounds { rounds, cut, .. } = walk.take_notes::<WrittenRounds>();
    if let Some(round) = cut {
        return Err(ReplayFumenError::Height(round + 1));
    }
    if let Some(round) = rounds.iter().position(|round| round.pages.len() > MOST_PAGES) {
        return Err(ReplayFumenError::Pages(round + 1));
    }
    let pages = |round: WrittenRound| if round.pages.is_empty() { vec![round.before] } else { round.pages };
    Ok(rounds.into_iter().map(|round| Fumen { pages: pages(round), guideline_colours: true }).collect())
}

type Shown = (&'static Seat, &'static Field, &'static Falling, &'static Queue, &'static HoldSlot, &'static TickOutcome);

fn write(current: Single<&Match>, mut written: ResMut<WrittenRounds>, players: Query<Shown>) {
    let Some(player) = players.iter().find(|player| player.0.0 == written.seat) else { return };
    let (_, field, falling, queue, hold, outcome) = player;
    if written.rounds.len() <= current.round as usize {
        written.rounds.resize_with(current.round as usize + 1, WrittenRound::default);
    }
    if let Some(locked) = outcome.locked {
        let piece = Some(locked.piece).filter(|piece| FumenField::is_piece_inside(*piece));
        // On the usual board only what is above the visible rows is left out.
        let is_high = usize::from(current.rules.board.visible) > FUMEN_ROWS;
        if is_high && (piece.is_none() || field.0.board().stack_height() > FUMEN_ROWS) {
            written.cut.get_or_insert(current.round as usize);
        }
        if let Some(round) = written.rounds.last_mut() {
            round.pages.push(FumenPage { piece, ..round.before.clone() });
        }
    }
    let current = falling.piece.map(|in_play| in_play.piece.kind);
    let quiz = Quiz { hold: hold.0.piece(), current, next: queue.0.shown().collect::<Vec<PieceKind>>(), then: None };
    let field = FumenField::of_matrix(&field.0).unwrap_or_default();
    if let Some(round) = written.rounds.last_mut() {
        round.before = FumenPage { field, comment: quiz.to_string(), ..FumenPage::default() };
    }
}
