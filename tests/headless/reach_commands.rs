//! `korobka placements`, also with `--count`: what it prints, and what it refuses.

use super::cli_errors::{assert_one_line, json, korobka_here, printed};

#[test]
fn placements_counts_the_known_number_of_sequences() {
    let counted = json(korobka_here(&["placements", "--count", "IOLJ", "--json"]));
    assert_eq!((counted["nodes"].as_u64(), counted["width"].as_u64()), (Some(188_374), Some(10)));
    assert!(counted["nodes_a_second"].as_f64().unwrap() > 0.0);
    assert!(
        json(korobka_here(&["placements", "--count", "TL", "--json", "--half-turns", "--board", "8x12"]))["nodes"]
            .as_u64()
            .unwrap()
            > 0
    );
}

#[test]
fn placements_lists_a_spin_with_the_keys_to_it() {
    let board = "xx......../x........./x.xxxxxxxx/x..xxxxxxx/x.xxxxxxxx";
    let listed = json(korobka_here(&["placements", board, "T", "--json"]));
    let all = listed["placements"].as_array().unwrap();
    let triple = all.iter().find(|placement| placement["spin"] == "full" && placement["y"] == 0).unwrap();
    assert_eq!(triple["cells"], serde_json::json!([[1, 0], [1, 1], [2, 1], [1, 2]]));
    assert!(triple["keys"].as_str().unwrap().ends_with("cw drop"), "{triple}");
    let lines = printed(korobka_here(&["placements", board, "T"]));
    assert_eq!(lines.lines().count(), all.len() + 1, "a line each and the count");
    assert_eq!(json(korobka_here(&["placements", "", "O", "--json"]))["cells"], 9);
    let dashes = json(korobka_here(&["placements", "--json", "--", "--.......-", "O"]));
    assert_eq!(dashes, json(korobka_here(&["placements", "--json", "xx.......x", "O"])), "a board behind --");
}

#[test]
fn a_row_of_a_board_of_which_nothing_is_written_is_empty() {
    let listed = |board: &str| json(korobka_here(&["placements", board, "O", "--json"]));
    assert_eq!(listed("xx........//x........."), listed("xx......../........../x........."));
    for end in ["\n", "\n\n", "/"] {
        assert_eq!(listed(&format!("x.........{end}")), listed("x........."), "what ends the last row is no row");
    }
}

#[test]
fn placements_go_by_the_kicks_and_spins_of_the_rules() {
    let listed = |board: &str, piece: &str, rules: &str| {
        let mut found = json(korobka_here(&["placements", board, piece, "--rules", rules, "--json"]));
        found["placements"].as_array_mut().map(std::mem::take).unwrap()
    };
    // Upright in the shaft, an I turns into the upper tunnel or into the lower one, by the order of its kicks.
    let tunnels = "xxx....xxx/xxx.xxxxxx/xxx.xxxxxx/....xxxxxx";
    let turns_into_the_lower = |rules: &str| -> Vec<String> {
        let all = listed(tunnels, "I", rules);
        let lower = serde_json::json!([[0, 0], [1, 0], [2, 0], [3, 0]]);
        let keys = &all.iter().find(|placement| placement["cells"] == lower).unwrap()["keys"];
        keys.as_str().unwrap().split(' ').filter(|key| key.ends_with("cw")).map(str::to_owned).collect()
    };
    assert_eq!(turns_into_the_lower("guideline"), ["ccw", "ccw"]);
    assert_eq!(turns_into_the_lower("tetrio"), ["cw", "ccw"]);
    // A T that cannot move and has one corner filled.
    let stuck = |rules: &str| {
        let place = serde_json::json!([[3, 1], [4, 1], [5, 1], [4, 2]]);
        let all = listed("....x...../........../xxx...xxxx/xxxx..xxxx", "T", rules);
        all.iter().any(|placement| placement["cells"] == place && placement["spin"] == "mini")
    };
    assert_eq!([stuck("tetrio"), stuck("tetrio-2")], [false, true]);
}

#[test]
fn bad_boards_pieces_and_queues_are_refused_in_one_line() {
    for (arguments, words) in [
        (vec!["placements", "--count", "IOK"], "no piece 'K'"),
        (vec!["placements", "--count", ""], "0 pieces"),
        (vec!["placements", "--count", &"I".repeat(21)], "21 pieces, must be 1-20"),
        (vec!["placements", "", "i", "--board", "4x20"], "piece i does not fit on 4 columns"),
        (vec!["placements", "--count", "I", "--board", "10"], "as 10x20"),
        (vec!["placements", "--count", "I", "--board", "17x20"], "width is 17"),
        (vec!["placements", "--count", "i", "--board", "4x20"], "does not fit on 4 columns"),
        (vec!["placements", "xxxxxxxxxxx", "T"], "wider than 10 columns"),
        (vec!["placements", "", "T", "--count", "T"], "cannot be used with"),
        (vec!["placements", "--count", "T", "--rules", "tetrio"], "cannot be used with"),
        (vec!["placements", "-j", "T"], "unexpected argument '-j'"),
        (vec!["placements", "--jsn", "T"], "unexpected argument '--jsn'"),
        (vec!["placements", ""], "<PIECE>"),
        (vec!["placements", "", "TT"], "give one letter"),
        (vec!["placements", "", "?"], "no piece '?'"),
        (vec!["placements", &"x/".repeat(50), "T"], "50 rows"),
    ] {
        assert_one_line(&korobka_here(&arguments), words);
    }
}
