//! Same setup and inputs, same hash: whatever the ticks an update, and whoever waits for thoughts.

use crate::support::{Script, computer, follow_script, persons, setup};
use korobka::game::{Action, Handling, KeyEvent, MatchSetup, Pace, SeatSetup, StartMatch, ThinkingPlace, TickLimit};
use korobka::game::{headless, state_hash};
use korobka::rules::random::Purpose;
use korobka::rules::{Random, Rules};

/// Two pairs of hands that press and release keys at random.
fn script(seed: u64, ticks: u64) -> Script {
    let mut random = Random::new(seed, Purpose::Games);
    let mut script = Script::default();
    let mut held = [[false; 8]; 2];
    for tick in 1..=ticks {
        for (seat, held) in (0..).zip(&mut held) {
            if random.chance(60) {
                let index = random.below(8) as usize;
                held[index] = !held[index];
                script.0.push((tick, seat, KeyEvent { action: Action::ALL[index], down: held[index] }));
            }
        }
    }
    script
}

/// The hash after this many ticks.
fn played(setup: MatchSetup, script: Option<Script>, ticks: u64, an_update: u32, thinking: ThinkingPlace) -> u64 {
    let mut app = headless::app(an_update);
    app.insert_resource(TickLimit(ticks)).insert_resource(thinking);
    if let Some(script) = script {
        follow_script(&mut app, script);
    }
    app.world_mut().trigger(StartMatch(setup));
    app.world_mut().flush();
    loop {
        app.update();
        let report = headless::match_report(app.world_mut());
        if report.over || report.ticks >= ticks {
            return state_hash(app.world_mut());
        }
    }
}

fn rules() -> Rules {
    Rules { countdown: 100, first_to: 10, all_spin: true, ..Rules::line_for_line() }
}

fn by_hand(seed: u64, script_seed: u64, an_update: u32) -> u64 {
    let seats = persons(2, Handling { dcd: 7, ..Handling::STANDARD });
    played(setup(rules(), seed, seats), Some(script(script_seed, 30_000)), 30_000, an_update, ThinkingPlace::Inline)
}

/// Two computer players at these speeds.
fn by_computers(seed: u64, seats: [SeatSetup; 2], an_update: u32, thinking: ThinkingPlace) -> u64 {
    played(setup(rules(), seed, seats.into()), None, 20_000, an_update, thinking)
}

#[test]
fn ticks_an_update_do_not_matter() {
    let hash = by_hand(5, 6, 1);
    assert_eq!(by_hand(5, 6, 100), hash, "1 or 100 ticks an update: the same match");
    assert_eq!(by_hand(5, 6, 17), hash, "or 17");
}

#[test]
fn seed_and_inputs_do_matter() {
    assert_ne!(by_hand(5, 6, 100), by_hand(6, 6, 100), "another seed gives another match");
    assert_ne!(by_hand(5, 6, 100), by_hand(5, 7, 100), "and so do other inputs");
}

/// Changes only with the rules of the game, the replay format or the hash itself: then say so in the changelog.
#[test]
fn the_golden_hash_holds() {
    assert_eq!(by_hand(1, 1, 100), GOLDEN, "30 seconds of scripted keys");
}

const GOLDEN: u64 = 10_526_763_881_512_832_218;

#[test]
fn thoughts_on_the_task_pool_change_nothing() {
    for pace in [Pace::FASTEST, Pace::from_pps(3.0)] {
        let seats = || [computer(pace, 0), computer(pace, 3)];
        let inline = by_computers(9, seats(), 100, ThinkingPlace::Inline);
        assert_eq!(by_computers(9, seats(), 100, ThinkingPlace::Pooled), inline, "{pace:?}: pooled or on the spot");
        assert_eq!(by_computers(9, seats(), 1, ThinkingPlace::Pooled), inline, "{pace:?}: at one tick an update");
        assert_ne!(
            by_computers(10, seats(), 100, ThinkingPlace::Inline),
            inline,
            "{pace:?}: another seed, another match"
        );
    }
}
