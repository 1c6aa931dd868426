//! The pages of the menus, each in a file, and what is painted over a match.

mod best;
mod board_wish;
mod bots;
mod career;
mod corner;
mod custom;
mod drills;
mod files;
mod fingers;
mod first_start;
mod generation_chart;
mod give_up;
mod handling;
mod help;
mod help_pictures;
mod key_timeline;
mod keys;
pub mod laboratory;
mod looks;
mod match_card;
mod match_options;
mod match_speed;
mod mode;
mod music;
#[cfg(feature = "net")]
mod online;
mod opponent;
mod opponent_card;
mod pause;
mod player;
mod player_bar;
mod position;
mod puzzles;
mod ready;
mod replays;
mod results;
mod results_figures;
mod results_graph;
mod results_news;
mod results_panel;
mod results_story;
mod results_text;
mod review;
mod rivals;
#[cfg(feature = "net")]
mod room_aside;
mod rules;
mod sandbox;
mod seats;
mod settings;
mod single;
mod title;
mod versus;
mod watch;
mod worked_out;

use super::page::PaintingOrder;
use crate::app::screens::{Overlay, Screen};
use crate::storage::calendar::exact_clock;
use crate::view::numbers::{self, counted, with_thousands};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

/// A height in points for what lies beside the rows of a panel, great enough that the panel is as high as the window
/// allows. Pages with tabs use it for each tab, so that the tabs stay where they are when another is chosen.
const WHOLE: f32 = 520.0;
/// How many milliseconds an hour has.
const HOUR: u64 = 3_600_000;

/// Adds all pages, and what is painted over a match.
pub(super) fn plugin(app: &mut App) {
    let pages = (
        first_start::show.run_if(in_state(Screen::FirstStart)),
        title::show.run_if(in_state(Screen::Title)),
        single::show.run_if(in_state(Screen::Single)),
        mode::show.run_if(in_state(Screen::Mode)),
        puzzles::show.run_if(in_state(Screen::Puzzles)),
        custom::show.run_if(in_state(Screen::Custom)),
        match_options::show.run_if(in_state(Screen::Match)),
        versus::show.run_if(in_state(Screen::Versus)),
        watch::show.run_if(in_state(Screen::Watch)),
        career::show.run_if(in_state(Screen::Career)),
        review::show.run_if(in_state(Screen::Review)),
        drills::show.run_if(in_state(Screen::Drills)),
        position::show.run_if(in_state(Screen::Position)),
        music::show.run_if(in_state(Screen::Music).or_else(in_state(Overlay::Music))),
        settings::show.run_if(in_state(Screen::Settings).or_else(in_state(Overlay::Settings))),
        help::show.run_if(in_state(Screen::Help).or_else(in_state(Overlay::Help))),
        pause::show.run_if(in_state(Overlay::Pause)),
        results::show.run_if(in_state(Overlay::Results)),
    );
    app.add_systems(EguiPrimaryContextPass, pages.in_set(PaintingOrder::Screens));
    #[cfg(feature = "net")]
    app.add_systems(
        EguiPrimaryContextPass,
        online::show.run_if(in_state(Screen::Online)).in_set(PaintingOrder::Screens),
    );
    app.add_plugins((corner::plugin, replays::plugin, laboratory::plugin, player::plugin, ready::plugin));
    app.add_plugins(match_speed::plugin);
    let over_a_match = (
        match_card::show.run_if(in_state(Overlay::None)).in_set(PaintingOrder::Screens),
        give_up::show.run_if(in_state(Screen::Play)).in_set(PaintingOrder::Above),
    );
    app.add_systems(EguiPrimaryContextPass, over_a_match);
}

/// A time in milliseconds as a clock shows it, such as `1:23.4`.
fn clock(milliseconds: u64) -> String {
    numbers::clock_text(milliseconds / 100)
}

/// The words with a capital at their beginning.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A place in an order in words, such as "3rd".
fn ordinal(place: usize) -> String {
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", with_thousands(place as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_endings_of_english() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 22, 34, 111, 112, 113, 1001].map(ordinal);
        let expected = [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "34th", "111th", "112th", "113th",
            "1,001st",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn figures_are_easy_to_read() {
        assert_eq!([clock(0), clock(83_450), clock(3_725_000)], ["0:00.0", "1:23.4", "1:02:05"]);
    }
}
