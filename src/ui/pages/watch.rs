//! The page on which two computer players are chosen to be watched.

use super::super::page::{Page, PanelOptions};
use super::super::theme;
use super::bots::ProgramRows;
use super::worked_out::WorkedOut;
use super::{opponent, opponent_card, rivals, rules};
use crate::app::history::{GameHistory, LadderStanding};
use crate::app::opponents::OpponentList;
use crate::app::session::SessionRequest;
use crate::app::typing::Typing;
use crate::game::Mode;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui;

pub(super) fn show(
    mut page: Page,
    (opponents, history): (Res<OpponentList>, Res<GameHistory>),
    mut typing: ResMut<Typing>,
    mut ladder: Local<WorkedOut<Tick, LadderStanding>>,
) -> Result {
    let standing = ladder.get(history.last_changed(), || history.ladder_standing());
    let mut settings = page.settings.clone();
    let look = PanelOptions { name: "watch", title: "Watch", row_width: 520.0, side_size: egui::vec2(420.0, 460.0) };
    let shown = page.panel(look, |menu| {
        let start = menu.main_button("Watch");
        menu.explain_row(menu.by_device(
            "Two send each other what they clear, or one plays alone; X is the x-ray, 1 to 7 the speed",
            "Two send each other what they clear, or one plays alone; the pause has x-ray and speed",
            "Two send each other what they clear, or one plays alone; the pause has x-ray and speed",
        ));
        menu.pick("Boards", &[(false, "Two"), (true, "One, alone")], &mut settings.watch.alone);
        menu.explain_row(
            "Two play against each other; one alone plays until it tops out, by your rules of games for one",
        );
        let alone = settings.watch.alone;
        let shown = if alone { 1 } else { 2 };
        let (watch, placements) = (&mut settings.watch, &mut settings.placements);
        let left = (&mut watch.left, &mut watch.left_pace, &mut watch.left_slips, &mut placements.left);
        let right = (&mut watch.right, &mut watch.right_pace, &mut watch.right_slips, &mut placements.right);
        for (heading, of, (words, pace, slips, choice)) in
            [("Left", "watch-left", left), ("Right", "watch-right", right)].into_iter().take(shown)
        {
            menu.heading(if alone { "Player" } else { heading });
            if rivals::rival_choice_row(menu, &history, (words, pace, slips, choice)) {
                let programs = ProgramRows { bots: &mut settings.bots, typing: &mut typing, of };
                opponent::add_rows(menu, &opponents, words, pace, (slips, programs));
                opponent::tucks_and_spins_row(menu, &opponents, words, choice);
            }
        }
        if !alone {
            rules::add_match_rows(menu, &mut watch.rules);
        }
        let half = egui::vec2(menu.side.width(), (menu.side.height() - 12.0) / 2.0);
        let left = egui::Rect::from_min_size(menu.side.min, half);
        let right = left.translate(egui::vec2(0.0, half.y + 12.0));
        let painter = menu.side_painter();
        for (rect, words, (pace, slips), choice, accent) in [
            (left, &watch.left, (watch.left_pace, watch.left_slips), placements.left, theme::VERMILION),
            (right, &watch.right, (watch.right_pace, watch.right_slips), placements.right, theme::RIVER),
        ]
        .into_iter()
        .take(shown)
        {
            match rivals::chosen_rung(&history, words, (pace, slips), choice) {
                Some(strength) => rivals::paint_rival_card(&painter, rect, (&history, standing), strength),
                None => {
                    let rules = if watch.alone { &settings.single.rules } else { &watch.rules };
                    let shown = (words.as_str(), pace, slips, rules);
                    opponent_card::paint_opponent_card(&painter, rect, (&opponents, &history), shown, accent);
                }
            }
        }
        start
    })?;
    page.replace_settings(settings);
    if shown.inner {
        page.commands.trigger(SessionRequest::New(Mode::Watch));
    } else if shown.back {
        page.go_back();
    }
    Ok(())
}
