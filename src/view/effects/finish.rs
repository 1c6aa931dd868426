//! The end of a round or a match: paper rains on who has won, and the light goes out over who has lost.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::{Match, Phase, PhaseChanged, SeatSetup};
use crate::rules::PieceKind;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;

/// Scraps of paper for a match; a round's winner gets a third of them.
const SCRAPS: usize = 60;

pub(super) fn show_round_ends(
    mut phases: MessageReader<PhaseChanged>,
    current: Single<&Match>,
    people: Query<&SeatSetup>,
    boards: Query<(Entity, &BoardView)>,
    mut effects: Effects,
) {
    for changed in phases.read() {
        let over = matches!(changed.phase, Phase::Over { .. });
        if !over && !matches!(changed.phase, Phase::RoundOver { .. }) {
            continue;
        }
        let winner = changed.phase.winner().map(usize::from);
        let is_person = |seat: &Entity| people.get(*seat).is_ok_and(SeatSetup::is_persons_here);
        // A computer player that has beaten a person is not cheered.
        let cheered = winner.and_then(|winner| current.seats.get(winner)).is_some_and(is_person)
            || !current.seats.iter().any(is_person);
        for (board, &BoardView { seat, well, cell, .. }) in &boards {
            if Some(seat) == winner {
                if !cheered {
                    continue;
                }
                let count = if over { SCRAPS } else { SCRAPS / 3 };
                rain(&mut effects, board, well, cell, count);
            } else {
                let alpha = 0.6 * effects.light_of_moment(GameMoment::Loss);
                let pose = Pose::at_point(well / 2.0);
                let life = if over { 2.6 } else { 1.7 };
                let way = Tween::new(pose.with_alpha(0.0), pose.with_alpha(alpha), life, Easing::Stay);
                effects.spawn_sprite(board, Art::Plain, well, colour([6, 5, 8]), depth::LIGHT_DEPTH, way.delayed(0.15));
            }
        }
    }
}

fn rain(effects: &mut Effects, board: Entity, well: Vec2, cell: f32, count: usize) {
    let strength = effects.light_of_moment(GameMoment::Win);
    if strength == 0.0 {
        return;
    }
    let light = effects.wide_light(board, strength);
    let glow = Tween::going_out(well / 2.0, 0.4 * light, 1.2);
    effects.spawn_sprite(board, Art::Plain, well, colour(palette::GOLD), depth::LIGHT_DEPTH, glow);
    if effects.motion(GameMoment::Win) == 0.0 {
        return;
    }
    for number in 0..count {
        let (x, slant, late) = (effects.pseudo_random(), effects.pseudo_random(), effects.pseudo_random().abs());
        let start = Vec2::new(well.x * (0.5 + 0.6 * x), well.y * 1.08);
        let end = start + Vec2::new(slant * cell * 3.0, -well.y * (0.75 + 0.3 * late));
        let hue = PieceKind::from_index(number % 7).map_or(palette::GOLD, |kind| effects.stage.piece_rgb(kind));
        let ink = colour(hue).mix(&Color::WHITE, 0.25);
        let from = Pose::at_point(start).with_alpha(strength);
        let to = Pose::at_point(end).with_scale(0.8, 0.3).with_alpha(strength).with_turn(slant * 9.0);
        let way = Tween::new(from, to, 1.5 + 0.7 * late, Easing::Drift);
        let size = Vec2::new(0.32, 0.2) * cell;
        effects.spawn_sprite(board, Art::Plain, size, ink, depth::PARTICLES, way.delayed(late * 0.7));
    }
}
