//! The moves of a match with what their players knew, noted while it is played.
//!
//! A position is taken when its piece appears, before its player has touched it, and holds no more than the player saw.

use crate::game::components::{
    Falling, Field, HoldSlot, IncomingGarbage, LockedPiece, Match, Phase, Queue, RunningStreak, Score, Seat,
    TickOutcome,
};
use crate::game::input::{KeyEvent, TickInput};
use crate::game::setup::SeatSetup;
use crate::game::snapshot::Restored;
use crate::game::stats;
use crate::game::tick::TickSystems;
use crate::movegen::{Move, Placement};
use crate::review::{MoveTiming, PlayedMove};
use crate::rules::{GeneratorKind, PieceKind};
use crate::search::{OpponentInfo, State, WaitingGarbage};
use bevy::ecs::query::ROQueryItem;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// The ticks of a second.
const A_SECOND: u64 = 1000;
/// The least number of ticks that a piece is taken to last, in milliseconds.
const SHORTEST: u64 = 50;

/// A move of a game: a piece that a player set down, when that was, and what the player knew.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMove {
    /// The seat of the player, 0 or 1.
    pub seat: u8,
    /// The round, from 0.
    pub round: u32,
    /// The number of the piece among the player's pieces of this round, from 1.
    pub number: u32,
    /// The tick of the match in which the piece appeared.
    pub began: u64,
    /// The tick of the match in which the piece locked.
    pub tick: u64,
    /// When the piece appeared, and at which pace the player plays in this round.
    pub timing: MoveTiming,
    /// The move, with what its player knew.
    pub played: PlayedMove,
    /// The turns and shifts that were pressed for the move, and the fewest that bring the piece there. `None` for a
    /// computer player, whose taps say nothing, and where the piece fell too fast to be moved at leisure.
    pub finesse: Option<MoveFinesse>,
    /// Whether the player won the round; `None` for a round that nobody won.
    pub round_won: Option<bool>,
}

/// How many turns and shifts a move took, and how many it needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFinesse {
    /// How many turns and shifts were pressed.
    pub pressed: u32,
    /// How many turns and shifts are in the shortest way there, tucks and spins counted too.
    pub fewest: u32,
}

impl MoveFinesse {
    /// How many turns and shifts were more than needed.
    pub const fn faults(self) -> u32 {
        self.pressed.saturating_sub(self.fewest)
    }
}

/// A move in the making: a piece that has appeared and has not locked yet, with what its player knew.
#[derive(Clone, Debug)]
struct OpenMove {
    state: State,
    opponent: Option<State>,
    /// The number of the piece in play, which a hold changes.
    serial: u32,
    is_held: bool,
    /// The tick of the match in which the piece appeared.
    began: u64,
    appeared: u64,
    /// Ticks from the piece's appearance until the first waiting garbage may rise.
    due_in: u64,
}

/// The moves that one seat has made so far, and the one in the making.
#[derive(Clone, Debug, Default)]
struct SeatMoves {
    open: Option<OpenMove>,
    /// The piece on hold after the last tick.
    hold: Option<PieceKind>,
    round: u32,
    /// Turns and shifts that were pressed since the last lock or hold.
    pressed: u32,
    moves: Vec<(RecordedMove, u64)>,
    /// Moves that were taken back and can be set again.
    taken_back: Vec<(RecordedMove, u64)>,
}

impl SeatMoves {
    /// Goes back or forth in the notes, since the player has taken pieces back, or set some again, and stands after so
    /// many pieces of the round.
    fn go_to_piece(&mut self, pieces: u32) {
        let round = self.round;
        let is_of_round = |(found, _): &mut (RecordedMove, u64)| found.round == round;
        let mut known: Vec<_> = self.moves.extract_if(.., is_of_round).collect();
        known.append(&mut self.taken_back);
        let later = known.partition_point(|(found, _)| found.number <= pieces);
        self.taken_back = known.split_off(later);
        self.moves.append(&mut known);
        (self.pressed, self.open) = (0, None);
    }
}

/// The moves of a match, as far as it has come.
#[derive(Resource, Debug, Default)]
pub struct MatchMoves {
    seats: [SeatMoves; 2],
    /// The seats that won rounds, by the numbers of the rounds.
    winners: BTreeMap<u32, u8>,
}

impl MatchMoves {
    /// The moves of all players, seat by seat.
    pub(super) fn into_moves(self) -> Vec<RecordedMove> {
        let Self { seats, winners } = self;
        let mut moves: Vec<RecordedMove> = seats.into_iter().flat_map(|seat| counted_in_pieces(seat.moves)).collect();
        for found in &mut moves {
            found.round_won = winners.get(&found.round).map(|winner| *winner == found.seat);
        }
        moves
    }

    /// How many pieces a seat has set down in all rounds so far, those that were taken back left out.
    pub fn count_of_seat(&self, seat: u8) -> usize {
        self.seats.get(usize::from(seat)).map_or(0, |seat| seat.moves.len())
    }

    /// The last move of a seat; `None` before the first.
    pub fn last_of_seat(&self, seat: u8) -> Option<RecordedMove> {
        let SeatMoves { moves, round, .. } = self.seats.get(usize::from(seat))?;
        let of_round = || moves.iter().filter(|(found, _)| found.round == *round);
        // The others are not copied: it is asked for at every lock, and a round may have thousands of moves.
        let (mut last, due_in) = of_round().next_back()?.clone();
        count_in_pieces(&mut last, due_in, pace_of_round(of_round().map(|(found, _)| found)));
        Some(last)
    }
}

/// The moves of a seat, with the time until garbage rises counted in pieces of the player's own speed in that round.
fn counted_in_pieces(mut moves: Vec<(RecordedMove, u64)>) -> Vec<RecordedMove> {
    for of_round in moves.chunk_by_mut(|(one, _), (other, _)| one.round == other.round) {
        let pace = pace_of_round(of_round.iter().map(|(found, _)| found));
        for (found, due_in) in of_round {
            count_in_pieces(found, *due_in, pace);
        }
    }
    moves.into_iter().map(|(found, _)| found).collect()
}

/// The ticks from one of a seat's moves of a round to the next.
fn pace_of_round<'a>(moves: impl Iterator<Item = &'a RecordedMove> + Clone) -> u64 {
    let times = moves.map(|found| found.timing.now);
    let (first, last) = (times.clone().min().unwrap_or(0), times.clone().max().unwrap_or(0));
    // One move alone has no pace: as in `position_now`, a piece a second.
    let between = (times.count() as u64).saturating_sub(1);
    (last - first).checked_div(between).unwrap_or(A_SECOND).max(SHORTEST)
}

/// Writes into a move the pace of its player, and the ticks until garbage rises counted in pieces of that pace.
fn count_in_pieces(found: &mut RecordedMove, due_in: u64, pace: u64) {
    found.timing.pace = pace.min(u32::MAX.into()) as u32;
    found.played.state.garbage.due = due_in.div_ceil(pace).clamp(1, 255) as u8;
}

/// Adds the system that notes the moves of matches while there are [`MatchMoves`] to write them into. Moves that are
/// taken back with the whole match are forgotten.
pub fn move_notes_plugin(app: &mut App) {
    app.add_systems(FixedUpdate, note_moves.run_if(resource_exists::<MatchMoves>).in_set(TickSystems::Report));
    app.add_observer(|restored: On<Restored>, notes: Option<ResMut<MatchMoves>>, holds: Query<(&Seat, &HoldSlot)>| {
        let Some(mut notes) = notes else { return };
        for (seat, hold) in &holds {
            let Some(of_seat) = notes.seats.get_mut(seat.index()) else { continue };
            of_seat.moves.retain(|(found, _)| found.tick <= restored.tick);
            (of_seat.open, of_seat.pressed, of_seat.hold) = (None, 0, hold.0.piece());
        }
    });
}

/// The components from which a player's position is taken.
pub type PositionComponents = (
    &'static Seat,
    &'static Field,
    &'static Falling,
    &'static Queue,
    &'static HoldSlot,
    &'static RunningStreak,
    &'static IncomingGarbage,
    &'static TickOutcome,
);
type SeenKeys = (&'static SeatSetup, &'static TickInput, &'static Score);

/// Notes the moves that the tick that has just passed has begun or ended.
pub(super) fn note_moves(
    current: Single<&Match>,
    mut moves: ResMut<MatchMoves>,
    players: Query<PositionComponents>,
    keys: Query<(&Seat, SeenKeys)>,
) {
    let moves = &mut *moves;
    if let Phase::RoundOver { winner: Some(winner), .. } | Phase::Over { winner: Some(winner) } = current.phase {
        moves.winners.entry(current.round).or_insert(winner);
    }
    for (seat, _, falling, _, hold, _, incoming, outcome) in &players {
        let Some(of_seat) = moves.seats.get_mut(seat.index()) else { continue };
        if of_seat.round != current.round {
            *of_seat = SeatMoves { round: current.round, moves: std::mem::take(&mut of_seat.moves), ..default() };
        }
        let setup = |own: bool| keys.iter().find(|(of, _)| (*of == seat) == own).map(|(_, (setup, ..))| setup);
        let handicaps = [true, false].map(|own| setup(own).map_or(1000, |setup| setup.handicap));
        let keys = keys.iter().find(|(of, _)| *of == seat).map(|(_, keys)| keys);
        let is_turn_or_shift = |event: &KeyEvent| event.down && stats::is_counted_key(event.action, &current.rules);
        let pressed = keys.map_or(0, |(_, input, _)| input.events().filter(is_turn_or_shift).count() as u32);
        // Keys in the countdown move no piece.
        of_seat.pressed = if matches!(current.phase, Phase::Countdown { .. }) { 0 } else { of_seat.pressed + pressed };
        if let Some((_, _, score)) = keys.filter(|_| outcome.taken_back) {
            of_seat.go_to_piece(score.0.pieces);
        }
        if let (Some(locked), Some(open)) = (outcome.locked, of_seat.open.take_if(|_| outcome.locked.is_some())) {
            // A piece may lock in the tick in which a hold brings it, and the next may come by a hold in that tick too.
            let fell = open.state.queue.first().copied();
            let was_held_now = outcome.held && fell != Some(locked.piece.kind);
            if was_held_now {
                of_seat.hold = fell;
            }
            let finesse = keys.and_then(|keys| finesse_of(&current, keys, &open.state, &locked, of_seat.pressed));
            let found = RecordedMove {
                seat: seat.0,
                round: current.round,
                number: keys.map_or(0, |(_, _, score)| score.0.pieces),
                began: open.began,
                tick: current.tick,
                timing: MoveTiming { now: open.appeared, pace: 0 },
                played: PlayedMove {
                    state: open.state,
                    opponent: open.opponent,
                    handicaps,
                    made: Move {
                        placement: Placement { piece: locked.piece, spin: locked.spin },
                        hold: open.is_held || was_held_now,
                    },
                },
                finesse,
                round_won: None,
            };
            of_seat.taken_back.clear();
            of_seat.moves.push((found, open.due_in));
        }
        if outcome.locked.is_some() || outcome.held {
            of_seat.pressed = 0;
        }
        let held_before = std::mem::replace(&mut of_seat.hold, hold.0.piece());
        if falling.piece.is_none() {
            // Where the matrix is emptied under a piece that had no room, that piece never locks.
            of_seat.open = None;
            continue;
        }
        if let Some(open) = of_seat.open.as_mut().filter(|_| outcome.held) {
            (open.serial, open.is_held) = (falling.serial, true);
        }
        if of_seat.open.as_ref().is_none_or(|open| open.serial != falling.serial) {
            let of = |other: bool| players.iter().find(|player| (player.0 != seat) == other);
            let Some(state) = of(false).map(|player| state_of(&current, player, of(true))) else { continue };
            // A hold that was pressed before the piece appeared has changed what its player saw.
            let is_held = outcome.held && !hold.0.can_hold();
            let state = if is_held { before_hold(state, held_before, current.rules.generator) } else { state };
            let opponent = of(true).map(|player| state_of(&current, player, of(false)));
            let due = incoming.0.waiting_attacks().map(|attack| attack.due).min().unwrap_or(current.round_tick);
            of_seat.open = Some(OpenMove {
                state,
                opponent,
                serial: falling.serial,
                is_held,
                began: current.tick,
                appeared: current.round_tick,
                due_in: due.saturating_sub(current.round_tick),
            });
        }
    }
}

/// The position of a seat's player as it is now, with what is known of the opponent; `None` where no piece falls.
/// Garbage that waits is taken to rise with the first piece that a player of a piece a second sets down after its time.
pub fn position_now(current: &Match, players: &Query<PositionComponents>, seat: u8) -> Option<State> {
    let of = |own: bool| players.iter().find(|player| (player.0.0 == seat) == own);
    let player = of(true).filter(|player| player.2.piece.is_some())?;
    let due = player.6.0.waiting_attacks().map(|attack| attack.due).min().unwrap_or(current.round_tick);
    let mut state = state_of(current, player, of(false));
    state.garbage.due = due.saturating_sub(current.round_tick).div_ceil(A_SECOND).clamp(1, 255) as u8;
    Some(state)
}

/// The turns and shifts of a piece that a person has set down; `None` for other players, and where it fell too fast.
fn finesse_of(
    current: &Match,
    (setup, _, score): (&SeatSetup, &TickInput, &Score),
    state: &State,
    locked: &LockedPiece,
    pressed: u32,
) -> Option<MoveFinesse> {
    if !setup.control.is_persons() {
        return None;
    }
    let rules = &current.rules;
    let gravity = rules.gravity.at(score.0.level(rules.start_level), current.round_tick);
    let fewest = stats::fewest_of_any_way(&state.board, locked, rules, gravity)?;
    Some(MoveFinesse { pressed, fewest })
}

type SeenItem<'a> = ROQueryItem<'a, 'a, PositionComponents>;

/// The position of a player. When waiting garbage rises is left out; it counts in pieces.
fn state_of(current: &Match, player: SeenItem, opponent: Option<SeenItem>) -> State {
    let (_, field, falling, queue, hold, streak, incoming, _) = player;
    let in_play = falling.piece.map(|in_play| in_play.piece.kind);
    State {
        board: *field.0.board(),
        hold: hold.0.piece(),
        can_hold: current.rules.hold && hold.0.can_hold(),
        queue: in_play.into_iter().chain(queue.0.shown()).collect(),
        bag: queue.0.left_in_bag(),
        streak: streak.0,
        garbage: WaitingGarbage { rows: incoming.0.waiting_row_count().min(255) as u8, due: 1, certain: false },
        rival: opponent.map_or_else(OpponentInfo::default, |(_, field, _, _, _, streak, incoming, _)| {
            OpponentInfo::of(field.0.board(), incoming.0.waiting_row_count(), streak.0)
        }),
        untold: false,
        garbage_rows: field.0.lowest_garbage_rows(),
    }
}

/// The position before the falling piece came out of the hold slot, in which `held` lay then.
fn before_hold(mut state: State, held: Option<PieceKind>, generator: GeneratorKind) -> State {
    let Some(first) = state.hold else { return state };
    let mut queue = vec![first];
    // From an empty slot the piece that falls now came from the queue, which showed one piece less at its end.
    if held.is_some() {
        queue.extend(&state.queue[1..]);
    } else {
        let unseen = state.queue.pop();
        queue.append(&mut state.queue);
        let is_bag = matches!(generator, GeneratorKind::Bag | GeneratorKind::BagOfNine | GeneratorKind::DealtFromBag);
        state.bag.extend(unseen.filter(|_| is_bag));
    }
    State { hold: held, can_hold: true, queue, ..state }
}

#[cfg(test)]
impl RecordedMove {
    /// For tests: the first move of a game for one, in which this piece is set down where it is.
    pub(crate) fn of_test(state: State, piece: crate::rules::FallingPiece) -> Self {
        let made = Move { placement: Placement { piece, spin: crate::rules::Spin::None }, hold: false };
        let played = PlayedMove { state, opponent: None, handicaps: [1000; 2], made };
        let timing = MoveTiming { now: 0, pace: 250 };
        Self { seat: 0, round: 0, number: 1, began: 0, tick: 0, timing, played, finesse: None, round_won: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::game::handling::{Handling, InitialInput};
    use crate::game::{Action, MatchSetup, Mode, PendingKeyEvents, Snapshot, headless};
    use crate::rules::{FallingPiece, LockDownRule, Rules};

    #[test]
    fn a_hold_in_the_first_tick_after_a_match_has_gone_back_finds_the_slot_as_it_is_there() {
        let mut app = headless::app(1);
        app.add_plugins(move_notes_plugin).init_resource::<MatchMoves>();
        headless::begin(&mut app, MatchSetup::of_test(Mode::Marathon, Rules::marathon()));
        let moment = Snapshot::take(app.world_mut());
        let tap = |app: &mut App, action: Action| {
            headless::tap_at_every_seat(app, action);
            (0..5).for_each(|_| app.update());
        };
        tap(&mut app, Action::Hold);
        assert!(moment.is_some_and(|moment| moment.restore(app.world_mut())));
        tap(&mut app, Action::Hold);
        tap(&mut app, Action::HardDrop);
        let last = app.world().resource::<MatchMoves>().last_of_seat(0);
        assert_eq!(last.map(|last| (last.played.state.hold, last.played.made.hold)), Some((None, true)));
    }

    #[test]
    fn a_piece_that_locks_in_the_tick_in_which_a_hold_brings_it_is_noted_as_held_and_the_next_one_as_it_came() {
        for (initial_hold, is_next_held) in [(InitialInput::Tap, false), (InitialInput::Hold, true)] {
            let mut app = headless::app(1);
            app.add_plugins(move_notes_plugin).init_resource::<MatchMoves>();
            let lock_down = LockDownRule { delay: 1, ..LockDownRule::USUAL };
            let mut setup = MatchSetup::of_test(Mode::Marathon, Rules { lock_down, ..Rules::marathon() });
            setup.seats[0].handling = Handling { initial_hold, ..Handling::FAST };
            headless::begin(&mut app, setup);
            let mut waiting = app.world_mut().query::<&mut PendingKeyEvents>();
            for mut keys in waiting.iter_mut(app.world_mut()) {
                let both = |down| [Action::SoftDrop, Action::Hold].map(|action| KeyEvent { action, down });
                keys.0.extend([true, false].into_iter().flat_map(both));
            }
            headless::tap_at_every_seat(&mut app, Action::HardDrop);
            (0..5).for_each(|_| app.update());
            let moves = app.world_mut().remove_resource::<MatchMoves>().unwrap_or_default().into_moves();
            let [held, next] = &moves[..] else { panic!("{moves:?}") };
            let made = |found: &RecordedMove| (found.played.made.hold, found.played.made.placement.piece.kind);
            let [fell, brought, after] = [0, 1, 2].map(|at| held.played.state.queue[at]);
            assert_eq!(made(held), (true, brought));
            assert_eq!((next.played.state.hold, next.played.state.queue[0]), (Some(fell), after));
            assert_eq!(made(next), (is_next_held, if is_next_held { fell } else { after }));
        }
    }

    #[test]
    fn moves_that_are_noted_from_the_middle_of_a_round_on_have_the_numbers_of_its_pieces() {
        let mut app = headless::app(1);
        app.add_plugins(move_notes_plugin);
        let mut setup = MatchSetup::of_test(Mode::Zen, Rules::marathon());
        setup.course.undo = true;
        headless::begin(&mut app, setup);
        let tap = |app: &mut App, action: Action| {
            headless::tap_at_every_seat(app, action);
            (0..5).for_each(|_| app.update());
        };
        tap(&mut app, Action::HardDrop);
        app.init_resource::<MatchMoves>().update();
        tap(&mut app, Action::HardDrop);
        let number = |app: &App| app.world().resource::<MatchMoves>().last_of_seat(0).map(|last| last.number);
        assert_eq!(number(&app), Some(2));
        tap(&mut app, Action::Undo);
        assert_eq!(number(&app), None, "it has been taken back");
    }

    #[test]
    fn the_last_move_of_a_seat_alone_is_what_the_list_of_all_has() {
        let note = |(round, number, now): (u32, u32, u64)| {
            let state = State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default());
            let piece = FallingPiece::spawn(state.queue[0], state.board.size());
            let timing = MoveTiming { now, pace: 0 };
            let first = RecordedMove::of_test(state, piece);
            (RecordedMove { round, number, began: now, tick: now, timing, ..first }, 1200)
        };
        let last = |round: u32, noted: &[(u32, u32, u64)]| {
            let of_seat = SeatMoves { round, moves: noted.iter().copied().map(note).collect(), ..SeatMoves::default() };
            let notes = MatchMoves { seats: [of_seat, SeatMoves::default()], ..MatchMoves::default() };
            let last = notes.last_of_seat(0);
            assert!(last.is_none() || last.as_ref() == notes.into_moves().last(), "round {round}");
            last.map(|last| (last.timing.pace, last.played.state.garbage.due))
        };
        let noted = [(0, 1, 0), (0, 2, 90), (1, 1, 0), (1, 2, 400), (1, 3, 1000)];
        assert_eq!(last(1, &noted), Some((500, 3)), "a piece every half a second, and garbage after 1.2 seconds");
        assert_eq!(last(1, &noted[..3]), Some((1000, 2)), "one alone has no pace");
        assert_eq!(last(2, &noted), None, "the round has just begun");
    }
}
