//! The hold box and the next queue: pieces at rest, drawn small.

use super::fonts::{Fonts, TextWeight};
use super::layout::{BOX_TITLE_HEIGHT, FIRST_PIECE_SHARE};
use super::motion::RefusalShake;
use super::palette::{colour, translucent};
use super::sheet::{Art, SpriteSheet};
use super::stage::{SceneSpawner, Stage, depth};
use crate::game::Match;
use crate::game::components::{HoldSlot, Queue};
use crate::rules::pieces::MAX_MINOS;
use crate::rules::{Facing, PieceKind};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// Marks the panel of a seat's hold box.
#[derive(Component, Clone, Copy, Debug)]
pub struct HoldBox;

/// Marks the panel of a player's next queue.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct NextBox {
    player: Entity,
}

/// Which piece is drawn small: the held one, or one of the next queue by its place there, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceSlot {
    Hold,
    Next(usize),
}

/// A small piece in the hold box or in the next queue.
#[derive(Component, Clone, Debug)]
pub(super) struct SmallPiece {
    player: Entity,
    source: PieceSlot,
    cell: f32,
    minos: Vec<Entity>,
    shown: Option<(PieceKind, bool)>,
}

/// Spawns a panel with a title at `place`; what is put in it is placed from the panel's centre.
pub fn spawn_panel(commands: &mut Commands, stage: &Stage, sheet: &SpriteSheet, place: Rect) -> Entity {
    let sprite = sheet.stretched(Art::Panel, place.size(), colour([255; 3]));
    let at = Transform::from_translation(place.center().extend(depth::WELL));
    commands.spawn((Name::new("Panel"), sprite, at, Visibility::default(), ChildOf(stage.root))).id()
}

/// Spawns the title of a panel of this size, with a fine line under it.
fn title(
    commands: &mut Commands,
    stage: &Stage,
    fonts: &Fonts,
    sheet: &SpriteSheet,
    panel: Entity,
    size: Vec2,
    words: &str,
) {
    let unit = stage.layout.unit;
    let at = Vec3::new(-size.x / 2.0 + 11.0 * unit, size.y / 2.0 - BOX_TITLE_HEIGHT * unit * 0.54, 0.5);
    let high = 12.5 * unit * stage.layout.figures;
    let text = fonts.text(words, TextWeight::SemiBold, high, stage.skin.trim.metal, Anchor::CENTER_LEFT, at);
    commands.spawn((text, ChildOf(panel)));
    let line = sheet.sprite(
        Art::Plain,
        Vec2::new(size.x - 16.0 * unit, unit.max(1.0).round()),
        translucent(stage.skin.trim.metal, 0.22),
    );
    let at = Transform::from_xyz(0.0, (size.y / 2.0 - BOX_TITLE_HEIGHT * unit).round(), 0.4);
    commands.spawn((line, at, ChildOf(panel)));
}

pub(super) fn build_boxes(SceneSpawner { mut commands, stage, fonts, sheet }: SceneSpawner, current: Single<&Match>) {
    let stage = stage.as_ref();
    let unit = stage.layout.unit;
    for (seat, (place, _, player)) in stage.seats().enumerate() {
        if place.next.is_empty() {
            continue;
        }
        let small = |source| (player, source, place.small_cell);
        if current.rules.hold {
            let hold = spawn_panel(&mut commands, stage, &sheet, place.hold);
            commands.entity(hold).insert((HoldBox, RefusalShake::new(seat, place.hold.center())));
            title(&mut commands, stage, &fonts, &sheet, hold, place.hold.size(), "HOLD");
            let below = Vec2::new(0.0, -BOX_TITLE_HEIGHT * unit / 2.0);
            spawn_piece(&mut commands, &sheet, hold, below, small(PieceSlot::Hold));
        }

        let next = spawn_panel(&mut commands, stage, &sheet, place.next);
        commands.entity(next).insert(NextBox { player });
        title(&mut commands, stage, &fonts, &sheet, next, place.next.size(), "NEXT");
        let top = place.next.height() / 2.0 - (BOX_TITLE_HEIGHT + 4.0) * unit;
        let slots = ((place.next.height() - (BOX_TITLE_HEIGHT + 8.0) * unit) / place.slot - (FIRST_PIECE_SHARE - 1.0))
            .round() as usize;
        let first = Vec2::new(0.0, top - FIRST_PIECE_SHARE / 2.0 * place.slot);
        spawn_piece(&mut commands, &sheet, next, first, (player, PieceSlot::Next(0), place.first_cell));
        for slot in 1..slots {
            let centre = Vec2::new(0.0, top - (slot as f32 + FIRST_PIECE_SHARE - 0.5) * place.slot);
            spawn_piece(&mut commands, &sheet, next, centre, small(PieceSlot::Next(slot)));
        }
    }
}

/// Hides the box of a queue that has run out.
pub(super) fn hide_empty(queues: Query<&Queue>, mut boxes: Query<(&NextBox, &mut Visibility)>) {
    for (next, mut visibility) in &mut boxes {
        let is_empty = queues.get(next.player).is_ok_and(|queue| queue.0.shown().next().is_none());
        visibility.set_if_neq(if is_empty { Visibility::Hidden } else { Visibility::Inherited });
    }
}

fn spawn_piece(
    commands: &mut Commands,
    sheet: &SpriteSheet,
    parent: Entity,
    centre: Vec2,
    (player, source, cell): (Entity, PieceSlot, f32),
) {
    let minos: Vec<Entity> = (0..MAX_MINOS)
        .map(|_| {
            let sprite = sheet.sprite(Art::Plain, Vec2::splat(cell), Color::WHITE);
            commands.spawn((sprite, Transform::default(), Visibility::Hidden)).id()
        })
        .collect();
    let small = SmallPiece { player, source, cell, minos: minos.clone(), shown: None };
    let at = Transform::from_translation(centre.extend(1.0));
    commands.spawn((Name::new("Small piece"), small, at, Visibility::default(), ChildOf(parent))).add_children(&minos);
}

pub(super) fn show_boxes(
    sheet: Res<SpriteSheet>,
    mut pieces: Query<&mut SmallPiece>,
    players: Query<(&Queue, &HoldSlot)>,
    mut sprites: Query<(&mut Sprite, &mut Transform, &mut Visibility)>,
) {
    for mut small in &mut pieces {
        let Ok((queue, hold)) = players.get(small.player) else { continue };
        let now = match small.source {
            PieceSlot::Hold => hold.0.piece().map(|kind| (kind, hold.0.can_hold())),
            PieceSlot::Next(place) => queue.0.shown().nth(place).map(|kind| (kind, true)),
        };
        if small.shown == now {
            continue;
        }
        small.shown = now;
        let shape = now.map(|(kind, _)| kind.shape(Facing::North));
        let count = now.map_or(0, |(kind, _)| usize::from(kind.definition().minos));
        for (number, &mino) in small.minos.iter().enumerate() {
            let Ok((mut sprite, mut place, mut visibility)) = sprites.get_mut(mino) else { continue };
            let (Some(shape), Some((kind, free)), true) = (shape, now, number < count) else {
                *visibility = Visibility::Hidden;
                continue;
            };
            *visibility = Visibility::Inherited;
            sprite.rect = Some(sheet.rect(Art::Piece(kind.index() as u8)));
            sprite.color = if free { Color::WHITE } else { Color::srgba(0.5, 0.48, 0.52, 0.55) };
            let middle = |(first, last): (i8, i8)| f32::from(first + last) / 2.0;
            let (x, y) = shape.cells[number];
            let away = Vec2::new(f32::from(x) - middle(shape.columns), f32::from(y) - middle(shape.span));
            place.translation = (away * small.cell).extend(0.0);
        }
    }
}
