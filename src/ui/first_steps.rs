//! Paints the help of the first match: under the board the keys that have not been used yet, and over it one line about
//! what is needed now.

use super::board_overlay::BoardOverlay;
use super::draw::key_line;
use super::theme::{self, faded};
use crate::app::devices::TouchScreen;
use crate::app::devices::buttons::{PadFamily, action_keycap};
use crate::app::devices::keys::Keycap;
use crate::app::first_steps::{FirstSteps, Prompt, Skill};
use crate::app::persistence::Settings;
use crate::app::screen_keyboard::ScreenKeyboard;
use crate::game::{Action, SeatSetup};
use crate::view::stage::Stage;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// The height in points of the strip at the top of a board for the prompt, which no piece reaches as it appears.
const LINE: f32 = 44.0;

/// The English text of a prompt, which is shown over the board.
const fn words(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Place => "Move and rotate the piece, then drop it",
        Prompt::Clear => "Fill a row: it clears. Two or more at once send garbage across",
        Prompt::Garbage => "The bar at your board is garbage to come: clear rows to stop it",
    }
}

/// The word for a skill, and the actions whose keys it needs.
const fn keys_of(skill: Skill) -> (&'static str, &'static [Action]) {
    match skill {
        Skill::Move => ("move", &[Action::Left, Action::Right]),
        Skill::Turn => ("rotate", &[Action::Clockwise]),
        Skill::SoftDrop => ("down", &[Action::SoftDrop]),
        Skill::HardDrop => ("drop", &[Action::HardDrop]),
        Skill::Hold => ("hold", &[Action::Hold]),
    }
}

pub(super) fn show(
    mut contexts: EguiContexts,
    (steps, fingers): (Res<FirstSteps>, Res<TouchScreen>),
    (settings, keyboard): (Res<Settings>, Res<ScreenKeyboard>),
    stage: Option<Res<Stage>>,
    seats: Query<&SeatSetup>,
) -> Result {
    let (Some(stage), true) = (stage, steps.is_on()) else { return Ok(()) };
    let is_person = |player| seats.get(player).is_ok_and(SeatSetup::is_persons_here);
    let Some((seat, ..)) = stage.seats().find(|(.., player)| is_person(*player)) else { return Ok(()) };
    let over = BoardOverlay::new(&mut contexts, "first steps")?;
    let foot = over.to_points(seat.plate);
    let skills: Vec<Skill> = steps.unused_skills().collect();
    if !skills.is_empty() && !fingers.shown {
        keys_line(&over.painter, foot, &skills, (&settings, keyboard.used_pad()));
    }
    if let Some(prompt) = steps.prompt() {
        // Above the board, where no piece lies at first, and beside the clock.
        let (board, hold) = (over.to_points(seat.board), over.to_points(seat.hold));
        let left = hold.left().min(board.left());
        let room = Rect::from_min_size(pos2(left, board.top()), vec2(board.right() - left, LINE));
        let mut job =
            LayoutJob::simple(words(prompt).to_owned(), theme::semibold(15.5), theme::IVORY, room.width() - 24.0);
        job.halign = Align::Center;
        let galley = over.painter.layout_job(job);
        // In the middle of the board, as far as there is room.
        let half = galley.rect.width() / 2.0 + 12.0;
        let x = board.center().x.min(board.right() - half).max(left + half);
        let rect = Rect::from_center_size(pos2(x, room.center().y), galley.rect.size() + vec2(24.0, 12.0));
        let edge = Stroke::new(1.5, theme::GOLD);
        over.painter.rect(rect, CornerRadius::same(5), theme::NIGHT, edge, StrokeKind::Inside);
        over.painter.galley(rect.center_top() + vec2(0.0, 6.0), galley, theme::IVORY);
    }
    Ok(())
}

/// Paints the keys of these skills, each with a word, in a line about the middle of `rect`. If a gamepad is used, its
/// buttons stand in place of keys.
fn keys_line(painter: &Painter, rect: Rect, skills: &[Skill], (settings, pad): (&Settings, Option<PadFamily>)) {
    const HIGHEST: f32 = 24.0;
    let bound = |&action: &Action| action_keycap(action, settings, pad).unwrap_or_else(|| Keycap::Text("–".to_owned()));
    let groups: Vec<(Vec<Keycap>, &str)> = skills
        .iter()
        .map(|&skill| {
            let (words, actions) = keys_of(skill);
            (actions.iter().map(bound).collect(), words)
        })
        .collect();
    let at = |x: f32| pos2(x, rect.center().y);
    let screen = painter.ctx().viewport_rect();
    let unseen = painter.with_clip_rect(Rect::NOTHING);
    let width = |high: f32| key_line(&unseen, at(0.0), high, &groups, theme::IVORY);
    // In a narrow window the line is smaller.
    let high = HIGHEST * ((screen.width() - 48.0) / width(HIGHEST)).min(1.0);
    let width = width(high);
    let left = (rect.center().x - width / 2.0).max(screen.left() + 24.0);
    // The whole name plate is covered, so that no half of a name shows under the keys.
    let ground = Rect::from_min_size(pos2(left - 16.0, rect.top()), vec2(width + 32.0, rect.height())).union(rect);
    let edge = Stroke::new(1.0, faded(theme::GOLD, 0.7));
    painter.rect(ground, CornerRadius::same(5), theme::NIGHT, edge, StrokeKind::Inside);
    key_line(painter, at(left), high, &groups, theme::IVORY);
}
