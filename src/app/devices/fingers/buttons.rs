//! The buttons that fingers play with: what each does, and where it stands in a window of any shape.

use crate::app::persistence::fingers::FingerSettings;
use crate::app::upright::{CANVAS_WIDTH, is_upright};
use crate::game::Action;
use ButtonUse::{Act, Pause};
use bevy::math::Vec2;

/// The logical pixels that a unit of [`BUTTONS`] measures at most in a window that is wider than high.
const LARGEST_UNIT: f32 = 1.5;
/// Units of a button's radius, and of the smaller one of the pause, of taking back and of turning by 180 degrees.
const RADIUS: [f32; 2] = [36.0, 24.0];
/// How far from its middle a button is still hit, in radii of the button.
const NEAR: f32 = 1.2;

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonUse {
    /// The button holds an action of the match down.
    Act(Action),
    /// The button opens the pause.
    Pause,
}

/// What fingers can do in a match, by which buttons are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchScope {
    /// Whether fingers play, and not only open the pause.
    pub plays: bool,
    /// Whether pieces can be taken back.
    pub takes_back: bool,
}

impl TouchScope {
    /// Everything that fingers can do, as in the settings, where every button is shown.
    pub const ALL: Self = Self { plays: true, takes_back: true };
}

/// A corner of the window, from which a button's place is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Corner {
    LowerLeft,
    LowerRight,
    UpperRight,
}

/// A button on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenButton {
    /// The name by which the settings know the button.
    pub name: &'static str,
    /// What happens when a finger presses the button.
    pub does: ButtonUse,
    /// Its place in a window that is higher than wide: units from the lower left corner of the canvas of such a window.
    upright: [f32; 2],
    /// Its place in a window that is wider than high: units from a corner towards the middle.
    wide: (Corner, [f32; 2]),
}

/// All buttons. In an upright window they stand in the room that the layout of the match leaves at the foot.
pub static BUTTONS: [ScreenButton; 10] = [
    button("left", Act(Action::Left), [50.0, 128.0], (Corner::LowerLeft, [52.0, 142.0])),
    button("right", Act(Action::Right), [134.0, 128.0], (Corner::LowerLeft, [140.0, 142.0])),
    button("soft-drop", Act(Action::SoftDrop), [92.0, 46.0], (Corner::LowerLeft, [96.0, 58.0])),
    button("counterclockwise", Act(Action::Counterclockwise), [286.0, 128.0], (Corner::LowerRight, [140.0, 142.0])),
    button("clockwise", Act(Action::Clockwise), [370.0, 128.0], (Corner::LowerRight, [52.0, 142.0])),
    button("hard-drop", Act(Action::HardDrop), [328.0, 46.0], (Corner::LowerRight, [96.0, 58.0])),
    button("hold", Act(Action::Hold), [210.0, 62.0], (Corner::LowerRight, [52.0, 226.0])),
    button("pause", Pause, [210.0, 146.0], (Corner::UpperRight, [30.0, 30.0])),
    button("take-back", Act(Action::Undo), [28.0, 44.0], (Corner::LowerLeft, [52.0, 226.0])),
    button("half", Act(Action::Half), [392.0, 44.0], (Corner::LowerRight, [140.0, 226.0])),
];

const fn button(name: &'static str, does: ButtonUse, upright: [f32; 2], wide: (Corner, [f32; 2])) -> ScreenButton {
    ScreenButton { name, does, upright, wide }
}

/// A button in a window, in logical pixels from its upper left corner, y downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedButton {
    /// The entry of [`BUTTONS`] for this button.
    pub button: &'static ScreenButton,
    /// The point in the middle of the button.
    pub middle: Vec2,
    /// The distance from the middle to the edge.
    pub radius: f32,
}

/// The buttons that are shown in a window of this size in logical pixels. A match that is watched has the pause alone.
/// One that fingers play has all others too, but where gestures play it only that for taking back, for which there is
/// no gesture. That one is shown where pieces can be taken back, and that for 180 degrees where the player has chosen
/// it in the settings.
pub fn placed_buttons(
    settings: &FingerSettings,
    window: Vec2,
    TouchScope { plays, takes_back }: TouchScope,
) -> impl Iterator<Item = PlacedButton> + '_ {
    let upright = is_upright(window.x, window.y);
    let unit = if upright { window.x / CANVAS_WIDTH } else { (window.y / 390.0).min(LARGEST_UNIT) };
    let moved = if upright { &settings.upright } else { &settings.wide };
    let shown = BUTTONS.iter().filter(move |button| match button.does {
        Pause => true,
        Act(Action::Undo) => plays && takes_back,
        Act(Action::Half) => plays && !settings.gestures && settings.half,
        Act(_) => plays && !settings.gestures,
    });
    shown.map(move |button| {
        let is_small = matches!(button.does, Pause | Act(Action::Undo | Action::Half));
        let radius = RADIUS[usize::from(is_small)] * unit * settings.size;
        let usual = match (upright, button.wide) {
            (true, _) => Vec2::new(button.upright[0] * unit, window.y - button.upright[1] * unit),
            (false, (corner, [x, y])) => {
                let (x, y) = (x * unit, y * unit);
                match corner {
                    Corner::LowerLeft => Vec2::new(x, window.y - y),
                    Corner::LowerRight => Vec2::new(window.x - x, window.y - y),
                    Corner::UpperRight => Vec2::new(window.x - x, y),
                }
            }
        };
        let middle = moved.get(button.name).map_or(usual, |&shares| Vec2::from(shares) * window);
        // No button leaves the window, whatever its size.
        let inside = Vec2::splat(radius.min(window.min_element() / 2.0));
        PlacedButton { button, middle: middle.clamp(inside, window - inside), radius }
    })
}

/// The button that a finger at `at` hits: the nearest, where several are near. `None` where it hits none.
pub fn button_at(
    settings: &FingerSettings,
    (window, scope): (Vec2, TouchScope),
    at: Vec2,
) -> Option<&'static ScreenButton> {
    let away = |placed: &PlacedButton| placed.middle.distance(at) / placed.radius;
    let near = placed_buttons(settings, window, scope).filter(|placed| away(placed) <= NEAR);
    near.min_by(|a, b| away(a).total_cmp(&away(b))).map(|placed| placed.button)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const WINDOWS: [Vec2; 6] = [
        Vec2::new(390.0, 844.0),
        Vec2::new(375.0, 667.0),
        Vec2::new(844.0, 390.0),
        Vec2::new(667.0, 375.0),
        Vec2::new(1024.0, 768.0),
        Vec2::new(1280.0, 720.0),
    ];

    #[test]
    fn every_button_is_in_the_window_and_apart_from_the_others() {
        let settings = FingerSettings { half: true, ..FingerSettings::default() };
        for window in WINDOWS {
            let all: Vec<PlacedButton> = placed_buttons(&settings, window, TouchScope::ALL).collect();
            for (number, one) in all.iter().enumerate() {
                let edge = Vec2::splat(one.radius - 0.01);
                assert!(one.middle.cmpge(edge).all() && one.middle.cmple(window - edge).all(), "{window}: {one:?}");
                // A button for a finger measures at least 40 pixels.
                assert!(one.radius * 2.0 >= 40.0, "{window}: {one:?}");
                for other in &all[number + 1..] {
                    let apart = one.middle.distance(other.middle) - one.radius - other.radius;
                    assert!(apart >= 2.0, "{window}: {} and {}", one.button.name, other.button.name);
                }
                assert_eq!(
                    button_at(&settings, (window, TouchScope::ALL), one.middle).map(|button| button.name),
                    Some(one.button.name)
                );
            }
            assert_eq!(
                button_at(&settings, (window, TouchScope::ALL), window / 2.0),
                None,
                "the board itself is no button"
            );
        }
    }

    #[test]
    fn a_button_stands_where_it_was_moved_to_in_windows_of_that_shape() {
        let mut settings = FingerSettings::default();
        settings.button_places_mut(true).insert("hold".to_owned(), [0.5, 0.25]);
        let hold = |window| {
            placed_buttons(&settings, window, TouchScope::ALL)
                .find(|placed| placed.button.name == "hold")
                .unwrap()
                .middle
        };
        assert_eq!(hold(WINDOWS[0]), Vec2::new(195.0, 211.0));
        assert_ne!(hold(WINDOWS[2]), WINDOWS[2] * Vec2::new(0.5, 0.25));
    }

    #[test]
    fn with_gestures_and_for_who_watches_hardly_more_than_the_pause_is_left() {
        let names = |gestures: bool, plays: bool, takes_back: bool| {
            let settings = FingerSettings { gestures, half: true, ..FingerSettings::default() };
            let shown = placed_buttons(&settings, WINDOWS[0], TouchScope { plays, takes_back });
            shown.map(|placed| placed.button.name).collect::<Vec<_>>()
        };
        assert_eq!(names(false, false, true), ["pause"]);
        assert_eq!(names(true, true, false), ["pause"]);
        assert_eq!(names(true, true, true), ["pause", "take-back"], "there is no gesture for it");
        assert_eq!(names(false, true, false).len(), BUTTONS.len() - 1, "nothing can be taken back");
        assert_eq!(names(false, true, true).len(), BUTTONS.len());
        let settings = FingerSettings::default();
        let usual = placed_buttons(&settings, WINDOWS[0], TouchScope::ALL);
        assert_eq!(usual.count(), BUTTONS.len() - 1, "the turn by 180 degrees is the player's choice");
    }
}
