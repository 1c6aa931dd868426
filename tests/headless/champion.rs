//! The champion's field, features and search against the rules' own board, counted cell by cell.

use korobka::ai::Playfield;
use korobka::movegen::{AllowedMoves, Landings, Move, find_landings};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, PieceKind, PieceSet, Random, Rules, Spin};
use korobka::search::features::{
    EVENTS, FEATURE_COUNT, FEATURES, OPPONENT_PRODUCTS, unannounced_garbage_counterpart, weight_names,
};
use korobka::search::position::{DerivedPosition, OffBoardState};
use korobka::search::{
    Bitboard, DuelSettings, GarbageDrip, OpponentInfo, Search, SoloSettings, State, WaitingGarbage, Weights,
    WeightsError, duel, solo,
};
use korobka::train::Recipe;

/// A slot for a T-spin double.
const DOUBLE: &str = "##........\n#...######\n##.#######";

/// Weights by name, the others 0.
fn weights(some: &[(&str, f64)]) -> Weights {
    some.iter().for_each(|(name, _)| assert!(weight_names().any(|known| known == *name), "{name}"));
    let genome: Vec<f64> =
        weight_names().map(|name| some.iter().find(|(known, _)| *known == name).map_or(0.0, |found| found.1)).collect();
    Weights::new(&genome).unwrap()
}

/// A player that keeps its stack low.
pub(crate) fn tidy() -> Weights {
    weights(&[("height", -1.0), ("holes", -4.0), ("row-transitions", -1.0), ("steps", -1.0), ("attack", 1.0)])
}

/// Boards of games: most pieces set down tidily, some anywhere, with garbage now and then.
fn each_board(seed: u64, count: usize, mut look: impl FnMut(&Board, PieceKind)) {
    let mut random = Random::new(seed, Purpose::Games);
    let (mut board, mut landings) = (Board::new(BoardSize::default()), Landings::new());
    let (mut search, weights) = (Search::new(&Rules::versus()), tidy());
    for _ in 0..count {
        let kind = PieceSet::Tetromino.kind(random.below(7) as usize);
        look(&board, kind);
        find_landings(&board, kind, &AllowedMoves::default(), &mut landings);
        let anywhere = landings.iter().nth(random.below(landings.len().max(1) as u32) as usize);
        let tidily = search.find_best_move(
            &State { board, ..state("", &kind.letter().to_string(), None) },
            &weights,
            100,
            &mut || false,
        );
        let chosen = if random.chance(150) { anywhere } else { tidily.map(|choice| choice.chosen.placement) };
        match chosen.filter(|_| board.stack_height() < 17) {
            Some(placement) => {
                board.place(placement.piece);
                board.clear_full_rows();
            }
            None => board = Board::new(BoardSize::default()),
        }
        if random.chance(60) {
            board.raise(!(1 << random.below(10)), false);
        }
    }
}

#[test]
fn a_field_clears_and_rises_as_the_board_does() {
    let mut landings = Landings::new();
    let mut clears = [0; 5];
    each_board(3, 2_000, |board, kind| {
        let field = Bitboard::of(board);
        assert_eq!((field.board(), field.height()), (*board, board.stack_height()));
        find_landings(board, kind, &AllowedMoves::default(), &mut landings);
        for placement in landings.iter() {
            let mut after = *board;
            after.place(placement.piece);
            let lines = after.clear_full_rows().count_ones() as u8;
            assert_eq!(
                field.after_placing(placement.piece),
                Some((Bitboard::of(&after), lines)),
                "{board:?} {placement:?}"
            );
            clears[usize::from(lines)] += 1;
        }
        let (mut raised, mut rises) = (field, *board);
        raised.raise(3, 4);
        (0..3).for_each(|_| assert!(rises.raise(!(1 << 4), false)));
        assert_eq!(raised, Bitboard::of(&rises));
    });
    assert!(clears[..4].iter().all(|&count| count > 0), "every kind of clear but quads occurs: {clears:?}");
}

#[test]
fn several_rows_clear_wherever_they_lie() {
    // A word has six rows: 4 to 7, 9 to 12 and 15 to 18 lie on both sides of its end. Of the last two, a
    // row in between stays.
    let quads = [[4, 5, 6, 7], [9, 10, 11, 12], [0, 1, 2, 3], [15, 16, 17, 18]];
    let parted = [[4, 6, 7], [9, 10, 12]];
    for rows in quads.iter().map(<[_; 4]>::as_slice).chain(parted.iter().map(<[_; 3]>::as_slice)) {
        let mut board = Board::new(BoardSize::default());
        for y in 0..20 {
            let full = rows.contains(&y);
            (1..10).filter(|x| full || (x + y) % 3 > 0).for_each(|x| board.fill_cell(x, y));
        }
        // The first column stands up to the lowest of the rows, so that an I comes to rest beside them.
        (0..rows[0]).for_each(|y| board.fill_cell(0, y));
        let field = Bitboard::of(&board);
        let (mut landings, mut most) = (Landings::new(), 0);
        find_landings(
            &board,
            PieceKind::I,
            &AllowedMoves { spawn_row: Some(22), ..AllowedMoves::default() },
            &mut landings,
        );
        for placement in landings.iter() {
            let mut expected = board;
            expected.place(placement.piece);
            let lines = expected.clear_full_rows().count_ones() as u8;
            assert_eq!(field.after_placing(placement.piece), Some((Bitboard::of(&expected), lines)), "{placement:?}");
            most = most.max(usize::from(lines));
        }
        assert_eq!(most, rows.len(), "an I clears rows {rows:?}");
    }
}

/// The features that can be counted cell by cell in a few lines.
fn counted(board: &Board) -> Vec<(&'static str, i32)> {
    let (width, height) = (10i8, board.stack_height() as i8);
    let filled = |x: i8, y: i8| board.is_filled(x, y);
    let heights: Vec<i32> = board.column_heights()[..10].iter().map(|&height| height.into()).collect();
    let all = || (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
    let hole = |x: i8, y: i8| !filled(x, y) && i32::from(y) < heights[x as usize];
    let gaps = |y: i8| (0..width).filter(|&x| !filled(x, y)).count();
    let rows = |test: &dyn Fn(i8) -> bool| (0..height).filter(|&y| test(y)).count() as i32;
    let higher = |x: i8, y: i8| !(0..width).contains(&x) || heights[x as usize] > y.into();
    let well = |x: i8, y: i8| heights[x as usize] <= y.into() && higher(x - 1, y) && higher(x + 1, y);
    let window = |size: usize| {
        let sums: Vec<i32> = heights.windows(size).map(|window| window.iter().sum()).collect();
        let first = sums.iter().position(|sum| sum == sums.iter().min().unwrap()).unwrap() as i8;
        rows(&|y| (0..width).all(|x| filled(x, y) || (first..first + size as i8).contains(&x)))
    };
    let sky = |x: i8, y: i8| i32::from(y) >= heights[x as usize];
    let slot = |x: i8, y: i8| {
        let cells = [(x - 1, y), (x, y), (x + 1, y), (x, y - 1)];
        (1..9).contains(&x)
            && y > 0
            && cells.iter().all(|&(x, y)| !filled(x, y))
            && filled(x - 1, y - 1)
            && filled(x + 1, y - 1)
            && sky(x, y)
    };
    let ready =
        |x: i8, y: i8| slot(x, y) && (filled(x - 1, y + 1) && sky(x + 1, y) || filled(x + 1, y + 1) && sky(x - 1, y));
    let count = |test: &dyn Fn(i8, i8) -> bool| all().filter(|&(x, y)| test(x, y)).count() as i32;
    let transition = |x: i8, y: i8| (filled(x, y) != filled(x + 1, y)) as i32;
    vec![
        ("height", height.into()),
        ("cells-under", heights.iter().sum()),
        ("steps", heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum()),
        ("holes", count(&hole)),
        ("hole-rows", rows(&|y| (0..width).any(|x| hole(x, y)))),
        ("covering", count(&|x, y| filled(x, y) && (0..y).any(|below| hole(x, below)))),
        ("row-transitions", (0..height).map(|y| (-1..width).map(|x| transition(x, y)).sum::<i32>()).sum()),
        ("wells", count(&well)),
        ("lacking-1", rows(&|y| gaps(y) == 1)),
        ("lacking-2", rows(&|y| gaps(y) == 2)),
        ("lacking-3", rows(&|y| gaps(y) == 3)),
        ("lacking-4", rows(&|y| gaps(y) == 4)),
        ("last-cells", count(&|x, y| gaps(y) == 1 && !filled(x, y) && sky(x, y))),
        ("window-2", window(2)),
        ("window-3", window(3)),
        ("window-4", window(4)),
        ("slots", count(&ready)),
        ("doubles", count(&|x, y| ready(x, y) && gaps(y) == 3 && gaps(y - 1) == 1)),
        (
            "colours",
            all().filter(|&(x, y)| filled(x, y)).map(|(x, y)| if (x + y) % 2 == 0 { 1 } else { -1 }).sum::<i32>().abs(),
        ),
    ]
}

#[test]
fn features_are_what_they_say_counted_cell_by_cell() {
    let mut seen = [0i32; FEATURE_COUNT];
    let mut compare = |board: &Board| {
        let ground = DerivedPosition::<4>::new(&Bitboard::of(board), OffBoardState::default());
        for (name, expected) in counted(board) {
            let at = FEATURES.iter().position(|feature| feature.name == name).unwrap();
            assert_eq!((FEATURES[at].measure)(&ground), expected, "{name} of {board:?}");
            seen[at] += expected;
        }
    };
    each_board(5, 3_000, |board, _| compare(board));
    // Rare in such games.
    compare(&state(DOUBLE, "T", None).board);
    compare(&state("..........\n...#######\n##.#######\n##########", "T", None).board);
    for (name, _) in counted(&Board::new(BoardSize::default())) {
        let at = FEATURES.iter().position(|feature| feature.name == name).unwrap();
        assert!(seen[at] > 0, "{name} occurs");
    }
}

#[test]
fn every_name_is_there_once_and_a_genome_has_a_weight_for_each() {
    let all: std::collections::HashSet<&str> = weight_names().collect();
    assert_eq!(all.len(), 2 * (FEATURE_COUNT + EVENTS.len()) + OPPONENT_PRODUCTS.len());
    assert_eq!(weight_names().count(), all.len(), "no name twice");
    assert!(
        OPPONENT_PRODUCTS.iter().all(|product| all.contains(product.adds_to)),
        "a product is of a feature or an event"
    );
    assert_eq!(Weights::genome_length(), all.len());
    assert_eq!(Weights::new(&[1.0, 2.0]), Err(WeightsError::Count { needed: all.len(), found: 2 }));
}

#[test]
fn a_weight_that_is_no_number_is_named() {
    let last = weight_names().last().unwrap();
    for (wrong, name) in [(f64::NAN, "holes"), (f64::INFINITY, "attack"), (-1e39, last)] {
        let genome: Vec<f64> = weight_names().map(|known| if known == name { wrong } else { 1.0 }).collect();
        assert_eq!(Weights::new(&genome), Err(WeightsError::NotFinite(name)));
    }
    let recipe = Recipe::named("champion").unwrap();
    let broken = vec![f64::NAN; recipe.input_features().count()];
    let line = recipe.weights_from_genome(&broken).unwrap_err().to_string();
    assert!(line.contains("not a finite number") && !line.contains('\n'), "{line}");
}

#[test]
fn a_genome_of_another_length_than_its_recipe_makes_no_champion() {
    // A weight that the recipe leaves out is none that the genome lacks.
    let recipe = Recipe::named("champion").unwrap().ablate(&["0"]).unwrap();
    let needed = recipe.features.len() - 1;
    assert!(recipe.weights_from_genome(&vec![0.0; needed]).is_ok());
    for found in [0, needed - 1, needed + 1] {
        let line = recipe.weights_from_genome(&vec![0.0; found]).unwrap_err().to_string();
        assert_eq!(line, format!("the champion has {needed} weights, not {found}"));
    }
}

/// A position on this board.
pub(crate) fn state(drawing: &str, queue: &str, hold: Option<char>) -> State {
    State {
        board: Board::from_drawing(BoardSize::default(), drawing),
        hold: hold.and_then(PieceKind::from_letter),
        queue: queue.chars().filter_map(PieceKind::from_letter).collect(),
        bag: Vec::new(),
        ..State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default())
    }
}

#[test]
fn it_takes_a_held_i_for_a_quad() {
    let state = state("#########.\n#########.\n#########.\n#########.", "OSZ", Some('I'));
    let choice = Search::new(&Rules::versus())
        .find_best_move(&state, &weights(&[("attack", 1.0)]), 5_000, &mut || false)
        .unwrap();
    assert!(choice.chosen.hold && choice.chosen.placement.piece.kind == PieceKind::I, "{choice:?}");
    // Ten for the perfect clear.
    assert_eq!(choice.worth, 10.0, "four lines and nothing left");
    let broken = State { hold: None, ..state };
    let choice = Search::new(&Rules::versus())
        .find_best_move(&broken, &weights(&[("attack", 1.0)]), 5_000, &mut || false)
        .unwrap();
    assert_eq!(choice.worth, 0.0, "without an I there is nothing to send");
}

#[test]
fn it_sees_a_spin_a_few_pieces_ahead() {
    let spin = state(DOUBLE, "OT", None);
    let choice = Search::new(&Rules::versus())
        .find_best_move(&spin, &weights(&[("attack", 1.0)]), 1_500, &mut || false)
        .unwrap();
    assert_eq!(choice.worth, 4.0, "a T-spin double sends four: {choice:?}");
    let now = Search::new(&Rules::versus());
    let choice = now
        .clone()
        .find_best_move(&state(DOUBLE, "T", None), &weights(&[("attack", 1.0)]), 1_000, &mut || false)
        .unwrap();
    assert_eq!((choice.chosen.placement.spin, choice.chosen.hold), (Spin::Full, false));
}

#[test]
fn the_budget_is_kept_and_the_answer_depends_on_nothing_else() {
    let mut used = Search::new(&Rules::versus());
    let mut field = Playfield::new(&Rules::versus(), 9);
    for turn in 0..30 {
        let state = State::of(&field, WaitingGarbage::default());
        for budget in [1, 500, 5_000] {
            let choice = used.find_best_move(&state, &tidy(), budget, &mut || false).unwrap();
            let fresh = Search::new(&Rules::versus()).find_best_move(&state, &tidy(), budget, &mut || false).unwrap();
            assert_eq!(choice, fresh, "turn {turn}");
            // A layer is never narrower than one parent.
            assert!(choice.nodes <= budget + budget / 2 + 800, "{} nodes of {budget}", choice.nodes);
            assert!(budget < 5_000 || choice.nodes * 2 > budget, "{} nodes of {budget}", choice.nodes);
        }
        let Move { placement, hold } = used.find_best_move(&state, &tidy(), 500, &mut || false).unwrap().chosen;
        let last = placement.spin.possible_last_move();
        assert!(field.place(placement.piece, last, hold, 0).is_some(), "what it suggests can be done");
    }
}

#[test]
fn it_answers_when_it_is_stopped_at_once() {
    let field = Playfield::new(&Rules::versus(), 4);
    let state = State::of(&field, WaitingGarbage::default());
    let choice = Search::new(&Rules::versus()).find_best_move(&state, &tidy(), 1_000_000, &mut || true).unwrap();
    assert!(choice.nodes < 1_000, "{choice:?}");
}

#[test]
fn a_position_without_a_place_has_no_answer() {
    let mut full = state(&"#########.\n".repeat(24), "T", None);
    full.can_hold = false;
    assert_eq!(Search::new(&Rules::versus()).find_best_move(&full, &tidy(), 1_000, &mut || false), None);
}

/// A game of 60 pieces.
fn game(drip: Option<GarbageDrip>, seed: u64) -> solo::SoloResult {
    let course =
        SoloSettings { rules: Rules { half_turns: false, ..Rules::versus() }, pieces: 60, drip, untold: false };
    let (mut search, weights) = (Search::new(&course.rules), tidy());
    solo::play_solo_game(&course, seed, |state| {
        let choice = search.find_best_move(state, &weights, 300, &mut || false)?;
        Some(choice.chosen)
    })
}

#[test]
fn garbage_drips_by_pieces_and_a_seed_is_a_game() {
    let drip = Some(GarbageDrip::Even { rows: 4, pieces: 8 });
    let (dry, wet) = (game(None, 2), game(drip, 2));
    assert_eq!((dry, wet), (game(None, 2), game(drip, 2)));
    assert_ne!(game(None, 3), dry);
    // 60 pieces fill 24 rows; seven times four rise.
    assert!(!dry.topped_out && dry.pieces == 60 && dry.lines <= 24, "{dry:?}");
    assert!(wet.lines > 24, "{wet:?}");
    let kinds: u32 = dry.plain.iter().zip(1..).map(|(count, lines)| count * lines).sum();
    let spins: u32 = dry.spins.iter().zip(1..).map(|(count, lines)| count * lines).sum();
    assert!(kinds + spins <= dry.lines, "every line is counted once");
    let flood = game(Some(GarbageDrip::Even { rows: 10, pieces: 2 }), 2);
    assert!(flood.topped_out && flood.pieces < 60, "{flood:?}");
    let [none, one] = [0, 1].map(|pieces| game(Some(GarbageDrip::Even { rows: 1, pieces }), 2));
    assert_eq!(none, one, "rows rise with a piece at the soonest");
}

#[test]
fn a_player_is_told_with_which_piece_garbage_rises_unless_nobody_announces_it() {
    let drip = Some(GarbageDrip::Even { rows: 2, pieces: 3 });
    let course =
        SoloSettings { rules: Rules { half_turns: false, ..Rules::versus() }, pieces: 12, drip, untold: false };
    let [mut told, mut untold] = [false, true].map(|untold| solo::SoloGame::new(&SoloSettings { untold, ..course }, 2));
    let (mut search, weights) = (Search::new(&course.rules), tidy());
    // Each piece has four cells, a line takes ten away, and a row that rises has nine.
    let cells = |game: &solo::SoloGame| {
        let (count, result) = (game.playfield().matrix.board().count(), game.result_so_far());
        count + 10 * result.lines - 4 * result.pieces
    };
    for piece in 0..12 {
        let (state, before) = (told.state(), cells(&told));
        assert_eq!(state.garbage, WaitingGarbage { rows: 2, due: 3 - piece % 3, certain: true }, "piece {piece}");
        let unannounced = State { garbage: WaitingGarbage::default(), untold: true, ..state.clone() };
        assert_eq!(untold.state(), unannounced, "piece {piece}");
        let choice = search.find_best_move(&state, &weights, 300, &mut || false).map(|best| best.chosen);
        told.place(choice);
        untold.place(choice);
        assert_eq!(cells(&told) - before, if state.garbage.due == 1 { 18 } else { 0 }, "piece {piece}");
    }
    assert!(told.is_over() && !told.result_so_far().topped_out);
}

#[test]
fn swapped_sides_are_the_same_match_mirrored() {
    let course = DuelSettings::fully_informed(Rules::versus(), 500, 80);
    let (weights, mut search) = ([tidy(), weights(&[("holes", -1.0), ("height", -1.0)])], Search::new(&course.rules));
    let mut play = |order: [usize; 2], seed| {
        let mut search_again = search.clone();
        let mut one = |state: &State| {
            let choice = search.find_best_move(state, &weights[order[0]], 200, &mut || false)?;
            Some(choice.chosen)
        };
        let mut other = |state: &State| {
            let choice = search_again.find_best_move(state, &weights[order[1]], 200, &mut || false)?;
            Some(choice.chosen)
        };
        duel::play_duel(&course, seed, [&mut one, &mut other])
    };
    let (first, again) = (play([0, 1], 5), play([0, 1], 5));
    assert_eq!(first, again);
    assert_ne!(play([1, 0], 5), first, "each side has pieces of its own");
    assert!(first.pieces > 10, "{first:?}");
    let mut mirrored = first;
    mirrored.sides.reverse();
    assert_eq!(mirrored.left_score(), 1.0 - first.left_score());
}

#[test]
fn who_gives_up_loses() {
    let course = DuelSettings::fully_informed(Rules::versus(), 500, 80);
    let mut search = Search::new(&course.rules);
    let weights = tidy();
    let mut plays =
        |state: &State| search.find_best_move(state, &weights, 100, &mut || false).map(|choice| choice.chosen);
    let result = duel::play_duel(&course, 1, [&mut plays, &mut |_| None]);
    assert_eq!((result.left_score(), result.pieces), (1.0, 1));
}

#[test]
fn the_opponent_counts_in_what_lines_sent_and_the_own_board_are_worth() {
    let quad = state("##........\n#########.\n#########.\n#########.\n#########.", "IOSZ", None);
    let worth = |of: (&str, f64), garbage: WaitingGarbage, rival: OpponentInfo| {
        let state = State { garbage, rival, ..quad.clone() };
        Search::new(&Rules::versus()).find_best_move(&state, &weights(&[of]), 1_500, &mut || false).unwrap().worth
    };
    let (nothing, nobody) = (WaitingGarbage::default(), OpponentInfo::default());
    let high = OpponentInfo { height: 15, waiting: 5, combo: 10 };
    assert_eq!(worth(("sent-high", 2.0), nothing, high), 12.0, "four lines, two each, by one and a half tens of rows");
    assert_eq!(worth(("sent-brink", 1.0), nothing, high), 8.0, "ten rows above the tenth are two fives");
    assert_eq!([nobody, high].map(|rival| worth(("sent-idle", 1.0), nothing, rival)), [4.0, 0.0]);
    let plain = worth(("height", -2.0), nothing, nobody);
    assert_eq!(worth(("height-combo", -1.0), nothing, high), plain, "a combo of ten is two fives");
    assert!(plain < 0.0 && worth(("height-combo", -1.0), nothing, nobody) == 0.0);

    // What waiting garbage takes away does not arrive; what was attacked with is the same.
    let waiting = |rows| WaitingGarbage { rows, due: 9, certain: false };
    assert_eq!([0, 3, 9].map(|rows| worth(("sent", 1.0), waiting(rows), nobody)), [4.0, 1.0, 0.0]);
    assert_eq!([0, 3, 9].map(|rows| worth(("attack", 1.0), waiting(rows), nobody)), [4.0; 3]);
}

#[test]
fn where_garbage_is_not_announced_a_weight_has_its_addition() {
    let more = |name| unannounced_garbage_counterpart(name).unwrap();
    let player = weights(&[("holes", 1.0), (more("holes"), 1.0), ("attack", 2.0), (more("attack"), -1.0)]);
    let numbers = |weights: Weights| {
        let written = serde_json::to_value(weights).unwrap();
        serde_json::from_value::<Vec<f64>>(written).unwrap()[..FEATURE_COUNT + EVENTS.len()].to_vec()
    };
    let [told, untold] =
        [false, true].map(|untold| numbers(player.for_position(&State { untold, ..state("", "T", None) })));
    assert_eq!(told, numbers(weights(&[("holes", 1.0), ("attack", 2.0)])));
    assert_eq!(untold, numbers(weights(&[("holes", 2.0), ("attack", 1.0)])));
}

#[test]
fn an_opponent_higher_than_any_counts_as_the_highest() {
    let (weights, state) = (weights(&[("sent-brink", 1.0)]), state("", "T", None));
    let beside = |height, waiting| {
        let rival = OpponentInfo { height, waiting, combo: 0 };
        weights.for_position(&State { rival, ..state.clone() })
    };
    assert_eq!(beside(200, 200), beside(100, 100));
    assert_ne!(beside(200, 200), beside(0, 0));
}
