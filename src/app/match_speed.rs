//! How fast a match goes that somebody watches: at the speeds of replays.
//!
//! Only the clock runs faster or slower. What a computer player thinks follows from its pace in ticks and its nodes, so
//! the match, its figures and its replay are the same at every speed. A bot has as many milliseconds to think as ever.
//! Where thoughts take longer than a fast clock leaves them, the match waits.

use super::screens::Screen;
use super::watching::{SPEEDS, USUAL};
use crate::game::{Match, Mode, SeatSetup};
use bevy::prelude::*;

/// The speed of watched matches, as a place in [`SPEEDS`]. It stays for the matches that follow, until the screen is
/// left for another one.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSpeed(pub usize);

impl Default for MatchSpeed {
    fn default() -> Self {
        Self(USUAL)
    }
}

/// Whether nobody plays in a match, so that its speed can be chosen. In one that was taken over a person plays.
pub fn is_watched<'a>(current: &Match, seats: impl IntoIterator<Item = &'a SeatSetup>) -> bool {
    current.mode == Mode::Watch && SeatSetup::count_persons_here(seats) == 0
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchSpeed>().add_systems(Update, set_clock);
    app.add_systems(OnExit(Screen::Play), |mut speed: ResMut<MatchSpeed>| *speed = MatchSpeed::default());
}

/// Sets the clock to the speed of the match that is watched, and to the usual one once it is over or left. Replays, and
/// matches with somebody elsewhere, set it for themselves.
fn set_clock(
    speed: Res<MatchSpeed>,
    screen: Res<State<Screen>>,
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
    mut time: ResMut<Time<Virtual>>,
    mut was_watched: Local<bool>,
) {
    let is_play = *screen.get() == Screen::Play;
    let is_on = is_play && current.is_some_and(|current| !current.is_over() && is_watched(&current, seats.iter()));
    if !std::mem::replace(&mut *was_watched, is_on) && !is_on {
        return;
    }
    let factor = if is_on { SPEEDS[speed.0].0 } else { 1.0 };
    if time.relative_speed() != factor {
        time.set_relative_speed(factor);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ai::{Brain, BrainSettings, Evaluator};
    use crate::app::screens::{self, go_to};
    use crate::game::handling::Handling;
    use crate::game::headless::match_report;
    use crate::game::replay::{Recorder, Replay, ReplayCheck, recorder_plugin, survey};
    use crate::game::{
        ComputerSetup, Course, MatchSetup, Pace, Phase, StartMatch, ThinkingPlace, TickLimit, state_hash,
    };
    use crate::mind::Mind;
    use crate::rules::Rules;
    use bevy::state::app::StatesPlugin;
    use bevy::time::TimeUpdateStrategy;
    use std::sync::Arc;

    fn computer() -> SeatSetup {
        let evaluator = Evaluator::new_linear(&["holes", "total-height"], &[-2.0, -1.0]).unwrap();
        let mind = Mind::Brain(Arc::new(Brain::new(evaluator, BrainSettings::default())));
        SeatSetup::computer("Computer", ComputerSetup { mind, pace: Pace::from_pps(4.0), slips: 0 })
    }

    /// A program that shows a match of two computer players with this countdown. A frame has sixteen ticks.
    fn shown(countdown: u32, speed: usize) -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, crate::game::plugin, recorder_plugin, screens::plugin, plugin));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(16)).insert_resource(ThinkingPlace::Pooled);
        app.update();
        go_to(&mut app, Screen::Play);
        app.insert_resource(MatchSpeed(speed));
        let rules = Rules { countdown, first_to: 1, ..Rules::versus() };
        let seats = vec![computer(), computer()];
        app.world_mut().trigger(StartMatch(MatchSetup { seats, ..MatchSetup::of_test(Mode::Watch, rules) }));
        app.update();
        app
    }

    fn current(app: &mut App) -> Mut<'_, Match> {
        let world = app.world_mut();
        world.query::<&mut Match>().single_mut(world).unwrap()
    }

    /// The speed of the clock after a frame.
    fn clock(app: &mut App) -> f32 {
        app.update();
        app.world().resource::<Time<Virtual>>().relative_speed()
    }

    #[test]
    fn only_a_match_of_watch_that_nobody_plays_is_watched() {
        let is_watched_with = |mode: Mode, seats: [SeatSetup; 2]| {
            is_watched(&Match::new(mode, Rules::versus(), Course::default(), 0), &seats)
        };
        assert!(is_watched_with(Mode::Watch, [computer(), computer()]));
        assert!(!is_watched_with(Mode::Versus, [computer(), computer()]));
        assert!(!is_watched_with(Mode::Watch, [computer(), SeatSetup::person("You", Handling::default())]));
    }

    #[test]
    fn a_watched_match_has_so_many_ticks_a_frame_as_its_speed_says() {
        let mut app = shown(3000, USUAL);
        let ticks = [0, 1, 2, 3, 4, 5, 6].map(|speed| {
            app.insert_resource(MatchSpeed(speed));
            // A frame sets the clock of the next one.
            app.update();
            let before = current(&mut app).tick;
            app.update();
            current(&mut app).tick - before
        });
        assert_eq!(ticks, [2, 4, 8, 16, 32, 64, 128]);
    }

    #[test]
    fn the_clock_is_the_usual_one_where_somebody_plays_and_where_the_match_is_over_or_left() {
        let mut app = shown(3000, USUAL + 1);
        assert_eq!(clock(&mut app), 2.0);
        let seat = current(&mut app).seats[0];
        app.world_mut().entity_mut(seat).insert(SeatSetup::person("You", Handling::default()));
        assert_eq!(clock(&mut app), 1.0, "somebody has taken it over");
        app.world_mut().entity_mut(seat).insert(computer());
        assert_eq!(clock(&mut app), 2.0);
        current(&mut app).phase = Phase::Over { winner: None };
        assert_eq!(clock(&mut app), 1.0, "its end is shown as ever");
        current(&mut app).phase = Phase::Playing;
        assert_eq!(clock(&mut app), 2.0);
        go_to(&mut app, Screen::Watch);
        assert_eq!(clock(&mut app), 1.0, "it is left");
        assert_eq!(*app.world().resource::<MatchSpeed>(), MatchSpeed(USUAL), "the next one begins as ever");
        app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(4.0);
        assert_eq!(clock(&mut app), 4.0, "the clock of a replay is left alone");
    }

    #[test]
    fn a_match_is_the_same_at_every_speed_and_its_replay_agrees() {
        let played = |speed: usize| -> (u64, Replay) {
            const TICKS: u64 = 8000;
            let mut app = shown(100, speed);
            app.insert_resource(TickLimit(TICKS));
            while current(&mut app).tick < TICKS && !current(&mut app).is_over() {
                app.update();
            }
            let report = match_report(app.world_mut());
            assert!(report.scores.iter().all(|score| score.pieces > 15), "both play: {report:?}");
            let recorder = app.world_mut().remove_resource::<Recorder>().unwrap();
            (state_hash(app.world_mut()), recorder.into_replay().unwrap())
        };
        let usual = played(USUAL);
        assert_eq!(survey(&Arc::new(usual.1.clone())).unwrap().check, ReplayCheck::Agrees);
        for speed in [USUAL - 1, SPEEDS.len() - 1] {
            assert_eq!(played(speed), usual, "at {}", SPEEDS[speed].1);
        }
    }
}
