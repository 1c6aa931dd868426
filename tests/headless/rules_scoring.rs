//! Points, streaks and levels, against the published tables.

use korobka::rules::{AttackTable, Clear, ScoreCard, ScoringRule, Spin, Streak};

/// A player's points, clear by clear.
#[derive(Default)]
struct Game {
    card: ScoreCard,
    streak: Streak,
}

impl Game {
    fn lock(&mut self, lines: u8, spin: Spin, perfect: bool) -> u64 {
        let clear = self.streak.advance(lines, spin, perfect, AttackTable::Guideline);
        self.card.count_lock(ScoringRule::Guideline, &clear, 1, self.streak.back_to_back)
    }

    fn plain(&mut self, lines: u8) -> u64 {
        self.lock(lines, Spin::None, false)
    }
}

#[test]
fn each_clear_has_its_points() {
    let table = [
        (Spin::None, [0, 100, 300, 500, 800].as_slice()),
        (Spin::Mini, &[100, 200, 400]),
        (Spin::Full, &[400, 800, 1200, 1600]),
    ];
    for (spin, points) in table {
        for (lines, &points) in points.iter().enumerate() {
            let got = Game::default().lock(lines as u8, spin, false);
            assert_eq!(got, points, "{spin:?} spin, {lines} lines: {points} points at level 1");
        }
    }
}

#[test]
fn points_are_times_the_level_before_the_clear() {
    for level in [1, 2, 9, 20] {
        let mut card = ScoreCard { lines: 8, ..ScoreCard::default() };
        let clear = Streak::default().advance(4, Spin::None, false, AttackTable::Guideline);
        assert_eq!(
            card.count_lock(ScoringRule::Guideline, &clear, level, 1),
            800 * u64::from(level),
            "a quad at level {level} is worth 800 x {level}, though it ends the level"
        );
        assert_eq!(card.level(level), level + 1, "the tenth line raises the level");
    }
}

#[test]
fn levels_rise_every_ten_lines() {
    for (lines, level) in [(0, 1), (9, 1), (10, 2), (19, 2), (20, 3), (150, 16)] {
        let card = ScoreCard { lines, ..ScoreCard::default() };
        assert_eq!(card.level(1), level, "{lines} lines: level {level}");
    }
}

#[test]
fn back_to_back_gives_half_as_much_again() {
    let mut game = Game::default();
    assert_eq!(game.plain(4), 800, "the first quad starts a back-to-back");
    assert_eq!(game.lock(0, Spin::Full, false), 400, "a spin without a clear is not back-to-back itself");
    assert_eq!(game.plain(4), 1200, "nor does it break one: 800 x 1.5");
    assert_eq!(game.plain(0), 0, "a lock without a clear breaks only the combo");
    assert_eq!(game.lock(2, Spin::Full, false), 1800, "a T-spin double goes on: 1200 x 1.5");
    assert_eq!(
        game.lock(1, Spin::Mini, false),
        2 * (300 + 50),
        "a mini that clears goes on: 200 x 1.5, combo 1, level 2"
    );
    assert_eq!(game.plain(1), 2 * (100 + 100), "a single ends it, and is combo 2");
    game.plain(0);
    assert_eq!(game.plain(4), 2 * 800, "and the next quad starts anew");
    assert_eq!(game.card.best_back_to_back, 4, "four difficult clears in a row");
}

#[test]
fn a_spin_without_a_clear_starts_no_back_to_back() {
    let mut game = Game::default();
    game.lock(0, Spin::Full, false);
    assert_eq!(game.plain(4), 800, "the quad after it is the first of its row");
}

#[test]
fn combos_give_fifty_times_their_count() {
    let mut game = Game::default();
    let points: Vec<u64> = (0..5).map(|_| game.plain(1)).collect();
    assert_eq!(points, [100, 150, 200, 250, 300], "50 x n, the first clear being combo 0");
    game.plain(0);
    assert_eq!(game.plain(1), 100, "a lock without a clear ends the combo");
    assert_eq!(game.card.best_combo, 4, "the longest combo is kept");
}

#[test]
fn a_perfect_clear_adds_its_bonus() {
    for (lines, points) in [(1, 100 + 800), (2, 300 + 1200), (3, 500 + 1800), (4, 800 + 2000)] {
        let got = Game::default().lock(lines, Spin::None, true);
        assert_eq!(got, points, "perfect clear by {lines} lines: {points}");
    }
    let mut game = Game::default();
    game.plain(4);
    game.plain(0);
    assert_eq!(game.lock(4, Spin::None, true), 1200 + 3200, "a back-to-back quad that clears all: +3200");
    assert_eq!(Game::default().lock(0, Spin::None, true), 0, "an empty matrix without a clear is no perfect clear");
}

#[test]
fn drops_give_points_a_cell_whatever_the_level() {
    let mut card = ScoreCard { lines: 90, ..ScoreCard::default() };
    card.count_drop(ScoringRule::Guideline, 7, false);
    assert_eq!(card.score, 7, "a soft drop gives 1 a cell");
    card.count_drop(ScoringRule::Guideline, 7, true);
    assert_eq!(card.score, 21, "a hard drop gives 2 a cell");
    card.count_drop(ScoringRule::Nintendo, 7, true);
    assert_eq!(card.score, 21, "Nintendo scoring gives nothing for drops");
}

#[test]
fn nintendo_points_are_times_the_level_and_one_a_piece() {
    for (before, level) in [(0, 0), (9, 0), (10, 1), (25, 2)] {
        for (lines, base) in [(0, 0), (1, 40), (2, 100), (3, 300), (4, 1200)] {
            let mut card = ScoreCard { lines: before, ..ScoreCard::default() };
            let clear = Clear { lines, combo: 3, back_to_back: true, perfect: true, ..Clear::default() };
            let points = card.count_lock(ScoringRule::Nintendo, &clear, 1, 0);
            assert_eq!(points, base * (level + 1) + 1, "{lines} lines after {before}: {base} x ({level} + 1) + 1");
        }
    }
}

#[test]
fn the_card_counts_what_happened() {
    let mut game = Game::default();
    for (lines, spin, perfect) in
        [(4, Spin::None, false), (2, Spin::Full, false), (0, Spin::Full, false), (1, Spin::None, true)]
    {
        game.lock(lines, spin, perfect);
    }
    let card = game.card;
    assert_eq!((card.pieces, card.lines), (4, 7), "four pieces, seven lines");
    assert_eq!(
        (card.tetrises, card.spins, card.perfect_clears),
        (1, 1, 1),
        "a quad, a spin that cleared, a perfect clear"
    );
}

#[test]
fn flat_scoring_gives_its_own_points_at_every_level() {
    let rule = ScoringRule::Flat { piece: 2, lines: [1, 40, 120, 300, 1200] };
    let mut card = ScoreCard::default();
    for _ in 0..10 {
        for (lines, expected) in [(0, 3), (1, 42), (2, 122), (3, 302), (4, 1202), (5, 1202)] {
            let clear = Clear { lines, ..Clear::default() };
            assert_eq!(card.count_lock(rule, &clear, 1, 0), expected, "{lines} lines at level {}", card.level(1));
        }
    }
    let before = card.score;
    card.count_drop(rule, 20, true);
    assert_eq!(card.score, before, "drops are worth nothing");
}
