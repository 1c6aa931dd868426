//! The family of a genome as a tree: the genome on the left, and to the right of each genome those that it was made of.

use super::super::super::theme::{self, faded};
use super::super::{ordinal, with_thousands};
use super::words::fitness_in_words;
use super::{in_middle, weights};
use crate::app::laboratory::{AncestorsReading, Birth, Relative};
use crate::train::Recipe;
use bevy_egui::egui::{Align2, Painter, Rect, Stroke, pos2, vec2};

/// The width of the genome's own column, in points.
const OWN: f32 = 214.0;
/// The width between two columns, in which the lines from child to parent lie, in points.
const BETWEEN: f32 = 22.0;
/// The least width of a relative's box, in points: as many generations of relatives are shown as have room.
const LEAST: f32 = 120.0;

/// Paints a family into `rect`. `recipe` gives the names of the weights.
pub(super) fn paint(painter: &Painter, rect: Rect, recipe: &Recipe, family: &AncestorsReading) {
    theme::paint_side_background(painter, rect);
    let Some(own) = family.found.first() else {
        return in_middle(painter, rect, family.status_words(), 30.0);
    };
    let inside = rect.shrink(14.0);
    let left = inside.with_max_x(inside.left() + OWN);
    itself(painter, left, recipe, own);
    let right = inside.with_min_x(left.right() + BETWEEN);
    if own.parents.is_empty() {
        return in_middle(painter, right, &reason(&own.birth), 40.0);
    }
    let heading = ["parents", "grandparents", "great-grandparents"];
    let columns = (((right.width() + BETWEEN) / (LEAST + BETWEEN)) as usize).clamp(1, heading.len());
    let width = (right.width() - BETWEEN * (columns - 1) as f32) / columns as f32;
    let below = right.with_min_y(right.top() + 22.0);
    let deepest = family.found.iter().map(|relative| relative.depth).max().unwrap_or(0).min(columns);
    for (column, words) in (0u8..).zip(heading.iter().take(deepest)) {
        let x = right.left() + (width + BETWEEN) * f32::from(column);
        painter.text(pos2(x, right.top()), Align2::LEFT_TOP, words, theme::regular(12.5), theme::ASH);
    }
    let tree = Tree { painter, family, left: below.left(), width, columns };
    tree.parents(0, below, pos2(left.right(), left.top() + 40.0));
}

/// What painting a tree of relatives needs for all of its boxes.
struct Tree<'a> {
    painter: &'a Painter,
    family: &'a AncestorsReading,
    left: f32,
    width: f32,
    columns: usize,
}

impl Tree<'_> {
    /// Paints the parents of the relative at index `child`, and the parents' own, into a strip that reaches over the
    /// rest of the columns. The lines to the parents begin at `from`.
    fn parents(&self, child: usize, strip: Rect, from: bevy_egui::egui::Pos2) {
        let Relative { parents, depth, .. } = &self.family.found[child];
        if *depth >= self.columns {
            return;
        }
        let high = strip.height() / parents.len().max(1) as f32;
        for (row, &parent) in parents.iter().enumerate() {
            let relative = &self.family.found[parent];
            let x = self.left + (self.width + BETWEEN) * (relative.depth - 1) as f32;
            let part = Rect::from_min_size(pos2(x, strip.top() + high * row as f32), vec2(self.width, high));
            let card = Rect::from_center_size(part.center(), vec2(self.width, (high - 8.0).min(118.0)));
            let (start, end) = (from, card.left_center());
            let middle = (start.x + end.x) / 2.0;
            let line = vec![start, pos2(middle, start.y), pos2(middle, end.y), end];
            self.painter.line(line, Stroke::new(1.5, faded(theme::GOLD, 0.55)));
            self.card(card, relative);
            self.parents(parent, part, card.right_center());
        }
    }

    /// Paints a relative: its generation, its rank, how it came to be, and its weights as far as there is room.
    fn card(&self, card: Rect, relative: &Relative) {
        self.painter.rect_filled(card, 4, faded(theme::RAISED, 0.75));
        let inside = card.shrink2(vec2(9.0, 5.0));
        let title = format!("generation {}", relative.generation);
        self.painter.text(inside.min, Align2::LEFT_TOP, title, theme::semibold(12.5), theme::IVORY);
        let at = inside.right_top();
        let words = ordinal(relative.rank + 1);
        self.painter.text(at, Align2::RIGHT_TOP, words, theme::semibold(12.5), theme::GOLD);
        if inside.height() < 36.0 {
            return;
        }
        let words = short(&relative.birth);
        let second = inside.min + vec2(0.0, 17.0);
        self.painter.text(second, Align2::LEFT_TOP, words, theme::regular(12.0), theme::ASH);
        let low = inside.with_min_y(inside.top() + 36.0);
        if low.height() >= 10.0 {
            weights::paint_weight_bars(self.painter, low, &relative.genome);
        }
    }
}

/// Paints the genome whose family is shown: its generation, its rank, how it came to be, and its
/// weights with their names.
fn itself(painter: &Painter, rect: Rect, recipe: &Recipe, own: &Relative) {
    painter.rect_filled(rect, 4, faded(theme::RAISED, 0.75));
    let inside = rect.shrink(12.0);
    let title = format!("Born in generation {}", own.generation);
    painter.text(inside.min, Align2::LEFT_TOP, title, theme::extrabold(16.0), theme::GOLD);
    let lines = [
        ("Stood there", format!("{} of {}", ordinal(own.rank + 1), with_thousands(own.population as u64))),
        ("Fitness there", fitness_in_words(own.fitness)),
    ];
    let mut y = inside.top() + 34.0;
    for (label, value) in lines {
        painter.text(pos2(inside.left(), y), Align2::LEFT_CENTER, label, theme::regular(13.0), theme::ASH);
        painter.text(pos2(inside.right(), y), Align2::RIGHT_CENTER, value, theme::semibold(13.5), theme::IVORY);
        y += 20.0;
    }
    let (at, look) = (pos2(inside.left(), y), (theme::regular(13.0), theme::ASH));
    let height = theme::paint_paragraph(painter, at, &long(&own.birth), look, inside.width());
    let place = Rect::from_min_max(pos2(inside.left(), y + height + 12.0), inside.max);
    weights::paint(painter, place, recipe, &own.genome);
}

/// How a genome came to be, in a few words for a small box.
fn short(birth: &Birth) -> String {
    match birth {
        Birth::First => "random start".to_owned(),
        Birth::Child(0) => "a child".to_owned(),
        Birth::Child(mutated) => format!("a child, {mutated} mutated"),
        Birth::Moved => "moved here".to_owned(),
        Birth::Drawn => "drawn".to_owned(),
        Birth::Unknown(_) => "not known".to_owned(),
    }
}

/// How a genome came to be, in a sentence.
fn long(birth: &Birth) -> String {
    match birth {
        Birth::First => "It was drawn at random with the first generation.".to_owned(),
        Birth::Child(0) => "It was made of its two parents, and no weight mutated.".to_owned(),
        Birth::Child(1) => "It was made of its two parents, and one weight mutated.".to_owned(),
        Birth::Child(mutated) => format!("It was made of its two parents, and {mutated} weights mutated."),
        Birth::Moved => "The particle moved here from where it was.".to_owned(),
        Birth::Drawn => "It was drawn around what the search had learned.".to_owned(),
        Birth::Unknown(_) => "How it came to be is not known.".to_owned(),
    }
}

/// Why a genome has no parents, in a sentence.
fn reason(birth: &Birth) -> String {
    match birth {
        Birth::First => {
            "It belongs to the first generation, whose genomes are drawn at random: it has no parents".into()
        }
        Birth::Drawn => {
            "This search draws each genome at random around what it has learned: genomes have no parents".into()
        }
        Birth::Unknown(why) => format!("Its parents cannot be told: {why}"),
        Birth::Child(_) | Birth::Moved => "Its parents are not shown".into(),
    }
}
