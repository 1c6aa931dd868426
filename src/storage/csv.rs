//! Cells of a table of text with commas between them.

use crate::tbp::message::is_steering;

/// Writes a text as a cell of such a table, as RFC 4180 has it: in quotes where it holds a comma or a quote. One that a
/// spreadsheet would take for a formula has an apostrophe before it, since names are anybody's words. Blanks stand for
/// the ends of lines and other signs that steer what is around them, so that a row is one line.
/// The rule of formulas comes from <https://owasp.org/www-community/attacks/CSV_Injection>.
pub fn cell(text: &str) -> String {
    let mark = text.starts_with(['=', '+', '-', '@', '\t', '\r']).then_some('\'');
    let plain = text.chars().map(|sign| if is_steering(sign) { ' ' } else { sign });
    let text: String = mark.into_iter().chain(plain).collect();
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spreadsheet_takes_a_text_for_a_formula() {
        let formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"].map(cell);
        assert_eq!(formulas, ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "' =1"]);
        assert_eq!(cell("=A1,\"B\""), "\"'=A1,\"\"B\"\"\"", "within the quotes");
        assert_eq!(["a=b", "iwumbwe:7", ""].map(cell), ["a=b", "iwumbwe:7", ""]);
    }

    #[test]
    fn a_cell_is_on_one_line_and_steers_no_terminal() {
        let cells = ["Bo\nris", "Bo\u{1b}[2J,\r\n", "\u{202e}Ж 海"].map(cell);
        assert_eq!(cells, ["Bo ris", "\"Bo [2J,  \"", " Ж 海"]);
    }
}
