//! The line at the foot of a page, which names the keys or buttons that its row takes, and the way back.

use super::draw::key_line;
use super::menu::FocusedRowKeys;
use super::page::Page;
use super::{page_layout, theme};
use crate::app::devices::buttons::PadFamily;
use crate::app::devices::keys::{ArrowDirection, Keycap};
use bevy::prelude::GamepadButton;
use bevy_egui::egui::{Rect, Sense, Ui, pos2, vec2};

impl Page<'_, '_> {
    /// Paints the keys that the row with the focus takes along the foot of the window, and the key that leaves the
    /// page, at `scale` times their size in points. An empty `leave` shows no such key. While a row waits for a key
    /// nothing is shown, except to fingers, which have no key to press. True when the key that leaves is clicked.
    pub fn paint_key_foot(&mut self, ui: &mut Ui, takes: FocusedRowKeys, leave: &str, scale: f32) -> bool {
        let pad = self.used_pad();
        let by_fingers = pad.is_none() && !self.is_keyboard_used();
        if takes.waits && !by_fingers {
            return false;
        }
        let high = 22.0 * scale;
        let screen = ui.max_rect();
        let text = |words: &str| Keycap::Text(words.to_owned());
        let buttons = |pad: PadFamily| [GamepadButton::South, GamepadButton::East].map(|button| pad.label(button));
        let [choose, back] = pad.map_or(["Enter", "Esc"], buttons);
        let upright = [ArrowDirection::Up, ArrowDirection::Down].map(Keycap::Arrow);
        let sideways = [ArrowDirection::Left, ArrowDirection::Right].map(Keycap::Arrow);
        let all = [
            (takes.moves, upright.to_vec(), "Move"),
            (takes.changes, sideways.to_vec(), "Change"),
            (takes.picks, sideways.to_vec(), "Button"),
            (takes.chooses, vec![text(choose)], "Choose"),
        ];
        // Fingers have no keys: for them the way back alone is shown, as a button.
        let shown = all.into_iter().filter(|group| group.0 && !by_fingers);
        let groups: Vec<_> = shown.map(|(_, caps, words)| (caps, words)).collect();
        let leaving = if by_fingers { vec![(vec![text(leave)], "")] } else { vec![(vec![text(back)], leave)] };
        let nowhere = ui.painter().with_clip_rect(Rect::NOTHING);
        let width = |groups: &[(Vec<Keycap>, &str)]| key_line(&nowhere, pos2(0.0, 0.0), high, groups, theme::ASH);
        let (first, last) = (width(&groups), if leave.is_empty() { 0.0 } else { width(&leaving) });
        let between = if first > 0.0 && last > 0.0 { high } else { 0.0 };
        let y = screen.bottom() - 26.0 * scale;
        let left = screen.center().x - (first + between + last) / 2.0;
        key_line(ui.painter(), pos2(left, y), high, &groups, theme::ASH);
        if leave.is_empty() {
            return false;
        }
        let at = pos2(left + first + between, y);
        // As high as the room under a panel, for fingers.
        let rect = Rect::from_min_size(at - vec2(0.0, 20.0 * scale), vec2(last, 40.0 * scale)).expand2(vec2(high, 0.0));
        let response = ui.interact(rect, ui.id().with("foot"), Sense::CLICK);
        page_layout::record_button(ui, leave, rect);
        let ink = if response.hovered() { theme::GOLD } else { theme::ASH };
        key_line(ui.painter(), at, high, &leaving, ink);
        response.clicked()
    }
}
