//! What a screen reader says of a page, whose letters are pixels: its title and notes as it appears, and the row with
//! the focus, its value and its explanation, as these change. Nothing is collected where nobody hears it.

use super::menu::{Menu, Row};
use crate::app::devices::keys::Keycap;
use crate::doors::speech;
use bevy::prelude::*;
use std::time::Duration;

/// The words of a column of rows in one frame.
#[derive(Debug, Default)]
pub(super) struct ColumnWords {
    /// What stands between the rows and beside them.
    notes: Vec<String>,
    /// The place of the row with the focus, from 0, and its label; `None` if no row has the focus.
    row: Option<(usize, String)>,
    /// What stands in this row besides its label.
    values: Vec<String>,
    /// The explanation of this row; empty if it has none.
    hint: String,
}

impl ColumnWords {
    /// Begins a column; `None` where nobody hears of it.
    pub(super) fn begin() -> Option<Self> {
        (speech::IS_HEARD || cfg!(test)).then(Self::default)
    }

    /// Begins the row with the focus.
    pub(super) fn begin_row(&mut self, place: usize, label: &str) {
        self.row = Some((place, label.to_owned()));
        self.values.clear();
    }

    /// The same column with the explanation of the row with the focus.
    pub(super) fn with_hint(self, hint: Option<&str>) -> Self {
        Self { hint: hint.unwrap_or_default().to_owned(), ..self }
    }
}

impl Menu<'_> {
    /// Tells a screen reader what stands in a row besides its label, while the row has the focus.
    pub(super) fn tell(&mut self, row: &Row, words: impl FnOnce() -> String) {
        if let Some(told) = self.words.as_mut().filter(|_| row.focused) {
            told.values.push(words());
        }
    }

    /// Tells a screen reader what stands between the rows or beside them.
    pub(super) fn tell_aside(&mut self, words: impl FnOnce() -> String) {
        if let Some(told) = &mut self.words {
            told.notes.push(words());
        }
    }
}

/// What was told of the page on show.
#[derive(Resource, Debug, Default)]
pub struct PageNarrator {
    /// The title of the page that is painted next.
    title: String,
    /// The name of the page on show and its title.
    page: (&'static str, String),
    words: ColumnWords,
    /// The time of the program at which the page was on show last.
    last: Duration,
}

impl PageNarrator {
    /// Notes the title of the page whose rows come next.
    pub(super) fn begin_page(&mut self, title: &str) {
        if speech::IS_HEARD {
            title.clone_into(&mut self.title);
        }
    }

    /// Has a screen reader say what is new in the column of the page with this name.
    pub(super) fn tell(&mut self, name: &'static str, words: ColumnWords, time: &Time<Real>) {
        let said = self.news(name, words, [time.elapsed(), time.delta()]);
        if !said.is_empty() {
            speech::say(&said);
        }
    }

    /// What is new in a column at this time of the program, in a frame that took so long; empty if nothing is.
    fn news(&mut self, name: &'static str, words: ColumnWords, [now, delta]: [Duration; 2]) -> String {
        let page = (name, std::mem::take(&mut self.title));
        // A page that was not on show in the frame before has come back.
        let goes_on = self.page == page && self.last + delta == now;
        (self.page, self.last) = (page, now);
        let before = std::mem::replace(&mut self.words, words);
        let before = if goes_on { before } else { ColumnWords::default() };
        let is_new_row = self.words.row != before.row;
        // Notes and explanations that change by themselves, as those that count, are told with what the player does.
        if goes_on && !is_new_row && self.words.values == before.values {
            return String::new();
        }
        let title = Some(&self.page.1).filter(|_| !goes_on);
        let label = self.words.row.as_ref().map(|(_, label)| label).filter(|_| is_new_row);
        // A card that cuts its description off repeats it as the explanation.
        let is_told = |hint: &String| self.words.values.iter().any(|value| value.starts_with(hint));
        let hint = Some(&self.words.hint).filter(|hint| (is_new_row || **hint != before.hint) && !is_told(hint));
        let notes = self.words.notes.iter().filter(|note| !before.notes.contains(note));
        let values = self.words.values.iter().filter(|value| is_new_row || !before.values.contains(value));
        let parts = title.into_iter().chain(notes).chain(label).chain(values).chain(hint);
        let parts = parts.map(|part| part.trim().trim_end_matches('.')).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(". ")
    }
}

/// The keys of an action in words, and what else is told in their row: the text while it waits for a key, and another
/// action with one of these keys.
pub(super) fn bound_keys_in_words(caps: &[(Keycap, bool)], waiting: Option<&str>, clash: Option<&str>) -> String {
    if let Some(waiting) = waiting {
        return waiting.to_owned();
    }
    let keys = keys_in_words(caps.iter().map(|(cap, _)| cap));
    match clash {
        Some(other) => format!("{keys}, also {other}"),
        None => keys,
    }
}

/// What stands on some keys, in words.
pub(super) fn keys_in_words<'a>(caps: impl Iterator<Item = &'a Keycap>) -> String {
    let name = |cap: &Keycap| match cap {
        Keycap::Text(text) => text.clone(),
        Keycap::Arrow(direction) => format!("{direction:?} arrow"),
    };
    let keys: Vec<String> = caps.map(name).collect();
    if keys.is_empty() { "no key".to_owned() } else { keys.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::super::menu::Cursor;
    use super::super::test_frame::frame;
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    const FRAME: Duration = Duration::from_millis(20);

    /// What is told of a page with a note, a button and a switch, in a frame at this time with these steps.
    fn told(narrator: &mut PageNarrator, cursor: &mut Cursor, now: Duration, nav: NavigationSteps) -> String {
        let (mut words, mut is_on, mut hint) = (None, cursor.tab > 0, None);
        frame(400.0, nav, cursor, |menu| {
            menu.note("Is it so?");
            menu.button("Go on");
            menu.toggle("Sound", &mut is_on);
            menu.explain_row("All that is heard.");
            (words, hint) = (menu.words.take(), menu.hint.clone());
        });
        cursor.tab = usize::from(is_on);
        "Your ears".clone_into(&mut narrator.title);
        narrator.news("ears", words.unwrap_or_default().with_hint(hint.as_deref()), [now, FRAME])
    }

    #[test]
    fn a_screen_reader_is_told_of_a_page_once_and_then_of_what_changes() {
        let (mut narrator, mut cursor) = (PageNarrator::default(), Cursor::default());
        let mut frames = 5;
        let mut press = |change: fn(&mut NavigationSteps), passed: u32| {
            let mut nav = NavigationSteps::default();
            change(&mut nav);
            frames += passed;
            told(&mut narrator, &mut cursor, FRAME * frames, nav)
        };
        assert_eq!(press(|_| {}, 1), "Your ears. Is it so?. Go on");
        assert_eq!(press(|_| {}, 1), "");
        assert_eq!(press(|nav| nav.down = true, 1), "Sound. Off. All that is heard");
        assert_eq!(press(|nav| nav.right = true, 1), "On");
        assert_eq!(press(|_| {}, 1), "");
        assert_eq!(press(|_| {}, 9), "Your ears. Is it so?. Sound. On. All that is heard", "it has been away");
    }
}
