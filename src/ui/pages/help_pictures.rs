//! The pictures of the rules: small boards written as text.

use super::super::draw;
use super::super::theme::{self, faded};
use crate::app::devices::keys::ArrowDirection;
use crate::rules::{Facing, PieceKind};
use crate::view::palette;
use bevy_egui::egui::{Align2, Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// A card of the help: title, picture and a few words.
pub(super) struct HelpCard {
    /// The title of the card, above its picture.
    pub(super) title: &'static str,
    /// Paints the picture at a time in seconds, since pictures move.
    pub(super) picture: fn(&Painter, Rect, f32),
    /// The words under the card's picture.
    pub(super) words: &'static str,
}

/// The cards of the help that explain the game itself: a picture and words each.
pub(super) const GAME_CARDS: [HelpCard; 3] = [
    HelpCard {
        title: "Stack",
        picture: stack,
        words: "Pieces fall. Move and turn them; the outline shows where they will land. A hard drop sets one down at once.",
    },
    HelpCard {
        title: "Clear",
        picture: clear,
        words: "A full row clears. Four rows at once with the long bar are a quad, the best a plain piece can do.",
    },
    HelpCard {
        title: "Hold",
        picture: hold,
        words: "Put a piece aside and take it back when it fits, once a piece. The queue shows what comes next.",
    },
];

/// The cards of the help that explain playing against an opponent.
pub(super) const BATTLE_CARDS: [HelpCard; 3] = [
    HelpCard {
        title: "Send",
        picture: garbage,
        words: "What you clear rises as garbage from your opponent's floor. The gauge shows what waits for you; your own clears cancel it first.",
    },
    HelpCard {
        title: "T-spin",
        picture: spin,
        words: "Turn a T into a gap it could not fall into. T-spins and quads in a row, back-to-back, send more under the guideline's table.",
    },
    HelpCard {
        title: "Top out",
        picture: top_out,
        words: "When a new piece has no room, the round is lost. Keep the stack low, and leave one column for the long bar.",
    },
];

/// Paints a board from rows of text, the highest first. A capital letter is a piece's cell, a small one its ghost, `#`
/// garbage, `*` a flash, `.` an empty cell. Returns the rectangle of the board.
fn board(painter: &Painter, rect: Rect, rows: &[&str]) -> Rect {
    let columns = rows.first().map_or(1, |row| row.len());
    let cell = (rect.width() / columns as f32).min(rect.height() / rows.len() as f32).floor();
    let size = vec2(cell * columns as f32, cell * rows.len() as f32);
    let well = Rect::from_center_size(rect.center(), size);
    painter.rect_filled(well, 0, theme::NIGHT);
    for column in 1..columns {
        let x = well.left() + cell * column as f32;
        painter.vline(x, well.y_range(), Stroke::new(1.0, faded(theme::LINE, 0.3)));
    }
    for row in 1..rows.len() {
        painter.hline(well.x_range(), well.top() + cell * row as f32, Stroke::new(1.0, faded(theme::LINE, 0.3)));
    }
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let at = well.min + vec2(x as f32, y as f32) * cell;
            let place = Rect::from_min_size(at, vec2(cell, cell));
            match letter {
                '.' => {}
                '#' => draw::mino(painter, place, theme::colour(palette::GARBAGE)),
                '*' => {
                    painter.rect_filled(place.shrink(1.0), 1, theme::IVORY);
                }
                _ => letter_cell(painter, place, letter),
            }
        }
    }
    painter.rect_stroke(well.expand(2.0), 2, Stroke::new(1.5, faded(theme::GOLD, 0.7)), StrokeKind::Outside);
    well
}

fn letter_cell(painter: &Painter, place: Rect, letter: char) {
    let Some(kind) = PieceKind::from_letter(letter.to_ascii_uppercase()) else { return };
    let colour = draw::piece_colour(painter, kind);
    if letter.is_ascii_lowercase() {
        let stroke = Stroke::new(1.5, faded(colour, 0.7));
        painter.rect(place.shrink(1.5), 1, faded(colour, 0.14), stroke, StrokeKind::Inside);
    } else {
        draw::mino(painter, place, colour);
    }
}

/// The board to show at a time in seconds, out of several that are shown in turn, round and round. Each has
/// its seconds before it.
fn film<'a>(seconds: f32, frames: &'a [(f32, &'a [&'a str])]) -> &'a [&'a str] {
    let whole: f32 = frames.iter().map(|(lasts, _)| lasts).sum();
    let mut at = seconds % whole.max(0.1);
    for (lasts, frame) in frames {
        if at < *lasts {
            return frame;
        }
        at -= lasts;
    }
    frames.last().map_or(&[], |(_, frame)| frame)
}

fn stack(painter: &Painter, rect: Rect, seconds: f32) {
    let frames: [(f32, &[&str]); 4] = [
        (0.7, &[".TTT....", "..T.....", "........", "........", "...t..LL", "JJttt.SL", "JOO..SSL", "JOO..S.."]),
        (0.7, &["........", "..T.....", ".TTT....", "........", "...t..LL", "JJttt.SL", "JOO..SSL", "JOO..S.."]),
        (0.7, &["........", "........", "...T....", "..TTT...", "...t..LL", "JJttt.SL", "JOO..SSL", "JOO..S.."]),
        (1.2, &["........", "........", "........", "........", "...T..LL", "JJTTT.SL", "JOO..SSL", "JOO..S.."]),
    ];
    board(painter, rect, film(seconds, &frames));
}

fn clear(painter: &Painter, rect: Rect, seconds: f32) {
    let frames: [(f32, &[&str]); 4] = [
        (0.9, &[".......I", ".......I", ".......I", "SS.....I", "TSSJJJ..", "TTLLLJZ.", "TOOLSSZ.", "ZOOSSZZ."]),
        (0.5, &["........", "........", "........", "SS......", "TSSJJJ.I", "TTLLLJZI", "TOOLSSZI", "ZOOSSZZI"]),
        (0.25, &["........", "........", "........", "SS......", "TSSJJJ.I", "********", "********", "********"]),
        (1.1, &["........", "........", "........", "........", "........", "........", "SS......", "TSSJJJ.I"]),
    ];
    board(painter, rect, film(seconds, &frames));
}

fn hold(painter: &Painter, rect: Rect, seconds: f32) {
    let swapped = seconds % 2.4 > 1.2;
    let slot = Rect::from_center_size(rect.center() - vec2(rect.width() * 0.27, 0.0), vec2(92.0, 84.0));
    let well = Rect::from_center_size(rect.center() + vec2(rect.width() * 0.25, 0.0), vec2(92.0, rect.height() * 0.86));
    for (place, label) in [(slot, "HOLD"), (well, "NEXT")] {
        let stroke = Stroke::new(1.5, faded(theme::GOLD, 0.7));
        painter.rect(place, CornerRadius::same(3), theme::NIGHT, stroke, StrokeKind::Inside);
        let at = place.center_top() - vec2(0.0, 10.0);
        draw::spaced_text(painter, at, Align2::CENTER_CENTER, label, theme::semibold(12.0), theme::GOLD, 2.0);
    }
    let (held, other) = if swapped { (PieceKind::T, PieceKind::I) } else { (PieceKind::I, PieceKind::T) };
    draw::piece(painter, held, Facing::North, slot.center(), 17.0);
    let middle = pos2(rect.center().x - 6.0, slot.center().y);
    draw::piece(painter, other, Facing::North, middle - vec2(0.0, rect.height() * 0.33), 14.0);
    for (side, way) in [(-9.0, ArrowDirection::Left), (9.0, ArrowDirection::Right)] {
        let at = middle + vec2(side, 0.0);
        draw::arrowhead(painter, at, 14.0, way, if swapped { theme::GOLD } else { theme::ASH });
    }
    let next = [PieceKind::L, PieceKind::Z, PieceKind::O, PieceKind::J];
    for (kind, row) in next.into_iter().zip(0u8..) {
        let y = well.top() + well.height() * (f32::from(row) + 0.5) / 4.0;
        draw::piece(painter, kind, Facing::North, pos2(well.center().x, y), 15.0);
    }
}

fn garbage(painter: &Painter, rect: Rect, seconds: f32) {
    let half = vec2(rect.width() * 0.39, rect.height());
    let left = Rect::from_min_size(rect.min, half);
    let right = Rect::from_min_max(pos2(rect.right() - half.x, rect.top()), rect.max);
    // Under the guideline's table a triple sends two rows.
    let mine: [(f32, &[&str]); 3] = [
        (1.0, &["......", "......", "......", ".....I", "IIIITI", "LLLTTI", "LSSJTI", "SS.JJJ"]),
        (0.3, &["......", "......", "......", ".....I", "******", "******", "******", "SS.JJJ"]),
        (1.5, &["......", "......", "......", "......", "......", "......", ".....I", "SS.JJJ"]),
    ];
    let theirs: [(f32, &[&str]); 2] = [
        (1.6, &["......", "......", "......", "......", "......", "L....S", "LZZ.SS", "LLZZSO"]),
        (1.2, &["......", "......", "......", "L....S", "LZZ.SS", "LLZZSO", "##.###", "##.###"]),
    ];
    board(painter, left, film(seconds, &mine));
    let well = board(painter, right, film(seconds, &theirs));
    let waiting = (1.0..1.6).contains(&(seconds % 2.8));
    let gauge =
        Rect::from_min_max(well.left_bottom() - vec2(11.0, well.height() * 0.25), well.left_bottom() - vec2(6.0, 0.0));
    if waiting {
        painter.rect_filled(gauge, 1, theme::VERMILION);
    }
    let colour = if waiting { theme::VERMILION } else { faded(theme::ASH, 0.5) };
    draw::arrowhead(painter, rect.center(), 18.0, ArrowDirection::Right, colour);
}

fn spin(painter: &Painter, rect: Rect, seconds: f32) {
    let frames: [(f32, &[&str]); 4] = [
        (0.8, &["..T...", "..TT..", "..T...", "......", "JJ..LL", "J...ZL", "JO.ZZL"]),
        (0.8, &["......", "......", "......", "......", "JJT.LL", "J.TTZL", "JOTZZL"]),
        (0.8, &["......", "......", "......", "......", "JJ..LL", "JTTTZL", "JOTZZL"]),
        (0.3, &["......", "......", "......", "......", "JJ..LL", "******", "******"]),
    ];
    board(painter, rect, film(seconds, &frames));
}

fn top_out(painter: &Painter, rect: Rect, seconds: f32) {
    let rows: [&str; 8] =
        ["..OOSS..", "J.OSSZ..", "JJJ.ZZLL", "TTT.ZIOL", "LTSSIIOO", "LLLSSI.J", "ZZ.OOIJJ", ".ZZOOIJJ"];
    let well = board(painter, rect, &rows);
    let cell = well.width() / 8.0;
    let blink = (seconds * 4.0).sin() * 0.3 + 0.6;
    let entry = Rect::from_min_size(well.min + vec2(cell * 2.0, 0.0), vec2(cell * 4.0, cell));
    let round = CornerRadius::same(2);
    let fill = Color32::TRANSPARENT;
    painter.rect(entry.expand(2.0), round, fill, Stroke::new(3.0, faded(theme::VERMILION, blink)), StrokeKind::Outside);
}
