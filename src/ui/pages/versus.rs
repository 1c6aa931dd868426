//! Choosing an opponent, which is a rival, any other computer player or a friend, and the rules of the match.

use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::super::theme;
use super::bots::ProgramRows;
use super::worked_out::WorkedOut;
use super::{opponent, opponent_card, rivals, rules, seats};
use crate::app::devices::Gamepads;
use crate::app::handlings::SavedHandlings;
use crate::app::history::{GameHistory, LadderStanding};
use crate::app::opponents::OpponentList;
use crate::app::persistence::strengths::ProposedOpponent;
use crate::app::persistence::{MeasuredStrength, Occupant, Seats, Settings, rating};
use crate::app::screens::Screen;
use crate::app::session::SessionRequest;
use crate::app::typing::Typing;
use crate::game::{Mode, Pace};
use crate::movegen::PlacementChoice;
use crate::rules::Rules;
use crate::storage::Spec;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui;

/// The name by which the page's row with the focus is kept.
const NAME: &str = "versus";
/// The height of the player's own rating beside the rivals, in points.
const RATING: f32 = 160.0;
/// The tabs: against whom the match is.
const TILES: [&str; 2] = ["The computer", "A friend"];

/// What the player asks for with a row of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VersusWish {
    Play,
    Rules,
    Keys,
}

pub(super) fn show(
    mut page: Page,
    opponents: Res<OpponentList>,
    history: Res<GameHistory>,
    (pads, own): (Res<Gamepads>, Res<SavedHandlings>),
    mut typing: ResMut<Typing>,
    mut friends: Local<Option<[Occupant; 2]>>,
    mut ladder: Local<WorkedOut<Tick, (LadderStanding, Option<ProposedOpponent>)>>,
) -> Result {
    let work = || (history.ladder_standing(), history.proposed_opponent(&opponent::PACES));
    let (standing, proposal) = ladder.get(history.last_changed(), work);
    let mut settings = page.settings.clone();
    if page.is_unvisited(NAME) && !settings.seats.has_two_persons() {
        // The first row is the tabs; the second finds a match for players who have a rating; then come the rivals.
        let above = 1 + usize::from(proposal.is_some());
        let last = history.ladder.rungs().len().saturating_sub(1);
        page.cursors.set_focused_row(NAME, above + standing.next.unwrap_or(last));
    }
    page.show_tab(NAME, usize::from(settings.seats.has_two_persons()));
    let look = PanelOptions { name: NAME, title: "Versus", row_width: 560.0, side_size: egui::vec2(420.0, 520.0) };
    let shown = page.panel(look, |menu| match menu.tabs(&TILES) {
        0 => {
            face_computer(&mut settings.seats, &mut friends);
            computer(menu, &mut settings, (&opponents, &history, standing), (proposal.as_ref(), &mut typing))
        }
        _ => {
            seat_second_person(&mut settings.seats, &mut friends);
            friend(menu, &mut settings, &pads, &own)
        }
    })?;
    page.replace_settings(settings);
    match shown.inner {
        Some(VersusWish::Play) => page.commands.trigger(SessionRequest::New(Mode::Versus)),
        Some(VersusWish::Rules) => page.next_screen.set(Screen::Match),
        Some(VersusWish::Keys) => {
            page.cursors.go_to_tab("settings", super::settings::KEYS);
            page.open_settings();
        }
        None if shown.back => page.go_back(),
        None => {}
    }
    Ok(())
}

/// Seats a computer player in place of a second person. What both persons play with is kept, so that somebody who only
/// looks at the other tab finds it again.
fn face_computer(seats: &mut Seats, friends: &mut Option<[Occupant; 2]>) {
    if seats.has_two_persons() {
        *friends = Some(seats.occupants());
    }
    seats.face_computer();
}

/// Seats two persons, with the devices that they had before if a computer player was seated in between.
fn seat_second_person(seats: &mut Seats, friends: &mut Option<[Occupant; 2]>) {
    if let Some([left, right]) = friends.take().filter(|_| !seats.has_two_persons()) {
        (seats.left, seats.right) = (left, right);
    }
    seats.seat_second_person();
}

/// The rows for a match of two persons: who plays on which side with what. Beside them stand the keys of both.
fn friend(menu: &mut Menu, settings: &mut Settings, pads: &Gamepads, own: &SavedHandlings) -> Option<VersusWish> {
    let mut wish = menu.main_button("Play").then_some(VersusWish::Play);
    menu.explain_row("Clear lines to send garbage to each other; the one who tops out loses the round");
    seats::add_rows(menu, settings, pads, own);
    let hint = "In the settings; each half of the keyboard has keys of its own";
    menu.wish_button(&mut wish, "Change the keys", VersusWish::Keys, hint);
    let rules = match_rows(menu, &mut settings.versus.rules);
    seats::paint_side_keys(&menu.side_painter(), menu.side, (settings, menu.pad_family));
    wish.or(rules)
}

/// The rows for a match against the computer: the rivals, the players of the laboratory, and the match.
fn computer(
    menu: &mut Menu,
    settings: &mut Settings,
    (opponents, history, standing): (&OpponentList, &GameHistory, &LadderStanding),
    (proposal, typing): (Option<&ProposedOpponent>, &mut Typing),
) -> Option<VersusWish> {
    let mut wish = None;
    let counts = history.can_change_rating()
        && settings.versus.rated
        && rating::are_rules_ratable(&settings.versus.rules)
        && settings.seating.are_even();
    let mut focused: Option<&MeasuredStrength> = standing.next_rung(history).map(|rung| &rung.strength);
    let mut finds: Option<&ProposedOpponent> = None;
    if let Some(proposal) = proposal {
        finds = menu.is_next_focused().then_some(proposal);
        if menu.main_button("Find my match") {
            choose(settings, &proposal.spec, proposal.pace, proposal.slips);
            wish = Some(VersusWish::Play);
        }
        menu.explain_row(opponent::proposal_in_words(proposal));
    }
    menu.heading("Rivals");
    for (at, rung) in history.ladder.rungs().iter().enumerate() {
        let strength = &rung.strength;
        let row = rivals::add_rival_row(menu, standing, (at, rung), true);
        if row.focused {
            focused = Some(strength);
        }
        if menu.is_chosen(&row) {
            choose(settings, &strength.player, strength.pace(), strength.slips);
            wish = Some(VersusWish::Play);
        }
        let kind = if counts { "a rated match" } else { "a match that is not rated" };
        menu.explain_row(format!("{} plays {kind}", menu.by_device("Enter", "<South>", "A tap")));
    }
    menu.heading("Laboratory players");
    let before_laboratory = menu.is_focus_on_earlier_row();
    let versus = &mut settings.versus;
    let programs = ProgramRows { bots: &mut settings.bots, typing, of: "versus-bot" };
    opponent::add_rows(menu, opponents, &mut versus.opponent, &mut versus.pace, (&mut versus.slips, programs));
    opponent::tucks_and_spins_row(menu, opponents, &versus.opponent, &mut settings.placements.opponent);
    wish = menu.main_button("Play").then_some(VersusWish::Play).or(wish);
    menu.explain_row("Against the player that is chosen here");
    let in_laboratory = !before_laboratory;
    let asked = match_rows(menu, &mut versus.rules);
    menu.toggle("Rated", &mut versus.rated);
    menu.explain_row(rated_hint(settings, history, history.can_change_rating()));
    let mut right = settings.seats.which_are_persons()[1];
    menu.pick("Your side", &[(false, "Left"), (true, "Right")], &mut right);
    menu.explain_row("On which side of the screen you play");
    settings.seats.move_person_to_side(right);
    let versus = &settings.versus;
    let below = |high: f32| {
        let (upper, lower) = menu.side.split_top_bottom_at_y(menu.side.bottom() - high);
        (upper.with_max_y(upper.bottom() - 12.0), lower)
    };
    match focused.filter(|_| finds.is_none() && !in_laboratory) {
        Some(strength) => {
            let (upper, lower) = below(RATING);
            rivals::paint_rival_card(&menu.side_painter(), upper, (history, standing), strength);
            super::career::paint_rating(&menu.side_painter(), lower, history, standing);
        }
        None => {
            let (upper, lower) = below(opponent_card::OPPONENT_STYLE_HEIGHT);
            let (player, pace, slips) = match finds {
                Some(found) => (found.spec.to_string(), found.pace, found.slips),
                None => (versus.opponent.clone(), versus.pace, versus.slips),
            };
            let chosen = (player.as_str(), pace, slips, &versus.rules);
            opponent_card::paint_opponent_card(&menu.side_painter(), upper, (opponents, history), chosen, theme::GOLD);
            let known = (history, standing);
            opponent_card::paint_opponent_style(&menu.side_painter(), lower, known, &player, (pace, slips));
        }
    }
    wish.or(asked)
}

/// Which matches count for the rating with these settings: none without `can_change_rating`.
fn rated_hint(settings: &Settings, history: &GameHistory, can_change_rating: bool) -> &'static str {
    let versus = &settings.versus;
    // Whoever tucks and spins without having learned it is another player than the one that was measured.
    let is_measured = settings.placements.opponent == PlacementChoice::Straight
        && history.is_measured(&versus.opponent, versus.pace, versus.slips);
    if !can_change_rating {
        "No match counts now: another Korobka keeps your rating, or its file cannot be read"
    } else if !rating::are_rules_ratable(&versus.rules) || !settings.seating.are_even() {
        "No match counts now: the match rules must be the usual ones, without handicap, dealer or start board"
    } else if is_measured {
        "Counts for your rating, without hints; leaving it is a loss"
    } else {
        "Rivals count; the player chosen here does not: it was not measured with this speed, slips and moves"
    }
}

/// Sets the opponent in the settings, with its speed and slips, to be played with the placements that it learned with.
fn choose(settings: &mut Settings, player: &Spec, pace: Pace, slips: u8) {
    let versus = &mut settings.versus;
    (versus.opponent, versus.pace, versus.slips) = (player.to_string(), pace, slips);
    settings.placements.opponent = PlacementChoice::Straight;
}

/// Adds the rows for the rules of a match, and the one that opens the page with more of them.
fn match_rows(menu: &mut Menu, rules: &mut Rules) -> Option<VersusWish> {
    rules::add_match_rows(menu, rules);
    let more = menu.button("More match rules");
    menu.explain_row("Handicap, start boards, attacks that grow, holes that move");
    more.then_some(VersusWish::Rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::Strengths;

    #[test]
    fn a_match_is_said_to_count_only_against_a_player_that_was_measured_as_it_is_set_to_play() {
        let mut settings = Settings::default();
        let pace = Pace { milli_pps: 800 };
        choose(&mut settings, &Spec::of_generation("iwumbwe", 7), pace, 0);
        let measured = MeasuredStrength::unrated(Spec::of_generation("iwumbwe", 7), pace.milli_pps);
        let mut history = GameHistory::default();
        assert!(rated_hint(&settings, &history, true).starts_with("Rivals count;"), "nobody was measured");
        history.strengths = Strengths::new(vec![measured]);
        assert!(rated_hint(&settings, &history, true).starts_with("Counts for your rating"));
        assert!(rated_hint(&settings, &history, false).starts_with("No match counts now: another Korobka"));
        let hint = |change: fn(&mut Settings)| {
            let mut settings = settings.clone();
            change(&mut settings);
            rated_hint(&settings, &history, true)
        };
        let others: [fn(&mut Settings); 4] = [
            |settings| settings.versus.slips = 1,
            |settings| settings.versus.pace.milli_pps = 5000,
            |settings| settings.versus.pace = Pace::FASTEST,
            |settings| settings.placements.opponent = PlacementChoice::Reachable,
        ];
        for change in others {
            assert!(hint(change).starts_with("Rivals count;"), "{}", hint(change));
        }
        assert!(hint(|settings| settings.versus.rules.hold = false).starts_with("No match counts"));
    }

    #[test]
    fn a_look_at_the_other_tab_takes_no_gamepad_away() {
        let pads = [Occupant::SecondPad, Occupant::FirstPad];
        let mut seats = Seats { left: pads[0], right: pads[1], ..Seats::default() };
        let mut friends = None;
        for _ in 0..2 {
            face_computer(&mut seats, &mut friends);
        }
        assert_eq!(seats.occupants(), [Occupant::Keyboard, Occupant::Computer]);
        for _ in 0..2 {
            seat_second_person(&mut seats, &mut friends);
        }
        assert_eq!(seats.occupants(), pads);
        // Whoever makes a side a computer player there leaves the tab, and comes back to two at the keyboard.
        (seats.left, seats.right) = (Occupant::Keyboard, Occupant::Computer);
        face_computer(&mut seats, &mut friends);
        seat_second_person(&mut seats, &mut friends);
        assert_eq!(seats.occupants(), [Occupant::Keyboard; 2]);
    }
}
