//! Elo of saved generations among each other, as `korobka match --level placements ... --json --out` wrote it:
//! `elo.jsonl` among the assets, a tournament a line.
//!
//! This module only reads the file; `measure::elo` says what Elo is.

use super::envelope::on_one_line;
use super::json_lines::{parse_json_lines, read_text_of_lines};
use crate::rules::RuleSet;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The name of the file among the assets.
pub const FILE_NAME: &str = "elo.jsonl";

/// The measured Elo of the best genome of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationElo {
    /// The name of the recipe.
    pub recipe: String,
    /// The number of the generation.
    pub generation: u32,
    /// The SPEC that it played by. Runs of one recipe have generations of the same numbers: this says whose it is.
    pub player: String,
    /// The player's Elo, in points above the mean of the tournament's players.
    pub rating: f64,
    /// Half the width of the 95 % interval of the Elo, in points.
    pub error: f64,
    /// How many matches the player played.
    pub matches: u32,
    /// How long the players thought, and whether they were told of waiting garbage and of the other side: "3000 nodes
    /// a piece, nothing told of the other side".
    pub terms: String,
    /// The rules that the Elo was measured under.
    pub rules: RuleSet,
    /// What the player did with its pieces in these matches; `None` in older files.
    pub style: Option<AttackFigures>,
}

/// What a player did with its pieces in matches of placements: its clears, spins and attacks, over all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttackFigures {
    /// Lines of attack with a piece, on average and before cancelling.
    pub attack: f64,
    /// Clears of four lines in a hundred pieces.
    pub quads: f64,
    /// T-spins with lines in a hundred pieces.
    pub spins: f64,
    /// Mini spins with lines in a hundred pieces, of any piece.
    pub minis: f64,
    /// Perfect clears in a hundred pieces.
    pub perfect_clears: f64,
    /// The longest combo of a match, on average.
    pub longest_combo: f64,
}

impl AttackFigures {
    /// Says in a few words what the player sends most of its lines by. Each bound is half of what a player has that
    /// does hardly anything else.
    pub fn in_words(&self) -> String {
        let habits = [
            (self.longest_combo >= 8.0, "long combos"),
            (self.spins >= 3.0, "T-spins"),
            (self.minis >= 4.0, "spins of all pieces"),
            (self.quads >= 5.0, "quads"),
            (self.perfect_clears >= 1.0, "perfect clears"),
        ];
        let has: Vec<&str> = habits.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect();
        match has.as_slice() {
            [] => "Clears lines as they come".to_owned(),
            [one] => format!("Plays {one}"),
            [first @ .., last] => format!("Plays {} and {last}", first.join(", ")),
        }
    }
}

/// A line of `elo.jsonl`, which is one tournament. Keys that are not listed here are left aside.
#[derive(Deserialize)]
struct TournamentRecord {
    thinking: String,
    #[serde(default)]
    rules: RuleSet,
    #[serde(default)]
    equal_terms: bool,
    players: Vec<TournamentPlayer>,
}

#[derive(Deserialize)]
struct TournamentPlayer {
    player: String,
    /// The player's name: "champion 40", a recipe and a number, for the best of a generation. Players with other
    /// names are left out.
    name: String,
    elo: f64,
    error: f64,
    matches: u32,
    #[serde(default)]
    style: Option<AttackFigures>,
}

/// Reads the file, sorted by recipe and number; what cannot be read becomes a warning, and without the file there is no
/// Elo. A tournament's scale has its own zero. A later tournament under the same rules is shifted onto the scale of
/// those before it by the players that it shares with them, who keep the Elo that they had.
pub fn read(path: &Path) -> (Vec<GenerationElo>, Vec<String>) {
    let (text, unread) = read_text_of_lines(path);
    let (found, warnings) = parse(&text, path);
    (found, unread.into_iter().chain(warnings).collect())
}

/// Reads the text of a file of Elo as [`read`] does; `path` is named in the warnings.
pub fn parse(text: &str, path: &Path) -> (Vec<GenerationElo>, Vec<String>) {
    let (mut found, mut warnings) = (Vec::<GenerationElo>::new(), Vec::new());
    for (place, read) in parse_json_lines::<TournamentRecord>(text, path) {
        let tournament = match read {
            Ok(tournament) => tournament,
            Err(error) => {
                warnings.push(format!("{place}: {error}"));
                continue;
            }
        };
        let mut these: Vec<GenerationElo> = Vec::new();
        let (rules, told) = (tournament.rules, if tournament.equal_terms { "nothing" } else { "all" });
        for TournamentPlayer { player, name, elo: rating, error, matches, style } in tournament.players {
            let named = name.split_once(' ').and_then(|(recipe, number)| Some((recipe, number.parse().ok()?)));
            let Some((recipe, generation)) = named else { continue };
            if !(rating.abs() < 100_000.0 && (0.0..100_000.0).contains(&error)) {
                warnings.push(format!("{place}: an impossible Elo of {}", on_one_line(&name)));
                continue;
            }
            let recipe = recipe.to_owned();
            let terms = format!("{}, {told} told of the other side", tournament.thinking);
            these.push(GenerationElo { recipe, generation, player, rating, error, matches, terms, rules, style });
        }
        let shared: Vec<f64> = these.iter().filter_map(|one| Some(same(&found, one)?.rating - one.rating)).collect();
        if shared.is_empty() && found.iter().any(|known| known.rules == rules) {
            warnings
                .push(format!("{place}: none of its players is in a tournament before it, and so its zero is another"));
            continue;
        }
        let shift = shared.iter().sum::<f64>() / shared.len().max(1) as f64;
        these.retain(|one| same(&found, one).is_none());
        found.extend(these.into_iter().map(|one| GenerationElo { rating: one.rating + shift, ..one }));
    }
    found.sort_by(|a, b| a.recipe.cmp(&b.recipe).then(a.generation.cmp(&b.generation)));
    (found, warnings)
}

/// The Elo that is known of the same player under the same rules; `None` if none is.
fn same<'a>(found: &'a [GenerationElo], one: &GenerationElo) -> Option<&'a GenerationElo> {
    found.iter().find(|known| known.rules == one.rules && known.player == one.player)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn line(players: &[(&str, f64)]) -> String {
        let player = |(name, elo): &(&str, f64)| {
            format!("{{\"player\":\"{name}.gen\",\"name\":\"{name}\",\"elo\":{elo},\"error\":20.5,\"matches\":8}}")
        };
        let players: Vec<String> = players.iter().map(player).collect();
        format!("{{\"games\":4,\"seed\":1,\"thinking\":\"9 nodes a piece\",\"players\":[{}]}}\n", players.join(","))
    }

    fn read(text: &str) -> (Vec<(String, f64)>, Vec<String>) {
        let (found, warnings) = parse(text, Path::new("elo.jsonl"));
        (found.into_iter().map(|one| (format!("{} {}", one.recipe, one.generation), one.rating)).collect(), warnings)
    }

    #[test]
    fn what_a_tournament_wrote_is_read_and_a_broken_line_is_named() {
        let (found, warnings) = read(&format!("?\n{}", line(&[("champion 7", 12.25), ("champion 7 #2", 1.0)])));
        assert_eq!(found, [("champion 7".to_owned(), 12.25)], "the best of a generation, once");
        assert_eq!((warnings.len(), warnings[0].starts_with("elo.jsonl, line 1")), (1, true), "{warnings:?}");
        let (found, warnings) = read(&line(&[("champion 7", 1e9)]));
        assert!(found.is_empty() && warnings[0].contains("champion 7"), "{warnings:?}");
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told_without_its_control_characters() {
        let rules = r#"{"thinking":"","players":[],"rules":"\u001b[2J"}"#.to_owned();
        for text in [rules, line(&[("a\\u001b 7", 1e9)])] {
            let (found, warnings) = read(&text);
            assert!(found.is_empty() && warnings.len() == 1, "{warnings:?}");
            assert!(!warnings[0].contains(char::is_control), "{warnings:?}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named_and_a_missing_one_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let warnings = super::read(folder.path()).1;
        assert!(warnings.len() == 1 && warnings[0].contains(&folder.path().display().to_string()), "{warnings:?}");
        assert_eq!(super::read(&folder.path().join(FILE_NAME)), (Vec::new(), Vec::new()));
    }

    #[test]
    fn a_later_tournament_is_set_onto_the_scale_of_the_first_by_those_it_shares_with_it() {
        let first = line(&[("a 1", -50.0), ("a 2", 50.0)]);
        let second = line(&[("a 2", -10.0), ("b 1", 30.0), ("a 1", -130.0)]);
        let (found, warnings) = read(&(first.clone() + &second));
        // Those shared are 60 and 80 higher in the first: 70.
        let expected = [("a 1", -50.0), ("a 2", 50.0), ("b 1", 100.0)].map(|(name, elo)| (name.to_owned(), elo));
        assert_eq!((found, warnings.len()), (expected.to_vec(), 0));
        let (found, warnings) = read(&(first + &line(&[("b 1", 0.0)])));
        assert_eq!((found.len(), warnings.len()), (2, 1), "without a bridge there is no saying: {warnings:?}");
    }
}
