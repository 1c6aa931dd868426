//! Speeds on the command line, in pieces a second.

use super::output::counted;

/// Reads a speed: 0.1-50 pieces a second, or 0 for as fast as the keys can go.
pub(super) fn parse_pps(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(pps) if pps == 0.0 || (0.1..=50.0).contains(&pps) => Ok(pps),
        _ => Err("give 0.1-50 pieces a second, or 0 for as fast as the keys can go".to_owned()),
    }
}

/// A speed for people.
pub(super) fn in_words(pps: f64) -> String {
    if pps == 0.0 { "as fast as the keys can go".to_owned() } else { format!("{} a second", counted(pps, "piece")) }
}
