//! `korobka review`: what each move of a recorded game cost, for people and as JSON.

use super::{Failure, say};
use crate::app::game_review::{MoveReviewer, ReviewSummary, ReviewedMove, open_review};
use crate::app::persistence::replay;
use crate::doors::map_in_order;
use crate::fumen::{Fumen, FumenError, FumenField, FumenPage};
use crate::game::replay::RecordedMove;
use crate::movegen::Placement;
use crate::review::{Grade, Judgement};
use crate::rules::{Matrix, Spin};
use crate::search::State;
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

The champion judges each move by what it costs of the chance to win between equal players, first by
its search, then by matches that it plays on after the best move and after yours. A move is called an
inaccuracy (7 points of chance or more), a mistake (14) or a blunder (21) only where the loss exceeds
three standard errors. Each such move comes with a fumen of two pages: what was played, and what was
best. How far it can be trusted: docs/lab/review.md. What is printed as JSON: docs/lab/output.md.")]
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
    let replay = Arc::new(replay::read(&flags.file)?.replay);
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", flags.file.display()));
    let (moves, weights) = open_review(&replay).map_err(|error| failed(&error))?;
    let rules = &replay.setup.rules;
    let review = |recorded: &RecordedMove| MoveReviewer::new(rules, &weights, flags.games).review(recorded.clone());
    let judged: Vec<ReviewedMove> = map_in_order(None, &moves, review)?;
    let names: Vec<String> = replay.setup.seats.iter().map(|seat| seat.name.clone()).collect();
    if flags.json {
        let moves: Vec<Value> = judged.iter().map(as_json).collect::<Result<_, _>>()?;
        let players: Vec<Value> =
            (0u8..).zip(&names).map(|(seat, name)| player(name, &ReviewSummary::of(&judged, seat))).collect();
        return say(&format!("{}\n", json!({ "path": flags.file, "players": players, "moves": moves })));
    }
    let mut text = String::new();
    for (seat, name) in (0u8..).zip(&names) {
        let summary = ReviewSummary::of(&judged, seat);
        let counts: Vec<String> =
            Grade::ALL.iter().map(|grade| format!("{} {}", summary.grades[*grade as usize], grade.name())).collect();
        writeln!(
            text,
            "{name}: accuracy {:.1} % ± {:.1}, {} moves: {}",
            summary.accuracy,
            1.96 * summary.error,
            summary.moves,
            counts.join(", ")
        )?;
    }
    for reviewed in &judged {
        let Some(judgement) = reviewed.judgement.as_ref().filter(|judgement| judgement.grade > Grade::Good) else {
            continue;
        };
        write!(text, "{}", moment(reviewed, judgement, &names)?)?;
    }
    say(&text)
}

/// A move that cost something, in three lines.
fn moment(reviewed: &ReviewedMove, judgement: &Judgement, names: &[String]) -> Result<String, Failure> {
    let recorded = &reviewed.recorded;
    let seconds = recorded.clock.now as f64 / 1000.0;
    let name = names.get(usize::from(recorded.seat)).map_or("", String::as_str);
    let played = (recorded.played.placement, recorded.played.hold);
    Ok(format!(
        "\nround {}, {seconds:.1} s, {name}, piece {}: {}, {:.0} % to {:.0} %\n  played {}, best {}\n  {}\n",
        recorded.round + 1,
        recorded.number,
        judgement.grade.name(),
        100.0 * judgement.best_chance,
        100.0 * judgement.played_chance,
        in_words(played),
        in_words(judgement.best),
        compared(&recorded.played.state, played, judgement.best)?,
    ))
}

/// A move in words: `T from hold, columns 4-6, rows 1-2, spin`.
fn in_words((placement, hold): (Placement, bool)) -> String {
    let cells: Vec<(i8, i8)> = placement.piece.cells().collect();
    let range = |numbers: &dyn Fn(&(i8, i8)) -> i8| {
        let (least, most) = (cells.iter().map(numbers).min(), cells.iter().map(numbers).max());
        match (least.map(|least| least + 1), most.map(|most| most + 1)) {
            (Some(least), Some(most)) if least < most => format!("s {least}-{most}"),
            (Some(least), _) => format!(" {least}"),
            (None, _) => String::new(),
        }
    };
    let spin = match placement.spin {
        Spin::None => "",
        Spin::Mini => ", mini spin",
        Spin::Full => ", spin",
    };
    let from = if hold { " from hold" } else { "" };
    let letter = placement.piece.kind.letter();
    format!("{letter}{from}, column{}, row{}{spin}", range(&|cell| cell.0), range(&|cell| cell.1))
}

/// A fumen of two pages: the board with the move that was played, and with the best one.
fn compared(state: &State, played: (Placement, bool), best: (Placement, bool)) -> Result<String, FumenError> {
    let field = FumenField::of_matrix(&Matrix::from_board(&state.board)).unwrap_or_default();
    let page = |(placement, _): (Placement, bool), comment: &str| FumenPage {
        field,
        piece: Some(placement.piece).filter(|piece| FumenField::contains_piece(*piece)),
        comment: comment.to_owned(),
        locks: false,
        ..FumenPage::default()
    };
    Fumen { pages: vec![page(played, "played"), page(best, "best")], guideline_colours: true }.encode()
}

fn player(name: &str, summary: &ReviewSummary) -> Value {
    let grades: serde_json::Map<String, Value> =
        Grade::ALL.iter().map(|grade| (grade.name().to_owned(), summary.grades[*grade as usize].into())).collect();
    json!({
        "name": name, "moves": summary.moves, "accuracy": summary.accuracy, "accuracy_error": summary.error,
        "grades": grades,
    })
}

fn as_json(reviewed: &ReviewedMove) -> Result<Value, Failure> {
    let recorded = &reviewed.recorded;
    let played = (recorded.played.placement, recorded.played.hold);
    let placement = |(placement, hold): (Placement, bool)| {
        let cells: Vec<[i8; 2]> = placement.piece.cells().map(|(x, y)| [x, y]).collect();
        json!({ "piece": placement.piece.kind.letter(), "cells": cells, "spin": placement.spin, "hold": hold })
    };
    let verdict = reviewed.judgement.map(|judgement| {
        Ok::<_, Failure>(json!({
            "grade": judgement.grade.name(), "best": placement(judgement.best),
            "best_chance": judgement.best_chance, "played_chance": judgement.played_chance,
            "chance_error": judgement.error, "pairs": judgement.pairs,
            "fumen": compared(&recorded.played.state, played, judgement.best)?,
        }))
    });
    Ok(json!({
        "seat": recorded.seat + 1, "round": recorded.round + 1, "number": recorded.number, "tick": recorded.tick,
        "appeared": recorded.clock.now, "played": placement(played), "verdict": verdict.transpose()?,
    }))
}
