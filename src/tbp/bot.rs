//! The bot's side of the protocol: what each message of a front end does, and what is answered. Lines come in and
//! answers go out; pipes are elsewhere.

use super::message::{FromBot, MoveInfo, TbpMove, ToBot, bare, shortened};
use super::position::{TbpPosition, move_of};
use super::thoughts::PositionThinker;
use crate::ai::{Brain, VisiblePosition, literature};
use crate::movegen::{AllowedMoves, Landings, Placement, PlacementChoice};
use crate::rules::Rules;
use crate::search::Agreement;

/// The row of a piece's lowest mino where it appears, by the protocol. In games that have pieces appear one row higher
/// and come down at once, a piece may find room there that it does not find here.
pub const SPAWN_ROW: u8 = 19;
/// The most moves that are suggested.
const MOST_MOVES: usize = 8;
/// The published controller that orders the spare moves when the search has no more: front ends take the first that
/// they can make.
const SPARES_BY: &str = "bcts";

/// What the bot does after it has heard a line.
#[derive(Clone, Debug, PartialEq)]
pub enum BotReaction {
    /// The bot says nothing.
    Nothing,
    /// The bot sends this message.
    Say(FromBot),
    /// The bot writes this line to standard error, because a message cannot be used.
    Complain(String),
    /// The bot ends, because it was asked to.
    Quit,
    /// The bot has broken down: it has no answer any more.
    BrokenDown,
}

/// One of our players, as a bot of the protocol.
#[derive(Debug)]
pub struct Bot {
    name: String,
    moves: AllowedMoves,
    landings: Landings,
    spares: Option<Brain>,
    thinking: Box<dyn PositionThinker>,
    position: Option<TbpPosition>,
}

impl Bot {
    /// A bot with this name that thinks by `thinking`. The rules say what moves pieces make.
    pub fn new(name: &str, rules: &Rules, thinking: impl PositionThinker + 'static) -> Self {
        let spares = literature::published_controller(SPARES_BY).and_then(|controller| controller.brain().ok());
        Self {
            name: name.to_owned(),
            moves: AllowedMoves { spawn_row: Some(SPAWN_ROW), ..AllowedMoves::of(rules) },
            landings: Landings::new(),
            spares: spares.map(|brain| brain.with_placements(PlacementChoice::Reachable.to_placement_source(rules))),
            thinking: Box::new(thinking),
            position: None,
        }
    }

    /// The message with which the bot introduces itself, before it says anything else.
    pub fn info(&self) -> FromBot {
        FromBot::Info {
            name: self.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "the Korobka project".to_owned(),
            features: ["randomizer", "move_info", "garbage", "pending_garbage"].map(str::to_owned).to_vec(),
        }
    }

    /// Does what a line of the protocol asks, and returns the answer. A message that cannot be used changes nothing.
    pub fn answer_line(&mut self, line: &str) -> BotReaction {
        let line = bare(line);
        if line.is_empty() {
            return BotReaction::Nothing;
        }
        let message = match serde_json::from_str(line) {
            Ok(message) => message,
            Err(error) => {
                let why = shortened(&error.to_string());
                return BotReaction::Complain(format!("not understood: {why}: {}", shortened(line)));
            }
        };
        let missing = |what: &str| format!("{what} without a start");
        let known = self.position.as_mut();
        let changed = match message {
            // Whatever deals the pieces: only those that are shown are searched.
            ToBot::Rules { .. } => return BotReaction::Say(FromBot::Ready),
            ToBot::Suggest => return self.suggest(),
            ToBot::Quit => return BotReaction::Quit,
            ToBot::Unknown => return BotReaction::Nothing,
            ToBot::Start(start) => {
                self.position = Some(TbpPosition::from_start(&start));
                Ok(())
            }
            ToBot::Stop => {
                self.position = None;
                Ok(())
            }
            ToBot::Play { made } => known.ok_or_else(|| missing("a move")).and_then(|known| {
                let made = known.game_move(&made);
                // The front end knows by which keys the piece got there: it may allow more than we do.
                known.play(made.map_err(|error| format!("a move that cannot be: {error}"))?);
                Ok(())
            }),
            ToBot::NewPiece { piece } => known.map(|known| known.append(piece.0)).ok_or_else(|| missing("a piece")),
            ToBot::Garbage { rows } => known.map(|known| known.raise(&rows)).ok_or_else(|| missing("garbage")),
            ToBot::PendingGarbage { attacks } => {
                known.map(|known| known.set_waiting_garbage(&attacks)).ok_or_else(|| missing("garbage"))
            }
        };
        match changed {
            Ok(()) => {
                self.thinking.think_about(self.position.as_ref().map(TbpPosition::state));
                BotReaction::Nothing
            }
            Err(why) => BotReaction::Complain(format!("ignored: {why}")),
        }
    }

    fn suggest(&mut self) -> BotReaction {
        let Some(position) = &self.position else {
            return BotReaction::Complain("ignored: a question without a start".to_owned());
        };
        let Some(thoughts) = self.thinking.thoughts() else { return BotReaction::BrokenDown };
        // Who looks at straight drops alone may want one to which no keys lead near the top of the board.
        let wanted = thoughts.best.iter().chain(&thoughts.others).map(|thought| move_of(thought.chosen.placement));
        let (found, beyond_reach): (Vec<_>, Vec<_>) =
            wanted.partition(|made| position.reachable_move(made, &self.moves, &mut self.landings).is_ok());
        let spare = spares(position, self.spares.as_ref(), &self.moves, &mut self.landings).into_iter().map(move_of);
        let mut moves: Vec<TbpMove> = Vec::new();
        for made in found.into_iter().chain(spare).chain(beyond_reach) {
            if moves.len() < MOST_MOVES && !moves.iter().any(|known| known.location == made.location) {
                moves.push(made);
            }
        }
        let info = thoughts.best.map(|best| MoveInfo {
            nodes: Some(thoughts.nodes),
            nps: Some(thoughts.nodes as f64 / thoughts.seconds.max(1e-6)),
            depth: Some(best.depth.into()),
            extra: best.agreement.and_then(agreement_in_words),
        });
        BotReaction::Say(FromBot::Suggestion { moves, move_info: info })
    }
}

/// How far the worlds of a search agree on its move, in words; `None` where it was the only one that it looked at.
fn agreement_in_words(Agreement { worlds, agreeing }: Agreement) -> Option<String> {
    (worlds > 1).then(|| format!("best in {agreeing} of {worlds} guesses at what comes"))
}

/// Placements for a front end that refuses the best one, in the order of their worth; empty if no piece has a place.
fn spares(
    position: &TbpPosition,
    brain: Option<&Brain>,
    moves: &AllowedMoves,
    landings: &mut Landings,
) -> Vec<Placement> {
    let state = position.state();
    let ranked = brain.zip(state.queue.split_first()).map(|(brain, (&falling, next))| {
        brain.rank(&VisiblePosition { board: &state.board, falling, hold: state.hold, can_hold: true, next })
    });
    let ranked = ranked.unwrap_or_default();
    if !ranked.is_empty() {
        return ranked.iter().take(MOST_MOVES).map(|ranked| ranked.placement()).collect();
    }
    // Near the top even a lost place is better than none.
    let mut all = Vec::new();
    let by_hold = state.hold.or(state.queue.get(1).copied());
    for kind in state.queue.first().copied().into_iter().chain(by_hold) {
        crate::movegen::find_landings(&state.board, kind, moves, landings);
        all.extend(landings.iter());
    }
    all.sort_by_key(|placement| placement.piece.row_range().1);
    all.truncate(MOST_MOVES);
    all
}
