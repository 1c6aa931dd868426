//! The players of matches by ticks, as the command line names them: each at a speed, with slips.

use crate::app::persistence::Strength;
use crate::app::timed_match::Entrant;
use crate::cli::lineup::{ComputerStyle, computer_seat};
use crate::cli::{Failure, speed};
use crate::doors::files;
use crate::storage::{Catalog, Spec};
use std::path::Path;

/// A player that enters at one speed.
pub(super) struct NamedEntrant {
    /// The SPEC of the player.
    pub(super) player: String,
    /// The speed and the slips that it has of its own; `None` for those of all players.
    pub(super) own: OwnPace,
    /// The words that named it.
    words: String,
}

/// What a player has of its own: pieces a second, and slips.
pub(super) type OwnPace = (Option<f64>, Option<u8>);

/// Everybody who enters: `SPEC` at each of the speeds `usual`, or `SPEC@1,2~3` at its own, the last with three slips.
pub(super) fn parse_entrants(players: &[String], usual: &[f64]) -> Result<Vec<NamedEntrant>, Failure> {
    let mut all = Vec::new();
    for words in players {
        let (player, paces) = match words.split_once('@').filter(|_| !is_whole(words)) {
            Some((player, speeds)) => {
                let paces = speeds.split(',').map(pace_of).collect::<Result<Vec<_>, String>>();
                (player, paces.map_err(|why| Failure::new(format!("{words}: {why}")))?)
            }
            None if usual.len() == 1 => (words.as_str(), vec![(None, None)]),
            None => (words.as_str(), usual.iter().map(|&pps| (Some(pps), None)).collect()),
        };
        all.extend(paces.into_iter().map(|own| NamedEntrant { player: player.to_owned(), own, words: words.clone() }));
    }
    Ok(all)
}

/// Whether an @ in these words is part of the player's name: that of a program with its arguments, or of a file.
fn is_whole(words: &str) -> bool {
    words.parse().is_ok_and(|spec: Spec| spec.is_program()) || files().size(Path::new(words)).is_ok()
}

/// A speed with its slips: `1.5` or `1.5~2`.
fn pace_of(words: &str) -> Result<OwnPace, String> {
    let (pps, slips) = match words.split_once('~') {
        Some((pps, slips)) => {
            let slips: Option<u8> = slips.parse().ok().filter(|slips| *slips <= 5);
            (pps, Some(slips.ok_or("after ~ give 0-5 slips")?))
        }
        None => (words, None),
    };
    Ok((Some(speed::parse_pps(pps)?), slips))
}

impl From<&Strength> for NamedEntrant {
    /// A rung of a ladder, which plays at its own speed and with its own slips.
    fn from(strength: &Strength) -> Self {
        let (player, pps) = (strength.player.to_string(), f64::from(strength.milli_pps) / 1000.0);
        Self { words: player.clone(), player, own: (Some(pps), Some(strength.slips)) }
    }
}

impl NamedEntrant {
    /// How the player plays: as `usual`, but for what it has of its own.
    pub(super) fn style(&self, usual: ComputerStyle) -> ComputerStyle {
        let (pps, slips) = self.own;
        ComputerStyle { pps: pps.unwrap_or(usual.pps), slips: slips.unwrap_or(usual.slips), ..usual }
    }

    /// The entrant of a tournament or a ladder.
    pub(super) fn entrant(&self, catalog: &Catalog, usual: ComputerStyle) -> Result<Entrant, Failure> {
        let (style, words) = (self.style(usual), &self.words);
        if style.pps == 0.0 {
            return Err(Failure::new(format!("{words}: speed 0 has no measure; give 0.1-50 pieces a second")));
        }
        Ok(Entrant {
            spec: self.player.parse()?,
            pps: style.pps,
            slips: style.slips,
            seat: computer_seat(catalog, &self.player, style)?,
        })
    }
}
