//! The cast: a name and a colour for every kind of computer player. One table; knows no screen.
//!
//! A name stands for a recipe; the number behind it is the generation.

use super::built_in::LITERATURE_WORD;
use super::spec::{OpponentSource, Spec};
use crate::tbp::BotCommand;
use std::path::Path;

/// The name and the colour of one kind of computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastMember {
    /// The recipe, or the controller of the literature, that the name stands for.
    pub stands_for: &'static str,
    /// The name that menus show.
    pub name: &'static str,
    /// The colour as red, green and blue.
    pub colour: [u8; 3],
}

/// The colour of players for whom neither the table nor the name of a file has one.
pub const STRANGER_COLOUR: [u8; 3] = [198, 190, 176];

const fn member(stands_for: &'static str, name: &'static str, colour: [u8; 3]) -> CastMember {
    CastMember { stands_for, name, colour }
}

/// Every kind of computer player that has a name. The colours are far enough apart on a dark background, and none is
/// darker than the secondary texts.
pub const CAST: [CastMember; 26] = [
    member("champion", "Tsar", [255, 214, 10]),
    member("champion-versus", "Tsarina", [255, 158, 54]),
    member("champion-duel", "Bogatyr", [255, 120, 90]),
    member("champion-untold", "Vityaz", [255, 98, 150]),
    member("champion-tetrio", "Gusar", [120, 110, 255]),
    member("champion-tetrio-duel", "Ulan", [190, 120, 255]),
    member("champion-tetrio-2", "Strelets", [64, 224, 255]),
    member("champion-tetrio-2-duel", "Kazak", [80, 255, 190]),
    member("iwumbwe", "Ivan", [232, 98, 72]),
    member("cmaes", "Sima", [96, 176, 232]),
    member("quads", "Marfa", [255, 186, 160]),
    member("swarm", "Roy", [200, 245, 60]),
    member("lin", "Lina", [240, 186, 72]),
    member("codereview", "Kolya", [122, 196, 106]),
    member("codereview-limited", "Klava", [176, 214, 98]),
    member("termproject", "Tikhon", [186, 130, 228]),
    member("cogsci-1", "Galya", [238, 134, 168]),
    member("cogsci-2", "Gleb", [90, 200, 186]),
    member("cogsci-3", "Glasha", [222, 150, 108]),
    member("cogsci-4", "Grisha", [150, 162, 236]),
    member("cogsci-5", "Gosha", [206, 196, 92]),
    member("dellacherie", "Pierre", [236, 226, 200]),
    member("bcts", "Bertha", [142, 222, 236]),
    member("dt-10", "Damian", [238, 160, 214]),
    member("dt-20", "Dunya", [164, 236, 176]),
    member("lee", "Lee", [244, 206, 140]),
];

/// The member of the cast that stands for the player of a spec; `None` for a file, a program or a recipe of one's own.
fn member_of(spec: &Spec) -> Option<&'static CastMember> {
    let of = match &spec.source {
        OpponentSource::Saved { recipe, .. } | OpponentSource::Published(recipe) => recipe,
        OpponentSource::Literature(name) => name,
        OpponentSource::File(_) | OpponentSource::Tbp(_) => return None,
    };
    CAST.iter().find(|member| member.stands_for == of)
}

/// The name by which menus call the opponent of a spec: "Ivan 7", "Ivan 7 #3", "Lina, as published", "Pierre".
pub fn opponent_title(spec: &Spec) -> String {
    let known = member_of(spec).map(|member| member.name.to_owned());
    let name = match &spec.source {
        OpponentSource::Saved { recipe, generation } => {
            format!("{} {generation}", known.unwrap_or_else(|| recipe.clone()))
        }
        OpponentSource::Published(recipe) => format!("{}, as published", known.unwrap_or_else(|| recipe.clone())),
        OpponentSource::Literature(name) => known.unwrap_or_else(|| format!("{LITERATURE_WORD} {name}")),
        OpponentSource::File(path) => named_file(path).0,
        OpponentSource::Tbp(command) => name_from_command(command),
    };
    if spec.rank == 0 { name } else { format!("{name} #{}", spec.rank) }
}

/// The name for a bot's program that has not given itself one: that of its file, without the ending.
pub fn name_from_command(command: &BotCommand) -> String {
    Path::new(&command.program).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The colours that a player of one's own can have, red, green and blue, with what each is called. The name of the
/// player's file ends with the colour's number: `Strela~3.gen`.
pub const OWN_PLAYER_COLOURS: [([u8; 3], &str); 8] = [
    ([255, 206, 84], "gold"),
    ([255, 126, 96], "coral"),
    ([255, 138, 190], "rose"),
    ([196, 150, 255], "violet"),
    ([122, 170, 255], "blue"),
    ([84, 214, 224], "cyan"),
    ([120, 220, 140], "green"),
    ([226, 222, 210], "ivory"),
];

/// The name of a player whose file somebody named, and the number of its colour where the file's name has one:
/// `Strela~3.gen` is Strela, in colour 3.
fn named_file(path: &Path) -> (String, Option<usize>) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let parts = stem.rsplit_once('~').and_then(|(name, colour)| Some((name, colour.parse().ok()?)));
    match parts.filter(|(name, colour)| !name.is_empty() && *colour < OWN_PLAYER_COLOURS.len()) {
        Some((name, colour)) => (name.to_owned(), Some(colour)),
        None => (stem.into_owned(), None),
    }
}

/// An opponent's colour: the one that a file's name asks for, else that of the table;
/// [`STRANGER_COLOUR`] for all others.
pub fn opponent_colour(spec: &Spec) -> [u8; 3] {
    let own = match &spec.source {
        OpponentSource::File(path) => named_file(path).1,
        _ => None,
    };
    let of_cast = || member_of(spec).map_or(STRANGER_COLOUR, |member| member.colour);
    own.map_or_else(of_cast, |own| OWN_PLAYER_COLOURS[own].0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ai::literature::CONTROLLERS;

    #[test]
    fn no_two_share_a_name_or_a_colour() {
        for (at, member) in CAST.iter().enumerate() {
            for other in &CAST[..at] {
                assert_ne!(member.stands_for, other.stands_for);
                assert_ne!(member.name, other.name);
                let apart: u32 =
                    member.colour.iter().zip(other.colour).map(|(one, two)| u32::from(one.abs_diff(two))).sum();
                assert!(apart >= 30, "{} and {} look alike: {apart}", member.name, other.name);
            }
        }
    }

    #[test]
    fn every_controller_and_shipped_recipe_is_of_the_cast() {
        for controller in &CONTROLLERS {
            assert!(CAST.iter().any(|member| member.stands_for == controller.name), "{} has a name", controller.name);
        }
        for recipe in crate::train::Recipe::all() {
            assert!(CAST.iter().any(|member| member.stands_for == recipe.name), "{} has a name", recipe.name);
        }
    }

    #[test]
    fn titles_read_well() {
        let specs = ["iwumbwe:7", "iwumbwe:7#3", "lin:published", "literature:bcts", "mine:4", "runs/best.gen"];
        let read = ["Ivan 7", "Ivan 7 #3", "Lina, as published", "Bertha", "mine 4", "best"];
        assert_eq!(specs.map(|words| opponent_title(&words.parse().unwrap())), read);
        let own = ["players/Strela~3.gen", "players/Strela~99.gen", "players/~3.gen"];
        assert_eq!(own.map(|words| opponent_title(&words.parse().unwrap())), ["Strela", "Strela~99", "~3"]);
        let colours = [OWN_PLAYER_COLOURS[3].0, STRANGER_COLOUR, STRANGER_COLOUR];
        assert_eq!(own.map(|words| opponent_colour(&words.parse().unwrap())), colours);
    }
}
