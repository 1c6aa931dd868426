//! What goes wrong with disks, folders and files while the window trains: each fault is one line for the player, and
//! nothing that was saved is lost.

use crate::failing_disk::{Fault, disk};
use crate::laboratory::{assert_same, files, unbroken};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::FileDragAndDrop;
use korobka::app::laboratory::{Laboratory, RunPlan, TrainingJobState};
use korobka::app::persistence::{Ladder, Settings};
use korobka::app::{Screen, Toasts, laboratory_plugin};
use korobka::doors::Files;
use korobka::doors::disk::DiskFiles;
use korobka::game::Pace;
use korobka::runs;
use korobka::storage::paths;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The words behind the path of a file that a full disk has no room for.
const FULL: &str = "the disk is full; make room on it";
/// The words behind the path of a file that may not be written.
const FORBIDDEN: &str =
    "the system does not allow it; change the rights of the folder or the file, or close what has it open";

/// The laboratory in the window without the window. The windows of all tests have one home, so they take turns.
pub(crate) struct Window {
    app: App,
    _turn: MutexGuard<'static, ()>,
}

/// The home that the whole program uses from the first call on.
pub(crate) fn home() -> &'static Path {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let name = format!("laboratory-{}", std::process::id());
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        paths::use_home(home.clone());
        home
    })
}

fn generations() -> PathBuf {
    home().join("data/generations")
}

/// The folder of the run.
fn folder() -> PathBuf {
    generations().join("iwumbwe-5")
}

/// The program as it starts.
fn started() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin)).insert_state(Screen::Title);
    app.add_message::<FileDragAndDrop>().add_plugins(laboratory_plugin);
    app.update();
    app
}

impl Window {
    /// The first start of the program, on a disk without faults.
    pub(crate) fn open() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        disk().mend();
        let _ = fs::remove_dir_all(home());
        fs::create_dir_all(generations()).unwrap();
        Self { app: started(), _turn: turn }
    }

    /// Ends the program and starts it again.
    pub(crate) fn start_again(&mut self) {
        self.app.world_mut().write_message(AppExit::Success);
        self.app.update();
        self.app = started();
    }

    pub(crate) fn laboratory(&mut self) -> Mut<'_, Laboratory> {
        self.app.world_mut().resource_mut::<Laboratory>()
    }

    /// Plans the run that [`unbroken`] computes.
    pub(crate) fn plan(&mut self) {
        let mut plan = RunPlan { recipe: "iwumbwe".to_owned(), seed: 5, last: 4, cores: 2, ..RunPlan::default() };
        for (name, text) in [("population", "24"), ("score-cap", "2500"), ("held-out-games", "2")] {
            plan.set_number(name, text.to_owned());
        }
        self.laboratory().plan = plan;
    }

    fn begin(&mut self) -> Result<(), String> {
        self.plan();
        self.laboratory().begin_run()
    }

    fn state(&mut self) -> TrainingJobState {
        self.laboratory().job().map_or(TrainingJobState::Paused, |(job, _)| job.state())
    }

    /// Updates the program until something holds.
    fn until(&mut self, what: &str, holds: impl Fn(&Laboratory) -> bool) {
        let begin = Instant::now();
        while !holds(&self.laboratory()) {
            assert!(begin.elapsed() < Duration::from_secs(300), "waited for {what}; it is {:?}", self.state());
            self.app.update();
            std::thread::sleep(Duration::from_millis(2));
        }
        self.app.update();
    }

    /// Updates the program until the run stands still with a line for the player.
    fn until_broken(&mut self) -> String {
        self.until("a problem", |laboratory| is(laboratory, |state| !matches!(state, TrainingJobState::Computing)));
        match self.state() {
            TrainingJobState::Broken(line) => line,
            state => panic!("it is {state:?}"),
        }
    }

    pub(crate) fn until_over(&mut self) {
        self.until("the end", |laboratory| laboratory.stopped_run().is_none());
        assert_eq!(self.state(), TrainingJobState::Over);
    }

    /// Updates the program until it says that it cannot write into the run's folder, for this reason.
    fn until_unwritable(&mut self, why: &str) {
        let line = self.until_broken();
        let start = format!("cannot write {}", folder().display());
        assert!(line.starts_with(&start) && line.ends_with(&format!(": {why}")), "{line}");
    }

    /// Updates the program until the run is over, and compares its files with those of [`unbroken`].
    fn until_over_unbroken(&mut self) {
        self.until_over();
        assert_same(&files(&folder()), unbroken());
    }

    /// Drops a file on the window.
    fn drop_file(&mut self, path_buf: &Path) {
        let path_buf = path_buf.to_owned();
        let dropped = FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf };
        self.app.world_mut().write_message(dropped);
        self.app.update();
    }

    /// Presses the row "Try again".
    fn try_again(&mut self) {
        let laboratory = self.laboratory();
        let (job, _) = laboratory.job().expect("a run is in progress");
        job.set_paused(false);
    }

    /// Waits until some generations are saved, and pauses the run.
    fn pause_after(&mut self, generations: usize) {
        self.until("generations", |laboratory| {
            laboratory.job().is_some_and(|(_, reading)| reading.generations.len() >= generations)
        });
        self.laboratory().job().expect("a run is in progress").0.set_paused(true);
        self.until("a pause", |laboratory| is(laboratory, |state| *state == TrainingJobState::Paused));
    }

    /// The lines on screen.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.app.world().resource::<Toasts>().iter().map(|toast| toast.text.clone()).collect()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.app = App::new();
        disk().mend();
        let _ = fs::remove_dir_all(home());
    }
}

fn is(laboratory: &Laboratory, wanted: impl Fn(&TrainingJobState) -> bool) -> bool {
    laboratory.job().is_some_and(|(job, _)| wanted(&job.state()))
}

/// A run that a full disk has stopped at generation 2.
fn stopped_by_a_full_disk() -> Window {
    let whole = unbroken();
    let size = |name: &str| whole[name].len() as u64;
    let mut window = Window::open();
    let room = size("iwumbwe-0000.gen") + size("iwumbwe-0001.gen") + size("iwumbwe-0002.gen") / 2 + size("history.csv");
    disk().fail(&generations(), Fault::Full(room));
    window.begin().unwrap();
    let file = folder().join("iwumbwe-0002.gen");
    assert_eq!(window.until_broken(), format!("cannot write {}: {FULL}", file.display()));
    window
}

#[test]
fn a_full_disk_is_one_line_and_with_room_on_it_the_run_goes_on_to_the_same_files() {
    let mut window = stopped_by_a_full_disk();
    let file = folder().join("iwumbwe-0002.gen");
    let saved = runs::read_run(&folder()).expect("what was saved is readable");
    assert_eq!(saved.generations.len(), 2);
    window.try_again();
    assert_eq!(window.until_broken(), format!("cannot write {}: {FULL}", file.display()), "it is full still");
    disk().mend();
    window.try_again();
    window.until_over_unbroken();
}

#[test]
fn a_run_that_a_full_disk_stopped_is_offered_at_the_next_start_and_goes_on_to_the_same_files() {
    let mut window = stopped_by_a_full_disk();
    window.start_again();
    assert_eq!(window.laboratory().stopped_run().map(|stopped| stopped.folder.clone()), Some(folder()));
    disk().mend();
    window.laboratory().go_on().unwrap();
    window.until_over_unbroken();
}

#[test]
fn a_disk_that_is_full_at_the_beginning_is_one_line_before_anything_is_computed() {
    let mut window = Window::open();
    disk().fail(&generations(), Fault::Full(1000));
    let line = format!("cannot write to folder {}: {FULL}", folder().display());
    assert_eq!(window.begin(), Err(line));
    assert!(!folder().exists() && window.laboratory().job().is_none(), "nothing is left of the attempt");
    disk().mend();
    window.begin().unwrap();
    window.until_over_unbroken();
}

/// A disk of its own in memory, as large as Linux makes it, mounted at a folder until this is dropped.
struct Mounted(PathBuf);

impl Mounted {
    /// `None` where nobody may mount a disk.
    fn at(folder: &Path, size: &str) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(folder);
        mount.output().is_ok_and(|output| output.status.success()).then(|| Self(folder.to_owned()))
    }

    fn grow(&self, size: &str) {
        let grown = Command::new("mount").args(["-o", &format!("remount,size={size}")]).arg(&self.0).status().unwrap();
        assert!(grown.success());
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_real_disk_that_is_full_is_the_same_line() {
    let mut window = Window::open();
    let Some(mounted) = Mounted::at(&generations(), "32k") else {
        eprintln!("skipped: this user may not mount a disk");
        return;
    };
    window.begin().unwrap();
    window.until_unwritable(FULL);
    runs::read_run(&folder()).expect("what was saved is readable");
    mounted.grow("4m");
    window.try_again();
    window.until_over_unbroken();
}

#[test]
fn a_line_that_a_real_full_disk_refuses_leaves_no_part_of_itself() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mounted) = Mounted::at(folder.path(), "4k") else {
        eprintln!("skipped: this user may not mount a disk");
        return;
    };
    let (path, line) = (folder.path().join("lines"), "x".repeat(999));
    let written = (0..9).take_while(|_| DiskFiles.append_line(&path, &line).is_ok()).count();
    assert_eq!(written, 4);
    assert_eq!(DiskFiles.read_text(&path).unwrap(), format!("{line}\n").repeat(4));
    mounted.grow("64k");
    DiskFiles.append_line(&path, &line).unwrap();
    assert_eq!(DiskFiles.read_text(&path).unwrap(), format!("{line}\n").repeat(5));
}

#[test]
fn plans_that_a_full_disk_does_not_take_are_one_line_until_there_is_room() {
    let mut window = Window::open();
    window.plan();
    disk().fail(home(), Fault::Full(0));
    window.laboratory().forget_stopped_run();
    let line = format!("The laboratory's plans could not be saved: {FULL}");
    assert_eq!(window.laboratory().unkept, Some(line));
    disk().mend();
    window.laboratory().drop_waiting_runs();
    assert_eq!(window.laboratory().unkept, None);
    window.start_again();
    assert_eq!(window.laboratory().plan.seed, 5);
}

#[test]
fn a_plan_is_kept_if_the_window_is_closed_before_a_run_has_begun() {
    let mut window = Window::open();
    window.plan();
    window.start_again();
    assert_eq!(window.laboratory().plan.seed, 5);
}

#[test]
fn a_folder_that_may_not_be_written_to_is_one_line_at_the_beginning_and_later() {
    let mut window = Window::open();
    disk().fail(&generations(), Fault::Unwritable);
    assert_eq!(window.begin(), Err(format!("cannot write to folder {}: {FORBIDDEN}", folder().display())));
    disk().mend();
    window.begin().unwrap();
    window.pause_after(1);
    disk().fail(&folder(), Fault::Unwritable);
    window.try_again();
    window.until_unwritable(FORBIDDEN);
    disk().mend();
    window.try_again();
    window.until_over_unbroken();
}

#[test]
fn a_folder_that_is_deleted_while_the_run_goes_on_is_made_again_and_the_player_is_told() {
    let mut window = Window::open();
    window.begin().unwrap();
    window.pause_after(2);
    let before = files(&folder());
    fs::remove_dir_all(folder()).unwrap();
    window.try_again();
    window.until_over();
    let line = format!("folder {} was deleted; it is made again, for what comes from now on", folder().display());
    assert!(window.lines().contains(&line), "{:?}", window.lines());
    let mut whole = unbroken().clone();
    whole.retain(|name, _| name == "history.csv" || !before.contains_key(name));
    // What comes from then on, and the figures of all generations.
    assert_same(&files(&folder()), &whole);
}

#[test]
fn a_run_with_a_new_name_is_followed_by_the_plan_the_rating_and_the_chosen_opponents() {
    let mut window = Window::open();
    window.begin().unwrap();
    window.until_over();
    let other = generations().join("other");
    fs::create_dir(&other).unwrap();
    unbroken().iter().for_each(|(name, bytes)| fs::write(other.join(name), bytes).unwrap());
    // The list is being read while the run gets its name.
    window.laboratory().begin_reading_runs();
    let (before, after) = (folder().join("iwumbwe-0004.gen"), generations().join("night").join("iwumbwe-0004.gen"));
    let [old, new] = [&before, &after].map(|file| file.display().to_string());
    let mut settings = Settings::default();
    settings.watch.right = format!("{old}#3");
    window.laboratory().plan.from.clone_from(&old);
    window.laboratory().begin_rating(&before, Pace::FASTEST, &Ladder::default()).unwrap();
    let folders = window.laboratory().rename_run(0, "night").unwrap();
    let [from, to] = folders.expect("there is such a run");
    settings.follow_renamed_folder(&from, &to);
    assert!(after.exists() && !before.exists());
    assert_eq!(window.laboratory().plan.from, new);
    assert!(window.laboratory().rating_of(&after, Pace::FASTEST).is_some());
    assert_eq!(settings.watch.right, format!("{new}#3"));
    assert_eq!(settings.watch.left, Settings::default().watch.left);
    assert_eq!(window.laboratory().rename_run(1, "day"), Ok(None), "there is no second run");
    window.until("the list", |laboratory| laboratory.saved_runs().len() == 2);
    let names: Vec<String> = window.laboratory().saved_runs().iter().map(|run| run.summary.name.clone()).collect();
    assert_eq!(names, ["night", "other"]);
}

#[test]
fn a_run_that_is_over_and_deleted_is_not_shown_any_more_unless_its_folder_cannot_be_read() {
    let mut window = Window::open();
    window.begin().unwrap();
    window.until_over();
    disk().fail(&folder(), Fault::Unlisted);
    let line = format!("cannot read folder {}: {FORBIDDEN}", folder().display());
    assert_eq!(window.laboratory().delete_run(0), Err(line));
    assert_eq!(window.laboratory().saved_runs().len(), 1);
    disk().mend();
    window.laboratory().delete_run(0).unwrap();
    assert!(window.laboratory().job().is_none() && window.laboratory().saved_runs().is_empty());
}

#[test]
fn generations_that_are_saved_behind_another_page_are_listed_once_the_laboratory_is_entered() {
    let mut window = Window::open();
    window.begin().unwrap();
    window.pause_after(1);
    assert!(window.laboratory().saved_runs().is_empty(), "nobody looks at the list");
    window.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Laboratory);
    window.app.update();
    let listed = window.laboratory().saved_runs().first().map(|run| run.summary.generations.len());
    assert!(listed.is_some_and(|generations| generations > 0), "{listed:?}");
}

#[test]
fn a_run_whose_folder_is_gone_does_not_go_on_and_one_line_says_so() {
    let mut window = Window::open();
    window.begin().unwrap();
    window.pause_after(1);
    window.laboratory().stop_run();
    let elsewhere = home().join("elsewhere");
    fs::rename(folder(), &elsewhere).unwrap();
    let line = format!("cannot read folder {}: the file or its folder is not there", folder().display());
    assert_eq!(window.laboratory().go_on(), Err(line));
    assert!(window.laboratory().stopped_run().is_some(), "it is offered still");
    fs::rename(&elsewhere, folder()).unwrap();
    window.laboratory().go_on().unwrap();
    window.until_over_unbroken();
}

#[test]
fn a_damaged_file_that_is_dropped_on_the_window_is_one_line_and_nothing_is_taken_in() {
    let mut window = Window::open();
    let whole = unbroken();
    let sound = &whole["iwumbwe-0004.gen"];
    let mut altered = sound.clone();
    altered[100] ^= 1;
    let cases = [
        ("letter.gen", b"Dear player".to_vec(), "not a saved generation; give a file that 'korobka train' wrote"),
        ("short.gen", sound[..100].to_vec(), "cut short: 100 of "),
        ("altered.gen", altered, "altered or damaged: its checksum does not fit; take it from its source again"),
    ];
    for (name, bytes, words) in cases {
        let path = home().join(name);
        fs::write(&path, bytes).unwrap();
        window.drop_file(&path);
        let line = window.lines().pop().expect("the player is told");
        assert!(line.starts_with(&format!("{}: {words}", path.display())) && !line.contains('\n'), "{line}");
        assert_eq!(fs::read_dir(generations()).unwrap().count(), 0, "nothing is taken in");
    }
    let path = home().join("sound.gen");
    fs::write(&path, sound).unwrap();
    disk().fail(&generations(), Fault::Full(1000));
    window.drop_file(&path);
    let received = generations().join("received-iwumbwe-5");
    let line = format!("cannot write to folder {}: {FULL}", received.display());
    assert_eq!(window.lines().pop(), Some(line));
    disk().mend();
    window.drop_file(&path);
    assert_eq!(files(&received).into_keys().collect::<Vec<_>>(), ["iwumbwe-0004.gen"]);
}

#[test]
fn a_run_that_cannot_be_read_is_one_line_for_the_player() {
    let mut window = Window::open();
    fs::create_dir(folder()).unwrap();
    for (name, bytes) in unbroken() {
        fs::write(folder().join(name), bytes).unwrap();
    }
    let history = folder().join("history.csv");
    fs::write(&history, "generation\nmany\n").unwrap();
    window.laboratory().begin_reading_runs();
    let begin = Instant::now();
    while window.lines().is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing was said");
        window.app.update();
        std::thread::sleep(Duration::from_millis(2));
    }
    let words = "line 2 is not a generation's figures; mend it or take the file away";
    assert_eq!(window.lines(), [format!("Left out: {} {words}", history.display())]);
    assert!(window.laboratory().saved_runs().is_empty());
}

#[test]
fn a_second_program_is_refused_in_either_order() {
    let mut window = Window::open();
    window.begin().unwrap();
    window.pause_after(1);
    let line = format!(
        "another program trains into folder {} right now; wait until it is over, or end it",
        folder().display()
    );
    let command = |file: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
        command.env("KOROBKA_HOME", home()).args(["train", "--generations", "4", "--no-charts", "--resume"]).arg(file);
        command
    };
    let newest = runs::newest_resume_file(&folder()).unwrap();
    let refused = command(&newest).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(said, format!("korobka: {line}, or choose another --out\n"));
    // The other way round: the other program has the folder, and the window asks for it.
    window.laboratory().stop_run();
    let trainer = runs::trainer_from_file(&newest).unwrap();
    let options = runs::RunOptions { final_generation: 4, resume: Some(newest.clone()), ..runs::RunOptions::default() };
    let other = runs::TrainingRun::prepare(trainer, folder(), options).unwrap();
    assert_eq!(window.laboratory().go_on(), Err(line.clone()));
    window.laboratory().begin_reading_runs();
    window.until("the list of runs", |laboratory| !laboratory.saved_runs().is_empty());
    assert_eq!(window.laboratory().continue_saved_run(0, 9), Err(line.clone()));
    assert_eq!(window.laboratory().rename_run(0, "Mine"), Err(line.clone()));
    assert_eq!(window.laboratory().delete_run(0), Err(line));
    assert_eq!(window.laboratory().saved_runs().len(), 1, "it is there still");
    drop(other);
    window.laboratory().go_on().unwrap();
    window.until_over_unbroken();
}
