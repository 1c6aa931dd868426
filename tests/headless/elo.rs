//! The Elo of the generations that ship: where it is read, shown and drawn.

use super::cli_errors::{self, korobka_here, printed};
use korobka::chart::{ChartBody, ChartFormat, EloPoint, SeriesStyle, elo_chart, render};
use korobka::rules::RuleSet;
use korobka::storage::Catalog;
use korobka::storage::elo::GenerationElo;
use korobka::storage::generation;
use korobka::train::Generation;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// The recipes of a ladder, the later going on where the one before ended; how many rungs it has and how many matches
/// each has played, at least; and what was told in them.
const LADDERS: [(RuleSet, &[&str], (usize, u32), &str); 3] = [
    (RuleSet::Guideline, &["champion", "champion-duel"], (8, 400), "all told of the other side"),
    (RuleSet::Tetrio, &["champion-tetrio", "champion-tetrio-duel"], (5, 200), "nothing told of the other side"),
    (RuleSet::Tetrio2, &["champion-tetrio-2", "champion-tetrio-2-duel"], (5, 200), "nothing told of the other side"),
];

#[test]
fn along_each_shipped_ladder_elo_rises_from_generation_to_generation() {
    let mut catalog = Catalog::from_folders(Some(&assets().join("generations")), None);
    catalog.read_elo(&assets().join("elo.jsonl"));
    assert_eq!(catalog.warnings, Vec::<String>::new());
    for (rules, stages, (count, matches), told) in LADDERS {
        let stage = |recipe: &str| stages.iter().position(|stage| *stage == recipe);
        let mut ladder: Vec<_> = catalog.entries.iter().filter(|entry| entry.match_rules == Some(rules)).collect();
        // Where garbage is announced it is the player that it began at, to the last bit.
        ladder.retain(|entry| entry.recipe != "champion-untold");
        assert!(ladder.iter().all(|entry| stage(&entry.recipe).is_some()), "{rules:?}: a recipe on no ladder");
        ladder.sort_by_key(|entry| (stage(&entry.recipe), entry.generation));
        let rungs: Vec<_> = ladder
            .iter()
            .map(|entry| {
                let elo = entry.elo.clone().unwrap_or_else(|| panic!("{}:{}", entry.recipe, entry.generation));
                assert!(elo.error > 0.0 && elo.matches >= matches && elo.rules == rules, "{elo:?}");
                assert!(elo.terms.ends_with(told), "{elo:?}");
                assert!(elo.style.is_some(), "how it plays is shown too: {elo:?}");
                elo
            })
            .collect();
        assert!(rungs.len() >= count && ladder[0].generation == 0, "{rules:?}");
        assert!(rungs.windows(2).all(|pair| pair[0].rating < pair[1].rating), "{rungs:#?}");
        let apart = |low: &GenerationElo, high: &GenerationElo| low.rating + low.error < high.rating - high.error;
        assert!(rungs.windows(4).all(|four| apart(&four[0], &four[3])), "three rungs up is for certain: {rungs:#?}");
    }
    assert!(
        catalog.entries.iter().all(|entry| entry.searches() || entry.elo.is_none()),
        "the others were not measured"
    );
}

#[test]
fn a_generation_trained_at_home_has_no_elo_of_the_shipped_one() {
    let mut catalog = Catalog::from_folders(None, Some(&assets().join("generations/champion")));
    catalog.read_elo(&assets().join("elo.jsonl"));
    assert!(!catalog.entries.is_empty() && catalog.entries.iter().all(|entry| entry.elo.is_none()));
}

#[test]
fn opponents_and_the_chart_show_it() {
    let all = cli_errors::json(korobka_here(&["opponents", "--json"]));
    let is = |entry: &&Value| entry["recipe"] == "champion" && entry["generation"] == 25 && entry["ships"] == true;
    let entry = all["opponents"].as_array().unwrap().iter().find(is).unwrap();
    let (elo, error) = (entry["elo"].as_f64().unwrap(), entry["elo_error"].as_f64().unwrap());
    let text = printed(korobka_here(&["opponents"]));
    assert!(text.contains(&format!("{elo:+.0} ± {error:.0}")), "{text}");
    let row = text.lines().find(|line| line.starts_with("champion-tetrio-2:51 ")).unwrap();
    assert!(row.contains(" ± ") && row.contains(" tetrio-2 "), "the scale has a name: {row}");

    let out = tempfile::tempdir().unwrap();
    let (run, table) = (assets().join("generations/champion"), assets().join("elo.jsonl"));
    let [run, table, folder] = [&run, &table, out.path()].map(|path: &Path| path.to_str().unwrap());
    printed(korobka_here(&["chart", run, "--elo", table, "--out", folder, "--format", "svg"]));
    let svg = std::fs::read_to_string(out.path().join("elo.svg")).unwrap();
    assert!(svg.contains("Elo by generation") && svg.contains("95 % interval") && svg.contains("nodes a piece"));
}

#[test]
fn the_chart_tells_two_runs_of_one_recipe_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("champion-0025.gen");
    let shipped = generation::read(&assets().join("generations/champion/champion-0025.gen")).unwrap();
    generation::write(&file, &Generation { seed: shipped.seed + 1, ..shipped }).unwrap();
    let table = folder.path().join("own.jsonl");
    let player = |spec: &str| json!({ "player": spec, "name": "champion 25", "elo": 7.0, "error": 5.0, "matches": 8 });
    let chart = |player: Value| {
        std::fs::write(&table, json!({ "thinking": "9 nodes a piece", "players": [player] }).to_string()).unwrap();
        korobka_here(&["chart", folder.path().to_str().unwrap(), "--elo", table.to_str().unwrap()])
    };
    // The one that ships is another.
    cli_errors::assert_one_line(&chart(player("champion:25")), "");
    printed(chart(player(file.to_str().unwrap())));
    assert!(folder.path().join("charts/elo.svg").is_file());
}

#[test]
fn the_chart_tells_all_terms_of_the_tournaments_that_it_puts_together() {
    let out = tempfile::tempdir().unwrap();
    let table = out.path().join("own.jsonl");
    let tournament = |nodes: u32, numbers: [u32; 2]| {
        let player = |number: u32| {
            let (player, name) = (format!("champion:{number}"), format!("champion {number}"));
            json!({ "player": player, "name": name, "elo": 7.0, "error": 5.0, "matches": 8 })
        };
        json!({ "thinking": format!("{nodes} nodes a piece"), "players": numbers.map(player) }).to_string()
    };
    std::fs::write(&table, format!("{}\n{}\n", tournament(5, [1, 3]), tournament(9, [3, 8]))).unwrap();
    let run = assets().join("generations/champion");
    let [run, table, folder] = [&run, &table, out.path()].map(|path: &Path| path.to_str().unwrap());
    printed(korobka_here(&["chart", run, "--elo", table, "--out", folder, "--format", "svg"]));
    let svg = std::fs::read_to_string(out.path().join("elo.svg")).unwrap();
    assert!(["5 nodes a piece", "9 nodes a piece"].iter().all(|terms| svg.contains(*terms)), "{svg}");
}

#[test]
fn the_chart_has_a_dot_and_an_interval_a_generation_and_shows_what_lies_below_zero() {
    let point = |generation: u32, rating: f64| EloPoint { generation, rating, error: 30.0, matches: 40 };
    let picture = elo_chart("champion", "9 nodes a piece", &[point(7, 80.0), point(0, -80.0)]).unwrap();
    let ChartBody::Panels { panels, y, .. } = &picture.body else { panic!("it has panels") };
    let of = |style: SeriesStyle| &panels[0].series.iter().find(|series| series.style == style).unwrap().points;
    assert_eq!(of(SeriesStyle::Line), &[(0.0, -80.0), (7.0, 80.0)], "in order");
    assert_eq!(of(SeriesStyle::Interval), &[(0.0, -110.0), (0.0, -50.0), (7.0, 50.0), (7.0, 110.0)]);
    assert!([-110.0, 110.0].iter().all(|end| (0.0..=1.0).contains(&y.axis_share(*end))) && y.title_note().is_empty());
    assert!(picture.subtitle.contains("9 nodes a piece, 40 matches"), "{}", picture.subtitle);
    assert_eq!(render(&picture, ChartFormat::Svg).unwrap(), render(&picture, ChartFormat::Svg).unwrap());
    assert!(elo_chart("champion", "", &[]).is_none());
}
