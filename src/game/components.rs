//! What a player and a match consist of: thin wrappers of the rules' types, one entity a player.
//!
//! Holds no logic. The systems that change each component are named after their mechanic.

use super::modes::course::Course;
use crate::rules::falling::{FallingPiece, LastMove};
use crate::rules::lock_down::LockDown;
use crate::rules::{Dealer, PieceKind, Rules};
use crate::rules::{GarbageQueue, Hold, Matrix, NextQueue, ScoreCard, Spin, Streak, TopOut, Turn, streak::Clear};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The most players of a match.
pub const MAX_SEATS: usize = 2;

/// Which place at the match a player has: 0 is left, 1 is right.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// As an index of the match's arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a player is called on screen.
#[derive(Component, Clone, Debug)]
pub struct PlayerName(pub String);

/// The player's matrix.
#[derive(Component, Clone, Debug)]
pub struct Field(pub Matrix);

/// A piece in play with its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct InPlay {
    /// The piece.
    pub piece: FallingPiece,
    /// Its last successful action.
    pub last: LastMove,
    /// Its lock-down clock.
    pub lock: LockDown,
    /// The part of a row it has fallen, in units of 2^-32 rows.
    pub fraction: u64,
}

/// The falling piece, or the wait for it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Falling {
    /// The piece in play.
    pub piece: Option<InPlay>,
    /// Ticks until the next one appears, while there is none.
    pub wait: u32,
    /// How many pieces have been put in play in this round, holds included: tells one piece from the next.
    pub serial: u32,
}

/// The next queue.
#[derive(Component, Clone, Debug)]
pub struct Queue(pub NextQueue);

/// The hold slot.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct HoldSlot(pub Hold);

/// Combo and back-to-back.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Run(pub Streak);

/// Points and counts.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Score(pub ScoreCard);

/// Garbage on its way.
#[derive(Component, Clone, Debug)]
pub struct Incoming(pub GarbageQueue);

/// The exchange so far, over the whole round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Lines made into attacks, before cancelling.
    pub attack: u32,
    /// Lines that reached the opponent's queue.
    pub sent: u32,
    /// Lines that reached this player's queue.
    pub received: u32,
    /// Garbage rows that rose.
    pub risen: u32,
    /// Garbage rows cleared.
    pub dug: u32,
    /// Keys pressed.
    pub keys: u32,
}

/// The player's garbage multiplier in thousandths.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap(pub u32);

/// Who deals the player's pieces, where the rules of the match are not the player's own in this.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dealing(pub Option<Dealer>);

impl Dealing {
    /// The rules by which the player is given pieces.
    pub fn over(self, rules: &Rules) -> Rules {
        self.0.map_or(*rules, |dealer| dealer.dealing(*rules))
    }
}

/// Whether the player is still in the round, and if not, why.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Standing(pub Option<TopOut>);

/// What was asked for and could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Refused {
    /// No kick fits.
    Rotation,
    /// Already used for this piece, or off.
    Hold,
}

/// A lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Locked {
    /// Where.
    pub piece: FallingPiece,
    /// With which spin.
    pub spin: Spin,
}

/// The facts of one player's tick: emptied at its start, filled by the systems, read by whoever shows, sounds or records.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Columns moved by a key or its repeat.
    pub shifted: u8,
    /// A successful turn.
    pub turned: Option<Turn>,
    /// What was refused.
    pub refused: Option<Refused>,
    /// The piece was put on hold.
    pub held: bool,
    /// Rows fallen by soft drop.
    pub soft_dropped: u8,
    /// Rows fallen by a hard drop.
    pub hard_dropped: Option<u8>,
    /// The piece came to rest on something.
    pub landed: bool,
    /// The piece locked.
    pub locked: Option<Locked>,
    /// Rows that cleared (bit y is row y).
    pub cleared: u64,
    /// The facts of the lock's clear; `lines` is 0 when nothing cleared.
    pub clear: Option<Clear>,
    /// Points of the clear.
    pub points: u64,
    /// The level rose.
    pub level_up: bool,
    /// Lines of attack made, before cancelling.
    pub attack: u32,
    /// Lines that cancelled own waiting garbage (or took solid rows away).
    pub cancelled: u32,
    /// Lines that went to the opponent.
    pub sent: u32,
    /// Lines that came from the opponent.
    pub received: u32,
    /// Garbage rows that rose.
    pub risen: u32,
    /// The piece that appeared.
    pub spawned: Option<PieceKind>,
    /// The player lost.
    pub topped_out: Option<TopOut>,
}

impl Outcome {
    /// Whether nothing happened.
    pub fn is_quiet(&self) -> bool {
        *self == Self::default()
    }
}

/// What is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// One player, levels, a goal of lines or none.
    #[default]
    Marathon,
    /// Against an opponent, with garbage.
    Versus,
    /// Two computer players.
    Watch,
    /// One player, so many lines as fast as possible.
    Sprint,
    /// One player, two minutes.
    Blitz,
    /// One player, garbage to be dug away.
    Dig,
    /// One player, garbage by the clock.
    Survival,
    /// One player, no end, pieces can be taken back.
    Zen,
    /// One player, a given board and given pieces.
    Puzzle,
    /// Every rule as the player likes it, alone or against a computer player.
    Custom,
    /// One player, and somebody who deals the worst pieces.
    Dealer,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "phase")]
pub enum Phase {
    /// Ticks left before the round.
    Countdown {
        /// Ticks left.
        left: u32,
    },
    /// The round runs.
    Playing,
    /// The round is decided; after a pause the next begins.
    RoundOver {
        /// Ticks left.
        left: u32,
        /// Who won; nobody: a draw, played again.
        winner: Option<u8>,
    },
    /// The match is over.
    Over {
        /// Who won; for a game for one: seat 0 if it reached the goal.
        winner: Option<u8>,
    },
}

impl Phase {
    /// The seat that has won the round or the match that has just ended.
    pub const fn winner(self) -> Option<u8> {
        match self {
            Phase::RoundOver { winner, .. } | Phase::Over { winner } => winner,
            Phase::Countdown { .. } | Phase::Playing => None,
        }
    }
}

/// A match: rules, seed, its seats and where it stands.
#[derive(Component, Clone, Debug)]
pub struct Match {
    /// What is played.
    pub mode: Mode,
    /// The rules.
    pub rules: Rules,
    /// What it is about.
    pub course: Course,
    /// The seed of everything.
    pub seed: u64,
    /// The players, left first.
    pub seats: Vec<Entity>,
    /// Rounds begun before this one, replayed draws included.
    pub round: u32,
    /// Rounds won.
    pub wins: [u8; MAX_SEATS],
    /// Where it stands.
    pub phase: Phase,
    /// Ticks since the match began.
    pub tick: u64,
    /// Ticks played in this round.
    pub round_tick: u64,
}

impl Match {
    /// Whether a round runs.
    pub const fn is_playing(&self) -> bool {
        matches!(self.phase, Phase::Playing)
    }

    /// Whether it is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }
}
