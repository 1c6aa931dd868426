//! What there is to know of a room, beside the rows of its page: where it is, who is in it, and its rules.

use super::super::theme;
use super::opponent::speed_in_words;
use crate::app::online::{OnlineRoom, RoomState};
use crate::app::persistence::history::WinRecord;
use crate::app::persistence::rating::{OwnRating, rating_text};
use crate::doors::peer::RoomPlace;
use crate::game::RecordedPlayer;
use crate::game::modes::{Plan, line};
use crate::net::lobby::{ClaimedRecord, Lobby, QUICK_WORDS, RoomSide};
use crate::rules::{RuleSet, Rules};
use bevy_egui::egui::{Align2, Color32, Painter, Rect, vec2};

/// The warning about cheating that cannot be prevented, shown where people decide whether to play.
const CAVEAT: &str = "Nobody can see from here whether hands or a program press the other's keys, nor whether the other's \
program looks ahead at the pieces to come. Play with people you trust. Whoever joins learns your internet address, \
unless all goes over a relay.";

/// Paints what there is to know of the room, of the matches against whoever is in it, of which `met` is the record, and
/// of the player's rating against people, which is `own`. `is_hidden` says that nobody is to read where the room is.
pub(super) fn paint(
    painter: &Painter,
    rect: Rect,
    room: &OnlineRoom,
    (met, own, is_hidden): (&WinRecord, &OwnRating, bool),
) {
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
                true => "From another network, the relay leads here.",
                false => "From another network, your router must forward this UDP port, or you both set a relay.",
            };
            line(farther.to_owned(), 14.0, theme::ASH);
            line(CAVEAT.to_owned(), 14.0, theme::ASH);
        }
        (RoomState::Met | RoomState::Lost, Some(lobby)) => company(&mut line, room, (lobby, met)),
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
fn company(write: &mut impl FnMut(String, f32, Color32), room: &OnlineRoom, (lobby, met): (&Lobby, &WinRecord)) {
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
    write(if ready { "Ready" } else { "Not ready yet" }.to_owned(), 17.0, theme::IVORY);
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
        write(format!("Unlike the usual rules: {}", unusual.join(" ")), 15.0, theme::GOLD);
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
    use crate::measure::Rating;

    #[test]
    fn an_open_room_shows_where_it_is_unless_that_is_hidden() {
        let shows = |is_hidden: bool| {
            let room = OnlineRoom::of_test(RoomState::Open(vec!["10.9.8.7:4747".parse().unwrap()]));
            let (met, own) = (WinRecord::default(), OwnRating::default());
            let texts = column_texts([false, true], |menu| {
                paint(&menu.side_painter(), menu.side, &room, (&met, &own, is_hidden));
            });
            texts.contains("10.9.8.7")
        };
        assert_eq!([false, true].map(shows), [true, false]);
    }

    #[test]
    fn the_record_against_the_other_player_is_shown_as_the_page_has_worked_it_out() {
        let room = OnlineRoom::of_test(RoomState::Met);
        let met = WinRecord { won: 2, drawn: 0, lost: 1 };
        let texts = column_texts([false, true], |menu| {
            paint(&menu.side_painter(), menu.side, &room, (&met, &OwnRating::default(), false));
        });
        assert!(texts.replace('\u{a0}', " ").contains("Against you: 2 lost, 0 drawn, 1 won"), "{texts}");
    }

    #[test]
    fn the_rating_against_people_is_shown_as_the_page_has_worked_it_out() {
        let room = OnlineRoom::of_test(RoomState::Closed);
        let rating = Rating { rating: 1612.0, deviation: 60.0, ..Rating::NEW };
        let own = OwnRating { rating, matches: 3 };
        let texts = column_texts([false, true], |menu| {
            paint(&menu.side_painter(), menu.side, &room, (&WinRecord::default(), &own, false));
        });
        assert!(texts.contains("Your rating against people: 1612, of 3\u{a0}matches"), "{texts}");
    }
}
