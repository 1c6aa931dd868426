//! Which flags stand on the command line, so that one that means nothing where it stands is refused by its name.

use super::Failure;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The flags that stand on the command line, by their long names. It must be the first field of a command's flags: the
/// fields before it take theirs away.
#[derive(Clone, Debug, Default)]
pub struct GivenFlags(Vec<String>);

impl GivenFlags {
    /// Refuses the first of these flags that was given; `why` goes on after its name.
    ///
    /// # Errors
    /// An error that names the flag, if one was given.
    pub fn refuse(&self, flags: &[&str], why: &str) -> Result<(), Failure> {
        match flags.iter().find(|flag| self.has(flag)) {
            Some(flag) => Err(Failure::new(format!("--{flag} {why}"))),
            None => Ok(()),
        }
    }

    /// Whether this flag was given.
    pub fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|given| given == flag)
    }
}

impl Args for GivenFlags {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for GivenFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let ids = matches.ids().map(clap::Id::as_str);
        Ok(Self(ids.filter(given).map(|id| id.replace('_', "-")).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
