//! A game alone at the level of placements: how many lines a player sends a piece, with garbage or without.
//!
//! The rules are the game's own (`ai::Playfield`). Garbage drips: so many clean rows with one hole rise after every so many
//! pieces, whatever was cleared. Knows no search: the player is a function.

use super::state::{Garbage, State};
use crate::ai::Playfield;
use crate::movegen::Placement;
use crate::rules::random::Purpose;
use crate::rules::{FallingPiece, Random, Rules, Spin, TopOut};

/// Garbage that rises by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drip {
    /// So many rows with one hole, after every so many pieces.
    Even {
        /// Rows at a time.
        rows: u8,
        /// How many pieces are set down from one rise to the next.
        pieces: u32,
    },
    /// Drawn from the game's seed: 0 to 6 rows after 4 to 16 pieces, half the time with one hole, else each row with a hole
    /// of its own.
    Drawn,
}

/// A course of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solo {
    /// The rules.
    pub rules: Rules,
    /// Pieces.
    pub pieces: u32,
    /// Garbage, if any.
    pub drip: Option<Drip>,
    /// Whether the player is not told what will rise.
    pub untold: bool,
}

/// Garbage that rises next.
#[derive(Clone, Copy, Debug)]
struct Rise {
    rows: u8,
    /// With the lock of the piece of this number in the game, from 1.
    at: u32,
    /// Whether each row has a hole of its own.
    messy: bool,
}

impl Drip {
    /// What rises after `pieces` were set down.
    fn next(self, pieces: u32, random: &mut Random) -> Rise {
        match self {
            Self::Even { rows, pieces: every } => Rise { rows, at: pieces + every, messy: false },
            Self::Drawn => {
                Rise { rows: random.below(7) as u8, at: pieces + 4 + random.below(13), messy: random.chance(500) }
            }
        }
    }
}

/// What a game came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoloResult {
    /// Pieces set down.
    pub pieces: u32,
    /// Lines sent.
    pub attack: u32,
    /// Lines cleared.
    pub lines: u32,
    /// Clears by lines without a spin: single to quad.
    pub plain: [u32; 4],
    /// T-spins with lines: single to triple.
    pub spins: [u32; 3],
    /// Minis with lines.
    pub minis: u32,
    /// Perfect clears.
    pub perfect: u32,
    /// The most clears in a row.
    pub longest_combo: u32,
    /// Whether it ended before its last piece.
    pub topped_out: bool,
}

impl SoloResult {
    /// Lines sent a piece.
    pub fn attack_a_piece(&self) -> f64 {
        f64::from(self.attack) / f64::from(self.pieces.max(1))
    }
}

/// Plays the game of `seed`. `decide` says where the piece goes and whether it is held first; `None` gives up.
pub fn play(solo: &Solo, seed: u64, mut decide: impl FnMut(&State) -> Option<(Placement, bool)>) -> SoloResult {
    let mut field = Playfield::new(&solo.rules, seed);
    let mut holes = Random::new(seed, Purpose::Garbage);
    let mut result = SoloResult::default();
    let mut rise = solo.drip.map(|drip| drip.next(0, &mut holes));
    while result.pieces < solo.pieces && field.top_out.is_none() {
        let state = match rise {
            _ if solo.untold => State::of(&field, Garbage::default()).untold(),
            Some(Rise { rows, at, .. }) => {
                let due = (at - result.pieces).min(255) as u8;
                State::of(&field, Garbage { rows, due, certain: true })
            }
            None => State::of(&field, Garbage::default()),
        };
        let Some((placement, hold)) = decide(&state) else { break };
        // No clock runs here: attacks do not grow.
        let Some(outcome) = field.place(placement.piece, placement.spin.by(), hold, 0) else { break };
        result.pieces += 1;
        result.attack += outcome.attack;
        result.lines += u32::from(outcome.clear.lines);
        result.perfect += u32::from(outcome.clear.perfect);
        result.longest_combo = result.longest_combo.max(field.streak.combo.into());
        match (outcome.clear.spin, usize::from(outcome.clear.lines)) {
            (_, 0) => {}
            (Spin::None, lines) => result.plain[lines.min(4) - 1] += 1,
            (Spin::Mini, _) => result.minis += 1,
            (Spin::Full, lines) => result.spins[lines.min(3) - 1] += 1,
        }
        let risen = rise.filter(|rise| rise.at == result.pieces);
        if let (Some(drip), Some(Rise { rows, messy, .. })) = (solo.drip, risen) {
            let mut hole = || holes.below(solo.rules.board.width.into()) as u8;
            let clean = hole();
            let kept =
                (0..rows).fold(true, |kept, _| kept & field.matrix.raise(Some(if messy { hole() } else { clean })));
            let spawned = FallingPiece::spawn(field.falling, solo.rules.board);
            let blocked = field.rules.top_out.block_out(field.matrix.board(), spawned);
            field.top_out = field.top_out.or(blocked).or((!kept).then_some(TopOut::GarbageOut));
            rise = Some(drip.next(result.pieces, &mut holes));
        }
    }
    result.topped_out = result.pieces < solo.pieces;
    result
}
