//! Danger: the frame glows vermilion and pulses while the stack is high, sooner when garbage is due.

use super::ViewSystems;
use super::palette::{self, faint};
use super::sheet::{Art, HALO_REACH, Sheet};
use super::stage::{Pace, Stage, Strength, depth};
use crate::game::Match;
use crate::game::components::{Field, Incoming, Standing};
use bevy::prelude::*;

/// The glow around a frame.
#[derive(Component, Clone, Copy, Debug)]
struct Halo {
    player: Entity,
    /// How much danger is on show, 0-1.
    shown: f32,
    phase: f32,
}

/// Adds the glow.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, build.in_set(ViewSystems::Build));
    app.add_systems(Update, glow.in_set(ViewSystems::Animate).run_if(resource_exists::<Stage>));
}

fn build(mut commands: Commands, stage: Res<Stage>, sheet: Res<Sheet>) {
    for (place, board, player) in stage.seats() {
        let outside = place.well.size() + Vec2::new(2.0, 1.0) * place.frame;
        let centre = place.well.size() / 2.0 - Vec2::new(0.0, place.frame / 2.0);
        let sprite = sheet.stretched(Art::Halo, outside + HALO_REACH * 2.0 * stage.layout.unit, faint([0; 3], 0.0));
        let halo = Halo { player, shown: 0.0, phase: 0.0 };
        let at = Transform::from_translation(centre.extend(depth::WELL - 0.5));
        commands.spawn((Name::new("Danger"), halo, sprite, at, Visibility::Hidden, ChildOf(board)));
    }
}

fn glow(
    pace: Res<Pace>,
    strength: Res<Strength>,
    current: Option<Single<&Match>>,
    players: Query<(&Field, &Incoming, &Standing)>,
    mut halos: Query<(&mut Halo, &mut Sprite, &mut Visibility)>,
) {
    let Some(current) = current else { return };
    for (mut halo, mut sprite, mut visibility) in &mut halos {
        let Ok((field, incoming, standing)) = players.get(halo.player) else { continue };
        let board = field.0.board();
        let visible = usize::from(board.size().visible);
        let height = board.stack_height();
        let threatened = height + incoming.0.due(current.round_tick) as usize > visible;
        let danger = match standing.0 {
            None if current.is_playing() && height * 4 > visible * 3 => 1.0,
            None if current.is_playing() && threatened => 0.7,
            _ => 0.0,
        };
        halo.shown += (danger - halo.shown) * (1.0 - (-pace.0 * 6.0).exp());
        if halo.shown < 0.01 {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        }
        visibility.set_if_neq(Visibility::Inherited);
        halo.phase += pace.0 * (4.0 + 3.0 * danger);
        // Without effects it still warns, but stands still.
        let beat = 0.72 + 0.28 * halo.phase.sin() * strength.0;
        sprite.color = faint(palette::VERMILION, halo.shown * beat);
    }
}
