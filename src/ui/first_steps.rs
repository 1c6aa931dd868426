//! What a new player reads in the first match: under the board the keys that have not been used yet, and over them one line
//! about what is needed now.

use super::board_painter::BoardPainter;
use super::draw::keycap;
use super::page::Painting;
use super::theme::{self, faded};
use crate::app::Overlay;
use crate::app::devices::keys::{Cap, cap};
use crate::app::first_steps::{FirstSteps, Prompt, Skill};
use crate::app::persistence::Settings;
use crate::game::{Action, Control, SeatSetup};
use crate::view::stage::Stage;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// Adds the painting.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::None)).in_set(Painting::Screens));
}

/// What is said.
const fn words(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Place => "Move and turn the piece, then drop it",
        Prompt::Clear => "Fill a row and it clears; two or more at once go to the other board as garbage",
        Prompt::Garbage => "The bar beside your board is garbage on its way: a clear takes it away",
    }
}

/// What a skill is called, and the actions whose keys do it.
const fn keys_of(skill: Skill) -> (&'static str, &'static [Action]) {
    match skill {
        Skill::Move => ("move", &[Action::Left, Action::Right]),
        Skill::Turn => ("turn", &[Action::Clockwise]),
        Skill::SoftDrop => ("down", &[Action::SoftDrop]),
        Skill::HardDrop => ("drop", &[Action::HardDrop]),
        Skill::Hold => ("keep for later", &[Action::Hold]),
    }
}

fn show(
    mut contexts: EguiContexts,
    steps: Res<FirstSteps>,
    settings: Res<Settings>,
    stage: Option<Res<Stage>>,
    seats: Query<&SeatSetup>,
) -> Result {
    let (Some(stage), true) = (stage, steps.is_on()) else { return Ok(()) };
    let is_person = |player| seats.get(player).is_ok_and(|seat| matches!(seat.control, Control::Person));
    let Some((seat, ..)) = stage.seats().find(|(.., player)| is_person(*player)) else { return Ok(()) };
    let over = BoardPainter::new(&mut contexts, "first steps")?;
    let foot = over.foot(seat);
    let skills: Vec<Skill> = steps.unused().collect();
    if !skills.is_empty() {
        key_line(&over.painter, foot, &skills, &settings);
    }
    if let Some(prompt) = steps.prompt() {
        let font = theme::semibold(17.0);
        let galley = over.painter.layout_no_wrap(words(prompt).to_owned(), font, theme::IVORY);
        // Above the board, where nobody's first pieces lie.
        let middle = pos2(foot.center().x, over.board(seat).top() + 20.0);
        let rect = Rect::from_center_size(middle, galley.size() + vec2(32.0, 14.0));
        // A line that is wider than a board stays within the window.
        let screen = over.painter.ctx().viewport_rect();
        let rect = rect.translate(vec2((screen.left() + 8.0 - rect.left()).max(0.0), 0.0));
        let edge = Stroke::new(1.5, theme::GOLD);
        over.painter.rect(rect, CornerRadius::same(5), theme::NIGHT, edge, StrokeKind::Inside);
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
        over.painter.galley(at, galley, theme::IVORY);
    }
    Ok(())
}

/// The keys with what they do, in a line about the middle of `rect`.
fn key_line(painter: &Painter, rect: Rect, skills: &[Skill], settings: &Settings) {
    const HIGH: f32 = 24.0;
    const BETWEEN: f32 = 22.0;
    // Measured first, with a painter that paints nothing.
    let line = |painter: &Painter, mut x: f32| {
        for (number, &skill) in skills.iter().enumerate() {
            x += if number == 0 { 0.0 } else { BETWEEN };
            let (words, actions) = keys_of(skill);
            for &action in actions {
                let bound = settings.keys.0.get(&action).and_then(|names| names.first());
                let key = bound.map_or_else(|| Cap::Text("–".to_owned()), |name| cap(name));
                x = keycap(painter, pos2(x, rect.center().y), &key, HIGH).right() + 4.0;
            }
            let at = pos2(x + 4.0, rect.center().y);
            x = painter.text(at, Align2::LEFT_CENTER, words, theme::semibold(15.0), theme::IVORY).right();
        }
        x
    };
    let width = line(&painter.with_clip_rect(Rect::NOTHING), 0.0);
    let screen = painter.ctx().viewport_rect();
    let left = (rect.center().x - width / 2.0).max(screen.left() + 24.0);
    let ground = Rect::from_min_size(pos2(left - 16.0, rect.top()), vec2(width + 32.0, rect.height()));
    let edge = Stroke::new(1.0, faded(theme::GOLD, 0.7));
    painter.rect(ground, CornerRadius::same(5), theme::NIGHT, edge, StrokeKind::Inside);
    line(painter, left);
}
