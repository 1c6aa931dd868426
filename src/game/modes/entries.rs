//! The shape of everything that can be set in a custom game: a number, one of some, or a switch, with its name and what it
//! does. The entries themselves are in `settings`.

pub use super::settings::SETTINGS;

use super::plan::Plan;

/// How a number is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// As it is.
    Plain,
    /// Ticks of a millisecond, shown in seconds.
    Ticks,
    /// Thousandths, shown in percent.
    Permille,
    /// Millionths of a G.
    MicroG,
}

/// What values an option has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number within limits, changed by steps.
    Number {
        /// The least.
        low: u32,
        /// The most.
        high: u32,
        /// A step in the editor.
        step: u32,
        /// How it reads.
        unit: Unit,
    },
    /// One of some: as a line writes it, and as a player reads it.
    Choice(&'static [(&'static str, &'static str)]),
    /// On or off.
    Switch,
}

/// Under which heading an option stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Board and pieces.
    Board,
    /// What ends it.
    Goal,
    /// Falling and locking.
    Falling,
    /// Points.
    Points,
    /// Attacks.
    Attack,
    /// Garbage.
    Garbage,
    /// Rounds.
    Rounds,
}

impl Group {
    /// As a player reads it.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Board => "Board and pieces",
            Group::Goal => "Goal",
            Group::Falling => "Falling and locking",
            Group::Points => "Points",
            Group::Attack => "Attack",
            Group::Garbage => "Garbage",
            Group::Rounds => "Rounds",
        }
    }
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// As a line writes it.
    pub key: &'static str,
    /// As a player reads it.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its heading.
    pub group: Group,
    /// Its values.
    pub shape: Shape,
    /// Whether it means anything, as the others are.
    pub applies: fn(&Plan) -> bool,
    /// Its value; of a choice, the place.
    pub get: fn(&Plan) -> u32,
    /// Sets it. The value has been checked against the shape.
    pub set: fn(&mut Plan, u32),
}

impl Setting {
    /// Whether the value is one of the shape's.
    pub fn allows(&self, value: u32) -> bool {
        match self.shape {
            Shape::Number { low, high, .. } => (low..=high).contains(&value),
            Shape::Choice(choices) => (value as usize) < choices.len(),
            Shape::Switch => value < 2,
        }
    }
}

/// The value as a player reads it.
pub fn written(setting: &Setting, value: u32) -> String {
    match setting.shape {
        Shape::Switch => if value == 0 { "Off" } else { "On" }.to_owned(),
        Shape::Choice(choices) => choices.get(value as usize).map_or(String::new(), |choice| choice.1.to_owned()),
        Shape::Number { unit, .. } => match unit {
            Unit::Plain => value.to_string(),
            Unit::Ticks if value >= 60_000 => format!("{}:{:02} min", value / 60_000, value / 1000 % 60),
            Unit::Ticks if value < 1000 => format!("{value} ms"),
            Unit::Ticks => format!("{}.{} s", value / 1000, value % 1000 / 100),
            Unit::Permille => format!("{}.{} %", value / 10, value % 10),
            Unit::MicroG => format!("{}.{:04} G", value / 1_000_000, value % 1_000_000 / 100),
        },
    }
}
