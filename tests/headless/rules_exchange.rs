//! What play between two machines rests on, of every set of rules, at the level of placements: what a clear attacks
//! with follows from the own side alone, and cancelling takes the oldest first. `tests/game/exchange_sets.rs` asks the
//! same of the ticks.

use super::drawn_steps::random_locks;
use korobka::ai::Playfield;
use korobka::rules::random::Purpose;
use korobka::rules::{GarbageQueue, GarbageRules, Random, RuleSet};

/// Locks of a game: the opener phase and as much again.
const STEPS: usize = 30;

/// Rows and due ticks of what waits, oldest first.
fn waiting(queue: &GarbageQueue) -> Vec<(u32, u64)> {
    queue.waiting_attacks().map(|attack| (attack.rows, attack.due)).collect()
}

/// A waiting list whose first rows are gone.
fn eaten(waiting: &[(u32, u64)], mut rows: u32) -> Vec<(u32, u64)> {
    let mut left = Vec::new();
    for &(waits, due) in waiting {
        let gone = rows.min(waits);
        rows -= gone;
        if waits > gone {
            left.push((waits - gone, due));
        }
    }
    left
}

/// Two players set the same pieces down. Nothing waits for the one; for the other garbage does that never rises.
#[test]
fn what_a_clear_attacks_with_follows_from_the_own_side_alone() {
    for set in RuleSet::ALL {
        let rules = set.rules();
        let never = GarbageRules { travel: u32::MAX, ..rules.garbage };
        let (mut attacks, mut cancelled, mut twice, mut several) = (0, 0, 0, 0);
        for seed in 0..150 {
            let mut random = Random::new(seed, Purpose::Search);
            let mut alone = Playfield::new(&rules, seed);
            let mut attacked = Playfield::new(&rules, seed);
            for (number, step) in (0..).zip(random_locks(seed, STEPS)) {
                let now = number * [500, 20_000][seed as usize % 2];
                for _ in 0..random.below(3) {
                    attacked.garbage.receive(1 + random.below(6), now, &never);
                }
                let before = waiting(&attacked.garbage);
                let (one, other) = (step.on(&mut alone, now), step.on(&mut attacked, now));
                let told = format!("{}, game {seed}, piece {number}: {}", set.name(), step.name);
                assert_eq!((one.clear, one.attack), (other.clear, other.attack), "{told}: the same attack");
                assert_eq!(one.sent, one.attack, "{told}: with nothing to cancel all of it is sent");

                let after = waiting(&attacked.garbage);
                let rows = |list: &[(u32, u64)]| list.iter().map(|attack| attack.0).sum::<u32>();
                let gone = rows(&before) - rows(&after);
                assert_eq!(after, eaten(&before, gone), "{told}: the oldest goes first, the rest keeps its order");
                assert_eq!(other.packets.total(), other.sent, "{told}: what is sent travels in packets");
                assert!(other.sent == 0 || after.is_empty(), "{told}: only what nothing waits for is sent");
                let once = other.attack - other.sent;
                if rules.attack.table.is_opener_phase(attacked.score.pieces) {
                    assert!(
                        gone >= once && gone <= once + other.attack,
                        "{told}: at most once more in the opener phase"
                    );
                } else {
                    assert_eq!(gone, once, "{told}: attack is what it cancelled and what it sent");
                }
                attacks += one.attack;
                cancelled += once;
                twice += gone - once;
                several += u32::from(one.packets.iter().count() > 2);
            }
        }
        assert!(attacks > 1000 && cancelled > 1000, "{}: {attacks} lines, {cancelled} cancelled", set.name());
        let second_season = set == RuleSet::Tetrio2;
        assert_eq!((twice > 100, several > 20), (second_season, second_season), "{}: {twice}, {several}", set.name());
    }
}
