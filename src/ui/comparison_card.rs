//! The x-ray of a player that weighs boards: its chosen placement and another one, on the board; beside it, what each
//! feature counts after both, and how much it speaks for the choice.

use super::board_overlay::{BoardOverlay, feature_in_words, short_number};
use super::search_votes::MOST_MOVES;
use super::theme::{self, faded};
use crate::ai::breakdown::{FeatureAdvantage, feature_advantages, value_breakdown};
use crate::ai::{Brain, RankedPlacement};
use crate::rules::Board;
use crate::view::layout::SeatLayout;
use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2};

/// The least height of a feature's lines, in points, beside which there is room for what they mean.
const ROOMY_LINE: f32 = 30.0;
/// What the lines of a comparison mean.
const MEANING: &str = "In gold, what it counts after the gold place / after the grey one. Green speaks for the gold \
                       place, red against it.";
/// What the best places are called.
const RANKS: [&str; MOST_MOVES] = ["Best", "Second", "Third", "Fourth", "Fifth"];

/// What the x-ray shows of one computer player: its chosen placement and another one, and for each feature its name,
/// both values and its weight.
#[derive(Clone, Debug)]
pub(super) struct PlacementComparison {
    chosen: RankedPlacement,
    /// Whether it is known that the piece goes there; else it is the best place.
    is_decided: bool,
    /// The other placement, and what it is called.
    next: Option<(RankedPlacement, &'static str)>,
    lines: Vec<(&'static str, Option<[f64; 2]>, f64)>,
}

impl PlacementComparison {
    /// Compares the chosen placement, or the best while nothing is chosen, with the best of the others, or with the one
    /// so many `steps` after it; after the last the best follows again. `None` if there is no placement.
    pub(super) fn of(
        brain: &Brain,
        board: &Board,
        (ranked, target): (&[RankedPlacement], Option<usize>),
        steps: usize,
    ) -> Option<Self> {
        let chosen = *ranked.get(target.unwrap_or(0))?;
        // The same cells by another spin look like the same place.
        let mut places: Vec<RankedPlacement> = Vec::new();
        for other in ranked {
            if places.len() < MOST_MOVES && places.iter().all(|known| known.piece != other.piece) {
                places.push(*other);
            }
        }
        let others = places.into_iter().zip(RANKS).filter(|(other, _)| other.piece != chosen.piece);
        // One fewer than there are places to step through, so that each step shows another, beside a slip too.
        let others: Vec<(RankedPlacement, &'static str)> = others.take(MOST_MOVES - 1).collect();
        let next = others.get(steps % others.len().max(1)).copied();
        let this = value_breakdown(brain, board, &chosen);
        let that = next.and_then(|(next, _)| value_breakdown(brain, board, &next));
        let lines = match (&this, &that) {
            (Some(this), Some(that)) => {
                let values = |index: usize| Some([this.readings.get(index)?.value, that.readings.get(index)?.value]);
                let line = |(index, weight): (usize, FeatureAdvantage)| (weight.name, values(index), weight.weight);
                feature_advantages(brain, this, that).into_iter().enumerate().map(line).collect()
            }
            _ => Vec::new(),
        };
        Some(Self { chosen, is_decided: target.is_some(), next, lines })
    }
}

/// How far the other placement is behind the chosen one or before it, in words; its value where one of them loses.
fn gap_in_words(chosen: f64, other: f64) -> String {
    let gap = chosen - other;
    match gap {
        _ if !gap.is_finite() => short_number(other),
        _ if gap < 0.0 => format!("+{}", short_number(-gap)),
        _ => format!("−{}", short_number(gap)),
    }
}

/// Paints the two placements of a comparison on the board, and if there is room, all that was compared beside it.
pub(super) fn paint(over: &BoardOverlay, seat: &SeatLayout, picture: &PlacementComparison, has_room: bool) {
    let (gold, grey) = (theme::GOLD, theme::ASH);
    if let Some((next, _)) = picture.next {
        over.paint_piece_outline(seat, next.piece, grey, 2.0);
    }
    over.paint_piece_outline(seat, picture.chosen.piece, gold, 3.0);
    if !has_room {
        return;
    }
    let rect = over.figures_rect(seat);
    let painter = over.painter.with_clip_rect(rect.shrink(3.0));
    let inside = rect.shrink(9.0);
    let text = |at, anchor: Align2, words: &str, size: f32, colour: Color32| {
        painter.text(at, anchor, words, theme::semibold(size), colour);
    };
    let top = inside.top() + 8.0;
    text(pos2(inside.left(), top), Align2::LEFT_CENTER, if picture.is_decided { "Chosen" } else { "Best" }, 13.0, gold);
    text(pos2(inside.right(), top), Align2::RIGHT_CENTER, &short_number(picture.chosen.value), 13.0, gold);
    if let Some((next, rank)) = picture.next {
        text(pos2(inside.left(), top + 16.0), Align2::LEFT_CENTER, rank, 13.0, grey);
        let behind = gap_in_words(picture.chosen.value, next.value);
        text(pos2(inside.right(), top + 16.0), Align2::RIGHT_CENTER, &behind, 13.0, grey);
    }
    let first = top + 32.0;
    let most = picture.lines.iter().map(|line| line.2.abs()).fold(0.0, f64::max);
    let count = picture.lines.len().max(1) as f32;
    let meaning = theme::paragraph(&painter, MEANING, theme::regular(11.5), grey, inside.width());
    let left = (inside.bottom() - meaning.size().y - 6.0 - first) / count;
    let is_explained = left >= ROOMY_LINE && !picture.lines.is_empty();
    let room = if is_explained { left } else { (inside.bottom() - first) / count };
    // Each feature has two texts and a bar. Where there are many features, the lines are closer.
    let line = room.min(38.0);
    if is_explained {
        painter.galley(pos2(inside.left(), first + line * count + 6.0), meaning, grey);
    }
    for (index, (name, values, weight)) in picture.lines.iter().enumerate() {
        let y = first + line * index as f32;
        let strong = weight.abs() == most && most > 0.0;
        let size = (line * 0.36).clamp(9.5, 12.5);
        let colour = if strong { theme::IVORY } else { theme::ASH };
        // A long name is written smaller rather than cut off.
        let words = feature_in_words(name);
        let wide = painter.layout_no_wrap(words.clone(), theme::semibold(size), colour).size().x;
        let fitting = size * (inside.width() / wide.max(1.0)).min(1.0);
        text(pos2(inside.left(), y + size * 0.6), Align2::LEFT_CENTER, &words, fitting, colour);
        let below = y + size * 1.75;
        if let Some([this, that]) = values {
            let both = format!("{} / {}", short_number(*this), short_number(*that));
            text(pos2(inside.left(), below), Align2::LEFT_CENTER, &both, size, gold);
        }
        let half = inside.width() * 0.2;
        let zero = inside.right() - half;
        let share = if most > 0.0 { (weight / most) as f32 } else { 0.0 };
        let end = zero + half * share;
        let bar = Rect::from_two_pos(pos2(zero, below - size * 0.3), pos2(end, below + size * 0.3));
        painter.rect_filled(bar, 1, if *weight < 0.0 { theme::VERMILION } else { theme::LEAF });
        painter.vline(zero, (below - size * 0.45)..=(below + size * 0.45), (1.0, faded(theme::ASH, 0.7)));
    }
    if picture.lines.is_empty() {
        let at = pos2(inside.center().x, first) + vec2(0.0, 12.0);
        text(at, Align2::CENTER_CENTER, "nothing to compare", 12.0, grey);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::ai::{BrainSettings, Evaluator, VisiblePosition};
    use crate::rules::{BoardSize, PieceKind, Rules};
    use crate::view::layout::{LayoutRequest, match_layout};
    use bevy::math::UVec2;

    #[test]
    fn a_place_is_called_chosen_once_it_is_and_any_of_the_best_can_stand_beside_it() {
        let evaluator = Evaluator::new_linear(&["holes", "total-height"], &[-2.0, -1.0]).unwrap();
        let brain = Brain::new(evaluator, BrainSettings::default());
        let board = Board::from_drawing(BoardSize::default(), "XXXX......");
        let view = VisiblePosition { board: &board, falling: PieceKind::T, hold: None, can_hold: false, next: &[] };
        let ranked = brain.rank(&view);
        let compared = |target, steps| PlacementComparison::of(&brain, &board, (&ranked[..], target), steps).unwrap();
        let told = |target: Option<usize>, steps: usize| {
            let (next, rank) = compared(target, steps).next.unwrap();
            (ranked.iter().position(|ranked| *ranked == next).unwrap(), rank)
        };
        assert_eq!([told(None, 0), told(Some(0), 0)], [(1, "Second"); 2]);
        assert_eq!(told(Some(3), 0), (0, "Best"), "a slip");
        assert_eq!([told(Some(0), 1), told(Some(0), 3)], [(2, "Third"), (4, "Fifth")], "the first step shows another");
        assert_eq!(told(Some(0), 4), (1, "Second"), "the best again");
        // Those steps that the key goes through, both ways: the best place, another one and a slip.
        for target in [None, Some(0), Some(3), Some(6)] {
            for steps in 0..6 {
                assert_ne!(told(target, steps), told(target, (steps + 1) % 6), "{target:?} after {steps}");
            }
        }
        assert!(!compared(Some(0), 3).lines.is_empty());
        let layout = match_layout(&LayoutRequest::new(UVec2::new(1280, 720), 2, &Rules::versus()));
        for (target, name) in [(None, "Best"), (Some(0), "Chosen")] {
            let shapes = still_frame(|menu| {
                let over = BoardOverlay::of_test(menu.side_painter(), 1.0);
                paint(&over, &layout.seats[1], &compared(target, 0), true);
            });
            let texts: Vec<&str> = texts_in_shapes(&shapes).map(|text| text.galley.text()).collect();
            assert_eq!(["Best", "Chosen"].map(|name| texts.contains(&name)), [name == "Best", name == "Chosen"]);
            assert!(texts.contains(&"Second"), "{texts:?}");
        }
    }

    #[test]
    fn the_other_placement_is_told_by_how_far_it_is_behind_or_before() {
        let lost = f64::NEG_INFINITY;
        let told = [(5.0, 3.0), (3.0, 5.0), (2.0, 2.0), (2.0, lost), (lost, 2.0), (lost, lost)];
        let told = told.map(|(chosen, other)| gap_in_words(chosen, other));
        assert_eq!(told, ["−2", "+2", "−0", "lost", "2", "lost"]);
    }
}
