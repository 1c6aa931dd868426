//! How fingers on a screen play: a part of the settings.

use super::settings::clamp_or_usual;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The choices for playing with fingers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FingerSettings {
    /// Whether gestures over the whole screen play, in place of buttons.
    pub gestures: bool,
    /// Whether there is a button that turns by 180 degrees.
    pub half: bool,
    /// The size of the buttons, 0.7-1.5 times the usual one.
    pub size: f32,
    /// How visible the buttons for fingers are, 0-1.
    pub visible: f32,
    /// How far a finger must be drawn to shift a piece by one column, 0.5-2 times the usual way.
    pub reach: f32,
    /// The places of the buttons that were moved in a window that is higher than wide.
    pub upright: ButtonPlaces,
    /// The places of the buttons that were moved in a window that is wider than high.
    pub wide: ButtonPlaces,
}

/// Where buttons were moved to: by their names, the shares of the window's width and height from its upper left corner,
/// 0-1. What is not named stands where it usually does.
pub type ButtonPlaces = BTreeMap<String, [f32; 2]>;

impl Default for FingerSettings {
    fn default() -> Self {
        let (upright, wide) = Default::default();
        Self { gestures: false, half: false, size: 1.0, visible: 0.7, reach: 1.0, upright, wide }
    }
}

impl FingerSettings {
    /// The places of the buttons that were moved, in a window that is higher than wide or one that is not.
    pub fn button_places_mut(&mut self, is_upright: bool) -> &mut ButtonPlaces {
        if is_upright { &mut self.upright } else { &mut self.wide }
    }

    /// The settings of fingers with every value within its limits.
    pub fn clamped(mut self) -> Self {
        self.size = clamp_or_usual(self.size, 0.7..=1.5, 1.0);
        self.visible = clamp_or_usual(self.visible, 0.0..=1.0, 0.7);
        self.reach = clamp_or_usual(self.reach, 0.5..=2.0, 1.0);
        for places in [&mut self.upright, &mut self.wide] {
            places.retain(|_, place| place.iter().all(|share| (0.0..=1.0).contains(share)));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_is_brought_within_its_limits() {
        let mut settings = FingerSettings { size: 9.0, visible: f32::NAN, reach: -1.0, ..FingerSettings::default() };
        settings.wide.insert("left".to_owned(), [0.1, 0.9]);
        settings.wide.insert("hold".to_owned(), [0.1, 1.9]);
        let clamped = settings.clamped();
        assert_eq!((clamped.size, clamped.visible, clamped.reach), (1.5, 0.7, 0.5));
        assert_eq!(clamped.wide.keys().collect::<Vec<_>>(), ["left"], "a button outside the window goes back");
    }
}
