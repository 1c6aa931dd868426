//! The fifth document's learner: four weights found by a narrowing random search. Source: `docs/lab/recipes.md`, R4.

use super::*;

/// The steps of the search, one a generation: the range of the samples, the lines of a success, and how many of the
/// lowest rows puzzle boards fill, from row 9, 8, 7 and 11 of 20 down.
static STEPS: [(f64, u32, u8); 9] = [
    (5.0, 1000, 0),
    (4.0, 1000, 0),
    (2.0, 2000, 0),
    (1.0, 4000, 0),
    (0.5, 8000, 0),
    (0.25, 100, 11),
    (0.125, 100, 12),
    (0.0625, 100, 13),
    (0.0, 100, 9),
];

pub(super) static PUBLISHED_GENOME: PublishedGenome = PublishedGenome {
    recipe: "termproject",
    genome: &[5.9288669341469555, 1.9162926946223073, 3.3878742140370637, 4.641363224169059],
    source: "the author's final weights, after about 25 hours of training",
};

pub(super) fn recipe() -> Recipe {
    let steps = STEPS.iter().map(|&(range, lines, puzzle_rows)| NarrowingGeneration { range, lines, puzzle_rows });
    let search = RandomSearch { centre: vec![5.0, 2.5, 2.5, 5.0], steps: steps.collect() };
    Recipe {
        evaluator: EvaluatorKind::Powered { further_line: 0 },
        moment: EvaluationMoment::BeforeClear,
        hold: true,
        population: 200,
        generations: STEPS.len() as u32 - 1,
        line_cap: 8000,
        fitness: Fitness::Success,
        held_out_games: 8,
        strategy: Strategy::RandomSearch(search),
        ..plain(
            "termproject",
            "holes, a power of the heights, gaps and lines, with hold; a narrowing random search",
            &["holes", "height-power", "gaps", "lines"],
        )
    }
}
