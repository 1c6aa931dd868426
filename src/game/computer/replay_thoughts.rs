//! What the computer players of a replay thought, thought again for somebody who watches it.
//!
//! A thought follows from the position in which its piece appeared and from the player's speed. So positions are noted
//! as the replay comes by, and a player that is asked again answers as it did then. All of this stands beside the
//! match: it reads the components of players and changes none.
//!
//! A player that sat down while its piece fell, since the match was taken over or continued, thought about that one
//! piece in the middle of its fall. Here it thinks as if it had sat there when the piece appeared.

use super::thinker::Thinker;
use super::{Known, ThinkingPlace, ThoughtState, Watched, moves_of, rival_of, state_at};
use crate::ai::brain::{Brain, RankedPlacement};
use crate::game::components::{Falling, Field, LockedPiece, MAX_SEATS, Match, PieceDealer, Score, Seat, TickOutcome};
use crate::game::setup::{RecordedPlayer, SeatControl, SeatSetup, StartMatch};
use crate::game::tick::TickSystems;
use crate::movegen::Move;
use crate::rules::Rules;
use crate::search::request::SearchReply;
use crate::search::{SearchInsight, State, WaitingGarbage};
use bevy::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most pieces of a seat that are remembered: hours of play.
const MOST_PIECES: usize = 50_000;

/// What the computer players of the replay on show thought of their pieces, as far as somebody has asked.
#[derive(Resource, Debug, Default)]
pub struct ReplayThoughts {
    /// Whether somebody wants to see thoughts, without which nobody thinks.
    pub are_wanted: bool,
    seats: [SeatThoughts; MAX_SEATS],
}

/// The pieces of a seat of a replay, and the last thought about one of them.
#[derive(Debug, Default)]
struct SeatThoughts {
    /// The pieces that have appeared, by their numbers: `Falling::serial`.
    pieces: BTreeMap<u32, NotedPiece>,
    /// Who played here, and that player, ready to think again; or in words why it cannot.
    player: Option<(RecordedPlayer, Result<Thinker, String>)>,
    /// The number of the piece that is thought about.
    serial: u32,
    thought: ThoughtState,
    followed: Option<FollowedMove>,
}

/// A move of a piece of a replay, and those that its player expects after it.
#[derive(Debug)]
struct FollowedMove {
    /// The number of the piece, as in [`NotedPiece`].
    serial: u32,
    first: Move,
    line: Vec<Move>,
}

/// A piece of a replay, as its player saw it when it appeared.
#[derive(Clone, Debug)]
struct NotedPiece {
    /// The number of the piece with which the thought began, which a hold does not change.
    serial: u32,
    /// The round, and how many pieces the player had locked in it.
    moment: (u32, u32),
    state: State,
}

impl SeatThoughts {
    fn noted(&self, falling: &Falling) -> Option<&NotedPiece> {
        self.pieces.get(&falling.serial).filter(|_| falling.piece.is_some())
    }
}

impl ReplayThoughts {
    fn seat(&self, seat: Seat) -> Option<&SeatThoughts> {
        self.seats.get(seat.index())
    }

    fn thinker(&self, seat: Seat) -> Option<&Thinker> {
        self.seat(seat)?.player.as_ref()?.1.as_ref().ok()
    }

    /// Whether it is known who thinks again for the player of this seat, or why nobody does.
    pub fn has_looked_for(&self, seat: Seat, setup: &SeatSetup) -> bool {
        let SeatControl::Elsewhere(recorded) = &setup.control else { return false };
        let known = self.seat(seat).and_then(|of_seat| of_seat.player.as_ref());
        known.is_some_and(|(known, _)| known == recorded)
    }

    /// Takes the player that was found for a seat of the replay, or a line that says why there is none. A bot, which
    /// may answer otherwise each time, is not started.
    pub fn set_player(
        &mut self,
        seat: Seat,
        recorded: RecordedPlayer,
        found: Result<SeatSetup, String>,
        rules: &Rules,
    ) {
        let Some(of_seat) = self.seats.get_mut(seat.index()) else { return };
        of_seat.player = Some((recorded, found.and_then(|found| thinker_of(&found, rules))));
        (of_seat.thought, of_seat.followed) = (ThoughtState::Idle, None);
    }

    /// Lets the player of a seat think about its piece in play, if it has not done so. A player that still thinks
    /// about an earlier piece ends that first, so that a fast replay leaves pieces out.
    pub fn think(&mut self, seat: Seat, falling: &Falling, thinking: &ThinkingPlace) {
        let Some(of_seat) = self.seats.get_mut(seat.index()) else { return };
        if let ThoughtState::Running(underway) = &of_seat.thought {
            let Some(reply) = underway.reply() else { return };
            of_seat.thought = ThoughtState::Done(reply);
        }
        let (Some((_, Ok(thinker))), Some(noted)) = (&of_seat.player, of_seat.noted(falling)) else { return };
        if noted.serial == of_seat.serial && matches!(of_seat.thought, ThoughtState::Done(_)) {
            return;
        }
        let (thinker, state, serial) = (thinker.clone(), noted.state.clone(), noted.serial);
        (of_seat.serial, of_seat.thought) = (serial, ThoughtState::begin(thinking, thinker, state));
    }

    /// Breaks off every thought that is not done.
    pub fn rest(&mut self) {
        for of_seat in &mut self.seats {
            if matches!(of_seat.thought, ThoughtState::Running(_)) {
                of_seat.thought = ThoughtState::Idle;
            }
        }
    }

    /// The placements of a seat's piece in play, best first, and which of them its hand came to, if it `locked` there.
    /// Nothing while the thought is not done.
    pub fn ranked_and_target(
        &self,
        seat: Seat,
        falling: &Falling,
        locked: Option<LockedPiece>,
    ) -> (&[RankedPlacement], Option<usize>) {
        match self.reply_about(seat, falling) {
            Some(reply) => (&reply.placements, locked.and_then(|locked| place_of(&reply.placements, locked))),
            None => (&[], None),
        }
    }

    /// How a search came to the best placement of a seat's piece in play; `None` while the thought is not done, and for
    /// players that do not search.
    pub fn search_insight(&self, seat: Seat, falling: &Falling) -> Option<SearchInsight> {
        self.reply_about(seat, falling)?.insight
    }

    /// Lets a player that searches follow a placement of its piece in play through the pieces on show. Nothing happens
    /// where that is done.
    pub fn follow(&mut self, seat: Seat, falling: &Falling, placement: &RankedPlacement) {
        let Some(of_seat) = self.seats.get_mut(seat.index()) else { return };
        let (Some((_, Ok(thinker))), Some(noted)) = (&of_seat.player, of_seat.noted(falling)) else { return };
        let (serial, first) = (noted.serial, placement.to_move());
        if of_seat.followed.as_ref().is_none_or(|known| (known.serial, known.first) != (serial, first)) {
            let line = thinker.expected_line(&noted.state, first);
            of_seat.followed = Some(FollowedMove { serial, first, line });
        }
    }

    /// The moves that were followed last, if they begin with the piece in play of a seat; else none.
    pub fn followed_line(&self, seat: Seat, falling: &Falling) -> &[Move] {
        let of_seat = self.seat(seat);
        let noted = of_seat.and_then(|of_seat| of_seat.noted(falling));
        match (noted, of_seat.and_then(|of_seat| of_seat.followed.as_ref())) {
            (Some(noted), Some(followed)) if followed.serial == noted.serial => &followed.line,
            _ => &[],
        }
    }

    /// The garbage that the player of a seat knew of when its piece in play appeared.
    pub fn known_garbage(&self, seat: Seat, falling: &Falling) -> WaitingGarbage {
        let noted = self.seat(seat).and_then(|of_seat| of_seat.noted(falling));
        noted.map_or(WaitingGarbage::default(), |noted| noted.state.garbage)
    }

    /// What was thought of a seat's piece in play; `None` while the thought is not done.
    fn reply_about(&self, seat: Seat, falling: &Falling) -> Option<&SearchReply> {
        let of_seat = self.seat(seat)?;
        match (&of_seat.thought, of_seat.noted(falling)?) {
            (ThoughtState::Done(reply), noted) if noted.serial == of_seat.serial => Some(reply),
            _ => None,
        }
    }

    /// The evaluator that thinks again for a seat; `None` where a search or nobody does.
    pub fn brain(&self, seat: Seat) -> Option<&Arc<Brain>> {
        self.thinker(seat)?.brain()
    }

    /// About how many positions a search that thinks again for a seat looks at for each piece; `None` for others.
    pub fn nodes_a_piece(&self, seat: Seat) -> Option<u64> {
        self.thinker(seat)?.nodes_a_piece()
    }

    /// Why nobody thinks again for a seat, in words for the player; `None` if somebody does.
    pub fn problem(&self, seat: Seat) -> Option<&str> {
        let (_, player) = self.seat(seat)?.player.as_ref()?;
        player.as_ref().err().map(String::as_str)
    }
}

/// The mind of a computer player, ready to think as it does at its seat. An error says why it is not asked.
fn thinker_of(seat: &SeatSetup, rules: &Rules) -> Result<Thinker, String> {
    match &seat.control {
        SeatControl::Computer(setup) if !seat.has_bot() => {
            let rules = PieceDealer(seat.dealer).apply_to_rules(rules);
            let moves = moves_of(setup, &seat.handling, &rules);
            match Thinker::new(&setup.mind, &rules, setup.pace, moves) {
                Thinker::Misplaced => Err("It cannot be asked again: it does not play by these rules.".to_owned()),
                thinker => Ok(thinker),
            }
        }
        _ => Err("Another program (TBP): it is not asked again in a replay.".to_owned()),
    }
}

/// The place among ranked placements of the one to which a piece came; `None` if it came to none of them.
fn place_of(ranked: &[RankedPlacement], locked: LockedPiece) -> Option<usize> {
    let is_this = |found: &RankedPlacement| (found.piece, found.spin) == (locked.piece, locked.spin);
    // S, Z and I lie in two ways, and a straight drop knows of no spin.
    let is_there = |found: &RankedPlacement| found.piece.fills_same_cells(locked.piece);
    ranked.iter().position(is_this).or_else(|| ranked.iter().position(is_there))
}

/// Adds the system that notes the pieces of computer players while there are [`ReplayThoughts`] to write them into, and
/// what forgets those of the match before.
pub fn replay_thoughts_plugin(app: &mut App) {
    app.add_systems(FixedUpdate, note_pieces.run_if(resource_exists::<ReplayThoughts>).in_set(TickSystems::Report));
    app.add_observer(|_: On<StartMatch>, thoughts: Option<ResMut<ReplayThoughts>>| {
        // Where a room is watched, its next match follows on the same screen, and its pieces bear the same numbers.
        if let Some(mut thoughts) = thoughts {
            *thoughts = ReplayThoughts { are_wanted: thoughts.are_wanted, ..default() };
        }
    });
}

type NotedPlayer =
    (Entity, &'static Seat, &'static SeatSetup, &'static Field, &'static Falling, &'static Score, &'static TickOutcome);

/// Notes the pieces that have appeared in this tick. Their player thought in the next one, before it changed anything.
fn note_pieces(
    current: Single<&Match>,
    mut thoughts: ResMut<ReplayThoughts>,
    players: Query<(NotedPlayer, Known)>,
    everybody: Query<Watched>,
) {
    for ((here, seat, setup, field, falling, score, outcome), known) in &players {
        let SeatControl::Elsewhere(RecordedPlayer::Computer { pace, .. }) = &setup.control else { continue };
        let (Some(in_play), Some(of_seat)) = (falling.piece, thoughts.seats.get_mut(seat.index())) else { continue };
        if of_seat.pieces.contains_key(&falling.serial) {
            continue;
        }
        let moment = (current.round, score.0.pieces);
        let before = falling.serial.checked_sub(1).and_then(|before| of_seat.pieces.get(&before));
        let noted = match before.filter(|before| outcome.held && before.moment == moment) {
            // The piece that comes from hold was thought about already.
            Some(before) => before.clone(),
            None => {
                let when = (&current.rules, current.round_tick + 1, *pace);
                let state = state_at(when, (in_play.piece.kind, field), known, rival_of(here, &everybody));
                NotedPiece { serial: falling.serial, moment, state }
            }
        };
        of_seat.pieces.insert(falling.serial, noted);
        if of_seat.pieces.len() > MOST_PIECES {
            of_seat.pieces.pop_first();
        }
    }
}
