//! The screens, one a file.

mod best;
mod custom;
mod first_start;
mod help;
mod help_pictures;
pub mod keys;
mod match_options;
mod mode;
mod music;
mod opponent;
mod pause;
mod player;
mod player_bar;
mod puzzles;
mod ready;
mod replays;
mod results;
mod rules;
mod settings;
mod single;
mod title;
mod versus;
mod watch;

use bevy::prelude::*;

/// Adds every screen.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        first_start::plugin,
        title::plugin,
        single::plugin,
        mode::plugin,
        puzzles::plugin,
        custom::plugin,
        match_options::plugin,
        versus::plugin,
        watch::plugin,
        music::plugin,
        settings::plugin,
        help::plugin,
        pause::plugin,
        results::plugin,
        keys::plugin,
        replays::plugin,
        player::plugin,
        ready::plugin,
    ));
}

/// A number with its thousands set apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// A time in milliseconds as a clock shows it.
fn clock(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}.{}", seconds / 60, seconds % 60, milliseconds % 1000 / 100),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_easy_to_read() {
        assert_eq!([grouped(7), grouped(1234), grouped(12_345_678)], ["7", "1 234", "12 345 678"]);
        assert_eq!([clock(0), clock(83_450), clock(3_725_000)], ["0:00.0", "1:23.4", "1:02:05"]);
    }
}
