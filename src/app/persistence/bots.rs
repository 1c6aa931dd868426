//! Programs that a player has sat down against: a part of the settings.

use crate::tbp::Command;
use serde::{Deserialize, Serialize};

/// How many are remembered.
const MOST: usize = 8;

/// Commands of bots that speak the Tetris Bot Protocol, as in a SPEC behind `tbp:`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bots {
    /// In the order in which they were first named.
    pub commands: Vec<String>,
}

impl Bots {
    /// Remembers one that can be read; the oldest gives way.
    pub fn remember(&mut self, command: &str) {
        if Command::read(command).is_none() || self.commands.iter().any(|known| known == command) {
            return;
        }
        self.commands.push(command.to_owned());
        let over = self.commands.len().saturating_sub(MOST);
        self.commands.drain(..over);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_remembered_each_once() {
        let mut bots = Bots::default();
        for command in ["one", "one", "'open", "", "two --loud"] {
            bots.remember(command);
        }
        assert_eq!(bots.commands, ["one", "two --loud"]);
        (0..MOST).for_each(|number| bots.remember(&format!("bot{number}")));
        assert_eq!((bots.commands.len(), bots.commands[0].as_str()), (MOST, "bot0"));
    }
}
