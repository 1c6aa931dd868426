//! One line over a match with somebody elsewhere: who it is, how far away, and whether anything comes.

use super::board_overlay::BoardOverlay;
use super::draw::centred_text;
use super::page::PaintingOrder;
use super::theme::{self, faded};
use crate::app::online::{OnlineRoom, RoomState};
use crate::app::screens::{Overlay, Screen};
use crate::app::upright::is_upright;
use crate::game::Match;
use crate::net::OnlineMatch;
use crate::net::lobby::QUICK_WORDS;
use crate::view::numbers::counted;
use crate::view::stage::Stage;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, Pos2, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// After this many seconds without a message from the other player, a warning is shown.
const SILENCE: f32 = 1.0;

/// Adds the system that paints the line of text about the connection over an online match.
pub(super) fn plugin(app: &mut App) {
    let shown = in_state(Screen::Play).and_then(resource_exists::<OnlineMatch>);
    app.add_systems(EguiPrimaryContextPass, show.run_if(shown).in_set(PaintingOrder::Above));
}

fn show(
    mut contexts: EguiContexts,
    room: Res<OnlineRoom>,
    online: Res<OnlineMatch>,
    current: Option<Single<&Match>>,
    overlay: Option<Res<State<Overlay>>>,
    stage: Option<Res<Stage>>,
) -> Result {
    let (words, ink, matters) = words(&room, &online, current.is_some_and(|current| current.is_over()));
    let is_free = overlay.is_some_and(|overlay| *overlay.get() == Overlay::None);
    let over = BoardOverlay::new(&mut contexts, "keys over the line")?;
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let painter = context.layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::new("online")));
    let keys = stage.iter().flat_map(|stage| &stage.layout.seats).filter_map(|seat| seat.keys);
    let keys_end = keys.map(|keys| over.to_points(keys).bottom()).reduce(f32::max);
    let keys_end = keys_end.filter(|_| is_upright(screen.width(), screen.height()));
    let [line, quick_word] = places_over_match(screen, keys_end);
    let quick = room.last_received_quick_word();
    // Under the keys is room for one of them. Over a page stands only what matters, above it.
    let (at, anchor, size, width) = match is_free {
        true => (line.at, Align2::CENTER_CENTER, line.size, line.width),
        false => (pos2(screen.center().x, screen.top() + 3.0), Align2::CENTER_TOP, 15.0, screen.width() * 0.22),
    };
    let is_replaced = is_free && quick.is_some() && keys_end.is_some();
    if (is_free || matters) && !is_replaced {
        centred_text(&painter, at, anchor, words, (theme::semibold(size), width), ink);
    }
    if let Some(word) = quick {
        let words = QUICK_WORDS[usize::from(word)].to_owned();
        let look = (theme::extrabold(quick_word.size), quick_word.width);
        centred_text(&painter, quick_word.at, Align2::CENTER_CENTER, words, look, theme::GOLD);
    }
    Ok(())
}

/// Where a line of text over a match stands.
struct LinePlace {
    /// The middle of the line.
    at: Pos2,
    /// The size of its letters.
    size: f32,
    /// The most that it is wide.
    width: f32,
}

/// The places of the line about the connection and of a quick word: between the names of the players, where a match
/// leaves room; or both under the pressed keys, where those of an upright window end at this height.
fn places_over_match(screen: egui::Rect, keys_end: Option<f32>) -> [LinePlace; 2] {
    let place = |above: f32, size: f32, share: f32| LinePlace {
        at: pos2(screen.center().x, screen.bottom() - above),
        size,
        width: screen.width() * share,
    };
    match keys_end.map(|end| screen.bottom() - end) {
        Some(room) => [15.0, 24.0].map(|size: f32| place(room.min(68.0) / 2.0, size.min(room * 0.5), 0.9)),
        None => [place(34.0, 15.0, 0.22), place(64.0, 24.0, 0.3)],
    }
}

/// The text about the connection to the other player, its colour, and whether it is also shown over an open page.
fn words(room: &OnlineRoom, online: &OnlineMatch, is_over: bool) -> (String, Color32, bool) {
    // A connection that is back has no other player until its hello.
    let Some((lobby, other)) = room.lobby().and_then(|lobby| Some((lobby, lobby.last_other_player()?))) else {
        let words = if room.is_open() { "The room waits for somebody else" } else { "The room is closed" };
        return (words.to_owned(), theme::ASH, true);
    };
    let name = &other.name;
    if *room.state() == RoomState::Lost {
        return (format!("The connection to {name} is lost; dialling again"), theme::VERMILION, true);
    }
    if room.silent_seconds() > SILENCE {
        return (format!("Nothing heard from {name}: {:.0} s", room.silent_seconds()), theme::VERMILION, true);
    }
    match (is_over, lobby.are_ready()) {
        (true, [false, true]) if lobby.have_terms_changed() => {
            return (format!("{name} is ready for the next match, by other rules"), theme::GOLD, true);
        }
        (true, [false, true]) => return (format!("{name} is ready for the next match"), theme::GOLD, true),
        (true, [true, false]) => return (format!("Waiting for {name}"), theme::GOLD, true),
        _ => {}
    }
    let lag = match room.lag().one_way() {
        // Whose board it is stands below the board.
        Some((lag, _)) => format!("{lag:.0} ms away"),
        None => name.clone(),
    };
    let lag = match room.spectator_count() {
        0 => lag,
        count => format!("{lag}  ·  {}", counted(count, "spectator")),
    };
    match online.waited_ticks() {
        0..50 => (lag, faded(theme::IVORY, 0.8), false),
        waited => (format!("{lag}  ·  waited {:.1} s", waited as f64 / 1000.0), faded(theme::IVORY, 0.8), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Rect, vec2};

    #[test]
    fn what_is_said_over_an_upright_match_stands_under_its_keys() {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(390.0, 844.0));
        for room in [20.0, 31.0, 69.0, 200.0] {
            let end = screen.bottom() - room;
            for place in places_over_match(screen, Some(end)) {
                // A line is somewhat higher than the size of its letters.
                let half = place.size * 0.65;
                assert!(place.at.y - half >= end && place.at.y + half <= screen.bottom(), "{room}: {:?}", place.at);
            }
        }
    }
}
