//! A round of the soak: a table of stations. A new screen or mode needs a new entry; a test makes sure that none is
//! missing.

use crate::app::persistence::Settings;
use crate::app::persistence::appearance::SkinName;
use crate::app::persistence::seats::Occupant;
use crate::app::{Overlay, Screen};
use crate::game::Mode;
use bevy::prelude::KeyCode::{
    self, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, KeyA, KeyC, KeyD, KeyU, KeyW, KeyX, KeyZ, Space,
};
use std::time::Duration;

/// A station of the round: one thing that the program does or shows for a while.
#[derive(Clone, Copy)]
pub(super) enum WalkStation {
    /// Shows a screen of the menus, at a tab of the column with this name; an empty name leaves the tab as it is.
    Page(Screen, &'static str, usize),
    /// Changes the settings by this function.
    Arrange(fn(&mut Settings)),
    /// Starts a new game of this mode.
    Game(Mode),
    /// Starts the game that was started last once more.
    Again,
    /// Opens an overlay over the game.
    Over(Overlay),
    /// Plays the game until its results are shown, or until the time of the station is over.
    End,
    /// Plays the replay of the game that ended last.
    Replay,
    /// Shows the review of the game that ended last.
    Review,
    /// Takes over the first player's seat of the replay, which goes on as a game.
    TakeOver,
    /// Leaves the game and goes to the title.
    Leave,
}

/// How long a station lasts. A station that waits for something may end sooner.
pub(super) fn station_duration(station: WalkStation) -> Duration {
    Duration::from_millis(match station {
        WalkStation::Arrange(_) => 0,
        WalkStation::Leave => 100,
        WalkStation::Page(..) | WalkStation::Over(_) => 500,
        // In most modes too short to top out with these taps, so that a game in progress is started again.
        WalkStation::Game(_) | WalkStation::Again => 1_000,
        WalkStation::Replay | WalkStation::Review => 1_500,
        // With these taps alone, a game tops out within this time.
        WalkStation::End | WalkStation::TakeOver => 10_000,
    })
}

/// The keys that are tapped at a station, one after the other.
pub(super) fn station_keys(station: WalkStation) -> &'static [KeyCode] {
    match station {
        WalkStation::Page(..) | WalkStation::Review => &[KeyCode::ArrowDown],
        WalkStation::Game(_) | WalkStation::Again | WalkStation::End | WalkStation::TakeOver => PLAY,
        _ => &[],
    }
}

/// Keys for one player and for two players at one keyboard. None of them does anything but play.
const PLAY: &[KeyCode] = &[
    ArrowLeft, ArrowUp, Space, KeyD, KeyW, ArrowRight, KeyX, ArrowRight, Space, KeyC, KeyZ, Space, KeyU, KeyA, KeyW,
    ArrowDown, Space,
];

/// The time from one tap to the next.
pub(super) const TAP_INTERVAL: Duration = Duration::from_millis(35);

/// The stations of a game: the game, the game again, its end, its replay, and the way out.
const fn game(mode: Mode, arrange: fn(&mut Settings)) -> [WalkStation; 6] {
    use WalkStation::*;
    [Arrange(arrange), Game(mode), Again, End, Replay, Leave]
}

const fn page(screen: Screen) -> WalkStation {
    WalkStation::Page(screen, "", 0)
}

/// The stations at the first `N` tabs of a screen's column with this name.
const fn tabs<const N: usize>(screen: Screen, name: &'static str) -> [WalkStation; N] {
    let mut tabs = [page(screen); N];
    let mut tab = 0;
    while tab < N {
        tabs[tab] = WalkStation::Page(screen, name, tab);
        tab += 1;
    }
    tabs
}

const MENUS: &[&[WalkStation]] = &[
    &[
        page(Screen::Title),
        page(Screen::FirstStart),
        page(Screen::Single),
        WalkStation::Arrange(|settings| settings.modes.chosen = Mode::Sprint),
        page(Screen::Mode),
        WalkStation::Arrange(|settings| settings.modes.chosen = Mode::Survival),
        page(Screen::Mode),
        page(Screen::Puzzles),
    ],
    &tabs::<3>(Screen::Drills, "drills"),
    &[
        page(Screen::Custom),
        page(Screen::Position),
        page(Screen::Versus),
        page(Screen::Match),
        page(Screen::Online),
        page(Screen::Watch),
    ],
    &tabs::<3>(Screen::Career, "career"),
    &tabs::<4>(Screen::Laboratory, "laboratory"),
    &[page(Screen::Music)],
    &tabs::<6>(Screen::Settings, "settings"),
    &tabs::<3>(Screen::Help, "help"),
    &[page(Screen::Replays)],
];

/// The stations at all overlays of a game, at its review, and in a game that is taken over from a replay.
const OVER: &[WalkStation] = &[
    WalkStation::Game(Mode::Sprint),
    WalkStation::Over(Overlay::Pause),
    WalkStation::Over(Overlay::Music),
    WalkStation::Over(Overlay::Settings),
    WalkStation::Over(Overlay::Help),
    WalkStation::Over(Overlay::Pause),
    WalkStation::Over(Overlay::None),
    WalkStation::End,
    WalkStation::Review,
    WalkStation::Replay,
    WalkStation::TakeOver,
    WalkStation::Leave,
];

/// The stations of a game in each mode. Each skin is worn in some of these games.
const GAMES: [[WalkStation; 6]; 13] = [
    game(Mode::Marathon, |settings| settings.appearance.skin = SkinName::Enamel),
    game(Mode::Sprint, |_| {}),
    game(Mode::Blitz, |_| {}),
    game(Mode::Dig, |settings| settings.appearance.skin = SkinName::Frost),
    game(Mode::Survival, |_| {}),
    game(Mode::Dealer, |_| {}),
    game(Mode::Zen, |_| {}),
    game(Mode::Puzzle, |settings| settings.appearance.skin = SkinName::Woodcut),
    game(Mode::Custom, |settings| {
        settings.modes.custom = "width=12 gravity=off countdown=300".to_owned();
        settings.modes.against = false;
    }),
    game(Mode::Custom, |settings| {
        settings.modes.custom = "countdown=300".to_owned();
        settings.modes.against = true;
    }),
    game(Mode::Versus, |settings| {
        settings.appearance.skin = SkinName::Lacquer;
        settings.seats.right = Occupant::Computer;
    }),
    game(Mode::Versus, |settings| settings.seats.right = Occupant::Keyboard),
    game(Mode::Watch, |settings| settings.seats.right = Occupant::Computer),
];

pub(super) fn walk_stations() -> impl Iterator<Item = &'static WalkStation> {
    MENUS.iter().copied().flatten().chain(OVER).chain(GAMES.as_flattened())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::modes::table::MODES;

    #[test]
    fn no_screen_no_overlay_and_no_mode_is_left_out() {
        for screen in Screen::ALL {
            let shown = walk_stations().any(|station| match *station {
                WalkStation::Page(page, ..) => page == screen,
                WalkStation::Replay => screen == Screen::Replay,
                WalkStation::Review => screen == Screen::Review,
                WalkStation::Game(_) => screen == Screen::Play,
                _ => false,
            });
            assert!(shown, "{screen:?}");
        }
        for overlay in Overlay::ALL {
            let shown = walk_stations().any(|station| match *station {
                WalkStation::Over(over) => over == overlay,
                WalkStation::End => overlay == Overlay::Results,
                WalkStation::TakeOver => overlay == Overlay::Ready,
                _ => false,
            });
            assert!(shown, "{overlay:?}");
        }
        for entry in &MODES {
            let plays = |station: &WalkStation| matches!(station, WalkStation::Game(mode) if *mode == entry.mode);
            assert!(walk_stations().any(plays), "{}", entry.id);
        }
        for (skin, title) in SkinName::ALL {
            let mut settings = Settings::default();
            let worn = walk_stations().any(|station| {
                if let WalkStation::Arrange(arrange) = station {
                    arrange(&mut settings);
                }
                settings.appearance.skin == skin
            });
            assert!(worn, "{title}");
        }
    }
}
