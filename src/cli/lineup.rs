//! Who plays: from the words of the command line to the seats of a match.

use super::reaching::PlacementChoiceFlag;
use super::thinking::contestant;
use super::{Failure, speed};
use crate::game::{Pace, SeatSetup};
use crate::movegen::PlacementChoice;
use crate::rules::{Dealer, Rules};
use crate::storage::{Catalog, Contestant};
use clap::Args;

/// How computer players play.
#[derive(Clone, Copy, Debug, Args)]
pub struct ComputerFlags {
    /// Pieces a second, 0.1-50; 0 is as fast as the keys can go
    #[arg(long, default_value_t = 1.0, value_parser = speed::pieces_a_second)]
    pub pps: f64,
    /// How often they slip, 0-5: a piece goes to a random place with probability 1 - 0.96^N
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=5))]
    pub slips: u8,
    /// What they choose from: straight drops, or everything within reach [default: as they learned]
    #[arg(long, value_enum)]
    pub placements: Option<PlacementChoiceFlag>,
}

/// Where the two computer players of a match differ.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SideFlags {
    /// The left player's own pieces a second
    #[arg(long, value_name = "PPS", value_parser = speed::pieces_a_second)]
    pub left_pps: Option<f64>,
    /// The right player's own pieces a second
    #[arg(long, value_name = "PPS", value_parser = speed::pieces_a_second)]
    pub right_pps: Option<f64>,
    /// The left player's own slips
    #[arg(long, value_name = "SLIPS", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub left_slips: Option<u8>,
    /// The right player's own slips
    #[arg(long, value_name = "SLIPS", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub right_slips: Option<u8>,
    /// What the left player chooses from
    #[arg(long, value_enum, value_name = "PLACEMENTS")]
    pub left_placements: Option<PlacementChoiceFlag>,
    /// What the right player chooses from
    #[arg(long, value_enum, value_name = "PLACEMENTS")]
    pub right_placements: Option<PlacementChoiceFlag>,
    /// Who deals the left player's pieces instead of chance
    #[arg(long, value_enum, value_name = "NAME")]
    pub left_dealer: Option<Dealer>,
    /// Who deals the right player's pieces instead of chance
    #[arg(long, value_enum, value_name = "NAME")]
    pub right_dealer: Option<Dealer>,
}

impl SideFlags {
    /// The styles of the left and of the right player: as `both` says, but for what a side has of its own.
    pub fn styles(&self, both: ComputerFlags) -> [ComputerFlags; 2] {
        let style = |pps: Option<f64>, slips: Option<u8>, placements: Option<PlacementChoiceFlag>| ComputerFlags {
            pps: pps.unwrap_or(both.pps),
            slips: slips.unwrap_or(both.slips),
            placements: placements.or(both.placements),
        };
        [
            style(self.left_pps, self.left_slips, self.left_placements),
            style(self.right_pps, self.right_slips, self.right_placements),
        ]
    }
}

/// The seat of a computer player named by a SPEC, under its plain name.
///
/// # Errors
/// When the SPEC names no player, or a bot cannot be started.
pub fn computer(catalog: &Catalog, words: &str, style: ComputerFlags) -> Result<SeatSetup, Failure> {
    // A program is started once, to see that it is there and what it calls itself.
    Ok(seat(contestant(catalog, words, &Rules::versus())?, style))
}

/// The seat of a computer player named by a SPEC, under the name that menus and results have for it.
///
/// # Errors
/// When the SPEC names no player, or a bot cannot be started.
pub fn cast_member(catalog: &Catalog, words: &str, style: ComputerFlags) -> Result<SeatSetup, Failure> {
    let found = contestant(catalog, words, &Rules::versus())?;
    let name = found.title();
    Ok(SeatSetup { name, ..seat(found, style) })
}

fn seat(found: Contestant, style: ComputerFlags) -> SeatSetup {
    SeatSetup::of(found, style.placements.map(PlacementChoice::from), Pace::pps(style.pps), style.slips)
}
