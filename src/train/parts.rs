//! A game cut into parts, each of which is computed by itself. Together they give the game's result.
//!
//! A brain's game takes a fraction of a second and stays whole. The champion plays two games alone and its matches for
//! one seed, each of which takes about a second.

use super::champion::{self, GenomePlayer};
use super::game::{self, GameResult, StopCheck, TrainingGameSettings};
use crate::search::Weights;
use serde::{Deserialize, Serialize};

/// One of the parts that a genome's game is cut into, each of which is computed by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GenomeGamePart {
    /// The whole game of a brain.
    Whole,
    /// A game that the champion plays alone.
    Alone {
        /// Whether garbage rises in the game.
        garbage: bool,
    },
    /// A match of the champion.
    Match {
        /// The opponent: its rung on the ladder, from 0. For opposite samples it is always 0.
        rival: u8,
        /// Whether the genome plays the right side.
        swapped: bool,
    },
}

/// The opponents of a genome's matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchOpponents {
    /// This many past generations, each met from both sides, or from one where both sides get the same pieces. With 0
    /// there are no matches.
    Ladder(usize),
    /// The sample drawn opposite to the genome. The genome plays the left side; the opposite sample has a part of its
    /// own, in which it plays the left side with the same seed.
    Opposite,
}

impl GenomeGamePart {
    /// All parts of a game, in the order in which their results are joined.
    pub fn all_of_game(settings: &TrainingGameSettings, against: MatchOpponents) -> Vec<GenomeGamePart> {
        if settings.placing.is_none() {
            return vec![GenomeGamePart::Whole];
        }
        let matches: Vec<GenomeGamePart> = match (settings.versus, against) {
            (None, _) => Vec::new(),
            (Some(_), MatchOpponents::Opposite) => vec![GenomeGamePart::Match { rival: 0, swapped: false }],
            (Some(versus), MatchOpponents::Ladder(rungs)) => {
                // With the same pieces for both, the match from the other side is the same once more.
                let sides: &[bool] = if versus.same_pieces { &[false] } else { &[false, true] };
                let of_rival = |rival| sides.iter().map(move |&swapped| GenomeGamePart::Match { rival, swapped });
                (0..rungs as u8).flat_map(of_rival).collect()
            }
        };
        // The games alone are not played where matches are the whole fitness.
        let counts = matches.is_empty() || settings.versus.is_some_and(|versus| versus.share < 1000);
        let alone: &[bool] = if counts { &[false, true] } else { &[] };
        alone.iter().map(|&garbage| GenomeGamePart::Alone { garbage }).chain(matches).collect()
    }

    /// Plays this part of the game of `seed`. `rival` is the opponent of a match. `None` if `stop` broke it off, or if
    /// this kind of player has no such part.
    pub fn play(
        self,
        player: &GenomePlayer,
        settings: &TrainingGameSettings,
        rival: Option<&Weights>,
        seed: u64,
        stop: StopCheck,
    ) -> Option<GameResult> {
        match (self, player, &settings.placing) {
            (GenomeGamePart::Whole, GenomePlayer::Brain(brain), _) => {
                game::play_training_game(brain, settings, seed, stop)
            }
            (GenomeGamePart::Alone { garbage }, GenomePlayer::Champion(weights), Some(placing)) => {
                champion::play_champion_game(weights, placing, settings, garbage, seed, stop)
            }
            (GenomeGamePart::Match { rival: number, swapped }, GenomePlayer::Champion(weights), Some(placing)) => {
                settings.versus?.play([weights, rival?], (number, swapped), (&settings.rules, placing), seed, stop)
            }
            _ => None,
        }
    }
}

/// Joins the results of all parts of a game to the result of the game.
pub fn join_parts(settings: &TrainingGameSettings, parts: &[(GenomeGamePart, GameResult)]) -> GameResult {
    if let [(GenomeGamePart::Whole, result)] = parts {
        return *result;
    }
    let of = |matches: bool| -> Vec<GameResult> {
        let found = parts.iter().filter(|(part, _)| matches!(part, GenomeGamePart::Match { .. }) == matches);
        found.map(|(_, result)| *result).collect()
    };
    let (alone, matches) = (of(false), of(true));
    let alone = if alone.is_empty() { GameResult::default() } else { champion::join_results(&alone) };
    match &settings.versus {
        Some(versus) if !matches.is_empty() => versus.join_matches(alone, &matches),
        _ => alone,
    }
}
