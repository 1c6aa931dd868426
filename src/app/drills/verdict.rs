//! Whether the piece that was set down in a drill solves it.

use crate::app::persistence::drills::Drill;
use crate::movegen::Move;
use crate::review::MoveReview;

/// A move written as the cells that its piece fills, as a drill keeps it: more than one facing may fill the same.
pub(super) fn cells_of(Move { placement, hold }: Move) -> String {
    let mut cells: Vec<(i8, i8)> = placement.piece.cells().collect();
    cells.sort_unstable();
    let cells: Vec<String> = cells.iter().map(|(x, y)| format!("{x},{y}")).collect();
    format!("{}{}", if hold { "hold " } else { "" }, cells.join(" "))
}

/// Whether a drill is solved by a move, and a few words about it. The fault of the game never solves it: what it costs
/// was found by matches that were played on, and the search alone may not see it.
pub(super) fn verdict(review: &MoveReview, drill: &Drill, choice: Move) -> (bool, String) {
    match review.judgement_if_costly() {
        None if cells_of(choice) == drill.played => {
            (false, format!("Not solved: as in the game, where it cost {:.0} points", drill.points))
        }
        Some(judgement) => {
            let points = 100.0 * judgement.loss();
            (false, format!("Not solved: that costs {points:.0} points"))
        }
        None => (true, "Solved".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::Placement;
    use crate::rules::{Facing, FallingPiece, PieceKind, Spin};

    #[test]
    fn the_fault_of_the_game_solves_no_drill_whichever_way_its_piece_faces() {
        let piece = |facing: Facing| FallingPiece { kind: PieceKind::I, facing, x: 3, y: 0 };
        let (one, other) = (piece(Facing::North), piece(Facing::South));
        let other = other.moved(0, one.row_range().0 - other.row_range().0);
        assert!(one != other && one.fills_same_cells(other));
        let [fault, again] =
            [one, other].map(|piece| Move { placement: Placement { piece, spin: Spin::None }, hold: false });
        let drill = Drill { played: cells_of(fault), points: 31.4, ..Drill::default() };
        let said = |choice| verdict(&MoveReview::default(), &drill, choice);
        assert_eq!(said(again), (false, "Not solved: as in the game, where it cost 31 points".to_owned()));
        assert_eq!(
            said(Move { hold: true, ..again }),
            (true, "Solved".to_owned()),
            "the same place after a hold is another move"
        );
    }
}
