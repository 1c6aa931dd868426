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
    /// The seat as an index into the match's arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a player is called on screen.
#[derive(Component, Clone, Debug)]
pub struct PlayerName(pub String);

/// A player's matrix: the minos that have locked and the garbage, without the falling piece.
#[derive(Component, Clone, Debug)]
pub struct Field(pub Matrix);

/// A piece in play with its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PieceInPlay {
    /// The piece with its orientation and its place.
    pub piece: FallingPiece,
    /// The piece's last successful move, which spin detection asks for.
    pub last: LastMove,
    /// The clock of lock down: how long the piece has rested, and how many moves restarted it.
    pub lock: LockDown,
    /// The part of a row that the piece has fallen since its last whole row, in units of 2^-32 rows.
    pub fraction: u64,
}

/// A player's falling piece, or the wait for the next one.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Falling {
    /// The piece in play; `None` while the player waits for the next one.
    pub piece: Option<PieceInPlay>,
    /// Ticks until the next piece appears, while none is in play.
    pub wait: u32,
    /// A number that goes up with every piece put in play, holds included, and goes on from round to round: tells one
    /// piece from the next.
    pub serial: u32,
}

/// A player's next queue: the pieces on show, and the generator of those after them.
#[derive(Component, Clone, Debug)]
pub struct Queue(pub NextQueue);

/// A player's hold slot: the held piece, if there is one, and whether holding is free again.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct HoldSlot(pub Hold);

/// A player's running combo and back-to-back.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct RunningStreak(pub Streak);

/// A player's points in this round, with the counts of lines, pieces and special clears.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Score(pub ScoreCard);

/// The garbage that waits for a player until it rises or is cancelled.
#[derive(Component, Clone, Debug)]
pub struct IncomingGarbage(pub GarbageQueue);

/// A player's attacks, garbage and keys, counted over the whole round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundTally {
    /// Lines made into attacks, before cancelling.
    pub attack: u32,
    /// Lines that reached the opponent's queue.
    pub sent: u32,
    /// Lines that reached this player's queue.
    pub received: u32,
    /// Garbage rows that rose into the matrix.
    pub risen: u32,
    /// Garbage rows that the player's lines cleared or, where garbage is solid, took away.
    pub dug: u32,
    /// Keys pressed in the round, without those that take pieces back.
    pub keys: u32,
}

/// What the player's attacks are multiplied by, in thousandths: 1000 leaves them as they are.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap(pub u32);

/// The dealer of this player's pieces; `None` where the rules of the match say how pieces come.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceDealer(pub Option<Dealer>);

impl PieceDealer {
    /// The rules of the match with this player's dealer put in, if there is one.
    pub fn apply_to_rules(self, rules: &Rules) -> Rules {
        self.0.map_or(*rules, |dealer| dealer.apply_to(*rules))
    }
}

/// Why the player lost the round; `None` while the player is still in it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ToppedOut(pub Option<TopOut>);

/// A request by a key that could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RefusedRequest {
    /// A turn for which no kick fits, or a half turn where the rules have none.
    Rotation,
    /// A hold that was already used for this piece, or that the rules do not have.
    Hold,
    /// The taking back of a piece, where there is none before it or the course does not allow it.
    Undo,
    /// The setting again of a piece, where none is taken back or the course does not allow it.
    Redo,
}

/// A piece that locked, with its spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedPiece {
    /// The piece where it locked.
    pub piece: FallingPiece,
    /// The spin that the piece locked with; `Spin::None` without one.
    pub spin: Spin,
}

/// What happened to one player in one tick: emptied when a tick begins, filled by the systems, and read by what shows,
/// sounds or records it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TickOutcome {
    /// How many columns keys and their repeats have shifted the piece.
    pub shifted: u8,
    /// The turn that succeeded; `None` if nothing turned.
    pub turned: Option<Turn>,
    /// The request that could not be done; `None` if nothing was refused.
    pub refused: Option<RefusedRequest>,
    /// Whether the piece was put on hold.
    pub held: bool,
    /// Rows fallen by soft drop.
    pub soft_dropped: u8,
    /// Rows fallen by a hard drop, 0 for a piece that lay on the stack already; `None` without a hard drop.
    pub hard_dropped: Option<u8>,
    /// Whether the piece came to rest on something.
    pub landed: bool,
    /// The piece that locked; `None` if none did.
    pub locked: Option<LockedPiece>,
    /// The rows that cleared: bit y stands for row y, counted from the bottom.
    pub cleared: u64,
    /// The facts of the lock's clear, whose `lines` is 0 when nothing cleared; `None` without a lock.
    pub clear: Option<Clear>,
    /// Points that the clear brought.
    pub points: u64,
    /// Whether the level rose with this clear, in a mode that shows levels.
    pub level_up: bool,
    /// Lines of attack made, before cancelling.
    pub attack: u32,
    /// Lines that cancelled own waiting garbage (or took solid rows away).
    pub cancelled: u32,
    /// Lines that went to the opponent.
    pub sent: u32,
    /// Lines of garbage that came from the opponent or by the clock.
    pub received: u32,
    /// Garbage rows that rose into the matrix.
    pub risen: u32,
    /// The piece that appeared; `None` if none did.
    pub spawned: Option<PieceKind>,
    /// Whether pieces were taken back or set again, so that the player stands at another one than before.
    pub taken_back: bool,
    /// Why the player lost in this tick; `None` if the player did not.
    pub topped_out: Option<TopOut>,
}

impl TickOutcome {
    /// Whether nothing happened to the player in this tick.
    pub fn is_quiet(&self) -> bool {
        *self == Self::default()
    }
}

/// A kind of game. The table of `modes` has a name and a line of text for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A game for one with levels, to a goal of lines or without end.
    #[default]
    Marathon,
    /// A match against an opponent, with garbage.
    Versus,
    /// A match of two computer players against each other.
    Watch,
    /// A game for one, over a given number of lines as fast as possible.
    Sprint,
    /// A game for one, for as many points as possible in two minutes.
    Blitz,
    /// A game for one, with garbage to be dug away.
    Dig,
    /// A game for one, with garbage by the clock.
    Survival,
    /// A game for one without end, in which pieces can be taken back.
    Zen,
    /// A game for one, with a given board and given pieces.
    Puzzle,
    /// A game with every rule as the player likes it, alone or against a computer player.
    Custom,
    /// A game for one, against a dealer of bad pieces.
    Dealer,
}

/// The phase that a match is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "phase")]
pub enum Phase {
    /// The countdown before a round.
    Countdown {
        /// Ticks left until the round begins.
        left: u32,
    },
    /// The round is being played.
    Playing,
    /// The round is decided; after a pause the next begins.
    RoundOver {
        /// Ticks left until the next countdown.
        left: u32,
        /// The seat that won, 0 or 1; `None` for a draw, which is played again.
        winner: Option<u8>,
    },
    /// The match is over.
    Over {
        /// The seat that won; in a game for one, 0 if the goal was reached or its player has ended it, else `None`.
        winner: Option<u8>,
    },
}

impl Phase {
    /// The seat that has won the round or the match that has just ended; `None` if nobody has, or while it goes on.
    pub const fn winner(self) -> Option<u8> {
        match self {
            Phase::RoundOver { winner, .. } | Phase::Over { winner } => winner,
            Phase::Countdown { .. } | Phase::Playing => None,
        }
    }
}

/// A match: rules, seed, its seats and its phase.
#[derive(Component, Clone, Debug)]
pub struct Match {
    /// The kind of game that is played.
    pub mode: Mode,
    /// The rules that all seats play under.
    pub rules: Rules,
    /// The goal, the garbage without an opponent, and the start board of the game.
    pub course: Course,
    /// The seed that all random streams of the match come from.
    pub seed: u64,
    /// The entities of the players, the left one first.
    pub seats: Vec<Entity>,
    /// Rounds begun before this one, replayed draws included.
    pub round: u32,
    /// Rounds won so far, by seat.
    pub wins: [u8; MAX_SEATS],
    /// The phase that the match is in.
    pub phase: Phase,
    /// Ticks since the match began.
    pub tick: u64,
    /// Ticks played in this round.
    pub round_tick: u64,
}

impl Match {
    /// A match before its first tick, nobody at its seats yet.
    pub fn new(mode: Mode, rules: Rules, course: Course, seed: u64) -> Self {
        Self {
            mode,
            rules,
            course,
            seed,
            seats: Vec::new(),
            round: 0,
            wins: [0; MAX_SEATS],
            phase: Phase::Countdown { left: rules.countdown },
            tick: 0,
            round_tick: 0,
        }
    }

    /// Whether a round is being played.
    pub const fn is_playing(&self) -> bool {
        matches!(self.phase, Phase::Playing)
    }

    /// Whether the match's player can take pieces back. Never against an opponent, whose attacks would
    /// be taken back too.
    pub const fn has_undo(&self) -> bool {
        self.course.undo && self.seats.len() == 1
    }

    /// Whether the match's player can also take back a hold by itself, and what would lose a game with a goal.
    pub const fn has_full_undo(&self) -> bool {
        self.course.full_undo && self.has_undo()
    }

    /// Whether the match is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    /// The seat that has beaten the other or reached the goal. `None` for a draw and before the end, and where there is
    /// no goal: such a game is over when its player wants it to be.
    pub fn winner(&self) -> Option<u8> {
        let is_about_winning = self.seats.len() > 1 || self.course.has_goal(&self.rules);
        self.phase.winner().filter(|_| self.is_over() && is_about_winning)
    }
}
