//! Setting up: what a match is made of, and the events that start and end it.

use super::components::Mode;
use super::computer::{self, ComputerSetup, Pace};
use super::handling::Handling;
use super::modes::course::Course;
use crate::mind::Mind;
use crate::movegen::PlacementChoice;
use crate::rules::{Dealer, KickTable, Rules};
use crate::storage::{Contestant, Spec};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Where a seat's keys come from.
#[derive(Clone, Debug)]
pub enum SeatControl {
    /// A person, with a keyboard or a gamepad.
    Person,
    /// A computer player, set up like this.
    Computer(Box<ComputerSetup>),
    /// A replay or another program gives the keys. The player of this record presses or pressed them there.
    Elsewhere(RecordedPlayer),
}

/// Who played a seat, a person or which computer player, as replays note it and other programs are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordedPlayer {
    /// A person, with a keyboard or a gamepad.
    Person,
    /// A computer player, with what it takes to ask for it again.
    Computer {
        /// The player's SPEC on the command line; `None` for one that has none.
        spec: Option<String>,
        /// How fast it played.
        pace: Pace,
        /// How often its hand slipped, 0-5.
        slips: u8,
        /// Which placements it chose from.
        #[serde(default)]
        placements: PlacementChoice,
    },
}

impl SeatControl {
    /// Whether a person presses the keys, or pressed them: here, at another machine, or in a recording.
    pub const fn is_persons(&self) -> bool {
        matches!(self, Self::Person | Self::Elsewhere(RecordedPlayer::Person))
    }
}

/// One seat of a match: what a person, a computer player and a recording have alike, and which of them sits there.
#[derive(Component, Clone, Debug)]
pub struct SeatSetup {
    /// The name on screen.
    pub name: String,
    /// Where the seat's keys come from.
    pub control: SeatControl,
    /// The handling with which the seat is played; a computer player has one too.
    pub handling: Handling,
    /// What the seat's attacks are multiplied by, in thousandths; 1000 leaves them as they are.
    pub handicap: u32,
    /// The dealer of this seat's pieces, which is a handicap too; `None` where the rules of the match
    /// say how pieces come.
    pub dealer: Option<Dealer>,
    /// The spec of a computer player, by which a replay asks for it again; `None` for others, and for
    /// one without a name.
    pub spec: Option<Spec>,
}

impl SeatSetup {
    /// A seat that a person plays with this handling.
    pub fn person(name: impl Into<String>, handling: Handling) -> Self {
        Self::of_control(name.into(), SeatControl::Person, handling)
    }

    /// A seat that a computer player has, with the handling that suits its mind and its pace.
    pub fn computer(name: impl Into<String>, setup: ComputerSetup) -> Self {
        let handling = computer::handling_for_mind(&setup.mind, setup.pace);
        Self::of_control(name.into(), SeatControl::Computer(Box::new(setup)), handling)
    }

    /// Whether a person plays the seat with the devices of this program.
    pub const fn is_persons_here(&self) -> bool {
        matches!(self.control, SeatControl::Person)
    }

    /// Whether the attacks are multiplied by another number than one, or an adversary deals the pieces.
    pub fn has_handicap(&self) -> bool {
        self.handicap != 1000 || self.dealer.is_some()
    }

    /// Whether whoever plays the seat can play by these rules; persons can by any.
    pub fn can_play_under_rules(&self, rules: &Rules) -> bool {
        match &self.control {
            SeatControl::Computer(computer) => computer.mind.can_play(rules),
            SeatControl::Person | SeatControl::Elsewhere(_) => true,
        }
    }

    /// How many of these seats are played by persons at this machine.
    pub fn count_persons_here<'a>(seats: impl IntoIterator<Item = &'a Self>) -> usize {
        seats.into_iter().filter(|seat| seat.is_persons_here()).count()
    }

    /// Whether a bot, which is a program of its own, plays the seat.
    pub fn has_bot(&self) -> bool {
        matches!(&self.control, SeatControl::Computer(computer) if matches!(computer.mind, Mind::Guest(_)))
    }

    /// A seat without handicaps.
    const fn of_control(name: String, control: SeatControl, handling: Handling) -> Self {
        Self { name, control, handling, handicap: 1000, dealer: None, spec: None }
    }

    /// A seat for a computer player that a spec named, under its plain name. It chooses from the placements that are
    /// `asked` for, else from those that it learned with.
    pub fn from_contestant(found: Contestant, asked: Option<PlacementChoice>, pace: Pace, slips: u8) -> Self {
        let Contestant { spec, name, rules, mind, .. } = found;
        // What moves there are depends on the match's rules: those of the player's own games stand in
        // until the match begins.
        let mind = match asked {
            Some(choice) => mind.with_placement_source(choice.to_placement_source(&rules)),
            None => mind,
        };
        Self::computer(name, ComputerSetup { mind, pace, slips }).with_spec(spec)
    }

    /// Who plays the seat, as a replay notes it and another program is told.
    pub fn recorded_player(&self) -> RecordedPlayer {
        match &self.control {
            SeatControl::Person => RecordedPlayer::Person,
            SeatControl::Elsewhere(player) => player.clone(),
            SeatControl::Computer(setup) => RecordedPlayer::Computer {
                spec: self.spec.as_ref().map(Spec::to_string),
                pace: setup.pace,
                slips: setup.slips,
                placements: setup.mind.placement_choice(),
            },
        }
    }

    /// The seat of the same computer player, with the spec that names it, by which a replay asks for it again.
    pub fn with_spec(self, spec: Spec) -> Self {
        Self { spec: Some(spec), ..self }
    }
}

/// All that a match needs. The rules must have been checked.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// The kind of game that is played.
    pub mode: Mode,
    /// The rules of the match, which must have been checked.
    pub rules: Rules,
    /// The goal, the garbage without an opponent, and the start board; the default adds nothing to the rules.
    pub course: Course,
    /// The seed that all random streams of the match come from.
    pub seed: u64,
    /// One or two seats, left first.
    pub seats: Vec<SeatSetup>,
}

impl MatchSetup {
    /// The same match, with the kicks of SRS if a bot sits at it: the bot protocol has no word for any others.
    #[must_use]
    pub fn with_kicks_for_bots(mut self) -> Self {
        if self.seats.iter().any(SeatSetup::has_bot) {
            self.rules.kicks = KickTable::Srs;
        }
        self
    }

    /// The first seat whose computer player cannot play under the match's rules; `None` if all can.
    pub fn unplayable_seat(&self) -> Option<&SeatSetup> {
        self.seats.iter().find(|seat| !seat.can_play_under_rules(&self.rules))
    }
}

/// An event that ends the match in progress and starts the match of this setup.
#[derive(Event, Clone, Debug)]
pub struct StartMatch(pub MatchSetup);

/// An event that ends the match in progress.
#[derive(Event, Clone, Copy, Debug)]
pub struct EndMatch;

/// The setup of the match in progress, for a rematch.
#[derive(Resource, Clone, Debug)]
pub struct CurrentSetup(pub MatchSetup);

#[cfg(test)]
impl MatchSetup {
    /// For tests: a game of this kind by these rules, which one person plays.
    pub(crate) fn of_test(mode: Mode, rules: Rules) -> Self {
        let seats = vec![SeatSetup::person("You", Handling::default())];
        Self { mode, rules, course: Course::default(), seed: 1, seats }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;
    use crate::tbp::BotCommand;
    use std::sync::Arc;

    #[test]
    fn with_a_bot_at_a_seat_the_kicks_are_those_of_srs() {
        let rules = RuleSet::Tetrio2.rules();
        let person = SeatSetup::person("You", Handling::default());
        let mind = Mind::Guest(Arc::new(BotCommand::read("bot").unwrap()));
        let bot = SeatSetup::computer("Bot", ComputerSetup { mind, pace: Pace::BEGINNER, slips: 0 });
        let kicks = |seats: Vec<SeatSetup>| {
            let setup = MatchSetup { mode: Mode::Versus, rules, course: Course::default(), seed: 1, seats };
            setup.with_kicks_for_bots().rules.kicks
        };
        assert_eq!(kicks(vec![person.clone(), person.clone()]), KickTable::SrsPlus);
        assert_eq!(kicks(vec![person, bot]), KickTable::Srs);
    }
}
