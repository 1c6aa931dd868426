//! The studio: the game with its menus on a picture instead of a window, and how its pictures are taken.

use super::super::Failure;
use super::super::window::or_failure;
use super::past;
use crate::app::history::GameHistory;
use crate::app::persistence::{Records, Settings};
use crate::app::{Go, Overlay, Screen, Toasts};
use crate::game::Thinking;
use crate::storage::paths;
use crate::ui::page::Cursors;
use crate::ui::xray::Xray;
use crate::window::FILTER;
use crate::{audio, game, ui, view};
use bevy::app::PluginsState;
use bevy::asset::RenderAssetUsages;
use bevy::camera::RenderTarget;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowResolution};
use bevy::winit::WinitPlugin;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// Ticks a frame, about those of a usual screen.
const FRAME: u32 = 16;
/// Ticks an update where nobody looks; time takes no more than a quarter of a second an update.
const BLIND: u32 = 200;
/// Pictures that are thrown away at most before the first.
const WARMING: u32 = 30;
/// Updates after which a picture counts as never.
pub(super) const PATIENCE: u32 = 600;

/// A running game that draws into a picture.
pub(super) struct Studio {
    pub(super) app: App,
    /// Whatever is written meanwhile goes here, not to the player's own files.
    _home: TempDir,
    size: UVec2,
    canvas: Handle<Image>,
    /// What each picture begins with.
    settings: Settings,
}

/// What the camera draws into.
#[derive(Resource, Clone)]
struct Canvas(Handle<Image>);

/// What has been drawn.
#[derive(Resource, Clone, Default)]
struct Developed(Arc<Mutex<Option<Vec<u8>>>>);

impl Studio {
    /// Opens it for pictures of this size, drawn with these settings.
    pub(super) fn open(size: UVec2, mut settings: Settings) -> Result<Self, Failure> {
        // Silent, and without the questions of the first start.
        settings.welcomed = true;
        settings.sound.muted = true;
        settings.sound.music_on = false;
        let Some(assets) = paths::assets_folder() else {
            return Err(Failure::new(
                "the assets folder is not there; run korobka where it lies or name it in KOROBKA_ASSETS",
            ));
        };
        let home = tempfile::tempdir()?;
        paths::borrow_home(home.path().to_owned());
        let mut app = App::new();
        let window = Window {
            // Nothing of it is ever opened: it tells menus and boards how much room there is.
            resolution: WindowResolution::new(size.x, size.y).with_scale_factor_override(1.0),
            ..default()
        };
        let plugins = DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(window),
                exit_condition: ExitCondition::DontExit,
                close_when_requested: false,
                ..default()
            })
            .set(AssetPlugin { file_path: assets.to_string_lossy().into_owned(), ..default() })
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            .set(LogPlugin { filter: FILTER.to_owned(), ..default() })
            .disable::<PipelinedRenderingPlugin>()
            .disable::<WinitPlugin>();
        or_failure(|| {
            app.add_plugins(plugins);
        })?;
        app.insert_resource(Thinking::Inline).insert_resource(TimeUpdateStrategy::FixedTimesteps(FRAME));
        app.insert_resource(settings.clone()).insert_resource(Records::default()).insert_resource(past::none());
        app.add_plugins((game::plugin, crate::app::plugin, ui::plugin, view::plugin, audio::plugin));
        let mut image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        image.asset_usage = RenderAssetUsages::all();
        let canvas = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        app.insert_resource(Canvas(canvas.clone())).init_resource::<Developed>();
        app.add_systems(PostStartup, aim);
        // The graphics card answers when it likes.
        or_failure(|| {
            while app.plugins_state() == PluginsState::Adding {
                bevy::tasks::tick_global_task_pools_on_main_thread();
            }
            app.finish();
            app.cleanup();
        })?;
        let mut studio = Self { app, _home: home, size, canvas, settings };
        // The first pictures may come before the renderer has everything: they are thrown away.
        for _ in 0..WARMING {
            studio.frames(4);
            if studio.shoot("warming up")?.chunks_exact(4).any(|pixel| pixel[..3] != [0; 3]) {
                break;
            }
        }
        studio.frames(4);
        Ok(studio)
    }

    /// The world of the game.
    pub(super) fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    /// Back to the title, with the settings of somebody who has just come.
    pub(super) fn clear(&mut self) {
        let settings = self.settings.clone();
        *self.world().resource_mut::<Settings>() = settings;
        *self.world().resource_mut::<GameHistory>() = past::none();
        *self.world().resource_mut::<Records>() = Records::default();
        self.world().resource_mut::<Xray>().0 = false;
        self.world().trigger(Go::Leave(Screen::Title));
        self.frames(3);
        // Leaving may have said something.
        *self.world().resource_mut::<Toasts>() = Toasts::default();
    }

    /// Changes the settings.
    pub(super) fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.world().resource_mut::<Settings>());
    }

    /// Goes to a screen and waits until it has come up.
    pub(super) fn screen(&mut self, screen: Screen) {
        self.world().resource_mut::<NextState<Screen>>().set(screen);
        self.frames(20);
    }

    /// Goes to a tab of a screen.
    pub(super) fn tab(&mut self, screen: Screen, name: &'static str, tab: usize) {
        self.world().resource_mut::<Cursors>().open_at(name, tab);
        self.screen(screen);
    }

    /// Goes to a screen with the focus on a row.
    pub(super) fn row(&mut self, screen: Screen, name: &'static str, row: usize) {
        self.world().resource_mut::<Cursors>().focus(name, row);
        self.screen(screen);
    }

    /// Lays something over the match.
    pub(super) fn overlay(&mut self, overlay: Overlay) {
        self.world().resource_mut::<NextState<Overlay>>().set(overlay);
        self.frames(20);
    }

    /// So many frames. Only the last three are drawn: a renderer without a graphics card takes its time.
    pub(super) fn frames(&mut self, count: u32) {
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

    /// At least so many ticks of the game, seen by nobody.
    pub(super) fn ticks(&mut self, ticks: u32) {
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

    /// What the camera sees: red, green, blue, alpha, row by row.
    pub(super) fn shoot(&mut self, name: &str) -> Result<Vec<u8>, Failure> {
        // Time stands still while the picture is taken.
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(0));
        let canvas = self.canvas.clone();
        self.world().spawn(Screenshot::image(canvas)).observe(
            |shot: On<ScreenshotCaptured>, developed: Res<Developed>| {
                if let (Ok(mut place), Some(data)) = (developed.0.lock(), &shot.image.data) {
                    *place = Some(data.clone());
                }
            },
        );
        let wanted = self.size.x as usize * self.size.y as usize * 4;
        let mut found = None;
        for _ in 0..PATIENCE {
            self.frames(1);
            found = self.world().resource::<Developed>().0.lock().ok().and_then(|mut place| place.take());
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

fn aim(mut commands: Commands, canvas: Res<Canvas>, cameras: Query<Entity, With<Camera2d>>) {
    for camera in &cameras {
        commands.entity(camera).insert(RenderTarget::Image(canvas.0.clone().into()));
    }
}
