//! Which flags of `match` mean nothing in which matches. They are refused by name, so that nobody waits for figures
//! that were not measured as asked.

use crate::cli::Failure;
use crate::cli::given::GivenFlags;

/// The kind of meeting that players and flags ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "game"), expect(dead_code, reason = "nothing is played by ticks without the game"))]
pub(super) enum MatchKind {
    /// Matches of two players by ticks.
    TwoByTicks,
    /// A tournament by ticks.
    Tournament,
    /// A ladder, by ticks.
    Ladder,
    /// Matches of two players by placements.
    TwoByPlacements,
    /// A tournament by placements, of everybody with everybody.
    Everybody,
}

/// Flags that go with `--level placements` alone.
const OF_PLACEMENTS: [&str; 7] = ["nodes", "think-ms", "threads", "memory", "equal-terms", "ablate", "csv"];
/// Flags that go with `--level ticks` alone, besides [`OF_TWO_SIDES`].
const OF_TICKS: [&str; 4] = ["pps", "slips", "rounds", "scale"];
/// Flags that go with two players by ticks alone: what the sides play with, and to how many rounds.
const OF_TWO_SIDES: [&str; 4] = ["placements", "left-dealer", "right-dealer", "first-to"];
/// Flags that go with `--level placements`, and with `--level ticks` only where two players meet.
const NOT_OF_MANY_BY_TICKS: [&str; 2] = ["replays", "dealer"];

impl MatchKind {
    /// Refuses the first flag that was given and means nothing in these matches.
    pub(super) fn refuse(self, given: &GivenFlags) -> Result<(), Failure> {
        match self {
            Self::TwoByTicks | Self::Tournament | Self::Ladder => {
                given.refuse(&OF_PLACEMENTS, "goes only with --level placements; add that or leave it out")?;
            }
            Self::TwoByPlacements | Self::Everybody => {
                let why = "goes only with --level ticks; leave one of them out";
                given.refuse(&OF_TICKS, why)?;
                given.refuse(&OF_TWO_SIDES, why)?;
                given.refuse(&["ladder"], "is climbed only by ticks; leave --level placements out")?;
            }
        }
        match self {
            Self::TwoByTicks => {
                given.refuse(&["rounds"], "is of a tournament; two players play --games")?;
                given.refuse(&["mpi"], "goes with a tournament, a ladder or --level placements; leave it out")
            }
            Self::Tournament | Self::Ladder => {
                given.refuse(&OF_TWO_SIDES, "goes only with two players; leave it out")?;
                given.refuse(&NOT_OF_MANY_BY_TICKS, "goes only with two players, or by placements; leave it out")?;
                given.refuse(&["json"], "is not needed: what is printed is a line of JSON a player")?;
                if self == Self::Ladder {
                    given.refuse(&["rounds"], "is of a tournament; rungs play --games")
                } else {
                    Ok(())
                }
            }
            Self::TwoByPlacements => Ok(()),
            Self::Everybody => given.refuse(&["ablate", "csv"], "goes only with two players; leave it out"),
        }
    }
}

#[cfg(all(test, feature = "game"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_flag_that_is_refused_is_there() {
        let tree = crate::cli::Cli::command();
        let command = tree.find_subcommand("match").unwrap();
        let known: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
        for flag in OF_PLACEMENTS.iter().chain(&OF_TICKS).chain(&OF_TWO_SIDES).chain(&NOT_OF_MANY_BY_TICKS) {
            assert!(known.contains(flag), "match has no --{flag}");
        }
    }
}
