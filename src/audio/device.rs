//! Whether there is a sound device. The sound library looks for one at the start and tells the log alone that it has
//! found none: from then on it takes nothing that is to be played, by which a silent sound finds out.

use super::mixer::MenusChannel;
use super::music::MusicStatus;
use bevy::prelude::*;
use bevy_kira_audio::prelude::*;

/// A sound without anything to hear that was given to the sound library.
#[derive(Resource)]
struct SilentSound(Handle<AudioInstance>);

pub(super) fn plugin(app: &mut App) {
    // A browser always has one, and lets it sound at the first key.
    if cfg!(not(target_arch = "wasm32")) {
        app.add_systems(Startup, play_silence);
        app.add_systems(Last, note_device.run_if(resource_exists::<SilentSound>));
    }
}

fn play_silence(
    channel: Res<AudioChannel<MenusChannel>>,
    mut sounds: ResMut<Assets<bevy_kira_audio::AudioSource>>,
    mut commands: Commands,
) {
    let frames = vec![Frame::ZERO; 480].into();
    let sound = StaticSoundData { sample_rate: 48_000, frames, settings: StaticSoundSettings::new(), slice: None };
    let sound = sounds.add(bevy_kira_audio::AudioSource { sound });
    commands.insert_resource(SilentSound(channel.play(sound).handle()));
}

/// Notes at the end of the first frame, after the library has taken what is to be played, whether it did so.
fn note_device(
    (channel, silence): (Res<AudioChannel<MenusChannel>>, Res<SilentSound>),
    mut status: ResMut<MusicStatus>,
    mut commands: Commands,
) {
    status.no_device = channel.state(&silence.0) == PlaybackState::Queued;
    commands.remove_resource::<SilentSound>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nobody_takes_what_is_played_there_is_no_sound_device() {
        let has_none = |is_taken: bool| {
            let mut app = App::new();
            app.init_resource::<AudioChannel<MenusChannel>>().init_resource::<MusicStatus>();
            app.init_resource::<Assets<bevy_kira_audio::AudioSource>>();
            app.add_plugins(plugin);
            app.add_systems(PostUpdate, move |mut channel: ResMut<AudioChannel<MenusChannel>>| {
                if is_taken {
                    *channel = AudioChannel::default();
                }
            });
            app.update();
            app.update();
            app.world().resource::<MusicStatus>().no_device
        };
        assert!(has_none(false) && !has_none(true));
    }
}
