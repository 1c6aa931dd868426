//! Graphics that fail while the game runs, as a driver's may when a machine wakes up.
//!
//! By itself the renderer would end the program between two frames, where nobody who writes something at the end hears
//! of it. Here the program ends in the frame after that, as if the player had quit.

use bevy::prelude::*;
use bevy::render::error_handler::{RenderErrorHandler, RenderErrorPolicy};

/// Stands in a program whose graphics have failed.
#[derive(Resource)]
struct FailedGraphics;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(RenderErrorHandler(|_, main_world, _| {
        main_world.insert_resource(FailedGraphics);
        RenderErrorPolicy::StopRendering
    }));
    app.add_systems(Update, end.run_if(resource_exists::<FailedGraphics>));
}

fn end(mut exits: MessageWriter<AppExit>) {
    error!("the graphics have failed: the game ends");
    exits.write(AppExit::error());
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::render::error_handler::{ErrorType, RenderError};

    /// Whether a system that writes something at the end has heard of the end.
    #[derive(Resource, Default)]
    struct HeardOfEnd(bool);

    #[test]
    fn when_the_graphics_fail_whoever_writes_at_the_end_hears_of_the_end() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<HeardOfEnd>();
        app.add_systems(Last, |exits: MessageReader<AppExit>, mut heard: ResMut<HeardOfEnd>| {
            heard.0 |= !exits.is_empty();
        });
        app.update();
        assert_eq!(app.should_exit(), None);
        let error = RenderError { ty: ErrorType::DeviceLost, description: String::new(), source: None };
        let handle = app.world().resource::<RenderErrorHandler>().0;
        let policy = handle(&error, app.world_mut(), &mut World::new());
        assert!(matches!(policy, RenderErrorPolicy::StopRendering));
        assert_eq!(app.should_exit(), None, "not before a whole frame");
        app.update();
        assert!(app.world().resource::<HeardOfEnd>().0);
        assert_eq!(app.should_exit(), Some(AppExit::error()));
    }
}
