//! Two programs that meet over the network of this machine: a room, a match by keys, its recording on both sides, and
//! what each of them reads when something is wrong.

use crate::computer_search::searcher;
use crate::online::bytes;
use crate::support::{Recordings, keep_recordings};
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use korobka::app::online::{OnlineRoom, RoomState};
use korobka::app::persistence::{OnlineSettings, Settings};
use korobka::app::watching::Watching;
use korobka::app::{Screen, Toasts};
use korobka::doors::peer::{RoomAddress, RoomCode, RoomPlace};
use korobka::game::replay::{Replay, ReplayCheck, recorder_plugin, survey};
use korobka::game::{Action, EndMatch, KeyEvent, Match, Pace, PendingKeyEvents, RecordedPlayer, SeatSetup};
use korobka::net::OnlineMatch;
use korobka::rules::Rules;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long anything may take before it counts as never: other tests run beside this one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// One program without a window.
pub(crate) struct Program {
    pub(crate) app: App,
}

impl Program {
    pub(crate) fn new(name: &str) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, korobka::game::plugin, recorder_plugin));
        let mut settings = Settings { online: OnlineSettings { name: name.into(), ..default() }, ..default() };
        settings.online.rules = Rules { first_to: 1, countdown: 100, ..Rules::versus() };
        app.insert_resource(settings);
        app.insert_state(Screen::Online).add_plugins((korobka::app::online_plugin, keep_recordings));
        app.update();
        Self { app }
    }

    /// Does something with the room, by the settings.
    pub(crate) fn room<T>(&mut self, act: impl FnOnce(&mut OnlineRoom, &Settings) -> T) -> T {
        let settings = self.app.world().resource::<Settings>().clone();
        act(&mut self.app.world_mut().resource_mut::<OnlineRoom>(), &settings)
    }

    pub(crate) fn state(&self) -> RoomState {
        self.app.world().resource::<OnlineRoom>().state().clone()
    }

    pub(crate) fn told(&self) -> String {
        self.app.world().resource::<Toasts>().last().unwrap_or_default().to_owned()
    }

    pub(crate) fn has_met(&self) -> bool {
        self.app
            .world()
            .resource::<OnlineRoom>()
            .lobby()
            .is_some_and(|lobby| lobby.other_player().is_some() && lobby.terms().is_some())
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.app.world().contains_resource::<OnlineMatch>()
    }

    /// Presses and releases a key at the own seat, if a person sits there.
    pub(crate) fn tap(&mut self, action: Action) {
        let world = self.app.world_mut();
        let Some(own) = world.get_resource::<OnlineMatch>().map(OnlineMatch::own_seat) else { return };
        let seat = world.query::<&Match>().single(world).expect("a match").seats[own];
        if let Some(mut keys) = world.get_mut::<PendingKeyEvents>(seat) {
            keys.0.extend([true, false].map(|down| KeyEvent { action, down }));
        }
    }

    /// Lets this many seconds pass within moments, by frames of a fifth of a second each.
    pub(crate) fn fly_through(&mut self, seconds: u32) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(200)));
        (0..5 * seconds).for_each(|_| self.app.update());
    }

    pub(crate) fn recorded(&self) -> &[Arc<Replay>] {
        &self.app.world().resource::<Recordings>().0
    }
}

/// Draws frames of all programs until this holds.
pub(crate) fn until<const COUNT: usize>(
    mut programs: [&mut Program; COUNT],
    what: &str,
    holds: impl Fn([&Program; COUNT]) -> bool,
) {
    let begin = Instant::now();
    loop {
        programs.iter_mut().for_each(|program| program.app.update());
        if holds(programs.each_ref().map(|program| &**program)) {
            return;
        }
        let told: Vec<String> =
            programs.iter().map(|program| format!("{:?} {}", program.state(), program.told())).collect();
        assert!(begin.elapsed() < PATIENCE, "{what}: {told:?}");
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// Waits in this thread for what a network has to do.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(future)
}

/// Opens a room, and says where it is on this machine.
pub(crate) fn open(host: &mut Program) -> RoomAddress {
    open_with(host, None)
}

/// Asks for a place in a room.
pub(crate) fn join(guest: &mut Program, room: RoomAddress) {
    guest.room(|to, settings| to.join(settings, None, room)).expect("there is a network");
}

/// Waits until both have met in a room.
pub(crate) fn until_met(host: &mut Program, guest: &mut Program) {
    until([host, guest], "both are there", |both| both.iter().all(|program| program.has_met()));
}

/// The same with this player at the host's seat.
fn open_with(host: &mut Program, computer: Option<SeatSetup>) -> RoomAddress {
    host.room(|room, settings| room.open(settings, computer, None)).expect("there is a network");
    until([host], "the room is open", |[host]| matches!(host.state(), RoomState::Open(_)));
    let RoomState::Open(places) = host.state() else { unreachable!("it has just been open") };
    let is_here = |place: &RoomPlace| matches!(place, RoomPlace::Socket(address) if address.ip().is_loopback());
    let at: Vec<RoomPlace> = places.into_iter().filter(is_here).collect();
    assert!(!at.is_empty(), "the room can be reached on this machine");
    RoomAddress { code: host.app.world().resource::<OnlineRoom>().code().expect("a code"), places: at }
}

/// A host and a guest in one room.
pub(crate) fn company() -> [Program; 2] {
    let (host, guest, _) = company_at(|_| {});
    [host, guest]
}

/// The same with these settings of the host's, and where the room is.
pub(crate) fn company_at(set: impl FnOnce(&mut Settings)) -> (Program, Program, RoomAddress) {
    let (mut host, mut guest) = (Program::new("Anna"), Program::new("Boris"));
    set(&mut host.app.world_mut().resource_mut::<Settings>());
    let room = open(&mut host);
    let written = format!("{}@{}", room.code, room.places[0]);
    let begin = Instant::now();
    join(&mut guest, written.parse().expect("an address"));
    until_met(&mut host, &mut guest);
    println!("join to ready: {} ms", begin.elapsed().as_millis());
    (host, guest, room)
}

/// Plays the match of this number, from 1, which the host wins, and compares its recordings.
pub(crate) fn play([host, guest]: [&mut Program; 2], number: usize) {
    begin([host, guest]);
    play_on([host, guest], number);
}

/// The bytes that have been sent over this machine's own network so far, with the headers of IP and UDP; `None` where
/// the system does not count them as Linux does.
fn sent_here() -> Option<u64> {
    let counted = std::fs::read_to_string("/proc/net/dev").ok()?;
    let numbers = counted.lines().find_map(|line| line.trim().strip_prefix("lo:"))?;
    let numbers: Vec<u64> = numbers.split_whitespace().map_while(|number| number.parse().ok()).collect();
    // Bytes and packets; in each, the device counts 14 bytes of a header that it does not have.
    Some(numbers.first()? - 14 * numbers.get(1)?)
}

/// Plays for five seconds and says how much is sent each way over each of this many lines, if `KOROBKA_NIGHTLY` is set.
/// In a network of its own, with that set:
/// `unshare -rn sh -c 'ip link set lo up; cargo test --features dev --test game room -- --nocapture --test-threads 1'`.
pub(crate) fn print_sent([host, guest]: [&mut Program; 2], lines: f64) {
    if std::env::var_os("KOROBKA_NIGHTLY").is_none() {
        return;
    }
    let (begin, before) = (Instant::now(), sent_here());
    while begin.elapsed() < Duration::from_secs(5) {
        // Five keys a second of each.
        let action = if begin.elapsed().as_millis() / 200 % 2 == 0 { Action::Left } else { Action::Right };
        host.tap(action);
        guest.tap(action);
        for _ in 0..20 {
            until([host, guest], "frames", |_| true);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    if let (Some(before), Some(after)) = (before, sent_here()) {
        let each = (after - before) as f64 / begin.elapsed().as_secs_f64() / 2.0 / lines;
        println!("{each:.0} bytes a second each way, with all headers from IP on");
    }
}

/// Begins a match: both are ready.
pub(crate) fn begin([host, guest]: [&mut Program; 2]) {
    for program in [&mut *host, &mut *guest] {
        program.room(|room, _| room.set_ready(true));
    }
    until([host, guest], "the match begins", |both| both.iter().all(|program| program.is_playing()));
}

/// Plays the match of this number to its end.
pub(crate) fn play_on([host, guest]: [&mut Program; 2], number: usize) {
    let begin = Instant::now();
    while host.recorded().len() < number || guest.recorded().len() < number {
        // The guest drops its pieces where they appear, until they reach the top.
        guest.tap(Action::HardDrop);
        host.tap(Action::Left);
        until([host, guest], "frames", |_| true);
        std::thread::sleep(Duration::from_millis(30));
        assert!(begin.elapsed() < PATIENCE, "the match ends; {} {}", host.told(), guest.told());
    }
    let [one, other] = [&*host, &*guest].map(|program| &program.recorded()[number - 1]);
    assert!(bytes(one) == bytes(other), "both have recorded the same bytes");
    assert_eq!(one.result.wins, [1, 0]);
}

#[test]
fn two_programs_meet_play_and_record_the_same() {
    let [mut host, mut guest] = company();
    begin([&mut host, &mut guest]);
    print_sent([&mut host, &mut guest], 1.0);
    play_on([&mut host, &mut guest], 1);
    play([&mut host, &mut guest], 2);
    guest.room(|room, _| room.leave());
    until([&mut host], "the host hears of it", |[host]| host.state() == RoomState::Closed);
    assert_eq!(host.told(), "Boris has left the room");
}

#[test]
fn a_computer_player_plays_for_its_host_and_the_other_is_told() {
    let (mut host, mut guest) = (Program::new("Anna"), Program::new("Boris"));
    let room = open_with(&mut host, Some(searcher(Pace::from_pps(5.0))));
    join(&mut guest, room);
    until_met(&mut host, &mut guest);
    let told =
        guest.room(|room, _| room.lobby().and_then(|lobby| lobby.other_player()).map(|other| other.player.clone()));
    assert!(matches!(told, Some(RecordedPlayer::Computer { .. })), "{told:?}");
    play([&mut host, &mut guest], 1);
    let replay = &host.recorded()[0];
    let pressed = replay.beats.iter().flat_map(|beat| &beat.keys).filter(|(seat, _)| *seat == 0).count();
    // Its five pieces a second, but for the first thought and what the match takes to end.
    let (pieces, ticks) = (u64::from(replay.result.pieces[0]), replay.result.round_ticks);
    assert!(1000 * pieces > 2 * ticks, "{pieces} pieces in {ticks} ticks");
    assert!(pressed as u64 > 2 * pieces, "{pressed} presses and releases for {pieces} pieces");
    assert_eq!(survey(replay).expect("it can be played").check, ReplayCheck::Agrees);
}

#[test]
fn whoever_leaves_in_the_middle_is_named_and_the_match_ends() {
    let [mut host, mut guest] = company();
    begin([&mut host, &mut guest]);
    host.room(|room, _| room.leave());
    until([&mut guest], "the guest has won", |[guest]| !guest.recorded().is_empty());
    let replay = &guest.recorded()[0];
    assert_eq!((replay.result.wins, replay.result.forfeited), ([0, 1], Some(0)));
    assert_eq!(guest.state(), RoomState::Closed);
    assert!(guest.is_playing(), "the match that is over stays to be looked at");
    assert_eq!(survey(replay).expect("it can be played").check, ReplayCheck::Agrees);
}

#[test]
fn whoever_watches_a_replay_hears_that_the_other_is_ready_and_comes_back_to_the_room() {
    let [mut host, mut guest] = company();
    play([&mut host, &mut guest], 1);
    let replay = Arc::clone(&host.recorded()[0]);
    let world = host.app.world_mut();
    world.trigger(EndMatch);
    world.insert_resource(Watching::new(replay));
    world.resource_mut::<NextState<Screen>>().set(Screen::Replay);
    until([&mut host, &mut guest], "the replay is on show", |[host, _]| {
        *host.app.world().resource::<State<Screen>>().get() == Screen::Replay
    });
    assert_eq!(host.app.world().resource::<Watching>().back, Screen::Online);
    guest.room(|room, _| room.set_ready(true));
    until([&mut host, &mut guest], "the host hears of it", |[host, _]| {
        host.told() == "Boris is ready for the next match"
    });
}

#[test]
fn a_page_that_is_opened_in_the_frame_in_which_the_match_begins_gives_way_to_it() {
    let [mut host, mut guest] = company();
    for program in [&mut host, &mut guest] {
        program.room(|room, _| room.set_ready(true));
    }
    until([&mut host, &mut guest], "the host's match begins", |[host, _]| host.is_playing());
    host.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
    until([&mut host, &mut guest], "the guest's match begins", |[_, guest]| guest.is_playing());
    until([&mut host, &mut guest], "frames", |_| true);
    assert_eq!(*host.app.world().resource::<State<Screen>>().get(), Screen::Play);
    assert!(host.is_playing());
}

#[test]
fn whoever_withholds_keys_ends_the_match_undecided() {
    let [mut host, mut guest] = company();
    begin([&mut host, &mut guest]);
    // The guest plays no more; its network's thread goes on sending what it knows.
    host.fly_through(20);
    assert!(host.is_playing(), "keys may still come: {}", host.told());
    host.fly_through(20);
    assert!(!host.is_playing(), "the host waits no longer");
    assert!(host.told().contains("undecided"), "{}", host.told());
    assert!(host.told().contains("garbage travels longer"), "it says what helps: {}", host.told());
    assert!(host.recorded().is_empty(), "nobody has won");
}

#[test]
fn a_wrong_code_and_a_full_room_are_a_line() {
    let (mut host, mut stranger) = (Program::new("Anna"), Program::new("Clara"));
    let room = open(&mut host);
    let wrong = RoomAddress { code: RoomCode::random(), ..room.clone() };
    join(&mut stranger, wrong.clone());
    until([&mut host, &mut stranger], "nobody is there", |[_, stranger]| stranger.state() == RoomState::Closed);
    assert!(stranger.told().contains(&wrong.code.to_string()), "{}", stranger.told());
    assert!(matches!(host.state(), RoomState::Open(_)), "the host waits on");
    let mut guest = Program::new("Boris");
    join(&mut guest, room.clone());
    until_met(&mut host, &mut guest);
    join(&mut stranger, room.clone());
    let line = "You cannot come in: somebody else is in this room already";
    until([&mut host, &mut guest, &mut stranger], "the room is full", |[.., stranger]| {
        stranger.state() == RoomState::Closed && stranger.told() == line
    });
    assert!(host.has_met() && guest.has_met(), "the two are left alone");
}
