//! A player of a room who goes to the settings, with a room that stays open meanwhile.

use super::room::{Program, begin, company, until};
use bevy::prelude::*;
use korobka::app::Screen;
use korobka::app::online::OnlineRoom;
use korobka::app::persistence::Settings;
use korobka::game::CurrentSetup;
use korobka::net::lobby::Lobby;

/// Makes a program wish for a screen.
fn wish_for(program: &mut Program, screen: Screen) {
    program.app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
}

/// Whether this side of a room and the other are ready for the next match.
fn are_ready(program: &Program) -> Option<[bool; 2]> {
    program.app.world().resource::<OnlineRoom>().lobby().map(Lobby::are_ready)
}

#[test]
fn whoever_goes_to_the_settings_is_not_ready_and_plays_by_the_handling_that_is_set_there() {
    let [mut host, mut guest] = company();
    guest.room(|room, _| room.set_ready(true));
    until([&mut host, &mut guest], "the host sees that the guest is ready", |[host, _]| {
        are_ready(host) == Some([false, true])
    });
    wish_for(&mut guest, Screen::Settings);
    until([&mut host, &mut guest], "the host sees that the guest is not ready any more", |[host, _]| {
        are_ready(host) == Some([false; 2])
    });
    host.room(|room, _| room.set_ready(true));
    until([&mut host, &mut guest], "the guest is told", |[_, guest]| {
        guest.told() == "Anna is ready for the next match"
    });
    guest.app.world_mut().resource_mut::<Settings>().handling.das = 77;
    wish_for(&mut guest, Screen::Online);
    guest.room(|room, settings| room.set_handling(settings));
    begin([&mut host, &mut guest]);
    let shifts = [&host, &guest].map(|program| program.app.world().resource::<CurrentSetup>().0.seats[1].handling.das);
    assert_eq!(shifts, [77; 2], "on both sides");
}
