//! A key or a touch acts in the frame in which it comes, and a key that is held through a pause stays down: through
//! Bevy's own input and the program's, without a window. Needs no display.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputPlugin};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use korobka::app::persistence::Settings;
use korobka::app::{Overlay, Screen};
use korobka::game::components::{Falling, RoundTally};
use korobka::game::handling::InitialInput;
use korobka::game::{Course, Handling, Match, MatchSetup, Mode, SeatSetup, StartMatch, state_hash};
use korobka::rules::Rules;

/// A marathon that runs, with the devices, and this many ticks a frame.
fn playing(ticks: u32, settings: Settings) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, korobka::game::plugin));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(ticks)).insert_resource(settings);
    app.insert_state(Screen::Play).add_plugins(korobka::app::devices_plugin);
    // The first update advances no time.
    app.update();
    let rules = Rules { countdown: 0, ..Rules::marathon() };
    let (mode, course, seats) =
        (Mode::Marathon, Course::default(), vec![SeatSetup::person("You", Handling::default())]);
    app.world_mut().trigger(StartMatch(MatchSetup { mode, rules, course, seed: 7, seats }));
    app.update();
    app.update();
    app
}

/// The column of the piece in play.
fn column(world: &mut World) -> i8 {
    let falling = world.query::<&Falling>().single(world).expect("one player");
    falling.piece.expect("a piece is in play").piece.x
}

/// Sends what a keyboard sends as a key goes down or up.
fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let (logical_key, window) = (Key::Character("?".into()), Entity::PLACEHOLDER);
    app.world_mut().write_message(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
}

#[test]
fn a_key_acts_in_the_first_tick_of_the_frame_in_which_it_comes() {
    // As on screens of 1,000, 60 and 20 frames a second.
    for ticks in [1, 16, 50] {
        let mut app = playing(ticks, Settings::default());
        let before = column(app.world_mut());
        key(&mut app, KeyCode::ArrowLeft, ButtonState::Pressed);
        app.update();
        let world = app.world_mut();
        assert_eq!(column(world), before - 1, "with {ticks} ticks a frame the piece has moved when the frame is over");
        let keys = world.query::<&RoundTally>().single(world).expect("one player").keys;
        assert_eq!(keys, 1, "by one key, pressed once");
    }
}

#[test]
fn a_match_rests_from_the_frame_in_which_something_comes_to_lie_over_it() {
    let mut app = playing(50, Settings::default());
    let tick = |app: &mut App| app.world_mut().query::<&Match>().single(app.world()).expect("one match").tick;
    let mut ticks_under = |overlay: Overlay| {
        let before = tick(&mut app);
        app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
        app.update();
        tick(&mut app) - before
    };
    let overlays = [Overlay::Pause, Overlay::Settings, Overlay::None, Overlay::Results, Overlay::Ready, Overlay::None];
    assert_eq!(overlays.map(&mut ticks_under), [0, 0, 50, 50, 0, 50]);
}

#[test]
fn keys_that_are_held_through_a_pause_stay_down_and_one_that_is_let_go_in_it_does_not() {
    let overlay = |app: &mut App, overlay: Overlay| {
        app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
        app.update();
    };
    // The pause takes as many frames as it has keys, and two more.
    let played = |in_pause: Option<&[(KeyCode, ButtonState)]>| {
        let mut app = playing(1, Settings::default());
        // The game has rested before, with the key down that it goes on with.
        overlay(&mut app, Overlay::Pause);
        key(&mut app, KeyCode::ArrowLeft, ButtonState::Pressed);
        app.update();
        overlay(&mut app, Overlay::None);
        let world = app.world_mut();
        for mut handling in world.query::<&mut Handling>().iter_mut(world) {
            handling.initial_rotation = InitialInput::Hold;
        }
        for held in [KeyCode::ArrowDown, KeyCode::ArrowUp] {
            key(&mut app, held, ButtonState::Pressed);
        }
        (0..50).for_each(|_| app.update());
        if let Some(keys) = in_pause {
            overlay(&mut app, Overlay::Pause);
            app.update();
            for &(code, state) in keys {
                key(&mut app, code, state);
                app.update();
            }
            overlay(&mut app, Overlay::None);
        } else {
            app.update();
        }
        (0..100).for_each(|_| app.update());
        // The next piece appears turned by the key that is held.
        key(&mut app, KeyCode::Space, ButtonState::Pressed);
        (0..100).for_each(|_| app.update());
        let world = app.world_mut();
        (state_hash(world), world.query::<&RoundTally>().single(world).expect("one player").keys)
    };
    let (left, turn) = (KeyCode::ArrowLeft, KeyCode::ArrowUp);
    let (up, down) = (ButtonState::Released, ButtonState::Pressed);
    let through = played(None);
    assert_eq!(through.1, 4, "each key is pressed once");
    assert_eq!(played(Some(&[])), through, "as if there had been no pause");
    assert_eq!(played(Some(&[(left, up), (left, down)])).1, 5, "a direction that is pressed again acts again");
    let let_go = played(Some(&[(turn, up), (turn, down)]));
    assert_eq!(let_go.1, 4, "a turn that is pressed in the pause is not made up for");
    assert_ne!(let_go.0, through.0, "and turns no piece later");
}

/// Touches need a window to lie in.
#[cfg(feature = "window")]
mod fingers {
    use super::*;
    use bevy::input::touch::{TouchInput, TouchPhase};
    use bevy::window::PrimaryWindow;
    use korobka::app::devices::TouchScreen;

    /// Sends what a touch screen sends in one frame, and lets the frame pass.
    fn touch(app: &mut App, phase: TouchPhase, position: Vec2) {
        let world = app.world_mut();
        let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("one window");
        world.write_message(TouchInput { phase, position, window, force: None, id: 5 });
        app.update();
    }

    /// A marathon in a window as a phone has it, which was touched before and shows the buttons.
    fn on_a_phone(settings: Settings) -> App {
        let mut app = playing(16, settings);
        app.world_mut().spawn((Window { resolution: (390, 844).into(), ..default() }, PrimaryWindow));
        app.world_mut().resource_mut::<TouchScreen>().shown = true;
        app
    }

    #[test]
    fn a_finger_on_a_button_acts_in_its_frame() {
        let mut app = on_a_phone(Settings::default());
        let before = column(app.world_mut());
        // Lower left, where the layout has left room.
        let left = Vec2::new(46.0, 725.0);
        touch(&mut app, TouchPhase::Started, left);
        assert_eq!(column(app.world_mut()), before - 1);
        touch(&mut app, TouchPhase::Ended, left);
        for _ in 0..20 {
            app.update();
        }
        assert_eq!(column(app.world_mut()), before - 1, "a finger that is lifted slides no further");
        let world = app.world_mut();
        assert_eq!(world.query::<&RoundTally>().single(world).expect("one player").keys, 1);
    }

    #[test]
    fn a_drag_over_the_board_shifts_and_a_flick_drops() {
        let mut settings = Settings::default();
        settings.fingers.gestures = true;
        let mut app = on_a_phone(settings);
        let before = column(app.world_mut());
        touch(&mut app, TouchPhase::Started, Vec2::new(200.0, 400.0));
        touch(&mut app, TouchPhase::Moved, Vec2::new(230.0, 400.0));
        touch(&mut app, TouchPhase::Moved, Vec2::new(260.0, 400.0));
        assert_eq!(column(app.world_mut()), before + 2, "a column for each step of 28 pixels");
        touch(&mut app, TouchPhase::Ended, Vec2::new(260.0, 400.0));
        // The next piece appears in the middle again.
        touch(&mut app, TouchPhase::Started, Vec2::new(200.0, 300.0));
        touch(&mut app, TouchPhase::Moved, Vec2::new(200.0, 420.0));
        touch(&mut app, TouchPhase::Ended, Vec2::new(200.0, 500.0));
        for _ in 0..3 {
            app.update();
        }
        assert!(column(app.world_mut()) < before + 2, "the piece is dropped, and the next one stands in the middle");
    }
}
