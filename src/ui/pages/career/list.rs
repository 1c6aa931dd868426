//! The list of the last games on the page of the history: a row a game, under the headings of its columns.

use super::super::super::menu::Menu;
use super::super::super::theme;
use super::super::{capital, clock, exact_clock, with_thousands};
use super::history::is_match;
use crate::app::persistence::history::GameOutcome;
use crate::app::persistence::{FinishedGame, rating};
use crate::game::Mode;
use crate::storage::calendar;
use bevy_egui::egui::{Align2, Color32, FontId, Painter, Rect, pos2};

/// The height of a game's row in the list, in points.
const GAME: f32 = 23.0;
/// The least room between the last cell of a row and the one before it, in points.
const CELL_GAP: f32 = 6.0;

/// Adds the rows of these games, in their order, under the headings of the columns; nothing if there are none.
pub(super) fn add_rows(menu: &mut Menu, games: &[&FinishedGame]) {
    if games.is_empty() {
        return;
    }
    let rect = menu.add_room(GAME - 6.0);
    let mut words = COLUMNS.map(|(_, _, words)| words);
    if is_narrow(rect) {
        words[5] = "FIGURE";
    }
    let heads = words.map(|words| (words.to_owned(), theme::semibold(11.5), theme::GOLD));
    row(&menu.painter(), rect, heads);
    for game in games {
        let rect = menu.add_room(GAME - 4.0);
        listed(&menu.painter(), rect, game);
    }
}

/// The columns of the list of games: the place of each in a wide row, in points from its left edge or from its right
/// one, and its heading.
const COLUMNS: [(f32, Align2, &str); 6] = [
    (4.0, Align2::LEFT_CENTER, "DAY"),
    (96.0, Align2::LEFT_CENTER, "OPPONENT OR MODE"),
    (270.0, Align2::LEFT_CENTER, "RESULT"),
    (382.0, Align2::RIGHT_CENTER, "TIME"),
    (470.0, Align2::RIGHT_CENTER, "PIECES / SEC"),
    (-6.0, Align2::RIGHT_CENTER, "RATING OR SCORE"),
];

/// Whether a row of the list has no room for all columns.
fn is_narrow(rect: Rect) -> bool {
    rect.width() < 560.0
}

/// Paints a row of the list. A narrow row leaves out the time and the pace. An opponent of a long name, and the last
/// cell, which may tell attack rules as well, are written smaller where they would touch the cell beside them.
fn row(painter: &Painter, rect: Rect, cells: [(String, FontId, Color32); 6]) {
    let narrow = is_narrow(rect);
    let share = if narrow { 0.85 } else { 1.0 };
    let mut taken = rect.left();
    for (index, ((x, anchor, _), (words, font, colour))) in COLUMNS.into_iter().zip(cells).enumerate() {
        let x = match x {
            _ if narrow && [3, 4].contains(&index) => continue,
            _ if x < 0.0 => rect.width() + x,
            _ => x * share,
        };
        let at = pos2(rect.left() + x, rect.center().y);
        let font = match index {
            1 => theme::fitting_font(painter, &words, font, (COLUMNS[2].0 - COLUMNS[1].0) * share - CELL_GAP),
            5 => theme::fitting_font(painter, &words, font, at.x - taken - CELL_GAP),
            _ => font,
        };
        taken = painter.text(at, anchor, words, font, colour).right();
    }
}

/// The rating after a rated match, the rounds of another match, and the score of every other game.
fn rating_or_score(game: &FinishedGame) -> String {
    match game.rated {
        Some(rated) => rating::rating_text(rated.rating, rated.deviation),
        None if is_match(game) => format!("{} : {}", game.rounds[0], game.rounds[1]),
        None => with_thousands(game.you.score),
    }
}

/// Whether games of the mode of this one are compared by their time.
fn is_compared_by_time(game: &FinishedGame) -> bool {
    matches!(Mode::from_id(&game.mode), Some(Mode::Sprint | Mode::Dig | Mode::Survival))
}

/// How long a game took, to the millisecond where games of its mode are compared by their time; a dash if it is not
/// known, as of a match in which the program was killed.
fn time_of_game(game: &FinishedGame) -> String {
    match game.you.ticks {
        0 => "–".to_owned(),
        ticks if is_compared_by_time(game) => exact_clock(ticks),
        ticks => clock(ticks),
    }
}

/// How many pieces a second the player has placed in a game; a dash if that is not known.
fn pace_of_game(game: &FinishedGame) -> String {
    if game.you.ticks > 0 { format!("{:.2}", game.you.pps()) } else { "–".to_owned() }
}

/// The last cell of a game's row. A narrow row, which has no other for the time, shows it there where games of the mode
/// are compared by it. Attack rules that are not the guideline's stand before it.
fn last_cell(game: &FinishedGame, narrow: bool) -> String {
    let shown = if narrow && is_compared_by_time(game) { time_of_game(game) } else { rating_or_score(game) };
    match game.attack_rules.as_str() {
        "" => shown,
        name => format!("{name}, {shown}"),
    }
}

/// How a game ended, in a word or two: of a match that somebody left, and so lost, who that was.
fn result_words(game: &FinishedGame) -> &'static str {
    match game.has_person_left() {
        Some(true) => "you left",
        Some(false) => "they left",
        None => game.verdict.id(),
    }
}

/// Paints a game as a line: its day, its opponent or mode, how it ended, and its main figures.
fn listed(painter: &Painter, rect: Rect, game: &FinishedGame) {
    let who = match (&game.opponent, &game.online) {
        (Some(foe), _) => (foe.title(), theme::semibold(14.0), theme::colour(foe.colour())),
        (None, Some(other)) => (other.name.clone(), theme::semibold(14.0), theme::GOLD),
        (None, None) => (capital(&game.mode), theme::semibold(14.0), theme::IVORY),
    };
    let colour = match game.verdict {
        GameOutcome::Won => theme::LEAF,
        GameOutcome::Lost => theme::VERMILION,
        GameOutcome::Drawn | GameOutcome::Ended => theme::ASH,
    };
    let cells = [
        (calendar::format_day(game.date), theme::regular(13.5), theme::ASH),
        who,
        (result_words(game).to_owned(), theme::semibold(13.5), colour),
        (time_of_game(game), theme::regular(13.5), theme::IVORY),
        (pace_of_game(game), theme::regular(13.5), theme::IVORY),
        (last_cell(game, is_narrow(rect)), theme::semibold(13.5), theme::IVORY),
    ];
    row(painter, rect, cells);
}

#[cfg(test)]
mod tests {
    use super::super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::app::persistence::history::{ComputerOpponent, OnlineOpponent, RatingChange};
    use crate::game::Pace;
    use crate::game::stats::PlayerFigures;
    use bevy_egui::egui::vec2;

    #[test]
    fn a_match_that_is_not_rated_is_listed_with_its_rounds_and_not_with_points() {
        let listed = |mode: Mode, is_against: bool, rated| {
            let you = PlayerFigures { score: 12_345, ..PlayerFigures::default() };
            let (mode, spec) = (mode.entry().id.to_owned(), "lin:25".to_owned());
            let opponent = is_against.then_some(ComputerOpponent { spec, pace: Pace::FASTEST, slips: 0 });
            rating_or_score(&FinishedGame { mode, you, opponent, rounds: [3, 1], rated, ..FinishedGame::default() })
        };
        assert_eq!([Mode::Versus, Mode::Sprint].map(|mode| listed(mode, false, None)), ["3 : 1", "12,345"]);
        assert_eq!([true, false].map(|is_against| listed(Mode::Custom, is_against, None)), ["3 : 1", "12,345"]);
        let rated = RatingChange { rating: 1612.0, deviation: 60.0, change: 8.0 };
        assert_eq!(listed(Mode::Versus, true, Some(rated)), rating::rating_text(1612.0, 60.0));
    }

    #[test]
    fn a_match_that_somebody_left_is_listed_with_who_that_was() {
        let words = |verdict, left| {
            let online = Some(OnlineOpponent { left, ..OnlineOpponent::default() });
            result_words(&FinishedGame { verdict, online, ..FinishedGame::default() })
        };
        let both = |left| [GameOutcome::Won, GameOutcome::Lost].map(|verdict| words(verdict, left));
        assert_eq!([both(true), both(false)], [["they left", "you left"], ["won", "lost"]]);
    }

    #[test]
    fn games_that_are_compared_by_their_time_are_listed_with_thousandths() {
        let time = |mode: Mode| {
            let you = PlayerFigures { ticks: 52_345, ..PlayerFigures::default() };
            time_of_game(&FinishedGame { mode: mode.entry().id.to_owned(), you, ..FinishedGame::default() })
        };
        let shown = [Mode::Sprint, Mode::Dig, Mode::Survival, Mode::Blitz].map(time);
        assert_eq!(shown, ["0:52.345", "0:52.345", "0:52.345", "0:52.3"]);
    }

    #[test]
    fn the_list_has_dashes_for_what_is_not_known_of_a_match_that_was_killed() {
        let [killed, played] = [0, 60_000].map(|ticks| {
            let (mode, you) = (Mode::Versus.entry().id.to_owned(), PlayerFigures { ticks, ..PlayerFigures::default() });
            FinishedGame { mode, you, ..FinishedGame::default() }
        });
        assert_eq!([time_of_game(&killed), pace_of_game(&killed)], ["–", "–"]);
        assert_eq!([time_of_game(&played), pace_of_game(&played)], ["1:00.0", "0.00"]);
    }

    #[test]
    fn a_narrow_row_shows_the_time_where_games_are_compared_by_it() {
        let cell = |mode: Mode, narrow| {
            let you = PlayerFigures { ticks: 52_345, score: 3_120, ..PlayerFigures::default() };
            last_cell(&FinishedGame { mode: mode.entry().id.to_owned(), you, ..FinishedGame::default() }, narrow)
        };
        assert_eq!([Mode::Sprint, Mode::Blitz].map(|mode| cell(mode, true)), ["0:52.345", "3,120"]);
        assert_eq!(cell(Mode::Sprint, false), "3,120", "a wide row has the time in a cell of its own");
    }

    #[test]
    fn a_row_tells_attack_rules_that_are_not_the_usual_ones() {
        let cell = |attack_rules: &str| {
            let (mode, attack_rules) = (Mode::Versus.entry().id.to_owned(), attack_rules.to_owned());
            last_cell(&FinishedGame { mode, attack_rules, rounds: [3, 1], ..FinishedGame::default() }, false)
        };
        assert_eq!(["", "tetrio-2"].map(cell), ["3 : 1", "tetrio-2, 3 : 1"]);
    }

    #[test]
    fn neither_an_opponent_nor_attack_rules_of_a_long_name_touch_the_cell_beside_them() {
        let online = Some(OnlineOpponent { name: "W".repeat(24), ..OnlineOpponent::default() });
        let (mode, attack_rules) = (Mode::Versus.entry().id.to_owned(), "line-for-line".to_owned());
        let verdict = GameOutcome::Drawn;
        let game = FinishedGame { mode, attack_rules, verdict, online, rounds: [2, 2], ..FinishedGame::default() };
        for width in [360.0, 400.0, 560.0] {
            let shapes = still_frame(|menu| {
                listed(&menu.painter(), Rect::from_min_size(pos2(0.0, 0.0), vec2(width, GAME)), &game);
            });
            let cells: Vec<_> = texts_in_shapes(&shapes).collect();
            for words in ["drawn", "line-for-line, 2 : 2"] {
                let pair = cells.windows(2).find(|pair| pair[1].galley.text() == words);
                let ends = pair.map(|pair| [pair[0].pos.x + pair[0].galley.size().x, pair[1].pos.x]);
                assert!(ends.is_some_and(|[end, begin]| end < begin), "{width}, {words}: {ends:?}");
            }
        }
    }
}
