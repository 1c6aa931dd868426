//! A fault of finesse: a word over the piece, for whoever hears no sound.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::finesse_faults::FinesseFault;
use crate::rules::FallingPiece;
use crate::view::fonts::width_of;
use crate::view::letters::ladder_size;
use crate::view::palette;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// What is written over the piece.
const WORD: &str = "FAULT";

/// Marks the word over a faulty piece, which is removed when the next one of the same board is shown.
#[derive(Component)]
pub(super) struct FinesseFaultWord;

pub(super) fn show_finesse_faults(
    mut faults: MessageReader<FinesseFault>,
    mut effects: Effects,
    boards: Query<(Entity, &BoardView)>,
    shown: Query<(Entity, &ChildOf), With<FinesseFaultWord>>,
) {
    for fault in faults.read() {
        for (board, view) in &boards {
            let Some(piece) = fault.pieces.get(view.seat).copied().flatten() else { continue };
            for (earlier, _) in shown.iter().filter(|(_, of)| of.parent() == board) {
                effects.commands.entity(earlier).try_despawn();
            }
            let unit = effects.stage.layout.unit;
            let size = ladder_size((20.0 * unit).min(view.well.x * 0.9 / width_of(WORD)), unit);
            let at = word_place(piece, view.well, view.cell, size);
            // As light as the other words in this colour.
            let ink = palette::VERMILION.map(|part| part / 2 + 125);
            let text = effects.words_bundle(WORD, size, ink, Anchor::CENTER, at.extend(depth::TEXT));
            let pose = Pose::at_point(at);
            let way = Tween::new(pose.with_alpha(0.0), pose, 0.9, Easing::Stay);
            effects.commands.spawn((Name::new("Finesse fault"), FinesseFaultWord, text, way, ChildOf(board)));
        }
    }
}

/// The middle of a word of `size` pixels over a piece: above its cells of `cell` pixels, and inside of the well.
fn word_place(piece: FallingPiece, well: Vec2, cell: f32, size: f32) -> Vec2 {
    let shape = piece.kind.shape(piece.facing);
    let across = f32::from(shape.columns.0 + shape.columns.1 + 1) / 2.0;
    let middle = Vec2::new(f32::from(piece.x) + across, f32::from(piece.y + shape.span.1 + 1));
    let half = Vec2::new(width_of(WORD), 1.2) * size / 2.0;
    (middle * cell + Vec2::new(0.0, half.y)).max(half).min(well - half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Facing, PieceKind};

    #[test]
    fn the_word_of_a_fault_stands_over_its_piece_and_inside_of_the_well() {
        let (well, cell, size) = (Vec2::new(300.0, 600.0), 30.0, 20.0);
        let half = Vec2::new(width_of(WORD), 1.2) * size / 2.0;
        let of = |x: i8, y: i8| FallingPiece { kind: PieceKind::O, facing: Facing::North, x, y };
        let place = |x: i8, y: i8| word_place(of(x, y), well, cell, size);
        let cells: Vec<Vec2> = of(4, 2).cells().map(|(x, y)| Vec2::new(f32::from(x), f32::from(y))).collect();
        let middle = cells.iter().map(|cell| cell.x).sum::<f32>() / 4.0 + 0.5;
        let top = cells.iter().map(|cell| cell.y + 1.0).fold(0.0, f32::max);
        assert_eq!(place(4, 2), Vec2::new(middle, top) * cell + Vec2::new(0.0, half.y));
        for (x, y) in [(0, 0), (8, 0), (-1, 5), (4, 18), (4, 21)] {
            let at = place(x, y);
            assert!(at.cmpge(half).all() && at.cmple(well - half).all(), "{x} {y}: {at}");
        }
    }
}
