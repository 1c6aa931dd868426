//! A tournament by placements: everybody meets everybody; a cross-table and Elo with error bars.

use super::placement_match::{self, DEFAULT_GAMES, MatchTerms, PlacementMatchResult};
use super::{MatchFlags, MatchesPlayed};
use crate::cli::Failure;
use crate::cli::output::{json_line, padded, places, repeated_games_line};
use crate::measure::elo::{self, Elo, PlayerPairResults};
use crate::measure::match_score::elo_in_words;
use crate::rules::Random;
use crate::search::duel::SideCounts;
use crate::storage::elo::AttackFigures;
use crate::storage::{Catalog, Contestant, duels};
use serde_json::json;
use std::fmt::Write;

/// The least width of the table's column of names, in places of a terminal.
const LEAST_NAME_WIDTH: usize = 23;

/// Two players of the tournament, and the matches that they play against each other.
struct Pairing {
    players: [usize; 2],
    games: Vec<PlacementMatchResult>,
    /// How many of the matches count as different from each other in the error of the Elo.
    different: usize,
}

impl Pairing {
    fn points(&self) -> f64 {
        self.games.iter().map(|game| game.score).sum()
    }

    /// The results by which players are rated: the score of all matches, with the weight of the different ones, since
    /// what is played again says nothing new.
    fn results(&self) -> PlayerPairResults {
        let (played, games) = (self.games.len().max(1) as f64, self.different as f64);
        PlayerPairResults { players: self.players, games, points: self.points() * games / played }
    }
}

/// Plays the tournament. Returns what it came to; `None` on a rank of a cluster that is not the first.
pub(super) fn run(flags: &MatchFlags, catalog: &Catalog) -> Result<Option<MatchesPlayed>, Failure> {
    let (conditions, specs) = (&flags.conditions, &flags.players);
    let rules = conditions.dealing.apply_to(conditions.rules.rules());
    if let Some(twice) = specs.iter().enumerate().find_map(|(at, spec)| specs[..at].contains(spec).then_some(spec)) {
        return Err(Failure::new(format!("{twice} takes part twice; name it once")));
    }
    let named = |spec: &String| placement_match::find_player(catalog, spec, &rules);
    let players: Vec<Contestant> = specs.iter().map(named).collect::<Result<_, _>>()?;
    let pairs = (0..players.len()).flat_map(|one| (one + 1..players.len()).map(move |two| [one, two]));
    let mut pairings: Vec<Pairing> =
        pairs.map(|players| Pairing { players, games: Vec::new(), different: 0 }).collect();
    let matches: Vec<(usize, u32)> = (0..pairings.len())
        .flat_map(|pair| (0..conditions.games.unwrap_or(DEFAULT_GAMES)).map(move |game| (pair, game)))
        .collect();
    // The same seeds for all pairs: what luck there is with pieces is the same for everybody.
    let terms = MatchTerms::of(flags, rules, Random::derived_seed(conditions.seed, 0), &players);
    placement_match::make_replay_folder(terms.replays, duels::EXTENSION)?;
    let one = |&(pair, game): &(usize, u32)| {
        let [left, right] = pairings[pair].players.map(|player| &players[player]);
        let names = pairings[pair].players.map(|player| specs[player].as_str());
        let [first, second] = pairings[pair].players.map(|player| player + 1);
        let title = format!("{} against {}: ", left.name, right.name);
        let stem = format!("players-{first}-{second}-");
        Ok((pair, placement_match::play_match([left, right], names, terms, game, (&title, &stem))))
    };
    let Some(played) = conditions.jobs.play_games(&matches, one)? else { return Ok(None) };
    for (pair, game) in played {
        pairings[pair].games.push(game);
    }
    for pair in &mut pairings {
        pair.different = flags.different_matches(&pair.games).len();
    }
    let met: Vec<PlayerPairResults> = pairings.iter().map(Pairing::results).collect();
    let (thinking, ratings) = (terms.thinking_words(), elo::elo_ratings(players.len(), &met));
    let table = TournamentResult { specs, players: &players, thinking, ratings, pairings: &pairings };
    let text = if flags.printing.json { table.json(flags) } else { table.print(flags)? };
    let games = pairings.iter().flat_map(|pair| &pair.games);
    Ok(Some((text, placement_match::expect_saved(games.map(|game| game.unsaved.as_deref())))))
}

/// What the tournament came to, from which a table or JSON is printed.
struct TournamentResult<'a> {
    specs: &'a [String],
    players: &'a [Contestant],
    thinking: String,
    ratings: Vec<Elo>,
    pairings: &'a [Pairing],
}

impl TournamentResult<'_> {
    /// The numbers of the players, from 0, in the order of their strength, the strongest first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].rating.total_cmp(&self.ratings[a].rating).then(a.cmp(&b)));
        order
    }

    /// One player's points against another, and how many matches they played; `None` against itself.
    fn against(&self, one: usize, two: usize) -> Option<(f64, usize)> {
        self.pairings.iter().find_map(|pair| {
            let (games, points) = (pair.games.len(), pair.points());
            match pair.players {
                players if players == [one, two] => Some((points, games)),
                players if players == [two, one] => Some((games as f64 - points, games)),
                _ => None,
            }
        })
    }

    /// A player's points, how many matches it played, and how many lines it attacks with a piece, over all pairings.
    fn whole(&self, player: usize) -> (f64, usize, f64) {
        let (mut points, mut games, mut attack, mut pieces) = (0.0, 0, 0.0, 0.0);
        for (pair, side) in self.of(player) {
            games += pair.games.len();
            points += if side == 0 { pair.points() } else { pair.games.len() as f64 - pair.points() };
            attack += pair.games.iter().map(|game| f64::from(game.result.sides[side].attack)).sum::<f64>();
            pieces += pair.games.iter().map(|game| f64::from(game.result.pieces)).sum::<f64>();
        }
        (points, games, attack / pieces.max(1.0))
    }

    /// What a player did wrong, a line for each match that it lost by that.
    fn faults(&self, player: usize) -> Vec<&str> {
        self.of(player)
            .flat_map(|(pair, side)| pair.games.iter().filter_map(move |game| game.faults[side].as_deref()))
            .collect()
    }

    /// A player's pairings, and the side on which it is in each.
    fn of(&self, player: usize) -> impl Iterator<Item = (&Pairing, usize)> {
        let side = move |pair: &Pairing| pair.players.iter().position(|&known| known == player);
        self.pairings.iter().filter_map(move |pair| Some((pair, side(pair)?)))
    }

    /// The figures of how a player plays, over all its matches.
    fn attack_figures(&self, player: usize) -> AttackFigures {
        let sides = || self.of(player).flat_map(|(pair, side)| pair.games.iter().map(move |game| (game, side)));
        let sum = |of: fn(&SideCounts) -> u32| {
            sides().map(|(game, side)| f64::from(of(&game.result.sides[side]))).sum::<f64>()
        };
        let pieces = sides().map(|(game, _)| f64::from(game.result.pieces)).sum::<f64>().max(1.0);
        let hundred = |of| (sum(of) * 1000.0 / pieces).round() / 10.0;
        let longest = sum(|side| side.longest_combo) / sides().count().max(1) as f64;
        AttackFigures {
            attack: (sum(|side| side.attack) * 1000.0 / pieces).round() / 1000.0,
            quads: hundred(|side| side.quads),
            spins: hundred(|side| side.spins),
            minis: hundred(|side| side.minis),
            perfect_clears: hundred(|side| side.perfect),
            longest_combo: (longest * 10.0).round() / 10.0,
        }
    }

    fn print(&self, flags: &MatchFlags) -> Result<String, std::fmt::Error> {
        let (mut out, order) = (String::new(), self.order());
        let (count, each) = (self.players.len(), flags.conditions.games.unwrap_or(DEFAULT_GAMES));
        let terms = flags.terms(&self.thinking);
        writeln!(out, "{count} players, {each} matches a pair{terms}; Elo with 95 % intervals, the mean is 0")?;
        let names: Vec<&str> = order.iter().map(|&player| self.distinct_name(player)).collect();
        let width = names.iter().map(|name| places(name)).max().unwrap_or(0).max(LEAST_NAME_WIDTH) + 1;
        write!(out, "\n    {:<width$}{:>7}{:>7}{:>9}{:>9}", "player", "Elo", "+-", "score", "attack")?;
        for place in 1..=order.len() {
            write!(out, "{place:>7}")?;
        }
        for (place, &player) in order.iter().enumerate() {
            let (Elo { rating, error }, (points, games, attack)) = (self.ratings[player], self.whole(player));
            let (name, elo, place) = (names[place], elo_in_words(rating), place + 1);
            let score = 100.0 * points / games.max(1) as f64;
            let name = padded(name, width);
            write!(out, "\n{place:>2}  {name}{elo:>7}{error:>7.0}{score:>7.1} %{attack:>9.3}")?;
            for &other in &order {
                let points = self.against(player, other).map_or("-".to_owned(), |(points, _)| points.to_string());
                write!(out, "{points:>7}")?;
            }
        }
        out.push('\n');
        let games = self.pairings.first().map_or(0, |pair| pair.games.len());
        out.push_str(&repeated_games_line(self.pairings.iter().map(|pair| pair.different), games));
        Ok(out)
    }

    /// The name of a player; the SPEC where another player has that name.
    fn distinct_name(&self, player: usize) -> &str {
        let name = &self.players[player].name;
        let is_alone = self.players.iter().filter(|other| other.name == *name).count() == 1;
        if is_alone { name } else { &self.specs[player] }
    }

    fn json(&self, flags: &MatchFlags) -> String {
        let order = self.order();
        let player = |&player: &usize| {
            let (Elo { rating, error }, (points, games, attack)) = (self.ratings[player], self.whole(player));
            let against: Vec<Option<f64>> =
                order.iter().map(|&other| self.against(player, other).map(|(points, _)| points)).collect();
            json!({
                "player": self.specs[player], "name": self.players[player].name, "elo": rating, "error": error,
                "score": points / games.max(1) as f64, "matches": games,
                "different_games": self.of(player).map(|(pair, _)| pair.different).sum::<usize>(), "attack_a_piece": attack, "style": self.attack_figures(player), "points": against,
                "faults": self.faults(player),
            })
        };
        let players: Vec<_> = order.iter().map(player).collect();
        let told = json!({
            "games": flags.conditions.games.unwrap_or(DEFAULT_GAMES), "dealer": flags.conditions.dealing.dealer,
            "seed": flags.conditions.seed, "thinking": self.thinking, "rules": flags.conditions.rules,
            "equal_terms": flags.equal_terms, "players": players,
        });
        json_line(&told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::DuelResult;

    #[test]
    fn matches_that_are_played_again_make_no_error_of_the_elo_smaller() {
        let game = |number: usize| PlacementMatchResult {
            seed: 1,
            swapped: false,
            score: if number.is_multiple_of(4) { 0.0 } else { 1.0 },
            result: DuelResult::default(),
            seconds: [0.0; 2],
            faults: [None, None],
            unsaved: None,
        };
        let rated = |games: usize| {
            let pair = Pairing { players: [0, 1], games: (0..games).map(game).collect(), different: 4 };
            elo::elo_ratings(2, &[pair.results()])
        };
        assert_eq!(rated(36), rated(4));
        let all_different = Pairing { players: [0, 1], games: (0..36).map(game).collect(), different: 36 };
        assert!(elo::elo_ratings(2, &[all_different.results()])[0].error < rated(36)[0].error);
    }
}
