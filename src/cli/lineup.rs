//! Who plays: from the words of the command line to the seats of a match.

use super::Failure;
use super::output::counted;
use super::thinking::find_contestant;
use crate::game::{Pace, SeatControl, SeatSetup};
use crate::movegen::PlacementChoice;
use crate::rules::{Dealer, Rules};
use crate::storage::{Catalog, Contestant};
use clap::Args;

/// How a computer player plays: how fast, with how many slips, and from which placements.
#[derive(Clone, Copy, Debug)]
pub struct ComputerStyle {
    /// Pieces a second; 0 is as fast as the keys can go.
    pub pps: f64,
    /// How often the player puts a piece anywhere by mistake, from 0 (never) to 5.
    pub slips: u8,
    /// The set of placements that a learner chooses from; `None` for the one that it learned with.
    pub placements: Option<PlacementChoice>,
}

/// The flags that say how computer players play: each has one value for all players, or one for each.
#[derive(Clone, Debug, Args)]
pub struct StyleFlags {
    /// Pieces a second, 0.1-50, or one for each player; 0: no limit
    #[arg(long, value_delimiter = ',', default_value = "1", value_parser = parse_pps)]
    pps: Vec<f64>,
    /// How often they put a piece anywhere, 0-5, or one for each player
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "0",
        value_parser = clap::value_parser!(u8).range(0..=5))]
    slips: Vec<u8>,
    /// For learners: straight or reachable, or one for each player [default: as they learned]
    #[arg(long, value_enum, value_name = "SET", value_delimiter = ',', hide_possible_values = true)]
    placements: Vec<PlacementChoice>,
}

/// Reads a speed: 0.1-50 pieces a second, or 0 for as fast as the keys can go.
fn parse_pps(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(pps) if pps == 0.0 || (0.1..=50.0).contains(&pps) => Ok(pps),
        _ => Err("give 0.1-50 pieces a second, or 0 for as fast as the keys can go".to_owned()),
    }
}

/// A speed in words, from pieces a second.
pub(super) fn speed_in_words(pps: f64) -> String {
    if pps == 0.0 { "as fast as the keys can go".to_owned() } else { format!("{} a second", counted(pps, "piece")) }
}

impl StyleFlags {
    /// How each of this many players plays, in the order in which they are named.
    ///
    /// # Errors
    /// When a flag has neither one value nor one for each player.
    pub fn styles(&self, players: usize) -> Result<Vec<ComputerStyle>, Failure> {
        for (flag, values) in
            [("pps", self.pps.len()), ("slips", self.slips.len()), ("placements", self.placements.len())]
        {
            if values > 1 && values != players {
                let whom = if players == 1 { "player" } else { "players" };
                return Err(Failure::new(format!(
                    "--{flag} has {values} values for {players} {whom}; give one for all, or one for each"
                )));
            }
        }
        let style = |at| ComputerStyle {
            pps: value_of(&self.pps, at).unwrap_or(1.0),
            slips: value_of(&self.slips, at).unwrap_or(0),
            placements: value_of(&self.placements, at),
        };
        Ok((0..players).map(style).collect())
    }

    /// How each of `N` players plays.
    ///
    /// # Errors
    /// When a flag has neither one value nor one for each of the `N` players.
    pub fn styles_array<const N: usize>(&self) -> Result<[ComputerStyle; N], Failure> {
        let styles = self.styles(N)?;
        Ok(std::array::from_fn(|at| styles[at]))
    }

    /// Makes sure that somebody chooses from the placements that were asked for: one value for all is for those that
    /// can choose so, and a player's own value for that player alone. The flags name the computer players of `seats`.
    ///
    /// # Errors
    /// When a value is only for players that choose from all reachable.
    pub fn expect_choosers(&self, seats: &[SeatSetup]) -> Result<(), Failure> {
        let computers = seats.iter().filter_map(|seat| match &seat.control {
            SeatControl::Computer(setup) => Some((seat.name.as_str(), setup.mind.placement_choice())),
            SeatControl::Person | SeatControl::Elsewhere(_) => None,
        });
        // A learner has the set by now that was asked for.
        let others: Vec<Option<&str>> = computers
            .enumerate()
            .map(|(at, (name, has))| value_of(&self.placements, at).filter(|asked| *asked != has).map(|_| name))
            .collect();
        let is_for_some = self.placements.len() == 1 && others.iter().any(Option::is_none);
        match others.into_iter().flatten().next() {
            Some(name) if !is_for_some => Err(Failure::new(format!(
                "--placements straight: {name} chooses from all reachable; leave it out, or give it reachable"
            ))),
            _ => Ok(()),
        }
    }
}

/// The value of a flag for the player of this number, from 0: the only value, or the player's own. `None` if
/// no value was given.
fn value_of<T: Copy>(values: &[T], at: usize) -> Option<T> {
    if let [value] = values { Some(*value) } else { values.get(at).copied() }
}

/// The flags that say who deals the pieces of the two players of a match.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct DealerFlags {
    /// Who deals the left player's pieces instead of chance, as --dealer
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    pub left_dealer: Option<Dealer>,
    /// Who deals the right player's pieces instead of chance
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    pub right_dealer: Option<Dealer>,
}

impl DealerFlags {
    /// Who deals each side's pieces; `both` does where a side has no dealer of its own.
    ///
    /// # Errors
    /// When both sides have a dealer of their own, so that `both` would deal to nobody.
    pub fn of_sides(self, both: Option<Dealer>) -> Result<[Option<Dealer>; 2], Failure> {
        let own = [self.left_dealer, self.right_dealer];
        match both {
            Some(_) if own.iter().all(Option::is_some) => {
                Err(Failure::new("--dealer would deal to nobody beside --left-dealer and --right-dealer; leave it out"))
            }
            _ => Ok(own.map(|dealer| dealer.or(both))),
        }
    }
}

/// The seat of a computer player named by a SPEC, under its plain name.
///
/// # Errors
/// When the SPEC names no player, or a bot cannot be started.
pub fn computer_seat(catalog: &Catalog, words: &str, style: ComputerStyle) -> Result<SeatSetup, Failure> {
    // A program is started once, to see that it is there and what it calls itself.
    Ok(seat(find_contestant(catalog, words, &Rules::versus())?, style))
}

/// The seat of a computer player named by a SPEC, under the name that menus and results have for it.
///
/// # Errors
/// When the SPEC names no player, or a bot cannot be started.
pub fn computer_seat_with_menu_name(
    catalog: &Catalog,
    words: &str,
    style: ComputerStyle,
) -> Result<SeatSetup, Failure> {
    let found = find_contestant(catalog, words, &Rules::versus())?;
    let name = found.title();
    Ok(SeatSetup { name, ..seat(found, style) })
}

fn seat(found: Contestant, style: ComputerStyle) -> SeatSetup {
    SeatSetup::from_contestant(found, style.placements, Pace::from_pps(style.pps), style.slips)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::PlacementChoice::{Reachable, Straight};
    use super::*;

    #[test]
    fn one_set_of_placements_for_all_is_for_those_that_can_choose_from_it() {
        let catalog = Catalog::load();
        let is_taken = |players: [&str; 2], placements: &[PlacementChoice]| {
            let flags = StyleFlags { pps: vec![1.0], slips: vec![0], placements: placements.to_vec() };
            let [left, right] = flags.styles_array().unwrap();
            let seats = [(players[0], left), (players[1], right)];
            flags.expect_choosers(&seats.map(|(player, style)| computer_seat(&catalog, player, style).unwrap())).is_ok()
        };
        let (mixed, searching) = (["lin:published", "champion:91"], ["champion:91", "champion:25"]);
        let asked: [&[PlacementChoice]; 5] =
            [&[], &[Reachable], &[Straight], &[Straight, Reachable], &[Straight, Straight]];
        let taken = asked.map(|placements| [mixed, searching].map(|players| is_taken(players, placements)));
        assert_eq!(taken, [[true; 2], [true; 2], [true, false], [true, false], [false; 2]]);
    }
}
