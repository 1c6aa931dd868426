//! Scoring: points for clears and drops, levels, and the counts a player sees.
//!
//! Sources: the 2009 guideline; `Nintendo` is the rule of the first learner's document, 40/100/300/1200 x (level + 1);
//! `Flat` is the other learners', each with its own numbers.

use super::spin::Spin;
use super::streak::Clear;
use serde::{Deserialize, Serialize};

/// How points are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoringRule {
    /// Clears and drops give the guideline's points, clears times the level.
    #[default]
    Guideline,
    /// 40/100/300/1200 x (lines / 10 + 1), and 1 per landed piece.
    Nintendo,
    /// Points that no level multiplies.
    Flat {
        /// Points for each landed piece.
        piece: u32,
        /// Points for a landing that clears 0, 1, 2, 3 and 4 or more lines.
        lines: [u32; 5],
    },
}

/// What a player has scored and counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScoreCard {
    /// The points that the player has scored.
    pub score: u64,
    /// The number of lines cleared.
    pub lines: u32,
    /// The number of pieces locked.
    pub pieces: u32,
    /// The number of clears of four or more lines.
    pub tetrises: u32,
    /// The number of spins that cleared lines.
    pub spins: u32,
    /// The number of perfect clears.
    pub perfect_clears: u32,
    /// The longest combo: the most clears in a row that came before a clear.
    pub best_combo: u16,
    /// The longest back-to-back: the most difficult clears in a row.
    pub best_back_to_back: u16,
}

impl ScoreCard {
    /// The level: `start`, and one more for every ten lines cleared.
    pub const fn level(&self, start: u32) -> u32 {
        start + self.lines / 10
    }

    /// Counts a lock and its clear; gives the points it brought. `start` is the first level, `streak` the number of
    /// difficult clears in a row.
    pub fn count_lock(&mut self, rule: ScoringRule, clear: &Clear, start: u32, streak: u16) -> u64 {
        let points = match rule {
            ScoringRule::Guideline => guideline_points(clear) * u64::from(self.level(start)),
            ScoringRule::Nintendo => {
                let base = [0, 40, 100, 300, 1200][usize::from(clear.lines.min(4))];
                base * u64::from(self.lines / 10 + 1) + 1
            }
            ScoringRule::Flat { piece, lines } => u64::from(piece) + u64::from(lines[usize::from(clear.lines.min(4))]),
        };
        self.score += points;
        self.lines += u32::from(clear.lines);
        self.pieces += 1;
        self.tetrises += u32::from(clear.lines >= 4);
        if clear.lines > 0 {
            self.spins += u32::from(clear.spin != Spin::None);
            self.perfect_clears += u32::from(clear.perfect);
            self.best_combo = self.best_combo.max(clear.combo);
            self.best_back_to_back = self.best_back_to_back.max(streak);
        }
        points
    }

    /// Adds the points of a drop by `cells` rows: 1 a row for a soft drop, 2 for a hard one. Only the guideline's rule
    /// gives points for drops.
    pub fn count_drop(&mut self, rule: ScoringRule, cells: u32, hard: bool) {
        if rule == ScoringRule::Guideline {
            self.score += u64::from(cells) * if hard { 2 } else { 1 };
        }
    }
}

/// Points of a clear at level 1.
fn guideline_points(clear: &Clear) -> u64 {
    let lines = usize::from(clear.lines.min(4));
    let base = match clear.spin {
        Spin::None => [0, 100, 300, 500, 800][lines],
        Spin::Mini => [100, 200, 400, 800, 800][lines],
        Spin::Full => [400, 800, 1200, 1600, 1600][lines],
    };
    let base = if clear.back_to_back { base * 3 / 2 } else { base };
    let perfect = match (clear.perfect, lines) {
        (false, _) => 0,
        (true, 4) if clear.back_to_back => 3200,
        (true, lines) => [0, 800, 1200, 1800, 2000][lines],
    };
    base + 50 * u64::from(clear.combo) + perfect
}
