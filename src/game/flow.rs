//! The flow of a match, in ticks: countdown, play, round over, match over; draws are played again.

use super::components::{MAX_SEATS, Match, Outcome, Phase, Seat};
use super::setup::renew;
use super::tick::TickSystems;
use crate::rules::Random;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// Ticks between a decided round and the next countdown, or the end of the match.
const ROUND_OVER: u32 = 2000;

/// Holds the game still: no tick passes.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paused(pub bool);

/// The match stops before this tick, for runs of a given length.
#[derive(Resource, Clone, Copy, Debug)]
pub struct TickLimit(pub u64);

/// Adds the systems of this part.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Paused>();
    app.add_systems(FixedUpdate, begin.in_set(TickSystems::Begin));
    app.add_systems(FixedUpdate, decide.in_set(TickSystems::Flow));
}

/// Whether a tick may pass: there is a match, it is not over or paused, and no player is still thinking past its time.
pub(super) fn may_tick(
    current: Option<Single<&Match>>,
    paused: Res<Paused>,
    limit: Option<Res<TickLimit>>,
    playback: Option<Res<super::replay::Playback>>,
    thinkers: Query<&super::computer::Computer>,
) -> bool {
    let Some(current) = current else { return false };
    !paused.0
        && !current.is_over()
        && limit.is_none_or(|limit| current.tick < limit.0)
        && playback.is_none_or(|playback| playback.has_more(current.tick))
        && !thinkers.iter().any(|thinker| thinker.is_late(current.tick + 1))
}

/// Whether a round runs.
pub(super) fn is_playing(current: Option<Single<&Match>>) -> bool {
    current.is_some_and(|current| current.is_playing())
}

/// Empties the facts of the last tick and moves the clock.
fn begin(mut current: Single<&mut Match>, mut players: Query<(&mut Outcome, &mut super::input::TickInput)>) {
    for (mut outcome, mut input) in &mut players {
        outcome.set_if_neq(Outcome::default());
        input.set_if_neq(super::input::TickInput::default());
    }
    current.tick += 1;
    match &mut current.phase {
        Phase::Countdown { left: 0 } => current.phase = Phase::Playing,
        Phase::Countdown { left } => *left -= 1,
        Phase::Playing => current.round_tick += 1,
        Phase::RoundOver { .. } | Phase::Over { .. } => {}
    }
}

/// What deciding reads and what a new round renews.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Deciding {
    seat: &'static Seat,
    state: super::setup::RoundState,
}

/// Decides rounds, and begins the next.
fn decide(mut current: Single<&mut Match>, mut players: Query<Deciding>) {
    match current.phase {
        Phase::Playing => {
            if let Some(winner) = verdict(&current, &players) {
                finish_round(&mut current, winner);
            }
        }
        Phase::RoundOver { left: 0, .. } => {
            current.round += 1;
            current.round_tick = 0;
            current.phase = Phase::Countdown { left: current.rules.countdown };
            let seed = Random::derived_seed(current.seed, u64::from(current.round));
            for mut player in &mut players {
                renew(&mut player.state, &current.rules, seed, *player.seat);
            }
        }
        Phase::RoundOver { ref mut left, .. } => *left -= 1,
        Phase::Countdown { .. } | Phase::Over { .. } => {}
    }
}

/// Who has won the round: `Some(None)` is a draw, `None` means that it goes on.
fn verdict(current: &Match, players: &Query<Deciding>) -> Option<Option<u8>> {
    let rules = &current.rules;
    if current.seats.len() < 2 {
        let player = players.iter().next()?;
        let reached = rules.goal_lines > 0 && player.state.score.0.lines >= rules.goal_lines;
        return (reached || player.state.standing.0.is_some()).then_some(reached.then_some(0));
    }
    let mut standing = [true; MAX_SEATS];
    let mut received = [0; MAX_SEATS];
    for player in players {
        standing[player.seat.index()] = player.state.standing.0.is_none();
        received[player.seat.index()] = player.state.tally.received;
    }
    match standing {
        [true, false] => Some(Some(0)),
        [false, true] => Some(Some(1)),
        [false, false] => Some(None),
        [true, true] if rules.round_limit > 0 && current.round_tick >= u64::from(rules.round_limit) => {
            Some(match received[0].cmp(&received[1]) {
                std::cmp::Ordering::Less => Some(0),
                std::cmp::Ordering::Greater => Some(1),
                std::cmp::Ordering::Equal => None,
            })
        }
        [true, true] => None,
    }
}

/// Counts the round; the match ends with it when it was for one player or somebody has won enough.
fn finish_round(current: &mut Match, winner: Option<u8>) {
    if let Some(winner) = winner {
        current.wins[usize::from(winner)] += 1;
    }
    let enough = current.wins.iter().any(|&wins| wins >= current.rules.first_to);
    current.phase = if current.seats.len() < 2 || enough {
        Phase::Over { winner }
    } else {
        Phase::RoundOver { left: ROUND_OVER, winner }
    };
}
