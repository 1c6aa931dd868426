//! Lessons: short scripts of keys, each of which shows what one setting does. They are as long as
//! the handling asks for.

use crate::game::handling::{Handling, SoftDrop};
use crate::game::input::Action;
use crate::rules::GravityRule;

/// A lesson in the sandbox, named after what it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lesson {
    /// The lesson on a held direction: DAS and ARR.
    #[default]
    Slide,
    /// The lesson on a held soft drop, and how fast it falls.
    SoftDrop,
    /// The lesson on the rest after a new piece and after a turn: DCD.
    Rest,
    /// The lesson on a turn asked for before the piece is there: tapped, then held.
    EarlyTurn,
    /// The lesson on a hold asked for before the piece is there: tapped, then held.
    EarlyHold,
    /// The lesson on left pressed while right is held: what a second direction does.
    Both,
    /// The lesson on a hard drop just after a piece has locked by itself.
    Guard,
}

impl Lesson {
    /// Every lesson, in the order of this enum.
    pub const ALL: [Self; 7] =
        [Self::Slide, Self::SoftDrop, Self::Rest, Self::EarlyTurn, Self::EarlyHold, Self::Both, Self::Guard];
}

/// The keys of a lesson, and the rules that let them be seen.
#[derive(Clone, Debug)]
pub struct LessonScript {
    /// The lesson's key events in order: the tick, the key, and whether the key goes down.
    pub keys: Vec<(u32, Action, bool)>,
    /// Ticks until the lesson begins again.
    pub length: u32,
    /// The letters of the pieces, in their order.
    pub queue: &'static str,
    /// How fast pieces fall in the lesson.
    pub gravity: GravityRule,
    /// Ticks between a lock and the next piece.
    pub entry_delay: u32,
    /// Ticks that a piece may rest.
    pub lock_delay: u32,
}

/// Ticks before the first key: time to see the piece.
const LEAD: u32 = 300;
/// Ticks after the last key, before the lesson begins again.
const TAIL: u32 = 700;
/// Ticks for which a tapped key is down.
const TAP: u32 = 60;
/// Ticks between lock and piece where something is asked for in between.
const WAIT: u32 = 400;

impl Lesson {
    /// Writes the script of the lesson for this handling.
    pub fn script(self, handling: &Handling) -> LessonScript {
        let (das, arr, dcd) = (u32::from(handling.das), u32::from(handling.arr), u32::from(handling.dcd));
        let mut keys = ScriptBuilder(Vec::new());
        let mut script = LessonScript {
            keys: Vec::new(),
            length: 0,
            queue: "TTTTTTT",
            gravity: GravityRule::Off,
            entry_delay: 0,
            lock_delay: 500,
        };
        let end = match self {
            Lesson::Slide => {
                // A T has four columns to its right, then seven to its left.
                let right = keys.hold(Action::Right, LEAD, das + arr * 3 + 200);
                keys.hold(Action::Left, right + 250, das + arr * 6 + 200)
            }
            Lesson::SoftDrop => {
                // Sixteen rows at `factor` rows a second: gravity is off, and soft drop then counts from
                // one row a second.
                let ticks = match handling.soft_drop {
                    SoftDrop::Factor(factor) => 16_000 / u32::from(factor.max(1)) + 100,
                    SoftDrop::Instant => 300,
                };
                keys.hold(Action::SoftDrop, LEAD, ticks)
            }
            Lesson::Rest => {
                let (dropped, turned) = (LEAD + das + arr * 3 + 200, das + arr * 3 + dcd + 500);
                keys.tap(Action::HardDrop, dropped);
                keys.tap(Action::Clockwise, dropped + turned);
                keys.hold(Action::Right, LEAD, dropped - LEAD + turned + dcd + arr * 3 + 200)
            }
            Lesson::EarlyTurn => {
                script.entry_delay = WAIT;
                keys.early(Action::Clockwise)
            }
            Lesson::EarlyHold => {
                script.entry_delay = WAIT;
                script.queue = "TLSJZTL";
                keys.early(Action::Hold)
            }
            Lesson::Both => {
                let left = LEAD + das + arr * 2 + 40;
                let back = keys.hold(Action::Left, left, 140);
                keys.hold(Action::Right, LEAD, back - LEAD + das + arr * 3 + 200)
            }
            Lesson::Guard => {
                // 42 rows a second: the piece is down in 0.4 s, and locks a quarter of a second later.
                script.gravity = GravityRule::Ramp { base: 700_000, after: 0, growth: 0 };
                script.lock_delay = 250;
                keys.tap(Action::HardDrop, GUARD_KEY)
            }
        };
        keys.0.sort_by_key(|key| key.0);
        LessonScript { keys: keys.0, length: end + TAIL, ..script }
    }
}

/// The tick at which the key of the guard's lesson is pressed: some 50 ticks after the lock.
const GUARD_KEY: u32 = 680;

/// The keys of a script while it is written.
struct ScriptBuilder(Vec<(u32, Action, bool)>);

impl ScriptBuilder {
    /// Holds a key; returns the tick at which it is let go.
    fn hold(&mut self, action: Action, from: u32, ticks: u32) -> u32 {
        self.0.push((from, action, true));
        self.0.push((from + ticks, action, false));
        from + ticks
    }

    fn tap(&mut self, action: Action, at: u32) -> u32 {
        self.hold(action, at, TAP)
    }

    /// Adds two hard drops, with a key tapped in the wait after the first, and held over the end of the
    /// wait after the second.
    fn early(&mut self, action: Action) -> u32 {
        self.tap(Action::HardDrop, LEAD);
        self.tap(action, LEAD + WAIT / 2);
        let second = LEAD + WAIT + 600;
        self.tap(Action::HardDrop, second);
        self.hold(action, second + WAIT / 2, WAIT)
    }
}
