//! The decision rule: value of the landing plus the best value of the next piece's, the first maximum wins.

use korobka::ai::{Brain, Evaluator, Landed, Style, Terrain, View, placements};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, FallingPiece, PieceKind, PieceSet, Random};
use korobka::train::Recipe;

fn random_brain(seed: u64) -> Brain {
    let recipe = Recipe::named("iwumbwe").unwrap();
    recipe.brain(&recipe.evolution.first(&recipe.layers(), 1, seed)[0]).unwrap()
}

fn random_board(random: &mut Random) -> Board {
    let mut board = Board::new(Recipe::named("iwumbwe").unwrap().board);
    for y in 0..random.below(20) as usize {
        for x in 0..10 {
            if random.chance(700) {
                board.fill(x, y);
            }
        }
    }
    board
}

/// The rule as the recipe states it, without any shortcut.
fn plain(brain: &Brain, view: &View) -> Vec<(FallingPiece, f64)> {
    let value = |board: &Board| brain.evaluator().value(&Landed::none(&Terrain::of(board, 22)));
    let with = |board: &Board, piece: FallingPiece| {
        let mut board = *board;
        board.place(piece);
        board
    };
    placements(view.board, view.falling, 22)
        .map(|piece| {
            let landed = with(view.board, piece);
            let next = placements(&landed, view.next[0], 22).map(|next| value(&with(&landed, next)));
            (piece, value(&landed) + next.fold(0.0, f64::max))
        })
        .collect()
}

#[test]
fn a_decision_follows_the_recipes_rule_to_the_last_bit() {
    let mut random = Random::new(9, Purpose::Games);
    for seed in 0..60 {
        let (brain, board) = (random_brain(seed), random_board(&mut random));
        let mut piece = || PieceSet::Tetromino.kind(random.below(7) as usize);
        let (falling, next) = (piece(), [piece()]);
        let view = View { board: &board, falling, hold: None, can_hold: false, next: &next };
        let expected = plain(&brain, &view);
        let best = expected.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1)).copied();
        let choice = brain.choose(&view);
        assert_eq!(choice.map(|ranked| (ranked.piece, ranked.value)), best, "seed {seed}");
        let ranked = brain.rank(&view);
        assert_eq!(ranked.first().copied(), choice, "the ranking leads with the choice");
        assert_eq!(ranked.len(), expected.len(), "the ranking holds every placement");
        assert!(ranked.is_sorted_by(|a, b| a.value >= b.value), "the best first");
    }
}

#[test]
fn among_equals_the_first_wins() {
    let evaluator = Evaluator::linear(&["holes"], &[0.0]).unwrap();
    let brain = Brain::new(evaluator, Style { rows_above: 2, holds: false, ..Style::default() });
    let board = Board::new(Recipe::named("iwumbwe").unwrap().board);
    let view = View { board: &board, falling: PieceKind::T, hold: None, can_hold: false, next: &[] };
    let first = placements(&board, PieceKind::T, 22).next();
    assert_eq!(brain.choose(&view).map(|ranked| ranked.piece), first);
    assert_eq!(brain.rank(&view).first().map(|ranked| ranked.piece), first);
}

#[test]
fn a_full_board_leaves_no_choice() {
    let mut board = Board::new(Recipe::named("iwumbwe").unwrap().board);
    (0..22).for_each(|y| (0..9).for_each(|x| board.fill(x, y)));
    board.fill(9, 21);
    let view = View { board: &board, falling: PieceKind::O, hold: None, can_hold: false, next: &[PieceKind::I] };
    assert_eq!(random_brain(1).choose(&view), None);
    assert!(random_brain(1).rank(&view).is_empty());
}

#[test]
fn a_brain_that_holds_weighs_the_held_piece_and_the_next_one() {
    let evaluator = Evaluator::linear(&["deepest-well"], &[-1.0]).unwrap();
    let brain = Brain::new(evaluator, Style { rows_above: 2, holds: true, ..Style::default() });
    // A well four deep that only an I fills.
    let board = Board::drawn(Recipe::named("iwumbwe").unwrap().board, &"xxxxxxxxx.\n".repeat(4));
    let view = |hold, can_hold, next| View { board: &board, falling: PieceKind::O, hold, can_hold, next };
    let held = brain.choose(&view(Some(PieceKind::I), true, &[])).unwrap();
    assert!(held.hold && held.piece.kind == PieceKind::I, "{held:?}");
    let first = brain.choose(&view(None, true, &[PieceKind::I])).unwrap();
    assert!(first.hold && first.piece.kind == PieceKind::I, "{first:?}");
    let used = brain.choose(&view(Some(PieceKind::I), false, &[])).unwrap();
    assert!(!used.hold && used.piece.kind == PieceKind::O, "{used:?}");
}
