//! The rules of versus that its own page does not show: handicaps, the board that both begin with, attacks and garbage.

use super::super::page::{Page, PanelOptions};
use super::rules;
use crate::app::library::PuzzleLibrary;
use crate::app::persistence::puzzles::RANDOM_PREFIX;
use crate::app::screens::Screen;
use crate::game::modes::puzzle::RANDOM_BOARD_ROW_COUNTS;
use crate::rules::{AttackTable, ComboTable, Dealer};
use bevy::prelude::*;
use bevy_egui::egui::vec2;

pub(super) fn show(mut page: Page, library: Res<PuzzleLibrary>) -> Result {
    let mut settings = page.settings.clone();
    let look = PanelOptions { name: "match", title: "Match rules", row_width: 620.0, side_size: vec2(0.0, 430.0) };
    let shown = page.panel(look, |menu| {
        menu.heading("Advantage");
        let seating = &mut settings.seating;
        let labels = match settings.seats.has_two_persons() {
            true => ["Left player's attacks", "Right player's attacks"],
            false => ["Your attacks", "Their attacks"],
        };
        rules::add_handicap_rows(menu, labels, [&mut seating.yours, &mut seating.theirs]);
        let chance = [(None, "Chance, as for you")];
        let dealers: Vec<_> =
            chance.into_iter().chain(Dealer::ALL.map(|dealer| (Some(dealer), dealer.title()))).collect();
        let label = if settings.seats.has_two_persons() { "The right player's pieces" } else { "Their pieces" };
        menu.pick(label, &dealers, &mut seating.dealer);
        menu.explain_row("A handicap: somebody looks at their board and deals what they want least");
        let boards = boards(&library);
        let at = boards.iter().position(|(id, _)| *id == seating.board);
        let shown = at.map_or(seating.board.as_str(), |at| &boards[at].1);
        if let Some(next) = menu.pick_index("Both begin with", shown, at, boards.len()) {
            seating.board = boards[next].0.clone();
        }
        menu.explain_row("The same board for both: empty, random cells, or that of a puzzle");
        let rules = &mut settings.versus.rules;
        menu.heading("Match");
        rules::add_attack_row(menu, rules);
        let combos = [
            (ComboTable::Classic, "Classic"),
            (ComboTable::Modern, "Modern"),
            (ComboTable::Multiplier, "Multiplier"),
            (ComboTable::Jstris, "Jstris"),
        ];
        if rules.attack.table == AttackTable::LineForLine {
            let why = "In line for line each line sends one: combos and back-to-back add nothing";
            menu.disabled_row("Combo bonus", "none", why);
        } else {
            menu.pick("Combo bonus", &combos, &mut rules.attack.combo);
            menu.explain_row("What clears one after the other add to an attack");
        }
        rules::add_first_to_row(menu, rules);
        let seconds = |ticks: u32| format!("{}:{:02}", ticks / 60_000, ticks / 1000 % 60);
        menu.number("Attacks grow after", &mut rules.attack.margin, 0..=600_000, 10_000, seconds);
        menu.explain_row("The margin time: after this long in a round every attack begins to grow");
        let growth = |tenths| format!("{}.{} % / s", tenths / 10, tenths % 10);
        menu.number("Attacks grow by", &mut rules.attack.growth, 0..=100, 1, growth);
        menu.explain_row("By how much they grow each second");
        let limit = |ticks| if ticks == 0 { "none".to_owned() } else { seconds(ticks) };
        menu.number("Round limit", &mut rules.round_limit, 0..=1_200_000, 30_000, limit);
        menu.explain_row("Then the side that received fewer lines wins the round");
        menu.heading("Garbage");
        rules::add_garbage_rows(menu, rules);
    })?;
    page.replace_settings(settings);
    if shown.back {
        page.next_screen.set(Screen::Versus);
    }
    Ok(())
}

/// The boards that both can begin with: the name in the settings, and the name as it is shown.
fn boards(library: &PuzzleLibrary) -> Vec<(String, String)> {
    let empty = (String::new(), "An empty board".to_owned());
    let random =
        RANDOM_BOARD_ROW_COUNTS.map(|rows| (format!("{RANDOM_PREFIX}{rows}"), format!("Random cells, {rows} rows")));
    let puzzles = library.book.entries.iter().map(|entry| (entry.id.clone(), entry.puzzle.name.clone()));
    std::iter::once(empty).chain(random).chain(puzzles).collect()
}
