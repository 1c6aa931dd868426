//! How long packets take, and how evenly.

/// How many measurements are remembered: those of some ten seconds.
const MOST_MEASUREMENTS: usize = 20;

/// The lag of the network: how many milliseconds packets and their answers took in the last seconds.
#[derive(Clone, Debug, Default)]
pub struct Lag(Vec<f64>);

impl Lag {
    /// Adds a measurement: the milliseconds that a packet and its answer took together.
    pub(super) fn add_round_trip(&mut self, milliseconds: f64) {
        if self.0.len() == MOST_MEASUREMENTS {
            self.0.remove(0);
        }
        self.0.push(milliseconds);
    }

    /// The mean time from one program to the other in milliseconds, and by how much the times differ; `None`
    /// before anything was measured.
    pub fn one_way(&self) -> Option<(f64, f64)> {
        let sum: f64 = self.0.iter().sum();
        let spread = self.0.iter().copied().fold(0.0, f64::max) - self.0.iter().copied().fold(f64::INFINITY, f64::min);
        (!self.0.is_empty()).then(|| (sum / self.0.len() as f64 / 2.0, spread / 2.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lag_is_half_of_the_last_round_trips_and_earlier_ones_are_forgotten() {
        let mut lag = Lag::default();
        assert_eq!(lag.one_way(), None);
        lag.add_round_trip(1_000.0);
        for at in 0..MOST_MEASUREMENTS {
            lag.add_round_trip(if at % 2 == 0 { 40.0 } else { 60.0 });
        }
        assert_eq!(lag.one_way(), Some((25.0, 10.0)));
    }
}
