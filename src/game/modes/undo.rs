//! Taking back: a snapshot of the player at each piece, and two keys that go back and forth between them. After a hold
//! the first way back leads to the beginning of the piece that was put on hold.
//!
//! Only where the course allows it, and only alone. The keys are inputs like any other, so that a replay takes back
//! too, as the game did.

use crate::game::act::act_on_keys;
use crate::game::components::{Match, RefusedRequest};
use crate::game::conditions::is_playing;
use crate::game::input::Action;
use crate::game::state::{PlayerStateQuery, UndoPoint, UndoSnapshot};
use crate::game::stats;
use crate::game::tick::{RoundSystems, TickSystems};
use bevy::prelude::*;
use std::sync::Arc;

/// The most pieces that are remembered; older ones are forgotten.
const MOST: usize = 1000;

/// Adds the systems that remember pieces and take them back.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, take_back.in_set(TickSystems::Act).in_set(RoundSystems).after(act_on_keys));
    // After the next piece has appeared and all is counted, and only while the round goes on.
    let remember = remember.in_set(TickSystems::Report).after(stats::count).run_if(is_playing);
    // It writes the player's snapshots alone, which nothing else looks at there.
    app.add_systems(FixedUpdate, remember.ambiguous_with(TickSystems::Report));
}

/// Takes a snapshot of the player whenever a new piece is in play.
fn remember(current: Single<&Match>, mut players: Query<PlayerStateQuery>) {
    if !current.has_undo() {
        return;
    }
    for mut player in &mut players {
        // A piece that had no room is nothing to go back to.
        if player.falling.piece.is_none() || player.topped_out.0.is_some() {
            continue;
        }
        let known = player.takes.snapshots.get(player.takes.at);
        if known.is_some_and(|known| known.player.is_of_this_piece(&player)) {
            continue;
        }
        // What was taken back and not set again is over: this is another way on.
        let keep = if known.is_some() { player.takes.at + 1 } else { 0 };
        let figures = player.stats.figures_of_last_round();
        let snapshot = Arc::new(UndoPoint { player: UndoSnapshot::capture_player(&player), figures });
        let takes = &mut *player.takes;
        takes.snapshots.truncate(keep);
        if takes.snapshots.len() == MOST {
            takes.snapshots.remove(0);
        }
        takes.snapshots.push(snapshot);
        takes.at = takes.snapshots.len() - 1;
    }
}

/// Takes a piece back or sets one again, as the keys of this tick ask, or refuses it. Where the course does not allow
/// it, no piece is remembered.
fn take_back(current: Single<&Match>, mut players: Query<PlayerStateQuery>) {
    for mut player in &mut players {
        let input = *player.input;
        for event in input.events().filter(|event| event.down && event.action.is_undo_or_redo()) {
            let at = player.takes.at;
            let known = player.takes.snapshots.get(at).map(|known| &known.player);
            // Between a lock and the next piece, the one that has just locked is the last.
            let between = known.is_some_and(|known| known.pieces() < player.score.0.pieces);
            let held = current.has_full_undo() && known.is_some_and(|known| known.is_before_hold(&player));
            let to = match event.action {
                Action::Undo if between || held => Some(at),
                Action::Undo => at.checked_sub(1),
                Action::Redo if between => None,
                _ => Some(at + 1),
            };
            let Some((to, snapshot)) = to.and_then(|to| Some((to, player.takes.snapshots.get(to)?.clone()))) else {
                let is_undo = event.action == Action::Undo;
                player.outcome.refused = Some(if is_undo { RefusedRequest::Undo } else { RefusedRequest::Redo });
                continue;
            };
            snapshot.player.restore_player(&mut player);
            if current.has_full_undo() {
                // What was pressed while no piece was in play was not meant for the one after the next.
                *player.pressed = player.pressed.for_next_round();
            }
            player.stats.go_to_figures(&snapshot.figures);
            player.takes.taken_back += u32::from(event.action == Action::Undo);
            player.takes.at = to;
            (player.outcome.hard_dropped, player.outcome.topped_out) = (None, None);
            player.outcome.taken_back = true;
        }
    }
}
