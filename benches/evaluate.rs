//! Speed of the parts of a decision, one core: `cargo bench --no-default-features --features lab --bench evaluate`.
//!
//! Boards are those of real games: what BCTS leaves after 10, 20, 30 and more pieces.
#![allow(clippy::unwrap_used)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use korobka::ai::literature::published_controller;
use korobka::ai::network::BATCH;
use korobka::ai::wide::VectorWidth;
use korobka::ai::{
    Brain, BrainSettings, EvaluationMoment, Evaluator, LandedBoard, Lookahead, Network, Playfield, Terrain,
    VisiblePosition,
};
use korobka::movegen::drops::straight_drops;
use korobka::rules::{Board, LastMove, PieceKind};
use korobka::train::Recipe;
use korobka::train::game::play_training_game;

fn main() {
    divan::main();
}

/// Boards in the middle of games, and the piece that falls.
fn boards() -> Vec<(Board, PieceKind)> {
    let bcts = published_controller("bcts").unwrap();
    let brain = bcts.brain().unwrap();
    let mut boards = Vec::new();
    for seed in 0..8 {
        let mut field = Playfield::new(&bcts.rules(10, 20), seed);
        for piece in 1..=80 {
            let choice = field.call_with_view(|view| brain.choose(view)).unwrap();
            field.place(choice.piece, LastMove::Other, choice.hold, 0).unwrap();
            if piece % 10 == 0 {
                boards.push((*field.matrix.board(), field.falling));
            }
        }
    }
    boards
}

/// A recipe of each list of features; the last has the literature's.
const SUBJECTS: [&str; 6] = ["iwumbwe", "cogsci-3", "lin", "codereview", "termproject", "cmaes"];

/// What is evaluated: a recipe's features with weights as plain as can be, and the moment at which it values a landing.
/// Linear whatever the recipe's own evaluator is; the fifth document's is a sum with a power.
fn subject(name: &str) -> (Evaluator, EvaluationMoment) {
    let Recipe { features, moment, .. } = Recipe::named(name).unwrap();
    let evaluator = match name {
        "termproject" => Evaluator::linear_with_height_power(&features, &[5.9, 1.9, 3.4, 4.6]),
        _ => Evaluator::new_linear(&features, &vec![-0.7; features.len()]),
    };
    (evaluator.unwrap(), moment)
}

/// Visits every landing of each board's piece; `look` sees it as it is at the moment.
fn land_all(boards: &[(Terrain, PieceKind)], moment: EvaluationMoment, mut look: impl FnMut(&LandedBoard)) {
    for (terrain, kind) in boards {
        for drop in straight_drops(*kind, terrain.width()) {
            if let Some(landed) = LandedBoard::from_drop(terrain, drop) {
                landed.with_board_at_moment(moment, |landed| look(landed));
            }
        }
    }
}

fn terrains() -> (Vec<(Terrain, PieceKind)>, usize) {
    let all: Vec<_> = boards().iter().map(|(board, kind)| (Terrain::of(board, 24), *kind)).collect();
    let mut landings = 0;
    land_all(&all, EvaluationMoment::BeforeClear, |_| landings += 1);
    (all, landings)
}

/// Landing, features and the weighted sum.
#[divan::bench(args = SUBJECTS)]
fn linear(bencher: Bencher, name: &str) {
    let ((all, landings), (evaluator, moment)) = (terrains(), subject(name));
    bencher.counter(ItemsCount::new(landings)).bench_local(|| {
        let mut contest = evaluator.begin_landing_contest();
        land_all(black_box(&all), moment, |landed| contest.enter(landed));
        contest.greatest_value()
    });
}

/// Landing and features.
#[divan::bench(args = SUBJECTS)]
fn features(bencher: Bencher, name: &str) {
    let ((all, landings), (evaluator, moment)) = (terrains(), subject(name));
    bencher.counter(ItemsCount::new(landings)).bench_local(|| {
        land_all(black_box(&all), moment, |landed| {
            black_box(evaluator.measure(landed));
        });
    });
}

/// Landing alone, before the clear and after it.
#[divan::bench(args = [EvaluationMoment::BeforeClear, EvaluationMoment::AfterClear])]
fn landings(bencher: Bencher, moment: EvaluationMoment) {
    let (all, landings) = terrains();
    bencher.counter(ItemsCount::new(landings)).bench_local(|| {
        land_all(black_box(&all), moment, |landed| {
            black_box(landed);
        });
    });
}

fn learner() -> Brain {
    let recipe = &Recipe::all()[0];
    let genome = &recipe.first_genomes(1, 3)[0];
    recipe.brain_from_genome(genome).unwrap()
}

/// Landing, the first learner's nine features and its network.
#[divan::bench]
fn landings_features_network(bencher: Bencher) {
    let ((all, landings), brain) = (terrains(), learner());
    bencher.counter(ItemsCount::new(landings)).bench_local(|| {
        let mut contest = brain.evaluator().begin_landing_contest();
        land_all(black_box(&all), EvaluationMoment::BeforeClear, |landed| contest.enter(landed));
        contest.greatest_value()
    });
}

/// The network alone, by each width of vectors.
#[divan::bench(args = VectorWidth::all_available())]
fn network(bencher: Bencher, width: VectorWidth) {
    let recipe = &Recipe::all()[0];
    let genome = &recipe.first_genomes(1, 3)[0];
    let network = Network::new(&recipe.layer_sizes(), genome).unwrap().with_vector_width(width);
    let (all, _) = terrains();
    let batch = [learner().evaluator().measure(&LandedBoard::without_piece(&all[0].0)); BATCH];
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| network.output_sums(black_box(&batch)));
}

/// What a decision starts with: the terrain of a board.
#[divan::bench]
fn terrain(bencher: Bencher) {
    let (board, _) = boards()[40];
    bencher.bench_local(|| Terrain::of(black_box(&board), 24));
}

fn choose(bencher: Bencher, brain: &Brain) {
    let ((board, falling), next) = (boards()[40], [PieceKind::J]);
    bencher.bench_local(|| {
        let view = VisiblePosition { board: &board, falling, hold: None, can_hold: false, next: &next };
        brain.choose(black_box(&view))
    });
}

/// One decision of the first learner, with its look at the next piece.
#[divan::bench]
fn choose_network(bencher: Bencher) {
    choose(bencher, &learner());
}

/// One decision by a linear sum with a look at the next piece.
#[divan::bench(args = SUBJECTS)]
fn choose_linear(bencher: Bencher, name: &str) {
    let (evaluator, moment) = subject(name);
    let lookahead = Lookahead::NextPiece;
    choose(
        bencher,
        &Brain::new(evaluator, BrainSettings { lookahead, moment, rows_above: 4, ..BrainSettings::default() }),
    );
}

/// Pieces a second of the literature's controllers: 200 pieces of a game.
#[divan::bench(args = ["dellacherie", "bcts", "dt-10", "dt-20", "lee"])]
fn controllers(bencher: Bencher, name: &str) {
    let controller = published_controller(name).unwrap();
    let (brain, rules) = (controller.brain().unwrap(), controller.rules(10, 20));
    bencher.counter(ItemsCount::new(200usize)).bench_local(|| {
        let mut field = Playfield::new(&rules, black_box(1));
        for _ in 0..200 {
            let choice = field.call_with_view(|view| brain.choose(view)).unwrap();
            field.place(choice.piece, LastMove::Other, choice.hold, 0).unwrap();
        }
        field.score.lines
    });
}

/// A whole training game of a random genome.
#[divan::bench]
fn game(bencher: Bencher) {
    let (recipe, brain) = (&Recipe::all()[0], learner());
    let course = recipe.game_settings();
    let pieces = play_training_game(&brain, &course, 1, &|| false).map_or(0, |game| game.pieces);
    bencher
        .counter(ItemsCount::new(pieces))
        .bench_local(|| play_training_game(&brain, &course, black_box(1), &|| false));
}
