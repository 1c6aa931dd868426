//! Measuring players by their own games, under the conditions that the flags ask for.

use super::EvaluateFlags;
use crate::ai::{Brain, BrainSettings, Lookahead};
use crate::cli::Failure;
use crate::cli::output::{counted, progress_bar, serialized_name};
use crate::doors::{Moment, map_in_order};
use crate::measure::game::play_measured_game;
use crate::measure::{GameCap, MeasuredGame, Measurement, measured_game_seeds};
use crate::movegen::PlacementSource;
use crate::rules::{BoardSize, Rules};
use crate::storage::{Contestant, OpponentError};
use serde_json::{Value, json};

/// Players whose own games nothing ends stop at this many lines, unless a flag says otherwise: the best of the
/// literature play for millions.
const DEFAULT_LINES: u32 = 100_000;
/// How many games are played, unless a flag says otherwise.
const DEFAULT_GAMES: u32 = 100;

/// A player to measure, with the rules and the cap of its games: at first its own.
pub(super) struct PlayerToMeasure {
    /// The words that named it on the command line.
    pub(super) words: String,
    /// The name that is printed.
    pub(super) name: String,
    pub(super) brain: Brain,
    pub(super) rules: Rules,
    pub(super) cap: GameCap,
}

/// The games that a player played, with their figures and the seconds that they took.
pub(super) struct PlayerMeasurement {
    pub(super) player: PlayerToMeasure,
    pub(super) games: Vec<MeasuredGame>,
    pub(super) figures: Measurement,
    pub(super) seconds: f64,
}

impl PlayerToMeasure {
    /// A player that is to be measured, found by these words of the command line. It must be a [`Brain`].
    pub(super) fn of(words: &str, found: &Contestant) -> Result<Self, OpponentError> {
        let brain = Brain::clone(found.brain()?);
        Ok(Self { words: words.to_owned(), name: found.name.clone(), brain, rules: found.rules, cap: found.cap })
    }
}

impl EvaluateFlags {
    fn games(&self) -> u32 {
        self.conditions.games.unwrap_or(DEFAULT_GAMES)
    }

    /// The player as it is measured: in its own games but where the flags say otherwise.
    pub(super) fn apply_to_player(&self, own: PlayerToMeasure) -> Result<PlayerToMeasure, Failure> {
        let rules = self.rules(own.rules)?;
        let cap = match own.cap {
            cap if cap == GameCap::default() => GameCap { lines: Some(DEFAULT_LINES), ..cap },
            cap => cap,
        };
        Ok(PlayerToMeasure { brain: self.brain(&own.brain, &rules), rules, cap: self.caps.cap().unwrap_or(cap), ..own })
    }

    fn rules(&self, own: Rules) -> Result<Rules, Failure> {
        let mut rules = self.conditions.dealing.apply_to(own);
        if let Some(BoardSize { width, visible, .. }) = self.own.board {
            rules.board = BoardSize { width, visible, ..rules.board };
        }
        rules.generator = self.own.pieces.unwrap_or(rules.generator);
        rules.pieces = self.own.piece_set.unwrap_or(rules.pieces);
        Ok(rules.checked()?)
    }

    fn brain(&self, own: &Brain, rules: &Rules) -> Brain {
        let settings = own.settings();
        let lookahead = match self.own.lookahead {
            Some(0) => Lookahead::None,
            Some(_) => Lookahead::NextPiece,
            None => settings.lookahead,
        };
        let choice = self.own.placements.unwrap_or(settings.placements.placement_choice());
        let placements = choice.to_placement_source(rules);
        Brain::new(own.evaluator().clone(), BrainSettings { lookahead, placements, ..settings })
    }

    /// Plays the games of these players, one player after the other.
    pub(super) fn measure(&self, players: Vec<PlayerToMeasure>) -> Result<Vec<PlayerMeasurement>, Failure> {
        let seeds = measured_game_seeds(self.conditions.seed, self.games() as usize);
        let bar = progress_bar(players.len() * seeds.len(), "games");
        let measure = |player: PlayerToMeasure| -> Result<PlayerMeasurement, Failure> {
            bar.set_message(player.name.clone());
            let began = Moment::now();
            let games = map_in_order(self.conditions.jobs.threads(), &seeds, |&seed| {
                let game = play_measured_game(&player.brain, &player.rules, player.cap, seed);
                bar.inc(1);
                game
            })?;
            let seconds = began.elapsed().as_secs_f64();
            let figures = match player.rules.generator.leaves_little_to_chance() {
                true => Measurement::from_repeated_games(&games),
                false => Measurement::from_games(&games),
            };
            Ok(PlayerMeasurement { player, figures, games, seconds })
        };
        let measured = players.into_iter().map(measure).collect();
        bar.finish_and_clear();
        measured
    }

    /// The conditions of the games of `player`, in words. `looks` says how the player looks ahead.
    pub(super) fn describe(&self, player: &PlayerToMeasure, looks: &str) -> String {
        let Rules { board: BoardSize { width, visible, .. }, generator, pieces, .. } = &player.rules;
        let (drawn, pieces) = (serialized_name(generator), serialized_name(pieces));
        let (games, dealt) = (counted(self.games(), "game"), self.conditions.dealing.describe());
        let (seed, ends) = (self.conditions.seed, ends(player.cap));
        format!("{games} on {width}x{visible}, {drawn} {pieces}{dealt}, {looks}, seed {seed}, {ends}")
    }

    /// The conditions of the games of `player`, as JSON.
    pub(super) fn conditions_as_json(&self, player: &PlayerToMeasure) -> Value {
        let (rules, cap) = (&player.rules, player.cap);
        json!({
            "games": self.games(),
            "seed": self.conditions.seed,
            "board": format!("{}x{}", rules.board.width, rules.board.visible),
            "pieces": rules.generator,
            "dealer": self.conditions.dealing.dealer,
            "piece_set": rules.pieces,
            "lookahead": lookahead_pieces(&player.brain),
            "placements": player.brain.settings().placements.placement_choice(),
            "hold": rules.hold,
            "cap": { "lines": cap.lines, "pieces": cap.pieces, "score": cap.score },
        })
    }
}

impl PlayerMeasurement {
    /// Pieces placed a second.
    pub(super) fn pieces_per_second(&self) -> f64 {
        self.figures.pieces as f64 / self.seconds.max(1e-9)
    }
}

/// How many next pieces the player looks at, 0 or 1.
pub(super) fn lookahead_pieces(brain: &Brain) -> u8 {
    match brain.settings().lookahead {
        Lookahead::None => 0,
        Lookahead::NextPiece => 1,
    }
}

/// How a player looks ahead, in words.
pub(super) fn lookahead_words(player: &PlayerToMeasure) -> String {
    let reach = match player.brain.settings().placements {
        PlacementSource::StraightDrops => "",
        PlacementSource::Reachable(_) => ", everything within reach",
    };
    format!("lookahead {}{reach}", lookahead_pieces(&player.brain))
}

/// What ends a game, in words.
fn ends(cap: GameCap) -> String {
    let parts = [
        cap.lines.map(|lines| counted(lines, "line")),
        cap.pieces.map(|pieces| counted(pieces, "piece")),
        cap.score.map(|score| counted(score, "point")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "no cap".to_owned() } else { format!("ended at {}", parts.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cap_is_told_with_all_that_ends_a_game() {
        let cap = GameCap { lines: Some(40), ..GameCap::default() };
        assert_eq!(ends(GameCap::default()), "no cap");
        assert_eq!(ends(cap), "ended at 40 lines");
        assert_eq!(ends(GameCap { pieces: Some(1), ..GameCap::default() }), "ended at 1 piece");
        assert_eq!(
            ends(GameCap { pieces: Some(7), score: Some(900), ..cap }),
            "ended at 40 lines or 7 pieces or 900 points"
        );
    }
}
