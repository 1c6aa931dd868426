//! Gravity and lock down, against the published numbers.

use korobka::rules::{Gravity, GravityRule, LockDown, LockDownKind, LockDownRule, Rules};

/// Ticks until a piece under this gravity has fallen `rows` rows.
fn ticks(gravity: Gravity, rows: u64) -> u64 {
    (Gravity::ROW * rows).div_ceil(gravity.0)
}

#[test]
fn the_curve_is_the_guidelines() {
    let published =
        [1.0, 0.793, 0.618, 0.473, 0.355, 0.262, 0.190, 0.135, 0.0939, 0.0642, 0.0430, 0.0282, 0.0182, 0.0114, 0.0071];
    for (level, seconds) in (1..).zip(published) {
        let row = Gravity::ROW as f64 / GravityRule::Curve.at(level, 0).0 as f64 / 1000.0;
        assert!((row - seconds).abs() < 0.0006, "level {level}: {row} s a row, published {seconds}");
        let formula = (0.8 - f64::from(level - 1) * 0.007).powi(level as i32 - 1);
        assert!((row / formula - 1.0).abs() < 1e-6, "level {level}: {row} s a row, by the formula {formula}");
    }
}

#[test]
fn level_18_falls_more_than_a_row_in_two_ticks_and_19_at_20_g() {
    let at = |level| GravityRule::Curve.at(level, 0);
    assert!(ticks(at(18), 1) <= 2, "at level 18 a row takes less than two milliseconds");
    assert!(at(18) < Gravity::MAX, "20 G comes only at level 19");
    for level in [19, 20, 100, u32::MAX] {
        assert_eq!(at(level), Gravity::MAX, "level {level}: 20 G");
    }
    assert_eq!(ticks(Gravity::MAX, 1200), 1000, "20 G is 1200 rows a second");
    assert_eq!(at(0), at(1), "there is no level below the first");
    for level in 1..19 {
        assert!(at(level) < at(level + 1), "level {} is faster than {level}", level + 1);
    }
}

#[test]
fn whole_numbers_of_rows_come_at_whole_milliseconds() {
    let level_one = GravityRule::Curve.at(1, 0);
    for rows in [1, 2, 3, 60] {
        assert_eq!(ticks(level_one, rows), 1000 * rows, "level 1: {rows} rows in exactly {rows} seconds");
    }
    let versus = GravityRule::VERSUS.at(1, 0);
    assert_eq!(ticks(versus, 6), 5000, "0.02 G: six rows in exactly five seconds");
    assert_eq!(ticks(versus, 1), 834, "0.02 G: the first row within 5/6 of a second");
    assert_eq!(ticks(Gravity::from_micro_g(1_000_000), 60), 1000, "1 G is 60 rows a second");
}

#[test]
fn versus_gravity_grows_after_two_minutes() {
    let at = |tick| GravityRule::VERSUS.at(9, tick);
    for tick in [0, 60_000, 120_000] {
        assert_eq!(at(tick), Gravity::from_micro_g(20_000), "0.02 G for two minutes, whatever the level");
    }
    assert_eq!(at(121_000), Gravity::from_micro_g(23_500), "0.0035 G more each second");
    assert_eq!(at(220_000), Gravity::from_micro_g(370_000), "after 100 seconds of growth 0.37 G");
    assert_eq!(at(10_000_000), Gravity::MAX, "at most 20 G");
}

#[test]
fn no_gravity_grows_past_20_g_at_whatever_tick() {
    let fastest = GravityRule::Ramp { base: u32::MAX, after: 0, growth: u32::MAX };
    assert_eq!([u64::from(u32::MAX), u64::MAX].map(|tick| fastest.at(1, tick)), [Gravity::MAX; 2]);
}

#[test]
fn without_gravity_nothing_falls() {
    assert_eq!(GravityRule::Off.at(20, 1_000_000), Gravity(0), "gravity off");
}

const EXTENDED: LockDownRule = LockDownRule { kind: LockDownKind::Extended, delay: 500, resets: 15 };

/// Ticks of rest until it locks.
fn rest(lock: &mut LockDown, rule: LockDownRule) -> u32 {
    (1..).find(|_| lock.tick(rule, true)).unwrap_or_default()
}

#[test]
fn the_default_is_extended_half_a_second_fifteen_moves() {
    assert_eq!(LockDownRule::default(), EXTENDED, "extended placement is the default");
    assert_eq!(Rules::marathon().lock_down, EXTENDED, "in marathon");
    assert_eq!(Rules::versus().lock_down, EXTENDED, "and in versus");
}

#[test]
fn a_piece_locks_after_half_a_second_of_rest() {
    for kind in [LockDownKind::Extended, LockDownKind::Infinite, LockDownKind::Classic] {
        let rule = LockDownRule { kind, ..EXTENDED };
        assert_eq!(rest(&mut LockDown::new(3), rule), 500, "{kind:?}: 500 ticks of rest");
    }
}

#[test]
fn extended_restarts_fifteen_times() {
    let mut lock = LockDown::new(3);
    for moves in 1..=15 {
        for _ in 0..499 {
            assert!(!lock.tick(EXTENDED, true), "the clock was restarted by move {}", moves - 1);
        }
        lock.note_move(EXTENDED, true);
        assert_eq!((lock.rested_ticks(), lock.resets_used()), (0, moves), "move {moves} restarts the clock");
    }
    for _ in 0..200 {
        assert!(!lock.tick(EXTENDED, true), "the last restart gives half a second");
    }
    lock.note_move(EXTENDED, true);
    assert_eq!(lock.rested_ticks(), 200, "the sixteenth move buys no time");
    assert_eq!(rest(&mut lock, EXTENDED), 300, "the piece keeps the time it still had");
}

/// A T on the floor that is turned by 180 degrees twice floats a row up. It must not hold the game up for ever.
#[test]
fn whoever_has_no_moves_left_gains_no_time_in_the_air() {
    let mut lock = LockDown::new(3);
    for _ in 0..14 {
        lock.note_move(EXTENDED, true);
    }
    assert!((0..600).all(|_| !lock.tick(EXTENDED, false)) && lock.rested_ticks() == 0, "a move is left");
    lock.note_move(EXTENDED, true);
    assert!((0..600).all(|_| !lock.tick(EXTENDED, false)), "in the air nothing locks");
    assert!(lock.tick(EXTENDED, true), "the time has run on");
}

#[test]
fn only_a_new_lowest_row_starts_the_count_anew() {
    let mut lock = LockDown::new(5);
    for _ in 0..15 {
        lock.note_move(EXTENDED, true);
    }
    lock.note_fall_to(6);
    lock.note_fall_to(5);
    assert_eq!(lock.resets_used(), 15, "rising and falling back to a row already seen changes nothing");
    lock.note_fall_to(4);
    assert_eq!((lock.rested_ticks(), lock.resets_used()), (0, 0), "a new lowest row starts the count anew");
}

#[test]
fn moves_in_free_fall_are_not_counted() {
    let mut lock = LockDown::new(18);
    for _ in 0..40 {
        lock.note_move(EXTENDED, false);
    }
    assert_eq!(lock.resets_used(), 0, "a move that buys no time costs none");
    lock.tick(EXTENDED, true);
    lock.note_move(EXTENDED, false);
    assert_eq!(
        (lock.rested_ticks(), lock.resets_used()),
        (0, 1),
        "one that stops a running clock does, in the air too"
    );
}

#[test]
fn infinite_restarts_without_end_and_classic_never() {
    let (infinite, classic) = (
        LockDownRule { kind: LockDownKind::Infinite, ..EXTENDED },
        LockDownRule { kind: LockDownKind::Classic, ..EXTENDED },
    );
    let mut lock = LockDown::new(3);
    for moves in 0..100 {
        assert!((0..499).all(|_| !lock.tick(infinite, true)), "infinite: move {moves} restarted the clock");
        lock.note_move(infinite, true);
    }
    let mut lock = LockDown::new(3);
    for _ in 0..499 {
        assert!(!lock.tick(classic, true), "classic: half a second of rest");
        lock.note_move(classic, true);
    }
    assert!(lock.tick(classic, true), "classic: moves buy no time");
    let mut lock = LockDown::new(3);
    lock.tick(classic, true);
    lock.note_fall_to(2);
    assert_eq!(lock.rested_ticks(), 0, "classic: falling to a new lowest row restarts the clock");
}
