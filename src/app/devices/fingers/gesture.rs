//! One finger that plays without buttons: a drag to the side shifts, a tap turns, a flick down drops, a flick up holds,
//! and a slow drag down lets the piece fall faster.

use crate::game::Action;
use bevy::math::Vec2;
use std::collections::VecDeque;

/// The seconds in which a finger's speed is measured.
const RECENT: f64 = 0.1;
/// The longest touch that is a tap, in seconds.
const TAP: f64 = 0.35;
/// The least speed of a flick, in columns a second.
const FLICK: f32 = 14.0;
/// The least way of a flick, in widths of a column.
const FLICK_WAY: f32 = 1.5;

/// An action that a gesture presses (true) or releases (false).
pub(super) type GestureKeyChange = (Action, bool);

/// The way of one finger since it touched the screen. Places are logical pixels, y downwards; times are seconds.
#[derive(Clone, Debug)]
pub(super) struct Gesture {
    began: Vec2,
    since: f64,
    /// The x from which the next column is measured.
    column: f32,
    /// The deepest y so far, or the y from which a fall is measured.
    row: f32,
    /// Whether the finger has shifted the piece or let it fall: then it neither taps nor flicks up.
    acted: bool,
    falls: bool,
    recent: VecDeque<(f64, Vec2)>,
}

impl Gesture {
    /// The gesture of a finger that touches the screen at `at` now.
    pub(super) fn begin(at: Vec2, now: f64) -> Self {
        let recent = VecDeque::from([(now, at)]);
        Self { began: at, since: now, column: at.x, row: at.y, acted: false, falls: false, recent }
    }

    /// Follows the finger to `at`, and returns the actions that this presses and releases. `step` is how far the finger
    /// moves for one column.
    pub(super) fn move_to(&mut self, at: Vec2, now: f64, step: f32) -> Vec<GestureKeyChange> {
        let mut keys = Vec::new();
        self.recent.push_back((now, at));
        while self.recent.len() > 2 && self.recent[1].0 < now - RECENT {
            self.recent.pop_front();
        }
        while (at.x - self.column).abs() >= step {
            let right = at.x > self.column;
            let action = if right { Action::Right } else { Action::Left };
            keys.extend([(action, true), (action, false)]);
            self.column += if right { step } else { -step };
            self.acted = true;
        }
        let speed = self.speed(now) / step;
        if !self.falls && at.y - self.row >= step && speed.y < FLICK {
            self.falls = true;
            self.acted = true;
            keys.push((Action::SoftDrop, true));
        }
        if self.falls && at.y < self.row - step * 0.5 {
            self.falls = false;
            keys.push((Action::SoftDrop, false));
        }
        // While the piece falls, it goes on until the finger turns back from its deepest place.
        self.row = if self.falls { self.row.max(at.y) } else { self.row.min(at.y) };
        keys
    }

    /// Ends the gesture of a finger that has left the screen at `at`, and returns what this presses and releases.
    /// `middle` is the x that parts the turns to the left from those to the right.
    pub(super) fn end_at(mut self, at: Vec2, now: f64, (step, middle): (f32, f32)) -> Vec<GestureKeyChange> {
        let mut keys = self.move_to(at, now, step);
        let fell = std::mem::take(&mut self.falls);
        if fell {
            keys.push((Action::SoftDrop, false));
        }
        let (way, speed) = ((at - self.began) / step, self.speed(now) / step);
        let upright = speed.y.abs() > speed.x.abs() * 1.5;
        let pressed = if upright && speed.y >= FLICK && way.y >= FLICK_WAY {
            Action::HardDrop
        } else if self.acted {
            return keys;
        } else if upright && speed.y <= -FLICK && way.y <= -FLICK_WAY {
            Action::Hold
        } else if way.length() < 0.6 && now - self.since <= TAP {
            if at.x < middle { Action::Counterclockwise } else { Action::Clockwise }
        } else {
            return keys;
        };
        keys.extend([(pressed, true), (pressed, false)]);
        keys
    }

    /// The release of the action that the finger still holds down, for when the match takes the finger no more.
    pub(super) fn held_key_release(&self) -> Option<GestureKeyChange> {
        self.falls.then_some((Action::SoftDrop, false))
    }

    /// The finger's speed of late, in pixels a second.
    fn speed(&self, now: f64) -> Vec2 {
        let (Some(&(then, from)), Some(&(_, to))) = (self.recent.front(), self.recent.back()) else {
            return Vec2::ZERO;
        };
        // Several messages can come in one frame, at the same time. A finger of which none came for a while has rested.
        (to - from) / (now - then).clamp(1.0 / 120.0, RECENT) as f32
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const STEP: f32 = 30.0;
    const MIDDLE: f32 = 200.0;

    /// The actions that a finger presses that is at these places at these times, in milliseconds.
    fn pressed(way: &[(f64, [f32; 2])]) -> Vec<Action> {
        let (&(begin, at), rest) = way.split_first().unwrap();
        let (&(end, last), between) = rest.split_last().unwrap();
        let mut gesture = Gesture::begin(at.into(), begin / 1000.0);
        let mut keys = Vec::new();
        for &(time, at) in between {
            keys.extend(gesture.move_to(at.into(), time / 1000.0, STEP));
        }
        keys.extend(gesture.end_at(last.into(), end / 1000.0, (STEP, MIDDLE)));
        let mut down = Vec::new();
        for &(action, pressed) in &keys {
            match pressed {
                true => down.push(action),
                false => down.retain(|&held| held != action),
            }
        }
        assert_eq!(down, [], "every key that goes down comes up");
        keys.into_iter().filter(|&(_, pressed)| pressed).map(|(action, _)| action).collect()
    }

    #[test]
    fn a_tap_turns_towards_its_side() {
        assert_eq!(pressed(&[(0.0, [100.0, 300.0]), (90.0, [103.0, 302.0])]), [Action::Counterclockwise]);
        assert_eq!(pressed(&[(0.0, [300.0, 300.0]), (90.0, [300.0, 300.0])]), [Action::Clockwise]);
        assert_eq!(pressed(&[(0.0, [300.0, 300.0]), (900.0, [300.0, 300.0])]), [], "a finger that rests is no tap");
    }

    #[test]
    fn a_drag_shifts_a_column_for_each_step_and_back() {
        let way = [(0.0, [100.0, 300.0]), (100.0, [165.0, 303.0]), (200.0, [195.0, 303.0]), (300.0, [160.0, 300.0])];
        assert_eq!(pressed(&way), [Action::Right, Action::Right, Action::Right, Action::Left]);
    }

    #[test]
    fn a_flick_down_drops_and_a_flick_up_holds() {
        let down = [(0.0, [200.0, 300.0]), (20.0, [201.0, 330.0]), (40.0, [202.0, 400.0]), (60.0, [202.0, 460.0])];
        assert_eq!(pressed(&down), [Action::HardDrop]);
        let up = [(0.0, [200.0, 460.0]), (20.0, [201.0, 430.0]), (40.0, [202.0, 360.0]), (60.0, [202.0, 300.0])];
        assert_eq!(pressed(&up), [Action::Hold]);
        for (way, action) in [(down, Action::HardDrop), (up, Action::Hold)] {
            let rested = way.map(|(time, at)| (if time > 0.0 { time + 900.0 } else { time }, at));
            assert_eq!(pressed(&rested).last(), Some(&action), "of a finger that has rested on the screen too");
        }
    }

    #[test]
    fn a_slow_drag_down_falls_faster_until_it_turns_back() {
        let way = [
            (0.0, [200.0, 300.0]),
            (200.0, [200.0, 335.0]),
            (400.0, [200.0, 380.0]),
            (600.0, [235.0, 380.0]),
            (900.0, [235.0, 380.0]),
        ];
        assert_eq!(pressed(&way), [Action::SoftDrop, Action::Right], "and shifts on the way");
        let mut gesture = Gesture::begin(Vec2::new(200.0, 300.0), 0.0);
        assert_eq!(gesture.move_to(Vec2::new(200.0, 340.0), 0.3, STEP), [(Action::SoftDrop, true)]);
        assert_eq!(gesture.held_key_release(), Some((Action::SoftDrop, false)));
        assert_eq!(gesture.move_to(Vec2::new(200.0, 310.0), 0.6, STEP), [(Action::SoftDrop, false)]);
        assert_eq!(gesture.held_key_release(), None);
    }

    #[test]
    fn a_flick_to_the_side_does_not_drop() {
        let way = [(0.0, [100.0, 300.0]), (20.0, [140.0, 320.0]), (40.0, [190.0, 350.0])];
        assert_eq!(pressed(&way), [Action::Right, Action::Right, Action::Right]);
    }
}
