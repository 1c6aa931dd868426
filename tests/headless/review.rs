//! What a review keeps to: the same position gives the same verdict, the best move costs nothing, a move that loses
//! costs all, and matches go on from the position that they were given.

use super::champion::tidy;
use korobka::ai::Playfield;
use korobka::movegen::{AllowedMoves, Landings, Move, Placement, find_landings};
use korobka::review::{
    AttackComparison, AttackPlan, ChanceModel, Grade, Judgement, MoveExplainer, MoveJudge, MoveReview, MoveTiming,
    PlayedMove, PlayoutComparison, PlayoutResult, Playouts, move_accuracy,
};
use korobka::rules::{Board, BoardSize, Facing, FallingPiece, PieceKind, Rules, Spin};
use korobka::search::duel::DuelState;
use korobka::search::{DuelSettings, Search, State, WaitingGarbage};
use std::collections::BTreeSet;

/// A unit of value changes the chance by a good deal.
const STEEP: ChanceModel = ChanceModel { between_positions: 0.1, between_moves: 0.1 };

fn judge() -> MoveJudge {
    MoveJudge::new(&Rules::versus(), tidy(), STEEP, 1)
}

/// The position of a new game, with this board.
pub(crate) fn on(drawing: &str) -> State {
    let state = State::of(&Playfield::new(&Rules::versus(), 4), WaitingGarbage::default());
    State { board: Board::from_drawing(BoardSize::default(), drawing), ..state }
}

fn played(state: &State, made: Move) -> PlayedMove {
    PlayedMove { state: state.clone(), opponent: Some(state.clone()), handicaps: [1000; 2], made }
}

#[test]
fn the_best_move_costs_nothing_and_a_verdict_is_always_the_same() {
    let state = on("XXXX....XX\nXXXX.XXXXX");
    let moves = judge().moves_best_first(&state);
    let best = judge().judge(&played(&state, moves[0])).unwrap();
    assert_eq!(best.grade_title(&played(&state, moves[0])), "Best");
    assert_eq!((best.grade, best.value_lost, best.best), (Grade::Best, Some(0.0), moves[0]));
    assert_eq!(best.best_chance, best.played_chance);
    // Both sides are equally well off.
    assert!((best.best_chance - 0.5).abs() < 1e-9, "{best:?}");
    for &other in moves.iter().step_by(7) {
        let verdict = judge().judge(&played(&state, other)).unwrap();
        assert_eq!(Some(verdict), judge().judge(&played(&state, other)));
        let title = verdict.grade_title(&played(&state, other));
        assert_eq!(title == "Best", other == moves[0], "another move can only be as good: {title}, {verdict:?}");
        assert!(
            verdict.played_chance <= verdict.best_chance && verdict.value_lost.is_none_or(|lost| lost >= 0.0),
            "{verdict:?}"
        );
    }
}

/// A flat stack with a gap for an O, which comes.
fn flat() -> State {
    let queue = "OTLJSZI".chars().filter_map(PieceKind::from_letter).collect();
    State { queue, hold: None, ..on("XXXXXXXX..\nXXXXXXXX..") }
}

#[test]
fn a_hole_in_a_flat_stack_is_worse_than_none() {
    let state = flat();
    let o = PieceKind::from_letter('O').unwrap();
    let at = |x| {
        let spawned = FallingPiece { x, ..FallingPiece::spawn(o, BoardSize::default()) };
        Placement { piece: spawned.dropped(&state.board), spin: Spin::None }
    };
    let verdict = |x| judge().judge(&played(&state, Move { placement: at(x), hold: false })).unwrap();
    // The columns of an O that stands at 0 begin at 0 or 1, as its frame has it; the last that fits fills the gap.
    let places: Vec<i8> = (-2..10).filter(|&x| state.board.fits(at(x).piece)).collect();
    let (gap, over) = (places[places.len() - 1], places[places.len() - 2]);
    assert!(verdict(gap).grade <= Grade::Good, "{:?}", verdict(gap));
    assert!(verdict(over).grade >= Grade::Mistake, "{:?}", verdict(over));
    let lost = |x| verdict(x).value_lost.unwrap();
    assert!(lost(over) > lost(gap));
}

#[test]
fn whoever_is_better_off_than_the_other_has_the_better_chance_and_alone_it_is_even() {
    let messy = on(&["X.X.X.X.X.", ".X.X.X.X.X"].repeat(5).join("\n"));
    let chance = |own: &State, opponent: Option<&State>| {
        let best = judge().moves_best_first(own)[0];
        judge().judge(&PlayedMove { opponent: opponent.cloned(), ..played(own, best) }).unwrap().best_chance
    };
    assert!(chance(&flat(), Some(&messy)) > 0.9, "{}", chance(&flat(), Some(&messy)));
    assert!(chance(&messy, Some(&flat())) < 0.1, "{}", chance(&messy, Some(&flat())));
    assert_eq!([chance(&flat(), None), chance(&messy, None)], [0.5; 2]);
}

#[test]
fn a_move_is_worth_less_for_the_hole_that_it_makes() {
    let state = flat();
    let moves = judge().moves_best_first(&state);
    let holes = |Move { placement, hold }: Move| {
        let mut board = state.board;
        board.place(placement.piece);
        let covered =
            |x: i8| (0..20).rev().skip_while(|&y| !board.is_filled(x, y)).filter(|&y| !board.is_filled(x, y)).count();
        (!hold).then(|| (0..10).map(covered).sum::<usize>())
    };
    let over = *moves.iter().find(|one| holes(**one).is_some_and(|holes| holes >= 2)).expect("a place over the gap");
    let mut explainer = MoveExplainer::new(&Rules::versus(), tidy());
    let why = explainer.explain(&played(&state, over), moves[0]);
    assert_eq!((why.best[0], why.played[0]), (moves[0], over));
    assert_eq!(why.best.len(), 6, "nothing is held, so that one of seven pieces stays over");
    let buried = why.reasons.iter().find(|reason| reason.group == "buried").expect("its holes");
    assert_eq!((buried.feature.as_str(), buried.best, buried.played), ("holes", 0.0, 2.0), "{why:?}");
    assert_eq!(buried.in_words().unwrap(), "holes: empty cells with a filled one above, 0 instead of 2");
    assert!(why.reasons.windows(2).all(|pair| pair[0].part >= pair[1].part), "what says most first: {why:?}");
    assert!(why.reasons.iter().map(|reason| reason.part).sum::<f32>() <= 1.001, "{why:?}");
}

#[test]
fn a_move_after_which_every_line_loses_costs_the_whole_chance() {
    // A shaft of two columns under the place where pieces appear; whoever covers it has no room for the next piece.
    let row = "XXXX..XXXX\n";
    let state = on(&row.repeat(19));
    let moves = judge().moves_best_first(&state);
    let verdicts: Vec<_> = moves.iter().map(|&one| judge().judge(&played(&state, one)).unwrap()).collect();
    let lost = verdicts.iter().filter(|verdict| verdict.value_lost.is_none()).collect::<Vec<_>>();
    assert!(!lost.is_empty() && lost.len() < moves.len(), "{} of {} lose", lost.len(), moves.len());
    assert!(lost.iter().all(|verdict| verdict.played_chance < 1e-9 && verdict.grade == Grade::Blunder), "{lost:?}");
}

#[test]
fn chances_of_both_sides_are_one_together_and_accuracy_is_a_percentage() {
    for lead in [-900.0, -3.0, 0.0, 0.5, 40.0] {
        let both = STEEP.win_chance(lead, 0.0) + STEEP.win_chance(-lead, 0.0);
        assert!((both - 1.0).abs() < 1e-12, "{lead}: {both}");
        assert!(STEEP.win_chance(lead, 2.0) <= STEEP.win_chance(lead, 1.0));
        assert_eq!(STEEP.win_chance(lead, f64::INFINITY), 0.0);
    }
    assert_eq!(STEEP.win_chance(f64::INFINITY, f64::INFINITY), 0.0);
    assert!(move_accuracy(0.0) > 99.99 && move_accuracy(1.0) == 0.0);
    assert!((0..99).all(|loss| move_accuracy(f64::from(loss) / 100.0) >= move_accuracy(f64::from(loss + 1) / 100.0)));
    // The published curve at a loss of ten points.
    assert!((move_accuracy(0.1) - (103.1668 * (-0.4354f64).exp() - 3.1669)).abs() < 1e-9);
}

/// A move that hardly takes time to find, and holds nothing.
fn quick_move(state: &State) -> Option<Move> {
    let state = State { can_hold: false, ..state.clone() };
    let best = Search::new(&Rules::versus()).find_best_move(&state, &tidy(), 100, &mut || false)?;
    Some(best.chosen)
}

#[test]
fn a_match_goes_on_from_the_position_that_it_was_given() {
    let mut field = Playfield::new(&Rules::versus(), 31);
    for _ in 0..4 {
        let state = State::of(&field, WaitingGarbage::default());
        let Move { placement, hold } = judge().moves_best_first(&state)[0];
        field.place(placement.piece, placement.spin.possible_last_move(), hold, 0).unwrap();
    }
    let garbage = WaitingGarbage { rows: 5, due: 3, certain: false };
    let state = State::of(&field, garbage);
    let (mut futures, pace) = (BTreeSet::new(), 250);
    for seed in 0..20 {
        let duel = DuelSettings::fully_informed(Rules::versus(), pace, 40);
        let mut table = DuelState::from_positions(&duel, [&state, &state], 9000, seed);
        let mut seen: Vec<State> = Vec::new();
        while seen.len() < 20 && !table.is_over() {
            table.play_turn(&mut [
                &mut |now| {
                    seen.push(now.clone());
                    quick_move(now)
                },
                &mut quick_move,
            ]);
        }
        let first = &seen[0];
        assert_eq!(
            (first.board, first.hold, &first.queue, &first.bag),
            (state.board, state.hold, &state.queue, &state.bag)
        );
        assert_eq!((first.garbage, first.streak), (garbage, state.streak));
        // What comes: the pieces on show, then what is left of the bag in some order.
        let coming: Vec<PieceKind> = seen.iter().filter_map(|state| state.queue.last().copied()).collect();
        let mut of_bag = coming[1..=state.bag.len()].to_vec();
        of_bag.sort_unstable_by_key(|kind| kind.index());
        assert_eq!(of_bag, state.bag);
        futures.insert(coming.iter().map(|kind| kind.letter()).collect::<String>());
    }
    assert!(futures.len() > 10, "{futures:?}");
}

#[test]
fn a_match_is_played_on_from_the_last_of_all_ticks() {
    let garbage = WaitingGarbage { rows: 4, due: 3, certain: false };
    let state = State { garbage, ..on("XXXX....XX\nXXXX.XXXXX") };
    let duel = DuelSettings::fully_informed(Rules::versus(), 500, 6);
    let mut table = DuelState::from_positions(&duel, [&state, &state], u64::MAX, 1).with_handicaps([u32::MAX; 2]);
    while !table.is_over() {
        table.play_turn(&mut [&mut quick_move, &mut quick_move]);
    }
    assert!(table.result_so_far().pieces > 0);
}

#[test]
fn a_verdict_of_a_chance_below_0_loses_nothing_more_by_playouts() {
    let state = on("XXXX....XX");
    let best = judge().moves_best_first(&state)[0];
    let score = PlayoutComparison { pairs: 1, difference: 0.5, error: 0.5, net_lines: 0.0 };
    let judgement = Judgement { played_chance: -2.0, ..Judgement::of_best(best, -1.0) }.with_playouts(&score);
    assert_eq!((judgement.loss(), judgement.pairs), (0.0, 1));
}

#[test]
fn search_and_playouts_count_by_how_sure_they_are() {
    let state = on("XXXX....XX");
    let best = judge().moves_best_first(&state)[0];
    let by_search = Judgement { played_chance: 0.25, ..Judgement::of_best(best, 0.5) };
    // The search is taken to be wrong by 0.15.
    let both = |difference, error| {
        let score = PlayoutComparison { pairs: 40, difference, error, net_lines: 2.0 };
        by_search.with_playouts(&score)
    };
    let alike = both(0.05, 0.15);
    assert!((alike.loss() - 0.15).abs() < 1e-9, "the mean of two that are as sure: {alike:?}");
    assert!((alike.error - 0.15 / 2.0_f64.sqrt()).abs() < 1e-9, "two are surer than one: {alike:?}");
    assert_eq!((alike.pairs, alike.net_lines, alike.grade), (40, 2.0, Grade::Best), "it may be chance");
    let sure = both(0.2, 0.015);
    assert!((sure.loss() - 20.25 / 101.0).abs() < 1e-9, "ten times as sure counts a hundred times: {sure:?}");
    assert_eq!(sure.grade, Grade::Mistake);
}

#[test]
fn only_a_costly_move_misses_an_attack_and_only_one_of_two_lines_or_more() {
    let best = judge().moves_best_first(&flat())[0];
    let misses = |grade, lines| {
        let judgement = Some(Judgement { grade, ..Judgement::of_best(best, 0.5) });
        let attack = AttackComparison { most: AttackPlan { lines, moves: vec![best] }, after_played: 1 };
        let review = MoveReview { judgement, attack, ..MoveReview::default() };
        review.misses_attack()
    };
    assert_eq!([2, 3].map(|lines| misses(Grade::Inaccuracy, lines)), [false, true]);
    assert_eq!([2, 3].map(|lines| misses(Grade::Good, lines)), [false; 2]);
}

#[test]
fn playouts_prefer_the_move_that_does_not_lose() {
    // Eight rows rise with this piece, unless it clears: a stack of seventeen does not survive them.
    let letters = "IOTLJSZ".chars().filter_map(PieceKind::from_letter);
    let garbage = WaitingGarbage { rows: 8, due: 1, certain: false };
    let state = State { queue: letters.collect(), hold: None, garbage, ..on(&"XXXXXXXXX.\n".repeat(17)) };
    let good = judge().moves_best_first(&state)[0];
    assert_eq!(good.placement.piece.row_range(), (0, 3), "the I goes down the shaft");
    let mut landings = Landings::new();
    find_landings(&state.board, state.queue[0], &AllowedMoves::of(&Rules::versus()), &mut landings);
    let placement = landings.iter().find(|placement| placement.piece.row_range().0 >= 17).unwrap();
    let bad = Move { placement, hold: false };
    let mut playouts = Playouts::new(&Rules::versus(), tidy(), 100);
    let timing = MoveTiming { now: 9000, pace: 250 };
    let turn = played(&state, bad);
    let scores: Vec<[PlayoutResult; 2]> =
        (0..8).filter_map(|seed| playouts.play_pair(&turn, [good, bad], timing, seed)).collect();
    assert_eq!(scores.len(), 8);
    assert!(scores.iter().all(|[_, bad]| bad.score == 0.0), "{scores:?}");
    assert!(scores.iter().any(|[good, _]| good.score > 0.0), "{scores:?}");
    let score = playouts.compare(&turn, [good, bad], timing, 40).unwrap();
    assert_eq!(Some(score), playouts.compare(&turn, [good, bad], timing, 40));
    assert!(score.difference >= 0.0 && score.error > 0.0 && (32..=40).contains(&score.pairs), "{score:?}");
    assert_eq!(playouts.compare(&PlayedMove { opponent: None, ..turn }, [good, bad], timing, 40), None);
}

#[test]
fn a_match_that_is_played_on_keeps_the_handicaps() {
    let letters = "IOTLJSZ".chars().filter_map(PieceKind::from_letter);
    let state = State { queue: letters.collect(), hold: None, ..on(&"XXXXXXXXX.\n".repeat(5)) };
    // An upright I has its cells in the third column of its box.
    let piece = FallingPiece { kind: state.queue[0], facing: Facing::East, x: 7, y: 0 }.dropped(&state.board);
    let quad = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
    let timing = MoveTiming { now: 9000, pace: 250 };
    // The other side gives up at once, so that this clear is all that is sent.
    let sent = |handicaps| {
        PlayoutResult::play(&Rules::versus(), [&state, &state], handicaps, quad, timing, 1, &|_, _| None).net_lines
    };
    assert_eq!([[1000, 1000], [2000, 1000], [0, 1000]].map(sent), [4.0, 8.0, 0.0]);
}

#[test]
fn a_hold_that_brings_the_same_piece_is_none() {
    let letters = "TOTLJSZI".chars().filter_map(PieceKind::from_letter);
    let state = State { queue: letters.collect(), hold: PieceKind::from_letter('T'), ..on("XXXX....XX\nXXXX.XXXXX") };
    let plain = played(&state, judge().moves_best_first(&state).into_iter().find(|made| !made.hold).unwrap());
    let held = PlayedMove { made: Move { hold: true, ..plain.made }, ..plain.clone() };
    assert_eq!([plain.search_move(), held.search_move()], [Move { hold: false, ..plain.made }; 2]);
    assert_eq!(judge().judge(&held), judge().judge(&plain));
    let rules = Rules::versus();
    assert_eq!(AttackComparison::of(&rules, &held, 0), AttackComparison::of(&rules, &plain, 0));
    let empty = PlayedMove { state: State { hold: None, ..state }, ..held };
    assert!(empty.search_move().hold, "from an empty slot comes the next piece");
}
