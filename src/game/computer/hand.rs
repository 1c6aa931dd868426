//! The computer player's hand: one key at a time, at varied intervals, at the speed that was set.
//!
//! It knows where it wants the piece and sees where it is; before each key it looks again whether the way is still
//! free, and takes the next best placement when it is not.

use super::Pace;
use super::plan::keys_to;
use crate::ai::brain::Ranked;
use crate::game::Action;
use crate::game::input::{KeyEvent, TickInput};
use crate::rules::{Board, FallingPiece, Random, Rules};

/// Share of a piece's time spent looking before the first key.
const LOOK: u64 = 25;
/// The longest a key is held down, in ticks: a relaxed tap.
const TAP: u64 = 45;

/// A hand and its rhythm.
#[derive(Debug)]
pub(super) struct Hand {
    pace: Pace,
    slips: u8,
    random: Random,
    /// When the piece should drop.
    deadline: u64,
    /// When the next key may go down.
    next_key: u64,
    /// The key that is down, and when it goes up.
    down: Option<(Action, u64)>,
    /// Where the piece is to go, as an index of the thought's placements.
    target: Option<usize>,
}

impl Hand {
    pub(super) const fn new(pace: Pace, slips: u8, random: Random) -> Self {
        Self { pace, slips, random, deadline: 0, next_key: 0, down: None, target: None }
    }

    /// Where the piece is to go, as an index of the thought's placements.
    pub(super) const fn target(&self) -> Option<usize> {
        self.target
    }

    /// A new piece: gives the tick at which the thought about it is due.
    pub(super) fn take_up(&mut self, now: u64) -> u64 {
        self.target = None;
        // Deadlines follow each other, not the spawns: the speed set is the speed played.
        let period = self.pace.period();
        let varied = period * u64::from(85 + self.random.below(31)) / 100;
        self.deadline = self.deadline.max(now.saturating_sub(period / 2)) + varied;
        let window = self.deadline.saturating_sub(now);
        self.next_key = now + 1 + window * LOOK / 100;
        self.next_key
    }

    /// Lets the held key go when its time is up.
    pub(super) fn let_go(&mut self, now: u64, input: &mut TickInput) {
        if let Some((action, _)) = self.down.filter(|&(_, until)| until <= now)
            && input.push(KeyEvent { action, down: false })
        {
            self.down = None;
        }
    }

    /// Presses the next key if its time has come; gives it.
    pub(super) fn press(
        &mut self,
        now: u64,
        board: &Board,
        piece: FallingPiece,
        ranked: &[Ranked],
        rules: &Rules,
        input: &mut TickInput,
    ) -> Option<Action> {
        if now < self.next_key || self.down.is_some() {
            return None;
        }
        let keys = self.way(board, piece, ranked, rules);
        let action = keys.first().copied().unwrap_or(Action::HardDrop);
        if !input.push(KeyEvent { action, down: true }) {
            return None;
        }
        let left = self.deadline.saturating_sub(now) / keys.len().max(2) as u64;
        // A third more or less: nobody taps like a clock.
        let interval = (left * u64::from(67 + self.random.below(67)) / 100).max(2);
        self.down = Some((action, now + TAP.min(interval / 2).max(1)));
        // The last key before the drop leaves the drop on time.
        self.next_key = if keys.len() == 2 { self.deadline.max(now + 2) } else { now + interval };
        Some(action)
    }

    /// The keys to the target, chosen first if there is none yet, and anew if the way there is no longer free.
    fn way(&mut self, board: &Board, piece: FallingPiece, ranked: &[Ranked], rules: &Rules) -> Vec<Action> {
        if self.target.is_none() && self.slips() && !ranked.is_empty() {
            self.target = Some(self.random.below(ranked.len() as u32) as usize);
        }
        let way_to = |choice: &Ranked| {
            if choice.hold && choice.piece.kind != piece.kind {
                return Some(vec![Action::Hold, Action::HardDrop]);
            }
            keys_to(board, piece, choice.piece, rules.half_turns)
        };
        if let Some(keys) = self.target.and_then(|target| ranked.get(target)).and_then(way_to) {
            return keys;
        }
        let reachable = ranked.iter().enumerate().find_map(|(index, choice)| Some((index, way_to(choice)?)));
        self.target = reachable.as_ref().map(|(index, _)| *index);
        reachable.map_or_else(|| vec![Action::HardDrop], |(_, keys)| keys)
    }

    /// Whether the hand slips on this piece: with probability 1 - 0.96^slips, in thousandths.
    fn slips(&mut self) -> bool {
        let steady = (0..self.slips).fold(1000u32, |steady, _| steady * 96 / 100);
        self.slips > 0 && self.random.chance((1000 - steady) as u16)
    }
}
