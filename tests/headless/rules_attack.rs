//! What clears send, against the published tables.

use korobka::rules::{AttackRules, AttackTable, Clear, ComboTable, Spin};

fn guideline(combo: ComboTable) -> AttackRules {
    AttackRules { combo, ..AttackRules::default() }
}

fn clear(lines: u8, spin: Spin) -> Clear {
    Clear { lines, spin, ..Clear::default() }
}

fn sent(clear: Clear) -> u32 {
    guideline(ComboTable::Classic).lines(&clear, 0, 1000)
}

#[test]
fn each_clear_sends_its_lines() {
    let table = [(Spin::None, [0, 0, 1, 2, 4].as_slice()), (Spin::Mini, &[0, 0, 1]), (Spin::Full, &[0, 2, 4, 6])];
    for (spin, lines) in table {
        for (cleared, &attack) in lines.iter().enumerate() {
            let plain = clear(cleared as u8, spin);
            assert_eq!(sent(plain), attack, "{spin:?} spin, {cleared} lines: sends {attack}");
            if cleared > 0 {
                assert_eq!(sent(Clear { back_to_back: true, ..plain }), attack + 1, "back-to-back adds one");
            }
        }
    }
}

#[test]
fn a_perfect_clear_sends_ten_instead_of_the_rest() {
    for lines in 1..=4 {
        let perfect = Clear { perfect: true, back_to_back: true, combo: 9, ..clear(lines, Spin::None) };
        assert_eq!(sent(perfect), 10, "a perfect clear sends ten instead of the rest");
    }
}

fn combos(table: ComboTable, lines: u8, upto: u16) -> Vec<u32> {
    let rules = guideline(table);
    (0..upto).map(|combo| rules.lines(&Clear { combo, ..clear(lines, Spin::None) }, 0, 1000)).collect()
}

#[test]
fn classic_combos_add_their_table() {
    assert_eq!(combos(ComboTable::Classic, 1, 14), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5], "singles");
    assert_eq!(combos(ComboTable::Classic, 4, 4), [4, 4, 5, 5], "quads: the combo adds to the clear");
}

#[test]
fn modern_combos_add_their_table() {
    assert_eq!(combos(ComboTable::Modern, 1, 16), [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4], "singles");
}

#[test]
fn multiplier_combos_follow_the_formula() {
    let expected = |base: u32, combo: u32| {
        let product = f64::from(base) * (1.0 + 0.25 * f64::from(combo));
        let least = if combo > 1 { (1.0 + 1.25 * f64::from(combo)).ln() } else { 0.0 };
        product.max(least).floor() as u32
    };
    for (lines, base) in [(1, 0), (2, 1), (3, 2), (4, 4)] {
        for (combo, attack) in combos(ComboTable::Multiplier, lines, 400).into_iter().enumerate() {
            assert_eq!(
                attack,
                expected(base, combo as u32),
                "{lines} lines, combo {combo}: base x (1 + 0.25 c), ln at least"
            );
        }
    }
}

#[test]
fn attacks_grow_after_the_margin_time() {
    let rules = guideline(ComboTable::Classic);
    let quad = clear(4, Spin::None);
    for (tick, attack) in [(0, 4), (180_000, 4), (211_249, 4), (211_250, 5), (305_000, 8), (304_999, 7), (600_000, 17)]
    {
        assert_eq!(rules.lines(&quad, tick, 1000), attack, "0.008 a second after three minutes: {tick} ms");
    }
}

#[test]
fn a_handicap_multiplies_attacks() {
    let rules = guideline(ComboTable::Classic);
    for (handicap, attack) in [(0, 0), (500, 2), (999, 3), (1000, 4), (1500, 6), (3000, 12)] {
        assert_eq!(
            rules.lines(&clear(4, Spin::None), 0, handicap),
            attack,
            "a quad times {handicap}/1000, rounded down"
        );
    }
}

#[test]
fn line_for_line_sends_as_many_as_were_cleared() {
    let rules = AttackRules { table: AttackTable::LineForLine, ..AttackRules::default() };
    for lines in 0..=5 {
        for spin in [Spin::None, Spin::Mini, Spin::Full] {
            let fancy = Clear { combo: 7, back_to_back: true, perfect: lines > 0, ..clear(lines, spin) };
            assert_eq!(rules.lines(&fancy, 0, 1000), u32::from(lines), "{lines} lines send {lines}, nothing more");
        }
    }
}

#[test]
fn no_clear_sends_nothing() {
    for table in [AttackTable::Guideline, AttackTable::LineForLine] {
        let rules = AttackRules { table, ..AttackRules::default() };
        let spin = Clear { combo: 5, ..clear(0, Spin::Full) };
        assert_eq!(rules.lines(&spin, 500_000, 3000), 0, "a lock without a clear sends nothing");
    }
}
