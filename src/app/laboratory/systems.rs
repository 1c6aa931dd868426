//! The systems of the laboratory. They read what it remembers at the start, follow its run a few times a second, and
//! save the run at the end.

use super::saved_state::LaboratoryState;
use super::{Laboratory, TrainingJobState};
use crate::app::persistence::PlayerFile;
use crate::app::screens::Screen;
use crate::app::toasts::Toasts;
use crate::chart::counted;
use crate::doors::files;
use crate::storage::paths;
use bevy::app::AppExit;
use bevy::prelude::*;

/// Seconds from one reading of a run's figures to the next.
const LOOK: f32 = 0.1;

/// Adds the laboratory and its systems.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Laboratory>();
    app.add_systems(Startup, read).add_systems(Last, end.run_if(on_message::<AppExit>));
    app.add_systems(Update, look);
    app.add_systems(OnEnter(Screen::Laboratory), enter).add_systems(OnExit(Screen::Laboratory), leave);
}

/// Reads the runs on disk, and takes over what the run in progress has saved since the laboratory was left.
fn enter(mut laboratory: ResMut<Laboratory>) {
    if laboratory.is_busy() {
        laboratory.remember_saved();
    }
    laboratory.begin_reading_runs();
}

/// Writes what the laboratory remembers when it is left. Its page is gone then, so that a message says what is wrong.
fn leave(mut laboratory: ResMut<Laboratory>, mut toasts: ResMut<Toasts>) {
    laboratory.keep();
    if let Some(line) = &laboratory.unkept {
        toasts.warn(line.as_str());
    }
}

/// Saves the run in progress, and what the laboratory remembers: the window may be closed while its page is open.
fn end(mut laboratory: ResMut<Laboratory>) {
    laboratory.stop_run();
    laboratory.keep();
}

fn read(mut laboratory: ResMut<Laboratory>, mut toasts: ResMut<Toasts>) {
    let Some(folder) = paths::data_folder() else { return };
    let found = LaboratoryState::read_from(&folder);
    if let Some(warning) = found.warning {
        toasts.warn(warning);
    }
    let (state, of_later) = found.value.clamped();
    (laboratory.plan, laboratory.comparison) = (state.plan, state.comparison);
    (laboratory.waiting, laboratory.waiting_of_later) = (state.waiting, of_later);
    let generations = paths::generations_folder();
    laboratory.stopped = state.stopped.and_then(|stopped| stopped.where_it_is_now(generations.as_deref()));
    laboratory.has_trained = generations.is_some_and(|folder| files().is_folder(&folder));
    laboratory.folder = Some(folder);
    laboratory.kept = found.writable.then(|| laboratory.state());
}

/// Reads the figures of the run in progress ten times a second and shows its news to the player. When the run is over,
/// the next of those that wait begins. Also takes the runs on disk once they are read. Elsewhere than in the laboratory
/// the generations of a run in progress are not taken over one by one: that copies all figures of the run and asks the
/// disk for the sizes of its files, in the midst of a match.
fn look(
    mut laboratory: ResMut<Laboratory>,
    time: Res<Time<Real>>,
    screen: Res<State<Screen>>,
    mut toasts: ResMut<Toasts>,
) {
    let laboratory = laboratory.bypass_change_detection();
    if let Some(read) = laboratory.listing.take_if(|listing| listing.is_finished()) {
        let (saved, warnings) = read.wait_for_result().unwrap_or_default();
        // The list is read again whenever the laboratory is entered: the player is told once.
        for warning in warnings.iter().filter(|warning| !laboratory.left_out.contains(warning)) {
            toasts.warn_and_log(format!("Left out: {warning}"));
        }
        (laboratory.saved, laboratory.left_out) = (saved, warnings);
        // Its last generation may have been saved after its folder was read.
        if laboratory.is_busy() {
            laboratory.remember_saved();
        }
    }
    if let Some(rating) = &laboratory.rating {
        rating.go_on();
    }
    let Some(job) = &laboratory.job else { return };
    job.go_on();
    laboratory.rest -= time.delta_secs();
    let Some(job) = laboratory.job.as_ref().filter(|_| laboratory.rest <= 0.0) else { return };
    laboratory.rest = LOOK;
    let ((notes, saved), state) = (job.take_news(), job.state());
    // These come last, so that no generation is missing in them of which the others tell.
    laboratory.reading = job.observation();
    for note in notes {
        toasts.warn_and_log(note);
    }
    if state == TrainingJobState::Over && laboratory.stopped.is_some() {
        let more = match laboratory.waiting.len() {
            0 => String::new(),
            more => format!("; {more} more to train"),
        };
        toasts.say(format!("{} has learned {}{more}", job.recipe.name, counted(job.last, "generation")));
        // Its thread has nothing more to do. Once it has ended, the folder can get another name or be deleted.
        if let Some(job) = &mut laboratory.job {
            job.save_and_end();
        }
        laboratory.stopped = None;
        laboratory.keep();
        laboratory.remember_saved();
        laboratory.outdate_reading_of_runs();
        toasts.warn_if_failed(laboratory.start_next_waiting_run());
    } else if saved > 0 && *screen.get() == Screen::Laboratory {
        laboratory.remember_saved();
    }
}
