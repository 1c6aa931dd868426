//! Bots that die, hang, babble, give up or suggest the impossible: each loses its game with one line that says so,
//! and leaves no process.
#![cfg(unix)]

use super::champion;
use super::cli_errors::{assert_one_line, json, korobka_here};
use super::tbp_owed::PATIENT;
use korobka::bots::{BotFault, BotTimeouts, GuestBot};
use korobka::measure::decider::{PlacementDecider, ThinkingAllowance, ThinkingLimit};
use korobka::mind::Mind;
use korobka::rules::Rules;
use korobka::search::{SearchSettings, State};
use korobka::tbp::BotCommand;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What a well-behaved bot says before a question.
const POLITE: &str = r#"
echo '{"type":"info","name":"Test bot","version":"1","author":"nobody","features":[]}'
while read -r line; do
  case "$line" in
    *'"rules"'*) echo '{"type":"ready"}' ;;
    *'"quit"'*) exit 0 ;;
    *'"suggest"'*) suggest ;;
  esac
done
"#;

/// A T that lies flat at the left wall.
const FLAT: &str =
    r#"{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"north","x":1,"y":0},"spin":"none"}]}"#;

fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn polite(folder: &Path, name: &str, suggest: &str) -> BotCommand {
    command(&script(folder, name, &format!("suggest() {{ {suggest}; }}\n{POLITE}")))
}

fn command(script: &Path) -> BotCommand {
    BotCommand { program: "sh".to_owned(), arguments: vec![script.to_str().unwrap().to_owned()] }
}

/// An empty board with a T.
fn state() -> State {
    champion::state("", "TIOSZL", None)
}

/// For bots that use all of one of their times and say nothing meanwhile.
const SHORT_START: BotTimeouts = BotTimeouts { start_up: Duration::from_secs(3), ..PATIENT };
const SHORT_ANSWER: BotTimeouts = BotTimeouts { answer: Duration::from_millis(300), ..PATIENT };
/// For bots that say something else before this time is over, however late they do on a busy machine.
const LONG_START: BotTimeouts = BotTimeouts { start_up: Duration::from_secs(20), ..PATIENT };
const LONG_ANSWER: BotTimeouts = BotTimeouts { answer: Duration::from_secs(20), ..PATIENT };

fn fault(command: &BotCommand, timeouts: BotTimeouts) -> BotFault {
    let mut guest = match GuestBot::start(command, &Rules::versus(), timeouts, true) {
        Ok(guest) => guest,
        Err(fault) => return fault,
    };
    guest.decide(&state(), Duration::from_millis(1)).expect_err("a bad bot decides nothing")
}

#[test]
fn each_misbehaviour_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let nobody = BotCommand { program: folder.join("nobody").to_str().unwrap().to_owned(), arguments: Vec::new() };
    let moves = |moves: &str| format!("echo '{{\"type\":\"suggestion\",\"moves\":[{moves}]}}'");
    let floating = r#"{"location":{"type":"T","orientation":"north","x":1,"y":7},"spin":"none"}"#;
    let buried = r#"{"location":{"type":"T","orientation":"north","x":1,"y":-1},"spin":"none"}"#;
    let another = r#"{"location":{"type":"Z","orientation":"north","x":1,"y":0},"spin":"none"}"#;
    let late = [
        (
            command(&script(folder, "mute", "sleep 60")),
            SHORT_START,
            &["gave no 'info' in 3 seconds; every line has to be flushed"][..],
        ),
        (
            command(&script(folder, "unready", "echo '{\"type\":\"info\",\"name\":\"Late\"}'; sleep 60")),
            LONG_START,
            &["Late", "gave no 'ready'"],
        ),
        (polite(folder, "hangs", "sleep 60"), SHORT_ANSWER, &["gave no suggestion in 0.3 seconds"]),
        (
            polite(folder, "mumbles", "echo hm, let me see; echo; echo thread 2 panicked >&2; sleep 60"),
            LONG_ANSWER,
            &["gave no suggestion", "instead it says 'hm, let me see'", "on standard error: thread 2 panicked"],
        ),
        (
            polite(folder, "misspells", &moves(&floating.replace("north", "up"))),
            LONG_ANSWER,
            &["gave no suggestion", "instead it says '{\"type\":\"suggestion\"", "unknown variant `up`"],
        ),
        (
            polite(folder, "errs", "echo '{\"type\":\"sugestion\",\"moves\":[]}'"),
            LONG_ANSWER,
            &["gave no suggestion", "instead it says '{\"type\":\"sugestion\"", "(no message of the protocol)"],
        ),
        (
            command(&script(folder, "hasty", "echo '{\"type\":\"ready\"}'; sleep 60")),
            LONG_START,
            &["gave no 'info'", "instead it says '{\"type\":\"ready\"}' (nobody asked for it)"],
        ),
    ];
    let wrong = [
        (nobody, &["cannot be started"][..]),
        (command(&script(folder, "dead", "echo no licence >&2; exit 3")), &["has died", "3", "no licence"]),
        (polite(folder, "dies", "exit 4"), &["Test bot", "has died", "4"]),
        (polite(folder, "closes", "exec >&-; sleep 60"), &["Test bot", "has died", "it closed its output"]),
        (
            command(&script(
                folder,
                "refuses",
                "echo '{\"type\":\"info\"}'; read -r line; echo '{\"type\":\"error\",\"reason\":\"unsupported_rules\"}'; sleep 60",
            )),
            &["refuses the rules", "unsupported_rules"],
        ),
        (polite(folder, "babbles", "while :; do echo blah; done"), &["babbles", "blah"]),
        (command(&script(folder, "endless", "tr '\\0' x < /dev/zero")), &["babbles", "without end"]),
        (polite(folder, "gives up", &moves("")), &["gives up"]),
        (
            polite(folder, "floats", &moves(floating)),
            &["impossible", "T north at column 1, row 7", "no moves lead there"],
        ),
        (polite(folder, "digs", &moves(buried)), &["impossible", "does not fit"]),
        (polite(folder, "cheats", &moves(another)), &["impossible", "Z is neither the current piece"]),
    ];
    let check = |command: &BotCommand, timeouts: BotTimeouts, expected: &[&str]| {
        let line = fault(command, timeouts).to_string();
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.starts_with("TBP bot ") && line.contains(&command.to_string()), "names the bot: {line}");
        expected.iter().for_each(|word| assert!(line.contains(word), "{word}: {line}"));
    };
    // Beside each other, since they do nothing but let their time pass.
    std::thread::scope(|scope| {
        for (command, timeouts, expected) in late {
            scope.spawn(move || check(&command, timeouts, expected));
        }
    });
    for (command, expected) in wrong {
        check(&command, PATIENT, expected);
    }
}

#[test]
fn a_bot_that_boasts_of_its_nodes_breaks_no_sum() {
    let folder = tempfile::tempdir().unwrap();
    let boast = FLAT.replace("\"moves\"", &format!("\"move_info\":{{\"nodes\":{}}},\"moves\"", u64::MAX));
    let mind = Mind::Guest(Arc::new(polite(folder.path(), "boasts", &format!("echo '{boast}'"))));
    let allowance =
        ThinkingAllowance { limit: ThinkingLimit::Time(Duration::from_millis(1)), search: SearchSettings::default() };
    let mut decider = PlacementDecider::new(&mind, allowance, &Rules::versus());
    for _ in 0..2 {
        assert!(decider.decide(&state()).is_some(), "{:?}", decider.fault);
    }
    assert_eq!(decider.nodes, 2 << 32);
}

#[test]
fn the_first_move_that_can_be_made_counts_and_empty_answers_are_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let floating = FLAT.replace("\"y\":0", "\"y\":9");
    let both =
        FLAT.replace("[{", &format!("[{},{{", floating[floating.find("[").unwrap() + 1..].trim_end_matches("]}")));
    // The first two answers hold nothing yet; then an impossible move and a possible one.
    let suggest = format!(
        "n=$((n+1)); echo noise; if [ $n -lt 3 ]; then echo '{{\"type\":\"suggestion\",\"moves\":[]}}'; else echo '{both}'; fi"
    );
    let mut guest = GuestBot::start(&polite(folder.path(), "slow", &suggest), &Rules::versus(), PATIENT, true).unwrap();
    let decision = guest.decide(&state(), Duration::from_millis(1)).unwrap();
    assert_eq!(decision.chosen.placement.piece.cells().next(), Some((0, 0)));
    assert!(!decision.chosen.hold);
}

#[test]
fn a_byte_order_mark_and_letters_of_another_code_page_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let info = r#"printf '\357\273\277{"type":"info","name":"Andr\351"}\n'"#;
    let text = format!("suggest() {{ echo '{FLAT}'; }}\n{info}\n{POLITE}");
    let bot = command(&script(folder.path(), "marks", &text));
    let mut guest = GuestBot::start(&bot, &Rules::versus(), PATIENT, true).unwrap();
    guest.decide(&state(), Duration::ZERO).unwrap();
    assert_eq!(guest.name(), "Andr\u{fffd}");
}

/// Whether a process still runs: there, and not only waiting to be counted out.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim_start().starts_with(['Z', 'X']))
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    // It starts another, ignores every polite word, and is halted between its turns.
    let text = format!(
        "trap '' TERM HUP INT\nsleep 600 &\necho $$ $! > '{}'\nsuggest() {{ echo '{FLAT}'; }}\n{}",
        pids.display(),
        POLITE.replace("exit 0", ":")
    );
    let mut guest =
        GuestBot::start(&command(&script(folder.path(), "stays", &text)), &Rules::versus(), PATIENT, true).unwrap();
    let decision = guest.decide(&state(), Duration::ZERO).unwrap();
    guest.tell_played(decision.chosen);
    let started = std::fs::read_to_string(&pids).unwrap();
    assert!(started.split(' ').all(runs), "both are there: {started}");
    drop(guest);
    // A killed process may take a moment to go.
    let begin = std::time::Instant::now();
    while started.split(' ').any(runs) {
        assert!(begin.elapsed() < Duration::from_secs(60), "still there: {started}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(not(feature = "game"), ignore = "some of its commands come with the game")]
fn a_game_that_ends_in_the_middle_leaves_none_either() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    // Whatever the first piece is, it can lie flat near the left wall.
    let flat = ["I", "O", "T", "S", "Z", "J", "L"]
        .map(|kind| format!(r#"{{"location":{{"type":"{kind}","orientation":"north","x":1,"y":0}},"spin":"none"}}"#));
    let text = format!(
        "trap '' TERM HUP INT\necho $$ >> '{}'\nsuggest() {{ echo '{{\"type\":\"suggestion\",\"moves\":[{}]}}'; }}\n{}",
        pids.display(),
        flat.join(","),
        POLITE.replace("exit 0", ":")
    );
    let bot = format!("tbp:sh '{}'", script(folder.path(), "stays", &text).display());
    // Three thousand ticks are the countdown. The first piece then waits for the bot, which has begun by that.
    let arguments = ["play", "--mode", "versus", "--opponent", &bot, "--headless", "--ticks", "3100", "--seed", "1"];
    super::cli_errors::printed(korobka_here(&arguments));
    let started = std::fs::read_to_string(&pids).unwrap();
    assert_eq!(started.lines().count(), 2, "once to see that it is there, once for the game");
    assert!(!started.lines().any(runs), "{started}");
}

#[test]
fn a_bad_bot_loses_its_match_with_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let bot = script(folder.path(), "dies", &format!("suggest() {{ exit 4; }}\n{POLITE}"));
    let bot = format!("tbp:sh '{}'", bot.display());
    let output = korobka_here(&["match", "literature:bcts", &bot, "--level", "placements", "--games", "2", "--json"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    assert_eq!(error.lines().count(), 2, "a line a game: {error}");
    assert!(
        error.lines().all(|line| line.contains("right") && line.contains("Test bot") && line.contains("has died")),
        "{error}"
    );
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((result["wins"].as_u64(), result["right"].as_str()), (Some(2), Some(bot.as_str())));
    assert_eq!(result["names"][1], "Test bot");
    assert!(result["results"][0]["faults"][1].as_str().unwrap().contains("has died"));

    let three = ["match", "literature:bcts", &bot, "literature:dellacherie", "--level", "placements", "--games", "2"];
    let result = json(korobka_here(&[&three[..], &["--nodes", "100", "--json"]].concat()));
    let players = result["players"].as_array().unwrap();
    let bots = players.iter().find(|player| player["name"] == "Test bot").unwrap();
    assert_eq!(bots["faults"].as_array().unwrap().len(), 4, "it has lost every match by one");
    assert_eq!(players.iter().filter(|player| player["faults"] == serde_json::json!([])).count(), 2);

    let output = korobka_here(&["evaluate", &bot, "--lines-sent", "--games", "1", "--piece-cap", "5", "--json"]);
    assert!(output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("game 1 ended after 0 pieces: TBP bot Test bot"));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["topped_out"], 0, "a bot that dies has not topped out");
    assert!(result["results"][0]["fault"].as_str().unwrap().contains("has died"));
}

#[test]
#[cfg_attr(not(feature = "game"), ignore = "some of its commands come with the game")]
fn a_bot_that_fails_in_a_game_without_a_window_has_its_reason_told() {
    let folder = tempfile::tempdir().unwrap();
    let bot = script(folder.path(), "dies", &format!("suggest() {{ exit 4; }}\n{POLITE}"));
    let bot = format!("tbp:sh '{}'", bot.display());
    let arguments = ["play", "--mode", "versus", "--opponent", &bot, "--headless", "--ticks", "9000", "--seed", "1"];
    let output = korobka_here(&arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.lines().count() == 1, "{error}");
    assert!(error.contains("the match is given up: TBP bot Test bot") && error.contains("has died"), "{error}");
}

#[test]
#[cfg_attr(not(feature = "game"), ignore = "some of its commands come with the game")]
fn a_bot_that_cannot_play_at_all_is_one_line() {
    for (arguments, expected) in [
        (
            &["evaluate", "tbp:no/such/bot", "--lines-sent"][..],
            "cannot be started: the file or its folder is not there",
        ),
        (&["evaluate", "tbp:", "--lines-sent"], "give a program"),
        (&["evaluate", "tbp:'open", "--lines-sent"], "with every quote closed"),
        (&["match", "tbp:true", "literature:bcts", "--level", "placements"], "has died"),
        (&["match", "tbp:true", "iwumbwe:0"], "has died"),
        (
            &["play", "--mode", "versus", "--opponent", "tbp:no/such/bot", "--headless", "--ticks", "9"],
            "cannot be started",
        ),
        (&["evaluate", "tbp:cat"], "a program of its own"),
        (&["tbp", "--opponent", "tbp:cat"], "is a bot already"),
        (&["tbp", "--opponent", "nobody"], "nobody"),
    ] {
        assert_one_line(&korobka_here(arguments), expected);
    }
}
