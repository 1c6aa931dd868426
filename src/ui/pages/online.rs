//! Playing with somebody elsewhere: opening a room or going to one, and what is agreed on there.

use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::super::theme;
use super::opponent::speed_in_words;
use super::rules;
use crate::app::clipboard::{CAN_COPY_LINKS, Clipboard};
use crate::app::history::GameHistory;
use crate::app::online::{OnlineRoom, OpenRooms, RoomState, own_computer_player};
use crate::app::opponents::OpponentList;
use crate::app::persistence::rating::rating_text;
use crate::app::persistence::{OnlineSettings, Settings};
use crate::app::typing::Typing;
use crate::doors::peer::{FoundRoom, RoomAddress, RoomPlace};
use crate::game::RecordedPlayer;
use crate::game::modes::{Plan, line};
use crate::net::lobby::{ClaimedRecord, Lobby, QUICK_WORDS, RoomSide};
use crate::rules::{RuleSet, Rules};
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Painter, Rect, vec2};

/// The name by which the page's row with the focus is kept.
const NAME: &str = "online";
/// The warning about cheating that cannot be prevented, shown where people decide whether to play.
const CAVEAT: &str = "Nobody can see from here whether hands or a program press the other's keys, nor whether the other's \
program looks ahead at the pieces to come. Play with people you trust. Whoever joins learns your internet address, \
unless all goes over a relay.";

/// What the player asks for with a row of the page.
enum OnlineWish {
    Open,
    Join(String),
    Spectate(String),
    Copy(String),
    Leave,
    Ready(bool),
    Say(u8),
    SetRules(String),
    CopyRules(String),
}

pub(super) fn show(
    mut page: Page,
    mut room: ResMut<OnlineRoom>,
    mut opponents: ResMut<OpponentList>,
    mut typing: ResMut<Typing>,
    mut clipboard: NonSendMut<Clipboard>,
    (history, open): (Res<GameHistory>, Res<OpenRooms>),
) -> Result {
    let mut settings = page.settings.clone();
    let look =
        PanelOptions { name: NAME, title: "Play with somebody", row_width: 480.0, side_size: vec2(440.0, 470.0) };
    let shown = page.panel(look, |menu| {
        let wish = match room.state() {
            RoomState::Closed => ways_in(menu, &mut typing, &mut settings, &open),
            RoomState::Met if !room.is_spectator() => in_company(menu, &mut typing, &room, &mut settings),
            _ => alone(menu, &mut typing, &room, &mut settings),
        };
        aside(&menu.side_painter(), menu.side, &room, (&history, settings.online.hidden));
        wish
    })?;
    // The rows change the rules; the room hears of it once they differ.
    if let Err(line) = room.set_rules(&settings) {
        page.toasts.warn(line);
    }
    let mut address_in = |text: String| {
        let address = text.parse::<RoomAddress>().map_err(|error| error.line(settings.online.hidden))?;
        settings.online.last = text;
        Ok::<_, String>(address)
    };
    let done = match shown.inner {
        Some(OnlineWish::Open) => {
            own_computer_player(&settings, &mut opponents).and_then(|seat| room.open(&settings, seat, None))
        }
        Some(OnlineWish::Join(text)) => address_in(text).and_then(|address| {
            own_computer_player(&settings, &mut opponents).and_then(|seat| room.join(&settings, seat, address))
        }),
        Some(OnlineWish::Spectate(text)) => address_in(text).and_then(|address| room.spectate(&settings, address)),
        Some(OnlineWish::Copy(text)) => {
            let copied = if CAN_COPY_LINKS { clipboard.set_link(&[("room", &text)]) } else { clipboard.set(&text) };
            page.toasts.say(if copied { "The room is copied: send it to the other" } else { "There is no clipboard" });
            Ok(())
        }
        Some(OnlineWish::Leave) => {
            room.leave();
            Ok(())
        }
        Some(OnlineWish::Ready(ready)) => {
            room.set_handling(&settings);
            room.set_ready(ready);
            Ok(())
        }
        Some(OnlineWish::Say(word)) => {
            room.say_quick_word(word);
            page.toasts.say(format!("You said: {}", QUICK_WORDS[usize::from(word)]));
            Ok(())
        }
        Some(OnlineWish::SetRules(text)) => set_rules(&text, &mut room, &mut settings),
        Some(OnlineWish::CopyRules(text)) => {
            page.toasts.say(if clipboard.set(&text) { "The rules are copied" } else { "There is no clipboard" });
            Ok(())
        }
        None => Ok(()),
    };
    if let Err(line) = done {
        page.toasts.warn(line);
    }
    page.replace_settings(settings);
    if shown.back {
        room.leave();
        page.go_back();
    }
    Ok(())
}

/// Sets all rules of an own room by a line. Those that no two programs can play by change nothing.
fn set_rules(text: &str, room: &mut OnlineRoom, settings: &mut Settings) -> Result<(), String> {
    let rules = line::parse_match_rules(text).map_err(|error| format!("This line makes no rules: {error}"))?;
    let before = std::mem::replace(&mut settings.online.rules, rules);
    room.set_rules(settings).inspect_err(|_| settings.online.rules = before)
}

/// Adds the rows that open a room or go to one, shown while the player is in none.
fn ways_in(menu: &mut Menu, typing: &mut Typing, settings: &mut Settings, open: &OpenRooms) -> Option<OnlineWish> {
    let online = &mut settings.online;
    let mut wish = menu.main_button("Open a room").then_some(OnlineWish::Open);
    menu.explain_row("You get a code; whoever has it can come in. You set the rules there");
    let found = [(&open.in_network, "in this network"), (&open.at_relay, "at the relay")];
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
    wish = go_to.map(OnlineWish::Join).or(wish);
    // A page in a browser has no local network.
    let place = if cfg!(target_arch = "wasm32") { "https://relay.example.org" } else { "192.168.1.5:47474" };
    let begin = menu.by_device(
        "Enter, then Ctrl and V paste what the other has copied",
        "A, then what the other reads to you",
        "A tap, then what the other reads to you",
    );
    let go = menu.by_device("Enter", "Start", "Done");
    menu.explain_row(format!("{begin}, such as K7QM2-XW9PA@{place}; {go} goes"));
    let watch = address_row(menu, typing, ("Watch a room", "online-spectate"), last, online.hidden);
    wish = watch.map(OnlineWish::Spectate).or(wish);
    menu.explain_row("The matches of others, some seconds behind; pasted like a room to go to");
    menu.heading("You");
    if let Some(name) = menu.typed_line_row("Name", "online-name", &online.name, typing) {
        online.name = name;
    }
    menu.explain_row(format!("What the other reads; {}", menu.typing_keys_in_words("it")));
    menu.toggle("A computer plays for you", &mut online.computer);
    menu.explain_row(format!(
        "The opponent that is chosen under Versus ({}) sits at your seat; the other is told",
        settings.versus.opponent
    ));
    // A page in a browser has no local network.
    if !cfg!(target_arch = "wasm32") {
        menu.toggle("Seen in this network", &mut online.announced);
        menu.explain_row(
            "Everybody in the local network sees your room with your name, and may come in without the code",
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
            menu.toggle("Over the relay alone", &mut online.relay_alone);
            menu.explain_row("The other does not learn your internet address; packets take longer");
        }
        menu.toggle("Listed at the relay", &mut online.listed);
        menu.explain_row(
            "Everybody who asks the relay sees your room with your name, and may come in without the code",
        );
    }
}

/// Adds the rows for the rules of an own room: those of every match, all rules as a line of text, and those of versus.
fn rule_rows(menu: &mut Menu, typing: &mut Typing, settings: &mut Settings) -> Option<OnlineWish> {
    rules::add_match_rows(menu, &mut settings.online.rules);
    let line = line::write_match_rules(&settings.online.rules);
    let of_versus = line::write_match_rules(&settings.versus.rules);
    let is_as_versus = line == of_versus;
    let shown = if line.is_empty() { "– the usual" } else { &line };
    let mut wish = menu.typed_line_row("Rules as a line", "online-rules", shown, typing).map(OnlineWish::SetRules);
    let hint = "All rules at once; an empty line has the usual ones. Write it";
    menu.explain_row(menu.text_with_keys(hint, ", or paste it with Ctrl and V"));
    if !line.is_empty() {
        let hint = "To share it: whoever hosts a room sets the same rules by it";
        menu.wish_button(&mut wish, "Copy the rules", OnlineWish::CopyRules(line), hint);
    }
    if !is_as_versus {
        let hint = "Takes over all rules that are set for Versus";
        menu.wish_button(&mut wish, "The rules of Versus", OnlineWish::SetRules(of_versus), hint);
    }
    wish
}

/// Adds the rows shown while an own room waits for somebody, while another's room is being reached, and to spectators.
fn alone(menu: &mut Menu, typing: &mut Typing, room: &OnlineRoom, settings: &mut Settings) -> Option<OnlineWish> {
    let mut wish = None;
    if let Some(text) = room.invitation()
        && menu.main_button("Copy the room")
    {
        wish = Some(OnlineWish::Copy(text));
    }
    if matches!(room.state(), RoomState::Open(_)) {
        menu.explain_row("The code and the addresses, to send to the other");
        wish = rule_rows(menu, typing, settings).or(wish);
    }
    let words = match room.state() {
        RoomState::Open(_) => "Close the room",
        RoomState::Met => "Leave the room",
        _ => "Give it up",
    };
    menu.wish_button(&mut wish, words, OnlineWish::Leave, "Back to the choice");
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
    menu.heading("Words");
    for (word, text) in QUICK_WORDS.iter().enumerate() {
        menu.wish_button(&mut wish, text, OnlineWish::Say(word as u8), "Says this to the other");
    }
    menu.wish_button(&mut wish, "Leave the room", OnlineWish::Leave, "The other is told");
    wish
}

/// Paints what there is to know of the room. `is_hidden` says that nobody is to read where it is.
fn aside(painter: &Painter, rect: Rect, room: &OnlineRoom, (history, is_hidden): (&GameHistory, bool)) {
    let inside = theme::paint_side_background(painter, rect).shrink(18.0);
    let clipped = painter.with_clip_rect(inside);
    let mut at = inside.min;
    let mut line = |text: String, size: f32, ink: Color32| {
        let font = if size > 20.0 { theme::extrabold(size) } else { theme::regular(size) };
        at.y += theme::paint_paragraph(&clipped, at, &text, (font, ink), inside.width()) + 10.0;
    };
    match (room.state(), room.lobby()) {
        (RoomState::Coming, None) => line("Looking for the room …".to_owned(), 22.0, theme::GOLD),
        (RoomState::Met, None) => {
            line("Waiting for a match".to_owned(), 22.0, theme::GOLD);
            line("You are a spectator: the next match in this room begins here by itself.".into(), 15.0, theme::IVORY);
        }
        (RoomState::Lost, None) => {
            line("The connection is lost; dialling again …".to_owned(), 15.0, theme::VERMILION);
        }
        (RoomState::Closed, _) | (_, None) => {
            line("A match between two programs".to_owned(), 22.0, theme::GOLD);
            line(
                "Your own board answers at once, as it does alone: attacks travel longer than the network takes."
                    .into(),
                15.0,
                theme::IVORY,
            );
            let own = history.rating_against_people();
            if own.matches > 0 {
                let matches = if own.matches == 1 { "match" } else { "matches" };
                let words = format!("Your rating against people: {}, of {} {matches}", own.rating_text(), own.matches);
                line(words, 15.0, theme::GOLD);
            }
            line(CAVEAT.to_owned(), 14.0, theme::ASH);
        }
        (RoomState::Coming, Some(lobby)) => {
            let words =
                if lobby.side() == RoomSide::Host { "Opening the room …" } else { "Looking for the room …" };
            line(words.to_owned(), 22.0, theme::GOLD);
        }
        (RoomState::Open(_), Some(_)) if is_hidden => {
            line("Waiting for somebody".to_owned(), 22.0, theme::GOLD);
            line("The code and the addresses are hidden: copy the room to send them.".into(), 15.0, theme::IVORY);
            line(CAVEAT.to_owned(), 14.0, theme::ASH);
        }
        (RoomState::Open(places), Some(_)) => {
            line(room.code().map(|code| code.to_string()).unwrap_or_default(), 40.0, theme::GOLD);
            line("Waiting for somebody. The room is at".to_owned(), 15.0, theme::IVORY);
            for place in places {
                line(place.to_string(), 15.0, theme::IVORY);
            }
            let relayed = places.iter().any(|place| matches!(place, RoomPlace::Relay(_)));
            let farther = match relayed {
                true => "In another network, the relay leads here.",
                false => "In another network, your router must hand this UDP port on, or you both set a relay.",
            };
            line(farther.to_owned(), 14.0, theme::ASH);
            line(CAVEAT.to_owned(), 14.0, theme::ASH);
        }
        (RoomState::Met | RoomState::Lost, Some(lobby)) => company(&mut line, room, (lobby, history)),
    }
    if let Some(word) = room.last_received_quick_word() {
        let (at, words) = (rect.center_bottom() - vec2(0.0, 30.0), QUICK_WORDS[usize::from(word)]);
        painter.text(at, Align2::CENTER_CENTER, words, theme::extrabold(22.0), theme::GOLD);
    }
}

/// What the other player's program tells of that player's earlier matches, in words.
fn told(record: &ClaimedRecord) -> String {
    let rating = match record.rating {
        Some(known) => format!("Rating {}", rating_text(known.rating, known.deviation)),
        None => "No rating yet".to_owned(),
    };
    match record.of {
        0 => format!("{rating} (as the other program tells)"),
        of => format!("{rating}, left {} of the last {of} (as the other program tells)", record.left),
    }
}

/// Writes who the other player is, how good the connection is, and by what rules both play.
fn company(write: &mut impl FnMut(String, f32, Color32), room: &OnlineRoom, (lobby, history): (&Lobby, &GameHistory)) {
    let Some(other) = lobby.other_player() else {
        return write("Somebody is coming in …".to_owned(), 22.0, theme::GOLD);
    };
    write(other.name.clone(), 30.0, theme::GOLD);
    if let RecordedPlayer::Computer { spec, pace, .. } = &other.player {
        let who = spec.as_deref().unwrap_or("a computer player");
        write(format!("plays with {who}, {}", speed_in_words(*pace)), 15.0, theme::IVORY);
    }
    if other.player == RecordedPlayer::Person {
        write(told(&other.told), 15.0, theme::IVORY);
    }
    let met = history.win_record_against_person(&other.id.to_string());
    if met.games() > 0 {
        let words = format!("Against you: {} lost, {} drawn, {} won", met.won, met.drawn, met.lost);
        write(words, 15.0, theme::IVORY);
    }
    if *room.state() == RoomState::Lost {
        let words = match lobby.side() {
            RoomSide::Host => "The connection is lost; the place is kept for half a minute …",
            RoomSide::Guest => "The connection is lost; dialling again …",
        };
        return write(words.to_owned(), 15.0, theme::VERMILION);
    }
    match room.spectator_count() {
        0 => {}
        1 => write("One spectator".to_owned(), 15.0, theme::IVORY),
        count => write(format!("{count} spectators"), 15.0, theme::IVORY),
    }
    let [_, ready] = lobby.are_ready();
    write(if ready { "is ready" } else { "is not ready yet" }.to_owned(), 17.0, theme::IVORY);
    if let Some((lag, spread)) = room.lag().one_way() {
        write(format!("{lag:.0} ms away, give or take {:.0}", spread.ceil()), 15.0, theme::IVORY);
    }
    let Some(terms) = lobby.terms() else { return };
    let rules = &terms.rules;
    write(format!("{}, first to {}", RuleSet::from_rules(rules).title(), rules.first_to), 15.0, theme::IVORY);
    write(format!("Garbage travels for {:.2} s", f64::from(rules.garbage.travel) / 1000.0), 15.0, theme::IVORY);
    // What a player would not expect, in the words of custom games.
    let usual = Rules { first_to: rules.first_to, attack: rules.attack, ..Rules::versus() };
    let unusual = line::differences(&Plan::from_rules(*rules), &Plan::from_rules(usual));
    if !unusual.is_empty() {
        write(format!("Other than usual: {}", unusual.join(" ")), 15.0, theme::GOLD);
    }
    if terms.handicaps != [1000; 2] {
        let [host, guest] = terms.handicaps.map(|handicap| f64::from(handicap) / 1000.0);
        write(format!("Attacks: the host's times {host}, the guest's times {guest}"), 15.0, theme::IVORY);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::test_frame::column_texts;
    use super::*;

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
    fn the_rules_of_a_room_are_not_those_of_versus() {
        let (mut settings, mut room) = (Settings::default(), OnlineRoom::default());
        set_rules("first-to=7", &mut room, &mut settings).unwrap();
        assert_eq!(settings.online.rules, Rules { first_to: 7, ..Rules::versus() });
        assert_eq!(settings.versus, Settings::default().versus);
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
    fn an_open_room_shows_where_it_is_unless_that_is_hidden() {
        let shows = |is_hidden: bool| {
            let room = OnlineRoom::of_test(RoomState::Open(vec!["10.9.8.7:4747".parse().unwrap()]));
            let history = GameHistory::default();
            let texts = column_texts([false, true], |menu| {
                aside(&menu.side_painter(), menu.side, &room, (&history, is_hidden));
            });
            texts.contains("10.9.8.7")
        };
        assert_eq!([false, true].map(shows), [true, false]);
    }
}
