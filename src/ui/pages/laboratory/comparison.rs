//! The comparison in the laboratory: the rows that set it up, the list of what will be trained, and the curves of runs
//! on disk drawn over each other.

use super::super::super::draw::mix_colours;
use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use super::super::{counted, with_thousands};
use super::plot::{self, Band, PlotLine};
use super::words::{
    common_recipe_values, differences_in_words, number_differences_in_words, recipe_number_texts, values_in_words,
};
use super::{LaboratoryWish, curves};
use crate::app::laboratory::{Comparison, Laboratory, MOST_SEEDS};
use crate::measure::Interval;
use crate::runs::{self, Condition, ConditionResult, SavedRun};
use crate::train::Recipe;
use bevy_egui::egui::{Align2, Color32, Painter, Rect, Stroke, pos2, vec2};
use std::path::PathBuf;

/// The most conditions that are drawn and listed, since nobody could tell more apart.
const SHOWN: usize = 10;
/// The colours of the conditions, far apart on the dark ground for a colour-blind person too: after Okabe and Ito,
/// *Color Universal Design* (2008), with white in place of black.
const INKS: [Color32; SHOWN] = [
    Color32::from_rgb(240, 236, 224),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(0, 190, 140),
    Color32::from_rgb(240, 228, 66),
    Color32::from_rgb(90, 130, 230),
    Color32::from_rgb(235, 110, 40),
    Color32::from_rgb(224, 145, 190),
    Color32::from_rgb(150, 144, 134),
    Color32::from_rgb(170, 110, 70),
];
/// The height of a row of the table, in points.
const ROW: f32 = 22.0;
/// The height of a row of the table in which the name has a line of its own over the figures, in points.
const TALL_ROW: f32 = 34.0;
/// The width of the table, in points, below which it is narrow.
const NARROW: f32 = 640.0;
/// The room in points for the colour of a condition, at the left of its name.
const COLOUR: f32 = 26.0;
/// The least height at which curves can be read, in points.
const LEAST_CURVES: f32 = 90.0;
/// The height in points of a condition in the list of what will be trained, if it has one line.
const LISTED: f32 = 27.0;
/// What the rows say that begin the runs of a comparison.
pub(super) const BEGIN_HINT: &str =
    "One after the other, all conditions with the first seed first; they go on while you play";

/// Paints the rows that set up a comparison, and returns what the player asks for with one of them.
pub(super) fn add_rows(menu: &mut Menu, laboratory: &mut Laboratory) -> Option<LaboratoryWish> {
    let mut wish = None;
    menu.heading("Comparison");
    let hint = "Puts the run as it is set up here on a list; then change one thing, and add it again";
    menu.wish_button(&mut wish, "Add to a comparison", LaboratoryWish::Compare, hint);
    let hint = "Lists the run as it is set up here, and one run without each of its features: what is each worth?";
    menu.wish_button(&mut wish, "Leave each feature out in turn", LaboratoryWish::Ablate, hint);
    let running = laboratory.is_busy();
    let comparison = &mut laboratory.comparison;
    if comparison.conditions.is_empty() {
        return wish;
    }
    menu.number("Seeds each", &mut comparison.seeds, 1..=MOST_SEEDS, 1, |seeds| seeds.to_string());
    menu.explain_row(
        "How many runs of each, every one with another seed; from two on there are intervals, narrower with more",
    );
    let runs = comparison.conditions.len() * comparison.seeds as usize;
    if !running {
        wish = menu.main_button(&format!("Begin {}", counted(runs, "run"))).then_some(LaboratoryWish::Begin).or(wish);
        menu.explain_row(BEGIN_HINT);
    }
    if menu.button("Clear the comparison") {
        comparison.conditions.clear();
    }
    menu.explain_row("Forgets the list; a single run can begin then");
    wish
}

/// The list of the conditions that will be trained, in lines of text. It is worked out again
/// when the comparison changes.
#[derive(Debug, Default)]
pub(super) struct ConditionList {
    of: Comparison,
    /// How each condition differs from the first, in words, and whether it differs in more than one thing. The line of
    /// the first condition is its recipe.
    lines: Vec<(String, bool)>,
}

impl ConditionList {
    fn take(&mut self, comparison: &Comparison) {
        if self.of == *comparison {
            return;
        }
        let line = |at: usize| {
            let plan = &comparison.conditions[at];
            if at > 0 {
                let differences = comparison.differences_from_first(at);
                return (differences_in_words(&differences), differences.are_many());
            }
            let recipes = Recipe::named(&plan.recipe).ok().zip(plan.full_recipe().ok());
            let words =
                |(own, whole): (Recipe, Recipe)| as_it_is(&own.name, &number_differences_in_words(&own, &whole));
            (recipes.map_or_else(|| plan.recipe.clone(), words), false)
        };
        self.lines = (0..comparison.conditions.len()).map(line).collect();
        self.of = comparison.clone();
    }
}

/// Paints beside the rows what will be trained, and how each condition differs from the first.
pub(super) fn paint_conditions(menu: &Menu, comparison: &Comparison, listed: &mut ConditionList) {
    listed.take(comparison);
    let (painter, side) = (menu.side_painter(), menu.side);
    let inside = theme::paint_side_background(&painter, side).shrink(20.0);
    let count = comparison.conditions.len();
    painter.text(inside.min, Align2::LEFT_TOP, "Comparison", theme::extrabold(22.0), theme::GOLD);
    let seeds = comparison.seeds;
    let first = comparison.conditions.first().map_or(0, |first| first.seed);
    let words = match seeds {
        1 => format!("{} with seed {first}", counted(count, "run")),
        _ => {
            let last = first.wrapping_add(u64::from(seeds) - 1);
            format!("{} runs: {count} with each of seeds {first} to {last}", count * seeds as usize)
        }
    };
    let at = inside.min + vec2(0.0, 38.0);
    painter.text(at, Align2::LEFT_TOP, words, theme::regular(15.0), theme::IVORY);
    let mut y = inside.top() + 78.0;
    for (at, (words, many)) in listed.lines.iter().enumerate() {
        let (words, ink) = match many {
            true => (format!("{words}  (more than one thing)"), theme::VERMILION),
            false => (words.clone(), theme::IVORY),
        };
        let lines = theme::paragraph(&painter, &words, theme::regular(14.5), ink, inside.width() - 28.0);
        let line = lines.size().y / lines.rows.len().max(1) as f32;
        let height = LISTED + lines.size().y - line;
        // Below a condition that is not the last there is room for a line about the others.
        let below = if at + 1 < count { LISTED } else { 0.0 };
        if y + height + below > inside.bottom() {
            let words = format!("and {} more", count - at);
            painter.text(pos2(inside.left(), y), Align2::LEFT_CENTER, words, theme::regular(14.5), theme::ASH);
            break;
        }
        let number = format!("{}", at + 1);
        painter.text(pos2(inside.left(), y), Align2::LEFT_CENTER, number, theme::semibold(14.5), theme::ASH);
        painter.galley(pos2(inside.left() + 28.0, y - line / 2.0), lines, ink);
        y += height;
    }
}

/// The name of a recipe with what is said of how it differs from the documented one: "iwumbwe, without holes", or
/// "iwumbwe as it is" if nothing is said.
fn as_it_is(name: &str, said: &str) -> String {
    if said.is_empty() { format!("{name} as it is") } else { format!("{name}, {said}") }
}

/// What tells apart a run whose numbers are those of another: the player that it began at, or plays against.
fn beginning_in_words(recipe: &Recipe) -> String {
    match (recipe.begun_from.as_str(), recipe.against.as_str()) {
        ("", "") => "with other settings".to_owned(),
        (from, "") => format!("from {from}"),
        ("", against) => format!("against {against}"),
        (from, against) => format!("from {from}, against {against}"),
    }
}

/// The data from which a comparison of runs on disk is drawn. They are worked out again when another run, curve or
/// generation is looked at, or when there are more generations on disk.
#[derive(Debug, Default)]
pub(super) struct ComparedRuns {
    /// What the conditions were worked out for: the folder of the run, the curve, the generation, and how many
    /// generations all runs on disk have.
    of: (PathBuf, usize, u32, usize),
    conditions: Vec<ComparedCondition>,
    /// The recipe with the values that most of the conditions have in common, in words.
    common: String,
    /// How many further conditions of the comparison are not shown.
    more: usize,
}

/// A condition of a comparison, with what is drawn of it.
#[derive(Debug)]
struct ComparedCondition {
    /// How the condition differs from what most have in common, in words.
    name: String,
    /// Whether the run that is looked at belongs to the condition.
    is_own: bool,
    /// The curve: the number of each generation, the mean over the runs, and the 95 % interval of the mean, which is
    /// `None` with one run only.
    course: Vec<(u32, f64, Option<Interval>)>,
    outcome: Option<ConditionResult>,
}

impl ComparedRuns {
    fn take(&mut self, saved: &[SavedRun], at: usize, curve: usize, generation: u32) {
        let run = &saved[at];
        let all = saved.iter().map(|run| run.summary.generations.len()).sum();
        let of = (run.folder.clone(), curve, generation, all);
        if self.of == of {
            return;
        }
        let recipe = &run.summary.recipe;
        let own = Recipe::named(&recipe.name).unwrap_or_else(|_| recipe.clone());
        let mut found = runs::conditions(saved, recipe);
        // Whoever looks at a run wants to see it, however many conditions come before its own.
        if let Some(own) = found.iter().position(|condition| condition.recipe == *recipe).filter(|own| *own >= SHOWN) {
            found.swap(own, SHOWN - 1);
        }
        let values: Vec<Vec<String>> =
            found.iter().take(SHOWN).map(|condition| recipe_number_texts(&condition.recipe)).collect();
        let common = common_recipe_values(&values);
        self.common =
            format!("In common: {}", as_it_is(&own.name, &values_in_words(&recipe_number_texts(&own), &common)));
        let made = |(at, condition): (usize, &Condition)| ComparedCondition {
            name: {
                let said = values_in_words(&common, &values[at]);
                // Only where it began tells a condition from the first that has the same numbers.
                let is_twin = at > 0 && values[at] == values[0];
                let beginning = if is_twin { beginning_in_words(&condition.recipe) } else { String::new() };
                let parts: Vec<String> = [said, beginning].into_iter().filter(|part| !part.is_empty()).collect();
                if parts.is_empty() { "as above".to_owned() } else { parts.join(", ") }
            },
            is_own: condition.recipe == *recipe,
            course: runs::mean_by_generation(saved, condition, |each| curves::first_line_value(curve, each)),
            outcome: runs::condition_result(saved, condition, &found[0], generation),
        };
        self.conditions = found.iter().take(SHOWN).enumerate().map(made).collect();
        (self.of, self.more) = (of, found.len().saturating_sub(SHOWN));
    }
}

/// Paints a comparison of the runs that have one recipe, that of the run at place `at`: a curve for each condition, and
/// a table of the results below. The first condition and that of the run have 95 % bands. `curve` is the place of the
/// curve that is painted, and `generation` the number of the generation in the table.
pub(super) fn paint(
    menu: &mut Menu,
    saved: &[SavedRun],
    at: usize,
    (curve, generation): (usize, u32),
    held: &mut ComparedRuns,
) {
    let side = menu.side;
    let mut ui = menu.side_panel_ui("comparison", side);
    let generations = &saved[at].summary.generations;
    held.take(saved, at, curve, generation);
    let painter = ui.painter().clone();
    let (font, width) = (theme::regular(13.5), side.width() - 32.0);
    let common = theme::paragraph(&painter, &held.common, font, theme::ASH, width);
    let head = common.size().y + 4.0;
    let rows: f32 = held.conditions.iter().map(|condition| row_height(&painter, width, &condition.name)).sum();
    let table = 46.0 + head + rows + if held.more > 0 { ROW } else { 0.0 };
    let above = side.with_max_y(side.bottom() - table - 12.0);
    let (mut traces, mut bands) = (Vec::new(), Vec::new());
    for (at, (condition, ink)) in held.conditions.iter().zip(INKS).enumerate() {
        let points = condition.course.iter().map(|(generation, mean, _)| [f64::from(*generation), *mean]).collect();
        let width = if condition.is_own { 3.0 } else { 1.6 };
        traces.push(PlotLine { name: String::new(), points, ink, width });
        // Bands over bands hide each other: only the first condition and that of the run have one.
        if condition.is_own || at == 0 {
            let ends = |interval: Interval| [interval.low, interval.high];
            let points = condition.course.iter().filter_map(|(at, _, spread)| Some((f64::from(*at), ends((*spread)?))));
            bands.push(Band { name: String::new(), points: points.collect(), ink: faded(ink, 0.16) });
        }
    }
    let (title, _) = curves::curve_title(curve, generations);
    let title = format!("{title}: the mean of each condition's runs, with its 95 % interval");
    if above.height() >= LEAST_CURVES {
        plot::paint(&mut ui, above, &title, (&traces, &bands), Some(generation));
    }
    let under = side.with_min_y(side.bottom() - table);
    theme::paint_side_background(&painter, under);
    let inside = under.shrink2(vec2(16.0, 10.0));
    painter.galley(inside.min, common, theme::ASH);
    outcomes(&painter, inside.with_min_y(inside.top() + head), held, generation);
    if held.more > 0 {
        let at = pos2(under.left() + 16.0, under.bottom() - 10.0 - ROW / 2.0);
        let words = format!("and {} more, with other settings", held.more);
        painter.text(at, Align2::LEFT_CENTER, words, theme::regular(13.5), theme::ASH);
    }
}

/// How far from its left end the three columns of figures end, in points, in a table of this width. The names of the
/// conditions give way to the figures where there is little room.
fn column_ends(width: f32) -> [f32; 3] {
    let shares = if width < NARROW { [0.3, 0.66, 1.0] } else { [0.5, 0.75, 1.0] };
    shares.map(|share| width * share)
}

/// The room for a name before the figures, in points, in a table of this width.
fn name_room(width: f32) -> f32 {
    column_ends(width)[0] - 34.0 - COLOUR
}

/// The height of the row of a condition, in points, in a table of this width. In a narrow one a name that is too long
/// for its column has a line of its own.
fn row_height(painter: &Painter, width: f32, name: &str) -> f32 {
    let name = painter.layout_no_wrap(name.to_owned(), theme::regular(14.5), theme::IVORY);
    if width < NARROW && name.size().x > name_room(width) { TALL_ROW } else { ROW }
}

/// Paints the table with the results of the conditions in a generation.
fn outcomes(painter: &Painter, rect: Rect, held: &ComparedRuns, generation: u32) {
    let [runs_at, lines, ratio] = column_ends(rect.width()).map(|end| rect.left() + end);
    let heads = [
        (rect.left(), Align2::LEFT_CENTER, format!("Generation {generation}")),
        (runs_at, Align2::RIGHT_CENTER, "runs".to_owned()),
        (lines, Align2::RIGHT_CENTER, "held-out lines (95 %)".to_owned()),
        (ratio, Align2::RIGHT_CENTER, "ratio to the first (95 %)".to_owned()),
    ];
    let y = rect.top() + ROW / 2.0;
    for (x, align, words) in heads {
        painter.text(pos2(x, y), align, words, theme::semibold(13.5), theme::GOLD);
    }
    let mut top = rect.top() + ROW;
    for (at, (condition, ink)) in held.conditions.iter().zip(INKS).enumerate() {
        let height = row_height(painter, rect.width(), &condition.name);
        let is_tall = height > ROW;
        let [named, y] = if is_tall { [top + 9.0, top + 25.0] } else { [top + ROW / 2.0; 2] };
        top += height;
        painter.hline(rect.left()..=rect.left() + 16.0, named, Stroke::new(3.0, ink));
        let ink = if condition.is_own { theme::IVORY } else { mix_colours(theme::ASH, theme::IVORY, 0.5) };
        let place = pos2(rect.left() + COLOUR, named);
        if is_tall {
            theme::paint_shrunk_text(painter, place, &condition.name, 14.5, ink, rect.right() - place.x);
        } else {
            let (right, look) = (place.x + name_room(rect.width()), (theme::regular(14.5), ink));
            theme::paint_shortened_text(painter, place, right, &condition.name, look);
        }
        let figure = |x: f32, words: String| {
            painter.text(pos2(x, y), Align2::RIGHT_CENTER, words, theme::semibold(14.0), ink);
        };
        let Some(outcome) = &condition.outcome else {
            figure(lines, "not reached yet".to_owned());
            continue;
        };
        figure(runs_at, outcome.runs.to_string());
        let counted =
            |value: f64| if value < 100.0 { format!("{value:.1}") } else { with_thousands(value.round() as u64) };
        let spread = |Interval { low, high }| format!("  ({} to {})", counted(low), counted(high));
        figure(lines, format!("{}{}", counted(outcome.lines), outcome.interval.map_or(String::new(), spread)));
        let words = match outcome.ratio {
            Some(ratio) if ratio.interval.is_point() => format!("× {:.2}", ratio.ratio),
            Some(ratio) => {
                let high = match ratio.interval.high {
                    high if high < 1000.0 => format!("{high:.2}"),
                    _ => "over 1000".to_owned(),
                };
                format!("× {:.2}  ({:.2} to {high})", ratio.ratio, ratio.interval.low)
            }
            None if at == 0 => String::new(),
            None => "needs two seeds in common".to_owned(),
        };
        figure(ratio, words);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::super::test_frame::{column_texts, still_frame, texts_in_shapes};
    use super::*;
    use crate::app::laboratory::RunPlan;
    use crate::train::summary::GenerationSummary;
    use std::path::Path;

    /// The places of all texts that are painted into a panel, none of which is cut.
    fn whole_texts(body: impl FnMut(&mut Menu)) -> Vec<Rect> {
        let shapes = still_frame(body);
        assert!(texts_in_shapes(&shapes).all(|text| !text.galley.elided), "no text ends in dots");
        texts_in_shapes(&shapes).map(|text| text.visual_bounding_rect()).collect()
    }

    #[test]
    fn a_long_name_in_a_narrow_table_has_a_line_of_its_own() {
        let condition =
            |name: &str| ComparedCondition { name: name.to_owned(), is_own: false, course: Vec::new(), outcome: None };
        let names = ["Genomes: 24", "without column transitions, Genomes: 24", "as above"];
        let compared = ComparedRuns { conditions: names.map(condition).into(), ..ComparedRuns::default() };
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(528.0, 120.0));
        let texts = whole_texts(|menu| outcomes(&menu.side_painter(), rect, &compared, 7));
        assert_eq!(texts.len(), 4 + 2 * names.len(), "the heads, then a name and a figure each");
        assert!(texts.iter().all(|text| rect.expand(1.0).contains_rect(*text)), "{texts:?}");
        let lies_apart = |at: usize| texts[at + 1..].iter().all(|other| !texts[at].intersects(*other));
        assert!((0..texts.len()).all(lies_apart), "{texts:?}");
    }

    #[test]
    fn a_long_line_of_the_list_goes_on_in_the_next() {
        let comparison = Comparison { conditions: vec![RunPlan::default(); 2], seeds: 1 };
        let long = "without column transitions, Genomes: 24, Board: 8 × 16, Score cap: 500".to_owned();
        let lines = vec![(long, true), ("without holes".to_owned(), false)];
        let mut listed = ConditionList { of: comparison.clone(), lines };
        let texts = whole_texts(|menu| paint_conditions(menu, &comparison, &mut listed));
        let [.., first, _, second] = texts[..] else { unreachable!("two lines with their numbers") };
        assert!(first.height() > 1.5 * second.height() && first.bottom() < second.top(), "{texts:?}");
    }

    #[test]
    fn a_comparison_of_one_run_is_called_one_run() {
        let said = |conditions: usize| {
            let comparison = Comparison { conditions: vec![RunPlan::default(); conditions], seeds: 1 };
            let shapes = still_frame(|menu| paint_conditions(menu, &comparison, &mut ConditionList::default()));
            let texts: Vec<String> = texts_in_shapes(&shapes).map(|text| text.galley.text().to_owned()).collect();
            texts.join("\n")
        };
        assert!(said(1).contains("1 run with seed 1"), "{}", said(1));
        assert!(said(2).contains("2 runs with seed 1"), "{}", said(2));
    }

    #[test]
    fn a_comparison_begins_with_every_condition_for_every_seed() {
        let mut laboratory = Laboratory::default();
        let mut texts = |comparison: Comparison| {
            laboratory.comparison = comparison;
            column_texts([false, true], |menu| {
                add_rows(menu, &mut laboratory);
            })
        };
        assert!(!texts(Comparison::default()).contains("Begin "), "nothing is to be compared yet");
        assert!(texts(Comparison { conditions: vec![RunPlan::default(); 2], seeds: 3 }).contains("Begin 6 runs"));
    }

    #[test]
    fn what_runs_have_in_common_is_said_once_and_their_names_say_only_what_differs() {
        let own = Recipe::named("iwumbwe").unwrap();
        let small = Recipe { population: 24, ..own.clone() };
        let without = |at: usize| Recipe { ablated: vec![own.features[at].clone()], ..small.clone() };
        let run = |recipe: &Recipe| SavedRun::new(Path::new("runs"), recipe, 1, vec![GenerationSummary::default()]);
        let named = |recipes: &[Recipe]| {
            let saved: Vec<SavedRun> = recipes.iter().map(run).collect();
            let mut compared = ComparedRuns::default();
            compared.take(&saved, 0, curves::FITNESS_CURVE_INDEX, 0);
            let names: Vec<String> = compared.conditions.into_iter().map(|condition| condition.name).collect();
            (compared.common, names)
        };
        let left_out = [0, 1].map(|at| format!("without {}", own.features[at].replace('-', " ")));
        let (common, names) = named(&[own.clone(), small.clone(), without(0), without(1)]);
        assert_eq!(common, "In common: iwumbwe, Genomes: 24");
        let usual = format!("Genomes: {}", with_thousands(own.population as u64));
        assert_eq!(names, [usual.as_str(), "as above", &left_out[0], &left_out[1]]);
        let (common, names) = named(&[own.clone(), small.clone()]);
        assert_eq!(
            (common.as_str(), names),
            ("In common: iwumbwe as it is", vec!["as above".to_owned(), "Genomes: 24".to_owned()])
        );
    }

    #[test]
    fn the_condition_of_the_run_that_is_looked_at_is_always_among_those_that_are_shown() {
        let of_size = |population: usize| Recipe { population, ..Recipe::named("lin").unwrap() };
        let run = |at: usize| {
            let generations = vec![GenerationSummary::default()];
            SavedRun::new(Path::new("runs"), &of_size(20 + at), 1, generations)
        };
        let saved: Vec<SavedRun> = (0..SHOWN + 3).map(run).collect();
        for at in 0..saved.len() {
            let mut compared = ComparedRuns::default();
            compared.take(&saved, at, curves::FITNESS_CURVE_INDEX, 0);
            assert_eq!((compared.conditions.len(), compared.more), (SHOWN, 3));
            assert_eq!(compared.conditions.iter().filter(|condition| condition.is_own).count(), 1, "run {at}");
        }
    }
}
