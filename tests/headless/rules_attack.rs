//! What clears send, against the published tables.

use korobka::rules::random::Purpose;
use korobka::rules::{AttackRules, AttackTable, Clear, ComboTable, Random, RuleSet, Spin, Streak};

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
        for (combo, attack) in combos(ComboTable::Multiplier, lines, 322).into_iter().enumerate() {
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
fn no_attack_is_larger_than_the_largest_at_whatever_tick_and_by_whatever_handicap() {
    let rules = guideline(ComboTable::Classic);
    for (tick, handicap) in [(u64::MAX, 1000), (u64::MAX, u32::MAX), (u64::MAX / 1000, u32::MAX)] {
        assert_eq!(rules.lines(&clear(4, Spin::None), tick, handicap), 65_535, "{tick} {handicap}");
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
    for rules in RuleSet::ALL.map(|set| set.rules().attack) {
        let spin = Clear { combo: 5, ..clear(0, Spin::Full) };
        assert_eq!(rules.lines(&spin, 500_000, 3000), 0, "a lock without a clear sends nothing");
    }
}

/// A clear in words, clears in a row before it, difficult clears in its chain before it, lines sent.
type Golden = (&'static str, u16, u16, u32);

/// What the sources of `attack_tables` say, worked out by hand or by their formulas apart from this program. The second
/// season of TETR.IO stands in `rules_packets`.
#[rustfmt::skip]
const GOLDEN: &[(RuleSet, &[Golden])] = &[
    (RuleSet::Tetrio, &[
        ("single", 0, 0, 0), ("single", 1, 0, 0), ("single", 2, 0, 1), ("single", 6, 0, 2), ("single", 16, 0, 3),
        ("single", 43, 0, 4), ("single", 5, 9, 1), ("double", 4, 0, 2), ("triple", 2, 0, 3), ("quad", 0, 0, 4),
        ("quad", 1, 0, 5), ("quad", 0, 1, 5), ("quad", 0, 2, 5), ("quad", 0, 3, 6), ("quad", 0, 8, 7),
        ("quad", 0, 24, 8), ("mini 1", 0, 0, 0), ("mini 1", 0, 1, 1), ("mini 1", 2, 1, 1), ("mini 2", 0, 1, 2),
        ("spin 1", 1, 1, 3), ("spin 2", 0, 0, 4), ("spin 2", 2, 2, 8), ("spin 2", 8, 8, 22), ("spin 3", 0, 1, 7),
        ("spin 3", 3, 3, 14), ("single perfect", 0, 0, 10), ("double perfect", 0, 0, 11), ("quad perfect", 0, 0, 14),
        ("quad perfect", 1, 0, 15), ("spin 2 perfect", 0, 1, 15), ("double perfect", 30, 0, 18),
    ]),
    (RuleSet::Jstris, &[
        ("single", 0, 0, 0), ("single", 1, 0, 0), ("single", 2, 0, 1), ("single", 4, 0, 1), ("single", 5, 0, 2),
        ("single", 12, 0, 5), ("single", 30, 0, 5), ("double", 0, 0, 1), ("double", 7, 0, 4), ("triple", 3, 0, 3),
        ("quad", 0, 0, 4), ("quad", 0, 1, 5), ("quad", 2, 1, 6), ("quad", 0, 9, 5), ("mini 1", 0, 0, 0),
        ("mini 1", 0, 1, 0), ("mini 1", 2, 1, 1), ("mini 2", 0, 0, 4), ("spin 1", 0, 0, 2), ("spin 1", 0, 1, 3),
        ("spin 2", 0, 1, 5), ("spin 2", 3, 1, 6), ("spin 3", 0, 1, 7), ("spin 3", 9, 1, 11),
        ("single perfect", 0, 0, 10), ("quad perfect", 0, 1, 10), ("double perfect", 5, 0, 12),
    ]),
    (RuleSet::Ppt, &[
        ("single", 0, 0, 0), ("single", 1, 0, 0), ("single", 2, 0, 1), ("single", 3, 0, 1), ("single", 4, 0, 2),
        ("single", 8, 0, 4), ("single", 10, 0, 4), ("single", 11, 0, 5), ("single", 40, 0, 5), ("double", 0, 0, 1),
        ("double", 6, 0, 4), ("triple", 2, 0, 3), ("quad", 0, 0, 4), ("quad", 0, 1, 5), ("quad", 5, 1, 7),
        ("quad", 0, 7, 5), ("mini 1", 0, 0, 0), ("mini 1", 0, 1, 1), ("mini 2", 0, 0, 1), ("spin 1", 0, 0, 2),
        ("spin 1", 0, 1, 3), ("spin 2", 0, 1, 5), ("spin 2", 2, 1, 6), ("spin 3", 0, 0, 6), ("spin 3", 0, 1, 7),
        ("single perfect", 0, 0, 10), ("quad perfect", 0, 1, 10), ("double perfect", 5, 0, 10),
    ]),
];

/// Quads recorded in the game itself: clears in a row and chain before, lines sent. Collected by the players who worked
/// out the first season's formula.
#[rustfmt::skip]
const RECORDED: &[(u16, u16, u32)] = &[
    (0, 0, 4), (1, 1, 6), (2, 2, 8), (3, 3, 11), (4, 4, 12), (5, 5, 14), (6, 6, 16), (7, 7, 18), (8, 8, 22),
    (1, 0, 5), (2, 1, 7), (3, 2, 9), (4, 3, 12), (5, 4, 14), (6, 5, 16), (7, 6, 18), (8, 7, 19), (9, 8, 23),
    (2, 0, 6), (3, 1, 8), (4, 2, 11), (5, 3, 14), (6, 4, 16), (7, 5, 17), (8, 6, 19), (9, 7, 21), (23, 0, 27),
    (24, 1, 35), (25, 2, 40), (26, 3, 48), (27, 4, 50), (28, 5, 52), (29, 6, 54), (30, 7, 56), (22, 0, 26),
    (23, 1, 33), (24, 2, 39), (25, 3, 46), (26, 4, 48), (27, 5, 50), (28, 6, 52), (29, 7, 54),
];

/// A clear in the words of [`GOLDEN`], by the game's own way of counting chains.
pub(super) fn made(words: &str, combo: u16, chain: u16, table: AttackTable) -> Clear {
    let words = if words.starts_with("quad") { words.replacen("quad", "quad  ", 1) } else { words.to_owned() };
    let (kind, rest) = words.split_at(6);
    let spin = match kind {
        kind if kind.starts_with("mini") => Spin::Mini,
        kind if kind.starts_with("spin") => Spin::Full,
        _ => Spin::None,
    };
    let lines = match (spin, kind) {
        (Spin::None, _) => {
            ["single", "double", "triple", "quad"].iter().position(|name| kind.trim() == *name).unwrap() as u8 + 1
        }
        _ => kind[5..].parse().unwrap(),
    };
    let mut streak = Streak { combo, back_to_back: chain };
    let clear = streak.advance(lines, spin, rest.ends_with("perfect"), table);
    Clear { garbage: u8::from(rest.ends_with("garbage")), ..clear }
}

#[test]
fn each_set_of_rules_sends_what_its_sources_say() {
    for (set, golden) in GOLDEN {
        let attack = set.rules().attack;
        assert!(golden.len() > 25);
        for &(words, combo, chain, lines) in *golden {
            let clear = made(words, combo, chain, attack.table);
            assert_eq!(attack.lines(&clear, 0, 1000), lines, "{}: {words}, combo {combo}, chain {chain}", set.name());
        }
    }
    let attack = RuleSet::Tetrio.rules().attack;
    for &(combo, chain, lines) in RECORDED {
        assert_eq!(
            attack.lines(&made("quad", combo, chain, attack.table), 0, 1000),
            lines,
            "combo {combo}, chain {chain}"
        );
    }
}

#[test]
fn chains_longer_than_the_rules_count_are_worth_what_the_longest_is() {
    for (set, longest) in
        [(RuleSet::Guideline, 1), (RuleSet::LineForLine, 1), (RuleSet::Tetrio, 127), (RuleSet::Tetrio2, 255)]
    {
        let attack = set.rules().attack;
        assert_eq!(u16::from(attack.table.longest_counted_chain()), longest, "{}", set.name());
        let sent = |chain: u16| attack.lines(&made("quad", 0, chain, attack.table), 0, 1000);
        assert_eq!([longest + 1, 1000, u16::MAX].map(sent), [sent(longest); 3], "{}", set.name());
    }
}

/// Play between two machines rests on it: each side works out what it sends by itself.
#[test]
fn what_a_clear_sends_follows_from_streak_and_tick_alone() {
    let mut random = Random::new(5, Purpose::Search);
    for set in RuleSet::ALL {
        let attack = set.rules().attack;
        let (mut streak, mut again) = (Streak::default(), Streak::default());
        for turn in 0..20_000u64 {
            let lines = [0, 0, 1, 1, 2, 3, 4][random.below(7) as usize];
            let spin = [Spin::None, Spin::None, Spin::Mini, Spin::Full][random.below(4) as usize];
            let perfect = random.chance(20);
            let clear = streak.advance(lines, spin, perfect, attack.table);
            assert_eq!(again.advance(lines, spin, perfect, attack.table), clear);
            let sent = attack.lines(&clear, turn * 20, 1000);
            assert_eq!(attack.lines(&clear, turn * 20, 1000), sent);
            assert!(lines > 0 || sent == 0, "no clear, no attack");
            assert!(attack.lines(&clear, turn * 20 + 1000, 1000) >= sent, "attacks never shrink with time");
            assert!(attack.lines(&clear, turn * 20, 1500) >= sent, "nor with a handicap");
        }
    }
}

#[test]
fn a_set_is_found_by_its_name() {
    for set in RuleSet::ALL {
        assert_eq!(RuleSet::named(set.name()), Some(set));
        let words = serde_json::to_value(set).unwrap();
        assert_eq!(words, set.name(), "the same name in files");
        assert!(set.rules().checked().is_ok());
    }
    assert_eq!(RuleSet::from_rules(&RuleSet::Ppt.rules()), RuleSet::Guideline, "the same numbers");
    assert_eq!(RuleSet::named("tetris"), None);
}

#[test]
fn parts_of_lines_grow_with_a_handicap_only_where_the_rules_count_them() {
    // A spin single in a chain of two: 2 lines and 1 + (1 + ln 2.6) / 3.
    let chained = Clear { back_to_back: true, chain: 2, ..clear(1, Spin::Full) };
    let tetrio = RuleSet::Tetrio.rules().attack;
    let exact = 2.0 + 1.0 + (1.0 + 2.6_f64.ln()) / 3.0;
    assert_eq!(tetrio.lines(&chained, 0, 1000), exact as u32);
    assert_eq!(tetrio.lines(&chained, 0, 1500), (1.5 * exact) as u32, "half as much again of all parts");
    // A double in a combo of three sends 1.75 lines by the multiplier, of which the guideline counts one.
    let combo = Clear { combo: 3, ..clear(2, Spin::None) };
    assert_eq!(guideline(ComboTable::Multiplier).lines(&combo, 0, 1500), 1, "half as much again of one line");
}
