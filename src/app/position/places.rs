//! Every place that the falling piece of an edited position can reach, and the keys that bring it there.

use super::edited::EditedPosition;
use crate::movegen::{AllowedMoves, Key, Landings, Placement, fewest_keys_to, find_landings};
use crate::rules::{Shift, Turn};

impl EditedPosition {
    /// Every place that the falling piece can reach, from the left to the right.
    pub fn reachable_places(&self) -> Vec<Placement> {
        let mut landings = Landings::new();
        find_landings(self.matrix.board(), self.queue[0], &AllowedMoves::of(&self.rules), &mut landings);
        let mut places: Vec<Placement> = landings.iter().collect();
        places.sort_by_key(|place| {
            let left = place.piece.cells().map(|(x, _)| x).min();
            (left, place.piece.facing as u8, place.piece.y, place.spin)
        });
        places
    }

    /// The fewest keys that bring the falling piece to a place, in words; empty where no keys lead there.
    pub fn fewest_keys_in_words(&self, place: &Placement) -> String {
        let keys = fewest_keys_to(self.matrix.board(), place, &AllowedMoves::of(&self.rules)).unwrap_or_default();
        keys_in_words(&keys)
    }
}

/// Keys in words: `rotate right, left ×2`.
pub fn keys_in_words(keys: &[Key]) -> String {
    let same = keys.chunk_by(|one, other| one == other);
    let words = same.map(|keys| match keys.len() {
        1 => word(keys[0]).to_owned(),
        times => format!("{} ×{times}", word(keys[0])),
    });
    words.collect::<Vec<String>>().join(", ")
}

const fn word(key: Key) -> &'static str {
    match key {
        Key::Tap(Shift::Left) => "left",
        Key::Tap(Shift::Right) => "right",
        Key::Hold(Shift::Left) => "hold left",
        Key::Hold(Shift::Right) => "hold right",
        Key::Turn(Turn::Clockwise) => "rotate right",
        Key::Turn(Turn::Counterclockwise) => "rotate left",
        Key::Turn(Turn::Half) => "rotate 180",
        Key::SoftDrop(_) => "soft drop",
        Key::HardDrop => "hard drop",
    }
}
