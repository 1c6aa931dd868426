//! The garbage meter: a segment an attack, narrow and gold while it travels, wide and vermilion when it is due; a tick
//! a row, a line at what can rise at one lock, and over it how many rows there are.

use super::fonts::{TextWeight, set_text_if_changed};
use super::palette::{self, colour, translucent};
use super::sheet::Art;
use super::stage::{SceneSpawner, depth};
use crate::app::persistence::appearance::GameMoment;
use crate::game::Match;
use crate::game::components::IncomingGarbage;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// The share of the garbage meter's width that is left free on either side of an attack that travels.
const TRAVELLING: f32 = 0.3;

/// A garbage meter on show.
#[derive(Component, Clone, Debug)]
pub struct Meter {
    player: Entity,
    cell: f32,
    width: f32,
    rows: f32,
    segments: Vec<Entity>,
    number: Entity,
    shown: u32,
    /// How brightly the meter flares, 0-1, because an attack has just come.
    pub flare: f32,
    /// The seat that the meter belongs to.
    pub seat: usize,
}

pub(super) fn build_meters(SceneSpawner { mut commands, stage, fonts, sheet }: SceneSpawner, current: Single<&Match>) {
    let unit = stage.layout.unit;
    for (seat, (place, board, player)) in stage.seats().enumerate() {
        let (Some(bar), Some(number)) = (place.meter, place.meter_number) else { continue };
        let corner = bar.min - place.well.min;
        let line = unit.max(1.0).round();
        let groove = sheet.sprite(Art::Plain, bar.size() + line * 2.0, translucent(stage.skin.trim.line, 0.8));
        let ground = sheet.sprite(Art::Plain, bar.size(), colour(stage.skin.trim.well));
        let at = |offset: f32, depth: f32| Transform::from_translation((corner - offset).extend(depth));
        commands.spawn((groove, Anchor::BOTTOM_LEFT, at(line, depth::WELL), ChildOf(board)));
        let ground =
            (Name::new("Meter"), ground, Anchor::BOTTOM_LEFT, at(0.0, depth::WELL + 0.1), Visibility::default());
        let ground = commands.spawn((ground, ChildOf(board))).id();

        let rows = (bar.height() / place.cell).round();
        let cap = current.rules.garbage.cap.min(rows as u32);
        for row in 1..rows as u32 {
            let (width, high, ink) = match row == cap {
                true => (bar.width() + 6.0 * unit, (2.0 * unit).max(1.0).round(), translucent(palette::IVORY, 0.85)),
                false => (bar.width(), line, translucent(stage.skin.trim.line, 0.8)),
            };
            let at = Vec3::new(bar.width() / 2.0, row as f32 * place.cell, if row == cap { 0.7 } else { 0.3 });
            let tick = sheet.sprite(Art::Plain, Vec2::new(width, high), ink);
            commands.spawn((tick, Transform::from_translation(at), ChildOf(ground)));
        }
        let segments: Vec<Entity> = (0..rows as usize)
            .map(|_| {
                let sprite = sheet.sprite(Art::Plain, Vec2::ONE, Color::WHITE);
                let at = Transform::from_xyz(0.0, 0.0, 0.5);
                commands.spawn((sprite, Anchor::BOTTOM_LEFT, at, Visibility::Hidden, ChildOf(ground))).id()
            })
            .collect();
        let at = Vec3::new(bar.center().x, number.center().y, depth::TEXT);
        let text = fonts.text("", TextWeight::ExtraBold, 20.0 * unit, palette::ASH, Anchor::CENTER, at);
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

pub(super) fn show_meters(
    time: Res<Time>,
    pace: Res<super::stage::ViewDeltaSeconds>,
    strength: Res<super::stage::EffectStrength>,
    current: Single<&Match>,
    mut meters: Query<&mut Meter>,
    incoming: Query<&IncomingGarbage>,
    mut sprites: Query<(&mut Sprite, &mut Transform, &mut Visibility)>,
    mut texts: Query<(&mut Text2d, &mut TextColor)>,
) {
    let pulse = 0.5 + 0.5 * (time.elapsed_secs_wrapped() * 9.0).sin();
    let now = current.round_tick;
    for mut meter in &mut meters {
        let Ok(incoming) = incoming.get(meter.player) else { continue };
        meter.flare = (meter.flare - pace.0 * 3.0).max(0.0);
        let (gold, red, white) = (colour(palette::GOLD), colour(palette::VERMILION), colour(palette::IVORY));
        let mut waiting = incoming.0.waiting_attacks();
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
            let due = attack.due <= now;
            let inset = if due { 2.0 } else { (meter.width * TRAVELLING).round() };
            let at = Vec3::new(inset, row * meter.cell + 1.0, 0.5);
            // An attack on its way stands still: what is written goes through the whole scene once more.
            if place.translation != at {
                place.translation = at;
            }
            let flare = meter.flare * strength.light_of_moment(GameMoment::Garbage);
            let light = flare * 0.7 + if due { pulse * 0.25 * strength.motion(GameMoment::Garbage) } else { 0.0 };
            let size = Some(Vec2::new(meter.width - inset * 2.0, height * meter.cell - 2.0));
            let look = (size, if due { red } else { gold }.mix(&white, light.min(0.8)));
            if (sprite.custom_size, sprite.color) != look {
                (sprite.custom_size, sprite.color) = look;
            }
            row += height;
        }
        let rows = incoming.0.waiting_row_count();
        if let Ok((mut text, mut ink)) = texts.get_mut(meter.number) {
            if meter.shown != rows {
                set_text_if_changed(&mut text, &if rows == 0 { String::new() } else { rows.to_string() });
                meter.shown = rows;
            }
            let due = incoming.0.due_rows(now) > 0;
            ink.set_if_neq(TextColor(if due { white } else { gold }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stage::{EffectStrength, ViewDeltaSeconds};
    use super::*;
    use crate::game::{Course, Mode};
    use crate::rules::{GarbageQueue, Rules};

    #[test]
    fn an_attack_on_its_way_changes_nothing_until_it_is_due() {
        let mut world = World::new();
        world.init_resource::<Time>();
        world.init_resource::<ViewDeltaSeconds>();
        world.init_resource::<EffectStrength>();
        let current = world.spawn(Match::new(Mode::Versus, Rules::versus(), Course::default(), 0)).id();
        let mut queue = GarbageQueue::new(1);
        queue.receive(4, 1000, &Rules::versus().garbage);
        let player = world.spawn(IncomingGarbage(queue)).id();
        let segments =
            [(); 2].map(|()| world.spawn((Sprite::default(), Transform::default(), Visibility::Hidden)).id());
        let number = world.spawn((Text2d::default(), TextColor::default())).id();
        let segments = segments.to_vec();
        let (cell, width, rows, shown, flare, seat) = (20.0, 10.0, 20.0, 0, 0.0, 0);
        world.spawn(Meter { player, cell, width, rows, segments, number, shown, flare, seat });
        let show = world.register_system(show_meters);
        let count = world.register_system(|sprites: Query<(Ref<Sprite>, Ref<Transform>, Ref<Visibility>)>| {
            let changed = sprites
                .iter()
                .filter(|(sprite, at, shown)| sprite.is_changed() || at.is_changed() || shown.is_changed());
            changed.count()
        });
        let changed_at = |tick: u64| {
            if let Some(mut current) = world.get_mut::<Match>(current) {
                current.round_tick = tick;
            }
            assert!(world.run_system(show).is_ok());
            let ink = world.get::<TextColor>(number).map(|ink| ink.0);
            (world.run_system(count).ok(), ink)
        };
        let [gold, white] = [palette::GOLD, palette::IVORY].map(|ink| Some(colour(ink)));
        let expected = [(Some(2), gold), (Some(0), gold), (Some(1), white)];
        assert_eq!([1000, 1001, 100_000].map(changed_at), expected);
    }
}
