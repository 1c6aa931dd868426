//! The rounds of a replay with what each player did in them, found by playing it through.

use super::log::Replay;
use super::walk::{ReplayCheck, ReplayWalk};
use crate::game::components::{Match, Phase};
use crate::game::stats::{self, MatchStats, RoundStats};
use bevy::prelude::*;
use std::sync::Arc;

/// The rounds of a match that have ended, oldest first, each with what every seat did in it.
#[derive(Resource, Debug, Default)]
struct EndedRounds(Vec<Vec<Arc<RoundStats>>>);

/// The rounds of a replay that have ended, oldest first, each with what every seat did in it. `None` where the replay
/// does not play as it was recorded, or its rules are not within their limits.
pub fn ended_rounds(replay: &Arc<Replay>) -> Option<Vec<Vec<Arc<RoundStats>>>> {
    // The statistics of a round are whole once the tick that ended it has been counted.
    let mut walk = ReplayWalk::begin(replay, EndedRounds::default(), note_ended_round.after(stats::count)).ok()?;
    (walk.go_through() == ReplayCheck::Agrees).then(|| walk.take_notes::<EndedRounds>().0)
}

fn note_ended_round(current: Single<&Match>, players: Query<&MatchStats>, mut ended: ResMut<EndedRounds>) {
    let is_over = matches!(current.phase, Phase::RoundOver { .. } | Phase::Over { .. });
    if !is_over || ended.0.len() > current.round as usize {
        return;
    }
    let of_round = current.seats.iter().filter_map(|&seat| players.get(seat).ok()?.rounds.last().cloned());
    ended.0.push(of_round.collect());
}
