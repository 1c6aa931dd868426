//! The stage: the camera, and the scene of the match in progress, set anew when the match or the window changes.

use super::ViewSystems;
use super::fonts::Fonts;
use super::layout::{Layout, LayoutRequest, SeatLayout, match_layout};
use super::motion::Sway;
use super::palette::{self, colour};
use super::sheet::SpriteSheet;
use super::skins::{Skin, skin};
use crate::app::Screen;
use crate::app::devices::TouchScreen;
use crate::app::persistence::Settings;
use crate::app::persistence::appearance::{GameMoment, MomentStrengths, PaletteName};
use crate::app::upright::{CANVAS_WIDTH, is_upright};
use crate::game::components::PlayerName;
use crate::game::modes::GarbageFeed;
use crate::game::{Match, Mode, Paused, RecordedPlayer, SeatControl, SeatSetup};
use crate::net::OnlineMatch;
use crate::rules::PieceKind;
use bevy::camera::ScalingMode;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use std::time::Duration;

/// The depths at which things are drawn, from the back to the front. Panels are as deep as wells; the light is that on
/// minos.
pub(crate) mod depth {
    pub(crate) const WELL: f32 = 1.0;
    pub(crate) const GRID: f32 = 1.5;
    pub(crate) const GHOST: f32 = 2.0;
    pub(crate) const CELLS: f32 = 3.0;
    pub(crate) const FALLING: f32 = 4.0;
    pub(crate) const LIGHT_DEPTH: f32 = 5.0;
    pub(crate) const FRAME: f32 = 6.0;
    pub(crate) const TEXT: f32 = 7.0;
    pub(crate) const PARTICLES: f32 = 8.0;
    pub(crate) const BANNER: f32 = 9.0;
}

/// The scene on show.
#[derive(Resource, Clone, Debug)]
pub struct Stage {
    /// Where everything of the match lies.
    pub layout: Layout,
    /// The entity at the root of the scene: despawning it clears the scene.
    pub root: Entity,
    /// The boards' entities, left first: the origin of each is its well's lower left corner.
    pub boards: Vec<Entity>,
    /// The entities of the players, the left one first.
    pub players: Vec<Entity>,
    /// The skin that the scene is painted in.
    pub skin: &'static Skin,
    palette: PaletteName,
    request: LayoutRequest,
    of: Entity,
    /// The names on show, by seat: a match that is taken over gets other names.
    names: Vec<PlayerName>,
}

impl Stage {
    /// The colour of a piece on show.
    pub fn piece_rgb(&self, kind: PieceKind) -> [u8; 3] {
        self.skin.piece_rgb(self.palette, kind)
    }

    /// The names of the players, the left one first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| name.0.as_str())
    }

    /// Each seat's layout, board and player.
    pub fn seats(&self) -> impl Iterator<Item = (&SeatLayout, Entity, Entity)> {
        let entities = self.boards.iter().copied().zip(self.players.iter().copied());
        self.layout.seats.iter().zip(entities).map(|(seat, (board, player))| (seat, board, player))
    }
}

/// A system parameter with all that a part of the scene needs to spawn its entities.
#[derive(SystemParam)]
pub(super) struct SceneSpawner<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    pub(super) stage: Res<'w, Stage>,
    pub(super) fonts: Res<'w, Fonts>,
    pub(super) sheet: Res<'w, SpriteSheet>,
}

/// The shortest time between two bright lights as wide as a well: three flashes or fewer a second, as criterion 2.3.1
/// of the WCAG asks for people whom more could give a seizure.
const REST_OF_LIGHTS: Duration = Duration::from_millis(350);
/// The share of its strength at which a light that comes sooner is shown. A change by less than a tenth of the full
/// luminance is no flash by that criterion.
const DIMMED: f32 = 0.1;

/// How high the room for a line of text is that stands under the keys of an upright window, in units of its canvas.
const LINE_HEIGHT: f32 = 24.0;

/// When the last bright light as wide as the well began on a board, in real time since the start.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct LastWideLight(Option<Duration>);

impl LastWideLight {
    /// The strength, 0-1, at which a light of this strength as wide as the well is shown that begins `now`. Lights that
    /// begin in the same frame are one, and one that is turned off dims no other.
    pub fn shown_at(&mut self, now: Duration, strength: f32) -> f32 {
        if self.0.is_some_and(|last| last < now && now - last < REST_OF_LIGHTS) {
            return DIMMED * strength;
        }
        if strength > 0.0 {
            self.0 = Some(now);
        }
        strength
    }
}

/// A board on show, with its player and its measures.
#[derive(Component, Clone, Copy, Debug)]
#[require(Sway, LastWideLight)]
pub struct BoardView {
    /// The player whose board it is.
    pub player: Entity,
    /// The seat that the board belongs to.
    pub seat: usize,
    /// How many pixels a cell measures.
    pub cell: f32,
    /// The size of its well in pixels.
    pub well: Vec2,
    /// The place of the board's origin when nothing moves it.
    pub home: Vec2,
}

/// Seconds that the view moves on in this frame: none while the game is paused.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct ViewDeltaSeconds(pub f32);

impl ViewDeltaSeconds {
    /// The share of its way that something goes in this frame which nears its goal at this rate, a second. Where no
    /// time passes it is there at once: a replay that stands still may have jumped, and a window may have been resized.
    pub fn share_of_way(self, rate: f32) -> f32 {
        if self.0 > 0.0 { 1.0 - (-self.0 * rate).exp() } else { 1.0 }
    }
}

/// How strongly the effects of each moment of a game are shown, as the settings say.
#[derive(Resource, Clone, Debug, Default)]
pub struct EffectStrength {
    overall: f32,
    still: bool,
    moments: MomentStrengths,
}

impl EffectStrength {
    /// The strength of a moment's light, 0-1.
    pub fn light_of_moment(&self, moment: GameMoment) -> f32 {
        self.overall * self.moments.strength_of(moment)
    }

    /// The strength of a moment's movements, 0-1: none where motion is reduced.
    pub fn motion(&self, moment: GameMoment) -> f32 {
        if self.still { 0.0 } else { self.light_of_moment(moment) }
    }

    /// How much boards sway and rows glide, 0-1.
    pub fn sway(&self) -> f32 {
        if self.still { 0.0 } else { self.overall }
    }

    /// Whether nothing may move but the game itself.
    pub fn is_still(&self) -> bool {
        self.still
    }
}

/// Pixels at the window's foot that the scene leaves free.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct FootInset(pub f32);

impl FootInset {
    /// How many pixels the middle of the stage lies above the middle of the window.
    pub fn lift(self) -> f32 {
        (self.0 / 2.0).round()
    }
}

/// Adds the camera and the scene.
pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(colour(palette::NIGHT)));
    app.init_resource::<SpriteSheet>()
        .init_resource::<ViewDeltaSeconds>()
        .init_resource::<EffectStrength>()
        .init_resource::<Paused>()
        .init_resource::<FootInset>();
    app.add_systems(Startup, |mut commands: Commands| {
        // Everything is drawn on whole pixels: multisampling would only cost.
        commands.spawn((Name::new("Camera"), Camera2d, Msaa::Off));
    });
    app.add_systems(Update, (keep_pace, fit_camera, make_room, set).chain().in_set(ViewSystems::Stage));
}

fn keep_pace(
    (time, clock): (Res<Time>, Res<Time<Virtual>>),
    paused: Res<Paused>,
    settings: Res<Settings>,
    mut pace: ResMut<ViewDeltaSeconds>,
    mut strength: ResMut<EffectStrength>,
) {
    // A long frame must neither skip an effect nor throw what springs. One that took no time at all by the coarse clock
    // of a browser is no pause.
    pace.0 = if paused.0 { 0.0 } else { time.delta_secs().clamp(f32::EPSILON, 0.05) };
    // A replay that plays faster has as many more lights a second: each is weaker by as much.
    strength.overall = settings.looks.effects.clamp(0.0, 1.0) / clock.relative_speed().max(1.0);
    if settings.is_changed() {
        strength.still = settings.appearance.reduced_motion;
        strength.moments = settings.appearance.moments.clone();
    }
}

/// Fits the camera to the window: a world unit is a physical pixel.
fn fit_camera(
    window: Single<&Window, With<PrimaryWindow>>,
    mut cameras: Query<&mut Projection, With<Camera2d>>,
    mut fitted: Local<UVec2>,
) {
    let size = window.physical_size();
    if *fitted == size || size.x == 0 || size.y == 0 {
        return;
    }
    for mut projection in &mut cameras {
        if let Projection::Orthographic(flat) = projection.as_mut() {
            flat.scaling_mode = ScalingMode::Fixed { width: size.x as f32, height: size.y as f32 };
            *fitted = size;
        }
    }
}

/// Moves the camera so that the stage stands in the middle of the window above the [`FootInset`].
pub(crate) fn make_room(inset: Res<FootInset>, mut cameras: Query<&mut Transform, With<Camera2d>>) {
    if inset.is_changed() {
        for mut place in &mut cameras {
            place.translation.y = -inset.lift();
        }
    }
}

/// Sets the stage anew for another match, another window or other text sizes; clears it when there is no match.
fn set(
    mut commands: Commands,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    current: Option<Single<(Entity, &Match)>>,
    settings: Res<Settings>,
    stage: Option<Res<Stage>>,
    (inset, fingers, online): (Res<FootInset>, Option<Res<TouchScreen>>, Option<Res<OnlineMatch>>),
    (names, setups, screen): (Query<&PlayerName>, Query<&SeatSetup>, Res<State<Screen>>),
    mut sheet: ResMut<SpriteSheet>,
    mut images: ResMut<Assets<Image>>,
) {
    let (Some(window), Some(current)) = (window, current) else {
        if let Some(stage) = stage {
            commands.entity(stage.root).despawn();
            commands.remove_resource::<Stage>();
        }
        return;
    };
    let (entity, current) = *current;
    let size = window.physical_size();
    let size = UVec2::new(size.x, size.y.saturating_sub(inset.0 as u32));
    let request = LayoutRequest::new(size, current.seats.len(), &current.rules);
    let looks = &settings.appearance;
    let attacked = matches!(current.course.feed, GarbageFeed::Clock { .. });
    // A puzzle has only the pieces that it gives: a box for more would stand empty.
    let given = current.course.start.queue.len().saturating_sub(1).clamp(1, usize::from(request.next.max(1))) as u8;
    let next = if current.mode == Mode::Puzzle { given } else { request.next };
    let fingers = fingers.is_some_and(|fingers| fingers.shown) && *screen.get() == Screen::Play;
    let (meter, figures) = (request.meter || attacked, settings.looks.match_scale);
    let seats = || current.seats.iter().filter_map(|&seat| setups.get(seat).ok());
    let near = near_seat(seats());
    let keys = !fingers && settings.looks.pressed_keys.shows(SeatSetup::count_persons_here(seats()) == 0);
    // In an upright window, the line of a match with somebody elsewhere stands under the keys.
    let has_line = keys && online.is_some() && is_upright(size.x as f32, size.y as f32);
    let above = if has_line { size_above_line(size) } else { Some(size) };
    let (window, keys) = (above.unwrap_or(size), keys && above.is_some());
    let request = LayoutRequest { window, meter, figures, next, fingers, near, keys, ..request };
    let names = || current.seats.iter().filter_map(|&seat| names.get(seat).ok());
    if let Some(stage) = &stage {
        let renamed = !stage.names.iter().map(|name| &name.0).eq(names().map(|name| &name.0));
        if !renamed && stage.of == entity && stage.request == request && sheet.is_painted_for(&stage.layout, looks) {
            return;
        }
        commands.entity(stage.root).despawn();
    }
    let layout = match_layout(&request);
    if !sheet.is_painted_for(&layout, looks) {
        *sheet = SpriteSheet::paint_for_layout(&layout, looks, &mut images);
    }
    let root = commands.spawn((Name::new("Scene"), Transform::default(), Visibility::default())).id();
    let mut boards = Vec::new();
    for (seat, (place, &player)) in layout.seats.iter().zip(&current.seats).enumerate() {
        let view = BoardView { player, seat, cell: place.cell, well: place.well.size(), home: place.well.min };
        let at = Transform::from_translation(place.well.min.extend(0.0));
        boards.push(commands.spawn((Name::new("Board"), view, at, Visibility::default(), ChildOf(root))).id());
    }
    let players = current.seats.clone();
    let names = names().cloned().collect();
    commands.insert_resource(Stage {
        layout,
        root,
        boards,
        players,
        skin: skin(looks.skin),
        palette: looks.palette,
        request,
        of: entity,
        names,
    });
}

/// The size of an upright window without a line of text at its foot, and as much at its head, so that the stage stays
/// in the middle; `None` if the rest is not upright.
fn size_above_line(window: UVec2) -> Option<UVec2> {
    let line = (LINE_HEIGHT * window.x as f32 / CANVAS_WIDTH).round() as u32;
    let rest = UVec2::new(window.x, window.y.saturating_sub(2 * line));
    is_upright(rest.x as f32, rest.y as f32).then_some(rest)
}

/// The seat whose board is the large one in a window that has room for only one: that of a person here before that of a
/// player of this program, and of those whose keys only come from elsewhere, that of a person.
fn near_seat<'a>(seats: impl Iterator<Item = &'a SeatSetup>) -> usize {
    let rank = |seat: &SeatSetup| match seat.control {
        SeatControl::Person => 0,
        SeatControl::Computer(_) => 1,
        SeatControl::Elsewhere(RecordedPlayer::Person) => 2,
        SeatControl::Elsewhere(RecordedPlayer::Computer { .. }) => 3,
    };
    seats.enumerate().min_by_key(|(_, seat)| rank(seat)).map_or(0, |(at, _)| at)
}

#[cfg(test)]
impl EffectStrength {
    /// The effects of every moment as strong as they can be, and all that can move does.
    pub(super) fn full() -> Self {
        Self { overall: 1.0, ..Self::default() }
    }
}

#[cfg(test)]
impl Stage {
    /// A stage without a board, with these names, where a unit is `unit` pixels.
    pub(super) fn without_board(root: Entity, names: &[&str], unit: f32) -> Self {
        let request = LayoutRequest::new(UVec2::new(1280, 720), 1, &crate::rules::Rules::default());
        Self {
            layout: Layout { unit, ..match_layout(&request) },
            root,
            boards: Vec::new(),
            players: Vec::new(),
            skin: skin(Default::default()),
            palette: PaletteName::default(),
            request,
            of: Entity::PLACEHOLDER,
            names: names.iter().map(|&name| PlayerName(name.to_owned())).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Handling, Pace};

    #[test]
    fn the_near_seat_is_that_of_who_plays_here() {
        let here = SeatSetup::person("You", Handling::default());
        let elsewhere = |player| SeatSetup { control: SeatControl::Elsewhere(player), ..here.clone() };
        let person = elsewhere(RecordedPlayer::Person);
        let computer = elsewhere(RecordedPlayer::Computer {
            spec: None,
            pace: Pace::BEGINNER,
            slips: 0,
            placements: Default::default(),
        });
        let near = |seats: [&SeatSetup; 2]| near_seat(seats.into_iter());
        assert_eq!(near([&here, &computer]), 0);
        assert_eq!(near([&person, &here]), 1, "a guest of a room");
        assert_eq!(near([&computer, &person]), 1, "the replay of a person at the right");
        assert_eq!([near([&here, &here]), near([&person, &person]), near([&computer, &computer])], [0; 3]);
    }

    #[test]
    fn an_upright_window_has_room_for_a_line_under_the_pressed_keys() {
        for (x, y) in [(390, 844), (600, 800), (1080, 1920)] {
            let size = UVec2::new(x, y);
            let window = size_above_line(size).unwrap_or_default();
            let request = LayoutRequest { keys: true, ..LayoutRequest::new(window, 2, &crate::rules::Rules::versus()) };
            let Layout { unit, seats, .. } = match_layout(&request);
            for seat in seats {
                let foot = seat.keys.map_or(0.0, |keys| keys.min.y + size.y as f32 / 2.0);
                assert!(foot >= 32.0 * unit, "{size}: {} units", foot / unit);
            }
        }
        assert_eq!(size_above_line(UVec2::new(1000, 1250)), None, "the rest is composed as a wide window");
    }

    #[test]
    fn bright_lights_as_wide_as_the_well_come_three_times_a_second_at_most() {
        // Ten pieces a second of a computer player, each with a light, and four of a person with every second one.
        for (every, bright) in [(100, 3), (500, 2)] {
            let mut last = LastWideLight::default();
            let shares = (0..1000 / every).map(|light| last.shown_at(Duration::from_millis(5000 + light * every), 1.0));
            assert_eq!(shares.filter(|&share| share == 1.0).count(), bright, "a light each {every} ms");
        }
        let mut last = LastWideLight::default();
        let shares = [0, 0, 349, 350, 350].map(|ms| last.shown_at(Duration::from_millis(ms), 1.0));
        assert_eq!(shares, [1.0, 1.0, DIMMED, 1.0, 1.0], "what begins in one frame is one light");
        let shown = [(900, 0.0), (901, 0.5), (902, 0.5)].map(|(ms, of)| last.shown_at(Duration::from_millis(ms), of));
        assert_eq!(shown, [0.0, 0.5, DIMMED * 0.5], "one that is turned off dims no other");
    }

    /// A program that keeps the pace of the view, in which no time passes.
    fn paced() -> App {
        let mut app = App::new();
        app.init_resource::<Time>().init_resource::<Time<Virtual>>().init_resource::<Paused>();
        app.init_resource::<Settings>().init_resource::<ViewDeltaSeconds>().init_resource::<EffectStrength>();
        app.add_systems(Update, keep_pace);
        app
    }

    #[test]
    fn a_frame_that_took_no_time_by_the_clock_is_no_pause() {
        let mut app = paced();
        let mut share = |paused: bool| {
            app.insert_resource(Paused(paused));
            app.update();
            app.world().resource::<ViewDeltaSeconds>().share_of_way(6.0)
        };
        assert!(share(true) == 1.0 && share(false) < 0.01);
    }

    #[test]
    fn effects_are_weaker_where_time_runs_faster() {
        let mut app = paced();
        let mut strength_at = |speed: f32| {
            app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(speed);
            app.update();
            app.world().resource::<EffectStrength>().sway()
        };
        let usual = strength_at(1.0);
        assert!(usual > 0.0);
        assert_eq!([0.25, 8.0, 1.0].map(strength_at), [usual, usual / 8.0, usual]);
    }

    #[test]
    fn a_moment_is_as_strong_as_its_own_slider_and_the_one_for_all() {
        let mut moments = MomentStrengths::default();
        moments.set(GameMoment::Spin, 0.5);
        moments.set(GameMoment::Combo, 0.0);
        let mut strength = EffectStrength { overall: 0.5, still: false, moments };
        let seen =
            [GameMoment::Spin, GameMoment::Combo, GameMoment::Lock].map(|moment| strength.light_of_moment(moment));
        assert_eq!(seen, [0.25, 0.0, 0.5]);
        assert_eq!((strength.motion(GameMoment::Lock), strength.sway()), (0.5, 0.5));
        strength.still = true;
        assert_eq!(
            (strength.motion(GameMoment::Lock), strength.sway()),
            (0.0, 0.0),
            "nothing moves where motion is reduced"
        );
        assert_eq!(strength.light_of_moment(GameMoment::Lock), 0.5, "its light stays");
    }
}
