//! One match of two players by placements.

use super::MatchFlags;
use crate::cli::thinking::{ThinkingFlags, find_contestant};
use crate::cli::{Failure, note};
use crate::doors::files;
use crate::measure::PlacementDecider;
use crate::rules::{KickTable, Random, Rules};
use crate::search::{DuelRecord, DuelResult, DuelSettings};
use crate::storage::duels::{self, DuelPlayer, EXTENSION, SavedDuel};
use crate::storage::{Catalog, Contestant, MatchLabel, calendar};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How many ticks of game time pass from one piece of a side to its next.
const PACE: u32 = 500;
/// Pieces of a side at which a match ends.
const MOST_PIECES: u32 = 1500;

/// The result of a match, from the view of the players that the command named left and right, whichever side each had.
#[derive(Serialize, Deserialize)]
pub(super) struct PlacementMatchResult {
    pub(super) seed: u64,
    pub(super) swapped: bool,
    /// The points of the left player: 1, a half or 0.
    pub(super) score: f64,
    pub(super) result: DuelResult,
    /// How many seconds each player has thought in the whole match.
    pub(super) seconds: [f64; 2],
    /// For each player what it did wrong as a bot behind the protocol, which has cost it the game; `None` if nothing.
    pub(super) faults: [Option<String>; 2],
    /// Why the match is not saved that was to be; `None` where nothing failed.
    pub(super) unsaved: Option<String>,
}

/// How many matches a pair plays, unless a flag says otherwise.
pub(super) const DEFAULT_GAMES: u32 = 20;

/// What all matches of a command have in common.
#[derive(Clone, Copy)]
pub(super) struct MatchTerms<'a> {
    thinking: ThinkingFlags,
    /// The rules of the matches. With a program among the players nobody has half turns nor other kicks: the moves of
    /// the Tetris Bot Protocol are those of plain SRS.
    rules: Rules,
    /// Whether one of the players is a program of its own.
    with_program: bool,
    /// Whether one of the players searches.
    with_search: bool,
    /// Whether both sides have the same pieces and neither knows what garbage waits.
    equal: bool,
    seed: u64,
    /// The folder that matches are saved in; `None` to save none.
    pub(super) replays: Option<&'a Path>,
}

impl<'a> MatchTerms<'a> {
    /// The terms that the flags ask for, under these rules. The seeds of all matches derive from `seed`.
    pub(super) fn of(flags: &'a MatchFlags, rules: Rules, seed: u64, players: &[Contestant]) -> Self {
        let with_program = players.iter().any(Contestant::is_program);
        Self {
            thinking: flags.conditions.thinking,
            rules: if with_program { Rules { half_turns: false, kicks: KickTable::Srs, ..rules } } else { rules },
            with_program,
            with_search: players.iter().any(|player| player.mind.searches()),
            equal: flags.equal_terms,
            seed,
            replays: flags.replays.as_deref(),
        }
    }

    /// The limit of thinking about a piece, in words.
    pub(super) fn thinking_words(&self) -> String {
        self.thinking.describe(self.with_search, self.with_program)
    }
}

/// Finds the player that a SPEC names. A SPEC with a speed behind it is refused: matches by placements have no speeds.
pub(super) fn find_player(catalog: &Catalog, spec: &str, rules: &Rules) -> Result<Contestant, Failure> {
    find_contestant(catalog, spec, rules).map_err(|error| match super::has_speed(spec) {
        true => Failure::new(format!("{spec}: no speeds at the level of placements ({error})")),
        false => error,
    })
}

/// Makes the folder of `--replays`, if it is asked for, in which matches are saved as files with this ending. A folder
/// that has such files already is refused, since they would be written over, and so is one that cannot be read.
pub(super) fn make_replay_folder(replays: Option<&Path>, ending: &str) -> Result<(), Failure> {
    let Some(folder) = replays else { return Ok(()) };
    let failed = |what: &str| Failure::new(format!("--replays {}: {what}", folder.display()));
    let inside = files().create_folders(folder).and_then(|()| files().list(folder));
    let is_match = |path: &&PathBuf| path.extension().is_some_and(|there| there == ending);
    match inside.map_err(|error| failed(&files::reason(&error)))?.iter().find(is_match) {
        Some(path) => Err(failed(&format!("{} is there already; give another folder", path.display()))),
        None => Ok(()),
    }
}

/// Makes sure that every match is saved that was to be, by why each is not. It is asked once the results are printed:
/// long work must not be lost.
///
/// # Errors
/// When some are not saved, with the reason of the first.
pub(super) fn expect_saved<'a>(unsaved: impl Iterator<Item = Option<&'a str>>) -> Result<(), Failure> {
    let all: Vec<Option<&str>> = unsaved.collect();
    let reasons: Vec<&str> = all.iter().copied().flatten().collect();
    match reasons.first() {
        None => Ok(()),
        Some(first) => Err(Failure::new(format!("{} of {} matches are not saved: {first}", reasons.len(), all.len()))),
    }
}

/// Plays the match of this number: each two have the same seed, the second with the sides changed. On equal terms both
/// sides have the same pieces already, so that the second would be the first once more: there each has its own seed.
/// `title` begins the message about a bot that does wrong, and `stem` the name of the file that the match is saved in.
pub(super) fn play_match(
    players: [&Contestant; 2],
    specs: [&str; 2],
    terms: MatchTerms,
    number: u32,
    (title, stem): (&str, &str),
) -> PlacementMatchResult {
    let MatchTerms { thinking, ref rules, equal, seed, replays, .. } = terms;
    let course =
        DuelSettings { same_pieces: equal, untold: equal, ..DuelSettings::fully_informed(*rules, PACE, MOST_PIECES) };
    let (game, swapped) = (if equal { number } else { number / 2 }, number % 2 == 1);
    let seed = Random::derived_seed(seed, game.into());
    let mut deciders = players.map(|player| PlacementDecider::new(&player.mind, thinking.allowance(), rules));
    let [left, right] = &mut deciders;
    let (one, two) = if swapped { (right, left) } else { (left, right) };
    let record =
        DuelRecord::play_and_record(&course, seed, [&mut |state| one.decide(state), &mut |state| two.decide(state)]);
    let mut result = record.result;
    if swapped {
        result.sides.reverse();
    }
    for (decider, side) in deciders.iter().zip(["left", "right"]) {
        if let Some(fault) = &decider.fault {
            note(format_args!("{title}game {} is lost by {side} after {} pieces: {fault}", number + 1, result.pieces));
        }
    }
    let seconds = deciders.each_ref().map(|decider| decider.seconds);
    let faults = deciders.map(|decider| decider.fault.map(|fault| fault.to_string()));
    let unsaved = replays.and_then(|folder| {
        let mut seated = [0, 1].map(|side| DuelPlayer {
            name: players[side].name.clone(),
            spec: specs[side].to_owned(),
            fault: faults[side].clone(),
        });
        if swapped {
            seated.reverse();
        }
        let saved = SavedDuel {
            label: MatchLabel::for_recording(calendar::seconds_since_1970()),
            players: seated,
            thinking: terms.thinking_words(),
            record,
        };
        let path = folder.join(format!("{stem}{:04}.{EXTENSION}", number + 1));
        duels::write(&path, &saved).err().map(|error| error.to_string())
    });
    PlacementMatchResult { seed, swapped, score: result.left_score(), result, seconds, faults, unsaved }
}
