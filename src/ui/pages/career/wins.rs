//! The quickest wins against each computer player, with their replays.

use super::super::super::menu::Menu;
use super::super::best::BestGamesTable;
use super::CareerWish;
use crate::app::persistence::Records;
use crate::app::persistence::records::BestGames;
use crate::game::modes::GameComparison;

/// The prefix of the ids of the tables of quickest wins; the opponent's name follows (`app::results`).
const AGAINST: &str = "versus ";

/// The choices of the tab: which opponent, and which of the wins against it.
#[derive(Clone, Debug, Default)]
pub(super) struct WinsChoices {
    opponent: usize,
    place: usize,
}

pub(super) fn show(menu: &mut Menu, records: &Records, view: &mut WinsChoices) -> Option<CareerWish> {
    let tables: Vec<(&str, &BestGames)> =
        records.tables.iter().filter_map(|(id, table)| Some((id.strip_prefix(AGAINST)?, table))).collect();
    let Some(last) = tables.len().checked_sub(1) else {
        menu.note("The ten quickest wins against each computer player will stand here, each with its replay.");
        return None;
    };
    let at = view.opponent.min(last);
    let (name, table) = tables[at];
    if let Some(opponent) = menu.pick_index("Against", name, at, tables.len()) {
        *view = WinsChoices { opponent, place: 0 };
    }
    menu.explain_row("Every computer player that you have met to the end of a match");
    let title = format!("Against {name}");
    let mut shown = BestGamesTable { title: &title, table: Some(table), better: GameComparison::Sooner, mark: None };
    let replay = shown.add_replay_row(menu, &mut view.place);
    shown.show(menu, menu.side).or(replay).map(CareerWish::Watch)
}
