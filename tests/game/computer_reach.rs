//! The computer player with everything within reach: it tucks, it spins, and it lands where it said.

use crate::computer::{locks, note_held};
use crate::support::{Game, brain, setup, sorted_cells};
use korobka::ai::{Brain, BrainSettings, Evaluator};
use korobka::game::components::{Falling, Field, LockedPiece, PieceInPlay, Score};
use korobka::game::computer::Computer;
use korobka::game::{ComputerSetup, Handling, Pace, Phase, SeatSetup, handling::SoftDrop};
use korobka::mind::Mind;
use korobka::movegen::{Placement, PlacementChoice};
use korobka::rules::{
    Board, FallingPiece, GravityRule, LockDown, Matrix, PieceKind, Random, Rules, Spin, random::Purpose,
};
use std::collections::BTreeSet;

fn reaching(brain: &Brain, pace: Pace, slips: u8) -> SeatSetup {
    let brain = brain.with_placements(PlacementChoice::Reachable.to_placement_source(&Rules::versus()));
    SeatSetup::computer("Computer", ComputerSetup { mind: brain.into(), pace, slips })
}

/// A player that minds one thing alone.
fn single_minded(feature: &str, weight: f64) -> Brain {
    Brain::new(Evaluator::new_linear(&[feature], &[weight]).expect("a known feature"), BrainSettings::default())
}

fn rules(gravity: GravityRule) -> Rules {
    Rules { countdown: 0, goal_lines: 0, hold: false, gravity, ..Rules::marathon() }
}

/// Puts a board under a piece that has just appeared, and waits until that piece locks; and where the player said so.
fn one_piece(game: &mut Game, drawing: &str, kind: PieceKind) -> (LockedPiece, Option<Placement>) {
    game.tick();
    let board = Board::from_drawing(game.board(0).size(), drawing);
    let spawned = FallingPiece::spawn(kind, board.size());
    let piece = spawned.lowered(&board).unwrap_or(spawned);
    let in_play =
        PieceInPlay { piece, last: Default::default(), lock: LockDown::new(piece.row_range().0), fraction: 0 };
    let serial = game.get::<Falling>(0).serial + 1;
    game.set(0, Field(Matrix::from_board(&board)));
    game.set(0, Falling { piece: Some(in_play), wait: 0, serial });
    for _ in 0..20_000 {
        game.tick();
        if let Some(locked) = game.outcome(0).locked {
            return (locked, game.get::<Computer>(0).aimed_placement());
        }
    }
    panic!("the piece locks: {:?}", game.piece(0));
}

/// A roof over the left of an even ground.
const CAVE: &str = "####......\n..........\n#########.\n#########.";

#[test]
fn it_tucks_under_an_overhang_and_a_straight_dropper_does_not() {
    // An I slid to the left under the roof leaves no hole.
    let holes = single_minded("holes", -1.0);
    for pace in [Pace::from_pps(0.8), Pace::from_pps(2.0), Pace::FASTEST] {
        let mut game = Game::new(setup(rules(GravityRule::VERSUS), 3, vec![reaching(&holes, pace, 0)]));
        let (locked, aim) = one_piece(&mut game, CAVE, PieceKind::I);
        assert_eq!(sorted_cells(locked.piece), [(0, 2), (1, 2), (2, 2), (3, 2)], "{pace:?}: under the roof");
        assert_eq!(aim.map(|aim| sorted_cells(aim.piece)), Some(sorted_cells(locked.piece)), "{pace:?}: as it said");
    }
    let setup_of = ComputerSetup { mind: holes.into(), pace: Pace::FASTEST, slips: 0 };
    let straight = SeatSetup::computer("Computer", setup_of);
    let mut game = Game::new(setup(rules(GravityRule::VERSUS), 3, vec![straight]));
    let (locked, _) = one_piece(&mut game, CAVE, PieceKind::I);
    assert_ne!(sorted_cells(locked.piece)[0], (0, 2), "a straight drop lands on the roof or beside it");
}

#[test]
fn it_spins_where_a_spin_clears_more() {
    let lines = single_minded("lines", 1.0);
    let slot = ".....#....\n###...####\n####.#####";
    for gravity in [GravityRule::Off, GravityRule::VERSUS] {
        for pace in [Pace::from_pps(0.5), Pace::from_pps(3.0), Pace::FASTEST] {
            let mut game = Game::new(setup(rules(gravity), 3, vec![reaching(&lines, pace, 0)]));
            let (locked, _) = one_piece(&mut game, slot, PieceKind::T);
            assert_eq!(locked.spin, Spin::Full, "{gravity:?}, {pace:?}: {locked:?}");
            assert_eq!(game.outcome(0).clear.map(|clear| clear.lines), Some(2), "{gravity:?}, {pace:?}");
        }
    }
}

/// How many pieces lock within this many ticks, and how many of them lie where the player had aimed at last, with the
/// spin that it had aimed at.
pub(crate) fn count_kept_aims(game: &mut Game, ticks: u32) -> (u32, u32) {
    let (mut locks, mut kept) = (0, 0);
    for _ in 0..ticks {
        game.tick();
        if let Some(locked) = game.outcome(0).locked {
            let aim = game.get::<Computer>(0).aimed_placement();
            locks += 1;
            kept +=
                u32::from(aim.is_some_and(|aim| {
                    sorted_cells(aim.piece) == sorted_cells(locked.piece) && aim.spin == locked.spin
                }));
        }
        if game.phase() != Phase::Playing {
            let again = setup(game.current().rules, u64::from(locks), vec![game.get::<SeatSetup>(0).clone()]);
            game.restart(again);
        }
    }
    (locks, kept)
}

#[test]
fn at_every_level_it_lands_where_it_said_or_says_so_in_time() {
    for level in [1, 5, 9, 13, 16, 19] {
        for pace in [Pace::from_pps(0.5), Pace::from_pps(2.0), Pace::FASTEST] {
            let rules = Rules { start_level: level, ..rules(GravityRule::Curve) };
            let mut game = Game::new(setup(rules, 5, vec![reaching(&brain(false), pace, 0)]));
            let ticks = if pace == Pace::FASTEST { 6_000 } else { 30_000 };
            let (locks, kept) = count_kept_aims(&mut game, ticks);
            assert!(locks >= 10, "level {level}, {pace:?}: it plays, {locks} pieces");
            assert!(kept * 100 >= locks * 98, "level {level}, {pace:?}: {kept} of {locks} where it had said");
        }
    }
}

#[test]
fn within_reach_it_keeps_its_pace_and_slips() {
    let play = |slips| {
        let seats = vec![reaching(&brain(false), Pace::from_pps(1.0), slips)];
        locks(&mut Game::new(setup(rules(GravityRule::VERSUS), 3, seats)), 60_000)
    };
    let (steady, slipping) = (play(0), play(5));
    assert!((56..=64).contains(&steady.len()), "1 piece a second: {} a minute", steady.len());
    assert_eq!(steady, play(0), "the same seed gives the same game");
    assert_ne!(steady, slipping, "slips send pieces elsewhere");
}

#[test]
fn within_reach_every_key_that_goes_down_goes_up() {
    for handling in
        [Handling::STANDARD, Handling::FAST, Handling { soft_drop: SoftDrop::Factor(40), ..Handling::RELAXED }]
    {
        for pace in [Pace::from_pps(1.5), Pace::FASTEST] {
            let seat = SeatSetup { handling, ..reaching(&brain(false), pace, 1) };
            let mut game = Game::new(setup(rules(GravityRule::VERSUS), 3, vec![seat]));
            let mut held = BTreeSet::new();
            for _ in 0..15_000 {
                game.tick();
                if game.phase() != Phase::Playing {
                    break;
                }
                note_held(&game, &mut held);
            }
            assert!(game.get::<Score>(0).0.pieces > 15, "{handling:?}, {pace:?}: it plays");
        }
    }
}

#[test]
fn matches_of_one_that_reaches_everything_against_one_that_drops_straight_end() {
    let rules = Rules { countdown: 0, first_to: 1, ..Rules::versus() };
    for match_number in 0..matches() {
        let mut random = Random::new(match_number, Purpose::Games);
        let paces = [Pace::FASTEST, Pace::from_pps(0.7 + f64::from(random.below(60)) / 10.0)];
        let slips = 25 + random.below(30) as u8;
        let straight = ComputerSetup { mind: Mind::Brain(brain(true)), pace: paces[0], slips };
        let straight = SeatSetup::computer("Computer", straight);
        let reaching = reaching(&brain(true), paces[1], slips / 3);
        let seats = if match_number % 2 == 0 { vec![straight, reaching] } else { vec![reaching, straight] };
        let mut game = Game::new(setup(rules, match_number, seats));
        assert!(game.play_out(600_000), "match {match_number} ends");
    }
}

/// 200 with `KOROBKA_NIGHTLY=1`.
fn matches() -> u64 {
    if std::env::var_os("KOROBKA_NIGHTLY").is_some() { 200 } else { 4 }
}
