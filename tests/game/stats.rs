//! Statistics: the figures of scripted games against a count by hand, and finesse against known faults.

use crate::support::{Game, computer, persons, setup, still, still_versus};
use korobka::game::forfeit::{CurrentForfeit, Forfeit};
use korobka::game::stats::{ClearKind, MatchStats, PlayerFigures, RoundLoss, deciding_attack};
use korobka::game::{Action, Handling, MatchSetup, Mode, Pace, SeatSetup};
use korobka::rules::{Facing, FallingPiece, GravityRule, PieceKind, Rules};

fn total(game: &Game, seat: usize) -> PlayerFigures {
    game.get::<MatchStats>(seat).total_of_rounds()
}

/// Puts a piece where pieces appear on an empty matrix.
fn fresh(game: &mut Game, kind: PieceKind) {
    let piece = FallingPiece::spawn(kind, game.board(0).size());
    game.give(0, kind, Facing::North, piece.x, piece.y - 1);
}

/// The faults of a piece that these keys place on an empty matrix: each is held for so many ticks. `None`: not judged.
fn faults(kind: PieceKind, keys: &[(Action, u32)]) -> Option<u32> {
    let mut game = Game::alone(still(), Handling::STANDARD);
    fresh(&mut game, kind);
    press_all(&mut game, keys);
    game.tap(0, Action::HardDrop);
    let figures = total(&game, 0);
    assert_eq!(figures.pieces, 1, "the piece has locked");
    (figures.judged == 1).then_some(figures.faults)
}

fn press_all(game: &mut Game, keys: &[(Action, u32)]) {
    for &(action, ticks) in keys {
        game.press_for(0, action, ticks);
        game.release_for(0, action, 2);
    }
}

#[test]
fn the_figures_of_a_versus_game_are_those_counted_by_hand() {
    let mut game = Game::versus(still_versus());
    // Seat 0: two tetrises, the second back-to-back and in a combo (4, then 4 + 1 + 0), a lock without
    // a clear, a single.
    for lines in [4, 4, 0, 1] {
        game.drop_clearing(0, lines, 2);
    }
    // Seat 1: a tetris cancels four of the nine that wait; when they have travelled, five rise at a
    // lock without a clear.
    game.drop_clearing(1, 4, 400);
    game.drop_clearing(1, 0, 2);
    let left = total(&game, 0);
    assert_eq!((left.pieces, left.keys, left.lines), (4, 4, 9));
    assert_eq!(left.clears_of(ClearKind::Tetris), 2);
    assert_eq!(left.clears_of(ClearKind::Single), 1);
    assert_eq!(left.clears.iter().sum::<u32>(), 3, "a lock without a clear is of no kind");
    assert_eq!((left.combo, left.back_to_back, left.perfect), (1, 1, 0));
    assert_eq!((left.attack, left.cancelled, left.sent, left.received), (9, 0, 9, 0));
    let right = total(&game, 1);
    assert_eq!((right.attack, right.cancelled, right.sent), (4, 4, 0));
    assert_eq!((right.received, right.risen), (9, 5));
    assert_eq!(left.ticks, 410, "eight, four hundred and two after the first, at which the clock shows 0");
    assert_eq!(left.score, game.get::<korobka::game::components::Score>(0).0.score);
    assert_eq!(left.pps(), 4.0 * 1000.0 / 410.0);
    assert_eq!(left.apm(), 9.0 * 60_000.0 / 410.0);
    assert_eq!(left.attack_per_piece(), 2.25);
    // What the helper draws is garbage: all nine lines were dug.
    assert_eq!(left.dug, 9);
    assert_eq!(left.versus_score(), 18.0 * 100_000.0 / 410.0);
    let attacks: Vec<(u64, u32)> =
        game.get::<MatchStats>(0).rounds[0].attacks.iter().map(|attack| (attack.tick, attack.lines)).collect();
    assert_eq!(attacks, [(1, 4), (3, 5)]);
}

#[test]
fn cleared_garbage_counts_for_the_versus_score() {
    let mut game = Game::versus(Rules {
        garbage: korobka::rules::GarbageRules { kind: korobka::rules::GarbageKind::Solid, ..Rules::versus().garbage },
        ..still_versus()
    });
    game.drop_clearing(0, 2, 400);
    game.drop_clearing(1, 0, 2);
    assert_eq!(total(&game, 1).risen, 1, "a double sends one");
    game.drop_clearing(1, 2, 2);
    let right = total(&game, 1);
    // Two rows that the helper drew, and a solid one: one line of the attack went into that.
    assert_eq!((right.dug, right.attack, right.sent), (3, 1, 0));
    assert_eq!(right.versus_score(), 4.0 * 100_000.0 / right.ticks as f64);
}

#[test]
fn every_round_has_figures_of_its_own_and_an_attack_that_decided_it() {
    let mut game = Game::versus(Rules { first_to: 2, ..still_versus() });
    game.drop_clearing(0, 4, 2);
    game.doom(1);
    game.ticks(3);
    let stats = game.get::<MatchStats>(0);
    assert_eq!(stats.rounds.len(), 1);
    assert_eq!(stats.rounds[0].ended, Some(Some(0)), "the round that ended in this tick is closed with its winner");
    assert_eq!(deciding_attack(&stats.rounds[0]).map(|attack| attack.lines), Some(4));
    assert_eq!(total(&game, 1).pieces, 1, "the lock that lost the round counts");
    let ended = stats.rounds[0].figures.ticks;
    game.ticks(2100);
    assert_eq!(game.get::<MatchStats>(0).rounds[0].figures.ticks, ended, "nothing is counted between rounds");
    game.drop_clearing(0, 1, 2);
    let stats = game.get::<MatchStats>(0);
    assert_eq!(stats.rounds.len(), 2);
    assert_eq!((stats.rounds[1].figures.lines, stats.total_of_rounds().lines), (1, 5));
}

#[test]
fn a_graph_has_a_point_a_second() {
    let mut game = Game::new(setup(
        Rules { countdown: 0, goal_lines: 0, gravity: GravityRule::VERSUS, ..Rules::marathon() },
        3,
        vec![computer(Pace::from_pps(2.0), 0)],
    ));
    game.ticks(30_500);
    let round = &game.get::<MatchStats>(0).rounds[0];
    let ticks: Vec<u64> = round.samples.iter().map(|sample| sample.tick).collect();
    assert_eq!(ticks, (0..=30).map(|second| second * 1000).collect::<Vec<_>>());
    assert!(round.samples.windows(2).all(|pair| pair[0].pieces <= pair[1].pieces), "counts only grow");
    assert!(round.samples.iter().any(|sample| sample.height > 0), "the stack has a height");
    assert_eq!(round.figures.judged, 0, "a computer player's finesse says nothing");
    assert!(round.figures.pieces >= 55, "{} pieces in half a minute at two a second", round.figures.pieces);
}

#[test]
fn holding_beats_tapping_to_the_wall() {
    use Action::Left;
    assert_eq!(faults(PieceKind::T, &[(Left, 300)]), Some(0), "held to the wall: one key");
    assert_eq!(faults(PieceKind::T, &[(Left, 1), (Left, 1), (Left, 1)]), Some(2), "three taps where one hold does");
    assert_eq!(faults(PieceKind::T, &[(Left, 1), (Left, 1)]), Some(0), "two taps are as few as hold and tap back");
}

#[test]
fn a_turn_too_many_is_a_fault() {
    use Action::{Clockwise, Counterclockwise, Half, Right};
    assert_eq!(faults(PieceKind::J, &[(Counterclockwise, 1)]), Some(0));
    assert_eq!(faults(PieceKind::J, &[(Clockwise, 1), (Clockwise, 1), (Clockwise, 1)]), Some(2));
    assert_eq!(faults(PieceKind::J, &[(Clockwise, 1), (Clockwise, 1)]), Some(1), "a half turn is one key");
    assert_eq!(faults(PieceKind::J, &[(Half, 1)]), Some(0));
    // An upright S stands on the same cells after either turn, one column apart.
    assert_eq!(faults(PieceKind::S, &[(Clockwise, 1)]), Some(0));
    assert_eq!(faults(PieceKind::S, &[(Counterclockwise, 1), (Right, 1)]), Some(1));
}

#[test]
fn a_key_that_the_rules_do_not_have_is_no_fault() {
    let mut game = Game::alone(Rules { half_turns: false, ..still() }, Handling::STANDARD);
    fresh(&mut game, PieceKind::J);
    press_all(&mut game, &[(Action::Half, 1)]);
    game.tap(0, Action::HardDrop);
    let figures = total(&game, 0);
    assert_eq!((figures.judged, figures.faults, figures.keys), (1, 0, 2), "there are no half turns");
}

#[test]
fn going_there_and_back_is_a_fault_and_a_drop_is_none() {
    use Action::{Left, Right, SoftDrop};
    assert_eq!(faults(PieceKind::O, &[(Left, 1), (Right, 1)]), Some(2));
    assert_eq!(faults(PieceKind::O, &[]), Some(0));
    assert_eq!(faults(PieceKind::O, &[(SoftDrop, 30)]), Some(0), "how it came down is no question of finesse");
}

#[test]
fn a_tuck_is_not_judged() {
    let mut game = Game::alone(still(), Handling::STANDARD);
    game.draw(0, "####......\n..........\n..........");
    // Held at once, so that the next piece appears over what was drawn.
    game.tap(0, Action::Hold);
    fresh(&mut game, PieceKind::O);
    // Twenty rows a second; it would lock after half a second at rest.
    game.press_for(0, Action::SoftDrop, 1100);
    game.release_for(0, Action::SoftDrop, 2);
    press_all(&mut game, &[(Action::Left, 300)]);
    game.tap(0, Action::HardDrop);
    let figures = total(&game, 0);
    assert_eq!((figures.pieces, figures.judged), (1, 0), "no straight drop leads under an overhang");
}

#[test]
fn keys_before_a_hold_are_not_the_next_pieces() {
    let mut game = Game::alone(still(), Handling::STANDARD);
    press_all(&mut game, &[(Action::Left, 1), (Action::Right, 1)]);
    game.tap(0, Action::Hold);
    game.tap(0, Action::HardDrop);
    let figures = total(&game, 0);
    assert_eq!((figures.judged, figures.faults), (1, 0));
    assert_eq!(figures.keys, 4);
}

#[test]
fn a_round_says_how_it_was_lost() {
    let rules = Rules { first_to: 1, round_limit: 5000, ..still_versus() };
    let losses = |game: &Game| [0, 1].map(|seat| game.get::<MatchStats>(seat).rounds[0].loss);
    let mut game = Game::versus(rules);
    game.doom(1);
    game.ticks(5);
    assert_eq!(losses(&game), [None, Some(RoundLoss::ToppedOut)]);
    let mut game = Game::versus(rules);
    game.drop_clearing(0, 4, 4999);
    assert_eq!(losses(&game), [None, None], "it goes on");
    game.tick();
    assert_eq!(losses(&game), [None, Some(RoundLoss::TimeOver)]);
    let mut game = Game::versus(rules);
    game.app.insert_resource(CurrentForfeit(Some(Forfeit { seat: 0, why: String::new() })));
    game.tick();
    assert_eq!(losses(&game), [Some(RoundLoss::GivenUp), None]);
    let rules = Rules { goal_lines: 4, ..rules };
    let mut game = Game::new(MatchSetup { mode: Mode::Custom, ..setup(rules, 1, persons(2, Handling::STANDARD)) });
    game.tick();
    game.drop_clearing(1, 4, 1);
    assert_eq!(losses(&game), [Some(RoundLoss::Goal), None]);
}

#[test]
fn statistics_change_nothing_that_is_played() {
    let rules = Rules { countdown: 0, first_to: 1, ..Rules::line_for_line() };
    let seats = || {
        vec![
            SeatSetup { spec: Some("a:1".parse().unwrap()), ..computer(Pace::from_pps(3.0), 0) },
            computer(Pace::from_pps(2.0), 1),
        ]
    };
    let mut game = Game::new(setup(rules, 9, seats()));
    let mut plain = Game::new(setup(rules, 9, seats()));
    game.ticks(5000);
    for _ in 0..5000 {
        plain.tick();
        plain.set(0, MatchStats::default());
    }
    assert_eq!(game.hash(), plain.hash());
}
