//! Small buttons at the right of a row, for the mouse and for fingers: what the row's keys do.

use super::menu::{Menu, Row};
use super::page_layout;
use super::theme::{self, faded};
use bevy_egui::egui::{Color32, CornerRadius, Rect, Sense, pos2};

impl Menu<'_> {
    /// Adds buttons with these words and colours to the row, the first at its right end. Their middle lies at the height
    /// of `middle`, and they are `height` points high. Returns the place of the one that is clicked.
    pub fn row_buttons(&mut self, row: &Row, [middle, height]: [f32; 2], items: &[(&str, Color32)]) -> Option<usize> {
        let mut right = row.rect.right() - 14.0;
        let mut clicked = None;
        for (place, &(words, colour)) in items.iter().enumerate() {
            let painter = self.painter();
            let galley = painter.layout_no_wrap(words.to_owned(), theme::semibold(14.0), theme::GOLD);
            let half = height / 2.0;
            let rect =
                Rect::from_min_max(pos2(right - galley.size().x - 16.0, middle - half), pos2(right, middle + half));
            page_layout::note_button(self.ui, words, rect);
            let response = self.ui.interact(rect, self.ui.id().with(("row button", place)), Sense::CLICK);
            let fill = if response.hovered() { theme::NIGHT } else { faded(theme::NIGHT, 0.55) };
            painter.rect_filled(rect, CornerRadius::same(4), fill);
            painter.galley_with_override_text_color(rect.center() - galley.size() / 2.0, galley, colour);
            if response.clicked() {
                clicked = Some(place);
            }
            right = rect.left() - 6.0;
        }
        clicked
    }

    /// Whether a row with such buttons is chosen. They are seen while it has the focus, and a finger cannot hover: the
    /// tap that gives it the focus does not choose it yet.
    pub fn is_chosen_in_focus(&mut self, row: &Row) -> bool {
        let has_just_come = row.focused && row.response.clicked() && self.cursor.tapped == Some(self.cursor.at);
        !has_just_come && self.is_chosen(row)
    }
}
