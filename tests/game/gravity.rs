//! Falling, through the systems.

use crate::support::{Game, still};
use korobka::game::components::Score;
use korobka::game::{Action, Handling, components::Falling};
use korobka::rules::{Facing, GravityRule, LastMove, PieceKind, Rules, ScoringRule};

fn falling(rules: Rules) -> Game {
    let mut game = Game::alone(Rules { countdown: 0, ..rules }, Handling::STANDARD);
    game.give(0, PieceKind::T, Facing::North, 3, 15);
    game
}

/// The ticks at which the piece has fallen one more row.
fn falls(game: &mut Game, rows: usize) -> Vec<u32> {
    let (mut ticks, mut last) = (Vec::new(), game.piece(0).y);
    for tick in 1..20_000 {
        game.tick();
        let y = game.piece(0).y;
        ticks.extend((y..last).map(|_| tick));
        last = y;
        if ticks.len() >= rows {
            break;
        }
    }
    ticks
}

#[test]
fn level_one_falls_a_row_a_second() {
    let ticks = falls(&mut falling(Rules::marathon()), 4);
    assert_eq!(ticks, [1000, 2000, 3000, 4000], "level 1: exactly a row a second");
}

#[test]
fn higher_levels_fall_by_the_curve() {
    for (level, seconds) in [(2, 0.793), (5, 0.355), (10, 0.0642), (15, 0.0071)] {
        let ticks = falls(&mut falling(Rules { start_level: level, ..Rules::marathon() }), 10);
        let ten = f64::from(ticks[9]);
        let error = (ten - 10_000.0 * seconds).abs();
        assert!(error <= 1.0 + 10_000.0 * 0.0005, "level {level}: ten rows in {ten} ms, {seconds} s a row");
    }
}

#[test]
fn level_nineteen_falls_at_twenty_g() {
    let ticks = falls(&mut falling(Rules { start_level: 19, ..Rules::marathon() }), 12);
    assert_eq!(ticks, [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 10], "1.2 rows a tick, none lost");
}

#[test]
fn versus_falls_at_a_fiftieth_g() {
    let ticks = falls(&mut falling(Rules::versus()), 3);
    assert_eq!(ticks, [834, 1667, 2500], "0.02 G: three rows in 2.5 seconds");
}

#[test]
fn without_gravity_a_piece_stays_where_it_is() {
    let mut game = falling(still());
    game.ticks(5000);
    assert_eq!(game.piece(0).y, 15, "gravity off");
}

#[test]
fn a_resting_piece_saves_up_no_falls() {
    let mut game = falling(Rules::marathon());
    game.draw(0, "#####.....\n#####.....");
    game.give(0, PieceKind::O, Facing::North, 3, 2);
    game.ticks(300);
    game.tap(0, Action::Right);
    game.tap(0, Action::Right);
    let first = falls(&mut game, 1)[0];
    assert!((995..=1000).contains(&first), "off the ledge it falls a whole second later, not {first} ms");
}

#[test]
fn a_fall_is_no_rotation() {
    let mut game = falling(Rules::marathon());
    game.tap(0, Action::Clockwise);
    let last = |game: &Game| game.get::<Falling>(0).piece.map(|piece| piece.last);
    assert!(matches!(last(&game), Some(LastMove::Rotation { .. })), "a turn is the last action");
    falls(&mut game, 1);
    assert_eq!(last(&game), Some(LastMove::Other), "until the piece falls a row");
}

#[test]
fn drops_score_by_the_cell() {
    let mut game = falling(Rules { gravity: GravityRule::Off, ..Rules::marathon() });
    game.press_for(0, Action::SoftDrop, 51);
    game.release_for(0, Action::SoftDrop, 1);
    assert_eq!(game.get::<Score>(0).0.score, 2, "two rows of soft drop: 1 each");
    game.press_for(0, Action::HardDrop, 1);
    assert_eq!(game.outcome(0).hard_dropped, Some(14), "fourteen rows left to the floor");
    assert_eq!(game.get::<Score>(0).0.score, 2 + 28, "hard drop: 2 each");
    let mut nintendo = falling(Rules { scoring: ScoringRule::Nintendo, ..still() });
    nintendo.press_for(0, Action::HardDrop, 1);
    assert_eq!(nintendo.get::<Score>(0).0.score, 1, "Nintendo: one for the piece, none for the drop");
}
