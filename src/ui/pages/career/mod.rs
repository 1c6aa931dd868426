//! The career: the ladder of opponents with the rating, the history of every game,
//! and the quickest wins against each opponent.

mod curve;
mod history;
mod ladder;
mod list;
mod summary;
mod wins;

pub(super) use ladder::{paint_rating, record_words};

use super::super::page::{Page, PanelOptions};
use super::worked_out::WorkedOut;
use super::{WHOLE, best, opponent};
use crate::app::challenge::StartRivalMatch;
use crate::app::history::{GameHistory, LadderStanding};
use crate::app::own_files::place_in_words;
use crate::app::persistence::Records;
use crate::app::persistence::strengths::ProposedOpponent;
use crate::game::Pace;
use crate::storage::Spec;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui;

/// What the player asks for with a row of the career's tabs.
enum CareerWish {
    /// Begin a match against this player at this speed with these slips.
    Play(Spec, Pace, u8),
    /// Write the history of games to a file.
    Export,
    /// Watch the replay of this file name.
    Watch(String),
}

#[derive(Default)]
pub(super) struct CareerChoices {
    standing: WorkedOut<Tick, (LadderStanding, Option<ProposedOpponent>)>,
    history: history::HistoryView,
    wins: wins::WinsChoices,
}

pub(super) fn show(
    mut page: Page,
    history: Res<GameHistory>,
    records: Res<Records>,
    mut choices: Local<CareerChoices>,
) -> Result {
    let side = page.choose_side_size(egui::vec2(470.0, WHOLE), egui::vec2(470.0, 500.0));
    let look = PanelOptions { name: "career", title: "Career", row_width: 600.0, side_size: side };
    let shown = page.panel(look, |menu| match menu.tabs(&["Ladder", "History", "Best wins"]) {
        0 => {
            let work = || (history.ladder_standing(), history.proposed_opponent(&opponent::PACES));
            let (standing, proposal) = choices.standing.get(history.last_changed(), work);
            ladder::show(menu, &history, standing, proposal.as_ref())
        }
        1 => history::show(menu, (&history, history.last_changed()), &mut choices.history),
        _ => wins::show(menu, &records, &mut choices.wins),
    })?;
    match shown.inner {
        Some(CareerWish::Play(spec, pace, slips)) => {
            page.commands.trigger(StartRivalMatch { player: spec.to_string(), pace, slips });
        }
        Some(CareerWish::Export) => match history.export_csv() {
            Ok(path) => page.toasts.say(format!("Written to {}", place_in_words(&path))),
            Err(line) => page.toasts.warn_and_log(line),
        },
        Some(CareerWish::Watch(replay)) => best::watch_replay(&mut page, &replay),
        None if shown.back => page.go_back(),
        None => {}
    }
    Ok(())
}
