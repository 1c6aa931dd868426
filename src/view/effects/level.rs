//! A level higher: gold sweeps up the well.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::components::Score;
use crate::game::{Match, TickOutcomeMessage};
use crate::rules::GravityRule;
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
        let light = effects.light_of_moment(GameMoment::LevelUp) * effects.share_of_wide_light(board);
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
        let text = effects.words_bundle(&words, 26.0 * unit, palette::GOLD, Anchor::CENTER, at.extend(depth::TEXT));
        let way = Tween::new(Pose::at_point(at - rise).with_alpha(0.0), Pose::at_point(at), 1.2, Easing::Stay);
        for (earlier, _) in shown.iter().filter(|(_, of)| of.parent() == board) {
            effects.commands.entity(earlier).despawn();
        }
        effects.commands.spawn((LevelWords, text, way, ChildOf(board)));
    }
}
