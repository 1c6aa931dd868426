//! A level higher: gold sweeps up the well.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::components::Score;
use crate::game::{Match, TickOutcomeMessage};
use crate::rules::GravityRule;
use crate::view::fonts::width_of;
use crate::view::letters::ladder_size;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// Marks the text of a new level, which is removed when the next level is reached.
#[derive(Component)]
pub(super) struct LevelWords;

pub(super) fn show_level_ups(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    current: Single<&Match>,
    boards: Query<(Entity, &BoardView)>,
    scores: Query<&Score>,
    shown: Query<(Entity, &ChildOf), With<LevelWords>>,
) {
    // Where levels do not make pieces fall faster, a new one is no news.
    let drives = current.rules.gravity == GravityRule::Curve;
    for happened in happened.read().filter(|happened| drives && happened.outcome.level_up) {
        let Ok((board, view)) = boards.get(effects.board(happened.seat)) else { continue };
        let (well, cell) = (view.well, view.cell);
        let light = effects.wide_light(board, effects.light_of_moment(GameMoment::LevelUp));
        let unit = effects.stage.layout.unit;
        // Upside down: the light leads, its tail follows.
        let size = Vec2::new(well.x, cell * 6.0);
        let (low, high) = (Vec2::new(well.x / 2.0, cell * 3.0), Vec2::new(well.x / 2.0, well.y - cell * 3.0));
        let turn = std::f32::consts::PI;
        let from = Pose::at_point(low).with_turn(turn).with_alpha(0.75 * light);
        let to = Pose::at_point(high).with_turn(turn).with_alpha(0.0);
        let way = Tween::new(from, to, 0.6, Easing::Out);
        effects.spawn_sprite(board, Art::Fade, size, colour(palette::GOLD), depth::LIGHT_DEPTH, way);
        let Ok(score) = scores.get(view.player) else { continue };
        let words = format!("LEVEL {}", score.0.level(current.rules.start_level));
        let at = Vec2::new(well.x / 2.0, well.y * 0.72);
        let rise = Vec2::new(0.0, 14.0 * unit * effects.motion(GameMoment::LevelUp));
        let size = size_of_words(&words, well.x, unit);
        let text = effects.words_bundle(&words, size, palette::GOLD, Anchor::CENTER, at.extend(depth::TEXT));
        let way = Tween::new(Pose::at_point(at - rise).with_alpha(0.0), Pose::at_point(at), 1.2, Easing::Stay);
        for (earlier, _) in shown.iter().filter(|(_, of)| of.parent() == board) {
            effects.commands.entity(earlier).despawn();
        }
        effects.commands.spawn((LevelWords, text, way, ChildOf(board)));
    }
}

/// The size of the words of a level, in pixels: where a well is narrow, they are no wider than it.
fn size_of_words(words: &str, well: f32, unit: f32) -> f32 {
    ladder_size((26.0 * unit).min(well * 0.94 / width_of(words)), unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_level_lie_within_a_narrow_well() {
        for (well, unit) in [(300.0, 1.0), (120.0, 1.0), (240.0, 2.0), (40.0, 1.0)] {
            let size = size_of_words("LEVEL 12", well, unit);
            assert!(size.round() * width_of("LEVEL 12") <= well, "{size} in {well}");
        }
        assert_eq!(size_of_words("LEVEL 12", 300.0, 1.0), 26.0);
    }
}
