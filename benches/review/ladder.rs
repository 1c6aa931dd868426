//! What players of known strength lose a move, by the search alone and with matches that are played on.

use crate::games::{Taken, of_seeds, played, weights, weights_of};
use korobka::review::{ChanceModel, MoveJudge, Playouts};
use korobka::rules::Rules;

/// How often a move is judged, in thousandths.
const TAKEN: u16 = 150;
/// The generations of the champion that are judged, the weakest first.
const GENERATIONS: [&str; 9] = [
    "champion:0",
    "champion:1",
    "champion:3",
    "champion:5",
    "champion:8",
    "champion:25",
    "champion:91",
    "champion-duel:20",
    "champion-duel:100",
];
/// How often the last of them slips, in further rows, as the game's slips count.
const SLIPS: [u16; 6] = [1, 2, 3, 5, 7, 10];
/// The most pairs of matches that are played on.
const PAIRS: u32 = 64;

/// Judges the moves of each player in this many games, and prints a line for each.
pub(crate) fn print(seed: u64, games: u64) {
    let (judging, rules) = (weights(), Rules::versus());
    let generations = GENERATIONS.map(|spec| (spec, 0));
    let slipping = SLIPS.map(|slips| ("champion-duel:100", slips));
    println!("player               slips   moves   points lost by the search at equal chances   with matches");
    for (spec, slips) in generations.into_iter().chain(slipping) {
        let own = weights_of(spec);
        let chance = (1000.0 * (1.0 - 0.96f64.powi(i32::from(slips)))) as u16;
        let losses = of_seeds(seed, games, |seed| {
            let mut judge = MoveJudge::new(&rules, judging.clone(), ChanceModel::GUIDELINE, 1);
            let mut playouts = Playouts::new(&rules, judging.clone(), 300);
            let taken = played(seed, TAKEN, [Some(chance), Some(0)], [&own, &judging]).0;
            let verdict = |Taken { played, clock, .. }| {
                let quick = judge.judge(&played)?;
                let even = 0.5 - ChanceModel::GUIDELINE.chance(0.0, quick.value_lost.unwrap_or(f64::INFINITY));
                let moves = [quick.best, played.choice()];
                let score = if moves[0] == moves[1] { None } else { playouts.compare(&played, moves, clock, PAIRS) };
                let full = score.map_or(quick, |score| quick.with_playouts(&score));
                Some([even, full.best_chance - full.played_chance])
            };
            taken.into_iter().filter_map(verdict).collect()
        });
        let mean = |at: usize| 100.0 * losses.iter().map(|one| one[at]).sum::<f64>() / losses.len().max(1) as f64;
        println!("{spec:<20} {slips:>5}   {:>5}   {:.2}   {:.2}", losses.len(), mean(0), mean(1));
    }
}
