//! The effect of a refused key: the piece that cannot turn shakes, or the hold box that is used up.

use crate::app::persistence::appearance::GameMoment;
use crate::game::TickOutcomeMessage;
use crate::game::components::RefusedRequest;
use crate::view::boxes::HoldBox;
use crate::view::motion::RefusalShake;
use crate::view::palette::{self, colour};
use crate::view::stage::EffectStrength;
use bevy::prelude::*;

pub(super) fn shake_for_refusals(
    mut happened: MessageReader<TickOutcomeMessage>,
    strength: Res<EffectStrength>,
    mut shaken: Query<(&mut RefusalShake, Has<HoldBox>)>,
) {
    for happened in happened.read() {
        // What cannot be taken back is said in a line: no piece or box has refused it.
        let Some(refused @ (RefusedRequest::Rotation | RefusedRequest::Hold)) = happened.outcome.refused else {
            continue;
        };
        for (mut shake, is_hold) in &mut shaken {
            if shake.seat == usize::from(happened.seat) && is_hold == (refused == RefusedRequest::Hold) {
                shake.start(strength.light_of_moment(GameMoment::Refusal));
            }
        }
    }
}

pub(super) fn redden_hold_box(mut boxes: Query<(&RefusalShake, &mut Sprite), (With<HoldBox>, Changed<RefusalShake>)>) {
    for (shake, mut sprite) in &mut boxes {
        let [red, green, blue] = palette::VERMILION.map(|part| f32::from(part) / 115.0);
        sprite.color = colour([255; 3]).mix(&Color::srgb(red, green, blue), shake.redness());
    }
}
