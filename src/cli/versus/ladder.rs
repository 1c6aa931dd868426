//! Ladders: players from the weakest to the strongest, each measured by whole matches against the one below.
//!
//! Two neighbours play the same matches on whatever ladder they stand.

use super::MatchFlags;
use super::entrants::{NamedEntrant, is_anchor};
use super::tournament::pair_in_seat_order;
use crate::app::headless_match::{Entrant, MatchTotals, PlayedMatch, play_match, rules};
use crate::app::persistence::LadderRung;
use crate::cli::{Failure, note};
use crate::measure::match_score::{MatchScore, elo_difference, elo_in_words};
use crate::measure::statistics::NORMAL_QUANTILE;
use crate::rules::Random;
use crate::storage::Catalog;

/// How many matches two neighbours on the ladder play, unless a flag says otherwise.
const DEFAULT_GAMES: u32 = 200;

/// Plays the matches. Returns the rungs as they are to be written; `None` on a rank of a cluster that is not the first.
pub(super) fn run(flags: &MatchFlags, catalog: &Catalog, named: &[NamedEntrant]) -> Result<Option<String>, Failure> {
    let conditions = &flags.conditions;
    if named.len() < 2 {
        return Err(Failure::new("a ladder needs two rungs, the lowest first; add one"));
    }
    let count = super::even_games(conditions.games.unwrap_or(DEFAULT_GAMES))?;
    let rungs = named.iter().map(|rung| rung.entrant(catalog)).collect::<Result<Vec<Entrant>, Failure>>()?;
    let rules = rules(conditions.rules)?;
    // The matches of two neighbours depend on the seed and on who they are, so that they stay the same when a
    // rung comes in elsewhere.
    let words: Vec<String> = rungs.iter().map(|rung| format!("{}@{}~{}", rung.spec, rung.pps, rung.slips)).collect();
    let games: Vec<(usize, u32)> = (1..rungs.len()).flat_map(|rung| (0..count).map(move |game| (rung, game))).collect();
    let played: Option<Vec<PlayedMatch>> = conditions.jobs.play_games(&games, |&(rung, game)| {
        let pair = crc32fast::hash(format!("{} {}", words[rung - 1], words[rung]).as_bytes());
        let seed = Random::derived_seed(Random::derived_seed(conditions.seed, pair.into()), (game / 2).into());
        Ok(play_match(pair_in_seat_order([rung - 1, rung], game).map(|at| &rungs[at]), rules, seed))
    })?;
    let Some(played) = played else { return Ok(None) };
    let mut records = vec![MatchTotals::default(); rungs.len()];
    let mut scores = vec![Vec::new(); rungs.len()];
    for (&(rung, game), result) in games.iter().zip(&played) {
        for (at, record) in pair_in_seat_order([rung - 1, rung], game).into_iter().zip(&result.records) {
            records[at].add(record);
        }
        scores[rung].push(result.points(u8::from(game % 2 == 0)));
    }
    let scores: Vec<MatchScore> = scores.into_iter().map(|points| MatchScore::of(points.into_iter())).collect();
    // Half a match more each way, so that a clean sweep has a difference too.
    let above = |score: &MatchScore| {
        let games = f64::from(score.wins + score.draws + score.losses);
        elo_difference((score.mean * games + 0.5) / (games + 1.0))
    };
    let mut ratings = vec![0.0];
    for score in &scores[1..] {
        ratings.push(ratings.last().copied().unwrap_or(0.0) + above(score));
    }
    let from = ratings[rungs.iter().position(is_anchor).unwrap_or(0)];
    let mut text = String::new();
    for (at, (rung, score)) in rungs.iter().zip(&scores).enumerate() {
        // The interval of the step to the rung below; the lowest has that of the step above it.
        let interval = scores[at.max(1)].interval;
        let [low, high] = [interval.low, interval.high].map(|end| elo_difference(end.clamp(0.001, 0.999)));
        let deviation = ((high - low) / (2.0 * NORMAL_QUANTILE)).max(1.0);
        let strength = rung.measured_strength(&records[at], 1500.0 + ratings[at] - from, deviation);
        if at > 0 {
            note(line(&rungs[at - 1], rung, score));
        }
        let below = [score.wins, score.draws, score.losses];
        text.push_str(&serde_json::to_string(&LadderRung { strength, below, is_own: false })?);
        text.push('\n');
    }
    Ok(Some(text))
}

fn line(below: &Entrant, rung: &Entrant, score: &MatchScore) -> String {
    let named = |rung: &Entrant| match rung.slips {
        0 => format!("{} at {}", rung.spec, rung.pps),
        slips => format!("{} at {} with {slips} slips", rung.spec, rung.pps),
    };
    let [elo, low, high] = score.elo().map(elo_in_words);
    format!("{} against {}: {}; Elo {elo}, {low} to {high}", named(rung), named(below), score.counts_in_words())
}
