//! What a clear sends.
//!
//! Sources: the guideline's versus table; 'line for line' is the count of the fifth learner's document.
//! Integers only: the multiplier table's logarithm is worked out into thresholds.

use super::spin::Spin;
use super::streak::Clear;
use serde::{Deserialize, Serialize};

/// Lines sent by a clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackTable {
    /// 0/1/2/4, T-spins 2/4/6, minis 0/1, back-to-back +1, combos, perfect clear 10.
    #[default]
    Guideline,
    /// As many as were cleared, nothing more.
    LineForLine,
}

/// What a combo adds under the guideline table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComboTable {
    /// 0,0,1,1,2,2,3,3,4,4,4, then 5.
    #[default]
    Classic,
    /// 0,0,1,1,2,2,2,3,3,3,3,3,3,4.
    Modern,
    /// base x (1 + 0.25 c), from the second combo on at least ln(1 + 1.25 c), rounded down.
    Multiplier,
}

const CLASSIC: [u32; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];
const MODERN: [u32; 14] = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4];
/// The first combos at which ln(1 + 1.25 c) reaches 1, 2, 3, 4, 5 and 6.
const LOGARITHM: [u32; 6] = [2, 6, 16, 43, 118, 322];

/// How clears become attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct AttackRules {
    /// The table of clears.
    pub table: AttackTable,
    /// What combos add.
    pub combo: ComboTable,
    /// Ticks before attacks grow (margin time).
    pub margin: u32,
    /// Growth a second after that, in thousandths.
    pub growth: u32,
}

impl Default for AttackRules {
    fn default() -> Self {
        Self { table: AttackTable::Guideline, combo: ComboTable::Classic, margin: 180_000, growth: 8 }
    }
}

impl AttackRules {
    /// Lines that `clear` sends, `tick` ticks into the round, before cancelling. `handicap` is the sender's garbage
    /// multiplier in thousandths.
    pub fn lines(&self, clear: &Clear, tick: u64, handicap: u32) -> u32 {
        if clear.lines == 0 {
            return 0;
        }
        let plain = match self.table {
            AttackTable::LineForLine => u32::from(clear.lines),
            AttackTable::Guideline if clear.perfect => 10,
            AttackTable::Guideline => self.combo.apply(base(clear), u32::from(clear.combo)),
        };
        let grown = 1000 + tick.saturating_sub(u64::from(self.margin)) * u64::from(self.growth) / 1000;
        // At most ten minutes and a handicap of ten: far from the range's end.
        (u64::from(plain) * grown * u64::from(handicap) / 1_000_000).min(u64::from(u16::MAX)) as u32
    }
}

/// The guideline's lines of a clear with its back-to-back, without combo.
fn base(clear: &Clear) -> u32 {
    let lines = usize::from(clear.lines.min(4));
    let sent = match clear.spin {
        Spin::None => [0, 0, 1, 2, 4][lines],
        Spin::Mini => [0, 0, 1, 2, 4][lines],
        Spin::Full => [0, 2, 4, 6, 6][lines],
    };
    sent + u32::from(clear.back_to_back)
}

/// What the classic table adds to a clear with `combo` clears in a row before it.
pub const fn classic_combo(combo: u32) -> u32 {
    let last = CLASSIC.len() - 1;
    CLASSIC[if combo as usize > last { last } else { combo as usize }]
}

impl ComboTable {
    fn apply(self, base: u32, combo: u32) -> u32 {
        let at = |table: &[u32]| table[(combo as usize).min(table.len() - 1)];
        match self {
            ComboTable::Classic => base + at(&CLASSIC),
            ComboTable::Modern => base + at(&MODERN),
            ComboTable::Multiplier => {
                let least = LOGARITHM.iter().filter(|&&first| combo >= first).count() as u32;
                (base * (4 + combo) / 4).max(least)
            }
        }
    }
}
