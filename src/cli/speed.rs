//! Speeds on the command line, in pieces a second.

/// Reads a speed: 0.1-50 pieces a second, or 0 for as fast as the keys can go.
pub(super) fn parse_pps(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(pps) if pps == 0.0 || (0.1..=50.0).contains(&pps) => Ok(pps),
        _ => Err("give 0.1-50 pieces a second, or 0 for as fast as the keys can go".to_owned()),
    }
}

/// Reads a speed at which a computer player may play in a room with somebody: 0.1-10 pieces a second.
pub(super) fn parse_room_pps(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(pps) if (0.1..=10.0).contains(&pps) => Ok(pps),
        _ => Err("give 0.1-10 pieces a second".to_owned()),
    }
}
