//! A match with somebody elsewhere, frame by frame.

use super::OnlineRoom;
use crate::app::Toasts;
use crate::app::screens::{Overlay, Screen};
use crate::app::session::Go;
use crate::game::{Match, StartMatch};
use crate::net::{OnlineMatch, rollback};
use bevy::prelude::*;

/// After so many seconds in which nothing came, a match is over, and nobody has won it.
const SILENCE: f32 = 30.0;

/// Takes in what has come over the network: begins the match that both are ready for, confirms the ticks whose keys
/// are known by now, and closes the room when something is wrong with it.
pub(super) fn take_in(world: &mut World) {
    if !world.resource::<OnlineRoom>().is_open() {
        return;
    }
    let mut room = world.resource_mut::<OnlineRoom>();
    let heard = room.listen();
    let (clock, silence) = (room.clock(), room.silence());
    let datagrams = std::mem::take(&mut room.datagrams);
    let notice = room.notice.take();
    let agreed = match room.agreed() {
        Ok(agreed) => agreed,
        Err(line) => return close(world, &line, &line),
    };
    if let Some(line) = notice {
        world.resource_mut::<Toasts>().warn(line);
    }
    if let Some(agreed) = agreed {
        let travel = agreed.setup.rules.garbage.travel;
        world.trigger(StartMatch(agreed.setup));
        // That ends the match before with what belongs to it.
        world.flush();
        match OnlineMatch::new(agreed.number, agreed.own, travel) {
            Ok(online) => world.insert_resource(online),
            Err(fault) => return close(world, &fault.to_string(), &fault.to_string()),
        }
        NextState::set_if_neq(&mut world.resource_mut::<NextState<Screen>>(), Screen::Play);
        world.resource_mut::<NextState<Overlay>>().set(Overlay::None);
    }
    if let Some(mut online) = world.get_resource_mut::<OnlineMatch>() {
        for bytes in datagrams {
            online.receive(&bytes, clock);
        }
        if let Some(fault) = online.fault() {
            let line = format!("The match has ended: {fault}");
            return close(world, &line, &fault.to_string());
        }
        // Before anything else: the last keys may have decided the match.
        rollback::confirm(world);
    }
    if let Err(line) = heard {
        // Whoever leaves a match that is not decided has lost it; the line is told with the result.
        let has_left = world.resource::<OnlineRoom>().has_left();
        if has_left && rollback::lose_by_leaving(world, line.clone()) {
            return world.resource_mut::<OnlineRoom>().leave();
        }
        return close(world, &line, &line);
    }
    // Without a match there may be nothing to say.
    if silence > SILENCE && world.contains_resource::<OnlineMatch>() {
        close(world, "Nothing has come for half a minute: the match is undecided", "silence for half a minute");
    }
}

/// Closes the room: the player reads one line, the other the other.
fn close(world: &mut World, line: &str, others: &str) {
    world.resource_mut::<OnlineRoom>().close(others);
    world.resource_mut::<Toasts>().warn(line);
    // A match that is over stays to be looked at.
    let is_over = world.query::<&Match>().single(world).is_ok_and(Match::is_over);
    if !is_over && world.remove_resource::<OnlineMatch>().is_some() {
        world.trigger(Go::Leave(Screen::Online));
    }
}

/// Hands what there is to send to the network's timer, and keeps the two clocks together.
pub(super) fn hand_out(
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
    let clock = room.clock();
    room.send_packet(online.packet(clock));
    let pace = online.pace(current.tick, clock);
    if time.relative_speed_f64() != pace {
        time.set_relative_speed_f64(pace);
    }
    *slowed = pace != 1.0;
}

/// A pause is a pause of both: tells the other of the own one, and follows the other's.
pub(super) fn follow_pause(
    mut room: ResMut<OnlineRoom>,
    overlay: Option<Res<State<Overlay>>>,
    mut next: ResMut<NextState<Overlay>>,
    mut rested: Local<bool>,
) {
    let Some(overlay) = overlay else { return };
    let rests = !matches!(overlay.get(), Overlay::None | Overlay::Results);
    match room.rests.take() {
        Some(others) if others != rests && *overlay.get() != Overlay::Results => {
            next.set(if others { Overlay::Pause } else { Overlay::None });
            *rested = others;
            return;
        }
        _ => {}
    }
    if rests != *rested {
        *rested = rests;
        room.rest(rests);
    }
}
