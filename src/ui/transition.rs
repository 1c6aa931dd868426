//! The transition between screens: each screen fades in and rises a little.

use crate::app::persistence::Settings;
use crate::app::screens::{Overlay, Screen};
use bevy::prelude::*;

/// Seconds that a screen takes to appear.
const RISE: f32 = 0.16;
/// How many points a screen rises while it appears.
const WAY: f32 = 14.0;

/// How far the screen on show has appeared.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Transition {
    /// The screen and overlay on show.
    of: Option<(Screen, Overlay)>,
    /// How far the screen on show has appeared, 0-1.
    there: f32,
}

impl Transition {
    /// How opaque the screen is, 0-1.
    pub fn opacity(&self) -> f32 {
        // It changes quickly at first and then more slowly.
        1.0 - (1.0 - self.there.clamp(0.0, 1.0)).powi(3)
    }

    /// How many points the screen is still too low.
    pub fn offset(&self) -> f32 {
        (1.0 - self.opacity()) * WAY
    }
}

/// Adds the system that starts and advances the transition as the screen changes.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Transition>();
    // Between the change of the screen and its painting: no frame shows it as far as the one before had come.
    app.add_systems(Update, come_up);
}

fn come_up(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    overlay: Option<Res<State<Overlay>>>,
    mut transition: ResMut<Transition>,
) {
    let now = (*screen.get(), overlay.map_or(Overlay::None, |overlay| *overlay.get()));
    if transition.of != Some(now) {
        *transition = Transition { of: Some(now), there: 0.0 };
    }
    if transition.there < 1.0 {
        // A long frame counts as a short one, so that some of the transition is always seen.
        transition.there += time.delta_secs().min(0.05) / RISE;
        if settings.appearance.reduced_motion {
            transition.there = 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::state::app::StatesPlugin;

    #[test]
    fn a_screen_begins_to_appear_in_its_first_frame() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, plugin)).init_resource::<Settings>();
        app.init_state::<Screen>().add_sub_state::<Overlay>();
        app.update();
        app.world_mut().resource_mut::<Transition>().there = 1.0;
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Settings);
        app.update();
        let transition = app.world().resource::<Transition>();
        assert_eq!(transition.of, Some((Screen::Settings, Overlay::None)));
        assert!(transition.opacity() < 0.7, "{}", transition.opacity());
    }

    #[test]
    fn a_screen_ends_where_it_belongs() {
        let come = |there| Transition { of: None, there };
        assert_eq!((come(1.0).opacity(), come(1.0).offset()), (1.0, 0.0));
        assert_eq!((come(0.0).opacity(), come(0.0).offset()), (0.0, WAY));
        assert!(come(0.3).opacity() > 0.5, "most of the way is gone early");
    }
}
