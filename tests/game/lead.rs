//! The strip under the clock: the player whom it shows ahead mostly wins the round.

use crate::support::{Game, computer, setup};
use korobka::game::components::{Field, IncomingGarbage};
use korobka::game::lead::{left_share, room_left};
use korobka::game::{Pace, Phase, headless};
use korobka::rules::Rules;
use std::cmp::Ordering;

/// Ticks between two looks at the strip.
const STEP: u32 = 250;
/// Steps before the end of a round at which the strip is asked who will win: five seconds.
const BEFORE: usize = 20;

/// The left player's share at each look at a round between two equal players, and who won it.
fn shares(game: &mut Game, seed: u64) -> (Vec<f32>, Option<u8>) {
    let rules = Rules { countdown: 0, first_to: 1, ..Rules::versus() };
    game.restart(setup(rules, seed, vec![computer(Pace::from_pps(2.0), 10), computer(Pace::from_pps(2.0), 10)]));
    let mut shares = Vec::new();
    for _ in 0..4 * 600 {
        game.tick();
        if let Phase::Over { winner } = game.phase() {
            return (shares, winner);
        }
        let room = [0, 1].map(|seat| room_left(game.get::<Field>(seat), game.get::<IncomingGarbage>(seat)));
        shares.push(left_share(game.current(), room));
    }
    (shares, None)
}

#[test]
fn the_player_who_is_shown_ahead_mostly_wins() {
    let mut game = Game::new(setup(Rules::versus(), 1, vec![computer(Pace::from_pps(2.0), 10); 2]));
    game.app = headless::app(STEP);
    let (mut right, mut wrong) = (0, 0);
    for seed in 1..=30 {
        let (shares, winner) = shares(&mut game, seed);
        let Some(winner) = winner else { continue };
        let Some(&share) = shares.len().checked_sub(BEFORE).and_then(|at| shares.get(at)) else { continue };
        match share.partial_cmp(&0.5) {
            Some(Ordering::Equal) | None => {}
            Some(ahead) if (ahead == Ordering::Greater) == (winner == 0) => right += 1,
            Some(_) => wrong += 1,
        }
    }
    assert!(right + wrong >= 15, "{right} rounds shown right, {wrong} wrong: too few were played out");
    assert!(10 * right >= 8 * (right + wrong), "{right} rounds shown right, {wrong} wrong");
}
