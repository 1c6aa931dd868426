//! The table of everything that can be set in a custom game: one entry an option, from which the editor's rows, the
//! line of text and the command line are made. No option is written by hand anywhere else.

use super::course::{GarbageFeed, Goal};
use super::entries::{AllowedValues, DisplayUnit, Setting, SettingGroup};
use super::plan::Plan;
use crate::rules::{
    AttackTable, ComboTable, GarbageKind, GeneratorKind, GravityRule, LockKind, PieceSet, ScoringRule, TopOutRule,
};

const ON: fn(&Plan) -> bool = |_| true;

const fn number(low: u32, high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low, high, step, unit: DisplayUnit::Plain }
}

const fn ticks(low: u32, high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low, high, step, unit: DisplayUnit::Ticks }
}

const fn permille(high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low: 0, high, step, unit: DisplayUnit::Permille }
}

const fn micro_g(high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low: 0, high, step, unit: DisplayUnit::MicroG }
}

/// The place of a value among others; 0 for one that is not among them.
fn place<T: PartialEq>(values: &[T], value: &T) -> u32 {
    values.iter().position(|known| known == value).unwrap_or(0) as u32
}

/// An entry for a field of the rules that is a number.
macro_rules! field {
    ($key:literal, $name:literal, $about:literal, $group:ident, $shape:expr, $($field:ident).+ : $of:ty) => {
        field!($key, $name, $about, $group, $shape, $($field).+ : $of, ON)
    };
    ($key:literal, $name:literal, $about:literal, $group:ident, $shape:expr, $($field:ident).+ : $of:ty, $applies:expr) => {
        Setting {
            key: $key,
            name: $name,
            about: $about,
            group: SettingGroup::$group,
            shape: $shape,
            applies: $applies,
            get: |plan| plan.rules.$($field).+ as u32,
            set: |plan, value| plan.rules.$($field).+ = value as $of,
        }
    };
}

/// An entry for a field of the rules that is a switch.
macro_rules! switch {
    ($key:literal, $name:literal, $about:literal, $group:ident, $($field:ident).+) => {
        Setting {
            key: $key,
            name: $name,
            about: $about,
            group: SettingGroup::$group,
            shape: AllowedValues::Switch,
            applies: ON,
            get: |plan| u32::from(plan.rules.$($field).+),
            set: |plan, value| plan.rules.$($field).+ = value != 0,
        }
    };
}

/// An entry for a field of the rules that is one of some values.
macro_rules! choice {
    ($key:literal, $name:literal, $about:literal, $group:ident, $($field:ident).+, [$($value:expr => $word:literal $label:literal),+]) => {
        Setting {
            key: $key,
            name: $name,
            about: $about,
            group: SettingGroup::$group,
            shape: AllowedValues::Choice(&[$(($word, $label)),+]),
            applies: ON,
            get: |plan| place(&[$($value),+], &plan.rules.$($field).+),
            set: |plan, value| {
                if let Some(value) = [$($value),+].into_iter().nth(value as usize) {
                    plan.rules.$($field).+ = value;
                }
            },
        }
    };
}

/// An entry for a number that a value has only in one of its forms, as a ramp has its growth.
macro_rules! inner {
    ($key:literal, $name:literal, $about:literal, $group:ident, $shape:expr, $($field:ident).+, $form:path, $inner:ident) => {
        Setting {
            key: $key,
            name: $name,
            about: $about,
            group: SettingGroup::$group,
            shape: $shape,
            applies: |plan| matches!(plan.$($field).+, $form { .. }),
            get: |plan| match plan.$($field).+ {
                $form { $inner, .. } => $inner,
                _ => 0,
            },
            set: |plan, value| {
                if let $form { $inner, .. } = &mut plan.$($field).+ {
                    *$inner = value;
                }
            },
        }
    };
}

const RAMP: GravityRule = GravityRule::Ramp { base: 20_000, after: 0, growth: 0 };
const FLAT: ScoringRule = ScoringRule::Flat { piece: 0, lines: [0, 100, 300, 500, 800] };
const POINTS: u32 = 1_000_000;

const fn flat(piece: bool, at: usize) -> (fn(&Plan) -> u32, fn(&mut Plan, u32)) {
    match (piece, at) {
        (true, _) => (|plan| flat_points(plan, None), |plan, value| set_flat(plan, None, value)),
        (_, 0) => (|plan| flat_points(plan, Some(0)), |plan, value| set_flat(plan, Some(0), value)),
        (_, 1) => (|plan| flat_points(plan, Some(1)), |plan, value| set_flat(plan, Some(1), value)),
        (_, 2) => (|plan| flat_points(plan, Some(2)), |plan, value| set_flat(plan, Some(2), value)),
        (_, 3) => (|plan| flat_points(plan, Some(3)), |plan, value| set_flat(plan, Some(3), value)),
        _ => (|plan| flat_points(plan, Some(4)), |plan, value| set_flat(plan, Some(4), value)),
    }
}

fn flat_points(plan: &Plan, at: Option<usize>) -> u32 {
    match (plan.rules.scoring, at) {
        (ScoringRule::Flat { piece, .. }, None) => piece,
        (ScoringRule::Flat { lines, .. }, Some(at)) => lines[at],
        _ => 0,
    }
}

fn set_flat(plan: &mut Plan, at: Option<usize>, value: u32) {
    if let ScoringRule::Flat { piece, lines } = &mut plan.rules.scoring {
        match at {
            None => *piece = value,
            Some(at) => lines[at] = value,
        }
    }
}

const fn points(key: &'static str, name: &'static str, of_piece: bool, at: usize) -> Setting {
    let (get, set) = flat(of_piece, at);
    let about = "Points that no level multiplies";
    let shape = number(0, POINTS, 10);
    let applies: fn(&Plan) -> bool = |plan| matches!(plan.rules.scoring, ScoringRule::Flat { .. });
    Setting { key, name, about, group: SettingGroup::Points, shape, applies, get, set }
}

/// Everything that can be set, in the order in which a line is applied: what others depend on comes first.
pub static SETTINGS: &[Setting] = &[
    field!("width", "Columns", "Columns of the board", Board, number(4, 16, 1), board.width: u8),
    field!("rows", "Rows", "Rows that are seen", Board, number(4, 40, 1), board.visible: u8),
    field!("buffer", "Buffer", "Rows above those that are seen", Board, number(3, 20, 1), board.buffer: u8),
    choice!("pieces", "Pieces", "Four minos each, or the eighteen pieces of five", Board, pieces,
        [PieceSet::Tetromino => "tetromino" "Tetrominoes", PieceSet::Pentomino => "pentomino" "Pentominoes"]),
    choice!("bag", "Order", "How the next pieces are drawn", Board, generator,
        [GeneratorKind::Bag => "bag" "A bag of each", GeneratorKind::Uniform => "random" "At random",
         GeneratorKind::BagOfNine => "bag-of-nine" "S and Z twice", GeneratorKind::Dealt => "dealt" "The worst for you",
         GeneratorKind::DealtFromBag => "dealt-from-bag" "The worst order of a bag",
         GeneratorKind::Alternating => "alternating" "S and Z in turn"]),
    field!("next", "Next pieces shown", "How far ahead you see", Board, number(1, 6, 1), next: u8),
    switch!("hold", "Hold", "Put a piece aside for later", Board, hold),
    switch!("half-turns", "Rotate 180", "Turn a piece by 180 degrees with one key", Board, half_turns),
    switch!("all-spin", "All-spin", "Spins count for every piece, not for T alone", Board, all_spin),
    Setting {
        key: "strewn",
        name: "Random cells",
        about: "The lowest rows over which twenty cells are strewn at the start; 0 for none",
        group: SettingGroup::Board,
        shape: number(0, 20, 1),
        applies: ON,
        get: |plan| plan.course.start.strewn.into(),
        set: |plan, value| plan.course.start.strewn = value as u8,
    },
    Setting {
        key: "goal",
        name: "Goal",
        about: "What wins the game, or at least its time",
        group: SettingGroup::Goal,
        shape: AllowedValues::Choice(&[
            ("lines", "Lines"),
            ("time", "Time"),
            ("dig", "Dig"),
            ("perfect", "Perfect clear"),
        ]),
        applies: ON,
        get: |plan| match plan.course.goal {
            Goal::Time { .. } => 1,
            Goal::Rows { .. } => 2,
            Goal::Perfect => 3,
            _ => 0,
        },
        set: |plan, value| {
            if matches!(plan.course.feed, GarbageFeed::Cheese { .. }) {
                plan.course.feed = GarbageFeed::None;
            }
            plan.course.goal = match value {
                1 => Goal::Time { ticks: super::plan::BLITZ },
                2 => {
                    plan.course.feed = GarbageFeed::Cheese { rows: 10, shown: 10 };
                    Goal::Rows { rows: 10 }
                }
                3 => Goal::Perfect,
                _ => Goal::Lines,
            };
        },
    },
    field!("goal-lines", "Lines", "The game is won with so many lines; 0 for an endless one", Goal, number(0, 1000, 10),
        goal_lines: u32, |plan| plan.course.goal == Goal::Lines),
    inner!(
        "goal-time",
        "Time",
        "The game is over after so long",
        Goal,
        ticks(5000, 3_600_000, 5000),
        course.goal,
        Goal::Time,
        ticks
    ),
    Setting {
        key: "goal-rows",
        name: "Rows to dig",
        about: "Garbage rows under you, in all",
        group: SettingGroup::Goal,
        shape: number(1, 1000, 1),
        applies: |plan| matches!(plan.course.goal, Goal::Rows { .. }),
        get: |plan| match plan.course.goal {
            Goal::Rows { rows } => rows,
            _ => 0,
        },
        set: |plan, value| {
            if let (Goal::Rows { rows }, GarbageFeed::Cheese { rows: fed, .. }) =
                (&mut plan.course.goal, &mut plan.course.feed)
            {
                (*rows, *fed) = (value, value);
            }
        },
    },
    Setting {
        key: "rows-shown",
        name: "Rows at a time",
        about: "Garbage rows on the board at a time",
        group: SettingGroup::Goal,
        shape: number(1, 30, 1),
        applies: |plan| matches!(plan.course.feed, GarbageFeed::Cheese { .. }),
        get: |plan| match plan.course.feed {
            GarbageFeed::Cheese { shown, .. } => shown,
            _ => 0,
        },
        set: |plan, value| {
            if let GarbageFeed::Cheese { shown, .. } = &mut plan.course.feed {
                *shown = value;
            }
        },
    },
    Setting {
        key: "undo",
        name: "Taking back",
        about: "Take pieces back and set them again",
        group: SettingGroup::Goal,
        shape: AllowedValues::Switch,
        applies: ON,
        get: |plan| plan.course.undo.into(),
        set: |plan, value| plan.course.undo = value != 0,
    },
    Setting {
        key: "immortal",
        name: "No top-out",
        about: "A top-out empties the board, and the game goes on",
        group: SettingGroup::Goal,
        shape: AllowedValues::Switch,
        applies: ON,
        get: |plan| plan.course.endless.into(),
        set: |plan, value| plan.course.endless = value != 0,
    },
    Setting {
        key: "gravity",
        name: "Gravity",
        about: "How pieces fall by themselves",
        group: SettingGroup::Falling,
        shape: AllowedValues::Choice(&[("level", "By level"), ("clock", "By the clock"), ("off", "None")]),
        applies: ON,
        get: |plan| match plan.rules.gravity {
            GravityRule::Curve => 0,
            GravityRule::Ramp { .. } => 1,
            GravityRule::Off => 2,
        },
        set: |plan, value| {
            plan.rules.gravity = [GravityRule::Curve, RAMP, GravityRule::Off][value.min(2) as usize];
        },
    },
    inner!(
        "fall",
        "Fall",
        "Gravity at the start; 1 G is 60 rows a second",
        Falling,
        micro_g(20_000_000, 5000),
        rules.gravity,
        GravityRule::Ramp,
        base
    ),
    inner!(
        "fall-after",
        "Grows after",
        "How long gravity stays as it is",
        Falling,
        ticks(0, 3_600_000, 5000),
        rules.gravity,
        GravityRule::Ramp,
        after
    ),
    inner!(
        "fall-growth",
        "Grows by",
        "Gravity that is added each second",
        Falling,
        micro_g(1_000_000, 500),
        rules.gravity,
        GravityRule::Ramp,
        growth
    ),
    field!("level", "First level", "Where the speed begins", Falling, number(1, 20, 1), start_level: u32),
    choice!("lock", "Lock down", "What gives a piece at rest more time", Falling, lock_down.kind,
        [LockKind::Extended => "extended" "Extended", LockKind::Infinite => "infinite" "Infinite",
         LockKind::Classic => "classic" "Classic"]),
    field!("lock-delay", "Lock delay", "How long a piece may rest", Falling, ticks(1, 60_000, 50), lock_down.delay: u32),
    field!("lock-resets", "Moves at rest", "How many moves give a piece at rest more time", Falling, number(0, 99, 1),
        lock_down.resets: u32, |plan| plan.rules.lock_down.kind == LockKind::Extended),
    field!("entry-delay", "Entry delay", "Between a lock and the next piece", Falling, ticks(0, 10_000, 10), entry_delay: u32),
    field!("clear-delay", "Clear delay", "More of it when rows clear", Falling, ticks(0, 10_000, 10), clear_delay: u32),
    choice!("top-out", "Top-out", "What loses", Falling, top_out,
        [TopOutRule::Guideline => "guideline" "Guideline", TopOutRule::BlockOutOnly => "block" "No room to appear",
         TopOutRule::PartialLockOut => "partial" "Any cell above"]),
    Setting {
        key: "points",
        name: "Points",
        about: "How points are given",
        group: SettingGroup::Points,
        shape: AllowedValues::Choice(&[("guideline", "Guideline"), ("nintendo", "Nintendo"), ("flat", "Your own")]),
        applies: ON,
        get: |plan| match plan.rules.scoring {
            ScoringRule::Guideline => 0,
            ScoringRule::Nintendo => 1,
            ScoringRule::Flat { .. } => 2,
        },
        set: |plan, value| {
            plan.rules.scoring = [ScoringRule::Guideline, ScoringRule::Nintendo, FLAT][value.min(2) as usize];
        },
    },
    points("points-piece", "A piece", true, 0),
    points("points-0", "No line", false, 0),
    points("points-1", "One line", false, 1),
    points("points-2", "Two lines", false, 2),
    points("points-3", "Three lines", false, 3),
    points("points-4", "Four lines", false, 4),
    choice!("attack", "Attack", "How clears become attacks", Attack, attack.table,
        [AttackTable::Guideline => "guideline" "Guideline", AttackTable::LineForLine => "lines" "Line for line",
         AttackTable::Tetrio => "tetrio" "TETR.IO, season 1", AttackTable::Tetrio2 => "tetrio-2" "TETR.IO, season 2",
         AttackTable::Jstris => "jstris" "Jstris"]),
    choice!("combo", "Combo", "What combos add", Attack, attack.combo,
        [ComboTable::Classic => "classic" "Classic", ComboTable::Modern => "modern" "Modern",
         ComboTable::Multiplier => "multiplier" "Multiplier", ComboTable::Jstris => "jstris" "Jstris"]),
    field!("margin", "Margin time", "After it attacks grow", Attack, ticks(0, 3_600_000, 5000), attack.margin: u32),
    field!("growth", "Growth", "What attacks gain each second after the margin time", Attack, permille(1000, 1), attack.growth: u32),
    Setting {
        key: "attacks",
        name: "Attacks by the clock",
        about: "Garbage that comes without an opponent",
        group: SettingGroup::Garbage,
        shape: AllowedValues::Switch,
        applies: |plan| !matches!(plan.course.feed, GarbageFeed::Cheese { .. }),
        get: |plan| u32::from(matches!(plan.course.feed, GarbageFeed::Clock { .. })),
        set: |plan, value| {
            plan.course.feed = match value {
                0 => GarbageFeed::None,
                _ => GarbageFeed::Clock { every: 5000, rows: 1, quicken: 0, least: 1000 },
            };
        },
    },
    inner!(
        "attack-every",
        "Every",
        "Time between two attacks",
        Garbage,
        ticks(100, 600_000, 500),
        course.feed,
        GarbageFeed::Clock,
        every
    ),
    inner!(
        "attack-rows",
        "Rows",
        "Rows of an attack",
        Garbage,
        number(1, 20, 1),
        course.feed,
        GarbageFeed::Clock,
        rows
    ),
    inner!(
        "attack-quicken",
        "Sooner by",
        "By how much each attack comes sooner than the last",
        Garbage,
        ticks(0, 5000, 10),
        course.feed,
        GarbageFeed::Clock,
        quicken
    ),
    inner!(
        "attack-least",
        "At least",
        "The least time between two attacks",
        Garbage,
        ticks(100, 600_000, 100),
        course.feed,
        GarbageFeed::Clock,
        least
    ),
    choice!("garbage", "Garbage", "Rows with a hole, or solid ones that only your own lines take away", Garbage,
        garbage.kind, [GarbageKind::Ordinary => "ordinary" "Ordinary", GarbageKind::Solid => "solid" "Solid"]),
    field!("messiness", "Messiness", "How often the hole moves between two attacks", Garbage, permille(1000, 50),
        garbage.messiness: u16),
    field!("mess-within", "Messiness within", "How often it moves within one", Garbage, permille(1000, 50),
        garbage.messiness_within: u16),
    field!("cap", "Garbage cap", "Rows that rise at one lock, at most", Garbage, number(1, 40, 1), garbage.cap: u32),
    field!("travel", "Garbage travel", "How long an attack is on its way", Garbage, ticks(0, 60_000, 50), garbage.travel: u32),
    switch!("blocking", "Clears block", "A clear keeps waiting garbage down", Garbage, garbage.blocking),
    field!("first-to", "First to", "Rounds to win a match", Rounds, number(1, 10, 1), first_to: u8),
    field!("round-limit", "Round limit", "Then the side that received less wins; 0 for none", Rounds,
        ticks(0, 3_600_000, 10_000), round_limit: u32),
    field!("countdown", "Countdown", "Before each round", Rounds, ticks(0, 60_000, 500), countdown: u32),
];
