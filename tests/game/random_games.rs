//! Random keys under random rules: nothing overlaps, leaves the matrix, is lost or panics.
//!
//! 200 games of 1,000 inputs; 10,000 games with `KOROBKA_NIGHTLY=1`, on all cores; one that failed, or some, with
//! `KOROBKA_GAMES=1049` or `KOROBKA_GAMES=1000-1999`:
//! `KOROBKA_NIGHTLY=1 cargo test --release --no-default-features --features game --test game random_games`.

use crate::support::{Game, setup};
use korobka::game::components::{Falling, Field, IncomingGarbage, Queue, RoundTally, Score, ToppedOut};
use korobka::game::handling::{InitialInput, SecondDirection, SoftDrop};
use korobka::game::{Action, Handling, MatchSetup, Phase, SeatSetup};
use korobka::rules::random::Purpose;
use korobka::rules::{
    AttackTable, BoardSize, ComboTable, GarbageKind, GeneratorKind, GravityRule, LockDownKind, PieceSet, Random, Rules,
    ScoringRule, TopOut, TopOutRule,
};
use rayon::prelude::*;
use std::ops::RangeInclusive;

const INPUTS: u32 = 1000;

/// The numbers of the games: those asked for, or the first so many.
fn games() -> RangeInclusive<u64> {
    asked(199, 9_999)
}

/// The numbers asked for, else those up to the first, or at night to the second.
pub(crate) fn asked(by_day: u64, at_night: u64) -> RangeInclusive<u64> {
    let asked = std::env::var("KOROBKA_GAMES").unwrap_or_default();
    let (first, last) = asked.split_once('-').unwrap_or((&asked, &asked));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) => first..=last,
        _ if std::env::var_os("KOROBKA_NIGHTLY").is_some() => 0..=at_night,
        _ => 0..=by_day,
    }
}

pub(crate) fn pick<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[random.below(items.len() as u32) as usize]
}

pub(crate) fn rules(random: &mut Random) -> Rules {
    let yes = |random: &mut Random| random.chance(500);
    let mut rules = Rules {
        pieces: pick(random, &[PieceSet::Tetromino, PieceSet::Tetromino, PieceSet::Pentomino]),
        generator: pick(random, &[GeneratorKind::Bag, GeneratorKind::Uniform]),
        next: 1 + random.below(6) as u8,
        hold: yes(random),
        half_turns: yes(random),
        all_spin: yes(random),
        gravity: pick(
            random,
            &[
                GravityRule::Curve,
                GravityRule::VERSUS,
                GravityRule::Off,
                GravityRule::Ramp { base: 20_000_000, after: 0, growth: 0 },
                GravityRule::Ramp { base: 100_000, after: 100, growth: 1_000_000 },
            ],
        ),
        entry_delay: pick(random, &[0, 0, 1, 20]),
        clear_delay: pick(random, &[0, 0, 1, 30]),
        top_out: pick(random, &[TopOutRule::Guideline, TopOutRule::BlockOutOnly, TopOutRule::PartialLockOut]),
        scoring: pick(random, &[ScoringRule::Guideline, ScoringRule::Nintendo]),
        start_level: 1 + random.below(20),
        goal_lines: pick(random, &[0, 5]),
        first_to: 10,
        countdown: pick(random, &[0, 3]),
        round_limit: pick(random, &[0, 700]),
        ..Rules::versus()
    };
    let narrowest = if rules.pieces == PieceSet::Pentomino { 5 } else { 4 };
    rules.board = match random.below(3) {
        0 => BoardSize::default(),
        _ => BoardSize {
            width: narrowest + random.below(17 - u32::from(narrowest)) as u8,
            visible: 4 + random.below(37) as u8,
            buffer: 3 + random.below(18) as u8,
        },
    };
    rules.lock_down.kind = pick(random, &[LockDownKind::Extended, LockDownKind::Infinite, LockDownKind::Classic]);
    rules.lock_down.delay = pick(random, &[1, 2, 50, 500]);
    rules.attack.table = pick(random, &[AttackTable::Guideline, AttackTable::LineForLine]);
    rules.attack.combo = pick(random, &[ComboTable::Classic, ComboTable::Modern, ComboTable::Multiplier]);
    rules.garbage.kind = pick(random, &[GarbageKind::Ordinary, GarbageKind::Solid]);
    rules.garbage.cap = pick(random, &[1, 8, 40]);
    rules.garbage.travel = pick(random, &[0, 10, 333]);
    rules.garbage.messiness = pick(random, &[0, 300, 1000]);
    rules.garbage.messiness_within = pick(random, &[0, 300, 1000]);
    rules.garbage.blocking = yes(random);
    rules
}

pub(crate) fn handling(random: &mut Random) -> Handling {
    let initial = [InitialInput::Off, InitialInput::Hold, InitialInput::Tap];
    Handling {
        das: pick(random, &[0, 1, 5, 133]),
        arr: pick(random, &[0, 1, 10]),
        soft_drop: pick(random, &[SoftDrop::Factor(5), SoftDrop::Factor(20), SoftDrop::Factor(40), SoftDrop::Instant]),
        dcd: pick(random, &[0, 1, 20]),
        initial_rotation: pick(random, &initial),
        initial_hold: pick(random, &initial),
        second_direction: pick(
            random,
            &[SecondDirection::Latest, SecondDirection::First, SecondDirection::Neither, SecondDirection::Anew],
        ),
        guard: pick(random, &[0, 1, 50]),
        turn_out_of_hold: random.chance(500),
        fall_first: random.chance(500),
    }
}

fn random_setup(random: &mut Random) -> MatchSetup {
    let seats = (0..1 + random.below(2)).map(|seat| SeatSetup {
        // Strong attacks: random play clears few lines.
        handicap: pick(random, &[1000, 10_000]),
        ..SeatSetup::person(format!("Hands {seat}"), handling(random))
    });
    let seats = seats.collect();
    let rules = rules(random);
    let drawn = random.next();
    setup(rules, drawn, seats)
}

/// Fills the lower rows but for one column, so that random play clears lines too.
fn seeded_stack(game: &mut Game, random: &mut Random) -> Vec<u32> {
    let players = game.current().seats.len();
    let mut added = Vec::new();
    for seat in 0..players {
        let size = game.board(seat).size();
        let rows = random.below(u32::from(size.visible).min(6));
        let gap = random.below(size.width.into()) as usize;
        let row: String = (0..size.width.into()).map(|x| if x == gap { '.' } else { '#' }).collect();
        game.draw(seat, &format!("{row}\n").repeat(rows as usize));
        added.push(game.board(seat).count());
    }
    added
}

/// What must hold after every tick; `added` cells were there at the start.
fn check(game: &Game, seat: usize, added: u32, told: &str) {
    let (matrix, rules) = (&game.get::<Field>(seat).0, &game.current().rules);
    let (board, width) = (matrix.board(), u32::from(rules.board.width));
    let (tally, standing) = (*game.get::<RoundTally>(seat), game.get::<ToppedOut>(seat).0);
    let card = game.get::<Score>(seat).0;
    if let Some(in_play) = game.get::<Falling>(seat).piece
        && standing != Some(TopOut::BlockOut)
    {
        assert!(board.fits(in_play.piece), "{told}: the falling piece overlaps nothing and stays inside");
    }
    assert!(board.row_masks().iter().all(|row| row & !board.full_row() == 0), "{told}: nothing lies beyond the walls");
    if game.get::<Falling>(seat).piece.is_none() || game.outcome(seat).locked.is_some() {
        let full = (board.solid_row_count()..board.row_count()).any(|y| board.can_clear_row(y));
        assert!(!full || game.outcome(seat).risen > 0, "{told}: full rows clear in the tick of the lock");
    }
    if standing != Some(TopOut::GarbageOut) {
        let minos = if rules.pieces == PieceSet::Pentomino { 5 } else { 4 };
        let (risen, removed) = match rules.garbage.kind {
            GarbageKind::Ordinary => (tally.risen * (width - 1), 0),
            GarbageKind::Solid => (tally.risen * width, (tally.risen - board.solid_row_count() as u32) * width),
        };
        let expected = added + card.pieces * minos + risen - card.lines * width - removed;
        assert_eq!(board.count(), expected, "{told}: minos are lost only by clearing");
    }
    let waiting = game.get::<IncomingGarbage>(seat).0.waiting_row_count();
    assert!(tally.risen + waiting <= tally.received, "{told}: no garbage comes from nowhere");
    assert!(tally.sent <= tally.attack, "{told}: no more is sent than was attacked with");
    if game.current().seats.len() == 2 {
        assert_eq!(tally.received, game.get::<RoundTally>(1 - seat).sent, "{told}: what one sends the other receives");
    }
    assert_eq!(game.get::<Queue>(seat).0.shown().count(), usize::from(rules.next), "{told}: the queue stays full");
}

/// One game of this many inputs; a match that ends is followed by another. Gives lines cleared and garbage risen.
fn play(game: &mut Game, number: u64) -> (u32, u32) {
    let mut random = Random::new(number, Purpose::Games);
    let (mut inputs, mut lines, mut risen) = (0, 0, 0);
    while inputs < INPUTS {
        let setup = random_setup(&mut random);
        let told = format!("game {number}, input {inputs}, {setup:?}");
        game.restart(setup);
        let added = seeded_stack(game, &mut random);
        let players = game.current().seats.len();
        loop {
            for seat in 0..players {
                if random.chance(700) {
                    let action = Action::ALL[random.below(8) as usize];
                    let frame: &[(Action, bool)] = match random.below(3) {
                        0 => &[(action, true), (action, false)],
                        1 => &[(action, true)],
                        _ => &[(action, false)],
                    };
                    game.keys(seat, frame);
                    inputs += frame.len() as u32;
                }
            }
            // Now and then time passes, for gravity and lock down.
            let ticks = if random.chance(30) { 60 } else { 1 + random.below(3) };
            for _ in 0..ticks {
                game.tick();
                if !matches!(game.phase(), Phase::Countdown { .. }) {
                    (0..players).for_each(|seat| check(game, seat, added[seat], &told));
                }
            }
            if inputs >= INPUTS || !matches!(game.phase(), Phase::Playing | Phase::Countdown { .. }) {
                break;
            }
        }
        for seat in 0..players {
            lines += game.get::<Score>(seat).0.lines;
            risen += game.get::<RoundTally>(seat).risen;
        }
    }
    (lines, risen)
}

#[test]
fn no_input_breaks_a_rule() {
    let first = || setup(Rules::versus(), 0, vec![SeatSetup::person("Hands", Handling::STANDARD)]);
    let games = games();
    let few = games.clone().count() < 200;
    let (lines, risen) =
        games.into_par_iter().map_init(|| Game::new(first()), play).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(
        few || lines > 100 && risen > 100,
        "the games are worth something: {lines} lines cleared, {risen} rows risen"
    );
}
