//! Continues a game: one that was broken off, or a replay that a person takes over.

use super::hints::Hints;
use super::opponents::OpponentList;
use super::rated_match;
use super::rematch_score::RematchScore;
use super::replay_moment::{note_continued, note_take_over};
use super::replays::{self, SavedReplays};
use super::screens::{Overlay, Screen};
use super::setup::{ChosenPlayer, SetupError};
use super::toasts::Toasts;
use super::watching::{Watching, frame_budget_check};
use crate::app::persistence::Settings;
use crate::game::replay::{Replay, SeatRecord, TakeOverPurpose, go_to_tick, start_playback, take_over};
use crate::game::{CurrentSetup, Match, Phase, Playback, RecordedPlayer, SeatSetup};
use crate::storage::{OpponentError, OpponentSource, Spec};
use crate::tbp::BotCommand;
use bevy::prelude::*;
use std::sync::Arc;

/// The wish to continue the game that was broken off.
#[derive(Event, Clone, Copy, Debug)]
pub struct ResumeGame;

/// The wish to take over a seat of the replay that is on show, from the tick at which it stands.
#[derive(Event, Clone, Copy, Debug)]
pub struct TakeOver(pub u8);

/// A broken-off game that is being replayed up to the tick at which it was broken off.
#[derive(Resource, Debug)]
pub struct Resuming {
    replay: Arc<Replay>,
    /// How many hints were asked for in the game before it was broken off.
    hints: u32,
    /// The last round whose end has been counted in the results.
    round: Option<u32>,
}

#[cfg(all(test, feature = "window"))]
impl Resuming {
    /// For tests: the resuming of a game in which nothing has happened.
    pub(super) fn of_nothing() -> Self {
        Self { replay: Arc::new(Replay::of_test(0)), hints: 0, round: None }
    }
}

/// Adds the observers that continue a game and that take over a seat, and the system that plays a game up to where
/// it was broken off.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(resume).add_observer(sit_down);
    app.add_systems(Update, catch_up.run_if(resource_exists::<Resuming>));
}

fn resume(
    _: On<ResumeGame>,
    mut commands: Commands,
    replays: Res<SavedReplays>,
    mut screen: ResMut<NextState<Screen>>,
    mut overlay: ResMut<NextState<Overlay>>,
) {
    let Some((replay, hints)) = replays.continuable_game() else { return };
    screen.set(Screen::Play);
    overlay.set(Overlay::Ready);
    commands.queue(move |world: &mut World| match start_playback(world, Arc::clone(&replay)) {
        Ok(()) => world.insert_resource(Resuming { replay, hints, round: None }),
        Err(error) => fail_for_good(world, &error.to_string()),
    });
}

/// Plays a resumed match again up to where it was left, a slice in each frame, so that the window goes on answering.
/// Then it gives the seats back to the persons and computer players.
fn catch_up(world: &mut World) {
    let Some(resuming) = world.get_resource::<Resuming>() else { return };
    let (replay, hints) = (Arc::clone(&resuming.replay), resuming.hints);
    let mut there = false;
    let within = frame_budget_check();
    while !there && within() {
        there = go_to_tick(world, replay.ticks, 500);
        // The figures are counted once a frame, so that no more than one round may end between two frames.
        let Ok(current) = world.query::<&Match>().single(world) else { break };
        let ended = matches!(current.phase, Phase::RoundOver { .. }).then_some(current.round);
        if let Some(mut resuming) = world.get_resource_mut::<Resuming>()
            && ended.is_some()
            && resuming.round != ended
        {
            resuming.round = ended;
            break;
        }
    }
    if !there {
        return;
    }
    world.remove_resource::<Resuming>();
    if let Some(tick) = world.get_resource::<Playback>().and_then(|playback| playback.differs) {
        fail_for_good(world, &format!("it was saved by another version, and goes another way from tick {tick} on"));
        return;
    }
    let seats: Result<Vec<SeatSetup>, _> = world.resource_scope(|_, mut opponents: Mut<OpponentList>| {
        replay.seats().map(|seat| as_recorded(seat, &mut opponents)).collect()
    });
    match seats {
        Ok(seats) => {
            if !take_over(world, seats, TakeOverPurpose::Continue) {
                // That match stays.
                return warn_player(world, "another match has begun meanwhile");
            }
            note_continued(world, &replay);
            // The replay tells of no hints, and a game with any sets no record.
            if let Some(mut asked_for) = world.get_resource_mut::<Hints>() {
                asked_for.used = hints;
            }
            if let Err(error) = world.run_system_cached(rated_match::continue_unrated) {
                warn!("a match goes on, and may be counted twice: {error}");
            }
            meet(world);
        }
        Err(error) => fail(world, &error.to_string()),
    }
}

/// The seat as it was recorded, with the same handling or the same computer player.
pub(super) fn as_recorded(seat: &SeatRecord, opponents: &mut OpponentList) -> Result<SeatSetup, OpponentError> {
    let mut setup = match &seat.player {
        RecordedPlayer::Person => SeatSetup::person(&seat.name, seat.handling),
        RecordedPlayer::Computer { spec, pace, slips, placements } => {
            let words = spec.as_deref().ok_or_else(|| OpponentError::Spec(seat.name.clone()))?;
            ChosenPlayer { spec: words, pace: *pace, slips: *slips }.seat_setup(opponents, *placements)?
        }
    };
    (setup.name, setup.handicap, setup.dealer) = (seat.name.clone(), seat.handicap, seat.dealer);
    Ok(setup)
}

/// The reason why the bot of a replay must not be started; `None` if it may, or the player is no bot. A replay may come
/// from somebody else, and its command may be anything. So only commands that the player has named among
/// the opponents are started.
fn strange_program(record: &SeatRecord, settings: &Settings) -> Option<String> {
    let RecordedPlayer::Computer { spec: Some(spec), .. } = &record.player else { return None };
    let Ok(Spec { source: OpponentSource::Tbp(command), .. }) = spec.parse() else { return None };
    let known = settings.bots.commands.iter().any(|known| BotCommand::read(known).as_ref() == Some(&command));
    (!known).then(|| format!("the replay's bot '{command}' is not one that you have named among the opponents"))
}

/// Notes for the score of rematches who plays each other from now on.
fn meet(world: &mut World) {
    let setup = world.get_resource::<CurrentSetup>().map(|current| current.0.clone());
    if let (Some(setup), Some(mut series)) = (setup, world.get_resource_mut::<RematchScore>()) {
        series.note_match_begun(&setup);
    }
}

fn warn_player(world: &mut World, reason: &str) {
    world.resource_mut::<Toasts>().warn_and_log(format!("The game cannot be continued: {reason}"));
}

/// Warns the player, and goes to the title.
fn fail(world: &mut World, reason: &str) {
    warn_player(world, reason);
    world.resource_mut::<NextState<Screen>>().set(Screen::Title);
}

/// Warns the player, goes to the title, and no longer offers the game, which can never be continued.
fn fail_for_good(world: &mut World, reason: &str) {
    if let Err(error) = world.run_system_cached(replays::save_unfinished_game) {
        warn!("the game that cannot be continued stays: {error}");
    }
    fail(world, reason);
}

/// Gives a seat of the replay on show to the person. The other seat keeps its player; if that player cannot be made, it
/// gets the opponent of the settings.
fn sit_down(wish: On<TakeOver>, mut commands: Commands) {
    let seat = wish.0;
    commands.queue(move |world: &mut World| {
        let Some(replay) = world.get_resource::<Playback>().map(|playback| Arc::clone(&playback.replay)) else {
            return;
        };
        let settings = world.get_resource::<Settings>().cloned().unwrap_or_default();
        let mut problem = None;
        let seats = world.resource_scope(|_, mut opponents: Mut<OpponentList>| {
            let records = replay.seats().enumerate();
            records
                .map(|(number, record)| {
                    if number == usize::from(seat) {
                        let you = SeatSetup::person("You", settings.handling);
                        return Ok(SeatSetup { handicap: record.handicap, dealer: record.dealer, ..you });
                    }
                    if matches!(record.player, RecordedPlayer::Computer { .. }) {
                        let recorded = match strange_program(record, &settings) {
                            Some(line) => Err(line),
                            None => as_recorded(record, &mut opponents).map_err(|error| error.to_string()),
                        };
                        match recorded {
                            Ok(setup) => return Ok(setup),
                            Err(error) => problem = Some(error),
                        }
                    }
                    let usual = ChosenPlayer::of_versus(&settings);
                    let setup = usual.seat_setup(&mut opponents, settings.placements.opponent)?;
                    Ok(SeatSetup { handicap: record.handicap, dealer: record.dealer, ..setup })
                })
                .collect::<Result<Vec<SeatSetup>, OpponentError>>()
        });
        let mut say = |words: String| world.resource_mut::<Toasts>().warn_and_log(words);
        let seats = match seats {
            Ok(seats) => seats,
            Err(error) => return say(format!("Nobody to play on against: {error}")),
        };
        if let Some(problem) = problem {
            say(format!("{problem}; your usual opponent plays instead"));
        }
        let rules = replay.setup.rules;
        let misplaced = seats.iter().find(|seat| !seat.can_play_under_rules(&rules)).map(|seat| seat.name.clone());
        if let Some(name) = misplaced {
            return say(SetupError::Misplaced(name).to_string());
        }
        if !take_over(world, seats, TakeOverPurpose::TakeOver) {
            return;
        }
        meet(world);
        if let Some(watching) = world.remove_resource::<Watching>() {
            note_take_over(world, &watching, seat);
        }
        world.resource_mut::<NextState<Screen>>().set(Screen::Play);
        world.resource_mut::<NextState<Overlay>>().set(Overlay::Ready);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::history::GameHistory;
    use crate::app::rated_match::RatedMatch;
    use crate::game::headless;
    use crate::game::replay::playback_plugin;

    #[test]
    fn a_game_that_goes_on_remembers_the_hints_that_were_asked_for() {
        let mut app = headless::app(1);
        app.init_resource::<OpponentList>().init_resource::<GameHistory>().init_resource::<RatedMatch>();
        app.init_resource::<Hints>().add_plugins(playback_plugin);
        app.add_systems(Update, catch_up.run_if(resource_exists::<Resuming>));
        let replay = Arc::new(Replay::of_test(0));
        assert!(start_playback(app.world_mut(), Arc::clone(&replay)).is_ok());
        app.insert_resource(Resuming { replay, hints: 2, round: None });
        app.update();
        assert!(!app.world().contains_resource::<Playback>(), "its player plays on");
        assert_eq!(app.world().resource::<Hints>().used, 2);
    }
}
