//! What stands beside the rows of the results: the story of the match with its score and rating, or the figures of its
//! players and their clears.

use super::super::menu::Menu;
use super::super::theme;
use super::results_graph::{self, Curve};
use super::{best, clock, exact_clock, results_figures, results_story, with_thousands};
use crate::app::history::GameHistory;
use crate::app::persistence::rating::rating_text;
use crate::app::rematch_score::RematchScore;
use crate::app::results::MatchResults;
use crate::game::modes::GameComparison;
use crate::game::stats::MatchStats;
use bevy_egui::egui::{Color32, Painter, Rect, pos2, vec2};

/// The data from which the page paints what stands beside its rows.
pub(super) struct ResultsPanel<'a> {
    pub(super) results: &'a MatchResults,
    pub(super) series: &'a RematchScore,
    pub(super) history: &'a GameHistory,
    pub(super) stats: &'a [(u8, &'a MatchStats)],
    /// Whether the match was the first one of a new player.
    pub(super) is_first: bool,
    /// Whether the match was to be rated, as [`was_wanted`](crate::app::rated_match::RatedMatch::was_wanted) says, and
    /// whether its rules were those under which matches are rated.
    pub(super) terms: (Option<bool>, bool),
    /// Why the match was given up; `None` if nobody said why.
    pub(super) why: Option<&'a str>,
    /// The lines on what is new after this match, from [`news_in_words`](super::results_news::news_in_words).
    pub(super) news: String,
    /// The curve of the graph, with its title.
    pub(super) curve: (Curve, &'static str),
    /// Seconds for which the page has been shown.
    pub(super) since: f32,
    /// Seconds since the program started.
    pub(super) now: f32,
}

impl ResultsPanel<'_> {
    /// Paints one of the two tabs beside the rows.
    pub(super) fn show(&self, menu: &mut Menu, tab: usize) {
        let place = menu.side;
        let painter = menu.side_painter().with_clip_rect(place.expand(2.0));
        match tab {
            0 => {
                menu.tell_aside(|| self.in_words());
                self.story(&painter, place);
            }
            _ => self.figures(&painter, place),
        }
    }

    /// The statistics of the players with their colours and names, by seat.
    fn players(&self) -> Vec<(&MatchStats, Color32, &str)> {
        let colours = [theme::VERMILION, theme::RIVER];
        let versus = self.stats.len() > 1;
        let seats = self.stats.iter().zip(&self.results.seats);
        seats
            .map(|(&(seat, stats), sum)| {
                let colour = if versus { colours[usize::from(seat) % 2] } else { theme::GOLD };
                (stats, colour, sum.name.as_str())
            })
            .collect()
    }

    /// Paints what happened in the match: the score, the rating, the records, the rounds and a graph.
    fn story(&self, painter: &Painter, place: Rect) {
        let below = |y: f32| Rect::from_min_max(pos2(place.left(), y + 10.0), place.max);
        let mut y = match (&*self.results.seats, self.stats) {
            ([_, _], [_, _]) => results_story::paint_score(painter, place, self.results, self.series),
            ([sum, ..], [(_, stats), ..]) => {
                results_figures::paint_solo_figures(painter, place, self.results, (sum, &stats.total_of_rounds()))
            }
            _ => place.top(),
        };
        if let Some(why) = self.why {
            y = results_story::paint_give_up_reason(painter, below(y), why);
        }
        let of = (self.history, self.is_first, self.terms);
        y = results_story::paint_rating_change(painter, below(y), of, self.since).max(y);
        if let Some(words) = own_best(self.results) {
            let rect = Rect::from_min_size(below(y).min, vec2(place.width(), 38.0));
            best::paint_new_best(painter, rect, &words, self.now);
            y = rect.bottom();
        }
        if !self.news.is_empty() {
            y = results_story::paint_news(painter, below(y), &self.news);
        }
        let players = self.players();
        y = results_graph::paint_rounds(painter, below(y), &players).max(y);
        results_graph::paint_graph(painter, below(y), self.curve, &players);
    }

    /// What a screen reader says of the story.
    fn in_words(&self) -> String {
        let result = match &*self.results.seats {
            [one, other] => format!("{} {}, {} {}", one.name, one.wins, other.name, other.wins),
            [sum, ..] => format!("Score {}, lines {}", with_thousands(sum.score), sum.lines),
            [] => String::new(),
        };
        let time = format!("{} played", clock(self.results.time));
        let rated = self.history.last.as_ref().and_then(|last| last.rated);
        let rating = rated.map(|rated| format!("Your rating is {}", rating_text(rated.rating, rated.deviation)));
        let parts = [Some(result), Some(time), self.why.map(str::to_owned), rating, own_best(self.results)];
        let parts = parts.into_iter().flatten().chain([self.news.clone()]).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(". ")
    }

    /// Paints the figures of the players, their clears by kind, and a graph.
    fn figures(&self, painter: &Painter, place: Rect) {
        let players = self.players();
        let y = match players.as_slice() {
            [(one, left, name), (two, right, other)] => {
                let names = [(*name, *left), (*other, *right)];
                let totals = [one, two].map(|stats| stats.total_of_rounds());
                results_figures::paint_duel_figures(painter, place, names, totals.each_ref()) + 14.0
            }
            _ => place.top(),
        };
        let y = results_graph::paint_clears(painter, place.with_min_y(y), &players) + 14.0;
        results_graph::paint_graph(painter, place.with_min_y(y), self.curve, &players);
    }
}

/// The line about the game's place among the ten best of its kind, and by how much it beats the best before it; `None`
/// if it is not among them.
fn own_best(results: &MatchResults) -> Option<String> {
    let place = results.broken.place?;
    let better = results.kind.2;
    let name = results.kind.1.to_uppercase();
    let before = results.best_before.as_ref();
    let (score, time) = (results.seats.iter().find(|sum| sum.person)?.score, results.time);
    let by = before.map(|before| match better {
        GameComparison::Score => format!("+{}", with_thousands(score.saturating_sub(before.score))),
        GameComparison::Sooner => format!("{} sooner", exact_clock(before.time.saturating_sub(time))),
        GameComparison::Longer => format!("{} longer", exact_clock(time.saturating_sub(before.time))),
    });
    Some(match (place, by) {
        (1, Some(by)) => format!("NEW BEST  ·  {name}  ·  {by}"),
        (1, None) => format!("YOUR FIRST RESULT  ·  {name}"),
        (place, _) => format!("NUMBER {place} OF YOUR TEN BEST  ·  {name}"),
    })
}
