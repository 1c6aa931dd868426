//! How fast a watched match goes: by the keys of the replay player, and by a row of the pause.

use super::super::menu::Menu;
use super::player::speed_by_key;
use crate::app::devices::KeyMap;
use crate::app::match_speed::{MatchSpeed, is_watched};
use crate::app::screens::{Overlay, Screen};
use crate::app::toasts::Toasts;
use crate::app::watching::SPEEDS;
use crate::game::{Match, SeatSetup};
use bevy::prelude::*;

/// Adds the system that changes the speed by keys, while no page lies over the match.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, change.run_if(in_state(Overlay::None).and_then(in_state(Screen::Play))));
}

/// Changes the speed by the keys of the replay player, as far as none of them restarts the match, or has typed the
/// question mark that opens the help, as the key at the place of `-` does on a German keyboard.
fn change(
    (keys, map): (Res<ButtonInput<KeyCode>>, Res<KeyMap>),
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
    mut speed: ResMut<MatchSpeed>,
    mut toasts: ResMut<Toasts>,
) {
    if !current.is_some_and(|current| !current.is_over() && is_watched(&current, seats.iter())) {
        return;
    }
    let is_free = |key: KeyCode| !map.is_chosen_for_restart(key) && map.question_mark != Some(key);
    for &key in keys.get_just_pressed().filter(|key| is_free(**key)) {
        if let Some(next) = speed_by_key(key, speed.0) {
            speed.0 = next;
            toasts.say(format!("Speed {}", SPEEDS[next].1));
        }
    }
}

/// Adds the row of the speed.
pub(super) fn add_row(menu: &mut Menu, speed: &mut MatchSpeed) {
    let speeds: Vec<(usize, &str)> = SPEEDS.iter().enumerate().map(|(place, speed)| (place, speed.1)).collect();
    menu.pick("Speed", &speeds, &mut speed.0);
    let about = "How fast you see it; they play no worse for it";
    let by_keys = "How fast you see it, also by 1 to 7, - and =; they play no worse for it";
    menu.explain_row(menu.by_device(by_keys, about, about));
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::texts_by_device;
    use super::*;
    use crate::app::persistence::Settings;
    use crate::app::screens::program_on;
    use crate::game::{Course, Handling, Mode, Phase};
    use crate::rules::Rules;

    #[test]
    fn the_keys_of_replays_change_the_speed_of_a_match_that_nobody_plays() {
        let mut app = program_on(Screen::Play);
        app.init_resource::<ButtonInput<KeyCode>>().init_resource::<KeyMap>().init_resource::<MatchSpeed>();
        app.init_resource::<Toasts>().add_systems(Update, change);
        let watched = |phase| Match { phase, ..Match::new(Mode::Watch, Rules::versus(), Course::default(), 0) };
        let current = app.world_mut().spawn(watched(Phase::Playing)).id();
        let speed_after = |app: &mut App, key: KeyCode| {
            let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
            keys.reset_all();
            keys.press(key);
            app.update();
            SPEEDS[app.world().resource::<MatchSpeed>().0].1
        };
        let speeds = [
            (KeyCode::Equal, "2"),
            (KeyCode::KeyX, "2"),
            (KeyCode::Digit7, "8"),
            (KeyCode::Equal, "8"),
            (KeyCode::Minus, "4"),
            (KeyCode::Digit1, "1/8"),
            (KeyCode::Minus, "1/8"),
        ];
        for (key, speed) in speeds {
            assert_eq!(speed_after(&mut app, key), speed, "{key:?}");
        }
        assert_eq!(app.world().resource::<Toasts>().last(), Some("Speed 1/8"));
        app.world_mut().resource_mut::<KeyMap>().question_mark = Some(KeyCode::Equal);
        assert_eq!(speed_after(&mut app, KeyCode::Equal), "1/8", "it opens the help");
        let settings = Settings { restart_keys: vec!["Digit7".to_owned()], ..Settings::default() };
        app.world_mut().resource_mut::<KeyMap>().read_names(&settings);
        assert_eq!(speed_after(&mut app, KeyCode::Digit7), "1/8", "it restarts the match");
        app.world_mut().entity_mut(current).insert(watched(Phase::Over { winner: None }));
        assert_eq!(speed_after(&mut app, KeyCode::Digit4), "1/8", "the match is over");
        app.world_mut().entity_mut(current).insert(watched(Phase::Playing));
        app.world_mut().spawn(SeatSetup::person("You", Handling::default()));
        assert_eq!(speed_after(&mut app, KeyCode::Digit4), "1/8", "somebody has taken the match over");
    }

    #[test]
    fn the_row_names_its_keys_to_those_who_have_them() {
        let texts = texts_by_device(|menu| add_row(menu, &mut MatchSpeed::default()));
        assert!(texts.iter().all(|text| text.contains("How fast you see it")), "{texts:?}");
        assert_eq!(texts.map(|text| text.contains("1 to 7")), [true, false, false]);
    }
}
