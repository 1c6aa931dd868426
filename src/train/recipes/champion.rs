//! The champion's weights by CMA-ES on lines sent a piece, alone, with garbage and without.
//!
//! Source: our own; what was tried is in `docs/champion.md`.

use super::*;
use crate::champion::features;
use crate::train::champion::Placing;
use crate::train::evaluation::Seeds;
use crate::train::search::CmaEs;

pub(super) fn recipe() -> Recipe {
    Recipe {
        generator: GeneratorKind::Bag,
        top_out: TopOutRule::Guideline,
        hold: true,
        population: 24,
        generations: 150,
        piece_cap: 150,
        fitness: Fitness::Attack,
        held_out_games: 8,
        games: Games { seeds: Seeds::Shared, each: 3, heats: Vec::new() },
        placing: Some(Placing { nodes: 5000, rows: 4, every: 8, lost: 500 }),
        ..plain(
            "champion",
            "weights of a search over placements, for lines sent a piece, by CMA-ES",
            &features::names().collect::<Vec<_>>(),
            Strategy::CmaEs(CmaEs { step: 1.0 }),
        )
    }
}
