//! Paints the keys of each board in play, those that are pressed lit, for whoever watches how somebody plays.

use super::board_overlay::BoardOverlay;
use super::fingers::button_sign;
use super::theme;
use crate::app::devices::fingers::buttons::ButtonUse;
use crate::app::first_steps::FirstSteps;
use crate::game::handling::{LastPresses, PressedKeys};
use crate::game::{Action, Match};
use crate::view::skins::SkinTrim;
use crate::view::stage::{FootInset, Stage};
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, CornerRadius, Painter, Rect, Stroke, StrokeKind, vec2};

/// The keys that are shown, in their order; where they stand in two rows, those that move and drop are the upper one.
const SHOWN: [Action; 8] = [
    Action::Left,
    Action::Right,
    Action::SoftDrop,
    Action::HardDrop,
    Action::Counterclockwise,
    Action::Clockwise,
    Action::Half,
    Action::Hold,
];
/// The milliseconds for which a key is lit at least, as they pass for whoever watches.
const GLOW: f32 = 100.0;
/// The least size, in points, of a word on a key. Where it would be smaller, as on a phone on its side, a shorter one
/// in larger letters takes its place.
const LEAST_WORD: f32 = 8.0;

pub(super) fn show(
    mut contexts: EguiContexts,
    (stage, inset): (Option<Res<Stage>>, Option<Res<FootInset>>),
    (current, time): (Option<Single<&Match>>, Res<Time<Virtual>>),
    steps: Res<FirstSteps>,
    players: Query<(&PressedKeys, &LastPresses)>,
) -> Result {
    // The first match explains its keys in a line of its own, which needs the room.
    let (Some(stage), Some(current), false) = (stage, current, steps.is_on()) else { return Ok(()) };
    if stage.layout.seats.iter().all(|seat| seat.keys.is_none()) {
        return Ok(());
    }
    let over = BoardOverlay::new(&mut contexts, "pressed keys")?.above_foot(inset.map_or(FootInset(0.0), |foot| *foot));
    // A tick is a millisecond of the game, of which a faster replay shows more in the same time.
    let glow = (GLOW * time.relative_speed()) as u64;
    for (seat, _, player) in stage.seats() {
        if let (Some(place), Ok((pressed, presses))) = (seat.keys, players.get(player)) {
            let lit = SHOWN.map(|action| presses.shows(pressed, action, current.tick, glow));
            paint(&over.painter, over.to_points(place), &stage.skin.trim, lit);
        }
    }
    Ok(())
}

/// The rectangles of the keys in this place: in one row or in two, whichever makes them larger.
fn key_rects(place: Rect) -> [Rect; SHOWN.len()] {
    let size = |columns: usize| place.size() / vec2(columns as f32, (SHOWN.len() / columns) as f32);
    let columns = if size(8).min_elem() >= size(4).min_elem() { 8 } else { 4 };
    let cell = size(columns);
    let key = vec2(cell.x.min(cell.y * 1.5), cell.y.min(cell.x)) * 0.9;
    std::array::from_fn(|at| {
        let number = vec2((at % columns) as f32 + 0.5, (at / columns) as f32 + 0.5);
        Rect::from_center_size(place.min + number * cell, key)
    })
}

/// Paints the keys in this place in the colours of a skin: those that are lit are bright with a dark sign.
fn paint(painter: &Painter, place: Rect, trim: &SkinTrim, lit: [bool; SHOWN.len()]) {
    for ((rect, action), lit) in key_rects(place).into_iter().zip(SHOWN).zip(lit) {
        let (ground, ink) = if lit { (trim.metal, theme::colour(trim.well)) } else { (trim.raised, theme::IVORY) };
        let round = CornerRadius::same((rect.height() * 0.18) as u8);
        let edge = Stroke::new(1.0, theme::colour(if lit { trim.metal } else { trim.line }));
        painter.rect(rect, round, theme::colour(ground), edge, StrokeKind::Inside);
        let (words, short) = match action {
            Action::Half => ("180", "180"),
            Action::Hold => ("HOLD", "H"),
            // An arrow, which is made for a round button around it.
            _ => {
                button_sign(painter, ButtonUse::Act(action), rect.center(), rect.height() * 0.75, ink);
                continue;
            }
        };
        let fitting = |words: &str, share: f32| {
            theme::fitting_font(painter, words, theme::extrabold(rect.height() * share), rect.width() * 0.88)
        };
        let usual = fitting(words, 0.5);
        let (words, font) = if usual.size < LEAST_WORD { (short, fitting(short, 0.75)) } else { (words, usual) };
        painter.text(rect.center(), Align2::CENTER_CENTER, words, font, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::app::persistence::appearance::SkinName;
    use crate::view::skins::skin;
    use bevy_egui::egui::{Shape, pos2};

    #[test]
    fn keys_lie_in_their_place_and_apart_in_one_row_or_two() {
        for (size, rows) in [(vec2(150.0, 50.0), 2), (vec2(280.0, 50.0), 1), (vec2(96.0, 50.0), 2)] {
            let place = Rect::from_min_size(pos2(40.0, 600.0), size);
            let keys = key_rects(place);
            for (at, key) in keys.iter().enumerate() {
                assert!(place.contains_rect(*key), "{key:?} is outside of {place:?}");
                assert!(!keys[..at].iter().any(|other| other.intersects(*key)), "{size:?}: {at}");
            }
            let tops = keys.iter().filter(|key| key.center().x == keys[0].center().x).count();
            assert_eq!(tops, rows, "{size:?}");
            assert!(keys[0].height() >= 20.0, "{size:?}: {:?}", keys[0].size());
        }
    }

    #[test]
    fn words_on_keys_can_be_read_on_a_phone_on_its_side() {
        let trim = &skin(SkinName::default()).trim;
        for (size, hold) in [(vec2(300.0, 100.0), "HOLD"), (vec2(88.0, 27.0), "H")] {
            let place = Rect::from_min_size(pos2(500.0, 40.0), size);
            let shapes = still_frame(|menu| paint(&menu.side_painter(), place, trim, [false; SHOWN.len()]));
            let words: Vec<&str> = texts_in_shapes(&shapes).map(|text| text.galley.text()).collect();
            assert_eq!(words, ["180", hold], "{size:?}");
            for text in texts_in_shapes(&shapes) {
                let font = &text.galley.job.sections[0].format.font_id;
                assert!(font.size >= LEAST_WORD, "{size:?}: {} has {} points", text.galley.text(), font.size);
            }
        }
    }

    #[test]
    fn in_every_skin_only_pressed_keys_are_lit() {
        let pressed = [true, false, false, true, false, false, false, true];
        for (name, title) in SkinName::ALL {
            let trim = &skin(name).trim;
            let place = Rect::from_min_size(pos2(500.0, 40.0), vec2(280.0, 50.0));
            let shapes = still_frame(|menu| paint(&menu.side_painter(), place, trim, pressed));
            let is_lit = |key: &Rect| {
                shapes.iter().any(|clipped| match &clipped.shape {
                    Shape::Rect(shape) => shape.rect == *key && shape.fill == theme::colour(trim.metal),
                    _ => false,
                })
            };
            assert_eq!(key_rects(place).map(|key| is_lit(&key)), pressed, "{title}");
        }
    }
}
