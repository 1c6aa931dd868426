//! Where everything of a match lies in a window that is wider than high: the boards side by side, each between two
//! columns of its own, on a canvas 720 units high.

use super::layout::{
    BOX_TITLE_HEIGHT, CLOCK_HEIGHT, FIGURE_HEIGHT, FIRST_PIECE_SHARE, FRAME_THICKNESS, GAP, KEYS_GAP, KEYS_HEIGHT,
    LARGEST_CELL, Layout, LayoutRequest, METER_NUMBER_HEIGHT, METER_WIDTH, PLATE_HEIGHT, ROWS_ABOVE, SeatLayout,
    figure_count, largest_piece, well_and_board_rects,
};
use bevy::math::{Rect, Vec2};

/// Units from the bottom of the canvas to its top.
const HEIGHT: f32 = 720.0;
/// Units left free at the window's edges.
const MARGIN: f32 = 16.0;
/// The least height of the columns beside a board.
const LEAST_COLUMN: f32 = 520.0;

/// Lays a match out in a window that is wider than high.
pub(super) fn wide_layout(request: &LayoutRequest, window: Vec2) -> Layout {
    let versus = request.seats > 1;
    // A lone board leaves room to its sides: columns take some of it.
    let width = if versus { 1280.0 } else { (HEIGHT * window.x / window.y).clamp(760.0, 1000.0) };
    let unit = (window.x / width).min(window.y / HEIGHT);
    let column = if versus { 126.0 } else { 126.0 + (width - 760.0) * 0.25 };
    let meter = if request.meter { METER_WIDTH + 6.0 } else { 0.0 };

    // A lone board stands in the middle of its columns: what the meter takes on its left is left free on its right.
    let spare = if versus { 0.0 } else { meter };
    let beside = 2.0 * (column + GAP + FRAME_THICKNESS) + meter + spare;
    let free = if versus { (width - 2.0 * MARGIN - 2.0 * GAP) / 2.0 } else { width - 2.0 * MARGIN } - beside;
    let (columns, rows) = (f32::from(request.board.width), f32::from(request.board.visible + ROWS_ABOVE));
    let under = FRAME_THICKNESS + 6.0 + PLATE_HEIGHT;
    let tall = HEIGHT - 2.0 * MARGIN - under;
    let cell = ((free / columns).min(tall / rows).min(LARGEST_CELL) * unit).floor().max(3.0);

    // Larger figures want wider columns: they take of the width what the cells leave.
    let wider = (66.0 * (request.figures - 1.0)).min((free - columns * cell / unit) / 2.0).max(0.0);
    let (column, beside) = (column + wider, beside + 2.0 * wider);

    // The whole of one seat, then the seats side by side.
    let seat_width = beside * unit + columns * cell;
    let between = GAP * unit * 2.0;
    let all = if versus { 2.0 * seat_width + between } else { seat_width };
    let height = rows * cell + under * unit;
    let bottom = -height / 2.0 + under * unit;
    let (meter, spare) = (meter * unit, spare * unit);
    let sides = CommonMeasures { request, unit, column: column * unit, meter, spare, cell, bottom, window };
    let count = if versus { 2 } else { 1 };
    let seats: Vec<SeatLayout> =
        (0..count).map(|seat| sides.seat(seat, -all / 2.0 + seat as f32 * (seat_width + between))).collect();
    let clock = match seats.as_slice() {
        [left, right] => {
            let top = (HEIGHT / 2.0 - MARGIN) * unit;
            Some(Rect::new(left.next.min.x, top - CLOCK_HEIGHT * unit, right.hold.max.x, top))
        }
        _ => None,
    };
    Layout { unit, figures: request.figures, seats, clock }
}

/// Measures that the layouts of all seats have in common.
struct CommonMeasures<'a> {
    request: &'a LayoutRequest,
    unit: f32,
    column: f32,
    meter: f32,
    /// Room on the other side of a lone board, as wide as the meter.
    spare: f32,
    cell: f32,
    bottom: f32,
    window: Vec2,
}

impl CommonMeasures<'_> {
    /// The layout of the seat with this number, whose leftmost part begins at `left`.
    fn seat(&self, seat: usize, left: f32) -> SeatLayout {
        let Self { request, unit, column, meter, spare, cell, .. } = *self;
        let u = |units: f32| units * unit;
        let frame = u(FRAME_THICKNESS);
        let corner = Vec2::new(left + column + u(GAP) + meter + frame, self.bottom);
        let [well, board] = well_and_board_rects(request, corner, self.window, cell, frame);

        // Columns keep their height beside small boards, and make room for a clock.
        let ceiling = u(HEIGHT / 2.0 - MARGIN) - if request.seats > 1 { u(CLOCK_HEIGHT + 4.0) } else { 0.0 };
        let height = (well.height() + frame).max(u(LEAST_COLUMN));
        let floor = u(-HEIGHT / 2.0 + MARGIN);
        let top = (well.center().y + height / 2.0).min(ceiling).max(floor + height);
        let top = if well.height() + frame >= u(LEAST_COLUMN) { well.max.y.min(ceiling) } else { top };
        let base = (top - height).max(floor);

        let left_column = |top: f32, bottom: f32| Rect::new(left, bottom, left + column, top);
        let right = board.max.x + u(GAP) + spare;
        let right_column = |top: f32, bottom: f32| Rect::new(right, bottom, right + column, top);

        let (columns, rows) = largest_piece(request.pieces);
        let versus = request.seats > 1;
        let largest = if versus { 18.0 } else { 23.0 };
        let figures = u(FIGURE_HEIGHT * request.figures * figure_count(versus, request.figures) + 10.0);
        let slots = f32::from(request.next) + FIRST_PIECE_SHARE - 1.0;
        let slot = ((top - base - figures - u(GAP + BOX_TITLE_HEIGHT + 8.0)) / slots).min(u(largest) * (rows + 0.8));
        let first_cell =
            (slot * FIRST_PIECE_SHARE / (rows + 0.7)).min((column - u(18.0)) / columns).min(cell).floor().max(2.0);
        let small_cell = (slot / (rows + 0.7)).min((column - u(18.0)) / columns).min(u(largest + 2.0)).floor().max(2.0);

        let hold = left_column(top, top - u(BOX_TITLE_HEIGHT + 14.0) - small_cell * (rows + 0.8));
        let left_figures = left_column(base + figures, base);
        let callout = left_column(hold.min.y - u(8.0), left_figures.max.y + u(8.0));
        let next = right_column(top, top - u(BOX_TITLE_HEIGHT + 8.0) - slot * slots);
        let right_figures = right_column(base + figures, base);
        let plate_top = board.min.y - u(6.0);
        let plate = Rect::new(board.min.x, plate_top - u(PLATE_HEIGHT), board.max.x, plate_top);
        // On the side away from the other board, since a match with somebody elsewhere has a line of text between.
        let beside = match seat {
            0 => [left, plate.min.x - u(KEYS_GAP)],
            _ => [plate.max.x + u(KEYS_GAP), right + column],
        };
        let has_meter = meter > 0.0;
        let meter_left = board.min.x - meter;
        SeatLayout {
            cell,
            well,
            board,
            frame,
            meter: has_meter.then(|| Rect::new(meter_left, well.min.y, meter_left + u(METER_WIDTH), well.max.y)),
            meter_number: has_meter.then(|| {
                let (left, right) = (meter_left - u(8.0), meter_left + u(METER_WIDTH + 4.0));
                Rect::new(left, well.max.y + u(2.0), right, well.max.y + u(METER_NUMBER_HEIGHT))
            }),
            hold,
            callout,
            left_figures,
            next,
            right_figures,
            plate,
            keys: if request.keys { self.keys(plate, base, beside) } else { None },
            slot,
            small_cell,
            first_cell,
        }
    }

    /// The place of the pressed keys: under a column that ends at the height `base` and between these edges, or where a
    /// column beside a small board reaches further down, under the plate.
    fn keys(&self, plate: Rect, base: f32, [from, to]: [f32; 2]) -> Option<Rect> {
        let [most, least] = KEYS_HEIGHT.map(|height| height * self.unit);
        let gap = KEYS_GAP * self.unit;
        let place = |left: f32, right: f32, top: f32| {
            let bottom = (top - most).max(gap - self.window.y / 2.0);
            Rect { min: Vec2::new(left, bottom), max: Vec2::new(right, top) }
        };
        let beside = place(from, to, plate.max.y.min(base - gap));
        let under = place(plate.min.x, plate.max.x, plate.min.y - gap);
        [beside, under].into_iter().find(|place| place.height() >= least)
    }
}
