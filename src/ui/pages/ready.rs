//! Ready: three seconds to find one's hands before a game goes on.

use super::super::desk::{Desk, Painting};
use super::super::draw::{gilded, scaled, spaced};
use super::super::nav::MenuSound;
use super::super::resume::Resuming;
use super::super::screen::Overlay;
use super::super::theme::{self, faded};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Align2, Color32, vec2};

/// Seconds.
const WAIT: f32 = 3.0;

/// Seconds left.
#[derive(Resource, Default)]
struct Left(f32);

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Left>();
    app.add_systems(OnEnter(Overlay::Ready), |mut left: ResMut<Left>| left.0 = WAIT);
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::Ready)).in_set(Painting::Screens));
}

fn show(
    mut desk: Desk,
    mut left: ResMut<Left>,
    resuming: Option<Res<Resuming>>,
    time: Res<Time<Real>>,
    keys: Res<ButtonInput<KeyCode>>,
) -> Result {
    let ui = desk.canvas()?;
    let (painter, screen) = (ui.painter().clone(), ui.max_rect());
    painter.rect_filled(screen, 0, faded(Color32::BLACK, 0.45));
    let before = left.0.ceil();
    if resuming.is_none() {
        left.0 -= time.delta_secs().min(0.1);
        if left.0.ceil() < before && left.0 > 0.0 {
            desk.sound(MenuSound::Move);
        }
    }
    let text = match resuming.is_some() {
        true => "…".to_owned(),
        false => format!("{:.0}", left.0.ceil().max(1.0)),
    };
    let swell = 1.0 + 0.18 * (left.0 - left.0.floor()).powi(3);
    scaled(&painter, screen.center(), swell, || {
        gilded(&painter, screen.center(), Align2::CENTER_CENTER, &text, theme::extrabold(120.0), 0.0)
    });
    let under = screen.center() + vec2(0.0, 96.0);
    spaced(&painter, under, Align2::CENTER_CENTER, "GET READY", theme::semibold(17.0), theme::IVORY, 5.0);
    if keys.just_pressed(KeyCode::Escape) && resuming.is_none() {
        desk.next_overlay.set(Overlay::Pause);
    } else if left.0 <= 0.0 {
        desk.next_overlay.set(Overlay::None);
    }
    Ok(())
}
