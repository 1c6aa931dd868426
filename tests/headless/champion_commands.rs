//! `evaluate --lines-sent`, `match` and the recipe `champion` from the command line.

use super::cli_errors::{assert_one_line, json, korobka_on, printed, words};
use korobka::rules::RuleSet;
use korobka::search::features::{
    general_weight_names, unannounced_garbage_counterpart, unannounced_garbage_weight_names, weight_names,
};
use korobka::search::groups;
use korobka::storage::generation;
use korobka::train::Recipe;
use std::path::Path;

/// Two generations of a tiny run; the file of the last.
pub(crate) fn trained(folder: &Path) -> String {
    trained_with("", &folder.join("run"))
}

/// Two generations of a tiny run with more flags, in this folder; the file of the last.
fn trained_with(flags: &str, out: &Path) -> String {
    let tiny = "train --recipe champion --population 6 --generations 1 --piece-cap 30 --nodes 100 --held-out-games 1";
    let folder = vec!["--no-charts", "--out", out.to_str().unwrap()];
    printed(korobka_on("2", &[words(tiny), words(flags), folder].concat()));
    out.join("champion-0001.gen").to_str().unwrap().to_owned()
}

#[test]
fn a_trained_generation_plays_alone_and_in_matches_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let champion = trained(folder.path());
    let sent = ["evaluate", &champion, "--lines-sent", "--piece-cap", "30", "--games", "3", "--nodes", "200", "--json"];
    let (one, two) = (json(korobka_on("1", &sent)), json(korobka_on("2", &sent)));
    assert_eq!(one["results"], two["results"]);
    assert_eq!(one["attack_a_piece"], two["attack_a_piece"]);
    assert_eq!(one["results"].as_array().unwrap().len(), 3);

    let played =
        ["match", &champion, "literature:bcts", "--level", "placements", "--games", "4", "--nodes", "200", "--csv"];
    let [text, two] = ["1", "2"].map(|threads| printed(korobka_on(threads, &played)));
    assert_eq!(text, two);
    assert_eq!(text.lines().count(), 5, "{text}");
    let columns = text.lines().map(|line| line.split(',').count());
    assert!(columns.eq([15; 5]), "{text}");
}

#[test]
fn what_a_match_prints_for_people_is_what_its_table_adds_up_to() {
    let played = words("match champion:25 literature:bcts --level placements --games 4 --nodes 60 --csv");
    let (table, text) = (printed(korobka_on("2", &played)), printed(korobka_on("2", &played[..played.len() - 1])));
    let cells = |line: &str| line.split(',').map(|cell| cell.parse().unwrap_or(0.0)).collect::<Vec<f64>>();
    let rows: Vec<Vec<f64>> = table.lines().skip(1).map(cells).collect();
    let sum = |column: usize| rows.iter().map(|row| row[column]).sum::<f64>();
    for side in 0..2 {
        let [attack, sent] = [5, 7].map(|column| sum(column + side) / sum(4));
        let [spins, perfect] = [9, 11].map(|column| sum(column + side) / 4.0);
        let a_piece = format!("{attack:.3} lines attacked and {sent:.3} sent a piece");
        let a_game = format!("{spins:.1} T-spins and {perfect:.2} perfect clears a game");
        assert!(text.contains(&format!("{a_piece}, {a_game}, ")), "{a_piece}, {a_game} in {text}");
    }
    assert!(text.contains(&format!("\n{:.0} pieces a game\n", sum(4) / 4.0)), "{text}");
}

#[test]
fn a_seed_whose_pieces_a_player_learned_by_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let trained = |name: &str, flags: &str| trained_with(flags, &folder.path().join(name));
    let [fixed, shared] = [("fixed", "--game-seeds fixed --seed 7"), ("shared", "--game-seeds shared --seed 7")]
        .map(|(name, flags)| trained(name, flags));
    for (player, seed, is_named) in [(&fixed, "7", true), (&fixed, "8", false), (&shared, "7", false)] {
        let sent = ["evaluate", player, "--lines-sent", "--piece-cap", "5", "--games", "1", "--nodes", "50", "--seed"];
        let output = korobka_on("1", &[&sent[..], &[seed]].concat());
        let notes = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(notes.contains("take another --seed"), is_named, "{player}, seed {seed}: {notes}");
        assert!(printed(output).contains(&format!("seed {seed}\n")));
    }
}

#[test]
fn one_decision_on_several_threads_is_the_same_decision() {
    let folder = tempfile::tempdir().unwrap();
    let champion = trained(folder.path());
    let game = words("--lines-sent --piece-cap 6 --games 2 --nodes 24000 --json --threads");
    let sent = [vec!["evaluate", &champion], game].concat();
    let results = |threads: &str| {
        let played = json(korobka_on("2", &[&sent[..], &[threads]].concat()));
        assert!(played["nodes"].as_u64().unwrap() > 100_000, "{played}");
        played["results"].clone()
    };
    assert_eq!(results("1"), results("3"));
    let bot = |threads: &str| {
        let korobka = env!("CARGO_BIN_EXE_korobka");
        format!("tbp:'{korobka}' tbp --opponent '{champion}' --nodes 24000 --half-turns --threads {threads}")
    };
    let results = |threads| {
        let sent = ["evaluate", &bot(threads), "--lines-sent", "--piece-cap", "5", "--games", "1", "--json"];
        json(korobka_on("1", &sent))["results"].clone()
    };
    assert_eq!(results("1"), results("2"), "over the protocol");
}

#[test]
fn who_meets_itself_scores_a_half() {
    let played = ["match", "literature:bcts", "literature:bcts", "--level", "placements", "--games", "6", "--json"];
    let result = json(korobka_on("2", &played));
    assert_eq!(result["score"]["mean"], 0.5, "each seed is played from both sides: {result}");
    assert_eq!(result["elo"]["mean"], 0.0);
}

#[test]
fn bad_input_is_one_line() {
    for (arguments, expected) in [
        (&["evaluate", "champion:9999", "--lines-sent"][..], "champion:9999"),
        (&["evaluate", "literature:bcts", "--lines-sent", "--garbage", "4"], "4/8"),
        (&["evaluate", "literature:bcts", "--lines-sent", "--garbage", "21/8"], "1-20 rows and 1-100 pieces"),
        (&["evaluate", "literature:bcts", "--lines-sent", "--garbage", "4/0"], "1-20 rows and 1-100 pieces"),
        (&["evaluate", "literature:bcts", "--lines-sent", "--piece-cap", "0"], "--piece-cap is 0, must be 1-"),
        (&["evaluate", "literature:bcts", "--lines-sent", "--nodes", "0"], "nodes"),
        (&["evaluate", "literature:bcts", "--lines-sent", "--threads", "9"], "threads"),
        (&["evaluate", "literature:bcts", "--lines-sent", "--memory", "1"], "memory"),
        (&["match", "literature:bcts", "nobody", "--level", "placements"], "nobody"),
        (&["match", "champion:0", "champion:0", "--level", "placements", "--ablate", "nothing"], "t-slots"),
        (&["match", "champion:0", "literature:bcts", "--level", "placements", "--ablate", "windows"], "no weights"),
        (&["train", "--recipe", "champion-versus", "--from", "literature:bcts"], "not a saved generation"),
        (&["train", "--recipe", "lin", "--from", "champion:0"], "genetic algorithm and cannot begin at champion:0"),
        (&["train", "--recipe", "cmaes", "--from", "lin:25", "--generations", "0"], "cannot begin at lin:25"),
        (&["train", "--recipe", "champion", "--fitness", "versus"], "go together"),
        (&["chart", "assets/generations/champion", "--elo", "assets/strengths.jsonl"], "--level placements"),
        (&["train", "--recipe", "champion", "--board", "12x20"], "10x20"),
        (&["train", "--recipe", "lin", "--nodes", "5"], "nodes"),
        (&["train", "--recipe", "lin", "--fitness", "attack"], "attack"),
    ] {
        assert_one_line(&korobka_on("1", arguments), expected);
    }
}

#[test]
fn who_leaves_everything_out_plays_like_nobody() {
    let against_itself = |ablate: &[&str]| {
        let base =
            ["match", "champion:5", "champion:5", "--level", "placements", "--games", "2", "--nodes", "300", "--json"];
        korobka_on("2", &[&base[..], ablate].concat())
    };
    let whole = json(against_itself(&[]));
    assert_eq!(whole["score"]["mean"], 0.5);
    assert_one_line(&against_itself(&["--ablate", "opponent,sent"]), "has no such weights, and would play itself");
    let without = json(against_itself(&["--ablate", "heights,surface,buried,rows"]));
    assert_eq!(without["ablated"], serde_json::json!(["heights", "surface", "buried", "rows"]));
    assert_eq!(
        (&without["wins"], &without["names"][1]),
        (&2.into(), &"champion 5 without heights, surface, buried, rows".into())
    );
}

/// A tiny run of matches, begun at a shipped generation; the recipe may be followed by more flags.
fn matches(recipe: &str, out: &Path, generations: &str, threads: &str) -> Vec<Vec<u8>> {
    let arguments =
        "--from champion:5 --population 4 --piece-cap 10 --nodes 30 --games 1 --held-out-games 1 --no-charts";
    let mut arguments: Vec<&str> = arguments.split_whitespace().collect();
    arguments.splice(0..0, ["train", "--recipe"].into_iter().chain(recipe.split_whitespace()));
    arguments.extend(["--generations", generations, "--out", out.to_str().unwrap()]);
    printed(korobka_on(threads, &arguments));
    files(out)
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "gen"));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// The files of such a run, which are the same where it is broken off after this generation and taken up again.
fn unbroken(flags: &str, home: &Path, last: &str, broken_off: usize) -> Vec<Vec<u8>> {
    let whole = matches(flags, &home.join("whole"), last, "1");
    let broken = home.join("broken");
    let there = matches(flags, &broken, &broken_off.to_string(), "2");
    assert_eq!(there, whole[..=broken_off], "on two threads as on one");
    let recipe = words(flags)[0];
    let file = broken.join(format!("{recipe}-{broken_off:04}.gen"));
    printed(korobka_on("2", &["train", "--resume", file.to_str().unwrap(), "--generations", last, "--no-charts"]));
    assert_eq!(files(&broken), whole, "a run taken up again ends like an unbroken one");
    whole
}

/// A recipe with the best genome of a generation that ships.
fn best_of(file: &str) -> (Recipe, Vec<f64>) {
    let saved = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/generations/champion").join(file);
    let read = generation::read(&saved).unwrap();
    let best = read.genomes[read.ranked_indices()[0]].clone();
    (read.recipe, best)
}

/// A weight by its name; 0 where the recipe has none of it.
fn weight((recipe, genome): &(Recipe, Vec<f64>), name: &str) -> f64 {
    recipe.input_features().position(|input| input == name).map_or(0.0, |at| genome[at])
}

#[test]
fn a_run_of_matches_begins_at_a_player_and_ends_in_the_same_bytes_however_it_is_run() {
    let home = tempfile::tempdir().unwrap();
    let whole = unbroken("champion-versus", home.path(), "6", 3);
    assert_eq!(whole.len(), 7);

    let first = generation::decode(&whole[0]).unwrap();
    let (mean, origin) = ((first.recipe, first.genomes[0].clone()), best_of("champion-0005.gen"));
    for name in weight_names() {
        assert_eq!(weight(&mean, name), weight(&origin, name), "{name}");
    }
    let rungs = |at: usize| -> Vec<u32> {
        generation::decode(&whole[at]).unwrap().ladder.iter().map(|rung| rung.generation).collect()
    };
    assert_eq!((rungs(0), rungs(5), rungs(6)), (vec![0], vec![0], vec![0, 5]), "a rung every fifth generation");
    assert_eq!(mean.0.begun_from, "champion:5");
}

#[test]
fn a_duel_of_opposites_is_worth_as_much_to_one_as_it_costs_the_other() {
    let home = tempfile::tempdir().unwrap();
    let whole = unbroken("champion-duel", home.path(), "3", 1);
    let mut decided = 0;
    for bytes in &whole {
        let generation = generation::decode(bytes).unwrap();
        for pair in generation.results[1..].chunks(2) {
            assert_eq!(pair[0].fitness, -pair[1].fitness);
            decided += usize::from(pair[0].fitness != 0.0);
        }
    }
    assert!(decided > 0, "some pair was told apart");
}

/// Where nothing is told the run begins as another player plays there, and everywhere else as the first one.
#[test]
fn a_run_can_begin_untold_at_another_player() {
    let home = tempfile::tempdir().unwrap();
    let runs = matches("champion-untold --untold-from champion:25", home.path(), "0", "1");
    let first = generation::decode(&runs[0]).unwrap();
    assert_eq!(first.recipe.begun_from, "champion:5, untold champion:25");
    let mean = (first.recipe, first.genomes[0].clone());
    let (everywhere, there) = (best_of("champion-0005.gen"), best_of("champion-0025.gen"));
    for name in general_weight_names() {
        assert_eq!(weight(&mean, name), weight(&everywhere, name), "{name}");
    }
    for name in unannounced_garbage_weight_names() {
        let usual = unannounced_garbage_counterpart(name).unwrap();
        let played = weight(&mean, usual) + weight(&mean, name);
        assert!((played - weight(&there, usual)).abs() < 1e-9, "{name}: {played}");
    }

    // A player that does not search has weights of some of the same names, which measure by something else.
    for (recipe, untold) in [("champion-duel", "champion:25"), ("champion-untold", "cmaes:60")] {
        let arguments = ["train", "--recipe", recipe, "--from", "champion:5", "--untold-from", untold];
        let (short, out) = (["--generations", "0", "--nodes", "30", "--piece-cap", "10"], home.path().join("no"));
        let refused = korobka_on("1", &[&arguments[..], &short, &["--out", out.to_str().unwrap()]].concat());
        assert_one_line(&refused, &format!("recipe {recipe} has no weights of its own"));
    }
}

/// A recipe that plays no matches cannot learn to beat anybody, and nobody learns from a player without a search.
#[test]
fn a_run_against_a_player_needs_matches_and_a_player_that_searches() {
    let home = tempfile::tempdir().unwrap();
    for (recipe, against) in [("champion", "champion:25"), ("champion-duel", "iwumbwe:12")] {
        let arguments = ["train", "--recipe", recipe, "--from", "champion:5", "--against", against];
        let out = home.path().join("no");
        let output = korobka_on("1", &[&arguments[..], &["--out", out.to_str().unwrap()]].concat());
        assert_one_line(&output, &format!("recipe {recipe} plays no matches against {against}"));
    }
}

#[test]
fn opposites_that_play_a_rival_stand_against_it_and_fixed_weights_stay() {
    let home = tempfile::tempdir().unwrap();
    let recipe = "champion-tetrio-duel --step 0.25 --against champion:25";
    let whole = unbroken(recipe, home.path(), "2", 1);
    let [origin, rival] = ["champion-0005.gen", "champion-0025.gen"].map(best_of);
    let fixed: Vec<&str> = ["opponent", "garbage", "untold"]
        .iter()
        .flat_map(|group| groups::expand_group_or_weight(group).unwrap())
        .collect();
    for bytes in &whole {
        let read = generation::decode(bytes).unwrap();
        assert_eq!((read.recipe.rule_set, read.recipe.against.as_str()), (RuleSet::Tetrio, "champion:25"));
        assert_eq!(read.ladder.len(), 1, "nobody else climbs the ladder of one rung");
        let rung = (read.recipe.clone(), read.ladder[0].genome.clone());
        assert!(weight_names().all(|name| weight(&rung, name) == weight(&rival, name)), "the rung is the rival");
        for genome in read.genomes.iter().map(|genome| (read.recipe.clone(), genome.clone())) {
            assert!(
                fixed.iter().all(|name| (weight(&genome, name) - weight(&origin, name)).abs() < 1e-6),
                "what is fixed stays"
            );
        }
        let heights: Vec<f64> =
            read.genomes[1..].iter().map(|genome| weight(&(read.recipe.clone(), genome.clone()), "height")).collect();
        assert!(heights.windows(2).all(|pair| pair[0] != pair[1]), "what is not fixed varies: {heights:?}");
        for pair in read.results[1..].chunks(2) {
            assert_eq!(pair[0].fitness, -pair[1].fitness, "one counts by how much better it does than the other");
        }
    }
}
