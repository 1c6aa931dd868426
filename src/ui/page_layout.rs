//! The layout of the page on show: where each row and button lies, by its words. The trace and the tests find their way
//! through the menus by it. Nothing is noted until somebody asks for it.
//!
//! It is kept with egui's own data, so that everything that can paint can say where it did.

use bevy_egui::egui::{Context, Id, Rect, Ui};
use serde::Serialize;

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// Its words.
    pub label: String,
    /// Its middle, in pixels of the window.
    pub at: [i32; 2],
    /// Whether it is in sight, or must be scrolled to.
    pub seen: bool,
}

/// A page as it was painted last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageLayout {
    /// The name of its cursor; empty for one without rows.
    pub name: String,
    /// Its tab.
    pub tab: usize,
    /// The row with the focus.
    pub focus: usize,
    /// Its rows, in order.
    pub rows: Vec<Spot>,
    /// What the mouse alone can choose.
    pub buttons: Vec<Spot>,
}

fn place() -> Id {
    Id::new("page layout")
}

/// Whether somebody asks.
pub fn is_asked(context: &Context) -> bool {
    context.data(|data| data.get_temp::<PageLayout>(place()).is_some())
}

/// Gives what was noted since the last call, and asks for what comes.
pub fn take(context: &Context) -> PageLayout {
    context.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<PageLayout>(place())))
}

/// Notes the rows of a page.
pub(super) fn note_rows(context: &Context, name: &str, [tab, focus]: [usize; 2], rows: Vec<Spot>) {
    context.data_mut(|data| {
        let page = data.get_temp_mut_or_default::<PageLayout>(place());
        (page.name, page.tab, page.focus, page.rows) = (name.to_owned(), tab, focus, rows);
    });
}

/// Notes a button that is no row.
pub(super) fn note_button(ui: &Ui, label: &str, rect: Rect) {
    if is_asked(ui.ctx()) {
        let spot = spot(ui, label, rect, true);
        ui.ctx().data_mut(|data| data.get_temp_mut_or_default::<PageLayout>(place()).buttons.push(spot));
    }
}

/// Something with these words, there.
pub(super) fn spot(ui: &Ui, label: &str, rect: Rect, seen: bool) -> Spot {
    let shown = ui.ctx().layer_transform_to_global(ui.layer_id());
    let middle = shown.map_or(rect, |shown| shown * rect).center() * ui.ctx().pixels_per_point();
    Spot { label: label.to_owned(), at: [middle.x.round() as i32, middle.y.round() as i32], seen }
}
