//! Rules by name: those of the games that people know, one entry each.
//!
//! A set says what clears send, in how many packets, which spins count and which kicks there are. Board, handling and
//! the rest are this game's own everywhere. So is what loses: in TETR.IO's leagues nobody loses by lock out, and a
//! piece that has no room right after a clear appears higher (`nolockout` and `clutch` in the presets of
//! <https://github.com/halp1/triangle>). Sources of the attacks stand in `attack_tables`.

use super::attack::{AttackRules, AttackTable, ComboTable};
use super::kicks::KickTable;
use super::options::Rules;
use serde::{Deserialize, Serialize};

/// A set of rules for two players.
///
/// Under each set what a clear attacks with follows from the sender's own board, streak and tick (and handicap) alone,
/// whatever waits and whatever the opponent does, and cancelling takes the oldest that waits first. Play over a network
/// may rest on that: each side works out its own attacks. How much `tetrio-2` cancels in its opener phase does depend
/// on all that waits. `what_a_clear_attacks_with_follows_from_the_own_side_alone` holds every set to it, at the level
/// of placements (`tests/headless/rules_exchange.rs`) and of ticks (`tests/game/exchange_sets.rs`). A set for which it
/// is not so has to say so in its entry, and in those tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleSet {
    /// The rules of the guideline's versus games.
    #[default]
    Guideline,
    /// The rules of TETR.IO's first season.
    Tetrio,
    /// The rules of TETR.IO's second season.
    #[serde(rename = "tetrio-2")]
    Tetrio2,
    /// The rules of Jstris.
    Jstris,
    /// The rules of Puyo Puyo Tetris between two players of Tetris.
    Ppt,
    /// Rules under which every cleared line sends one line.
    LineForLine,
}

/// The names of one set of rules and what it sets.
struct RuleSetEntry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    table: AttackTable,
    combo: ComboTable,
    /// Whether every piece that cannot move after a turn counts as a mini spin; `Rules::spins` says whether the T does.
    all_spin: bool,
    kicks: KickTable,
}

impl RuleSet {
    /// All sets, in the order of menus.
    pub const ALL: [Self; 6] =
        [Self::Guideline, Self::Tetrio, Self::Tetrio2, Self::Jstris, Self::Ppt, Self::LineForLine];

    const fn entry(self) -> RuleSetEntry {
        match self {
            Self::Guideline => RuleSetEntry {
                name: "guideline",
                title: "Guideline",
                about: "Doubles 1, triples 2, quads 4, T-spins twice their lines; combos and back-to-back add",
                table: AttackTable::Guideline,
                combo: ComboTable::Classic,
                all_spin: false,
                kicks: KickTable::Srs,
            },
            Self::Tetrio => RuleSetEntry {
                name: "tetrio",
                title: "TETR.IO, season 1",
                about: "Combos multiply, back-to-back is worth more the longer it runs, a perfect clear sends ten more",
                table: AttackTable::Tetrio,
                combo: ComboTable::Multiplier,
                all_spin: false,
                kicks: KickTable::SrsPlus,
            },
            Self::Tetrio2 => RuleSetEntry {
                name: "tetrio-2",
                title: "TETR.IO, season 2",
                about: "Combos multiply, every piece can spin, and back-to-back saves up what its end sends",
                table: AttackTable::Tetrio2,
                combo: ComboTable::Multiplier,
                all_spin: true,
                kicks: KickTable::SrsPlus,
            },
            Self::Jstris => RuleSetEntry {
                name: "jstris",
                title: "Jstris",
                about: "As the guideline, with slower combos; a perfect clear sends ten and its combo",
                table: AttackTable::Jstris,
                combo: ComboTable::Jstris,
                all_spin: false,
                kicks: KickTable::Srs,
            },
            Self::Ppt => RuleSetEntry {
                name: "ppt",
                title: "Puyo Puyo Tetris",
                about: "The guideline's numbers, between two players of Tetris",
                table: AttackTable::Guideline,
                combo: ComboTable::Classic,
                all_spin: false,
                kicks: KickTable::Srs,
            },
            Self::LineForLine => RuleSetEntry {
                name: "line-for-line",
                title: "Line for line",
                about: "Every cleared line sends one: singles count too",
                table: AttackTable::LineForLine,
                combo: ComboTable::Classic,
                all_spin: false,
                kicks: KickTable::Srs,
            },
        }
    }

    /// The set's name on the command line and in files.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The set's name in menus.
    pub const fn title(self) -> &'static str {
        self.entry().title
    }

    /// One line of text about the set, for menus.
    pub const fn about(self) -> &'static str {
        self.entry().about
    }

    /// The set of this name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The set whose table of attacks `rules` have; the first where several sets have the same table.
    pub fn from_rules(rules: &Rules) -> Self {
        Self::ALL.into_iter().find(|set| set.entry().table == rules.attack.table).unwrap_or_default()
    }

    /// The name of the set whose attacks these rules have; `None` for the guideline's, which are the usual ones.
    pub fn name_unless_usual(rules: &Rules) -> Option<&'static str> {
        let set = Self::from_rules(rules);
        (set != Self::default()).then(|| set.name())
    }

    /// Sets the attacks, combos, spins and kicks of `rules` to those of this set, and leaves the rest.
    pub const fn apply_to(self, rules: &mut Rules) {
        let RuleSetEntry { table, combo, all_spin, kicks, .. } = self.entry();
        rules.attack = AttackRules { table, combo, ..rules.attack };
        rules.all_spin = all_spin;
        rules.kicks = kicks;
    }

    /// The rules of a match under this set: [`Rules::versus`] with the set's attacks, spins and kicks.
    pub const fn rules(self) -> Rules {
        let mut rules = Rules::versus();
        self.apply_to(&mut rules);
        rules
    }
}
