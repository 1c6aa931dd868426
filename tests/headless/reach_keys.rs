//! Keys to placements: pressed one by one with the rules' own functions, and against trying every sequence of keys.

use super::reach::{cells, drawing};
use super::reach_boards::{SPINS, boards, count};
use korobka::movegen::{
    AllowedMoves, FallRules, HandTiming, Key, Landings, Placement, SoftDropKind, fewest_keys_to, find_landings,
    ticks_to_place,
};
use korobka::rules::random::Purpose;
use korobka::rules::spin::spin_of;
use korobka::rules::{
    Board, FallingPiece, Gravity, GravityRule, KickTable, LastMove, LockDownRule, PieceKind, PieceSet, Random, Shift,
    Spin, SpinRule, Turn,
};

/// Presses a key: what the piece is then, or nothing if the key does nothing.
fn press(
    board: &Board,
    piece: FallingPiece,
    last: LastMove,
    key: Key,
    kicks: KickTable,
) -> Option<(FallingPiece, LastMove)> {
    match key {
        Key::Tap(shift) => piece.shifted(board, shift).map(|piece| (piece, LastMove::Other)),
        Key::Hold(shift) => {
            let wall = std::iter::successors(Some(piece), |piece| piece.shifted(board, shift)).last().unwrap();
            (wall != piece).then_some((wall, LastMove::Other))
        }
        Key::Turn(turn) => {
            piece.rotated(board, turn, kicks).map(|(piece, kick)| (piece, LastMove::Rotation { turn, kick }))
        }
        Key::SoftDrop(rows) => {
            (0..rows).try_fold(piece, |piece, _| piece.lowered(board)).map(|piece| (piece, LastMove::Other))
        }
        Key::HardDrop => {
            let rest = piece.dropped(board);
            Some((rest, if rest == piece { last } else { LastMove::Other }))
        }
    }
}

fn leads_there(board: &Board, placement: &Placement, moves: &AllowedMoves, keys: &[Key]) -> bool {
    let start = (moves.spawn_piece(board, placement.piece.kind).unwrap(), LastMove::Other);
    let end = keys.iter().try_fold(start, |(piece, last), &key| press(board, piece, last, key, moves.kicks));
    end.is_some_and(|(piece, last)| {
        cells(piece) == cells(placement.piece) && spin_of(board, piece, last, moves.spins) == placement.spin
    })
}

#[test]
fn the_keys_to_every_placement_lead_there_with_its_spin() {
    let mut landings = Landings::new();
    let (mut tried, mut spins, mut soft) = (0, 0, 0);
    for (index, board) in boards(3, 1_000).into_iter().enumerate() {
        let kind = if index % 3 == 0 { PieceKind::T } else { PieceSet::Tetromino.kind(index / 4 + index) };
        let fall = if index % 5 == 0 { SoftDropKind::ToGround } else { SoftDropKind::ByRows };
        let kicks = KickTable::ALL[index / 4 % 2];
        let moves =
            AllowedMoves { half_turns: index % 2 == 0, kicks, spins: SPINS[index % 4 % 3], fall, spawn_row: None };
        find_landings(&board, kind, &moves, &mut landings);
        for placement in landings.iter() {
            let keys = fewest_keys_to(&board, &placement, &moves)
                .unwrap_or_else(|| panic!("{placement:?}\n{}", drawing(&board)));
            assert!(leads_there(&board, &placement, &moves, &keys), "{keys:?}\n{placement:?}\n{}", drawing(&board));
            assert_eq!(keys.iter().filter(|&&key| key == Key::HardDrop).count(), 1, "one hard drop: {keys:?}");
            assert_eq!(keys.last(), Some(&Key::HardDrop));
            tried += 1;
            spins += usize::from(placement.spin != Spin::None);
            soft += usize::from(keys.iter().any(|key| matches!(key, Key::SoftDrop(_))));
        }
    }
    assert!(tried > 10_000 && spins > 150 && soft > 500, "{tried} placements, {spins} spins, {soft} soft drops");
}

#[test]
fn no_shorter_sequence_of_keys_leads_to_a_placement() {
    let mut random = Random::new(5, Purpose::Games);
    let mut landings = Landings::new();
    let mut tried = 0;
    let rows = || (1..20).map(Key::SoftDrop);
    let shifts = [Key::Tap(Shift::Left), Key::Tap(Shift::Right), Key::Hold(Shift::Left), Key::Hold(Shift::Right)];
    for board in boards(6, count(30, 300)) {
        let kind = PieceSet::Tetromino.kind(random.below(7) as usize);
        let kicks = KickTable::ALL[random.below(2) as usize];
        let moves = AllowedMoves { half_turns: random.chance(500), kicks, ..AllowedMoves::default() };
        let turns = [Turn::Clockwise, Turn::Counterclockwise, Turn::Half];
        let turns = turns.into_iter().filter(|turn| turn.is_quarter() || moves.half_turns).map(Key::Turn);
        let every: Vec<Key> = shifts.into_iter().chain(turns).chain(rows()).collect();
        let Some(start) = moves.spawn_piece(&board, kind) else { continue };
        find_landings(&board, kind, &moves, &mut landings);
        // All that up to three keys before the hard drop reach, by their number.
        let mut reached: Vec<Vec<(FallingPiece, LastMove)>> = vec![vec![(start, LastMove::Other)]];
        for _ in 0..3 {
            let last: Vec<_> = reached.last().unwrap().clone();
            let mut next: Vec<_> = last
                .iter()
                .flat_map(|&(piece, last)| every.iter().filter_map(move |&key| press(&board, piece, last, key, kicks)))
                .collect();
            next.sort_by_key(|state| format!("{state:?}"));
            next.dedup();
            reached.push(next);
        }
        for placement in landings.iter() {
            let fewest = fewest_keys_to(&board, &placement, &moves).unwrap().len();
            let there = |&(piece, last): &(FallingPiece, LastMove)| {
                let (rest, last) = press(&board, piece, last, Key::HardDrop, kicks).unwrap();
                cells(rest) == cells(placement.piece) && spin_of(&board, rest, last, moves.spins) == placement.spin
            };
            let plain = reached.iter().position(|states| states.iter().any(there));
            match plain {
                Some(keys) => assert_eq!(fewest, keys + 1, "{placement:?}\n{}", drawing(&board)),
                None => assert!(fewest > 4, "{placement:?}\n{}", drawing(&board)),
            }
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried} placements");
}

/// Source: the finesse tables of the field: at most two keys to the column and as many turns as the facing takes.
#[test]
fn on_an_empty_board_finesse_is_two_keys_to_the_column_and_the_turns() {
    let (board, moves, mut landings) = (Board::new(Default::default()), AllowedMoves::default(), Landings::new());
    let keys_of = |kind, column: i8, facing: u8, landings: &mut Landings| {
        find_landings(&board, kind, &moves, landings);
        let placed = landings.iter().find(|p| p.piece.facing as u8 == facing && cells(p.piece)[0].0 == column).unwrap();
        fewest_keys_to(&board, &placed, &moves).unwrap()
    };
    for kind in PieceSet::Tetromino.kinds() {
        find_landings(&board, kind, &moves, &mut landings);
        let half = AllowedMoves { half_turns: true, ..moves };
        for placement in landings.iter() {
            let turns = [0, 1, 2, 1][placement.piece.facing as usize];
            assert!(fewest_keys_to(&board, &placement, &moves).unwrap().len() <= 2 + turns + 1, "{placement:?}");
            assert!(fewest_keys_to(&board, &placement, &half).unwrap().len() <= 2 + turns.min(1) + 1, "{placement:?}");
        }
    }
    assert_eq!(keys_of(PieceKind::T, 3, 0, &mut landings), [Key::HardDrop]);
    assert_eq!(keys_of(PieceKind::T, 0, 0, &mut landings), [Key::Hold(Shift::Left), Key::HardDrop]);
    assert_eq!(keys_of(PieceKind::I, 0, 1, &mut landings).len(), 3, "held to the wall and turned");
}

const HAND: HandTiming = HandTiming { das: 133, arr: 10, soft_drop: Some(20), pause: 50, think: 0 };

fn falling(gravity: Gravity) -> FallRules {
    FallRules { gravity, lock_down: LockDownRule::default(), kicks: KickTable::Srs, spins: SpinRule::TOnly }
}

#[test]
fn a_hand_without_gravity_does_whatever_the_keys_say() {
    let moves = AllowedMoves::default();
    let mut landings = Landings::new();
    let mut tried = 0;
    for (index, board) in boards(8, 200).into_iter().enumerate() {
        let kind = PieceSet::Tetromino.kind(index);
        find_landings(&board, kind, &moves, &mut landings);
        for placement in landings.iter() {
            let (keys, start) =
                (fewest_keys_to(&board, &placement, &moves).unwrap(), moves.spawn_piece(&board, kind).unwrap());
            let ticks = ticks_to_place(&board, start, &keys, &placement, &HAND, &falling(Gravity(0)));
            // A long rest on the stack may lock by itself; nothing else may go wrong.
            let patient =
                FallRules { lock_down: LockDownRule { delay: 60_000, ..Default::default() }, ..falling(Gravity(0)) };
            let slow = ticks_to_place(&board, start, &keys, &placement, &HAND, &patient);
            assert!(slow.is_some() && ticks.is_none_or(|ticks| Some(ticks) == slow), "{keys:?}\n{}", drawing(&board));
            tried += 1;
        }
    }
    assert!(tried > 3_000, "{tried}");
}

#[test]
fn a_soft_drop_of_more_rows_than_there_are_ends_on_the_ground() {
    let (board, moves) = (Board::new(Default::default()), AllowedMoves::default());
    let start = moves.spawn_piece(&board, PieceKind::O).unwrap();
    let placement = Placement { piece: start.dropped(&board), spin: Spin::None };
    let ticks = |rows| {
        let keys = [Key::SoftDrop(rows), Key::HardDrop];
        ticks_to_place(&board, start, &keys, &placement, &HAND, &falling(GravityRule::VERSUS.at(1, 0)))
    };
    let whole_way = ticks((start.y - placement.piece.y) as u8);
    assert!(whole_way > ticks(1), "{whole_way:?}");
    assert_eq!([40, 127, 128, 200, 255].map(ticks), [whole_way; 5]);
}

#[test]
fn gravity_leaves_too_little_time_from_some_level_on() {
    let board = Board::new(Default::default());
    let moves = AllowedMoves::default();
    let start = moves.spawn_piece(&board, PieceKind::I).unwrap();
    let mut landings = Landings::new();
    find_landings(&board, PieceKind::I, &moves, &mut landings);
    let left = landings.iter().find(|p| p.piece.cells().all(|(x, _)| x == 0)).unwrap();
    let keys = fewest_keys_to(&board, &left, &moves).unwrap();
    let at =
        |level, hand| ticks_to_place(&board, start, &keys, &left, &hand, &falling(GravityRule::Curve.at(level, 0)));
    // Held to the wall in 133 + 2 x 10 ticks or so, a turn, a drop.
    let ticks = at(1, HAND).unwrap();
    assert!((150..400).contains(&ticks), "{ticks}");
    assert_eq!(at(1, HAND), at(10, HAND), "falling a few rows costs no time");
    // At 20 G an I cannot be turned upright at the wall before it lies on the floor; but there it still can.
    let tower = Board::from_drawing(Default::default(), &"..xx......\n".repeat(12));
    find_landings(&tower, PieceKind::I, &moves, &mut landings);
    let beyond = landings.iter().find(|p| p.piece.cells().all(|(x, _)| x == 0)).unwrap();
    let way = korobka::movegen::fewest_keys_to(&tower, &beyond, &moves).unwrap();
    let level = |level| {
        ticks_to_place(&tower, start, &way, &beyond, &HAND, &falling(GravityRule::Curve.at(level, 0))).is_some()
    };
    assert!(level(1) && !level(19), "over a tower only while the piece is above it");
    let fast = HandTiming { das: 0, arr: 0, soft_drop: None, pause: 1, think: 0 };
    let quick = |level| {
        ticks_to_place(&tower, start, &way, &beyond, &fast, &falling(GravityRule::Curve.at(level, 0))).is_some()
    };
    assert!(quick(1), "a quick hand comes over it too");
    assert!((1..19).all(|level| !self::monotone(level, &quick)), "a faster level never helps");
}

/// Whether a level works where the one below it does not.
fn monotone(level: u32, works: &impl Fn(u32) -> bool) -> bool {
    works(level + 1) && !works(level)
}

#[test]
fn a_held_direction_takes_its_delay_and_a_step_for_each_column_after_that() {
    let board = Board::new(Default::default());
    let start = FallingPiece::spawn(PieceKind::O, board.size());
    let wall = std::iter::successors(Some(start), |piece| piece.shifted(&board, Shift::Left)).last().unwrap();
    let columns = (start.x - wall.x) as u32;
    let placement = Placement { piece: wall.dropped(&board), spin: Spin::None };
    let keys = [Key::Hold(Shift::Left), Key::HardDrop];
    let ticks = |das, arr| {
        let hand = HandTiming { das, arr, ..HAND };
        ticks_to_place(&board, start, &keys, &placement, &hand, &falling(Gravity(0))).unwrap()
    };
    // The press moves it by one column, the delay by the next; then come the steps, and no step more at the wall.
    assert_eq!(ticks(100, 40) - ticks(100, 20), 20 * (columns - 2));
    assert_eq!(ticks(150, 20) - ticks(100, 20), 50);
}
