//! A person's rating against the computer players: `rating.toml` in the data folder.
//!
//! Knows which matches count and what they do to the rating; the system itself is in `measure::glicko`. Each match is a
//! rating period of its own: a person plays a few, and wants to see each of them.

use super::history::Rated;
use super::ladder::Ladder;
use super::strengths::Strengths;
use crate::doors::files;
use crate::game::modes::Start;
use crate::game::{ComputerSetup, MatchSetup, Pace};
use crate::measure::Rating;
use crate::measure::glicko::Score;
use crate::movegen::Choice;
use crate::rules::Rules;
use crate::storage::Spec;
use crate::storage::kept::{self, Kept};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The file's name.
pub const FILE_NAME: &str = "rating.toml";
/// A rating is shown as certain from this deviation down.
pub const SETTLED: f64 = 110.0;

/// A person's rating and how many matches made it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnRating {
    /// The rating.
    pub rating: Rating,
    /// Rated matches.
    pub matches: u32,
}

/// A person who has played no rated match. The opponents lie between 700 and 3650, and each match is a period of its own:
/// from the deviation of 350 and the volatility of 0.06 that the system's author gives for a scale half as long, somebody
/// far from the middle does not arrive in forty matches. These do (`tests/headless/strengths.rs`).
impl Default for OwnRating {
    fn default() -> Self {
        Self { rating: Rating { deviation: 700.0, volatility: 0.12, ..Rating::NEW }, matches: 0 }
    }
}

impl OwnRating {
    /// A match against somebody of this strength has ended; `points` as in [`Score`]. Gives what it did.
    pub fn play(&mut self, against: Rating, points: f64) -> Rated {
        let before = self.rating.rating;
        self.rating = self.rating.after(&[Score { against, points }]);
        self.matches += 1;
        Rated { rating: self.rating.rating, deviation: self.rating.deviation, change: self.rating.rating - before }
    }

    /// Whether the rating is still a guess.
    pub fn is_guess(&self) -> bool {
        self.rating.deviation > SETTLED
    }
}

/// How strong the computer player of a seat is, if a match under these rules tells: those that strengths were measured
/// under, whatever the number of rounds; with slips only as it stands on the ladder.
pub fn strength(
    (strengths, ladder): (&Strengths, &Ladder),
    setup: &MatchSetup,
    spec: &Spec,
    computer: &ComputerSetup,
) -> Option<Rating> {
    if !rules_count(&setup.rules) {
        return None;
    }
    let even = setup.seats.iter().all(|seat| seat.handicap == 1000 && seat.dealer.is_none());
    let plain = setup.course.start == Start::default();
    // A learner that reaches for everything is another player than the one that was measured; whoever searches always does.
    let as_measured = computer.mind.searches() || computer.mind.choice() == Choice::Straight;
    if !(even && plain && as_measured && computer.pace != Pace::FASTEST) {
        return None;
    }
    let rung = ladder.rung(spec, computer.pace, computer.slips).map(|rung| rung.strength.rated());
    rung.or_else(|| strengths.rating(spec, computer.pace).filter(|_| computer.slips == 0))
}

/// Whether these are the rules that strengths were measured under, whatever the number of rounds and the countdown.
pub fn rules_count(rules: &Rules) -> bool {
    Rules { countdown: 0, ..*rules } == Rules { first_to: rules.first_to, countdown: 0, ..Rules::versus() }
}

/// Reads the rating of a folder; a damaged file is set aside, and so is one with impossible numbers.
pub fn load(folder: &Path) -> Kept<OwnRating> {
    let path = folder.join(FILE_NAME);
    let kept: Kept<OwnRating> = kept::read(files(), &path);
    if kept.value.rating.checked().is_some() {
        return kept;
    }
    kept::damaged(files(), &path)
}

/// Writes the rating into a folder.
pub fn save(folder: &Path, standing: &OwnRating) -> io::Result<()> {
    kept::write(files(), &folder.join(FILE_NAME), standing)
}
