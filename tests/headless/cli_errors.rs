//! Bad input: one clear line on standard error, exit code 2, nothing lost.

use super::generation_files::tiny;
use korobka::storage::generation;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in this folder, which is also its home.
pub(crate) fn korobka(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    command.env("KOROBKA_HOME", home).current_dir(home).args(arguments).output().unwrap()
}

/// A home in which nothing is: what the user of this machine has trained or set changes no test.
const EMPTY_HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/empty-home");

/// Runs the program in the folder of the sources, with a home in which nothing is.
pub(crate) fn korobka_here(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    command.env("KOROBKA_HOME", EMPTY_HOME).args(arguments).output().unwrap()
}

/// Runs the program as [`korobka_here`] does, with this number of threads.
pub(crate) fn korobka_on(threads: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    command.env("KOROBKA_HOME", EMPTY_HOME).env("RAYON_NUM_THREADS", threads).args(arguments).output().unwrap()
}

pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// What a command has printed, which has succeeded.
pub(crate) fn printed(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn json(output: Output) -> serde_json::Value {
    serde_json::from_str(&printed(output)).unwrap()
}

/// Asserts that a command has failed with one line, which has these words in it.
pub(crate) fn assert_one_line(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "'{words}' in {said}");
    assert!(said.lines().count() == 1 && said.contains(words), "'{words}' in one line: {said}");
}

/// Asserts that the program refuses these arguments in one line with these words, and prints nothing else.
pub(crate) fn assert_refused(home: &Path, arguments: &[&str], words: &str) {
    let output = korobka(home, arguments);
    assert_one_line(&output, words);
    assert!(output.stderr.starts_with(b"korobka: "), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}: nothing on standard output");
}

/// Asserts that the program refuses the words of this line as arguments, as [`assert_refused`] does.
pub(crate) fn assert_line_refused(home: &Path, line: &str, said: &str) {
    assert_refused(home, &words(line), said);
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str, said: &str| assert_line_refused(home.path(), line, said);
    run("train --recipe nobody --out run", "unknown recipe 'nobody'; known: iwumbwe");
    run("train --population 1 --out run", "population is 1, must be 2-100000");
    run("train --population 100001 --out run", "population is 100001");
    run("train --population -5 --out run", "population is -5, must be a whole number from 2 to 100000");
    run("evaluate iwumbwe:0 --games -1", "invalid value '-1' for '--games <N>'");
    run("match lin:1 lin:2 --seed -0.5", "invalid value '-0.5' for '--seed <N>'");
    run("train --population many --out run", "population is many, must be a whole number");
    run("train --generations 99999 --out run", "--generations is 99999");
    run("train --score-cap 0 --out run", "score cap is 0");
    run("train --save-every 0 --out run", "--save-every is 0");
    run("train --threads 0 --out run", "--threads is 0");
    run("train --held-out-games 0 --out run", "held-out games is 0");
    run("train --ablate beauty --out run", "unknown feature 'beauty' to ablate; recipe iwumbwe has 0 deepest-well");
    run("train --ablate , --out run", "name the features, or leave the flag out");
    assert_refused(home.path(), &["train", "--ablate", "", "--out", "run"], "name the features");
    run("train --ablate 0,1,2,3,4,5,6,7,8 --out run", "every feature of recipe iwumbwe is ablated");
    run("train --recipe lin --board 10", "give columns x rows, such as 10x20");
    run("train --recipe lin --board 3x20 --out run", "width is 3, must be 4-16");
    run("train --recipe codereview --board 14x90 --out run", "visible rows is 90, must be 4-40");
    run(
        "train --recipe lin --board 4x20 --piece-set pentomino --out run",
        "width is 4, must be at least 5 for pentominoes",
    );
    run("train --recipe lin --pieces dice", "invalid value 'dice'");
    run("train --recipe lin --lookahead 2", "invalid value '2'");
    run("train --recipe lin --lookahead 0 --next-on cleared --out run", "--next-on is of learners that look ahead");
    run("train --recipe champion-untold --only-new 1 --out run", "--only-new goes only with --from");
    run("train --recipe lin --survivors 1001 --out run", "survivors is 1001, must be 0-1000 thousandths");
    run("train --recipe lin --mutation-chance 2000 --out run", "mutation chance is 2000");
    run("train --recipe lin --mutation-reach NaN --out run", "mutation reach is NaN");
    run("train --recipe lin --games 0 --out run", "games is 0, must be 1-10000");
    run(
        "train --recipe lin --fitness success --out run",
        "line cap is 0, must be at least 1 for the fitness 'success'",
    );
    run("train --recipe lin --step 2 --out run", "recipe lin searches by genetic algorithm, which has no step size");
    run("train --recipe cmaes --survivors 100 --out run", "recipe cmaes searches by CMA-ES, which has no survivors");
    run("train --recipe lin --search-steps 1:9:0 --out run", "which has no search steps");
    run("train --recipe termproject --search-steps 1:9 --out run", "give range:lines:rows, such as 0.5:8000:0");
    run("train --recipe termproject --search-steps 1:0:0 --out run", "lines of a success is 0");
    run("train --recipe cmaes --step 0 --out run", "step size is 0");
    run("train --recipe lin --ablate pits --out run", "unknown feature 'pits' to ablate; recipe lin has 0 max-height");
    run("train --resume nowhere.gen --out run", "cannot read nowhere.gen");
    run("train --resume . --out run", "a folder is where a file should be; name a file");
    run("train --colour red", "unexpected argument '--colour'");
    run("dance", "unrecognized subcommand 'dance'");
    for line in ["train iwumbwe", "train --seed 3 iwumbwe", "iwumbwe"] {
        run(line, "'iwumbwe' is a recipe; give it by 'korobka train --recipe iwumbwe'");
    }
    run("train export --from nowhere --to there", "there are no generations in folder nowhere");
    assert!(!home.path().join("run").exists(), "nothing was written");
}

#[test]
#[cfg_attr(not(feature = "game"), ignore = "some of its commands come with the game")]
fn flags_that_mean_nothing_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str, said: &str| assert_line_refused(home.path(), line, said);
    run("play --against", "--against is for custom games");
    run("play --mode versus --left champion:91", "--left is for the mode watch");
    run("play --mode versus --right-dealer s-z", "--right-dealer is for the mode watch");
    run("play --mode sprint --opponent champion:91", "--opponent is for versus, and for custom games with --against");
    run("play --mode custom --opponent champion:91", "--opponent is for versus");
    run("play --mode watch --player champion:91", "--player is for single-player games");
    run("play --rules tetrio", "--rules is for versus and watch");
    run("play --pps 2", "--pps is for computer players; name one by --player");
    run("play --mode custom --slips 1", "--slips is for computer players");
    run("play --mode sprint --dealer bag-1", "--dealer is for opponents; alone, play --mode dealer:NAME");
    run("play --headless", "play without a window needs --ticks");
    run("train --recipe champion --lookahead 1", "recipe champion");
    run("train --recipe champion-duel --rungs 3", "recipe champion-duel searches by CMA-ES, which has no rungs");
    run("train --recipe champion --rungs 3", "which has no rungs");
    run("history --mode sprint40", "invalid value 'sprint40'");
    // A flag that needs another is refused too where that other cannot be given.
    run("train --resume some.gen --against champion:25", "cannot be used with '--against <SPEC>'");
    run("train --resume some.gen --untold-from champion:25", "cannot be used with '--untold-from <SPEC>'");
    run("replay --folder . --verify", "cannot be used with '--verify'");
    run("replay --folder . --watch", "cannot be used with '--watch'");
    run("fumen v115@vhAAgH --round 2", "cannot be used with '--round <N>'");
    run("fumen --of IJ --seat 2", "cannot be used with '--seat <N>'");
    assert!(std::fs::read_dir(home.path()).unwrap().next().is_none(), "nothing was written");
}

#[test]
fn what_comes_by_standard_input_may_be_no_text_and_too_much() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("given");
    for (line, given, said) in [
        ("placements - T", b"xx\xff".to_vec(), "standard input is not a drawing"),
        ("fumen -", b"v115@vhA\xff".to_vec(), "cannot read standard input"),
        ("fumen --of -", vec![b'x'; 4_000_001], "the text has more than 4000000 bytes"),
    ] {
        std::fs::write(&file, given).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
        command.env("KOROBKA_HOME", home.path()).args(words(line)).stdin(std::fs::File::open(&file).unwrap());
        assert_one_line(&command.output().unwrap(), said);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_training() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("file"), "in the way").unwrap();
    assert_refused(home.path(), &["train", "--out", "file"], "cannot write to folder file");
    assert_refused(home.path(), &["train", "--out", "file/deeper"], "cannot write to folder file/deeper");
}

#[test]
fn no_folder_holds_a_mixture_of_two_runs() {
    let home = tempfile::tempdir().unwrap();
    let train = |flags: &str| {
        let line = format!("train {flags} --held-out-games 1 --no-charts");
        let output = korobka(home.path(), &words(&line));
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let tiny = "--score-cap 300 --population 6";
    for run in ["--seed 1 --generations 2 --out one", "--seed 2 --generations 4 --out two"] {
        assert!(train(&format!("{tiny} {run}")).0);
    }
    assert!(train("--recipe lin --population 6 --piece-cap 20 --generations 1 --out lin").0);
    let table = |folder: &str| std::fs::read_to_string(home.path().join(folder).join("history.csv")).unwrap();
    let before = table("lin");

    // Another recipe's generations are never touched, with --force neither.
    for run in [
        format!("{tiny} --out lin"),
        format!("{tiny} --out lin --force"),
        "--resume one/iwumbwe-0001.gen --out lin".to_owned(),
        "--resume one/iwumbwe-0001.gen --out lin --force".to_owned(),
    ] {
        let (done, said) = train(&run);
        assert!(!done && said.contains("lin-0000.gen is of another recipe"), "{run}: {said}");
    }
    assert_eq!(table("lin"), before);

    // What is left of a run that is replaced is nothing.
    let resumed = "--resume one/iwumbwe-0001.gen --out two --generations 2";
    assert!(!train(resumed).0);
    assert!(train(&format!("{resumed} --force")).0);
    assert_eq!(table("two"), table("one"));
    assert!(!home.path().join("two/iwumbwe-0004.gen").exists() && home.path().join("two/iwumbwe-0002.gen").exists());

    // The run's own table stays, by whatever name its folder goes.
    std::fs::write(home.path().join("one/iwumbwe-0008.gen"), "a letter").unwrap();
    assert!(train("--resume ./one/iwumbwe-0002.gen --out one --generations 2 --force").0);
    assert_eq!(table("two"), table("one"));
    assert!(!home.path().join("one/iwumbwe-0008.gen").exists());

    // A damaged table is told of, though the run is over.
    std::fs::write(home.path().join("one/history.csv"), b"\xff").unwrap();
    let (done, said) = train("--resume one/iwumbwe-0002.gen --generations 2");
    assert!(done && said.contains("history.csv is damaged; it is now"), "{said}");
    assert_eq!(table("one").lines().count(), 2, "the heading and the generation that the run goes on from");
    assert_refused(home.path(), &["train", "--recipe", "champion", "--from", "champion:91#3"], "leave the rank out");
}

#[test]
fn resuming_from_a_wrong_file_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    let bytes = generation::encode(tiny()).unwrap();
    let mut later = bytes.clone();
    later[8] = 99;
    std::fs::write(path("whole.gen"), &bytes).unwrap();
    std::fs::write(path("short.gen"), &bytes[..bytes.len() / 2]).unwrap();
    std::fs::write(path("later.gen"), &later).unwrap();
    std::fs::write(path("other.gen"), "a letter").unwrap();
    generation::write(&path("best.gen"), &tiny().with_best_genomes_only(3)).unwrap();
    let resume = |file: &str, more: &[&str], words: &str| {
        let arguments = [&["train", "--out", "run", "--resume", file], more].concat();
        assert_refused(home.path(), &arguments, words);
    };
    resume("short.gen", &[], "short.gen: cut short");
    resume("later.gen", &[], "later.gen: saved in format 99, this program knows up to 3");
    resume("other.gen", &[], "other.gen: not a saved generation");
    resume("best.gen", &[], "holds only 3 of its 20 genomes");
    resume("whole.gen", &["--recipe", "nobody"], "unknown recipe 'nobody'");
    resume("whole.gen", &["--recipe", "lin"], "saved with recipe iwumbwe, not lin");
    resume("whole.gen", &["--board", "8x16"], "saved with board 10x20, not 8x16");
    resume("whole.gen", &["--pieces", "uniform"], "saved with pieces bag, not uniform");
    resume("whole.gen", &["--piece-set", "pentomino"], "saved with piece-set tetromino, not pentomino");
    resume("whole.gen", &["--lookahead", "0"], "saved with lookahead 1, not 0");
    resume("whole.gen", &["--piece-cap", "9"], "saved with piece-cap 0, not 9");
    resume("whole.gen", &["--mutation-reach", "0.2"], "saved with mutation-reach 0.1, not 0.2");
    for (flag, other) in [
        ("score-cap", "9"),
        ("line-cap", "9"),
        ("games", "2"),
        ("game-seeds", "fixed"),
        ("next-on", "cleared"),
        ("survivors", "100"),
        ("mutation-chance", "9"),
        ("mutation-way", "up"),
        ("held-out-games", "9"),
        ("held-out-best", "9"),
    ] {
        resume("whole.gen", &[&format!("--{flag}"), other], &format!("not {other}; leave --{flag} out"));
    }
    resume("whole.gen", &["--step", "1"], "which has no step size");
    resume("whole.gen", &["--population", "50"], "saved with population 20, not 50");
    resume("whole.gen", &["--seed", "6"], "saved with seed 5, not 6");
    resume("whole.gen", &["--ablate", "pits"], "saved with ablate");
    resume("whole.gen", &["--fitness", "summed"], "saved with fitness default, not summed");
}

#[test]
fn an_earlier_run_is_not_overwritten_unless_forced() {
    let home = tempfile::tempdir().unwrap();
    let small = "train --out run --population 6 --generations 1 --score-cap 300 --held-out-games 1";
    let run = |more: &str| korobka(home.path(), &words(&format!("{small} {more}")));
    assert!(run("--seed 1").status.success());
    let first = home.path().join("run/iwumbwe-0000.gen");
    let before = std::fs::read(&first).unwrap();
    assert_line_refused(home.path(), &format!("{small} --seed 2"), "--resume FILE");
    assert_eq!(std::fs::read(&first).unwrap(), before);
    assert!(!home.path().join("run/.korobka-run").exists(), "who is refused leaves no claim behind");
    std::fs::write(home.path().join("foreign.gen"), generation::encode(tiny()).unwrap()).unwrap();
    assert_refused(home.path(), &["train", "--out", "run", "--resume", "foreign.gen"], "is not of the resumed run");
    assert_refused(home.path(), &["train", "--resume", "foreign.gen"], "foreign.gen is of another recipe or renamed");
    // Of another run only the history is left.
    std::fs::create_dir(home.path().join("lone")).unwrap();
    std::fs::copy(home.path().join("run/history.csv"), home.path().join("lone/history.csv")).unwrap();
    assert_refused(
        home.path(),
        &["train", "--out", "lone", "--resume", "foreign.gen"],
        "history.csv is not of the resumed run",
    );
    // The pictures of the run that is replaced go with it, also those that no run draws.
    let charts = home.path().join("run/charts");
    std::fs::write(charts.join("elo.svg"), "of the earlier run").unwrap();
    assert!(run("--seed 2 --force --no-charts").status.success());
    assert_ne!(std::fs::read(&first).unwrap(), before);
    assert!(!charts.exists());
}

#[test]
fn json_is_one_object_on_standard_output() {
    let home = tempfile::tempdir().unwrap();
    let parsed = |line: &str| json(korobka(home.path(), &words(line)));
    let run = parsed("train --population 8 --generations 1 --seed 4 --score-cap 500 --held-out-games 1 --json");
    assert_eq!(run["generations"].as_array().unwrap().len(), 2);
    assert_eq!(run["recipe"], "iwumbwe");
    // Without --out the run lies among the user's generations, where the catalog finds it.
    let listed = parsed("opponents --json");
    let trained: Vec<_> = listed["opponents"].as_array().unwrap().iter().filter(|one| one["ships"] == false).collect();
    assert_eq!(trained.len(), 2, "{listed}");
    let history = std::fs::read_to_string(home.path().join("data/generations/iwumbwe-4/history.csv")).unwrap();
    assert_eq!(history.lines().count(), 3, "{history}");
    let exported = parsed("train export --from data/generations/iwumbwe-4 --to small --best 2 --json");
    assert_eq!(exported["files"][0]["genomes"], 2);
}
