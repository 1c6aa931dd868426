//! Measured games: what is counted about wells and high stacks, and what ends a game.

use super::dealer::player;
use korobka::ai::{Brain, BrainSettings, Evaluator, Playfield, VisiblePosition};
use korobka::measure::game::play_measured_game;
use korobka::measure::habits::{HighBoard, high_stack_height, well_column};
use korobka::measure::{GameCap, Habits, Measurement, measured_game_seeds};
use korobka::rules::{Board, BoardSize, FallingPiece, PieceKind, Rules, TopOutRule};

/// One that stacks as high as it can.
fn stacker() -> Brain {
    let evaluator = Evaluator::new_linear(&["total-height"], &[1.0]).unwrap();
    Brain::new(evaluator, BrainSettings { rows_above: 2, ..BrainSettings::default() })
}

fn rules() -> Rules {
    Rules { next: 1, hold: false, top_out: TopOutRule::PartialLockOut, goal_lines: 0, ..Rules::marathon() }
}

fn drawn(drawing: &str) -> Board {
    Board::from_drawing(BoardSize { width: 6, visible: 8, buffer: 4 }, drawing)
}

#[test]
fn a_well_is_one_column_three_rows_below_every_other() {
    assert_eq!(well_column(&drawn("")), None, "an empty board");
    assert_eq!(well_column(&drawn("xxxxx.\nxxxxx.\nxxxxx.")), Some(5));
    assert_eq!(well_column(&drawn("xxxxx.\nxxxxx.")), None, "two rows are no well");
    assert_eq!(well_column(&drawn("x.xxxx\nx.xxxx\nx.xxxx\nxxxxxx")), Some(1), "on a closed row");
    assert_eq!(well_column(&drawn("xxxxx.\nxxxxx.\nxxxxx.\n.....x")), Some(5), "holes elsewhere do not close it");
    assert_eq!(well_column(&drawn("x.xxx.\nx.xxx.\nx.xxx.")), None, "two low columns are none");
    assert_eq!(well_column(&drawn("xxxx..\nxxxxx.\nxxxxx.\nxxxxx.")), Some(5), "the others may differ");
    assert_eq!(well_column(&drawn("xxxx..\nxxxx..\nxxxxx.\nxxxxx.")), None, "a column two rows above the lowest");
}

/// A view of a falling piece, with one in the hold slot or none.
fn seen(board: &Board, falling: char, hold: Option<char>, holds: bool) -> Option<HighBoard> {
    let kind = |letter| PieceKind::from_letter(letter).unwrap();
    let view = VisiblePosition { board, falling: kind(falling), hold: hold.map(kind), can_hold: true, next: &[] };
    HighBoard::from_view(&view, holds, 2)
}

#[test]
fn a_high_stack_is_three_quarters_of_the_board() {
    assert_eq!(high_stack_height(BoardSize::default()), 15);
    assert_eq!(high_stack_height(BoardSize { visible: 25, ..BoardSize::default() }), 19);
    let five = drawn(&"x.....\n".repeat(5));
    assert!(seen(&five, 'I', None, false).is_none(), "five of eight rows");
    assert!(seen(&drawn(&"x.....\n".repeat(6)), 'I', None, false).is_some(), "six of eight rows");
}

#[test]
fn a_raise_is_needless_only_when_another_placement_stays_as_low() {
    let counted = |board: &Board, falling: char, hold: Option<char>, holds: bool, left: usize| {
        let mut habits = Habits::default();
        habits.count_placement_on_high_board(&seen(board, falling, hold, holds).unwrap(), left);
        (habits.on_high_boards, habits.needless_raises)
    };
    let tower = drawn(&"x.....\n".repeat(6));
    assert_eq!(counted(&tower, 'O', None, false, 8), (1, 1), "there is room beside the tower");
    assert_eq!(counted(&tower, 'O', None, false, 6), (1, 0), "it was not raised");
    // Room for nothing but a long piece, standing in the well.
    let full = drawn(&"xxxxx.\n".repeat(6));
    assert_eq!(counted(&full, 'O', None, false, 8), (1, 0), "it had to rise");
    assert_eq!(counted(&full, 'I', None, false, 7), (1, 1), "the long piece fits, and clears");
    assert_eq!(counted(&full, 'O', Some('I'), true, 8), (1, 1), "so does the held one");
    assert_eq!(counted(&full, 'O', Some('I'), false, 8), (1, 0), "of a player that uses the hold slot");
    // Clearing brings the stack back down: the piece reaches above it and takes four rows with it.
    let closed = drawn(&format!("{}xxxxxx\n", "xxxxx.\n".repeat(6)));
    assert_eq!(counted(&closed, 'I', None, false, 8), (1, 1));
}

#[test]
fn figures_and_habits_are_counted_over_a_game_as_by_looking_at_every_board() {
    let mut quads = 0;
    for (brain, seed) in [(player(false), 6), (stacker(), 6), (stacker(), 7)] {
        let game = play_measured_game(&brain, &rules(), GameCap { pieces: Some(400), ..GameCap::default() }, seed);
        let (mut field, mut wells, mut highs, mut raises) = (Playfield::new(&rules(), seed), 0, 0, 0);
        for _ in 0..game.pieces {
            let before = field.matrix.board().stack_height();
            let choice = field.call_with_view(|view| brain.choose(view)).unwrap();
            let lowest = lowest_after(&field);
            field.place(choice.piece, korobka::rules::LastMove::Other, false, 0).unwrap();
            let after = field.matrix.board().stack_height();
            wells += u64::from(well_column(field.matrix.board()).is_some());
            highs += u64::from(before >= 15);
            raises += u64::from(before >= 15 && after > before && lowest <= before);
        }
        assert_eq!(
            (game.habits.wells, game.habits.on_high_boards, game.habits.needless_raises),
            (wells, highs, raises)
        );
        let score = field.score;
        assert_eq!(
            (game.score, game.lines, game.pieces, game.tetrises),
            (score.score, score.lines, score.pieces, score.tetrises)
        );
        assert_eq!(game.tetris_lines, 4 * game.tetrises);
        quads += game.tetrises;
    }
    assert!(quads > 0, "there is a clear of four lines to be counted");
    let needless: u64 = (0..5)
        .map(|seed| play_measured_game(&stacker(), &rules(), GameCap::default(), seed).habits.needless_raises)
        .sum();
    assert!(needless > 0, "a player that builds towers raises them without need");
}

/// The lowest stack that any straight drop of the falling piece leaves, by letting it down a row at a time.
fn lowest_after(field: &Playfield) -> usize {
    let board = field.matrix.board();
    let mut lowest = usize::MAX;
    for facing in korobka::rules::Facing::ALL {
        for x in -3..board.width() as i8 {
            let mut piece = FallingPiece { kind: field.falling, facing, x, y: 25 };
            if !board.fits(piece) {
                continue;
            }
            while board.fits(FallingPiece { y: piece.y - 1, ..piece }) {
                piece.y -= 1;
            }
            if piece.row_range().1 >= 22 {
                continue;
            }
            let mut after = *board;
            after.place(piece);
            after.clear_full_rows();
            lowest = lowest.min(after.stack_height());
        }
    }
    lowest
}

#[test]
fn a_game_ends_at_the_first_cap_that_is_reached() {
    let cap = |lines, pieces, score| play_measured_game(&player(false), &rules(), GameCap { lines, pieces, score }, 3);
    let free = cap(None, Some(300), None);
    assert!(free.capped && free.pieces == 300 && free.lines > 50, "{free:?}");
    let lines = cap(Some(50), Some(300), None);
    assert!(lines.capped && (50..54).contains(&lines.lines) && lines.pieces < 300, "{lines:?}");
    let score = cap(None, Some(300), Some(1000));
    assert!(score.capped && score.score >= 1000 && score.pieces < 300, "{score:?}");
    let lost = play_measured_game(&stacker(), &rules(), GameCap { pieces: Some(300), ..GameCap::default() }, 3);
    assert!(!lost.capped && lost.pieces < 300, "{lost:?}");
}

#[test]
fn a_measurement_adds_its_games_up() {
    let capped = GameCap { lines: Some(30), ..GameCap::default() };
    let games = |brain: Brain, cap| {
        measured_game_seeds(9, 6).into_iter().map(move |seed| play_measured_game(&brain, &rules(), cap, seed))
    };
    let all: Vec<_> = games(player(false), capped).chain(games(stacker(), GameCap::default())).collect();
    let figures = Measurement::from_games(&all);
    let lines: f64 = all.iter().map(|game| f64::from(game.lines)).sum();
    assert_eq!((figures.games, figures.capped), (12, 6));
    assert_eq!(figures.lines.mean, lines / 12.0);
    assert_eq!(figures.uncapped_lines, lines / 6.0);
    assert!(figures.uncapped_interval.contains(figures.uncapped_lines));
    assert_eq!(figures.pieces, all.iter().map(|game| u64::from(game.pieces)).sum::<u64>());
    let high: u64 = all.iter().map(|game| game.habits.on_high_boards).sum();
    let needless: u64 = all.iter().map(|game| game.habits.needless_raises).sum();
    assert_eq!((figures.on_high_boards, figures.needless_raise_share), (high, needless as f64 / high as f64));
    assert!(figures.well_share > 0.0 && figures.well_share < 1.0);
    let (column, share) = figures.favourite_well.unwrap();
    let wells: Vec<u64> = (0..10).map(|at| all.iter().map(|game| game.habits.wells_by_column[at]).sum()).collect();
    assert!(wells.iter().all(|count| *count <= wells[column]));
    assert_eq!(share, wells[column] as f64 / wells.iter().sum::<u64>() as f64);
}
