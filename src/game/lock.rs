//! Lock down: a piece at rest becomes part of the matrix when its time is up or it was dropped hard.

use super::components::{Falling, Field, HoldSlot, LockedPiece, Match, Queue, TickOutcome, ToppedOut};
use super::handling::{Handling, PressedKeys};
use super::modes::goal;
use crate::rules::spin::spin_of;
use bevy::prelude::*;

type Locking = (
    &'static mut Field,
    &'static mut Falling,
    &'static mut HoldSlot,
    &'static Queue,
    &'static mut TickOutcome,
    &'static ToppedOut,
    &'static Handling,
    &'static mut PressedKeys,
);

/// Counts for how many ticks every piece has rested, and locks those whose time is up.
pub(super) fn lock(current: Single<&Match>, mut players: Query<Locking>) {
    let rules = &current.rules;
    for (mut field, mut falling, mut hold, queue, mut outcome, topped_out, handling, mut pressed) in &mut players {
        let Some(in_play) = falling.piece.as_mut().filter(|_| topped_out.0.is_none()) else { continue };
        let dropped = outcome.hard_dropped.is_some();
        let resting = in_play.piece.lowered(field.0.board()).is_none();
        let locks = in_play.lock.tick(rules.lock_down, resting);
        if !(dropped || locks) {
            continue;
        }
        let (piece, last) = (in_play.piece, in_play.last);
        let spin = spin_of(field.0.board(), piece, last, rules.spins());
        field.0.place(piece);
        hold.0.mark_unused();
        falling.piece = None;
        falling.wait = rules.entry_delay;
        if goal::waits_for_undo(&current) && goal::no_pieces_left(rules, &falling, &queue.0, hold.0.piece().is_some()) {
            falling.wait += goal::LAST_CHANCE;
        }
        if !dropped && handling.guard > 0 {
            pressed.guarded = handling.guard;
        }
        outcome.locked = Some(LockedPiece { piece, spin });
    }
}
