//! The ladder: opponents from the weakest to the strongest, each opened by a win against the one below or by a rating.
//! Beside it stand the rating and how the opponent in focus plays.

use super::super::super::draw::spaced_text;
use super::super::super::menu::Menu;
use super::super::super::theme;
use super::super::{opponent, rivals};
use super::CareerWish;
use crate::app::history::{GameHistory, LadderStanding};
use crate::app::persistence::history::WinRecord;
use crate::app::persistence::strengths::ProposedOpponent;
use crate::app::persistence::{LadderRung, MeasuredStrength};
use crate::audio::MenuSound;
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};

pub(super) fn show(
    menu: &mut Menu,
    history: &GameHistory,
    standing: &LadderStanding,
    proposal: Option<&ProposedOpponent>,
) -> Option<CareerWish> {
    let mut wish = None;
    if let Some(proposal) = proposal {
        if menu.main_button("Find my match") {
            wish = Some(CareerWish::Play(proposal.spec.clone(), proposal.pace, proposal.slips));
        }
        menu.explain_row(opponent::proposal_in_words(proposal));
    }
    let rungs = history.ladder.rungs().iter().zip(&standing.rungs);
    let ladder: Vec<(&LadderRung, bool)> = rungs.map(|(rung, state)| (rung, state.open)).collect();
    if ladder.is_empty() {
        menu.note("There is no ladder: assets/ladder.jsonl is not there.");
    }
    // Another program that runs may keep the rating.
    let kind = if history.can_change_rating() { "a rated match" } else { "a match that is not rated" };
    let mut focused = None;
    let mut below: Option<&MeasuredStrength> = None;
    for (at, &(step, open)) in ladder.iter().enumerate() {
        let rung = &step.strength;
        let row = rivals::add_rival_row(menu, standing, (at, step), open);
        if row.focused {
            focused = Some(rung);
        }
        if menu.is_chosen(&row) {
            if open {
                wish = Some(CareerWish::Play(rung.player.clone(), rung.pace(), rung.slips));
            } else {
                menu.queue_sound(MenuSound::Back);
            }
        }
        match below.filter(|_| !open) {
            Some(below) => menu.explain_row(key_words(below, rung)),
            None => {
                let more = if opens_another(&ladder, at) { "; a win opens the next" } else { "" };
                menu.explain_row(format!("{} plays {kind}{more}", menu.by_device("Enter", "<South>", "A tap")));
            }
        }
        if !step.is_own {
            below = Some(rung);
        }
    }
    let (painter, side) = (menu.side_painter(), menu.side);
    let card = Rect::from_min_size(side.min, vec2(side.width(), 168.0));
    paint_rating(&painter, card, history, standing);
    let under = Rect::from_min_max(pos2(side.left(), card.bottom() + 12.0), side.max);
    if let Some(shown) = focused.or_else(|| Some(&standing.next_rung(history)?.strength)) {
        rivals::paint_rival_card(&painter, under, (history, standing), shown);
    }
    wish
}

/// What opens a rung that is closed, in words: a win against the one `below`, or a rating that is no guess.
fn key_words(below: &MeasuredStrength, rung: &MeasuredStrength) -> String {
    // Rounded down, it would name a rating that does not open the rung.
    let (name, rating) = (rivals::player_name(below), rung.rating.ceil());
    format!("Opens with a win against {name} or a settled rating of {rating:.0}; Versus plays anybody at once")
}

/// Whether a win against the rung at this place opens another one: the next above it, if that is closed.
/// The user's own players open nothing.
fn opens_another(ladder: &[(&LadderRung, bool)], at: usize) -> bool {
    let above = ladder[at + 1..].iter().find(|(rung, _)| !rung.is_own);
    !ladder[at].0.is_own && above.is_some_and(|(_, open)| !open)
}

/// A record of games in the usual form, such as `3 : 1`.
pub(in super::super) fn record_words(record: &WinRecord) -> String {
    match record.drawn {
        0 => format!("{} : {}", record.won, record.lost),
        drawn => format!("{} : {}, {drawn} drawn", record.won, record.lost),
    }
}

/// Paints the rating in large figures, with how certain it is.
pub(in super::super) fn paint_rating(painter: &Painter, rect: Rect, history: &GameHistory, standing: &LadderStanding) {
    theme::paint_side_background(painter, rect);
    let (centre, own_rating) = (rect.center().x, &history.own_rating);
    let text = |y: f32, words: String, font, colour| {
        painter.text(pos2(centre, rect.top() + y), Align2::CENTER_CENTER, words, font, colour);
    };
    let at = pos2(centre, rect.top() + 22.0);
    spaced_text(painter, at, Align2::CENTER_CENTER, "YOUR RATING", theme::semibold(12.5), theme::ASH, 2.4);
    let colour = match (own_rating.matches, own_rating.is_guess()) {
        (0, _) => theme::ASH,
        (_, true) => theme::IVORY,
        (_, false) => theme::GOLD,
    };
    text(64.0, own_rating.rating_text(), theme::extrabold(46.0), colour);
    let [low, high] = [-2.0, 2.0].map(|by| own_rating.rating.rating + by * own_rating.rating.deviation);
    let words = match own_rating.matches {
        0 => "Play a rival to get one".to_owned(),
        1 if low < 0.0 => format!("after 1 match: somewhere below {high:.0}"),
        matches if low < 0.0 => format!("after {matches} matches: somewhere below {high:.0}"),
        1 => format!("after 1 match: somewhere from {low:.0} to {high:.0}"),
        matches => format!("after {matches} matches; 95 % sure: {low:.0} to {high:.0}"),
    };
    text(104.0, words, theme::regular(14.5), theme::ASH);
    let words = format!("Against computer players  {}", record_words(&standing.total));
    text(136.0, words, theme::semibold(15.0), theme::IVORY);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Spec;

    fn rung(rating: f64, is_own: bool) -> LadderRung {
        let player = Spec::of_generation("iwumbwe", 7);
        let strength = MeasuredStrength { rating, ..MeasuredStrength::unrated(player, 800) };
        LadderRung { strength, below: [0; 3], is_own }
    }

    #[test]
    fn a_closed_rung_tells_both_ways_to_open_it() {
        let [below, closed] = [1305.7, 1500.2].map(|rating| rung(rating, false).strength);
        let words = key_words(&below, &closed);
        let name = rivals::player_name(&below);
        assert!(words.contains(&format!("a win against {name} or a settled rating of 1501;")), "{words}");
    }

    #[test]
    fn a_win_opens_the_next_rung_only_where_that_is_closed() {
        let (shipped, own) = (rung(1500.0, false), rung(1500.0, true));
        let ladder = [(&shipped, true), (&shipped, true), (&own, true), (&shipped, false)];
        let opens = [0, 1, 2, 3].map(|at| opens_another(&ladder, at));
        assert_eq!(opens, [false, true, false, false], "the next is open, closed above an own player, or not there");
    }
}
