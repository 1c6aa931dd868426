//! Games one after the other: starts them from the settings, keeps the score of a series, leaves them. Knows no rows.

use super::roster::Roster;
use super::screen::{Overlay, Screen};
use super::toast::Toasts;
use crate::game::{ComputerSetup, Control, CurrentSetup, MatchSetup, Mode, Pace, SeatSetup, StartMatch};
use crate::rules::RuleError;
use crate::storage::{OpponentError, Settings};
use bevy::prelude::*;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use thiserror::Error;

/// What a player wants to play.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// A new game of this mode, as the settings say.
    New(Mode),
    /// The same once more with another seed: restart and rematch.
    Again,
    /// Out of the match, to this screen.
    Leave(Screen),
}

/// Matches won between the same two, over rematches.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// Who they are.
    between: Vec<String>,
    /// Matches won, by seat.
    pub wins: [u32; 2],
}

/// Why a match cannot start.
#[derive(Debug, Error)]
pub enum SetupError {
    /// No such opponent.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// Impossible rules.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

/// Adds the observer.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Series>().add_observer(go);
}

fn go(
    wish: On<Go>,
    mut commands: Commands,
    settings: Res<Settings>,
    current: Option<Res<CurrentSetup>>,
    mut roster: ResMut<Roster>,
    mut series: ResMut<Series>,
    mut toasts: ResMut<Toasts>,
    mut screen: ResMut<NextState<Screen>>,
    mut overlay: ResMut<NextState<Overlay>>,
) {
    let setup = match *wish {
        Go::New(mode) => match setup(mode, &settings, &mut roster, new_seed()) {
            Ok(setup) => setup,
            Err(error) => {
                warn!("cannot start: {error}");
                toasts.warn(format!("Cannot start: {error}"));
                return;
            }
        },
        Go::Again => {
            let Some(current) = current else { return };
            let mut setup = MatchSetup { seed: new_seed(), ..current.0.clone() };
            // Handling may have been changed in the pause.
            for seat in setup.seats.iter_mut().filter(|seat| matches!(seat.control, Control::Person)) {
                seat.handling = settings.handling;
            }
            setup
        }
        Go::Leave(to) => {
            screen.set(to);
            return;
        }
    };
    series.meet(&setup);
    commands.trigger(StartMatch(setup));
    // Not `set`: leaving the match for the match would end it.
    NextState::set_if_neq(&mut screen, Screen::Play);
    overlay.set(Overlay::None);
}

/// What the settings make of a mode.
pub fn setup(mode: Mode, settings: &Settings, roster: &mut Roster, seed: u64) -> Result<MatchSetup, SetupError> {
    let you = || SeatSetup::person("You", settings.handling);
    let (rules, seats) = match mode {
        Mode::Marathon => (settings.single.rules, vec![you()]),
        Mode::Versus => {
            let versus = &settings.versus;
            (versus.rules, vec![you(), computer(roster, &versus.opponent, versus.pace, versus.slips)?])
        }
        Mode::Watch => {
            let watch = &settings.watch;
            let left = computer(roster, &watch.left, watch.left_pace, 0)?;
            (watch.rules, vec![left, computer(roster, &watch.right, watch.right_pace, 0)?])
        }
    };
    Ok(MatchSetup { mode, rules: rules.checked()?, seed, seats })
}

pub(super) fn computer(roster: &mut Roster, words: &str, pace: Pace, slips: u8) -> Result<SeatSetup, OpponentError> {
    let opponent = roster.opponent(words)?;
    let setup = ComputerSetup { brain: Arc::new(opponent.brain), pace, slips };
    Ok(SeatSetup::computer(opponent.name, setup).known_as(words))
}

/// A seed that nobody chose: the standard library's own source of randomness, which works everywhere.
fn new_seed() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

impl Series {
    /// These two sit down: the score stays if it is theirs.
    fn meet(&mut self, setup: &MatchSetup) {
        let between: Vec<String> = setup.seats.iter().map(|seat| seat.name.clone()).collect();
        if self.between != between {
            *self = Self { between, wins: [0; 2] };
        }
    }

    /// A match is over.
    pub(super) fn count(&mut self, winner: Option<u8>) {
        if let Some(wins) = winner.and_then(|winner| self.wins.get_mut(usize::from(winner))) {
            *wins += 1;
        }
    }
}
