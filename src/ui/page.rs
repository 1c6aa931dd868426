//! The parts that every page has: the panel with its title, its column of rows, its hints, and the way back.

use super::draw::{centred_text, gilded_text};
use super::menu::{Cursor, FocusedRowKeys, Menu};
use super::narration::PageNarrator;
use super::ornament;
use super::page_layout;
use super::side_room::SideRoom;
use super::theme::{self, faded};
use super::transition::Transition;
use super::upright_panel::UprightPanel;
use crate::app::Toasts;
use crate::app::devices::buttons::PadFamily;
use crate::app::devices::nav::NavigationSteps;
use crate::app::persistence::Settings;
use crate::app::screen_keyboard::ScreenKeyboard;
use crate::app::screens::{Overlay, ReturnTo, Screen};
use crate::audio::{MenuSound, MusicControl, MusicStatus};
use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_egui::egui::emath::GuiRounding;
use bevy_egui::egui::{self, Align2, Color32, Painter, Rect, Ui, UiBuilder, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// Points between the edge of a panel and what lies on it, left and right.
const EDGE: f32 = 32.0;
/// The height in points of the part of a panel above its rows, which has the title.
const HEAD: f32 = 84.0;
/// The height in points of the part of a panel below its rows, which has the hint.
const FOOT: f32 = 56.0;
/// The height in points of the dark strip at the foot of the window while a page lies over a match: as high as the
/// players' name plates reach.
const STRIP: f32 = 64.0;
/// The room above and below a panel, together, in points.
const AROUND: f32 = 60.0;
/// The room left and right of a panel that fills the window, together, in points.
const MARGIN: f32 = 24.0;
/// The room between the rows of a panel and what lies beside them, in points.
const BETWEEN: f32 = 30.0;
/// The largest scale of title, edges and foot where something lies beside the rows.
const FRAME_MOST: f32 = 1.1;
/// The width in points that rows keep where menus are large and something lies beside them; wider rows give way to it.
const ROWS_KEPT: f32 = 600.0;
/// The share of the window's area from which a panel darkens the match under it almost fully.
const COVERING: f32 = 0.7;
/// The least scale of what lies beside the rows: letters of 12 points are 11 pixels high at 1280x720.
const LEAST: f32 = 0.96;

/// The order in which systems paint: what comes later lies over what comes before.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaintingOrder {
    /// The systems that paint the screen on show.
    Screens,
    /// The systems that paint what lies over any screen, such as toasts.
    Above,
}

/// The cursors of all screens, by name.
#[derive(Resource, Debug, Default)]
pub struct Cursors(HashMap<&'static str, Cursor>);

impl Cursors {
    /// Shows a tab of a screen, with the focus on its first row.
    pub fn go_to_tab(&mut self, name: &'static str, tab: usize) {
        let cursor = self.0.entry(name).or_default();
        (cursor.tab, cursor.at) = (tab, 0);
    }

    /// Puts the focus of a screen on a row.
    pub fn set_focused_row(&mut self, name: &'static str, row: usize) {
        self.0.entry(name).or_default().at = row;
    }

    /// Lets a screen begin at its first row and tab again.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }
}

/// The name, title and sizes of a panel, given to show it.
#[derive(Clone, Copy, Debug)]
pub struct PanelOptions<'a> {
    /// The name of the panel's cursor, by which its state is kept.
    pub name: &'static str,
    /// The title of the panel.
    pub title: &'a str,
    /// The width of the panel's rows, in points.
    pub row_width: f32,
    /// The size of what lies beside the rows, in points; 0 wide if nothing does.
    pub side_size: egui::Vec2,
}

/// How many points a menu leaves free at the left edge of the window, and as many at the right.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeSideWidth(pub f32);

/// What came of showing a column of rows in this frame.
pub struct ColumnOutcome<R> {
    /// The value that the rows returned.
    pub inner: R,
    /// Whether the player wants to leave the page.
    pub back: bool,
}

/// The resources that a system needs to paint a page.
#[derive(SystemParam)]
pub struct Page<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    nav: ResMut<'w, NavigationSteps>,
    sounds: MessageWriter<'w, MenuSound>,
    pub(super) time: Res<'w, Time<Real>>,
    pub(super) return_to: ResMut<'w, ReturnTo>,
    keyboard: Res<'w, ScreenKeyboard>,
    size: ResMut<'w, theme::MenuWindowSize>,
    narrator: ResMut<'w, PageNarrator>,
    /// The cursors of all screens.
    pub cursors: ResMut<'w, Cursors>,
    /// How far the screen has appeared.
    pub transition: Res<'w, Transition>,
    /// How much room a menu leaves free at each side.
    pub free: ResMut<'w, FreeSideWidth>,
    /// The screen that is shown.
    pub screen: Res<'w, State<Screen>>,
    /// The screen that is shown next.
    pub next_screen: ResMut<'w, NextState<Screen>>,
    /// The overlay that is shown next.
    pub next_overlay: ResMut<'w, NextState<Overlay>>,
    /// The settings, which are written only when they differ.
    pub settings: ResMut<'w, Settings>,
    /// The messages to the player.
    pub toasts: ResMut<'w, Toasts>,
    /// Commands, by which matches are started and ended.
    pub commands: Commands<'w, 's>,
    /// What the music is asked to do.
    pub music: ResMut<'w, MusicControl>,
    /// What the music does.
    pub music_status: Res<'w, MusicStatus>,
}

/// Adds the resources of pages, and sets the order of painting.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Cursors>().init_resource::<FreeSideWidth>().init_resource::<PageNarrator>();
    app.configure_sets(EguiPrimaryContextPass, (PaintingOrder::Screens, PaintingOrder::Above).chain());
    app.add_systems(OnEnter(Overlay::Pause), |mut cursors: ResMut<Cursors>| cursors.forget("pause"));
    app.add_systems(OnEnter(Overlay::Results), |mut cursors: ResMut<Cursors>| {
        // The first row is the tabs; the row after it says what to do next.
        cursors.forget("results");
        cursors.set_focused_row("results", 1);
    });
}

impl Page<'_, '_> {
    /// Whether the page lies over a match.
    fn is_overlay(&self) -> bool {
        *self.screen.get() == Screen::Play
    }

    /// Seconds since the program started, for things that move: they begin again at 0 after each hour.
    pub fn seconds_since_start(&self) -> f32 {
        self.time.elapsed_secs_wrapped()
    }

    /// The family of the gamepad, if one was used last, so that the page names its buttons in place of keys.
    pub fn used_pad(&self) -> Option<PadFamily> {
        self.keyboard.used_pad()
    }

    /// Which of two sizes what lies beside the rows has: the second in a window that is higher than wide. There it lies
    /// under the rows, and with less width to fill, it is painted larger.
    pub fn choose_side_size(&self, wide: egui::Vec2, upright: egui::Vec2) -> egui::Vec2 {
        if theme::is_upright(self.size.window) { upright } else { wide }
    }

    /// Whether a keyboard was used last, and neither a gamepad nor fingers.
    pub fn is_keyboard_used(&self) -> bool {
        self.keyboard.is_keyboard_used()
    }

    /// Limits how large this page is painted, as a multiple of its size at 100 %.
    pub fn limit_scale(&mut self, most: f32) {
        self.size.most = self.size.most.min(most);
    }

    /// The whole window as a place to paint and to use the mouse in.
    ///
    /// # Errors
    /// An error if the window has no egui context.
    pub fn canvas(&mut self) -> Result<Ui> {
        let context = self.contexts.ctx_mut()?.clone();
        let rect = context.viewport_rect();
        let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("screen"));
        Ok(Ui::new(context, egui::Id::new("screen"), UiBuilder::new().layer_id(layer).max_rect(rect)))
    }

    /// Shows a column of rows in `view`, which `body` builds. Returns the result, the explanation of the row with the
    /// focus, and the keys that this row takes.
    pub fn show_column<R>(
        &mut self,
        ui: &mut Ui,
        name: &'static str,
        (view, aside): (Rect, SideRoom),
        body: impl FnOnce(&mut Menu) -> R,
    ) -> (ColumnOutcome<R>, Option<String>, FocusedRowKeys) {
        let nav = std::mem::take(&mut *self.nav);
        let mut cursor = self.cursors.0.get(name).copied().unwrap_or_default();
        let seconds = self.seconds_since_start();
        let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(ui.max_rect()));
        let mut menu = Menu::begin(&mut child, (view, aside), nav, &mut cursor, seconds);
        (menu.by_gamepad, menu.by_keys) = (self.used_pad().is_some(), self.keyboard.is_keyboard_used());
        menu.pad_family = self.keyboard.pad_family();
        menu.reduced_motion = self.settings.appearance.reduced_motion;
        menu.least_pitch = theme::least_row_pitch(menu.ui.ctx(), self.settings.looks.scale);
        let inner = body(&mut menu);
        menu.finish();
        let Menu { nav, sounds, hint, takes, spots, words, .. } = menu;
        if let Some(rows) = spots {
            page_layout::record_rows(child.ctx(), name, [cursor.tab, cursor.at], rows);
        }
        if let Some(words) = words {
            self.narrator.tell(name, words.with_hint(hint.as_deref()), &self.time);
        }
        self.cursors.0.insert(name, cursor);
        self.sounds.write_batch(sounds);
        (ColumnOutcome { inner, back: nav.back }, hint, takes)
    }

    /// Shows a panel with a title and a column of rows in the middle of the window.
    /// The key to leave it is labelled "Back".
    ///
    /// # Errors
    /// An error if the window has no egui context.
    pub fn panel<R>(&mut self, look: PanelOptions<'_>, body: impl FnOnce(&mut Menu) -> R) -> Result<ColumnOutcome<R>> {
        self.panel_with_back_label("Back", look, body)
    }

    /// Shows a panel as [`Self::panel`] does, with `leave` in place of "Back" as the label of the key that leaves it.
    ///
    /// # Errors
    /// An error if the window has no egui context.
    pub fn panel_with_back_label<R>(
        &mut self,
        leave: &str,
        look: PanelOptions<'_>,
        body: impl FnOnce(&mut Menu) -> R,
    ) -> Result<ColumnOutcome<R>> {
        self.narrator.begin_page(look.title);
        let mut ui = self.canvas()?;
        let screen = ui.max_rect();
        // What lies under the panel does not fade with it.
        let under = ui.painter().clone();
        let has_side = look.side_size.x > 0.0;
        let known = self.cursors.0.get(look.name).copied().unwrap_or_default().all_rows_height();
        if known == 0.0 {
            // The height is not known before this frame is laid out.
            ui.set_invisible();
        }
        if theme::is_upright(screen.size()) {
            return Ok(self.upright_panel(ui, (&under, known), leave, look, body));
        }
        // Where menus are large, what lies beside the rows needs the room: title, edges and foot hardly grow there.
        let larger = self.size.window.x / screen.width();
        let frame = if has_side { larger.clamp(1.0, FRAME_MOST) / larger.max(1.0) } else { 1.0 };
        let [edge, head, foot, around] = [EDGE, HEAD, FOOT, AROUND].map(|length| length * frame);
        let between = if has_side { BETWEEN * frame } else { 0.0 };
        let margin = MARGIN * frame;
        let wanted = look.row_width + between + look.side_size.x + edge * 2.0;
        if has_side {
            // The rows grow only as far as enough room is left for what lies beside them.
            let room = self.size.window.x - look.side_size.x * LEAST - (BETWEEN + EDGE * 2.0 + MARGIN) * FRAME_MOST;
            self.limit_scale((room / look.row_width.min(ROWS_KEPT)).max(1.0));
        }
        let width = wanted.min(screen.width() - margin);
        let height = (known.max(look.side_size.y) + head + foot).min(screen.height() - around);
        ui.multiply_opacity(self.transition.opacity());
        let middle = screen.center() - vec2(0.0, 16.0 * frame - self.transition.offset());
        // On whole pixels its lines are sharp.
        let panel = Rect::from_center_size(middle, vec2(width, height)).round_to_pixels(ui.ctx().pixels_per_point());
        let painter = ui.painter().clone();
        self.ground(&under, screen, panel);
        ornament::paint_panel(&painter, panel);
        self.free.0 = panel.left();
        let title = pos2(panel.center().x, panel.top() + 40.0 * frame);
        let font = theme::extrabold(25.0 * frame);
        gilded_text(&painter, title, &look.title.to_uppercase(), font, 5.0 * frame);
        let line = title + vec2(0.0, 25.0 * frame);
        ornament::divider(&painter, line, (panel.width() * 0.36).min(260.0), faded(theme::GOLD, 0.8));
        let top = panel.top() + head;
        // Where there is too little room, what lies beside the rows is painted smaller.
        let least = look.side_size.x * LEAST / larger;
        let rows = look.row_width.min(width - edge * 2.0 - between - least);
        let bottom = panel.bottom() - foot;
        let view = Rect::from_min_max(pos2(panel.left() + edge, top), pos2(panel.left() + edge + rows, bottom));
        let side = Rect::from_min_max(pos2(view.right() + between, top), pos2(panel.right() - edge, bottom));
        let scale = if has_side { (side.size() / look.side_size).min_elem().clamp(0.1, 1.0) } else { 1.0 };
        let (shown, hint, takes) = self.show_column(&mut ui, look.name, (view, SideRoom { rect: side, scale }), body);
        if let Some(hint) = hint {
            let at = pos2(panel.center().x, panel.bottom() - foot * 0.5 - 1.0);
            let room = panel.width() - edge * 2.0;
            centred_text(&painter, at, Align2::CENTER_CENTER, hint, (theme::regular(14.0 * frame), room), theme::ASH);
        }
        Ok(self.left(&mut ui, takes, (leave, frame), shown))
    }

    /// Shows a panel in a window that is higher than wide, where what would lie beside the rows lies under them.
    /// `known` is the height of the rows in the frame before, in points.
    fn upright_panel<R>(
        &mut self,
        mut ui: Ui,
        (under, known): (&Painter, f32),
        leave: &str,
        look: PanelOptions<'_>,
        body: impl FnOnce(&mut Menu) -> R,
    ) -> ColumnOutcome<R> {
        let screen = ui.max_rect();
        let has_side = look.side_size.x > 0.0;
        let sizes = UprightPanel::new([self.size.window, screen.size()], known, look.side_size, FRAME_MOST);
        let UprightPanel { frame, width, edge, head, rows, between, side, foot } = sizes;
        let inside = sizes.inside();
        let middle = screen.center() - vec2(0.0, 18.0 * frame - self.transition.offset());
        ui.multiply_opacity(self.transition.opacity());
        let panel = Rect::from_center_size(middle, vec2(width, sizes.height()));
        let panel = panel.round_to_pixels(ui.ctx().pixels_per_point());
        let painter = ui.painter().clone();
        self.ground(under, screen, panel);
        ornament::paint_panel(&painter, panel);
        self.free.0 = panel.left();
        let title = pos2(panel.center().x, panel.top() + 32.0 * frame);
        let font = theme::extrabold(23.0 * frame);
        gilded_text(&painter, title, &look.title.to_uppercase(), font, 4.0 * frame);
        ornament::divider(&painter, title + vec2(0.0, 22.0 * frame), width * 0.36, faded(theme::GOLD, 0.8));
        let corner = pos2(panel.left() + edge, panel.top() + head);
        let view = Rect::from_min_size(corner, vec2(inside, rows));
        let below = Rect::from_min_size(corner + vec2(0.0, rows + between), vec2(inside, side));
        let scale = if has_side { (below.size() / look.side_size).min_elem().clamp(0.1, 1.0) } else { 1.0 };
        let aside = if has_side { SideRoom { rect: below, scale } } else { SideRoom::NOTHING };
        let (shown, hint, _) = self.show_column(&mut ui, look.name, (view, aside), body);
        if let Some(hint) = hint {
            let at = pos2(panel.center().x, panel.bottom() - foot * 0.5);
            centred_text(&painter, at, Align2::CENTER_CENTER, hint, (theme::regular(13.0 * frame), inside), theme::ASH);
        }
        // Who holds a phone has no keys to move with, and others know them: the way back alone is shown.
        self.left(&mut ui, FocusedRowKeys::default(), (leave, frame), shown)
    }

    /// Paints the line of keys at the foot of the window, and sets in the outcome whether the player leaves the page,
    /// which makes a sound.
    fn left<R>(
        &mut self,
        ui: &mut Ui,
        takes: FocusedRowKeys,
        (leave, scale): (&str, f32),
        shown: ColumnOutcome<R>,
    ) -> ColumnOutcome<R> {
        let back = self.paint_key_foot(ui, takes, leave, scale) || shown.back;
        if back {
            self.sounds.write(MenuSound::Back);
        }
        ColumnOutcome { back, ..shown }
    }

    /// Paints what lies under a panel: nothing where there is no match, a shade over a match. Where the panel takes
    /// most of the window, nothing is left of the match but cut-off letters at its edges: those are covered.
    fn ground(&self, painter: &Painter, screen: Rect, panel: Rect) {
        if self.is_overlay() {
            let opacity = if panel.area() > screen.area() * COVERING { 0.94 } else { 0.66 };
            painter.rect_filled(screen, 0, faded(Color32::BLACK, opacity));
            // The keys stand in a strip that hides the players' names as a whole.
            let strip = screen.with_min_y(screen.bottom() - STRIP);
            painter.rect_filled(strip, 0, theme::NIGHT);
        }
    }

    /// Goes one screen back: from an overlay to the one before it, from the settings to where they were opened, and
    /// from other screens to the title.
    pub fn go_back(&mut self) {
        if self.is_overlay() {
            self.next_overlay.set(self.return_to.overlay);
        } else if *self.screen.get() == Screen::Settings {
            self.next_screen.set(self.return_to.from_settings);
        } else {
            self.next_screen.set(Screen::Title);
        }
    }

    /// Shows this tab of a screen, with the focus on the row below the tabs.
    pub fn open_tab(&mut self, name: &'static str, tab: usize) {
        self.cursors.go_to_tab(name, tab);
        self.cursors.set_focused_row(name, 1);
    }

    /// Opens the settings at the tab that was shown last. They lead back to this screen.
    pub fn open_settings(&mut self) {
        self.return_to.from_settings = *self.screen.get();
        self.next_screen.set(Screen::Settings);
    }

    /// For a page that appears while somebody may still be playing: the space bar does nothing,
    /// and until `ready` no key or button does. Returns whether a choice or the way back was kept from the page.
    pub fn guard_from_game_keys(&mut self, ready: bool) -> bool {
        let steps = *self.nav;
        if !ready {
            *self.nav = NavigationSteps::default();
        }
        self.nav.space = false;
        !ready && (steps.enter || steps.space || steps.back)
    }

    /// Takes the steps of this frame away from the rows, for a page that uses them itself.
    pub fn take_navigation_steps(&mut self) -> NavigationSteps {
        std::mem::take(&mut *self.nav)
    }

    /// Keeps the focus on its row in this frame if the pressed key is one of these shortcuts of the page.
    pub fn keep_focus_if_pressed(&mut self, shortcuts: &[KeyCode]) {
        self.nav.bypass_change_detection().keep_focus_if_pressed(shortcuts);
    }

    /// The tab that a screen shows, from 0.
    pub fn shown_tab(&self, name: &str) -> usize {
        self.cursors.0.get(name).map_or(0, |cursor| cursor.tab)
    }

    /// Shows this tab of a screen, and leaves the focus where it is.
    pub fn show_tab(&mut self, name: &'static str, tab: usize) {
        self.cursors.0.entry(name).or_default().tab = tab;
    }

    /// Whether a screen has not been shown yet.
    pub fn is_unvisited(&self, name: &str) -> bool {
        !self.cursors.0.contains_key(name)
    }

    /// Makes a sound of the menus.
    pub fn play_sound(&mut self, sound: MenuSound) {
        self.sounds.write(sound);
    }

    /// Replaces the player's settings with the copy that a page has changed, if they differ.
    pub fn replace_settings(&mut self, settings: Settings) {
        self.settings.set_if_neq(settings);
    }
}
