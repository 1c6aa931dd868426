//! The figures of a match beside its results. A game for one shows its main figure in large type and the others below;
//! a match of two shows the figures of both, left and right of their names.

use super::super::draw::spaced_text;
use super::super::theme::{self, faded};
use super::{clock, counted, exact_clock, with_thousands};
use crate::app::results::{MatchResults, SeatResult};
use crate::game::modes::GameComparison;
use crate::game::stats::PlayerFigures;
use bevy_egui::egui::{Align2, Color32, Painter, Rect, pos2, vec2};

/// The height of a line of figures, in points.
const LINE: f32 = 21.0;

/// The finesse as text: the share of pieces placed with the fewest keys, and how many keys were too many.
fn finesse(figures: &PlayerFigures) -> String {
    figures
        .finesse_per_cent()
        .map_or_else(|| "–".to_owned(), |share| format!("{share} %  ·  {}", counted(figures.faults, "fault")))
}

/// Paints a game for one: its main figure large, the others in two columns. Returns the height at which it ends.
pub(super) fn paint_solo_figures(
    painter: &Painter,
    place: Rect,
    results: &MatchResults,
    (sum, made): (&SeatResult, &PlayerFigures),
) -> f32 {
    let rect = Rect::from_min_size(place.min, vec2(place.width(), 74.0));
    // The figure by which games of this kind are compared stands large.
    let (title, large) = match results.kind.2 {
        GameComparison::Score => ("SCORE", with_thousands(sum.score)),
        GameComparison::Sooner | GameComparison::Longer => ("TIME", exact_clock(results.time)),
    };
    let at = rect.center_top() + vec2(0.0, 8.0);
    spaced_text(painter, at, Align2::CENTER_CENTER, title, theme::semibold(12.5), theme::ASH, 2.5);
    let colour = if results.broken.score || results.broken.place == Some(1) { theme::GOLD } else { theme::IVORY };
    let at = rect.center_top() + vec2(0.0, 42.0);
    painter.text(at, Align2::CENTER_CENTER, large, theme::extrabold(44.0), colour);
    // The short names are those by which players of other games look for a figure.
    let figures = [
        ("Lines", with_thousands(made.lines.into())),
        match results.kind.2 {
            GameComparison::Score => ("Time", clock(results.time)),
            GameComparison::Sooner | GameComparison::Longer => ("Score", with_thousands(sum.score)),
        },
        ("Pieces", with_thousands(made.pieces.into())),
        ("Pieces a second (PPS)", format!("{:.2}", made.pps())),
        ("Keys a piece (KPP)", format!("{:.2}", made.kpp())),
        // Who cancels garbage by the clock attacks, alone too.
        match made.attack {
            0 => ("Lines a minute", format!("{:.1}", made.lpm())),
            _ => ("Attack a minute (APM)", format!("{:.1}", made.apm())),
        },
        ("Quad rate", format!("{:.0} %", made.tetris_rate() * 100.0)),
        ("Spins", made.spin_clears().to_string()),
        ("Longest combo", made.combo.to_string()),
        ("Longest back-to-back", made.back_to_back.to_string()),
        ("Finesse", finesse(made)),
        // Perfect clears stand among the clears too, but this stands nowhere else.
        match made.dug {
            0 => ("Perfect clears", made.perfect.to_string()),
            rows => ("Garbage cleared", with_thousands(rows.into())),
        },
    ];
    let rect = Rect::from_min_size(rect.left_bottom() + vec2(0.0, 8.0), vec2(place.width(), 6.0 * 28.0 + 16.0));
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    for (index, (label, value)) in figures.iter().enumerate() {
        let (column, row) = ((index % 2) as f32, (index / 2) as f32);
        let half = rect.width() / 2.0;
        let y = rect.top() + 22.0 + row * 28.0;
        let left = rect.left() + column * half;
        let label = painter.text(pos2(left + 18.0, y), Align2::LEFT_CENTER, label, theme::regular(15.0), theme::ASH);
        let at = pos2(left + half - 18.0, y);
        let font = theme::fitting_font(painter, value, theme::extrabold(16.0), at.x - label.right() - 8.0);
        painter.text(at, Align2::RIGHT_CENTER, value, font, theme::IVORY);
    }
    rect.bottom()
}

/// Paints the figures of two players with these names and colours. Returns the height at which the table ends.
pub(super) fn paint_duel_figures(
    painter: &Painter,
    place: Rect,
    names: [(&str, Color32); 2],
    [left, right]: [&PlayerFigures; 2],
) -> f32 {
    let whole = |value: u32| with_thousands(value.into());
    let both = |figure: &dyn Fn(&PlayerFigures) -> String| [figure(left), figure(right)];
    let lines: [(&str, [String; 2]); 9] = [
        ("Pieces a second (PPS)", both(&|made| format!("{:.2}", made.pps()))),
        ("Attack a minute (APM)", both(&|made| format!("{:.1}", made.apm()))),
        ("Attack a piece (APP)", both(&|made| format!("{:.2}", made.attack_per_piece()))),
        ("VS score", both(&|made| format!("{:.1}", made.versus_score()))),
        ("Finesse", both(&finesse)),
        ("Pieces  /  lines", both(&|made| format!("{}  /  {}", whole(made.pieces), whole(made.lines)))),
        ("Sent  /  received", both(&|made| format!("{}  /  {}", whole(made.sent), whole(made.received)))),
        ("Garbage cleared", both(&|made| whole(made.dug))),
        ("Combo  /  back-to-back", both(&|made| format!("{}  /  {}", made.combo, made.back_to_back))),
    ];
    let rect = Rect::from_min_size(place.min, vec2(place.width(), (lines.len() + 1) as f32 * LINE + 14.0));
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    let third = rect.width() / 3.0;
    let text = |x: f32, row: u8, words: &str, font, colour: Color32| {
        let at = pos2(rect.left() + third * x, rect.top() + 6.0 + (f32::from(row) + 0.5) * LINE);
        let font = theme::fitting_font(painter, words, font, third - 6.0);
        painter.text(at, Align2::CENTER_CENTER, words, font, colour);
    };
    for ((name, colour), x) in names.into_iter().zip([0.5, 2.5]) {
        text(x, 0, name, theme::extrabold(15.0), colour);
    }
    for ((label, [left, right]), row) in lines.into_iter().zip(1..) {
        text(1.5, row, label, theme::regular(14.5), theme::ASH);
        text(0.5, row, &left, theme::extrabold(16.0), theme::IVORY);
        text(2.5, row, &right, theme::extrabold(16.0), theme::IVORY);
    }
    rect.bottom()
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;

    #[test]
    fn a_game_for_one_says_how_many_garbage_rows_were_cleared() {
        let has_garbage = |dug: u32| {
            let made = PlayerFigures { dug, ..PlayerFigures::default() };
            let shapes = still_frame(|menu| {
                let (painter, of) = (menu.side_painter(), (&SeatResult::default(), &made));
                paint_solo_figures(&painter, menu.side, &MatchResults::default(), of);
            });
            let texts: Vec<&str> = texts_in_shapes(&shapes).map(|text| text.galley.text()).collect();
            texts.windows(2).any(|pair| pair == ["Garbage cleared", "1,012"])
        };
        assert_eq!([0, 1012].map(has_garbage), [false, true]);
    }
}
