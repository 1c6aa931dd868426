//! What hands can press: keys of the other program that no hands have pressed end the match.

use super::key_log::KeyTick;
use crate::game::{Action, TickInput};
use std::collections::VecDeque;
use thiserror::Error;

/// The most key presses that are accepted within a second: thrice those of somebody who places five pieces a second
/// with four keys each.
const MOST_PRESSES: usize = 60;
/// How many ticks a second has.
const SECOND: u64 = 1000;

/// Why keys that the other program sent cannot have been pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ImpossibleKey {
    /// A key went down that was down already.
    #[error("pressed {} twice at tick {tick} without letting it go", action.title())]
    Twice {
        /// The tick of the second press.
        tick: u64,
        /// The action that the key stands for.
        action: Action,
    },
    /// A key went up that was not down.
    #[error("let go of {} at tick {tick} without having pressed it", action.title())]
    Released {
        /// The tick in which the key went up.
        tick: u64,
        /// The action that the key stands for.
        action: Action,
    },
    /// A key that takes pieces back, which no match between two programs has.
    #[error("took a piece back at tick {0}")]
    TookBack(u64),
    /// More keys in a second than anybody presses.
    #[error("pressed more than {MOST_PRESSES} keys in the second before tick {0}")]
    TooMany(u64),
}

/// Checks the keys of a player: knows which are down, and when the last ones were pressed.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyChecker {
    down: [bool; Action::ALL.len()],
    pressed: VecDeque<u64>,
}

impl KeyChecker {
    /// Checks the keys of a tick, which comes after all ticks that were checked before.
    ///
    /// # Errors
    /// What cannot have been pressed.
    pub(super) fn check_tick(&mut self, keys: &KeyTick) -> Result<(), ImpossibleKey> {
        let tick = keys.tick;
        for event in keys.input.events() {
            let action = event.action;
            let down = &mut self.down[action as usize];
            match (*down, event.down) {
                _ if action.is_undo_or_redo() => return Err(ImpossibleKey::TookBack(tick)),
                (true, true) => return Err(ImpossibleKey::Twice { tick, action }),
                (false, false) => return Err(ImpossibleKey::Released { tick, action }),
                _ => *down = event.down,
            }
            if event.down {
                self.pressed.push_back(tick);
            }
        }
        while self.pressed.front().is_some_and(|first| first + SECOND <= tick) {
            self.pressed.pop_front();
        }
        if self.pressed.len() > MOST_PRESSES { Err(ImpossibleKey::TooMany(tick)) } else { Ok(()) }
    }

    /// The keys of a new tick without those that cannot be pressed: where two keys mean one action, it
    /// can go down twice.
    pub(super) fn without_impossible(&mut self, tick: u64, input: TickInput) -> TickInput {
        let mut kept = TickInput::default();
        for event in input.events() {
            let mut alone = TickInput::default();
            alone.push(event);
            let mut hands = self.clone();
            if hands.check_tick(&KeyTick { tick, input: alone }).is_ok() {
                kept.push(event);
                *self = hands;
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::KeyEvent;

    fn keys(tick: u64, action: Action, down: bool) -> KeyTick {
        let mut input = TickInput::default();
        input.push(KeyEvent { action, down });
        KeyTick { tick, input }
    }

    #[test]
    fn what_no_hands_can_press_is_found() {
        let mut hands = KeyChecker::default();
        assert_eq!(hands.check_tick(&keys(5, Action::Left, true)), Ok(()));
        let again = ImpossibleKey::Twice { tick: 9, action: Action::Left };
        assert_eq!(hands.clone().check_tick(&keys(9, Action::Left, true)), Err(again));
        assert_eq!(again.to_string(), "pressed Move left twice at tick 9 without letting it go");
        assert_eq!(hands.check_tick(&keys(9, Action::Left, false)), Ok(()));
        let released = ImpossibleKey::Released { tick: 10, action: Action::Left };
        assert_eq!(hands.clone().check_tick(&keys(10, Action::Left, false)), Err(released));
        assert_eq!(hands.check_tick(&keys(11, Action::Undo, true)), Err(ImpossibleKey::TookBack(11)));
    }

    #[test]
    fn own_keys_are_sifted_so_that_the_other_finds_none_impossible() {
        let (mut own, mut others) = (KeyChecker::default(), KeyChecker::default());
        for tick in 1..3_000_u64 {
            let mut input = TickInput::default();
            for (action, down) in
                [(Action::Left, !tick.is_multiple_of(3)), (Action::Undo, true), (Action::Half, !tick.is_multiple_of(2))]
            {
                input.push(KeyEvent { action, down });
            }
            let input = own.without_impossible(tick, input);
            assert_eq!(others.check_tick(&KeyTick { tick, input }), Ok(()));
        }
    }

    #[test]
    fn sixty_keys_a_second_can_be_pressed_and_no_more() {
        let press = |hands: &mut KeyChecker, every: u64, count: u64| {
            (0..2 * count)
                .try_for_each(|at| hands.check_tick(&keys(100 + at * every, Action::Clockwise, at.is_multiple_of(2))))
        };
        assert_eq!(press(&mut KeyChecker::default(), 9, 500), Ok(()), "55 or 56 presses in a second");
        assert!(matches!(press(&mut KeyChecker::default(), 8, 500), Err(ImpossibleKey::TooMany(_))), "62 or 63");
    }

    #[test]
    fn the_sixty_first_press_waits_until_the_first_is_a_second_old() {
        let mut hands = KeyChecker::default();
        for press in 0..60 {
            assert_eq!(hands.check_tick(&keys(2 * press + 1, Action::Left, true)), Ok(()));
            assert_eq!(hands.check_tick(&keys(2 * press + 2, Action::Left, false)), Ok(()));
        }
        let next = |tick: u64| hands.clone().check_tick(&keys(tick, Action::Left, true));
        assert_eq!([next(1_000), next(1_001)], [Err(ImpossibleKey::TooMany(1_000)), Ok(())]);
    }
}
