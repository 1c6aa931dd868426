//! The speed of a computer player.

/// How fast a computer player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Pace {
    /// Pieces per thousand seconds; 0 is as fast as the keys can go.
    pub milli_pps: u32,
}

impl Pace {
    /// The fastest pace: as fast as the keys can go.
    pub const FASTEST: Self = Self { milli_pps: 0 };
    /// The speed of the default opponent: a beginner's.
    pub const BEGINNER: Self = Self { milli_pps: 800 };

    /// A pace from pieces a second, which are brought into 0-100 and rounded to thousandths.
    pub fn from_pps(pps: f64) -> Self {
        Self { milli_pps: (pps * 1000.0).round().clamp(0.0, 100_000.0) as u32 }
    }

    /// Ticks that a piece takes on average; 0 for the fastest pace.
    pub const fn ticks_per_piece(self) -> u64 {
        match 1_000_000u64.checked_div(self.milli_pps as u64) {
            Some(period) => period,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_rounded_to_thousandths_within_its_limits() {
        let paces = [0.0006, 0.8, 1.9996, 100.0, 1e9, -1.0].map(|pps| Pace::from_pps(pps).milli_pps);
        assert_eq!(paces, [1, 800, 2000, 100_000, 100_000, 0]);
        assert_eq!([0, 800, 3000].map(|milli_pps| Pace { milli_pps }.ticks_per_piece()), [0, 1250, 333]);
    }
}
