//! Choosing a program that speaks the Tetris Bot Protocol: its command as a line of text (in a browser its worker's
//! address), the programs chosen before, and what such a program is.

use super::super::menu::Menu;
use super::super::theme;
use crate::app::own_files::IN_BROWSER;
use crate::app::persistence::BotCommands;
use crate::app::typing::Typing;
use crate::storage::cast;
use crate::storage::spec::{command_in, spec_text_of_command};
use crate::tbp::BotCommand;
use bevy_egui::egui::{Align2, Color32, Painter, Rect, vec2};

/// The entry for programs that speak the protocol, in the row that lists recipes of computer players.
pub(super) const PROGRAMS_ENTRY: &str = "another bot (TBP)";

/// The label of the row in which the program is named.
const ROW: &str = if IN_BROWSER { "Worker" } else { "Command" };

/// What the row of the command shows while no program is named.
const UNNAMED: &str = if IN_BROWSER { "– the address of a script" } else { "– a program and its arguments" };

/// The hint under the row of the command, about how the command is written.
const HINT: &str = match IN_BROWSER {
    true => "The script must lie on this page's own host",
    false => "Quotes keep a name with blanks together; a folder ~ is written out",
};

/// The words on a program's card that say what kind of program it is.
const KIND: &str = match IN_BROWSER {
    true => "A Web Worker, by the Tetris Bot Protocol",
    false => "A program of its own, by the Tetris Bot Protocol",
};

/// The words on the card that say how to name a program, as long as none is named. The card lies beside the rows, or
/// under them in a window that is higher than wide.
const FIRST: &str = match IN_BROWSER {
    true => "Name its script in the row Worker, as seen from this page: bots/cold-clear-2.js, or .mjs for a module",
    false => "Name its command in the row Command, as on a command line: bots/cold-clear-2",
};

/// What the rows that name a program read and change.
pub(super) struct ProgramRows<'a> {
    /// The bots chosen before, by their commands.
    pub(super) bots: &'a mut BotCommands,
    /// The text that the player is typing into a row.
    pub(super) typing: &'a mut Typing,
    /// The name of the command's row in [`Typing`].
    pub(super) of: &'static str,
}

/// The SPEC of the program that was named last; one with an empty command where there is none.
pub(super) fn last_named_spec(bots: &BotCommands) -> String {
    spec_text_of_command(bots.commands.last().map_or("", String::as_str))
}

/// Adds the rows that name a program; `words` is its SPEC. There are none for another kind of player.
pub(super) fn add_rows(menu: &mut Menu, programs: &mut ProgramRows, words: &mut String) {
    let Some(command) = command_in(words).map(str::to_owned) else { return };
    let known = &programs.bots.commands;
    let at = known.iter().position(|known| *known == command);
    if known.len() > usize::from(at.is_some()) {
        let shown = if at.is_some() { name(&command) } else { "not named before".to_owned() };
        if let Some(next) = menu.pick_index("Bot", &shown, at, known.len()) {
            *words = spec_text_of_command(&known[next]);
        }
        menu.explain_row("Programs that you named before");
    }
    if let Some(text) = menu.typed_line_row(ROW, programs.of, (&command, UNNAMED), programs.typing) {
        let text = text.trim();
        let text = command_in(text).unwrap_or(text).trim();
        programs.bots.remember(text);
        *words = spec_text_of_command(text);
    }
    let keys = menu.by_device(
        "Enter begins and ends it; Esc leaves it, Ctrl+V pastes",
        "<South> begins it, <Start> ends it; <East> leaves it",
        "A tap begins it, Done ends it; Cancel leaves it",
    );
    menu.explain_row(format!("{keys}. {HINT}"));
}

/// The name of the program with this command; the SPEC where the command cannot be read.
fn name(command: &str) -> String {
    BotCommand::read(command).map_or_else(|| spec_text_of_command(command), |command| cast::name_from_command(&command))
}

/// Paints the card of a program of somebody else's that plays as a bot: its name, its command, and how such programs
/// play. For a learner, the chart of its generations stands here.
pub(super) fn paint_bot_card(painter: &Painter, rect: Rect, command: &str, accent: Color32) {
    let inside = theme::paint_side_background(painter, rect).shrink(16.0);
    let name = if command.is_empty() { "no bot yet".to_owned() } else { name(command) };
    let title = painter.layout_no_wrap(name, theme::extrabold(22.0), accent);
    let mut at = inside.min;
    let clipped = painter.with_clip_rect(inside);
    let height = title.size().y;
    clipped.galley(at, title, accent);
    at.y += height + 4.0;
    clipped.text(at, Align2::LEFT_TOP, KIND, theme::semibold(14.5), theme::IVORY);
    at += vec2(0.0, 30.0);
    let words = [
        if command.is_empty() { FIRST } else { command },
        "It starts with the match and ends with it. It sees its own board, queue and hold, and what garbage waits only if it knows that message. \
It thinks in its own turns, and its decisions are made with keys at the speed that you set.",
        "If it dies, hangs, babbles or suggests an impossible move, it loses the match.",
    ];
    for (index, words) in words.into_iter().enumerate() {
        let colour = if index == 0 { theme::IVORY } else { theme::ASH };
        let galley = theme::paragraph(painter, words, theme::regular(14.0), colour, inside.width());
        let height = galley.size().y;
        // A paragraph that has no room is left out as a whole.
        if at.y + height > inside.bottom() {
            return;
        }
        clipped.galley(at, galley, colour);
        at.y += height + 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use bevy_egui::egui::pos2;

    #[test]
    fn the_card_of_a_bot_leaves_out_whole_what_has_no_room() {
        let told = |command: &str, height: f32| -> Vec<String> {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, height));
            let shapes = still_frame(|menu| {
                paint_bot_card(&menu.side_painter(), rect, command, theme::GOLD);
            });
            assert!(texts_in_shapes(&shapes).all(|text| rect.contains_rect(text.visual_bounding_rect())));
            texts_in_shapes(&shapes).map(|text| text.galley.text().to_owned()).collect()
        };
        let whole = told("bots/cold-clear --fast", 400.0);
        assert_eq!((whole.len(), whole[2].as_str()), (5, "bots/cold-clear --fast"), "{whole:?}");
        assert_eq!(told("bots/cold-clear --fast", 160.0), whole[..3]);
        assert_eq!(told("", 160.0), ["no bot yet", KIND, FIRST]);
    }
}
