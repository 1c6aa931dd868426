//! What is seen of a match: boards, pieces, figures, effects. Reads the game, never writes it.
//!
//! The scene is built when a match starts or the window changes, from one layout; then each part looks at the game's
//! components every frame and touches a sprite or a text only when what it shows has changed.

pub mod background;
pub mod board;
pub mod boxes;
pub mod cells;
pub mod danger;
pub mod effects;
pub mod falling;
pub mod figures;
pub mod fonts;
mod goal;
pub mod header;
pub mod hues;
pub mod layout;
mod lead;
pub mod letters;
pub mod meter;
mod modes;
pub mod motion;
pub mod numbers;
mod ornament;
mod paint;
pub mod palette;
pub mod sheet;
pub mod skins;
pub mod stage;
pub mod upright;

use crate::app::persistence::Settings;
use bevy::prelude::*;

/// The order of the view's systems in a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewSystems {
    /// The stage is set: layout and sheet.
    Stage,
    /// On a new stage each part puts up its entities.
    Build,
    /// Effects answer what happened, while the boards still show what was before.
    React,
    /// Boards, boxes and figures take over what is.
    Show,
    /// Effects, glows and swaying boards move on by a frame.
    Animate,
}

/// The whole view, for an app with a window. A camera comes with it.
pub fn plugin(app: &mut App) {
    app.init_resource::<Settings>();
    app.configure_sets(
        Update,
        (
            ViewSystems::Stage,
            ViewSystems::Build.run_if(resource_exists_and_changed::<stage::Stage>),
            ViewSystems::React.run_if(resource_exists::<stage::Stage>),
            ViewSystems::Show.run_if(resource_exists::<stage::Stage>),
            ViewSystems::Animate,
        )
            .chain(),
    );
    app.add_plugins((
        fonts::plugin,
        letters::plugin,
        stage::plugin,
        background::plugin,
        board::plugin,
        cells::plugin,
        falling::plugin,
        boxes::plugin,
        figures::plugin,
        (goal::plugin, header::plugin, lead::plugin),
        meter::plugin,
        danger::plugin,
        motion::plugin,
        effects::plugin,
    ));
}
