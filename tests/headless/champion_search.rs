//! What the champion's search keeps to: the same answer on any number of threads, one at any moment,
//! and within its memory.

use super::champion::tidy;
use korobka::ai::Playfield;
use korobka::doors::threads::HelperThreads;
use korobka::movegen::Move;
use korobka::rules::{PieceKind, Rules};
use korobka::search::{BestMove, Search, SearchSettings, State, WaitingGarbage};

fn search(threads: usize) -> Search {
    Search::with_settings(
        &Rules::versus(),
        SearchSettings { threads, helpers: Some(&HelperThreads), ..SearchSettings::default() },
    )
}

/// Some positions of a game, with garbage waiting in every second of them.
fn positions(count: usize) -> Vec<(Playfield, State)> {
    let (mut field, mut player) = (Playfield::new(&Rules::versus(), 9), search(1));
    let position = |at: usize| {
        let garbage = WaitingGarbage { rows: (at % 2 * 4) as u8, due: 3, certain: false };
        let state = State::of(&field, garbage);
        let before = field.clone();
        for _ in 0..3 {
            let state = State::of(&field, WaitingGarbage::default());
            let choice = player.find_best_move(&state, &tidy(), 300, &mut || false).unwrap();
            assert!(play(&mut field, choice));
        }
        (before, state)
    };
    (0..count).map(position).collect()
}

fn play(field: &mut Playfield, choice: BestMove) -> bool {
    let Move { placement, hold } = choice.chosen;
    field.place(placement.piece, placement.spin.possible_last_move(), hold, 0).is_some()
}

#[test]
fn the_number_of_threads_does_not_show() {
    for (at, (_, state)) in positions(4).into_iter().enumerate() {
        // One world, three, and eight.
        for budget in [5_000, 24_000, 64_000] {
            let one = search(1).find_best_move(&state, &tidy(), budget, &mut || false);
            assert!(one.is_some_and(|choice| choice.nodes > budget / 3), "{one:?}");
            for threads in [2, 3, 8] {
                let many = search(threads).find_best_move(&state, &tidy(), budget, &mut || false);
                assert_eq!(one, many, "position {at}, {budget} nodes, {threads} threads");
            }
            let ranked = |threads| {
                let mut search = search(threads);
                (search.rank(&state, &tidy(), budget), search.insight())
            };
            let (placements, insight) = ranked(1);
            assert_eq!(ranked(2), (placements, insight));
            let told = insight.map(|insight| (insight.nodes, insight.depth, insight.agreement.worlds));
            let worlds = (budget / 8_000).max(1) as u32;
            assert_eq!(told, one.map(|choice| (choice.nodes, choice.depth, worlds)));
        }
    }
}

#[test]
fn there_is_an_answer_at_any_moment() {
    let (field, state) = positions(3).pop().unwrap();
    for threads in [1, 2, 4] {
        for patience in [0, 1, 10, 100, 1_000] {
            let mut asked = 0;
            let mut stop = || {
                asked += 1;
                asked > patience
            };
            let choice = search(threads).find_best_move(&state, &tidy(), 2_000_000, &mut stop).unwrap();
            assert!(play(&mut field.clone(), choice), "on {threads} after {patience}: {choice:?}");
            // Of several threads the others hear of it when the first gets its turn.
            assert!(threads > 1 || choice.nodes < 200_000, "it went on after {patience}: {choice:?}");
        }
    }
}

#[test]
fn no_more_memory_is_kept_than_allowed() {
    let (_, state) = positions(2).pop().unwrap();
    let kept = |memory: usize, threads: usize| {
        let mut search = Search::with_settings(
            &Rules::versus(),
            SearchSettings { threads, helpers: Some(&HelperThreads), memory, spawn_row: None },
        );
        search.find_best_move(&state, &tidy(), 1_500_000, &mut || false).unwrap();
        search.memory_bytes()
    };
    let (little, much) = (kept(1, 1), kept(200, 1));
    assert!(little <= 1 << 17, "an eighth of it for each thread, for there are eight at most: {little}");
    assert!(much > 1 << 17, "with more allowed it takes more: {much}");
    assert!(kept(1, 2) <= 1 << 18);
}

#[test]
fn any_amount_of_memory_may_be_allowed() {
    let (_, state) = positions(2).pop().unwrap();
    let choice = |memory: usize| {
        let mut search =
            Search::with_settings(&Rules::versus(), SearchSettings { memory, ..SearchSettings::default() });
        search.find_best_move(&state, &tidy(), 5_000, &mut || false)
    };
    // In bytes, 2^44 MiB are 0 in 64 bits, as 4096 MiB are in 32.
    for memory in [4096, 1 << 44, usize::MAX] {
        assert_eq!(choice(memory), choice(200), "{memory} MiB");
    }
}

#[test]
fn a_piece_that_is_only_guessed_is_not_set_down_first() {
    let position = positions(1).pop().unwrap().1;
    // Without guesses, and with them in one world and in three.
    for budget in [500, 5_000, 24_000] {
        let ranked = |queue: &str, hold: Option<PieceKind>| {
            let queue = queue.chars().filter_map(PieceKind::from_letter).collect();
            let ranked = search(1).rank(&State { queue, hold, ..position.clone() }, &tidy(), budget);
            ranked.into_iter().map(|ranked| (ranked.piece.kind, ranked.hold)).collect::<Vec<_>>()
        };
        let all = |found: &[(PieceKind, bool)], expected| found.iter().all(|found| *found == expected);
        let last = ranked("T", None);
        assert!(!last.is_empty() && all(&last, (PieceKind::T, false)), "{budget}: {last:?}");
        let held = ranked("", Some(PieceKind::I));
        assert!(!held.is_empty() && all(&held, (PieceKind::I, true)), "{budget}: {held:?}");
        assert_eq!(ranked("", None), [], "{budget}");
        assert!(ranked("TI", None).contains(&(PieceKind::I, true)), "what is on show may be held for");
    }
}

#[test]
fn what_is_guessed_is_looked_at_after_what_is_on_show() {
    let state = State { queue: vec![PieceKind::O, PieceKind::T], hold: None, ..positions(1).pop().unwrap().1 };
    let depth = |budget| search(1).find_best_move(&state, &tidy(), budget, &mut || false).map(|best| best.depth);
    assert_eq!((depth(500), depth(5_000)), (Some(2), Some(4)), "with few nodes nothing is guessed, else two pieces");
}

#[test]
fn more_pieces_than_any_game_shows_do_no_harm() {
    let state = State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default());
    let state = State { queue: vec![PieceKind::O; 300], bag: Vec::new(), ..state };
    let best = search(1).find_best_move(&state, &tidy(), 10_000, &mut || false);
    let depth = best.expect("there is room").depth;
    // The beam goes down to the last piece that it looks at.
    assert!(depth > 200, "{depth}");
}
