//! Cells of a table of text with commas between them.

/// A cell in the form of RFC 4180: in quotes where it holds a comma, a quote or the end of a line.
pub fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
