//! The garbage queue: attacks wait here on their way, the receiver's own attacks cancel them, and they rise at a lock.
//!
//! Source: `docs/design/rules.md`, the versus section. Holes come from a stream of their own.

use super::packets::AttackPackets;
use super::random::{Purpose, Random};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Which rows garbage is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GarbageKind {
    /// Rows with one hole, cleared like any other.
    #[default]
    Ordinary,
    /// Rows without a hole that never clear; their owner's own lines take them away first.
    Solid,
}

/// How garbage travels and rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct GarbageRules {
    /// Which rows garbage is made of.
    pub kind: GarbageKind,
    /// Rows that rise at one lock, at most: 1-40.
    pub cap: u32,
    /// Ticks between sending and the earliest rise, 0-60000.
    pub travel: u32,
    /// Chance that the hole moves between attacks, in thousandths, 0-1000.
    pub messiness: u16,
    /// Chance that the hole moves from one row of an attack to the next, in thousandths, 0-1000.
    pub messiness_within: u16,
    /// Whether a clear keeps waiting garbage from rising.
    pub blocking: bool,
}

impl Default for GarbageRules {
    fn default() -> Self {
        Self::USUAL
    }
}

impl GarbageRules {
    /// Garbage that travels for 20 frames, and whose hole moves with every attack but not within one.
    pub const USUAL: Self =
        Self { kind: GarbageKind::Ordinary, cap: 8, travel: 333, messiness: 1000, messiness_within: 0, blocking: true };
}

/// One attack on its way to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IncomingAttack {
    /// Rows of the attack that have not risen yet.
    pub rows: u32,
    /// The tick from which on the rows may rise.
    pub due: u64,
    /// The column of the hole, once the first row has risen.
    hole: Option<u8>,
}

/// The garbage that waits for one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GarbageQueue {
    waiting: VecDeque<IncomingAttack>,
    random: Random,
    last_hole: Option<u8>,
}

impl GarbageQueue {
    /// An empty queue whose holes come from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { waiting: VecDeque::new(), random: Random::new(seed, Purpose::Garbage), last_hole: None }
    }

    /// Attacks on their way, oldest first.
    pub fn waiting_attacks(&self) -> impl Iterator<Item = &IncomingAttack> {
        self.waiting.iter()
    }

    /// Rows of all attacks on their way.
    pub fn waiting_row_count(&self) -> u32 {
        self.waiting.iter().map(|attack| attack.rows).sum()
    }

    /// Rows that may rise at `now`.
    pub fn due_rows(&self, now: u64) -> u32 {
        self.waiting.iter().filter(|attack| attack.due <= now).map(|attack| attack.rows).sum()
    }

    /// Adds an attack of `rows` rows sent at tick `now`; its rows may rise `rules.travel` ticks later. An attack of 0
    /// rows is left out.
    pub fn receive(&mut self, rows: u32, now: u64, rules: &GarbageRules) {
        if rows > 0 {
            let due = now.saturating_add(rules.travel.into());
            self.waiting.push_back(IncomingAttack { rows, due, hole: None });
        }
    }

    /// Cancels waiting rows, oldest first, with the receiver's own attack of `lines`; gives the lines that are left to
    /// send.
    pub fn cancel(&mut self, mut lines: u32) -> u32 {
        while lines > 0
            && let Some(attack) = self.waiting.front_mut()
        {
            let cancelled = lines.min(attack.rows);
            attack.rows -= cancelled;
            lines -= cancelled;
            if attack.rows == 0 {
                self.waiting.pop_front();
            }
        }
        lines
    }

    /// Cancels waiting rows with the packets of the receiver's own clear, one after another, each as [`Self::cancel`]
    /// does; gives what is left of each to send.
    ///
    /// While `opening` is true, and no fewer rows wait than the receiver has sent in this round (`sent` before this
    /// clear, and what packets before this one came to), a packet cancels up to as many rows again, and sends no more
    /// for it. Source: the opener phase of TETR.IO's second season as in <https://github.com/halp1/triangle>,
    /// `GarbageQueue.cancel`.
    pub fn cancel_packets(&mut self, packets: AttackPackets, opening: bool, mut sent: u32) -> AttackPackets {
        packets.map(|lines| {
            let twice = opening && self.waiting_row_count() >= sent;
            let left = self.cancel(lines);
            if twice {
                self.cancel(lines);
            }
            sent += left;
            left
        })
    }

    /// Takes the rows that rise at a lock at tick `now`, lowest last: the column of each hole, `0..width`, or `None`
    /// for a solid row. At most `rules.cap` rows rise. The board has two columns at least, as rules that are
    /// [checked](super::Rules::checked) say: in a single one no hole could move.
    pub fn take_rising_rows(&mut self, now: u64, rules: &GarbageRules, width: u8) -> Vec<Option<u8>> {
        let mut risen = Vec::new();
        while risen.len() < rules.cap as usize {
            let Some(mut attack) = self.waiting.front().copied().filter(|attack| attack.due <= now) else { break };
            risen.push(match rules.kind {
                GarbageKind::Solid => None,
                GarbageKind::Ordinary => Some(self.hole(&mut attack, rules, width)),
            });
            attack.rows -= 1;
            if attack.rows == 0 {
                self.waiting.pop_front();
            } else if let Some(front) = self.waiting.front_mut() {
                *front = attack;
            }
        }
        risen
    }

    /// The column of the hole in the attack's next row.
    fn hole(&mut self, attack: &mut IncomingAttack, rules: &GarbageRules, width: u8) -> u8 {
        debug_assert!(width > 1, "a hole moves between columns");
        let moves = match (attack.hole, self.last_hole) {
            (Some(_), _) => self.random.chance(rules.messiness_within),
            (None, Some(_)) => self.random.chance(rules.messiness),
            (None, None) => true,
        };
        let hole = match attack.hole.or(self.last_hole) {
            Some(hole) if !moves => hole,
            // Somewhere else: a hole that "moves" to where it was would not be messy.
            Some(hole) => {
                let other = self.random.below(u32::from(width) - 1) as u8;
                if other >= hole { other + 1 } else { other }
            }
            None => self.random.below(u32::from(width)) as u8,
        };
        attack.hole = Some(hole);
        self.last_hole = Some(hole);
        hole
    }
}
