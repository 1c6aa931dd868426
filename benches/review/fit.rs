//! The slopes of the model of chances, fitted, and how well it agrees with games that had no part in the fit.

use crate::games::{Taken, game, of_seeds, rules, weights};
use korobka::review::{ChanceModel, MoveJudge, Playouts};
use korobka::rules::Random;
use korobka::rules::random::Purpose;

/// How often a position is taken to compare outcomes, in thousandths.
const OUTCOMES: u16 = 100;
/// How often a position is taken to compare two moves, in thousandths.
const PAIRS: u16 = 15;
/// Pairs of matches that are played on from each of those.
const MATCHES: u64 = 64;
/// One of this many games has no part in the fit: those of the first seeds, whole.
const HELD_OUT: u64 = 3;

/// A position: by how much one side is worth more, and that side's score in the end.
struct Outcome {
    lead: f64,
    score: f64,
}

/// Two moves of a position.
struct Pair {
    lead: f64,
    /// How much more the first is worth, by worlds.
    differences: Vec<f64>,
    /// By how much it scored more in matches.
    scored: f64,
}

/// Fits both slopes on the games of these seeds, and prints them with how well they agree with the others.
pub(crate) fn print(seed: u64, games: u64) {
    let weights = weights();
    let judge = || MoveJudge::new(&rules(), weights.clone(), ChanceModel::GUIDELINE, 1);
    let lead = |judge: &mut MoveJudge, taken: &Taken| {
        let own = judge.position_worth(&taken.played.state)?;
        Some(own - judge.position_worth(taken.played.opponent.as_ref()?)?)
    };
    let outcomes = |first, count| {
        of_seeds(first, count, |seed| {
            let ((taken, score), mut judge) = (game(seed, OUTCOMES, &weights), judge());
            let decided = taken.iter().filter(|_| (score - 0.5f64).abs() > 0.1);
            decided.filter_map(|taken| Some(Outcome { lead: lead(&mut judge, taken)?, score })).collect()
        })
    };
    let apart = games / HELD_OUT;
    let held_out: Vec<Outcome> = outcomes(seed, apart);
    let fitted: Vec<Outcome> = outcomes(seed + apart, games - apart);
    let between_positions = slope(&fitted);
    let model = ChanceModel { between_positions, ..ChanceModel::GUIDELINE };
    let missed = |at: &Outcome| (model.win_chance(at.lead, 0.0) - at.score).powi(2);
    let brier = held_out.iter().map(missed).sum::<f64>() / held_out.len() as f64;
    println!("between positions: {between_positions:.5} by {} positions", fitted.len());
    println!("held out: {} positions, Brier score {brier:.4} (0.25 for one who knows nothing)", held_out.len());
    println!("said      positions   won");
    for tenth in 0..10 {
        let inside = |at: &&Outcome| ((model.win_chance(at.lead, 0.0) * 10.0) as i32).min(9) == tenth;
        let bin: Vec<&Outcome> = held_out.iter().filter(inside).collect();
        let count = bin.len().max(1) as f64;
        let said = bin.iter().map(|at| model.win_chance(at.lead, 0.0)).sum::<f64>() / count;
        let won = bin.iter().map(|at| at.score).sum::<f64>() / count;
        println!("{:>4.1} %   {:>9}   {:>4.1} %", 100.0 * said, bin.len(), 100.0 * won);
    }
    let pairs = of_seeds(seed, games / 8, |seed| {
        let (taken, mut judge) = (game(seed, PAIRS, &weights).0, judge());
        let mut playouts = Playouts::new(&rules(), weights.clone(), 300);
        let mut random = Random::new(seed, Purpose::Games);
        let pair = |taken: &Taken| {
            let moves = judge.moves_best_first(&taken.played.state);
            let (&best, at) = (moves.first()?, 1 + random.below(11) as usize);
            let moves = [best, *moves.get(at)?];
            let differences = judge.worth_differences_by_world(&taken.played.state, moves);
            let lead = lead(&mut judge, taken)?;
            let score = |at| playouts.play_pair(&taken.played, moves, taken.timing, seed << 20 | at);
            let scored = (0..MATCHES).filter_map(score).map(|[first, second]| first.score - second.score).sum::<f64>();
            let finite = !differences.is_empty() && differences.iter().all(|one| one.is_finite());
            finite.then_some(Pair { lead, differences, scored: scored / MATCHES as f64 })
        };
        taken.iter().filter_map(pair).collect()
    });
    let error = |between_moves: f64| {
        let model = ChanceModel { between_positions, between_moves };
        let loss = |pair: &Pair, one: f64| model.win_chance(pair.lead, 0.0) - model.win_chance(pair.lead, one);
        let mean = |pair: &Pair| {
            pair.differences.iter().map(|one| loss(pair, *one)).sum::<f64>() / pair.differences.len() as f64
        };
        (pairs.iter().map(|pair| (mean(pair) - pair.scored).powi(2)).sum::<f64>() / pairs.len() as f64).sqrt()
    };
    let slopes = (1..60).map(|at| f64::from(at) * 0.00025);
    let best = slopes.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or_default();
    println!(
        "between moves: {best:.5} by {} pairs of moves; off by {:.3} (root mean square)",
        pairs.len(),
        error(best)
    );
}

/// The slope of a logistic curve through the origin that makes these outcomes most likely: Newton's method.
fn slope(outcomes: &[Outcome]) -> f64 {
    let mut slope = 0.0;
    for _ in 0..50 {
        let model = ChanceModel { between_positions: slope, between_moves: 0.0 };
        let (mut first, mut second) = (0.0, 0.0);
        for Outcome { lead, score } in outcomes {
            let chance = model.win_chance(*lead, 0.0);
            first += (score - chance) * lead;
            second += chance * (1.0 - chance) * lead * lead;
        }
        slope += first / second.max(1e-9);
    }
    slope
}
