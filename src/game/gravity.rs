//! Falling: gravity, soft drop and hard drop, in fixed-point rows a tick.

use super::acting::ActingComponentsItem;
use super::components::{Falling, Field, Match, Score, TickOutcome, ToppedOut};
use super::handling::{Handling, PressedKeys, SoftDrop};
use super::input::Action;
use crate::rules::{Gravity, LastMove, Rules, TickFall, fall_for_a_tick};
use bevy::prelude::*;

/// Starts a soft drop when its key goes down: the piece's first row is due at once, since a drop that waits feels late.
pub(super) fn start_soft_drop(falling: &mut Falling) {
    if let Some(piece) = &mut falling.piece {
        piece.fraction = Gravity::ROW;
    }
}

/// Drops the piece to the ground; it locks in this tick.
pub(super) fn hard_drop(player: &mut ActingComponentsItem, rules: &Rules) {
    let Some(piece) = &mut player.falling.piece else { return };
    // A second key cannot drop the piece again: after the first it only waits to lock.
    if player.outcome.hard_dropped.is_some() {
        return;
    }
    let dropped = piece.piece.dropped(player.field.0.board());
    let rows = (piece.piece.y - dropped.y) as u8;
    if rows > 0 {
        piece.last = LastMove::Other;
    }
    piece.piece = dropped;
    player.score.0.count_drop(rules.scoring, rows.into(), true);
    player.outcome.hard_dropped = Some(rows);
}

/// Brings the piece to the ground where soft drop is held and goes there at once, if the player's handling lets it fall
/// first. Called before and after each step to a side, so that no slide passes over a hole.
pub(super) fn fall_first(player: &mut ActingComponentsItem, rules: &Rules) {
    let handling = player.handling;
    let falls = handling.fall_first && handling.soft_drop == SoftDrop::Instant;
    if !falls || !player.pressed.holds(Action::SoftDrop) {
        return;
    }
    let Some(piece) = &mut player.falling.piece else { return };
    let dropped = piece.piece.dropped(player.field.0.board());
    let rows = (piece.piece.y - dropped.y) as u8;
    if rows > 0 {
        piece.piece = dropped;
        piece.last = LastMove::Other;
        piece.lock.note_fall_to(dropped.row_range().0);
        player.score.0.count_drop(rules.scoring, rows.into(), false);
        player.outcome.soft_dropped += rows;
        player.outcome.landed = true;
    }
}

type Faller = (
    &'static Field,
    &'static Handling,
    &'static PressedKeys,
    &'static ToppedOut,
    &'static mut Falling,
    &'static mut Score,
    &'static mut TickOutcome,
);

/// Lets every piece fall by gravity, or faster while soft drop is held.
pub(super) fn fall(current: Single<&Match>, mut players: Query<Faller>) {
    let rules = &current.rules;
    for (field, handling, pressed, topped_out, mut falling, mut score, mut outcome) in &mut players {
        let Some(piece) = falling.piece.as_mut().filter(|_| topped_out.0.is_none()) else { continue };
        let gravity = rules.gravity.at(score.0.level(rules.start_level), current.round_tick);
        let soft = pressed.holds(Action::SoftDrop);
        let speed = if soft { gravity.of_soft_drop(handling.soft_drop.factor()) } else { gravity };
        let TickFall { rows, grounded } =
            fall_for_a_tick(&mut piece.piece, &mut piece.fraction, speed, field.0.board());
        if rows > 0 {
            piece.last = LastMove::Other;
            piece.lock.note_fall_to(piece.piece.row_range().0);
        }
        if grounded && rows > 0 {
            outcome.landed = true;
        }
        if soft && rows > 0 {
            score.0.count_drop(rules.scoring, rows.into(), false);
            outcome.soft_dropped += rows;
        }
    }
}
