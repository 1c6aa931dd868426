//! The mixer: one channel for music, one for effects, one for the menus' clicks, and their volumes.

use crate::app::persistence::Settings;
use bevy::prelude::*;
use bevy::window::WindowFocused;
use bevy_kira_audio::prelude::*;

/// The channel of the music.
#[derive(Resource)]
pub(super) struct MusicChannel;

/// The channel of the effects.
#[derive(Resource)]
pub(super) struct EffectsChannel;

/// The channel of the menus.
#[derive(Resource)]
pub(super) struct MenusChannel;

/// The volume in decibels below which nobody hears anything.
const SILENCE: f32 = -60.0;

/// Adds the channels and the systems that set their volumes.
pub(super) fn plugin(app: &mut App) {
    app.add_audio_channel::<MusicChannel>().add_audio_channel::<EffectsChannel>().add_audio_channel::<MenusChannel>();
    app.init_resource::<Away>();
    let changed = resource_exists_and_changed::<Settings>.or_else(resource_changed::<Away>);
    app.add_systems(Update, (look_away, set_volumes.run_if(changed)).chain());
}

/// Whether another window has the keyboard.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Away(bool);

/// Notes which window has the keyboard. One that opens without it counts as attended until it has had it.
fn look_away(mut focus: MessageReader<WindowFocused>, mut away: ResMut<Away>) {
    if let Some(last) = focus.read().last() {
        away.set_if_neq(Away(!last.focused));
    }
}

fn set_volumes(
    settings: Res<Settings>,
    away: Res<Away>,
    music: Res<AudioChannel<MusicChannel>>,
    effects: Res<AudioChannel<EffectsChannel>>,
    menus: Res<AudioChannel<MenusChannel>>,
) {
    let sound = &settings.sound;
    let master = if sound.muted || (away.0 && sound.mute_unfocused) { 0.0 } else { sound.master };
    // A step in volume would click.
    let tween = AudioTween::linear(std::time::Duration::from_millis(60));
    music.set_volume(decibels(master * sound.music)).fade_in(tween.clone());
    effects.set_volume(decibels(master * sound.effects)).fade_in(tween.clone());
    menus.set_volume(decibels(master * sound.menus)).fade_in(tween);
}

/// Decibels of a volume that a person set: the square of it as amplitude, since loudness is not linear.
pub(super) fn decibels(volume: f32) -> f32 {
    if volume <= 0.001 { SILENCE } else { (40.0 * libm::log10f(volume)).max(SILENCE) }
}

#[cfg(test)]
mod tests {
    use super::decibels;

    #[test]
    fn full_volume_is_unchanged_and_none_is_silence() {
        assert_eq!(decibels(1.0), 0.0);
        assert_eq!(decibels(0.0), -60.0);
        assert!((decibels(0.5) + 12.04).abs() < 0.01, "half the slider is a quarter of the amplitude");
    }
}
