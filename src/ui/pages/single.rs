//! Setting up a game for one, beside what has been reached so far.

use super::super::desk::{Desk, Look, Painting};
use super::super::draw;
use super::super::screen::Screen;
use super::super::session::Go;
use super::super::theme::{self, faded};
use super::{clock, grouped};
use crate::game::Mode;
use crate::rules::{Facing, PieceKind};
use crate::storage::Records;
use crate::storage::records::Best;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Align2, Painter, Rect, vec2};

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Single)).in_set(Painting::Screens));
}

fn show(mut desk: Desk, records: Res<Records>) -> Result {
    let mut settings = desk.settings.clone();
    let look = Look { name: "single", title: "Single player", rows: 480.0, side: vec2(300.0, 270.0) };
    let shown = desk.page(look, |menu| {
        let start = menu.main_button("Play");
        menu.hint("Ten lines are a level, and every level falls faster");
        menu.gap(8.0);
        let rules = &mut settings.single.rules;
        let mut level = rules.start_level;
        let text = level.to_string();
        if menu.number("First level", &mut level, 1..=20, 1, &text) {
            rules.start_level = level;
        }
        menu.hint("Where the speed begins; from level 19 on pieces are on the ground at once");
        menu.pick("Goal", &[(40, "40 lines"), (150, "150 lines"), (0, "Endless")], &mut rules.goal_lines);
        menu.hint("The game is won with so many lines; an endless one lasts until you top out");
        menu.toggle("Hold", &mut rules.hold);
        menu.hint("Put a piece aside for later");
        board(&menu.beside(), menu.side, &records.marathon);
        start
    })?;
    desk.keep(settings);
    if shown.inner {
        desk.commands.trigger(Go::New(Mode::Marathon));
    } else if shown.back {
        desk.go_back();
    }
    Ok(())
}

fn board(painter: &Painter, rect: Rect, best: &Best) {
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.75));
    let inside = rect.shrink(18.0);
    let kinds = [PieceKind::J, PieceKind::T, PieceKind::S];
    for (kind, x) in kinds.into_iter().zip([0.2, 0.5, 0.8]) {
        let at = inside.left_top() + vec2(inside.width() * x, 16.0);
        draw::piece(painter, kind, Facing::North, at, 15.0);
    }
    let time = if best.time == 0 { "–".to_owned() } else { clock(best.time) };
    let lines = [
        ("Best score", grouped(best.score)),
        ("Most lines", grouped(best.lines.into())),
        ("150 lines in", time),
        ("Games played", grouped(best.games.into())),
    ];
    for ((label, value), row) in lines.into_iter().zip(0u8..) {
        let y = inside.top() + 70.0 + f32::from(row) * (inside.height() - 60.0) / 4.0;
        painter.text(
            bevy_egui::egui::pos2(inside.left(), y),
            Align2::LEFT_CENTER,
            label,
            theme::regular(15.0),
            theme::ASH,
        );
        let at = bevy_egui::egui::pos2(inside.right(), y);
        painter.text(at, Align2::RIGHT_CENTER, value, theme::extrabold(18.0), theme::IVORY);
    }
}
