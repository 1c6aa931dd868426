//! The timeline of the sandbox: the keys that were pressed for a piece, their charges,
//! the steps of the piece, and its lock.

use super::super::draw::{gradient_across, lozenge, mix_colours, spaced_text};
use super::super::theme::{self, GOLD, IVORY, LEAF, LINE, NIGHT, RIVER, VERMILION, faded};
use crate::game::Action;
use crate::game::sandbox::{KeyStroke, PieceEvent, SandboxLog};
use bevy_egui::egui::{Align2, CornerRadius, Painter, Rect, Stroke as Line, StrokeKind, pos2, vec2};

/// The lanes of the timeline: a name, and the actions that are shown in it.
const LANES: [(&str, &[Action]); 6] = [
    ("Left", &[Action::Left]),
    ("Right", &[Action::Right]),
    ("Soft drop", &[Action::SoftDrop]),
    ("Turn", &[Action::Clockwise, Action::Counterclockwise, Action::Half]),
    ("Hold", &[Action::Hold]),
    ("Hard drop", &[Action::HardDrop]),
];
/// How many ticks (milliseconds) a timeline may show. The shortest length that fits is taken; of anything longer,
/// the end is shown.
const LENGTHS: [u64; 5] = [600, 1200, 2000, 4000, 8000];
/// The width of the room for the names of the lanes, in points.
const NAMES: f32 = 78.0;
/// The height of the room for the title and the legend, in points.
const HEAD: f32 = 24.0;
/// The height of the room for the axis, in points.
const FOOT: f32 = 24.0;
/// The least width of a bar, in points, for keys that were held only for a moment.
const LEAST: f32 = 5.0;

/// The scale of the timeline, from ticks to points.
struct TimelineScale {
    from: u64,
    length: u64,
    left: f32,
    width: f32,
}

impl TimelineScale {
    fn x(&self, tick: u64) -> f32 {
        let share = (tick as f32 - self.from as f32) / self.length as f32;
        self.left + share.clamp(0.0, 1.0) * self.width
    }

    fn shows(&self, tick: u64) -> bool {
        (self.from..=self.from + self.length).contains(&tick)
    }
}

/// Paints the timeline of the last keys; `playing` says whether a person pressed them.
pub(super) fn paint(painter: &Painter, rect: Rect, log: &SandboxLog, playing: bool) {
    painter.rect(rect, CornerRadius::same(4), faded(NIGHT, 0.8), Line::new(1.0, faded(LINE, 0.8)), StrokeKind::Inside);
    let title = if playing { "YOUR LAST KEYS" } else { "THE KEYS" };
    let at = rect.left_top() + vec2(14.0, HEAD * 0.5 + 2.0);
    spaced_text(painter, at, Align2::LEFT_CENTER, title, theme::semibold(12.0), GOLD, 2.0);
    legend(painter, rect);
    let lanes = Rect::from_min_max(
        pos2(rect.left() + NAMES, rect.top() + HEAD + 2.0),
        pos2(rect.right() - 16.0, rect.bottom() - FOOT),
    );
    let height = lanes.height() / LANES.len() as f32;
    for ((name, _), row) in LANES.iter().zip(0u8..) {
        let y = lanes.top() + height * (f32::from(row) + 0.5);
        let at = pos2(rect.left() + 14.0, y);
        painter.text(at, Align2::LEFT_CENTER, *name, theme::regular(12.0), theme::ASH);
        painter.hline(lanes.x_range(), y, Line::new(1.0, faded(LINE, 0.45)));
    }
    let (from, to) = log.shown_tick_range().unwrap_or((0, 0));
    let wanted = to - from + 40;
    let length = LENGTHS.into_iter().find(|&length| length >= wanted).unwrap_or(LENGTHS[LENGTHS.len() - 1]);
    let from = from.max((to + 40).saturating_sub(length));
    // There is some room at the left, so that a bar of the first tick is seen as a whole.
    let scale = TimelineScale { from, length, left: lanes.left() + 6.0, width: lanes.width() - 6.0 };
    axis(painter, lanes, &scale);
    if log.shown_tick_range().is_none() {
        return;
    }
    let clipped = painter.with_clip_rect(lanes.expand(3.0));
    for ((_, actions), row) in LANES.iter().zip(0u8..) {
        let y = lanes.top() + height * (f32::from(row) + 0.5);
        let strokes = log.strokes.iter().filter(|stroke| actions.contains(&stroke.action));
        for stroke in strokes.filter(|stroke| stroke.up.unwrap_or(to) >= from && stroke.down <= to) {
            let end = stroke.up.unwrap_or(to).min(to);
            bar(&clipped, &scale, stroke, (stroke.down.max(from), end), y, (height * 0.34).min(6.0));
        }
    }
    for &(tick, mark) in log.marks.iter().filter(|mark| scale.shows(mark.0) && mark.0 <= to) {
        let x = scale.x(tick);
        let words = match mark {
            PieceEvent::Locked { dropped: true } => Some("dropped"),
            PieceEvent::Locked { dropped: false } => Some("locked"),
            // Most pieces appear in the tick in which the one before locks.
            PieceEvent::Spawned if log.marks.iter().any(|other| other.0 == tick && other.1 != mark) => None,
            PieceEvent::Spawned => Some("new piece"),
        };
        if let Some(words) = words {
            let colour = if mark == PieceEvent::Spawned { theme::ASH } else { GOLD };
            clipped.vline(x, lanes.y_range(), Line::new(1.5, colour));
            // At the right end, there is more room on the left of the line.
            let (anchor, away) =
                if x > lanes.right() - 60.0 { (Align2::RIGHT_TOP, -5.0) } else { (Align2::LEFT_TOP, 5.0) };
            clipped.text(pos2(x + away, lanes.top() - 1.0), anchor, words, theme::semibold(11.5), colour);
        }
    }
}

/// Paints a key's bar from press to release.
fn bar(painter: &Painter, scale: &TimelineScale, stroke: &KeyStroke, (from, to): (u64, u64), y: f32, half: f32) {
    let rect = |from: u64, to: u64| {
        let (left, right) = (scale.x(from), scale.x(to));
        Rect::from_min_max(pos2(left, y - half), pos2(right.max(left + LEAST), y + half))
    };
    let round = CornerRadius::same(2);
    let whole = rect(from, to);
    match stroke.action {
        Action::Left | Action::Right => {
            painter.rect_filled(whole, round, faded(GOLD, 0.22));
            for &(since, full) in &stroke.charges {
                let (since, until) = (since.max(from), full.unwrap_or(to).min(to));
                if until > since {
                    gradient_across(painter, rect(since, until), faded(GOLD, 0.12), faded(GOLD, 0.55));
                }
                if let Some(full) = full.filter(|&full| full <= to) {
                    painter.rect_filled(rect(full.max(from), to), round, mix_colours(NIGHT, GOLD, 0.72));
                }
            }
            for &(since, until) in stroke.rests.iter().filter(|rest| rest.0 <= to) {
                painter.rect_filled(rect(since.max(from), (until + 1).min(to)), round, faded(VERMILION, 0.85));
            }
        }
        Action::SoftDrop => {
            painter.rect_filled(whole, round, faded(RIVER, 0.55));
        }
        _ => {
            let colour = if stroke.refused { VERMILION } else { LEAF };
            painter.rect_filled(whole, round, faded(colour, 0.75));
        }
    }
    let mut last = f32::NEG_INFINITY;
    for &(tick, _) in stroke.steps.iter().filter(|step| scale.shows(step.0) && step.0 >= from && step.0 <= to) {
        let x = scale.x(tick);
        if matches!(stroke.action, Action::SoftDrop) || x - last < half * 2.0 {
            // Steps that are close to each other are painted as lines.
            painter.vline(x, y - half..=y + half, Line::new(1.0, IVORY));
        } else {
            lozenge(painter, pos2(x, y), half + 1.5, NIGHT);
            lozenge(painter, pos2(x, y), half, IVORY);
        }
        last = x;
    }
}

/// Paints the axis with milliseconds below the lanes.
fn axis(painter: &Painter, lanes: Rect, scale: &TimelineScale) {
    let (step, words) = match scale.length {
        0..=600 => (50, 100),
        601..=1200 => (100, 200),
        1201..=2000 => (100, 500),
        2001..=4000 => (500, 1000),
        _ => (1000, 2000),
    };
    for time in (0..=scale.length).step_by(step) {
        let x = scale.x(scale.from + time);
        let named = time.is_multiple_of(words);
        let line = Line::new(1.0, faded(LINE, if named { 0.9 } else { 0.4 }));
        painter.vline(x, lanes.top()..=lanes.bottom() + if named { 3.0 } else { 0.0 }, line);
        if named {
            let text = if time == 0 { "0".to_owned() } else { format!("{time} ms") };
            let anchor = if x > lanes.right() - 20.0 { Align2::RIGHT_CENTER } else { Align2::CENTER_CENTER };
            painter.text(pos2(x, lanes.bottom() + 11.0), anchor, text, theme::regular(11.5), theme::ASH);
        }
    }
}

/// Paints what the signs in the timeline mean, at the right of its title.
fn legend(painter: &Painter, rect: Rect) {
    let y = rect.top() + HEAD * 0.5 + 2.0;
    let mut right = rect.right() - 16.0;
    let swatches = [
        ("no sliding", faded(VERMILION, 0.85)),
        ("sliding", mix_colours(NIGHT, GOLD, 0.72)),
        ("charging", faded(GOLD, 0.4)),
    ];
    for (name, colour) in swatches {
        let written = painter.text(pos2(right, y), Align2::RIGHT_CENTER, name, theme::regular(12.0), theme::ASH);
        let swatch = Rect::from_center_size(pos2(written.left() - 14.0, y), vec2(16.0, 9.0));
        painter.rect_filled(swatch, CornerRadius::same(2), colour);
        right = swatch.left() - 16.0;
    }
    let written = painter.text(pos2(right, y), Align2::RIGHT_CENTER, "step", theme::regular(12.0), theme::ASH);
    lozenge(painter, pos2(written.left() - 10.0, y), 5.0, IVORY);
}
