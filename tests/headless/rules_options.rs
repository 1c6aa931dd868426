//! Options: limits, presets, and their way through files.

use korobka::rules::{
    AttackTable, BoardSize, ComboTable, GarbageKind, GeneratorKind, GravityRule, LockDownKind, PieceKind, PieceSet,
    Rules, ScoringRule, TopOutRule,
};
use korobka::train::Recipe;

fn presets() -> Vec<(String, Rules)> {
    let mut all = vec![
        ("marathon".to_string(), Rules::marathon()),
        ("versus".to_string(), Rules::versus()),
        ("line for line".to_string(), Rules::line_for_line()),
        ("default".to_string(), Rules::default()),
    ];
    all.extend(Recipe::all().into_iter().map(|recipe| (recipe.name.clone(), recipe.rules())));
    all
}

/// Rules in which every option differs from its default.
fn unusual() -> Rules {
    let mut rules = Rules {
        board: BoardSize { width: 14, visible: 25, buffer: 8 },
        pieces: PieceSet::Pentomino,
        generator: GeneratorKind::Uniform,
        next: 2,
        hold: false,
        half_turns: true,
        all_spin: true,
        gravity: GravityRule::Ramp { base: 1, after: 2, growth: 3 },
        entry_delay: 117,
        clear_delay: 583,
        top_out: TopOutRule::PartialLockOut,
        scoring: ScoringRule::Nintendo,
        start_level: 7,
        goal_lines: 40,
        first_to: 5,
        countdown: 10,
        round_limit: 20,
        ..Rules::marathon()
    };
    rules.lock_down.kind = LockDownKind::Classic;
    rules.lock_down.delay = 300;
    rules.lock_down.resets = 4;
    rules.attack.table = AttackTable::LineForLine;
    rules.attack.combo = ComboTable::Multiplier;
    rules.attack.margin = 1;
    rules.attack.growth = 2;
    rules.garbage.kind = GarbageKind::Solid;
    rules.garbage.cap = 3;
    rules.garbage.travel = 4;
    rules.garbage.messiness = 5;
    rules.garbage.messiness_within = 6;
    rules.garbage.blocking = false;
    rules
}

#[test]
fn every_preset_is_within_the_limits() {
    for (name, rules) in presets() {
        assert_eq!(rules.checked(), Ok(rules), "{name} is valid");
    }
    assert_eq!(unusual().checked(), Ok(unusual()), "unusual rules are valid");
}

#[test]
fn presets_are_the_published_ones() {
    let marathon = Rules::marathon();
    assert_eq!(marathon.board, BoardSize { width: 10, visible: 20, buffer: 20 }, "10 wide, 20 visible, 20 of buffer");
    assert_eq!((marathon.next, marathon.goal_lines), (5, 150), "five next pieces, 150 lines");
    assert!(marathon.hold && !marathon.half_turns, "hold, no half turns alone");
    assert_eq!((marathon.entry_delay, marathon.clear_delay), (0, 0), "no delays in modern modes");
    let versus = Rules::versus();
    assert!(versus.half_turns, "half turns are on by default in versus");
    assert_eq!(versus.round_limit, 600_000, "a round of ten minutes is decided");
    assert_eq!(versus.gravity, GravityRule::Ramp { base: 20_000, after: 120_000, growth: 3_500 }, "versus gravity");
    assert_eq!((versus.attack.margin, versus.attack.growth), (180_000, 8), "0.008 a second after three minutes");
    assert_eq!(Rules::line_for_line().attack.table, AttackTable::LineForLine, "line for line");
}

/// An option, a value just within its limits and one just beyond.
type Limit = (&'static str, fn(&mut Rules, u32), &'static [u32], &'static [u32]);

const LIMITS: [Limit; 15] = [
    ("width", |rules, value| rules.board.width = value as u8, &[4, 16], &[0, 3, 17, 255]),
    ("visible rows", |rules, value| rules.board.visible = value as u8, &[4, 40], &[0, 3, 41, 255]),
    ("buffer rows", |rules, value| rules.board.buffer = value as u8, &[3, 20], &[0, 2, 21, 255]),
    ("next queue", |rules, value| rules.next = value as u8, &[1, 6], &[0, 7, 255]),
    ("start level", |rules, value| rules.start_level = value, &[1, 20], &[0, 21, u32::MAX]),
    ("rounds to win", |rules, value| rules.first_to = value as u8, &[1, 10], &[0, 11, 255]),
    ("garbage cap", |rules, value| rules.garbage.cap = value, &[1, 40], &[0, 41, u32::MAX]),
    ("garbage travel", |rules, value| rules.garbage.travel = value, &[0, 60_000], &[60_001, u32::MAX]),
    ("messiness", |rules, value| rules.garbage.messiness = value as u16, &[0, 1000], &[1001, 65_535]),
    ("messiness within", |rules, value| rules.garbage.messiness_within = value as u16, &[0, 1000], &[1001, 65_535]),
    ("lock delay", |rules, value| rules.lock_down.delay = value, &[1, 60_000], &[0, 60_001, u32::MAX]),
    ("entry delay", |rules, value| rules.entry_delay = value, &[0, 10_000], &[10_001, u32::MAX]),
    ("clear delay", |rules, value| rules.clear_delay = value, &[0, 10_000], &[10_001, u32::MAX]),
    ("countdown", |rules, value| rules.countdown = value, &[0, 60_000], &[60_001, u32::MAX]),
    ("margin growth", |rules, value| rules.attack.growth = value, &[0, 1000], &[1001, u32::MAX]),
];

#[test]
fn options_end_at_their_limits() {
    for (what, set, within, beyond) in LIMITS {
        for &value in within {
            let mut rules = Rules::versus();
            set(&mut rules, value);
            assert_eq!(rules.checked(), Ok(rules), "{what} may be {value}");
        }
        for &value in beyond {
            let mut rules = Rules::versus();
            set(&mut rules, value);
            let error = rules.checked().expect_err(what);
            assert_eq!((error.what, error.value), (what, value.into()), "{what} may not be {value}");
            let line = error.to_string();
            assert!(line.contains(what) && line.contains(error.range), "the error names option and range: {line}");
        }
    }
}

#[test]
fn pentominoes_need_a_board_that_takes_them() {
    let narrow = |width, pieces| {
        let board = BoardSize { width, ..BoardSize::default() };
        Rules { board, pieces, ..Rules::marathon() }.checked()
    };
    assert!(narrow(4, PieceSet::Pentomino).is_err(), "five cells do not lie across four columns");
    assert!(narrow(5, PieceSet::Pentomino).is_ok(), "they do across five");
    assert!(narrow(4, PieceSet::Tetromino).is_ok(), "tetrominoes do across four");
}

#[test]
fn every_piece_appears_within_every_board() {
    for pieces in [PieceSet::Tetromino, PieceSet::Pentomino] {
        for width in 4..=16 {
            for visible in 4..=40 {
                for buffer in 3..=20 {
                    let rules = Rules { board: BoardSize { width, visible, buffer }, pieces, ..Rules::marathon() };
                    let Ok(rules) = rules.checked() else {
                        assert!(width < 5 && pieces == PieceSet::Pentomino, "{width}x{visible}+{buffer} is a board");
                        continue;
                    };
                    let board = korobka::rules::Board::new(rules.board);
                    for kind in pieces.kinds() {
                        let piece = korobka::rules::FallingPiece::spawn(kind, rules.board);
                        let letter = kind.letter();
                        assert!(board.fits(piece), "{letter} appears within {width}x{visible}+{buffer}");
                    }
                }
            }
        }
    }
}

#[test]
fn rules_go_through_toml_and_bincode_unchanged() {
    let mut all = presets();
    all.push(("unusual".into(), unusual()));
    all.push(("no gravity".into(), Rules { gravity: GravityRule::Off, ..Rules::versus() }));
    for (name, rules) in all {
        let text = toml::to_string(&rules).expect("rules can be written as TOML");
        assert_eq!(toml::from_str::<Rules>(&text), Ok(rules), "{name} comes back from TOML as it was:\n{text}");
        let config = bincode::config::standard();
        let bytes = bincode::serde::encode_to_vec(rules, config).expect("rules can be written as bincode");
        let (back, length): (Rules, usize) = bincode::serde::decode_from_slice(&bytes, config).expect("and read");
        assert_eq!((back, length), (rules, bytes.len()), "{name} comes back from bincode as it was");
    }
}

#[test]
fn options_left_out_of_a_file_take_their_defaults() {
    assert_eq!(toml::from_str::<Rules>(""), Ok(Rules::default()), "an empty file gives the default rules");
    let some: Rules = toml::from_str("next = 3\nhold = false").expect("two options");
    assert_eq!(some, Rules { next: 3, hold: false, ..Rules::default() }, "two options, the rest by default");
}

#[test]
fn only_kinds_of_the_table_are_read() {
    for (written, index) in [("0", Some(0)), ("24", Some(24)), ("25", None), ("200", None)] {
        let read = serde_json::from_str::<PieceKind>(written).ok();
        assert_eq!(read.map(PieceKind::index), index, "{written}");
    }
}
