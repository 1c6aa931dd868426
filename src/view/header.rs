//! Names under the boards, and between them the clock with the rounds won.

use super::ViewSystems;
use super::boxes::panel;
use super::figures::{Counted, Figure};
use super::fonts::{Fonts, Weight, ellipsised, width_of};
use super::palette::{self, colour, faint};
use super::sheet::{Art, Sheet};
use super::stage::{Stage, depth};
use crate::game::Match;
use crate::game::components::PlayerName;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// A mark for a round won.
#[derive(Component, Clone, Copy, Debug)]
struct Pip {
    seat: usize,
    number: u8,
    won: bool,
}

/// The colour of a seat.
pub const fn seat_ink(seat: usize) -> [u8; 3] {
    if seat == 0 { palette::VERMILION } else { palette::RIVER }
}

/// Adds names, clock and rounds.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, build.in_set(ViewSystems::Build));
    app.add_systems(Update, show_rounds.in_set(ViewSystems::Show));
}

fn build(
    mut commands: Commands,
    stage: Res<Stage>,
    fonts: Res<Fonts>,
    sheet: Res<Sheet>,
    current: Single<&Match>,
    names: Query<&PlayerName>,
) {
    let stage = stage.as_ref();
    let unit = stage.layout.unit;
    let Some(clock) = stage.layout.clock else { return };
    for (seat, (place, _, player)) in stage.seats().enumerate() {
        let on = panel(&mut commands, stage, &sheet, place.plate);
        let size = place.plate.size();
        let mark = sheet.sprite(Art::Plain, Vec2::new(3.0 * unit, size.y - 14.0 * unit), colour(seat_ink(seat)));
        let left = -size.x / 2.0 + 12.0 * unit;
        commands.spawn((mark, Transform::from_xyz(left, 0.0, 0.4), ChildOf(on)));
        let name = names.get(player).map_or("", |name| name.0.as_str());
        // A long name is written smaller before it is cut.
        let room = size.x - 34.0 * unit;
        let font = (room / width_of(name).max(1.0)).clamp(14.0 * unit, 20.0 * unit);
        let name = ellipsised(name, room / font);
        let at = Vec3::new(left + 12.0 * unit, 0.0, depth::TEXT - depth::WELL);
        let text = fonts.text(&name, Weight::SemiBold, font, palette::IVORY, Anchor::CENTER_LEFT, at);
        commands.spawn((Name::new("Name"), text, ChildOf(on)));
    }

    let middle = clock.center().x;
    let at = Vec3::new(middle, clock.max.y - 24.0 * unit, depth::TEXT);
    // The clock's box is as wide as its longest text: right-aligned in it, it stands still.
    let right = at + Vec3::X * 48.0 * unit;
    let time = fonts.text("", Weight::ExtraBold, 32.0 * unit, palette::IVORY, Anchor::CENTER_RIGHT, right);
    if let Some(&player) = stage.players.first() {
        commands.spawn((Name::new("Clock"), Figure::new(player, Counted::Time), time, ChildOf(stage.root)));
    }
    let rounds = current.rules.first_to;
    let row = clock.max.y - 56.0 * unit;
    let line =
        sheet.sprite(Art::Ray, Vec2::new(clock.width() * 0.95, unit.max(1.0)), faint(stage.skin.trim.metal, 0.3));
    commands.spawn((line, Transform::from_xyz(middle, (row + 14.0 * unit).round(), depth::GRID), ChildOf(stage.root)));
    let (bead, step) = if rounds <= 6 { (14.0 * unit, 17.0 * unit) } else { (11.0 * unit, 12.5 * unit) };
    for seat in 0..2 {
        let side = if seat == 0 { -1.0 } else { 1.0 };
        for number in 0..rounds {
            let sprite = sheet.sprite(Art::Pip, Vec2::splat(bead.round()), Color::WHITE);
            let x = middle + side * (18.0 * unit + f32::from(number) * step);
            let pip = Pip { seat, number, won: false };
            commands.spawn((
                Name::new("Round"),
                pip,
                sprite,
                Transform::from_xyz(x, row, depth::TEXT),
                ChildOf(stage.root),
            ));
        }
    }
    let text = fonts.text(
        "–",
        Weight::SemiBold,
        15.0 * unit,
        palette::ASH,
        Anchor::CENTER,
        Vec3::new(middle, row, depth::TEXT),
    );
    commands.spawn((text, ChildOf(stage.root)));
}

fn show_rounds(current: Single<&Match>, sheet: Res<Sheet>, mut pips: Query<(&mut Pip, &mut Sprite)>) {
    for (mut pip, mut sprite) in &mut pips {
        let won = current.wins.get(pip.seat).is_some_and(|&wins| wins > pip.number);
        if pip.won != won {
            pip.won = won;
            sprite.rect = Some(sheet.rect(if won { Art::PipWon } else { Art::Pip }));
        }
    }
}
