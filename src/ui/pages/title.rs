//! The title: the name in gold leaf, the main menu, and the player's rating and best score.

use super::super::draw::{centred_text, gilded_text, spaced_text};
use super::super::menu::FocusedRowKeys;
use super::super::page::Page;
use super::super::rows::MAIN_MENU_ROW_HEIGHT;
use super::super::side_room::SideRoom;
use super::super::{ornament, theme};
use super::rivals;
use super::worked_out::WorkedOut;
use crate::app::challenge::StartRivalMatch;
use crate::app::history::{GameHistory, LadderStanding};
use crate::app::laboratory::Laboratory;
use crate::app::persistence::rating::OwnRating;
use crate::app::persistence::{MeasuredStrength, Records};
use crate::app::replays::SavedReplays;
use crate::app::resume::ResumeGame;
use crate::app::screens::Screen;
use crate::app::toasts::Toasts;
use crate::audio::MenuSound;
use bevy::app::AppExit;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};
use std::time::Duration;

/// The items of the menu: label, explanation, and the screen that it opens; `None` ends the program.
const ITEMS: [(&str, &str, Option<Screen>); 11] = [
    ("Single player", "Levels, lines and a score to beat", Some(Screen::Single)),
    ("Versus", "Rivals that evolution taught, or a friend beside you", Some(Screen::Versus)),
    ("Play with somebody", "A match with a person at another machine", Some(Screen::Online)),
    ("Watch", "Two computer players against each other, or one alone", Some(Screen::Watch)),
    ("Replays", "Your games, to watch again and to play on", Some(Screen::Replays)),
    ("Career", "The ladder of opponents, your rating, every game so far", Some(Screen::Career)),
    ("Laboratory", "Train a player of your own, watch it learn, play against it", Some(Screen::Laboratory)),
    ("Music", "Korobeiniki as you like it", Some(Screen::Music)),
    ("Settings", "Handling, keys, sound, looks, effects, rules", Some(Screen::Settings)),
    ("Help", "The rules in pictures, and the keys", Some(Screen::Help)),
    ("Quit", "Until next time", None),
];

/// Whether "Play with somebody" loads the page anew, with the program that has a network.
const LOADS_ANEW: bool = cfg!(all(target_arch = "wasm32", not(feature = "net")));

/// The time within which a second press confirms what the first press has asked.
const ASKED: Duration = Duration::from_secs(8);

/// The distance in points between the upper edge of the window and the letters of the name Korobka.
const ABOVE: f32 = 24.0;

/// The height in points that the name and the line under it take on a phone.
const NAME: f32 = 150.0;

/// The height in points of what lies under the main menu.
const FOOT: f32 = 84.0;

/// Half of the width of the main menu, in points.
const MENU: f32 = 190.0;

/// The items of the main menu that are shown. In a browser "Quit" is not, since a page is just closed.
fn items() -> impl Iterator<Item = &'static (&'static str, &'static str, Option<Screen>)> {
    ITEMS.iter().filter(|(.., to)| match to {
        None => !cfg!(target_arch = "wasm32"),
        // The page in a browser loads another program for it.
        Some(Screen::Online) => cfg!(any(feature = "net", target_arch = "wasm32")),
        Some(_) => true,
    })
}

/// The height in points of an item and the gap below it, where all that is above the foot has `height` points: as high
/// as fingers want it, from `least` points, but a list that fits does not begin to scroll for that.
fn row_pitch(rows: usize, height: f32, least: f32) -> f32 {
    let (usual, fits) = (MAIN_MENU_ROW_HEIGHT + 4.0, (height - NAME) / rows as f32);
    if fits < usual { least.max(usual) } else { least.clamp(usual, fits) }
}

pub(super) fn show(
    mut page: Page,
    (records, history): (Res<Records>, Res<GameHistory>),
    replays: Res<SavedReplays>,
    mut exit: MessageWriter<AppExit>,
    (mut laboratory, mut asked): (ResMut<Laboratory>, Local<Option<Duration>>),
    (mut had_broken_off, mut ladder): (Local<bool>, Local<WorkedOut<Tick, LadderStanding>>),
) -> Result {
    let now = page.time.elapsed();
    let broken_off = replays.continuable_summary();
    let standing = ladder.get(history.last_changed(), || history.ladder_standing());
    let open = standing.next_rung(&history);
    let next = open.or_else(|| standing.beaten_champion(&history)).map(|rung| &rung.strength);
    // Enter shall not begin another match in place of a game that waits.
    if !std::mem::replace(&mut *had_broken_off, broken_off.is_some()) && broken_off.is_some() {
        page.cursors.set_focused_row("title", usize::from(next.is_some()));
    }
    let rows = items().count() + usize::from(broken_off.is_some()) + usize::from(next.is_some());
    let mut ui = page.canvas()?;
    page.free.0 = ui.max_rect().width() / 2.0 - MENU;
    ui.multiply_opacity(page.transition.opacity());
    let screen = ui.max_rect();
    let painter = ui.painter().clone();
    let foot = screen.bottom() - FOOT;
    let pitch = row_pitch(rows, foot - screen.top(), theme::least_row_pitch(ui.ctx(), page.settings.looks.scale));
    let list = rows as f32 * pitch + if next.is_some() { 7.0 } else { -4.0 };
    let first = paint_name(&painter, screen, rows, list);
    let centre = screen.center().x;
    let view = Rect::from_min_max(pos2(centre - 170.0, first), pos2(centre + 170.0, foot.max(first + 120.0)));
    let (shown, hint, takes) = page.show_column(&mut ui, "title", (view, SideRoom::NOTHING), |menu| {
        menu.least_pitch = pitch;
        let mut chosen = None;
        let (mut goes_on, mut plays) = (false, false);
        if let Some(next) = next {
            plays = menu.main_button(&format!("Play {}", rivals::player_name(next)));
            let of = (next, open.is_none());
            menu.explain_row(next_words(&history.own_rating, history.can_change_rating(), of));
        }
        if let Some(broken_off) = &broken_off {
            goes_on = menu.title_button("Continue");
            menu.explain_row(broken_off.clone());
        }
        for &(label, hint, to) in items() {
            if menu.title_button(label) {
                chosen = Some(to);
            }
            menu.explain_row(hint);
        }
        (chosen, goes_on, plays)
    });
    paint_foot(&painter, screen, hint.unwrap_or_default(), reached(&records, &history));
    // Where there is no room for them, the keys that move are not told: who holds a phone has none.
    let upright = theme::is_upright(screen.size());
    page.paint_key_foot(&mut ui, if upright { FocusedRowKeys::default() } else { takes }, "", 1.0);
    let (chosen, goes_on, plays) = shown.inner;
    if let Some(next) = next.filter(|_| plays) {
        let (player, pace, slips) = (next.player.to_string(), next.pace(), next.slips);
        page.commands.trigger(StartRivalMatch { player, pace, slips });
    }
    if goes_on {
        page.commands.trigger(ResumeGame);
    }
    match chosen {
        Some(Some(Screen::Online))
            if LOADS_ANEW && !may_load_anew(&mut laboratory, &mut asked, now, &mut page.toasts) => {}
        #[cfg(all(target_arch = "wasm32", not(feature = "net")))]
        Some(Some(Screen::Online)) => crate::doors::browser::reload_with_network(),
        Some(Some(to)) => page.next_screen.set(to),
        Some(None) => {
            exit.write(AppExit::Success);
        }
        // There is no screen behind the title: going back puts the focus on the last item, which quits.
        None if shown.back => {
            page.cursors.set_focused_row("title", rows - 1);
            page.play_sound(MenuSound::Back);
        }
        None => {}
    }
    Ok(())
}

/// Paints the name and the line under it above a menu of so many rows, whose height is `list`: the parts of the page
/// share the height that there is. Returns the height at which the menu begins.
fn paint_name(painter: &Painter, screen: Rect, rows: usize, list: f32) -> f32 {
    let top = screen.top() + ((screen.height() - list - 330.0) / 2.0).max(0.0);
    // The longest list has room under a smaller name. Its letters reach 0.36 of their size above their middle; the list
    // begins 60 points under the line, which lies 0.66 of it below.
    let size = ((screen.bottom() - FOOT - list - 60.0 - ABOVE) / (0.36 + 0.66)).clamp(60.0, 104.0);
    let size = size.min(screen.width() * 0.082);
    // With a long list, the name stands a little higher, but never at the edge.
    let above = 92.0 - 9.0 * rows.saturating_sub(8) as f32;
    let y = top + above * (screen.height() / theme::REFERENCE_SIZE.y).min(1.0);
    let name = pos2(screen.center().x, y.max(screen.top() + ABOVE + 0.36 * size));
    gilded_text(painter, name, "КОРОБКА", theme::extrabold(size), size * 0.13);
    let under = name + vec2(0.0, size * 0.66);
    ornament::divider(painter, under, 300.0_f32.min(screen.width() * 0.4), theme::GOLD);
    let words = under + vec2(0.0, 26.0);
    let motto = "KOROBKA  ·  TRAIN YOUR OWN OPPONENT";
    spaced_text(painter, words, Align2::CENTER_CENTER, motto, theme::semibold(14.0), theme::ASH, 3.4);
    words.y + 34.0
}

/// Paints what stands under the menu: the hint of the row in focus, what the player has reached, and the version.
fn paint_foot(painter: &Painter, screen: Rect, hint: String, reached: String) {
    let at = pos2(screen.center().x, screen.bottom() - 53.0);
    centred_text(painter, at, Align2::CENTER_BOTTOM, hint, (theme::regular(15.0), screen.width() - 24.0), theme::ASH);
    let corner = screen.left_bottom() + vec2(22.0, -26.0);
    painter.text(corner, Align2::LEFT_CENTER, reached, theme::regular(13.5), theme::ASH);
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    let corner = screen.right_bottom() + vec2(-22.0, -26.0);
    painter.text(corner, Align2::RIGHT_CENTER, version, theme::regular(13.5), theme::ASH);
}

/// Whether the browser's page may be loaded anew; if so, a run of training is stopped, which the new page can go on
/// with. While there is such a run it takes two presses within some seconds; `asked` keeps when the last one was.
fn may_load_anew(
    laboratory: &mut Laboratory,
    asked: &mut Option<Duration>,
    now: Duration,
    toasts: &mut Toasts,
) -> bool {
    if laboratory.is_busy() && !is_second_press(asked, now) {
        toasts.say("This reloads the page and stops your run, which the laboratory can resume: press again");
        return false;
    }
    laboratory.stop_run();
    true
}

/// Notes a press at this time of the program. True if it confirms the press before it.
pub(super) fn is_second_press(asked: &mut Option<Duration>, now: Duration) -> bool {
    asked.replace(now).is_some_and(|before| now - before <= ASKED)
}

/// A line of text about the match against the next rival, or once all have been beaten, `is_again`, against the
/// strongest. It is rated only with `can_change_rating`.
fn next_words(own: &OwnRating, can_change_rating: bool, (next, is_again): (&MeasuredStrength, bool)) -> String {
    let yours = match own.is_unknown() {
        false => format!(" (you: {})", own.rating_text()),
        true if !can_change_rating => "; this Korobka cannot change your rating".to_owned(),
        true if own.matches == 0 => "; your rating begins with this match".to_owned(),
        true => String::new(),
    };
    let which = if is_again { "The strongest once more" } else { "Your next rival" };
    format!("{which}: {}, rated {:.0}{yours}", rivals::player_name(next), next.rating)
}

fn reached(records: &Records, history: &GameHistory) -> String {
    let mut parts = Vec::new();
    if !history.own_rating.is_unknown() {
        parts.push(format!("Your rating {}", history.own_rating.rating_text()));
    }
    if records.marathon.games > 0 {
        parts.push(format!("Best score {}", super::with_thousands(records.marathon.score)));
        parts.push(format!("{} lines", records.marathon.lines));
    }
    parts.join("  ·  ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::measure::Rating;

    #[test]
    fn a_rating_begins_only_where_this_program_keeps_it() {
        let player = "iwumbwe:7".parse().unwrap();
        let next = MeasuredStrength { rating: 900.0, ..MeasuredStrength::unrated(player, 1000) };
        let rating = Rating { deviation: 800.0, ..Rating::NEW };
        let words = |matches, keeps| next_words(&OwnRating { rating, matches }, keeps, (&next, false));
        let [here, elsewhere] = [true, false].map(|keeps| words(0, keeps));
        assert!(here.ends_with("rated 900; your rating begins with this match"), "{here}");
        assert!(elsewhere.ends_with("rated 900; this Korobka cannot change your rating"), "{elsewhere}");
        assert_eq!(words(1, false), elsewhere, "nor after a match that left the rating unknown");
        assert!(words(1, true).ends_with("rated 900"), "{}", words(1, true));
        // Somebody who has won matches that were not rated is past the first of the rivals.
        assert!(here.starts_with("Your next rival: "), "{here}");
        let again = next_words(&OwnRating { rating, matches: 1 }, true, (&next, true));
        assert!(again.starts_with("The strongest once more: "), "{again}");
    }

    #[test]
    fn the_list_grows_for_fingers_as_far_as_it_fits_or_scrolls_anyway() {
        let usual = MAIN_MENU_ROW_HEIGHT + 4.0;
        assert_eq!([636.0, 900.0].map(|height| row_pitch(12, height, 0.0)), [usual; 2], "no phone");
        assert_eq!(row_pitch(12, 846.0, 44.0), 44.0, "an upright phone");
        let low = row_pitch(12, 716.0, 50.0);
        assert!(low > usual && low * 12.0 < 716.1 - NAME, "a lower one: {low}");
        assert_eq!(row_pitch(12, 403.0, 50.0), 50.0, "on its side it scrolls anyway");
    }

    #[test]
    fn a_press_confirms_only_one_that_came_a_moment_before() {
        let mut asked = None;
        // Also in the hours of a long run.
        let presses = [10, 15, 24, 3 * 3600 + 5, 3 * 3600 + 12].map(Duration::from_secs);
        let confirmed = presses.map(|now| is_second_press(&mut asked, now));
        assert_eq!(confirmed, [false, true, false, false, true]);
    }
}
