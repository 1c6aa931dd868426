//! The chart of the history: a figure of each game as a dot, and the mean of ten games as a curve.

use super::super::super::graph;
use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use super::history::is_match;
use crate::app::persistence::{FinishedGame, rating};
use crate::storage::calendar;
use bevy_egui::egui::{Align2, Rect, vec2};
use egui_plot::{AxisHints, GridMark, Line, PlotPoints, Points, uniform_grid_spacer};
use std::ops::RangeInclusive;

/// The most points of a chart: of more, single ones cannot be told apart, and each frame paints all.
const MOST_DOTS: usize = 500;

/// A function that reads a figure out of a finished game; `None` if the game does not have it.
pub(super) type GameFigure = fn(&FinishedGame) -> Option<f64>;

/// The title of the player's rating among the figures.
const RATING: &str = "Rating";

/// The figures that can be shown, with their titles.
pub(super) const FIGURES: [(&str, GameFigure); 12] = [
    ("Pieces a second (PPS)", |game| Some(game.you.pps())),
    ("Attack a minute (APM)", |game| is_match(game).then(|| game.you.apm())),
    ("Attack a piece (APP)", |game| (is_match(game) && game.you.pieces > 0).then(|| game.you.attack_per_piece())),
    ("VS score", |game| is_match(game).then(|| game.you.versus_score())),
    (RATING, known_rating),
    ("Finesse, per cent", |game| game.you.finesse_share().map(|share| share * 100.0)),
    ("Score", |game| Some(game.you.score as f64)),
    ("Lines", |game| Some(f64::from(game.you.lines))),
    ("Time played, seconds", |game| Some(game.you.ticks as f64 / 1000.0)),
    ("Quad rate, per cent", |game| (game.you.lines > 0).then(|| game.you.tetris_rate() * 100.0)),
    ("Longest combo", |game| Some(f64::from(game.you.combo))),
    ("Keys a piece (KPP)", |game| (game.you.pieces > 0).then(|| game.you.kpp())),
];

/// The rating after a game, once so much is known of it that it is shown as a number.
fn known_rating(game: &FinishedGame) -> Option<f64> {
    let rated = game.rated.filter(|rated| !rating::may_be_below_zero(rated.rating, rated.deviation));
    rated.map(|rated| rated.rating)
}

/// A figure of a game as the chart shows it; `None` if the game does not have it. Of a match in which the program was
/// killed nothing is known but that it was lost, and what that did to the rating.
fn shown_figure(game: &FinishedGame, (name, figure): (&str, GameFigure)) -> Option<f64> {
    figure(game).filter(|_| name == RATING || game.you.ticks > 0)
}

/// The points of a chart: a figure of each game that has it.
#[derive(Debug)]
pub(super) struct FigureCurve {
    title: &'static str,
    /// The date of each game that has the figure.
    dates: Vec<u64>,
    /// The number of a game and its figure.
    dots: Vec<[f64; 2]>,
    /// The number of a game, and the mean of the figure over the ten games up to it.
    mean: Vec<[f64; 2]>,
}

impl FigureCurve {
    /// The curve of a figure over the games that have it.
    pub(super) fn of(games: &[&FinishedGame], shown: (&'static str, GameFigure)) -> Self {
        let points: Vec<(u64, f64)> =
            games.iter().filter_map(|game| Some((game.date, shown_figure(game, shown)?))).collect();
        let values: Vec<[f64; 2]> =
            points.iter().enumerate().map(|(game, (_, value))| [(game + 1) as f64, *value]).collect();
        // The mean of the last ten games is painted over the single games, since one game says little.
        let mean: Vec<[f64; 2]> = (0..values.len())
            .map(|at| {
                let window = &values[(at + 1).saturating_sub(10)..=at];
                [values[at][0], window.iter().map(|point| point[1]).sum::<f64>() / window.len() as f64]
            })
            .collect();
        let dates = points.iter().map(|(date, _)| *date).collect();
        Self { title: shown.0, dates, dots: thinned(&values), mean: thinned(&mean) }
    }

    /// Paints the curve, under its title, into this part of the room beside the rows.
    pub(super) fn show(&self, menu: &mut Menu, rect: Rect) {
        let painter = menu.side_painter();
        theme::paint_side_background(&painter, rect);
        let top = rect.min + vec2(16.0, 12.0);
        painter.text(top, Align2::LEFT_TOP, self.title, theme::semibold(15.0), theme::GOLD);
        if self.dates.len() < 2 {
            let words = "Two games make a curve";
            painter.text(rect.center(), Align2::CENTER_CENTER, words, theme::regular(14.5), theme::ASH);
            return;
        }
        let place = Rect::from_min_max(rect.min + vec2(10.0, 38.0), rect.max - vec2(12.0, 8.0));
        let mut child = menu.side_panel_ui("curve", place);
        child.set_clip_rect(place);
        let day = |mark: GridMark, range: &RangeInclusive<f64>| {
            // So many games are as wide as a day needs.
            let games = 52.0 * (range.end() - range.start()) / f64::from(place.width());
            day_at(mark, 10_f64.powf(games.log10().ceil().max(0.0)), &self.dates)
        };
        let level = |mark: GridMark, _: &RangeInclusive<f64>| {
            format!("{:.*}", graph::decimals(mark.step_size as f32), mark.value)
        };
        graph::still_plot("history")
            .custom_x_axes(vec![AxisHints::new_x().formatter(day).label_spacing(36.0..=52.0)])
            .custom_y_axes(vec![AxisHints::new_y().formatter(level).label_spacing(14.0..=26.0)])
            .y_grid_spacer(uniform_grid_spacer(|grid| [graph::value_step(grid.bounds.1 - grid.bounds.0, 5.0); 3]))
            .include_y(0.0)
            .show(&mut child, |plot| {
                let [dots, mean] = [&self.dots, &self.mean].map(|points| PlotPoints::from(points.clone()));
                plot.points(Points::new("games", dots).color(faded(theme::GOLD, 0.75)).radius(3.0));
                plot.line(Line::new("mean of ten", mean).color(theme::GOLD).width(2.0));
            });
    }
}

/// These points, or every second, third and so on where there are more than [`MOST_DOTS`]; the last is among them.
fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let step = points.len().div_ceil(MOST_DOTS).max(1);
    points.iter().skip(points.len().saturating_sub(1) % step).step_by(step).copied().collect()
}

/// The day of the game at a mark, for marks that are at least `step` games apart: the others have no room for it. A day
/// stands once, at the first of these marks that lies in it. Where the games are of several years, the first of the
/// marks that lies in a year has it below its day.
fn day_at(mark: GridMark, step: f64, dates: &[u64]) -> String {
    let day_of = |at: f64| {
        let game = at.round();
        let whole = (at - game).abs() < 0.01 && game >= 1.0;
        whole.then(|| dates.get(game as usize - 1)).flatten().map(|date| calendar::format_day(*date))
    };
    let (has_room, before) = (mark.step_size > step * 0.99, day_of(mark.value - step));
    let day = day_of(mark.value).filter(|day| has_room && before.as_ref() != Some(day));
    let Some(day) = day else { return String::new() };
    let year_of = |date: Option<&u64>| date.map(|date| calendar::format_day(*date)[..4].to_owned());
    let is_new_year = before.is_none_or(|before| before[..4] != day[..4]);
    match is_new_year && year_of(dates.first()) != year_of(dates.last()) {
        true => format!("{}\n{}", &day[5..], &day[..4]),
        false => day[5..].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::history::{OnlineOpponent, RatingChange};
    use crate::game::stats::PlayerFigures;

    #[test]
    fn the_chart_leaves_out_what_is_not_known_of_a_game() {
        let killed = |rating, deviation| {
            let rated = Some(RatingChange { rating, deviation, change: -20.0 });
            let game = FinishedGame { rated, ..FinishedGame::default() };
            let shown = FIGURES.into_iter().filter(|figure| shown_figure(&game, *figure).is_some());
            shown.map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(killed(1480.0, 80.0), [RATING], "a match in which the program was killed");
        assert!(killed(-18.0, 527.0).is_empty(), "nor is the rating known yet");
    }

    #[test]
    fn the_chart_has_no_share_of_nothing() {
        let shown = |pieces, lines| {
            let you = PlayerFigures { ticks: 9_000, pieces, lines, ..PlayerFigures::default() };
            let game = FinishedGame { you, online: Some(OnlineOpponent::default()), ..FinishedGame::default() };
            ["Attack a piece (APP)", "Quad rate, per cent", "Keys a piece (KPP)"].map(|name| {
                FIGURES.into_iter().find(|(known, _)| *known == name).and_then(|figure| shown_figure(&game, figure))
            })
        };
        assert_eq!(shown(0, 0), [None; 3]);
        assert_eq!(shown(5, 0), [Some(0.0), None, Some(0.0)], "without a line no share of them are quads");
        assert_eq!(shown(5, 1), [Some(0.0); 3]);
    }

    #[test]
    fn of_many_games_every_so_many_has_a_dot_and_so_has_the_last_one() {
        let games = [0, 2, MOST_DOTS, MOST_DOTS + 1, 20 * MOST_DOTS];
        let dots = games.map(|count| thinned(&(1..=count).map(|at| [at as f64; 2]).collect::<Vec<_>>()));
        assert_eq!(dots.each_ref().map(Vec::len), [0, 2, MOST_DOTS, MOST_DOTS / 2 + 1, MOST_DOTS]);
        assert_eq!(dots.map(|dots| dots.last().map_or(0, |dot| dot[0] as usize)), games);
    }

    #[test]
    fn a_day_stands_once_under_the_curve() {
        // A mark has the largest step that leads to it.
        let mark = |at: u32| {
            let step_size = [100, 10].into_iter().find(|step| at.is_multiple_of(*step)).unwrap_or(1);
            GridMark { value: at.into(), step_size: step_size.into() }
        };
        for (games, step) in [(9, 1.0), (15, 1.0), (120, 10.0)] {
            let dates: Vec<u64> = vec![1_700_000_000; 120];
            let days = (1..=games).map(|at| day_at(mark(at), step, &dates)).filter(|day| !day.is_empty());
            assert_eq!(days.count(), 1, "{games} games of one day");
        }
    }

    #[test]
    fn of_several_years_the_first_day_of_each_stands_with_its_year_under_the_curve() {
        // Noon of 2023-11-14, the day after it, and both a year later.
        let dates = [0, 1, 366, 367].map(|day| 1_699_963_200 + 86_400 * day);
        let shown = |dates: &[u64]| {
            let mark = |at: usize| GridMark { value: at as f64, step_size: 1.0 };
            (1..=dates.len()).map(|at| day_at(mark(at), 1.0, dates)).collect::<Vec<_>>()
        };
        let years = |dates: &[u64]| {
            let year = |day: &String| day.split_once('\n').map(|(_, year)| year.to_owned()).unwrap_or_default();
            shown(dates).iter().map(year).collect::<Vec<_>>()
        };
        assert_eq!(years(&dates), ["2023", "", "2024", ""]);
        assert_eq!(years(&dates[..2]), ["", ""], "of one year no day needs it");
    }
}
