//! The figures of a game: counts in integers, and the rates that players know made of them.
//!
//! Knows no entity and no clock. Definitions and sources: `docs/guide/figures.md`.

use crate::rules::Spin;
use crate::rules::streak::Clear;
use serde::{Deserialize, Serialize};

/// What a lock cleared, by lines and spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClearKind {
    /// One line without a spin.
    Single,
    /// Two lines without a spin.
    Double,
    /// Three lines without a spin.
    Triple,
    /// Four lines without a spin, or more with larger pieces.
    Tetris,
    /// A mini spin that clears nothing.
    Mini,
    /// A mini spin with one line.
    MiniSingle,
    /// A mini spin with two lines or more.
    MiniDouble,
    /// A spin that clears nothing.
    Spin,
    /// A spin with one line.
    SpinSingle,
    /// A spin with two lines.
    SpinDouble,
    /// A spin with three lines or more.
    SpinTriple,
}

/// How many kinds of clears there are.
const CLEAR_KIND_COUNT: usize = ClearKind::ALL.len();

impl ClearKind {
    /// Every kind, in the order in which they are shown.
    pub const ALL: [ClearKind; 11] = {
        use ClearKind::*;
        [Single, Double, Triple, Tetris, Mini, MiniSingle, MiniDouble, Spin, SpinSingle, SpinDouble, SpinTriple]
    };

    /// The kind of a lock; `None` for one that neither cleared nor spun.
    pub const fn of(clear: &Clear) -> Option<Self> {
        Some(match (clear.spin, clear.lines) {
            (Spin::None, 0) => return None,
            (Spin::None, 1) => ClearKind::Single,
            (Spin::None, 2) => ClearKind::Double,
            (Spin::None, 3) => ClearKind::Triple,
            (Spin::None, _) => ClearKind::Tetris,
            (Spin::Mini, 0) => ClearKind::Mini,
            (Spin::Mini, 1) => ClearKind::MiniSingle,
            (Spin::Mini, _) => ClearKind::MiniDouble,
            (Spin::Full, 0) => ClearKind::Spin,
            (Spin::Full, 1) => ClearKind::SpinSingle,
            (Spin::Full, 2) => ClearKind::SpinDouble,
            (Spin::Full, _) => ClearKind::SpinTriple,
        })
    }

    /// The kind's name as a player reads it.
    pub const fn title(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The kind's name in files and columns.
    pub const fn id(self) -> &'static str {
        NAMES[self as usize].0
    }
}

/// The names of the kinds of clears: in files, and as a player reads them.
const NAMES: [(&str, &str); CLEAR_KIND_COUNT] = [
    ("single", "Single"),
    ("double", "Double"),
    ("triple", "Triple"),
    ("tetris", "Quad"),
    ("mini", "Mini spin"),
    ("mini-single", "Mini spin single"),
    ("mini-double", "Mini spin double"),
    ("spin", "Spin"),
    ("spin-single", "Spin single"),
    ("spin-double", "Spin double"),
    ("spin-triple", "Spin triple"),
];

/// What one player has done in a round, or in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerFigures {
    /// Ticks played, each a millisecond.
    pub ticks: u64,
    /// How many pieces locked.
    pub pieces: u32,
    /// How many keys were pressed.
    pub keys: u32,
    /// How many lines were cleared.
    pub lines: u32,
    /// The points that were made.
    pub score: u64,
    /// Locks by kind, in the order of [`ClearKind::ALL`].
    #[serde(with = "by_kind")]
    pub clears: [u32; CLEAR_KIND_COUNT],
    /// How many clears left the matrix empty.
    pub perfect: u32,
    /// The longest combo: 1 for two clears in a row.
    pub combo: u16,
    /// The longest back-to-back: 1 for two difficult clears in a row.
    pub back_to_back: u16,
    /// Lines of attack made, before cancelling.
    pub attack: u32,
    /// Lines that cancelled own waiting garbage (or took solid rows away).
    pub cancelled: u32,
    /// Lines that went to the opponent.
    pub sent: u32,
    /// Lines of garbage that came from the opponent or by the clock.
    pub received: u32,
    /// Garbage rows that rose into the matrix.
    pub risen: u32,
    /// How many garbage rows the player's lines cleared or, where garbage is solid, took away.
    pub dug: u32,
    /// Pieces whose finesse was judged.
    pub judged: u32,
    /// Judged pieces with a key too many.
    pub faulty: u32,
    /// How many keys were pressed too many, in all.
    pub faults: u32,
}

impl PlayerFigures {
    /// The figures of two rounds together: counts are added, and the longest streaks are kept. A count stays at the
    /// most that it can say, since a file may hold anything.
    pub fn combined_with(mut self, other: &Self) -> Self {
        let mut other = *other;
        self.ticks = self.ticks.saturating_add(other.ticks);
        self.score = self.score.saturating_add(other.score);
        for (count, more) in self.counts_mut().into_iter().zip(other.counts_mut()) {
            *count = count.saturating_add(*more);
        }
        for (count, more) in self.clears.iter_mut().zip(other.clears) {
            *count = count.saturating_add(more);
        }
        self.combo = self.combo.max(other.combo);
        self.back_to_back = self.back_to_back.max(other.back_to_back);
        self
    }

    /// All that is counted but the kinds of clears.
    const fn counts_mut(&mut self) -> [&mut u32; 13] {
        let Self {
            pieces,
            keys,
            lines,
            perfect,
            attack,
            cancelled,
            sent,
            received,
            risen,
            dug,
            judged,
            faulty,
            faults,
            ..
        } = self;
        [pieces, keys, lines, perfect, attack, cancelled, sent, received, risen, dug, judged, faulty, faults]
    }

    /// How many clears of this kind the player has made.
    pub fn clears_of(&self, kind: ClearKind) -> u32 {
        self.clears[kind as usize]
    }

    /// Pieces locked a second; 0 when nothing was played.
    pub fn pps(&self) -> f64 {
        rate(self.pieces, self.ticks) * 1000.0
    }

    /// Attack a minute: lines of attack before cancelling; 0 when nothing was played.
    pub fn apm(&self) -> f64 {
        rate(self.attack, self.ticks) * 60_000.0
    }

    /// Lines of attack for each piece, before cancelling.
    pub fn attack_per_piece(&self) -> f64 {
        rate(self.attack, self.pieces.into())
    }

    /// The versus score: attack and garbage rows cleared together, in a hundred seconds.
    pub fn versus_score(&self) -> f64 {
        rate(self.attack.saturating_add(self.dug), self.ticks) * 100_000.0
    }

    /// Keys pressed for each piece.
    pub fn kpp(&self) -> f64 {
        rate(self.keys, self.pieces.into())
    }

    /// Lines cleared a minute; 0 when nothing was played.
    pub fn lpm(&self) -> f64 {
        rate(self.lines, self.ticks) * 60_000.0
    }

    /// The share of the judged pieces without a key too many, 0-1; `None` when none was judged.
    pub fn finesse_share(&self) -> Option<f64> {
        (self.judged > 0).then(|| 1.0 - rate(self.faulty.min(self.judged), self.judged.into()))
    }

    /// The finesse in whole per cent, rounded down: 100 stands for no fault at all. `None` when none was judged.
    pub fn finesse_per_cent(&self) -> Option<u64> {
        let clean = u64::from(self.judged.saturating_sub(self.faulty));
        (clean * 100).checked_div(self.judged.into())
    }

    /// The share of lines that were cleared four at a time, 0-1.
    pub fn tetris_rate(&self) -> f64 {
        rate(self.clears_of(ClearKind::Tetris).saturating_mul(4), self.lines.into()).min(1.0)
    }

    /// Spins that cleared lines.
    pub fn spin_clears(&self) -> u32 {
        use ClearKind::{MiniDouble, MiniSingle, SpinDouble, SpinSingle, SpinTriple};
        let kinds = [MiniSingle, MiniDouble, SpinSingle, SpinDouble, SpinTriple];
        kinds.iter().fold(0, |count: u32, &kind| count.saturating_add(self.clears_of(kind)))
    }
}

/// Writes and reads counts of clears by the names of their kinds, without those that are 0. A kind that is new some day
/// makes no old file unreadable.
mod by_kind {
    use super::{CLEAR_KIND_COUNT, ClearKind};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(clears: &[u32; CLEAR_KIND_COUNT], to: S) -> Result<S::Ok, S::Error> {
        // Collected first, since a format such as bincode needs to know how many there are.
        let made: Vec<(&str, &u32)> =
            ClearKind::ALL.iter().map(|kind| kind.id()).zip(clears).filter(|(_, count)| **count > 0).collect();
        to.collect_map(made)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u32; CLEAR_KIND_COUNT], D::Error> {
        let named = BTreeMap::<String, u32>::deserialize(from)?;
        Ok(ClearKind::ALL.map(|kind| named.get(kind.id()).copied().unwrap_or_default()))
    }
}

/// A count divided by a whole; 0 where the whole is 0.
fn rate(count: u32, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(count) / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_lie_at_their_places_and_have_names_of_their_own() {
        for (index, kind) in ClearKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
            assert_eq!(ClearKind::ALL.iter().filter(|other| other.id() == kind.id()).count(), 1);
            let written = serde_json::to_value(kind).ok();
            assert_eq!(written, Some(kind.id().into()), "files and columns use one name");
        }
    }

    #[test]
    fn counts_of_a_file_that_says_anything_are_added_as_far_as_numbers_go() {
        let most = PlayerFigures {
            ticks: u64::MAX,
            attack: u32::MAX,
            dug: 1,
            judged: 1,
            faulty: 3,
            clears: [u32::MAX; CLEAR_KIND_COUNT],
            ..PlayerFigures::default()
        };
        let both = most.combined_with(&most);
        assert_eq!((both.ticks, both.attack, both.dug, both.faulty), (u64::MAX, u32::MAX, 2, 6));
        assert_eq!(both.spin_clears(), u32::MAX);
        assert!(most.versus_score() > 0.0);
        assert!((most.finesse_share(), most.finesse_per_cent()) == (Some(0.0), Some(0)));
    }

    #[test]
    fn rates_are_those_of_the_definitions() {
        let figures =
            PlayerFigures { ticks: 90_000, pieces: 180, attack: 60, dug: 15, keys: 540, ..PlayerFigures::default() };
        assert_eq!(figures.pps(), 2.0);
        assert_eq!(figures.apm(), 40.0);
        assert_eq!(figures.attack_per_piece(), 1.0 / 3.0);
        assert!(
            (figures.versus_score() - 83.333).abs() < 0.001,
            "(60 + 15) lines in 90 s are {} in 100 s",
            figures.versus_score()
        );
        assert_eq!(figures.kpp(), 3.0);
        assert_eq!(figures.finesse_share(), None, "nothing was judged");
    }

    #[test]
    fn the_finesse_in_per_cent_is_rounded_down_but_never_below_a_whole_number() {
        let per_cent = |judged, faulty| PlayerFigures { judged, faulty, ..PlayerFigures::default() }.finesse_per_cent();
        let cases = [(0, 0, None), (100, 7, Some(93)), (100, 71, Some(29)), (300, 1, Some(99)), (300, 0, Some(100))];
        for (judged, faulty, shown) in cases {
            assert_eq!(per_cent(judged, faulty), shown, "{faulty} of {judged}");
        }
    }

    #[test]
    fn nothing_played_is_no_rate() {
        let none = PlayerFigures::default();
        assert_eq!(
            [none.pps(), none.apm(), none.attack_per_piece(), none.versus_score(), none.kpp(), none.tetris_rate()],
            [0.0; 6]
        );
    }
}
