//! The window as the settings want it: over the whole screen or not, and with vertical sync or without.

use crate::app::persistence::Settings;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PresentMode, PrimaryWindow, WindowMode};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow_settings.run_if(resource_changed::<Settings>));
}

fn follow_settings(settings: Res<Settings>, window: Option<Single<&mut Window, With<PrimaryWindow>>>) {
    let Some(mut window) = window else { return };
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
}
