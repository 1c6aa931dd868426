//! The pieces that a player knows of, and which of them can be placed next.

use crate::rules::PieceKind;

/// The pieces that a player knows of: the one that falls, those on show after it, and the one on hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KnownPieces<'a> {
    /// The pieces in their order; the first is the one that falls.
    pub queue: &'a [PieceKind],
    /// The piece on hold.
    pub hold: Option<PieceKind>,
    /// Whether the player may hold before the next placement.
    pub can_hold: bool,
}

impl KnownPieces<'_> {
    /// The piece to place, after a hold or without one, with the pieces that are left. `None` where there is none or
    /// it is not known, and where the piece on hold is like the one that falls: exchanging the two changes nothing.
    pub fn take(self, hold: bool) -> Option<(PieceKind, Self)> {
        let (falling, rest) = match self.queue {
            [falling, rest @ ..] => (Some(*falling), rest),
            [] => (None, self.queue),
        };
        if !hold {
            return Some((falling?, Self { queue: rest, ..self }));
        }
        let (kind, queue) = match self.hold {
            Some(held) if Some(held) == falling => return None,
            Some(held) => (held, rest),
            None => (*rest.first()?, &rest[1..]),
        };
        self.can_hold.then_some((kind, Self { queue, hold: falling, ..self }))
    }
}
