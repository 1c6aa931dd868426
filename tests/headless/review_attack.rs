//! The most attack of three placements, against trying every key and every order of hold with the rules' own functions.

use super::champion::state;
use super::reach::cells;
use super::reach_boards::count;
use korobka::movegen::{Move, Placement};
use korobka::review::{ATTACK_LOOKAHEAD, find_strongest_attack};
use korobka::rules::random::Purpose;
use korobka::rules::spin::spin_of;
use korobka::rules::{
    Board, BoardSize, Clear, FallingPiece, GarbageKind, LastMove, PieceKind, PieceSet, Random, RuleSet, Rules, Shift,
    Spin, Streak, Turn,
};
use korobka::search::State;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A board that is narrow and low, so that a thousand can be tried by every key.
const SMALL: BoardSize = BoardSize { width: 6, visible: 7, buffer: 4 };

/// Every way that is walked with the rules alone.
struct Walker {
    rules: Rules,
    now: u64,
    /// Where each piece comes to rest on each board, and by which spins.
    known: HashMap<(Board, PieceKind), Vec<(FallingPiece, Spin)>>,
}

/// A position on the way: the board, how many of its lowest rows are garbage, the streak, the held piece, whether it
/// may be taken, the falling piece and those to come.
#[derive(Clone)]
struct Walked {
    board: Board,
    garbage: u8,
    streak: Streak,
    hold: Option<PieceKind>,
    can_hold: bool,
    queue: Vec<PieceKind>,
}

impl Walker {
    /// Everywhere that keys bring a piece.
    fn places(&mut self, board: &Board, kind: PieceKind) -> Vec<(FallingPiece, Spin)> {
        let rules = &self.rules;
        let walk = || {
            let start = FallingPiece::spawn(kind, board.size());
            if !board.fits(start) {
                return Vec::new();
            }
            // As the game does: a piece appears and falls a row at once, if it can.
            let start = (start.lowered(board).unwrap_or(start), LastMove::Other);
            let (mut seen, mut left, mut waiting) = (HashSet::from([start]), HashSet::new(), vec![start]);
            let (mut cells_seen, mut found) = (BTreeSet::new(), Vec::new());
            while let Some((piece, last)) = waiting.pop() {
                let spin = spin_of(board, piece, last, rules.spins());
                if piece.lowered(board).is_none() && cells_seen.insert((cells(piece), spin)) {
                    found.push((piece, spin));
                }
                // The keys lead to the same places however the piece has come here.
                if !left.insert(piece) {
                    continue;
                }
                let mut next: Vec<(FallingPiece, LastMove)> = [Shift::Left, Shift::Right]
                    .into_iter()
                    .filter_map(|shift| piece.shifted(board, shift))
                    .chain(piece.lowered(board))
                    .map(|moved| (moved, LastMove::Other))
                    .collect();
                for turn in [Turn::Clockwise, Turn::Counterclockwise, Turn::Half] {
                    let turned =
                        piece.rotated(board, turn, rules.kicks).filter(|_| turn.is_quarter() || rules.half_turns);
                    next.extend(turned.map(|(piece, kick)| (piece, LastMove::Rotation { turn, kick })));
                }
                waiting.extend(next.into_iter().filter(|one| seen.insert(*one)));
            }
            found
        };
        self.known.entry((*board, kind)).or_insert_with(walk).clone()
    }

    /// What locking there attacks with, and the position after it; `None` if the player is out.
    fn locked(&self, at: &Walked, piece: FallingPiece, spin: Spin) -> Option<(u32, Walked)> {
        let mut after = at.clone();
        after.board.place(piece);
        let rows = after.board.clear_full_rows();
        let perfect = after.board.is_clear();
        let clear = after.streak.advance(rows.count_ones() as u8, spin, perfect, self.rules.attack.table);
        if self.rules.top_out.check_lock_out(after.board.size(), piece, rows).is_some() {
            return None;
        }
        let solid = at.board.solid_row_count();
        let is_dug = |row: &usize| (solid..solid + usize::from(at.garbage)).contains(row) && rows >> row & 1 == 1;
        let clear = Clear { garbage: (0..at.board.row_count()).filter(is_dug).count() as u8, ..clear };
        after.garbage -= clear.garbage;
        let mut lines = self.rules.attack.lines(&clear, self.now, 1000);
        if self.rules.garbage.kind == GarbageKind::Solid {
            // Every line takes a solid row from under the player before it attacks.
            let dug = after.board.remove_solid(rows.count_ones() as usize) as u32;
            lines -= dug.min(lines);
        }
        let next = after.queue.first().map(|kind| FallingPiece::spawn(*kind, after.board.size()));
        if next.is_some_and(|next| !after.board.fits(next)) {
            return None;
        }
        after.can_hold = true;
        Some((lines, after))
    }

    /// The piece to place with the position once it was taken.
    fn taken(at: &Walked, hold: bool) -> Option<(PieceKind, Walked)> {
        let mut after = at.clone();
        if after.queue.is_empty() {
            // Whatever falls, the held piece can be taken in its place.
            let held = after.hold.take().filter(|_| hold && at.can_hold)?;
            return Some((held, after));
        }
        let mut kind = after.queue.remove(0);
        if hold {
            if !at.can_hold {
                return None;
            }
            let held = after.hold.replace(kind);
            kind = match held {
                Some(held) => held,
                None if after.queue.is_empty() => return None,
                None => after.queue.remove(0),
            };
        }
        Some((kind, after))
    }

    /// The most lines of this many placements.
    fn most(&mut self, at: &Walked, left: usize) -> u32 {
        let mut most = 0;
        for hold in [false, true].into_iter().filter(|_| left > 0) {
            let Some((kind, taken)) = Self::taken(at, hold) else { continue };
            for (piece, spin) in self.places(&taken.board, kind) {
                if let Some((lines, after)) = self.locked(&taken, piece, spin) {
                    most = most.max(lines + self.most(&after, left - 1));
                }
            }
        }
        most
    }

    /// What these moves attack with.
    fn follow(&mut self, at: &Walked, moves: &[Move]) -> u32 {
        let (mut at, mut sum) = (at.clone(), 0);
        for &Move { placement, hold } in moves {
            let (kind, taken) = Self::taken(&at, hold).unwrap();
            let places = self.places(&taken.board, kind);
            let same =
                |place: &&(FallingPiece, Spin)| cells(place.0) == cells(placement.piece) && place.1 == placement.spin;
            let (piece, spin) = *places.iter().find(same).expect("keys lead there");
            let (lines, after) = self.locked(&taken, piece, spin).expect("the player is still in");
            (at, sum) = (after, sum + lines);
        }
        sum
    }
}

/// A board whose rows lack few cells, some of them covered.
fn nearly_full(size: BoardSize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    for y in 0..random.below(u32::from(size.visible) - 1) as usize {
        let first = random.below(u32::from(size.width));
        let lacking = 1 + random.below(4);
        (0..u32::from(size.width))
            .filter(|x| (x + u32::from(size.width) - first) % u32::from(size.width) >= lacking)
            .for_each(|x| board.fill_cell(x as usize, y));
    }
    board
}

/// Compares both on positions drawn by a seed, a fifth of them with solid garbage. Returns how many of all and how many
/// of those have an attack.
fn compare(size: BoardSize, seed: u64, cases: usize) -> [usize; 2] {
    let mut random = Random::new(seed, Purpose::Games);
    let (mut attacked, mut dug) = (0, 0);
    for case in 0..cases {
        let set = [RuleSet::Guideline, RuleSet::Tetrio2][case % 2];
        let mut rules = Rules { board: size, ..set.rules() };
        let kind = |random: &mut Random| PieceSet::Tetromino.kind(random.below(7) as usize);
        let mut board = nearly_full(size, &mut random);
        if case % 5 == 4 {
            rules.garbage.kind = GarbageKind::Solid;
            for _ in 0..1 + random.below(3) {
                // A board that would be too high keeps its rows.
                let mut raised = board;
                if raised.raise(raised.full_row(), true)
                    && raised.row_masks()[usize::from(size.visible)..].iter().all(|row| *row == 0)
                {
                    board = raised;
                }
            }
        }
        let at = Walked {
            board,
            garbage: (case % 4) as u8,
            streak: Streak { combo: random.below(4) as u16, back_to_back: random.below(4) as u16 },
            hold: random.chance(700).then(|| kind(&mut random)),
            can_hold: random.chance(800),
            queue: (0..1 + random.below(4)).map(|_| kind(&mut random)).collect(),
        };
        let state = State {
            board: at.board,
            hold: at.hold,
            can_hold: at.can_hold,
            queue: at.queue.clone(),
            streak: at.streak,
            garbage_rows: at.garbage,
            ..state("", "", None)
        };
        let now = [0, 300_000][case / 2 % 2];
        let mut walker = Walker { rules, now, known: HashMap::new() };
        let (found, expected) = (find_strongest_attack(&rules, &state, now, None), walker.most(&at, ATTACK_LOOKAHEAD));
        assert_eq!(found.lines, expected, "case {case}: {state:?}");
        assert_eq!(walker.follow(&at, &found.moves), expected, "case {case}: {found:?}");
        attacked += usize::from(expected > 0);
        dug += usize::from(board.solid_row_count() > 0 && expected > 0);
        // The same from any first move.
        let hold = random.chance(300);
        let Some((kind, taken)) = Walker::taken(&at, hold) else { continue };
        let places = walker.places(&taken.board, kind);
        if places.is_empty() || hold && at.hold == at.queue.first().copied() {
            continue;
        }
        let (piece, spin) = places[random.below(places.len() as u32) as usize];
        let left =
            walker.locked(&taken, piece, spin).map(|(lines, after)| lines + walker.most(&after, ATTACK_LOOKAHEAD - 1));
        let found =
            find_strongest_attack(&rules, &state, now, Some(Move { placement: Placement { piece, spin }, hold }));
        assert_eq!(found.lines, left.unwrap_or(0), "case {case}: {piece:?} {spin:?}");
    }
    [attacked, dug]
}

#[test]
fn the_most_attack_of_three_placements_is_what_every_key_gives() {
    // The 47th is the first that puts a piece aside for one like it.
    let small = count(60, 950);
    let [attacked, over_solid_rows] = compare(SMALL, 1, small);
    assert!(attacked * 2 > small, "{attacked} of {small} positions have an attack");
    assert!(over_solid_rows * 40 > small, "{over_solid_rows} of {small} have one over solid rows");
    compare(BoardSize::default(), 2, count(1, 50));
}

#[test]
fn an_attack_that_is_there_now_is_found_and_missed_by_every_other_place() {
    let state = State { can_hold: false, ..state(&"XXXXXXXXX.\n".repeat(4), "ISZS", None) };
    let rules = Rules::versus();
    let best = find_strongest_attack(&rules, &state, 0, None);
    // Four lines and an empty board: what the guideline's table has for a perfect clear.
    let quad = best.moves[0].placement;
    assert_eq!((quad.piece.row_range(), best.moves.len(), best.lines), ((0, 3), 1, 10));
    let beside = FallingPiece { x: quad.piece.x - 3, ..quad.piece }.dropped(&state.board);
    let missed = Move { placement: Placement { piece: beside, spin: Spin::None }, hold: false };
    assert_eq!(find_strongest_attack(&rules, &state, 0, Some(missed)).lines, 0);
}

#[test]
fn a_quad_through_garbage_attacks_with_one_line_more_by_the_rules_that_say_so() {
    let most = |set: RuleSet, garbage_rows: u8| {
        let state = State { can_hold: false, garbage_rows, ..state(&"XXXXXXXXX.\n".repeat(5), "I", None) };
        find_strongest_attack(&set.rules(), &state, 0, None).lines
    };
    assert_eq!([0, 1, 5].map(|rows| most(RuleSet::Tetrio2, rows)), [4, 5, 5]);
    assert_eq!(most(RuleSet::Guideline, 5), 4);
}

#[test]
fn of_two_ways_to_the_same_attack_the_one_with_fewer_pieces_is_found() {
    // Two upright I clear four rows. So do three of them, the first of which lies flat on top.
    let drawing = format!("X.........\n{}", "XXXXXXXX..\n".repeat(4));
    let state = State { can_hold: false, ..state(&drawing, "III", None) };
    let best = find_strongest_attack(&Rules::versus(), &state, 0, None);
    assert_eq!((best.lines, best.moves.len()), (4, 2), "{best:?}");
}
