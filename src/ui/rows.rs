//! The kinds of rows: buttons, choices, sliders, switches, keys. They are painted here,
//! without the widgets of egui.

use super::draw::{arrowhead, centred_text, keycap, lozenge, mix_colours, paint_scaled};
use super::menu::{Menu, Row};
use super::narration::bound_keys_in_words;
use super::theme::{self, GOLD, HIGHLIGHTED_SURFACE, IVORY, NIGHT, RAISED, faded};
use crate::app::devices::keys::{ArrowDirection, Keycap};
use crate::audio::MenuSound;
use bevy_egui::egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};
use std::ops::RangeInclusive;

/// The height of a row, in points.
pub const ROW_HEIGHT: f32 = 38.0;
/// The height of an item of the main menu, in points.
pub const MAIN_MENU_ROW_HEIGHT: f32 = 33.0;
/// The share of a row that its label takes.
const LABEL: f32 = 0.44;

/// Paints a value between its two arrows, in smaller letters where it is long, and in several lines
/// where these have no room either.
fn between(painter: &Painter, [left, right]: [Pos2; 2], value: &str, ink: Color32) {
    const SIZES: [f32; 3] = [15.5, 13.5, 12.0];
    let room = right.x - left.x - 24.0;
    let layout = |size: f32| painter.layout_no_wrap(value.to_owned(), theme::semibold(size), ink);
    let middle = pos2((left.x + right.x) / 2.0, left.y);
    let Some(galley) = SIZES.into_iter().map(layout).find(|galley| galley.size().x <= room) else {
        let font = theme::semibold(SIZES[SIZES.len() - 1]);
        return centred_text(painter, middle, Align2::CENTER_CENTER, value.to_owned(), (font, room), ink);
    };
    let at = Align2::CENTER_CENTER.anchor_size(middle, galley.size()).min;
    painter.galley(at, galley, ink);
}

impl Menu<'_> {
    /// Adds a row with its background and label.
    pub(super) fn base_row(&mut self, label: &str) -> Row {
        self.labelled(label, LABEL)
    }

    /// Adds a row with its background and a label that may take this share of the row's width.
    fn labelled(&mut self, label: &str, room: f32) -> Row {
        let row = self.row(ROW_HEIGHT, label);
        let painter = self.painter();
        let fill = mix_colours(RAISED, HIGHLIGHTED_SURFACE, row.warmth);
        painter.rect_filled(row.rect, CornerRadius::same(4), fill);
        if row.warmth > 0.01 {
            // The bar grows from the row's middle.
            let height = row.rect.height() * row.warmth;
            let bar = Rect::from_center_size(row.rect.left_center() + vec2(1.5, 0.0), vec2(3.0, height));
            painter.rect_filled(bar, CornerRadius::same(2), GOLD);
        }
        let colour = mix_colours(IVORY, GOLD, row.warmth);
        self.write_label(&row, label, (16.0 + 3.0 * row.warmth, room), colour);
        row
    }

    /// Writes the label of a row so many points from its left end; it may take the share `room` of the row's width.
    fn write_label(&self, row: &Row, label: &str, (left, room): (f32, f32), colour: Color32) {
        let painter = self.painter();
        let words = painter.layout_no_wrap(label.to_owned(), theme::semibold(16.0), colour);
        // In a narrow row, a long label is written smaller rather than under what stands at its right.
        let size = 16.0 * ((row.rect.width() * room - 20.0) / words.size().x).min(1.0);
        let at = row.rect.left_center() + vec2(left, 0.0);
        painter.text(at, Align2::LEFT_CENTER, label, theme::semibold(size), colour);
    }

    /// Paints the ground of a row, with a bar at its left while it has the focus. Returns the painter of the rows.
    pub(super) fn paint_row_ground(&self, row: &Row) -> Painter {
        let painter = self.painter();
        painter.rect_filled(row.rect, CornerRadius::same(4), if row.focused { HIGHLIGHTED_SURFACE } else { RAISED });
        if row.focused {
            let bar = Rect::from_min_size(row.rect.min, vec2(3.0, row.rect.height()));
            painter.rect_filled(bar, CornerRadius::same(2), GOLD);
        }
        painter
    }

    /// The rectangle of the part of a row that lies at the right of its label.
    pub(super) fn control_rect(row: &Row) -> Rect {
        Rect::from_min_max(pos2(row.rect.left() + row.rect.width() * LABEL, row.rect.top()), row.rect.max)
    }

    /// A row to choose. True when it is chosen.
    pub fn button(&mut self, label: &str) -> bool {
        let row = self.labelled(label, 1.0);
        if row.focused {
            let at = row.rect.right_center() - vec2(20.0, 0.0);
            arrowhead(&self.painter(), at, 9.0, ArrowDirection::Right, GOLD);
        }
        self.is_chosen(&row)
    }

    /// A button row with its explanation. When it is chosen, `asks` is put into `wish`.
    pub fn wish_button<W>(&mut self, wish: &mut Option<W>, label: &str, asks: W, hint: impl Into<String>) {
        if self.button(label) {
            *wish = Some(asks);
        }
        self.explain_row(hint);
    }

    /// The most important row of a page, larger and in gold. True when it is chosen.
    pub fn main_button(&mut self, label: &str) -> bool {
        let row = self.row(44.0, label);
        let painter = self.painter();
        let fill = mix_colours(faded(GOLD, 0.16), GOLD, row.warmth);
        let stroke = Stroke::new(1.0, mix_colours(faded(GOLD, 0.7), GOLD, row.warmth));
        painter.rect(row.rect, CornerRadius::same(4), fill, stroke, StrokeKind::Inside);
        let colour = if row.focused { NIGHT } else { GOLD };
        let centre = row.rect.center();
        let written = painter.text(centre, Align2::CENTER_CENTER, label, theme::extrabold(19.0), colour);
        for side in [-1.0, 1.0] {
            lozenge(&painter, centre + vec2(side * (written.width() / 2.0 + 20.0), 0.0), 4.0, colour);
        }
        self.is_chosen(&row)
    }

    /// An item of the main menu: words alone, with lozenges beside the one in focus. True when it is chosen.
    pub fn title_button(&mut self, label: &str) -> bool {
        let row = self.row(MAIN_MENU_ROW_HEIGHT, label);
        let painter = self.painter();
        let (centre, size) = (row.rect.center(), 20.0 + 2.0 * row.warmth);
        // The letters are sharp at rest. In between they are scaled from the nearer of the two sizes.
        let font = if row.warmth > 0.5 { 22.0 } else { 20.0 };
        if row.warmth > 0.01 {
            let round = CornerRadius::same(4);
            let fill = faded(HIGHLIGHTED_SURFACE, 0.8 * row.warmth);
            let stroke = Stroke::new(1.0, faded(GOLD, 0.5 * row.warmth));
            painter.rect(row.rect, round, fill, stroke, StrokeKind::Inside);
        }
        let colour = mix_colours(IVORY, GOLD, row.warmth);
        let written = paint_scaled(&painter, centre, size / font, || {
            painter.text(centre, Align2::CENTER_CENTER, label, theme::semibold(font), colour)
        });
        if row.warmth > 0.01 {
            for side in [-1.0, 1.0] {
                let away = written.width() / 2.0 * size / font + 30.0 - 8.0 * row.warmth;
                let radius = 5.0 * row.warmth;
                lozenge(&painter, centre + vec2(side * away, 0.0), radius, theme::ALARM);
            }
        }
        self.is_chosen(&row)
    }

    /// A row that cannot be changed now, with the reason.
    pub fn disabled_row(&mut self, label: &str, value: &str, why: &str) {
        let row = self.row(ROW_HEIGHT, label);
        let painter = self.painter();
        let edge = Stroke::new(1.0, mix_colours(RAISED, theme::TRACK, row.warmth));
        painter.rect(row.rect, CornerRadius::same(4), NIGHT, edge, StrokeKind::Inside);
        self.write_label(&row, label, (16.0, LABEL), theme::ASH);
        let at = Self::control_rect(&row).center();
        painter.text(at, Align2::CENTER_CENTER, value, theme::semibold(15.5), theme::ASH);
        self.tell(&row, || format!("{value}, cannot be changed now"));
        self.explain_row(why);
    }

    /// A row with a value between two arrows. Returns the row, the places of the left and the right arrow, and the
    /// place at which the row was clicked.
    fn arrow_row(&mut self, label: &str, value: &str) -> (Row, [Pos2; 2], Option<Pos2>) {
        let row = self.base_row(label);
        let control = Self::control_rect(&row);
        let painter = self.painter();
        let colour = if row.focused { GOLD } else { theme::ASH };
        let (left, right) = (control.left_center() + vec2(12.0, 0.0), control.right_center() - vec2(18.0, 0.0));
        arrowhead(&painter, left, 10.0, ArrowDirection::Left, colour);
        arrowhead(&painter, right, 10.0, ArrowDirection::Right, colour);
        between(&painter, [left, right], value, if row.focused { IVORY } else { theme::ASH });
        self.tell(&row, || value.to_owned());
        let by_mouse = row.response.clicked().then(|| row.response.interact_pointer_pos()).flatten();
        (row, [left, right], by_mouse)
    }

    /// A row that shows one of several values between two arrows. Returns the step to another value that the player
    /// asks for: -1, 0 or 1.
    pub fn choice(&mut self, label: &str, value: &str) -> i32 {
        let (row, [left, _], by_mouse) = self.arrow_row(label, value);
        let clicked = by_mouse.map_or(0, |at| if (left.x - 20.0..left.x + 24.0).contains(&at.x) { -1 } else { 1 });
        let entered = i32::from(row.focused && (self.nav.enter || self.nav.space));
        if entered != 0 {
            (self.nav.enter, self.nav.space) = (false, false);
        }
        let step = (self.take_change_step(&row) + clicked + entered).signum();
        if step != 0 {
            self.queue_sound(MenuSound::Move);
        }
        step
    }

    /// A row that shows one of several values, which arrows change and Enter or a click acts upon. Returns the step to
    /// another value (-1, 0 or 1), and whether the row was chosen.
    pub fn choose_and_do(&mut self, label: &str, value: &str) -> (i32, bool) {
        let (row, [left, right], by_mouse) = self.arrow_row(label, value);
        let arrow = by_mouse.map_or(0, |at| match at.x {
            x if (x - left.x).abs() < 20.0 => -1,
            x if (x - right.x).abs() < 20.0 => 1,
            _ => 0,
        });
        let step = (self.take_change_step(&row) + arrow).signum();
        if step != 0 {
            self.queue_sound(MenuSound::Move);
            return (step, false);
        }
        (0, self.is_chosen(&row))
    }

    /// A row with one value of a list, which goes round. True when it changed.
    pub fn pick<T: Copy + PartialEq>(&mut self, label: &str, options: &[(T, impl AsRef<str>)], value: &mut T) -> bool {
        let at = options.iter().position(|(option, _)| option == value);
        let name = at.map_or("Custom", |at| options[at].1.as_ref());
        let Some(next) = self.pick_index(label, name, at, options.len()) else { return false };
        *value = options[next].0;
        true
    }

    /// A row with one of `count` values, which goes round; the one at place `at` is chosen, or none of them. Returns
    /// the place of the value that is asked for.
    pub fn pick_index(
        &mut self,
        label: &str,
        value: &str,
        at: impl Into<Option<usize>>,
        count: usize,
    ) -> Option<usize> {
        let step = self.choice(label, value);
        (step != 0 && count > 0).then(|| at.into().map_or(0, |at| place_after(at, step, count)))
    }

    /// The x, in points, to which the mouse or a finger pulls the knob of a slider; `None` while neither does. It must
    /// have been pressed within `handle`. A finger that moves up or down scrolls the rows instead.
    pub(super) fn dragged_knob_x(&self, row: &Row, handle: Rect) -> Option<f32> {
        let response = &row.response;
        let at = response.interact_pointer_pos()?;
        let (from, touched) = self.ui.input(|input| (input.pointer.press_origin(), input.any_touches()));
        let held = (response.dragged() || response.is_pointer_button_down_on())
            && from.is_some_and(|from| {
                let way = at - from;
                handle.contains(from) && (!touched || way.x.abs() > way.y.abs())
            });
        (held || response.clicked() && handle.contains(at)).then_some(at.x)
    }

    /// A row with a number on a slider, in steps of `step`; `text` is the value as it is shown. True when it changed.
    pub fn slider(&mut self, label: &str, value: &mut f32, range: RangeInclusive<f32>, step: f32, text: &str) -> bool {
        let row = self.base_row(label);
        let control = Self::control_rect(&row);
        let track = Rect::from_min_max(
            pos2(control.left() + 8.0, row.rect.center().y - 2.5),
            pos2(control.right() - 118.0, row.rect.center().y + 2.5),
        );
        let (low, high) = (*range.start(), *range.end());
        let before = *value;
        let handle = Rect::from_x_y_ranges(track.left() - 12.0..=track.right() + 12.0, row.rect.y_range());
        if let Some(at) = self.dragged_knob_x(&row, handle) {
            let share = ((at - track.left()) / track.width()).clamp(0.0, 1.0);
            *value = value_at(share, (low, high), step);
        }
        // A value between two steps goes to the next of them. A share is a hair beside its step.
        let at = *value / step;
        match self.take_change_step(&row) {
            0 => {}
            1.. => *value = ((at + 0.001).floor() + 1.0) * step,
            _ => *value = ((at - 0.001).ceil() - 1.0) * step,
        }
        *value = value.clamp(low, high);
        let painter = self.painter();
        let share = if high > low { (*value - low) / (high - low) } else { 0.0 };
        paint_track(&painter, track, share, (row.focused, 9.0));
        self.write_value(&row, control.right_center() - vec2(16.0, 0.0), text, *value != before)
    }

    /// Writes the value of a row so that it ends at a place, and makes a sound where it has changed. Returns `changed`.
    pub(super) fn write_value(&mut self, row: &Row, at: Pos2, text: &str, changed: bool) -> bool {
        let ink = if row.focused { IVORY } else { theme::ASH };
        self.painter().text(at, Align2::RIGHT_CENTER, text, theme::semibold(15.5), ink);
        self.tell(row, || text.to_owned());
        if changed {
            self.queue_sound(MenuSound::Move);
        }
        changed
    }

    /// A row with a share on a slider, written in per cent. True when it changed.
    pub fn per_cent(&mut self, label: &str, value: &mut f32, range: RangeInclusive<f32>, step: f32) -> bool {
        let text = format!("{:.0} %", *value * 100.0);
        self.slider(label, value, range, step, &text)
    }

    /// A row with a whole number on a slider; `text` gives the value as it is shown. True when it changed.
    pub fn number<T, F>(&mut self, label: &str, value: &mut T, range: RangeInclusive<u32>, step: u32, text: F) -> bool
    where
        T: Copy + Into<u32> + TryFrom<u32>,
        F: FnOnce(T) -> String,
    {
        let (mut real, text) = ((*value).into() as f32, text(*value));
        let changed = self.slider(label, &mut real, *range.start() as f32..=*range.end() as f32, step as f32, &text);
        let whole = (real.round() as u32).clamp(*range.start(), *range.end());
        if let (true, Ok(whole)) = (changed, T::try_from(whole)) {
            *value = whole;
        }
        changed
    }

    /// A row with a switch. True when it changed.
    pub fn toggle(&mut self, label: &str, value: &mut bool) -> bool {
        let row = self.base_row(label);
        let step = self.take_change_step(&row);
        let changed = self.is_chosen(&row) || (step > 0 && !*value) || (step < 0 && *value);
        if changed {
            *value = !*value;
        }
        let painter = self.painter();
        let pill = Rect::from_center_size(row.rect.right_center() - vec2(38.0, 0.0), vec2(44.0, 20.0));
        let (fill, knob) = if *value { (faded(GOLD, 0.75), 1.0) } else { (NIGHT, -1.0) };
        painter.rect(pill, CornerRadius::same(10), fill, Stroke::new(1.0, theme::TRACK), StrokeKind::Inside);
        painter.circle_filled(pill.center() + vec2(12.0 * knob, 0.0), 7.5, if *value { IVORY } else { theme::ASH });
        let (at, word) = (pill.left_center() - vec2(12.0, 0.0), if *value { "On" } else { "Off" });
        self.write_value(&row, at, word, changed)
    }

    /// A row with the keys of an action; marked are those that do something else too. True when the action shall wait
    /// for a key. `waiting` is the text while it waits, `clash` names another action with one of these keys.
    pub fn binding(
        &mut self,
        label: &str,
        caps: &[(Keycap, bool)],
        waiting: Option<&str>,
        clash: Option<&str>,
    ) -> bool {
        let row = self.base_row(label);
        let chosen = self.is_chosen(&row);
        let painter = self.painter();
        let control = Self::control_rect(&row);
        let mut at = control.left_center() + vec2(4.0, 0.0);
        for (cap, marked) in caps {
            let drawn = keycap(&painter, at, cap, 25.0);
            if *marked {
                let line = Stroke::new(1.5, theme::ALARM);
                painter.rect_stroke(drawn, CornerRadius::same(4), line, StrokeKind::Outside);
            }
            at.x = drawn.right() + 8.0;
        }
        self.tell(&row, || bound_keys_in_words(caps, waiting, clash));
        self.takes.waits |= waiting.is_some();
        if let Some(asked) = waiting {
            let blink = if self.reduced_motion { 1.0 } else { (self.seconds * 4.0).sin() * 0.25 + 0.75 };
            painter.text(at, Align2::LEFT_CENTER, asked, theme::semibold(15.0), faded(GOLD, blink));
        } else if caps.is_empty() {
            painter.text(at, Align2::LEFT_CENTER, "no key", theme::semibold(15.0), theme::ALARM);
        } else if let Some(other) = clash {
            let end = row.rect.right_center() - vec2(14.0, 0.0);
            let words = painter.layout_no_wrap(format!("also {other}"), theme::semibold(13.5), theme::ALARM);
            // A narrow row has no room for it; the frame around the key tells of the clash too.
            if end.x - words.size().x >= at.x {
                painter.galley(end - vec2(words.size().x, words.size().y / 2.0), words, theme::ALARM);
            }
        }
        chosen
    }
}

/// The index that lies `step` after index `at` of `count`, where the first comes after the last again.
pub fn place_after(at: usize, step: i32, count: usize) -> usize {
    (at as i32 + step).rem_euclid(count as i32) as usize
}

/// The value at a share of a slider's track, 0 to 1: one to which steps by keys lead too, a multiple of `step` or an
/// end of the range.
fn value_at(share: f32, (low, high): (f32, f32), step: f32) -> f32 {
    (((low + share * (high - low)) / step).round() * step).clamp(low, high)
}

/// Paints the track of a slider, filled up to its knob. `share` is the knob's place, from 0 at the left end to 1 at the
/// right one, and `size` half the knob's width in points.
pub(super) fn paint_track(painter: &Painter, track: Rect, share: f32, (focused, size): (bool, f32)) {
    let knob = pos2(track.left() + track.width() * share, track.center().y);
    let colour = if focused { GOLD } else { mix_colours(GOLD, NIGHT, 0.12) };
    painter.rect_filled(track, 3, theme::TRACK);
    painter.rect_filled(Rect::from_min_max(track.min, pos2(knob.x, track.bottom())), 3, colour);
    lozenge(painter, knob, size + 3.0, NIGHT);
    if focused {
        painter.circle_filled(knob, size + 4.0, faded(GOLD, 0.18));
    }
    lozenge(painter, knob, size, colour);
}

#[cfg(test)]
mod tests {
    use super::super::menu::Cursor;
    use super::super::test_frame::{frame, texts_in_shapes};
    use crate::app::devices::nav::NavigationSteps;

    #[test]
    fn what_waits_for_a_key_pulses_only_where_motion_is_not_reduced() {
        let shapes = |reduced_motion: bool, seconds: f32| {
            frame(400.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
                (menu.reduced_motion, menu.seconds) = (reduced_motion, seconds);
                menu.binding("Left", &[], Some("Press a key"), None);
            })
        };
        assert!(shapes(false, 0.1) != shapes(false, 0.9), "it pulses");
        assert!(shapes(true, 0.1) == shapes(true, 0.9), "it stands still");
    }

    #[test]
    fn a_slider_that_is_pulled_has_the_values_of_its_steps() {
        // The delay of a lock: steps that began at 1 would lead to 451 and 501, and never to 500.
        let delay = |share: f32| super::value_at(share, (1.0, 60_000.0), 50.0);
        assert_eq!([0.0, 0.0083, 0.5, 1.0].map(delay), [1.0, 500.0, 30_000.0, 60_000.0]);
        let share = |share: f32| super::value_at(share, (0.75, 1.5), 0.05);
        assert!((share(0.34) - 1.0).abs() < 1e-6 && share(1.0) == 1.5 && share(0.0) == 0.75);
    }

    #[test]
    fn a_step_of_a_slider_leads_to_the_next_of_its_values_or_stays_at_an_end() {
        let next = |from: u32, right: bool| {
            let (mut value, nav) = (from, NavigationSteps { left: !right, right, ..NavigationSteps::default() });
            frame(400.0, nav, &mut Cursor::default(), |menu| {
                menu.number("Lock delay", &mut value, 1..=200, 50, |ticks| ticks.to_string());
            });
            value
        };
        assert_eq!([1, 50, 150, 200].map(|from| next(from, true)), [50, 100, 200, 200]);
        assert_eq!([1, 50, 150, 200].map(|from| next(from, false)), [1, 1, 100, 150]);
        assert_eq!([70, 133].map(|from| [next(from, false), next(from, true)]), [[50, 100], [100, 150]]);
        let mut share = 0.75_f32;
        for expected in [0.8, 0.85, 0.9] {
            let nav = NavigationSteps { right: true, ..NavigationSteps::default() };
            frame(400.0, nav, &mut Cursor::default(), |menu| {
                menu.per_cent("Size", &mut share, 0.75..=1.5, 0.05);
            });
            assert!((share - expected).abs() < 1e-5, "{share} in place of {expected}");
        }
    }

    #[test]
    fn a_long_value_stays_between_its_arrows() {
        let shapes = frame(330.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
            menu.choice("Run", "iwumbwe-without-column-transitions-5");
        });
        let value = texts_in_shapes(&shapes).last().map(|text| text.visual_bounding_rect());
        assert!(value.is_some_and(|value| value.left() > 158.0 && value.right() < 312.0), "{value:?}");
    }

    #[test]
    fn a_long_label_of_a_row_that_cannot_be_changed_stays_beside_its_value() {
        let shapes = frame(330.0, NavigationSteps::default(), &mut Cursor::default(), |menu| {
            menu.disabled_row("Ten more generations of this run", "not possible", "One run at a time");
        });
        let [label, value] = [0, 1].map(|at| texts_in_shapes(&shapes).nth(at).map(|text| text.visual_bounding_rect()));
        assert!(label.zip(value).is_some_and(|(label, value)| label.right() < value.left()), "{label:?} {value:?}");
    }
}
