//! Paints the finesse drill: where the falling piece is to go, and beside the board how the pieces went so far.

use super::board_overlay::{BoardOverlay, CARD_MARGIN, LEAST_CARD_WIDTH};
use super::theme;
use crate::app::finesse_drill::FinesseDrill;
use crate::view::stage::Stage;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, Rect, pos2, vec2};

/// The height of the card with the drill's figures beside the board, in points, without the text about a mistake.
const HEIGHT: f32 = 90.0;

pub(super) fn show(mut contexts: EguiContexts, drill: Res<FinesseDrill>, stage: Option<Res<Stage>>) -> Result {
    let Some(stage) = stage else { return Ok(()) };
    let Some((seat, ..)) = stage.seats().next() else { return Ok(()) };
    let over = BoardOverlay::new(&mut contexts, "finesse drill")?;
    if let Some(target) = drill.target() {
        over.paint_piece_outline(seat, target.piece, theme::GOLD, 3.0);
    }
    let room = over.card_room(seat);
    let width = room.width().max(LEAST_CARD_WIDTH);
    let inner = width - 2.0 * CARD_MARGIN;
    let problem = drill.problem.as_ref();
    let problem =
        problem.map(|words| theme::paragraph(&over.painter, words, theme::regular(14.0), theme::VERMILION, inner));
    let height = problem.as_ref().map_or(0.0, |words| words.size().y + 8.0) + HEIGHT;
    let rect = Rect::from_min_size(pos2(room.right() - width, room.top()), vec2(width, height));
    over.paint_text_background(rect);
    let inside = rect.shrink(CARD_MARGIN);
    let row = |at: f32, label: &str, figure: String| {
        let y = inside.top() + at;
        over.painter.text(pos2(inside.left(), y), Align2::LEFT_TOP, label, theme::regular(14.0), theme::ASH);
        let right = pos2(inside.right(), y);
        over.painter.text(right, Align2::RIGHT_TOP, figure, theme::semibold(14.0), theme::IVORY);
    };
    row(0.0, "Fewest keys", drill.fewest_keys().to_string());
    row(24.0, "At the first try", format!("{} of {}", drill.clean, drill.clean + drill.faulty));
    row(48.0, "In a row", drill.in_a_row.to_string());
    if let Some(words) = problem {
        over.painter.galley(pos2(inside.left(), inside.top() + HEIGHT - 14.0), words, theme::VERMILION);
    }
    Ok(())
}
