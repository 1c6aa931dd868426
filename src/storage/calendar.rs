//! Dates as files and lists show them, from seconds since 1970: files in Universal Time, lists in the player's own time
//! zone; and how long a game took, to the millisecond.

use crate::doors::clock;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// Seconds since 1970 by the system's clock; 0 when the clock stands before 1970.
pub fn seconds_since_1970() -> u64 {
    clock::since_1970().as_secs()
}

/// A time in seconds since 1970 as a day of the player's time zone, `2026-03-09`.
pub fn format_day(seconds: u64) -> String {
    day(at(seconds, &clock::time_zone(seconds)))
}

/// The beginning of the day in which a moment lies, by the player's time zone; both are in seconds since 1970.
pub fn start_of_day(seconds: u64) -> u64 {
    day_began(seconds, &clock::time_zone(seconds))
}

fn day_began(seconds: u64, zone: &TimeZone) -> u64 {
    let midnight = zone.to_ambiguous_zoned_datetime(at(seconds, zone).date().into()).compatible();
    midnight.map_or(seconds, |midnight| midnight.timestamp().as_second().max(0) as u64)
}

/// A time in seconds since 1970 to the minute, in the player's time zone, `2026-03-09 17:05`.
pub fn format_minute(seconds: u64) -> String {
    minute(at(seconds, &clock::time_zone(seconds)))
}

/// A time in seconds since 1970 to the minute, Universal Time, `2026-03-09 17:05`: for tables that other programs read.
pub fn format_universal_minute(seconds: u64) -> String {
    minute(at(seconds, &TimeZone::UTC))
}

/// A time in seconds since 1970 as `20260309-170500`, Universal Time: for the names of files, which sort by it.
pub fn format_file_stamp(seconds: u64) -> String {
    at(seconds, &TimeZone::UTC).strftime("%Y%m%d-%H%M%S").to_string()
}

/// The date and the time of day that clocks of a time zone show this many seconds after the beginning of 1970; the last
/// moment that there is, on 9999-12-30, for all that come after.
fn at(seconds: u64, zone: &TimeZone) -> DateTime {
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    zone.to_datetime(Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX))
}

/// A time in milliseconds as minutes, seconds and thousandths; from an hour on with the hours before them.
pub fn exact_clock(milliseconds: u64) -> String {
    let seconds = format!("{:02}.{:03}", milliseconds / 1000 % 60, milliseconds % 1000);
    match (milliseconds / 3_600_000, milliseconds / 60_000 % 60) {
        (0, minutes) => format!("{minutes}:{seconds}"),
        (hours, minutes) => format!("{hours}:{minutes:02}:{seconds}"),
    }
}

fn day(at: DateTime) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

fn minute(at: DateTime) -> String {
    at.strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use jiff::tz::Offset;

    const DAY: u64 = 86_400;

    #[test]
    fn a_moment_has_the_day_of_its_time_zone() {
        let days = [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01")];
        for (seconds, text) in days.into_iter().chain([(1_709_164_800, "2024-02-29"), (4_107_542_400, "2100-03-01")]) {
            assert_eq!(day(at(seconds, &TimeZone::UTC)), text);
            assert_eq!(day(at(seconds + DAY - 1, &TimeZone::UTC)), text, "until its last second");
        }
        let india = TimeZone::fixed(Offset::from_seconds(19_800).unwrap());
        assert_eq!(minute(at(1_000_000_000, &TimeZone::UTC)), "2001-09-09 01:46");
        assert_eq!(minute(at(1_000_000_000, &india)), "2001-09-09 07:16");
        assert_eq!(day(at(u64::MAX, &TimeZone::UTC)), "9999-12-30", "a clock gone mad is no panic");
        assert_eq!(day_began(951_782_400 + 7_000, &TimeZone::UTC), 951_782_400);
        assert_eq!(day_began(951_782_400, &india), 951_782_400 - 19_800, "midnight in India comes earlier");
        assert_eq!(day_began(0, &india), 0, "there is nothing before 1970");
    }

    #[test]
    fn a_file_is_named_by_universal_time() {
        assert_eq!(format_file_stamp(951_782_399), "20000228-235959");
    }

    #[test]
    fn exact_times_have_thousandths_and_hours_when_there_are_any() {
        assert_eq!([exact_clock(0), exact_clock(83_456)], ["0:00.000", "1:23.456"]);
        assert_eq!([exact_clock(3_599_999), exact_clock(3_725_034)], ["59:59.999", "1:02:05.034"]);
    }
}
