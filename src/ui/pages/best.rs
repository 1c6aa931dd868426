//! The ten best games of a kind, painted beside what starts one.

use super::super::draw::spaced;
use super::super::ornament;
use super::super::theme::{self, faded};
use super::grouped;
use crate::game::modes::Better;
use crate::storage::records::{Record, Table};
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};

/// A time in milliseconds, to the millisecond: that is how sprints are compared.
pub(super) fn exact(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    format!("{}:{:02}.{:03}", seconds / 60, seconds % 60, milliseconds % 1000)
}

/// What counts of a game.
pub(super) fn figure(record: &Record, better: Better) -> String {
    match better {
        Better::Score => grouped(record.score),
        Better::Sooner | Better::Longer => exact(record.time),
    }
}

/// The best of a kind in a few letters, or nothing yet.
pub(super) fn best(table: Option<&Table>, better: Better) -> String {
    table.and_then(|table| table.best.first()).map_or("–".to_owned(), |record| figure(record, better))
}

/// A day as a date. Source: Howard Hinnant's `civil_from_days`, days since 1970.
pub(super) fn date(seconds: u64) -> String {
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

/// The table of the ten best, with dates. `mark` is the place that has just been taken, 1 is the best.
pub(super) fn table(
    painter: &Painter,
    rect: Rect,
    title: &str,
    table: Option<&Table>,
    better: Better,
    mark: Option<u8>,
) {
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.75));
    let inside = rect.shrink2(vec2(18.0, 16.0));
    let at = inside.left_top() + vec2(0.0, 8.0);
    painter.text(at, Align2::LEFT_CENTER, title, theme::extrabold(19.0), theme::GOLD);
    let games = table.map_or(0, |table| table.games);
    let played = match games {
        0 => "not played yet".to_owned(),
        1 => "1 game".to_owned(),
        games => format!("{} games", grouped(games.into())),
    };
    let at = inside.right_top() + vec2(0.0, 9.0);
    painter.text(at, Align2::RIGHT_CENTER, played, theme::regular(13.0), theme::ASH);
    let line = inside.top() + 26.0;
    ornament::fading_line(painter, pos2(inside.left(), line), pos2(inside.right(), line), faded(theme::GOLD, 0.5), 1.0);
    let rows = table.map_or(&[][..], |table| &table.best);
    let height = ((inside.bottom() - line - 8.0) / 10.0).min(30.0);
    for place in 0..10usize {
        let y = line + 8.0 + height * (place as f32 + 0.5);
        let marked = mark.is_some_and(|mark| usize::from(mark) == place + 1);
        let ink = if marked { theme::GOLD } else { theme::ASH };
        if marked {
            let band = Rect::from_center_size(pos2(inside.center().x, y), vec2(inside.width() + 12.0, height - 2.0));
            painter.rect_filled(band, 3, faded(theme::GOLD, 0.14));
        }
        let number = format!("{}", place + 1);
        painter.text(pos2(inside.left() + 16.0, y), Align2::RIGHT_CENTER, number, theme::semibold(13.0), ink);
        let Some(record) = rows.get(place) else {
            painter.text(
                pos2(inside.left() + 34.0, y),
                Align2::LEFT_CENTER,
                "–",
                theme::regular(14.0),
                faded(theme::ASH, 0.6),
            );
            continue;
        };
        let ink = if marked || place == 0 { theme::GOLD } else { theme::IVORY };
        let at = pos2(inside.left() + 34.0, y);
        painter.text(at, Align2::LEFT_CENTER, figure(record, better), theme::extrabold(16.0), ink);
        let more = match better {
            Better::Score => format!("{} lines", record.lines),
            Better::Sooner | Better::Longer => format!("{} pieces", record.pieces),
        };
        let at = pos2(inside.right() - 86.0, y);
        painter.text(at, Align2::RIGHT_CENTER, more, theme::regular(13.0), theme::ASH);
        painter.text(
            pos2(inside.right(), y),
            Align2::RIGHT_CENTER,
            date(record.date),
            theme::regular(13.0),
            theme::ASH,
        );
    }
}

/// The new best: a line of its own over the figures.
pub(super) fn moment(painter: &Painter, rect: Rect, words: &str, seconds: f32) {
    let glow = 0.5 + 0.5 * (seconds * 4.0).sin();
    painter.rect_filled(rect, 5, faded(theme::GOLD, 0.10 + 0.10 * glow));
    spaced(painter, rect.center(), Align2::CENTER_CENTER, words, theme::extrabold(17.0), theme::GOLD, 2.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_are_read_as_everywhere() {
        assert_eq!([date(0), date(951_782_400), date(4_107_542_400)], ["1970-01-01", "2000-02-29", "2100-03-01"]);
        assert_eq!([exact(43_007), exact(600_000)], ["0:43.007", "10:00.000"]);
    }
}
