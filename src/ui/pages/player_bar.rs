//! The bar of the replay player: the timeline, the buttons, and what the keys do.

use super::super::draw::{arrowhead, lozenge, spaced_key_line};
use super::super::page_layout;
use super::super::theme::{self, GOLD, faded};
use super::player::{PlaybackCommand, STEP};
use super::{HOUR, clock, exact_clock};
use crate::app::devices::buttons::PadFamily;
use crate::app::devices::keys::{ArrowDirection, Keycap};
use crate::app::devices::labels::KeyLabels;
use crate::app::watching::{SPEEDS, Watching};
use crate::game::replay::TimelineMarkKind;
use bevy::prelude::GamepadButton;
use bevy_egui::egui::{Align2, CornerRadius, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// The height of the bar in points, in a wide window and in one that is higher than wide,
/// where its buttons stand in three lines.
const HEIGHT: [f32; 2] = [112.0, 180.0];
/// The room between the edges and the timeline, in points, where the times stand: in a replay shorter than an hour, and
/// in a longer one.
const TIMES: [f32; 2] = [104.0, 120.0];
/// The width of a button that copies or edits a board, in points: where there is one board, where there are two, and
/// where two have a window that is higher than wide.
const BOARD: [f32; 3] = [54.0, 41.0, 38.0];
/// The width of the button of the x-ray, in points.
const XRAY: f32 = 48.0;

/// The height of the bar in a window of this size, in points.
pub(super) fn bar_height(screen: Vec2) -> f32 {
    HEIGHT[usize::from(theme::is_upright(screen))]
}

/// What a button of the bar shows: a sign or words.
#[derive(Clone, Copy)]
enum ButtonContent<'a> {
    Words(&'a str),
    Play,
    Pause,
    Step(ArrowDirection),
    Piece(ArrowDirection),
}

/// Shows the bar, with the keys as they are labelled, or with a gamepad's buttons, or with neither. `pad` is the
/// gamepad, if one was used last, and `by_keys` says whether a keyboard was; `xray` says whether the x-ray is on.
/// Returns what the mouse asks for.
pub(super) fn show(
    ui: &mut Ui,
    watching: &Watching,
    labels: &KeyLabels,
    (pad, by_keys): (Option<PadFamily>, bool),
    xray: bool,
) -> Option<PlaybackCommand> {
    let screen = ui.max_rect();
    let bar = Rect::from_min_max(pos2(screen.left(), screen.bottom() - bar_height(screen.size())), screen.max);
    let painter = ui.painter().clone();
    painter.rect_filled(bar, CornerRadius::ZERO, theme::LACQUER);
    painter.hline(bar.x_range(), bar.top(), Stroke::new(1.5, faded(GOLD, 0.7)));
    let order = timeline(ui, watching, bar);
    let order = speeds(ui, watching, bar).or(order);
    let order = transport(ui, watching, bar, xray).or(order);
    let order = right(ui, watching, bar).or(order);
    let says = |words: String, ink| {
        let at = pos2(bar.center().x, bar.bottom() - 17.0);
        painter.text(at, Align2::CENTER_CENTER, words, theme::semibold(14.5), ink);
    };
    match (watching.first_difference, &watching.standstill) {
        (Some(tick), _) => {
            let words = format!("From {} on this is not the game that was recorded", clock(watching.time_played(tick)));
            says(words, theme::VERMILION);
        }
        (None, Some(words)) if watching.is_at_live_edge() => says(words.clone(), GOLD),
        _ if theme::is_upright(screen.size()) || pad.is_none() && !by_keys => {}
        _ => keys(&painter, watching, labels, pad, bar),
    }
    order
}

/// The place and the lines of the last mark of a kind and a seat that was painted, before the first.
const NOTHING_PAINTED: (f32, u8) = (f32::MIN, 0);

/// Whether a mark at `x` is seen beside the last one of its kind and its seat that was painted, since it lies a point
/// further on, or stands for more lines. It is the last one then. A replay of hours has tens of thousands of clears on
/// a track of a thousand points, and each line is a shape to be drawn in every frame.
fn is_seen_beside(last: &mut (f32, u8), x: f32, lines: u8) -> bool {
    let is_seen = x - last.0 >= 1.0 || lines > last.1;
    if is_seen {
        *last = (x, lines);
    }
    is_seen
}

fn timeline(ui: &mut Ui, watching: &Watching, bar: Rect) -> Option<PlaybackCommand> {
    let painter = ui.painter().clone();
    let y = bar.top() + 24.0;
    let times = TIMES[usize::from(watching.replay.ticks >= HOUR)];
    let track = Rect::from_min_max(pos2(bar.left() + times, y - 2.5), pos2(bar.right() - times, y + 2.5));
    let total = watching.replay.ticks.max(1) as f32;
    let place = |tick: u64| track.left() + track.width() * (tick as f32 / total).clamp(0.0, 1.0);
    let text = |x: f32, anchor, words: String, colour| {
        painter.text(pos2(x, y), anchor, words, theme::semibold(15.5), colour);
    };
    let played = exact_clock(watching.time_played(watching.current_tick()));
    text(bar.left() + 22.0, Align2::LEFT_CENTER, played, theme::IVORY);
    let (end, ink) = match watching.live {
        true if watching.is_at_live_edge() => ("LIVE".to_owned(), GOLD),
        true => ("LIVE".to_owned(), theme::ASH),
        false => (exact_clock(watching.time_played(watching.replay.ticks)), theme::ASH),
    };
    text(bar.right() - 22.0, Align2::RIGHT_CENTER, end, ink);
    painter.rect_filled(track, CornerRadius::same(3), theme::NIGHT);
    let here = place(watching.current_tick());
    painter.rect_filled(Rect::from_min_max(track.min, pos2(here, track.bottom())), 3, faded(GOLD, 0.75));
    let (mut clears, mut attacks) = ([NOTHING_PAINTED; 2], [NOTHING_PAINTED; 2]);
    for mark in &watching.marks {
        let (x, seat) = (place(mark.tick), usize::from(mark.seat != 0));
        // The left player's marks stand above the line, the right player's below it.
        let (side, colour) = if mark.seat == 0 { (-1.0, theme::VERMILION) } else { (1.0, theme::RIVER) };
        let line = |height: f32, width: f32, colour| {
            let ends = [pos2(x, y + side * 4.0), pos2(x, y + side * (4.0 + height))];
            painter.line_segment(ends, Stroke::new(width, colour));
        };
        match mark.kind {
            TimelineMarkKind::Lock(_) => {}
            TimelineMarkKind::Clear(lines) if is_seen_beside(&mut clears[seat], x, lines) => {
                line(f32::from(lines) * 2.6, 1.4, faded(colour, 0.8));
            }
            TimelineMarkKind::Attack(lines) if lines >= 4 && is_seen_beside(&mut attacks[seat], x, 0) => {
                lozenge(&painter, pos2(x, y + side * 15.0), 3.0, theme::IVORY);
            }
            TimelineMarkKind::Clear(_) | TimelineMarkKind::Attack(_) => {}
            TimelineMarkKind::TopOut => line(15.0, 3.0, theme::IVORY),
            TimelineMarkKind::Round if mark.tick > 0 => {
                painter.vline(x, y - 14.0..=y + 14.0, Stroke::new(1.0, faded(GOLD, 0.8)));
            }
            TimelineMarkKind::Round => {}
        }
    }
    let feel = track.expand2(vec2(8.0, 15.0));
    let response = ui.interact(feel, ui.id().with("timeline"), Sense::CLICK | Sense::DRAG);
    let tick_at = |at: Pos2| (((at.x - track.left()) / track.width()).clamp(0.0, 1.0) * total).round() as u64;
    if let Some(at) = response.hover_pos() {
        painter.vline(at.x.clamp(track.left(), track.right()), y - 9.0..=y + 9.0, Stroke::new(1.0, theme::ASH));
        tip(&painter, pos2(at.x, bar.top()), &clock(watching.time_played(tick_at(at))));
    }
    painter.circle_filled(pos2(here, y), 12.0, faded(GOLD, 0.2));
    lozenge(&painter, pos2(here, y), 8.5, GOLD);
    let held = response.is_pointer_button_down_on() || response.dragged() || response.clicked();
    held.then(|| response.interact_pointer_pos()).flatten().map(|at| PlaybackCommand::Hold(tick_at(at)))
}

/// Paints words over the bar, about what is under the mouse.
fn tip(painter: &Painter, at: Pos2, words: &str) {
    let galley = painter.layout_no_wrap(words.to_owned(), theme::semibold(13.5), theme::IVORY);
    let screen = painter.clip_rect();
    let half = galley.size().x / 2.0 + 10.0;
    let x = at.x.clamp(screen.left() + half + 4.0, (screen.right() - half - 4.0).max(screen.left() + half + 4.0));
    let rect = Rect::from_center_size(pos2(x, at.y - 16.0), galley.size() + vec2(20.0, 8.0));
    painter.rect(rect, CornerRadius::same(4), theme::RAISED, Stroke::new(1.0, theme::LINE), StrokeKind::Inside);
    painter.galley(rect.center() - galley.size() / 2.0, galley, theme::IVORY);
}

/// Paints a button of the bar. True when it was clicked.
fn button(ui: &mut Ui, rect: Rect, name: (&str, usize), face: ButtonContent, lit: bool, about: &str) -> bool {
    let response = ui.interact(rect, ui.id().with(name), Sense::CLICK);
    if let ButtonContent::Words(words) = face {
        page_layout::record_button(ui, words, rect);
    }
    let painter = ui.painter();
    let hovered = response.hovered();
    let fill = if lit || hovered { theme::HIGHLIGHTED_SURFACE } else { theme::RAISED };
    let edge = if lit { GOLD } else { theme::LINE };
    painter.rect(rect, CornerRadius::same(4), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let colour = if lit || hovered { GOLD } else { theme::IVORY };
    let centre = rect.center();
    let post = |x: f32| {
        let post = Rect::from_center_size(pos2(centre.x + x, centre.y), vec2(3.0, 13.0));
        painter.rect_filled(post, CornerRadius::ZERO, colour);
    };
    let sign = |way: ArrowDirection| if way == ArrowDirection::Left { -1.0 } else { 1.0 };
    match face {
        ButtonContent::Words(words) => {
            painter.text(centre, Align2::CENTER_CENTER, words, theme::semibold(14.5), colour);
        }
        ButtonContent::Play => arrowhead(painter, centre + vec2(1.0, 0.0), 17.0, ArrowDirection::Right, colour),
        ButtonContent::Pause => {
            post(-4.0);
            post(4.0);
        }
        ButtonContent::Step(way) => arrowhead(painter, centre, 11.0, way, colour),
        ButtonContent::Piece(way) => {
            arrowhead(painter, centre - vec2(sign(way) * 3.0, 0.0), 12.0, way, colour);
            post(sign(way) * 7.0);
        }
    }
    if hovered {
        let bar_top = ui.max_rect().bottom() - bar_height(ui.max_rect().size());
        tip(painter, pos2(centre.x, bar_top), about);
    }
    response.clicked()
}

/// The y of the middle of a line of the bar's buttons, in points. In a wide window all buttons stand in one line; else
/// `line` is the number of their line, from 0.
fn middle(bar: Rect, line: f32) -> f32 {
    let is_high = bar.height() > HEIGHT[0];
    bar.top() + 62.0 + if is_high { line * 42.0 } else { 0.0 }
}

fn speeds(ui: &mut Ui, watching: &Watching, bar: Rect) -> Option<PlaybackCommand> {
    let mut order = None;
    let first = match bar.height() > HEIGHT[0] {
        true => bar.center().x - SPEEDS.len() as f32 * 21.0,
        false => bar.left() + 22.0,
    };
    for (index, (_, words)) in SPEEDS.iter().enumerate() {
        let left = first + index as f32 * 42.0;
        let rect = Rect::from_min_size(pos2(left, middle(bar, 1.0) - 15.0), vec2(38.0, 30.0));
        let about = format!("Speed {words}");
        if button(ui, rect, ("speed", index), ButtonContent::Words(words), index == watching.speed, &about) {
            order = Some(PlaybackCommand::Speed(index));
        }
    }
    order
}

fn transport(ui: &mut Ui, watching: &Watching, bar: Rect, xray: bool) -> Option<PlaybackCommand> {
    let play = match watching.paused {
        true => (ButtonContent::Play, PlaybackCommand::Toggle, "Play", 52.0),
        false => (ButtonContent::Pause, PlaybackCommand::Toggle, "Pause", 52.0),
    };
    let [back, on] = ["back", "forward"].map(|way| format!("A sixtieth of a second {way}; with Shift a millisecond"));
    let buttons = [
        (ButtonContent::Piece(ArrowDirection::Left), PlaybackCommand::Piece(false), "One piece back", 40.0),
        (ButtonContent::Step(ArrowDirection::Left), PlaybackCommand::Step(-STEP), back.as_str(), 34.0),
        play,
        (ButtonContent::Step(ArrowDirection::Right), PlaybackCommand::Step(STEP), on.as_str(), 34.0),
        (ButtonContent::Piece(ArrowDirection::Right), PlaybackCommand::Piece(true), "One piece forward", 40.0),
    ];
    let total: f32 = buttons.iter().map(|button| button.3 + 6.0).sum::<f32>() - 6.0;
    let mut left = bar.center().x - total / 2.0;
    let mut order = None;
    // At both ends there is room for what is done with the board, in a window that is higher than wide too. Where two
    // play, each end is for the board at its side.
    let two = watching.replay.setup.seats.len() > 1;
    let width = BOARD[usize::from(two) + usize::from(two && theme::is_upright(ui.max_rect().size()))];
    let (step, end) = (width + 6.0, left + total + 6.0);
    let first = if two { left - 2.0 * step } else { left - step };
    if watching.has_computer_player() {
        let at = match bar.height() > HEIGHT[0] {
            true => pos2(bar.left() + 22.0, middle(bar, 2.0)),
            false => pos2(first - XRAY - 6.0, middle(bar, 0.0)),
        };
        let rect = Rect::from_min_size(at - vec2(0.0, 15.0), vec2(XRAY, 30.0));
        let about = "What the computer player thinks, on or off";
        if button(ui, rect, ("x-ray", 0), ButtonContent::Words("X-ray"), xray, about) {
            order = Some(PlaybackCommand::Xray);
        }
    }
    let boards = match two {
        true => vec![
            ("Copy", PlaybackCommand::Copy(0), "Copy the left board as a fumen", first),
            ("Edit", PlaybackCommand::Edit(0), "Edit the left player's position", left - step),
            ("Copy", PlaybackCommand::Copy(1), "Copy the right board as a fumen", end),
            ("Edit", PlaybackCommand::Edit(1), "Edit the right player's position", end + step),
        ],
        false => vec![
            ("Copy", PlaybackCommand::Copy(0), "Copy the board as a fumen", first),
            ("Edit", PlaybackCommand::Edit(0), "Edit the position", end),
        ],
    };
    for (index, (words, does, about, left)) in boards.into_iter().enumerate() {
        let rect = Rect::from_min_size(pos2(left, middle(bar, 0.0) - 15.0), vec2(width, 30.0));
        if button(ui, rect, ("board", index), ButtonContent::Words(words), false, about) {
            order = Some(does);
        }
    }
    for (index, (face, does, about, width)) in buttons.into_iter().enumerate() {
        let height = if index == 2 { 36.0 } else { 30.0 };
        let rect = Rect::from_min_size(pos2(left, middle(bar, 0.0) - height / 2.0), vec2(width, height));
        if button(ui, rect, ("transport", index), face, index == 2, about) {
            order = Some(does);
        }
        left += width + 6.0;
    }
    order
}

fn right(ui: &mut Ui, watching: &Watching, bar: Rect) -> Option<PlaybackCommand> {
    let two = watching.replay.setup.seats.len() > 1;
    let mut buttons = vec![("Leave", PlaybackCommand::Leave, "Leave the replay", 76.0)];
    if two {
        let about = "Play on from here in the right player's place";
        buttons.push(("Play right", PlaybackCommand::PlayOn(1), about, 104.0));
        buttons.push(("Play left", PlaybackCommand::PlayOn(0), "Play on from here in the left player's place", 104.0));
    } else {
        buttons.push(("Play on", PlaybackCommand::PlayOn(0), "Play on from here yourself", 104.0));
    }
    let line = middle(bar, 2.0);
    let mut right = bar.right() - 22.0;
    let mut order = None;
    for (index, (words, does, about, width)) in buttons.into_iter().enumerate() {
        let rect = Rect::from_min_max(pos2(right - width, line - 15.0), pos2(right, line + 15.0));
        if button(ui, rect, ("right", index), ButtonContent::Words(words), false, about) {
            order = Some(does);
        }
        right = rect.left() - 8.0;
    }
    order
}

/// The keys of the replay player in groups, or the buttons of a gamepad, each with what they do in words. The flags say
/// whether two play, and whether there is an x-ray.
fn key_groups([two, xray]: [bool; 2], labels: &KeyLabels, pad: Option<PadFamily>) -> Vec<(Vec<Keycap>, &'static str)> {
    let text = |words: &str| Keycap::Text(words.to_owned());
    let cap = |key: &str, button| text(pad.map_or(key, |pad| pad.label(button)));
    let [left, right, down, up] =
        [ArrowDirection::Left, ArrowDirection::Right, ArrowDirection::Down, ArrowDirection::Up].map(Keycap::Arrow);
    let piece = match pad {
        None => ["BracketLeft", "BracketRight"].map(|name| labels.keycap(name)),
        Some(pad) => [GamepadButton::LeftTrigger, GamepadButton::RightTrigger].map(|button| text(pad.label(button))),
    };
    let mut groups = vec![
        (vec![cap("Space", GamepadButton::South)], "Play, pause"),
        (vec![left, right], "5 seconds"),
        (piece.into(), "Piece"),
    ];
    if pad.is_none() {
        groups.push((vec![labels.keycap("Comma"), labels.keycap("Period")], "1/60 s"));
    }
    groups.push((if pad.is_none() { vec![text("1 – 7")] } else { vec![down, up] }, "Speed"));
    let play = cap("T", GamepadButton::LeftTrigger2);
    let [copy, edit] = [cap("C", GamepadButton::Select), cap("E", GamepadButton::LeftThumb)];
    if two {
        groups.push((vec![play, cap("Y", GamepadButton::RightTrigger2)], "Play left, right"));
        groups.extend(match pad {
            None => [(vec![copy, edit], "Copy, edit left"), (vec![text("Shift")], "the right one")],
            Some(pad) => [
                (vec![copy, text(pad.label(GamepadButton::Start))], "Copy left, right"),
                (vec![edit, text(pad.label(GamepadButton::RightThumb))], "Edit left, right"),
            ],
        });
    } else {
        groups.extend([(vec![play], "Play on"), (vec![copy], "Copy the board"), (vec![edit], "Edit it")]);
    }
    if xray {
        groups.push((vec![cap("X", GamepadButton::West)], "X-ray"));
    }
    groups.push((vec![cap("Esc", GamepadButton::East)], "Leave"));
    groups
}

/// Paints what the keys do, or the buttons of a gamepad, in a line at the foot of the bar.
fn keys(painter: &Painter, watching: &Watching, labels: &KeyLabels, pad: Option<PadFamily>, bar: Rect) {
    let of = [watching.replay.setup.seats.len() > 1, watching.has_computer_player()];
    let groups = key_groups(of, labels, pad);
    // Paints the line from `left` on. Returns where it ends.
    let line = |painter: &Painter, left: f32| {
        let (at, look) = (pos2(left, bar.bottom() - 17.0), (theme::regular(12.5), theme::ASH));
        spaced_key_line(painter, at, (20.0, [18.0, 3.0]), &groups, look)
    };
    let total = line(&painter.with_clip_rect(Rect::NOTHING), 0.0);
    line(painter, bar.center().x - total / 2.0);
}

#[cfg(test)]
mod tests {
    use super::super::super::menu::Menu;
    use super::super::super::test_frame::{column_texts, still_frame, texts_by_device, texts_in_shapes};
    use super::*;
    use crate::game::replay::{Replay, SetupRecord, TimelineMark};
    use crate::game::{Course, Handling, MatchSetup, Mode, Pace, RecordedPlayer, SeatSetup};
    use crate::movegen::PlacementChoice;
    use crate::rules::Rules;
    use bevy_egui::egui::Shape;
    use std::sync::Arc;

    /// A replay of this many ticks, of a game for this many persons.
    fn watched(ticks: u64, persons: usize) -> Watching {
        let (rules, course) = (Rules::marathon(), Course::default());
        let seats = (0..persons).map(|_| SeatSetup::person("You", Handling::default())).collect();
        let setup = SetupRecord::of(&MatchSetup { mode: Mode::Marathon, rules, course, seed: 1, seats });
        Watching::new(Arc::new(Replay { ticks, ..Replay::new(setup) }))
    }

    /// Shows the bar beside a column, for the device that was used last.
    fn show_beside(menu: &mut Menu, watching: &Watching) {
        let mut ui = menu.side_panel_ui("bar", menu.side);
        show(&mut ui, watching, &KeyLabels::default(), (menu.used_pad(), menu.by_keys), false);
    }

    #[test]
    fn the_clock_begins_behind_the_countdown_like_the_one_over_the_board() {
        let first = u64::from(Rules::marathon().countdown) + 1;
        let shown = |now: u64| {
            let mut watching = watched(first + 83_456, 1);
            watching.now = now;
            column_texts([false; 2], |menu| show_beside(menu, &watching))
        };
        for (now, here) in [(0, "0:00.000\n"), (first, "0:00.000\n"), (first + 5000, "0:05.000\n")] {
            let texts = shown(now);
            assert!(texts.contains(here) && texts.contains("1:23.456\n"), "{now}: {texts}");
        }
    }

    #[test]
    fn the_bar_tells_of_keys_of_buttons_or_of_neither_as_its_player_uses_them() {
        let watching = watched(9, 1);
        let [keys, pad, fingers] = texts_by_device(|menu| show_beside(menu, &watching));
        assert!(keys.contains("Space\n") && keys.contains("Play on\n"), "{keys}");
        assert!(pad.contains("Select\n") && pad.contains("LT\n") && !pad.contains("Space\n"), "{pad}");
        assert!(fingers.contains("Leave\n") && !fingers.contains("Copy the board\n"), "{fingers}");
    }

    #[test]
    fn a_live_match_that_stands_still_says_so_where_all_of_it_has_been_seen() {
        let texts = |ticks: u64| {
            let mut watching = Watching::from_live(watched(ticks, 2).replay);
            watching.standstill = Some("Paused".to_owned());
            column_texts([false, true], |menu| show_beside(menu, &watching))
        };
        assert_eq!([9, 9000].map(|ticks| texts(ticks).contains("Paused\n")), [true, false]);
    }

    #[test]
    fn each_board_has_its_own_buttons_for_copying_and_editing() {
        for boards in [1, 2] {
            let watching = watched(9, boards);
            let shapes = still_frame(|menu| show_beside(menu, &watching));
            let count = |words: &str| texts_in_shapes(&shapes).filter(|text| text.galley.text() == words).count();
            assert_eq!(["Copy", "Edit"].map(count), [boards; 2]);
        }
    }

    #[test]
    fn a_long_replay_has_no_more_marks_on_its_track_than_are_seen() {
        let clear = |tick: u64| {
            let lines = if tick == 10_000 { 4 } else { 1 };
            TimelineMark { tick, seat: 0, kind: TimelineMarkKind::Clear(lines) }
        };
        let mut watching = watched(20_000, 1);
        watching.marks = (0..20_000).map(clear).collect();
        let shapes = still_frame(|menu| show_beside(menu, &watching));
        let heights = shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::LineSegment { points: [from, to], .. } if from.x == to.x => Some((from.y - to.y).abs()),
            _ => None,
        });
        let heights: Vec<f32> = heights.collect();
        assert!((100..500).contains(&heights.len()), "{} lines", heights.len());
        assert!(heights.iter().any(|height| (height - 10.4).abs() < 0.1), "the quad among them is as high as ever");
    }

    #[test]
    fn there_is_an_x_ray_where_a_computer_player_has_a_seat() {
        let texts = |player: RecordedPlayer| {
            let mut watching = watched(9, 2);
            Arc::make_mut(&mut watching.replay).setup.seats[1].player = player;
            column_texts([false; 2], |menu| show_beside(menu, &watching))
        };
        let (pace, placements) = (Pace::BEGINNER, PlacementChoice::Straight);
        assert!(texts(RecordedPlayer::Computer { spec: None, pace, slips: 0, placements }).contains("X-ray\n"));
        assert!(!texts(RecordedPlayer::Person).contains("X-ray"));
    }
}
