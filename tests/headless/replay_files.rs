//! Files of replays: what is broken is named and kept, and the folder keeps what its player keeps.

use super::cli_errors::{assert_line_refused, json, korobka, printed, words};
use korobka::app::persistence::drills::{Drill, DrillList};
use korobka::app::persistence::replay::{ReplayError, ReplayFileError, SavedReplay, decode, encode, read, write};
use korobka::app::persistence::replays;
use korobka::app::persistence::{PlayerFile, Records};
use korobka::doors::map_in_order;
use korobka::game::handling::SecondDirection;
use korobka::game::modes::{GameComparison, GarbageFeed};
use korobka::game::replay::{Recorder, Replay, ReplayCheck, ReplayResult, recorded_moves, recorder_plugin, survey};
use korobka::game::{Action, Course, Handling, MatchSetup, Mode, Pace, SeatSetup, headless};
use korobka::rules::Rules;
use korobka::storage::envelope::FormatProblem;
use korobka::storage::{Catalog, MatchLabel};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Two computer players of the literature at a good player's speed.
pub(crate) fn played(seed: u64, pps: f64, ticks: u64) -> Replay {
    let mut app = headless::app(headless::TICKS_AN_UPDATE);
    app.add_plugins(recorder_plugin);
    let seats = ["literature:bcts", "literature:dellacherie"].map(|spec| {
        let found = Catalog::load().contestant(&spec.parse().unwrap()).unwrap();
        SeatSetup::from_contestant(found, None, Pace::from_pps(pps), 0)
    });
    let rules = Rules { countdown: 0, first_to: 10, ..Rules::versus() };
    let setup = MatchSetup { mode: Mode::Watch, rules, course: Course::default(), seed, seats: seats.into() };
    headless::run(&mut app, setup, Some(ticks));
    app.world_mut().remove_resource::<Recorder>().unwrap().into_replay().unwrap()
}

fn saved() -> &'static SavedReplay {
    static SAVED: OnceLock<SavedReplay> = OnceLock::new();
    SAVED
        .get_or_init(|| SavedReplay { label: MatchLabel::for_recording(1_000_000_000), replay: played(1, 2.0, 10_000) })
}

#[test]
fn what_is_written_is_read() {
    let bytes = encode(saved()).unwrap();
    assert_eq!(&decode(&bytes).unwrap(), saved());
    let guarded = Handling { guard: 117, second_direction: SecondDirection::Anew, ..Handling::FAST };
    let guarded = Handling { turn_out_of_hold: true, fall_first: true, ..guarded };
    let persons = vec![SeatSetup::person("Ö \"quoted\" \\", guarded), SeatSetup::person("", Handling::RELAXED)];
    let setup = MatchSetup {
        mode: Mode::Versus,
        rules: Rules::versus(),
        course: Course::default(),
        seed: u64::MAX,
        seats: persons,
    };
    let empty = SavedReplay { label: MatchLabel::for_recording(0), replay: Replay::begin(&setup) };
    assert_eq!(decode(&encode(&empty).unwrap()).unwrap(), empty, "also one without a tick");
    let plain = serde_json::to_value(Handling::STANDARD).unwrap();
    let switches = ["turn_out_of_hold", "fall_first"].map(|switch| plain.get(switch));
    assert_eq!(switches, [None, None], "files without these switches are as they always were");
    assert_eq!(serde_json::from_value::<Handling>(plain).unwrap(), Handling::STANDARD);
}

#[test]
fn a_game_in_progress_is_kept_with_its_hints_and_one_from_before_has_none() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(replays::IN_PROGRESS_FILE);
    replays::keep_in_progress(&path, &saved().replay, 2).unwrap();
    let kept = replays::read_in_progress(&path).unwrap().unwrap();
    assert_eq!((kept.label.hints, &kept.replay), (2, &saved().replay));
    let plain = serde_json::to_value(MatchLabel::for_recording(7)).unwrap();
    assert!(plain.get("hints").is_none(), "a file without hints is as it always was: {plain}");
    assert_eq!(serde_json::from_value::<MatchLabel>(plain).unwrap().hints, 0);
}

#[test]
fn the_length_of_a_replay_leaves_its_countdowns_and_pauses_out() {
    let length = |seats: usize, ticks: u64, result: ReplayResult| {
        let mut replay = Replay { ticks, result, ..saved().replay.clone() };
        replay.setup.seats.truncate(seats);
        replay.setup.rules.countdown = 3000;
        replay.ticks_played()
    };
    let ended = |wins, round_ticks| ReplayResult { over: true, wins, round_ticks, ..ReplayResult::default() };
    assert_eq!(length(1, 13_000, ended([1, 0], 9_900)), 9_900, "a game for one took as long as its clock says");
    assert_eq!(length(2, 25_000, ended([1, 0], 9_000)), 21_999, "a round that was drawn counts, with its countdown");
    assert_eq!(length(2, 100_000, ended([1, 2], 30_000)), 86_995, "three rounds, two pauses");
    assert_eq!(length(2, 100_000, ReplayResult { over: false, ..ended([1, 0], 5) }), 91_997, "the second is under way");
    assert_eq!(length(2, 2_000, ReplayResult::default()), 0, "no more than a part of the first countdown");
}

#[test]
fn every_flipped_bit_and_every_cut_is_named() {
    let bytes = encode(saved()).unwrap();
    for (at, bit) in (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << bit;
        let error = decode(&wrong).expect_err("a flipped bit is no replay");
        match at {
            0..8 => assert!(matches!(error, ReplayError::File(FormatProblem::Foreign(_)))),
            8..14 => {}
            _ => assert_eq!(error, ReplayError::File(FormatProblem::Checksum), "byte {at}"),
        }
    }
    for length in 0..bytes.len() {
        match (length, decode(&bytes[..length])) {
            (0, Err(ReplayError::File(FormatProblem::Foreign(_)))) => {}
            (1.., Err(ReplayError::File(FormatProblem::Truncated { .. }))) => {}
            (_, other) => panic!("{length} bytes: {other:?}"),
        }
    }
    let mut later = bytes.clone();
    later[8] = 3;
    assert_eq!(decode(&later), Err(FormatProblem::Newer { found: 3, known: 2 }.into()));
    let longer = [bytes.as_slice(), b"x"].concat();
    assert_eq!(decode(&longer), Err(FormatProblem::Checksum.into()), "something behind it");
}

/// The bytes of a changed replay, its checksum in order.
fn forged(change: impl FnOnce(&mut Replay)) -> Result<SavedReplay, ReplayError> {
    let mut saved = saved().clone();
    change(&mut saved.replay);
    decode(&encode(&saved).unwrap())
}

#[test]
fn a_checksum_in_order_is_not_believed_alone() {
    let damaged = |result: Result<SavedReplay, ReplayError>, words: &str| match result {
        Err(ReplayError::File(FormatProblem::Damaged(reason))) => {
            assert!(reason.contains(words), "'{words}' in '{reason}'")
        }
        other => panic!("'{words}': {other:?}"),
    };
    damaged(forged(|replay| replay.setup.rules.board.width = 200), "width is 200");
    damaged(forged(|replay| replay.setup.seats.clear()), "number of seats");
    damaged(forged(|replay| replay.ticks = u64::MAX), "longer than a day");
    damaged(forged(|replay| replay.ticks = 5), "impossible time");
    damaged(forged(|replay| drop(replay.setup.seats.pop())), "what no key does");
    damaged(forged(|replay| replay.hashes.clear()), "hashes are missing");
    let endless = GarbageFeed::Cheese { rows: u32::MAX, shown: u32::MAX };
    damaged(forged(|replay| replay.setup.course.feed = endless), "garbage beyond all limits");
}

#[test]
fn a_replay_that_ends_otherwise_than_it_says_is_not_verified() {
    let verdict = |change: fn(&mut ReplayResult)| {
        let mut replay = saved().replay.clone();
        change(&mut replay.result);
        survey(&Arc::new(replay)).unwrap().check
    };
    assert_eq!(verdict(|_| ()), ReplayCheck::Agrees);
    assert!(matches!(verdict(|result| result.over = !result.over), ReplayCheck::Differs { .. }));
}

/// Two minutes of two players at three and a half pieces a second each.
#[test]
fn a_two_minute_game_is_small() {
    let replay = played(2, 3.5, 120_000);
    let keys: usize = replay.beats.iter().map(|beat| beat.keys.len()).sum();
    let pieces: u32 = replay.result.pieces.iter().sum();
    let saved = SavedReplay { label: MatchLabel::for_recording(0), replay };
    let bytes = encode(&saved).unwrap();
    println!("two minutes, {pieces} pieces in the last round, {keys} presses and releases: {} bytes", bytes.len());
    assert!(keys > 4_000, "a real game: {keys} presses and releases");
    assert!(bytes.len() < 20_000, "{} bytes", bytes.len());
    assert_eq!(decode(&bytes).unwrap(), saved);
}

/// A game of Zen by a program from before a player's state was one list: pieces are taken back and set again in it, and
/// its hashes hold how many can be.
#[test]
fn a_replay_with_pieces_taken_back_still_plays() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays/undo.replay");
    let replay = Arc::new(read(&path).unwrap().replay);
    let keys = replay.beats.iter().flat_map(|beat| &beat.keys);
    assert!(keys.filter(|(_, key)| key.action == Action::Undo && key.down).count() >= 10, "pieces are taken back");
    assert_eq!(survey(&replay).unwrap().check, ReplayCheck::Agrees);
    let moves = recorded_moves(&replay).unwrap();
    let counted: u32 = replay.result.pieces.iter().sum();
    assert_eq!(moves.len() as u32, counted, "what was taken back is no move");
    assert!(moves.iter().zip(1..).all(|(found, number)| found.number == number), "they are counted on");
}

#[test]
#[cfg(unix)]
fn the_name_of_a_file_does_not_steer_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let name = "a\u{1b}[2J.replay";
    std::fs::write(home.path().join(name), "no replay").unwrap();
    let listed = printed(korobka(home.path(), &["replay", "--folder", "."]));
    assert!(listed.contains("a [2J.replay") && !listed.contains('\u{1b}'), "{listed}");
    let refused = korobka(home.path(), &["replay", name]);
    super::cli_errors::assert_one_line(&refused, "a [2J.replay");
    assert!(!refused.stderr.contains(&0x1b), "nor does it on standard error");
}

/// A game that the first version of the format kept, as that version wrote it.
#[test]
fn a_replay_of_the_first_format_still_plays() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays/version-1.replay");
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes[8..10], [1, 0], "the file is of version 1");
    let old = decode(&bytes).unwrap();
    let home = tempfile::tempdir().unwrap();
    let verified = |path: &Path| printed(korobka(home.path(), &["replay", &path.to_string_lossy(), "--verify"]));
    let agrees = "agrees in all of 33272 ticks, hash 1ef7d2177cda2e89";
    assert!(verified(&path).contains(agrees), "{}", verified(&path));
    let anew = home.path().join("anew.replay");
    write(&anew, &old).unwrap();
    let written = std::fs::read(&anew).unwrap();
    assert_eq!((written[8], read(&anew).unwrap()), (2, old), "written again it is the same game in the new format");
    assert!(verified(&anew).contains(agrees));
    for (at, bit) in (0..bytes.len()).step_by(3).map(|at| (at, at % 8)) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << bit;
        assert!(decode(&wrong).is_err(), "byte {at}, bit {bit}");
    }
}

fn in_folder(folder: &Path, name: &str, date: u64, kept: bool) {
    let mut saved = saved().clone();
    saved.label.date = date;
    saved.label.kept = kept;
    write(&folder.join(name), &saved).unwrap();
}

#[test]
fn the_oldest_go_and_the_kept_stay() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    for number in 0..8 {
        in_folder(folder, &format!("{number}.replay"), 1000 + number, number == 1);
    }
    std::fs::write(folder.join("broken.replay"), "KBREPLAY").unwrap();
    std::fs::write(folder.join("letter.txt"), "mine").unwrap();
    replays::prune(folder, 4, &["0.replay".to_owned()], 2000);
    let names = |folder: &Path| {
        let found = replays::list(folder);
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        found.iter().map(|found| name(&found.path)).collect::<Vec<_>>()
    };
    let left = ["7.replay", "6.replay", "5.replay", "4.replay", "1.replay", "0.replay", "broken.replay"];
    assert_eq!(names(folder), left, "the newest four, the kept one, that of a drill, and what cannot be read");
    assert!(folder.join("letter.txt").exists(), "nothing else is touched");
    let path = folder.join("4.replay");
    replays::relabel(&path, |label| label.name = format!("  my\n\u{202e}best {}", "x".repeat(100))).unwrap();
    let label = read(&path).unwrap().label;
    assert!(label.name.starts_with("mybest") && label.name.chars().count() == 48, "{:?}", label.name);
    let first = replays::save(folder, &saved().replay, Some(&[])).unwrap();
    let second = replays::save(folder, &saved().replay, Some(&[])).unwrap();
    assert_ne!(first, second, "two games of one second have two files");
    let saved_at_once = map_in_order(Some(4), 0..16, |_| replays::save(folder, &saved().replay, None).unwrap());
    let distinct: BTreeSet<PathBuf> = saved_at_once.unwrap().into_iter().collect();
    assert_eq!(distinct.len(), 16, "and so have those that are saved at once");
    assert!(matches!(replays::relabel(&folder.join("broken.replay"), |_| ()), Err(ReplayFileError::Format { .. })));
    assert_eq!(std::fs::read(folder.join("broken.replay")).unwrap(), b"KBREPLAY", "a broken file stays as it is");
}

#[test]
fn the_replay_of_a_drill_that_another_program_has_made_is_spared() {
    let home = tempfile::tempdir().unwrap();
    let in_use = || replays::replays_in_use(Some(home.path()), vec!["known.replay".to_owned()]);
    assert_eq!(in_use(), Some(vec!["known.replay".to_owned()]), "without files");
    let drill = Drill { file: "0.replay".to_owned(), ..Drill::default() };
    DrillList { drills: vec![drill], ..DrillList::default() }.write_to(home.path()).unwrap();
    (0..3).for_each(|number| in_folder(home.path(), &format!("{number}.replay"), 1000 + number, false));
    replays::prune(home.path(), 1, &in_use().unwrap(), 2000);
    let left: Vec<_> = replays::list(home.path()).into_iter().map(|found| found.path).collect();
    assert_eq!(left, ["2.replay", "0.replay"].map(|name| home.path().join(name)), "the newest, and that of the drill");
}

#[test]
fn a_new_replay_stays_though_a_clock_that_was_put_back_makes_it_the_oldest() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    in_folder(folder, "0.replay", u64::from(u32::MAX), false);
    for number in 1..replays::MAX_REPLAYS {
        std::fs::copy(folder.join("0.replay"), folder.join(format!("{number}.replay"))).unwrap();
    }
    let new = replays::save(folder, &saved().replay, Some(&[])).unwrap();
    assert!(new.exists());
    assert_eq!(replays::list(folder).len(), replays::MAX_REPLAYS, "one of the others made room");
    let next = replays::save(folder, &saved().replay, Some(&[])).unwrap();
    assert!(new.exists() && next.exists(), "nor is it the first to go at the next save");
    assert_eq!(replays::list(folder).len(), replays::MAX_REPLAYS);
}

#[test]
fn no_replay_makes_room_while_it_cannot_be_read_which_are_in_use() {
    let home = tempfile::tempdir().unwrap();
    // A folder in the place of the file can be read as no file.
    std::fs::create_dir(home.path().join(Records::FILE_NAME)).unwrap();
    let in_use = replays::replays_in_use(Some(home.path()), Vec::new());
    assert_eq!(in_use, None);
    for number in 0..=replays::MAX_REPLAYS {
        in_folder(home.path(), &format!("{number}.replay"), 1000, false);
    }
    replays::save(home.path(), &saved().replay, in_use.as_deref()).unwrap();
    assert_eq!(replays::list(home.path()).len(), replays::MAX_REPLAYS + 2);
}

#[test]
fn a_replay_of_a_machine_whose_clock_is_ahead_is_none_of_before_a_clock_was_put_back() {
    let home = tempfile::tempdir().unwrap();
    let now = 1_000_000;
    for (name, date) in [("0.replay", now + 3600), ("1.replay", now + 200_000), ("2.replay", now - 5)] {
        in_folder(home.path(), name, date, false);
    }
    replays::prune(home.path(), 2, &[], now);
    let left: Vec<_> = replays::list(home.path()).into_iter().map(|found| found.path).collect();
    assert_eq!(left, ["0.replay", "2.replay"].map(|name| home.path().join(name)));
}

#[test]
fn a_game_without_a_goal_that_was_ended_has_reached_none() {
    let outcome = |goal_lines, score, lines| {
        let rules = Rules { goal_lines, ..Rules::marathon() };
        let (course, seats) = (Course::default(), vec![SeatSetup::person("", Handling::RELAXED)]);
        let mut replay = Replay::begin(&MatchSetup { mode: Mode::Marathon, rules, course, seed: 1, seats });
        let (scores, lines) = (vec![score], vec![lines]);
        replay.result = ReplayResult { over: true, winner: Some(0), scores, lines, ..ReplayResult::default() };
        replays::outcome_words(&replay)
    };
    assert_eq!(
        [outcome(40, 0, 0), outcome(0, 2834, 1000), outcome(0, 100, 1)],
        ["goal reached, score 0, 0 lines", "finished, score 2,834, 1,000 lines", "finished, score 100, 1 line"]
    );
}

#[test]
fn the_outcome_of_a_game_that_is_compared_by_its_time_has_thousandths() {
    let outcome = |better| {
        let (rules, seats) = (Rules::marathon(), vec![SeatSetup::person("", Handling::RELAXED)]);
        let course = Course { better, ..Course::default() };
        let mut replay = Replay::begin(&MatchSetup { mode: Mode::Sprint, rules, course, seed: 1, seats });
        let (scores, lines) = (vec![3120], vec![40]);
        replay.result = ReplayResult { over: true, scores, lines, round_ticks: 52_345, ..ReplayResult::default() };
        replays::outcome_words(&replay)
    };
    let all = [GameComparison::Score, GameComparison::Sooner, GameComparison::Longer].map(outcome);
    let timed = "topped out, 0:52.345, score 3,120, 40 lines";
    assert_eq!(all, ["topped out, score 3,120, 40 lines", timed, timed]);
}

#[test]
fn a_match_that_was_left_is_told_from_one_that_was_won_by_rounds() {
    let outcome = |over, forfeited| {
        let seats = ["Anna", "Boris"].map(|name| SeatSetup::person(name, Handling::RELAXED)).into();
        let (rules, course) = (Rules::versus(), Course::default());
        let mut replay = Replay::begin(&MatchSetup { mode: Mode::Versus, rules, course, seed: 1, seats });
        let winner = Some(0).filter(|_| over);
        replay.result = ReplayResult { over, winner, forfeited, wins: [1, 2], ..ReplayResult::default() };
        replays::outcome_words(&replay)
    };
    assert_eq!(outcome(true, Some(1)), "Anna won by forfeit, 1 : 2");
    assert_eq!(outcome(true, None), "Anna won, 1 : 2");
    assert_eq!(outcome(false, None), "not finished, 1 : 2");
}

#[test]
fn the_command_verifies_tells_and_refuses() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    write(&path("good.replay"), saved()).unwrap();
    let bytes = std::fs::read(path("good.replay")).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 16;
    std::fs::write(path("flipped.replay"), &flipped).unwrap();
    std::fs::write(path("cut.replay"), &bytes[..bytes.len() / 2]).unwrap();
    let mut newer = bytes.clone();
    newer[8] = 9;
    std::fs::write(path("newer.replay"), &newer).unwrap();
    std::fs::write(path("other.replay"), "a letter").unwrap();
    let mut wrong = saved().clone();
    let tick = wrong.replay.beats[30].tick;
    let event = &mut wrong.replay.beats[30].keys[0].1;
    event.down = !event.down;
    write(&path("wrong.replay"), &wrong).unwrap();

    let run = |line: &str, said: &str| assert_line_refused(home.path(), line, said);
    for flag in ["", " --verify"] {
        run(&format!("replay flipped.replay{flag}"), "flipped.replay: altered or damaged");
        run(&format!("replay cut.replay{flag}"), "cut.replay: cut short");
        run(&format!("replay newer.replay{flag}"), "newer.replay: saved in format 9, this program knows up to 2");
        run(&format!("replay other.replay{flag}"), "other.replay: not a replay");
        run(&format!("replay nowhere.replay{flag}"), "cannot read nowhere.replay");
    }
    run(
        "replay --verify wrong.replay",
        &format!("wrong.replay: not the game that was recorded: tick {tick} is the first"),
    );
    // Of several, each that does not agree is told, and how many there are.
    let several = korobka(home.path(), &words("replay --verify good.replay wrong.replay cut.replay"));
    let said = String::from_utf8(several.stderr).unwrap();
    assert_eq!((several.status.code(), said.lines().count()), (Some(2), 3), "{said}");
    assert!(said.contains("wrong.replay: not the game") && said.contains("cut.replay: cut short"), "{said}");
    assert!(said.ends_with("2 of 3 replays do not play as recorded\n"), "{said}");
    assert!(String::from_utf8(several.stdout).unwrap().contains("agrees in all"), "the good one is told too");
    run("replay good.replay wrong.replay", "add --verify to verify several");
    run("replay --verify", "<FILE>");
    run("replay good.replay --folder .", "cannot be used with");
    assert_eq!(std::fs::read(path("flipped.replay")).unwrap(), flipped, "the broken file stays as it is");

    let output = |line: &str| printed(korobka(home.path(), &words(line)));
    let parsed = |line: &str| json(korobka(home.path(), &words(line)));
    assert!(output("replay --verify good.replay").contains("agrees in all of 10000 ticks"));
    let verified = parsed("replay --verify --json good.replay");
    assert_eq!((&verified["replays"][0]["agrees"], &verified["replays"][0]["differs"]), (&true.into(), &().into()));
    assert!(output("replay good.replay").contains("literature bcts"));
    let told = parsed("replay --json good.replay");
    assert_eq!((&told["mode"], &told["ticks"], &told["seed"]), (&"watch".into(), &10_000.into(), &1.into()));
    assert_eq!(told["seats"][1]["player"]["computer"]["spec"], "literature:dellacherie");
    let rounds = ["good", "wrong"].map(|name| parsed(&format!("replay --json {name}.replay"))["rounds"].clone());
    assert!(rounds[0].is_array() && rounds[1].is_null(), "of another game than the recorded one: {rounds:?}");
    let listed = output("replay --folder .");
    assert!(listed.contains("6 replays") && listed.contains("checksum does not fit"), "{listed}");
}

#[test]
fn the_replays_of_matches_are_saved() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str| json(korobka(home.path(), &words(line)));
    let games = "match literature:bcts lin:published --games 3 --pps 6 --seed 4 --json";
    let without = run(games);
    let with = run(&format!("{games} --replays saved"));
    assert_eq!(without["hash"], with["hash"], "recording changes nothing");
    let files = "saved/game-0001.replay saved/game-0002.replay saved/game-0003.replay";
    let verified = run(&format!("replay --verify --json {files}"));
    for (game, replay) in with["results"].as_array().unwrap().iter().zip(verified["replays"].as_array().unwrap()) {
        assert_eq!((&replay["agrees"], &replay["ticks"]), (&true.into(), &game["ticks"]));
        assert_eq!(replay["hash"], game["hash"], "with the hash that the match printed");
    }
}

#[test]
fn each_player_of_a_match_has_the_speed_the_slips_and_the_placements_of_its_side() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str| json(korobka(home.path(), &words(line)));
    let sides = "--pps 3,8 --slips 0,4 --placements straight,reachable";
    run(&format!("match literature:bcts lin:published --games 1 {sides} --seed 4 --json --replays saved"));
    let told = run("replay --json saved/game-0001.replay");
    let player = |seat: usize| told["seats"][seat]["player"]["computer"].clone();
    let expected = [("literature:bcts", 3000, 0, "straight"), ("lin:published", 8000, 4, "reachable")];
    let expected = expected.map(|(spec, pace, slips, placements)| {
        serde_json::json!({ "spec": spec, "pace": { "milli_pps": pace }, "slips": slips, "placements": placements })
    });
    assert_eq!([player(0), player(1)], expected);
}

#[test]
fn the_rounds_of_a_replay_are_told_with_who_won_each_and_how_long_it_took() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str| json(korobka(home.path(), &words(line)));
    run("match literature:bcts lin:published --games 1 --first-to 2 --pps 6 --seed 4 --json --replays saved");
    let told = run("replay --json saved/game-0001.replay");
    let rounds = told["rounds"].as_array().unwrap();
    let won = |seat: u8| rounds.iter().filter(|round| round["winner"] == seat).count();
    assert_eq!(told["result"]["wins"], serde_json::json!([won(0), won(1)]));
    let last = rounds.last().unwrap();
    assert!(rounds.len() > 1, "one round alone decides nothing");
    let (winner, ticks) = (&told["result"]["winner"], &told["result"]["round_ticks"]);
    assert_eq!((&last["winner"], &last["ticks"]), (winner, ticks));
    for seat in 0..2 {
        assert_eq!(last["players"][seat]["figures"]["lines"], told["result"]["lines"][seat]);
        assert_eq!(last["players"][seat]["loss"].is_null(), last["winner"] == seat, "only the loser has lost");
    }
}

#[test]
fn a_review_says_of_each_move_whose_it_was_and_when_it_was_played() {
    let home = tempfile::tempdir().unwrap();
    let replay = played(1, 2.0, 3_000);
    let moves = recorded_moves(&Arc::new(replay.clone())).unwrap();
    let names: Vec<String> = replay.setup.seats.iter().map(|seat| seat.name.clone()).collect();
    write(&home.path().join("a.replay"), &SavedReplay { label: MatchLabel::for_recording(0), replay }).unwrap();
    let told = json(korobka(home.path(), &words("review --games 0 --json a.replay")));
    let judged = told["moves"].as_array().unwrap();
    assert!(moves.len() > 6 && judged.len() == moves.len(), "{} of {}", judged.len(), moves.len());
    for (one, of) in judged.iter().zip(&moves) {
        let place = ["seat", "round", "number", "tick", "appeared"].map(|key| one[key].as_u64().unwrap());
        let (seat, round) = (u64::from(of.seat) + 1, u64::from(of.round) + 1);
        assert_eq!(place, [seat, round, of.number.into(), of.tick, of.timing.now]);
        let [best, played] = ["best_chance", "played_chance"].map(|key| one["verdict"][key].as_f64().unwrap());
        assert!(best >= played, "{one}");
    }
    let text = printed(korobka(home.path(), &words("review --games 0 a.replay")));
    for (seat, name) in names.iter().enumerate() {
        let own = moves.iter().filter(|of| usize::from(of.seat) == seat).count();
        let player = &told["players"][seat];
        assert_eq!((player["name"].as_str(), player["moves"].as_u64()), (Some(name.as_str()), Some(own as u64)));
        let line = text.lines().find(|line| line.starts_with(&format!("{name}: accuracy "))).unwrap();
        assert!(line.contains(&format!(" {own} moves: ")), "{line}");
    }
}
