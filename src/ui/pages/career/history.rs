//! The history: a figure over the games of a mode or against an opponent as a curve, the last as a list, the export.

use super::super::super::graph;
use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use super::super::{capital, counted};
use super::summary::summary;
use super::{CareerWish, list};
use crate::app::history::GameHistory;
use crate::app::persistence::history::ComputerOpponent;
use crate::app::persistence::{FinishedGame, rating};
use crate::game::Mode;
use crate::storage::calendar;
use bevy_egui::egui::{Align2, Rect, pos2, vec2};
use egui_plot::{AxisHints, GridMark, Line, PlotPoints, Points, uniform_grid_spacer};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

/// The height of the chart of the player's games, in points.
const CURVE: f32 = 250.0;
/// How many of the last games are listed.
const LISTED: usize = 10;
/// The most points of a chart: of more, single ones cannot be told apart, and each frame paints all.
const MOST_DOTS: usize = 500;

/// A function that reads a figure out of a finished game; `None` if the game does not have it.
type GameFigure = fn(&FinishedGame) -> Option<f64>;

/// Whether a game was played against an opponent: a computer player, or somebody at another machine.
pub(super) fn is_match(game: &FinishedGame) -> bool {
    game.opponent.is_some() || game.online.is_some()
}

/// The title of the player's rating among the figures.
const RATING: &str = "Rating";

/// The figures that can be shown, with their titles.
const FIGURES: [(&str, GameFigure); 12] = [
    ("Pieces a second (PPS)", |game| Some(game.you.pps())),
    ("Attack a minute (APM)", |game| is_match(game).then(|| game.you.apm())),
    ("Attack a piece (APP)", |game| is_match(game).then(|| game.you.attack_per_piece())),
    ("VS score", |game| is_match(game).then(|| game.you.versus_score())),
    (RATING, known_rating),
    ("Finesse, per cent", |game| game.you.finesse_share().map(|share| share * 100.0)),
    ("Score", |game| Some(game.you.score as f64)),
    ("Lines", |game| Some(f64::from(game.you.lines))),
    ("Time played, seconds", |game| Some(game.you.ticks as f64 / 1000.0)),
    ("Quad rate, per cent", |game| Some(game.you.tetris_rate() * 100.0)),
    ("Longest combo", |game| Some(f64::from(game.you.combo))),
    ("Keys a piece (KPP)", |game| Some(game.you.kpp())),
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

/// What tells one opponent from another, and whether it is a person: people may call themselves as computer players are
/// called. It is the name of a computer player, and a person's public key, or the name in a line that has no key.
type OpponentKey = (String, bool);

/// What the player has chosen on the tab of the history: which games, and which figure.
#[derive(Clone, Debug, Default)]
pub(super) struct HistoryChoices {
    /// Only games of this mode are shown, or those that reached one goal of it, as `sprint 40`; `None`: of all modes.
    mode: Option<String>,
    /// The opponent whose games are shown; `None`: against all, and alone.
    opponent: Option<OpponentKey>,
    figure: usize,
}

pub(super) fn show(menu: &mut Menu, history: &GameHistory, view: &mut HistoryChoices) -> Option<CareerWish> {
    let games = &history.games;
    choose(menu, "Mode", &mut view.mode, modes_and_goals(games), |mode| capital(mode));
    menu.explain_row("Games of one mode, or of all; of sprints, digs and blitzes also those that reached one goal");
    let titles = titles(games);
    let opponents = opponents(games, &titles);
    let in_words = |who: &OpponentKey| {
        opponents.iter().find(|(known, _)| known == who).map_or_else(|| who.0.clone(), |(_, words)| words.clone())
    };
    let known = opponents.iter().map(|(who, _)| who.clone()).collect();
    choose(menu, "Opponent", &mut view.opponent, known, in_words);
    menu.explain_row("Games against one computer player or person, or against all and alone");
    let at = view.figure % FIGURES.len();
    view.figure = menu.pick_index("Chart of", FIGURES[at].0, at, FIGURES.len()).unwrap_or(at);
    menu.explain_row("What the chart shows: single games as dots, and the mean of ten as a curve");
    let export = menu.button("Export as CSV");
    menu.explain_row("Every game with all its figures, for spreadsheets; as 'korobka history --csv' prints it");
    let opponent = view.opponent.as_ref().map(|(key, is_person)| (key.as_str(), *is_person));
    let chosen: Vec<&FinishedGame> = games
        .iter()
        .filter(|game| {
            view.mode.as_ref().is_none_or(|mode| *mode == game.mode || goal_name(game).as_ref() == Some(mode))
        })
        .filter(|game| opponent.is_none() || opponent_key(game, &titles) == opponent)
        .collect();
    let heading = match chosen.len() {
        0 => "No finished games here yet".to_owned(),
        count if count > LISTED => format!("The last {LISTED} of {count} games"),
        count => counted(count, "game"),
    };
    menu.heading(&heading);
    let last: Vec<&FinishedGame> = chosen.iter().rev().take(LISTED).copied().collect();
    list::add_rows(menu, &last);
    let side = menu.side;
    let above = Rect::from_min_size(side.min, vec2(side.width(), CURVE));
    curve(menu, above, &chosen, FIGURES[view.figure % FIGURES.len()]);
    let under = Rect::from_min_max(pos2(side.left(), side.top() + CURVE + 12.0), side.max);
    summary(&menu.side_painter(), under, &chosen);
    export.then_some(CareerWish::Export)
}

/// The name of each computer player that was met in the games. Several rivals are one player at different speeds.
fn titles(games: &[FinishedGame]) -> HashMap<&ComputerOpponent, String> {
    let met: HashSet<&ComputerOpponent> = games.iter().filter_map(|game| game.opponent.as_ref()).collect();
    met.into_iter().map(|foe| (foe, foe.title())).collect()
}

/// The name of the goal that a sprint, a dig or a blitz has reached, as `sprint 40`.
fn goal_name(game: &FinishedGame) -> Option<String> {
    game.reached_goal().map(with_goal)
}

/// The name of a mode with a goal of it, as `sprint 40` or `blitz 5 min`.
fn with_goal((mode, goal): (&str, u32)) -> String {
    let unit = if mode == Mode::Blitz.entry().id { " min" } else { "" };
    format!("{mode} {goal}{unit}")
}

/// The modes of the games, each with the goals after it that were reached, the nearest first.
fn modes_and_goals(games: &[FinishedGame]) -> Vec<String> {
    let modes = games.iter().map(|game| (game.mode.as_str(), None));
    let goals = games.iter().filter_map(FinishedGame::reached_goal).map(|(mode, goal)| (mode, Some(goal)));
    let all: BTreeSet<(&str, Option<u32>)> = modes.chain(goals).collect();
    all.into_iter().map(|(mode, goal)| goal.map_or_else(|| mode.to_owned(), |goal| with_goal((mode, goal)))).collect()
}

/// Who was the opponent in a game, as [`OpponentKey`] tells one from another.
fn opponent_key<'a>(game: &'a FinishedGame, titles: &'a HashMap<&ComputerOpponent, String>) -> Option<(&'a str, bool)> {
    match (&game.opponent, &game.online) {
        (Some(foe), _) => titles.get(foe).map(|title| (title.as_str(), false)),
        (None, Some(other)) if other.id.is_empty() => Some((other.name.as_str(), true)),
        (None, Some(other)) => Some((other.id.as_str(), true)),
        (None, None) => None,
    }
}

/// The different opponents in the games, sorted by their names, each with the words for it in the row that chooses one.
/// A person has the name of the last game with them. Of several people of one name, the beginning of the key tells
/// which one is meant.
fn opponents(games: &[FinishedGame], titles: &HashMap<&ComputerOpponent, String>) -> Vec<(OpponentKey, String)> {
    let named = games.iter().filter_map(|game| {
        let who = opponent_key(game, titles)?;
        Some((who, game.online.as_ref().filter(|_| who.1).map_or(who.0, |other| other.name.as_str())))
    });
    let names: HashMap<(&str, bool), &str> = named.collect();
    let mut found: Vec<_> = names.into_iter().map(|((key, is_person), name)| (name, is_person, key)).collect();
    found.sort_unstable();
    let in_words = |&(name, is_person, key): &(&str, bool, &str)| {
        let namesakes = found.iter().filter(|other| (other.0, other.1) == (name, is_person)).count();
        let words = match (is_person, namesakes) {
            (false, _) => name.to_owned(),
            (true, 1) => format!("{name}, a person"),
            _ if key == name => format!("{name}, a person (no key)"),
            _ => format!("{name}, a person ({})", key.get(..8).unwrap_or(key)),
        };
        ((key.to_owned(), is_person), words)
    };
    found.iter().map(in_words).collect()
}

/// Adds a row that chooses one of these, or "All", which comes first.
fn choose<T: Clone + PartialEq>(
    menu: &mut Menu,
    label: &str,
    value: &mut Option<T>,
    known: Vec<T>,
    title: impl Fn(&T) -> String,
) {
    let at = value.as_ref().and_then(|value| known.iter().position(|known| known == value)).map_or(0, |at| at + 1);
    let shown = value.as_ref().map_or_else(|| "All".to_owned(), title);
    if let Some(next) = menu.pick_index(label, &shown, at, known.len() + 1) {
        *value = next.checked_sub(1).map(|at| known[at].clone());
    }
}

/// Paints the curve of a figure over the games that have it.
fn curve(menu: &mut Menu, rect: Rect, games: &[&FinishedGame], shown: (&str, GameFigure)) {
    let painter = menu.side_painter();
    theme::paint_side_background(&painter, rect);
    let top = rect.min + vec2(16.0, 12.0);
    painter.text(top, Align2::LEFT_TOP, shown.0, theme::semibold(15.0), theme::GOLD);
    let points: Vec<(u64, f64)> =
        games.iter().filter_map(|game| Some((game.date, shown_figure(game, shown)?))).collect();
    if points.len() < 2 {
        let words = "Two games make a curve";
        painter.text(rect.center(), Align2::CENTER_CENTER, words, theme::regular(14.5), theme::ASH);
        return;
    }
    let place = Rect::from_min_max(rect.min + vec2(10.0, 38.0), rect.max - vec2(12.0, 8.0));
    let mut child = menu.side_panel_ui("curve", place);
    child.set_clip_rect(place);
    let dates: Vec<u64> = points.iter().map(|(date, _)| *date).collect();
    let series = |from: &[(u64, f64)]| -> Vec<[f64; 2]> {
        from.iter().enumerate().map(|(game, (_, value))| [(game + 1) as f64, *value]).collect()
    };
    let values = series(&points);
    // The mean of the last ten games is painted over the single games, since one game says little.
    let mean: Vec<[f64; 2]> = (0..values.len())
        .map(|at| {
            let window = &values[(at + 1).saturating_sub(10)..=at];
            [values[at][0], window.iter().map(|point| point[1]).sum::<f64>() / window.len() as f64]
        })
        .collect();
    let day = move |mark: GridMark, range: &RangeInclusive<f64>| {
        // So many games are as wide as a day needs.
        let games = 52.0 * (range.end() - range.start()) / f64::from(place.width());
        day_at(mark, 10_f64.powf(games.log10().ceil().max(0.0)), &dates)
    };
    let level =
        |mark: GridMark, _: &RangeInclusive<f64>| format!("{:.*}", graph::decimals(mark.step_size as f32), mark.value);
    graph::still_plot("history")
        .custom_x_axes(vec![AxisHints::new_x().formatter(day).label_spacing(36.0..=52.0)])
        .custom_y_axes(vec![AxisHints::new_y().formatter(level).label_spacing(14.0..=26.0)])
        .y_grid_spacer(uniform_grid_spacer(|grid| [graph::value_step(grid.bounds.1 - grid.bounds.0, 5.0); 3]))
        .include_y(0.0)
        .show(&mut child, |plot| {
            let dots = PlotPoints::from(thinned(&values));
            plot.points(Points::new("games", dots).color(faded(theme::GOLD, 0.75)).radius(3.0));
            plot.line(Line::new("mean of ten", PlotPoints::from(thinned(&mean))).color(theme::GOLD).width(2.0));
        });
}

/// These points, or every second, third and so on where there are more than [`MOST_DOTS`]; the last is among them.
fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let step = points.len().div_ceil(MOST_DOTS).max(1);
    points.iter().skip(points.len().saturating_sub(1) % step).step_by(step).copied().collect()
}

/// The day of the game at a mark, for marks that are at least `step` games apart: the others have no room for it. A day
/// stands once, at the first of these marks that lies in it.
fn day_at(mark: GridMark, step: f64, dates: &[u64]) -> String {
    let day_of = |at: f64| {
        let game = at.round();
        let whole = (at - game).abs() < 0.01 && game >= 1.0;
        whole.then(|| dates.get(game as usize - 1)).flatten().map(|date| calendar::format_day(*date))
    };
    let has_room = mark.step_size > step * 0.99;
    let day = day_of(mark.value).filter(|day| has_room && day_of(mark.value - step).as_ref() != Some(day));
    day.map_or_else(String::new, |day| day[5..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::super::super::menu::Cursor;
    use super::super::super::super::test_frame::frame;
    use super::*;
    use crate::app::devices::nav::NavigationSteps;
    use crate::app::persistence::history::{GameOutcome, OnlineOpponent, RatingChange};
    use crate::game::Pace;
    use crate::game::stats::PlayerFigures;

    #[test]
    fn a_row_of_names_has_all_before_the_first_and_goes_round() {
        let next = |from: &str, right: bool| {
            let mut value = Some(from.to_owned()).filter(|from| !from.is_empty());
            let nav = NavigationSteps { left: !right, right, ..NavigationSteps::default() };
            frame(400.0, nav, &mut Cursor::default(), |menu| {
                choose(menu, "Mode", &mut value, vec!["dig".to_owned(), "sprint".to_owned()], |mode| capital(mode));
            });
            value.unwrap_or_default()
        };
        assert_eq!(["", "dig", "sprint", "gone"].map(|from| next(from, true)), ["dig", "sprint", "", "dig"]);
        assert_eq!(["", "dig", "sprint", "gone"].map(|from| next(from, false)), ["sprint", "", "dig", "sprint"]);
    }

    /// The opponents of these games, as the row that chooses one shows them.
    fn names(games: &[FinishedGame]) -> Vec<String> {
        opponents(games, &titles(games)).into_iter().map(|(_, words)| words).collect()
    }

    #[test]
    fn rivals_that_are_one_player_are_told_apart() {
        let game = |milli_pps, slips| {
            let opponent = Some(ComputerOpponent { spec: "iwumbwe:0".to_owned(), pace: Pace { milli_pps }, slips });
            FinishedGame { opponent, ..FinishedGame::default() }
        };
        let games = [game(860, 5), game(800, 0), game(860, 5), FinishedGame::default()];
        assert_eq!(names(&games), ["Kolobok", "Matryoshka"]);
    }

    #[test]
    fn people_at_other_machines_are_opponents_too() {
        let game = |name: &str| {
            let online = Some(OnlineOpponent { name: name.to_owned(), ..OnlineOpponent::default() });
            FinishedGame { online, ..FinishedGame::default() }
        };
        let games = [game("Boris"), FinishedGame::default(), game("Anna"), game("Boris")];
        assert_eq!(names(&games), ["Anna, a person", "Boris, a person"]);
    }

    #[test]
    fn a_person_who_is_called_like_a_computer_player_is_another_opponent() {
        let opponent = Some(ComputerOpponent { spec: "iwumbwe:0".to_owned(), pace: Pace { milli_pps: 860 }, slips: 5 });
        let online = Some(OnlineOpponent { name: "Kolobok".to_owned(), ..OnlineOpponent::default() });
        let games =
            [FinishedGame { online, ..FinishedGame::default() }, FinishedGame { opponent, ..FinishedGame::default() }];
        assert_eq!(names(&games), ["Kolobok", "Kolobok, a person"]);
    }

    #[test]
    fn people_are_told_apart_by_their_keys_and_have_the_name_of_their_last_game() {
        let game = |name: &str, id: &str| {
            let online = Some(OnlineOpponent { name: name.to_owned(), id: id.to_owned(), ..OnlineOpponent::default() });
            FinishedGame { online, ..FinishedGame::default() }
        };
        let games = [
            game("Boris", "0123456789"),
            game("Boris", "abcdef0123"),
            game("Ann", "00ff"),
            game("Anna", "00ff"),
            game("Boris", ""),
        ];
        let people =
            ["Anna, a person", "Boris, a person (01234567)", "Boris, a person (no key)", "Boris, a person (abcdef01)"];
        assert_eq!(names(&games), people);
        let titles = titles(&games);
        let anna = games.iter().filter(|game| opponent_key(game, &titles) == Some(("00ff", true)));
        assert_eq!(anna.count(), 2, "under both names");
    }

    #[test]
    fn games_can_be_chosen_by_the_goal_that_they_reached() {
        let sprint = |lines, verdict| FinishedGame {
            mode: "sprint".to_owned(),
            verdict,
            you: PlayerFigures { lines, ..PlayerFigures::default() },
            ..FinishedGame::default()
        };
        let games = [100, 43, 20].map(|lines| sprint(lines, GameOutcome::Won));
        assert_eq!(modes_and_goals(&games), ["sprint", "sprint 20", "sprint 40", "sprint 100"]);
        assert_eq!(games.iter().filter(|game| goal_name(game).as_deref() == Some("sprint 40")).count(), 1);
        assert_eq!(modes_and_goals(&[sprint(40, GameOutcome::Ended)]), ["sprint"], "it was not won");
        let blitz = |ticks| FinishedGame {
            mode: "blitz".to_owned(),
            verdict: GameOutcome::Won,
            you: PlayerFigures { ticks, ..PlayerFigures::default() },
            ..FinishedGame::default()
        };
        let games = [300_000, 120_000].map(blitz);
        assert_eq!(modes_and_goals(&games), ["blitz", "blitz 2 min", "blitz 5 min"]);
    }

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
}
