//! A piece has left the next queue: where a dealer deals, it chooses what comes in its place, at once.

use super::components::{PieceDealer, Queue};
use crate::ai::dealer::DealerSight;
use crate::rules::{Board, PieceKind, Rules};

/// Has the dealer, if there is one, choose the pieces that the queue lacks since the falling piece has left it.
pub(super) fn refill_queue(
    dealing: PieceDealer,
    rules: &Rules,
    (board, falling): (&Board, PieceKind),
    queue: &mut Queue,
) {
    DealerSight { rules: &dealing.apply_to_rules(rules), board, falling }.refill_queue(&mut queue.0);
}
