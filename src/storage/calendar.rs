//! Dates as files and lists show them: seconds since 1970 as a day and a time of Universal Time.

use crate::doors::clock;

const DAY: u64 = 86_400;

/// Seconds since 1970 by the system's clock; 0 when it stands before.
pub fn now() -> u64 {
    clock::since_1970().as_secs()
}

/// A time in seconds since 1970 as a day, `2026-03-09`, Universal Time.
pub fn format_day(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / DAY);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A time in seconds since 1970 as `20260309-170500`, Universal Time: for the names of files, which sort by it.
pub fn format_file_stamp(seconds: u64) -> String {
    let ((year, month, day), of_day) = (civil(seconds / DAY), seconds % DAY);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// A time in seconds since 1970 to the minute, `2026-03-09 17:05`, Universal Time.
pub fn format_minute(seconds: u64) -> String {
    let of_day = seconds % DAY;
    format!("{} {:02}:{:02}", format_day(seconds), of_day / 3600, of_day / 60 % 60)
}

/// Year, month and day of the date `days` days after 1970-01-01 in the Gregorian calendar. Source: Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
fn civil(days: u64) -> (u64, u64, u64) {
    // Counted from the first of March of the year 0, so that leap days end years.
    let days = days.min(100_000 * 366) + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days_come_out() {
        let days = [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01")];
        for (seconds, text) in days.into_iter().chain([(1_709_164_800, "2024-02-29"), (4_107_542_400, "2100-03-01")]) {
            assert_eq!(format_day(seconds), text);
            assert_eq!(format_day(seconds + DAY - 1), text, "until its last second");
        }
        assert_eq!(format_minute(1_000_000_000), "2001-09-09 01:46");
        assert_eq!(format_file_stamp(951_782_399), "20000228-235959");
    }
}
