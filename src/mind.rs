//! What a computer player decides with: an evaluator of boards, weights for the search, or another program.
//!
//! A mind is plain data, so that the same mind can play a match of ticks, be measured at the level of placements, or
//! speak the bot protocol.

use crate::ai::{Brain, VisiblePosition};
use crate::movegen::{PlacementChoice, PlacementSource};
use crate::rules::Rules;
use crate::search::{BestMove, Search, SearchSettings, Think, Thought, Weights};
use crate::tbp::BotCommand;
use std::sync::Arc;

/// What a computer player decides with.
#[derive(Clone, Debug)]
pub enum Mind {
    /// A player that weighs the boards after each placement by an evaluator.
    Brain(Arc<Brain>),
    /// A player that searches with these weights of the champion.
    Searcher(Arc<Weights>),
    /// A player that is another program: the command of a bot that speaks the bot protocol. The bot is started
    /// anew for every match.
    Guest(Arc<BotCommand>),
}

impl Mind {
    /// Which placements the mind chooses from.
    pub fn placement_choice(&self) -> PlacementChoice {
        match self {
            Self::Brain(brain) => brain.settings().placements.placement_choice(),
            Self::Searcher(_) | Self::Guest(_) => PlacementChoice::Reachable,
        }
    }

    /// Whether this mind decides by the champion's search.
    pub const fn searches(&self) -> bool {
        matches!(self, Self::Searcher(_))
    }

    /// The same mind choosing from these placements. A search and a bot always choose from everything within reach.
    #[must_use]
    pub fn with_placement_source(self, placements: PlacementSource) -> Self {
        match self {
            Self::Brain(brain) => Self::Brain(Arc::new(brain.with_placements(placements))),
            other @ (Self::Searcher(_) | Self::Guest(_)) => other,
        }
    }

    /// A function that thinks for this mind, at the level of placements. A brain looks at all placements once, whatever
    /// its budget.
    ///
    /// # Errors
    /// The command of a bot, which thinks by itself.
    pub fn thinking_function(&self, rules: &Rules, means: SearchSettings) -> Result<Think, &BotCommand> {
        match self {
            Self::Brain(brain) => {
                let brain = Arc::clone(brain);
                Ok(Box::new(move |state, _, _| {
                    let (&falling, next) = state.queue.split_first()?;
                    let (hold, can_hold) = (state.hold, state.can_hold);
                    let choice =
                        brain.choose(&VisiblePosition { board: &state.board, falling, hold, can_hold, next })?;
                    Some(Thought { chosen: choice.to_move(), nodes: 0, depth: 1, agreement: None })
                }))
            }
            Self::Searcher(weights) => {
                let (weights, mut search) = (Arc::clone(weights), Search::with_settings(rules, means));
                Ok(Box::new(move |state, budget, stop| {
                    let BestMove { chosen, nodes, depth, .. } = search.find_best_move(state, &weights, budget, stop)?;
                    let agreement = search.insight().map(|insight| insight.agreement);
                    Some(Thought { chosen, nodes, depth, agreement })
                }))
            }
            Self::Guest(command) => Err(command),
        }
    }

    /// Whether the mind can play under these rules. A search plays only under those that [`Search::can_play`] allows,
    /// and the bot protocol has words for no others.
    pub fn can_play(&self, rules: &Rules) -> bool {
        match self {
            Self::Brain(_) => true,
            Self::Searcher(_) | Self::Guest(_) => Search::can_play(rules),
        }
    }
}

impl From<Brain> for Mind {
    fn from(brain: Brain) -> Self {
        Self::Brain(Arc::new(brain))
    }
}
