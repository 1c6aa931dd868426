//! How many lines a clear sends: by a table for clears and one for combos, and by the time of the round.
//!
//! The tables of the games that people play are in `attack_tables`, those of combos here. All numbers are integers:
//! logarithms are worked out into tables and thresholds.

use super::attack_tables::{BACK_TO_BACK_CHAIN_BONUSES, ChainBonus, LEAST_COMBO_LINES, PerfectClearBonus};
use super::packets::AttackPackets;
use super::spin::Spin;
use super::streak::Clear;
use serde::{Deserialize, Serialize};

/// Which table says how many lines a clear sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackTable {
    /// Clears 0/1/2/4, T-spins 2/4/6, minis 0/1, back-to-back +1, combos, perfect clear 10. Puyo Puyo Tetris has the
    /// same numbers.
    #[default]
    Guideline,
    /// A clear sends as many lines as it clears, nothing more.
    LineForLine,
    /// TETR.IO's first season: a chain adds more the longer it is, a perfect clear ten.
    Tetrio,
    /// TETR.IO's second season: a chain of five or more sends its length less one when it ends, and a perfect clear
    /// sends five lines more.
    #[serde(rename = "tetrio-2")]
    Tetrio2,
    /// Jstris: minis of two rows like full spins, a perfect clear ten in place of the clear.
    Jstris,
}

/// Which table says what a combo adds. Under [`AttackTable::LineForLine`] a combo adds nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComboTable {
    /// Adds 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4 lines, then 5, as the combo grows: the first number is for a clear with no
    /// clear right before it.
    #[default]
    Classic,
    /// Adds 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3 lines, then 4.
    Modern,
    /// Gives base x (1 + 0.25 c) lines for c clears in a row before this one, from c = 2 on at least ln(1 + 1.25 c),
    /// rounded down.
    Multiplier,
    /// Adds 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4 lines, then 5.
    Jstris,
}

const CLASSIC: [u32; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];
const JSTRIS: [u32; 13] = [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];
const MODERN: [u32; 14] = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4];

/// How clears become attacks.
///
/// ```
/// use korobka::rules::{AttackRules, Clear};
///
/// let quad = Clear { lines: 4, back_to_back: true, ..Clear::default() };
/// assert_eq!(AttackRules::default().lines(&quad, 0, 1000), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct AttackRules {
    /// Which table says what a clear sends.
    pub table: AttackTable,
    /// Which table says what a combo adds.
    pub combo: ComboTable,
    /// Ticks into the round from which on attacks grow (margin time).
    pub margin: u32,
    /// Growth of attacks in each second after the margin time, in thousandths, 0-1000.
    pub growth: u32,
}

impl Default for AttackRules {
    fn default() -> Self {
        Self::USUAL
    }
}

impl AttackRules {
    /// The attacks of the guideline, which grow after three minutes.
    pub const USUAL: Self =
        Self { table: AttackTable::Guideline, combo: ComboTable::Classic, margin: 180_000, growth: 8 };

    /// Lines that `clear` sends, `tick` ticks into the round, before cancelling: 0-65535. `handicap` is the sender's
    /// garbage multiplier in thousandths, so 1000 changes nothing.
    pub fn lines(&self, clear: &Clear, tick: u64, handicap: u32) -> u32 {
        self.parts(clear, tick, handicap).iter().sum::<u32>().min(MOST)
    }

    /// The lines of [`Self::lines`] in the packets in which they are sent: the packets of a chain that the clear ends,
    /// then the clear's own, then what a perfect clear adds. Most tables send a clear as one packet.
    pub fn packets(&self, clear: &Clear, tick: u64, handicap: u32) -> AttackPackets {
        let [surge, own, perfect] = self.parts(clear, tick, handicap);
        if !self.table.clear_values().in_packets {
            return AttackPackets::single((surge + own + perfect).min(MOST));
        }
        // A third, rounded, twice, and what is left of it.
        let third = (surge + 1) / 3;
        AttackPackets::of([third, third, surge - 2 * third, own, perfect]).at_most(MOST)
    }

    /// The part of [`Self::lines`] that comes of the chain which `clear` ends; 0 if it ends none that is long enough.
    pub fn surge_lines(&self, clear: &Clear, tick: u64, handicap: u32) -> u32 {
        self.parts(clear, tick, handicap)[0]
    }

    /// Lines of a chain that `clear` ends, of the clear itself, and of what a perfect clear adds.
    fn parts(&self, clear: &Clear, tick: u64, handicap: u32) -> [u32; 3] {
        if clear.lines == 0 {
            return [0; 3];
        }
        let grown = 1000 + tick.saturating_sub(self.margin.into()).saturating_mul(self.growth.into()) / 1000;
        // After a day, at the fastest growth and with a handicap of ten, still far from the range's end.
        let share = grown.saturating_mul(handicap.into());
        let rounded = |micro: u64| match share {
            // As a search asks, again and again.
            1_000_000 => (micro / LINE) as u32,
            _ => (u128::from(micro) * u128::from(share) / 1_000_000_000_000).min(MOST.into()) as u32,
        };
        let table = self.table.clear_values();
        let own = rounded(self.own(clear));
        let bonus = table.garbage_bonus && clear.garbage > 0 && clear.is_difficult();
        let ends = !self.table.is_chain_clear(clear.lines, clear.spin, clear.perfect);
        let surge = if ends { rounded(u64::from(self.table.surge(clear.chain)) * LINE) } else { 0 };
        let perfect = match table.perfect {
            PerfectClearBonus::More(lines) if clear.perfect => rounded(u64::from(lines) * LINE),
            _ => 0,
        };
        [surge, own + u32::from(bonus), perfect]
    }

    /// What the clear itself sends with its chain and combo, in millionths of a line, before anything grows or is
    /// rounded.
    fn own(&self, clear: &Clear) -> u64 {
        let table = self.table.clear_values();
        let combo = u32::from(clear.combo);
        let lines = usize::from(clear.lines.min(4));
        if self.table == AttackTable::LineForLine {
            return u64::from(clear.lines) * LINE;
        }
        match table.perfect {
            PerfectClearBonus::Instead(lines) if clear.perfect => return u64::from(lines) * LINE,
            PerfectClearBonus::InsteadButCombo(lines) if clear.perfect => {
                return self.combo.apply(u64::from(lines) * LINE, combo);
            }
            _ => {}
        }
        let base = match clear.spin {
            Spin::None => table.plain[lines],
            Spin::Mini => table.mini[lines],
            Spin::Full => table.full[lines],
        };
        let chains = clear.back_to_back && (table.mini_single_chains || (clear.spin, lines) != (Spin::Mini, 1));
        let chain = match table.chain {
            ChainBonus::One if chains => LINE,
            // A chain that was not counted is one of two.
            ChainBonus::Levels if chains => {
                BACK_TO_BACK_CHAIN_BONUSES[usize::from(clear.chain.max(1)).min(BACK_TO_BACK_CHAIN_BONUSES.len() - 1)]
            }
            _ => 0,
        };
        let sent = self.combo.apply(u64::from(base) * LINE + chain, combo);
        // Only where parts of lines count are they kept until all is rounded at once.
        if table.chain == ChainBonus::Levels { sent } else { sent / LINE * LINE }
    }
}

/// One line, in the millionths in which attacks are worked out.
const LINE: u64 = 1_000_000;

/// The most lines that a clear sends.
const MOST: u32 = u16::MAX as u32;

impl AttackTable {
    /// Whether a clear of `lines` rows begins a chain or goes on with one: four or more lines, a spin, and where the
    /// table says so a perfect clear.
    pub const fn is_chain_clear(self, lines: u8, spin: Spin, perfect: bool) -> bool {
        lines >= 4 || lines > 0 && (!matches!(spin, Spin::None) || perfect && self.clear_values().perfect_chains)
    }

    /// Lines that the end of a chain of `chain` difficult clears sends.
    pub const fn surge(self, chain: u16) -> u16 {
        match self.clear_values().surge_above {
            Some(longest) if chain > longest => chain - 1,
            _ => 0,
        }
    }

    /// Whether a player who has placed `pieces` pieces in the round, counting the one that clears, is in the opener
    /// phase, in which a packet may cancel up to twice its lines. `GarbageQueue::cancel_packets` says when it does.
    pub const fn is_opener_phase(self, pieces: u32) -> bool {
        pieces <= self.clear_values().opener_pieces
    }

    /// Whether a T that cannot move after a turn is a mini where its corners give no spin, under rules where every
    /// piece can spin.
    pub const fn counts_immobile_t_as_mini(self) -> bool {
        self.clear_values().immobile_t
    }

    /// The length from which on all chains are worth the same, in difficult clears. A search that counts no further
    /// sees that positions are equal.
    pub const fn longest_counted_chain(self) -> u8 {
        match (self.clear_values().chain, self.clear_values().surge_above) {
            (_, Some(_)) => u8::MAX,
            (ChainBonus::Levels, None) => (BACK_TO_BACK_CHAIN_BONUSES.len() - 1) as u8,
            _ => 1,
        }
    }
}

/// Lines that the classic table adds to a clear with `combo` clears in a row before it.
pub const fn classic_combo(combo: u32) -> u32 {
    let last = CLASSIC.len() - 1;
    CLASSIC[if combo as usize > last { last } else { combo as usize }]
}

impl ComboTable {
    /// What a clear of `base` millionths of a line sends with `combo` clears in a row before it.
    fn apply(self, base: u64, combo: u32) -> u64 {
        let at = |table: &[u32]| u64::from(table[(combo as usize).min(table.len() - 1)]) * LINE;
        match self {
            ComboTable::Classic => base + at(&CLASSIC),
            ComboTable::Modern => base + at(&MODERN),
            ComboTable::Jstris => base + at(&JSTRIS),
            ComboTable::Multiplier => {
                let least = LEAST_COMBO_LINES[(combo as usize).min(LEAST_COMBO_LINES.len() - 1)];
                (base * u64::from(4 + combo) / 4).max(least)
            }
        }
    }
}
