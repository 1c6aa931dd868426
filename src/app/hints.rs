//! Hints: on request, the three best placements of a computer player for the piece in play, how far apart their values
//! are, and the feature that made the difference. Hints disappear with their piece.

use super::devices::KeyMap;
use super::opponents::OpponentList;
use super::persistence::Settings;
use super::rated_match::RatedMatch;
use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::ai::breakdown::{Hint, hints as think_hints};
use crate::ai::{Brain, VisiblePosition};
use crate::game::components::{Falling, Field, HoldSlot, Queue};
use crate::game::{Match, SeatControl, SeatSetup, StartMatch};
use crate::rules::PieceKind;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};
use std::sync::Arc;

/// How many placements are shown.
pub const SHOWN: usize = 3;

/// The hints of the match in progress.
#[derive(Resource, Debug, Default)]
pub struct Hints {
    /// How many hints were asked for in this match.
    pub used: u32,
    /// The SPEC of the player that gives hints, and its brain.
    mentor: Option<(String, Arc<Brain>)>,
    /// The player, the number of its piece, and the task that looks for hints about it.
    thinking: Option<(Entity, u32, Task<Vec<Hint>>)>,
    shown: Option<(Entity, u32, Vec<Hint>)>,
}

impl Hints {
    /// Whether hints are on show.
    pub fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// The player whose piece the hints are about, and the hints, the best first; `None` when none are on show.
    pub fn shown(&self) -> Option<(Entity, &[Hint])> {
        self.shown.as_ref().map(|(player, _, shown)| (*player, shown.as_slice()))
    }
}

/// Adds the system that reads the key for hints, and the one that takes them when they have been worked out.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hints>();
    app.add_observer(|_: On<StartMatch>, mut hints: ResMut<Hints>| {
        *hints = Hints { mentor: hints.mentor.take(), ..Hints::default() };
    });
    app.add_systems(Update, (ask, take).chain().run_if(in_state(Overlay::None).and_then(in_state(Screen::Play))));
}

/// Whether hints may be asked for in this match: exactly one person plays, and the match is not over.
pub(super) fn hints_allowed(current: &Match, seats: &Query<&SeatSetup>) -> bool {
    let persons = seats.iter().filter(|seat| seat.control.is_persons()).count();
    persons == 1 && !current.is_over()
}

type HintComponents = (Entity, &'static SeatSetup, &'static Field, &'static Falling, &'static HoldSlot, &'static Queue);

fn ask(
    keys: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
    (settings, rated): (Res<Settings>, Res<RatedMatch>),
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
    players: Query<HintComponents>,
    mut hints: ResMut<Hints>,
    mut opponents: ResMut<OpponentList>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(current) = current else { return };
    if !keys.just_pressed(KeyCode::KeyH) || map.is_game_key(KeyCode::KeyH) || !hints_allowed(&current, &seats) {
        return;
    }
    let person = players.iter().find(|player| matches!(player.1.control, SeatControl::Person));
    let Some((entity, _, field, falling, hold, queue)) = person else { return };
    let Some(in_play) = falling.piece.filter(|_| current.is_playing()) else { return };
    if rated.is_on() {
        toasts.say("No hints in a rated match: switch rating off in versus");
        return;
    }
    let is_known = |known: &Option<(Entity, u32)>| *known == Some((entity, falling.serial));
    let shown = hints.shown.as_ref().map(|(player, serial, _)| (*player, *serial));
    let thinking = hints.thinking.as_ref().map(|(player, serial, _)| (*player, *serial));
    if is_known(&shown) || is_known(&thinking) {
        return;
    }
    let mentor = &settings.coach.mentor;
    if hints.mentor.as_ref().is_none_or(|(known, _)| known != mentor) {
        let found = mentor.parse().and_then(|spec| opponents.contestant(&spec));
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
    let (held, can_hold) = (hold.0.piece(), current.rules.hold && hold.0.is_free());
    let next: Vec<PieceKind> = queue.0.shown().collect();
    let think = async move {
        let view = VisiblePosition { board: &board, falling: kind, hold: held, can_hold, next: &next };
        think_hints(&brain, &board, &brain.rank(&view), SHOWN)
    };
    hints.used += 1;
    hints.thinking = Some((entity, falling.serial, AsyncComputeTaskPool::get().spawn(think)));
}

/// Takes hints that have been worked out, and drops those about another piece.
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
