//! The size of the window on a desktop: it opens as it was last, and no larger than its screen.

use crate::app::persistence::Settings;
use crate::app::persistence::settings::WindowSize;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{Monitor, OnMonitor, PrimaryWindow, WindowMode, WindowResized, WindowResolution};
use bevy::winit::WINIT_WINDOWS;

/// Seconds after which a changed size is kept: a window that is dragged, or filled, moves through many.
const REST: f32 = 0.5;

/// The size of a window that has just opened, until it is known whether its screen has room for it.
#[derive(Resource)]
struct OpeningSize(WindowSize);

/// Opens the window, which is not on the screen yet, as it was last, and keeps the size that it gets. Needs `Settings`.
pub(super) fn plugin(app: &mut App) {
    let opening = app.world().resource::<Settings>().window;
    let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
    if let Ok(mut window) = windows.single_mut(app.world_mut()) {
        window.resolution = WindowResolution::new(opening.width, opening.height);
    }
    app.insert_resource(OpeningSize(opening));
    app.add_systems(Update, (maximise_once.run_if(resource_exists::<OpeningSize>), keep_size));
}

/// Has the window fill the room that the desktop gives to windows, if it did so last, or its screen has none for its
/// size. That waits until the window has left the full screen, and until it is known which screen it is on.
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
    let fills = match monitor {
        _ if opening.0.maximised => true,
        Some(monitor) => !has_room(monitor.physical_size(), window.scale_factor(), opening.0),
        None => return,
    };
    if fills {
        window.set_maximized(true);
    }
    commands.remove_resource::<OpeningSize>();
}

/// Whether a screen of this many pixels has room for a window of this size in points, and for the frame that a desktop
/// puts around it: one of 1920x1080 pixels at a scale of 1.5 has none around the usual window. A screen without pixels,
/// as some systems tell of one that is made up, says nothing.
fn has_room(screen: UVec2, scale: f32, size: WindowSize) -> bool {
    let size = UVec2::new(size.width, size.height).as_vec2();
    screen.min_element() == 0 || (size * scale).cmplt(screen.as_vec2()).all()
}

/// Keeps the size of the window in the settings once it rests, but for that of the full screen.
fn keep_size(
    mut resized: MessageReader<WindowResized>,
    (time, mut rest): (Res<Time<Real>>, Local<f32>),
    window: Single<(Entity, &Window), With<PrimaryWindow>>,
    mut settings: ResMut<Settings>,
    _main_thread: NonSendMarker,
) {
    let was_resized = resized.read().count() > 0;
    if was_resized || *rest <= 0.0 {
        *rest = if was_resized { REST } else { 0.0 };
        return;
    }
    *rest -= time.delta_secs();
    if *rest > 0.0 {
        return;
    }
    let (entity, window) = *window;
    // The window itself is asked: a Mac fills the screen by a button of its own, and no message says what is maximised.
    let maximised = WINIT_WINDOWS.with_borrow(|windows| {
        let window = windows.get_window(entity)?;
        window.fullscreen().is_none().then(|| window.is_maximized())
    });
    let Some(maximised) = maximised else { return };
    let kept = size_to_keep(settings.window, window.resolution.size(), maximised);
    if settings.window != kept {
        settings.window = kept;
    }
}

/// The size to keep of a window with so many points. One that is maximised gets its former size back when it no longer
/// is, and one that is minimised has none.
fn size_to_keep(before: WindowSize, points: Vec2, maximised: bool) -> WindowSize {
    let points = points.round().as_uvec2();
    let now = WindowSize { width: points.x, height: points.y, maximised };
    match now.is_possible() {
        true if !maximised => now,
        true => WindowSize { maximised, ..before },
        false => before,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_has_room_for_the_window_and_what_stands_around_it() {
        let has_room_for_usual = |x: u32, y: u32, scale: f32| has_room(UVec2::new(x, y), scale, WindowSize::default());
        assert!(has_room_for_usual(1366, 768, 1.0) && has_room_for_usual(1920, 1080, 1.25));
        assert!(has_room_for_usual(0, 0, 1.0), "nothing is known of it");
        assert!(!has_room_for_usual(1366, 768, 1.25) && !has_room_for_usual(1920, 1080, 1.5));
        assert!(!has_room_for_usual(1024, 768, 1.0) && !has_room_for_usual(2560, 700, 1.0));
    }

    /// Opens a window with these settings in a program whose only screen has so many pixels. Returns how large it opens
    /// in points, and whether it asks to be maximised before it is known where it is, then, and a frame later.
    fn opened(screen: UVec2, settings: Settings) -> (Vec2, [Option<bool>; 3]) {
        let mut app = App::new();
        app.insert_resource(settings).init_resource::<Time<Real>>().add_message::<WindowResized>();
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        plugin(&mut app);
        let size = app.world().get::<Window>(window).map_or(Vec2::ZERO, |window| window.resolution.size());
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
        let mut frame = |is_placed: bool| {
            if is_placed {
                app.world_mut().entity_mut(window).insert(OnMonitor(monitor));
            }
            app.update();
            app.world_mut().get_mut::<Window>(window).and_then(|mut window| window.internal.take_maximize_request())
        };
        (size, [frame(false), frame(true), frame(true)])
    }

    #[test]
    fn a_window_that_is_larger_than_its_screen_fills_it_instead_and_is_asked_once() {
        let [small, large] = [UVec2::new(1093, 614), UVec2::new(1920, 1080)];
        let usual = Vec2::new(1280.0, 720.0);
        assert_eq!(opened(small, Settings::default()), (usual, [None, Some(true), None]));
        assert_eq!(opened(large, Settings::default()), (usual, [None; 3]));
        let mut settings = Settings::default();
        settings.looks.fullscreen = true;
        assert_eq!(opened(small, settings).1, [None; 3], "it fills the whole screen");
    }

    #[test]
    fn a_window_opens_as_it_was_last() {
        let large = UVec2::new(1920, 1080);
        let open = |maximised: bool| {
            let window = WindowSize { width: 1600, height: 900, maximised };
            opened(large, Settings { window, ..Settings::default() })
        };
        let size = Vec2::new(1600.0, 900.0);
        assert_eq!([open(false), open(true)], [(size, [None; 3]), (size, [Some(true), None, None])]);
    }

    #[test]
    fn the_size_of_a_window_is_kept_while_it_is_neither_maximised_nor_minimised() {
        let before = WindowSize { width: 1600, height: 900, maximised: false };
        let filling = WindowSize { maximised: true, ..before };
        let screen = Vec2::new(1920.0, 1043.0);
        assert_eq!(size_to_keep(before, screen, true), filling);
        assert_eq!(
            size_to_keep(filling, Vec2::new(1000.4, 700.0), false),
            WindowSize { width: 1000, height: 700, ..before }
        );
        assert_eq!(
            [size_to_keep(before, Vec2::ZERO, false), size_to_keep(filling, Vec2::ZERO, false)],
            [before, filling]
        );
    }
}
