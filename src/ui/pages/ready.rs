//! The three seconds before a game goes on, in which the player gets ready.

use super::super::draw::{gilded_text, paint_scaled, spaced_text};
use super::super::page::{Page, PaintingOrder};
use super::super::theme::{self, faded};
use crate::app::resume::Resuming;
use crate::app::screens::Overlay;
use crate::audio::MenuSound;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Rect, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// How many seconds the player has to get ready.
const WAIT: f32 = 3.0;
/// The size of the countdown's figures, in points.
const SIZE: f32 = 120.0;

/// Counts the seconds until the game goes on.
#[derive(Resource, Default)]
struct Left(f32);

/// Adds the systems that count the seconds and paint them.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Left>();
    app.add_systems(OnEnter(Overlay::Ready), |mut left: ResMut<Left>| left.0 = WAIT);
    app.add_systems(EguiPrimaryContextPass, write_first.before(PaintingOrder::Screens));
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::Ready)).in_set(PaintingOrder::Screens));
}

/// Writes the countdown's figures once, before any other text. The atlas of the font puts letters side by side on
/// shelves as high as the highest. Written first, the figures share a shelf with the name on the title. Written later,
/// they would take a shelf for themselves each time they meet small letters.
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

fn show(
    mut page: Page,
    mut left: ResMut<Left>,
    resuming: Option<Res<Resuming>>,
    time: Res<Time<Real>>,
    keys: Res<ButtonInput<KeyCode>>,
) -> Result {
    let ui = page.canvas()?;
    let (painter, screen) = (ui.painter().clone(), ui.max_rect());
    painter.rect_filled(screen, 0, faded(Color32::BLACK, 0.45));
    let before = left.0.ceil();
    if resuming.is_none() {
        left.0 -= time.delta_secs().min(0.1);
        if left.0.ceil() < before && left.0 > 0.0 {
            page.play_sound(MenuSound::Move);
        }
    }
    let text = match resuming.is_some() {
        true => "…".to_owned(),
        false => format!("{:.0}", left.0.ceil().max(1.0)),
    };
    // Nothing of the match is read through the letters.
    let plate = Rect::from_center_size(screen.center() + vec2(0.0, 14.0), vec2(250.0, 216.0));
    painter.rect_filled(plate, 8, faded(theme::NIGHT, 0.92));
    let swell = match page.settings.appearance.reduced_motion {
        true => 1.0,
        false => 1.0 + 0.18 * (left.0 - left.0.floor()).powi(3),
    };
    paint_scaled(&painter, screen.center(), swell, || {
        gilded_text(&painter, screen.center(), Align2::CENTER_CENTER, &text, theme::extrabold(SIZE), 0.0)
    });
    let under = screen.center() + vec2(0.0, 96.0);
    spaced_text(&painter, under, Align2::CENTER_CENTER, "GET READY", theme::semibold(17.0), theme::IVORY, 5.0);
    if keys.just_pressed(KeyCode::Escape) && resuming.is_none() {
        page.next_overlay.set(Overlay::Pause);
    } else if left.0 <= 0.0 {
        page.next_overlay.set(Overlay::None);
    }
    Ok(())
}
