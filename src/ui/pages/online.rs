//! Playing with somebody elsewhere: opening a room or going to one, and what is agreed on there.

use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::title::is_second_press;
use super::worked_out::WorkedOut;
use super::{room_aside, rules};
use crate::app::clipboard::{CAN_COPY_LINKS, Clipboard};
use crate::app::history::GameHistory;
use crate::app::online::{OnlineRoom, OpenRooms, RoomState, own_computer_player};
use crate::app::opponents::OpponentList;
use crate::app::persistence::history::WinRecord;
use crate::app::persistence::rating::OwnRating;
use crate::app::persistence::{OnlineSettings, Settings};
use crate::app::toasts::Toasts;
use crate::app::typing::Typing;
use crate::doors::peer::{FoundRoom, PlayerId, RoomAddress};
use crate::game::modes::line;
use crate::net::lobby::{Lobby, QUICK_WORDS, RoomSide};
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
            RoomState::Closed => ways_in(menu, &mut typing, &mut settings, &open),
            RoomState::Met if !room.is_spectator() => in_company(menu, &mut typing, &room, &mut settings),
            _ => alone(menu, &mut typing, &room, &mut settings),
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

/// Adds the rows that open a room or go to one, shown while the player is in none.
fn ways_in(menu: &mut Menu, typing: &mut Typing, settings: &mut Settings, open: &OpenRooms) -> Option<OnlineWish> {
    let online = &mut settings.online;
    let mut wish = menu.main_button("Open a room").then_some(OnlineWish::Open);
    menu.explain_row("You get a code; whoever has it can come in. You set the rules there");
    let found = [(&open.in_network, "on this network"), (&open.at_relay, "at the relay")];
    for (FoundRoom { host, rules, room }, place) in
        found.iter().flat_map(|(rooms, place)| rooms.iter().zip(std::iter::repeat(place)))
    {
        if menu.button(&format!("{host}, {place}")) {
            let places: Vec<String> = room.places.iter().map(ToString::to_string).collect();
            wish = Some(OnlineWish::Join(format!("{}@{}", room.code, places.join(","))));
        }
        menu.explain_row(format!("Goes to this room, which is open to everybody. Its rules: {rules}"));
    }
    let last = (online.last.as_str(), "– a room's code");
    let go_to = address_row(menu, typing, ("Go to a room", "online-room"), last, online.hidden);
    // Whoever was sent a link to watch takes no player's seat by it.
    let meant = |text: String| match RoomAddress::is_link_to_watch(&text) {
        true => OnlineWish::Spectate(text),
        false => OnlineWish::Join(text),
    };
    wish = go_to.map(meant).or(wish);
    // A page in a browser has no local network.
    let place = if cfg!(target_arch = "wasm32") { "https://relay.example.org" } else { "192.168.1.5:47474" };
    let begin = menu.by_device(
        "Enter, then Ctrl+V pastes what the other player copied",
        "<South> begins; paste or write what the other player sends",
        "A tap begins; paste or write what the other player sends",
    );
    let go = menu.by_device("Enter", "<Start>", "Done");
    menu.explain_row(format!("{begin}, such as K7QM2-XW9PA@{place}; {go} goes there"));
    let watch = address_row(menu, typing, ("Watch a room", "online-spectate"), last, online.hidden);
    wish = watch.map(OnlineWish::Spectate).or(wish);
    menu.explain_row("The matches of others, some seconds behind; pasted like a room to go to");
    menu.heading("You");
    if let Some(name) = menu.typed_line_row("Name", "online-name", &online.name, typing) {
        wish = online.set_name(&name).map(OnlineWish::Hear).or(wish);
    }
    menu.explain_row(format!("What the other player sees; {}", menu.typing_keys_in_words("it")));
    menu.toggle("A computer plays for you", &mut online.computer);
    menu.explain_row(format!(
        "The opponent that is chosen under Versus ({}) sits at your seat; the other player is told",
        settings.versus.opponent
    ));
    // A page in a browser has no local network.
    if !cfg!(target_arch = "wasm32") {
        menu.toggle("Seen on this network", &mut online.announced);
        menu.explain_row(
            "Everybody on the local network sees your room with your name, and may come in without the code",
        );
    }
    menu.toggle("Spectators may come", &mut online.spectators);
    menu.explain_row("Whoever has your room's code may watch, some seconds behind; both of you see how many do");
    menu.toggle("Codes and addresses hidden", &mut online.hidden);
    menu.explain_row("For whoever shows this screen to others: rooms are copied and pasted unseen");
    relay_rows(menu, typing, online);
    wish
}

/// Adds a row, called `label` and for [`Typing`] `of`, in which a room or a relay is typed. `kept` is the one that was
/// typed last; `none` stands where there is none. If `is_hidden`, nobody is to read it on the screen. Returns the line
/// of text once it is finished.
fn address_row(
    menu: &mut Menu,
    typing: &mut Typing,
    (label, of): (&str, &'static str),
    (kept, none): (&str, &str),
    is_hidden: bool,
) -> Option<String> {
    if typing.of == Some(of) {
        typing.is_hidden = is_hidden;
        if is_hidden && !typing.is_changed {
            // The row did not show it, from which a line begins.
            kept.clone_into(&mut typing.text);
        }
    }
    let shown = match kept {
        "" => none,
        _ if is_hidden => "– hidden",
        kept => kept,
    };
    menu.typed_line_row(label, of, shown, typing)
}

/// Adds the rows of the settings for a relay, over which a match can go.
fn relay_rows(menu: &mut Menu, typing: &mut Typing, online: &mut OnlineSettings) {
    let known = (online.relay.as_str(), "– none");
    if let Some(relay) = address_row(menu, typing, ("Relay", "online-relay"), known, online.hidden) {
        online.relay = relay;
    }
    menu.explain_row(
        "Carries packets where no direct way is found, such as https://relay.example. It learns who plays, and when",
    );
    if !online.relay.is_empty() {
        // A page in a browser has no other way.
        if !cfg!(target_arch = "wasm32") {
            menu.toggle("Only over the relay", &mut online.relay_alone);
            menu.explain_row("The other player does not learn your internet address; packets take longer");
        }
        menu.toggle("Listed at the relay", &mut online.listed);
        menu.explain_row(
            "Everybody who asks the relay sees your room with your name, and may come in without the code",
        );
    }
}

/// Adds the rows for the rules and handicaps of an own room, for all its rules as a line of text, and for taking over
/// the rules of versus.
fn rule_rows(menu: &mut Menu, typing: &mut Typing, settings: &mut Settings) -> Option<OnlineWish> {
    rules::add_match_rows(menu, &mut settings.online.rules);
    rules::add_handicap_rows(menu, ["Your attacks", "Their attacks"], settings.online.handicaps.each_mut());
    let line = line::write_match_rules(&settings.online.rules);
    let of_versus = line::write_match_rules(&settings.versus.rules);
    let is_as_versus = line == of_versus;
    let shown = if line.is_empty() { "– the usual" } else { &line };
    let mut wish = menu.typed_line_row("Rules as a line", "online-rules", shown, typing).map(OnlineWish::SetRules);
    let hint = "All rules at once; an empty line has the usual ones. Write it";
    menu.explain_row(menu.text_with_keys(hint, ", or paste it with Ctrl+V"));
    if !line.is_empty() {
        let hint = "To share it: whoever hosts a room sets the same rules by it";
        menu.wish_button(&mut wish, "Copy the rules", OnlineWish::CopyRules(line), hint);
    }
    if !is_as_versus {
        let hint = "Takes over all rules that are set for Versus, but no handicap";
        menu.wish_button(&mut wish, "The rules of Versus", OnlineWish::SetRules(of_versus), hint);
    }
    wish
}

/// Adds the rows shown while an own room waits for somebody, while another's room is being reached, and to spectators.
fn alone(menu: &mut Menu, typing: &mut Typing, room: &OnlineRoom, settings: &mut Settings) -> Option<OnlineWish> {
    let mut wish = None;
    if let Some(line) = room.invitation()
        && menu.main_button("Copy the room")
    {
        wish = Some(OnlineWish::Copy { name: "room", line, said: "The room is copied: send it to the other player" });
    }
    if matches!(room.state(), RoomState::Open(_)) {
        menu.explain_row("The code and the addresses, to send to the other player");
        wish = copy_to_watch_row(menu, room, &settings.online).or(wish);
        wish = rule_rows(menu, typing, settings).or(wish);
    }
    // A guest who is still dialling stays here: elsewhere it would be told that the host has come into the room.
    if *room.state() != RoomState::Coming {
        menu.wish_button(&mut wish, "Settings", OnlineWish::Settings, "Handling, keys, sound; the room stays open");
    }
    let words = match room.state() {
        RoomState::Open(_) => "Close the room",
        RoomState::Met => "Leave the room",
        _ => "Cancel",
    };
    menu.wish_button(&mut wish, words, OnlineWish::Leave, "Back to the choice");
    wish
}

/// Adds the row that copies what leads spectators to the own room, if it takes them.
fn copy_to_watch_row(menu: &mut Menu, room: &OnlineRoom, online: &OnlineSettings) -> Option<OnlineWish> {
    let line = room.spectator_invitation().filter(|_| online.spectators)?;
    let (label, line, hint) = match CAN_COPY_LINKS {
        true => (
            "Copy a link to watch",
            line,
            "Whoever opens it sees this room's matches, some seconds behind, and takes nobody's place",
        ),
        false => (
            "Copy for spectators",
            RoomAddress::line_to_watch(&line),
            "Whoever goes to a room by it sees its matches, some seconds behind, and takes nobody's place",
        ),
    };
    let (mut wish, said) = (None, "The room is copied: send it to those who want to watch");
    menu.wish_button(&mut wish, label, OnlineWish::Copy { name: "watch", line, said }, hint);
    wish
}

/// Adds the rows of a room in which both players are.
fn in_company(menu: &mut Menu, typing: &mut Typing, room: &OnlineRoom, settings: &mut Settings) -> Option<OnlineWish> {
    let lobby = room.lobby()?;
    let [own, _] = lobby.are_ready();
    let label = if own { "Not ready after all" } else { "Ready" };
    let mut wish = menu.main_button(label).then_some(OnlineWish::Ready(!own));
    menu.explain_row("The match begins once both are ready");
    if lobby.side() == RoomSide::Host {
        wish = rule_rows(menu, typing, settings).or(wish);
    }
    wish = copy_to_watch_row(menu, room, &settings.online).or(wish);
    if lobby.side() == RoomSide::Host && lobby.other_player().is_some() {
        let hint = "The room stays open with its code; this player cannot come back to it";
        menu.wish_button(&mut wish, "Turn the guest away", OnlineWish::TurnAway, hint);
    }
    let hint = "Handling, keys, sound; you stay in the room, and are not ready meanwhile";
    menu.wish_button(&mut wish, "Settings", OnlineWish::Settings, hint);
    menu.heading("Words");
    for (word, text) in QUICK_WORDS.iter().enumerate() {
        menu.wish_button(&mut wish, text, OnlineWish::Say(word as u8), "Says this to the other player");
    }
    menu.wish_button(&mut wish, "Leave the room", OnlineWish::Leave, "The other player is told");
    wish
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::test_frame::{assert_rows_change_their_parts, column_texts};
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn hidden_rooms_and_relays_are_neither_shown_nor_read_while_they_are_typed() {
        let texts = |hidden: bool, typed: Option<&'static str>| {
            let (mut settings, mut typing) = (Settings::default(), Typing::default());
            (settings.online.last, settings.online.hidden) = ("ABCDE-FGHJK@10.9.8.7:4747".to_owned(), hidden);
            settings.online.relay = "http://relay.home:3340".to_owned();
            if let Some(of) = typed {
                typing.begin(of, "A row", "");
                typing.write("ZZZZZ-ZZZZZ".chars());
            }
            let texts = column_texts([false, true], |menu| {
                drop(ways_in(menu, &mut typing, &mut settings, &OpenRooms::default()));
            });
            ["10.9.8.7", "relay.home", "ZZZZZ", "***"].map(|words| texts.contains(words))
        };
        assert_eq!(texts(false, None), [true, true, false, false]);
        assert_eq!(texts(true, None), [false; 4]);
        assert_eq!(texts(false, Some("online-room")), [true, true, true, false], "the row below has the last room");
        for of in ["online-room", "online-spectate", "online-relay"] {
            assert_eq!(texts(true, Some(of)), [false, false, false, true], "{of}");
        }
        assert_eq!(texts(true, Some("online-name")), [false, false, true, false], "a name is no secret");
    }

    #[test]
    fn a_name_that_cannot_be_shown_is_told_of_where_it_is_typed() {
        let told = |name: &str| {
            let (mut settings, mut typing) = (Settings::default(), Typing::default());
            let mut told = None;
            column_texts([false, true], |menu| {
                typing.begin("online-name", "Name", name);
                typing.done = true;
                told = ways_in(menu, &mut typing, &mut settings, &OpenRooms::default());
            });
            (settings.online.name, matches!(told, Some(OnlineWish::Hear(_))))
        };
        assert_eq!(told("Анна"), ("Анна".to_owned(), false));
        assert_eq!(told("🎮"), ("Player".to_owned(), true));
    }

    #[test]
    fn the_rules_of_a_room_are_not_those_of_versus() {
        let (mut settings, mut room) = (Settings::default(), OnlineRoom::default());
        set_rules("first-to=7", &mut room, &mut settings).unwrap();
        assert_eq!(settings.online.rules, Rules { first_to: 7, ..Rules::versus() });
        assert_eq!(settings.versus, Settings::default().versus);
    }

    #[test]
    fn the_rows_of_a_room_change_its_own_rules_and_handicaps() {
        const PARTS: [fn(&mut OnlineSettings, &OnlineSettings); 5] = [
            |online, new| {
                // A set of attack rules has combos, spins and kicks.
                online.rules.attack = new.rules.attack;
                (online.rules.all_spin, online.rules.kicks) = (new.rules.all_spin, new.rules.kicks);
            },
            |online, new| online.rules.garbage.kind = new.rules.garbage.kind,
            |online, new| online.rules.first_to = new.rules.first_to,
            |online, new| online.handicaps[0] = new.handicaps[0],
            |online, new| online.handicaps[1] = new.handicaps[1],
        ];
        let mut settings = Settings::default();
        assert_rows_change_their_parts(&OnlineSettings::default(), &PARTS, |menu, online| {
            settings.online.clone_from(online);
            drop(rule_rows(menu, &mut Typing::default(), &mut settings));
            online.clone_from(&settings.online);
        });
        assert_eq!(Settings { online: OnlineSettings::default(), ..settings }, Settings::default());
    }

    #[test]
    fn the_host_copies_the_room_for_spectators_before_and_after_somebody_has_come_unless_none_may() {
        let place = "10.9.8.7:4747".parse().unwrap();
        let room = OnlineRoom::of_test(RoomState::Open(vec![place]));
        for may_come in [true, false] {
            let (mut settings, mut typing) = (Settings::default(), Typing::default());
            settings.online.spectators = may_come;
            let pages = [alone, in_company].map(|page| {
                let texts = column_texts([false, true], |menu| drop(page(menu, &mut typing, &room, &mut settings)));
                texts.contains("Copy for spectators")
            });
            assert_eq!(pages, [may_come; 2]);
        }
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
            let texts = column_texts([false, true], |menu| drop(in_company(menu, &mut typing, room, &mut settings)));
            texts.contains("Turn the guest away")
        };
        let mut room = OnlineRoom::of_test_host();
        assert_eq!([offers(&room), offers(&OnlineRoom::of_test(RoomState::Met))], [true, false], "no guest may");
        let (mut asked, mut toasts) = (None, Toasts::default());
        let waits_for_another = [10, 12].map(|now| {
            turn_guest_away(&mut room, &mut asked, Duration::from_secs(now), &mut toasts);
            asked.is_some()
        });
        assert_eq!((waits_for_another, toasts.iter().count()), ([true, false], 1));
    }

    #[test]
    fn a_hidden_line_that_is_finished_unchanged_stays() {
        let mut typing = Typing::default();
        typing.begin("online-relay", "Relay", "");
        typing.done = true;
        let mut settings = Settings::default();
        (settings.online.relay, settings.online.hidden) = ("http://relay.home:3340".to_owned(), true);
        column_texts([false, true], |menu| {
            drop(ways_in(menu, &mut typing, &mut settings, &OpenRooms::default()));
        });
        assert_eq!((settings.online.relay.as_str(), typing.of), ("http://relay.home:3340", None));
    }

    #[test]
    fn a_pasted_link_to_watch_takes_no_players_seat() {
        let links = ["room", "watch"].map(|name| format!("https://play.example/#{name}=K7QM2-XW9PA"));
        let copied = RoomAddress::line_to_watch("K7QM2-XW9PA@10.9.8.7:4747");
        for (pasted, watches) in links.iter().zip([false, true]).chain([(&copied, true)]) {
            let (mut settings, mut typing, mut wish) = (Settings::default(), Typing::default(), None);
            typing.begin("online-room", "Go to a room", pasted);
            typing.done = true;
            column_texts([false, true], |menu| {
                wish = ways_in(menu, &mut typing, &mut settings, &OpenRooms::default()).or(wish.take());
            });
            assert!(matches!(wish, Some(OnlineWish::Spectate(_))) == watches && wish.is_some(), "{pasted}");
        }
    }
}
