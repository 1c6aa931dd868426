//! A match with somebody elsewhere, frame by frame.

use super::{OnlineRoom, RoomState};
use crate::app::Toasts;
use crate::app::persistence::Settings;
use crate::app::rematch_score::RematchScore;
use crate::app::screens::{Overlay, Screen};
use crate::app::session::SessionRequest;
use crate::game::{Match, Paused, StartMatch};
use crate::net::lobby::Lobby;
use crate::net::{OnlineMatch, rollback};
use bevy::prelude::*;

/// After this many seconds of waiting for the other's keys, a match is over, and nobody has won it. Whoever withholds
/// keys, or sends a few now and then, must not be able to hold the other in a match. Where no match is played, an own
/// room whose guest is lost, or does not say who it is, is free after the same time.
const PATIENCE: f32 = 30.0;
/// After so many seconds without a connection a match that rests is over too. They are more, since whoever rests it may
/// go away, and some systems then put the program to sleep.
const REST_PATIENCE: f32 = 300.0;
/// How many seconds of waiting for the other's keys each second of playing makes up for.
const FORGIVEN: f32 = 0.1;
/// How often each player may pause a match.
const MOST_PAUSES: u32 = 5;

/// How long this side has waited for the other's keys in the match in progress, in seconds, and the ticks that it had
/// waited when that was counted last; and for how many seconds the match has rested without a connection.
#[derive(Default)]
pub(super) struct KeyWaiting {
    seconds: f32,
    ticks: u64,
    resting: f32,
}

/// Takes in what has come over the network: begins the match that both are ready for, confirms the ticks whose keys
/// are known by now, and closes the room when something is wrong with it.
pub(super) fn receive_network_events(world: &mut World) {
    if !world.resource::<OnlineRoom>().is_open() {
        return;
    }
    let is_hidden = world.resource::<Settings>().online.hidden;
    let is_in_match = world.contains_resource::<OnlineMatch>() && !rollback::is_over(world);
    let mut room = world.resource_mut::<OnlineRoom>();
    let heard = room.receive(is_in_match).map_err(|why| (room.line_on_screen(why.here, is_hidden), why.there));
    let clock = room.clock_millis();
    let datagrams = std::mem::take(&mut room.datagrams);
    let notices = std::mem::take(&mut room.notices);
    let notices: Vec<String> = notices.into_iter().map(|line| room.line_on_screen(line, is_hidden)).collect();
    let is_elsewhere = std::mem::take(&mut room.other_is_elsewhere);
    let agreed = room.take_agreed_match();
    for line in notices {
        world.resource_mut::<Toasts>().warn(line);
    }
    if is_elsewhere && !rollback::is_over(world) && world.remove_resource::<OnlineMatch>().is_some() {
        world.resource_mut::<Toasts>().warn("The other player is not in this match any more: it is undecided");
        world.trigger(SessionRequest::Leave(Screen::Online));
        world.flush();
    }
    if let Some(agreed) = agreed {
        let travel = agreed.setup.rules.garbage.travel;
        let room = world.resource::<OnlineRoom>();
        let other = room.lobby().and_then(|lobby| lobby.other_player()).map(|other| other.id.to_string());
        let mut between = vec!["you".to_owned(), other.unwrap_or_default()];
        between.rotate_left(agreed.own_seat);
        world.resource_mut::<RematchScore>().note_match_begun_by_ids(between);
        world.trigger(StartMatch(agreed.setup));
        // That ends the match before with what belongs to it.
        world.flush();
        match OnlineMatch::new(agreed.number, agreed.own_seat, travel) {
            Ok(online) => world.insert_resource(online),
            Err(fault) => return close(world, &fault.to_string(), &fault.to_string()),
        }
        let mut room = world.resource_mut::<OnlineRoom>();
        // The other may rest the match by the time that this side hears of it.
        let rests = room.lobby().is_some_and(Lobby::is_paused).then_some(true);
        (room.rests, room.has_told_rest, room.pauses, room.own_pauses) = (rests, false, 0, 0);
        world.resource_mut::<NextState<Overlay>>().set(Overlay::None);
    }
    // Again in the next frame where the player has opened another page in this one.
    if world.contains_resource::<OnlineMatch>() && *world.resource::<State<Screen>>().get() != Screen::Play {
        world.resource_mut::<NextState<Screen>>().set(Screen::Play);
    }
    if let Some(mut online) = world.get_resource_mut::<OnlineMatch>() {
        for bytes in datagrams {
            online.receive(&bytes, clock);
        }
        if let Some(fault) = online.fault() {
            let line = format!("The match has ended: {fault}");
            return close(world, &line, &fault.line_for_other());
        }
        // Before anything else: the last keys may have decided the match.
        rollback::confirm_known_ticks(world);
    }
    if let Err((line, others)) = heard {
        // Whoever leaves a match that is not decided has lost it; the line is told with the result.
        let has_other_left = world.resource::<OnlineRoom>().has_other_left();
        if has_other_left && rollback::lose_by_leaving(world, line.clone()) {
            // The results are to be seen, though the match may have rested.
            world.resource_mut::<NextState<Overlay>>().set(Overlay::None);
            return world.resource_mut::<OnlineRoom>().leave();
        }
        close(world, &line, &others);
    }
    // A match that waits for keys is ended by its waiting.
    if !world.contains_resource::<OnlineMatch>() || rollback::is_over(world) {
        world.resource_mut::<OnlineRoom>().free_if_guest_missing(PATIENCE);
    }
}

/// Ends a match in which this side has waited for too long. In a pause nobody waits for keys, but for the connection.
pub(super) fn end_stalled_match(world: &mut World, mut waiting: Local<KeyWaiting>) {
    let Some(waited) = world.get_resource::<OnlineMatch>().map(OnlineMatch::waited_ticks) else {
        *waiting = KeyWaiting::default();
        return;
    };
    if waited < waiting.ticks {
        *waiting = KeyWaiting::default();
    }
    // A tick is a millisecond.
    let waits = waited.saturating_sub(std::mem::replace(&mut waiting.ticks, waited)) as f32 / 1000.0;
    if rollback::is_over(world) {
        return;
    }
    let passed = world.resource::<Time<Real>>().delta_secs();
    let rests = world.get_resource::<Paused>().is_some_and(|paused| paused.0);
    let is_lost = *world.resource::<OnlineRoom>().state() == RoomState::Lost;
    waiting.resting = if rests && is_lost { waiting.resting + passed } else { 0.0 };
    if waiting.resting > REST_PATIENCE {
        *waiting = KeyWaiting::default();
        let line = "The connection was lost for five minutes while the match was paused: it is undecided";
        return close(world, line, "the connection was lost for too long");
    }
    if rests {
        return;
    }
    let played = (passed - waits).max(0.0);
    waiting.seconds = (waiting.seconds + waits - FORGIVEN * played).max(0.0);
    if waiting.seconds > PATIENCE {
        *waiting = KeyWaiting::default();
        let mut line = "Keys have come too late for half a minute in all: the match is undecided".to_owned();
        let mut others = "keys came too late".to_owned();
        if !is_lost {
            // The line is there, and slow.
            line += ". Rules by which garbage travels longer give a slow line more time";
            others += "; they have more time by rules where garbage travels longer";
        }
        close(world, &line, &others);
    }
}

/// Closes the room: the player reads `line`, and the other player reads `others`.
fn close(world: &mut World, line: &str, others: &str) {
    world.resource_mut::<OnlineRoom>().close(others);
    world.resource_mut::<Toasts>().warn(line);
    // A match that is over stays to be looked at.
    if !rollback::is_over(world) && world.remove_resource::<OnlineMatch>().is_some() {
        world.trigger(SessionRequest::Leave(Screen::Online));
    }
}

/// Hands the packet with the own keys to the network's timer, and sets the speed of the match so that the clocks of the
/// two programs stay together.
pub(super) fn send_own_keys(
    room: Res<OnlineRoom>,
    online: Option<Res<OnlineMatch>>,
    current: Option<Single<&Match>>,
    mut time: ResMut<Time<Virtual>>,
    mut slowed: Local<bool>,
) {
    let Some((online, current)) = online.zip(current) else {
        if std::mem::take(&mut *slowed) {
            time.set_relative_speed(1.0);
        }
        return;
    };
    let clock = room.clock_millis();
    room.send_packet(online.packet(clock));
    let pace = online.clock_speed(current.tick, clock);
    if time.relative_speed_f64() != pace {
        time.set_relative_speed_f64(pace);
    }
    *slowed = pace != 1.0;
}

/// Pauses and resumes the match for both: tells the other of the own pause, and follows the other's.
pub(super) fn follow_pause(
    mut room: ResMut<OnlineRoom>,
    overlay: Option<Res<State<Overlay>>>,
    current: Option<Single<&Match>>,
    mut next: ResMut<NextState<Overlay>>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(overlay) = overlay else { return };
    if *overlay.get() == Overlay::Results && current.is_some_and(|current| !current.is_over()) {
        // A match has begun in this frame, and the results of the one before are on show to its end.
        return;
    }
    let rests = !matches!(overlay.get(), Overlay::None | Overlay::Results);
    match room.rests.take() {
        // Whoever rests the match again and again plays on alone.
        Some(true) if room.pauses == MOST_PAUSES => {}
        Some(others) if others != rests && *overlay.get() != Overlay::Results => {
            room.pauses += u32::from(others);
            next.set(if others { Overlay::Pause } else { Overlay::None });
            room.has_told_rest = others;
            return;
        }
        _ => {}
    }
    if rests != room.has_told_rest {
        room.has_told_rest = rests;
        room.own_pauses += u32::from(rests);
        if rests && room.own_pauses > MOST_PAUSES {
            toasts.warn("You have paused this match five times: now the other player plays on".to_owned());
        }
        room.tell_pause(rests);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::{go_to, program_on};

    /// A program in a match that goes on, with a room whose other player is there.
    fn program() -> App {
        let mut app = program_on(Screen::Play);
        app.init_resource::<Toasts>().insert_resource(OnlineRoom::of_test(RoomState::Met));
        app.add_systems(Update, follow_pause);
        app.update();
        app
    }

    /// The overlay once this side has heard whether the other rests the match.
    fn after(app: &mut App, rests: bool) -> Overlay {
        app.world_mut().resource_mut::<OnlineRoom>().rests = Some(rests);
        app.update();
        app.update();
        *app.world().resource::<State<Overlay>>().get()
    }

    #[test]
    fn every_line_of_the_same_frame_is_shown() {
        let mut app = program();
        app.init_resource::<Settings>();
        let lines = ["The relay does not answer", "Boris has not come back: the room is open to others"];
        app.world_mut().resource_mut::<OnlineRoom>().notices.extend(lines.map(str::to_owned));
        receive_network_events(app.world_mut());
        let shown: Vec<&str> = app.world().resource::<Toasts>().iter().map(|toast| toast.text.as_str()).collect();
        assert_eq!(shown, lines);
        receive_network_events(app.world_mut());
        assert_eq!(app.world().resource::<Toasts>().iter().count(), 2, "each is shown once");
    }

    #[test]
    fn the_other_may_rest_a_match_five_times_and_then_this_side_plays_on() {
        let mut app = program();
        for pause in 1..=MOST_PAUSES {
            assert_eq!(after(&mut app, true), Overlay::Pause, "pause {pause}");
            assert_eq!(after(&mut app, false), Overlay::None, "pause {pause}");
        }
        assert_eq!(after(&mut app, true), Overlay::None);
    }

    #[test]
    fn a_pause_of_the_others_does_not_take_the_results_off_the_screen() {
        let mut app = program();
        assert_eq!(go_to(&mut app, Overlay::Results), Overlay::Results);
        assert_eq!(after(&mut app, true), Overlay::Results);
    }

    #[test]
    fn where_both_rest_a_match_at_once_it_is_no_pause_of_the_others() {
        let mut app = program();
        go_to(&mut app, Overlay::Pause);
        assert_eq!(after(&mut app, true), Overlay::Pause);
        let room = app.world().resource::<OnlineRoom>();
        assert_eq!((room.pauses, room.own_pauses), (0, 1));
    }

    #[test]
    fn whoever_rests_a_match_a_sixth_time_is_told_that_the_other_plays_on() {
        let mut app = program();
        let mut told = Vec::new();
        for overlay in [Overlay::Pause, Overlay::None].repeat(6) {
            go_to(&mut app, overlay);
            told.push(app.world().resource::<Toasts>().last().is_some());
        }
        assert_eq!(told.iter().position(|is_told| *is_told), Some(10), "with the sixth pause");
    }
}
