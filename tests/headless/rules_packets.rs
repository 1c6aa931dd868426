//! Packets: what each clear of TETR.IO's second season is sent in, and what the opener phase cancels with them.

use super::drawn_steps::{DrawnLock, PLAIN};
use super::rules_attack::made;
use korobka::ai::Playfield;
use korobka::rules::random::Purpose;
use korobka::rules::{AttackPackets, GarbageQueue, GarbageRules, Random, RuleSet, Spin, Streak};

/// A clear in words, clears in a row before it, difficult clears in its chain before it, and its packets.
type Golden = (&'static str, u16, u16, &'static [u32]);

/// Worked out by hand from the sources of `attack_tables`: a chain's end in a third, a
/// third and the rest, then the clear, then the perfect clear. That of six, 2 and 2 and 1,
/// is an example of <https://github.com/61bi-234469/s2-bot-lab>.
#[rustfmt::skip]
const GOLDEN: &[Golden] = &[
    ("single", 0, 0, &[]), ("single", 2, 0, &[1]), ("double", 0, 0, &[1]), ("double", 4, 0, &[2]),
    ("triple", 3, 0, &[3]), ("quad", 0, 0, &[4]), ("quad", 0, 1, &[5]), ("quad", 0, 9, &[5]), ("quad", 1, 1, &[6]),
    ("quad garbage", 0, 1, &[6]), ("mini 1", 0, 0, &[]), ("mini 1", 0, 1, &[1]), ("mini 1 garbage", 0, 1, &[2]),
    ("mini 2", 0, 1, &[2]), ("mini 3", 0, 3, &[3]), ("spin 1", 0, 1, &[3]), ("spin 2", 0, 0, &[4]),
    ("spin 2", 0, 4, &[5]), ("spin 2", 2, 4, &[7]), ("spin 2 garbage", 3, 1, &[9]), ("spin 3", 0, 2, &[7]),
    ("spin 3", 4, 5, &[14]), ("single", 0, 4, &[]), ("single", 0, 5, &[1, 1, 2]), ("double", 0, 5, &[1, 1, 2, 1]),
    ("single", 0, 6, &[2, 2, 1]), ("single", 2, 6, &[2, 2, 1, 1]), ("double", 0, 7, &[2, 2, 2, 1]),
    ("triple", 0, 8, &[2, 2, 3, 2]), ("single", 0, 9, &[3, 3, 2]), ("double", 4, 21, &[7, 7, 6, 2]),
    ("single", 0, 30, &[10, 10, 9]), ("single perfect", 0, 0, &[5]), ("single perfect", 0, 1, &[1, 5]),
    ("single perfect", 0, 6, &[1, 5]), ("double perfect", 1, 0, &[1, 5]), ("quad perfect", 0, 0, &[4, 5]),
    ("quad perfect", 0, 3, &[5, 5]), ("spin 2 perfect", 0, 1, &[5, 5]),
];

#[test]
fn the_second_season_sends_the_packets_that_its_sources_say() {
    let attack = RuleSet::Tetrio2.rules().attack;
    for &(words, combo, chain, expected) in GOLDEN {
        let clear = made(words, combo, chain, attack.table);
        let (packets, lines) = (attack.packets(&clear, 0, 1000), attack.lines(&clear, 0, 1000));
        let found = (packets.iter().collect::<Vec<_>>(), lines);
        let expected = (expected.to_vec(), expected.iter().sum::<u32>());
        assert_eq!(found, expected, "{words}, combo {combo}, chain {chain}");
    }
    let ends = |chain, handicap| attack.packets(&made("single", 0, chain, attack.table), 0, handicap);
    let lines = |packets: AttackPackets| packets.iter().collect::<Vec<_>>();
    // A half of 4 is 2: two thirds of a line are one, and nothing is left. A half of 5 is 2 too, a quarter of 4 is 1.
    assert_eq!([lines(ends(5, 500)), lines(ends(6, 500)), lines(ends(5, 250))], [vec![1, 1], vec![1, 1], vec![1]]);
}

#[test]
fn packets_are_the_lines_of_a_clear_and_one_where_the_rules_know_no_more() {
    let mut random = Random::new(8, Purpose::Search);
    for set in RuleSet::ALL {
        let attack = set.rules().attack;
        let mut several = 0;
        let mut streak = Streak::default();
        for turn in 0..20_000u64 {
            let lines = [0, 1, 2, 4, 4, 4, 4, 4][random.below(8) as usize];
            let spin = [Spin::None, Spin::Mini, Spin::Full][random.below(3) as usize];
            let clear = streak.advance(lines, spin, random.chance(50), attack.table);
            let handicap = [0, 333, 1000, 10_000, 100_000_000][random.below(5) as usize];
            let packets = attack.packets(&clear, turn * 30, handicap);
            assert_eq!(packets.total(), attack.lines(&clear, turn * 30, handicap), "{}: {clear:?}", set.name());
            several += u32::from(packets.iter().count() > 1);
        }
        assert_eq!(several > 100, set == RuleSet::Tetrio2, "{}: {several} clears of several packets", set.name());
    }
}

#[test]
fn packets_lose_their_first_lines_first() {
    let packets = AttackPackets::of([1, 1, 2, 0, 5]);
    let left = |taken| packets.without(taken).iter().collect::<Vec<_>>();
    assert_eq!([left(0), left(1), left(3)], [vec![1, 1, 2, 5], vec![1, 2, 5], vec![1, 5]]);
    assert_eq!([left(8), left(9), left(20)], [vec![1], vec![], vec![]]);
    assert_eq!(packets.at_most(5).iter().collect::<Vec<_>>(), [1, 1, 2, 1]);
}

#[test]
fn every_packet_rises_with_a_hole_of_its_own() {
    let rules = GarbageRules { cap: 40, ..GarbageRules::default() };
    for seed in 0..50 {
        let mut queue = GarbageQueue::new(seed);
        AttackPackets::of([3, 3, 2, 4, 5]).iter().for_each(|rows| queue.receive(rows, 0, &rules));
        let holes: Vec<_> = queue.take_rising_rows(1000, &rules, 10).into_iter().map(Option::unwrap).collect();
        let groups: Vec<usize> = holes.chunk_by(|one, next| one == next).map(<[u8]>::len).collect();
        assert_eq!(groups, [3, 3, 2, 4, 5], "one hole a packet, and another for the next: {holes:?}");
    }
}

/// Rows that wait, lines sent before, packets; what is left of them, and what waits then.
type Opener = (&'static str, u32, u32, [u32; 5], &'static [u32], u32);

const OPENER: [Opener; 8] = [
    ("no fewer wait than were sent: four lines cancel eight", 10, 0, [4, 0, 0, 0, 0], &[], 2),
    ("as many wait as were sent: still twice", 4, 4, [2, 0, 0, 0, 0], &[], 0),
    ("fewer wait than were sent: once", 3, 4, [2, 0, 0, 0, 0], &[], 1),
    ("what is over is sent once, never more for it", 3, 0, [4, 0, 0, 0, 0], &[1], 0),
    ("extra lines that find nothing are gone", 5, 0, [4, 0, 0, 0, 0], &[], 0),
    ("every packet asks by itself: 7, 5 and then 3, which is fewer than 4", 7, 4, [1, 1, 2, 1, 0], &[], 0),
    ("what a packet sends counts for the next", 1, 0, [4, 0, 0, 0, 5], &[3, 5], 0),
    ("nothing waits, nothing was sent: all goes out", 0, 0, [1, 1, 2, 4, 5], &[1, 1, 2, 4, 5], 0),
];

/// The rule's words: while a player has placed at most fourteen pieces, and no fewer lines wait than it has sent, a
/// packet cancels as many lines again.
#[test]
fn in_the_opener_phase_a_packet_cancels_twice() {
    let rules = GarbageRules::default();
    for (name, waits, sent, packets, left, waits_then) in OPENER {
        let mut queue = GarbageQueue::new(1);
        queue.receive(waits, 0, &rules);
        let answered = queue.cancel_packets(AttackPackets::of(packets), true, sent);
        assert_eq!(
            (answered.iter().collect::<Vec<_>>(), queue.waiting_row_count()),
            (left.to_vec(), waits_then),
            "{name}"
        );
        let mut later = GarbageQueue::new(1);
        later.receive(waits, 0, &rules);
        let after_it = later.cancel_packets(AttackPackets::of(packets), false, sent);
        assert_eq!(after_it, answered, "{name}: it sends the same without the phase");
        let lines: u32 = packets.iter().sum();
        assert_eq!(later.waiting_row_count(), waits.saturating_sub(lines), "{name}: and cancels once");
    }
}

/// What waits after a quad of garbage rows, five lines, against twelve rows, by the set and the piece.
fn waits_after_quad(set: RuleSet, piece: u32, sent: u32) -> u32 {
    let mut field = Playfield::new(&set.rules(), 1);
    (field.score.pieces, field.sent) = (piece - 1, sent);
    field.garbage.receive(12, 0, &set.rules().garbage);
    let quad: &DrawnLock = PLAIN.iter().find(|step| step.name == "quad").unwrap();
    quad.on(&mut field, 0);
    assert_eq!(field.sent, sent, "nothing is left to send");
    field.garbage.waiting_row_count()
}

#[test]
fn the_opener_phase_is_of_fourteen_pieces_and_of_one_set_of_rules() {
    assert_eq!(waits_after_quad(RuleSet::Tetrio2, 1, 0), 2, "the first piece cancels ten");
    assert_eq!(waits_after_quad(RuleSet::Tetrio2, 14, 12), 2, "so does the fourteenth, with twelve lines sent");
    assert_eq!(waits_after_quad(RuleSet::Tetrio2, 14, 13), 7, "with thirteen it cancels five");
    assert_eq!(waits_after_quad(RuleSet::Tetrio2, 15, 0), 7, "and so does the fifteenth");
    for set in RuleSet::ALL.into_iter().filter(|&set| set != RuleSet::Tetrio2) {
        assert_eq!(waits_after_quad(set, 1, 0), 8, "{}: a quad cancels four", set.name());
    }
}
