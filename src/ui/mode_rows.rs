//! Rows for the modes: a card with a description and the best result, a line to be typed,
//! and rows for the table of options.

use super::draw::arrowhead;
use super::menu::{Menu, Row};
use super::rows::place_after;
use super::theme::{self, GOLD, IVORY};
use crate::app::devices::buttons::PadFamily;
use crate::app::devices::keys::ArrowDirection;
use crate::app::typing::Typing;
use crate::game::modes::Plan;
use crate::game::modes::entries::{AllowedValues, GAME_OPTIONS, GameOption, value_text};
use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{Align2, Rect, pos2, vec2};
use std::borrow::Cow;

/// The height of a card, which is a row with a description and a figure, in points.
const CARD: f32 = 47.0;
/// The height of a card's buttons on a desktop, in points.
const BUTTON: f32 = 21.0;
/// The width that the description of a card leaves free for the card's buttons, in points.
const BUTTONS: f32 = 200.0;

impl Menu<'_> {
    /// A row to choose, with a description and a figure at its right. A description that has no room is also the
    /// explanation of the row. True when it is chosen.
    pub fn card(&mut self, label: &str, about: &str, figure: &str) -> bool {
        let row = self.row(CARD, label);
        self.tell(&row, || format!("{about}. {figure}"));
        let painter = self.paint_row_ground(&row);
        if row.focused {
            arrowhead(&painter, row.rect.right_center() - vec2(18.0, 0.0), 9.0, ArrowDirection::Right, GOLD);
        }
        let (colour, left) = (if row.focused { GOLD } else { IVORY }, row.rect.left() + 16.0);
        let at = pos2(left, row.rect.top() + 15.0);
        painter.text(at, Align2::LEFT_CENTER, label, theme::semibold(17.0), colour);
        let at = pos2(row.rect.right() - 36.0, row.rect.center().y);
        let figure = painter.text(at, Align2::RIGHT_CENTER, figure, theme::extrabold(17.0), IVORY);
        let between = if figure.width() > 0.0 { 28.0 } else { 4.0 };
        let room = (figure.left() - left - between).max(60.0);
        let mut job = LayoutJob::simple_singleline(about.to_owned(), theme::regular(13.0), theme::ASH);
        job.wrap = TextWrapping::truncate_at_width(room);
        let galley = painter.layout_job(job);
        let is_cut = galley.elided;
        painter.galley(pos2(left, row.rect.top() + 25.5), galley, theme::ASH);
        if is_cut {
            self.explain_row(about);
        }
        self.is_chosen(&row)
    }

    /// A card that shows buttons with these words under its figure while it has the focus, the first at the right end.
    /// `texts` are label, description and figure. Returns whether it is chosen, and the place of the button that is.
    /// Buttons for fingers have no room there, and are in a line of their own.
    pub fn card_with_buttons(&mut self, texts: [&str; 3], words: &[&str]) -> (bool, Option<usize>) {
        if self.button_height(BUTTON) > BUTTON {
            return self.card_over_buttons(texts, words);
        }
        let row = self.row(CARD, texts[0]);
        let cut = if row.focused { BUTTONS } else { 0.0 };
        self.paint_card_with_buttons(&row, texts, words, [33.0, cut])
    }

    /// A card as [`Self::card_with_buttons`] adds, but with the buttons in a line of their own, so that nothing of the
    /// description is left out for them.
    pub fn card_over_buttons(&mut self, texts: [&str; 3], words: &[&str]) -> (bool, Option<usize>) {
        let height = self.button_height(BUTTON);
        let line = if self.is_next_focused() { height + 6.0 } else { 0.0 };
        let row = self.row(CARD + line, texts[0]);
        self.paint_card_with_buttons(&row, texts, words, [CARD + height / 2.0, 0.0])
    }

    /// Paints a card whose buttons have their middle at the height `middle`, and whose description ends `cut` before
    /// the right end of the row.
    fn paint_card_with_buttons(
        &mut self,
        row: &Row,
        [label, about, figure]: [&str; 3],
        words: &[&str],
        [middle, cut]: [f32; 2],
    ) -> (bool, Option<usize>) {
        self.tell(row, || format!("{about}. {figure}"));
        let painter = self.paint_row_ground(row);
        let (left, right, top) = (row.rect.left() + 16.0, row.rect.right() - 14.0, row.rect.top());
        let at = pos2(right, top + 13.0);
        let figure = painter.text(at, Align2::RIGHT_CENTER, figure, theme::extrabold(15.0), IVORY);
        let end = figure.left() - 8.0;
        let ink = if row.focused { GOLD } else { IVORY };
        theme::paint_shortened_text(&painter, pos2(left, top + 15.0), end, label, (theme::semibold(17.0), ink));
        let look = (theme::regular(13.0), theme::ASH);
        theme::paint_shortened_text(&painter, pos2(left, top + 34.0), right - cut, about, look);
        let items: Vec<_> = words.iter().map(|words| (*words, GOLD)).collect();
        let height = self.button_height(BUTTON);
        let clicked = row.focused.then(|| self.row_buttons(row, [top + middle, height], &items)).flatten();
        (clicked.is_none() && self.is_chosen_while_focused(row), clicked)
    }

    /// The family of the gamepad, if one was used last.
    pub fn used_pad(&self) -> Option<PadFamily> {
        self.by_gamepad.then_some(self.pad_family)
    }

    /// Returns the one of three texts that suits the device used last: it names keys, a gamepad's buttons, or what
    /// fingers do. Buttons stand in theirs as in [`PadFamily::name_buttons`], and are named here as on the gamepad.
    pub fn by_device<'t>(&self, keys: &'t str, buttons: &str, fingers: &'t str) -> Cow<'t, str> {
        match (self.used_pad(), self.by_keys) {
            (Some(pad), _) => pad.name_buttons(buttons).into(),
            (None, true) => keys.into(),
            (None, false) => fingers.into(),
        }
    }

    /// Words for a sentence that say which keys, buttons or taps begin and end typing on a row. `what`
    /// names what is typed.
    pub fn typing_keys_in_words(&self, what: &str) -> String {
        let (keys, buttons) =
            (format!("Enter begins and ends {what}"), format!("<South> begins {what}, <Start> ends it"));
        self.by_device(&keys, &buttons, &format!("a tap begins {what}, Done ends it")).into_owned()
    }

    /// `text` with `keys`, words about further keys, added at its end if a keyboard was used last.
    pub fn text_with_keys(&self, text: &str, keys: &str) -> String {
        format!("{text}{}", if self.by_keys { keys } else { "" })
    }

    /// Adds a row in which a line of text can be typed: `of` is the row's name in [`Typing`], `kept` the text that
    /// typing begins with, and `none` what the row shows where there is no such text. Returns the line once it has been
    /// typed to its end.
    pub fn typed_line_row(
        &mut self,
        label: &str,
        of: &'static str,
        (kept, none): (&str, &str),
        typing: &mut Typing,
    ) -> Option<String> {
        let row = self.row(super::rows::ROW_HEIGHT, label);
        let painter = self.paint_row_ground(&row);
        let at = row.rect.left_center() + vec2(16.0, 0.0);
        let colour = if row.focused { GOLD } else { IVORY };
        let name = painter.text(at, Align2::LEFT_CENTER, label, theme::semibold(16.0), colour);
        let on = typing.of == Some(of);
        let shown = if kept.is_empty() { none } else { kept };
        let (text, colour) = if on { (typing.shown_text(), IVORY) } else { (shown.to_owned(), theme::ASH) };
        self.tell(&row, || text.clone());
        let cursor = if on && (self.seconds * 2.5).sin() > 0.0 { "|" } else { "" };
        let room = Rect::from_min_max(pos2(name.right() + 20.0, row.rect.top()), row.rect.max - vec2(16.0, 0.0));
        // Of a long line, the end is shown, where it is being written.
        let clipped = painter.with_clip_rect(room.intersect(painter.clip_rect()));
        let words = format!("{text}{cursor}");
        clipped.text(room.right_center(), Align2::RIGHT_CENTER, words, theme::semibold(15.0), colour);
        if self.is_chosen(&row) && !typing.is_on() {
            typing.begin(of, label, kept);
        }
        typing.take_finished(of)
    }

    /// Adds a row for every option of the table that applies to the game, under their headings. True when one changed.
    pub fn game_option_rows(&mut self, plan: &mut Plan) -> bool {
        let mut changed = false;
        let mut heading = None;
        for option in GAME_OPTIONS {
            if !(option.applies)(plan) {
                continue;
            }
            if heading.replace(option.heading) != Some(option.heading) {
                self.heading(option.heading);
            }
            changed |= self.option(option, plan);
        }
        changed
    }

    fn option(&mut self, option: &GameOption, plan: &mut Plan) -> bool {
        let before = (option.get)(plan);
        let mut value = before;
        let text = value_text(option, value);
        match option.allowed {
            AllowedValues::Number { low, high, step, .. } => {
                self.number(option.name, &mut value, low..=high, step, |_| text);
            }
            AllowedValues::Choice(choices) => {
                value = place_after(value as usize, self.choice(option.name, &text), choices.len()) as u32;
            }
            AllowedValues::Switch => {
                let mut on = value != 0;
                self.toggle(option.name, &mut on);
                value = u32::from(on);
            }
        }
        self.explain_row(option.about);
        if value != before {
            (option.set)(plan, value);
        }
        value != before
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::menu::Cursor;
    use super::super::test_frame::{frame, texts_in_shapes};
    use crate::app::devices::nav::NavigationSteps;
    use crate::app::typing::Typing;
    use bevy_egui::egui::Pos2;

    #[test]
    fn the_figure_of_a_card_stays_in_its_place_as_the_buttons_come() {
        let place = |focus: usize| -> Pos2 {
            let mut cursor = Cursor::default();
            cursor.at = focus;
            let shapes = frame(400.0, NavigationSteps::default(), &mut cursor, |menu| {
                for figure in ["today", "tomorrow"] {
                    menu.card_with_buttons(["A piece", "Not tried yet", figure], &["Edit", "Copy"]);
                }
            });
            texts_in_shapes(&shapes).find(|text| text.galley.text() == "today").unwrap().pos
        };
        assert_eq!(place(0), place(1));
    }

    #[test]
    fn typing_begins_with_the_text_that_is_kept_whatever_its_first_letter() {
        for (kept, shown) in [("– Anna –", "– Anna –"), ("", "– a name")] {
            let mut typing = Typing::default();
            let nav = NavigationSteps { enter: true, ..NavigationSteps::default() };
            let shapes = frame(400.0, nav, &mut Cursor::default(), |menu| {
                menu.typed_line_row("Name", "name", (kept, "– a name"), &mut typing);
            });
            assert!(texts_in_shapes(&shapes).any(|text| text.galley.text() == shown), "{shown}");
            assert_eq!((typing.of, typing.text.as_str()), (Some("name"), kept));
        }
    }

    #[test]
    fn the_description_of_a_card_explains_it_only_where_it_is_cut() {
        let hint = |width: f32| {
            let mut hint = None;
            frame(width, NavigationSteps::default(), &mut Cursor::default(), |menu| {
                menu.card("Survival", "Garbage comes by the clock, faster and faster; last as long as you can", "1:00");
                hint = menu.hint.clone();
            });
            hint
        };
        assert_eq!((hint(700.0), hint(260.0).is_some()), (None, true));
    }

    #[test]
    fn the_buttons_under_a_card_leave_its_description_whole() {
        let about = "Four lines at once out of a board with a well, by no more than six";
        let is_cut = |is_over: bool| -> bool {
            let shapes = frame(560.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
                match is_over {
                    true => menu.card_over_buttons(["A puzzle", about, ""], &["Edit", "Copy"]),
                    false => menu.card_with_buttons(["A puzzle", about, ""], &["Edit", "Copy"]),
                };
            });
            texts_in_shapes(&shapes).find(|text| text.galley.text() == about).unwrap().galley.elided
        };
        assert_eq!([true, false].map(is_cut), [false, true], "beside the buttons it would have been cut");
    }

    #[test]
    fn the_buttons_of_a_card_are_as_high_as_a_finger_on_a_phone_and_lie_under_its_words() {
        let about = "Not tried yet";
        for (least, beside) in [(0.0, true), (44.0, false)] {
            let shapes = frame(400.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
                menu.least_pitch = least;
                menu.card_with_buttons(["A piece", about, "today"], &["Edit", "Copy"]);
            });
            let top = |words: &str| texts_in_shapes(&shapes).find(|text| text.galley.text() == words).unwrap().pos.y;
            assert_eq!(top("Edit") < top(about) + 10.0, beside, "{least}");
        }
    }

    #[test]
    fn what_is_said_of_keys_buttons_and_fingers_goes_by_the_device_that_was_used_last() {
        for (by_gamepad, by_keys, told) in [
            (false, true, ["keys", "All sound, by M as well"]),
            (true, false, ["buttons", "All sound"]),
            (false, false, ["fingers", "All sound"]),
        ] {
            frame(400.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
                (menu.by_gamepad, menu.by_keys) = (by_gamepad, by_keys);
                assert_eq!(menu.by_device("keys", "buttons", "fingers"), told[0]);
                assert_eq!(menu.text_with_keys("All sound", ", by M as well"), told[1]);
            });
        }
    }
}
