//! Tournaments at the level of placements: the same for any number of threads, and what the table says.

use serde_json::Value;
use std::process::{Command, Output};

fn korobka(arguments: &[&str], threads: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_korobka")).args(arguments).env("RAYON_NUM_THREADS", threads).output().unwrap()
}

#[test]
fn a_tournament_of_placements_is_the_same_on_any_number_of_threads() {
    let players = ["literature:bcts", "lin:published", "cogsci-4:published"];
    let arguments = [&["match", "--level", "placements", "--games", "4", "--json"][..], &players].concat();
    let (one, two) = (korobka(&arguments, "1"), korobka(&arguments, "2"));
    assert!(one.status.success(), "{}", String::from_utf8_lossy(&one.stderr));
    assert_eq!(one.stdout, two.stdout);
    let jobs = korobka(&[&arguments[..], &["--jobs", "3"]].concat(), "1");
    assert_eq!(one.stdout, jobs.stdout);
    let table: Value = serde_json::from_slice(&one.stdout).unwrap();
    let listed = table["players"].as_array().unwrap();
    assert_eq!(listed.len(), 3);
    let number = |of: &Value, what: &str| of[what].as_f64().unwrap();
    assert!(listed.windows(2).all(|pair| number(&pair[0], "elo") >= number(&pair[1], "elo")), "the strongest first");
    assert!(listed.iter().map(|player| number(player, "elo")).sum::<f64>().abs() < 1e-6, "their mean is 0");
    for (at, player) in listed.iter().enumerate() {
        assert!(number(player, "error") > 0.0);
        let points = player["points"].as_array().unwrap();
        assert!(points[at].is_null(), "nobody meets itself");
        let sum: f64 = points.iter().filter_map(Value::as_f64).sum();
        assert_eq!(sum, number(player, "score") * number(player, "matches"));
        for (other, against) in points.iter().enumerate().filter(|(other, _)| *other != at) {
            let back = listed[other]["points"][at].as_f64().unwrap();
            assert_eq!(against.as_f64().unwrap() + back, 4.0, "what one wins the other loses");
        }
    }
}

#[test]
fn a_program_takes_part_at_the_level_of_placements() {
    let bot = format!("tbp:'{}' tbp --opponent literature:bcts --half-turns", env!("CARGO_BIN_EXE_korobka"));
    let players = ["match", &bot, "literature:bcts", "lin:published", "--level", "placements"];
    let output = korobka(&[&players[..], &["--games", "2", "--think-ms", "1"]].concat(), "2");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("Korobka literature bcts") && text.starts_with("3 players, 2 matches a pair"), "{text}");
}

#[test]
fn what_cannot_be_played_is_one_line() {
    for (arguments, expected) in [
        (&["lin:published"][..], "needs two players"),
        (&["lin:published", "lin:published", "lin:1"], "takes part twice"),
        (&["lin:published@2", "literature:bcts"], "no speeds"),
        (&["lin:published@2", "literature:bcts", "lin:1"], "no speeds"),
        (&["tbp:no/such/bot", "lin:published"], "cannot be started"),
        (&["tbp:no/such@bot", "lin:published"], "korobka: TBP bot"),
        (&["lin:1", "lin:2", "--games", "1"], "--games is 1, must be even"),
        (&["lin:1", "lin:2", "--games", "7"], "--games is 7, must be even"),
        (&["lin:1", "lin:2", "lin:3", "--csv"], "--csv goes with two players alone"),
        (&["lin:1", "lin:2", "lin:3", "--ablate", "rows"], "--ablate goes with two players alone"),
    ] {
        let output = korobka(&[&["match", "--level", "placements"], arguments].concat(), "1");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

/// On equal terms both sides have the same pieces, so that a second match from the other side would be the first again.
#[test]
fn matches_on_equal_terms_are_all_different() {
    let columns = |equal: &[&str]| {
        let asked =
            ["match", "champion:25", "champion:8", "--level", "placements", "--games", "6", "--nodes", "60", "--csv"];
        let out = korobka(&[&asked, equal].concat(), "2");
        let text = String::from_utf8(out.stdout).unwrap();
        let rows: Vec<String> = text.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned()).collect();
        assert_eq!(rows.len(), 6, "{text}");
        rows.iter().collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!((columns(&["--equal-terms"]), columns(&[])), (6, 6));
}
