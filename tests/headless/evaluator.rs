//! Evaluators: sums by hand, the powered sum, ablated features, and lists that are measured in one go.

use korobka::ai::features::FEATURES;
use korobka::ai::literature::CONTROLLERS;
use korobka::ai::{Evaluator, EvaluatorError, LandedBoard, Terrain};
use korobka::movegen::drops::straight_drops;
use korobka::rules::board::BoardSize;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, PieceKind, PieceSet, Random};
use korobka::train::Recipe;

/// The fifth learner's features.
const POWERED: [&str; 4] = ["holes", "height-power", "gaps", "lines"];
/// Its published genes: hole, p, gap, clear.
const GENES: [f64; 4] = [5.9288669341469555, 1.9162926946223073, 3.3878742140370637, 4.641363224169059];

fn random_board(random: &mut Random) -> Board {
    let mut board = Board::new(BoardSize::default());
    for y in 0..random.below(18) as usize {
        let density = [600, 800, 950][random.below(3) as usize];
        (0..10).for_each(|x| {
            if random.chance(density) {
                board.fill_cell(x, y);
            }
        });
    }
    board
}

/// Landings on random boards.
fn each_landing(seed: u64, boards: usize, mut look: impl FnMut(&LandedBoard)) {
    let mut random = Random::new(seed, Purpose::Games);
    for _ in 0..boards {
        let terrain = Terrain::of(&random_board(&mut random), 22);
        let kind = PieceSet::Tetromino.kind(random.below(7) as usize);
        straight_drops(kind, 10)
            .iter()
            .filter_map(|drop| LandedBoard::from_drop(&terrain, drop))
            .for_each(|landed| look(&landed));
    }
}

#[test]
fn a_list_measured_in_one_go_has_the_bits_of_its_entries_and_their_sum_in_order() {
    let learners = Recipe::all().into_iter().filter(|recipe| recipe.placing.is_none());
    let recipes = learners.map(|recipe| recipe.features);
    let literature = CONTROLLERS.iter().map(|controller| controller.features.iter().map(ToString::to_string).collect());
    for names in recipes.chain::<Vec<Vec<String>>>(literature.collect()) {
        let weights: Vec<f64> = (0..names.len()).map(|at| 0.37 * at as f64 - 1.1).collect();
        let evaluator = Evaluator::new_linear(&names, &weights).unwrap();
        each_landing(1, 60, |landed| {
            let values = evaluator.measure_each_feature(landed);
            assert_eq!(evaluator.measure(landed).map(f64::to_bits), values.map(f64::to_bits), "{names:?}");
            let sum = values.iter().zip(&weights).fold(0.0, |sum, (value, weight)| sum + value * weight);
            assert_eq!(evaluator.value(landed), sum, "{names:?}");
            let mut contest = evaluator.begin_landing_contest();
            contest.enter(landed);
            assert_eq!(contest.greatest_value(), Some(sum), "{names:?} in a contest");
        });
    }
}

/// The fifth learner's value in its document's terms.
fn powered(landed: &LandedBoard, [hole, p, gap, clear]: [f64; 4]) -> f64 {
    let width = landed.width();
    let heights = landed.heights()[..width].iter().map(|&height| f64::from(height)).collect::<Vec<_>>();
    let powers: f64 = heights.iter().map(|height| if *height == 0.0 { 0.0 } else { height.powf(p) }).sum();
    let cells: f64 = heights.iter().sum::<f64>() - f64::from(landed.filled());
    let gaps: f64 = (0..width)
        .map(|x| {
            let left = if x == 0 { f64::INFINITY } else { heights[x - 1] };
            let right = if x + 1 == width { f64::INFINITY } else { heights[x + 1] };
            (left.min(right) - heights[x]).max(0.0)
        })
        .sum();
    -powers - hole * cells - gap * gaps + clear * f64::from(landed.lines())
}

#[test]
fn the_powered_sum_is_the_fifth_documents_value() {
    let evaluator = Evaluator::linear_with_height_power(&POWERED, &GENES).unwrap();
    each_landing(2, 200, |landed| {
        let (value, expected) = (evaluator.value(landed), powered(landed, GENES));
        assert!((value - expected).abs() < 1e-9 * expected.abs().max(1.0), "{value}, the document has {expected}");
    });
}

#[test]
fn a_powered_sum_by_hand() {
    let size = BoardSize { width: 4, visible: 6, buffer: 4 };
    let terrain = Terrain::of(&Board::from_drawing(size, "x...\n.x.x"), 8);
    let value = |names: &[&str], genes: &[f64]| {
        Evaluator::linear_with_height_power(names, genes).unwrap().value(&LandedBoard::without_piece(&terrain))
    };
    // Heights 2, 1, 0, 1: squares 4 + 1 + 0 + 1; the hole below column 0; the gap of column 2.
    assert_eq!(value(&POWERED, &[10.0, 2.0, 100.0, 1000.0]), -6.0 - 10.0 - 100.0);
    assert_eq!(value(&["holes", "gaps"], &[10.0, 100.0]), -110.0, "without the power and the lines");
    assert_eq!(value(&["height-power"], &[1.0]), -4.0, "the exponent alone");
    assert_eq!(value(&["height-power"], &[0.0]), -3.0, "an empty column counts nothing whatever the exponent");
}

#[test]
fn each_cleared_line_weighs_its_gene() {
    let size = BoardSize { width: 4, visible: 6, buffer: 4 };
    let terrain = Terrain::of(&Board::from_drawing(size, ".xxx\n.xxx\n.xxx"), 8);
    let upright = straight_drops(PieceKind::I, 4).iter().find(|drop| drop.piece_at_row(0).cells().all(|(x, _)| x == 0));
    let landed = LandedBoard::from_drop(&terrain, upright.unwrap()).unwrap();
    assert_eq!(Evaluator::linear_with_height_power(&["lines"], &[2.0]).unwrap().value(&landed), 6.0);
}

#[test]
fn impossible_evaluators_are_refused_with_what_is_wrong() {
    let unknown = EvaluatorError::UnknownFeature("beauty".into());
    assert_eq!(Evaluator::new_linear(&["beauty"], &[1.0]).unwrap_err(), unknown);
    let count = EvaluatorError::WeightCount { needed: 2, found: 1 };
    assert_eq!(Evaluator::new_linear(&["holes", "gaps"], &[1.0]).unwrap_err(), count);
    assert_eq!(Evaluator::linear_with_height_power(&["holes", "gaps"], &[1.0]).unwrap_err(), count);
    assert!(Evaluator::linear_with_height_power(&["height-power"], &[f64::NAN]).is_err());
    assert_eq!(Evaluator::new_linear::<&str>(&[], &[]).unwrap_err(), EvaluatorError::FeatureCount(0));
    let all: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
    let many = Evaluator::new_linear(&all, &vec![0.0; all.len()]).unwrap_err();
    assert_eq!(many, EvaluatorError::FeatureCount(all.len()));
}
