//! Writes a fumen.

use super::action::PageAction;
use super::comment::{self, Comment};
use super::field::{DIFFERENCE_OFFSET, FumenField, ROWS, WIDTH};
use super::symbols::SymbolWriter;
use super::{Fumen, FumenError};

/// How many cells a field has.
const CELLS: u32 = ((ROWS + 1) * WIDTH) as u32;

impl Fumen {
    /// Writes the pages as a line of text, version 115.
    ///
    /// # Errors
    /// An error if a comment is too long, or a piece is no tetromino or does not lie in the field.
    pub fn encode(&self) -> Result<String, FumenError> {
        let mut writer = SymbolWriter::default();
        let (mut field, mut comment) = (FumenField::default(), Comment::Text(String::new()));
        // The place of the sign that counts pages whose field is as the page before has left it.
        let mut repeats = None;
        for (page, number) in self.pages.iter().zip(1..) {
            if page.field != field {
                runs(&field, &page.field).into_iter().for_each(|run| writer.write_number(run, 2));
                repeats = None;
            } else if !repeats.is_some_and(|place| writer.increment_digit(place)) {
                runs(&field, &page.field).into_iter().for_each(|run| writer.write_number(run, 2));
                writer.write_number(0, 1);
                repeats = Some(writer.last_place());
            }
            let comments = page.comment != comment.text();
            let (piece, rises, mirrors, locks) = (page.piece, page.rises, page.mirrors, page.locks);
            let guideline_colours = number == 1 && self.guideline_colours;
            let action = PageAction { piece, rises, mirrors, guideline_colours, comments, locks };
            let action = action.write(ROWS).map_err(|what| FumenError::Damaged { page: number, what })?;
            writer.write_number(action, 3);
            if comments {
                comment::write(&mut writer, &page.comment, number)?;
                comment = Comment::new(&page.comment);
            }
            field = page.field;
            page.act_on(&mut field);
            comment.advance(piece, locks);
        }
        Ok(format!("v115@{}", writer.text()))
    }
}

/// The numbers that write how the field `after` differs from `before`: one for each run of cells whose
/// difference is the same.
fn runs(before: &FumenField, after: &FumenField) -> Vec<u32> {
    let differences: Vec<i32> = after
        .cell_numbers(ROWS)
        .zip(before.cell_numbers(ROWS))
        .map(|(after, before)| after - before + DIFFERENCE_OFFSET)
        .collect();
    let runs = differences.chunk_by(|one, other| one == other);
    runs.map(|run| run[0] as u32 * CELLS + run.len() as u32 - 1).collect()
}
