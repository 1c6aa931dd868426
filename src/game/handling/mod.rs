//! Handling: how a player's held keys become moves. Every value in ticks of a millisecond, exact from the tick at which
//! a key enters. Presets and the line of text that holds a handling have files of their own.

pub mod line;
pub mod presets;

use super::input::Action;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// How fast soft drop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SoftDrop {
    /// Soft drop is this many times as fast as gravity, 5-40.
    Factor(u8),
    /// Soft drop brings the piece to the ground at once.
    Instant,
}

impl SoftDrop {
    /// How many times as fast as gravity soft drop is; `None` if it brings the piece to the ground at once.
    pub fn factor(self) -> Option<u32> {
        match self {
            SoftDrop::Factor(factor) => Some(factor.into()),
            SoftDrop::Instant => None,
        }
    }
}

/// What turning or holding before a piece appears does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InitialInput {
    /// A key pressed before the piece appears does nothing to it.
    Off,
    /// A key that is held when the piece appears acts on it.
    Hold,
    /// A key pressed while there was no piece acts on the next.
    #[default]
    Tap,
}

/// What a second direction does while the first is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecondDirection {
    /// The direction pressed later counts; when it is released the earlier one goes on.
    #[default]
    Latest,
    /// The direction pressed earlier goes on.
    First,
    /// Neither direction repeats while both are held.
    Neither,
    /// The direction pressed later counts; every change of direction makes the earlier one charge anew.
    Anew,
}

/// A player's handling: how held keys become moves.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Handling {
    /// Delayed auto shift: ticks a direction is held before it repeats, 0-500.
    pub das: u16,
    /// Auto repeat rate: ticks between repeats, 0-200; 0 goes to the wall at once.
    pub arr: u16,
    /// How fast soft drop is.
    pub soft_drop: SoftDrop,
    /// DAS cut delay: ticks for which repeats rest after a turn, a hold or a new piece, 0-200.
    pub dcd: u16,
    /// What a turn pressed before the piece appears does.
    pub initial_rotation: InitialInput,
    /// What a hold pressed before the piece appears does.
    pub initial_hold: InitialInput,
    /// What happens while both directions are held.
    pub second_direction: SecondDirection,
    /// Ticks for which hard drop does nothing after a piece has locked by itself, 0-500: the key was meant for that
    /// piece. Recordings from before there was such a guard have none, whatever the standard of new handlings is.
    #[serde(default)]
    pub guard: u16,
    /// Whether a turn key that is held turns a piece out of hold too, where held keys turn new pieces. Files leave it
    /// out where it does not, so that they are as they always were; the same goes for `fall_first`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub turn_out_of_hold: bool,
    /// Whether a piece falls before a direction moves it, and after every step, where soft drop is held and brings it
    /// to the ground at once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fall_first: bool,
}

impl Default for Handling {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl Handling {
    /// The handling for beginners: slow to repeat, easy to stop.
    pub const RELAXED: Self = Self { das: 200, arr: 40, soft_drop: SoftDrop::Factor(15), ..Self::STANDARD };
    /// The handling of the middle way. Evaluators have it too; searches and bots have quicker ones.
    pub const STANDARD: Self = Self {
        das: 133,
        arr: 10,
        soft_drop: SoftDrop::Factor(20),
        dcd: 0,
        initial_rotation: InitialInput::Tap,
        initial_hold: InitialInput::Tap,
        second_direction: SecondDirection::Latest,
        guard: 0,
        turn_out_of_hold: false,
        fall_first: false,
    };
    /// The handling for players who know what they press.
    pub const FAST: Self = Self { das: 100, arr: 0, soft_drop: SoftDrop::Instant, ..Self::STANDARD };

    /// The handling that TETR.IO comes with; where the numbers are from is said in `presets`.
    pub const TETR_IO: Self = Self {
        das: 167,
        arr: 33,
        soft_drop: SoftDrop::Factor(18),
        dcd: 0,
        guard: 117,
        fall_first: true,
        ..Self::STANDARD
    };

    /// The names and handlings of the four presets that a player chooses among at the first start; all
    /// presets are in `presets`.
    pub const FIRST_START_PRESETS: [(&'static str, Self); 4] =
        [("Relaxed", Self::RELAXED), ("Standard", Self::STANDARD), ("Fast", Self::FAST), ("TETR.IO", Self::TETR_IO)];

    /// The nearest handling within the limits.
    pub fn clamped(self) -> Self {
        Self {
            das: self.das.min(500),
            arr: self.arr.min(200),
            dcd: self.dcd.min(200),
            guard: self.guard.min(500),
            soft_drop: match self.soft_drop {
                SoftDrop::Factor(factor) => SoftDrop::Factor(factor.clamp(5, 40)),
                SoftDrop::Instant => SoftDrop::Instant,
            },
            ..self
        }
    }
}

/// A player's keys: which are down, for how long, and which turn or hold waits for the next piece.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PressedKeys {
    /// Which keys are down: one bit for each [`Action`] that plays a piece. Keys that take back are never held.
    held: u8,
    /// Ticks for which left and right have been held.
    pub held_for: [u16; 2],
    /// Ticks since the held direction last repeated; `None` while it has not.
    pub since_repeat: Option<u16>,
    /// The direction pressed last among those held.
    pub latest: Option<Action>,
    /// Ticks for which repeats still rest.
    pub cut: u16,
    /// A turn that was pressed while there was no piece, and waits for the next.
    pub waiting_turn: Option<Action>,
    /// Whether a hold was pressed while there was no piece, and waits for the next.
    pub waiting_hold: bool,
    /// Ticks for which hard drop still does nothing. Left out of the state hash while there are none, so that games
    /// without a guard have the hash that they always had.
    #[serde(skip_serializing_if = "is_over")]
    pub guarded: u16,
}

/// Whether a count of ticks has run out.
const fn is_over(left: &u16) -> bool {
    *left == 0
}

impl PressedKeys {
    /// Whether the key is down; never for keys that take back.
    pub const fn holds(&self, action: Action) -> bool {
        !action.is_undo_or_redo() && self.held >> action as u8 & 1 == 1
    }

    /// The same keys in another round: a key held over the break is still held, but what waited for a piece of the
    /// last round waits no more.
    pub const fn for_next_round(&self) -> Self {
        Self { waiting_turn: None, waiting_hold: false, guarded: 0, ..*self }
    }

    /// Notes that a key went down or up.
    pub fn set(&mut self, action: Action, down: bool) {
        if action.is_undo_or_redo() {
            return;
        }
        if down {
            self.held |= 1 << action as u8;
        } else {
            self.held &= !(1 << action as u8);
        }
    }
}

/// When each key of a player last went down, in ticks of the match, for whoever shows keys: the release of a tap can
/// come before the next frame. Nothing that decides reads it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastPresses([Option<u64>; Action::ALL.len()]);

impl LastPresses {
    /// Notes that a key went down in this tick of the match.
    pub(super) const fn note(&mut self, action: Action, tick: u64) {
        self.0[action as usize] = Some(tick);
    }

    /// Whether a key is shown as pressed after the tick `now`: while it is down, and for `glow` ticks from the one in
    /// which it went down.
    pub fn shows(&self, pressed: &PressedKeys, action: Action, now: u64, glow: u64) -> bool {
        pressed.holds(action) || self.0[action as usize].is_some_and(|then| now.saturating_sub(then) < glow)
    }
}
