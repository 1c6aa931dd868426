//! Verdicts beside matches that had no part in them.

use crate::games::{SLIPS_OFTENER, Taken, game, of_seeds, weights};
use korobka::review::{ChanceModel, Grade, MoveJudge, Playouts};
use korobka::rules::Rules;

/// How often a position is taken, in thousandths.
const TAKEN: u16 = 30;
/// Of moves that are no mistake, one of this many is checked.
const CHECKED: usize = 2;
/// Pairs of matches that a verdict is checked by.
const PAIRS: u64 = 200;
/// A loss of the chance to win that a review should not miss.
const MISSED: f64 = 0.10;

/// A verdict and what the matches say.
struct Checked {
    grade: Grade,
    /// What the review says that the move cost.
    said: f64,
    /// What the move cost in the matches, and the standard error of that.
    cost: f64,
    error: f64,
}

/// Judges the moves of games as a review does, plays fresh matches on from them, and prints how the two agree.
pub(crate) fn print(seed: u64, games: u64) {
    let (weights, rules) = (weights(), Rules::versus());
    let checked = of_seeds(seed, games, |seed| {
        let mut judge = MoveJudge::new(&rules, weights.clone(), ChanceModel::GUIDELINE, 1);
        let mut playouts = Playouts::new(&rules, weights.clone(), 300);
        let check = |(at, Taken { played, clock, rank }): (usize, Taken)| {
            let quick = judge.judge(&played)?;
            let moves = [quick.best, played.choice()];
            let verdict = match quick.grade {
                Grade::Best => quick,
                _ => playouts.compare(&played, moves, clock, 256).map_or(quick, |score| quick.with_playouts(&score)),
            };
            // As often as in games, where slips were taken oftener.
            let one_of = if rank > 0 { CHECKED * usize::from(SLIPS_OFTENER) } else { CHECKED };
            if verdict.grade < Grade::Mistake && at % one_of != 0 {
                return None;
            }
            // The best move is compared with itself.
            let pairs = if verdict.grade == Grade::Best { 0 } else { PAIRS };
            let seeds = (0..pairs).map(|at| (seed << 20) + 0x8_0000 + at);
            let costs: Vec<f64> = seeds
                .filter_map(|seed| playouts.pair(&played, moves, clock, seed))
                .map(|[best, own]| best - own)
                .collect();
            let count = costs.len().max(1) as f64;
            let cost = costs.iter().sum::<f64>() / count;
            let squares = costs.iter().map(|one| (one - cost).powi(2)).sum::<f64>();
            let said = verdict.best_chance - verdict.played_chance;
            Some(Checked { grade: verdict.grade, said, cost, error: squares.sqrt() / count })
        };
        game(seed, TAKEN, &weights).0.into_iter().enumerate().filter_map(check).collect()
    });
    let confirmed = |one: &&Checked| one.cost > 1.96 * one.error;
    for grade in [Grade::Mistake, Grade::Blunder] {
        let called: Vec<&Checked> = checked.iter().filter(|one| one.grade == grade).collect();
        let count = called.iter().copied().filter(confirmed).count();
        println!("{} called a {}: {count} confirmed", called.len(), grade.name());
    }
    let (flagged, others): (Vec<&Checked>, Vec<&Checked>) = checked.iter().partition(|one| one.grade >= Grade::Mistake);
    let count = flagged.iter().copied().filter(confirmed).count();
    let mean =
        |of: fn(&Checked) -> f64| 100.0 * flagged.iter().map(|one| of(one)).sum::<f64>() / flagged.len().max(1) as f64;
    println!("{} of {} flagged moves confirmed ({:.1} %)", count, flagged.len(), percent(count, flagged.len()));
    println!("they cost {:.1} points by the review, {:.1} by the matches", mean(|one| one.said), mean(|one| one.cost));
    let missed = others.iter().filter(|one| one.cost > MISSED).count();
    println!("{missed} of {} others cost over 10 points ({:.1} %)", others.len(), percent(missed, others.len()));
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
