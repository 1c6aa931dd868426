//! What an option of a custom game consists of: its name, what it does, and the values that it can have, which are
//! numbers, a list or on and off. The entries themselves are in `settings`.

pub use super::settings::GAME_OPTIONS;

use super::plan::Plan;

/// How a number is shown to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayUnit {
    /// A plain number, shown as it is.
    Plain,
    /// Ticks of a millisecond, shown in milliseconds, seconds or minutes.
    Ticks,
    /// Thousandths, shown in percent.
    Permille,
    /// Millionths of a G, shown in G; one G is 60 rows a second.
    MicroG,
    /// The ticks of a limit, shown in seconds or minutes; 0 means that there is no limit.
    TickLimit,
}

/// What values an option has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedValues {
    /// A number within limits, changed by steps.
    Number {
        /// The least value that is allowed.
        low: u32,
        /// The greatest value that is allowed.
        high: u32,
        /// By how much one step in the editor changes the value.
        step: u32,
        /// The unit, which says how the number is shown.
        unit: DisplayUnit,
    },
    /// One value of a list; each is given as a line writes it and as a player reads it.
    Choice(&'static [(&'static str, &'static str)]),
    /// A switch: 0 is off, 1 is on.
    Switch,
}

/// One option of a custom game.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// The option's name in a line of text.
    pub key: &'static str,
    /// The option's name as a player reads it.
    pub name: &'static str,
    /// What the option does, in a line for the player.
    pub about: &'static str,
    /// The heading under which the option stands, as a player reads it.
    pub heading: &'static str,
    /// The values that the option can have.
    pub allowed: AllowedValues,
    /// Whether the option means anything while the others are as in this plan.
    pub applies: fn(&Plan) -> bool,
    /// Reads the option's value from a plan; for a choice, the index in its list.
    pub get: fn(&Plan) -> u32,
    /// Sets the option in a plan. The value has to be an allowed one.
    pub set: fn(&mut Plan, u32),
}

impl GameOption {
    /// Whether the option can have this value.
    pub fn allows(&self, value: u32) -> bool {
        match self.allowed {
            AllowedValues::Number { low, high, .. } => (low..=high).contains(&value),
            AllowedValues::Choice(choices) => (value as usize) < choices.len(),
            AllowedValues::Switch => value < 2,
        }
    }
}

/// The value of an option as a player reads it.
pub fn value_text(option: &GameOption, value: u32) -> String {
    match option.allowed {
        AllowedValues::Switch => if value == 0 { "Off" } else { "On" }.to_owned(),
        AllowedValues::Choice(choices) => {
            choices.get(value as usize).map_or(String::new(), |choice| choice.1.to_owned())
        }
        AllowedValues::Number { unit, .. } => match unit {
            DisplayUnit::Plain => value.to_string(),
            DisplayUnit::TickLimit if value == 0 => "none".to_owned(),
            DisplayUnit::Ticks | DisplayUnit::TickLimit => match value {
                60_000.. => format!("{}:{:02} min", value / 60_000, value / 1000 % 60),
                0..1000 => format!("{value} ms"),
                _ => format!("{}.{} s", value / 1000, value % 1000 / 100),
            },
            DisplayUnit::Permille => format!("{}.{} %", value / 10, value % 10),
            DisplayUnit::MicroG => format!("{}.{:04} G", value / 1_000_000, value % 1_000_000 / 100),
        },
    }
}
