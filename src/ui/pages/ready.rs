//! The seconds before a game goes on, in which the player gets ready.

use super::super::draw::{gilded_text, paint_scaled, spaced_text};
use super::super::page::{Page, PaintingOrder};
use super::super::theme::{self, faded};
use crate::app::ready::ReadyCountdown;
use crate::app::resume::Resuming;
use crate::app::screens::Overlay;
use crate::audio::MenuSound;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Rect, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// The size of the countdown's figures, in points.
const SIZE: f32 = 120.0;

/// Adds the systems that paint the seconds.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, write_first.before(PaintingOrder::Screens));
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::Ready)).in_set(PaintingOrder::Screens));
}

/// Writes the countdown's figures once, before any other text, to save room in the atlas of the font. It puts letters
/// side by side on shelves, each as high as its highest letter. Written first, the figures share a shelf with the name
/// on the title; written later, among small letters, they would take a shelf for themselves each time.
fn write_first(mut contexts: EguiContexts, mut written: Local<bool>) -> Result {
    if !*written {
        contexts.ctx_mut()?.fonts_mut(|fonts| {
            for letter in ["…", "1", "2", "3"] {
                fonts.layout_no_wrap(letter.to_owned(), theme::extrabold(SIZE), Color32::WHITE);
            }
        });
        *written = true;
    }
    Ok(())
}

fn show(mut page: Page, countdown: Res<ReadyCountdown>, resuming: Option<Res<Resuming>>) -> Result {
    let ui = page.canvas()?;
    let (painter, screen) = (ui.painter().clone(), ui.max_rect());
    if countdown.begins_second() {
        page.play_sound(MenuSound::Move);
    }
    // Who has only paused looks for the piece and the stack meanwhile.
    let is_short = countdown.is_after_pause();
    painter.rect_filled(screen, 0, faded(Color32::BLACK, if is_short { 0.15 } else { 0.45 }));
    let text = match resuming.is_some() {
        true => "…".to_owned(),
        false => format!("{:.0}", countdown.shown_seconds()),
    };
    // Nothing of the match is read through the letters.
    let (size, under) = if is_short { (vec2(100.0, 100.0), 0.0) } else { (vec2(250.0, 216.0), 14.0) };
    let plate = Rect::from_center_size(screen.center() + vec2(0.0, under), size);
    painter.rect_filled(plate, 8, faded(theme::NIGHT, 0.92));
    let swell = match page.settings.appearance.reduced_motion {
        true => 1.0,
        false => 1.0 + 0.18 * countdown.rest_of_second().powi(3),
    };
    paint_scaled(&painter, screen.center(), if is_short { swell * 0.5 } else { swell }, || {
        gilded_text(&painter, screen.center(), &text, theme::extrabold(SIZE), 0.0)
    });
    if !is_short {
        let under = screen.center() + vec2(0.0, 96.0);
        spaced_text(&painter, under, Align2::CENTER_CENTER, "GET READY", theme::semibold(17.0), theme::IVORY, 5.0);
    }
    Ok(())
}
