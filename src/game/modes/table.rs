//! The table of modes: their names, what they are about, and what stands beside the board. A mode is one entry.

use crate::game::Mode;
use BoardFigure::*;

/// A figure beside a board, by what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardFigure {
    /// The points so far.
    Points,
    /// The level that the player has reached.
    Level,
    /// Lines cleared; with a goal of lines also how many it asks for, where [`Left`] does not stand beside the board.
    Lines,
    /// Clears of four lines.
    Quads,
    /// The time played in this round.
    Time,
    /// The pieces that have locked.
    Pieces,
    /// Pieces locked a second.
    Pace,
    /// Lines sent to the opponent.
    Sent,
    /// Lines of attack a minute.
    Attack,
    /// Lines of garbage that the player has received.
    Received,
    /// Difficult clears in a row behind the first: what back-to-back stands at.
    Chain,
    /// Clears in a row behind the first.
    Combo,
    /// What is left of the goal: lines, rows, cells, spins or time.
    Left,
    /// How far this game is ahead of the best one.
    Ahead,
    /// Attacks that have come by the clock.
    Waves,
    /// How often a piece was taken back.
    TakenBack,
    /// The time of the round at which the last full ten lines were cleared.
    Split,
    /// Keys pressed for each piece.
    Keys,
    /// The share of pieces set with the fewest keys.
    Finesse,
    /// The versus score: attack and garbage rows cleared together, in a hundred seconds.
    VersusScore,
}

/// A mode as menus and the board show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeInfo {
    /// The mode that the entry is about.
    pub mode: Mode,
    /// The mode's name on the command line and in files.
    pub id: &'static str,
    /// The mode's name as a player reads it.
    pub name: &'static str,
    /// What the mode is about, in a line for the player.
    pub about: &'static str,
    /// The figures in the left and the right column beside a lone board.
    pub panel: [[BoardFigure; 3]; 2],
    /// The figure that stands large under a lone board.
    pub plate: BoardFigure,
}

/// Every mode. Those for one player come first, in the order in which they are offered.
pub const MODES: [ModeInfo; 11] = [
    ModeInfo {
        mode: Mode::Marathon,
        id: "marathon",
        name: "Marathon",
        about: "Levels that fall faster every ten lines; points count",
        panel: [[Level, Lines, Quads], [Time, Pieces, Pace]],
        plate: Points,
    },
    ModeInfo {
        mode: Mode::Sprint,
        id: "sprint",
        name: "Sprint",
        about: "A set number of lines, as fast as you can",
        panel: [[Left, Split, Finesse], [Ahead, Keys, Pace]],
        plate: Time,
    },
    ModeInfo {
        mode: Mode::Blitz,
        id: "blitz",
        name: "Blitz",
        about: "A few minutes; points count",
        panel: [[Left, Level, Lines], [Ahead, Quads, Pace]],
        plate: Points,
    },
    ModeInfo {
        mode: Mode::Dig,
        id: "dig",
        name: "Dig",
        about: "Clear the garbage under you, row by row",
        panel: [[Left, Pieces, Lines], [Ahead, Quads, Pace]],
        plate: Time,
    },
    ModeInfo {
        mode: Mode::Survival,
        id: "survival",
        name: "Survival",
        about: "Garbage comes by the clock, faster and faster; last as long as you can",
        panel: [[Waves, Lines, Quads], [Attack, Pieces, Pace]],
        plate: Time,
    },
    ModeInfo {
        mode: Mode::Dealer,
        id: "dealer",
        name: "Dealer",
        about: "Deals the piece that your board wants least; points count",
        panel: [[Level, Lines, Quads], [Time, Pieces, Pace]],
        plate: Points,
    },
    ModeInfo {
        mode: Mode::Zen,
        id: "zen",
        name: "Zen",
        about: "No hurry, no end; take pieces back and put them down again",
        panel: [[Lines, Quads, TakenBack], [Time, Pieces, Pace]],
        plate: Points,
    },
    ModeInfo {
        mode: Mode::Puzzle,
        id: "puzzle",
        name: "Puzzle",
        about: "A given board, given pieces, one thing to do with them",
        panel: [[Left, Pieces, TakenBack], [Keys, Quads, Pace]],
        plate: Time,
    },
    ModeInfo {
        mode: Mode::Custom,
        id: "custom",
        name: "Custom",
        about: "Every rule as you like it, alone or against a computer player",
        panel: [[Level, Lines, Left], [Time, Pieces, Pace]],
        plate: Points,
    },
    ModeInfo {
        mode: Mode::Versus,
        id: "versus",
        name: "Versus",
        about: "Send garbage to an opponent until one of you tops out",
        panel: [[Level, Lines, Quads], [Time, Pieces, Pace]],
        plate: Points,
    },
    ModeInfo {
        mode: Mode::Watch,
        id: "watch",
        name: "Watch",
        about: "Two computer players against each other",
        panel: [[Level, Lines, Quads], [Time, Pieces, Pace]],
        plate: Points,
    },
];

impl Mode {
    /// The mode's entry in the table.
    pub fn entry(self) -> &'static ModeInfo {
        // Every mode has one, as a test makes sure.
        MODES.iter().find(|entry| entry.mode == self).unwrap_or(&MODES[0])
    }

    /// The mode that the command line and files write as `id`; `None` if there is none.
    pub fn from_id(id: &str) -> Option<Self> {
        MODES.iter().find(|entry| entry.id == id).map(|entry| entry.mode)
    }

    /// Whether players of this mode see their level: where they do not, no new level is announced.
    pub fn shows_level(self) -> bool {
        self.entry().panel.as_flattened().contains(&BoardFigure::Level)
    }

    /// Whether the mode is played alone, or may be.
    pub const fn is_single(self) -> bool {
        !matches!(self, Mode::Versus | Mode::Watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_has_one_entry_under_its_own_word() {
        for entry in MODES {
            assert_eq!(entry.mode.entry(), &entry);
            assert_eq!(Mode::from_id(entry.id), Some(entry.mode));
            assert_eq!(serde_json::to_value(entry.mode).ok(), Some(entry.id.into()), "files write the same word");
        }
    }
}
