//! What is taken back and set again: pieces, holds, the figures of both, and where nothing is.

use crate::modes::{begun, counted, plan};
use crate::support::{Game, Script, follow_script};
use korobka::app::persistence::records::Records;
use korobka::game::components::{Falling, Field, HoldSlot, Queue, RefusedRequest, RoundTally, Score, ToppedOut};
use korobka::game::modes::{Course, ModeOptions, line};
use korobka::game::state::UndoHistory;
use korobka::game::stats::MatchStats;
use korobka::game::{Action, FinishMatch, KeyEvent, Mode, Phase};
use korobka::rules::{Facing, FallingPiece, Matrix, PieceKind};

#[test]
fn zen_takes_back_and_sets_again_and_never_tops_out() {
    let mut game = begun(Mode::Zen, plan(Mode::Zen, ModeOptions::default()), 3, 2);
    let state = |game: &Game| {
        let falling = game.get::<Falling>(0).piece;
        let shown: Vec<PieceKind> = game.get::<Queue>(0).0.shown().collect();
        (game.board(0), falling, shown, game.get::<HoldSlot>(0).0, game.get::<Score>(0).0)
    };
    let mut states = vec![state(&game)];
    for shifts in [2, 0, 1] {
        for _ in 0..shifts {
            game.tap(0, Action::Left);
        }
        game.drop_piece(0);
        states.push(state(&game));
    }
    game.tap(0, Action::Hold);
    for before in states.iter().rev() {
        game.tap(0, Action::Undo);
        assert_eq!(&state(&game), before, "the hold, then a piece goes back, and with it queue, hold and points");
    }
    game.tap(0, Action::Undo);
    assert_eq!(state(&game), states[0], "before the first piece there is nothing");
    assert_eq!(game.get::<UndoHistory>(0).taken_back, 4, "what was taken back is counted");
    let pieces = |game: &Game| game.get::<MatchStats>(0).total_of_rounds().pieces;
    assert_eq!(pieces(&game), 0, "the results are of what stands");
    game.tap(0, Action::Redo);
    game.tap(0, Action::Redo);
    assert_eq!(pieces(&game), 2);
    assert_eq!(state(&game), states[2], "two pieces are set again");
    game.drop_piece(0);
    assert_eq!(game.get::<UndoHistory>(0).redo_count(), 0, "another way on forgets the one before");
    game.tap(0, Action::Redo);
    assert_ne!(state(&game), states[3]);

    for _ in 0..60 {
        game.drop_piece(0);
    }
    assert_eq!(game.phase(), Phase::Playing, "a top-out empties the board and no more");
    assert!(game.get::<Score>(0).0.pieces > 50, "pieces go on");

    game.app.world_mut().trigger(FinishMatch);
    game.app.world_mut().flush();
    game.tick();
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "its player ends it");
    assert_eq!(game.current().winner(), None, "which reaches no goal");
    let mut records = Records::default();
    assert_eq!(counted(&game, &mut records).place, Some(1), "and its points are kept");
    assert_eq!(records.best("zen").unwrap().score, game.get::<Score>(0).0.score);
}

#[test]
fn keys_of_one_frame_act_in_their_order_before_and_after_a_piece_is_taken_back() {
    let after = |keys: &[(Action, bool)]| {
        let mut game = begun(Mode::Zen, plan(Mode::Zen, ModeOptions::default()), 3, 2);
        game.drop_piece(0);
        game.keys(0, keys);
        game.ticks(4);
        (game.piece(0), game.get::<HoldSlot>(0).0.piece(), game.get::<Score>(0).0.pieces)
    };
    let [undo, redo, left, hold] =
        [Action::Undo, Action::Redo, Action::Left, Action::Hold].map(|action| (action, true));
    let (first, ..) = after(&[undo]);
    let (second, ..) = after(&[]);
    assert_eq!(after(&[left, undo]), (first, None, 0), "the piece that was shifted is gone");
    let shifted = FallingPiece { x: first.x - 1, ..first };
    assert_eq!(after(&[undo, left]), (shifted, None, 0), "the piece that has come back is shifted");
    let (_, held, pieces) = after(&[undo, hold]);
    assert_eq!((held, pieces), (Some(first.kind), 0), "the piece that has come back is put on hold");
    assert_eq!(after(&[hold, undo]), (second, None, 1), "the hold is taken back");
    assert_eq!(after(&[undo, redo]), (second, None, 1));
    assert_eq!(after(&[redo, undo]), (first, None, 0));
}

#[test]
fn a_key_that_takes_nothing_back_is_refused_and_changes_nothing() {
    for mode in [Mode::Zen, Mode::Marathon] {
        let [mut asked, mut untouched] = [(); 2].map(|()| begun(mode, plan(mode, ModeOptions::default()), 3, 2));
        for (action, refused) in [(Action::Undo, RefusedRequest::Undo), (Action::Redo, RefusedRequest::Redo)] {
            asked.press_for(0, action, 1);
            untouched.tick();
            assert_eq!(asked.outcome(0).refused, Some(refused), "{mode:?}");
            assert_eq!(asked.hash(), untouched.hash(), "{mode:?}, {action:?}");
            asked.release_for(0, action, 1);
            untouched.tick();
        }
    }
}

#[test]
fn a_hold_that_tops_out_in_zen_is_a_beginning_to_go_back_to() {
    let mut game = begun(Mode::Zen, plan(Mode::Zen, ModeOptions::default()), 3, 2);
    let (mut board, held) = (game.board(0), game.piece(0).kind);
    (3..7).for_each(|x| (20..22).for_each(|y| board.fill_cell(x, y)));
    game.set(0, Field(Matrix::from_board(&board)));
    game.give(0, held, Facing::North, 0, 5);
    game.ticks(1);
    game.tap(0, Action::Hold);
    game.ticks(2);
    assert!(game.board(0).is_clear(), "the next piece had no room where it appears");
    assert_eq!(game.get::<HoldSlot>(0).0.piece(), Some(held));
    let wiped = game.piece(0);
    game.drop_piece(0);
    game.tap(0, Action::Undo);
    assert_eq!((game.board(0).is_clear(), game.piece(0)), (true, wiped), "as it was after the board was emptied");
    game.tap(0, Action::Hold);
    assert_eq!(game.piece(0).kind, held, "and this piece may be held");
    game.tap(0, Action::Undo);
    assert_eq!(game.piece(0), wiped, "the hold is taken back");
    game.tap(0, Action::Undo);
    assert_eq!(game.board(0), board, "before that stands the full board");
}

#[test]
fn a_recording_from_before_takes_a_hold_back_with_the_piece_before_it() {
    let mut plan = plan(Mode::Zen, ModeOptions::default());
    let mut written = serde_json::to_value(&plan.course).expect("a course can be written");
    assert!(written.as_object_mut().expect("with its fields").remove("full_undo").is_some());
    plan.course = serde_json::from_value(written).expect("it is a course without that field too");
    let mut game = begun(Mode::Zen, plan, 3, 2);
    let first = game.piece(0);
    game.drop_piece(0);
    game.tap(0, Action::Hold);
    game.tap(0, Action::Undo);
    assert_eq!((game.piece(0), game.get::<Score>(0).0.pieces), (first, 0), "both at once");
    let plain = serde_json::to_value(Course::default()).expect("a course can be written");
    assert!(plain.get("full_undo").is_none(), "where nothing is taken back, files are as they were: {plain}");
}

#[test]
fn between_two_pieces_the_one_that_has_just_locked_is_taken_back() {
    let plan = line::parse("undo=on entry-delay=200 countdown=0 gravity=off goal-lines=0").expect("a custom game");
    let mut game = begun(Mode::Custom, plan, 3, 2);
    game.tap(0, Action::Undo);
    let pieces = [0; 2].map(|_| {
        let piece = game.piece(0);
        game.tap(0, Action::HardDrop);
        game.ticks(250);
        piece
    });
    let third = game.piece(0);
    game.tap(0, Action::HardDrop);
    game.tap(0, Action::Redo);
    assert_eq!(game.get::<Score>(0).0.pieces, 3, "there is nothing to set again");
    game.tap(0, Action::Undo);
    assert_eq!((game.piece(0), game.get::<Score>(0).0.pieces), (third, 2), "one piece goes back, not two");
    for piece in pieces.iter().rev() {
        game.tap(0, Action::Undo);
        assert_eq!(game.piece(0), *piece);
    }
    assert_eq!(game.get::<UndoHistory>(0).taken_back, 3);
    assert_eq!(game.get::<MatchStats>(0).total_of_rounds().keys, 3, "the keys of taking back are none of the pieces'");
}

#[test]
fn a_top_out_can_be_taken_back_for_a_while_before_the_game_is_lost() {
    let plan = line::parse("undo=on goal-lines=10 gravity=off").expect("a custom game");
    let mut game = begun(Mode::Custom, plan, 3, 2);
    let first = game.piece(0);
    game.doom(0);
    game.ticks(2);
    assert!(game.get::<ToppedOut>(0).0.is_some() && game.phase() == Phase::Playing, "it was a lock out");
    game.tap(0, Action::Undo);
    assert_eq!((game.piece(0), game.board(0).is_clear()), (first, true));
    assert_eq!(game.get::<ToppedOut>(0).0, None);
    let figures = |game: &Game| game.get::<MatchStats>(0).total_of_rounds();
    assert_eq!(figures(&game).ticks, game.current().round_tick, "the time until then was played");
    game.doom(0);
    game.ticks(2);
    let lost = figures(&game);
    game.tap(0, Action::Left);
    game.ticks(4_976);
    assert_eq!(game.phase(), Phase::Playing);
    game.ticks(40);
    assert_eq!(game.phase(), Phase::Over { winner: None });
    assert_eq!(figures(&game), lost, "after a top-out that stays nothing is played");
    let points = line::parse("undo=on entry-delay=200 gravity=off").expect("a custom game");
    let mut game = begun(Mode::Custom, points, 3, 2);
    game.doom(0);
    game.ticks(1);
    assert_eq!(game.phase(), Phase::Over { winner: None }, "a game for points ends at once, and they count");
}

#[test]
fn a_turn_or_hold_that_waited_for_the_next_piece_is_forgotten_with_the_last_one() {
    let plan = line::parse("undo=on entry-delay=200 gravity=off").expect("a custom game");
    let mut game = begun(Mode::Custom, plan, 3, 2);
    game.tap(0, Action::HardDrop);
    game.tap(0, Action::Clockwise);
    game.tap(0, Action::Hold);
    game.tap(0, Action::Undo);
    game.tap(0, Action::HardDrop);
    game.ticks(250);
    assert_eq!(game.piece(0).facing, Facing::North);
    assert_eq!(game.get::<HoldSlot>(0).0.piece(), None);
}

#[test]
fn pieces_that_had_no_room_are_taken_back() {
    let plan = line::parse("undo=on goal-lines=10 gravity=off").expect("a custom game");
    let mut game = begun(Mode::Custom, plan, 3, 2);
    let (mut board, kind) = (game.board(0), game.piece(0).kind);
    (3..7).for_each(|x| (20..22).for_each(|y| board.fill_cell(x, y)));
    game.set(0, Field(Matrix::from_board(&board)));
    game.give(0, kind, Facing::North, 0, 5);
    game.ticks(1);
    let given = game.piece(0);
    for last in [Action::Hold, Action::HardDrop] {
        game.tap(0, last);
        assert!(game.get::<ToppedOut>(0).0.is_some() && game.phase() == Phase::Playing, "{last:?}");
        game.ticks(100);
        game.tap(0, Action::Undo);
        assert_eq!((game.piece(0), game.board(0)), (given, board), "{last:?}");
        assert_eq!(game.get::<HoldSlot>(0).0.piece(), None, "{last:?}");
    }
    // No device gives both keys to one tick any more, but replays of earlier builds may hold such a tick.
    let tick = game.current().tick + 1;
    let keys = [Action::Undo, Action::Hold].map(|action| (tick, 0, KeyEvent { action, down: true }));
    follow_script(&mut game.app, Script(keys.to_vec()));
    game.tick();
    assert_eq!((game.piece(0), game.outcome(0).topped_out), (given, None), "taken back in the tick of the top-out");
    assert_eq!(game.get::<Falling>(0).wait, 0, "nothing waits to be taken back");
}

#[test]
fn nothing_is_taken_back_where_the_mode_does_not_say_so() {
    let mut game = begun(Mode::Sprint, plan(Mode::Sprint, ModeOptions::default()), 3, 2);
    game.drop_piece(0);
    let board = game.board(0);
    let keys = game.get::<RoundTally>(0).keys;
    game.tap(0, Action::Undo);
    assert_eq!(game.board(0), board, "the piece stays");
    assert_eq!(game.get::<RoundTally>(0).keys, keys, "and the key is none of a piece's");
}
