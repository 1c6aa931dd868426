//! Words of strangers, as they may be shown.

/// The first `most` letters of a text, without what could make it look like something else: control characters, marks
/// of direction, letters of no width and marks that pile up. Letters and digits of every script stay.
pub fn sanitize_text(text: &str, most: usize) -> String {
    let shown = |letter: &char| letter.is_alphanumeric() || letter.is_ascii_punctuation() || *letter == ' ';
    text.chars().filter(shown).take(most).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::sanitize_text;

    #[test]
    fn what_could_deceive_is_left_out() {
        assert_eq!(
            sanitize_text("  Анна-Мария 7, 海 \u{202e}\u{200b}\u{2028}\n\u{1b}[31m", 40),
            "Анна-Мария 7, 海 [31m"
        );
        assert_eq!(sanitize_text("abcdef", 3), "abc");
    }
}
