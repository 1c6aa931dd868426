//! Keys act, in their order: each event of the tick goes to its mechanic; then a held direction repeats.

use super::acting::{ActingComponents, ActingComponentsItem};
use super::components::{Match, RefusedRequest};
use super::input::Action;
use super::{gravity, hold, rotation, shift};
use crate::rules::{Rules, Turn};
use bevy::prelude::*;

/// Lets every player's keys act. Outside a round they are only noted, so that a direction held through the countdown is
/// charged when the first piece appears.
pub(super) fn act_on_keys(current: Single<&Match>, mut players: Query<ActingComponents>) {
    let playing = current.is_playing();
    for mut player in &mut players {
        let acts = playing && player.topped_out.0.is_none();
        let input = *player.input;
        for event in input.events() {
            let second = player.handling.second_direction;
            match event.action {
                Action::Left | Action::Right => shift::note_direction(&mut player.pressed, event, second),
                _ => player.pressed.set(event.action, event.down),
            }
            if event.down {
                player.presses.note(event.action, current.tick);
            }
            if event.down && acts && !event.action.is_undo_or_redo() {
                player.tally.keys += 1;
                press(&mut player, event.action, &current.rules);
            }
        }
        // A dropped piece only waits to lock, and a hold may just have lost the round.
        let acts = acts && player.outcome.hard_dropped.is_none() && player.topped_out.0.is_none();
        shift::repeat_direction(&mut player, acts, &current.rules);
        if player.pressed.guarded > 0 {
            player.pressed.guarded -= 1;
        }
    }
}

/// Passes a key that went down to its mechanic: shift, drop, turn or hold.
fn press(player: &mut ActingComponentsItem, action: Action, rules: &Rules) {
    match action {
        Action::Left | Action::Right => shift::press_direction(player, action, rules),
        Action::SoftDrop => gravity::start_soft_drop(&mut player.falling),
        // The key was meant for the piece that has just locked by itself.
        Action::HardDrop if player.pressed.guarded > 0 => {}
        Action::HardDrop => gravity::hard_drop(player, rules),
        Action::Clockwise => rotation::press_turn(player, Turn::Clockwise, action, rules),
        Action::Counterclockwise => rotation::press_turn(player, Turn::Counterclockwise, action, rules),
        Action::Half if rules.half_turns => rotation::press_turn(player, Turn::Half, action, rules),
        Action::Half => player.outcome.refused = Some(RefusedRequest::Rotation),
        Action::Hold => hold::press_hold(player, rules),
        // These keys do not act on the piece in play; `modes::undo` handles them.
        Action::Undo | Action::Redo => {}
    }
}
