//! The game as a page in a browser: `assets/web/page.js` brings the files and calls [`run`].

use crate::app::first_steps::FirstSteps;
use crate::app::history::GameHistory;
use crate::app::library::PuzzleLibrary;
#[cfg(feature = "net")]
use crate::app::online::{OnlineRoom, own_computer_player};
use crate::app::opponents::OpponentList;
use crate::app::page_link::{self, PageLink};
use crate::app::persistence::Settings;
use crate::app::saving::{WindowGone, WindowHidden};
use crate::app::toasts::Toasts;
use crate::app::watching::WatchReplay;
use crate::app::{Overlay, Screen};
use crate::doors::browser::{self, WebWorker};
use crate::doors::clock::since_1970;
#[cfg(feature = "net")]
use crate::doors::peer::RoomAddress;
use crate::game::{EndMatch, Match, StartMatch, ThinkingPlace, TickLimit, TickOutcomeMessage, may_tick, state_hash};
use crate::net::OnlineMatch;
use crate::storage::paths;
use crate::window;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{FileDragAndDrop, PrimaryWindow, WindowOccluded, WindowResizeConstraints};
use std::path::PathBuf;
use std::sync::Arc;

/// Stores a file before the game starts: one of the assets, or one that the player's last visit has left.
pub fn put_file(path: &str, bytes: Vec<u8>) {
    browser::put_file(path, bytes);
}

/// Starts the game on the page's canvas. `link` is what follows the page's address, `name=value` a line ([`PageLink`]).
pub fn run(link: &str) {
    paths::use_home(PathBuf::from(browser::HOME_FOLDER));
    let canvas = Window {
        canvas: Some("#game".to_owned()),
        fit_canvas_to_parent: true,
        // The page's script leaves some keys to the browser.
        prevent_default_event_handling: false,
        // A phone's window is smaller than a desktop's may be.
        resize_constraints: WindowResizeConstraints::default(),
        ..window::usual_window()
    };
    let mut app = App::new();
    app.add_plugins(window::bevy_plugins(canvas, "assets".to_owned()));
    let worker = WebWorker::start("search");
    // Without one the page's script has told the player: thoughts are thought between the frames.
    let place = worker.map_or(ThinkingPlace::Pooled, |worker| ThinkingPlace::Worker(Arc::new(worker)));
    app.insert_resource(place).add_plugins(window::plugin);
    app.add_systems(Last, (tell_screen, tell_end.run_if(resource_exists::<TickLimit>)));
    app.add_systems(Last, may_tick.pipe(tell_running));
    app.add_systems(Update, (warn_player, take_arrivals, take_files, tell_first_move, label_keys));
    app.add_systems(First, (|| browser::mark_schedules(false), leave, follow_full_screen));
    app.add_systems(Last, (|| browser::mark_schedules(true)).after(tell_screen));
    app.add_observer(|_: On<EndMatch>, mut commands: Commands| commands.remove_resource::<TickLimit>());
    let link = link.parse::<PageLink>();
    app.add_systems(PostStartup, move |world: &mut World| begin(world, &link));
    app.run();
}

/// Goes straight to what the link asks for: a replay, a match, or the page of rooms.
fn begin(world: &mut World, link: &Result<PageLink, String>) {
    let mut settings = world.resource_mut::<Settings>();
    // Until the questions of the first start are answered, which ask for it too.
    if !settings.welcomed && browser::reduced_motion() {
        settings.appearance.reduced_motion = true;
    }
    match link.as_ref().map(PageLink::replay) {
        Ok(Ok(Some(replay))) => return world.trigger(WatchReplay(replay)),
        Ok(Err(line)) => return world.resource_mut::<Toasts>().warn(line),
        _ => {}
    }
    #[cfg(feature = "net")]
    if let Ok(PageLink { online: true, room, watches, .. }) = link {
        return go_online(world, room.as_deref(), *watches);
    }
    if let Ok(PageLink { frame_ticks: Some(ticks), .. }) = link {
        world.insert_resource(TimeUpdateStrategy::FixedTimesteps(*ticks));
    }
    let wanted = link.clone().and_then(|link| {
        let seed = since_1970().as_nanos() as u64;
        let asked = world.resource_scope(|world, mut opponents: Mut<OpponentList>| {
            link.match_setup(world.resource::<Settings>(), &mut opponents, world.resource::<PuzzleLibrary>(), seed)
        });
        asked.map(|asked| (asked, link.ticks)).map_err(|error| format!("The link's match cannot start: {error}"))
    });
    match wanted {
        Ok((Some(mut setup), ticks)) => {
            let is_new = !world.resource::<Settings>().welcomed && world.resource::<GameHistory>().games.is_empty();
            page_link::begin_first_steps(&mut setup, is_new, &mut world.resource_mut::<FirstSteps>());
            world.resource_mut::<NextState<Screen>>().set(Screen::Play);
            world.trigger(StartMatch(setup));
            // That ends the match before, and the end of a match takes its limit away.
            world.flush();
            if let Some(ticks) = ticks {
                world.insert_resource(TickLimit(ticks));
            }
        }
        Ok((None, _)) => {}
        Err(line) => world.resource_mut::<Toasts>().warn(line),
    }
}

/// Goes to the page of rooms, and from there to the room of the link: as a spectator if it `watches`, else to play.
#[cfg(feature = "net")]
fn go_online(world: &mut World, room: Option<&str>, watches: bool) {
    world.resource_mut::<NextState<Screen>>().set(Screen::Online);
    let Some(room) = room else { return };
    let settings = world.resource::<Settings>().clone();
    let seat = own_computer_player(&settings, &mut world.resource_mut::<OpponentList>());
    let gone = room.parse::<RoomAddress>().map_err(|error| error.line(settings.online.hidden)).and_then(|room| {
        let mut to = world.resource_mut::<OnlineRoom>();
        if watches { to.spectate(&settings, room) } else { to.join(&settings, seat?, room) }
    });
    if let Err(line) = gone {
        world.resource_mut::<Toasts>().warn(line);
    }
}

/// Tells the page which screen is on show, as it changes.
fn tell_screen(screen: Res<State<Screen>>, overlay: Option<Res<State<Overlay>>>) {
    if screen.is_changed() || overlay.as_ref().is_some_and(DetectChanges::is_changed) {
        let overlay = overlay.map_or(Overlay::None, |overlay| *overlay.get());
        browser::tell_page_screen_names(&format!("{:?}", screen.get()), &format!("{overlay:?}"));
    }
}

/// Tells the page, as it changes, whether ticks pass of a match or of a replay.
fn tell_running(In(runs): In<bool>, mut told: Local<bool>) {
    if std::mem::replace(&mut *told, runs) != runs {
        browser::tell_running(runs);
    }
}

/// Tells the page, once, that a player's piece has been moved aside.
fn tell_first_move(mut facts: MessageReader<TickOutcomeMessage>, mut told: Local<bool>) {
    if !*told && facts.read().any(|fact| fact.outcome.shifted > 0) {
        *told = true;
        browser::tell_first_move();
    }
}

/// Tells the page the hash of a match of a given length, once, at its end. Where the match itself is not over yet it
/// rests there, and the player may go on with it.
fn tell_end(world: &mut World, matches: &mut QueryState<&Match>, mut told: Local<bool>) {
    let limit = world.resource::<TickLimit>().0;
    let Some((ticks, is_over)) = matches.single(world).ok().map(|current| (current.tick, current.is_over())) else {
        return;
    };
    if *told || !is_over && ticks < limit {
        return;
    }
    *told = true;
    browser::tell_match_end(ticks as f64, &format!("{:016x}", state_hash(world)));
    if !is_over {
        world.remove_resource::<TickLimit>();
        world.resource_mut::<NextState<Overlay>>().set(Overlay::Pause);
        world.resource_mut::<Toasts>().say("The match is paused here, at the length that its link gives. It may go on");
    }
}

/// Tells the game that nobody sees its window any more: it pauses and writes what is not written yet. A page that is
/// closed leaves a match with somebody elsewhere and has lost it, so that it does not rest.
fn leave(
    window: Single<Entity, With<PrimaryWindow>>,
    online: Option<Res<OnlineMatch>>,
    mut hidden: MessageWriter<WindowOccluded>,
    mut unseen: MessageWriter<WindowHidden>,
    mut gone: MessageWriter<WindowGone>,
) {
    if !browser::has_left_page() {
        return;
    }
    if browser::is_closing() {
        gone.write(WindowGone);
        if online.is_some() {
            unseen.write(WindowHidden);
            return;
        }
    }
    hidden.write(WindowOccluded { window: *window, occluded: true });
}

/// Takes over into the settings whether the browser shows the full screen: its own keys end it, and no page
/// may begin with it.
fn follow_full_screen(mut settings: ResMut<Settings>) {
    if let Some(full) = browser::full_screen_change()
        && settings.looks.fullscreen != full
    {
        settings.looks.fullscreen = full;
    }
}

/// Takes over into the settings what the browser knows of the keys' labels.
fn label_keys(mut settings: ResMut<Settings>) {
    let told = browser::key_labels().unwrap_or_default();
    for (name, typed) in told.lines().filter_map(|line| line.split_once(' ')) {
        if let Ok(typed) = typed.parse() {
            settings.key_labels.note_typed_char(name, typed);
        }
    }
}

/// Reads the list of opponents again once the page has fetched more of their files, after the menu was there.
fn take_arrivals(mut opponents: ResMut<OpponentList>) {
    if browser::have_files_arrived() {
        opponents.read_again();
    }
}

/// Has the game take a file that was dropped on the page, or chosen by the player, like one dropped on a window.
fn take_files(window: Single<Entity, With<PrimaryWindow>>, mut dropped: MessageWriter<FileDragAndDrop>) {
    while let Some(path) = browser::next_opened_file() {
        dropped.write(FileDragAndDrop::DroppedFile { window: *window, path_buf: path.into() });
    }
}

/// Shows the player what the page's script has to say. What a browser refuses is known only after the game has told it
/// as done, as that a text is copied.
fn warn_player(mut toasts: ResMut<Toasts>) {
    while let Some(line) = browser::next_warning() {
        toasts.replace_by_warning(line);
    }
}
