//! A person's rating against the computer players: `rating.toml` in the data folder.
//!
//! This file decides which matches count and what they do to the rating; the system of the rating is in
//! `measure::glicko`. Each match is a rating period of its own, since a person plays few and wants to see
//! the effect of each.

use super::PlayerFile;
use super::history::RatingChange;
use super::ladder::Ladder;
use super::strengths::Strengths;
use crate::doors::files;
use crate::game::modes::StartPosition;
use crate::game::replay::{SeatRecord, SetupRecord};
use crate::game::{ComputerSetup, MatchSetup, Pace, RecordedPlayer, SeatSetup};
use crate::measure::Rating;
use crate::measure::glicko::RatedResult;
use crate::movegen::PlacementChoice;
use crate::rules::Rules;
use crate::storage::Spec;
use crate::storage::toml_files::{self, LoadedFile};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The greatest deviation at which a rating is shown as certain.
pub const SETTLED_DEVIATION: f64 = 110.0;
/// In so many first matches the deviation does not fall below [`LEAST_AT_FIRST`], so that somebody who is far stronger
/// or weaker than most gets to the right opponents in time.
const FIRST_MATCHES: u32 = 15;
/// The least deviation in the first matches.
const LEAST_AT_FIRST: f64 = 200.0;

/// A person's rating and how many matches made it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnRating {
    /// The rating, with its deviation and volatility.
    pub rating: Rating,
    /// How many rated matches were played.
    pub matches: u32,
}

/// The rating of a person who has played no rated match. The opponents lie between 830 and 4510, and each match is a
/// period of its own. From the deviation of 350 and the volatility of 0.06, which the system's author gives for a scale
/// half as long, somebody far from the middle does not arrive in forty matches. With these numbers, and a deviation
/// that stays wide for the first fifteen matches, they do (`tests/headless/strengths.rs`).
impl Default for OwnRating {
    fn default() -> Self {
        Self { rating: Rating { deviation: 700.0, volatility: 0.12, ..Rating::NEW }, matches: 0 }
    }
}

impl OwnRating {
    /// Changes the rating by a match against an opponent of this strength;
    /// `points` are as in [`RatedResult`]. Returns the change.
    pub fn count_match(&mut self, against: Rating, points: f64) -> RatingChange {
        let before = self.rating.rating;
        self.rating = self.rating.after_games(&[RatedResult { against, points }]);
        self.matches = self.matches.saturating_add(1);
        if self.matches <= FIRST_MATCHES {
            self.rating.deviation = self.rating.deviation.max(LEAST_AT_FIRST);
        }
        RatingChange {
            rating: self.rating.rating,
            deviation: self.rating.deviation,
            change: self.rating.rating - before,
        }
    }

    /// The rating in figures, as [`rating_text`]; a dash before the first rated match.
    pub fn rating_text(&self) -> String {
        match self.matches {
            0 => "–".to_owned(),
            _ => rating_text(self.rating.rating, self.rating.deviation),
        }
    }

    /// Whether so little is known of the rating that it is not shown as a number.
    pub fn is_unknown(&self) -> bool {
        self.matches == 0 || may_be_below_zero(self.rating.rating, self.rating.deviation)
    }

    /// Whether the rating is still a guess: its deviation is above [`SETTLED_DEVIATION`].
    pub fn is_guess(&self) -> bool {
        self.rating.deviation > SETTLED_DEVIATION
    }
}

/// Whether 0 lies within the 95 % interval of a rating, or above it.
pub fn may_be_below_zero(rating: f64, deviation: f64) -> bool {
    rating < 2.0 * deviation
}

/// A rating in figures. It is "?" while so little is known that it may be below 0, where no opponent stands.
pub fn rating_text(rating: f64, deviation: f64) -> String {
    if may_be_below_zero(rating, deviation) { "?".to_owned() } else { format!("{rating:.0}") }
}

/// The change of a rating in figures, with its sign.
pub fn change_text(change: f64) -> String {
    format!("{change:+.0}").replace('-', "−")
}

/// The rating of the computer player that a match is against; `None` if the match cannot be rated. Its rules must be
/// those that strengths were measured under, whatever the number of rounds, and slips must be as on the ladder.
pub fn opponent_rating(
    (strengths, ladder): (&Strengths, &Ladder),
    setup: &MatchSetup,
    spec: &Spec,
    computer: &ComputerSetup,
) -> Option<Rating> {
    if !are_rules_ratable(&setup.rules) {
        return None;
    }
    let even = !setup.seats.iter().any(SeatSetup::has_handicap);
    let plain = setup.course.start == StartPosition::default();
    // A learner that also tucks and spins is another player than the one that was measured. A player that searches
    // always does.
    let as_measured = computer.mind.searches() || computer.mind.placement_choice() == PlacementChoice::Straight;
    if !(even && plain && as_measured && computer.pace != Pace::FASTEST) {
        return None;
    }
    let rung = ladder.find_rung(spec, computer.pace, computer.slips).map(|rung| rung.strength.to_rating());
    rung.or_else(|| strengths.rating(spec, computer.pace).filter(|_| computer.slips == 0))
}

/// Whether these are the rules that strengths were measured under, whatever the number of rounds and the countdown.
pub fn are_rules_ratable(rules: &Rules) -> bool {
    Rules { countdown: 0, ..*rules } == Rules { first_to: rules.first_to, countdown: 0, ..Rules::versus() }
}

/// Whether a match between two machines counts for the ratings: two people, by the rules that ratings are for, with
/// equal attacks and no adversary.
pub fn counts_among_people(setup: &SetupRecord) -> bool {
    let is_even = |seat: &SeatRecord| seat.player == RecordedPlayer::Person && !seat.has_handicap();
    are_rules_ratable(&setup.rules) && setup.seats.iter().all(is_even)
}

impl PlayerFile for OwnRating {
    const FILE_NAME: &'static str = "rating.toml";
}

/// Reads the rating of a folder. A damaged file is set aside, and so is one with impossible numbers.
pub fn load(folder: &Path) -> LoadedFile<OwnRating> {
    let kept = OwnRating::read_from(folder);
    if kept.value.rating.checked().is_some() {
        return kept;
    }
    toml_files::defaults_for_damaged(files(), &folder.join(OwnRating::FILE_NAME))
}
