//! The history of games: every finished game with its figures, and the rating that follows from them. Takes both from
//! the match when it ends, and writes them to disk on another thread.

mod counting;
mod ladder;

pub(super) use counting::{lost_words, strength};

use super::hints::Hints;
use super::rated_match::{self, RatedMatch};
use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::history::{self, Foe, Played, Verdict};
use crate::app::persistence::rated_match as unfinished;
use crate::app::persistence::rating::{self, OwnRating};
use crate::app::persistence::{Ladder, Settings, Strengths};
use crate::doors::files;
use crate::game::replay::TakenOver;
use crate::game::stats::Stats;
use crate::game::{Control, Match, Mode, Phase, Seat, SeatSetup};
use crate::storage::{calendar, paths};
use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, TaskPool, block_on};
use std::any::Any;
use std::path::PathBuf;

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
