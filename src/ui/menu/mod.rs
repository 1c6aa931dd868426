//! A column of rows with a cursor: where the rows lie, which one has the focus, and how the column scrolls. The kinds
//! of rows are in `rows`.

use super::narration::ColumnWords;
use super::page_layout::{self, LayoutSpot};
use super::side_room::SideRoom;
use super::theme;
use crate::app::devices::buttons::PadFamily;
use crate::app::devices::nav::NavigationSteps;
use crate::audio::MenuSound;
use bevy_egui::egui::{Align2, LayerId, Painter, Rect, Response, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

/// The gap between rows, in points.
const GAP: f32 = 4.0;
/// The height in points over which rows fade at an edge of the column beyond which more rows lie.
const EDGE: f32 = 34.0;
/// The distance in points between the row with the focus and an edge of the column, below which the column scrolls.
const MARGIN: f32 = 70.0;

/// The state of one screen's column, kept between visits: the row with the focus, the tab, and how far it is scrolled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    /// The row with the focus, from 0.
    pub at: usize,
    /// The tab that is shown, from 0, on a screen with tabs.
    pub tab: usize,
    /// How many rows there were in the last frame.
    count: usize,
    /// The height of all rows in the last frame in points, without those that stay in place.
    height: f32,
    /// The height of the tabs in points, which stay at the top.
    pinned: f32,
    /// How far the column is scrolled, in points.
    scroll: f32,
    /// The top and bottom of the row with the focus, in points from the top of all rows.
    focus: [f32; 2],
    /// Whether the mouse wheel, a finger or a key has scrolled the column away from the row with the focus.
    wheeled: bool,
    /// Whether a finger moves something that lies on a row, so that it must not scroll the column.
    is_still: bool,
    /// The row to which the last tap has given the focus; `None` where it was on the row with the focus.
    pub(super) tapped: Option<usize>,
    /// The row, from 0, onto whose small buttons a step to the side has led, and the index of the button; `None` while
    /// no button is pointed at.
    pub(super) button: Option<(usize, usize)>,
}

impl Cursor {
    /// The height of all rows in points; 0 before they have been laid out.
    pub fn all_rows_height(&self) -> f32 {
        self.height + self.pinned
    }
}

/// One row after it was laid out.
pub struct Row {
    /// The rectangle of the row.
    pub rect: Rect,
    /// Whether the row has the focus.
    pub focused: bool,
    /// How strongly the focus is shown, 0-1: it comes and goes softly.
    pub warmth: f32,
    /// What the mouse does on the row: nothing on one off view.
    pub response: Response,
}

/// A column of rows that is being built in this frame.
pub struct Menu<'a> {
    /// The `egui::Ui` in which the column is painted and the mouse is read.
    pub ui: &'a mut Ui,
    /// The navigation steps of this frame, such as up or Enter, that no row has taken yet.
    pub nav: NavigationSteps,
    /// The cursor of the screen, which the rows change.
    pub cursor: &'a mut Cursor,
    /// The room beside the column, which [`side_painter`](Self::side_painter) paints in; empty if there is none.
    pub side: Rect,
    /// The egui layer for what lies beside the column if it is painted smaller; `None` at full size.
    aside: Option<LayerId>,
    /// Seconds since the program started, for things that move.
    pub seconds: f32,
    /// Whether a gamepad was used last, so that rows name its buttons in place of keys.
    pub by_gamepad: bool,
    /// The family of the gamepad that was used last of all gamepads.
    pub pad_family: PadFamily,
    /// Whether a keyboard was used last: for gamepads and fingers, rows say nothing of its letters.
    pub by_keys: bool,
    /// Whether motion is reduced, so that nothing pulses.
    pub reduced_motion: bool,
    /// The least height of a row and the gap below it in points, from [`theme::least_row_pitch`].
    pub(super) least_pitch: f32,
    /// The rectangle in which the rows are seen.
    pub(super) view: Rect,
    y: f32,
    next: usize,
    /// What the mouse does on every row off view; `None` before the first of them.
    off_view: Option<Response>,
    /// The sounds that the rows make in this frame, which are played after it.
    pub(super) sounds: Vec<MenuSound>,
    /// The explanation of the row with the focus; `None` if it has none.
    pub(super) hint: Option<String>,
    /// Which keys the row with the focus takes.
    pub(super) takes: FocusedRowKeys,
    /// The place of each row in the window, noted only if somebody asks for the layout of the page.
    pub(super) spots: Option<Vec<LayoutSpot>>,
    /// The words for a screen reader, noted only where somebody can hear them.
    pub(super) words: Option<ColumnWords>,
}

/// Which keys the row with the focus takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FocusedRowKeys {
    /// Whether the up and down keys move the focus, since there is more than one row.
    pub moves: bool,
    /// Whether a step to the side changes the row.
    pub changes: bool,
    /// Whether a step to the side leads onto a button of the row.
    pub picks: bool,
    /// Whether Enter chooses the row.
    pub chooses: bool,
    /// Whether the row waits for a key to bind, so that it takes whichever key is pressed next.
    pub waits: bool,
}

impl<'a> Menu<'a> {
    /// Begins a column in `view`. The cursor takes the steps up and down.
    pub fn begin(
        ui: &'a mut Ui,
        (view, aside): (Rect, SideRoom),
        nav: NavigationSteps,
        cursor: &'a mut Cursor,
        seconds: f32,
    ) -> Self {
        let mut sounds = Vec::new();
        let mut nav = nav;
        if cursor.count == 1 && nav.up != nav.down {
            // With a single row there is no other to go to: the keys scroll the page itself.
            cursor.scroll += if nav.down { 80.0 } else { -80.0 };
            cursor.wheeled = true;
            (nav.up, nav.down) = (false, false);
        }
        if cursor.count > 0 && nav.up != nav.down {
            let steps = if nav.down { 1 } else { cursor.count - 1 };
            cursor.at = (cursor.at.min(cursor.count - 1) + steps) % cursor.count;
            cursor.wheeled = false;
            sounds.push(MenuSound::Move);
            (nav.up, nav.down) = (false, false);
        }
        let room = view.height() - cursor.pinned;
        let hidden = (cursor.height - room).max(0.0);
        // A finger on the rows draws them along.
        let is_still = std::mem::take(&mut cursor.is_still);
        let drawn = ui.input(|input| match (input.any_touches(), input.pointer.press_origin()) {
            (true, Some(from)) if view.contains(from) && !is_still => input.pointer.delta().y,
            _ => 0.0,
        });
        let wheel = ui.input(|input| input.smooth_scroll_delta().y) + drawn;
        if wheel != 0.0 && hidden > 0.0 {
            cursor.scroll -= wheel;
            cursor.wheeled = true;
        } else if !cursor.wheeled {
            let [top, bottom] = cursor.focus;
            let least = (bottom + MARGIN - room).max(0.0);
            let target = cursor.scroll.clamp(least, (top - MARGIN).max(least));
            cursor.scroll += (target - cursor.scroll) * if ui.style().animation_time > 0.0 { 0.35 } else { 1.0 };
        }
        cursor.scroll = cursor.scroll.clamp(0.0, hidden);
        ui.set_clip_rect(view.expand2(vec2(14.0, 2.0)).intersect(ui.clip_rect()));
        cursor.pinned = 0.0;
        let y = view.top() - cursor.scroll;
        let spots = page_layout::is_layout_asked(ui.ctx()).then(Vec::new);
        let (side, aside) = aside.open_layer(ui);
        Self {
            ui,
            nav,
            cursor,
            side,
            aside,
            seconds,
            by_gamepad: false,
            pad_family: PadFamily::default(),
            by_keys: true,
            reduced_motion: false,
            least_pitch: 0.0,
            view,
            y,
            next: 0,
            off_view: None,
            sounds,
            hint: None,
            takes: FocusedRowKeys::default(),
            spots,
            words: ColumnWords::begin(),
        }
    }

    /// Ends the column: paints its scroll bar, counts its rows, and notes its height for the next frame.
    pub fn finish(&mut self) {
        self.cursor.count = self.next;
        self.cursor.height = self.y - GAP - self.view.top() + self.cursor.scroll;
        self.cursor.at = self.cursor.at.min(self.next.saturating_sub(1));
        let hidden = self.cursor.height - self.view.height();
        if hidden > 1.0 {
            let track =
                Rect::from_min_size(pos2(self.view.right() + 6.0, self.view.top()), vec2(3.0, self.view.height()));
            let length = track.height() * self.view.height() / self.cursor.height;
            let top = track.top() + (track.height() - length) * self.cursor.scroll / hidden;
            let thumb = Rect::from_min_size(pos2(track.left(), top), vec2(3.0, length));
            // What goes on beyond an edge fades into the panel, so that no row looks cut off.
            let on_panel = self.side != Rect::NOTHING;
            let clear = theme::faded(theme::LACQUER, 0.0);
            let over = self.view.expand2(vec2(14.0, 2.0)).with_max_x(self.view.right() + 3.0);
            if on_panel && self.cursor.scroll > 1.0 {
                let edge = over.with_max_y(over.top() + EDGE);
                super::draw::gradient_down(self.ui.painter(), edge, theme::LACQUER, clear);
            }
            if on_panel && self.cursor.scroll < hidden - 1.0 {
                let edge = over.with_min_y(over.bottom() - EDGE);
                super::draw::gradient_down(self.ui.painter(), edge, clear, theme::LACQUER);
            }
            self.ui.painter().rect_filled(track, 2, theme::RAISED);
            self.ui.painter().rect_filled(thumb, 2, theme::GOLD);
        }
        self.takes.moves = self.next > 1;
    }

    /// Keeps what has been laid out so far, `height` points of it, at the top of the column. The rows laid out after
    /// this call scroll away under it.
    pub fn pin_rows_above(&mut self, height: f32) {
        self.cursor.pinned = height;
        self.view.min.y += height;
        self.y = self.view.top() - self.cursor.scroll;
        let view = self.view.expand2(vec2(14.0, 2.0)).with_min_y(self.view.top());
        self.ui.set_clip_rect(view.intersect(self.ui.clip_rect()));
    }

    /// Adds a row of this height at the very top, wherever the column is scrolled.
    pub fn add_row_at_top(&mut self, height: f32, label: &str) -> Row {
        self.y = self.view.top();
        self.row(height, label)
    }

    /// Keeps the rows where they are in the next frame, since a finger moves something on them.
    pub fn keep_still(&mut self) {
        self.cursor.is_still = true;
    }

    /// The painter of the rows.
    pub fn painter(&self) -> Painter {
        self.ui.painter().clone()
    }

    /// The painter of what lies beside the rows. It is not cut off at the column's edge.
    pub fn side_painter(&self) -> Painter {
        let mut painter = self.painter();
        painter.set_clip_rect(self.whole());
        if let Some(layer) = self.aside {
            painter.set_layer_id(layer);
        }
        painter
    }

    /// A part of the page that lies in `rect` beside the rows and can be used with the mouse.
    /// `name` tells it from other parts.
    pub fn side_panel_ui(&mut self, name: &str, rect: Rect) -> Ui {
        let whole = self.whole();
        let builder = UiBuilder::new().id_salt(name).max_rect(rect);
        let builder = match self.aside {
            Some(layer) => builder.layer_id(layer),
            None => builder,
        };
        let mut ui = self.ui.new_child(builder);
        // The room of the rows is cut off at the column's edge, for the mouse too.
        ui.set_clip_rect(whole);
        ui
    }

    /// The rectangle of the whole window, in the coordinates of what is painted beside the rows, which can be scaled.
    fn whole(&self) -> Rect {
        let window = self.ui.ctx().viewport_rect();
        let smaller = self.aside.and_then(|layer| self.ui.ctx().layer_transform_from_global(layer));
        smaller.map_or(window, |smaller| smaller * window)
    }

    /// Whether the next row to be built has the focus.
    pub fn is_next_focused(&self) -> bool {
        self.cursor.at == self.next
    }

    /// Whether a page shows more of the next row: of the one with the focus, or of the first below the tabs
    /// while these have it.
    pub fn is_next_detailed(&self) -> bool {
        self.is_next_focused() || (self.next == 1 && self.cursor.at == 0)
    }

    /// How many rows have been built so far.
    pub const fn rows_so_far(&self) -> usize {
        self.next
    }

    /// Whether the focus is on a row that has been built already.
    pub fn is_focus_on_earlier_row(&self) -> bool {
        self.cursor.at < self.next
    }

    /// Adds a row of this height, or higher for fingers, which takes the focus by keys and mouse; its label is for the
    /// layout of the page and for a screen reader.
    pub fn row(&mut self, height: f32, label: &str) -> Row {
        let rect = self.add_room(height.max(self.least_pitch - GAP));
        let index = self.next;
        self.next += 1;
        if let Some(spots) = &mut self.spots {
            spots.push(page_layout::new_layout_spot(self.ui, label, rect, self.view.contains(rect.center())));
        }
        let response = self.response_of_row(index, rect);
        let focused = self.cursor.at == index;
        if focused {
            let top = self.view.top() - self.cursor.scroll;
            self.cursor.focus = [rect.top() - top, rect.bottom() - top];
            if let Some(words) = &mut self.words {
                words.begin_row(index, label);
            }
        }
        // Rows that scroll into view or come with another tab show their focus without animation.
        let warmth = self.ui.ctx().animate_bool(response.id.with(self.cursor.tab), focused);
        Row { rect, focused, warmth, response }
    }

    /// What the mouse does on the row of this number. It may give the row the focus.
    fn response_of_row(&mut self, index: usize, rect: Rect) -> Response {
        let id = self.ui.id().with(("row", index));
        // The mouse is on no row off view, and holds none but the one with the focus. Of a list of hundreds of rows
        // nearly all are off view, and egui looks at each that it is asked about several times in every frame.
        if self.cursor.at != index && !self.ui.clip_rect().intersects(rect) {
            let shared = self.ui.id().with("rows off view");
            let off_view = self.off_view.get_or_insert_with(|| self.ui.interact(rect, shared, Sense::hover()));
            return Response { id, rect, ..off_view.clone() };
        }
        // There is no egui focus: this menu has its own cursor, and reads Tab, Enter and the space bar itself.
        let response = self.ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
        let moved = self.ui.input(|input| input.pointer.delta() != Vec2::ZERO);
        let [pressed, touched] = self.ui.input(|input| [input.pointer.any_pressed(), input.any_touches()]);
        if pressed && self.cursor.at == index {
            self.cursor.tapped = None;
        }
        if self.cursor.at != index && ((response.hovered() && moved) || response.is_pointer_button_down_on()) {
            self.cursor.at = index;
            self.cursor.tapped = touched.then_some(index);
            self.cursor.wheeled = true;
            self.queue_sound(MenuSound::Move);
        }
        response
    }

    /// Adds room of this height for something that cannot have the focus. Returns its rectangle.
    pub fn add_room(&mut self, height: f32) -> Rect {
        let rect = Rect::from_min_size(pos2(self.view.left(), self.y), vec2(self.view.width(), height));
        self.y += height + GAP;
        rect
    }

    /// Whether the row is chosen in this frame: by a key while it has the focus, or by a click.
    pub fn is_chosen(&mut self, row: &Row) -> bool {
        self.takes.chooses |= row.focused;
        let by_key = row.focused && (self.nav.enter || self.nav.space);
        if by_key {
            (self.nav.enter, self.nav.space) = (false, false);
        }
        let chosen = by_key || row.response.clicked();
        if chosen {
            self.queue_sound(MenuSound::Select);
        }
        chosen
    }

    /// The step to the side, -1, 0 or 1, by which a row that has the focus is changed. It is taken from the frame.
    pub fn take_change_step(&mut self, row: &Row) -> i32 {
        self.takes.changes |= row.focused;
        self.take_side_step(row)
    }

    /// The step to the side, -1, 0 or 1, that is taken while a row has the focus, whatever the step changes.
    pub(super) fn take_side_step(&mut self, row: &Row) -> i32 {
        if !row.focused || self.nav.left == self.nav.right {
            return 0;
        }
        let step = if self.nav.right { 1 } else { -1 };
        (self.nav.left, self.nav.right) = (false, false);
        step
    }

    /// Queues a sound of the menus, which is made at the end of the frame.
    pub fn queue_sound(&mut self, sound: MenuSound) {
        self.sounds.push(sound);
    }

    /// Explains the row built last, while it has the focus.
    pub fn explain_row(&mut self, text: impl Into<String>) {
        if self.next > 0 && self.cursor.at + 1 == self.next {
            self.hint = Some(text.into());
        }
    }

    /// Adds a gap of this height, in points.
    pub fn gap(&mut self, height: f32) {
        self.y += height;
    }

    /// Adds a heading between rows.
    pub fn heading(&mut self, text: &str) {
        if self.next > 0 {
            self.gap(4.0);
        }
        let rect = self.add_room(22.0);
        let painter = self.painter();
        let (at, font) = (rect.left_center() + vec2(4.0, 2.0), theme::semibold(12.5));
        let written =
            super::draw::spaced_text(&painter, at, Align2::LEFT_CENTER, &text.to_uppercase(), font, theme::GOLD, 2.0);
        let from = pos2(written.right() + 12.0, at.y);
        super::ornament::fading_line(&painter, from, pos2(rect.right(), at.y), theme::faded(theme::GOLD, 0.5), 1.0);
    }

    /// Adds a text that cannot have the focus between rows, in as many lines as it needs.
    pub fn note(&mut self, text: &str) {
        self.written(text, theme::ASH);
    }

    /// Adds a text between rows, in the colour of warnings, about something that is wrong.
    pub fn alarm(&mut self, text: &str) {
        self.written(text, theme::ALARM);
    }

    fn written(&mut self, text: &str, colour: bevy_egui::egui::Color32) {
        self.tell_aside(|| text.to_owned());
        let painter = self.painter();
        let width = self.view.width() - 8.0;
        let galley = theme::paragraph(&painter, text, theme::regular(14.0), colour, width);
        let rect = self.add_room(galley.size().y + 4.0);
        painter.galley(rect.min + vec2(4.0, 2.0), galley, colour);
    }
}

#[cfg(test)]
mod tests;
