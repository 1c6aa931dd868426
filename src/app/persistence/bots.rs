//! The bots that a player has chosen as opponents before: a part of the settings.

use crate::tbp::BotCommand;
use serde::{Deserialize, Serialize};

/// The most commands that are remembered.
const MOST: usize = 8;

/// The commands of bots that speak the Tetris Bot Protocol, as they follow `tbp:` in a SPEC.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BotCommands {
    /// The commands, in the order in which they were first used; at most eight.
    pub commands: Vec<String>,
}

impl BotCommands {
    /// Remembers a command, if it is a valid one and not known yet. If there are too many then, the oldest is dropped.
    pub fn remember(&mut self, command: &str) {
        if BotCommand::read(command).is_none() || self.commands.iter().any(|known| known == command) {
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
        let mut bots = BotCommands::default();
        for command in ["one", "one", "'open", "", "two --loud"] {
            bots.remember(command);
        }
        assert_eq!(bots.commands, ["one", "two --loud"]);
        (0..MOST).for_each(|number| bots.remember(&format!("bot{number}")));
        assert_eq!((bots.commands.len(), bots.commands[0].as_str()), (MOST, "bot0"));
    }
}
