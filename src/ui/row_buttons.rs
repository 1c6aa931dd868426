//! Small buttons at the right of a row: what the row's keys do. The mouse and fingers press them, and steps to the side
//! by the arrow keys or the cross of a gamepad lead from the row onto them.

use super::menu::{Menu, Row};
use super::page_layout;
use super::rows::place_after;
use super::theme::{self, faded};
use crate::audio::MenuSound;
use bevy_egui::egui::{Color32, CornerRadius, Galley, Rect, Sense, Stroke, StrokeKind, pos2, vec2};
use std::sync::Arc;

/// The room between the edge of a row and its buttons, in points.
const EDGE: f32 = 14.0;
/// The room between a button's words and its edges, both together, in points.
const AROUND: f32 = 16.0;
/// The room between two buttons side by side, in points.
const BESIDE: f32 = 6.0;
/// The room between two lines of buttons, in points.
const BETWEEN: f32 = 4.0;

impl Menu<'_> {
    /// Adds buttons with these words and colours to the row, the first at its right end. Their middle lies at the
    /// height of `middle`, and they are `height` points high; those that have no room go on in a line below. Returns
    /// the place of the one that is chosen.
    pub fn row_buttons(&mut self, row: &Row, [middle, height]: [f32; 2], items: &[(&str, Color32)]) -> Option<usize> {
        let pointed = self.pointed_button(row, items.len());
        if let Some((words, _)) = pointed.and_then(|place| items.get(place)) {
            self.tell(row, || (*words).to_owned());
        }
        let mut chosen = pointed.filter(|_| self.nav.enter || self.nav.space);
        if chosen.is_some() {
            (self.nav.enter, self.nav.space) = (false, false);
            self.queue_sound(MenuSound::Select);
        }
        let painter = self.painter();
        let words = self.words_of_buttons(items);
        let places = places(&words, row.rect.width());
        for (place, ((galley, (line, right)), &(words, colour))) in words.iter().zip(places).zip(items).enumerate() {
            let end = pos2(row.rect.right() - right, middle + line as f32 * (height + BETWEEN) + height / 2.0);
            let rect = Rect::from_min_max(end - vec2(galley.size().x + AROUND, height), end);
            page_layout::record_button(self.ui, words, rect);
            let response = self.ui.interact(rect, self.ui.id().with(("row button", place)), Sense::CLICK);
            let is_pointed = pointed == Some(place);
            let fill = if response.hovered() || is_pointed { theme::NIGHT } else { faded(theme::NIGHT, 0.55) };
            painter.rect_filled(rect, CornerRadius::same(4), fill);
            if is_pointed {
                painter.rect_stroke(rect, CornerRadius::same(4), Stroke::new(1.5, colour), StrokeKind::Inside);
            }
            let corner = rect.center() - galley.size() / 2.0;
            painter.galley_with_override_text_color(corner, Arc::clone(galley), colour);
            if response.clicked() {
                chosen = Some(place);
            }
        }
        chosen
    }

    /// The height in points of small buttons that are `usual` points high on a desktop: on a phone each of them is as
    /// high as a finger, as the rows are.
    pub fn button_height(&self, usual: f32) -> f32 {
        usual.max(self.least_pitch - BETWEEN)
    }

    /// The height in points that small buttons with these words take in a row of this column, in one line or several,
    /// if each is `height` points high.
    pub fn row_buttons_height(&self, height: f32, items: &[(&str, Color32)]) -> f32 {
        let places = places(&self.words_of_buttons(items), self.view.width());
        places.first().map_or(0.0, |(line, _)| *line as f32 * (height + BETWEEN) + height)
    }

    fn words_of_buttons(&self, items: &[(&str, Color32)]) -> Vec<Arc<Galley>> {
        let painter = self.painter();
        let layout = |words: &str| painter.layout_no_wrap(words.to_owned(), theme::semibold(14.0), theme::GOLD);
        items.iter().map(|(words, _)| layout(words)).collect()
    }

    /// The place of the button that steps to the side have led onto, of `count` in the row; `None` on the row itself.
    /// From the row a step to the right leads onto the button at the left, and from the last one back to the row.
    fn pointed_button(&mut self, row: &Row, count: usize) -> Option<usize> {
        if !row.focused {
            return None;
        }
        let at = self.cursor.at;
        let known = self.cursor.button.filter(|(of, place)| *of == at && *place < count);
        let steps_so_far = known.map_or(0, |(_, place)| count - place);
        self.takes.picks = true;
        let step = self.take_side_step(row);
        if step != 0 {
            self.queue_sound(MenuSound::Move);
        }
        let steps = place_after(steps_so_far, step, count + 1);
        self.cursor.button = (steps > 0).then(|| (at, count - steps));
        self.cursor.button.map(|(_, place)| place)
    }

    /// Whether a row that shows buttons while it has the focus is chosen in this frame. Since a finger cannot hover,
    /// the tap that gives the row the focus does not choose it yet.
    pub fn is_chosen_while_focused(&mut self, row: &Row) -> bool {
        let has_just_come = row.focused && row.response.clicked() && self.cursor.tapped == Some(self.cursor.at);
        !has_just_come && self.is_chosen(row)
    }
}

/// Where buttons with these words lie in a row of this width: for each the number of its line, from 0, and the room at
/// its right, in points. As the last lies at the left, the lines are filled from the last on.
fn places(words: &[Arc<Galley>], width: f32) -> Vec<(usize, f32)> {
    let room = |galley: &Arc<Galley>| galley.size().x + AROUND + BESIDE;
    let (mut line, mut used) = (0, 0.0);
    let mut lines: Vec<usize> = words
        .iter()
        .rev()
        .map(|galley| {
            if used > 0.0 && used + room(galley) > width - 2.0 * EDGE + BESIDE {
                (line, used) = (line + 1, 0.0);
            }
            used += room(galley);
            line
        })
        .collect();
    lines.reverse();
    let mut right = vec![EDGE; line + 1];
    let place = |(galley, line): (&Arc<Galley>, usize)| {
        let place = (line, right[line]);
        right[line] += room(galley);
        place
    };
    words.iter().zip(lines).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::super::menu::Cursor;
    use super::super::test_frame::frame;
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    const ITEMS: [(&str, Color32); 3] = [("Edit", theme::GOLD), ("Copy", theme::GOLD), ("Remove", theme::GOLD)];

    /// A frame of a column of two rows that are this wide. Returns the row that is chosen and the button, as far as
    /// there is one, and the height of a row's buttons.
    fn draw(cursor: &mut Cursor, nav: NavigationSteps, width: f32) -> (Option<(usize, Option<usize>)>, f32) {
        let (mut chosen, mut high) = (None, 0.0);
        frame(width, nav, cursor, |menu| {
            high = menu.row_buttons_height(22.0, &ITEMS);
            for index in 0..2 {
                let row = menu.row(60.0, "");
                let middle = row.rect.top() + 12.0;
                let button = row.focused.then(|| menu.row_buttons(&row, [middle, 22.0], &ITEMS)).flatten();
                if button.is_some() || menu.is_chosen_while_focused(&row) {
                    chosen = Some((index, button));
                }
            }
        });
        (chosen, high)
    }

    #[test]
    fn steps_to_the_side_lead_onto_the_buttons_of_a_row() {
        let mut cursor = Cursor::default();
        let mut press = |change: fn(&mut NavigationSteps)| {
            let mut nav = NavigationSteps::default();
            change(&mut nav);
            draw(&mut cursor, nav, 400.0).0
        };
        assert_eq!(press(|nav| nav.enter = true), Some((0, None)), "first the row itself is chosen");
        assert_eq!(press(|nav| nav.right = true), None);
        assert_eq!(press(|nav| nav.enter = true), Some((0, Some(2))), "then the button at the left");
        press(|nav| nav.right = true);
        assert_eq!(press(|nav| nav.space = true), Some((0, Some(1))));
        press(|nav| nav.down = true);
        assert_eq!(press(|nav| nav.enter = true), Some((1, None)), "another row begins anew");
        press(|nav| nav.left = true);
        assert_eq!(press(|nav| nav.enter = true), Some((1, Some(0))), "to the left the last comes first");
        press(|nav| nav.right = true);
        assert_eq!(press(|nav| nav.enter = true), Some((1, None)), "after it comes the row again");
    }

    #[test]
    fn buttons_of_a_phone_are_as_high_as_its_rows_and_those_of_a_desktop_as_they_were() {
        for (least, expected) in [(0.0, 22.0), (44.0, 40.0)] {
            frame(400.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
                menu.least_pitch = least;
                assert_eq!(menu.button_height(22.0), expected);
                assert_eq!(menu.row(10.0, "").rect.height(), if least > 0.0 { expected } else { 10.0 });
            });
        }
    }

    #[test]
    fn buttons_that_have_no_room_go_on_in_a_line_below() {
        let high = |width| draw(&mut Cursor::default(), NavigationSteps::default(), width).1;
        assert_eq!([high(400.0), high(160.0), high(60.0)], [22.0, 48.0, 74.0]);
    }
}
