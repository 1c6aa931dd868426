//! Best-first search over a graph, in one world of what is to come. Again and again the search goes down from the first
//! position by the moves that look best, now and then by a lesser one. It makes the moves of the position where it
//! ends, and passes their value up to all positions on the way.
//!
//! Equal positions are one entry, however they were reached. A position is worth the best of its moves: what the move
//! earns and what the position after it is worth. Lines of different lengths are compared by how far they stand above a
//! first line of their length that takes the best move each time: without that, one piece more would count as good or
//! bad by itself. Kept beside the beam so that both can be measured on the same evaluation; what that gave:
//! `docs/lab/champion-tried.md`.

use super::beam::{LOOKAHEAD_SPAWN_ROW, MAX_STACK_HEIGHT};
use super::node::{Node, PieceOption, WorldSearchContext, child_node, piece_options};
use super::state::State;
use super::weights::Weights;
use super::worlds::{World, WorldSearchResult};
use crate::movegen::{AllowedMoves, Landings, Move, Placement, find_landings};
use crate::rules::random::Purpose;
use crate::rules::{Board, Random, Rules};
use std::collections::HashMap;

/// The number that stands for no entry or no edge.
const NONE: u32 = u32::MAX;
/// The chance to pass over a move for the next best one, at each position on the way down, in thousandths.
const CURIOUS: u16 = 300;
/// A bound on the first moves of a position: more than there ever are.
const MOST_FIRST: usize = 512;
/// The most moves that a position keeps.
const KEPT: usize = 40;
/// How many edges are assumed for each position, at least, when memory is counted; a position really has some twenty.
const EDGES: usize = 8;
/// The memory in bytes that is counted for an edge, with its share of a position's entry and of the hash table,
/// where an entry takes 40. It is a fixed number, because the same memory must give the same graph, and the same
/// answer, on every machine.
const BYTES_AN_EDGE: u64 = 42;

const _: () = assert!(
    (size_of::<Edge>() + (size_of::<GraphNode>() + 40).div_ceil(EDGES)) as u64 <= BYTES_AN_EDGE,
    "a graph takes more memory than is counted"
);

/// A position of the graph.
#[derive(Clone, Copy, Debug)]
struct GraphNode {
    /// The position, with nothing gained on the way.
    node: Node,
    /// The value of the best line from here, without what was gained before.
    worth: f32,
    /// The range of this position's moves in `edges`, once they were made.
    edges: (u32, u32),
    /// The index of the edge that was last found to lead to this position; [`Edge::next`] gives the others one by one.
    from: u32,
    /// How many pieces were set down before this position.
    depth: u8,
    expanded: bool,
    /// Whether nothing is left to be searched below this position.
    done: bool,
}

/// A move from one position to another.
#[derive(Clone, Copy, Debug)]
struct Edge {
    parent: u32,
    /// The index of the position that the move leads to; [`NONE`] until the move was first taken.
    child: u32,
    /// The index of the next edge that leads to the same position, or [`NONE`].
    next: u32,
    /// The value of the events of the move itself, less how much the first line's move of this depth changed the value.
    gain: f32,
    /// `gain` plus the value of the best line of moves that follows.
    worth: f32,
    placement: Placement,
    hold: u8,
    taken: u8,
    swaps: bool,
}

/// The best-first search of one world at a time: its graph, and the memory that it uses again.
#[derive(Clone, Debug)]
pub(super) struct BestFirst {
    rules: Rules,
    /// The most edges that the graph may have.
    most: usize,
    moves: AllowedMoves,
    ahead: AllowedMoves,
    landings: Landings,
    entries: Vec<GraphNode>,
    edges: Vec<Edge>,
    /// The moves of the position that is being expanded.
    made: Vec<Edge>,
    /// The entries by the hash of their positions.
    table: HashMap<u64, u32>,
    /// By depth, how much the best move of the first line changed the value.
    levels: Vec<f32>,
    /// The indices of positions whose value has changed, and must be passed up to those that lead to them.
    changed: Vec<u32>,
}

impl BestFirst {
    /// A search with an empty graph under these rules, on a board of the usual size, for pieces that make these moves.
    /// It takes at most `bytes` of memory.
    pub(super) fn new(rules: &Rules, moves: AllowedMoves, bytes: u64) -> Self {
        Self {
            rules: *rules,
            // Edges are numbered in 32 bits.
            most: (bytes / BYTES_AN_EDGE).clamp(MOST_FIRST as u64, u64::from(NONE) - 1) as usize,
            moves,
            ahead: AllowedMoves { spawn_row: Some(LOOKAHEAD_SPAWN_ROW), ..moves },
            landings: Landings::new(),
            entries: Vec::new(),
            edges: Vec::new(),
            made: Vec::new(),
            table: HashMap::new(),
            levels: Vec::new(),
            changed: Vec::new(),
        }
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
        let layers = world.queue.len() + usize::from(state.hold.is_some());
        self.entries.clear();
        self.edges.clear();
        self.table.clear();
        self.levels.clear();
        let edges = (self.most as u64).min(budget.saturating_add(MOST_FIRST as u64)) as usize;
        self.edges.reserve_exact(edges);
        self.entries.reserve_exact(edges / EDGES);
        self.enter(Node::root(state, context.rules), 0);
        let mut random = Random::new(state.bitboard().hash(), Purpose::Search);
        let mut nodes = self.expand(&context, 0, Some(state), layers);
        self.back_up(0);
        let mut depth = 1;
        // The first line goes straight down.
        let mut straight = true;
        let room = |graph: &Self| graph.edges.len() + KEPT < edges && graph.entries.len() + layers < edges / EDGES;
        while nodes < budget && room(self) && !self.entries[0].done && !stop() {
            let at = self.descend(&context, &mut random, if straight { 0 } else { CURIOUS });
            let entry = self.entries[at as usize];
            if !entry.done {
                nodes += self.expand(&context, at, None, layers);
            }
            depth = depth.max(u32::from(self.entries[at as usize].depth) + 1);
            let next = usize::from(entry.depth) + 1;
            straight &= next < layers && self.levels.len() == next;
            self.back_up(at);
        }
        let (start, end) = self.entries[0].edges;
        let first = &self.edges[start as usize..end as usize];
        let best = (0..first.len()).reduce(|best, at| if first[at].worth > first[best].worth { at } else { best })?;
        Some(WorldSearchResult {
            first: best,
            worth: first[best].worth,
            nodes,
            depth,
            firsts: first.iter().map(|edge| Move { placement: edge.placement, hold: edge.swaps }).collect(),
            finals: first.iter().map(|edge| edge.worth).collect(),
        })
    }

    /// How many bytes of memory the graph keeps.
    pub(super) fn memory_bytes(&self) -> usize {
        // The table's capacity leaves an eighth free, and each place has a byte beside it.
        let table = self.table.capacity() * 8 / 7 * (size_of::<(u64, u32)>() + 1);
        self.edges.capacity() * size_of::<Edge>() + self.entries.capacity() * size_of::<GraphNode>() + table
    }

    /// The index of a position in the graph, to which the position is added unless it is known already.
    fn enter(&mut self, node: Node, depth: u8) -> u32 {
        let new = self.entries.len() as u32;
        let at = *self.table.entry(node.hash()).or_insert(new);
        if at == new {
            let high = depth > 0 && node.field.height() > MAX_STACK_HEIGHT;
            let worth = if high { f32::NEG_INFINITY } else { node.value };
            let done = high;
            self.entries.push(GraphNode { node, worth, edges: (0, 0), from: NONE, depth, expanded: high, done });
        }
        at
    }

    /// Goes from the first position down to one whose moves were not made yet, or that turns out to have nothing left
    /// to look at; gives the index of that position.
    fn descend(&mut self, context: &WorldSearchContext, random: &mut Random, curious: u16) -> u32 {
        let mut at = 0;
        loop {
            let GraphNode { node, edges, depth, expanded, done, .. } = self.entries[at as usize];
            if !expanded || done {
                return at;
            }
            let mut chosen = None;
            while let Some(next) = self.best_below(edges, chosen) {
                chosen = Some(next);
                if curious == 0 || !random.chance(curious) {
                    break;
                }
            }
            let Some(chosen) = chosen else { return at };
            let edge = self.edges[chosen];
            if edge.child == NONE {
                let made = child_node(context, &node, edge.placement, depth, edge.hold);
                let made = made.map_or(node, |made| Node {
                    used: node.used + edge.taken,
                    gained: 0.0,
                    value: edge.worth - edge.gain,
                    ..made
                });
                let to = self.enter(made, depth + 1);
                let known = &mut self.entries[to as usize];
                (self.edges[chosen].next, known.from) = (known.from, chosen as u32);
                self.edges[chosen].child = to;
                if known.expanded {
                    // Known by another way: what it is worth was found out there.
                    return to;
                }
                at = to;
            } else {
                at = edge.child;
            }
        }
    }

    /// The index of the best move that has something left to be searched below it, among those that come after `than`
    /// in order of value; `None` if there is none.
    fn best_below(&self, (start, end): (u32, u32), than: Option<usize>) -> Option<usize> {
        let worth = |at: usize| self.edges[at].worth;
        let after =
            |at: usize| than.is_none_or(|than| worth(at) < worth(than) || worth(at) == worth(than) && at > than);
        let open = |at: usize| {
            let child = self.edges[at].child;
            child == NONE || !self.entries[child as usize].done
        };
        (start as usize..end as usize)
            .filter(|&at| after(at) && open(at) && worth(at) > f32::NEG_INFINITY)
            .reduce(|best, at| if worth(at) > worth(best) { at } else { best })
    }

    /// Adds the moves of a position to the graph, each with the value of what follows, without those that lose the
    /// game. Returns how many there are, lost ones included.
    fn expand(&mut self, context: &WorldSearchContext, at: u32, root: Option<&State>, layers: usize) -> u64 {
        let GraphNode { node: parent, depth, .. } = self.entries[at as usize];
        let board: Board = root.map_or_else(|| parent.field.board(), |state| state.board);
        let moves = if root.is_some() { &self.moves } else { &self.ahead };
        let (made, mut nodes) = (&mut self.made, 0);
        made.clear();
        for PieceOption { kind, hold, taken, swaps } in
            piece_options(context.world, &parent, root.map_or(context.rules.hold, State::can_swap))
        {
            find_landings(&board, kind, moves, &mut self.landings);
            self.landings.each(|placement| {
                nodes += 1;
                let Some(node) = child_node(context, &parent, placement, depth, hold) else { return };
                let (gain, worth) = (node.gained, node.value);
                made.push(Edge { parent: at, child: NONE, next: NONE, gain, worth, placement, hold, taken, swaps });
            });
        }
        // All first moves are kept, for callers that ask for every one of them.
        if root.is_none() && made.len() > KEPT {
            made.select_nth_unstable_by(KEPT - 1, |a, b| b.worth.total_cmp(&a.worth));
            made.truncate(KEPT);
        }
        let level = made.iter().map(|edge| edge.worth - parent.value).fold(f32::NEG_INFINITY, f32::max);
        let depth = usize::from(depth);
        if self.levels.len() == depth && level.is_finite() {
            self.levels.push(level);
        }
        let usual = self.levels.get(depth).copied().unwrap_or(0.0);
        for edge in made.iter_mut() {
            edge.gain -= usual;
            edge.worth -= usual;
        }
        let start = self.edges.len() as u32;
        self.edges.append(made);
        let entry = &mut self.entries[at as usize];
        entry.edges = (start, self.edges.len() as u32);
        entry.expanded = true;
        entry.done = depth + 1 >= layers;
        nodes
    }

    /// Passes the value of a position's moves up to all positions that lead to it.
    fn back_up(&mut self, at: u32) {
        self.changed.clear();
        self.changed.push(at);
        while let Some(at) = self.changed.pop() {
            let entry = self.entries[at as usize];
            let (start, end) = entry.edges;
            let (mut worth, mut done) = (f32::NEG_INFINITY, true);
            for edge in &self.edges[start as usize..end as usize] {
                worth = worth.max(edge.worth);
                done &= edge.child != NONE && self.entries[edge.child as usize].done;
            }
            let known = &mut self.entries[at as usize];
            known.worth = worth;
            known.done |= done;
            let mut from = entry.from;
            while from != NONE {
                let edge = &mut self.edges[from as usize];
                let told = edge.gain + worth;
                if told != edge.worth || self.entries[at as usize].done {
                    edge.worth = told;
                    self.changed.push(edge.parent);
                }
                from = edge.next;
            }
        }
    }
}
