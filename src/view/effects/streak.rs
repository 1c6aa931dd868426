//! Streaks: a chain of difficult clears gilds the frame, a combo lets embers rise along it.

use super::chains_have_value;
use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::components::RunningStreak;
use crate::game::{Match, TickOutcomeMessage};
use crate::view::palette::{self, colour};
use crate::view::sheet::{Art, SpriteSheet};
use crate::view::stage::{BoardView, EffectStrength, Stage, ViewDeltaSeconds, depth};
use bevy::prelude::*;

/// The number of difficult clears in a row from which the chain is shown.
const CHAIN: u16 = 2;
/// The most embers of one clear, on each side.
const EMBERS: u16 = 12;

/// The golden glow of a board's frame while a chain of difficult clears lasts.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Aura {
    player: Entity,
    chain: u16,
    /// How much of the glow is on show, 0-1.
    shown: f32,
    /// How strongly the glow flares, 0-1, because the chain has grown.
    flare: f32,
}

pub(super) fn build_streak_auras(mut commands: Commands, stage: Res<Stage>, sheet: Res<SpriteSheet>) {
    for (place, board, player) in stage.seats() {
        let (sprite, centre) = sheet.halo(place);
        let aura = Aura { player, chain: 0, shown: 0.0, flare: 0.0 };
        let at = Transform::from_translation(centre.extend(depth::WELL - 0.6));
        commands.spawn((Name::new("Back-to-back"), aura, sprite, at, Visibility::Hidden, ChildOf(board)));
    }
}

pub(super) fn animate_streak_auras(
    pace: Res<ViewDeltaSeconds>,
    strength: Res<EffectStrength>,
    stage: Res<Stage>,
    current: Option<Single<&Match>>,
    streaks: Query<&RunningStreak>,
    mut auras: Query<(&mut Aura, &mut Sprite, &mut Visibility)>,
) {
    let playing = current.is_some_and(|current| current.is_playing() && chains_have_value(&current));
    for (mut aura, mut sprite, mut visibility) in &mut auras {
        let chain = streaks.get(aura.player).map_or(0, |streak| streak.0.back_to_back);
        // Where motion is reduced the glow only rises slowly to what the chain is worth.
        if chain > aura.chain && chain >= CHAIN && !strength.is_still() {
            aura.flare = 1.0;
        }
        aura.chain = chain;
        let goal = if playing && chain >= CHAIN { (0.3 + 0.07 * f32::from(chain.min(10))).min(0.9) } else { 0.0 };
        aura.shown += (goal - aura.shown) * pace.share_of_way(5.0);
        // Where no time passes it does not flare: a replay may have jumped, and a window may have been resized.
        aura.flare = if pace.0 > 0.0 { (aura.flare - pace.0 * 1.8).max(0.0) } else { 0.0 };
        let alpha = (aura.shown + aura.flare * 0.5).min(1.0) * strength.light_of_moment(GameMoment::BackToBack);
        if alpha < 0.01 {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        }
        visibility.set_if_neq(Visibility::Inherited);
        sprite.color = colour(stage.skin.trim.metal).mix(&Color::WHITE, aura.flare * 0.5).with_alpha(alpha);
    }
}

pub(super) fn show_streak_embers(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    boards: Query<(Entity, &BoardView)>,
    current: Option<Single<&Match>>,
) {
    let chains = current.is_none_or(|current| chains_have_value(&current));
    for happened in happened.read() {
        let Some(clear) = happened.outcome.clear.filter(|clear| chains && clear.combo > 0 && clear.lines > 0) else {
            continue;
        };
        let strength = effects.motion(GameMoment::Combo);
        let seat = usize::from(happened.seat);
        let Ok((board, view)) = boards.get(effects.board(happened.seat)) else { continue };
        let Some(place) = effects.stage.layout.seats.get(seat) else { continue };
        if strength == 0.0 {
            continue;
        }
        let (well, frame, cell) = (place.well.size(), place.frame, view.cell);
        // From gold to white heat as the combo grows.
        let heat = (f32::from(clear.combo) / 10.0).min(1.0);
        let ink =
            colour(palette::VERMILION).mix(&colour(palette::GOLD), 0.3 + heat * 0.5).mix(&Color::WHITE, heat * 0.4);
        for number in 0..clear.combo.min(EMBERS) * 2 {
            let left = number % 2 == 0;
            let x = if left { -frame / 2.0 } else { well.x + frame / 2.0 };
            let out = if left { -1.0 } else { 1.0 };
            let (drift, high) = (effects.pseudo_random(), effects.pseudo_random().abs());
            let start = Vec2::new(x, well.y * 0.1 * high);
            let end = start + Vec2::new(out * cell * (0.3 + 0.5 * drift), well.y * (0.2 + 0.35 * high + 0.3 * heat));
            let size = Vec2::splat(cell * (0.35 + 0.4 * high));
            let from = Pose::at_point(start).with_alpha(strength);
            let to = Pose::at_point(end).with_scale(0.25, 0.25).with_alpha(0.0).with_turn(drift * 3.0);
            let way = Tween::new(from, to, 0.7 + 0.5 * high, Easing::Out);
            let art = if number % 4 < 2 { Art::Spark } else { Art::Glow };
            effects.spawn_sprite(board, art, size, ink, depth::PARTICLES, way.delayed(high * 0.2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Streak;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn a_chain_flares_as_it_grows_but_not_where_no_time_passes() {
        for (seconds, flares) in [(0.016, true), (0.0, false)] {
            let mut world = World::new();
            let root = world.spawn_empty().id();
            world.insert_resource(Stage::without_board(root, &[], 1.0));
            world.insert_resource(ViewDeltaSeconds(seconds));
            world.insert_resource(EffectStrength::full());
            let streak = Streak { back_to_back: CHAIN, ..Streak::default() };
            let player = world.spawn(RunningStreak(streak)).id();
            let aura = Aura { player, chain: 0, shown: 0.0, flare: 0.0 };
            let aura = world.spawn((aura, Sprite::default(), Visibility::Hidden)).id();
            assert!(world.run_system_once(animate_streak_auras).is_ok());
            assert_eq!(world.get::<Aura>(aura).map(|aura| aura.flare > 0.0), Some(flares), "{seconds} s");
        }
    }
}
