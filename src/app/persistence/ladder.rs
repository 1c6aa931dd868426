//! The ladder: computer players from the weakest to the strongest. Either a file as `korobka ladder` wrote it, a line of JSON a
//! rung, each measured by whole matches against the one below; or picked from the measured strengths.
//!
//! Ratings are on the scale of [`super::strengths`].

use super::strengths::{Strength, Strengths, lines};
use crate::game::Pace;
use crate::storage::Spec;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How many rungs are picked from strengths.
pub const RUNGS: usize = 16;

/// One rung: a player at a speed, and how it did against the rung below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderRung {
    /// Who stands on it, and how strong it is.
    #[serde(flatten)]
    pub strength: Strength,
    /// Matches that it won, drew and lost against the rung below; none for the lowest, and for those picked from strengths.
    pub below: [u32; 3],
}

/// All rungs, the lowest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder(Vec<LadderRung>);

impl Ladder {
    /// At most [`RUNGS`] of these players from the weakest to the strongest, as evenly apart as there are, neighbours of
    /// different names where another is about as near.
    pub fn of(strengths: &Strengths) -> Self {
        let all = strengths.all();
        let (Some(first), Some(last)) = (all.first(), all.last()) else { return Self::default() };
        let step = (last.rating - first.rating) / (RUNGS - 1) as f64;
        let mut ladder: Vec<&Strength> = Vec::new();
        for rung in 0..RUNGS {
            let wanted = first.rating + step * rung as f64;
            let group = |strength: &Strength| strength.player.source.place().map(|(group, _)| group.to_owned());
            let fresh = |strength: &&Strength| {
                ladder.last().is_none_or(|last| strength.rating > last.rating)
                    && ladder.iter().all(|known| known.player != strength.player)
            };
            let off = |strength: &Strength| {
                let again = ladder.iter().rev().take(3).any(|known| group(known) == group(strength));
                (strength.rating - wanted).abs() + if again { step * 0.4 } else { 0.0 }
            };
            let found = all.iter().filter(fresh).min_by(|a, b| off(a).total_cmp(&off(b)));
            if let Some(found) = found.filter(|found| off(found) <= step) {
                ladder.push(found);
            }
        }
        Self(ladder.into_iter().map(|strength| LadderRung { strength: strength.clone(), below: [0; 3] }).collect())
    }

    /// Reads a file; what cannot be read becomes a warning, and without the file there are no rungs.
    pub fn read(path: &Path) -> (Self, Vec<String>) {
        let (mut rungs, warnings) = lines(path, |rung: &LadderRung| rung.strength.is_sane());
        rungs.sort_by(|a, b| a.strength.rating.total_cmp(&b.strength.rating));
        (Self(rungs), warnings)
    }

    /// The rungs, the lowest first.
    pub fn rungs(&self) -> &[LadderRung] {
        &self.0
    }

    /// The rung on which this player stands at this speed and with these slips.
    pub fn rung(&self, spec: &Spec, pace: Pace, slips: u8) -> Option<&LadderRung> {
        let is = |rung: &&LadderRung| {
            let Strength { player, milli_pps, slips: its, .. } = &rung.strength;
            player == spec && *milli_pps == pace.milli_pps && *its == slips
        };
        self.0.iter().find(is)
    }
}
