//! What a player has chosen for the modes for one and for the start of a versus match: two parts of the settings.

use crate::game::Mode;
use crate::game::modes::ModeOptions;
use crate::rules::Dealer;
use serde::{Deserialize, Serialize};

/// The choices for the games for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SingleModeSettings {
    /// The mode chosen last.
    pub chosen: Mode,
    /// The puzzle chosen last: its file's name without the ending, or `random:ROWS`.
    pub puzzle: String,
    /// The custom game, as a line of text.
    pub custom: String,
    /// Whether the custom game is played against the computer player of versus.
    pub against: bool,
    /// The options of the modes.
    pub options: ModeOptions,
}

impl Default for SingleModeSettings {
    fn default() -> Self {
        Self {
            chosen: Mode::Marathon,
            puzzle: "01-first-quad".to_owned(),
            custom: String::new(),
            against: false,
            options: ModeOptions::default(),
        }
    }
}

/// The handicaps of a versus match, and the board that it starts with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HandicapSettings {
    /// Whether the person sits on the right, in files that are older than the choice of who sits where.
    #[serde(skip_serializing)]
    pub right: bool,
    /// The attack multiplier of the person, in thousandths, 100-5000; of two persons, that of the left one.
    pub yours: u32,
    /// The attack multiplier of the opponent; of two persons, that of the right one. In thousandths, 100-5000.
    pub theirs: u32,
    /// The dealer of the opponent's pieces, or of those of the right of two persons; `None`:
    /// the rules say how pieces come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Dealer>,
    /// The board that both begin with: empty text for an empty board, a puzzle's name for its board, or `random:ROWS`.
    pub board: String,
}

impl HandicapSettings {
    /// Whether the handicaps favour nobody and the board is empty at the start, as in a rated match.
    pub fn are_even(&self) -> bool {
        [self.yours, self.theirs] == [1000, 1000] && self.dealer.is_none() && self.board.is_empty()
    }

    /// The handicaps with both multipliers within their limits.
    pub fn clamped(self) -> Self {
        Self { yours: clamp_handicap(self.yours), theirs: clamp_handicap(self.theirs), ..self }
    }
}

/// A multiplier of attacks, in thousandths, within its limits: 100-5000.
pub(super) fn clamp_handicap(thousandths: u32) -> u32 {
    thousandths.clamp(100, 5000)
}

impl Default for HandicapSettings {
    fn default() -> Self {
        Self { right: false, yours: 1000, theirs: 1000, dealer: None, board: String::new() }
    }
}
