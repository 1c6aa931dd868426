//! The results: who won, the figures of both, what was a record, and the rematch on one key.

use super::super::archive::Archive;
use super::super::desk::{Desk, Look, Painting};
use super::super::draw::spaced;
use super::super::ledger::{Ledger, Sum};
use super::super::menu::Menu;
use super::super::screen::{Overlay, Screen};
use super::super::session::{Go, Series};
use super::super::theme::{self, faded};
use super::super::watching::WatchReplay;
use super::{best, clock, grouped, single};
use crate::game::modes::Better;
use crate::game::replay::Replay;
use crate::game::{CurrentSetup, Mode};
use crate::storage::Records;
use crate::storage::records::Broken;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, Color32, Painter, Rect, pos2, vec2};
use std::sync::Arc;

/// Seconds for which keys do nothing: they were meant for the game.
const DEAF: f32 = 0.4;

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::Results)).in_set(Painting::Screens));
}

fn show(
    mut desk: Desk,
    ledger: Res<Ledger>,
    series: Res<Series>,
    records: Res<Records>,
    setup: Option<Res<CurrentSetup>>,
    archive: Res<Archive>,
    mut opened: Local<f32>,
    mut was: Local<f32>,
) -> Result {
    let now = desk.seconds();
    // A gap between two frames of this screen means that it has just come up.
    if (now - *was).abs() > 0.3 || *opened > now {
        *opened = now;
    }
    *was = now;
    desk.only_enter(now - *opened > DEAF);
    let title = headline(&ledger);
    let look = Look { name: "results", title: &title, rows: 560.0, side: egui::Vec2::ZERO };
    let mut replay = None;
    let shown = desk.page(look, |menu| {
        if ledger.seats.len() > 1 {
            duel(menu, &ledger, &series);
        } else if let Some(sum) = ledger.seats.first() {
            alone(menu, &ledger, sum);
        }
        let now = menu.seconds;
        if let Some(words) = own_best(&ledger) {
            let rect = menu.room(38.0);
            best::moment(&menu.painter(), rect, &words, now);
        }
        let line = broken(&ledger.broken, &records);
        if !line.is_empty() {
            let rect = menu.room(26.0);
            menu.painter().text(rect.center(), Align2::CENTER_CENTER, line, theme::semibold(16.0), theme::GOLD);
        }
        menu.gap(6.0);
        let (label, hint) = match ledger.mode {
            mode if mode.is_single() => ("Again", "A new game of the same kind, by R as well"),
            _ => ("Rematch", "The score of the series stays"),
        };
        let again = menu.main_button(label);
        menu.hint(hint);
        let (label, screen) = match ledger.mode {
            Mode::Versus => ("Change opponent", Screen::Versus),
            Mode::Watch => ("Change players", Screen::Watch),
            mode => ("Change the game", single::screen_of(mode)),
        };
        let change = menu.button(label);
        menu.hint("Another opponent, another speed, other rules");
        let this = |last: &Arc<Replay>| setup.as_ref().is_some_and(|setup| setup.0.seed == last.setup.seed);
        if let Some(last) = archive.last().filter(this) {
            if menu.button("Watch replay") {
                replay = Some(last);
            }
            menu.hint("See it again, jump, slow it down, or play on from anywhere");
        }
        let leave = menu.button("Menu");
        menu.hint("Back to the title");
        match (again, change, leave) {
            (true, ..) => Some(Go::Again),
            (_, true, _) => Some(Go::Leave(screen)),
            (_, _, true) => Some(Go::Leave(Screen::Title)),
            _ => None,
        }
    })?;
    if let Some(replay) = replay {
        desk.commands.trigger(WatchReplay(replay));
        return Ok(());
    }
    let go = shown.inner.or(shown.back.then_some(Go::Leave(Screen::Title)));
    // Without a setup there is nothing to play again.
    if let Some(go) = go.filter(|go| *go != Go::Again || setup.is_some()) {
        if go == Go::Leave(Screen::Mode) {
            desk.settings.modes.chosen = ledger.mode;
        }
        desk.commands.trigger(go);
    }
    Ok(())
}

fn headline(ledger: &Ledger) -> String {
    let winner = ledger.winner.and_then(|seat| ledger.seats.get(usize::from(seat)));
    match (ledger.mode, winner) {
        (Mode::Zen, _) => "Zen".to_owned(),
        (Mode::Puzzle, Some(_)) => "Solved".to_owned(),
        (Mode::Puzzle, None) => "Not solved".to_owned(),
        (Mode::Blitz, Some(_)) => "Time is up".to_owned(),
        (mode, Some(_)) if mode.is_single() && ledger.seats.len() == 1 => "Goal reached".to_owned(),
        (mode, None) if mode.is_single() && ledger.seats.len() == 1 => "Game over".to_owned(),
        (_, Some(winner)) if winner.person => "Victory".to_owned(),
        (Mode::Versus, _) => "Defeat".to_owned(),
        (_, Some(winner)) => format!("{} wins", winner.name),
        _ => "Draw".to_owned(),
    }
}

/// What the game is among the ten best of its kind, and by how much it is ahead of the best before it.
fn own_best(ledger: &Ledger) -> Option<String> {
    let place = ledger.broken.place?;
    let better = ledger.kind.2;
    let name = ledger.kind.1.to_uppercase();
    let before = ledger.before.as_ref();
    let (score, time) = (ledger.seats.iter().find(|sum| sum.person)?.score, ledger.time);
    let by = before.map(|before| match better {
        Better::Score => format!("+{}", grouped(score.saturating_sub(before.score))),
        Better::Sooner => format!("{} sooner", best::exact(before.time.saturating_sub(time))),
        Better::Longer => format!("{} longer", best::exact(time.saturating_sub(before.time))),
    });
    Some(match (place, by) {
        (1, Some(by)) => format!("NEW BEST  ·  {name}  ·  {by}"),
        (1, None) => format!("FIRST BEST  ·  {name}"),
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

/// A game for one: the score large, the rest in two columns.
fn alone(menu: &mut Menu, ledger: &Ledger, sum: &Sum) {
    let painter = menu.painter();
    let rect = menu.room(74.0);
    // What counts stands large.
    let (title, large) = match ledger.kind.2 {
        Better::Score => ("SCORE", grouped(sum.score)),
        Better::Sooner | Better::Longer => ("TIME", best::exact(ledger.time)),
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
    let colour = if ledger.broken.score || ledger.broken.place == Some(1) { theme::GOLD } else { theme::IVORY };
    let at = rect.center_top() + vec2(0.0, 42.0);
    painter.text(at, Align2::CENTER_CENTER, large, theme::extrabold(44.0), colour);
    let figures = [
        ("Lines", grouped(sum.lines.into())),
        match ledger.kind.2 {
            Better::Score => ("Time", clock(ledger.time)),
            Better::Sooner | Better::Longer => ("Score", grouped(sum.score)),
        },
        ("Pieces", grouped(sum.pieces.into())),
        ("Pieces a second", format!("{:.2}", ledger.pps(sum))),
        ("Tetrises", sum.tetrises.to_string()),
        ("Spins", sum.spins.to_string()),
    ];
    let rect = menu.room(108.0);
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    for (index, (label, value)) in figures.iter().enumerate() {
        let (column, row) = ((index % 2) as f32, (index / 2) as f32);
        let half = rect.width() / 2.0;
        let y = rect.top() + 22.0 + row * 32.0;
        let left = rect.left() + column * half;
        painter.text(pos2(left + 22.0, y), Align2::LEFT_CENTER, label, theme::regular(15.0), theme::ASH);
        let at = pos2(left + half - 22.0, y);
        painter.text(at, Align2::RIGHT_CENTER, value, theme::extrabold(17.0), theme::IVORY);
    }
}

/// Two players: their figures left and right of what they are figures of.
fn duel(menu: &mut Menu, ledger: &Ledger, series: &Series) {
    let [left, right] = [&ledger.seats[0], &ledger.seats[1]];
    let painter = menu.painter();
    let head = menu.room(70.0);
    let third = head.width() / 3.0;
    for (seat, sum, x, colour) in [(0u8, left, 0.5, theme::VERMILION), (1, right, 2.5, theme::RIVER)] {
        let at = pos2(head.left() + third * x, head.top() + 14.0);
        let won = ledger.winner == Some(seat);
        painter.text(at, Align2::CENTER_CENTER, &sum.name, theme::semibold(17.0), colour);
        let wins = if won { theme::GOLD } else { theme::IVORY };
        let at = at + vec2(0.0, 36.0);
        painter.text(at, Align2::CENTER_CENTER, sum.wins.to_string(), theme::extrabold(40.0), wins);
    }
    let middle = head.center_top();
    painter.text(middle + vec2(0.0, 14.0), Align2::CENTER_CENTER, "Rounds", theme::regular(14.0), theme::ASH);
    let tally = format!("Series {} : {}", series.wins[0], series.wins[1]);
    painter.text(middle + vec2(0.0, 44.0), Align2::CENTER_CENTER, tally, theme::semibold(16.0), theme::IVORY);
    let real = |value: f64| format!("{value:.2}");
    let whole = |value: u32| grouped(value.into());
    let both = |figure: &dyn Fn(&Sum) -> String| [figure(left), figure(right)];
    let lines: [(&str, [String; 2]); 9] = [
        ("Score", both(&|sum| grouped(sum.score))),
        ("Lines", both(&|sum| whole(sum.lines))),
        ("Pieces", both(&|sum| whole(sum.pieces))),
        ("Pieces a second", both(&|sum| real(ledger.pps(sum)))),
        ("Attack a minute", both(&|sum| real(ledger.apm(sum)))),
        ("Sent", both(&|sum| whole(sum.sent))),
        ("Received", both(&|sum| whole(sum.received))),
        ("Tetrises and spins", both(&|sum| format!("{} + {}", sum.tetrises, sum.spins))),
        ("Longest combo", both(&|sum| sum.combo.to_string())),
    ];
    let rect = menu.room(lines.len() as f32 * 24.0 + 40.0);
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.7));
    for ((label, values), row) in lines.into_iter().zip(0u8..) {
        let y = rect.top() + 20.0 + f32::from(row) * 24.0;
        line(&painter, rect, y, label, &values);
    }
    let time = format!("{} played", clock(ledger.time));
    let at = pos2(rect.center().x, rect.bottom() - 16.0);
    painter.text(at, Align2::CENTER_CENTER, time, theme::regular(14.0), theme::ASH);
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
