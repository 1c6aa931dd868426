//! Who plays on which side of a versus match, and with which keys or gamepad: a part of the settings.

use super::bindings::Bindings;
use crate::game::handling::Handling;
use crate::game::input::Action;
use serde::{Deserialize, Serialize};

/// The player on one side of a versus match, as it can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// The computer player that is chosen for versus.
    Computer,
    /// A person at the keyboard.
    Keyboard,
    /// A person with the gamepad that was connected first.
    FirstPad,
    /// A person with the other gamepad.
    SecondPad,
}

impl Occupant {
    /// All choices, in the order in which they are chosen.
    pub const ALL: [Occupant; 4] = [Occupant::Computer, Occupant::Keyboard, Occupant::FirstPad, Occupant::SecondPad];

    /// The words for the kind of player in menus.
    pub const fn title(self) -> &'static str {
        match self {
            Occupant::Computer => "Computer player",
            Occupant::Keyboard => "Keyboard",
            Occupant::FirstPad => "Gamepad 1",
            Occupant::SecondPad => "Gamepad 2",
        }
    }

    /// The gamepad that the person plays with, from 0; `None` for the others.
    pub const fn pad(self) -> Option<usize> {
        match self {
            Occupant::FirstPad => Some(0),
            Occupant::SecondPad => Some(1),
            Occupant::Computer | Occupant::Keyboard => None,
        }
    }
}

/// The keys or the gamepad that a person plays a match with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatDevices {
    /// The usual keys and every gamepad, for a person who plays alone.
    Everything,
    /// The usual keys, for a person whose opponent has a gamepad.
    Keys,
    /// The left half of the keyboard, for one of two persons at it.
    LeftKeys,
    /// The right half of the keyboard, for one of two persons at it.
    RightKeys,
    /// The gamepad of this number, from 0, for one of two persons.
    Pad(usize),
}

impl SeatDevices {
    /// The words for these keys or this gamepad in menus.
    pub const fn title(self) -> &'static str {
        match self {
            SeatDevices::Everything => "Keyboard or gamepad",
            SeatDevices::Keys => "Keyboard",
            SeatDevices::LeftKeys => "Keyboard, left keys",
            SeatDevices::RightKeys => "Keyboard, right keys",
            SeatDevices::Pad(0) => "Gamepad 1",
            SeatDevices::Pad(_) => "Gamepad 2",
        }
    }
}

/// The two sides of a versus match, and the keys of two people at one keyboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seats {
    /// The player on the left.
    pub left: Occupant,
    /// The player on the right.
    pub right: Occupant,
    /// The keys of the left player when both sit at the keyboard.
    pub left_keys: Bindings,
    /// The keys of the right player when both sit at the keyboard.
    pub right_keys: Bindings,
    /// The handling of the right one of two persons; `None` where it is that of the settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_handling: Option<Handling>,
}

impl Default for Seats {
    fn default() -> Self {
        let (left_keys, right_keys) = (Self::usual_left_keys(), Self::usual_right_keys());
        Self { left: Occupant::Keyboard, right: Occupant::Computer, left_keys, right_keys, right_handling: None }
    }
}

impl Seats {
    /// The usual keys of the left of two persons at one keyboard. R is among them: it does not restart such a match.
    pub fn usual_left_keys() -> Bindings {
        Bindings::from_keys([
            (Action::Left, &["KeyA"]),
            (Action::Right, &["KeyD"]),
            (Action::SoftDrop, &["KeyS"]),
            (Action::HardDrop, &["KeyW"]),
            (Action::Clockwise, &["KeyG"]),
            (Action::Counterclockwise, &["KeyF"]),
            (Action::Half, &["KeyR"]),
            (Action::Hold, &["KeyQ", "KeyE"]),
        ])
    }

    /// The usual keys of the right of two persons at one keyboard.
    pub fn usual_right_keys() -> Bindings {
        Bindings::from_keys([
            (Action::Left, &["ArrowLeft"]),
            (Action::Right, &["ArrowRight"]),
            (Action::SoftDrop, &["ArrowDown"]),
            (Action::HardDrop, &["ArrowUp"]),
            (Action::Clockwise, &["Period"]),
            (Action::Counterclockwise, &["Comma"]),
            (Action::Half, &["Slash"]),
            (Action::Hold, &["ShiftRight", "KeyL"]),
        ])
    }

    /// The players of both sides, left first.
    pub const fn occupants(&self) -> [Occupant; 2] {
        [self.left, self.right]
    }

    /// Whether a person plays, for each side, left first.
    pub fn which_are_persons(&self) -> [bool; 2] {
        self.occupants().map(|occupant| occupant != Occupant::Computer)
    }

    /// Whether two persons play.
    pub fn has_two_persons(&self) -> bool {
        self.which_are_persons() == [true, true]
    }

    /// What each side plays with in a match with persons at these seats; `None` for a computer player.
    pub fn seat_devices(&self, persons: [bool; 2]) -> [Option<SeatDevices>; 2] {
        if persons != [true, true] {
            return persons.map(|person| person.then_some(SeatDevices::Everything));
        }
        // A match can be older than the settings. Where these know only one person, both sit at the keyboard.
        let sides = if self.has_two_persons() { self.occupants() } else { [Occupant::Keyboard; 2] };
        let both = sides == [Occupant::Keyboard; 2];
        [0, 1].map(|side| {
            Some(match (sides[side].pad(), both, side) {
                (Some(pad), ..) => SeatDevices::Pad(pad),
                (None, true, 0) => SeatDevices::LeftKeys,
                (None, true, _) => SeatDevices::RightKeys,
                (None, false, _) => SeatDevices::Keys,
            })
        })
    }

    /// Changes the player of a side (0 is the left one) to the next choice, or with a negative `step` to the one
    /// before. Two persons cannot share a gamepad. When the only person becomes a computer player, the other side gets
    /// a person at the keyboard.
    pub fn cycle_occupant(&mut self, side: usize, step: i32) {
        let [mine, other] = if side == 0 { [self.left, self.right] } else { [self.right, self.left] };
        let count = Occupant::ALL.len() as i32;
        let mut at = Occupant::ALL.iter().position(|&occupant| occupant == mine).unwrap_or(0) as i32;
        let next = loop {
            at = (at + step.signum()).rem_euclid(count);
            let next = Occupant::ALL[at as usize];
            if step == 0 || next.pad().is_none() || next != other {
                break next;
            }
        };
        let other = if next == Occupant::Computer && other == Occupant::Computer { Occupant::Keyboard } else { other };
        (self.left, self.right) = if side == 0 { (next, other) } else { (other, next) };
    }

    /// If two persons play, puts a person at the keyboard on the left and a computer player on the right.
    pub fn face_computer(&mut self) {
        if self.has_two_persons() {
            (self.left, self.right) = (Occupant::Keyboard, Occupant::Computer);
        }
    }

    /// Puts a person at the keyboard in place of a computer player, so that two persons play.
    pub fn seat_second_person(&mut self) {
        for side in [&mut self.left, &mut self.right] {
            if *side == Occupant::Computer {
                *side = Occupant::Keyboard;
            }
        }
    }

    /// Puts the only person on this side and the computer player on the other. Nothing changes if two persons play.
    pub fn move_person_to_side(&mut self, on_the_right: bool) {
        if !self.has_two_persons() && self.which_are_persons()[1] != on_the_right {
            (self.left, self.right) = (self.right, self.left);
        }
    }

    /// The seats with the two sides exchanged.
    pub(super) fn with_sides_swapped(self) -> Self {
        Self { left: self.right, right: self.left, ..self }
    }

    /// The seats without what cannot be chosen: two computer players, or two persons with one gamepad.
    pub(super) fn clamped(mut self) -> Self {
        if self.left == self.right && self.left != Occupant::Keyboard {
            (self.left, self.right) = (Occupant::Keyboard, Occupant::Computer);
        }
        self.right_handling = self.right_handling.map(Handling::clamped);
        self
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_right_one_may_have_a_handling_and_it_stays_within_its_limits() {
        let text = toml::to_string(&Seats::default()).expect("seats are a table");
        assert!(!text.contains("right_handling"), "nothing is written of what nobody chose");
        let wild = Handling { das: 9000, ..Handling::FAST };
        let seats = Seats { right_handling: Some(wild), ..Seats::default() };
        let read: Seats = toml::from_str(&toml::to_string(&seats).expect("still a table")).expect("and back");
        assert_eq!(read, seats);
        assert_eq!(read.clamped().right_handling, Some(Handling { das: 500, ..Handling::FAST }));
    }

    #[test]
    fn the_halves_of_the_keyboard_have_no_key_in_common() {
        let (left, right) = (Seats::usual_left_keys(), Seats::usual_right_keys());
        let keys: Vec<&String> = left.0.values().chain(right.0.values()).flatten().collect();
        let different: BTreeSet<&String> = keys.iter().copied().collect();
        assert_eq!(different.len(), keys.len());
        for action in Action::ALL.into_iter().filter(|action| !action.is_undo_or_redo()) {
            assert!(
                left.0.contains_key(&action) && right.0.contains_key(&action),
                "{action:?} has keys on both halves"
            );
        }
    }

    #[test]
    fn every_choice_can_be_reached_and_none_is_impossible() {
        let mut seen = BTreeSet::new();
        let mut open = vec![Seats::default()];
        while let Some(seats) = open.pop() {
            if !seen.insert(format!("{:?}", seats.occupants())) {
                continue;
            }
            assert_ne!(seats.which_are_persons(), [false, false], "somebody plays");
            assert!(seats.left.pad().is_none() || seats.left != seats.right, "nobody shares a gamepad");
            assert_eq!(seats.clone().clamped(), seats, "nothing to put right");
            for (side, step) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
                let mut next = seats.clone();
                next.cycle_occupant(side, step);
                open.push(next);
            }
        }
        // Sixteen pairs without two computer players and without one gamepad for both.
        assert_eq!(seen.len(), 13, "{seen:?}");
    }

    #[test]
    fn the_only_person_changes_sides_and_two_keep_theirs() {
        let after = |left, right, on_the_right| {
            let mut seats = Seats { left, right, ..Seats::default() };
            seats.move_person_to_side(on_the_right);
            seats.occupants()
        };
        let (person, computer) = (Occupant::FirstPad, Occupant::Computer);
        for [left, right] in [[person, computer], [computer, person]] {
            assert_eq!(after(left, right, true), [computer, person]);
            assert_eq!(after(left, right, false), [person, computer]);
            assert_eq!(after(left, Occupant::Keyboard, true)[1], Occupant::Keyboard);
        }
        assert_eq!(after(person, Occupant::Keyboard, false), [person, Occupant::Keyboard]);
    }

    #[test]
    fn who_plays_alone_plays_with_everything_and_two_share() {
        let seats = |left, right| Seats { left, right, ..Seats::default() };
        let two =
            |left, right| seats(left, right).seat_devices([true, true]).map(|hands| hands.map(SeatDevices::title));
        let alone = Some(SeatDevices::Everything);
        assert_eq!(seats(Occupant::FirstPad, Occupant::Computer).seat_devices([true, false]), [alone, None]);
        assert_eq!(
            two(Occupant::Keyboard, Occupant::Keyboard),
            [Some("Keyboard, left keys"), Some("Keyboard, right keys")]
        );
        assert_eq!(two(Occupant::SecondPad, Occupant::Keyboard), [Some("Gamepad 2"), Some("Keyboard")]);
        assert_eq!(two(Occupant::FirstPad, Occupant::SecondPad), [Some("Gamepad 1"), Some("Gamepad 2")]);
        let older = two(Occupant::Keyboard, Occupant::Computer);
        assert_eq!(older, two(Occupant::Keyboard, Occupant::Keyboard), "a match of two that is continued");
    }
}
