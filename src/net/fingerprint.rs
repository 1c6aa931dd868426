//! A match that every program plays for itself: two programs that come to the same state play the same game.

use crate::game::handling::{InitialInput, SoftDrop};
use crate::game::{
    Action, Course, Handling, KeyEvent, Match, MatchSetup, Mode, PendingKeyEvents, SeatSetup, StartMatch, headless,
    state_hash,
};
use crate::rules::random::Purpose;
use crate::rules::{Random, Rules};
use bevy::prelude::*;

/// How many ticks the match for the fingerprint lasts: some twenty pieces a player, and a little garbage.
const TICKS: u32 = 6_000;

/// The handling of the player on the right: everything that is off in the usual one is on, so that programs which do
/// not know one of these switches do not meet.
const RIGHT_HANDLING: Handling = Handling {
    arr: 0,
    soft_drop: SoftDrop::Instant,
    initial_rotation: InitialInput::Hold,
    initial_hold: InitialInput::Hold,
    turn_out_of_hold: true,
    fall_first: true,
    ..Handling::STANDARD
};

/// The state hash after a match by the usual rules, in which both players press keys at random, always the same ones.
/// It takes some hundredths of a second.
pub fn engine_fingerprint() -> u64 {
    state_after_match(RIGHT_HANDLING)
}

/// The state hash after the match in which the player on the right has this handling.
fn state_after_match(right_handling: Handling) -> u64 {
    let mut random = Random::new(0x6B6F_726F_626B_6131, Purpose::Games);
    let mut app = headless::app(1);
    let seats = [SeatSetup::person("left", Handling::default()), SeatSetup::person("right", right_handling)];
    let rules = Rules { countdown: 100, ..Rules::versus() };
    let setup = MatchSetup { mode: Mode::Versus, rules, course: Course::default(), seed: 20, seats: seats.into() };
    app.world_mut().trigger(StartMatch(setup));
    app.world_mut().flush();
    let keys = [Action::Left, Action::Right, Action::Clockwise, Action::SoftDrop, Action::HardDrop, Action::Hold];
    let mut down = [[false; 6]; 2];
    for _ in 0..TICKS {
        let world = app.world_mut();
        let current = world.query::<&Match>().single(world).map(|current| current.seats.clone());
        for (&seat, down) in current.iter().flatten().zip(&mut down) {
            if !random.chance(30) {
                continue;
            }
            let at = random.below(keys.len() as u32) as usize;
            down[at] = !down[at];
            if let Some(mut waiting) = world.get_mut::<PendingKeyEvents>(seat) {
                waiting.0.push_back(KeyEvent { action: keys[at], down: down[at] });
            }
        }
        world.run_schedule(FixedUpdate);
    }
    state_hash(app.world_mut())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_of_the_engine_is_always_the_same() {
        assert_eq!(engine_fingerprint(), engine_fingerprint());
    }

    #[test]
    fn a_program_without_one_of_the_switches_of_the_handling_has_another_fingerprint() {
        for (turn_out_of_hold, fall_first) in [(false, true), (true, false)] {
            let handling = Handling { turn_out_of_hold, fall_first, ..RIGHT_HANDLING };
            assert_ne!(state_after_match(handling), engine_fingerprint(), "{handling:?}");
        }
    }
}
