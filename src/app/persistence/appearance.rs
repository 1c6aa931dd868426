//! The appearance: skin, piece colours, and how strong each moment of a game is. A section of the settings.
//!
//! Knows names and numbers; what a skin looks like is the view's.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What blocks, boards and the table are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkinName {
    /// Black lacquer with gold, blocks with a painted flower.
    #[default]
    Lacquer,
    /// Smooth bright blocks on graphite.
    Enamel,
    /// Dark glass with burning edges on a winter night.
    Frost,
    /// A woodcut in black and white: every piece has a pattern, none a colour.
    Woodcut,
}

impl SkinName {
    /// All of them, in the order of the menu, with their titles.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Lacquer, "Lacquer"), (Self::Enamel, "Enamel"), (Self::Frost, "Frost"), (Self::Woodcut, "Woodcut")];
}

/// Which colours the pieces have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaletteName {
    /// The guideline's.
    #[default]
    Guideline,
    /// For eyes that tell red from green badly: deuteranopia and protanopia.
    RedGreen,
    /// For eyes that tell blue from yellow badly: tritanopia.
    BlueYellow,
}

impl PaletteName {
    /// All of them, in the order of the menu, with their titles.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Guideline, "The usual"), (Self::RedGreen, "Red-green safe"), (Self::BlueYellow, "Blue-yellow safe")];
}

/// A moment of a game that is seen for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// Rows go.
    LineClear,
    /// A piece is hurled down.
    HardDrop,
    /// A piece locks.
    Lock,
    /// A piece locks with a spin.
    Spin,
    /// Difficult clears follow each other.
    BackToBack,
    /// Clears follow each other.
    Combo,
    /// The matrix is empty.
    PerfectClear,
    /// An attack flies, rows rise.
    Garbage,
    /// The stack is high.
    Danger,
    /// Somebody is out.
    TopOut,
    /// Three, two, one.
    Countdown,
    /// A level higher.
    LevelUp,
    /// A round or a match is won.
    Win,
    /// A round or a match is lost.
    Loss,
    /// A turn or a hold is refused.
    Refusal,
}

impl Moment {
    /// All of them, with their titles, in the order of the menu.
    pub const ALL: [(Self, &'static str); 15] = [
        (Self::LineClear, "Line clear"),
        (Self::HardDrop, "Hard drop"),
        (Self::Lock, "Lock"),
        (Self::Spin, "Spin"),
        (Self::BackToBack, "Back-to-back"),
        (Self::Combo, "Combo"),
        (Self::PerfectClear, "Perfect clear"),
        (Self::Garbage, "Garbage"),
        (Self::Danger, "Danger"),
        (Self::TopOut, "Top-out"),
        (Self::Countdown, "Countdown"),
        (Self::LevelUp, "Level"),
        (Self::Win, "Win"),
        (Self::Loss, "Loss"),
        (Self::Refusal, "Refused turn or hold"),
    ];
}

/// How strong each moment is, 0-1; one that is not named has its full strength.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moments(BTreeMap<Moment, f32>);

impl Moments {
    /// The strength of a moment, 0-1.
    pub fn of(&self, moment: Moment) -> f32 {
        self.0.get(&moment).copied().unwrap_or(1.0)
    }

    /// Sets the strength of a moment, 0-1.
    pub fn set(&mut self, moment: Moment, strength: f32) {
        if strength >= 1.0 {
            self.0.remove(&moment);
        } else {
            self.0.insert(moment, strength);
        }
    }
}

/// How blocks, boards and moments look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// The skin.
    pub skin: SkinName,
    /// The pieces' colours, where the skin has any.
    pub palette: PaletteName,
    /// Nothing sways, flies or slides: only light comes and goes, slowly.
    pub reduced_motion: bool,
    /// How strong each moment is.
    pub moments: Moments,
}

impl Appearance {
    /// The same with every strength within its limits.
    pub fn clamped(mut self) -> Self {
        for strength in self.moments.0.values_mut() {
            *strength = if strength.is_finite() { strength.clamp(0.0, 1.0) } else { 1.0 };
        }
        self
    }
}
