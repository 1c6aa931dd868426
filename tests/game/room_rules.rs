//! The rules of a room: which ones no two programs can play by, and which ones an own computer player cannot.

use super::computer_search::searcher;
use super::room::{Program, begin, company, open, until, until_met};
use korobka::app::online::{OnlineRoom, RoomState};
use korobka::app::persistence::Settings;
use korobka::game::Pace;
use korobka::net::lobby::Lobby;
use korobka::rules::Rules;

/// Sets the rules of the own room.
fn set_rules(host: &mut Program, rules: Rules) -> Result<(), String> {
    host.app.world_mut().resource_mut::<Settings>().online.rules = rules;
    host.room(|room, settings| room.set_rules(settings))
}

/// The rules of the next match in a room.
fn rules_of(program: &Program) -> Rules {
    let lobby = program.app.world().resource::<OnlineRoom>().lobby().expect("a room");
    lobby.terms().expect("rules are set").rules
}

#[test]
fn rules_that_no_network_can_keep_are_refused_and_those_before_stay() {
    let mut host = Program::new("Anna");
    open(&mut host);
    let before = rules_of(&host);
    for travel in [0, 149, 2001] {
        let mut rules = before;
        rules.garbage.travel = travel;
        let refused = set_rules(&mut host, rules).expect_err("no two programs can play by them");
        assert!(refused.contains(&format!("garbage travels for {travel} ms")), "{refused}");
        assert_eq!(rules_of(&host), before);
    }
    for travel in [150, 2000] {
        let mut rules = before;
        rules.garbage.travel = travel;
        set_rules(&mut host, rules).expect("two programs can play by them");
        assert_eq!(rules_of(&host), rules);
    }
}

#[test]
fn a_guest_that_was_ready_is_told_that_the_host_has_changed_the_rules() {
    let [mut host, mut guest] = company();
    let are_ready = |program: &Program| program.app.world().resource::<OnlineRoom>().lobby().map(Lobby::are_ready);
    guest.room(|room, _| room.set_ready(true));
    until([&mut host, &mut guest], "the host sees that the guest is ready", |[host, _]| {
        are_ready(host) == Some([false, true])
    });
    let rules = Rules { first_to: 2, ..rules_of(&host) };
    set_rules(&mut host, rules).expect("two programs can play by them");
    until([&mut host, &mut guest], "the guest is told", |[_, guest]| {
        guest.told() == "The host has changed the rules: you are not ready for these yet"
    });
    assert_eq!([&host, &guest].map(are_ready), [Some([false; 2]); 2]);
}

#[test]
fn whose_computer_player_cannot_play_by_the_rules_is_not_ready_and_stays_in_the_room() {
    let (mut host, mut guest) = (Program::new("Anna"), Program::new("Boris"));
    let mut settings = host.app.world_mut().resource_mut::<Settings>();
    let usual = settings.online.rules;
    settings.online.rules.board.width = 8;
    let room = open(&mut host);
    guest
        .room(|to, settings| to.join(settings, Some(searcher(Pace::from_pps(5.0))), room))
        .expect("there is a network");
    until_met(&mut host, &mut guest);
    for program in [&mut host, &mut guest] {
        program.room(|room, _| room.set_ready(true));
    }
    let are_ready = |program: &Program| program.app.world().resource::<OnlineRoom>().lobby().map(Lobby::are_ready);
    until([&mut host, &mut guest], "the guest is told, and the host is ready", |[_, guest]| {
        guest.told().contains("Search cannot play by these rules") && are_ready(guest) == Some([false, true])
    });
    assert_eq!([&host, &guest].map(Program::state), [RoomState::Met, RoomState::Met]);
    set_rules(&mut host, usual).expect("two programs can play by them");
    until([&mut host, &mut guest], "the guest knows the other rules", |[_, guest]| rules_of(guest) == usual);
    begin([&mut host, &mut guest]);
}
