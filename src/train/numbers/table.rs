//! The table of the numbers that a recipe consists of. Each entry has its flag, its row in the laboratory and its
//! values.

use super::super::recipe::{Recipe, RecipeError};
use super::PossibleValues::{OrNever, Real, Text, Whole, Words};
use super::search::{
    any_recipe_mut, any_recipe_number_text, brain_number_text, brain_recipe_mut, cma_es_mut, cma_es_text,
    evolution_mut, evolution_text, matches_mut, matches_text, narrowing_steps_text, no_such_number, placing_mut,
    placing_text, random_source_word, rung_count_mut, set_narrowing_steps, set_random_source_by_word, swarm_mut,
    swarm_text,
};
use super::words::{
    FITNESS_OPTIONS, LOOKAHEAD_OPTIONS, MUTATION_DIRECTION_OPTIONS, NEXT_PIECE_BOARD_OPTIONS, PIECE_GENERATOR_OPTIONS,
    PIECE_SET_OPTIONS, PLACEMENT_CHOICE_OPTIONS, RANDOM_SOURCE_OPTIONS, SEED_CHOICE_OPTIONS, SWITCH_OPTIONS,
    value_of_word, word_for_value, words_and_meanings,
};
use super::{ABLATE_NAME, RecipeNumber, RecipeSection};
use crate::rules::{BoardSize, RuleSet};
use std::str::FromStr;

/// An entry for a number in a field of the recipe, or of a part that only some recipes have: what reads the part, what
/// changes it, and what a recipe without it is told to lack.
macro_rules! number {
    ($name:literal, $title:literal, $about:literal, $section:ident, $values:expr => $($field:ident).+) => {
        number!($name, $title, $about, $section,
            $values => $($field).+ of any_recipe_number_text, any_recipe_mut, $name)
    };
    ($name:literal, $title:literal, $about:literal, $section:ident,
        $values:expr => $($field:ident).+ of $part_text:ident, $part_mut:ident, $lacking:literal) => {
        RecipeNumber {
            name: $name,
            title: $title,
            about: $about,
            section: RecipeSection::$section,
            values: $values,
            text: |recipe| $part_text(recipe, |part| part.$($field).+.to_string()),
            set: |recipe, text| set(&mut $part_mut(recipe, $lacking)?.$($field).+, $name, text),
        }
    };
}

/// An entry for one of some words, which lies where [`number!`] has its number.
macro_rules! words {
    ($name:literal, $title:literal, $about:literal, $section:ident, $words:ident => $($field:ident).+) => {
        words!($name, $title, $about, $section, $words => $($field).+ of any_recipe_number_text, any_recipe_mut, $name)
    };
    ($name:literal, $title:literal, $about:literal, $section:ident,
        $words:ident => $($field:ident).+ of $part_text:ident, $part_mut:ident, $lacking:literal) => {
        RecipeNumber {
            name: $name,
            title: $title,
            about: $about,
            section: RecipeSection::$section,
            values: Words(|| words_and_meanings(&$words)),
            text: |recipe| $part_text(recipe, |part| word_for_value(&$words, &part.$($field).+)),
            set: |recipe, text| {
                let value = value_of_word($name, &$words, text)?;
                $part_mut(recipe, $lacking).map(|part| part.$($field).+ = value)
            },
        }
    };
}

/// Every number in which a run can differ from its recipe. They are set in a recipe in this order.
pub static NUMBERS: [RecipeNumber; 30] = [
    number!("population", "Genomes", "Genomes in a generation, 2-100000", Search, Whole(2, 100_000) => population),
    words!("fitness", "Fitness", "What selection goes by", Search, FITNESS_OPTIONS => fitness),
    words!("lookahead", "Looks ahead", "Whether the learner looks at the next piece", Player,
        LOOKAHEAD_OPTIONS => lookahead of brain_number_text, brain_recipe_mut, "lookahead"),
    words!("next-on", "Next piece lands on",
        "What the next piece lands on: the board with its full rows gone, or still there", Player,
        NEXT_PIECE_BOARD_OPTIONS => next_on of brain_number_text, brain_recipe_mut, "board for the next piece"),
    words!("placements", "Placements", "Which placements the learner chooses from", Player,
        PLACEMENT_CHOICE_OPTIONS => placements of brain_number_text, brain_recipe_mut, "choice of placements"),
    RecipeNumber {
        name: "board",
        title: "Board",
        about: "The board: 4 to 16 columns and 4 to 40 visible rows",
        section: RecipeSection::Games,
        values: Text("WxH", &["10x20", "10x16", "10x10", "8x16", "6x12", "12x24", "4x8"]),
        text: |recipe| format!("{}x{}", recipe.board.width, recipe.board.visible),
        set: board,
    },
    words!("pieces", "Pieces come by", "How pieces are drawn", Games, PIECE_GENERATOR_OPTIONS => generator),
    words!("piece-set", "Pieces", "The pieces", Games, PIECE_SET_OPTIONS => pieces),
    number!("score-cap", "Score that ends a game", "End a game at this score", Games,
        Whole(1, 4_294_967_295) => score_cap of brain_number_text, brain_recipe_mut, "score cap"),
    number!("piece-cap", "Pieces that end a game", "End a game after this many pieces; 0: never", Games,
        OrNever(4_294_967_295) => piece_cap),
    number!("line-cap", "Lines that end a game", "End a game at this many lines; 0: never", Games,
        OrNever(4_294_967_295) => line_cap of brain_number_text, brain_recipe_mut, "line cap"),
    number!("games", "Games a genome", "Games that every genome plays; the best may play more in heats", Games,
        Whole(1, 10_000) => games.each),
    words!("game-seeds", "Which games", "Which games they are", Games, SEED_CHOICE_OPTIONS => games.seeds),
    RecipeNumber {
        name: "first-draws",
        title: "First population drawn by",
        about: "Whose random numbers draw a first population that is uniform between two numbers",
        section: RecipeSection::Search,
        values: Words(|| words_and_meanings(&RANDOM_SOURCE_OPTIONS)),
        text: random_source_word,
        set: set_random_source_by_word,
    },
    number!("survivors", "Survivors of a thousand", "The best that go on as they are, in thousandths of the population",
        Search, Whole(0, 1000) => survivors of evolution_text, evolution_mut, "survivors"),
    number!("mutation-chance", "Mutations of a thousand", "The chance of a mutation, in thousandths", Search,
        Whole(0, 1000) => mutation.chance of evolution_text, evolution_mut, "mutation chance"),
    number!("mutation-reach", "Reach of a mutation", "How far a mutation moves a weight at most", Search,
        Real(0.0, 1000.0) => mutation.reach of evolution_text, evolution_mut, "mutation reach"),
    words!("mutation-way", "Mutations go", "Which way mutations move a weight", Search,
        MUTATION_DIRECTION_OPTIONS => mutation.way of evolution_text, evolution_mut, "mutation way"),
    number!("step", "First step size", "The first step size of CMA-ES", Search,
        Real(0.000_001, 1000.0) => step of cma_es_text, cma_es_mut, "step size"),
    number!("mean-rate", "Rate of the mean",
        "The part of its way that the mean of CMA-ES goes in a generation; less where luck decides much", Search,
        Real(0.01, 1.0) => mean_rate of cma_es_text, cma_es_mut, "rate of the mean"),
    number!("forgetting", "Forgetting",
        "The share by which a particle swarm forgets, in each generation, how good its best places were", Search,
        Real(0.0, 1.0) => forgetting of swarm_text, swarm_mut, "forgetting"),
    RecipeNumber {
        name: "search-steps",
        title: "Steps",
        about: "The steps of a narrowing random search, a generation each: range of the samples, lines of a success, and the \
                lowest rows in which start boards have random cells (0: none)",
        section: RecipeSection::Search,
        values: Text("RANGE:LINES:ROWS,..", &[]),
        text: narrowing_steps_text,
        set: set_narrowing_steps,
    },
    number!("held-out-games", "Held-out games", "Held-out games for each of the best", Games,
        Whole(1, 10_000) => held_out_games),
    RecipeNumber {
        name: "held-out-best",
        title: "Best that play them",
        about: "How many of the best play held-out games",
        section: RecipeSection::Games,
        values: Whole(1, 100_000),
        text: |recipe| match recipe.strategy.has_centre() {
            // The centre alone plays them.
            true => String::new(),
            false => recipe.held_out_best.to_string(),
        },
        set: |recipe, text| match recipe.strategy.has_centre() {
            true => Err(no_such_number("choice of the best: its centre plays held-out games", recipe)),
            false => set(&mut recipe.held_out_best, "held-out-best", text),
        },
    },
    number!("nodes", "Nodes a piece", "Nodes a piece of a search over placements", Champion,
        Whole(1, 10_000_000) => nodes of placing_text, placing_mut, "nodes"),
    number!("match-share", "Matches of a thousand", "How much of the fitness 'versus' matches are, in thousandths",
        Champion, Whole(1, 1000) => share of matches_text, matches_mut, "matches"),
    RecipeNumber {
        name: "rungs",
        title: "Past generations to beat",
        about: "The most past generations that matches are against",
        section: RecipeSection::Champion,
        values: Whole(1, 64),
        text: |recipe| rung_count_mut(&mut recipe.clone()).map_or_else(String::new, |rungs| rungs.to_string()),
        set: |recipe, text| {
            let missing = no_such_number("rungs", recipe);
            set(rung_count_mut(recipe).ok_or(missing)?, "rungs", text)
        },
    },
    words!("only-new", "Learns only what is new",
        "Whether a run with --from learns only the weights that the player lacks", Champion,
        SWITCH_OPTIONS => only_new),
    RecipeNumber {
        name: "rules",
        title: "Attack rules",
        about: "The rules that clears send by",
        section: RecipeSection::Champion,
        values: Words(|| RuleSet::ALL.iter().map(|set| (set.name(), set.about())).collect()),
        text: |recipe| recipe.rule_set.name().to_owned(),
        set: |recipe, text| {
            let known = || RuleSet::ALL.map(RuleSet::name).join(", ");
            let missing = || RecipeError::NoWord { what: "rules", text: text.to_owned(), known: known() };
            recipe.rule_set = RuleSet::named(text).ok_or_else(missing)?;
            Ok(())
        },
    },
    RecipeNumber {
        name: ABLATE_NAME,
        title: "Features left out",
        about: "Features to leave out, by name or index",
        section: RecipeSection::Player,
        values: Text("FEATURES", &[]),
        text: |recipe| recipe.ablated.join(","),
        set: ablate,
    },
];

fn set<T: FromStr>(place: &mut T, what: &'static str, text: &str) -> Result<(), RecipeError> {
    let range = || RecipeNumber::named(what).map_or_else(String::new, |number| number.values.range());
    let wrong = |_| RecipeError::Bounds { what, value: text.to_owned(), range: range().into() };
    *place = text.parse().map_err(wrong)?;
    Ok(())
}

fn board(recipe: &mut Recipe, text: &str) -> Result<(), RecipeError> {
    let form = "give columns x rows, such as 10x20";
    let size =
        BoardSize::parse(text).ok_or_else(|| RecipeError::Form { what: "board", text: text.to_owned(), form })?;
    (recipe.board.width, recipe.board.visible) = (size.width, size.visible);
    Ok(())
}

fn ablate(recipe: &mut Recipe, text: &str) -> Result<(), RecipeError> {
    let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let whole = Recipe { ablated: Vec::new(), ..recipe.clone() };
    recipe.ablated = if names.is_empty() { Vec::new() } else { whole.ablate(&names)?.ablated };
    Ok(())
}
