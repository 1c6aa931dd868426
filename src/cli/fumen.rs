//! `korobka fumen`: what a fumen says, as text, JSON or pictures, and a board as fumen.

use super::Failure;
use super::output::{json_line, printable, say};
use crate::chart::png_file;
use crate::doors::files;
use crate::doors::files::reason;
use crate::fumen::picture::{COLOURS, FumenPicture};
use crate::fumen::{self, Fumen, FumenField, FumenPage};
use crate::rules::{BoardSize, Matrix, Mino, PieceKind};
use crate::storage::FileError;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most bytes that the text of a fumen or the drawing of a board may have.
const MOST_BYTES: usize = 4_000_000;
/// Hundredths of a second that each page of a GIF is shown.
const SHOWN: u16 = 60;

/// The names of the flags that make a fumen of a board or a replay, so that the text of a fumen can be left out.
const SOURCES: &[&str] = if cfg!(feature = "game") { &["of", "replay"] } else { &["of"] };

/// The second example in the help of `fumen`: only a build with the game reads replays of matches by ticks.
const EXAMPLE: &str = match cfg!(feature = "game") {
    true => "korobka fumen --replay match.replay --round 2 --out round.gif",
    false => "korobka fumen --of 'T...//TTT' --out board.png",
};

fn help() -> String {
    format!(
        "\
Examples:
  korobka fumen 'v115@vhARQJ'
  {EXAMPLE}

TEXT is a fumen of version 110 or 115, or an address with one in it; - reads it from standard
input. Each page is drawn from its highest row down, pieces by their letters, the piece that is
shown on it in small letters, garbage as '#', empty cells as '.'.

A picture is SVG or PNG of one page, or GIF of all pages, by the ending of its name.
What is printed as JSON: docs/lab/output.md."
    )
}

/// The flags of the command `fumen`, as they were given.
#[derive(Debug, Args)]
#[command(after_help = help())]
pub struct FumenFlags {
    /// The fumen
    #[arg(value_name = "TEXT", required_unless_present_any = SOURCES)]
    text: Option<String>,
    /// Print this board as a fumen instead: its rows from the top, separated by '/'; IJLOSTZ are pieces, # is garbage
    #[arg(long, value_name = "BOARD", conflicts_with = "text")]
    of: Option<String>,
    /// Print a round of this replay as a fumen instead, a page for every piece
    #[cfg(feature = "game")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "of"])]
    replay: Option<PathBuf>,
    /// The round of the replay, from 1
    #[cfg(feature = "game")]
    #[arg(long, requires = "replay", conflicts_with_all = ["text", "of"], value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    round: u32,
    /// The seat of the replay: 1 is the left one
    #[cfg(feature = "game")]
    #[arg(long, requires = "replay", conflicts_with_all = ["text", "of"], value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=2))]
    seat: u8,
    /// Write a picture to this file: .svg, .png or .gif
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The page of the picture, from 1 [default: 1]; a .gif has all
    #[arg(long, requires = "out", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    page: Option<u32>,
    /// Pixels a cell of the picture
    #[arg(long, requires = "out", value_name = "N", default_value_t = 24)]
    #[arg(value_parser = clap::value_parser!(u32).range(4..=64))]
    cell: u32,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// Says what is in the fumen, or writes one.
///
/// # Errors
/// When the text is no fumen, the board none of ten columns, or the picture cannot be written.
pub fn run(flags: &FumenFlags) -> Result<(), Failure> {
    let made = match &flags.of {
        Some(board) => Some(Fumen { pages: vec![drawn(board)?], guideline_colours: true }),
        None => recorded(flags)?,
    };
    let text = made.as_ref().map(Fumen::encode).transpose()?;
    let fumen = match made {
        Some(fumen) => fumen,
        None => fumen::decode(read(flags.text.as_deref().unwrap_or_default())?.trim())?,
    };
    if let Some(file) = &flags.out {
        write_picture(&fumen, file, flags)?;
    }
    match (flags.json, text) {
        (true, text) => say(&json_line(&as_json(&fumen, text))),
        (false, Some(text)) => say(&format!("{text}\n")),
        (false, None) => say(&told(&fumen)),
    }
}

/// The round of a replay that the flags ask for, as a fumen; `None` where they ask for none.
#[cfg(feature = "game")]
fn recorded(flags: &FumenFlags) -> Result<Option<Fumen>, Failure> {
    let Some(path) = &flags.replay else { return Ok(None) };
    let replay = super::replay_placements::read_keys(path, "draw; give a match by ticks")?;
    let mut rounds = crate::game::replay::rounds_as_fumens(&std::sync::Arc::new(replay), flags.seat - 1)
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    let (round, count) = (flags.round as usize - 1, rounds.len());
    if round >= count {
        let line = format!("{}: there is no round {}: the replay has {count}", path.display(), round + 1);
        return Err(Failure::new(line));
    }
    Ok(Some(rounds.swap_remove(round)))
}

#[cfg(not(feature = "game"))]
fn recorded(_: &FumenFlags) -> Result<Option<Fumen>, Failure> {
    Ok(None)
}

/// The text of an argument, or what standard input has for `-`. No more is read than is allowed.
fn read(text: &str) -> Result<String, Failure> {
    let text = match text {
        "-" => {
            let text = std::io::read_to_string(std::io::stdin().take(MOST_BYTES as u64 + 1));
            text.map_err(|error| Failure::new(format!("cannot read standard input: {}", reason(&error))))?
        }
        text => text.to_owned(),
    };
    match text.len() {
        ..=MOST_BYTES => Ok(text),
        _ => Err(Failure::new(format!("the text has more than {MOST_BYTES} bytes"))),
    }
}

/// Makes a page of a fumen from the drawing of a board: rows from the top down, parted by `/` or line ends, with pieces
/// in capital or small letters.
fn drawn(drawing: &str) -> Result<FumenPage, Failure> {
    let text = read(drawing)?;
    // Some shells begin what they hand on with the mark of its encoding.
    let text = text.trim_start_matches('\u{feff}').replace('/', "\n");
    // Standard input ends its last row too; an empty row at the bottom counts, above the others it does not.
    let ended = if drawing == "-" { text.strip_suffix('\n').unwrap_or(&text) } else { &text };
    let rows: Vec<&str> = ended.trim_start_matches(['\n', '\r']).split('\n').map(str::trim_end).collect();
    let size = BoardSize { width: fumen::WIDTH as u8, visible: 20, buffer: 3 };
    if rows.len() > size.row_count() {
        return Err(Failure::new(format!("the board has {} rows, a fumen has {}", rows.len(), size.row_count())));
    }
    if let Some(row) = rows.iter().find(|row| row.chars().count() > fumen::WIDTH) {
        return Err(Failure::new(format!("the row '{row}' is wider than the {} columns of a fumen", fumen::WIDTH)));
    }
    let mut matrix = Matrix::new(size);
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, sign) in row.chars().enumerate() {
            let mino = match sign {
                '.' | '_' | '0' | ' ' => Mino::Empty,
                '#' | 'X' | 'x' => Mino::Garbage,
                sign => Mino::Piece(piece(sign.to_ascii_uppercase()).ok_or_else(|| {
                    Failure::new(format!(
                        "the row '{row}' has a '{sign}': write . for empty, # for garbage, or a piece"
                    ))
                })?),
            };
            matrix.fill_cell(x, y, mino);
        }
    }
    let field = FumenField::of_matrix(&matrix).ok_or_else(|| Failure::new("a fumen's board has ten columns"))?;
    Ok(FumenPage { field, ..FumenPage::default() })
}

/// The tetromino of this capital letter; `None` for any other sign.
fn piece(sign: char) -> Option<PieceKind> {
    (0..7).filter_map(PieceKind::from_index).find(|kind| kind.letter() == sign)
}

/// Draws a page of a fumen as text: a line for each row of the board from the highest filled one down.
fn rows(page: &FumenPage) -> Vec<String> {
    let letter = |mino: Mino| match mino {
        Mino::Empty => '.',
        Mino::Piece(kind) => kind.letter(),
        Mino::Garbage | Mino::Solid => '#',
    };
    let mut rows: Vec<Vec<char>> =
        page.field.rows.iter().map(|row| row.iter().map(|&mino| letter(mino)).collect()).collect();
    for (piece, (x, y)) in page.piece.iter().flat_map(|piece| piece.cells().map(move |cell| (piece, cell))) {
        let row = usize::try_from(y).ok().and_then(|y| rows.get_mut(y));
        if let Some(cell) = row.and_then(|row| row.get_mut(usize::try_from(x).ok()?)) {
            *cell = piece.kind.letter().to_ascii_lowercase();
        }
    }
    let filled = rows.iter().rposition(|row| row.iter().any(|&cell| cell != '.')).map_or(1, |y| y + 1);
    rows[..filled].iter().rev().map(|row| row.iter().collect()).collect()
}

fn told(fumen: &Fumen) -> String {
    let mut text = String::new();
    for (number, page) in fumen.pages.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        // A string takes everything.
        let _ = match page.comment.is_empty() {
            true => writeln!(text, "page {}", number + 1),
            false => writeln!(text, "page {}: {}", number + 1, printable(&page.comment)),
        };
        for row in rows(page) {
            let _ = writeln!(text, "{row}");
        }
    }
    text
}

/// What a fumen shows, as JSON, with the text that it is written as.
fn as_json(fumen: &Fumen, text: Option<String>) -> Value {
    let pages: Vec<Value> = fumen
        .pages
        .iter()
        .map(|page| {
            let piece = page
                .piece
                .map(|piece| json!({ "piece": piece.kind.letter(), "cells": piece.cells().collect::<Vec<_>>() }));
            json!({
                "rows": rows(page), "piece": piece, "comment": page.comment,
                "locks": page.locks, "rises": page.rises, "mirrors": page.mirrors,
            })
        })
        .collect();
    // What was read may have a comment that is too long once it is written anew.
    let text = text.or_else(|| fumen.encode().ok());
    json!({ "fumen": text, "pages": pages })
}

fn write_picture(fumen: &Fumen, file: &Path, flags: &FumenFlags) -> Result<(), Failure> {
    let (pictures, cell) = (FumenPicture::all(fumen), flags.cell as usize);
    let one = || {
        let (count, page) = (pictures.len(), flags.page.unwrap_or(1));
        let picture = pictures.get(page as usize - 1);
        picture.ok_or_else(|| Failure::new(format!("there is no page {page}: the fumen has {count}")))
    };
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let bytes = match ending.as_deref() {
        Some("svg") => one()?.svg(cell).into_bytes(),
        Some("png") => png(one()?, cell)?,
        Some("gif") if flags.page.is_some() => {
            return Err(Failure::new("a .gif has all pages: leave --page out, or write a .svg or .png"));
        }
        Some("gif") => gif(&pictures, cell)?,
        _ => return Err(Failure::new(format!("{}: a picture's name ends in .svg, .png or .gif", file.display()))),
    };
    Ok(files().write_whole(file, &bytes).map_err(<FileError>::system("write", file))?)
}

fn png(picture: &FumenPicture, cell: usize) -> Result<Vec<u8>, Failure> {
    let (width, height) = picture.size(cell);
    Ok(png_file((width as u32, height as u32), &picture.indexed_pixels(cell), |encoder| {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(COLOURS.concat());
    })?)
}

fn gif(pictures: &[FumenPicture], cell: usize) -> Result<Vec<u8>, Failure> {
    let (width, height) = pictures.first().map_or((1, 1), |picture| picture.size(cell));
    let (width, height) = (width as u16, height as u16);
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &COLOURS.concat())?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    for picture in pictures {
        let mut frame = gif::Frame::from_indexed_pixels(width, height, picture.indexed_pixels(cell), None);
        frame.delay = SHOWN;
        encoder.write_frame(&frame)?;
    }
    drop(encoder);
    Ok(bytes)
}
