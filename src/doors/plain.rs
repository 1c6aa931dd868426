//! Words of strangers, as they may be shown.

use std::ops::RangeInclusive;

/// The letters of Korean that stand for a missing one: letters by their kind, of which nothing is seen.
const FILLERS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
/// Marks on the letter before them: accents, where a text or a keyboard has them apart from their letters.
const MARKS: RangeInclusive<char> = '\u{300}'..='\u{36f}';
/// The one of the marks of which nothing is seen: by it two names would look alike.
const UNSEEN_MARK: char = '\u{34f}';
/// The most marks on a letter; Vietnamese has two.
const MOST_MARKS: usize = 2;
/// The most letters of the name by which somebody is shown to others.
pub const MOST_NAME: usize = 24;

/// The first `most` letters of a text, without what could make it look like something else: control characters, marks
/// of direction, letters of no width and marks that pile up. Letters and digits of every script stay.
pub fn sanitize_text(text: &str, most: usize) -> String {
    let is_seen = |letter: char| letter.is_alphanumeric() && !FILLERS.contains(&letter);
    // What is no letter has no marks on it.
    let mut marks = MOST_MARKS;
    let shown = |letter: &char| {
        if MARKS.contains(letter) && *letter != UNSEEN_MARK {
            marks += 1;
            return marks <= MOST_MARKS;
        }
        marks = if is_seen(*letter) { 0 } else { MOST_MARKS };
        marks == 0 || letter.is_ascii_punctuation() || *letter == ' '
    };
    text.chars().filter(shown).take(most).collect::<String>().trim().to_owned()
}

/// A stranger's name without what cannot be shown, or one that stands for it.
pub fn shown_name(name: &str) -> String {
    let name = sanitize_text(name, MOST_NAME);
    if name.is_empty() { "Somebody".to_owned() } else { name }
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
        assert_eq!(sanitize_text("\u{3164}\u{115f}\u{1160}\u{ffa0}", 24), "", "nobody has a name that is not seen");
    }

    #[test]
    fn accents_apart_from_their_letters_stay_and_do_not_pile_up() {
        assert_eq!(sanitize_text("Vie\u{302}\u{323}t, Сергеи\u{306}", 40), "Vie\u{302}\u{323}t, Сергеи\u{306}");
        assert_eq!(sanitize_text(&format!("a{}b", "\u{301}".repeat(30)), 40), "a\u{301}\u{301}b");
        assert_eq!(sanitize_text("\u{301}\u{301} -\u{301}", 40), "-", "they lie on letters alone");
        assert_eq!(sanitize_text("An\u{34f}na", 40), "Anna", "of this mark nothing is seen");
    }
}
