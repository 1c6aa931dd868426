//! The look of the menus: the typeface, the palette as egui's colours, and how large everything is.

use crate::app::persistence::Settings;
use crate::view::palette;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::style::Selection;
use bevy_egui::egui::{self, Color32, FontData, FontDefinitions, FontFamily, FontId, Stroke, Visuals};
use bevy_egui::{EguiContext, EguiPreUpdateSet};
use std::sync::Arc;

/// The size of the window, in points at scale 1, that the menus are drawn for.
pub const REFERENCE: egui::Vec2 = egui::vec2(1280.0, 720.0);

/// The table under everything.
pub const NIGHT: Color32 = colour(palette::NIGHT);
/// Panels.
pub const LACQUER: Color32 = colour(palette::LACQUER);
/// Raised parts.
pub const RAISED: Color32 = colour(palette::RAISED);
/// What has the focus.
pub const LIFTED: Color32 = colour(palette::LIFTED);
/// Fine lines.
pub const LINE: Color32 = colour(palette::LINE);
/// Texts.
pub const IVORY: Color32 = colour(palette::IVORY);
/// Texts of second rank.
pub const ASH: Color32 = colour(palette::ASH);
/// Tracks and marks that are no text.
pub const TRACK: Color32 = colour(palette::TRACK);
/// Warnings that are written, on any surface.
pub const ALARM: Color32 = colour(palette::ALARM);
/// The accent.
pub const GOLD: Color32 = colour(palette::GOLD);
/// The other accent.
pub const VERMILION: Color32 = colour(palette::VERMILION);
/// Good news.
pub const LEAF: Color32 = colour(palette::LEAF);
/// The second player's.
pub const RIVER: Color32 = colour(palette::RIVER);

/// A colour of the palette as egui's.
pub const fn colour(rgb: [u8; 3]) -> Color32 {
    Color32::from_rgb(rgb[0], rgb[1], rgb[2])
}

/// The same colour, thinner.
pub fn faded(colour: Color32, opacity: f32) -> Color32 {
    colour.gamma_multiply(opacity)
}

/// The typeface at its normal weight.
pub const fn regular(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Labels and buttons.
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("semibold".into()))
}

/// Titles and figures.
pub fn extrabold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("extrabold".into()))
}

/// How large menus are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MenuSize {
    /// Points of the window at 100 %: what menus are drawn for, or more in one direction.
    pub window: egui::Vec2,
    /// How many times as large the page may be that was painted last; each page says so anew.
    pub most: f32,
}

/// Dresses every egui context as it appears and keeps its scale.
pub(super) fn plugin(app: &mut App) {
    app.insert_resource(MenuSize { window: REFERENCE, most: f32::INFINITY });
    let between = (dress, fit).chain().after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass);
    app.add_systems(PreUpdate, between);
}

/// Before a context's first pass: a family that is not there yet would be an error.
fn dress(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    for mut context in &mut contexts {
        let context = context.get_mut();
        context.set_fonts(fonts());
        context.set_theme(egui::Theme::Dark);
        context.all_styles_mut(|style| {
            style.visuals = visuals();
            style.spacing.item_spacing = egui::vec2(10.0, 8.0);
            style.spacing.button_padding = egui::vec2(14.0, 8.0);
            style.interaction.selectable_labels = false;
            style.animation_time = 0.12;
        });
        context.options_mut(|options| options.zoom_with_keyboard = false);
    }
}

/// Menus are as large in any window as in the one they are drawn for, times the size that the player likes as far as the page
/// has room for it.
fn fit(
    settings: Res<Settings>,
    mut size: ResMut<MenuSize>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut contexts: Query<&mut EguiContext>,
) {
    let Some(window) = window else { return };
    let fits = (window.width() / REFERENCE.x).min(window.height() / REFERENCE.y);
    let most = std::mem::replace(&mut size.most, f32::INFINITY);
    size.window = egui::vec2(window.width(), window.height()) / fits.max(f32::EPSILON);
    let zoom = (fits * settings.looks.scale.min(most)).clamp(0.3, 8.0);
    for mut context in &mut contexts {
        let context = context.get_mut();
        context.set_zoom_factor(zoom);
        if settings.is_changed() {
            // Where motion is reduced the focus jumps.
            let seconds = if settings.appearance.reduced_motion { 0.0 } else { 0.12 };
            context.all_styles_mut(|style| style.animation_time = seconds);
        }
    }
}

fn fonts() -> FontDefinitions {
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
    // egui asks for a family of even widths too; nothing of ours is written in it.
    fonts.families.insert(FontFamily::Monospace, vec!["regular".to_owned()]);
    fonts
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = Some(IVORY);
    visuals.panel_fill = LACQUER;
    visuals.window_fill = LACQUER;
    visuals.window_stroke = Stroke::new(1.0, GOLD);
    visuals.extreme_bg_color = NIGHT;
    visuals.faint_bg_color = RAISED;
    visuals.hyperlink_color = GOLD;
    visuals.selection = Selection { bg_fill: faded(GOLD, 0.4), stroke: Stroke::new(1.0, IVORY) };
    visuals
}
