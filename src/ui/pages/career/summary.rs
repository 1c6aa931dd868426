//! The figures of all games together that are chosen on the page of the history.

use super::super::super::theme;
use super::super::with_thousands;
use super::history::is_match;
use crate::app::persistence::FinishedGame;
use crate::app::persistence::history::GameOutcome;
use crate::game::stats::PlayerFigures;
use bevy_egui::egui::{Align2, Painter, Rect, pos2};

/// The most points of a game that was no match; `None` where all were matches.
fn best_score(games: &[&FinishedGame]) -> Option<u64> {
    games.iter().filter(|game| !is_match(game)).map(|game| game.you.score).max()
}

/// The figures of some games together, each with its title.
pub(super) type SummaryLines = [(&'static str, String); 10];

/// The figures of all these games together.
pub(super) fn lines(games: &[&FinishedGame]) -> SummaryLines {
    let add = |sum: PlayerFigures, game: &&FinishedGame| sum.combined_with(&game.you);
    let total = games.iter().fold(PlayerFigures::default(), add);
    let won = games.iter().filter(|game| game.verdict == GameOutcome::Won).count();
    let versus = games.iter().filter(|game| is_match(game)).fold(PlayerFigures::default(), add);
    let hours = total.ticks / 3_600_000;
    let played = format!("{hours} h {:02} min", total.ticks / 60_000 % 60);
    let finesse = total.finesse_per_cent().map_or_else(|| "–".to_owned(), |share| format!("{share} %"));
    [
        ("Games won", format!("{won} of {}", games.len())),
        ("Time played", played),
        ("Pieces", with_thousands(total.pieces.into())),
        ("Lines", with_thousands(total.lines.into())),
        ("Pieces a second", format!("{:.2}", total.pps())),
        ("Finesse", finesse),
        ("Best score", best_score(games).map_or_else(|| "–".to_owned(), with_thousands)),
        ("Longest combo", total.combo.to_string()),
        ("Attack a minute", if versus.ticks > 0 { format!("{:.1}", versus.apm()) } else { "–".to_owned() }),
        ("VS score", if versus.ticks > 0 { format!("{:.1}", versus.versus_score()) } else { "–".to_owned() }),
    ]
}

/// Paints the figures of all chosen games together.
pub(super) fn paint(painter: &Painter, rect: Rect, lines: &SummaryLines) {
    let inside = theme::paint_side_background(painter, rect).shrink(16.0);
    let deep = lines.len().div_ceil(2);
    let step = (inside.height() / deep as f32).min(34.0);
    for (index, (label, value)) in lines.iter().enumerate() {
        // Between the two columns there is as much room as keeps their words apart.
        let half = (inside.width() - 30.0) / 2.0;
        let left = inside.left() + (half + 30.0) * (index / deep) as f32;
        let y = inside.top() + step * ((index % deep) as f32 + 0.5);
        painter.text(pos2(left, y), Align2::LEFT_CENTER, *label, theme::regular(14.0), theme::ASH);
        painter.text(pos2(left + half, y), Align2::RIGHT_CENTER, value, theme::extrabold(15.0), theme::IVORY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::history::OnlineOpponent;
    use crate::game::Mode;

    #[test]
    fn the_best_score_is_of_no_match() {
        let game = |mode: Mode, score, online| {
            let you = PlayerFigures { score, ..PlayerFigures::default() };
            FinishedGame { mode: mode.entry().id.to_owned(), you, online, ..FinishedGame::default() }
        };
        let online = Some(OnlineOpponent::default());
        let matches = [game(Mode::Versus, 90_000, None), game(Mode::Custom, 80_000, online)];
        let alone = [game(Mode::Marathon, 1_200, None), game(Mode::Blitz, 2_500, None)];
        assert_eq!(best_score(&matches.iter().collect::<Vec<_>>()), None);
        assert_eq!(best_score(&matches.iter().chain(&alone).collect::<Vec<_>>()), Some(2_500));
    }
}
