//! The handling: presets, every setting with its lesson beside it, the player's own handlings, and the handling
//! as a line of text.

use super::super::menu::Menu;
use super::capital;
use crate::app::Toasts;
use crate::app::clipboard::{Clipboard, PasteResult};
use crate::app::handling_sandbox::SandboxKeyCapture;
use crate::app::handlings::SavedHandlings;
use crate::app::persistence::handlings::names_in_order;
use crate::app::typing::Typing;
use crate::game::Handling;
use crate::game::handling::line;
use crate::game::handling::presets::PRESETS;
use crate::game::handling::{InitialInput, SecondDirection, SoftDrop};
use crate::game::sandbox::Lesson;
use bevy::log::warn;

/// What a row asks for besides a change of the handling.
#[derive(Debug)]
pub(super) enum HandlingWish {
    Copy,
    Paste,
    Line(String),
    Save(String),
    Delete(String),
}

/// Adds the rows of the handling. Returns what a row asks for, and the lesson about the row with the focus.
pub(super) fn add_rows(
    menu: &mut Menu,
    handling: &mut Handling,
    own: &SavedHandlings,
    typing: &mut Typing,
    trying: &mut SandboxKeyCapture,
) -> (Option<HandlingWish>, Lesson) {
    let (mut wish, mut lesson) = (None, Lesson::default());
    preset(menu, handling, own);
    let stop = menu.by_device(
        "You are playing – Esc ends it",
        "You are playing – <Start> ends it",
        "You are playing – a tap here ends it",
    );
    if menu.button(if trying.on { &stop } else { "Try it out" }) {
        trying.on = !trying.on;
    }
    menu.explain_row(menu.by_device(
        "Your keys play on the small board; every setting acts there at once. A click on the board does the same",
        "Your buttons play on the small board; every setting acts there at once",
        "Keys or a gamepad play on the small board; every setting acts there at once. A tap on it does the same",
    ));
    settings(menu, handling, &mut lesson);
    menu.heading("Your own");
    let here = own.saved.name_of(handling).map(str::to_owned);
    let name = (here.as_deref().unwrap_or_default(), "– a name");
    wish = menu.typed_line_row("Save as", "handling-name", name, typing).map(HandlingWish::Save).or(wish);
    menu.explain_row(format!("{}; it then stands among the presets", capital(&menu.typing_keys_in_words("the name"))));
    if let Some(here) = here {
        let hint = "Takes it from the presets; the handling stays as it is now";
        menu.wish_button(&mut wish, &format!("Delete {here}"), HandlingWish::Delete(here), hint);
    }
    menu.heading("As a line of text");
    // Only the beginning of the line is shown: the row is for typing another line, not for changing this one.
    let now = line::write(handling);
    let start: Vec<&str> = now.split(' ').take(3).collect();
    let line = format!("– {} …", start.join(" "));
    wish = menu.typed_line_row("Line", "handling-line", ("", &line), typing).map(HandlingWish::Line).or(wish);
    menu.explain_row(menu.by_device(
        "A whole handling in a line: Enter, then write it or paste it with Ctrl+V, and Enter again",
        "A whole handling in a line: <South>, then write it, and <Start>",
        "A whole handling in a line: a tap, then write it, and Done",
    ));
    let hint = "To keep it somewhere, or for somebody else";
    menu.wish_button(&mut wish, "Copy the line", HandlingWish::Copy, hint);
    let hint = "A line that was copied here or somewhere else";
    menu.wish_button(&mut wish, "Paste a line", HandlingWish::Paste, hint);
    (wish, lesson)
}

/// The presets that come with the game, then the player's own, each with its name. One with the same values as one
/// before it is left out: a row finds its place by the values, and would never get past two that are alike.
fn known(own: &SavedHandlings) -> Vec<(&str, Handling)> {
    let mut known: Vec<(&str, Handling)> = PRESETS.iter().map(|preset| (preset.name, preset.handling)).collect();
    for name in names_in_order(&own.saved.handlings) {
        if let Some(Ok(handling)) = own.saved.by_name(name)
            && known.iter().all(|(_, before)| *before != handling)
        {
            known.push((name, handling));
        }
    }
    known
}

/// Adds the row that chooses the handling of the right one of two persons; `None` is the handling of the settings.
pub(super) fn right_player_handling_row(menu: &mut Menu, handling: &mut Option<Handling>, own: &SavedHandlings) {
    let known = known(own);
    let at = handling.and_then(|handling| known.iter().position(|(_, preset)| *preset == handling));
    let shown = match (&handling, at) {
        (None, _) => "As on the left",
        (Some(_), Some(at)) => known[at].0,
        (Some(_), None) => "Not saved",
    };
    // `None` is the place before the first preset.
    let place = at.map_or(0, |at| at + 1);
    let next = menu.pick_index("Right player's handling", shown, place, known.len() + 1);
    menu.explain_row(
        "The left player has the handling of the settings; the right one may have a preset or a saved one",
    );
    if let Some(next) = next {
        *handling = next.checked_sub(1).and_then(|at| known.get(at)).map(|(_, preset)| *preset);
    }
}

/// Adds the row that goes through the presets of handling.
fn preset(menu: &mut Menu, handling: &mut Handling, own: &SavedHandlings) {
    let known = known(own);
    let at = known.iter().position(|(_, preset)| preset == handling);
    let shown = at.map_or("Your own, not saved", |at| known[at].0);
    if let Some(next) = menu.pick_index("Preset", shown, at, known.len()) {
        *handling = known[next].1;
    }
    let about = at.and_then(|at| PRESETS.get(at)).map(|preset| preset.about);
    menu.explain_row(
        about.unwrap_or("A good place to start from. In a running game handling changes with the next one"),
    );
}

/// Adds a row for every setting; `lesson` becomes that of the row with the focus.
fn settings(menu: &mut Menu, handling: &mut Handling, lesson: &mut Lesson) {
    let mut about = |menu: &Menu, what: Lesson| {
        if menu.is_next_focused() {
            *lesson = what;
        }
    };
    let milliseconds = |menu: &mut Menu, label: &str, value: &mut u16, most: u32, zero: &str, hint: &str| {
        let mut number = u32::from(*value);
        let text = if number == 0 && !zero.is_empty() { zero.to_owned() } else { format!("{number} ms") };
        if menu.whole_number(label, &mut number, (0, most), &text) {
            *value = number as u16;
        }
        menu.explain_row(hint.to_owned());
    };
    about(menu, Lesson::Slide);
    // The short names are those by which players of other games look for a setting.
    let das =
        menu.text_with_keys("How long a direction is held before the piece slides by itself", ". Shift: ten at a time");
    milliseconds(menu, "Delay before sliding (DAS)", &mut handling.das, 500, "", &das);
    about(menu, Lesson::Slide);
    let arr = "The time between two steps of a sliding piece; at 0 it is at the wall at once";
    milliseconds(menu, "Time between steps (ARR)", &mut handling.arr, 200, "at once", arr);
    about(menu, Lesson::SoftDrop);
    let mut factor = match handling.soft_drop {
        SoftDrop::Factor(factor) => u32::from(factor),
        SoftDrop::Instant => 41,
    };
    let text = if factor > 40 { "at once".to_owned() } else { format!("× {factor}") };
    if menu.whole_number("Soft drop speed (SDF)", &mut factor, (5, 41), &text) {
        handling.soft_drop = if factor > 40 { SoftDrop::Instant } else { SoftDrop::Factor(factor as u8) };
    }
    menu.explain_row("How much faster than gravity a piece falls while soft drop is held");
    about(menu, Lesson::SoftDrop);
    menu.toggle("Soft drop before sliding", &mut handling.fall_first);
    menu.explain_row("With soft drop 'at once': while it is held, a sliding piece falls into every hole on its way");
    about(menu, Lesson::Rest);
    let dcd = "How long sliding rests after a turn, a hold or a new piece, so that it does not slip away";
    milliseconds(menu, "No sliding after a turn (DCD)", &mut handling.dcd, 200, "none", dcd);
    let initial = [(InitialInput::Off, "Off"), (InitialInput::Hold, "Key held"), (InitialInput::Tap, "Key tapped")];
    about(menu, Lesson::EarlyTurn);
    menu.pick("Turn before it appears", &initial, &mut handling.initial_rotation);
    menu.explain_row(
        "Which early turn counts: a key that is down as the piece appears, or one tapped between two pieces",
    );
    about(menu, Lesson::EarlyTurn);
    menu.toggle("Held turn also out of hold", &mut handling.turn_out_of_hold);
    menu.explain_row(
        "With 'Key held' above: a turn key that is down when you press hold turns the piece that comes out, too",
    );
    about(menu, Lesson::EarlyHold);
    menu.pick("Hold before it appears", &initial, &mut handling.initial_hold);
    menu.explain_row(
        "Which early hold counts: a key that is down as the piece appears, or one tapped between two pieces",
    );
    about(menu, Lesson::Both);
    let second = [
        (SecondDirection::Latest, "The later counts"),
        (SecondDirection::Anew, "Later, anew"),
        (SecondDirection::First, "The earlier counts"),
        (SecondDirection::Neither, "Neither slides"),
    ];
    menu.pick("Left and right at once", &second, &mut handling.second_direction);
    menu.explain_row(
        "What happens when left and right are held together; anew: each change of direction takes the whole delay",
    );
    about(menu, Lesson::Guard);
    let guard = "How long hard drop does nothing after a piece locked by itself: the key was meant for that piece";
    milliseconds(menu, "Hard drop waits", &mut handling.guard, 500, "none", guard);
}

/// Does what a row of the handling asks for.
pub(super) fn fulfil_wish(
    wish: HandlingWish,
    handling: &mut Handling,
    own: &mut SavedHandlings,
    clipboard: &mut Clipboard,
    toasts: &mut Toasts,
) {
    match wish {
        HandlingWish::Copy => {
            toasts.say_copied(clipboard.set(&line::write_with_prefix(handling)), "The line is copied");
        }
        HandlingWish::Paste => match clipboard.paste("handling") {
            PasteResult::Text(text) => set_to_line(&text, handling, toasts),
            PasteResult::Nothing => toasts.say("There is no line to paste"),
            PasteResult::Later => {}
        },
        HandlingWish::Line(text) => set_to_line(&text, handling, toasts),
        HandlingWish::Save(name) => {
            own.saved.refresh();
            if PRESETS.iter().any(|preset| preset.name.eq_ignore_ascii_case(name.trim())) {
                toasts.warn(format!("{} is a preset already; choose another name", name.trim()));
            } else if let Some(name) = own.saved.insert(&name, handling) {
                own.saved.save_with_toast("The handling", format!("Saved as {name}"), toasts);
            } else {
                toasts.warn("Nothing is saved: a handling needs a name");
            }
        }
        HandlingWish::Delete(name) => {
            own.saved.refresh();
            own.saved.handlings.remove(&name);
            own.saved.save_with_toast("The handling", format!("{name} is deleted"), toasts);
        }
    }
}

/// Sets the handling to the one in a line of text, or tells what is wrong with the line and changes nothing.
fn set_to_line(text: &str, handling: &mut Handling, toasts: &mut Toasts) {
    match line::parse(text) {
        Ok(read) => {
            *handling = read;
            toasts.say("The handling is set");
        }
        Err(error) => {
            warn!("handling: {error}");
            toasts.warn(format!("This line is not a handling: {error}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{assert_rows_change_their_parts, column_texts, parts};
    use super::*;

    #[test]
    fn settings_are_found_by_their_short_names() {
        let texts =
            column_texts([false, true], |menu| settings(menu, &mut Handling::default(), &mut Lesson::default()));
        for name in ["(DAS)\n", "(ARR)\n", "(SDF)\n", "(DCD)\n", "Shift: ten at a time"] {
            assert!(texts.contains(name), "{name}: {texts}");
        }
        let texts =
            column_texts([true, false], |menu| settings(menu, &mut Handling::default(), &mut Lesson::default()));
        assert!(!texts.contains("Shift"), "a gamepad has no such key: {texts}");
    }

    #[test]
    fn every_row_of_the_handling_changes_its_own_setting() {
        const PARTS: [fn(&mut Handling, &Handling); 10] = parts! {
            das, arr, soft_drop, fall_first, dcd, initial_rotation, turn_out_of_hold, initial_hold, second_direction,
            guard,
        };
        let mut lesson = Lesson::default();
        assert_rows_change_their_parts(&Handling::STANDARD, &PARTS, |menu, handling| {
            settings(menu, handling, &mut lesson);
        });
    }

    #[test]
    fn a_handling_without_a_name_is_not_saved_in_silence() {
        let (mut own, mut toasts) = (SavedHandlings::default(), Toasts::default());
        let wish = HandlingWish::Save("  ".to_owned());
        fulfil_wish(wish, &mut Handling::default(), &mut own, &mut Clipboard::default(), &mut toasts);
        assert_eq!(toasts.last(), Some("Nothing is saved: a handling needs a name"));
        assert!(own.saved.handlings.is_empty());
    }

    #[test]
    fn handlings_that_are_alike_stand_in_the_row_once() {
        let mut own = SavedHandlings::default();
        let mine = Handling { das: 97, ..Handling::STANDARD };
        for (name, handling) in
            [("a", mine), ("B", mine), ("c", Handling::STANDARD), ("D", Handling { arr: 3, ..mine })]
        {
            own.saved.insert(name, &handling);
        }
        let names: Vec<&str> = known(&own).into_iter().skip(PRESETS.len()).map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "D"], "in the order of their letters");
    }
}
