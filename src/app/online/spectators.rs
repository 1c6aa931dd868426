//! Spectators: the host of a room tells them its matches, and a spectator watches them as a replay that grows.

use super::room::ENGINE_FINGERPRINT;
use super::{OnlineRoom, RoomState};
use crate::app::replays::{NeededReplays, SavedReplays};
use crate::app::screens::Screen;
use crate::app::toasts::Toasts;
use crate::app::watching::{WatchReplay, Watching, begin_timeline_survey};
use crate::doors::clock::Moment;
use crate::game::replay::{Playback, Recorder, RecordingFinished, Replay, SetupRecord, TimelineMarks, start_playback};
use crate::game::{CurrentSetup, Match, Paused};
use crate::net::OnlineMatch;
use crate::net::lobby::RoomSide;
use crate::net::spectating::{DELAY_TICKS, SpectatorFeed, SpectatorNews};
use bevy::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How many new ticks of a match are at least told to the spectators at a time.
const AT_ONCE: u64 = 500;
/// A spectator who comes to a match and is more than this many ticks behind what is known jumps ahead.
const LATE: u64 = 4000;
/// For how long after the first text of a match the texts about its earlier ticks may come in at least. They may go on
/// for as long as more comes in such a time than is played in it: over a relay a long match takes a while.
const COMING_IN: Duration = Duration::from_secs(2);
/// How many ticks before the last known one a spectator who comes late begins, so that the next text comes in time.
const LEFT_OVER: u64 = 1000;

/// After this many seconds in which a host tells nothing of its match, the match stands still: of one that goes on it
/// tells twice a second, and of one that begins as soon as it is older than [`DELAY_TICKS`].
const STILL: f32 = 5.0;

/// The least time between two watched matches whose replays are saved: a host who makes up matches cannot have the
/// spectator's own replays give way to them.
const BETWEEN_SAVED: Duration = Duration::from_secs(30);

/// The match of others that this program watches has been told to its end.
#[derive(Event, Clone, Debug)]
pub(super) struct WatchedMatchEnded(pub(super) Arc<Replay>);

/// What the spectators of the own room have been told.
#[derive(Resource, Debug, Default)]
pub(super) struct SpectatorBroadcast {
    /// The number of the match, and how far it is told.
    told: Option<(u32, SpectatorFeed)>,
    /// Whether they were told last that the match rests.
    rests: bool,
}

/// Adds what ends a match for its spectators, and what leaves a room whose matches are not watched any more.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SpectatorBroadcast>().add_observer(show_end).add_observer(save_watched_match);
    app.add_systems(OnExit(Screen::Replay), leave_watched_room);
}

/// Leaves a room whose matches are not watched any more, and says so where the player goes to another page than that of
/// rooms, which shows it.
fn leave_watched_room(mut room: ResMut<OnlineRoom>, entered: Res<State<Screen>>, mut toasts: ResMut<Toasts>) {
    if room.is_spectator() {
        room.leave();
        if *entered.get() != Screen::Online {
            toasts.say("You have left the room that you watched");
        }
    }
}

/// Tells the spectators of the own room the next ticks of the match that is played there, and that it rests.
pub(super) fn tell_spectators(
    room: Res<OnlineRoom>,
    online: Option<Res<OnlineMatch>>,
    (recorder, setup): (Option<Res<Recorder>>, Option<Res<CurrentSetup>>),
    (current, paused): (Option<Single<&Match>>, Option<Res<Paused>>),
    mut shown: ResMut<SpectatorBroadcast>,
) {
    let is_host = room.lobby().is_some_and(|lobby| lobby.side() == RoomSide::Host);
    let (Some(online), Some(recorder), Some(setup), Some(current), true) = (online, recorder, setup, current, is_host)
    else {
        return;
    };
    let log = recorder.replay_in_progress();
    let rests = paused.is_some_and(|paused| paused.0);
    let SpectatorBroadcast { told, rests: has_told_rest } = &mut *shown;
    match told {
        Some((number, feed)) if *number == online.number() => {
            let through = online.last_settled_tick().min(current.tick.saturating_sub(DELAY_TICKS));
            if let Some(log) = log.filter(|_| through >= feed.last_told_tick() + AT_ONCE) {
                room.send_to_spectators(feed.next_texts(log, through));
                *has_told_rest = false;
            } else if rests && !*has_told_rest && log.is_some() {
                room.send_to_spectators(vec![feed.rest_text()]);
                *has_told_rest = true;
            }
        }
        // The recording begins with the first tick.
        _ if log.is_some() => {
            let (feed, text) = SpectatorFeed::begin(*ENGINE_FINGERPRINT, SetupRecord::of(&setup.0));
            room.begin_spectator_match(text);
            *shown = SpectatorBroadcast { told: Some((online.number(), feed)), rests: false };
        }
        _ => {}
    }
}

/// Tells the spectators how the match has ended.
fn show_end(recorded: On<RecordingFinished>, room: Res<OnlineRoom>, mut shown: ResMut<SpectatorBroadcast>) {
    if let Some((_, mut feed)) = shown.told.take() {
        room.send_to_spectators(feed.end_texts(&recorded.0));
    }
}

/// Whether so many new ticks of a match that came in so much time are mostly earlier ones: more than are played in it.
/// What comes at once when a line is there again is not.
const fn are_earlier_ticks(new: u64, within: Duration) -> bool {
    new > 2 * within.as_millis() as u64
}

/// Saves the replay of a match that was watched to its end, but not again where it is told once more to whoever comes
/// back to its room.
fn save_watched_match(
    ended: On<WatchedMatchEnded>,
    replays: Option<ResMut<SavedReplays>>,
    spared: NeededReplays,
    mut last: Local<Option<(u64, Moment)>>,
) {
    let seed = ended.0.setup.seed;
    let is_due = last.is_none_or(|(before, saved)| before != seed && saved.elapsed() >= BETWEEN_SAVED);
    if let Some(mut replays) = replays.filter(|_| is_due) {
        *last = Some((seed, Moment::now()));
        replays.save(Arc::clone(&ended.0), 0, &spared);
    }
}

/// Why a live match that is watched in a room of this state does not go on, in a line for the spectator; `None` where
/// it goes on. The host has told last whether the players rest it; nothing has come for this many seconds.
fn standstill(state: &RoomState, rests: bool, silent_seconds: f32) -> Option<String> {
    match state {
        RoomState::Lost => Some("The connection is lost; dialling again …".to_owned()),
        _ if rests => Some("The players have paused the match".to_owned()),
        _ if silent_seconds < STILL => None,
        _ => Some(format!("Nothing new for {silent_seconds:.0} s: the players wait for keys")),
    }
}

/// Shows a spectator what the host has told since the last frame. While earlier ticks come in, `coming_in` has when it
/// was last looked whether more follow, and the ticks that were known then. `rests` says whether the match rests.
pub(super) fn update_watched_match(
    world: &mut World,
    mut coming_in: Local<Option<(Moment, u64)>>,
    mut rests: Local<bool>,
) {
    let mut room = world.resource_mut::<OnlineRoom>();
    let news = std::mem::take(&mut room.watched_news);
    let is_open = room.is_spectator();
    let replay = room.watched_replay().cloned();
    if !is_open {
        // The room is closed: what is known stays to be seen.
        return end_live(world);
    }
    if let Some(last) = news.last() {
        *rests = *last == SpectatorNews::Rests;
    }
    let standstill = standstill(room.state(), *rests, room.silent_seconds());
    if let Some(mut watching) = world.get_resource_mut::<Watching>().filter(|watching| watching.live) {
        watching.standstill = standstill;
    }
    let (Some(replay), Some(last)) = (replay, news.last()) else { return };
    if news.contains(&SpectatorNews::Begun) {
        *coming_in = Some((Moment::now(), 0));
        begin(world, &replay);
    }
    grow(world, &replay);
    if let Some((since, known)) = *coming_in
        && since.elapsed() >= COMING_IN
    {
        let go_on = are_earlier_ticks(replay.ticks.saturating_sub(known), since.elapsed());
        *coming_in = go_on.then(|| (Moment::now(), replay.ticks));
    }
    if coming_in.is_some()
        && let Some(mut watching) = world.get_resource_mut::<Watching>()
        && replay.ticks > watching.current_tick() + LATE
    {
        watching.jump_to_tick(replay.ticks - LEFT_OVER);
    }
    if *last == SpectatorNews::Ended {
        if replay.result.over {
            world.trigger(WatchedMatchEnded(replay));
        }
        end_live(world);
    }
}

/// Begins to show a match, in place of the one before.
fn begin(world: &mut World, replay: &Arc<Replay>) {
    let live = Watching::from_live(Arc::clone(replay));
    if world.get_resource::<State<Screen>>().is_some_and(|screen| *screen.get() == Screen::Replay) {
        world.insert_resource(live);
        world.insert_resource(TimelineMarks::default());
        // Its rules were looked at when they came.
        start_playback(world, Arc::clone(replay)).unwrap_or_default();
    } else {
        world.trigger(WatchReplay(Arc::clone(replay)));
        world.flush();
        world.insert_resource(live);
    }
}

/// Gives the replay that is on show the ticks that have come in.
fn grow(world: &mut World, replay: &Arc<Replay>) {
    if let Some(mut watching) = world.get_resource_mut::<Watching>() {
        watching.replay = Arc::clone(replay);
    }
    if let Some(mut playback) = world.get_resource_mut::<Playback>() {
        playback.replay = Arc::clone(replay);
    }
}

/// Ends the live showing of the match that is watched: from then on it is a replay like any other.
fn end_live(world: &mut World) {
    let Some(mut watching) = world.get_resource_mut::<Watching>().filter(|watching| watching.live) else { return };
    (watching.live, watching.standstill) = (false, None);
    begin_timeline_survey(world);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::screens::{go_to, program_on};
    use crate::net::spectating::SpectatedMatch;

    /// The replays of watched matches that are to be kept.
    #[derive(Resource, Default)]
    struct Kept(Vec<Arc<Replay>>);

    #[test]
    fn a_match_that_was_watched_to_its_end_is_kept_and_one_that_was_broken_off_is_not() {
        let kept = |over: bool| {
            let mut played = Replay::of_two(7);
            (played.ticks, played.result.over) = (400, over);
            let (mut feed, first) = SpectatorFeed::begin(*ENGINE_FINGERPRINT, played.setup.clone());
            let mut spectated = SpectatedMatch::new(*ENGINE_FINGERPRINT);
            let mut room = OnlineRoom::of_test(RoomState::Met);
            let texts = [first].into_iter().chain(feed.end_texts(&played));
            room.watched_news = texts.map(|text| spectated.receive(&text).unwrap()).collect();
            room.spectated = Some(spectated);
            let mut app = App::new();
            app.add_plugins(MinimalPlugins).insert_resource(room).init_resource::<Kept>();
            app.add_observer(|ended: On<WatchedMatchEnded>, mut kept: ResMut<Kept>| kept.0.push(ended.0.clone()));
            app.add_systems(Update, update_watched_match);
            app.update();
            app.world().resource::<Kept>().0.iter().map(|replay| replay.ticks).collect::<Vec<_>>()
        };
        assert_eq!(kept(true), [400]);
        assert_eq!(kept(false), [0; 0]);
    }

    #[test]
    fn a_spectator_is_told_that_the_match_stands_still_and_of_one_that_goes_on_nothing() {
        let told = |state: RoomState, silent: f32| standstill(&state, false, silent).unwrap_or_default();
        // The first keys of a match come with its end of the delay.
        let longest = (DELAY_TICKS + AT_ONCE) as f32 / 1000.0;
        assert_eq!([0.5, longest].map(|silent| told(RoomState::Met, silent)), ["", ""]);
        assert_eq!(told(RoomState::Met, 12.0), "Nothing new for 12 s: the players wait for keys");
        assert!(told(RoomState::Lost, 0.5).contains("lost"));
        let resting = [RoomState::Met, RoomState::Lost].map(|state| standstill(&state, true, 0.5).unwrap_or_default());
        assert!(resting[0].contains("paused") && resting[1].contains("lost"), "{resting:?}");
    }

    #[test]
    fn earlier_ticks_are_told_from_those_that_are_played_meanwhile() {
        let [two, ten] = [2, 10].map(Duration::from_secs);
        assert!(are_earlier_ticks(60_000, two), "thirty seconds of the match in each second");
        assert!(!are_earlier_ticks(2_500, two), "as they are played");
        assert!(!are_earlier_ticks(10_500, ten), "the line was away for ten seconds");
    }

    #[test]
    fn a_spectator_who_goes_elsewhere_than_to_the_page_of_rooms_is_told_of_leaving_the_room() {
        let after = |to: Screen| {
            let mut room = OnlineRoom::of_test(RoomState::Met);
            room.spectated = Some(SpectatedMatch::new(*ENGINE_FINGERPRINT));
            let mut app = program_on(Screen::Replay);
            app.insert_resource(room).init_resource::<Toasts>();
            app.add_systems(OnExit(Screen::Replay), leave_watched_room).update();
            go_to(&mut app, to);
            let is_watching = app.world().resource::<OnlineRoom>().is_spectator();
            (is_watching, app.world().resource::<Toasts>().last().is_some())
        };
        assert_eq!([Screen::Position, Screen::Online].map(after), [(false, true), (false, false)]);
    }
}
