//! `korobka match`: who is stronger. Two players play matches, three or more a tournament, and on a ladder each plays
//! the one before it: by ticks, as in the game, or by placements, both sides setting a piece down at once.

#[cfg(feature = "game")]
mod entrants;
mod everybody;
#[cfg(feature = "game")]
mod ladder;
mod placement_match;
mod refusals;
#[cfg(feature = "game")]
mod swiss;
#[cfg(feature = "game")]
mod ticks;
#[cfg(feature = "game")]
mod tournament;
mod two_by_placements;
#[cfg(feature = "game")]
mod two_by_ticks;

use super::Failure;
use super::conditions::GameConditionFlags;
use super::given::GivenFlags;
use super::output::{expect_place_for, say};
use super::printing::PrintingFlags;
use crate::doors::files;
use crate::measure::different_games;
use crate::search::DuelResult;
use crate::storage::spec::OpponentSource;
use crate::storage::{Catalog, Spec};
use clap::{Args, ValueEnum};
use placement_match::PlacementMatchResult;
use refusals::MatchKind;
use std::path::{Path, PathBuf};

/// The first example in the help of `match`: only a build with the game plays matches by ticks.
const EXAMPLE: &str = match cfg!(feature = "game") {
    true => "korobka match iwumbwe:12 iwumbwe:0 --games 100 --pps 2",
    false => "korobka match champion:91 champion:25 --level placements --games 100",
};

fn help() -> String {
    format!(
        "\
Examples:
  {EXAMPLE}
  korobka match champion:91 champion:25 champion:8 --level placements --equal-terms

SPEC is as in 'korobka evaluate'. Where a flag takes one value for each player, commas stand
between them, in the order of SPECs; a player can be named twice, at two speeds. --games is 10 by
ticks, 20 by placements, 2 a pair and round of a tournament by ticks, 200 on a ladder. What is
printed: docs/lab/output.md."
    )
}

/// The flags of `match`: who meets whom, under which rules, and at which level.
#[derive(Debug, Args)]
#[command(after_help = help())]
pub struct MatchFlags {
    #[command(flatten)]
    given: GivenFlags,
    /// The players: two play matches, three or more a tournament
    #[arg(required = true, value_name = "SPEC")]
    players: Vec<String>,
    /// As in the game by ticks, or by placements
    #[arg(long, value_enum, hide_possible_values = true, default_value_t)]
    level: LevelFlag,
    #[command(flatten)]
    conditions: GameConditionFlags,
    /// The same pieces for both; neither is told what garbage waits
    #[arg(long)]
    equal_terms: bool,
    /// Weights that the right one of two plays without, by names or groups
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    ablate: Vec<String>,
    #[cfg(feature = "game")]
    #[command(flatten)]
    ticks: ticks::TicksFlags,
    /// Save the replay of every match in this folder
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    #[command(flatten)]
    printing: PrintingFlags,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl MatchFlags {
    /// What every match by placements is played under, to go on after their number; `thinking` is how long.
    fn terms(&self, thinking: &str) -> String {
        let GameConditionFlags { dealing, rules, seed, .. } = &self.conditions;
        let told = if self.equal_terms { "equal terms" } else { "everything told" };
        format!("{}, rules {}, {told}, {thinking}, seed {seed}", dealing.describe(), rules.name())
    }

    /// The matches by placements that intervals rest on: each different one once where a dealer has them played again.
    fn different_matches(&self, games: &[PlacementMatchResult]) -> Vec<DuelResult> {
        let GameConditionFlags { dealing, rules, .. } = &self.conditions;
        different_games(dealing.apply_to(rules.rules()).generator, games.iter().map(|game| game.result))
    }
}

/// The choices of `--level`: whether a match goes on by ticks or by placements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LevelFlag {
    /// Every thousandth of a second and every key, as in the game
    #[cfg_attr(feature = "game", default)]
    Ticks,
    /// Both sides set a piece down at once
    #[cfg_attr(not(feature = "game"), default)]
    Placements,
}

/// What matches came to: the text that is to be printed, and whether all of them are saved that were to be.
type MatchesPlayed = (String, Result<(), Failure>);

/// Plays the matches and writes what came of them.
///
/// # Errors
/// When a SPEC names no player, there are too few, a flag means nothing beside the others, the flags make rules that
/// are not allowed, or something cannot be written.
pub fn run(flags: &MatchFlags) -> Result<(), Failure> {
    flags.out.iter().try_for_each(|path| expect_place_for(path, "--out"))?;
    let played = match flags.level {
        LevelFlag::Ticks => by_ticks(flags)?,
        LevelFlag::Placements => by_placements(flags)?,
    };
    match played {
        Some((text, saved)) => write_result(flags.out.as_deref(), &text).and(saved),
        // Another rank of the cluster prints.
        None => Ok(()),
    }
}

/// Whether these words name a speed behind the player, as they once could. An @ can also be part of the name of a
/// program with its arguments, or of a file.
fn has_speed(words: &str) -> bool {
    let is_whole = || match words.parse::<Spec>().map(|spec| spec.source) {
        Ok(OpponentSource::Tbp(_)) => true,
        Ok(OpponentSource::File(path)) => {
            path.extension().is_some_and(|ending| ending == "gen") || files().size(&path).is_ok()
        }
        _ => false,
    };
    words.contains('@') && !is_whole()
}

/// Returns the number of games if it is even, so that each seed can be played from both sides; else an error.
fn even_games(games: u32) -> Result<u32, Failure> {
    match games % 2 {
        0 => Ok(games),
        _ => Err(Failure::new(format!("--games is {games}, must be even: each seed is played from both sides"))),
    }
}

/// Plays matches of placements. Returns what they came to; `None` on a rank of a cluster that is not the first.
fn by_placements(flags: &MatchFlags) -> Result<Option<MatchesPlayed>, Failure> {
    let two = match flags.players.as_slice() {
        [_] => return Err(Failure::new("a match needs two players; add a SPEC")),
        [left, right] => Some([left.as_str(), right]),
        _ => None,
    };
    let meeting = if two.is_some() { MatchKind::TwoByPlacements } else { MatchKind::Everybody };
    meeting.refuse(&flags.given)?;
    even_games(flags.conditions.games.unwrap_or(2))?;
    let catalog = Catalog::load();
    match two {
        Some(players) => two_by_placements::run(flags, &catalog, players),
        None => everybody::run(flags, &catalog),
    }
}

/// Plays matches by ticks. Returns what they came to; `None` on a rank of a cluster that is not the first.
#[cfg(feature = "game")]
fn by_ticks(flags: &MatchFlags) -> Result<Option<MatchesPlayed>, Failure> {
    let players = entrants::parse_entrants(flags)?;
    let meeting = match players.as_slice() {
        _ if flags.ticks.ladder => MatchKind::Ladder,
        _ if flags.ticks.scale.is_some() => MatchKind::Tournament,
        [_] => return Err(Failure::new("a match needs two players; add a SPEC")),
        [_, _] => MatchKind::TwoByTicks,
        _ => MatchKind::Tournament,
    };
    meeting.refuse(&flags.given)?;
    let catalog = Catalog::load();
    let text = match (meeting, players.as_slice()) {
        (MatchKind::TwoByTicks, [left, right]) => return two_by_ticks::run(flags, &catalog, [left, right]).map(Some),
        (MatchKind::Ladder, rungs) => ladder::run(flags, &catalog, rungs)?,
        (_, players) => tournament::run(flags, &catalog, players)?,
    };
    // Neither saves its matches.
    Ok(text.map(|text| (text, Ok(()))))
}

#[cfg(not(feature = "game"))]
fn by_ticks(_: &MatchFlags) -> Result<Option<MatchesPlayed>, Failure> {
    Err(Failure::new("this build has no matches by ticks; add --level placements"))
}

fn write_result(out: Option<&Path>, text: &str) -> Result<(), Failure> {
    match out {
        None => say(text),
        Some(path) => match files().write_whole(path, text.as_bytes()) {
            Ok(()) => Ok(()),
            Err(error) => {
                // Long work must not be lost.
                say(text)?;
                let (path, why) = (path.display(), files::reason(&error));
                Err(Failure::new(format!("cannot write {path}: {why}; what belongs there is on standard output")))
            }
        },
    }
}
