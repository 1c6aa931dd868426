//! The screens. Two Bevy states hold which one is shown; they follow the match, and the match never follows them.

use crate::game::{EndMatch, Paused};
use bevy::prelude::*;
#[cfg(test)]
use bevy::state::app::StatesPlugin;
#[cfg(test)]
use bevy::state::state::FreelyMutableState;
use bevy::state::state::StateTransitionSystems;

/// Declares enums, each with the list of its variants, in which none can be missing.
macro_rules! listed {
    ($($(#[$about:meta])* pub enum $name:ident { $($(#[$of_variant:meta])* $variant:ident,)+ })+) => {$(
        $(#[$about])*
        pub enum $name {
            $($(#[$of_variant])* $variant,)+
        }

        impl $name {
            /// All variants, in the order in which they are declared.
            pub const ALL: [Self; [$(stringify!($variant)),+].len()] = [$(Self::$variant),+];
        }
    )+};
}

listed! {
    /// The screens of the program, one of which is shown at a time.
    #[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Screen {
        /// The four questions of the first start.
        FirstStart,
        /// The title with the main menu.
        #[default]
        Title,
        /// The page for choosing a game for one.
        Single,
        /// The page for choosing the options of the chosen mode for one.
        Mode,
        /// The page for choosing a puzzle to play.
        Puzzles,
        /// The page for choosing a position of one's own games that is to be played better.
        Drills,
        /// The page for choosing the options of a custom game.
        Custom,
        /// The page for choosing an opponent, and who plays on which side.
        Versus,
        /// The page for meeting somebody elsewhere, in an own room or in another's.
        Online,
        /// The page for choosing the rules and handicaps of versus.
        Match,
        /// The page for choosing two computer players to watch.
        Watch,
        /// The page of the ladder, the rating and the history.
        Career,
        /// The page for training a player of one's own.
        Laboratory,
        /// The music panel: arrangement, tempo and volume.
        Music,
        /// The settings, opened from the main menu.
        Settings,
        /// The help page: the rules in pictures and the controls.
        Help,
        /// The list of the saved replays.
        Replays,
        /// The screen on which a replay is played.
        Replay,
        /// The review of a replay: what the champion thinks of its moves.
        Review,
        /// The screen on which a match is played, with an [`Overlay`] or without.
        Play,
        /// The page of a board that the player paints, and of what is thought of it.
        Position,
    }

    /// The overlay that is shown over a match.
    #[derive(SubStates, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[source(Screen = Screen::Play)]
    pub enum Overlay {
        /// No overlay: the match goes on.
        #[default]
        None,
        /// The pause menu, over a match that rests.
        Pause,
        /// The results of the match.
        Results,
        /// The music panel, from the pause menu.
        Music,
        /// The settings, from the pause menu.
        Settings,
        /// Help, from the pause menu or by its key.
        Help,
        /// The seconds before a game goes on that was continued or taken over, or that rested.
        Ready,
    }
}

/// Where pages that can be opened from several places lead back to.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReturnTo {
    /// The overlay that another overlay leads back to: the pause menu, or [`Overlay::None`] when it was opened while
    /// the match was played.
    pub overlay: Overlay,
    /// The screen that the settings lead back to, the title unless they were opened from elsewhere.
    pub from_settings: Screen,
    /// The screen that a match leads to that is given up: the page from which it was begun.
    pub from_match: Screen,
}

/// Adds the states of the screen and the overlay. A state that the program has set before is left alone: the command
/// line can go straight into a match.
pub(super) fn plugin(app: &mut App) {
    if !app.world().contains_resource::<State<Screen>>() {
        app.init_state::<Screen>();
    }
    app.add_sub_state::<Overlay>().init_resource::<ReturnTo>();
    // However the match came to rest, other overlays lead back to the pause.
    app.add_systems(OnEnter(Overlay::Pause), |mut to: ResMut<ReturnTo>| to.overlay = Overlay::Pause);
    app.add_systems(OnExit(Screen::Settings), |mut to: ResMut<ReturnTo>| to.from_settings = Screen::Title);
    app.add_systems(OnExit(Screen::Play), end).add_systems(Update, note_page);
    // Before the frame's ticks: a match rests from the frame on in which something comes to lie over it.
    let hold = hold.run_if(state_changed::<Overlay>).after(StateTransitionSystems::EnterSchedules);
    app.add_systems(StateTransition, hold);
}

/// Notes the page that was left last, from which a match may begin.
fn note_page(mut changes: MessageReader<StateTransitionEvent<Screen>>, mut to: ResMut<ReturnTo>) {
    for left in changes.read().filter_map(|change| change.exited) {
        to.from_match = match left {
            // A match begins anew here, or out of a replay that a page has opened, or in a room while its player
            // changes the settings.
            Screen::Play | Screen::Replay | Screen::Settings => continue,
            // The questions are asked once, and whoever leaves a match in a room leaves the room.
            Screen::FirstStart | Screen::Online => Screen::Title,
            page => page,
        };
    }
}

/// Ends the match whose screen is left.
pub(super) fn end(mut commands: Commands, mut paused: ResMut<Paused>) {
    commands.trigger(EndMatch);
    paused.0 = false;
}

/// Pauses the match while an overlay other than the results lies over it.
/// The results come by themselves, after the match.
fn hold(overlay: Res<State<Overlay>>, mut paused: ResMut<Paused>) {
    paused.set_if_neq(Paused(!matches!(overlay.get(), Overlay::None | Overlay::Results)));
}

/// For tests: a program with this screen.
#[cfg(test)]
pub(crate) fn program_on(screen: Screen) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin)).insert_state(screen).add_sub_state::<Overlay>();
    app
}

/// For tests: wishes for a screen, or for a page over a match. Gives the one that is shown a frame later.
#[cfg(test)]
pub(crate) fn go_to<S: FreelyMutableState>(app: &mut App, wish: S) -> S {
    app.world_mut().resource_mut::<NextState<S>>().set(wish);
    app.update();
    app.world().resource::<State<S>>().get().clone()
}

/// For tests: runs some frames, and gives the overlay that is shown then; `None` where no match is on show.
#[cfg(all(test, feature = "window"))]
pub(crate) fn settled_overlay(app: &mut App) -> Option<Overlay> {
    (0..4).for_each(|_| app.update());
    app.world().get_resource::<State<Overlay>>().map(|overlay| *overlay.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_is_given_up_leads_to_the_page_from_which_it_was_begun() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin)).init_resource::<Paused>().add_plugins(plugin);
        app.update();
        let mut by_way_of = |screens: &[Screen]| {
            for screen in screens {
                go_to(&mut app, *screen);
            }
            app.world().resource::<ReturnTo>().from_match
        };
        assert_eq!(by_way_of(&[Screen::Single, Screen::Drills, Screen::Replay, Screen::Play]), Screen::Drills);
        assert_eq!(by_way_of(&[Screen::Title, Screen::Play]), Screen::Title);
        assert_eq!(by_way_of(&[Screen::Replays, Screen::Review, Screen::Replay, Screen::Play]), Screen::Review);
        assert_eq!(by_way_of(&[Screen::Versus, Screen::Match, Screen::Versus, Screen::Play]), Screen::Versus);
        assert_eq!(by_way_of(&[Screen::Online, Screen::Play]), Screen::Title);
        assert_eq!(by_way_of(&[Screen::Online, Screen::Settings, Screen::Play]), Screen::Title);
    }
}
