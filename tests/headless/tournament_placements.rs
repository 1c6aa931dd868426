//! Tournaments at the level of placements: the same for any number of threads, and what the table says.

use super::cli_errors::{assert_one_line, json, korobka_on, printed};
use serde_json::Value;

#[test]
fn a_tournament_of_placements_is_the_same_on_any_number_of_threads() {
    let players = ["literature:bcts", "lin:published", "cogsci-4:published"];
    let arguments = [&["match", "--level", "placements", "--games", "4", "--json"][..], &players].concat();
    let (one, two) = (korobka_on("1", &arguments), korobka_on("2", &arguments));
    assert_eq!(one.stdout, two.stdout);
    let jobs = korobka_on("1", &[&arguments[..], &["--jobs", "3"]].concat());
    assert_eq!(one.stdout, jobs.stdout);
    let table = json(one);
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
    let text = printed(korobka_on("2", &[&players[..], &["--games", "2", "--think-ms", "1"]].concat()));
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
        (&["lin:1", "lin:2", "lin:3", "--csv"], "--csv goes only with two players"),
        (&["lin:1", "lin:2", "lin:3", "--ablate", "rows"], "--ablate goes only with two players"),
    ] {
        assert_one_line(&korobka_on("1", &[&["match", "--level", "placements"], arguments].concat()), expected);
    }
}

/// On equal terms both sides have the same pieces, so that a second match from the other side would be the first again.
#[test]
fn matches_on_equal_terms_are_all_different() {
    let columns = |equal: &[&str]| {
        let asked =
            ["match", "champion:25", "champion:8", "--level", "placements", "--games", "6", "--nodes", "60", "--csv"];
        let text = printed(korobka_on("2", &[&asked, equal].concat()));
        let rows: Vec<String> = text.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned()).collect();
        assert_eq!(rows.len(), 6, "{text}");
        rows.iter().collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!((columns(&["--equal-terms"]), columns(&[])), (6, 6));
}
