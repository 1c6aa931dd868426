//! The sandbox beside the handling settings: the board, an explanation of what happens on it, and the finesse
//! of the last piece.

use super::super::draw::{keycap, skinned_cell, skinned_piece, spaced_text};
use super::super::menu::Menu;
use super::super::ornament;
use super::super::theme::{self, GOLD, IVORY, LEAF, VERMILION, faded};
use super::super::well::PaintedWell;
use super::key_timeline;
use crate::app::devices::buttons::{PadFamily, action_keycap};
use crate::app::devices::keys::Keycap;
use crate::app::persistence::{Appearance, Settings};
use crate::game::Action;
use crate::game::handling::{Handling, InitialInput, SecondDirection, SoftDrop};
use crate::game::sandbox::{HandlingTestGame, KeyStroke, Lesson, PieceFinesse, SandboxLog, SandboxView};
use crate::movegen::Key;
use crate::rules::{FallingPiece, Mino, PieceKind, Shift, Turn};
use crate::view::skins::skin;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Painter, Pos2, Rect, Sense, Stroke as Line, StrokeKind, pos2, vec2,
};

/// How many rows are shown above the visible ones, where pieces appear.
const OVER: f32 = 2.0;
/// The height of the timeline of keys, in points.
const TIMELINE: f32 = 152.0;
const GAP: f32 = 14.0;

/// Paints the sandbox, which names buttons in place of keys if a gamepad is used. True when its board is clicked.
pub(super) fn show(menu: &mut Menu, sandbox: &HandlingTestGame, settings: &Settings, playing: bool) -> bool {
    let Some(scene) = sandbox.current_view() else { return false };
    let (side, painter) = (menu.side, menu.side_painter());
    let upper = Rect::from_min_max(side.min, pos2(side.right(), side.bottom() - TIMELINE - GAP));
    // The frame about the board ends where the timeline below and the tabs beside it do.
    let inside = upper.shrink(3.0);
    let size = scene.matrix.board().size();
    let rows = f32::from(size.visible) + OVER;
    let cell = (inside.height() / rows).min(inside.width() * 0.4 / f32::from(size.width)).floor().max(6.0);
    let board = Rect::from_min_size(inside.min, vec2(cell * f32::from(size.width), cell * rows));
    let response = menu.side_panel_ui("sandbox", side).interact(board, Id::new("sandbox board"), Sense::CLICK);
    let hovered = response.hovered();
    let clicked = response.clicked();
    response.on_hover_cursor(CursorIcon::PointingHand);
    paint_board(&painter, board, cell, &scene, &settings.appearance, settings.looks.ghost);
    let edge = if playing { GOLD } else { faded(GOLD, if hovered { 0.8 } else { 0.35 }) };
    let width = if playing { 2.0 } else { 1.0 };
    painter.rect_stroke(board.expand(2.0), CornerRadius::same(3), Line::new(width, edge), StrokeKind::Outside);
    let words = Rect::from_min_max(pos2(board.right() + 22.0, upper.top()), upper.max);
    let back = menu.by_device(
        "Esc gives the keys back to the menu.",
        "<Start> gives the buttons back to the menu.",
        "A tap on the board ends it.",
    );
    describe(&painter, words, sandbox, &scene, &back, settings, (playing, menu.used_pad()));
    let below = Rect::from_min_max(pos2(side.left(), side.bottom() - TIMELINE), side.max);
    key_timeline::paint(&painter, below, sandbox.log(), playing);
    clicked
}

fn paint_board(painter: &Painter, board: Rect, cell: f32, scene: &SandboxView, appearance: &Appearance, ghost: f32) {
    let trim = &skin(appearance.skin).trim;
    let size = scene.matrix.board().size();
    painter.rect_filled(board, 0, theme::colour(trim.well));
    let sky = board.top() + OVER * cell;
    let line = Line::new(1.0, faded(theme::colour(trim.line), 0.55));
    for x in 1..size.width {
        painter.vline(board.left() + f32::from(x) * cell, sky..=board.bottom(), line);
    }
    for y in 0..size.visible {
        painter.hline(board.x_range(), board.bottom() - f32::from(y + 1) * cell, line);
    }
    let at = |x: i8, y: i8| PaintedWell { rect: board, cell }.cell_rect((x.into(), y.into()));
    let painter = painter.with_clip_rect(board);
    for y in 0..size.visible + OVER as u8 {
        for x in 0..size.width {
            if let Mino::Piece(kind) = scene.matrix.mino(x.into(), y.into()) {
                skinned_cell(&painter, kind, at(x as i8, y as i8), appearance, 1.0);
            }
        }
    }
    let whole = |piece: FallingPiece, opacity: f32| {
        for (x, y) in piece.cells() {
            skinned_cell(&painter, piece.kind, at(x, y), appearance, opacity);
        }
    };
    if let Some(shadow) = scene.ghost {
        whole(shadow, ghost * 0.8);
    }
    if let Some(piece) = scene.piece {
        whole(piece, 1.0);
    }
}

/// Paints the words beside the sandbox's board; `back` is a sentence on how to stop playing on the board.
fn describe(
    painter: &Painter,
    rect: Rect,
    sandbox: &HandlingTestGame,
    scene: &SandboxView,
    back: &str,
    settings: &Settings,
    (playing, pad): (bool, Option<PadFamily>),
) {
    let (title, sentence) = match sandbox.lesson() {
        Some(lesson) if !playing => explained(lesson, &settings.handling),
        _ => ("You play", format!("Every setting acts at once. {back}")),
    };
    let mut column = Column { painter, rect, y: rect.top() };
    pieces(painter, rect, scene, &settings.appearance);
    column.title(title);
    column.words(&sentence, IVORY, 15.0, 3, rect.width() - 84.0);
    column.y = column.y.max(rect.top() + 98.0);
    column.title("The last slide");
    let log = sandbox.log();
    let slide = log.strokes.iter().rev().find(|stroke| matches!(stroke.action, Action::Left | Action::Right));
    let told = slide.map_or("Nothing has slid yet.".to_owned(), |stroke| told(stroke, log));
    column.words(&told, theme::ASH, 14.0, 2, rect.width());
    column.y = column.y.max(rect.top() + 172.0);
    column.title("Finesse");
    match &log.last_finesse {
        Some(verdict) if playing || sandbox.lesson().is_none() => finesse(&mut column, verdict, log, (settings, pad)),
        _ => {
            let words = "Play a piece, and here stand the keys that you used for it and the fewest that there are.";
            column.words(words, theme::ASH, 14.0, 3, rect.width());
        }
    }
}

/// A column of text, which is written from the top down.
struct Column<'a> {
    painter: &'a Painter,
    rect: Rect,
    y: f32,
}

impl Column<'_> {
    fn title(&mut self, text: &str) {
        let at = pos2(self.rect.left(), self.y + 8.0);
        let font = theme::semibold(12.5);
        let written = spaced_text(self.painter, at, Align2::LEFT_CENTER, &text.to_uppercase(), font, GOLD, 2.0);
        let from = pos2(written.right() + 10.0, at.y);
        let to = pos2((written.right() + 120.0).min(self.rect.right()), at.y);
        ornament::fading_line(self.painter, from, to, faded(GOLD, 0.5), 1.0);
        self.y += 24.0;
    }

    fn words(&mut self, text: &str, colour: Color32, size: f32, rows: usize, width: f32) {
        let mut job = bevy_egui::egui::text::LayoutJob::simple(text.to_owned(), theme::regular(size), colour, width);
        job.wrap.max_rows = rows;
        let galley = self.painter.layout_job(job);
        let height = galley.size().y;
        self.painter.galley(pos2(self.rect.left(), self.y), galley, colour);
        self.y += height + 6.0;
    }

    /// Writes a word and after it a row of keycaps.
    fn keys(&mut self, label: &str, keys: &[(Keycap, bool)]) {
        let middle = self.y + 13.0;
        let at = pos2(self.rect.left(), middle);
        self.painter.text(at, Align2::LEFT_CENTER, label, theme::semibold(14.0), theme::ASH);
        let mut at = pos2(self.rect.left() + 74.0, middle);
        for (index, (cap, held)) in keys.iter().enumerate() {
            if at.x > self.rect.right() - 60.0 {
                let more = format!("and {} more", keys.len() - index);
                self.painter.text(at, Align2::LEFT_CENTER, more, theme::regular(13.0), theme::ASH);
                break;
            }
            let drawn = keycap(self.painter, at, cap, 23.0);
            at.x = drawn.right() + 6.0;
            if *held {
                let written = self.painter.text(at, Align2::LEFT_CENTER, "held", theme::semibold(12.5), GOLD);
                at.x = written.right() + 10.0;
            }
        }
        if keys.is_empty() {
            self.painter.text(at, Align2::LEFT_CENTER, "none", theme::regular(14.0), theme::ASH);
        }
        self.y += 30.0;
    }
}

fn finesse(
    column: &mut Column,
    verdict: &PieceFinesse,
    log: &SandboxLog,
    (settings, pad): (&Settings, Option<PadFamily>),
) {
    let cap = |action: Action| action_keycap(action, settings, pad).unwrap_or_else(|| Keycap::Text("?".to_owned()));
    let pressed: Vec<(Keycap, bool)> = verdict.pressed.iter().map(|&(action, held)| (cap(action), held)).collect();
    column.keys("Pressed", &pressed);
    match &verdict.fewest {
        Some(fewest) => {
            let fewest: Vec<(Keycap, bool)> =
                fewest.iter().filter_map(|&key| action_of(key)).map(|(action, held)| (cap(action), held)).collect();
            column.keys("Fewest", &fewest);
        }
        None => {
            let words = "Not judged: a spin, a tuck or too fast a fall has ways of its own.";
            column.words(words, theme::ASH, 14.0, 2, column.rect.width());
        }
    }
    let (words, colour) = match verdict.faults() {
        Some(0) => ("Clean: there is no shorter way".to_owned(), LEAF),
        Some(1) => ("One key too many".to_owned(), VERMILION),
        Some(faults) => (format!("{faults} keys too many"), VERMILION),
        None => return,
    };
    let at = pos2(column.rect.left(), column.y + 10.0);
    let written = column.painter.text(at, Align2::LEFT_CENTER, words, theme::semibold(15.5), colour);
    if log.most_clean_in_a_row > 0 {
        let row = format!("{} clean in a row, at most {}", log.clean_in_a_row, log.most_clean_in_a_row);
        let galley = column.painter.layout_no_wrap(row, theme::regular(14.0), theme::ASH);
        let beside = pos2(written.right() + 18.0, at.y);
        // In a narrow column it has a line of its own.
        let at = if beside.x + galley.size().x > column.rect.right() { at + vec2(0.0, 20.0) } else { beside };
        column.painter.galley(at - vec2(0.0, galley.size().y / 2.0), galley, theme::ASH);
    }
}

/// The action that a key of a finesse solution stands for, and whether the key is held. `None` for the two drops.
const fn action_of(key: Key) -> Option<(Action, bool)> {
    Some(match key {
        Key::Tap(Shift::Left) => (Action::Left, false),
        Key::Tap(Shift::Right) => (Action::Right, false),
        Key::Hold(Shift::Left) => (Action::Left, true),
        Key::Hold(Shift::Right) => (Action::Right, true),
        Key::Turn(Turn::Clockwise) => (Action::Clockwise, false),
        Key::Turn(Turn::Counterclockwise) => (Action::Counterclockwise, false),
        Key::Turn(Turn::Half) => (Action::Half, false),
        Key::SoftDrop(_) | Key::HardDrop => return None,
    })
}

/// Paints the next piece and the held one, in the corner.
fn pieces(painter: &Painter, rect: Rect, scene: &SandboxView, appearance: &Appearance) {
    let draw = |label: &str, kind: Option<PieceKind>, top: f32| {
        let centre = pos2(rect.right() - 30.0, rect.top() + top);
        let at: Pos2 = centre - vec2(0.0, 20.0);
        painter.text(at, Align2::CENTER_CENTER, label, theme::semibold(12.0), theme::ASH);
        match kind {
            Some(kind) => skinned_piece(painter, kind, centre + vec2(0.0, 3.0), 12.0, appearance),
            None => {
                painter.text(centre, Align2::CENTER_CENTER, "–", theme::regular(14.0), theme::ASH);
            }
        }
    };
    draw("Next", scene.next.first().copied(), 28.0);
    draw("Hold", scene.hold, 78.0);
}

/// The title of a lesson about a setting, and an explanation of what it shows under this handling.
fn explained(lesson: Lesson, handling: &Handling) -> (&'static str, String) {
    let (das, dcd, guard) = (handling.das, handling.dcd, handling.guard);
    let early = |what: &str, initial: InitialInput| {
        let counts = match initial {
            InitialInput::Off => "neither counts",
            InitialInput::Hold => "the held one counts",
            InitialInput::Tap => "both count",
        };
        format!("{what} comes before the piece does, first tapped and then held: {counts}.")
    };
    match lesson {
        Lesson::Slide => {
            let steps = match handling.arr {
                0 => "the piece is at the wall at once".to_owned(),
                arr => format!("there is a step every {arr} ms"),
            };
            ("Sliding", format!("A direction is held: one step at once, and after {das} ms {steps}."))
        }
        Lesson::SoftDrop => (
            "Soft drop",
            match handling.soft_drop {
                SoftDrop::Factor(factor) => {
                    format!("Soft drop is held: {factor} times gravity, at the first level {factor} rows a second.")
                }
                SoftDrop::Instant => "Soft drop is pressed: the piece is on the ground at once.".to_owned(),
            },
        ),
        Lesson::Rest => (
            "Rest",
            match dcd {
                0 => "A held direction moves a new piece, and one that has been turned, without a rest.".to_owned(),
                _ => format!("With a new piece, and after a turn, a held direction rests for {dcd} ms."),
            },
        ),
        Lesson::EarlyTurn => ("Turn before it appears", early("A turn", handling.initial_rotation)),
        Lesson::EarlyHold => ("Hold before it appears", early("Hold", handling.initial_hold)),
        Lesson::Both => (
            "Left and right at once",
            match handling.second_direction {
                SecondDirection::Latest => {
                    "Left comes over right and moves; let go, right slides on at once.".to_owned()
                }
                SecondDirection::Anew => {
                    format!("Left comes over right and moves; let go, right takes its {das} ms again.")
                }
                SecondDirection::First => "Left comes over right and does nothing: right slides on.".to_owned(),
                SecondDirection::Neither => {
                    "Left comes over right: one step, and nothing slides until it is let go.".to_owned()
                }
            },
        ),
        Lesson::Guard => (
            "Hard drop waits",
            match guard {
                0 => "A piece locks by itself; hard drop comes a moment too late and drops the next one.".to_owned(),
                _ => format!("A piece locks by itself; hard drop comes too late and, for {guard} ms, does nothing."),
            },
        ),
    }
}

/// A sentence that says what a press of Left or Right did to the piece that is shown.
fn told(stroke: &KeyStroke, log: &SandboxLog) -> String {
    let name = if stroke.action == Action::Left { "Left" } else { "Right" };
    let from = log.shown_tick_range().map_or(0, |span| span.0);
    let held = stroke.up.unwrap_or(log.now) - stroke.down;
    let repeats: Vec<u64> =
        stroke.steps.iter().map(|step| step.0).filter(|&tick| tick > stroke.down && tick >= from).collect();
    let charge = stroke.charges.iter().rev().find_map(|charge| Some(charge.1? - charge.0));
    // Rests make some of the gaps longer, so the shortest one counts.
    let each = repeats.windows(2).map(|pair| pair[1] - pair[0]).min();
    let slid = match (repeats.as_slice(), each, charge) {
        ([], _, None) if stroke.up.is_none() => "charging".to_owned(),
        ([], _, None) => "a tap, no slide".to_owned(),
        ([], _, Some(charge)) => format!("charged in {charge} ms, nowhere to go"),
        ([first, ..], _, _) if stroke.down < from => {
            format!("charged before, slid {} ms after the piece came", first - from)
        }
        ([first, ..], None, _) => format!("slid after {} ms, in one go", first - stroke.down),
        ([first, ..], Some(each), _) => {
            format!("slid after {} ms, {} steps, one every {each} ms", first - stroke.down, repeats.len())
        }
    };
    format!("{name}, {held} ms: {slid}.")
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::texts_by_device;
    use super::*;

    #[test]
    fn a_press_is_told_by_how_long_it_was_held_and_by_what_it_moved() {
        let mut log = SandboxLog::default();
        log.now = 400;
        let said = |up: Option<u64>, charge: Option<u64>, steps: &[(u64, u8)]| {
            let (charges, rests) = (charge.map(|full| (100, Some(full))).into_iter().collect(), Vec::new());
            let (action, steps) = (Action::Left, steps.to_vec());
            told(&KeyStroke { action, down: 100, up, charges, steps, rests, refused: false }, &log)
        };
        assert_eq!(said(None, None, &[(100, 1)]), "Left, 300 ms: charging.");
        assert_eq!(said(Some(160), None, &[(100, 1)]), "Left, 60 ms: a tap, no slide.");
        assert_eq!(said(None, Some(233), &[(100, 1)]), "Left, 300 ms: charged in 133 ms, nowhere to go.");
        assert_eq!(said(Some(350), Some(233), &[(100, 1), (233, 4)]), "Left, 250 ms: slid after 133 ms, in one go.");
        let steps = [(100, 1), (233, 1), (286, 1), (319, 1)];
        let words = "Left, 300 ms: slid after 133 ms, 3 steps, one every 33 ms.";
        assert_eq!(said(None, Some(233), &steps), words, "a rest has made the first gap longer");
    }

    #[test]
    fn whoever_plays_hears_how_it_ends_by_keys_by_buttons_or_by_fingers() {
        let (sandbox, settings) = (HandlingTestGame::new(Handling::STANDARD, 1), Settings::default());
        let [keys, pad, fingers] = texts_by_device(|menu| {
            show(menu, &sandbox, &settings, true);
        });
        assert!(keys.contains("Esc gives the keys back"), "{keys}");
        assert!(pad.contains("Start gives the buttons back"), "{pad}");
        assert!(fingers.contains("A tap on the board ends it") && !fingers.contains("Esc"), "{fingers}");
    }
}
