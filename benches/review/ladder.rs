//! What players of known strength lose a move, by the search alone: in their own games, and all in the same positions.

use crate::games::{Taken, game, of_seeds, played, rules, weights, weights_of};
use korobka::review::{ChanceModel, MoveJudge, PlayedMove};
use korobka::rules::Random;
use korobka::rules::random::Purpose;
use korobka::search::{Search, Weights};

/// How often a move of a player's own games is judged, in thousandths.
const TAKEN: u16 = 150;
/// How often a position is taken that all players are asked about, in thousandths.
const SAME: u16 = 60;
/// Nodes for each piece of a player.
const NODES: u64 = 2_000;
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

/// Judges the moves of each player in this many games, and prints a line for each.
pub(crate) fn print(seed: u64, games: u64) {
    let judging = weights();
    let generations = GENERATIONS.map(|spec| (spec, 0));
    let slipping = SLIPS.map(|slips| ("champion-duel:100", slips));
    println!("points lost a move at equal chances");
    println!("player               slips   own games   moves   same positions   moves");
    for (spec, slips) in generations.into_iter().chain(slipping) {
        let own = weights_of(spec);
        let chance = (1000.0 * (1.0 - 0.96f64.powi(i32::from(slips)))) as u16;
        let of_own = of_seeds(seed, games, |seed| {
            let taken = played(seed, TAKEN, [Some(chance), Some(0)], [&own, &judging]).0;
            losses(taken.into_iter().map(|taken| taken.played), &judging)
        });
        let of_same = of_seeds(seed, games, |seed| {
            let (taken, mut random) = (game(seed, SAME, &judging).0, Random::new(seed, Purpose::Games));
            losses(taken.into_iter().filter_map(|taken| answered(taken, &own, chance, &mut random)), &judging)
        });
        let mean = |losses: &[f64]| 100.0 * losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        let columns = [&of_own, &of_same].map(|losses| format!("{:.2}   {:>5}", mean(losses), losses.len()));
        println!("{spec:<20} {slips:>5}   {}", columns.join("   "));
    }
}

/// The move of a player with these weights in a position that it did not come to by itself. With a chance in
/// thousandths it is one of the twelve best at random.
fn answered(taken: Taken, own: &Weights, slips: u16, random: &mut Random) -> Option<PlayedMove> {
    let ranked = Search::new(&rules()).rank(&taken.played.state, own, NODES);
    let among = ranked.len().min(12) as u32;
    let at = if random.chance(slips) { random.below(among.max(1)) as usize } else { 0 };
    let found = ranked.get(at)?;
    Some(PlayedMove { made: found.to_move(), ..taken.played })
}

/// What each of these moves loses between players who are equally well off.
fn losses(moves: impl Iterator<Item = PlayedMove>, judging: &Weights) -> Vec<f64> {
    let mut judge = MoveJudge::new(&rules(), judging.clone(), ChanceModel::GUIDELINE, 1);
    let verdicts = moves.filter_map(|played| judge.judge(&played));
    let even = |lost: Option<f64>| 0.5 - ChanceModel::GUIDELINE.win_chance(0.0, lost.unwrap_or(f64::INFINITY));
    verdicts.map(|verdict| even(verdict.value_lost)).collect()
}
