//! Hold: the falling piece changes places with the held one, once a piece.

use super::acting::ActingComponentsItem;
use super::components::RefusedRequest;
use super::dealing::refill_queue;
use super::handling::InitialInput;
use super::spawn::{held_turn, judge_block_out, put_in_play, turn_new_piece};
use crate::rules::Rules;

/// Puts the piece in play on hold, when the key goes down; with no piece in play the hold waits for the next piece, if
/// the player's handling says so.
pub(super) fn press_hold(player: &mut ActingComponentsItem, rules: &Rules) {
    let Some(in_play) = player.falling.piece else {
        if player.handling.initial_hold == InitialInput::Tap {
            player.pressed.waiting_hold = true;
        }
        return;
    };
    let next = rules.hold.then(|| player.hold.0.swap(in_play.piece.kind, &mut player.queue.0)).flatten();
    let Some(kind) = next else {
        player.outcome.refused = Some(RefusedRequest::Hold);
        return;
    };
    player.outcome.held = true;
    player.pressed.cut = player.handling.dcd;
    let board = player.field.0.board();
    refill_queue(*player.dealing, rules, (board, kind), &mut player.queue);
    put_in_play(&mut player.falling, &mut player.outcome, kind, board, rules);
    if player.handling.turn_out_of_hold && player.handling.initial_rotation == InitialInput::Hold {
        turn_new_piece(&mut player.falling, &mut player.outcome, held_turn(&player.pressed), board, rules);
    }
    judge_block_out(&player.falling, board, rules, &mut player.topped_out, &mut player.outcome);
}
