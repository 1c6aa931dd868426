//! What clears are worth in the games that people play, as data: one entry a game.
//!
//! The sources stand at each table.

use super::attack::AttackTable;

/// What each clear sends, and what chains of difficult clears and perfect clears add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClearValues {
    /// Lines for 0 to 4 rows without a spin.
    pub(super) plain: [u32; 5],
    /// Lines for 0 to 4 rows by a mini spin.
    pub(super) mini: [u32; 5],
    /// Lines for 0 to 4 rows by a full spin.
    pub(super) full: [u32; 5],
    /// What a chain of difficult clears adds to the next one, which is back-to-back.
    pub(super) chain: ChainBonus,
    /// Whether a mini of one row gets what a chain adds too.
    pub(super) mini_single_chains: bool,
    /// What a perfect clear is worth.
    pub(super) perfect: PerfectClearBonus,
    /// Whether a perfect clear goes on with a chain, whatever clears it.
    pub(super) perfect_chains: bool,
    /// Whether a quad or a spin that clears garbage sends a line more.
    pub(super) garbage_bonus: bool,
    /// The longest chain that sends nothing when it ends; a longer one sends its length less one.
    pub(super) surge_above: Option<u16>,
    /// Whether a clear is sent in packets: what the end of a chain sends in three, and what a perfect clear adds in one
    /// of its own.
    pub(super) in_packets: bool,
    /// How many pieces the opener phase lasts, in which a packet may cancel twice its lines.
    pub(super) opener_pieces: u32,
    /// Whether, where every piece can spin, a T without three corners is a mini too if it cannot move.
    pub(super) immobile_t: bool,
}

/// What a chain of difficult clears adds to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChainBonus {
    /// A chain adds nothing.
    Nothing,
    /// A chain of any length adds one line.
    One,
    /// A chain adds more the longer it is, by its logarithm.
    Levels,
}

/// What a perfect clear is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PerfectClearBonus {
    /// A perfect clear sends what the clear sends without it.
    Nothing,
    /// A perfect clear sends this many lines in place of the clear, its chain and its combo.
    Instead(u32),
    /// A perfect clear sends this many lines in place of the clear and its chain; the combo still counts.
    InsteadButCombo(u32),
    /// A perfect clear sends this many lines on top of what the clear sends.
    More(u32),
}

/// The values under which every cleared line sends one line. Source: the count of the fifth learner's document.
const LINE_FOR_LINE: ClearValues = ClearValues {
    plain: [0, 1, 2, 3, 4],
    mini: [0, 1, 2, 3, 4],
    full: [0, 1, 2, 3, 4],
    chain: ChainBonus::Nothing,
    mini_single_chains: false,
    perfect: PerfectClearBonus::Nothing,
    perfect_chains: false,
    garbage_bonus: false,
    surge_above: None,
    in_packets: false,
    opener_pieces: 0,
    immobile_t: false,
};

/// The values of the guideline's versus games and, number for number, of Puyo Puyo Tetris between two players of
/// Tetris. Sources: <https://tetris.wiki/Garbage>, <https://shiwehi.com/tetris/template/karyoku.php>, and
/// `libtetris` of Cold Clear.
const GUIDELINE: ClearValues = ClearValues {
    plain: [0, 0, 1, 2, 4],
    mini: [0, 0, 1, 2, 4],
    full: [0, 2, 4, 6, 6],
    chain: ChainBonus::One,
    mini_single_chains: true,
    perfect: PerfectClearBonus::Instead(10),
    ..LINE_FOR_LINE
};

/// The values of Jstris. Source: its guide, <https://github.com/jezevec10/jstris-guide>, `guide.md` and `usermode.md`:
/// a mini of two rows is worth what a full spin is.
const JSTRIS: ClearValues = ClearValues {
    mini: [0, 0, 4, 6, 6],
    mini_single_chains: false,
    perfect: PerfectClearBonus::InsteadButCombo(10),
    ..GUIDELINE
};

/// The values of TETR.IO's first season. Sources: <https://github.com/chouhy/Tetrio-Attack-Table> and, for the same and
/// its presets, <https://github.com/halp1/triangle> (`garbageCalcV2`).
const TETRIO: ClearValues =
    ClearValues { chain: ChainBonus::Levels, perfect: PerfectClearBonus::More(10), ..GUIDELINE };

/// The values of TETR.IO's second season, by the options of its league since BETA 1.5.0. Source:
/// <https://github.com/halp1/triangle>: preset "tetra league" with its spins "all-mini+" and its opener phase of 14
/// pieces, and the engine's three packets of a chain that ends, which <https://github.com/61bi-234469/s2-bot-lab> has
/// among its examples too.
const TETRIO_2: ClearValues = ClearValues {
    perfect: PerfectClearBonus::More(5),
    perfect_chains: true,
    garbage_bonus: true,
    surge_above: Some(4),
    in_packets: true,
    opener_pieces: 14,
    immobile_t: true,
    ..GUIDELINE
};

impl AttackTable {
    /// Whether a difficult clear sends more where garbage is among its rows.
    pub const fn rewards_clearing_garbage(self) -> bool {
        self.clear_values().garbage_bonus
    }

    /// The numbers of this table, one entry of this file.
    pub(super) const fn clear_values(self) -> &'static ClearValues {
        match self {
            Self::Guideline => &GUIDELINE,
            Self::LineForLine => &LINE_FOR_LINE,
            Self::Tetrio => &TETRIO,
            Self::Tetrio2 => &TETRIO_2,
            Self::Jstris => &JSTRIS,
        }
    }
}

/// How many chains and combos have an entry of their own; longer ones are worth as much as the last.
const ENTRIES: usize = 128;

/// What a chain of b difficult clears adds, in millionths of a line: 1 + floor(L), and from two on a third of what L
/// goes beyond its whole and 1, where L = ln(1 + 0.8 b). Source: that of `TETRIO`.
pub(super) static BACK_TO_BACK_CHAIN_BONUSES: [u64; ENTRIES] = {
    let mut levels = [0; ENTRIES];
    let mut chain = 1;
    while chain < ENTRIES {
        let log = logarithm(1.0 + 0.8 * chain as f64);
        let whole = log as u64;
        let third = if chain == 1 { 0.0 } else { (1.0 + log - whole as f64) / 3.0 };
        levels[chain] = ((1.0 + whole as f64 + third) * 1e6) as u64;
        chain += 1;
    }
    levels
};

/// The least that a clear sends with c clears in a row before it, in millionths of a line: ln(1 + 1.25 c) from c = 2
/// on. Longer combos send what the longest here does. Source: that of `TETRIO`.
pub(super) static LEAST_COMBO_LINES: [u64; ENTRIES] = {
    let mut least = [0; ENTRIES];
    let mut combo = 2;
    while combo < ENTRIES {
        least[combo] = (logarithm(1.0 + 1.25 * combo as f64) * 1e6) as u64;
        combo += 1;
    }
    least
};

/// The natural logarithm of a number from 1 on, by the series of the area tangent. Only the four operations of doubles,
/// at compile time: the same on every machine.
const fn logarithm(mut of: f64) -> f64 {
    let mut twos = 0.0;
    while of >= 2.0 {
        of /= 2.0;
        twos += 1.0;
    }
    let ratio = (of - 1.0) / (of + 1.0);
    let (mut power, mut sum, mut odd) = (ratio, 0.0, 1.0);
    while odd < 60.0 {
        sum += power / odd;
        power *= ratio * ratio;
        odd += 2.0;
    }
    2.0 * sum + twos * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_is_the_logarithm() {
        for number in 1..400 {
            let of = 1.0 + f64::from(number) * 0.4;
            assert!((logarithm(of) - of.ln()).abs() < 1e-12, "{of}");
        }
    }
}
