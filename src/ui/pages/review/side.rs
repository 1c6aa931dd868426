//! Beside the moves of a review: the curve of the game, and the board of the move in focus, as it was played and
//! with the best move.

use super::super::super::draw;
use super::super::super::theme;
use super::super::super::well::PaintedWell;
use super::super::capital;
use super::curve::{self, ReviewCurve};
use crate::app::game_review::{ReviewedMove, move_in_words};
use crate::movegen::{Move, Placement};
use crate::review::Grade;
use crate::rules::{Board, Facing, Matrix, PieceKind, Rules};
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, Align2, Color32, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// The height of the curve, in points.
const CURVE: f32 = 132.0;
/// The room between two lines of words under the boards, in points.
const GAP: f32 = 3.0;
/// The most reasons that are told why a move is better.
const REASONS: usize = 2;
/// The height of the pieces above the boards, in points.
const PIECES: f32 = 40.0;
/// The fewest rows of a board that are shown.
const LEAST_ROWS: usize = 12;

/// Paints the curve over these moves of one player, and the boards of the move in focus, or of another with a caption
/// that says which it is.
pub(super) fn paint(
    painter: &Painter,
    rect: Rect,
    (curve, own): (&ReviewCurve, &[&ReviewedMove]),
    (focus, caption): (Option<&ReviewedMove>, Option<String>),
    step: usize,
    rules: &Rules,
) {
    let top = rect.with_max_y(rect.top() + CURVE);
    curve::paint(painter, top, (curve, own), focus);
    let below = rect.with_min_y(top.bottom() + 10.0);
    theme::paint_side_background(painter, below);
    match focus {
        Some(focus) => boards(painter, below.shrink(12.0), (focus, caption), step, rules),
        None => {
            let said = own.iter().any(|reviewed| reviewed.review.judgement.is_some());
            let words = if said { "No costly move found" } else { "Nothing is said of a move yet" };
            painter.text(below.center(), Align2::CENTER_CENTER, words, theme::regular(15.0), theme::ASH);
        }
    }
}

/// Paints two boards, with the played and with the best move; with a `step` above 0 after this many moves more of
/// the sequences that follow. The caption is the first line of words under them.
fn boards(
    painter: &Painter,
    rect: Rect,
    (reviewed, caption): (&ReviewedMove, Option<String>),
    step: usize,
    rules: &Rules,
) {
    let state = &reviewed.recorded.played.state;
    let row = rect.with_max_y(rect.top() + PIECES - 8.0);
    pieces(painter, row, state.hold, &state.queue);
    let caption = caption.map(|caption| (caption, theme::GOLD));
    let words: Vec<_> = caption
        .into_iter()
        .chain(words(reviewed, rules))
        .map(|(words, colour)| {
            let mut job = LayoutJob::simple(theme::kept_together(&words), theme::regular(13.5), colour, rect.width());
            job.halign = Align::Center;
            painter.layout_job(job)
        })
        .collect();
    let below = words.iter().map(|galley| galley.size().y + GAP).sum::<f32>() + 10.0;
    let explanation = &reviewed.review.explanation;
    let best = reviewed.review.judgement.map(|judgement| judgement.best);
    let shown = [
        ("PLAYED", line(&explanation.played, Some(reviewed.played_move()), step)),
        ("BEST", line(&explanation.best, best, step)),
    ];
    let positions = shown.map(|(name, line)| (name, before_last(&state.board, &line), line));
    let height = positions.iter().map(|(_, matrix, _)| matrix.board().stack_height()).max().unwrap_or(0);
    let rows = (height + 4).max(LEAST_ROWS);
    let place = Rect::from_min_max(rect.min + vec2(0.0, PIECES + 18.0), rect.max - vec2(0.0, below));
    let halves = [place.with_max_x(place.center().x - 8.0), place.with_min_x(place.center().x + 8.0)];
    for (half, (name, matrix, line)) in halves.into_iter().zip(positions) {
        let at = pos2(half.center().x, rect.top() + PIECES + 5.0);
        let title = if step == 0 { name.to_owned() } else { format!("{name}, {} MORE", line.len().saturating_sub(1)) };
        painter.text(at, Align2::CENTER_CENTER, title, theme::semibold(12.5), theme::GOLD);
        let well = PaintedWell::paint(painter, half, &matrix, rows);
        if let Some(placement) = line.last() {
            piece(painter, &well, rows, *placement);
        }
    }
    let mut y = rect.bottom() - below + 10.0;
    for galley in words {
        let height = galley.size().y;
        painter.galley(pos2(rect.center().x, y), galley, theme::IVORY);
        y += height + GAP;
    }
}

/// The placements of a sequence of moves that are shown: the first, and with a `step` above 0 so many more, as far as
/// there are. `first` is all that there is if the search followed the sequence no further.
fn line(moves: &[Move], first: Option<Move>, step: usize) -> Vec<Placement> {
    let rest = moves.iter().skip(1).take(step).copied();
    first.into_iter().chain(rest).map(|made| made.placement).collect()
}

/// The board after all of these moves but the last.
fn before_last(board: &Board, line: &[Placement]) -> Matrix {
    let mut matrix = Matrix::from_board(board);
    for placement in &line[..line.len().saturating_sub(1)] {
        matrix.place(placement.piece);
        matrix.clear_full_rows();
    }
    matrix
}

/// The words under the boards, with their colours.
fn words(reviewed: &ReviewedMove, rules: &Rules) -> Vec<(String, Color32)> {
    let mut words = Vec::new();
    match reviewed.review.judgement {
        // The same cells may be reached with a spin or without.
        Some(judgement) if !judgement.is_best_move(&reviewed.recorded.played) => {
            let (played, best) = (move_in_words(reviewed.played_move()), move_in_words(judgement.best));
            let which = if judgement.grade == Grade::Best { "as good as" } else { "best:" };
            words.push((format!("{played}  –  {which} {best}"), theme::ASH));
        }
        Some(_) => words.push((format!("{}: the best move", move_in_words(reviewed.played_move())), theme::ASH)),
        None => {}
    }
    let cost = reviewed.review.judgement.filter(|judgement| judgement.pairs > 0 || !judgement.costs_nothing());
    if let Some(judgement) = cost {
        let [from, to] = [judgement.best_chance, judgement.played_chance].map(|chance| 100.0 * chance);
        let sure = 196.0 * judgement.error;
        let by = match judgement.pairs {
            0 => "by the search alone".to_owned(),
            pairs => format!("by the search and {pairs} pairs of matches"),
        };
        words.push((format!("Chance {from:.0} % to {to:.0} % (± {sure:.0}), {by}"), theme::IVORY));
    }
    words.extend(reviewed.net_lines_lost_in_words().map(|lines| (capital(&lines), theme::IVORY)));
    let reasons = reviewed.reasons_in_words().into_iter().take(REASONS);
    words.extend(reasons.map(|reason| (capital(&reason), theme::ASH)));
    words.extend(reviewed.remarks(rules).iter().map(|mark| (capital(mark), theme::ALARM)));
    words
}

/// Paints the held, the falling and the next pieces.
fn pieces(painter: &Painter, rect: Rect, hold: Option<PieceKind>, queue: &[PieceKind]) {
    let cell = 6.5;
    let y = rect.center().y;
    let label = |x: f32, words: &str| {
        painter.text(pos2(x, y), Align2::LEFT_CENTER, words, theme::semibold(11.5), theme::ASH);
    };
    label(rect.left(), "HOLD");
    if let Some(kind) = hold {
        draw::piece(painter, kind, Facing::North, pos2(rect.left() + 64.0, y), cell);
    }
    label(rect.left() + 104.0, "FALLS");
    let mut x = rect.left() + 168.0;
    for (at, kind) in queue.iter().enumerate() {
        draw::piece(painter, *kind, Facing::North, pos2(x, y), cell);
        x += 38.0;
        if at == 0 {
            label(x - 8.0, "NEXT");
            x += 52.0;
        }
    }
}

/// Paints a piece on the board where it was placed, with an edge that tells it from the stack.
fn piece(painter: &Painter, well: &PaintedWell, rows: usize, placement: Placement) {
    let colour = draw::piece_colour(painter, placement.piece.kind);
    for (x, y) in placement.piece.cells().filter(|(_, y)| usize::try_from(*y).is_ok_and(|y| y < rows)) {
        let cell = (f32::from(x), f32::from(y));
        well.paint_mino(painter, cell, colour);
        painter.rect_stroke(well.cell_rect(cell), 0, Stroke::new(1.5, theme::IVORY), StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::super::caption;
    use super::*;
    use crate::ai::Playfield;
    use crate::game::replay::RecordedMove;
    use crate::review::{MoveReview, MoveTiming, PlayedMove};
    use crate::rules::{FallingPiece, Spin};
    use crate::search::{State, WaitingGarbage};

    #[test]
    fn a_move_on_show_that_has_not_the_focus_is_told_by_its_number() {
        let rules = Rules::versus();
        let state = State::of(&Playfield::new(&rules, 1), WaitingGarbage::default());
        let piece = FallingPiece::spawn(PieceKind::T, state.board.size()).dropped(&state.board);
        let made = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
        let played = PlayedMove { state, opponent: None, handicaps: [1000; 2], made };
        let (timing, finesse, round_won) = (MoveTiming { now: 83_000, pace: 250 }, None, None);
        let (seat, round, number, began, tick) = (0, 1, 30, 0, 0);
        let recorded = RecordedMove { seat, round, number, began, tick, timing, played, finesse, round_won };
        let reviewed = ReviewedMove { recorded, review: MoveReview::default() };
        let tells = |caption: Option<String>| {
            let shapes = still_frame(|menu| {
                let (painter, rect) = (menu.side_painter(), menu.side);
                boards(&painter, rect, (&reviewed, caption.clone()), 0, &rules);
            });
            texts_in_shapes(&shapes).any(|text| text.galley.text().contains("piece 30, round"))
        };
        assert_eq!([Some(caption(&reviewed)), None].map(tells), [true, false]);
    }
}
