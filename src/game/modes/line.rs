//! A custom game as a line of text: `width=12 pieces=pentomino gravity=off`. Only what differs from the usual is
//! written, in the order of the table, so that two equal games have equal lines.

use super::course::{Course, GameComparison, Goal};
use super::entries::{AllowedValues, GAME_OPTIONS, GameOption};
use super::plan::Plan;
use crate::game::Mode;
use crate::game::handling::line::shortened;
use crate::rules::{RuleError, Rules};
use thiserror::Error;

/// Why a line of text is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameLineError {
    /// A word is not of the form `key=value`.
    #[error("'{0}' is not option=value")]
    Word(String),
    /// There is no option of this name.
    #[error("there is no option '{key}'; {near}")]
    Key {
        /// The name as it was written, shortened.
        key: String,
        /// The options that may have been meant, or else what a line is like, in words.
        near: String,
    },
    /// The option does not have this value.
    #[error("{key} is '{value}', must be {range}")]
    Value {
        /// The name of the option.
        key: &'static str,
        /// The value as it was written, shortened.
        value: String,
        /// The values that are allowed, in words.
        range: String,
    },
    /// The option of this name means nothing while the others are as they are.
    #[error("{0} means nothing here: it depends on another option")]
    Idle(&'static str),
    /// The option of this name is given twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// An option is about the goal or the garbage of a game, and the line is of the rules of a match.
    #[error("a match has no goal, no garbage and no board of its own")]
    Course,
    /// The options together make rules that are not allowed.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

/// A custom game before anything is changed: a marathon without an end.
pub fn default_custom_plan() -> Plan {
    let rules = Rules { goal_lines: 0, half_turns: true, ..Rules::marathon() };
    Plan { rules, course: Course { name: Mode::Custom.entry().name.to_owned(), ..Course::default() } }
}

/// Reads the game of a line, or of a link to the page in a browser that ends with one; an empty line is the usual game.
///
/// # Errors
/// The first thing that is wrong with the line, or with the rules that it makes.
pub fn parse(text: &str) -> Result<Plan, GameLineError> {
    let linked = text.split_once("#custom=").map(|(_, rest)| {
        let line = rest.split('&').next().unwrap_or_default();
        // What links write in another way, of all that a line is written with.
        [("+", " "), ("%20", " "), ("%3D", "="), ("%3d", "=")]
            .iter()
            .fold(line.to_owned(), |line, (written, meant)| line.replace(written, meant))
    });
    let mut plan = parse_onto(default_custom_plan(), linked.as_deref().unwrap_or(text))?;
    plan.course.better = comparison_of(&plan);
    plan.course.id = format!("custom {}", write(&plan)).trim_end().to_owned();
    Ok(plan)
}

/// What makes one custom game better than another: points where the goal is a time or there is none, else the time
/// to reach the goal.
fn comparison_of(plan: &Plan) -> GameComparison {
    match plan.course.goal {
        Goal::Time { .. } => GameComparison::Score,
        _ if plan.course.has_goal(&plan.rules) => GameComparison::Sooner,
        _ => GameComparison::Score,
    }
}

/// Applies the options of a line to a game, in the order of the table.
///
/// # Errors
/// The first thing that is wrong with the line, or with the rules that it makes.
pub fn parse_onto(mut plan: Plan, text: &str) -> Result<Plan, GameLineError> {
    let mut given: Vec<Option<u32>> = vec![None; GAME_OPTIONS.len()];
    for word in text.split_whitespace() {
        let pair = word.split_once('=').filter(|(key, _)| !key.is_empty());
        let (key, value) = pair.ok_or_else(|| GameLineError::Word(shortened(word)))?;
        let at = GAME_OPTIONS.iter().position(|option| option.key == key).ok_or_else(|| unknown(key))?;
        let option = &GAME_OPTIONS[at];
        let value = read(option, value).ok_or_else(|| wrong(option, value))?;
        if given[at].replace(value).is_some() {
            return Err(GameLineError::Twice(option.key));
        }
    }
    for (option, value) in GAME_OPTIONS.iter().zip(&given) {
        let Some(value) = value else { continue };
        if !(option.applies)(&plan) {
            return Err(GameLineError::Idle(option.key));
        }
        (option.set)(&mut plan, *value);
    }
    // An option that comes later may have left one without a use.
    let idle = GAME_OPTIONS.iter().zip(given).find(|(option, value)| value.is_some() && !(option.applies)(&plan));
    if let Some((option, _)) = idle {
        return Err(GameLineError::Idle(option.key));
    }
    plan.rules = plan.rules.checked()?;
    Ok(plan)
}

/// Reads the rules of a match of a line with the options that differ from the usual match; an empty line is that one.
///
/// # Errors
/// The first thing that is wrong with the line, or with the rules that it makes.
pub fn parse_match_rules(text: &str) -> Result<Rules, GameLineError> {
    let plan = parse_onto(Plan::from_rules(Rules::versus()), text)?;
    let is_match = plan.course == Course::default() && plan.rules.goal_lines == 0;
    if is_match { Ok(plan.rules) } else { Err(GameLineError::Course) }
}

/// Writes the rules of a match as a line, which [`parse_match_rules`] reads.
pub fn write_match_rules(rules: &Rules) -> String {
    write_from(&Plan::from_rules(*rules), Plan::from_rules(Rules::versus()))
}

/// Writes the line of a game: the options that differ from the usual game.
pub fn write(plan: &Plan) -> String {
    write_from(plan, default_custom_plan())
}

/// Writes the options that make a game of the one that is `known`.
fn write_from(plan: &Plan, mut known: Plan) -> String {
    let mut words = Vec::new();
    for option in GAME_OPTIONS {
        let value = (option.get)(plan);
        if !(option.applies)(plan) {
            continue;
        }
        // Setting one option may have brought others along.
        if (option.get)(&known) != value || !(option.applies)(&known) {
            (option.set)(&mut known, value);
            words.push(format!("{}={}", option.key, word(option, value)));
        }
    }
    words.join(" ")
}

/// The options, as a line has them, in which a game differs from another one.
pub fn differences(plan: &Plan, from: &Plan) -> Vec<String> {
    let differs = |option: &&GameOption| (option.get)(plan) != (option.get)(from) && (option.applies)(plan);
    GAME_OPTIONS
        .iter()
        .filter(differs)
        .map(|option| format!("{}={}", option.key, word(option, (option.get)(plan))))
        .collect()
}

fn word(option: &GameOption, value: u32) -> String {
    match option.allowed {
        AllowedValues::Number { .. } => value.to_string(),
        AllowedValues::Choice(choices) => {
            choices.get(value as usize).map_or(String::new(), |choice| choice.0.to_owned())
        }
        AllowedValues::Switch => if value == 0 { "off" } else { "on" }.to_owned(),
    }
}

fn read(option: &GameOption, text: &str) -> Option<u32> {
    let value = match option.allowed {
        AllowedValues::Number { .. } => text.parse().ok()?,
        AllowedValues::Choice(choices) => choices.iter().position(|choice| choice.0 == text)? as u32,
        AllowedValues::Switch => ["off", "on"].iter().position(|&word| word == text)? as u32,
    };
    option.allows(value).then_some(value)
}

fn wrong(option: &GameOption, value: &str) -> GameLineError {
    let range = match option.allowed {
        AllowedValues::Number { low, high, .. } => format!("{low}-{high}"),
        AllowedValues::Choice(choices) => choices.iter().map(|choice| choice.0).collect::<Vec<_>>().join(", "),
        AllowedValues::Switch => "on or off".to_owned(),
    };
    GameLineError::Value { key: option.key, value: shortened(value), range }
}

/// The error for an option that does not exist; it names the options that begin alike, or says what a line is like.
fn unknown(key: &str) -> GameLineError {
    let start: String = key.chars().take(2).collect();
    let alike: Vec<&str> =
        GAME_OPTIONS.iter().map(|option| option.key).filter(|known| known.starts_with(&start)).collect();
    let near = match alike.as_slice() {
        [] => "a line looks like: width=12 gravity=off".to_owned(),
        alike => format!("did you mean {}?", alike.join(" or ")),
    };
    GameLineError::Key { key: shortened(key), near }
}
