//! The ladder: opponents from the weakest to the strongest, each opened by a win against the one below; and beside it
//! the rating and how the one in focus plays.

use super::super::super::draw::spaced;
use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use super::super::opponent;
use super::Wish;
use crate::app::history::GameHistory;
use crate::app::persistence::Strength;
use crate::app::persistence::history::WinRecord;
use crate::audio::MenuSound;
use crate::storage::cast;
use bevy_egui::egui::{Align2, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// The height of a rung.
const RUNG: f32 = 48.0;

pub(super) fn show(menu: &mut Menu, history: &GameHistory) -> Option<Wish> {
    let mut wish = None;
    if let Some(proposal) = history.proposal(&opponent::PACES) {
        if menu.main_button("Find my match") {
            wish = Some(Wish::Play(proposal.spec.clone(), proposal.pace, 0));
        }
        let (name, speed) = (cast::title(&proposal.spec), opponent::speed(proposal.pace));
        menu.hint(format!("{name} at {speed}: you should win {:.0} of 100", proposal.expected * 100.0));
    }
    let ladder = history.climbed();
    if ladder.is_empty() {
        menu.note("There is no ladder: assets/ladder.jsonl is not there.");
    }
    let mut focused = None;
    let mut below: Option<&Strength> = None;
    for (number, (step, open)) in ladder.iter().enumerate() {
        let rung = &step.strength;
        let row = menu.row(RUNG);
        menu.named(&rung.player.to_string());
        let record = history.against(&rung.player);
        let beaten = history.has_beaten(step);
        paint(&menu.painter(), row.rect, row.focused, number + 1, rung, (*open, beaten), record);
        if row.focused {
            focused = Some(rung);
        }
        if menu.chosen(&row) {
            if *open {
                wish = Some(Wish::Play(rung.player.clone(), rung.pace(), rung.slips));
            } else {
                menu.sound(MenuSound::Back);
            }
        }
        match below.filter(|_| !open) {
            Some(below) => menu.hint(format!("Win against {} first", named(below))),
            None => menu.hint("Enter plays a rated match; a win opens the next"),
        }
        below = Some(rung);
    }
    let (painter, side) = (menu.beside(), menu.side);
    let card = Rect::from_min_size(side.min, vec2(side.width(), 168.0));
    rating(&painter, card, history);
    let under = Rect::from_min_max(pos2(side.left(), card.bottom() + 12.0), side.max);
    let proposed = history.proposal(&opponent::PACES);
    let shown = focused.or_else(|| {
        let proposed = proposed.as_ref()?;
        history.strengths.nearest(&proposed.spec, proposed.pace)
    });
    if let Some(shown) = shown {
        style(&painter, under, shown, history.against(&shown.player));
    }
    wish
}

fn named(rung: &Strength) -> String {
    format!("{} at {}", cast::title(&rung.player), played(rung))
}

/// Its speed, and how often its hand slips.
fn played(rung: &Strength) -> String {
    let speed = opponent::speed(rung.pace());
    if rung.slips == 0 { speed } else { format!("{speed}, slips {}", rung.slips) }
}

fn paint(
    painter: &Painter,
    rect: Rect,
    focused: bool,
    number: usize,
    rung: &Strength,
    (open, beaten): (bool, bool),
    record: WinRecord,
) {
    let fill = if focused { theme::LIFTED } else { faded(theme::RAISED, 0.62) };
    painter.rect_filled(rect, CornerRadius::same(4), fill);
    let colour = theme::colour(cast::colour(&rung.player));
    let dim = |colour| if open { colour } else { faded(colour, 0.55) };
    let bar = Rect::from_min_size(rect.min, vec2(5.0, rect.height()));
    painter.rect_filled(bar, CornerRadius::same(2), dim(colour));
    let (upper, lower) = (rect.top() + 16.0, rect.top() + 34.0);
    let middle = rect.center().y;
    let font = theme::semibold(15.0);
    painter.text(pos2(rect.left() + 28.0, middle), Align2::CENTER_CENTER, number.to_string(), font, theme::ASH);
    let left = rect.left() + 52.0;
    let name = cast::title(&rung.player);
    let ink = if focused { theme::GOLD } else { theme::IVORY };
    let written = painter.text(pos2(left, upper), Align2::LEFT_CENTER, name, theme::semibold(16.5), dim(ink));
    let speed = played(rung);
    let at = pos2(written.right() + 10.0, upper + 0.5);
    painter.text(at, Align2::LEFT_CENTER, speed, theme::regular(14.0), dim(theme::ASH));
    let words = rung.style.figures();
    painter.text(pos2(left, lower), Align2::LEFT_CENTER, words, theme::regular(13.5), dim(theme::ASH));
    let right = rect.right() - 16.0;
    let strength = format!("{:.0}", rung.rating);
    painter.text(pos2(right, middle), Align2::RIGHT_CENTER, strength, theme::extrabold(18.0), dim(theme::IVORY));
    let state = match (open, beaten) {
        (_, true) => ("won", theme::LEAF),
        (true, false) => ("open", theme::GOLD),
        (false, false) => ("locked", theme::ASH),
    };
    painter.text(pos2(right - 62.0, upper), Align2::RIGHT_CENTER, state.0, theme::semibold(13.5), state.1);
    if record.games() > 0 {
        let at = pos2(right - 62.0, lower);
        painter.text(at, Align2::RIGHT_CENTER, self::record(&record), theme::regular(13.5), theme::ASH);
    }
}

/// A record as people write it.
pub(in super::super) fn record(record: &WinRecord) -> String {
    match record.drawn {
        0 => format!("{} : {}", record.won, record.lost),
        drawn => format!("{} : {}, {drawn} drawn", record.won, record.lost),
    }
}

/// The rating, large, with how sure it is.
fn rating(painter: &Painter, rect: Rect, history: &GameHistory) {
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.75));
    let (centre, own_rating) = (rect.center().x, &history.own_rating);
    let text = |y: f32, words: String, font, colour| {
        painter.text(pos2(centre, rect.top() + y), Align2::CENTER_CENTER, words, font, colour);
    };
    let at = pos2(centre, rect.top() + 22.0);
    spaced(painter, at, Align2::CENTER_CENTER, "YOUR RATING", theme::semibold(12.5), theme::ASH, 2.4);
    let known = own_rating.matches > 0;
    let (figure, colour) = match (known, own_rating.is_guess()) {
        (false, _) => ("–".to_owned(), theme::ASH),
        (true, true) => (format!("{:.0}?", own_rating.rating.rating), theme::IVORY),
        (true, false) => (format!("{:.0}", own_rating.rating.rating), theme::GOLD),
    };
    text(64.0, figure, theme::extrabold(46.0), colour);
    let (low, high) = (
        own_rating.rating.rating - 2.0 * own_rating.rating.deviation,
        own_rating.rating.rating + 2.0 * own_rating.rating.deviation,
    );
    let words = match own_rating.matches {
        0 => "A rated match makes it: find yours, or climb the ladder".to_owned(),
        1 => format!("after 1 match; almost surely {low:.0} to {high:.0}"),
        matches => format!("after {matches} matches; almost surely {low:.0} to {high:.0}"),
    };
    text(104.0, words, theme::regular(14.5), theme::ASH);
    let wins = WinRecord::of(&history.games, |_| true);
    let words = format!("Against computer players  {}", record(&wins));
    text(136.0, words, theme::semibold(15.0), theme::IVORY);
}

/// How somebody plays.
fn style(painter: &Painter, rect: Rect, strength: &Strength, record: WinRecord) {
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.75));
    let colour = theme::colour(cast::colour(&strength.player));
    painter.rect(
        rect,
        CornerRadius::same(5),
        faded(colour, 0.05),
        Stroke::new(1.0, faded(colour, 0.5)),
        StrokeKind::Inside,
    );
    let inside = rect.shrink(18.0);
    let title = cast::title(&strength.player);
    painter.text(inside.min, Align2::LEFT_TOP, title, theme::extrabold(22.0), colour);
    let spec = format!("{}  ·  {}", strength.player, played(strength));
    painter.text(inside.min + vec2(0.0, 30.0), Align2::LEFT_TOP, spec, theme::regular(14.0), theme::ASH);
    let words = strength.style.words();
    let galley = painter.layout(capital(&words), theme::semibold(15.5), theme::IVORY, inside.width());
    let mut y = inside.top() + 58.0;
    let height = galley.size().y;
    painter.galley(pos2(inside.left(), y), galley, theme::IVORY);
    y += height + 14.0;
    let style = &strength.style;
    let lines = [
        ("Rating", format!("{:.0} ± {:.0}", strength.rating, strength.deviation * 2.0)),
        ("Attack a minute", format!("{:.1}", style.apm)),
        ("Attack a piece", format!("{:.2}", style.app)),
        ("VS score", format!("{:.1}", style.vs)),
        ("Quad rate", format!("{:.0} %", style.tetris_rate * 100.0)),
        ("Spins in a hundred pieces", format!("{:.1}", style.spins)),
        ("Mean stack height", format!("{:.1} rows", style.height)),
        ("Your record", if record.games() == 0 { "not met yet".to_owned() } else { self::record(&record) }),
    ];
    let step = ((inside.bottom() - y) / lines.len() as f32).min(26.0);
    for (index, (label, value)) in lines.into_iter().enumerate() {
        let y = y + step * (index as f32 + 0.5);
        painter.text(pos2(inside.left(), y), Align2::LEFT_CENTER, label, theme::regular(14.5), theme::ASH);
        painter.text(pos2(inside.right(), y), Align2::RIGHT_CENTER, value, theme::extrabold(15.5), theme::IVORY);
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
