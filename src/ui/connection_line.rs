//! One line over a match with somebody elsewhere: who it is, how far away, and whether anything comes.

use super::draw::centred_text;
use super::page::PaintingOrder;
use super::theme::{self, faded};
use crate::app::online::{OnlineRoom, RoomState};
use crate::app::screens::{Overlay, Screen};
use crate::game::Match;
use crate::net::OnlineMatch;
use crate::net::lobby::QUICK_WORDS;
use crate::view::numbers::counted;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// After so many seconds without a message from the other player, a warning is shown.
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
) -> Result {
    let (words, ink, matters) = words(&room, &online, current.is_some_and(|current| current.is_over()));
    let is_free = overlay.is_some_and(|overlay| *overlay.get() == Overlay::None);
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let painter = context.layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::new("online")));
    // Between the names of the players, where a match leaves room; over a page only what matters, above it.
    let (at, anchor) = match is_free {
        true => (pos2(screen.center().x, screen.bottom() - 34.0), Align2::CENTER_CENTER),
        false => (pos2(screen.center().x, screen.top() + 3.0), Align2::CENTER_TOP),
    };
    if is_free || matters {
        centred_text(&painter, at, anchor, words, (theme::semibold(15.0), screen.width() * 0.22), ink);
    }
    if let Some(word) = room.last_received_quick_word() {
        let at = pos2(screen.center().x, screen.bottom() - 64.0);
        let words = QUICK_WORDS[usize::from(word)].to_owned();
        let look = (theme::extrabold(24.0), screen.width() * 0.3);
        centred_text(&painter, at, Align2::CENTER_CENTER, words, look, theme::GOLD);
    }
    Ok(())
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
        return (format!("Nothing comes from {name}: {:.0} s", room.silent_seconds()), theme::VERMILION, true);
    }
    match (is_over, lobby.are_ready()) {
        (true, [false, true]) if lobby.have_terms_changed() => {
            return (format!("{name} is ready for another match, by other rules"), theme::GOLD, true);
        }
        (true, [false, true]) => return (format!("{name} is ready for another match"), theme::GOLD, true),
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
