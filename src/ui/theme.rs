//! The look of the menus: the typeface, the palette as egui's colours, and the size of everything.

use crate::app::persistence::Settings;
use crate::app::persistence::appearance::PaletteName;
use crate::app::upright;
use crate::view::palette;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align2, Color32, FontData, FontDefinitions, FontFamily, FontId, Galley, Painter, Pos2, Rect, pos2, vec2,
};
use bevy_egui::{EguiContext, EguiPreUpdateSet};
use std::sync::Arc;

/// The size of the wide window, in points at scale 1, that the menus are designed for.
pub const REFERENCE_SIZE: egui::Vec2 = egui::vec2(1280.0, 720.0);

/// The size of the window that is higher than wide, in points at scale 1, that the menus are designed for.
pub const UPRIGHT_REFERENCE_SIZE: egui::Vec2 = egui::vec2(430.0, 800.0);

/// Whether menus in a window of this size put what lies beside their rows under them.
pub fn is_upright(window: egui::Vec2) -> bool {
    upright::is_upright(window.x, window.y)
}

/// The colour of the background under everything.
pub const NIGHT: Color32 = colour(palette::NIGHT);
/// The colour of panels.
pub const LACQUER: Color32 = colour(palette::LACQUER);
/// The colour of raised parts, such as rows.
pub const RAISED: Color32 = colour(palette::RAISED);
/// The colour of what has the focus.
pub const HIGHLIGHTED_SURFACE: Color32 = colour(palette::HIGHLIGHTED_SURFACE);
/// The colour of fine lines.
pub const LINE: Color32 = colour(palette::LINE);
/// The colour of texts.
pub const IVORY: Color32 = colour(palette::IVORY);
/// The colour of less important texts.
pub const ASH: Color32 = colour(palette::ASH);
/// The colour of tracks and marks that are no text.
pub const TRACK: Color32 = colour(palette::TRACK);
/// The colour of warnings in words, readable on any surface.
pub const ALARM: Color32 = colour(palette::ALARM);
/// The main accent colour.
pub const GOLD: Color32 = colour(palette::GOLD);
/// The second accent colour.
pub const VERMILION: Color32 = colour(palette::VERMILION);
/// The colour of good news.
pub const LEAF: Color32 = colour(palette::LEAF);
/// The colour of the second player.
pub const RIVER: Color32 = colour(palette::RIVER);

/// A colour of the palette, red, green and blue, as one of egui's.
pub const fn colour(rgb: [u8; 3]) -> Color32 {
    Color32::from_rgb(rgb[0], rgb[1], rgb[2])
}

/// The same colour, multiplied by an opacity of 0-1.
pub fn faded(colour: Color32, opacity: f32) -> Color32 {
    colour.gamma_multiply(opacity)
}

/// The typeface at its normal weight, `size` points high.
pub const fn regular(size: f32) -> FontId {
    FontId::proportional(size)
}

/// The typeface for labels and buttons, `size` points high.
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("semibold".into()))
}

/// The typeface for titles and figures, `size` points high.
pub fn extrabold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("extrabold".into()))
}

/// The size of the window in points for the menus, and the largest scale of the page.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MenuWindowSize {
    /// The size of the window in points at 100 %: [`REFERENCE_SIZE`] or [`UPRIGHT_REFERENCE_SIZE`], but where the
    /// proportions differ from those, more in one direction.
    pub window: egui::Vec2,
    /// The largest scale of the page that was painted last. Each page sets it anew in each frame.
    pub most: f32,
}

/// Adds the systems that set the look of every egui context as it appears, and keep its scale.
pub(super) fn plugin(app: &mut App) {
    app.insert_resource(MenuWindowSize { window: REFERENCE_SIZE, most: f32::INFINITY });
    let between = (dress, fit).chain().after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass);
    app.add_systems(PreUpdate, between);
}

/// Sets fonts and colours before a context's first pass: a font family that is missing then would be an error.
fn dress(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    for mut context in &mut contexts {
        let context = context.get_mut();
        context.set_fonts(fonts());
        context.set_theme(egui::Theme::Dark);
        context.all_styles_mut(|style| {
            // Nothing is painted by egui's own widgets; plots take this colour for the words at their axes.
            style.visuals.override_text_color = Some(IVORY);
            style.animation_time = 0.12;
        });
        context.options_mut(|options| options.zoom_with_keyboard = false);
    }
}

/// The palette in which pieces are painted, as the settings have it; the usual one before it is known.
pub(super) fn piece_palette(context: &egui::Context) -> PaletteName {
    context.data(|data| data.get_temp(egui::Id::NULL)).unwrap_or_default()
}

/// How many pixels, as the system counts them, a point of a menu has at least, as far as its page has room for it: on a
/// phone that lies on its side, menus at their usual share of the window are too small for eyes and fingers.
const LEAST_POINT: f32 = 0.8;
/// The largest size of menus that the player can choose, for which every page has room.
const LARGEST_SCALE: f32 = 1.5;

/// The height in pixels, as the system counts them, that a finger hits without care: of a row on a phone with the gap
/// below it, in which egui takes the nearer row.
const FINGER: f32 = 40.0;
/// The window of a phone has fewer pixels than this at its shorter side.
const PHONE: f32 = 500.0;
/// The largest height in points that fingers make of a row and the gap below it.
const LARGEST_PITCH: f32 = 50.0;

/// The least height in points of a row and the gap below it: 0 but on a phone. The shorter side of the window has
/// `shorter` points, each of them `zoom` pixels; who has chosen smaller menus, `chosen` below 1, has smaller rows too.
fn pitch_for_fingers(shorter: f32, zoom: f32, chosen: f32) -> f32 {
    if shorter * zoom < PHONE { (FINGER * chosen.min(1.0) / zoom).min(LARGEST_PITCH) } else { 0.0 }
}

/// The least height in points of a row and the gap below it in the menus of a window, for fingers on a phone; 0
/// elsewhere. `chosen` is the size of menus that the player has chosen.
pub fn least_row_pitch(context: &egui::Context, chosen: f32) -> f32 {
    pitch_for_fingers(context.viewport_rect().size().min_elem(), context.zoom_factor(), chosen)
}

/// How many pixels a point has in a window of which a point at 100 % has `usual`: that many times the size that the
/// player has chosen, or more where it would be too few, but at most the scale `most` of the page.
fn pixels_of_point(usual: f32, chosen: f32, most: f32) -> f32 {
    let larger = (LEAST_POINT / usual).clamp(1.0, LARGEST_SCALE);
    (usual * (chosen * larger).min(LARGEST_SCALE).min(most)).clamp(0.3, 8.0)
}

/// Keeps menus at the same share of the window as in the one that they are designed for, times the size that the player
/// has chosen, as far as the page has room for it, and tells painters which palette is chosen.
fn fit(
    settings: Res<Settings>,
    mut size: ResMut<MenuWindowSize>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut contexts: Query<&mut EguiContext>,
) {
    let real = egui::vec2(window.width(), window.height());
    let designed = if is_upright(real) { UPRIGHT_REFERENCE_SIZE } else { REFERENCE_SIZE };
    let fits = (real / designed).min_elem().max(f32::EPSILON);
    let most = std::mem::replace(&mut size.most, f32::INFINITY);
    size.window = real / fits;
    let zoom = pixels_of_point(fits, settings.looks.scale, most);
    for mut context in &mut contexts {
        let context = context.get_mut();
        context.set_zoom_factor(zoom);
        context.data_mut(|data| data.insert_temp(egui::Id::NULL, settings.appearance.palette));
        if settings.is_changed() {
            // Where motion is reduced, the focus moves at once.
            let seconds = if settings.appearance.reduced_motion { 0.0 } else { 0.12 };
            context.all_styles_mut(|style| style.animation_time = seconds);
        }
    }
}

/// The fonts of every egui context.
pub(super) fn fonts() -> FontDefinitions {
    let weights: [(&str, FontFamily, &[u8]); 3] = [
        ("regular", FontFamily::Proportional, include_bytes!("../../assets/fonts/Exo2_400Regular.ttf")),
        ("semibold", FontFamily::Name("semibold".into()), include_bytes!("../../assets/fonts/Exo2_600SemiBold.ttf")),
        ("extrabold", FontFamily::Name("extrabold".into()), include_bytes!("../../assets/fonts/Exo2_800ExtraBold.ttf")),
    ];
    let mut fonts = FontDefinitions::empty();
    for (name, family, bytes) in weights {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(family, vec![name.to_owned()]);
    }
    // egui also asks for a monospaced family, which nothing here uses.
    fonts.families.insert(FontFamily::Monospace, vec!["regular".to_owned()]);
    fonts
}

/// Paints the dark background of what lies beside the rows of a page. Returns its rectangle.
pub fn paint_side_background(painter: &Painter, rect: Rect) -> Rect {
    painter.rect_filled(rect, 5, faded(NIGHT, 0.75));
    rect
}

/// Lays a text out in lines of this width, none of which ends between a figure and the word after it.
pub fn paragraph(painter: &Painter, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    painter.layout(kept_together(text), font, colour, width)
}

/// Paints a text laid out by [`paragraph`], with its upper left corner at `at`. Returns its height in points.
pub fn paint_paragraph(painter: &Painter, at: Pos2, text: &str, (font, ink): (FontId, Color32), width: f32) -> f32 {
    let galley = paragraph(painter, text, font, ink, width);
    let height = galley.size().y;
    painter.galley(at, galley, ink);
    height
}

/// Paints a text of one line, with its left end and its middle at `at`. A text that would go beyond `right` is cut off
/// and ends in dots.
pub fn paint_shortened_text(painter: &Painter, at: Pos2, right: f32, words: &str, (font, ink): (FontId, Color32)) {
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, ink);
    job.wrap = TextWrapping::truncate_at_width((right - at.x).max(0.0));
    let galley = painter.layout_job(job);
    painter.galley(at - vec2(0.0, galley.size().y / 2.0), galley, ink);
}

/// Paints words in one line whose left end has its middle at `at`. Where they are wider than the room up to `right`,
/// only their end is seen, as of a line that is being typed.
pub fn paint_text_end(painter: &Painter, at: Pos2, right: f32, words: &str, (font, ink): (FontId, Color32)) {
    let galley = painter.layout_no_wrap(words.to_owned(), font, ink);
    let corner = pos2(at.x.min(right - galley.size().x), at.y - galley.size().y / 2.0);
    let room = Rect::from_x_y_ranges(at.x..=right, painter.clip_rect().y_range());
    painter.with_clip_rect(room).galley(corner, galley, ink);
}

/// Paints words in one line whose left end has its middle at `at`, in smaller letters if they are wider than `room`
/// points. Returns their rectangle.
pub fn paint_shrunk_text(painter: &Painter, at: Pos2, words: &str, size: f32, ink: Color32, room: f32) -> Rect {
    let font = fitting_font(painter, words, regular(size), room);
    painter.text(at, Align2::LEFT_CENTER, words, font, ink)
}

/// This font, smaller if the words would be wider than this room.
pub fn fitting_font(painter: &Painter, words: &str, font: FontId, room: f32) -> FontId {
    let wide = painter.layout_no_wrap(words.to_owned(), font.clone(), IVORY).size().x;
    FontId { size: if wide > room { (font.size * room / wide).max(1.0) } else { font.size }, ..font }
}

/// A text in which no line ends between a figure and the word after it.
pub fn kept_together(text: &str) -> String {
    let mut last = ' ';
    let kept = |letter| {
        let after = std::mem::replace(&mut last, letter);
        if letter == ' ' && after.is_ascii_digit() { '\u{a0}' } else { letter }
    };
    text.chars().map(kept).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::draw::piece_colour;
    use super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::rules::PieceKind;
    use crate::view::hues;
    use bevy_egui::egui::LayerId;

    #[test]
    fn menus_of_a_phone_on_its_side_are_larger_as_far_as_pages_have_room() {
        let on_its_side = 390.0 / REFERENCE_SIZE.y;
        let close = |one: f32, other: f32| (one - other).abs() < 0.001;
        assert!(close(pixels_of_point(on_its_side, 1.0, f32::INFINITY), LEAST_POINT));
        assert!(
            close(pixels_of_point(on_its_side, 1.5, f32::INFINITY), on_its_side * 1.5),
            "no page has room for more"
        );
        assert!(close(pixels_of_point(on_its_side, 1.0, 1.2), on_its_side * 1.2), "nor this page for as much");
        for (usual, chosen) in [(1.0, 1.0), (1.0, 0.75), (1.5, 1.5), (390.0 / UPRIGHT_REFERENCE_SIZE.x, 1.0)] {
            assert!(close(pixels_of_point(usual, chosen, f32::INFINITY), usual * chosen), "{usual}, {chosen}");
        }
    }

    #[test]
    fn rows_of_a_phone_are_forty_pixels_high_and_those_of_a_desktop_as_they_were() {
        // Windows by their shorter sides in pixels, and the pixels of a point in their menus.
        let pixels = |side: f32, zoom: f32, chosen: f32| (pitch_for_fingers(side / zoom, zoom, chosen) * zoom).round();
        let (upright, on_its_side) = (390.0 / UPRIGHT_REFERENCE_SIZE.x, LEAST_POINT);
        assert_eq!([upright, on_its_side].map(|zoom| pixels(390.0, zoom, 1.0)), [40.0; 2]);
        assert_eq!(pixels(390.0, upright * 1.5, 1.5), 40.0);
        assert_eq!(pixels(390.0, upright * 0.75, 0.75), 30.0, "as small as the player wants them");
        assert_eq!(pitch_for_fingers(390.0 / 0.5, 0.5, 1.0), LARGEST_PITCH, "a page without room for more");
        for side in [500.0, 720.0, 2160.0] {
            assert_eq!(pixels(side, 1.0, 1.0), 0.0, "{side}");
        }
    }

    #[test]
    fn of_words_that_are_typed_the_end_is_seen() {
        let ends = |words: &str| {
            let shapes = still_frame(|menu| {
                paint_text_end(&menu.painter(), pos2(20.0, 30.0), 120.0, words, (semibold(16.0), IVORY));
            });
            let text = texts_in_shapes(&shapes).find(|text| text.galley.text() == words).unwrap();
            [text.pos.x, text.pos.x + text.galley.size().x]
        };
        let ([short, _], [long, end]) = (ends("Anna"), ends(&"Anna".repeat(20)));
        assert!((short - 20.0).abs() < 1.0, "a short text begins where it would: {short}");
        assert!(long < 0.0 && (end - 120.0).abs() < 1.0, "of a long one the end is in its place: {long}, {end}");
    }

    #[test]
    fn painters_of_menus_take_the_chosen_palette() {
        let mut app = App::new();
        app.init_resource::<Settings>();
        app.insert_resource(MenuWindowSize { window: REFERENCE_SIZE, most: f32::INFINITY });
        app.add_systems(PreUpdate, fit);
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow, EguiContext::default())).id();
        for (palette, _) in PaletteName::ALL {
            app.world_mut().resource_mut::<Settings>().appearance.palette = palette;
            app.update();
            let context = app.world_mut().get_mut::<EguiContext>(window).unwrap().get_mut().clone();
            let painter = Painter::new(context, LayerId::background(), Rect::EVERYTHING);
            for kind in (0..7).filter_map(PieceKind::from_index) {
                assert_eq!(piece_colour(&painter, kind), colour(hues::piece_rgb(palette, kind)), "{palette:?}");
            }
        }
    }
}
