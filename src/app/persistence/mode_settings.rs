//! What a player has chosen for the modes and the seats of a match: two parts of the settings.

use crate::game::Mode;
use crate::game::modes::Options;
use crate::rules::Dealer;
use serde::{Deserialize, Serialize};

/// The games for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Modes {
    /// The mode chosen last.
    pub chosen: Mode,
    /// The puzzle chosen last: its file's name without the ending, or `random:ROWS`.
    pub puzzle: String,
    /// The custom game, as a line.
    pub custom: String,
    /// Whether the custom game is played against the computer player of versus.
    pub against: bool,
    /// Their options.
    pub options: Options,
}

impl Default for Modes {
    fn default() -> Self {
        Self {
            chosen: Mode::Marathon,
            puzzle: "01-first-quad".to_owned(),
            custom: String::new(),
            against: false,
            options: Options::default(),
        }
    }
}

/// With what advantage sides sit in versus, and before what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seating {
    /// Whether the person sits on the right, in files that are older than the choice of who sits where.
    #[serde(skip_serializing)]
    pub right: bool,
    /// The person's garbage multiplier in thousandths; of two, the left one's.
    pub yours: u32,
    /// The opponent's, or the right one's.
    pub theirs: u32,
    /// Who deals the opponent's pieces, or the right one's, instead of chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Dealer>,
    /// What both begin with: nothing, a puzzle's board by its name, or `random:ROWS`.
    pub board: String,
}

impl Default for Seating {
    fn default() -> Self {
        Self { right: false, yours: 1000, theirs: 1000, dealer: None, board: String::new() }
    }
}

impl Seating {
    /// The same with every value within its limits.
    pub fn clamped(self) -> Self {
        Self { yours: self.yours.clamp(100, 5000), theirs: self.theirs.clamp(100, 5000), ..self }
    }
}
