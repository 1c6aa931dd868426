//! Leaving a match that is not decided: it is lost, and the history says so.

use super::signed::{UnsignedResult, claimed_opponent_rating};
use super::{OnlineRoom, RoomState};
use crate::app::history::GameHistory;
use crate::app::persistence::history::{FinishedGame, GameOutcome, OnlineOpponent};
use crate::game::replay::SetupRecord;
use crate::game::stats::MatchStats;
use crate::game::{CurrentSetup, Match, Seat, SeatSetup};
use crate::net::OnlineMatch;
use crate::net::lobby::ClaimedRecord;
use crate::rules::RuleSet;
use crate::storage::calendar;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What is needed to leave a match over the network: the match in progress, and the history that notes it as lost.
#[derive(SystemParam)]
pub(super) struct LeavableMatch<'w, 's> {
    online: Option<Res<'w, OnlineMatch>>,
    current: Option<Single<'w, 's, &'static Match>>,
    seats: Query<'w, 's, (&'static Seat, &'static SeatSetup, &'static MatchStats)>,
    setup: Option<Res<'w, CurrentSetup>>,
    history: Option<ResMut<'w, GameHistory>>,
}

impl LeavableMatch<'_, '_> {
    /// Whether there is a match with somebody elsewhere, decided or not.
    pub(super) const fn is_online_match(&self) -> bool {
        self.online.is_some()
    }

    /// Whether there is a match with somebody elsewhere that is not decided.
    pub(super) fn is_undecided(&self) -> bool {
        self.online.is_some() && self.current.as_ref().is_some_and(|current| !current.is_over())
    }

    /// Notes a match that is decided and waits for the other's signature, with what is known by now.
    pub(super) fn note_unsigned_result(&mut self, unsigned: &mut UnsignedResult) {
        if let (Some(noted), Some(history)) = (unsigned.take_opponent_with_signatures(), &mut self.history) {
            history.add_awaited(Some(noted));
        }
    }

    /// Notes that the match is left and therefore lost, where a person plays it and it is not decided. Where the
    /// connection was lost before, nobody has left.
    pub(super) fn note_loss(&mut self, room: &OnlineRoom) {
        let other =
            room.lobby().and_then(|lobby| lobby.last_other_player()).filter(|_| *room.state() == RoomState::Met);
        let (Some(online), Some(current), Some(setup), Some(history), Some(other)) =
            (&self.online, &self.current, &self.setup, &mut self.history, other)
        else {
            return;
        };
        if current.is_over() || current.tick == 0 {
            return;
        }
        let seat = |own: bool| self.seats.iter().find(|(seat, ..)| (usize::from(seat.0) == online.own_seat()) == own);
        let Some((_, _, you)) = seat(true).filter(|(_, seat, _)| seat.is_persons_here()) else {
            return;
        };
        let [host, guest] = current.wins;
        history.add(FinishedGame {
            date: calendar::seconds_since_1970(),
            mode: current.mode.entry().id.to_owned(),
            verdict: GameOutcome::Lost,
            attack_rules: RuleSet::name_unless_usual(&current.rules).unwrap_or_default().to_owned(),
            rounds: if online.own_seat() == 0 { [host, guest] } else { [guest, host] },
            you: you.total_of_rounds(),
            other: seat(false).map(|(_, _, stats)| stats.total_of_rounds()),
            online: Some(OnlineOpponent {
                name: other.name.clone(),
                id: other.id.to_string(),
                left: true,
                against: claimed_opponent_rating(other.told, &SetupRecord::of(&setup.0)),
                ..default()
            }),
            ..default()
        });
    }
}

/// Keeps up to date what others are told of the player's earlier matches: the rating, and how many were left.
pub(super) fn update_claimed_record(history: Res<GameHistory>, mut room: ResMut<OnlineRoom>) {
    let (own, (left, of)) = (history.rating_against_people(), history.recent_leave_counts());
    let rating = (own.matches > 0).then_some(own.rating);
    // At most twenty.
    room.bypass_change_detection().told = ClaimedRecord { rating, left: left as u8, of: of as u8 };
}
