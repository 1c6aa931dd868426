//! The players of matches by ticks, as the command line names them: each at a speed, with slips.

use super::MatchFlags;
use crate::app::headless_match::Entrant;
use crate::app::persistence::MeasuredStrength;
use crate::app::persistence::strengths::ANCHOR_PLAYER;
use crate::cli::Failure;
use crate::cli::lineup::{ComputerStyle, computer_seat};
use crate::storage::{Catalog, Spec};

/// A player that enters matches by ticks, as the command line names it: its SPEC, and how it plays.
pub(super) struct NamedEntrant {
    /// The SPEC of the player.
    pub(super) player: String,
    /// The speed, the slips and the placements that the player plays with.
    pub(super) style: ComputerStyle,
}

/// The players that the flags name, each with the speed and the slips that the flags give it.
///
/// # Errors
/// When a player is named with a speed behind it, as it once could be, or a flag has neither one value
/// nor one a player.
pub(super) fn parse_entrants(flags: &MatchFlags) -> Result<Vec<NamedEntrant>, Failure> {
    if let Some(words) = flags.players.iter().find(|words| super::has_speed(words)) {
        return Err(Failure::new(format!(
            "'{words}' is now --pps and --slips: one value for all players, or one for each in their order"
        )));
    }
    let styles = flags.ticks.style.styles(flags.players.len())?;
    let entrant = |(player, style): (&String, ComputerStyle)| NamedEntrant { player: player.clone(), style };
    Ok(flags.players.iter().zip(styles).map(entrant).collect())
}

impl From<&MeasuredStrength> for NamedEntrant {
    /// Makes an entrant of a rung of a ladder, which plays at its own speed and with its own slips.
    fn from(strength: &MeasuredStrength) -> Self {
        let style =
            ComputerStyle { pps: f64::from(strength.milli_pps) / 1000.0, slips: strength.slips, placements: None };
        Self { player: strength.player.to_string(), style }
    }
}

impl NamedEntrant {
    /// Finds the player, as an entrant of a tournament or a ladder. A program is refused, since matches by ticks do not
    /// tell its faults from bad play.
    pub(super) fn entrant(&self, catalog: &Catalog) -> Result<Entrant, Failure> {
        let Self { player, style } = self;
        let spec: Spec = player.parse()?;
        if spec.is_program() {
            return Err(Failure::new(format!(
                "{player}: a program is rated only in matches of placements; add --level placements, without --ladder"
            )));
        }
        if style.pps == 0.0 {
            return Err(Failure::new(format!("{player}: speed 0 cannot be rated; give 0.1-50 pieces a second")));
        }
        Ok(Entrant { spec, pps: style.pps, slips: style.slips, seat: computer_seat(catalog, player, *style)? })
    }
}

/// Whether this is the entrant whose rating is given, from which all others' are counted.
pub(super) fn is_anchor(entrant: &Entrant) -> bool {
    (entrant.spec.to_string().as_str(), entrant.milli_pps(), entrant.slips) == (ANCHOR_PLAYER.0, ANCHOR_PLAYER.1, 0)
}
