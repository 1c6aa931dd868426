//! A mind at a seat: how it thinks about a piece, and with which handling it plays.
//!
//! A thought owns what it needs, so that a task can take it along. It knows no keys and no time: how much a search
//! looks at follows from the player's speed, never from the clock, so that the same match thinks the same.

use super::guest::BotSession;
use super::pace::Pace;
use crate::ai::brain::{Brain, VisiblePosition};
use crate::doors::threads::unpoisoned;
use crate::game::handling::{Handling, SoftDrop};
use crate::mind::Mind;
use crate::movegen::{AllowedMoves, Move, PlacementSource};
use crate::rules::Rules;
use crate::search::request::{SearchReply, SearchRequest, json_line};
use crate::search::{MoveLineComparer, Search, State, Weights};
use std::borrow::Cow;
use std::sync::{Arc, Mutex};

/// How many nodes a search may look at for each tick that a piece takes: a tenth of what one core of
/// an ordinary machine manages.
const NODES_A_TICK: u64 = 600;
/// The fewest and the most nodes that a search looks at for one piece.
const NODES: (u64, u64) = (10_000, 200_000);
/// How many nodes a search makes for each move that it expects after a first one.
const NODES_OF_EXPECTED_MOVE: u64 = 2_000;
/// The ticks for a piece below which a computer player's soft drop goes to the ground at once.
const UNHURRIED: u64 = 700;
/// Ticks that a piece takes a player who is as fast as the keys can go.
const FASTEST: u64 = 30;

/// The handling that a mind plays with. One that tucks and spins at speed has no time to wait for a soft drop by rows.
pub fn handling_for_mind(mind: &Mind, pace: Pace) -> Handling {
    let quick = Handling { das: 60, arr: 0, soft_drop: SoftDrop::Factor(40), ..Handling::STANDARD };
    match mind {
        Mind::Brain(_) => Handling::STANDARD,
        _ if ticks_a_piece(pace) < UNHURRIED => Handling { soft_drop: SoftDrop::Instant, ..quick },
        Mind::Searcher(_) | Mind::Guest(_) => quick,
    }
}

/// A mind at a seat, ready to think.
#[derive(Clone, Debug)]
pub(super) enum Thinker {
    Brain(Arc<Brain>),
    Searcher {
        weights: Arc<Weights>,
        /// The search, whose memory is kept from piece to piece. Only one thought runs at a time.
        search: Arc<Mutex<Search>>,
        rules: Rules,
        nodes: u64,
    },
    /// A bot, which is asked and not waited for.
    Guest(Arc<BotSession>),
    /// A mind that cannot play under these rules: the hand drops its pieces.
    Misplaced,
}

impl Thinker {
    /// Makes a mind ready to play at a seat. `moves` says how pieces move there, for minds that do
    /// more than straight drops.
    pub(super) fn new(mind: &Mind, rules: &Rules, pace: Pace, moves: Option<AllowedMoves>) -> Self {
        match (mind, moves) {
            (Mind::Brain(brain), None) => Self::Brain(Arc::clone(brain)),
            (Mind::Brain(brain), Some(moves)) => {
                Self::Brain(Arc::new(brain.with_placements(PlacementSource::Reachable(moves))))
            }
            (Mind::Searcher(_) | Mind::Guest(_), _) if !mind.can_play(rules) => Self::Misplaced,
            (Mind::Guest(command), moves) => Self::Guest(Arc::new(BotSession::begin(
                command,
                rules,
                moves.unwrap_or_else(|| AllowedMoves::of(rules)),
            ))),
            (Mind::Searcher(weights), _) => Self::Searcher {
                weights: Arc::clone(weights),
                search: Arc::new(Mutex::new(Search::new(rules))),
                rules: *rules,
                nodes: (ticks_a_piece(pace) * NODES_A_TICK).clamp(NODES.0, NODES.1),
            },
        }
    }

    /// Every placement that the mind considers, the best first, and how a search came to it; empty for a bot and for a
    /// mind that cannot play here.
    pub(super) fn rank_placements(&self, state: &State) -> SearchReply {
        match self {
            Self::Brain(brain) => {
                let Some((&falling, next)) = state.queue.split_first() else { return SearchReply::default() };
                let (hold, can_hold) = (state.hold, state.can_hold);
                let view = VisiblePosition { board: &state.board, falling, hold, can_hold, next };
                SearchReply { placements: brain.rank(&view), insight: None }
            }
            // A search that broke off in the middle left nothing that the next one reads.
            Self::Searcher { weights, search, nodes, .. } => {
                let mut search = unpoisoned(search.lock());
                let placements = search.rank(state, weights, *nodes);
                SearchReply { placements, insight: search.insight() }
            }
            Self::Guest(_) | Self::Misplaced => SearchReply::default(),
        }
    }

    /// The request by which a worker computes the same as [`rank_placements`](Self::rank_placements); `None` for minds
    /// that do not search.
    pub(super) fn worker_request(&self, state: &State) -> Option<String> {
        let Self::Searcher { weights, rules, nodes, .. } = self else { return None };
        let (weights, state) = (Cow::Borrowed(weights.as_ref()), Cow::Borrowed(state));
        json_line(&SearchRequest { rules: *rules, weights, state, nodes: *nodes }).ok()
    }

    /// A move of a position, and those that the search expects after it through the pieces on show. It is beside all
    /// decisions, and shares nothing with them. Empty for minds that do not search.
    pub(super) fn expected_line(&self, state: &State, first: Move) -> Vec<Move> {
        let Self::Searcher { weights, rules, .. } = self else { return Vec::new() };
        MoveLineComparer::new(rules).best_line_from(state, weights, first, NODES_OF_EXPECTED_MOVE)
    }

    /// The evaluator that this mind is; `None` where something else decides.
    pub(super) const fn brain(&self) -> Option<&Arc<Brain>> {
        match self {
            Self::Brain(brain) => Some(brain),
            Self::Searcher { .. } | Self::Guest(_) | Self::Misplaced => None,
        }
    }

    /// About how many positions the search looks at for a piece; `None` where something else decides.
    pub(super) const fn nodes_a_piece(&self) -> Option<u64> {
        match self {
            Self::Searcher { nodes, .. } => Some(*nodes),
            Self::Brain(_) | Self::Guest(_) | Self::Misplaced => None,
        }
    }

    /// The bot that this mind is; `None` where something else decides.
    pub(super) const fn bot_session(&self) -> Option<&Arc<BotSession>> {
        match self {
            Self::Guest(session) => Some(session),
            Self::Brain(_) | Self::Searcher { .. } | Self::Misplaced => None,
        }
    }
}

/// About how many ticks a piece takes a player of this pace.
pub(super) fn ticks_a_piece(pace: Pace) -> u64 {
    if pace == Pace::FASTEST { FASTEST } else { pace.ticks_per_piece() }
}
