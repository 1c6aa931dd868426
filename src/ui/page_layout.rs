//! The layout of the page on show: the place of each row and button, by its words. The trace and the tests find their
//! way through the menus by it. Nothing is noted until somebody asks for it.
//!
//! It is stored with egui's own data, so that all code that paints can add to it.

use bevy_egui::egui::{Context, Id, Rect, Ui};
use serde::Serialize;

/// A row or button of the page on show, with its words and its place in the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayoutSpot {
    /// The words of the row or button.
    pub label: String,
    /// The middle of the place, in pixels of the window.
    pub at: [i32; 2],
    /// Whether the place can be seen, or must be scrolled to.
    pub seen: bool,
}

/// The layout of a page as it was painted last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageLayout {
    /// The name of the page's cursor; empty for a page without rows.
    pub name: String,
    /// The tab that is shown, from 0.
    pub tab: usize,
    /// The row with the focus, from 0.
    pub focus: usize,
    /// The rows of the page, in order.
    pub rows: Vec<LayoutSpot>,
    /// The buttons that are no rows of their own.
    pub buttons: Vec<LayoutSpot>,
}

fn place() -> Id {
    Id::new("page layout")
}

/// Whether somebody asks for the layout.
pub fn is_layout_asked(context: &Context) -> bool {
    context.data(|data| data.get_temp::<PageLayout>(place()).is_some())
}

/// Returns the layout that was noted since the last call, and asks for the next one.
pub fn take_layout(context: &Context) -> PageLayout {
    context.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<PageLayout>(place())))
}

/// Records the rows of a page, with its tab and the row with the focus.
pub(super) fn record_rows(context: &Context, name: &str, [tab, focus]: [usize; 2], rows: Vec<LayoutSpot>) {
    context.data_mut(|data| {
        let page = data.get_temp_mut_or_default::<PageLayout>(place());
        (page.name, page.tab, page.focus, page.rows) = (name.to_owned(), tab, focus, rows);
    });
}

/// Records a button that is no row, if somebody asks for the layout.
pub(super) fn record_button(ui: &Ui, label: &str, rect: Rect) {
    if is_layout_asked(ui.ctx()) {
        let spot = new_layout_spot(ui, label, rect, true);
        ui.ctx().data_mut(|data| data.get_temp_mut_or_default::<PageLayout>(place()).buttons.push(spot));
    }
}

/// The entry in the layout for a row or button with these words in `rect`. `seen` says whether it can be seen.
pub(super) fn new_layout_spot(ui: &Ui, label: &str, rect: Rect, seen: bool) -> LayoutSpot {
    let shown = ui.ctx().layer_transform_to_global(ui.layer_id());
    let middle = shown.map_or(rect, |shown| shown * rect).center() * ui.ctx().pixels_per_point();
    LayoutSpot { label: label.to_owned(), at: [middle.x.round() as i32, middle.y.round() as i32], seen }
}
