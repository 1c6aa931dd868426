//! The rows that lead into a room: opening one, going to one or watching one, and what others see of the player there.

use super::super::super::menu::Menu;
use super::OnlineWish;
use crate::app::online::OpenRooms;
use crate::app::persistence::{OnlineSettings, Settings};
use crate::app::typing::Typing;
use crate::doors::peer::{FoundRoom, RoomAddress};

/// Adds the rows that open a room or go to one, shown while the player is in none.
pub(super) fn add_rows(
    menu: &mut Menu,
    typing: &mut Typing,
    settings: &mut Settings,
    open: &OpenRooms,
) -> Option<OnlineWish> {
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
        let rules = if rules.is_empty() { String::new() } else { format!(". Its rules: {rules}") };
        menu.explain_row(format!("Goes to this room, which is open to everybody{rules}"));
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
    if let Some(name) = menu.typed_line_row("Name", "online-name", (&online.name, ""), typing) {
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
    let shown = if is_hidden && !kept.is_empty() { ("", "– hidden") } else { (kept, none) };
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
    let has_relay = !online.relay.is_empty();
    // A page in a browser has no other way.
    if (has_relay || online.relay_alone) && !cfg!(target_arch = "wasm32") {
        menu.toggle("Only over the relay", &mut online.relay_alone);
        menu.explain_row("The other player does not learn your internet address; packets take longer");
    }
    if has_relay {
        menu.toggle("Listed at the relay", &mut online.listed);
        menu.explain_row(
            "Everybody who asks the relay sees your room with your name, and may come in without the code",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::test_frame::column_texts;
    use super::*;
    use crate::doors::peer::RoomCode;

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
                drop(add_rows(menu, &mut typing, &mut settings, &OpenRooms::default()));
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
    fn a_room_whose_host_tells_no_rules_is_explained_without_them() {
        let texts = |rules: &str| {
            let room = RoomAddress { code: RoomCode::random(), places: Vec::new() };
            let found = FoundRoom { host: "Anna".to_owned(), rules: rules.to_owned(), room };
            let mut open = OpenRooms::default();
            open.in_network.push(found);
            let (mut settings, mut typing) = (Settings::default(), Typing::default());
            column_texts([false, true], |menu| drop(add_rows(menu, &mut typing, &mut settings, &open)))
        };
        assert!(texts("Guideline").contains("open to everybody. Its rules: Guideline"));
        assert!(!texts("").contains("Its rules"));
    }

    #[test]
    fn whoever_plays_over_a_relay_alone_can_turn_that_off_where_no_relay_is_set() {
        let is_offered = |alone: bool| {
            let (mut settings, mut typing) = (Settings::default(), Typing::default());
            settings.online.relay_alone = alone;
            let texts = column_texts([false, true], |menu| {
                drop(add_rows(menu, &mut typing, &mut settings, &OpenRooms::default()));
            });
            texts.contains("Only over the relay")
        };
        assert_eq!([false, true].map(is_offered), [false, true]);
    }

    #[test]
    fn a_name_that_cannot_be_shown_is_told_of_where_it_is_typed() {
        let told = |name: &str| {
            let (mut settings, mut typing) = (Settings::default(), Typing::default());
            let mut told = None;
            column_texts([false, true], |menu| {
                typing.begin("online-name", "Name", name);
                typing.done = true;
                told = add_rows(menu, &mut typing, &mut settings, &OpenRooms::default());
            });
            (settings.online.name, matches!(told, Some(OnlineWish::Hear(_))))
        };
        assert_eq!(told("Анна"), ("Анна".to_owned(), false));
        assert_eq!(told("🎮"), ("Player".to_owned(), true));
    }

    #[test]
    fn a_hidden_line_that_is_finished_unchanged_stays() {
        let mut typing = Typing::default();
        typing.begin("online-relay", "Relay", "");
        typing.done = true;
        let mut settings = Settings::default();
        (settings.online.relay, settings.online.hidden) = ("http://relay.home:3340".to_owned(), true);
        column_texts([false, true], |menu| {
            drop(add_rows(menu, &mut typing, &mut settings, &OpenRooms::default()));
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
                wish = add_rows(menu, &mut typing, &mut settings, &OpenRooms::default()).or(wish.take());
            });
            assert!(matches!(wish, Some(OnlineWish::Spectate(_))) == watches && wish.is_some(), "{pasted}");
        }
    }
}
