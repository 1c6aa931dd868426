//! The rows of the moves that were advised.

use super::super::super::board_overlay::short_number;
use super::super::super::draw;
use super::super::super::menu::Menu;
use super::super::super::theme;
use super::super::ordinal;
use crate::app::game_review::move_in_words;
use crate::review::AdvisedMove;
use crate::rules::{Facing, Spin};
use bevy_egui::egui::{Align2, pos2};

/// The height of a move's row, in points.
const ROW: f32 = 34.0;
/// How far a move's chance to win (0-1) lies behind the best one's if the move counts as lost: between equals
/// the best has 0.5.
const LOST: f64 = 0.495;
/// A move whose chance to win (0-1) is no further behind the best one's counts as just as good.
const ALIKE: f64 = 0.0005;

/// Adds the row of an advised move, given with its rank: 0 is the best. True while the row has the focus.
pub(super) fn add_move_row(menu: &mut Menu, at: usize, advised: &AdvisedMove, by_search: bool) -> bool {
    let row = menu.row(ROW, "move");
    let words = match (&advised.reason, by_search) {
        (Some(reason), true) if at == 0 => format!("Better than the second by {reason}"),
        (Some(reason), true) => format!("The best is better by {reason}"),
        (Some(reason), false) => reason.clone(),
        (None, true) => {
            "On the board it is 1, and the moves after it are 2, 3 and so on; garbage that may rise is left out"
                .to_owned()
        }
        (None, false) => "The board shows where it goes".to_owned(),
    };
    menu.explain_row(&words);
    if !menu.ui.is_rect_visible(row.rect) {
        return row.focused;
    }
    let painter = menu.paint_row_ground(&row);
    let (middle, left) = (row.rect.center().y, row.rect.left());
    let ink = if row.focused { theme::GOLD } else { theme::IVORY };
    // The numbers on the board are of a line: the moves are told apart by their places in words.
    painter.text(pos2(left + 16.0, middle), Align2::LEFT_CENTER, ordinal(at + 1), theme::semibold(15.5), ink);
    let kind = advised.chosen.placement.piece.kind;
    draw::piece(&painter, kind, Facing::North, pos2(left + 66.0, middle), 8.0);
    let words = move_in_words(advised.chosen);
    menu.tell(&row, || format!("{}: {words}", ordinal(at + 1)));
    painter.text(pos2(left + 94.0, middle), Align2::LEFT_CENTER, words, theme::regular(14.0), ink);
    let (words, ink) = match advised.behind {
        _ if at == 0 => ("best".to_owned(), theme::LEAF),
        behind if behind < ALIKE && by_search || behind == 0.0 => ("as good".to_owned(), theme::LEAF),
        behind if behind >= LOST && by_search || behind.is_infinite() => ("lost".to_owned(), theme::ALARM),
        behind if by_search => (format!("−{:.1}", 100.0 * behind), theme::IVORY),
        behind => (format!("−{}", short_number(behind)), theme::IVORY),
    };
    menu.tell(&row, || words.clone());
    let end = pos2(row.rect.right() - 14.0, middle);
    painter.text(end, Align2::RIGHT_CENTER, words, theme::semibold(15.0), ink);
    row.focused
}

/// A spin as words to append to the description of a move; empty without a spin.
pub(super) const fn spin_words(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "",
        Spin::Mini => "  ·  mini spin",
        Spin::Full => "  ·  spin",
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::movegen::{Move, Placement};
    use crate::rules::{FallingPiece, PieceKind};

    #[test]
    fn a_move_tells_how_far_it_is_behind_the_best_in_points_or_in_a_learners_own_values() {
        let told = |at: usize, behind: f64, by_search: bool| {
            let piece = FallingPiece { kind: PieceKind::T, facing: Facing::North, x: 3, y: 0 };
            let chosen = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
            let advised = AdvisedMove { chosen, behind, line: Vec::new(), reason: None };
            let shapes = still_frame(|menu| {
                add_move_row(menu, at, &advised, by_search);
            });
            let last = texts_in_shapes(&shapes).last();
            last.map_or_else(String::new, |text| text.galley.text().to_owned())
        };
        assert_eq!([true, false].map(|by_search| told(0, 0.0, by_search)), ["best"; 2]);
        assert_eq!(
            [0.0, 0.0004, 0.1234, 0.495].map(|behind| told(1, behind, true)),
            ["as good", "as good", "−12.3", "lost"]
        );
        assert_eq!(
            [0.0, 0.0004, 0.5, f64::INFINITY].map(|behind| told(1, behind, false)),
            ["as good", "−0.0004", "−0.500", "lost"]
        );
    }
}
