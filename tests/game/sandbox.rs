//! The sandbox of the handling settings: it is the game, it writes down what happened, and its lessons
//! show what they say.

use korobka::game::handling::{InitialInput, SecondDirection, SoftDrop};
use korobka::game::sandbox::{HandlingTestGame, KeyStroke, Lesson, PieceEvent, SandboxLog};
use korobka::game::{Action, Handling, KeyEvent};
use korobka::movegen::Key;
use korobka::rules::{Facing, PieceKind, Shift};

const STANDARD: Handling = Handling::STANDARD;

fn press(sandbox: &mut HandlingTestGame, action: Action) {
    sandbox.pass_key(KeyEvent { action, down: true });
}

fn release(sandbox: &mut HandlingTestGame, action: Action) {
    sandbox.pass_key(KeyEvent { action, down: false });
}

fn tap(sandbox: &mut HandlingTestGame, action: Action) {
    press(sandbox, action);
    sandbox.advance(20);
    release(sandbox, action);
    sandbox.advance(20);
}

/// A sandbox whose first piece is a T.
fn with_t(handling: Handling) -> HandlingTestGame {
    let is_t = |sandbox: &HandlingTestGame| {
        sandbox
            .current_view()
            .and_then(|scene| scene.piece)
            .is_some_and(|piece| piece.kind == PieceKind::from_letter('T').unwrap())
    };
    (0..100).map(|seed| HandlingTestGame::new(handling, seed)).find(is_t).expect("some seed begins with a T")
}

fn stroke(log: &SandboxLog, action: Action) -> &KeyStroke {
    log.strokes.iter().rev().find(|stroke| stroke.action == action).expect("the key was pressed")
}

/// The ticks, from the press, at which the piece moved, and by how much.
fn steps(stroke: &KeyStroke) -> Vec<(u64, u8)> {
    stroke.steps.iter().map(|&(tick, by)| (tick - stroke.down, by)).collect()
}

#[test]
fn it_is_the_game_and_writes_down_what_a_key_did() {
    let mut sandbox = with_t(STANDARD);
    press(&mut sandbox, Action::Right);
    sandbox.advance(250);
    release(&mut sandbox, Action::Right);
    sandbox.advance(5);
    let log = sandbox.log();
    let right = stroke(log, Action::Right);
    assert_eq!(steps(right), [(0, 1), (133, 1), (143, 1), (153, 1)], "a T has four columns to its right");
    let (since, full) = right.charges[0];
    assert_eq!((since, full, right.charges.len()), (right.down, Some(right.down + 133), 1), "charged by DAS");
    assert_eq!(right.up, Some(right.down + 250), "and let go");
    assert_eq!(log.shown_tick_range(), Some((right.down, right.down + 250)), "what is shown ends with the last key");
}

#[test]
fn a_setting_acts_at_once() {
    let mut sandbox = with_t(STANDARD);
    press(&mut sandbox, Action::Right);
    sandbox.advance(50);
    sandbox.set_handling(Handling { das: 80, arr: 0, ..STANDARD });
    sandbox.advance(50);
    assert_eq!(steps(stroke(sandbox.log(), Action::Right)), [(0, 1), (80, 3)], "the held key obeys the new delay");
    press(&mut sandbox, Action::SoftDrop);
    sandbox.advance(10);
    sandbox.set_handling(Handling { soft_drop: SoftDrop::Instant, ..STANDARD });
    sandbox.advance(1);
    let scene = sandbox.current_view().unwrap();
    assert_eq!(scene.piece, scene.ghost, "and soft drop the new speed");
}

#[test]
fn finesse_names_the_keys_too_many_and_the_fewest() {
    let mut sandbox = with_t(STANDARD);
    for _ in 0..3 {
        tap(&mut sandbox, Action::Left);
    }
    tap(&mut sandbox, Action::HardDrop);
    let verdict = sandbox.log().last_finesse.clone().expect("a piece has locked");
    assert_eq!(verdict.pressed, [(Action::Left, false); 3]);
    assert_eq!(verdict.fewest, Some(vec![Key::Hold(Shift::Left)]), "held to the wall it is one key");
    assert_eq!((verdict.faults(), sandbox.log().clean_in_a_row), (Some(2), 0));

    let mut sandbox = with_t(STANDARD);
    tap(&mut sandbox, Action::Clockwise);
    press(&mut sandbox, Action::Right);
    sandbox.advance(200);
    release(&mut sandbox, Action::Right);
    tap(&mut sandbox, Action::HardDrop);
    let log = sandbox.log();
    let verdict = log.last_finesse.as_ref().expect("a piece has locked");
    assert_eq!(verdict.pressed, [(Action::Clockwise, false), (Action::Right, true)], "which of them were held");
    assert_eq!(
        (verdict.faults(), log.clean_in_a_row, log.most_clean_in_a_row),
        (Some(0), 1, 1),
        "two keys, and no way with fewer"
    );
    let lock = log.marks.iter().find(|mark| mark.1 == PieceEvent::Locked { dropped: true }).expect("it was dropped");
    assert_eq!(log.shown_tick_range().map(|span| span.1), Some(lock.0), "the keys shown end with the lock");
}

#[test]
fn it_goes_on_however_high_the_stack() {
    let mut sandbox = HandlingTestGame::new(STANDARD, 3);
    for _ in 0..200 {
        tap(&mut sandbox, Action::HardDrop);
        let scene = sandbox.current_view().expect("there is always something to see");
        assert!(scene.piece.is_some() && scene.matrix.board().stack_height() < 16, "nobody loses here");
    }
    let log = sandbox.log();
    assert!(log.strokes.len() <= 256 && log.marks.len() <= 256, "what is long past is forgotten");
}

#[test]
fn a_direction_that_is_held_as_the_matrix_is_emptied_slides_on_and_one_let_go_does_not() {
    let view = |sandbox: &HandlingTestGame| sandbox.current_view().expect("there is always something to see");
    for lets_go in [false, true] {
        let mut sandbox = HandlingTestGame::new(Handling::FAST, 3);
        press(&mut sandbox, Action::Left);
        let mut emptied = 0;
        for _ in 0..40 {
            sandbox.advance(150);
            let before = view(&sandbox).matrix.board().stack_height();
            press(&mut sandbox, Action::HardDrop);
            if lets_go {
                // It comes in the frame of the drop, and belongs to the next piece.
                release(&mut sandbox, Action::Left);
            }
            sandbox.advance(1);
            release(&mut sandbox, Action::HardDrop);
            sandbox.advance(20);
            let now = view(&sandbox);
            emptied += u32::from(now.matrix.board().stack_height() < before);
            let piece = now.piece.expect("the next piece is in play");
            let left = piece.cells().map(|cell| cell.0).min();
            assert_eq!(left == Some(0), !lets_go, "{left:?} after {emptied} emptied boards, let go: {lets_go}");
            if lets_go {
                press(&mut sandbox, Action::Left);
            }
        }
        assert!(emptied > 1, "pieces at one wall fill no row, so that the matrix is emptied");
    }
}

/// The log of a lesson as it stands shortly before it begins anew.
fn shown(lesson: Lesson, handling: Handling) -> (HandlingTestGame, u32) {
    let mut sandbox = HandlingTestGame::new(handling, 1);
    sandbox.teach(Some(lesson));
    let length = lesson.script(&handling).length;
    let mut left = length - 5;
    while left > 0 {
        let step = left.min(7);
        sandbox.advance(step);
        left -= step;
    }
    (sandbox, length)
}

fn locks(log: &SandboxLog) -> Vec<bool> {
    let dropped = |mark: &(u64, PieceEvent)| match mark.1 {
        PieceEvent::Locked { dropped } => Some(dropped),
        PieceEvent::Spawned => None,
    };
    log.marks.iter().filter_map(dropped).collect()
}

#[test]
fn the_lesson_of_sliding_shows_delay_and_steps() {
    let (sandbox, _) = shown(Lesson::Slide, STANDARD);
    let log = sandbox.log();
    assert_eq!(steps(stroke(log, Action::Right)), [(0, 1), (133, 1), (143, 1), (153, 1)]);
    let left: Vec<_> = steps(stroke(log, Action::Left)).into_iter().map(|step| step.0).collect();
    assert_eq!(left, [0, 133, 143, 153, 163, 173, 183], "from wall to wall");
    let (sandbox, _) = shown(Lesson::Slide, Handling { das: 40, arr: 0, ..STANDARD });
    assert_eq!(steps(stroke(sandbox.log(), Action::Right)), [(0, 1), (40, 3)], "at once to the wall");
}

#[test]
fn the_pieces_of_lessons_are_none_that_the_player_has_set_clean() {
    let mut sandbox = with_t(STANDARD);
    tap(&mut sandbox, Action::HardDrop);
    assert_eq!(sandbox.log().clean_in_a_row, 1);
    for lesson in Lesson::ALL {
        sandbox.teach(Some(lesson));
        (0..40).for_each(|_| sandbox.advance(250));
    }
    sandbox.teach(None);
    tap(&mut sandbox, Action::HardDrop);
    let log = sandbox.log();
    assert_eq!((log.clean_in_a_row, log.most_clean_in_a_row), (2, 2), "ten seconds of each lesson count for nothing");
}

#[test]
fn the_lesson_of_the_rest_shows_it_twice() {
    let rests = |dcd| {
        let (sandbox, _) = shown(Lesson::Rest, Handling { dcd, ..STANDARD });
        stroke(sandbox.log(), Action::Right).rests.iter().map(|rest| rest.1 - rest.0 + 1).collect::<Vec<_>>()
    };
    assert_eq!(rests(0), [0u64; 0], "no rest without one");
    assert_eq!(rests(50), [50, 49], "with the new piece, which comes at the end of its tick, and after the turn");
    let (sandbox, _) = shown(Lesson::Rest, Handling { dcd: 50, ..STANDARD });
    let log = sandbox.log();
    let spawn = log.marks.last().map(|mark| mark.0);
    assert_eq!(
        log.shown_tick_range().map(|span| span.0),
        spawn,
        "a carried charge is shown from where the piece appeared"
    );
}

#[test]
fn the_lessons_of_early_keys_differ_by_their_setting() {
    let turned = |initial_rotation| {
        let (sandbox, _) = shown(Lesson::EarlyTurn, Handling { initial_rotation, ..STANDARD });
        sandbox.current_view().and_then(|scene| scene.piece).map(|piece| piece.facing)
    };
    assert_eq!(turned(InitialInput::Off), Some(Facing::North));
    assert_eq!(turned(InitialInput::Hold), Some(Facing::East), "the last piece comes under a held key");
    let held = |initial_hold| {
        let (sandbox, _) = shown(Lesson::EarlyHold, Handling { initial_hold, ..STANDARD });
        sandbox.current_view().and_then(|scene| scene.hold).map(PieceKind::letter)
    };
    assert_eq!(
        [held(InitialInput::Off), held(InitialInput::Hold)],
        [None, Some('S')],
        "T, L are dropped: the S is held"
    );
    assert!(held(InitialInput::Tap).is_some(), "a tap in the wait holds the next piece");
}

#[test]
fn the_lesson_of_both_directions_differs_by_its_setting() {
    let right = |second_direction| {
        let (sandbox, _) = shown(Lesson::Both, Handling { second_direction, ..STANDARD });
        let log = sandbox.log();
        (steps(stroke(log, Action::Right)), steps(stroke(log, Action::Left)))
    };
    let all = [SecondDirection::Latest, SecondDirection::First, SecondDirection::Neither, SecondDirection::Anew];
    let shown: Vec<_> = all.map(right).into();
    for (at, one) in shown.iter().enumerate() {
        assert!(!shown[..at].contains(one), "{:?} looks like none before it: {one:?}", all[at]);
    }
}

#[test]
fn in_the_lesson_of_both_directions_the_second_key_comes_when_the_piece_is_at_the_wall() {
    for handling in [STANDARD, Handling { das: 40, arr: 20, ..STANDARD }] {
        let (sandbox, _) = shown(Lesson::Both, handling);
        let [right, left] = [Action::Right, Action::Left].map(|action| stroke(sandbox.log(), action));
        let before = right.steps.iter().filter(|step| step.0 < left.down).count();
        assert_eq!(before, 4, "a T has four columns to its right: {:?}, then left at {}", right.steps, left.down);
    }
}

#[test]
fn the_lesson_of_the_guard_differs_by_its_setting() {
    let (without, _) = shown(Lesson::Guard, STANDARD);
    assert_eq!(locks(without.log())[..2], [false, true], "the second piece is dropped by the late key");
    let (with, _) = shown(Lesson::Guard, Handling { guard: 117, ..STANDARD });
    assert_eq!(locks(with.log())[..2], [false, false], "the guard keeps it");
    let key = stroke(with.log(), Action::HardDrop).down;
    let lock = with.log().marks.iter().rev().find(|mark| mark.0 < key).map(|mark| mark.0);
    assert!(lock.is_some_and(|lock| key - lock < 100), "the key comes just after the lock: {key}, {lock:?}");
}

#[test]
fn lessons_repeat_under_any_handling() {
    let slowest = Handling { das: 500, arr: 200, dcd: 200, guard: 500, soft_drop: SoftDrop::Factor(5), ..STANDARD };
    let quickest = Handling { das: 0, arr: 0, dcd: 0, soft_drop: SoftDrop::Instant, ..STANDARD };
    for handling in [slowest, STANDARD, quickest] {
        for lesson in Lesson::ALL {
            let (mut sandbox, length) = shown(lesson, handling);
            assert!(length < 6000, "{lesson:?} lasts {length} ticks");
            assert!(sandbox.log().shown_tick_range().is_some(), "{lesson:?} has shown something");
            press(&mut sandbox, Action::HardDrop);
            sandbox.advance(10);
            assert_eq!(sandbox.lesson(), Some(lesson), "{lesson:?} begins again");
            assert!(
                sandbox.log().shown_tick_range().is_none(),
                "{lesson:?} begins with its first piece, and nobody else's key"
            );
        }
    }
}
