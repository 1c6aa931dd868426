//! The messages, one JSON object a line, as they are written and read.
//!
//! Source: the TBP specification, its extensions `randomizer` and `move_info`, the proposed message `garbage`, and an
//! extension of our own, `pending_garbage` (docs/guide/tbp.md). Messages of other types are [`ToBot::Unknown`] or
//! [`FromBot::Unknown`]; unknown attributes are ignored, as the protocol asks.

use crate::rules::{Facing, PieceKind, PieceSet, Spin};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value};
use std::io;

/// The number of columns of the protocol's board.
pub const BOARD_WIDTH: usize = 10;
/// The number of rows of the protocol's board.
pub const BOARD_ROWS: usize = 40;

/// A message from a front end to a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToBot {
    /// The rules of the game.
    Rules {
        /// How pieces are drawn: `uniform`, `seven_bag`, `general_bag`, `unknown`.
        #[serde(default = "unknown", deserialize_with = "word")]
        randomizer: String,
        /// How garbage is told: `general` where the front end will say what garbage rises, which is a proposal.
        #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "word")]
        garbage: String,
    },
    /// A position to think about.
    Start(StartMessage),
    /// Asks for a move.
    Suggest,
    /// The move that was made.
    Play {
        /// The move that was made.
        #[serde(rename = "move")]
        made: TbpMove,
    },
    /// A piece that comes to the end of the queue.
    NewPiece {
        /// Which piece it is.
        piece: PieceLetter,
    },
    /// Garbage that rises, a proposal for bots that list the feature `garbage`.
    Garbage {
        /// The rows, the lowest last.
        rows: TbpRows,
    },
    /// Garbage that waits: an extension of our own, for bots that list the feature `pending_garbage`. The message is
    /// valid until the next `play` or `start`; without it a bot does not know what waits.
    PendingGarbage {
        /// The attacks that wait, the oldest first; empty if none does.
        attacks: Vec<PendingAttack>,
    },
    /// Ends the thinking about the position.
    Stop,
    /// Ends the bot's program.
    Quit,
    /// A message of any other type.
    #[serde(other)]
    Unknown,
}

/// Rows of garbage that wait and come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingAttack {
    /// The number of rows.
    #[serde(deserialize_with = "whole")]
    pub rows: u32,
    /// The number of the bot's piece with whose lock the rows may rise at the earliest: 1 for the current one.
    #[serde(deserialize_with = "whole")]
    pub piece: u32,
    /// Whether the rows rise then whatever is cleared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certain: bool,
}

/// A position that a bot begins to think about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartMessage {
    /// The held piece; `None` if the slot is empty.
    #[serde(default)]
    pub hold: Option<PieceLetter>,
    /// The current piece and the pieces after it.
    pub queue: Vec<PieceLetter>,
    /// Clears in a row so far.
    #[serde(default, deserialize_with = "whole")]
    pub combo: u32,
    /// Whether the last clear was a difficult one.
    #[serde(default)]
    pub back_to_back: bool,
    /// The rows of the board from the floor up.
    pub board: TbpRows,
    /// The state of the randomizer at the end of the queue; `None` where the front end does not say.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "if_readable")]
    pub randomizer: Option<Randomizer>,
}

/// The state of a randomizer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Randomizer {
    /// Every piece once before any comes again.
    SevenBag {
        /// The pieces that are left in the bag, never empty.
        bag_state: Vec<PieceLetter>,
    },
    /// A randomizer of any other type.
    #[serde(other)]
    Unknown,
}

/// A message from a bot to a front end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromBot {
    /// The bot introduces itself.
    Info {
        /// The name that the bot gives itself.
        #[serde(default)]
        name: String,
        /// The version of the bot, in any form; empty where it is no text.
        #[serde(default, deserialize_with = "text_if_any")]
        version: String,
        /// The name of the bot's author; empty where it is no text.
        #[serde(default, deserialize_with = "text_if_any")]
        author: String,
        /// The extensions of the protocol that the bot knows.
        #[serde(default)]
        features: Vec<String>,
    },
    /// The bot is ready to play by the rules.
    Ready,
    /// The bot refuses the rules.
    Error {
        /// The reason, such as `unsupported_rules`.
        #[serde(default)]
        reason: String,
    },
    /// Moves, the best first; no move at all means that the bot gives up.
    Suggestion {
        /// The moves, the best first.
        moves: Vec<TbpMove>,
        /// How the bot found the moves; `None` where it does not say.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "if_readable")]
        move_info: Option<MoveInfo>,
    },
    /// A message of any other type.
    #[serde(other)]
    Unknown,
}

/// How a bot found its moves. Everything may be missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveInfo {
    /// How many positions the bot looked at.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "whole_if_any")]
    pub nodes: Option<u64>,
    /// How many positions the bot looked at each second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<f64>,
    /// How many pieces the bot looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Any remark in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}

/// Where a piece is set down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpMove {
    /// The place where the piece is set down.
    pub location: TbpLocation,
    /// The spin by which the piece gets there, by the bot's own account.
    #[serde(default, deserialize_with = "spin")]
    pub spin: Spin,
}

/// A piece by its centre under true rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpLocation {
    /// Which piece it is.
    #[serde(rename = "type")]
    pub kind: PieceLetter,
    /// The orientation of the piece.
    pub orientation: TbpOrientation,
    /// The centre's column, 0 the leftmost.
    #[serde(deserialize_with = "whole")]
    pub x: i64,
    /// The centre's row, 0 the lowest.
    #[serde(deserialize_with = "whole")]
    pub y: i64,
}

/// The orientation of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TbpOrientation {
    /// The orientation in which a piece appears.
    North,
    /// The orientation after one clockwise turn.
    East,
    /// The orientation after two turns.
    South,
    /// The orientation after one counterclockwise turn.
    West,
}

impl From<Facing> for TbpOrientation {
    fn from(facing: Facing) -> Self {
        [Self::North, Self::East, Self::South, Self::West][facing as usize]
    }
}

impl From<TbpOrientation> for Facing {
    fn from(orientation: TbpOrientation) -> Self {
        Facing::ALL[orientation as usize]
    }
}

/// A tetromino, written as its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct PieceLetter(pub PieceKind);

impl TryFrom<char> for PieceLetter {
    type Error = String;

    fn try_from(letter: char) -> Result<Self, String> {
        let found = PieceSet::Tetromino.kinds().find(|kind| kind.letter() == letter);
        found.map(Self).ok_or_else(|| format!("there is no piece {letter:?}"))
    }
}

impl From<PieceLetter> for char {
    fn from(letter: PieceLetter) -> Self {
        letter.0.letter()
    }
}

/// Rows of ten cells, as bits of the filled ones: bit 0 is the leftmost column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec<Option<String>>>", into = "Vec<Vec<Option<char>>>")]
pub struct TbpRows(pub Vec<u16>);

impl TryFrom<Vec<Vec<Option<String>>>> for TbpRows {
    type Error = String;

    /// Reads any string as a filled cell, as the protocol has it.
    fn try_from(rows: Vec<Vec<Option<String>>>) -> Result<Self, String> {
        if rows.len() > BOARD_ROWS {
            return Err(format!("{} rows, the board has {BOARD_ROWS}", rows.len()));
        }
        let bits = |row: &Vec<Option<String>>| {
            let cells = row.iter().enumerate();
            let bits = cells.fold(0u16, |bits, (x, cell)| bits | u16::from(cell.is_some()) << x.min(15));
            (row.len() == BOARD_WIDTH)
                .then_some(bits)
                .ok_or_else(|| format!("a row of {} cells, not {BOARD_WIDTH}", row.len()))
        };
        rows.iter().map(bits).collect::<Result<_, String>>().map(Self)
    }
}

impl From<TbpRows> for Vec<Vec<Option<char>>> {
    fn from(rows: TbpRows) -> Self {
        // Nobody asks which piece a mino was part of: all are written as garbage.
        rows.0.iter().map(|row| (0..BOARD_WIDTH).map(|x| (row >> x & 1 == 1).then_some('G')).collect()).collect()
    }
}

/// The message as one line of JSON, with its newline.
///
/// # Errors
/// The error of the JSON writer.
pub fn message_line(message: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(message)? + "\n")
}

fn unknown() -> String {
    "unknown".to_owned()
}

/// Reads a word; "unknown" for anything that is no word.
fn word<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Value::deserialize(from)?.as_str().map_or_else(unknown, str::to_owned))
}

/// Reads a spin; none for anything that is no spin. Bots are careless with it, and the front end judges it anyway.
fn spin<'de, D: Deserializer<'de>>(from: D) -> Result<Spin, D::Error> {
    Ok(Spin::deserialize(Value::deserialize(from)?).unwrap_or_default())
}

/// Reads a whole number, also one that is written as 4.0: JSON has one kind of numbers, and so have some languages.
fn whole<'de, D: Deserializer<'de>, N: TryFrom<i128>>(from: D) -> Result<N, D::Error> {
    let number = Number::deserialize(from)?;
    let written_with_a_point = number.as_f64().filter(|value| value.fract() == 0.0).map(|value| value as i128);
    let value = number.as_i128().or(written_with_a_point).and_then(|value| N::try_from(value).ok());
    value.ok_or_else(|| D::Error::custom(format!("{number} cannot stand here, only a whole number")))
}

/// Reads a whole number as [`whole`] does; `None` for null.
fn whole_if_any<'de, D: Deserializer<'de>, N: TryFrom<i128>>(from: D) -> Result<Option<N>, D::Error> {
    let value = Value::deserialize(from)?;
    if value.is_null() { Ok(None) } else { whole(value).map(Some).map_err(D::Error::custom) }
}

/// Reads an optional value; `None` for anything that cannot be read.
fn if_readable<'de, D: Deserializer<'de>, T: serde::de::DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    Ok(T::deserialize(Value::deserialize(from)?).ok())
}

/// Reads a text; an empty one for anything that is no text.
fn text_if_any<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text: Option<String> = if_readable(from)?;
    Ok(text.unwrap_or_default())
}

/// What a line says: the line without blanks around it, and without the byte order mark that some programs on Windows
/// write before it.
pub(crate) fn bare(line: &str) -> &str {
    line.trim_start_matches('\u{feff}').trim()
}

/// Whether a sign is no part of a word, but acts on the text around it: it steers a terminal, ends the line, or has the
/// letters behind it run the other way, so that what stands after somebody's name reads as something else. Marks that
/// join letters, as scripts and emoji need them, do not. Source: <https://trojansource.codes>.
pub(crate) fn is_steering(sign: char) -> bool {
    sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text as one line, cut after 120 characters, with dots behind it then. Whoever sent it may have put newlines into
/// it, and other signs that [steer](is_steering) what is around them: blanks stand for these.
pub(crate) fn shortened(text: &str) -> String {
    let plain = |sign: char| if is_steering(sign) { ' ' } else { sign };
    let dots = if text.chars().nth(120).is_some() { "..." } else { "" };
    text.chars().take(120).map(plain).collect::<String>() + dots
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_written_as_the_protocol_says() {
        let location = TbpLocation { kind: PieceLetter(PieceKind::T), orientation: TbpOrientation::South, x: 4, y: 1 };
        let play = ToBot::Play { made: TbpMove { location, spin: Spin::Full } };
        assert_eq!(
            message_line(&play).unwrap(),
            "{\"type\":\"play\",\"move\":{\"location\":{\"type\":\"T\",\"orientation\":\"south\",\"x\":4,\"y\":1},\
             \"spin\":\"full\"}}\n"
        );
        assert_eq!(message_line(&ToBot::Suggest).unwrap(), "{\"type\":\"suggest\"}\n");
        let rules = ToBot::Rules { randomizer: "seven_bag".to_owned(), garbage: String::new() };
        assert_eq!(message_line(&rules).unwrap(), "{\"type\":\"rules\",\"randomizer\":\"seven_bag\"}\n");
        let attacks =
            [(4, 1, false), (2, 3, true)].map(|(rows, piece, certain)| PendingAttack { rows, piece, certain }).to_vec();
        assert_eq!(
            message_line(&ToBot::PendingGarbage { attacks }).unwrap(),
            "{\"type\":\"pending_garbage\",\"attacks\":[{\"rows\":4,\"piece\":1},{\"rows\":2,\"piece\":3,\"certain\":true}]}\n"
        );
        let rows = ToBot::Garbage { rows: TbpRows(vec![0b11_1111_1110]) };
        assert_eq!(
            message_line(&rows).unwrap(),
            "{\"type\":\"garbage\",\"rows\":[[null,\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\"]]}\n"
        );
    }

    #[test]
    fn what_nobody_knows_is_ignored() {
        let read = |line: &str| serde_json::from_str::<ToBot>(line).unwrap();
        assert_eq!(read(r#"{"type":"weather","rain":true}"#), ToBot::Unknown);
        let unknown = ToBot::Rules { randomizer: "unknown".to_owned(), garbage: String::new() };
        assert_eq!(read(r#"{"type":"rules","colour":"red"}"#), unknown);
        assert_eq!(read(r#"{"type":"rules","randomizer":7}"#), unknown);
        assert_eq!(read(r#"{"type":"stop","now":1}"#), ToBot::Stop);
        let suggestion = r#"{"type":"suggestion","moves":[{"location":{"type":"I","orientation":"east","x":0,"y":2},
            "spin":"unsure","score":3}],"move_info":{"nodes":-1}}"#;
        let read: FromBot = serde_json::from_str(suggestion).unwrap();
        let location = TbpLocation { kind: PieceLetter(PieceKind::I), orientation: TbpOrientation::East, x: 0, y: 2 };
        let expected = FromBot::Suggestion { moves: vec![TbpMove { location, spin: Spin::None }], move_info: None };
        assert_eq!(read, expected, "an unreadable spin is none, an unreadable move_info is left out");
    }

    #[test]
    fn a_bot_whose_version_is_a_number_and_whose_author_is_a_list_has_introduced_itself() {
        let info = r#"{"type":"info","name":"Puppet","version":1.2,"author":["A","B"],"features":["garbage"]}"#;
        let (name, features) = ("Puppet".to_owned(), vec!["garbage".to_owned()]);
        let expected = FromBot::Info { name, version: String::new(), author: String::new(), features };
        assert_eq!(serde_json::from_str::<FromBot>(info).unwrap(), expected);
    }

    #[test]
    fn whole_numbers_may_be_written_with_a_point() {
        let play = |x: &str| {
            let location = format!(r#"{{"type":"T","orientation":"north","x":{x},"y":1e0}}"#);
            serde_json::from_str::<ToBot>(&format!(r#"{{"type":"play","move":{{"location":{location}}}}}"#))
        };
        assert!(matches!(play("-4.0").unwrap(), ToBot::Play { made } if (made.location.x, made.location.y) == (-4, 1)));
        let error = play("4.5").unwrap_err();
        assert!(error.is_data() && error.to_string().contains("4.5 cannot stand here"), "{error}");
        let start = |combo: &str| {
            serde_json::from_str::<StartMessage>(&format!(r#"{{"queue":["T"],"board":[],"combo":{combo}}}"#))
        };
        assert_eq!(start("3.0").unwrap().combo, 3);
        assert!(["-1", "4294967296", "null", "\"3\""].map(start).iter().all(Result::is_err));
        let nodes = |nodes: &str| {
            let read = serde_json::from_str::<MoveInfo>(&format!(r#"{{"nodes":{nodes}}}"#));
            read.ok().map(|info| info.nodes)
        };
        let most = u64::MAX.to_string();
        let read = ["1e3", most.as_str(), "null", "1e20", "0.5"].map(nodes);
        assert_eq!(read, [Some(Some(1000)), Some(Some(u64::MAX)), Some(None), None, None]);
    }

    #[test]
    fn what_somebody_says_is_told_in_one_plain_line() {
        assert_eq!(shortened("no\nrules \u{1b}[31mЖ"), "no rules  [31mЖ");
        assert_eq!(shortened("Анна\u{202e}7 \u{2066}lost\u{2069}\u{2028}."), "Анна 7  lost  .", "nothing is turned");
        let joined = "e\u{301} 👩\u{200d}🚀";
        assert_eq!(shortened(joined), joined, "marks that join letters stay");
        let [whole, long] = [120, 121].map(|count| "Ж".repeat(count));
        assert_eq!((shortened(&whole), shortened(&long)), (whole.clone(), whole + "..."));
    }

    #[test]
    fn a_cell_is_filled_by_any_string() {
        let rows = r#"{"type":"garbage","rows":[[null,"G","T","grey","",null,null,null,null,null]]}"#;
        assert_eq!(serde_json::from_str::<ToBot>(rows).unwrap(), ToBot::Garbage { rows: TbpRows(vec![0b1_1110]) });
    }

    #[test]
    fn a_board_of_another_width_is_refused() {
        let start = r#"{"type":"start","queue":["I"],"board":[[null,null]]}"#;
        let error = serde_json::from_str::<ToBot>(start).unwrap_err().to_string();
        assert!(error.contains("2 cells"), "{error}");
        let error = serde_json::from_str::<ToBot>(r#"{"type":"new_piece","piece":"X"}"#).unwrap_err().to_string();
        assert!(error.contains("'X'"), "{error}");
    }
}
