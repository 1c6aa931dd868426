//! The measured strengths of computer players: rating and style by player and speed, one line of JSON each, in
//! `strengths.jsonl` among the assets, as a tournament by ticks, `korobka match`, wrote it.
//!
//! This file reads them, works out how strong a player is at a speed in between, and finds an opponent for a rating.

use crate::game::Pace;
use crate::measure::Rating;
use crate::storage::json_lines::read_json_lines;
use crate::storage::spec::OpponentSource;
use crate::storage::{Spec, paths};
use crate::train::recipe::is_default;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The name of the file among the assets.
pub const FILE_NAME: &str = "strengths.jsonl";
/// The player and the speed, in thousandths of a piece a second, whose rating is 1500 on the scale. It is the opponent
/// that versus begins with.
pub const ANCHOR_PLAYER: (&str, u32) = ("iwumbwe:0", 800);

/// The measured strength of one player at one speed, with this many slips.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredStrength {
    /// The SPEC of the player: `iwumbwe:7`.
    pub player: Spec,
    /// The speed set, in thousandths of a piece a second.
    pub milli_pps: u32,
    /// How often the player's hand slips, 0-5.
    #[serde(default, skip_serializing_if = "is_default")]
    pub slips: u8,
    /// The rating of the player.
    pub rating: f64,
    /// The deviation of the rating, which says how uncertain it is.
    pub deviation: f64,
    /// How many matches were played to measure it.
    pub matches: u32,
    /// How the player plays.
    pub style: PlayStyle,
}

/// How a player plays, measured over all its matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayStyle {
    /// How many pieces a second the player really placed.
    pub pps: f64,
    /// The lines of attack in a minute.
    pub apm: f64,
    /// The lines of attack with a piece.
    pub app: f64,
    /// The versus score: attack and cleared garbage together.
    pub vs: f64,
    /// The share of the cleared lines that were cleared four at a time, 0-1.
    pub tetris_rate: f64,
    /// How many spins cleared lines, in a hundred pieces.
    pub spins: f64,
    /// The mean height of the stack, in rows.
    pub height: f64,
}

impl PlayStyle {
    /// The style in a few words: what the player does with lines, and how high its stack grows.
    pub fn in_words(&self) -> String {
        let lines = match self.tetris_rate {
            _ if self.apm < 1.0 => "hardly clears a line",
            rate if rate >= 0.4 => "builds for quads",
            rate if rate >= 0.15 => "takes quads when they come",
            _ if self.app >= 0.42 => "hardly wastes a piece",
            _ if self.app < 0.25 => "gets few lines out of its pieces",
            _ => "clears lines as they come",
        };
        let height = match self.height {
            ..7.0 => "keeps its stack low",
            7.0..10.0 => "stacks half high",
            _ => "lives near the top",
        };
        format!("{lines}, {height}")
    }

    /// The main figures of the style, for the line under a name.
    pub fn main_figures_text(&self) -> String {
        format!("attack {:.0} a minute  ·  {:.0} % quads", self.apm, self.tetris_rate * 100.0)
    }
}

impl MeasuredStrength {
    /// The strength of a player at this speed that was not rated yet.
    pub fn unrated(player: Spec, milli_pps: u32) -> Self {
        let Rating { rating, deviation, .. } = Rating::NEW;
        Self { player, milli_pps, slips: 0, rating, deviation, matches: 0, style: PlayStyle::default() }
    }

    /// The strength as the rating of an opponent.
    pub fn to_rating(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, ..Rating::NEW }
    }

    /// The speed of the player.
    pub const fn pace(&self) -> Pace {
        Pace { milli_pps: self.milli_pps }
    }

    pub(super) fn is_sane(&self) -> bool {
        let style = [self.style.pps, self.style.apm, self.style.app, self.style.vs, self.style.spins];
        let shares = [self.style.tetris_rate, self.style.height];
        self.milli_pps > 0
            && self.pace() == Pace::from_pps(f64::from(self.milli_pps) / 1000.0)
            && self.slips <= 5
            && self.to_rating().checked().is_some()
            && style.iter().chain(&shares).all(|figure| (0.0..=100_000.0).contains(figure))
    }
}

/// All strengths, the lowest rating first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strengths(Vec<MeasuredStrength>);

/// An opponent that is about as strong as a given rating.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedOpponent {
    /// The SPEC of the opponent.
    pub spec: Spec,
    /// The speed of the opponent.
    pub pace: Pace,
    /// How often the opponent's hand slips, 0-5.
    pub slips: u8,
    /// The rating of the opponent as it plays so.
    pub rating: Rating,
    /// The points to expect from a match against the opponent, 0-1.
    pub expected: f64,
}

impl Strengths {
    /// Sorts these strengths by rating.
    pub fn new(mut all: Vec<MeasuredStrength>) -> Self {
        all.sort_by(|a, b| {
            let key = |strength: &MeasuredStrength| (strength.player.to_string(), strength.milli_pps);
            a.rating.total_cmp(&b.rating).then_with(|| key(a).cmp(&key(b)))
        });
        Self(all)
    }

    /// Replaces the strengths of the user's own players by these.
    pub fn set_own_players(&mut self, own: impl IntoIterator<Item = MeasuredStrength>) {
        let shipped = std::mem::take(&mut self.0).into_iter();
        let shipped = shipped.filter(|strength| !matches!(strength.player.source, OpponentSource::File(_)));
        *self = Self::new(shipped.chain(own).collect());
    }

    /// Reads the strengths of the assets, with a warning for each line that cannot be used.
    pub fn load() -> (Self, Vec<String>) {
        paths::assets_folder().map(|assets| Self::read_file(&assets.join(FILE_NAME))).unwrap_or_default()
    }

    /// Reads a file, with a warning for each line that cannot be used. Without the file there are no strengths.
    pub fn read_file(path: &Path) -> (Self, Vec<String>) {
        let (found, warnings) = read_json_lines(path, MeasuredStrength::is_sane);
        (Self::new(found), warnings)
    }

    /// All strengths, the lowest rating first.
    pub fn all(&self) -> &[MeasuredStrength] {
        &self.0
    }

    /// The strengths of one player without slips, the slowest speed first.
    fn of(&self, spec: &Spec) -> Vec<&MeasuredStrength> {
        let mut of: Vec<&MeasuredStrength> =
            self.0.iter().filter(|strength| strength.player == *spec && strength.slips == 0).collect();
        of.sort_by_key(|strength| strength.milli_pps);
        of
    }

    /// The measurement of a player without slips at the speed nearest to this one;
    /// `None` if the player was not measured.
    pub fn at_nearest_pace(&self, spec: &Spec, pace: Pace) -> Option<&MeasuredStrength> {
        let apart = |strength: &MeasuredStrength| (ln(strength.milli_pps) - ln(pace.milli_pps)).abs();
        self.of(spec).into_iter().min_by(|a, b| apart(a).total_cmp(&apart(b)))
    }

    /// How strong a player without slips is at a speed: as measured, or between two measured speeds by the logarithm of
    /// the speed. `None` outside of the measured speeds.
    pub fn rating(&self, spec: &Spec, pace: Pace) -> Option<Rating> {
        let of = self.of(spec);
        if let Some(exact) = of.iter().find(|strength| strength.milli_pps == pace.milli_pps) {
            return Some(exact.to_rating());
        }
        let pair = of.windows(2).find(|pair| (pair[0].milli_pps..=pair[1].milli_pps).contains(&pace.milli_pps))?;
        let [slow, fast] = [pair[0], pair[1]];
        let (from, to) = (ln(slow.milli_pps), ln(fast.milli_pps));
        let share = (ln(pace.milli_pps) - from) / (to - from);
        let between = |a: f64, b: f64| a + (b - a) * share;
        let deviation = slow.deviation.max(fast.deviation);
        Some(Rating { rating: between(slow.rating, fast.rating), deviation, ..Rating::NEW })
    }

    /// About how strong a generation is at a speed: as [`Self::rating`] has it, or between the measured generations of
    /// its recipe before and after it, by the logarithm of the generation's number plus one.
    /// `None` outside of what was measured.
    pub fn estimated_rating(&self, spec: &Spec, pace: Pace) -> Option<f64> {
        if let Some(rating) = self.rating(spec, pace) {
            return Some(rating.rating);
        }
        let OpponentSource::Saved { recipe, generation } = &spec.source else { return None };
        let known: Vec<(u32, f64)> = (self.0.iter().map(|strength| &strength.player))
            .filter_map(|player| match &player.source {
                OpponentSource::Saved { recipe: its, generation } if its == recipe => {
                    Some((*generation, self.rating(player, pace)?.rating))
                }
                _ => None,
            })
            .collect();
        let nearest = |is_before: bool| {
            let side = known.iter().filter(|(other, _)| (other < generation) == is_before);
            side.min_by_key(|(other, _)| other.abs_diff(*generation))
        };
        let (low, high) = (nearest(true)?, nearest(false)?);
        let [from, to, at] = [low.0, high.0, *generation].map(|number| libm::log(1.0 + f64::from(number)));
        Some(low.1 + (high.1 - low.1) * (at - from) / (to - from))
    }

    /// Of the opponents that `allowed` accepts, at the speeds `paces` in thousandths of a piece a second, the one whose
    /// rating is nearest to this one, so that about half of the matches are won. Of equally good ones it is the first.
    /// `None` if no opponent was measured at these speeds.
    pub fn proposed_opponent(
        &self,
        you: &Rating,
        paces: &[u32],
        allowed: impl Fn(&Spec) -> bool,
    ) -> Option<ProposedOpponent> {
        let mut specs: Vec<&Spec> = self.0.iter().map(|strength| &strength.player).collect();
        specs.sort_by_cached_key(|spec| spec.to_string());
        specs.dedup();
        let measured = specs.into_iter().filter(|spec| allowed(spec)).flat_map(|spec| {
            paces.iter().filter_map(move |&milli_pps| {
                let pace = Pace { milli_pps };
                let rating = self.rating(spec, pace)?;
                let expected = you.expected_score(&rating);
                Some(ProposedOpponent { spec: spec.clone(), pace, slips: 0, rating, expected })
            })
        });
        let off = |proposed: &ProposedOpponent| (proposed.rating.rating - you.rating).abs();
        measured.min_by(|a, b| off(a).total_cmp(&off(b)))
    }
}

fn ln(milli_pps: u32) -> f64 {
    libm::log(f64::from(milli_pps.max(1)))
}
