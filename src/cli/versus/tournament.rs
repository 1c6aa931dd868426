//! Tournaments by ticks, run by the same systems as a game in the window, but without one.

use super::MatchFlags;
use super::entrants::{NamedEntrant, is_anchor};
use super::swiss::{EntrantPair, SwissTournament};
use crate::app::headless_match::{Entrant, MatchTotals, PlayedMatch, play_match, rules};
use crate::app::persistence::{Ladder, MeasuredStrength, Strengths};
use crate::cli::lineup::speed_in_words;
use crate::cli::{Failure, note};
use crate::doors::files;
use crate::rules::Random;
use crate::rules::random::Purpose;
use crate::storage::Catalog;

/// How many matches a pair plays in a round, unless a flag says otherwise.
const DEFAULT_GAMES: u32 = 2;

/// Plays the tournament. Returns what is to be written; `None` on a rank of a cluster that is not the first.
pub(super) fn run(flags: &MatchFlags, catalog: &Catalog, players: &[NamedEntrant]) -> Result<Option<String>, Failure> {
    if players.iter().all(|player| player.style.slips > 0) {
        return Err(Failure::new(
            "a tournament rates players without slips alone; give one --slips 0, or use --ladder",
        ));
    }
    let (mut all, mut known): (Vec<Entrant>, Vec<Option<MeasuredStrength>>) = (Vec::new(), Vec::new());
    for rung in scale(flags)?.rungs() {
        all.push(NamedEntrant::from(&rung.strength).entrant(catalog)?);
        known.push(Some(rung.strength.clone()));
    }
    for player in players {
        let entrant = player.entrant(catalog)?;
        let same =
            |known: &&Entrant| known.spec == entrant.spec && known.pps == entrant.pps && known.slips == entrant.slips;
        match all.iter().position(|known| same(&known)) {
            // Whoever stands on the ladder has its rating already.
            Some(at) if known[at].is_some() => {}
            Some(_) => {
                let speed = speed_in_words(entrant.pps);
                return Err(Failure::new(format!("{} at {speed} takes part twice; name it once", entrant.spec)));
            }
            None => {
                all.push(entrant);
                known.push(None);
            }
        }
    }
    if all.len() < 2 {
        return Err(Failure::new("a tournament needs two players; add a SPEC"));
    }
    let Some(strengths) = play(flags, &all, &known)? else { return Ok(None) };
    let lines = strengths.all().iter().map(|strength| Ok(serde_json::to_string(strength)? + "\n"));
    Ok(Some(lines.collect::<Result<String, Failure>>()?))
}

/// The ladder in the file of `--scale`, against whose rungs everybody is rated; without the flag it is empty.
fn scale(flags: &MatchFlags) -> Result<Ladder, Failure> {
    let Some(path) = &flags.ticks.scale else { return Ok(Ladder::default()) };
    let refused = |why: String| Failure::new(format!("--scale {why}; give a file that match --ladder wrote"));
    // To the reader of ladders, a file that is not there is a ladder without rungs.
    files().size(path).map_err(|error| refused(format!("{}: {}", path.display(), files::reason(&error))))?;
    match Ladder::read_file(path) {
        (ladder, warnings) if warnings.is_empty() && !ladder.rungs().is_empty() => Ok(ladder),
        (_, warnings) => {
            let nothing = || format!("{}: no rung is written there", path.display());
            Err(refused(warnings.into_iter().next().unwrap_or_else(nothing)))
        }
    }
}

/// Plays all rounds. `None` on a rank of a cluster other than rank 0.
fn play(
    flags: &MatchFlags,
    entrants: &[Entrant],
    known: &[Option<MeasuredStrength>],
) -> Result<Option<Strengths>, Failure> {
    let Some(players) = flags.conditions.jobs.game_runners()? else { return Ok(None) };
    let seed = flags.conditions.seed;
    let games_a_round = super::even_games(flags.conditions.games.unwrap_or(DEFAULT_GAMES))?;
    let rules = rules(flags.conditions.rules)?;
    let ratings = known.iter().map(|known| known.as_ref().map(|known| known.rating)).collect();
    let mut swiss = SwissTournament::new(ratings, Random::new(seed, Purpose::Games));
    let mut records = vec![MatchTotals::default(); entrants.len()];
    for round in 0..flags.ticks.rounds {
        let pairs = swiss.pairs();
        let games: Vec<(usize, u32)> =
            (0..pairs.len()).flat_map(|pair| (0..games_a_round).map(move |game| (pair, game))).collect();
        let played = players.play_games(&games, |&(pair, game)| {
            let number = u64::from(round) << 40 | (pair as u64) << 16 | u64::from(game / 2);
            let seats = pair_in_seat_order(pairs[pair], game).map(|at| &entrants[at]);
            Ok(play_match(seats, rules, Random::derived_seed(seed, number)))
        })?;
        // Every rank needs the results of all matches, because it works out the next pairs by itself.
        let Some(results): Option<Vec<PlayedMatch>> = played else { return Ok(None) };
        let mut points = vec![Vec::new(); pairs.len()];
        for (&(pair, game), result) in games.iter().zip(&results) {
            let first = u8::from(game % 2 == 1);
            points[pair].push(result.points(first));
            for (entrant, record) in pair_in_seat_order(pairs[pair], game).into_iter().zip(&result.records) {
                records[entrant].add(record);
            }
        }
        swiss.count_round(&pairs, &points);
        if players.is_first() {
            note(format_args!("round {} of {}", round + 1, flags.ticks.rounds));
        }
    }
    if !players.is_first() {
        return Ok(None);
    }
    let ratings = swiss.ratings();
    let moved = match flags.ticks.scale {
        Some(_) => 0.0,
        None => 1500.0 - entrants.iter().position(is_anchor).map_or(0.0, |at| ratings[at].0),
    };
    let measured = entrants.iter().zip(known).zip(records.iter().zip(ratings)).map(
        |((entrant, known), (record, (rating, deviation)))| match known {
            // A rung keeps what was measured for the ladder.
            Some(known) => known.clone(),
            None => entrant.measured_strength(record, rating + moved, deviation),
        },
    );
    // With an odd number of players one rests in each round.
    let measured = measured.filter(|strength| strength.slips == 0 && strength.matches > 0);
    Ok(Some(Strengths::new(measured.collect())))
}

/// The two entrants of a pair in the order of their seats in the match `game`: of each two matches, which have the same
/// pieces, the second has the sides changed.
pub(super) fn pair_in_seat_order([one, two]: EntrantPair, game: u32) -> EntrantPair {
    if game.is_multiple_of(2) { [one, two] } else { [two, one] }
}
