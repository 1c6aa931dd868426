//! The flow of a match, in ticks: countdown, play, round over, match over; draws are played again, and who gives up loses it all.

use super::components::{MAX_SEATS, Match, Mode, Outcome, Phase, Seat};
use super::forfeit::Forfeit;
use super::modes::goal::{self, Finishing, Progress};
use super::setup::renew;
use super::tick::TickSystems;
use crate::rules::Random;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use std::cmp::Ordering;

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
fn decide(
    mut current: Single<&mut Match>,
    finishing: Res<Finishing>,
    forfeit: Res<Forfeit>,
    mut players: Query<Deciding>,
) {
    if let Some(given_up) = forfeit.0.as_ref().filter(|_| !current.is_over()) {
        let winner = (current.seats.len() > 1).then(|| 1 - given_up.seat.min(1));
        finish_round(&mut current, winner);
        // Whatever rounds were left.
        current.phase = Phase::Over { winner };
        return;
    }
    match current.phase {
        Phase::Playing if finishing.0 => finish_round(&mut current, Some(0)),
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
                renew(&mut player.state, &current.rules, &current.course, seed, *player.seat);
            }
        }
        Phase::RoundOver { ref mut left, .. } => *left -= 1,
        Phase::Countdown { .. } | Phase::Over { .. } => {}
    }
}

/// Who has won the round: `Some(None)` is a draw, `None` means that it goes on.
fn verdict(current: &Match, players: &Query<Deciding>) -> Option<Option<u8>> {
    let rules = &current.rules;
    let mut standing = [true; MAX_SEATS];
    let mut reached = [false; MAX_SEATS];
    let mut received = [0; MAX_SEATS];
    let mut points = [0; MAX_SEATS];
    for player in players {
        let (seat, state) = (player.seat.index(), &player.state);
        let exhausted = goal::exhausted(rules, state.falling, &state.queue.0, state.hold.0.piece().is_some());
        let progress = Progress {
            matrix: &state.field.0,
            score: &state.score.0,
            dug: state.tally.dug,
            round_tick: current.round_tick,
        };
        reached[seat] = goal::reached(&current.course, rules, &progress);
        standing[seat] = state.standing.0.is_none() && !exhausted;
        received[seat] = state.tally.received;
        points[seat] = state.score.0.score;
    }
    if current.seats.len() < 2 {
        return (reached[0] || !standing[0]).then_some(reached[0].then_some(0));
    }
    // Goals decide between two only where the course is about them: a match of the plain kind is about topping out.
    if current.mode == Mode::Custom && reached != [false; MAX_SEATS] && standing == [true; MAX_SEATS] {
        return Some(match (reached, points[0].cmp(&points[1])) {
            ([true, false], _) | ([true, true], Ordering::Greater) => Some(0),
            ([false, true], _) | ([true, true], Ordering::Less) => Some(1),
            _ => None,
        });
    }
    match standing {
        [true, false] => Some(Some(0)),
        [false, true] => Some(Some(1)),
        [false, false] => Some(None),
        [true, true] if rules.round_limit > 0 && current.round_tick >= u64::from(rules.round_limit) => {
            Some(match received[0].cmp(&received[1]) {
                Ordering::Less => Some(0),
                Ordering::Greater => Some(1),
                Ordering::Equal => None,
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
