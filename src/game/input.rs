//! Input: the key events of a player's tick in one component, whether a device, a computer player or
//! a replay writes them.
//!
//! Devices put their key events into a queue as they come; a tick takes from its front as many as keep their order and
//! change each key at most once, so that a press and its release fall on consecutive ticks. Knows no device: the window
//! maps keys, buttons and sticks to actions.

use super::components::Match;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What a player can ask for with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Action {
    /// Shifts the piece one column to the left; held, it repeats.
    Left,
    /// Shifts the piece one column to the right; held, it repeats.
    Right,
    /// Lets the piece fall faster while it is held.
    SoftDrop,
    /// Drops the piece to the ground and locks it at once.
    HardDrop,
    /// Turns the piece clockwise by a quarter.
    Clockwise,
    /// Turns the piece counterclockwise by a quarter.
    Counterclockwise,
    /// Turns the piece by 180 degrees.
    Half,
    /// Puts the piece on hold and plays the held one, or the next.
    Hold,
    /// Takes a piece back, where the mode allows it.
    Undo,
    /// Sets a piece again that was taken back, where the mode allows it.
    Redo,
}

impl Action {
    /// Every action, in the order of their numbers.
    pub const ALL: [Action; 10] = {
        use Action::*;
        [Left, Right, SoftDrop, HardDrop, Clockwise, Counterclockwise, Half, Hold, Undo, Redo]
    };

    /// Whether the action takes a piece back or sets one again, where the mode allows it, instead of playing one.
    pub const fn is_undo_or_redo(self) -> bool {
        matches!(self, Action::Undo | Action::Redo)
    }

    /// Whether the action goes on for as long as its key is down.
    pub const fn is_held_down(self) -> bool {
        matches!(self, Action::Left | Action::Right | Action::SoftDrop)
    }

    /// The action's name as a player reads it.
    pub const fn title(self) -> &'static str {
        match self {
            Action::Left => "Move left",
            Action::Right => "Move right",
            Action::SoftDrop => "Soft drop",
            Action::HardDrop => "Hard drop",
            Action::Clockwise => "Rotate right",
            Action::Counterclockwise => "Rotate left",
            Action::Half => "Rotate 180",
            Action::Hold => "Hold",
            Action::Undo => "Undo",
            Action::Redo => "Redo",
        }
    }
}

/// A key that went down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeyEvent {
    /// The action that the key stands for.
    pub action: Action,
    /// Whether the key went down; false if it went up.
    pub down: bool,
}

/// The key events of one player's tick, in order. Each action at most once.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TickInput {
    events: [Option<KeyEvent>; Action::ALL.len()],
    count: u8,
}

impl TickInput {
    /// Adds an event and returns true. Returns false and adds nothing when this action has already changed in this
    /// tick, or when a hard drop or a hold went down before it: the event can then only mean the next piece, and waits
    /// for the next tick.
    pub fn push(&mut self, event: KeyEvent) -> bool {
        let ends = |earlier: KeyEvent| earlier.down && matches!(earlier.action, Action::HardDrop | Action::Hold);
        let free = !self.events().any(|earlier| earlier.action == event.action || ends(earlier));
        if free {
            self.events[usize::from(self.count)] = Some(event);
            self.count += 1;
        }
        free
    }

    /// The events of the tick, in their order.
    pub fn events(&self) -> impl Iterator<Item = KeyEvent> + '_ {
        self.events.iter().take(usize::from(self.count)).flatten().copied()
    }
}

/// Key events of a device that no tick has taken yet, oldest first.
#[derive(Component, Clone, Debug, Default)]
pub struct PendingKeyEvents(pub VecDeque<KeyEvent>);

/// The set of systems by which devices and computer players press keys. A tick that is played again by a log of its
/// keys leaves them out.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NewKeySystems;

/// Gives the tick the device events it can take. Pieces are taken back and set again after all other keys of a tick
/// have acted. So where that is allowed, what was pressed after such a key waits for the next tick, and for its piece.
pub(super) fn take_device_keys(current: Single<&Match>, mut players: Query<(&mut PendingKeyEvents, &mut TickInput)>) {
    let ends = |event: KeyEvent| event.down && event.action.is_undo_or_redo() && current.has_undo();
    for (mut keys, mut input) in &mut players {
        if keys.0.is_empty() {
            continue;
        }
        while let Some(&event) = keys.0.front() {
            if !input.push(event) {
                break;
            }
            keys.0.pop_front();
            if ends(event) {
                break;
            }
        }
    }
}
