//! Starts matches from the settings, one after the other, counts the wins of a series, and leaves matches.

use super::devices::Gamepads;
use super::first_steps::FirstSteps;
use super::library::PuzzleLibrary;
use super::opponents::OpponentList;
use super::rated_match::RatedMatch;
use super::results::{comparison_against_computer, record_table_id};
use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::app::persistence::puzzles::{PuzzleBook, PuzzlePlanError};
use crate::app::persistence::rivals::{self, LadderRival};
use crate::app::persistence::{Records, Settings};
use crate::game::handling::Handling;
use crate::game::modes::line::{self, GameLineError};
use crate::game::modes::{Course, GameComparison, Plan, StartPosition, TrailToBeat};
use crate::game::{CurrentSetup, EndMatch, Match, MatchSetup, Mode, Pace, SeatControl, SeatSetup, StartMatch};
use crate::movegen::PlacementChoice;
use crate::net::OnlineMatch;
use crate::rules::RuleError;
use crate::rules::Rules;
use crate::storage::{OpponentError, Spec, cast};
use bevy::prelude::*;
use std::hash::{BuildHasher, RandomState};
use thiserror::Error;

/// What the player asks for: to start a match, to play it again, or to leave it.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionRequest {
    /// A new match of this mode, as the settings say.
    New(Mode),
    /// The same match once more with another seed: restart or rematch.
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

/// How many matches each of two players has won against the other, over rematches.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct RematchScore {
    /// The players, each by SPEC or name, in the order of the seats.
    between: Vec<String>,
    /// Matches won, by seat.
    pub wins: [u32; 2],
}

/// Why a match cannot be started.
#[derive(Debug, Error)]
pub enum SetupError {
    /// There is no such opponent, or it cannot be read.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// A computer player cannot play on the board or with the pieces of the match.
    #[error(
        "{0} plays on boards ten wide and twenty high with twenty rows above, with the seven usual pieces and no solid garbage: pick another opponent or other rules"
    )]
    Misplaced(String),
    /// The rules are impossible.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// There is no such puzzle, or it is impossible.
    #[error(transparent)]
    Puzzle(#[from] PuzzlePlanError),
    /// The text of the board to begin at cannot be read.
    #[error("{0}")]
    Board(String),
    /// The line of the custom game cannot be read.
    #[error("the custom game: {0}")]
    Custom(#[from] GameLineError),
}

/// Adds the observers that start and leave matches.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RematchScore>().init_resource::<SeededStart>().add_observer(go).add_observer(meet_rival);
}

fn go(
    wish: On<SessionRequest>,
    mut commands: Commands,
    settings: Res<Settings>,
    current: Option<Res<CurrentSetup>>,
    mut opponents: ResMut<OpponentList>,
    library: Res<PuzzleLibrary>,
    pads: Res<Gamepads>,
    (mut series, mut again, mut rated): (ResMut<RematchScore>, ResMut<SeededStart>, ResMut<RatedMatch>),
    (mut first_steps, online): (ResMut<FirstSteps>, Option<Res<OnlineMatch>>),
    running: Option<Single<&Match>>,
    mut toasts: ResMut<Toasts>,
    (shown, mut screen): (Res<State<Screen>>, ResMut<NextState<Screen>>),
    mut overlay: ResMut<NextState<Overlay>>,
) {
    let persons = match (*wish, &current) {
        (SessionRequest::New(Mode::Versus), _) => Some(settings.seats.which_are_persons()),
        (SessionRequest::Again, Some(current)) => Some(persons_in(&current.0)),
        _ => None,
    };
    if let Some(line) = persons.and_then(|persons| pads.missing_reason(&settings.seats, persons)) {
        toasts.warn(line);
        return;
    }
    let mut setup = match *wish {
        SessionRequest::New(mode) => match match_setup(mode, &settings, &mut opponents, &library.book, new_seed()) {
            Ok(setup) => setup,
            Err(error) => return refuse(&error, &mut toasts),
        },
        // Two who play together agree on the next match in their room.
        SessionRequest::Again if online.is_some() => return,
        SessionRequest::Again => {
            let Some(current) = current else { return };
            let mut setup = MatchSetup { seed: new_seed(), ..current.0.clone() };
            again.draw(&mut setup);
            if rated.is_challenge {
                rated.next_is_challenge = true;
            }
            let is_broken_off = running.is_some_and(|running| !running.is_over());
            if first_steps.is_on() && is_broken_off {
                // A first match that begins anew is the first one still.
                first_steps.wanted = true;
            } else if first_steps.is_on() && !first_steps.wanted {
                // The first match was of one round, whatever the settings say.
                setup.rules.first_to = settings.versus.rules.first_to;
            }
            // The handling may have been changed in the pause.
            let persons = setup.seats.iter_mut().filter(|seat| matches!(seat.control, SeatControl::Person));
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
    if first_steps.wanted {
        // A player who learns the keys need not win several rounds for it.
        setup.rules.first_to = 1;
    }
    series.note_match_begun(&setup);
    commands.trigger(StartMatch(setup));
    // Not `set`: going from the match to the match would leave it first, which would end it.
    NextState::set_if_neq(&mut screen, Screen::Play);
    overlay.set(Overlay::None);
}

/// Whether a person at this machine plays, for each seat of a match.
fn persons_in(setup: &MatchSetup) -> [bool; 2] {
    [0, 1].map(|seat| setup.seats.get(seat).is_some_and(|seat| matches!(seat.control, SeatControl::Person)))
}

/// Tells the player why a match does not start.
pub(super) fn refuse(error: &SetupError, toasts: &mut Toasts) {
    toasts.warn_and_log(format!("Cannot start: {error}"));
}

/// Lets every match, however it was started, be compared with the best game of its kind.
fn meet_rival(start: On<StartMatch>, records: Res<Records>, mut rival: ResMut<TrailToBeat>) {
    let setup = &start.0;
    let opponent = setup.seats.iter().find(|seat| !matches!(seat.control, SeatControl::Person));
    let (plan, is_even) = ((&setup.course, &setup.rules), !setup.seats.iter().any(SeatSetup::has_handicap));
    let id = record_table_id(setup.mode, plan, opponent.map(|seat| seat.name.as_str()), is_even);
    rival.0 = records.best(&id).map(|best| best.trail.clone()).unwrap_or_default();
}

/// The setup of a match of a mode, as the settings have it.
///
/// # Errors
/// An error if a player, the puzzle or the custom game is missing or impossible, or a player cannot play by the rules.
pub fn match_setup(
    mode: Mode,
    settings: &Settings,
    opponents: &mut OpponentList,
    book: &PuzzleBook,
    seed: u64,
) -> Result<MatchSetup, SetupError> {
    let you = || SeatSetup::person("You", settings.handling);
    let placements = settings.placements;
    let mut plan = plan(mode, settings, book)?;
    let mut seats = match mode {
        Mode::Watch => {
            let watch = &settings.watch;
            let left = ChosenPlayer { spec: &watch.left, pace: watch.left_pace, slips: watch.left_slips };
            let right = ChosenPlayer { spec: &watch.right, pace: watch.right_pace, slips: watch.right_slips };
            let mut seats = vec![left.seat_setup(opponents, placements.left)?];
            if !watch.alone {
                seats.push(right.seat_setup(opponents, placements.right)?);
            }
            seats
        }
        Mode::Versus if settings.seats.has_two_persons() => {
            let [left, right] = handlings(settings);
            vec![SeatSetup::person("Player 1", left), SeatSetup::person("Player 2", right)]
        }
        Mode::Versus | Mode::Custom if mode == Mode::Versus || settings.modes.against => {
            vec![you(), ChosenPlayer::of_versus(settings).seat_setup(opponents, placements.opponent)?]
        }
        _ => vec![you()],
    };
    if mode == Mode::Versus {
        let seating = &settings.seating;
        (seats[0].handicap, seats[1].handicap) = (seating.yours, seating.theirs);
        seats[1].dealer = seating.dealer;
        if settings.seats.which_are_persons() == [false, true] {
            seats.reverse();
        }
        if !seating.board.is_empty() {
            let puzzle = book.puzzle_plan(&seating.board, &settings.single.rules)?;
            let (its, ours) = (puzzle.rules.board.width, plan.rules.board.width);
            if its != ours {
                let name = puzzle.course.name;
                return Err(SetupError::Board(format!(
                    "The board of '{name}' is {its} columns wide, that of the match {ours}: pick another to begin with"
                )));
            }
            let start = puzzle.course.start;
            plan.course.start = StartPosition { board: start.board, strewn: start.strewn, ..StartPosition::default() };
        }
    }
    let setup =
        MatchSetup { mode, rules: plan.rules.checked()?, course: plan.course, seed, seats }.with_kicks_for_bots();
    match setup.unplayable_seat() {
        Some(seat) => Err(SetupError::Misplaced(seat.name.clone())),
        None => Ok(setup),
    }
}

/// The handlings of the persons at this machine, left first; one who plays alone has the first.
fn handlings(settings: &Settings) -> [Handling; 2] {
    [settings.handling, settings.seats.right_handling.unwrap_or(settings.handling)]
}

/// The rules and the course of a mode, as the settings have them.
fn plan(mode: Mode, settings: &Settings, book: &PuzzleBook) -> Result<Plan, SetupError> {
    let single = &settings.single.rules;
    Ok(match mode {
        Mode::Versus => Plan::from_rules(settings.versus.rules),
        Mode::Watch if settings.watch.alone => Plan::from_rules(Rules { goal_lines: 0, ..*single }),
        Mode::Watch => Plan::from_rules(settings.watch.rules),
        Mode::Puzzle => book.puzzle_plan(&settings.modes.puzzle, single)?,
        Mode::Custom => line::parse(&settings.modes.custom)?,
        _ => Plan::of(mode, &settings.modes.options, single),
    })
}

/// The id and the name under which a mode's best games are kept with these settings, and which of two games is the
/// better one. The id is empty where the mode cannot be played.
pub fn best_games_kind(mode: Mode, settings: &Settings, book: &PuzzleBook) -> (String, String, GameComparison) {
    match plan(mode, settings, book) {
        Ok(plan) if mode == Mode::Custom => {
            let (id, better) = custom_record_table(&plan, settings);
            (id, plan.course.name, better)
        }
        Ok(plan) => (plan.course.id, plan.course.name, plan.course.better),
        Err(_) => (String::new(), mode.entry().name.to_owned(), GameComparison::Sooner),
    }
}

/// The id of the table that keeps the best games of a custom course with these settings, and which of two games is the
/// better one. Against a computer player each player has a table.
pub fn custom_record_table(Plan { rules, course }: &Plan, settings: &Settings) -> (String, GameComparison) {
    if !settings.modes.against {
        return (course.id.clone(), course.better);
    }
    let opponent = ChosenPlayer::of_versus(settings);
    // What is no SPEC has never been played.
    let name = opponent.spec.parse().map(|spec| match opponent.rival(&spec, settings.placements.opponent) {
        Some(rival) => rival.name.to_owned(),
        None => cast::opponent_title(&spec),
    });
    let id = record_table_id(Mode::Custom, (course, rules), Some(&name.unwrap_or_default()), true);
    (id, comparison_against_computer(course))
}

/// A computer player as the settings name it.
pub(super) struct ChosenPlayer<'a> {
    /// The SPEC of the player, as on the command line.
    pub(super) spec: &'a str,
    /// The speed of the player.
    pub(super) pace: Pace,
    /// How often the player's hand slips, 0-5.
    pub(super) slips: u8,
}

impl<'a> ChosenPlayer<'a> {
    /// The opponent that the settings of versus name.
    pub(super) fn of_versus(settings: &'a Settings) -> Self {
        let versus = &settings.versus;
        Self { spec: &versus.opponent, pace: versus.pace, slips: versus.slips }
    }

    /// The rival on the ladder as which the player plays with this choice of placements; `None` if it is none.
    fn rival(&self, spec: &Spec, choice: PlacementChoice) -> Option<&'static LadderRival> {
        rivals::rival(spec, self.pace, self.slips).filter(|_| choice == PlacementChoice::Straight)
    }

    /// The seat of the player. With [`PlacementChoice::Straight`] the player chooses from the placements that it
    /// learned with. It bears a rival's name only if it plays as that rival does on the ladder.
    pub(super) fn seat_setup(
        &self,
        opponents: &mut OpponentList,
        choice: PlacementChoice,
    ) -> Result<SeatSetup, OpponentError> {
        let spec: Spec = self.spec.parse()?;
        let found = opponents.contestant(&spec)?;
        let choice_it_learned = if found.mind.searches() { PlacementChoice::Straight } else { choice };
        let name = self.rival(&spec, choice_it_learned).map_or_else(|| found.title(), |rival| rival.name.to_owned());
        let asked = (choice == PlacementChoice::Reachable).then_some(choice);
        Ok(SeatSetup { name, ..SeatSetup::from_contestant(found, asked, self.pace, self.slips) })
    }
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

impl RematchScore {
    /// Notes that a match between these players begins. The wins are kept if the same players played the last match,
    /// else they begin at 0.
    pub fn note_match_begun(&mut self, setup: &MatchSetup) {
        // A bot has its name only once its program has started, so it is known by its SPEC.
        let known = |seat: &SeatSetup| seat.spec.as_ref().map_or_else(|| seat.name.clone(), Spec::to_string);
        self.note_match_begun_by_ids(setup.seats.iter().map(known).collect());
    }

    /// Notes that a match with somebody at another machine begins, as [`note_match_begun`](Self::note_match_begun)
    /// does. `between` has the ids of the players by seat, since many go by the same name.
    pub fn note_match_begun_by_ids(&mut self, between: Vec<String>) {
        if self.between == between {
            return;
        }
        let have_changed_seats = between.len() == 2 && self.between.iter().eq(between.iter().rev());
        let wins = if have_changed_seats { [self.wins[1], self.wins[0]] } else { [0; 2] };
        *self = Self { between, wins };
    }

    /// Counts a finished match for its winner, by seat; a draw counts for neither.
    pub(super) fn count(&mut self, winner: Option<u8>) {
        if let Some(wins) = winner.and_then(|winner| self.wins.get_mut(usize::from(winner))) {
            *wins += 1;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::persistence::{Occupant, Seats};
    use bevy::state::app::StatesPlugin;

    /// A program that starts matches and notes their setups, with nothing connected to it.
    fn program() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin)).insert_state(Screen::Play).add_sub_state::<Overlay>();
        app.init_resource::<OpponentList>().init_resource::<PuzzleLibrary>().init_resource::<Gamepads>();
        app.init_resource::<FirstSteps>().init_resource::<Toasts>();
        app.init_resource::<RematchScore>().init_resource::<SeededStart>().init_resource::<RatedMatch>();
        app.add_observer(go);
        app.add_observer(|start: On<StartMatch>, mut commands: Commands| {
            commands.insert_resource(CurrentSetup(start.0.clone()));
        });
        app
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

    #[test]
    fn matches_won_stay_with_their_player_where_the_seats_are_changed() {
        let mut score = RematchScore::default();
        let between = |seats: [&str; 2]| seats.map(str::to_owned).to_vec();
        score.note_match_begun_by_ids(between(["anna", "boris"]));
        score.count(Some(0));
        score.count(Some(0));
        score.count(Some(1));
        score.note_match_begun_by_ids(between(["boris", "anna"]));
        assert_eq!(score.wins, [1, 2]);
        score.note_match_begun_by_ids(between(["boris", "clara"]));
        assert_eq!(score.wins, [0, 0]);
    }

    #[test]
    fn a_custom_game_shows_the_table_that_it_is_counted_in() {
        let mut opponents = OpponentList::default();
        let mut settings = Settings::default();
        settings.modes.custom = "strewn=8 attacks=on".to_owned();
        settings.modes.against = true;
        // A rival at its own speed, the same player at another, and one that is no rival with tucks and spins.
        for (opponent, milli_pps, placements) in [
            ("iwumbwe:0", 800, PlacementChoice::Straight),
            ("iwumbwe:0", 1234, PlacementChoice::Straight),
            ("iwumbwe:0", 800, PlacementChoice::Reachable),
        ] {
            opponent.clone_into(&mut settings.versus.opponent);
            settings.versus.pace = Pace { milli_pps };
            settings.placements.opponent = placements;
            let setup = match_setup(Mode::Custom, &settings, &mut opponents, &PuzzleBook::default(), 1).unwrap();
            let MatchSetup { rules, course, seats, .. } = setup;
            let counted_in = record_table_id(Mode::Custom, (&course, &rules), Some(&seats[1].name), true);
            assert_eq!(custom_record_table(&Plan { rules, course }, &settings), (counted_in, GameComparison::Sooner));
        }
        settings.modes.against = false;
        let MatchSetup { rules, course, .. } =
            match_setup(Mode::Custom, &settings, &mut opponents, &PuzzleBook::default(), 1).unwrap();
        let id = course.id.clone();
        assert_eq!(custom_record_table(&Plan { rules, course }, &settings).0, id);
    }
}
