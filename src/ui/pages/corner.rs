//! The way out of a match with the mouse: when the mouse moves, pointer and button appear, and disappear when it rests.

use super::super::draw::keycap;
use super::super::page::{Page, PaintingOrder};
use super::super::page_layout;
use super::super::theme::{self, faded};
use crate::app::devices::keys::Keycap;
use crate::app::screens::Overlay;
use crate::audio::MenuSound;
use crate::game::Match;
use bevy::prelude::*;
use bevy::window::{CursorMoved, CursorOptions, PrimaryWindow};
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, pos2, vec2};

/// Seconds from the mouse's last movement until pointer and button disappear.
const REST: f32 = 2.0;
/// The distance in points by which the mouse must move to count, so that a table that trembles has no effect.
const LEAST: f32 = 3.0;

/// Counts the seconds for which the pointer and the button are still shown.
#[derive(Resource, Default)]
struct Stays(f32);

/// Adds the systems that show the pointer and the button that leaves the match.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Stays>().add_systems(Update, (wake, cursor).chain());
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::None)).in_set(PaintingOrder::Screens));
}

fn wake(
    mut moves: MessageReader<CursorMoved>,
    mut stays: ResMut<Stays>,
    mut last: Local<Vec2>,
    overlay: Option<Res<State<Overlay>>>,
    time: Res<Time<Real>>,
) {
    stays.0 = (stays.0 - time.delta_secs()).max(0.0);
    for at in moves.read().map(|moved| moved.position) {
        if at.distance(*last) >= LEAST {
            *last = at;
            stays.0 = REST;
        }
    }
    // At the beginning of a match neither is shown.
    if overlay.is_none_or(|overlay| *overlay.get() != Overlay::None) {
        stays.0 = 0.0;
    }
}

/// Hides the pointer while pieces fall and the mouse rests.
fn cursor(
    stays: Res<Stays>,
    overlay: Option<Res<State<Overlay>>>,
    mut options: Single<&mut CursorOptions, With<PrimaryWindow>>,
) {
    let visible = stays.0 > 0.0 || overlay.is_none_or(|overlay| *overlay.get() != Overlay::None);
    if options.visible != visible {
        options.visible = visible;
    }
}

fn show(mut page: Page, stays: Res<Stays>, current: Option<Single<&Match>>) -> Result {
    if stays.0 <= 0.0 {
        return Ok(());
    }
    let ui = page.canvas()?;
    let corner = ui.max_rect().right_top();
    let rect = Rect::from_min_size(corner + vec2(-124.0, 16.0), vec2(108.0, 36.0));
    let response = ui.interact(rect, ui.id().with("pause"), Sense::CLICK);
    let painter = ui.painter();
    let (fill, colour) =
        if response.hovered() { (theme::HIGHLIGHTED_SURFACE, theme::GOLD) } else { (theme::RAISED, theme::IVORY) };
    let edge = Stroke::new(1.0, faded(theme::GOLD, 0.7));
    painter.rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
    let cap = keycap(painter, rect.left_center() + vec2(9.0, 0.0), &Keycap::Text("P".to_owned()), 22.0);
    let at = pos2((cap.right() + rect.right()) / 2.0, rect.center().y);
    painter.text(at, Align2::CENTER_CENTER, "Pause", theme::semibold(15.0), colour);
    page_layout::record_button(&ui, "Pause", rect);
    if response.clicked() {
        let over = current.is_some_and(|current| current.is_over());
        page.next_overlay.set(if over { Overlay::Results } else { Overlay::Pause });
        page.play_sound(MenuSound::Select);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::time::TimeUpdateStrategy;
    use std::time::Duration;

    /// For how long the pointer stays after a frame of half a second, in which the mouse may have come to this x.
    fn stays_after_frame(app: &mut App, x: Option<f32>) -> f32 {
        let moved = |x| CursorMoved { window: Entity::PLACEHOLDER, position: Vec2::new(x, 50.0), delta: None };
        app.world_mut().write_message_batch(x.map(moved));
        app.update();
        app.world().resource::<Stays>().0
    }

    #[test]
    fn the_pointer_stays_for_two_seconds_after_a_movement_in_a_game() {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins).insert_resource(State::new(Overlay::None)).init_resource::<Stays>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(500)));
        app.add_message::<CursorMoved>().add_systems(Update, wake);
        let stays = [Some(100.0), None, Some(102.0), Some(104.0)].map(|x| stays_after_frame(&mut app, x));
        assert_eq!(stays, [2.0, 1.5, 1.0, 2.0], "a tremble counts once it has gone far enough");
        assert_eq!([None; 5].map(|x| stays_after_frame(&mut app, x)), [1.5, 1.0, 0.5, 0.0, 0.0]);
        app.insert_resource(State::new(Overlay::Pause));
        assert_eq!([Some(300.0), None].map(|x| stays_after_frame(&mut app, x)), [0.0; 2]);
    }
}
