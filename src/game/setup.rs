//! Setting up: what a match is made of, and the events that start and end it.

use super::components::Mode;
use super::computer::{self, ComputerSetup, Pace};
use super::handling::Handling;
use super::modes::course::Course;
use crate::movegen::Choice;
use crate::rules::{Dealer, Rules};
use crate::storage::{Contestant, Spec};
use bevy::prelude::*;

/// Where a seat's keys come from.
#[derive(Clone, Debug)]
pub enum Control {
    /// Somebody with keys.
    Person,
    /// A computer player.
    Computer(Box<ComputerSetup>),
    /// A recording: the keys come from a replay.
    Replay {
        /// Whether a person pressed them.
        person: bool,
    },
}

/// One seat of a match: what a person, a computer player and a recording have alike, and which of them sits there.
#[derive(Component, Clone, Debug)]
pub struct SeatSetup {
    /// The name on screen.
    pub name: String,
    /// Who plays.
    pub control: Control,
    /// The handling, a computer player's too.
    pub handling: Handling,
    /// Garbage multiplier in thousandths.
    pub handicap: u32,
    /// Who deals its pieces, if not whoever the rules of the match name: a handicap too.
    pub dealer: Option<Dealer>,
    /// How a computer player is asked for again: replays keep it.
    pub spec: Option<Spec>,
}

impl SeatSetup {
    /// A person with this handling.
    pub fn person(name: impl Into<String>, handling: Handling) -> Self {
        Self::of_control(name.into(), Control::Person, handling)
    }

    /// A computer player under standard handling.
    pub fn computer(name: impl Into<String>, setup: ComputerSetup) -> Self {
        let handling = computer::handling(&setup.mind, setup.pace);
        Self::of_control(name.into(), Control::Computer(Box::new(setup)), handling)
    }

    /// A seat without handicaps.
    const fn of_control(name: String, control: Control, handling: Handling) -> Self {
        Self { name, control, handling, handicap: 1000, dealer: None, spec: None }
    }
}

impl SeatSetup {
    /// A computer player that a spec named, under its plain name. It chooses from the placements that are asked for, else from what it
    /// learned with.
    pub fn of(found: Contestant, asked: Option<Choice>, pace: Pace, slips: u8) -> Self {
        let Contestant { spec, name, rules, mind, .. } = found;
        // The match's rules say what moves there are; those of its own games stand in until it sits down.
        let mind = match asked {
            Some(choice) => mind.choosing(choice.under(&rules)),
            None => mind,
        };
        Self::computer(name, ComputerSetup { mind, pace, slips }).known_as(spec)
    }

    /// The same computer player, with the spec that names it: a replay asks for it by that.
    pub fn known_as(self, spec: Spec) -> Self {
        Self { spec: Some(spec), ..self }
    }
}

/// All that a match needs. The rules must have been checked.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// What is played.
    pub mode: Mode,
    /// The rules.
    pub rules: Rules,
    /// What it is about; nothing but its rules by default.
    pub course: Course,
    /// The seed.
    pub seed: u64,
    /// One or two seats, left first.
    pub seats: Vec<SeatSetup>,
}

impl MatchSetup {
    /// The first seat whose computer player cannot play under the match's rules.
    pub fn misplaced(&self) -> Option<&SeatSetup> {
        let plays = |seat: &&SeatSetup| match &seat.control {
            Control::Computer(computer) => computer.mind.plays(&self.rules),
            Control::Person | Control::Replay { .. } => true,
        };
        self.seats.iter().find(|seat| !plays(seat))
    }
}

/// Ends the match in progress and starts this one.
#[derive(Event, Clone, Debug)]
pub struct StartMatch(pub MatchSetup);

/// Ends the match in progress.
#[derive(Event, Clone, Copy, Debug)]
pub struct EndMatch;

/// The setup of the match in progress, for a rematch.
#[derive(Resource, Clone, Debug)]
pub struct CurrentSetup(pub MatchSetup);
