//! A key acts in the frame in which it comes: through Bevy's own input and the program's, without a window. Needs no display.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputPlugin};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use korobka::app::Screen;
use korobka::app::persistence::Settings;
use korobka::game::components::{Falling, Tally};
use korobka::game::{Course, Handling, MatchSetup, Mode, SeatSetup, StartMatch};
use korobka::rules::Rules;

#[test]
fn a_key_acts_in_the_first_tick_of_the_frame_in_which_it_comes() {
    // As on screens of 1,000, 60 and 20 frames a second.
    for ticks in [1, 16, 50] {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, korobka::game::plugin));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(ticks)).insert_resource(Settings::default());
        app.insert_state(Screen::Play).add_plugins(korobka::app::devices_plugin);
        // The first update advances no time.
        app.update();
        let rules = Rules { countdown: 0, ..Rules::marathon() };
        let (mode, course, seats) =
            (Mode::Marathon, Course::default(), vec![SeatSetup::person("You", Handling::default())]);
        app.world_mut().trigger(StartMatch(MatchSetup { mode, rules, course, seed: 7, seats }));
        app.update();
        app.update();
        let world = app.world_mut();
        let column = |world: &mut World| {
            let falling = world.query::<&Falling>().single(world).expect("one player");
            falling.piece.expect("a piece is in play").piece.x
        };
        let before = column(world);
        world.write_message(KeyboardInput {
            key_code: KeyCode::ArrowLeft,
            logical_key: Key::ArrowLeft,
            state: ButtonState::Pressed,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
        app.update();
        let world = app.world_mut();
        assert_eq!(column(world), before - 1, "with {ticks} ticks a frame the piece has moved when the frame is over");
        let keys = world.query::<&Tally>().single(world).expect("one player").keys;
        assert_eq!(keys, 1, "by one key, pressed once");
    }
}
