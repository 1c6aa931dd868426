//! Where everything of a match lies in a window that is higher than wide, such as a phone's.
//!
//! The canvas is [`CANVAS_WIDTH`] units wide. One's own board takes most of it; hold, next pieces and figures stand in
//! one column at its right. In a match of two the other's board stands small in that column, without boxes and figures
//! of its own. Whoever sits at the right has all of it the other way round.

use super::layout::{
    BOX_TITLE_HEIGHT, CLOCK_HEIGHT, FIGURE_HEIGHT, FIRST_PIECE_SHARE, FRAME_THICKNESS, GAP, KEYS_GAP, KEYS_HEIGHT,
    LARGEST_CELL, Layout, LayoutRequest, METER_NUMBER_HEIGHT, METER_WIDTH, PLATE_HEIGHT, ROWS_ABOVE, SeatLayout,
    figure_count, largest_piece, well_and_board_rects,
};
use crate::app::upright::{CANVAS_WIDTH, FINGER_BUTTONS_HEIGHT};
use bevy::math::{Rect, Vec2};

/// Units left free at the window's edges.
const MARGIN: f32 = 10.0;
/// The least and the most units that the column beside the board takes.
const COLUMN: [f32; 2] = [96.0, 150.0];
/// Units of a cell in the hold box, at most.
const SMALL: f32 = 16.0;
/// Units of a cell of the opponent's small board, at most.
const OTHER: f32 = 9.0;
/// The greatest share of the column's height that the opponent's small board takes.
const OTHER_SHARE: f32 = 0.38;
/// Units of the height of a waiting piece's place: at most; and at least, before fewer pieces are shown.
const SLOT: [f32; 2] = [40.0, 26.0];
/// Units of the height of the place where clears are named: at least, and at most.
const CALLOUT: [f32; 2] = [34.0, 84.0];
/// The least height of the column, in units, where the window has room for it.
const LEAST_COLUMN: f32 = 440.0;

/// Lays a match out in a window that is higher than wide. Parts that there is no room for are empty rectangles.
pub(super) fn upright_layout(request: &LayoutRequest, window: Vec2) -> Layout {
    let unit = window.x / CANVAS_WIDTH;
    let u = |units: f32| units * unit;
    let versus = request.seats > 1;
    let (columns, rows) = (f32::from(request.board.width), f32::from(request.board.visible + ROWS_ABOVE));
    let meter = if request.meter { u(METER_WIDTH + 6.0) } else { 0.0 };
    let head = if versus { u(CLOCK_HEIGHT + 6.0) } else { 0.0 };
    let under = u(FRAME_THICKNESS + 6.0 + PLATE_HEIGHT);
    let frame = u(FRAME_THICKNESS);
    let beside = meter + 2.0 * frame + u(GAP);
    let wide = window.x - u(2.0 * MARGIN);
    let buttons = if request.fingers { u(FINGER_BUTTONS_HEIGHT) } else { 0.0 };
    let keys = if request.keys { u(KEYS_GAP + KEYS_HEIGHT[0]) } else { 0.0 };
    let tall = window.y - u(2.0 * MARGIN) - buttons - head - under - keys;
    let cell = ((wide - beside - u(COLUMN[0])) / columns).min(tall / rows).min(u(LARGEST_CELL)).floor().max(2.0);
    let column = (wide - beside - columns * cell).clamp(u(COLUMN[0]), u(COLUMN[1]));

    // Beside a small board, the column is higher than the board.
    let column_high = (rows * cell + frame).max(u(LEAST_COLUMN).min(tall + frame));
    let (all, height) = (beside + columns * cell + column, head + column_high - frame + under + keys);
    let top = (buttons + height) / 2.0 - head;
    let corner = Vec2::new(-all / 2.0 + meter + frame, top - rows * cell);
    let [well, board] = well_and_board_rects(request, corner, window, cell, frame);
    let plate_top = board.min.y - u(6.0);
    let plate = Rect::new(board.min.x, plate_top - u(PLATE_HEIGHT), board.max.x, plate_top);

    let left = board.max.x + u(GAP);
    let part = |top: f32, bottom: f32| Rect::new(left, bottom, left + column, top);
    let (top, base) = (board.max.y, board.max.y - column_high);
    let (widest, tallest) = largest_piece(request.pieces);
    let small_cell = u(SMALL).min((column - u(18.0)) / widest).floor().max(2.0);
    let hold = part(top, top - u(BOX_TITLE_HEIGHT + 14.0) - small_cell * (tallest + 0.8));
    // Hold and one next piece are always there; then, as far as there is room, what stands at the foot, and the names
    // of clears.
    let title = u(BOX_TITLE_HEIGHT + 8.0);
    let room = hold.min.y - base - u(8.0);
    let spare = room - title - u(SLOT[1]) * FIRST_PIECE_SHARE - u(8.0);
    let at_foot = match versus {
        true => other(request, part(base + spare.min((top - base) * OTHER_SHARE), base), unit, window),
        false => {
            let high = u(FIGURE_HEIGHT * request.figures * figure_count(false, request.figures) + 10.0);
            let figures = if high <= spare { part(base + high, base) } else { Rect::EMPTY };
            Foot { figures, top: if high <= spare { base + high } else { base }, seat: None }
        }
    };
    let spare = spare - (at_foot.top - base) - u(8.0);
    let callout = match spare >= u(CALLOUT[0]) {
        true => part(at_foot.top + u(8.0) + spare.min(u(CALLOUT[1])), at_foot.top + u(8.0)),
        false => Rect::EMPTY,
    };
    let next_base = if callout.is_empty() { at_foot.top } else { callout.max.y } + u(8.0);
    let next_top = hold.min.y - u(8.0);
    let room = next_top - next_base - title;
    let places = |next: f32| next + FIRST_PIECE_SHARE - 1.0;
    let mut shown = f32::from(request.next.max(1));
    while shown > 1.0 && room / places(shown) < u(SLOT[1]) {
        shown -= 1.0;
    }
    let slot = (room / places(shown)).min(u(SLOT[0]) * (tallest + 0.8) / 2.8).max(2.0);
    let next = part(next_top, next_top - title - slot * places(shown));
    let first_cell =
        (slot * FIRST_PIECE_SHARE / (tallest + 0.7)).min((column - u(18.0)) / widest).min(cell).floor().max(2.0);
    let waiting = (slot / (tallest + 0.7)).min((column - u(18.0)) / widest).min(small_cell).floor().max(2.0);
    let meter_left = board.min.x - meter;
    let own = SeatLayout {
        cell,
        well,
        board,
        frame,
        meter: request.meter.then(|| Rect::new(meter_left, well.min.y, meter_left + u(METER_WIDTH), well.max.y)),
        meter_number: request.meter.then(|| {
            let (left, right) = (meter_left - u(4.0), meter_left + u(METER_WIDTH + 4.0));
            Rect::new(left, well.max.y + u(2.0), right, well.max.y + u(METER_NUMBER_HEIGHT))
        }),
        hold,
        callout,
        left_figures: at_foot.figures,
        next,
        right_figures: Rect::EMPTY,
        plate,
        keys: keys_under(request, plate, unit),
        slot,
        small_cell: waiting,
        first_cell,
    };
    let clock = versus.then(|| {
        let top = board.max.y + u(6.0);
        Rect::new(board.min.x - meter, top, left + column, top + u(CLOCK_HEIGHT))
    });
    let mut layout = Layout {
        unit,
        figures: request.figures,
        seats: [Some(own), at_foot.seat].into_iter().flatten().collect(),
        clock,
    };
    if request.near > 0 && layout.seats.len() > request.near {
        // The left player stays at the left, as in the names over the boards.
        layout.seats.reverse();
        layout.seats.iter_mut().flat_map(rects_of).chain(&mut layout.clock).for_each(|place| *place = mirrored(*place));
    }
    layout
}

/// The place of the pressed keys under a plate; `None` where they are not shown.
fn keys_under(request: &LayoutRequest, plate: Rect, unit: f32) -> Option<Rect> {
    let top = plate.min.y - KEYS_GAP * unit;
    request.keys.then(|| Rect::new(plate.min.x, top - KEYS_HEIGHT[0] * unit, plate.max.x, top))
}

/// Every rectangle of a player's part, the well first.
pub(super) fn rects_of(seat: &mut SeatLayout) -> impl Iterator<Item = &mut Rect> {
    let SeatLayout {
        well,
        board,
        meter,
        meter_number,
        hold,
        callout,
        left_figures,
        next,
        right_figures,
        plate,
        keys,
        ..
    } = seat;
    let all = [well, board, hold, callout, left_figures, next, right_figures, plate];
    all.into_iter().chain(meter).chain(meter_number).chain(keys)
}

/// The rectangle that mirrors `rect` on the other side of the window's middle.
fn mirrored(rect: Rect) -> Rect {
    Rect { min: Vec2::new(-rect.max.x, rect.min.y), max: Vec2::new(-rect.min.x, rect.max.y) }
}

/// What stands at the foot of the column beside the board: figures, or the opponent's small board.
struct Foot {
    /// The place of the figures; empty in a match of two.
    figures: Rect,
    /// The height of the upper edge of what stands there.
    top: f32,
    /// The layout of the opponent's small board in a match of two; `None` for a lone board.
    seat: Option<SeatLayout>,
}

/// Lays out the opponent's small board in `column`: as large as there is room, with the opponent's name under it.
fn other(request: &LayoutRequest, column: Rect, unit: f32, window: Vec2) -> Foot {
    let u = |units: f32| units * unit;
    let (columns, rows) = (f32::from(request.board.width), f32::from(request.board.visible + ROWS_ABOVE));
    let frame = u(4.0);
    let high = (column.height() - frame) / rows;
    let cell = ((column.width() - 2.0 * frame) / columns).min(high).min(u(OTHER)).floor().max(1.0);
    let corner = Vec2::new(column.center().x - columns * cell / 2.0, column.min.y + frame);
    let [well, board] = well_and_board_rects(request, corner, window, cell, frame);
    let plate_top = column.min.y - u(6.0);
    let plate = Rect::new(column.min.x, plate_top - u(PLATE_HEIGHT), column.max.x, plate_top);
    let seat = SeatLayout {
        cell,
        well,
        board,
        frame,
        meter: None,
        meter_number: None,
        hold: Rect::EMPTY,
        callout: Rect::EMPTY,
        left_figures: Rect::EMPTY,
        next: Rect::EMPTY,
        right_figures: Rect::EMPTY,
        plate,
        keys: keys_under(request, plate, unit),
        slot: 1.0,
        small_cell: 1.0,
        first_cell: 1.0,
    };
    Foot { figures: Rect::EMPTY, top: board.max.y, seat: Some(seat) }
}
