//! The history of games: every finished game with its figures, and the rating that follows from them. Both are taken
//! from the match when it ends, and written to disk on another thread.

mod counting;
mod ladder;
mod people;
mod standing;

pub(super) use counting::{opponent_rating, unfinished_match_words};
pub use standing::{LadderStanding, RungStanding};

use super::finesse_drill::is_drill;
use super::first_steps::FirstSteps;
use super::hints::Hints;
use super::rated_match::{self, RatedMatch};
use super::saving::spawn_after;
use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::history::{self, ComputerOpponent, FinishedGame, GameOutcome, OnlineOpponent};
use crate::app::persistence::own_players::{self, OwnPlayer};
use crate::app::persistence::rated_match as unfinished;
use crate::app::persistence::rating::{self, OwnRating};
use crate::app::persistence::{FileClaim, Ladder, MeasuredStrength, PlayerFile, Settings, Strengths};
use crate::doors::files;
use crate::doors::files::reason;
use crate::doors::threads::unpoisoned;
use crate::game::modes::StartPosition;
use crate::game::replay::TakenOverMatch;
use crate::game::stats::MatchStats;
use crate::game::{Match, Mode, Seat, SeatControl, SeatSetup};
use crate::net::OnlineMatch;
use crate::rules::RuleSet;
use crate::storage::{calendar, paths};
use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The games that the player has finished, with the rating and the strengths that they are compared with.
#[derive(Resource, Debug, Default)]
pub struct GameHistory {
    /// All games, oldest first.
    pub games: Vec<FinishedGame>,
    /// The rating of the player, and how many matches made it.
    pub own_rating: OwnRating,
    /// The measured strengths of computer players.
    pub strengths: Strengths,
    /// The ladder of computer players.
    pub ladder: Ladder,
    /// The user's own players that have a name.
    pub own_players: Vec<OwnPlayer>,
    /// The game that ended last, while its results are on show.
    pub last: Option<FinishedGame>,
    /// What that game has changed on the ladder, as a line; empty if it has changed nothing.
    pub ladder_news: String,
    /// A match with somebody elsewhere that waits to be signed.
    awaiting: Option<FinishedGame>,
    folder: Option<PathBuf>,
    /// The folder in which the rating is kept. `None` where nothing is kept, where the rating or the rated match in
    /// progress could not be read, or while another program that runs keeps it.
    rating_folder: Option<PathBuf>,
    /// The claim on the rating's file, held for as long as this program keeps the rating.
    claim: Option<FileClaim>,
    writing: Option<Task<Result<(), String>>>,
    /// The games that could not be written, oldest first. They are written with the next game, or at the end.
    unwritten: Arc<Mutex<Vec<FinishedGame>>>,
    /// Whether the rating could not be written when it was written last. That is done with the next rated match, or
    /// when the program ends.
    is_rating_unwritten: Arc<AtomicBool>,
    /// Whether a rated match has begun that has not been counted: the file with its note has to stay.
    has_begun: bool,
    warnings: Vec<String>,
    /// Messages for the player at the start that are no errors.
    news: Vec<String>,
}

impl GameHistory {
    /// Reads the history, the rating, the strengths and the ladder. What cannot be read becomes a warning.
    fn load() -> Self {
        let (strengths, mut warnings) = Strengths::load();
        let (ladder, broken) = Ladder::load();
        warnings.extend(broken);
        let mut history = Self { ladder, strengths, ..Self::default() };
        if let Some(folder) = paths::data_folder() {
            let (own, broken) = own_players::load_all(&folder);
            warnings.extend(broken);
            history.set_own_players(own);
            let (games, broken) = history::load(&folder);
            let kept = rating::load(&folder);
            warnings.extend(broken.into_iter().chain(kept.warning));
            history.games = games;
            history.own_rating = kept.value;
            history.rating_folder = kept.writable.then(|| folder.clone());
            history.warnings = warnings;
            history.folder = Some(folder.clone());
            // A rating that cannot be kept stays as it is, and so does the match that is to be counted.
            if kept.writable {
                history.lock_rating_file(&folder);
            }
        }
        history
    }

    /// Replaces the user's own players by these; the rated ones among them also stand on the ladder.
    pub fn set_own_players(&mut self, own: Vec<OwnPlayer>) {
        let rated = || own.iter().map(|own| &own.strength).filter(|strength| strength.matches > 0).cloned();
        self.ladder.set_own_players(rated());
        self.strengths.set_own_players(rated());
        self.own_players = own;
    }

    /// The line that describes one of the user's own players; `None` if the strength is that of another player.
    pub fn own_player_description(&self, strength: &MeasuredStrength) -> Option<&str> {
        self.own_players.iter().find(|own| own.strength == *strength).map(|own| own.line.as_str())
    }

    /// Writes the history as CSV into the history's folder, and returns the path of the file.
    ///
    /// # Errors
    /// A line for the player, if there is no folder or the file cannot be written.
    pub fn export_csv(&self) -> Result<PathBuf, String> {
        let folder = self.folder.as_ref().ok_or("There is no home folder to write to")?;
        let path = folder.join(history::CSV_NAME);
        let write = || {
            files().create_folders(folder)?;
            files().write_whole(&path, history::to_csv(&self.games).as_bytes())
        };
        write()
            .map(|()| path.clone())
            .map_err(|error| format!("{} could not be written: {}", path.display(), reason(&error)))
    }

    /// Whether a match with somebody elsewhere waits to be signed.
    #[cfg(feature = "net")]
    pub(super) const fn awaits_signatures(&self) -> bool {
        self.awaiting.is_some()
    }

    /// Adds to the history the match with somebody elsewhere that waits to be signed, with what is known of
    /// the opponent by now.
    pub(super) fn add_awaited(&mut self, online: Option<OnlineOpponent>) {
        if let Some(game) = self.awaiting.take() {
            self.add(FinishedGame { online, ..game });
        }
    }

    pub(super) fn add(&mut self, game: FinishedGame) {
        self.games.push(game.clone());
        self.last = Some(game.clone());
        let (folder, own_rating, unwritten) = (self.folder.clone(), self.own_rating, Arc::clone(&self.unwritten));
        let rating_folder = self.rating_folder.clone().filter(|_| game.rated.is_some());
        let is_rating_unwritten = Arc::clone(&self.is_rating_unwritten);
        self.has_begun &= game.rated.is_none();
        spawn_after(&mut self.writing, move || {
            let noted = folder.map_or(Ok(()), |folder| {
                let mut unwritten = unpoisoned(unwritten.lock());
                let is_told = !unwritten.is_empty();
                unwritten.push(game);
                // The player is told once of a disk that stays full, and not with every game.
                append_unwritten(&folder, &mut unwritten).or_else(|line| if is_told { Ok(()) } else { Err(line) })
            });
            // A history that cannot be written does not hold up the rating: the next start would find the match again
            // and count it as lost, whoever has won it.
            let rated = rating_folder.map_or(Ok(()), |folder| {
                let rated = write_rating(&folder, &own_rating, true);
                is_rating_unwritten.store(rated.is_err(), Ordering::Relaxed);
                rated
            });
            noted.and(rated)
        });
    }
}

/// Writes the rating into its folder, and removes the note of the match that has changed it, if that is the last rated
/// match that has begun.
fn write_rating(folder: &Path, own_rating: &OwnRating, is_last: bool) -> Result<(), String> {
    // If the program is killed between the two, the next start finds the match again and counts it twice, which is
    // better than not at all.
    let written = own_rating.write_to(folder).and_then(|()| if is_last { unfinished::remove(folder) } else { Ok(()) });
    written.map_err(|error| format!("The rating could not be written: {}", reason(&error)))
}

/// Adds games to the history of a folder, and keeps those from the first on that cannot be written, of which the error
/// tells the player in a line.
fn append_unwritten(folder: &Path, unwritten: &mut Vec<FinishedGame>) -> Result<(), String> {
    let failed = unwritten.iter().enumerate().find_map(|(at, game)| Some((at, history::append(folder, game).err()?)));
    unwritten.drain(..failed.as_ref().map_or(unwritten.len(), |(at, _)| *at));
    failed.map_or(Ok(()), |(_, error)| Err(format!("The history could not be written: {}", reason(&error))))
}

/// Reads the saved history, unless the program has brought a history or settings of its own: then an empty one stands
/// in, and nothing is written.
pub(super) fn plugin(app: &mut App) {
    if !app.world().contains_resource::<GameHistory>() {
        let own = app.world().contains_resource::<Settings>();
        let history = if own { GameHistory::default() } else { GameHistory::load() };
        app.insert_resource(history);
    }
    app.add_systems(Startup, tell);
    app.add_plugins(rated_match::plugin);
    app.add_systems(Update, record.after(rated_match::register_rated_match).run_if(in_state(Screen::Play)));
    app.add_systems(Last, report_write_errors);
}

fn tell(mut history: ResMut<GameHistory>, mut toasts: ResMut<Toasts>) {
    for warning in std::mem::take(&mut history.warnings) {
        toasts.warn_and_log(warning);
    }
    for line in std::mem::take(&mut history.news) {
        info!("{line}");
        toasts.warn(line);
    }
}

type Sat = (&'static Seat, &'static SeatSetup, &'static MatchStats);

/// Adds a match to the history once it is over, if exactly one person played it from its beginning. The first match of
/// a new player and the finesse drill are not added.
pub(super) fn record(
    current: Option<Single<(Entity, &Match, Has<TakenOverMatch>)>>,
    seats: Query<Sat>,
    (hints, online, first_steps): (Res<Hints>, Option<Res<OnlineMatch>>, Option<Res<FirstSteps>>),
    mut counting: ResMut<RatedMatch>,
    mut history: ResMut<GameHistory>,
    mut taken: Local<Option<Entity>>,
) {
    let Some(current) = current else { return };
    let (entity, current, taken_over) = *current;
    if !current.is_over() || taken.replace(entity) == Some(entity) {
        return;
    }
    let mut seats: Vec<_> = seats.iter().collect();
    seats.sort_by_key(|(seat, ..)| seat.0);
    (history.last, history.ladder_news) = (None, String::new());
    let you = seats.iter().find(|(_, seat, _)| seat.is_persons_here());
    // A match that was taken over had been begun by somebody else. Of two persons at one machine, either may be the
    // owner of the history.
    let persons = seats.iter().filter(|(_, seat, _)| seat.control.is_persons()).count();
    // A rated match that was broken off stands there as lost. A drill whose pieces were all right at once was not taken
    // over either, but it is no game of zen.
    let own = !taken_over
        && !is_drill(&current.course)
        && !counting.is_counted_as_lost(entity)
        && current.mode != Mode::Watch
        && (persons == 1 || online.is_some());
    let Some(&(seat, _, stats)) = you.filter(|_| own) else { return };
    let other = seats.iter().find(|(other, ..)| *other != seat);
    let verdict = match current.winner() {
        Some(winner) if winner == seat.0 => GameOutcome::Won,
        Some(_) => GameOutcome::Lost,
        None if other.is_some() => GameOutcome::Drawn,
        None => GameOutcome::Ended,
    };
    let foe = other.and_then(|(_, setup, _)| computer_opponent(setup));
    let ladder = history.ladder_state();
    let against = counting.take_opponent_rating(entity);
    let rated = against.map(|against| history.own_rating.count_match(against, verdict.points()));
    let wins = current.wins;
    let played = FinishedGame {
        date: calendar::seconds_since_1970(),
        mode: current.mode.entry().id.to_owned(),
        verdict,
        opponent: foe,
        attack_rules: other.and_then(|_| RuleSet::name_unless_usual(&current.rules)).unwrap_or_default().to_owned(),
        unusual_rules: other.is_some() && online.is_none() && !rating::are_rules_ratable(&current.rules),
        rounds: if seat.0 == 0 { wins } else { [wins[1], wins[0]] },
        you: stats.total_of_rounds(),
        other: other.map(|(_, _, stats)| stats.total_of_rounds()),
        rated,
        handicapped: seats.iter().any(|(_, setup, _)| setup.has_handicap()),
        from_board: current.course.start != StartPosition::default(),
        hints: hints.used,
        online: None,
        broken_off: String::new(),
    };
    match online {
        Some(_) => {
            // One that nobody has signed by now is noted without.
            history.add_awaited(None);
            history.awaiting = Some(played);
        }
        // A first match counts for nothing, as its player was told: its figures are shown, and not kept.
        None if first_steps.is_some_and(|steps| steps.is_on()) => history.last = Some(played),
        None => {
            history.add(played);
            history.ladder_news = history.changes_on_ladder(&ladder);
        }
    }
}

/// The computer player of a seat as the history names it; `None` for a person.
pub(super) fn computer_opponent(setup: &SeatSetup) -> Option<ComputerOpponent> {
    let SeatControl::Computer(computer) = &setup.control else { return None };
    Some(ComputerOpponent { spec: setup.spec.as_ref()?.to_string(), pace: computer.pace, slips: computer.slips })
}

/// Tells the player what could not be written. When the program ends, it waits until everything is written, and tries
/// once more what could not be: there may be room on the disk by then.
pub(super) fn report_write_errors(
    mut history: ResMut<GameHistory>,
    exits: MessageReader<AppExit>,
    mut toasts: ResMut<Toasts>,
) {
    let leaving = !exits.is_empty();
    if leaving {
        history.add_awaited(None);
    }
    let history = history.bypass_change_detection();
    if let Some(Err(line)) = history.writing.take_if(|task| leaving || task.is_finished()).map(block_on) {
        toasts.warn_and_log(line);
    }
    if leaving && let Some(folder) = &history.folder {
        let mut unwritten = unpoisoned(history.unwritten.lock());
        if let Err(line) = append_unwritten(folder, &mut unwritten) {
            toasts.warn_and_log(line);
        }
    }
    if leaving
        && history.is_rating_unwritten.swap(false, Ordering::Relaxed)
        && let Some(folder) = &history.rating_folder
        && let Err(line) = write_rating(folder, &history.own_rating, !history.has_begun)
    {
        toasts.warn_and_log(line);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::finesse_drill::finesse_drill_setup;
    use crate::app::first_steps;
    use crate::game::{FinishMatch, MatchSetup, Pace, Phase, RecordedPlayer, StartMatch, headless};
    use crate::movegen::PlacementChoice;
    use crate::rules::Rules;

    /// The game that the results show once its player has finished it, and how many games the history has then.
    fn finished(setup: MatchSetup, is_first: bool) -> (Option<FinishedGame>, usize) {
        let mut app = headless::app(1);
        app.init_resource::<GameHistory>().init_resource::<Hints>().init_resource::<RatedMatch>();
        app.init_resource::<Toasts>().add_plugins(first_steps::plugin).add_systems(Update, record);
        app.world_mut().resource_mut::<FirstSteps>().wanted = is_first;
        headless::begin(&mut app, setup);
        app.world_mut().trigger(FinishMatch);
        (0..10).for_each(|_| app.update());
        let history = app.world().resource::<GameHistory>();
        (history.last.clone(), history.games.len())
    }

    /// Whether the results show a game that its player has finished, and how many games the history has then.
    fn shown_and_kept(setup: MatchSetup, is_first: bool) -> (bool, usize) {
        let (shown, kept) = finished(setup, is_first);
        (shown.is_some(), kept)
    }

    #[test]
    fn a_game_that_began_on_a_board_of_its_own_is_noted_so() {
        let noted = |start: StartPosition| {
            let mut setup = MatchSetup::of_test(Mode::Marathon, Rules::marathon());
            setup.course.start = start;
            finished(setup, false).0.map(|game| game.from_board)
        };
        let drawn = StartPosition { board: vec!["####......".to_owned()], ..StartPosition::default() };
        assert_eq!([StartPosition::default(), drawn].map(noted), [Some(false), Some(true)]);
    }

    #[test]
    fn the_first_match_of_a_new_player_is_shown_and_not_kept() {
        let marathon = MatchSetup::of_test(Mode::Marathon, Rules::marathon());
        assert_eq!(shown_and_kept(marathon.clone(), true), (true, 0));
        assert_eq!(shown_and_kept(marathon, false), (true, 1));
    }

    #[test]
    fn a_finesse_drill_is_no_game_of_the_history() {
        assert_eq!(shown_and_kept(finesse_drill_setup(&Settings::default(), 1), false), (false, 0));
    }

    /// The line of the history about a match of versus against a computer player under these rules.
    fn noted_match(rules: Rules) -> FinishedGame {
        let mut app = headless::app(1);
        app.init_resource::<GameHistory>().init_resource::<Hints>().init_resource::<RatedMatch>();
        app.add_systems(Update, record);
        let mut setup = MatchSetup::of_test(Mode::Versus, rules);
        let (spec, placements) = (None, PlacementChoice::Straight);
        let other = RecordedPlayer::Computer { spec, pace: Pace::BEGINNER, slips: 0, placements };
        setup.seats.push(SeatSetup { control: SeatControl::Elsewhere(other), ..setup.seats[0].clone() });
        app.world_mut().trigger(StartMatch(setup));
        app.update();
        let mut matches = app.world_mut().query::<&mut Match>();
        matches.single_mut(app.world_mut()).unwrap().phase = Phase::Over { winner: Some(0) };
        app.update();
        let games = &app.world().resource::<GameHistory>().games;
        assert_eq!(games.len(), 1);
        games[0].clone()
    }

    #[test]
    fn a_match_is_noted_with_its_attack_rules_unless_they_are_the_usual_ones() {
        let sets = [RuleSet::Guideline, RuleSet::Ppt, RuleSet::Tetrio2];
        let noted = sets.map(|set| noted_match(set.rules()).attack_rules);
        assert_eq!(noted, ["", "", "tetrio-2"], "Puyo Puyo Tetris has the guideline's numbers");
    }

    #[test]
    fn a_match_is_noted_as_one_under_unusual_rules_unless_they_are_those_of_a_rated_match() {
        let one_round = Rules { first_to: 1, countdown: 0, ..Rules::versus() };
        let without_hold = Rules { hold: false, ..one_round };
        let noted = [Rules::versus(), one_round, without_hold].map(|rules| noted_match(rules).unusual_rules);
        assert_eq!(noted, [false, false, true]);
    }

    #[test]
    fn games_that_a_full_disk_refused_are_written_in_their_order_with_the_next_one_or_at_the_end() {
        let home = tempfile::tempdir().unwrap();
        let [folder, aside] = ["data", "aside"].map(|name| home.path().join(name));
        let refuse = || files().write_whole(&folder, b"a file where the folder should be").unwrap();
        let dates = || history::load(&folder).0.iter().map(|game| game.date).collect::<Vec<_>>();
        let mut history = GameHistory { folder: Some(folder.clone()), ..GameHistory::default() };
        let mut add = |date| {
            history.add(FinishedGame { date, ..FinishedGame::default() });
            block_on(history.writing.take().unwrap())
        };
        refuse();
        assert!(add(1).is_err_and(|line| line.starts_with("The history could not be written: ")));
        assert_eq!(add(2), Ok(()), "the player has been told");
        files().remove(&folder).unwrap();
        assert_eq!(add(3), Ok(()));
        assert_eq!(dates(), [1, 2, 3]);
        files().rename(&folder, &aside).unwrap();
        refuse();
        assert!(add(4).is_err(), "the player is told again");
        files().remove(&folder).unwrap();
        files().rename(&aside, &folder).unwrap();
        let mut app = App::new();
        app.insert_resource(history).init_resource::<Toasts>().add_systems(Last, report_write_errors);
        app.update();
        assert_eq!(dates(), [1, 2, 3], "it waits for the end");
        app.world_mut().write_message(AppExit::Success);
        app.update();
        assert_eq!(dates(), [1, 2, 3, 4]);
        assert_eq!(app.world().resource::<Toasts>().last(), None);
    }
}
