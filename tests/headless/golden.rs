//! Golden decisions, matches and games: the same on every machine. `.ci/engine-node` holds wasm32 to the same hashes.

use super::games;
use korobka::search::Weights;
use korobka::search::features::general_weight_names;
use korobka::storage::generation;
use korobka::train::numbers::NUMBERS;
use korobka::train::{EvaluatorKind, Generation, Recipe};
use serde_json::Value;
use std::path::Path;

const CHAMPION: &str = "champion-duel:100";
const NETWORK: &str = "iwumbwe:12";

/// Weights and hashes, for both programs.
fn golden() -> Value {
    serde_json::from_str(include_str!("../golden/golden.json")).unwrap()
}

/// A player's weights. They stand there as text, of which every reader makes the same bits.
fn weights(player: &str) -> Vec<f64> {
    let golden = golden();
    let texts = golden["weights"][player].as_array().unwrap();
    texts.iter().map(|text| text.as_str().unwrap().parse().unwrap()).collect()
}

/// Whether a part's hash is the golden one.
fn check(part: &str, player: &str, hash: u64) {
    let golden = golden();
    assert_eq!(golden["parts"][part]["player"], player);
    assert_eq!(golden["parts"][part]["hash"], format!("{hash:016x}"), "{part}: the golden hash on the right");
}

/// A generation that ships, and its best genome.
fn shipped(file: &str) -> (Generation, Vec<f64>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/generations");
    let generation = generation::read(&folder.join(file)).unwrap();
    let best = generation.genomes[generation.ranked_indices()[0]].to_vec();
    (generation, best)
}

#[test]
fn the_golden_players_are_those_that_ship() {
    let (champion, genome) = shipped("champion-duel/champion-duel-0100.gen");
    // To the bit, by name; weights that it does not have, since they count under other rules only, are 0.
    let weight =
        |name: &str| champion.recipe.input_features().position(|input| input == name).map_or(0.0, |at| genome[at]);
    assert_eq!(weights(CHAMPION), general_weight_names().map(weight).collect::<Vec<f64>>());
    assert_eq!(Weights::new(&weights(CHAMPION)).unwrap(), champion.recipe.weights_from_genome(&genome).unwrap());

    let (network, genome) = shipped("iwumbwe/iwumbwe-0012.gen");
    assert_eq!(weights(NETWORK), genome);
    assert_eq!(network.recipe.evaluator, EvaluatorKind::Network(vec![8, 8]));
    let (kept, ours) = (games::brain(&genome), network.recipe.brain_from_genome(&genome).unwrap());
    assert_eq!(format!("{kept:?}"), format!("{ours:?}"), "features, weights and style");
    assert_eq!(games::brain_rules(), network.recipe.rules());
}

#[test]
fn players_that_ship_have_the_numbers_of_their_recipes() {
    let mut seen = 0;
    for (file, but) in [
        ("champion-duel/champion-duel-0100.gen", &[][..]),
        ("champion-untold/champion-untold-0085.gen", &[]),
        ("champion-tetrio-2/champion-tetrio-2-0051.gen", &[]),
        ("champion-tetrio-duel/champion-tetrio-duel-0100.gen", &[]),
        // The recipe plays two matches a genome since then (`docs/lab/recipes.md`).
        ("champion-tetrio-2-duel/champion-tetrio-2-duel-0087.gen", &["games"]),
        // It goes on from 87, by the step of that (`docs/lab/champion.md`).
        ("champion-tetrio-2-duel/champion-tetrio-2-duel-0090.gen", &["step"]),
        // It was trained with the lower cap (`docs/lab/learners.md`).
        ("iwumbwe/iwumbwe-0012.gen", &["score-cap"]),
    ] {
        let (generation, _) = shipped(file);
        let recipe = Recipe::named(&generation.recipe.name).expect("a recipe of this program");
        for number in NUMBERS.iter().filter(|number| !but.contains(&number.name)) {
            let [theirs, ours] = [&generation.recipe, &recipe].map(|recipe| (number.text)(recipe));
            assert_eq!(theirs, ours, "{file}: {}", number.name);
            seen += usize::from(!ours.is_empty());
        }
    }
    assert!(seen > 60, "{seen} numbers");
    // A number that is there is told: 1 is the step of the champion's first search.
    let step = NUMBERS.iter().find(|number| number.name == "step").expect("its name");
    assert_eq!((step.text)(&Recipe::named("champion").expect("the first")), "1");
}

#[test]
fn a_thousand_decisions_are_the_golden_ones() {
    check("decisions", CHAMPION, games::decisions(&Weights::new(&weights(CHAMPION)).unwrap()));
}

#[test]
fn twenty_matches_are_the_golden_ones() {
    check("matches", CHAMPION, games::matches(&Weights::new(&weights(CHAMPION)).unwrap()));
}

#[test]
fn a_hundred_games_of_a_network_are_the_golden_ones() {
    check("games", NETWORK, games::games(&games::brain(&weights(NETWORK))));
}
