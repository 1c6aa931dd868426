//! One line over a match with somebody elsewhere: who it is, how far away, and whether anything comes.

use super::draw::centred;
use super::page::Painting;
use super::theme::{self, faded};
use crate::app::online::{OnlineRoom, RoomState};
use crate::app::screens::Screen;
use crate::game::Match;
use crate::net::OnlineMatch;
use crate::net::lobby::WORDS;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// From so many seconds of silence on it is told.
const SILENCE: f32 = 1.0;

/// Adds the system that paints the line.
pub(super) fn plugin(app: &mut App) {
    let shown = in_state(Screen::Play).and_then(resource_exists::<OnlineMatch>);
    app.add_systems(EguiPrimaryContextPass, show.run_if(shown).in_set(Painting::Above));
}

fn show(
    mut contexts: EguiContexts,
    room: Res<OnlineRoom>,
    online: Res<OnlineMatch>,
    current: Option<Single<&Match>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let painter = context.layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::new("online")));
    let is_over = current.is_some_and(|current| current.is_over());
    let (words, ink) = words(&room, &online, is_over);
    let at = pos2(screen.center().x, screen.top() + 10.0);
    centred(&painter, at, Align2::CENTER_TOP, words, (theme::semibold(15.0), screen.width() * 0.3), ink);
    if let Some(word) = room.word() {
        let at = pos2(screen.center().x, screen.top() + 58.0);
        let words = WORDS[usize::from(word)].to_owned();
        centred(
            &painter,
            at,
            Align2::CENTER_CENTER,
            words,
            (theme::extrabold(24.0), screen.width() * 0.3),
            theme::GOLD,
        );
    }
    Ok(())
}

/// What the line says, and its colour.
fn words(room: &OnlineRoom, online: &OnlineMatch, is_over: bool) -> (String, Color32) {
    let Some((lobby, other)) = room.lobby().and_then(|lobby| Some((lobby, lobby.other()?))) else {
        return ("The room is closed".to_owned(), theme::ASH);
    };
    let name = &other.name;
    if *room.state() == RoomState::Lost {
        return (format!("The connection to {name} is lost; dialling again"), theme::VERMILION);
    }
    if room.silence() > SILENCE {
        return (format!("Nothing comes from {name}: {:.0} s", room.silence()), theme::VERMILION);
    }
    match (is_over, lobby.ready()) {
        (true, [false, true]) => return (format!("{name} is ready for another match"), theme::GOLD),
        (true, [true, false]) => return (format!("Waiting for {name}"), theme::GOLD),
        _ => {}
    }
    let lag = match room.lag().one_way() {
        Some((lag, _)) => format!("{name}, {lag:.0} ms away"),
        None => name.clone(),
    };
    match online.waited() {
        0 => (lag, faded(theme::IVORY, 0.8)),
        waited => (format!("{lag}  ·  waited {:.1} s", waited as f64 / 1000.0), faded(theme::IVORY, 0.8)),
    }
}
