//! The players of `ladder` and of tournaments over whole matches, as the command line names them.

use super::lineup::{ComputerFlags as Playing, computer};
use super::{Failure, speed};
use crate::app::timed_match::Entrant;
use crate::storage::Catalog;

/// The entrants that words name: `SPEC`, at the speeds `usual`, or `SPEC@1,2~3`: at its own speeds, the
/// last with three slips.
pub(super) fn entrants(catalog: &Catalog, words: &str, usual: &[f64]) -> Result<Vec<Entrant>, Failure> {
    let (player, speeds) = match words.split_once('@') {
        Some((player, speeds)) => (player, speeds.split(',').map(speed_of).collect::<Result<Vec<_>, String>>()),
        None => (words, Ok(usual.iter().map(|&pps| (pps, 0)).collect())),
    };
    let speeds = speeds.map_err(|why| Failure::new(format!("{words}: {why}")))?;
    let entrant = |(pps, slips): (f64, u8)| {
        if pps == 0.0 {
            return Err(Failure::new(format!("{words}: speed 0 has no measure; give 0.1-50 pieces a second")));
        }
        let seat = computer(catalog, player, Playing { pps, slips, placements: None })?;
        Ok(Entrant { spec: player.parse()?, pps, slips, seat })
    };
    speeds.into_iter().map(entrant).collect()
}

/// A speed with its slips: `1.5` or `1.5~2`.
fn speed_of(words: &str) -> Result<(f64, u8), String> {
    let (pps, slips) = words.split_once('~').unwrap_or((words, "0"));
    let slips = slips.parse().ok().filter(|slips| *slips <= 5).ok_or("after ~ give 0-5 slips")?;
    Ok((speed::pieces_a_second(pps)?, slips))
}
