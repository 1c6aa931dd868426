//! Where everything of a match lies: one pure function of the window, the seats and the rules.
//!
//! A match is composed on a canvas, which is fitted into the window with its proportions kept. Everything is given in
//! the window's physical pixels, the origin at its centre, y upwards: cells are whole pixels and begin on whole pixels,
//! so that tiles and fine lines stay sharp at any size. Knows no entities. What lies where in a window that is wider
//! than high is in [`wide`](super::wide), and in one that is higher than wide in [`upright`](super::upright).

use super::upright::upright_layout;
use super::wide::wide_layout;
use crate::app::upright::is_upright;
use crate::rules::{BoardSize, Facing, PieceSet, Rules};
use bevy::math::{Rect, UVec2, Vec2};

/// Rows of the buffer that are shown above the skyline.
pub const ROWS_ABOVE: u8 = 3;
/// Units between a board's frame and what stands beside it.
pub(super) const GAP: f32 = 10.0;
/// How thick a board's frame is.
pub(super) const FRAME_THICKNESS: f32 = 9.0;
/// How wide the garbage meter is.
pub(super) const METER_WIDTH: f32 = 18.0;
/// How high the place of the number over the garbage meter is.
pub(super) const METER_NUMBER_HEIGHT: f32 = 30.0;
/// How high the place of the first piece in the next queue is, the others' places being 1 high.
pub const FIRST_PIECE_SHARE: f32 = 1.5;
/// How high the plate under a board is.
pub(super) const PLATE_HEIGHT: f32 = 40.0;
/// How high the place of the pressed keys is at most, and at least.
pub(super) const KEYS_HEIGHT: [f32; 2] = [50.0, 40.0];
/// Units left free around the place of the pressed keys.
pub(super) const KEYS_GAP: f32 = 6.0;
/// The most units a cell measures: a tiny board would fill the window with a few huge tiles.
pub(super) const LARGEST_CELL: f32 = 56.0;
/// How high the clock between two boards is, with the rounds won.
pub(super) const CLOCK_HEIGHT: f32 = 74.0;
/// How high a figure is, its label above its value.
pub const FIGURE_HEIGHT: f32 = 46.0;
/// How many figures of the usual size a column beside a lone board holds.
const LONE_BOARD_FIGURE_COUNT: f32 = 3.0;
/// How many figures of the usual size a column holds in a match.
const VERSUS_FIGURE_COUNT: f32 = 4.0;
/// How much higher than at the usual size the figures of a column may be together, in figures of the usual size.
const FIGURE_GROWTH: f32 = 0.55;
/// How high the title of a box is.
pub const BOX_TITLE_HEIGHT: f32 = 26.0;

/// What a layout is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayoutRequest {
    /// The window in physical pixels.
    pub window: UVec2,
    /// How many players there are, 1 or 2.
    pub seats: usize,
    /// The size of the board, in cells.
    pub board: BoardSize,
    /// How many pieces the next queue shows.
    pub next: u8,
    /// The set of pieces that is played with.
    pub pieces: PieceSet,
    /// Whether garbage can wait, so that a meter stands beside the board.
    pub meter: bool,
    /// How large the figures beside a board are, 1 for the usual.
    pub figures: f32,
    /// Whether room is left at the foot of a window that is higher than wide, for buttons that fingers play with.
    pub fingers: bool,
    /// The seat that has the large board in a window that is higher than wide, which has room for only one.
    pub near: usize,
    /// Whether the keys that are pressed are shown at each board.
    pub keys: bool,
}

impl LayoutRequest {
    /// A request for a match with these rules: a meter if there are two seats, figures of the usual size, no room for
    /// buttons or pressed keys, and the first seat's board as the large one.
    pub const fn new(window: UVec2, seats: usize, rules: &Rules) -> Self {
        Self {
            window,
            seats,
            board: rules.board,
            next: rules.next,
            pieces: rules.pieces,
            meter: seats > 1,
            figures: 1.0,
            fingers: false,
            near: 0,
            keys: false,
        }
    }
}

/// Where everything of a match lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// How many pixels a unit of the canvas is.
    pub unit: f32,
    /// How large the figures beside a board are, 1 for the usual.
    pub figures: f32,
    /// The players' parts, the left one first.
    pub seats: Vec<SeatLayout>,
    /// The clock and the rounds won, between two boards; `None` for a lone board.
    pub clock: Option<Rect>,
}

impl Layout {
    /// How many figures a column beside a board holds.
    pub fn figure_count(&self) -> f32 {
        figure_count(self.seats.len() > 1, self.figures)
    }
}

/// How many figures of this size a column beside a board holds. Larger figures are fewer: whoever needs them large
/// needs the pieces above them as large as ever.
pub(super) fn figure_count(versus: bool, size: f32) -> f32 {
    let usual = if versus { VERSUS_FIGURE_COUNT } else { LONE_BOARD_FIGURE_COUNT };
    ((usual + FIGURE_GROWTH) / size).floor().clamp(1.0, usual)
}

/// Where everything of one player lies.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatLayout {
    /// Pixels a cell, a whole number.
    pub cell: f32,
    /// The well: the board's visible rows.
    pub well: Rect,
    /// The well with the rows shown above the skyline and the frame.
    pub board: Rect,
    /// The thickness of the frame, in pixels.
    pub frame: f32,
    /// The garbage meter beside the well; `None` where no garbage can wait.
    pub meter: Option<Rect>,
    /// The number of waiting rows, over the meter; `None` without a meter.
    pub meter_number: Option<Rect>,
    /// The box of the held piece.
    pub hold: Rect,
    /// Where clears are named.
    pub callout: Rect,
    /// Figures under the hold box.
    pub left_figures: Rect,
    /// The box of the next queue.
    pub next: Rect,
    /// Figures under the next queue.
    pub right_figures: Rect,
    /// Name or score, under the board.
    pub plate: Rect,
    /// The keys that are pressed; `None` where they are not shown, or have no room.
    pub keys: Option<Rect>,
    /// Height of one piece's place in the next queue, in pixels.
    pub slot: f32,
    /// Pixels a cell of a held or waiting piece.
    pub small_cell: f32,
    /// Pixels a cell of the piece that comes next: those of the board, where they fit.
    pub first_cell: f32,
}

/// The columns and rows that the widest and the tallest piece of a set fill as they appear.
pub fn largest_piece(pieces: PieceSet) -> (f32, f32) {
    pieces.kinds().fold((0.0, 0.0), |(width, height): (f32, f32), kind| {
        let shape = kind.shape(Facing::North);
        let size = |(first, last): (i8, i8)| f32::from(last - first + 1);
        (width.max(size(shape.columns)), height.max(size(shape.span)))
    })
}

/// Lays a match out in a window.
pub fn match_layout(request: &LayoutRequest) -> Layout {
    let window = request.window.max(UVec2::splat(64)).as_vec2();
    match is_upright(window.x, window.y) {
        true => upright_layout(request, window),
        false => wide_layout(request, window),
    }
}

/// The rectangle of a well whose lower left corner is about at `at`, and that of its board with the frame.
pub(super) fn well_and_board_rects(
    request: &LayoutRequest,
    at: Vec2,
    window: Vec2,
    cell: f32,
    frame: f32,
) -> [Rect; 2] {
    // At the corner of the nearest pixel of the window.
    let corner = (at + window / 2.0).round() - window / 2.0;
    let size = Vec2::new(f32::from(request.board.width), f32::from(request.board.visible)) * cell;
    let well = Rect::from_corners(corner, corner + size);
    let above = f32::from(ROWS_ABOVE) * cell;
    [well, Rect { min: well.min - Vec2::splat(frame), max: Vec2::new(well.max.x + frame, well.max.y + above) }]
}

#[cfg(test)]
mod tests {
    use super::super::upright::rects_of;
    use super::*;

    fn overlap(a: Rect, b: Rect) -> bool {
        let common = a.intersect(b);
        common.width() > 0.5 && common.height() > 0.5
    }

    fn requests() -> Vec<LayoutRequest> {
        let windows = [
            (960, 540),
            (1024, 768),
            (1280, 720),
            (1920, 1080),
            (1080, 1920),
            (390, 844),
            (375, 667),
            (1170, 2532),
            (2560, 1080),
            (3840, 2160),
        ];
        let boards = [(4, 4), (4, 40), (10, 20), (10, 40), (16, 4), (16, 20), (16, 40)];
        let mut requests = Vec::new();
        for (x, y) in windows {
            for (width, visible) in boards {
                for seats in 1..=2 {
                    for next in [1, 5, 6] {
                        for pieces in [PieceSet::Tetromino, PieceSet::Pentomino] {
                            let board = BoardSize { width, visible, buffer: 3 };
                            let rules = Rules { board, next, pieces, ..Rules::default() };
                            let meter = seats > 1 || next == 5;
                            let figures = if next == 6 { 1.5 } else { 1.0 };
                            let request = LayoutRequest {
                                meter,
                                figures,
                                fingers: next == 5,
                                keys: next == 6,
                                ..LayoutRequest::new(UVec2::new(x, y), seats, &rules)
                            };
                            requests.extend((0..seats).map(|near| LayoutRequest { near, ..request }));
                        }
                    }
                }
            }
        }
        requests
    }

    fn is_upright_request(request: &LayoutRequest) -> bool {
        is_upright(request.window.x as f32, request.window.y as f32)
    }

    #[test]
    fn nothing_overlaps_and_everything_is_inside() {
        for request in requests() {
            let mut layout = match_layout(&request);
            let window = Rect::from_center_size(Vec2::ZERO, request.window.as_vec2()).inflate(0.5);
            // The first part, a board's well, lies in its frame.
            let seats = layout.seats.iter_mut();
            let mut parts: Vec<Rect> = seats.flat_map(|seat| rects_of(seat).skip(1).map(|part| *part)).collect();
            parts.extend(layout.clock);
            if is_upright_request(&request) {
                let seats = layout.seats.iter().enumerate();
                let needed = seats.flat_map(|(at, seat)| match at == request.near {
                    true => vec![seat.board, seat.plate, seat.hold, seat.next],
                    false => vec![seat.board, seat.plate],
                });
                assert!(needed.into_iter().all(|part| !part.is_empty()), "{request:?}: {layout:?}");
                parts.retain(|part| !part.is_empty());
            }
            for (at, &part) in parts.iter().enumerate() {
                assert!(part.width() > 0.0 && part.height() > 0.0, "{request:?}: part {at} is empty: {part:?}");
                assert!(window.contains(part.min) && window.contains(part.max), "{request:?}: part {at} is outside");
                for (other, &next) in parts.iter().enumerate().skip(at + 1) {
                    assert!(!overlap(part, next), "{request:?}: {at} {part:?} and {other} {next:?} overlap");
                }
            }
        }
    }

    #[test]
    fn in_an_upright_window_the_near_board_is_the_large_one_on_its_own_side() {
        let phone = LayoutRequest::new(UVec2::new(390, 844), 2, &Rules::versus());
        for near in 0..2 {
            let seats = match_layout(&LayoutRequest { near, ..phone }).seats;
            assert!(seats[near].cell > seats[1 - near].cell, "seat {near} has the large board");
            assert!(seats[0].board.center().x < seats[1].board.center().x, "the left player is at the left");
        }
    }

    #[test]
    fn cells_are_whole_pixels_on_whole_pixels() {
        for request in requests() {
            for seat in match_layout(&request).seats {
                assert_eq!(seat.cell.fract(), 0.0, "{request:?}");
                let corner = seat.well.min + request.window.as_vec2() / 2.0;
                assert!((corner - corner.round()).abs().max_element() < 0.01, "{request:?}: {corner}");
                let size = seat.well.size() / seat.cell;
                assert!((size.x - f32::from(request.board.width)).abs() < 0.01, "{request:?}");
            }
        }
    }

    #[test]
    fn a_lone_board_is_in_the_middle_of_its_columns_with_a_meter_too() {
        let lone = |request: &LayoutRequest| request.seats == 1 && !is_upright_request(request);
        for request in requests().into_iter().filter(lone) {
            let seat = match_layout(&request).seats.remove(0);
            let (left, right) = (seat.board.min.x - seat.hold.max.x, seat.next.min.x - seat.board.max.x);
            assert!((left - right).abs() <= 1.0, "{request:?}: {left} left of it and {right} right of it");
            let off = seat.plate.center().x - seat.board.center().x;
            assert!(off.abs() <= 1.0, "{request:?}: its plate is {off} off the middle");
        }
    }

    #[test]
    fn usual_boards_have_room_for_pressed_keys_where_they_are_shown() {
        let usual = |request: &LayoutRequest| (request.board.width, request.board.visible) == (10, 20);
        for request in requests().into_iter().filter(usual) {
            let Layout { unit, seats, .. } = match_layout(&request);
            for seat in seats {
                assert_eq!(seat.keys.is_some(), request.keys, "{request:?}");
                let Some(keys) = seat.keys else { continue };
                // Two rows of four.
                let key = (keys.width() / 4.0).min(keys.height() / 2.0);
                assert!(key >= 20.0 * unit, "{request:?}: a key has {} units", key / unit);
            }
        }
    }

    #[test]
    fn a_usual_board_is_large() {
        let request = LayoutRequest::new(UVec2::new(1920, 1080), 2, &Rules::versus());
        let seat = &match_layout(&request).seats[0];
        assert!(seat.cell >= 38.0, "cells are {} pixels", seat.cell);
        assert!(seat.callout.height() >= 100.0 * 1.5, "callouts have {} pixels", seat.callout.height());
    }

    #[test]
    fn large_figures_leave_pieces_and_boards_as_large_as_they_are() {
        for (x, y) in [(1280, 720), (1920, 1080), (390, 844)] {
            for (seats, rules) in [(1, Rules::default()), (2, Rules::versus())] {
                let usual = LayoutRequest::new(UVec2::new(x, y), seats, &rules);
                let cells = |figures| {
                    let seat = match_layout(&LayoutRequest { figures, ..usual }).seats.remove(0);
                    [seat.cell, seat.first_cell, seat.small_cell]
                };
                for figures in [1.1, 1.3, 1.5] {
                    let (large, usual) = (cells(figures), cells(1.0));
                    let lost = (0..3).map(|at| usual[at] - large[at]).fold(0.0, f32::max);
                    assert!(lost <= 1.0, "{x}x{y}, {seats}, {figures}: {large:?} in place of {usual:?}");
                }
            }
        }
        assert_eq!([1.0, 1.1, 1.2, 1.5].map(|size| figure_count(true, size)), [4.0, 4.0, 3.0, 3.0]);
        assert_eq!([1.0, 1.1, 1.2, 1.5].map(|size| figure_count(false, size)), [3.0, 3.0, 2.0, 2.0]);
    }
}
