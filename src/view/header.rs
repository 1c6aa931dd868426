//! Names under the boards, and between them the clock, with the rounds that each side has won in its colour.

use super::boxes::spawn_panel;
use super::danger::word_room;
use super::figures::FigureDisplay;
use super::fonts::{TextWeight, ellipsised, set_text_if_changed, width_of};
use super::lead::speeds_up_at;
use super::palette::{self, colour, translucent};
use super::sheet::Art;
use super::stage::{SceneSpawner, depth};
use crate::game::Match;
use crate::game::components::PlayerName;
use crate::game::modes::BoardFigure;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// How wide the longest of the words is that tell that the game speeds up, in units.
const SPEED_WORD: f32 = 104.0;

/// A large figure beside the clock that shows how many rounds a seat has won.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct RoundsWon {
    seat: usize,
    /// The number on show.
    shown: u8,
}

/// The colour of a seat.
pub const fn seat_ink(seat: usize) -> [u8; 3] {
    if seat == 0 { palette::VERMILION } else { palette::RIVER }
}

/// Builds the plates with names under the boards of a match of two.
pub(super) fn build_names(SceneSpawner { mut commands, stage, fonts, sheet }: SceneSpawner, names: Query<&PlayerName>) {
    let stage = stage.as_ref();
    let unit = stage.layout.unit;
    if stage.layout.clock.is_none() {
        return;
    }
    for (seat, (place, _, player)) in stage.seats().enumerate() {
        let on = spawn_panel(&mut commands, stage, &sheet, place.plate);
        let size = place.plate.size();
        let mark = sheet.sprite(Art::Plain, Vec2::new(3.0 * unit, size.y - 14.0 * unit), colour(seat_ink(seat)));
        let left = -size.x / 2.0 + 12.0 * unit;
        commands.spawn((mark, Transform::from_xyz(left, 0.0, 0.4), ChildOf(on)));
        let name = names.get(player).map_or("", |name| name.0.as_str());
        // A long name is written smaller before it is cut.
        let room = size.x - 34.0 * unit - word_room(place.plate, unit, stage.layout.figures);
        let font = (room / width_of(name).max(1.0)).clamp(14.0 * unit, 20.0 * unit);
        let name = ellipsised(name, room / font);
        let at = Vec3::new(left + 12.0 * unit, 0.0, depth::TEXT - depth::WELL);
        let text = fonts.text(&name, TextWeight::SemiBold, font, palette::IVORY, Anchor::CENTER_LEFT, at);
        commands.spawn((Name::new("Name"), text, ChildOf(on)));
    }
}

/// Builds the clock in the middle, and at its sides the rounds won with the names of who won them.
pub(super) fn build_clock(
    SceneSpawner { mut commands, stage, fonts, sheet }: SceneSpawner,
    current: Single<&Match>,
    names: Query<&PlayerName>,
) {
    let stage = stage.as_ref();
    let unit = stage.layout.unit;
    let Some(clock) = stage.layout.clock else { return };
    let middle = clock.center().x;
    // The clock's box is as wide as its longest text: right-aligned in it, it stands still.
    let right = Vec3::new(middle + 44.0 * unit, clock.max.y - 20.0 * unit, depth::TEXT);
    let time = fonts.text("", TextWeight::ExtraBold, 30.0 * unit, palette::IVORY, Anchor::CENTER_RIGHT, right);
    if let Some(&player) = stage.players.first() {
        commands.spawn((Name::new("Clock"), FigureDisplay::new(player, BoardFigure::Time), time, ChildOf(stage.root)));
    }
    // One round decides: the names stand alone.
    let counts = current.rules.first_to > 1;
    let line = sheet.sprite(Art::Ray, Vec2::new(92.0 * unit, unit.max(1.0)), translucent(stage.skin.trim.metal, 0.3));
    let under = Transform::from_xyz(middle, (clock.max.y - 37.0 * unit).round(), depth::GRID);
    commands.spawn((line, under, ChildOf(stage.root)));
    for (seat, &player) in stage.players.iter().enumerate().take(2) {
        let (edge, anchor) = match seat {
            0 => (clock.min.x, Anchor::CENTER_LEFT),
            _ => (clock.max.x, Anchor::CENTER_RIGHT),
        };
        let name = names.get(player).map_or("", |name| name.0.as_str());
        // Between the names it is said that the game speeds up.
        let word = if speeds_up_at(&current.rules).is_some() { SPEED_WORD } else { 0.0 };
        // A name that is a little too long is written smaller before it is cut.
        let room = clock.width() * 0.5 - (8.0 + word / 2.0) * unit;
        let font = (room / width_of(name).max(1.0)).clamp(11.0 * unit, 13.0 * unit * stage.layout.figures);
        let at = Vec3::new(edge, clock.max.y - 51.0 * unit, depth::TEXT);
        let name = fonts.text(&ellipsised(name, room / font), TextWeight::SemiBold, font, seat_ink(seat), anchor, at);
        commands.spawn((Name::new("Whose rounds"), name, ChildOf(stage.root)));
        if !counts {
            continue;
        }
        let at = Vec3::new(edge, clock.max.y - 20.0 * unit, depth::TEXT);
        let figure = fonts.text("0", TextWeight::ExtraBold, 40.0 * unit, seat_ink(seat), anchor, at);
        commands.spawn((Name::new("Rounds won"), RoundsWon { seat, shown: 0 }, figure, ChildOf(stage.root)));
    }
}

pub(super) fn show_rounds(current: Single<&Match>, mut figures: Query<(&mut RoundsWon, &mut Text2d)>) {
    for (mut won, mut text) in &mut figures {
        let wins = current.wins.get(won.seat).copied().unwrap_or_default();
        if won.shown != wins {
            won.shown = wins;
            set_text_if_changed(&mut text, &wins.to_string());
        }
    }
}
