//! Cells of a table of text with commas between them.

/// Writes a text as a cell of such a table, as RFC 4180 has it: in quotes where it holds a comma, a quote or the
/// end of a line.
pub fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
