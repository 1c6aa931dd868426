//! The rated match in progress. It counts from the moment at which its first round begins: whoever restarts it, leaves it or
//! ends the program has lost it. So that no key does so by mistake, restarting takes half a second of holding.

use super::first_steps::FirstSteps;
use super::history::{GameHistory, foe, lost_words, strength};
use super::screens::Screen;
use super::toasts::Toasts;
use crate::app::persistence::Settings;
use crate::app::persistence::history::Foe;
use crate::app::persistence::rated_match::UnfinishedMatch;
use crate::game::replay::TakenOver;
use crate::game::stats::Stats;
use crate::game::{Control, CurrentSetup, EndMatch, Match, MatchSetup, Mode, Phase, Playback, Seat, SeatSetup};
use crate::measure::Rating;
use crate::storage::calendar;
use bevy::prelude::*;

/// Seconds for which the key of a restart is held.
pub const HOLD: f32 = 0.5;

/// Whether the match in progress is rated, and how far it has been given up.
#[derive(Resource, Debug, Default)]
pub struct RatedMatch {
    on: Option<(Entity, UnfinishedMatch)>,
    /// Seconds for which the key has been held; `None` for one that was down before the match began or has acted already,
    /// until it is let go.
    held: Option<f32>,
    /// The match that was looked at last.
    seen: Option<Entity>,
}

impl RatedMatch {
    /// Whether leaving the match now loses it.
    pub const fn is_on(&self) -> bool {
        self.on.is_some()
    }

    /// How far the key has been held to give the match up, 0-1.
    pub fn given_up(&self) -> f32 {
        self.held.map_or(0.0, |held| (held / HOLD).min(1.0))
    }

    /// Counts how long the key is held; true when it has been for long enough, and then not again until it is let go.
    pub fn hold(&mut self, down: bool, seconds: f32) -> bool {
        let before = if down { self.held } else { Some(0.0) };
        self.held = before.map(|held| if down { held + seconds } else { 0.0 });
        let enough = self.held.is_some_and(|held| held >= HOLD);
        if enough {
            self.held = None;
        }
        enough
    }

    /// The match has been played to its end: gives how strong the opponent is, if it was rated.
    pub(super) fn finish(&mut self, entity: Entity) -> Option<Rating> {
        self.on.take_if(|(known, _)| *known == entity).map(|(_, unfinished)| unfinished.against)
    }
}

/// Adds the system that sees a rated match begin, and the observer of one that is left.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RatedMatch>().add_observer(leave);
    app.add_systems(Update, begin.run_if(in_state(Screen::Play)));
}

/// Against whom a match counts and how strong that is, if it does: for one person against a computer player whose strength
/// is known, under the rules that it was measured under.
fn counted(history: &GameHistory, setup: &MatchSetup, seats: &Query<(&Seat, &SeatSetup)>) -> Option<(Foe, Rating)> {
    let is_person = |seat: &SeatSetup| matches!(seat.control, Control::Person);
    // Of two persons at one machine neither is its owner.
    let persons = seats.iter().filter(|(_, seat)| is_person(seat)).count();
    let computer = seats.iter().map(|(_, seat)| seat).find(|seat| !is_person(seat))?;
    if !history.keeps_rating() || setup.mode == Mode::Watch || persons != 1 {
        return None;
    }
    Some((foe(computer)?, strength(history, setup, computer)?))
}

/// What the match that is about to begin does to the player's rating: by how much it changes by a win, and by a loss.
/// `None` for one that is not rated.
pub fn prize(
    history: &GameHistory,
    settings: &Settings,
    setup: &MatchSetup,
    seats: &Query<(&Seat, &SeatSetup)>,
) -> Option<[f64; 2]> {
    let (_, against) = counted(history, setup, seats).filter(|_| settings.versus.rated)?;
    Some([1.0, 0.0].map(|points| history.own_rating.clone().play(against, points).change))
}

/// Looks at each match once, when its first round begins.
pub(super) fn begin(
    current: Option<Single<(Entity, &Match, Has<TakenOver>)>>,
    seats: Query<(&Seat, &SeatSetup)>,
    setup: Option<Res<CurrentSetup>>,
    playback: Option<Res<Playback>>,
    (settings, first_steps): (Option<Res<Settings>>, Option<Res<FirstSteps>>),
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
    let wanted =
        settings.is_none_or(|settings| settings.versus.rated) && !first_steps.is_some_and(|steps| steps.is_on());
    // What was taken over somebody else had begun.
    let Some((opponent, against)) = counted(&history, &setup.0, &seats).filter(|_| wanted && !taken_over) else {
        return;
    };
    let unfinished = UnfinishedMatch { date: calendar::now(), opponent, against };
    history.note_begun(unfinished.clone());
    counting.on = Some((entity, unfinished));
}

/// A match is left. If it is rated and not over, it is lost.
fn leave(
    _: On<EndMatch>,
    current: Option<Single<(Entity, &Match)>>,
    seats: Query<(&Seat, &SeatSetup, &Stats)>,
    mut counting: ResMut<RatedMatch>,
    mut history: ResMut<GameHistory>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(current) = current else { return };
    let (entity, current) = *current;
    let Some((_, unfinished)) = counting.on.take_if(|(known, _)| *known == entity) else { return };
    let (mut you, mut other, mut rounds) = (Default::default(), None, current.wins);
    for (seat, setup, stats) in &seats {
        if matches!(setup.control, Control::Person) {
            you = stats.total();
            rounds.rotate_left(usize::from(seat.0) % 2);
        } else {
            other = Some(stats.total());
        }
    }
    let rated = history.lose(&unfinished, calendar::now(), rounds, (you, other));
    // The results of another match are on show next, if any.
    history.last = None;
    let line = lost_words(&unfinished, &rated);
    info!("a rated match was given up: {line}");
    toasts.say(format!("Given up: {line}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_acts_once_it_has_been_held_for_long_enough_and_then_not_until_it_is_let_go() {
        let mut rated = RatedMatch::default();
        let mut held = |down: bool, frames: usize| (0..frames).filter(|_| rated.hold(down, 0.1)).count();
        assert_eq!([held(true, 4), held(false, 1), held(true, 4)], [0; 3], "what is let go begins anew");
        assert_eq!(held(true, 20), 1);
        assert_eq!([held(false, 1), held(true, 4), held(true, 1)], [0, 0, 1]);
    }
}
