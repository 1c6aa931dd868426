//! The table of the numbers that a recipe consists of. Each entry has its flag, its row in the laboratory and its
//! values.

use super::super::recipe::{Recipe, RecipeError};
use super::search::{
    brain_mut, brain_text, cma_es_mut, cma_es_text, draws_word, evolution_mut, evolution_text, forgetting, matches_mut,
    no_such, put_steps, rungs, set_generator_by_word, steps, swarm_mut,
};
use super::words::{
    DRAW_WORDS, FITNESS, LOOKAHEAD, MUTATION_WAY_WORDS, NEXT_ON, PIECE_SETS, PIECES, PLACEMENTS, SEEDS, SWITCH_WORDS,
    value, word, words_and_meanings,
};
use super::{ABLATE, Number, Section, Values};
use crate::rules::{BoardSize, RuleSet};
use std::str::FromStr;

/// Every number in which a run can differ from its recipe. They are put into a recipe in this order.
pub static NUMBERS: [Number; 30] = [
    Number {
        name: "population",
        title: "Genomes",
        about: "Genomes in a generation, 2-100000",
        section: Section::Search,
        values: Values::Whole(2, 100_000),
        of: |recipe| recipe.population.to_string(),
        put: |recipe, text| set(&mut recipe.population, "population", text),
    },
    Number {
        name: "fitness",
        title: "Fitness",
        about: "What selection goes by",
        section: Section::Search,
        values: Values::Words(|| words_and_meanings(&FITNESS)),
        of: |recipe| word(&FITNESS, &recipe.fitness),
        put: |recipe, text| value("fitness", &FITNESS, text).map(|value| recipe.fitness = value),
    },
    Number {
        name: "lookahead",
        title: "Looks ahead",
        about: "Whether the learner looks at the next piece",
        section: Section::Player,
        values: Values::Words(|| words_and_meanings(&LOOKAHEAD)),
        of: |recipe| brain_text(recipe, |recipe| word(&LOOKAHEAD, &recipe.lookahead)),
        put: |recipe, text| {
            brain_mut(recipe, "lookahead")?.lookahead = value("lookahead", &LOOKAHEAD, text)?;
            Ok(())
        },
    },
    Number {
        name: "next-on",
        title: "Next piece lands on",
        about: "What the next piece lands on: the board with its full rows gone, or still there",
        section: Section::Player,
        values: Values::Words(|| words_and_meanings(&NEXT_ON)),
        of: |recipe| brain_text(recipe, |recipe| word(&NEXT_ON, &recipe.next_on)),
        put: |recipe, text| {
            brain_mut(recipe, "board for the next piece")?.next_on = value("next-on", &NEXT_ON, text)?;
            Ok(())
        },
    },
    Number {
        name: "placements",
        title: "Placements",
        about: "Which placements the learner chooses from",
        section: Section::Player,
        values: Values::Words(|| words_and_meanings(&PLACEMENTS)),
        of: |recipe| brain_text(recipe, |recipe| word(&PLACEMENTS, &recipe.placements)),
        put: |recipe, text| {
            brain_mut(recipe, "choice of placements")?.placements = value("placements", &PLACEMENTS, text)?;
            Ok(())
        },
    },
    Number {
        name: "board",
        title: "Board",
        about: "The board: columns x visible rows, 4x4 to 16x40",
        section: Section::Games,
        values: Values::Text("WxH", &["10x20", "10x16", "10x10", "8x16", "6x12", "12x24", "4x8"]),
        of: |recipe| format!("{}x{}", recipe.board.width, recipe.board.visible),
        put: board,
    },
    Number {
        name: "pieces",
        title: "Pieces come by",
        about: "How pieces are drawn",
        section: Section::Games,
        values: Values::Words(|| words_and_meanings(&PIECES)),
        of: |recipe| word(&PIECES, &recipe.generator),
        put: |recipe, text| value("pieces", &PIECES, text).map(|value| recipe.generator = value),
    },
    Number {
        name: "piece-set",
        title: "Pieces",
        about: "The pieces",
        section: Section::Games,
        values: Values::Words(|| words_and_meanings(&PIECE_SETS)),
        of: |recipe| word(&PIECE_SETS, &recipe.pieces),
        put: |recipe, text| value("piece-set", &PIECE_SETS, text).map(|value| recipe.pieces = value),
    },
    Number {
        name: "score-cap",
        title: "Score that ends a game",
        about: "End a game at this score",
        section: Section::Games,
        values: Values::Whole(1, 4_294_967_295),
        of: |recipe| brain_text(recipe, |recipe| recipe.score_cap.to_string()),
        put: |recipe, text| set(&mut brain_mut(recipe, "score cap")?.score_cap, "score-cap", text),
    },
    Number {
        name: "piece-cap",
        title: "Pieces that end a game",
        about: "End a game after this many pieces; 0: never",
        section: Section::Games,
        values: Values::OrNever(4_294_967_295),
        of: |recipe| recipe.piece_cap.to_string(),
        put: |recipe, text| set(&mut recipe.piece_cap, "piece-cap", text),
    },
    Number {
        name: "line-cap",
        title: "Lines that end a game",
        about: "End a game at this many lines; 0: never",
        section: Section::Games,
        values: Values::OrNever(4_294_967_295),
        of: |recipe| brain_text(recipe, |recipe| recipe.line_cap.to_string()),
        put: |recipe, text| set(&mut brain_mut(recipe, "line cap")?.line_cap, "line-cap", text),
    },
    Number {
        name: "games",
        title: "Games a genome",
        about: "Games that every genome plays; the best may play more in heats",
        section: Section::Games,
        values: Values::Whole(1, 10_000),
        of: |recipe| recipe.games.each.to_string(),
        put: |recipe, text| set(&mut recipe.games.each, "games", text),
    },
    Number {
        name: "game-seeds",
        title: "Which games",
        about: "Which games they are",
        section: Section::Games,
        values: Values::Words(|| words_and_meanings(&SEEDS)),
        of: |recipe| word(&SEEDS, &recipe.games.seeds),
        put: |recipe, text| value("game-seeds", &SEEDS, text).map(|value| recipe.games.seeds = value),
    },
    Number {
        name: "first-draws",
        title: "First population drawn by",
        about: "Whose random numbers draw a first population that is uniform between two numbers",
        section: Section::Search,
        values: Values::Words(|| words_and_meanings(&DRAW_WORDS)),
        of: draws_word,
        put: set_generator_by_word,
    },
    Number {
        name: "survivors",
        title: "Survivors of a thousand",
        about: "The best that go on as they are, in thousandths of the population",
        section: Section::Search,
        values: Values::Whole(0, 1000),
        of: |recipe| evolution_text(recipe, |evolution| evolution.survivors.to_string()),
        put: |recipe, text| set(&mut evolution_mut(recipe, "survivors")?.survivors, "survivors", text),
    },
    Number {
        name: "mutation-chance",
        title: "Mutations of a thousand",
        about: "The chance of a mutation, in thousandths",
        section: Section::Search,
        values: Values::Whole(0, 1000),
        of: |recipe| evolution_text(recipe, |evolution| evolution.mutation.chance.to_string()),
        put: |recipe, text| {
            set(&mut evolution_mut(recipe, "mutation chance")?.mutation.chance, "mutation-chance", text)
        },
    },
    Number {
        name: "mutation-reach",
        title: "Reach of a mutation",
        about: "How far a mutation moves a weight at most",
        section: Section::Search,
        values: Values::Real(0.0, 1000.0),
        of: |recipe| evolution_text(recipe, |evolution| evolution.mutation.reach.to_string()),
        put: |recipe, text| set(&mut evolution_mut(recipe, "mutation reach")?.mutation.reach, "mutation-reach", text),
    },
    Number {
        name: "mutation-way",
        title: "Mutations go",
        about: "Which way mutations move a weight",
        section: Section::Search,
        values: Values::Words(|| words_and_meanings(&MUTATION_WAY_WORDS)),
        of: |recipe| evolution_text(recipe, |evolution| word(&MUTATION_WAY_WORDS, &evolution.mutation.way)),
        put: |recipe, text| {
            let way = value("mutation-way", &MUTATION_WAY_WORDS, text)?;
            evolution_mut(recipe, "mutation way").map(|evolution| evolution.mutation.way = way)
        },
    },
    Number {
        name: "step",
        title: "First step size",
        about: "The first step size of CMA-ES",
        section: Section::Search,
        values: Values::Real(0.000_001, 1000.0),
        of: |recipe| cma_es_text(recipe, |search| search.step),
        put: |recipe, text| set(&mut cma_es_mut(recipe, "step size")?.step, "step", text),
    },
    Number {
        name: "mean-rate",
        title: "Rate of the mean",
        about: "The part of its way that the mean of CMA-ES goes in a generation; less where luck decides much",
        section: Section::Search,
        values: Values::Real(0.01, 1.0),
        of: |recipe| cma_es_text(recipe, |search| search.mean_rate),
        put: |recipe, text| set(&mut cma_es_mut(recipe, "rate of the mean")?.mean_rate, "mean-rate", text),
    },
    Number {
        name: "forgetting",
        title: "Forgetting",
        about: "The share by which a particle swarm forgets, in each generation, how good its best places were",
        section: Section::Search,
        values: Values::Real(0.0, 1.0),
        of: forgetting,
        put: |recipe, text| set(&mut swarm_mut(recipe, "forgetting")?.forgetting, "forgetting", text),
    },
    Number {
        name: "search-steps",
        title: "Steps",
        about: "The steps of a narrowing random search, a generation each: range of the samples, lines of a success, and the \
                lowest rows in which start boards have random cells (0: none)",
        section: Section::Search,
        values: Values::Text("RANGE:LINES:ROWS,..", &[]),
        of: steps,
        put: put_steps,
    },
    Number {
        name: "held-out-games",
        title: "Held-out games",
        about: "Held-out games for each of the best",
        section: Section::Games,
        values: Values::Whole(1, 10_000),
        of: |recipe| recipe.held_out_games.to_string(),
        put: |recipe, text| set(&mut recipe.held_out_games, "held-out-games", text),
    },
    Number {
        name: "held-out-best",
        title: "Best that play them",
        about: "How many of the best play held-out games",
        section: Section::Games,
        values: Values::Whole(1, 100_000),
        of: |recipe| match recipe.strategy.has_centre() {
            // The centre alone plays them.
            true => String::new(),
            false => recipe.held_out_best.to_string(),
        },
        put: |recipe, text| match recipe.strategy.has_centre() {
            true => Err(no_such("choice of the best: its centre plays held-out games", recipe)),
            false => set(&mut recipe.held_out_best, "held-out-best", text),
        },
    },
    Number {
        name: "nodes",
        title: "Nodes a piece",
        about: "Nodes a piece of a search over placements",
        section: Section::Champion,
        values: Values::Whole(1, 10_000_000),
        of: |recipe| recipe.placing.map_or_else(String::new, |placing| placing.nodes.to_string()),
        put: |recipe, text| {
            let missing = no_such("nodes", recipe);
            set(&mut recipe.placing.as_mut().ok_or(missing)?.nodes, "nodes", text)
        },
    },
    Number {
        name: "match-share",
        title: "Matches of a thousand",
        about: "How much of the fitness 'versus' matches are, in thousandths",
        section: Section::Champion,
        values: Values::Whole(1, 1000),
        of: |recipe| recipe.versus.map_or_else(String::new, |versus| versus.share.to_string()),
        put: |recipe, text| set(&mut matches_mut(recipe, "matches")?.share, "match-share", text),
    },
    Number {
        name: "rungs",
        title: "Past generations to beat",
        about: "The most past generations that matches are against",
        section: Section::Champion,
        values: Values::Whole(1, 64),
        of: |recipe| rungs(&mut recipe.clone()).map_or_else(String::new, |rungs| rungs.to_string()),
        put: |recipe, text| {
            let missing = no_such("rungs", recipe);
            set(rungs(recipe).ok_or(missing)?, "rungs", text)
        },
    },
    Number {
        name: "only-new",
        title: "Learns only what is new",
        about: "Whether a run with --from learns only the weights that the player lacks",
        section: Section::Champion,
        values: Values::Words(|| words_and_meanings(&SWITCH_WORDS)),
        of: |recipe| word(&SWITCH_WORDS, &recipe.only_new),
        put: |recipe, text| value("only-new", &SWITCH_WORDS, text).map(|value| recipe.only_new = value),
    },
    Number {
        name: "rules",
        title: "Attack rules",
        about: "The rules that clears send by",
        section: Section::Champion,
        values: Values::Words(|| RuleSet::ALL.iter().map(|set| (set.name(), set.about())).collect()),
        of: |recipe| recipe.rule_set.name().to_owned(),
        put: |recipe, text| {
            let known = || RuleSet::ALL.map(RuleSet::name).join(", ");
            let missing = || RecipeError::NoWord { what: "rules", text: text.to_owned(), known: known() };
            recipe.rule_set = RuleSet::named(text).ok_or_else(missing)?;
            Ok(())
        },
    },
    Number {
        name: ABLATE,
        title: "Features left out",
        about: "Features to leave out, by name or index",
        section: Section::Player,
        values: Values::Text("FEATURES", &[]),
        of: |recipe| recipe.ablated.join(","),
        put: ablate,
    },
];

fn set<T: FromStr>(place: &mut T, what: &'static str, text: &str) -> Result<(), RecipeError> {
    let wrong = |_| RecipeError::Bounds { what, value: text.to_owned(), range: "a number in its range" };
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
