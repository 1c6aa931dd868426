//! Matches of two players at the level of placements: what `arena` and tournaments of placements play.

use super::Failure;
use super::thinking::Thinking;
use crate::doors::files;
use crate::measure::Decider;
use crate::rules::{Random, Rules};
use crate::search::{Duel, DuelRecord, DuelResult};
use crate::storage::duels::{self, EXTENSION, SavedDuel, Seated};
use crate::storage::{Contestant, Label, calendar};
use std::path::Path;

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

/// What all matches of a command have in common.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    pub(super) thinking: Thinking,
    pub(super) rules: &'a Rules,
    /// Whether both sides have the same pieces and neither is told what waits.
    pub(super) equal: bool,
    pub(super) seed: u64,
    /// Where matches are saved.
    pub(super) replays: Option<&'a Path>,
}

/// Makes the folder that matches are saved in.
pub(super) fn folder(replays: Option<&Path>) -> Result<(), Failure> {
    let Some(folder) = replays else { return Ok(()) };
    let create = files().create_folders(folder);
    create.map_err(|error| Failure::new(format!("--replays {}: {error}", folder.display())))
}

/// Plays the match of this number: each two have the same seed, the second with the sides changed. `title` names it where a bot does wrong, and
/// `stem` its file where it is saved.
pub(super) fn play(
    players: [&Contestant; 2],
    specs: [&str; 2],
    terms: Terms,
    number: u32,
    (title, stem): (&str, &str),
) -> Result<Match, Failure> {
    let Terms { thinking, rules, equal, seed, replays } = terms;
    let course = Duel { same_pieces: equal, untold: equal, ..Duel::told(*rules, PACE, MOST_PIECES) };
    let (seed, swapped) = (Random::derived_seed(seed, (number / 2).into()), number % 2 == 1);
    let [mut left, mut right] = players.map(|player| Decider::new(&player.mind, thinking.allowance(), rules));
    let record = match swapped {
        false => DuelRecord::play(&course, seed, [&mut |state| left.decide(state), &mut |state| right.decide(state)]),
        true => DuelRecord::play(&course, seed, [&mut |state| right.decide(state), &mut |state| left.decide(state)]),
    };
    let mut result = record.result;
    if swapped {
        result.sides.reverse();
    }
    let deciders = [left, right];
    for (decider, side) in deciders.iter().zip(["left", "right"]) {
        if let Some(fault) = &decider.fault {
            eprintln!("{title}game {number} is lost by {side} after {} pieces: {fault}", result.pieces);
        }
    }
    let seconds = deciders.each_ref().map(|decider| decider.seconds);
    let faults = deciders.map(|decider| decider.fault.map(|fault| fault.to_string()));
    if let Some(folder) = replays {
        let mut seated = [0, 1].map(|side| Seated {
            name: players[side].name.clone(),
            spec: specs[side].to_owned(),
            fault: faults[side].clone(),
        });
        if swapped {
            seated.reverse();
        }
        let saved = SavedDuel {
            label: Label::recorded(calendar::now()),
            players: seated,
            thinking: thinking.describe(),
            record,
        };
        duels::write(&folder.join(format!("{stem}{:04}.{EXTENSION}", number + 1)), &saved)?;
    }
    Ok(Match { seed, swapped, score: result.score(), result, seconds, faults })
}
