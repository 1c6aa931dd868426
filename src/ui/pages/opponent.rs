//! Picking a computer player: recipe, generation, speed; and the chart of what every generation is worth.

use super::super::menu::Menu;
use super::super::theme::{self, faded};
use super::super::{draw, ornament};
use super::grouped;
use crate::game::Pace;
use crate::storage::opponents::Source;
use crate::storage::{Entry, Spec};
use bevy_egui::egui::{Align2, Color32, Painter, Rect, Stroke, pos2, vec2};

/// Speeds to choose from, in thousandths of a piece a second; the last is as fast as it can.
const PACES: [u32; 19] =
    [300, 400, 500, 600, 700, 800, 900, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 5000, 7000, 10_000, 0];

/// The rows of one computer player; true when the words or the speed changed.
pub(super) fn rows(menu: &mut Menu, entries: &[Entry], words: &mut String, pace: &mut Pace) {
    let mut recipes: Vec<&str> = entries.iter().map(|entry| entry.recipe.as_str()).collect();
    recipes.dedup();
    let here = saved(words);
    if recipes.is_empty() {
        menu.choice("Recipe", words);
        menu.hint("There are no saved generations yet");
    } else {
        let at = here.as_ref().and_then(|(recipe, _)| recipes.iter().position(|known| known == recipe));
        let step = menu.choice("Recipe", at.map_or(words.as_str(), |at| recipes[at]));
        menu.hint("How it was taught: what it sees, how it is judged, how it breeds");
        if step != 0 {
            let next = at.map_or(0, |at| (at as i32 + step).rem_euclid(recipes.len() as i32) as usize);
            let last = of(entries, recipes[next]).last().map_or(0, |entry| entry.generation);
            if at != Some(next) {
                *words = format!("{}:{last}", recipes[next]);
            }
        }
        if let Some((recipe, generation)) = saved(words) {
            generations(menu, &of(entries, &recipe), generation, words);
        }
    }
    let at = PACES.iter().position(|&known| known == pace.milli_pps);
    let near = || PACES.iter().position(|&known| known >= pace.milli_pps).unwrap_or(PACES.len() - 2);
    let mut place = at.unwrap_or_else(near) as f32;
    if menu.slider("Speed", &mut place, 0.0..=(PACES.len() - 1) as f32, 1.0, &speed(*pace)) {
        pace.milli_pps = PACES[place as usize];
    }
    menu.hint("Pieces a second. A beginner places 0.5 to 1, a good player 2 to 3");
}

fn generations(menu: &mut Menu, known: &[&Entry], generation: u32, words: &mut String) {
    let Some(first) = known.first() else { return };
    let at = known.iter().position(|entry| entry.generation == generation);
    let mut place = at.unwrap_or(known.len() - 1) as f32;
    let text = at.map_or_else(|| "not saved".to_owned(), |_| generation.to_string());
    if menu.slider("Generation", &mut place, 0.0..=(known.len() - 1) as f32, 1.0, &text) {
        *words = format!("{}:{}", first.recipe, known[place as usize].generation);
    }
    menu.hint("Generation 0 plays at random; each later one was bred from the best before it");
}

/// What a speed is called.
pub(super) fn speed(pace: Pace) -> String {
    match pace {
        Pace::FASTEST => "unlimited".to_owned(),
        Pace { milli_pps } => format!("{} / s", f64::from(milli_pps) / 1000.0),
    }
}

/// Recipe and generation of words that name a saved one.
fn saved(words: &str) -> Option<(String, u32)> {
    match words.parse::<Spec>().ok()?.source {
        Source::Saved { recipe, generation } => Some((recipe, generation)),
        Source::File(_) => None,
    }
}

/// The generations of a recipe, each once: of two with the same number the first is played.
fn of<'a>(entries: &'a [Entry], recipe: &str) -> Vec<&'a Entry> {
    let mut known: Vec<&Entry> = entries.iter().filter(|entry| entry.recipe == recipe).collect();
    known.dedup_by_key(|entry| entry.generation);
    known
}

/// What the chosen player is worth, over a chart of all generations.
pub(super) fn card(painter: &Painter, rect: Rect, entries: &[Entry], words: &str, accent: Color32) {
    let Some((recipe, generation)) = saved(words) else {
        painter.text(rect.center(), Align2::CENTER_CENTER, words, theme::semibold(15.0), theme::ASH);
        return;
    };
    let known = of(entries, &recipe);
    let chosen = known.iter().find(|entry| entry.generation == generation);
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.75));
    let inside = rect.shrink(16.0);
    let name = painter.text(inside.min, Align2::LEFT_TOP, &recipe, theme::extrabold(22.0), accent);
    let number = format!("generation {generation}");
    painter.text(
        name.right_bottom() + vec2(10.0, -3.0),
        Align2::LEFT_BOTTOM,
        number,
        theme::semibold(15.0),
        theme::IVORY,
    );
    let best = chosen.and_then(|entry| entry.best);
    let figure = |value: Option<f64>| value.map_or("–".to_owned(), |value| grouped(value.round() as u64));
    let columns = [
        ("MEAN SCORE", figure(best.map(|best| best.score))),
        ("MEAN LINES", figure(best.map(|best| best.lines))),
        ("PIECES", figure(best.map(|best| best.pieces))),
    ];
    let width = inside.width() / columns.len() as f32;
    for (index, (label, value)) in columns.iter().enumerate() {
        let at = pos2(inside.left() + width * index as f32, inside.top() + 38.0);
        draw::spaced(painter, at, Align2::LEFT_TOP, label, theme::semibold(10.5), theme::ASH, 1.2);
        painter.text(at + vec2(0.0, 14.0), Align2::LEFT_TOP, value, theme::extrabold(18.0), theme::IVORY);
    }
    let games = chosen.map_or(0, |entry| entry.games);
    let from = match chosen {
        Some(entry) if entry.ships => format!("of its best genome over {games} games it had never seen"),
        Some(_) => format!("of its best genome over {games} unseen games; trained by you"),
        None => "no such generation is saved".to_owned(),
    };
    let words = painter.layout(from, theme::regular(13.0), theme::ASH, inside.width());
    let under = 92.0 + words.size().y;
    painter.galley(inside.min + vec2(0.0, 80.0), words, theme::ASH);
    chart(painter, Rect::from_min_max(inside.min + vec2(0.0, under), inside.max), &known, generation, accent);
}

/// Bars of every generation's held-out score. Each line is ten times the one below it: they grow by orders of magnitude.
fn chart(painter: &Painter, rect: Rect, known: &[&Entry], chosen: u32, accent: Color32) {
    let score = |entry: &Entry| entry.best.map_or(entry.figures.mean_score, |best| best.score).max(1.0);
    let powers = known.iter().map(|entry| score(entry).log10());
    let (low, high) = powers.fold((f64::MAX, 0.0_f64), |(low, high), power| (low.min(power), high.max(power)));
    if known.is_empty() || rect.height() < 60.0 {
        return;
    }
    let (low, high) = ((low - 0.3).floor().max(0.0), high.ceil().max(low.floor() + 1.0));
    let plot = Rect::from_min_max(rect.min + vec2(44.0, 6.0), rect.max - vec2(0.0, 20.0));
    let level = |power: f64| plot.bottom() - plot.height() * ((power - low) / (high - low)) as f32;
    for power in low as i32..=high as i32 {
        let y = level(f64::from(power));
        painter.hline(plot.x_range(), y, Stroke::new(1.0, faded(theme::LINE, 0.6)));
        let label = match power {
            0..3 => format!("{}", 10_u64.pow(power as u32)),
            3..6 => format!("{} k", 10_u64.pow(power as u32 - 3)),
            _ => format!("{} M", 10_u64.pow(power.min(18) as u32 - 6)),
        };
        painter.text(pos2(plot.left() - 8.0, y), Align2::RIGHT_CENTER, label, theme::regular(11.5), theme::ASH);
    }
    let width = plot.width() / known.len() as f32;
    let every = (22.0 / width).ceil().max(1.0) as usize;
    for (index, entry) in known.iter().enumerate() {
        let left = plot.left() + width * index as f32;
        let room = (width * 0.16).min(5.0);
        let top = level(score(entry).log10()).min(plot.bottom() - 2.0);
        let bar = Rect::from_min_max(pos2(left + room, top), pos2(left + width - room, plot.bottom()));
        let here = entry.generation == chosen;
        let colour = if here { accent } else { draw::mixed(theme::RAISED, accent, 0.28) };
        draw::shaded(painter, bar, colour, draw::mixed(colour, theme::NIGHT, 0.45));
        if here || index % every == 0 {
            let at = pos2(left + width / 2.0, plot.bottom() + 4.0);
            let colour = if here { accent } else { theme::ASH };
            painter.text(at, Align2::CENTER_TOP, entry.generation.to_string(), theme::semibold(11.5), colour);
        }
        if here {
            draw::lozenge(painter, pos2(left + width / 2.0, top - 7.0), 3.5, accent);
        }
    }
    ornament::fading_line(painter, plot.left_bottom(), plot.right_bottom(), theme::ASH, 1.0);
}
