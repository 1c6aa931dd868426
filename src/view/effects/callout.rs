//! Callouts: a clear is named beside its board, in a place of its own.

use super::chains_have_value;
use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::components::{Handicap, LockedPiece, RunningStreak};
use crate::game::{Match, TickOutcomeMessage};
use crate::rules::{Clear, Spin};
use crate::view::fonts::width_of;
use crate::view::letters::ladder_size;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// Marks the text of a line of a callout, which is removed when the next clear of the same seat is named.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Callout {
    seat: usize,
}

/// One line of a callout: its words, size in units and colour.
type CalloutLine = (String, f32, [u8; 3]);

/// The shortest combo that is named.
const LEAST_COMBO: u16 = 2;

/// The moment that gives a clear's callout its strength: the rarest thing that the clear is.
fn moment_of(clear: &Clear) -> GameMoment {
    match clear {
        Clear { perfect: true, .. } => GameMoment::PerfectClear,
        Clear { spin: Spin::Full | Spin::Mini, .. } => GameMoment::Spin,
        _ => GameMoment::LineClear,
    }
}

/// The lines of the callout of a clear, from the top: none for a plain single, of which a match has hundreds.
/// `streak` is the number of difficult clears in a row; `None` where chains are worth nothing, and then neither they
/// nor combos are named. `surge` is what the end of a chain sends.
fn lines_of(
    clear: &Clear,
    locked: &LockedPiece,
    (streak, surge): (Option<u16>, u32),
    hue: [u8; 3],
) -> Vec<CalloutLine> {
    let mut lines = Vec::new();
    if surge > 0 {
        lines.push((format!("SURGE {surge}"), 26.0, palette::GOLD));
    }
    if let Some(streak) = streak.filter(|_| clear.back_to_back) {
        lines.push((format!("BACK-TO-BACK ×{}", streak.saturating_sub(1).max(1)), 14.0, palette::GOLD));
    }
    let count = match clear.lines {
        0 => "",
        1 => "SINGLE",
        2 => "DOUBLE",
        3 => "TRIPLE",
        4 => "QUAD",
        _ => "PENTA",
    };
    if clear.spin == Spin::None && clear.lines > 1 {
        let (size, ink) = if clear.lines >= 4 { (38.0, palette::GOLD) } else { (21.0, palette::IVORY) };
        lines.push((count.to_owned(), size, ink));
    } else if clear.spin != Spin::None {
        if clear.spin == Spin::Mini {
            lines.push(("MINI".to_owned(), 15.0, palette::ASH));
        }
        // The piece's colour, lightened to be read on lacquer.
        let ink = hue.map(|part| part / 2 + 120);
        lines.push((format!("{}-SPIN", locked.piece.kind.letter().to_ascii_uppercase()), 30.0, ink));
        if clear.lines > 0 {
            lines.push((count.to_owned(), 26.0, palette::IVORY));
        }
    }
    if clear.combo >= LEAST_COMBO && streak.is_some() {
        lines.push((format!("{} COMBO", clear.combo), 17.0, palette::VERMILION.map(|part| part / 2 + 125)));
    }
    lines.retain(|(words, ..)| !words.is_empty());
    lines
}

pub(super) fn show_callouts(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    callouts: Query<(Entity, &Callout)>,
    boards: Query<(Entity, &BoardView)>,
    (streaks, handicaps): (Query<&RunningStreak>, Query<&Handicap>),
    current: Option<Single<&Match>>,
) {
    let current = current.map(|current| *current);
    let chains = current.is_none_or(chains_have_value);
    for happened in happened.read() {
        let (Some(clear), Some(locked)) = (happened.outcome.clear, happened.outcome.locked) else { continue };
        if clear.lines == 0 && clear.spin == Spin::None {
            continue;
        }
        let seat = usize::from(happened.seat);
        let Ok((board, view)) = boards.get(effects.board(happened.seat)) else { continue };
        let Some(zone) = effects.stage.layout.seats.get(seat).map(|place| place.callout) else { continue };
        for (old, _) in callouts.iter().filter(|(_, callout)| callout.seat == seat) {
            effects.commands.entity(old).try_despawn();
        }
        let (unit, strength, root) = (effects.stage.layout.unit, effects.motion(moment_of(&clear)), effects.stage.root);
        let streak = chains.then(|| streaks.get(view.player).map_or(1, |streak| streak.0.back_to_back));
        let surge = current.filter(|current| current.seats.len() > 1).map_or(0, |current| {
            let handicap = handicaps.get(view.player).map_or(1000, |handicap| handicap.0);
            current.rules.attack.surge_lines(&clear, current.round_tick, handicap)
        });
        let lines = lines_of(&clear, &locked, (streak, surge), effects.stage.piece_rgb(locked.piece.kind));
        let life = if clear.is_difficult() || surge > 0 { 1.7 } else { 1.1 };
        let lines = if zone.is_empty() { Vec::new() } else { lines };
        let mut top = zone.max.y - 14.0 * unit;
        for (number, (words, size, ink)) in lines.into_iter().enumerate() {
            let size = ladder_size((size * unit).min(zone.width() / width_of(&words)), unit);
            // Right-aligned, towards the board that they speak of.
            let at = Vec2::new(zone.max.x - 4.0 * unit, top - size * 0.6);
            if at.y - size * 0.6 < zone.min.y {
                break;
            }
            top -= size * 1.16;
            let from = Pose::at_point(at + Vec2::new(26.0 * unit * strength, 0.0)).with_alpha(0.0);
            let text = effects.words_bundle(&words, size, ink, Anchor::CENTER_RIGHT, at.extend(depth::TEXT));
            let way = Tween::new(from, Pose::at_point(at), life, Easing::Stay).delayed(number as f32 * 0.03);
            effects.commands.spawn((Name::new("Callout"), Callout { seat }, text, way, ChildOf(root)));
        }
        if clear.perfect {
            call_perfect(&mut effects, (board, seat), view.well, strength);
        }
    }
}

/// Calls out a perfect clear, the rarest moment, in the largest words: two lines across the board, on a dark band that
/// the light behind it cannot wash out.
fn call_perfect(effects: &mut Effects, (board, seat): (Entity, usize), well: Vec2, strength: f32) {
    const WORDS: [&str; 2] = ["PERFECT", "CLEAR"];
    const LIFE: f32 = 2.2;
    let unit = effects.stage.layout.unit;
    let widest = WORDS.map(width_of).into_iter().fold(0.0, f32::max);
    let size = ladder_size((54.0 * unit).min(well.x * 0.94 / widest), unit);
    let centre = well * Vec2::new(0.5, 0.58);
    let mut bar = |at: Vec2, high: f32, ink: [u8; 3], alpha: f32, depth: f32| {
        let from = Pose::at_point(at).with_scale(1.0, 1.0 - strength).with_alpha(0.0);
        let way = Tween::new(from, Pose::at_point(at).with_alpha(alpha), LIFE, Easing::Stay);
        effects.spawn_sprite(board, Art::Plain, Vec2::new(well.x, high), colour(ink), depth, way);
    };
    bar(centre, size * 2.5, palette::NIGHT, 0.94, depth::BANNER - 0.2);
    for side in [-1.0, 1.0] {
        let at = centre + Vec2::new(0.0, side * size * 1.25);
        bar(at, (2.0 * unit).max(1.0), palette::GOLD, 0.95, depth::BANNER - 0.1);
    }
    for (words, above) in WORDS.into_iter().zip([0.54, -0.54]) {
        let at = centre + Vec2::new(0.0, size * above);
        let text = effects.words_bundle(words, size, palette::GOLD, Anchor::CENTER, at.extend(depth::BANNER));
        let start = 1.0 + 0.5 * strength;
        let from = Pose::at_point(at).with_scale(start, start).with_alpha(0.0);
        let way = Tween::new(from, Pose::at_point(at), LIFE, Easing::Stay);
        effects.commands.spawn((Name::new("Perfect clear"), Callout { seat }, text, way, ChildOf(board)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Facing, FallingPiece, PieceKind, RuleSet};
    use crate::view::letters::TEXT_LETTERS;

    fn said(clear: Clear, kind: PieceKind, streak: impl Into<Option<u16>>) -> Vec<String> {
        let piece = FallingPiece { kind, facing: Facing::North, x: 3, y: 0 };
        let locked = LockedPiece { piece, spin: clear.spin };
        lines_of(&clear, &locked, (streak.into(), 0), [190, 72, 190]).into_iter().map(|(words, ..)| words).collect()
    }

    #[test]
    fn clears_are_called_in_letters_that_are_painted() {
        for (lines, spin) in (0..=5).flat_map(|lines| [(lines, Spin::None), (lines, Spin::Mini), (lines, Spin::Full)]) {
            let clear = Clear { lines, spin, back_to_back: true, combo: 12, ..Clear::default() };
            for words in said(clear, PieceKind::T, 30) {
                assert!(words.chars().all(|letter| letter == ' ' || TEXT_LETTERS.contains(letter)), "{words}");
            }
        }
    }

    #[test]
    fn clears_have_their_names() {
        let plain = Clear { lines: 1, ..Clear::default() };
        assert_eq!(said(plain, PieceKind::L, 0), [""; 0], "a match has hundreds of singles");
        assert_eq!(said(Clear { combo: 1, ..plain }, PieceKind::L, 0), [""; 0]);
        assert_eq!(said(Clear { combo: 2, ..plain }, PieceKind::L, 0), ["2 COMBO"]);
        assert_eq!(said(Clear { lines: 2, combo: 2, ..plain }, PieceKind::L, 0), ["DOUBLE", "2 COMBO"]);
        let chain = Clear { lines: 4, back_to_back: true, combo: 5, ..plain };
        assert_eq!(said(chain, PieceKind::I, None), ["QUAD"], "line for line neither sends anything");
        let spin = Clear { lines: 2, spin: Spin::Full, back_to_back: true, combo: 3, ..Clear::default() };
        assert_eq!(said(spin, PieceKind::T, 4), ["BACK-TO-BACK ×3", "T-SPIN", "DOUBLE", "3 COMBO"]);
        let mini = Clear { spin: Spin::Mini, ..Clear::default() };
        assert_eq!(said(mini, PieceKind::T, 0), ["MINI", "T-SPIN"]);
        assert_eq!(said(Clear { lines: 4, ..Clear::default() }, PieceKind::I, 1), ["QUAD"]);
    }

    #[test]
    fn the_end_of_a_chain_tells_what_it_sends() {
        let ends = Clear { lines: 1, chain: 7, ..Clear::default() };
        let named = |set: RuleSet, clear: &Clear| {
            let surge = set.rules().attack.surge_lines(clear, 0, 1000);
            let piece = FallingPiece { kind: PieceKind::L, facing: Facing::North, x: 3, y: 0 };
            let locked = LockedPiece { piece, spin: Spin::None };
            let lines = lines_of(clear, &locked, (Some(0), surge), [0; 3]);
            lines.into_iter().map(|(words, ..)| words).collect::<Vec<_>>()
        };
        assert_eq!(named(RuleSet::Tetrio2, &ends), ["SURGE 6"]);
        assert_eq!(named(RuleSet::Tetrio2, &Clear { chain: 4, ..ends }), [""; 0], "too short to send anything");
        assert_eq!(named(RuleSet::Tetrio2, &Clear { lines: 4, ..ends }), ["QUAD"], "the chain goes on");
        assert_eq!(named(RuleSet::Guideline, &ends), [""; 0]);
    }
}
