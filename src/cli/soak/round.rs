//! A round of the soak: a table of stops. A new screen or mode needs a new entry; a test makes sure that none is
//! missing.

use crate::app::persistence::Settings;
use crate::app::persistence::appearance::SkinName;
use crate::app::persistence::seats::Occupant;
use crate::app::{Overlay, Screen};
use crate::game::Mode;
use bevy::prelude::KeyCode;
use std::time::Duration;

/// A stop of the round.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    /// Shows a screen of the menus, at a tab of the column with this name; an empty name leaves the tab as it is.
    Page(Screen, &'static str, usize),
    /// Changes the settings by this function.
    Arrange(fn(&mut Settings)),
    /// Starts a new game of this mode.
    Game(Mode),
    /// Starts the same game again.
    Again,
    /// Opens an overlay over the game.
    Over(Overlay),
    /// Plays the game until its results are shown, or until the time of the stop is over.
    End,
    /// Plays the replay of the game that ended last.
    Replay,
    /// Takes over the first player's seat of the replay, which goes on as a game.
    TakeOver,
    /// Leaves the game and goes to the title.
    Leave,
}

/// How long a stop lasts. A stop that waits for something may end sooner.
pub(super) fn stay(stop: Stop) -> Duration {
    Duration::from_millis(match stop {
        Stop::Arrange(_) => 0,
        Stop::Leave => 100,
        Stop::Page(..) | Stop::Over(_) => 500,
        Stop::Again => 1_000,
        Stop::Replay => 1_500,
        Stop::Game(_) => 2_000,
        // With these taps alone, a game tops out within this time.
        Stop::End => 10_000,
        Stop::TakeOver => 10_000,
    })
}

/// The keys that are tapped at a stop, one after the other.
pub(super) fn taps(stop: Stop) -> &'static [KeyCode] {
    match stop {
        Stop::Page(..) => &[KeyCode::ArrowDown],
        Stop::Game(_) | Stop::Again | Stop::End | Stop::TakeOver => PLAY,
        _ => &[],
    }
}

/// Keys for one player and for two players at one keyboard. None of them does anything but play.
const PLAY: &[KeyCode] = &[
    KeyCode::ArrowLeft,
    KeyCode::ArrowUp,
    KeyCode::Space,
    KeyCode::KeyD,
    KeyCode::KeyW,
    KeyCode::ArrowRight,
    KeyCode::KeyX,
    KeyCode::ArrowRight,
    KeyCode::Space,
    KeyCode::KeyC,
    KeyCode::KeyZ,
    KeyCode::Space,
    KeyCode::KeyU,
    KeyCode::KeyA,
    KeyCode::KeyW,
    KeyCode::ArrowDown,
    KeyCode::Space,
];

/// The time from one tap to the next.
pub(super) const BETWEEN_TAPS: Duration = Duration::from_millis(70);

/// The stops of a game: the game, the game again, its end, its replay, and the way out.
macro_rules! game {
    ($mode:expr, $arrange:expr) => {
        [Stop::Arrange($arrange), Stop::Game($mode), Stop::Again, Stop::End, Stop::Replay, Stop::Leave]
    };
}

const fn page(screen: Screen) -> Stop {
    Stop::Page(screen, "", 0)
}

/// All screens of the menus.
const MENUS: &[Stop] = &[
    page(Screen::Title),
    page(Screen::FirstStart),
    page(Screen::Single),
    Stop::Arrange(|settings| settings.modes.chosen = Mode::Sprint),
    page(Screen::Mode),
    Stop::Arrange(|settings| settings.modes.chosen = Mode::Survival),
    page(Screen::Mode),
    page(Screen::Puzzles),
    page(Screen::Custom),
    page(Screen::Versus),
    page(Screen::Match),
    page(Screen::Watch),
    Stop::Page(Screen::Career, "career", 0),
    Stop::Page(Screen::Career, "career", 1),
    Stop::Page(Screen::Laboratory, "laboratory", 0),
    Stop::Page(Screen::Laboratory, "laboratory", 1),
    Stop::Page(Screen::Laboratory, "laboratory", 2),
    Stop::Page(Screen::Laboratory, "laboratory", 3),
    page(Screen::Music),
    Stop::Page(Screen::Settings, "settings", 0),
    Stop::Page(Screen::Settings, "settings", 1),
    Stop::Page(Screen::Settings, "settings", 2),
    Stop::Page(Screen::Settings, "settings", 3),
    Stop::Page(Screen::Settings, "settings", 4),
    Stop::Page(Screen::Settings, "settings", 5),
    Stop::Page(Screen::Help, "help", 0),
    Stop::Page(Screen::Help, "help", 1),
    Stop::Page(Screen::Help, "help", 2),
    page(Screen::Replays),
];

/// All overlays of a game, and a game that is taken over.
const OVER: &[Stop] = &[
    Stop::Game(Mode::Sprint),
    Stop::Over(Overlay::Pause),
    Stop::Over(Overlay::Music),
    Stop::Over(Overlay::Settings),
    Stop::Over(Overlay::Help),
    Stop::Over(Overlay::Pause),
    Stop::Over(Overlay::None),
    Stop::End,
    Stop::Replay,
    Stop::TakeOver,
    Stop::Leave,
];

/// The games of all modes. Each skin is worn in some of them.
const GAMES: [[Stop; 6]; 13] = [
    game!(Mode::Marathon, |settings| settings.appearance.skin = SkinName::Enamel),
    game!(Mode::Sprint, |_| {}),
    game!(Mode::Blitz, |_| {}),
    game!(Mode::Dig, |settings| settings.appearance.skin = SkinName::Frost),
    game!(Mode::Survival, |_| {}),
    game!(Mode::Dealer, |_| {}),
    game!(Mode::Zen, |_| {}),
    game!(Mode::Puzzle, |settings| settings.appearance.skin = SkinName::Woodcut),
    game!(Mode::Custom, |settings| {
        settings.modes.custom = "width=12 gravity=off countdown=300".to_owned();
        settings.modes.against = false;
    }),
    game!(Mode::Custom, |settings| {
        settings.modes.custom = "countdown=300".to_owned();
        settings.modes.against = true;
    }),
    game!(Mode::Versus, |settings| {
        settings.appearance.skin = SkinName::Lacquer;
        settings.seats.right = Occupant::Computer;
    }),
    game!(Mode::Versus, |settings| settings.seats.right = Occupant::Keyboard),
    game!(Mode::Watch, |settings| settings.seats.right = Occupant::Computer),
];

/// All stops of a round.
pub(super) fn stops() -> impl Iterator<Item = &'static Stop> {
    MENUS.iter().chain(OVER).chain(GAMES.as_flattened())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::modes::table::MODES;

    #[test]
    fn no_screen_no_overlay_and_no_mode_is_left_out() {
        for screen in Screen::ALL {
            let shown = stops().any(|stop| match *stop {
                Stop::Page(page, ..) => page == screen,
                Stop::Replay => screen == Screen::Replay,
                Stop::Game(_) => screen == Screen::Play,
                _ => false,
            });
            assert!(shown, "{screen:?}");
        }
        for overlay in Overlay::ALL {
            let shown = stops().any(|stop| match *stop {
                Stop::Over(over) => over == overlay,
                Stop::End => overlay == Overlay::Results,
                Stop::TakeOver => overlay == Overlay::Ready,
                _ => false,
            });
            assert!(shown, "{overlay:?}");
        }
        for entry in &MODES {
            assert!(stops().any(|stop| matches!(stop, Stop::Game(mode) if *mode == entry.mode)), "{}", entry.id);
        }
        for (skin, title) in SkinName::ALL {
            let mut settings = Settings::default();
            let worn = stops().any(|stop| {
                if let Stop::Arrange(arrange) = stop {
                    arrange(&mut settings);
                }
                settings.appearance.skin == skin
            });
            assert!(worn, "{title}");
        }
    }
}
