//! The x-ray of a player that searches: the first moves that it likes most, on the board; beside it, how well the game
//! goes on after each, how far the player looked, how sure it is, and what garbage it knows of.

use super::board_overlay::{BoardOverlay, short_number};
use super::draw;
use super::theme::{self, faded};
use crate::ai::RankedPlacement;
use crate::app::position::line_pieces_on_board;
use crate::movegen::Move;
use crate::rules::Board;
use crate::search::{SearchInsight, WaitingGarbage};
use crate::view::layout::SeatLayout;
use crate::view::numbers::counted;
use bevy_egui::egui::{Align2, Color32, Galley, Rect, pos2, vec2};

/// The most first moves that are listed beside the board.
pub(super) const MOST_MOVES: usize = 5;
/// The most first moves that are outlined on the board.
const MOST_OUTLINES: usize = 3;
/// The least and the greatest height of a listed move, in points.
const ROW: [f32; 2] = [17.0, 36.0];
/// What the numbers beside the listed moves mean.
const MEANING: &str = "The numbers say how well the game goes on after a move: 100 as after the best, 0 as after the \
                       worst that it followed to the end.";
/// What is seen on the board while a move of the list is looked at.
const LINE_MEANING: &str = "On the board the lit move is 1; while the replay stands still, the moves that the search \
                            expects follow. Rows that clear on the way stay.";
/// The least width of a listed move, in points, at which its words have their usual size.
const USUAL_WIDTH: f32 = 108.0;

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

/// The move of the list that somebody looks at.
pub(super) struct LookedAtMove<'a> {
    /// The place in the list, from 1.
    pub(super) place: usize,
    /// The board that the move is made on.
    pub(super) board: &'a Board,
    /// A line of moves that the search has followed, perhaps from another move.
    pub(super) line: &'a [Move],
}

impl LookedAtMove<'_> {
    /// The cells of the pieces of the line that begins with `first`, numbered in their order; of that piece alone where
    /// the search has not followed it.
    fn numbered_cells(&self, first: &RankedPlacement) -> Vec<(Vec<(i8, i8)>, usize, Color32)> {
        let alone = [first.to_move()];
        let line: &[Move] = if self.line.starts_with(&alone) { self.line } else { &alone };
        let colour = |number: usize| if number == 1 { theme::GOLD } else { theme::IVORY };
        let pieces = line_pieces_on_board(self.board, line).into_iter().zip(1..);
        pieces.map(|(piece, number)| (piece.cells, number, colour(number))).collect()
    }
}

/// The move at a place of the list, from 1; `None` where there is none.
pub(super) fn listed_move(ranked: &[RankedPlacement], target: Option<usize>, place: usize) -> Option<RankedPlacement> {
    // Nobody looks at a move in most frames, and then none are told apart.
    let index = place.checked_sub(1)?;
    first_moves(ranked, target).get(index).map(|found| found.ranked)
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

/// How a search with `nodes` positions a piece at most came to its best move, if it has found one yet, and what garbage
/// it knows of: a sentence a line.
pub(super) fn thought_in_words(nodes: u64, insight: Option<SearchInsight>, garbage: WaitingGarbage) -> String {
    let looked = match insight {
        Some(SearchInsight { nodes, depth, .. }) => {
            format!("It tried {} positions, up to {} ahead.", short_number(nodes as f64), counted(depth, "piece"))
        }
        None => format!("It tries up to {} positions a piece.", short_number(nodes as f64)),
    };
    let agreement = insight.map(|insight| insight.agreement).filter(|agreement| agreement.worlds > 1);
    let sure = agreement.map(|votes| {
        let (agreeing, worlds) = (votes.agreeing, votes.worlds);
        format!("Move 1 is best on the whole, and in {agreeing} of its {worlds} guesses at what comes.")
    });
    let rows = counted(garbage.rows, "row");
    let expected = match garbage {
        WaitingGarbage { rows: 0, .. } => "No garbage waits.".to_owned(),
        WaitingGarbage { due: 0 | 1, .. } => format!("It expects {rows} of garbage after this piece."),
        WaitingGarbage { due, .. } => format!("It expects {rows} of garbage after {due} pieces."),
    };
    [Some(looked), sure, Some(expected)].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Paints what a search thinks of the piece in play: all placements, the best first, which of them the hand is after,
/// and `words` on how it thought. Without room beside the board, the board must do. Where a move of the list is
/// `looked_at`, the board shows that one alone and what the search expects after it. Returns the place of each listed
/// move, in points of the painter.
pub(super) fn paint(
    over: &BoardOverlay,
    seat: &SeatLayout,
    (ranked, target): (&[RankedPlacement], Option<usize>),
    words: &str,
    has_room: bool,
    looked_at: Option<&LookedAtMove>,
) -> Vec<Rect> {
    let moves = first_moves(ranked, target);
    let looked_at = looked_at.and_then(|looked_at| Some((looked_at, moves.get(looked_at.place.checked_sub(1)?)?)));
    let colour = |found: &FirstMove| if found.is_chosen { theme::GOLD } else { theme::ASH };
    let (chosen, others): (Vec<&FirstMove>, Vec<&FirstMove>) = moves.iter().partition(|found| found.is_chosen);
    let outlined = chosen.into_iter().chain(others).take(MOST_OUTLINES);
    let cells = |found: &FirstMove| (found.ranked.piece.cells().collect::<Vec<_>>(), found.place, colour(found));
    let outlined: Vec<(Vec<(i8, i8)>, usize, Color32)> = match looked_at {
        Some((looked_at, found)) => looked_at.numbered_cells(&found.ranked),
        None => outlined.map(cells).collect(),
    };
    if !has_room {
        // Numbers would hide a board as small as the other one is there.
        for (cells, _, colour) in outlined.iter().take(2).rev() {
            over.paint_cells_outline(seat, cells, *colour, 2.0);
        }
        return Vec::new();
    }
    over.paint_numbered_cells(seat, &outlined);
    let rect = over.figures_rect(seat);
    let painter = over.painter.with_clip_rect(rect.shrink(3.0));
    let inside = rect.shrink(9.0);
    let laid_out = |words: &str| theme::paragraph(&painter, words, theme::regular(11.5), theme::ASH, inside.width());
    let left_for_moves = |about: &Galley| inside.height() - about.size().y - 6.0;
    // A small window has room for a part of the words, or for none.
    let meaning = if looked_at.is_some() { LINE_MEANING } else { MEANING };
    let about = [format!("{meaning}\n{words}").as_str(), words]
        .into_iter()
        .map(laid_out)
        .find(|about| left_for_moves(about) >= ROW[0] * MOST_MOVES as f32);
    let room = about.as_ref().map_or(inside.height(), |about| left_for_moves(about));
    let line = (room / MOST_MOVES as f32).min(ROW[1]);
    if let Some(about) = about {
        // Right under the moves, so that nothing jumps when there is more to say.
        let top = inside.top() + line * MOST_MOVES as f32 + 6.0;
        painter.galley(pos2(inside.left(), top), about, theme::ASH);
    }
    // Larger menus make no more room beside the board.
    let size = (inside.width() / USUAL_WIDTH).min(1.0);
    let mut rows = Vec::new();
    for (index, found) in moves.iter().enumerate() {
        let row = Rect::from_min_size(inside.min + vec2(0.0, line * index as f32), vec2(inside.width(), line));
        if looked_at.is_some_and(|(_, looked_at)| looked_at == found) {
            painter.rect_filled(row.expand2(vec2(4.0, 0.0)), 3, faded(theme::GOLD, 0.16));
        }
        rows.push(row);
        let (top, ink) = (inside.top() + line * index as f32, colour(found));
        let (left, middle) = (inside.left(), top + line * 0.42);
        over.paint_badge(pos2(left + 10.0, middle), &found.place.to_string(), ink);
        let piece = found.ranked.piece;
        let beside = left + 20.0;
        draw::piece(&painter, piece.kind, piece.facing, pos2(beside + 12.0 * size, middle), size * line / 7.0);
        let text = |x: f32, anchor: Align2, words: &str, colour: Color32| {
            painter.text(pos2(x, middle), anchor, words, theme::semibold(12.5 * size), colour);
        };
        if found.ranked.hold {
            text(beside + 24.0 * size, Align2::LEFT_CENTER, "hold", theme::ASH);
        }
        let share = found.share.map_or("–".to_owned(), |share| format!("{:.0}", 100.0 * share));
        text(inside.right(), Align2::RIGHT_CENTER, &share, ink);
        let long = inside.width() * found.share.unwrap_or(0.0) as f32;
        let bar = Rect::from_min_size(pos2(left, top + line * 0.88), vec2(long, 2.0));
        painter.rect_filled(bar, 1, ink);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::rules::{Facing, FallingPiece, PieceKind, Rules, Spin};
    use crate::search::Agreement;
    use crate::view::layout::{LayoutRequest, match_layout};
    use bevy::math::UVec2;

    /// A move of a T, which no other number brings to one of the same cells.
    fn at(number: i8, value: f64, spin: Spin) -> RankedPlacement {
        let piece = FallingPiece { kind: PieceKind::T, facing: Facing::North, x: number, y: 3 * number };
        RankedPlacement { piece, spin, hold: false, value }
    }

    #[test]
    fn no_word_beside_the_board_lies_on_another_whatever_the_size_of_the_menus() {
        let held = |number| RankedPlacement { hold: true, ..at(number, 9.0, Spin::None) };
        let ranked: Vec<RankedPlacement> = (0..5).map(held).collect();
        let layout = match_layout(&LayoutRequest::new(UVec2::new(1280, 720), 2, &Rules::versus()));
        for scale in [0.75, 1.0, 1.2, 1.5] {
            let shapes = still_frame(|menu| {
                let over = BoardOverlay::of_test(menu.side_painter(), 1.0 / scale);
                let words = "It tries up to 18 k positions a piece.";
                paint(&over, &layout.seats[1], (&ranked[..], None), words, true, None);
            });
            let texts = texts_in_shapes(&shapes);
            let texts: Vec<_> = texts.map(|text| (text.galley.text(), text.visual_bounding_rect())).collect();
            assert_eq!(texts.iter().filter(|text| ["hold", "100"].contains(&text.0)).count(), 10, "{texts:?}");
            for (index, (words, place)) in texts.iter().enumerate() {
                let on = texts[index + 1..].iter().find(|other| other.1.intersects(*place));
                assert!(on.is_none(), "at {scale} '{words}' lies on {on:?}");
            }
        }
    }

    #[test]
    fn the_board_shows_the_move_that_is_looked_at_and_what_is_expected_after_it() {
        let ranked: Vec<RankedPlacement> = (0..6).map(|number| at(number, 9.0, Spin::None)).collect();
        let layout = match_layout(&LayoutRequest::new(UVec2::new(1280, 720), 2, &Rules::versus()));
        let board = Board::new(Rules::versus().board);
        let second = ranked[1].to_move();
        let after = [3, 5, 4].map(|number| at(number, 0.0, Spin::None).to_move());
        let line = [second, after[0], after[1], after[2]];
        // How often each number stands in the list and on the board.
        let numbers = |place: usize| {
            let mut rows = Vec::new();
            let shapes = still_frame(|menu| {
                let over = BoardOverlay::of_test(menu.side_painter(), 1.0);
                let looked_at = LookedAtMove { place, board: &board, line: &line };
                let looked_at = (place > 0).then_some(&looked_at);
                rows = paint(&over, &layout.seats[1], (&ranked[..], None), "", true, looked_at);
            });
            assert_eq!(rows.len(), MOST_MOVES);
            let texts: Vec<_> = texts_in_shapes(&shapes).map(|text| text.galley.text()).collect();
            ["1", "2", "3", "4"].map(|number| texts.iter().filter(|text| **text == number).count())
        };
        assert_eq!(numbers(0), [2, 2, 2, 1], "the best three");
        assert_eq!(numbers(2), [2, 2, 2, 2], "the line from the second");
        assert_eq!(numbers(3), [2, 1, 1, 1], "of the third it is not known");
        assert_eq!(numbers(6), [2, 2, 2, 1], "no such move is listed");
        let cells = LookedAtMove { place: 2, board: &board, line: &line }.numbered_cells(&ranked[1]);
        assert_eq!(cells.iter().map(|(_, number, _)| *number).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(cells[0].0, ranked[1].piece.cells().collect::<Vec<_>>(), "not the best");
        assert_eq!([0, 5, 6].map(|place| listed_move(&ranked, None, place)), [None, Some(ranked[4]), None]);
    }

    #[test]
    fn a_thought_is_told_by_how_far_it_looked_how_sure_it_is_and_what_garbage_it_knows_of() {
        let nothing = WaitingGarbage::default();
        let told = thought_in_words(200_000, None, nothing);
        assert_eq!(told, "It tries up to 200 k positions a piece.\nNo garbage waits.");
        let insight = |worlds: u32, agreeing: u32| {
            Some(SearchInsight { nodes: 48_211, depth: 9, agreement: Agreement { worlds, agreeing } })
        };
        let told = thought_in_words(50_000, insight(6, 4), WaitingGarbage { rows: 4, due: 1, certain: false });
        assert_eq!(
            told,
            "It tried 48 k positions, up to 9 pieces ahead.\n\
             Move 1 is best on the whole, and in 4 of its 6 guesses at what comes.\n\
             It expects 4 rows of garbage after this piece."
        );
        // One world has nobody to agree with.
        let told = thought_in_words(50_000, insight(1, 1), WaitingGarbage { rows: 1, due: 3, certain: false });
        let lines = ["It tried 48 k positions, up to 9 pieces ahead.", "It expects 1 row of garbage after 3 pieces."];
        assert_eq!(told, lines.join("\n"));
    }

    #[test]
    fn the_best_first_moves_are_listed_and_in_any_case_the_one_that_is_played() {
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
