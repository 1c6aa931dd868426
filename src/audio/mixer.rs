//! The mixer: one channel for music, one for effects, and their volumes.

use crate::storage::Settings;
use bevy::prelude::*;
use bevy_kira_audio::prelude::*;

/// The channel of the music.
#[derive(Resource)]
pub(super) struct Music;

/// The channel of the effects.
#[derive(Resource)]
pub(super) struct Effects;

/// Below this nobody hears anything.
const SILENCE: f32 = -60.0;

/// Adds the channels.
pub(super) fn plugin(app: &mut App) {
    app.add_audio_channel::<Music>().add_audio_channel::<Effects>();
    app.add_systems(Update, set_volumes.run_if(resource_exists_and_changed::<Settings>));
}

fn set_volumes(settings: Res<Settings>, music: Res<AudioChannel<Music>>, effects: Res<AudioChannel<Effects>>) {
    let sound = &settings.sound;
    let master = if sound.muted { 0.0 } else { sound.master };
    // A step in volume would click.
    let tween = AudioTween::linear(std::time::Duration::from_millis(60));
    music.set_volume(decibels(master * sound.music)).fade_in(tween.clone());
    effects.set_volume(decibels(master * sound.effects)).fade_in(tween);
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
