//! A column of rows with a cursor: where rows lie, which one has the focus, and how the column scrolls. Rows themselves
//! are in `rows`.

use super::page_layout::{self, Spot};
use super::theme;
use crate::app::devices::nav::Nav;
use crate::audio::MenuSound;
use bevy_egui::egui::emath::TSTransform;
use bevy_egui::egui::{Align2, Id, LayerId, Painter, Rect, Response, Sense, Ui, UiBuilder, pos2, vec2};

/// Room between rows.
const GAP: f32 = 4.0;
/// How high the soft edge is where rows go on.
const EDGE: f32 = 34.0;
/// Rows scroll on before the cursor reaches the edge.
const MARGIN: f32 = 70.0;

/// Where the cursor of one screen is. Kept between visits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    /// The row with the focus.
    pub at: usize,
    /// The tab shown, on a screen with tabs.
    pub tab: usize,
    /// Rows of the last frame.
    count: usize,
    /// Height of all rows in the last frame, but for those that stay where they are.
    height: f32,
    /// Height of the tabs, which stay at the top.
    pinned: f32,
    /// How far the column is scrolled.
    scroll: f32,
    /// Where the row with the focus was.
    focus: [f32; 2],
    /// The wheel has moved the column away from the cursor.
    wheeled: bool,
}

impl Cursor {
    /// The height of all rows, 0 before they have been laid out.
    pub fn height(&self) -> f32 {
        self.height + self.pinned
    }
}

/// One row as it was laid out.
pub struct Row {
    /// Where.
    pub rect: Rect,
    /// Whether it has the focus.
    pub focused: bool,
    /// How much of the focus is seen, 0-1: it comes and goes softly.
    pub warmth: f32,
    /// The mouse on it.
    pub response: Response,
}

/// A column of rows being built.
pub struct Menu<'a> {
    /// Paints, and feels the mouse.
    pub ui: &'a mut Ui,
    /// The frame's steps that no row has taken.
    pub nav: Nav,
    /// The cursor.
    pub cursor: &'a mut Cursor,
    /// Beside the column, for whatever a screen shows there: what [`beside`](Self::beside) paints in.
    pub side: Rect,
    /// The layer of its own that it is painted on where it is painted smaller.
    aside: Option<LayerId>,
    /// Seconds since the program started, for what moves.
    pub seconds: f32,
    view: Rect,
    y: f32,
    next: usize,
    sounds: Vec<MenuSound>,
    hint: Option<String>,
    takes: KeysTaken,
    /// Where the rows lie, if somebody asks.
    spots: Option<Vec<Spot>>,
}

/// The place beside a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aside {
    /// Where; [`Rect::NOTHING`] for a column that has nothing beside it.
    pub rect: Rect,
    /// How large it is painted, 0-1.
    pub scale: f32,
}

impl Aside {
    /// Nothing beside a column.
    pub const NOTHING: Self = Self { rect: Rect::NOTHING, scale: 1.0 };

    /// The rectangle that is painted in, and the layer that shows it smaller, if it is.
    fn opened(self, ui: &Ui) -> (Rect, Option<LayerId>) {
        let (rect, parent) = (self.rect, ui.layer_id());
        if self.scale >= 1.0 {
            return (rect, None);
        }
        let layer = LayerId::new(parent.order, Id::new("aside"));
        let about = rect.min.to_vec2() * (1.0 - self.scale);
        ui.ctx().set_sublayer(parent, layer);
        ui.ctx().set_transform_layer(layer, TSTransform::new(about, self.scale));
        (Rect::from_min_size(rect.min, rect.size() / self.scale), Some(layer))
    }
}

/// What the row with the focus takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeysTaken {
    /// Whether there is another row to go to.
    pub moves: bool,
    /// A step to the side, which changes it.
    pub changes: bool,
    /// Enter, which chooses it.
    pub chooses: bool,
}

/// What a column leaves behind.
pub struct Built {
    /// What the row with the focus takes.
    pub takes: KeysTaken,
    /// The steps that no row has taken.
    pub nav: Nav,
    /// The sounds of its rows.
    pub sounds: Vec<MenuSound>,
    /// What the row with the focus explains.
    pub hint: Option<String>,
    /// Where the rows lie, if somebody asks.
    pub spots: Option<Vec<Spot>>,
}

impl<'a> Menu<'a> {
    /// Begins a column in `view`; the cursor takes the steps up and down.
    pub fn begin(ui: &'a mut Ui, (view, aside): (Rect, Aside), nav: Nav, cursor: &'a mut Cursor, seconds: f32) -> Self {
        let mut sounds = Vec::new();
        let mut nav = nav;
        if cursor.count == 1 && nav.up != nav.down {
            // One row has no other: the keys move the page itself.
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
        let wheel = ui.input(|input| input.smooth_scroll_delta().y);
        if wheel != 0.0 && hidden > 0.0 {
            cursor.scroll -= wheel;
            cursor.wheeled = true;
        } else if !cursor.wheeled {
            let [top, bottom] = cursor.focus;
            let least = (bottom + MARGIN - room).max(0.0);
            let target = cursor.scroll.clamp(least, (top - MARGIN).max(least));
            cursor.scroll += (target - cursor.scroll) * 0.35;
        }
        cursor.scroll = cursor.scroll.clamp(0.0, hidden);
        ui.set_clip_rect(view.expand2(vec2(14.0, 2.0)).intersect(ui.clip_rect()));
        cursor.pinned = 0.0;
        let y = view.top() - cursor.scroll;
        let spots = page_layout::is_asked(ui.ctx()).then(Vec::new);
        let (side, aside) = aside.opened(ui);
        Self {
            ui,
            nav,
            cursor,
            side,
            aside,
            seconds,
            view,
            y,
            next: 0,
            sounds,
            hint: None,
            takes: KeysTaken::default(),
            spots,
        }
    }

    /// Ends the column.
    pub fn finish(self) -> Built {
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
            // What goes on beyond an edge fades into the panel, where there is one: no row looks cut off.
            let on_panel = self.side != Rect::NOTHING;
            let clear = theme::faded(theme::LACQUER, 0.0);
            let over = self.view.expand2(vec2(14.0, 2.0)).with_max_x(self.view.right() + 3.0);
            if on_panel && self.cursor.scroll > 1.0 {
                let edge = over.with_max_y(over.top() + EDGE);
                super::draw::shaded(self.ui.painter(), edge, theme::LACQUER, clear);
            }
            if on_panel && self.cursor.scroll < hidden - 1.0 {
                let edge = over.with_min_y(over.bottom() - EDGE);
                super::draw::shaded(self.ui.painter(), edge, clear, theme::LACQUER);
            }
            self.ui.painter().rect_filled(track, 2, theme::RAISED);
            self.ui.painter().rect_filled(thumb, 2, theme::GOLD);
        }
        let takes = KeysTaken { moves: self.next > 1, ..self.takes };
        Built { takes, nav: self.nav, sounds: self.sounds, hint: self.hint, spots: self.spots }
    }

    /// Keeps what has been laid out so far, `height` points of it, at the top of the column: the rows that follow scroll away
    /// under it. What is laid out after this call belongs to them.
    pub fn pin(&mut self, height: f32) {
        self.cursor.pinned = height;
        self.view.min.y += height;
        self.y = self.view.top() - self.cursor.scroll;
        let view = self.view.expand2(vec2(14.0, 2.0)).with_min_y(self.view.top());
        self.ui.set_clip_rect(view.intersect(self.ui.clip_rect()));
    }

    /// A row at the very top, wherever the column is scrolled.
    pub fn first_row(&mut self, height: f32) -> Row {
        self.y = self.view.top();
        self.row(height)
    }

    /// What the rows paint with.
    pub fn painter(&self) -> Painter {
        self.ui.painter().clone()
    }

    /// What is painted beside the rows: not cut off at the column's edge.
    pub fn beside(&self) -> Painter {
        let mut painter = self.painter();
        painter.set_clip_rect(self.whole());
        if let Some(layer) = self.aside {
            painter.set_layer_id(layer);
        }
        painter
    }

    /// A part of the page that lies in `rect` beside the rows, and feels the mouse there.
    pub fn beside_ui(&mut self, name: &str, rect: Rect) -> Ui {
        let whole = self.whole();
        let builder = UiBuilder::new().id_salt(name).max_rect(rect);
        let builder = match self.aside {
            Some(layer) => builder.layer_id(layer),
            None => builder,
        };
        let mut ui = self.ui.new_child(builder);
        // The rows' own room is cut off at the column's edge, for the mouse too.
        ui.set_clip_rect(whole);
        ui
    }

    /// The whole window, as it is for what lies beside the rows.
    fn whole(&self) -> Rect {
        let window = self.ui.ctx().viewport_rect();
        let smaller = self.aside.and_then(|layer| self.ui.ctx().layer_transform_from_global(layer));
        smaller.map_or(window, |smaller| smaller * window)
    }

    /// Whether the row about to be built has the focus.
    pub fn is_next_focused(&self) -> bool {
        self.cursor.at == self.next
    }

    /// Whether the focus is on a row that has been built already.
    pub fn is_before(&self) -> bool {
        self.cursor.at < self.next
    }

    /// Room for a row, with focus by keys and mouse.
    pub fn row(&mut self, height: f32) -> Row {
        let rect = self.room(height);
        let index = self.next;
        self.next += 1;
        if let Some(spots) = &mut self.spots {
            spots.push(page_layout::spot(self.ui, "", rect, self.view.contains(rect.center())));
        }
        // No egui focus: the cursor is ours, and Tab, Enter and the space bar with it.
        let response = self.ui.interact(rect, self.ui.id().with(("row", index)), Sense::CLICK | Sense::DRAG);
        let moved = self.ui.input(|input| input.pointer.delta() != bevy_egui::egui::Vec2::ZERO);
        if self.cursor.at != index && ((response.hovered() && moved) || response.is_pointer_button_down_on()) {
            self.cursor.at = index;
            self.cursor.wheeled = true;
            self.sound(MenuSound::Move);
        }
        let focused = self.cursor.at == index;
        if focused {
            let top = self.view.top() - self.cursor.scroll;
            self.cursor.focus = [rect.top() - top, rect.bottom() - top];
        }
        // Rows that scroll into view or come with another tab are where they are at once.
        let warmth = self.ui.ctx().animate_bool(response.id.with(self.cursor.tab), focused);
        Row { rect, focused, warmth, response }
    }

    /// Says what is written on the last row.
    pub fn named(&mut self, label: &str) {
        if let Some(row) = self.spots.as_mut().and_then(|spots| spots.last_mut()) {
            label.clone_into(&mut row.label);
        }
    }

    /// Room for something without focus.
    pub fn room(&mut self, height: f32) -> Rect {
        let rect = Rect::from_min_size(pos2(self.view.left(), self.y), vec2(self.view.width(), height));
        self.y += height + GAP;
        rect
    }

    /// Whether a row was chosen: by key when it has the focus, or by a click.
    pub fn chosen(&mut self, row: &Row) -> bool {
        self.takes.chooses |= row.focused;
        let by_key = row.focused && (self.nav.enter || self.nav.space);
        if by_key {
            (self.nav.enter, self.nav.space) = (false, false);
        }
        let chosen = by_key || row.response.clicked();
        if chosen {
            self.sound(MenuSound::Select);
        }
        chosen
    }

    /// The step to the side that a row with the focus takes: -1, 0 or 1.
    pub fn step(&mut self, row: &Row) -> i32 {
        self.takes.changes |= row.focused;
        if !row.focused || self.nav.left == self.nav.right {
            return 0;
        }
        let step = if self.nav.right { 1 } else { -1 };
        (self.nav.left, self.nav.right) = (false, false);
        step
    }

    /// Makes a sound at the end of the frame.
    pub fn sound(&mut self, sound: MenuSound) {
        self.sounds.push(sound);
    }

    /// Explains the last row while it has the focus.
    pub fn hint(&mut self, text: impl Into<String>) {
        if self.next > 0 && self.cursor.at + 1 == self.next {
            self.hint = Some(text.into());
        }
    }

    /// Empty room.
    pub fn gap(&mut self, height: f32) {
        self.y += height;
    }

    /// A heading between rows.
    pub fn heading(&mut self, text: &str) {
        if self.next > 0 {
            self.gap(4.0);
        }
        let rect = self.room(22.0);
        let painter = self.painter();
        let (at, font) = (rect.left_center() + vec2(4.0, 2.0), theme::semibold(12.5));
        let written =
            super::draw::spaced(&painter, at, Align2::LEFT_CENTER, &text.to_uppercase(), font, theme::GOLD, 2.0);
        let from = pos2(written.right() + 12.0, at.y);
        super::ornament::fading_line(&painter, from, pos2(rect.right(), at.y), theme::faded(theme::GOLD, 0.5), 1.0);
    }

    /// A line of text between rows.
    pub fn note(&mut self, text: &str) {
        self.written(text, theme::ASH);
    }

    /// A line between rows about something that is wrong.
    pub fn alarm(&mut self, text: &str) {
        self.written(text, theme::ALARM);
    }

    fn written(&mut self, text: &str, colour: bevy_egui::egui::Color32) {
        let painter = self.painter();
        let width = self.view.width() - 8.0;
        let galley = painter.layout(text.to_owned(), theme::regular(14.0), colour, width);
        let rect = self.room(galley.size().y + 4.0);
        painter.galley(rect.min + vec2(4.0, 2.0), galley, colour);
    }
}
