//! Dealers at the level of ticks: a seat of its own, taking back, and replays.

use crate::modes::{begun, person, setup_of};
use crate::replays::{filed, recorded};
use crate::support::{Game, Script, computer, persons, random_script, setup, still_versus};
use korobka::ai::Playfield;
use korobka::game::components::{Falling, HoldSlot, Queue};
use korobka::game::handling::InitialInput;
use korobka::game::modes::{GameComparison, ModeOptions, Plan};
use korobka::game::replay::{ReplayCheck, survey};
use korobka::game::{Action, Handling, Mode, Pace, SeatSetup};
use korobka::rules::random::Purpose;
use korobka::rules::{Dealer, GeneratorKind, PieceKind, Random, Rules};

fn shown(game: &Game, seat: usize) -> Vec<PieceKind> {
    game.get::<Queue>(seat).0.shown().collect()
}

fn plan(dealer: Dealer) -> Plan {
    Plan::of(Mode::Dealer, &ModeOptions { dealer, ..ModeOptions::default() }, &Rules::marathon())
}

#[test]
fn the_mode_is_played_to_a_top_out_and_every_dealer_has_its_own_records() {
    let mut ids: Vec<String> = Dealer::ALL.map(|dealer| plan(dealer).course.id).into();
    ids.dedup();
    assert_eq!(ids.len(), Dealer::ALL.len());
    let mut game = Game::new(setup_of(Mode::Dealer, plan(Dealer::Free1), vec![computer(Pace::from_pps(5.0), 0)], 2));
    assert!(game.play_out(120_000), "nobody lasts long");
    assert_eq!(game.current().course.better, GameComparison::Score);
}

#[test]
fn a_dealt_seat_sees_what_its_dealer_lets_it_see_and_the_other_seat_has_the_bag() {
    let mut seats = persons(2, Handling::STANDARD);
    seats[1].dealer = Some(Dealer::Free2);
    let mut game = Game::new(setup(still_versus(), 4, seats));
    game.tick();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for _ in 0..12 {
        assert_eq!((shown(&game, 0).len(), shown(&game, 1).len()), (5, 2));
        left.push(game.piece(0).kind);
        right.push(game.piece(1).kind);
        for seat in 0..2 {
            game.keys(seat, &[(Action::HardDrop, true), (Action::HardDrop, false)]);
        }
        game.ticks(4);
        if game.get::<Falling>(0).piece.is_none() || game.get::<Falling>(1).piece.is_none() {
            break;
        }
    }
    let bag = Playfield::new(&still_versus(), 4);
    assert_eq!(left[1..6], bag.queue.shown().collect::<Vec<_>>(), "the bag of the seed");
    assert_ne!(left, right);
}

#[test]
fn a_piece_held_as_it_appears_is_dealt_for_like_one_held_later() {
    let rules =
        Dealer::Free2.apply_to(Rules { gravity: korobka::rules::GravityRule::Off, countdown: 0, ..Rules::marathon() });
    let later = {
        let mut game = Game::alone(rules, Handling::STANDARD);
        game.keys(0, &[(Action::Hold, true), (Action::Hold, false)]);
        game.tick();
        (game.piece(0).kind, game.get::<HoldSlot>(0).0.piece(), shown(&game, 0))
    };
    let at_once = {
        let handling = Handling { initial_hold: InitialInput::Hold, ..Handling::STANDARD };
        let mut game = Game::new(setup(Rules { countdown: 5, ..rules }, 1, persons(1, handling)));
        game.keys(0, &[(Action::Hold, true)]);
        game.ticks(10);
        (game.piece(0).kind, game.get::<HoldSlot>(0).0.piece(), shown(&game, 0))
    };
    assert!(later.1.is_some(), "a piece is on hold");
    assert_eq!(later, at_once);
}

#[test]
fn who_takes_back_and_does_the_same_again_is_dealt_the_same() {
    let mut plan = plan(Dealer::Free1);
    plan.course.undo = true;
    let mut game = begun(Mode::Dealer, plan, 3, 1);
    let drop = |game: &mut Game| {
        game.keys(0, &[(Action::HardDrop, true), (Action::HardDrop, false)]);
        game.ticks(4);
        (game.piece(0).kind, shown(game, 0))
    };
    let first: Vec<_> = (0..4).map(|_| drop(&mut game)).collect();
    for _ in 0..4 {
        game.keys(0, &[(Action::Undo, true), (Action::Undo, false)]);
        game.ticks(4);
    }
    let again: Vec<_> = (0..4).map(|_| drop(&mut game)).collect();
    assert_eq!(first, again);
}

#[test]
fn games_with_dealers_replay_as_recorded() {
    for (number, dealer) in (0..).zip(Dealer::ALL) {
        let mut random = Random::new(number, Purpose::Games);
        let script = random_script(&mut random, &[0], 10_000, (40, 8));
        let alone = recorded(setup_of(Mode::Dealer, plan(dealer), vec![person()], number), script, 10_000);
        let handicapped = SeatSetup { dealer: Some(dealer), ..computer(Pace::from_pps(4.0), 0) };
        let seats = vec![computer(Pace::from_pps(4.0), 0), handicapped];
        let versus = Rules { countdown: 0, first_to: 1, ..Rules::line_for_line() };
        let versus = recorded(setup(versus, number, seats), Script::default(), 30_000);
        for ((replay, _), what) in [(alone, "alone"), (versus, "versus")] {
            assert!(replay.beats.len() > 20, "{dealer:?} {what}: a game worth its name");
            let replay = filed(replay);
            let verdict = |replay| survey(replay).expect("possible rules").check;
            assert_eq!(verdict(&replay), ReplayCheck::Agrees, "{dealer:?} {what}");
            // The dealer is part of the game: without it the same keys are another one.
            let mut other = (*replay).clone();
            other.setup.rules.generator = GeneratorKind::Bag;
            other.setup.seats.iter_mut().for_each(|seat| seat.dealer = None);
            assert_ne!(verdict(&other.into()), ReplayCheck::Agrees, "{dealer:?} {what}: by chance");
        }
    }
}
