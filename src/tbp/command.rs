//! A bot's command: the program and its arguments, from one line of words. Nothing is started here.

use std::fmt;

/// A program and its arguments, as a player writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotCommand {
    /// The name or the path of the program.
    pub program: String,
    /// The arguments that the program is given.
    pub arguments: Vec<String>,
}

impl BotCommand {
    /// Reads words separated by blanks; between quotes, single or double, blanks belong to the word. `None` without a
    /// program or with a quote left open. Backslashes are no escapes: they separate folders on Windows.
    pub fn read(text: &str) -> Option<Self> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for letter in text.chars() {
            match (quote, letter) {
                (Some(open), _) if open == letter => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, _) if letter.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| quote.is_none() && !program.is_empty())?;
        Some(Self { program, arguments: words.collect() })
    }
}

impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        for (at, word) in words.enumerate() {
            let gap = if at > 0 { " " } else { "" };
            match word {
                // A quote lies between quotes of the other kind.
                _ if word.contains(['\'', '"']) => write!(f, "{gap}'{}'", word.replace('\'', "'\"'\"'"))?,
                _ if word.is_empty() || word.contains(char::is_whitespace) => write!(f, "{gap}'{word}'")?,
                _ => write!(f, "{gap}{word}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let read = BotCommand::read(r#" bots/cc2 --config 'my weights.json'  -x "" "#).unwrap();
        assert_eq!(read.program, "bots/cc2");
        assert_eq!(read.arguments, ["--config", "my weights.json", "-x", ""]);
        assert_eq!(BotCommand::read(&read.to_string()), Some(read));
        let arguments = ["say \"no\"", "'\""].map(str::to_owned).into();
        let quoted = BotCommand { program: "it's".to_owned(), arguments };
        assert_eq!(BotCommand::read(&quoted.to_string()), Some(quoted));
        assert_eq!(BotCommand::read(r"C:\bots\bot.exe").unwrap().program, r"C:\bots\bot.exe");
        // By such a command a bot runs in a folder of its own.
        let arguments = ["-c", "cd bots/mine && exec ./bot"].map(str::to_owned).into();
        let elsewhere = BotCommand { program: "sh".to_owned(), arguments };
        assert_eq!(BotCommand::read("sh -c 'cd bots/mine && exec ./bot'"), Some(elsewhere));
        for wrong in ["", "  ", "'bot", "''"] {
            assert_eq!(BotCommand::read(wrong), None, "{wrong}");
        }
    }
}
