//! The quickest wins against each computer player, with their replays.

use super::super::super::menu::Menu;
use super::super::best::BestGamesTable;
use super::CareerWish;
use crate::app::persistence::Records;
use crate::app::persistence::records::BestGames;
use crate::game::modes::GameComparison;

/// The prefix of the ids of the tables of quickest wins; the opponent's name follows (`app::results`).
const AGAINST: &str = "versus ";

/// The choices of the tab: the name of the opponent, and which of the wins against it.
#[derive(Clone, Debug, Default)]
pub(super) struct WinsChoices {
    opponent: String,
    place: usize,
}

pub(super) fn show(menu: &mut Menu, records: &Records, view: &mut WinsChoices) -> Option<CareerWish> {
    let tables: Vec<(&str, &BestGames)> =
        records.tables.iter().filter_map(|(id, table)| Some((id.strip_prefix(AGAINST)?, table))).collect();
    let at = tables.iter().position(|(name, _)| *name == view.opponent).unwrap_or(0);
    let Some(&(name, table)) = tables.get(at) else {
        menu.note("The ten quickest wins against each computer player will stand here, each with its replay.");
        return None;
    };
    if let Some(next) = menu.pick_index("Against", name, at, tables.len()) {
        *view = WinsChoices { opponent: tables[next].0.to_owned(), place: 0 };
    }
    menu.explain_row("Every computer player that you met in Versus to the end, without hints, handicaps and own rules");
    let title = format!("Against {name}");
    let mut shown = BestGamesTable { title: &title, table: Some(table), better: GameComparison::Sooner, mark: None };
    let replay = shown.add_replay_row(menu, &mut view.place);
    shown.show(menu, menu.side).or(replay).map(CareerWish::Watch)
}

#[cfg(test)]
mod tests {
    use super::super::super::super::menu::Cursor;
    use super::super::super::super::test_frame::{panel_frame, texts_in_shapes};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    #[test]
    fn the_chosen_opponent_stays_where_a_win_against_another_comes_before_it() {
        let (mut records, mut view) = (Records::default(), WinsChoices::default());
        let mut shows = |opponents: &[&str], right: bool, name: &str| {
            for opponent in opponents {
                records.tables.insert(format!("{AGAINST}{opponent}"), BestGames::default());
            }
            let nav = NavigationSteps { right, ..NavigationSteps::default() };
            let shapes = panel_frame(nav, &mut Cursor::default(), |menu| drop(show(menu, &records, &mut view)));
            texts_in_shapes(&shapes).any(|text| text.galley.text() == name)
        };
        assert!(shows(&["Bela", "Cyan"], true, "Bela"), "then Cyan is chosen");
        assert!(shows(&["Anna"], false, "Cyan"));
    }
}
