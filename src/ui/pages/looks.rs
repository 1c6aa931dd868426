//! The settings of the looks: skin, colours, sizes, and the strength of each moment's effect.

use super::super::draw::{skinned_piece, spaced_text};
use super::super::menu::Menu;
use super::super::{ornament, theme};
use crate::app::persistence::appearance::{GameMoment, PaletteName, SkinName};
use crate::app::persistence::settings::{DisplaySettings, KeyDisplay};
use crate::app::persistence::{Appearance, StrengthTable};
use crate::rules::PieceKind;
use crate::view::skins::skin;
use bevy_egui::egui::{Align2, CornerRadius, Rect, Stroke, StrokeKind, pos2, vec2};

/// A row with a share of 0-1 on a slider, written in per cent.
fn share(menu: &mut Menu, label: &str, value: &mut f32, hint: &'static str) {
    let text = if *value < 0.005 { "off".to_owned() } else { format!("{:.0} %", *value * 100.0) };
    menu.slider(label, value, 0.0..=1.0, 0.05, &text);
    menu.explain_row(hint);
}

/// Adds the rows of the skin, the colours and the sizes.
pub(super) fn add_look_rows(menu: &mut Menu, looks: &mut DisplaySettings, appearance: &mut Appearance) {
    menu.pick("Skin", &SkinName::ALL, &mut appearance.skin);
    menu.explain_row(match appearance.skin {
        SkinName::Lacquer => "Black lacquer and gold, a flower on every block",
        SkinName::Enamel => "Smooth bright blocks on graphite, nothing else",
        SkinName::Frost => "Dark glass with burning edges on a winter night",
        SkinName::Woodcut => "Black and white: every piece has a pattern of its own, none a colour",
    });
    menu.pick("Colours of the pieces", &PaletteName::ALL, &mut appearance.palette);
    menu.explain_row(match appearance.palette {
        PaletteName::Guideline => "As in every game of this kind",
        PaletteName::RedGreen => "Told apart with deuteranopia and protanopia",
        PaletteName::BlueYellow => "Told apart with tritanopia",
    });
    share(menu, "Ghost", &mut looks.ghost, "How clearly the outline shows where the piece would land");
    share(menu, "Grid", &mut looks.grid, "How clearly the cells of the matrix are drawn");
    add_menu_size_row(menu, looks);
    menu.per_cent("Size of numbers in play", &mut looks.match_scale, 1.0..=1.5, 0.1);
    menu.explain_row("The figures beside a board, for whoever sits far from the screen");
    let displays =
        [(KeyDisplay::Off, "Off"), (KeyDisplay::Watching, "Replays and watching"), (KeyDisplay::Always, "Always")];
    menu.pick("Show pressed keys", &displays, &mut looks.pressed_keys);
    menu.explain_row("At each board, lit while they are down; not beside buttons for fingers");
    menu.toggle("Reduced motion", &mut appearance.reduced_motion);
    menu.explain_row("Nothing sways, flies or slides; light comes and goes slowly");
    menu.toggle("Full screen", &mut looks.fullscreen);
    menu.explain_row(menu.text_with_keys("Nothing else on the screen", ", by F11 as well"));
    // A browser waits for the screen in any case.
    if cfg!(not(target_arch = "wasm32")) {
        menu.toggle("Vertical sync", &mut looks.vsync);
        menu.explain_row("Off, keys are seen sooner, but pictures may tear, and the machine works harder");
    }
    sample(menu, appearance);
}

/// Adds the row of the size of menus, which the first start has too.
pub(super) fn add_menu_size_row(menu: &mut Menu, looks: &mut DisplaySettings) {
    menu.per_cent("Size of menus", &mut looks.scale, 0.75..=1.5, 0.05);
    menu.explain_row("Rows, titles and hints; tables and pictures beside rows grow where the window has room");
}

/// Adds the row of the strength of all effects together, which the first start has too.
pub(super) fn add_all_effects_row(menu: &mut Menu, looks: &mut DisplaySettings) {
    share(menu, "All effects", &mut looks.effects, "Flashes, shakes and particles of every moment together");
}

/// Adds the rows of the effects: the strength of all together, and of each moment.
pub(super) fn add_effect_rows(menu: &mut Menu, looks: &mut DisplaySettings, appearance: &mut Appearance) {
    add_all_effects_row(menu, looks);
    add_strength_rows(menu, &GameMoment::ALL, &mut appearance.moments);
}

/// Adds a row for the strength of each of these kinds, which have a title and an explanation.
pub(super) fn add_strength_rows<K: Copy + Ord>(
    menu: &mut Menu,
    kinds: &[(K, &str, &'static str)],
    strengths: &mut StrengthTable<K>,
) {
    for &(kind, label, about) in kinds {
        let before = strengths.strength_of(kind);
        let mut strength = before;
        share(menu, label, &mut strength, about);
        if strength != before {
            strengths.set(kind, strength);
        }
    }
}

/// Paints the seven pieces beside the rows, as they will look.
fn sample(menu: &Menu, appearance: &Appearance) {
    let side = menu.side;
    if side.width() < 120.0 {
        return;
    }
    let painter = menu.side_painter();
    let trim = &skin(appearance.skin).trim;
    let well = Rect::from_min_size(side.min, vec2(side.width(), side.height().min(super::WHOLE)));
    let edge = Stroke::new(1.0, theme::colour(trim.line));
    painter.rect(well, CornerRadius::same(4), theme::colour(trim.well), edge, StrokeKind::Inside);
    let title = pos2(well.center().x, well.top() + 20.0);
    let font = theme::semibold(12.5);
    spaced_text(&painter, title, Align2::CENTER_CENTER, "THE PIECES", font, theme::colour(trim.metal), 2.0);
    let line = title + vec2(0.0, 16.0);
    let (half, ink) = (vec2(well.width() * 0.4, 0.0), theme::faded(theme::GOLD, 0.4));
    ornament::fading_line(&painter, line, line + half, ink, 1.0);
    ornament::fading_line(&painter, line, line - half, ink, 1.0);
    // Below the rows there is little height, and so they stand in two lines.
    let lines: &[usize] = if well.width() > well.height() { &[4, 3] } else { &[1; 7] };
    let (most, step) = (lines[0] as f32, (well.bottom() - line.y - 20.0) / lines.len() as f32);
    let (width, cell) = (well.width() * 0.9 / most, (step / 2.7).min(well.width() / (most * 5.0 + 1.5)));
    let places = lines.iter().enumerate().flat_map(|(row, &count)| {
        let y = line.y + 10.0 + step * (row as f32 + 0.5);
        (0..count).map(move |at| pos2(well.center().x + width * (at as f32 - (count - 1) as f32 / 2.0), y))
    });
    for (kind, centre) in (0..7).filter_map(PieceKind::from_index).zip(places) {
        skinned_piece(&painter, kind, centre, cell, appearance);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{after_each_row, assert_rows_change_their_parts, parts};
    use super::*;
    use crate::app::persistence::Settings;

    #[test]
    fn every_row_of_the_looks_changes_its_own_setting() {
        const PARTS: [fn(&mut Settings, &Settings); 10] = parts! {
            appearance.skin, appearance.palette, looks.ghost, looks.grid, looks.scale, looks.match_scale,
            looks.pressed_keys, appearance.reduced_motion, looks.fullscreen, looks.vsync,
        };
        assert_rows_change_their_parts(&Settings::default(), &PARTS, |menu, settings| {
            add_look_rows(menu, &mut settings.looks, &mut settings.appearance);
        });
    }

    #[test]
    fn every_row_of_the_effects_changes_the_strength_of_its_own_moment() {
        let first = Settings::default();
        let all = after_each_row(&first, |menu, settings| {
            add_effect_rows(menu, &mut settings.looks, &mut settings.appearance);
        });
        assert_eq!(all.len(), 1 + GameMoment::ALL.len());
        assert!(all[0].looks.effects != first.looks.effects && all[0].appearance == first.appearance);
        for (after, (moment, label, _)) in all[1..].iter().zip(GameMoment::ALL) {
            let strength = |settings: &Settings| settings.appearance.moments.strength_of(moment);
            assert!(strength(after) != strength(&first), "{label}");
            let mut expected = first.clone();
            expected.appearance.moments.set(moment, strength(after));
            assert_eq!(expected, *after, "{label}");
        }
    }
}
