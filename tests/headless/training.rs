//! Training: it learns, and the same run has the same bytes however it is cut up.

use super::training_units::advanced;
use korobka::ai::Lookahead;
use korobka::storage::{generation, round};
use korobka::train::generation::rank_by_games_and_fitness;
use korobka::train::search::Descent;
use korobka::train::trainer::descents_of_next_generation;
use korobka::train::{Fitness, Generation, PreparedRound, Recipe, SilentProgress, Strategy, Trainer, UnfinishedRound};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn recipe(population: usize) -> Recipe {
    let mut recipe = Recipe::named("iwumbwe").unwrap();
    (recipe.population, recipe.held_out_games, recipe.held_out_best, recipe.score_cap) = (population, 1, 3, 3_000);
    recipe
}

fn trained(recipe: Recipe, generations: u32, threads: usize) -> Vec<Generation> {
    let mut trainer = Trainer::new(recipe, 11).unwrap();
    (0..=generations).map(|_| advanced(&mut trainer, threads)).collect()
}

#[test]
fn the_best_fifth_goes_on_unchanged_and_children_do_not() {
    let generations = trained(recipe(40), 1, 2);
    let ranked = rank_by_games_and_fitness(&generations[0].results, &[]);
    for (place, index) in ranked.into_iter().take(8).enumerate() {
        assert_eq!(generations[1].genomes[place], generations[0].genomes[index]);
    }
    for child in &generations[1].genomes[8..] {
        assert!(!generations[0].genomes.contains(child), "a child of two parents is neither");
    }
}

#[test]
fn a_first_population_is_normal_by_fan_in() {
    let recipe = Recipe::named("iwumbwe").unwrap();
    let genomes = recipe.first_genomes(2_000, 1);
    let deviation = |range: std::ops::Range<usize>| {
        let weights: Vec<f64> = genomes.iter().flat_map(|genome| genome[range.clone()].to_vec()).collect();
        (weights.iter().map(|weight| weight * weight).sum::<f64>() / weights.len() as f64).sqrt()
    };
    assert!((deviation(0..72) * 3.0 - 1.0).abs() < 0.02, "nine inputs: 1/3");
    assert!((deviation(72..144) * 8f64.sqrt() - 1.0).abs() < 0.02, "eight inputs: 1/sqrt 8");
}

#[test]
fn without_any_fitness_children_take_each_weight_from_either_parent() {
    let recipe = Recipe::named("iwumbwe").unwrap();
    let parents = recipe.first_genomes(2, 1);
    let Strategy::Evolution(mut evolution) = recipe.strategy else { unreachable!() };
    (evolution.mutation.chance, evolution.survivors) = (0, 0);
    let children = evolution.breed(&parents, &[0.0, 0.0], &[0, 1], 5).0;
    assert_eq!(children.len(), 2, "as many as there were parents");
    for child in children {
        let from_first = child.iter().zip(&parents[0]).filter(|(a, b)| a == b).count();
        assert!((40..104).contains(&from_first), "{from_first} of 144 from the first");
        assert!(child.iter().enumerate().all(|(i, weight)| *weight == parents[0][i] || *weight == parents[1][i]));
    }
}

#[test]
fn the_score_cap_ends_a_game_and_marks_it() {
    let generations = trained(recipe(60), 2, 2);
    let capped = |generation: &Generation| generation.results.iter().filter(|result| result.capped).count();
    let last = &generations[2];
    assert!(capped(last) > 0, "somebody reaches 3000 points in two generations");
    for result in &last.results {
        assert_eq!(result.capped, result.score >= 3_000);
        assert!(result.score < 3_000 + 1_200 * 30, "the game goes on past the cap");
    }
    assert_eq!(last.figures.capped as usize, capped(last));
}

#[test]
fn fitness_is_50_a_tetris_and_5_a_point_or_its_sum_over_the_moves() {
    let end = trained(recipe(12), 0, 1);
    for result in &end[0].results {
        assert_eq!(result.fitness, (50 * u64::from(result.tetrises) + 5 * result.score) as f64);
    }
    let summed = trained(Recipe { fitness: Fitness::Summed, ..recipe(12) }, 0, 1);
    for (a, b) in end[0].results.iter().zip(&summed[0].results) {
        assert_eq!((a.score, a.lines, a.pieces), (b.score, b.lines, b.pieces), "the games are the same");
        assert!(b.fitness >= a.fitness + 10.0 * f64::from(b.pieces));
    }
}

#[test]
fn ablation_shrinks_the_network() {
    let ablated = recipe(4).ablate(&["5", "6", "pits", "column-transitions", "8"]).unwrap();
    assert_eq!(ablated.layer_sizes(), [5, 8, 8, 1]);
    assert_eq!(ablated.ablated, ["row-transitions", "height-deviation", "pits", "column-transitions"]);
    let generation = &trained(ablated, 0, 1)[0];
    assert_eq!(generation.genomes[0].len(), 5 * 8 + 64 + 8);
}

#[test]
fn evolution_finds_players_that_random_populations_lack() {
    let mut recipe = recipe(100);
    (recipe.lookahead, recipe.score_cap) = (Lookahead::None, 30_000);
    let generations = trained(recipe, 4, 2);
    let mean = |index: usize| generations[index].figures.mean_score;
    assert!(mean(4) > 3.0 * mean(0), "mean score {} after {}", mean(4), mean(0));
}

fn korobka(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn train(out: &Path, more: &[&str]) -> Command {
    let mut command = korobka(&["train", "--generations", "5", "--threads", "2", "--no-charts"]);
    command.args(more).arg("--out").arg(out);
    command
}

const TINY: [&str; 8] = ["--population", "40", "--seed", "3", "--score-cap", "4000", "--held-out-games", "2"];

#[test]
fn a_killed_run_taken_up_from_its_last_file_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let of = |recipe: &str, more: &[&str]| [&["--recipe", recipe], TINY.as_slice(), more].concat().join(" ");
    // A genetic algorithm, one with a state, and one with a centre.
    let runs = [
        ("iwumbwe", of("iwumbwe", &[])),
        ("cmaes", of("cmaes", &["--piece-cap", "400"])),
        ("termproject", of("termproject", &["--piece-cap", "40"])),
    ];
    for (recipe, flags) in runs {
        let flags: Vec<&str> = flags.split(' ').collect();
        let (unbroken, killed) = (folder.path().join(recipe), folder.path().join(format!("{recipe}-killed")));
        assert!(train(&unbroken, &flags).status().unwrap().success(), "{recipe}");
        let mut child = train(&killed, &flags).spawn().unwrap();
        let began = Instant::now();
        let file = |number: u32| killed.join(format!("{recipe}-{number:04}.gen"));
        // Somewhere in the middle: generation 2 is there, 5 is not.
        while !file(2).exists() && began.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let last = (0..=5).rev().map(file).find(|path| path.exists()).unwrap();
        assert!(train(&killed, &["--resume", last.to_str().unwrap()]).status().unwrap().success(), "{recipe}");
        assert_same_files(&unbroken, &killed);
    }
}

#[test]
fn a_run_taken_up_for_longer_than_it_was_begun_has_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (unbroken, longer) = (folder.path().join("unbroken"), folder.path().join("longer"));
    assert!(train(&unbroken, &TINY).status().unwrap().success());
    let shorter = ["train", "--generations", "2", "--no-charts", "--out", longer.to_str().unwrap()];
    assert!(korobka(&[shorter.as_slice(), &TINY].concat()).status().unwrap().success());
    let last = longer.join("iwumbwe-0002.gen");
    assert!(train(&longer, &["--resume", last.to_str().unwrap()]).status().unwrap().success());
    assert_same_files(&unbroken, &longer);
}

/// Starts the run, stops it by Ctrl-C after `time`, and returns whether it had come to its end before. A run that is
/// stopped ends with exit code 130 even where it is stopped between two rounds.
#[cfg(target_os = "linux")]
fn interrupted(mut train: Command, time: Duration) -> bool {
    let mut child = train.spawn().unwrap();
    let began = Instant::now();
    // Until the process listens to signal 2.
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
        u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
    };
    while !listens() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(time);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let code = child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    code == Some(0)
}

/// Twenty units of the first generation of the run that the next test starts.
fn part_of_generation_zero() -> UnfinishedRound {
    let mut recipe = Recipe::named("cmaes").unwrap();
    (recipe.population, recipe.piece_cap, recipe.held_out_games) = (60, 4000, 2);
    let mut trainer = Trainer::new(recipe, 3).unwrap();
    let prepared = PreparedRound::new(trainer.begin_round(&SilentProgress)).unwrap();
    for _ in 0..20 {
        let unit = trainer.hand_out().unwrap();
        trainer.accept_result(prepared.compute_unit(&unit, &|| false).unwrap(), &SilentProgress);
    }
    trainer.unfinished_round().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_stopped_and_resumed_again_and_again_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let sizes = ["--population", "60", "--piece-cap", "4000", "--held-out-games", "2"];
    let flags = [["--recipe", "cmaes", "--seed", "3"].as_slice(), &sizes].concat();
    let (unbroken, stopped) = (folder.path().join("unbroken"), folder.path().join("stopped"));
    let began = Instant::now();
    assert!(train(&unbroken, &flags).status().unwrap().success());
    // Each run may take a little longer than the one before, so that there are several stops and an end, however much
    // slower or faster the machine has become meanwhile.
    let step = began.elapsed() / 128;
    // A part of generation 0, before any generation is saved.
    let round = stopped.join("cmaes.round");
    std::fs::create_dir(&stopped).unwrap();
    round::write(&round, &part_of_generation_zero()).unwrap();
    assert_eq!(train(&stopped, &flags).status().unwrap().code(), Some(2), "a new run does not replace it");
    let (mut ended, mut stops) = (false, 1_u32);
    while !ended && stops < 1000 {
        assert!(round.exists(), "what was finished is saved");
        // From the round itself or, where there is one, from the last generation.
        let file = |number| stopped.join(format!("cmaes-{number:04}.gen"));
        let last = (0..=5).rev().map(file).find(|path| path.exists());
        let from = last.filter(|_| stops % 2 == 0).unwrap_or_else(|| round.clone());
        ended = interrupted(train(&stopped, &["--resume", from.to_str().unwrap()]), stops * step);
        stops += 1;
    }
    assert!(ended && stops > 3, "stopped {stops} times");
    assert_same_files(&unbroken, &stopped);
    assert!(!round.exists(), "the round is over");
}

#[test]
fn a_round_that_is_damaged_or_of_another_run_is_set_aside_and_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (unbroken, other) = (folder.path().join("unbroken"), folder.path().join("other"));
    assert!(train(&unbroken, &TINY).status().unwrap().success());
    let foreign = {
        let mut trainer = Trainer::new(recipe(24), 3).unwrap();
        trainer.begin_round(&SilentProgress);
        round::write(&other, &trainer.unfinished_round().unwrap()).unwrap();
        std::fs::read(&other).unwrap()
    };
    let from = unbroken.join("iwumbwe-0004.gen");
    for (bytes, why) in [(b"nonsense".to_vec(), "is not a round of training"), (foreign, "is of another run")] {
        let again = folder.path().join(why.replace(' ', "-"));
        std::fs::create_dir(&again).unwrap();
        std::fs::write(again.join("iwumbwe.round"), bytes).unwrap();
        let output = train(&again, &["--resume", from.to_str().unwrap()]).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && said.contains(why) && said.contains("iwumbwe.round.damaged-1"), "{said}");
        assert!(again.join("iwumbwe.round.damaged-1").exists() && !again.join("iwumbwe.round").exists());
        let name = "iwumbwe-0005.gen";
        assert!(std::fs::read(again.join(name)).unwrap() == std::fs::read(unbroken.join(name)).unwrap());
    }
}

#[test]
fn a_run_killed_while_its_last_generation_was_saved_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [unbroken, killed] = ["unbroken", "killed"].map(|name| folder.path().join(name));
    for run in [&unbroken, &killed] {
        assert!(train(run, &TINY).status().unwrap().success());
    }
    // The file of the generation was written, but not its line of the history, and its round is still there.
    let (table, round) = (killed.join("history.csv"), killed.join("iwumbwe.round"));
    let mut trainer = Trainer::from_generation(generation::read(&killed.join("iwumbwe-0004.gen")).unwrap()).unwrap();
    trainer.begin_round(&SilentProgress);
    round::write(&round, &trainer.unfinished_round().unwrap()).unwrap();
    let lines = std::fs::read_to_string(&table).unwrap();
    std::fs::write(&table, lines.trim_end().rsplit_once('\n').unwrap().0).unwrap();
    let last = killed.join("iwumbwe-0005.gen");
    assert!(train(&killed, &["--resume", last.to_str().unwrap()]).status().unwrap().success());
    assert_same_files(&unbroken, &killed);
    assert_eq!(std::fs::read_dir(&killed).unwrap().count(), 7, "nothing else is there");
}

#[test]
fn a_round_elsewhere_does_not_replace_one_that_has_come_further() {
    let folder = tempfile::tempdir().unwrap();
    let (given, out) = (folder.path().join("cmaes.round"), folder.path().join("out"));
    let (kept, later) = (out.join("cmaes.round"), part_of_generation_zero());
    std::fs::create_dir(&out).unwrap();
    round::write(&given, &UnfinishedRound { results: Vec::new(), ..later.clone() }).unwrap();
    round::write(&kept, &later).unwrap();
    let output = train(&out, &["--resume", given.to_str().unwrap()]).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("has come further") && said.lines().count() == 1, "{said}");
    assert_eq!(round::read(&kept).unwrap(), later);
}

#[test]
fn no_run_begins_beside_the_only_round_of_a_run_of_another_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let stopped = folder.path().join("cmaes.round");
    round::write(&stopped, &part_of_generation_zero()).unwrap();
    let forced = [TINY.as_slice(), &["--force"]].concat();
    for flags in [TINY.as_slice(), forced.as_slice()] {
        let output = train(folder.path(), flags).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("cmaes.round is of another recipe") && said.lines().count() == 1, "{said}");
    }
    let inside: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(inside, [stopped]);
}

/// Six generations and the history.
fn assert_same_files(unbroken: &Path, other: &Path) {
    let mut names: Vec<_> = std::fs::read_dir(unbroken).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 7, "six generations and the history: {names:?}");
    for name in names {
        let same = std::fs::read(unbroken.join(&name)).unwrap() == std::fs::read(other.join(&name)).unwrap();
        assert!(same, "{name:?} differs");
    }
}

#[test]
fn the_descent_of_a_generation_follows_from_the_file_of_the_one_before() {
    let end = trained(recipe(30), 1, 1);
    let descents = descents_of_next_generation(&end[0]).expect("it is whole");
    let mutated_of = |child: &[f64], parents: [usize; 2]| {
        // Each weight lies between those of the parents unless it was mutated.
        let [a, b] = parents.map(|parent| &end[0].genomes[parent]);
        let outside = |at: &usize| child[*at] < a[*at].min(b[*at]) - 1e-12 || child[*at] > a[*at].max(b[*at]) + 1e-12;
        (0..child.len()).filter(outside).count()
    };
    let mut children = 0;
    for (genome, descent) in end[1].genomes.iter().zip(descents) {
        match descent {
            Descent::Survivor(before) => assert_eq!(*genome, end[0].genomes[before]),
            Descent::Child { parents, mutated } => {
                children += 1;
                assert!(mutated_of(genome, parents) <= mutated, "{parents:?}");
            }
            _ => panic!("an evolution knows survivors and children alone"),
        }
    }
    assert!(children > 0);
    assert_eq!(
        descents_of_next_generation(&end[0].with_best_genomes_only(3)),
        None,
        "of an exported file nothing followed"
    );
}
