//! Starts matches from the settings, one after the other, and leaves them.

use super::devices::Gamepads;
use super::first_steps::FirstSteps;
use super::history;
use super::library::PuzzleLibrary;
use super::opponents::OpponentList;
use super::rated_match::RatedMatch;
use super::rematch_score::RematchScore;
use super::replay_moment::TriedMoment;
use super::results::{self, opponent_in_tables, record_table_id};
use super::screens::{self, Overlay, Screen};
use super::setup::{SetupError, handlings, match_setup};
use super::toasts::Toasts;
use crate::app::persistence::{Records, Settings};
use crate::game::modes::goal::{LostComponents, may_take_last_back};
use crate::game::modes::{Course, StartPosition, TrailToBeat};
use crate::game::{CurrentSetup, EndMatch, Match, MatchSetup, Mode, Phase, SeatSetup, StartMatch};
use crate::net::OnlineMatch;
use bevy::prelude::*;
use std::hash::{BuildHasher, RandomState};

/// What the player asks for: to start a match, to play it again, or to leave it.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionRequest {
    /// A new match of this mode, as the settings say.
    New(Mode),
    /// The same match once more with another seed: restart or rematch. One that was taken over from a replay begins
    /// again at that moment.
    Again,
    /// Leave the match and go to this screen.
    Leave(Screen),
}

/// A function that draws a match's start position by its seed.
type StartBySeed = Box<dyn Fn(u64) -> StartPosition + Send + Sync>;

/// The course of a match whose start position is drawn by its seed, with the function that draws it: a rematch
/// begins with another draw.
#[derive(Resource, Default)]
pub struct SeededStart(Option<(Course, StartBySeed)>);

/// Asks for a match: it starts, and its screen is shown with nothing over it.
#[derive(Event, Debug)]
pub struct PlayMatch(pub MatchSetup);

/// Adds the observers that start and leave matches.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RematchScore>().init_resource::<SeededStart>();
    app.add_observer(go).add_observer(play).add_observer(meet_rival);
    app.add_systems(OnExit(Screen::Play), count_left_game.before(screens::end));
}

fn go(
    wish: On<SessionRequest>,
    mut commands: Commands,
    settings: Res<Settings>,
    current: Option<Res<CurrentSetup>>,
    mut opponents: ResMut<OpponentList>,
    library: Res<PuzzleLibrary>,
    pads: Res<Gamepads>,
    (mut again, mut rated): (ResMut<SeededStart>, ResMut<RatedMatch>),
    (mut first_steps, online): (ResMut<FirstSteps>, Option<Res<OnlineMatch>>),
    (mut running, players): (Option<Single<&mut Match>>, Query<LostComponents>),
    tried: Option<Single<&TriedMoment>>,
    mut toasts: ResMut<Toasts>,
    (shown, mut screen): (Res<State<Screen>>, ResMut<NextState<Screen>>),
) {
    let persons = match (*wish, &current) {
        (SessionRequest::New(Mode::Versus), _) => Some(settings.seats.which_are_persons()),
        (SessionRequest::Again, Some(current)) => Some(persons_in(&current.0)),
        _ => None,
    };
    if let Some(line) = persons.and_then(|persons| pads.missing_reason(&settings.seats, persons)) {
        first_steps.wanted = false;
        return toasts.warn(line);
    }
    let setup = match *wish {
        SessionRequest::New(mode) => match match_setup(mode, &settings, &mut opponents, &library.book, new_seed()) {
            Ok(setup) => setup,
            Err(error) => {
                // The next match may be of any kind.
                first_steps.wanted = false;
                return refuse(&error, &mut toasts);
            }
        },
        // Two who play together agree on the next match in their room.
        SessionRequest::Again if online.is_some() => return,
        SessionRequest::Again => {
            if let Some(moment) = tried {
                commands.insert_resource(moment.to_watching());
                return screen.set(Screen::Replay);
            }
            let Some(current) = current else { return };
            let mut setup = MatchSetup { seed: new_seed(), ..current.0.clone() };
            again.draw(&mut setup);
            if rated.is_challenge {
                rated.next_is_challenge = true;
            }
            let is_broken_off = running.as_ref().is_some_and(|running| !running.is_over());
            if first_steps.is_on() && is_broken_off {
                // A first match that begins anew is the first one still.
                first_steps.wanted = true;
            } else if first_steps.is_on() && !first_steps.wanted {
                // The first match was of one round, whatever the settings say.
                setup.rules.first_to = settings.versus.rules.first_to;
            }
            // The handling may have been changed in the pause.
            let persons = setup.seats.iter_mut().filter(|seat| seat.is_persons_here());
            for (seat, handling) in persons.zip(handlings(&settings)) {
                seat.handling = handling;
            }
            setup
        }
        SessionRequest::Leave(to) => {
            screen.set(to);
            // A match that has begun in this very frame is not on its screen yet, and does not end with it.
            if *shown.get() != Screen::Play {
                commands.trigger(EndMatch);
            }
            return;
        }
    };
    if let Some(running) = &mut running {
        count_if_lost(running, &players, &mut commands);
    }
    commands.trigger(PlayMatch(setup));
}

fn play(
    wish: On<PlayMatch>,
    mut commands: Commands,
    first_steps: Res<FirstSteps>,
    mut series: ResMut<RematchScore>,
    mut screen: ResMut<NextState<Screen>>,
    mut overlay: ResMut<NextState<Overlay>>,
) {
    series.note_match_begun(&wish.0);
    let mut setup = wish.0.clone();
    if first_steps.wanted {
        // A player who learns the keys need not win several rounds for it.
        setup.rules.first_to = 1;
    }
    commands.trigger(StartMatch(setup));
    // Not `set`: going from the match to the match would leave it first, which would end it.
    NextState::set_if_neq(&mut screen, Screen::Play);
    overlay.set(Overlay::None);
}

/// Ends and counts a game that is about to be left for another or for a page, if what has lost it could still have been
/// taken back, and was not. One that rests as the program ends can be continued, and is not left.
fn count_if_lost(running: &mut Match, players: &Query<LostComponents>, commands: &mut Commands) {
    if running.is_playing() && players.iter().any(|player| may_take_last_back(running, player)) {
        running.phase = Phase::Over { winner: None };
        commands.run_system_cached(results::follow);
        commands.run_system_cached(history::record);
    }
}

fn count_left_game(running: Option<Single<&mut Match>>, players: Query<LostComponents>, mut commands: Commands) {
    if let Some(mut running) = running {
        count_if_lost(&mut running, &players, &mut commands);
    }
}

/// Whether a person at this machine plays, for each seat of a match.
fn persons_in(setup: &MatchSetup) -> [bool; 2] {
    [0, 1].map(|seat| setup.seats.get(seat).is_some_and(SeatSetup::is_persons_here))
}

/// Tells the player why a match does not start.
pub(super) fn refuse(error: &SetupError, toasts: &mut Toasts) {
    toasts.warn_and_log(format!("Cannot start: {error}"));
}

/// Lets every match, however it was started, be compared with the best game of its kind.
fn meet_rival(start: On<StartMatch>, records: Res<Records>, mut rival: ResMut<TrailToBeat>) {
    let setup = &start.0;
    let opponent = setup.seats.iter().find(|seat| !seat.is_persons_here());
    let opponent = opponent.map(|seat| opponent_in_tables(setup.mode, &seat.name, &seat.recorded_player()));
    let (plan, is_even) = ((&setup.course, &setup.rules), !setup.seats.iter().any(SeatSetup::has_handicap));
    let id = record_table_id(setup.mode, plan, opponent.as_deref(), is_even);
    rival.0 = records.best(&id).map(|best| best.trail.clone()).unwrap_or_default();
}

/// A random seed, from the standard library's source of randomness and the clock.
pub fn new_seed() -> u64 {
    RandomState::new().hash_one(crate::doors::clock::since_1970())
}

impl SeededStart {
    /// A drawn start for games with this course: `start` gives the start position by the seed.
    pub fn new(course: Course, start: impl Fn(u64) -> StartPosition + Send + Sync + 'static) -> Self {
        Self(Some((course, Box::new(start))))
    }

    /// Draws the start of a match with the course anew, by its own seed.
    pub fn draw(&mut self, setup: &mut MatchSetup) {
        if let Some((course, start)) = self.0.as_mut().filter(|(course, _)| *course == setup.course) {
            setup.course.start = start(setup.seed);
            course.clone_from(&setup.course);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::first_steps;
    use crate::app::hints::Hints;
    use crate::app::history::GameHistory;
    use crate::app::persistence::history::GameOutcome;
    use crate::app::persistence::{Occupant, Seats};
    use crate::app::results::MatchResults;
    use crate::app::saving::SettingsSaver;
    use crate::game::handling::Handling;
    use crate::game::modes::Puzzle;
    use crate::game::{Action, Paused, headless};
    use crate::rules::Rules;
    use bevy::state::app::StatesPlugin;

    /// A program that starts matches and notes their setups, with nothing connected to it.
    fn program() -> App {
        let mut app = App::new();
        add_session(app.add_plugins(MinimalPlugins));
        app.add_observer(|start: On<StartMatch>, mut commands: Commands| {
            commands.insert_resource(CurrentSetup(start.0.clone()));
        });
        app
    }

    /// Adds what starts and leaves matches, on the screen of a match.
    fn add_session(app: &mut App) {
        app.add_plugins(StatesPlugin).insert_state(Screen::Play).add_sub_state::<Overlay>();
        app.init_resource::<OpponentList>().init_resource::<PuzzleLibrary>().init_resource::<Gamepads>();
        app.init_resource::<FirstSteps>().init_resource::<Toasts>();
        app.init_resource::<RematchScore>().init_resource::<SeededStart>().init_resource::<RatedMatch>();
        app.init_resource::<Paused>().add_observer(go).add_observer(play);
        app.add_systems(OnExit(Screen::Play), (count_left_game, screens::end).chain());
    }

    #[test]
    fn a_puzzle_that_begins_anew_or_is_left_after_its_last_piece_is_a_lost_game() {
        let puzzle = Puzzle { goal: "lines 1".to_owned(), queue: "OO".to_owned(), ..Puzzle::default() };
        let plan = puzzle.make_plan("squares", &Rules::marathon()).unwrap();
        let counted_after = |keys: &[Action], wish: SessionRequest| {
            let mut app = headless::app(1);
            add_session(&mut app);
            app.init_resource::<Settings>().init_resource::<Hints>().init_resource::<GameHistory>();
            app.init_resource::<MatchResults>().init_resource::<SettingsSaver>().init_resource::<Records>();
            let setup = MatchSetup { course: plan.course.clone(), ..MatchSetup::of_test(Mode::Puzzle, plan.rules) };
            headless::begin(&mut app, setup);
            for &action in keys {
                headless::tap_at_every_seat(&mut app, action);
                (0..300).for_each(|_| app.update());
            }
            app.world_mut().trigger(wish);
            app.update();
            let world = app.world();
            let seed = world.get_resource::<CurrentSetup>().map(|setup| setup.0.seed);
            assert_eq!(seed.is_some(), wish == SessionRequest::Again, "another game has begun, or none");
            assert_ne!(seed, Some(1), "it is another one");
            let games = &world.resource::<GameHistory>().games;
            assert!(games.iter().all(|game| game.verdict == GameOutcome::Ended && game.you.pieces == 2), "{games:?}");
            let times = (games.first().map(|game| game.you.ticks), world.resource::<MatchResults>().time);
            assert!(times.0.is_none_or(|ticks| (300..320).contains(&ticks) && ticks == times.1), "{times:?}");
            let records = world.resource::<Records>();
            assert!(records.best("puzzle-squares").is_none(), "it is none of the best");
            (games.len(), records.best_games("puzzle-squares").map_or(0, |table| table.games))
        };
        let counted = |keys: &[Action]| {
            let ways = [SessionRequest::Again, SessionRequest::Leave(Screen::Puzzles)];
            let [again, left] = ways.map(|wish| counted_after(keys, wish));
            assert_eq!(again, left, "whoever gives up has not taken it back either");
            again
        };
        let (drop, undo) = (Action::HardDrop, Action::Undo);
        assert_eq!([counted(&[]), counted(&[drop])], [(0, 0); 2], "what is not lost counts for nothing");
        assert_eq!(counted(&[drop, drop]), (1, 1));
        assert_eq!(counted(&[drop, drop, undo]), (0, 0), "it was taken back");
    }

    #[test]
    fn a_first_match_that_begins_anew_is_the_first_one_still_and_its_rematch_is_one_like_others() {
        let usual = Settings::default().versus.rules.first_to;
        for (is_over, expected) in [(false, (true, 1)), (true, (false, usual))] {
            let mut app = headless::app(1);
            add_session(&mut app);
            app.init_resource::<Settings>().add_plugins(first_steps::plugin);
            app.world_mut().resource_mut::<FirstSteps>().wanted = true;
            headless::begin(&mut app, MatchSetup::of_test(Mode::Marathon, Rules::marathon()));
            if is_over {
                let mut matches = app.world_mut().query::<&mut Match>();
                for mut running in matches.iter_mut(app.world_mut()) {
                    running.phase = Phase::Over { winner: None };
                }
            }
            app.world_mut().trigger(SessionRequest::Again);
            app.update();
            let is_first = app.world().resource::<FirstSteps>().is_on();
            let setup = &app.world().resource::<CurrentSetup>().0;
            assert_ne!(setup.seed, 1, "another match has begun");
            assert_eq!((is_first, setup.rules.first_to), expected, "over: {is_over}");
            let told = app.world().resource::<Toasts>().last();
            assert_eq!(told.is_some_and(|told| told.starts_with("That was the first match")), is_over);
        }
    }

    #[test]
    fn the_first_match_is_of_one_round_however_it_is_begun() {
        for (is_first, rounds) in [(true, 1), (false, Rules::versus().first_to)] {
            let mut app = program();
            app.world_mut().resource_mut::<FirstSteps>().wanted = is_first;
            app.world_mut().trigger(PlayMatch(MatchSetup::of_test(Mode::Versus, Rules::versus())));
            app.update();
            assert_eq!(app.world().resource::<CurrentSetup>().0.rules.first_to, rounds);
        }
    }

    #[test]
    fn a_first_match_that_cannot_start_makes_no_other_match_the_first_one() {
        for (opponent, right) in [("/nowhere/nobody.gen", Occupant::Computer), ("iwumbwe:0", Occupant::FirstPad)] {
            let (mut app, mut settings) = (program(), Settings::default());
            settings.versus.opponent = opponent.to_owned();
            settings.seats.right = right;
            app.insert_resource(settings).world_mut().resource_mut::<FirstSteps>().wanted = true;
            app.world_mut().trigger(SessionRequest::New(Mode::Versus));
            app.update();
            let world = app.world();
            assert!(world.resource::<Toasts>().last().is_some() && !world.contains_resource::<CurrentSetup>());
            assert!(!world.resource::<FirstSteps>().wanted);
        }
    }

    #[test]
    fn a_rematch_of_two_wants_their_gamepads_too() {
        let mut app = program();
        let mut started = |left: Occupant, wish: SessionRequest| {
            let seats = Seats { left, right: Occupant::Keyboard, ..Seats::default() };
            app.insert_resource(Settings { seats, ..Settings::default() });
            let before = app.world().get_resource::<CurrentSetup>().map(|setup| setup.0.seed);
            app.world_mut().trigger(wish);
            app.update();
            let told = app.world().resource::<Toasts>().last().map(str::to_owned);
            (app.world().get_resource::<CurrentSetup>().map(|setup| setup.0.seed) != before, told)
        };
        assert_eq!(started(Occupant::Keyboard, SessionRequest::New(Mode::Versus)), (true, None));
        // The settings are changed in the pause, as if the gamepad had left since the match began.
        let (again, told) = started(Occupant::FirstPad, SessionRequest::Again);
        assert!(!again && told.is_some_and(|told| told.contains("Gamepad 1 is not connected")));
        assert!(started(Occupant::Keyboard, SessionRequest::Again).0);
    }

    #[test]
    fn a_match_that_is_left_in_the_frame_in_which_it_begins_is_over() {
        let mut app = program();
        app.insert_state(Screen::Versus).init_resource::<Settings>();
        app.add_observer(|_: On<EndMatch>, mut commands: Commands| commands.remove_resource::<CurrentSetup>());
        app.world_mut().trigger(SessionRequest::New(Mode::Sprint));
        app.world_mut().flush();
        assert!(app.world().contains_resource::<CurrentSetup>());
        app.world_mut().trigger(SessionRequest::Leave(Screen::Online));
        app.update();
        assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Online);
        assert!(!app.world().contains_resource::<CurrentSetup>());
    }

    #[test]
    fn each_of_two_persons_keeps_their_own_handling_in_a_rematch() {
        let mut app = program();
        let mut seated = |wish: SessionRequest, handling: Handling, right_handling: Option<Handling>| {
            let seats = Seats { right: Occupant::Keyboard, right_handling, ..Seats::default() };
            app.insert_resource(Settings { handling, seats, ..Settings::default() });
            app.world_mut().trigger(wish);
            app.update();
            let setup = &app.world().resource::<CurrentSetup>().0;
            setup.seats.iter().map(|seat| seat.handling).collect::<Vec<_>>()
        };
        let (fast, relaxed, standard) = (Handling::FAST, Handling::RELAXED, Handling::STANDARD);
        assert_eq!(seated(SessionRequest::New(Mode::Versus), fast, Some(relaxed)), [fast, relaxed]);
        assert_eq!(seated(SessionRequest::Again, fast, Some(relaxed)), [fast, relaxed]);
        assert_eq!(seated(SessionRequest::Again, standard, Some(fast)), [standard, fast], "changed in the pause");
        assert_eq!(seated(SessionRequest::Again, relaxed, None), [relaxed, relaxed], "the right one has none any more");
    }
}
