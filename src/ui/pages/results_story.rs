//! What came of a match, beside its results: the score with both names, the change of the rating, why the match was
//! given up, and news.

use super::super::draw::{centred_text, lozenge, spaced_text};
use super::super::theme::{self, faded};
use super::clock;
use crate::app::history::GameHistory;
use crate::app::persistence::history::FinishedGame;
use crate::app::persistence::rating;
use crate::app::rematch_score::RematchScore;
use crate::app::results::MatchResults;
use crate::game::Mode;
use bevy_egui::egui::{Align2, Painter, Rect, Stroke, pos2, vec2};

/// Seconds before the shown rating begins to move to its new value.
const RATING_WAITS: f32 = 0.5;
/// Seconds for which the shown rating moves to its new value.
const RATING_MOVES: f32 = 1.1;

/// Paints the score of a match of two in large figures, with the names in the colours of their seats. Returns the
/// height at which it ends.
pub(super) fn paint_score(painter: &Painter, place: Rect, results: &MatchResults, series: &RematchScore) -> f32 {
    let rect = Rect::from_min_size(place.min, vec2(place.width(), 108.0));
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    let middle = rect.center().x;
    let colours = [theme::VERMILION, theme::RIVER];
    for ((sum, colour), side) in results.seats.iter().zip(colours).zip([-1.0, 1.0]) {
        let align = if side < 0.0 { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        let at = pos2(middle + side * 92.0, rect.top() + 40.0);
        let font = theme::fitting_font(painter, &sum.name, theme::extrabold(24.0), rect.width() / 2.0 - 106.0);
        painter.text(at, align, &sum.name, font, colour);
        let at = pos2(middle + side * 20.0, rect.top() + 40.0);
        painter.text(at, align, sum.wins.to_string(), theme::extrabold(56.0), theme::IVORY);
    }
    painter.text(pos2(middle, rect.top() + 38.0), Align2::CENTER_CENTER, ":", theme::extrabold(36.0), theme::ASH);
    let mut words = format!("{} played", clock(results.time));
    if series.wins.iter().sum::<u32>() > 1 {
        words = format!("{words}   ·   matches between you {} : {}", series.wins[0], series.wins[1]);
        if !results.seats.iter().any(|sum| sum.person) {
            words = words.replace("between you", "between them");
        }
    }
    let under = pos2(middle, rect.bottom() - 18.0);
    painter.text(under, Align2::CENTER_CENTER, words, theme::regular(14.5), theme::ASH);
    rect.bottom()
}

/// Paints how the match changed the rating, or why it did not, and returns the height at which that ends. It has been
/// shown for `since` seconds. `is_first` says that the match is a new player's first; `terms` are those of [`unrated`].
pub(super) fn paint_rating_change(
    painter: &Painter,
    place: Rect,
    (history, is_first, terms): (&GameHistory, bool, (Option<bool>, bool)),
    since: f32,
) -> f32 {
    let Some(last) = history.last.as_ref().filter(|last| last.opponent.is_some()) else { return place.top() };
    let Some(rated) = last.rated else {
        let words = unrated(last, is_first, history.can_change_rating(), terms);
        // Under the rows of an upright window the longest needs two lines.
        let high = if place.width() < 600.0 { 52.0 } else { 34.0 };
        let rect = Rect::from_min_size(place.min, vec2(place.width(), high));
        painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
        let look = (theme::semibold(15.0), rect.width() - 20.0);
        centred_text(painter, rect.center(), Align2::CENTER_CENTER, words.to_owned(), look, theme::ASH);
        return rect.bottom();
    };
    let rect = Rect::from_min_size(place.min, vec2(place.width(), 96.0));
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    let way = ((since - RATING_WAITS) / RATING_MOVES).clamp(0.0, 1.0);
    let way = f64::from(1.0 - (1.0 - way).powi(3));
    let before = rated.rating - rated.change;
    let now = before + rated.change * way;
    let at = rect.min + vec2(20.0, 18.0);
    spaced_text(painter, at, Align2::LEFT_CENTER, "YOUR RATING", theme::semibold(12.0), theme::ASH, 2.0);
    let at = rect.min + vec2(20.0, 54.0);
    let words = rating::rating_text(now, rated.deviation);
    let figure = painter.text(at, Align2::LEFT_CENTER, words, theme::extrabold(46.0), theme::IVORY);
    let at = figure.right_center() + vec2(14.0, 0.0);
    if rating::may_be_below_zero(now, rated.deviation) {
        // A rating that is not shown has no change to show either, also while it moves.
        let below = format!("somewhere below {:.0}", now + rated.deviation * 2.0);
        painter.text(at, Align2::LEFT_CENTER, below, theme::regular(14.0), theme::ASH);
    } else {
        let (sign, colour) = if rated.change < 0.0 { ("−", theme::VERMILION) } else { ("+", theme::LEAF) };
        let change = format!("{sign}{:.0}", (rated.change * way).abs());
        painter.text(at - vec2(0.0, 8.0), Align2::LEFT_CENTER, change, theme::extrabold(24.0), colour);
        let sure = format!("± {:.0}", rated.deviation * 2.0);
        painter.text(at + vec2(0.0, 14.0), Align2::LEFT_CENTER, sure, theme::regular(14.0), theme::ASH);
    }
    let track = Rect::from_min_max(pos2(rect.left() + 250.0, rect.top()), rect.max - vec2(24.0, 0.0));
    between_rivals(painter, track, history, [before, now, rated.rating]);
    rect.bottom()
}

/// The reason why a match was not rated. `was_wanted` says whether "Rated" was on when a match of versus began; `None`
/// where it goes on after it was broken off. `has_usual_rules` says whether it had the usual rules.
fn unrated(
    last: &FinishedGame,
    is_first: bool,
    can_change_rating: bool,
    (was_wanted, has_usual_rules): (Option<bool>, bool),
) -> &'static str {
    let reasons = [
        (is_first, "Not rated: a first match never is"),
        (last.handicapped, "Not rated: there was a handicap"),
        (last.mode != Mode::Versus.entry().id, "Not rated: only matches of Versus are"),
        (last.from_board, "Not rated: it did not begin at an empty board"),
        (!can_change_rating, "Not rated: another Korobka keeps your rating, or its file cannot be read"),
        (was_wanted.is_none(), "Not rated: it goes on after it was broken off"),
        (was_wanted == Some(false), "Not rated: 'Rated' was off in Versus"),
        (!has_usual_rules, "Not rated: only matches under the usual rules are"),
    ];
    let otherwise = "Not rated: the opponent was not measured with this speed, slips and moves";
    reasons.into_iter().find(|(is_so, _)| *is_so).map_or(otherwise, |(_, words)| words)
}

/// Paints the rating as it moves between the nearest rivals below and above. The three figures are the rating before,
/// now and at the end.
fn between_rivals(painter: &Painter, rect: Rect, history: &GameHistory, [before, now, end]: [f64; 3]) {
    let rungs = history.ladder.rungs();
    let (low, high) = (before.min(end), before.max(end));
    let below = rungs.iter().rev().find(|rung| rung.strength.rating <= low);
    let above = rungs.iter().find(|rung| rung.strength.rating >= high);
    let from = below.map_or(low - 100.0, |rung| rung.strength.rating);
    let to = above.map_or(high + 100.0, |rung| rung.strength.rating).max(from + 1.0);
    let x = |rating: f64| rect.left() + rect.width() * ((rating - from) / (to - from)).clamp(0.0, 1.0) as f32;
    let y = rect.top() + 52.0;
    painter.hline(rect.x_range(), y, Stroke::new(3.0, theme::TRACK));
    let colour = if end < before { theme::VERMILION } else { theme::LEAF };
    let (left, right) = (x(before.min(now)), x(before.max(now)));
    painter.hline(left..=right, y, Stroke::new(5.0, colour));
    painter.vline(x(before), y - 8.0..=y + 8.0, Stroke::new(2.0, theme::ASH));
    lozenge(painter, pos2(x(now), y), 9.0, theme::GOLD);
    for (rung, at, align) in [(below, rect.left(), Align2::LEFT_CENTER), (above, rect.right(), Align2::RIGHT_CENTER)] {
        let Some(rung) = rung else { continue };
        painter.vline(at, y - 10.0..=y + 10.0, Stroke::new(2.0, theme::IVORY));
        let strength = &rung.strength;
        let name = super::rivals::player_name(strength);
        painter.text(pos2(at, y - 24.0), align, name, theme::semibold(14.5), theme::IVORY);
        let rating = format!("{:.0}", strength.rating);
        painter.text(pos2(at, y + 24.0), align, rating, theme::regular(13.5), theme::ASH);
    }
}

/// Paints words that say why a match was given up. Returns the y at which they end, in points.
pub(super) fn paint_give_up_reason(painter: &Painter, place: Rect, line: &str) -> f32 {
    let look = (theme::regular(14.0), theme::VERMILION);
    place.top() + theme::paint_paragraph(painter, place.min, line, look, place.width())
}

/// Paints news about the match as a line of text in gold. Returns the y at which the text ends, in points.
pub(super) fn paint_news(painter: &Painter, place: Rect, line: &str) -> f32 {
    let rect = Rect::from_min_size(place.min, vec2(place.width(), 26.0));
    let font = theme::fitting_font(painter, line, theme::semibold(16.0), rect.width() - 8.0);
    painter.text(rect.center(), Align2::CENTER_CENTER, line, font, theme::GOLD);
    rect.bottom()
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::app::persistence::history::ComputerOpponent;
    use crate::app::results::SeatResult;
    use crate::game::Pace;

    #[test]
    fn long_names_and_reasons_stay_within_a_narrow_side() {
        let seat = || SeatResult { name: "Somebody with a long name".to_owned(), ..SeatResult::default() };
        let (mut results, mut history) = (MatchResults::default(), GameHistory::default());
        results.seats = vec![seat(), seat()];
        let mode = Mode::Versus.entry().id.to_owned();
        let foe = ComputerOpponent { spec: String::new(), pace: Pace { milli_pps: 1000 }, slips: 0 };
        history.last = Some(FinishedGame { mode, opponent: Some(foe), ..FinishedGame::default() });
        let mut side = Rect::NOTHING;
        let shapes = still_frame(|menu| {
            side = menu.side;
            let painter = menu.side_painter();
            let below = |y: f32| side.with_min_y(y);
            let y = paint_score(&painter, side, &results, &RematchScore::default());
            let y = paint_rating_change(&painter, below(y), (&history, false, (Some(true), true)), 0.0);
            paint_news(&painter, below(y), &"New record: best time, hardest opponent beaten, ".repeat(2));
        });
        let texts = texts_in_shapes(&shapes).map(|text| (text.galley.text(), text.visual_bounding_rect()));
        let texts: Vec<_> = texts.collect();
        assert!(texts.iter().any(|(words, _)| words.starts_with("Not rated")), "{texts:?}");
        for (words, place) in &texts {
            assert!(side.contains_rect(*place), "{words}: {place} in {side}");
        }
    }

    #[test]
    fn a_match_that_was_not_rated_says_why() {
        let last = FinishedGame { mode: Mode::Versus.entry().id.to_owned(), ..FinishedGame::default() };
        let on = (Some(true), true);
        assert_eq!(unrated(&last, true, true, on), "Not rated: a first match never is");
        let words = "Not rated: another Korobka keeps your rating, or its file cannot be read";
        assert_eq!(unrated(&last, false, false, on), words);
        // A rated match gives no hints, so that they are never why one is not rated.
        for hints in [0, 3] {
            let last = FinishedGame { hints, ..last.clone() };
            assert_eq!(unrated(&last, false, true, (Some(false), true)), "Not rated: 'Rated' was off in Versus");
        }
        assert!(unrated(&last, false, true, (Some(true), false)).contains("usual rules"));
        assert!(unrated(&last, false, true, on).contains("not measured"));
        assert!(unrated(&last, false, true, (None, true)).contains("broken off"));
        let from_board = FinishedGame { from_board: true, ..last };
        assert_eq!(unrated(&from_board, false, true, on), "Not rated: it did not begin at an empty board");
    }
}
