//! Handlings to start from, as a table: a name and what it is for; comments say where the numbers come from.
//!
//! Frames of other games are sixtieths of a second, rounded to the nearest millisecond. Their soft drops are given in
//! rows a second at the slowest gravity, which here is a row a second times the factor.

use super::{Handling, SoftDrop};

/// A handling with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name that a player reads.
    pub name: &'static str,
    /// What the handling is for, in a line for the player.
    pub about: &'static str,
    /// The handling that the name stands for.
    pub handling: Handling,
}

/// The presets, from the slowest to the quickest, other games' last.
pub const PRESETS: [Preset; 7] = [
    Preset {
        name: "Guideline",
        about: "As official games have it: slow to start, across the matrix in half a second",
        // The 2009 guideline: repeat after 0.3 s, from one side to the other in 0.5 s, soft drop 20 times gravity.
        handling: Handling { das: 300, arr: 50, soft_drop: SoftDrop::Factor(20), ..Handling::STANDARD },
    },
    Preset { name: "Relaxed", about: "For beginners: slow to repeat, easy to stop", handling: Handling::RELAXED },
    Preset {
        name: "Standard",
        about: "The middle way, and what most computer players have",
        // Eight frames, and a step every ten milliseconds.
        handling: Handling::STANDARD,
    },
    Preset {
        name: "Quick",
        about: "Little delay and quick steps that can still be stopped between the walls",
        // Seven frames and half a frame.
        handling: Handling { das: 117, arr: 8, soft_drop: SoftDrop::Factor(40), ..Handling::STANDARD },
    },
    Preset { name: "Fast", about: "To the wall and to the ground at once", handling: Handling::FAST },
    Preset {
        name: "Instant",
        about: "The least delay that taps can still be told from; a rest keeps the next piece where it is",
        // Five frames; nothing else takes time.
        handling: Handling { das: 83, arr: 0, soft_drop: SoftDrop::Instant, dcd: 17, guard: 117, ..Handling::STANDARD },
    },
    Preset {
        name: "TETR.IO",
        about: "TETR.IO's defaults, for whoever is used to them",
        // An exported configuration of 2023: ARR 2 and DAS 10 frames, DCD 0, SDF 6 (at least 0.3 G, 18 rows a second),
        // no cancelling, hard drop guarded (7 frames); soft drop before movement, initial rotation and hold by a tap,
        // as the open client `halp1/triangle` sends them.
        handling: Handling::TETR_IO,
    },
];

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_within_the_limits_and_each_is_another() {
        for (at, preset) in PRESETS.iter().enumerate() {
            assert_eq!(preset.handling.clamped(), preset.handling, "{}", preset.name);
            assert!(!preset.about.is_empty(), "{} says what it is for", preset.name);
            for other in &PRESETS[..at] {
                assert_ne!(other.handling, preset.handling, "{} and {}", other.name, preset.name);
                assert_ne!(other.name, preset.name);
            }
        }
    }

    #[test]
    fn the_answers_of_the_first_start_are_presets() {
        for (name, handling) in Handling::FIRST_START_PRESETS {
            let preset = PRESETS.iter().find(|preset| preset.name == name);
            assert_eq!(preset.map(|preset| preset.handling), Some(handling), "{name}");
        }
    }

    #[test]
    fn frames_are_sixtieths_of_a_second() {
        let tetrio = PRESETS.iter().find(|preset| preset.name == "TETR.IO").unwrap().handling;
        let frames = |frames: u32| ((frames * 1000 + 30) / 60) as u16;
        assert_eq!((tetrio.das, tetrio.arr, tetrio.guard), (frames(10), frames(2), frames(7)));
    }
}
