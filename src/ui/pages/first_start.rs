//! The first start: four questions, each with a good answer under the cursor, and then a match.

use super::super::draw::lozenge;
use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::super::theme;
use super::{keys, looks};
use crate::app::first_steps::FirstSteps;
use crate::app::persistence::Settings;
use crate::app::persistence::appearance::PaletteName;
use crate::app::persistence::bindings::Bindings;
use crate::app::screens::Screen;
use crate::app::session::SessionRequest;
use crate::game::{Handling, Mode, Pace};
use bevy::prelude::*;
use bevy_egui::egui;

/// The levels of play: name, meaning, and the opponent with its speed and slips.
const LEVELS: [(&str, &str, &str, Pace, u8); 3] = [
    (
        "New to this",
        "A calm opponent, and the keys on the screen until you know them",
        "iwumbwe:0",
        Pace { milli_pps: 400 },
        2,
    ),
    ("I know the game", "An opponent that places a piece a second", "iwumbwe:12", Pace { milli_pps: 1000 }, 0),
    ("I am fast", "Two and a half pieces a second without a rest", "iwumbwe:12", Pace { milli_pps: 2500 }, 0),
];

/// The questions: the name of the page's cursor, the title, and the question in words.
const QUESTIONS: [(&str, &str, &str); 4] = [
    (
        "first-handling",
        "Welcome to Korobka",
        "How should pieces answer your keys? Everything can be changed later in the settings.",
    ),
    ("first-keys", "Your keys", "Where are your hands? Every key can be changed later."),
    ("first-looks", "Your eyes", "Is there anything that the game should spare you?"),
    (
        "first-level",
        "Your opponent",
        "How well do you play? A game begins as soon as you answer; it counts for nothing.",
    ),
];
/// The question about the layout as it is asked of somebody who holds a gamepad.
const PAD_QUESTION: (&str, &str, &str) =
    ("first-buttons", "Your buttons", "Which fingers turn the pieces? Every button can be changed later.");
/// The place in [`QUESTIONS`] of the question about the layout of the keys.
const KEYS: usize = 1;
/// The place in [`QUESTIONS`] of the question about what eyes may need.
const LOOKS: usize = 2;

/// Shows the page with the question that is asked now, and takes the answer. `question` is its place in [`QUESTIONS`].
pub(super) fn show(mut page: Page, mut question: Local<usize>, mut first_steps: ResMut<FirstSteps>) -> Result {
    let at = question.min(QUESTIONS.len() - 1);
    let by_gamepad = page.used_pad().is_some();
    let (name, title, note) = if at == KEYS && by_gamepad { PAD_QUESTION } else { QUESTIONS[at] };
    let mut settings = page.settings.clone();
    let look = PanelOptions { name, title, row_width: 560.0, side_size: egui::Vec2::ZERO };
    let leave = if at == 0 { "Skip" } else { "Back" };
    let shown = page.panel_with_back_label(leave, look, |menu| {
        menu.note(note);
        menu.gap(8.0);
        let answer = if at == LOOKS { eyes(menu, &mut settings) } else { one_of(menu, answers(at, by_gamepad)) };
        menu.gap(10.0);
        let painter = menu.painter();
        let rect = menu.add_room(14.0);
        for step in 0..QUESTIONS.len() {
            let middle = (QUESTIONS.len() - 1) as f32 / 2.0;
            let centre = rect.center() + egui::vec2((step as f32 - middle) * 24.0, 0.0);
            let here = step == at;
            let colour = if here { theme::GOLD } else { theme::TRACK };
            lozenge(&painter, centre, if here { 6.0 } else { 4.0 }, colour);
        }
        answer
    })?;
    if let Some(answer) = shown.inner {
        match at {
            0 => settings.handling = Handling::FIRST_START_PRESETS[answer].1,
            KEYS if by_gamepad => settings.pads = keys::pad_layouts()[answer].0.clone(),
            KEYS => settings.keys = if answer == 0 { Bindings::ARROWS() } else { Bindings::LETTERS() },
            LOOKS => {}
            _ => {
                let (_, _, opponent, pace, slips) = LEVELS[answer];
                settings.versus.opponent = opponent.to_owned();
                (settings.versus.pace, settings.versus.slips) = (pace, slips);
                settings.welcomed = true;
            }
        }
        *question += 1;
        if *question == QUESTIONS.len() {
            *question = 0;
            first_steps.wanted = true;
            // If the match cannot start, the title is where the player reads why.
            page.next_screen.set(Screen::Title);
            page.commands.trigger(SessionRequest::New(Mode::Versus));
        }
    } else if shown.back {
        match at {
            0 => {
                settings.welcomed = true;
                page.next_screen.set(Screen::Title);
            }
            _ => *question = at - 1,
        }
    }
    page.replace_settings(settings);
    Ok(())
}

/// Adds a button for each answer to a question. Returns the place of the chosen answer.
fn one_of(menu: &mut Menu, answers: Vec<(&'static str, &'static str)>) -> Option<usize> {
    let mut answer = None;
    for (index, (label, hint)) in answers.into_iter().enumerate() {
        menu.wish_button(&mut answer, label, index, hint);
    }
    answer
}

/// Adds the rows about what eyes may need. Returns 0 as the answer when the player goes on.
fn eyes(menu: &mut Menu, settings: &mut Settings) -> Option<usize> {
    let go_on = menu.main_button("Go on");
    menu.explain_row("On to the last question");
    // Who cannot read the pages at their usual size finds this first.
    looks::add_menu_size_row(menu, &mut settings.looks);
    let appearance = &mut settings.appearance;
    menu.pick("Colours of the pieces", &PaletteName::ALL, &mut appearance.palette);
    menu.explain_row("Other colours, if red and green, or blue and yellow, look alike to you");
    menu.toggle("Reduced motion", &mut appearance.reduced_motion);
    menu.explain_row("Nothing sways, flies or slides");
    looks::add_all_effects_row(menu, &mut settings.looks);
    go_on.then_some(0)
}

/// The answers to a question, each with its meaning. The first is the one that suits most players.
fn answers(question: usize, by_gamepad: bool) -> Vec<(&'static str, &'static str)> {
    match question {
        0 => {
            let hints = [
                "Pieces take their time to slide: easy to stop where you want",
                "The speed that most games of this kind have",
                "At once to the wall and to the ground, for trained hands",
                "TETR.IO's defaults; set your own DAS, ARR and SDF later under Settings, Handling",
            ];
            Handling::FIRST_START_PRESETS.into_iter().zip(hints).map(|((name, _), hint)| (name, hint)).collect()
        }
        KEYS if by_gamepad => keys::pad_layouts().map(|(_, name, about)| (name, about)).to_vec(),
        KEYS => vec![
            ("Arrows", "Arrow keys move, Up turns, Space drops, Shift holds"),
            ("Letters", "Letters at the left move, the arrow keys turn, Space drops, Shift holds"),
        ],
        _ => LEVELS.iter().map(|level| (level.0, level.1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::column_texts;
    use super::*;

    #[test]
    fn who_holds_a_gamepad_is_asked_about_buttons_and_the_usual_ones_come_first() {
        let told = |by_gamepad| answers(KEYS, by_gamepad).into_iter().map(|(_, about)| about).collect::<String>();
        assert!(told(false).contains("Space drops") && !told(false).contains("D-pad"), "{}", told(false));
        assert!(told(true).contains("The D-pad moves") && !told(true).contains("Space"), "{}", told(true));
        assert_eq!(keys::pad_layouts()[0].0, Settings::default().pads);
    }

    #[test]
    fn who_reads_small_letters_badly_finds_larger_menus_before_the_first_game() {
        let texts = column_texts([false, true], |menu| {
            eyes(menu, &mut Settings::default());
        });
        for row in ["Size of menus", "Colours of the pieces", "Reduced motion", "All effects"] {
            assert!(texts.lines().any(|text| text == row), "{row}: {texts}");
        }
    }
}
