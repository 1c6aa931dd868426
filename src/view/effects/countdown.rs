//! Three, two, one, go. The round runs while go is called, so that it is short and behind the pieces.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::{Match, Phase};
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// The first ticks of a round, in which "go" is called: more than a slow frame has.
const BEGINNING: u64 = 400;

/// What the countdown calls in a phase of the match: the seconds left, 0 for "go"; `None` for nothing.
fn called(phase: Phase) -> Option<u32> {
    match phase {
        Phase::Countdown { left } => Some(left.div_ceil(1000).max(1)),
        Phase::Playing => Some(0),
        _ => None,
    }
}

/// Marks the text over a board that calls out the countdown.
#[derive(Component)]
pub(super) struct CountdownText;

/// The match for which the countdown called last, and what it called: the next match begins with the same second.
type LastCall = Option<(Entity, u32)>;

/// Whether anything had been called before in this match, if something else than before is to be called now, or the
/// same because its words are lost, as in a window that was resized; `None` where what is called stays as it is.
fn call_anew(last: &mut LastCall, of: Entity, now: Option<u32>, is_lost: bool) -> Option<bool> {
    let now = now.map(|called| (of, called));
    let before = std::mem::replace(last, now);
    (before != now || is_lost).then(|| before.is_some_and(|(before, _)| before == of))
}

pub(super) fn show_countdown(
    mut last: Local<LastCall>,
    current: Single<(Entity, &Match)>,
    calls: Query<Entity, With<CountdownText>>,
    boards: Query<(Entity, &BoardView)>,
    mut effects: Effects,
) {
    let (entity, current) = *current;
    let now = called(current.phase);
    // Go is over too soon to be called twice.
    let is_lost = now > Some(0) && effects.stage.is_changed();
    let Some(before) = call_anew(&mut last, entity, now, is_lost) else { return };
    // In slow frames effects last longer than the seconds of the game.
    for call in &calls {
        effects.commands.entity(call).try_despawn();
    }
    // Go is called at the end of a countdown, not to somebody who comes back to a game in progress or jumps into one.
    let begins = before && current.round_tick < BEGINNING;
    let Some(seconds) = now.filter(|&seconds| seconds > 0 || begins) else { return };
    let words = if seconds > 0 { seconds.to_string() } else { "GO".to_owned() };
    let (light, motion) = (effects.light_of_moment(GameMoment::Countdown), effects.motion(GameMoment::Countdown));
    let (unit, metal) = (effects.stage.layout.unit, effects.stage.skin.trim.metal);
    let depth_of_words = if seconds > 0 { depth::BANNER } else { depth::GHOST - 0.3 };
    for (board, BoardView { well, .. }) in &boards {
        let at = Vec2::new(well.x / 2.0, well.y * 0.62);
        let size = (108.0 * unit).min(well.x * 0.55).min(well.y * 0.6);
        let ink = if seconds > 0 { palette::IVORY } else { metal };
        let text = effects.words_bundle(&words, size, ink, Anchor::CENTER, at.extend(depth_of_words));
        let start = 1.0 + 0.7 * motion;
        let life = if seconds > 0 { 0.92 } else { 0.4 };
        let from = Pose::at_point(at).with_scale(start, start).with_alpha(0.0);
        let way = Tween::new(from, Pose::at_point(at), life, Easing::Stay);
        effects.commands.spawn((Name::new("Countdown"), CountdownText, text, way, ChildOf(board)));
        let ring = Vec2::splat(size * 3.0);
        let from = Pose::at_point(at).with_scale(0.4, 0.4).with_alpha(0.4 * light);
        let way = Tween::new(from, Pose::at_point(at).with_scale(1.25, 1.25).with_alpha(0.0), 0.8, Easing::Out);
        effects.spawn_sprite(board, Art::Glow, ring, colour(metal), depth_of_words - 0.1, way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_called_as_they_begin() {
        let called_at = |left| called(Phase::Countdown { left });
        assert_eq!([called_at(3000), called_at(2001), called_at(2000), called_at(1)], [3, 3, 2, 1].map(Some));
        assert_eq!(called_at(0), Some(1));
        assert_eq!(called(Phase::Playing), Some(0));
    }

    #[test]
    fn another_match_calls_the_second_in_which_the_last_was_left() {
        let mut world = World::new();
        let [this, next] = [(); 2].map(|()| world.spawn_empty().id());
        let mut last = None;
        assert_eq!(call_anew(&mut last, this, Some(3), false), Some(false));
        assert_eq!(call_anew(&mut last, this, Some(3), false), None);
        assert_eq!(call_anew(&mut last, next, Some(3), false), Some(false), "begun anew within its first second");
        assert_eq!(call_anew(&mut last, next, Some(2), false), Some(true));
        assert_eq!(call_anew(&mut last, next, Some(2), true), Some(true), "the words of the call are lost");
        assert_eq!(call_anew(&mut last, next, None, false), Some(true), "nothing is called any more");
        assert_eq!(call_anew(&mut last, next, None, false), None);
    }
}
