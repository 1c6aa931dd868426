//! `korobka placements`: every placement that a piece can reach on a board, with the fewest keys that lead there, or
//! how many ways there are to place a queue of pieces.

use super::output::json_line;
use super::sequences::{self, PieceQueue, parse_board_size};
use super::{Failure, say};
use crate::movegen::{AllowedMoves, Key, Landings, Placement, SoftDropKind, fewest_keys_to, find_landings};
use crate::rules::{Board, BoardSize, RuleSet, Rules, Shift, Spin, Turn};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::Read;

/// The most bytes of the drawing of a board that are read from standard input.
const LONGEST_DRAWING: u64 = 1 << 16;

/// Flags of `placements`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka placements 'x........./xx..xxxxxx' T
  korobka placements --count IOLJSZT

BOARD is the stack's rows from the top down, separated by '/' or line ends: '.', '_' and '0' are
empty cells, anything else is filled, what is missing at the right or above is empty. - reads the
board from standard input, '' is the empty board; write -- before one that begins with '-'.

Each line is a placement: its facing (0, R, 2, L) and the column and row of its rotation box (from
the lower left corner, 0,0), its spin, its cells as column,row, and its keys: l r taps, L R held to
the wall, cw, ccw and half: turns, sN soft drop for N rows, drop. Facings with equal cells are one line.

--count counts from an empty board, under SRS from a spawn in the uppermost visible row, soft drop
by rows, full rows cleared between pieces, no hold. Placements with equal cells count once.
What is printed as JSON, and known counts: docs/lab/output.md.")]
pub struct PlacementsFlags {
    /// The stack
    #[arg(value_name = "BOARD", required_unless_present = "count")]
    stack: Option<String>,
    /// The piece's letter
    #[arg(value_name = "PIECE", required_unless_present = "count")]
    piece: Option<String>,
    /// Count every way to place these pieces, by their letters
    #[arg(long, value_name = "QUEUE", value_parser = sequences::parse_queue,
        conflicts_with_all = ["stack", "piece", "rules", "all_spin", "soft_drop"])]
    count: Option<PieceQueue>,
    /// Columns and visible rows, such as 10x20
    #[arg(long, value_name = "WxH", default_value = "10x20", value_parser = parse_board_size)]
    board: BoardSize,
    /// The rules whose kicks and spins count, such as tetrio-2
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    #[arg(default_value_t, hide_default_value = true)]
    rules: RuleSet,
    /// Allow half turns
    #[arg(long)]
    half_turns: bool,
    /// Pieces other than T spin too
    #[arg(long)]
    all_spin: bool,
    /// How soft drop falls: rows, or instant
    #[arg(long, value_enum, value_name = "HOW", hide_possible_values = true, default_value_t)]
    soft_drop: SoftDropKind,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// Prints every placement of the piece, with the fewest keys to it, or the count of a queue's.
///
/// # Errors
/// When the drawing is no board of this size, or a letter no piece that fits on it.
pub fn run(arguments: &PlacementsFlags) -> Result<(), Failure> {
    let size = arguments.board;
    if let Some(queue) = &arguments.count {
        return sequences::print_sequence_count(queue, size, arguments.half_turns, arguments.json);
    }
    let (stack, piece) =
        (arguments.stack.as_deref().unwrap_or_default(), arguments.piece.as_deref().unwrap_or_default());
    let board = drawn(stack, size)?;
    let mut letters = piece.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(Failure::new(format!("'{piece}' is not one piece; give one letter, such as T")));
    };
    let kind = sequences::parse_piece(letter).map_err(Failure::new)?;
    if kind.definition().side > size.width as i8 {
        return Err(Failure::new(format!("piece {letter} does not fit on {} columns", size.width)));
    }
    let mut rules = Rules { half_turns: arguments.half_turns, ..arguments.rules.rules() };
    rules.all_spin |= arguments.all_spin;
    let moves = AllowedMoves { fall: arguments.soft_drop, ..AllowedMoves::of(&rules) };
    let mut landings = Landings::new();
    find_landings(&board, kind, &moves, &mut landings);
    let mut listed: Vec<Placement> = landings.iter().collect();
    listed
        .sort_by_key(|placement| (placement.piece.x, placement.piece.y, placement.piece.facing as u8, placement.spin));
    let ways =
        listed.iter().map(|placement| (placement, fewest_keys_to(&board, placement, &moves).unwrap_or_default()));
    if arguments.json {
        let placements: Vec<Value> = ways.map(|(placement, keys)| as_json(placement, &keys)).collect();
        let cells = landings.distinct_cell_count();
        return say(&json_line(&json!({ "piece": letter, "placements": placements, "cells": cells })));
    }
    let mut text = String::new();
    for (placement, keys) in ways {
        let (piece, spin) = (placement.piece, spin_name(placement.spin));
        let cells: Vec<String> = piece.cells().map(|(x, y)| format!("{x},{y}")).collect();
        let (facing, cells, keys) = (facing_name(piece.facing as usize), cells.join(" "), words(&keys));
        writeln!(text, "{facing} {:>2},{:<3}{spin:<6}{cells:<26}{keys}", piece.x, piece.y)?;
    }
    let (count, cells) = (landings.len(), landings.distinct_cell_count());
    writeln!(text, "{count} placements, {cells} by cells")?;
    say(&text)
}

/// Reads a board from a drawing; `-` reads the drawing from standard input.
fn drawn(drawing: &str, size: BoardSize) -> Result<Board, Failure> {
    let text = match drawing {
        "-" => std::io::read_to_string(std::io::stdin().take(LONGEST_DRAWING))
            .map_err(|error| Failure::new(format!("standard input is not a drawing: {error}")))?,
        drawing => drawing.to_owned(),
    }
    .replace('/', "\n");
    let written_row = |line| match str::trim(line) {
        // A row of which nothing is written is empty.
        "" => ".",
        row => row,
    };
    let lines: Vec<&str> = text.trim().lines().map(written_row).collect();
    if lines.len() > size.row_count() {
        return Err(Failure::new(format!("the board has {} rows, must be at most {}", lines.len(), size.row_count())));
    }
    if let Some(line) = lines.iter().find(|line| line.chars().count() > usize::from(size.width)) {
        return Err(Failure::new(format!("the row '{line}' is wider than {} columns; see --board", size.width)));
    }
    Ok(Board::from_drawing(size, &lines.join("\n")))
}

const fn facing_name(facing: usize) -> &'static str {
    ["0", "R", "2", "L"][facing]
}

const fn spin_name(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "",
        Spin::Mini => "mini",
        Spin::Full => "full",
    }
}

/// The keys to a placement as the short words that the help explains.
fn words(keys: &[Key]) -> String {
    let words: Vec<String> = keys
        .iter()
        .map(|key| match key {
            Key::Tap(Shift::Left) => "l".to_owned(),
            Key::Tap(Shift::Right) => "r".to_owned(),
            Key::Hold(Shift::Left) => "L".to_owned(),
            Key::Hold(Shift::Right) => "R".to_owned(),
            Key::Turn(Turn::Clockwise) => "cw".to_owned(),
            Key::Turn(Turn::Counterclockwise) => "ccw".to_owned(),
            Key::Turn(Turn::Half) => "half".to_owned(),
            Key::SoftDrop(rows) => format!("s{rows}"),
            Key::HardDrop => "drop".to_owned(),
        })
        .collect();
    words.join(" ")
}

fn as_json(placement: &Placement, keys: &[Key]) -> Value {
    let piece = placement.piece;
    json!({
        "facing": facing_name(piece.facing as usize), "x": piece.x, "y": piece.y, "spin": placement.spin,
        "cells": piece.cells().collect::<Vec<_>>(), "keys": words(keys),
    })
}
