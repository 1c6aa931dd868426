//! Tweens: short-lived sprites and texts that go from one pose to another.

use crate::app::persistence::appearance::GameMoment;
use crate::view::fonts::{Fonts, TextWeight};
use crate::view::sheet::{Art, SpriteSheet};
use crate::view::stage::{EffectStrength, LastWideLight, Stage, ViewDeltaSeconds};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// The seconds in which a light rises where motion is reduced; half of its life where that is shorter.
const SLOW_RISE: f32 = 0.25;

/// Where the entity of a tween is, and how it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The place, in pixels from the parent's origin.
    pub at: Vec2,
    /// The scale across and upwards; 1 is the size as spawned.
    pub scale: Vec2,
    /// How opaque it is, 0-1.
    pub alpha: f32,
    /// The angle it is turned by, counterclockwise in radians.
    pub turn: f32,
}

impl Pose {
    /// A pose at this place, opaque, neither scaled nor turned.
    pub const fn at_point(at: Vec2) -> Self {
        Self { at, scale: Vec2::ONE, alpha: 1.0, turn: 0.0 }
    }

    /// The same pose, as opaque as `alpha`, 0-1.
    pub const fn with_alpha(self, alpha: f32) -> Self {
        Self { alpha, ..self }
    }

    /// The same pose, scaled by `x` across and by `y` upwards.
    pub const fn with_scale(self, x: f32, y: f32) -> Self {
        Self { scale: Vec2::new(x, y), ..self }
    }

    /// The same pose, turned counterclockwise by `turn` radians.
    pub const fn with_turn(self, turn: f32) -> Self {
        Self { turn, ..self }
    }
}

/// How a tween goes from its first pose to its last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Easing {
    /// Quickly at first, then slower.
    Out,
    /// Slowly at first, then quicker.
    In,
    /// All the way in the first fifth of the time, then at rest, and fading for the last quarter.
    Stay,
    /// Evenly, fading for the last quarter.
    Drift,
}

/// An entity on its way from one pose to another. The entity is despawned when the way is over.
#[derive(Component, Clone, Copy, Debug)]
pub struct Tween {
    /// Seconds so far; negative while it waits to begin.
    pub age: f32,
    /// Seconds that the way takes.
    pub life: f32,
    /// The pose it starts in.
    pub from: Pose,
    /// The pose it ends in.
    pub to: Pose,
    /// How it moves and fades on its way.
    pub easing: Easing,
    /// Whether it is a light that comes slowly to half of its strength and goes as slowly, in place of a flash.
    is_slow: bool,
}

impl Tween {
    /// A tween from one pose to another in `life` seconds.
    pub const fn new(from: Pose, to: Pose, life: f32, easing: Easing) -> Self {
        Self { age: 0.0, life, from, to, easing, is_slow: false }
    }

    /// A light that is as opaque as `alpha`, 0-1, and goes out where it is in `life` seconds.
    pub const fn going_out(at: Vec2, alpha: f32, life: f32) -> Self {
        let pose = Pose::at_point(at);
        Self::new(pose.with_alpha(alpha), pose.with_alpha(0.0), life, Easing::Out)
    }

    /// The same tween, beginning `delay` seconds later.
    pub const fn delayed(self, delay: f32) -> Self {
        Self { age: -delay, ..self }
    }

    /// The same tween without a movement: it fades where it begins.
    /// A light that would begin at its brightest comes and goes slowly.
    pub const fn without_motion(self) -> Self {
        let is_slow = self.from.alpha > self.to.alpha;
        Self { to: Pose { alpha: self.to.alpha, ..self.from }, is_slow, ..self }
    }

    /// How opaque a light is that comes and goes slowly.
    fn slow_alpha(&self) -> f32 {
        let rise = SLOW_RISE.min(self.life / 2.0);
        let (risen, left) = (self.age / rise, (self.life - self.age) / (self.life - rise));
        self.from.alpha / 2.0 * risen.min(left).clamp(0.0, 1.0)
    }

    /// The pose of the tween at its present age.
    pub fn pose(&self) -> Pose {
        let time = (self.age / self.life).clamp(0.0, 1.0);
        let (way, fade) = match self.easing {
            Easing::Out => (1.0 - (1.0 - time).powi(3), 1.0),
            Easing::In => (time * time, 1.0),
            Easing::Drift => (time, ((1.0 - time) / 0.25).min(1.0)),
            Easing::Stay => {
                let way = (time / 0.2).min(1.0);
                // A little past the goal and back.
                let way = 1.0 + 2.2 * (way - 1.0).powi(3) + 1.2 * (way - 1.0).powi(2);
                (way, ((1.0 - time) / 0.25).min(1.0))
            }
        };
        let (from, to) = (self.from, self.to);
        let alpha = (from.alpha + (to.alpha - from.alpha) * way).clamp(0.0, 1.0) * fade;
        Pose {
            at: from.at.lerp(to.at, way),
            scale: from.scale.lerp(to.scale, way),
            alpha: if self.is_slow { self.slow_alpha() } else { alpha },
            turn: from.turn + (to.turn - from.turn) * way,
        }
    }
}

/// Moves every tween on.
pub(super) fn animate(
    mut commands: Commands,
    pace: Res<ViewDeltaSeconds>,
    mut tweens: Query<(Entity, &mut Tween, &mut Transform, Option<&mut Sprite>, Option<&mut TextColor>)>,
) {
    for (entity, mut tween, mut place, sprite, text) in &mut tweens {
        if tween.age >= tween.life {
            commands.entity(entity).despawn();
            continue;
        }
        let pose = tween.pose();
        place.translation = pose.at.extend(place.translation.z);
        place.scale = pose.scale.extend(1.0);
        place.rotation = Quat::from_rotation_z(pose.turn);
        if let Some(mut sprite) = sprite {
            sprite.color.set_alpha(pose.alpha);
        }
        if let Some(mut text) = text {
            text.0.set_alpha(pose.alpha);
        }
        tween.age += pace.0;
    }
}

/// What every effect needs, as one parameter of a system.
#[derive(SystemParam)]
pub struct Effects<'w, 's> {
    /// The commands that spawn an effect.
    pub commands: Commands<'w, 's>,
    /// The sheet with the pictures.
    pub sheet: Res<'w, SpriteSheet>,
    /// The scene that is drawn, which says where each board lies.
    pub stage: Res<'w, Stage>,
    fonts: Res<'w, Fonts>,
    strength: Res<'w, EffectStrength>,
    wide_lights: Query<'w, 's, &'static mut LastWideLight>,
    time: Res<'w, Time<Real>>,
    scatter: Local<'s, u32>,
}

impl Effects<'_, '_> {
    /// The entity of the board at this seat of the match.
    pub fn board(&self, seat: u8) -> Entity {
        self.stage.boards.get(usize::from(seat)).copied().unwrap_or(Entity::PLACEHOLDER)
    }

    /// How strong a moment's light is, 0-1.
    pub fn light_of_moment(&self, moment: GameMoment) -> f32 {
        self.strength.light_of_moment(moment)
    }

    /// How strong a moment's movements are, 0-1.
    pub fn motion(&self, moment: GameMoment) -> f32 {
        self.strength.motion(moment)
    }

    /// The strength, 0-1, at which a light of this strength, as wide as the well of this board, is shown now: little of
    /// it where another one has just been.
    pub fn wide_light(&mut self, board: Entity, strength: f32) -> f32 {
        self.wide_lights.get_mut(board).map_or(strength, |mut last| last.shown_at(self.time.elapsed(), strength))
    }

    /// The tween as it is shown: where motion is reduced it stays where it is and fades.
    pub fn as_shown(&self, tween: Tween) -> Tween {
        if self.strength.is_still() { tween.without_motion() } else { tween }
    }

    /// Spawns a sprite on its way, as a child of `parent`; where motion is reduced it stays where it is and fades.
    pub fn spawn_sprite(&mut self, parent: Entity, art: Art, size: Vec2, ink: Color, depth: f32, tween: Tween) {
        let tween = self.as_shown(tween);
        let sprite = self.sheet.sprite(art, size, ink.with_alpha(tween.pose().alpha));
        let at = Transform::from_translation(tween.from.at.extend(depth));
        self.commands.spawn((sprite, at, tween, ChildOf(parent)));
    }

    /// The text entity of heavy words of `size` pixels, with their `anchor` at a place.
    pub fn words_bundle(&self, words: &str, size: f32, ink: [u8; 3], anchor: Anchor, at: Vec3) -> impl Bundle + use<> {
        self.fonts.text(words, TextWeight::ExtraBold, size, ink, anchor, at)
    }

    /// A number from -1 to 1 that looks like chance: nothing of the game depends on it.
    pub fn pseudo_random(&mut self) -> f32 {
        *self.scatter = self.scatter.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*self.scatter >> 8) as f32 / 8_388_608.0 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tween_begins_and_ends_where_it_should() {
        let (from, to) = (Pose::at_point(Vec2::ZERO).with_alpha(0.0), Pose::at_point(Vec2::new(4.0, 2.0)));
        for easing in [Easing::Out, Easing::In, Easing::Stay, Easing::Drift] {
            let mut tween = Tween::new(from, to, 0.5, easing).delayed(1.0);
            assert_eq!(tween.pose().at, from.at, "{easing:?} waits at its start");
            tween.age = 0.5;
            assert!((tween.pose().at - to.at).length() < 1e-3, "{easing:?} arrives");
        }
        let still = Tween::new(from, to, 1.0, Easing::Out).without_motion();
        assert_eq!(still.to, Pose { alpha: 1.0, ..from }, "it stays where it begins");
        let mut text = Tween::new(from, to, 1.0, Easing::Stay);
        text.age = 0.5;
        assert_eq!(text.pose().alpha, 1.0, "a text stands still to be read");
    }

    #[test]
    fn light_comes_and_goes_slowly_where_motion_is_reduced() {
        let pose = Pose::at_point(Vec2::ZERO);
        let alpha_at = |tween: Tween, age: f32| Tween { age, ..tween }.pose().alpha;
        for life in [0.2, 0.45, 0.9, 2.6] {
            let flash = Tween::new(pose.with_alpha(0.6), pose.with_alpha(0.0), life, Easing::Out);
            let slow = flash.without_motion();
            assert_eq!([alpha_at(flash, 0.0), alpha_at(slow, -0.1), alpha_at(slow, 0.0)], [0.6, 0.0, 0.0]);
            let frames: Vec<f32> = (0..=300).map(|frame| alpha_at(slow, life * frame as f32 / 300.0)).collect();
            let brightest = frames.iter().copied().fold(0.0, f32::max);
            assert!((0.29..=0.3001).contains(&brightest), "{life}: {brightest}");
            assert!(frames[300] < 0.001, "{life}: it is out at the end");
            let quickest = frames.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
            let slowest_way = 0.3 * life / 300.0 / SLOW_RISE.min(life / 2.0);
            assert!(quickest < slowest_way * 1.01, "{life}: it never leaps");
        }
        // What comes slowly by itself, as words and the bands behind them do, is as opaque as before.
        let words = Tween::new(pose.with_alpha(0.0), pose, 1.0, Easing::Stay);
        assert_eq!(alpha_at(words.without_motion(), 0.5), 1.0);
    }
}
