//! Practice: puzzles that are made by search are won by their own solutions, the finesse drill has a piece come again
//! until it is right, and what goes wrong is counted by kinds.

use crate::modes::person;
use crate::modes_given::set_down;
use crate::reach::press_key;
use crate::replays::filed_match;
use crate::support::{Game, computer, setup};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use korobka::app::faults::game_faults;
use korobka::app::finesse_drill::{FinesseDrill, finesse_drill_setup, plugin as finesse_drill_plugin};
use korobka::app::game_review::{FAULT_KINDS, ReviewedMove};
use korobka::app::made_puzzles::PUZZLE_KINDS;
use korobka::app::persistence::Settings;
use korobka::app::{Overlay, Screen, Toasts};
use korobka::fumen;
use korobka::game::modes::puzzle::usual_rules;
use korobka::game::replay::{move_notes_plugin, recorded_moves};
use korobka::game::{Action, MatchSetup, Pace, Phase};
use korobka::movegen::{AllowedMoves, Move, keys::straight_keys};
use korobka::review::{Grade, Judgement};
use korobka::rules::{BoardSize, PieceKind, Rules};
use korobka::solver::{KnownPieces, Solver};

#[test]
fn made_puzzles_are_won_by_their_own_solutions() {
    let mut settings = Settings::default();
    settings.single.rules.countdown = 0;
    for kind in &PUZZLE_KINDS {
        let made = kind.begin(&Rules::marathon(), 11).expect("a thread").wait_for_result().expect("it finds one");
        let setup = kind.match_setup(&made, &settings, 3).expect("it can be played");
        assert_eq!(setup.course.id, "", "who begins it again knows the way: no records");
        assert!(setup.course.name.ends_with(if made.ways == 1 { "way" } else { "ways" }), "{}", setup.course.name);
        let (board, moves) = (*made.matrix.board(), AllowedMoves::of(&setup.rules));
        let known = KnownPieces { queue: &made.queue, hold: None, can_hold: true };
        let mut solver = Solver::new(&setup.rules, kind.goal, u64::MAX);
        let solution = solver.first_way(&board, known, kind.pieces).expect("no bound").expect("a way");
        assert_eq!(moves, AllowedMoves::of(&usual_rules(&Rules::marathon())), "the rules that it was made for");
        let mut game = Game::new(MatchSetup { seats: vec![person()], ..setup });
        game.ticks(2);
        for (at, Move { placement, hold }) in solution.into_iter().enumerate() {
            assert!(!matches!(game.phase(), Phase::Over { .. }), "{} goes on before piece {at}", kind.name);
            // With the queue empty, what is on hold comes by itself.
            let comes = game.piece(0).kind == placement.piece.kind;
            set_down(&mut game, placement, hold && !comes);
        }
        assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "{} is solved", kind.name);
    }
}

#[test]
fn the_example_beside_each_kind_of_puzzle_is_one_of_that_kind() {
    for kind in &PUZZLE_KINDS {
        let page = fumen::decode(kind.example).expect("a fumen").pages.remove(0);
        let quiz = page.quiz().expect("it tells the pieces");
        let queue: Vec<PieceKind> = quiz.current.into_iter().chain(quiz.next).collect();
        assert_eq!(queue.len(), kind.pieces as usize, "{}", kind.name);
        let board = *page.field.to_matrix(BoardSize::default()).board();
        let known = KnownPieces { queue: &queue, hold: None, can_hold: true };
        let mut solver = Solver::new(&usual_rules(&Rules::marathon()), kind.goal, u64::MAX);
        let mut ways = |pieces| solver.count_ways(&board, known, pieces).expect("no bound");
        assert!(ways(kind.pieces) > 0, "{} can be solved", kind.name);
        assert_eq!((1..kind.pieces).map(ways).sum::<u64>(), 0, "{} needs all its pieces", kind.name);
    }
}

/// A drill with its first piece in play.
fn drill() -> Game {
    let mut settings = Settings::default();
    settings.single.rules.countdown = 0;
    let start = finesse_drill_setup(&settings, 5);
    let mut game = Game::new(start.clone());
    game.app.add_plugins((StatesPlugin, move_notes_plugin));
    game.app.insert_resource(settings).init_resource::<Toasts>();
    game.app.insert_state(Screen::Play).add_sub_state::<Overlay>().add_plugins(finesse_drill_plugin);
    // What a match that is the drill brings with it, also one that is begun again.
    game.restart(start);
    assert!(game.app.world().contains_resource::<FinesseDrill>(), "its player is there");
    game.ticks(4);
    game
}

fn figures(game: &Game) -> (u32, u32, u32) {
    let drill = game.app.world().resource::<FinesseDrill>();
    (drill.clean, drill.faulty, drill.in_a_row)
}

/// Presses the fewest keys to the place of the outline, with an idle pair of turns before them if so wanted.
fn play_target(game: &mut Game, idle_turns: bool) {
    let drill = game.app.world().resource::<FinesseDrill>();
    let (target, fewest) = (*drill.target().expect("a place is chosen"), drill.fewest_keys());
    let moves = AllowedMoves::of(&Rules::marathon());
    let keys = straight_keys(&game.board(0), &target, &AllowedMoves { half_turns: true, ..moves })
        .expect("a way without drops");
    assert_eq!(fewest + 1, keys.len(), "the hard drop is not counted");
    if idle_turns {
        game.tap(0, Action::Clockwise);
        game.tap(0, Action::Counterclockwise);
    }
    keys.into_iter().for_each(|key| press_key(game, key, 400));
    game.release_for(0, Action::HardDrop, 10);
}

#[test]
fn a_piece_of_the_finesse_drill_comes_again_until_it_is_right() {
    let mut game = drill();
    assert_eq!(figures(&game), (0, 0, 0));
    play_target(&mut game, false);
    assert_eq!(figures(&game), (1, 0, 1));
    let (board, kind) = (game.board(0), game.piece(0).kind);
    play_target(&mut game, true);
    assert_eq!(figures(&game), (1, 1, 0), "two turns for nothing");
    let problem = game.app.world().resource::<FinesseDrill>().problem.clone().expect("it says so");
    assert!(problem.contains(" keys where "), "{problem}");
    assert_eq!((game.board(0), game.piece(0).kind), (board, kind), "the piece has come again");
    play_target(&mut game, false);
    assert_eq!(figures(&game), (1, 1, 0), "right at the second try");
    for count in 1..=12 {
        play_target(&mut game, false);
        assert_eq!(figures(&game), (1 + count, 1, count));
    }
    // Nowhere but at the outline: one column beside where the fewest keys lead.
    let (target, board) = (*game.app.world().resource::<FinesseDrill>().target().expect("a place"), game.board(0));
    let away = if target.piece.cells().all(|(x, _)| x > 0) { Action::Left } else { Action::Right };
    let at_once =
        straight_keys(&board, &target, &AllowedMoves::of(&Rules::marathon())).is_some_and(|keys| keys.len() == 1);
    if at_once {
        game.tap(0, away);
    }
    game.tap(0, Action::HardDrop);
    game.ticks(10);
    let problem = game.app.world().resource::<FinesseDrill>().problem.clone();
    assert_eq!(problem.as_deref(), Some("It belongs where the outline is"));
    game.restart(setup(Rules::marathon(), 1, vec![person()]));
    assert!(!game.app.world().contains_resource::<FinesseDrill>(), "another game is no drill");
}

#[test]
fn faults_are_counted_by_kinds_with_what_they_cost() {
    let seats = vec![computer(Pace::from_pps(4.0), 0), computer(Pace::from_pps(4.0), 0)];
    let rules = Rules { first_to: 1, countdown: 100, ..Rules::versus() };
    let replay = filed_match(rules, 5, seats, 12_000);
    let mut moves: Vec<ReviewedMove> =
        recorded_moves(&replay).expect("its moves").into_iter().map(Into::into).collect();
    moves.retain(|moved| moved.recorded.seat == 0);
    let judged = |moved: &mut ReviewedMove, grade: Grade, lost: f64, hold: bool| {
        let played = moved.played_move();
        let best = Move { hold: played.hold != hold, ..played };
        let judgement = Judgement { played_chance: 0.5 - lost, grade, ..Judgement::of_best(best, 0.5) };
        moved.review.judgement = Some(judgement);
    };
    for moved in &mut moves {
        judged(moved, Grade::Best, 0.0, false);
    }
    judged(&mut moves[2], Grade::Blunder, 0.3, true);
    judged(&mut moves[3], Grade::Mistake, 0.15, false);
    // What costs nothing that can be told from chance is no fault.
    judged(&mut moves[4], Grade::Good, 0.05, true);
    let game = game_faults(&moves, 0, &replay.setup.rules, "one.replay");
    assert_eq!((game.file.as_str(), game.moves as usize), ("one.replay", moves.len()));
    assert_eq!(game.kinds["hold"].count, 1);
    assert!((game.kinds["hold"].points - 30.0).abs() < 1e-9);
    assert_eq!(game.kinds["opening"].count, 2);
    assert!((game.kinds["opening"].points - 45.0).abs() < 1e-9);
    assert!(game.kinds.keys().all(|id| FAULT_KINDS.iter().any(|kind| kind.id == id)));
}
