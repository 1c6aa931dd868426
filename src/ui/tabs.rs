//! The tabs over the rows of a page.

use super::menu::Menu;
use super::page_layout;
use super::rows::place_after;
use super::theme::{self, GOLD, HIGHLIGHTED_SURFACE, IVORY, RAISED};
use crate::audio::MenuSound;
use bevy_egui::egui::{Align2, CornerRadius, Rect, Sense, Stroke, vec2};

/// The height of the tabs, in points.
const TABS: f32 = 40.0;

impl Menu<'_> {
    /// The tabs over the rows, as wide as these, changed by their own keys, by a step to the side, or with the mouse.
    /// Returns the tab, from 0.
    pub fn tabs(&mut self, names: &[&str]) -> usize {
        self.tabs_within(f32::INFINITY, names)
    }

    /// Tabs as [`Self::tabs`] adds them, but in a wide window at most `most` points wide together: on a page whose rows
    /// are wider in one tab than in another, they stay where they are.
    pub fn tabs_within(&mut self, most: f32, names: &[&str]) -> usize {
        let mut tab = self.cursor.tab.min(names.len().saturating_sub(1));
        let before = tab;
        if self.nav.next_tab {
            tab = (tab + 1) % names.len();
        }
        if self.nav.last_tab {
            tab = (tab + names.len() - 1) % names.len();
        }
        let row = self.add_row_at_top(TABS, "tabs");
        let step = self.take_change_step(&row);
        tab = place_after(tab, step, names.len());
        self.tell(&row, || names.get(tab).copied().unwrap_or_default().to_owned());
        let painter = self.painter();
        // In an upright window all rows of a page are as wide as it.
        let most = if theme::is_upright(self.ui.ctx().viewport_rect().size()) { f32::INFINITY } else { most };
        // The first begins where the rows below do, and without a limit the last ends there.
        let width = (row.rect.width().min(most) + 4.0) / names.len() as f32;
        // Many tabs in a narrow window are written smaller.
        let words = |name: &&str| painter.layout_no_wrap((*name).to_owned(), theme::semibold(16.0), IVORY).size().x;
        let widest = names.iter().map(words).fold(1.0, f32::max);
        let size = 16.0 * ((width - 12.0) / widest).min(1.0);
        for (index, name) in names.iter().enumerate() {
            let corner = row.rect.min + vec2(width * index as f32, 0.0);
            let rect = Rect::from_min_size(corner, vec2(width - 4.0, row.rect.height()));
            let response = self.ui.interact(rect, self.ui.id().with(("tab", index)), Sense::CLICK);
            page_layout::record_button(self.ui, name, rect);
            if response.clicked() {
                tab = index;
            }
            let here = index == tab;
            let fill = if response.hovered() || (here && row.focused) { HIGHLIGHTED_SURFACE } else { RAISED };
            painter.rect_filled(rect, CornerRadius::same(4), fill);
            let colour = if here { GOLD } else { theme::ASH };
            painter.text(rect.center(), Align2::CENTER_CENTER, *name, theme::semibold(size), colour);
            if here {
                painter.hline(rect.left() + 8.0..=rect.right() - 8.0, rect.bottom() - 1.5, Stroke::new(3.0, GOLD));
            }
        }
        self.pin_rows_above(TABS + 10.0);
        if tab != before {
            self.cursor.tab = tab;
            self.cursor.at = 0;
            self.queue_sound(MenuSound::Move);
        }
        tab
    }
}

#[cfg(test)]
mod tests {
    use super::super::menu::Cursor;
    use super::super::test_frame::frame;
    use crate::app::devices::nav::NavigationSteps;
    use bevy_egui::egui::{Rect, Shape};

    #[test]
    fn tabs_begin_and_end_where_the_rows_below_them_do() {
        let shapes = frame(400.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
            menu.tabs(&["One", "Two", "Three"]);
            menu.button("A row");
        });
        let grounds = shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Rect(ground) if ground.rect.height() > 30.0 && ground.rect.height() < 50.0 => Some(ground.rect),
            _ => None,
        });
        let grounds: Vec<Rect> = grounds.collect();
        assert_eq!(grounds.len(), 4, "three tabs and a row");
        let ends = [grounds[0].left() - grounds[3].left(), grounds[2].right() - grounds[3].right()];
        assert!(ends.iter().all(|end| end.abs() < 0.01), "{grounds:?}");
    }

    #[test]
    fn tabs_that_are_limited_lie_in_the_same_place_over_rows_of_any_greater_width() {
        let tabs = |width: f32| {
            let shapes = frame(width, NavigationSteps::default(), &mut Cursor::default(), |menu| {
                menu.tabs_within(400.0, &["One", "Two", "Three"]);
            });
            let grounds = shapes.iter().filter_map(|clipped| match &clipped.shape {
                Shape::Rect(ground) if ground.rect.height() > 30.0 => Some(ground.rect),
                _ => None,
            });
            grounds.collect::<Vec<Rect>>()
        };
        assert_eq!(tabs(400.0).len(), 3);
        assert_eq!(tabs(400.0), tabs(900.0));
    }

    #[test]
    fn tabs_go_round_by_their_own_keys_from_every_row_and_by_steps_to_the_side_from_themselves() {
        let after = |[tab, row]: [usize; 2], change: fn(&mut NavigationSteps)| {
            let (mut cursor, mut nav, mut shown) = (Cursor::default(), NavigationSteps::default(), 0);
            (cursor.tab, cursor.at) = (tab, row);
            change(&mut nav);
            frame(400.0, nav, &mut cursor, |menu| {
                shown = menu.tabs(&["One", "Two", "Three"]);
                menu.choice("A row", "a value");
            });
            assert_eq!(cursor.tab, shown);
            [shown, cursor.at]
        };
        assert_eq!(
            [[0, 1], [1, 0], [2, 1]].map(|from| after(from, |nav| nav.next_tab = true)),
            [[1, 0], [2, 0], [0, 0]]
        );
        assert_eq!(
            [[0, 1], [1, 0], [2, 1]].map(|from| after(from, |nav| nav.last_tab = true)),
            [[2, 0], [0, 0], [1, 0]]
        );
        assert_eq!([[0, 0], [2, 0], [2, 1]].map(|from| after(from, |nav| nav.right = true)), [[1, 0], [0, 0], [2, 1]]);
        assert_eq!([[0, 0], [2, 0], [2, 1]].map(|from| after(from, |nav| nav.left = true)), [[2, 0], [1, 0], [2, 1]]);
    }
}
