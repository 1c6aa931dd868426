//! Another bot that plays positions on, since the champion's own matches share its taste.

use crate::games::rules;
use korobka::bots::{BotTimeouts, GuestBot};
use korobka::movegen::Move;
use korobka::review::{MoveTiming, PlayedMove, PlayoutResult};
use korobka::search::State;
use korobka::tbp::BotCommand;
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// Two of the same bot, which play positions on against each other.
pub(crate) struct BotChecker {
    command: BotCommand,
    think: Duration,
    bots: [RefCell<GuestBot>; 2],
    /// How many moves a bot did not give.
    pub(crate) faults: u32,
}

impl BotChecker {
    /// Starts two bots that think for so long about each piece.
    pub(crate) fn new(command: &BotCommand, think: Duration) -> Self {
        let bots = [(); 2].map(|()| RefCell::new(started(command)));
        Self { command: command.clone(), think, bots, faults: 0 }
    }

    /// The scores of a player who makes each of these two moves and then plays on as the opponent does: 1 for a win,
    /// 0.5 for a draw, 0 for a loss. Both matches have the same pieces and holes to come. `None` in a game alone.
    pub(crate) fn pair(
        &mut self,
        played: &PlayedMove,
        moves: [Move; 2],
        timing: MoveTiming,
        seed: u64,
    ) -> Option<[f64; 2]> {
        let opponent = played.opponent.as_ref()?;
        Some(moves.map(|first| self.play([&played.state, opponent], first, timing, seed)))
    }

    fn play(&mut self, positions: [&State; 2], first: Move, timing: MoveTiming, seed: u64) -> f64 {
        self.bots.iter().for_each(|bot| bot.borrow_mut().begin_new_round());
        let faults = Cell::new(0);
        let decide = |side: usize, state: &State| {
            let mut bot = self.bots[side].borrow_mut();
            match bot.decide(state, self.think) {
                Ok(decision) => {
                    bot.tell_played(decision.chosen);
                    Some(decision.chosen)
                }
                Err(_) => {
                    *bot = started(&self.command);
                    faults.set(faults.get() + 1);
                    None
                }
            }
        };
        let played = PlayoutResult::play(&rules(), positions, [1000; 2], first, timing, seed, &decide);
        self.faults += faults.get();
        played.score
    }
}

fn started(command: &BotCommand) -> GuestBot {
    GuestBot::start(command, &rules(), BotTimeouts::default(), false).expect("a bot that starts")
}
