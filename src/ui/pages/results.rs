//! The results: who won, the figures of both, what was a record, and the rematch on one key.

use super::super::draw::spaced;
use super::super::menu::Menu;
use super::super::page::{Look, Page, Painting};
use super::super::theme::{self, faded};
use super::results_graph::{self, Curve};
use super::{best, clock, grouped, single};
use crate::app::history::GameHistory;
use crate::app::persistence::Records;
use crate::app::persistence::records::Broken;
use crate::app::replays::SavedReplays;
use crate::app::results::{MatchResults, SeatResult};
use crate::app::screens::{Overlay, Screen};
use crate::app::session::{Go, Series};
use crate::app::watching::WatchReplay;
use crate::game::modes::Better;
use crate::game::replay::Replay;
use crate::game::stats::{Figures, Stats};
use crate::game::{CurrentSetup, Forfeit, Mode, Seat};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, Color32, Painter, Rect, pos2, vec2};
use std::sync::Arc;

/// Seconds for which keys do nothing: they were meant for the game.
const DEAF: f32 = 0.4;
/// The height of a line of figures.
const LINE: f32 = 20.0;

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::Results)).in_set(Painting::Screens));
}

fn show(
    mut page: Page,
    results: Res<MatchResults>,
    series: Res<Series>,
    records: Res<Records>,
    setup: Option<Res<CurrentSetup>>,
    replays: Res<SavedReplays>,
    history: Res<GameHistory>,
    (stats, forfeit): (Query<(&Seat, &Stats)>, Res<Forfeit>),
    mut curve: Local<Option<Curve>>,
    mut opened: Local<f32>,
    mut was: Local<f32>,
) -> Result {
    let now = page.seconds();
    // A gap between two frames of this screen means that it has just come up.
    if (now - *was).abs() > 0.3 || *opened > now {
        *opened = now;
    }
    *was = now;
    page.only_enter(now - *opened > DEAF);
    let title = headline(&results);
    let mut replay = None;
    let mut stats: Vec<(u8, &Stats)> = stats.iter().map(|(seat, stats)| (seat.0, stats)).collect();
    stats.sort_by_key(|(seat, _)| *seat);
    let curves = Curve::all(stats.len() > 1);
    let mut shown_curve = curve.filter(|known| curves.iter().any(|(one, _)| one == known)).unwrap_or(curves[0].0);
    let look = Look { name: "results", title: &title, rows: 560.0, side: egui::vec2(500.0, 500.0) };
    let shown = page.panel(look, |menu| {
        let figures: Vec<Figures> = stats.iter().map(|(_, stats)| stats.total()).collect();
        match (&*results.seats, &*figures) {
            ([left, right], [one, two]) => duel(menu, &results, &series, [(left, one), (right, two)]),
            ([sum, ..], [figures, ..]) => alone(menu, &results, sum, figures),
            _ => {}
        }
        if let Some(given_up) = forfeit.0.as_ref().filter(|given_up| !given_up.why.is_empty()) {
            why(menu, &given_up.why);
        }
        rating(menu, &history);
        let now = menu.seconds;
        if let Some(words) = own_best(&results) {
            let rect = menu.room(38.0);
            best::moment(&menu.painter(), rect, &words, now);
        }
        let line = broken(&results.broken, &records);
        if !line.is_empty() {
            let rect = menu.room(26.0);
            menu.painter().text(rect.center(), Align2::CENTER_CENTER, line, theme::semibold(16.0), theme::GOLD);
        }
        menu.gap(6.0);
        let (label, hint) = match results.mode {
            mode if mode.is_single() => ("Again", "A new game of the same kind, by R as well"),
            _ => ("Rematch", "The score of the series stays"),
        };
        let again = menu.main_button(label);
        menu.hint(hint);
        let (label, screen) = match results.mode {
            Mode::Versus if results.are_two() => ("Change players", Screen::Versus),
            Mode::Versus => ("Change opponent", Screen::Versus),
            Mode::Watch => ("Change players", Screen::Watch),
            mode => ("Change the game", single::screen_of(mode)),
        };
        let change = menu.button(label);
        menu.hint("Another opponent, another speed, other rules");
        let this = |last: &Arc<Replay>| setup.as_ref().is_some_and(|setup| setup.0.seed == last.setup.seed);
        if let Some(last) = replays.last().filter(this) {
            if menu.button("Watch replay") {
                replay = Some(last);
            }
            menu.hint("See it again, jump, slow it down, or play on from anywhere");
        }
        menu.pick("Graph", curves, &mut shown_curve);
        menu.hint("What the graph shows over the game; of the last ten seconds where it is a rate");
        let leave = menu.button("Menu");
        menu.hint("Back to the title");
        let colours = [theme::VERMILION, theme::RIVER];
        let players: Vec<_> = stats
            .iter()
            .zip(&results.seats)
            .map(|(&(seat, stats), sum)| {
                let colour = if figures.len() > 1 { colours[usize::from(seat) % 2] } else { theme::GOLD };
                (stats, colour, sum.name.as_str())
            })
            .collect();
        let name = curves.iter().find(|(one, _)| *one == shown_curve).map_or("", |(_, name)| name);
        results_graph::side(&menu.beside(), menu.side, (shown_curve, name), &players);
        match (again, change, leave) {
            (true, ..) => Some(Go::Again),
            (_, true, _) => Some(Go::Leave(screen)),
            (_, _, true) => Some(Go::Leave(Screen::Title)),
            _ => None,
        }
    })?;
    *curve = Some(shown_curve);
    if let Some(replay) = replay {
        page.commands.trigger(WatchReplay(replay));
        return Ok(());
    }
    let go = shown.inner.or(shown.back.then_some(Go::Leave(Screen::Title)));
    // Without a setup there is nothing to play again.
    if let Some(go) = go.filter(|go| *go != Go::Again || setup.is_some()) {
        if go == Go::Leave(Screen::Mode) {
            page.settings.modes.chosen = results.mode;
        }
        page.commands.trigger(go);
    }
    Ok(())
}

fn headline(results: &MatchResults) -> String {
    let winner = results.winner.and_then(|seat| results.seats.get(usize::from(seat)));
    match (results.mode, winner) {
        (Mode::Zen, _) => "Zen".to_owned(),
        (Mode::Puzzle, Some(_)) => "Solved".to_owned(),
        (Mode::Puzzle, None) => "Not solved".to_owned(),
        (Mode::Blitz, Some(_)) => "Time is up".to_owned(),
        (mode, Some(_)) if mode.is_single() && results.seats.len() == 1 => "Goal reached".to_owned(),
        (mode, None) if mode.is_single() && results.seats.len() == 1 => "Game over".to_owned(),
        (_, Some(winner)) if winner.person && !results.are_two() => "Victory".to_owned(),
        (Mode::Versus, Some(winner)) if results.are_two() => format!("{} wins", winner.name),
        (Mode::Versus, None) if results.are_two() => "Draw".to_owned(),
        (Mode::Versus, Some(_)) => "Defeat".to_owned(),
        (_, Some(winner)) => format!("{} wins", winner.name),
        _ => "Draw".to_owned(),
    }
}

/// What the game is among the ten best of its kind, and by how much it is ahead of the best before it.
fn own_best(results: &MatchResults) -> Option<String> {
    let place = results.broken.place?;
    let better = results.kind.2;
    let name = results.kind.1.to_uppercase();
    let before = results.before.as_ref();
    let (score, time) = (results.seats.iter().find(|sum| sum.person)?.score, results.time);
    let by = before.map(|before| match better {
        Better::Score => format!("+{}", grouped(score.saturating_sub(before.score))),
        Better::Sooner => format!("{} sooner", best::exact(before.time.saturating_sub(time))),
        Better::Longer => format!("{} longer", best::exact(time.saturating_sub(before.time))),
    });
    Some(match (place, by) {
        (1, Some(by)) => format!("NEW BEST  ·  {name}  ·  {by}"),
        (1, None) => format!("YOUR FIRST  ·  {name}"),
        (place, _) => format!("NUMBER {place} OF YOUR TEN BEST  ·  {name}"),
    })
}

fn broken(broken: &Broken, records: &Records) -> String {
    let mut parts = Vec::new();
    for (is, what) in [(broken.score, "best score"), (broken.lines, "most lines"), (broken.time, "best time")] {
        if is {
            parts.push(what.to_owned());
        }
    }
    if let Some(hardest) = records.hardest.as_ref().filter(|_| broken.hardest) {
        parts.push(format!("hardest opponent beaten, {}", hardest.spec));
    }
    if parts.is_empty() { String::new() } else { format!("New record: {}", parts.join(", ")) }
}

/// Why a match was given up.
fn why(menu: &mut Menu, line: &str) {
    let width = menu.painter().clip_rect().width().min(540.0);
    let galley = menu.painter().layout(line.to_owned(), theme::regular(14.0), theme::VERMILION, width);
    let rect = menu.room(galley.size().y + 8.0);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
    menu.painter().galley(at, galley, theme::VERMILION);
}

/// What the match did to the rating, or why it did nothing.
fn rating(menu: &mut Menu, history: &GameHistory) {
    let Some(last) = history.last.as_ref().filter(|last| last.opponent.is_some()) else { return };
    let rect = menu.room(22.0);
    let (words, colour) = match last.rated {
        Some(rated) => {
            let sign = if rated.change < 0.0 { "−" } else { "+" };
            let (rating, change) = (rated.rating, rated.change.abs());
            (format!("Rating {rating:.0} ± {:.0}   {sign}{change:.0}", rated.deviation * 2.0), theme::GOLD)
        }
        None if last.hints > 0 => ("Not rated: hints were asked for".to_owned(), theme::ASH),
        None => ("Not rated: only the usual rules at measured speeds are".to_owned(), theme::ASH),
    };
    menu.painter().text(rect.center(), Align2::CENTER_CENTER, words, theme::semibold(15.5), colour);
}

/// A share of pieces placed with the fewest keys, and the keys too many.
fn finesse(figures: &Figures) -> String {
    figures.finesse().map_or_else(
        || "–".to_owned(),
        |share| format!("{:.0} %  ·  {} faults", (share * 100.0).floor(), figures.faults),
    )
}

/// A game for one: the score large, the rest in two columns.
fn alone(menu: &mut Menu, results: &MatchResults, sum: &SeatResult, made: &Figures) {
    let painter = menu.painter();
    let rect = menu.room(74.0);
    // What counts stands large.
    let (title, large) = match results.kind.2 {
        Better::Score => ("SCORE", grouped(sum.score)),
        Better::Sooner | Better::Longer => ("TIME", best::exact(results.time)),
    };
    spaced(
        &painter,
        rect.center_top() + vec2(0.0, 8.0),
        Align2::CENTER_CENTER,
        title,
        theme::semibold(12.5),
        theme::ASH,
        2.5,
    );
    let colour = if results.broken.score || results.broken.place == Some(1) { theme::GOLD } else { theme::IVORY };
    let at = rect.center_top() + vec2(0.0, 42.0);
    painter.text(at, Align2::CENTER_CENTER, large, theme::extrabold(44.0), colour);
    let figures = [
        ("Lines", grouped(made.lines.into())),
        match results.kind.2 {
            Better::Score => ("Time", clock(results.time)),
            Better::Sooner | Better::Longer => ("Score", grouped(sum.score)),
        },
        ("Pieces", grouped(made.pieces.into())),
        ("Pieces a second", format!("{:.2}", made.pps())),
        ("Keys a piece", format!("{:.2}", made.kpp())),
        ("Lines a minute", format!("{:.1}", made.lpm())),
        ("Quad rate", format!("{:.0} %", made.tetris_rate() * 100.0)),
        ("Spins", made.spins().to_string()),
        ("Longest combo", made.combo.to_string()),
        ("Longest back-to-back", made.back_to_back.to_string()),
        ("Finesse", finesse(made)),
        ("Perfect clears", made.perfect.to_string()),
    ];
    let rect = menu.room(6.0 * 28.0 + 16.0);
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    for (index, (label, value)) in figures.iter().enumerate() {
        let (column, row) = ((index % 2) as f32, (index / 2) as f32);
        let half = rect.width() / 2.0;
        let y = rect.top() + 22.0 + row * 28.0;
        let left = rect.left() + column * half;
        painter.text(pos2(left + 18.0, y), Align2::LEFT_CENTER, label, theme::regular(15.0), theme::ASH);
        let at = pos2(left + half - 18.0, y);
        painter.text(at, Align2::RIGHT_CENTER, value, theme::extrabold(16.0), theme::IVORY);
    }
}

/// Two players: their figures left and right of what they are figures of.
fn duel(menu: &mut Menu, results: &MatchResults, series: &Series, sides: [(&SeatResult, &Figures); 2]) {
    let painter = menu.painter();
    let head = menu.room(64.0);
    let third = head.width() / 3.0;
    let columns = [(0u8, 0.5, theme::VERMILION), (1, 2.5, theme::RIVER)];
    for ((seat, x, colour), (sum, _)) in columns.into_iter().zip(sides) {
        let at = pos2(head.left() + third * x, head.top() + 12.0);
        let won = results.winner == Some(seat);
        painter.text(at, Align2::CENTER_CENTER, &sum.name, theme::semibold(17.0), colour);
        let wins = if won { theme::GOLD } else { theme::IVORY };
        let at = at + vec2(0.0, 34.0);
        painter.text(at, Align2::CENTER_CENTER, sum.wins.to_string(), theme::extrabold(38.0), wins);
    }
    let middle = head.center_top();
    painter.text(middle + vec2(0.0, 10.0), Align2::CENTER_CENTER, "Rounds", theme::regular(14.0), theme::ASH);
    let tally = format!("Series {} : {}", series.wins[0], series.wins[1]);
    painter.text(middle + vec2(0.0, 32.0), Align2::CENTER_CENTER, tally, theme::semibold(16.0), theme::IVORY);
    let time = format!("{} played", clock(results.time));
    painter.text(middle + vec2(0.0, 54.0), Align2::CENTER_CENTER, time, theme::regular(14.0), theme::ASH);
    let [(_, left), (_, right)] = sides;
    let whole = |value: u32| grouped(value.into());
    let both = |figure: &dyn Fn(&Figures) -> String| [figure(left), figure(right)];
    let lines: [(&str, [String; 2]); 9] = [
        ("Pieces a second", both(&|made| format!("{:.2}", made.pps()))),
        ("Attack a minute", both(&|made| format!("{:.1}", made.apm()))),
        ("Attack a piece", both(&|made| format!("{:.2}", made.app()))),
        ("VS score", both(&|made| format!("{:.1}", made.vs()))),
        ("Finesse", both(&finesse)),
        ("Pieces  /  lines", both(&|made| format!("{}  /  {}", whole(made.pieces), whole(made.lines)))),
        ("Sent  /  received", both(&|made| format!("{}  /  {}", whole(made.sent), whole(made.received)))),
        ("Garbage cleared", both(&|made| whole(made.dug))),
        ("Combo  /  back-to-back", both(&|made| format!("{}  /  {}", made.combo, made.back_to_back))),
    ];
    let rect = menu.room(lines.len() as f32 * LINE + 12.0);
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    for ((label, values), row) in lines.into_iter().zip(0u8..) {
        let y = rect.top() + 6.0 + (f32::from(row) + 0.5) * LINE;
        line(&painter, rect, y, label, &values);
    }
}

fn line(painter: &Painter, rect: Rect, y: f32, label: &str, values: &[String; 2]) {
    let third = rect.width() / 3.0;
    let text = |x: f32, words: &str, font, colour: Color32| {
        painter.text(pos2(rect.left() + third * x, y), Align2::CENTER_CENTER, words, font, colour);
    };
    text(1.5, label, theme::regular(14.5), theme::ASH);
    text(0.5, &values[0], theme::extrabold(16.0), theme::IVORY);
    text(2.5, &values[1], theme::extrabold(16.0), theme::IVORY);
}
