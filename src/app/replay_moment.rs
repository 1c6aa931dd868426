//! The moment of a replay at which the player left it for the editor or for a game: both lead back to it, and the game
//! begins again there.

use super::screens::{ReturnTo, Screen};
use super::session::SessionRequest;
use super::watching::Watching;
use crate::game::replay::Replay;
use crate::game::{Match, RecordedPlayer};
use crate::net::OnlineMatch;
use bevy::prelude::*;
use std::sync::Arc;

/// A moment of a replay, with how the replay was watched.
#[derive(Clone, Debug)]
pub(super) struct ReplayMoment {
    replay: Arc<Replay>,
    tick: u64,
    /// The place in [`SPEEDS`](super::watching::SPEEDS) of the speed of the replay.
    speed: usize,
    /// The screen that leaving the replay leads to.
    back: Screen,
}

/// The moment at which the game in progress was taken over, if it was.
#[derive(Resource, Debug)]
struct TakenOverMoment(ReplayMoment);

/// Marks a match that a player has taken over from a replay: the moment, at which the match begins again when it is
/// played once more, and the player's seat.
#[derive(Component, Debug)]
pub struct TriedMoment {
    moment: ReplayMoment,
    seat: u8,
}

impl TriedMoment {
    /// The replay that goes to the moment, for the player to take over the same seat again.
    pub(super) fn to_watching(&self) -> Watching {
        let mut watching = self.moment.clone().into_watching();
        watching.is_for_take_over = true;
        watching.take_over_after_jump(self.seat);
        watching
    }
}

impl ReplayMoment {
    /// The moment at which the replay on show stands.
    pub(super) fn of(watching: &Watching) -> Self {
        let (tick, speed, back) = (watching.current_tick(), watching.speed, watching.back);
        Self { replay: Arc::clone(&watching.replay), tick, speed, back }
    }

    /// The replay as it was watched, paused at the moment.
    pub(super) fn into_watching(self) -> Watching {
        let mut watching = Watching::from_moment(self.replay, self.tick, None);
        (watching.speed, watching.back) = (self.speed, self.back);
        watching
    }
}

/// Adds what shows the replay again when a game that was taken over is given up, and what forgets it.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(show_again).add_systems(Update, forget.run_if(resource_added::<OnlineMatch>));
}

/// Forgets the replay where a match in a room takes the place of the game that was taken over.
fn forget(mut commands: Commands, mut to: ResMut<ReturnTo>) {
    commands.remove_resource::<TakenOverMoment>();
    if to.from_match == Screen::Replay {
        to.from_match = Screen::Title;
    }
}

/// Has the game in which a player took over this seat of the replay begin again where the replay stands, and lead back
/// to there. One that a page has opened for that alone leads back to the page.
pub(super) fn note_take_over(world: &mut World, watching: &Watching, seat: u8) {
    let moment = ReplayMoment::of(watching);
    if let Ok(entity) = world.query_filtered::<Entity, With<Match>>().single(world) {
        world.entity_mut(entity).insert(TriedMoment { moment: moment.clone(), seat });
    }
    let Some(mut to) = world.get_resource_mut::<ReturnTo>().filter(|_| !watching.is_for_take_over) else { return };
    to.from_match = Screen::Replay;
    world.insert_resource(TakenOverMoment(moment));
}

/// Has a game that was taken over before it was broken off, and now goes on, begin again where it was taken over.
pub(super) fn note_continued(world: &mut World, replay: &Arc<Replay>) {
    let tick = replay.sit_down_tick();
    let mut handovers = replay.handovers.iter();
    let person = handovers.find(|handover| handover.tick == tick && handover.to.player == RecordedPlayer::Person);
    // At tick 0 nobody takes over: there a game of one's own goes back to its beginning.
    let Some(seat) = person.filter(|_| tick > 0).map(|handover| handover.seat) else { return };
    let mut watching = Watching::from_moment(Arc::clone(replay), tick, None);
    watching.back = Screen::Title;
    if let Ok(entity) = world.query_filtered::<Entity, With<Match>>().single(world) {
        world.entity_mut(entity).insert(TriedMoment { moment: ReplayMoment::of(&watching), seat });
    }
}

fn show_again(
    wish: On<SessionRequest>,
    mut commands: Commands,
    moment: Option<Res<TakenOverMoment>>,
    mut to: ResMut<ReturnTo>,
) {
    if let (SessionRequest::Leave(Screen::Replay), Some(moment)) = (*wish, moment) {
        // A match that begins while the replay is watched again has not been taken over from it.
        to.from_match = match moment.0.back {
            Screen::Online => Screen::Title,
            page => page,
        };
        commands.insert_resource(moment.0.clone().into_watching());
        commands.remove_resource::<TakenOverMoment>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::devices::Gamepads;
    use crate::app::first_steps::FirstSteps;
    use crate::app::library::PuzzleLibrary;
    use crate::app::opponents::OpponentList;
    use crate::app::persistence::{Records, Settings};
    use crate::app::rated_match::RatedMatch;
    use crate::app::resume::{self, TakeOver};
    use crate::app::screens::{self, Overlay, go_to};
    use crate::app::session::{self, PlayMatch};
    use crate::app::{Toasts, watching};
    use crate::game::replay::{Handover, SeatRecord};
    use crate::game::{Course, MatchSetup, Mode, StartMatch, headless};
    use crate::rules::Rules;
    use bevy::state::app::StatesPlugin;
    use bevy::time::TimeUpdateStrategy;

    /// A program in which a replay was taken over that was opened at tick 300, with a seat in `opened_for` only for
    /// somebody to take that seat over.
    fn taken_over(opened_for: Option<u8>) -> App {
        let mut app = App::new();
        app.insert_resource(ReturnTo { from_match: Screen::Drills, ..ReturnTo::default() }).add_plugins(plugin);
        let mut watching = Watching::from_moment(Arc::new(Replay::of_test(1000)), 300, opened_for);
        watching.speed = 1;
        note_take_over(app.world_mut(), &watching, 0);
        app
    }

    #[test]
    fn a_game_that_was_taken_over_leads_back_to_where_the_replay_stood() {
        let mut app = taken_over(None);
        assert_eq!(app.world().resource::<ReturnTo>().from_match, Screen::Replay);
        let mut shown_after = |to: Screen| {
            app.world_mut().trigger(SessionRequest::Leave(to));
            app.world_mut().flush();
            let watching = app.world_mut().remove_resource::<Watching>();
            watching.map(|replay| (replay.current_tick(), replay.speed, replay.paused, replay.back))
        };
        assert_eq!(shown_after(Screen::Title), None);
        assert_eq!(shown_after(Screen::Replay), Some((300, 1, true, Screen::Review)), "and from there to the review");
        assert_eq!(app.world().resource::<ReturnTo>().from_match, Screen::Review);
    }

    #[test]
    fn a_game_that_was_taken_over_begins_again_at_that_moment_and_another_at_its_beginning() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, crate::game::plugin, screens::plugin, session::plugin));
        app.add_plugins((watching::plugin, resume::plugin, plugin));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(16));
        app.init_resource::<Toasts>().init_resource::<Settings>().init_resource::<OpponentList>();
        app.init_resource::<PuzzleLibrary>().init_resource::<Gamepads>().init_resource::<Records>();
        app.init_resource::<RatedMatch>().init_resource::<FirstSteps>().update();
        let screen = |app: &App| *app.world().resource::<State<Screen>>().get();
        let tick = |app: &mut App| {
            let world = app.world_mut();
            world.query::<&Match>().single(world).map_or(0, |current| current.tick)
        };
        app.insert_resource(Watching::from_moment(Arc::new(Replay::of_test(1000)), 300, None));
        go_to(&mut app, Screen::Replay);
        (0..20).for_each(|_| app.update());
        for time in 0..3 {
            match time {
                0 => app.world_mut().trigger(TakeOver(0)),
                _ => app.world_mut().trigger(SessionRequest::Again),
            }
            app.update();
            // A jump may take more than a frame.
            for _ in 0..200 {
                if screen(&app) != Screen::Play {
                    app.update();
                }
            }
            assert_eq!((screen(&app), tick(&mut app)), (Screen::Play, 300), "time {time}");
            assert_eq!(app.world().resource::<ReturnTo>().from_match, Screen::Replay, "time {time}");
            go_to(&mut app, Overlay::None);
            app.update();
            assert!(tick(&mut app) > 300, "it is played");
        }
        app.world_mut().trigger(PlayMatch(MatchSetup::of_test(Mode::Marathon, Rules::marathon())));
        app.update();
        app.world_mut().trigger(SessionRequest::Again);
        app.update();
        assert!(screen(&app) == Screen::Play && tick(&mut app) < 300, "another game has no such moment");
    }

    #[test]
    fn a_game_that_was_broken_off_and_goes_on_begins_again_where_it_was_taken_over() {
        let mut own = Replay::of_test(1000);
        let player = own.setup.seats[0].clone();
        own.handovers.push(Handover { tick: 500, seat: 0, to: player.clone() });
        let mut taken_over = Replay::of_test(1000);
        let to = SeatRecord { name: "Somebody else".to_owned(), ..player };
        taken_over.handovers.push(Handover { tick: 300, seat: 0, to: to.clone() });
        taken_over.handovers.push(Handover { tick: 600, seat: 0, to });
        for (replay, begins) in [(own, None), (taken_over, Some((300, 0, Screen::Title)))] {
            let mut app = headless::app(1);
            app.world_mut().trigger(StartMatch(MatchSetup::of_test(Mode::Marathon, Rules::marathon())));
            app.update();
            note_continued(app.world_mut(), &Arc::new(replay));
            let world = app.world_mut();
            let tried = world.query::<&TriedMoment>().single(world).ok();
            assert_eq!(tried.map(|tried| (tried.moment.tick, tried.seat, tried.moment.back)), begins);
        }
    }

    #[test]
    fn a_match_in_a_room_that_takes_the_place_of_such_a_game_leads_back_to_no_replay() {
        let mut app = taken_over(None);
        app.update();
        assert_eq!(app.world().resource::<ReturnTo>().from_match, Screen::Replay);
        app.init_resource::<OnlineMatch>();
        app.update();
        assert_eq!(app.world().resource::<ReturnTo>().from_match, Screen::Title);
        assert!(!app.world().contains_resource::<TakenOverMoment>());
    }

    #[test]
    fn a_game_that_a_page_has_opened_at_a_moment_leads_back_to_that_page() {
        assert_eq!(taken_over(Some(0)).world().resource::<ReturnTo>().from_match, Screen::Drills);
    }

    #[test]
    fn the_moment_is_gone_to_again_for_the_same_seat_and_for_nothing_else() {
        let mut world = World::new();
        let game = world.spawn(Match::new(Mode::Marathon, Rules::marathon(), Course::default(), 0)).id();
        let mut watching = Watching::from_moment(Arc::new(Replay::of_test(1000)), 300, None);
        watching.speed = 1;
        note_take_over(&mut world, &watching, 1);
        let again = world.get::<TriedMoment>(game).map(|tried| {
            let again = tried.to_watching();
            (tried.seat, again.is_for_take_over, again.current_tick(), again.speed, again.back)
        });
        assert_eq!(again, Some((1, true, 300, 1, Screen::Review)));
    }
}
