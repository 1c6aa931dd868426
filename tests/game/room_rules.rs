//! The rules of a room: which ones no two programs can play by.

use super::room::{Program, open};
use korobka::app::online::OnlineRoom;
use korobka::app::persistence::Settings;
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
