//! A line of moves followed through the pieces on show, and what each weight adds to its value: why one move is worth
//! more than another.
//!
//! No garbage rises on the way, since nobody knows its holes; it stays waiting, and counts as that.

use super::beam::Beam;
use super::features::{EVENTS, FEATURES, SearchEvent};
use super::groups::{WEIGHT_GROUPS, WeightGroup};
use super::node::{CLEARS_PER_BROKEN_COMBO_EVENT, EMPTY_HOLD, Node, WorldSearchContext, child_node, piece_options};
use super::state::{State, WaitingGarbage};
use super::weights::Weights;
use super::worlds::World;
use crate::movegen::{AllowedMoves, Move};
use crate::rules::{PieceKind, Rules, Streak};

/// The most memory that a search takes, in bytes.
const MEMORY: u64 = 16 << 20;

/// Finds and compares lines of moves under the same rules, and keeps the memory of the search between them.
#[derive(Clone, Debug)]
pub struct MoveLineComparer {
    rules: Rules,
    beam: Beam,
}

/// How much a group of weights speaks for the first of two lines of moves, and which of its features or events
/// says most of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightGroupDifference {
    /// The name of the group.
    pub group: &'static str,
    /// How much more the group adds to the value of the first line, in the units of the weights.
    pub more: f32,
    /// The name of the feature or event of that group that adds most of it.
    pub feature: &'static str,
    /// What the feature measures where each line ends, or how often or how much of the event came on the way.
    pub measured: [f32; 2],
}

impl MoveLineComparer {
    /// A comparer under these rules, on a board of the usual size.
    pub fn new(rules: &Rules) -> Self {
        Self { rules: *rules, beam: Beam::new(rules, AllowedMoves::of(rules), MEMORY) }
    }

    /// The line that begins with `first` and goes on with what the search thinks best, each time with about `nodes`
    /// nodes: as many moves as there are pieces on show, less one if nothing is held, so that lines of one position
    /// have the same length. It is shorter where it is lost, and empty where `first` cannot be made.
    pub fn best_line_from(&mut self, state: &State, weights: &Weights, first: Move, nodes: u64) -> Vec<Move> {
        let weights = weights.for_position(state);
        let world = shown(state);
        let length = state.queue.len() - usize::from(state.hold.is_none()).min(state.queue.len());
        let context = WorldSearchContext { rules: &self.rules.clone(), weights: &weights, world: &world };
        let (mut node, mut line, mut next) = (Node::root(state, context.rules), Vec::new(), Some(first));
        while let Some(chosen) = next.filter(|_| line.len() < length.max(1)) {
            let Some(after) = after(&context, &node, chosen, line.len(), state.can_hold) else { break };
            node = after;
            line.push(chosen);
            let here = position(state, context.rules, &world, &node);
            let found = self.beam.search_world(&here, &shown(&here), &weights, nodes, &mut || false);
            next = found.and_then(|found| found.firsts.get(found.first).copied());
        }
        line
    }

    /// What speaks for the first of two lines of moves of a position, by groups of weights, those that say most first;
    /// groups that speak against it come last. Empty where one of the lines cannot be followed to its end.
    pub fn differences_by_group(
        &self,
        state: &State,
        weights: &Weights,
        lines: [&[Move]; 2],
    ) -> Vec<WeightGroupDifference> {
        let here = weights.for_position(state);
        let difference = |group: &WeightGroup| self.difference(state, &here, lines, group);
        let mut found: Vec<WeightGroupDifference> = WEIGHT_GROUPS.iter().filter_map(difference).collect();
        found.sort_by(|one, other| other.more.total_cmp(&one.more));
        found
    }

    /// How much one group of weights speaks for the first of two lines of moves; `None` where it has
    /// no feature or event.
    fn difference(
        &self,
        state: &State,
        weights: &Weights,
        lines: [&[Move]; 2],
        (group, names): &WeightGroup,
    ) -> Option<WeightGroupDifference> {
        let more = |name: &&'static str| {
            let [one, other] = lines.map(|line| self.value(state, &weights.keep_only(name), line));
            Some((*name, one? - other?))
        };
        let each: Vec<(&'static str, f32)> = names.iter().filter(|name| is_measured(name)).filter_map(more).collect();
        let sum: f32 = each.iter().map(|(_, more)| more).sum();
        let says = |(_, more): &&(&str, f32)| more * sum.signum();
        let (feature, _) = *each.iter().max_by(|one, other| says(one).total_cmp(&says(other)))?;
        let [one, other] = lines.map(|line| self.value(state, &Weights::one_for(feature), line));
        // A combo is told by its clears, not in the unit of its weight.
        let is_broken_combo = feature == EVENTS[SearchEvent::BrokenCombo as usize].name;
        let unit = if is_broken_combo { CLEARS_PER_BROKEN_COMBO_EVENT } else { 1.0 };
        Some(WeightGroupDifference { group, more: sum, feature, measured: [one? * unit, other? * unit] })
    }

    /// The value of the position at the end of a line of moves and of all events on the way; `None` where a move cannot
    /// be made, or loses.
    fn value(&self, state: &State, weights: &Weights, line: &[Move]) -> Option<f32> {
        let world = shown(state);
        let context = WorldSearchContext { rules: &self.rules, weights, world: &world };
        let mut node = Node::root(state, &self.rules);
        for (at, chosen) in line.iter().enumerate() {
            node = after(&context, &node, *chosen, at, state.can_hold)?;
        }
        Some(node.value)
    }
}

fn is_measured(name: &str) -> bool {
    FEATURES.iter().any(|feature| feature.name == name) || EVENTS.iter().any(|event| event.name == name)
}

/// The world of what is on show, in which no garbage rises.
fn shown(state: &State) -> World {
    World { queue: state.searched_queue(), due: u8::MAX, certain: state.garbage.certain, hole: 0 }
}

/// The position after a move; `None` where the move cannot be made, or loses.
fn after(context: &WorldSearchContext, node: &Node, chosen: Move, depth: usize, can_hold: bool) -> Option<Node> {
    let Move { placement, hold } = chosen;
    let option = piece_options(context.world, node, if depth > 0 { context.rules.hold } else { can_hold })
        .find(|option| option.swaps == hold && option.kind == placement.piece.kind)
        .filter(|_| node.field.board().fits(placement.piece))?;
    let depth = u8::try_from(depth).unwrap_or(u8::MAX - 1);
    let found = child_node(context, node, placement, depth, option.hold)?;
    Some(Node { used: node.used + option.taken, ..found })
}

/// The position of a node, as its player sees it.
fn position(begun: &State, rules: &Rules, world: &World, node: &Node) -> State {
    State {
        board: node.field.board(),
        hold: PieceKind::from_index(usize::from(node.hold)).filter(|_| node.hold != EMPTY_HOLD),
        can_hold: rules.hold,
        queue: world.queue[usize::from(node.used).min(world.queue.len())..].to_vec(),
        bag: Vec::new(),
        streak: Streak { combo: node.combo.into(), back_to_back: node.chain.into() },
        garbage: WaitingGarbage { rows: node.waiting, ..begun.garbage },
        rival: begun.rival,
        untold: begun.untold,
        garbage_rows: node.garbage,
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::weight_names;
    use super::*;
    use crate::ai::{Playfield, RankedPlacement};
    use crate::movegen::Placement;
    use crate::rules::{Board, FallingPiece, Spin};

    #[test]
    fn without_the_hold_slot_no_move_of_a_line_holds() {
        let genome: Vec<f64> = (1..=weight_names().count()).map(|at| (at as f64 * 0.73).cos()).collect();
        let weights = Weights::new(&genome).unwrap_or_else(|wrong| panic!("{wrong}"));
        let mut held = [0, 0];
        for (rules, held) in [false, true].map(|hold| Rules { hold, ..Rules::versus() }).iter().zip(&mut held) {
            for seed in 0..6 {
                let state = State::of(&Playfield::new(rules, seed), WaitingGarbage::default());
                let ranked = crate::search::Search::new(rules).rank(&state, &weights, 2_000);
                let first = ranked[0].to_move();
                let line = MoveLineComparer::new(rules).best_line_from(&state, &weights, first, 500);
                *held += line.iter().filter(|made| made.hold).count();
            }
        }
        assert!(held[0] == 0 && held[1] > 0, "{held:?}");
    }

    #[test]
    fn a_line_that_begins_with_an_impossible_move_is_empty() {
        let (rules, weights) = (Rules::versus(), Weights::one_for("height"));
        let state = State {
            board: Board::from_drawing(rules.board, "XXXX......"),
            queue: vec![PieceKind::I, PieceKind::O],
            ..State::of(&Playfield::new(&rules, 9), WaitingGarbage::default())
        };
        let flat = FallingPiece::spawn(PieceKind::I, rules.board).dropped(&state.board);
        let length = |piece| {
            let first = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
            MoveLineComparer::new(&rules).best_line_from(&state, &weights, first, 100).len()
        };
        assert_eq!(length(flat), 1, "on top of the four cells");
        let elsewhere = [flat.moved(0, -1), flat.moved(-9, 0), flat.moved(90, 0), flat.moved(0, 90)];
        assert_eq!(elsewhere.map(length), [0; 4], "in them, and off the board");
    }

    #[test]
    fn a_combo_that_ends_is_told_by_its_clears() {
        let genome: Vec<f64> = weight_names().map(|name| -f64::from(u8::from(name == "broken-combo"))).collect();
        let (weights, rules) = (Weights::new(&genome).unwrap_or_else(|wrong| panic!("{wrong}")), Rules::versus());
        let board = Board::from_drawing(rules.board, "XXXXXX....");
        let state = State {
            board,
            queue: vec![PieceKind::I, PieceKind::O],
            streak: Streak { combo: 4, back_to_back: 0 },
            ..State::of(&Playfield::new(&rules, 9), WaitingGarbage::default())
        };
        // An I that lies flat clears the row at its right end, and at its left end nothing.
        let [clears, ends] = [6, 0].map(|x| {
            let piece = FallingPiece { x, ..FallingPiece::spawn(PieceKind::I, rules.board) }.dropped(&board);
            [Move { placement: Placement { piece, spin: Spin::None }, hold: false }]
        });
        let differences = MoveLineComparer::new(&rules).differences_by_group(&state, &weights, [&clears, &ends]);
        let combos = differences.iter().find(|difference| difference.group == "combos");
        let told = combos.map(|combos| (combos.feature, combos.measured));
        assert!(
            told.is_some_and(|(feature, [one, other])| {
                feature == "broken-combo" && one == 0.0 && (other - 4.0).abs() < 1e-4
            }),
            "{told:?}"
        );
    }

    #[test]
    fn what_the_groups_say_adds_up_to_what_the_first_line_is_worth_more() {
        let genome: Vec<f64> = (1..=weight_names().count()).map(|at| (at as f64 * 0.37).sin()).collect();
        let (weights, rules) = (Weights::new(&genome).unwrap_or_else(|wrong| panic!("{wrong}")), Rules::versus());
        let (mut comparer, mut field) = (MoveLineComparer::new(&rules), Playfield::new(&rules, 9));
        let mut told = 0;
        for _ in 0..12 {
            let state = State::of(&field, WaitingGarbage { rows: 3, due: 1, certain: false });
            let ranked = crate::search::Search::new(&rules).rank(&state, &weights, 2_000);
            let firsts = [ranked[0], ranked[ranked.len() / 2]].map(RankedPlacement::to_move);
            let lines = firsts.map(|first| comparer.best_line_from(&state, &weights, first, 500));
            let lines = [lines[0].as_slice(), lines[1].as_slice()];
            for (line, first) in lines.iter().zip(firsts) {
                assert_eq!(line[0], first);
                assert!(line.len() <= state.queue.len());
            }
            let here = weights.for_position(&state);
            let worth = lines.map(|line| comparer.value(&state, &here, line));
            if let ([Some(one), Some(other)], true) = (worth, lines[0].len() == lines[1].len()) {
                let differences = comparer.differences_by_group(&state, &weights, lines);
                let sum: f32 = differences.iter().map(|difference| difference.more).sum();
                assert!((sum - (one - other)).abs() < 1e-2, "{sum} and {}", one - other);
                assert!(differences.windows(2).all(|pair| pair[0].more >= pair[1].more));
                told += 1;
            }
            let Move { placement, hold } = firsts[0];
            field.place(placement.piece, placement.spin.possible_last_move(), hold, 0);
        }
        assert!(told > 6, "{told} positions");
    }
}
