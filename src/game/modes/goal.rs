//! Goals: whether a player has reached what the course asks, and whether there is nothing left to reach it with.

use super::course::{Course, GameComparison, GarbageFeed, Goal};
use super::feed::GarbageFeedState;
use crate::game::components::{Falling, Field, HoldSlot, Match, Queue, RunningStreak, TickOutcome, ToppedOut};
use crate::game::tick::TickSystems;
use crate::rules::{GeneratorKind, Matrix, NextQueue, Rules, ScoreCard, Spin, Streak};
use bevy::prelude::*;

/// Ticks for which a player can take back what would lose the game.
pub(in crate::game) const LAST_CHANCE: u32 = 5000;

/// An event that ends a game for one, as its player likes: the goal counts as reached in the next tick.
#[derive(Event, Clone, Copy, Debug)]
pub struct FinishMatch;

/// Whether the player has asked for the end of the game; false when a match begins.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct FinishRequested(pub(in crate::game) bool);

impl FinishRequested {
    /// Whether the game ends in its next tick, because its player has asked for that.
    pub const fn is_on(&self) -> bool {
        self.0
    }
}

/// Adds the observer that ends a game on request, and the systems for players who top out where the game may go on.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(finish);
    let after_spawn = (wipe, wait_for_undo).chain().after(crate::game::spawn::spawn_pieces);
    app.add_systems(FixedUpdate, after_spawn.in_set(TickSystems::Spawn));
}

fn finish(_: On<FinishMatch>, current: Option<Single<&Match>>, mut finishing: ResMut<FinishRequested>) {
    finishing.0 = current.is_some_and(|current| current.seats.len() == 1);
}

/// The facts about a player from which it follows whether a goal is reached.
pub(in crate::game) struct GoalProgress<'a> {
    pub(in crate::game) matrix: &'a Matrix,
    pub(in crate::game) score: &'a ScoreCard,
    pub(in crate::game) outcome: &'a TickOutcome,
    pub(in crate::game) dug: u32,
    pub(in crate::game) round_tick: u64,
}

/// Whether the player has reached the goal.
pub(in crate::game) fn is_goal_reached(course: &Course, rules: &Rules, at: &GoalProgress) -> bool {
    let placed = at.score.pieces > 0;
    match course.goal {
        Goal::Lines => rules.goal_lines > 0 && at.score.lines >= rules.goal_lines,
        Goal::Time { ticks } => at.round_tick >= u64::from(ticks),
        Goal::Rows { rows } => at.dug >= rows,
        Goal::Garbage => placed && at.matrix.garbage_rows_among(u64::MAX) == 0,
        // A board that a top-out has emptied is no perfect clear.
        Goal::Perfect => at.outcome.clear.is_some_and(|clear| clear.perfect),
        Goal::Spins { count } => at.score.spins >= count,
        Goal::SpinClear { lines } => {
            at.outcome.clear.is_some_and(|clear| clear.spin == Spin::Full && clear.lines >= lines)
        }
    }
}

/// Whether a player who is given a number of pieces has none left: none in play, in the queue or on hold.
pub(in crate::game) fn no_pieces_left(rules: &Rules, falling: &Falling, queue: &NextQueue, held: bool) -> bool {
    rules.generator == GeneratorKind::Given && falling.piece.is_none() && queue.first().is_none() && !held
}

/// The components that say whether a player has topped out, or has no given piece left.
pub type LostComponents<'a> = (&'a ToppedOut, &'a Falling, &'a Queue, &'a HoldSlot);

/// Whether a player has topped out or has no given piece left, which loses the game.
pub(in crate::game) fn is_lost(rules: &Rules, (topped_out, falling, queue, hold): LostComponents) -> bool {
    topped_out.0.is_some() || no_pieces_left(rules, falling, &queue.0, hold.0.piece().is_some())
}

/// Whether a game waits before it is lost, so that its player can take back what would lose it. Where points decide
/// there is nothing to lose: the game ends at once, and they count.
pub(in crate::game) fn waits_for_undo(current: &Match) -> bool {
    current.has_full_undo() && current.course.better == GameComparison::Sooner
}

/// Whether a player who has topped out, or has no given piece left, can still take that back. The game is not lost as
/// long as that is so.
pub fn may_take_last_back(current: &Match, player: LostComponents) -> bool {
    waits_for_undo(current) && player.1.wait > 0 && is_lost(&current.rules, player)
}

type WipedPlayer = (
    &'static mut Field,
    &'static mut Falling,
    &'static mut HoldSlot,
    &'static mut RunningStreak,
    &'static mut GarbageFeedState,
    &'static mut ToppedOut,
    &'static mut TickOutcome,
);

/// Empties the matrix of a game without end when its player has topped out; the game goes on with the next piece.
fn wipe(current: Single<&Match>, mut players: Query<WipedPlayer>) {
    if !current.course.endless {
        return;
    }
    for (mut field, mut falling, mut hold, mut streak, mut feeding, mut topped_out, mut outcome) in &mut players {
        if topped_out.0.take().is_some() {
            if matches!(current.course.feed, GarbageFeed::Cheese { .. }) {
                // The rows that go with the matrix rise again, or the goal would be out of reach.
                feeding.left += field.0.garbage_rows_among(u64::MAX);
            }
            *field = Field(Matrix::new(current.rules.board));
            *streak = RunningStreak(Streak::default());
            falling.piece = None;
            // The piece that came by a hold may have topped out: the next one may be held again.
            hold.0.mark_unused();
            outcome.topped_out = None;
        }
    }
}

/// Lets a player who has topped out wait for a while before the game is lost, where that can be taken back.
fn wait_for_undo(current: Single<&Match>, mut players: Query<(&mut Falling, &ToppedOut, &TickOutcome)>) {
    if !waits_for_undo(&current) {
        return;
    }
    for (mut falling, topped_out, outcome) in &mut players {
        if outcome.topped_out.is_some() {
            falling.wait = LAST_CHANCE;
        } else if topped_out.0.is_some() {
            falling.wait = falling.wait.saturating_sub(1);
        }
    }
}
