//! Runs of training in the laboratory: paused, on other numbers of cores, broken by the disk, they end
//! in the same files.

use korobka::app::laboratory::{TrainingJob, TrainingJobState, import_file};
use korobka::doors::executor::exchange_with_executor;
use korobka::doors::{Executor, ThreadExecutor};
use korobka::runs::{self, RunError, RunListing, RunMonitor, RunOptions, TrainingRun};
use korobka::runs::{delete_run, newest_resume_file, trainer_from_file};
use korobka::train::{Recipe, RecipeError, SilentProgress, Trainer, TrainingRound, UnitResult, WorkUnit};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A small run, but one whose generations take some time.
fn recipe() -> Recipe {
    let recipe = Recipe::named("iwumbwe").expect("it is in the table");
    Recipe { population: 24, score_cap: 2500, held_out_games: 2, ..recipe }
}

fn open(folder: &Path, resume: Option<&Path>) -> Result<TrainingRun, RunError> {
    let trainer = match resume {
        Some(file) => trainer_from_file(file)?,
        None => Trainer::new(recipe(), 5)?,
    };
    let options = RunOptions { final_generation: 4, save_every: 1, resume: resume.map(Into::into), force: false };
    TrainingRun::prepare(trainer, folder.to_owned(), options)
}

/// The files of a run by their names.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())).collect()
}

/// The files of the run with generations 0 to 4, computed in one go on one thread, once for all tests.
pub(crate) fn unbroken() -> &'static BTreeMap<String, Vec<u8>> {
    static FILES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("run");
        let (mut run, mut threads, monitor) =
            (open(&folder, None).unwrap(), ThreadExecutor::new(Some(1)).unwrap(), RunMonitor::default());
        while !run.is_over() {
            run.advance(&mut threads, Duration::from_millis(5), &monitor).unwrap();
        }
        let last = monitor.observation().generation;
        run.advance(&mut threads, Duration::ZERO, &monitor).unwrap();
        assert_eq!((last, monitor.observation().generation), (4, 4), "a run that is over begins no further round");
        drop(run);
        files(&folder)
    })
}

/// Asserts that two folders have the same files, and names those that differ.
pub(crate) fn assert_same(left: &BTreeMap<String, Vec<u8>>, right: &BTreeMap<String, Vec<u8>>) {
    let differing: Vec<_> =
        left.keys().chain(right.keys()).filter(|name| left.get(*name) != right.get(*name)).collect();
    assert!(differing.is_empty(), "these files differ: {differing:?}");
}

/// Waits until a job does what is wanted, for long: its threads give way to those of all other tests.
fn wait(job: &TrainingJob, wanted: impl Fn(&TrainingJobState) -> bool) -> TrainingJobState {
    let began = Instant::now();
    loop {
        let doing = job.state();
        if wanted(&doing) {
            return doing;
        }
        assert!(began.elapsed() < Duration::from_secs(300), "it is {doing:?} still");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn pauses_cores_and_ends_of_the_program_change_no_byte() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let mut job = TrainingJob::begin(open(&folder, None).unwrap(), RunMonitor::default(), 1).unwrap();
    for (cores, rest) in [(2, 30), (1, 60), (3, 40), (2, 90)] {
        std::thread::sleep(Duration::from_millis(rest));
        job.set_paused(true);
        wait(&job, |doing| *doing != TrainingJobState::Computing);
        job.set_thread_count(cores);
        job.set_paused(false);
    }
    job.set_pause_after_generation(true);
    wait(&job, |doing| *doing != TrainingJobState::Computing);
    // The window closes, and the next start goes on.
    job.save_and_end();
    if newest_resume_file(&folder).unwrap().ends_with("iwumbwe-0004.gen") {
        assert_same(&files(&folder), unbroken());
        return;
    }
    let resume = newest_resume_file(&folder).unwrap();
    let job = TrainingJob::begin(open(&folder, Some(&resume)).unwrap(), RunMonitor::default(), 2).unwrap();
    wait(&job, |doing| *doing == TrainingJobState::Over);
    let reading = job.observation();
    assert_eq!(reading.generations.last().map(|last| last.generation), Some(4));
    drop(job);
    assert_same(&files(&folder), unbroken());
}

#[test]
fn what_an_earlier_program_computed_is_no_speed_of_this_one() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let mut threads = ThreadExecutor::new(Some(1)).unwrap();
    let (mut run, monitor) = (open(&folder, None).unwrap(), RunMonitor::default());
    let unfinished = |monitor: &RunMonitor| (0.1..0.9).contains(&monitor.observation().round_share_done());
    while !unfinished(&monitor) {
        run.advance(&mut threads, Duration::ZERO, &monitor).unwrap();
    }
    run.halt(&mut threads, &monitor).unwrap();
    drop(run);
    let before = monitor.observation();
    let (mut run, monitor) =
        (open(&folder, Some(&newest_resume_file(&folder).unwrap())).unwrap(), RunMonitor::default());
    run.advance(&mut threads, Duration::ZERO, &monitor).unwrap();
    let reading = monitor.observation();
    assert_eq!((reading.generation, reading.share_before), (before.generation, before.round_share_done()));
    // Pieces of games that ended in this program alone. A few may have, but never as many as were found.
    let own = reading.speed * reading.took.as_secs_f64();
    assert!(own + 0.5 < before.pieces as f64, "{own} of {} found", before.pieces);
}

#[test]
fn a_run_halted_between_two_rounds_names_a_file_to_go_on_from() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let (mut threads, monitor) = (ThreadExecutor::new(Some(2)).unwrap(), RunMonitor::default());
    let mut halted = 0;
    let mut resume = None;
    loop {
        let mut run = open(&folder, resume.as_deref()).unwrap();
        // As soon as a generation is evaluated, before anything of the next is computed.
        while !run.is_over() && run.advance(&mut threads, Duration::from_millis(20), &monitor).unwrap().is_none() {}
        resume = run.halt(&mut threads, &monitor).unwrap().round_file;
        assert_eq!(resume.is_none(), run.is_over(), "only a run that is over has nothing to go on from");
        if run.is_over() {
            break;
        }
        halted += 1;
    }
    assert_eq!(halted, 4, "after each of the five generations but the last");
    assert_same(&files(&folder), unbroken());
}

/// Gives back this many results, and the others only once its units are dropped, as if they came in at that moment.
struct Stalling {
    threads: ThreadExecutor,
    results: Vec<UnitResult>,
    left: usize,
}

impl Stalling {
    fn after(left: usize) -> Self {
        Self { threads: ThreadExecutor::new(Some(1)).unwrap(), results: Vec::new(), left }
    }
}

impl Executor for Stalling {
    fn begin(&mut self, round: &TrainingRound) -> Result<(), RecipeError> {
        self.threads.begin(round)
    }

    fn room(&self) -> usize {
        self.threads.room()
    }

    fn submit(&mut self, unit: WorkUnit) {
        self.threads.submit(unit);
    }

    fn take_results(&mut self, at_most: Duration) -> Vec<UnitResult> {
        self.results.extend(self.threads.take_results(at_most));
        let given = self.results.len().min(self.left);
        self.left -= given;
        self.results.drain(..given).collect()
    }

    fn drop_units(&mut self) {
        self.left = usize::MAX;
    }
}

#[test]
fn a_generation_that_completes_as_the_run_is_halted_is_told() {
    let home = tempfile::tempdir().unwrap();
    let monitor = RunMonitor::default();
    let mut counting = Stalling::after(usize::MAX);
    let mut run = open(&home.path().join("counted"), None).unwrap();
    while run.advance(&mut counting, Duration::from_millis(5), &monitor).unwrap().is_none() {}
    // All results of the generation but the last, which is held back.
    let mut late = Stalling::after(usize::MAX - counting.left - 1);
    let mut run = open(&home.path().join("halted"), None).unwrap();
    while late.results.is_empty() {
        assert_eq!(run.advance(&mut late, Duration::from_millis(5), &monitor).unwrap(), None);
    }
    let halted = run.halt(&mut late, &monitor).unwrap();
    assert_eq!(halted.evaluated.and(run.trainer().last_generation()).map(|last| last.generation), Some(0));
    assert!(halted.round_file.is_some(), "it goes on from the next round");
}

#[test]
fn a_run_that_was_stopped_in_its_first_round_is_on_the_list_and_can_be_deleted() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let mut run = open(&folder, None).unwrap();
    let mut threads = ThreadExecutor::new(Some(1)).unwrap();
    run.halt(&mut threads, &RunMonitor::default()).unwrap();
    drop(run);
    fs::create_dir(home.path().join("empty")).unwrap();
    let listed = || {
        let mut listing = RunListing::of(home.path());
        while listing.read_next() {}
        listing.take_found()
    };
    let (found, warnings) = listed();
    assert_eq!((found.len(), warnings.len()), (1, 0));
    assert_eq!((&found[0].folder, found[0].summary.seed), (&folder, 5));
    assert_eq!((&found[0].summary.recipe, found[0].summary.generations.len()), (&recipe(), 0));
    delete_run(&found[0]).unwrap();
    assert!(listed().0.is_empty() && !folder.exists());
}

#[test]
fn a_round_is_kept_until_a_generation_takes_its_place() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let options = RunOptions { final_generation: 4, save_every: 2, ..RunOptions::default() };
    let mut run = TrainingRun::prepare(Trainer::new(recipe(), 5).unwrap(), folder.clone(), options).unwrap();
    let (mut threads, monitor) = (ThreadExecutor::new(Some(1)).unwrap(), RunMonitor::default());
    // Of generations 1 and 3 no file is written: a program killed after them goes on from their rounds.
    for generation in 0..=4 {
        let round = run.halt(&mut threads, &monitor).unwrap().round_file.expect("a round is in progress");
        let evaluated = loop {
            if let Some(evaluated) = run.advance(&mut threads, Duration::from_millis(20), &monitor).unwrap() {
                break evaluated;
            }
        };
        let last = run.trainer().last_generation().map(|last| last.generation);
        assert_eq!((last, evaluated.file.is_some()), (Some(generation), generation % 2 == 0));
        assert_eq!(round.exists(), generation % 2 == 1, "generation {generation}");
        assert_eq!(newest_resume_file(&folder).unwrap() == round, generation % 2 == 1);
    }
    let read = runs::read_run(&folder).unwrap();
    let numbers: Vec<u32> = read.generations_with_files().iter().map(|each| each.generation).collect();
    assert_eq!((read.generations.len(), numbers), (5, vec![0, 2, 4]), "the history alone tells of the others");
}

#[test]
fn a_run_that_goes_on_from_an_older_generation_keeps_the_later_round() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let (mut threads, monitor) = (ThreadExecutor::new(Some(1)).unwrap(), RunMonitor::default());
    let mut run = open(&folder, None).unwrap();
    while run.trainer().generation_number() < 3 {
        run.advance(&mut threads, Duration::from_millis(5), &monitor).unwrap();
    }
    let later = run.halt(&mut threads, &monitor).unwrap().round_file.expect("a round is in progress");
    drop(run);
    let kept = fs::read(&later).unwrap();

    let mut run = open(&folder, Some(&folder.join("iwumbwe-0000.gen"))).unwrap();
    run.advance(&mut threads, Duration::from_millis(1), &monitor).unwrap();
    run.halt(&mut threads, &monitor).unwrap();
    assert!(run.trainer().generation_number() < 3, "the run has not come to the later round");
    assert_eq!(fs::read(&later).unwrap(), kept, "which is still there");
    while !run.is_over() {
        run.advance(&mut threads, Duration::from_millis(5), &monitor).unwrap();
    }
    drop(run);
    assert_same(&files(&folder), unbroken());
}

#[test]
fn a_folder_that_is_taken_away_is_one_line_and_nothing_computed_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let job = TrainingJob::begin(open(&folder, None).unwrap(), RunMonitor::default(), 2).unwrap();
    wait(&job, |_| !job.observation().generations.is_empty());
    // A file where the folder was: no generation can be saved, whoever asks.
    fs::rename(&folder, home.path().join("elsewhere")).unwrap();
    fs::write(&folder, "not a folder").unwrap();
    let doing = wait(&job, |doing| *doing != TrainingJobState::Computing);
    let TrainingJobState::Broken(line) = doing else { panic!("it is {doing:?}") };
    assert!(line.contains("cannot") && line.contains("run") && !line.contains('\n'), "{line}");
    // What was in the way is gone: it goes on with what it has computed.
    fs::remove_file(&folder).unwrap();
    fs::rename(home.path().join("elsewhere"), &folder).unwrap();
    job.set_paused(false);
    wait(&job, |doing| *doing == TrainingJobState::Over);
    drop(job);
    assert_same(&files(&folder), unbroken());
}

#[test]
fn a_player_that_somebody_sent_is_copied_once_and_a_damaged_one_is_one_line() {
    let home = tempfile::tempdir().unwrap();
    let (folder, generations) = (home.path().join("run"), home.path().join("generations"));
    let job = TrainingJob::begin(open(&folder, None).unwrap(), RunMonitor::default(), 2).unwrap();
    wait(&job, |doing| *doing == TrainingJobState::Over);
    drop(job);
    let sent = folder.join("iwumbwe-0002.gen");
    for _ in 0..2 {
        assert_eq!(import_file(&sent, &generations).unwrap(), "iwumbwe, generation 2");
    }
    import_file(&folder.join("iwumbwe-0003.gen"), &generations).unwrap();
    let received = generations.join("received-iwumbwe-5");
    assert_eq!(files(&received).into_keys().collect::<Vec<_>>(), ["iwumbwe-0002.gen", "iwumbwe-0003.gen"]);
    assert_eq!(fs::read(received.join("iwumbwe-0002.gen")).unwrap(), fs::read(&sent).unwrap());
    // Another run of the same recipe and seed lies apart.
    let mut other = Trainer::new(Recipe { population: 4, ..recipe() }, 5).unwrap();
    let mut threads = ThreadExecutor::new(Some(1)).unwrap();
    threads.begin(other.begin_round(&SilentProgress)).unwrap();
    while other.round_in_progress().is_some() {
        exchange_with_executor(&mut other, &mut threads, Duration::from_millis(5), &SilentProgress);
    }
    let path = home.path().join("other.gen");
    korobka::storage::generation::write(&path, other.last_generation().unwrap()).unwrap();
    import_file(&path, &generations).unwrap();
    assert!(generations.join("received-iwumbwe-5-2/iwumbwe-0000.gen").exists());
    fs::write(&path, b"KBGEN and nothing more").unwrap();
    let line = import_file(&path, &generations).unwrap_err();
    assert!(line.contains("other.gen") && !line.contains('\n'), "{line}");
}

#[test]
fn the_games_of_a_round_are_played_again_as_they_were() {
    let home = tempfile::tempdir().unwrap();
    let job = TrainingJob::begin(open(&home.path().join("run"), None).unwrap(), RunMonitor::default(), 2).unwrap();
    wait(&job, |doing| *doing == TrainingJobState::Over);
    let reading = job.observation();
    let round = reading.round.expect("a round was computed");
    for (genome, cell) in reading.genomes.iter().enumerate() {
        let mut game = korobka::train::game::TrainingGame::new(&round.game_settings(), round.seed_of(genome, 0));
        let brain = round.recipe.brain_from_genome(&round.genomes[genome]).unwrap();
        while !game.is_over() {
            game.place_next_piece(&brain);
        }
        assert_eq!(game.result(), cell.result, "genome {genome}");
    }
}
