//! One table of golden expectations, to the tick, that holds in every mode: handling is the player's, not the mode's.

use crate::modes_given::book;
use crate::support::{Game, persons};
use korobka::game::components::{Falling, Field, Phase};
use korobka::game::handling::{InitialInput, SecondDirection, SoftDrop};
use korobka::game::modes::{Goal, ModeOptions, Plan, line};
use korobka::game::{Action, Handling, MatchSetup, Mode};
use korobka::rules::{Board, Facing, GravityRule, LockDownRule, Matrix, PieceKind, Rules};

use Action::{Clockwise, Counterclockwise, HardDrop, Left, Right, SoftDrop as Down};

const STANDARD: Handling = Handling::STANDARD;

/// Every mode that a person plays.
const MODES: [Mode; 9] = [
    Mode::Marathon,
    Mode::Sprint,
    Mode::Blitz,
    Mode::Dig,
    Mode::Survival,
    Mode::Zen,
    Mode::Puzzle,
    Mode::Versus,
    Mode::Custom,
];

/// The plan of a mode as it comes.
fn plan(mode: Mode) -> Plan {
    match mode {
        Mode::Versus => Plan::from_rules(Rules::versus()),
        Mode::Custom => line::default_custom_plan(),
        Mode::Puzzle => {
            let book = book();
            let known =
                book.entries.iter().map(|puzzle| book.puzzle_plan(&puzzle.id, &Rules::marathon()).expect("it ships"));
            // One that the empty matrix of the cases does not solve.
            let fits = |plan: &Plan| plan.rules.board.width == 10 && matches!(plan.course.goal, Goal::Spins { .. });
            let mut plan = known.into_iter().find(fits).expect("a puzzle on a usual matrix");
            // Its own pieces come first; a case may need some more.
            plan.course.start.queue.push_str("SZLJTI");
            plan
        }
        _ => Plan::of(mode, &ModeOptions::default(), &Rules::marathon()),
    }
}

/// A person in this mode, the first piece in play; `change` sets what a case asks of the rules.
fn playing(mode: Mode, handling: Handling, change: fn(&mut Rules)) -> Game {
    let mut plan = plan(mode);
    plan.rules.countdown = 0;
    change(&mut plan.rules);
    let seats = persons(if mode == Mode::Versus { 2 } else { 1 }, handling);
    let rules = plan.rules.checked().expect("valid rules");
    let mut game = Game::new(MatchSetup { mode, rules, course: plan.course, seed: 1, seats });
    game.tick();
    assert_eq!(game.phase(), Phase::Playing, "{mode:?}");
    game
}

/// What is pressed, by tick, and what shows at which tick.
struct Case {
    name: &'static str,
    handling: Handling,
    /// What of the mode's rules the case needs otherwise.
    rules: fn(&mut Rules),
    /// The piece: kind, column and row of its box. It faces up.
    piece: (PieceKind, i8, i8),
    /// Tick, key, whether it goes down.
    keys: &'static [(u32, Action, bool)],
    /// Ticks played.
    ticks: u32,
    /// Whether rows count too: then the mode's own gravity is not asked.
    rows: bool,
    /// `tick:what`, in order: `x` the column, `y` the row, `f` the facing, `lock`, `new` a piece, `held`.
    expected: &'static str,
}

fn as_it_is(_: &mut Rules) {}

/// A row a second, in every mode.
fn slow(rules: &mut Rules) {
    rules.gravity = GravityRule::Curve;
    rules.start_level = 1;
}

/// Nothing falls, and a piece comes a tenth of a second after the last.
fn late(rules: &mut Rules) {
    rules.gravity = GravityRule::Off;
    rules.entry_delay = 100;
}

fn weightless(rules: &mut Rules) {
    rules.gravity = GravityRule::Off;
    // In zen and puzzles no piece locks by time.
    rules.lock_down = LockDownRule::default();
}

const T: (PieceKind, i8, i8) = (PieceKind::T, 0, 16);

/// Right held throughout.
const RIGHT: &[(u32, Action, bool)] = &[(0, Right, true)];
/// Right held, left pressed over it.
const LEFT_OVER_RIGHT: &[(u32, Action, bool)] = &[(0, Right, true), (145, Left, true), (160, Left, false)];
/// The same before right is charged.
const LEFT_EARLY: &[(u32, Action, bool)] = &[(0, Right, true), (50, Left, true), (100, Left, false)];
/// Right held, left for longer than DAS.
const LEFT_LONG: &[(u32, Action, bool)] = &[(0, Right, true), (150, Left, true), (300, Left, false)];
/// A drop, then a turn tapped and let go before the next piece.
const TAP_BEFORE: &[(u32, Action, bool)] =
    &[(0, HardDrop, true), (1, HardDrop, false), (40, Clockwise, true), (60, Clockwise, false)];
/// A drop, then a turn that is still held when the next piece comes.
const HELD_BEFORE: &[(u32, Action, bool)] =
    &[(0, HardDrop, true), (1, HardDrop, false), (40, Clockwise, true), (200, Clockwise, false)];
const TAP_LEFT_TURN: &[(u32, Action, bool)] =
    &[(0, HardDrop, true), (1, HardDrop, false), (40, Counterclockwise, true), (60, Counterclockwise, false)];
const TAP_HOLD: &[(u32, Action, bool)] =
    &[(0, HardDrop, true), (1, HardDrop, false), (40, Action::Hold, true), (60, Action::Hold, false)];
/// A turn that is held while a piece is put on hold.
const HOLD_UNDER_TURN: &[(u32, Action, bool)] = &[(0, Clockwise, true), (20, Action::Hold, true)];
const HELD_HOLD: &[(u32, Action, bool)] =
    &[(0, HardDrop, true), (1, HardDrop, false), (40, Action::Hold, true), (200, Action::Hold, false)];

const fn second(second_direction: SecondDirection) -> Handling {
    Handling { second_direction, ..STANDARD }
}

const fn soft(soft_drop: SoftDrop) -> Handling {
    Handling { soft_drop, ..STANDARD }
}

const fn turn(initial_rotation: InitialInput) -> Handling {
    Handling { initial_rotation, ..STANDARD }
}

const fn hold(initial_hold: InitialInput) -> Handling {
    Handling { initial_hold, ..STANDARD }
}

/// A case about columns, under the mode's own rules.
const fn columns(
    name: &'static str,
    handling: Handling,
    keys: &'static [(u32, Action, bool)],
    expected: &'static str,
) -> Case {
    Case { name, handling, rules: as_it_is, piece: T, keys, ticks: 450, rows: false, expected }
}

/// A case about rows: soft drop held from the first tick, at a row a second.
const fn rows(name: &'static str, soft_drop: SoftDrop, expected: &'static str) -> Case {
    let keys = &[(0, Down, true), (120, Down, false)];
    Case { name, handling: soft(soft_drop), rules: slow, piece: T, keys, ticks: 200, rows: true, expected }
}

/// A case about what is asked for before a piece is there.
const fn initial(
    name: &'static str,
    handling: Handling,
    keys: &'static [(u32, Action, bool)],
    expected: &'static str,
) -> Case {
    Case { name, handling, rules: late, piece: T, keys, ticks: 300, rows: false, expected }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    columns("DAS 133, ARR 10", STANDARD, RIGHT, "0:x1 133:x2 143:x3 153:x4 163:x5 173:x6 183:x7"),
    columns("ARR 1", Handling { arr: 1, ..STANDARD }, RIGHT, "0:x1 133:x2 134:x3 135:x4 136:x5 137:x6 138:x7"),
    columns("ARR 0: to the wall", Handling { arr: 0, ..STANDARD }, RIGHT, "0:x1 133:x7"),
    columns("DAS 1, ARR 0", Handling { das: 1, arr: 0, ..STANDARD }, RIGHT, "0:x1 1:x7"),
    columns("DAS 0, ARR 0", Handling { das: 0, arr: 0, ..STANDARD }, RIGHT, "0:x7"),
    columns("DAS 0, ARR 10", Handling { das: 0, ..STANDARD }, RIGHT, "0:x1 10:x2 20:x3 30:x4 40:x5 50:x6 60:x7"),
    columns("DAS 167, ARR 33", Handling { das: 167, arr: 33, ..STANDARD }, RIGHT,
        "0:x1 167:x2 200:x3 233:x4 266:x5 299:x6 332:x7"),
    columns("a tap a tick shorter than DAS", STANDARD, &[(0, Right, true), (133, Right, false)], "0:x1"),
    columns("a tap as long as DAS", STANDARD, &[(0, Right, true), (134, Right, false)], "0:x1 133:x2"),
    columns("DCD 50 after a turn", Handling { dcd: 50, ..STANDARD }, &[(0, Right, true), (150, Clockwise, true)],
        "0:x1 133:x2 143:x3 150:f1 200:x4 210:x5 220:x6 230:x7"),
    columns("DCD 50 and a turn before DAS", Handling { dcd: 50, ..STANDARD }, &[(0, Right, true), (60, Clockwise, true)],
        "0:x1 60:f1 133:x2 143:x3 153:x4 163:x5 173:x6 183:x7"),
    columns("no DCD: a turn stops nothing", STANDARD, &[(0, Right, true), (150, Clockwise, true)],
        "0:x1 133:x2 143:x3 150:f1 153:x4 163:x5 173:x6 183:x7"),
    columns("the later counts", second(SecondDirection::Latest), LEFT_OVER_RIGHT,
        "0:x1 133:x2 143:x3 145:x2 160:x3 170:x4 180:x5 190:x6 200:x7"),
    columns("later, charged by itself", second(SecondDirection::Latest), LEFT_LONG,
        "0:x1 133:x2 143:x3 150:x2 283:x1 293:x0 300:x1 310:x2 320:x3 330:x4 340:x5 350:x6 360:x7"),
    columns("the later counts, the earlier charges on", second(SecondDirection::Latest), LEFT_EARLY,
        "0:x1 50:x0 133:x1 143:x2 153:x3 163:x4 173:x5 183:x6 193:x7"),
    columns("the later counts, the earlier anew", second(SecondDirection::Anew), LEFT_OVER_RIGHT,
        "0:x1 133:x2 143:x3 145:x2 293:x3 303:x4 313:x5 323:x6 333:x7"),
    columns("anew, before a charge", second(SecondDirection::Anew), LEFT_EARLY,
        "0:x1 50:x0 233:x1 243:x2 253:x3 263:x4 273:x5 283:x6 293:x7"),
    columns("the earlier counts", second(SecondDirection::First), LEFT_OVER_RIGHT,
        "0:x1 133:x2 143:x3 153:x4 163:x5 173:x6 183:x7"),
    columns("the earlier counts, long", second(SecondDirection::First), LEFT_LONG,
        "0:x1 133:x2 143:x3 153:x4 163:x5 173:x6 183:x7"),
    columns("neither slides", second(SecondDirection::Neither), LEFT_LONG,
        "0:x1 133:x2 143:x3 150:x2 300:x3 310:x4 320:x5 330:x6 340:x7"),
    rows("soft drop 5", SoftDrop::Factor(5), "0:y15"),
    rows("soft drop 20", SoftDrop::Factor(20), "0:y15 50:y14 100:y13"),
    rows("soft drop 40", SoftDrop::Factor(40), "0:y15 25:y14 50:y13 75:y12 100:y11"),
    rows("soft drop to the ground", SoftDrop::Instant, "0:y-1"),
    initial("turn off, tapped", turn(InitialInput::Off), TAP_BEFORE, "0:lock 100:new"),
    initial("turn off, held", turn(InitialInput::Off), HELD_BEFORE, "0:lock 100:new"),
    initial("turn held, tapped", turn(InitialInput::Hold), TAP_BEFORE, "0:lock 100:new"),
    initial("turn held, held", turn(InitialInput::Hold), HELD_BEFORE, "0:lock 100:new 100:f1"),
    initial("turn tapped, tapped", turn(InitialInput::Tap), TAP_BEFORE, "0:lock 100:new 100:f1"),
    initial("turn tapped, held", turn(InitialInput::Tap), HELD_BEFORE, "0:lock 100:new 100:f1"),
    initial("left turn tapped, tapped", turn(InitialInput::Tap), TAP_LEFT_TURN, "0:lock 100:new 100:f3"),
    initial("a held turn also out of hold",
        Handling { turn_out_of_hold: true, ..turn(InitialInput::Hold) }, HOLD_UNDER_TURN,
        "0:f1 20:new 20:held 20:f1"),
    initial("a held turn not out of hold", turn(InitialInput::Hold), HOLD_UNDER_TURN, "0:f1 20:new 20:held"),
    initial("a tapped turn not out of hold",
        Handling { turn_out_of_hold: true, ..turn(InitialInput::Tap) }, HOLD_UNDER_TURN, "0:f1 20:new 20:held"),
    initial("hold off, tapped", hold(InitialInput::Off), TAP_HOLD, "0:lock 100:new"),
    initial("hold off, held", hold(InitialInput::Off), HELD_HOLD, "0:lock 100:new"),
    initial("hold held, tapped", hold(InitialInput::Hold), TAP_HOLD, "0:lock 100:new"),
    initial("hold held, held", hold(InitialInput::Hold), HELD_HOLD, "0:lock 100:new 100:held"),
    initial("hold tapped, tapped", hold(InitialInput::Tap), TAP_HOLD, "0:lock 100:new 100:held"),
    initial("hold tapped, held", hold(InitialInput::Tap), HELD_HOLD, "0:lock 100:new 100:held"),
    initial("a direction charged through the wait", STANDARD,
        &[(0, HardDrop, true), (1, HardDrop, false), (10, Right, true)],
        "0:lock 100:new 143:x4 153:x5 163:x6 173:x7"),
    initial("DCD with a new piece", Handling { dcd: 80, das: 20, ..STANDARD },
        &[(0, HardDrop, true), (1, HardDrop, false), (10, Right, true)],
        "0:lock 100:new 181:x4 191:x5 201:x6 211:x7"),
    Case { name: "guard 100: a late drop is kept from the next piece", handling: Handling { guard: 100, ..STANDARD },
        rules: weightless, piece: (PieceKind::T, 0, -1), ticks: 700, rows: false,
        keys: &[(550, HardDrop, true), (560, HardDrop, false), (599, HardDrop, true), (600, HardDrop, false)],
        expected: "499:lock 499:new" },
    Case { name: "guard 100: and then it is over", handling: Handling { guard: 100, ..STANDARD },
        rules: weightless, piece: (PieceKind::T, 0, -1), ticks: 700, rows: false,
        keys: &[(550, HardDrop, true), (560, HardDrop, false), (600, HardDrop, true), (601, HardDrop, false)],
        expected: "499:lock 499:new 600:lock 600:new" },
    Case { name: "no guard: it drops the next piece", handling: STANDARD,
        rules: weightless, piece: (PieceKind::T, 0, -1), ticks: 700, rows: false,
        keys: &[(550, HardDrop, true), (560, HardDrop, false)],
        expected: "499:lock 499:new 550:lock 550:new" },
    Case { name: "guard 100: a drop of one's own is no accident", handling: Handling { guard: 100, ..STANDARD },
        rules: weightless, piece: T, ticks: 60, rows: false,
        keys: &[(0, HardDrop, true), (1, HardDrop, false), (20, HardDrop, true), (21, HardDrop, false)],
        expected: "0:lock 0:new 20:lock 20:new" },
];

/// What shows while a case is played.
fn played(mode: Mode, case: &Case) -> String {
    let mut game = playing(mode, case.handling, case.rules);
    let (kind, x, y) = case.piece;
    // Cheese and puzzles have boards of their own: a handling is compared on an empty one.
    game.set(0, Field(Matrix::from_board(&Board::new(game.board(0).size()))));
    game.give(0, kind, Facing::North, x, y);
    let mut last = (x, y, Facing::North);
    let mut seen = Vec::new();
    for tick in 0..case.ticks {
        let now: Vec<(Action, bool)> =
            case.keys.iter().filter(|key| key.0 == tick).map(|&(_, action, down)| (action, down)).collect();
        game.keys(0, &now);
        game.tick();
        let outcome = game.outcome(0);
        if outcome.locked.is_some() {
            seen.push(format!("{tick}:lock"));
        }
        let Some(in_play) = game.get::<Falling>(0).piece else { continue };
        let piece = in_play.piece;
        if outcome.spawned.is_some() {
            seen.push(format!("{tick}:new"));
            last = (piece.x, piece.y, Facing::North);
        }
        if outcome.held {
            seen.push(format!("{tick}:held"));
        }
        if piece.x != last.0 {
            seen.push(format!("{tick}:x{}", piece.x));
        }
        if case.rows && piece.y != last.1 {
            seen.push(format!("{tick}:y{}", piece.y));
        }
        if piece.facing != last.2 {
            seen.push(format!("{tick}:f{}", piece.facing as u8));
        }
        last = (piece.x, piece.y, piece.facing);
    }
    seen.join(" ")
}

#[test]
fn handling_is_the_same_to_the_tick_in_every_mode() {
    for case in CASES {
        for mode in MODES {
            assert_eq!(played(mode, case), case.expected, "{} in {mode:?}", case.name);
        }
    }
}

#[test]
fn soft_drop_is_a_factor_of_each_modes_own_gravity() {
    // 20 times a row a second, 20 times 0.02 G; with gravity off as if it were a row a second.
    let (curve, slow) = ("0:y15 50:y14 100:y13", "0:y15 42:y14 84:y13");
    let case = |expected| Case { rules: as_it_is, ..rows("soft drop 20", SoftDrop::Factor(20), expected) };
    for (mode, expected) in [
        (Mode::Marathon, curve),
        (Mode::Sprint, slow),
        (Mode::Blitz, curve),
        (Mode::Dig, slow),
        (Mode::Survival, slow),
        (Mode::Zen, curve),
        (Mode::Versus, slow),
        (Mode::Custom, curve),
    ] {
        assert_eq!(played(mode, &case(expected)), expected, "{mode:?}");
    }
}

#[test]
fn the_table_is_the_one_in_the_handbook() {
    let page = include_str!("../../docs/lab/handling.md");
    for case in CASES {
        let line = format!("| {} | {} |", case.name, case.expected);
        assert!(page.contains(&line), "docs/lab/handling.md has the line\n{line}");
    }
}
