//! Copies the board in play: as a fumen, or in a page as a link to it.

use super::clipboard::{CAN_COPY_LINKS, Clipboard};
use super::toasts::copied;
use super::written_board::board_as_fumen;
use crate::game::components::{Falling, Field, HoldSlot, Queue};
use crate::game::{Seat, SeatSetup};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The components of a player whose board is copied.
type BoardComponents =
    ((&'static Seat, &'static SeatSetup), (&'static Field, &'static Falling, &'static HoldSlot, &'static Queue));

/// The system parameter that copies the board in play to the clipboard.
#[derive(SystemParam)]
pub struct BoardCopier<'w, 's> {
    boards: Query<'w, 's, BoardComponents>,
    clipboard: NonSendMut<'w, Clipboard>,
}

impl BoardCopier<'_, '_> {
    /// Copies the person's board to the clipboard, as a fumen or in a page as a link; of two persons' boards the left
    /// one. Where only computer players play, it is the left one's. Returns a line that tells the player what came of
    /// it: what is copied, or why nothing is.
    pub fn copy(&mut self) -> &'static str {
        let first = self.boards.iter().map(|((seat, setup), _)| (!setup.is_persons_here(), seat.0)).min();
        self.copy_of_seat(first.map_or(0, |(_, seat)| seat))
    }

    /// Copies the board of the player in this seat as [`copy`](Self::copy) does, with the same lines.
    pub fn copy_of_seat(&mut self, seat: u8) -> &'static str {
        let board = self.boards.iter().find(|((at, _), _)| at.0 == seat);
        let text = board.and_then(|(_, (field, falling, hold, queue))| {
            let current = falling.piece.map(|piece| piece.piece.kind);
            board_as_fumen(&field.0, current, hold.0, &queue.0)
        });
        match text {
            None => "A fumen is ten columns wide and 23 rows high, and has the seven usual pieces",
            Some(text) if CAN_COPY_LINKS => copied(self.clipboard.set_link(&[("board", &text)]), "The link is copied"),
            Some(text) => copied(self.clipboard.set(&text), "The board is copied"),
        }
    }
}
