//! Paints the hints over the board that they are about: the three best placements, and the reason for the best of them.

use super::board_overlay::BoardOverlay;
use super::theme;
use crate::app::hints::{Hints, MOST_HINTS};
use crate::view::stage::Stage;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, pos2};

/// The least height, in points, of the room beside a board in which the reasons for hints are written.
const LEAST: f32 = 100.0;

pub(super) fn show(mut contexts: EguiContexts, hints: Res<Hints>, stage: Option<Res<Stage>>) -> Result {
    let (Some((player, shown)), Some(stage)) = (hints.shown_hints(), stage) else { return Ok(()) };
    let Some((seat, ..)) = stage.seats().find(|(.., seated)| *seated == player) else { return Ok(()) };
    let over = BoardOverlay::new(&mut contexts, "hints")?;
    let colours = [theme::GOLD, theme::IVORY, theme::ASH];
    let pieces = shown.iter().enumerate().map(|(index, hint)| {
        let cells: Vec<(i8, i8)> = hint.chosen.placement.piece.cells().collect();
        (cells, index + 1, colours[index % colours.len()])
    });
    over.paint_numbered_cells(seat, &pieces.collect::<Vec<_>>());
    let rect = over.to_points(seat.callout);
    if rect.height() < LEAST {
        // In a window that is higher than wide the numbers on the board must do.
        return Ok(());
    }
    over.paint_text_background(rect);
    let painter = over.painter.with_clip_rect(rect.shrink(4.0));
    let inside = rect.shrink(9.0);
    let line = ((inside.height() - 2.0) / (MOST_HINTS as f32)).min(78.0);
    for (index, hint) in shown.iter().enumerate() {
        let (top, colour) = (inside.top() + line * index as f32, colours[index % colours.len()]);
        let size = (line * 0.24).clamp(11.0, 15.0);
        over.paint_badge(pos2(inside.left() + 10.0, top + size * 0.75), &(index + 1).to_string(), colour);
        let rank = ["Best", "Second", "Third"][index % 3];
        let at = pos2(inside.left() + 26.0, top + size * 0.75);
        let rank = if hint.chosen.hold { format!("{rank}, hold first") } else { rank.to_owned() };
        painter.text(at, Align2::LEFT_CENTER, rank, theme::semibold(size), colour);
        let words = match (&hint.reason, index) {
            (Some(reason), _) => reason.clone(),
            (None, 0) => "no clear lead".to_owned(),
            (None, _) => "equal to the best".to_owned(),
        };
        let below = pos2(inside.left(), top + size * 1.6);
        let look = (theme::regular(size * 0.95), theme::IVORY);
        theme::paint_paragraph(&painter, below, &words, look, inside.width());
    }
    Ok(())
}
