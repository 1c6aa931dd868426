//! Which screen is shown: Bevy states that hold screens only and follow the match, never the other way round.

use bevy::prelude::*;

/// The screens.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The three questions of the first start.
    FirstStart,
    /// The title with the main menu.
    #[default]
    Title,
    /// Setting up a game for one.
    Single,
    /// Picking an opponent.
    Versus,
    /// Picking two computer players.
    Watch,
    /// The music panel.
    Music,
    /// Settings.
    Settings,
    /// The rules in pictures and the controls.
    Help,
    /// A match.
    Play,
}

/// What lies over a match.
#[derive(SubStates, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[source(Screen = Screen::Play)]
pub enum Overlay {
    /// Nothing: the match runs.
    #[default]
    None,
    /// The pause menu.
    Pause,
    /// The results.
    Results,
    /// The music panel, from the pause menu.
    Music,
    /// Settings, from the pause menu.
    Settings,
    /// Help, from the pause menu or by its key.
    Help,
}
