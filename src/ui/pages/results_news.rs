//! News about a match beside its results: what it changed on the ladder, which records it broke, and why it broke none.

use crate::app::history::GameHistory;
use crate::app::persistence::history::{FinishedGame, GameOutcome};
use crate::app::persistence::records::BrokenRecords;
use crate::app::persistence::{Records, rivals};
use crate::app::results::MatchResults;
use crate::game::modes::GameComparison;

/// The news about a match that has ended, as a line; empty if there are none. `stands_as_lost` says that it went on
/// after it had been counted as lost.
pub(super) fn news_in_words(
    results: &MatchResults,
    history: &GameHistory,
    records: &Records,
    stands_as_lost: bool,
) -> String {
    if stands_as_lost {
        let end = match results.winner.and_then(|seat| results.seats.get(usize::from(seat))) {
            Some(winner) if winner.person => "win",
            Some(_) => "loss",
            None => "draw",
        };
        return format!("It was broken off and counts as a loss; this {end} changes nothing");
    }
    let (kind, _, better) = &results.kind;
    if !kind.is_empty() && history.last.as_ref().is_some_and(|last| is_helped(last, *better)) {
        return "No record: hints or the x-ray helped".to_owned();
    }
    let records = broken(&results.broken, records, results.mode.is_single());
    [history.ladder_news.clone(), records].into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("  ·  ")
}

/// Whether hints or the x-ray have kept this game from a record. A match that was not won would have set none, nor
/// would a game that did not reach the goal that is to be reached soonest.
fn is_helped(last: &FinishedGame, better: GameComparison) -> bool {
    let has_ended = last.verdict == GameOutcome::Ended && better != GameComparison::Sooner;
    last.hints > 0 && (last.verdict == GameOutcome::Won || has_ended)
}

fn broken(broken: &BrokenRecords, records: &Records, alone: bool) -> String {
    let mut parts = Vec::new();
    for (is, what) in [(broken.score, "best score"), (broken.lines, "most lines"), (broken.time, "best time")] {
        // Matches of two players are not played for points.
        if is && (alone || what == "best time") {
            parts.push(what.to_owned());
        }
    }
    if let Some(hardest) = records.hardest.as_ref().filter(|_| broken.hardest) {
        let named = hardest.spec.parse().map(|spec| rivals::opponent_title(&spec, hardest.pace, hardest.slips));
        parts.push(format!("hardest opponent beaten, {}", named.unwrap_or_else(|_| hardest.spec.clone())));
    }
    if parts.is_empty() { String::new() } else { format!("New record: {}", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::results::SeatResult;

    #[test]
    fn a_match_that_goes_on_though_it_was_counted_as_lost_says_so() {
        let (history, records) = (GameHistory::default(), Records::default());
        let seats = [true, false].map(|person| SeatResult { person, ..SeatResult::default() }).to_vec();
        let news = |winner, stands_as_lost| {
            let mut results = MatchResults::default();
            (results.seats, results.winner) = (seats.clone(), winner);
            news_in_words(&results, &history, &records, stands_as_lost)
        };
        for (winner, end) in [(Some(0), "win"), (Some(1), "loss"), (None, "draw")] {
            let told = format!("It was broken off and counts as a loss; this {end} changes nothing");
            assert_eq!(news(winner, true), told);
            assert_eq!(news(winner, false), "");
        }
    }

    #[test]
    fn what_a_match_changed_on_the_ladder_stands_before_its_records() {
        let mut history = GameHistory::default();
        history.ladder_news = "Kolobok is open now".to_owned();
        let mut results = MatchResults::default();
        let news = |results: &MatchResults| news_in_words(results, &history, &Records::default(), false);
        assert_eq!(news(&results), "Kolobok is open now");
        results.broken.time = true;
        assert_eq!(news(&results), "Kolobok is open now  ·  New record: best time");
    }

    #[test]
    fn help_is_told_of_where_it_costs_a_record() {
        let helped = |hints: u32, better| {
            let outcomes = [GameOutcome::Won, GameOutcome::Ended, GameOutcome::Lost, GameOutcome::Drawn];
            outcomes.map(|verdict| is_helped(&FinishedGame { hints, verdict, ..FinishedGame::default() }, better))
        };
        assert_eq!(helped(1, GameComparison::Score), [true, true, false, false]);
        assert_eq!(helped(1, GameComparison::Sooner), [true, false, false, false], "the goal was not reached");
        assert_eq!(helped(0, GameComparison::Score), [false; 4]);
    }
}
