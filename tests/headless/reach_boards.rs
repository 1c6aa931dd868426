//! Boards to try placements on: random ones, tight ones with overhangs and caves, and ones from play.

use korobka::movegen::drops::straight_placements;
use korobka::rules::board::BoardSize;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, PieceSet, Random, SpinRule};

/// Every rule of which pieces spin.
pub(super) const SPINS: [SpinRule; 3] = [SpinRule::TOnly, SpinRule::All, SpinRule::AllAndImmobileT];

/// How many boards a test takes: a few in every run, all with KOROBKA_NIGHTLY set.
pub(super) fn count(usual: usize, nightly: usize) -> usize {
    if std::env::var_os("KOROBKA_NIGHTLY").is_some() { nightly } else { usual }
}

/// Boards of all kinds, the same for the same seed; two of three of the usual size.
pub(super) fn boards(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Random::new(seed, Purpose::Games);
    let mut found = Vec::new();
    while found.len() < count {
        let size = match random.below(3) {
            0 => BoardSize {
                width: 4 + random.below(13) as u8,
                visible: 4 + random.below(30) as u8,
                buffer: 3 + random.below(18) as u8,
            },
            _ => BoardSize::default(),
        };
        match found.len() % 4 {
            0 => found.push(scattered(size, &mut random)),
            1 => found.push(caves(size, &mut random)),
            2 => found.push(dug(size, &mut random)),
            _ => played(size, &mut random, &mut found),
        }
    }
    found.truncate(count);
    found
}

/// Cells at random; now and then up to where pieces appear.
fn scattered(size: BoardSize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    let rows = random.below(u32::from(size.visible) + 3) as usize;
    let filled = 100 + random.below(800) as u16;
    for y in 0..rows {
        (0..board.width()).for_each(|x| {
            if random.chance(filled) {
                board.fill_cell(x, y);
            }
        });
    }
    board
}

/// A full block with tunnels and shafts as wide as a cell or two, some of them under a roof.
fn caves(size: BoardSize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    let width = board.width() as u32;
    let rows = 3 + random.below(u32::from(size.visible).saturating_sub(3).max(1)) as usize;
    for y in 0..rows {
        (0..board.width()).for_each(|x| board.fill_cell(x, y));
    }
    for _ in 0..2 + random.below(4) {
        let (mut x, mut y) = (random.below(width) as i32, rows as i32 + 1);
        let thick = random.below(2) as i32;
        for _ in 0..6 + random.below(40) {
            for (dx, dy) in [(0, 0), (thick, 0), (0, thick), (thick, thick)] {
                board.clear_cell((x + dx).max(0) as usize, (y + dy).max(0) as usize);
            }
            match random.below(5) {
                0 => x = (x - 1).max(0),
                1 => x = (x + 1).min(width as i32 - 1),
                2 => y += 1,
                _ => y = (y - 1).max(0),
            }
        }
    }
    board
}

/// Rows of garbage with a hole each, and a ragged top with overhangs.
fn dug(size: BoardSize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    let width = board.width() as u32;
    let rows = random.below(u32::from(size.visible) / 2 + 1) as usize;
    let mut hole = random.below(width);
    for y in 0..rows {
        if random.chance(400) {
            hole = random.below(width);
        }
        (0..board.width()).filter(|&x| x as u32 != hole).for_each(|x| board.fill_cell(x, y));
    }
    for y in rows..rows + random.below(7) as usize {
        (0..board.width()).for_each(|x| {
            if random.chance(550) {
                board.fill_cell(x, y);
            }
        });
    }
    board
}

/// A whole game by straight drops chosen for low, even stacks; every few pieces a board, often with a
/// hole dug under it.
fn played(size: BoardSize, random: &mut Random, found: &mut Vec<Board>) {
    let mut board = Board::new(size);
    let careful = random.chance(700);
    for turn in 0..60 {
        let kind = PieceSet::Tetromino.kind(random.below(7) as usize);
        let landings: Vec<_> = straight_placements(&board, kind, usize::from(size.visible)).collect();
        if landings.is_empty() {
            break;
        }
        let cost = |board: &Board| {
            let heights = board.column_heights();
            let holes = heights.iter().map(|&height| u32::from(height)).sum::<u32>() - board.count();
            let steps: u32 = heights[..board.width()].windows(2).map(|pair| u32::from(pair[0].abs_diff(pair[1]))).sum();
            4 * holes + steps + 2 * board.stack_height() as u32
        };
        let after = |piece| {
            let mut after = board;
            after.place(piece);
            after.clear_full_rows();
            after
        };
        let chosen = match careful {
            true => landings.iter().copied().min_by_key(|&piece| cost(&after(piece))),
            false => Some(landings[random.below(landings.len() as u32) as usize]),
        };
        let Some(chosen) = chosen else { break };
        board = after(chosen);
        if turn % 6 == 5 {
            found.push(board);
        }
    }
    found.push(board);
}
