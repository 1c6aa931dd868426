//! Numbers of a recipe as a person reads them.

use super::super::with_thousands;
use crate::app::laboratory::ConditionDifferences;
use crate::train::Recipe;
use crate::train::numbers::{ABLATE_NAME, NUMBERS, PossibleValues, RecipeNumber};
use crate::train::summary::shown_fitness;

/// The value of a number as a person reads it, such as "1,500", "never" or "8 × 16".
pub(super) fn recipe_number_in_words(number: &RecipeNumber, value: &str) -> String {
    match number.values {
        _ if number.name == ABLATE_NAME => value.replace('-', " ").replace(',', ", "),
        PossibleValues::OrNever(_) if value == "0" => "never".to_owned(),
        PossibleValues::Whole(..) | PossibleValues::OrNever(_) => {
            value.parse().map_or_else(|_| value.to_owned(), with_thousands)
        }
        // A word that is a digit says nothing to people.
        PossibleValues::Words(words) if value.parse::<u8>().is_ok() => {
            words().into_iter().find(|(word, _)| *word == value).map_or(String::new(), |(_, about)| about.to_owned())
        }
        PossibleValues::Words(_) => value.replace('-', " "),
        PossibleValues::Text(..) => value.replace('x', " × "),
        PossibleValues::Real(..) => value.to_owned(),
    }
}

/// The differences between two recipes in words, such as "without holes, Genomes: 150"; empty if there are none.
/// Features come first: where there is no room for all, they say most.
pub(super) fn differences_in_words(differences: &ConditionDifferences) -> String {
    let one = |(number, [before, value]): &(&RecipeNumber, [String; 2])| match number.name {
        ABLATE_NAME => features(before, value),
        _ => format!("{}: {}", number.title, recipe_number_in_words(number, value)),
    };
    let recipe = differences.recipe.iter().map(|name| format!("recipe {name}"));
    let (left_out, others): (Vec<_>, Vec<_>) =
        differences.numbers.iter().partition(|(number, _)| number.name == ABLATE_NAME);
    let beginning = differences.beginning.iter().map(|words| format!("from {words}"));
    recipe.chain(left_out.into_iter().chain(others).map(one)).chain(beginning).collect::<Vec<_>>().join(", ")
}

/// How the numbers of a recipe differ from those of the first, in words; empty if they do not.
pub(super) fn number_differences_in_words(first: &Recipe, recipe: &Recipe) -> String {
    values_in_words(&recipe_number_texts(first), &recipe_number_texts(recipe))
}

/// The values of a recipe's numbers as text, in the order of the table.
pub(super) fn recipe_number_texts(recipe: &Recipe) -> Vec<String> {
    NUMBERS.iter().map(|number| (number.text)(recipe)).collect()
}

/// What recipes with these values have in common: of each number the value that more than half of them have, or else
/// that of the first recipe. Empty without recipes.
pub(super) fn common_recipe_values(recipes: &[Vec<String>]) -> Vec<String> {
    let common = |(place, first): (usize, &String)| {
        let values = || recipes.iter().map(move |values| &values[place]);
        let most = values().find(|value| 2 * values().filter(|other| other == value).count() > recipes.len());
        most.unwrap_or(first).clone()
    };
    recipes.first().into_iter().flatten().enumerate().map(common).collect()
}

/// How values of numbers, both in the order of the table, differ from those before, in words; empty if they do not.
pub(super) fn values_in_words(before: &[String], values: &[String]) -> String {
    let pairs = before.iter().zip(values).map(|(before, value)| [before.clone(), value.clone()]);
    let numbers = NUMBERS.iter().zip(pairs).filter(|(_, [before, value])| before != value).collect();
    differences_in_words(&ConditionDifferences { numbers, ..ConditionDifferences::default() })
}

/// How two recipes differ in their features, in words: first what only the second leaves out, then what only the first
/// leaves out. `before` lists what the first leaves out, and `value` what the second does, with commas between.
fn features(before: &str, value: &str) -> String {
    let among = |name: &&str, list: &str| list.split(',').any(|other| other == *name);
    let only = |list: &str, other: &str| -> Vec<String> {
        let only = list.split(',').filter(|name| !name.is_empty() && !among(name, other));
        only.map(|name| name.replace('-', " ")).collect()
    };
    let parts = [("without", only(value, before)), ("with", only(before, value))];
    let said = parts.into_iter().filter(|(_, names)| !names.is_empty());
    said.map(|(word, names)| format!("{word} {}", names.join(", "))).collect::<Vec<_>>().join(", ")
}

/// Writes a fitness as the command `train` prints it, with its thousands apart.
pub(super) fn fitness_in_words(fitness: f64) -> String {
    let plain = shown_fitness(fitness);
    let size = plain.trim_start_matches('-');
    match size.parse() {
        Ok(whole) => plain.replace(size, &with_thousands(whole)),
        Err(_) => plain,
    }
}

/// Writes a number with at most this many digits after the point: zeros at the end are left out.
pub(super) fn without_noughts(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::laboratory::{Comparison, RunPlan};
    use crate::train::numbers;

    #[test]
    fn a_fitness_keeps_its_sign_and_the_digits_that_tell_two_apart() {
        let cases =
            [(0.8251, "0.825"), (-1.5, "-1.500"), (99.9994, "99.999"), (-123_456.7, "-123,457"), (250.0, "250")];
        for (fitness, words) in cases {
            assert_eq!(fitness_in_words(fitness), words);
        }
    }

    #[test]
    fn what_differs_is_said_in_words() {
        let own = Recipe::named("iwumbwe").unwrap_or_else(|_| unreachable!("it is in the table"));
        let said = |asked: &[(&str, &str)]| {
            let other =
                numbers::recipe_with_numbers(own.clone(), asked).unwrap_or_else(|error| unreachable!("{error}"));
            number_differences_in_words(&own, &other)
        };
        let feature = own.features[0].replace('-', " ");
        assert_eq!(said(&[("ablate", &own.features[0])]), format!("without {feature}"));
        assert_eq!(said(&[("population", "1500"), ("board", "8x16")]), "Genomes: 1,500, Board: 8 × 16");
        let all = said(&[("population", "1500"), ("ablate", &own.features[0])]);
        assert_eq!(all, format!("without {feature}, Genomes: 1,500"));
        assert_eq!(said(&[]), "");
    }

    #[test]
    fn a_condition_that_differs_only_in_where_it_begins_is_told_apart_by_that() {
        let plan = |from: &str| RunPlan { recipe: "cmaes".to_owned(), from: from.to_owned(), ..RunPlan::default() };
        let mut comparison = Comparison { seeds: 1, conditions: vec![plan("runs/night/cmaes-0007.gen"), plan("")] };
        let said = |comparison: &Comparison| {
            let differences = comparison.differences_from_first(1);
            (differences_in_words(&differences), differences.are_many())
        };
        assert_eq!(said(&comparison), ("from scratch".to_owned(), false));
        comparison.conditions.swap(0, 1);
        assert_eq!(said(&comparison), ("from night, cmaes-0007".to_owned(), false));
        comparison.conditions[1].set_number("population", "64".to_owned());
        assert_eq!(said(&comparison), ("Genomes: 64, from night, cmaes-0007".to_owned(), true));
    }

    #[test]
    fn a_number_is_said_as_a_person_reads_it() {
        for (name, value, words) in [
            ("piece-cap", "0", "never"),
            ("piece-cap", "1500", "1,500"),
            ("survivors", "0", "0"),
            ("mutation-reach", "0.1", "0.1"),
            ("board", "8x16", "8 × 16"),
            ("lookahead", "0", "The falling piece alone"),
            ("lookahead", "1", "The next piece too"),
            ("ablate", "max-height,holes", "max height, holes"),
        ] {
            let said = RecipeNumber::named(name).map(|number| recipe_number_in_words(number, value));
            assert_eq!(said.as_deref(), Some(words), "{name} {value}");
        }
    }
}
