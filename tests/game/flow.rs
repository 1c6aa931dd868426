//! The flow of a match: countdown, pause, rounds, draws, limits.

use crate::support::{Game, persons, setup, still, still_versus};
use korobka::game::components::{Falling, Queue, RoundTally, Score, ToppedOut};
use korobka::game::{Action, CurrentSetup, EndMatch, Handling, Match, Paused, Phase, Seat, TickLimit, state_hash};
use korobka::rules::{Rules, TopOut};

fn queue(game: &Game) -> String {
    game.get::<Queue>(0).0.shown().map(|kind| kind.letter()).collect()
}

/// Ticks until the phase is another; gives how many passed.
fn until_another_phase(game: &mut Game) -> u32 {
    let before = std::mem::discriminant(&game.phase());
    (1..1_000_000)
        .find(|_| {
            game.tick();
            std::mem::discriminant(&game.phase()) != before
        })
        .expect("phases end")
}

#[test]
fn a_countdown_comes_before_the_round() {
    let rules = Rules { countdown: 3000, ..still() };
    let mut game = Game::new(setup(rules, 1, persons(1, Handling::STANDARD)));
    game.ticks(3000);
    assert_eq!(game.phase(), Phase::Countdown { left: 0 }, "three seconds of countdown");
    assert!(game.get::<Falling>(0).piece.is_none(), "without a piece");
    game.press_for(0, Action::HardDrop, 1);
    assert_eq!(game.phase(), Phase::Playing, "then the round runs");
    assert_eq!(game.current().round_tick, 0, "from its tick 0");
    assert!(game.get::<Falling>(0).piece.is_some(), "with the first piece in play");
    game.tick();
    assert_eq!((game.current().tick, game.current().round_tick), (3002, 1), "both clocks go on");
}

#[test]
fn no_tick_passes_while_paused() {
    let mut game = Game::versus(Rules { countdown: 0, ..Rules::versus() });
    game.ticks(700);
    game.app.insert_resource(Paused(true));
    let (hash, tick) = (game.hash(), game.current().tick);
    game.press_for(0, Action::Left, 500);
    assert_eq!((game.hash(), game.current().tick), (hash, tick), "paused: nothing changes");
    game.app.insert_resource(Paused(false));
    game.tick();
    assert_eq!(game.current().tick, tick + 1, "and then it goes on where it was");
}

#[test]
fn a_top_out_ends_a_game_for_one() {
    let mut game = Game::alone(still(), Handling::STANDARD);
    game.doom(0);
    game.tick();
    assert_eq!(game.outcome(0).topped_out, Some(TopOut::LockOut), "an O wholly above the skyline");
    assert_eq!(game.phase(), Phase::Over { winner: None }, "nobody wins");
    let (hash, tick) = (game.hash(), game.current().tick);
    game.ticks(100);
    assert_eq!((game.hash(), game.current().tick), (hash, tick), "a match that is over stands still");
}

#[test]
fn goal_lines_end_a_game_for_one() {
    for (goal, lines, over) in [(4, 3, false), (4, 4, true), (3, 4, true), (0, 4, false)] {
        let mut game = Game::alone(Rules { goal_lines: goal, ..still() }, Handling::STANDARD);
        game.drop_clearing(0, lines, 1);
        assert_eq!(game.current().is_over(), over, "goal {goal}, {lines} lines");
        if over {
            assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "the goal wins");
        }
    }
}

#[test]
fn rounds_are_played_until_somebody_has_won_enough() {
    let mut game = Game::versus(Rules { first_to: 2, countdown: 0, ..still_versus() });
    game.drop_clearing(0, 4, 1);
    let first = queue(&game);
    game.doom(1);
    game.tick();
    assert_eq!(game.phase(), Phase::RoundOver { left: 2000, winner: Some(0) }, "the one who stands wins the round");
    assert_eq!(game.current().wins, [1, 0], "one of two");
    assert_eq!(until_another_phase(&mut game), 2001, "two seconds to look at it");
    assert_eq!(game.phase(), Phase::Countdown { left: 0 }, "then the next countdown");
    assert_eq!((game.current().round, game.current().round_tick), (1, 0), "of the second round");
    game.tick();
    assert_ne!(queue(&game), first, "which has pieces of its own");
    for seat in 0..2 {
        assert_eq!(game.board(seat).count(), 0, "an empty matrix");
        assert_eq!(*game.get::<RoundTally>(seat), RoundTally::default(), "counts from nothing");
        assert_eq!((game.get::<Score>(seat).0.lines, game.get::<ToppedOut>(seat).0), (0, None), "and stands again");
    }
    game.doom(0);
    game.tick();
    assert_eq!(game.current().wins, [1, 1], "one all");
    until_another_phase(&mut game);
    game.ticks(1);
    game.doom(1);
    game.tick();
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "two of two: the match is over");
    assert_eq!(game.current().wins, [2, 1], "by two to one");
}

#[test]
fn both_topping_out_in_one_tick_is_a_draw_and_played_again() {
    let mut game = Game::versus(Rules { first_to: 1, ..still_versus() });
    let first = queue(&game);
    game.doom(0);
    game.doom(1);
    game.tick();
    assert_eq!(game.phase(), Phase::RoundOver { left: 2000, winner: None }, "nobody wins");
    assert_eq!(game.current().wins, [0, 0], "and nobody's count rises");
    until_another_phase(&mut game);
    game.tick();
    assert_eq!((game.phase(), game.current().round), (Phase::Playing, 1), "another round");
    assert_ne!(queue(&game), first, "with another seed");
}

#[test]
fn a_long_round_goes_to_the_side_that_received_fewer_lines() {
    let cases = [
        (Some(4), None, Phase::Over { winner: Some(0) }),
        (None, Some(2), Phase::Over { winner: Some(1) }),
        (None, None, Phase::RoundOver { left: 2000, winner: None }),
        (Some(4), Some(4), Phase::RoundOver { left: 2000, winner: None }),
    ];
    for (left, right, phase) in cases {
        let mut game = Game::versus(Rules { first_to: 1, round_limit: 5000, ..still_versus() });
        for (seat, lines) in [left, right].into_iter().enumerate() {
            if let Some(lines) = lines {
                game.ready(seat, lines);
            }
        }
        game.ticks(4999);
        assert_eq!(game.phase(), Phase::Playing, "a millisecond before the limit the round runs");
        game.tick();
        assert_eq!(game.phase(), phase, "left cleared {left:?}, right {right:?}");
    }
    assert_eq!(Rules::versus().round_limit, 600_000, "the limit is ten minutes");
}

#[test]
fn a_turn_that_waited_does_not_outlive_the_round() {
    let mut game = Game::versus(Rules { first_to: 3, entry_delay: 500, ..still_versus() });
    game.ticks(500);
    game.drop_clearing(0, 0, 2);
    game.tap(0, Action::Clockwise);
    game.doom(1);
    game.tick();
    until_another_phase(&mut game);
    game.ticks(1);
    let spawned = game.piece(0);
    assert_eq!(spawned.facing, korobka::rules::Facing::North, "a turn meant for the last round's piece is forgotten");
}

#[test]
fn starting_a_match_ends_the_one_before() {
    let mut game = Game::versus(still_versus());
    game.app.insert_resource(Paused(true));
    game.restart(setup(still(), 2, persons(1, Handling::STANDARD)));
    game.tick();
    assert_eq!(game.current().seed, 2, "the new match runs, and is not paused");
    let world = game.app.world_mut();
    assert_eq!(world.query::<&Seat>().iter(world).count(), 1, "no player of the old match is left");
    assert_eq!(world.resource::<CurrentSetup>().0.seed, 2, "its setup is kept for a rematch");
    world.trigger(EndMatch);
    world.flush();
    assert_eq!(world.query::<&Seat>().iter(world).count(), 0, "an ended match leaves no player");
    assert_eq!(world.query::<&Match>().iter(world).count(), 0, "and no match");
    assert!(world.get_resource::<CurrentSetup>().is_none(), "nor its setup");
    assert_eq!(state_hash(world), 0, "its hash is 0");
    game.ticks(5);
}

#[test]
fn a_tick_limit_stops_the_match() {
    let mut game = Game::new(setup(still_versus(), 1, persons(2, Handling::STANDARD)));
    game.app.insert_resource(TickLimit(10));
    game.ticks(50);
    assert_eq!(game.current().tick, 10, "the match stops after ten ticks");
}
