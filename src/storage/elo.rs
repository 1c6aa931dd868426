//! Elo of saved generations among each other, as `korobka tournament --placements ... --json --out` wrote it: `elo.jsonl` among the
//! assets, a tournament a line.
//!
//! Knows how to read it; what Elo is, `measure::elo` knows.

use serde::Deserialize;
use std::path::Path;

/// The file's name.
pub const FILE_NAME: &str = "elo.jsonl";

/// A generation's Elo.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Its recipe.
    pub recipe: String,
    /// Its number.
    pub generation: u32,
    /// Points above the mean of the tournament's players.
    pub rating: f64,
    /// Half the 95 % interval.
    pub error: f64,
    /// Matches played for it.
    pub matches: u32,
    /// How long everybody thought: "3000 nodes a piece".
    pub thinking: String,
}

/// A line. The other keys are left aside.
#[derive(Deserialize)]
struct Tournament {
    thinking: String,
    players: Vec<Player>,
}

#[derive(Deserialize)]
struct Player {
    /// "champion 40"; others than the best of a generation are called otherwise.
    name: String,
    elo: f64,
    error: f64,
    matches: u32,
}

/// Reads the file; what cannot be read becomes a warning, and without the file there is no Elo. Of a generation in several
/// tournaments the last one counts.
pub fn read(path: &Path) -> (Vec<Rated>, Vec<String>) {
    parsed(&std::fs::read_to_string(path).unwrap_or_default(), path)
}

/// The text of such a file.
pub fn parsed(text: &str, path: &Path) -> (Vec<Rated>, Vec<String>) {
    let (mut found, mut warnings) = (Vec::<Rated>::new(), Vec::new());
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let tournament = match serde_json::from_str::<Tournament>(line) {
            Ok(tournament) => tournament,
            Err(error) => {
                warnings.push(format!("{}, line {}: {error}", path.display(), at + 1));
                continue;
            }
        };
        for player in tournament.players {
            let named = player.name.split_once(' ').and_then(|(recipe, number)| Some((recipe, number.parse().ok()?)));
            let Some((recipe, generation)) = named else { continue };
            if !(player.elo.abs() < 100_000.0 && (0.0..100_000.0).contains(&player.error)) {
                warnings.push(format!("{}, line {}: an impossible Elo of {}", path.display(), at + 1, player.name));
                continue;
            }
            found.retain(|known| known.recipe != recipe || known.generation != generation);
            found.push(Rated {
                recipe: recipe.to_owned(),
                generation,
                rating: player.elo,
                error: player.error,
                matches: player.matches,
                thinking: tournament.thinking.clone(),
            });
        }
    }
    found.sort_by(|a, b| a.recipe.cmp(&b.recipe).then(a.generation.cmp(&b.generation)));
    (found, warnings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tournament_wrote_is_read_and_a_broken_line_is_named() {
        let line = |elo: f64| {
            format!(
                "{{\"games\":4,\"seed\":1,\"thinking\":\"9 nodes a piece\",\"players\":[\
                 {{\"player\":\"a.gen\",\"name\":\"champion 7\",\"elo\":{elo},\"error\":20.5,\"matches\":8}},\
                 {{\"player\":\"champion:7#2\",\"name\":\"champion 7 #2\",\"elo\":1,\"error\":2,\"matches\":8}}]}}"
            )
        };
        let (found, warnings) = parsed(&format!("{}\n?\n{}\n", line(-3.5), line(12.25)), Path::new("elo.jsonl"));
        assert_eq!(found.len(), 1, "the best of a generation, once: {found:?}");
        assert_eq!((found[0].generation, found[0].rating, found[0].error), (7, 12.25, 20.5), "the last line counts");
        assert_eq!((warnings.len(), warnings[0].starts_with("elo.jsonl, line 2")), (1, true), "{warnings:?}");
        let (found, warnings) = parsed(&line(1e9), Path::new("elo.jsonl"));
        assert!(found.is_empty() && warnings[0].contains("champion 7"), "{warnings:?}");
    }
}
