//! Advice on a position: always the same, in order, with lines that begin with their move, by a request too.

use super::champion::tidy;
use super::review::on;
use korobka::review::{ADVISED_MOVES, AdviceRequest, MoveAdviser, PositionAdvice, answer_review_request};
use korobka::rules::{Board, BoardSize, GarbageKind, GarbageRules, PieceKind, Rules};
use korobka::search::State;
use std::borrow::Cow;

fn advice(state: &State) -> PositionAdvice {
    MoveAdviser::new(&Rules::versus(), &tidy()).advise(state)
}

#[test]
fn the_best_moves_come_in_order_each_with_its_line() {
    let state = on("XXXX....XX\nXXXX.XXXXX");
    let advice = advice(&state);
    assert!(!advice.is_lost && advice.moves.len() == ADVISED_MOVES, "{advice:?}");
    assert_eq!(advice.moves[0].behind, 0.0);
    assert!(advice.moves.is_sorted_by(|one, other| one.behind <= other.behind));
    assert!(advice.moves.iter().any(|advised| advised.reason.is_some()), "something speaks for the best: {advice:?}");
    assert!(advice.moves[4].behind > 0.0 && advice.moves[4].behind <= 0.5, "five moves are not all alike: {advice:?}");
    for (at, advised) in advice.moves.iter().enumerate() {
        assert_eq!(advised.line.first(), Some(&advised.chosen), "the line of {at}");
        assert!(advised.line.len() > 1, "it goes on");
        let (piece, hold) = (advised.chosen.placement.piece, advised.chosen.hold);
        let mut before = advice.moves[..at].iter().map(|other| other.chosen);
        assert!(before.all(|other| other.placement.piece != piece || other.hold != hold));
    }
}

#[test]
fn the_same_question_has_the_same_answer_here_and_elsewhere() {
    let (state, weights, rules) = (on("XXXXXXXX..\nXXXX.XXXX."), tidy(), Rules::versus());
    let said = advice(&state);
    let mut again = MoveAdviser::new(&rules, &weights);
    again.advise(&on("XXXXX.....\nXXXX......"));
    assert_eq!(again.advise(&state), said, "whatever was asked before");
    let request = AdviceRequest { rules, weights: Cow::Borrowed(&weights), state: Cow::Borrowed(&state) };
    let answer = answer_review_request(&request.to_text_line().unwrap()).unwrap();
    assert_eq!(serde_json::from_str::<PositionAdvice>(&answer).unwrap(), said);
    let wide = State { board: Board::new(BoardSize { width: 12, ..rules.board }), ..state.clone() };
    let wide = AdviceRequest { state: Cow::Owned(wide), ..request.clone() }.to_text_line().unwrap();
    let solid = Rules { garbage: GarbageRules { kind: GarbageKind::Solid, ..rules.garbage }, ..rules };
    let solid = AdviceRequest { rules: solid, ..request }.to_text_line().unwrap();
    for bad in ["advice ", "advice {}", "advice [1]", &solid, &wide] {
        let line = answer_review_request(bad).unwrap_err();
        assert!(line.starts_with("the request: ") && !line.contains('\n'), "{line}");
    }
}

#[test]
fn a_position_without_a_way_out_is_called_lost() {
    // Gaps of single cells up to the skyline, into which no O goes.
    let full = "X.X.X.X.X.\n.X.X.X.X.X\n".repeat(10);
    let squares = State { queue: vec![PieceKind::O; 7], hold: None, ..on(&full) };
    let nothing = advice(&squares);
    assert!(nothing.is_lost, "every O locks above the skyline: {nothing:?}");
    let blocked = advice(&on(&format!("{}{full}", "XXXXXXXXX.\n".repeat(4))));
    assert!(blocked.is_lost && blocked.moves.is_empty(), "nothing has a place: {blocked:?}");
    assert!(!advice(&on("")).is_lost);
}
