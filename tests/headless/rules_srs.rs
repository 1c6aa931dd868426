//! The Super Rotation System and SRS+: every transition and every test of the published tables, typed here anew.
//!
//! Shapes and offsets are those of `docs/design/rules.md`, not of the sources under test.

use korobka::rules::{Board, BoardSize, Facing, FallingPiece, KickTable, PieceKind, RuleSet, Turn};
use std::collections::BTreeSet;

/// A row of the table: from, turn, to, and the offsets after the test in place.
type Transition = (usize, Turn, usize, &'static [(i8, i8)]);

use Turn::{Clockwise as R, Counterclockwise as L, Half as H};

const JLSTZ: [Transition; 8] = [
    (0, R, 1, &[(-1, 0), (-1, 1), (0, -2), (-1, -2)]),
    (1, L, 0, &[(1, 0), (1, -1), (0, 2), (1, 2)]),
    (1, R, 2, &[(1, 0), (1, -1), (0, 2), (1, 2)]),
    (2, L, 1, &[(-1, 0), (-1, 1), (0, -2), (-1, -2)]),
    (2, R, 3, &[(1, 0), (1, 1), (0, -2), (1, -2)]),
    (3, L, 2, &[(-1, 0), (-1, -1), (0, 2), (-1, 2)]),
    (3, R, 0, &[(-1, 0), (-1, -1), (0, 2), (-1, 2)]),
    (0, L, 3, &[(1, 0), (1, 1), (0, -2), (1, -2)]),
];

const I: [Transition; 8] = [
    (0, R, 1, &[(-2, 0), (1, 0), (-2, -1), (1, 2)]),
    (1, L, 0, &[(2, 0), (-1, 0), (2, 1), (-1, -2)]),
    (1, R, 2, &[(-1, 0), (2, 0), (-1, 2), (2, -1)]),
    (2, L, 1, &[(1, 0), (-2, 0), (1, -2), (-2, 1)]),
    (2, R, 3, &[(2, 0), (-1, 0), (2, 1), (-1, -2)]),
    (3, L, 2, &[(-2, 0), (1, 0), (-2, -1), (1, 2)]),
    (3, R, 0, &[(1, 0), (-2, 0), (1, -2), (-2, 1)]),
    (0, L, 3, &[(-1, 0), (2, 0), (-1, 2), (2, -1)]),
];

/// The table "SRS+" of `halp1/triangle`, whose y points down.
const I_PLUS_Y_DOWN: [Transition; 8] = [
    (0, R, 1, &[(1, 0), (-2, 0), (-2, 1), (1, -2)]),
    (1, L, 0, &[(-1, 0), (2, 0), (-1, 2), (2, -1)]),
    (1, R, 2, &[(-1, 0), (2, 0), (-1, -2), (2, 1)]),
    (2, L, 1, &[(-2, 0), (1, 0), (-2, -1), (1, 2)]),
    (2, R, 3, &[(2, 0), (-1, 0), (2, -1), (-1, 2)]),
    (3, L, 2, &[(1, 0), (-2, 0), (1, -2), (-2, 1)]),
    (3, R, 0, &[(1, 0), (-2, 0), (1, 2), (-2, -1)]),
    (0, L, 3, &[(-1, 0), (2, 0), (2, 1), (-1, -2)]),
];

const JLSTZ_HALF: [Transition; 4] = [
    (0, H, 2, &[(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)]),
    (2, H, 0, &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)]),
    (1, H, 3, &[(1, 0), (1, 2), (1, 1), (0, 2), (0, 1)]),
    (3, H, 1, &[(-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)]),
];

const I_HALF: [Transition; 4] =
    [(0, H, 2, &[(0, 1)]), (2, H, 0, &[(0, -1)]), (1, H, 3, &[(1, 0)]), (3, H, 1, &[(-1, 0)])];

/// The spawn shapes: the box's side and its cells, rows counted from the box's floor.
fn shape(letter: char) -> (i8, [(i8, i8); 4]) {
    match letter {
        'J' => (3, [(0, 2), (0, 1), (1, 1), (2, 1)]),
        'L' => (3, [(2, 2), (0, 1), (1, 1), (2, 1)]),
        'S' => (3, [(1, 2), (2, 2), (0, 1), (1, 1)]),
        'T' => (3, [(1, 2), (0, 1), (1, 1), (2, 1)]),
        'Z' => (3, [(0, 2), (1, 2), (1, 1), (2, 1)]),
        'I' => (4, [(0, 2), (1, 2), (2, 2), (3, 2)]),
        _ => (2, [(0, 0), (1, 0), (0, 1), (1, 1)]),
    }
}

/// The cells of a piece turned clockwise `quarters` times within its box, whose corner is at `x`, `y`.
fn cells(letter: char, quarters: usize, x: i8, y: i8) -> BTreeSet<(i8, i8)> {
    let (side, cells) = shape(letter);
    let turn = |(x, y): (i8, i8)| (y, side - 1 - x);
    cells.map(|cell| (0..quarters).fold(cell, |cell, _| turn(cell))).map(|(dx, dy)| (x + dx, y + dy)).into()
}

/// A board that is filled but for `open`.
fn open_at(open: &BTreeSet<(i8, i8)>) -> Board {
    let size = BoardSize::default();
    let mut board = Board::new(size);
    for y in 0..size.row_count() {
        for x in 0..size.width as usize {
            if !open.contains(&(x as i8, y as i8)) {
                board.fill_cell(x, y);
            }
        }
    }
    board
}

/// Opens the board for the piece and for one place of the table at a time: the turn ends at the first place that fits.
fn check(letters: &str, kicks: KickTable, table: &[Transition]) {
    check_upwards(letters, kicks, table, 1);
}

/// As [`check`], for a table whose y points up, or down if `up` is -1.
fn check_upwards(letters: &str, kicks: KickTable, table: &[Transition], up: i8) {
    const HOME: (i8, i8) = (4, 9);
    for &(from, turn, to, offsets) in table {
        let tests: Vec<_> = [&[(0, 0)], offsets].concat().into_iter().map(|(dx, dy): (i8, i8)| (dx, dy * up)).collect();
        let mut reached = BTreeSet::new();
        for letter in letters.chars() {
            let kind = PieceKind::from_letter(letter).unwrap();
            let piece = FallingPiece { kind, facing: Facing::ALL[from], x: HOME.0, y: HOME.1 };
            let start = cells(letter, from, HOME.0, HOME.1);
            assert_eq!(
                piece.cells().collect::<BTreeSet<_>>(),
                start,
                "{letter} facing {from} has the guideline's shape"
            );
            let at = |(dx, dy): (i8, i8)| cells(letter, to, HOME.0 + dx, HOME.1 + dy);
            for &test in &tests {
                let open: BTreeSet<_> = start.union(&at(test)).copied().collect();
                let first = tests.iter().position(|&test| at(test).is_subset(&open)).unwrap();
                let turned = piece.rotated(&open_at(&open), turn, kicks);
                let (landed, kick) = turned.unwrap_or_else(|| panic!("{letter} {from}->{to}: {test:?} fits"));
                assert_eq!(usize::from(kick), first, "{letter} {from}->{to}: the first test that fits is taken");
                assert_eq!(landed.facing, Facing::ALL[to], "{letter} turns {from}->{to}");
                assert_eq!(landed.cells().collect::<BTreeSet<_>>(), at(tests[first]), "{letter} {from}->{to} {first}");
                reached.insert(first);
            }
            if from % 2 != to % 2 || !"ISZ".contains(letter) {
                assert_eq!(
                    piece.rotated(&open_at(&start), turn, kicks),
                    None,
                    "{letter} {from}->{to}: no test fits, no turn"
                );
            }
        }
        assert_eq!(reached.len(), tests.len(), "{letters} {from}->{to}: every test of the table was the first to fit");
    }
}

#[test]
fn jlstz_turn_by_quarters_as_in_the_table() {
    KickTable::ALL.into_iter().for_each(|kicks| check("JLSTZ", kicks, &JLSTZ));
}

#[test]
fn the_i_turns_by_quarters_as_in_its_own_table() {
    check("I", KickTable::Srs, &I);
}

#[test]
fn the_i_of_tetrio_turns_by_quarters_as_in_its_table() {
    check_upwards("I", KickTable::SrsPlus, &I_PLUS_Y_DOWN, -1);
    for set in RuleSet::ALL {
        let of_tetrio = matches!(set, RuleSet::Tetrio | RuleSet::Tetrio2);
        assert_eq!(set.rules().kicks, if of_tetrio { KickTable::SrsPlus } else { KickTable::Srs }, "{set:?}");
    }
}

#[test]
fn jlstz_turn_by_halves_as_in_the_table() {
    KickTable::ALL.into_iter().for_each(|kicks| check("JLSTZ", kicks, &JLSTZ_HALF));
}

#[test]
fn the_i_has_one_kick_a_half_turn() {
    KickTable::ALL.into_iter().for_each(|kicks| check("I", kicks, &I_HALF));
}

#[test]
fn the_published_j_example_needs_the_fifth_test() {
    let board = Board::from_drawing(
        BoardSize::default(),
        ".....#....
         ..........
         #####.####
         #####.####
         ####..####
         #########.
         #########.",
    );
    let piece = FallingPiece { kind: PieceKind::J, facing: Facing::North, x: 3, y: 4 };
    assert!(board.fits(piece), "the J lies on the stack, flat side down");
    for (test, offset) in [(1, (0, 0)), (2, (1, 0)), (3, (1, 1)), (4, (0, -2))] {
        let turned = FallingPiece { facing: Facing::West, ..piece }.moved(offset.0, offset.1);
        assert!(!board.fits(turned), "0->L of the J: test {test} fails");
    }
    let (turned, kick) =
        piece.rotated(&board, Turn::Counterclockwise, KickTable::Srs).expect("0->L of the J: test 5 succeeds");
    assert_eq!((turned.x, turned.y, kick), (4, 2, 4), "test 5 of 0->L moves the J by (+1,-2)");
}

#[test]
fn the_o_never_moves_when_it_turns() {
    let o = FallingPiece { kind: PieceKind::O, facing: Facing::North, x: 4, y: 7 };
    let snug = open_at(&o.cells().collect());
    for from in Facing::ALL {
        for turn in [R, L, H] {
            let piece = FallingPiece { facing: from, ..o };
            let (turned, kick) = piece.rotated(&snug, turn, KickTable::Srs).expect("an O turns wherever it fits");
            assert_eq!(kick, 0, "an O is not kicked");
            assert_eq!(turned.cells().collect::<Vec<_>>(), o.cells().collect::<Vec<_>>(), "an O does not move");
        }
    }
    let board = Board::new(BoardSize::default());
    let outside = FallingPiece { x: -1, ..o };
    assert_eq!(
        outside.rotated(&board, R, KickTable::Srs),
        None,
        "an O that does not fit is not kicked to where it would"
    );
}

#[test]
fn a_mirror_shows_the_other_of_a_pair_and_every_other_piece_as_itself() {
    let pairs = ["JL", "SZ", "Ff", "Qq", "Nn", "Pp", "Yy", "zs"];
    for set in [korobka::rules::PieceSet::Tetromino, korobka::rules::PieceSet::Pentomino] {
        for kind in set.kinds() {
            let letter = kind.letter();
            let pair = pairs.iter().find(|pair| pair.contains(letter));
            let image = pair.and_then(|pair| pair.chars().find(|other| *other != letter)).unwrap_or(letter);
            assert_eq!(kind.mirrored().letter(), image, "{letter}");
        }
    }
}

#[test]
fn four_quarter_turns_in_the_open_lead_back() {
    let board = Board::new(BoardSize::default());
    for set in [korobka::rules::PieceSet::Tetromino, korobka::rules::PieceSet::Pentomino] {
        for kind in set.kinds() {
            let piece = FallingPiece { kind, facing: Facing::North, x: 3, y: 8 };
            let turned =
                |piece: FallingPiece, turn| piece.rotated(&board, turn, KickTable::Srs).map(|(piece, _)| piece);
            for turn in [R, L] {
                let back = (0..4).try_fold(piece, |piece, _| turned(piece, turn));
                assert_eq!(back, Some(piece), "{}: four quarter turns are none", kind.letter());
            }
            let half = (0..2).try_fold(piece, |piece, _| turned(piece, H));
            assert_eq!(half, Some(piece), "{}: two half turns are none", kind.letter());
        }
    }
}
