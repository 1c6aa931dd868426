//! Verdicts beside matches that had no part in them.

use crate::checker::BotChecker;
use crate::games::{SLIPS_OFTENER, Taken, game, of_seeds, rules, weights, weights_of};
use korobka::review::{ChanceModel, Grade, MoveJudge, Playouts};
use korobka::tbp::BotCommand;
use std::time::Duration;

/// How often a position is taken, in thousandths.
const TAKEN: u16 = 30;
/// Of moves that are no mistake, one of this many is checked.
const CHECKED: usize = 2;
/// Pairs of matches that a verdict is checked by.
const PAIRS: u64 = 200;
/// A loss of the chance to win that a review should not miss.
const MISSED: f64 = 0.10;

/// What a move cost in matches, and the standard error of that.
#[derive(Clone, Copy, Default)]
struct Cost {
    mean: f64,
    error: f64,
}

impl Cost {
    /// The cost by these pairs of matches: what each of the two moves scored.
    fn of(pairs: impl Iterator<Item = Option<[f64; 2]>>) -> Self {
        let costs: Vec<f64> = pairs.flatten().map(|[best, own]| best - own).collect();
        let count = costs.len().max(1) as f64;
        let mean = costs.iter().sum::<f64>() / count;
        let squares = costs.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
        Self { mean, error: squares.sqrt() / count }
    }

    /// Whether the move cost something, to the 95 % level.
    fn is_certain(&self) -> bool {
        self.mean > 1.96 * self.error
    }
}

/// A verdict and what the matches say.
struct Checked {
    grade: Grade,
    /// What the review says that the move cost.
    said: f64,
    /// What the move cost in the champion's matches.
    cost: Cost,
    /// What it cost in the other bot's, of flagged moves alone, and how many moves that bot did not give.
    by_bot: Option<(Cost, u32)>,
}

/// Judges the moves of games as a review does, plays fresh matches on from them, and prints how the two agree. `player`
/// plays the games, `bot` plays flagged moves on too, thinking for so long about each piece.
pub(crate) fn print(seed: u64, games: u64, player: Option<&str>, bot: Option<(BotCommand, Duration)>) {
    let (weights, rules) = (weights(), rules());
    let own = player.map_or_else(|| weights.clone(), weights_of);
    let checked = of_seeds(seed, games, |seed| {
        let mut judge = MoveJudge::new(&rules, weights.clone(), ChanceModel::GUIDELINE, 1);
        let mut playouts = Playouts::new(&rules, weights.clone(), 300);
        let mut checker = None;
        let check = |(at, Taken { played, timing, rank }): (usize, Taken)| {
            let quick = judge.judge(&played)?;
            let moves = [quick.best, played.search_move()];
            let verdict = match quick.costs_nothing() {
                true => quick,
                false => {
                    playouts.compare(&played, moves, timing, 256).map_or(quick, |score| quick.with_playouts(&score))
                }
            };
            // As often as in games, where slips were taken oftener.
            let one_of = if rank > 0 { CHECKED * usize::from(SLIPS_OFTENER) } else { CHECKED };
            if verdict.grade < Grade::Mistake && at % one_of != 0 {
                return None;
            }
            // The best move is compared with itself.
            let pairs = if verdict.costs_nothing() { 0 } else { PAIRS };
            let seeds = || (0..pairs).map(|at| (seed << 20) + 0x8_0000 + at);
            let scores = |seed| Some(playouts.play_pair(&played, moves, timing, seed)?.map(|out| out.score));
            let cost = Cost::of(seeds().map(scores));
            let by_bot = bot.as_ref().filter(|_| verdict.grade >= Grade::Mistake).map(|(command, think)| {
                let checker = checker.get_or_insert_with(|| BotChecker::new(command, *think));
                let before = checker.faults;
                let cost = Cost::of(seeds().map(|seed| checker.pair(&played, moves, timing, seed)));
                (cost, checker.faults - before)
            });
            let said = verdict.best_chance - verdict.played_chance;
            Some(Checked { grade: verdict.grade, said, cost, by_bot })
        };
        game(seed, TAKEN, &own).0.into_iter().enumerate().filter_map(check).collect()
    });
    for grade in [Grade::Mistake, Grade::Blunder] {
        let called: Vec<&Checked> = checked.iter().filter(|one| one.grade == grade).collect();
        let count = called.iter().filter(|one| one.cost.is_certain()).count();
        println!("{} called a {}: {count} confirmed", called.len(), grade.name());
    }
    let (flagged, others): (Vec<&Checked>, Vec<&Checked>) = checked.iter().partition(|one| one.grade >= Grade::Mistake);
    let count = flagged.iter().filter(|one| one.cost.is_certain()).count();
    println!("{} of {} flagged moves confirmed ({:.1} %)", count, flagged.len(), percent(count, flagged.len()));
    let said = mean(flagged.iter().map(|one| one.said));
    println!(
        "they cost {said:.1} points by the review, {:.1} by the matches",
        mean(flagged.iter().map(|one| one.cost.mean))
    );
    let missed = others.iter().filter(|one| one.cost.mean > MISSED).count();
    println!("{missed} of {} others cost over 10 points ({:.1} %)", others.len(), percent(missed, others.len()));
    let by_bot: Vec<(Cost, u32)> = flagged.iter().filter_map(|one| one.by_bot).collect();
    if !by_bot.is_empty() {
        let count = by_bot.iter().filter(|(cost, _)| cost.is_certain()).count();
        let faults: u32 = by_bot.iter().map(|(_, faults)| faults).sum();
        println!(
            "by the bot: {count} of {} confirmed ({:.1} %), they cost {:.1} points; {faults} moves were not given",
            by_bot.len(),
            percent(count, by_bot.len()),
            mean(by_bot.iter().map(|(cost, _)| cost.mean))
        );
    }
}

/// The mean of these numbers, as a percentage.
fn mean(of: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = of.len().max(1) as f64;
    100.0 * of.sum::<f64>() / count
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
