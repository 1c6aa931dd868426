//! Glicko-2: how strong a player is, by the players it won and lost against, and how sure that is.
//!
//! Source: Mark E. Glickman, "Example of the Glicko-2 system", 2022, step by step. Numbers only; `libm` for what
//! differs between platforms, so that measured ratings are the same bits everywhere.

use libm::{exp, log, sqrt};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Rating points in one unit of the system's own scale.
const SCALE: f64 = 173.7178;
/// How much volatility may change: the author suggests 0.3 to 1.2, and a small value where upsets are rare.
const TAU: f64 = 0.5;
/// The precision to which the volatility is worked out.
const EXACT: f64 = 1e-6;
/// More steps than any search for the volatility needs.
const MOST_STEPS: u32 = 200;

/// A player's strength, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rating {
    /// The strength in rating points; 1500 for a new player.
    pub rating: f64,
    /// The rating deviation in points: the true strength is within twice this, 95 times in a hundred.
    pub deviation: f64,
    /// How much the strength itself is thought to change from one rating period to the next.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self::NEW
    }
}

/// The result of a game against a player of this rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedResult {
    /// The rating of the opponent.
    pub against: Rating,
    /// The result: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub points: f64,
}

impl Rating {
    /// The rating of a player of whom nothing is known.
    pub const NEW: Self = Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// The rating, if its numbers make sense, as those from a file may not: a rating within 10,000 of 0, a deviation of
    /// 1 to 1000, a volatility of 0.0001 to 1. Otherwise `None`.
    pub fn checked(self) -> Option<Self> {
        let sane = (-10_000.0..=10_000.0).contains(&self.rating)
            && (1.0..=1000.0).contains(&self.deviation)
            && (1e-4..=1.0).contains(&self.volatility);
        sane.then_some(self)
    }

    /// The score to expect against a player of rating `against`, 0-1, with both deviations taken into account.
    pub fn expected_score(&self, against: &Self) -> f64 {
        let deviation = sqrt(self.deviation * self.deviation + against.deviation * against.deviation) / SCALE;
        expectation(self.mu(), against.mu(), deviation)
    }

    /// The rating after a rating period with these games. Without games only the deviation grows.
    pub fn after_games(&self, games: &[RatedResult]) -> Self {
        let (mu, phi) = (self.mu(), self.phi());
        // Steps 3 and 4: the variance by the games alone, and the improvement that they show.
        let (mut information, mut surplus) = (0.0, 0.0);
        for game in games {
            let weight = g(game.against.phi());
            let expected = expectation(mu, game.against.mu(), game.against.phi());
            information += weight * weight * expected * (1.0 - expected);
            surplus += weight * (game.points - expected);
        }
        if information <= 0.0 {
            return Self { deviation: SCALE * sqrt(phi * phi + self.volatility * self.volatility), ..*self };
        }
        let variance = 1.0 / information;
        // Steps 5 to 8.
        let volatility = volatility(phi, self.volatility, variance, variance * surplus);
        let before = sqrt(phi * phi + volatility * volatility);
        let phi = 1.0 / sqrt(1.0 / (before * before) + 1.0 / variance);
        let mu = mu + phi * phi * surplus;
        Self { rating: SCALE * mu + Self::NEW.rating, deviation: SCALE * phi, volatility }
    }

    fn mu(&self) -> f64 {
        (self.rating - Self::NEW.rating) / SCALE
    }

    fn phi(&self) -> f64 {
        self.deviation / SCALE
    }
}

/// The weight of a game against a player of this deviation.
fn g(phi: f64) -> f64 {
    1.0 / sqrt(1.0 + 3.0 * phi * phi / (PI * PI))
}

fn expectation(mu: f64, other: f64, phi: f64) -> f64 {
    1.0 / (1.0 + exp(-g(phi) * (mu - other)))
}

/// The new volatility of a player, which is step 5 of the author's description, by the Illinois algorithm.
fn volatility(phi: f64, sigma: f64, variance: f64, delta: f64) -> f64 {
    let a = log(sigma * sigma);
    let f = |x: f64| {
        let e = exp(x);
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + variance {
        log(delta * delta - phi * phi - variance)
    } else {
        let mut k = 1.0;
        while f(a - k * TAU) < 0.0 && k < f64::from(MOST_STEPS) {
            k += 1.0;
        }
        a - k * TAU
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..MOST_STEPS {
        if (high - low).abs() <= EXACT {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    exp(low / 2.0)
}
