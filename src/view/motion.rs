//! What pushes boards, pieces and boxes about: springs and shakes. They move on their own and come to rest.

use super::stage::{BoardView, EffectStrength, ViewDeltaSeconds};
use crate::app::persistence::appearance::GameMoment;
use crate::game::components::ToppedOut;
use bevy::prelude::*;

/// How stiff the spring is that a swaying board hangs on.
const STIFFNESS: f32 = 620.0;
/// How strongly a swaying board is slowed down.
const DAMPING: f32 = 34.0;
/// How far a lost board tilts, in radians for each cell that it sinks.
const TILT: f32 = 0.075;
/// Seconds that a shake takes.
const SHAKE: f32 = 0.22;

/// A board's sway: where it is, away from home, and how fast, in cells.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Sway {
    at: Vec2,
    speed: Vec2,
    sunk: f32,
}

impl Sway {
    /// Pushes the board, in cells a second.
    pub fn push(&mut self, speed: Vec2) {
        self.speed = (self.speed + speed).clamp_length_max(14.0);
    }
}

/// A short shake sideways, in vermilion: something was refused.
#[derive(Component, Clone, Copy, Debug)]
pub struct RefusalShake {
    /// The seat of what is shaken.
    pub seat: usize,
    left: f32,
    home: Vec2,
    /// How strongly it is seen, 0-1.
    light: f32,
}

impl RefusalShake {
    /// A shake that has not begun, of something at `home` in its parent.
    pub fn new(seat: usize, home: Vec2) -> Self {
        Self { seat, left: 0.0, home, light: 0.0 }
    }

    /// Starts the shake, or starts it anew; `light` is how strongly it is seen, 0-1.
    pub fn start(&mut self, light: f32) {
        (self.left, self.light) = (SHAKE, light);
    }

    /// Ends the shake at once.
    pub fn end(&mut self) {
        self.left = 0.0;
    }

    /// The share of the shake that is left, 0-1.
    fn rest(&self) -> f32 {
        (self.left / SHAKE).clamp(0.0, 1.0)
    }

    /// How red the shaken thing is, 0-1.
    pub fn redness(&self) -> f32 {
        self.rest() * self.light
    }
}

pub(super) fn animate_sway(
    pace: Res<ViewDeltaSeconds>,
    strength: Res<EffectStrength>,
    topped_out: Query<&ToppedOut>,
    mut boards: Query<(&BoardView, &mut Sway, &mut Transform)>,
) {
    for (view, mut sway, mut place) in &mut boards {
        // Two half steps: stable at the lowest frame rates.
        for _ in 0..2 {
            let step = pace.0 / 2.0;
            let pull = -sway.at * STIFFNESS - sway.speed * DAMPING;
            sway.speed += pull * step;
            let speed = sway.speed;
            sway.at += speed * step;
        }
        if sway.at.length_squared() < 1e-5 && sway.speed.length_squared() < 1e-3 {
            sway.at = Vec2::ZERO;
            sway.speed = Vec2::ZERO;
        }
        // A lost board sinks.
        let lost = topped_out.get(view.player).is_ok_and(|loss| loss.0.is_some());
        let depth = if lost { 0.2 } else { 0.0 };
        sway.sunk += (depth - sway.sunk) * pace.share_of_way(3.0);
        let away = Vec2::new(sway.at.x, sway.at.y - sway.sunk) * view.cell * strength.sway();
        let at = (view.home + away).extend(place.translation.z);
        if place.translation != at {
            place.translation = at;
            // A lost board hangs from one corner only.
            let tilt = sway.sunk * TILT * strength.sway() * if view.seat == 0 { -1.0 } else { 1.0 };
            place.rotation = Quat::from_rotation_z(tilt);
        }
    }
}

pub(super) fn animate_shakes(
    pace: Res<ViewDeltaSeconds>,
    strength: Res<EffectStrength>,
    mut shaken: Query<(&mut RefusalShake, &mut Transform)>,
) {
    for (mut shake, mut place) in &mut shaken {
        if shake.left > 0.0 {
            shake.left = (shake.left - pace.0).max(0.0);
        }
        let swing = (shake.left * 75.0).sin() * 5.0 * shake.rest() * strength.motion(GameMoment::Refusal);
        if place.translation.x != shake.home.x + swing {
            place.translation.x = shake.home.x + swing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_as_red_as_its_slider_says() {
        let mut shake = RefusalShake::new(0, Vec2::ZERO);
        assert_eq!(shake.redness(), 0.0);
        for light in [1.0, 0.5, 0.0] {
            shake.start(light);
            assert_eq!(shake.redness(), light);
        }
    }
}
