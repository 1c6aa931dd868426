//! The rivals as menus show them: a row with emblem, name, rating and record, and a card that says who is behind the name.

use super::super::draw::mixed;
use super::super::menu::{Menu, Row};
use super::super::page::Page;
use super::super::theme::{self, faded};
use super::opponent;
use crate::app::history::GameHistory;
use crate::app::persistence::history::WinRecord;
use crate::app::persistence::rivals::{self, LadderRival};
use crate::app::persistence::{LadderRung, Strength};
use crate::app::session::Go;
use crate::game::{Mode, Pace};
use crate::movegen::Choice;
use crate::rules::Rules;
use crate::storage::{Spec, cast};
use bevy_egui::egui::{Align2, Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// The height of a row.
const ROW: f32 = 50.0;
/// The speed at which a laboratory player begins, in thousandths of a piece a second.
const LABORATORY: u32 = 2000;

/// What a row says of its rival beside the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RungMark {
    /// It has no mark.
    None,
    /// To be played next.
    Next,
    /// The player has beaten it.
    Won,
    /// To be opened by a win.
    Locked,
}

impl RungMark {
    /// What a rung has come to in this history; only a ladder has locks.
    pub(super) fn of(history: &GameHistory, rung: &LadderRung, open: bool) -> Self {
        match (open, history.has_beaten(rung)) {
            (_, true) => RungMark::Won,
            (true, false) if history.next_rung() == Some(rung) => RungMark::Next,
            (true, false) => RungMark::None,
            (false, false) => RungMark::Locked,
        }
    }
}

/// A computer player as it stands on the ladder, or any other with a name and a colour.
#[derive(Clone, Copy, Debug)]
struct Face {
    rival: Option<&'static LadderRival>,
    colour: Color32,
}

impl Face {
    fn of(strength: &Strength) -> Self {
        let rival = rivals::rival(&strength.player, strength.pace(), strength.slips);
        let colour = rival.map_or_else(|| cast::colour(&strength.player), |rival| rival.colour);
        Self { rival, colour: theme::colour(colour) }
    }
}

/// What a rung's player is called.
pub(super) fn named(strength: &Strength) -> String {
    rivals::title(&strength.player, strength.pace(), strength.slips)
}

/// Who is behind the name: "iwumbwe generation 0 at 0.8 / s, misplaces 8 of 100".
fn behind(strength: &Strength) -> String {
    let words = match strength.player.source.place() {
        Some((recipe, number)) => format!("{recipe} generation {number}"),
        None => strength.player.to_string(),
    };
    let slips = if strength.slips == 0 {
        String::new()
    } else {
        format!(", misplaces {}", opponent::misplaced(strength.slips))
    };
    format!("{words} at {}{slips}", opponent::speed(strength.pace()))
}

/// How fast a rival plays, and how many pieces slip from its hand.
fn pace_words(strength: &Strength) -> String {
    let speed = format!("{} pieces a second", f64::from(strength.milli_pps) / 1000.0);
    let slips = if strength.slips == 0 {
        String::new()
    } else {
        format!(", misplaces {}", opponent::misplaced(strength.slips))
    };
    format!("{speed}{slips}")
}

/// The row of a rival.
pub(super) fn row(menu: &mut Menu, strength: &Strength, mark: RungMark, record: WinRecord) -> Row {
    let row = menu.row(ROW);
    menu.named(&named(strength));
    let (painter, rect, face) = (menu.painter(), row.rect, Face::of(strength));
    let fill = mixed(theme::RAISED, theme::LIFTED, row.warmth);
    painter.rect_filled(rect, CornerRadius::same(4), fill);
    let open = mark != RungMark::Locked;
    let dim = |colour| if open { colour } else { theme::ASH };
    let plate = Rect::from_min_size(rect.min + vec2(8.0, 6.0), vec2(38.0, 38.0));
    emblem(&painter, plate, face, if open { 1.0 } else { 0.4 });
    let (upper, lower) = (rect.top() + 17.0, rect.top() + 35.0);
    let left = plate.right() + 14.0;
    let ink = mixed(theme::IVORY, theme::GOLD, row.warmth);
    painter.text(pos2(left, upper), Align2::LEFT_CENTER, named(strength), theme::semibold(17.0), dim(ink));
    let under = (pace_words(strength), theme::regular(13.5));
    painter.text(pos2(left, lower), Align2::LEFT_CENTER, under.0, under.1, dim(theme::ASH));
    let right = rect.right() - 16.0;
    let rating = format!("{:.0}", strength.rating);
    painter.text(pos2(right, upper), Align2::RIGHT_CENTER, rating, theme::extrabold(18.0), dim(theme::IVORY));
    if record.games() > 0 {
        let words = super::career::record(&record);
        painter.text(pos2(right, lower), Align2::RIGHT_CENTER, words, theme::regular(13.5), theme::ASH);
    }
    let (words, colour) = match mark {
        RungMark::None => return row,
        RungMark::Next => ("next for you", theme::GOLD),
        RungMark::Won => ("won", theme::LEAF),
        RungMark::Locked => ("locked", theme::ASH),
    };
    painter.text(pos2(right - 62.0, upper), Align2::RIGHT_CENTER, words, theme::semibold(13.5), colour);
    row
}

/// A seat's player as the settings keep it.
pub(super) struct Chosen<'a> {
    /// Who, as on the command line.
    pub(super) words: &'a mut String,
    /// How fast it plays.
    pub(super) pace: &'a mut Pace,
    /// How often its hand slips, 0-5.
    pub(super) slips: &'a mut u8,
    /// What it chooses from.
    pub(super) choice: &'a mut Choice,
}

/// Begins a rated match against a rival.
pub(super) fn meet(page: &mut Page, rival: &Strength) {
    play(page, &rival.player.to_string(), rival.pace(), rival.slips);
}

/// Begins a rated match against a player at a speed with so many slips: under the rules that strengths were measured under.
pub(super) fn play(page: &mut Page, player: &str, pace: Pace, slips: u8) {
    let mut settings = page.settings.clone();
    let versus = &mut settings.versus;
    versus.rules = Rules { first_to: versus.rules.first_to, ..Rules::versus() };
    player.clone_into(&mut versus.opponent);
    (versus.pace, versus.slips, versus.rated) = (pace, slips, true);
    settings.placements.opponent = Choice::Straight;
    settings.seats.face_computer();
    page.keep(settings);
    page.commands.trigger(Go::New(Mode::Versus));
}

/// The rung on which the chosen player stands.
pub(super) fn chosen<'a>(history: &'a GameHistory, words: &str, pace: Pace, slips: u8) -> Option<&'a Strength> {
    let spec = words.parse().ok()?;
    history.ladder.rung(&spec, pace, slips).map(|rung| &rung.strength)
}

/// The row that picks a rival, or one of the laboratory's players, which further rows then name. Gives whether it is the
/// latter.
pub(super) fn pick(menu: &mut Menu, history: &GameHistory, player: Chosen) -> bool {
    let rungs = history.ladder.rungs();
    let here =
        chosen(history, player.words, *player.pace, *player.slips).filter(|_| *player.choice == Choice::Straight);
    let at = here.and_then(|here| rungs.iter().position(|rung| rung.strength == *here));
    let step = menu.choice("Player", &here.map_or_else(|| "A laboratory player".to_owned(), named));
    menu.hint("The rivals by their rating; a laboratory player is any saved generation at any speed");
    if step == 0 {
        return at.is_none();
    }
    // Behind the last rival comes the laboratory.
    let next = (at.unwrap_or(rungs.len()) as i32 + step).rem_euclid(rungs.len() as i32 + 1) as usize;
    let Some(rung) = rungs.get(next) else {
        // At a speed at which nobody stands on the ladder it is a laboratory player.
        player.pace.milli_pps = LABORATORY;
        return true;
    };
    *player.words = rung.strength.player.to_string();
    (*player.pace, *player.slips) = (rung.strength.pace(), rung.strength.slips);
    *player.choice = Choice::Straight;
    false
}

/// The plate with the emblem of a computer player at a speed with slips; nothing, and `false`, for one that has none.
pub(super) fn emblem_of(painter: &Painter, rect: Rect, spec: &Spec, (pace, slips): (Pace, u8)) -> bool {
    let rival = rivals::rival(spec, pace, slips);
    if let Some(rival) = rival {
        emblem(painter, rect, Face { rival: Some(rival), colour: theme::colour(rival.colour) }, 1.0);
    }
    rival.is_some()
}

/// The plate with an emblem; with the first letter of a recipe's player that has none.
fn emblem(painter: &Painter, rect: Rect, face: Face, opacity: f32) {
    let edge = Stroke::new(1.0, faded(face.colour, 0.55 * opacity));
    painter.rect(rect, CornerRadius::same(4), theme::NIGHT, edge, StrokeKind::Inside);
    let Some(rival) = face.rival else { return };
    // Cells on whole points: an emblem of eight by eight in any plate.
    let cell = (rect.width() * 0.8 / 8.0).floor().max(1.0);
    let corner = (rect.center() - vec2(cell, cell) * 4.0).round();
    for (y, line) in rival.emblem.iter().enumerate() {
        for (x, letter) in line.chars().enumerate() {
            let colour = match letter {
                '#' => face.colour,
                '+' => mixed(face.colour, Color32::WHITE, 0.62),
                _ => continue,
            };
            let at = corner + vec2(x as f32, y as f32) * cell;
            let cell = Rect::from_min_size(at, vec2(cell, cell));
            painter.rect_filled(cell, CornerRadius::ZERO, faded(colour, opacity));
        }
    }
}

/// Everything about a rival: face, character, who is behind it, rating, your record, and how it was measured to play.
pub(super) fn card(painter: &Painter, rect: Rect, history: &GameHistory, strength: &Strength) {
    let face = Face::of(strength);
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.75));
    let edge = Stroke::new(1.0, faded(face.colour, 0.5));
    painter.rect(rect, CornerRadius::same(5), faded(face.colour, 0.05), edge, StrokeKind::Inside);
    let inside = rect.shrink(18.0);
    let plate = Rect::from_min_size(inside.min, vec2(84.0, 84.0));
    emblem(painter, plate, face, 1.0);
    let left = plate.right() + 16.0;
    let name = pos2(left, inside.top() + 2.0);
    painter.text(name, Align2::LEFT_TOP, named(strength), theme::extrabold(25.0), face.colour);
    let rating = format!("{:.0}", strength.rating);
    let at = pos2(left, inside.top() + 40.0);
    let figure = painter.text(at, Align2::LEFT_TOP, rating, theme::extrabold(20.0), theme::IVORY);
    let at = figure.right_center() + vec2(8.0, 1.0);
    let sure = format!("rating, sure to ± {:.0}", strength.deviation * 2.0);
    painter.text(at, Align2::LEFT_CENTER, sure, theme::regular(14.0), theme::ASH);
    let record = history.against_rival(strength);
    let words = match record.games() {
        0 => "not met yet".to_owned(),
        _ => format!("your record  {}", super::career::record(&record)),
    };
    painter.text(pos2(left, inside.top() + 66.0), Align2::LEFT_TOP, words, theme::semibold(14.5), theme::IVORY);
    let mut y = plate.bottom() + 14.0;
    let mut paragraph = |words: String, font, colour| {
        let galley = painter.layout(words, font, colour, inside.width());
        let height = galley.size().y;
        painter.galley(pos2(inside.left(), y), galley, colour);
        y += height + 6.0;
    };
    let line = face.rival.map_or_else(|| capital(&strength.style.words()), |rival| rival.line.to_owned());
    paragraph(format!("{line}."), theme::semibold(15.5), theme::IVORY);
    paragraph(format!("It is {}.", behind(strength)), theme::regular(14.0), theme::ASH);
    let style = &strength.style;
    let figures = [
        ("Pieces a second", format!("{:.2}", style.pps)),
        ("Attack a minute", format!("{:.1}", style.apm)),
        ("Attack a piece", format!("{:.2}", style.app)),
        ("Spins in a hundred pieces", format!("{:.1}", style.spins)),
        ("Height of its stack", format!("{:.1} rows", style.height)),
    ];
    // What has no room is left out whole.
    let room = ((inside.bottom() - y) / 20.0).floor().max(0.0) as usize;
    let step = ((inside.bottom() - y) / figures.len().min(room).max(1) as f32).min(27.0);
    for (index, (label, value)) in figures.into_iter().take(room).enumerate() {
        let y = y + step * (index as f32 + 0.5);
        painter.text(pos2(inside.left(), y), Align2::LEFT_CENTER, label, theme::regular(14.5), theme::ASH);
        painter.text(pos2(inside.right(), y), Align2::RIGHT_CENTER, value, theme::extrabold(15.5), theme::IVORY);
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
