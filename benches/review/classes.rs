//! How many verdicts of the search a longer search changes.

use crate::games::{Taken, game, of_seeds, weights};
use korobka::review::{ChanceModel, Grade, MoveJudge};
use korobka::rules::Rules;

/// How often a move is judged, in thousandths.
const TAKEN: u16 = 30;
/// How many times the nodes a longer search makes.
const LONGER: u64 = 16;

/// Judges moves of this many games twice, and prints how many are of another class the second time.
pub(crate) fn print(seed: u64, games: u64) {
    let judging = weights();
    let judge = |effort| MoveJudge::new(&Rules::versus(), judging.clone(), ChanceModel::GUIDELINE, effort);
    let verdicts = of_seeds(seed, games, |seed| {
        let (mut usual, mut longer) = (judge(1), judge(LONGER));
        let verdict = |Taken { played, .. }| {
            let (a, b) = (usual.judge(&played)?, longer.judge(&played)?);
            eprintln!(
                "raw {:?} {:.4} {:.4} {:?} {:.4} {:.4} same {}",
                a.grade,
                a.best_chance - a.played_chance,
                a.error,
                b.grade,
                b.best_chance - b.played_chance,
                b.error,
                a.best == b.best
            );
            Some([a.grade, b.grade])
        };
        game(seed, TAKEN, &judging).0.into_iter().filter_map(verdict).collect()
    });
    let differ = verdicts.iter().filter(|[usual, longer]| usual != longer).count();
    let is_fault = |grade: Grade| grade > Grade::Good;
    let by_much = |[usual, longer]: &&[Grade; 2]| usual != longer && (is_fault(*usual) || is_fault(*longer));
    let faults = verdicts.iter().filter(by_much).count();
    let count = verdicts.len();
    println!("{LONGER} times the nodes: {differ} of {count} verdicts of another class, {faults} besides best and good");
}
