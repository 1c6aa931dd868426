//! The row of a number that is set by single steps: an arrow at each end for the mouse, a slider between them, and with
//! Shift ten steps at a time.

use super::draw::arrowhead;
use super::menu::Menu;
use super::rows::paint_track;
use super::theme::{self, GOLD};
use crate::app::devices::keys::ArrowDirection;
use crate::app::devices::nav::{REPEAT_DELAY, REPEAT_INTERVAL};
use bevy_egui::egui::{Rect, Sense, pos2, vec2};

/// How many steps are taken at a time while Shift is held.
const MANY: i32 = 10;

impl Menu<'_> {
    /// A row for a whole number from `low` to `high` in steps of one; `text` is the value as it is shown.
    /// True when the value changed.
    pub fn whole_number(&mut self, label: &str, value: &mut u32, (low, high): (u32, u32), text: &str) -> bool {
        let row = self.base_row(label);
        let control = Self::control_rect(&row);
        let (middle, before) = (row.rect.center().y, *value);
        let arrow = |x: f32| Rect::from_center_size(pos2(x, middle), vec2(22.0, row.rect.height()));
        let (less, more) = (arrow(control.left() + 10.0), arrow(control.right() - 96.0));
        let track = Rect::from_min_max(pos2(less.right() + 12.0, middle - 2.5), pos2(more.left() - 12.0, middle + 2.5));
        let many = if self.ui.input(|input| input.modifiers.shift) { MANY } else { 1 };
        let mut steps = self.take_change_step(&row) * many;
        let mut colours = [theme::ASH; 2];
        for ((rect, step), colour) in [(less, -1), (more, 1)].into_iter().zip(&mut colours) {
            let response = self.ui.interact(rect, row.response.id.with(step), Sense::CLICK | Sense::DRAG);
            if row.focused || response.hovered() {
                *colour = GOLD;
            }
            let down = response.is_pointer_button_down_on();
            let times = self.held_for(&response.id, down);
            steps += step * many * times;
        }
        let handle = Rect::from_x_y_ranges(less.right()..=more.left(), row.rect.y_range());
        if let Some(at) = self.dragged_knob_x(&row, handle) {
            let share = ((at - track.left()) / track.width()).clamp(0.0, 1.0);
            *value = low + (share * (high - low) as f32).round() as u32;
        }
        *value = value.saturating_add_signed(steps).clamp(low, high);
        let painter = self.painter();
        arrowhead(&painter, less.center(), 9.0, ArrowDirection::Left, colours[0]);
        arrowhead(&painter, more.center(), 9.0, ArrowDirection::Right, colours[1]);
        let share = (*value - low) as f32 / (high - low).max(1) as f32;
        paint_track(&painter, track, share, (row.focused, 8.0));
        self.write_value(&row, control.right_center() - vec2(14.0, 0.0), text, *value != before)
    }

    /// How many times an arrow counts in this frame: once when it goes down, and again and again while it is held.
    fn held_for(&self, id: &bevy_egui::egui::Id, down: bool) -> i32 {
        let context = self.ui.ctx();
        if !down {
            context.data_mut(|data| data.remove::<f32>(*id));
            return 0;
        }
        let known = context.data(|data| data.get_temp::<f32>(*id));
        let Some(next) = known else {
            context.data_mut(|data| data.insert_temp(*id, self.seconds + REPEAT_DELAY.as_secs_f32()));
            return 1;
        };
        let late = self.seconds - next;
        // The clock of the menus starts again at 0 after some hours.
        if late < 0.0 && late > -1.0 {
            return 0;
        }
        let rate = REPEAT_INTERVAL.as_secs_f32();
        let times = 1 + (late / rate).clamp(0.0, 5.0) as i32;
        context.data_mut(|data| data.insert_temp(*id, next.min(self.seconds) + times as f32 * rate));
        times
    }
}
