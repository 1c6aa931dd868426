//! Reads the position of a match that is on show, such as a replay that stands still.

use super::edited::EditedPosition;
use crate::game::components::{Falling, Field, HoldSlot, IncomingGarbage, Queue, RunningStreak};
use crate::game::{Match, Seat};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

type Boards = (
    &'static Seat,
    &'static Field,
    &'static Falling,
    &'static HoldSlot,
    &'static Queue,
    &'static RunningStreak,
    &'static IncomingGarbage,
);

/// A system parameter that reads positions of the match on show.
#[derive(SystemParam)]
pub struct MatchPositionReader<'w, 's> {
    current: Option<Single<'w, 's, &'static Match>>,
    boards: Query<'w, 's, Boards>,
}

impl MatchPositionReader<'_, '_> {
    /// The position of the player in a seat; `None` if there is no match, or nobody sits there.
    pub fn position_of_seat(&self, seat: u8) -> Option<EditedPosition> {
        let current = self.current.as_ref()?;
        let (_, field, falling, hold, queue, streak, garbage) = self.boards.iter().find(|(at, ..)| at.0 == seat)?;
        let in_play = falling.piece.map(|in_play| in_play.piece.kind);
        let position = EditedPosition {
            bag: queue.0.left_in_bag(),
            rules: current.rules,
            matrix: field.0.clone(),
            queue: in_play.into_iter().chain(queue.0.shown()).collect(),
            hold: hold.0.piece(),
            streak: streak.0,
            garbage: garbage.0.waiting_row_count(),
        };
        Some(position.clamped())
    }
}
