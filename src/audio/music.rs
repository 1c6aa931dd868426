//! Korobeiniki: plays, pauses, seeks, and changes tempo at a bar line.
//!
//! The panel writes `MusicControl` and `Settings`; this reads them, and the game for the tempo, and reports in
//! `MusicStatus`. A change of tempo starts the other rendering at the same place in the tune: the pitch stays.

use super::mixer::MusicChannel;
use super::renderings::TempoSounds;
use super::score::{Arrangement, ArrangementList};
use crate::app::Overlay;
use crate::app::persistence::{Settings, sound::Tempo};
use crate::game::components::{Field, Score};
use crate::game::{Match, Paused};
use crate::storage::paths;
use bevy::prelude::*;
use bevy_kira_audio::prelude::*;
use serde::Serialize;
use std::time::Duration;

/// What the music panel asks of the music.
#[derive(Resource, Clone, Debug)]
pub struct MusicControl {
    /// Whether the music plays; false pauses it.
    pub playing: bool,
    /// Whether the music is asked to go back to the beginning and rest there.
    pub stop_requested: bool,
    /// How many seconds into the loop the music is asked to jump; `None` while it is not asked to.
    pub seek: Option<f32>,
}

impl Default for MusicControl {
    fn default() -> Self {
        Self { playing: true, stop_requested: false, seek: None }
    }
}

/// What the music is doing, for the panel to show.
#[derive(Resource, Clone, Debug, Default)]
pub struct MusicStatus {
    /// Whether there is music at all.
    pub available: bool,
    /// Whether no sound device was found at the start, so that nothing is heard.
    pub no_device: bool,
    /// How many seconds into the loop the music is.
    pub position: f32,
    /// How many seconds the loop takes.
    pub length: f32,
    /// Name and title of each arrangement.
    pub arrangements: Vec<(String, String)>,
    /// The name of the tempo that plays.
    pub tempo: String,
    /// The last change of tempo within a tune; `None` before the first.
    pub change: Option<TempoChangeTiming>,
}

/// When a change of tempo came while the music played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TempoChangeTiming {
    /// How many bars of the loop had been played when the tempo changed.
    pub bars: f64,
    /// How many bars passed within the frame that saw the bar line: as late as the change can be.
    pub frame: f64,
}

/// How long the music fades at a pause or a change of tune: a cut would click.
const FADE: Duration = Duration::from_millis(120);
/// How long the music fades at a change of tempo at a bar line: short, so that the beat carries over.
const CHANGE: Duration = Duration::from_millis(25);
/// The share of the visible height that a stack has when the music begins to hurry, and below which
/// it calms down again.
const DANGER: (f32, f32) = (0.65, 0.45);

/// The tune that plays, and how far it has come.
#[derive(Resource, Default)]
struct TunePlayback {
    loops: ArrangementList,
    arrangement: usize,
    /// The renderings of the arrangement, one for each tempo.
    files: TempoSounds,
    tempo: usize,
    instance: Option<Handle<AudioInstance>>,
    paused: bool,
    /// How many bars of the loop had been played at the last frame.
    bars: f64,
    change: Option<TempoChangeTiming>,
    /// Where in the loop to begin when nothing plays, in seconds.
    start: f64,
    in_danger: bool,
}

impl TunePlayback {
    fn current(&self) -> Option<&Arrangement> {
        self.loops.arrangements.get(self.arrangement)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MusicControl>().init_resource::<MusicStatus>().init_resource::<TunePlayback>();
    app.add_systems(Startup, load);
    app.add_systems(Update, (choose_arrangement, drive, report).chain());
}

fn load(mut player: ResMut<TunePlayback>, mut status: ResMut<MusicStatus>) {
    let Some(assets) = paths::assets_folder() else { return };
    match ArrangementList::load(&assets) {
        Ok(loops) => {
            let title = |a: &Arrangement| (a.name.clone(), a.title.clone());
            status.arrangements = loops.arrangements.iter().map(title).collect();
            player.arrangement = usize::MAX;
            player.loops = loops;
        }
        Err(error) => warn!("{error}"),
    }
}

/// Loads the arrangement that the settings name; only its own renderings stay in memory.
fn choose_arrangement(
    settings: Res<Settings>,
    assets: Res<AssetServer>,
    mut sounds: ResMut<Assets<bevy_kira_audio::AudioSource>>,
    channel: Res<AudioChannel<MusicChannel>>,
    mut player: ResMut<TunePlayback>,
) {
    player.files.take_decoded(&mut sounds);
    let named = player.loops.arrangements.iter().position(|a| a.name == settings.sound.arrangement);
    let wanted = named.unwrap_or(0);
    if wanted == player.arrangement || player.loops.arrangements.is_empty() {
        return;
    }
    channel.stop().fade_out(AudioTween::linear(FADE));
    let arrangement = &player.loops.arrangements[wanted];
    let files: Vec<String> = arrangement.tempi.iter().map(|tempo| tempo.file.clone()).collect();
    player.files = TempoSounds::load(&files, &assets, &sounds);
    player.arrangement = wanted;
    player.instance = None;
    player.tempo = 0;
    player.start = 0.0;
}

/// Plays, pauses, stops and seeks the music as it is wanted, and changes its tempo at bar lines.
fn drive(
    settings: Res<Settings>,
    (paused, overlay): (Res<Paused>, Option<Res<State<Overlay>>>),
    channel: Res<AudioChannel<MusicChannel>>,
    mut control: ResMut<MusicControl>,
    mut player: ResMut<TunePlayback>,
    mut instances: ResMut<Assets<AudioInstance>>,
    sounds: Res<Assets<bevy_kira_audio::AudioSource>>,
    current: Option<Single<&Match>>,
    fields: Query<(&Field, &Score)>,
) {
    let Some(tempi) = player.current().map(|arrangement| arrangement.tempi.len()) else { return };
    let wanted = match settings.sound.tempo {
        Tempo::Calm => 0,
        Tempo::Brisk => 1,
        Tempo::Fast => 2,
        Tempo::Auto => auto_tempo(&mut player, current.as_deref().copied(), &fields),
    };
    let wanted = wanted.min(tempi.saturating_sub(1));
    if std::mem::take(&mut control.stop_requested) {
        control.playing = false;
        player.start = 0.0;
        player.instance = None;
        channel.stop().fade_out(AudioTween::linear(FADE));
    }
    if let Some(seconds) = control.seek.take() {
        player.start = f64::from(seconds.max(0.0));
        player.instance = None;
        channel.stop().fade_out(AudioTween::linear(CHANGE));
    }
    // On the page of the music it is heard, whatever rests below.
    let is_heard = !paused.0 || overlay.is_some_and(|overlay| *overlay.get() == Overlay::Music);
    let plays = control.playing && settings.sound.music_on && is_heard;
    let Some(handle) = player.instance.clone() else {
        if plays {
            let start = player.start;
            begin(&mut player, &channel, (wanted, start), FADE);
        }
        return;
    };
    let Some(instance) = instances.get_mut(&handle).map(|mut instance| {
        if plays == player.paused {
            if plays {
                instance.resume(AudioTween::linear(FADE));
            } else {
                instance.pause(AudioTween::linear(FADE));
            }
        }
        instance.state()
    }) else {
        return;
    };
    player.paused = !plays;
    player.files.request(wanted);
    let Some(position) = instance.position() else { return };
    let Some(arrangement) = player.current() else { return };
    let (bars, before) = (arrangement.bars_played_at(player.tempo, position), player.bars);
    let at_a_bar_line = bars.floor() != before.floor();
    if plays && wanted != player.tempo && at_a_bar_line && player.files.is_loaded(wanted, &sounds) {
        let frame = (bars - before).rem_euclid(f64::from(arrangement.bars));
        if let Some(mut old) = instances.get_mut(&handle) {
            old.stop(AudioTween::linear(CHANGE));
        }
        player.change = Some(TempoChangeTiming { bars, frame });
        begin(&mut player, &channel, (wanted, position), CHANGE);
    }
    player.bars = bars;
}

/// Plays the rendering of a tempo as a loop, from the place in the tune that the tempo before it has at `seconds`.
fn begin(
    player: &mut TunePlayback,
    channel: &AudioChannel<MusicChannel>,
    (tempo, seconds): (usize, f64),
    fade: Duration,
) {
    let Some(arrangement) = player.current() else { return };
    let start = arrangement.seconds_at_same_place(player.tempo, seconds, tempo);
    player.bars = arrangement.bars_played_at(tempo, start);
    (player.tempo, player.start) = (tempo, start);
    let Some(file) = player.files.sound(tempo) else { return };
    player.instance = Some(channel.play(file).looped().start_from(start).linear_fade_in(fade).handle());
    player.paused = false;
}

/// The tempo to play, 0-2: quicker when a stack is high or the level has risen; the calmest one outside a match.
fn auto_tempo(player: &mut TunePlayback, current: Option<&Match>, fields: &Query<(&Field, &Score)>) -> usize {
    let Some(current) = current.filter(|current| !current.is_over()) else {
        player.in_danger = false;
        return 0;
    };
    let visible = f32::from(current.rules.board.visible);
    let highest = fields.iter().map(|(field, _)| field.0.board().stack_height()).max().unwrap_or(0) as f32 / visible;
    let level = fields.iter().map(|(_, score)| score.0.level(current.rules.start_level)).max().unwrap_or(1);
    // Two thresholds: a stack that hovers at one must not change the tempo at every piece.
    player.in_danger = highest > if player.in_danger { DANGER.1 } else { DANGER.0 };
    match (level, player.in_danger) {
        (10.., _) | (5.., true) => 2,
        (5.., false) | (_, true) => 1,
        _ => 0,
    }
}

fn report(player: Res<TunePlayback>, instances: Res<Assets<AudioInstance>>, mut status: ResMut<MusicStatus>) {
    let Some(arrangement) = player.current() else { return };
    let state = player.instance.as_ref().and_then(|handle| instances.get(handle)).map(AudioInstance::state);
    status.available = true;
    status.length = arrangement.loop_seconds(player.tempo) as f32;
    status.position = state.and_then(|state| state.position()).unwrap_or(player.start) as f32;
    if let Some(tempo) = arrangement.tempi.get(player.tempo)
        && status.tempo != tempo.name
    {
        status.tempo.clone_from(&tempo.name);
    }
    status.change = player.change;
}

#[cfg(test)]
mod tests {
    use super::super::score::{SAMPLE_RATE, TempoRendering};
    use super::*;
    use crate::game::{Course, Mode};
    use crate::rules::{Matrix, Mino, Rules, ScoreCard};

    #[test]
    fn the_music_begins_at_the_place_in_the_tune_that_was_chosen_at_another_tempo() {
        let words = String::new;
        let tempo = |seconds: u64| {
            let samples = seconds * SAMPLE_RATE as u64;
            TempoRendering { name: words(), bpm: 120.0, file: words(), samples }
        };
        let tempi = vec![tempo(96), tempo(64)];
        let arrangement = Arrangement { name: words(), title: words(), beats_per_bar: 4, bars: 8, tempi };
        let loops = ArrangementList { arrangements: vec![arrangement] };
        let mut player = TunePlayback { loops, ..TunePlayback::default() };
        // A jump to five eighths of the slow tune, while the music waits for a bar line to become quick.
        begin(&mut player, &AudioChannel::default(), (1, 60.0), FADE);
        assert_eq!((player.tempo, player.start, player.bars), (1, 40.0, 5.0));
    }

    #[test]
    fn the_music_hurries_over_a_high_stack_until_it_is_much_lower() {
        let mut player = TunePlayback::default();
        let game = Match::new(Mode::Marathon, Rules::marathon(), Course::default(), 1);
        let mut tempo = |rows: usize, current: Option<&Match>| {
            let mut matrix = Matrix::new(game.rules.board);
            (0..rows).for_each(|y| matrix.fill_cell(0, y, Mino::Garbage));
            let mut world = World::new();
            world.spawn((Field(matrix), Score(ScoreCard::default())));
            let mut fields = world.query::<(&Field, &Score)>();
            auto_tempo(&mut player, current, &fields.query(&world))
        };
        let tempi = [12, 14, 10, 8, 10].map(|rows| tempo(rows, Some(&game)));
        assert_eq!(tempi, [0, 1, 1, 0, 0], "of twenty rows that are seen");
        assert_eq!([Some(&game), None, Some(&game)].map(|game| tempo(14, game)), [1, 0, 1], "it is calm in the menus");
    }
}
