//! A tour through every page of the table of pages, by the keyboard alone and by the mouse alone, in the real
//! window. The way is found by the words on rows and buttons, which the trace tells. A page that cannot be reached,
//! or not be left, fails.

use super::support::{Display, Game, LATE, PATIENCE};
use korobka::app::{Overlay, Screen};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The questions of the first start are not answered yet; a survival is soon over, without a hand.
const SETTINGS: &str = "[modes.options.survival]\nevery = 500\nrows = 8\ndelay = 0\n";

/// How long nothing changes on a page that stands still.
const STILL: Duration = Duration::from_millis(500);

/// With what the tourist goes about. Both know one key each beside what is told of each page: Esc, and the way the
/// mouse calls the pause.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Keyboard,
    Mouse,
}

struct Tour {
    game: Game,
    by: By,
}

impl Tour {
    /// The page on show, once it stands still.
    fn page(&mut self) -> Value {
        let mut lines = self.game.now();
        let mut still = Instant::now();
        while still.elapsed() < STILL {
            std::thread::sleep(Duration::from_millis(50));
            if self.game.now() != lines {
                let from = std::mem::replace(&mut lines, self.game.lines.len());
                if self.game.lines[from..].iter().any(|line| line.get("page").is_some()) {
                    still = Instant::now();
                }
            }
        }
        let last = self.game.lines.iter().rev().find_map(|line| line.get("page"));
        last.cloned().unwrap_or_default()
    }

    /// The page after a key that moves the focus away from this row; it need not stand still for the next such key.
    fn page_after_move(&mut self, key: &str, row: usize) -> Value {
        let from = self.game.now();
        self.game.press(key);
        let begin = Instant::now();
        while begin.elapsed() < STILL {
            self.game.now();
            let last = self.game.lines[from..].iter().rev().find_map(|line| line.get("page"));
            if let Some(page) = last.filter(|page| page["focus"] != row) {
                return page.clone();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.page()
    }

    /// Where something lies on a page: its number in `list`, its place, whether it is in sight.
    fn find(page: &Value, list: &str, label: &str) -> Option<(usize, [i64; 2], bool)> {
        let spots = page[list].as_array()?;
        let number = spots.iter().position(|spot| spot["label"] == label)?;
        let spot = &spots[number];
        let at = [spot["at"][0].as_i64()?, spot["at"][1].as_i64()?];
        Some((number, at, spot["seen"].as_bool()?))
    }

    /// Chooses a row, or with the mouse also a button, by its words.
    fn choose(&mut self, label: &str) {
        let begin = Instant::now();
        let mut page = self.page();
        loop {
            let row = Self::find(&page, "rows", label);
            let button = Self::find(&page, "buttons", label).filter(|_| self.by == By::Mouse);
            let focus = page["focus"].as_u64().map(|focus| focus as usize);
            match (row, button, self.by) {
                (Some((number, ..)), _, By::Keyboard) if focus == Some(number) => return self.game.press("Return"),
                (Some((number, ..)), _, By::Keyboard) => {
                    let focus = focus.unwrap_or_default();
                    page = self.page_after_move(if focus < number { "Down" } else { "Up" }, focus);
                }
                (Some((_, at, true)), None, _) | (_, Some((_, at, _)), _) => return self.game.click(at, "1"),
                // Further down: the wheel, over the rows.
                (Some((_, [x, _], false)), None, By::Mouse) => {
                    self.game.click([x, 360], "5");
                    page = self.page();
                }
                (None, None, _) => page = self.page(),
            }
            assert!(begin.elapsed() < PATIENCE * 2, "'{label}' can be chosen on {page}; log: {}", self.game.log());
        }
    }

    /// Chooses something until it leads to its page: a press can fall between two slow frames.
    fn go(&mut self, label: &str, screen: Screen, overlay: Overlay) {
        let from = self.game.now();
        for _ in 0..3 {
            self.choose(label);
            let begin = Instant::now();
            while begin.elapsed() < LATE {
                let now = self.game.now();
                if self.game.lines[from..now].iter().any(|line| line.get("screen").is_some()) {
                    return self.arrive(from, screen, overlay);
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        self.arrive(from, screen, overlay);
    }

    fn arrive(&mut self, from: usize, screen: Screen, overlay: Overlay) {
        let overlay = Some(format!("{overlay:?}")).filter(|name| name != "None");
        self.game.wait_for_screen(from, &format!("{screen:?}"), overlay.as_deref());
    }

    /// One page back.
    fn back(&mut self, screen: Screen, overlay: Overlay) {
        match self.by {
            By::Keyboard => {
                let from = self.game.now();
                self.game.press("Escape");
                self.arrive(from, screen, overlay);
            }
            By::Mouse => self.go("Back", screen, overlay),
        }
    }

    /// Goes through the tabs of the page, which stay where they are whatever tab is shown.
    fn tabs(&mut self, names: &[&str]) {
        let mut places = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let begin = Instant::now();
            loop {
                let page = self.page();
                if page["tab"] == number {
                    let at = |name: &&str| Self::find(&page, "buttons", name).map(|(_, at, _)| at);
                    places.push(names.iter().map(at).collect::<Vec<_>>());
                    break;
                }
                match self.by {
                    By::Keyboard => self.game.press("e"),
                    By::Mouse => {
                        let (_, at, _) = Self::find(&page, "buttons", name).expect("every tab is a button");
                        self.game.click(at, "1");
                    }
                }
                assert!(begin.elapsed() < PATIENCE, "the tab '{name}' comes up");
            }
        }
        assert!(places.iter().all(|tab| *tab == places[0]), "the tabs {names:?} stay in their places: {places:?}");
    }

    /// From a match to its pause.
    fn pause(&mut self) {
        let from = self.game.now();
        self.rest();
        self.arrive(from, Screen::Play, Overlay::Pause);
    }

    /// Out of a match, by its pause, or by its results if it was over before; then back to the title. `way` are the
    /// pages there, the one from which the match was begun first.
    fn leave_match(&mut self, way: &[Screen]) {
        let from = self.game.now();
        self.rest();
        let rests = |line: &Value| !line["screen"]["overlay"].is_null();
        let line = self.game.wait(from, "the match to rest", rests);
        if line["screen"]["overlay"] == "Results" {
            return self.go("Menu", Screen::Title, Overlay::None);
        }
        self.go("Give up", way[0], Overlay::None);
        for step in way.windows(2) {
            match step[0] {
                Screen::Replay => self.leave_replay(step[1]),
                _ => self.back(step[1], Overlay::None),
            }
        }
    }

    /// Asks for the pause.
    fn rest(&mut self) {
        match self.by {
            By::Keyboard => self.game.press("Escape"),
            By::Mouse => {
                // It comes up as the mouse moves, and the corner is where the mouse goes.
                let begin = Instant::now();
                let from = self.game.now();
                let at = loop {
                    self.game.point([700, 300]);
                    self.game.point([1150, 60]);
                    let last = self.game.now();
                    let page = self.game.lines[..last].iter().rev().find_map(|line| line.get("page")).cloned();
                    if let Some((_, at, _)) = page.and_then(|page| Self::find(&page, "buttons", "Pause")) {
                        break at;
                    }
                    if self.game.lines[from..last].iter().any(|line| line["screen"]["overlay"] == "Results") {
                        return;
                    }
                    assert!(begin.elapsed() < PATIENCE, "the mouse brings the button of the pause");
                };
                self.game.click(at, "1");
            }
        }
    }

    /// A game for one, to its end.
    fn top_out(&mut self) {
        let from = self.game.now();
        let begin = Instant::now();
        let over = |line: &Value| line["phase"]["phase"]["phase"] == "over";
        while !{
            self.game.now();
            self.game.lines[from..].iter().any(over)
        } {
            match self.by {
                By::Keyboard => self.game.press("space"),
                By::Mouse => std::thread::sleep(Duration::from_millis(200)),
            }
            assert!(begin.elapsed() < PATIENCE * 3, "the game is over sometime");
        }
        self.arrive(from, Screen::Play, Overlay::Results);
    }

    /// Away from a replay that plays, to the page on which it was opened.
    fn leave_replay(&mut self, to: Screen) {
        let from = self.game.now();
        match self.by {
            By::Keyboard => self.game.press("Escape"),
            By::Mouse => self.choose("Leave"),
        }
        self.arrive(from, to, Overlay::None);
    }
}

fn tour(by: By) {
    use Overlay::None as Bare;
    let display = Display::open();
    let mut tour = Tour { game: Game::start(&display, &[], Some(SETTINGS)), by };
    // The first start, and from its match through all that lies over one.
    tour.arrive(0, Screen::FirstStart, Bare);
    tour.choose("Standard");
    tour.choose("Arrows");
    tour.choose("Go on");
    tour.go("New to this", Screen::Play, Bare);
    tour.pause();
    for (label, overlay, tabs) in [
        ("Settings", Overlay::Settings, &["Handling", "Keys", "Sound", "Looks", "Effects", "Rules"][..]),
        ("Music", Overlay::Music, &[]),
        ("Help", Overlay::Help, &["The game", "The battle", "The keys"]),
    ] {
        tour.go(label, Screen::Play, overlay);
        tour.tabs(tabs);
        tour.back(Screen::Play, Overlay::Pause);
    }
    tour.go("Give up", Screen::Title, Bare);

    // A game for one, its results, its replay, and on from there.
    tour.go("Single player", Screen::Single, Bare);
    tour.go("Survival", Screen::Mode, Bare);
    tour.go("Play", Screen::Play, Bare);
    tour.top_out();
    match by {
        By::Keyboard => {
            tour.go("Watch replay", Screen::Replay, Bare);
            tour.leave_replay(Screen::Replays);
        }
        By::Mouse => {
            tour.go("Review", Screen::Review, Bare);
            tour.back(Screen::Replays, Bare);
        }
    }
    let from = tour.game.now();
    match by {
        By::Keyboard => tour.game.press("r"),
        By::Mouse => tour.choose("Review"),
    }
    tour.arrive(from, Screen::Review, Bare);
    tour.back(Screen::Replays, Bare);
    tour.go("replay", Screen::Replay, Bare);
    let from = tour.game.now();
    match by {
        By::Keyboard => tour.game.press("t"),
        By::Mouse => tour.choose("Play on"),
    }
    tour.arrive(from, Screen::Play, Overlay::Ready);
    tour.arrive(from, Screen::Play, Bare);
    tour.leave_match(&[Screen::Replay, Screen::Replays, Screen::Title]);

    // Its record has the replay too.
    tour.go("Single player", Screen::Single, Bare);
    tour.go("Survival", Screen::Mode, Bare);
    tour.go(if by == By::Mouse { "replay 1" } else { "Watch replay" }, Screen::Replay, Bare);
    tour.leave_replay(Screen::Mode);
    tour.back(Screen::Single, Bare);
    tour.back(Screen::Title, Bare);

    // Every other page of the menus.
    tour.go("Single player", Screen::Single, Bare);
    for (label, screen) in [
        ("Sprint", Screen::Mode),
        ("Puzzle", Screen::Puzzles),
        ("Custom", Screen::Custom),
        ("Position", Screen::Position),
    ] {
        tour.go(label, screen, Bare);
        tour.back(Screen::Single, Bare);
    }
    // What is practised: a puzzle that is made on the way, and the finesse drill.
    for practised in ["Perfect clear with 3 pieces", "Finesse"] {
        tour.go("Drills", Screen::Drills, Bare);
        tour.tabs(&["Your games", "Your faults", "Practice"]);
        tour.go(practised, Screen::Play, Bare);
        tour.leave_match(&[Screen::Drills, Screen::Single, Screen::Title]);
        tour.go("Single player", Screen::Single, Bare);
    }
    tour.back(Screen::Title, Bare);
    tour.go("Versus", Screen::Versus, Bare);
    tour.go("More match rules", Screen::Match, Bare);
    tour.back(Screen::Versus, Bare);
    tour.back(Screen::Title, Bare);
    for (label, screen, tabs) in [
        ("Play with somebody", Screen::Online, &[][..]),
        ("Watch", Screen::Watch, &[]),
        ("Replays", Screen::Replays, &[]),
        ("Career", Screen::Career, &["Ladder", "History", "Best wins"]),
        ("Laboratory", Screen::Laboratory, &["Set up", "Run", "Look", "Use"]),
        ("Music", Screen::Music, &[]),
        ("Settings", Screen::Settings, &["Handling", "Keys", "Sound", "Looks", "Effects", "Rules"]),
        ("Help", Screen::Help, &["The game", "The battle", "The keys"]),
    ] {
        tour.go(label, screen, Bare);
        tour.tabs(tabs);
        tour.back(Screen::Title, Bare);
    }
    tour.choose("Quit");
    assert!(tour.game.wait_for_end(), "it ends well: {}", tour.game.log());

    tour.game.now();
    let screens: Vec<&Value> = tour.game.lines.iter().filter_map(|line| line.get("screen")).collect();
    // Every line but the last is a page that was left.
    let left: BTreeSet<(String, String)> = screens[..screens.len() - 1]
        .iter()
        .map(|screen| {
            let overlay = screen["overlay"].as_str().unwrap_or("None");
            (screen["name"].as_str().unwrap_or_default().to_owned(), overlay.to_owned())
        })
        .collect();
    let wanted = Screen::ALL.map(|screen| (screen, Bare)).into_iter();
    let wanted = wanted.chain(Overlay::ALL.map(|overlay| (Screen::Play, overlay)));
    let missed: Vec<_> =
        wanted.filter(|(screen, overlay)| !left.contains(&(format!("{screen:?}"), format!("{overlay:?}")))).collect();
    assert!(missed.is_empty(), "every page is reached and left; not these: {missed:?}");
    let log = tour.game.log();
    let wrong: Vec<&str> = log.lines().filter(|line| line.contains("ERROR") || line.contains("panicked")).collect();
    assert!(wrong.is_empty(), "the log has no errors: {wrong:?}");
}

#[test]
fn the_keyboard_alone_reaches_and_leaves_every_page() {
    tour(By::Keyboard);
}

#[test]
fn the_mouse_alone_reaches_and_leaves_every_page() {
    tour(By::Mouse);
}
