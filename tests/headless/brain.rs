//! The decision rule: value of the landing plus the best value of the next piece's, the first maximum wins.

use super::reach::cells;
use korobka::ai::{
    Brain, BrainSettings, EvaluationMoment, Evaluator, LandedBoard, Lookahead, NextPieceBoard, Terrain, VisiblePosition,
};
use korobka::movegen::{DropOrder, straight_placements};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, Facing, FallingPiece, PieceKind, PieceSet, Random};
use korobka::train::Recipe;

fn random_brain(seed: u64) -> Brain {
    let recipe = Recipe::named("iwumbwe").unwrap();
    recipe.brain_from_genome(&recipe.first_genomes(1, seed)[0]).unwrap()
}

fn random_board(random: &mut Random) -> Board {
    let mut board = Board::new(Recipe::named("iwumbwe").unwrap().board);
    for y in 0..random.below(20) as usize {
        for x in 0..10 {
            if random.chance(700) {
                board.fill_cell(x, y);
            }
        }
    }
    board
}

fn with(board: &Board, piece: FallingPiece) -> Board {
    let mut board = *board;
    board.place(piece);
    board
}

/// The rule as the recipe states it, without any shortcut.
fn plain(brain: &Brain, view: &VisiblePosition) -> Vec<(FallingPiece, f64)> {
    let value = |board: &Board| brain.evaluator().value(&LandedBoard::without_piece(&Terrain::of(board, 22)));
    straight_placements(view.board, view.falling, 22)
        .map(|piece| {
            let landed = with(view.board, piece);
            let next = straight_placements(&landed, view.next[0], 22).map(|next| value(&with(&landed, next)));
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
        let view = VisiblePosition { board: &board, falling, hold: None, can_hold: false, next: &next };
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
    let evaluator = Evaluator::new_linear(&["holes"], &[0.0]).unwrap();
    let brain = Brain::new(evaluator, BrainSettings { rows_above: 2, holds: false, ..BrainSettings::default() });
    let board = Board::new(Recipe::named("iwumbwe").unwrap().board);
    let view = VisiblePosition { board: &board, falling: PieceKind::T, hold: None, can_hold: false, next: &[] };
    let first = straight_placements(&board, PieceKind::T, 22).next();
    assert_eq!(brain.choose(&view).map(|ranked| ranked.piece), first);
    assert_eq!(brain.rank(&view).first().map(|ranked| ranked.piece), first);
}

#[test]
fn a_full_board_leaves_no_choice() {
    let mut board = Board::new(Recipe::named("iwumbwe").unwrap().board);
    (0..22).for_each(|y| (0..9).for_each(|x| board.fill_cell(x, y)));
    board.fill_cell(9, 21);
    let view =
        VisiblePosition { board: &board, falling: PieceKind::O, hold: None, can_hold: false, next: &[PieceKind::I] };
    assert_eq!(random_brain(1).choose(&view), None);
    assert!(random_brain(1).rank(&view).is_empty());
}

#[test]
fn a_brain_that_holds_weighs_the_held_piece_and_the_next_one() {
    let evaluator = Evaluator::new_linear(&["deepest-well"], &[-1.0]).unwrap();
    let brain = Brain::new(evaluator, BrainSettings { rows_above: 2, holds: true, ..BrainSettings::default() });
    // A well four deep that only an I fills.
    let board = Board::from_drawing(Recipe::named("iwumbwe").unwrap().board, &"xxxxxxxxx.\n".repeat(4));
    let view = |hold, can_hold, next| VisiblePosition { board: &board, falling: PieceKind::O, hold, can_hold, next };
    let held = brain.choose(&view(Some(PieceKind::I), true, &[])).unwrap();
    assert!(held.hold && held.piece.kind == PieceKind::I, "{held:?}");
    let first = brain.choose(&view(None, true, &[PieceKind::I])).unwrap();
    assert!(first.hold && first.piece.kind == PieceKind::I, "{first:?}");
    let used = brain.choose(&view(Some(PieceKind::I), false, &[])).unwrap();
    assert!(!used.hold && used.piece.kind == PieceKind::O, "{used:?}");
}

/// Where a piece lands, in the order of a style, wholly within the considered rows, equal cells kept once.
fn plain_placements(board: &Board, kind: PieceKind, order: DropOrder, rows: usize) -> Vec<FallingPiece> {
    let (columns, facings) = (-3..board.width() as i8 + 3, Facing::ALL);
    let tries: Vec<(i8, Facing)> = match order {
        DropOrder::ColumnOuter => columns.flat_map(|x| facings.map(|facing| (x, facing))).collect(),
        DropOrder::FacingOuter => {
            facings.iter().flat_map(|&facing| columns.clone().map(move |x| (x, facing))).collect()
        }
    };
    let mut found: Vec<FallingPiece> = Vec::new();
    for (x, facing) in tries {
        let high = FallingPiece { kind, facing, x, y: board.row_count() as i8 - 5 };
        let piece = high.dropped(board);
        let fits = board.fits(high) && (piece.row_range().1 as usize) < rows;
        if fits && found.iter().all(|other| cells(*other) != cells(piece)) {
            found.push(piece);
        }
    }
    found
}

/// What a style says, without any shortcut: every placement, whether it holds first, and its value.
fn plain_ranking(brain: &Brain, view: &VisiblePosition) -> Vec<(FallingPiece, bool, f64)> {
    let style = brain.settings();
    let visible = usize::from(view.board.size().visible);
    let rows = visible + usize::from(style.rows_above);
    let cleared = |board: &Board| {
        let mut board = *board;
        board.clear_full_rows();
        board
    };
    let loses = |board: &Board| style.avoids_overflow && cleared(board).stack_height() > visible;
    let value = |board: &Board| {
        let board = if style.moment == EvaluationMoment::AfterClear { cleared(board) } else { *board };
        brain.evaluator().value(&LandedBoard::without_piece(&Terrain::of(&board, rows)))
    };
    let placed = |kind: PieceKind, next: Option<PieceKind>, hold: bool| {
        let rank = move |piece: FallingPiece| {
            let landed = with(view.board, piece);
            let own = if loses(&landed) { f64::NEG_INFINITY } else { value(&landed) };
            let (Some(next), Lookahead::NextPiece) = (next, style.lookahead) else { return (piece, hold, own) };
            let ground = match (style.next_on, style.moment) {
                (NextPieceBoard::Cleared, _) | (NextPieceBoard::AsValued, EvaluationMoment::AfterClear) => {
                    cleared(&landed)
                }
                _ => landed,
            };
            let nexts = plain_placements(&ground, next, style.order, rows).into_iter().map(|next| with(&ground, next));
            let best = nexts.filter(|board| !loses(board)).map(|board| value(&board)).reduce(f64::max);
            (piece, hold, own + best.unwrap_or(style.no_next))
        };
        plain_placements(view.board, kind, style.order, rows).into_iter().map(rank).collect::<Vec<_>>()
    };
    let mut all = placed(view.falling, view.next.first().copied(), false);
    if style.holds && view.can_hold {
        match (view.hold, view.next) {
            (Some(held), next) => all.extend(placed(held, next.first().copied(), true)),
            (None, [first, rest @ ..]) => all.extend(placed(*first, rest.first().copied(), true)),
            (None, []) => {}
        }
    }
    all
}

#[test]
fn every_style_decides_as_it_says_and_ranks_what_it_chooses_first() {
    let mut random = Random::new(11, Purpose::Games);
    let mut pick = |kinds: u32| random.below(kinds) as usize;
    for round in 0..1_500 {
        let style = BrainSettings {
            lookahead: [Lookahead::None, Lookahead::NextPiece][pick(2)],
            moment: [EvaluationMoment::BeforeClear, EvaluationMoment::AfterClear][pick(2)],
            rows_above: pick(5) as u8,
            holds: pick(2) == 1,
            order: [DropOrder::ColumnOuter, DropOrder::FacingOuter][pick(2)],
            next_on: [NextPieceBoard::AsValued, NextPieceBoard::Uncleared, NextPieceBoard::Cleared][pick(3)],
            no_next: [0.0, -100_000.0, f64::NEG_INFINITY][pick(3)],
            avoids_overflow: pick(2) == 1,
            ..BrainSettings::default()
        };
        let names = ["holes", "bumpiness", "total-height", "full-rows", "cumulative-wells"];
        let weights: Vec<f64> = names.iter().map(|_| pick(7) as f64 - 5.0).collect();
        let evaluator = match round % 5 {
            // A network's ceiling cuts the search short.
            0 => {
                let weights: Vec<f64> = (0..5 * 3 + 3).map(|_| pick(9) as f64 / 8.0 - 0.5).collect();
                Evaluator::new_network(&names, &[3], &weights).unwrap()
            }
            1 => Evaluator::linear_with_height_power(&["holes", "height-power", "gaps"], &[2.0, 1.5, 1.0]).unwrap(),
            _ => Evaluator::new_linear(&names, &weights).unwrap(),
        };
        let brain = Brain::new(evaluator, style);
        let visible = 6 + pick(8);
        let mut board = Board::new(BoardSize { width: 4 + pick(7) as u8, visible: visible as u8, buffer: 20 });
        // Often up to the skyline, so that little or nothing fits; rows that one cell fills up.
        for y in 0..pick(visible as u32 + 1) {
            let gap = pick(board.width() as u32);
            let density = [500, 900, 1000][pick(3)];
            (0..board.width()).for_each(|x| {
                if x != gap && pick(1000) < density {
                    board.fill_cell(x, y);
                }
            });
        }
        let kinds: Vec<PieceKind> = (0..5).map(|_| PieceSet::Tetromino.kind(pick(7))).collect();
        let hold = Some(kinds[4]).filter(|_| pick(2) == 1);
        let view = VisiblePosition {
            board: &board,
            falling: kinds[0],
            hold,
            can_hold: pick(4) > 0,
            next: &kinds[1..1 + pick(3)],
        };
        let expected = plain_ranking(&brain, &view);
        let mut best: Option<(FallingPiece, bool, f64)> = None;
        for &candidate in &expected {
            if best.is_none_or(|best| candidate.2 > best.2) {
                best = Some(candidate);
            }
        }
        let choice = brain.choose(&view);
        assert_eq!(
            choice.map(|c| (c.piece, c.hold, c.value)),
            best,
            "round {round}: {style:?} on {:?}",
            board.row_masks()
        );
        let ranked = brain.rank(&view);
        assert_eq!(ranked.first().copied(), choice, "round {round}: the ranking leads with the choice");
        assert_eq!(ranked.len(), expected.len(), "round {round}: the ranking holds every placement");
    }
}

#[test]
fn a_style_that_avoids_overflow_takes_a_losing_placement_only_when_all_lose() {
    // Height above all: without the option it stacks on the left tower.
    let evaluator = || Evaluator::new_linear(&["deepest-well"], &[1.0]).unwrap();
    let style = BrainSettings { rows_above: 4, ..BrainSettings::default() };
    let size = BoardSize { width: 4, visible: 4, buffer: 20 };
    let board = Board::from_drawing(size, "x...\nx...\nx...\nx...");
    let view = VisiblePosition { board: &board, falling: PieceKind::O, hold: None, can_hold: false, next: &[] };
    let bold = Brain::new(evaluator(), style).choose(&view).unwrap();
    assert!(bold.piece.row_range().1 >= 4, "the deepest well is the highest stack");
    let careful = Brain::new(evaluator(), BrainSettings { avoids_overflow: true, ..style });
    assert!(careful.choose(&view).unwrap().piece.row_range().1 < 4);
    let full = Board::from_drawing(size, ".xxx\n.xxx\n.xxx\n.xxx");
    let view = VisiblePosition { board: &full, falling: PieceKind::O, ..view };
    assert_eq!(careful.choose(&view).unwrap().value, f64::NEG_INFINITY, "all lose, and one is chosen");
}

#[test]
fn a_low_buffer_leaves_the_skyline_where_it_is() {
    // Height above all: it stacks as high as it may.
    let evaluator = || Evaluator::new_linear(&["total-height"], &[1.0]).unwrap();
    for (buffer, rows_above) in [(20, 4), (3, 4), (3, 20)] {
        let size = BoardSize { width: 4, visible: 4, buffer };
        let style = BrainSettings { rows_above, avoids_overflow: true, ..BrainSettings::default() };
        let brain = Brain::new(evaluator(), style);
        let low = Board::from_drawing(size, "xx..\nxx..");
        let view = VisiblePosition { board: &low, falling: PieceKind::O, hold: None, can_hold: false, next: &[] };
        let choice = brain.choose(&view).unwrap();
        assert_eq!(choice.piece.row_range(), (2, 3), "{rows_above} above, buffer {buffer}: up to the skyline");
        let full = Board::from_drawing(size, ".xxx\n.xxx\n.xxx\n.xxx");
        let view = VisiblePosition { board: &full, ..view };
        assert_eq!(brain.choose(&view).unwrap().value, f64::NEG_INFINITY, "and not beyond it");
    }
}
