//! `korobka evaluate` and `opponents` from the outside, and how players that need no file are named.

use super::cli_errors::{assert_line_refused, json, korobka, printed, words};
use super::generation_files::tiny;
use super::training_units::advanced;
use korobka::storage::{Catalog, Spec, cost, generation, measured};
use korobka::train::{Recipe, Trainer};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn said(home: &Path, arguments: &str) -> String {
    printed(korobka(home, &words(arguments)))
}

fn parsed(home: &Path, arguments: &str) -> Value {
    json(korobka(home, &words(arguments)))
}

#[test]
fn an_evaluation_says_the_same_on_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    let run = |flags: &str| {
        let mut object = parsed(home.path(), &format!("evaluate iwumbwe:0 --games 9 --piece-cap 200 --json {flags}"));
        for clock in ["seconds", "pieces_per_second"] {
            assert!(object.as_object_mut().unwrap().remove(clock).unwrap().is_number());
        }
        object
    };
    let one = run("--jobs 1");
    assert_eq!(one, run("--jobs 3"));
    assert_ne!(one["lines"], run("--seed 2")["lines"], "another seed has other games");
    assert_eq!((&one["games"], &one["cap"]["pieces"], &one["board"]), (&9.into(), &200.into(), &"10x20".into()));
    let (low, mean) = (one["lines"]["low"].as_f64().unwrap(), one["lines"]["mean"].as_f64().unwrap());
    assert!(low < mean && mean < one["lines"]["high"].as_f64().unwrap(), "{one}");
}

/// What the commands print is written down once, in the laboratory's documents.
#[test]
fn every_key_of_the_json_objects_is_written_down() {
    let home = tempfile::tempdir().unwrap();
    let written = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lab/output.md")).unwrap();
    let known = |object: &Value| {
        for key in object.as_object().unwrap().keys() {
            assert!(written.contains(&format!("`{key}`")), "{key} is not in docs/lab/output.md");
        }
    };
    let object = parsed(home.path(), "evaluate iwumbwe:0 iwumbwe:0#1 --games 2 --piece-cap 30 --json");
    assert_eq!(object["players"].as_array().unwrap().len(), 2);
    known(&object);
    known(&object["players"][0]);
    let sent = parsed(home.path(), "evaluate literature:bcts --lines-sent --games 1 --piece-cap 20 --nodes 50 --json");
    known(&sent);
    known(&sent["results"][0]);
}

#[test]
fn flags_change_the_games() {
    let home = tempfile::tempdir().unwrap();
    let object = parsed(
        home.path(),
        "evaluate iwumbwe:1 --games 2 --board 8x16 --pieces uniform --piece-set pentomino --lookahead 0 --line-cap 0 --json",
    );
    for (key, value) in [("board", "8x16"), ("pieces", "uniform"), ("piece_set", "pentomino")] {
        assert_eq!(object[key], value);
    }
    assert_eq!((&object["lookahead"], &object["cap"]["score"]), (&0.into(), &Value::Null));
    assert_eq!(object["capped"], 0);
}

#[test]
fn a_csv_has_a_heading_and_a_row_for_each() {
    let home = tempfile::tempdir().unwrap();
    let rectangular = |text: &str, rows: usize| {
        let cells: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(cells.len(), rows + 1, "{text}");
        assert!(cells.iter().all(|count| *count == cells[0]), "{text}");
    };
    rectangular(&said(home.path(), "evaluate iwumbwe:0 --games 3 --piece-cap 30 --csv"), 3);
    rectangular(&said(home.path(), "evaluate iwumbwe:0 iwumbwe:1 iwumbwe:2 --games 3 --piece-cap 30 --csv"), 3);
}

#[test]
fn a_player_compared_with_itself_is_exactly_as_good() {
    let home = tempfile::tempdir().unwrap();
    let object = parsed(home.path(), "evaluate iwumbwe:0 iwumbwe:0 iwumbwe:0#9 --games 8 --json");
    let ratio = |player: usize| ["ratio", "ratio_low", "ratio_high"].map(|key| object["players"][player][key].clone());
    assert_eq!(ratio(0), [1.0, 1.0, 1.0]);
    assert_eq!(ratio(1), [1.0, 1.0, 1.0]);
    assert_ne!(ratio(2), [1.0, 1.0, 1.0], "another genome plays other games");
}

#[test]
fn the_cost_of_a_generation_is_all_pieces_of_its_run_up_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut recipe = Recipe::named("iwumbwe").unwrap();
    (recipe.population, recipe.held_out_games, recipe.score_cap) = (6, 1, 300);
    let mut trainer = Trainer::new(recipe, 8).unwrap();
    let (mut files, mut sums, mut history) = (Vec::new(), Vec::new(), "pieces,generation".to_owned());
    for number in 0..3 {
        let made = advanced(&mut trainer, 2);
        let file = folder.path().join(generation::file_name("iwumbwe", number));
        generation::write(&file, &made).unwrap();
        files.push(file);
        sums.push(made.figures.pieces + sums.last().unwrap_or(&0));
        history += &format!("\n{},{number}", made.figures.pieces);
    }
    for (file, sum) in files.iter().zip(&sums) {
        assert_eq!(cost::training_pieces_up_to(file), Some(*sum));
    }
    let by_name = parsed(folder.path(), "evaluate iwumbwe-0002.gen iwumbwe-0000.gen --games 1 --piece-cap 5 --json");
    let costs = [0, 1].map(|player: usize| by_name["players"][player]["cost"].as_u64());
    assert_eq!(costs, [Some(sums[2]), Some(sums[0])], "also by the name that a file has in the working folder");
    // A generation of another run in the folder changes nothing; one that is missing makes the sum unknown.
    generation::write(&folder.path().join("foreign-0001.gen"), tiny()).unwrap();
    assert_eq!(cost::training_pieces_up_to(&files[2]), Some(sums[2]));
    std::fs::remove_file(&files[1]).unwrap();
    assert_eq!(cost::training_pieces_up_to(&files[2]), None);
    // Unless the history beside it knows.
    std::fs::write(folder.path().join("history.csv"), history).unwrap();
    assert_eq!(cost::training_pieces_up_to(&files[2]), Some(sums[2]));
    let endless = format!("generation,pieces\n0,{}\n1,1\n2,{}\n", u64::MAX, sums[2] - sums[1]);
    std::fs::write(folder.path().join("history.csv"), endless).unwrap();
    assert_eq!(cost::training_pieces_up_to(&files[2]), None, "more than a number can say");
    std::fs::write(folder.path().join("history.csv"), "generation,pieces\n0,1\n1,1\n2,1\n").unwrap();
    assert_eq!(cost::training_pieces_up_to(&files[2]), None, "another run's history is not believed");
    assert_eq!(cost::training_pieces_up_to(&folder.path().join("nowhere.gen")), None);
}

#[test]
#[cfg_attr(not(feature = "game"), ignore = "some of its commands come with the game")]
fn everyone_that_needs_no_file_is_listed_and_can_be_played() {
    let home = tempfile::tempdir().unwrap();
    let catalog = Catalog::from_folders(None, None);
    assert!(!catalog.built_in.is_empty());
    let listed = said(home.path(), "opponents");
    for player in &catalog.built_in {
        let spec = player.spec();
        let found = catalog.contestant(&spec.parse::<Spec>().unwrap()).unwrap();
        assert_eq!(found.name, spec.replace(':', " "));
        assert!(found.rules.checked().is_ok(), "{spec}");
        assert!(listed.contains(&spec), "{spec} is listed");
        assert_eq!(spec.parse::<Spec>().unwrap().to_string(), spec);
    }
    let json = parsed(home.path(), "opponents --json");
    assert_eq!(json["standing"].as_array().unwrap().len(), catalog.built_in.len());
    let out = parsed(home.path(), "match literature:bcts iwumbwe:0 --games 1 --pps 10 --json");
    assert_eq!(out["results"].as_array().unwrap().len(), 1);
}

#[test]
fn a_reader_that_has_gone_is_no_failure() {
    let home = tempfile::tempdir().unwrap();
    for arguments in ["opponents", "evaluate iwumbwe:0 --games 1", "evaluate iwumbwe:0 iwumbwe:1 --games 1 --csv"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
        command.env("KOROBKA_HOME", home.path()).args(words(arguments)).stdout(writer);
        let output = command.output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    }
}

#[test]
fn the_shipped_figures_are_those_of_players_that_there_are() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(measured::FILE_NAME);
    let (figures, warnings) = measured::read(&file);
    assert_eq!(warnings, Vec::<String>::new());
    let mut catalog = Catalog::from_folders(None, None);
    catalog.read_measured(&file);
    for player in &catalog.built_in {
        let measured = player.measured.as_ref();
        assert!(measured.is_some_and(|measured| measured.games > 0), "{} was measured", player.spec());
    }
    assert_eq!(figures.len(), catalog.built_in.len(), "nobody else was");
}

#[test]
fn a_damaged_line_of_figures_is_a_warning_and_the_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(measured::FILE_NAME);
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(measured::FILE_NAME);
    let text = std::fs::read_to_string(shipped).unwrap();
    std::fs::write(&file, format!("not a line\n\n{text}")).unwrap();
    let (figures, warnings) = measured::read(&file);
    assert_eq!((figures.len(), warnings.len()), (text.lines().count(), 1));
    assert!(warnings[0].contains("measured.jsonl, line 1"), "{}", warnings[0]);
    assert_eq!(measured::read(&folder.path().join("nowhere")), (Vec::new(), Vec::new()));
}

#[test]
fn bad_players_and_bad_conditions_are_one_line_and_exit_code_2() {
    let home = tempfile::tempdir().unwrap();
    let run = |arguments: &str, said: &str| assert_line_refused(home.path(), arguments, said);
    run("evaluate", "<SPEC>");
    run("evaluate literature:nobody", "there is no literature:nobody; known: ");
    run("evaluate literature:bcts#1", "there is no #1");
    run("evaluate literature:", "literature:controller, a file or tbp:command");
    run("evaluate nobody:published", "unknown recipe 'nobody'");
    run("evaluate champion-duel:100", "recipe champion-duel searches over placements: it makes no brain; it plays in");
    run("evaluate iwumbwe:0 tbp:cat", "tbp:cat is a program of its own");
    run("evaluate iwumbwe:published", "no weights were published for recipe iwumbwe; there are generations");
    run("evaluate --recipe iwumbwe", "no weights were published for recipe iwumbwe");
    run("evaluate --recipe nobody --weights 1", "unknown recipe 'nobody'");
    run("evaluate --recipe iwumbwe --weights 1,-2,3", "needs 144 weights, of a 9-8-8-1 network over deepest-well, ");
    run("evaluate --recipe lin --weights 1,2", "needs 5 weights, one each for max-height, ");
    run("evaluate --recipe iwumbwe --weights one", "invalid value 'one'");
    let nan = format!("evaluate --recipe iwumbwe --weights {}nan", "-0.5,".repeat(143));
    run(&nan, "weight 144 is NaN, must be a finite number");
    run("evaluate --weights 1", "--recipe");
    run("evaluate iwumbwe:0 --recipe iwumbwe", "cannot be used with");
    for command in ["evaluate iwumbwe:0", "evaluate iwumbwe:0 iwumbwe:1"] {
        let with = |flags: &str, said: &str| run(&format!("{command} {flags}"), said);
        with("--games 0", "0 is not in 1..=100000");
        with("--games 100001", "100001 is not in 1..=100000");
        with("--games -3", "'-3'");
        with("--board 10", "give columns x visible rows");
        with("--board 3x20", "width is 3, must be 4-16");
        with("--board 10x41", "visible rows is 41, must be 4-40");
        with("--board 999x20", "give columns x visible rows");
        with("--board 4x20 --piece-set pentomino", "at least 5 for pentominoes");
        with("--line-cap -1", "'-1'");
        with("--score-cap beauty", "invalid value 'beauty'");
        with("--lookahead 2", "2 is not in 0..=1");
        with("--pieces fair", "invalid value 'fair'");
        with("--jobs 0", "0 is not in 1..=256");
        with("--threads 2", "games side by side are --jobs");
        with("--nodes 200", "--nodes goes only with --lines-sent");
        with("--garbage 4/8 --untold", "goes only with --lines-sent");
        with("--lines-sent --untold", "--garbage");
        with("--json --csv", "cannot be used with");
    }
    run("evaluate iwumbwe:0 lin:1 --lines-sent", "give one SPEC");
    for flag in ["--csv", "--board 10x20", "--line-cap 5", "--pieces bag"] {
        run(&format!("evaluate literature:bcts --lines-sent {flag}"), "does not go with --lines-sent");
    }
    run("evaluate literature:bcts --lines-sent --piece-cap 0", "--piece-cap is 0, must be 1-1000000");
    run("evaluate iwumbwe:0 iwumbwe:99", "there is no iwumbwe:99");
}
