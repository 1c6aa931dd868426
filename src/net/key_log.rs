//! The keys of one player, tick by tick, as far as they are known.

use crate::game::TickInput;

/// A tick in which keys of a player went down or up, and which they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyTick {
    /// Ticks since the match began, from 1.
    pub tick: u64,
    /// The keys that went down or up, in their order; at least one.
    pub input: TickInput,
}

/// What a player's keys did in all ticks up to the last known one. It grows by later ticks, and nothing
/// in it ever changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyLog {
    ticks: Vec<KeyTick>,
    through: u64,
}

impl KeyLog {
    /// The last tick whose keys are known; 0 while none is.
    pub const fn last_known_tick(&self) -> u64 {
        self.through
    }

    /// The keys that went down or up in a tick; none in a tick without any and in one that is not known.
    pub fn key_changes_at(&self, tick: u64) -> TickInput {
        match self.ticks.binary_search_by_key(&tick, |keys| keys.tick) {
            Ok(at) => self.ticks[at].input,
            Err(_) => TickInput::default(),
        }
    }

    /// The ticks after this one in which keys changed.
    pub fn changes_since(&self, tick: u64) -> &[KeyTick] {
        &self.ticks[self.ticks.partition_point(|keys| keys.tick <= tick)..]
    }

    /// Adds the keys of the tick after the last known one.
    pub fn push_tick(&mut self, input: TickInput) {
        self.through += 1;
        if input.events().next().is_some() {
            self.ticks.push(KeyTick { tick: self.through, input });
        }
    }

    /// Adds the keys of all ticks after `after` up to `through`, of which those in `ticks` have any. False, and nothing
    /// added, where they contradict what is known, leave ticks out, or are not in their order.
    pub fn extend(&mut self, after: u64, ticks: &[KeyTick], through: u64) -> bool {
        let within = |keys: &KeyTick| after < keys.tick && keys.tick <= through;
        let ordered = ticks.is_sorted_by(|a, b| a.tick < b.tick) && ticks.iter().all(within);
        let (again, new) = ticks.split_at(ticks.partition_point(|keys| keys.tick <= self.through));
        let known = self.changes_since(after);
        let known = &known[..known.partition_point(|keys| keys.tick <= through)];
        if !ordered || after > self.through || again != known {
            return false;
        }
        if through > self.through {
            self.ticks.extend_from_slice(new);
            self.through = through;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Action, KeyEvent};

    fn key(tick: u64, action: Action) -> KeyTick {
        let mut input = TickInput::default();
        input.push(KeyEvent { action, down: true });
        KeyTick { tick, input }
    }

    #[test]
    fn a_log_grows_and_never_changes() {
        let mut log = KeyLog::default();
        let (left, right) = (key(3, Action::Left), key(7, Action::Right));
        assert!(log.extend(0, &[left], 5));
        assert!(log.extend(0, &[left, right], 9), "what is known may come again");
        assert!(log.extend(0, &[left], 6) && log.extend(5, &[right], 8), "and old packets after a new one");
        assert_eq!(
            (log.last_known_tick(), log.changes_since(0), log.changes_since(3)),
            (9, &[left, right][..], &[right][..])
        );
        for wrong in [&[key(3, Action::Right), right][..], &[right], &[left, key(6, Action::Hold), right]] {
            assert!(!log.extend(0, wrong, 12), "{wrong:?} says something else of what is known");
        }
        let back = [key(12, Action::Left), key(11, Action::Left)];
        assert!(!log.extend(9, &back, 12) && !log.extend(9, &[key(13, Action::Left)], 12), "ticks go on, to the last");
        assert!(!log.extend(10, &[], 12) && !log.extend(9, &[right], 12), "none is left out, none is of before");
        assert_eq!(log.last_known_tick(), 9, "nothing was added");
        assert_eq!((log.key_changes_at(3), log.key_changes_at(4)), (left.input, TickInput::default()));
        log.push_tick(TickInput::default());
        log.push_tick(left.input);
        let pushed = KeyTick { tick: 11, ..left };
        assert_eq!(
            (log.last_known_tick(), log.changes_since(9)),
            (11, &[pushed][..]),
            "a tick without keys only passes"
        );
    }
}
