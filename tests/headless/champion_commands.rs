//! `solo`, `arena` and the recipe `champion` from the command line.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn korobka(arguments: &[&str], threads: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_korobka")).args(arguments).env("RAYON_NUM_THREADS", threads).output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Two generations of a tiny run; the file of the last.
fn trained(folder: &Path) -> String {
    let out = folder.join("run");
    let arguments = [
        "train",
        "--recipe",
        "champion",
        "--population",
        "6",
        "--generations",
        "1",
        "--piece-cap",
        "30",
        "--nodes",
        "100",
        "--held-out-games",
        "1",
        "--no-charts",
        "--out",
    ];
    let output = korobka(&[&arguments[..], &[out.to_str().unwrap()]].concat(), "2");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out.join("champion-0001.gen").to_str().unwrap().to_owned()
}

#[test]
fn a_trained_generation_plays_alone_and_in_the_arena_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let champion = trained(folder.path());
    let solo = ["solo", &champion, "--pieces", "30", "--games", "3", "--nodes", "200", "--json"];
    let (one, two) = (json(&korobka(&solo, "1")), json(&korobka(&solo, "2")));
    assert_eq!(one["results"], two["results"]);
    assert_eq!(one["attack_a_piece"], two["attack_a_piece"]);
    assert_eq!(one["results"].as_array().unwrap().len(), 3);

    let arena = ["arena", "--left", &champion, "--right", "literature:bcts", "--games", "4", "--nodes", "200", "--csv"];
    let (one, two) = (korobka(&arena, "1"), korobka(&arena, "2"));
    assert!(one.status.success(), "{}", String::from_utf8_lossy(&one.stderr));
    assert_eq!(one.stdout, two.stdout);
    let text = String::from_utf8(one.stdout).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    let columns = text.lines().map(|line| line.split(',').count());
    assert!(columns.eq([15; 5]), "{text}");
}

#[test]
fn one_decision_on_several_threads_is_the_same_decision() {
    let folder = tempfile::tempdir().unwrap();
    let champion = trained(folder.path());
    for order in ["beam", "best-first"] {
        let solo =
            ["solo", &champion, "--pieces", "6", "--games", "2", "--nodes", "24000", "--search", order, "--json"];
        let results = |threads: &str| {
            let played = json(&korobka(&[&solo[..], &["--threads", threads]].concat(), "2"));
            assert_eq!(played["thinking"].as_str().unwrap().contains("best-first"), order == "best-first");
            assert!(played["nodes"].as_u64().unwrap() > 100_000, "{played}");
            played["results"].clone()
        };
        assert_eq!(results("1"), results("3"), "{order}");
    }
    let bot = |threads: &str| {
        let korobka = env!("CARGO_BIN_EXE_korobka");
        format!("tbp:'{korobka}' tbp --opponent '{champion}' --nodes 24000 --half-turns --threads {threads}")
    };
    let results = |threads| {
        json(&korobka(&["solo", &bot(threads), "--pieces", "5", "--games", "1", "--json"], "1"))["results"].clone()
    };
    assert_eq!(results("1"), results("2"), "over the protocol");
}

#[test]
fn who_meets_itself_scores_a_half() {
    let arena = ["arena", "--left", "literature:bcts", "--right", "literature:bcts", "--games", "6", "--json"];
    let result = json(&korobka(&arena, "2"));
    assert_eq!(result["score"]["mean"], 0.5, "each seed is played from both sides: {result}");
    assert_eq!(result["elo"]["mean"], 0.0);
}

#[test]
fn bad_input_is_one_line() {
    for (arguments, expected) in [
        (&["solo", "champion:9999"][..], "champion:9999"),
        (&["solo", "literature:bcts", "--garbage", "4"], "4/8"),
        (&["solo", "literature:bcts", "--nodes", "0"], "nodes"),
        (&["solo", "literature:bcts", "--threads", "9"], "threads"),
        (&["solo", "literature:bcts", "--memory", "1"], "memory"),
        (&["tbp", "--search", "deepest"], "best-first"),
        (&["arena", "--left", "literature:bcts", "--right", "nobody"], "nobody"),
        (&["train", "--recipe", "champion", "--board", "12x20"], "10x20"),
        (&["train", "--recipe", "lin", "--nodes", "5"], "nodes"),
        (&["train", "--recipe", "lin", "--fitness", "attack"], "attack"),
    ] {
        let output = korobka(arguments, "1");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(expected), "{error}");
    }
}
