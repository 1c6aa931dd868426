//! Matches of two players at the level of placements: what `arena` and tournaments of placements play.

use super::thinking::{Thinker, Thinking};
use crate::champion::{Duel, DuelResult, duel};
use crate::rules::{Random, Rules};
use crate::storage::Contestant;

/// Ticks from piece to piece.
const PACE: u32 = 500;
/// Pieces of the longest match.
const MOST_PIECES: u32 = 1500;

/// A match as left and right see it, whoever sat where.
pub(super) struct Match {
    pub(super) seed: u64,
    pub(super) swapped: bool,
    /// Left's.
    pub(super) score: f64,
    pub(super) result: DuelResult,
    /// Seconds of thinking.
    pub(super) seconds: [f64; 2],
    /// What a bot behind the protocol did wrong, which has cost it the game.
    pub(super) faults: [Option<String>; 2],
}

/// Plays the match of this number: each two have the same seed, the second with the sides changed. `title` names it where a bot does wrong.
pub(super) fn play(
    players: [&Contestant; 2],
    thinking: Thinking,
    rules: &Rules,
    seed: u64,
    number: u32,
    title: &str,
) -> Match {
    let course = Duel { rules: *rules, pace: PACE, most_pieces: MOST_PIECES };
    let (seed, swapped) = (Random::derived_seed(seed, (number / 2).into()), number % 2 == 1);
    let [mut left, mut right] = players.map(|player| Thinker::new(&player.who, thinking, rules));
    let mut result = match swapped {
        false => duel::play(&course, seed, [&mut |state| left.decide(state), &mut |state| right.decide(state)]),
        true => duel::play(&course, seed, [&mut |state| right.decide(state), &mut |state| left.decide(state)]),
    };
    if swapped {
        result.sides.reverse();
    }
    let thinkers = [left, right];
    for (thinker, side) in thinkers.iter().zip(["left", "right"]) {
        if let Some(fault) = &thinker.fault {
            eprintln!("{title}game {number} is lost by {side} after {} pieces: {fault}", result.pieces);
        }
    }
    let seconds = thinkers.each_ref().map(|thinker| thinker.seconds);
    let faults = thinkers.map(|thinker| thinker.fault.map(|fault| fault.to_string()));
    Match { seed, swapped, score: result.score(), result, seconds, faults }
}
