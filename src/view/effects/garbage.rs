//! Garbage: an attack flies to the opponent's meter with its number, and the meter flares; rows that
//! rise push the board.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::TickOutcomeMessage;
use crate::view::cells::BoardCells;
use crate::view::layout::SeatLayout;
use crate::view::letters::ladder_size;
use crate::view::meter::Meter;
use crate::view::motion::Sway;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// Seconds an attack is seen flying.
const FLIGHT: f32 = 0.36;

/// Seconds the number of an attack is seen; it stays at the clear for most of them.
const NUMBER: f32 = 0.8;

/// The place to which an attack on a player flies: the first row of the meter.
/// A player's part that is too small has no meter, and there it is the board.
fn end_of_flight(place: &SeatLayout) -> Vec2 {
    place.meter.map_or(place.well.center(), |meter| Vec2::new(meter.center().x, meter.min.y + place.cell))
}

/// Shows how attacks fly to the opponent's meter, and lets the meter of a player who has received one flare.
pub(super) fn show_flying_attacks(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    mut meters: Query<&mut Meter>,
) {
    for happened in happened.read() {
        let outcome = &happened.outcome;
        let (from, to) = (usize::from(happened.seat), 1 - usize::from(happened.seat).min(1));
        if outcome.received > 0 {
            for mut meter in meters.iter_mut().filter(|meter| meter.seat == from) {
                meter.flare = 1.0;
            }
        }
        let strength = effects.light_of_moment(GameMoment::Garbage);
        if outcome.sent == 0 || strength == 0.0 {
            continue;
        }
        let stage = &effects.stage;
        let (Some(own), Some(other)) = (stage.layout.seats.get(from), stage.layout.seats.get(to)) else { continue };
        let row = outcome.cleared.trailing_zeros().min(40) as f32;
        let start = own.well.min + Vec2::new(own.well.width() / 2.0, (row + 0.5) * own.cell);
        let end = end_of_flight(other);
        let (root, cell, unit) = (stage.root, own.cell, stage.layout.unit);
        let words = outcome.sent.to_string();
        let number = ladder_size((24.0 + 3.0 * outcome.sent.min(8) as f32) * unit, unit);
        let text = effects.words_bundle(&words, number, palette::IVORY, Anchor::CENTER, start.extend(depth::BANNER));
        // Where motion is reduced the number stays at the clear, and comes and goes as other words do.
        let way = match effects.motion(GameMoment::Garbage) > 0.0 {
            true => Tween::new(Pose::at_point(start), Pose::at_point(end), NUMBER, Easing::In),
            false => Tween::new(Pose::at_point(start).with_alpha(0.0), Pose::at_point(start), NUMBER, Easing::Stay),
        };
        effects.commands.spawn((Name::new("Attack"), text, way, ChildOf(root)));
        let size = cell * (1.2 + 0.16 * outcome.sent.min(8) as f32);
        // A comet: a bright head and a tail of the same way, a little later.
        for part in 0..7 {
            let late = part as f32 * 0.018;
            let grown = size * (1.0 - part as f32 * 0.1);
            let alpha = strength * 0.85 * (1.0 - part as f32 * 0.13);
            let ink = colour(if part == 0 { palette::IVORY } else { palette::GOLD });
            let (bright, dim) = (Pose::at_point(start).with_alpha(alpha), Pose::at_point(end).with_alpha(alpha * 0.5));
            let way = Tween::new(bright, dim, FLIGHT, Easing::In);
            effects.spawn_sprite(root, Art::Glow, Vec2::splat(grown), ink, depth::PARTICLES, way.delayed(late));
        }
    }
}

/// Shows how garbage rows rise, and pushes the board up.
pub(super) fn show_rising_garbage(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    mut boards: Query<(Entity, &BoardView, &mut BoardCells, &mut Sway)>,
) {
    for happened in happened.read() {
        let rows = happened.outcome.risen as usize;
        let strength = effects.light_of_moment(GameMoment::Garbage);
        if rows == 0 || strength == 0.0 {
            continue;
        }
        let Ok((board, view, mut cells, mut sway)) = boards.get_mut(effects.board(happened.seat)) else { continue };
        if effects.motion(GameMoment::Garbage) > 0.0 {
            cells.start_rise(rows);
        }
        sway.push(strength * Vec2::new(0.0, 2.0 + 0.5 * rows.min(8) as f32));
        let size = Vec2::new(view.well.x, view.cell * (rows as f32 + 2.0));
        let light = effects.wide_light(board, strength);
        let way = effects.as_shown(Tween::going_out(Vec2::ZERO, 0.6 * light, 0.45));
        let sprite = effects.sheet.sprite(Art::Fade, size, colour(palette::VERMILION));
        let place = Transform::from_xyz(0.0, 0.0, depth::LIGHT_DEPTH);
        effects.commands.spawn((sprite, Anchor::BOTTOM_LEFT, place, way, ChildOf(board)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::view::layout::{LayoutRequest, match_layout};

    #[test]
    fn an_attack_flies_to_the_other_player_in_a_window_of_any_proportions() {
        for (window, has_meter) in [(UVec2::new(1280, 720), true), (UVec2::new(360, 740), false)] {
            let other = match_layout(&LayoutRequest::new(window, 2, &Rules::versus())).seats.remove(1);
            assert_eq!(other.meter.is_some(), has_meter);
            assert!(other.meter.unwrap_or(other.well).contains(end_of_flight(&other)), "{window}");
        }
    }
}
