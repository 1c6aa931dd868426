//! The rivals as the menus show them: a row with emblem, name, rating and record, and a card about
//! the player behind the name.

use super::super::draw::mix_colours;
use super::super::menu::{Menu, Row};
use super::super::theme::{self, faded};
use super::{capital, opponent};
use crate::app::history::{GameHistory, LadderStanding};
use crate::app::persistence::rivals::{self, LadderRival};
use crate::app::persistence::{LadderRung, MeasuredStrength};
use crate::game::Pace;
use crate::movegen::PlacementChoice;
use crate::storage::spec::OpponentSource;
use crate::storage::{Spec, cast};
use bevy_egui::egui::{Align2, Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// The height of a rival's row, in points.
const ROW: f32 = 50.0;
/// The speed with which a laboratory player is first shown, in thousandths of a piece a second.
const LABORATORY: u32 = 2000;

/// The mark that a rival's row has beside the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RungMark {
    /// The rung of the ladder has no mark.
    None,
    /// The rung is the next one to play.
    Next,
    /// The mark of a rung that the player has beaten.
    Won,
    /// The rung is opened by a win against the one below.
    Locked,
}

impl RungMark {
    /// The mark of the rung at this place of the ladder.
    fn of(standing: &LadderStanding, at: usize, open: bool) -> Self {
        match (open, standing.rungs.get(at).is_some_and(|rung| rung.beaten)) {
            (_, true) => RungMark::Won,
            (true, false) if standing.next == Some(at) => RungMark::Next,
            (true, false) => RungMark::None,
            (false, false) => RungMark::Locked,
        }
    }
}

/// The emblem and colour of a computer player: those of a rival, or made of the player's name.
#[derive(Clone, Copy, Debug)]
struct PlayerEmblem {
    rival: Option<&'static LadderRival>,
    colour: Color32,
    /// The number that the emblem is made of, for a player that is no rival.
    seed: u32,
}

impl PlayerEmblem {
    fn of(strength: &MeasuredStrength) -> Self {
        let rival = rivals::rival(&strength.player, strength.pace(), strength.slips);
        let colour = rival.map_or_else(|| cast::opponent_colour(&strength.player), |rival| rival.colour);
        let seed = crc32fast::hash(cast::opponent_title(&strength.player).as_bytes());
        Self { rival, colour: theme::colour(colour), seed }
    }
}

/// The name of the computer player on a rung of the ladder.
pub(super) fn player_name(strength: &MeasuredStrength) -> String {
    rivals::opponent_title(&strength.player, strength.pace(), strength.slips)
}

/// The computer player behind a rival's name, in words such as "iwumbwe generation 0 at 0.8 / s, misplaces 8 of 100".
fn behind(strength: &MeasuredStrength) -> String {
    let words = match strength.player.source.catalog_group_and_name() {
        Some((recipe, number)) => format!("{recipe} generation {number}"),
        None if matches!(strength.player.source, OpponentSource::File(_)) => "a player of your own".to_owned(),
        None => strength.player.to_string(),
    };
    format!("{words} at {}{}", opponent::speed_in_words(strength.pace()), slip_words(strength))
}

/// How many pieces of a hundred a player misplaces, as words to append to a description; empty if none.
fn slip_words(strength: &MeasuredStrength) -> String {
    match strength.slips {
        0 => String::new(),
        slips => format!(", misplaces {}", opponent::misplaced_in_words(slips)),
    }
}

/// The speed of a rival and how many pieces it misplaces, in words.
fn pace_words(strength: &MeasuredStrength) -> String {
    format!("{} pieces a second{}", f64::from(strength.milli_pps) / 1000.0, slip_words(strength))
}

/// Adds the row of the rival at this place of the ladder. Only a ladder has rungs that are not open.
pub(super) fn add_rival_row(
    menu: &mut Menu,
    standing: &LadderStanding,
    (at, rung): (usize, &LadderRung),
    open: bool,
) -> Row {
    let (strength, mark) = (&rung.strength, RungMark::of(standing, at, open));
    let record = standing.record_against(strength);
    let row = menu.row(ROW, &player_name(strength));
    let (painter, rect, face) = (menu.painter(), row.rect, PlayerEmblem::of(strength));
    let fill = mix_colours(theme::RAISED, theme::HIGHLIGHTED_SURFACE, row.warmth);
    painter.rect_filled(rect, CornerRadius::same(4), fill);
    let open = mark != RungMark::Locked;
    let dim = |colour| if open { colour } else { theme::ASH };
    let plate = Rect::from_min_size(rect.min + vec2(8.0, 6.0), vec2(38.0, 38.0));
    emblem(&painter, plate, face, if open { 1.0 } else { 0.4 });
    let (upper, lower) = (rect.top() + 17.0, rect.top() + 35.0);
    let left = plate.right() + 14.0;
    let ink = mix_colours(theme::IVORY, theme::GOLD, row.warmth);
    painter.text(pos2(left, upper), Align2::LEFT_CENTER, player_name(strength), theme::semibold(17.0), dim(ink));
    let under = (pace_words(strength), theme::regular(13.5));
    painter.text(pos2(left, lower), Align2::LEFT_CENTER, under.0, under.1, dim(theme::ASH));
    menu.tell(&row, || format!("{:.0}, {}", strength.rating, pace_words(strength)));
    let right = rect.right() - 16.0;
    let rating = format!("{:.0}", strength.rating);
    painter.text(pos2(right, upper), Align2::RIGHT_CENTER, rating, theme::extrabold(18.0), dim(theme::IVORY));
    if record.games() > 0 {
        let words = super::career::record_words(&record);
        painter.text(pos2(right, lower), Align2::RIGHT_CENTER, words, theme::regular(13.5), theme::ASH);
    }
    let (words, colour) = match mark {
        RungMark::None => return row,
        RungMark::Next => ("next for you", theme::GOLD),
        RungMark::Won => ("won", theme::LEAF),
        RungMark::Locked => ("locked", theme::ASH),
    };
    menu.tell(&row, || words.to_owned());
    painter.text(pos2(right - 62.0, upper), Align2::RIGHT_CENTER, words, theme::semibold(13.5), colour);
    row
}

/// The rung of the chosen player at this speed, with these slips and this choice of placements; `None` if it is not on
/// the ladder, on which everybody plays as they learned to.
pub(super) fn chosen_rung<'a>(
    history: &'a GameHistory,
    words: &str,
    (pace, slips): (Pace, u8),
    choice: PlacementChoice,
) -> Option<&'a MeasuredStrength> {
    let spec = words.parse().ok().filter(|_| choice == PlacementChoice::Straight)?;
    history.ladder.find_rung(&spec, pace, slips).map(|rung| &rung.strength)
}

/// The row that chooses a rival, or a player of the laboratory, which further rows then name. True for the latter. It
/// changes the SPEC of the player, the speed, the slips, and the placements that the player chooses from.
pub(super) fn rival_choice_row(
    menu: &mut Menu,
    history: &GameHistory,
    (spec, pace, slips, choice): (&mut String, &mut Pace, &mut u8, &mut PlacementChoice),
) -> bool {
    let rungs = history.ladder.rungs();
    let rung_at = |pace| chosen_rung(history, spec, (pace, *slips), *choice);
    let here = rung_at(*pace);
    let at = here.and_then(|here| rungs.iter().position(|rung| rung.strength == *here));
    let name = here.map_or_else(|| "A laboratory player".to_owned(), player_name);
    // The laboratory's players come after the last rival.
    let next = menu.pick_index("Player", &name, at.unwrap_or(rungs.len()), rungs.len() + 1);
    menu.explain_row("The rivals by their rating; a laboratory player is any saved generation at any speed");
    let Some(next) = next else { return at.is_none() };
    let Some(rung) = rungs.get(next) else {
        // At a speed at which no player is on the ladder, it is a player of the laboratory.
        let speeds = opponent::PACES.into_iter().skip_while(|&milli_pps| milli_pps < LABORATORY);
        let free = speeds.map(|milli_pps| Pace { milli_pps }).find(|pace| rung_at(*pace).is_none());
        *pace = free.unwrap_or(*pace);
        return true;
    };
    *spec = rung.strength.player.to_string();
    (*pace, *slips) = (rung.strength.pace(), rung.strength.slips);
    *choice = PlacementChoice::Straight;
    false
}

/// Paints the emblem of a rival with these settings. False, and nothing is painted, if they are no rival's.
pub(super) fn paint_rival_emblem(painter: &Painter, rect: Rect, spec: &Spec, (pace, slips): (Pace, u8)) -> bool {
    let rival = rivals::rival(spec, pace, slips);
    if let Some(rival) = rival {
        emblem(painter, rect, PlayerEmblem { rival: Some(rival), colour: theme::colour(rival.colour), seed: 0 }, 1.0);
    }
    rival.is_some()
}

/// Paints the emblem that a player of the user's own would have under a name, in a colour.
pub(super) fn paint_own_emblem(painter: &Painter, rect: Rect, name: &str, colour: Color32) {
    emblem(painter, rect, PlayerEmblem { rival: None, colour, seed: crc32fast::hash(name.as_bytes()) }, 1.0);
}

/// Paints an emblem: that of a rival, or one that is made of the seed.
fn emblem(painter: &Painter, rect: Rect, face: PlayerEmblem, opacity: f32) {
    let edge = Stroke::new(1.0, faded(face.colour, 0.55 * opacity));
    painter.rect(rect, CornerRadius::same(4), theme::NIGHT, edge, StrokeKind::Inside);
    let rows: [[char; 8]; 8] = match face.rival {
        Some(rival) => rival.emblem.map(|row| std::array::from_fn(|x| row.chars().nth(x).unwrap_or('.'))),
        None => made_of(face.seed),
    };
    // Cells are whole points wide: an emblem of eight by eight cells in a plate of any size.
    let cell = (rect.width() * 0.8 / 8.0).floor().max(1.0);
    let corner = (rect.center() - vec2(cell, cell) * 4.0).round();
    for (y, line) in rows.iter().enumerate() {
        for (x, letter) in line.iter().enumerate() {
            let colour = match letter {
                '#' => face.colour,
                '+' => mix_colours(face.colour, Color32::WHITE, 0.62),
                _ => continue,
            };
            let at = corner + vec2(x as f32, y as f32) * cell;
            let cell = Rect::from_min_size(at, vec2(cell, cell));
            painter.rect_filled(cell, CornerRadius::ZERO, faded(colour, opacity));
        }
    }
}

/// An emblem with the same cells on both sides, made of the bits of a number: `#` is a cell of the emblem's colour, `+`
/// a light one, `.` an empty one.
fn made_of(seed: u32) -> [[char; 8]; 8] {
    // Two numbers of 32 bits: which cells of the left half are filled, and which of them are light.
    let [filled, light] = [0x9e37_79b9_u32, 0x85eb_ca6b].map(|factor| (seed ^ seed >> 15).wrapping_mul(factor));
    std::array::from_fn(|y| {
        std::array::from_fn(|x| {
            let bit = y * 4 + x.min(7 - x);
            match (filled >> bit & 1, light >> bit & 1) {
                (1, 1) => '+',
                (1, _) => '#',
                _ => '.',
            }
        })
    })
}

/// Paints a card about a rival: emblem, character, the player behind it, rating, the person's record against it, and
/// how it was measured to play.
pub(super) fn paint_rival_card(
    painter: &Painter,
    rect: Rect,
    (history, standing): (&GameHistory, &LadderStanding),
    strength: &MeasuredStrength,
) {
    let face = PlayerEmblem::of(strength);
    theme::paint_side_background(painter, rect);
    let edge = Stroke::new(1.0, faded(face.colour, 0.5));
    painter.rect(rect, CornerRadius::same(5), faded(face.colour, 0.05), edge, StrokeKind::Inside);
    let inside = rect.shrink(16.0);
    let plate = Rect::from_min_size(inside.min, vec2(84.0, 84.0));
    emblem(painter, plate, face, 1.0);
    let left = plate.right() + 16.0;
    let name = pos2(left, inside.top() + 2.0);
    painter.text(name, Align2::LEFT_TOP, player_name(strength), theme::extrabold(25.0), face.colour);
    let rating = format!("{:.0}", strength.rating);
    let at = pos2(left, inside.top() + 40.0);
    let figure = painter.text(at, Align2::LEFT_TOP, rating, theme::extrabold(20.0), theme::IVORY);
    let at = figure.right_center() + vec2(8.0, 1.0);
    let sure = format!("rating, ± {:.0}", strength.deviation * 2.0);
    painter.text(at, Align2::LEFT_CENTER, sure, theme::regular(14.0), theme::ASH);
    let record = standing.record_against(strength);
    let words = match record.games() {
        0 => "Not met yet".to_owned(),
        _ => format!("Your record  {}", super::career::record_words(&record)),
    };
    painter.text(pos2(left, inside.top() + 66.0), Align2::LEFT_TOP, words, theme::semibold(14.5), theme::IVORY);
    let mut y = plate.bottom() + 10.0;
    let mut paragraph = |words: String, font, colour| {
        y += theme::paint_paragraph(painter, pos2(inside.left(), y), &words, (font, colour), inside.width()) + 4.0;
    };
    let own = || history.own_player_description(strength).filter(|line| !line.is_empty()).map(str::to_owned);
    let measured = || own().unwrap_or_else(|| capital(&strength.style.in_words()));
    let line = face.rival.map_or_else(measured, |rival| rival.line.to_owned());
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
    // A figure that has no room is left out as a whole. The words are taken to have three lines, as most have, so that
    // two cards beside each other show the same figures at the same places.
    let top = y.max(plate.bottom() + 73.0);
    let height = (inside.bottom() - top).max(0.0);
    let room = (height / 16.0).floor() as usize;
    let step = (height / figures.len().min(room).max(1) as f32).min(27.0);
    for (index, (label, value)) in figures.into_iter().take(room).enumerate() {
        let y = top + step * (index as f32 + 0.5);
        painter.text(pos2(inside.left(), y), Align2::LEFT_CENTER, label, theme::regular(14.5), theme::ASH);
        painter.text(pos2(inside.right(), y), Align2::RIGHT_CENTER, value, theme::extrabold(15.5), theme::IVORY);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::menu::Cursor;
    use super::super::super::test_frame::panel_frame;
    use super::*;
    use crate::app::devices::nav::NavigationSteps;
    use crate::app::history::RungStanding;
    use crate::app::persistence::Ladder;
    use std::path::Path;

    #[test]
    fn the_row_of_players_goes_round_the_rivals_and_a_player_of_the_laboratory() {
        let mut history = GameHistory::default();
        history.ladder = Ladder::read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/ladder.jsonl")).0;
        let rungs = history.ladder.rungs();
        let first = &rungs[0].strength;
        let mut chosen = (first.player.to_string(), first.pace(), first.slips, PlacementChoice::Straight);
        let mut step = |left: bool| {
            let nav = NavigationSteps { left, right: !left, ..NavigationSteps::default() };
            let mut is_of_laboratory = false;
            panel_frame(nav, &mut Cursor::default(), |menu| {
                let (spec, pace, slips, choice) = &mut chosen;
                is_of_laboratory = rival_choice_row(menu, &history, (spec, pace, slips, choice));
            });
            let here = chosen_rung(&history, &chosen.0, (chosen.1, chosen.2), chosen.3);
            (is_of_laboratory, here.and_then(|here| rungs.iter().position(|rung| rung.strength == *here)))
        };
        let steps = [true, false, false, true, true].map(&mut step);
        assert_eq!(steps, [(true, None), (false, Some(0)), (false, Some(1)), (false, Some(0)), (true, None)]);
    }

    #[test]
    fn an_emblem_made_of_a_name_is_the_same_on_both_sides_and_another_for_each_name() {
        let emblems = ["Anna", "Boris", "iwumbwe", "lin"].map(|name| made_of(crc32fast::hash(name.as_bytes())));
        for (at, emblem) in emblems.iter().enumerate() {
            assert!(emblem.iter().all(|row| row.iter().eq(row.iter().rev())), "{emblem:?}");
            let count = |sign: char| emblem.iter().flatten().filter(|cell| **cell == sign).count();
            assert!(count('#') > 0 && count('+') > 0 && count('.') > 0, "{emblem:?}");
            assert!(emblems[at + 1..].iter().all(|other| other != emblem), "{emblem:?}");
        }
    }

    #[test]
    fn a_rung_is_marked_as_won_as_next_or_as_locked() {
        let mut standing = LadderStanding::default();
        standing.rungs = [true, false].map(|beaten| RungStanding { open: true, beaten }).to_vec();
        standing.next = Some(1);
        let marks = |standing: &LadderStanding, at| [true, false].map(|open| RungMark::of(standing, at, open));
        assert_eq!(marks(&standing, 0), [RungMark::Won; 2]);
        assert_eq!(marks(&standing, 1), [RungMark::Next, RungMark::Locked]);
        standing.next = None;
        assert_eq!(marks(&standing, 1), [RungMark::None, RungMark::Locked]);
    }
}
