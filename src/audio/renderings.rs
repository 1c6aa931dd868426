//! The renderings of a tune as sounds: from the assets folder, or in a browser as its own decoder gives them.

use bevy::prelude::*;
use bevy_kira_audio::AudioSource;

/// The sounds of an arrangement's tempi, by their files.
#[derive(Debug, Default)]
pub(super) struct Renderings {
    sounds: Vec<Handle<AudioSource>>,
    #[cfg(target_arch = "wasm32")]
    fetched: Vec<Fetched>,
}

/// How far a file has come.
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

impl Renderings {
    /// How many tempi there are.
    pub(super) fn count(&self) -> usize {
        self.sounds.len()
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Renderings {
    /// Begins to load these files, named from the assets folder.
    pub(super) fn load(files: &[String], assets: &AssetServer, _: &Assets<AudioSource>) -> Self {
        Self { sounds: files.iter().map(|file| assets.load(file.clone())).collect() }
    }

    /// The sound of a tempo; `None` if there is no such tempo. It plays once it is loaded.
    pub(super) fn sound(&mut self, tempo: usize) -> Option<Handle<AudioSource>> {
        self.sounds.get(tempo).cloned()
    }

    /// Does nothing, since the asset server loads by itself.
    pub(super) fn take(&mut self, _: &mut Assets<AudioSource>) {}
}

#[cfg(target_arch = "wasm32")]
impl Renderings {
    /// Notes these files: each is fetched when it is first played, since all of them decoded take 120 MB.
    pub(super) fn load(files: &[String], _: &AssetServer, sounds: &Assets<AudioSource>) -> Self {
        let fetched = files.iter().map(|file| Fetched { file: file.clone(), state: FetchState::Unwanted });
        Self { sounds: files.iter().map(|_| sounds.reserve_handle()).collect(), fetched: fetched.collect() }
    }

    /// The sound of a tempo; `None` if there is no such tempo. It plays once it is decoded.
    pub(super) fn sound(&mut self, tempo: usize) -> Option<Handle<AudioSource>> {
        let fetched = self.fetched.get_mut(tempo)?;
        if fetched.state == FetchState::Unwanted {
            fetched.state = FetchState::OnItsWay;
            crate::doors::browser::begin_to_decode(&fetched.file);
        }
        self.sounds.get(tempo).cloned()
    }

    /// Takes the sounds that the browser has decoded since the last frame.
    pub(super) fn take(&mut self, sounds: &mut Assets<AudioSource>) {
        use crate::doors::browser::take_decoded;
        use bevy_kira_audio::prelude::{Frame, StaticSoundData, StaticSoundSettings};
        for (fetched, handle) in self.fetched.iter_mut().zip(&self.sounds) {
            if fetched.state != FetchState::OnItsWay {
                continue;
            }
            let Some(found) = take_decoded(&fetched.file) else { continue };
            fetched.state = FetchState::There;
            match found {
                Ok(decoded) => {
                    let samples = decoded.left.iter().zip(&decoded.right);
                    let frames = samples.map(|(&left, &right)| Frame { left, right }).collect();
                    let settings = StaticSoundSettings::default();
                    let sound = StaticSoundData { sample_rate: decoded.rate, frames, settings, slice: None };
                    if let Err(error) = sounds.insert(handle.id(), AudioSource { sound }) {
                        warn!("music: {error}");
                    }
                }
                Err(error) => warn!("music: {error}"),
            }
        }
    }
}
