//! Custom games as lines of text, puzzles as files, and the ten best.

use korobka::app::persistence::PlayerFile;
use korobka::app::persistence::presets::CustomGames;
use korobka::app::persistence::puzzles::{self, PuzzleBook};
use korobka::app::persistence::records::{BEST_GAMES_KEPT, GameFinish, Record, Records};
use korobka::game::modes::entries::{AllowedValues, GAME_OPTIONS, value_text};
use korobka::game::modes::{GameComparison, GarbageFeed, ModeOptions, Plan, line};
use korobka::game::{MatchSetup, Mode, Pace, SeatSetup, headless};
use korobka::movegen::PlacementChoice;
use korobka::rules::random::Purpose;
use korobka::rules::{GeneratorKind, GravityRule, Random, RuleSet, Rules, ScoringRule};
use korobka::storage::Catalog;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Barrier;
use tempfile::tempdir;

/// Every value's path in the rules' own file form.
fn leaves(value: &serde_json::Value, path: &str, into: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{path}/{name}"), into));
        }
        _ => {
            into.insert(path.to_owned());
        }
    }
}

#[test]
fn every_option_of_the_rules_is_in_the_table() {
    let form = |plan: &Plan| serde_json::to_value(plan.rules).unwrap();
    let usual = line::default_custom_plan();
    let mut all = BTreeSet::new();
    leaves(&form(&usual), "", &mut all);
    let mut reached = BTreeSet::new();
    for option in GAME_OPTIONS {
        let values = match option.allowed {
            AllowedValues::Number { low, high, .. } => vec![low, high],
            AllowedValues::Choice(choices) => (0..choices.len() as u32).collect(),
            AllowedValues::Switch => vec![0, 1],
        };
        for value in values {
            assert!(option.allows(value), "{}", option.key);
            if !(option.applies)(&usual) {
                continue;
            }
            let mut plan = usual.clone();
            (option.set)(&mut plan, value);
            let changed = form(&plan);
            for leaf in &all {
                if changed.pointer(leaf) != form(&usual).pointer(leaf) {
                    reached.insert(leaf.clone());
                }
            }
        }
    }
    assert_eq!(reached, all, "every field of the rules can be set by an entry");
}

#[test]
fn an_option_has_no_value_above_its_highest() {
    for option in GAME_OPTIONS {
        let highest = match option.allowed {
            AllowedValues::Number { high, .. } => high,
            AllowedValues::Choice(choices) => choices.len() as u32 - 1,
            AllowedValues::Switch => 1,
        };
        assert_eq!([highest, highest + 1].map(|value| option.allows(value)), [true, false], "{}", option.key);
    }
}

#[test]
fn a_limit_of_nothing_is_none() {
    let text = |key: &str, value: u32| {
        let option = GAME_OPTIONS.iter().find(|option| option.key == key).unwrap();
        value_text(option, value)
    };
    assert_eq!([text("round-limit", 0), text("round-limit", 90_000)], ["none", "1:30 min"]);
    assert_eq!([text("travel", 0), text("travel", 1500)], ["0 ms", "1.5 s"]);
}

#[test]
fn what_an_entry_sets_it_gives() {
    let mut random = Random::new(1, Purpose::Games);
    for _ in 0..2000 {
        let mut plan = line::default_custom_plan();
        for option in GAME_OPTIONS {
            if !(option.applies)(&plan) || random.chance(700) {
                continue;
            }
            let value = match option.allowed {
                AllowedValues::Number { low, high, .. } => low + random.below(high - low + 1),
                AllowedValues::Choice(choices) => random.below(choices.len() as u32),
                AllowedValues::Switch => random.below(2),
            };
            (option.set)(&mut plan, value);
            assert_eq!((option.get)(&plan), value, "{}", option.key);
        }
        let text = line::write(&plan);
        match line::parse(&text) {
            Ok(again) => {
                assert_eq!(
                    (again.rules, again.course.goal, again.course.feed),
                    (plan.rules, plan.course.goal, plan.course.feed),
                    "{text}"
                );
                assert_eq!(line::write(&again), text, "equal games have equal lines");
            }
            // A board of four columns has no room for a bar of five.
            Err(error) => assert!(error.to_string().contains("at least 5 for pentominoes"), "{text}: {error}"),
        }
    }
}

#[test]
fn the_keys_of_the_table_differ() {
    let keys: BTreeSet<&str> = GAME_OPTIONS.iter().map(|option| option.key).collect();
    assert_eq!(keys.len(), GAME_OPTIONS.len());
    assert_eq!(line::write(&line::default_custom_plan()), "", "the usual game is an empty line");
}

#[test]
fn a_bad_line_is_named() {
    let cases = [
        ("width", "'width' is not option=value"),
        ("widht=12", "there is no option 'widht'; did you mean width?"),
        ("=12", "'=12' is not option=value"),
        (
            "https://play.example/#board=v115@vhAAgH",
            "there is no option 'https://play.example/#bo...'; a line looks like: width=12 gravity=off",
        ),
        ("https://play.example/korobka/", "'https://play.example/kor...' is not option=value"),
        ("width=99", "width is '99', must be 4-16"),
        ("gravity=up", "gravity is 'up', must be level, clock, off"),
        ("hold=maybe", "hold is 'maybe', must be on or off"),
        ("fall=5", "fall means nothing here: it depends on another option"),
        ("strewn=10 goal=dig", "strewn means nothing here: it depends on another option"),
        ("width=8 width=9", "width is given twice"),
        ("width=4 pieces=pentomino", "rules: width is 4, must be at least 5 for pentominoes"),
        ("width=-1", "width is '-1', must be 4-16"),
    ];
    for (text, message) in cases {
        assert_eq!(line::parse(text).unwrap_err().to_string(), message, "{text}");
    }
    let plan = line::parse("fall=30000 gravity=clock").unwrap();
    assert_eq!(line::write(&plan), "gravity=clock fall=30000", "the order of a line does not matter");
}

#[test]
fn a_custom_game_is_read_from_a_link() {
    let link = |rest: &str| line::parse(&format!("https://play.example/korobka/#custom={rest}"));
    let plan = link("width%3D12+pieces%3Dpentomino&opponent=champion%3A8&pps=2").unwrap();
    assert_eq!(line::write(&plan), "width=12 pieces=pentomino");
    assert_eq!(Ok(plan), line::parse("width=12 pieces=pentomino"), "with the id of the records too");
    assert_eq!(line::write(&link("gravity=off%20width%3d8").unwrap()), "width=8 gravity=off", "as some write it");
    assert_eq!(link(""), line::parse(""), "the usual game");
    assert_eq!(link("width%3D99").unwrap_err().to_string(), "width is '99', must be 4-16");
}

#[test]
fn the_rules_of_a_match_make_a_line_that_makes_them() {
    for set in RuleSet::ALL {
        let mut rules =
            Rules { first_to: 5, round_limit: 180_000, gravity: GravityRule::Off, hold: false, ..set.rules() };
        rules.scoring = ScoringRule::Flat { piece: 0, lines: [0; 5] };
        rules.garbage.travel = 500;
        let line = line::write_match_rules(&rules);
        assert_eq!(line::parse_match_rules(&line), Ok(rules), "{line}");
    }
    assert_eq!(line::write_match_rules(&Rules::versus()), "", "the usual match is an empty line");
    let best_of_nine = Rules { first_to: 5, ..RuleSet::Tetrio2.rules() };
    assert!(line::write_match_rules(&best_of_nine).ends_with("attack=tetrio-2 combo=multiplier first-to=5"));
    assert_eq!(line::parse_match_rules(""), Ok(Rules::versus()));
    for of_a_game in ["goal-lines=40", "goal=time", "goal=dig", "attacks=on", "strewn=8", "undo=on", "immortal=on"] {
        assert_eq!(line::parse_match_rules(of_a_game), Err(line::GameLineError::Course), "{of_a_game}");
    }
    assert!(line::parse_match_rules("first-to=11").is_err());
}

#[test]
fn a_mode_that_is_not_one_is_refused_in_a_line() {
    use super::cli_errors::assert_refused;
    let home = tempdir().unwrap();
    let run = |mode: &str, words: &str| {
        assert_refused(home.path(), &["play", "--mode", mode, "--headless", "--ticks", "10"], words)
    };
    run("race", "known are marathon, sprint, blitz");
    run("sprint30", "a sprint has 10, 20, 40 or 100 lines");
    run("blitz3", "a blitz has 1, 2 or 5 minutes");
    run("dig11", "a dig has 10, 18 or 100 rows");
    run("puzzle", "name one: puzzle:NAME");
    run("puzzle:nowhere", "there is no puzzle 'nowhere'");
    run("puzzle:random:0", "random:0 must be random:1 to random:20");
    run("puzzle:random:21", "random:21 must be random:1 to random:20");
    run("custom:width=99", "custom: width is '99', must be 4-16");
    run("zen5", "'zen' takes nothing more");
}

#[test]
fn every_mode_runs_without_a_window() {
    use super::cli_errors::korobka;
    let home = tempdir().unwrap();
    let modes = "marathon marathon-endless sprint sprint10 sprint-100 blitz blitz5 dig dig18 survival zen \
                 puzzle:08-cellar puzzle:random:11 custom: custom:gravity=off versus watch";
    for mode in modes.split_whitespace() {
        let output = korobka(home.path(), &["play", "--mode", mode, "--seed", "1", "--headless", "--ticks", "4000"]);
        assert!(output.status.success(), "{mode}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_watched_match_is_told_by_score_lines_and_hash_and_each_player_plays_by_its_own_flags() {
    use super::cli_errors::{json, korobka, words};
    let styles = [
        ("literature:bcts", 3.0, 3, PlacementChoice::Straight),
        ("literature:dellacherie", 9.0, 0, PlacementChoice::Reachable),
    ];
    let seats = styles.map(|(spec, pps, slips, placements)| {
        let found = Catalog::load().contestant(&spec.parse().unwrap()).unwrap();
        SeatSetup::from_contestant(found, Some(placements), Pace::from_pps(pps), slips)
    });
    let Plan { rules, course } = Plan::from_rules(RuleSet::Guideline.rules());
    let setup = MatchSetup { mode: Mode::Watch, rules, course, seed: 4, seats: seats.into() };
    let end = headless::play_match(setup, Some(13_000));
    assert!(end.scores[1].pieces > 2 * end.scores[0].pieces, "the right player is the faster");
    assert!(end.scores.iter().all(|score| score.lines > 0), "both have cleared lines");

    let home = tempdir().unwrap();
    let line = "play --mode watch --left literature:bcts --right literature:dellacherie --pps 3,9 --slips 3,0 \
                --placements straight,reachable --rules guideline --seed 4 --ticks 13000 --headless --json";
    let told = json(korobka(home.path(), &words(line)));
    let scores: Vec<u64> = end.scores.iter().map(|score| score.score).collect();
    let lines: Vec<u32> = end.scores.iter().map(|score| score.lines).collect();
    let hash = format!("{:016x}", end.hash);
    let expected = serde_json::json!({
        "mode": "watch", "seed": 4, "ticks": 13_000, "hash": hash, "score": scores, "lines": lines,
    });
    assert_eq!(told, expected);
}

#[test]
#[cfg(target_os = "linux")]
fn a_trace_that_the_disk_cuts_short_is_a_failure_after_the_result() {
    use super::cli_errors::korobka;
    let home = tempdir().unwrap();
    let output = korobka(home.path(), &["play", "--headless", "--ticks", "100", "--trace", "/dev/full"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("the trace ends here: the disk is full") && said.contains("not whole"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("100 ticks"), "the match is played all the same");
}

const GOOD: &str = "name = \"A\"\ngoal = \"lines 1\"\nqueue = \"I\"\nboard = \"\"\"\n######....\n\"\"\"\n";

#[test]
fn a_bad_puzzle_is_named_and_kept() {
    assert!(puzzles::parse(GOOD).is_ok());
    let cases = [
        (
            GOOD.replace("lines 1", "lines"),
            "goal 'lines' is not known: write clear, perfect, lines N, spins N or spin-clear N",
        ),
        (GOOD.replace("######....", "######..."), "board row 1 from the top is 9 wide, the board is 10"),
        (
            GOOD.replace("######....", "#####?...."),
            "board row 1 has a '?': write . for empty, # for garbage, or a piece's letter",
        ),
        (GOOD.replace("######....", "##########"), "board row 1 is full already: it would have cleared"),
        (GOOD.replace("\"I\"", "\"IQ\""), "there is no piece 'Q' in this set"),
        (GOOD.replace("\"I\"", "\"\""), "the queue is empty: write the letters of its pieces, or set endless = true"),
        (GOOD.replace("name =", "nmae ="), "line 1: unknown field `nmae`"),
        (GOOD.replace("queue = \"I\"", "queue = I"), "line 3: "),
        (GOOD.replace("queue =", "queu ="), "line 3: unknown field `queu`"),
        (format!("rules = \"depth=3\"\n{GOOD}"), "there is no option 'depth'"),
        (format!("rules = \"hold=off goal=time\"\n{GOOD}"), "'goal' is not a rule of a puzzle"),
        (format!("rules = \"bag=random\"\n{GOOD}"), "'bag' is not a rule of a puzzle"),
    ];
    let folder = tempdir().unwrap();
    for (number, (text, message)) in cases.iter().enumerate() {
        let error = puzzles::parse(text).unwrap_err();
        assert!(error.starts_with(message), "{error:?} begins with {message:?}");
        fs::write(folder.path().join(format!("{number}.toml")), text).unwrap();
    }
    fs::write(folder.path().join("good.toml"), GOOD).unwrap();
    fs::write(folder.path().join("bytes.toml"), b"\xff\xfe").unwrap();
    let mut book = PuzzleBook::default();
    book.add_folder(folder.path(), false);
    assert_eq!(book.entries.len(), 1, "the good one can be played");
    assert_eq!(book.warnings.len(), cases.len() + 1, "a line for each of the others");
    assert!(book.warnings.iter().all(|line| !line.contains('\n')), "{:?}", book.warnings);
    for (number, (text, _)) in cases.iter().enumerate() {
        let kept = fs::read_to_string(folder.path().join(format!("{number}.toml"))).unwrap();
        assert_eq!(&kept, text, "the file is as it was");
    }
    let unknown = book.puzzle_plan("none", &Rules::marathon()).unwrap_err().to_string();
    assert_eq!(unknown, "there is no puzzle 'none'; known are good, and random:ROWS");
    assert!(book.puzzle_plan("random:0", &Rules::marathon()).is_err());
}

#[test]
fn a_folder_of_puzzles_that_cannot_be_read_is_named_and_a_missing_one_is_not() {
    let home = tempdir().unwrap();
    let folder = home.path().join("puzzles");
    let warnings = || {
        let mut book = PuzzleBook::default();
        book.add_folder(&folder, false);
        book.warnings
    };
    assert_eq!(warnings(), Vec::<String>::new());
    fs::write(&folder, "a file is in its place").unwrap();
    let told = warnings();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with(&format!("cannot read {}: ", folder.display())), "{told:?}");
}

#[test]
fn puzzles_of_one_name_that_are_written_at_once_take_no_place_of_each_other() {
    let home = tempdir().unwrap();
    let puzzle = puzzles::parse(GOOD).unwrap();
    let start = Barrier::new(8);
    let write = || {
        start.wait();
        puzzles::write_new(home.path(), &puzzle).unwrap()
    };
    let paths: BTreeSet<PathBuf> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8).map(|_| scope.spawn(write)).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    assert_eq!(paths.len(), 8, "{paths:?}");
}

#[test]
fn all_rules_of_a_puzzle_are_applied() {
    let text = format!("endless = true\nrules = \"bag=random hold=off undo=off attacks=on attack-rows=3\"\n{GOOD}");
    let plan = puzzles::parse(&text).unwrap().make_plan("a", &Rules::marathon()).unwrap();
    assert_eq!((plan.rules.generator, plan.rules.hold, plan.course.undo), (GeneratorKind::Uniform, false, false));
    assert!(matches!(plan.course.feed, GarbageFeed::Clock { rows: 3, .. }), "{:?}", plan.course.feed);
    assert!(puzzles::parse(GOOD).unwrap().make_plan("a", &Rules::marathon()).unwrap().course.undo, "as is usual");
}

fn finish(id: &str, better: GameComparison, score: u64, time: u64, reached: bool) -> GameFinish {
    let record = Record { score, time, reached, date: time, trail: vec![1, 2, 3], ..Record::default() };
    GameFinish { mode: Mode::Sprint, id: id.to_owned(), better, record, timed: true, opponent: None }
}

#[test]
fn the_ten_best_are_kept_in_order() {
    let mut records = Records::default();
    for time in [50, 30, 40, 70, 60, 20, 90, 80, 100, 110, 120, 10] {
        records.count_game(&finish("sprint-40", GameComparison::Sooner, 0, time, true));
    }
    let table = records.best_games("sprint-40").unwrap();
    let times: Vec<u64> = table.best.iter().map(|record| record.time).collect();
    assert_eq!(times, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    assert_eq!((table.games, table.best.len()), (12, BEST_GAMES_KEPT));
    assert!(!table.best[0].trail.is_empty(), "the best keeps its trail");
    assert!(table.best[1..].iter().all(|record| record.trail.is_empty()), "the others do not");
    assert_eq!(
        records.count_game(&finish("sprint-40", GameComparison::Sooner, 0, 5, false)).place,
        None,
        "the goal was not reached"
    );
    assert_eq!(records.count_game(&finish("sprint-40", GameComparison::Sooner, 0, 45, true)).place, Some(5));
    assert_eq!(records.count_game(&finish("blitz", GameComparison::Score, 10, 5, false)).place, Some(1));
    assert_eq!(
        records.count_game(&finish("blitz", GameComparison::Score, 10, 5, false)).place,
        Some(2),
        "an equal one comes after"
    );
    assert_eq!(records.count_game(&finish("survival", GameComparison::Longer, 0, 5, false)).place, Some(1));
    assert_eq!(
        records.count_game(&finish("survival", GameComparison::Longer, 0, 6, false)).place,
        Some(1),
        "longer is better"
    );
    assert!(records.attach_replay("survival", 7, 3, "a.replay"), "the nearest in time");
    assert!(!records.attach_replay("survival", 60, 3, "b.replay"), "nobody ended then");
    assert_eq!(records.best("survival").unwrap().replay.as_deref(), Some("a.replay"));

    let folder = tempdir().unwrap();
    records.write_to(folder.path()).unwrap();
    let kept = Records::read_from(folder.path());
    assert_eq!((kept.value, kept.warning), (records, None), "they come back from disk");
}

#[test]
fn a_marathon_by_other_rules_has_a_table_of_its_own_and_no_part_in_the_other_records() {
    let mut records = Records::default();
    let marathon = |id: &str| GameFinish { mode: Mode::Marathon, ..finish(id, GameComparison::Score, 10, 5, true) };
    let quick = Rules { start_level: 5, ..Rules::marathon() };
    let id = Plan::of(Mode::Marathon, &ModeOptions::default(), &quick).course.id;
    let broken = records.count_game(&marathon(&id));
    assert_eq!((broken.place, broken.score, broken.time), (Some(1), false, false));
    assert_eq!(records.marathon, Default::default());
    assert!(records.count_game(&marathon("marathon-150")).score);
    assert_eq!(records.marathon.games, 1);
}

#[test]
fn records_of_an_older_version_are_read() {
    let folder = tempdir().unwrap();
    let old = "[marathon]\nscore = 120\nlines = 9\ntime = 0\ngames = 2\nwins = 0\n\n[versus]\nscore = 5\nlines = 1\ntime = 7\ngames = 1\nwins = 1\n";
    fs::write(folder.path().join(Records::FILE_NAME), old).unwrap();
    let kept = Records::read_from(folder.path());
    assert_eq!(kept.warning, None);
    assert_eq!((kept.value.marathon.score, kept.value.versus.time), (120, 7));
    assert!(kept.value.tables.is_empty());
}

#[test]
fn saved_games_come_back_and_bad_ones_stay() {
    let folder = tempdir().unwrap();
    let mut saved = CustomGames::default();
    saved.games.insert("Wide".to_owned(), "width=16".to_owned());
    saved.games.insert("Broken".to_owned(), "width=160".to_owned());
    saved.write_to(folder.path()).unwrap();
    let kept = CustomGames::read_from(folder.path()).value;
    assert_eq!(kept, saved, "a wrong line is kept as it is");
}
