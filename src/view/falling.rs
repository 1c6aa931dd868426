//! The falling piece and its ghost.

use super::layout::ROWS_ABOVE;
use super::motion::RefusalShake;
use super::palette;
use super::sheet::{Art, SpriteSheet};
use super::stage::{BoardView, Stage, depth};
use crate::app::persistence::Settings;
use crate::game::Match;
use crate::game::components::{Falling, Field};
use crate::rules::pieces::MAX_MINOS;
use crate::rules::{FallingPiece, Mino};
use bevy::prelude::*;

/// The sprites of one player's piece and ghost.
#[derive(Component, Clone, Debug)]
pub(super) struct PieceView {
    player: Entity,
    cell: f32,
    piece: Vec<Entity>,
    ghost: Vec<Entity>,
}

pub(super) fn build_falling_pieces(
    mut commands: Commands,
    stage: Res<Stage>,
    sheet: Res<SpriteSheet>,
    views: Query<&BoardView>,
) {
    for (_, board, _) in stage.seats() {
        let Ok(view) = views.get(board) else { continue };
        let mut minos = |depth: f32| -> Vec<Entity> {
            let one = |_| {
                let sprite = sheet.sprite(Art::Plain, Vec2::splat(view.cell), Color::WHITE);
                (sprite, Transform::from_xyz(0.0, 0.0, depth), Visibility::Hidden)
            };
            (0..MAX_MINOS).map(one).map(|parts| commands.spawn(parts).id()).collect()
        };
        let (ghost, piece) = (minos(depth::GHOST), minos(depth::FALLING));
        let shown = PieceView { player: view.player, cell: view.cell, piece: piece.clone(), ghost: ghost.clone() };
        let parts = (
            Name::new("Falling piece"),
            shown,
            RefusalShake::new(view.seat, Vec2::ZERO),
            Transform::default(),
            Visibility::default(),
        );
        commands.spawn((parts, ChildOf(board))).add_children(&piece).add_children(&ghost);
    }
}

type MinoSprite = (&'static mut Sprite, &'static mut Transform, &'static mut Visibility);

pub(super) fn show_falling_pieces(
    sheet: Res<SpriteSheet>,
    settings: Res<Settings>,
    stage: Res<Stage>,
    current: Single<&Match>,
    views: Query<(&PieceView, &RefusalShake)>,
    players: Query<(&Falling, &Field)>,
    mut sprites: Query<MinoSprite, Without<PieceView>>,
) {
    let delay = current.rules.lock_down.delay.max(1) as f32;
    for (view, shake) in &views {
        let Ok((falling, field)) = players.get(view.player) else { continue };
        let board = field.0.board();
        let shown = falling.piece.filter(|_| current.is_playing());
        let piece = shown.map(|in_play| {
            // The lock's clock is seen: a resting piece dims, and flares a little with every new lease of time.
            let spent = (in_play.lock.rested_ticks() as f32 / delay).clamp(0.0, 1.0);
            let light = 1.08 - 0.5 * spent * spent;
            let refused = Color::srgb_from_array(palette::VERMILION.map(|part| f32::from(part) / 160.0));
            let tint = Color::srgb(light, light, light).mix(&refused, shake.redness());
            (in_play.piece, Art::of_mino(Mino::Piece(in_play.piece.kind)), tint)
        });
        let ghost = shown.map(|in_play| {
            let [red, green, blue] = stage.piece_rgb(in_play.piece.kind);
            // Dark colours are lifted, so that every ghost is seen equally well.
            let lift = |part: u8| (f32::from(part) + 60.0) / 315.0;
            let tint = Color::srgba(lift(red), lift(green), lift(blue), settings.looks.ghost.clamp(0.0, 1.0) * 1.6);
            (in_play.piece.dropped(board), Some(Art::Ghost), tint)
        });
        let limit = board.size().visible as i8 + ROWS_ABOVE as i8;
        let ghost = ghost.filter(|_| settings.looks.ghost > 0.0);
        place(&mut sprites, &view.piece, piece, view.cell, limit, &sheet);
        place(&mut sprites, &view.ghost, ghost, view.cell, limit, &sheet);
    }
}

/// Puts the five sprites of a falling piece or a ghost where its minos are; those that the piece has no
/// mino for are hidden.
fn place(
    sprites: &mut Query<MinoSprite, Without<PieceView>>,
    minos: &[Entity],
    piece: Option<(FallingPiece, Option<Art>, Color)>,
    cell: f32,
    limit: i8,
    sheet: &SpriteSheet,
) {
    let mut cells = piece.iter().flat_map(|(piece, ..)| piece.cells());
    for &mino in minos {
        let Ok((mut sprite, mut at, mut visibility)) = sprites.get_mut(mino) else { continue };
        let found = cells.next().filter(|&(_, y)| y < limit);
        let (Some((x, y)), Some((_, Some(art), tint))) = (found, piece) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        // A piece stands still in most frames. A place that is written goes through the whole scene once more.
        let look = (Some(sheet.rect(art)), tint);
        if (sprite.rect, sprite.color) != look {
            (sprite.rect, sprite.color) = look;
        }
        let place = (Vec2::new(f32::from(x), f32::from(y)) + 0.5) * cell;
        if at.translation.truncate() != place {
            at.translation = place.extend(at.translation.z);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Facing, PieceKind};

    #[test]
    fn a_piece_that_has_not_moved_changes_nothing() {
        let mut world = World::new();
        let minos =
            [(); MAX_MINOS].map(|()| world.spawn((Sprite::default(), Transform::default(), Visibility::Hidden)).id());
        let show = world.register_system(move |In(x): In<i8>, mut sprites: Query<MinoSprite, Without<PieceView>>| {
            let piece = FallingPiece { kind: PieceKind::T, facing: Facing::North, x, y: 0 };
            let shown = Some((piece, Some(Art::Plain), Color::WHITE));
            place(&mut sprites, &minos, shown, 20.0, 24, &SpriteSheet::default());
        });
        let count = world.register_system(|sprites: Query<(Ref<Sprite>, Ref<Transform>, Ref<Visibility>)>| {
            let changed = sprites
                .iter()
                .filter(|(sprite, at, shown)| sprite.is_changed() || at.is_changed() || shown.is_changed());
            changed.count()
        });
        let changed_at = |x: i8| {
            assert!(world.run_system_with(show, x).is_ok());
            world.run_system(count).ok()
        };
        assert_eq!([3, 3, 4].map(changed_at), [Some(MAX_MINOS), Some(0), Some(4)], "it moves last, with four minos");
    }
}
