//! The card before the first round of a match of two: who plays against whom, how many rounds, under which rules, and
//! how the rating may change. It is painted under the countdown and takes no key.

use super::super::draw::gilded_text;
use super::super::page::Page;
use super::super::theme;
use super::rivals;
use super::worked_out::WorkedOut;
use crate::app::first_steps::FirstSteps;
use crate::app::history::GameHistory;
use crate::app::persistence::SeatDevices;
use crate::app::persistence::rating::{OwnRating, counts_among_people};
use crate::app::rated_match::{self, RatedMatch};
use crate::game::components::PlayerName;
use crate::game::replay::{SetupRecord, TakenOverMatch};
use crate::game::{
    CurrentSetup, Match, MatchSetup, Mode, Pace, Phase, Playback, Seat, SeatControl, SeatSetup, TickLimit,
};
use crate::rules::RuleSet;
use crate::view::stage::Stage;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};

/// The least height of the card, in points.
const HEIGHT: f32 = 132.0;
/// The least height of the card, in points, where the players stand one above the other in an upright window.
const UPRIGHT_HEIGHT: f32 = 270.0;

/// The least room between a player's name and the edge of the card, in points.
const EDGE: f32 = 14.0;

/// How far the countdown reaches below the middle of a board, as a share of the board's height.
const COUNT: f32 = 0.06;
/// The largest scale of menus over a match that goes on: boards and figures have a size of their own.
const MOST: f32 = 1.1;

pub(super) fn show(
    mut page: Page,
    current: Option<Single<(Entity, &Match, Has<TakenOverMatch>)>>,
    setup: Option<Res<CurrentSetup>>,
    playback: Option<Res<Playback>>,
    seats: Query<(&Seat, &SeatSetup)>,
    names: Query<(&Seat, &PlayerName)>,
    (history, counting, first_steps): (Res<GameHistory>, Res<RatedMatch>, Res<FirstSteps>),
    limit: Option<Res<TickLimit>>,
    stage: Option<Res<Stage>>,
    mut people: Local<WorkedOut<Tick, OwnRating>>,
) -> Result {
    page.limit_scale(MOST);
    let (Some(current), Some(setup), None, Some(stage)) = (current, setup, playback, stage) else { return Ok(()) };
    let (entity, current, taken_over) = *current;
    let first = current.round == 0 && current.wins == [0; 2] && matches!(current.phase, Phase::Countdown { .. });
    if !first || current.seats.len() != 2 {
        return Ok(());
    }
    let ui = page.canvas()?;
    let painter = ui.painter().clone();
    let band = card_rect(&stage, ui.max_rect(), ui.ctx().pixels_per_point());
    painter.rect_filled(band, 0, theme::NIGHT);
    for y in [band.top(), band.bottom()] {
        painter.hline(band.x_range(), y, Stroke::new(1.5, theme::GOLD));
    }
    let colours = [theme::VERMILION, theme::RIVER];
    let two = seats.iter().all(|(_, seat)| seat.is_persons_here());
    let hands = page.settings.seats.seat_devices([true, true]);
    let among_people =
        is_online(&setup.0).then(|| people.get(history.last_changed(), || history.rating_against_people()));
    for (seat, setup) in &seats {
        let name = names.iter().find(|(other, _)| *other == seat).map_or("", |(_, name)| name.0.as_str());
        let side = if seat.0 == 0 { -1.0 } else { 1.0 };
        let words = match setup.control {
            SeatControl::Person if two => hands[seat.index() % 2].map_or("", SeatDevices::title).to_owned(),
            SeatControl::Person if among_people.is_some() => rating_words(among_people),
            _ => strength_words(setup, &history),
        };
        player(&painter, band, side, (name, colours[seat.index() % 2]), (setup, &words));
    }
    let middle = band.center();
    let (to, set) = (setup.0.rules.first_to, RuleSet::from_rules(&setup.0.rules).title());
    let rounds = if to == 1 { "one round".to_owned() } else { format!("first to {to}") };
    let at = middle - vec2(0.0, 32.0);
    gilded_text(&painter, at, "VS", theme::extrabold(38.0), 3.0);
    let words = format!("{rounds}   ·   {set}");
    painter.text(middle + vec2(0.0, 7.0), Align2::CENTER_CENTER, words, theme::semibold(16.0), theme::IVORY);
    let of = (entity, taken_over);
    let changes = rated_match::rating_changes_at_stake((&history, &counting), &page.settings, &setup.0, of, &seats);
    let changes = changes.filter(|_| limit.is_none());
    if let Some((words, font, colour)) = what_it_counts_for(&setup.0, &history, changes, first_steps.is_on()) {
        painter.text(middle + vec2(0.0, 36.0), Align2::CENTER_CENTER, words, font, colour);
    }
    Ok(())
}

/// Where the card lies. It is as high as the figures beside the boards, so that it cuts through none of them. Where the
/// figures are large, a few of them stand above it, and the countdown with them.
fn card_rect(stage: &Stage, screen: Rect, pixels_per_point: f32) -> Rect {
    let [mut top, bottom, clear] = stage.layout.seats.first().map_or([0.0; 3], |seat| {
        if seat.left_figures.is_empty() {
            return [screen.center().y; 3];
        }
        let clear = seat.board.center().y - seat.board.height() * COUNT;
        let places = [seat.left_figures.max.y, seat.left_figures.min.y, clear];
        places.map(|y| screen.center().y - y / pixels_per_point)
    });
    let figure = ((bottom - top) / stage.layout.figure_count()).max(1.0);
    while top < clear && top + figure < bottom {
        top += figure;
    }
    let least = if theme::is_upright(screen.size()) { UPRIGHT_HEIGHT } else { HEIGHT };
    let high = (bottom - top + 8.0).max(least);
    Rect::from_center_size(pos2(screen.center().x, (top + bottom) / 2.0), vec2(screen.width(), high))
}

/// Words for what the match counts for, with their font and colour; `None` of a match that counts for nothing anyway.
/// `changes` are those of the rating by a win and by a loss, if it is rated.
fn what_it_counts_for(
    setup: &MatchSetup,
    history: &GameHistory,
    changes: Option<[f64; 2]>,
    is_first: bool,
) -> Option<(String, FontId, Color32)> {
    if is_first {
        let words = "Your first match: it counts for nothing".to_owned();
        return Some((words, theme::semibold(15.0), theme::GOLD));
    }
    if let Some([win, loss]) = changes {
        // The first changes are leaps that mean nothing yet.
        let words = match history.own_rating.is_unknown() {
            true => "it counts for your rating".to_owned(),
            false => format!("win  +{win:.0}      lose  −{:.0}", loss.abs()),
        };
        return Some((words, theme::extrabold(17.0), theme::GOLD));
    }
    let words = match is_online(setup) {
        true if counts_among_people(&SetupRecord::of(setup)) => "it counts for your rating against people",
        false if setup.mode != Mode::Versus => return None,
        _ => "not rated",
    };
    Some((words.to_owned(), theme::semibold(15.0), theme::ASH))
}

/// Whether somebody at another machine plays in this match.
fn is_online(setup: &MatchSetup) -> bool {
    setup.seats.iter().any(|seat| matches!(seat.control, SeatControl::Elsewhere(_)))
}

/// The rating and speed of a player in words, as far as they are known.
fn strength_words(setup: &SeatSetup, history: &GameHistory) -> String {
    match (&setup.control, &setup.spec) {
        (SeatControl::Computer(computer), Some(spec)) => {
            let rating = history.computer_rating_in_words(spec, computer.pace, computer.slips);
            let speed = match computer.pace {
                Pace::FASTEST => "as fast as it can".to_owned(),
                pace => format!("{} pieces a second", f64::from(pace.milli_pps) / 1000.0),
            };
            rating.map_or_else(|| speed.clone(), |rating| format!("rating {rating}  ·  {speed}"))
        }
        (SeatControl::Person, _) => rating_words(Some(&history.own_rating)),
        _ => String::new(),
    }
}

/// The person's own rating in words; empty before the first rated match.
fn rating_words(rating: Option<&OwnRating>) -> String {
    let known = rating.filter(|rating| rating.matches > 0);
    known.map_or_else(String::new, |rating| format!("rating {}", rating.rating_text()))
}

/// Paints one side of the card: the emblem of a rival, the name, and what is known of the player, in smaller letters
/// where they are too long for it.
fn player(
    painter: &Painter,
    band: Rect,
    side: f32,
    (name, colour): (&str, Color32),
    (setup, words): (&SeatSetup, &str),
) {
    if theme::is_upright(painter.ctx().viewport_rect().size()) {
        // One player stands above the other.
        let middle = band.center() + vec2(0.0, side * 92.0);
        let lines = [(-12.0, name, theme::extrabold(26.0), colour), (16.0, words, theme::semibold(14.0), theme::IVORY)];
        return two_lines(painter, middle, Align2::CENTER_CENTER, lines, band.width() - 2.0 * EDGE);
    }
    let edge = band.center().x + side * 170.0;
    let align = if side < 0.0 { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
    let mut x = edge;
    if let (SeatControl::Computer(computer), Some(spec)) = (&setup.control, &setup.spec) {
        let plate = Rect::from_center_size(pos2(edge + side * 44.0, band.center().y), vec2(88.0, 88.0));
        if rivals::paint_rival_emblem(painter, plate, spec, (computer.pace, computer.slips)) {
            x += side * 106.0;
        }
    }
    // Both names stand at the same height, however much is known of each player.
    let lines = [(-14.0, name, theme::extrabold(30.0), colour), (20.0, words, theme::semibold(15.0), theme::IVORY)];
    let room = band.width() / 2.0 - (x - band.center().x).abs() - EDGE;
    two_lines(painter, pos2(x, band.center().y), align, lines, room);
}

/// Paints two lines, each so far below `at`, in smaller letters where one is wider than `room`.
fn two_lines(painter: &Painter, at: Pos2, align: Align2, lines: [(f32, &str, FontId, Color32); 2], room: f32) {
    for (below, words, font, ink) in lines {
        let font = theme::fitting_font(painter, words, font, room);
        painter.text(at + vec2(0.0, below), align, words, font, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::game::Handling;

    #[test]
    fn the_longest_name_ends_within_the_card() {
        let name = "W".repeat(24);
        let setup = SeatSetup::person(name.as_str(), Handling::default());
        let band = Rect::from_min_size(pos2(0.0, 100.0), vec2(1280.0, HEIGHT));
        for side in [-1.0, 1.0] {
            let shapes = still_frame(|menu| {
                player(&menu.painter(), band, side, (name.as_str(), theme::GOLD), (&setup, "rating 1612"));
            });
            let named = texts_in_shapes(&shapes).find(|text| text.galley.text() == name);
            let named = named.map(|text| text.visual_bounding_rect().x_range());
            assert!(named.is_some_and(|name| name.min >= band.left() && name.max <= band.right()), "{named:?}");
        }
    }
}
