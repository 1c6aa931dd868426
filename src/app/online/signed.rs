//! The result of a match with somebody elsewhere: signed by both, and then a line of the history. The signatures of
//! such a line can be checked at any time.

use super::OnlineRoom;
use crate::app::Toasts;
use crate::app::history::GameHistory;
use crate::app::persistence::history::{FinishedGame, OnlineOpponent};
use crate::app::persistence::rating::{self, OwnRating};
use crate::doors::clock::Moment;
use crate::doors::peer::PlayerId;
use crate::game::replay::{RecordingFinished, Replay, SetupRecord};
use crate::measure::Rating;
use crate::net::OnlineMatch;
use crate::net::lobby::ClaimedRecord;
use bevy::prelude::*;
use std::time::Duration;

/// How many seconds a result waits for the other's signature.
const PATIENCE: f32 = 5.0;

/// The result of the last match, while it waits to be signed.
#[derive(Resource, Debug, Default)]
pub(super) struct UnsignedResult(Option<AwaitedResult>);

impl UnsignedResult {
    /// Takes what the history notes of the opponent, with the signatures that there are; `None` where no result waits.
    pub(super) fn take_opponent_with_signatures(&mut self) -> Option<OnlineOpponent> {
        self.0.take().map(|result| result.noted)
    }
}

/// A result that this side has signed, and that waits for the other's signature.
#[derive(Debug)]
struct AwaitedResult {
    number: u32,
    other: PlayerId,
    /// What the history notes of the opponent, with the signatures that there are.
    noted: OnlineOpponent,
    since: Moment,
}

/// Adds the systems that sign results and note them in the history.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UnsignedResult>().add_observer(sign).add_systems(Update, keep);
}

/// The text of a match's result that both sign: which match it was, by whom it was played, how it ended, and the
/// state at its end.
fn text(number: u32, replay: &Replay, players: [PlayerId; 2]) -> String {
    let [host, guest] = players;
    let (wins, forfeited) = (replay.result.wins, replay.result.forfeited);
    let (seed, ticks, hash) = (replay.setup.seed, replay.ticks, replay.hash);
    format!(
        "korobka result 1\nmatch {number:08x}\nhost {host}\nguest {guest}\nseed {seed:016x}\nwins {} {}\nforfeited \
{forfeited:?}\nticks {ticks}\nhash {hash:016x}\n",
        wins[0], wins[1]
    )
}

/// What the signatures of a game of the history are worth, in a few words; `None` where it was not played with somebody
/// elsewhere. The own key is the one that the result names beside the other's.
pub fn signatures_in_words(game: &FinishedGame) -> Option<String> {
    let noted = game.online.as_ref()?;
    let (text, name) = (&noted.result, &noted.name);
    let Some((own_signature, others)) = noted.signatures.split_first() else { return Some("not signed".to_owned()) };
    let key = |whose: &str| text.lines().find_map(|line| line.strip_prefix(whose)?.parse::<PlayerId>().ok());
    let [won, lost] = game.rounds;
    let (own, other, wins) = match (key("host "), key("guest "), noted.id.parse::<PlayerId>().ok()) {
        (Some(host), Some(guest), Some(other)) if guest == other => (host, other, [won, lost]),
        (Some(host), Some(guest), Some(other)) if host == other => (guest, other, [lost, won]),
        _ => return Some(format!("the signed result does not name {name}")),
    };
    let own_holds = own.has_signed(text, own_signature);
    let others_hold = others.iter().all(|signature| other.has_signed(text, signature));
    let has_these_rounds = text.contains(&format!("\nwins {} {}\n", wins[0], wins[1]));
    Some(match (own_holds, others_hold) {
        (false, false) => "no signature holds".to_owned(),
        (false, true) => "your own signature does not hold".to_owned(),
        (true, false) => format!("the signature of {name} does not hold"),
        (true, true) if !has_these_rounds => "other rounds are signed".to_owned(),
        (true, true) if others.is_empty() => "signed by one".to_owned(),
        (true, true) => "signed by both".to_owned(),
    })
}

/// The opponent's rating that a match counts against, by what the opponent's program tells; `None` where the
/// match is not rated.
pub(super) fn claimed_opponent_rating(told: ClaimedRecord, setup: &SetupRecord) -> Option<Rating> {
    rating::counts_among_people(setup).then(|| told.rating.unwrap_or(OwnRating::default().rating))
}

/// Signs the result of a match that is over, and sends the other the signature.
fn sign(
    recorded: On<RecordingFinished>,
    online: Option<Res<OnlineMatch>>,
    mut room: ResMut<OnlineRoom>,
    mut unsigned: ResMut<UnsignedResult>,
) {
    let (Some(online), replay) = (online, &recorded.0) else { return };
    let other = room.lobby().and_then(|lobby| lobby.last_other_player());
    let Some((name, other, told)) = other.map(|other| (other.name.clone(), other.id, other.told)) else {
        return;
    };
    if !replay.result.over {
        return;
    }
    let own = room.own_identity().id();
    let number = online.number();
    let text = text(number, replay, if online.own_seat() == 0 { [own, other] } else { [other, own] });
    let signature = room.own_identity().sign(&text);
    room.tell_result_signature(number, signature.clone());
    let left = replay.result.forfeited.is_some();
    let against = claimed_opponent_rating(told, &replay.setup);
    let id = other.to_string();
    let noted = OnlineOpponent { name, id, result: text, signatures: vec![signature], left, against };
    unsigned.0 = Some(AwaitedResult { number, other, noted, since: Moment::now() });
}

/// Adds the match to the history once the other has signed it too, has left, or takes too long.
fn keep(
    mut room: ResMut<OnlineRoom>,
    mut unsigned: ResMut<UnsignedResult>,
    history: Option<ResMut<GameHistory>>,
    mut toasts: ResMut<Toasts>,
) {
    if unsigned.0.is_none() {
        return;
    }
    let told = room.take_result_signatures();
    let Some(result) = &mut unsigned.0 else { return };
    for (number, signature) in told {
        if number != result.number {
            continue;
        }
        if result.other.has_signed(&result.noted.result, &signature) {
            result.noted.signatures.push(signature);
        } else {
            toasts.warn(format!("{}'s program has signed another result than this one", result.noted.name));
        }
        result.noted.signatures.truncate(2);
    }
    let is_awaited = history.as_ref().is_some_and(|history| history.awaits_signatures());
    let is_signed = result.noted.signatures.len() == 2 || result.noted.left || !room.is_open();
    if !is_due(is_awaited, is_signed, result.since.elapsed()) {
        return;
    }
    if let (Some(result), Some(mut history)) = (unsigned.0.take(), history) {
        let (before, is_rated) = (history.rating_against_people(), result.noted.against.is_some());
        history.add_awaited(Some(result.noted));
        let after = history.rating_against_people();
        if is_rated && after.matches > before.matches {
            let change = match after.rating.rating - before.rating.rating {
                // A rating that is not shown has no change to show either.
                _ if after.is_unknown() => String::new(),
                change => format!(" ({})", rating::change_text(change)),
            };
            toasts.say(format!("Rating against people: {}{change}", after.rating_text()));
        }
    }
}

/// Whether a result is kept that has waited for so long: once the history knows the game and nobody is to sign it any
/// more, or after some seconds, whatever is missing.
fn is_due(is_awaited: bool, is_signed: bool, waited: Duration) -> bool {
    (is_awaited && is_signed) || waited.as_secs_f32() >= PATIENCE
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::peer::Identity;

    fn replay() -> Replay {
        let mut replay = Replay::of_two(11);
        (replay.ticks, replay.hash) = (61_234, 0xab);
        (replay.result.wins, replay.result.forfeited) = ([3, 1], Some(1));
        replay
    }

    #[test]
    fn the_text_that_both_sign_never_changes() {
        let [host, guest] = ["1", "2"].map(|digit| digit.repeat(64));
        let signed = text(7, &replay(), [&host, &guest].map(|key| key.parse().unwrap()));
        let expected = format!(
            "korobka result 1\nmatch 00000007\nhost {host}\nguest {guest}\nseed 000000000000000b\nwins 3 1\n\
             forfeited Some(1)\nticks 61234\nhash 00000000000000ab\n"
        );
        assert_eq!(signed, expected);
    }

    #[test]
    fn the_result_tells_at_which_seat_the_own_player_sat() {
        let [host, guest, stranger] = ["1", "2", "3"].map(|digit| digit.repeat(64));
        let result = text(7, &replay(), [&host, &guest].map(|key| key.parse().unwrap()));
        let own_seat = |other: &str, replay: &Replay| {
            let noted = OnlineOpponent { id: other.to_owned(), result: result.clone(), ..OnlineOpponent::default() };
            noted.own_seat_in(replay)
        };
        let told = [&guest, &host, &stranger].map(|other| own_seat(other, &replay()));
        assert_eq!(told, [Some(0), Some(1), None], "the host sits at the first seat");
        assert_eq!(own_seat(&guest, &Replay { hash: 0xac, ..replay() }), None, "that is another match");
    }

    #[test]
    fn the_signatures_of_a_kept_line_hold_until_it_is_altered() {
        let [host, guest] = ["1", "2"].map(|digit| Identity::read(&digit.repeat(64)).unwrap());
        let result = text(7, &replay(), [host.id(), guest.id()]);
        let [by_host, by_guest] = [&host, &guest].map(|player| player.sign(&result));
        let kept = |other: PlayerId, rounds, signatures: &[&String]| {
            let signatures = signatures.iter().copied().cloned().collect();
            let (name, id) = ("Boris".to_owned(), other.to_string());
            let noted = OnlineOpponent { name, id, result: result.clone(), signatures, ..OnlineOpponent::default() };
            let game = FinishedGame { rounds, online: Some(noted), ..FinishedGame::default() };
            serde_json::to_string(&game).unwrap()
        };
        let said = |line: &str| signatures_in_words(&serde_json::from_str(line).unwrap()).unwrap_or_default();
        let line = kept(guest.id(), [3, 1], &[&by_host, &by_guest]);
        assert_eq!(said(&line), "signed by both");
        assert_eq!(said(&kept(host.id(), [1, 3], &[&by_guest, &by_host])), "signed by both", "on the guest's side too");
        assert_eq!(said(&kept(guest.id(), [3, 1], &[&by_host])), "signed by one");
        assert_eq!(said(&kept(guest.id(), [3, 1], &[])), "not signed");
        assert_eq!(signatures_in_words(&FinishedGame::default()), None, "nobody signs a game for one");
        assert_eq!(said(&line.replace("ticks 61234", "ticks 61235")), "no signature holds");
        assert_eq!(said(&line.replace(&by_guest, &by_host)), "the signature of Boris does not hold");
        assert_eq!(said(&line.replace(&by_host, &by_guest)), "your own signature does not hold");
        assert_eq!(said(&line.replace("[3,1]", "[4,1]")), "other rounds are signed");
        let stranger = "3".repeat(64).parse().unwrap();
        let line = kept(stranger, [3, 1], &[&by_host, &by_guest]);
        assert_eq!(said(&line), "the signed result does not name Boris");
    }

    #[test]
    fn a_result_waits_for_the_others_signature_but_not_for_ever() {
        let kept = |is_awaited, is_signed| {
            [0.0, PATIENCE].map(|seconds| is_due(is_awaited, is_signed, Duration::from_secs_f32(seconds)))
        };
        assert_eq!(kept(true, true), [true, true]);
        for (is_awaited, is_signed) in [(true, false), (false, true), (false, false)] {
            assert_eq!(kept(is_awaited, is_signed), [false, true], "{is_awaited} {is_signed}");
        }
    }
}
