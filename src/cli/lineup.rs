//! Who plays: from the words of the command line to the seats of a match.

use super::reaching::PlacementChoiceFlag;
use super::thinking::contestant;
use super::{Failure, speed};
use crate::game::{Pace, SeatSetup};
use crate::movegen::PlacementChoice;
use crate::rules::{Dealer, Rules};
use crate::storage::{Catalog, Contestant};
use clap::Args;

/// How a computer player plays.
#[derive(Clone, Copy, Debug)]
pub struct ComputerStyle {
    /// Pieces a second; 0 is as fast as the keys can go.
    pub pps: f64,
    /// How often it slips, 0-5.
    pub slips: u8,
    /// What it chooses from; `None` for what it learned with.
    pub placements: Option<PlacementChoiceFlag>,
}

/// How computer players play, whatever their speed.
#[derive(Clone, Copy, Debug, Args)]
pub struct StyleFlags {
    /// How often they put a piece anywhere, 0-5
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=5))]
    pub slips: u8,
    /// To choose from: straight or reachable [default: as they learned]
    #[arg(long, value_enum, value_name = "SET", hide_possible_values = true)]
    pub placements: Option<PlacementChoiceFlag>,
}

impl StyleFlags {
    /// This style at a speed.
    pub fn at(self, pps: f64) -> ComputerStyle {
        ComputerStyle { pps, slips: self.slips, placements: self.placements }
    }
}

/// Where the two computer players of a match differ.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SideFlags {
    /// The left player's own pieces a second
    #[arg(long, value_name = "PPS", value_parser = speed::parse_pps)]
    pub left_pps: Option<f64>,
    /// The right player's own pieces a second
    #[arg(long, value_name = "PPS", value_parser = speed::parse_pps)]
    pub right_pps: Option<f64>,
    /// The left player's own slips
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub left_slips: Option<u8>,
    /// The right player's own slips
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub right_slips: Option<u8>,
    /// What the left player chooses from: straight or reachable
    #[arg(long, value_enum, value_name = "SET", hide_possible_values = true)]
    pub left_placements: Option<PlacementChoiceFlag>,
    /// What the right player chooses from
    #[arg(long, value_enum, value_name = "SET", hide_possible_values = true)]
    pub right_placements: Option<PlacementChoiceFlag>,
    /// Who deals the left player's pieces instead of chance, as --dealer
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    pub left_dealer: Option<Dealer>,
    /// Who deals the right player's pieces instead of chance
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    pub right_dealer: Option<Dealer>,
}

impl SideFlags {
    /// The styles of the left and of the right player: as `both` says, but for what a side has of its own.
    pub fn styles(&self, both: ComputerStyle) -> [ComputerStyle; 2] {
        let style = |pps: Option<f64>, slips: Option<u8>, placements: Option<PlacementChoiceFlag>| ComputerStyle {
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
pub fn computer_seat(catalog: &Catalog, words: &str, style: ComputerStyle) -> Result<SeatSetup, Failure> {
    // A program is started once, to see that it is there and what it calls itself.
    Ok(seat(contestant(catalog, words, &Rules::versus())?, style))
}

/// The seat of a computer player named by a SPEC, under the name that menus and results have for it.
///
/// # Errors
/// When the SPEC names no player, or a bot cannot be started.
pub fn cast_member(catalog: &Catalog, words: &str, style: ComputerStyle) -> Result<SeatSetup, Failure> {
    let found = contestant(catalog, words, &Rules::versus())?;
    let name = found.title();
    Ok(SeatSetup { name, ..seat(found, style) })
}

fn seat(found: Contestant, style: ComputerStyle) -> SeatSetup {
    SeatSetup::from_contestant(
        found,
        style.placements.map(PlacementChoice::from),
        Pace::from_pps(style.pps),
        style.slips,
    )
}
