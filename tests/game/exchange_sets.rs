//! Exchanges under every set of rules, on both levels at once: attacks follow from the own side alone, the oldest
//! garbage is cancelled first, and packets arrive as packets.

use crate::drawn_steps::{DIFFICULT, DrawnLock, PLAIN, random_locks};
use crate::support::{Game, still_versus};
use korobka::ai::Playfield;
use korobka::game::Action;
use korobka::game::components::{Falling, Field, IncomingGarbage, RoundTally, RunningStreak, Score};
use korobka::rules::{GarbageQueue, RuleSet, Rules, ScoreCard, Streak};

/// Locks of a game: the opener phase and some more.
const STEPS: usize = 24;

/// The set's rules, under which nothing happens by itself and no garbage rises.
fn rules(set: RuleSet) -> Rules {
    let mut rules = still_versus();
    set.apply_to(&mut rules);
    rules.garbage.travel = 60_000;
    rules.lock_down.delay = 60_000;
    rules
}

/// Draws a step and drops its piece in the next tick.
fn ready(game: &mut Game, seat: usize, step: &DrawnLock) {
    game.set(seat, Field(step.matrix(game.current().rules.board)));
    game.give(seat, step.piece.kind, step.piece.facing, step.piece.x, step.piece.y);
    let mut falling = *game.get::<Falling>(seat);
    falling.piece.iter_mut().for_each(|in_play| in_play.last = step.last);
    game.set(seat, falling);
    game.keys(seat, &[(Action::HardDrop, true), (Action::HardDrop, false)]);
}

/// Rows and due ticks of what waits, oldest first.
fn waiting(queue: &GarbageQueue) -> Vec<(u32, u64)> {
    queue.waiting_attacks().map(|attack| (attack.rows, attack.due)).collect()
}

/// What left attacks with, lock by lock, while right does what its script says; both sides are played on both levels.
fn attacks(set: RuleSet, left: &[DrawnLock], right: &[Option<DrawnLock>]) -> (Vec<u32>, RoundTally) {
    let rules = rules(set);
    let mut game = Game::versus(rules);
    let mut fields = [0, 1].map(|seat: u64| {
        let mut field = Playfield::new(&rules, 1);
        field.garbage = GarbageQueue::new(1 ^ (seat << 63));
        field
    });
    let mut made = Vec::new();
    for (step, answer) in left.iter().zip(right) {
        let steps = [Some(*step), *answer];
        let before = [0, 1].map(|seat| waiting(&game.get::<IncomingGarbage>(seat).0));
        for (seat, step) in steps.iter().enumerate() {
            step.iter().for_each(|step| ready(&mut game, seat, step));
        }
        game.tick();
        let now = game.current().round_tick;
        let placed = [0, 1].map(|seat| steps[seat].map(|step| step.on(&mut fields[seat], now)).unwrap_or_default());
        for seat in 0..2 {
            let (outcome, told) = (game.outcome(seat), format!("{}, {}", set.name(), step.name));
            let cancelled =
                before[seat].iter().map(|waits| waits.0).sum::<u32>() - fields[seat].garbage.waiting_row_count();
            let packets = placed[1 - seat].packets;
            packets.iter().for_each(|lines| fields[seat].garbage.receive(lines, now, &rules.garbage));
            let ours = placed[seat];
            assert_eq!((outcome.attack, outcome.sent), (ours.attack, ours.sent), "{told}: both levels agree");
            assert_eq!(outcome.cancelled, cancelled, "{told}: so many rows went");
            assert_eq!(outcome.received, placed[1 - seat].sent, "{told}: what the other sent");
            assert_eq!(
                game.get::<IncomingGarbage>(seat).0,
                fields[seat].garbage,
                "{told}: the same waits, packet by packet"
            );
            let left = waiting(&fields[seat].garbage);
            let kept = left.len() - packets.iter().count();
            for (at, (after, before)) in left[..kept].iter().rev().zip(before[seat].iter().rev()).enumerate() {
                // Only the oldest that is left may have lost rows.
                let shrunk = at + 1 == kept && after.0 < before.0 && after.1 == before.1;
                assert!(after == before || shrunk, "{told}: the oldest goes first");
            }
        }
        made.push(game.outcome(0).attack);
        game.tick();
    }
    (made, *game.get::<RoundTally>(0))
}

#[test]
fn what_a_clear_attacks_with_follows_from_the_own_side_alone() {
    for set in RuleSet::ALL {
        let (mut sent, mut received) = (0, 0);
        for seed in 0..6 {
            let left = random_locks(seed, STEPS);
            let (alone, _) = attacks(set, &left, &[None; STEPS]);
            let against: Vec<Option<DrawnLock>> = random_locks(seed + 100, STEPS).into_iter().map(Some).collect();
            let (attacked, tally) = attacks(set, &left, &against);
            assert_eq!(attacked, alone, "{}, game {seed}: another opponent, the same attacks", set.name());
            sent += tally.sent;
            received += tally.received;
            assert!(tally.attack > tally.sent, "{}, game {seed}: something was cancelled", set.name());
        }
        assert!(sent > 30 && received > 100, "{}: {sent} sent, {received} received", set.name());
    }
}

/// The step of a name.
fn step(name: &str) -> DrawnLock {
    *PLAIN.iter().chain(&DIFFICULT).find(|step| step.name == name).expect("a drawn step")
}

fn rows(game: &Game, seat: usize) -> Vec<u32> {
    game.get::<IncomingGarbage>(seat).0.waiting_attacks().map(|attack| attack.rows).collect()
}

#[test]
fn the_end_of_a_chain_arrives_in_three_packets_with_holes_of_their_own() {
    let mut game = Game::versus(Rules { garbage: still_versus().garbage, ..rules(RuleSet::Tetrio2) });
    game.set(0, RunningStreak(Streak { combo: 0, back_to_back: 7 }));
    ready(&mut game, 0, &step("double"));
    game.tick();
    assert_eq!(game.outcome(0).sent, 7, "six for a chain of seven, one for the double");
    assert_eq!(rows(&game, 1), [2, 2, 2, 1], "the chain's end in thirds, then the clear");
    game.ticks(400);
    ready(&mut game, 1, &step("nothing"));
    game.tick();
    assert_eq!(game.outcome(1).risen, 7);
    let holes: Vec<u32> = (0..7).map(|y| game.board(1).row(y).trailing_ones()).collect();
    let groups: Vec<usize> = holes.chunk_by(|one, next| one == next).map(<[u32]>::len).collect();
    assert_eq!(groups, [1, 2, 2, 2], "the last packet lies lowest: {holes:?}");
}

#[test]
fn other_rules_send_a_clear_in_one_packet() {
    for set in RuleSet::ALL.into_iter().filter(|&set| set != RuleSet::Tetrio2) {
        let mut game = Game::versus(rules(set));
        game.set(0, RunningStreak(Streak { combo: 0, back_to_back: 7 }));
        ready(&mut game, 0, &step("perfect clear"));
        game.tick();
        assert_eq!(rows(&game, 1), [game.outcome(0).sent], "{}: one packet", set.name());
    }
}

/// What waits for left, and what left has sent, after its fourteenth or another piece is a T-spin
/// double against right's quad.
fn answered(pieces: u32, sent: u32) -> (Vec<u32>, u32) {
    let mut game = Game::versus(rules(RuleSet::Tetrio2));
    game.set(0, Score(ScoreCard { pieces: pieces - 1, ..ScoreCard::default() }));
    game.set(0, RoundTally { sent, ..RoundTally::default() });
    for name in ["quad", "mini", "quad"] {
        ready(&mut game, 1, &step(name));
        game.ticks(2);
    }
    assert_eq!(rows(&game, 0), [5, 2, 8], "what right has sent");
    ready(&mut game, 0, &step("t-spin double"));
    game.tick();
    assert_eq!(game.outcome(0).attack, 5, "four, and one for the garbage");
    (rows(&game, 0), game.outcome(0).cancelled)
}

#[test]
fn the_opener_phase_cancels_twice_at_the_level_of_ticks_too() {
    assert_eq!(answered(14, 0), (vec![5], 10), "the fourteenth piece cancels ten of fifteen with five lines");
    assert_eq!(answered(14, 15), (vec![5], 10), "also where as many wait as were sent");
    assert_eq!(answered(14, 16), (vec![2, 8], 5), "but not where fewer do");
    assert_eq!(answered(15, 0), (vec![2, 8], 5), "nor with the fifteenth piece");
}
