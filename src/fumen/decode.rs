//! Reads a fumen.

use super::action::PageAction;
use super::comment::{self, Comment};
use super::field::{DIFFERENCE_OFFSET, FumenField, WIDTH};
use super::symbols::SymbolReader;
use super::{Fumen, FumenError, FumenPage, MOST_PAGES};

/// The marks of the versions that are read, and how many rows above the floor each has.
const VERSIONS: [(&str, usize); 2] = [("115@", 23), ("110@", 21)];
/// The letters before a version: a fumen to view, to edit, or to list.
const LETTERS: [char; 3] = ['v', 'm', 'd'];

/// Reads a fumen of version 110 or 115, alone or in a link.
///
/// # Errors
/// The first thing that is wrong with it. No text takes more than [`MOST_PAGES`] pages of memory.
pub fn decode(text: &str) -> Result<Fumen, FumenError> {
    read_pages(text, usize::MAX)
}

/// Reads the first page of a fumen alone, whatever comes after it.
///
/// # Errors
/// What is wrong with that page.
pub fn decode_first_page(text: &str) -> Result<Fumen, FumenError> {
    read_pages(text, 1)
}

fn read_pages(text: &str, most: usize) -> Result<Fumen, FumenError> {
    let (data, rows) = data(text).ok_or(FumenError::Version)?;
    let (reader, foreign) = SymbolReader::up_to_foreign_sign(data);
    let read = pages_of(reader, rows, most);
    match foreign {
        // Whoever reads the first page alone may have copied it with the words around it.
        Some(sign) if most > 1 || read.is_err() => Err(FumenError::Character(sign)),
        _ => read,
    }
}

/// Reads at most `most` pages, whose fields have `rows` rows above the floor.
fn pages_of(mut reader: SymbolReader, rows: usize, most: usize) -> Result<Fumen, FumenError> {
    let mut fumen = Fumen { pages: Vec::new(), guideline_colours: false };
    let (mut field, mut comment) = (FumenField::default(), Comment::Text(String::new()));
    // How many pages from here on have the field that the page before has left.
    let mut repeats = 0;
    while fumen.pages.is_empty() || !reader.is_empty() && fumen.pages.len() < most {
        let page = fumen.pages.len() + 1;
        if page > MOST_PAGES {
            return Err(FumenError::Pages);
        }
        let (cut_off, damaged) = (|| FumenError::CutOff { page }, |what| FumenError::Damaged { page, what });
        if repeats > 0 {
            repeats -= 1;
        } else if let Some(changed) = changed(&mut reader, &field, rows, page)? {
            field = changed;
        } else {
            repeats = reader.take(1).ok_or_else(cut_off)?;
        }
        let action = PageAction::read(reader.take(3).ok_or_else(cut_off)?, rows).map_err(damaged)?;
        let text = if action.comments {
            let text = comment::read(&mut reader).ok_or(damaged("its comment is not whole"))?;
            comment = Comment::new(&text);
            text
        } else {
            comment.text()
        };
        let PageAction { piece, locks, rises, mirrors, .. } = action;
        if page == 1 {
            fumen.guideline_colours = action.guideline_colours;
        }
        let page = FumenPage { field, piece, comment: text, locks, rises, mirrors };
        page.act_on(&mut field);
        comment.advance(piece, locks);
        fumen.pages.push(page);
    }
    Ok(fumen)
}

/// The part of a text that holds the pages, and how many rows above the floor their fields have.
fn data(text: &str) -> Option<(&str, usize)> {
    VERSIONS.iter().find_map(|(mark, rows)| {
        let (at, _) = text.match_indices(mark).find(|(at, _)| text[..*at].ends_with(LETTERS))?;
        // Other parameters of a link stand before it, or come behind an ampersand, and the language of its page comes
        // behind a '#'. Chats put links in brackets.
        let data = text[at + mark.len()..].split(['&', '#', '>', ')', ']', '"']).next()?;
        Some((data, *rows))
    })
}

/// Reads a page's field, which is written as what differs from `before`, the field that the page before has left;
/// `None` if nothing does. Rows above the lowest `rows` are not written: what has risen into them stays there, as it
/// does in the published implementation.
fn changed(
    reader: &mut SymbolReader,
    before: &FumenField,
    rows: usize,
    page: usize,
) -> Result<Option<FumenField>, FumenError> {
    let cells = (rows + 1) * WIDTH;
    let mut numbers: Vec<i32> = before.cell_numbers(rows).collect();
    let mut at = 0;
    while at < cells {
        let run = reader.take(2).ok_or(FumenError::CutOff { page })? as usize;
        let (difference, length) = ((run / cells) as i32 - DIFFERENCE_OFFSET, run % cells + 1);
        if difference == 0 && length == cells && at == 0 {
            return Ok(None);
        }
        let damaged = |what| FumenError::Damaged { page, what };
        let run = numbers.get_mut(at..at + length).ok_or(damaged("its field has too many cells"))?;
        run.iter_mut().for_each(|number| *number += difference);
        at += length;
    }
    let field = FumenField::of_cell_numbers(&numbers);
    let mut field = field.ok_or(FumenError::Damaged { page, what: "a cell of its field has no colour" })?;
    field.rows[rows..].copy_from_slice(&before.rows[rows..]);
    Ok(Some(field))
}
