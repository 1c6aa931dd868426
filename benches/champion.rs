//! Speed of the champion's search: `cargo bench --no-default-features --features lab --bench champion`.
//!
//! Positions are from two games of the shipped ladder's last generation, one without garbage and one with four rows
//! every eighth piece: twenty of each height. An item is a node, a position made, valued and looked up; of the
//! evaluation, a position. On one core but for `threads`.
#![allow(clippy::unwrap_used)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use korobka::doors::threads::HelperThreads;
use korobka::mind::Mind;
use korobka::rules::Rules;
use korobka::search::position::OffBoardState;
use korobka::search::{
    Bitboard, GarbageDrip, Search, SearchSettings, SoloSettings, State, WaitingGarbage, Weights, solo,
};
use korobka::storage::Catalog;
use std::sync::{Arc, OnceLock};

fn main() {
    divan::main();
}

/// Heights of the stack, in words of six rows.
#[derive(Clone, Copy, Debug)]
enum Stack {
    Low,
    Mid,
    High,
}

const STACKS: [Stack; 3] = [Stack::Low, Stack::Mid, Stack::High];

/// A request as a page's worker answers it (`make web-test` times the same one in a browser).
#[divan::bench]
fn request(bencher: Bencher) {
    let request = include_str!("../tests/web/request.json");
    let mut responder = korobka::search::request::SearchResponder::new();
    bencher.counter(ItemsCount::new(199_800u64)).bench_local(|| black_box(responder.answer(request).unwrap()));
}

fn rules() -> Rules {
    Rules { half_turns: false, ..Rules::versus() }
}

fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let catalog = Catalog::load();
        let latest = catalog.entries.iter().rfind(|entry| entry.ships && entry.recipe == "champion").unwrap();
        let spec = format!("champion:{}", latest.generation).parse().unwrap();
        let Mind::Searcher(weights) = catalog.contestant(&spec).unwrap().mind else { panic!("no weights") };
        weights
    })
}

/// Positions with stacks of this height.
fn states(stack: Stack) -> Vec<State> {
    static STATES: OnceLock<Vec<State>> = OnceLock::new();
    let all = STATES.get_or_init(|| {
        let (mut search, mut states) = (Search::new(&rules()), Vec::new());
        for drip in [None, Some(GarbageDrip::Even { rows: 4, pieces: 8 })] {
            solo::play_solo_game(&SoloSettings { rules: rules(), pieces: 300, drip, untold: false }, 1, |state| {
                states.push(State { garbage: WaitingGarbage::default(), ..state.clone() });
                let choice = search.find_best_move(state, weights(), 3_000, &mut || false)?;
                Some(choice.chosen)
            });
        }
        states
    });
    let heights = match stack {
        Stack::Low => 0..=6,
        Stack::Mid => 7..=12,
        Stack::High => 13..=18,
    };
    let found: Vec<State> = all.iter().filter(|state| heights.contains(&state.board.stack_height())).cloned().collect();
    found.iter().step_by((found.len() / 20).max(1)).take(20).cloned().collect()
}

fn think(bencher: Bencher, states: &[State], means: SearchSettings, budget: u64) {
    let mut search = Search::with_settings(&rules(), means);
    let mut think =
        |state: &State| search.find_best_move(state, weights(), budget, &mut || false).map_or(0, |c| c.nodes);
    let nodes: u64 = states.iter().map(&mut think).sum();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| states.iter().map(|state| think(black_box(state))).sum::<u64>());
}

/// A decision with a training's budget.
#[divan::bench(args = STACKS, sample_count = 10)]
fn five_thousand_nodes(bencher: Bencher, stack: Stack) {
    think(bencher, &states(stack), SearchSettings::default(), 5_000);
}

/// A decision of eight worlds.
#[divan::bench(args = STACKS, sample_count = 10)]
fn sixty_four_thousand_nodes(bencher: Bencher, stack: Stack) {
    think(bencher, &states(stack), SearchSettings::default(), 64_000);
}

/// The same with four rows that rise with the third piece.
#[divan::bench(args = STACKS, sample_count = 10)]
fn with_garbage_waiting(bencher: Bencher, stack: Stack) {
    let garbage = WaitingGarbage { rows: 4, due: 3, certain: true };
    let states: Vec<State> = states(stack).into_iter().map(|state| State { garbage, ..state }).collect();
    think(bencher, &states, SearchSettings::default(), 64_000);
}

/// As many nodes as 50 ms allow one thread, on one and on two.
#[divan::bench(args = [1, 2], sample_count = 3)]
fn threads(bencher: Bencher, threads: usize) {
    think(
        bencher,
        &states(Stack::Mid),
        SearchSettings { threads, helpers: Some(&HelperThreads), ..SearchSettings::default() },
        300_000,
    );
}

/// What a position is worth.
#[divan::bench(args = STACKS, sample_count = 1000)]
fn evaluation(bencher: Bencher, stack: Stack) {
    let fields: Vec<Bitboard> = states(stack).iter().map(State::bitboard).collect();
    let off_board =
        OffBoardState { combo: 1, chain: 1, surge: 0, hold: 2, waiting: 0, garbage: 0, multiplying_combo: 0 };
    bencher.counter(ItemsCount::new(fields.len())).bench_local(|| {
        let worth = |field: &Bitboard| weights().worth(black_box(field), field.height(), off_board);
        fields.iter().map(worth).sum::<f32>()
    });
}
