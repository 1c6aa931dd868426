//! The minos of a matrix: one sprite a cell, touched only when the cell changes.
//!
//! The rules clear rows and raise garbage at once; here rows glide to where they are: each row has a lift, the rows it
//! is still away from its place.

use super::layout::ROWS_ABOVE;
use super::sheet::{Art, SpriteSheet};
use super::stage::{BoardView, Stage, ViewDeltaSeconds, depth};
use crate::game::components::{Field, ToppedOut};
use crate::rules::board::MAX_ROWS;
use bevy::prelude::*;

/// Seconds in which a lost board goes grey.
const GOING_OUT: f32 = 0.7;
/// How quickly rows glide to their places: the rate, a second, at which what is left of the way shrinks.
const GLIDE: f32 = 22.0;

/// The cells of a board as the screen shows them at the moment.
#[derive(Component, Clone, Debug)]
pub struct BoardCells {
    sprites: Vec<Entity>,
    shown: Vec<Option<Art>>,
    width: usize,
    visible: usize,
    lifts: [f32; MAX_ROWS],
    shown_lifts: [f32; MAX_ROWS],
    /// Seconds until the rows begin to glide.
    rest: f32,
    /// Seconds since the board was lost.
    lost_for: f32,
}

impl BoardCells {
    /// The picture on show at a cell; `None` for an empty cell, and outside the board.
    pub fn art(&self, x: usize, y: usize) -> Option<Art> {
        self.shown.get(y * self.width + x).copied().flatten().filter(|_| x < self.width)
    }

    /// How many columns the board has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Lets rows fall, after the rows of `cleared` (bit y is row y) went from the matrix: what lay above falls to its
    /// new place after `rest` seconds.
    pub fn start_row_fall(&mut self, cleared: u64, rest: f32) {
        let before = self.lifts;
        let mut to = 0;
        let mut gone = 0.0;
        for (from, &lift) in before.iter().enumerate() {
            if cleared >> from & 1 == 1 {
                gone += 1.0;
            } else {
                self.lifts[to] = lift + gone;
                to += 1;
            }
        }
        self.lifts[to..].fill(0.0);
        self.rest = rest;
    }

    /// Lets everything rise to its new place, after `rows` rows rose from the floor.
    pub fn start_rise(&mut self, rows: usize) {
        let rows = rows.min(MAX_ROWS);
        self.lifts.rotate_right(rows);
        self.lifts[..rows].fill(0.0);
        for lift in &mut self.lifts {
            *lift -= rows as f32;
        }
        self.rest = 0.0;
    }

    /// Puts all rows in their places at once.
    pub(super) fn settle_rows(&mut self) {
        (self.lifts, self.rest) = ([0.0; MAX_ROWS], 0.0);
    }
}

#[cfg(test)]
impl BoardCells {
    /// The cells of a usual board of which this is shown.
    pub(super) fn of_test(shown: Vec<Option<Art>>) -> Self {
        let (sprites, lifts) = (Vec::new(), [0.0; MAX_ROWS]);
        Self { sprites, shown, width: 10, visible: 20, lifts, shown_lifts: lifts, rest: 0.0, lost_for: 0.0 }
    }

    /// Whether every row is in its place.
    pub(super) fn is_settled(&self) -> bool {
        self.lifts == [0.0; MAX_ROWS]
    }
}

/// How opaque a row is: those above the skyline fade.
fn opacity(row: usize, visible: usize) -> f32 {
    match row.checked_sub(visible) {
        None => 1.0,
        Some(above) => 0.8 - 0.22 * above as f32,
    }
}

pub(super) fn build_cells(mut commands: Commands, stage: Res<Stage>, sheet: Res<SpriteSheet>, fields: Query<&Field>) {
    for (place, board, player) in stage.seats() {
        let Ok(field) = fields.get(player) else { continue };
        let (width, visible) = (field.0.board().width(), usize::from(field.0.board().size().visible));
        let rows = visible + usize::from(ROWS_ABOVE);
        let mut sprites = Vec::with_capacity(width * rows);
        for row in 0..rows {
            for column in 0..width {
                let sprite =
                    sheet.sprite(Art::Plain, Vec2::splat(place.cell), Color::WHITE.with_alpha(opacity(row, visible)));
                let at = (Vec2::new(column as f32, row as f32) + 0.5) * place.cell;
                let at = Transform::from_translation(at.extend(depth::CELLS));
                sprites.push(commands.spawn((sprite, at, Visibility::Hidden, ChildOf(board))).id());
            }
        }
        let shown = vec![None; sprites.len()];
        commands.entity(board).insert(BoardCells {
            sprites,
            shown,
            width,
            visible,
            lifts: [0.0; MAX_ROWS],
            shown_lifts: [0.0; MAX_ROWS],
            rest: 0.0,
            lost_for: 0.0,
        });
    }
}

/// Moves rows nearer to their places, and counts for how long a board has been lost.
pub(super) fn glide_rows(
    pace: Res<ViewDeltaSeconds>,
    mut boards: Query<(&BoardView, &mut BoardCells)>,
    topped_out: Query<&ToppedOut>,
) {
    for (view, mut cells) in &mut boards {
        let lost = topped_out.get(view.player).is_ok_and(|loss| loss.0.is_some());
        // Where no time passes a lost board is grey at once: a replay that stands still may have jumped there, and a
        // window may have been resized.
        cells.lost_for = match lost {
            true if pace.0 > 0.0 => cells.lost_for + pace.0,
            true => GOING_OUT,
            false => 0.0,
        };
        if cells.rest > 0.0 {
            cells.rest -= pace.0;
        } else {
            let keep = (-pace.0 * GLIDE).exp();
            for lift in &mut cells.lifts {
                *lift = if lift.abs() < 0.03 { 0.0 } else { *lift * keep };
            }
        }
    }
}

/// Shows the matrix as it is now.
pub(super) fn show_cells(
    sheet: Res<SpriteSheet>,
    mut boards: Query<(&BoardView, &mut BoardCells)>,
    fields: Query<&Field>,
    mut sprites: Query<(&mut Sprite, &mut Transform, &mut Visibility)>,
) {
    for (view, mut cells) in &mut boards {
        let Ok(field) = fields.get(view.player) else { continue };
        let cells = cells.as_mut();
        let out = (cells.lost_for / GOING_OUT * (cells.visible as f32 + 3.0)) as usize;
        for row in 0..cells.shown.len() / cells.width {
            let lift = cells.lifts[row];
            let moved = lift != cells.shown_lifts[row];
            cells.shown_lifts[row] = lift;
            for column in 0..cells.width {
                let at = row * cells.width + column;
                let art = Art::of_mino(field.0.mino(column, row)).map(|art| if row < out { Art::Dead } else { art });
                if cells.shown[at] == art && !moved {
                    continue;
                }
                let Ok((mut sprite, mut place, mut visibility)) = sprites.get_mut(cells.sprites[at]) else { continue };
                cells.shown[at] = art;
                let Some(art) = art else {
                    *visibility = Visibility::Hidden;
                    continue;
                };
                *visibility = Visibility::Inherited;
                sprite.rect = Some(sheet.rect(art));
                let height = row as f32 + lift;
                place.translation.y = (height + 0.5) * view.cell;
                // What is still below the floor is not there yet.
                let risen = (1.0 + height).clamp(0.0, 1.0);
                sprite.color.set_alpha(opacity(row, cells.visible) * risen);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TopOut;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn a_lost_board_goes_grey_row_by_row_and_at_once_where_no_time_passes() {
        let lost_for = |seconds: f32, loss: Option<TopOut>| {
            let mut world = World::new();
            world.insert_resource(ViewDeltaSeconds(seconds));
            let player = world.spawn(ToppedOut(loss)).id();
            let view = BoardView { player, seat: 0, cell: 20.0, well: Vec2::ZERO, home: Vec2::ZERO };
            let board = world.spawn((view, BoardCells::of_test(Vec::new()))).id();
            assert!(world.run_system_once(glide_rows).is_ok());
            world.get::<BoardCells>(board).map(|cells| cells.lost_for)
        };
        let loss = Some(TopOut::BlockOut);
        assert_eq!([lost_for(0.1, loss), lost_for(0.0, loss)], [Some(0.1), Some(GOING_OUT)]);
        assert_eq!(lost_for(0.0, None), Some(0.0));
    }

    #[test]
    fn rows_begin_where_they_were_before_others_were_cleared_under_them_or_rose() {
        let mut cells = BoardCells::of_test(Vec::new());
        cells.start_row_fall(0b101, 0.5);
        assert_eq!(cells.lifts[..4], [1.0, 2.0, 2.0, 2.0], "row 1 fell by one, those above row 2 by two");
        assert_eq!(cells.lifts[MAX_ROWS - 3..], [2.0, 0.0, 0.0], "above them nothing lay");
        cells.start_rise(2);
        assert_eq!(cells.lifts[..5], [-2.0, -2.0, -1.0, 0.0, 0.0], "all rise by two, from where they are on show");
        cells.start_rise(MAX_ROWS + 1);
        assert_eq!(cells.lifts, [-(MAX_ROWS as f32); MAX_ROWS]);
    }

    #[test]
    fn a_cell_beside_the_board_shows_nothing_of_the_next_row() {
        let mut shown = vec![None; 20];
        shown[10] = Some(Art::Garbage);
        let cells = BoardCells::of_test(shown);
        assert_eq!([cells.art(0, 1), cells.art(10, 0), cells.art(0, 9)], [Some(Art::Garbage), None, None]);
    }
}
