//! Statistics: what each player of a match has done, round by round, filled from the facts of every tick.
//!
//! Reads the tick's facts after everything else has run and changes nothing that is played. Integers only, and not part
//! of the state hash.

mod decider;
mod figures;
mod finesse;

pub use decider::deciding_attack;
pub use figures::{ClearKind, PlayerFigures};
pub use finesse::fewest_keys;
pub(in crate::game) use finesse::{fewest_of_any_way, is_counted_key};

use super::components::{Field, Match, Phase, Score, Seat, TickOutcome};
use super::forfeit::CurrentForfeit;
use super::input::TickInput;
use super::modes::goal::{self, LostComponents};
use super::setup::SeatSetup;
use crate::rules::{Board, BoardSize};
use bevy::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// Ticks between two samples of a round, at first.
const EVERY: u64 = 1000;
/// The number of samples of a round at which every second one is dropped.
const MOST_SAMPLES: usize = 600;
/// The most attacks of a round that are remembered; no round has more.
const MOST_ATTACKS: usize = 4096;

/// The counts of a round as they were at one moment: the points of its graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundSample {
    /// Ticks played in the round by then.
    pub tick: u64,
    /// Pieces locked by then.
    pub pieces: u32,
    /// Lines cleared by then.
    pub lines: u32,
    /// Lines of attack made by then.
    pub attack: u32,
    /// Garbage rows cleared by then.
    pub dug: u32,
    /// Points made by then.
    pub score: u64,
    /// The height of the stack, in rows.
    pub height: u8,
}

/// An attack: lines that one clear sent to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Attack {
    /// The tick of the round in which they were sent.
    pub tick: u64,
    /// How many lines were sent.
    pub lines: u32,
    /// The kind of clear that sent them.
    pub kind: ClearKind,
    /// How many clears came before this one without a pause.
    pub combo: u16,
    /// Whether the clear continued a back-to-back.
    pub back_to_back: bool,
    /// Whether the clear left the matrix empty.
    pub perfect: bool,
}

/// How a player lost a round against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundLoss {
    /// The player topped out.
    ToppedOut,
    /// The player gave the match up.
    GivenUp,
    /// The player had no given piece left.
    NoPieceLeft,
    /// The player had received more garbage when the time of the round was over.
    TimeOver,
    /// The opponent reached the goal of the game first, or had more points when both reached it.
    Goal,
}

/// What one player did in one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundStats {
    /// The round's number in the match, from 0.
    pub number: u32,
    /// What the player has done in the round.
    pub figures: PlayerFigures,
    /// The counts at even intervals of the round, oldest first.
    pub samples: Vec<RoundSample>,
    /// The attacks that were sent, oldest first.
    pub attacks: Vec<Attack>,
    /// How the round ended: the seat that won, or an inner `None` if nobody did. The outer `None` means
    /// that it goes on.
    pub ended: Option<Option<u8>>,
    /// How the player lost the round; `None` for a draw, for the winner, and while it goes on.
    pub loss: Option<RoundLoss>,
    /// Ticks between two samples.
    every: u64,
}

/// A player's statistics over a match.
#[derive(Component, Clone, Debug)]
pub struct MatchStats {
    /// The rounds so far, the one in progress last. Snapshots share those that are over.
    pub rounds: Vec<Arc<RoundStats>>,
    /// The matrix as it was when the piece in play appeared: nothing changes it before the piece locks.
    board: Board,
    /// Turns and shifts pressed for the piece in play.
    pressed: u32,
}

impl Default for MatchStats {
    fn default() -> Self {
        Self { rounds: Vec::new(), board: Board::new(BoardSize::default()), pressed: 0 }
    }
}

impl MatchStats {
    /// The figures of all rounds together.
    pub fn total_of_rounds(&self) -> PlayerFigures {
        self.rounds.iter().fold(PlayerFigures::default(), |sum, round| sum.combined_with(&round.figures))
    }

    /// Ticks played in the round that began last. Where what loses a game can be taken back for a while, they end with
    /// the piece that lost it.
    pub fn ticks_of_last_round(&self) -> u64 {
        self.figures_of_last_round().ticks
    }

    /// The figures of the round that began last.
    pub(in crate::game) fn figures_of_last_round(&self) -> PlayerFigures {
        self.rounds.last().map(|round| round.figures).unwrap_or_default()
    }

    /// Goes back or forth to these figures of the round, since pieces were taken back or set again. Time has passed and
    /// keys were pressed, whatever is taken back.
    pub(in crate::game) fn go_to_figures(&mut self, figures: &PlayerFigures) {
        if let Some(round) = self.rounds.last_mut() {
            let now = &mut Arc::make_mut(round).figures;
            *now = PlayerFigures { ticks: now.ticks, keys: now.keys, ..*figures };
        }
    }
}

impl RoundStats {
    fn sample(&mut self, height: usize) {
        let every = self.every.max(EVERY);
        let figures = &self.figures;
        if !figures.ticks.is_multiple_of(every) {
            return;
        }
        self.samples.push(RoundSample {
            tick: figures.ticks,
            pieces: figures.pieces,
            lines: figures.lines,
            attack: figures.attack,
            dug: figures.dug,
            score: figures.score,
            height: height as u8,
        });
        if self.samples.len() >= MOST_SAMPLES {
            // A long game needs no finer graph: every second sample goes, and the next ones come half as often.
            self.every = every * 2;
            self.samples.retain(|sample| sample.tick.is_multiple_of(every * 2));
        }
    }

    fn count(&mut self, outcome: &TickOutcome) {
        let figures = &mut self.figures;
        figures.attack += outcome.attack;
        figures.cancelled += outcome.cancelled;
        figures.sent += outcome.sent;
        figures.received += outcome.received;
        figures.risen += outcome.risen;
        figures.pieces += u32::from(outcome.locked.is_some());
        let Some(clear) = outcome.clear else { return };
        figures.lines += u32::from(clear.lines);
        let Some(kind) = ClearKind::of(&clear) else { return };
        figures.clears[kind as usize] += 1;
        figures.perfect += u32::from(clear.perfect);
        figures.combo = figures.combo.max(clear.combo);
        if outcome.sent > 0 && self.attacks.len() < MOST_ATTACKS {
            self.attacks.push(Attack {
                tick: figures.ticks,
                lines: outcome.sent,
                kind,
                combo: clear.combo,
                back_to_back: clear.back_to_back,
                perfect: clear.perfect,
            });
        }
    }
}

type StatsComponents = (
    &'static SeatSetup,
    &'static TickOutcome,
    &'static TickInput,
    &'static Field,
    &'static Score,
    &'static super::components::RoundTally,
    &'static super::components::RunningStreak,
    &'static mut MatchStats,
    &'static Seat,
    LostComponents<'static>,
);

/// Adds the facts of the tick that has just passed to the statistics of every player.
pub(in crate::game) fn count(
    current: Single<&Match>,
    forfeit: Res<CurrentForfeit>,
    mut players: Query<StatsComponents>,
) {
    for (setup, outcome, input, field, score, tally, streak, mut stats, seat, losing) in &mut players {
        let stats = &mut *stats;
        if stats.rounds.last().is_none_or(|round| round.number != current.round) {
            stats.rounds.push(Arc::new(RoundStats { number: current.round, ..RoundStats::default() }));
            stats.pressed = 0;
        }
        let Some(round) = stats.rounds.last_mut().filter(|round| round.ended.is_none()) else { continue };
        let round = Arc::make_mut(round);
        match current.phase {
            Phase::Countdown { .. } => continue,
            Phase::Playing => {}
            // The round was decided in this very tick: its facts count.
            Phase::RoundOver { winner, .. } | Phase::Over { winner } => {
                round.ended = Some(winner);
                let is_lost = winner.is_some_and(|winner| winner != seat.0);
                round.loss = is_lost.then(|| way_of_losing(&current, &forfeit, *seat, losing));
            }
        }
        let acted = outcome.locked.is_some() || outcome.topped_out.is_some();
        if !acted && goal::waits_for_undo(&current) && goal::is_lost(&current.rules, losing) {
            // What lost the game can still be taken back; until then nothing is played.
            continue;
        }
        round.figures.ticks = current.round_tick;
        for event in input.events().filter(|event| event.down && !event.action.is_undo_or_redo()) {
            round.figures.keys += 1;
            stats.pressed += u32::from(finesse::is_counted_key(event.action, &current.rules));
        }
        if outcome.taken_back {
            // Another piece on another matrix.
            stats.pressed = 0;
            stats.board = *field.0.board();
        }
        if !outcome.is_quiet() {
            round.figures.score = score.0.score;
            round.figures.dug = tally.dug;
            if outcome.clear.is_some() {
                let streak = streak.0.back_to_back.saturating_sub(1);
                round.figures.back_to_back = round.figures.back_to_back.max(streak);
            }
            round.count(outcome);
            if let Some(locked) = outcome.locked {
                let rules = &current.rules;
                let gravity = rules.gravity.at(score.0.level(rules.start_level), current.round_tick);
                // A computer player taps where a person holds: its finesse says nothing.
                // A recorded person is one too: a game that is continued is counted from its beginning.
                if setup.control.is_persons()
                    && let Some(keys) = finesse::fewest_keys(&stats.board, &locked, rules, gravity)
                {
                    let faults = stats.pressed.saturating_sub(keys.len() as u32);
                    round.figures.judged += 1;
                    round.figures.faulty += u32::from(faults > 0);
                    round.figures.faults += faults;
                }
            }
            if outcome.locked.is_some() || outcome.held {
                stats.pressed = 0;
            }
            if outcome.spawned.is_some() {
                stats.board = *field.0.board();
            }
        }
        let height = if round.figures.ticks.is_multiple_of(EVERY) { field.0.board().stack_height() } else { 0 };
        round.sample(height);
    }
}

/// How the player has lost the round that has just ended.
fn way_of_losing(
    current: &Match,
    forfeit: &CurrentForfeit,
    seat: Seat,
    (topped_out, falling, queue, hold): LostComponents,
) -> RoundLoss {
    let rules = &current.rules;
    if forfeit.0.as_ref().is_some_and(|given_up| given_up.seat == seat.0) {
        RoundLoss::GivenUp
    } else if topped_out.0.is_some() {
        RoundLoss::ToppedOut
    } else if goal::no_pieces_left(rules, falling, &queue.0, hold.0.piece().is_some()) {
        RoundLoss::NoPieceLeft
    } else if rules.round_limit > 0 && current.round_tick >= u64::from(rules.round_limit) {
        RoundLoss::TimeOver
    } else {
        RoundLoss::Goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_round_is_sampled_more_thinly_and_evenly() {
        let mut round = RoundStats::default();
        for tick in 1..=2_000_000 {
            round.figures.ticks = tick;
            round.sample(3);
        }
        assert!(round.samples.len() < MOST_SAMPLES, "{} samples", round.samples.len());
        let step = round.samples[1].tick - round.samples[0].tick;
        assert!(round.samples.windows(2).all(|pair| pair[1].tick - pair[0].tick == step), "every {step} ticks");
        assert!(round.samples.len() > MOST_SAMPLES / 3, "{} samples are enough for a graph", round.samples.len());
    }
}
