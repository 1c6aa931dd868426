//! The table of everything that can be set in a custom game: one entry an option, from which the editor's rows, the
//! line of text and the command line are made. No option is written by hand anywhere else.

use super::course::{GarbageFeed, Goal};
use super::entries::{AllowedValues, DisplayUnit, GameOption};
use super::plan::Plan;
use crate::rules::{
    AttackTable, ComboTable, GarbageKind, GeneratorKind, GravityRule, KickTable, LockDownKind, LockDownRule, PieceSet,
    ScoringRule, TopOutRule,
};

const ON: fn(&Plan) -> bool = |_| true;

const fn number(low: u32, high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low, high, step, unit: DisplayUnit::Plain }
}

const fn ticks(low: u32, high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low, high, step, unit: DisplayUnit::Ticks }
}

const fn tick_limit(high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low: 0, high, step, unit: DisplayUnit::TickLimit }
}

const fn permille(step: u32) -> AllowedValues {
    AllowedValues::Number { low: 0, high: 1000, step, unit: DisplayUnit::Permille }
}

const fn micro_g(high: u32, step: u32) -> AllowedValues {
    AllowedValues::Number { low: 0, high, step, unit: DisplayUnit::MicroG }
}

/// The index of a value in a list of values; 0 for one that is not in it.
fn place<T: PartialEq>(values: &[T], value: &T) -> u32 {
    values.iter().position(|known| known == value).unwrap_or(0) as u32
}

// The headings under which options stand, as a player reads them.
const BOARD: &str = "Board and pieces";
const GOAL: &str = "Goal";
const FALLING: &str = "Falling and locking";
const SCORE: &str = "Points";
const ATTACK: &str = "Attack";
const GARBAGE: &str = "Garbage";
const ROUNDS: &str = "Rounds";

/// Makes the table's entry for an option that is a number in a field of the plan.
macro_rules! field {
    ($key:literal, $name:literal, $about:literal, $heading:ident, $allowed:expr, $($field:ident).+ : $of:ty) => {
        field!($key, $name, $about, $heading, $allowed, $($field).+ : $of, ON)
    };
    ($key:literal, $name:literal, $about:literal, $heading:ident, $allowed:expr, $($field:ident).+ : $of:ty, $applies:expr) => {
        GameOption {
            key: $key,
            name: $name,
            about: $about,
            heading: $heading,
            allowed: $allowed,
            applies: $applies,
            get: |plan| plan.$($field).+ as u32,
            set: |plan, value| plan.$($field).+ = value as $of,
        }
    };
}

/// Makes the table's entry for an option that is a switch in a field of the plan.
macro_rules! switch {
    ($key:literal, $name:literal, $about:literal, $heading:ident, $($field:ident).+) => {
        GameOption {
            key: $key,
            name: $name,
            about: $about,
            heading: $heading,
            allowed: AllowedValues::Switch,
            applies: ON,
            get: |plan| u32::from(plan.$($field).+),
            set: |plan, value| plan.$($field).+ = value != 0,
        }
    };
}

/// Makes the table's entry for an option that is one of some values in a field of the plan.
macro_rules! choice {
    ($key:literal, $name:literal, $about:literal, $heading:ident, $($field:ident).+, [$($value:expr => $word:literal $label:literal),+]) => {
        GameOption {
            key: $key,
            name: $name,
            about: $about,
            heading: $heading,
            allowed: AllowedValues::Choice(&[$(($word, $label)),+]),
            applies: ON,
            get: |plan| place(&[$($value),+], &plan.$($field).+),
            set: |plan, value| {
                if let Some(value) = [$($value),+].into_iter().nth(value as usize) {
                    plan.$($field).+ = value;
                }
            },
        }
    };
}

/// Makes the table's entry for a number that a value has only in one of its forms, as a ramp has its growth. Of several
/// numbers under one name, the index of the one that is meant stands in brackets.
macro_rules! inner {
    ($key:literal, $name:literal, $about:expr, $heading:ident, $allowed:expr, $($field:ident).+,
     $form:path => $inner:ident $([$at:literal])?) => {
        GameOption {
            key: $key,
            name: $name,
            about: $about,
            heading: $heading,
            allowed: $allowed,
            applies: |plan| matches!(plan.$($field).+, $form { .. }),
            get: |plan| match plan.$($field).+ {
                $form { $inner, .. } => $inner $([$at])?,
                _ => 0,
            },
            set: |plan, value| {
                if let $form { $inner, .. } = &mut plan.$($field).+ {
                    (*$inner) $([$at])? = value;
                }
            },
        }
    };
}

const RAMP: GravityRule = GravityRule::Ramp { base: 20_000, after: 0, growth: 0 };
const FLAT: ScoringRule = ScoringRule::Flat { piece: 0, lines: [0, 100, 300, 500, 800] };
const FLAT_ABOUT: &str = "Points that no level multiplies";
const POINTS: u32 = 1_000_000;

/// The table of all options of a custom game, in the order in which a line applies them: what others
/// depend on comes first.
pub static GAME_OPTIONS: &[GameOption] = &[
    field!("width", "Columns", "Columns of the board", BOARD, number(4, 16, 1), rules.board.width: u8),
    field!("rows", "Rows", "Visible rows", BOARD, number(4, 40, 1), rules.board.visible: u8),
    field!("buffer", "Buffer", "Rows above the visible ones", BOARD, number(3, 20, 1), rules.board.buffer: u8),
    choice!("pieces", "Pieces", "Four minos each, or the eighteen pieces of five", BOARD, rules.pieces,
        [PieceSet::Tetromino => "tetromino" "Tetrominoes", PieceSet::Pentomino => "pentomino" "Pentominoes"]),
    choice!("bag", "Order", "How the next pieces are drawn", BOARD, rules.generator,
        [GeneratorKind::Bag => "bag" "A bag of each", GeneratorKind::Uniform => "random" "At random",
         GeneratorKind::BagOfNine => "bag-of-nine" "S and Z twice", GeneratorKind::Dealt => "dealt" "The worst for you",
         GeneratorKind::DealtFromBag => "dealt-from-bag" "The worst order of a bag",
         GeneratorKind::Alternating => "alternating" "S and Z in turn"]),
    field!("next", "Next pieces shown", "How far ahead you see", BOARD, number(1, 6, 1), rules.next: u8),
    switch!("hold", "Hold", "Put a piece aside for later", BOARD, rules.hold),
    switch!("half-turns", "Rotate 180", "Turn a piece by 180 degrees with one key", BOARD, rules.half_turns),
    choice!("kicks", "Kicks", "Where a piece without room to turn goes; TETR.IO's SRS+ differs for the I", BOARD,
        rules.kicks, [KickTable::Srs => "srs" "SRS", KickTable::SrsPlus => "srs-plus" "SRS+"]),
    switch!("all-spin", "All-spin", "Spins count for every piece, not for T alone", BOARD, rules.all_spin),
    field!("strewn", "Random cells", "The lowest rows over which twenty cells are strewn at the start; 0 for none",
        BOARD, number(0, 20, 1), course.start.strewn: u8, |plan| !matches!(plan.course.feed, GarbageFeed::Cheese { .. })),
    GameOption {
        key: "goal",
        name: "Goal",
        about: "What wins the game, or at least its time",
        heading: GOAL,
        allowed: AllowedValues::Choice(&[
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
                1 => Goal::Time { ticks: super::plan::BLITZ_TICKS },
                2 => {
                    plan.course.feed = GarbageFeed::Cheese { rows: 10, shown: 10 };
                    Goal::Rows { rows: 10 }
                }
                3 => Goal::Perfect,
                _ => Goal::Lines,
            };
        },
    },
    field!("goal-lines", "Lines", "The game is won with this many lines; 0 for an endless one", GOAL,
        number(0, 1000, 10), rules.goal_lines: u32, |plan| plan.course.goal == Goal::Lines),
    inner!("goal-time", "Time", "The game is over after this long", GOAL, ticks(5000, 3_600_000, 5000),
        course.goal, Goal::Time => ticks),
    GameOption {
        key: "goal-rows",
        name: "Rows to dig",
        about: "Garbage rows under you, in all",
        heading: GOAL,
        allowed: number(1, 1000, 1),
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
    inner!("rows-shown", "Rows at a time", "Garbage rows on the board at a time; four above stay free", GOAL,
        number(1, 30, 1), course.feed, GarbageFeed::Cheese => shown),
    GameOption {
        key: "undo",
        name: "Undo",
        about: "Alone, take pieces back and put them down again",
        heading: GOAL,
        allowed: AllowedValues::Switch,
        applies: ON,
        get: |plan| u32::from(plan.course.undo),
        set: |plan, value| (plan.course.undo, plan.course.full_undo) = (value != 0, value != 0),
    },
    switch!("immortal", "No top-out", "A top-out empties the board, and the game goes on", GOAL, course.endless),
    GameOption {
        key: "gravity",
        name: "Gravity",
        about: "How pieces fall by themselves",
        heading: FALLING,
        allowed: AllowedValues::Choice(&[("level", "By level"), ("clock", "By the clock"), ("off", "None")]),
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
    inner!("fall", "Fall", "Gravity at the start; 1 G is 60 rows a second", FALLING, micro_g(20_000_000, 5000),
        rules.gravity, GravityRule::Ramp => base),
    inner!("fall-after", "Grows after", "How long gravity stays as it is", FALLING, ticks(0, 3_600_000, 5000),
        rules.gravity, GravityRule::Ramp => after),
    inner!("fall-growth", "Grows by", "Gravity that is added each second", FALLING, micro_g(1_000_000, 500),
        rules.gravity, GravityRule::Ramp => growth),
    field!("level", "First level", "Where the speed begins", FALLING, number(1, 20, 1), rules.start_level: u32),
    choice!("lock", "Lock down", "What gives a piece at rest more time", FALLING, rules.lock_down.kind,
        [LockDownKind::Extended => "extended" "Extended", LockDownKind::Infinite => "infinite" "Infinite",
         LockDownKind::Classic => "classic" "Classic"]),
    field!("lock-delay", "Lock delay", "How long a piece may rest; with the longest it never locks by itself", FALLING,
        ticks(1, LockDownRule::INFINITE_DELAY, 50),
        rules.lock_down.delay: u32),
    field!("lock-resets", "Moves at rest", "How many moves give a piece at rest more time", FALLING, number(0, 99, 1),
        rules.lock_down.resets: u32, |plan| plan.rules.lock_down.kind == LockDownKind::Extended),
    field!("entry-delay", "Entry delay", "Between a lock and the next piece", FALLING, ticks(0, 10_000, 10),
        rules.entry_delay: u32),
    field!("clear-delay", "Clear delay", "More of it when rows clear", FALLING, ticks(0, 10_000, 10),
        rules.clear_delay: u32),
    choice!("top-out", "Top-out", "What loses", FALLING, rules.top_out,
        [TopOutRule::Guideline => "guideline" "Guideline", TopOutRule::BlockOutOnly => "block" "No room to appear",
         TopOutRule::PartialLockOut => "partial" "Any cell above"]),
    GameOption {
        key: "points",
        name: "Points",
        about: "How points are given",
        heading: SCORE,
        allowed: AllowedValues::Choice(&[("guideline", "Guideline"), ("nintendo", "Nintendo"), ("flat", "Your own")]),
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
    inner!("points-piece", "A piece", FLAT_ABOUT, SCORE, number(0, POINTS, 10),
        rules.scoring, ScoringRule::Flat => piece),
    inner!("points-0", "No line", FLAT_ABOUT, SCORE, number(0, POINTS, 10),
        rules.scoring, ScoringRule::Flat => lines[0]),
    inner!("points-1", "One line", FLAT_ABOUT, SCORE, number(0, POINTS, 10),
        rules.scoring, ScoringRule::Flat => lines[1]),
    inner!("points-2", "Two lines", FLAT_ABOUT, SCORE, number(0, POINTS, 10),
        rules.scoring, ScoringRule::Flat => lines[2]),
    inner!("points-3", "Three lines", FLAT_ABOUT, SCORE, number(0, POINTS, 10),
        rules.scoring, ScoringRule::Flat => lines[3]),
    inner!("points-4", "Four lines", FLAT_ABOUT, SCORE, number(0, POINTS, 10),
        rules.scoring, ScoringRule::Flat => lines[4]),
    choice!("attack", "Attack", "How clears become attacks", ATTACK, rules.attack.table,
        [AttackTable::Guideline => "guideline" "Guideline", AttackTable::LineForLine => "lines" "Line for line",
         AttackTable::Tetrio => "tetrio" "TETR.IO, season 1", AttackTable::Tetrio2 => "tetrio-2" "TETR.IO, season 2",
         AttackTable::Jstris => "jstris" "Jstris"]),
    choice!("combo", "Combo", "What combos add", ATTACK, rules.attack.combo,
        [ComboTable::Classic => "classic" "Classic", ComboTable::Modern => "modern" "Modern",
         ComboTable::Multiplier => "multiplier" "Multiplier", ComboTable::Jstris => "jstris" "Jstris"]),
    field!("margin", "Margin time", "After it attacks grow", ATTACK, ticks(0, 3_600_000, 5000),
        rules.attack.margin: u32),
    field!("growth", "Growth", "What attacks gain each second after the margin time", ATTACK, permille(1),
        rules.attack.growth: u32),
    GameOption {
        key: "attacks",
        name: "Attacks by the clock",
        about: "Garbage that comes without an opponent",
        heading: GARBAGE,
        allowed: AllowedValues::Switch,
        applies: |plan| !matches!(plan.course.feed, GarbageFeed::Cheese { .. }),
        get: |plan| u32::from(matches!(plan.course.feed, GarbageFeed::Clock { .. })),
        set: |plan, value| {
            plan.course.feed = match value {
                0 => GarbageFeed::None,
                _ => GarbageFeed::Clock { every: 5000, rows: 1, quicken: 0, least: 1000 },
            };
        },
    },
    inner!("attack-every", "Every", "Time between two attacks", GARBAGE, ticks(100, 600_000, 500),
        course.feed, GarbageFeed::Clock => every),
    inner!("attack-rows", "Rows", "Rows of an attack", GARBAGE, number(1, 20, 1),
        course.feed, GarbageFeed::Clock => rows),
    inner!("attack-quicken", "Sooner by", "By how much each attack comes sooner than the last", GARBAGE,
        ticks(0, 5000, 10), course.feed, GarbageFeed::Clock => quicken),
    inner!("attack-least", "At least", "The least time between two attacks", GARBAGE, ticks(100, 600_000, 100),
        course.feed, GarbageFeed::Clock => least),
    choice!("garbage", "Garbage", "Rows with a hole, or solid ones that only your own lines take away", GARBAGE,
        rules.garbage.kind, [GarbageKind::Ordinary => "ordinary" "Ordinary", GarbageKind::Solid => "solid" "Solid"]),
    field!("messiness", "Messiness", "How often the hole moves between two attacks", GARBAGE, permille(50),
        rules.garbage.messiness: u16),
    field!("mess-within", "Messiness within", "How often it moves within one", GARBAGE, permille(50),
        rules.garbage.messiness_within: u16),
    field!("cap", "Garbage cap", "Rows that rise at one lock, at most", GARBAGE, number(1, 40, 1),
        rules.garbage.cap: u32),
    field!("travel", "Garbage travel", "How long an attack is on its way", GARBAGE, ticks(0, 60_000, 50),
        rules.garbage.travel: u32),
    switch!("blocking", "Clears block", "A clear keeps waiting garbage down", GARBAGE, rules.garbage.blocking),
    field!("first-to", "First to", "Rounds to win a match", ROUNDS, number(1, 10, 1), rules.first_to: u8),
    field!("round-limit", "Round limit", "Then the side that received less wins; 0 for none", ROUNDS,
        tick_limit(3_600_000, 10_000), rules.round_limit: u32),
    field!("countdown", "Countdown", "Before each round", ROUNDS, ticks(0, 60_000, 500), rules.countdown: u32),
];
