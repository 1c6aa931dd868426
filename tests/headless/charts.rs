//! Charts: the right files, the same bytes every time, and the words and places that a reader needs.

use super::cli_errors::{assert_line_refused, korobka, words};
use super::generation_files::tiny;
use super::training_units::advanced;
use korobka::chart::{
    AxisScale, ChartBody, ChartFormat, ChartPicture, Series, SeriesStyle, charts_of, overlay_charts, render,
};
use korobka::storage::generation;
use korobka::train::summary::RunSummary;
use korobka::train::{EvaluatorKind, Generation, Recipe, Trainer};

/// A run of `tiny`'s recipe with generations to `last`.
fn trained(last: u32, change: impl Fn(Recipe) -> Recipe) -> Vec<Generation> {
    let mut trainer = Trainer::new(change(tiny().recipe.clone()), 5).unwrap();
    (0..=last).map(|_| advanced(&mut trainer, 2)).collect()
}

fn run_of(name: &str, generations: &[Generation]) -> RunSummary {
    let mut run = RunSummary::new(name, &generations[0]);
    generations[1..].iter().for_each(|generation| run.add_generation(generation).unwrap());
    run
}

/// The SVG's texts in order.
fn texts(picture: &ChartPicture) -> Vec<String> {
    let svg = String::from_utf8(render(picture, ChartFormat::Svg).unwrap()).unwrap();
    let inner =
        svg.split("<text ").skip(1).map(|rest| rest.split_once('>').unwrap().1.split("</text>").next().unwrap());
    inner.map(|text| text.trim().replace("&apos;", "'")).collect()
}

fn says(picture: &ChartPicture, words: &[&str]) {
    let texts = texts(picture);
    for word in words {
        assert!(texts.iter().any(|text| text.contains(word)), "{}: '{word}' in {texts:?}", picture.file);
    }
}

fn series(picture: &ChartPicture) -> &[Series] {
    let ChartBody::Panels { panels, .. } = &picture.body else { panic!("{} has panels", picture.file) };
    &panels[0].series
}

#[test]
fn a_run_has_six_charts_that_say_what_they_show() {
    let charts = charts_of(&run_of("run", &trained(2, |recipe| recipe)));
    let files: Vec<&str> = charts.iter().map(|chart| chart.file.as_str()).collect();
    assert_eq!(files, ["fitness-average", "fitness-all", "score-average", "score-all", "held-out", "weights"]);
    for chart in &charts {
        says(chart, &[&chart.title, "recipe iwumbwe, seed 5, population 20", "Generation"]);
    }
    says(&charts[0], &["Average fitness", "average fitness of the population"]);
    says(&charts[3], &["Score (points)", "every genome", "maximum", "average of the population"]);
    says(&charts[4], &["Mean score a game (points)", "best genome", "genomes that played them"]);
    says(&charts[5], &["deepest-well", "column-transitions", "layer 1 node 8", "output", "Weight"]);
}

#[test]
fn every_genome_is_a_dot_at_its_generation() {
    let generations = trained(2, |recipe| recipe);
    let charts = charts_of(&run_of("run", &generations));
    let cloud = &series(&charts[3])[0];
    assert_eq!(cloud.style, SeriesStyle::Cloud);
    for generation in &generations {
        let mut expected: Vec<u64> = generation.results.iter().map(|result| result.score).collect();
        let own = cloud.points.iter().filter(|point| point.0.round() == f64::from(generation.generation));
        let mut drawn: Vec<u64> = own.map(|point| point.1 as u64).collect();
        expected.sort_unstable();
        drawn.sort_unstable();
        assert_eq!(drawn, expected, "generation {}", generation.generation);
    }
}

#[test]
fn the_same_run_gives_the_same_bytes_and_a_png_of_the_size_it_should_have() {
    let run = run_of("run", &trained(1, |recipe| recipe));
    for (once, again) in charts_of(&run).iter().zip(charts_of(&run)) {
        for format in [ChartFormat::Svg, ChartFormat::Png] {
            assert!(render(once, format) == render(&again, format), "{}", once.file);
        }
        let png = render(once, ChartFormat::Png).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!((&png[16..20], &png[20..24]), (&1600u32.to_be_bytes()[..], &1000u32.to_be_bytes()[..]));
    }
}

#[test]
fn an_exported_run_has_the_mean_of_held_out_games_only_with_all_that_played_them() {
    let generations = trained(1, |recipe| recipe);
    let exported =
        |best: usize| -> Vec<Generation> { generations.iter().map(|one| one.with_best_genomes_only(best)).collect() };
    let mean = |generations: &[Generation]| {
        let charts = charts_of(&run_of("run", generations));
        let named = |line: &&Series| line.name == "mean of the 16 genomes that played them";
        (series(&charts[4]).len(), series(&charts[4]).iter().find(named).map(|line| line.points.clone()))
    };
    let whole = mean(&generations);
    assert!(whole.1.is_some() && mean(&exported(16)) == whole, "{whole:?}");
    assert_eq!(mean(&exported(3)), (whole.0 - 1, None), "three of sixteen have another mean");
}

#[test]
fn the_words_of_a_chart_go_with_the_numbers_of_genomes_and_games() {
    let generation = &trained(0, |recipe| Recipe { held_out_games: 1, ..recipe })[0];
    let mut run = run_of("run", &[generation.with_best_genomes_only(1)]);
    let charts = charts_of(&run);
    assert_eq!(series(&charts[1])[0].name, "the 1 genome kept of 20");
    assert!(charts[1].subtitle.ends_with(", 1 held-out game a genome"), "{}", charts[1].subtitle);
    // Of more than 24,000 genomes not all are drawn.
    run.generations[0].fitness = (0..50_000).map(f64::from).collect();
    let charts = charts_of(&run);
    let cloud = &series(&charts[1])[0];
    assert_eq!((cloud.name.as_str(), cloud.points.len()), ("one genome in 3, by fitness", 16_667));
}

#[test]
fn a_run_without_held_out_games_has_no_chart_of_them() {
    let mut run = run_of("run", &trained(1, |recipe| recipe));
    run.generations.iter_mut().for_each(|generation| generation.held_out = None);
    let files: Vec<String> = charts_of(&run).into_iter().map(|chart| chart.file).collect();
    assert_eq!(files, ["fitness-average", "fitness-all", "score-average", "score-all", "weights"]);
}

#[test]
fn one_generation_alone_can_be_drawn() {
    for chart in charts_of(&run_of("run", &trained(0, |recipe| recipe))) {
        says(&chart, &["0"]);
        render(&chart, ChartFormat::Png).unwrap();
    }
}

#[test]
fn few_weights_get_a_line_each_with_the_features_name() {
    let run = run_of("run", &trained(1, |recipe| Recipe { evaluator: EvaluatorKind::Linear, ..recipe }));
    let charts = charts_of(&run);
    let weights = charts.last().unwrap();
    assert_eq!(series(weights).len(), 9);
    says(weights, &run.recipe.input_features().collect::<Vec<_>>());
}

#[test]
fn values_over_decades_get_a_log_scale_on_which_zero_has_a_place() {
    assert_eq!(AxisScale::of([50.0, 4_000.0]).title_note(), "", "less than a hundredfold");
    assert_eq!(AxisScale::of([-5.0, 1.0, 1e6]).title_note(), "", "nothing is below zero on a log scale");
    assert_eq!(AxisScale::of([0.0, 0.0]).title_note(), "");
    let scale = AxisScale::of([0.0, 3.0, 2e6]);
    assert_eq!(scale.title_note(), ", log scale with zero at its foot");
    let places: Vec<f64> = [0.0, 3.0, 10.0, 100.0, 2e6].iter().map(|value| scale.axis_share(*value)).collect();
    assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");
    assert!(places[0] > 0.0 && places[4] < 1.0, "{places:?}");
    assert_eq!(scale.labelled_values()[0], 0.0);
    let plain = AxisScale::of([3.0, 2e6]);
    assert_eq!(plain.title_note(), ", log scale");
    let (first, second, third) = (plain.axis_share(10.0), plain.axis_share(100.0), plain.axis_share(1000.0));
    assert!((second - first - (third - second)).abs() < 1e-12, "decades are equally long");
}

#[test]
fn a_run_with_zeros_over_decades_is_drawn() {
    let mut run = run_of("run", &trained(1, |recipe| recipe));
    (run.generations[0].scores[0], run.generations[1].scores[1]) = (0.0, 3e9);
    let charts = charts_of(&run);
    says(&charts[3], &["Score (points), log scale with zero at its foot", "100M"]);
    render(&charts[3], ChartFormat::Png).unwrap();
}

#[test]
fn runs_of_different_recipes_lie_over_each_other_by_name() {
    let other = |recipe: Recipe| Recipe { name: "other".into(), evaluator: EvaluatorKind::Linear, ..recipe };
    let runs = [run_of("a", &trained(1, |recipe| recipe)), run_of("b", &trained(0, other))];
    let charts = overlay_charts(&runs);
    assert_eq!(charts.iter().map(|chart| chart.file.as_str()).collect::<Vec<_>>(), ["compare-score", "compare-lines"]);
    says(&charts[0], &["iwumbwe, seed 5", "other, seed 5", "recipe differs", "Best genome", "Mean of the genomes"]);
    says(&charts[1], &["Mean lines cleared a game"]);
    let alike = overlay_charts(&[runs[0].clone(), RunSummary { name: "c".into(), ..runs[0].clone() }]);
    says(&alike[0], &["iwumbwe, seed 5 (a)", "iwumbwe, seed 5 (c)"]);
}

#[test]
fn runs_that_count_lines_sent_say_so_and_beside_others_both_units_are_named() {
    let points = run_of("a", &trained(0, |recipe| recipe));
    let sent = RunSummary { recipe: Recipe::named("champion").unwrap(), ..points.clone() };
    let charts = overlay_charts(std::slice::from_ref(&sent));
    says(&charts[0], &["Mean lines sent in both games of a seed"]);
    says(&charts[1], &["Mean lines cleared in both games of a seed"]);
    let charts = overlay_charts(&[points, sent]);
    says(&charts[0], &["Mean score (points a game, or lines sent a seed)"]);
    assert!(charts[0].subtitle.contains("count points differently"), "{}", charts[0].subtitle);
    says(&charts[1], &["Mean lines cleared (a game, or a seed)"]);
}

#[test]
fn a_legend_of_many_runs_stops_at_what_has_room() {
    let one = run_of("run", &trained(0, |recipe| recipe));
    let legend = |count: usize| {
        let run = |number| RunSummary { name: format!("run-{number}"), ..one.clone() };
        let texts = texts(&overlay_charts(&(0..count).map(run).collect::<Vec<_>>())[0]);
        let named = texts.iter().filter(|text| text.contains("(run-")).count();
        (named, texts.into_iter().find(|text| text.ends_with(" more")))
    };
    assert_eq!(legend(9), (9, None));
    let (named, more) = legend(90);
    assert!((16..60).contains(&named), "{named}");
    assert_eq!(more, Some(format!("and {} more", 90 - named)));
}

#[test]
fn ablations_of_one_recipe_are_bars_in_order_of_what_is_left_out() {
    let without = |names: &'static [&'static str]| run_of("x", &trained(0, |recipe| recipe.ablate(names).unwrap()));
    let runs = [without(&["pits", "holes"]), without(&["pits"]), without(&[]), without(&["holes"])];
    let charts = overlay_charts(&runs);
    let ChartBody::Bars(bars) = &charts[2].body else { panic!("the third chart is bars") };
    let names: Vec<&str> = bars.bars.iter().map(|bar| bar.name.as_str()).collect();
    assert_eq!(names, ["all features", "without holes", "without pits", "without holes, pits"]);
    assert_eq!(bars.bars[0].values, [runs[2].generations[0].held_out.unwrap().best_score]);
    says(&charts[2], &names);
    let population = run_of("y", &trained(0, |recipe| Recipe { population: 21, ..recipe }));
    assert_eq!(overlay_charts(&[population, runs[1].clone()]).len(), 2, "something else differs: no ablation");
}

#[test]
fn the_lines_of_a_long_name_lie_around_the_middle_of_its_bar() {
    let without = |names: &'static [&'static str]| run_of("x", &trained(0, |recipe| recipe.ablate(names).unwrap()));
    let mut chart = overlay_charts(&[without(&[]), without(&["pits"])]).remove(2);
    let ChartBody::Bars(all) = &mut chart.body else { panic!("the third chart is bars") };
    (all.bars[0].name, all.bars[0].values) = (["zigzag"; 60].join(" "), vec![1_234_567.0]);
    let svg = String::from_utf8(render(&chart, ChartFormat::Svg).unwrap()).unwrap();
    let heights = |word: &str| -> Vec<f64> {
        // Of `x="120" y="340" ..`, the number behind `y`.
        let height = |text: &str| text.split('"').nth(3).unwrap().parse::<f64>().unwrap();
        svg.split("<text ").skip(1).filter(|text| text.contains(word)).map(height).collect()
    };
    let (lines, number) = (heights("zigzag"), heights("1,234,567"));
    assert!(lines.len() > 2 && number.len() == 1, "{lines:?} {number:?}");
    let middle = lines.iter().sum::<f64>() / lines.len() as f64;
    assert!((middle - number[0]).abs() <= 1.0, "{lines:?} beside {number:?}");
    let is_below = |pair: &[f64]| pair[1] - pair[0] >= 30.0;
    assert!(lines.windows(2).all(is_below), "each line is below the one before: {lines:?}");
}

#[test]
fn ablations_of_recipes_whose_names_begin_alike_are_charts_of_their_own() {
    let runs = ["iwumbwe-2", "iwumbwe"].map(|name| {
        let named = |recipe: Recipe| Recipe { name: name.into(), ..recipe };
        [run_of("x", &trained(0, named)), run_of("x", &trained(0, |recipe| named(recipe).ablate(&["pits"]).unwrap()))]
    });
    let charts = overlay_charts(runs.as_flattened());
    let files: Vec<&str> = charts.iter().skip(2).map(|chart| chart.file.as_str()).collect();
    assert_eq!(files, ["ablation-iwumbwe-2", "ablation-iwumbwe"]);
}

#[test]
fn the_name_of_a_folder_puts_no_control_character_into_a_picture() {
    let generations = trained(0, |recipe| recipe);
    let runs = ["one\n\u{1}two", "other"].map(|name| run_of(name, &generations));
    let svg = String::from_utf8(render(&overlay_charts(&runs)[0], ChartFormat::Svg).unwrap()).unwrap();
    assert!(svg.contains("(one  two)") && !svg.contains('\u{1}'), "{svg}");
}

#[test]
fn the_command_draws_what_training_drew_and_takes_history_for_missing_files() {
    let folder = tempfile::tempdir().unwrap();
    let train = "train --generations 2 --population 20 --score-cap 2000 --held-out-games 1 --seed 5 --out run";
    assert!(korobka(folder.path(), &words(train)).status.success());
    let path = |name: &str| folder.path().join(name);
    assert!(korobka(folder.path(), &["chart", "run", "--out", "again"]).status.success());
    let names = |folder: &str| {
        let mut names: Vec<_> =
            std::fs::read_dir(path(folder)).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names("run/charts").len(), 12);
    assert_eq!(names("run/charts"), names("again"));
    for name in names("again") {
        let same =
            std::fs::read(path("again").join(&name)).unwrap() == std::fs::read(path("run/charts").join(&name)).unwrap();
        assert!(same, "{name:?} differs");
    }
    std::fs::remove_file(path("run/iwumbwe-0001.gen")).unwrap();
    // An editor on Windows has saved the history meanwhile.
    let history = std::fs::read_to_string(path("run/history.csv")).unwrap().replace('\n', "\r\n");
    std::fs::write(path("run/history.csv"), format!("\u{feff}{history}")).unwrap();
    assert!(korobka(folder.path(), &["chart", "run", "--out", "less", "--format", "svg"]).status.success());
    assert_eq!(names("less").len(), 6);
    let same = |name: &str| {
        std::fs::read(path("less").join(name)).unwrap() == std::fs::read(path("again").join(name)).unwrap()
    };
    assert!(same("score-average.svg"), "the history has the means");
    assert!(!same("score-all.svg"), "and not every genome");
}

#[test]
fn what_cannot_be_drawn_or_written_is_one_line_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["empty", "damaged", "mixed", "run", "history"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    std::fs::write(path("file"), "in the way").unwrap();
    std::fs::write(path("damaged/a.gen"), "a letter").unwrap();
    for name in ["run/a.gen", "mixed/a.gen", "history/a.gen"] {
        generation::write(&path(name), tiny()).unwrap();
    }
    generation::write(&path("mixed/b.gen"), &Generation { seed: 99, ..tiny().clone() }).unwrap();
    std::fs::write(path("history/history.csv"), "generation,best_score\n1,many\n").unwrap();
    let assert_refused = |line: &str, said: &str| assert_line_refused(folder.path(), line, said);
    assert_refused("chart", "required arguments");
    assert_refused("chart empty", "there are no generations in folder empty");
    assert_refused("chart nowhere", "cannot read folder nowhere");
    assert_refused("chart damaged", "a.gen: not a saved generation");
    assert_refused("chart mixed", "b.gen is of recipe iwumbwe, seed 99, unlike the others");
    assert_refused("chart history", "history.csv line 2 is not a generation's figures");
    assert_refused("chart run --out file", "cannot make folder file");
    assert_refused("chart run --format pdf", "invalid value 'pdf'");
    assert_refused("chart run run --elo file", "--elo is of one run; give one folder");
    assert_refused("chart run --elo nowhere.json", "cannot read nowhere.json");
    assert!(!path("run/charts").exists());
}
