//! Under the clock of a match of two: a strip that shows who is ahead, and the word that the game speeds up.
//!
//! The shares are those of `game::lead`.

use super::fonts::{TextWeight, set_text_if_changed};
use super::header::seat_ink;
use super::palette::{self, colour, translucent};
use super::sheet::Art;
use super::stage::{EffectStrength, SceneSpawner, ViewDeltaSeconds, depth};
use crate::game::Match;
use crate::game::components::{Field, IncomingGarbage};
use crate::game::lead::{left_share, room_left};
use crate::rules::{GravityRule, Rules};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// The rate, a second, at which the strip moves to the left side's share.
const FOLLOWS: f32 = 4.0;
/// Ticks for which the word that the game speeds up stands in its bright colour.
const BRIGHT: u64 = 4000;

/// The sprite of the left side's part of the strip that shows who is ahead.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct LeadStrip {
    /// The left side's share on show, 0-1.
    shown: f32,
    width: f32,
    height: f32,
}

/// Marks the text that tells that the game speeds up.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct SpeedWord;

pub(super) fn build_lead(SceneSpawner { mut commands, stage, fonts, sheet }: SceneSpawner) {
    let unit = stage.layout.unit;
    let Some(clock) = stage.layout.clock else { return };
    let size = Vec2::new(clock.width(), (5.0 * unit).round().max(2.0));
    let left = Vec2::new(clock.min.x, (clock.max.y - 70.0 * unit).round());
    let place = |depth: f32| Transform::from_translation(left.extend(depth));
    let edge = unit.max(1.0).round();
    let ground = sheet.sprite(Art::Plain, size + 2.0 * edge, translucent(stage.skin.trim.line, 0.9));
    let around = Transform::from_translation((left - Vec2::X * edge).extend(depth::WELL));
    commands.spawn((Name::new("Ground of the lead"), ground, Anchor::CENTER_LEFT, around, ChildOf(stage.root)));
    let theirs = (sheet.sprite(Art::Plain, size, colour(seat_ink(1))), Anchor::CENTER_LEFT, place(depth::WELL + 0.1));
    commands.spawn((Name::new("Right lead"), theirs, ChildOf(stage.root)));
    let own = sheet.sprite(Art::Plain, size * Vec2::new(0.5, 1.0), colour(seat_ink(0)));
    let strip = LeadStrip { shown: 0.5, width: size.x, height: size.y };
    let lead = (Name::new("Left lead"), strip, own, Anchor::CENTER_LEFT, place(depth::WELL + 0.2));
    commands.spawn((lead, ChildOf(stage.root)));
    let middle =
        sheet.sprite(Art::Plain, Vec2::new((2.0 * unit).max(1.0), size.y + 6.0 * unit), colour(palette::IVORY));
    let at = Transform::from_xyz(clock.center().x.round(), left.y, depth::WELL + 0.3);
    commands.spawn((Name::new("Even"), middle, at, ChildOf(stage.root)));
    let at = Vec3::new(clock.center().x, clock.max.y - 51.0 * unit, depth::TEXT);
    let word = fonts.text("", TextWeight::ExtraBold, 14.0 * unit, palette::GOLD, Anchor::CENTER, at);
    commands.spawn((Name::new("Speed"), SpeedWord, word, ChildOf(stage.root)));
}

pub(super) fn show_lead(
    pace: Res<ViewDeltaSeconds>,
    strength: Res<EffectStrength>,
    current: Single<&Match>,
    players: Query<(&Field, &IncomingGarbage)>,
    mut strips: Query<(&mut LeadStrip, &mut Sprite)>,
) {
    let [Some(left), Some(right)] = [0, 1].map(|seat| current.seats.get(seat).and_then(|&seat| players.get(seat).ok()))
    else {
        return;
    };
    let share = left_share(&current, [room_left(left.0, left.1), room_left(right.0, right.1)]);
    for (mut strip, mut sprite) in &mut strips {
        let way = if strength.is_still() { 1.0 } else { pace.share_of_way(FOLLOWS) };
        let shown = strip.shown + (share - strip.shown) * way;
        // A difference that nobody sees moves nothing.
        if (shown - strip.shown).abs() * strip.width > 0.01 {
            strip.shown = shown;
            sprite.custom_size = Some(Vec2::new(strip.width * shown, strip.height));
        }
    }
}

/// The ticks after which pieces fall faster or attacks grow, whichever is first; `None` where neither does.
pub(super) fn speeds_up_at(rules: &Rules) -> Option<u64> {
    let gravity = match rules.gravity {
        GravityRule::Ramp { after, growth, .. } if growth > 0 => Some(u64::from(after)),
        _ => None,
    };
    let attacks = (rules.attack.growth > 0).then_some(u64::from(rules.attack.margin));
    gravity.into_iter().chain(attacks).min()
}

/// The words that tell that the game has sped up, and whether this is news; `None` before it speeds up.
fn speed_words(rules: &Rules, tick: u64) -> Option<(String, bool)> {
    let begins = speeds_up_at(rules)?;
    if tick < begins {
        return None;
    }
    let grown = tick.saturating_sub(u64::from(rules.attack.margin)) * u64::from(rules.attack.growth) / 1000;
    let fresh = tick < begins + BRIGHT;
    Some(match (fresh, grown / 100) {
        (true, _) | (false, 0) => ("SPEED UP".to_owned(), fresh),
        (false, tenths) => (format!("ATTACKS ×{}.{}", 1 + tenths / 10, tenths % 10), false),
    })
}

pub(super) fn show_speed(current: Single<&Match>, mut words: Query<(&mut Text2d, &mut TextColor), With<SpeedWord>>) {
    for (mut text, mut ink) in &mut words {
        let now = speed_words(&current.rules, current.round_tick);
        let fresh = now.as_ref().is_some_and(|(_, fresh)| *fresh);
        set_text_if_changed(&mut text, &now.map_or_else(String::new, |(words, _)| words));
        ink.set_if_neq(TextColor(colour(if fresh { palette::GOLD } else { palette::ASH })));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Course, Mode};
    use crate::rules::{GarbageQueue, Matrix, Mino};
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn who_is_ahead_is_seen_where_no_time_passes_too() {
        let mut world = World::new();
        world.init_resource::<ViewDeltaSeconds>();
        world.insert_resource(EffectStrength::full());
        let mut current = Match::new(Mode::Watch, Rules::versus(), Course::default(), 0);
        for rows in [0, 15] {
            let mut matrix = Matrix::new(current.rules.board);
            (0..rows).for_each(|y| matrix.fill_cell(0, y, Mino::Garbage));
            current.seats.push(world.spawn((Field(matrix), IncomingGarbage(GarbageQueue::new(1)))).id());
        }
        world.spawn(current);
        let strip = LeadStrip { shown: 0.5, width: 100.0, height: 5.0 };
        let strip = world.spawn((strip, Sprite::default())).id();
        assert!(world.run_system_once(show_lead).is_ok());
        let shown = world.get::<LeadStrip>(strip).map(|strip| strip.shown);
        assert!(shown.is_some_and(|shown| (shown - 0.8).abs() < 0.001), "{shown:?}");
    }

    #[test]
    fn the_word_comes_when_gravity_begins_to_grow_and_then_tells_what_attacks_have_grown_by() {
        let rules = Rules::versus();
        let said = |tick| speed_words(&rules, tick);
        assert_eq!(said(119_999), None);
        assert_eq!(said(120_000), Some(("SPEED UP".to_owned(), true)));
        assert_eq!(said(150_000), Some(("SPEED UP".to_owned(), false)));
        assert_eq!(said(205_000), Some(("ATTACKS ×1.2".to_owned(), false)));
        let steady = Rules {
            gravity: GravityRule::Curve,
            attack: crate::rules::AttackRules { growth: 0, ..rules.attack },
            ..rules
        };
        assert_eq!(speed_words(&steady, 500_000), None);
    }
}
