//! Watching a replay: the tick at which it stands, how fast it goes, and the tick that it jumps to.

use super::game_review::Reviewing;
use super::resume::TakeOver;
use super::screens::Screen;
use super::toasts::Toasts;
use crate::doors::Moment;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::Priority;
use crate::game::components::LockedPiece;
use crate::game::computer::ReplayThoughts;
use crate::game::replay::{
    Playback, Replay, ReplayCheck, StepwiseSurvey, Survey, TimelineMark, TimelineMarkKind, TimelineMarks, go_to_tick,
    playback_plugin, start_playback, take_due_snapshot, timeline_marks_plugin,
};
use crate::game::{EndMatch, Match, Paused, RecordedPlayer};
use bevy::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The speeds that can be chosen, as factors of the recorded speed, with their words.
pub const SPEEDS: [(f32, &str); 7] =
    [(0.125, "1/8"), (0.25, "1/4"), (0.5, "1/2"), (1.0, "1"), (2.0, "2"), (4.0, "4"), (8.0, "8")];
/// The place of the usual speed in [`SPEEDS`].
pub(super) const USUAL: usize = 3;
/// How many ticks a viewer may be behind the newest known tick of a live match and still count as up to date.
const NEARLY: u64 = 1500;
/// How much time of a frame a jump may take.
const SLICE: Duration = Duration::from_millis(14);

/// The wish to watch this replay from its beginning.
#[derive(Event, Clone, Debug)]
pub struct WatchReplay(pub Arc<Replay>);

/// The replay on show, and how it is played.
#[derive(Resource, Debug)]
pub struct Watching {
    /// The recorded game that is played.
    pub replay: Arc<Replay>,
    /// Whether the replay is paused.
    pub paused: bool,
    /// Whether the player holds the timeline: no tick passes by itself until it is let go.
    pub is_held: bool,
    /// The index of the replay's speed in [`SPEEDS`].
    pub speed: usize,
    /// Whether the match is still being played elsewhere, so that the replay grows.
    pub live: bool,
    /// Why a live match does not go on, in a line for the viewer; `None` where it goes on, as far as is known.
    pub standstill: Option<String>,
    /// The screen to which leaving the replay leads.
    pub back: Screen,
    /// How many ticks have been played.
    pub now: u64,
    /// Whether the match is over after these ticks. A replay that is no longer the recorded game may be over early.
    is_over: bool,
    /// Whether the replay was opened only for a person to take over a seat at a moment of it.
    pub(super) is_for_take_over: bool,
    /// The seat that is taken over once the replay has jumped to where it is to stand.
    taken_over: Option<u8>,
    /// The tick that the replay jumps to; `None` if it does not jump.
    target: Option<u64>,
    surveying: Option<StepwiseWork<Option<Survey>>>,
    /// What happens in the replay, for its timeline, in order of ticks; empty until it has been worked out. Of a live
    /// match it is what has been seen so far.
    pub marks: Vec<TimelineMark>,
    /// The first tick at which the replay is not the game that was recorded; `None` if none is known.
    pub first_difference: Option<u64>,
}

impl Watching {
    /// The replay at its beginning, not paused and at the usual speed.
    pub fn new(replay: Arc<Replay>) -> Self {
        Self {
            replay,
            paused: false,
            is_held: false,
            speed: USUAL,
            live: false,
            standstill: None,
            back: Screen::Replays,
            now: 0,
            is_over: false,
            is_for_take_over: false,
            taken_over: None,
            target: None,
            surveying: None,
            marks: Vec::new(),
            first_difference: None,
        }
    }

    /// The replay of a match that is still being played.
    pub fn from_live(replay: Arc<Replay>) -> Self {
        Self { live: true, back: Screen::Online, ..Self::new(replay) }
    }

    /// The replay paused at a tick, which leads back to a review. There a person takes over the seat `take_over`.
    pub fn from_moment(replay: Arc<Replay>, tick: u64, take_over: Option<u8>) -> Self {
        let (target, is_for_take_over) = (Some(tick.min(replay.ticks)), take_over.is_some());
        let back = Screen::Review;
        Self { paused: true, back, is_for_take_over, taken_over: take_over, target, ..Self::new(replay) }
    }

    /// Whether a live match is watched up to the newest tick that is known of it, or nearly so.
    pub fn is_at_live_edge(&self) -> bool {
        self.live && self.replay.ticks < self.current_tick() + NEARLY
    }

    /// Whether no tick passes by itself: the replay is paused, held or jumps.
    const fn stands_still(&self) -> bool {
        self.paused || self.is_held || self.target.is_some()
    }

    /// Whether the game is over where the replay stands, or where it jumps to.
    fn is_game_over(&self) -> bool {
        self.target.map_or(self.is_over, |tick| tick >= self.replay.ticks && self.replay.result.over)
    }

    /// Why nobody can play on from where the replay stands, or jumps to, in a line for the player; `None` if somebody
    /// can, as far as is known. A recording that went on behind a difference would never play as it was recorded.
    pub fn take_over_problem(&self) -> Option<String> {
        if let Some(tick) = self.first_difference.filter(|&tick| tick <= self.current_tick()) {
            return Some(format!("From tick {tick} on this is not the game that was recorded: go back before it"));
        }
        self.is_game_over().then(|| "The game is over here: go back to where you want to play on".to_owned())
    }

    /// The tick at which the replay stands, or to which it jumps.
    pub fn current_tick(&self) -> u64 {
        self.target.unwrap_or(self.now)
    }

    /// The milliseconds played by a tick, as the clock between the boards and the results count them: without
    /// countdowns and pauses. Until the whole replay has been worked out, only the first countdown is known, and of a
    /// live match those that have been seen.
    pub fn time_played(&self, tick: u64) -> u64 {
        let rounds = self.marks.iter().filter(|mark| mark.kind == TimelineMarkKind::Round);
        self.replay.ticks_played_until(tick, rounds.map(|mark| mark.tick))
    }

    /// Jumps to a tick, or to the end of the replay if that comes before.
    pub fn jump_to_tick(&mut self, tick: u64) {
        // Whoever looks elsewhere does not play on from there.
        self.taken_over = None;
        self.target = Some(tick.min(self.replay.ticks));
    }

    /// Has a person take over this seat as soon as the replay stands where it jumps to. False where it does not jump.
    pub fn take_over_after_jump(&mut self, seat: u8) -> bool {
        self.taken_over = self.target.map(|_| seat);
        self.target.is_some()
    }

    /// Jumps this many ticks on, or back if negative, and pauses.
    pub fn jump(&mut self, ticks: i64) {
        self.paused = true;
        self.jump_to_tick(self.current_tick().saturating_add_signed(ticks));
    }

    /// Jumps to the next piece that locks, or with `on` false to the one before, and pauses. Without such a piece it
    /// jumps to the end or the beginning. False, and nothing done, where no piece is known that locks.
    pub fn step_piece(&mut self, on: bool) -> bool {
        let now = self.current_tick();
        let is_lock = |mark: &&TimelineMark| matches!(mark.kind, TimelineMarkKind::Lock(_));
        let mut locks = self.marks.iter().filter(is_lock).map(|mark| mark.tick).peekable();
        if locks.peek().is_none() {
            return false;
        }
        let found = if on { locks.find(|&tick| tick > now) } else { locks.rfind(|&tick| tick < now) };
        self.paused = true;
        self.jump_to_tick(found.unwrap_or(if on { self.replay.ticks } else { 0 }));
        true
    }

    /// Where the piece that a seat has in play comes to lie. `None` where it never locks, and until that is known.
    pub fn coming_lock(&self, seat: u8) -> Option<LockedPiece> {
        // Of a replay of hours tens of thousands of marks lie before this tick, and the x-ray asks in every frame.
        let passed = self.marks.partition_point(|mark| mark.tick <= self.now);
        let of_round = self.marks[passed..].iter().take_while(|mark| mark.kind != TimelineMarkKind::Round);
        of_round.filter(|mark| mark.seat == seat).find_map(|mark| match mark.kind {
            TimelineMarkKind::Lock(locked) => Some(locked),
            _ => None,
        })
    }

    /// Whether a computer player has a seat in some part of the replay.
    pub fn has_computer_player(&self) -> bool {
        let later = self.replay.handovers.iter().map(|handover| &handover.to);
        let mut seats = self.replay.setup.seats.iter().chain(later);
        seats.any(|seat| matches!(seat.player, RecordedPlayer::Computer { .. }))
    }

    /// Whether it is still being worked out what happens in the replay.
    pub const fn is_being_surveyed(&self) -> bool {
        self.surveying.is_some()
    }

    /// Plays or pauses the replay; at its end, plays it from the beginning.
    pub fn toggle_pause(&mut self) {
        let is_at_end = self.current_tick() >= self.replay.ticks || self.is_game_over();
        if is_at_end && !self.live {
            self.jump_to_tick(0);
            self.paused = false;
        } else {
            (self.paused, self.taken_over) = (!self.paused, None);
        }
    }
}

/// The set of the systems that move the replay on show on, or to where it jumps. Systems that show a single tick of the
/// replay run after this set.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveReplaySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((playback_plugin, timeline_marks_plugin)).add_observer(watch);
    app.add_systems(OnEnter(Screen::Replay), begin).add_systems(OnExit(Screen::Replay), end_replay_match);
    app.add_systems(Update, follow.in_set(MoveReplaySystems).run_if(resource_exists::<Watching>));
}

fn watch(
    wish: On<WatchReplay>,
    mut commands: Commands,
    (shown, reviewing): (Res<State<Screen>>, Option<Res<Reviewing>>),
    mut screen: ResMut<NextState<Screen>>,
) {
    let back = match *shown.get() {
        // The match or the replay was begun from a review.
        Screen::Play | Screen::Replay if reviewing.is_some() => Screen::Review,
        // A match that lay under its results has ended by then, and a link opens a replay before any page.
        Screen::Play | Screen::Replay | Screen::Title | Screen::FirstStart => Screen::Replays,
        page => page,
    };
    commands.insert_resource(Watching { back, ..Watching::new(Arc::clone(&wish.0)) });
    screen.set(Screen::Replay);
}

/// Starts the replay once its screen is shown: by then the match of the screen before has ended.
fn begin(world: &mut World) {
    let Some(replay) = world.get_resource::<Watching>().map(|watching| Arc::clone(&watching.replay)) else { return };
    if let Err(error) = start_playback(world, Arc::clone(&replay)) {
        world.resource_mut::<Toasts>().warn_and_log(format!("The replay cannot be played: {error}"));
        return world.resource_mut::<NextState<Screen>>().set(Screen::Replays);
    }
    let Some(watching) = world.get_resource::<Watching>() else { return };
    let (stands_still, live) = (watching.stands_still(), watching.live);
    // One that opens at a moment shows and sounds nothing of its beginning first.
    world.insert_resource(Paused(stands_still));
    world.insert_resource(ReplayThoughts::default());
    // What a live match has in it is worked out when it is over, and until then marked as it is seen.
    match live {
        true => world.insert_resource(TimelineMarks::default()),
        false => begin_timeline_survey(world),
    }
}

/// Begins to work out what happens in the replay on show, for its timeline.
pub(super) fn begin_timeline_survey(world: &mut World) {
    let Some(replay) = world.get_resource::<Watching>().map(|watching| Arc::clone(&watching.replay)) else { return };
    // Steps, since a whole game played on a task pool would keep the renderer's tasks waiting.
    let mut surveying = None;
    let steps = StepwiseWork::begin(Priority::Usual, "replay survey", move || {
        if surveying.is_none() {
            surveying = StepwiseSurvey::begin(&replay).ok();
        }
        match surveying.as_mut().map(StepwiseSurvey::step) {
            None => Step::Done(None),
            Some(None) => Step::More,
            Some(survey) => Step::Done(survey),
        }
    });
    match (steps, world.get_resource_mut::<Watching>()) {
        (Ok(steps), Some(mut watching)) => watching.surveying = Some(steps),
        (Err(error), _) => warn!("the replay's timeline stays empty: {error}"),
        _ => {}
    }
}

/// Ends the replay's match, unless a person has taken it over, or another match has begun.
pub(super) fn end_replay_match(
    mut commands: Commands,
    watching: Option<Res<Watching>>,
    playback: Option<Res<Playback>>,
    mut time: ResMut<Time<Virtual>>,
    mut paused: ResMut<Paused>,
) {
    time.set_relative_speed(1.0);
    commands.remove_resource::<TimelineMarks>();
    commands.remove_resource::<ReplayThoughts>();
    if watching.is_some() {
        paused.0 = false;
        commands.remove_resource::<Watching>();
        if playback.is_some() {
            commands.trigger(EndMatch);
        }
    }
}

/// A function that says whether there is time left for more work in this frame.
pub(super) fn frame_budget_check() -> impl Fn() -> bool {
    let begun = Moment::now();
    move || begun.elapsed() < SLICE
}

/// Moves the replay on, jumps if asked to, and takes the marks once they are known.
fn follow(world: &mut World) {
    let Some(mut watching) = world.remove_resource::<Watching>() else { return };
    let surveying = watching.surveying.take_if(|surveying| surveying.is_finished());
    if let Some(surveyed) = surveying.and_then(StepwiseWork::wait_for_result).flatten() {
        watching.marks = surveyed.marks;
        if let ReplayCheck::Differs { tick, .. } = surveyed.check {
            watching.first_difference = Some(tick);
        }
    }
    let mut take_over = None;
    if let Some(target) = watching.target {
        let within = frame_budget_check();
        let mut there = false;
        while !there && within() {
            there = go_to_tick(world, target, 250);
        }
        if there {
            watching.target = None;
            take_over = watching.taken_over.take();
        }
    }
    take_due_snapshot(world);
    if let Some(known) = world.get_resource::<TimelineMarks>().filter(|_| watching.live) {
        let new = known.after(watching.marks.len());
        watching.marks.extend_from_slice(new);
    }
    if let Ok(current) = world.query::<&Match>().single(world) {
        (watching.now, watching.is_over) = (current.tick, current.is_over());
        let ended = watching.is_over || watching.now >= watching.replay.ticks;
        watching.paused |= ended && watching.target.is_none() && !watching.is_held && !watching.live;
    }
    if watching.live && watching.now >= watching.replay.ticks {
        // A speed by which the viewer has caught up would show every half second that comes in as a jerk and a wait.
        watching.speed = watching.speed.min(USUAL);
    }
    // Where a match is over no tick follows, but its banner and its last lights go on as they did in the game.
    let still = watching.stands_still() && !(watching.is_over && watching.target.is_none());
    let differs = world.get_resource::<Playback>().and_then(|playback| playback.differs);
    watching.first_difference = watching.first_difference.or(differs);
    let problem = take_over.and_then(|_| watching.take_over_problem());
    world.insert_resource(Paused(still));
    let (speed, _) = SPEEDS[watching.speed];
    let mut time = world.resource_mut::<Time<Virtual>>();
    if time.relative_speed() != speed {
        time.set_relative_speed(speed);
    }
    world.insert_resource(watching);
    match (take_over, problem) {
        (Some(_), Some(line)) => world.resource_mut::<Toasts>().warn(line),
        (Some(seat), None) => world.trigger(TakeOver(seat)),
        (None, _) => {}
    }
}

#[cfg(test)]
mod tests;
