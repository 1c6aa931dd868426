//! The appearance, a section of the settings: skin, piece colours, and how strong the effect of each moment
//! of a game is.
//!
//! This file has names and numbers only; the view knows what a skin looks like.

use super::StrengthTable;
use serde::{Deserialize, Serialize};

/// The skins: each is a material that blocks, boards and the table are painted with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkinName {
    /// Black lacquer with gold, blocks with a painted flower.
    #[default]
    Lacquer,
    /// A skin of smooth bright blocks on graphite.
    Enamel,
    /// Dark glass with burning edges on a winter night.
    Frost,
    /// A woodcut in black and white: every piece has a pattern, none a colour.
    Woodcut,
}

impl SkinName {
    /// All skins, in the order of the menu, with their titles.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Lacquer, "Lacquer"), (Self::Enamel, "Enamel"), (Self::Frost, "Frost"), (Self::Woodcut, "Woodcut")];
}

/// The palettes: sets of colours for the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaletteName {
    /// The palette of the guideline: the usual colour of each kind of piece.
    #[default]
    Guideline,
    /// Colours for eyes that tell red from green badly: deuteranopia and protanopia.
    RedGreen,
    /// Colours for eyes that tell blue from yellow badly: tritanopia.
    BlueYellow,
}

impl PaletteName {
    /// All palettes, in the order of the menu, with their titles.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Guideline, "The usual"), (Self::RedGreen, "Red-green safe"), (Self::BlueYellow, "Blue-yellow safe")];
}

/// A moment of a game that has an effect of its own on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameMoment {
    /// One or more rows are cleared.
    LineClear,
    /// A piece is dropped hard.
    HardDrop,
    /// A piece locks, and is part of the stack from now on.
    Lock,
    /// A piece locks with a spin.
    Spin,
    /// Difficult clears follow each other without a plain one between.
    BackToBack,
    /// Several pieces in a row each clear something.
    Combo,
    /// A clear leaves the matrix empty.
    PerfectClear,
    /// An attack flies to the opponent, or garbage rises.
    Garbage,
    /// The stack is so high that topping out is near.
    Danger,
    /// A player tops out.
    TopOut,
    /// The countdown before a round.
    Countdown,
    /// A game for one reaches its next level.
    LevelUp,
    /// A round or a match is won.
    Win,
    /// A round or a match is lost.
    Loss,
    /// A rotation or a hold is refused.
    Refusal,
}

impl GameMoment {
    /// All moments, in the order of the menu, with their titles and what is said of them.
    pub const ALL: [(Self, &'static str, &'static str); 15] = [
        (Self::LineClear, "Line clear", "Rows flash and are swept away"),
        (Self::HardDrop, "Hard drop", "A trail of light, dust, and the board gives"),
        (Self::Lock, "Lock", "A piece that has locked glints"),
        (Self::Spin, "Spin", "Light whirls out of the hollow"),
        (Self::BackToBack, "Back-to-back", "The frame is gilded while the chain lasts"),
        (Self::Combo, "Combo", "Embers rise along the frame, more with every clear"),
        (Self::PerfectClear, "Perfect clear", "The empty board fills with light"),
        (Self::Garbage, "Garbage", "Attacks fly over, rows push the board up"),
        (Self::Danger, "Danger", "The frame glows red and pulses while the stack is high; at zero a word warns"),
        (Self::TopOut, "Top-out", "The board is struck and blocks come loose"),
        (Self::Countdown, "Countdown", "Three, two, one"),
        (Self::LevelUp, "Level", "Gold sweeps up the board"),
        (Self::Win, "Win", "Paper rains on the winner"),
        (Self::Loss, "Loss", "The light goes out over the loser"),
        (Self::Refusal, "Refused turn or hold", "What cannot be done shakes"),
    ];
}

/// The strength of each moment's effect.
pub type MomentStrengths = StrengthTable<GameMoment>;

/// How blocks, boards and moments look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// The skin that blocks, boards and the table are painted with.
    pub skin: SkinName,
    /// The colours of the pieces, for skins that have colours.
    pub palette: PaletteName,
    /// Whether motion is reduced: nothing sways, flies or slides, and light changes slowly.
    pub reduced_motion: bool,
    /// The strength of each moment's effect.
    pub moments: MomentStrengths,
}

impl Appearance {
    /// The appearance with every strength within 0-1; one that is no number becomes 1.
    pub fn clamped(self) -> Self {
        Self { moments: self.moments.clamped(), ..self }
    }
}
