//! The computer player: it presses keys like a hand, keeps its pace, and slips when told to.

use crate::support::{Game, computer, setup};
use korobka::game::components::{Falling, Score};
use korobka::game::{Action, Pace, Phase, SeatSetup, TickInput};
use korobka::rules::{FallingPiece, Rules};
use std::collections::BTreeSet;

fn alone(seat: SeatSetup) -> Game {
    let rules =
        Rules { countdown: 0, goal_lines: 0, gravity: korobka::rules::GravityRule::VERSUS, ..Rules::marathon() };
    Game::new(setup(rules, 3, vec![seat]))
}

/// Where the pieces lay that locked within this many ticks.
pub(crate) fn locks(game: &mut Game, ticks: u32) -> Vec<FallingPiece> {
    let mut locks = Vec::new();
    for _ in 0..ticks {
        game.tick();
        locks.extend(game.outcome(0).locked.map(|locked| locked.piece));
    }
    locks
}

#[test]
fn it_plays_at_the_pace_that_was_set() {
    for (pps, least, most) in [(1.0, 57, 63), (0.8, 45, 51), (2.0, 114, 126), (4.0, 228, 252)] {
        let mut game = alone(computer(Pace::from_pps(pps), 0));
        game.ticks(60_000);
        let pieces = game.get::<Score>(0).0.pieces;
        assert!((least..=most).contains(&pieces), "{pps} pieces a second: {pieces} a minute, not within 5 %");
    }
}

#[test]
fn it_teleports_nowhere() {
    for pace in [Pace::from_pps(1.0), Pace::FASTEST] {
        let mut game = alone(computer(pace, 0));
        let mut last: Option<(u32, FallingPiece)> = None;
        for _ in 0..20_000 {
            game.tick();
            let falling = *game.get::<Falling>(0);
            let Some(in_play) = falling.piece else { continue };
            let now = (falling.serial, in_play.piece);
            if let Some((serial, before)) = last
                && serial == now.0
            {
                let turned = before.facing != now.1.facing;
                let columns = (now.1.x - before.x).abs();
                // A kick may carry a turned piece by two.
                assert!(columns <= if turned { 2 } else { 1 }, "{pace:?}: {columns} columns in a tick");
                assert!(!turned || game.outcome(0).turned.is_some(), "{pace:?}: it turns by a key");
            }
            let keys = game.get::<TickInput>(0).events().filter(|event| event.down).count();
            assert!(keys <= 1, "{pace:?}: one key at a time, not {keys}");
            last = Some(now);
        }
        assert!(game.get::<Score>(0).0.pieces > 10, "{pace:?}: it plays");
    }
}

#[test]
fn its_intervals_vary() {
    let mut game = alone(computer(Pace::from_pps(1.0), 0));
    let (mut last, mut intervals) = (0, BTreeSet::new());
    for tick in 1..60_000 {
        game.tick();
        if game.get::<TickInput>(0).events().any(|event| event.down) {
            intervals.insert(tick - last);
            last = tick;
        }
    }
    assert!(intervals.len() > 50, "nobody taps like a clock: {} different intervals", intervals.len());
}

#[test]
fn every_key_that_goes_down_goes_up() {
    let mut game = alone(computer(Pace::FASTEST, 0));
    let mut held = BTreeSet::new();
    for _ in 0..20_000 {
        game.tick();
        note_held(&game, &mut held);
    }
    assert!(game.get::<Score>(0).0.pieces > 10, "it plays");
}

/// Notes which keys the player holds after this tick: at most one, and each event changes its key.
pub(crate) fn note_held(game: &Game, held: &mut BTreeSet<Action>) {
    for event in game.get::<TickInput>(0).events() {
        let changed = if event.down { held.insert(event.action) } else { held.remove(&event.action) };
        assert!(changed, "{event:?} changes the key");
    }
    assert!(held.len() <= 1, "it holds one key at a time: {held:?}");
}

#[test]
fn slips_change_where_pieces_go() {
    let steady = locks(&mut alone(computer(Pace::from_pps(4.0), 0)), 20_000);
    let same = locks(&mut alone(computer(Pace::from_pps(4.0), 0)), 20_000);
    let slipping = locks(&mut alone(computer(Pace::from_pps(4.0), 5)), 20_000);
    assert_eq!(steady, same, "the same seed gives the same game");
    assert_ne!(steady, slipping, "slips send pieces elsewhere");
    // 1 - 0.96^5 is 18 %: few pieces slip before the first does.
    let common = steady.iter().zip(&slipping).take_while(|(left, right)| left == right).count();
    assert!(common < 60, "with five slips one piece of five goes elsewhere; the first {common} did not");
}

#[test]
fn two_at_full_speed_play_a_match_to_its_end() {
    let rules = Rules { countdown: 0, first_to: 1, ..Rules::line_for_line() };
    let mut game = Game::new(setup(rules, 4, vec![computer(Pace::FASTEST, 0), computer(Pace::FASTEST, 50)]));
    assert!(game.play_out(300_000), "one of them tops out");
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "the one that does not slip wins");
}
