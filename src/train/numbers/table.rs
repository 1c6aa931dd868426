//! The table of the numbers that a recipe consists of. Each entry has its flag, its row in the laboratory and its
//! values.

use super::super::recipe::{Recipe, RecipeError};
use super::search::{
    brain_mut, brain_text, cma_es_mut, cma_es_text, draws_word, evolution_mut, evolution_text, forgetting, matches_mut,
    no_such, rungs_mut, set_generator_by_word, set_steps, steps, swarm_mut,
};
use super::words::{
    DRAW_WORDS, FITNESS, LOOKAHEAD, MUTATION_WAY_WORDS, NEXT_ON, PIECE_SETS, PIECES, PLACEMENTS, SEEDS, SWITCH_WORDS,
    value, word, words_and_meanings,
};
use super::{ABLATE, PossibleValues, RecipeNumber, RecipeSection};
use crate::rules::{BoardSize, RuleSet};
use std::str::FromStr;

/// Every number in which a run can differ from its recipe. They are set in a recipe in this order.
pub static NUMBERS: [RecipeNumber; 30] = [
    RecipeNumber {
        name: "population",
        title: "Genomes",
        about: "Genomes in a generation, 2-100000",
        section: RecipeSection::Search,
        values: PossibleValues::Whole(2, 100_000),
        text: |recipe| recipe.population.to_string(),
        set: |recipe, text| set(&mut recipe.population, "population", text),
    },
    RecipeNumber {
        name: "fitness",
        title: "Fitness",
        about: "What selection goes by",
        section: RecipeSection::Search,
        values: PossibleValues::Words(|| words_and_meanings(&FITNESS)),
        text: |recipe| word(&FITNESS, &recipe.fitness),
        set: |recipe, text| value("fitness", &FITNESS, text).map(|value| recipe.fitness = value),
    },
    RecipeNumber {
        name: "lookahead",
        title: "Looks ahead",
        about: "Whether the learner looks at the next piece",
        section: RecipeSection::Player,
        values: PossibleValues::Words(|| words_and_meanings(&LOOKAHEAD)),
        text: |recipe| brain_text(recipe, |recipe| word(&LOOKAHEAD, &recipe.lookahead)),
        set: |recipe, text| {
            brain_mut(recipe, "lookahead")?.lookahead = value("lookahead", &LOOKAHEAD, text)?;
            Ok(())
        },
    },
    RecipeNumber {
        name: "next-on",
        title: "Next piece lands on",
        about: "What the next piece lands on: the board with its full rows gone, or still there",
        section: RecipeSection::Player,
        values: PossibleValues::Words(|| words_and_meanings(&NEXT_ON)),
        text: |recipe| brain_text(recipe, |recipe| word(&NEXT_ON, &recipe.next_on)),
        set: |recipe, text| {
            brain_mut(recipe, "board for the next piece")?.next_on = value("next-on", &NEXT_ON, text)?;
            Ok(())
        },
    },
    RecipeNumber {
        name: "placements",
        title: "Placements",
        about: "Which placements the learner chooses from",
        section: RecipeSection::Player,
        values: PossibleValues::Words(|| words_and_meanings(&PLACEMENTS)),
        text: |recipe| brain_text(recipe, |recipe| word(&PLACEMENTS, &recipe.placements)),
        set: |recipe, text| {
            brain_mut(recipe, "choice of placements")?.placements = value("placements", &PLACEMENTS, text)?;
            Ok(())
        },
    },
    RecipeNumber {
        name: "board",
        title: "Board",
        about: "The board: 4 to 16 columns and 4 to 40 visible rows",
        section: RecipeSection::Games,
        values: PossibleValues::Text("WxH", &["10x20", "10x16", "10x10", "8x16", "6x12", "12x24", "4x8"]),
        text: |recipe| format!("{}x{}", recipe.board.width, recipe.board.visible),
        set: board,
    },
    RecipeNumber {
        name: "pieces",
        title: "Pieces come by",
        about: "How pieces are drawn",
        section: RecipeSection::Games,
        values: PossibleValues::Words(|| words_and_meanings(&PIECES)),
        text: |recipe| word(&PIECES, &recipe.generator),
        set: |recipe, text| value("pieces", &PIECES, text).map(|value| recipe.generator = value),
    },
    RecipeNumber {
        name: "piece-set",
        title: "Pieces",
        about: "The pieces",
        section: RecipeSection::Games,
        values: PossibleValues::Words(|| words_and_meanings(&PIECE_SETS)),
        text: |recipe| word(&PIECE_SETS, &recipe.pieces),
        set: |recipe, text| value("piece-set", &PIECE_SETS, text).map(|value| recipe.pieces = value),
    },
    RecipeNumber {
        name: "score-cap",
        title: "Score that ends a game",
        about: "End a game at this score",
        section: RecipeSection::Games,
        values: PossibleValues::Whole(1, 4_294_967_295),
        text: |recipe| brain_text(recipe, |recipe| recipe.score_cap.to_string()),
        set: |recipe, text| set(&mut brain_mut(recipe, "score cap")?.score_cap, "score-cap", text),
    },
    RecipeNumber {
        name: "piece-cap",
        title: "Pieces that end a game",
        about: "End a game after this many pieces; 0: never",
        section: RecipeSection::Games,
        values: PossibleValues::OrNever(4_294_967_295),
        text: |recipe| recipe.piece_cap.to_string(),
        set: |recipe, text| set(&mut recipe.piece_cap, "piece-cap", text),
    },
    RecipeNumber {
        name: "line-cap",
        title: "Lines that end a game",
        about: "End a game at this many lines; 0: never",
        section: RecipeSection::Games,
        values: PossibleValues::OrNever(4_294_967_295),
        text: |recipe| brain_text(recipe, |recipe| recipe.line_cap.to_string()),
        set: |recipe, text| set(&mut brain_mut(recipe, "line cap")?.line_cap, "line-cap", text),
    },
    RecipeNumber {
        name: "games",
        title: "Games a genome",
        about: "Games that every genome plays; the best may play more in heats",
        section: RecipeSection::Games,
        values: PossibleValues::Whole(1, 10_000),
        text: |recipe| recipe.games.each.to_string(),
        set: |recipe, text| set(&mut recipe.games.each, "games", text),
    },
    RecipeNumber {
        name: "game-seeds",
        title: "Which games",
        about: "Which games they are",
        section: RecipeSection::Games,
        values: PossibleValues::Words(|| words_and_meanings(&SEEDS)),
        text: |recipe| word(&SEEDS, &recipe.games.seeds),
        set: |recipe, text| value("game-seeds", &SEEDS, text).map(|value| recipe.games.seeds = value),
    },
    RecipeNumber {
        name: "first-draws",
        title: "First population drawn by",
        about: "Whose random numbers draw a first population that is uniform between two numbers",
        section: RecipeSection::Search,
        values: PossibleValues::Words(|| words_and_meanings(&DRAW_WORDS)),
        text: draws_word,
        set: set_generator_by_word,
    },
    RecipeNumber {
        name: "survivors",
        title: "Survivors of a thousand",
        about: "The best that go on as they are, in thousandths of the population",
        section: RecipeSection::Search,
        values: PossibleValues::Whole(0, 1000),
        text: |recipe| evolution_text(recipe, |evolution| evolution.survivors.to_string()),
        set: |recipe, text| set(&mut evolution_mut(recipe, "survivors")?.survivors, "survivors", text),
    },
    RecipeNumber {
        name: "mutation-chance",
        title: "Mutations of a thousand",
        about: "The chance of a mutation, in thousandths",
        section: RecipeSection::Search,
        values: PossibleValues::Whole(0, 1000),
        text: |recipe| evolution_text(recipe, |evolution| evolution.mutation.chance.to_string()),
        set: |recipe, text| {
            set(&mut evolution_mut(recipe, "mutation chance")?.mutation.chance, "mutation-chance", text)
        },
    },
    RecipeNumber {
        name: "mutation-reach",
        title: "Reach of a mutation",
        about: "How far a mutation moves a weight at most",
        section: RecipeSection::Search,
        values: PossibleValues::Real(0.0, 1000.0),
        text: |recipe| evolution_text(recipe, |evolution| evolution.mutation.reach.to_string()),
        set: |recipe, text| set(&mut evolution_mut(recipe, "mutation reach")?.mutation.reach, "mutation-reach", text),
    },
    RecipeNumber {
        name: "mutation-way",
        title: "Mutations go",
        about: "Which way mutations move a weight",
        section: RecipeSection::Search,
        values: PossibleValues::Words(|| words_and_meanings(&MUTATION_WAY_WORDS)),
        text: |recipe| evolution_text(recipe, |evolution| word(&MUTATION_WAY_WORDS, &evolution.mutation.way)),
        set: |recipe, text| {
            let way = value("mutation-way", &MUTATION_WAY_WORDS, text)?;
            evolution_mut(recipe, "mutation way").map(|evolution| evolution.mutation.way = way)
        },
    },
    RecipeNumber {
        name: "step",
        title: "First step size",
        about: "The first step size of CMA-ES",
        section: RecipeSection::Search,
        values: PossibleValues::Real(0.000_001, 1000.0),
        text: |recipe| cma_es_text(recipe, |search| search.step),
        set: |recipe, text| set(&mut cma_es_mut(recipe, "step size")?.step, "step", text),
    },
    RecipeNumber {
        name: "mean-rate",
        title: "Rate of the mean",
        about: "The part of its way that the mean of CMA-ES goes in a generation; less where luck decides much",
        section: RecipeSection::Search,
        values: PossibleValues::Real(0.01, 1.0),
        text: |recipe| cma_es_text(recipe, |search| search.mean_rate),
        set: |recipe, text| set(&mut cma_es_mut(recipe, "rate of the mean")?.mean_rate, "mean-rate", text),
    },
    RecipeNumber {
        name: "forgetting",
        title: "Forgetting",
        about: "The share by which a particle swarm forgets, in each generation, how good its best places were",
        section: RecipeSection::Search,
        values: PossibleValues::Real(0.0, 1.0),
        text: forgetting,
        set: |recipe, text| set(&mut swarm_mut(recipe, "forgetting")?.forgetting, "forgetting", text),
    },
    RecipeNumber {
        name: "search-steps",
        title: "Steps",
        about: "The steps of a narrowing random search, a generation each: range of the samples, lines of a success, and the \
                lowest rows in which start boards have random cells (0: none)",
        section: RecipeSection::Search,
        values: PossibleValues::Text("RANGE:LINES:ROWS,..", &[]),
        text: steps,
        set: set_steps,
    },
    RecipeNumber {
        name: "held-out-games",
        title: "Held-out games",
        about: "Held-out games for each of the best",
        section: RecipeSection::Games,
        values: PossibleValues::Whole(1, 10_000),
        text: |recipe| recipe.held_out_games.to_string(),
        set: |recipe, text| set(&mut recipe.held_out_games, "held-out-games", text),
    },
    RecipeNumber {
        name: "held-out-best",
        title: "Best that play them",
        about: "How many of the best play held-out games",
        section: RecipeSection::Games,
        values: PossibleValues::Whole(1, 100_000),
        text: |recipe| match recipe.strategy.has_centre() {
            // The centre alone plays them.
            true => String::new(),
            false => recipe.held_out_best.to_string(),
        },
        set: |recipe, text| match recipe.strategy.has_centre() {
            true => Err(no_such("choice of the best: its centre plays held-out games", recipe)),
            false => set(&mut recipe.held_out_best, "held-out-best", text),
        },
    },
    RecipeNumber {
        name: "nodes",
        title: "Nodes a piece",
        about: "Nodes a piece of a search over placements",
        section: RecipeSection::Champion,
        values: PossibleValues::Whole(1, 10_000_000),
        text: |recipe| recipe.placing.map_or_else(String::new, |placing| placing.nodes.to_string()),
        set: |recipe, text| {
            let missing = no_such("nodes", recipe);
            set(&mut recipe.placing.as_mut().ok_or(missing)?.nodes, "nodes", text)
        },
    },
    RecipeNumber {
        name: "match-share",
        title: "Matches of a thousand",
        about: "How much of the fitness 'versus' matches are, in thousandths",
        section: RecipeSection::Champion,
        values: PossibleValues::Whole(1, 1000),
        text: |recipe| recipe.versus.map_or_else(String::new, |versus| versus.share.to_string()),
        set: |recipe, text| set(&mut matches_mut(recipe, "matches")?.share, "match-share", text),
    },
    RecipeNumber {
        name: "rungs",
        title: "Past generations to beat",
        about: "The most past generations that matches are against",
        section: RecipeSection::Champion,
        values: PossibleValues::Whole(1, 64),
        text: |recipe| rungs_mut(&mut recipe.clone()).map_or_else(String::new, |rungs| rungs.to_string()),
        set: |recipe, text| {
            let missing = no_such("rungs", recipe);
            set(rungs_mut(recipe).ok_or(missing)?, "rungs", text)
        },
    },
    RecipeNumber {
        name: "only-new",
        title: "Learns only what is new",
        about: "Whether a run with --from learns only the weights that the player lacks",
        section: RecipeSection::Champion,
        values: PossibleValues::Words(|| words_and_meanings(&SWITCH_WORDS)),
        text: |recipe| word(&SWITCH_WORDS, &recipe.only_new),
        set: |recipe, text| value("only-new", &SWITCH_WORDS, text).map(|value| recipe.only_new = value),
    },
    RecipeNumber {
        name: "rules",
        title: "Attack rules",
        about: "The rules that clears send by",
        section: RecipeSection::Champion,
        values: PossibleValues::Words(|| RuleSet::ALL.iter().map(|set| (set.name(), set.about())).collect()),
        text: |recipe| recipe.rule_set.name().to_owned(),
        set: |recipe, text| {
            let known = || RuleSet::ALL.map(RuleSet::name).join(", ");
            let missing = || RecipeError::NoWord { what: "rules", text: text.to_owned(), known: known() };
            recipe.rule_set = RuleSet::named(text).ok_or_else(missing)?;
            Ok(())
        },
    },
    RecipeNumber {
        name: ABLATE,
        title: "Features left out",
        about: "Features to leave out, by name or index",
        section: RecipeSection::Player,
        values: PossibleValues::Text("FEATURES", &[]),
        text: |recipe| recipe.ablated.join(","),
        set: ablate,
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
