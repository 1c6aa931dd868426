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
pub use moves::{ReviewError, ReviewedMove, judging_weights, move_in_words, moves_as_fumen, moves_to_review};
pub(super) use place::browser_review_worker;
pub use summary::{DecidedRound, ReviewSummary, RoundPhase, decided_rounds, finesse_in_words, phase_accuracy_in_words};

use super::finesse_drill::is_drill;
use super::history::GameHistory;
use super::persistence::Settings;
use super::screens::Screen;
use super::toasts::Toasts;
use super::watching::Watching;
use crate::game::RecordedPlayer;
use crate::game::replay::{Replay, SeatRecord};
pub use crate::game::replay::{is_reviewable, is_reviewable_game};
use crate::net::OnlineMatch;
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

/// The game that is reviewed. It stays, and rests, while a game is played that was begun from the review.
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
    /// Whether the player was told that the review cannot be kept.
    is_unkept_told: bool,
    /// The seat whose moves are on show.
    pub seat: u8,
    /// The screen that leaving the review leads to.
    pub back: Screen,
    /// The review that rests meanwhile, of the game from which the reviewed one was tried; `None` if there is none.
    earlier: Option<Box<Self>>,
}

/// An event: the review of a game is done, for the first time since it was opened.
#[derive(Event, Clone, Copy, Debug)]
pub struct ReviewFinished;

impl Reviewing {
    /// The name of the game's file; `None` for a game that has none.
    pub fn file_name(&self) -> Option<&str> {
        self.path.as_ref()?.file_name()?.to_str()
    }

    /// Whether the reviewed game was tried from another review, which this one leads back to.
    pub const fn has_earlier_review(&self) -> bool {
        self.earlier.is_some()
    }

    /// Ends this review, and shows the one again from which its game was tried. False if there is none.
    pub fn go_back_to_earlier_review(&mut self) -> bool {
        let Some(earlier) = self.earlier.take() else { return false };
        *self = *earlier;
        true
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
    app.add_systems(Update, go_on.run_if(resource_exists::<Reviewing>));
    app.add_systems(Update, tell.run_if(resource_exists::<Reviewing>).run_if(not(in_state(Screen::Play))));
    for screen in Screen::ALL {
        // From these screens alone a way leads back to the review: a game that another page begins finds it ended.
        if !matches!(screen, Screen::Review | Screen::Replay | Screen::Position | Screen::Play) {
            app.add_systems(OnEnter(screen), end);
        }
    }
    // A match in a room takes the place of any page, and of a game that was begun from the review.
    app.add_systems(OnEnter(Screen::Play), end.run_if(resource_exists::<OnlineMatch>));
    app.add_systems(Update, end.run_if(resource_added::<OnlineMatch>).run_if(in_state(Screen::Play)));
}

fn end(mut commands: Commands) {
    commands.remove_resource::<Reviewing>();
}

/// Has the review go on, or rest while a game is played.
fn go_on(reviewing: Res<Reviewing>, screen: Res<State<Screen>>) {
    reviewing.job.set_resting(*screen.get() == Screen::Play);
    reviewing.job.go_on();
}

fn open(
    wish: On<ReviewReplay>,
    mut commands: Commands,
    mut screen: ResMut<NextState<Screen>>,
    mut toasts: ResMut<Toasts>,
    (current, reviewing): (Res<State<Screen>>, Option<ResMut<Reviewing>>),
    (settings, history, online): (Res<Settings>, Option<Res<GameHistory>>, Option<Res<OnlineMatch>>),
) {
    let (replay, path) = (Arc::clone(&wish.replay), wish.path.clone());
    match ReviewJob::begin(&replay, path.clone()) {
        Ok(job) => {
            // The history gets a match some seconds after its end, while the results lead to its review already.
            let played = online.filter(|_| *current.get() == Screen::Play).map(|online| online.own_seat() as u8);
            let known = played.or_else(|| history?.own_seat_in(&replay));
            let seat = first_seat(&replay, known, &settings.online.name);
            let back = match *current.get() {
                // A match that lay under its results has ended by then.
                Screen::Play | Screen::Replay | Screen::Review => {
                    reviewing.as_ref().map_or(Screen::Replays, |reviewing| reviewing.back)
                }
                screen => screen,
            };
            let (is_announced, is_unkept_told) = (false, false);
            let opened = Reviewing { replay, path, job, is_announced, is_unkept_told, seat, back, earlier: None };
            match reviewing.filter(|_| *current.get() == Screen::Play) {
                // The game was tried from a review, which rests already and is gone back to from this one.
                Some(mut reviewing) => {
                    let earlier = std::mem::replace(&mut *reviewing, opened);
                    reviewing.earlier = Some(Box::new(earlier));
                }
                None => commands.insert_resource(opened),
            }
            screen.set(Screen::Review);
        }
        Err(error) => toasts.warn(format!("The review cannot begin: {error}")),
    }
}

/// The seat whose moves a review shows first: of two persons the one who was this player. Where it is not `known` at
/// which seat the player sat, the player is whoever goes by this `name`, the player's own online.
fn first_seat(replay: &Replay, known: Option<u8>, name: &str) -> u8 {
    let is_person = |seat: &u8| {
        let seat = replay.seat(usize::from(*seat));
        seat.is_some_and(|seat| seat.player == RecordedPlayer::Person)
    };
    let is_named = |seat: &u8| replay.seat(usize::from(*seat)).is_some_and(|seat| seat.name == name);
    let persons = (0..replay.setup.seats.len() as u8).filter(is_person);
    let own = known.filter(is_person).or_else(|| persons.clone().find(is_named));
    own.or_else(|| persons.clone().next()).unwrap_or_default()
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

fn tell(mut reviewing: ResMut<Reviewing>, mut commands: Commands, mut toasts: ResMut<Toasts>) {
    let mut progress = reviewing.job.lock_progress();
    let is_done = progress.stage == ReviewStage::Done && progress.problem.is_none();
    let unkept_reason = progress.unkept_reason.take();
    drop(progress);
    // The player is told once of a disk that stays full, and not every few moves.
    if let Some(line) = unkept_reason
        && !std::mem::replace(&mut reviewing.is_unkept_told, true)
    {
        toasts.warn(line);
    }
    if is_done && !reviewing.is_announced {
        reviewing.is_announced = true;
        commands.trigger(ReviewFinished);
    }
}

#[cfg(test)]
mod tests {
    use super::super::opponents::OpponentList;
    use super::super::persistence::history::{FinishedGame, OnlineOpponent};
    use super::super::screens::{ReturnTo, go_to};
    use super::super::watching::WatchReplay;
    use super::super::{resume, screens, watching};
    use super::*;
    use bevy::state::app::StatesPlugin;
    use bevy::time::TimeUpdateStrategy;

    /// A program that shows the review of a game without a file. The seat on show has a number that no seat has, so
    /// that tests know this review again.
    fn reviewing() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, crate::game::plugin, screens::plugin));
        app.add_plugins((watching::plugin, resume::plugin, plugin));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(16));
        app.init_resource::<Toasts>().init_resource::<Settings>().init_resource::<OpponentList>();
        app.update();
        app.world_mut().trigger(ReviewReplay { replay: Arc::new(Replay::of_test(1000)), path: None });
        app.update();
        app.world_mut().resource_mut::<Reviewing>().seat = 7;
        app
    }

    /// Whether the review rests; `None` if it has ended.
    fn rests(app: &App) -> Option<bool> {
        let reviewing = app.world().get_resource::<Reviewing>()?;
        assert_eq!(reviewing.seat, 7, "it is the same review");
        Some(reviewing.job.lock_progress().is_resting)
    }

    #[test]
    fn a_review_rests_while_a_game_is_played_that_was_begun_from_it_and_ends_where_another_page_is_opened() {
        use Screen::{Online, Play, Position, Replay, Replays, Review, Title, Versus};
        for (way, rested) in [
            (&[Replay, Play][..], Some(true)),
            (&[Replay, Play, Review], Some(false)),
            (&[Replay, Play, Replay, Play], Some(true)),
            (&[Position, Play, Position, Review], Some(false)),
            (&[Replay, Position, Play, Position, Replay, Review], Some(false)),
            (&[Replays, Play], None),
            (&[Replay, Play, Title], None),
            (&[Replay, Play, Versus, Play], None),
            (&[Online], None),
        ] {
            let mut app = reviewing();
            assert_eq!(rests(&app), Some(false));
            // No replay is on show: the screens alone are gone through.
            for screen in way {
                go_to(&mut app, *screen);
            }
            assert_eq!(rests(&app), rested, "{way:?}");
        }
    }

    #[test]
    fn the_review_of_a_match_of_two_of_one_name_shows_the_moves_of_this_player() {
        let mut replay = Replay::of_test(1000);
        let other_seat = replay.setup.seats[0].clone();
        replay.setup.seats.push(other_seat);
        for (seat, name) in replay.setup.seats.iter_mut().zip(["Anna", "Anna II"]) {
            seat.name = name.to_owned();
        }
        let (seed, hash) = (replay.setup.seed, replay.hash);
        let result = format!("host a\nguest b\nseed {seed:016x}\nticks 1000\nhash {hash:016x}\n");
        let replay = Arc::new(replay);
        for (other, own) in [("a", 1), ("b", 0), ("c", 0)] {
            let mut app = reviewing();
            app.world_mut().resource_mut::<Settings>().online.name = "Anna".to_owned();
            let noted = OnlineOpponent { id: other.to_owned(), result: result.clone(), ..OnlineOpponent::default() };
            let mut history = GameHistory::default();
            history.games.push(FinishedGame { online: Some(noted), ..FinishedGame::default() });
            app.insert_resource(history);
            app.world_mut().trigger(ReviewReplay { replay: Arc::clone(&replay), path: None });
            app.update();
            assert_eq!(app.world().resource::<Reviewing>().seat, own, "the other is {other}");
        }
        assert_eq!(first_seat(&replay, None, "Anna II"), 1, "without a history the name tells it");
    }

    #[test]
    fn a_review_that_cannot_be_kept_is_told_of_once() {
        let mut app = reviewing();
        let mut told = || {
            let reviewing = app.world().resource::<Reviewing>();
            reviewing.job.lock_progress().unkept_reason = Some("the disk is full".to_owned());
            app.update();
            let mut toasts = app.world_mut().resource_mut::<Toasts>();
            let told = toasts.iter().filter(|toast| toast.text == "the disk is full").count();
            toasts.pass_time(9.0, 1.0);
            told
        };
        assert_eq!([told(), told()], [1, 0]);
    }

    #[test]
    fn whoever_tries_a_move_comes_back_to_the_review() {
        let mut app = reviewing();
        app.world_mut().trigger(WatchMoment { tick: 300, take_over: Some(0) });
        for _ in 0..200 {
            app.update();
            if *app.world().resource::<State<Screen>>().get() == Screen::Play {
                break;
            }
        }
        assert_eq!(rests(&app), Some(true), "the game is played");
        let back = app.world().resource::<ReturnTo>().from_match;
        assert_eq!(back, Screen::Review);
        go_to(&mut app, back);
        assert_eq!(rests(&app), Some(false));
    }

    #[test]
    fn the_replay_of_a_game_that_was_begun_from_a_review_leads_back_to_it_too() {
        let mut app = reviewing();
        go_to(&mut app, Screen::Position);
        go_to(&mut app, Screen::Play);
        app.world_mut().trigger(WatchReplay(Arc::new(Replay::of_test(1000))));
        app.update();
        let back = app.world().get_resource::<Watching>().map(|watching| watching.back);
        assert_eq!((back, rests(&app)), (Some(Screen::Review), Some(false)));
    }

    #[test]
    fn the_review_of_a_game_that_was_tried_from_a_review_leads_back_to_it() {
        let mut app = reviewing();
        go_to(&mut app, Screen::Position);
        go_to(&mut app, Screen::Play);
        app.world_mut().trigger(ReviewReplay { replay: Arc::new(Replay::of_test(2000)), path: None });
        app.update();
        assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Review);
        let mut later = app.world_mut().resource_mut::<Reviewing>();
        let earlier = later.earlier.as_ref().map(|earlier| earlier.job.lock_progress().is_resting);
        assert_eq!((later.replay.ticks, earlier), (2000, Some(true)));
        assert!(later.has_earlier_review());
        assert!(later.go_back_to_earlier_review() && !later.go_back_to_earlier_review(), "there was one");
        app.update();
        assert_eq!(rests(&app), Some(false));
    }

    #[test]
    fn the_review_of_a_replay_takes_the_place_of_the_one_from_which_it_was_watched() {
        let mut app = reviewing();
        go_to(&mut app, Screen::Replay);
        app.world_mut().trigger(ReviewReplay { replay: Arc::new(Replay::of_test(2000)), path: None });
        app.update();
        let later = app.world().resource::<Reviewing>();
        assert_eq!((later.replay.ticks, later.has_earlier_review()), (2000, false));
    }

    #[test]
    fn a_match_in_a_room_ends_the_review() {
        let mut called_from_review = reviewing();
        called_from_review.init_resource::<OnlineMatch>().update();
        assert_eq!(rests(&called_from_review), Some(false), "the match is not on show yet");
        go_to(&mut called_from_review, Screen::Play);
        assert_eq!(rests(&called_from_review), None);
        let mut called_from_game = reviewing();
        go_to(&mut called_from_game, Screen::Position);
        go_to(&mut called_from_game, Screen::Play);
        assert_eq!(rests(&called_from_game), Some(true));
        called_from_game.init_resource::<OnlineMatch>().update();
        called_from_game.update();
        assert_eq!(rests(&called_from_game), None);
    }
}
