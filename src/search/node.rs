//! A position of the search and what follows from a placement: cells, streaks, garbage, and what the way there was
//! worth.
//!
//! A node is worked out with the weights' events, in one world of what is to come.

use super::features::SearchEvent;
use super::field::{Bitboard, ROWS};
use super::position::OffBoardState;
use super::state::State;
use super::weights::Weights;
use super::worlds::World;
use crate::movegen::Placement;
use crate::rules::{BoardSize, Clear, ComboTable, FallingPiece, PieceKind, Rules, Spin, Streak};

/// The value of a hold slot without a piece; the pieces are 0 to 6.
pub(super) const EMPTY_HOLD: u8 = 7;

/// The first row above the usual board, which is the only one that the search plays on.
const SKYLINE: i8 = 20;

/// How many clears of a combo that a piece ends count once in the event "broken-combo".
pub(super) const CLEARS_PER_BROKEN_COMBO_EVENT: f32 = 3.0;

/// What stays the same during the search of one world.
pub(super) struct WorldSearchContext<'a> {
    pub rules: &'a Rules,
    pub weights: &'a Weights,
    pub world: &'a World,
}

/// A position of the search: 48 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub field: Bitboard,
    /// The value of all events on the way here.
    pub gained: f32,
    /// `gained` and the value of the position together.
    pub value: f32,
    /// The first move of the line that leads here, as an index in the list of first moves.
    pub first: u16,
    /// How many pieces of the queue are used up.
    pub used: u8,
    pub hold: u8,
    pub combo: u8,
    /// Difficult clears in a row, as far as the rules count them.
    pub chain: u8,
    /// Rows of garbage that wait.
    pub waiting: u8,
    /// Rows of garbage on the board, the lowest ones; 0 where the rules do not care.
    pub garbage: u8,
}

impl Node {
    /// The position in which a search begins.
    pub(super) fn root(state: &State, rules: &Rules) -> Self {
        let longest_counted_chain = rules.attack.table.longest_counted_chain();
        Self {
            field: state.bitboard(),
            gained: 0.0,
            value: 0.0,
            first: 0,
            used: 0,
            hold: state.hold.map_or(EMPTY_HOLD, |kind| kind.index() as u8),
            combo: state.streak.combo.min(255) as u8,
            chain: state.streak.back_to_back.min(u16::from(longest_counted_chain)) as u8,
            waiting: state.garbage.rows,
            garbage: if rules.attack.table.rewards_clearing_garbage() { state.garbage_rows } else { 0 },
        }
    }

    /// A hash of everything that decides how the game can go on from here.
    #[inline(always)]
    pub(super) fn hash(&self) -> u64 {
        let rest = u64::from(self.used)
            | u64::from(self.hold) << 8
            | u64::from(self.combo) << 16
            | u64::from(self.chain) << 24
            | u64::from(self.waiting) << 32
            | u64::from(self.garbage) << 40;
        (self.field.hash() ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_mul(0xD1B5_4A32_D192_ED03)
            .rotate_left(29)
    }
}

/// A piece that may be set down next, and how that changes hold and queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceOption {
    pub kind: PieceKind,
    /// The hold slot afterwards.
    pub hold: u8,
    /// How many pieces of the queue this uses up, 0 to 2.
    pub taken: u8,
    /// Whether the falling piece is held first.
    pub swaps: bool,
}

/// The pieces that can be set down next: the falling one and, if it may be held, the one that comes in its place.
#[inline(always)]
pub(super) fn piece_options(world: &World, parent: &Node, can_hold: bool) -> impl Iterator<Item = PieceOption> {
    let used = usize::from(parent.used);
    let falling = world.queue.get(used).copied();
    let held = PieceKind::from_index(usize::from(parent.hold)).filter(|_| parent.hold != EMPTY_HOLD);
    let name = |kind: Option<PieceKind>| kind.map_or(EMPTY_HOLD, |kind| kind.index() as u8);
    let plain = falling.map(|kind| PieceOption { kind, hold: parent.hold, taken: 1, swaps: false });
    let swap = |kind, taken| PieceOption { kind, hold: name(falling), taken, swaps: true };
    let swapped = match (can_hold, held) {
        (false, _) => None,
        (true, Some(held)) if Some(held) == falling => None,
        (true, Some(held)) => Some(swap(held, u8::from(falling.is_some()))),
        (true, None) => world.queue.get(used + 1).map(|&kind| swap(kind, 2)),
    };
    plain.into_iter().chain(swapped)
}

/// Whether a piece that locks above the skyline, in part or as a whole, loses the game.
#[cold]
fn locks_out(context: &WorldSearchContext, parent: &Node, piece: FallingPiece) -> bool {
    let cleared = parent.field.cleared_rows_mask(piece);
    context.rules.top_out.check_lock_out(BoardSize::default(), piece, cleared).is_some()
}

/// The position after a placement, with its value; `None` when the game is lost by it.
#[inline(always)]
pub(super) fn child_node(
    context: &WorldSearchContext,
    parent: &Node,
    placement: Placement,
    depth: u8,
    hold: u8,
) -> Option<Node> {
    let (mut field, lines) = parent.field.after_placing(placement.piece)?;
    // A tetromino is four rows high at most: where it stands is known sooner than its highest row.
    if placement.piece.y > SKYLINE - 4
        && placement.piece.row_range().1 >= SKYLINE
        && locks_out(context, parent, placement.piece)
    {
        return None;
    }
    let wasted = placement.piece.kind == PieceKind::T && (lines == 0 || placement.spin != Spin::Full);
    let mut node = Node { hold, ..*parent };
    let weights = context.weights;
    if lines > 0 {
        let dug =
            if parent.garbage > 0 { parent.field.garbage_rows_cleared_by(placement.piece, parent.garbage) } else { 0 };
        node.garbage -= dug;
        node.gained += cleared(context, &mut node, placement.spin, (lines, dug), field.is_clear());
    } else {
        node.gained +=
            weights.event(SearchEvent::BrokenCombo) * (f32::from(parent.combo) * (1.0 / CLEARS_PER_BROKEN_COMBO_EVENT));
        node.combo = 0;
    }
    if wasted {
        node.gained += weights.event(SearchEvent::WastedT);
    }
    let rises = context.world.certain || lines == 0 || !context.rules.garbage.blocking;
    if node.waiting > 0 && depth + 1 >= context.world.due && rises {
        let most = context.rules.garbage.cap.min(u8::MAX.into()) as u8;
        let rows = if context.world.certain { node.waiting } else { node.waiting.min(most) };
        field.raise(rows.into(), context.world.hole);
        if context.rules.attack.table.rewards_clearing_garbage() {
            node.garbage = node.garbage.saturating_add(rows).min(ROWS as u8);
        }
        node.waiting -= rows;
    }
    let height = field.height();
    // Where the next piece appears.
    if height > 20 && (field.row(20) | field.row(21)) & 0b00_0111_1000 != 0 {
        return None;
    }
    node.field = field;
    let surge = context.rules.attack.table.surge(node.chain.into()) as u8;
    let multiplying_combo = if context.rules.attack.combo == ComboTable::Multiplier { node.combo } else { 0 };
    let off_board = OffBoardState {
        combo: node.combo,
        chain: node.chain,
        surge,
        hold: node.hold,
        waiting: node.waiting,
        garbage: node.garbage,
        multiplying_combo,
    };
    node.value = node.gained + weights.worth(&node.field, height, off_board);
    Some(node)
}

/// The value of a clear on the way; also counts it in the node's combo, chain and waiting garbage.
#[inline(never)]
fn cleared(context: &WorldSearchContext, node: &mut Node, spin: Spin, (lines, dug): (u8, u8), perfect: bool) -> f32 {
    let weights = context.weights;
    let before = node.chain;
    let mut streak = Streak { combo: node.combo.into(), back_to_back: before.into() };
    let table = context.rules.attack.table;
    let clear = Clear { garbage: dug, ..streak.advance(lines, spin, perfect, table) };
    let attack = context.rules.attack.lines(&clear, 0, 1000);
    let alone = context.rules.attack.lines(&Clear { combo: 0, ..clear }, 0, 1000);
    node.combo = streak.combo.min(255) as u8;
    node.chain = streak.back_to_back.min(table.longest_counted_chain().into()) as u8;
    let cancelled = if context.world.certain { 0 } else { attack.min(node.waiting.into()) };
    node.waiting -= cancelled as u8;
    let kind = match (spin, lines) {
        (Spin::Full, 1) => SearchEvent::SpinSingle,
        (Spin::Full, 2) => SearchEvent::SpinDouble,
        (Spin::Full, _) => SearchEvent::SpinTriple,
        (Spin::Mini, _) => SearchEvent::MiniClear,
        (Spin::None, 1) => SearchEvent::Single,
        (Spin::None, 2) => SearchEvent::Double,
        (Spin::None, 3) => SearchEvent::Triple,
        (Spin::None, _) => SearchEvent::QuadClear,
    };
    let mut gained = weights.event(SearchEvent::Attack) * attack as f32
        + weights.event(SearchEvent::ComboAttack) * (attack - alone) as f32
        + weights.event(kind)
        + weights.event(SearchEvent::Clears);
    if perfect {
        gained += weights.event(SearchEvent::PerfectClear);
    }
    if before > 0 && node.chain == 0 {
        gained +=
            weights.event(SearchEvent::BrokenChain) + weights.event(SearchEvent::EndedChain) * f32::from(before - 1);
    }
    gained + weights.event(SearchEvent::Sent) * (attack - cancelled) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::rules::{Board, Facing, FallingPiece, GarbageRules, RuleSet};
    use crate::search::WaitingGarbage;

    /// An empty board with an I to set down.
    fn empty(rules: &Rules) -> State {
        let begun = State::of(&Playfield::new(rules, 1), WaitingGarbage::default());
        State { queue: vec![PieceKind::I], bag: Vec::new(), ..begun }
    }

    /// How many rows wait after an I has cleared a row, or after it was set down without one.
    fn waiting(garbage: GarbageRules, clears: bool) -> u8 {
        let rules = Rules { garbage, ..Rules::versus() };
        let drawing = if clears { "XXXXXX....\nXXXXXXXXX." } else { "XXXXX.....\nXXXXXXXXX." };
        let garbage = WaitingGarbage { rows: 12, due: 1, certain: false };
        let state = State { board: Board::from_drawing(rules.board, drawing), garbage, ..empty(&rules) };
        let world = World { queue: state.queue.clone(), due: 1, certain: false, hole: 0 };
        let context = WorldSearchContext { rules: &rules, weights: &Weights::ZERO, world: &world };
        // A flat I has its cells in the row below the top of its box.
        let piece = FallingPiece { kind: PieceKind::I, facing: Facing::North, x: 6, y: -1 };
        assert_eq!(piece.row_range(), (1, 1));
        let placement = Placement { piece, spin: Spin::None };
        child_node(&context, &Node::root(&state, &rules), placement, 0, EMPTY_HOLD).map_or(0, |node| node.waiting)
    }

    #[test]
    fn a_quad_through_garbage_sends_one_line_more_by_the_rules_that_say_so() {
        let sent = |set: RuleSet, garbage_rows: u8| {
            let rules = set.rules();
            let board = Board::from_drawing(rules.board, &"XXXXXXXXX.\n".repeat(5));
            let weights = Weights::one_for("attack");
            let world = World { queue: vec![PieceKind::I], due: 1, certain: false, hole: 0 };
            let context = WorldSearchContext { rules: &rules, weights: &weights, world: &world };
            let state = State { board, garbage_rows, ..empty(&rules) };
            // An upright I has its cells in the third column of its box.
            let piece = FallingPiece { kind: PieceKind::I, facing: Facing::East, x: 7, y: 0 };
            let piece = piece.dropped(&state.board);
            assert_eq!((piece.row_range(), piece.cells().all(|(x, _)| x == 9)), ((0, 3), true));
            let node =
                child_node(&context, &Node::root(&state, &rules), Placement { piece, spin: Spin::None }, 0, EMPTY_HOLD);
            node.map(|node| (node.gained, node.garbage))
        };
        assert_eq!(sent(RuleSet::Tetrio2, 0), Some((4.0, 0)));
        assert_eq!(sent(RuleSet::Tetrio2, 1), Some((5.0, 0)));
        assert_eq!(sent(RuleSet::Tetrio2, 5), Some((5.0, 1)), "the fifth row is left");
        assert_eq!(sent(RuleSet::Tetrio, 5), Some((4.0, 0)));
    }

    #[test]
    fn garbage_rises_as_the_rules_say() {
        let usual = GarbageRules::default();
        assert_eq!((waiting(usual, true), waiting(usual, false)), (12, 4), "a clear holds it up, else eight rows rise");
        let unblocked = GarbageRules { blocking: false, ..usual };
        assert_eq!((waiting(unblocked, true), waiting(unblocked, false)), (4, 4));
        assert_eq!(waiting(GarbageRules { cap: 3, ..usual }, false), 9);
    }

    #[test]
    fn a_chain_counts_as_far_as_the_rules_count_it_and_by_its_length_where_a_clear_ends_it() {
        let after = |set: RuleSet, drawing: &str, piece: FallingPiece, name: &str| {
            let (rules, weights) = (set.rules(), Weights::one_for(name));
            let world = World { queue: vec![PieceKind::I], due: 1, certain: false, hole: 0 };
            let context = WorldSearchContext { rules: &rules, weights: &weights, world: &world };
            let streak = Streak { combo: 0, back_to_back: 6 };
            let state = State { board: Board::from_drawing(rules.board, drawing), streak, ..empty(&rules) };
            let placement = Placement { piece, spin: Spin::None };
            let node = child_node(&context, &Node::root(&state, &rules), placement, 0, EMPTY_HOLD);
            node.map(|node| (node.chain, node.value))
        };
        let upright = FallingPiece { kind: PieceKind::I, facing: Facing::East, x: 7, y: 0 };
        let flat = FallingPiece { kind: PieceKind::I, facing: Facing::North, x: 6, y: -1 };
        let five = "XXXXXXXXX.\n".repeat(5);
        let quad = |set: RuleSet, name: &str| after(set, &five, upright, name);
        let single = |set: RuleSet, name: &str| after(set, "XXXXXX....\nXXXXXXXXX.", flat, name);
        assert_eq!(quad(RuleSet::Tetrio2, "chain"), Some((7, 6.0)), "six after the first");
        assert_eq!(quad(RuleSet::Tetrio2, "surge"), Some((7, 6.0)), "its end would send its length less one");
        assert_eq!(single(RuleSet::Tetrio2, "ended-chain"), Some((0, 5.0)), "five after the first");
        assert_eq!(quad(RuleSet::Tetrio, "chain"), Some((7, 6.0)), "each is worth more than the one before");
        assert_eq!(quad(RuleSet::Tetrio, "surge"), Some((7, 0.0)), "nothing is sent when it ends");
        assert_eq!(quad(RuleSet::Guideline, "chain"), Some((1, 0.0)), "all lengths are worth the same");
        assert_eq!(single(RuleSet::Guideline, "ended-chain"), Some((0, 0.0)));
        assert_eq!(single(RuleSet::Guideline, "broken-chain"), Some((0, 1.0)));
    }

    #[test]
    fn a_cell_that_rises_to_where_the_next_piece_appears_loses() {
        let rules = Rules::versus();
        let world = World { queue: vec![PieceKind::I], due: 1, certain: true, hole: 0 };
        let context = WorldSearchContext { rules: &rules, weights: &Weights::ZERO, world: &world };
        let piece = FallingPiece { kind: PieceKind::I, facing: Facing::East, x: 7, y: 0 };
        let placement = Placement { piece, spin: Spin::None };
        // A cell in the highest row below the skyline, and as many rows of garbage as rise under it.
        let loses = |x: usize, rows: u8| {
            let garbage = WaitingGarbage { rows, due: 1, certain: true };
            let mut state = State { garbage, ..empty(&rules) };
            state.board.fill_cell(x, 19);
            child_node(&context, &Node::root(&state, &rules), placement, 0, EMPTY_HOLD).is_none()
        };
        let columns = |rows: u8| (0..10).filter(|&x| loses(x, rows)).collect::<Vec<usize>>();
        let middle = || (3..7).collect::<Vec<usize>>();
        assert_eq!([0, 1, 2, 3].map(columns), [Vec::new(), middle(), middle(), Vec::new()]);
    }
}
