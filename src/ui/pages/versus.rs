//! Picking an opponent and what it is played under.

use super::super::menu::Menu;
use super::super::page::{Look, Page, Painting};
use super::super::theme;
use super::bots::Programs;
use super::{opponent, rules, seats};
use crate::app::devices::Gamepads;
use crate::app::handlings::SavedHandlings;
use crate::app::history::GameHistory;
use crate::app::opponents::OpponentList;
use crate::app::persistence::Settings;
use crate::app::screens::Screen;
use crate::app::session::Go;
use crate::app::typing::Typing;
use crate::game::Mode;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Versus)).in_set(Painting::Screens));
    app.add_systems(OnExit(Screen::Versus), |mut typing: ResMut<Typing>| *typing = Typing::default());
}

/// With what persons can play.
#[derive(SystemParam)]
struct Hands<'w> {
    pads: Res<'w, Gamepads>,
    handlings: Res<'w, SavedHandlings>,
}

fn show(
    mut page: Page,
    opponents: Res<OpponentList>,
    history: Res<GameHistory>,
    hands: Hands,
    mut typing: ResMut<Typing>,
) -> Result {
    let mut settings = page.settings.clone();
    let look = Look { name: "versus", title: "Versus", rows: 520.0, side: egui::vec2(420.0, 500.0) };
    let shown = page.panel(look, |menu| {
        let start = menu.main_button("Play");
        menu.hint("Clear lines to send garbage to your opponent; the one who tops out loses the round");
        seats::rows(menu, &mut settings, &hands.pads, &hands.handlings);
        let two = settings.seats.are_two();
        let mut keys = false;
        if two {
            keys = menu.button("Change the keys");
            menu.hint("In the settings; each half of the keyboard has keys of its own");
        } else {
            computer(menu, &mut settings, &opponents, &history, &mut typing);
        }
        let versus = &mut settings.versus;
        menu.heading("Match");
        rules::attack(menu, &mut versus.rules);
        rules::garbage_kind(menu, &mut versus.rules);
        rules::first_to(menu, &mut versus.rules);
        let more = menu.button("More match rules");
        menu.hint("Handicap, start boards, margin time, messiness");
        if two {
            seats::cards(&menu.beside(), menu.side, &settings);
            return (start, more, keys);
        }
        let (upper, lower) = menu.side.split_top_bottom_at_y(menu.side.bottom() - opponent::ABOUT);
        opponent::card(
            &menu.beside(),
            upper.with_max_y(upper.bottom() - 12.0),
            (&opponents, &history),
            (&versus.opponent, versus.pace, versus.slips, &versus.rules),
            theme::GOLD,
        );
        opponent::about(&menu.beside(), lower, &history, &versus.opponent, (versus.pace, versus.slips));
        (start, more, keys)
    })?;
    page.keep(settings);
    if shown.inner.2 {
        page.open_keys();
    } else if shown.inner.1 {
        page.next_screen.set(Screen::Match);
    } else if shown.inner.0 {
        page.commands.trigger(Go::New(Mode::Versus));
    } else if shown.back {
        page.go_back();
    }
    Ok(())
}

/// The rows of the computer player on the one side.
fn computer(
    menu: &mut Menu,
    settings: &mut Settings,
    opponents: &OpponentList,
    history: &GameHistory,
    typing: &mut Typing,
) {
    let versus = &mut settings.versus;
    menu.heading("Opponent");
    if let Some((spec, pace)) = opponent::find(menu, history) {
        (versus.opponent, versus.pace, versus.slips) = (spec.to_string(), pace, 0);
    }
    let programs = Programs { bots: &mut settings.bots, typing, of: "versus-bot" };
    opponent::rows(menu, opponents, &mut versus.opponent, &mut versus.pace, (&mut versus.slips, programs));
    opponent::reach(menu, opponents, &versus.opponent, &mut settings.placements.opponent);
}
