//! The saved replays: the list, and rows to watch, keep, name and delete them.

use super::super::draw::{lozenge, spaced_text};
use super::super::menu::{Menu, Row};
use super::super::page::{Page, PaintingOrder, PanelOptions};
use super::super::theme;
use super::super::thumbnail;
use super::{capital, clock, counted};
use crate::app::clipboard::{CAN_COPY_LINKS, Clipboard};
use crate::app::game_review::ReviewReplay;
use crate::app::own_files::{self, IN_BROWSER};
use crate::app::page_link::replay_for_link;
use crate::app::persistence::replay::{MAX_REPLAY_NAME, ReplayFileError, SavedReplay};
use crate::app::persistence::replays::{self, ReplayFile};
use crate::app::replays::{SavedReplays, open_replay};
use crate::app::screens::Screen;
use crate::app::typing::Typing;
use crate::app::watching::WatchReplay;
use crate::game::Mode;
use crate::storage::calendar;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, Color32, Rect, pos2, vec2};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The name by which the page's row with the focus is kept.
const NAME: &str = "replays";
/// The height of a row of the list of replays, in points.
const ROW: f32 = 66.0;
/// Where the columns begin, in points from the left: the players, and the result.
const COLUMNS: [f32; 2] = [92.0, 430.0];
/// The width of a row, in points, below which the result stands below the players.
const NARROW: f32 = 560.0;
/// The height of a row's buttons on a desktop, in points, and of those of a narrow row, in lines of their own.
const BUTTON: [f32; 2] = [30.0, 40.0];

/// The name, for [`Typing`], of the row in which the player types a replay's name.
const NAMING: &str = "replay";

/// What the player wants to do with a replay.
enum ReplayWish {
    Watch,
    Keep(bool),
    Name(String),
    Delete,
    Link,
    Download,
    Review,
}

/// The replay file that is being named, and the one whose deletion must be confirmed.
#[derive(Resource, Default)]
struct ReplayPrompts {
    naming: Option<PathBuf>,
    deleting: Option<PathBuf>,
}

/// Adds the system that shows the list of replays, and the one that drops its open questions when the screen is left.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReplayPrompts>();
    app.add_systems(OnExit(Screen::Replays), |mut asked: ResMut<ReplayPrompts>| *asked = ReplayPrompts::default());
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Replays)).in_set(PaintingOrder::Screens));
}

/// The choice of which replays are listed: all, or only some kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ReplayFilter {
    #[default]
    All,
    Alone,
    Versus,
    Watched,
    Kept,
}

impl ReplayFilter {
    const ALL: [(ReplayFilter, &'static str); 5] = [
        (ReplayFilter::All, "All of them"),
        (ReplayFilter::Alone, "Solo games"),
        (ReplayFilter::Versus, "Matches with a person"),
        (ReplayFilter::Watched, "Games of computer players"),
        (ReplayFilter::Kept, "Those that you keep"),
    ];

    fn holds(self, found: &ReplayFile) -> bool {
        let Ok(saved) = &found.content else { return self == ReplayFilter::All };
        let mode = saved.replay.setup.mode;
        let two = saved.replay.setup.seats.len() > 1;
        match self {
            ReplayFilter::All => true,
            ReplayFilter::Alone => !two && mode != Mode::Watch,
            ReplayFilter::Versus => two && mode != Mode::Watch,
            ReplayFilter::Watched => mode == Mode::Watch,
            ReplayFilter::Kept => saved.label.kept,
        }
    }
}

fn show(
    mut page: Page,
    (mut listed, mut pointed): (Local<ReplayFilter>, Local<bool>),
    mut clipboard: NonSendMut<Clipboard>,
    mut replays: ResMut<SavedReplays>,
    mut asked: ResMut<ReplayPrompts>,
    mut typing: ResMut<Typing>,
) -> Result {
    let name = typing.take_finished(NAMING);
    // The name has been finished, or given up.
    let path = if typing.is_on() { None } else { asked.naming.take() };
    if let (Some(name), Some(path)) = (name, path) {
        let done = replays::relabel(&path, |label| label.name = name);
        settled(done, &mut page, &mut replays);
    }
    let now = calendar::seconds_since_1970();
    if !*pointed && !replays.found.is_empty() {
        // The first row chooses which replays are listed, in a browser the next opens a file, then comes the newest.
        page.cursors.set_focused_row(NAME, 1 + usize::from(IN_BROWSER));
        *pointed = true;
    }
    page.keep_focus_if_pressed(&[KeyCode::KeyK, KeyCode::KeyN, KeyCode::KeyL, KeyCode::KeyR]);
    let look = PanelOptions { name: NAME, title: "Replays", row_width: 940.0, side_size: egui::Vec2::ZERO };
    let shown = page.panel(look, |menu| {
        if replays.found.is_empty() {
            menu.note(match replays.is_read() {
                true => "There are none yet: every game that you play or watch is kept here by itself, the last two hundred.",
                false => "One moment …",
            });
        }
        menu.pick("Show", &ReplayFilter::ALL, &mut listed);
        menu.explain_row("Which ones are listed, newest first; games given up within ten seconds are not kept");
        if IN_BROWSER {
            if menu.button("Open a file") {
                own_files::open_file();
            }
            menu.explain_row("Watches a replay's file of this device; you can also drop one on the page");
        }
        let found = replays.found.iter().filter(|found| listed.holds(found)).collect::<Vec<_>>();
        if found.is_empty() && !replays.found.is_empty() {
            menu.note("There are none of these. The row above shows others.");
        }
        list(menu, &found, (&asked, &typing), now)
    })?;
    let (wish, focused) = shown.inner;
    // Whoever turns to another replay does not delete the one that was asked about.
    asked.deleting.take_if(|path| focused.as_ref() != Some(path));
    match wish {
        Some((ReplayWish::Watch, path)) => {
            if let Some(replay) = open_replay(&path, &mut page.toasts) {
                page.commands.trigger(WatchReplay(replay));
            }
        }
        Some((ReplayWish::Review, path)) => {
            if let Some(replay) = open_replay(&path, &mut page.toasts) {
                page.commands.trigger(ReviewReplay { replay, path: Some(path) });
            }
        }
        Some((ReplayWish::Keep(kept), path)) => {
            let done = replays::relabel(&path, |label| label.kept = kept);
            settled(done, &mut page, &mut replays);
        }
        Some((ReplayWish::Name(name), path)) => {
            typing.begin(NAMING, "Name", &name);
            typing.limit = Some(MAX_REPLAY_NAME);
            asked.naming = Some(path);
        }
        Some((ReplayWish::Link, path)) => match replay_for_link(&path) {
            Ok(text) => page.toasts.say_copied(clipboard.set_link(&[("replay", &text)]), "The link is copied"),
            Err(line) => page.toasts.warn(line),
        },
        Some((ReplayWish::Download, path)) => page.toasts.warn_if_failed(own_files::download_file(&path)),
        Some((ReplayWish::Delete, path)) if asked.deleting.as_ref() == Some(&path) => {
            asked.deleting = None;
            settled(replays::remove(&path), &mut page, &mut replays);
        }
        Some((ReplayWish::Delete, path)) => asked.deleting = Some(path),
        None => {}
    }
    if shown.back && asked.deleting.take().is_none() {
        page.go_back();
    }
    Ok(())
}

fn settled(done: Result<(), ReplayFileError>, page: &mut Page, replays: &mut SavedReplays) {
    if let Err(error) = done {
        page.toasts.warn_and_log(error.to_string());
    }
    replays.read_again();
}

/// Adds the rows of these replays. Returns what is asked for with which one, and the file of the row with the focus.
fn list(
    menu: &mut Menu,
    found: &[&ReplayFile],
    (asked, typing): (&ReplayPrompts, &Typing),
    now: u64,
) -> (Option<(ReplayWish, PathBuf)>, Option<PathBuf>) {
    let (mut wish, mut focused) = (None, None);
    if !found.is_empty() {
        heads(menu);
    }
    for found in found {
        if menu.is_next_focused() {
            focused = Some(found.path.clone());
        }
        wish = row(menu, found, asked, typing, now).map(|wanted| (wanted, found.path.clone())).or(wish);
    }
    (wish, focused)
}

/// Paints the headings over the columns of the list.
fn heads(menu: &mut Menu) {
    let rect = menu.add_room(18.0);
    let painter = menu.painter();
    let columns = [(14.0, "BOARDS"), (COLUMNS[0], "WHO AND WHAT"), (COLUMNS[1], "RESULT, TIME, WHEN")];
    let shown = if rect.width() < NARROW { 2 } else { 3 };
    for (x, words) in columns.into_iter().take(shown) {
        let at = pos2(rect.left() + x, rect.center().y);
        spaced_text(&painter, at, Align2::LEFT_CENTER, words, theme::semibold(11.5), theme::GOLD, 1.2);
    }
}

/// Adds the row of one replay: its name or players, its result, its date, and what can be done with it.
fn row(menu: &mut Menu, found: &ReplayFile, asked: &ReplayPrompts, typing: &Typing, now: u64) -> Option<ReplayWish> {
    let has_lines = menu.view.width() < NARROW && menu.is_next_focused();
    let height = menu.button_height(BUTTON[1]);
    let lines = if has_lines { menu.row_buttons_height(height, &buttons(found, asked).0) + 6.0 } else { 0.0 };
    let row = menu.row(ROW + lines, "replay");
    if !menu.ui.is_rect_visible(row.rect) {
        return None;
    }
    menu.paint_row_ground(&row);
    menu.tell(&row, || in_words(found, now));
    let wish = row.focused.then(|| chosen_button(menu, &row, buttons(found, asked))).flatten();
    match &found.content {
        Ok(saved) => paint(menu, &row, saved, now, asked.naming.as_ref() == Some(&found.path), typing),
        Err(reason) => damaged(menu, &row, &found.path, reason),
    }
    let keys = match CAN_COPY_LINKS {
        true => "Enter watches it, R reviews it, K keeps it for good, N names it, L copies a link, Delete removes it",
        false => "Enter watches it, R reviews it, K keeps it for good, N names it, Delete removes it",
    };
    menu.explain_row(match &found.content {
        Ok(_) if asked.naming.is_some() => menu.by_device(
            "Type a name; Enter keeps it, Esc leaves it as it was",
            "Write a name; <Start> keeps it, <East> leaves it as it was",
            "Write a name; Done keeps it, Cancel leaves it as it was",
        ),
        _ if asked.deleting.as_ref() == Some(&found.path) => menu.by_device(
            "Delete again removes it for good; Esc keeps it",
            "<South> again removes it for good; <East> keeps it",
            "The same button again removes it for good; Back keeps it",
        ),
        Ok(_) => menu.by_device(
            keys,
            "<South> watches it. Left and right lead to the buttons",
            "Another tap watches it. The buttons do the rest",
        ),
        Err(_) => menu.by_device(
            "It cannot be played, and is left as it is; Delete removes it",
            "It cannot be played, and is left as it is. Left and right lead to the button",
            "It cannot be played, and is left as it is",
        ),
    });
    let chosen = menu.is_chosen_while_focused(&row) && wish.is_none() && found.content.is_ok();
    wish.or(chosen.then_some(ReplayWish::Watch))
}

/// What a screen reader says of a replay.
fn in_words(found: &ReplayFile, now: u64) -> String {
    let saved = match &found.content {
        Ok(saved) => saved,
        Err(reason) => return format!("{}, {reason}", file_name(&found.path)),
    };
    let replay = &saved.replay;
    let players: Vec<&str> = replay.seats().map(|seat| seat.name.as_str()).collect();
    let (players, name) = (players.join(" and "), &saved.label.name);
    let (mode, result) = (replays::mode_title(replay), replays::outcome_words(replay));
    format!("{name} {players}, {mode}, {result}, {}", when(saved.label.date, now))
}

/// The buttons of a row: the words of each with their colour, and its key, if it has one, with what it asks for.
type RowButtons = (Vec<(&'static str, Color32)>, Vec<(Option<KeyCode>, ReplayWish)>);

/// Adds the buttons of the row with the focus. Returns what is asked for with one of them, or with its key.
fn chosen_button(menu: &mut Menu, row: &Row, (items, mut asks): RowButtons) -> Option<ReplayWish> {
    let is_narrow = row.rect.width() < NARROW;
    let height = menu.button_height(BUTTON[usize::from(is_narrow)]);
    let middle = if is_narrow { ROW + height / 2.0 } else { ROW / 2.0 };
    let clicked = menu.row_buttons(row, [row.rect.top() + middle, height], &items);
    let pressed = if menu.nav.delete { Some(KeyCode::Delete) } else { menu.nav.shortcut };
    let place = clicked.or_else(|| asks.iter().position(|(key, _)| key.is_some() && *key == pressed))?;
    Some(asks.swap_remove(place).1)
}

/// The buttons of a replay's row, the first at its right end.
fn buttons(found: &ReplayFile, asked: &ReplayPrompts) -> RowButtons {
    let sure = asked.deleting.as_ref() == Some(&found.path);
    let delete = if sure { ("Really?", theme::ALARM) } else { ("Delete", theme::GOLD) };
    let mut items = vec![(delete, (Some(KeyCode::Delete), ReplayWish::Delete))];
    if let Ok(SavedReplay { label, .. }) = &found.content {
        let mut add = |words, key, wish| items.push(((words, theme::GOLD), (key, wish)));
        add("Name", Some(KeyCode::KeyN), ReplayWish::Name(label.name.clone()));
        add("Review", Some(KeyCode::KeyR), ReplayWish::Review);
        add(if label.kept { "Let go" } else { "Keep" }, Some(KeyCode::KeyK), ReplayWish::Keep(!label.kept));
        if CAN_COPY_LINKS {
            add("Link", Some(KeyCode::KeyL), ReplayWish::Link);
        }
        if IN_BROWSER {
            add("File", None, ReplayWish::Download);
        }
    }
    items.into_iter().unzip()
}

fn paint(menu: &Menu, row: &Row, saved: &SavedReplay, now: u64, naming: bool, typing: &Typing) {
    let painter = menu.painter();
    let replay = &saved.replay;
    let middle = row.rect.top() + ROW / 2.0;
    let (upper, lower) = (middle - 10.0, middle + 11.0);
    let left = row.rect.left() + COLUMNS[0];
    let pictures = Rect::from_min_max(row.rect.min + vec2(14.0, 4.0), pos2(left - 7.0, row.rect.top() + ROW - 4.0));
    thumbnail::paint_thumbnails(&painter, pictures, replay.setup.rules.board, &replay.result.boards);
    let players: Vec<&str> = replay.seats().map(|seat| seat.name.as_str()).collect();
    let players = players.join("  –  ");
    let title = if saved.label.name.is_empty() { players.clone() } else { saved.label.name.clone() };
    let narrow = row.rect.width() < NARROW;
    let right = row.rect.left() + if narrow { row.rect.width() - 14.0 } else { COLUMNS[1] - 14.0 };
    let mut at = pos2(left, if narrow { upper - 9.0 } else { upper });
    if saved.label.kept {
        lozenge(&painter, at + vec2(5.0, 0.0), 5.5, theme::GOLD);
        at.x += 18.0;
    }
    let colour = if row.focused { theme::GOLD } else { theme::IVORY };
    let look = (theme::semibold(16.0), colour);
    if naming {
        let cursor = if (menu.seconds * 2.0).fract() < 0.5 { "|" } else { " " };
        theme::paint_text_end(&painter, at, right, &format!("{}{cursor}", typing.text), look);
    } else {
        theme::paint_shortened_text(&painter, at, right, &title, look);
    }
    let mut about = replays::mode_title(replay);
    if !saved.label.name.is_empty() {
        about = format!("{about}  ·  {players}");
    }
    if replay.is_taken_over() {
        about.push_str("  ·  taken over");
    }
    let result = replays::outcome_words(replay);
    // The result of two players begins with a name, which stays as it is written, if one has won.
    let named = replay.setup.seats.len() > 1 && replay.result.winner.is_some();
    let result = if named { result } else { capital(&result) };
    let mut when = when(saved.label.date, now);
    // The result of a game that is compared by its time has the time already.
    if !replays::is_compared_by_time(replay) {
        when = format!("{}  ·  {when}", clock(replay.ticks_played()));
    }
    let line = |at, right, words: &str, large: bool| {
        let look = if large { (theme::semibold(14.5), theme::IVORY) } else { (theme::regular(13.5), theme::ASH) };
        theme::paint_shortened_text(&painter, at, right, words, look);
    };
    if !narrow {
        let (middle, end) = (row.rect.left() + COLUMNS[1], row.rect.right() - 14.0);
        line(pos2(left, lower), right, &about, false);
        line(pos2(middle, upper), end, &result, true);
        line(pos2(middle, lower), end, &when, false);
    } else {
        line(pos2(left, lower - 9.0), right, &result, true);
        line(pos2(left, lower + 10.0), right, &format!("{about}  ·  {when}"), false);
    }
}

fn damaged(menu: &Menu, row: &Row, path: &Path, reason: &str) {
    let painter = menu.painter();
    let left = row.rect.left() + COLUMNS[0];
    let middle = row.rect.top() + ROW / 2.0;
    let (upper, lower) = (pos2(left, middle - 10.0), pos2(left, middle + 11.0));
    let right = row.rect.right() - 14.0;
    theme::paint_shortened_text(&painter, upper, right, &file_name(path), (theme::semibold(16.0), theme::ASH));
    theme::paint_shortened_text(&painter, lower, right, &capital(reason), (theme::regular(13.5), theme::ALARM));
}

fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// How long ago a date was, or the day if that is more than a week.
fn when(date: u64, now: u64) -> String {
    let ago = now.saturating_sub(date);
    let many = |count: u64, what: &str| format!("{} ago", counted(count, what));
    match ago {
        0..60 => "just now".to_owned(),
        60..3600 => many(ago / 60, "minute"),
        3600..86_400 => many(ago / 3600, "hour"),
        86_400..604_800 => many(ago / 86_400, "day"),
        _ => calendar::format_day(date),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::menu::Cursor;
    use super::super::super::test_frame::{column_texts, panel_frame, still_frame, texts_in_shapes};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;
    use crate::game::replay::{Replay, SetupRecord};
    use crate::game::{Course, Handling, MatchSetup, SeatSetup};
    use crate::rules::Rules;
    use crate::storage::MatchLabel;

    #[test]
    fn every_replay_is_of_one_kind_and_one_that_is_kept_or_damaged_is_found_too() {
        let listed = |found: ReplayFile| ReplayFilter::ALL.map(|(filter, _)| filter.holds(&found));
        let file = |mode: Mode, persons: usize, kept: bool| {
            let seats = (0..persons).map(|_| SeatSetup::person("You", Handling::default())).collect();
            let setup = MatchSetup { mode, rules: Rules::marathon(), course: Course::default(), seed: 1, seats };
            let label = MatchLabel { kept, ..MatchLabel::default() };
            let saved = SavedReplay { label, replay: Replay::new(SetupRecord::of(&setup)) };
            ReplayFile { path: "game.replay".into(), content: Ok(saved) }
        };
        // All of them, those alone, with a person, watched, kept.
        assert_eq!(listed(file(Mode::Sprint, 1, false)), [true, true, false, false, false]);
        assert_eq!(listed(file(Mode::Custom, 2, true)), [true, false, true, false, true]);
        assert_eq!(listed(file(Mode::Watch, 2, false)), [true, false, false, true, false]);
        assert_eq!(listed(file(Mode::Watch, 1, false)), [true, false, false, true, false], "it is no game alone");
        let damaged = ReplayFile { path: "game.replay".into(), content: Err("it is damaged".to_owned()) };
        assert_eq!(in_words(&damaged, 0), "game.replay, it is damaged", "without its name it is like any other");
        assert_eq!(listed(damaged), [true, false, false, false, false]);
    }

    #[test]
    fn the_question_of_a_deletion_tells_its_keys_and_stands_at_one_replay() {
        let file = |name: &str| ReplayFile { path: name.into(), content: Err("it is damaged".to_owned()) };
        let files = [file("a"), file("b")];
        let asked = ReplayPrompts { deleting: Some("b".into()), ..ReplayPrompts::default() };
        let rows = |menu: &mut Menu| list(menu, &files.each_ref(), (&asked, &Typing::default()), 0);
        let texts = column_texts([false, true], |menu| drop(rows(menu)));
        assert!(texts.contains("Delete again removes it for good; Esc keeps it\n"), "{texts}");
        assert!(
            texts.contains("Really?\n") && texts.contains("Delete\n"),
            "only one of the two is asked about: {texts}"
        );
        let focused = |at: usize| {
            let (mut cursor, mut focused) = (Cursor::default(), None);
            cursor.at = at;
            panel_frame(NavigationSteps::default(), &mut cursor, |menu| focused = rows(menu).1);
            focused
        };
        assert_eq!([focused(0), focused(1)], [Some("a".into()), Some("b".into())]);
    }

    #[test]
    fn the_buttons_of_a_narrow_row_lie_between_it_and_the_next() {
        let file = |name: &str| ReplayFile { path: name.into(), content: Err("it is damaged".to_owned()) };
        let files = [file("first"), file("second")];
        let asked = ReplayPrompts::default();
        let shapes = still_frame(|menu| {
            drop(list(menu, &files.each_ref(), (&asked, &Typing::default()), 0));
        });
        let lines = ["It is damaged", "Delete", "second"].map(|words| {
            let found = texts_in_shapes(&shapes).find(|text| text.galley.text() == words);
            found.map(|text| [text.pos.y, text.pos.y + text.galley.size().y])
        });
        let [Some(reason), Some(button), Some(next)] = lines else { panic!("{lines:?}") };
        assert!(reason[1] < button[0] && button[1] < next[0], "{lines:?}");
    }

    #[test]
    fn dates_are_easy_to_read() {
        let now = 1_700_000_000;
        assert_eq!([when(now, now), when(now - 60, now)], ["just now", "1 minute ago"]);
        assert_eq!([when(now - 7200, now), when(now - 700_000, now)], ["2 hours ago", "2023-11-06"]);
        assert_eq!([capital("topped out"), capital("")], ["Topped out", ""]);
    }
}
