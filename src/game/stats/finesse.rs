//! Finesse: the keys pressed for a piece beyond the fewest that bring it to the same place.
//!
//! Judged are straight drops: spins and tucks have ways of their own, and a piece that falls as fast as it
//! is turned leaves no choice. Only turns and shifts are compared; how the piece came down, soft or hard, is
//! no question of finesse.

use crate::game::components::LockedPiece;
use crate::game::input::Action;
use crate::movegen::keys::straight_keys;
use crate::movegen::{AllowedMoves, Key, Placement, fewest_keys_to};
use crate::rules::{Board, Gravity, Rules, Spin};

/// The gravity from which on finesse is not judged, a row in twenty ticks: a piece is on the ground in less than half a
/// second and cannot be moved above the stack at leisure.
const TOO_FAST: u64 = Gravity::ROW / 20;

/// Whether a key is one that finesse counts: it turns or shifts pieces under these rules.
pub(in crate::game) const fn is_counted_key(action: Action, rules: &Rules) -> bool {
    match action {
        Action::Left | Action::Right | Action::Clockwise | Action::Counterclockwise => true,
        Action::Half => rules.half_turns,
        Action::SoftDrop | Action::HardDrop | Action::Hold | Action::Undo | Action::Redo => false,
    }
}

/// The fewest turns and shifts from where pieces appear on `board` to where this one locked, in order and without the
/// drop at the end; `None` when it is not judged.
pub fn fewest_keys(board: &Board, locked: &LockedPiece, rules: &Rules, gravity: Gravity) -> Option<Vec<Key>> {
    if locked.spin != Spin::None || gravity.0 >= TOO_FAST {
        return None;
    }
    let placement = Placement { piece: locked.piece, spin: Spin::None };
    let mut keys = straight_keys(board, &placement, &AllowedMoves::of(rules))?;
    keys.retain(|key| !matches!(key, Key::HardDrop));
    Some(keys)
}

/// How many turns and shifts bring a piece to where it locked, tucks and spins included, in a way with the fewest keys,
/// where soft drops count as keys too. `None` when gravity leaves no choice, or no keys lead there.
pub(in crate::game) fn fewest_of_any_way(
    board: &Board,
    locked: &LockedPiece,
    rules: &Rules,
    gravity: Gravity,
) -> Option<u32> {
    if gravity.0 >= TOO_FAST {
        return None;
    }
    let placement = Placement { piece: locked.piece, spin: locked.spin };
    let keys = fewest_keys_to(board, &placement, &AllowedMoves::of(rules))?;
    Some(keys.iter().filter(|key| !matches!(key, Key::SoftDrop(_) | Key::HardDrop)).count() as u32)
}
