//! The room in which a run is set up: the recipe, its numbers and its features,
//! and beside them a description of the run.

use super::super::super::board_overlay::feature_in_words;
use super::super::super::menu::Menu;
use super::super::super::rows::place_after;
use super::super::super::theme;
use super::super::{capital, counted, with_thousands};
use super::words::{recipe_number_in_words, without_noughts};
use super::{LaboratoryView, LaboratoryWish, comparison, feature_pictures, run};
use crate::ai::features::{Feature, feature_named};
use crate::app::laboratory::{Laboratory, RunDuration, RunPlan, evaluator_words};
use crate::storage::{CatalogEntry, generation};
use crate::train::numbers::{ABLATE_NAME, NUMBERS, PossibleValues, RecipeNumber, RecipeSection};
use crate::train::recipe::MAX_GENERATION;
use crate::train::{EvaluatorKind, Recipe, Strategy};
use bevy_egui::egui::{Align2, Rect, pos2, vec2};
use std::time::Duration;

/// Words of a hint on how training and the game share a core: only on Linux training has the lower priority.
const GIVES_WAY: &str = match cfg!(target_os = "linux") {
    true => "training gives way to the game",
    false => "training and the game share a core evenly, so leave the game one where you can",
};

/// Paints the rows of the room "Set up", and returns what the player asks for with one of them.
pub(super) fn add_rows(
    menu: &mut Menu,
    laboratory: &mut Laboratory,
    shown: &mut LaboratoryView,
    (generations, seconds): (&[CatalogEntry], f32),
) -> Option<LaboratoryWish> {
    let mut wish = begin_rows(menu, laboratory);
    let recipes = &shown.recipes;
    let whole = laboratory.planned_recipe().as_ref().ok().cloned();
    let plan = &mut laboratory.plan;
    let at = recipes.iter().position(|recipe| recipe.name == plan.recipe).unwrap_or(0);
    if let Some(next) = menu.pick_index("Recipe", &recipes[at].name, at, recipes.len()) {
        plan.set_recipe(&recipes[next]);
    }
    menu.explain_row("How it learns: what it sees, how it is judged, how better ones are found");
    let own = &recipes[at];
    let words = plan.last.to_string();
    menu.whole_number("Last generation", &mut plan.last, (0, MAX_GENERATION), &words);
    menu.explain_row("Each generation is saved as it is done; the first one, 0, has learned nothing yet");
    seed_row(menu, &mut plan.seed);
    cores(menu, plan);
    let whole = whole.unwrap_or_else(|| own.clone());
    number_rows(menu, plan, own, &whole);
    let pointed_at = features(menu, plan, own);
    begins_from(menu, laboratory, own);
    if let Some(asked) = comparison::add_rows(menu, laboratory) {
        wish = Some(asked);
    }
    let takes = laboratory.estimated_run_duration(generations, seconds);
    match pointed_at {
        Some(feature) => feature_pictures::paint(menu, feature),
        None if laboratory.comparison.conditions.is_empty() => about(menu, &laboratory.plan, (own, &whole), takes),
        None => comparison::paint_conditions(menu, &laboratory.comparison, &mut shown.listed),
    }
    wish
}

/// Paints the rows that begin a run, or go on with one, and returns what the player asks for with one of them.
fn begin_rows(menu: &mut Menu, laboratory: &mut Laboratory) -> Option<LaboratoryWish> {
    let mut wish = None;
    let impossible = laboratory.planned_recipe().as_ref().err().cloned();
    let running = laboratory.is_busy();
    if let Some(stopped) = laboratory.stopped_run().filter(|_| laboratory.job().is_none()) {
        let name = stopped.folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        wish = menu.main_button(&format!("Go on with {name}")).then_some(LaboratoryWish::GoOn).or(wish);
        menu.explain_row(format!("A run that was stopped before it was over; it goes to generation {}", stopped.last));
    }
    if laboratory.waiting_run_count() > 0 && !running {
        let runs = counted(laboratory.waiting_run_count(), "waiting run");
        if laboratory.stopped_run().is_none() {
            if menu.main_button(&format!("Train {runs}")) {
                wish = Some(LaboratoryWish::TrainNext);
            }
            menu.explain_row("One after the other, as they were set up; they go on while you play");
        }
        let hint = "Runs of a comparison that are not trained yet; those that are trained stay";
        menu.wish_button(&mut wish, &format!("Drop {runs}"), LaboratoryWish::DropWaiting, hint);
    }
    match impossible {
        _ if running => {
            menu.disabled_row("Begin", "a run is in progress", "One run at a time: stop the one in the Run room first")
        }
        Some(why) => menu.disabled_row("Begin", "not possible", &why),
        None if !laboratory.has_trained && laboratory.comparison.conditions.is_empty() => {
            if menu.main_button("Train your first player") {
                laboratory.plan = RunPlan::short_run();
                wish = Some(LaboratoryWish::Begin);
            }
            menu.explain_row("A small run of less than a minute: watch it learn, then play against it");
            menu.wish_button(&mut wish, "Begin", LaboratoryWish::Begin, "Begins the run as it is set up here");
        }
        None => {
            let runs = laboratory.comparison.conditions.len() * laboratory.comparison.seeds as usize;
            let (words, hint) = match runs {
                0 => ("Begin".to_owned(), "Begins the run as it is set up here; it goes on while you play"),
                _ => (format!("Begin {}", counted(runs, "run")), comparison::BEGIN_HINT),
            };
            wish = menu.main_button(&words).then_some(LaboratoryWish::Begin).or(wish);
            menu.explain_row(hint);
        }
    }
    wish
}

/// Paints the rows of the recipe's numbers, each section with its heading.
fn number_rows(menu: &mut Menu, plan: &mut RunPlan, own: &Recipe, whole: &Recipe) {
    for (section, heading) in RecipeSection::ALL {
        let here = |number: &&RecipeNumber| {
            number.section == section
                && number.name != ABLATE_NAME
                && !(number.text)(whole).is_empty()
                // The champion's numbers mean nothing for the others.
                && (number.section != RecipeSection::Champion || own.placing.is_some())
        };
        let mut numbers = NUMBERS.iter().filter(here).peekable();
        if numbers.peek().is_some() {
            menu.heading(heading);
        }
        numbers.for_each(|number| row(menu, plan, own, whole, number));
    }
}

/// Paints the row that chooses the seed of a run. Nought is the least: past it would come the greatest number of all,
/// which the laboratory's file cannot hold.
fn seed_row(menu: &mut Menu, seed: &mut u64) {
    let step = menu.choice("Seed", &seed.to_string());
    *seed = seed.saturating_add_signed(step.into());
    menu.explain_row("The same recipe and seed give the same players, to the last bit");
}

/// Paints the row that chooses how many threads a run computes on.
fn cores(menu: &mut Menu, plan: &mut RunPlan) {
    if crate::doors::threads::cores() == 1 {
        menu.disabled_row("Cores", "1", &format!("This machine has one; {GIVES_WAY}"));
        return;
    }
    plan.cores = add_core_number_row(menu, plan.cores).unwrap_or(plan.cores);
    menu.explain_row(format!("How many of the processor's cores it computes on; {GIVES_WAY}"));
}

/// Adds a row with a number of threads, of all that the machine has. Returns the number once it changes.
pub(super) fn add_core_number_row(menu: &mut Menu, cores: usize) -> Option<usize> {
    let (most, mut count) = (crate::doors::threads::cores() as u32, cores as u32);
    let words = |cores| format!("{cores} of {most}");
    menu.number("Cores", &mut count, 1..=most, 1, words).then_some(count as usize)
}

/// Paints the row that changes a number of the recipe. A value that differs from the recipe's own has a star behind it,
/// and the hint says what the recipe's own is.
fn row(menu: &mut Menu, plan: &mut RunPlan, own: &Recipe, whole: &Recipe, number: &RecipeNumber) {
    let (value, usual) = (planned_value(plan, whole, number), (number.text)(own));
    let hint = match value == usual {
        true => number.about.to_owned(),
        false => format!("{}; the recipe's own is {}", number.about, recipe_number_in_words(number, &usual)),
    };
    let shown = recipe_number_in_words(number, &value);
    let shown = if value == usual { shown } else { format!("{shown}  *") };
    if matches!(number.values, PossibleValues::Text(_, [])) {
        menu.disabled_row(number.title, &shown, number.about);
        return;
    }
    let step = menu.choice(number.title, &shown);
    menu.explain_row(hint);
    if step != 0 {
        plan.set_number(number.name, next(number, &value, &usual, step));
    }
}

/// The value of a number as the plan has it, as text. A plan that is impossible has its values too, though `whole` is
/// the recipe without them then.
fn planned_value(plan: &RunPlan, whole: &Recipe, number: &RecipeNumber) -> String {
    plan.numbers.get(number.name).cloned().unwrap_or_else(|| (number.text)(whole))
}

/// The next value that a row offers for a recipe's number, as text: after `value` if `step` is positive, else before
/// it. `usual` is the recipe's own value.
fn next(number: &RecipeNumber, value: &str, usual: &str, step: i32) -> String {
    let among = |words: &[&str]| {
        let at = words.iter().position(|word| *word == value);
        words[at.map_or(0, |at| place_after(at, step, words.len()))].to_owned()
    };
    match number.values {
        PossibleValues::Words(words) => among(&words().iter().map(|(word, _)| *word).collect::<Vec<_>>()),
        PossibleValues::Text(_, some) => among(some),
        PossibleValues::OrNever(high) => whole_number(value, usual, step, (0, high)),
        PossibleValues::Whole(low, high) => whole_number(value, usual, step, (low, high)),
        PossibleValues::Real(low, high) => {
            let (value, usual) = (value.parse().unwrap_or(low), usual.parse().unwrap_or(low));
            without_noughts(stepped(value, usual, step, -4).clamp(low, high), 6)
        }
    }
}

fn whole_number(value: &str, usual: &str, step: i32, (low, high): (u64, u64)) -> String {
    let [value, usual] = [value, usual].map(|text| text.parse().unwrap_or(low) as f64);
    stepped(value, usual, step, 0).clamp(low as f64, high as f64).to_string()
}

/// The next value above `value`, or below it where `step` is not positive: of 0, 1, 2, 5, 10, 20, 50 and so on, and the
/// recipe's own, `usual`. The least of them above 0 is ten to the power `least`.
fn stepped(value: f64, usual: f64, step: i32, least: i32) -> f64 {
    let steps = (least..10).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10.0_f64.powi(power)));
    let mut steps: Vec<f64> = steps.chain([0.0, usual]).collect();
    steps.sort_by(f64::total_cmp);
    let near = 1e-9 * value.abs().max(1e-9);
    let found = match step > 0 {
        true => steps.iter().find(|other| **other > value + near),
        false => steps.iter().rev().find(|other| **other < value - near),
    };
    found.copied().unwrap_or(value)
}

/// Paints a switch for each of the recipe's features. Returns the feature whose row has the focus; `None` if no such
/// row has it, or one of the champion's weights.
fn features(menu: &mut Menu, plan: &mut RunPlan, own: &Recipe) -> Option<&'static Feature> {
    let mut left_out: Vec<String> = plan
        .numbers
        .get(ABLATE_NAME)
        .map_or_else(Vec::new, |names| names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect());
    menu.heading("Features");
    let mut pointed_at = None;
    for name in &own.features {
        let feature = feature_named(name);
        if menu.is_next_focused() {
            pointed_at = feature;
        }
        let mut sees = !left_out.contains(name);
        if menu.toggle(&capital(&feature_in_words(name)), &mut sees) {
            left_out.retain(|other| other != name);
            if !sees {
                left_out.push(name.clone());
            }
            plan.set_number(ABLATE_NAME, left_out.join(","));
        }
        menu.explain_row(match feature {
            Some(_) => "Off, the player learns without it",
            None => "One of the champion's weights. Off, the player learns without it",
        });
    }
    pointed_at
}

/// Paints the row that chooses the player that the run begins from. Only a weighted sum that CMA-ES searches can
/// begin from a player.
fn begins_from(menu: &mut Menu, laboratory: &mut Laboratory, own: &Recipe) {
    // The weights of a player that searches are others than those of one that does not.
    let begins = |recipe: &Recipe| {
        matches!(recipe.evaluator, EvaluatorKind::Linear)
            && recipe.placing.is_some() == own.placing.is_some()
            && recipe.input_features().any(|name| own.input_features().any(|known| known == name))
    };
    menu.heading("Where it begins");
    if !begins(own) || !matches!(own.strategy, Strategy::CmaEs(_)) {
        let why = "Only a weighted sum that CMA-ES searches can begin at a player; others begin at random";
        menu.disabled_row("Begins from", "scratch", why);
        return;
    }
    let saved = laboratory.saved_runs().iter().filter(|run| begins(&run.summary.recipe));
    let files = saved.filter_map(|run| {
        let last = run.summary.generations.iter().rfind(|each| each.has_file())?.generation;
        let file = run.folder.join(generation::file_name(&run.summary.recipe.name, last));
        Some((file.to_string_lossy().into_owned(), format!("{}, generation {last}", run.summary.name)))
    });
    let choices: Vec<(String, String)> = std::iter::once((String::new(), "scratch".to_owned())).chain(files).collect();
    let plan = &mut laboratory.plan;
    let at = choices.iter().position(|(file, _)| *file == plan.from);
    // The run may have gone on since its last generation was chosen.
    let words = at.map_or_else(|| plan.beginning_in_words(), |at| choices[at].1.clone());
    if let Some(next) = menu.pick_index("Begins from", &words, at.unwrap_or(0), choices.len()) {
        plan.from.clone_from(&choices[next].0);
    }
    menu.explain_row(
        "Takes the weights of the best player of a run's last generation, by name; one that it lacks begins at 0",
    );
}

/// Paints a description of the run beside the rows. `own` is the documented recipe, `whole` the recipe with the numbers
/// of the plan, and `takes` the time for it, which is `None` until it is known.
fn about(menu: &Menu, plan: &RunPlan, (own, whole): (&Recipe, &Recipe), takes: Option<RunDuration>) {
    let (painter, side) = (menu.side_painter(), menu.side);
    let inside = theme::paint_side_background(&painter, side).shrink(20.0);
    painter.text(inside.min, Align2::LEFT_TOP, &own.name, theme::extrabold(22.0), theme::GOLD);
    let mut y = inside.top() + 36.0;
    let mut paragraph = |text: &str, font, colour, after: f32| {
        y += theme::paint_paragraph(&painter, pos2(inside.left(), y), text, (font, colour), inside.width()) + after;
    };
    paragraph(&own.about, theme::regular(15.0), theme::IVORY, 16.0);
    let games = whole.games.total_for_population(whole.genomes_per_generation()) as u64;
    let time = |takes: Option<Duration>| takes.map_or_else(|| "...".to_owned(), run::time_in_words);
    let all = time(takes.map(|takes| takes.at_least));
    let grown = takes.and_then(|takes| takes.grown).map(run::time_in_words).filter(|grown| *grown != all);
    let lines = [
        ("Searches by", whole.strategy.name().to_owned()),
        ("It is", evaluator_words(whole)),
        ("Genomes", with_thousands(whole.genomes_per_generation() as u64)),
        ("Games a generation", with_thousands(games)),
        ("Generations", (plan.last + 1).to_string()),
        ("Board", format!("{} × {}", whole.board.width, whole.board.visible)),
        ("The first generation takes", time(takes.map(|takes| takes.first))),
        ("All of them, at least", all),
    ];
    let grown = grown.map(|grown| ("If games grow as in the run that ships", grown));
    let mut line = |label: &str, value: &str, ink| {
        let line = Rect::from_min_size(pos2(inside.left(), y), vec2(inside.width(), 24.0));
        if line.bottom() <= inside.bottom() {
            painter.text(line.left_center(), Align2::LEFT_CENTER, label, theme::regular(14.5), ink);
            painter.text(line.right_center(), Align2::RIGHT_CENTER, value, theme::semibold(14.5), theme::IVORY);
        }
        y += 27.0;
    };
    for (label, value) in lines.into_iter().chain(grown) {
        line(label, &value, theme::ASH);
    }
    // The numbers that were changed are listed with the recipe's own values, since the player may have forgotten them.
    let changed = NUMBERS.iter().filter(|number| plan.numbers.contains_key(number.name));
    for (at, number) in changed.enumerate() {
        if at == 0 {
            line("", "", theme::ASH);
            line("Not as the recipe has it (*)", "its own", theme::GOLD);
        }
        let value = recipe_number_in_words(number, &planned_value(plan, whole, number));
        let usual = recipe_number_in_words(number, &(number.text)(own));
        let value = if value.is_empty() { "none".to_owned() } else { value };
        line(&format!("{}: {value}", number.title), if usual.is_empty() { "none" } else { &usual }, theme::ASH);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::super::menu::Cursor;
    use super::super::super::super::test_frame::{column_texts, frame};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    #[test]
    fn a_number_that_makes_the_plan_impossible_can_be_set_back() {
        let (own, board) = (Recipe::named("champion").unwrap(), RecipeNumber::named("board").unwrap());
        let mut plan = RunPlan { recipe: own.name.clone(), ..RunPlan::default() };
        let mut after = |left: bool| {
            let nav = NavigationSteps { left, right: !left, ..NavigationSteps::default() };
            // An impossible plan has no recipe, and the recipe's own stands in for it.
            frame(500.0, nav, &mut Cursor::default(), |menu| row(menu, &mut plan, &own, &own, board));
            (plan.numbers.get("board").cloned(), plan.full_recipe().is_ok())
        };
        assert_eq!(after(false), (Some("10x16".to_owned()), false), "the champion plays the usual board alone");
        assert_eq!(after(true), (None, true));
    }

    #[test]
    fn a_player_that_a_run_begins_from_is_told_in_words_though_it_is_no_longer_the_last_of_its_run() {
        let (own, mut laboratory) = (Recipe::named("cmaes").unwrap(), Laboratory::default());
        laboratory.plan.from = "runs/night/cmaes-0007.gen".to_owned();
        let texts = column_texts([false, true], |menu| begins_from(menu, &mut laboratory, &own));
        assert!(texts.contains("night, cmaes-0007") && !texts.contains(".gen"), "{texts}");
    }

    #[test]
    fn a_comparison_that_can_begin_is_not_told_to_be_the_run_that_is_set_up() {
        let (hint, mut laboratory) = ("Begins the run as it is set up here", Laboratory::default());
        laboratory.has_trained = true;
        let told = |conditions: usize| {
            laboratory.comparison.conditions = vec![RunPlan::default(); conditions];
            column_texts([false, true], |menu| drop(begin_rows(menu, &mut laboratory)))
        };
        let texts = [0, 2].map(told);
        let is_told = texts.each_ref().map(|texts| [hint, comparison::BEGIN_HINT].map(|hint| texts.contains(hint)));
        assert_eq!(is_told, [[true, false], [false, true]], "{texts:?}");
    }

    #[test]
    fn a_seed_goes_no_lower_than_nought() {
        let after = |mut seed: u64, left: bool| {
            let nav = NavigationSteps { left, right: !left, ..NavigationSteps::default() };
            frame(500.0, nav, &mut Cursor::default(), |menu| seed_row(menu, &mut seed));
            seed
        };
        assert_eq!([after(1, true), after(0, true), after(0, false)], [0, 0, 1]);
    }

    #[test]
    fn numbers_go_by_ones_twos_and_fives_and_past_the_recipes_own() {
        let ups = |from: f64, usual: f64| {
            let up = |value: &f64| Some(stepped(*value, usual, 1, 0));
            std::iter::successors(Some(from), up).skip(1).take(4).collect::<Vec<_>>()
        };
        assert_eq!(ups(10.0, 1000.0), [20.0, 50.0, 100.0, 200.0]);
        assert_eq!(ups(20.0, 24.0), [24.0, 50.0, 100.0, 200.0]);
        assert_eq!(stepped(1.0, 80.0, -1, 0), 0.0);
        let next = |name, value, usual, step| RecipeNumber::named(name).map(|number| next(number, value, usual, step));
        assert_eq!(next("mutation-reach", "0.1", "0.1", -1).as_deref(), Some("0.05"));
        assert_eq!(next("population", "2", "50", -1).as_deref(), Some("2"), "not below the least");
        assert_eq!(next("piece-cap", "1", "0", -1).as_deref(), Some("0"), "below the first there is never");
        assert_eq!(next("piece-cap", "0", "0", 1).as_deref(), Some("1"), "and it leads back");
        assert_eq!(next("mean-rate", "1", "1", -1).as_deref(), Some("0.5"), "a part goes below 1");
        assert_eq!(next("mean-rate", "0.5", "1", 1).as_deref(), Some("1"));
        assert_eq!(next("mutation-reach", "2", "0.4", -1).as_deref(), Some("1"));
        assert_eq!(next("mutation-reach", "1", "0.4", -1).as_deref(), Some("0.5"));
        assert_eq!(next("board", "4x8", "10x20", 1).as_deref(), Some("10x20"), "behind the last comes the first");
        assert_eq!(next("board", "9x9", "10x20", -1).as_deref(), Some("10x20"), "as where it is none of them");
    }
}
