//! The window as the settings want it: over the whole screen or not, and with vertical sync or without. Where nothing
//! goes on, it draws no more often than anybody can see, and minimised once a second.

#[cfg(feature = "net")]
use super::online::OnlineRoom;
use crate::app::persistence::Settings;
use crate::game::{Match, Paused, may_tick};
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PresentMode, PrimaryWindow, WindowMode};
use bevy::winit::{UpdateMode, WINIT_WINDOWS, WinitSettings};
use std::time::Duration;

/// The time between two frames of a minimised window in which nothing goes on.
const UNSEEN: Duration = Duration::from_secs(1);
/// The least time between two frames of menus that do not wait for the screen: none is faster than 240 a second.
const MENU_FRAME: Duration = Duration::from_micros(4_166);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow_settings.run_if(resource_changed::<Settings>));
    // A browser gives a tab that nobody sees no frames.
    if cfg!(not(target_arch = "wasm32")) {
        let rest = may_rest.pipe(is_minimised).pipe(set_unfocused_frames);
        let frames = (rest, may_tick.pipe(set_focused_frames));
        app.add_systems(Update, frames.run_if(resource_exists::<WinitSettings>));
    }
}

/// Whether the window can do with few frames as soon as nobody sees it: it does not have the focus, no match or replay
/// runs, and nobody waits in a room.
fn may_rest(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    current: Option<Single<&Match>>,
    paused: Res<Paused>,
    #[cfg(feature = "net")] room: Res<OnlineRoom>,
) -> bool {
    #[cfg(feature = "net")]
    if room.is_open() {
        return false;
    }
    !may_tick(current, paused, None) && window.is_some_and(|window| !window.focused)
}

/// Whether the window may rest and is minimised. The system is asked: X11 sends no message when a window is minimised,
/// and Wayland does not tell at all.
fn is_minimised(
    In(may_rest): In<bool>,
    window: Option<Single<Entity, With<PrimaryWindow>>>,
    _main_thread: NonSendMarker,
) -> bool {
    let Some(window) = window.filter(|_| may_rest) else { return false };
    WINIT_WINDOWS.with_borrow(|windows| windows.get_window(*window)?.is_minimized()).unwrap_or(false)
}

/// Sets how often the window draws without the focus. Whatever comes to it draws it at once.
fn set_unfocused_frames(In(is_unseen): In<bool>, mut winit: ResMut<WinitSettings>) {
    let mode = match is_unseen {
        true => UpdateMode::reactive_low_power(UNSEEN),
        false => WinitSettings::game().unfocused_mode,
    };
    if winit.unfocused_mode != mode {
        winit.unfocused_mode = mode;
    }
}

/// Sets how often the window draws with the focus. In a match each key shall be seen as soon as can be; menus and a
/// match that rests would take the whole processor to draw thousands of pictures a second of which a few are shown.
fn set_focused_frames(In(runs): In<bool>, settings: Res<Settings>, mut winit: ResMut<WinitSettings>) {
    let mode = match runs || settings.looks.vsync {
        true => UpdateMode::Continuous,
        false => UpdateMode::reactive_low_power(MENU_FRAME),
    };
    if winit.focused_mode != mode {
        winit.focused_mode = mode;
    }
}

fn follow_settings(settings: Res<Settings>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let full = !matches!(window.mode, WindowMode::Windowed);
    if full != settings.looks.fullscreen {
        window.mode = match settings.looks.fullscreen {
            true => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            false => WindowMode::Windowed,
        };
    }
    let present_mode = if settings.looks.vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync };
    if cfg!(not(target_arch = "wasm32")) && window.present_mode != present_mode {
        window.present_mode = present_mode;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Course, Mode};
    use crate::rules::Rules;

    #[test]
    fn pictures_wait_for_the_screen_unless_the_settings_say_otherwise() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<Settings>();
        app.world_mut().spawn((Window::default(), PrimaryWindow));
        let mut mode = |vsync: bool| {
            app.world_mut().resource_mut::<Settings>().looks.vsync = vsync;
            app.update();
            let world = app.world_mut();
            world.query::<&Window>().single(world).ok().map(|window| window.present_mode)
        };
        let (waits, comes) = (Some(PresentMode::AutoVsync), Some(PresentMode::AutoNoVsync));
        assert_eq!([mode(true), mode(false), mode(true)], [waits, comes, waits]);
    }

    #[test]
    fn the_window_fills_the_screen_as_long_as_the_settings_say_so() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<Settings>();
        app.world_mut().spawn((Window::default(), PrimaryWindow));
        let mut is_windowed = |fullscreen: bool| {
            app.world_mut().resource_mut::<Settings>().looks.fullscreen = fullscreen;
            app.update();
            let world = app.world_mut();
            world.query::<&Window>().single(world).ok().map(|window| matches!(window.mode, WindowMode::Windowed))
        };
        assert_eq!([false, true, false].map(&mut is_windowed), [Some(true), Some(false), Some(true)]);
    }

    #[test]
    fn a_minimised_window_rests_unless_something_goes_on_in_it() {
        let mut app = App::new();
        app.init_resource::<Paused>().init_resource::<WinitSettings>();
        #[cfg(feature = "net")]
        app.init_resource::<OnlineRoom>();
        let minimised = |In(may_rest): In<bool>| may_rest;
        app.add_systems(Update, may_rest.pipe(minimised).pipe(set_unfocused_frames));
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let rests = |app: &mut App, focused: bool, paused: bool| {
            if let Some(mut window) = app.world_mut().get_mut::<Window>(window) {
                window.focused = focused;
            }
            app.world_mut().resource_mut::<Paused>().0 = paused;
            app.update();
            app.world().resource::<WinitSettings>().unfocused_mode == UpdateMode::reactive_low_power(UNSEEN)
        };
        assert!(rests(&mut app, false, false), "a page");
        assert!(!rests(&mut app, true, false), "the focus");
        app.world_mut().spawn(Match::new(Mode::Marathon, Rules::marathon(), Course::default(), 1));
        assert!(!rests(&mut app, false, false), "a match");
        assert!(rests(&mut app, false, true), "a match that rests");
        #[cfg(feature = "net")]
        {
            app.insert_resource(OnlineRoom::of_test(crate::app::online::RoomState::Met));
            assert!(!rests(&mut app, false, true), "a room");
        }
    }

    #[test]
    fn without_vertical_sync_only_a_match_that_goes_on_draws_as_often_as_it_can() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<Settings>().init_resource::<Paused>().init_resource::<WinitSettings>();
        #[cfg(feature = "net")]
        app.init_resource::<OnlineRoom>();
        let draws_freely = |app: &mut App, vsync: bool, paused: bool| {
            app.world_mut().resource_mut::<Settings>().looks.vsync = vsync;
            app.world_mut().resource_mut::<Paused>().0 = paused;
            app.update();
            app.world().resource::<WinitSettings>().focused_mode == UpdateMode::Continuous
        };
        assert!(draws_freely(&mut app, true, false), "menus that wait for the screen");
        assert!(!draws_freely(&mut app, false, false), "menus that do not");
        app.world_mut().spawn(Match::new(Mode::Marathon, Rules::marathon(), Course::default(), 1));
        assert!(draws_freely(&mut app, false, false), "a match");
        assert!(!draws_freely(&mut app, false, true), "a match that rests");
    }
}
