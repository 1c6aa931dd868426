//! Spectators: programs that watch the matches of a room, without anything that the players would notice.

use super::room::{PATIENCE, Program, begin, company_at, play, until};
use korobka::app::online::{OnlineRoom, RoomState};
use korobka::app::persistence::Settings;
use korobka::app::watching::Watching;
use korobka::doors::peer::{MOST_SPECTATORS, RoomAddress};
use korobka::game::replay::{ReplayCheck, survey};
use korobka::game::{Match, Paused};
use std::time::Instant;

fn spectator(room: &RoomAddress) -> Program {
    let mut program = Program::new("Vera");
    program.room(|to, settings| to.spectate(settings, room.clone())).expect("there is a network");
    program
}

fn count(program: &Program) -> u8 {
    program.app.world().resource::<OnlineRoom>().spectator_count()
}

#[test]
fn spectators_see_the_match_to_its_end_and_the_next_one() {
    let (mut host, mut guest, room) = company_at(|_| {});
    let mut early = spectator(&room);
    until([&mut host, &mut guest, &mut early], "both players see the spectator", |[host, guest, early]| {
        early.state() == RoomState::Met && count(host) == 1 && count(guest) == 1
    });
    for number in 1..=2 {
        play([&mut host, &mut guest], number);
        // One who comes when all is over sees the last match too.
        let mut late = spectator(&room);
        let is_told = |program: &Program| {
            let watched = program.app.world().resource::<OnlineRoom>().watched_replay();
            watched.is_some_and(|watched| watched.hash == host_hash(&host, number) && watched.result.over)
        };
        let begin = Instant::now();
        while !(is_told(&early) && is_told(&late)) {
            assert!(begin.elapsed() < PATIENCE, "the spectators are told: {} {}", early.told(), late.told());
            early.app.update();
            late.app.update();
        }
        for program in [&early, &late] {
            let watched = program.app.world().resource::<OnlineRoom>().watched_replay().expect("a match").clone();
            assert_eq!(watched.beats, host.recorded()[number - 1].beats);
            assert!(matches!(survey(&watched).expect("possible rules").check, ReplayCheck::Agrees));
        }
    }
    host.room(|room, _| room.leave());
    until([&mut early], "the spectator hears of it", |[early]| early.state() == RoomState::Closed);
    assert_eq!(early.told(), "The room is closed");
}

#[test]
fn spectators_see_that_a_match_was_given_up() {
    let (mut host, mut guest, room) = company_at(|_| {});
    let mut spectator = spectator(&room);
    until([&mut host, &mut guest, &mut spectator], "the spectator is there", |[host, ..]| count(host) == 1);
    begin([&mut host, &mut guest]);
    let is_begun = |program: &Program| {
        let mut match_in_progress = program.app.world().try_query::<&Match>().expect("a match is known");
        match_in_progress.single(program.app.world()).is_ok_and(|current| current.tick > 1000)
    };
    until([&mut host, &mut guest], "a second is played", |both| both.iter().all(|program| is_begun(program)));
    guest.room(|room, _| room.leave());
    until([&mut host], "the host has won", |[host]| !host.recorded().is_empty());
    let whole = host.recorded()[0].clone();
    assert!(whole.result.over);
    let known = std::cell::RefCell::new(None);
    until([&mut host, &mut spectator], "the spectator hears of it", |[_, spectator]| {
        let watched = spectator.app.world().resource::<OnlineRoom>().watched_replay().cloned();
        if let Some(watched) = watched {
            known.replace(Some(watched));
        }
        spectator.state() == RoomState::Closed
    });
    let known = known.into_inner().expect("the spectator has seen the match");
    assert_eq!((known.ticks, known.hash, known.result.over), (whole.ticks, whole.hash, true));
}

#[test]
fn spectators_are_told_that_the_players_rest_the_match() {
    let (mut host, mut guest, room) = company_at(|_| {});
    let mut spectator = spectator(&room);
    until([&mut host, &mut guest, &mut spectator], "the spectator is there", |[host, ..]| count(host) == 1);
    begin([&mut host, &mut guest]);
    until([&mut host, &mut guest, &mut spectator], "the match is on show", |[.., spectator]| {
        spectator.app.world().contains_resource::<Watching>()
    });
    host.app.world_mut().resource_mut::<Paused>().0 = true;
    until([&mut host, &mut guest, &mut spectator], "the spectator is told", |[.., spectator]| {
        let watching = spectator.app.world().resource::<Watching>();
        watching.standstill.as_deref() == Some("The players have paused the match")
    });
}

fn host_hash(host: &Program, number: usize) -> u64 {
    host.recorded()[number - 1].hash
}

#[test]
fn a_room_takes_so_many_spectators_and_no_more_or_none() {
    let (mut host, mut guest, room) = company_at(|_| {});
    let mut spectators: Vec<Program> = Vec::new();
    for number in 1..=MOST_SPECTATORS {
        spectators.push(spectator(&room));
        let last = spectators.last_mut().expect("just pushed");
        until([&mut host, &mut guest, last], "one more is there", |[host, ..]| usize::from(count(host)) == number);
    }
    let mut one_more = spectator(&room);
    until([&mut one_more], "one more is turned away", |[one_more]| one_more.state() == RoomState::Closed);
    assert_eq!(one_more.told(), "You cannot watch: this room has as many spectators as it takes");
    spectators.pop().expect("there are some").room(|room, _| room.leave());
    let fewer = u8::try_from(MOST_SPECTATORS - 1).expect("few");
    until([&mut host, &mut guest], "the place is free", |both| both.iter().all(|program| count(program) == fewer));

    let (_host, _guest, private) = company_at(|settings: &mut Settings| settings.online.spectators = false);
    let mut turned_away = spectator(&private);
    until([&mut turned_away], "nobody may watch", |[one]| one.state() == RoomState::Closed);
    assert_eq!(turned_away.told(), "You cannot watch: this room takes no spectators");
}
