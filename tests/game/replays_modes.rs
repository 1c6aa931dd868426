//! Every mode has replays: a game of each is recorded, filed, and plays again to the same state; what
//! is altered is named.

use crate::computer_search::searcher;
use crate::modes::{person, setup_of};
use crate::modes_given::book;
use crate::replays::{filed, playing, recorded};
use crate::support::{Script, computer, random_script};
use korobka::game::handling::SecondDirection;
use korobka::game::modes::table::MODES;
use korobka::game::modes::{ModeOptions, Plan, line};
use korobka::game::replay::{Replay, ReplayCheck, go_to_tick, survey};
use korobka::game::{Action, Handling, KeyEvent, Mode, Pace, SeatSetup, state_hash};
use korobka::rules::random::Purpose;
use korobka::rules::{Random, RuleSet, Rules};
use std::sync::Arc;

/// What a mode is played as here: a short game of it.
fn plan(mode: Mode) -> Plan {
    let options = ModeOptions { sprint: 20, dig: 10, ..ModeOptions::default() };
    match mode {
        Mode::Versus | Mode::Watch => Plan::from_rules(Rules { first_to: 1, ..Rules::versus() }),
        Mode::Puzzle => book().puzzle_plan("08-cellar", &Rules::marathon()).expect("it ships"),
        Mode::Custom => line::parse("width=12 gravity=off strewn=6").expect("a custom game"),
        _ => Plan::of(mode, &options, &Rules::marathon()),
    }
}

fn is_for_two(mode: Mode) -> bool {
    matches!(mode, Mode::Versus | Mode::Watch)
}

/// A game of somebody who presses keys at random for twenty seconds, and takes pieces back now and then.
fn by_hand(mode: Mode) -> (Replay, u64) {
    let mut random = Random::new(mode as u64 + 1, Purpose::Games);
    let seats: &[u8] = if is_for_two(mode) { &[0, 1] } else { &[0] };
    let mut script = random_script(&mut random, seats, 20_000, (40, 8));
    for (number, tick) in (1000..20_000).step_by(700).enumerate() {
        let action = if number % 3 == 2 { Action::Redo } else { Action::Undo };
        let press = [(tick, true), (tick + 50, false)];
        script.0.extend(press.map(|(tick, down)| (tick, 0, KeyEvent { action, down })));
    }
    script.0.sort_by_key(|event| event.0);
    let handling = Handling { guard: 117, second_direction: SecondDirection::Anew, ..Handling::FAST };
    let persons = seats.iter().map(|seat| SeatSetup::person(format!("Hands {seat}"), handling)).collect();
    recorded(setup_of(mode, plan(mode), persons, 3), script, 20_000)
}

/// A game of computer players, to its end or for a minute.
fn by_computers(mode: Mode) -> (Replay, u64) {
    let count = if is_for_two(mode) { 2 } else { 1 };
    let seats = (0..count).map(|seat| computer(Pace::from_pps(4.0), 2 * seat)).collect();
    recorded(setup_of(mode, plan(mode), seats, 4), Script::default(), 60_000)
}

/// The file of the replay is the same game to its last tick.
fn verified((replay, hash): (Replay, u64), what: &str) -> Arc<Replay> {
    assert!(replay.beats.len() > 20, "{what}: a game worth its name, {} beats", replay.beats.len());
    let replay = filed(replay);
    assert_eq!(survey(&replay).expect("possible rules").check, ReplayCheck::Agrees, "{what}");
    let mut app = playing(&replay);
    while !go_to_tick(app.world_mut(), replay.ticks, 10_000) {}
    assert_eq!(state_hash(app.world_mut()), hash, "{what}: it ends in the same state");
    replay
}

#[test]
fn a_game_of_every_mode_replays_as_recorded() {
    for entry in MODES {
        let mode = entry.mode;
        let replay = verified(by_hand(mode), &format!("{mode:?} by hand"));
        assert_eq!(replay.setup.mode, mode);
        let replay = verified(by_computers(mode), &format!("{mode:?} by computer players"));
        if matches!(mode, Mode::Sprint | Mode::Dig | Mode::Versus) {
            assert!(replay.result.over, "{mode:?} is played to its end");
        }
    }
}

#[test]
fn a_match_of_every_set_of_rules_replays_as_recorded() {
    for set in RuleSet::ALL {
        let plan = Plan::from_rules(Rules { first_to: 1, ..set.rules() });
        // The faster they play, the fewer nodes each piece takes.
        let seats = vec![searcher(Pace::FASTEST), searcher(Pace::from_pps(10.0))];
        let match_of_two = recorded(setup_of(Mode::Versus, plan, seats, 6), Script::default(), 6_000);
        let pieces: u32 = match_of_two.0.result.pieces.iter().sum();
        assert!(pieces > 40, "{}: {pieces} pieces", set.name());
        let replay = verified(match_of_two, set.name());
        assert_eq!(
            RuleSet::from_rules(&replay.setup.rules).rules().attack,
            set.rules().attack,
            "its rules are in the file"
        );
    }
}

#[test]
fn an_altered_key_of_every_mode_is_named_by_its_tick() {
    for entry in MODES {
        let (mut replay, _) = by_computers(entry.mode);
        let beat = replay.beats.len() / 2;
        let tick = replay.beats[beat].tick;
        let event = &mut replay.beats[beat].keys[0].1;
        event.down = !event.down;
        let ReplayCheck::Differs { tick: named, agreed } = survey(&filed(replay)).expect("possible rules").check else {
            panic!("{:?}: another key is another game", entry.mode);
        };
        assert_eq!(named, tick, "{:?}: the very tick of the key", entry.mode);
        assert!(agreed < tick, "{:?}: {agreed} is known to agree", entry.mode);
    }
}

#[test]
fn the_time_of_a_lost_puzzle_ends_with_its_last_piece() {
    let drop = [(50, true), (60, false)].map(|(tick, down)| (tick, 0, KeyEvent { action: Action::HardDrop, down }));
    let plan = book().puzzle_plan("01-first-quad", &Rules::marathon()).expect("it ships");
    let lost = setup_of(Mode::Puzzle, plan, vec![person()], 3);
    let (replay, _) = recorded(lost, Script(drop.to_vec()), 20_000);
    assert!(replay.result.over && replay.result.winner.is_none() && replay.ticks > 5000, "{:?}", replay.result);
    assert!((40..=50).contains(&replay.ticks_played()), "what could be taken back for a while was not played on");
    assert_eq!(replay.ticks_played(), replay.result.round_ticks);
    let check = survey(&filed(replay)).expect("possible rules").check;
    assert_eq!(check, ReplayCheck::Agrees);
}
