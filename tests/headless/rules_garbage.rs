//! The garbage queue: order of cancelling, travel, cap, holes.

use korobka::rules::{Board, BoardSize, GarbageKind, GarbageQueue, GarbageRules, Matrix, Mino};

const RULES: GarbageRules = GarbageRules {
    kind: GarbageKind::Ordinary,
    cap: 8,
    travel: 333,
    messiness: 1000,
    messiness_within: 0,
    blocking: true,
};

fn holes(queue: &mut GarbageQueue, now: u64, rules: &GarbageRules) -> Vec<u8> {
    queue.take_rising_rows(now, rules, 10).into_iter().map(|hole| hole.expect("ordinary garbage has a hole")).collect()
}

fn waiting(queue: &GarbageQueue) -> Vec<u32> {
    queue.waiting_attacks().map(|attack| attack.rows).collect()
}

#[test]
fn the_default_rules_are_the_published_ones() {
    assert_eq!(GarbageRules::default(), RULES, "cap 8, 20 frames of travel, messiness 1 between attacks and 0 within");
}

#[test]
fn garbage_rises_once_its_travel_is_over() {
    let mut queue = GarbageQueue::new(1);
    queue.receive(4, 1000, &RULES);
    assert_eq!(queue.waiting_row_count(), 4, "an attack waits from the tick it was sent");
    assert_eq!(queue.due_rows(1332), 0, "a millisecond before its time nothing is due");
    assert!(queue.take_rising_rows(1332, &RULES, 10).is_empty(), "and nothing rises");
    assert_eq!(queue.due_rows(1333), 4, "333 ms after sending it is due");
    assert_eq!(queue.take_rising_rows(1333, &RULES, 10).len(), 4, "and rises");
    assert_eq!(queue.waiting_row_count(), 0, "what has risen no longer waits");
}

#[test]
fn garbage_of_the_last_of_all_ticks_is_due_then() {
    let mut queue = GarbageQueue::new(1);
    queue.receive(2, u64::MAX, &RULES);
    assert_eq!(queue.take_rising_rows(u64::MAX, &RULES, 10).len(), 2);
}

#[test]
fn garbage_without_travel_is_due_at_once() {
    let mut queue = GarbageQueue::new(1);
    queue.receive(2, 50, &GarbageRules { travel: 0, ..RULES });
    assert_eq!(queue.take_rising_rows(50, &RULES, 10).len(), 2, "no travel: it may rise in the tick it was sent");
}

#[test]
fn own_clears_cancel_the_oldest_first() {
    let mut queue = GarbageQueue::new(1);
    for (rows, now) in [(3, 0), (4, 10), (2, 20)] {
        queue.receive(rows, now, &RULES);
    }
    assert_eq!(queue.cancel(0), 0, "no line cancels nothing");
    assert_eq!(waiting(&queue), [3, 4, 2], "attacks wait in the order they came");
    assert_eq!(queue.cancel(2), 0, "all of a small attack is used up");
    assert_eq!(waiting(&queue), [1, 4, 2], "the oldest attack shrinks");
    assert_eq!(queue.cancel(3), 0, "the next lines go on");
    assert_eq!(waiting(&queue), [2, 2], "into the next attack once the oldest is gone");
    assert_eq!(queue.cancel(9), 5, "what is left over is sent");
    assert_eq!(waiting(&queue), [] as [u32; 0], "nothing waits any more");
}

#[test]
fn lines_cancel_garbage_still_on_its_way() {
    let mut queue = GarbageQueue::new(1);
    queue.receive(4, 1000, &RULES);
    assert_eq!(queue.cancel(4), 0, "travelling garbage can be cancelled too");
    assert!(queue.take_rising_rows(2000, &RULES, 10).is_empty(), "and then does not come");
}

#[test]
fn at_most_the_cap_rises_at_a_lock() {
    let mut queue = GarbageQueue::new(1);
    queue.receive(5, 0, &RULES);
    queue.receive(15, 0, &RULES);
    let risen: Vec<usize> = (0..4).map(|_| queue.take_rising_rows(1000, &RULES, 10).len()).collect();
    assert_eq!(risen, [8, 8, 4, 0], "twenty rows rise in eight, eight and four");
    queue.receive(5, 0, &RULES);
    assert_eq!(
        queue.take_rising_rows(1000, &GarbageRules { cap: 1, ..RULES }, 10).len(),
        1,
        "a cap of one: one row a lock"
    );
}

#[test]
fn young_attacks_wait_though_old_ones_rise() {
    let mut queue = GarbageQueue::new(1);
    queue.receive(2, 0, &RULES);
    queue.receive(3, 100, &RULES);
    assert_eq!(queue.take_rising_rows(400, &RULES, 10).len(), 2, "only the attack whose time has come");
    assert_eq!(waiting(&queue), [3], "the other waits");
}

#[test]
fn an_attack_has_one_hole() {
    for seed in 0..50 {
        let mut queue = GarbageQueue::new(seed);
        queue.receive(20, 0, &RULES);
        let all: Vec<u8> = (0..3).flat_map(|_| holes(&mut queue, 1000, &RULES)).collect();
        assert_eq!(all.len(), 20, "all of it rose");
        assert!(all.iter().all(|&hole| hole == all[0]), "one hole an attack, over several locks too: {all:?}");
    }
}

#[test]
fn full_messiness_moves_the_hole_with_every_attack() {
    let mut queue = GarbageQueue::new(7);
    let mut seen = [0u32; 10];
    let mut last = None;
    for _ in 0..2000 {
        queue.receive(1, 0, &RULES);
        let hole = holes(&mut queue, 1000, &RULES)[0];
        assert_ne!(Some(hole), last, "a hole that moves does not stay");
        seen[usize::from(hole)] += 1;
        last = Some(hole);
    }
    assert!(seen.iter().all(|&count| (140..260).contains(&count)), "holes are spread over all columns: {seen:?}");
}

#[test]
fn no_messiness_leaves_the_hole_for_ever() {
    let rules = GarbageRules { messiness: 0, ..RULES };
    let mut queue = GarbageQueue::new(7);
    let mut all = Vec::new();
    for _ in 0..200 {
        queue.receive(2, 0, &rules);
        all.extend(holes(&mut queue, 1000, &rules));
    }
    assert_eq!(all.len(), 400, "all of it rose");
    assert!(all.iter().all(|&hole| hole == all[0]), "messiness 0: the same hole for ever");
}

#[test]
fn messiness_is_the_chance_that_the_hole_moves() {
    let rules = GarbageRules { messiness: 300, messiness_within: 500, ..RULES };
    let mut queue = GarbageQueue::new(9);
    let mut all = Vec::new();
    for _ in 0..3000 {
        queue.receive(2, 0, &rules);
        all.extend(holes(&mut queue, 1000, &rules));
    }
    let moved = |first: usize| all.windows(2).skip(first).step_by(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((1380..1620).contains(&moved(0)), "within an attack: {} of 3000, must be about half", moved(0));
    assert!((800..1000).contains(&moved(1)), "between attacks: {} of 2999, must be about three tenths", moved(1));
}

#[test]
fn holes_lie_within_the_width_and_reach_both_walls() {
    for width in 4..=16 {
        let mut queue = GarbageQueue::new(u64::from(width));
        let mut seen = vec![false; width.into()];
        for _ in 0..500 {
            queue.receive(1, 0, &RULES);
            let hole = queue.take_rising_rows(1000, &RULES, width)[0].expect("ordinary garbage has a hole");
            assert!(hole < width, "width {width}: a hole lies in a column");
            seen[usize::from(hole)] = true;
        }
        assert!(seen.iter().all(|&seen| seen), "width {width}: every column gets a hole sometime");
    }
}

#[test]
fn the_same_seed_gives_the_same_holes() {
    let golden = |seed| {
        let mut queue = GarbageQueue::new(seed);
        (0..12)
            .map(|_| {
                queue.receive(1, 0, &RULES);
                holes(&mut queue, 1000, &RULES)[0]
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(golden(1), GOLDEN_HOLES, "the holes of seed 1 are part of the replay format");
    assert_ne!(golden(1), golden(2), "another seed gives other holes");
}

#[test]
fn solid_garbage_has_no_hole_and_draws_no_random_number() {
    let solid = GarbageRules { kind: GarbageKind::Solid, ..RULES };
    let mut queue = GarbageQueue::new(1);
    queue.receive(3, 0, &solid);
    assert_eq!(queue.take_rising_rows(1000, &solid, 10), [None; 3], "solid rows have no hole");
    queue.receive(1, 0, &RULES);
    assert_eq!(holes(&mut queue, 1000, &RULES)[0], GOLDEN_HOLES[0], "solid rows take nothing from the stream of holes");
}

#[test]
fn an_ordinary_row_clears_once_its_hole_is_filled_and_a_solid_one_never() {
    let size = BoardSize::default();
    let mut matrix = Matrix::from_board(&Board::new(size));
    matrix.raise(Some(3));
    assert_eq!(matrix.board().row(0), 0b11_1111_0111, "a garbage row is full but for its hole");
    assert_eq!((matrix.mino(3, 0), matrix.mino(4, 0)), (Mino::Empty, Mino::Garbage), "its minos are garbage");
    assert_eq!(matrix.garbage_rows_among(1), 1, "it counts as a garbage row");
    let mut solid = Matrix::new(size);
    solid.raise(None);
    assert_eq!(solid.board().row(0), solid.board().full_row(), "a solid row is full");
    assert_eq!(solid.mino(0, 0), Mino::Solid, "its minos are solid");
    assert_eq!(solid.clear_full_rows(), 0, "solid rows never clear");
    assert!(solid.board().is_clear(), "solid rows do not stand in the way of a perfect clear");
    assert_eq!(solid.remove_solid(5), 1, "own lines take away as many as there are");
    assert_eq!(solid, Matrix::new(size), "and leave nothing of them");
}

const GOLDEN_HOLES: [u8; 12] = [4, 1, 7, 0, 5, 4, 9, 3, 0, 9, 5, 0];
