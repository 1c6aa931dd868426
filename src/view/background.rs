//! The background of the window, called the table: it is painted as the skin has it, with ornaments in the corners, and
//! faint pieces fall slowly in front of it, whether a match is on or not.

use super::hues;
use super::ornament;
use super::paint::Canvas;
use super::palette::translucent;
use super::skins::{Skin, TileKind, skin};
use crate::app::persistence::Settings;
use crate::app::persistence::appearance::{PaletteName, SkinName};
use crate::rules::{Facing, PieceKind, PieceSet};
use bevy::math::Vec2;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// How many faint pieces fall.
const PIECES_FALLING: usize = 9;
/// The side of a mino of the faint pieces, as a share of the window's height.
const MINO: f32 = 0.042;

/// Marks the sprite of the background, which is stretched over the whole window.
#[derive(Component, Clone, Copy, Debug)]
struct Backdrop;

/// How high the ornament in a corner of the background is, as a share of the window's height.
const ORNAMENT: f32 = 0.5;

/// Marks the sprite of one mino of a faint piece.
#[derive(Component, Clone, Copy, Debug)]
struct FarMino;

/// A faint piece that falls: its place and its speed, in shares of the window.
#[derive(Component, Clone, Copy, Debug)]
struct Drifting {
    across: f32,
    height: f32,
    speed: f32,
    number: u32,
}

/// Adds the table and the faint pieces that fall in front of it.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn);
    app.add_systems(Update, (fit, dress, drift));
}

fn spawn(mut commands: Commands) {
    commands.spawn((Name::new("Table"), Backdrop, Sprite::default(), Transform::from_xyz(0.0, 0.0, -100.0)));
    for number in 0..PIECES_FALLING as u32 {
        let kind = PieceSet::Tetromino.kind(number as usize);
        let shape = kind.shape(Facing::ALL[number as usize % 4]);
        let place = Drifting {
            across: (number as f32 + 0.5) / PIECES_FALLING as f32 - 0.5,
            height: scattered(number) * 1.4 - 0.7,
            speed: 0.012 + 0.016 * scattered(number + 40),
            number,
        };
        let piece = (Name::new("Falling far away"), place, Transform::from_xyz(0.0, 0.0, -90.0), Visibility::default());
        commands.spawn(piece).with_children(|parts| {
            for &(x, y) in &shape.cells[..usize::from(kind.definition().minos)] {
                let left = kind.index() as f32 * 48.0;
                let sprite = Sprite {
                    rect: Some(Rect::new(left + 0.5, 0.5, left + 47.5, 47.5)),
                    custom_size: Some(Vec2::ONE),
                    color: translucent([255; 3], 0.010 + 0.014 * scattered(number + 80)),
                    ..default()
                };
                parts.spawn((FarMino, sprite, Transform::from_xyz(f32::from(x) - 1.0, f32::from(y) - 1.0, 0.0)));
            }
        });
    }
}

/// A number from 0 to 1 that looks random and is always the same for the same `place`, so that the faint pieces
/// need no random generator.
fn scattered(place: u32) -> f32 {
    let mixed = (place.wrapping_mul(2_654_435_761) ^ 0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
    ((mixed >> 8) % 1000) as f32 / 1000.0
}

/// Paints the background anew, ornaments and all, where the window's size or the skin has changed: one picture costs
/// the renderer less than five.
fn fit(
    window: Single<&Window, With<PrimaryWindow>>,
    settings: Res<Settings>,
    mut tables: Query<&mut Sprite, With<Backdrop>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<(UVec2, SkinName)>,
) {
    let (window, name) = (window.physical_size(), settings.appearance.skin);
    if *painted == (window, name) || window.x == 0 || window.y == 0 {
        return;
    }
    *painted = (window, name);
    let height = window.y.clamp(360, 1080);
    let width = (window.x * height / window.y).clamp(320, 4096);
    for mut table in &mut tables {
        table.custom_size = Some(window.as_vec2());
        table.image = images.add(painted_table(width as usize, height as usize, skin(name)).into_image());
    }
}

/// Paints the tiles of the faint pieces anew where the skin or the palette has changed.
fn dress(
    settings: Res<Settings>,
    mut minos: Query<&mut Sprite, With<FarMino>>,
    mut images: ResMut<Assets<Image>>,
    mut worn: Local<Option<(SkinName, PaletteName)>>,
) {
    let looks = (settings.appearance.skin, settings.appearance.palette);
    if *worn == Some(looks) {
        return;
    }
    *worn = Some(looks);
    let skin = skin(looks.0);
    let mut canvas = Canvas::new(48 * 7, 48);
    for kind in (0..7).filter_map(PieceKind::from_index) {
        let face = TileKind::Piece(kind.index(), hues::piece_rgb(looks.1, kind));
        canvas.paint_rect(kind.index() * 48, 0, 48, 48, |at| (skin.tile_colour_at)(at / 24.0 - 1.0, face));
    }
    let image = images.add(canvas.into_image());
    for mut mino in &mut minos {
        mino.image = image.clone();
    }
}

/// Paints the background of a skin, with an ornament in each corner where the skin has scrolls.
fn painted_table(width: usize, height: usize, skin: &Skin) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let size = Vec2::new(width as f32, height as f32);
    canvas.fill(|at| (skin.background_colour_at)(at / size, size.x / size.y));
    if !skin.scrolls {
        return canvas;
    }
    let side = ((height as f32 * ORNAMENT) as usize).min(width / 2);
    let corner = ornament::corner_ornament_picture(side);
    for (right, top, alpha) in [(false, false, 0.22), (true, true, 0.22), (false, true, 0.12), (true, false, 0.12)] {
        let left = if right { width - side } else { 0 };
        let down = if top { 0 } else { height - side };
        canvas.draw_canvas(&corner, left, down, (right, top), alpha);
    }
    canvas
}

fn drift(
    time: Res<Time>,
    settings: Res<Settings>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut pieces: Query<(&mut Drifting, &mut Transform, &mut Visibility)>,
) {
    let size = window.physical_size().as_vec2();
    // Without effects the table is bare.
    let shown = if settings.looks.effects > 0.0 { Visibility::Inherited } else { Visibility::Hidden };
    for (mut piece, mut place, mut visibility) in &mut pieces {
        visibility.set_if_neq(shown);
        if !settings.appearance.reduced_motion {
            piece.height -= piece.speed * time.delta_secs().min(0.1);
        }
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
