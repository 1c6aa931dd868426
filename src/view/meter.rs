//! The garbage meter: a segment an attack, gold while it travels, vermilion when it is due, and how many rows in all.

use super::ViewSystems;
use super::fonts::{Fonts, Weight, write};
use super::palette::{self, colour, faint};
use super::sheet::{Art, Sheet};
use super::stage::{Stage, depth};
use crate::app::persistence::appearance::Moment;
use crate::game::Match;
use crate::game::components::Incoming;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// A meter on show.
#[derive(Component, Clone, Debug)]
pub struct Meter {
    player: Entity,
    cell: f32,
    width: f32,
    rows: f32,
    segments: Vec<Entity>,
    number: Entity,
    shown: u32,
    /// How strongly it flares, 0-1: something has just come.
    pub flare: f32,
    /// At which seat.
    pub seat: usize,
}

/// Adds the meters.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, build.in_set(ViewSystems::Build));
    app.add_systems(Update, show.in_set(ViewSystems::Show));
}

fn build(mut commands: Commands, stage: Res<Stage>, fonts: Res<Fonts>, sheet: Res<Sheet>) {
    let unit = stage.layout.unit;
    for (seat, (place, board, player)) in stage.seats().enumerate() {
        let (Some(bar), Some(number)) = (place.meter, place.meter_number) else { continue };
        let corner = bar.min - place.well.min;
        let line = unit.max(1.0).round();
        let groove = sheet.sprite(Art::Plain, bar.size() + line * 2.0, faint(stage.skin.trim.line, 0.8));
        let ground = sheet.sprite(Art::Plain, bar.size(), colour(stage.skin.trim.well));
        let at = |offset: f32, depth: f32| Transform::from_translation((corner - offset).extend(depth));
        commands.spawn((groove, Anchor::BOTTOM_LEFT, at(line, depth::WELL), ChildOf(board)));
        let ground =
            (Name::new("Meter"), ground, Anchor::BOTTOM_LEFT, at(0.0, depth::WELL + 0.1), Visibility::default());
        let ground = commands.spawn((ground, ChildOf(board))).id();

        let rows = (bar.height() / place.cell).round();
        let segments: Vec<Entity> = (0..rows as usize)
            .map(|_| {
                let sprite = sheet.sprite(Art::Plain, Vec2::ONE, Color::WHITE);
                let at = Transform::from_xyz(0.0, 0.0, 0.5);
                commands.spawn((sprite, Anchor::BOTTOM_LEFT, at, Visibility::Hidden, ChildOf(ground))).id()
            })
            .collect();
        let at = Vec3::new(bar.center().x, number.center().y, depth::TEXT);
        let text = fonts.text("", Weight::ExtraBold, 20.0 * unit, palette::ASH, Anchor::CENTER, at);
        let number = commands.spawn((Name::new("Waiting garbage"), text, ChildOf(stage.root))).id();
        let (cell, width) = (place.cell, bar.width());
        commands.entity(ground).insert(Meter {
            player,
            cell,
            width,
            rows,
            segments,
            number,
            shown: u32::MAX,
            flare: 0.0,
            seat,
        });
    }
}

fn show(
    time: Res<Time>,
    pace: Res<super::stage::Pace>,
    strength: Res<super::stage::Strength>,
    current: Single<&Match>,
    mut meters: Query<&mut Meter>,
    incoming: Query<&Incoming>,
    mut sprites: Query<(&mut Sprite, &mut Transform, &mut Visibility)>,
    mut texts: Query<(&mut Text2d, &mut TextColor)>,
) {
    let pulse = 0.5 + 0.5 * (time.elapsed_secs() * 9.0).sin();
    let now = current.round_tick;
    for mut meter in &mut meters {
        let Ok(incoming) = incoming.get(meter.player) else { continue };
        meter.flare = (meter.flare - pace.0 * 3.0).max(0.0);
        let (gold, red, white) = (colour(palette::GOLD), colour(palette::VERMILION), colour(palette::IVORY));
        let mut waiting = incoming.0.waiting();
        let mut row = 0.0;
        for &segment in &meter.segments {
            let Ok((mut sprite, mut place, mut visibility)) = sprites.get_mut(segment) else { continue };
            let left = meter.rows - row;
            let Some(attack) = waiting.next().filter(|_| left >= 1.0) else {
                visibility.set_if_neq(Visibility::Hidden);
                continue;
            };
            visibility.set_if_neq(Visibility::Inherited);
            let height = (attack.rows as f32).min(left);
            place.translation = Vec3::new(2.0, row * meter.cell + 1.0, 0.5);
            sprite.custom_size = Some(Vec2::new(meter.width - 4.0, height * meter.cell - 2.0));
            let due = attack.due <= now;
            let light = meter.flare * 0.7 + if due { pulse * 0.25 * strength.motion(Moment::Garbage) } else { 0.0 };
            sprite.color = if due { red } else { gold }.mix(&white, light.min(0.8));
            row += height;
        }
        let rows = incoming.0.rows();
        if let Ok((mut text, mut ink)) = texts.get_mut(meter.number) {
            if meter.shown != rows {
                write(&mut text, &rows.to_string());
                meter.shown = rows;
            }
            let due = incoming.0.due(now) > 0;
            ink.set_if_neq(TextColor(match rows {
                0 => faint(palette::ASH, 0.45),
                _ if due => red,
                _ => gold,
            }));
        }
    }
}
