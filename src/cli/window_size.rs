//! The size at which the window opens on a desktop: no larger than its screen.

use crate::app::persistence::Settings;
use bevy::prelude::*;
use bevy::window::{Monitor, OnMonitor, PrimaryWindow, WindowMode};

/// The size in points of a window that has just opened, until it is known whether its screen has room for it.
#[derive(Resource)]
struct OpeningSize(UVec2);

/// Has a window that opens with this size in points stay within its screen. Needs `Settings`.
pub(super) fn plugin(app: &mut App, opening: UVec2) {
    app.insert_resource(OpeningSize(opening));
    app.add_systems(Update, maximise_once.run_if(resource_exists::<OpeningSize>));
}

/// Has the window fill the room that the desktop gives to windows, if its screen has none for its size. That waits
/// until the window has left the full screen, and until it is known which screen it is on.
fn maximise_once(
    window: Single<(&mut Window, Option<&OnMonitor>), With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    (opening, settings): (Res<OpeningSize>, Res<Settings>),
    mut commands: Commands,
) {
    let (mut window, place) = window.into_inner();
    if settings.looks.fullscreen || window.mode != WindowMode::Windowed {
        return;
    }
    let monitor = place.and_then(|place| monitors.get(place.0).ok());
    let Some(monitor) = monitor else { return };
    if !has_room(monitor.physical_size(), window.scale_factor(), opening.0) {
        window.set_maximized(true);
    }
    commands.remove_resource::<OpeningSize>();
}

/// Whether a screen of so many pixels has room for a window of this size in points, and for the frame that a desktop
/// puts around it: one of 1920x1080 pixels at a scale of 1.5 has none around the usual window. A screen without pixels,
/// as some systems tell of one that is made up, says nothing.
fn has_room(screen: UVec2, scale: f32, size: UVec2) -> bool {
    screen.min_element() == 0 || (size.as_vec2() * scale).cmplt(screen.as_vec2()).all()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual size of the window.
    const USUAL: UVec2 = UVec2::new(1280, 720);

    #[test]
    fn a_screen_has_room_for_the_window_and_what_stands_around_it() {
        let has_room_for_usual = |x: u32, y: u32, scale: f32| has_room(UVec2::new(x, y), scale, USUAL);
        assert!(has_room_for_usual(1366, 768, 1.0) && has_room_for_usual(1920, 1080, 1.25));
        assert!(has_room_for_usual(0, 0, 1.0), "nothing is known of it");
        assert!(!has_room_for_usual(1366, 768, 1.25) && !has_room_for_usual(1920, 1080, 1.5));
        assert!(!has_room_for_usual(1024, 768, 1.0) && !has_room_for_usual(2560, 700, 1.0));
    }

    /// Opens a window in a program whose only screen has so many pixels. Returns whether it asks to be maximised before
    /// it is known where it is, then, and a frame later.
    fn maximised(screen: UVec2, fullscreen: bool) -> [Option<bool>; 3] {
        let mut app = App::new();
        app.init_resource::<Settings>().world_mut().resource_mut::<Settings>().looks.fullscreen = fullscreen;
        plugin(&mut app, USUAL);
        let monitor = Monitor {
            name: None,
            physical_height: screen.y,
            physical_width: screen.x,
            physical_position: IVec2::ZERO,
            refresh_rate_millihertz: None,
            scale_factor: 1.0,
            video_modes: Vec::new(),
        };
        let monitor = app.world_mut().spawn(monitor).id();
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let mut frame = |is_placed: bool| {
            if is_placed {
                app.world_mut().entity_mut(window).insert(OnMonitor(monitor));
            }
            app.update();
            app.world_mut().get_mut::<Window>(window).and_then(|mut window| window.internal.take_maximize_request())
        };
        [frame(false), frame(true), frame(true)]
    }

    #[test]
    fn a_window_that_is_larger_than_its_screen_fills_it_instead_and_is_asked_once() {
        let [small, large] = [UVec2::new(1093, 614), UVec2::new(1920, 1080)];
        assert_eq!(maximised(small, false), [None, Some(true), None]);
        assert_eq!(maximised(large, false), [None; 3]);
        assert_eq!(maximised(small, true), [None; 3], "it fills the whole screen");
    }
}
