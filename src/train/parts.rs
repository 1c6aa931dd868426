//! A game cut into parts that are each computed by themselves; together they are the game's result.
//!
//! A brain's game takes a fraction of a second and stays whole. The champion plays two games alone and its matches for
//! one seed, each of which takes about a second.

use super::champion::{self, Player};
use super::game::{self, Course, GameResult, Stop};
use crate::rules::RuleSet;
use crate::search::Weights;
use serde::{Deserialize, Serialize};

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// A brain's game.
    Whole,
    /// The champion's game alone.
    Alone {
        /// Whether garbage rises in it.
        garbage: bool,
    },
    /// A match of the champion's.
    Match {
        /// The rung of the ladder that it is against, from 0; of opposite samples always 0.
        rival: u8,
        /// Whether the genome plays from the right.
        swapped: bool,
    },
}

/// Whom a genome's matches are against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// So many past generations, from both sides; of none, there are no matches.
    Ladder(usize),
    /// The sample opposite to it, from the left: that one plays the same seed against it from there.
    Mirror,
}

impl Part {
    /// The parts of a game, in the order in which they are joined.
    pub fn of(course: &Course, against: Against) -> Vec<Part> {
        if course.placing.is_none() {
            return vec![Part::Whole];
        }
        let matches: Vec<Part> = match (course.versus, against) {
            (None, _) => Vec::new(),
            (Some(_), Against::Mirror) => vec![Part::Match { rival: 0, swapped: false }],
            (Some(_), Against::Ladder(rungs)) => {
                (0..rungs as u8).flat_map(|rival| [false, true].map(|swapped| Part::Match { rival, swapped })).collect()
            }
        };
        // Games alone that count for nothing are not played.
        let counts = matches.is_empty() || course.versus.is_some_and(|versus| versus.share < 1000);
        let alone: &[bool] = if counts { &[false, true] } else { &[] };
        alone.iter().map(|&garbage| Part::Alone { garbage }).chain(matches).collect()
    }

    /// Plays the part of the game of `seed`. `rival` is whom a match is against. `None` if `stop` said so on the way,
    /// or if the part is none of this player's games.
    pub fn play(
        self,
        player: &Player,
        course: &Course,
        rival: Option<&Weights>,
        seed: u64,
        stop: Stop,
    ) -> Option<GameResult> {
        match (self, player, &course.placing) {
            (Part::Whole, Player::Brain(brain), _) => game::play(brain, course, seed, stop),
            (Part::Alone { garbage }, Player::Champion(weights), Some(placing)) => {
                champion::play(weights, placing, (&course.rules, course.piece_cap), garbage, seed, stop)
            }
            (Part::Match { rival: number, swapped }, Player::Champion(weights), Some(placing)) => {
                let rule_set = RuleSet::of(&course.rules);
                course.versus?.play([weights, rival?], (number, swapped), (rule_set, placing), seed, stop)
            }
            _ => None,
        }
    }
}

/// What all parts of a game come to together.
pub fn joined(course: &Course, parts: &[(Part, GameResult)]) -> GameResult {
    if let [(Part::Whole, result)] = parts {
        return *result;
    }
    let of = |matches: bool| -> Vec<GameResult> {
        let found = parts.iter().filter(|(part, _)| matches!(part, Part::Match { .. }) == matches);
        found.map(|(_, result)| *result).collect()
    };
    let (alone, matches) = (of(false), of(true));
    let alone = if alone.is_empty() { GameResult::default() } else { champion::together(&alone) };
    match &course.versus {
        Some(versus) if !matches.is_empty() => versus.together(alone, &matches),
        _ => alone,
    }
}
