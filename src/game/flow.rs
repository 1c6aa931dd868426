//! The flow of a match, in ticks: countdown, play, round over, match over. Draws are played again, and a player who
//! gives up loses the whole match.

use super::components::{
    Falling, Field, HoldSlot, MAX_SEATS, Match, Mode, Phase, Queue, RoundTally, Score, Seat, TickOutcome, ToppedOut,
};
use super::conditions::SeatWithGuessedKeys;
use super::forfeit::CurrentForfeit;
use super::input::TickInput;
use super::modes::goal::{self, FinishRequested, GoalProgress};
use super::state::{NewRound, PlayerStateQuery, renew_player};
use crate::rules::Random;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use std::cmp::Ordering;

/// Ticks between a decided round and the next countdown. After the round that decides the match there is no pause.
const ROUND_PAUSE: u32 = 2000;
/// Ticks from the one that decides a round to the one in which the next begins, without the countdown: the pause, the
/// tick that ends it, and the tick that ends the countdown.
pub(super) const TICKS_BETWEEN_ROUNDS: u64 = ROUND_PAUSE as u64 + 2;

/// Begins a tick: empties what the last tick's outcome and input were, and moves the clock.
pub(super) fn begin(mut current: Single<&mut Match>, mut players: Query<(&mut TickOutcome, &mut TickInput)>) {
    for (mut outcome, mut input) in &mut players {
        outcome.set_if_neq(TickOutcome::default());
        input.set_if_neq(TickInput::default());
    }
    current.tick += 1;
    match &mut current.phase {
        Phase::Countdown { left: 0 } => current.phase = Phase::Playing,
        Phase::Countdown { left } => *left -= 1,
        Phase::Playing => current.round_tick += 1,
        Phase::RoundOver { .. } | Phase::Over { .. } => {}
    }
}

/// The components of a player that decide a round.
#[derive(QueryData)]
pub(super) struct RoundEndQuery {
    seat: &'static Seat,
    field: &'static Field,
    falling: &'static Falling,
    queue: &'static Queue,
    hold: &'static HoldSlot,
    score: &'static Score,
    tally: &'static RoundTally,
    topped_out: &'static ToppedOut,
    outcome: &'static TickOutcome,
}

/// Ends a round whose players have topped out or reached the goal, counts it for its winner, and begins the next.
pub(super) fn decide(
    mut current: Single<&mut Match>,
    finishing: Res<FinishRequested>,
    forfeit: Res<CurrentForfeit>,
    unconfirmed: Res<SeatWithGuessedKeys>,
    mut players: ParamSet<(Query<RoundEndQuery>, Query<PlayerStateQuery>)>,
) {
    if let Some(given_up) = forfeit.0.as_ref().filter(|_| !current.is_over()) {
        let winner = (current.seats.len() > 1).then(|| 1 - given_up.seat.min(1));
        // In the pause after a round that one is counted already.
        if !matches!(current.phase, Phase::RoundOver { .. }) {
            finish_round(&mut current, winner);
        }
        // The match ends here, whatever rounds were left.
        current.phase = Phase::Over { winner };
        return;
    }
    match current.phase {
        Phase::Playing if unconfirmed.0.is_some() => {}
        Phase::Playing if finishing.0 => finish_round(&mut current, Some(0)),
        Phase::Playing => {
            if let Some(winner) = verdict(&current, &players.p0()) {
                finish_round(&mut current, winner);
            }
        }
        Phase::RoundOver { left: 0, .. } => {
            current.round += 1;
            current.round_tick = 0;
            current.phase = Phase::Countdown { left: current.rules.countdown };
            let seed = Random::derived_seed(current.seed, u64::from(current.round));
            for mut player in &mut players.p1() {
                let round = NewRound::new(&current, seed, *player.seat, *player.dealing);
                renew_player(&mut player, &round);
            }
        }
        Phase::RoundOver { ref mut left, .. } => *left -= 1,
        Phase::Countdown { .. } | Phase::Over { .. } => {}
    }
}

/// Who has won the round: `Some(None)` is a draw, `None` means that it goes on.
fn verdict(current: &Match, players: &Query<RoundEndQuery>) -> Option<Option<u8>> {
    let rules = &current.rules;
    let mut standing = [true; MAX_SEATS];
    let mut reached = [false; MAX_SEATS];
    let mut received = [0; MAX_SEATS];
    let mut points = [0; MAX_SEATS];
    for player in players {
        let seat = player.seat.index();
        let components = (player.topped_out, player.falling, player.queue, player.hold);
        let progress = GoalProgress {
            matrix: &player.field.0,
            score: &player.score.0,
            outcome: player.outcome,
            dug: player.tally.dug,
            round_tick: current.round_tick,
        };
        reached[seat] = goal::is_goal_reached(&current.course, rules, &progress);
        standing[seat] = !goal::is_lost(rules, components) || goal::may_take_last_back(current, components);
        received[seat] = player.tally.received;
        points[seat] = player.score.0.score;
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

/// Counts a round that has ended. The match ends with it if it was for one player, or if a player has won as many
/// rounds as the rules ask.
fn finish_round(current: &mut Match, winner: Option<u8>) {
    if let Some(winner) = winner {
        current.wins[usize::from(winner)] += 1;
    }
    let enough = current.wins.iter().any(|&wins| wins >= current.rules.first_to);
    current.phase = if current.seats.len() < 2 || enough {
        Phase::Over { winner }
    } else {
        Phase::RoundOver { left: ROUND_PAUSE, winner }
    };
}
