//! The mixer: one channel for music, one for effects, one for the menus' clicks, and their volumes.

use crate::app::persistence::Settings;
use bevy::prelude::*;
use bevy::window::WindowFocused;
use bevy_kira_audio::prelude::*;

#[derive(Resource)]
pub(super) struct MusicChannel;

#[derive(Resource)]
pub(super) struct EffectsChannel;

#[derive(Resource)]
pub(super) struct MenusChannel;

/// The volume in decibels below which nobody hears anything.
const SILENCE: f32 = -60.0;

/// The volumes of the channels for effects and for menus, in decibels. The sound library plays a sound that has its own
/// volume without regard to its channel's volume: whoever plays one adds them by [`add_volumes`].
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(super) struct ChannelVolumes {
    pub(super) effects: f32,
    pub(super) menus: f32,
}

impl Default for ChannelVolumes {
    fn default() -> Self {
        Self { effects: SILENCE, menus: SILENCE }
    }
}

/// The volume of a sound in decibels: the sum of its own volume and of those that it is subject to, such as its
/// channel's; `None` where one of them is silence.
pub(super) fn add_volumes<const N: usize>(volumes: [f32; N]) -> Option<f32> {
    volumes.iter().all(|&volume| volume > SILENCE).then(|| volumes.iter().sum())
}

pub(super) fn plugin(app: &mut App) {
    app.add_audio_channel::<MusicChannel>().add_audio_channel::<EffectsChannel>().add_audio_channel::<MenusChannel>();
    app.init_resource::<Away>().init_resource::<ChannelVolumes>();
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
    mut volumes: ResMut<ChannelVolumes>,
) {
    let sound = &settings.sound;
    let master = if sound.muted || (away.0 && sound.mute_unfocused) { 0.0 } else { sound.master };
    // A step in volume would click.
    let tween = AudioTween::linear(std::time::Duration::from_millis(60));
    music.set_volume(decibels(master * sound.music)).fade_in(tween.clone());
    *volumes = ChannelVolumes { effects: decibels(master * sound.effects), menus: decibels(master * sound.menus) };
    effects.set_volume(volumes.effects).fade_in(tween.clone());
    menus.set_volume(volumes.menus).fade_in(tween);
}

/// Converts a volume that a person set to decibels: its square is the amplitude, since loudness is not linear.
pub(super) fn decibels(volume: f32) -> f32 {
    if volume <= 0.001 { SILENCE } else { (40.0 * libm::log10f(volume)).max(SILENCE) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::sound::Sound;

    #[test]
    fn effects_and_menus_follow_their_sliders_and_are_muted() {
        let mut app = App::new();
        app.init_resource::<Away>().init_resource::<ChannelVolumes>().init_resource::<AudioChannel<MusicChannel>>();
        app.init_resource::<AudioChannel<EffectsChannel>>().init_resource::<AudioChannel<MenusChannel>>();
        app.add_systems(Update, set_volumes);
        let mut played = |sound: Sound, away: bool| {
            app.insert_resource(Settings { sound, ..Settings::default() }).insert_resource(Away(away));
            app.update();
            let volumes = app.world().resource::<ChannelVolumes>();
            [add_volumes([volumes.effects, -12.0]), add_volumes([volumes.menus, 0.0])]
        };
        let full = Sound { master: 1.0, effects: 1.0, menus: 1.0, ..Sound::default() };
        assert_eq!(played(full.clone(), false), [Some(-12.0), Some(0.0)]);
        let halved = played(Sound { effects: 0.5, menus: 0.0, ..full.clone() }, true);
        // Half the slider is a quarter of the amplitude.
        assert!(halved[0].is_some_and(|volume| (volume + 24.04).abs() < 0.01), "{halved:?}");
        assert_eq!(halved[1], None);
        assert_eq!(played(Sound { muted: true, ..full.clone() }, false), [None; 2]);
        assert_eq!(played(Sound { mute_unfocused: true, ..full }, true), [None; 2], "another window has the keyboard");
    }
}
