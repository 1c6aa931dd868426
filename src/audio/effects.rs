//! Effects: a sound for everything that happens, own pieces louder than the opponent's.

use super::mixer::{ChannelVolumes, EffectsChannel, MenusChannel, add_volumes, decibels};
use crate::app::finesse_faults::FinesseFault;
use crate::app::persistence::sound::SoundKind;
use crate::app::persistence::{Settings, StrengthTable};
use crate::game::components::{Phase, RefusedRequest};
use crate::game::{
    Match, Mode, Paused, PhaseChanged, RecordedPlayer, SeatControl, SeatSetup, TickOutcome, TickOutcomeMessage,
};
use crate::rules::Spin;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_kira_audio::prelude::*;

/// A step in a menu, told so that its sound is played.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuSound {
    /// The cursor went to another entry.
    Move,
    /// An entry was chosen.
    Select,
    /// The player went back a page.
    Back,
}

/// The names of the effects' files in `assets/sounds`, without the ending, and the kinds that they belong to.
const NAMES: [(SoundKind, &[&str]); 7] = [
    (SoundKind::Moves, &["move", "rotate", "hold", "refused"]),
    (SoundKind::Locks, &["hard_drop", "lock"]),
    (SoundKind::Clears, &["spin", "back_to_back", "perfect_clear"]),
    (SoundKind::Clears, &CLEARS),
    (SoundKind::Clears, &COMBOS),
    (SoundKind::Garbage, &["garbage", "garbage_rise"]),
    (SoundKind::Rounds, &["countdown", "go", "level_up", "top_out", "win", "lose"]),
];
/// The names of the menus' effects, which are of no kind: they have a channel of their own.
const MENU_NAMES: [&str; 3] = ["menu_move", "menu_select", "menu_back"];
/// The names of the effects for one cleared line, two, three, and four or more.
const CLEARS: [&str; 4] = ["clear1", "clear2", "clear3", "clear4"];
/// The names of the effects for combos, each sound higher than the one before.
const COMBOS: [&str; 8] = ["combo1", "combo2", "combo3", "combo4", "combo5", "combo6", "combo7", "combo8"];

/// The volume of the opponent's board beside that of one's own, in decibels, where it has its full strength.
const OTHER_SIDE: f32 = -12.0;

/// The effects that are loaded, by the names of their files.
#[derive(Resource, Default)]
struct Bank(HashMap<&'static str, LoadedEffect>);

/// An effect, and how it was last played.
#[derive(Default)]
struct LoadedEffect {
    source: Handle<bevy_kira_audio::AudioSource>,
    last: Option<Handle<AudioInstance>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bank>().add_message::<MenuSound>().add_message::<FinesseFault>();
    app.add_systems(Startup, load);
    app.add_systems(Update, (sound_facts, sound_phases, sound_menus));
}

fn load(mut bank: ResMut<Bank>, assets: Res<AssetServer>) {
    let loaded = |name: &str| LoadedEffect { source: assets.load(format!("sounds/{name}.ogg")), last: None };
    bank.0.extend(all_names().map(|name| (name, loaded(name))));
}

/// The names of all effects, those of the menus included.
fn all_names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().flat_map(|(_, names)| names.iter().copied()).chain(MENU_NAMES)
}

/// The kind of an effect; `None` for those of the menus, of which a fault of finesse has one too.
fn kind_of(name: &'static str) -> Option<SoundKind> {
    NAMES.iter().find(|(_, names)| names.contains(&name)).map(|(kind, _)| *kind)
}

/// The volume of the opponent's board, in decibels.
fn other_side(kinds: &StrengthTable<SoundKind>) -> f32 {
    OTHER_SIDE + decibels(kinds.strength_of(SoundKind::Opponent))
}

/// Plays effects by name, each at most once in a frame.
struct FrameSounds<'a, C: Resource> {
    bank: &'a mut Bank,
    channel: &'a AudioChannel<C>,
    /// The volume of the channel, in decibels.
    channel_volume: f32,
    kinds: &'a StrengthTable<SoundKind>,
    played: Vec<&'static str>,
}

impl<C: Resource> FrameSounds<'_, C> {
    /// Plays an effect by name. `volume` is that of its board, in decibels.
    fn play(&mut self, name: &'static str, volume: f32) {
        self.play_higher(name, volume, 0);
    }

    /// Plays an effect by name, `semitones` semitones higher than it was recorded.
    fn play_higher(&mut self, name: &'static str, volume: f32, semitones: u16) {
        let Some(volume) = self.whole_volume(name, volume) else { return };
        let Some(effect) = self.bank.0.get_mut(name).filter(|_| !self.played.contains(&name)) else { return };
        // Without a sound card nobody takes what is played: all effects of hours would wait in memory.
        if effect.last.as_ref().is_some_and(|last| self.channel.state(last) == PlaybackState::Queued) {
            return;
        }
        let rate = 2f64.powf(f64::from(semitones) / 12.0);
        let mut sound = self.channel.play(effect.source.clone());
        effect.last = Some(sound.with_volume(volume).with_playback_rate(rate).handle());
        self.played.push(name);
    }

    /// The volume at which an effect of a board with this volume is heard, in decibels; `None` if it is not.
    fn whole_volume(&self, name: &'static str, volume: f32) -> Option<f32> {
        let of_kind = kind_of(name).map_or(0.0, |kind| decibels(self.kinds.strength_of(kind)));
        add_volumes([self.channel_volume, of_kind, volume])
    }
}

/// Plays the sounds of what happened to the players, and of faults of finesse.
fn sound_facts(
    mut bank: ResMut<Bank>,
    (channel, volumes, settings): (Res<AudioChannel<EffectsChannel>>, Res<ChannelVolumes>, Res<Settings>),
    (mut facts, mut faults): (MessageReader<TickOutcomeMessage>, MessageReader<FinesseFault>),
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
) {
    let (channel_volume, kinds) = (volumes.effects, &settings.sound.kinds);
    let mut frame = FrameSounds { bank: &mut bank, channel: &channel, channel_volume, kinds, played: Vec::new() };
    for _ in faults.read() {
        // Two falling tones, which nothing else in play has, and which can be heard through the hard drop.
        frame.play_higher("menu_back", 0.0, 7);
    }
    let Some(current) = current else { return facts.clear() };
    let is_own_fact = |fact: &TickOutcomeMessage| {
        let seat = current.seats.get(usize::from(fact.seat)).and_then(|&seat| seats.get(seat).ok());
        seat.is_some_and(|seat| is_own(seat, seats.iter()))
    };
    // A watched match that was taken over has a side of one's own.
    let all_are_others = current.mode == Mode::Watch && !seats.iter().any(|seat| is_own(seat, seats.iter()));
    let other = if all_are_others { 0.0 } else { other_side(kinds) };
    let (own, others): (Vec<&TickOutcomeMessage>, Vec<_>) = facts.read().partition(|&fact| is_own_fact(fact));
    // The own ones come first: of the same effect on both sides in a frame only the first is played.
    for fact in own {
        sound_outcome(&mut frame, &fact.outcome, 0.0, true);
    }
    for fact in others {
        sound_outcome(&mut frame, &fact.outcome, other, false);
    }
}

/// Whether a seat is heard as one's own: that of a person here, and in a replay, which sounds as its game did, that of
/// whoever was a person there.
fn is_own<'a>(seat: &SeatSetup, all: impl IntoIterator<Item = &'a SeatSetup>) -> bool {
    match seat.control {
        SeatControl::Person => true,
        SeatControl::Elsewhere(RecordedPlayer::Person) => {
            all.into_iter().all(|seat| matches!(seat.control, SeatControl::Elsewhere(_)))
        }
        _ => false,
    }
}

/// Plays the sounds of what happened to a player in a tick. Keys sound only for a person: two computers' taps
/// would be a rattle.
fn sound_outcome(frame: &mut FrameSounds<EffectsChannel>, outcome: &TickOutcome, volume: f32, own: bool) {
    let is_refused = matches!(outcome.refused, Some(RefusedRequest::Rotation | RefusedRequest::Hold));
    for (is_heard, name) in [
        (outcome.shifted > 0, "move"),
        (outcome.turned.is_some(), "rotate"),
        (is_refused, "refused"),
        (outcome.held, "hold"),
        (outcome.received > 0, "garbage"),
        (outcome.level_up, "level_up"),
    ] {
        if own && is_heard {
            frame.play(name, volume);
        }
    }
    if outcome.hard_dropped.is_some() {
        frame.play("hard_drop", volume);
    } else if outcome.locked.is_some() {
        frame.play("lock", volume);
    }
    if outcome.risen > 0 {
        frame.play("garbage_rise", volume);
    }
    if outcome.locked.is_some_and(|locked| locked.spin != Spin::None) {
        frame.play("spin", volume);
    }
    if let Some(clear) = outcome.clear.filter(|clear| clear.lines > 0) {
        frame.play(CLEARS[usize::from(clear.lines.min(4)) - 1], volume);
        if clear.perfect {
            frame.play("perfect_clear", volume);
        } else if clear.back_to_back {
            frame.play("back_to_back", volume);
        }
        if clear.combo > 0 {
            // The tones go on rising after the last one, by a fifth at most.
            let higher = clear.combo.saturating_sub(8).min(7);
            frame.play_higher(COMBOS[usize::from(clear.combo.min(8)) - 1], volume, higher);
        }
    }
    if outcome.topped_out.is_some() {
        frame.play("top_out", volume);
    }
}

/// Plays the sounds of the countdown, of wins and of losses.
fn sound_phases(
    mut bank: ResMut<Bank>,
    (channel, volumes, settings): (Res<AudioChannel<EffectsChannel>>, Res<ChannelVolumes>, Res<Settings>),
    mut phases: MessageReader<PhaseChanged>,
    current: Option<Single<(Entity, &Match)>>,
    seats: Query<&SeatSetup>,
    paused: Res<Paused>,
    mut last: Local<Option<(Entity, u32)>>,
) {
    let (channel_volume, kinds) = (volumes.effects, &settings.sound.kinds);
    let mut frame = FrameSounds { bank: &mut bank, channel: &channel, channel_volume, kinds, played: Vec::new() };
    let Some(current) = current else { return phases.clear() };
    let (entity, current) = *current;
    if is_second_new(&mut last, entity, current.phase, paused.0) {
        frame.play("countdown", 0.0);
    }
    for changed in phases.read() {
        match changed.phase {
            Phase::Playing => frame.play("go", 0.0),
            Phase::RoundOver { winner: Some(winner), .. } | Phase::Over { winner: Some(winner) } => {
                let seat = current.seats.get(usize::from(winner)).and_then(|&seat| seats.get(seat).ok());
                let is_own = |seat: &SeatSetup| is_own(seat, seats.iter());
                // Where no person plays, whoever wins is cheered.
                let is_lost = !seat.is_some_and(is_own) && seats.iter().any(is_own);
                frame.play(if is_lost { "lose" } else { "win" }, 0.0);
            }
            Phase::Over { winner: None } if current.seats.len() == 1 => frame.play("lose", 0.0),
            _ => {}
        }
    }
}

/// Whether a second of the countdown begins. `last` keeps the one that began last, and of which match it was: a pause
/// does not begin it again.
fn is_second_new(last: &mut Option<(Entity, u32)>, entity: Entity, phase: Phase, paused: bool) -> bool {
    match phase {
        Phase::Countdown { .. } if paused => false,
        Phase::Countdown { left } => {
            let second = left.div_ceil(1000);
            last.replace((entity, second)) != Some((entity, second)) && second > 0
        }
        _ => {
            *last = None;
            false
        }
    }
}

fn sound_menus(
    mut bank: ResMut<Bank>,
    (channel, volumes, settings): (Res<AudioChannel<MenusChannel>>, Res<ChannelVolumes>, Res<Settings>),
    mut steps: MessageReader<MenuSound>,
) {
    let (channel_volume, kinds) = (volumes.menus, &settings.sound.kinds);
    let mut frame = FrameSounds { bank: &mut bank, channel: &channel, channel_volume, kinds, played: Vec::new() };
    for step in steps.read() {
        let name = match step {
            MenuSound::Move => "menu_move",
            MenuSound::Select => "menu_select",
            MenuSound::Back => "menu_back",
        };
        frame.play(name, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::components::LockedPiece;
    use crate::game::{Handling, Pace};
    use crate::rules::{Clear, Facing, FallingPiece, PieceKind};

    #[test]
    fn a_replay_has_the_own_sounds_of_its_game() {
        let here = SeatSetup::person("You", Handling::default());
        let recorded = |player| SeatSetup { control: SeatControl::Elsewhere(player), ..here.clone() };
        let person = recorded(RecordedPlayer::Person);
        let computer = recorded(RecordedPlayer::Computer {
            spec: None,
            pace: Pace::BEGINNER,
            slips: 0,
            placements: Default::default(),
        });
        let own = |seats: [&SeatSetup; 2]| seats.map(|seat| is_own(seat, seats));
        assert_eq!(own([&person, &computer]), [true, false], "the replay of a match against a computer player");
        assert_eq!(own([&person, &person]), [true, true], "the replay of a match of two people");
        assert_eq!(own([&here, &person]), [true, false], "a match with somebody elsewhere");
        assert_eq!(own([&computer, &computer]), [false, false]);
    }

    /// All effects, without what is heard.
    fn silent_bank() -> Bank {
        Bank(all_names().map(|name| (name, LoadedEffect::default())).collect())
    }

    #[test]
    fn an_effect_waits_only_once_for_a_sound_card() {
        let (mut bank, kinds) = (silent_bank(), StrengthTable::default());
        let mut is_played = |channel: &AudioChannel<MenusChannel>, name: &'static str| {
            let mut frame =
                FrameSounds { bank: &mut bank, channel, channel_volume: 0.0, kinds: &kinds, played: Vec::new() };
            frame.play(name, 0.0);
            !frame.played.is_empty()
        };
        let nobody_listens = AudioChannel::default();
        assert!(is_played(&nobody_listens, "menu_move") && is_played(&nobody_listens, "menu_back"));
        assert!(!is_played(&nobody_listens, "menu_move") && !is_played(&nobody_listens, "menu_back"));
        let all_is_taken = AudioChannel::default();
        assert!(is_played(&all_is_taken, "menu_move"), "as in any other frame");
    }

    /// What is heard of an outcome on the own board, and the volume of one effect there.
    fn heard(
        kinds: &StrengthTable<SoundKind>,
        outcome: &TickOutcome,
        name: &'static str,
    ) -> (Vec<&'static str>, Option<f32>) {
        let mut bank = silent_bank();
        let channel = AudioChannel::<EffectsChannel>::default();
        let mut frame =
            FrameSounds { bank: &mut bank, channel: &channel, channel_volume: 0.0, kinds, played: Vec::new() };
        sound_outcome(&mut frame, outcome, 0.0, true);
        let volume = frame.whole_volume(name, 0.0);
        (frame.played, volume)
    }

    #[test]
    fn a_spin_is_heard_whether_it_clears_or_not() {
        for (spin, lines, expected) in [
            (Spin::Full, 0, vec!["lock", "spin"]),
            (Spin::Mini, 1, vec!["lock", "spin", "clear1"]),
            (Spin::None, 0, vec!["lock"]),
        ] {
            let piece = FallingPiece { kind: PieceKind::T, facing: Facing::North, x: 3, y: 0 };
            let outcome = TickOutcome {
                locked: Some(LockedPiece { piece, spin }),
                clear: Some(Clear { lines, spin, ..Clear::default() }),
                ..TickOutcome::default()
            };
            assert_eq!(heard(&StrengthTable::default(), &outcome, "lock").0, expected);
        }
    }

    #[test]
    fn each_kind_of_effect_is_as_loud_as_it_is_set() {
        let outcome = TickOutcome {
            shifted: 1,
            hard_dropped: Some(3),
            clear: Some(Clear { lines: 4, combo: 2, ..Clear::default() }),
            risen: 2,
            level_up: true,
            ..TickOutcome::default()
        };
        let all = ["move", "level_up", "hard_drop", "garbage_rise", "clear4", "combo2"];
        assert_eq!(heard(&StrengthTable::default(), &outcome, "move"), (all.to_vec(), Some(0.0)));
        for (kind, name) in [
            (SoundKind::Moves, "move"),
            (SoundKind::Locks, "hard_drop"),
            (SoundKind::Clears, "clear4"),
            (SoundKind::Clears, "combo2"),
            (SoundKind::Garbage, "garbage_rise"),
            (SoundKind::Rounds, "level_up"),
        ] {
            let mut kinds = StrengthTable::default();
            kinds.set(kind, 0.5);
            let (played, volume) = heard(&kinds, &outcome, name);
            assert_eq!(played, all, "{name} is softer, and all are heard");
            assert!(volume.is_some_and(|volume| (volume + 12.04).abs() < 0.01), "{name}: {volume:?}");
            kinds.set(kind, 0.0);
            let others: Vec<_> = all.into_iter().filter(|&other| kind_of(other) != Some(kind)).collect();
            assert_eq!(heard(&kinds, &outcome, name), (others, None), "{name} is silent, and no other kind");
        }
    }

    #[test]
    fn the_opponents_board_is_as_loud_as_it_is_set_and_can_be_silent() {
        let mut kinds = StrengthTable::default();
        let mut volume = |strength: f32| {
            kinds.set(SoundKind::Opponent, strength);
            add_volumes([other_side(&kinds)])
        };
        assert_eq!([volume(1.0), volume(0.0)], [Some(-12.0), None]);
        assert!(volume(0.5).is_some_and(|volume| (volume + 24.04).abs() < 0.01));
    }

    #[test]
    fn a_pause_repeats_no_second_of_the_countdown() {
        let mut world = World::new();
        let [this, next] = [(); 2].map(|()| world.spawn_empty().id());
        let mut last = None;
        let mut is_new = |entity, left, paused| is_second_new(&mut last, entity, Phase::Countdown { left }, paused);
        assert!(is_new(this, 3000, false));
        assert!(!is_new(this, 2500, false));
        assert!(!is_new(this, 2500, true));
        assert!(!is_new(this, 2499, false), "the pause is over");
        assert!(is_new(this, 2000, false));
        assert!(is_new(next, 2000, false), "another match counts anew");
        assert!(!is_new(next, 0, false), "then comes the beginning");
    }
}
