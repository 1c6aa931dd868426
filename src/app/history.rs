//! The history of games: every finished game with its figures, and the rating that follows from them. Takes both from
//! the match when it ends, and writes them to disk on another thread.

use super::hints::Hints;
use super::rated_match::{self, RatedMatch};
use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::history::{self, Foe, Played, Rated, Verdict, WinRecord};
use crate::app::persistence::rated_match::{self as unfinished, UnfinishedMatch};
use crate::app::persistence::rating::{self, OwnRating};
use crate::app::persistence::strengths::Proposal;
use crate::app::persistence::{Ladder, LadderRung, Settings, Strength, Strengths};
use crate::doors::files;
use crate::game::replay::TakenOver;
use crate::game::stats::{Figures, Stats};
use crate::game::{Control, Match, MatchSetup, Mode, Pace, Phase, Seat, SeatSetup};
use crate::measure::Rating;
use crate::storage::{Spec, calendar, paths};
use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, TaskPool, block_on};
use std::any::Any;
use std::path::{Path, PathBuf};

/// Rungs that are open from the beginning.
const ALWAYS_OPEN: usize = 3;
/// Rating points by which an opponent is so much weaker that nine of ten matches are won.
const FOREGONE: f64 = 380.0;
/// The file by which a program says that it keeps the rating.
const RATING_LOCK: &str = "rating.lock";

/// The games that the player has finished, and what they say about players.
#[derive(Resource, Debug, Default)]
pub struct GameHistory {
    /// All games, oldest first.
    pub games: Vec<Played>,
    /// The player's rating.
    pub own_rating: OwnRating,
    /// How strong computer players are.
    pub strengths: Strengths,
    /// Those to climb past.
    pub ladder: Ladder,
    /// The game that ended last, while its results are on show.
    pub last: Option<Played>,
    folder: Option<PathBuf>,
    /// Where the rating is kept; `None` where nothing is, or while another program that is running keeps it.
    rating_folder: Option<PathBuf>,
    /// The right to keep it.
    claim: Option<Box<dyn Any + Send + Sync>>,
    writing: Option<Task<Result<(), String>>>,
    warnings: Vec<String>,
    /// What the player is told at the start though nothing went wrong.
    news: Vec<String>,
}

impl GameHistory {
    /// Reads the history and the rating from the user's folders.
    fn load() -> Self {
        let (strengths, mut warnings) = Strengths::load();
        let (ladder, broken) = Ladder::load();
        warnings.extend(broken);
        let mut history = Self { ladder, strengths, ..Self::default() };
        if let Some(folder) = paths::data_folder() {
            let (games, broken) = history::load(&folder);
            let kept = rating::load(&folder);
            warnings.extend(broken.into_iter().chain(kept.warning));
            history.games = games;
            history.own_rating = kept.value;
            history.rating_folder = kept.writable.then(|| folder.clone());
            history.warnings = warnings;
            history.folder = Some(folder.clone());
            history.claim_rating(&folder);
        }
        history
    }

    /// Makes sure that no other program keeps the rating of this folder meanwhile, and counts a rated match that was killed.
    fn claim_rating(&mut self, folder: &Path) {
        let path = folder.join(RATING_LOCK);
        match files().create_folders(folder).and_then(|()| files().claim(&path)) {
            Ok(Some(claim)) => self.claim = Some(claim),
            Ok(None) => {
                self.rating_folder = None;
                let line = "Korobka is running elsewhere with the same data: matches here are not rated";
                self.warnings.push(line.to_owned());
                return;
            }
            // A folder without locks is as good as one's own.
            Err(error) => warn!("cannot lock {}: {error}", path.display()),
        }
        let (unfinished, warning) = unfinished::load(folder);
        self.warnings.extend(warning);
        if let Some(unfinished) = unfinished {
            let (rounds, figures) = ([0; 2], (Figures::default(), None));
            let rated = self.lose(&unfinished, unfinished.date, rounds, figures);
            self.last = None;
            let lost = lost_words(&unfinished, &rated);
            self.news.push(format!("A rated match was broken off: {lost}"));
        }
    }

    /// Counts a rated match that was not played to its end; `figures` are the player's and the opponent's.
    pub(super) fn lose(
        &mut self,
        unfinished: &UnfinishedMatch,
        date: u64,
        rounds: [u8; 2],
        (you, other): (Figures, Option<Figures>),
    ) -> Rated {
        let rated = self.own_rating.play(unfinished.against, 0.0);
        self.add(Played {
            date,
            mode: mode_id(Mode::Versus),
            verdict: Verdict::Lost,
            opponent: Some(unfinished.opponent.clone()),
            rounds,
            you,
            other,
            rated: Some(rated),
            hints: 0,
        });
        rated
    }

    /// Whether matches change the rating: not in a program beside another that keeps it.
    pub(super) const fn keeps_rating(&self) -> bool {
        self.folder.is_none() || self.rating_folder.is_some()
    }

    /// Notes on disk that a rated match has begun.
    pub(super) fn note_begun(&mut self, unfinished: UnfinishedMatch) {
        if let Some(folder) = self.rating_folder.clone() {
            self.write(move || {
                unfinished::begin(&folder, unfinished)
                    .map_err(|error| format!("The rated match could not be noted: {error}"))
            });
        }
    }

    /// How many games were won and lost against the one on a rung, as it stands there.
    pub fn against_rival(&self, rung: &Strength) -> WinRecord {
        let spec = rung.player.to_string();
        WinRecord::of(&self.games, |foe| foe.spec == spec && foe.pace == rung.pace() && foe.slips == rung.slips)
    }

    /// The rung to play next: the lowest that is open, has not been beaten, and is no foregone win for a player whose rating
    /// is known. `None` where there is no such rung.
    pub fn next_rung(&self) -> Option<&LadderRung> {
        let least = self.known_rating().map_or(f64::MIN, |rating| rating - FOREGONE);
        let open = self.climbed().into_iter().filter(|(rung, open)| *open && rung.strength.rating >= least);
        open.map(|(rung, _)| rung).find(|rung| !self.has_beaten(rung))
    }

    /// How many games were won and lost against a player, at any speed.
    pub fn against(&self, spec: &Spec) -> WinRecord {
        let spec = spec.to_string();
        WinRecord::of(&self.games, |foe| foe.spec == spec)
    }

    /// Whether the player of a rung was beaten at this speed or a higher one, with as many slips or fewer.
    pub fn has_beaten(&self, rung: &LadderRung) -> bool {
        let (spec, pace, slips) = (rung.strength.player.to_string(), rung.strength.pace(), rung.strength.slips);
        self.games.iter().filter(|game| game.verdict == Verdict::Won).filter_map(|game| game.opponent.as_ref()).any(
            |foe| {
                let quick = foe.pace == Pace::FASTEST || foe.pace.milli_pps >= pace.milli_pps && pace != Pace::FASTEST;
                foe.spec == spec && quick && foe.slips <= slips
            },
        )
    }

    /// The ladder with what is open: the lowest rungs, each one above a rung that was won, and those that are no stronger
    /// than the player, once that is known.
    pub fn climbed(&self) -> Vec<(&LadderRung, bool)> {
        let mut won_below = false;
        let rungs = self.ladder.rungs().iter().enumerate().map(|(at, rung)| {
            let beaten = self.has_beaten(rung);
            let weaker = self.known_rating().is_some_and(|rating| rung.strength.rating <= rating);
            let next = std::mem::replace(&mut won_below, beaten);
            // A rung that was won stays open, even if one below it is new.
            (rung, at < ALWAYS_OPEN || weaker || next || beaten)
        });
        rungs.collect()
    }

    /// The player's rating, once it is more than a guess.
    fn known_rating(&self) -> Option<f64> {
        (!self.own_rating.is_guess()).then_some(self.own_rating.rating.rating)
    }

    /// The opponent and the speed against which to win about half.
    pub fn proposal(&self, paces: &[u32]) -> Option<Proposal> {
        self.strengths.proposal(&self.own_rating.rating, paces, |_| true)
    }

    /// What a computer player's rating in versus is called at this speed, with so many slips: a figure if it was measured so,
    /// "about" one if generations before and after it were. `None` where nobody knows.
    pub fn rating_words(&self, spec: &Spec, pace: Pace, slips: u8) -> Option<String> {
        let rung = self.ladder.rung(spec, pace, slips).map(|rung| rung.strength.rating);
        let measured = || self.strengths.rating(spec, pace).filter(|_| slips == 0).map(|rating| rating.rating);
        let about = || self.strengths.about(spec, pace).filter(|_| slips == 0);
        match rung.or_else(measured) {
            Some(rating) => Some(format!("{rating:.0}")),
            None => about().map(|rating| format!("about {rating:.0}")),
        }
    }

    /// Writes the history as CSV beside the history itself; gives the path of the file.
    pub fn export(&self) -> Result<PathBuf, String> {
        let folder = self.folder.as_ref().ok_or("There is no home folder to write to")?;
        let path = folder.join(history::CSV_NAME);
        let write = || {
            files().create_folders(folder)?;
            files().write_whole(&path, history::csv(&self.games).as_bytes())
        };
        write().map(|()| path.clone()).map_err(|error| format!("{} could not be written: {error}", path.display()))
    }

    fn add(&mut self, game: Played) {
        self.games.push(game.clone());
        self.last = Some(game.clone());
        let (folder, own_rating) = (self.folder.clone(), self.own_rating);
        let rating_folder = self.rating_folder.clone().filter(|_| game.rated.is_some());
        self.write(move || {
            if let Some(folder) = folder {
                history::append(&folder, &game)
                    .map_err(|error| format!("The history could not be written: {error}"))?;
            }
            if let Some(folder) = rating_folder {
                // Killed between the two, the program would find the match again and count it twice: better than not at all.
                rating::save(&folder, &own_rating)
                    .and_then(|()| unfinished::end(&folder))
                    .map_err(|error| format!("The rating could not be written: {error}"))?;
            }
            Ok(())
        });
    }

    /// Writes once everything before it is written. The disk may take its time: no frame waits for it.
    fn write(&mut self, job: impl FnOnce() -> Result<(), String> + Send + 'static) {
        let before = self.writing.take();
        self.writing = Some(IoTaskPool::get_or_init(TaskPool::default).spawn(async move {
            let earlier = match before {
                Some(before) => before.await,
                None => Ok(()),
            };
            job().and(earlier)
        }));
    }
}

/// Reads what is kept, unless the program has brought a history or settings of its own; then nothing is written either.
pub(super) fn plugin(app: &mut App) {
    if !app.world().contains_resource::<GameHistory>() {
        let own = app.world().contains_resource::<Settings>();
        let history = if own { GameHistory::default() } else { GameHistory::load() };
        app.insert_resource(history);
    }
    app.add_systems(Startup, tell);
    app.add_plugins(rated_match::plugin);
    app.add_systems(Update, record.after(rated_match::begin).run_if(in_state(Screen::Play)));
    app.add_systems(Last, written);
}

fn tell(mut history: ResMut<GameHistory>, mut toasts: ResMut<Toasts>) {
    for warning in std::mem::take(&mut history.warnings) {
        warn!("{warning}");
        toasts.warn(warning);
    }
    for line in std::mem::take(&mut history.news) {
        info!("{line}");
        toasts.warn(line);
    }
}

type Sat = (&'static Seat, &'static SeatSetup, &'static Stats);

/// Adds a match that a person has played to the history, once it is over.
fn record(
    current: Option<Single<(Entity, &Match, Has<TakenOver>)>>,
    seats: Query<Sat>,
    hints: Res<Hints>,
    mut counting: ResMut<RatedMatch>,
    mut history: ResMut<GameHistory>,
    mut taken: Local<Option<Entity>>,
) {
    let Some(current) = current else { return };
    let (entity, current, taken_over) = *current;
    let Phase::Over { winner } = current.phase else { return };
    if taken.replace(entity) == Some(entity) {
        return;
    }
    let mut seats: Vec<_> = seats.iter().collect();
    seats.sort_by_key(|(seat, ..)| seat.0);
    history.last = None;
    let you = seats.iter().find(|(_, seat, _)| matches!(seat.control, Control::Person));
    // What was taken over somebody else had begun; and of two persons at one machine neither is its owner.
    let persons = seats.iter().filter(|(_, seat, _)| matches!(seat.control, Control::Person)).count();
    let own = !taken_over && current.mode != Mode::Watch && persons == 1;
    let Some(&(seat, _, stats)) = you.filter(|_| own) else { return };
    let other = seats.iter().find(|(other, ..)| *other != seat);
    let verdict = match winner {
        Some(winner) if winner == seat.0 => Verdict::Won,
        Some(_) => Verdict::Lost,
        None if other.is_some() => Verdict::Drawn,
        None => Verdict::Ended,
    };
    let foe = other.and_then(|(_, setup, _)| foe(setup));
    let against = counting.finish(entity);
    let points = match verdict {
        Verdict::Won => 1.0,
        Verdict::Lost => 0.0,
        Verdict::Drawn | Verdict::Ended => 0.5,
    };
    let rated = against.map(|against| history.own_rating.play(against, points));
    let wins = current.wins;
    history.add(Played {
        date: calendar::now(),
        mode: mode_id(current.mode),
        verdict,
        opponent: foe,
        rounds: if seat.0 == 0 { wins } else { [wins[1], wins[0]] },
        you: stats.total(),
        other: other.map(|(_, _, stats)| stats.total()),
        rated,
        hints: hints.used,
    });
}

/// A mode as files name it.
pub fn mode_id(mode: Mode) -> String {
    serde_json::to_value(mode).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The computer player of a seat, as the history names it.
pub(super) fn foe(setup: &SeatSetup) -> Option<Foe> {
    let Control::Computer(computer) = &setup.control else { return None };
    Some(Foe { spec: setup.spec.as_ref()?.to_string(), pace: computer.pace, slips: computer.slips })
}

/// How strong the computer player of a seat is, where a match of this setup says something about a rating.
pub(super) fn strength(history: &GameHistory, setup: &MatchSetup, seat: &SeatSetup) -> Option<Rating> {
    let Control::Computer(computer) = &seat.control else { return None };
    rating::strength((&history.strengths, &history.ladder), setup, seat.spec.as_ref()?, computer)
}

/// What a match that was not played to its end came to: "it counts as a loss against Ivan 7, rating 1480 (-20)".
pub(super) fn lost_words(unfinished: &UnfinishedMatch, rated: &Rated) -> String {
    let (name, Rated { rating, change, .. }) = (unfinished.opponent.title(), rated);
    format!("it counts as a loss against {name}, rating {rating:.0} ({change:+.0})")
}

/// Tells the player what could not be written; when the program ends, waits until everything is written.
fn written(mut history: ResMut<GameHistory>, exits: MessageReader<AppExit>, mut toasts: ResMut<Toasts>) {
    let leaving = !exits.is_empty();
    if history.writing.as_ref().is_none_or(|task| !leaving && !task.is_finished()) {
        return;
    }
    let Some(task) = history.bypass_change_detection().writing.take() else { return };
    if let Err(line) = block_on(task) {
        warn!("{line}");
        toasts.warn(line);
    }
}
