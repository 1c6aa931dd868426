//! What commands write: nothing that was saved is lost, and whoever stops reading breaks nothing off.

use super::cli_errors::{assert_refused, korobka, printed, words};
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::time::{Duration, SystemTime};

/// Trains a small run of this many generations into a folder.
fn train(home: &Path, folder: &str, generations: &str) {
    let tiny = "--population 6 --score-cap 300 --held-out-games 1 --no-charts --seed 3";
    let mut words = vec!["train", "--out", folder, "--generations", generations];
    words.extend(tiny.split_whitespace());
    let output = korobka(home, &words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn numbers(history: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(history).unwrap();
    text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

#[test]
fn an_export_takes_the_place_of_nothing_that_holds_more() {
    let home = tempfile::tempdir().unwrap();
    train(home.path(), "run", "1");
    let file = home.path().join("run/iwumbwe-0001.gen");
    let before = std::fs::read(&file).unwrap();
    let export = |from: &str, to: &str, said: &str| {
        assert_refused(home.path(), &["train", "export", "--from", from, "--to", to, "--best", "1"], said);
    };
    export("run", "run", "holds 6 genomes, and 1 would take their place");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    train(home.path(), "several/one", "0");
    train(home.path(), "several/other", "0");
    export("several", "there", "twice, of several runs");
    assert!(!home.path().join("there").exists());
    let small = ["train", "export", "--from", "run", "--to", "small", "--best", "2"];
    assert!(korobka(home.path(), &small).status.success());
    assert!(korobka(home.path(), &small).status.success(), "the same again loses nothing");
    let inside = ["train", "export", "--from", "run", "--to", "run/small", "--best", "2"];
    let [first, again] = [0; 2].map(|_| printed(korobka(home.path(), &inside)));
    assert!(first == again && first.starts_with("2 generations, "), "{first} is not {again}");
    let other = "--generations 0 --population 6 --score-cap 300 --held-out-games 1 --no-charts --seed 4";
    assert!(korobka(home.path(), &words(&format!("train --out other {other}"))).status.success());
    export("other", "small", "is of another run: export to another folder");
}

#[test]
#[cfg(unix)]
fn the_name_of_a_folder_does_not_steer_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    train(home.path(), "run", "1");
    let odd = "odd\u{1b}[2J\rname";
    let told = |arguments: &[&str]| printed(korobka(home.path(), arguments));
    let mut lines = vec![
        told(&["train", "export", "--from", "run", "--to", odd]),
        told(&["chart", "run", "--out", odd, "--format", "svg"]),
    ];
    if cfg!(feature = "game") {
        lines.push(told(&["replay", "--folder", odd]));
    }
    for line in lines {
        assert!(line.ends_with(" in odd [2J name\n"), "{line:?}");
    }
}

#[test]
fn a_run_that_goes_on_keeps_its_history() {
    let home = tempfile::tempdir().unwrap();
    train(home.path(), "run", "3");
    let history = home.path().join("run/history.csv");
    let whole = std::fs::read_to_string(&history).unwrap();
    let resume = |from: &str, last: &str| {
        let words = ["train", "--no-charts", "--out", "run", "--resume", from, "--generations", last];
        let output = korobka(home.path(), &words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        said
    };
    // An earlier run was killed in the middle of a write.
    let left = home.path().join("run/.korobka-aB3dE9");
    std::fs::write(&left, "half").unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
    std::fs::File::options().write(true).open(&left).unwrap().set_modified(long_ago).unwrap();
    resume("run/iwumbwe-0000.gen", "1");
    assert!(!left.exists());
    assert_eq!(std::fs::read_to_string(&history).unwrap(), whole, "the files of its later lines are there");
    resume("run/iwumbwe-0003.gen", "4");
    assert_eq!(numbers(&history), ["0", "1", "2", "3", "4"]);
    let mut bytes = std::fs::read(&history).unwrap();
    bytes[100] = 0xff;
    std::fs::write(&history, &bytes).unwrap();
    let said = resume("run/iwumbwe-0004.gen", "5");
    assert!(said.contains("history.csv is damaged; it is now"), "{said}");
    assert_eq!(std::fs::read(home.path().join("run/history.csv.damaged-1")).unwrap(), bytes);
}

#[test]
#[cfg(unix)]
fn a_run_whose_history_the_system_does_not_let_be_read_does_not_replace_it() {
    let home = tempfile::tempdir().unwrap();
    train(home.path(), "run", "0");
    let history = home.path().join("run/history.csv");
    std::fs::remove_file(&history).unwrap();
    // A link to itself can be read by nobody, not even by one whom the system forbids nothing.
    std::os::unix::fs::symlink(&history, &history).unwrap();
    let words = ["train", "--no-charts", "--resume", "run/iwumbwe-0000.gen", "--generations", "1"];
    assert_refused(home.path(), &words, "cannot read ");
    assert!(history.is_symlink() && !home.path().join("run/iwumbwe-0001.gen").exists());
}

#[test]
fn a_folder_with_matches_is_not_written_over_and_a_result_has_a_place_before_it_is_played() {
    let home = tempfile::tempdir().unwrap();
    let play = ["match", "champion:8", "champion:5", "--level", "placements", "--games", "2", "--nodes", "30"];
    let with = |more: &[&'static str]| [play.as_slice(), more].concat();
    assert!(korobka(home.path(), &with(&["--replays", "saved"])).status.success());
    assert_refused(home.path(), &with(&["--replays", "saved"]), "is there already; give another folder");
    assert_refused(home.path(), &with(&["--out", "missing/result"]), "there is no folder missing");
    assert_refused(home.path(), &with(&["--out", "saved"]), "it is a folder");
}

#[test]
#[cfg(target_os = "linux")]
fn matches_that_cannot_be_saved_are_told_behind_their_results() {
    let home = tempfile::tempdir().unwrap();
    // In this folder nobody can make a file.
    let play = "match literature:bcts literature:lee --games 2 --json --replays /proc";
    let by_ticks = ["--level ticks --pps 10"].into_iter().filter(|_| cfg!(feature = "game"));
    for level in ["--level placements"].into_iter().chain(by_ticks) {
        let output = korobka(home.path(), &words(&format!("{play} {level}")));
        super::cli_errors::assert_one_line(&output, "2 of 2 matches are not saved: cannot write /proc/");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["results"].as_array().map(Vec::len), Some(2), "{level}");
    }
}

#[test]
#[cfg(unix)]
fn a_link_leads_to_its_file_and_a_pipe_stays_one() {
    use std::io::Read;
    use std::os::unix::fs::FileTypeExt;
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    std::fs::write(at("picture.svg"), "old").unwrap();
    std::os::unix::fs::symlink(at("picture.svg"), at("link.svg")).unwrap();
    assert!(korobka(home.path(), &["fumen", "v115@vhAAgH", "--out", "link.svg"]).status.success());
    assert!(at("link.svg").is_symlink());
    assert!(std::fs::read_to_string(at("picture.svg")).unwrap().starts_with("<svg"));
    assert!(Command::new("mkfifo").arg(at("pipe.svg")).status().unwrap().success());
    let pipe = at("pipe.svg");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        std::fs::File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
        text
    });
    assert!(korobka(home.path(), &["fumen", "v115@vhAAgH", "--out", "pipe.svg"]).status.success());
    assert!(reader.join().unwrap().starts_with("<svg"));
    assert!(std::fs::metadata(at("pipe.svg")).unwrap().file_type().is_fifo());
}

#[test]
#[cfg(target_os = "linux")]
fn whoever_stops_reading_is_no_failure_and_a_full_disk_is_one_line() {
    let home = tempfile::tempdir().unwrap();
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    let list = command.env("KOROBKA_HOME", home.path()).arg("recipes");
    let said = list.stdout(full()).output().unwrap();
    let line = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!((said.status.code(), line.lines().count()), (Some(2), 1), "{line}");
    assert!(line.contains("standard output: the disk is full"), "{line}");
    let help = Command::new(env!("CARGO_BIN_EXE_korobka")).arg("--help").stdout(full()).output().unwrap();
    assert_eq!(help.status.code(), Some(2), "{}", String::from_utf8_lossy(&help.stderr));
    // Without a command, a build without a window prints its help.
    if cfg!(not(feature = "window")) {
        let help = Command::new(env!("CARGO_BIN_EXE_korobka")).stdout(full()).output().unwrap();
        let line = String::from_utf8_lossy(&help.stderr);
        assert!(line.contains("standard output: the disk is full"), "{line}");
    }
    let mut closed = list.stdout(Stdio::piped()).spawn().unwrap();
    drop(closed.stdout.take());
    assert_eq!(closed.wait().unwrap().code(), Some(0));
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    let bot = command.env("KOROBKA_HOME", home.path()).args(["tbp", "--opponent", "literature:bcts"]);
    for (input, output, line) in [
        (Stdio::null(), full(), "standard output: the disk is full"),
        (Stdio::from(std::fs::File::open(home.path()).unwrap()), Stdio::null(), "standard input: a folder is where"),
    ] {
        super::cli_errors::assert_one_line(&bot.stdin(input).stdout(output).output().unwrap(), line);
    }
    let mut unheard = bot.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(unheard.stdout.take());
    assert_eq!(unheard.wait().unwrap().code(), Some(0), "a bot ends once nobody listens");
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    let refused = command.env("KOROBKA_HOME", home.path()).args(["fumen", "none"]).stderr(full()).status().unwrap();
    assert_eq!(refused.code(), Some(2), "without a place for the line there is still the code");
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_that_is_no_unicode_and_a_file_without_an_end_are_no_trouble() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let home = tempfile::tempdir().unwrap();
    train(home.path(), "run", "0");
    let odd = home.path().join(OsStr::from_bytes(b"odd \xff"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    command.env("KOROBKA_HOME", home.path()).args(["train", "export", "--json", "--from"]);
    let said = command.arg(home.path().join("run")).arg("--to").arg(&odd).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let told: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    assert!(told["to"].as_str().unwrap().ends_with("odd \u{fffd}"), "{told}");
    assert_refused(home.path(), &["train", "--resume", "/dev/zero"], "more than any");
}
