//! The studio: the game with its menus drawn into a picture instead of a window, and how the pictures are taken.

use super::super::Failure;
use super::super::window::{assets_path, catch_window_panic};
use super::sample_history;
use crate::app::history::GameHistory;
use crate::app::online::OnlineRoom;
use crate::app::persistence::{Records, Settings};
use crate::app::{Overlay, Screen, SessionRequest, Toasts};
use crate::game::ThinkingPlace;
use crate::storage::paths;
use crate::ui::page::Cursors;
use crate::ui::xray::XrayVisible;
use crate::window::bevy_plugins;
use crate::{audio, game, ui, view};
use bevy::app::PluginsState;
use bevy::asset::RenderAssetUsages;
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowResolution;
use bevy::winit::WinitPlugin;
use std::fmt::Display;
use std::sync::mpsc;
use tempfile::TempDir;

/// How many ticks of the game a drawn frame lasts: about as many as at 60 frames a second.
const FRAME: u32 = 16;
/// How many ticks the game goes on in an update in which nothing is drawn. Bevy's time takes at most a quarter of a
/// second in an update.
const BLIND: u32 = 200;
/// How many pictures are thrown away at most before the first that counts.
const WARMING: u32 = 30;
/// How many updates a picture, or the wait for other threads, may take before it is given up.
pub(super) const MAX_WAIT_UPDATES: u32 = 600;

/// A running game that draws into a picture.
pub(super) struct Studio {
    pub(super) app: App,
    /// The home of the game: everything that it writes goes there, not to the player's own files.
    _home: TempDir,
    size: UVec2,
    canvas: Handle<Image>,
    /// The settings that each picture begins with.
    settings: Settings,
    /// Why a step on the way to the next picture has failed: the first that did. `None` while none has.
    failed: Option<Failure>,
}

impl Studio {
    /// Starts the game for pictures of this size in pixels, drawn with these settings. Fails if the assets are missing
    /// or the renderer does not work.
    pub(super) fn open(size: UVec2, mut settings: Settings) -> Result<Self, Failure> {
        // The game is silent, and does not ask the questions of the first start.
        settings.welcomed = true;
        settings.sound.muted = true;
        settings.sound.music_on = false;
        let file_path = assets_path()?;
        let home = tempfile::tempdir()?;
        paths::use_home(home.path().to_owned());
        let mut app = App::new();
        let window = Window {
            // No window is opened: this one only tells menus and boards how much room there is.
            resolution: WindowResolution::new(size.x, size.y).with_scale_factor_override(1.0),
            ..default()
        };
        let plugins = bevy_plugins(window, file_path)
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            .disable::<PipelinedRenderingPlugin>()
            .disable::<WinitPlugin>();
        catch_window_panic(|| {
            app.add_plugins(plugins);
        })?;
        app.insert_resource(ThinkingPlace::Inline).insert_resource(TimeUpdateStrategy::FixedTimesteps(FRAME));
        app.insert_resource(settings.clone())
            .insert_resource(Records::default())
            .insert_resource(sample_history::empty_history());
        app.add_plugins((game::plugin, crate::app::plugin, ui::plugin, view::plugin, audio::plugin));
        let mut image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        image.asset_usage = RenderAssetUsages::all();
        let canvas = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let target = RenderTarget::Image(canvas.clone().into());
        app.add_systems(PostStartup, move |mut commands: Commands, cameras: Query<Entity, With<Camera2d>>| {
            for camera in &cameras {
                commands.entity(camera).insert(target.clone());
            }
        });
        // The graphics card may take its time to answer.
        catch_window_panic(|| {
            while app.plugins_state() == PluginsState::Adding {
                bevy::tasks::tick_global_task_pools_on_main_thread();
            }
            app.finish();
            app.cleanup();
        })?;
        let mut studio = Self { app, _home: home, size, canvas, settings, failed: None };
        // The first pictures may come before the renderer is ready, so they are thrown away.
        for _ in 0..WARMING {
            studio.run_frames(4);
            if studio.take_picture("warming up")?.chunks_exact(4).any(|pixel| pixel[..3] != [0; 3]) {
                break;
            }
        }
        studio.run_frames(4);
        // Pictures are the same on a machine that has no sound device.
        studio.world().resource_mut::<audio::MusicStatus>().no_device = false;
        Ok(studio)
    }

    pub(super) fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    /// Goes back to the title, with the first settings, no history, no records and no room.
    pub(super) fn reset(&mut self) {
        let settings = self.settings.clone();
        *self.world().resource_mut::<Settings>() = settings;
        *self.world().resource_mut::<GameHistory>() = sample_history::empty_history();
        *self.world().resource_mut::<Records>() = Records::default();
        self.world().resource_mut::<XrayVisible>().0 = false;
        self.world().resource_mut::<OnlineRoom>().leave();
        self.world().trigger(SessionRequest::Leave(Screen::Title));
        self.run_frames(3);
        // Leaving a match may have shown a message.
        *self.world().resource_mut::<Toasts>() = Toasts::default();
    }

    /// Changes the settings of the running game.
    pub(super) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.world().resource_mut::<Settings>());
    }

    /// Goes to a screen and waits until it has appeared.
    pub(super) fn go_to_screen(&mut self, screen: Screen) {
        self.world().resource_mut::<NextState<Screen>>().set(screen);
        self.run_frames(20);
    }

    /// Goes to a tab of a screen, from 0. `name` is that of the screen's cursor.
    pub(super) fn go_to_tab(&mut self, screen: Screen, name: &'static str, tab: usize) {
        self.world().resource_mut::<Cursors>().go_to_tab(name, tab);
        self.go_to_screen(screen);
    }

    /// Goes to a screen with the focus on a row, from 0. `name` is that of the screen's cursor.
    pub(super) fn go_to_row(&mut self, screen: Screen, name: &'static str, row: usize) {
        self.world().resource_mut::<Cursors>().set_focused_row(name, row);
        self.go_to_screen(screen);
    }

    pub(super) fn open_overlay(&mut self, overlay: Overlay) {
        self.world().resource_mut::<NextState<Overlay>>().set(overlay);
        self.run_frames(20);
    }

    /// Runs this many frames. Only the last three are drawn, since a renderer without a graphics card is slow.
    pub(super) fn run_frames(&mut self, count: u32) {
        let unseen = count.saturating_sub(3);
        if unseen > 0 {
            self.watch(false);
            self.update(unseen);
            self.watch(true);
        }
        self.update(count - unseen);
    }

    fn update(&mut self, count: u32) {
        for _ in 0..count {
            self.app.update();
        }
    }

    /// Runs at least this many ticks of the game, without drawing anything.
    pub(super) fn run_ticks(&mut self, ticks: u32) {
        self.watch(false);
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(BLIND));
        self.update(ticks.div_ceil(BLIND));
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(FRAME));
        self.watch(true);
    }

    fn watch(&mut self, active: bool) {
        let mut cameras = self.world().query::<&mut Camera>();
        for mut camera in cameras.iter_mut(self.app.world_mut()) {
            camera.is_active = active;
        }
    }

    /// Returns the result of a step. If the step failed, it returns `None` and notes why, so that no picture is taken.
    pub(super) fn ok_or_note<T>(&mut self, step: Result<T, impl Display>) -> Option<T> {
        if let Err(error) = &step {
            self.failed.get_or_insert_with(|| Failure::new(error.to_string()));
        }
        step.ok()
    }

    /// Takes a picture: the pixels row by row, four bytes each for red, green, blue and alpha. `name` is for the error.
    pub(super) fn take_picture(&mut self, name: &str) -> Result<Vec<u8>, Failure> {
        if let Some(failure) = self.failed.take() {
            return Err(failure);
        }
        // The game's time stands still while the picture is taken.
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(0));
        let canvas = self.canvas.clone();
        let (camera, developed) = mpsc::channel();
        self.world().spawn(Screenshot::image(canvas)).observe(move |shot: On<ScreenshotCaptured>| {
            if let Some(data) = shot.image.data.clone() {
                // Nobody waits any more for a picture that was given up.
                let _ = camera.send(data);
            }
        });
        let wanted = self.size.x as usize * self.size.y as usize * 4;
        let mut found = None;
        for _ in 0..MAX_WAIT_UPDATES {
            self.run_frames(1);
            found = developed.try_recv().ok();
            if found.is_some() {
                break;
            }
        }
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(FRAME));
        match found {
            Some(pixels) if pixels.len() == wanted => Ok(pixels),
            Some(pixels) => Err(Failure::new(format!("{name}: the picture has {} bytes, not {wanted}", pixels.len()))),
            None => Err(Failure::new(format!("{name}: the graphics card gave no picture"))),
        }
    }
}
