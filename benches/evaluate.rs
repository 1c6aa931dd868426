//! Speed of the parts of a decision, one core: `cargo bench --no-default-features --bench evaluate`.
#![allow(clippy::unwrap_used)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use korobka::ai::network::BATCH;
use korobka::ai::placements::drops;
use korobka::ai::wide::Width;
use korobka::ai::{Landed, Network, Terrain, View};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, PieceKind, Random};
use korobka::train::Recipe;
use korobka::train::game::play;

fn main() {
    divan::main();
}

/// A board as in the middle of a game: six ragged rows.
fn board() -> Board {
    let mut board = Board::new(Recipe::all()[0].board);
    let mut random = Random::new(7, Purpose::Games);
    for y in 0..6 {
        for x in 0..10 {
            if random.chance(700) {
                board.fill(x, y);
            }
        }
    }
    board
}

fn brain() -> korobka::ai::Brain {
    let recipe = &Recipe::all()[0];
    let genome = &recipe.evolution.first(&recipe.layers(), 1, 3)[0];
    recipe.brain(genome).unwrap()
}

/// Every landing of a T: terrain, nine features and the network.
#[divan::bench]
fn landings_features_network(bencher: Bencher) {
    let (terrain, brain) = (Terrain::of(&board(), 22), brain());
    let drops = drops(PieceKind::T, 10);
    bencher.counter(ItemsCount::new(drops.len())).bench_local(|| {
        let mut contest = brain.evaluator().contest();
        for drop in black_box(drops) {
            if let Some(landed) = Landed::on(&terrain, drop) {
                contest.enter(&landed);
            }
        }
        contest.winner()
    });
}

/// Nine features and the network of one terrain.
#[divan::bench]
fn features_network(bencher: Bencher) {
    let (terrain, brain) = (Terrain::of(&board(), 22), brain());
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| brain.evaluator().value(black_box(&Landed::none(&terrain))));
}

/// The network alone, by each width of vectors.
#[divan::bench(args = Width::available())]
fn network(bencher: Bencher, width: Width) {
    let recipe = &Recipe::all()[0];
    let genome = &recipe.evolution.first(&recipe.layers(), 1, 3)[0];
    let network = Network::new(&recipe.layers(), genome).unwrap().with_width(width);
    let inputs = brain().evaluator().measure(&Landed::none(&Terrain::of(&board(), 22)));
    let batch = [inputs; BATCH];
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| network.sums(black_box(&batch)));
}

/// Nine features.
#[divan::bench]
fn features(bencher: Bencher) {
    let (terrain, brain) = (Terrain::of(&board(), 22), brain());
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| brain.evaluator().measure(black_box(&Landed::none(&terrain))));
}

/// Every landing of a T.
#[divan::bench]
fn landings(bencher: Bencher) {
    let terrain = Terrain::of(&board(), 22);
    let drops = drops(PieceKind::T, 10);
    bencher.counter(ItemsCount::new(drops.len())).bench_local(|| {
        for drop in black_box(drops) {
            black_box(Landed::on(&terrain, drop));
        }
    });
}

/// One decision with a look at the next piece.
#[divan::bench]
fn choose(bencher: Bencher) {
    let (board, brain) = (board(), brain());
    let next = [PieceKind::J];
    bencher.bench_local(|| {
        let view = View { board: &board, falling: PieceKind::T, hold: None, can_hold: false, next: &next };
        brain.choose(black_box(&view))
    });
}

/// A whole training game of a random genome.
#[divan::bench]
fn game(bencher: Bencher) {
    let (recipe, brain) = (&Recipe::all()[0], brain());
    let rules = recipe.rules();
    let pieces = play(&brain, &rules, recipe.fitness, 1, recipe.score_cap).pieces;
    bencher
        .counter(ItemsCount::new(pieces))
        .bench_local(|| play(&brain, &rules, recipe.fitness, black_box(1), recipe.score_cap));
}
