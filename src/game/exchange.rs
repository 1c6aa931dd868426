//! Garbage exchange: what clears send cancels what waits, the rest travels to the opponent, and what is due rises.
//!
//! What goes from player to player is collected first and applied in order of seat: neither side acts before the other.

use super::components::{
    Field, Handicap, IncomingGarbage, MAX_SEATS, Match, RoundTally, Score, Seat, TickOutcome, ToppedOut,
};
use super::modes::GarbageFeed;
use crate::rules::{AttackPackets, GarbageKind, TopOut};
use bevy::prelude::*;

type Sending = (
    &'static Seat,
    &'static Handicap,
    &'static Score,
    &'static mut Field,
    &'static mut IncomingGarbage,
    &'static mut RoundTally,
    &'static mut TickOutcome,
);

/// Turns clears into attacks, cancels waiting garbage with them, and gives the rest to the opponent, packet by packet.
pub(super) fn send_attacks(current: Single<&Match>, mut players: Query<Sending>) {
    // Alone there is nobody to attack, but garbage by the clock can be cancelled.
    let alone = current.seats.len() < 2;
    if alone && !matches!(current.course.feed, GarbageFeed::Clock { .. }) {
        return;
    }
    let rules = &current.rules;
    let mut sent = [AttackPackets::default(); MAX_SEATS];
    for (seat, handicap, score, mut field, mut incoming, mut tally, mut outcome) in &mut players {
        let Some(clear) = outcome.clear.filter(|clear| clear.lines > 0) else { continue };
        let attack = rules.attack.packets(&clear, current.round_tick, handicap.0);
        // Solid rows go first: own lines dig, one row each, before they defend or attack.
        let dug = match rules.garbage.kind {
            GarbageKind::Solid => field.0.remove_solid(clear.lines.into()) as u32,
            GarbageKind::Ordinary => 0,
        };
        let (opening, waited) = (rules.attack.table.is_opener_phase(score.0.pieces), incoming.0.waiting_row_count());
        let left = incoming.0.cancel_packets(attack.without(dug), opening, tally.sent);
        outcome.attack = attack.total();
        outcome.cancelled = outcome.attack.min(dug) + (waited - incoming.0.waiting_row_count());
        let left = if alone { AttackPackets::default() } else { left };
        outcome.sent = left.total();
        tally.attack += outcome.attack;
        tally.sent += outcome.sent;
        tally.dug += dug;
        sent[seat.index()] = left;
    }
    if sent == [AttackPackets::default(); MAX_SEATS] {
        return;
    }
    for (seat, _, _, _, mut incoming, mut tally, mut outcome) in &mut players {
        let received = sent[1 - seat.index()];
        received.iter().for_each(|rows| incoming.0.receive(rows, current.round_tick, &rules.garbage));
        outcome.received += received.total();
        tally.received += received.total();
    }
}

/// Moves the garbage that is due into the matrix of every player who locked a piece and did not lose by it. Where the
/// rules say that clears block garbage, none rises for a player who cleared.
pub(super) fn raise_garbage(
    current: Single<&Match>,
    mut players: Query<(&mut Field, &mut IncomingGarbage, &mut RoundTally, &mut ToppedOut, &mut TickOutcome)>,
) {
    let rules = &current.rules;
    for (mut field, mut incoming, mut tally, mut topped_out, mut outcome) in &mut players {
        let Some(clear) = outcome.clear else { continue };
        if topped_out.0.is_some() || clear.lines > 0 && rules.garbage.blocking {
            continue;
        }
        let rows = incoming.0.take_rising_rows(current.round_tick, &rules.garbage, rules.board.width);
        let mut kept = true;
        for &hole in &rows {
            kept &= field.0.raise(hole);
        }
        outcome.risen = rows.len() as u32;
        tally.risen += outcome.risen;
        if !kept {
            topped_out.0 = Some(TopOut::GarbageOut);
            outcome.topped_out = topped_out.0;
        }
    }
}
