//! The placement level and the tick level agree: the same games on both, piece by piece.
//!
//! No gravity, no travel, pieces moved before any fall: then a placement is a placement on either level.

use crate::support::{Game, brain, persons, setup, still_versus};
use korobka::ai::brain::{Brain, RankedPlacement};
use korobka::ai::playfield::Playfield;
use korobka::game::components::{Field, HoldSlot, IncomingGarbage, Queue, RoundTally, RunningStreak, Score, ToppedOut};
use korobka::game::{Action, Handling, computer::keys_to};
use korobka::rules::{
    AttackTable, Dealer, FallingPiece, GarbageKind, GarbageQueue, LastMove, RuleSet, Rules, ScoringRule, TopOutRule,
};

/// The best placement that keys lead to, and the keys.
fn best(game: &Game, seat: usize, field: &Playfield, brain: &Brain) -> Option<(RankedPlacement, Vec<Action>)> {
    let ranked = field.call_with_view(|view| brain.rank(view));
    ranked.into_iter().find_map(|choice| {
        let piece = match choice.hold {
            true => {
                let spawned = FallingPiece::spawn(choice.piece.kind, field.rules.board);
                spawned.lowered(field.matrix.board()).unwrap_or(spawned)
            }
            false => game.piece(seat),
        };
        let way = keys_to(field.matrix.board(), piece, choice.piece, &field.rules)?;
        let keys = if choice.hold { [vec![Action::Hold], way].concat() } else { way };
        Some((choice, keys))
    })
}

/// Plays one piece on both levels and compares them. `None` once the player has lost, or has no way left.
fn one_piece(game: &mut Game, seat: usize, fields: &mut [Playfield], brain: &Brain, dropped: &mut u64) -> Option<()> {
    let (choice, keys) = best(game, seat, &fields[seat], brain)?;
    for key in keys {
        game.keys(seat, &[(key, true), (key, false)]);
    }
    let locked = (0..100).find_map(|_| {
        game.tick();
        game.outcome(seat).locked
    });
    let locked = locked.expect("the last key drops the piece");
    let (now, outcome) = (game.current().round_tick, game.outcome(seat));
    assert_eq!(locked.piece, choice.piece, "keys lead where the plan says");
    if outcome.hard_dropped == Some(0) {
        // Moved, not dropped: the placement level cannot know whether it spun.
        return None;
    }
    let field = &mut fields[seat];
    let placed = field.place(choice.piece, LastMove::Other, choice.hold, now).expect("the placement is possible");
    *dropped += match field.rules.scoring {
        ScoringRule::Guideline => 2 * u64::from(outcome.hard_dropped.unwrap_or_default()),
        ScoringRule::Nintendo | ScoringRule::Flat { .. } => 0,
    };
    assert_eq!(Some(placed.clear), outcome.clear, "the facts of the clear");
    assert_eq!((placed.points, placed.risen), (outcome.points, outcome.risen), "points, rows risen");
    if game.current().seats.len() == 2 {
        assert_eq!((placed.attack, placed.sent), (outcome.attack, outcome.sent), "attack, lines sent");
    }
    assert_eq!(placed.top_out, game.get::<ToppedOut>(seat).0, "who has lost, and why");
    if let Some(other) = fields.get_mut(1 - seat) {
        let rules = other.rules.garbage;
        placed.packets.iter().for_each(|lines| other.garbage.receive(lines, now, &rules));
    }
    compare(game, seat, &fields[seat], *dropped);
    // The released drop key.
    game.tick();
    placed.top_out.is_none().then_some(())
}

fn compare(game: &Game, seat: usize, field: &Playfield, dropped: u64) {
    assert_eq!(game.get::<Field>(seat).0, field.matrix, "the matrix, mino by mino");
    let mut card = game.get::<Score>(seat).0;
    card.score -= dropped;
    assert_eq!(card, field.score, "points without drops, and all counts");
    assert_eq!(game.get::<RunningStreak>(seat).0, field.streak, "combo and back-to-back");
    assert_eq!(game.get::<IncomingGarbage>(seat).0, field.garbage, "garbage on its way");
    if field.top_out.is_none() {
        assert_eq!(game.get::<Queue>(seat).0, field.queue, "the next queue");
        assert_eq!(game.get::<HoldSlot>(seat).0, field.hold, "the hold slot");
        assert_eq!(game.piece(seat).kind, field.falling, "the piece that falls");
    }
}

fn still(change: fn(&mut Rules)) -> Rules {
    let mut rules = still_versus();
    rules.garbage.travel = 0;
    rules.lock_down.delay = 60_000;
    rules.attack.margin = 3000;
    change(&mut rules);
    rules
}

/// Plays a match of this many pieces a side; gives the lines sent and the rows risen.
fn agree(rules: Rules, seed: u64, seats: usize, pieces: usize, holds: bool) -> (u32, u32) {
    let mut game = Game::new(setup(rules, seed, persons(seats, Handling::STANDARD)));
    game.tick();
    // Twins would cancel each other's every line.
    let brains = [brain(holds), brain(!holds)];
    let mut fields: Vec<Playfield> = (0..seats).map(|_| Playfield::new(&rules, seed)).collect();
    for (seat, field) in (0u64..).zip(&mut fields) {
        // Both sides have holes of their own.
        field.garbage = GarbageQueue::new(seed ^ (seat << 63));
    }
    let mut dropped = [0; 2];
    let mut on = true;
    for _ in 0..pieces {
        for seat in 0..seats {
            on = on && one_piece(&mut game, seat, &mut fields, &brains[seat], &mut dropped[seat]).is_some();
        }
        if !on {
            break;
        }
    }
    let tally = |seat| *game.get::<RoundTally>(seat);
    (0..seats).fold((0, 0), |sum, seat| (sum.0 + tally(seat).sent, sum.1 + tally(seat).risen))
}

#[test]
fn games_for_one_agree() {
    let variants: [fn(&mut Rules); 7] = [
        |_| {},
        |rules| *rules = Dealer::Free1.apply_to(*rules),
        |rules| *rules = Dealer::Bag3.apply_to(*rules),
        |rules| *rules = Dealer::SZ.apply_to(*rules),
        |rules| rules.scoring = ScoringRule::Nintendo,
        |rules| rules.top_out = TopOutRule::PartialLockOut,
        |rules| (rules.hold, rules.half_turns, rules.start_level) = (false, false, 5),
    ];
    for (seed, change) in (1..).zip(variants) {
        let rules = still(change);
        agree(rules, seed, 1, 150, rules.hold);
    }
}

#[test]
fn matches_with_garbage_agree() {
    let variants: [fn(&mut Rules); 7] = [
        |_| {},
        |rules| *rules = Dealer::Bag2.apply_to(*rules),
        |rules| rules.attack.table = AttackTable::LineForLine,
        |rules| (rules.attack.table, rules.garbage.blocking) = (AttackTable::LineForLine, false),
        |rules| (rules.attack.table, rules.garbage.kind) = (AttackTable::LineForLine, GarbageKind::Solid),
        |rules| (rules.garbage.kind, rules.garbage.cap) = (GarbageKind::Solid, 2),
        |rules| RuleSet::Tetrio2.apply_to(rules),
    ];
    let (mut sent, mut risen) = (0, 0);
    for (number, change) in (0..).zip(variants) {
        for seed in 10 * number..10 * number + 3 {
            let exchanged = agree(still(change), seed, 2, 120, seed % 2 == 0);
            sent += exchanged.0;
            risen += exchanged.1;
        }
    }
    assert!(sent > 100 && risen > 50, "the matches are worth something: {sent} lines sent, {risen} rows risen");
}
