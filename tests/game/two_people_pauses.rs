//! Two people at one machine whose match rests: what pauses it, how it goes on, and what is held down before it does.

use crate::replays::filed;
use crate::two_people::Machine;
use bevy::prelude::*;
use korobka::app::devices::Gamepads;
use korobka::app::persistence::{Occupant, Settings};
use korobka::app::{Overlay, Toasts};
use korobka::game::replay::{ReplayCheck, survey};
use korobka::game::{
    Action, CurrentSetup, EndMatch, FinishMatch, Handling, Paused, RecordedPlayer, SeatControl, SeatSetup, StartMatch,
};

#[test]
fn a_gamepad_that_leaves_pauses_the_game_and_says_so() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::SecondPad, 2);
    machine.unplug(0);
    assert_eq!(machine.overlay(), Overlay::None, "nobody played with that one");
    machine.act(1, Action::Right, true);
    machine.ticks(20);
    machine.unplug(1);
    assert_eq!(machine.overlay(), Overlay::Pause);
    assert!(machine.app.world().resource::<Paused>().0, "no tick passes");
    let said = machine.app.world().resource::<Toasts>().last().expect("it is said").to_owned();
    assert!(said.starts_with("Gamepad 2 is gone: the game waits."), "{said}");
    let tick = machine.current().tick;
    machine.ticks(50);
    assert_eq!(machine.current().tick, tick, "the game waits");
    machine.plug(1);
    let number = machine.app.world().resource::<Gamepads>().index_of(machine.pads[1]);
    assert_eq!(number, Some(1), "it is gamepad 2 again, though the first is not there");
    machine.app.world_mut().resource_mut::<NextState<Overlay>>().set(Overlay::None);
    machine.ticks(600);
    assert!(machine.current().tick > tick, "it goes on");
    let x = machine.piece(1).x;
    machine.ticks(200);
    assert_eq!(machine.piece(1).x, x, "the direction that was held is let go");
}

#[test]
fn a_game_that_is_continued_waits_for_a_gamepad_that_is_not_there() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::SecondPad, 2);
    machine.unplug(1);
    assert_eq!(machine.show(Overlay::Ready), Overlay::Pause);
    let said = machine.app.world().resource::<Toasts>().last().expect("it is said").to_owned();
    assert!(said.starts_with("Gamepad 2 is not connected: the game waits."), "{said}");
    machine.plug(1);
    assert_eq!(machine.show(Overlay::Ready), Overlay::Ready);
}

/// The column of the leftmost cell of the left player's piece.
fn left_edge(machine: &mut Machine) -> i8 {
    machine.piece(0).cells().map(|(column, _)| column).min().expect("a piece has cells")
}

#[test]
fn directions_held_before_a_game_goes_on_are_pressed_in_its_first_tick() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::SecondPad, 2);
    machine.show(Overlay::Ready);
    let (before, tick) = ([machine.piece(0).x, machine.piece(1).x], machine.current().tick);
    // One goes left, presses right too soon, and means to turn; the other keeps right, and comes back to nothing.
    machine.tap(0, Action::Right);
    for (side, action) in [(0, Action::Left), (0, Action::Clockwise), (1, Action::Left), (1, Action::Right)] {
        machine.act(side, action, true);
        machine.ticks(2);
    }
    machine.act(1, Action::Left, false);
    machine.ticks(2);
    assert_eq!(machine.current().tick, tick, "the game rests");
    machine.app.world_mut().resource_mut::<NextState<Overlay>>().set(Overlay::None);
    for _ in 0..5 {
        if machine.current().tick == tick {
            machine.ticks(1);
        }
    }
    assert_eq!(machine.current().tick, tick + 1);
    assert_eq!([machine.piece(0).x, machine.piece(1).x], [before[0] - 1, before[1] + 1]);
    assert_eq!(machine.pressed(), [1, 1], "a turn is not made up for");
    machine.ticks(u32::from(Handling::FAST.das) + 2);
    assert_eq!(left_edge(&mut machine), 0, "it charges and slides to the wall");
    assert!(machine.piece(1).x > before[1] + 1);
    // Over a pause too; what is let go in it stays let go.
    machine.tap(0, Action::HardDrop);
    machine.tap(1, Action::HardDrop);
    machine.show(Overlay::Pause);
    machine.act(1, Action::Right, false);
    let before = machine.piece(1).x;
    machine.ticks(2);
    machine.show(Overlay::None);
    machine.ticks(u32::from(Handling::FAST.das) + 2);
    assert_eq!((left_edge(&mut machine), machine.piece(1).x), (0, before));
    machine.act(0, Action::Left, false);
    machine.ticks(2);
    let replay = filed(machine.replay());
    assert_eq!(survey(&replay).expect("possible rules").check, ReplayCheck::Agrees);
}

#[test]
fn a_game_that_rested_counts_down_where_its_player_so_chose() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::SecondPad, 2);
    machine.app.world_mut().resource_mut::<Settings>().countdown_after_pause = 2;
    let (x, tick) = (machine.piece(0).x, machine.current().tick);
    // Each page may have been opened while the match was played.
    for page in [Overlay::Pause, Overlay::Help, Overlay::Music, Overlay::Settings] {
        assert_eq!(machine.show(page), page);
        assert_eq!(machine.show(Overlay::None), Overlay::Ready, "{page:?} leads to the countdown");
    }
    assert_eq!(machine.show(Overlay::Pause), Overlay::Pause, "it can be paused anew");
    assert_eq!(machine.show(Overlay::None), Overlay::Ready);
    machine.ticks(1_900);
    assert_eq!((machine.overlay(), machine.current().tick), (Overlay::Ready, tick), "no tick passes for two seconds");
    machine.act(0, Action::Left, true);
    for _ in 0..200 {
        if machine.current().tick == tick {
            machine.ticks(1);
        }
    }
    assert_eq!((machine.overlay(), machine.current().tick), (Overlay::None, tick + 1));
    assert_eq!(machine.piece(0).x, x - 1, "a direction that is held counts from the first tick on");
    machine.act(0, Action::Left, false);
    machine.ticks(20);
    // A new match has a countdown of its own.
    machine.show(Overlay::Pause);
    let setup = machine.app.world().resource::<CurrentSetup>().0.clone();
    machine.app.world_mut().trigger(StartMatch(setup));
    machine.app.world_mut().resource_mut::<NextState<Overlay>>().set(Overlay::None);
    machine.ticks(1);
    assert_eq!(machine.overlay(), Overlay::None);
    // It goes on at once where only others play.
    machine.ticks(20);
    let world = machine.app.world_mut();
    for mut seat in world.query::<&mut SeatSetup>().iter_mut(world) {
        seat.control = SeatControl::Elsewhere(RecordedPlayer::Person);
    }
    machine.show(Overlay::Pause);
    assert_eq!(machine.show(Overlay::None), Overlay::None);
}

#[test]
fn a_continued_game_that_is_paused_in_its_countdown_counts_down_anew() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::SecondPad, 2);
    machine.show(Overlay::Ready);
    machine.show(Overlay::Pause);
    assert_eq!(machine.show(Overlay::None), Overlay::Ready, "though no other pause ends with a countdown");
    machine.ticks(3_100);
    assert_eq!(machine.overlay(), Overlay::None);
    machine.show(Overlay::Pause);
    assert_eq!(machine.show(Overlay::None), Overlay::None);
}

#[test]
fn a_replay_knows_nothing_of_pauses_and_a_game_that_is_finished_in_one_waits_for_nothing() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::Computer, 1);
    machine.app.world_mut().resource_mut::<Settings>().countdown_after_pause = 1;
    let show = |machine: &mut Machine, overlay: Overlay| {
        machine.app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
        machine.ticks(1);
    };
    for _ in 0..3 {
        machine.tap(0, Action::HardDrop);
        show(&mut machine, Overlay::Pause);
        show(&mut machine, Overlay::None);
        assert_eq!(machine.overlay(), Overlay::Ready);
        machine.ticks(1_010);
        assert_eq!(machine.overlay(), Overlay::None);
    }
    show(&mut machine, Overlay::Pause);
    machine.app.world_mut().trigger(FinishMatch);
    show(&mut machine, Overlay::None);
    assert_eq!(machine.overlay(), Overlay::None);
    machine.ticks(2);
    assert!(machine.current().is_over());
    let replay = filed(machine.replay());
    assert_eq!(survey(&replay).expect("possible rules").check, ReplayCheck::Agrees);
}

#[test]
fn directions_held_before_a_match_begins_charge_for_its_first_piece() {
    let mut machine = Machine::with(Occupant::Keyboard, Occupant::SecondPad, 2);
    let setup = machine.app.world().resource::<CurrentSetup>().0.clone();
    machine.app.world_mut().trigger(EndMatch);
    machine.ticks(2);
    machine.act(0, Action::Left, true);
    machine.act(1, Action::SoftDrop, true);
    machine.ticks(2);
    machine.app.world_mut().trigger(StartMatch(setup));
    machine.ticks(4);
    let (left, right) = (machine.piece(0), machine.piece(1));
    assert!(left_edge(&mut machine) > 0 && right.y < left.y, "soft drop brings it to the ground at once");
    machine.ticks(u32::from(Handling::FAST.das));
    assert_eq!(left_edge(&mut machine), 0, "to the wall without another press");
}
