//! How many verdicts change when the search makes more nodes.

use crate::games::{Taken, game, of_seeds, rules, weights};
use korobka::review::{ChanceModel, Grade, MoveJudge, Playouts};

/// How often a move is judged, in thousandths.
const TAKEN: u16 = 30;
/// How many times the nodes a longer search makes.
const LONGER: u64 = 16;
/// The most pairs of matches that are played on.
const PAIRS: u32 = 256;

/// Judges moves of this many games twice, and prints how many are of another class the second time: by the search
/// alone, and with matches that are played on.
pub(crate) fn print(seed: u64, games: u64) {
    let (judging, rules) = (weights(), rules());
    let verdicts = of_seeds(seed, games, |seed| {
        let judge = |effort| MoveJudge::new(&rules, judging.clone(), ChanceModel::GUIDELINE, effort);
        let (mut usual, mut longer) = (judge(1), judge(LONGER));
        let mut playouts = Playouts::new(&rules, judging.clone(), 300);
        let verdict = |Taken { played, timing, .. }| {
            let mut by = |judge: &mut MoveJudge| {
                let quick = judge.judge(&played)?;
                let moves = [quick.best, played.search_move()];
                let score = if quick.costs_nothing() { None } else { playouts.compare(&played, moves, timing, PAIRS) };
                Some([quick.grade, score.map_or(quick.grade, |score| quick.with_playouts(&score).grade)])
            };
            Some([by(&mut usual)?, by(&mut longer)?])
        };
        game(seed, TAKEN, &judging).0.into_iter().filter_map(verdict).collect()
    });
    for (at, how) in ["by the search alone", "with matches"].into_iter().enumerate() {
        let changed: Vec<[Grade; 2]> = verdicts.iter().map(|[usual, longer]| [usual[at], longer[at]]).collect();
        let is_fault = |grade: Grade| grade > Grade::Good;
        let differ = |[usual, longer]: &&[Grade; 2]| usual != longer;
        let of_faults = |both: &&[Grade; 2]| differ(both) && both.iter().any(|grade| is_fault(*grade));
        let (all, faults) = (changed.iter().filter(differ).count(), changed.iter().filter(of_faults).count());
        println!(
            "{how}: {LONGER} times the nodes change {all} of {} verdicts, {faults} of them from or to a fault",
            changed.len()
        );
        for grade in Grade::ALL {
            let counts = Grade::ALL.map(|other| changed.iter().filter(|both| **both == [grade, other]).count());
            println!("  {:<10} becomes {counts:?}", grade.name());
        }
    }
}
