//! The champion at a seat: its search decides, its hand presses the keys.

use crate::computer_reach::count_kept_aims;
use crate::support::{Game, computer, setup};
use korobka::doors;
use korobka::game::components::{Falling, Field, IncomingGarbage, Score};
use korobka::game::computer::Computer;
use korobka::game::{ComputerSetup, Pace, SeatSetup, ThinkingPlace};
use korobka::mind::Mind;
use korobka::rules::{BoardSize, GarbageRules, GravityRule, PieceSet, Rules};
use korobka::search::Weights;
use korobka::search::features::weight_names;
use korobka::search::request::SearchResponder;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// A search that keeps its stack low and likes to send lines.
pub(crate) fn searcher(pace: Pace) -> SeatSetup {
    slipping(pace, 0)
}

/// The same with slips.
fn slipping(pace: Pace, slips: u8) -> SeatSetup {
    weighing(&[], pace, slips)
}

/// The same with more weights.
pub(crate) fn weighing(more: &[(&str, f64)], pace: Pace, slips: u8) -> SeatSetup {
    let wanted = [
        ("height", -1.0),
        ("holes", -4.0),
        ("row-transitions", -1.0),
        ("steps", -1.0),
        ("covering", -1.0),
        ("attack", 2.0),
    ];
    let weight = |name: &str| wanted.iter().chain(more).find(|(known, _)| *known == name).map_or(0.0, |found| found.1);
    let weights = Weights::new(&weight_names().map(weight).collect::<Vec<_>>()).unwrap();
    SeatSetup::computer("Search", ComputerSetup { mind: Mind::Searcher(Arc::new(weights)), pace, slips })
}

/// One round under the gravity of matches, without a countdown.
pub(crate) fn rules() -> Rules {
    Rules { countdown: 0, first_to: 1, gravity: GravityRule::VERSUS, ..Rules::versus() }
}

#[test]
fn its_pieces_land_where_its_search_wants_them() {
    let mut game = Game::new(setup(rules(), 3, vec![searcher(Pace::FASTEST)]));
    let (locks, meant) = count_kept_aims(&mut game, 6_000);
    assert!(locks > 60, "{locks} pieces in six seconds");
    assert_eq!(meant, locks, "every piece locks where its last key was to bring it");
    assert!(game.get::<Score>(0).0.lines > 15, "and it clears lines: {:?}", game.get::<Score>(0).0);
    assert!(game.get::<Field>(0).0.board().stack_height() < 12, "and stays low");
}

#[test]
fn it_keeps_its_pace_and_a_match_is_the_same_again() {
    let play = || {
        let mut game =
            Game::new(setup(rules(), 5, vec![searcher(Pace::from_pps(5.0)), computer(Pace::from_pps(1.0), 0)]));
        game.ticks(8_000);
        (game.get::<Score>(0).0.pieces, game.hash())
    };
    let (first, again) = (play(), play());
    assert_eq!(first, again);
    assert!((34..=44).contains(&first.0), "{} pieces in eight seconds at five a second", first.0);
}

#[test]
fn slips_make_it_worse() {
    // How many rows it clears with 96 pieces, over some games; one that has topped out clears no more. The faster it
    // plays, the fewer nodes each piece takes.
    let lines = |slips| -> u32 {
        let one = |seed| {
            let mut game = Game::new(setup(rules(), seed, vec![slipping(Pace::FASTEST, slips)]));
            for _ in 0..12_000 {
                if game.get::<Score>(0).0.pieces == 96 {
                    break;
                }
                game.tick();
            }
            game.get::<Score>(0).0.lines
        };
        (1..=3).map(one).sum()
    };
    let (steady, often) = (lines(0), lines(5));
    assert!(steady > 90, "{steady} lines of 115 that a clean stack clears");
    assert!(often < steady, "{often} lines with slips against {steady} without");
}

#[test]
fn it_knows_where_it_cannot_play() {
    let narrow = Rules { board: BoardSize { width: 8, ..BoardSize::default() }, ..rules() };
    let pentominoes = Rules { pieces: PieceSet::Pentomino, ..rules() };
    let seat = || vec![computer(Pace::FASTEST, 0), searcher(Pace::FASTEST)];
    assert!(setup(rules(), 1, seat()).unplayable_seat().is_none());
    for other in [narrow, pentominoes] {
        let setup = setup(other, 1, seat());
        assert_eq!(setup.unplayable_seat().map(|seat| seat.name.as_str()), Some("Search"));
        // Should it sit there all the same, it drops its pieces.
        let mut game = Game::new(setup);
        game.ticks(2_000);
        assert!(game.get::<Score>(1).0.pieces > 3);
    }
}

/// A worker in this thread, whose answers are there after they were asked for so often, and that fails
/// at every so many.
#[derive(Debug)]
struct Slow {
    engine: Mutex<SearchResponder>,
    on_their_way: Mutex<HashMap<u64, (u32, String)>>,
    late: u32,
    fails: u64,
    asked: AtomicU64,
}

impl doors::worker::Worker for Slow {
    fn ask(&self, number: u64, request: String) {
        self.on_their_way.lock().unwrap().insert(number, (0, request));
    }

    fn answer(&self, number: u64) -> Option<Result<String, String>> {
        let mut on_their_way = self.on_their_way.lock().unwrap();
        let (looks, request) = on_their_way.get_mut(&number)?;
        *looks += 1;
        if *looks <= self.late {
            return None;
        }
        let request = std::mem::take(request);
        on_their_way.remove(&number);
        if self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(self.fails) {
            return Some(Err("it is broken".to_owned()));
        }
        Some(self.engine.lock().unwrap().answer(&request))
    }

    fn forget(&self, number: u64) {
        self.on_their_way.lock().unwrap().remove(&number);
    }
}

#[test]
fn a_worker_changes_nothing_though_it_is_late_or_broken() {
    let play = |thinking: ThinkingPlace| {
        let mut game =
            Game::new(setup(rules(), 5, vec![searcher(Pace::from_pps(5.0)), computer(Pace::from_pps(1.0), 0)]));
        game.app.insert_resource(thinking);
        // A tick that waits for a thought does not pass.
        let (mut updates, mut insights) = (0, HashMap::new());
        while game.current().tick < 4_000 {
            game.tick();
            updates += 1;
            let falling = *game.get::<Falling>(0);
            insights.extend(game.get::<Computer>(0).search_insight(&falling).map(|insight| (falling.serial, insight)));
        }
        (game.hash(), updates, insights)
    };
    let (hash, updates, insights) = play(ThinkingPlace::Inline);
    assert_eq!(updates, 4_000);
    for (late, fails) in [(0, u64::MAX), (500, u64::MAX), (3, 4)] {
        let worker = Arc::new(Slow {
            engine: Mutex::default(),
            on_their_way: Mutex::default(),
            late,
            fails,
            asked: AtomicU64::new(1),
        });
        let (there, took, told) = play(ThinkingPlace::Worker(worker.clone()));
        assert_eq!(there, hash, "answers after {late} looks");
        // A piece that is dropped as soon as the thought is there shows none of it.
        assert!(
            told.len() > 5 && told.iter().all(|(serial, insight)| insights.get(serial) == Some(insight)),
            "{told:?}"
        );
        assert!(worker.asked.load(Ordering::Relaxed) > 15, "it was asked for every piece");
        assert_eq!(took > updates, late > 100, "ticks wait for what is late: {took} updates");
    }
}

#[test]
fn it_tells_the_garbage_that_it_knew_of_when_its_piece_appeared() {
    let mut game = Game::new(setup(rules(), 3, vec![searcher(Pace::from_pps(1.0))]));
    let known = |game: &Game| game.get::<Computer>(0).known_garbage();
    game.ticks(20);
    let slow = GarbageRules { travel: 3_500, ..rules().garbage };
    let mut incoming = game.get::<IncomingGarbage>(0).clone();
    incoming.0.receive(3, game.current().round_tick, &slow);
    game.set(0, incoming);
    while game.get::<Score>(0).0.pieces == 0 {
        assert_eq!(known(&game).rows, 0, "it does not think about a piece twice");
        game.tick();
    }
    game.ticks(100);
    let known = known(&game);
    assert!(known.rows == 3 && known.due > 1, "{known:?}");
}

#[test]
fn what_it_thinks_is_told_of_the_piece_in_play_alone() {
    let mut game = Game::new(setup(rules(), 3, vec![searcher(Pace::FASTEST)]));
    let mut told = 0;
    for _ in 0..2_000 {
        game.tick();
        let (computer, falling) = (game.get::<Computer>(0), *game.get::<Falling>(0));
        let (ranked, target) = computer.ranked_and_target(&falling);
        let Some(choice) = ranked.get(target.unwrap_or(0)) else { continue };
        told += 1;
        let kind = falling.piece.map(|in_play| in_play.piece.kind);
        let is_of_it = choice.hold || Some(choice.piece.kind) == kind;
        assert!(is_of_it && game.board(0).fits(choice.piece), "{choice:?} while {falling:?} is in play");
        assert_eq!(computer.nodes_a_piece(), Some(18_000), "as many as 30 ticks allow");
        let insight = computer.search_insight(&falling).unwrap();
        assert!(insight.depth > 1 && insight.agreement.worlds == 2, "{insight:?}");
        for other in [Falling { piece: None, ..falling }, Falling { serial: falling.serial + 1, ..falling }] {
            assert!(computer.ranked_and_target(&other).0.is_empty(), "{other:?}");
            assert_eq!(computer.search_insight(&other), None);
        }
    }
    assert!(told > 1_000, "{told} of 2,000 ticks");
}
