//! Playing with somebody elsewhere: opening a room or going to one, and what is agreed on there.

mod room_rows;
mod ways_in;

use super::super::page::{Page, PanelOptions};
use super::room_aside;
use super::title::is_second_press;
use super::worked_out::WorkedOut;
use crate::app::clipboard::{CAN_COPY_LINKS, Clipboard};
use crate::app::history::GameHistory;
use crate::app::online::{OnlineRoom, OpenRooms, RoomState, own_computer_player};
use crate::app::opponents::OpponentList;
use crate::app::persistence::Settings;
use crate::app::persistence::history::WinRecord;
use crate::app::persistence::rating::OwnRating;
use crate::app::toasts::Toasts;
use crate::app::typing::Typing;
use crate::doors::peer::{PlayerId, RoomAddress};
use crate::game::modes::line;
use crate::net::lobby::{Lobby, QUICK_WORDS};
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui::vec2;
use std::time::Duration;

/// The name by which the page's row with the focus is kept.
const NAME: &str = "online";
/// What the player asks for with a row of the page.
enum OnlineWish {
    Open,
    Join(String),
    Spectate(String),
    /// Copy the line that leads to the own room, as a link of this name where there are links, and tell this.
    Copy {
        name: &'static str,
        line: String,
        said: &'static str,
    },
    Settings,
    TurnAway,
    Leave,
    Ready(bool),
    Say(u8),
    SetRules(String),
    CopyRules(String),
    /// Read this line about what was just written.
    Hear(String),
}

pub(super) fn show(
    mut page: Page,
    mut room: ResMut<OnlineRoom>,
    mut opponents: ResMut<OpponentList>,
    mut typing: ResMut<Typing>,
    mut clipboard: NonSendMut<Clipboard>,
    (history, open): (Res<GameHistory>, Res<OpenRooms>),
    (mut asked, mut people): (Local<[Option<Duration>; 2]>, Local<WorkedOut<Tick, OwnRating>>),
    mut met: Local<WorkedOut<(Tick, Option<PlayerId>), WinRecord>>,
) -> Result {
    let own = people.get(history.last_changed(), || history.rating_against_people());
    let other = room.lobby().and_then(|lobby| lobby.other_player()).map(|other| other.id);
    let met = met.get((history.last_changed(), other), || {
        other.map(|id| history.win_record_against_person(&id.to_string())).unwrap_or_default()
    });
    let mut settings = page.settings.clone();
    let look =
        PanelOptions { name: NAME, title: "Play with somebody", row_width: 480.0, side_size: vec2(440.0, 470.0) };
    let shown = page.panel(look, |menu| {
        let wish = match room.state() {
            RoomState::Closed => ways_in::add_rows(menu, &mut typing, &mut settings, &open),
            RoomState::Met if !room.is_spectator() => room_rows::in_company(menu, &mut typing, &room, &mut settings),
            _ => room_rows::alone(menu, &mut typing, &room, &mut settings),
        };
        room_aside::paint(&menu.side_painter(), menu.side, &room, (met, own, settings.online.hidden));
        wish
    })?;
    // The rows change the rules; the room hears of it once they differ.
    page.toasts.warn_if_failed(room.set_rules(&settings));
    let mut address_in = |text: String| {
        let address = text.parse::<RoomAddress>().map_err(|error| error.line(settings.online.hidden))?;
        settings.online.last = text;
        Ok::<_, String>(address)
    };
    let mut done = Ok(());
    let [asked_back, asked_away] = &mut *asked;
    if other.is_none() {
        // The next guest is not the one that was to be turned away.
        *asked_away = None;
    }
    match shown.inner {
        Some(OnlineWish::Open) => {
            done = own_computer_player(&settings, &mut opponents).and_then(|seat| room.open(&settings, seat, None));
        }
        Some(OnlineWish::Join(text)) => {
            done = address_in(text).and_then(|address| {
                own_computer_player(&settings, &mut opponents).and_then(|seat| room.join(&settings, seat, address))
            });
        }
        Some(OnlineWish::Spectate(text)) => {
            done = address_in(text).and_then(|address| room.spectate(&settings, address));
        }
        Some(OnlineWish::Copy { name, line, said }) => {
            let links = [(name, line.as_str())];
            let is_copied = if CAN_COPY_LINKS { clipboard.set_link(&links) } else { clipboard.set(&line) };
            page.toasts.say_copied(is_copied, said);
        }
        Some(OnlineWish::Settings) => page.open_settings(),
        Some(OnlineWish::TurnAway) => {
            turn_guest_away(&mut room, asked_away, page.time.elapsed(), &mut page.toasts);
        }
        Some(OnlineWish::Leave) => room.leave(),
        Some(OnlineWish::Ready(ready)) => {
            room.set_handling(&settings);
            room.set_ready(ready);
        }
        Some(OnlineWish::Say(word)) => {
            room.say_quick_word(word);
            page.toasts.say(format!("You said: {}", QUICK_WORDS[usize::from(word)]));
        }
        Some(OnlineWish::SetRules(text)) => done = set_rules(&text, &mut room, &mut settings),
        Some(OnlineWish::CopyRules(text)) => page.toasts.say_copied(clipboard.set(&text), "The rules are copied"),
        Some(OnlineWish::Hear(line)) => page.toasts.warn(line),
        None => {}
    }
    page.toasts.warn_if_failed(done);
    page.replace_settings(settings);
    if shown.back && may_go_back(&room, asked_back, page.time.elapsed(), &mut page.toasts) {
        room.leave();
        page.go_back();
    }
    Ok(())
}

/// Whether the way back may leave the room. While somebody else is in it, that takes two presses within some seconds;
/// `asked` keeps when the last one was.
fn may_go_back(room: &OnlineRoom, asked: &mut Option<Duration>, now: Duration, toasts: &mut Toasts) -> bool {
    let Some(other) = room.lobby().and_then(Lobby::other_player) else { return true };
    let is_confirmed = is_second_press(asked, now);
    if !is_confirmed {
        toasts.say(format!("This leaves the room, where {} is: press again", other.name));
    }
    is_confirmed
}

/// Turns the guest of the own room away, at the second of two presses within some seconds. `asked` keeps when the first
/// press was that waits for the second.
fn turn_guest_away(room: &mut OnlineRoom, asked: &mut Option<Duration>, now: Duration, toasts: &mut Toasts) {
    let Some(other) = room.lobby().and_then(Lobby::other_player) else { return };
    if is_second_press(asked, now) {
        *asked = None;
        room.turn_guest_away();
    } else {
        toasts.say(format!("This turns {} away for as long as this room is open: press again", other.name));
    }
}

/// Sets all rules of an own room by a line. Those that no two programs can play by change nothing.
fn set_rules(text: &str, room: &mut OnlineRoom, settings: &mut Settings) -> Result<(), String> {
    let rules = line::parse_match_rules(text).map_err(|error| format!("This line is not a set of rules: {error}"))?;
    let before = std::mem::replace(&mut settings.online.rules, rules);
    room.set_rules(settings).inspect_err(|_| settings.online.rules = before)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::test_frame::column_texts;
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn the_rules_of_a_room_are_not_those_of_versus() {
        let (mut settings, mut room) = (Settings::default(), OnlineRoom::default());
        set_rules("first-to=7", &mut room, &mut settings).unwrap();
        assert_eq!(settings.online.rules, Rules { first_to: 7, ..Rules::versus() });
        assert_eq!(settings.versus, Settings::default().versus);
    }

    #[test]
    fn the_way_back_asks_once_before_it_leaves_a_room_in_which_somebody_is() {
        let left_at = |state: RoomState| {
            let (room, mut asked, mut toasts) = (OnlineRoom::of_test(state), None, Toasts::default());
            let left = [10, 12].map(|now| may_go_back(&room, &mut asked, Duration::from_secs(now), &mut toasts));
            (left, toasts.last().is_some())
        };
        assert_eq!(left_at(RoomState::Met), ([false, true], true));
        assert_eq!(left_at(RoomState::Open(Vec::new())), ([true; 2], false), "nobody has come");
    }

    #[test]
    fn a_host_turns_the_guest_that_is_there_away_by_two_presses() {
        let offers = |room: &OnlineRoom| {
            let (mut settings, mut typing) = (Settings::default(), Typing::default());
            let texts =
                column_texts([false, true], |menu| drop(room_rows::in_company(menu, &mut typing, room, &mut settings)));
            texts.contains("Turn the guest away")
        };
        let mut room = OnlineRoom::with_guest().unwrap();
        assert_eq!([offers(&room), offers(&OnlineRoom::of_test(RoomState::Met))], [true, false], "no guest may");
        let (mut asked, mut toasts) = (None, Toasts::default());
        let waits_for_another = [10, 12].map(|now| {
            turn_guest_away(&mut room, &mut asked, Duration::from_secs(now), &mut toasts);
            asked.is_some()
        });
        assert_eq!((waits_for_another, toasts.iter().count()), ([true, false], 1));
    }
}
