//! Playing with somebody elsewhere: a room, who is in it, and the matches that are played there.
//!
//! What is agreed on is in [`Lobby`], what is played in [`OnlineMatch`], what goes over the network in [`Peer`]. This
//! brings the three together, frame by frame: what has come is taken in before the frame's ticks, what there is to send
//! is handed to the network's timer after them.

mod lag;
mod leaving;
mod open_rooms;
mod playing;
mod room;
mod signed;
mod spectators;
mod watched_series;

pub use lag::Lag;
pub use open_rooms::OpenRooms;
pub use room::{OnlineRoom, RoomState};
pub use signed::signatures_in_words;

use super::devices::ReadDevicesSystems;
use super::game_review::Reviewing;
use super::history::{GameHistory, report_write_errors};
use super::opponents::OpponentList;
use super::persistence::Settings;
use super::saving::WindowGone;
use super::screens::{Overlay, Screen};
use super::session::SessionRequest;
use super::setup::ChosenPlayer;
use super::toasts::Toasts;
use super::watching::Watching;
use crate::game::SeatSetup;
use crate::net::OnlineMatch;
use crate::net::lobby::{Lobby, RoomSide, pace_in_room};
use crate::storage::paths;
use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::prelude::*;
use leaving::LeavableMatch;
use signed::UnsignedResult;

/// The computer player that plays in a room in place of the person, as the settings have it; `None`
/// where a person plays.
///
/// # Errors
/// A line for the player: there is no such computer player, or it is another program.
pub fn own_computer_player(settings: &Settings, opponents: &mut OpponentList) -> Result<Option<SeatSetup>, String> {
    if !settings.online.computer {
        return Ok(None);
    }
    let chosen = ChosenPlayer { pace: pace_in_room(settings.versus.pace), ..ChosenPlayer::of_versus(settings) };
    let seat = chosen.seat_setup(opponents, settings.placements.opponent).map_err(|error| error.to_string())?;
    if seat.has_bot() {
        // What another program answers does not follow from the match alone, and its time is its own.
        return Err(format!("{} is another program: only saved generations play over a network", seat.name));
    }
    Ok(Some(seat))
}

/// Adds the room, which is closed at first, and the systems that run it and its matches.
pub(super) fn plugin(app: &mut App) {
    // A program that has brought its own settings keeps nothing.
    let folder = if app.world().contains_resource::<Settings>() { None } else { paths::data_folder() };
    app.insert_resource(OnlineRoom::without_room(folder)).add_plugins((
        crate::net::plugin,
        signed::plugin,
        spectators::plugin,
        watched_series::plugin,
        open_rooms::plugin,
    ));
    // What is left is written before the program ends. Tests bring this plugin alone.
    app.add_message::<WindowGone>().add_systems(Last, end.before(report_write_errors));
    app.add_systems(Update, leaving::update_claimed_record.run_if(resource_exists_and_changed::<GameHistory>));
    app.add_systems(
        RunFixedMainLoop,
        (
            // The keys of this frame are waiting by now.
            (playing::receive_network_events, spectators::update_watched_match, playing::end_stalled_match)
                .chain()
                .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop)
                .after(ReadDevicesSystems),
            (playing::send_own_keys, spectators::tell_spectators).in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
        ),
    );
    app.add_systems(Update, playing::follow_pause.run_if(resource_exists::<OnlineMatch>));
    let plays_another = in_state(Screen::Play).and_then(not(resource_exists::<OnlineMatch>));
    app.add_systems(Update, forget_readiness.run_if(plays_another));
    // Who is ready keeps the handling that the other was told.
    app.add_systems(OnEnter(Screen::Settings), forget_readiness);
    app.add_observer(again).add_observer(leave);
    app.add_systems(Update, (tell_arrival, tell_readiness).chain().run_if(resource_exists::<State<Screen>>));
    app.add_systems(OnEnter(Screen::Replay), lead_replay_back).add_systems(OnEnter(Screen::Review), lead_review_back);
}

/// Tells a player who is on another screen that somebody has come into the room, or is back there: the page of the
/// room shows that by itself.
fn tell_arrival(
    room: Res<OnlineRoom>,
    screen: Res<State<Screen>>,
    online: Option<Res<OnlineMatch>>,
    mut toasts: ResMut<Toasts>,
    mut was_there: Local<bool>,
) {
    let other = room.lobby().and_then(Lobby::other_player);
    let was_there = std::mem::replace(&mut *was_there, other.is_some());
    if let Some(other) = other.filter(|_| !was_there && online.is_none() && *screen.get() != Screen::Online) {
        toasts.say(format!("{} has come into the room", other.name));
    }
}

/// Tells a player who is on another screen that the other player waits for the next match: the page of the room and the
/// results of a match say so themselves. Of one who is ready and unready by turns it tells once, until the player has
/// seen one of these again.
fn tell_readiness(
    room: Res<OnlineRoom>,
    screen: Res<State<Screen>>,
    online: Option<Res<OnlineMatch>>,
    mut toasts: ResMut<Toasts>,
    mut was_told: Local<bool>,
) {
    let is_elsewhere = online.is_none() && *screen.get() != Screen::Online;
    let lobby = room.lobby().filter(|_| is_elsewhere);
    *was_told &= lobby.and_then(Lobby::last_other_player).is_some();
    let ready = lobby.filter(|lobby| lobby.are_ready()[1]).and_then(Lobby::other_player);
    if let Some(other) = ready
        && !*was_told
    {
        toasts.say(format!("{} is ready for the next match", other.name));
        *was_told = true;
    }
}

/// Makes a replay that is watched while there is a room lead back to the room.
fn lead_replay_back(room: Res<OnlineRoom>, watching: Option<ResMut<Watching>>) {
    if let Some(mut watching) = watching.filter(|watching| room.is_open() && watching.back == Screen::Replays) {
        watching.back = Screen::Online;
    }
}

/// Makes a review that is opened from the list of replays while there is a room lead back to the room.
fn lead_review_back(room: Res<OnlineRoom>, reviewing: Option<ResMut<Reviewing>>) {
    if let Some(mut reviewing) = reviewing.filter(|reviewing| room.is_open() && reviewing.back == Screen::Replays) {
        reviewing.back = Screen::Online;
    }
}

/// Leaves the room when the program ends: whoever is in the room is told, and has won a match that is not decided. A
/// result that the other has not signed yet is noted without. A guest's page that is loaded again comes back to its
/// room, unless it has left a match; a host's room has another code then, so that it is closed.
fn end(
    mut exits: MessageReader<AppExit>,
    mut gone: MessageReader<WindowGone>,
    mut room: ResMut<OnlineRoom>,
    mut left: LeavableMatch,
    mut unsigned: ResMut<UnsignedResult>,
) {
    let (exits, is_gone) = (exits.read().next().is_some(), gone.read().next().is_some());
    if !exits && !is_gone {
        return;
    }
    left.note_loss(&room);
    left.note_unsigned_result(&mut unsigned);
    let is_hosts = room.lobby().is_some_and(|lobby| lobby.side() == RoomSide::Host);
    if exits || is_hosts || left.is_undecided() {
        room.leave_and_wait();
    }
}

/// Answers the wish for another match in the room: this side is ready for one. The player is led back to the room's
/// page instead where nobody can be ready: the room is closed, or the other is gone, or away, whose return makes both
/// unready again; and where the rules have changed, to which nobody should agree unseen.
fn again(
    wish: On<SessionRequest>,
    mut room: ResMut<OnlineRoom>,
    overlay: Option<Res<State<Overlay>>>,
    online: Option<Res<OnlineMatch>>,
    settings: Res<Settings>,
    (mut toasts, mut commands): (ResMut<Toasts>, Commands),
) {
    let over = overlay.is_some_and(|overlay| *overlay.get() == Overlay::Results);
    if *wish != SessionRequest::Again || !over || online.is_none() {
        return;
    }
    let has_new_terms = room.lobby().is_some_and(Lobby::have_terms_changed);
    let is_alone = room.lobby().is_none_or(|lobby| lobby.last_other_player().is_none());
    let is_away = *room.state() == RoomState::Lost;
    if room.is_open() && has_new_terms {
        toasts.say("The rules of the room have changed: see them here");
    }
    if !is_alone && !is_away && !has_new_terms {
        room.set_handling(&settings);
        room.set_ready(true);
    } else {
        commands.trigger(SessionRequest::Leave(Screen::Online));
    }
}

/// Makes a player who plays something else, or changes the settings, unready for a match in the room.
fn forget_readiness(mut room: ResMut<OnlineRoom>) {
    if room.lobby().is_some_and(|lobby| lobby.are_ready()[0]) {
        room.set_ready(false);
    }
}

/// Leaves the room when the player leaves a match or plays something else, unless the room is where the player goes.
/// Where the match is looked at again, or none was played yet, the room stays.
fn leave(wish: On<SessionRequest>, mut room: ResMut<OnlineRoom>, mut left: LeavableMatch) {
    let leaves =
        matches!(*wish, SessionRequest::Leave(to) if to != Screen::Online) || matches!(*wish, SessionRequest::New(_));
    if leaves && left.is_online_match() {
        left.note_loss(&room);
        room.leave();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::screens::{go_to, program_on};
    use crate::doors::peer::{RoomAddress, RoomPlace};

    #[test]
    fn many_addresses_leave_the_relay_its_place_in_the_line_of_a_room() {
        let addresses = (1..=20).map(|last| format!("10.0.0.{last}:4747"));
        let places = addresses.chain(["https://relay.example".to_owned()]);
        let places: Vec<RoomPlace> = places.map(|place| place.parse().unwrap()).collect();
        let line = OnlineRoom::of_test(RoomState::Open(places)).invitation().unwrap();
        let room: RoomAddress = line.parse().unwrap();
        assert!(room.places.iter().any(|place| place.relay().is_some()), "{line}");
    }

    #[test]
    fn whoever_is_on_another_screen_is_told_that_somebody_has_come_in() {
        let told = |screen: Screen| {
            let mut app = program_on(screen);
            app.init_resource::<Toasts>().init_resource::<OnlineRoom>().add_systems(Update, tell_arrival);
            app.update();
            app.insert_resource(OnlineRoom::of_test(RoomState::Met));
            app.update();
            app.world().resource::<Toasts>().iter().map(|toast| toast.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(told(Screen::Play), ["Anna has come into the room"]);
        assert!(told(Screen::Online).is_empty());
    }

    #[test]
    fn who_is_ready_and_unready_by_turns_is_told_of_once_until_the_room_was_seen_again() {
        let mut app = program_on(Screen::Settings);
        app.insert_resource(OnlineRoom::of_test(RoomState::Met)).add_systems(Update, tell_readiness);
        let told = |app: &mut App| {
            [true, false, true, false].map(|ready| {
                app.insert_resource(Toasts::default());
                app.world_mut().resource_mut::<OnlineRoom>().hear_other_ready(ready);
                app.update();
                app.world().resource::<Toasts>().last().is_some()
            })
        };
        assert_eq!(told(&mut app), [true, false, false, false]);
        assert_eq!(told(&mut app), [false; 4]);
        go_to(&mut app, Screen::Online);
        go_to(&mut app, Screen::Settings);
        assert_eq!(told(&mut app), [true, false, false, false]);
    }

    #[test]
    fn whoever_wants_a_rematch_while_the_other_is_away_waits_in_the_room() {
        let asked = |state: RoomState| {
            let mut app = program_on(Screen::Play);
            app.init_resource::<Settings>().init_resource::<Toasts>().add_observer(again);
            app.insert_resource(OnlineRoom::of_test(state)).insert_resource(OnlineMatch::new(1, 1, 1000).unwrap());
            app.add_observer(|wish: On<SessionRequest>, mut screen: ResMut<NextState<Screen>>| {
                if let SessionRequest::Leave(to) = *wish {
                    screen.set(to);
                }
            });
            app.update();
            go_to(&mut app, Overlay::Results);
            app.world_mut().trigger(SessionRequest::Again);
            app.update();
            let ready = app.world().resource::<OnlineRoom>().lobby().unwrap().are_ready();
            (*app.world().resource::<State<Screen>>().get(), ready[0])
        };
        assert_eq!(asked(RoomState::Met), (Screen::Play, true));
        assert_eq!(asked(RoomState::Lost), (Screen::Online, false));
        assert_eq!(asked(RoomState::Open(Vec::new())), (Screen::Online, false), "the other is gone");
    }
}
