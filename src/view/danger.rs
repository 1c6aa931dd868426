//! Danger: the frame glows vermilion and beats like a heart while the stack is high, sooner when garbage is
//! due, and the top of the well reddens. Where a person plays a computer player, the opponent's danger is a
//! word beside its name, or over its board where that is too small for both. The same word tells of one's own danger
//! where its glow is off or does not beat.

use super::fonts::TextWeight;
use super::palette::{self, translucent};
use super::sheet::Art;
use super::stage::{EffectStrength, SceneSpawner, ViewDeltaSeconds, depth};
use crate::app::persistence::appearance::GameMoment;
use crate::game::components::{Field, IncomingGarbage, ToppedOut};
use crate::game::{Match, SeatSetup};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// How wide the word that tells of danger is, with what is left free around it, in units.
const WORD: f32 = 66.0;

/// The glow around a board's frame that tells of danger.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Halo {
    player: Entity,
    /// How much of the danger is on show, 0-1.
    shown: f32,
    phase: f32,
    /// The entity that reddens the well's top.
    top: Entity,
}

/// Marks the text that tells of a player's danger beside the name or over the board.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Tag {
    player: Entity,
    /// Whether the board has a glow, so that the word is needed only where that does not beat.
    has_glow: bool,
}

pub(super) fn build_danger_signs(
    SceneSpawner { mut commands, stage, fonts, sheet }: SceneSpawner,
    controls: Query<&SeatSetup>,
) {
    let is_person = |player: Entity| controls.get(player).is_ok_and(SeatSetup::is_persons_here);
    let played = stage.players.iter().any(|&player| is_person(player));
    let (unit, is_lone) = (stage.layout.unit, stage.layout.seats.len() == 1);
    for (place, board, player) in stage.seats() {
        let (has_glow, scale) = (!played || is_person(player), stage.layout.figures);
        let room = if is_lone { 0.0 } else { word_room(place.plate, unit, scale) };
        let (at, anchor) = match room > 0.0 {
            true => (place.plate.center().with_x(place.plate.max.x - 12.0 * unit), Anchor::CENTER_RIGHT),
            // In the rows above the skyline, which a small board has too; over a lone one under the words of its goal.
            false => {
                let below = if is_lone { 30.0 } else { 12.0 } * unit;
                (Vec2::new(place.board.center().x, place.board.max.y - below), Anchor::CENTER)
            }
        };
        // One's own pieces appear in front of it.
        let word_depth = if has_glow && anchor == Anchor::CENTER { depth::GHOST - 0.3 } else { depth::TEXT };
        let widest = if room > 0.0 { room / WORD } else { place.board.width() / (WORD - 12.0) };
        let (size, at) = (14.0 * (unit * scale).min(widest.max(unit)), at.extend(word_depth));
        let text = fonts.text("DANGER", TextWeight::ExtraBold, size, palette::VERMILION, anchor, at);
        let tag = (Name::new("Word of danger"), Tag { player, has_glow }, text, Visibility::Hidden);
        commands.spawn((tag, ChildOf(stage.root)));
        if !has_glow {
            continue;
        }
        let (sprite, centre) = sheet.halo(place);
        let well = place.well.size();
        let red = sheet.sprite(Art::Fade, Vec2::new(well.x, well.y * 0.4), translucent(palette::VERMILION, 0.0));
        let at = Transform::from_xyz(well.x / 2.0, well.y * 0.8, depth::GRID + 0.2)
            .with_rotation(Quat::from_rotation_z(std::f32::consts::PI));
        let top = commands.spawn((Name::new("Danger at the top"), red, at, Visibility::Hidden, ChildOf(board))).id();
        let halo = Halo { player, shown: 0.0, phase: 0.0, top };
        let at = Transform::from_translation(centre.extend(depth::WELL - 0.5));
        commands.spawn((Name::new("Danger"), halo, sprite, at, Visibility::Hidden, ChildOf(board)));
    }
}

/// The pixels at the right of a plate that its name leaves to the word of danger; none where the plate is
/// too narrow for both of them. The word grows with the figures beside the board, up to a third of the plate.
pub(super) fn word_room(plate: Rect, unit: f32, scale: f32) -> f32 {
    let (word, third) = (WORD * unit, plate.width() / 3.0);
    if third >= word { (word * scale).min(third) } else { 0.0 }
}

/// How much danger a player is in, 0-1.
fn danger_of(current: &Match, (field, incoming, topped_out): (&Field, &IncomingGarbage, &ToppedOut)) -> f32 {
    let board = field.0.board();
    let visible = usize::from(board.size().visible);
    let height = board.stack_height();
    let threatened = height + incoming.0.due_rows(current.round_tick) as usize > visible;
    match topped_out.0 {
        None if current.is_playing() && height * 4 > visible * 3 => 1.0,
        None if current.is_playing() && threatened => 0.7,
        _ => 0.0,
    }
}

/// Shows or hides the word of danger at once, without a fade: it is small and far from where the person looks.
pub(super) fn show_danger_word(
    strength: Res<EffectStrength>,
    current: Single<&Match>,
    players: Query<(&Field, &IncomingGarbage, &ToppedOut)>,
    mut tags: Query<(&Tag, &mut Visibility)>,
) {
    let beats = strength.motion(GameMoment::Danger) > 0.0;
    for (tag, mut visibility) in &mut tags {
        let needed = !(tag.has_glow && beats);
        let danger = players.get(tag.player).map_or(0.0, |player| danger_of(&current, player));
        visibility.set_if_neq(if needed && danger > 0.0 { Visibility::Inherited } else { Visibility::Hidden });
    }
}

pub(super) fn animate_danger_glow(
    pace: Res<ViewDeltaSeconds>,
    strength: Res<EffectStrength>,
    current: Single<&Match>,
    players: Query<(&Field, &IncomingGarbage, &ToppedOut)>,
    mut halos: Query<(&mut Halo, &mut Sprite, &mut Visibility)>,
    mut tops: Query<(&mut Sprite, &mut Visibility), Without<Halo>>,
) {
    for (mut halo, mut sprite, mut visibility) in &mut halos {
        let Ok(player) = players.get(halo.player) else { continue };
        let danger = danger_of(&current, player);
        halo.shown += (danger - halo.shown) * pace.share_of_way(6.0);
        if halo.shown < 0.01 {
            visibility.set_if_neq(Visibility::Hidden);
            if let Ok((_, mut visibility)) = tops.get_mut(halo.top) {
                visibility.set_if_neq(Visibility::Hidden);
            }
            continue;
        }
        visibility.set_if_neq(Visibility::Inherited);
        halo.phase += pace.0 * (4.0 + 3.0 * danger);
        // Two beats and a rest. Without effects it still warns, but stands still; at zero it is gone.
        let phase = halo.phase.rem_euclid(std::f32::consts::TAU);
        let pulse = (-(phase - 0.8).powi(2) * 6.0).exp() + 0.6 * (-(phase - 2.2).powi(2) * 6.0).exp();
        let own = strength.light_of_moment(GameMoment::Danger);
        let warning = if own > 0.0 { 0.55 } else { 0.0 };
        let beat = warning + 0.45 * pulse * strength.motion(GameMoment::Danger);
        sprite.color = translucent(palette::VERMILION, (halo.shown * beat).min(1.0));
        if let Ok((mut red, mut visibility)) = tops.get_mut(halo.top) {
            visibility.set_if_neq(Visibility::Inherited);
            red.color.set_alpha(halo.shown * own * (0.1 + 0.15 * pulse * if strength.is_still() { 0.0 } else { 1.0 }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Course, Mode, Phase};
    use crate::rules::{GarbageQueue, Matrix, Mino, Rules};
    use crate::view::layout::{LayoutRequest, match_layout};

    #[test]
    fn a_word_tells_of_danger_where_no_glow_beats() {
        let mut app = App::new();
        app.add_systems(Update, show_danger_word);
        let mut current = Match::new(Mode::Watch, Rules::versus(), Course::default(), 0);
        current.phase = Phase::Playing;
        let mut matrix = Matrix::new(current.rules.board);
        for y in 0..18 {
            matrix.fill_cell(0, y, Mino::Garbage);
        }
        app.world_mut().spawn(current);
        let player = (Field(matrix), IncomingGarbage(GarbageQueue::new(1)), ToppedOut(None));
        let player = app.world_mut().spawn(player).id();
        let tags = [true, false].map(|has_glow| (Tag { player, has_glow }, Visibility::Hidden));
        let [own, other] = tags.map(|tag| app.world_mut().spawn(tag).id());
        for (strength, is_needed) in [(EffectStrength::default(), true), (EffectStrength::full(), false)] {
            app.insert_resource(strength);
            app.update();
            let is_shown = |tag: Entity| app.world().get(tag) == Some(&Visibility::Inherited);
            assert_eq!([is_shown(own), is_shown(other)], [is_needed, true]);
        }
    }

    #[test]
    fn a_stack_is_in_danger_if_it_is_high_or_garbage_that_is_due_lifts_it_over_the_skyline() {
        let mut current = Match::new(Mode::Versus, Rules::versus(), Course::default(), 0);
        (current.phase, current.round_tick) = (Phase::Playing, 1000);
        let danger = |rows: usize, garbage: u32, sent: u64| {
            let (mut matrix, mut queue) = (Matrix::new(current.rules.board), GarbageQueue::new(1));
            (0..rows).for_each(|y| matrix.fill_cell(0, y, Mino::Garbage));
            queue.receive(garbage, sent, &current.rules.garbage);
            danger_of(&current, (&Field(matrix), &IncomingGarbage(queue), &ToppedOut(None)))
        };
        assert_eq!([danger(15, 0, 0), danger(16, 0, 0)], [0.0, 1.0]);
        assert_eq!([danger(12, 8, 0), danger(12, 9, 0)], [0.0, 0.7]);
        assert_eq!(danger(12, 9, 1000), 0.0, "it is on its way yet");
    }

    #[test]
    fn the_word_stands_beside_a_name_only_where_both_have_room() {
        for (x, y, is_beside) in [(1280, 720, true), (640, 360, true), (390, 844, false)] {
            let window = UVec2::new(x, y);
            let layout = match_layout(&LayoutRequest::new(window, 2, &Rules::versus()));
            let other = &layout.seats[1];
            let room = |scale| word_room(other.plate, layout.unit, scale);
            assert_eq!([room(1.0) > 0.0, room(1.5) > room(1.0)], [is_beside; 2], "{window}");
            assert!(other.board.width() >= (WORD - 12.0) * layout.unit, "{window}: it has room over the board");
        }
    }
}
