//! Speed of the champion's search, one core: `cargo bench --no-default-features --bench champion`.
//!
//! Positions are from games of the search itself with plain weights that keep the stack low, and with weights that build a deep
//! window of four columns: every eighth position of 200 pieces. An item is a node: a position made, valued and looked up.
#![allow(clippy::unwrap_used)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use korobka::champion::features::names;
use korobka::champion::{Search, Solo, State, Weights, solo};
use korobka::rules::Rules;

fn main() {
    divan::main();
}

/// The stack that the weights like.
#[derive(Clone, Copy, Debug)]
enum Stack {
    Low,
    High,
}

fn weights(stack: Stack) -> Weights {
    let worth = |name: &str| match (name, stack) {
        ("holes", _) => -4.0,
        ("row-transitions" | "steps", _) => -1.0,
        ("attack", _) => 1.0,
        ("height", Stack::Low) => -2.0,
        ("outlook", Stack::High) => 5.0,
        _ => 0.0,
    };
    Weights::new(&names().map(worth).collect::<Vec<_>>()).unwrap()
}

fn rules() -> Rules {
    Rules { half_turns: false, ..Rules::versus() }
}

/// Positions of a game.
fn states(weights: &Weights) -> Vec<State> {
    let (mut search, mut states) = (Search::new(&rules()), Vec::new());
    let mut turn = 0;
    solo::play(&Solo { rules: rules(), pieces: 200, drip: None }, 1, |state| {
        turn += 1;
        if turn % 8 == 0 {
            states.push(state.clone());
        }
        let choice = search.think(state, weights, 3_000, &mut || false)?;
        Some((choice.placement, choice.hold))
    });
    states
}

fn think(bencher: Bencher, stack: Stack, budget: u64) {
    let weights = weights(stack);
    let (states, mut search) = (states(&weights), Search::new(&rules()));
    let mut think = |state: &State| search.think(state, &weights, budget, &mut || false).map_or(0, |c| c.nodes);
    let nodes: u64 = states.iter().map(&mut think).sum();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| states.iter().map(|state| think(black_box(state))).sum::<u64>());
}

/// A training's budget.
#[divan::bench(args = [Stack::Low, Stack::High], sample_count = 10)]
fn three_thousand_nodes(bencher: Bencher, stack: Stack) {
    think(bencher, stack, 3_000);
}

/// What 50 ms allow.
#[divan::bench(args = [Stack::Low, Stack::High], sample_count = 3)]
fn three_hundred_thousand_nodes(bencher: Bencher, stack: Stack) {
    think(bencher, stack, 300_000);
}
