//! The computer player: it thinks when a piece appears and presses keys like anybody else.
//!
//! A thought has a due tick, set by the player's speed alone; what it costs in real time never changes what happens.
//! Without a window it is thought out on the spot; with one, on the task pool, in a browser by a worker. Should it be
//! late, no tick passes until it is there: simulation time waits, never the frame. A program behind the bot protocol is
//! asked in the same way; one that does wrong forfeits the match.

mod guest;
mod hand;
mod pace;
mod plan;
mod replay_thoughts;
mod thinker;
mod thinking;
mod way;

use super::components::{
    Falling, Field, HoldSlot, IncomingGarbage, Match, PieceDealer, PieceInPlay, Queue, RunningStreak, Score, Seat,
    TickOutcome, ToppedOut,
};
use super::forfeit::CurrentForfeit;
use super::handling::Handling;
use super::input::{Action, NewKeySystems, TickInput, take_device_keys};
use super::setup::{SeatControl, SeatSetup};
use super::tick::{AllTickSystems, RoundSystems, TickSystems};
use crate::ai::brain::{Brain, RankedPlacement};
use crate::mind::Mind;
use crate::movegen::{AllowedMoves, Move, Placement, PlacementChoice};
use crate::rules::random::Purpose;
use crate::rules::{PieceKind, Random, Rules};
use crate::search::request::SearchReply;
use crate::search::{OpponentInfo, SearchInsight, State, WaitingGarbage};
use crate::tbp::message::MoveInfo;
use bevy::prelude::*;
use guest::{BotAnswer, BotQuestion};
use hand::ComputerHand;
use std::sync::Arc;
use std::time::Duration;
use thinker::Thinker;
use thinking::PendingThought;
use way::KeyPlanningView;

pub use guest::end_all_bots;
pub use hand::slip_permille;
pub use pace::Pace;
pub use plan::keys_to;
pub use replay_thoughts::{ReplayThoughts, replay_thoughts_plugin};
pub use thinker::handling_for_mind;
pub use thinking::ThinkingPlace;

/// The least and the most time that a bot may think about a piece, in milliseconds.
const GUESTS_TIME: (u64, u64) = (10, 500);

/// How a computer player is set up at any seat: what decides, and how its hand plays.
#[derive(Clone, Debug)]
pub struct ComputerSetup {
    /// What decides: an evaluator, the search or a bot.
    pub mind: Mind,
    /// How fast the player plays.
    pub pace: Pace,
    /// How often it slips: with probability 1 - 0.96^slips a piece goes to a random place. 0 never. Source: the fifth
    /// learner's intelligence, counted down from 5.
    pub slips: u8,
}

/// How far the thought about one piece has come.
#[derive(Clone, Debug, Default)]
enum ThoughtState {
    /// Nothing is being thought about.
    #[default]
    Idle,
    /// The thought runs on the task pool or in a worker.
    Running(Arc<PendingThought>),
    /// A bot was asked and has not answered yet.
    Asked,
    /// The thought is done: every placement that was considered, the best first.
    Done(SearchReply),
}

impl ThoughtState {
    /// A thought about a position, of a player that is no bot. It is done at once where whoever asks waits for it.
    fn begin(thinking: &ThinkingPlace, thinker: Thinker, state: State) -> Self {
        match thinking.is_inline_for(&thinker) {
            true => Self::Done(thinker.rank_placements(&state)),
            false => Self::Running(Arc::new(PendingThought::begin(thinking, thinker, state))),
        }
    }
}

/// A computer player at work at its seat: what it thinks of the piece in play, and its hand.
#[derive(Component, Clone, Debug)]
pub struct Computer {
    thinker: Thinker,
    pace: Pace,
    /// The number of the piece thought about: `Falling::serial`.
    serial: u32,
    /// The tick at which the hand may press its first key for the piece.
    due: u64,
    /// The garbage that the player knew of when it began to think.
    known_garbage: WaitingGarbage,
    thought: ThoughtState,
    hand: ComputerHand,
    /// The round of the piece thought about; `None` before the first, and where a bot is to be told everything anew.
    round: Option<u32>,
    /// Whether the falling piece came by a hold.
    held: bool,
    /// Where the bot's last piece locked, and whether a hold brought it; `None` once the bot was told.
    last_locked: Option<Move>,
}

impl Computer {
    /// The computer player of this seat in a match, if one sits there; its intervals and slips come from the match's
    /// seed. One that tucks and spins moves as the match's rules and its handling let it.
    pub(super) fn of_seat(seat: &SeatSetup, current: &Match, number: u8) -> Option<Self> {
        let SeatControl::Computer(setup) = &seat.control else { return None };
        let rules = PieceDealer(seat.dealer).apply_to_rules(&current.rules);
        let random = Random::new(current.seed ^ (u64::from(number) << 62), Purpose::Hand);
        let moves = moves_of(setup, &seat.handling, &rules);
        Some(Self {
            thinker: Thinker::new(&setup.mind, &rules, setup.pace, moves),
            pace: setup.pace,
            serial: 0,
            due: 0,
            known_garbage: WaitingGarbage::default(),
            thought: ThoughtState::Idle,
            hand: ComputerHand::new(setup.pace, setup.slips, moves, random),
            round: None,
            held: false,
            last_locked: None,
        })
    }

    /// The player as a snapshot brings it back: hand, rhythm and thought as they were. A thought follows from the
    /// position of its piece alone, so one that was under way is waited for, and one that was done is kept. A
    /// program cannot be brought back: it is told the whole position at the next question, and asked again if its
    /// answer was still to come.
    pub(super) fn resumed_copy(&self) -> Self {
        let mut computer = self.clone();
        if computer.thinker.bot_session().is_some() {
            (computer.round, computer.last_locked) = (None, None);
            if matches!(computer.thought, ThoughtState::Asked) {
                (computer.thought, computer.serial) = (ThoughtState::Idle, 0);
            }
        }
        computer
    }

    /// The name that a bot has given itself; `None` before that, and for players that are no bot.
    pub fn own_name(&self) -> Option<String> {
        self.thinker.bot_session()?.name()
    }

    /// What a bot has said about how it found its last move, without its remarks; `None` for players that are no bot.
    pub fn move_info(&self) -> Option<MoveInfo> {
        self.thinker.bot_session()?.move_info()
    }

    /// What a bot has done wrong, in one line of text: the match is lost by it, or cannot begin. `None` if nothing.
    pub fn fault(&self) -> Option<String> {
        self.thinker.bot_session()?.fault()
    }

    /// The placement that the last key was to bring the piece to; `None` before the first key, and where nothing but
    /// a drop was left.
    pub fn aimed_placement(&self) -> Option<Placement> {
        self.hand.aim
    }

    /// The evaluator that decides; `None` where a search or a program does.
    pub const fn brain(&self) -> Option<&Arc<Brain>> {
        self.thinker.brain()
    }

    /// About how many positions a player that searches looks at for each piece; `None` for others.
    pub const fn nodes_a_piece(&self) -> Option<u64> {
        self.thinker.nodes_a_piece()
    }

    /// The placements of the piece in play, best first, and which of them the hand is after. Nothing while the
    /// thought runs, and where it is about an earlier piece. A bot says only the first of them: the others
    /// are those near it.
    pub fn ranked_and_target(&self, falling: &Falling) -> (&[RankedPlacement], Option<usize>) {
        match self.reply_about(falling) {
            Some(reply) => (&reply.placements, self.hand.target),
            None => (&[], None),
        }
    }

    /// How a search came to the best placement of the piece in play; `None` where its placements are not known yet, and
    /// for players that do not search.
    pub fn search_insight(&self, falling: &Falling) -> Option<SearchInsight> {
        self.reply_about(falling)?.insight
    }

    /// The garbage that the player knew of when it began to think about its last piece.
    pub const fn known_garbage(&self) -> WaitingGarbage {
        self.known_garbage
    }

    /// What was thought of the piece in play; `None` while the thought runs, and where it is about an earlier piece.
    fn reply_about(&self, falling: &Falling) -> Option<&SearchReply> {
        match &self.thought {
            _ if falling.piece.is_none() || falling.serial != self.serial => None,
            ThoughtState::Done(reply) => Some(reply),
            ThoughtState::Running(underway) => underway.finished_reply(),
            ThoughtState::Idle | ThoughtState::Asked => None,
        }
    }

    /// The speed of the player.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// Whether a thought is due at `tick` and not there yet.
    pub fn is_late(&self, tick: u64) -> bool {
        let there = match &self.thought {
            ThoughtState::Running(underway) => underway.is_finished(),
            ThoughtState::Asked => self.thinker.bot_session().is_none_or(|guest| guest.is_answered()),
            ThoughtState::Idle | ThoughtState::Done(_) => true,
        };
        self.due <= tick && !there
    }
}

/// How a computer player with this handling moves its pieces, if it tucks and spins; `None` for straight drops.
fn moves_of(setup: &ComputerSetup, handling: &Handling, rules: &Rules) -> Option<AllowedMoves> {
    match setup.mind.placement_choice() {
        PlacementChoice::Straight => None,
        PlacementChoice::Reachable => Some(way::allowed_moves(rules, &handling.clamped())),
    }
}

/// Adds the systems by which computer players think and press keys.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ThinkingPlace>();
    app.configure_sets(FixedUpdate, AllTickSystems.run_if(nobody_is_late));
    app.add_systems(
        FixedUpdate,
        (think, press)
            .chain()
            .after(take_device_keys)
            .in_set(TickSystems::Input)
            .in_set(RoundSystems)
            .in_set(NewKeySystems),
    );
    app.add_systems(FixedUpdate, note.in_set(TickSystems::Report));
}

/// Whether no computer player's thought is overdue, so that the next tick may pass.
fn nobody_is_late(current: Option<Single<&Match>>, computers: Query<&Computer>) -> bool {
    current.is_none_or(|current| !computers.iter().any(|computer| computer.is_late(current.tick + 1)))
}

type Minded = (&'static mut Computer, &'static Field, &'static Falling, Known, Sensed);
/// The components that say what a player knows besides the board and the piece when the piece appears.
type Known = (&'static Queue, &'static HoldSlot, &'static RunningStreak, &'static IncomingGarbage);
/// The components that say what else a hand knows of its match.
type Sensed = (&'static Score, &'static Handling);

/// The components by which players see each other.
type Watched = (Entity, &'static Field, &'static IncomingGarbage, &'static RunningStreak);

/// Starts a thought for every piece that has appeared. The matrix cannot change under it: garbage rises only when its
/// owner's piece has locked.
fn think(
    current: Single<&Match>,
    thinking: Res<ThinkingPlace>,
    mut players: Query<(Entity, Minded)>,
    everybody: Query<Watched>,
) {
    for (here, (mut computer, field, falling, known, sensed)) in &mut players {
        let Some(in_play) = falling.piece else { continue };
        if computer.serial == falling.serial {
            continue;
        }
        let when = (&current.rules, current.round_tick, computer.pace);
        let state = state_at(when, (in_play.piece.kind, field), known, rival_of(here, &everybody));
        let thinker = computer.thinker.clone();
        (computer.serial, computer.known_garbage) = (falling.serial, state.garbage);
        // Straight drops wait for nobody: their rhythm is that of their speed alone.
        let patience = match computer.hand.moves {
            Some(_) => hand_view(&current, field, in_play, sensed).ticks_until_lock(false),
            None => u64::MAX,
        };
        let first_in_round = computer.round.replace(current.round) != Some(current.round);
        if first_in_round {
            computer.hand.begin_round();
        }
        computer.due = computer.hand.begin_piece(current.tick, patience);
        if let Some(guest) = thinker.bot_session() {
            let time = computer.due.saturating_sub(current.tick) * 3 / 4;
            // A hold at the end of the last round did not bring this piece.
            computer.held = false;
            guest.ask(BotQuestion {
                state,
                think: Duration::from_millis(time.clamp(GUESTS_TIME.0, GUESTS_TIME.1)),
                by_wall: !thinking.is_inline(),
                last_locked: computer.last_locked.take(),
                first_in_round,
            });
            if thinking.is_inline() {
                guest.wait_for_answer();
            }
            computer.thought = ThoughtState::Asked;
            continue;
        }
        computer.thought = ThoughtState::begin(&thinking, thinker, state);
    }
}

/// The position about which a player of this pace thinks at a tick of the round, while this piece falls.
fn state_at(
    (rules, round_tick, pace): (&Rules, u64, Pace),
    (kind, field): (PieceKind, &Field),
    (queue, hold, streak, incoming): (&Queue, &HoldSlot, &RunningStreak, &IncomingGarbage),
    rival: OpponentInfo,
) -> State {
    // A piece that has just appeared locks about this many ticks later.
    let pace = thinker::ticks_a_piece(pace);
    State {
        board: *field.0.board(),
        hold: hold.0.piece(),
        can_hold: rules.hold && hold.0.can_hold(),
        queue: std::iter::once(kind).chain(queue.0.shown()).collect(),
        bag: queue.0.left_in_bag(),
        streak: streak.0,
        garbage: WaitingGarbage::from_queue(&incoming.0, round_tick + pace, pace),
        rival,
        untold: false,
        garbage_rows: field.0.lowest_garbage_rows(),
    }
}

/// What a computer player is told of its opponent, from the opponent's components.
fn rival_of(here: Entity, everybody: &Query<Watched>) -> OpponentInfo {
    let rival = everybody.iter().find(|(other, ..)| *other != here);
    rival.map_or(OpponentInfo::default(), |(_, field, incoming, streak)| {
        OpponentInfo::of(field.0.board(), incoming.0.waiting_row_count(), streak.0)
    })
}

/// Collects what a hand sees before it presses a key.
fn hand_view<'a>(
    current: &'a Match,
    field: &'a Field,
    in_play: PieceInPlay,
    sensed: (&Score, &'a Handling),
) -> KeyPlanningView<'a> {
    let (score, handling) = sensed;
    let rules = &current.rules;
    let gravity = rules.gravity.at(score.0.level(rules.start_level), current.round_tick);
    KeyPlanningView { now: current.tick, board: field.0.board(), in_play, rules, gravity, handling }
}

/// Notes for every bot what has locked, and whether a hold brought it, to be told with the next question.
fn note(mut players: Query<(&mut Computer, &TickOutcome), Changed<TickOutcome>>) {
    for (mut computer, outcome) in &mut players {
        if computer.thinker.bot_session().is_none() {
            continue;
        }
        let held = computer.held || outcome.held;
        computer.held = held && outcome.locked.is_none();
        if let Some(locked) = outcome.locked {
            let placement = Placement { piece: locked.piece, spin: locked.spin };
            computer.last_locked = Some(Move { placement, hold: held });
        }
    }
}

type Handed = (
    &'static Seat,
    &'static mut Computer,
    &'static Field,
    &'static Falling,
    &'static ToppedOut,
    &'static mut TickInput,
    Sensed,
);

/// Presses the keys of all computer players in this tick.
fn press(current: Single<&Match>, mut forfeit: ResMut<CurrentForfeit>, mut players: Query<Handed>) {
    for (seat, mut computer, field, falling, topped_out, mut input, sensed) in &mut players {
        let computer = &mut *computer;
        let piece = falling.piece.map(|in_play| in_play.piece);
        computer.hand.release_due_key(current.tick, field.0.board(), piece, &mut input);
        let Some(in_play) = falling.piece.filter(|_| topped_out.0.is_none() && falling.serial == computer.serial)
        else {
            continue;
        };
        if current.tick < computer.due {
            continue;
        }
        // No tick passes before a due thought is there.
        if let ThoughtState::Running(underway) = &computer.thought
            && let Some(reply) = underway.reply()
        {
            computer.thought = ThoughtState::Done(reply);
        }
        if matches!(computer.thought, ThoughtState::Asked)
            && let Some(answer) = computer.thinker.bot_session().and_then(|guest| guest.take_answer())
        {
            match answer {
                BotAnswer::Placements(placements) => {
                    computer.thought = ThoughtState::Done(SearchReply { placements, insight: None });
                }
                BotAnswer::Fault(line) => forfeit.give_up(*seat, line),
            }
        }
        let ThoughtState::Done(reply) = &computer.thought else { continue };
        let view = hand_view(&current, field, in_play, sensed);
        let pressed = computer.hand.press_due_key(&view, &reply.placements, &mut input);
        if pressed == Some(Action::Hold) {
            // The piece that comes from hold was thought about already.
            computer.serial = falling.serial + 1;
        }
    }
}
