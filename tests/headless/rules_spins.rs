//! Spins: set-ups drawn as boards and played by real turns.

use korobka::rules::spin::spin_of;
use korobka::rules::{
    Board, BoardSize, Facing, FallingPiece, KickTable, LastMove, PieceKind, RuleSet, Rules, Shift, Spin, SpinRule, Turn,
};

fn board(drawing: &str) -> Board {
    Board::from_drawing(BoardSize::default(), drawing)
}

fn t(facing: Facing, x: i8, y: i8) -> FallingPiece {
    FallingPiece { kind: PieceKind::T, facing, x, y }
}

/// Turns the piece, locks it, and gives the spin, the test that succeeded and the rows cleared.
fn played(mut board: Board, piece: FallingPiece, turn: Turn) -> (Spin, u8, u32) {
    assert!(board.fits(piece), "the set-up has room for the piece");
    let (turned, kick) = piece.rotated(&board, turn, KickTable::Srs).expect("the set-up has room for the turn");
    assert_eq!(turned.lowered(&board), None, "the piece rests where it was turned to");
    let spin = spin_of(&board, turned, LastMove::Rotation { turn, kick }, SpinRule::TOnly);
    board.place(turned);
    (spin, kick, board.clear_full_rows().count_ones())
}

const DOUBLE: &str = "
    ####......
    ###...####
    ####.#####";

#[test]
fn a_t_turned_under_an_overhang_is_a_t_spin_double() {
    let result = played(board(DOUBLE), t(Facing::East, 3, 0), Turn::Clockwise);
    assert_eq!(result, (Spin::Full, 0, 2), "three corners, both front ones among them: a full spin of two rows");
}

#[test]
fn a_t_turned_into_a_slot_with_one_row_filled_is_a_t_spin_single() {
    let single = "
        ####......
        .##...####
        ####.#####";
    let result = played(board(single), t(Facing::East, 3, 0), Turn::Clockwise);
    assert_eq!(result, (Spin::Full, 0, 1), "a full spin of one row");
}

#[test]
fn a_t_turned_into_a_slot_of_open_rows_is_a_t_spin_without_lines() {
    let none = "
        ####......
        .##...####
        .###.#####";
    let result = played(board(none), t(Facing::East, 3, 0), Turn::Clockwise);
    assert_eq!(result, (Spin::Full, 0, 0), "a full spin without a line");
}

#[test]
fn a_t_kicked_two_rows_down_is_a_t_spin_triple() {
    let triple = "
        .....#####
        ......####
        #####.####
        ####..####
        #####.####";
    let result = played(board(triple), t(Facing::North, 3, 2), Turn::Counterclockwise);
    assert_eq!(result, (Spin::Full, 4, 3), "the fifth test of 0->L, three rows");
}

#[test]
fn the_mirrored_triple_works_as_well() {
    let triple = "
        #####.....
        ####......
        ####.#####
        ####..####
        ####.#####";
    let result = played(board(triple), t(Facing::North, 4, 2), Turn::Clockwise);
    assert_eq!(result, (Spin::Full, 4, 3), "the fifth test of 0->R, three rows");
}

#[test]
fn the_fifth_kick_makes_a_mini_full() {
    let one_front_corner = "
        .....#####
        ......####
        #####.####
        ####..####
        ####..####";
    let result = played(board(one_front_corner), t(Facing::North, 3, 2), Turn::Counterclockwise);
    assert_eq!(result, (Spin::Full, 4, 2), "one front corner and both back ones, by the fifth kick: full");
    let turned = t(Facing::West, 4, 0);
    for (turn, kick) in [(Turn::Counterclockwise, 3), (Turn::Half, 4)] {
        let spin = spin_of(&board(one_front_corner), turned, LastMove::Rotation { turn, kick }, SpinRule::TOnly);
        assert_eq!(
            spin,
            Spin::Mini,
            "the same place by {turn:?}, test {kick}: only a quarter turn's fifth kick counts"
        );
    }
}

#[test]
fn the_fifth_kick_makes_a_mini_full_upwards_too() {
    let one_front_corner = "
        ....#.#...
        ####...###
        ......#...
        ...#......
        .....#....";
    let result = played(board(one_front_corner), t(Facing::East, 3, 0), Turn::Clockwise);
    assert_eq!(result, (Spin::Full, 4, 1), "the fifth test of R->2, two rows up: full, where TETR.IO has a mini");
}

#[test]
fn a_t_kicked_against_the_wall_is_a_mini() {
    let result = played(board(".#########"), t(Facing::North, 0, 0), Turn::Clockwise);
    assert_eq!(
        result,
        (Spin::Mini, 1, 1),
        "walls count as corners: both back ones and one front one, a mini of one row"
    );
}

#[test]
fn a_mini_may_clear_two_rows() {
    let double = "
        ####.#####
        ####..####
        ####...###";
    let result = played(board(double), t(Facing::North, 4, -1), Turn::Clockwise);
    assert_eq!(
        result,
        (Spin::Mini, 2, 2),
        "both back corners and one front corner, by the third test: a mini of two rows"
    );
}

#[test]
fn the_last_action_must_be_the_rotation() {
    let board = board(DOUBLE);
    let turned = t(Facing::South, 3, 0);
    assert_eq!(
        spin_of(&board, turned, LastMove::Other, SpinRule::TOnly),
        Spin::None,
        "a piece moved into place does not spin"
    );
}

#[test]
fn two_corners_are_no_spin() {
    let low = board("...#.#####");
    let turned = t(Facing::South, 3, 0);
    assert!(low.fits(turned), "the T lies in the notch");
    let last = LastMove::Rotation { turn: Turn::Clockwise, kick: 0 };
    assert_eq!(spin_of(&low, turned, last, SpinRule::TOnly), Spin::None, "two filled corners are no spin");
}

#[test]
fn off_the_board_there_are_walls_at_the_sides_and_nothing_above() {
    let (empty, last) = (board(""), LastMove::Rotation { turn: Turn::Clockwise, kick: 0 });
    let spin = |x, y| spin_of(&empty, t(Facing::North, x, y), last, SpinRule::TOnly);
    assert_eq!(spin(i8::MAX, 5), Spin::Full, "beside the board all four corners are filled");
    assert_eq!(spin(3, i8::MAX), Spin::None, "above it none is");
}

#[test]
fn a_t_on_the_floor_counts_the_floor() {
    let last = LastMove::Rotation { turn: Turn::Half, kick: 0 };
    let empty = board("..........");
    let flat = t(Facing::North, 3, -1);
    assert!(empty.fits(flat), "a T lies flat on the floor with its box one row below");
    assert_eq!(
        spin_of(&empty, flat, last, SpinRule::TOnly),
        Spin::None,
        "the floor fills the two back corners: no spin yet"
    );
    let beside = board("...#......\n..........");
    assert_eq!(spin_of(&beside, flat, last, SpinRule::TOnly), Spin::Mini, "floor and one front corner: a mini");
}

/// An S just turned upright in a slot that holds it on all four sides.
fn stuck_s() -> (Board, FallingPiece, LastMove) {
    let board = board(
        "##########
         ##########
         ####..####
         ###...####
         #####.####",
    );
    let flat = FallingPiece { kind: PieceKind::S, facing: Facing::North, x: 3, y: 0 };
    assert!(board.fits(flat), "the S lies in the slot");
    let (turned, kick) = flat.rotated(&board, Turn::Clockwise, KickTable::Srs).expect("the slot has room for the turn");
    (board, turned, LastMove::Rotation { turn: Turn::Clockwise, kick })
}

#[test]
fn a_piece_that_cannot_move_after_a_rotation_is_a_mini_under_all_spin() {
    let (board, s, last) = stuck_s();
    assert_eq!(spin_of(&board, s, last, SpinRule::All), Spin::Mini, "all-spin: stuck on all four sides is a mini");
    assert_eq!(spin_of(&board, s, last, SpinRule::TOnly), Spin::None, "without all-spin only the T spins");
    assert_eq!(spin_of(&board, s, LastMove::Other, SpinRule::All), Spin::None, "all-spin asks for a rotation too");
}

#[test]
fn a_piece_that_can_still_move_is_no_all_spin() {
    let (stuck, s, last) = stuck_s();
    let (_, highest) = s.row_range();
    let mut open_above = stuck;
    for (x, y) in s.cells() {
        open_above.clear_cell(x as usize, y as usize + 1);
    }
    assert!(open_above.fits(s.moved(0, 1)), "the S can go up to row {}", highest + 1);
    assert_eq!(spin_of(&open_above, s, last, SpinRule::All), Spin::None, "a piece that can go up is not stuck");
    let free = Board::new(BoardSize::default());
    let beside = s.shifted(&free, Shift::Left).expect("nothing in the way");
    assert_eq!(spin_of(&free, beside, last, SpinRule::All), Spin::None, "a piece in the open is not stuck");
}

/// A T just turned in a slot that holds it on all four sides and fills one of its corners.
fn stuck_t() -> (Board, FallingPiece, LastMove) {
    let board = board(
        "....#.....
         ..........
         ###...####
         ####..####",
    );
    let upright = t(Facing::East, 3, 0);
    assert!(board.fits(upright), "the T stands in the slot");
    let (turned, kick) =
        upright.rotated(&board, Turn::Counterclockwise, KickTable::Srs).expect("the slot has room for the turn");
    assert_eq!((turned, kick), (t(Facing::North, 3, 0), 0), "it turns in place");
    (board, turned, LastMove::Rotation { turn: Turn::Counterclockwise, kick })
}

#[test]
fn a_t_that_cannot_move_after_a_rotation_is_a_mini_where_the_rules_have_it() {
    let (board, turned, last) = stuck_t();
    assert_eq!(
        spin_of(&board, turned, last, SpinRule::AllAndImmobileT),
        Spin::Mini,
        "no three corners, but stuck: a mini"
    );
    for spins in [SpinRule::TOnly, SpinRule::All] {
        assert_eq!(spin_of(&board, turned, last, spins), Spin::None, "{spins:?}: a T spins by its corners");
    }
    assert_eq!(
        spin_of(&board, turned, LastMove::Other, SpinRule::AllAndImmobileT),
        Spin::None,
        "it asks for a rotation"
    );
    for (way, x, y) in [("left", 2, 1), ("right", 6, 1), ("down", 3, 0), ("up", 4, 3)] {
        let mut open = board;
        open.clear_cell(x, y);
        assert_eq!(
            spin_of(&open, turned, last, SpinRule::AllAndImmobileT),
            Spin::None,
            "a T that can go {way} is not stuck"
        );
    }
}

#[test]
fn the_corners_give_a_t_no_less_for_that_rule() {
    let rule = SpinRule::AllAndImmobileT;
    let last = LastMove::Rotation { turn: Turn::Clockwise, kick: 0 };
    assert_eq!(spin_of(&board(DOUBLE), t(Facing::South, 3, 0), last, rule), Spin::Full, "full by its corners");
    let beside = board("...#......\n..........");
    assert_eq!(
        spin_of(&beside, t(Facing::North, 3, -1), last, rule),
        Spin::Mini,
        "a mini by its corners, though it can move"
    );
    let (stuck, s, last) = stuck_s();
    assert_eq!(spin_of(&stuck, s, last, rule), Spin::Mini, "other pieces spin as under all-spin");
}

#[test]
fn the_rules_say_which_pieces_spin() {
    let plain = |all_spin| Rules { all_spin, ..Rules::versus() }.spins();
    assert_eq!((plain(false), plain(true)), (SpinRule::TOnly, SpinRule::All));
    for set in RuleSet::ALL {
        let expected = if set == RuleSet::Tetrio2 { SpinRule::AllAndImmobileT } else { SpinRule::TOnly };
        assert_eq!(set.rules().spins(), expected, "{}", set.name());
    }
    let off = Rules { all_spin: false, ..RuleSet::Tetrio2.rules() };
    assert_eq!(off.spins(), SpinRule::TOnly, "the option switches it off there too");
}
