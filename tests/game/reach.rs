//! The keys to every placement within reach, pressed tick by tick: they lead where they say, spin included.
//!
//! 2,000 placements; 10,000 with `KOROBKA_NIGHTLY=1`.

use crate::support::{Game, persons, setup, sorted_cells};
use korobka::game::components::Field;
use korobka::game::handling::SoftDrop;
use korobka::game::{Action, Handling, Phase};
use korobka::movegen::{AllowedMoves, Key, Landings, Placement, SoftDropKind, fewest_keys_to, find_landings};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, GravityRule, Matrix, PieceKind, PieceSet, Random, Rules, Shift, Spin, Turn};

/// A tap moves by one column, a direction held longer than this goes to the wall at once.
const DAS: u16 = 10;

fn placements() -> usize {
    if std::env::var_os("KOROBKA_NIGHTLY").is_some() { 10_000 } else { 2_000 }
}

/// Rows with gaps, and in every other board a cave with a shaft that leads into it.
fn ragged(random: &mut Random) -> Board {
    let mut board = Board::new(BoardSize::default());
    for y in 0..random.below(14) as usize {
        let density = [500, 700, 850, 900][random.below(4) as usize];
        (0..10).for_each(|x| {
            if random.chance(density) {
                board.fill_cell(x, y);
            }
        });
    }
    if random.chance(500) {
        let (left, width, height) =
            (random.below(5) as usize, 3 + random.below(3) as usize, 2 + random.below(2) as usize);
        let shaft = left + random.below(width as u32 - 1) as usize;
        (0..height + 2).for_each(|y| (0..10).for_each(|x| board.fill_cell(x, y)));
        (1..1 + height).for_each(|y| (left..left + width).for_each(|x| board.clear_cell(x, y)));
        (1..20).for_each(|y| (shaft..shaft + 2).for_each(|x| board.clear_cell(x, y)));
    }
    board.clear_full_rows();
    board
}

/// Presses a key of a way; a direction that is held stays down for this many ticks. A hard drop is not let go yet: what
/// it came to is that tick's.
pub(crate) fn press_key(game: &mut Game, key: Key, hold: u32) {
    let shift = |shift| if shift == Shift::Left { Action::Left } else { Action::Right };
    match key {
        Key::Tap(way) => game.tap(0, shift(way)),
        Key::Turn(Turn::Clockwise) => game.tap(0, Action::Clockwise),
        Key::Turn(Turn::Counterclockwise) => game.tap(0, Action::Counterclockwise),
        Key::Turn(Turn::Half) => game.tap(0, Action::Half),
        Key::Hold(way) => {
            game.press_for(0, shift(way), hold);
            game.release_for(0, shift(way), 1);
        }
        Key::SoftDrop(rows) => {
            let end = game.piece(0).y - rows as i8;
            game.press(0, Action::SoftDrop);
            while game.piece(0).y > end {
                game.tick();
            }
            game.release_for(0, Action::SoftDrop, 1);
        }
        Key::HardDrop => {
            game.press_for(0, Action::HardDrop, 1);
        }
    }
}

/// Presses the keys to a placement and checks where the piece locks.
fn follow(game: &mut Game, board: &Board, placement: &Placement, moves: &AllowedMoves) -> Vec<Key> {
    if game.phase() != Phase::Playing {
        let again = setup(game.current().rules, 1, persons(1, *game.get::<Handling>(0)));
        game.restart(again);
        game.tick();
    }
    let start = moves.spawn_piece(board, placement.piece.kind).expect("a piece with placements appears");
    let keys = fewest_keys_to(board, placement, moves).expect("keys lead to every placement");
    game.set(0, Field(Matrix::from_board(board)));
    game.give(0, start.kind, start.facing, start.x, start.y);
    keys.iter().for_each(|&key| press_key(game, key, u32::from(DAS) + 2));
    let locked = game.outcome(0).locked.unwrap_or_else(|| panic!("{keys:?} lock the piece: {placement:?}"));
    assert_eq!(sorted_cells(locked.piece), sorted_cells(placement.piece), "{keys:?} lead to {placement:?}");
    assert_eq!(locked.spin, placement.spin, "{keys:?} lead to {placement:?} with its spin");
    game.release_for(0, Action::HardDrop, 1);
    keys
}

#[test]
fn keys_pressed_in_the_game_lead_to_every_placement_with_its_spin() {
    let handling = Handling { das: DAS, arr: 0, soft_drop: SoftDrop::Factor(40), ..Handling::STANDARD };
    let mut random = Random::new(4, Purpose::Games);
    let mut landings = Landings::new();
    let (mut tried, mut spins, mut soft) = (0, 0, 0);
    for number in 0.. {
        let moves = AllowedMoves { half_turns: number % 2 == 0, fall: SoftDropKind::ByRows, ..AllowedMoves::default() };
        let rules =
            Rules { gravity: GravityRule::Off, half_turns: moves.half_turns, goal_lines: 0, ..Rules::marathon() };
        let mut game = Game::alone(Rules { countdown: 0, ..rules }, handling);
        let board = ragged(&mut random);
        let kind = if number % 3 == 0 { PieceKind::T } else { PieceSet::Tetromino.kind(random.below(7) as usize) };
        find_landings(&board, kind, &moves, &mut landings);
        for placement in landings.iter() {
            let keys = follow(&mut game, &board, &placement, &moves);
            tried += 1;
            spins += usize::from(placement.spin != Spin::None);
            soft += usize::from(keys.iter().any(|key| matches!(key, Key::SoftDrop(_))));
        }
        if tried >= placements() {
            break;
        }
    }
    assert!(
        spins > tried / 500 && soft > tried / 20,
        "of {tried} placements {spins} were spins, {soft} took a soft drop"
    );
}
