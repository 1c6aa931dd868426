//! One screen, one game on it, its keys and its trace.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// One window at a time: a software renderer takes all cores, and two would starve each other.
static SCREEN: Mutex<()> = Mutex::new(());

/// How long anything may take before it counts as never: a software renderer on a busy machine is slow.
pub(super) const PATIENCE: Duration = Duration::from_secs(180);

/// How long what follows from a key may take before the key counts as fallen between two slow frames.
pub(super) const LATE: Duration = Duration::from_secs(15);

/// How long a key is held that is only pressed.
const SHORT: Duration = Duration::from_millis(100);

/// The settings of a player who has answered the first questions already.
pub(super) const WELCOMED: &str = "welcomed = true\n";

/// An X server without a screen.
pub(super) struct Display {
    server: Child,
    pub(super) name: String,
    _alone: Option<MutexGuard<'static, ()>>,
}

impl Display {
    /// Starts one on a free display.
    pub(super) fn open() -> Self {
        Self::with(Some(SCREEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())))
    }

    /// Starts another one beside this one, for a second program.
    pub(super) fn beside(&self) -> Self {
        Self::with(None)
    }

    fn with(alone: Option<MutexGuard<'static, ()>>) -> Self {
        let mut server = Command::new("Xvfb")
            // Without -noreset it starts over, deaf meanwhile, whenever its last client leaves, as every xdotool does.
            .args(["-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is there (make test installs it)");
        let mut number = String::new();
        let output = server.stdout.as_mut().expect("its output is piped");
        BufReader::new(output).read_line(&mut number).expect("Xvfb tells its display");
        Self { server, name: format!(":{}", number.trim()), _alone: alone }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A new home with these files, which are named from the home on.
pub(super) fn home_with(files: &[(&str, &[u8])]) -> TempDir {
    let home = tempfile::tempdir().expect("a folder for the game's home");
    for (name, bytes) in files {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().expect("it lies in the home")).expect("the home can be written");
        fs::write(path, bytes).expect("the home can be written");
    }
    home
}

/// A running game with a home of its own.
pub(super) struct Game {
    process: Child,
    display: String,
    /// The number by which xdotool knows the window.
    window: String,
    trace: PathBuf,
    read: usize,
    pub(super) lines: Vec<Value>,
    pub(super) home: TempDir,
}

impl Game {
    /// The command of a game on this display with a fresh home.
    pub(super) fn command(display: &str, home: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
        command
            .env("DISPLAY", display)
            .env_remove("WAYLAND_DISPLAY")
            .env("KOROBKA_HOME", home)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts a game with these flags and a trace, and waits for its window.
    pub(super) fn start(display: &Display, flags: &[&str], settings: Option<&str>) -> Self {
        Self::start_with(display, flags, settings, &[])
    }

    /// The same with further variables.
    pub(super) fn start_with(
        display: &Display,
        flags: &[&str],
        settings: Option<&str>,
        variables: &[(&'static str, String)],
    ) -> Self {
        let settings: Vec<_> =
            settings.map(|settings| ("config/settings.toml", settings.as_bytes())).into_iter().collect();
        Self::start_in(display, home_with(&settings), flags, variables)
    }

    /// The same in a home that is there already.
    pub(super) fn start_in(
        display: &Display,
        home: TempDir,
        flags: &[&str],
        variables: &[(&'static str, String)],
    ) -> Self {
        let trace = home.path().join("trace.jsonl");
        let process = Self::spawn(&display.name, home.path(), flags, variables);
        let (display, window) = (display.name.clone(), String::new());
        let mut game = Self { process, display, window, trace, read: 0, lines: Vec::new(), home };
        game.focus();
        game
    }

    /// Kills the program without a warning to it, and starts it again in the same home.
    pub(super) fn kill_and_start(&mut self, flags: &[&str]) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        fs::remove_file(&self.trace).expect("the trace was written");
        (self.read, self.lines) = (0, Vec::new());
        self.process = Self::spawn(&self.display, self.home.path(), flags, &[]);
        self.focus();
    }

    /// Asks the program to end, as a system does that shuts down.
    pub(super) fn terminate(&self) {
        let asked = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        assert!(asked.is_ok_and(|status| status.success()), "the program runs: {}", self.log());
    }

    fn spawn(display: &str, home: &Path, flags: &[&str], variables: &[(&'static str, String)]) -> Child {
        let log = fs::File::create(home.join("log")).expect("the home can be written");
        Self::command(display, home)
            .args(flags)
            .arg("--trace")
            .arg(home.join("trace.jsonl"))
            .envs(variables.iter().cloned())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the game starts")
    }

    /// What the game logged.
    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.home.path().join("log")).unwrap_or_default()
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool").args(arguments).env("DISPLAY", &self.display).output();
        let output = output.expect("xdotool is there (make test installs it)");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Waits for the window and gives it the keyboard: without a window manager nobody else does.
    fn focus(&mut self) {
        let begin = Instant::now();
        loop {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", "Korobka"]);
            if let Some(window) = found.lines().next() {
                self.xdotool(&["windowfocus", "--sync", window]);
                self.window = window.to_owned();
                return;
            }
            assert!(begin.elapsed() < PATIENCE, "the window opens; the log says: {}", self.log());
            assert!(self.process.try_wait().is_ok_and(|ended| ended.is_none()), "the game runs: {}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Takes the keyboard away from the window: the root has it then.
    pub(super) fn look_away(&self) {
        let root = self.xdotool(&["search", "--maxdepth", "0", ".*"]);
        self.xdotool(&["windowfocus", root.lines().next().unwrap_or_default()]);
    }

    /// Gives it back.
    pub(super) fn look_back(&mut self) {
        self.focus();
    }

    /// Holds a key for a tenth of a second: frames are slow here.
    pub(super) fn press(&self, key: &str) {
        self.hold(key, SHORT);
    }

    /// Holds a key for so long.
    fn hold(&self, key: &str, time: Duration) {
        self.xdotool(&["keydown", key, "sleep", &time.as_secs_f32().to_string(), "keyup", key]);
        std::thread::sleep(Duration::from_millis(150));
    }

    /// Leaves the match that runs for the page from which it was begun.
    pub(super) fn give_up(&mut self, to: &str) {
        self.press_for("Escape", "the pause", |line| is_screen(line, "Play", Some("Pause")));
        self.choose("Give up", to, |line| is_screen(line, to, None));
    }

    /// Moves the mouse to a place in the window.
    pub(super) fn point(&self, [x, y]: [i64; 2]) {
        self.xdotool(&["mousemove", "--window", &self.window, &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(150));
    }

    /// Moves the mouse there and holds a button of it for a tenth of a second; 5 turns its wheel down.
    pub(super) fn click(&self, at: [i64; 2], button: &str) {
        self.point(at);
        self.xdotool(&["mousedown", button, "sleep", "0.1", "mouseup", button]);
        std::thread::sleep(Duration::from_millis(150));
    }

    /// Waits until the program has ended by itself; whether it ended well.
    pub(super) fn wait_for_end(&mut self) -> bool {
        let begin = Instant::now();
        loop {
            if let Ok(Some(status)) = self.process.try_wait() {
                return status.success();
            }
            assert!(begin.elapsed() < PATIENCE, "the program ends; the log says: {}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Reads what the trace has gained.
    fn read(&mut self) {
        let text = fs::read_to_string(&self.trace).unwrap_or_default();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for line in text[self.read..whole].lines() {
            self.lines.push(serde_json::from_str(line).expect("every line of a trace is JSON"));
        }
        self.read = whole;
    }

    /// The place in the trace from which to look for what happens next.
    pub(super) fn now(&mut self) -> usize {
        self.read();
        self.lines.len()
    }

    /// Waits until `found` finds what it looks for, on disk for instance; gives it.
    pub(super) fn until<T>(&self, what: &str, found: impl Fn() -> Option<T>) -> T {
        let begin = Instant::now();
        loop {
            if let Some(found) = found() {
                return found;
            }
            assert!(begin.elapsed() < PATIENCE, "waited for {what}; log: {}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Does something again and again until a line after `from` satisfies `wanted`; gives it.
    fn again(
        &mut self,
        mut act: impl FnMut(&mut Self),
        from: usize,
        what: &str,
        wanted: impl Fn(&Value) -> bool,
    ) -> Value {
        let begin = Instant::now();
        loop {
            act(self);
            self.read();
            if let Some(line) = self.lines[from..].iter().find(|line| wanted(line)) {
                return line.clone();
            }
            let tail: Vec<_> = self.lines.iter().rev().take(5).collect();
            assert!(begin.elapsed() < PATIENCE, "waited for {what}; last: {tail:?}; log: {}", self.log());
        }
    }

    /// Waits until a line after `from` satisfies `wanted`; gives it.
    pub(super) fn wait(&mut self, from: usize, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        self.again(|_| rest(), from, what, wanted)
    }

    /// Goes from the title, just opened, to the screen that a row of it opens.
    pub(super) fn open_from_title(&mut self, name: &str) {
        self.wait_for_screen(0, "Title", None);
        let label = if name == "Single" { "Single player" } else { name };
        self.choose(label, name, |line| is_screen(line, name, None));
    }

    /// Waits for a screen, with or without an overlay.
    pub(super) fn wait_for_screen(&mut self, from: usize, name: &str, overlay: Option<&str>) {
        self.wait(from, &format!("screen {name} {overlay:?}"), |line| is_screen(line, name, overlay));
    }

    /// Presses a key until something follows from it: a key can fall between two slow frames.
    pub(super) fn press_until(&mut self, key: &str, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let from = self.now();
        self.again(|game| game.press(key), from, what, wanted)
    }

    /// Presses a key that would undo what it did if it came twice, and waits for what follows from it. Where nothing
    /// follows for long it is pressed again.
    pub(super) fn press_for(&mut self, key: &str, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        self.hold_for(key, SHORT, what, wanted)
    }

    /// The same with a key that is held for so long.
    pub(super) fn hold_for(&mut self, key: &str, time: Duration, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let (from, mut pressed) = (self.now(), None::<Instant>);
        let hold = |game: &mut Self| match pressed {
            Some(at) if at.elapsed() < LATE => rest(),
            _ => {
                game.hold(key, time);
                pressed = Some(Instant::now());
            }
        };
        self.again(hold, from, what, wanted)
    }

    /// The page that the trace told of last; null where it has told of none.
    pub(super) fn page(&mut self) -> Value {
        self.read();
        self.lines.iter().rev().find_map(|line| line.get("page")).cloned().unwrap_or_default()
    }

    /// The words of the first row below the tabs, once the page with this name is there.
    pub(super) fn first_row(&mut self, page: &str) -> String {
        let begin = Instant::now();
        loop {
            let shown = self.page();
            if let Some(label) = shown["rows"][1]["label"].as_str().filter(|_| shown["name"] == page) {
                return label.to_owned();
            }
            assert!(begin.elapsed() < PATIENCE, "waited for the page {page}; it is {shown}; log: {}", self.log());
            rest();
        }
    }

    /// Presses the arrow key that leads nearer to the row with these words, and waits until the focus has moved.
    /// Returns whether the focus was on that row already.
    fn step_to_row(&mut self, label: &str) -> bool {
        let page = self.page();
        let labels = page["rows"].as_array().map(Vec::as_slice).unwrap_or_default();
        let Some(row) = labels.iter().position(|row| row["label"] == label) else {
            rest();
            return false;
        };
        let (count, focus) = (labels.len(), page["focus"].as_u64().unwrap_or_default() as usize);
        let below = (row + count - focus.min(count - 1)) % count;
        if below == 0 {
            return true;
        }
        let begin = Instant::now();
        self.press(if below * 2 <= count { "Down" } else { "Up" });
        while self.page()["focus"] == page["focus"] && begin.elapsed() < Duration::from_secs(2) {
            rest();
        }
        false
    }

    /// Goes by the arrow keys to the row with these words, as soon as a page has it.
    pub(super) fn go_to_row(&mut self, label: &str) {
        let begin = Instant::now();
        while !self.step_to_row(label) {
            assert!(begin.elapsed() < PATIENCE, "'{label}' is a row of {}; log: {}", self.page(), self.log());
        }
    }

    /// Goes to the row with these words and presses Enter until something follows from it.
    pub(super) fn choose(&mut self, label: &str, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let (from, mut chosen) = (self.now(), None::<Instant>);
        let enter = |game: &mut Self| match chosen {
            Some(at) if at.elapsed() < LATE => rest(),
            _ if game.step_to_row(label) => {
                game.press("Return");
                chosen = Some(Instant::now());
            }
            _ => {}
        };
        self.again(enter, from, &format!("'{label}' to lead to {what}"), wanted)
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A moment before another look at the trace.
fn rest() {
    std::thread::sleep(Duration::from_millis(50));
}

/// Whether the line tells of this screen, with or without an overlay.
pub(super) fn is_screen(line: &Value, name: &str, overlay: Option<&str>) -> bool {
    line["screen"]["name"] == name && line["screen"]["overlay"].as_str() == overlay
}

/// Whether the line tells of a page that has a row with these words.
pub(super) fn has_row(line: &Value, label: &str) -> bool {
    line["page"]["rows"].as_array().is_some_and(|rows| rows.iter().any(|row| row["label"] == label))
}

/// Whether the line is a fact about the left player that satisfies `wanted`.
pub(super) fn left(line: &Value, wanted: impl Fn(&Value) -> bool) -> bool {
    let fact = &line["happened"];
    fact["seat"] == 0 && wanted(&fact["outcome"])
}
