//! The result of a match as a few lines of plain text, which players send to each other.

use super::{clock, counted, exact_clock, with_thousands};
use crate::app::rematch_score::RematchScore;
use crate::app::results::MatchResults;
use crate::game::modes::GameComparison;
use crate::game::stats::{MatchStats, PlayerFigures};
use crate::game::{MatchSetup, Mode};
use crate::rules::{RuleSet, Rules};

/// A figure as text, with the short name by which players of other games know it; `None` where there is none.
type FigureText = fn(&PlayerFigures) -> Option<String>;

/// The figures of a game for one.
const ALONE: [FigureText; 5] = [
    |made| Some(counted(made.lines, "line")),
    |made| Some(counted(made.pieces, "piece")),
    |made| Some(format!("{:.2} PPS", made.pps())),
    |made| Some(format!("{:.2} KPP", made.kpp())),
    |made| made.finesse_per_cent().map(|share| format!("finesse {share} %")),
];

/// The figures of each player in a match of two.
const OF_TWO: [FigureText; 6] = [
    |made| Some(format!("{:.2} PPS", made.pps())),
    |made| Some(format!("{:.1} APM", made.apm())),
    |made| Some(format!("{:.2} APP", made.attack_per_piece())),
    |made| Some(format!("{:.1} VS", made.versus_score())),
    |made| Some(counted(made.pieces, "piece")),
    |made| made.finesse_per_cent().map(|share| format!("finesse {share} %")),
];

/// The result of a match that is over: what was played and by which rules, how it ended, the figures of each player,
/// and the matches won over rematches. `title` is that of the page, and `stats` has the statistics by seat.
pub(super) fn result_as_text(
    results: &MatchResults,
    title: &str,
    series: &RematchScore,
    setup: Option<&MatchSetup>,
    stats: &[(u8, &MatchStats)],
) -> String {
    let is_of_two = results.seats.len() > 1;
    let played = what_was_played(results.mode, setup, is_of_two);
    // Where the page has the name of the mode for its title, that is said already.
    let ended = if is_of_two || title == played { String::new() } else { format!(" · {title}") };
    let mut lines = vec![format!("Korobka · {played}{ended}")];
    let totals = stats.iter().map(|(_, stats)| stats.total_of_rounds());
    if let [one, other] = results.seats.as_slice() {
        let winner = results.winner.and_then(|seat| results.seats.get(usize::from(seat)));
        let winner = winner.map_or_else(|| "nobody won".to_owned(), |winner| format!("{} won", winner.name));
        let (score, time) = (format!("{} {} : {} {}", one.name, one.wins, other.wins, other.name), clock(results.time));
        lines.push(format!("{score} · {winner} after {time}"));
        let figures = totals.zip(&results.seats);
        lines.extend(figures.map(|(made, sum)| format!("{}: {}", sum.name, in_a_line(&OF_TWO, &made))));
        if series.wins.iter().sum::<u32>() > 1 {
            lines.push(format!("Matches so far {} : {}", series.wins[0], series.wins[1]));
        }
    } else {
        let score = with_thousands(results.seats.first().map_or(0, |sum| sum.score));
        let time = exact_clock(results.time);
        lines.push(match results.kind.2 {
            GameComparison::Score => format!("Score {score} in {time}"),
            GameComparison::Sooner | GameComparison::Longer => format!("Time {time}, score {score}"),
        });
        lines.extend(totals.map(|made| in_a_line(&ALONE, &made)));
    }
    lines.join("\n")
}

/// The name of the game or the mode, and of a match of two also the rules.
fn what_was_played(mode: Mode, setup: Option<&MatchSetup>, is_of_two: bool) -> String {
    let course = setup.map_or("", |setup| setup.course.name.as_str());
    let name = if course.is_empty() { mode.entry().name } else { course };
    let Some(rules) = setup.map(|setup| &setup.rules).filter(|_| is_of_two) else { return name.to_owned() };
    let set = RuleSet::from_rules(rules);
    let usual = Rules { first_to: rules.first_to, countdown: rules.countdown, ..set.rules() };
    let changes = if *rules == usual { "" } else { " with changes" };
    format!("{name} · {}{changes}, first to {}", set.title(), rules.first_to)
}

fn in_a_line(figures: &[FigureText], made: &PlayerFigures) -> String {
    figures.iter().filter_map(|figure| figure(made)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::results::SeatResult;
    use crate::game::modes::Course;
    use crate::game::stats::RoundStats;
    use std::sync::Arc;

    /// The statistics of a player who made these figures in one round.
    fn of_round(figures: PlayerFigures) -> MatchStats {
        let (mut stats, mut round) = (MatchStats::default(), RoundStats::default());
        round.figures = figures;
        stats.rounds.push(Arc::new(round));
        stats
    }

    #[test]
    fn a_game_for_one_has_first_the_figure_that_it_was_played_for() {
        let figures = PlayerFigures { ticks: 80_000, pieces: 100, keys: 320, lines: 40, ..PlayerFigures::default() };
        let stats = of_round(PlayerFigures { judged: 100, faulty: 7, ..figures });
        let text = |mode: Mode, course: &str, title: &str, better| {
            let course = Course { name: course.to_owned(), ..Course::default() };
            let setup = MatchSetup { course, ..MatchSetup::of_test(mode, Rules::marathon()) };
            let (mut results, series) = (MatchResults::default(), RematchScore::default());
            (results.mode, results.time, results.kind.2) = (mode, 80_456, better);
            results.seats = vec![SeatResult { score: 3120, ..SeatResult::default() }];
            result_as_text(&results, title, &series, Some(&setup), &[(0, &stats)])
        };
        let rest = "40 lines, 100 pieces, 1.25 PPS, 3.20 KPP, finesse 93 %";
        assert_eq!(
            text(Mode::Sprint, "Sprint 40", "Goal reached", GameComparison::Sooner),
            format!("Korobka · Sprint 40 · Goal reached\nTime 1:20.456, score 3,120\n{rest}")
        );
        assert_eq!(
            text(Mode::Zen, "Zen", "Zen", GameComparison::Score),
            format!("Korobka · Zen\nScore 3,120 in 1:20.456\n{rest}")
        );
    }

    #[test]
    fn a_match_of_two_has_the_rules_the_score_and_the_figures_of_both() {
        let made = PlayerFigures { ticks: 60_000, pieces: 90, attack: 45, dug: 15, ..PlayerFigures::default() };
        let [left, right] = [made, PlayerFigures::default()].map(of_round);
        let text = |rules: Rules, wins: [u32; 2]| {
            let (mut results, mut series) = (MatchResults::default(), RematchScore::default());
            (results.mode, results.time, results.winner) = (Mode::Versus, 60_000, Some(0));
            let seat = |name: &str, wins| SeatResult { name: name.to_owned(), wins, ..SeatResult::default() };
            results.seats = vec![seat("Anna", 3), seat("Boris", 1)];
            series.wins = wins;
            let setup = MatchSetup::of_test(Mode::Versus, rules);
            result_as_text(&results, "Victory", &series, Some(&setup), &[(0, &left), (1, &right)])
        };
        let rules = Rules { first_to: 3, countdown: 0, ..RuleSet::Tetrio2.rules() };
        let rest = [
            "Anna 3 : 1 Boris · Anna won after 1:00.0",
            "Anna: 1.50 PPS, 45.0 APM, 0.50 APP, 100.0 VS, 90 pieces",
            "Boris: 0.00 PPS, 0.0 APM, 0.00 APP, 0.0 VS, 0 pieces",
        ]
        .join("\n");
        let head = "Korobka · Versus · TETR.IO, season 2";
        assert_eq!(text(rules, [1, 0]), format!("{head}, first to 3\n{rest}"));
        let changed = Rules { goal_lines: 40, ..rules };
        let expected = format!("{head} with changes, first to 3\n{rest}\nMatches so far 2 : 1");
        assert_eq!(text(changed, [2, 1]), expected);
    }
}
