//! The history: every finished game of a person, one line of JSON each, in `history.jsonl` in the data folder.
//!
//! Lines are only ever added. A line that cannot be read is reported and stays where it is.

use super::{own_players, rivals};
use crate::doors::files;
use crate::doors::files::reason;
use crate::game::modes::plan::{BLITZ_MINUTES, DIG_DEPTHS, SPRINT_LENGTHS};
use crate::game::replay::Replay;
use crate::game::stats::{ClearKind, PlayerFigures};
use crate::game::{Mode, Pace};
use crate::measure::Rating;
use crate::storage::json_lines::without_mark;
use crate::storage::{calendar, cast, csv};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "history.jsonl";
/// The name of the file that the history is exported to.
pub const CSV_NAME: &str = "history.csv";

/// How a game ended for the person who played it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameOutcome {
    /// The goal was reached, or the opponent beaten.
    Won,
    /// The opponent won against the person.
    Lost,
    /// Nobody won against the other.
    Drawn,
    /// A game for one that had no goal, or did not reach it.
    #[default]
    Ended,
}

impl GameOutcome {
    /// The word for this outcome in files and columns.
    pub const fn id(self) -> &'static str {
        match self {
            GameOutcome::Won => "won",
            GameOutcome::Lost => "lost",
            GameOutcome::Drawn => "drawn",
            GameOutcome::Ended => "ended",
        }
    }

    /// The points of the game for a rating: 1 where it was won, 0.5 where nobody won, 0 where it was lost.
    pub const fn points(self) -> f64 {
        match self {
            GameOutcome::Won => 1.0,
            GameOutcome::Drawn | GameOutcome::Ended => 0.5,
            GameOutcome::Lost => 0.0,
        }
    }
}

/// The computer player of a game, with its speed and slips.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ComputerOpponent {
    /// The SPEC of the player, as on the command line: `iwumbwe:7`.
    pub spec: String,
    /// The speed of the computer player.
    pub pace: Pace,
    /// How often the computer player's hand slips, 0-5.
    #[serde(default)]
    pub slips: u8,
}

impl ComputerOpponent {
    /// The name of the player in menus; the SPEC itself if it is no longer one that can be read.
    pub fn title(&self) -> String {
        self.spec
            .parse()
            .map_or_else(|_| self.spec.clone(), |spec| rivals::opponent_title(&spec, self.pace, self.slips))
    }

    /// The colour of the player: red, green and blue.
    pub fn colour(&self) -> [u8; 3] {
        self.spec.parse().map_or(cast::STRANGER_COLOUR, |spec| rivals::opponent_colour(&spec, self.pace, self.slips))
    }
}

/// The rating of a person after a match, and the change that the match made to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingChange {
    /// The rating after the match.
    pub rating: f64,
    /// The deviation of the rating after the match.
    pub deviation: f64,
    /// By how much the match has changed the rating.
    pub change: f64,
}

/// The opponent at another machine in a match over the network, with the result that both have signed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OnlineOpponent {
    /// The name that the opponent at the other machine had then.
    pub name: String,
    /// The opponent's public key, in hexadecimal digits.
    pub id: String,
    /// The text of the result of the match, which both programs sign.
    pub result: String,
    /// The signatures of the result: the own one, and the opponent's where it came.
    pub signatures: Vec<String>,
    /// Whether the match was decided because a player left, and so lost it.
    pub left: bool,
    /// The opponent's rating, as the opponent's program told it; `None` where the match is not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Rating>,
}

impl OnlineOpponent {
    /// The seat at which this player sat in a replay, since the signed result names both players; `None` where it is
    /// the result of another match than that of the replay.
    pub fn own_seat_in(&self, replay: &Replay) -> Option<u8> {
        let has_line = |line: String| self.result.lines().any(|signed| signed == line);
        let (seed, ticks, hash) = (replay.setup.seed, replay.ticks, replay.hash);
        let lines = [format!("seed {seed:016x}"), format!("ticks {ticks}"), format!("hash {hash:016x}")];
        if !lines.into_iter().all(has_line) {
            return None;
        }
        match ["host", "guest"].map(|side| has_line(format!("{side} {}", self.id))) {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ => None,
        }
    }
}

/// A finished game, as a line of the history has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FinishedGame {
    /// When the game ended, in seconds since 1970.
    pub date: u64,
    /// The mode, as the command line names it.
    pub mode: String,
    /// How the game ended for the person.
    pub verdict: GameOutcome,
    /// The computer player that was the opponent; `None` if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<ComputerOpponent>,
    /// The opponent at another machine; `None` if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub online: Option<OnlineOpponent>,
    /// The name of the set whose attack rules a match was played under; empty for the guideline's, which are those of
    /// the ladder, for a game without an opponent, and in lines from before it was noted.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub attack_rules: String,
    /// Whether a match against a computer player had other rules than those of a rated match; false in lines from
    /// before it was noted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unusual_rules: bool,
    /// How many rounds the person and the opponent won.
    pub rounds: [u8; 2],
    /// The figures of the person.
    pub you: PlayerFigures,
    /// The figures of the opponent; `None` if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<PlayerFigures>,
    /// The change to the rating; `None` if the game was not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<RatingChange>,
    /// Whether a player had a handicap.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub handicapped: bool,
    /// Whether the game began from a board of its own, which may make it as easy as anybody likes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_board: bool,
    /// How many hints the person asked for.
    pub hints: u32,
    /// The seed of a rated match that was not played to its end, as it was noted when it began; else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub broken_off: String,
}

impl FinishedGame {
    /// The mode of a sprint, a dig or a blitz that reached its goal, with the lines, rows or minutes of the goal;
    /// `None` for every other game. No line of the history notes the goal, but the figures tell it: a piece clears at
    /// most four lines, and goals lie farther apart than that; a blitz ends with its last minute.
    pub fn reached_goal(&self) -> Option<(&str, u32)> {
        let minutes = u32::try_from(self.you.ticks.saturating_add(30_000) / 60_000).unwrap_or(u32::MAX);
        let (done, beyond, goals): (u32, u32, &[u32]) = match Mode::from_id(&self.mode)? {
            Mode::Sprint => (self.you.lines, 3, &SPRINT_LENGTHS),
            Mode::Dig => (self.you.dug, 3, &DIG_DEPTHS),
            Mode::Blitz => (minutes, 0, &BLITZ_MINUTES),
            _ => return None,
        };
        let goal = goals.iter().copied().find(|goal| (*goal..=*goal + beyond).contains(&done))?;
        (self.verdict == GameOutcome::Won).then_some((self.mode.as_str(), goal))
    }

    /// Whether it was the person who left a match with somebody elsewhere, and so lost it; false if the other player
    /// did. `None` where nobody left.
    pub fn has_person_left(&self) -> Option<bool> {
        let is_left = self.online.as_ref().is_some_and(|other| other.left);
        match self.verdict {
            GameOutcome::Lost if is_left => Some(true),
            GameOutcome::Won if is_left => Some(false),
            _ => None,
        }
    }
}

/// Reads the history of a folder, oldest game first, with a warning for the lines that cannot be read. Without a file
/// the history is empty. Players of the user's own are named by where their files lie now.
pub fn load(folder: &Path) -> (Vec<FinishedGame>, Vec<String>) {
    let path = folder.join(FILE_NAME);
    let bytes = match files().read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Vec::new(), Vec::new()),
        Err(error) => {
            let reason = reason(&error);
            return (Vec::new(), vec![format!("cannot read {}: {reason}; the history is empty", path.display())]);
        }
    };
    let (mut played, mut broken) = (Vec::<FinishedGame>::new(), Vec::new());
    for (at, line) in without_mark(&bytes).split(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice(line) {
            Ok(game) => played.push(game),
            Err(_) => broken.push((at + 1).to_string()),
        }
    }
    let mut moved = BTreeMap::new();
    for foe in played.iter_mut().filter_map(|game| game.opponent.as_mut()) {
        let found = moved.entry(foe.spec.clone()).or_insert_with(|| own_players::moved_spec(folder, &foe.spec));
        if let Some(found) = found {
            foe.spec.clone_from(found);
        }
    }
    let warnings = match broken.as_slice() {
        [] => Vec::new(),
        [line] => vec![format!("{FILE_NAME}, line {line} cannot be read; it is left out and kept")],
        [first, .., last] => vec![format!(
            "{FILE_NAME}: {} lines from {first} to {last} cannot be read; they are left out and kept",
            broken.len()
        )],
    };
    (played, warnings)
}

/// Adds a game to the history of a folder. The line reaches the disk whole and on a line of its own, even after a line
/// that was cut short.
///
/// # Errors
/// An error if the file cannot be written.
pub fn append(folder: &Path, game: &FinishedGame) -> io::Result<()> {
    files().create_folders(folder)?;
    files().append_line(&folder.join(FILE_NAME), &serde_json::to_string(game).map_err(io::Error::other)?)
}

/// The history as comma-separated values, with a heading and a row for each game. Times are in seconds; rates are as
/// the game shows them.
pub fn to_csv(games: &[FinishedGame]) -> String {
    let mut heading: Vec<String> =
        "date mode result opponent opponent_pps slips rounds_won rounds_lost seconds score lines pieces \
pps apm app vs keys_per_piece finesse faults combo back_to_back attack sent received dug perfect_clears"
            .split_whitespace()
            .map(str::to_owned)
            .collect();
    heading.extend(ClearKind::ALL.iter().map(|kind| kind.id().replace('-', "_")));
    heading.extend(["rating", "rating_change", "hints", "attack_rules", "opponent_id"].map(str::to_owned));
    std::iter::once(heading).chain(games.iter().map(row)).map(|row| row.join(",") + "\n").collect()
}

fn row(game: &FinishedGame) -> Vec<String> {
    let you = &game.you;
    let real = |value: f64| format!("{value:.3}");
    let foe = game.opponent.as_ref();
    let mut row = vec![
        calendar::format_universal_minute(game.date),
        csv::cell(&game.mode),
        game.verdict.id().to_owned(),
        match (foe, &game.online) {
            (Some(foe), _) => csv::cell(&foe.spec),
            (None, Some(other)) => csv::cell(&other.name),
            (None, None) => String::new(),
        },
        foe.map_or_else(String::new, |foe| real(f64::from(foe.pace.milli_pps) / 1000.0)),
        foe.map_or_else(String::new, |foe| foe.slips.to_string()),
        game.rounds[0].to_string(),
        game.rounds[1].to_string(),
        real(you.ticks as f64 / 1000.0),
        you.score.to_string(),
    ];
    row.extend([you.lines, you.pieces].map(|count| count.to_string()));
    row.extend([you.pps(), you.apm(), you.attack_per_piece(), you.versus_score(), you.kpp()].map(real));
    row.push(you.finesse_share().map_or_else(String::new, real));
    row.push(you.faults.to_string());
    row.extend([you.combo, you.back_to_back].map(|count| count.to_string()));
    row.extend([you.attack, you.sent, you.received, you.dug, you.perfect].map(|count| count.to_string()));
    row.extend(you.clears.map(|count| count.to_string()));
    row.push(game.rated.map_or_else(String::new, |rated| format!("{:.1}", rated.rating)));
    row.push(game.rated.map_or_else(String::new, |rated| format!("{:.1}", rated.change)));
    row.push(game.hints.to_string());
    row.push(csv::cell(&game.attack_rules));
    // People may have the same name; nobody has another's key.
    row.push(game.online.as_ref().map_or_else(String::new, |other| csv::cell(&other.id)));
    row
}

/// How many of some games, such as those against one opponent, the person won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinRecord {
    /// How many games the person won.
    pub won: u32,
    /// How many games were drawn, or ended without being won or lost.
    pub drawn: u32,
    /// How many games the person lost.
    pub lost: u32,
}

impl WinRecord {
    /// Wins, draws and losses of these games. Those that were neither won nor lost count as drawn.
    pub fn from_games<'a>(games: impl Iterator<Item = &'a FinishedGame>) -> Self {
        let mut standings = Self::default();
        for game in games {
            standings.count(game.verdict);
        }
        standings
    }

    /// Counts a game that ended so. One that was neither won nor lost counts as drawn.
    pub const fn count(&mut self, verdict: GameOutcome) {
        match verdict {
            GameOutcome::Won => self.won += 1,
            GameOutcome::Lost => self.lost += 1,
            GameOutcome::Drawn | GameOutcome::Ended => self.drawn += 1,
        }
    }

    /// How many games there were in all.
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}
