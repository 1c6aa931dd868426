//! `korobka review`: what each move of a recorded game cost, for people and as JSON.

use super::output::{json_line, path_text, printable, progress_bar, say};
use super::{Failure, replay_placements};
use crate::app::game_review::{
    ReviewSummary, ReviewedMove, RoundPhase, decided_rounds, finesse_in_words, move_in_words, moves_to_review,
    phase_accuracy_in_words,
};
use crate::doors::map_in_order;
use crate::game::replay::RecordedMove;
use crate::movegen::Move;
use crate::review::{Grade, Judgement, MoveReviewer};
use crate::rules::Rules;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Flags of `review`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka review game-0001.replay
  korobka review --json game-0001.replay

The champion judges each move by what it costs of the chance to win between equal players, first
by its search, then by matches that it plays on after the best move and after yours. A move is
called an inaccuracy (8 points of chance or more), a mistake (16) or a blunder (24) only where the
loss exceeds three standard errors. Each such move comes with a fumen of two pages: what was
played, and what was best. How far it can be trusted: docs/lab/review.md. What is printed as JSON:
docs/lab/output.md.")]
pub struct ReviewFlags {
    /// The replay
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Pairs of matches that are played on from a move, at most; 0 for a quick look
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(..=10_000))]
    games: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reviews a replay.
///
/// # Errors
/// When the file is no replay, or the search does not play such a game.
pub fn run(flags: &ReviewFlags) -> Result<(), Failure> {
    let replay = Arc::new(replay_placements::read_keys(&flags.file, "judge; review a match by ticks")?);
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", flags.file.display()));
    let (moves, weights) = moves_to_review(&replay).map_err(|error| failed(&error))?;
    let rules = &replay.setup.rules;
    let bar = progress_bar(moves.len(), "moves");
    bar.set_message("reviewing");
    let review = |recorded: &RecordedMove| {
        let mut reviewer = MoveReviewer::new(rules, &weights);
        let said = reviewer.review_by_search(&recorded.played, recorded.timing);
        let review = reviewer.play_on(&recorded.played, recorded.timing, said, flags.games);
        bar.inc(1);
        ReviewedMove { recorded: recorded.clone(), review }
    };
    let judged: Vec<ReviewedMove> = map_in_order(None, &moves, review)?;
    bar.finish_and_clear();
    let names: Vec<String> = replay.setup.seats.iter().map(|seat| printable(&seat.name)).collect();
    if flags.json {
        let moves: Vec<Value> = judged.iter().map(as_json).collect();
        let players: Vec<Value> = (0u8..).zip(&names).map(|(seat, name)| player(name, &judged, seat)).collect();
        return say(&json_line(&json!({ "path": path_text(&flags.file), "players": players, "moves": moves })));
    }
    let mut text = String::new();
    for (seat, name) in (0u8..).zip(&names) {
        let summary = ReviewSummary::of(&judged, seat);
        if summary.moves == 0 {
            writeln!(text, "{name}: no moves")?;
            continue;
        }
        let (accuracy, moves, grades) = (summary.accuracy_in_words(), summary.moves, summary.grades_in_words());
        writeln!(text, "{name}: accuracy {accuracy}, {moves} moves: {grades}")?;
        for line in details(&judged, seat) {
            writeln!(text, "  {line}")?;
        }
    }
    for reviewed in &judged {
        if let Some(judgement) = reviewed.review.judgement_if_costly() {
            text.push_str(&moment(reviewed, judgement, &names, rules));
        }
    }
    say(&text)
}

/// What else the moves of a player come to: accuracy by phases, finesse, and what decided each round.
fn details(judged: &[ReviewedMove], seat: u8) -> Vec<String> {
    let phases = format!("by phase: {}", phase_accuracy_in_words(judged, seat));
    let finesse = finesse_in_words(judged, seat);
    let rounds = decided_rounds(judged, seat).into_iter().map(|decided| decided.in_words());
    std::iter::once(phases).chain(finesse).chain(rounds).collect()
}

/// A move that cost something, in three lines, and one for each reason.
fn moment(reviewed: &ReviewedMove, judgement: &Judgement, names: &[String], rules: &Rules) -> String {
    let recorded = &reviewed.recorded;
    let seconds = recorded.timing.now as f64 / 1000.0;
    let name = names.get(usize::from(recorded.seat)).map_or("", String::as_str);
    let marks = reviewed.net_lines_lost_in_words().into_iter().chain(reviewed.remarks(rules));
    let marks: String = marks.map(|mark| format!(", {mark}")).collect();
    let reasons: String = reviewed.reasons_in_words().into_iter().map(|reason| format!("  {reason}\n")).collect();
    format!(
        "\nround {}, {seconds:.1} s, {name}, piece {}: {}, {:.0} % to {:.0} %{marks}\n  played {}, best {}\n{reasons}  {}\n",
        recorded.round + 1,
        recorded.number,
        judgement.grade.name(),
        100.0 * judgement.best_chance,
        100.0 * judgement.played_chance,
        move_in_words(reviewed.played_move()),
        move_in_words(judgement.best),
        reviewed.as_fumen().unwrap_or_default(),
    )
}

fn player(name: &str, judged: &[ReviewedMove], seat: u8) -> Value {
    let summary = ReviewSummary::of(judged, seat);
    let grades: serde_json::Map<String, Value> =
        Grade::ALL.iter().map(|grade| (grade.name().to_owned(), summary.grades[*grade as usize].into())).collect();
    let rounds = decided_rounds(judged, seat).into_iter().map(|decided| {
        let piece = decided.decisive.map(|reviewed| reviewed.recorded.number);
        json!({ "round": decided.round + 1, "won": decided.won, "decisive_piece": piece })
    });
    json!({
        "name": name, "moves": summary.moves, "accuracy": (summary.moves > 0).then_some(summary.accuracy),
        "accuracy_error": summary.error,
        "grades": grades, "rounds": rounds.collect::<Vec<_>>(),
    })
}

fn as_json(reviewed: &ReviewedMove) -> Value {
    let (recorded, review) = (&reviewed.recorded, &reviewed.review);
    let placement = |Move { placement, hold }: Move| {
        let (piece, cells) = (placement.piece.kind.letter(), placement.piece.cells().collect::<Vec<_>>());
        json!({ "piece": piece, "cells": cells, "spin": placement.spin, "hold": hold })
    };
    let line = |moves: &[Move]| moves.iter().copied().map(placement).collect::<Vec<_>>();
    let why = review.judgement_if_costly().map(|judgement| {
        let of = &review.explanation;
        json!({
            "net_lines": (judgement.pairs > 0).then_some(judgement.net_lines),
            "best_line": line(&of.best), "played_line": line(&of.played), "reasons": of.reasons,
        })
    });
    let attack = review.judgement_if_costly().filter(|_| recorded.played.opponent.is_some()).map(|_| {
        json!({
            "most": review.attack.most.lines, "after_played": review.attack.after_played,
            "line": line(&review.attack.most.moves),
            "missed": review.misses_attack(),
        })
    });
    let verdict = review.judgement.map(|judgement| {
        json!({
            "grade": judgement.grade.name(), "best": placement(judgement.best),
            "best_chance": judgement.best_chance, "played_chance": judgement.played_chance,
            "chance_error": judgement.error, "pairs": judgement.pairs, "danger": judgement.danger,
            "fumen": reviewed.as_fumen(),
        })
    });
    let of = RoundPhase::of(recorded);
    let phase = RoundPhase::ALL.iter().find(|(phase, _)| *phase == of).map(|(_, name)| *name);
    json!({
        "seat": recorded.seat + 1, "round": recorded.round + 1, "number": recorded.number, "tick": recorded.tick,
        "appeared": recorded.timing.now, "played": placement(reviewed.played_move()), "verdict": verdict,
        "attack": attack, "why": why,
        "finesse": recorded.finesse.map(|keys| json!({ "pressed": keys.pressed, "fewest": keys.fewest })),
        "phase": phase,
    })
}
