//! `--frame-report`: what a frame costs the main thread, counted in processor time and allocations, and how long the
//! first menu and each new game take. The report is printed when the window closes.
//!
//! Processor time, not time on the clock: what other programs do on the machine does not count. The main app's
//! schedules run on the main thread alone (`threads`), so that all of its systems are in; the renderer's own thread and
//! the drivers' are not. A frame goes from one `First` to the next: systems, hand-over to the renderer, window events.

mod flags;
mod log;
mod parts;
mod report_table;

use super::allocations;
use crate::app::laboratory::{Laboratory, RunPlan};
use crate::doors::Moment;
use crate::game::{Match, MatchSetup, Mode, StartMatch, TickOutcomeMessage};
use crate::train::recipe::MAX_GENERATION;
use bevy::prelude::*;
use cpu_time::ThreadTime;
pub(super) use flags::FrameReportFlags;
use parts::ScheduleTimes;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many frames after the start of a match, or of the program, are counted apart: what is built then is built only
/// once.
const SETTLING: u32 = 2;
/// The number of the frame that begins when the first picture has been drawn: the renderer is one frame behind, and a
/// page is painted in its second frame.
const DRAWN: u32 = 4;

/// What begins in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Begins {
    /// Nothing begins in this frame.
    #[default]
    Nothing,
    /// The program begins, or a match of another kind than the one before.
    Something,
    /// A match of the same kind as the one before begins.
    Again,
}

/// What was measured of one frame.
#[derive(Clone, Copy, Debug, Default)]
struct MeasuredFrame {
    /// The processor time that the main thread took.
    cost: Duration,
    /// The part of `cost` that each of the app's own schedules took.
    parts: ScheduleTimes,
    /// How often the main thread asked for memory.
    allocations: u32,
    /// Whether a piece locked.
    locks: bool,
    /// What began in this frame, if anything did.
    begins: Begins,
    /// How many boards were on show.
    boards: usize,
}

impl MeasuredFrame {
    /// The processor time that the app's own schedules took together.
    fn schedules(&self) -> Duration {
        self.parts.iter().sum()
    }
}

/// How long a match took to begin: from the request for it until it ran and was shown once.
#[derive(Clone, Copy, Debug)]
struct StartTiming {
    mode: Mode,
    begins: Begins,
    /// How long the match took to begin, on the clock.
    took: Duration,
    /// How many frames the match took to begin, from the one with the request to the one in which it ran, both counted.
    frames: u32,
}

/// The measurements so far, shared between the app and the report.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct SharedMeasurements(Arc<Mutex<FrameMeasurements>>);

#[derive(Debug, Default)]
struct FrameMeasurements {
    frames: Vec<MeasuredFrame>,
    /// The names of the schedules, in the order of [`MeasuredFrame::parts`].
    parts: Vec<String>,
    /// The time from the start of the program to the first frame on the screen; `None` until that was drawn.
    drawn: Option<Duration>,
    starts: Vec<StartTiming>,
}

/// The clock of the frame in progress.
#[derive(Resource, Debug)]
struct FrameClock {
    opened: Moment,
    /// The thread's processor time and its allocations when the frame began; `None` before the first.
    began: Option<(Duration, u64)>,
    frame: MeasuredFrame,
    number: u32,
    settling: u32,
    begins: Begins,
    /// When a match was asked for that has not run yet, and the number of the frame then; `None` if there is no such
    /// match.
    asked: Option<(Moment, u32)>,
    /// The last match that was asked for: its mode, its course and how many play; `None` before the first.
    last: Option<(Mode, String, usize)>,
}

/// Measures every frame of the app, which was started at `opened`.
pub(super) fn plugin(app: &mut App, account: &SharedMeasurements, opened: Moment) {
    app.insert_resource(account.clone()).insert_non_send(ThreadTime::now());
    let (frame, settling, begins) = (MeasuredFrame::default(), SETTLING, Begins::Something);
    let clock = FrameClock { opened, began: None, frame, number: 0, settling, begins, asked: None, last: None };
    app.insert_resource(clock);
    let parts = parts::plugin(app);
    if let Ok(mut measured) = account.0.lock() {
        measured.parts = parts;
    }
    app.add_systems(First, begin);
    app.add_systems(Last, (note, end).chain());
    app.add_observer(|start: On<StartMatch>, mut clock: ResMut<FrameClock>| clock.ask(&start.0));
}

impl FrameClock {
    /// Notes that a match was asked for.
    fn ask(&mut self, setup: &MatchSetup) {
        let kind = Some((setup.mode, setup.course.id.clone(), setup.seats.len()));
        self.begins = if kind == self.last { Begins::Again } else { Begins::Something };
        self.last = kind;
        self.asked = Some((Moment::now(), self.number));
        self.settling = SETTLING;
    }
}

/// Closes the measurement of the last frame and begins that of the next.
fn begin(thread: NonSend<ThreadTime>, mut clock: ResMut<FrameClock>, account: Res<SharedMeasurements>) {
    let now = (thread.elapsed(), allocations::thread_allocations());
    clock.number += 1;
    let Some((time, allocations)) = clock.began.replace(now) else { return };
    let (cost, allocations) = (now.0.saturating_sub(time), (now.1 - allocations) as u32);
    let frame = MeasuredFrame { cost, allocations, ..clock.frame };
    clock.frame = MeasuredFrame::default();
    if let Ok(mut measured) = account.0.lock() {
        measured.frames.push(frame);
        if clock.number == DRAWN {
            measured.drawn = Some(clock.opened.elapsed());
        }
    }
}

fn milliseconds(cost: Duration) -> f64 {
    cost.as_secs_f64() * 1000.0
}

/// Notes what the frame was about: a lock, the boards on show, what began.
fn note(
    mut clock: ResMut<FrameClock>,
    mut happened: MessageReader<TickOutcomeMessage>,
    current: Option<Single<&Match>>,
) {
    // Every message is read, also those behind one with a lock.
    clock.frame.locks = happened.read().fold(false, |locks, happened| locks | happened.outcome.locked.is_some());
    clock.frame.boards = current.as_ref().map_or(0, |current| current.seats.len());
    clock.frame.begins = if clock.settling > 0 { clock.begins } else { Begins::Nothing };
    clock.settling = clock.settling.saturating_sub(1);
}

fn end(mut clock: ResMut<FrameClock>, account: Res<SharedMeasurements>, current: Option<Single<&Match>>) {
    // The match that was asked for has run and been shown once.
    let Some(current) = current.filter(|current| current.tick > 0) else { return };
    if let Some((asked, number)) = clock.asked.take()
        && let Ok(mut measured) = account.0.lock()
    {
        let frames = clock.number - number + 1;
        measured.starts.push(StartTiming { mode: current.mode, begins: clock.begins, took: asked.elapsed(), frames });
    }
}

/// Begins a run of small generations, on one thread, when the app starts. The run does not end while anything is
/// measured. Its files go to the user's own folders, so set `KOROBKA_HOME` to a temporary folder before measuring.
pub(super) fn train_beside(app: &mut App) {
    app.add_systems(PostStartup, |mut laboratory: ResMut<Laboratory>| {
        laboratory.plan = RunPlan { last: MAX_GENERATION, cores: 1, ..RunPlan::short_run() };
        if let Err(line) = laboratory.begin_run() {
            error!("nothing is trained meanwhile: {line}");
        }
    });
}
