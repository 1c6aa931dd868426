//! What players of known strength lose a move, by the search alone, and how many verdicts a longer search changes.

use crate::games::{Taken, of_seeds, played, weights, weights_of};
use korobka::review::{ChanceModel, Grade, MoveJudge};
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
/// How many times the nodes a longer search makes.
const LONGER: u64 = 16;

/// Judges the moves of each player in this many games, and prints a line for each.
pub(crate) fn print(seed: u64, games: u64) {
    let judging = weights();
    let judge = |effort| MoveJudge::new(&Rules::versus(), judging.clone(), ChanceModel::GUIDELINE, effort);
    let generations = GENERATIONS.map(|spec| (spec, 0));
    let slipping = SLIPS.map(|slips| ("champion-duel:100", slips));
    let (mut judged, mut differ, mut by_much) = (0, 0, 0);
    println!("player               slips   moves   points lost at equal chances");
    for (spec, slips) in generations.into_iter().chain(slipping) {
        let own = weights_of(spec);
        let chance = (1000.0 * (1.0 - 0.96f64.powi(i32::from(slips)))) as u16;
        let losses = of_seeds(seed, games, |seed| {
            let (mut usual, mut longer) = (judge(1), judge(LONGER));
            let taken = played(seed, TAKEN, [Some(chance), Some(0)], [&own, &judging]).0;
            let mut verdict = |(number, Taken { played, .. }): (usize, Taken)| {
                let quick = usual.judge(&played)?;
                let even = |lost: f64| 0.5 - ChanceModel::GUIDELINE.chance(0.0, lost);
                let other = (number == 0).then(|| longer.judge(&played)).flatten();
                Some((even(quick.value_lost.unwrap_or(f64::INFINITY)), quick.grade, other.map(|other| other.grade)))
            };
            taken.into_iter().enumerate().filter_map(&mut verdict).collect()
        });
        let mean = losses.iter().map(|one| one.0).sum::<f64>() / losses.len().max(1) as f64;
        println!("{spec:<20} {slips:>5}   {:>5}   {:.2}", losses.len(), 100.0 * mean);
        for (_, usual, longer) in losses {
            let Some(longer) = longer else { continue };
            let is_fault = |grade: Grade| grade > Grade::Good;
            judged += 1;
            differ += i32::from(usual != longer);
            by_much += i32::from(is_fault(usual) != is_fault(longer) || is_fault(usual) && usual != longer);
        }
    }
    println!(
        "{LONGER} times the nodes: {differ} of {judged} verdicts of another class, {by_much} besides best and good"
    );
}
