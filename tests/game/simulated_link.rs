//! A link between two programs as networks have them, in virtual time: late, uneven, lossy, with packets that come
//! twice or overtake each other, and with times in which nothing comes at all.

use korobka::rules::Random;
use korobka::rules::random::Purpose;

/// What a link is like. All times in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conditions {
    /// How long every packet is under way at least.
    pub(crate) delay: u32,
    /// By how much more one packet may be late than another.
    pub(crate) jitter: u32,
    /// How many of a thousand packets are lost.
    pub(crate) lost: u16,
    /// How many of a thousand packets come twice.
    pub(crate) twice: u16,
    /// Every so often nothing comes for two seconds; 0 for never.
    pub(crate) outage_every: u32,
}

/// How long an outage is, in milliseconds.
const OUTAGE: u64 = 2_000;

/// One direction of a link.
pub(crate) struct SimulatedLink {
    conditions: Conditions,
    random: Random,
    /// What is under way, each with the time at which it comes.
    under_way: Vec<(u64, Vec<u8>)>,
}

impl SimulatedLink {
    pub(crate) fn new(conditions: Conditions, seed: u64) -> Self {
        Self { conditions, random: Random::new(seed, Purpose::Games), under_way: Vec::new() }
    }

    fn is_out(&self, now: u64) -> bool {
        let every = u64::from(self.conditions.outage_every);
        every > 0 && now % every > every.saturating_sub(OUTAGE)
    }

    pub(crate) fn send(&mut self, now: u64, bytes: Vec<u8>) {
        let Conditions { delay, jitter, lost, twice, .. } = self.conditions;
        if self.is_out(now) || self.random.chance(lost) {
            return;
        }
        for _ in 0..1 + u32::from(self.random.chance(twice)) {
            let late = u64::from(delay + self.random.below(jitter + 1));
            self.under_way.push((now + late, bytes.clone()));
        }
    }

    /// What has come by now, in the order in which it came.
    pub(crate) fn receive(&mut self, now: u64) -> Vec<Vec<u8>> {
        let (mut come, left): (Vec<_>, Vec<_>) = self.under_way.drain(..).partition(|(at, _)| *at <= now);
        self.under_way = left;
        come.sort_by_key(|(at, _)| *at);
        come.into_iter().map(|(_, bytes)| bytes).collect()
    }
}
