//! How the games of a run grow as its players get better, by the generations of the same recipe that ship.

use crate::storage::CatalogEntry;
use crate::train::Recipe;

/// How long all games of a run up to generation `last` take, held-out ones included, as a multiple of the time for the
/// games of its first generation without the held-out ones, if games grow as they did in the run of the same recipe
/// that ships. `None` if no first generation of the recipe ships, or no piece was placed in it.
///
/// Time is reckoned by pieces. Where the run has lower caps than the one that ships, the mean of its games is reckoned
/// to end at the cap. Between the generations that ship, pieces lie on a straight line; after the last of them games
/// stay as long as they were.
pub(super) fn game_time_growth(saved: &[CatalogEntry], recipe: &Recipe, last: u32) -> Option<f64> {
    let own = Recipe::named(&recipe.name).ok()?;
    let of_recipe = saved.iter().filter(|entry| entry.ships && entry.recipe == recipe.name);
    let pieces = |entry: &CatalogEntry| (entry.generation, pieces(entry, recipe, &own));
    let mut shipped: Vec<(u32, [f64; 2])> = of_recipe.map(pieces).collect();
    shipped.sort_by_key(|(generation, _)| *generation);
    let first = shipped.first().filter(|(generation, [games, _])| *generation == 0 && *games > 0.0)?.1[0];
    let points: Vec<(u32, f64)> =
        shipped.iter().map(|&(generation, [games, held_out])| (generation, games + held_out)).collect();
    Some((0..=last).map(|generation| between(&points, generation)).sum::<f64>() / first)
}

/// How many pieces a run of `recipe` would place in the games of this generation, and in its held-out games. `own` is
/// the recipe of the run that ships.
fn pieces(entry: &CatalogEntry, recipe: &Recipe, own: &Recipe) -> [f64; 2] {
    let capped = |pieces: f64, score: f64| {
        let share = if score > 0.0 { (recipe.score_cap as f64 / score).min(1.0) } else { 1.0 };
        let most = if recipe.piece_cap > 0 { f64::from(recipe.piece_cap) } else { f64::INFINITY };
        (pieces * share).min(most)
    };
    let games = |recipe: &Recipe| recipe.games.total_for_population(recipe.genomes_per_generation()) as f64;
    let mean = capped(entry.figures.pieces as f64 / games(own).max(1.0), entry.figures.mean_score);
    let held_out = entry.best.map_or(0.0, |best| capped(best.pieces, best.score));
    [mean * games(recipe), held_out * recipe.held_out_genome_count() as f64 * f64::from(recipe.held_out_games)]
}

/// The value for generation `at` on the broken line through these points (generation and value), which are in order.
/// Before the first point and after the last one the value stays the same.
fn between(points: &[(u32, f64)], at: u32) -> f64 {
    let after = points.partition_point(|(number, _)| *number < at);
    match (after.checked_sub(1).map(|before| points[before]), points.get(after)) {
        (Some((left, low)), Some(&(right, high))) => {
            low + (high - low) * f64::from(at - left) / f64::from(right - left)
        }
        (Some((_, value)), None) | (None, Some(&(_, value))) => value,
        (None, None) => 0.0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::train::{GenerationFigures, HeldOutResult};
    use std::path::PathBuf;

    /// Catalog entries of a recipe's generations that ship, with these numbers, pieces and mean scores.
    fn shipped(recipe: &str, generations: &[(u32, u64, f64)]) -> Vec<CatalogEntry> {
        let of = |&(generation, pieces, mean_score)| CatalogEntry {
            recipe: recipe.to_owned(),
            generation,
            path: PathBuf::new(),
            ships: true,
            match_rules: None,
            genomes: 1,
            figures: GenerationFigures { pieces, mean_score, ..GenerationFigures::default() },
            best: None,
            held_out_games: 0,
            elo: None,
        };
        generations.iter().map(of).collect()
    }

    #[test]
    fn generations_take_as_much_longer_as_games_have_more_pieces() {
        let recipe = Recipe { piece_cap: 0, ..Recipe::named("lin").unwrap() };
        let entries = shipped("lin", &[(0, 1000, 1.0), (1, 3000, 2.0), (3, 5000, 3.0)]);
        let grown = |last| game_time_growth(&entries, &recipe, last).unwrap();
        assert_eq!([0, 1, 2, 3, 4].map(grown), [1.0, 4.0, 8.0, 13.0, 18.0]);
        assert_eq!(game_time_growth(&entries[1..], &recipe, 1), None, "the first generation does not ship");
        assert_eq!(game_time_growth(&entries, &Recipe { name: "cmaes".to_owned(), ..recipe }, 1), None);
    }

    #[test]
    fn a_lower_cap_ends_the_longer_games() {
        let recipe = Recipe { score_cap: 5, piece_cap: 0, ..Recipe::named("lin").unwrap() };
        let entries = shipped("lin", &[(0, 1000, 1.0), (1, 3000, 10.0)]);
        assert_eq!(game_time_growth(&entries, &recipe, 1), Some(2.5));
    }

    #[test]
    fn the_mean_of_games_is_over_those_of_heats_too() {
        let recipe = Recipe { score_cap: u64::MAX, piece_cap: 250, ..Recipe::named("cmaes").unwrap() };
        let games = recipe.games.total_for_population(recipe.genomes_per_generation()) as u64;
        let entries = shipped("cmaes", &[(0, 100 * games, 1.0), (1, 200 * games, 2.0)]);
        assert_eq!(game_time_growth(&entries, &recipe, 1), Some(3.0), "no mean game reaches the cap");
    }

    #[test]
    fn held_out_games_take_time_too() {
        let recipe = Recipe { piece_cap: 0, held_out_best: 2, held_out_games: 3, ..Recipe::named("lin").unwrap() };
        let mut entries = shipped("lin", &[(0, 1000, 1.0)]);
        entries[0].best = Some(HeldOutResult { genome: 0, score: 1.0, lines: 1.0, pieces: 500.0, capped: 0 });
        assert_eq!(game_time_growth(&entries, &recipe, 0), Some(4.0));
        // A search with a centre has that alone play them.
        let recipe = Recipe { piece_cap: 0, held_out_games: 3, ..Recipe::named("cmaes").unwrap() };
        let games = recipe.games.total_for_population(recipe.genomes_per_generation()) as u64;
        let mut entries = shipped("cmaes", &[(0, 100 * games, 1.0)]);
        let pieces = (100 * games) as f64;
        entries[0].best = Some(HeldOutResult { genome: 0, score: 1.0, lines: 1.0, pieces, capped: 0 });
        assert_eq!(game_time_growth(&entries, &recipe, 0), Some(4.0));
    }
}
