//! Paints the keyboard on the screen over the page whose line is written, and takes what fingers and the mouse press.

use super::page_layout;
use super::theme::{self, faded};
use crate::app::screen_keyboard::{ROW_COUNT, ROW_WIDTH, ScreenKey, ScreenKeyboard};
use crate::app::typing::Typing;
use crate::audio::MenuSound;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2,
};

/// The most points that the keyboard is wide.
const WIDEST: f32 = 720.0;
/// The most points that a row of keys is high.
const HIGHEST: f32 = 48.0;
/// The largest share of the window's height that the keyboard takes, 0-1.
const MOST_OF_HEIGHT: f32 = 0.7;
/// Points between two keys.
const BETWEEN: f32 = 5.0;

pub(super) fn show(
    mut contexts: EguiContexts,
    mut keyboard: ResMut<ScreenKeyboard>,
    mut typing: ResMut<Typing>,
    mut sounds: MessageWriter<MenuSound>,
    mut before: Local<Option<(Option<usize>, usize)>>,
    time: Res<Time<Real>>,
) -> Result {
    if !keyboard.is_shown(&typing) {
        *before = None;
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let screen = context.viewport_rect();
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::new("screen keyboard"));
    let mut ui = Ui::new(context, layer.id, UiBuilder::new().layer_id(layer).max_rect(screen));
    // Nothing under the keyboard is pressed while it is there.
    ui.interact(screen, layer.id.with("around"), Sense::CLICK | Sense::DRAG);
    ui.painter().rect_filled(screen, 0, faded(Color32::BLACK, 0.5));
    let width = (screen.width() - 12.0).min(WIDEST);
    let high = ((screen.height() * MOST_OF_HEIGHT) / (ROW_COUNT + 1) as f32).min(HIGHEST);
    let foot = screen.center_bottom() - vec2(0.0, 6.0);
    let panel = Rect::from_min_max(
        foot - vec2(width / 2.0, high * (ROW_COUNT + 1) as f32 + BETWEEN * 3.0),
        foot + vec2(width / 2.0, 0.0),
    );
    let edge = Stroke::new(1.0, faded(theme::GOLD, 0.6));
    ui.painter().rect(panel, CornerRadius::same(6), theme::NIGHT, edge, StrokeKind::Inside);
    let inside = panel.shrink(BETWEEN);
    line(&ui, inside.with_max_y(inside.top() + high), &typing, time.elapsed_secs_wrapped());
    let keys = inside.with_min_y(inside.bottom() - high * ROW_COUNT as f32);
    if let Some(key) = pressed(&mut ui, keys, &keyboard) {
        keyboard.press(key, &mut typing);
    }
    let now = (keyboard.focused_key(), typing.text.len());
    match before.replace(now) {
        Some(old) if old.1 != now.1 => drop(sounds.write(MenuSound::Select)),
        Some(old) if old.0 != now.0 => drop(sounds.write(MenuSound::Move)),
        _ => {}
    }
    Ok(())
}

/// Paints the text typed so far, of which only the end is shown where it is long, beside the label of its row.
fn line(ui: &Ui, rect: Rect, typing: &Typing, seconds: f32) {
    let painter = ui.painter();
    let at = rect.left_center() + vec2(10.0, 0.0);
    let name = painter.text(at, Align2::LEFT_CENTER, &typing.label, theme::semibold(14.0), theme::ASH);
    let room = Rect::from_min_max(pos2(name.right() + 16.0, rect.top()), rect.max - vec2(10.0, 0.0));
    let cursor = if (seconds * 2.5).sin() > 0.0 { "|" } else { " " };
    let (text, look) = (format!("{}{cursor}", typing.shown_text()), (theme::semibold(17.0), theme::IVORY));
    theme::paint_text_end(painter, room.left_center(), room.right(), &text, look);
    painter.hline(room.x_range(), rect.bottom() - 6.0, Stroke::new(1.0, faded(theme::GOLD, 0.8)));
}

/// Paints the keys. Returns the one that is pressed in this frame.
fn pressed(ui: &mut Ui, rect: Rect, keyboard: &ScreenKeyboard) -> Option<ScreenKey> {
    let unit = vec2(rect.width() / ROW_WIDTH, rect.height() / ROW_COUNT as f32);
    let mut pressed = None;
    for (at, placed) in keyboard.keys().into_iter().enumerate() {
        let corner = rect.min + unit * vec2(placed.left, placed.row as f32);
        let place = Rect::from_min_size(corner, unit * vec2(placed.width, 1.0));
        let response = ui.interact(place, ui.id().with(at), Sense::CLICK);
        let key = place.shrink(BETWEEN / 2.0);
        let words = words(placed.key, keyboard.has_signs);
        page_layout::record_button(ui, &words, key);
        let is_letter = matches!(placed.key, ScreenKey::Letter(_));
        let is_on = match placed.key {
            ScreenKey::Shift => keyboard.has_shift,
            ScreenKey::Signs => keyboard.has_signs,
            _ => false,
        };
        let has_focus = keyboard.focused_key() == Some(at) || response.is_pointer_button_down_on();
        let (fill, ink) = match placed.key {
            _ if has_focus => (theme::GOLD, theme::NIGHT),
            ScreenKey::Done => (faded(theme::GOLD, 0.22), theme::GOLD),
            _ if is_on => (theme::HIGHLIGHTED_SURFACE, theme::GOLD),
            _ if is_letter => (theme::HIGHLIGHTED_SURFACE, theme::IVORY),
            _ => (theme::RAISED, theme::IVORY),
        };
        ui.painter().rect_filled(key, CornerRadius::same(4), fill);
        let font = if is_letter { theme::semibold(19.0) } else { theme::semibold(14.0) };
        // Where menus are large the words are wider than the keys of a phone.
        let font = theme::fitting_font(ui.painter(), &words, font, key.width() - 4.0);
        let layout = |words: String| ui.painter().layout_no_wrap(words, font.clone(), ink);
        // Where there is room, a key says which button presses it from anywhere.
        let with_button = keyboard.button_words(placed.key).map(|button| layout(format!("{words}  {button}")));
        let written = with_button.filter(|written| written.size().x < key.width() - 8.0);
        let written = written.unwrap_or_else(|| layout(words));
        ui.painter().galley(key.center() - written.size() / 2.0, written, ink);
        if response.clicked() {
            pressed = Some(placed.key);
        }
    }
    pressed
}

/// The label of a key on the screen keyboard.
fn words(key: ScreenKey, has_signs: bool) -> String {
    match key {
        ScreenKey::Letter(letter) => letter.into(),
        ScreenKey::Shift => "Shift".into(),
        ScreenKey::Signs => if has_signs { "abc" } else { "#+=" }.into(),
        ScreenKey::Space => "Space".into(),
        ScreenKey::Paste => "Paste".into(),
        ScreenKey::Delete => "Delete".into(),
        ScreenKey::Cancel => "Cancel".into(),
        ScreenKey::Done => "Done".into(),
    }
}
