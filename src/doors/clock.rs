//! The clock: moments that only go forward, the time of day, and the processor time of a thread.

use jiff::tz::TimeZone;
use std::ops::Add;
use std::time::Duration;
// The standard library's own, but in a browser, where it has none.
use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// A moment of a clock that never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Instant);

impl Moment {
    /// The moment at which this is called.
    pub fn now() -> Self {
        Self(Instant::now())
    }

    /// The time from this moment until now.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// The time from now until this moment; zero once it is past.
    pub fn time_left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, later: Duration) -> Self {
        Self(self.0 + later)
    }
}

/// The time since the beginning of 1970 (UTC) by the system's clock; zero if that clock stands before 1970.
pub fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The time zone of whoever sits at this machine, for the moment that is this many seconds after the beginning of 1970:
/// Universal Time where the system does not say. A browser says how far its clock is ahead at a moment, and nothing of
/// others.
pub fn time_zone(seconds: u64) -> TimeZone {
    #[cfg(not(target_arch = "wasm32"))]
    return {
        let _ = seconds;
        TimeZone::system()
    };
    #[cfg(target_arch = "wasm32")]
    {
        use jiff::tz::Offset;
        let date = js_sys::Date::new(&(seconds as f64 * 1000.0).into());
        // Minutes that Universal Time is ahead; not a number for a date that the browser cannot show.
        let behind = date.get_timezone_offset();
        Offset::from_seconds((-60.0 * behind) as i32).map_or(TimeZone::UTC, TimeZone::fixed)
    }
}

/// How long this thread has run on a processor; `None` where the system does not say (everywhere but on Linux).
pub fn thread_cpu_time() -> Option<Duration> {
    // The files in `/proc` say it too, but for a running thread only up to the kernel's last tick, milliseconds ago.
    #[cfg(target_os = "linux")]
    return rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok();
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::time::{ClockId, clock_gettime};

    /// The processor time of this thread by the kernel's own clock.
    fn kernels() -> Duration {
        clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
    }

    /// Some kernels count processor time by whole ticks alone: there the next tick is waited for.
    #[test]
    fn the_time_on_the_processor_goes_on_between_two_ticks_of_the_kernel() {
        for _ in 0..20 {
            let (start, before, began) = (thread_cpu_time(), kernels(), Moment::now());
            let stands = || kernels() == before && began.elapsed() < Duration::from_secs(60);
            while began.elapsed() < Duration::from_micros(100) || stands() {}
            assert!(start.is_some() && thread_cpu_time() > start, "{start:?}");
        }
    }
}
