//! Keys that work without a menu: pause, restart, mute, full screen and help.

use super::devices::buttons::button_named;
use super::devices::capture::BindingCapture;
use super::devices::{KeyMap, TouchScreen, keys, nav};
use super::handling_sandbox::SandboxKeyCapture;
use super::rated_match::RatedMatch;
use super::resume::Resuming;
use super::screens::{Overlay, ReturnTo, Screen};
use super::session::SessionRequest;
use super::toasts::Toasts;
use super::typing::Typing;
use crate::app::persistence::Settings;
use crate::game::{Match, SeatSetup};
use bevy::ecs::system::SystemParam;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

pub(super) fn plugin(app: &mut App) {
    // This runs before the frame's ticks, so that the new game runs in the frame in which the key comes.
    app.add_systems(PreUpdate, restart.after(InputSystems).before(nav::read_navigation).run_if(in_state(Screen::Play)));
    app.add_systems(Update, (anywhere, play.run_if(in_state(Screen::Play))));
}

/// The system parameter that tells which keys are shortcuts now.
#[derive(SystemParam)]
struct Shortcuts<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    map: Res<'w, KeyMap>,
    screen: Res<'w, State<Screen>>,
    overlay: Option<Res<'w, State<Overlay>>>,
    capture: Res<'w, BindingCapture>,
    typing: Res<'w, Typing>,
    trying: Res<'w, SandboxKeyCapture>,
}

impl Shortcuts<'_> {
    /// Whether every key is taken by a row that waits for one, a line that is being typed, or the sandbox.
    fn are_off(&self) -> bool {
        self.capture.is_on() || self.typing.is_on() || self.trying.on
    }

    /// Whether a key is free to be a shortcut, since it controls no game that is on show.
    fn is_free(&self, key: &KeyCode) -> bool {
        *self.screen.get() != Screen::Play || !self.map.is_game_key(*key)
    }

    /// Whether a key is the browser's own now: with Ctrl, or a Mac's Command, a letter is. The page, for one, is
    /// loaded again by R then.
    fn is_browsers(&self, key: KeyCode) -> bool {
        let commands = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
        let is_letter = keys::key_name(key).is_some_and(|name| name.starts_with("Key"));
        cfg!(target_arch = "wasm32") && is_letter && keys::were_down(commands, &self.keys)
    }

    /// Whether a key restarts the game that runs, since the player has chosen it for this.
    fn restarts(&self, key: &KeyCode) -> bool {
        let runs = self.overlay.as_ref().is_some_and(|overlay| *overlay.get() == Overlay::None);
        runs && self.map.is_chosen_for_restart(*key)
    }

    /// The key of this keyboard that acts as this shortcut; `None` while that key controls or restarts a game.
    fn key(&self, key: KeyCode) -> Option<KeyCode> {
        let means = |found: &KeyCode| self.is_free(found) && !self.is_browsers(key) && !self.restarts(found);
        self.map.key_for_shortcut(key).filter(means)
    }

    fn pressed(&self, key: KeyCode) -> bool {
        self.key(key).is_some_and(|key| self.keys.just_pressed(key))
    }

    /// Whether the player asks for the pause: by P, or for a right hand alone by the minus of the number pad.
    fn asks_for_pause(&self) -> bool {
        self.pressed(KeyCode::KeyP) || self.pressed(KeyCode::NumpadSubtract)
    }

    /// Whether the player asks for help: H or a question mark was typed by a key that controls no game.
    fn asks_for_help(&self) -> bool {
        self.pressed(KeyCode::KeyH)
            || self.map.question_mark.is_some_and(|key| self.is_free(&key) && !self.restarts(&key))
    }
}

/// Acts on the keys for mute and full screen on every screen, and for help from the title and back.
fn anywhere(
    shortcuts: Shortcuts,
    mut next: ResMut<NextState<Screen>>,
    mut settings: ResMut<Settings>,
    mut toasts: ResMut<Toasts>,
) {
    if shortcuts.are_off() {
        return;
    }
    if shortcuts.pressed(KeyCode::KeyM) {
        settings.sound.muted = !settings.sound.muted;
        toasts.say(if settings.sound.muted { "Sound muted" } else { "Sound on" });
    }
    if shortcuts.pressed(KeyCode::F11) {
        settings.looks.fullscreen = !settings.looks.fullscreen;
    }
    if shortcuts.asks_for_help() {
        match shortcuts.screen.get() {
            Screen::Title => next.set(Screen::Help),
            Screen::Help => next.set(Screen::Title),
            _ => {}
        }
    }
}

/// The most seconds of a frame for which a key counts as held.
const LONGEST_FRAME: f32 = 0.1;

/// Starts the game again when the key or button for restarting is pressed. In a rated match, which is lost
/// by this, and in one of two persons, which either would end for both, it must be held for a while first, and in every
/// game that is not over where the player has so chosen.
fn restart(
    shortcuts: Shortcuts,
    overlay: Res<State<Overlay>>,
    (settings, seats): (Res<Settings>, Query<&SeatSetup>),
    (pads, window): (Query<&Gamepad>, Option<Single<&Window, With<PrimaryWindow>>>),
    (mut rated, time): (ResMut<RatedMatch>, Res<Time<Real>>),
    mut commands: Commands,
) {
    let may = matches!(overlay.get(), Overlay::None | Overlay::Pause | Overlay::Results) && !shortcuts.are_off();
    let mut keys: Vec<KeyCode> = shortcuts.key(KeyCode::KeyR).into_iter().collect();
    let mut buttons: Vec<GamepadButton> =
        settings.free_restart_buttons().filter_map(|name| button_named(name)).collect();
    // Over a page the player's own keys and buttons mean what they mean there. Select means nothing else.
    if *overlay.get() == Overlay::None {
        let own = settings.restart_keys.iter().filter_map(|name| keys::key_named(name));
        keys.extend(own.filter(|key| shortcuts.is_free(key) && !shortcuts.is_browsers(*key)));
    } else {
        buttons.retain(|button| *button == GamepadButton::Select);
    }
    if !may {
        keys.clear();
    }
    if !may || !hears_gamepads(window.as_deref().copied()) {
        buttons.clear();
    }
    let two = SeatSetup::count_persons_here(seats) > 1;
    let must_hold = rated.is_on() || (settings.hold_to_restart || two) && *overlay.get() != Overlay::Results;
    let asked = match must_hold {
        true => {
            // A frame that took long says nothing of how long the key was down.
            let seconds = time.delta_secs().min(LONGEST_FRAME);
            let is_down =
                shortcuts.keys.any_pressed(keys) || pads.iter().any(|pad| pad.any_pressed(buttons.iter().copied()));
            rated.track_restart_key_hold(is_down, seconds)
        }
        false => {
            // A key that is still down in the new game does not end that one too.
            rated.ignore_restart_key_until_release();
            shortcuts.keys.any_just_pressed(keys)
                || pads.iter().any(|pad| pad.any_just_pressed(buttons.iter().copied()))
        }
    };
    if asked {
        commands.trigger(SessionRequest::Again);
    }
}

/// Whether gamepads act in this window. Where every program hears every gamepad, they play in the window with the
/// focus and in no other.
fn hears_gamepads(window: Option<&Window>) -> bool {
    cfg!(target_arch = "wasm32") || window.is_none_or(|window| window.focused)
}

/// Acts on the keys and buttons for pause and help in a game.
fn play(
    shortcuts: Shortcuts,
    (pads, window): (Query<&Gamepad>, Option<Single<&Window, With<PrimaryWindow>>>),
    mut fingers: ResMut<TouchScreen>,
    overlay: Res<State<Overlay>>,
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
    resuming: Option<Res<Resuming>>,
    mut next: ResMut<NextState<Overlay>>,
    mut return_to: ResMut<ReturnTo>,
) {
    if shortcuts.are_off() {
        return;
    }
    let overlay = *overlay.get();
    let may_hint = current.as_ref().is_some_and(|current| super::hints::hints_allowed(current, seats));
    let finger = fingers.bypass_change_detection().take_pause();
    let is_heard = hears_gamepads(window.as_deref().copied());
    let start = finger || (is_heard && pads.iter().any(|pad| pad.just_pressed(GamepadButton::Start)));
    let asks_for_pause = shortcuts.asks_for_pause() || shortcuts.pressed(KeyCode::Escape) || start;
    match overlay {
        // A game that is still played up to where it was left has no player yet.
        Overlay::Ready if resuming.is_some() => {}
        Overlay::Ready if asks_for_pause => next.set(Overlay::Pause),
        Overlay::None if asks_for_pause => {
            let over = current.is_some_and(|current| current.is_over());
            next.set(if over { Overlay::Results } else { Overlay::Pause });
        }
        // In this match, H asks for a hint.
        Overlay::None if shortcuts.pressed(KeyCode::KeyH) && may_hint => {}
        Overlay::None if shortcuts.asks_for_help() => {
            next.set(Overlay::Help);
            return_to.overlay = Overlay::None;
        }
        // Esc and the minus are not read here: they are the menu's own way back.
        Overlay::Pause if shortcuts.pressed(KeyCode::KeyP) || start => next.set(Overlay::None),
        Overlay::Pause if shortcuts.asks_for_help() => next.set(Overlay::Help),
        Overlay::Help if shortcuts.asks_for_help() => next.set(return_to.overlay),
        _ => {}
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::screens::{go_to, program_on, settled_overlay};
    use crate::game::{Action, Handling};
    use bevy::time::TimeUpdateStrategy;
    use std::time::Duration;

    /// How many new games were asked for, and how many of them before the ticks of the frame.
    #[derive(Resource, Default)]
    struct Asked {
        all: u32,
        in_time: u32,
    }

    /// A program in which a game is played, with what the systems here read.
    fn played() -> App {
        let mut app = program_on(Screen::Play);
        app.init_resource::<ButtonInput<KeyCode>>().init_resource::<KeyMap>().init_resource::<BindingCapture>();
        app.init_resource::<Typing>().init_resource::<SandboxKeyCapture>().init_resource::<TouchScreen>();
        app.init_resource::<Settings>().init_resource::<RatedMatch>().init_resource::<Toasts>();
        app.init_resource::<ReturnTo>();
        app
    }

    /// The same with the system that restarts, and the count of what it asks for.
    fn restartable() -> App {
        let mut app = played();
        app.init_resource::<Asked>().add_systems(PreUpdate, restart);
        app.add_observer(|wish: On<SessionRequest>, mut asked: ResMut<Asked>| {
            asked.all += u32::from(*wish == SessionRequest::Again)
        });
        app
    }

    #[test]
    fn a_game_begins_again_in_the_frame_in_which_the_key_comes() {
        let mut app = restartable();
        app.world_mut().resource_mut::<Settings>().restart_keys = vec!["F4".to_owned()];
        app.add_systems(RunFixedMainLoop, |mut asked: ResMut<Asked>| asked.in_time = asked.all);
        let mut frame = |pressed: Option<KeyCode>, overlay: Overlay| {
            go_to(&mut app, overlay);
            if let Some(key) = pressed {
                app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
            }
            app.update();
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
            app.world().resource::<Asked>().in_time
        };
        let (usual, own) = (Some(KeyCode::KeyR), Some(KeyCode::F4));
        assert_eq!(frame(None, Overlay::None), 0);
        assert_eq!(frame(usual, Overlay::None), 1);
        assert_eq!(frame(usual, Overlay::Results), 2);
        assert_eq!(frame(usual, Overlay::Help), 2, "the rules are being read");
        assert_eq!(frame(own, Overlay::None), 3);
        assert_eq!(frame(own, Overlay::Results), 3, "there it may mean something else");
        assert_eq!(frame(Some(KeyCode::F5), Overlay::None), 3);
    }

    #[test]
    fn a_button_of_a_gamepad_restarts_where_it_means_nothing_else() {
        let mut app = restartable();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
        let pad = app.world_mut().spawn(Gamepad::default()).id();
        let mut held = |button: GamepadButton, overlay: Overlay, frames: u32, change: fn(&mut Settings)| {
            change(&mut app.world_mut().resource_mut::<Settings>());
            go_to(&mut app, overlay);
            let before = app.world().resource::<Asked>().all;
            for frame in 0..frames {
                let mut pad = app.world_mut().get_mut::<Gamepad>(pad).unwrap();
                pad.digital_mut().clear();
                if frame == 0 {
                    pad.digital_mut().press(button);
                }
                app.update();
            }
            app.world_mut().get_mut::<Gamepad>(pad).unwrap().digital_mut().reset_all();
            app.update();
            app.world().resource::<Asked>().all - before
        };
        let (select, thumb) = (GamepadButton::Select, GamepadButton::LeftThumb);
        assert_eq!([Overlay::None, Overlay::Pause, Overlay::Results].map(|over| held(select, over, 9, |_| {})), [1; 3]);
        assert_eq!(held(select, Overlay::Settings, 9, |_| {}), 0);
        assert_eq!(held(thumb, Overlay::None, 1, |_| {}), 0);
        assert_eq!(held(thumb, Overlay::None, 1, |set| set.restart_buttons.0.push("LeftThumb".to_owned())), 1);
        assert_eq!(held(thumb, Overlay::Pause, 1, |_| {}), 0, "there it may mean something else");
        assert_eq!(held(select, Overlay::None, 3, |set| set.hold_to_restart = true), 0, "it must be held");
        assert_eq!(held(select, Overlay::None, 9, |_| {}), 1);
        let binds: fn(&mut Settings) = |set| {
            set.pads.0.0.insert(Action::Hold, vec!["Select".to_owned()]);
        };
        assert_eq!(held(select, Overlay::None, 9, binds), 0, "it plays");
    }

    #[test]
    fn where_the_key_must_be_held_a_touch_of_it_ends_no_game() {
        // The player has so chosen, or either of two would end the match for both.
        for (chosen, persons) in [(true, 1), (false, 2)] {
            let mut app = restartable();
            app.world_mut().resource_mut::<Settings>().hold_to_restart = chosen;
            app.world_mut().spawn_batch(vec![SeatSetup::person("You", Handling::FAST); persons]);
            app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(200)));
            app.update();
            let mut frames = |down: bool, count: usize| {
                for _ in 0..count {
                    let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
                    keys.clear();
                    if down {
                        keys.press(KeyCode::KeyR);
                    } else {
                        keys.release(KeyCode::KeyR);
                    }
                    app.update();
                }
                app.world().resource::<Asked>().all
            };
            let touches = [frames(false, 1), frames(true, 2), frames(false, 1), frames(true, 2)];
            assert_eq!(touches, [0; 4], "{persons} persons: a touch of it");
            assert_eq!(frames(true, 10), 1, "{persons} persons: it is held");
        }
    }

    #[test]
    fn every_key_of_the_pause_pauses_a_game_and_its_countdown() {
        let mut app = played();
        app.add_systems(Update, play);
        for key in [KeyCode::NumpadSubtract, KeyCode::KeyP, KeyCode::Escape] {
            for paused in [Overlay::None, Overlay::Ready] {
                app.world_mut().resource_mut::<NextState<Overlay>>().set(paused);
                assert_eq!(settled_overlay(&mut app), Some(paused));
                app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
                app.update();
                app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
                assert_eq!(settled_overlay(&mut app), Some(Overlay::Pause), "{key:?} over {paused:?}");
            }
        }
    }

    #[test]
    fn a_key_that_is_chosen_for_restarting_does_nothing_else_while_a_game_runs() {
        let mut app = played();
        app.add_systems(Update, (anywhere, play));
        let mut press = |key: KeyCode, chosen: &[&str], before: Overlay| {
            let mut settings = app.world_mut().resource_mut::<Settings>();
            settings.restart_keys = chosen.iter().map(|name| (*name).to_owned()).collect();
            let (settings, was_muted) = (settings.clone(), settings.sound.muted);
            app.world_mut().resource_mut::<KeyMap>().read_names(&settings);
            app.world_mut().resource_mut::<NextState<Overlay>>().set(before);
            assert_eq!(settled_overlay(&mut app), Some(before));
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
            app.update();
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
            (settled_overlay(&mut app), app.world().resource::<Settings>().sound.muted != was_muted)
        };
        let (runs, paused) = (Overlay::None, Overlay::Pause);
        assert_eq!(press(KeyCode::KeyP, &[], runs), (Some(paused), false));
        assert_eq!(press(KeyCode::KeyP, &["KeyP"], runs), (Some(runs), false));
        assert_eq!(press(KeyCode::KeyP, &["KeyP"], paused), (Some(runs), false), "on a page it is what it was");
        assert_eq!(press(KeyCode::KeyM, &["KeyP"], runs), (Some(runs), true));
        assert_eq!(press(KeyCode::KeyM, &["KeyP", "KeyM"], runs), (Some(runs), false));
    }
}
