//! Beam search by layers in one world, which is a guess of what is to come: every layer sets one piece down, equal
//! positions are merged, and the most promising go on.
//!
//! How wide a layer may be follows from the nodes left, so that the budget is used up at the last piece. All memory is
//! kept from search to search and bounded by the budget. The beam takes the world's pieces and garbage for certain;
//! `decision` deals with their being guesses.

use super::node::{Node, PieceOption, WorldSearchContext, child_node, piece_options};
use super::state::State;
use super::weights::Weights;
use super::worlds::{World, WorldSearchResult};
use crate::movegen::{AllowedMoves, Landings, Move, find_landings};
use crate::rules::{Board, Rules};

/// The highest stack, in rows, from which the search goes on.
const MAX_STACK_HEIGHT: usize = 20;
/// The row in which pieces are taken to appear when looking ahead. It is so high that they turn and shift freely over
/// any stack from which the search goes on. The first piece starts where it really does; the exact search of places
/// over a high stack costs a thousand times as much.
const LOOKAHEAD_SPAWN_ROW: u8 = 22;
/// How many placements a position is taken to have before those of any position were counted.
const USUAL: u64 = 50;
/// A bound on the placements of one piece on one board: more than any piece ever has.
const MOST_PLACES: usize = 256;
/// The memory in bytes that is counted for each position of a layer's width: four candidates, their slots in the table,
/// and the node that goes on. It is a fixed number, because the width follows from it: the same memory must give the
/// same width, and the same answer, on every machine.
const BYTES_A_PLACE: u64 = 336;
/// The memory in bytes that is counted for the narrowest layer, a fixed number, so that the width of layers, which
/// follows from the memory, is the same on every machine.
const BYTES_ANYHOW: u64 = 45_056;
/// The most positions that a layer can keep: candidates and their slots are counted in 32 bits.
const WIDEST: u64 = 1 << 27;

const _: () = {
    let place = 4 * size_of::<BeamCandidate>() + 16 * size_of::<u32>() + size_of::<Node>();
    let anyhow = (256 + MOST_PLACES) * size_of::<BeamCandidate>() + 1024 * 16;
    assert!(place as u64 <= BYTES_A_PLACE && anyhow as u64 <= BYTES_ANYHOW, "a beam takes more memory than is counted");
};

/// A candidate for the next layer: a position with its hash, which goes on if it is among the best.
#[derive(Clone, Copy, Debug)]
struct BeamCandidate {
    hash: u64,
    node: Node,
}

/// The beam search of one world at a time, and the memory that it uses again.
#[derive(Clone, Debug)]
pub(super) struct Beam {
    rules: Rules,
    /// The most positions that a layer may keep within the search's memory.
    widest: u64,
    moves: AllowedMoves,
    /// The moves that pieces after the first can make.
    ahead: AllowedMoves,
    landings: Landings,
    layer: Vec<Node>,
    candidates: Vec<BeamCandidate>,
    /// A hash table of the candidates: in each slot an index in `candidates` plus 1, or 0 where the slot is free.
    table: Vec<u32>,
    firsts: Vec<Move>,
    finals: Vec<f32>,
    /// The only first move that is searched; `None`: all are.
    only: Option<Move>,
}

impl Beam {
    /// A beam under these rules, on a board of the usual size, for pieces that make these moves. It takes at most
    /// `bytes` of memory.
    pub(super) fn new(rules: &Rules, moves: AllowedMoves, bytes: u64) -> Self {
        Self {
            rules: *rules,
            widest: (bytes.saturating_sub(BYTES_ANYHOW) / BYTES_A_PLACE).clamp(1, WIDEST),
            moves,
            ahead: AllowedMoves { spawn_row: Some(LOOKAHEAD_SPAWN_ROW), ..moves },
            landings: Landings::new(),
            layer: Vec::new(),
            candidates: Vec::new(),
            table: Vec::new(),
            firsts: Vec::new(),
            finals: Vec::new(),
            only: None,
        }
    }

    /// The value of the best line of moves that begins with this move in a world, found with about `budget` nodes.
    /// `None` if no line from it lasts as long as the pieces of the world.
    pub(super) fn value_of_first_move(
        &mut self,
        first: Move,
        state: &State,
        world: &World,
        weights: &Weights,
        budget: u64,
    ) -> Option<f32> {
        self.only = Some(first);
        let found = self.search_world(state, world, weights, budget, &mut || false);
        self.only = None;
        let layers = world.queue.len() + usize::from(state.hold.is_some());
        found.filter(|found| found.depth as usize >= layers).map(|found| found.worth)
    }

    /// Searches a world for the best line of moves with about `budget` nodes. `stop` is asked after each position and
    /// ends the search with the best line known so far. `None` when no piece has a place.
    pub(super) fn search_world(
        &mut self,
        state: &State,
        world: &World,
        weights: &Weights,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<WorldSearchResult> {
        let context = WorldSearchContext { rules: &self.rules.clone(), weights, world };
        self.firsts.clear();
        self.finals.clear();
        self.layer.clear();
        self.layer.push(Node::root(state, context.rules));
        let layers = (world.queue.len() + usize::from(state.hold.is_some())) as u64;
        let (mut nodes, mut depth, mut best) = (0u64, 0, None);
        let (mut parents, mut stopped) = (0u64, false);
        while !stopped && depth < layers {
            let average = nodes.checked_div(parents).unwrap_or(USUAL).max(1);
            // The first layer goes on whole as far as the budget allows; the last is only looked at for its best.
            let after = layers - depth - 1;
            let produced = self.layer.len() as u64 * average;
            let width = budget.saturating_sub(nodes + produced) / (after.max(1) * average);
            let width = if after == 0 { 1 } else { width.clamp(1, self.widest) as usize };
            self.begin(width);
            // A search of one layer has nothing but its best.
            if after == 0 && depth > 0 {
                self.finals.resize(self.firsts.len(), f32::NEG_INFINITY);
            }
            let mut floor = f32::NEG_INFINITY;
            for at in 0..self.layer.len() {
                let parent = self.layer[at];
                if depth > 0 && parent.field.height() > MAX_STACK_HEIGHT {
                    continue;
                }
                let board = if depth == 0 { state.board } else { parent.field.board() };
                let can_hold = if depth > 0 { context.rules.hold } else { state.can_swap() };
                nodes += self.expand(&context, &parent, &board, depth as u8, can_hold, &mut floor, width);
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
            self.layer.reserve_exact(self.candidates.len());
            self.layer.extend(self.candidates.iter().map(|candidate| candidate.node));
            // The better parents first, for a stop in the middle.
            self.layer.sort_unstable_by(|a, b| b.value.total_cmp(&a.value).then(a.first.cmp(&b.first)));
            depth += 1;
        }
        let (top, depth) = best?;
        if depth < layers || depth == 1 || stopped {
            self.finals.clear();
        }
        let (firsts, finals) = (std::mem::take(&mut self.firsts), std::mem::take(&mut self.finals));
        Some(WorldSearchResult {
            first: top.first.into(),
            worth: top.value,
            nodes,
            depth: depth as u32,
            firsts,
            finals,
        })
    }

    /// How many bytes of memory the beam keeps.
    pub(super) fn memory_bytes(&self) -> usize {
        self.layer.capacity() * size_of::<Node>()
            + self.candidates.capacity() * size_of::<BeamCandidate>()
            + self.table.capacity() * size_of::<u32>()
    }

    fn begin(&mut self, width: usize) {
        self.candidates.clear();
        let most = capacity(width);
        // The last piece before they are picked may go past it.
        self.candidates.reserve_exact(most + MOST_PLACES);
        let slots = (2 * most).next_power_of_two();
        if self.table.len() < slots {
            self.table.resize(slots, 0);
        }
    }

    /// Makes the children of a position; returns how many placements it valued.
    fn expand(
        &mut self,
        context: &WorldSearchContext,
        parent: &Node,
        board: &Board,
        depth: u8,
        can_hold: bool,
        floor: &mut f32,
        width: usize,
    ) -> u64 {
        let mut nodes = 0;
        for PieceOption { kind, hold, taken, swaps } in piece_options(context.world, parent, can_hold) {
            let moves = if depth == 0 { &self.moves } else { &self.ahead };
            find_landings(board, kind, moves, &mut self.landings);
            let (landings, candidates) = (&self.landings, &mut self.candidates);
            let (firsts, finals, only) = (&mut self.firsts, &mut self.finals, self.only);
            landings.each(|placement| {
                nodes += 1;
                let Some(mut node) = child_node(context, parent, placement, depth, hold) else { return };
                if let Some(best) = finals.get_mut(usize::from(node.first)) {
                    *best = best.max(node.value);
                }
                if node.value <= *floor {
                    return;
                }
                node.used = parent.used + taken;
                if depth == 0 {
                    let first = Move { placement, hold: swaps };
                    if only.is_some_and(|only| only != first) {
                        return;
                    }
                    node.first = firsts.len() as u16;
                    firsts.push(first);
                }
                candidates.push(BeamCandidate { hash: node.hash(), node });
            });
            if self.candidates.len() >= capacity(width) {
                self.compact(width, floor);
            }
        }
        nodes
    }

    /// Merges equal positions and keeps the best `width`; `floor` becomes the least value that is kept, if any had to
    /// go.
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
            // Slots are fewer than 2^32: these bits are the same where `usize` has no more.
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
            let order =
                |a: &BeamCandidate, b: &BeamCandidate| b.node.value.total_cmp(&a.node.value).then(a.hash.cmp(&b.hash));
            let (_, least, _) = self.candidates.select_nth_unstable_by(width - 1, order);
            *floor = least.node.value;
            self.candidates.truncate(width);
        }
    }
}

/// How many candidates a layer of this width gathers before the best of them are picked.
fn capacity(width: usize) -> usize {
    4 * width + 256
}
