//! The keyboard on the screen, for whoever writes a line with a gamepad or with fingers: its keys, the one with the
//! focus, and what a press does to the line.

use super::devices::buttons::{self, PadFamily};
use super::devices::keys::Keycap;
use super::devices::nav::RepeatingButton;
use super::persistence::Settings;
use super::typing::{self, Typing};
use crate::game::Action;
use bevy::input::gamepad::{GamepadButtonStateChangedEvent, GamepadConnectionEvent};
use bevy::input::keyboard::KeyboardInput;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;

/// The width of every row of keys, in widths of a letter's key.
pub const ROW_WIDTH: f32 = 10.0;
/// How many rows of keys there are: four of letters, and one of the other keys.
pub const ROW_COUNT: usize = 5;
/// The rows of letters.
const LETTERS: [&str; ROW_COUNT - 1] = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.-"];
/// The rows of signs, which take the place of the letters: all other characters that addresses, fumens and this game's
/// own lines of text have.
const SIGNS: [&str; ROW_COUNT - 1] = ["1234567890", "@#%&*+=/:;", "?!_~()[]{}", "<>|\\\"^`$€§"];
/// The buttons of a gamepad that press a key wherever the focus is, by the custom of consoles.
const BUTTONS: [(GamepadButton, ScreenKey); 6] = [
    (GamepadButton::East, ScreenKey::Cancel),
    (GamepadButton::West, ScreenKey::Delete),
    (GamepadButton::North, ScreenKey::Space),
    (GamepadButton::Start, ScreenKey::Done),
    (GamepadButton::LeftTrigger, ScreenKey::Shift),
    (GamepadButton::RightTrigger, ScreenKey::Signs),
];
/// The keys of the last row, with their widths as multiples of a letter's key.
const OTHERS: [(ScreenKey, f32); 7] = [
    (ScreenKey::Shift, 1.3),
    (ScreenKey::Signs, 1.1),
    (ScreenKey::Space, 1.7),
    (ScreenKey::Paste, 1.4),
    (ScreenKey::Delete, 1.5),
    (ScreenKey::Cancel, 1.5),
    (ScreenKey::Done, 1.5),
];

/// A key on the screen, by what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenKey {
    /// A key that writes this letter or sign.
    Letter(char),
    /// A key that makes the next letter a capital.
    Shift,
    /// A key that changes between letters and signs.
    Signs,
    /// A key that writes a space.
    Space,
    /// A key that adds the text of the clipboard.
    Paste,
    /// A key that takes the last letter away.
    Delete,
    /// A key that ends the line without a change.
    Cancel,
    /// A key that finishes the line, so that the row that asked for it takes it.
    Done,
}

/// A key of the keyboard on the screen, with its place and its width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedKey {
    /// What the key does.
    pub key: ScreenKey,
    /// The row of keys that the key is in, from 0 for the highest.
    pub row: usize,
    /// The left edge of the key, in widths of a letter's key from the left.
    pub left: f32,
    /// The width of the key, as a multiple of a letter's key.
    pub width: f32,
}

/// What somebody has last written or chosen with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastDevice {
    #[default]
    Keyboard,
    Gamepad,
    Fingers,
}

/// The keyboard on the screen. It is shown while a line is written without a keyboard.
#[derive(Resource, Debug, Default)]
pub struct ScreenKeyboard {
    last: LastDevice,
    family: PadFamily,
    /// The index of the key with the focus among all keys.
    focus: usize,
    /// Whether the next letter is a capital.
    pub has_shift: bool,
    /// Whether signs are shown in place of letters.
    pub has_signs: bool,
}

impl ScreenKeyboard {
    /// Whether the keyboard is shown for this line.
    pub fn is_shown(&self, typing: &Typing) -> bool {
        typing.is_on() && self.last != LastDevice::Keyboard
    }

    /// The family of the gamepad, if one was used last: then its buttons are named in place of keys.
    pub fn used_pad(&self) -> Option<PadFamily> {
        (self.last == LastDevice::Gamepad).then_some(self.family)
    }

    /// The family of the gamepad that was used last of all gamepads, even if something else was used since.
    pub fn pad_family(&self) -> PadFamily {
        self.family
    }

    /// Whether a keyboard was used last: for gamepads and fingers, no page names keys of a keyboard.
    pub fn is_keyboard_used(&self) -> bool {
        self.last == LastDevice::Keyboard
    }

    /// What a player reads on the key or the button of an action; `None` where it has neither, and for fingers, which
    /// use neither keys nor buttons.
    pub fn action_keycap(&self, action: Action, settings: &Settings) -> Option<Keycap> {
        let by_fingers = self.last == LastDevice::Fingers;
        buttons::action_keycap(action, settings, self.used_pad()).filter(|_| !by_fingers)
    }

    /// The index of the key that a gamepad would press; `None` for fingers, which need no focus.
    pub fn focused_key(&self) -> Option<usize> {
        (self.last == LastDevice::Gamepad).then_some(self.focus)
    }

    /// All keys, row by row from the left. There are as many letters as signs.
    pub fn keys(&self) -> Vec<PlacedKey> {
        let rows = if self.has_signs { SIGNS } else { LETTERS };
        let mut keys = Vec::new();
        for (row, letters) in rows.into_iter().enumerate() {
            for (column, letter) in letters.chars().enumerate() {
                let letter = if self.has_shift { letter.to_ascii_uppercase() } else { letter };
                keys.push(PlacedKey { key: ScreenKey::Letter(letter), row, left: column as f32, width: 1.0 });
            }
        }
        let mut left = 0.0;
        for (key, width) in OTHERS {
            keys.push(PlacedKey { key, row: ROW_COUNT - 1, left, width });
            left += width;
        }
        keys
    }

    /// Presses a key of the keyboard on the screen, which changes the line or the keyboard itself.
    pub fn press(&mut self, key: ScreenKey, typing: &mut Typing) {
        match key {
            ScreenKey::Letter(letter) => {
                typing.write(std::iter::once(letter));
                self.has_shift = false;
            }
            ScreenKey::Shift => self.has_shift = !self.has_shift,
            ScreenKey::Signs => self.has_signs = !self.has_signs,
            ScreenKey::Space => typing.write(std::iter::once(' ')),
            ScreenKey::Paste => typing.asks_to_paste = true,
            ScreenKey::Delete => typing.delete_last(),
            ScreenKey::Cancel => typing.cancel(),
            ScreenKey::Done => typing.done = true,
        }
    }

    /// The button of a gamepad that presses a key wherever the focus is, as a player reads it; `None` for a key without
    /// one, and while no gamepad is used.
    pub fn button_words(&self, key: ScreenKey) -> Option<&'static str> {
        let (button, _) = BUTTONS.iter().find(|(_, pressed)| *pressed == key)?;
        self.used_pad().map(|pad| pad.label(*button))
    }

    /// Presses a button of a gamepad: the cross moves, the lower button presses the key with the focus.
    fn press_button(&mut self, button: GamepadButton, typing: &mut Typing) {
        let key = match button {
            GamepadButton::DPadLeft => return self.move_along(-1),
            GamepadButton::DPadRight => return self.move_along(1),
            GamepadButton::DPadUp => return self.move_across(ROW_COUNT - 1),
            GamepadButton::DPadDown => return self.move_across(1),
            GamepadButton::South => match self.keys().get(self.focus) {
                Some(placed) => placed.key,
                None => return,
            },
            other => match BUTTONS.iter().find(|(button, _)| *button == other) {
                Some(&(_, key)) => key,
                None => return,
            },
        };
        self.press(key, typing);
    }

    /// Moves the focus by one key along its row, round its ends.
    fn move_along(&mut self, step: i32) {
        let keys = self.keys();
        let Some(row) = keys.get(self.focus).map(|placed| placed.row) else { return };
        let in_row: Vec<usize> = (0..keys.len()).filter(|at| keys[*at].row == row).collect();
        let at = in_row.iter().position(|at| *at == self.focus).unwrap_or(0) as i32;
        self.focus = in_row[(at + step).rem_euclid(in_row.len() as i32) as usize];
    }

    /// Moves the focus this many rows down, round the end, to the key whose middle is the nearest.
    fn move_across(&mut self, rows: usize) {
        let keys = self.keys();
        let Some(from) = keys.get(self.focus) else { return };
        let row = (from.row + rows) % ROW_COUNT;
        let away = |placed: &PlacedKey| (placed.left + placed.width / 2.0 - from.left - from.width / 2.0).abs();
        let in_row = keys.iter().enumerate().filter(|(_, placed)| placed.row == row);
        let nearest = in_row.min_by(|(_, one), (_, other)| away(one).total_cmp(&away(other)));
        self.focus = nearest.map_or(self.focus, |(at, _)| at);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ScreenKeyboard>();
    // After `listen`, which takes the steps of this frame from the menus while a line is on: the button that ends the
    // line does nothing else.
    app.add_systems(PreUpdate, read.after(typing::listen));
}

/// Whether a button goes on while it is held, as the system has a held key go on: it moves the focus, or deletes.
const fn repeats(button: GamepadButton) -> bool {
    use GamepadButton::{DPadDown, DPadLeft, DPadRight, DPadUp, West};
    matches!(button, DPadLeft | DPadRight | DPadUp | DPadDown | West)
}

/// Notes what somebody writes with, and has a gamepad press keys while the keyboard is shown.
fn read(
    mut keyboard: ResMut<ScreenKeyboard>,
    mut typing: ResMut<Typing>,
    mut keys: MessageReader<KeyboardInput>,
    mut touches: MessageReader<TouchInput>,
    mut pads: MessageReader<GamepadButtonStateChangedEvent>,
    mut connections: MessageReader<GamepadConnectionEvent>,
    gamepads: Query<(&Gamepad, Option<&Name>)>,
    time: Res<Time<Real>>,
    mut held: Local<RepeatingButton>,
) {
    if !typing.is_on() {
        // Every line begins on the letters, without Shift.
        *keyboard = ScreenKeyboard { last: keyboard.last, family: keyboard.family, ..ScreenKeyboard::default() };
    }
    if keys.read().count() > 0 {
        keyboard.last = LastDevice::Keyboard;
    }
    if touches.read().filter(|touch| touch.phase == TouchPhase::Started).count() > 0 {
        keyboard.last = LastDevice::Fingers;
    }
    held.read(&mut connections, &mut pads, time.elapsed(), |pad, button| {
        let was_shown = keyboard.is_shown(&typing);
        keyboard.last = LastDevice::Gamepad;
        if let Ok((gamepad, name)) = gamepads.get(pad) {
            let numbers = [gamepad.vendor_id(), gamepad.product_id()];
            keyboard.family = PadFamily::of(numbers, name.map_or("", Name::as_str));
        }
        if was_shown {
            keyboard.press_button(button, &mut typing);
        }
        was_shown && repeats(button)
    });
    if !keyboard.is_shown(&typing) {
        *held = RepeatingButton::default();
    }
    if let Some(button) = held.due(time.elapsed()) {
        keyboard.press_button(button, &mut typing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::ButtonState;
    use bevy::input::InputPlugin;
    use bevy::input::gamepad::GamepadConnection;
    use bevy::time::TimeUpdateStrategy;
    use std::time::Duration;

    #[test]
    fn fingers_are_told_of_no_key_and_no_button() {
        let told = |last: LastDevice| {
            let device = ScreenKeyboard { last, ..ScreenKeyboard::default() };
            device.action_keycap(Action::Undo, &Settings::default())
        };
        assert_eq!(told(LastDevice::Fingers), None);
        assert!(told(LastDevice::Keyboard).is_some() && told(LastDevice::Gamepad).is_some());
    }

    /// The keyboard of a gamepad, and a line that has just begun.
    fn begun(text: &str) -> (ScreenKeyboard, Typing) {
        let mut typing = Typing::default();
        typing.begin("test", "Name", text);
        (ScreenKeyboard { last: LastDevice::Gamepad, ..ScreenKeyboard::default() }, typing)
    }

    /// A program with this keyboard and this line, whose frames are a fiftieth of a second long.
    fn program(keyboard: ScreenKeyboard, typing: Typing) -> App {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins).add_message::<KeyboardInput>().add_message::<TouchInput>();
        app.add_message::<GamepadButtonStateChangedEvent>().add_message::<GamepadConnectionEvent>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)));
        app.insert_resource(keyboard).insert_resource(typing).add_systems(Update, read);
        app
    }

    #[test]
    fn a_held_button_deletes_letter_after_letter_until_it_is_released_and_writes_one_alone() {
        let (keyboard, typing) = begun(&"a".repeat(100));
        let mut app = program(keyboard, typing);
        let mut letters_after = |button: GamepadButton, state: ButtonState, frames: u32| {
            let entity = Entity::PLACEHOLDER;
            app.world_mut().write_message(GamepadButtonStateChangedEvent { entity, button, state });
            (0..frames).for_each(|_| app.update());
            app.world().resource::<Typing>().text.len()
        };
        let (pressed, released) = (ButtonState::Pressed, ButtonState::Released);
        let (delete, write) = (GamepadButton::West, GamepadButton::South);
        assert_eq!(letters_after(delete, pressed, 10), 99, "one before it repeats");
        let rest = letters_after(write, released, 40);
        assert!(rest < 90, "{rest} are left");
        assert_eq!(letters_after(delete, released, 50), rest);
        assert_eq!(letters_after(write, pressed, 50), rest + 1);
    }

    #[test]
    fn every_row_is_as_wide_and_has_every_character_of_a_fumen() {
        let mut keyboard = ScreenKeyboard::default();
        let mut found = String::new();
        for (signs, shift) in [(false, false), (false, true), (true, false)] {
            (keyboard.has_signs, keyboard.has_shift) = (signs, shift);
            let keys = keyboard.keys();
            for row in 0..ROW_COUNT {
                let width: f32 = keys.iter().filter(|key| key.row == row).map(|key| key.width).sum();
                assert!((width - ROW_WIDTH).abs() < 1e-4, "row {row} is {width} wide");
            }
            found.extend(keys.iter().filter_map(|key| match key.key {
                ScreenKey::Letter(letter) => Some(letter),
                _ => None,
            }));
        }
        let fumen = ('0'..='9').chain('a'..='z').chain('A'..='Z').chain("+/@?".chars());
        assert_eq!(fumen.filter(|letter| !found.contains(*letter)).collect::<String>(), "");
    }

    #[test]
    fn a_gamepad_writes_a_line() {
        use GamepadButton::{DPadDown, DPadLeft, DPadRight, DPadUp, LeftTrigger, North, South, Start, West};
        let (mut keyboard, mut typing) = begun("");
        // From 1 down to q and right to w; a capital; then small again.
        for button in [DPadDown, DPadRight, LeftTrigger, South, South, North, DPadLeft, South, South, West] {
            keyboard.press_button(button, &mut typing);
        }
        assert_eq!((typing.text.as_str(), typing.done), ("Ww q", false));
        // Up from the first row is the last; Done is its rightmost key.
        for button in [DPadUp, DPadUp, DPadLeft, South] {
            keyboard.press_button(button, &mut typing);
        }
        assert_eq!(typing.take_finished("test").as_deref(), Some("Ww q"));
        let (mut keyboard, mut typing) = begun("a");
        keyboard.press_button(Start, &mut typing);
        assert!(typing.done && keyboard.is_shown(&typing));
    }

    #[test]
    fn the_key_that_pastes_asks_for_the_clipboard_and_changes_nothing_before() {
        let (mut keyboard, mut typing) = begun("a");
        keyboard.focus = keyboard.keys().iter().position(|placed| placed.key == ScreenKey::Paste).unwrap_or_default();
        keyboard.press_button(GamepadButton::South, &mut typing);
        assert_eq!((typing.text.as_str(), typing.asks_to_paste, typing.is_changed), ("a", true, false));
    }

    #[test]
    fn the_way_back_ends_the_line_without_a_change() {
        let (mut keyboard, mut typing) = begun("a");
        keyboard.press_button(GamepadButton::South, &mut typing);
        assert_eq!(typing.text, "a1");
        keyboard.press_button(GamepadButton::East, &mut typing);
        assert!(!typing.is_on() && typing.take_finished("test").is_none());
    }

    #[test]
    fn every_line_begins_on_the_letters() {
        let (mut keyboard, typing) = begun("");
        (keyboard.has_shift, keyboard.has_signs, keyboard.focus) = (true, true, 12);
        let mut app = program(keyboard, typing);
        app.update();
        let keyboard = app.world().resource::<ScreenKeyboard>();
        assert!(keyboard.has_shift && keyboard.has_signs, "as long as the line goes on");
        app.world_mut().resource_mut::<Typing>().cancel();
        app.update();
        let keyboard = app.world().resource::<ScreenKeyboard>();
        assert_eq!((keyboard.has_shift, keyboard.has_signs, keyboard.focus), (false, false, 0));
        assert_eq!(keyboard.last, LastDevice::Gamepad);
    }

    #[test]
    fn buttons_are_named_as_on_the_gamepad_that_was_used_last() {
        let mut app = program(ScreenKeyboard::default(), Typing::default());
        app.add_plugins(InputPlugin);
        let made = [("Controller", Some(0x054c)), ("Pro Controller", None), ("Controller", Some(0x045e))];
        let pads = made.map(|(name, vendor_id)| {
            let pad = app.world_mut().spawn_empty().id();
            let connection = GamepadConnection::Connected { name: name.to_owned(), vendor_id, product_id: None };
            app.world_mut().write_message(GamepadConnectionEvent::new(pad, connection));
            pad
        });
        app.update();
        let words = |app: &App| app.world().resource::<ScreenKeyboard>().button_words(ScreenKey::Delete);
        assert_eq!(words(&app), None, "no button was pressed yet");
        let named = pads.map(|pad| {
            let press = GamepadButtonStateChangedEvent::new(pad, GamepadButton::South, ButtonState::Pressed);
            app.world_mut().write_message(press);
            app.update();
            words(&app)
        });
        assert_eq!(named, ["Square", "Y", "X"].map(Some));
    }

    #[test]
    fn signs_take_the_place_of_letters() {
        let (mut keyboard, mut typing) = begun("");
        for button in [GamepadButton::RightTrigger, GamepadButton::DPadDown, GamepadButton::South] {
            keyboard.press_button(button, &mut typing);
        }
        assert_eq!(typing.text, "@");
    }
}
