//! The log of a sandbox: each key, what it charged and moved, when pieces locked, and the finesse of the last one.
//!
//! Read from the facts of every tick after everything else has run: what is written here is what happened.

use crate::game::components::{Field, Match, Score, TickOutcome};
use crate::game::handling::{Handling, PressedKeys};
use crate::game::input::{Action, TickInput};
use crate::game::shift::{direction_index, repeating_direction};
use crate::game::stats::{fewest_keys, is_counted_key};
use crate::game::tick::TickSystems;
use crate::movegen::Key;
use crate::rules::{Board, BoardSize, Rules};
use bevy::prelude::*;

/// The most strokes and marks that are kept.
const MOST: usize = 256;
/// Ticks after which a key has nothing to do with the lock before it.
const LONG_AGO: u64 = 500;

/// A key from its press to its release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyStroke {
    /// The action that the key stands for.
    pub action: Action,
    /// The tick of the press.
    pub down: u64,
    /// The tick of the release; `None` while the key is down.
    pub up: Option<u64>,
    /// The charges of a direction's key, in order: the tick at which each began, and the tick at which it was
    /// full, if it was.
    pub charges: Vec<(u64, Option<u64>)>,
    /// Ticks at which the key, held or pressed, moved the piece, and by how many columns or rows.
    pub steps: Vec<(u64, u8)>,
    /// The spans of ticks, from and to, in which the key's repeats rested.
    pub rests: Vec<(u64, u64)>,
    /// Whether the key asked for what could not be done.
    pub refused: bool,
}

/// What happened to a piece at one moment of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceEvent {
    /// A piece locked: dropped hard or by itself.
    Locked {
        /// Whether a hard drop locked it.
        dropped: bool,
    },
    /// The next piece came into play.
    Spawned,
}

/// The finesse of a piece that has locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceFinesse {
    /// The turns and shifts pressed for the piece, in order, each with whether it was a shift held until it repeated.
    pub pressed: Vec<(Action, bool)>,
    /// The fewest turns and shifts for the piece; `None` where finesse does not judge: spins, tucks, and pieces
    /// that fall too fast.
    pub fewest: Option<Vec<Key>>,
}

impl PieceFinesse {
    /// How many keys too many were pressed; `None` where the piece is not judged.
    pub fn faults(&self) -> Option<usize> {
        self.fewest.as_ref().map(|fewest| self.pressed.len().saturating_sub(fewest.len()))
    }
}

/// What was pressed in the sandbox, and what came of it.
#[derive(Resource, Clone, Debug, Default)]
pub struct SandboxLog {
    /// Ticks since the log was begun first.
    pub now: u64,
    /// The keys that were pressed, oldest first.
    pub strokes: Vec<KeyStroke>,
    /// The locks and spawns with their ticks, oldest first.
    pub marks: Vec<(u64, PieceEvent)>,
    /// The finesse of the last piece that locked; `None` before the first.
    pub last_finesse: Option<PieceFinesse>,
    /// How many of the player's pieces up to now were set without a key too many, one after the other.
    pub clean_in_a_row: u32,
    /// The most of the player's pieces so far that were set without a key too many, one after the other.
    pub most_clean_in_a_row: u32,
    /// The turns and shifts that were pressed for the piece in play.
    pressed: Vec<Action>,
    /// The matrix as it was when the piece appeared.
    board: Option<Board>,
    /// The tick from which on the keys of a piece are shown, and the tick of its lock; `None`
    /// before anything was pressed.
    piece: Option<(u64, Option<u64>)>,
    /// Whether the keys are those of a lesson, whose pieces the player has not set.
    is_lesson: bool,
}

impl SandboxLog {
    /// Empties the log for the player or for a lesson; the clock and the counts of clean pieces go on.
    pub(super) fn clear(&mut self, is_lesson: bool) {
        let (now, clean_in_a_row, most_clean_in_a_row) = (self.now, self.clean_in_a_row, self.most_clean_in_a_row);
        *self = Self { now, clean_in_a_row, most_clean_in_a_row, is_lesson, ..Self::default() };
    }

    /// The ticks worth showing, from and to: from the first key of a piece to its lock, or, while it is in play, to the
    /// last key, lock or spawn. `None` before anything was pressed.
    pub fn shown_tick_range(&self) -> Option<(u64, u64)> {
        let (from, to) = self.piece?;
        let strokes = self.strokes.iter().map(|stroke| stroke.up.unwrap_or(self.now));
        let last = strokes.chain(self.marks.iter().map(|mark| mark.0)).max();
        Some((from, to.unwrap_or_else(|| last.unwrap_or(self.now).max(from))))
    }

    fn stroke(&mut self, action: Action) -> Option<&mut KeyStroke> {
        self.strokes.iter_mut().rev().find(|stroke| stroke.action == action)
    }

    /// Notes the keys that went down or up in this tick.
    fn note_keys(&mut self, input: &TickInput, rules: &Rules) {
        let now = self.now;
        for event in input.events() {
            if let Some(held) = self.stroke(event.action).filter(|stroke| stroke.up.is_none()) {
                held.up = Some(now);
            }
            if event.down {
                let (action, down) = (event.action, now);
                let (charges, steps, rests) = (Vec::new(), Vec::new(), Vec::new());
                self.strokes.push(KeyStroke { action, down, up: None, charges, steps, rests, refused: false });
                if is_counted_key(action, rules) {
                    self.pressed.push(action);
                }
                self.show_from_now();
            }
        }
    }

    /// Begins to show the keys of a new piece: from its first key, or from the lock or the spawn just before, if the
    /// key is an answer to that.
    fn show_from_now(&mut self) {
        if self.piece.is_some_and(|(_, to)| to.is_none()) {
            return;
        }
        let (now, held) = (self.now, self.strokes.iter().any(|stroke| stroke.up.is_none() && stroke.down < self.now));
        let from = match self.marks.last() {
            // In the wait for a piece.
            Some(&(locked, PieceEvent::Locked { .. })) => locked,
            // Just after one has locked by itself, or under a charge from the last piece.
            Some(&(new, PieceEvent::Spawned)) if held || self.locked_itself_just_now() => new,
            _ => now,
        };
        self.piece = Some((if from + LONG_AGO < now { now } else { from }, None));
    }

    fn locked_itself_just_now(&self) -> bool {
        let lock = self.marks.iter().rev().find(|mark| mark.1 != PieceEvent::Spawned);
        lock.is_some_and(|&(tick, mark)| mark == PieceEvent::Locked { dropped: false } && tick + LONG_AGO >= self.now)
    }

    /// Notes how far directions are charged, and whether they rest.
    fn note_charges(&mut self, pressed: &PressedKeys, handling: &Handling) {
        let now = self.now;
        for action in [Action::Left, Action::Right].into_iter().filter(|&action| pressed.holds(action)) {
            let (held, rests) = (pressed.held_for[direction_index(action)], pressed.cut > 0);
            let Some(stroke) = self.stroke(action) else { continue };
            // Counted at the end of a tick: 1 in the first tick of a charge.
            let since = (now + 1).saturating_sub(held.into());
            if stroke.charges.last().is_none_or(|charge| charge.0 != since) {
                stroke.charges.push((since, None));
            }
            if let Some(charge) = stroke.charges.last_mut()
                && charge.1.is_none()
                && held > handling.das
            {
                charge.1 = Some(since + u64::from(handling.das));
            }
            match stroke.rests.last_mut() {
                Some(rest) if rests && rest.1 + 1 == now => rest.1 = now,
                _ if rests => stroke.rests.push((now, now)),
                _ => {}
            }
        }
    }

    /// Notes what the keys of this tick did.
    fn note_outcome(&mut self, outcome: &TickOutcome, input: &TickInput, pressed: &PressedKeys, handling: &Handling) {
        let now = self.now;
        if outcome.shifted > 0 {
            let tapped = input.events().find(|event| event.down && side_key(event.action)).map(|event| event.action);
            if let Some(action) = tapped.or_else(|| repeating_direction(pressed, handling.second_direction)) {
                // A charge that was carried over from the last piece moves this one.
                self.show_from_now();
                if let Some(stroke) = self.stroke(action) {
                    stroke.steps.push((now, outcome.shifted));
                }
            }
        }
        if outcome.soft_dropped > 0
            && let Some(stroke) = self.stroke(Action::SoftDrop)
        {
            stroke.steps.push((now, outcome.soft_dropped));
        }
        if outcome.refused.is_some()
            && let Some(event) = input.events().filter(|event| event.down && !side_key(event.action)).last()
            && let Some(stroke) = self.stroke(event.action)
        {
            stroke.refused = true;
        }
    }

    /// Whether the `nth` press for this piece was held until it repeated.
    fn was_held(&self, nth: usize, action: Action) -> bool {
        // The presses of one direction for this piece are the last strokes of that direction.
        let later = self.pressed.iter().skip(nth + 1).filter(|&&pressed| pressed == action).count();
        let stroke = self.strokes.iter().rev().filter(|stroke| stroke.action == action).nth(later);
        side_key(action) && stroke.is_some_and(|stroke| stroke.steps.iter().any(|step| step.0 > stroke.down))
    }
}

const fn side_key(action: Action) -> bool {
    matches!(action, Action::Left | Action::Right)
}

/// Adds the log and the system that writes it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SandboxLog>();
    app.add_systems(FixedUpdate, write.in_set(TickSystems::Report));
}

type Written =
    (&'static TickOutcome, &'static TickInput, &'static PressedKeys, &'static Handling, &'static Field, &'static Score);

fn write(current: Single<&Match>, players: Query<Written>, mut log: ResMut<SandboxLog>) {
    let log = &mut *log;
    log.now += 1;
    for (outcome, input, pressed, handling, field, score) in &players {
        log.note_keys(input, &current.rules);
        log.note_charges(pressed, handling);
        log.note_outcome(outcome, input, pressed, handling);
        let now = log.now;
        if let Some(locked) = outcome.locked {
            let rules = &current.rules;
            let gravity = rules.gravity.at(score.0.level(rules.start_level), current.round_tick);
            let empty = Board::new(BoardSize::default());
            let fewest = fewest_keys(log.board.as_ref().unwrap_or(&empty), &locked, rules, gravity);
            let pressed = (0..log.pressed.len()).map(|nth| (log.pressed[nth], log.was_held(nth, log.pressed[nth])));
            let verdict = PieceFinesse { pressed: pressed.collect(), fewest };
            match verdict.faults().filter(|_| !log.is_lesson) {
                Some(0) => log.clean_in_a_row += 1,
                Some(_) => log.clean_in_a_row = 0,
                None => {}
            }
            log.most_clean_in_a_row = log.most_clean_in_a_row.max(log.clean_in_a_row);
            log.last_finesse = Some(verdict);
            log.marks.push((now, PieceEvent::Locked { dropped: outcome.hard_dropped.is_some() }));
            if let Some((_, to @ None)) = &mut log.piece {
                *to = Some(now);
            }
        }
        if outcome.locked.is_some() || outcome.held {
            log.pressed.clear();
        }
        if outcome.spawned.is_some() {
            log.board = Some(*field.0.board());
            log.marks.push((now, PieceEvent::Spawned));
        }
    }
    let (strokes, marks) = (log.strokes.len().saturating_sub(MOST), log.marks.len().saturating_sub(MOST));
    log.strokes.drain(..strokes);
    log.marks.drain(..marks);
}
