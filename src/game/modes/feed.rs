//! Garbage without an opponent: from below, row for row as it is dug, or by the clock.
//!
//! Attacks by the clock wait in the garbage queue like an opponent's. Cheese rises at locks without a clear: a board
//! never changes under a falling piece.

use super::course::GarbageFeed;
use crate::game::components::{Field, IncomingGarbage, Match, RoundTally, TickOutcome, ToppedOut};
use crate::game::tick::TickSystems;
use crate::rules::random::Purpose;
use crate::rules::{Matrix, Random, TopOut};
use bevy::prelude::*;
use serde::Serialize;

/// How many rows may wait for each row of an attack before attacks by the clock hold back: nobody is buried by a queue
/// alone. Source: Techmino's survival modes hold back at four waiting rows of attacks of one.
const WAITING: u32 = 4;
/// Visible rows over the cheese that stay free, so that the first pieces have room to appear and to be moved.
const FREE_ROWS: u32 = 4;

/// How far the garbage of a player's course has come.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GarbageFeedState {
    random: Random,
    /// Rows of cheese that are still to come.
    pub left: u32,
    /// Ticks until the next attack by the clock.
    pub wait: u32,
    /// How many attacks have come by the clock.
    pub waves: u32,
    last_hole: Option<u8>,
}

impl GarbageFeedState {
    /// The state at the start of a round. The columns of the holes come from `seed`.
    pub fn new(feed: GarbageFeed, seed: u64) -> Self {
        let (left, wait) = match feed {
            GarbageFeed::None => (0, 0),
            GarbageFeed::Cheese { rows, .. } => (rows, 0),
            GarbageFeed::Clock { every, .. } => (0, every),
        };
        Self { random: Random::new(seed, Purpose::Cheese), left, wait, waves: 0, last_hole: None }
    }

    /// Draws a column for the next hole, which is not under the last one.
    fn hole(&mut self, width: u8) -> u8 {
        let hole = match self.last_hole {
            None => self.random.below(u32::from(width)) as u8,
            Some(last) => {
                let other = self.random.below(u32::from(width) - 1) as u8;
                if other >= last { other + 1 } else { other }
            }
        };
        self.last_hole = Some(hole);
        hole
    }
}

/// Raises cheese until as many rows lie on the board as there should be, or none is left; gives how many rose, and
/// whether all of the stack kept its place in the matrix. However many rows there should be, four visible rows stay
/// free of cheese, or on the lowest boards all but one: otherwise no piece could be played.
pub(super) fn raise_cheese(matrix: &mut Matrix, feeding: &mut GarbageFeedState, feed: GarbageFeed) -> (u32, bool) {
    let GarbageFeed::Cheese { shown, .. } = feed else { return (0, true) };
    let size = matrix.board().size();
    let mut here = matrix.garbage_rows_among(u64::MAX);
    let (mut risen, mut kept) = (0, true);
    let shown = shown.min(u32::from(size.visible).saturating_sub(FREE_ROWS).max(1));
    while here < shown && feeding.left > 0 {
        kept &= matrix.raise(Some(feeding.hole(size.width)));
        feeding.left -= 1;
        here += 1;
        risen += 1;
    }
    (risen, kept)
}

/// Adds the systems that send attacks by the clock and raise cheese.
pub(super) fn plugin(app: &mut App) {
    let exchange = TickSystems::Exchange;
    app.add_systems(FixedUpdate, attack.in_set(exchange).before(crate::game::exchange::send_attacks));
    app.add_systems(FixedUpdate, rise.in_set(exchange).after(crate::game::exchange::raise_garbage));
}

/// Sends every player an attack by the clock when it is due.
fn attack(
    current: Single<&Match>,
    mut players: Query<(&mut GarbageFeedState, &mut IncomingGarbage, &mut RoundTally, &mut TickOutcome)>,
) {
    let GarbageFeed::Clock { every, rows, quicken, least } = current.course.feed else { return };
    for (mut feeding, mut incoming, mut tally, mut outcome) in &mut players {
        if feeding.wait > 0 {
            feeding.wait -= 1;
            continue;
        }
        if incoming.0.waiting_row_count() >= WAITING * rows {
            continue;
        }
        feeding.waves += 1;
        feeding.wait =
            every.saturating_sub(quicken.saturating_mul(feeding.waves)).max(least.min(every)).saturating_sub(1);
        incoming.0.receive(rows, current.round_tick, &current.rules.garbage);
        tally.received += rows;
        outcome.received += rows;
    }
}

type Digger = (
    &'static mut Field,
    &'static mut GarbageFeedState,
    &'static mut RoundTally,
    &'static mut ToppedOut,
    &'static mut TickOutcome,
);

/// Lets cheese rise under every player who locked a piece without clearing.
fn rise(current: Single<&Match>, mut players: Query<Digger>) {
    for (mut field, mut feeding, mut tally, mut topped_out, mut outcome) in &mut players {
        if feeding.left == 0 || topped_out.0.is_some() || outcome.clear.is_none_or(|clear| clear.lines > 0) {
            continue;
        }
        let (risen, kept) = raise_cheese(&mut field.0, &mut feeding, current.course.feed);
        outcome.risen += risen;
        tally.risen += risen;
        if !kept {
            topped_out.0 = Some(TopOut::GarbageOut);
            outcome.topped_out = topped_out.0;
        }
    }
}
