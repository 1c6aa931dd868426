//! What happens as the player leaves the window: a person's game is paused, and on a Mac the game in progress is saved.

use super::replays::SavedReplays;
use super::resume::Resuming;
use super::saving::WindowHidden;
use super::screens::Overlay;
use super::slept::MachineSlept;
use crate::game::{Match, SeatSetup};
use crate::net::OnlineMatch;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::{CursorLeft, WindowFocused, WindowOccluded};

pub(super) fn plugin(app: &mut App) {
    // This runs before the frame's ticks: a page in a browser that comes back finds its match as it was.
    app.add_systems(PreUpdate, pause_when_away.after(InputSystems));
    // A Mac ends the program without another frame when its menu or the Dock is told to: to reach either, the pointer
    // leaves the window.
    let save = |mut replays: ResMut<SavedReplays>| replays.save_soon();
    if cfg!(target_os = "macos") {
        app.add_systems(PreUpdate, save.run_if(on_message::<CursorLeft>));
    }
}

/// Pauses a person's game when the window loses the focus or the machine has slept, until the person is back. A match
/// with somebody elsewhere goes on, since it would rest for both, but for a page that is hidden: browsers give it no
/// frames, so that the other would wait for its keys in vain.
pub(super) fn pause_when_away(
    (mut focus, mut hidden): (MessageReader<WindowFocused>, MessageReader<WindowOccluded>),
    mut slept: MessageReader<MachineSlept>,
    mut told: MessageWriter<WindowHidden>,
    (mut had_focus, mut is_away, mut is_new): (Local<bool>, Local<bool>, Local<bool>),
    resuming: Option<Res<Resuming>>,
    overlay: Option<Res<State<Overlay>>>,
    current: Option<Single<Ref<Match>>>,
    seats: Query<&SeatSetup>,
    online: Option<Res<OnlineMatch>>,
    mut next: ResMut<NextState<Overlay>>,
) {
    // A window that opens without the focus has not lost it.
    let mut lost = false;
    for focus in focus.read() {
        lost |= std::mem::replace(&mut *had_focus, focus.focused) && !focus.focused;
        *is_away = !focus.focused && (*is_away || lost);
    }
    // No game begins or goes on by itself while the person is elsewhere, as a puzzle that took long to make, or a game
    // that had to be played up to where it was left: it rests as soon as it is on show.
    *is_new |= current.as_ref().is_some_and(|current| current.is_added());
    // A browser reports a tab that the user leaves as hidden.
    let is_hidden = hidden.read().any(|hidden| hidden.occluded);
    if is_hidden {
        told.write(WindowHidden);
    }
    lost |= is_hidden || slept.read().count() > 0;
    // Before a game goes on it counts down.
    let runs = overlay.is_some_and(|overlay| matches!(overlay.get(), Overlay::None | Overlay::Ready));
    if runs && resuming.is_none() {
        lost |= std::mem::take(&mut *is_new) && *is_away;
    }
    // A computer player at the own seat in a room plays for a person.
    let person = online.is_some() || SeatSetup::count_persons_here(seats) > 0;
    let goes_on = online.is_some() && !(is_hidden && cfg!(target_arch = "wasm32"));
    if lost && runs && person && !goes_on && current.is_some_and(|current| !current.is_over()) {
        next.set(Overlay::Pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::{Screen, program_on, settled_overlay};
    use crate::game::{Course, Handling, Mode, Phase};
    use crate::rules::Rules;

    /// A program with this screen, whose window has the focus.
    fn looked_at(screen: Screen) -> App {
        let mut app = program_on(screen);
        app.add_message::<WindowFocused>().add_message::<WindowOccluded>().add_message::<WindowHidden>();
        app.add_message::<MachineSlept>().add_systems(PreUpdate, pause_when_away);
        focus(&mut app, true);
        app
    }

    fn focus(app: &mut App, focused: bool) {
        app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused });
        app.update();
    }

    /// Begins a match of one person, under this overlay.
    fn begin(app: &mut App, overlay: Overlay) {
        let setup = SeatSetup::person("You", Handling::FAST);
        let seats = vec![app.world_mut().spawn(setup).id()];
        let begun = Match::new(Mode::Puzzle, Rules::marathon(), Course::default(), 1);
        app.world_mut().spawn(Match { seats, phase: Phase::Playing, ..begun });
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
        app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
    }

    #[test]
    fn a_game_that_begins_while_its_player_is_elsewhere_rests() {
        for is_there in [true, false] {
            let mut app = looked_at(Screen::Drills);
            focus(&mut app, is_there);
            begin(&mut app, Overlay::None);
            assert_eq!(settled_overlay(&mut app), Some(if is_there { Overlay::None } else { Overlay::Pause }));
            focus(&mut app, true);
            app.world_mut().resource_mut::<NextState<Overlay>>().set(Overlay::None);
            assert_eq!(settled_overlay(&mut app), Some(Overlay::None), "its player lets it go on");
            focus(&mut app, false);
            assert_eq!(settled_overlay(&mut app), Some(Overlay::Pause), "and leaves it once more");
        }
    }

    #[test]
    fn a_game_rests_when_its_machine_has_slept() {
        let mut app = looked_at(Screen::Drills);
        begin(&mut app, Overlay::None);
        assert_eq!(settled_overlay(&mut app), Some(Overlay::None));
        app.world_mut().write_message(MachineSlept);
        assert_eq!(settled_overlay(&mut app), Some(Overlay::Pause));
    }

    #[test]
    fn a_continued_game_rests_where_its_player_has_left_before_it_goes_on() {
        for is_there in [true, false] {
            let mut app = looked_at(Screen::Title);
            app.insert_resource(Resuming::of_nothing());
            begin(&mut app, Overlay::Ready);
            focus(&mut app, is_there);
            assert_eq!(settled_overlay(&mut app), Some(Overlay::Ready), "it is still played up to where it was left");
            app.world_mut().remove_resource::<Resuming>();
            assert_eq!(settled_overlay(&mut app), Some(if is_there { Overlay::Ready } else { Overlay::Pause }));
        }
    }
}
