//! Setting up: what a match is made of, its entities, and a fresh round on them.

use super::Pace;
use super::components::{
    Falling, Field, Handicap, HoldSlot, Incoming, Match, Mode, Outcome, Phase, PlayerName, Queue, Run, Score, Seat,
    Standing, Tally,
};
use super::computer::{self, Computer, ComputerSetup};
use super::handling::{Fingers, Handling};
use super::input::{DeviceKeys, TickInput};
use super::modes::{Course, Feeding, Fresh, Takes, Trail};
use crate::movegen::Choice;
use crate::rules::{GarbageQueue, Rules, ScoreCard, Streak};
use crate::storage::{Contestant, Spec};
use bevy::ecs::query::QueryData;
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
    /// How a computer player is asked for again: replays keep it.
    pub spec: Option<Spec>,
}

impl SeatSetup {
    /// A person with this handling.
    pub fn person(name: impl Into<String>, handling: Handling) -> Self {
        Self { name: name.into(), control: Control::Person, handling, handicap: 1000, spec: None }
    }

    /// A computer player under standard handling.
    pub fn computer(name: impl Into<String>, setup: ComputerSetup) -> Self {
        let handling = computer::handling(&setup.mind, setup.pace);
        Self { name: name.into(), control: Control::Computer(Box::new(setup)), handling, handicap: 1000, spec: None }
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

/// What a round starts anew.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct RoundState {
    run: &'static mut Run,
    pub(super) score: &'static mut Score,
    incoming: &'static mut Incoming,
    pub(super) tally: &'static mut Tally,
    pub(super) standing: &'static mut Standing,
    pub(super) field: &'static mut Field,
    pub(super) falling: &'static mut Falling,
    pub(super) queue: &'static mut Queue,
    pub(super) hold: &'static mut HoldSlot,
    feeding: &'static mut Feeding,
    takes: &'static mut Takes,
    trail: &'static mut Trail,
    fingers: &'static mut Fingers,
}

/// Adds the observers of this part.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(start).add_observer(end);
}

fn end(_: On<EndMatch>, mut commands: Commands, matches: Query<(Entity, &Match)>) {
    for (entity, current) in &matches {
        for &seat in &current.seats {
            commands.entity(seat).despawn();
        }
        commands.entity(entity).despawn();
    }
    commands.remove_resource::<CurrentSetup>();
}

fn start(event: On<StartMatch>, mut commands: Commands, mut paused: ResMut<super::Paused>) {
    commands.trigger(EndMatch);
    paused.0 = false;
    let setup = &event.0;
    let seats: Vec<Entity> =
        setup.seats.iter().zip(0..).map(|(seat, number)| spawn_seat(&mut commands, setup, seat, number)).collect();
    commands.spawn((
        Name::new("Match"),
        Match {
            mode: setup.mode,
            rules: setup.rules,
            course: setup.course.clone(),
            seed: setup.seed,
            seats,
            round: 0,
            wins: [0; 2],
            phase: Phase::Countdown { left: setup.rules.countdown },
            tick: 0,
            round_tick: 0,
        },
    ));
    commands.insert_resource(CurrentSetup(setup.clone()));
}

/// Spawns one player with everything that any system asks of it: nothing is added or removed during a match.
fn spawn_seat(commands: &mut Commands, setup: &MatchSetup, seat: &SeatSetup, number: u8) -> Entity {
    let fresh = Fresh::new(&setup.rules, &setup.course, setup.seed);
    let state = (
        Field(fresh.matrix),
        Falling::default(),
        Queue(fresh.queue),
        HoldSlot(fresh.hold),
        Run::default(),
        Score::default(),
        Incoming(GarbageQueue::new(garbage_seed(setup.seed, Seat(number)))),
        Tally::default(),
        Standing::default(),
    );
    let control = (
        seat.handling.clamped(),
        Fingers::default(),
        TickInput::default(),
        DeviceKeys::default(),
        Outcome::default(),
        Handicap(seat.handicap),
    );
    let course = (fresh.feeding, Takes::default(), Trail::default());
    let name = (Name::new(format!("Player {}", number + 1)), PlayerName(seat.name.clone()));
    let mut player = commands.spawn((name, Seat(number), seat.clone(), state, control, course));
    if let Control::Computer(computer) = &seat.control {
        player.insert(Computer::new(computer, &setup.rules, &seat.handling.clamped(), setup.seed, number));
    }
    player.id()
}

/// Both sides get the same pieces but holes of their own.
fn garbage_seed(seed: u64, seat: Seat) -> u64 {
    seed ^ (u64::from(seat.0) << 63)
}

/// Starts a round anew. Fingers stay as they are, for a key held over the break is still held, but for the turn and the
/// hold that waited for a piece of the last round.
pub(super) fn renew(state: &mut RoundStateItem, rules: &Rules, course: &Course, seed: u64, seat: Seat) {
    let fresh = Fresh::new(rules, course, seed);
    *state.field = Field(fresh.matrix);
    *state.falling = Falling { serial: state.falling.serial, ..Falling::default() };
    *state.queue = Queue(fresh.queue);
    *state.hold = HoldSlot(fresh.hold);
    *state.feeding = fresh.feeding;
    *state.takes = Takes::default();
    *state.trail = Trail::default();
    *state.run = Run(Streak::default());
    *state.score = Score(ScoreCard::default());
    *state.incoming = Incoming(GarbageQueue::new(garbage_seed(seed, seat)));
    *state.tally = Tally::default();
    *state.standing = Standing::default();
    state.fingers.waiting_turn = None;
    state.fingers.waiting_hold = false;
    state.fingers.guarded = 0;
}
