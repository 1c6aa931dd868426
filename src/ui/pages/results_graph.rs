//! Beside the results: the graph of the game, its rounds with the attack that decided each, and the clears by kind.

use super::super::draw::spaced_text;
use super::super::graph::{GraphLine, paint_line_graph};
use super::super::theme::{self, faded};
use super::{clock, counted};
use crate::game::stats::{Attack, ClearKind, MatchStats, RoundLoss, RoundSample, RoundStats, deciding_attack};
use bevy_egui::egui::{Align2, Color32, Painter, Rect, pos2, vec2};
use std::sync::Arc;

/// The ticks of a round over which a rate in the graph is taken.
const WINDOW: u64 = 10_000;
/// The height of a line in the table of clears, in points.
const LINE: f32 = 22.0;
/// The height of a round's line, in points.
const ROUND: f32 = 28.0;

/// Which figure of the game a graph of the results shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Curve {
    /// The speed: pieces locked in a second.
    #[default]
    Speed,
    /// The attack: lines in a minute, before they cancel anything.
    Attack,
    /// The graph shows the height of the stack, in rows.
    Height,
    /// The graph shows the lines cleared so far.
    Lines,
    /// The score so far, in points.
    Score,
}

impl Curve {
    /// The curves that a game for one, or with `versus` a match, offers to choose from, with their titles.
    pub(super) fn offered_with_titles(versus: bool) -> &'static [(Curve, &'static str)] {
        static ALL: [(Curve, &str); 5] = [
            (Curve::Attack, "Attack a minute"),
            (Curve::Speed, "Pieces a second"),
            (Curve::Height, "Stack height"),
            (Curve::Lines, "Lines"),
            (Curve::Score, "Score"),
        ];
        // Alone nobody attacks, and a match of two is not played for points.
        if versus { &ALL[..4] } else { &ALL[1..] }
    }

    fn value(self, samples: &[RoundSample], at: usize) -> f32 {
        let now = samples[at];
        // In a long round, samples lie farther apart than a second.
        let before = samples[..at].iter().rfind(|sample| sample.tick + WINDOW <= now.tick);
        let before = before.copied().unwrap_or_default();
        let rate = |count: u32| count as f32 * 1000.0 / (now.tick - before.tick).max(1) as f32;
        match self {
            // Where pieces were taken back there are fewer than before.
            Curve::Speed => rate(now.pieces.saturating_sub(before.pieces)),
            Curve::Attack => 60.0 * rate(now.attack.saturating_sub(before.attack)),
            Curve::Height => f32::from(now.height),
            Curve::Lines => now.lines as f32,
            Curve::Score => now.score as f32,
        }
    }

    /// The line in the graph for a player, through all rounds one after the other.
    fn line(self, stats: &MatchStats, colour: Color32) -> GraphLine {
        let mut points = Vec::new();
        let mut begin = 0.0;
        for round in &stats.rounds {
            let seconds = |tick: u64| tick as f32 / 1000.0;
            let samples = &round.samples;
            points.extend((0..samples.len()).map(|at| [begin + seconds(samples[at].tick), self.value(samples, at)]));
            begin += seconds(round.figures.ticks);
        }
        GraphLine { points, colour }
    }
}

/// The least height of the graph, in points: with less room the graph is left out.
const LEAST: f32 = 110.0;
/// The greatest height of the graph, in points.
const MOST: f32 = 300.0;

/// Paints the graph. `players` has the statistics, colour and name of each seat.
pub(super) fn paint_graph(
    painter: &Painter,
    rect: Rect,
    curve: (Curve, &str),
    players: &[(&MatchStats, Color32, &str)],
) {
    if rect.height() < LEAST {
        return;
    }
    let lines: Vec<GraphLine> = players.iter().map(|(stats, colour, _)| curve.0.line(stats, *colour)).collect();
    let mut marks = Vec::new();
    if let Some((stats, ..)) = players.first() {
        let mut begin = 0.0;
        for round in stats.rounds.iter().take(stats.rounds.len().saturating_sub(1)) {
            begin += round.figures.ticks as f32 / 1000.0;
            marks.push(begin);
        }
    }
    let whole = !matches!(curve.0, Curve::Speed);
    let place = Rect::from_min_size(rect.min, vec2(rect.width(), rect.height().min(MOST)));
    paint_line_graph(painter, place, curve.1, &lines, &marks, whole);
}

fn heading(painter: &Painter, rect: Rect, words: &str) -> f32 {
    spaced_text(painter, rect.min + vec2(4.0, 0.0), Align2::LEFT_TOP, words, theme::semibold(11.5), theme::GOLD, 1.6);
    rect.top() + 20.0
}

/// Paints a line for each round of a match of two: who won it, how long it took, and the attack that decided it. If
/// there is too little room, the last rounds are shown. Returns the height at which they end.
pub(super) fn paint_rounds(painter: &Painter, rect: Rect, players: &[(&MatchStats, Color32, &str)]) -> f32 {
    let [left, right] = players else { return rect.top() };
    // Where menus are so large that no round has room, there is no heading either.
    if rect.height() < 20.0 + ROUND {
        return rect.top();
    }
    let mut y = heading(painter, rect, "ROUNDS AND WHAT DECIDED THEM");
    let [time, what] = if rect.width() < 600.0 { [136.0, 184.0] } else { [190.0, 262.0] };
    let ended: Vec<(&Arc<RoundStats>, &Arc<RoundStats>)> =
        left.0.rounds.iter().zip(&right.0.rounds).filter(|(round, _)| round.ended.is_some()).collect();
    let room = ((rect.bottom() - y) / ROUND).floor().clamp(1.0, 7.0) as usize;
    let skipped = ended.len().saturating_sub(room);
    for (number, (one, two)) in ended.iter().enumerate().skip(skipped) {
        let (name, colour, words) = match one.ended.flatten() {
            Some(0) => (left.2, left.1, decided(one, two.loss, right.2)),
            Some(_) => (right.2, right.1, decided(two, one.loss, left.2)),
            None => ("Draw", theme::ASH, "played again".to_owned()),
        };
        let back = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), ROUND - 3.0));
        painter.rect_filled(back, 3, faded(theme::NIGHT, 0.55));
        let at = back.left_center() + vec2(14.0, 0.0);
        let text = |x: f32, words: &str, font, colour| {
            painter.text(at + vec2(x, 0.0), Align2::LEFT_CENTER, words, font, colour);
        };
        text(0.0, &format!("{}", number + 1), theme::semibold(15.0), theme::ASH);
        let end = at.x + time - 10.0;
        theme::paint_shortened_text(painter, at + vec2(32.0, 0.0), end, name, (theme::semibold(15.0), colour));
        text(time, &clock(one.figures.ticks), theme::regular(15.0), theme::IVORY);
        let from = at + vec2(what, 0.0);
        theme::paint_shrunk_text(painter, from, &words, 15.0, theme::IVORY, back.right() - 10.0 - from.x);
        y += ROUND;
    }
    y
}

/// What decided a round for its winner, in words: an attack, where it was not something else that ended the round.
/// `name` is the name of the loser, and `loss` how that player lost.
fn decided(winner: &RoundStats, loss: Option<RoundLoss>, name: &str) -> String {
    match loss {
        Some(RoundLoss::GivenUp) => format!("{name} gave up"),
        Some(RoundLoss::NoPieceLeft) => format!("{name} had no piece left"),
        Some(RoundLoss::TimeOver) => format!("time was up: {name} had received more garbage"),
        Some(RoundLoss::Goal) => "the goal of the game decided".to_owned(),
        Some(RoundLoss::ToppedOut) | None => {
            deciding_attack(winner).map_or_else(|| format!("{name} topped out without an attack"), attack_in_words)
        }
    }
}

/// An attack in words, such as "back-to-back quad, combo 2: 5 lines at 0:41.3".
fn attack_in_words(attack: &Attack) -> String {
    let kind = attack.kind.title().to_lowercase();
    let mut words = match (attack.perfect, attack.back_to_back) {
        (true, _) => format!("perfect clear by a {kind}"),
        (_, true) => format!("back-to-back {kind}"),
        _ => kind,
    };
    if attack.combo > 0 {
        words.push_str(&format!(", combo {}", attack.combo));
    }
    format!("{words}: {} at {}", counted(attack.lines, "line"), clock(attack.tick))
}

/// Paints how many clears of each kind there were, in two columns, with the counts of all players. Returns the height
/// at which they end.
pub(super) fn paint_clears(painter: &Painter, rect: Rect, players: &[(&MatchStats, Color32, &str)]) -> f32 {
    let totals: Vec<_> = players.iter().map(|(stats, colour, _)| (stats.total_of_rounds(), *colour)).collect();
    let made = |kind: ClearKind| totals.iter().any(|(figures, _)| figures.clears_of(kind) > 0);
    let basic =
        |kind: ClearKind| matches!(kind, ClearKind::Single | ClearKind::Double | ClearKind::Triple | ClearKind::Tetris);
    let kinds = ClearKind::ALL.into_iter().filter(|kind| made(*kind) || basic(*kind));
    let top = heading(painter, rect, "CLEARS");
    // The second column ends where the panels above and below do.
    let half = (rect.width() + 8.0) / 2.0;
    let rows = ((rect.bottom() - top) / LINE).floor().max(1.0) as usize;
    let perfect = totals.iter().any(|(figures, _)| figures.perfect > 0);
    let mut lines: Vec<(&str, Vec<(u32, Color32)>)> = kinds
        .map(|kind| (kind.title(), totals.iter().map(|(figures, colour)| (figures.clears_of(kind), *colour)).collect()))
        .collect();
    if perfect {
        lines.push(("Perfect clear", totals.iter().map(|(figures, colour)| (figures.perfect, *colour)).collect()));
    }
    let deep = lines.len().div_ceil(2).max(1).min(rows);
    for (index, (label, counts)) in lines.iter().enumerate().take(deep * 2) {
        let (column, row) = (index / deep, index % deep);
        let left = rect.left() + half * column as f32;
        let y = top + LINE * row as f32 + LINE / 2.0;
        let back = Rect::from_min_size(pos2(left, y - LINE / 2.0 + 1.0), vec2(half - 8.0, LINE - 2.0));
        painter.rect_filled(back, 3, faded(theme::NIGHT, 0.55));
        painter.text(pos2(left + 10.0, y), Align2::LEFT_CENTER, *label, theme::regular(14.0), theme::ASH);
        let mut x = left + half - 20.0;
        for (count, colour) in counts.iter().rev() {
            let colour = match (*count, totals.len()) {
                (0, _) => faded(theme::ASH, 0.7),
                (_, 1) => theme::IVORY,
                _ => *colour,
            };
            painter.text(pos2(x, y), Align2::RIGHT_CENTER, count.to_string(), theme::extrabold(15.0), colour);
            x -= 44.0;
        }
    }
    top + LINE * deep as f32
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;

    /// The statistics of a player in a match whose rounds ended so.
    fn of_rounds(ended: &[Option<Option<u8>>]) -> MatchStats {
        let mut stats = MatchStats::default();
        stats.rounds.extend(ended.iter().map(|ended| {
            let mut round = RoundStats::default();
            round.ended = *ended;
            Arc::new(round)
        }));
        stats
    }

    #[test]
    fn a_rate_is_that_of_the_last_ten_seconds_however_far_apart_samples_lie() {
        for every in [1000, 2000, 5000] {
            // One piece a second for a minute, then three.
            let sample = |tick: u64| {
                let pieces = tick.min(60_000) / 1000 + tick.saturating_sub(60_000) * 3 / 1000;
                RoundSample { tick, pieces: pieces as u32, ..RoundSample::default() }
            };
            let samples: Vec<RoundSample> = (1..=100_000 / every).map(|at| sample(at * every)).collect();
            let speed = |tick: u64| Curve::Speed.value(&samples, (tick / every) as usize - 1);
            assert_eq!([10_000, 60_000, 70_000].map(speed), [1.0, 1.0, 3.0], "a sample in {every} ticks");
        }
    }

    #[test]
    fn the_last_rounds_that_have_room_are_listed_each_by_who_won_it() {
        let rounds = [Some(Some(0)), Some(Some(1)), Some(None), Some(Some(1)), None];
        let [anna, boris] = [of_rounds(&rounds), of_rounds(&rounds)];
        let players = [(&anna, theme::GOLD, "Anna"), (&boris, theme::RIVER, "Boris")];
        let listed = |height: f32| -> Vec<String> {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(440.0, height));
            let shapes = still_frame(|menu| {
                assert!(paint_rounds(&menu.side_painter(), rect, &players) <= rect.bottom());
            });
            let texts = texts_in_shapes(&shapes).map(|text| text.galley.text());
            let known = ["1", "2", "3", "4", "5", "Anna", "Boris", "Draw"];
            texts.filter(|text| known.contains(text)).map(str::to_owned).collect()
        };
        assert_eq!(listed(200.0), ["1", "Anna", "2", "Boris", "3", "Draw", "4", "Boris"]);
        assert_eq!(listed(80.0), ["3", "Draw", "4", "Boris"]);
        assert!(listed(40.0).is_empty(), "no round has room");
    }

    #[test]
    fn a_name_of_wide_letters_ends_before_the_time_of_the_round() {
        let (stats, long) = (of_rounds(&[Some(Some(0))]), "Щ".repeat(24));
        let players = [(&stats, theme::GOLD, long.as_str()), (&stats, theme::RIVER, "Boris")];
        for width in [440.0, 700.0] {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 200.0));
            let shapes = still_frame(|menu| {
                paint_rounds(&menu.side_painter(), rect, &players);
            });
            let place = |words: &str| {
                let found = texts_in_shapes(&shapes).find(|text| text.galley.text() == words);
                found.map(|text| text.visual_bounding_rect())
            };
            let (name, time) = (place(&long), place(&clock(0)));
            assert!(name.zip(time).is_some_and(|(name, time)| name.right() < time.left()), "{name:?}, {time:?}");
        }
    }

    #[test]
    fn a_round_that_ended_without_a_top_out_says_what_ended_it() {
        let words = |loss| decided(&RoundStats::default(), loss, "Anna");
        assert_eq!(words(Some(RoundLoss::ToppedOut)), "Anna topped out without an attack");
        assert_eq!(words(Some(RoundLoss::GivenUp)), "Anna gave up");
        assert_eq!(words(Some(RoundLoss::TimeOver)), "time was up: Anna had received more garbage");
    }
}
