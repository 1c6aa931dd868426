//! A place to try a handling: one person at a small matrix, with every key and what came of it written down.
//!
//! It is the game itself, not a copy: the same plugin and the same systems in an app of its own, so that a
//! match that waits in the meantime is not touched. Knows no screen and no clock: the page that shows it says
//! how much time has passed.

pub mod lesson;
pub mod log;

pub use lesson::Lesson;
pub use log::{KeyStroke, PieceEvent, PieceFinesse, SandboxLog};

use super::components::{Falling, Field, HoldSlot, Match, Queue};
use super::handling::{Handling, PressedKeys};
use super::input::{Action, KeyEvent, PendingKeyEvents};
use super::modes::{Course, course::StartPosition};
use super::{MatchSetup, Mode, SeatSetup, StartMatch, headless};
use crate::rules::{BoardSize, FallingPiece, GravityRule, Matrix, PieceKind, Rules};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use std::collections::VecDeque;

/// The most ticks that are caught up with at once: a program that stood still does not rush afterwards.
const MOST_TICKS: u32 = 250;
/// The size of the sandbox's matrix: small enough to see well beside the settings.
const BOARD: BoardSize = BoardSize { width: 10, visible: 16, buffer: 20 };
/// The height of the stack, in rows, at which the matrix is emptied: it is no game to lose.
const HIGH: usize = 13;

/// What a page shows of the sandbox.
#[derive(Clone, Debug)]
pub struct SandboxView {
    /// The minos that have locked.
    pub matrix: Matrix,
    /// The piece in play; `None` between two pieces.
    pub piece: Option<FallingPiece>,
    /// Where the piece in play would land; `None` between two pieces.
    pub ghost: Option<FallingPiece>,
    /// The pieces to come, at most three.
    pub next: Vec<PieceKind>,
    /// The piece on hold; `None` for an empty slot.
    pub hold: Option<PieceKind>,
}

/// A small game of its own in which a handling is tried.
pub struct HandlingTestGame {
    app: App,
    seat: Entity,
    handling: Handling,
    seed: u64,
    /// The lesson that is shown; `None` while the matrix is the player's.
    lesson: Option<Showing>,
}

/// A lesson in progress.
struct Showing {
    lesson: Lesson,
    /// The lesson's key events that are still to come, by tick.
    keys: VecDeque<(u32, Action, bool)>,
    at: u32,
    length: u32,
}

impl HandlingTestGame {
    /// A sandbox that shows no lesson: the matrix is empty, and its first piece has appeared.
    pub fn new(handling: Handling, seed: u64) -> Self {
        let mut app = headless::app(1);
        app.add_plugins(log::plugin);
        let mut sandbox = Self { app, seat: Entity::PLACEHOLDER, handling, seed, lesson: None };
        sandbox.begin();
        sandbox
    }

    /// Changes the handling at once, even under a falling piece. A lesson begins again.
    pub fn set_handling(&mut self, handling: Handling) {
        let handling = handling.clamped();
        if handling == self.handling {
            return;
        }
        self.handling = handling;
        if let Some(mut now) = self.app.world_mut().get_mut::<Handling>(self.seat) {
            *now = handling;
        }
        // A lesson shows the new handling from its beginning.
        if let Some(showing) = self.lesson.take() {
            self.teach(Some(showing.lesson));
        }
    }

    /// Shows a lesson over and over; `None` leaves the matrix to the player.
    pub fn teach(&mut self, lesson: Option<Lesson>) {
        if lesson == self.lesson() && lesson.is_some() {
            return;
        }
        self.lesson = lesson.map(|lesson| self.showing(lesson));
        self.begin();
    }

    /// The lesson that is shown; `None` while the matrix is the player's.
    pub fn lesson(&self) -> Option<Lesson> {
        self.lesson.as_ref().map(|showing| showing.lesson)
    }

    /// Passes on a key of the player's that went down or up. It does nothing while a lesson is shown.
    pub fn pass_key(&mut self, event: KeyEvent) {
        if self.lesson.is_none() {
            self.press(event);
        }
    }

    /// Lets time pass, in ticks. At most 250 are made up at once.
    pub fn advance(&mut self, ticks: u32) {
        let mut left = ticks.min(MOST_TICKS);
        while left > 0 {
            let step = self.until_next_key().min(left);
            self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(step));
            self.app.update();
            left -= step;
            let over = self.lesson.as_mut().is_some_and(|showing| {
                showing.at += step;
                showing.at >= showing.length
            });
            if over || self.is_full() {
                match self.lesson() {
                    Some(lesson) => {
                        self.lesson = Some(self.showing(lesson));
                        self.begin();
                    }
                    None => self.empty_matrix(),
                }
            }
        }
    }

    /// What is to be seen now; `None` without a match.
    pub fn current_view(&self) -> Option<SandboxView> {
        let world = self.app.world();
        let field = world.get::<Field>(self.seat)?;
        let piece = world.get::<Falling>(self.seat)?.piece.map(|in_play| in_play.piece);
        Some(SandboxView {
            matrix: field.0.clone(),
            piece,
            ghost: piece.map(|piece| piece.dropped(field.0.board())),
            next: world.get::<Queue>(self.seat)?.0.shown().take(3).collect(),
            hold: world.get::<HoldSlot>(self.seat)?.0.piece(),
        })
    }

    /// The log of what was pressed and what came of it.
    pub fn log(&self) -> &SandboxLog {
        self.app.world().resource::<SandboxLog>()
    }

    /// Presses the keys of the lesson that are due; gives the ticks until the next one, or until the lesson's end.
    fn until_next_key(&mut self) -> u32 {
        let Some(showing) = &mut self.lesson else { return MOST_TICKS };
        let mut due = Vec::new();
        while let Some(&(tick, action, down)) = showing.keys.front()
            && tick <= showing.at
        {
            due.push(KeyEvent { action, down });
            showing.keys.pop_front();
        }
        let next = showing.keys.front().map_or(showing.length, |key| key.0);
        let ticks = next.saturating_sub(showing.at).max(1);
        for event in due {
            self.press(event);
        }
        ticks
    }

    fn press(&mut self, event: KeyEvent) {
        if let Some(mut keys) = self.app.world_mut().get_mut::<PendingKeyEvents>(self.seat) {
            keys.0.push_back(event);
        }
    }

    fn showing(&self, lesson: Lesson) -> Showing {
        let script = lesson.script(&self.handling);
        Showing { lesson, keys: script.keys.into(), at: 0, length: script.length }
    }

    fn is_full(&self) -> bool {
        let world = self.app.world();
        let full = world.get::<Field>(self.seat).is_none_or(|field| field.0.board().stack_height() >= HIGH);
        let falls = world.get::<Falling>(self.seat).is_some_and(|falling| falling.piece.is_some());
        full && (falls || self.lesson.is_none())
    }

    /// Begins a game with an empty matrix on which the player's keys stay up or down, as in another round of a match.
    fn empty_matrix(&mut self) {
        let world = self.app.world();
        let pressed = world.get::<PressedKeys>(self.seat).map(PressedKeys::for_next_round);
        let waiting = world.get::<PendingKeyEvents>(self.seat).cloned();
        self.begin();
        if let (Some(pressed), Some(waiting)) = (pressed, waiting)
            && let Ok(mut player) = self.app.world_mut().get_entity_mut(self.seat)
        {
            player.insert((pressed, waiting));
        }
    }

    /// Begins a game with an empty matrix. The first tick, run here, brings the first piece.
    fn begin(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        let still = Rules { board: BOARD, countdown: 0, half_turns: true, goal_lines: 0, ..Rules::marathon() };
        let (rules, queue) = match self.lesson() {
            Some(lesson) => {
                let script = lesson.script(&self.handling);
                let mut rules = Rules { gravity: script.gravity, entry_delay: script.entry_delay, ..still };
                rules.lock_down.delay = script.lock_delay;
                (rules, script.queue)
            }
            None => (Rules { gravity: GravityRule::Curve, ..still }, ""),
        };
        let start = StartPosition { queue: queue.to_owned(), ..StartPosition::default() };
        let world = self.app.world_mut();
        world.trigger(StartMatch(MatchSetup {
            mode: Mode::Custom,
            rules,
            course: Course { start, endless: true, ..Course::default() },
            seed: self.seed,
            seats: vec![SeatSetup::person("You", self.handling)],
        }));
        world.flush();
        let found = world.query::<&Match>().single(world).ok().and_then(|current| current.seats.first().copied());
        self.seat = found.unwrap_or(Entity::PLACEHOLDER);
        world.resource_mut::<SandboxLog>().clear(self.lesson.is_some());
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        self.app.update();
    }
}
