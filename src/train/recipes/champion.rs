//! The recipes that learn the champion's weights by CMA-ES: for lines sent in games alone, with garbage and without,
//! and for matches.
//!
//! Source: our own; what was tried is in `docs/lab/champion-tried.md`.

use super::*;
use crate::search::features;

pub(super) fn recipe() -> Recipe {
    let weights: Vec<&str> = features::solo_weight_names().collect();
    Recipe {
        generator: GeneratorKind::Bag,
        top_out: TopOutRule::Guideline,
        hold: true,
        population: 24,
        generations: 150,
        piece_cap: 150,
        fitness: Fitness::Attack,
        held_out_games: 8,
        games: GameCounts { seeds: SeedChoice::Shared, each: 3, heats: Vec::new() },
        placing: Some(ChampionTrainingSettings { nodes: 5000, rows: 4, every: 8, lost: 500 }),
        ..plain("champion", "weights of a search over placements, for lines sent a piece, by CMA-ES", &weights)
    }
}

/// The recipe that goes on from `champion` by matches alone. Samples come in opposite pairs that play each other. Their
/// distance is a part of the step size that the search before had reached.
pub(super) fn duel_recipe() -> Recipe {
    Recipe {
        name: "champion-duel".into(),
        about: "the same and what knows of the opponent, by matches alone, of opposite samples against each other"
            .into(),
        features: features::general_weight_names().filter(features::counts_in_guideline).map(str::to_owned).collect(),
        population: 160,
        generations: 100,
        fitness: Fitness::Versus,
        games: GameCounts { seeds: SeedChoice::Own, each: 1, heats: Vec::new() },
        placing: Some(ChampionTrainingSettings { nodes: 3000, rows: 4, every: 8, lost: 500 }),
        versus: Some(TrainingMatchSettings::matches_only()),
        strategy: Strategy::CmaEs(CmaEs { mirrored: true, ..CmaEs::new(0.25) }),
        ..recipe()
    }
}

/// The recipe that goes on from `champion-duel` where garbage is not announced. It learns only how much more or less
/// features and events are worth there.
pub(super) fn unannounced_garbage_recipe() -> Recipe {
    Recipe {
        name: "champion-untold".into(),
        about: "the same where garbage is not announced: what its weights are worth more or less there".into(),
        features: features::weight_names().filter(features::counts_in_guideline).map(str::to_owned).collect(),
        versus: Some(TrainingMatchSettings { untold: true, ..TrainingMatchSettings::matches_only() }),
        only_new: true,
        ..duel_recipe()
    }
}

/// A recipe that learns the champion's weights from nothing, in games alone, under other rules than the guideline's and
/// with the features that count long chains.
pub(super) fn solo_recipe(rule_set: RuleSet, name: &str) -> Recipe {
    Recipe {
        name: name.into(),
        about: format!(
            "the champion's search under the rules {}: for lines sent a piece, from nothing",
            rule_set.name()
        ),
        features: features::solo_weight_names().chain(features::CHAIN_WEIGHT_NAMES).map(str::to_owned).collect(),
        rule_set,
        ..recipe()
    }
}

/// A recipe that goes on from [`solo_recipe`] by matches in which garbage is not announced. The weights of the opponent
/// and of waiting garbage stay as they were: in these matches neither is seen, so a wrong value would not be noticed.
///
/// Luck decides most of a match. So opposites are drawn six times as far apart as in `champion-duel`, since a pair of
/// near ones tells hardly anything, and the mean goes two fifths of the way to the best, so that mistakes cancel out.
fn matches(rule_set: RuleSet, name: &str, lines_for_win: u16) -> Recipe {
    Recipe {
        name: name.into(),
        about: format!("the same under the rules {}, by matches in which garbage is not announced", rule_set.name()),
        features: features::weight_names().map(str::to_owned).collect(),
        fixed: ["opponent", "garbage", "untold"].map(String::from).to_vec(),
        rule_set,
        only_new: false,
        versus: Some(TrainingMatchSettings {
            untold: true,
            same_pieces: true,
            lines_for_win: Some(lines_for_win),
            ..TrainingMatchSettings::matches_only()
        }),
        strategy: Strategy::CmaEs(CmaEs { mirrored: true, mean_rate: 0.4, ..CmaEs::new(1.5) }),
        ..unannounced_garbage_recipe()
    }
}

/// The recipe for matches under the rules of TETR.IO's first season; it goes on from the one for games alone.
pub(super) fn tetrio_duel_recipe() -> Recipe {
    Recipe {
        placing: Some(ChampionTrainingSettings { nodes: 6000, rows: 4, every: 8, lost: 500 }),
        ..matches(RuleSet::Tetrio, "champion-tetrio-duel", 30)
    }
}

/// The recipe for matches under the rules of TETR.IO's second season; it goes on from the one for games alone.
pub(super) fn tetrio_2_duel_recipe() -> Recipe {
    Recipe {
        games: GameCounts { each: 2, ..unannounced_garbage_recipe().games },
        ..matches(RuleSet::Tetrio2, "champion-tetrio-2-duel", 60)
    }
}

/// The recipe that goes on from `champion` by matches against past generations too. It learns the weights that
/// `champion` lacks, which are those that count the opponent.
pub(super) fn versus_recipe() -> Recipe {
    Recipe {
        name: "champion-versus".into(),
        about: "the same and what knows of the opponent, by matches against a ladder of past generations too".into(),
        features: features::general_weight_names().filter(features::counts_in_guideline).map(str::to_owned).collect(),
        population: 12,
        piece_cap: 100,
        fitness: Fitness::Versus,
        games: GameCounts { seeds: SeedChoice::Shared, each: 4, heats: Vec::new() },
        placing: Some(ChampionTrainingSettings { nodes: 3000, rows: 4, every: 8, lost: 500 }),
        versus: Some(TrainingMatchSettings { share: 800, rungs: 2, every: 5, ..TrainingMatchSettings::matches_only() }),
        only_new: true,
        ..recipe()
    }
}
