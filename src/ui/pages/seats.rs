//! The rows for who plays on which side of versus and with what, and the cards that show each side's keys.

use super::super::draw::keycap;
use super::super::menu::Menu;
use super::super::theme;
use super::handling;
use crate::app::devices::Gamepads;
use crate::app::devices::buttons::PadFamily;
use crate::app::devices::keys::Keycap;
use crate::app::handlings::SavedHandlings;
use crate::app::persistence::bindings::Bindings;
use crate::app::persistence::{SeatDevices, Settings};
use crate::game::input::Action;
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};

/// The most keys of an action that a card shows.
const MOST: usize = 2;
/// The height of a card's line, in points.
const LINE: f32 = 44.0;

/// Adds a row for each side, and one for the right handling if two persons play.
pub(super) fn add_rows(menu: &mut Menu, settings: &mut Settings, pads: &Gamepads, own: &SavedHandlings) {
    menu.heading("Players");
    let seats = &mut settings.seats;
    let hands = seats.seat_devices(seats.which_are_persons());
    for (side, label) in ["Left", "Right"].into_iter().enumerate() {
        let occupant = seats.occupants()[side];
        let value = match occupant.pad() {
            Some(number) if !pads.has(number) => format!("{}, not connected", occupant.title()),
            _ => hands[side].map_or(occupant.title(), SeatDevices::title).to_owned(),
        };
        let step = menu.choice(label, &value);
        if step != 0 {
            seats.cycle_occupant(side, step);
        }
        menu.explain_row(
            "A computer player, or a person: two can share the keyboard, take a gamepad each, or use one of each",
        );
    }
    if seats.has_two_persons() {
        handling::right_player_handling_row(menu, &mut seats.right_handling, own);
    }
}

/// Paints the keys of both sides, one above the other, and the buttons as on gamepads of this family.
pub(super) fn paint_side_keys(painter: &Painter, rect: Rect, (settings, pad): (&Settings, PadFamily)) {
    let hands = settings.seats.seat_devices([true, true]);
    let (upper, lower) = rect.split_top_bottom_at_y(rect.center().y);
    let places = [upper.with_max_y(upper.bottom() - 6.0), lower.with_min_y(lower.top() + 6.0)];
    let sides = [("LEFT", theme::VERMILION), ("RIGHT", theme::RIVER)];
    for ((place, (side, colour)), hands) in places.into_iter().zip(sides).zip(hands) {
        let inside = theme::paint_side_background(painter, place).shrink2(vec2(18.0, 14.0));
        let at = inside.left_top() + vec2(0.0, 10.0);
        painter.text(at, Align2::LEFT_CENTER, side, theme::extrabold(19.0), colour);
        let title = hands.map_or("", SeatDevices::title);
        let at = inside.right_top() + vec2(0.0, 10.0);
        painter.text(at, Align2::RIGHT_CENTER, title, theme::semibold(15.0), theme::IVORY);
        let actions = Action::ALL.into_iter().filter(|action| !action.is_undo_or_redo());
        for (index, action) in actions.enumerate() {
            let (column, row) = ((index % 2) as f32, (index / 2) as f32);
            let half = inside.width() / 2.0;
            let y = inside.top() + 30.0 + LINE * (row + 0.5);
            let left = inside.left() + half * column;
            painter.text(pos2(left, y), Align2::LEFT_CENTER, action.title(), theme::regular(14.0), theme::ASH);
            let mut at = pos2(left + half * 0.52, y);
            let caps = caps(hands, action, settings, pad);
            for cap in &caps {
                at.x = keycap(painter, at, cap, 23.0).right() + 5.0;
            }
            if caps.is_empty() {
                painter.text(at, Align2::LEFT_CENTER, "no key", theme::semibold(14.0), theme::VERMILION);
            }
        }
    }
}

/// The keycaps or buttons of an action, for somebody who plays with these devices.
fn caps(hands: Option<SeatDevices>, action: Action, settings: &Settings, pad: PadFamily) -> Vec<Keycap> {
    let of = |bindings: &Bindings, cap: &dyn Fn(&str) -> Keycap| {
        let names = bindings.0.get(&action).into_iter().flatten();
        names.take(MOST).map(|name| cap(name)).collect()
    };
    let key = |name: &str| settings.key_labels.keycap(name);
    match hands {
        Some(SeatDevices::Pad(_)) => of(&settings.pads.0, &|name: &str| pad.keycap(name)),
        Some(SeatDevices::LeftKeys) => of(&settings.seats.left_keys, &key),
        Some(SeatDevices::RightKeys) => of(&settings.seats.right_keys, &key),
        Some(SeatDevices::Everything | SeatDevices::Keys) => of(&settings.keys, &key),
        None => Vec::new(),
    }
}
