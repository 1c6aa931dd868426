//! What every page is built on: the panel with its title, its column of rows, its hints, and the way back.

use super::draw::{gilded, key_line};
use super::menu::{Aside, Cursor, KeysTaken, Menu};
use super::page_layout;
use super::theme::{self, faded};
use super::transition::Transition;
use super::{music, ornament};
use crate::app::Toasts;
use crate::app::devices::keys::{Cap, Way};
use crate::app::devices::nav::Nav;
use crate::app::persistence::Settings;
use crate::app::screens::{Overlay, ReturnTo, Screen};
use crate::audio::MenuSound;
use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, Rect, Sense, Ui, UiBuilder, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// What is painted over what.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Painting {
    /// The screen of the state.
    Screens,
    /// What comes up over any screen.
    Above,
}

/// The cursors of all screens, by name.
#[derive(Resource, Debug, Default)]
pub struct Cursors(HashMap<&'static str, Cursor>);

impl Cursors {
    /// Opens a screen at a tab.
    pub fn open_at(&mut self, name: &'static str, tab: usize) {
        let cursor = self.0.entry(name).or_default();
        (cursor.tab, cursor.at) = (tab, 0);
    }

    /// Opens a screen with the focus on a row.
    pub fn focus(&mut self, name: &'static str, row: usize) {
        self.0.entry(name).or_default().at = row;
    }

    /// Lets a screen begin at its first row again.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }
}

/// A panel.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The name of its cursor.
    pub name: &'static str,
    /// Its title.
    pub title: &'a str,
    /// The width of its rows.
    pub rows: f32,
    /// The size of what lies beside the rows, or nothing.
    pub side: egui::Vec2,
}

/// Points that a menu leaves free at the window's left edge, and as many at its right.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeAside(pub f32);

/// What a screen's column came to.
pub struct PanelShown<R> {
    /// What the rows gave.
    pub inner: R,
    /// Whether the player wants back.
    pub back: bool,
}

/// What the system that paints a page needs.
#[derive(SystemParam)]
pub struct Page<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    nav: ResMut<'w, Nav>,
    cursors: ResMut<'w, Cursors>,
    sounds: MessageWriter<'w, MenuSound>,
    time: Res<'w, Time<Real>>,
    return_to: Res<'w, ReturnTo>,
    transition: Res<'w, Transition>,
    free: ResMut<'w, FreeAside>,
    size: ResMut<'w, theme::MenuSize>,
    /// Which screen this is.
    pub screen: Res<'w, State<Screen>>,
    /// Which screen is next.
    pub next_screen: ResMut<'w, NextState<Screen>>,
    /// Which overlay is next.
    pub next_overlay: ResMut<'w, NextState<Overlay>>,
    /// The settings; written only when they differ.
    pub settings: ResMut<'w, Settings>,
    /// Messages to the player.
    pub toasts: ResMut<'w, Toasts>,
    /// Starts and ends matches.
    pub commands: Commands<'w, 's>,
    /// The music, for the panel and the switches.
    pub music: music::MusicPlayer<'w>,
}

/// Sets the order of painting.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Cursors>().init_resource::<FreeAside>();
    app.configure_sets(EguiPrimaryContextPass, (Painting::Screens, Painting::Above).chain());
    app.add_systems(OnEnter(Overlay::Pause), |mut cursors: ResMut<Cursors>| cursors.forget("pause"));
    app.add_systems(OnEnter(Overlay::Results), |mut cursors: ResMut<Cursors>| {
        // Its first row is the tabs'; what to do comes next.
        cursors.forget("results");
        cursors.focus("results", 1);
    });
}

impl Page<'_, '_> {
    /// Whether this lies over a match.
    pub fn is_overlay(&self) -> bool {
        *self.screen.get() == Screen::Play
    }

    /// Seconds since the program started.
    pub fn seconds(&self) -> f32 {
        // Only what moves reads it, and that may start over after some hours.
        self.time.elapsed_secs_wrapped()
    }

    /// Says how much a menu without a panel leaves free at each side.
    pub fn leave_free(&mut self, points: f32) {
        self.free.0 = points;
    }

    /// Says how many times as large this page may be as menus at 100 %.
    pub fn at_most(&mut self, most: f32) {
        self.size.most = self.size.most.min(most);
    }

    /// The whole window to paint on.
    pub fn canvas(&mut self) -> Result<Ui> {
        let context = self.contexts.ctx_mut()?.clone();
        let rect = context.viewport_rect();
        let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("screen"));
        Ok(Ui::new(context, egui::Id::new("screen"), UiBuilder::new().layer_id(layer).max_rect(rect)))
    }

    /// A column of rows in `view`.
    pub fn column<R>(
        &mut self,
        ui: &mut Ui,
        name: &'static str,
        (view, aside): (Rect, Aside),
        body: impl FnOnce(&mut Menu) -> R,
    ) -> (PanelShown<R>, Option<String>, KeysTaken) {
        let nav = std::mem::take(&mut *self.nav);
        let mut cursor = self.cursors.0.get(name).copied().unwrap_or_default();
        let seconds = self.seconds();
        let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(ui.max_rect()));
        let mut menu = Menu::begin(&mut child, (view, aside), nav, &mut cursor, seconds);
        let inner = body(&mut menu);
        let built = menu.finish();
        if let Some(rows) = built.spots {
            page_layout::note_rows(child.ctx(), name, [cursor.tab, cursor.at], rows);
        }
        self.cursors.0.insert(name, cursor);
        self.sounds.write_batch(built.sounds);
        (PanelShown { inner, back: built.nav.back }, built.hint, built.takes)
    }

    /// A panel with a title and a column of rows in the middle of the window, left by going back.
    pub fn panel<R>(&mut self, look: Look<'_>, body: impl FnOnce(&mut Menu) -> R) -> Result<PanelShown<R>> {
        self.panel_left_by("Back", look, body)
    }

    /// The same, with another word for what leaves it.
    pub fn panel_left_by<R>(
        &mut self,
        leave: &str,
        look: Look<'_>,
        body: impl FnOnce(&mut Menu) -> R,
    ) -> Result<PanelShown<R>> {
        const EDGE: f32 = 32.0;
        const HEAD: f32 = 84.0;
        const FOOT: f32 = 56.0;
        /// Points above and below the panel.
        const AROUND: f32 = 60.0;
        /// What lies beside the rows is at least so large: letters of 13 points are 11 pixels high at 1280x720.
        const LEAST: f32 = 0.85;
        let mut ui = self.canvas()?;
        self.ground(&ui);
        let screen = ui.max_rect();
        let known = self.cursors.0.get(look.name).copied().unwrap_or_default().height();
        if known == 0.0 {
            // Its height is known after this frame.
            ui.set_invisible();
        }
        let between = if look.side.x > 0.0 { 30.0 } else { 0.0 };
        let wanted = look.rows + between + look.side.x + EDGE * 2.0;
        if look.side.x > 0.0 {
            // Where menus are to be large, the rows grow as far as what lies beside them keeps enough room.
            let room = self.size.window - look.side * LEAST;
            let most = room / vec2(look.rows + between + EDGE * 2.0 + 24.0, AROUND + HEAD + FOOT);
            self.at_most(most.x.min(most.y).max(1.0));
        }
        let width = wanted.min(screen.width() - 24.0);
        let height = (known.max(look.side.y) + HEAD + FOOT).min(screen.height() - AROUND);
        ui.multiply_opacity(self.transition.opacity());
        let middle = screen.center() - vec2(0.0, 16.0 - self.transition.offset());
        let panel = Rect::from_center_size(middle, vec2(width, height)).round_to_pixels_of(&ui);
        let painter = ui.painter().clone();
        ornament::panel(&painter, panel);
        self.free.0 = panel.left();
        let title = pos2(panel.center().x, panel.top() + 40.0);
        gilded(&painter, title, Align2::CENTER_CENTER, &look.title.to_uppercase(), theme::extrabold(25.0), 5.0);
        let line = title + vec2(0.0, 25.0);
        ornament::divider(&painter, line, (panel.width() * 0.36).min(260.0), faded(theme::GOLD, 0.8));
        let top = panel.top() + HEAD;
        // Where there is too little room, what lies beside the rows is painted smaller.
        let least = look.side.x * LEAST * screen.width() / self.size.window.x;
        let rows = look.rows.min(width - EDGE * 2.0 - between - least);
        let bottom = panel.bottom() - FOOT;
        let view = Rect::from_min_max(pos2(panel.left() + EDGE, top), pos2(panel.left() + EDGE + rows, bottom));
        let side = Rect::from_min_max(pos2(view.right() + between, top), pos2(panel.right() - EDGE, bottom));
        let scale = if look.side.x > 0.0 { (side.size() / look.side).min_elem().clamp(0.1, 1.0) } else { 1.0 };
        let (shown, hint, takes) = self.column(&mut ui, look.name, (view, Aside { rect: side, scale }), body);
        if let Some(hint) = hint {
            let at = pos2(panel.center().x, panel.bottom() - FOOT * 0.5 - 1.0);
            let galley = painter.layout(hint, theme::regular(14.0), theme::ASH, panel.width() - EDGE * 2.0);
            painter.galley(Align2::CENTER_CENTER.anchor_size(at, galley.size()).min, galley, theme::ASH);
        }
        let back = self.foot(&mut ui, takes, leave) || shown.back;
        if back {
            self.sounds.write(MenuSound::Back);
        }
        Ok(PanelShown { back, ..shown })
    }

    /// What lies under a panel: the table, or the match in the dark.
    pub fn ground(&self, ui: &Ui) {
        if self.is_overlay() {
            ui.painter().rect_filled(ui.max_rect(), 0, faded(Color32::BLACK, 0.66));
        }
    }

    /// The keys that the row with the focus takes, along the foot of the window, and what leaves the page, if something does;
    /// that works with the mouse too: true on a click.
    pub fn foot(&mut self, ui: &mut Ui, takes: KeysTaken, leave: &str) -> bool {
        const HIGH: f32 = 22.0;
        let screen = ui.max_rect();
        let text = |words: &str| Cap::Text(words.to_owned());
        let mut groups = Vec::new();
        if takes.moves {
            groups.push((vec![Cap::Arrow(Way::Up), Cap::Arrow(Way::Down)], "Move"));
        }
        if takes.changes {
            groups.push((vec![Cap::Arrow(Way::Left), Cap::Arrow(Way::Right)], "Change"));
        }
        if takes.chooses {
            groups.push((vec![text("Enter")], "Choose"));
        }
        let leaving = vec![(vec![text("Esc")], leave)];
        let nowhere = ui.painter().with_clip_rect(Rect::NOTHING);
        let width = |groups: &[(Vec<Cap>, &str)]| key_line(&nowhere, pos2(0.0, 0.0), HIGH, groups, theme::ASH);
        let (first, last) = (width(&groups), if leave.is_empty() { 0.0 } else { width(&leaving) });
        let between = if first > 0.0 && last > 0.0 { HIGH } else { 0.0 };
        let y = screen.bottom() - 26.0;
        if self.is_overlay() {
            let strip = Rect::from_min_max(pos2(screen.left(), screen.bottom() - 52.0), screen.max);
            ui.painter().rect_filled(strip, 0, theme::NIGHT);
        }
        let left = screen.center().x - (first + between + last) / 2.0;
        key_line(ui.painter(), pos2(left, y), HIGH, &groups, theme::ASH);
        if leave.is_empty() {
            return false;
        }
        let at = pos2(left + first + between, y);
        let rect = Rect::from_min_size(at - vec2(0.0, 15.0), vec2(last, 30.0));
        let response = ui.interact(rect, ui.id().with("foot"), Sense::CLICK);
        page_layout::note_button(ui, leave, rect);
        let ink = if response.hovered() { theme::GOLD } else { theme::ASH };
        key_line(ui.painter(), at, HIGH, &leaving, ink);
        response.clicked()
    }

    /// One screen back.
    pub fn go_back(&mut self) {
        if self.is_overlay() {
            self.next_overlay.set(self.return_to.0);
        } else {
            self.next_screen.set(Screen::Title);
        }
    }

    /// Shows this tab of a screen, with the focus on the row below the tabs.
    pub fn open_tab(&mut self, name: &'static str, tab: usize) {
        self.cursors.open_at(name, tab);
        self.cursors.focus(name, 1);
    }

    /// The keys' tab of the settings.
    pub fn open_keys(&mut self) {
        self.cursors.open_at("settings", 1);
        self.next_screen.set(Screen::Settings);
    }

    /// For a screen that comes up while somebody still plays: the space bar is no answer, and at first nothing is.
    pub fn only_enter(&mut self, ready: bool) {
        if !ready {
            *self.nav = Nav::default();
        }
        self.nav.space = false;
    }

    /// The tab that a screen shows.
    pub fn tab(&self, name: &str) -> usize {
        self.cursors.0.get(name).map_or(0, |cursor| cursor.tab)
    }

    /// Shows this tab of a screen.
    pub fn show_tab(&mut self, name: &'static str, tab: usize) {
        self.cursors.0.entry(name).or_default().tab = tab;
    }

    /// Whether a screen has not been on show yet.
    pub fn is_new(&self, name: &str) -> bool {
        !self.cursors.0.contains_key(name)
    }

    /// How far the screen has come up.
    pub fn transition(&self) -> Transition {
        *self.transition
    }

    /// Puts the cursor of a screen on a row.
    pub fn point(&mut self, name: &'static str, row: usize) {
        self.cursors.focus(name, row);
    }

    /// Makes a sound.
    pub fn sound(&mut self, sound: MenuSound) {
        self.sounds.write(sound);
    }

    /// Takes settings over that a screen has changed on a copy.
    pub fn keep(&mut self, settings: Settings) {
        self.settings.set_if_neq(settings);
    }
}

/// Rectangles on whole pixels keep their lines sharp.
trait RoundToPixels {
    fn round_to_pixels_of(self, ui: &Ui) -> Self;
}

impl RoundToPixels for Rect {
    fn round_to_pixels_of(self, ui: &Ui) -> Self {
        use bevy_egui::egui::emath::GuiRounding;
        self.round_to_pixels(ui.ctx().pixels_per_point())
    }
}
