//! The computer players of the replay on show, who think again about their pieces while somebody wants to see it.

use super::opponents::OpponentList;
use super::resume::as_recorded;
use super::watching::MoveReplaySystems;
use crate::game::components::Falling;
use crate::game::computer::{ReplayThoughts, replay_thoughts_plugin};
use crate::game::replay::SeatRecord;
use crate::game::{Match, RecordedPlayer, Seat, SeatControl, SeatSetup, ThinkingPlace};
use bevy::prelude::*;

/// Adds the system that lets them think, and the one that notes their pieces.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(replay_thoughts_plugin);
    app.add_systems(Update, think.after(MoveReplaySystems).run_if(resource_exists::<ReplayThoughts>));
}

/// Finds the computer players that have the seats now, and lets each think about its piece in play.
fn think(
    current: Single<&Match>,
    (mut thoughts, mut opponents): (ResMut<ReplayThoughts>, ResMut<OpponentList>),
    thinking: Res<ThinkingPlace>,
    players: Query<(&Seat, &SeatSetup, &Falling)>,
) {
    if !thoughts.are_wanted {
        return thoughts.rest();
    }
    for (&seat, setup, falling) in &players {
        let SeatControl::Elsewhere(recorded @ RecordedPlayer::Computer { .. }) = &setup.control else { continue };
        if !thoughts.has_looked_for(seat, setup) {
            let found = as_recorded(&SeatRecord::of(setup), &mut opponents);
            let found = found.map(|found| SeatSetup { handling: setup.handling, ..found });
            let found = found.map_err(|error| format!("It cannot be asked again: {error}"));
            thoughts.set_player(seat, recorded.clone(), found, &current.rules);
        }
        thoughts.think(seat, falling, &thinking);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::replay::{Playback, Replay, playback_plugin, start_playback};
    use crate::game::{Course, Handling, MatchSetup, Mode, Pace, headless, state_hash};
    use crate::movegen::PlacementChoice;
    use crate::rules::Rules;
    use std::sync::Arc;

    /// An app in which a replay stands where pieces fall, of a game of the players that these SPECs name.
    fn watched(specs: [&str; 2]) -> App {
        let seats = specs.map(|spec| {
            let (pace, placements) = (Pace::BEGINNER, PlacementChoice::Straight);
            let player = RecordedPlayer::Computer { spec: Some(spec.to_owned()), pace, slips: 0, placements };
            SeatSetup { control: SeatControl::Elsewhere(player), ..SeatSetup::person(spec, Handling::STANDARD) }
        });
        let (mode, rules, course) = (Mode::Watch, Rules::versus(), Course::default());
        let setup = MatchSetup { mode, rules, course, seed: 1, seats: seats.to_vec() };
        let mut app = headless::app(100);
        app.add_plugins((playback_plugin, plugin)).init_resource::<OpponentList>();
        let replay = Arc::new(Replay { ticks: 60_000, ..Replay::begin(&setup) });
        start_playback(app.world_mut(), replay).unwrap();
        app.init_resource::<ReplayThoughts>();
        (0..=u64::from(rules.countdown) / 100 + 3).for_each(|_| app.update());
        app
    }

    /// How many placements each player considered for its piece in play.
    fn considered(app: &mut App) -> [usize; 2] {
        let world = app.world_mut();
        let mut players = world.query::<(&Seat, &Falling)>();
        let thoughts = world.resource::<ReplayThoughts>();
        let mut counts = [0; 2];
        for (&seat, falling) in players.iter(world) {
            counts[seat.index()] = thoughts.ranked_and_target(seat, falling, None).0.len();
        }
        counts
    }

    #[test]
    fn nobody_thinks_about_a_replay_unless_somebody_wants_to_see_it() {
        let (mut hidden, mut shown) = (watched(["iwumbwe:0", "iwumbwe:1"]), watched(["iwumbwe:0", "iwumbwe:1"]));
        shown.world_mut().resource_mut::<ReplayThoughts>().are_wanted = true;
        for app in [&mut hidden, &mut shown] {
            app.update();
        }
        assert_eq!(considered(&mut hidden), [0; 2]);
        assert!(considered(&mut shown).iter().all(|count| *count > 8), "{:?}", considered(&mut shown));
        let hashes = [&mut hidden, &mut shown].map(|app| state_hash(app.world_mut()));
        assert_eq!(hashes[0], hashes[1], "a thought changes nothing of the replay");
        assert!(shown.world().resource::<Playback>().differs.is_none());
    }

    #[test]
    fn a_search_follows_the_moves_that_it_is_asked_about_and_thinks_as_before() {
        let mut app = watched(["champion:91", "iwumbwe:0"]);
        app.world_mut().resource_mut::<ReplayThoughts>().are_wanted = true;
        app.update();
        let hash = state_hash(app.world_mut());
        let world = app.world_mut();
        let mut players = world.query::<(&Seat, &Falling)>();
        let players: Vec<(Seat, Falling)> = players.iter(world).map(|(&seat, falling)| (seat, *falling)).collect();
        let mut thoughts = world.resource_mut::<ReplayThoughts>();
        for (seat, falling) in players {
            let ranked = thoughts.ranked_and_target(seat, &falling, None).0.to_vec();
            for placement in &ranked[..3] {
                thoughts.follow(seat, &falling, placement);
                let line = thoughts.followed_line(seat, &falling);
                if seat == Seat(0) {
                    assert_eq!(line.first(), Some(&placement.to_move()));
                    assert!(line.len() > 2, "{line:?}");
                } else {
                    assert!(line.is_empty(), "an evaluator does not search");
                }
                let other = Falling { piece: None, ..falling };
                assert!(thoughts.followed_line(seat, &other).is_empty(), "no piece is in play");
            }
            assert_eq!(thoughts.ranked_and_target(seat, &falling, None).0, ranked);
        }
        assert_eq!(state_hash(app.world_mut()), hash, "nothing of the replay is changed");
    }

    #[test]
    fn of_bots_and_of_players_that_are_gone_is_said_why_they_do_not_think() {
        let mut app = watched(["tbp:no-such-program", "iwumbwe:999999"]);
        app.world_mut().resource_mut::<ReplayThoughts>().are_wanted = true;
        app.update();
        assert_eq!(considered(&mut app), [0; 2]);
        let thoughts = app.world().resource::<ReplayThoughts>();
        let [bot, gone] = [0, 1].map(|seat| thoughts.problem(Seat(seat)).unwrap());
        assert!(bot.contains("not asked again"), "{bot}");
        assert!(gone.starts_with("It cannot be asked again: there is no iwumbwe:999999"), "{gone}");
    }
}
