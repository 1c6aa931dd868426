//! The champion's weights by CMA-ES: on lines sent a piece, alone, with garbage and without; and on that and matches.
//!
//! Source: our own; what was tried is in `docs/champion.md`.

use super::*;
use crate::rules::RuleSet;
use crate::search::features;
use crate::train::recipe::CmaEs;
use crate::train::recipe::Placing;
use crate::train::recipe::Seeds;
use crate::train::recipe::Versus;

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
            &features::alone().collect::<Vec<_>>(),
            Strategy::CmaEs(CmaEs { step: 1.0, mirrored: false }),
        )
    }
}

/// What goes on from there by matches alone: of samples in opposite pairs, the two of each against each other. How far they lie apart is
/// a part of what the search that found the origin had come to.
pub(super) fn duel() -> Recipe {
    Recipe {
        name: "champion-duel".into(),
        about: "the same and what knows of the opponent, by matches alone, of opposite samples against each other"
            .into(),
        features: features::told().filter(features::guideline).map(str::to_owned).collect(),
        population: 160,
        generations: 100,
        fitness: Fitness::Versus,
        games: Games { seeds: Seeds::Own, each: 1, heats: Vec::new() },
        placing: Some(Placing { nodes: 3000, rows: 4, every: 8, lost: 500 }),
        versus: Some(Versus { share: 1000, rungs: 1, every: 1, pieces: 150, untold: false }),
        strategy: Strategy::CmaEs(CmaEs { step: 0.25, mirrored: true }),
        ..recipe()
    }
}

/// What goes on from there where nothing is told: it learns what features and events are worth more or less then, and nothing else.
pub(super) fn untold() -> Recipe {
    Recipe {
        name: "champion-untold".into(),
        about: "the same where garbage is not announced: what its weights are worth more or less there".into(),
        features: features::names().filter(features::guideline).map(str::to_owned).collect(),
        versus: Some(Versus { share: 1000, rungs: 1, every: 1, pieces: 150, untold: true }),
        only_new: true,
        ..duel()
    }
}

/// Under other rules than the guideline's, from nothing, with what counts long chains.
fn alone(rule_set: RuleSet, name: &str) -> Recipe {
    Recipe {
        name: name.into(),
        about: format!(
            "the champion's search under the rules {}: for lines sent a piece, from nothing",
            rule_set.name()
        ),
        features: features::alone().chain(features::CHAINS).map(str::to_owned).collect(),
        rule_set,
        ..recipe()
    }
}

/// What goes on from there by matches in which nothing is told. What the opponent and garbage that waits are worth stays as it was:
/// in these matches neither is seen, so that nobody would notice if it went astray.
fn matches(rule_set: RuleSet, name: &str) -> Recipe {
    Recipe {
        name: name.into(),
        about: format!("the same under the rules {}, by matches in which garbage is not announced", rule_set.name()),
        features: features::names().map(str::to_owned).collect(),
        fixed: ["opponent", "garbage", "untold"].map(String::from).to_vec(),
        rule_set,
        only_new: false,
        ..untold()
    }
}

/// Under the rules of TETR.IO's first season.
pub(super) fn tetrio() -> Recipe {
    alone(RuleSet::Tetrio, "champion-tetrio")
}

/// The run by matches that goes on from the first season's.
pub(super) fn tetrio_duel() -> Recipe {
    matches(RuleSet::Tetrio, "champion-tetrio-duel")
}

/// Under the rules of TETR.IO's second season.
pub(super) fn tetrio_2() -> Recipe {
    alone(RuleSet::Tetrio2, "champion-tetrio-2")
}

/// The run by matches that goes on from the second season's.
pub(super) fn tetrio_2_duel() -> Recipe {
    matches(RuleSet::Tetrio2, "champion-tetrio-2-duel")
}

/// What goes on from there: by all weights, those that know of the opponent included, and by matches against past generations.
pub(super) fn versus() -> Recipe {
    Recipe {
        name: "champion-versus".into(),
        about: "the same and what knows of the opponent, by matches against a ladder of past generations too".into(),
        features: features::told().filter(features::guideline).map(str::to_owned).collect(),
        population: 12,
        piece_cap: 100,
        fitness: Fitness::Versus,
        games: Games { seeds: Seeds::Shared, each: 4, heats: Vec::new() },
        placing: Some(Placing { nodes: 3000, rows: 4, every: 8, lost: 500 }),
        versus: Some(Versus { share: 800, rungs: 2, every: 5, pieces: 150, untold: false }),
        only_new: true,
        ..recipe()
    }
}
