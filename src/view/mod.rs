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
pub mod wide;

use crate::app::persistence::Settings;
use bevy::prelude::*;
use stage::Stage;

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
            ViewSystems::Build.run_if(resource_exists_and_changed::<Stage>),
            ViewSystems::React.run_if(resource_exists::<Stage>),
            ViewSystems::Show.run_if(resource_exists::<Stage>),
            ViewSystems::Animate,
        )
            .chain(),
    );
    app.add_plugins((fonts::plugin, letters::plugin, stage::plugin, background::plugin));
    let builders = (
        board::build_boards,
        cells::build_cells,
        falling::build_falling_pieces,
        boxes::build_boxes,
        figures::build_figures,
        goal::build_goal,
        header::build_names,
        header::build_clock,
        lead::build_lead,
        meter::build_meters,
        danger::build_danger_signs,
    );
    let shown = (
        board::tint_grid.run_if(resource_changed::<Settings>),
        (cells::glide_rows, cells::show_cells).chain(),
        falling::show_falling_pieces,
        boxes::show_boxes,
        boxes::hide_empty,
        figures::show_figures,
        header::show_rounds,
        meter::show_meters,
    );
    app.add_systems(Update, (builders.in_set(ViewSystems::Build), shown.in_set(ViewSystems::Show)));
    let moved = (lead::show_lead, lead::show_speed, danger::animate_danger_glow, danger::show_danger_word);
    app.add_systems(Update, moved.in_set(ViewSystems::Animate).run_if(resource_exists::<Stage>));
    app.add_systems(Update, (motion::animate_sway, motion::animate_shakes).in_set(ViewSystems::Animate));
    app.add_plugins(effects::plugin);
}
