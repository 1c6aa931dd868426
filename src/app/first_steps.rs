//! The first match of a new player: it counts for nothing, the keys stand on the screen until each has been used, and three
//! things are said when they are first needed.

use super::screens::Screen;
use super::toasts::Toasts;
use crate::game::components::Incoming;
use crate::game::{Control, Happened, Match, Seat, SeatSetup, StartMatch};
use bevy::prelude::*;

/// Milliseconds for which the line about garbage stands at least.
const READ: u64 = 9000;
/// Pieces set before the line about clears comes, if nothing has cleared by then.
const PIECES_BEFORE_CLEAR: u32 = 3;

/// A thing that hands learn in the first match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// To the left and to the right.
    Move,
    /// A turn either way.
    Turn,
    /// Down quickly while the key is held.
    SoftDrop,
    /// Down to the ground at once.
    HardDrop,
    /// A piece put aside for later.
    Hold,
}

impl Skill {
    /// All of them, the first to be used first.
    pub const ALL: [Skill; 5] = [Skill::Move, Skill::Turn, Skill::SoftDrop, Skill::HardDrop, Skill::Hold];
}

/// What is said, one line at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// How a piece is set.
    Place,
    /// What a clear does.
    Clear,
    /// What the bar beside the board is.
    Garbage,
}

/// How far a new player has come in the first match.
#[derive(Resource, Clone, Debug, Default)]
pub struct FirstSteps {
    /// The next match is the first.
    wanted: bool,
    on: bool,
    used: Vec<Skill>,
    locked: u32,
    cleared: bool,
    /// Since when garbage has waited, and whether the line about it has been on show for long enough.
    attacked: Option<u64>,
    read: bool,
}

impl FirstSteps {
    /// Makes the match that starts next the first.
    pub fn want(&mut self) {
        self.wanted = true;
    }

    /// Whether the match that starts next is the first.
    pub const fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Whether the match that was started last is the first.
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// What the hands have not done yet.
    pub fn unused(&self) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(|skill| self.on && !self.used.contains(skill))
    }

    /// What is to be said now.
    pub fn prompt(&self) -> Option<Prompt> {
        match self {
            Self { on: false, .. } => None,
            Self { attacked: Some(_), read: false, .. } => Some(Prompt::Garbage),
            Self { locked: 0, .. } => Some(Prompt::Place),
            Self { cleared: false, locked: PIECES_BEFORE_CLEAR.., .. } => Some(Prompt::Clear),
            _ => None,
        }
    }

    fn use_skill(&mut self, skill: Skill) {
        if !self.used.contains(&skill) {
            self.used.push(skill);
        }
    }
}

/// Adds the resource and what follows the match.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FirstSteps>();
    app.add_observer(|_: On<StartMatch>, mut steps: ResMut<FirstSteps>| {
        *steps = FirstSteps { on: steps.wanted, ..FirstSteps::default() };
    });
    app.add_systems(Update, follow.run_if(in_state(Screen::Play)));
    app.add_systems(OnExit(Screen::Play), lead_on);
}

/// Says what comes after the first match.
fn lead_on(mut steps: ResMut<FirstSteps>, mut toasts: ResMut<Toasts>) {
    if std::mem::take(&mut steps.on) {
        toasts.say("That was the first match. Now come the rivals, the weakest first: their matches count");
    }
}

fn follow(
    mut happened: MessageReader<Happened>,
    current: Option<Single<&Match>>,
    seats: Query<(&Seat, &SeatSetup, &Incoming)>,
    mut steps: ResMut<FirstSteps>,
) {
    let person = seats.iter().find(|(_, setup, _)| matches!(setup.control, Control::Person));
    let (Some(current), Some((seat, _, incoming)), true) = (current, person, steps.on) else {
        happened.clear();
        return;
    };
    for happened in happened.read().filter(|happened| happened.seat == seat.0) {
        let outcome = &happened.outcome;
        for (done, skill) in [
            (outcome.shifted > 0, Skill::Move),
            (outcome.turned.is_some(), Skill::Turn),
            (outcome.soft_dropped > 0, Skill::SoftDrop),
            (outcome.hard_dropped.is_some(), Skill::HardDrop),
            (outcome.held, Skill::Hold),
        ] {
            if done {
                steps.use_skill(skill);
            }
        }
        steps.locked += u32::from(outcome.locked.is_some());
        steps.cleared |= outcome.clear.is_some_and(|clear| clear.lines > 0);
    }
    let waits = incoming.0.rows() > 0;
    match steps.attacked {
        None if waits => steps.attacked = Some(current.round_tick),
        Some(since) if !steps.read && !waits && current.round_tick > since + READ => steps.read = true,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_said_when_it_is_first_needed() {
        let mut steps = FirstSteps { on: true, ..FirstSteps::default() };
        assert_eq!(steps.prompt(), Some(Prompt::Place));
        steps.locked = 1;
        assert_eq!(steps.prompt(), None, "who has set a piece knows how");
        steps.locked = PIECES_BEFORE_CLEAR;
        assert_eq!(steps.prompt(), Some(Prompt::Clear));
        steps.attacked = Some(4000);
        assert_eq!(steps.prompt(), Some(Prompt::Garbage), "what comes is more urgent");
        (steps.read, steps.cleared) = (true, true);
        assert_eq!(steps.prompt(), None);
        steps.use_skill(Skill::Move);
        assert!(steps.unused().all(|skill| skill != Skill::Move) && steps.unused().count() == 4);
        steps.on = false;
        assert_eq!(steps.unused().count(), 0, "other matches teach nothing");
    }
}
