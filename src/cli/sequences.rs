//! `korobka placements --count`: counts every way to place a queue of pieces, to check and to time the search of
//! placements.

use super::output::json_line;
use super::{Failure, say};
use crate::doors::Moment;
use crate::movegen::{AllowedMoves, perft};
use crate::rules::{Board, BoardSize, PieceKind, Rules};
use serde_json::json;

/// A queue of pieces, named by their letters.
#[derive(Clone, Debug)]
pub(super) struct PieceQueue(Vec<PieceKind>);

/// Reads a queue of 1-20 pieces: one letter a piece.
pub(super) fn parse_queue(text: &str) -> Result<PieceQueue, String> {
    match text.len() {
        1..=20 => text.chars().map(parse_piece).collect::<Result<_, _>>().map(PieceQueue),
        length => Err(format!("{length} pieces, must be 1-20")),
    }
}

/// Reads a piece's letter.
pub(super) fn parse_piece(letter: char) -> Result<PieceKind, String> {
    PieceKind::from_letter(letter)
        .ok_or_else(|| format!("no piece '{letter}'; known: IJLOSTZ, and the pentominoes FfiQqNnPptUVWXYyzs"))
}

/// Reads a board's size, columns x visible rows, as `10x20`.
pub(super) fn parse_board_size(text: &str) -> Result<BoardSize, String> {
    let board = BoardSize::parse(text).ok_or("give columns x visible rows, such as 10x20")?;
    Rules { board, ..Rules::default() }.checked().map(|rules| rules.board).map_err(|error| error.to_string())
}

/// Counts the ways to place the queue on an empty board of this size, and prints the count.
pub(super) fn print_sequence_count(
    queue: &PieceQueue,
    size: BoardSize,
    half_turns: bool,
    as_json: bool,
) -> Result<(), Failure> {
    let queue = &queue.0;
    let wide = queue.iter().find(|kind| kind.definition().side > size.width as i8);
    if let Some(kind) = wide {
        let (letter, width) = (kind.letter(), size.width);
        return Err(Failure::new(format!("piece {letter} does not fit on {width} columns; give a wider --board")));
    }
    let moves = AllowedMoves { half_turns, spawn_row: Some(size.visible - 1), ..AllowedMoves::default() };
    let start = Moment::now();
    let nodes = perft(&Board::new(size), queue, &moves);
    let seconds = start.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9);
    let letters: String = queue.iter().map(|kind| kind.letter()).collect();
    if as_json {
        let (width, visible) = (size.width, size.visible);
        let found = json!({
            "queue": letters, "width": width, "visible": visible, "half_turns": half_turns,
            "nodes": nodes, "seconds": seconds, "nodes_a_second": speed,
        });
        return say(&json_line(&found));
    }
    let speed = speed / 1e6;
    say(&format!("{letters}: {nodes} sequences of placements, {seconds:.3} s, {speed:.1} million a second\n"))
}
