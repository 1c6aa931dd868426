//! The ladder of the career: computer players from the weakest to the strongest, one line of JSON each, in
//! `ladder.jsonl` among the assets, as `korobka match --ladder` wrote it. Each rung was measured by whole matches
//! against the one below.
//!
//! Ratings are on the scale of [`super::strengths`].

use super::strengths::MeasuredStrength;
use crate::game::Pace;
use crate::storage::json_lines::read_json_lines;
use crate::storage::{Spec, paths};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The name of the ladder's file among the assets.
pub const FILE_NAME: &str = "ladder.jsonl";

/// One rung: a player at a speed, and its results against the rung below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderRung {
    /// The player of the rung, with its speed and its strength.
    #[serde(flatten)]
    pub strength: MeasuredStrength,
    /// How many matches the rung won, drew and lost against the rung below; zeros for the lowest.
    pub below: [u32; 3],
    /// Whether the rung is one of the user's own players: such a rung opens no other, and no other opens it.
    #[serde(skip)]
    pub is_own: bool,
}

/// All rungs, the lowest rating first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder(Vec<LadderRung>);

impl Ladder {
    /// Reads the ladder of the assets, with a warning for each line that cannot be used.
    pub fn load() -> (Self, Vec<String>) {
        paths::assets_folder().map(|assets| Self::read_file(&assets.join(FILE_NAME))).unwrap_or_default()
    }

    /// Reads a file, with a warning for each line that cannot be used. Without the file there are no rungs.
    pub fn read_file(path: &Path) -> (Self, Vec<String>) {
        let (mut rungs, warnings) = read_json_lines(path, |rung: &LadderRung| rung.strength.is_sane());
        rungs.sort_by(|a, b| a.strength.rating.total_cmp(&b.strength.rating));
        (Self(rungs), warnings)
    }

    /// Replaces the rungs of the user's own players by these.
    pub fn set_own_players(&mut self, own: impl IntoIterator<Item = MeasuredStrength>) {
        self.0.retain(|rung| !rung.is_own);
        self.0.extend(own.into_iter().map(|strength| LadderRung { strength, below: [0; 3], is_own: true }));
        self.0.sort_by(|a, b| a.strength.rating.total_cmp(&b.strength.rating));
    }

    /// The rungs, the lowest first.
    pub fn rungs(&self) -> &[LadderRung] {
        &self.0
    }

    /// The rung of this player at this speed and with these slips; `None` if there is none.
    pub fn find_rung(&self, spec: &Spec, pace: Pace, slips: u8) -> Option<&LadderRung> {
        let is = |rung: &&LadderRung| {
            let MeasuredStrength { player, milli_pps, slips: its, .. } = &rung.strength;
            player == spec && *milli_pps == pace.milli_pps && *its == slips
        };
        self.0.iter().find(is)
    }
}
