//! The table: a vignette of warm light on black lacquer, gold ornament in two corners, and blocks that fall slowly and
//! faintly, with a match and without.

use super::paint::{Canvas, ink, mix, smooth};
use super::palette::{self, faint};
use super::{ornament, tiles};
use crate::rules::pieces::PIECES;
use crate::rules::{Facing, PieceSet};
use bevy::math::Vec2;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::window::PrimaryWindow;

/// Pieces that fall.
const PIECES_FALLING: usize = 9;
/// A faint mino's side, as a share of the window's height.
const MINO: f32 = 0.042;

/// What is stretched over the whole window.
#[derive(Component, Clone, Copy, Debug)]
struct Table;

/// The ornament of a corner: to which sides it lies.
#[derive(Component, Clone, Copy, Debug)]
struct Corner(Vec2);

/// How high an ornament is, as a share of the window's height.
const ORNAMENT: f32 = 0.5;

/// A piece that falls, in shares of the window: where, how fast.
#[derive(Component, Clone, Copy, Debug)]
struct Drifting {
    across: f32,
    height: f32,
    speed: f32,
    number: u32,
}

/// Adds the table.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn);
    app.add_systems(Update, (fit, drift));
}

fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let mut canvas = Canvas::new(320, 180);
    let (night, warm) = (ink(palette::NIGHT), ink([48, 22, 26]));
    canvas.paint(0, 0, 320, 180, |at| {
        let from = (at / Vec2::new(320.0, 180.0) - Vec2::new(0.5, 0.46)) * Vec2::new(1.25, 1.0);
        let light = smooth(0.75, 0.0, from.length());
        mix(night * 0.6, warm, light * 0.8).extend(1.0)
    });
    let table = Sprite { image: images.add(canvas.into_image()), ..default() };
    commands.spawn((Name::new("Table"), Table, table, Transform::from_xyz(0.0, 0.0, -100.0)));

    let ornament = images.add(ornament::corner().into_image());
    for (x, y, alpha) in [(-1.0, -1.0, 0.08), (1.0, 1.0, 0.08), (-1.0, 1.0, 0.04), (1.0, -1.0, 0.04)] {
        let sprite = Sprite {
            image: ornament.clone(),
            color: faint([255; 3], alpha),
            flip_x: x > 0.0,
            flip_y: y > 0.0,
            ..default()
        };
        let at = Transform::from_xyz(0.0, 0.0, -95.0);
        commands.spawn((Name::new("Ornament"), Corner(Vec2::new(x, y)), sprite, Anchor(Vec2::new(x, y) / 2.0), at));
    }

    let mut canvas = Canvas::new(48 * PIECES.len(), 48);
    for (kind, piece) in PIECES.iter().enumerate() {
        canvas.paint(kind * 48, 0, 48, 48, |at| tiles::piece(at / 24.0 - 1.0, piece.colour));
    }
    let minos = images.add(canvas.into_image());
    for number in 0..PIECES_FALLING as u32 {
        let kind = PieceSet::Tetromino.kind(number as usize);
        let shape = kind.orientation(Facing::ALL[number as usize % 4]);
        let place = Drifting {
            across: (number as f32 + 0.5) / PIECES_FALLING as f32 - 0.5,
            height: scattered(number) * 1.4 - 0.7,
            speed: 0.012 + 0.016 * scattered(number + 40),
            number,
        };
        let piece = (Name::new("Falling far away"), place, Transform::from_xyz(0.0, 0.0, -90.0), Visibility::default());
        commands.spawn(piece).with_children(|parts| {
            for &(x, y) in &shape.cells[..usize::from(kind.piece().minos)] {
                let left = kind.index() as f32 * 48.0;
                let sprite = Sprite {
                    image: minos.clone(),
                    rect: Some(Rect::new(left + 0.5, 0.5, left + 47.5, 47.5)),
                    custom_size: Some(Vec2::ONE),
                    color: faint([255; 3], 0.010 + 0.014 * scattered(number + 80)),
                    ..default()
                };
                parts.spawn((sprite, Transform::from_xyz(f32::from(x) - 1.0, f32::from(y) - 1.0, 0.0)));
            }
        });
    }
}

/// A number from 0 to 1, the same for the same place: the table's blocks need no generator.
fn scattered(place: u32) -> f32 {
    let mixed = (place.wrapping_mul(2_654_435_761) ^ 0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
    ((mixed >> 8) % 1000) as f32 / 1000.0
}

fn fit(
    window: Option<Single<&Window, (With<PrimaryWindow>, Changed<Window>)>>,
    mut tables: Query<&mut Sprite, With<Table>>,
    mut corners: Query<(&Corner, &mut Sprite, &mut Transform), Without<Table>>,
) {
    let Some(window) = window else { return };
    let size = window.physical_size().as_vec2();
    for (corner, mut sprite, mut place) in &mut corners {
        sprite.custom_size = Some(Vec2::splat(size.y * ORNAMENT));
        place.translation = (corner.0 * size / 2.0).extend(place.translation.z);
    }
    for mut table in &mut tables {
        table.custom_size = Some(size);
    }
}

fn drift(
    time: Res<Time>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut pieces: Query<(&mut Drifting, &mut Transform)>,
) {
    let Some(window) = window else { return };
    let size = window.physical_size().as_vec2();
    for (mut piece, mut place) in &mut pieces {
        piece.height -= piece.speed * time.delta_secs().min(0.1);
        if piece.height < -0.7 {
            piece.height = 0.7;
            piece.number = piece.number.wrapping_add(PIECES_FALLING as u32);
            let lane = (piece.across + 0.5) * PIECES_FALLING as f32;
            piece.across = (lane.floor() + 0.2 + 0.6 * scattered(piece.number)) / PIECES_FALLING as f32 - 0.5;
        }
        let scale = size.y * MINO * (0.7 + 0.6 * scattered(piece.number % PIECES_FALLING as u32 + 7));
        place.translation = (Vec2::new(piece.across, piece.height) * size).extend(-90.0);
        place.scale = Vec2::splat(scale).extend(1.0);
    }
}
