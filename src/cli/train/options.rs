//! The flags that change a recipe's numbers, made from the table in `train::numbers`. A new run applies them; a resumed
//! run compares them with its file.

use super::RunFlags;
use crate::ai::Lookahead;
use crate::cli::Failure;
use crate::train::Recipe;
use crate::train::numbers::{self, ABLATE_NAME, NUMBERS, PossibleValues, RecipeNumber};
use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// The numbers of a recipe that flags change, each by its name and as text. A number without a flag stays
/// as in the recipe.
#[derive(Clone, Debug, Default)]
pub struct RecipeFlags(Vec<(&'static str, String)>);

impl RecipeFlags {
    fn asked(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, text)| (*name, text.as_str())).collect()
    }
}

/// The flag of one of a recipe's numbers, with its help and its possible values. 'korobka recipes NAME' lists these
/// flags; the help of 'train' would take three screens with them.
fn flag(number: &'static RecipeNumber) -> Arg {
    let arg = Arg::new(number.name).long(number.name).help(number.about).hide(true);
    let arg = match number.values {
        PossibleValues::Whole(..) | PossibleValues::OrNever(_) => arg.value_name("N"),
        PossibleValues::Real(..) => arg.value_name("X"),
        // In files and in the window an empty text says that nothing is left out; as a flag it is a slip.
        PossibleValues::Text(form, _) if number.name == ABLATE_NAME => arg.value_name(form).value_parser(some_features),
        PossibleValues::Text(form, _) => arg.value_name(form),
        PossibleValues::Words(words) => {
            let possible: Vec<PossibleValue> =
                words().into_iter().map(|(word, about)| PossibleValue::new(word).help(about)).collect();
            arg.value_parser(possible)
        }
    };
    if number.name == "score-cap" { arg.visible_alias("cap") } else { arg }
}

/// Reads a list of features that names one at least.
fn some_features(text: &str) -> Result<String, String> {
    match text.split(',').all(|name| name.trim().is_empty()) {
        true => Err("name the features, or leave the flag out to train with all".to_owned()),
        false => Ok(text.to_owned()),
    }
}

impl Args for RecipeFlags {
    fn augment_args(command: Command) -> Command {
        command.args(NUMBERS.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RecipeFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let asked = |number: &RecipeNumber| Some((number.name, matches.get_one::<String>(number.name)?.clone()));
        Ok(Self(NUMBERS.iter().filter_map(asked).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A flag that asks for another value than a run was begun with.
pub(super) struct FlagDifference {
    pub(super) flag: &'static str,
    pub(super) asked: String,
    pub(super) saved: String,
}

/// The recipe of a new run, with the numbers that the flags ask for. A number that would change nothing is refused.
pub(super) fn with_flags_applied(recipe: Recipe, flags: &RunFlags) -> Result<Recipe, Failure> {
    let recipe = numbers::recipe_with_numbers(recipe, &flags.options.asked())?;
    let is_asked = |number: &str| flags.options.0.iter().any(|(name, _)| *name == number);
    if flags.from.is_none() && is_asked("only-new") {
        return Err(Failure::new("--only-new goes only with --from; add that or leave it out"));
    }
    if recipe.lookahead == Lookahead::None && is_asked("next-on") {
        return Err(Failure::new("--next-on is of learners that look ahead; add --lookahead 1 or leave it out"));
    }
    Ok(recipe)
}

/// The first flag that asks for another value than `saved` has; `None` if all agree.
pub(super) fn first_flag_difference(saved: &Recipe, flags: &RunFlags) -> Result<Option<FlagDifference>, Failure> {
    for (name, text) in &flags.options.0 {
        let Some(number) = RecipeNumber::named(name) else { continue };
        let mut asked = saved.clone();
        (number.set)(&mut asked, text)?;
        let (asked, saved) = ((number.text)(&asked), (number.text)(saved));
        if asked != saved {
            return Ok(Some(FlagDifference { flag: name, asked, saved }));
        }
    }
    Ok(None)
}
