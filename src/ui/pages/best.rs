//! The ten best games of a kind, shown beside the row that starts one, and the way to their replays.

use super::super::draw::{arrowhead, lozenge, spaced_text};
use super::super::menu::Menu;
use super::super::page::Page;
use super::super::rows::place_after;
use super::super::theme::{self, faded};
use super::super::{ornament, page_layout};
use super::{exact_clock, with_thousands};
use crate::app::devices::keys::ArrowDirection;
use crate::app::persistence::records::{BestGames, Record};
use crate::app::replays;
use crate::app::watching::WatchReplay;
use crate::audio::MenuSound;
use crate::game::modes::GameComparison;
use crate::storage::{calendar, paths};
use bevy_egui::egui::{Align2, Painter, Rect, Response, Sense, Ui, pos2, vec2};

/// The figure by which a game is compared with others, as text: its score, or its time to the millisecond.
fn deciding_figure_text(record: &Record, better: GameComparison) -> String {
    match better {
        GameComparison::Score => with_thousands(record.score),
        GameComparison::Sooner | GameComparison::Longer => exact_clock(record.time),
    }
}

/// The score or time of the best game of a kind, as text; empty if there is no game yet.
pub(super) fn best_figure_text(table: Option<&BestGames>, better: GameComparison) -> String {
    table.and_then(|table| table.best.first()).map_or_else(String::new, |record| deciding_figure_text(record, better))
}

/// The best games of a kind, as a page shows them beside its rows.
pub(super) struct BestGamesTable<'a> {
    /// The title over the table of best games.
    pub(super) title: &'a str,
    /// The ten best games, best first; `None` if none was played.
    pub(super) table: Option<&'a BestGames>,
    /// Which of two games is the better one.
    pub(super) better: GameComparison,
    /// The place among the ten that is highlighted, from 1; `None` for none.
    pub(super) mark: Option<usize>,
}

impl BestGamesTable<'_> {
    fn records(&self) -> &[Record] {
        self.table.map_or(&[], |table| &table.best)
    }

    /// Adds the row by which a replay of one of the games is chosen. Returns the replay's file name when it is to be
    /// watched. There is no such row where no game has a replay. `place` is the game that is chosen, kept by the page.
    pub(super) fn add_replay_row(&mut self, menu: &mut Menu, place: &mut usize) -> Option<String> {
        let with: Vec<usize> = (0..self.records().len()).filter(|&at| self.records()[at].replay.is_some()).collect();
        let mut at = with.iter().position(|&at| at == *place).or(with.first().map(|_| 0))?;
        let focused = menu.is_next_focused();
        let record = &self.records()[with[at]];
        let value = format!("{}.  {}", with[at] + 1, deciding_figure_text(record, self.better));
        let (step, chosen) = menu.choose_and_do("Watch replay", &value);
        menu.explain_row(menu.by_device(
            "Enter watches it; Left and Right go through your best games",
            "<South> watches it; Left and Right go through your best games",
            "A tap watches it; the arrows go through your best games",
        ));
        if step != 0 {
            at = place_after(at, step, with.len());
        }
        *place = with[at];
        if focused {
            self.mark = Some(with[at] + 1);
        }
        self.records()[*place].replay.clone().filter(|_| chosen)
    }

    /// Shows the table. Returns the replay of the game that was clicked.
    pub(super) fn show(&self, menu: &mut Menu, rect: Rect) -> Option<String> {
        let mut ui = menu.side_panel_ui("best", rect);
        let painter = &ui.painter().clone();
        let inside = theme::paint_side_background(painter, rect).shrink2(vec2(18.0, 16.0));
        let at = inside.left_top() + vec2(0.0, 8.0);
        painter.text(at, Align2::LEFT_CENTER, self.title, theme::extrabold(19.0), theme::GOLD);
        let games = self.table.map_or(0, |table| table.games);
        let played = match games {
            0 => String::new(),
            1 => "1 game".to_owned(),
            games => format!("{} games", with_thousands(games.into())),
        };
        let at = inside.right_top() + vec2(0.0, 9.0);
        painter.text(at, Align2::RIGHT_CENTER, played, theme::regular(13.0), theme::ASH);
        let line = inside.top() + 26.0;
        let ends = [pos2(inside.left(), line), pos2(inside.right(), line)];
        ornament::fading_line(painter, ends[0], ends[1], faded(theme::GOLD, 0.5), 1.0);
        let list = inside.with_min_y(line + 8.0);
        if self.records().is_empty() {
            none_yet(painter, list, games > 0, self.better);
            return None;
        }
        let list = self.heads(painter, list);
        let height = (list.height() / 10.0).min(30.0);
        let mut clicked = None;
        for place in 0..10usize {
            let middle = list.top() + height * (place as f32 + 0.5);
            let row = Rect::from_center_size(pos2(list.center().x, middle), vec2(list.width() + 12.0, height - 2.0));
            match self.records().get(place) {
                Some(record) => clicked = self.game(&mut ui, row, place, record).or(clicked),
                None => {
                    // A place that is still free shows its number and an empty line.
                    let at = pos2(list.left() + 16.0, middle);
                    let ink = faded(theme::ASH, 0.45);
                    painter.text(at, Align2::RIGHT_CENTER, (place + 1).to_string(), theme::semibold(13.0), ink);
                    let (from, to) = (pos2(list.left() + 34.0, middle + 6.0), pos2(list.right(), middle + 6.0));
                    ornament::fading_line(painter, from, to, faded(theme::LINE, 0.8), 1.0);
                }
            }
        }
        if clicked.is_some() {
            menu.queue_sound(MenuSound::Select);
        }
        clicked
    }

    /// Paints the headings of the table's columns. Returns the room below.
    fn heads(&self, painter: &Painter, list: Rect) -> Rect {
        let (first, second) = match self.better {
            GameComparison::Score => ("SCORE", "LINES"),
            GameComparison::Sooner | GameComparison::Longer => ("TIME", "PIECES"),
        };
        let heads = [
            (list.left() + 34.0, Align2::LEFT_CENTER, first),
            (list.right() - 112.0, Align2::RIGHT_CENTER, second),
            (list.right() - 26.0, Align2::RIGHT_CENTER, "DAY"),
        ];
        for (x, anchor, words) in heads {
            painter.text(pos2(x, list.top() + 6.0), anchor, words, theme::semibold(11.5), theme::ASH);
        }
        list.with_min_y(list.top() + 16.0)
    }

    /// Shows one game of the table. Returns its replay when it is clicked.
    fn game(&self, ui: &mut Ui, row: Rect, place: usize, record: &Record) -> Option<String> {
        let painter = &ui.painter().clone();
        let inside = row.shrink2(vec2(6.0, 0.0));
        let y = row.center().y;
        let replay = record.replay.as_ref();
        let response = replay.map(|_| ui.interact(row, ui.id().with(place), Sense::CLICK));
        let hovered = response.as_ref().is_some_and(Response::hovered);
        let marked = self.mark == Some(place + 1) || hovered;
        if marked {
            painter.rect_filled(row, 3, faded(theme::GOLD, if hovered { 0.22 } else { 0.14 }));
        }
        let ink = if marked { theme::GOLD } else { theme::ASH };
        let number = (place + 1).to_string();
        painter.text(pos2(inside.left() + 16.0, y), Align2::RIGHT_CENTER, number, theme::semibold(13.0), ink);
        let ink = if marked || place == 0 { theme::GOLD } else { theme::IVORY };
        let at = pos2(inside.left() + 34.0, y);
        painter.text(at, Align2::LEFT_CENTER, deciding_figure_text(record, self.better), theme::extrabold(16.0), ink);
        let more = match self.better {
            GameComparison::Score => record.lines.to_string(),
            GameComparison::Sooner | GameComparison::Longer => record.pieces.to_string(),
        };
        let at = pos2(inside.right() - 112.0, y);
        painter.text(at, Align2::RIGHT_CENTER, more, theme::regular(13.0), theme::ASH);
        let at = pos2(inside.right() - 26.0, y);
        painter.text(at, Align2::RIGHT_CENTER, calendar::format_day(record.date), theme::regular(13.0), theme::ASH);
        if let Some(response) = &response {
            // The arrow shows that the game has a replay.
            let colour = if hovered { theme::GOLD } else { faded(theme::GOLD, 0.55) };
            arrowhead(painter, pos2(inside.right() - 8.0, y), 11.0, ArrowDirection::Right, colour);
            page_layout::record_button(ui, &format!("replay {}", place + 1), row);
            if response.clicked() {
                return replay.cloned();
            }
        }
        None
    }
}

/// Shows in place of an empty table of best games what it will hold.
fn none_yet(painter: &Painter, rect: Rect, played: bool, better: GameComparison) {
    let title = if played { "No game counts yet" } else { "Not played yet" };
    let words = match better {
        GameComparison::Score => "Your ten best scores will stand here,\neach with its replay",
        GameComparison::Sooner => "Your ten quickest will stand here,\neach with its replay",
        GameComparison::Longer => "Your ten longest will stand here,\neach with its replay",
    };
    paint_placeholder(painter, rect, title, words);
}

/// Shows in an area of a page that has nothing to show yet a title, and in lines of words what it will hold.
pub(super) fn paint_placeholder(painter: &Painter, rect: Rect, title: &str, words: &str) {
    let centre = rect.center() - vec2(0.0, 12.0);
    for (radius, ink) in [(21.0, faded(theme::GOLD, 0.16)), (13.0, faded(theme::GOLD, 0.35)), (6.0, theme::GOLD)] {
        lozenge(painter, centre - vec2(0.0, 44.0), radius, ink);
    }
    painter.text(centre, Align2::CENTER_CENTER, title, theme::extrabold(18.0), theme::IVORY);
    ornament::divider(painter, centre + vec2(0.0, 22.0), (rect.width() * 0.5).min(190.0), faded(theme::GOLD, 0.6));
    for (line, number) in words.lines().zip(0u8..) {
        let at = centre + vec2(0.0, 46.0 + 20.0 * f32::from(number));
        painter.text(at, Align2::CENTER_CENTER, line, theme::regular(14.0), theme::ASH);
    }
}

/// Watches the replay of this file name, from the folder of replays. A toast tells if it cannot be read.
pub(super) fn watch_replay(page: &mut Page, name: &str) {
    let Some(folder) = paths::replays_folder() else { return };
    let path = folder.join(name);
    if !crate::doors::files().is_file(&path) {
        page.toasts.warn("Its replay is not there any more: only the newest two hundred stay, and those that you keep");
        return;
    }
    if let Some(replay) = replays::open_replay(&path, &mut page.toasts) {
        page.commands.trigger(WatchReplay(replay));
    }
}

/// Paints the line about a new best game, which glows.
pub(super) fn paint_new_best(painter: &Painter, rect: Rect, words: &str, seconds: f32) {
    let glow = 0.5 + 0.5 * (seconds * 4.0).sin();
    painter.rect_filled(rect, 5, faded(theme::GOLD, 0.10 + 0.10 * glow));
    let gaps = 2.0 * words.chars().count() as f32;
    let font = theme::fitting_font(painter, words, theme::extrabold(17.0), rect.width() - 12.0 - gaps);
    spaced_text(painter, rect.center(), Align2::CENTER_CENTER, words, font, theme::GOLD, 2.0);
}

#[cfg(test)]
mod tests {
    use super::super::super::menu::Cursor;
    use super::super::super::test_frame::frame;
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    #[test]
    fn the_row_of_replays_goes_round_the_games_that_have_one_and_marks_the_one_that_is_watched() {
        let record = |replay: Option<&str>| Record { replay: replay.map(str::to_owned), ..Record::default() };
        let best = [None, Some("second"), None, Some("fourth")].map(record).to_vec();
        let (best, mut place) = (BestGames { games: 4, best }, 0);
        let mut press = |change: fn(&mut NavigationSteps)| {
            let mut table = BestGamesTable { title: "", table: Some(&best), better: GameComparison::Score, mark: None };
            let (mut nav, mut watched) = (NavigationSteps::default(), None);
            change(&mut nav);
            frame(400.0, nav, &mut Cursor::default(), |menu| watched = table.add_replay_row(menu, &mut place));
            (place, table.mark, watched)
        };
        assert_eq!(press(|_| ()), (1, Some(2), None));
        assert_eq!(press(|nav| nav.right = true), (3, Some(4), None));
        assert_eq!(press(|nav| nav.enter = true), (3, Some(4), Some("fourth".to_owned())));
        assert_eq!(press(|nav| nav.right = true), (1, Some(2), None));
        assert_eq!(press(|nav| nav.left = true), (3, Some(4), None));
    }
}
