//! The review of a replay, made beside everything else: which game is reviewed, and what is asked of its moments.

mod critic;
mod fault_kinds;
mod job;
mod moves;
mod place;
mod progress;
mod summary;

pub use critic::MoveCritic;
pub use fault_kinds::{FAULT_KINDS, FaultKind};
pub use job::ReviewJob;
pub(super) use moves::extra_keys_in_words;
pub use moves::{ReviewError, ReviewedMove, judging_weights, move_in_words, moves_to_review};
pub(super) use place::browser_review_worker;
pub use summary::{DecidedRound, ReviewSummary, RoundPhase, decided_rounds, finesse_in_words, phase_accuracy_in_words};

use super::finesse_drill::is_drill;
use super::persistence::Settings;
use super::screens::Screen;
use super::toasts::Toasts;
use super::watching::Watching;
use crate::game::RecordedPlayer;
use crate::game::replay::{Replay, SeatRecord};
pub use crate::game::replay::{is_reviewable, is_reviewable_game};
use bevy::prelude::*;
pub use progress::{ReviewProgress, ReviewStage};
use std::path::PathBuf;
use std::sync::Arc;

/// An event that asks to see the review of a replay.
#[derive(Event, Clone, Debug)]
pub struct ReviewReplay {
    /// The game to review.
    pub replay: Arc<Replay>,
    /// The file of the replay, beside which the review is kept; `None` for a game that has no file.
    pub path: Option<PathBuf>,
}

/// An event that asks to see the game that is reviewed at a tick, paused, or to play on from there.
#[derive(Event, Clone, Copy, Debug)]
pub struct WatchMoment {
    /// The tick of the match.
    pub tick: u64,
    /// The seat that is taken over there, to play on; `None` to watch.
    pub take_over: Option<u8>,
}

/// The game that is reviewed.
#[derive(Resource, Debug)]
pub struct Reviewing {
    /// The recorded game whose moves are judged.
    pub replay: Arc<Replay>,
    /// The file of that game; `None` for a game that has none.
    pub path: Option<PathBuf>,
    /// The review as far as it has come.
    pub job: ReviewJob,
    /// Whether [`ReviewFinished`] was triggered.
    is_announced: bool,
    /// The seat whose moves are on show.
    pub seat: u8,
    /// The screen that leaving the review leads to.
    pub back: Screen,
}

/// An event: the review of a game is done, for the first time since it was opened.
#[derive(Event, Clone, Copy, Debug)]
pub struct ReviewFinished;

impl Reviewing {
    /// The name of the game's file; `None` for a game that has none.
    pub fn file_name(&self) -> Option<&str> {
        self.path.as_ref()?.file_name()?.to_str()
    }

    /// Whether the game is no drill and stands as its players played it: nobody took over a seat, and
    /// nothing was taken back.
    pub(super) fn is_unaltered_game(&self) -> bool {
        self.replay.handovers.is_empty() && !is_drill(&self.replay.setup.course)
    }

    /// The seats that persons played on from the first tick to the last.
    pub fn person_seats(&self) -> impl Iterator<Item = u8> + '_ {
        let is_person = |seat: &SeatRecord| seat.player == RecordedPlayer::Person;
        let seats = (0u8..).zip(&self.replay.setup.seats).filter(move |(_, seat)| is_person(seat));
        let taken_over = move |at: u8| self.replay.handovers.iter().any(|to| to.seat == at && !is_person(&to.to));
        seats.map(|(at, _)| at).filter(move |at| !taken_over(*at))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(open).add_observer(watch);
    app.add_systems(Update, (|reviewing: Res<Reviewing>| reviewing.job.go_on()).run_if(resource_exists::<Reviewing>));
    app.add_systems(Update, tell.run_if(resource_exists::<Reviewing>));
    for screen in [Screen::Title, Screen::Replays, Screen::Play] {
        app.add_systems(OnEnter(screen), |mut commands: Commands| commands.remove_resource::<Reviewing>());
    }
}

fn open(
    wish: On<ReviewReplay>,
    mut commands: Commands,
    mut screen: ResMut<NextState<Screen>>,
    mut toasts: ResMut<Toasts>,
    (current, reviewing): (Res<State<Screen>>, Option<Res<Reviewing>>),
    settings: Res<Settings>,
) {
    let (replay, path) = (Arc::clone(&wish.replay), wish.path.clone());
    match ReviewJob::begin(&replay, path.clone()) {
        Ok(job) => {
            let is_person = |seat: &usize| replay.seat(*seat).is_some_and(|seat| seat.player == RecordedPlayer::Person);
            let mut persons = (0..replay.setup.seats.len()).filter(is_person);
            // Of two persons it is about the one who goes by this player's name online.
            let first = persons.clone().next().unwrap_or_default();
            let is_own = |seat: &usize| replay.seat(*seat).is_some_and(|seat| seat.name == settings.online.name);
            let seat = persons.find(is_own).unwrap_or(first) as u8;
            // A match that lay under its results has ended by then.
            let back = match *current.get() {
                Screen::Play | Screen::Replay => Screen::Replays,
                Screen::Review => reviewing.map_or(Screen::Replays, |reviewing| reviewing.back),
                screen => screen,
            };
            commands.insert_resource(Reviewing { replay, path, job, is_announced: false, seat, back });
            screen.set(Screen::Review);
        }
        Err(error) => toasts.warn(format!("The review cannot begin: {error}")),
    }
}

fn watch(
    wish: On<WatchMoment>,
    mut commands: Commands,
    mut screen: ResMut<NextState<Screen>>,
    reviewing: Option<Res<Reviewing>>,
) {
    let Some(reviewing) = reviewing else { return };
    commands.insert_resource(Watching::from_moment(Arc::clone(&reviewing.replay), wish.tick, wish.take_over));
    screen.set(Screen::Replay);
}

fn tell(mut reviewing: ResMut<Reviewing>, mut commands: Commands) {
    let is_done = |progress: &ReviewProgress| progress.stage == ReviewStage::Done && progress.problem.is_none();
    if !reviewing.is_announced && is_done(&reviewing.job.lock_progress()) {
        reviewing.is_announced = true;
        commands.trigger(ReviewFinished);
    }
}
