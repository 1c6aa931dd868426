//! How numbers are written, for boards and menus alike. Knows no screen.

pub use crate::chart::counted;
use crate::chart::with_commas;

/// A number with its thousands apart: 1,234,567.
pub fn with_thousands(value: u64) -> String {
    with_commas(&value.to_string())
}

/// Tenths of a second as minutes, seconds and tenths; from an hour on as hours, minutes and seconds.
pub fn clock_text(tenths: u64) -> String {
    match tenths / 36_000 {
        0 => format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10),
        hours => format!("{hours}:{:02}:{:02}", tenths / 600 % 60, tenths / 10 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_at_a_glance() {
        assert_eq!(
            [with_thousands(0), with_thousands(999), with_thousands(1000), with_thousands(1_234_567)],
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [clock_text(0), clock_text(599), clock_text(600), clock_text(7545)],
            ["0:00.0", "0:59.9", "1:00.0", "12:34.5"]
        );
        assert_eq!(clock_text(37_250), "1:02:05");
    }
}
