//! The first match of a new player. It is not rated; the keys are shown until each has been used, and up to three lines
//! of advice appear when they are first needed. Before it, four questions are asked.

use super::persistence::Settings;
use super::screens::Screen;
use super::toasts::Toasts;
use crate::game::components::IncomingGarbage;
use crate::game::{Match, Seat, SeatSetup, StartMatch, TickOutcomeMessage};
use bevy::prelude::*;

/// The least time in milliseconds for which the line of advice about garbage stays on show.
const READ: u64 = 9000;
/// How many pieces are locked before the line of advice about clears appears, if nothing has been cleared by then.
const PIECES_BEFORE_CLEAR: u32 = 3;

/// An action that a new player learns in the first match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Moving a piece to the left or to the right.
    Move,
    /// Turning a piece in either direction.
    Turn,
    /// Making a piece fall fast while the key is held.
    SoftDrop,
    /// Dropping a piece to its place at once.
    HardDrop,
    /// Putting a piece aside for later.
    Hold,
}

impl Skill {
    /// All skills, in the order in which their keys are shown.
    pub const ALL: [Skill; 5] = [Skill::Move, Skill::Turn, Skill::SoftDrop, Skill::HardDrop, Skill::Hold];
}

/// A line of advice. At most one is shown at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Advice on how a piece is placed.
    Place,
    /// Advice on what a clear does.
    Clear,
    /// Advice on what the bar beside the board shows.
    Garbage,
}

/// How far a new player has come in the first match.
#[derive(Resource, Clone, Debug, Default)]
pub struct FirstSteps {
    /// Whether the next match that starts is the first one.
    pub wanted: bool,
    on: bool,
    /// Whether each skill has been used.
    used: [bool; Skill::ALL.len()],
    locked: u32,
    cleared: bool,
    /// The tick of the round at which garbage first waited; `None` before that.
    attacked: Option<u64>,
    /// Whether the line of advice about garbage has been shown for long enough.
    read: bool,
}

impl FirstSteps {
    /// Whether the match that started last is the first one.
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// The skills that the player has not used yet; none if the match is not the first one.
    pub fn unused_skills(&self) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(|skill| self.on && !self.used[*skill as usize])
    }

    /// The advice that is to be shown now; `None` if there is none.
    pub fn prompt(&self) -> Option<Prompt> {
        match self {
            Self { on: false, .. } => None,
            Self { attacked: Some(_), read: false, .. } => Some(Prompt::Garbage),
            Self { locked: 0, .. } => Some(Prompt::Place),
            Self { cleared: false, locked: PIECES_BEFORE_CLEAR.., .. } => Some(Prompt::Clear),
            _ => None,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FirstSteps>();
    app.add_observer(|_: On<StartMatch>, mut steps: ResMut<FirstSteps>, mut toasts: ResMut<Toasts>| {
        let on = steps.wanted;
        if !on {
            // A rematch.
            end(&mut steps, &mut toasts);
        }
        *steps = FirstSteps { on, ..FirstSteps::default() };
    });
    app.add_systems(Update, follow.run_if(in_state(Screen::Play)));
    app.add_systems(OnExit(Screen::Play), |mut steps: ResMut<FirstSteps>, mut toasts: ResMut<Toasts>| {
        end(&mut steps, &mut toasts);
    });
}

/// Tells the player what follows the first match, if it was on.
fn end(steps: &mut FirstSteps, toasts: &mut Toasts) {
    if std::mem::take(&mut steps.on) {
        toasts.say("That was the first match. Now come the rivals, the weakest first: their matches count");
    }
}

/// Opens the four questions of the first start, if they have not been answered. A match that the command line has
/// asked for comes first.
pub(super) fn open_first_questions(
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    if !settings.welcomed && *screen.get() == Screen::Title && matches!(*next, NextState::Unchanged) {
        next.set(Screen::FirstStart);
    }
}

fn follow(
    mut happened: MessageReader<TickOutcomeMessage>,
    current: Option<Single<&Match>>,
    seats: Query<(&Seat, &SeatSetup, &IncomingGarbage)>,
    mut steps: ResMut<FirstSteps>,
) {
    let person = seats.iter().find(|(_, setup, _)| setup.is_persons_here());
    let (Some(current), Some((seat, _, incoming)), true) = (current, person, steps.on) else {
        return happened.clear();
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
            steps.used[skill as usize] |= done;
        }
        steps.locked += u32::from(outcome.locked.is_some());
        steps.cleared |= outcome.clear.is_some_and(|clear| clear.lines > 0);
    }
    let waits = incoming.0.waiting_row_count() > 0;
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
        steps.used[Skill::Move as usize] = true;
        assert!(steps.unused_skills().all(|skill| skill != Skill::Move) && steps.unused_skills().count() == 4);
        steps.on = false;
        assert_eq!(steps.unused_skills().count(), 0, "other matches teach nothing");
    }
}
