//! Players that choose from everything within reach: the same rule over more placements, each valued as it lies.

use crate::features_plain::Scene;
use crate::reach::cells;
use crate::reach_boards::SPINS;
use korobka::ai::features::FEATURES;
use korobka::ai::{
    Brain, BrainSettings, EvaluationMoment, Evaluator, LandedBoard, Lookahead, NextPieceBoard, Playfield, Terrain,
    VisiblePosition,
};
use korobka::movegen::{AllowedMoves, Landings, Placement, PlacementChoice, PlacementSource, find_landings};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, KickTable, PieceKind, PieceSet, Random, Rules, Spin, SpinRule};
use korobka::train::Recipe;
use korobka::train::game::play_training_game;

const MOVES: AllowedMoves = AllowedMoves {
    half_turns: true,
    kicks: KickTable::Srs,
    spins: SpinRule::TOnly,
    fall: korobka::movegen::SoftDropKind::ByRows,
    spawn_row: None,
};

fn style() -> BrainSettings {
    BrainSettings { rows_above: 2, placements: PlacementSource::Reachable(MOVES), ..BrainSettings::default() }
}

fn one_feature(name: &str, moment: EvaluationMoment) -> Brain {
    Brain::new(Evaluator::new_linear(&[name], &[1.0]).unwrap(), BrainSettings { moment, ..style() })
}

/// A board with overhangs: gaps in every row, and a cave under a roof with a shaft beside it.
fn ragged(random: &mut Random) -> Board {
    let mut board = Board::new(BoardSize::default());
    for y in 0..random.below(8) as usize {
        let density = [400, 700, 900, 1000][random.below(4) as usize];
        (0..10).filter(|_| random.chance(density)).collect::<Vec<_>>().into_iter().for_each(|x| board.fill_cell(x, y));
    }
    let (left, width, floor) = (random.below(6) as usize, 2 + random.below(3) as usize, random.below(3) as usize);
    (floor..floor + 2).for_each(|y| (left..left + width).for_each(|x| board.clear_cell(x, y)));
    (floor..floor + 6).for_each(|y| board.clear_cell((left + width).min(9), y));
    (left..left + width).for_each(|x| board.fill_cell(x, floor + 2));
    board
}

fn seen(board: &Board, falling: PieceKind) -> VisiblePosition<'_> {
    VisiblePosition { board, falling, hold: None, can_hold: false, next: &[] }
}

/// Every landing within the considered rows, its cells once.
fn by_cells(board: &Board, kind: PieceKind) -> Vec<Vec<(i8, i8)>> {
    let mut landings = Landings::new();
    let mut found = Vec::new();
    PlacementSource::Reachable(MOVES)
        .each(board, kind, 22, &mut landings, |placement| found.push(cells(placement.piece)));
    found.sort();
    found.dedup();
    found
}

#[test]
fn everything_within_reach_is_valued_as_it_lies_before_and_after_the_clear() {
    let mut random = Random::new(11, Purpose::Games);
    let (mut tucks, mut cleared) = (0, 0);
    for round in 0..150 {
        let board = ragged(&mut random);
        let kind = PieceSet::Tetromino.kind(random.below(7) as usize);
        let heights = board.column_heights();
        for moment in [EvaluationMoment::BeforeClear, EvaluationMoment::AfterClear] {
            for feature in &FEATURES {
                let ranked = one_feature(feature.name, moment).rank(&seen(&board, kind));
                let mut places: Vec<_> = ranked.iter().map(|choice| cells(choice.piece)).collect();
                places.sort();
                assert_eq!(places, by_cells(&board, kind), "round {round}: every placement by cells, once");
                for choice in ranked {
                    let mut after = board;
                    after.place(choice.piece);
                    let full = after.full_rows();
                    if moment == EvaluationMoment::AfterClear {
                        after.clear_full_rows();
                    }
                    let plain = Scene::new(&after, 22, Some(choice.piece), full).value(feature.name);
                    let close = (choice.value - plain).abs() < 1e-9;
                    assert!(close, "round {round}: {} is {}, plainly {plain}: {choice:?}", feature.name, choice.value);
                    let covered = choice.piece.cells().any(|(x, y)| (y as u8) < heights[x as usize]);
                    tucks += usize::from(covered);
                    cleared += usize::from(covered && full != 0);
                }
            }
        }
    }
    assert!(tucks > 5_000 && cleared > 500, "{tucks} values under overhangs, {cleared} of them with lines");
}

#[test]
fn the_next_pieces_best_is_added_over_everything_within_its_reach() {
    let mut random = Random::new(12, Purpose::Games);
    let recipe = Recipe::named("iwumbwe").unwrap();
    for (round, next_on) in
        (0..60).zip([NextPieceBoard::AsValued, NextPieceBoard::Cleared, NextPieceBoard::Uncleared].into_iter().cycle())
    {
        let own = recipe.brain_from_genome(&recipe.first_genomes(1, round)[0]).unwrap();
        let style = BrainSettings { lookahead: Lookahead::NextPiece, next_on, no_next: -0.5, ..style() };
        let brain = Brain::new(own.evaluator().clone(), style);
        let board = ragged(&mut random);
        let mut kind = || PieceSet::Tetromino.kind(random.below(7) as usize);
        let (falling, next) = (kind(), [kind()]);
        let view = VisiblePosition { next: &next, ..seen(&board, falling) };
        let ranked = brain.rank(&view);
        assert!(!ranked.is_empty(), "round {round}: the piece has a place");
        assert_eq!(brain.choose(&view), ranked.first().copied(), "round {round}: the choice leads the ranking");
        let value = |board: &Board| brain.evaluator().value(&LandedBoard::without_piece(&Terrain::of(board, 22)));
        for choice in ranked {
            let mut after = board;
            after.place(choice.piece);
            let own = value(&after);
            if next_on == NextPieceBoard::Cleared {
                after.clear_full_rows();
            }
            let mut landings = Landings::new();
            let mut best: Option<f64> = None;
            style.placements.each(&after, next[0], 22, &mut landings, |placement| {
                let mut then = after;
                then.place(placement.piece);
                best = Some(best.map_or(value(&then), |best: f64| best.max(value(&then))));
            });
            assert_eq!(choice.value, own + best.unwrap_or(-0.5), "round {round}, {next_on:?}: {choice:?}");
        }
    }
}

/// A slot that only a T turned into it fills, for two lines.
const SLOT: &str = ".....#....\n###...####\n####.#####";

#[test]
fn of_equal_cells_the_spin_is_taken_where_lines_clear() {
    let board = Board::from_drawing(BoardSize::default(), SLOT);
    let brain = Brain::new(Evaluator::new_linear(&["lines"], &[1.0]).unwrap(), style());
    let choice = brain.choose(&seen(&board, PieceKind::T)).unwrap();
    assert_eq!((choice.spin, choice.value), (Spin::Full, 2.0), "{choice:?}");
    let ranked = brain.rank(&seen(&Board::new(BoardSize::default()), PieceKind::T));
    assert!(ranked.len() >= 34, "every place on the floor: {}", ranked.len());
    assert!(ranked.iter().all(|choice| choice.spin == Spin::None), "nothing to spin into on an empty board");
}

#[test]
fn a_spin_set_down_at_once_scores_as_a_spin() {
    let rules = Rules { hold: false, ..Rules::marathon() };
    let seed = (0..).find(|&seed| Playfield::new(&rules, seed).falling == PieceKind::T).unwrap();
    let mut field = Playfield::new(&rules, seed);
    field.matrix = korobka::rules::Matrix::from_board(&Board::from_drawing(BoardSize::default(), SLOT));
    let brain = Brain::new(Evaluator::new_linear(&["lines"], &[1.0]).unwrap(), style());
    let choice = field.call_with_view(|view| brain.choose(view)).unwrap();
    let outcome = field.place(choice.piece, choice.possible_last_move(), choice.hold, 0).unwrap();
    assert_eq!((outcome.clear.lines, outcome.clear.spin), (2, Spin::Full));
}

#[test]
fn a_last_move_gives_every_placement_its_spin() {
    let mut random = Random::new(13, Purpose::Games);
    let mut landings = Landings::new();
    let mut spins = 0;
    for _ in 0..2_000 {
        let board = ragged(&mut random);
        for spins_of in SPINS {
            let others = spins_of == SpinRule::All;
            let kind = if others { PieceSet::Tetromino.kind(random.below(7) as usize) } else { PieceKind::T };
            find_landings(&board, kind, &AllowedMoves { spins: spins_of, ..MOVES }, &mut landings);
            for Placement { piece, spin } in landings.iter() {
                let given = korobka::rules::spin::spin_of(&board, piece, spin.possible_last_move(), spins_of);
                assert_eq!(given, spin, "{piece:?} on {:?}", board.row_masks());
                spins += usize::from(spin != Spin::None);
            }
        }
    }
    assert!(spins > 500, "{spins} spins");
}

#[test]
fn a_recipe_keeps_its_choice_and_says_nothing_of_straight_drops() {
    let straight = Recipe::named("cmaes").unwrap();
    assert!(!toml::to_string(&straight).unwrap().contains("placements"), "old files keep their bytes");
    let reachable = Recipe { placements: PlacementChoice::Reachable, ..straight };
    let text = toml::to_string(&reachable).unwrap();
    assert!(text.contains("placements = \"reachable\""), "{text}");
    let read: Recipe = toml::from_str(&text).unwrap();
    assert_eq!(read, reachable);
    let brain = read.brain_from_genome(&vec![0.0; read.genome_length()]).unwrap();
    assert_eq!(brain.settings().placements, PlacementSource::Reachable(AllowedMoves::of(&read.rules())));
}

#[test]
fn training_games_within_reach_are_games_of_their_own() {
    let straight = Recipe { line_cap: 60, ..Recipe::named("iwumbwe").unwrap() };
    let reachable = Recipe { placements: PlacementChoice::Reachable, ..straight.clone() };
    let games = |recipe: &Recipe| {
        let brain = recipe.brain_from_genome(&recipe.first_genomes(1, 5)[0]).unwrap();
        (0..6).map(|seed| play_training_game(&brain, &recipe.game_settings(), seed, &|| false)).collect::<Vec<_>>()
    };
    assert_eq!(games(&reachable), games(&reachable), "the same twice");
    assert_ne!(games(&reachable), games(&straight), "other placements, other games");
}
