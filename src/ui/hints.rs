//! Hints: on request the three best placements of a computer player for the piece in play, how far they are apart, and the
//! feature that decided. Gone with the piece.

use super::controls::KeyMap;
use super::desk::Painting;
use super::overboard::{Overboard, short, words};
use super::roster::Roster;
use super::screen::{Overlay, Screen};
use super::theme;
use super::toast::Toasts;
use crate::ai::sight::{Hint, hints as think_hints};
use crate::ai::{Brain, View};
use crate::app::persistence::Settings;
use crate::game::components::{Falling, Field, HoldSlot, Queue};
use crate::game::{Control, Match, SeatSetup, StartMatch};
use crate::rules::PieceKind;
use crate::view::stage::Stage;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};
use bevy_egui::egui::{Align2, Pos2, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use std::sync::Arc;

/// How many placements are shown.
const SHOWN: usize = 3;

/// What was asked for.
#[derive(Resource, Debug, Default)]
pub struct Hints {
    /// Hints asked for in this match.
    pub used: u32,
    /// The words of the settings that named the brain.
    mentor: Option<(String, Arc<Brain>)>,
    /// The player and its piece, and the thought about them.
    thinking: Option<(Entity, u32, Task<Vec<Hint>>)>,
    shown: Option<(Entity, u32, Vec<Hint>)>,
}

impl Hints {
    /// Whether hints are on show.
    pub fn is_shown(&self) -> bool {
        self.shown.is_some()
    }
}

/// Adds the key and the painting.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hints>();
    app.add_observer(|_: On<StartMatch>, mut hints: ResMut<Hints>| {
        *hints = Hints { mentor: hints.mentor.take(), ..Hints::default() };
    });
    app.add_systems(Update, (ask, take).chain().run_if(in_state(Overlay::None).and_then(in_state(Screen::Play))));
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::None)).in_set(Painting::Screens));
}

/// Whether hints may be asked for in this match: by one person, alone or against the computer.
pub(super) fn allowed(current: &Match, seats: &Query<&SeatSetup>) -> bool {
    let persons = seats.iter().filter(|seat| matches!(seat.control, Control::Person)).count();
    persons == 1 && !current.is_over()
}

type Player = (Entity, &'static SeatSetup, &'static Field, &'static Falling, &'static HoldSlot, &'static Queue);

fn ask(
    keys: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
    settings: Res<Settings>,
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
    players: Query<Player>,
    mut hints: ResMut<Hints>,
    mut roster: ResMut<Roster>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(current) = current else { return };
    if !keys.just_pressed(KeyCode::KeyH) || map.plays(KeyCode::KeyH) || !allowed(&current, &seats) {
        return;
    }
    let person = players.iter().find(|player| matches!(player.1.control, Control::Person));
    let Some((entity, _, field, falling, hold, queue)) = person else { return };
    let Some(in_play) = falling.piece.filter(|_| current.is_playing()) else { return };
    let is_known = |known: &Option<(Entity, u32)>| *known == Some((entity, falling.serial));
    let shown = hints.shown.as_ref().map(|(player, serial, _)| (*player, *serial));
    let thinking = hints.thinking.as_ref().map(|(player, serial, _)| (*player, *serial));
    if is_known(&shown) || is_known(&thinking) {
        return;
    }
    let mentor = &settings.coach.mentor;
    if hints.mentor.as_ref().is_none_or(|(known, _)| known != mentor) {
        let found = mentor.parse().and_then(|spec| roster.contestant(&spec));
        match found.and_then(|found| found.brain().cloned()) {
            Ok(brain) => hints.mentor = Some((mentor.clone(), brain)),
            Err(error) => {
                warn!("no hints: {error}");
                toasts.warn(format!("No hints: {error}"));
                return;
            }
        }
    }
    let Some((_, brain)) = hints.mentor.clone() else { return };
    let (board, kind) = (*field.0.board(), in_play.piece.kind);
    let (held, can_hold) = (hold.0.piece(), current.rules.hold && hold.0.free());
    let next: Vec<PieceKind> = queue.0.shown().collect();
    let think = async move {
        let view = View { board: &board, falling: kind, hold: held, can_hold, next: &next };
        think_hints(&brain, &board, &brain.rank(&view), SHOWN)
    };
    hints.used += 1;
    hints.thinking = Some((entity, falling.serial, AsyncComputeTaskPool::get().spawn(think)));
}

/// Takes a finished thought; drops what was about another piece.
fn take(mut hints: ResMut<Hints>, players: Query<&Falling>) {
    let lies = |player: Entity, serial: u32| players.get(player).is_ok_and(|falling| falling.serial == serial);
    if hints.thinking.as_ref().is_some_and(|(.., task)| task.is_finished())
        && let Some((player, serial, task)) = hints.thinking.take()
    {
        hints.shown = Some((player, serial, block_on(task)));
    }
    if hints.shown.as_ref().is_some_and(|(player, serial, _)| !lies(*player, *serial)) {
        hints.shown = None;
    }
}

fn show(mut contexts: EguiContexts, hints: Res<Hints>, stage: Option<Res<Stage>>) -> Result {
    let (Some((player, _, shown)), Some(stage)) = (&hints.shown, stage) else { return Ok(()) };
    let Some((seat, ..)) = stage.seats().find(|(.., seated)| seated == player) else { return Ok(()) };
    let over = Overboard::new(&mut contexts, "hints")?;
    let colours = [theme::GOLD, theme::IVORY, theme::ASH];
    // The best lies on top.
    let mut numbers = Vec::new();
    for (index, hint) in shown.iter().enumerate().rev() {
        let colour = colours[index % colours.len()];
        let middle = over.outline(seat, hint.choice.piece, colour, if index == 0 { 3.0 } else { 2.0 });
        numbers.push((middle, index, colour));
    }
    // Where placements overlap, their numbers stand side by side.
    let mut taken: Vec<Pos2> = Vec::new();
    for (mut middle, index, colour) in numbers {
        while taken.iter().any(|other| other.distance(middle) < 21.0) {
            middle.x += 21.0;
        }
        taken.push(middle);
        over.badge(middle, &(index + 1).to_string(), colour);
    }
    let rect = over.callout(seat);
    over.ground(rect);
    let painter = over.painter.with_clip_rect(rect.shrink(4.0));
    let inside = rect.shrink(9.0);
    let line = ((inside.height() - 2.0) / (SHOWN as f32)).min(46.0);
    for (index, hint) in shown.iter().enumerate() {
        let (top, colour) = (inside.top() + line * index as f32, colours[index % colours.len()]);
        let size = (line * 0.36).clamp(11.0, 15.0);
        over.badge(pos2(inside.left() + 10.0, top + size * 0.75), &(index + 1).to_string(), colour);
        let how = if hint.choice.hold { "hold first" } else { "" };
        let gap = if index == 0 { "best".to_owned() } else { format!("−{}", short(hint.gap)) };
        let at = pos2(inside.left() + 26.0, top + size * 0.75);
        painter.text(at, Align2::LEFT_CENTER, gap, theme::semibold(size), colour);
        painter.text(
            pos2(inside.right(), at.y),
            Align2::RIGHT_CENTER,
            how,
            theme::semibold(size * 0.85),
            theme::VERMILION,
        );
        let feature = hint.feature.map_or_else(String::new, words);
        let below = at + vec2(-25.0, size * 1.25);
        painter.text(below, Align2::LEFT_CENTER, feature, theme::regular(size * 0.95), theme::IVORY);
    }
    Ok(())
}
