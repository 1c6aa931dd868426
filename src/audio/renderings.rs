//! The renderings of a tune as sounds: from the assets folder, or in a browser as its own decoder gives them.
//!
//! A rendering takes 30 to 43 MB. A window keeps all three of its tune; a page keeps the one that plays, and the one
//! that it is to change to.

use bevy::prelude::*;
use bevy_kira_audio::AudioSource;
#[cfg(target_arch = "wasm32")]
use bevy_kira_audio::prelude::{Frame, StaticSoundData, StaticSoundSettings};
#[cfg(target_arch = "wasm32")]
use std::sync::Arc;

/// The sounds of an arrangement's tempi, by their files.
#[derive(Debug, Default)]
pub(super) struct TempoSounds {
    sounds: Vec<Handle<AudioSource>>,
    #[cfg(target_arch = "wasm32")]
    fetched: Vec<Fetched>,
    /// The tempi that are kept in memory: the one that plays, and the one that it is to change to.
    #[cfg(target_arch = "wasm32")]
    kept: [usize; 2],
    /// The memory of renderings, which later ones take over: pieces of 40 MB that come and go would leave holes that
    /// none of them fits into.
    #[cfg(target_arch = "wasm32")]
    memory: Vec<Arc<[Frame]>>,
}

/// A rendering's file, and how far the browser is with fetching it.
#[cfg(target_arch = "wasm32")]
#[derive(Debug)]
struct Fetched {
    file: String,
    state: FetchState,
}

#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy, Debug, PartialEq)]
enum FetchState {
    Unwanted,
    OnItsWay,
    There,
}

impl TempoSounds {
    /// Whether this tempo would sound at once.
    pub(super) fn is_loaded(&self, tempo: usize, sounds: &Assets<AudioSource>) -> bool {
        self.sounds.get(tempo).is_some_and(|sound| sounds.contains(sound))
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl TempoSounds {
    /// Begins to load these files, named from the assets folder.
    pub(super) fn load(files: &[String], assets: &AssetServer, _: &Assets<AudioSource>) -> Self {
        Self { sounds: files.iter().map(|file| assets.load(file.clone())).collect() }
    }

    /// Does nothing, since all tempi are loaded from the beginning.
    pub(super) fn request(&mut self, _: usize) {}

    /// The sound of a tempo; `None` if there is no such tempo. It plays once it is loaded.
    pub(super) fn sound(&mut self, tempo: usize) -> Option<Handle<AudioSource>> {
        self.sounds.get(tempo).cloned()
    }

    /// Does nothing, since the asset server loads by itself.
    pub(super) fn take_decoded(&mut self, _: &mut Assets<AudioSource>) {}
}

#[cfg(target_arch = "wasm32")]
impl TempoSounds {
    /// Notes these files: each is fetched when it is wanted.
    pub(super) fn load(files: &[String], _: &AssetServer, sounds: &Assets<AudioSource>) -> Self {
        let fetched = files.iter().map(|file| Fetched { file: file.clone(), state: FetchState::Unwanted });
        let sounds = files.iter().map(|_| sounds.reserve_handle()).collect();
        Self { sounds, fetched: fetched.collect(), kept: [0, 0], memory: Vec::new() }
    }

    /// Begins to fetch the tempo that the music is to change to.
    pub(super) fn request(&mut self, tempo: usize) {
        self.kept[1] = tempo;
        if let Some(fetched) = self.fetched.get_mut(tempo)
            && fetched.state == FetchState::Unwanted
        {
            fetched.state = FetchState::OnItsWay;
            crate::doors::browser::begin_to_decode(&fetched.file);
        }
    }

    /// The sound of the tempo that is to play now; `None` if there is no such tempo. It plays once it is decoded.
    pub(super) fn sound(&mut self, tempo: usize) -> Option<Handle<AudioSource>> {
        self.request(tempo);
        self.kept[0] = tempo;
        self.sounds.get(tempo).cloned()
    }

    /// Takes the sounds that the browser has decoded since the last frame, and lets go of those that are not kept.
    pub(super) fn take_decoded(&mut self, sounds: &mut Assets<AudioSource>) {
        let memory = &mut self.memory;
        for (tempo, (fetched, handle)) in self.fetched.iter_mut().zip(&self.sounds).enumerate() {
            let kept = self.kept.contains(&tempo);
            match fetched.state {
                FetchState::OnItsWay => {
                    let Some(decoded) = crate::doors::browser::take_decoded_music(&fetched.file) else { continue };
                    fetched.state = if kept { FetchState::There } else { FetchState::Unwanted };
                    let inserted = decoded.and_then(|decoded| match kept {
                        true => {
                            sounds.insert(handle.id(), in_memory(&decoded, memory)).map_err(|error| error.to_string())
                        }
                        false => Ok(()),
                    });
                    if let Err(error) = inserted {
                        warn!("music: {error}");
                    }
                }
                FetchState::There if !kept => {
                    fetched.state = FetchState::Unwanted;
                    sounds.remove(handle.id());
                }
                FetchState::There | FetchState::Unwanted => {}
            }
        }
    }
}

#[cfg(target_arch = "wasm32")]
impl Drop for TempoSounds {
    /// Tells the browser that nobody asks any more for the files that are still on their way.
    fn drop(&mut self) {
        for fetched in self.fetched.iter().filter(|fetched| fetched.state == FetchState::OnItsWay) {
            crate::doors::browser::forget_decoded_music(&fetched.file);
        }
    }
}

/// What the browser has decoded, as a sound in the module's own memory: in a part of it that nobody plays any more, or
/// a new one.
#[cfg(target_arch = "wasm32")]
fn in_memory(decoded: &crate::doors::browser::DecodedMusic, memory: &mut Vec<Arc<[Frame]>>) -> AudioSource {
    let decoded_frames = decoded.stereo_samples().map(|(left, right)| Frame { left, right });
    let length = decoded_frames.size_hint().0;
    let unused = memory.iter().position(|part| part.len() >= length && Arc::strong_count(part) == 1);
    let frames = match unused {
        Some(at) => {
            let to = Arc::get_mut(&mut memory[at]).into_iter().flatten();
            to.zip(decoded_frames).for_each(|(to, frame)| *to = frame);
            Arc::clone(&memory[at])
        }
        None => {
            memory.retain(|part| Arc::strong_count(part) > 1);
            memory.push(decoded_frames.collect());
            Arc::clone(&memory[memory.len() - 1])
        }
    };
    let settings = StaticSoundSettings::default();
    let sound = StaticSoundData { sample_rate: decoded.rate, frames, settings, slice: Some((0, length)) };
    AudioSource { sound }
}
