//! The window on a desktop: what a command opens it with, and how it closes by itself after this many ticks.

use super::Failure;
use super::output::path_text;
use super::trace::{self, TraceFile};
use super::window_size;
use crate::app::persistence::Settings;
use crate::app::watching::Watching;
use crate::app::{Overlay, Screen};
use crate::audio::{MusicStatus, TempoChangeTiming};
use crate::doors::Moment;
use crate::game::headless::MatchReport;
use crate::game::{self, Match, MatchSetup, StartMatch, ThinkingPlace, TickLimit};
use crate::{storage, ui, window};
use bevy::log::tracing_subscriber::fmt;
use bevy::log::{BoxedFmtLayer, BoxedLayer, LogPlugin};
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use bevy_egui::{EguiContext, PrimaryEguiContext};
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// What the window opens with.
#[derive(Default)]
pub struct WindowOptions {
    /// A match to go straight into; the menu without one.
    pub start: Option<MatchSetup>,
    /// A replay to show at once; `None` for none.
    pub replay: Option<crate::game::replay::Replay>,
    /// Ticks after which the window closes; `None` leaves that to the player.
    pub ticks: Option<u64>,
    /// Where changes of state are written; `None` writes none.
    pub trace: Option<TraceFile>,
    /// Whether something is measured: the window has its usual size then, and it is not kept which one it gets.
    pub(super) is_measured: bool,
    /// Plugins that are added to the app last, by which tools of development measure and drive it.
    pub(super) extras: Vec<ExtraPlugin>,
    /// A function that makes a layer over the log, which sees every message; `None` for no layer.
    pub(super) log_layer: Option<fn(&mut App) -> Option<BoxedLayer>>,
}

/// A function that adds to the app, given the moment at which the app was started.
pub(super) struct ExtraPlugin(pub(super) Box<dyn FnOnce(&mut App, Moment)>);

/// The place where the system that closes the window leaves the match's report for the code that opened it.
#[derive(Resource, Clone, Default)]
struct Ended(Arc<Mutex<Option<MatchReport>>>);

/// Opens the window and returns when it is closed. Where the options give a number of ticks, it returns the report of
/// the match at their end, else `None`.
///
/// # Errors
/// When the assets are not there, no window can be opened, or graphics or display fail while it is open.
pub fn run(game: WindowOptions) -> Result<Option<MatchReport>, Failure> {
    let opened = Moment::now();
    let assets = assets_path()?;
    let mut app = App::new();
    let resolution = WindowResolution::new(1280, 720);
    let opened_as = Window { resolution, present_mode: PresentMode::AutoVsync, ..window::usual_window() };
    let plugins = window::bevy_plugins(opened_as, assets).set(LogPlugin {
        filter: window::LOG_FILTER.to_owned(),
        custom_layer: game.log_layer.unwrap_or(|_| None),
        fmt_layer: make_log_writer,
        ..default()
    });
    catch_window_panic(|| {
        app.add_plugins(plugins);
    })?;
    app.insert_resource(ThinkingPlace::Pooled).add_plugins(window::plugin);
    if !game.is_measured && game.ticks.is_none() {
        window_size::plugin(&mut app);
    }
    if let Some(trace) = game.trace {
        app.insert_resource(trace);
        app.add_plugins(trace::plugin);
        app.add_systems(Last, (trace_screens, trace_page, trace_music).chain());
    }
    if let Some(setup) = game.start {
        app.insert_state(Screen::Play);
        app.add_systems(Startup, move |mut commands: Commands, settings: Res<Settings>| {
            let mut setup = setup.clone();
            // A person keeps the handling of the settings, however the match was started.
            for seat in setup.seats.iter_mut().filter(|seat| seat.is_persons_here()) {
                seat.handling = settings.handling;
            }
            commands.trigger(StartMatch(setup));
        });
    }
    if let Some(replay) = game.replay {
        app.insert_state(Screen::Replay);
        app.insert_resource(Watching::new(Arc::new(replay)));
    }
    for ExtraPlugin(add) in game.extras {
        add(&mut app, opened);
    }
    let ended = Ended::default();
    if let Some(ticks) = game.ticks {
        app.insert_resource(TickLimit(ticks));
        app.insert_resource(ended.clone());
        app.add_systems(Last, close_at_the_end);
    }
    #[cfg(any(unix, all(windows, feature = "net")))]
    close_when_asked(&mut app, crate::doors::StopFlag::on_termination());
    check_exit(&app.run())?;
    let end = ended.0.lock().ok().and_then(|mut end| end.take());
    Ok(end)
}

/// Closes the window once the system asks the program to end. Where no such request can be heard, as in a sandbox in
/// which no signal can be caught, the game is played all the same.
#[cfg(any(unix, all(windows, feature = "net")))]
fn close_when_asked(app: &mut App, asked: std::io::Result<crate::doors::StopFlag>) {
    match asked {
        // As the title's Quit does: what is not written yet is written then.
        Ok(asked) => {
            app.add_systems(Update, move |mut exits: MessageWriter<AppExit>| {
                if asked.is_set() {
                    exits.write(AppExit::Success);
                }
            });
        }
        Err(error) => warn!("when the system asks the game to end, nothing is written before: {error}"),
    }
}

/// Makes what writes the log on standard error, for the log's plugin.
fn make_log_writer(_: &mut App) -> Option<BoxedFmtLayer> {
    let [no_color, terminal] = ["NO_COLOR", "TERM"].map(std::env::var_os);
    let coloured = is_log_coloured(std::io::stderr().is_terminal(), no_color.as_deref(), terminal.as_deref());
    Some(Box::new(fmt::Layer::default().with_writer(std::io::stderr).with_ansi(coloured)))
}

/// Whether the log has colours, whose codes a file, or the journal of a desktop that started the game, would keep.
/// `NO_COLOR` (<https://no-color.org>) leaves them out on a terminal too, and so does one that says that it is dumb.
fn is_log_coloured(is_terminal: bool, no_color: Option<&OsStr>, terminal: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty) && terminal.is_none_or(|name| name != OsStr::new("dumb"))
}

/// Makes sure that the window has closed because somebody wanted it: the player, the system, or whoever pressed Ctrl-C,
/// which has a code of its own.
///
/// # Errors
/// When graphics or display have failed.
fn check_exit(exit: &AppExit) -> Result<(), Failure> {
    match *exit == AppExit::error() {
        true => Err(Failure::new("the window had to close, since graphics or display failed; the log above says how")),
        false => Ok(()),
    }
}

/// The path of the assets folder.
///
/// # Errors
/// When it is not there.
pub(super) fn assets_path() -> Result<String, Failure> {
    let missing = "the assets folder is not there; run korobka where it lies or name it in KOROBKA_ASSETS";
    let folder = storage::paths::assets_folder().ok_or_else(|| Failure::new(missing))?;
    Ok(path_for_bevy(&folder))
}

/// The path of a folder for Bevy, which would look for a relative one from the program's folder on, and not from the
/// working folder as everybody else.
fn path_for_bevy(folder: &Path) -> String {
    path_text(&std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()))
}

/// Opens screen and graphics by `open`. The window and render plugins return no errors but panic where there is no
/// display or no driver: here a panic becomes one line for the user.
pub(super) fn catch_window_panic(open: impl FnOnce()) -> Result<(), Failure> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(open));
    std::panic::set_hook(hook);
    opened.map_err(|cause| {
        let cause = cause.downcast_ref::<String>().map(String::as_str).or(cause.downcast_ref::<&str>().copied());
        let cause = cause.unwrap_or("no reason given");
        // Of an error of winit only its own words say something to a user: they stand in its last quotation marks.
        let quoted = cause.contains("OsError").then(|| cause.rsplit('"').nth(1)).flatten();
        let cause = quoted.unwrap_or(cause).trim_end_matches('.');
        Failure::new(format!(
            "cannot open a window: {cause}; start korobka on a desktop with graphics, or use what needs no window: \
             'korobka match', 'korobka play --headless --ticks N'"
        ))
    })
}

/// Closes the window once the ticks are over or the match is, and leaves the match's report for the caller.
fn close_at_the_end(world: &mut World, matches: &mut QueryState<&Match>) {
    let Some(&TickLimit(ticks)) = world.get_resource::<TickLimit>() else { return };
    if !matches.single(world).is_ok_and(|current| current.is_over() || current.tick >= ticks) {
        return;
    }
    let end = MatchReport { hash: game::state_hash(world), ..game::headless::match_report(world) };
    if let Some(Ok(mut place)) = world.get_resource::<Ended>().map(|ended| ended.0.lock()) {
        *place = Some(end);
    }
    world.write_message(AppExit::Success);
}

/// Writes screens and overlays to the trace as they change.
fn trace_screens(
    mut trace: ResMut<TraceFile>,
    screen: Res<State<Screen>>,
    overlay: Option<Res<State<Overlay>>>,
    mut last: Local<Option<(Screen, Option<Overlay>)>>,
) {
    let now = (*screen.get(), overlay.map(|overlay| *overlay.get()));
    if *last != Some(now) {
        *last = Some(now);
        let overlay = now.1.filter(|&overlay| overlay != Overlay::None);
        trace.write_line(
            "screen",
            serde_json::json!({ "name": format!("{:?}", now.0), "overlay": overlay.map(|overlay| format!("{overlay:?}")) }),
        );
        trace.flush();
    }
}

/// Writes to the trace where rows and buttons lie, as they change: a test finds its way by them.
fn trace_page(
    mut trace: ResMut<TraceFile>,
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    mut last: Local<ui::page_layout::PageLayout>,
) {
    let Ok(mut context) = contexts.single_mut() else { return };
    let page = ui::page_layout::take_layout(context.get_mut());
    if page != *last {
        trace.write_line("page", &page);
        trace.flush();
        *last = page;
    }
}

/// Writes changes of tempo to the trace.
fn trace_music(mut trace: ResMut<TraceFile>, music: Res<MusicStatus>, mut last: Local<Option<TempoChangeTiming>>) {
    if music.change != *last {
        *last = music.change;
        trace.write_line("music", serde_json::json!({ "tempo": music.tempo, "change": music.change }));
        trace.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bevy_reads_a_relative_folder_of_assets_from_the_working_folder() {
        let found = std::env::current_dir().ok().map(|here| path_text(&here.join("assets")));
        assert_eq!(Some(path_for_bevy(Path::new("assets"))), found);
    }

    #[test]
    fn the_log_has_colours_on_a_terminal_that_wants_them() {
        let is_coloured = |is_terminal: bool, no_color: Option<&str>, terminal: &str| {
            is_log_coloured(is_terminal, no_color.map(OsStr::new), Some(OsStr::new(terminal)))
        };
        assert!(is_coloured(true, None, "xterm") && is_coloured(true, Some(""), "xterm"));
        assert!(is_log_coloured(true, None, None), "Windows names no terminal");
        assert!(!is_coloured(false, None, "xterm"), "a file");
        assert!(!is_coloured(true, Some("1"), "xterm") && !is_coloured(true, None, "dumb"));
    }

    #[test]
    fn a_window_that_closed_because_something_failed_is_a_failure_of_the_command() {
        assert!(check_exit(&AppExit::Success).is_ok(), "the player's wish");
        assert!(check_exit(&AppExit::from_code(130)).is_ok(), "Ctrl-C");
        assert!(check_exit(&AppExit::error()).is_err());
    }

    #[test]
    #[cfg(any(unix, all(windows, feature = "net")))]
    fn a_system_that_tells_of_no_signal_still_has_its_window() {
        use crate::doors::StopFlag;
        let exit = |asked: std::io::Result<StopFlag>| {
            let mut app = App::new();
            close_when_asked(&mut app, asked);
            app.update();
            app.should_exit()
        };
        let asked = StopFlag::default();
        assert_eq!([exit(Ok(asked.clone())), exit(Err(std::io::Error::other("no signals")))], [None, None]);
        asked.set();
        assert_eq!(exit(Ok(asked)), Some(AppExit::Success));
    }
}
