//! The x-ray of a player that searches: the first moves that it likes most, on the board, and how well the game goes on
//! after each, beside it.

use super::board_overlay::{BoardOverlay, short_number};
use super::draw;
use super::theme;
use crate::ai::RankedPlacement;
use crate::view::layout::SeatLayout;
use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};

/// The most first moves that are listed beside the board.
const MOST_MOVES: usize = 5;
/// The most first moves that are outlined on the board.
const MOST_OUTLINES: usize = 3;
/// The least and the greatest height of a listed move, in points.
const ROW: [f32; 2] = [17.0, 36.0];

/// A first move of a search, as the x-ray shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FirstMove {
    ranked: RankedPlacement,
    /// The place among all first moves; 1 is the best.
    place: usize,
    /// How well the game goes on after the move: 1 as after the best, 0 as after the worst that was followed to the
    /// end. `None` where the search compared nothing.
    share: Option<f64>,
    /// Whether the player's hand brings its piece there.
    is_chosen: bool,
}

/// The first moves that are listed, the best first: the best few, and in any case the one that is played.
fn first_moves(ranked: &[RankedPlacement], target: Option<usize>) -> Vec<FirstMove> {
    // The same cells by another spin look like the same move.
    let look = |of: &RankedPlacement| (of.piece, of.hold);
    let best = ranked.first().map_or(0.0, |best| best.value);
    let chosen = ranked.get(target.unwrap_or(0)).map(look);
    let mut moves: Vec<FirstMove> = Vec::new();
    for of in ranked {
        if !moves.iter().any(|known| look(&known.ranked) == look(of)) {
            let (place, share) = (moves.len() + 1, (best > 0.0).then(|| of.value / best));
            moves.push(FirstMove { ranked: *of, place, share, is_chosen: Some(look(of)) == chosen });
        }
    }
    moves.retain(|found| found.place <= MOST_MOVES || found.is_chosen);
    if moves.len() > MOST_MOVES {
        moves.remove(MOST_MOVES - 1);
    }
    moves
}

/// Paints what a search that looks at `nodes` positions a piece thinks of the piece in play: all placements, the best
/// first, and which of them the hand is after. Without room beside the board, the board must do.
pub(super) fn paint(
    over: &BoardOverlay,
    seat: &SeatLayout,
    (ranked, target): (&[RankedPlacement], Option<usize>),
    nodes: u64,
    has_room: bool,
) {
    let moves = first_moves(ranked, target);
    let colour = |found: &FirstMove| if found.is_chosen { theme::GOLD } else { theme::ASH };
    let (chosen, others): (Vec<&FirstMove>, Vec<&FirstMove>) = moves.iter().partition(|found| found.is_chosen);
    let outlined = chosen.into_iter().chain(others).take(MOST_OUTLINES);
    let outlined: Vec<_> = outlined.map(|found| (found.ranked.piece, found.place, colour(found))).collect();
    if !has_room {
        // Numbers would hide a board as small as the other one is there.
        for &(piece, _, colour) in outlined.iter().take(2).rev() {
            over.paint_piece_outline(seat, piece, colour, 2.0);
        }
        return;
    }
    over.paint_numbered_pieces(seat, &outlined);
    let rect = over.figures_rect(seat);
    let painter = over.painter.with_clip_rect(rect.shrink(3.0));
    let inside = rect.shrink(9.0);
    let words = format!(
        "How well the game goes on after each: 100 as after the best, 0 as after the worst that it followed to the \
         end. It tries up to {} positions a piece.",
        short_number(nodes as f64)
    );
    let about = theme::paragraph(&painter, &words, theme::regular(11.5), theme::ASH, inside.width());
    let foot = inside.bottom() - about.size().y;
    let room = foot - 6.0 - inside.top();
    let is_told = room >= ROW[0] * MOST_MOVES as f32;
    if is_told {
        painter.galley(pos2(inside.left(), foot), about, theme::ASH);
    }
    let room = if is_told { room } else { inside.height() };
    let line = (room / MOST_MOVES as f32).min(ROW[1]);
    for (index, found) in moves.iter().enumerate() {
        let (top, ink) = (inside.top() + line * index as f32, colour(found));
        let (left, middle) = (inside.left(), top + line * 0.42);
        over.paint_badge(pos2(left + 10.0, middle), &found.place.to_string(), ink);
        let piece = found.ranked.piece;
        draw::piece(&painter, piece.kind, piece.facing, pos2(left + 38.0, middle), line / 6.0);
        let text = |x: f32, anchor: Align2, words: &str, colour: Color32| {
            painter.text(pos2(x, middle), anchor, words, theme::semibold(12.5), colour);
        };
        if found.ranked.hold {
            text(left + 54.0, Align2::LEFT_CENTER, "hold", theme::ASH);
        }
        let share = found.share.map_or("–".to_owned(), |share| format!("{:.0}", 100.0 * share));
        text(inside.right(), Align2::RIGHT_CENTER, &share, ink);
        let long = inside.width() * found.share.unwrap_or(0.0) as f32;
        let bar = Rect::from_min_size(pos2(left, top + line * 0.88), vec2(long, 2.0));
        painter.rect_filled(bar, 1, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Facing, FallingPiece, PieceKind, Spin};

    #[test]
    fn the_best_first_moves_are_listed_and_in_any_case_the_one_that_is_played() {
        let at = |x: i8, value: f64, spin: Spin| {
            let piece = FallingPiece { kind: PieceKind::T, facing: Facing::North, x, y: 0 };
            RankedPlacement { piece, spin, hold: false, value }
        };
        let mut ranked: Vec<RankedPlacement> = [8.0, 6.0, 4.0, 2.0, 1.0, 0.5, 0.0]
            .into_iter()
            .zip(0..)
            .map(|(value, x)| at(x, value, Spin::None))
            .collect();
        // The second by a spin too.
        ranked.insert(2, at(1, 5.0, Spin::Full));
        let listed = |target: Option<usize>| -> Vec<(usize, bool)> {
            first_moves(&ranked, target).iter().map(|found| (found.place, found.is_chosen)).collect()
        };
        let played_first = [(1, true), (2, false), (3, false), (4, false), (5, false)];
        assert_eq!(listed(None), played_first);
        assert_eq!(listed(Some(2))[..2], [(1, false), (2, true)], "by the spin");
        assert_eq!(listed(Some(7)), [(1, false), (2, false), (3, false), (4, false), (7, true)], "a slip");
        let shares = |ranked: &[RankedPlacement]| -> Vec<Option<f64>> {
            first_moves(ranked, None).iter().map(|found| found.share).collect()
        };
        assert_eq!(shares(&ranked), [Some(1.0), Some(0.75), Some(0.5), Some(0.25), Some(0.125)]);
        assert_eq!(shares(&ranked[7..]), [None::<f64>], "nothing was compared");
        assert!(shares(&[]).is_empty());
    }
}
