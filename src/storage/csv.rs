//! Cells of a table of text with commas between them.

/// Writes a text as a cell of such a table, as RFC 4180 has it: in quotes where it holds a comma, a quote or the
/// end of a line. One that a spreadsheet would take for a formula has an apostrophe before it, since names are
/// anybody's words. Source: <https://owasp.org/www-community/attacks/CSV_Injection>.
pub fn cell(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    let text = format!("{mark}{text}");
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spreadsheet_takes_a_text_for_a_formula() {
        let formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"].map(cell);
        assert_eq!(formulas, ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1"]);
        assert_eq!(cell("=A1,\"B\""), "\"'=A1,\"\"B\"\"\"", "within the quotes");
        assert_eq!(["a=b", "iwumbwe:7", ""].map(cell), ["a=b", "iwumbwe:7", ""]);
    }
}
