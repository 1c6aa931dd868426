//! The table of recipes: each of them trains, goes on from its files to the same bytes, and bends to every option.

use super::cli_errors::{json, korobka_here, printed};
use super::training_units::advanced;
use korobka::ai::{Brain, Lookahead};
use korobka::rules::random::Purpose;
use korobka::rules::{BoardSize, GeneratorKind, PieceSet, Random, Rules};
use korobka::storage::generation::{decode, encode};
use korobka::train::game::{self, random_start_board};
use korobka::train::recipes::PUBLISHED_GENOMES;
use korobka::train::{
    EvaluatorKind, ExtraGamesHeat, Fitness, GameCounts, GameResult, Generation, Recipe, SeedChoice, Strategy, Trainer,
    TrainingGameSettings,
};
use std::collections::HashSet;

fn play(brain: &Brain, course: &TrainingGameSettings, seed: u64) -> GameResult {
    game::play_training_game(brain, course, seed, &|| false).unwrap()
}

/// A recipe whose generations take moments.
fn tiny(mut recipe: Recipe) -> Recipe {
    (recipe.population, recipe.held_out_games, recipe.held_out_best) = (6, 1, 2);
    recipe.piece_cap = 40;
    if let Some(placing) = &mut recipe.placing {
        placing.nodes = 150;
    }
    if let Some(versus) = &mut recipe.versus {
        versus.pieces = 30;
    }
    recipe
}

/// The recipes whose genomes make brains: any board, any pieces, any features of theirs.
fn learners() -> impl Iterator<Item = Recipe> {
    Recipe::all().into_iter().filter(|recipe| recipe.placing.is_none())
}

fn trained(recipe: Recipe, threads: usize) -> Vec<Generation> {
    generations(3, recipe, threads)
}

/// So many generations of a run.
fn generations(count: usize, recipe: Recipe, threads: usize) -> Vec<Generation> {
    let name = recipe.name.clone();
    let mut trainer = Trainer::new(recipe, 3).unwrap_or_else(|error| panic!("{name}: {error}"));
    (0..count).map(|_| advanced(&mut trainer, threads)).collect()
}

#[test]
fn every_recipe_trains_and_goes_on_from_any_file_to_the_same_bytes_for_any_number_of_threads() {
    for recipe in Recipe::all() {
        let unbroken = trained(tiny(recipe.clone()), 1);
        for start in &unbroken[..2] {
            let mut trainer = Trainer::from_generation(decode(&encode(start).unwrap()).unwrap()).unwrap();
            for expected in &unbroken[start.generation as usize + 1..] {
                let went_on = advanced(&mut trainer, 2);
                assert!(
                    encode(&went_on).unwrap() == encode(expected).unwrap(),
                    "{} from {}",
                    recipe.name,
                    start.generation
                );
            }
        }
        let more_threads = trained(tiny(recipe.clone()), 3);
        for (a, b) in unbroken.iter().zip(&more_threads) {
            assert!(encode(a).unwrap() == encode(b).unwrap(), "{}: generation {}", recipe.name, a.generation);
        }
        assert_ne!(unbroken[1].genomes, unbroken[2].genomes, "{}: a generation is not the last one again", recipe.name);
    }
}

#[test]
fn every_learner_trains_on_odd_boards_with_pentominoes_and_without_a_feature() {
    for recipe in learners() {
        let board = BoardSize { width: 8, visible: 16, ..recipe.board };
        let size = |width, visible| BoardSize { width, visible, ..recipe.board };
        // A generation, and one that its search has made of it.
        let trained = |recipe| generations(2, recipe, 2);
        trained(Recipe { board, pieces: PieceSet::Pentomino, ..tiny(recipe.clone()) });
        trained(Recipe { board: size(16, 40), ..tiny(recipe.clone()) });
        trained(Recipe { board: size(5, 4), pieces: PieceSet::Pentomino, ..tiny(recipe.clone()) });
        let genes = recipe.genome_length();
        for index in 0..recipe.features.len() {
            let ablated = tiny(recipe.clone()).ablate(&[index.to_string()]).unwrap();
            assert!(ablated.genome_length() < genes, "{} without {index}", recipe.name);
            assert!(decode(&encode(&trained(ablated)[1]).unwrap()).is_ok());
        }
        let all: Vec<String> = recipe.features.clone();
        assert!(recipe.clone().ablate(&all).unwrap_err().to_string().contains("is ablated"));
    }
}

#[test]
fn every_learner_trains_with_and_without_a_look_ahead() {
    for recipe in learners() {
        let games = |lookahead| generations(1, Recipe { lookahead, ..tiny(recipe.clone()) }, 2).remove(0).results;
        assert_ne!(games(Lookahead::None), games(Lookahead::NextPiece), "{}: the look changes the play", recipe.name);
    }
}

#[test]
fn the_names_are_distinct_and_every_entry_is_possible() {
    let names: HashSet<String> = Recipe::all().into_iter().map(|recipe| recipe.checked().unwrap().name).collect();
    assert_eq!(names.len(), Recipe::all().len());
    for name in ["iwumbwe", "cogsci-1", "cogsci-5", "lin", "codereview", "codereview-limited", "termproject", "cmaes"] {
        assert!(names.contains(name), "{name} is listed");
    }
    for name in ["a/b", "a\u{7}b", "a\u{202e}b"] {
        let recipe = Recipe { name: name.to_owned(), ..Recipe::named("lin").unwrap() };
        assert!(recipe.checked().is_err(), "{name:?}");
    }
}

#[test]
fn a_file_that_gives_further_lines_a_worth_of_their_own_is_refused() {
    let evaluator = EvaluatorKind::Powered { further_line: 5 };
    let recipe = Recipe { evaluator, ..Recipe::named("termproject").unwrap() };
    assert_eq!(recipe.checked().unwrap_err().to_string(), "further line is 5, must be 0");
}

#[test]
fn a_generation_has_no_more_games_than_memory_can_list() {
    let lin = |population, each, (held_out_best, held_out_games)| {
        let games = GameCounts { each, ..GameCounts::default() };
        Recipe { population, games, held_out_best, held_out_games, ..Recipe::named("lin").unwrap() }.checked()
    };
    assert!(lin(1000, 1000, (100, 10_000)).is_ok());
    for (recipe, line) in [
        (lin(100_000, 10_000, (1, 1)), "games of a generation is 1000000000, must be at most 1000000"),
        (lin(1001, 1, (1001, 1000)), "held-out games of a generation is 1001000, must be at most 1000000"),
    ] {
        assert_eq!(recipe.unwrap_err().to_string(), line);
    }
    let heats = vec![ExtraGamesHeat { best: 1000, games: 10_000 }];
    let games = GameCounts { heats, ..GameCounts::default() };
    assert!(Recipe { games, population: 101, ..Recipe::named("lin").unwrap() }.checked().is_err(), "heats count too");
}

#[test]
fn the_numbers_are_the_documents() {
    let of = |name: &str| {
        let recipe = Recipe::named(name).unwrap();
        (recipe.features.len(), recipe.population, recipe.board.width, recipe.board.visible, recipe.generator)
    };
    use GeneratorKind::{Bag, BagOfNine, Uniform};
    assert_eq!(of("iwumbwe"), (9, 1000, 10, 20, Bag));
    for (name, features) in [("cogsci-1", 4), ("cogsci-2", 4), ("cogsci-3", 11), ("cogsci-4", 5), ("cogsci-5", 11)] {
        assert_eq!(of(name), (features, 15, 10, 20, Uniform), "{name}");
    }
    assert_eq!(of("lin"), (5, 50, 10, 20, BagOfNine));
    assert_eq!(of("codereview"), (6, 10, 14, 25, Uniform));
    assert_eq!(of("termproject"), (4, 200, 10, 20, Uniform));
    assert_eq!(of("cmaes"), (9, 32, 10, 10, Uniform));
}

#[test]
fn published_weights_fit_their_recipes() {
    for published in PUBLISHED_GENOMES {
        let recipe = Recipe::named(published.recipe).unwrap();
        assert_eq!(recipe.published_weights(), Some(published.genome));
        assert!(recipe.brain_from_genome(published.genome).is_ok());
        assert_eq!(recipe.ablate(&["0"]).unwrap().published_weights(), None, "other inputs, other weights");
    }
    assert_eq!(Recipe::named("iwumbwe").unwrap().published_weights(), None);
}

/// Lines of the published weights in one game by the recipe's own rules.
fn lines_of_published(name: &str, change: impl Fn(&mut Recipe)) -> Vec<u32> {
    let mut recipe = Recipe::named(name).unwrap();
    change(&mut recipe);
    let brain = recipe.brain_from_genome(recipe.published_weights().unwrap()).unwrap();
    (0..20).map(|seed| play(&brain, &recipe.game_settings(), seed).lines).collect()
}

#[test]
fn published_weights_play_as_their_sources_say() {
    let fifth = lines_of_published("termproject", |recipe| recipe.line_cap = 1000);
    assert!(fifth.iter().all(|lines| *lines >= 1000), "docs/lab/recipes.md, R4: all reach the cap: {fifth:?}");
    let third = lines_of_published("lin", |recipe| recipe.generator = GeneratorKind::Uniform);
    let mean = third.iter().sum::<u32>() / 20;
    assert!((400..1400).contains(&mean), "docs/lab/recipes.md, R2: about 790 lines a game: {mean}");
    let second = lines_of_published("cogsci-4", |_| ());
    assert!(second.iter().all(|lines| *lines < 5), "docs/lab/recipes.md, R1: does not transfer: {second:?}");
}

fn results(change: impl Fn(&mut Recipe)) -> Vec<Generation> {
    let mut recipe = tiny(Recipe::named("lin").unwrap());
    change(&mut recipe);
    trained(recipe, 2)
}

#[test]
fn seeds_are_own_shared_or_fixed() {
    // One weight vector for all: only the pieces make a difference.
    let pieces = |seeds: SeedChoice| {
        let generations = results(|recipe| {
            let Strategy::Evolution(evolution) = &mut recipe.strategy else { unreachable!() };
            evolution.initial = korobka::train::recipe::InitialPopulation::Uniform(-0.25, -0.25);
            evolution.mutation.chance = 0;
            recipe.games.seeds = seeds;
            recipe.piece_cap = 400;
        });
        let of =
            |generation: &Generation| generation.results.iter().map(|result| (result.lines, result.pieces)).collect();
        generations.iter().map(of).collect::<Vec<Vec<(u32, u32)>>>()
    };
    let distinct = |games: &[(u32, u32)]| games.iter().collect::<HashSet<_>>().len();
    let (own, shared, fixed) = (pieces(SeedChoice::Own), pieces(SeedChoice::Shared), pieces(SeedChoice::Fixed));
    assert!(distinct(&own[0]) > 1, "own seeds: the same genome plays different games: {own:?}");
    assert!(shared.iter().all(|games| distinct(games) == 1), "shared seeds: all the same: {shared:?}");
    assert_ne!(shared[0], shared[1], "and new ones in the next generation");
    assert!(fixed.iter().all(|games| *games == fixed[0]) && distinct(&fixed[0]) == 1, "fixed seeds: {fixed:?}");
}

#[test]
fn in_heats_the_better_play_more_games_and_lead_the_ranking() {
    let heats = vec![ExtraGamesHeat { best: 500, games: 3 }, ExtraGamesHeat { best: 200, games: 5 }];
    let generation = results(|recipe| {
        recipe.population = 10;
        recipe.games = GameCounts { seeds: SeedChoice::Shared, each: 2, heats: heats.clone() };
    });
    let mut games = generation[0].games.clone();
    let ranking = generation[0].ranked_indices();
    assert!(ranking[..2].iter().all(|&index| games[index] == 5), "who came farthest leads");
    games.sort_unstable();
    assert_eq!(games, [2, 2, 2, 2, 2, 3, 3, 3, 5, 5]);
    let pieces: u64 = generation[0].figures.pieces;
    assert!(pieces > 10 * 20 && pieces <= 29 * 40, "29 games of up to 40 pieces: {pieces}");
}

#[test]
fn caps_end_games_and_a_lost_game_costs_the_penalty() {
    let mut recipe = Recipe::named("codereview").unwrap();
    (recipe.lookahead, recipe.piece_cap) = (Lookahead::None, 30);
    let good = recipe.brain_from_genome(&[0.5, 0.0, -0.5, 0.0, -0.5, -0.2]).unwrap();
    let capped = play(&good, &recipe.game_settings(), 1);
    assert_eq!((capped.pieces, capped.capped), (30, true));
    assert_eq!(capped.fitness, capped.score as f64);
    let bad = recipe.brain_from_genome(&[0.0, 0.0, 1.0, 0.0, 1.0, 1.0]).unwrap();
    recipe.piece_cap = 0;
    let lost = play(&bad, &recipe.game_settings(), 1);
    assert!(!lost.capped);
    assert_eq!(lost.fitness, lost.score as f64 - 5000.0);
    (recipe.line_cap, recipe.fitness) = (3, Fitness::Success);
    let success = play(&good, &recipe.game_settings(), 1);
    assert!(success.capped && (3..7).contains(&success.lines), "{success:?}");
    assert_eq!(success.fitness, 1.0);
    recipe.fitness = Fitness::LogLines;
    assert_eq!(play(&good, &recipe.game_settings(), 1).fitness, libm::log1p(f64::from(success.lines)));
}

#[test]
fn a_puzzle_board_has_its_cells_in_the_lowest_rows() {
    let rules = Rules::marathon();
    for seed in 0..200 {
        let board = random_start_board(&rules, 9, seed);
        assert!((10..=20).contains(&board.count()), "twenty draws, some onto the same cell: {}", board.count());
        assert!(board.stack_height() <= 9);
    }
    assert_ne!(random_start_board(&rules, 9, 1), random_start_board(&rules, 9, 2));
    let small = Rules { board: BoardSize { width: 4, visible: 4, buffer: 4 }, ..rules };
    assert!(
        random_start_board(&small, 13, Random::new(1, Purpose::Games).next()).stack_height() <= 4,
        "a low board is no deeper"
    );
}

#[test]
fn recipes_are_listed() {
    let lines = printed(korobka_here(&["recipes"]));
    assert_eq!(lines.lines().count(), 1 + Recipe::all().len());
    assert!(lines.lines().any(|line| line.starts_with("codereview ") && line.contains("14x25")), "{lines}");
    let told = json(korobka_here(&["recipes", "--json"]));
    let recipes = told["recipes"].as_array().unwrap();
    assert_eq!(recipes.len(), Recipe::all().len());
    let fifth = recipes.iter().find(|recipe| recipe["name"] == "termproject").unwrap();
    assert_eq!(
        (&fifth["population"], &fifth["hold"], &fifth["evaluator"]),
        (&200.into(), &true.into(), &"powered sum".into())
    );
    assert!(fifth["published"].as_array().unwrap().len() == 4);
    let network = Recipe::named("iwumbwe").unwrap();
    assert_eq!(network.evaluator, EvaluatorKind::Network(vec![8, 8]));
}
