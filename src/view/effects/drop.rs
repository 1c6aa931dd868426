//! Hard drops leave a trail of light and the board gives; locked pieces glint.

use super::tween::{Course, Effects, Pose, Tween};
use crate::game::Happened;
use crate::view::ViewSystems;
use crate::view::motion::Sway;
use crate::view::palette::colour;
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// The most rows a trail is long.
const TRAIL: f32 = 12.0;

/// Adds the effects.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lock.in_set(ViewSystems::React));
}

fn lock(
    mut happened: MessageReader<Happened>,
    mut effects: Effects,
    mut boards: Query<(Entity, &BoardView, &mut Sway)>,
) {
    for happened in happened.read() {
        let outcome = &happened.outcome;
        let Some(locked) = outcome.locked else { continue };
        let strength = effects.strength();
        let seat = usize::from(happened.seat);
        let Some((board, view, mut sway)) = boards.iter_mut().find(|(_, view, _)| view.seat == seat) else { continue };
        if strength == 0.0 {
            continue;
        }
        let (cell, piece) = (view.cell, locked.piece);
        let ink = colour(piece.kind.piece().colour);
        if let Some(rows) = outcome.hard_dropped {
            sway.push(Vec2::new(0.0, -2.4 - 0.09 * f32::from(rows)));
            let length = f32::from(rows).min(TRAIL);
            let shape = piece.kind.orientation(piece.facing);
            for column in shape.columns.0..=shape.columns.1 {
                let x = piece.x + column;
                let Some(top) = piece.cells().filter(|&(at, _)| at == x).map(|(_, y)| y).max() else { continue };
                if rows > 0 {
                    let at = Vec2::new((f32::from(x) + 0.5) * cell, f32::from(top + 1) * cell);
                    let size = Vec2::new(cell * 0.92, length * cell);
                    let tween = Tween::new(
                        Pose::at(at).alpha(0.36 * strength),
                        Pose::at(at).scale(0.4, 1.0).alpha(0.0),
                        0.26,
                        Course::Out,
                    );
                    let sprite = effects.sheet.sprite(Art::Fade, size, ink.mix(&Color::WHITE, 0.35));
                    let place = Transform::from_translation(at.extend(depth::GHOST - 0.2));
                    effects.commands.spawn((sprite, Anchor::BOTTOM_CENTER, place, tween, ChildOf(board)));
                }
            }
        }
        // Cleared rows have a light of their own, and risen ones are elsewhere by now.
        if outcome.cleared == 0 && outcome.risen == 0 {
            for (x, y) in piece.cells() {
                let at = (Vec2::new(f32::from(x), f32::from(y)) + 0.5) * cell;
                let tween = Tween::new(
                    Pose::at(at).alpha(0.6 * strength),
                    Pose::at(at).scale(1.04, 1.04).alpha(0.0),
                    0.2,
                    Course::Out,
                );
                effects.sprite(board, Art::Glint, Vec2::splat(cell), Color::WHITE, depth::LIGHT, tween);
            }
        }
    }
}
