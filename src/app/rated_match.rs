//! The rated match in progress. It counts from the moment its first round begins: a player who restarts it, leaves it
//! or ends the program has lost it. So that no key does so by mistake, the key for restarting must be held
//! for half a second.

use super::first_steps::FirstSteps;
use super::history::{GameHistory, computer_opponent, opponent_rating, unfinished_match_words};
use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::Settings;
use crate::app::persistence::history::ComputerOpponent;
use crate::app::persistence::rated_match::UnfinishedMatch;
use crate::game::replay::TakenOverMatch;
use crate::game::stats::MatchStats;
use crate::game::{
    CurrentSetup, EndMatch, Match, MatchSetup, Mode, Phase, Playback, Seat, SeatSetup, StartMatch, TickLimit,
};
use crate::measure::Rating;
use crate::storage::calendar;
use bevy::prelude::*;

/// Seconds for which the key for restarting must be held.
pub const HELD_TO_RESTART: f32 = 0.5;

/// Whether the match in progress is rated, and how long the key for restarting has been held.
#[derive(Resource, Debug, Default)]
pub struct RatedMatch {
    on: Option<(Entity, UnfinishedMatch)>,
    /// Seconds for which the key for restarting has been held. `None` for a key that was down before the match began or
    /// has acted already, until it is released.
    held: Option<f32>,
    /// The match that was last checked for whether it is rated: each is checked once.
    seen: Option<Entity>,
    /// Whether that match was to be rated as it began; `None` where it goes on after it was broken off.
    was_wanted: Option<bool>,
    /// The match that goes on though it has been counted as lost.
    lost: Option<Entity>,
    /// Whether the match that started last is rated whatever the settings say of Versus.
    pub(super) is_challenge: bool,
    /// Whether the next match that starts is to be rated whatever the settings say of Versus.
    pub(super) next_is_challenge: bool,
}

impl RatedMatch {
    /// Whether the match goes on though it has been counted as lost.
    pub(super) fn is_counted_as_lost(&self, entity: Entity) -> bool {
        self.lost == Some(entity)
    }

    /// Whether the match that was begun last goes on though it has been counted as lost.
    pub fn stands_as_lost(&self) -> bool {
        self.lost.is_some() && self.lost == self.seen
    }

    /// Whether the match that was begun last was to be rated, whatever the settings say by now; `None` where it goes on
    /// after it was broken off.
    pub const fn was_wanted(&self) -> Option<bool> {
        self.was_wanted
    }

    /// Whether leaving the match now loses it.
    pub const fn is_on(&self) -> bool {
        self.on.is_some()
    }

    /// How far the key for restarting has been held, 0-1; at 1 the match is given up.
    pub fn restart_hold_progress(&self) -> f32 {
        self.held.map_or(0.0, |held| (held / HELD_TO_RESTART).min(1.0))
    }

    /// Lets the key for restarting count for nothing until it is released.
    pub fn ignore_restart_key_until_release(&mut self) {
        self.held = None;
    }

    /// Counts for how long the key for restarting is held. True once it has been held long enough, and then not again
    /// until it is released.
    pub fn track_restart_key_hold(&mut self, down: bool, seconds: f32) -> bool {
        let before = if down { self.held } else { Some(0.0) };
        self.held = before.map(|held| if down { held + seconds } else { 0.0 });
        let enough = self.held.is_some_and(|held| held >= HELD_TO_RESTART);
        if enough {
            self.held = None;
        }
        enough
    }

    /// Ends the rating of a match that has been played to its end. Returns the rating of the opponent; `None` if the
    /// match is not rated.
    pub(super) fn take_opponent_rating(&mut self, entity: Entity) -> Option<Rating> {
        self.on.take_if(|(known, _)| *known == entity).map(|(_, unfinished)| unfinished.against)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RatedMatch>().add_observer(leave);
    app.add_observer(|_: On<StartMatch>, mut counting: ResMut<RatedMatch>| {
        counting.is_challenge = std::mem::take(&mut counting.next_is_challenge);
    });
    app.add_systems(Update, register_rated_match.run_if(in_state(Screen::Play)));
}

/// The opponent that a match counts against, and its rating. `None` unless one person plays against a computer player
/// whose strength is known, in versus, under the rules that it was measured under.
fn counted(
    history: &GameHistory,
    setup: &MatchSetup,
    seats: &Query<(&Seat, &SeatSetup)>,
) -> Option<(ComputerOpponent, Rating)> {
    // Of two persons at one machine, either may be the owner of the rating.
    let persons = seats.iter().filter(|(_, seat)| seat.is_persons_here()).count();
    let computer = seats.iter().map(|(_, seat)| seat).find(|seat| !seat.is_persons_here())?;
    // Custom games may have the rules of versus, and a goal, or pieces that are taken back.
    if !history.can_change_rating() || setup.mode != Mode::Versus || persons != 1 {
        return None;
    }
    Some((computer_opponent(computer)?, opponent_rating(history, setup, computer)?))
}

/// The changes of the player's rating by the match that is about to begin: for a win, and for a loss. `None` if the
/// match is not rated.
pub fn rating_changes_at_stake(
    (history, counting): (&GameHistory, &RatedMatch),
    settings: &Settings,
    setup: &MatchSetup,
    (entity, taken_over): (Entity, bool),
    seats: &Query<(&Seat, &SeatSetup)>,
) -> Option<[f64; 2]> {
    let is_known_unrated = taken_over || counting.seen == Some(entity) && counting.on.is_none();
    let wanted = settings.versus.rated || counting.is_challenge;
    let (_, against) = counted(history, setup, seats).filter(|_| wanted && !is_known_unrated)?;
    Some([1.0, 0.0].map(|points| history.own_rating.clone().count_match(against, points).change))
}

/// Checks each match once, when its first round begins, and notes on disk if it is rated.
pub(super) fn register_rated_match(
    current: Option<Single<(Entity, &Match, Has<TakenOverMatch>)>>,
    seats: Query<(&Seat, &SeatSetup)>,
    setup: Option<Res<CurrentSetup>>,
    playback: Option<Res<Playback>>,
    (settings, first_steps): (Option<Res<Settings>>, Option<Res<FirstSteps>>),
    limit: Option<Res<TickLimit>>,
    mut counting: ResMut<RatedMatch>,
    mut history: ResMut<GameHistory>,
) {
    let (Some(current), Some(setup), None) = (current, setup, playback) else { return };
    let (entity, current, taken_over) = *current;
    if counting.seen == Some(entity) || matches!(current.phase, Phase::Countdown { .. }) {
        return;
    }
    counting.seen = Some(entity);
    counting.on = None;
    let wanted = (counting.is_challenge || settings.is_none_or(|settings| settings.versus.rated))
        && !first_steps.is_some_and(|steps| steps.is_on());
    counting.was_wanted = Some(wanted);
    // A match that was taken over had been begun by somebody else, and one of a given length may have no winner.
    let Some((opponent, against)) =
        counted(&history, &setup.0, &seats).filter(|_| wanted && !taken_over && limit.is_none())
    else {
        return;
    };
    let seed = UnfinishedMatch::seed_hex(setup.0.seed);
    let unfinished = UnfinishedMatch { date: calendar::seconds_since_1970(), opponent, against, seed };
    history.note_begun(unfinished.clone());
    counting.on = Some((entity, unfinished));
}

/// Takes note that a match that was broken off goes on. Where it was rated, it has been counted as lost, and it
/// is not counted again.
pub(super) fn continue_unrated(
    current: Single<(Entity, &Match)>,
    history: Res<GameHistory>,
    mut counting: ResMut<RatedMatch>,
) {
    let (entity, current) = *current;
    (counting.seen, counting.on, counting.was_wanted) = (Some(entity), None, None);
    counting.lost = history.was_counted_as_lost(current.seed).then_some(entity);
}

/// Counts a rated match that is left before its end as lost.
fn leave(
    _: On<EndMatch>,
    current: Option<Single<(Entity, &Match)>>,
    seats: Query<(&Seat, &SeatSetup, &MatchStats)>,
    mut counting: ResMut<RatedMatch>,
    mut history: ResMut<GameHistory>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(current) = current else { return };
    let (entity, current) = *current;
    let Some((_, unfinished)) = counting.on.take_if(|(known, _)| *known == entity) else { return };
    let (mut you, mut other, mut rounds) = (Default::default(), None, current.wins);
    for (seat, setup, stats) in &seats {
        if setup.is_persons_here() {
            you = stats.total_of_rounds();
            rounds.rotate_left(usize::from(seat.0) % 2);
        } else {
            other = Some(stats.total_of_rounds());
        }
    }
    let rated = history.count_as_lost(&unfinished, calendar::seconds_since_1970(), rounds, (you, other));
    // The results that are shown next, if any, are those of another match.
    history.last = None;
    let line = unfinished_match_words(&unfinished, &rated);
    info!("a rated match was given up: {line}");
    toasts.say(format!("Given up: {line}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::FinishedGame;
    use crate::game::headless;
    use crate::rules::Rules;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn whether_a_match_was_to_be_rated_stays_as_it_was_when_it_began() {
        let mut app = headless::app(1);
        app.init_resource::<GameHistory>().init_resource::<RatedMatch>().init_resource::<Settings>();
        app.add_systems(Update, register_rated_match);
        let rules = Rules { countdown: 0, ..Rules::marathon() };
        app.world_mut().trigger(StartMatch(MatchSetup::of_test(Mode::Zen, rules)));
        let mut was_wanted = |rated: bool| {
            app.world_mut().resource_mut::<Settings>().versus.rated = rated;
            (0..5).for_each(|_| app.update());
            app.world().resource::<RatedMatch>().was_wanted()
        };
        assert_eq!([false, true].map(&mut was_wanted), [Some(false); 2]);
        assert!(app.world_mut().run_system_once(continue_unrated).is_ok());
        assert_eq!(app.world().resource::<RatedMatch>().was_wanted(), None, "it goes on");
    }

    #[test]
    fn only_a_match_that_goes_on_and_was_counted_as_lost_stands_as_lost() {
        let mut app = headless::app(1);
        app.init_resource::<GameHistory>().init_resource::<RatedMatch>().init_resource::<Settings>();
        app.add_systems(Update, register_rated_match);
        let begin = |app: &mut App| {
            let setup = MatchSetup::of_test(Mode::Zen, Rules::marathon());
            let broken_off = UnfinishedMatch::seed_hex(setup.seed);
            headless::begin(app, setup);
            broken_off
        };
        let stands_as_lost = |app: &App| app.world().resource::<RatedMatch>().stands_as_lost();
        let broken_off = begin(&mut app);
        assert!(app.world_mut().run_system_once(continue_unrated).is_ok() && !stands_as_lost(&app), "it was not rated");
        let lost = FinishedGame { broken_off, ..FinishedGame::default() };
        app.world_mut().resource_mut::<GameHistory>().games.push(lost);
        assert!(app.world_mut().run_system_once(continue_unrated).is_ok() && stands_as_lost(&app));
        begin(&mut app);
        assert!(!stands_as_lost(&app), "the next match is another one");
    }

    #[test]
    fn the_key_acts_once_it_has_been_held_for_long_enough_and_then_not_until_it_is_let_go() {
        let mut rated = RatedMatch::default();
        let mut held =
            |down: bool, frames: usize| (0..frames).filter(|_| rated.track_restart_key_hold(down, 0.1)).count();
        assert_eq!([held(true, 4), held(false, 1), held(true, 4)], [0; 3], "what is let go begins anew");
        assert_eq!(held(true, 20), 1);
        assert_eq!([held(false, 1), held(true, 4), held(true, 1)], [0, 0, 1]);
    }
}
