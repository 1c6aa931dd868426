//! `--frame-report`: what a frame costs the main thread, counted in processor time, and told when the window closes.
//!
//! Processor time, not time on the clock: what other programs do on the machine does not count. The main app's schedules
//! run on the main thread alone while they are measured, so that all of its systems are in; the renderer's own thread and
//! the drivers' are not. A frame goes from one `First` to the next: systems, hand-over to the renderer, window events.

use crate::game::{Happened, Match};
use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use cpu_time::ThreadTime;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Frames after the start of a match, or of the program, that are told apart: what is built then is built once.
const SETTLING: u32 = 2;

/// One frame.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Processor time of the main thread.
    cost: Duration,
    /// Of which the app's own schedules.
    schedules: Duration,
    /// Whether a piece locked.
    locks: bool,
    /// Whether a match was begun, or the scene built.
    begins: bool,
    /// Boards on show.
    boards: usize,
}

/// The frames measured so far.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Account(Arc<Mutex<Measured>>);

#[derive(Debug, Default)]
struct Measured {
    frames: Vec<Frame>,
    first_frame: Option<Duration>,
    restarts: Vec<Duration>,
}

/// The clock of the frame in progress.
#[derive(Resource, Debug)]
struct Clock {
    opened: Instant,
    /// The thread's processor time when the frame began.
    began: Option<Duration>,
    frame: Frame,
    settling: u32,
    /// When the match on show was asked for.
    asked: Option<Instant>,
}

/// Measures every frame of the app, which has been on its way since `opened`.
pub(super) fn plugin(app: &mut App, account: &Account, opened: Instant) {
    app.insert_resource(account.clone()).insert_non_send(ThreadTime::now());
    app.insert_resource(Clock { opened, began: None, frame: Frame::default(), settling: SETTLING, asked: None });
    let labels = app.world().resource::<MainScheduleOrder>().labels.clone();
    for label in labels.into_iter().chain([EguiPrimaryContextPass.intern()]) {
        app.edit_schedule(label, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
    app.add_systems(First, begin);
    app.add_systems(Last, (note, end).chain());
    app.add_observer(|_: On<crate::game::StartMatch>, mut clock: ResMut<Clock>| clock.asked = Some(Instant::now()));
}

/// The last frame is over, the next begins.
fn begin(thread: NonSend<ThreadTime>, mut clock: ResMut<Clock>, account: Res<Account>) {
    let now = thread.elapsed();
    let Some(before) = clock.began.replace(now) else { return };
    let frame = Frame { cost: now.saturating_sub(before), ..clock.frame };
    clock.frame = Frame::default();
    if let Ok(mut measured) = account.0.lock() {
        measured.frames.push(frame);
    }
}

/// What the frame was about.
fn note(
    mut clock: ResMut<Clock>,
    mut happened: MessageReader<Happened>,
    current: Option<Single<(&Match, Ref<Match>)>>,
) {
    // Every message is read, whichever has a lock.
    clock.frame.locks = happened.read().fold(false, |locks, happened| locks | happened.outcome.locked.is_some());
    let added = current.as_ref().is_some_and(|current| current.1.is_added());
    clock.frame.boards = current.as_ref().map_or(0, |current| current.0.seats.len());
    if added {
        clock.settling = SETTLING;
    }
    clock.frame.begins = clock.settling > 0;
    clock.settling = clock.settling.saturating_sub(1);
}

fn end(thread: NonSend<ThreadTime>, mut clock: ResMut<Clock>, account: Res<Account>, current: Option<Single<&Match>>) {
    clock.frame.schedules = clock.began.map_or(Duration::ZERO, |began| thread.elapsed().saturating_sub(began));
    let Ok(mut measured) = account.0.lock() else { return };
    if measured.first_frame.is_none() {
        measured.first_frame = Some(clock.opened.elapsed());
    }
    // The match that was asked for has run and been shown once.
    if current.is_some_and(|current| current.tick > 0)
        && let Some(asked) = clock.asked.take()
    {
        measured.restarts.push(asked.elapsed());
    }
}

impl Account {
    /// The report.
    pub(super) fn told(&self) -> String {
        let Ok(measured) = self.0.lock() else { return String::new() };
        let mut text = String::from("processor time of the main thread a frame, in milliseconds\n");
        let _ = writeln!(text, "{:34}{:>8}{:>9}{:>9}{:>9}{:>9}", "frames", "count", "mean", "median", "99 %", "worst");
        let kinds: [(&str, fn(&Frame) -> bool); 5] = [
            ("menus", |frame| frame.boards == 0 && !frame.begins),
            ("one board", |frame| frame.boards == 1 && !frame.begins),
            ("two boards", |frame| frame.boards == 2 && !frame.begins),
            ("in which a piece locks", |frame| frame.locks && !frame.begins),
            ("in which a match or the menu begins", |frame| frame.begins),
        ];
        for (name, belongs) in kinds {
            let frames: Vec<&Frame> = measured.frames.iter().filter(|frame| belongs(frame)).collect();
            line(&mut text, name, frames.iter().map(|frame| frame.cost).collect());
            line(&mut text, "  of which the app's schedules", frames.iter().map(|frame| frame.schedules).collect());
        }
        if let Some(first) = measured.first_frame {
            let _ = writeln!(text, "first frame: {:.2} s after the start, on the clock", first.as_secs_f64());
        }
        if let Some(worst) = measured.restarts.iter().skip(1).max() {
            let count = measured.restarts.len() - 1;
            let worst = worst.as_secs_f64() * 1000.0;
            let _ = writeln!(
                text,
                "restarts: {count}, the slowest {worst:.1} ms on the clock from the wish to a match that runs"
            );
        }
        text
    }
}

fn line(text: &mut String, name: &str, mut costs: Vec<Duration>) {
    if costs.is_empty() {
        return;
    }
    costs.sort_unstable();
    let milliseconds = |cost: Duration| cost.as_secs_f64() * 1000.0;
    let mean = costs.iter().sum::<Duration>() / costs.len() as u32;
    let at = |share: f64| milliseconds(costs[((costs.len() - 1) as f64 * share) as usize]);
    let _ = writeln!(
        text,
        "{name:34}{:>8}{:>9.2}{:>9.2}{:>9.2}{:>9.2}",
        costs.len(),
        milliseconds(mean),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
