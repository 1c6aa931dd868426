//! Shifting: a tap moves one column; a held direction repeats after DAS, every ARR ticks, or to the wall at once.
//!
//! Pressed at tick t, the piece moves at t, then at t + DAS, t + DAS + ARR and so on. A charge outlives its piece.

use super::acting::ActingComponentsItem;
use super::gravity;
use super::handling::{PressedKeys, SecondDirection};
use super::input::{Action, KeyEvent};
use crate::rules::{LastMove, Rules, Shift};

/// Notes that a direction went down or up. Pressed, it starts to charge; when it is released, the other one, if held,
/// goes on with its own charge. The rhythm of a direction that goes on through the change stays as it is.
pub(super) fn note_direction(pressed: &mut PressedKeys, event: KeyEvent, second: SecondDirection) {
    let (action, other) = (event.action, opposite(event.action));
    let before = repeating_direction(pressed, second);
    pressed.set(action, event.down);
    pressed.held_for[direction_index(action)] = 0;
    if second == SecondDirection::Anew {
        pressed.held_for[direction_index(other)] = 0;
    }
    pressed.latest = if event.down { Some(action) } else { pressed.holds(other).then_some(other) };
    if before == Some(action) || before != repeating_direction(pressed, second) {
        pressed.since_repeat = None;
    }
}

/// Moves the piece in play one column, because a direction went down.
pub(super) fn press_direction(player: &mut ActingComponentsItem, action: Action, rules: &Rules) {
    if player.handling.second_direction == SecondDirection::First && player.pressed.holds(opposite(action)) {
        return;
    }
    step(player, direction(action), rules);
}

/// Moves the piece by the direction that is held, once a tick. `acts` is false outside a round, and once a piece is
/// dropped: held directions then only charge, and a repeat that falls due meanwhile comes as soon as it may.
pub(super) fn repeat_direction(player: &mut ActingComponentsItem, acts: bool, rules: &Rules) {
    let (das, arr) = (player.handling.das, player.handling.arr);
    let pressed = &mut *player.pressed;
    let acts = acts && pressed.cut == 0;
    pressed.cut = pressed.cut.saturating_sub(1);
    if let Some(action) = repeating_direction(pressed, player.handling.second_direction)
        && pressed.held_for[direction_index(action)] >= das
    {
        let since = pressed.since_repeat.map(|since| since.saturating_add(1));
        // Without DAS the tap itself is the first move of the repeat, unless it goes to the wall at once.
        let due = since.map_or(pressed.held_for[direction_index(action)] > 0 || arr == 0, |since| since >= arr.max(1));
        player.pressed.since_repeat = if due && acts && player.falling.piece.is_some() {
            let columns = if arr == 0 { player.field.0.board().width() } else { 1 };
            for _ in 0..columns {
                if !step(player, direction(action), rules) {
                    break;
                }
            }
            Some(0)
        } else if due {
            since
        } else {
            Some(since.unwrap_or(0))
        };
    }
    count(&mut player.pressed);
}

/// Shifts the piece one column if there is room, and returns whether it did.
fn step(player: &mut ActingComponentsItem, shift: Shift, rules: &Rules) -> bool {
    gravity::fall_first(player, rules);
    let board = player.field.0.board();
    let Some(piece) = &mut player.falling.piece else { return false };
    let Some(moved) = piece.piece.shifted(board, shift) else { return false };
    let grounded = piece.piece.lowered(board).is_none() || moved.lowered(board).is_none();
    piece.piece = moved;
    piece.last = LastMove::Other;
    piece.lock.note_move(rules.lock_down, grounded);
    player.outcome.shifted += 1;
    gravity::fall_first(player, rules);
    true
}

/// The direction that repeats; `None` if none does.
pub(super) fn repeating_direction(pressed: &PressedKeys, second: SecondDirection) -> Option<Action> {
    let (left, right) = (pressed.holds(Action::Left), pressed.holds(Action::Right));
    match (left, right, second) {
        (true, true, SecondDirection::Neither) => None,
        (true, true, SecondDirection::First) => pressed.latest.map(opposite),
        (true, true, SecondDirection::Latest | SecondDirection::Anew) => pressed.latest,
        (true, false, _) => Some(Action::Left),
        (false, true, _) => Some(Action::Right),
        (false, false, _) => None,
    }
}

/// Counts one tick more for every direction that is held.
fn count(pressed: &mut PressedKeys) {
    for action in [Action::Left, Action::Right] {
        if pressed.holds(action) {
            let held = &mut pressed.held_for[direction_index(action)];
            *held = held.saturating_add(1);
        }
    }
}

/// The index of a direction in `held_for`: 0 is left, 1 is right.
pub(super) const fn direction_index(action: Action) -> usize {
    matches!(action, Action::Right) as usize
}

const fn direction(action: Action) -> Shift {
    if matches!(action, Action::Right) { Shift::Right } else { Shift::Left }
}

const fn opposite(action: Action) -> Action {
    if matches!(action, Action::Right) { Action::Left } else { Action::Right }
}
