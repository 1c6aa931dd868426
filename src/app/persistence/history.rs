//! The history: every finished game of a person, a line of JSON each, in `history.jsonl` in the data folder.
//!
//! Lines are only ever added. One that cannot be read is named and stays where it is.

use super::rivals;
use crate::doors::files;
use crate::game::Pace;
use crate::game::stats::{ClearKind, Figures};
use crate::storage::{calendar, cast, paths};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The file's name.
pub const FILE_NAME: &str = "history.jsonl";
/// The name of the file that the export is written to.
pub const CSV_NAME: &str = "history.csv";

/// How a game ended for the person who played it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The goal was reached, or the opponent beaten.
    Won,
    /// The opponent won.
    Lost,
    /// Nobody won.
    Drawn,
    /// A game without a goal, or one that was not reached.
    #[default]
    Ended,
}

impl Verdict {
    /// As files and columns name it.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Won => "won",
            Verdict::Lost => "lost",
            Verdict::Drawn => "drawn",
            Verdict::Ended => "ended",
        }
    }
}

/// The computer player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Foe {
    /// As on the command line: `iwumbwe:7`.
    pub spec: String,
    /// Its speed.
    pub pace: Pace,
    /// Its slips.
    #[serde(default)]
    pub slips: u8,
}

impl Foe {
    /// What menus call it; the words themselves where they name nobody any more.
    pub fn title(&self) -> String {
        self.spec.parse().map_or_else(|_| self.spec.clone(), |spec| rivals::title(&spec, self.pace, self.slips))
    }

    /// Its colour: red, green and blue.
    pub fn colour(&self) -> [u8; 3] {
        self.spec.parse().map_or(cast::STRANGER, |spec| rivals::colour(&spec, self.pace, self.slips))
    }
}

/// What a game did to the rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rated {
    /// The rating after it.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// By how much the rating has changed.
    pub change: f64,
}

/// A finished game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Played {
    /// When it ended, in seconds since 1970.
    pub date: u64,
    /// What was played, as the command line names it.
    pub mode: String,
    /// How it ended.
    pub verdict: Verdict,
    /// The computer player, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Foe>,
    /// Rounds won, one's own first.
    pub rounds: [u8; 2],
    /// One's own figures.
    pub you: Figures,
    /// The opponent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Figures>,
    /// What it did to the rating, if it was rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<Rated>,
    /// Hints asked for.
    pub hints: u32,
}

/// Where the history lies; `None` on a machine without a home.
pub fn path() -> Option<PathBuf> {
    paths::data_folder().map(|folder| folder.join(FILE_NAME))
}

/// Reads the history of a folder, oldest first, and names each line that cannot be read. Without a file there is none.
pub fn load(folder: &Path) -> (Vec<Played>, Vec<String>) {
    let path = folder.join(FILE_NAME);
    let bytes = match files().read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Vec::new(), Vec::new()),
        Err(error) => {
            return (Vec::new(), vec![format!("cannot read {}: {error}; the history is empty", path.display())]);
        }
    };
    let (mut played, mut broken) = (Vec::new(), Vec::new());
    for (at, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice(line) {
            Ok(game) => played.push(game),
            Err(_) => broken.push((at + 1).to_string()),
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

/// Adds a game to the history of a folder. The line reaches the disk whole, on a line of its own, whatever an earlier one
/// that was cut short has left.
pub fn append(folder: &Path, game: &Played) -> io::Result<()> {
    files().create_folders(folder)?;
    files().append_line(&folder.join(FILE_NAME), &serde_json::to_string(game).map_err(io::Error::other)?)
}

/// The history as comma-separated values with a heading, a row a game: times in seconds, rates as the game shows them.
pub fn csv(games: &[Played]) -> String {
    let mut heading: Vec<String> =
        "date mode result opponent opponent_pps slips rounds_won rounds_lost seconds score lines pieces \
pps apm app vs keys_per_piece finesse faults combo back_to_back attack sent received dug perfect_clears"
            .split_whitespace()
            .map(str::to_owned)
            .collect();
    heading.extend(ClearKind::ALL.iter().map(|kind| kind.id().replace('-', "_")));
    heading.extend(["rating", "rating_change", "hints"].map(str::to_owned));
    let mut text = heading.join(",");
    text.push('\n');
    for game in games {
        text.push_str(&row(game).join(","));
        text.push('\n');
    }
    text
}

fn row(game: &Played) -> Vec<String> {
    let you = &game.you;
    let real = |value: f64| format!("{value:.3}");
    let foe = game.opponent.as_ref();
    let mut row = vec![
        calendar::minute(game.date),
        quoted(&game.mode),
        game.verdict.id().to_owned(),
        foe.map_or_else(String::new, |foe| quoted(&foe.spec)),
        foe.map_or_else(String::new, |foe| real(f64::from(foe.pace.milli_pps) / 1000.0)),
        foe.map_or_else(String::new, |foe| foe.slips.to_string()),
        game.rounds[0].to_string(),
        game.rounds[1].to_string(),
        real(you.ticks as f64 / 1000.0),
        you.score.to_string(),
    ];
    row.extend([you.lines, you.pieces].map(|count| count.to_string()));
    row.extend([you.pps(), you.apm(), you.app(), you.vs(), you.kpp()].map(real));
    row.push(you.finesse().map_or_else(String::new, real));
    row.push(you.faults.to_string());
    row.extend([you.combo, you.back_to_back].map(|count| count.to_string()));
    row.extend([you.attack, you.sent, you.received, you.dug, you.perfect].map(|count| count.to_string()));
    row.extend(you.clears.map(|count| count.to_string()));
    row.push(game.rated.map_or_else(String::new, |rated| format!("{:.1}", rated.rating)));
    row.push(game.rated.map_or_else(String::new, |rated| format!("{:.1}", rated.change)));
    row.push(game.hints.to_string());
    row
}

/// A field as RFC 4180 has it: in quotes where it holds a comma, a quote or a line's end.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Wins, draws and losses against one computer player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinRecord {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl WinRecord {
    /// Those of the games that `counts` picks.
    pub fn of(games: &[Played], counts: impl Fn(&Foe) -> bool) -> Self {
        let mut standings = Self::default();
        for game in games.iter().filter(|game| game.opponent.as_ref().is_some_and(&counts)) {
            match game.verdict {
                Verdict::Won => standings.won += 1,
                Verdict::Lost => standings.lost += 1,
                Verdict::Drawn | Verdict::Ended => standings.drawn += 1,
            }
        }
        standings
    }

    /// Games in all.
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}
