//! Typing a line of text: while a row reads it, keys write and do nothing else.

use super::clipboard::{Clipboard, PasteResult};
use super::devices::keys;
use super::devices::nav::{self, NavigationSteps};
use super::toasts::Toasts;
use crate::tbp::message::is_steering;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

/// The most characters of a line whose row sets no limit of its own.
const MOST: usize = 8000;
/// The name by which the line waits for a text of the clipboard.
const PASTING: &str = "typing";

/// The line being typed.
#[derive(Resource, Debug, Default)]
pub struct Typing {
    /// The id of the row that reads the line; `None` if no line is being typed.
    pub of: Option<&'static str>,
    /// The name of the row that reads the line, for the player.
    pub label: String,
    /// The text of the line so far.
    pub text: String,
    /// Whether the line was finished in this frame.
    pub done: bool,
    /// Whether the line has been changed since it was begun: a text that is pasted before that replaces it.
    pub is_changed: bool,
    /// Whether nobody is to read the line on the screen.
    pub is_hidden: bool,
    /// The most characters that the row takes; `None` where it sets no limit.
    pub limit: Option<usize>,
    /// Whether a text was asked for by a key on the screen, and the clipboard was not asked yet.
    pub(super) asks_to_paste: bool,
    /// Whether this line, and not one before it that was cancelled, waits for a text that a browser was asked for.
    waits_to_paste: bool,
    /// Whether the row that reads the line was shown since the keys were read last.
    is_asked_for: bool,
}

impl Typing {
    /// Whether a line is being typed.
    pub fn is_on(&self) -> bool {
        self.of.is_some()
    }

    /// Begins a line for the row `of`, which is called `label`, with this text in it.
    pub fn begin(&mut self, of: &'static str, label: &str, text: &str) {
        let (of, label, text) = (Some(of), label.to_owned(), text.to_owned());
        *self = Self { of, label, text, is_asked_for: true, ..Self::default() };
    }

    /// The line as it is shown: a sign for each letter where nobody is to read it.
    pub fn shown_text(&self) -> String {
        if self.is_hidden { "*".repeat(self.text.chars().count()) } else { self.text.clone() }
    }

    /// Adds letters at the end of the line, up to the most that its row takes. Keys and the clipboard may also give
    /// signs that steer a terminal, or turn what is around them: these are left out.
    pub fn write(&mut self, letters: impl Iterator<Item = char>) {
        let before = self.text.len();
        let room = self.limit.unwrap_or(MOST).saturating_sub(self.text.chars().count());
        self.text.extend(letters.filter(|letter| !is_steering(*letter)).take(room));
        self.is_changed |= self.text.len() > before;
    }

    /// Adds a text of the clipboard, as one line. One that was not changed yet makes room for it.
    fn paste(&mut self, text: &str) {
        if !std::mem::replace(&mut self.is_changed, true) {
            self.text.clear();
        }
        self.write(text.split_whitespace().collect::<Vec<_>>().join(" ").chars());
    }

    /// Adds what the clipboard has given, or says that it has no text.
    fn take_pasted(&mut self, given: PasteResult, toasts: &mut Toasts) {
        match given {
            PasteResult::Text(text) if !text.trim().is_empty() => self.paste(&text),
            PasteResult::Text(_) | PasteResult::Nothing => toasts.say("There is no text in the clipboard"),
            PasteResult::Later => self.waits_to_paste = true,
        }
    }

    /// Takes the last letter away, with all signs that are seen as one letter or emoji.
    pub fn delete_last(&mut self) {
        if let Some((start, _)) = self.text.grapheme_indices(true).next_back() {
            self.text.truncate(start);
            self.is_changed = true;
        }
    }

    /// Ends the line without a change.
    pub fn cancel(&mut self) {
        *self = Self::default();
    }

    /// Takes the line of the row `of` once it is finished; `None` before. Each frame in which the row is shown asks.
    pub fn take_finished(&mut self, of: &'static str) -> Option<String> {
        self.is_asked_for |= self.of == Some(of);
        (self.of == Some(of) && self.done).then(|| std::mem::take(self).text)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Typing>().add_systems(PreUpdate, listen.after(nav::read_navigation));
}

/// Adds the letters of this frame to the line, and takes the keys from the menus, which would act on them. A line whose
/// row is not shown any more is dropped, so that it is not continued elsewhere and no longer takes the keys.
pub(super) fn listen(
    mut typing: ResMut<Typing>,
    mut nav: ResMut<NavigationSteps>,
    mut presses: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    mut clipboard: NonSendMut<Clipboard>,
    mut toasts: ResMut<Toasts>,
) {
    if !std::mem::take(&mut typing.is_asked_for) {
        typing.cancel();
        // The key that begins a line is not part of it.
        return presses.clear();
    }
    *nav = NavigationSteps::default();
    let events: Vec<&KeyboardInput> = presses.read().collect();
    let mut pastes = false;
    for (at, key) in events.iter().enumerate().filter(|(_, key)| key.state == ButtonState::Pressed) {
        let is_with = |others: [KeyCode; 2]| keys::were_held(&others, &events, at, &held);
        // Windows says of AltGr, which types further signs, that Ctrl and Alt are held.
        let types = is_with([KeyCode::AltLeft, KeyCode::AltRight]);
        let control = is_with([KeyCode::ControlLeft, KeyCode::ControlRight]) && !types;
        // The Command key of a Mac.
        let control = control || is_with([KeyCode::SuperLeft, KeyCode::SuperRight]);
        match &key.logical_key {
            // The Enter that began the line repeats while it is held.
            Key::Enter if key.repeat => {}
            Key::Enter => {
                typing.done = true;
                break;
            }
            Key::Escape => return typing.cancel(),
            Key::Backspace => typing.delete_last(),
            _ if control && keys::shortcut_key(key) == KeyCode::KeyV => pastes = true,
            _ if control => {}
            _ => typing.write(key.text.iter().flat_map(|text| text.chars())),
        }
    }
    if pastes {
        typing.take_pasted(clipboard.get().map_or(PasteResult::Nothing, PasteResult::Text), &mut toasts);
    }
    // A browser may show the clipboard frames later, or never.
    let has_come = typing.waits_to_paste && clipboard.has_come(PASTING);
    if std::mem::take(&mut typing.asks_to_paste) || has_come {
        typing.waits_to_paste = false;
        typing.take_pasted(clipboard.paste(PASTING), &mut toasts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::clipboard;
    use bevy::input::InputPlugin;

    /// A program in which a line has just begun.
    fn begun() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, nav::plugin));
        app.init_resource::<Typing>().init_resource::<Toasts>().insert_non_send(Clipboard::default());
        app.add_systems(Update, listen);
        app.world_mut().resource_mut::<Typing>().begin("row", "Name", "");
        app
    }

    /// The text of a line after a press of a key that types `typed`, while the keys of `held` are down.
    fn typed(held: &[KeyCode], typed: &str, key_code: KeyCode) -> String {
        let mut app = begun();
        for key in held {
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(*key);
        }
        app.world_mut().write_message(keys::typed_key_press(typed, key_code));
        app.update();
        app.world().resource::<Typing>().text.clone()
    }

    #[test]
    fn an_enter_that_is_held_ends_no_line() {
        let mut app = begun();
        for repeat in [true, false] {
            let enter = keys::typed_key_press("", KeyCode::Enter);
            app.world_mut().write_message(KeyboardInput { logical_key: Key::Enter, repeat, ..enter });
            app.update();
            assert_eq!(app.world_mut().resource_mut::<Typing>().take_finished("row").is_some(), !repeat);
        }
    }

    #[test]
    fn what_is_pressed_after_enter_in_the_same_frame_is_no_part_of_the_line() {
        for (logical_key, typed) in [(Key::Character("b".into()), "b"), (Key::Escape, "")] {
            let mut app = begun();
            let enter = KeyboardInput { logical_key: Key::Enter, ..keys::typed_key_press("", KeyCode::Enter) };
            let later = KeyboardInput { logical_key, ..keys::typed_key_press(typed, KeyCode::KeyB) };
            for press in [keys::typed_key_press("a", KeyCode::KeyA), enter, later] {
                app.world_mut().write_message(press);
            }
            app.update();
            assert_eq!(app.world_mut().resource_mut::<Typing>().take_finished("row").as_deref(), Some("a"));
        }
    }

    #[test]
    fn backspace_takes_letter_by_letter_away_and_leaves_no_page() {
        let mut app = begun();
        app.world_mut().resource_mut::<Typing>().begin("row", "Name", "aЖ");
        for left in ["a", "", ""] {
            let backspace = keys::typed_key_press("", KeyCode::Backspace);
            app.world_mut().write_message(KeyboardInput { logical_key: Key::Backspace, ..backspace });
            app.update();
            assert!(!app.world().resource::<NavigationSteps>().back);
            let mut typing = app.world_mut().resource_mut::<Typing>();
            assert_eq!((typing.take_finished("row"), typing.text.as_str()), (None, left));
        }
    }

    #[test]
    fn a_line_takes_no_more_letters_than_its_row_does() {
        let mut typing = Typing::default();
        typing.begin("row", "Name", "");
        typing.limit = Some(5);
        typing.paste("Жабаx");
        typing.write("yz".chars());
        assert_eq!(typing.text, "Жабаx");
        typing.delete_last();
        typing.write("yz".chars());
        assert_eq!(typing.text, "Жабаy");
        typing.begin("other", "Line", "");
        typing.write("0123456789".chars());
        assert_eq!(typing.text.len(), 10, "the limit is that of one row");
    }

    #[test]
    fn what_is_seen_as_one_letter_goes_with_one_backspace() {
        let mut typing = Typing::default();
        typing.begin("row", "Name", "");
        // A letter with two marks, a family that joiners hold together, a flag of two letters, a thumb with its colour.
        let letters = ["a", "e\u{301}\u{323}", "👨\u{200d}👩\u{200d}👧", "🇫🇷", "👍🏽"];
        typing.write(letters.iter().flat_map(|letter| letter.chars()));
        for left in (0..letters.len()).rev() {
            typing.delete_last();
            assert_eq!(typing.text, letters[..left].concat());
        }
        typing.is_changed = false;
        typing.delete_last();
        assert!(typing.text.is_empty() && !typing.is_changed, "there is nothing to take away");
    }

    #[test]
    fn a_pasted_text_is_one_line_and_takes_the_place_of_what_nobody_has_changed() {
        let mut typing = Typing::default();
        typing.begin("row", "Go to a room", "the last one");
        typing.paste(" K7QM2-XW9PA\n@here ");
        assert_eq!(typing.text, "K7QM2-XW9PA @here");
        typing.paste("!");
        assert_eq!(typing.text, "K7QM2-XW9PA @here!", "then it goes on");
        typing.paste("\u{1b}[31m\u{202e}Ж\u{0}");
        assert_eq!(typing.text, "K7QM2-XW9PA @here![31mЖ", "signs that nobody sees are left out");
    }

    #[test]
    fn a_clipboard_without_text_is_told_and_changes_nothing() {
        let told = Some("There is no text in the clipboard");
        let text = |text: &str| PasteResult::Text(text.to_owned());
        for (given, after, told) in [
            (PasteResult::Nothing, "the last one", told),
            (text(" \n"), "the last one", told),
            (PasteResult::Later, "the last one", None),
            (text("K7QM2\n"), "K7QM2", None),
        ] {
            let (mut typing, mut toasts) = (Typing::default(), Toasts::default());
            typing.begin("row", "Go to a room", "the last one");
            typing.take_pasted(given, &mut toasts);
            assert_eq!((typing.text.as_str(), toasts.last()), (after, told));
        }
    }

    #[test]
    fn a_line_waits_for_no_text_that_one_before_it_has_asked_for() {
        let mut typing = Typing::default();
        typing.begin("row", "Name", "");
        typing.take_pasted(PasteResult::Later, &mut Toasts::default());
        assert!(typing.waits_to_paste);
        typing.cancel();
        typing.begin("row", "Name", "");
        assert!(!typing.waits_to_paste);
    }

    #[test]
    fn alt_gr_types_and_ctrl_does_not() {
        assert_eq!(typed(&[], "q", KeyCode::KeyQ), "q");
        assert_eq!(typed(&[KeyCode::ControlLeft, KeyCode::AltRight], "@", KeyCode::KeyQ), "@", "AltGr of Windows");
        assert_eq!(typed(&[KeyCode::AltRight], "@", KeyCode::KeyQ), "@");
        assert_eq!(typed(&[KeyCode::ControlLeft], "q", KeyCode::KeyQ), "");
    }

    #[test]
    fn ctrl_counts_for_the_keys_that_are_pressed_while_it_is_down_in_a_frame_of_any_length() {
        let ctrl = |state| {
            let press = keys::typed_key_press("", KeyCode::ControlLeft);
            KeyboardInput { state, logical_key: Key::Control, text: None, ..press }
        };
        let [down, up] = [ButtonState::Pressed, ButtonState::Released].map(ctrl);
        let [q, w] = [("q", KeyCode::KeyQ), ("w", KeyCode::KeyW)].map(|(typed, key)| keys::typed_key_press(typed, key));
        for (events, expected) in [
            (vec![&down, &q, &up], ""),
            (vec![&down, &q, &up, &w], "w"),
            (vec![&w, &down, &q], "w"),
            (vec![&down, &up, &q, &w], "qw"),
        ] {
            let mut app = begun();
            for event in &events {
                app.world_mut().write_message(KeyboardInput::clone(event));
            }
            app.update();
            assert_eq!(app.world().resource::<Typing>().text, expected, "{events:?}");
        }
    }

    #[test]
    fn a_line_goes_on_for_as_long_as_its_row_is_shown() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, nav::plugin, clipboard::plugin, plugin));
        app.init_resource::<Toasts>();
        let shows_row = |app: &mut App| app.world_mut().resource_mut::<Typing>().take_finished("row");
        app.update();
        app.world_mut().resource_mut::<Typing>().begin("row", "From a board", "");
        for _ in 0..3 {
            app.update();
            assert_eq!(shows_row(&mut app), None);
            assert!(app.world().resource::<Typing>().is_on(), "it goes on while the row is there");
        }
        app.update();
        // Another page, on which another row asks for another line.
        app.world_mut().resource_mut::<Typing>().take_finished("other");
        app.update();
        assert!(!app.world().resource::<Typing>().is_on(), "it is not continued elsewhere");
    }
}
