//! Rows for the rules of a match, shared by the screens that set one up and the settings.

use super::super::menu::Menu;
use super::counted;
use crate::rules::{GarbageKind, GravityRule, KickTable, LockDownKind, RuleSet, Rules};

/// Adds the row for the attack rules: what clears send, and which spins count.
pub(super) fn add_attack_row(menu: &mut Menu, rules: &mut Rules) {
    let before = RuleSet::from_rules(rules);
    let mut set = before;
    // Where two sets have the same numbers, one name stands for both.
    let names: Vec<(RuleSet, &str)> = RuleSet::ALL
        .into_iter()
        .filter(|set| RuleSet::from_rules(&set.rules()) == *set)
        .map(|set| (set, set.title()))
        .collect();
    menu.pick("Attack rules", &names, &mut set);
    menu.explain_row(format!("{}. Sets combos, all-spin and kicks too", set.about()));
    if set != before {
        set.apply_to(rules);
    }
}

/// Adds the row that chooses the kind of garbage.
fn garbage_kind(menu: &mut Menu, rules: &mut Rules) {
    let kinds = [(GarbageKind::Ordinary, "Ordinary"), (GarbageKind::Solid, "Solid")];
    menu.pick("Garbage", &kinds, &mut rules.garbage.kind);
    menu.explain_row(match rules.garbage.kind {
        GarbageKind::Ordinary => "Rows with a hole, cleared like any other",
        GarbageKind::Solid => "Rows without a hole: only your own lines take them away",
    });
}

/// Adds the rows for garbage: its kind, where its holes are, and when how many rows rise.
pub(super) fn add_garbage_rows(menu: &mut Menu, rules: &mut Rules) {
    garbage_kind(menu, rules);
    let garbage = &mut rules.garbage;
    for (label, hint, value) in [
        (
            "Hole moves between attacks",
            "Messiness: how often the next attack has its hole in another column",
            &mut garbage.messiness,
        ),
        (
            "Hole moves within one",
            "Messiness: how often the rows of one attack have their holes in other columns",
            &mut garbage.messiness_within,
        ),
    ] {
        menu.number(label, value, 0..=1000, 50, |permille| format!("{} %", permille / 10));
        menu.explain_row(hint);
    }
    menu.number("Most rows at once", &mut garbage.cap, 1..=40, 1, |rows| counted(rows, "row"));
    menu.explain_row("Rows that rise at one lock, at most");
    let seconds = |ticks| format!("{:.2} s", f64::from(ticks) / 1000.0);
    menu.number("Garbage travels for", &mut garbage.travel, 0..=3000, 50, seconds);
    menu.explain_row("How long an attack is on its way before it can rise");
    menu.toggle("A clear keeps garbage down", &mut garbage.blocking);
    menu.explain_row("While you clear, what waits does not rise");
}

/// Adds the row for the number of rounds to win.
pub(super) fn add_first_to_row(menu: &mut Menu, rules: &mut Rules) {
    menu.number("First to", &mut rules.first_to, 1..=10, 1, |rounds| counted(rounds, "round"));
    menu.explain_row("Whoever wins this many rounds wins the match");
}

/// Adds the rows for what the attacks of two sides are multiplied by, in thousandths, each with its label.
pub(super) fn add_handicap_rows(menu: &mut Menu, labels: [&str; 2], values: [&mut u32; 2]) {
    for (label, value) in labels.into_iter().zip(values) {
        menu.number(label, value, 100..=5000, 50, |by| format!("× {}.{:02}", by / 1000, by % 1000 / 10));
        menu.explain_row("A handicap: what a side sends is multiplied by this, rounded down");
    }
}

/// Adds the heading and the rows for the rules of a match that its own page shows.
pub(super) fn add_match_rows(menu: &mut Menu, rules: &mut Rules) {
    menu.heading("Match");
    add_attack_row(menu, rules);
    garbage_kind(menu, rules);
    add_first_to_row(menu, rules);
}

/// Adds the rows of the settings for the rules of a game for one. With `versus` they are those of a match, which has
/// attacks, garbage and rounds besides.
pub(super) fn add_settings_rows(menu: &mut Menu, rules: &mut Rules, versus: bool) {
    menu.toggle("Hold", &mut rules.hold);
    menu.explain_row("Put a piece aside for later, once a piece");
    menu.number("Next pieces shown", &mut rules.next, 1..=6, 1, |next| next.to_string());
    menu.explain_row("How far ahead you see");
    // The other modes for one player say these themselves.
    let of_some = |hint: &str| if versus { hint.to_owned() } else { format!("{hint}; for marathon alone") };
    menu.toggle("Rotate 180", &mut rules.half_turns);
    menu.explain_row(of_some("Turn a piece by 180 degrees with one key"));
    menu.pick("Kicks", &[(KickTable::Srs, "SRS"), (KickTable::SrsPlus, "SRS+")], &mut rules.kicks);
    menu.explain_row(of_some("Where a piece without room to turn goes; TETR.IO's SRS+ differs for the I"));
    menu.toggle("All-spin", &mut rules.all_spin);
    menu.explain_row(of_some("Spins count for every piece, not for T alone"));
    let kinds = [
        (LockDownKind::Extended, "Extended"),
        (LockDownKind::Infinite, "Infinite"),
        (LockDownKind::Classic, "Classic"),
    ];
    menu.pick("A piece locks", &kinds, &mut rules.lock_down.kind);
    menu.explain_row(of_some(match rules.lock_down.kind {
        LockDownKind::Extended => "Moves and turns restart the half second of rest, fifteen times a row",
        LockDownKind::Infinite => "Every move and turn restarts the half second of rest",
        LockDownKind::Classic => "Only falling further restarts the half second of rest",
    }));
    let gravities =
        [(GravityRule::Curve, "By level"), (GravityRule::VERSUS, "Rising slowly"), (GravityRule::Off, "None")];
    menu.pick("Gravity", &gravities, &mut rules.gravity);
    menu.explain_row(of_some("How pieces fall by themselves"));
    let seconds = |ticks| format!("{:.1} s", f64::from(ticks) / 1000.0);
    menu.number("Countdown", &mut rules.countdown, 0..=5000, 500, seconds);
    menu.explain_row("The time before a round begins; a direction held in it is charged for the first piece");
    if versus {
        add_attack_row(menu, rules);
        add_garbage_rows(menu, rules);
        add_first_to_row(menu, rules);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{after_each_row, assert_rows_change_their_parts, parts};
    use super::*;

    /// What the rows of the rules of a match are for, in their order; those of a game for one are the first eight.
    /// A set of attack rules has combos, spins and kicks.
    const PARTS: [fn(&mut Rules, &Rules); 16] = parts! {
        hold, next, half_turns, kicks, all_spin, lock_down.kind, gravity, countdown,
        attack.table & attack.combo & all_spin & kicks,
        garbage.kind, garbage.messiness, garbage.messiness_within, garbage.cap, garbage.travel, garbage.blocking,
        first_to,
    };

    #[test]
    fn every_row_of_the_rules_changes_its_own_rule_and_a_game_for_one_has_no_more_than_eight() {
        let first = Rules::versus();
        assert_rows_change_their_parts(&first, &PARTS, |menu, rules| add_settings_rows(menu, rules, true));
        assert_rows_change_their_parts(&first, &PARTS[..8], |menu, rules| add_settings_rows(menu, rules, false));
        let counts = [true, false]
            .map(|versus| after_each_row(&first, |menu, rules| add_settings_rows(menu, rules, versus)).len());
        assert_eq!(counts, [16, 8]);
    }
}
