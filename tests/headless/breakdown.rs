//! What an evaluator sees: shares that add up to the value, and the feature that decided.

use korobka::ai::breakdown::{
    NEXT_PIECE_NAME, feature_advantages, greatest_advantage, placement_hints, value_breakdown,
};
use korobka::ai::{Brain, BrainSettings, Evaluator, Lookahead, RankedPlacement, VisiblePosition};
use korobka::rules::{Board, BoardSize, FallingPiece, PieceKind, PieceSet};

const NAMES: [&str; 4] = ["total-height", "full-rows", "holes", "bumpiness"];
const WEIGHTS: [f64; 4] = [-0.51, 0.76, -0.36, -0.18];

fn board() -> Board {
    Board::from_drawing(BoardSize::default(), "##........\n####..####\n#########.")
}

fn view(board: &Board) -> VisiblePosition<'_> {
    VisiblePosition { board, falling: PieceKind::T, hold: None, can_hold: false, next: &[PieceKind::L, PieceKind::I] }
}

fn linear(lookahead: Lookahead) -> Brain {
    Brain::new(
        Evaluator::new_linear(&NAMES, &WEIGHTS).unwrap(),
        BrainSettings { lookahead, ..BrainSettings::default() },
    )
}

#[test]
fn the_shares_of_a_sum_add_up_to_the_value() {
    let (brain, board) = (linear(Lookahead::None), board());
    for choice in brain.rank(&view(&board)) {
        let seen = value_breakdown(&brain, &board, &choice).expect("every ranked placement is a straight drop");
        let sum: f64 = seen.readings.iter().map(|reading| reading.share.unwrap()).sum();
        assert!((sum - choice.value).abs() < 1e-9, "{choice:?}: {sum}");
        assert_eq!(seen.next, 0.0, "it looks at no next piece");
        for (reading, weight) in seen.readings.iter().zip(WEIGHTS) {
            assert_eq!(reading.share, Some(reading.value * weight), "{}", reading.feature.name);
        }
    }
}

#[test]
fn what_speaks_for_a_placement_adds_up_to_the_gap() {
    let board = board();
    for lookahead in [Lookahead::None, Lookahead::NextPiece] {
        let brain = linear(lookahead);
        let ranked = brain.rank(&view(&board));
        let seen: Vec<_> = ranked.iter().map(|choice| value_breakdown(&brain, &board, choice).unwrap()).collect();
        for (choice, that) in ranked.iter().zip(&seen).skip(1) {
            let speaks = feature_advantages(&brain, &seen[0], that);
            let sum: f64 = speaks.iter().map(|weight| weight.weight).sum();
            assert!((sum - (ranked[0].value - choice.value)).abs() < 1e-9, "{lookahead:?}: {sum}");
            let has_next = speaks.iter().any(|weight| weight.name == NEXT_PIECE_NAME);
            assert!(lookahead == Lookahead::NextPiece || !has_next);
        }
    }
}

#[test]
fn the_one_feature_that_differs_decides() {
    let brain = Brain::new(Evaluator::new_linear(&["holes"], &[-1.0]).unwrap(), BrainSettings::default());
    let board = board();
    let ranked = brain.rank(&view(&board));
    let (best, worst) = (&ranked[0], ranked.last().unwrap());
    let [best, worst] = [best, worst].map(|choice| value_breakdown(&brain, &board, choice).unwrap());
    let most = greatest_advantage(&feature_advantages(&brain, &best, &worst)).unwrap();
    assert_eq!(most.name, "holes");
    assert_eq!(most.weight, worst.readings[0].value - best.readings[0].value);
    assert_eq!(
        greatest_advantage(&feature_advantages(&brain, &best, &best)),
        None,
        "nothing decides between a placement and itself"
    );
}

#[test]
fn in_a_network_one_input_at_a_time_is_exchanged() {
    // One hidden node that minds holes alone: the other feature can change nothing.
    let evaluator = Evaluator::new_network(&["holes", "bumpiness"], &[1], &[-0.5, 0.0, 1.0]).unwrap();
    let (brain, board) = (Brain::new(evaluator, BrainSettings::default()), board());
    let ranked = brain.rank(&view(&board));
    let seen = [&ranked[0], ranked.last().unwrap()].map(|choice| value_breakdown(&brain, &board, choice).unwrap());
    assert!(seen[0].readings.iter().all(|reading| reading.share.is_none()), "nothing adds up in a network");
    let speaks = feature_advantages(&brain, &seen[0], &seen[1]);
    let gap = ranked[0].value - ranked.last().unwrap().value;
    assert!((speaks[0].weight - gap).abs() < 1e-12, "holes make the whole gap: {speaks:?}");
    assert_eq!(speaks[1].weight, 0.0);
}

#[test]
fn hints_are_the_best_three_with_their_gaps() {
    let (brain, board) = (linear(Lookahead::None), board());
    let ranked = brain.rank(&view(&board));
    let three = placement_hints(&brain, &board, &ranked, 3);
    assert_eq!(three.len(), 3);
    for (hint, choice) in three.iter().zip(&ranked) {
        assert_eq!(hint.choice, *choice, "they come in the order of the ranking");
        assert_eq!(hint.gap, ranked[0].value - choice.value);
    }
    assert_eq!(three[0].reason, three[1].reason, "the best is set against the second");
    assert!(three[0].reason.is_some(), "something decided");
    assert_eq!(placement_hints(&brain, &board, &[], 3), Vec::new());
}

#[test]
fn the_same_piece_in_the_hand_and_on_hold_is_one_hint() {
    let evaluator = Evaluator::new_linear(&NAMES, &WEIGHTS).unwrap();
    let brain = Brain::new(evaluator, BrainSettings { holds: true, ..BrainSettings::default() });
    let board = board();
    let view = VisiblePosition { hold: Some(PieceKind::T), can_hold: true, ..view(&board) };
    let three = placement_hints(&brain, &board, &brain.rank(&view), 3);
    assert!(three[0].choice.piece != three[1].choice.piece && three[1].choice.piece != three[2].choice.piece);
}

#[test]
fn every_hint_of_the_mentor_has_a_reason() {
    let found = korobka::storage::Catalog::load().contestant(&"quads:150".parse().unwrap()).unwrap();
    let brain = found.brain().unwrap();
    let rows = [
        "LL........",
        "JL.....SS.",
        "JLTT..SSZ.",
        "JJTOOSSZZ.",
        "IIIIOOTTZ.",
        "ZZLLLTTTJ.",
        "SZZLJJJSJ.",
        "SSLLIJOOS.",
        "TSIIIIOOJ.",
    ];
    let board = *korobka::rules::Matrix::from_drawing(BoardSize::default(), rows.into_iter()).board();
    for falling in PieceSet::Tetromino.kinds() {
        for next in PieceSet::Tetromino.kinds() {
            let view = VisiblePosition { board: &board, falling, hold: None, can_hold: true, next: &[next] };
            let three = placement_hints(brain, &board, &brain.rank(&view), 3);
            assert_eq!(three.len(), 3, "{falling:?}, then {next:?}");
            for (place, hint) in three.iter().enumerate() {
                let tie = three.get(place.max(1)).is_some_and(|other| other.gap == 0.0);
                assert!(hint.reason.is_some() || tie, "{falling:?}, then {next:?}: {hint:?}");
            }
        }
    }
}

#[test]
fn a_placement_where_the_piece_has_no_room_is_not_taken_apart() {
    let (brain, board) = (linear(Lookahead::None), board());
    let choice = brain.rank(&view(&board))[0];
    for (x, y) in [(-9, 0), (40, 0), (0, 63), (0, 0)] {
        let piece = FallingPiece { x, y, ..choice.piece };
        assert!(value_breakdown(&brain, &board, &RankedPlacement { piece, ..choice }).is_none(), "{x}, {y}");
    }
}
