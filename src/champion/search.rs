//! The search: a beam by layers. Every layer sets one piece down, equal positions are merged, the most promising go on.
//!
//! It goes over the falling piece, the held one and those on show. How wide a layer may be follows from the nodes left, so
//! that the budget is used up at the last piece that is known. All memory is kept from search to search and bounded by the budget.

use super::field::Field;
use super::ground::Standing;
use super::state::State;
use super::weights::Weights;
use crate::ai::reach::{Landings, Moves, Placement, find};
use crate::rules::{Board, Clear, PieceKind, Rules, Spin, Streak};

/// Stacks above this are not gone on from.
const HIGHEST: usize = 20;
/// Where pieces are taken to appear when looking ahead: so high that they turn and shift freely over any stack that is gone on
/// from. The first piece starts where it really does; the exact search of places over a high stack costs a thousand times as much.
const AHEAD: u8 = 22;
/// The hold slot without a piece.
const NOTHING: u8 = 7;
/// Placements of a parent, before any was counted.
const USUAL: u64 = 50;
/// The widest layer: at most 180 MB in all.
const WIDEST: u64 = 1 << 19;
/// The most rows that rise at one lock.
const CAP: u8 = 8;

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Where the piece goes, and by which spin.
    pub placement: Placement,
    /// Whether the falling piece is held first.
    pub hold: bool,
    /// What the line is worth that it begins.
    pub worth: f32,
    /// Positions that were made and valued.
    pub nodes: u64,
    /// Pieces looked ahead.
    pub depth: u32,
}

/// A position of a layer: 56 bytes.
#[derive(Clone, Copy, Debug)]
struct Node {
    field: Field,
    /// What the events on the way were worth.
    gained: f32,
    /// With what the position is worth.
    value: f32,
    /// The first move of the line.
    first: u16,
    /// Pieces of the queue that are used up.
    used: u8,
    hold: u8,
    combo: u8,
    back_to_back: bool,
    /// Garbage that waits.
    waiting: u8,
}

/// A child that may go on.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    hash: u64,
    node: Node,
}

/// The search and its memory.
#[derive(Clone, Debug)]
pub struct Search {
    rules: Rules,
    moves: Moves,
    /// The moves of later pieces.
    ahead: Moves,
    landings: Landings,
    layer: Vec<Node>,
    candidates: Vec<Candidate>,
    /// Places of candidates by hash, plus 1; 0 is free.
    table: Vec<u32>,
    firsts: Vec<(Placement, bool)>,
}

/// What stays the same during one search.
struct Task<'a> {
    rules: &'a Rules,
    weights: &'a Weights,
    queue: &'a [PieceKind],
    /// Garbage: the number of the piece it rises with, whether it does so for certain, and the column its hole is taken to be in.
    due: u8,
    certain: bool,
    hole: usize,
}

impl Search {
    /// A search under these rules, on a board of the usual size.
    pub fn new(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            moves: Moves::of(rules),
            ahead: Moves { spawn_row: Some(AHEAD), ..Moves::of(rules) },
            landings: Landings::new(),
            layer: Vec::new(),
            candidates: Vec::new(),
            table: Vec::new(),
            firsts: Vec::new(),
        }
    }

    /// The best move with about `budget` nodes. `stop` is asked after each parent and ends the search with the best known so
    /// far. `None` when no piece has a place.
    pub fn think(
        &mut self,
        state: &State,
        weights: &Weights,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Choice> {
        let queue = &state.queue[..];
        let task = Task {
            rules: &self.rules.clone(),
            weights,
            queue,
            due: state.garbage.due,
            certain: state.garbage.certain,
            // Where it will be nobody knows; any column is as likely.
            hole: (state.field().hash() % 10) as usize,
        };
        let root = Node {
            field: state.field(),
            gained: 0.0,
            value: 0.0,
            first: 0,
            used: 0,
            hold: state.hold.map_or(NOTHING, |kind| kind.index() as u8),
            combo: state.streak.combo.min(255) as u8,
            back_to_back: state.streak.back_to_back > 0,
            waiting: state.garbage.rows,
        };
        self.firsts.clear();
        self.layer.clear();
        self.layer.push(root);
        let layers = (queue.len() + usize::from(state.hold.is_some())) as u64;
        let (mut nodes, mut depth, mut best) = (0u64, 0, None);
        let (mut parents, mut stopped) = (0u64, false);
        while !stopped && depth < layers {
            let average = nodes.checked_div(parents).unwrap_or(USUAL).max(1);
            // The first layer goes on whole as far as the budget allows; the last is only looked at for its best.
            let after = layers - depth - 1;
            let produced = self.layer.len() as u64 * average;
            let width = budget.saturating_sub(nodes + produced) / (after.max(1) * average);
            let width = if after == 0 { 1 } else { width.clamp(1, WIDEST) as usize };
            self.begin(width);
            let mut floor = f32::NEG_INFINITY;
            for at in 0..self.layer.len() {
                let parent = self.layer[at];
                if depth > 0 && parent.field.height() > HIGHEST {
                    continue;
                }
                let board = if depth == 0 { state.board } else { parent.field.board() };
                let can_hold = depth > 0 || state.can_hold;
                nodes += self.expand(&task, &parent, &board, depth as u8, can_hold, &mut floor, width);
                parents += 1;
                if depth > 0 && stop() {
                    stopped = true;
                    break;
                }
            }
            self.compact(width, &mut floor);
            let found = self.candidates.iter().map(|candidate| &candidate.node);
            let Some(top) = found.reduce(|best, node| if node.value > best.value { node } else { best }) else { break };
            // A layer that was broken off has seen the better parents only, which is still worth more than none of it.
            best = Some((*top, depth + 1));
            self.layer.clear();
            self.layer.extend(self.candidates.iter().map(|candidate| candidate.node));
            // The better parents first, for a stop in the middle.
            self.layer.sort_unstable_by(|a, b| b.value.total_cmp(&a.value).then(a.first.cmp(&b.first)));
            depth += 1;
        }
        let (top, depth) = best?;
        let &(placement, hold) = self.firsts.get(usize::from(top.first))?;
        Some(Choice { placement, hold, worth: top.value, nodes, depth: depth as u32 })
    }

    fn begin(&mut self, width: usize) {
        self.candidates.clear();
        let most = capacity(width);
        self.candidates.reserve(most);
        let slots = (2 * most).next_power_of_two();
        if self.table.len() < slots {
            self.table.resize(slots, 0);
        }
    }

    /// Makes the children of a parent; returns how many.
    fn expand(
        &mut self,
        task: &Task,
        parent: &Node,
        board: &Board,
        depth: u8,
        can_hold: bool,
        floor: &mut f32,
        width: usize,
    ) -> u64 {
        let mut nodes = 0;
        let used = usize::from(parent.used);
        let falling = task.queue.get(used).copied();
        let held = PieceKind::from_index(usize::from(parent.hold)).filter(|_| parent.hold != NOTHING);
        let name = |kind: Option<PieceKind>| kind.map_or(NOTHING, |kind| kind.index() as u8);
        let plain = falling.map(|kind| (kind, parent.hold, 1, false));
        let swapped = match (can_hold, held) {
            (false, _) => None,
            (true, Some(held)) if Some(held) == falling => None,
            (true, Some(held)) => Some((held, name(falling), u8::from(falling.is_some()), true)),
            (true, None) => task.queue.get(used + 1).map(|&kind| (kind, name(falling), 2, true)),
        };
        for (kind, hold, taken, swaps) in plain.into_iter().chain(swapped) {
            let moves = if depth == 0 { &self.moves } else { &self.ahead };
            find(board, kind, moves, &mut self.landings);
            let (landings, candidates, firsts) = (&self.landings, &mut self.candidates, &mut self.firsts);
            landings.each(|placement| {
                nodes += 1;
                let Some(mut node) = child(task, parent, placement, depth, hold) else { return };
                if node.value <= *floor {
                    return;
                }
                node.used = parent.used + taken;
                if depth == 0 {
                    node.first = firsts.len() as u16;
                    firsts.push((placement, swaps));
                }
                candidates.push(Candidate { hash: node.hash(), node });
            });
            if self.candidates.len() >= capacity(width) {
                self.compact(width, floor);
            }
        }
        nodes
    }

    /// Merges equal positions and keeps the best `width`; `floor` becomes the least of them.
    fn compact(&mut self, width: usize, floor: &mut f32) {
        let slots = (2 * self.candidates.len()).next_power_of_two().max(2);
        if self.table.len() < slots {
            self.table.resize(slots, 0);
        }
        let table = &mut self.table[..slots];
        table.fill(0);
        let mut kept = 0;
        for at in 0..self.candidates.len() {
            let candidate = self.candidates[at];
            let mut slot = candidate.hash as usize & (slots - 1);
            loop {
                match table[slot] {
                    0 => {
                        self.candidates[kept] = candidate;
                        kept += 1;
                        table[slot] = kept as u32;
                        break;
                    }
                    known => {
                        let other = &mut self.candidates[known as usize - 1];
                        if other.hash == candidate.hash {
                            if candidate.node.value > other.node.value {
                                *other = candidate;
                            }
                            break;
                        }
                        slot = (slot + 1) & (slots - 1);
                    }
                }
            }
        }
        self.candidates.truncate(kept);
        if kept > width {
            let order = |a: &Candidate, b: &Candidate| b.node.value.total_cmp(&a.node.value).then(a.hash.cmp(&b.hash));
            let (_, least, _) = self.candidates.select_nth_unstable_by(width - 1, order);
            *floor = least.node.value;
            self.candidates.truncate(width);
        }
    }
}

/// How many candidates are gathered before the best of them are picked.
fn capacity(width: usize) -> usize {
    4 * width + 256
}

impl Node {
    /// A hash of all that decides how the game can go on from here.
    #[inline(always)]
    fn hash(&self) -> u64 {
        let rest = u64::from(self.used)
            | u64::from(self.hold) << 8
            | u64::from(self.combo) << 16
            | u64::from(self.back_to_back) << 24
            | u64::from(self.waiting) << 32;
        (self.field.hash() ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_mul(0xD1B5_4A32_D192_ED03)
            .rotate_left(29)
    }
}

/// The position after a placement, valued; `None` when it loses.
#[inline(always)]
fn child(task: &Task, parent: &Node, placement: Placement, depth: u8, hold: u8) -> Option<Node> {
    let (mut field, lines) = parent.field.with(placement.piece)?;
    let wasted = placement.piece.kind == PieceKind::T && (lines == 0 || placement.spin != Spin::Full);
    let mut node = Node { hold, ..*parent };
    let events = &task.weights.events;
    if lines > 0 {
        node.gained += cleared(task, &mut node, placement.spin, lines, field.is_clear());
    } else {
        if placement.piece.rows().0 >= 20 {
            return None;
        }
        node.gained += events[12] * (f32::from(parent.combo) * (1.0 / 3.0));
        node.combo = 0;
    }
    if wasted {
        node.gained += events[13];
    }
    if node.waiting > 0 && depth + 1 >= task.due && (task.certain || lines == 0) {
        let rows = if task.certain { node.waiting } else { node.waiting.min(CAP) };
        field.raise(rows.into(), task.hole);
        node.waiting -= rows;
    }
    let height = field.height();
    // Where the next piece appears.
    if height > 20 && (field.row(20) | field.row(21)) & 0b00_0111_1000 != 0 {
        return None;
    }
    node.field = field;
    let standing =
        Standing { combo: node.combo, back_to_back: node.back_to_back, hold: node.hold, waiting: node.waiting };
    node.value = node.gained + task.weights.worth(&node.field, height, standing);
    Some(node)
}

/// What a clear is worth on the way; moves the streaks on.
#[inline(never)]
fn cleared(task: &Task, node: &mut Node, spin: Spin, lines: u8, perfect: bool) -> f32 {
    let events = &task.weights.events;
    let before = node.back_to_back;
    let mut streak = Streak { combo: node.combo.into(), back_to_back: before.into() };
    let clear = streak.advance(lines, spin, perfect);
    let attack = task.rules.attack.lines(&clear, 0, 1000);
    let alone = task.rules.attack.lines(&Clear { combo: 0, ..clear }, 0, 1000);
    (node.combo, node.back_to_back) = (streak.combo.min(255) as u8, streak.back_to_back > 0);
    if !task.certain {
        node.waiting = node.waiting.saturating_sub(attack.min(255) as u8);
    }
    let kind = match (spin, lines) {
        (Spin::Full, 1) => 6,
        (Spin::Full, 2) => 7,
        (Spin::Full, _) => 8,
        (Spin::Mini, _) => 9,
        (Spin::None, 1) => 2,
        (Spin::None, 2) => 3,
        (Spin::None, 3) => 4,
        (Spin::None, _) => 5,
    };
    let mut gained = events[0] * attack as f32 + events[1] * (attack - alone) as f32 + events[kind] + events[14];
    if perfect {
        gained += events[10];
    }
    if before && !node.back_to_back {
        gained += events[11];
    }
    gained
}
