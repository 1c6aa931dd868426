//! The placement level: order of a lock's consequences, and what is refused.

use korobka::ai::Playfield;
use korobka::movegen::straight_placements;
use korobka::rules::{
    Board, FallingPiece, GarbageKind, LastMove, Matrix, PieceKind, Rules, ScoringRule, TopOut, TopOutRule,
};

fn field(rules: Rules, drawing: &str, falling: PieceKind) -> Playfield {
    let mut field = Playfield::new(&rules, 1);
    field.matrix = Matrix::from_board(&Board::from_drawing(rules.board, drawing));
    field.falling = falling;
    field
}

/// The straight drop of the falling piece whose box is in column `x`, as spawned.
fn dropped(field: &Playfield, x: i8) -> FallingPiece {
    let size = field.rules.board;
    let top = FallingPiece { x, ..FallingPiece::spawn(field.falling, size) };
    top.dropped(field.matrix.board())
}

#[test]
fn a_clear_scores_attacks_and_brings_the_next_piece() {
    let mut field = field(Rules::line_for_line(), "xxxxxx....", PieceKind::I);
    let next = field.queue.first();
    let outcome = field.place(dropped(&field, 6), LastMove::Other, false, 0).unwrap();
    assert_eq!((outcome.clear.lines, outcome.attack, outcome.sent), (1, 1, 1));
    assert!(outcome.clear.perfect, "nothing is left");
    assert_eq!(field.score.score, 900, "a single and a perfect clear at level 1");
    assert_eq!(Some(field.falling), next);
}

#[test]
fn an_attack_cancels_waiting_garbage_before_it_is_sent() {
    let mut field = field(Rules::line_for_line(), "xxxxxx....\nxxxxxx....\n.xxxxx....", PieceKind::O);
    field.garbage.receive(1, 0, &field.rules.garbage.clone());
    field.place(dropped(&field, 6), LastMove::Other, false, 0).unwrap();
    field.falling = PieceKind::O;
    let outcome = field.place(dropped(&field, 8), LastMove::Other, false, 0).unwrap();
    assert_eq!((outcome.clear.lines, outcome.attack, outcome.sent), (1, 1, 0));
    assert_eq!(field.garbage.waiting_row_count(), 0);
}

#[test]
fn garbage_rises_when_due_at_a_lock_without_a_clear() {
    let mut field = field(Rules::versus(), "", PieceKind::O);
    field.garbage.receive(3, 0, &field.rules.garbage.clone());
    let early = field.place(dropped(&field, 0), LastMove::Other, false, 332).unwrap();
    assert_eq!(early.risen, 0, "it travels for 333 ms");
    field.falling = PieceKind::O;
    let late = field.place(dropped(&field, 2), LastMove::Other, false, 333).unwrap();
    assert_eq!(late.risen, 3);
    assert_eq!(field.matrix.board().stack_height(), 5);
}

#[test]
fn cleared_lines_take_solid_garbage_away_before_they_attack() {
    let mut rules = Rules::line_for_line();
    rules.garbage.kind = GarbageKind::Solid;
    let mut field = field(rules, "xxxxxxxxx.\nxxxxxxxxx.\nxxxxxxxxx.", PieceKind::I);
    field.matrix.raise(None);
    field.matrix.raise(None);
    let upright = straight_placements(field.matrix.board(), PieceKind::I, 22).last().unwrap();
    let outcome = field.place(upright, LastMove::Other, false, 0).unwrap();
    assert_eq!((outcome.clear.lines, outcome.attack, outcome.sent), (3, 3, 1));
    assert_eq!(field.matrix.board().solid_row_count(), 0);
}

#[test]
fn a_cell_left_above_the_skyline_loses_under_the_learners_rule() {
    let rules = Rules { top_out: TopOutRule::PartialLockOut, scoring: ScoringRule::Nintendo, ..Rules::marathon() };
    let stack = "x.........\n".repeat(19);
    let mut lost = field(rules, &stack, PieceKind::O);
    let outcome = lost.place(dropped(&lost, 0), LastMove::Other, false, 0).unwrap();
    assert_eq!(outcome.top_out, Some(TopOut::LockOut));
    assert_eq!(lost.place(dropped(&lost, 4), LastMove::Other, false, 0), None, "the game is over");
    // The same piece survives when a row below it clears.
    let mut saved = field(rules, &format!("{stack}xxxxxxxx..", stack = "x.........\n".repeat(18)), PieceKind::O);
    let outcome = saved.place(dropped(&saved, 8), LastMove::Other, false, 0).unwrap();
    assert_eq!((outcome.top_out, outcome.clear.lines, outcome.points), (None, 1, 41));
}

#[test]
fn what_is_not_possible_changes_nothing() {
    let mut field = field(Rules::versus(), "", PieceKind::O);
    let before = format!("{field:?}");
    let piece = dropped(&field, 0);
    assert_eq!(field.place(FallingPiece { kind: PieceKind::T, ..piece }, LastMove::Other, false, 0), None);
    assert_eq!(field.place(piece.moved(0, -1), LastMove::Other, false, 0), None);
    assert_eq!(field.place(piece, LastMove::Other, field.queue.first() != Some(PieceKind::O), 0), None);
    assert_eq!(format!("{field:?}"), before);
}

#[test]
fn holding_swaps_before_the_piece_is_set_down() {
    let mut field = field(Rules::versus(), "", PieceKind::T);
    let first = field.queue.first().unwrap();
    let piece = straight_placements(field.matrix.board(), first, 20).next().unwrap();
    field.place(piece, LastMove::Other, true, 0).unwrap();
    assert_eq!(field.hold.piece(), Some(PieceKind::T));
    assert!(field.hold.can_hold(), "the next piece may be held");
}
