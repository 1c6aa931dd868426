//! From a mode and its options to a plan: the rules and the course of a game. The numbers' sources:
//! `docs/guide/modes.md`.

use super::course::{Course, GameComparison, GarbageFeed, Goal};
use super::line;
use crate::game::Mode;
use crate::rules::{Dealer, GravityRule, LockDownRule, Rules};
use serde::{Deserialize, Serialize};

/// A game as it can be played: its rules and its course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The rules that the game is played under.
    pub rules: Rules,
    /// The goal, the garbage and the start of the game.
    pub course: Course,
}

/// What a player chooses for the modes that can be played in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModeOptions {
    /// Lines of a sprint, one of [`SPRINT_LENGTHS`].
    pub sprint: u32,
    /// Minutes of a blitz, one of [`BLITZ_MINUTES`].
    pub blitz: u32,
    /// Rows of a dig, one of [`DIG_DEPTHS`].
    pub dig: u32,
    /// The dealer of the mode that has one.
    pub dealer: Dealer,
    /// How garbage comes in a survival.
    pub survival: SurvivalOptions,
    /// How pieces fall in a zen.
    pub zen: ZenOptions,
}

/// How garbage comes in a survival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SurvivalOptions {
    /// Ticks between two attacks at first, 500-20,000.
    pub every: u32,
    /// Rows of an attack, 1-8.
    pub rows: u32,
    /// Ticks that an attack waits before it can rise, at most 5000.
    pub delay: u32,
    /// Whether attacks come faster and faster.
    pub quicken: bool,
}

/// How pieces fall in a zen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ZenOptions {
    /// Whether pieces fall by themselves.
    pub gravity: bool,
}

/// The lengths of a sprint, in lines.
pub const SPRINT_LENGTHS: [u32; 4] = [10, 20, 40, 100];
/// The depths of a dig, in rows.
pub const DIG_DEPTHS: [u32; 3] = [10, 18, 100];
/// The lengths of a blitz, in minutes.
pub const BLITZ_MINUTES: [u32; 3] = [1, 2, 5];
/// Ticks of the usual blitz: two minutes.
pub const BLITZ_TICKS: u32 = 120_000;
/// In a dig, how many rows of cheese lie on the board at a time.
const CHEESE: u32 = 10;
/// In a survival that quickens, ticks by which each attack comes sooner than the one before: two frames.
const QUICKEN: u32 = 33;
/// In a survival that quickens, the least ticks between two attacks: a second.
const LEAST: u32 = 1000;
/// The gravity of modes in which the player sets the speed: 0.02 G, as versus begins.
pub(super) const SLOW_GRAVITY: GravityRule = GravityRule::Ramp { base: 20_000, after: 0, growth: 0 };

impl Default for ModeOptions {
    fn default() -> Self {
        Self {
            sprint: 40,
            blitz: 2,
            dig: 10,
            survival: SurvivalOptions::default(),
            zen: ZenOptions::default(),
            dealer: Dealer::default(),
        }
    }
}

impl Default for SurvivalOptions {
    fn default() -> Self {
        Self { every: 2500, rows: 1, delay: 500, quicken: true }
    }
}

impl ModeOptions {
    /// The nearest options within the limits; a length that is not offered becomes the usual one.
    pub fn clamped(self) -> Self {
        let one_of = |value: u32, known: &[u32], usual| if known.contains(&value) { value } else { usual };
        let survival = SurvivalOptions {
            every: self.survival.every.clamp(500, 20_000),
            rows: self.survival.rows.clamp(1, 8),
            delay: self.survival.delay.min(5000),
            ..self.survival
        };
        Self {
            sprint: one_of(self.sprint, &SPRINT_LENGTHS, 40),
            blitz: one_of(self.blitz, &BLITZ_MINUTES, 2),
            dig: one_of(self.dig, &DIG_DEPTHS, 10),
            survival,
            ..self
        }
    }
}

impl Plan {
    /// The plan of a game under these rules with nothing added to them, as versus is.
    pub fn from_rules(rules: Rules) -> Self {
        Self { rules, course: Course::default() }
    }

    /// The plan of a mode that options alone describe; `single` are the player's rules for games alone, of which a
    /// marathon takes all, the others what is a matter of taste. Puzzles and custom games have makers of their own, a
    /// match between two is as its rules say.
    pub fn of(mode: Mode, options: &ModeOptions, single: &Rules) -> Self {
        let options = options.clamped();
        let taste = rules_of_taste(single);
        let course = |id: String, name: String, better| Course { id, name, better, ..Course::default() };
        match mode {
            Mode::Marathon => {
                let (goal, name) = match single.goal_lines {
                    0 => ("endless".to_owned(), "Marathon, endless".to_owned()),
                    lines => (lines.to_string(), format!("Marathon {lines}")),
                };
                // Another first level or board is another contest, and each is one of its own.
                let usual = Rules { goal_lines: single.goal_lines, countdown: single.countdown, ..Rules::marathon() };
                let (id, name) = if *single == usual {
                    (format!("marathon-{goal}"), name)
                } else {
                    let own = line::differences(&Self::from_rules(*single), &Self::from_rules(usual)).join(" ");
                    (format!("marathon-{goal}-own {own}"), format!("{name}, own rules"))
                };
                Self { rules: *single, course: course(id, name, GameComparison::Score) }
            }
            Mode::Sprint => {
                let lines = options.sprint;
                let rules = Rules { goal_lines: lines, gravity: SLOW_GRAVITY, ..taste };
                Self {
                    rules,
                    course: course(format!("sprint-{lines}"), format!("Sprint {lines}"), GameComparison::Sooner),
                }
            }
            Mode::Blitz => {
                let minutes = options.blitz;
                let goal = Goal::Time { ticks: minutes * 60_000 };
                // The usual one was the only one once.
                let (id, name) = match minutes {
                    2 => ("blitz".to_owned(), "Blitz".to_owned()),
                    _ => (format!("blitz-{minutes}"), format!("Blitz {minutes} min")),
                };
                let course = course(id, name, GameComparison::Score);
                Self { rules: taste, course: Course { goal, ..course } }
            }
            Mode::Dig => {
                let rows = options.dig;
                let course = course(format!("dig-{rows}"), format!("Dig {rows}"), GameComparison::Sooner);
                let (goal, feed) = (Goal::Rows { rows }, GarbageFeed::Cheese { rows, shown: CHEESE });
                Self { rules: Rules { gravity: SLOW_GRAVITY, ..taste }, course: Course { goal, feed, ..course } }
            }
            Mode::Survival => Self::survival(options.survival, taste),
            Mode::Zen => {
                let gravity = if options.zen.gravity { SLOW_GRAVITY } else { GravityRule::Off };
                let course = course("zen".to_owned(), "Zen".to_owned(), GameComparison::Score);
                Self {
                    rules: Rules { gravity, lock_down: LockDownRule::UNHURRIED, ..taste },
                    course: Course { undo: true, full_undo: true, endless: true, ..course },
                }
            }
            Mode::Dealer => {
                let dealer = options.dealer;
                let course =
                    course(format!("dealer-{}", dealer.name()), dealer.title().to_owned(), GameComparison::Score);
                Self { rules: dealer.apply_to(Rules { gravity: SLOW_GRAVITY, ..taste }), course }
            }
            Mode::Versus | Mode::Watch | Mode::Puzzle | Mode::Custom => Self::from_rules(*single),
        }
    }

    fn survival(wishes: SurvivalOptions, taste: Rules) -> Self {
        let SurvivalOptions { every, rows, delay, quicken } = wishes;
        let mut rules = Rules { gravity: SLOW_GRAVITY, ..taste };
        rules.garbage.travel = delay;
        let usual = wishes == SurvivalOptions::default();
        let pace = if quicken { "" } else { "-even" };
        let id = if usual { "survival".to_owned() } else { format!("survival-{every}-{rows}-{delay}{pace}") };
        let feed = GarbageFeed::Clock {
            every,
            rows,
            quicken: if quicken { QUICKEN } else { 0 },
            least: if quicken { LEAST.min(every) } else { every },
        };
        let course =
            Course { id, name: "Survival".to_owned(), better: GameComparison::Longer, feed, ..Course::default() };
        Self { rules, course }
    }
}

/// The rules of a game for one of which a player chooses no more than what is a matter of taste; `single` are the
/// player's rules for games alone.
pub(super) fn rules_of_taste(single: &Rules) -> Rules {
    Rules {
        countdown: single.countdown,
        next: single.next,
        hold: single.hold,
        half_turns: true,
        goal_lines: 0,
        ..Rules::marathon()
    }
}
