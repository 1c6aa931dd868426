//! What ends a game that is not lost, as flags. They are named as those of `train`.

use crate::measure::GameCap;
use clap::Args;

/// The caps of games. Where none is given, they are the player's own; where one is, the others are none.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct CapFlags {
    /// Lines that end a game, 0: none [default: its own cap, else 100000]
    #[arg(long, value_name = "N")]
    line_cap: Option<u32>,
    /// Pieces that end a game
    #[arg(long, value_name = "N")]
    pub(super) piece_cap: Option<u32>,
    /// Points that end a game
    #[arg(long, value_name = "N")]
    score_cap: Option<u32>,
}

impl CapFlags {
    /// What ends a game by these flags; `None` where they leave that to the player.
    pub(super) fn cap(self) -> Option<GameCap> {
        let asked = [self.line_cap, self.piece_cap, self.score_cap];
        let [lines, pieces, score] = asked.map(|cap| cap.filter(|number| *number > 0));
        asked.iter().any(Option::is_some).then_some(GameCap { lines, pieces, score: score.map(u64::from) })
    }
}
