//! The first start: three questions, each with a good answer under the cursor, and then a game.

use super::super::page::{Look, Page, Painting};
use crate::app::persistence::bindings::Bindings;
use crate::app::screens::Screen;
use crate::app::session::Go;
use crate::game::{Handling, Mode, Pace};
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

/// A level of play: its name, what it means, the opponent, its speed, its slips.
const LEVELS: [(&str, &str, &str, Pace, u8); 3] = [
    ("Beginner", "The best of the untrained, at a calm pace", "iwumbwe:0", Pace::BEGINNER, 0),
    ("Intermediate", "The last generation, at a piece a second", "iwumbwe:12", Pace { milli_pps: 1000 }, 0),
    ("Strong", "Two and a half pieces a second without a rest", "iwumbwe:12", Pace { milli_pps: 2500 }, 0),
];

/// The question being asked.
#[derive(Resource, Default)]
struct Question(usize);

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Question>();
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::FirstStart)).in_set(Painting::Screens));
}

fn show(mut page: Page, mut question: ResMut<Question>) -> Result {
    const NAMES: [(&str, &str); 3] =
        [("first-handling", "Welcome to Korobka"), ("first-keys", "Your keys"), ("first-level", "Your opponent")];
    let at = question.0.min(2);
    let (name, title) = NAMES[at];
    let look = Look { name, title, rows: 560.0, side: egui::Vec2::ZERO };
    let shown = page.panel(look, |menu| {
        match at {
            0 => menu.note("How should pieces answer your keys? Everything can be changed later in the settings."),
            1 => menu.note("Where are your hands? Every key can be changed later."),
            _ => menu.note("How strong are you? A game begins as soon as you answer."),
        }
        menu.gap(8.0);
        let mut answer = None;
        for (index, (label, hint)) in answers(at).into_iter().enumerate() {
            if menu.button(label) {
                answer = Some(index);
            }
            menu.hint(hint);
        }
        menu.gap(10.0);
        let painter = menu.painter();
        let rect = menu.room(14.0);
        for step in 0..3u8 {
            let centre = rect.center() + egui::vec2((f32::from(step) - 1.0) * 24.0, 0.0);
            let here = usize::from(step) == at;
            let colour = if here { super::super::theme::GOLD } else { super::super::theme::LINE };
            super::super::draw::lozenge(&painter, centre, if here { 6.0 } else { 4.0 }, colour);
        }
        answer
    })?;
    if let Some(answer) = shown.inner {
        let mut settings = page.settings.clone();
        match at {
            0 => settings.handling = Handling::PRESETS[answer].1,
            1 => settings.keys = if answer == 0 { Bindings::ARROWS() } else { Bindings::LETTERS() },
            _ => {
                let (_, _, opponent, pace, slips) = LEVELS[answer];
                settings.versus.opponent = opponent.to_owned();
                (settings.versus.pace, settings.versus.slips) = (pace, slips);
                settings.welcomed = true;
            }
        }
        page.keep(settings);
        question.0 += 1;
        if at == 2 {
            question.0 = 0;
            // Should it not start, the title is the better place to read why.
            page.next_screen.set(Screen::Title);
            page.commands.trigger(Go::New(Mode::Versus));
        }
    } else if shown.back {
        match at {
            0 => {
                let settings = crate::app::persistence::Settings { welcomed: true, ..page.settings.clone() };
                page.keep(settings);
                page.next_screen.set(Screen::Title);
            }
            _ => question.0 = at - 1,
        }
    }
    Ok(())
}

/// The answers to a question and what they mean. The first is the one that suits most who are asked.
fn answers(question: usize) -> Vec<(&'static str, &'static str)> {
    match question {
        0 => vec![
            ("Relaxed", "Pieces take their time to slide: easy to stop where you want"),
            ("Standard", "The speed that most games of this kind have"),
            ("Fast", "At once to the wall and to the ground, for trained hands"),
        ],
        1 => vec![
            ("Arrows", "Arrow keys move, Z and X turn, Space drops, C holds"),
            ("Letters", "A and D move, the arrow keys turn, Space drops, Shift holds"),
        ],
        _ => LEVELS.iter().map(|level| (level.0, level.1)).collect(),
    }
}
