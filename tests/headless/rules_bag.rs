//! The order of pieces. The golden sequences are part of the replay format: a change of theirs breaks every replay.

use korobka::rules::queue::Generator;
use korobka::rules::random::Purpose;
use korobka::rules::{GeneratorKind, Hold, NextQueue, PieceKind, PieceSet, Random};
use std::collections::BTreeSet;

fn letters(kind: GeneratorKind, set: PieceSet, seed: u64, count: usize) -> String {
    let mut generator = Generator::new(kind, set, seed);
    (0..count).map(|_| generator.draw().letter()).collect()
}

#[test]
fn golden_random_numbers_hold() {
    let mut random = Random::new(1, Purpose::Pieces);
    let first: Vec<u64> = (0..4).map(|_| random.next()).collect();
    assert_eq!(first, GOLDEN_RANDOM, "xoshiro256++ seeded by SplitMix64: seed 1, the pieces' stream");
    let seeds: Vec<u64> = (0..3).map(|index| Random::derived_seed(1, index)).collect();
    assert_eq!(seeds, GOLDEN_DERIVED, "seeds derived from seed 1");
}

#[test]
fn golden_sequences_hold() {
    for (kind, set, seed, golden) in GOLDEN {
        let drawn = letters(kind, set, seed, golden.len());
        assert_eq!(drawn, golden, "{kind:?}, {set:?}, seed {seed}: the order of pieces is part of the replay format");
    }
}

#[test]
fn every_bag_holds_every_kind_once() {
    for set in [PieceSet::Tetromino, PieceSet::Pentomino] {
        for seed in 0..200 {
            let mut generator = Generator::new(GeneratorKind::Bag, set, seed);
            for bag in 0..10 {
                let kinds: BTreeSet<PieceKind> = (0..set.kinds().count()).map(|_| generator.draw()).collect();
                assert_eq!(kinds.len(), set.kinds().count(), "{set:?}, seed {seed}, bag {bag}: every kind once");
            }
        }
    }
    assert_eq!(PieceSet::Tetromino.kinds().count(), 7, "seven tetrominoes");
    assert_eq!(PieceSet::Pentomino.kinds().count(), 18, "eighteen one-sided pentominoes");
}

#[test]
fn a_bag_of_nine_holds_s_and_z_twice_and_everything_else_once() {
    for seed in 0..200 {
        let mut generator = Generator::new(GeneratorKind::BagOfNine, PieceSet::Tetromino, seed);
        for bag in 0..10 {
            let mut letters: Vec<char> = (0..9).map(|_| generator.draw().letter()).collect();
            letters.sort_unstable();
            assert_eq!(letters.iter().collect::<String>(), "IJLOSSTZZ", "seed {seed}, bag {bag}");
        }
    }
    let mut generator = Generator::new(GeneratorKind::BagOfNine, PieceSet::Pentomino, 1);
    let drawn: Vec<char> = (0..20).map(|_| generator.draw().letter()).collect();
    let count = |letter: char| drawn.iter().filter(|drawn| **drawn == letter).count();
    assert_eq!((count('s'), count('z'), count('X')), (2, 2, 1), "of the pentominoes s and z");
}

#[test]
fn all_orders_of_a_bag_come() {
    let mut firsts = [0u32; 7];
    for seed in 0..7000 {
        firsts[Generator::new(GeneratorKind::Bag, PieceSet::Tetromino, seed).draw().index()] += 1;
    }
    assert!(firsts.iter().all(|&count| (850..1150).contains(&count)), "each kind begins every seventh bag: {firsts:?}");
}

#[test]
fn uniform_pieces_come_independently() {
    let mut generator = Generator::new(GeneratorKind::Uniform, PieceSet::Tetromino, 3);
    let drawn: Vec<PieceKind> = (0..70_000).map(|_| generator.draw()).collect();
    let permutations = drawn.chunks(7).filter(|seven| seven.iter().collect::<BTreeSet<_>>().len() == 7).count();
    // 7! / 7^7 of 10,000: about 61.
    assert!((20..120).contains(&permutations), "sevens are rarely permutations: {permutations} of 10,000");
    for kind in PieceSet::Tetromino.kinds() {
        let count = drawn.iter().filter(|&&other| other == kind).count();
        assert!((9_500..10_500).contains(&count), "{}: {count} of 70,000", kind.letter());
    }
    let repeats = drawn.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!((9_500..10_500).contains(&repeats), "a kind follows itself every seventh time: {repeats} of 70,000");
}

#[test]
fn a_queue_shows_what_comes() {
    for length in 1..=6 {
        let generator = || Generator::new(GeneratorKind::Bag, PieceSet::Tetromino, 5);
        let mut queue = NextQueue::new(generator(), length);
        let mut plain = generator();
        for _ in 0..30 {
            assert_eq!(queue.shown().count(), length, "the queue shows {length} pieces");
            let shown: Vec<PieceKind> = queue.shown().collect();
            assert_eq!(queue.first(), Some(shown[0]), "the first shown is the next");
            assert_eq!(queue.take(), plain.draw(), "showing pieces does not change their order");
            assert_eq!(queue.shown().take(length - 1).collect::<Vec<_>>(), shown[1..], "the rest moves up");
        }
    }
}

#[test]
fn who_counts_pieces_knows_what_is_left_of_a_bag_and_nothing_where_there_is_none() {
    let queue = |kind: GeneratorKind, given: &[PieceKind]| {
        NextQueue::new(Generator::with_given(kind, PieceSet::Tetromino, 5, given), 5)
    };
    let all: Vec<PieceKind> = PieceSet::Tetromino.kinds().collect();
    for kind in [GeneratorKind::Bag, GeneratorKind::DealtFromBag] {
        let queue = queue(kind, &[]);
        let shown: Vec<PieceKind> = queue.shown().collect();
        let left: Vec<PieceKind> = all.iter().copied().filter(|piece| !shown.contains(piece)).collect();
        assert_eq!((shown.len(), left.len()), (5, 2), "{kind:?}: five of seven are on show");
        assert_eq!(queue.left_in_bag(), left, "{kind:?}: the others are left");
    }
    for kind in [GeneratorKind::Uniform, GeneratorKind::Given, GeneratorKind::Dealt] {
        assert!(queue(kind, &all).left_in_bag().is_empty(), "{kind:?}: there is no bag");
    }
}

#[test]
fn hold_works_once_a_piece() {
    let mut queue = NextQueue::new(Generator::new(GeneratorKind::Bag, PieceSet::Tetromino, 5), 5);
    let mut hold = Hold::default();
    let next = queue.first();
    assert_eq!(hold.swap(PieceKind::T, &mut queue), next, "an empty slot gives the queue's first piece");
    assert_eq!(hold.piece(), Some(PieceKind::T), "the falling piece is held");
    assert!(!hold.can_hold(), "a used slot is closed");
    assert_eq!(hold.swap(PieceKind::I, &mut queue), None, "hold works once a piece");
    assert_eq!(hold.piece(), Some(PieceKind::T), "a refused hold changes nothing");
    hold.mark_unused();
    let before = queue.first();
    assert_eq!(hold.swap(PieceKind::I, &mut queue), Some(PieceKind::T), "the held piece comes back after a lock");
    assert_eq!(queue.first(), before, "a full slot takes none from the queue");
}

const GOLDEN_RANDOM: [u64; 4] = [13022637563981439720, 12730338491433842474, 9853618787702925075, 11048695036373307703];
const GOLDEN_DERIVED: [u64; 3] = [3889563209069545821, 8990504950646573986, 6454779562010075688];

const GOLDEN: [(GeneratorKind, PieceSet, u64, &str); 6] = [
    (GeneratorKind::Bag, PieceSet::Tetromino, 1, "SZLTJIOZSIOLTJILOZJTS"),
    (GeneratorKind::Bag, PieceSet::Tetromino, 2, "ITSZJLOSIOJLTZTZSOJIL"),
    (GeneratorKind::Bag, PieceSet::Tetromino, u64::MAX, "TOZJSILSITZLOJTZLISJO"),
    (GeneratorKind::Uniform, PieceSet::Tetromino, 1, "SSOSLJZTJZTIIOSJLZOJL"),
    (GeneratorKind::Bag, PieceSet::Pentomino, 1, "WVpyqfzYsUNFniXPQtypQNFXtVWqszPfUnYi"),
    (GeneratorKind::Uniform, PieceSet::Pentomino, 1, "WWtUnisXisXiiPWQnytQnfFXzFpPWtQfPNQn"),
];

#[test]
fn numbers_of_a_range_fill_it_and_nothing_else() {
    let mut random = Random::new(8, Purpose::Search);
    let drawn: Vec<f64> = (0..4_000).map(|_| random.float_in_range(-3.0, 5.0)).collect();
    assert!(drawn.iter().all(|number| (-3.0..5.0).contains(number)));
    let mean = drawn.iter().sum::<f64>() / 4_000.0;
    // The standard error of the mean is 8 / sqrt(12 * 4000).
    assert!((mean - 1.0).abs() < 4.0 * 8.0 / (12.0 * 4_000.0_f64).sqrt(), "{mean}");
}
