//! The rows in a room: its rules, what leads others to it, and what the two players say and do there.

use super::super::super::menu::Menu;
use super::super::rules;
use super::OnlineWish;
use crate::app::clipboard::CAN_COPY_LINKS;
use crate::app::online::{OnlineRoom, RoomState};
use crate::app::persistence::{OnlineSettings, Settings};
use crate::app::typing::Typing;
use crate::doors::peer::RoomAddress;
use crate::game::modes::line;
use crate::net::lobby::{QUICK_WORDS, RoomSide};

/// Adds the rows for the rules and handicaps of an own room, for all its rules as a line of text, and for taking over
/// the rules of versus.
fn rule_rows(menu: &mut Menu, typing: &mut Typing, settings: &mut Settings) -> Option<OnlineWish> {
    rules::add_match_rows(menu, &mut settings.online.rules);
    rules::add_handicap_rows(menu, ["Your attacks", "Their attacks"], settings.online.handicaps.each_mut());
    let line = line::write_match_rules(&settings.online.rules);
    let of_versus = line::write_match_rules(&settings.versus.rules);
    let is_as_versus = line == of_versus;
    let shown = (line.as_str(), "– the usual");
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
pub(super) fn alone(
    menu: &mut Menu,
    typing: &mut Typing,
    room: &OnlineRoom,
    settings: &mut Settings,
) -> Option<OnlineWish> {
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
pub(super) fn in_company(
    menu: &mut Menu,
    typing: &mut Typing,
    room: &OnlineRoom,
    settings: &mut Settings,
) -> Option<OnlineWish> {
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
        let hint = "The room stays open with its code; this player cannot come back to play";
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
    use super::super::super::super::test_frame::{assert_rows_change_their_parts, column_texts};
    use super::*;

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
}
