//! Walks from station to station, and taps keys as the keyboard would send them.

use super::super::{allocations, say};
use super::round::{self, TAP_INTERVAL, WalkStation};
use super::warnings::Warnings;
use super::{HEAD, Rounds, SoakSample, memory};
use crate::app::game_review::ReviewReplay;
use crate::app::persistence::Settings;
use crate::app::replays::SavedReplays;
use crate::app::resume::TakeOver;
use crate::app::watching::WatchReplay;
use crate::app::{Overlay, Screen, SessionRequest};
use crate::doors::Moment;
use crate::ui::page::Cursors;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use std::time::Duration;

#[derive(Resource)]
struct Walk {
    /// The list that the rounds are written to.
    rounds: Rounds,
    /// The time after which no new round begins.
    time: Duration,
    stations: Vec<WalkStation>,
    /// The index of the current station in `stations`; `None` before the first.
    at: Option<usize>,
    opened: Moment,
    /// When the current station began.
    came: Moment,
    /// When the results were shown at the current station; `None` if they have not been.
    results: Option<Moment>,
    tapped: usize,
    frames: u64,
}

pub(super) fn plugin(app: &mut App, (rounds, time): (Rounds, Duration), opened: Moment) {
    let (stations, came) = (round::walk_stations().copied().collect(), opened);
    app.insert_resource(Walk { rounds, time, stations, at: None, opened, came, results: None, tapped: 0, frames: 0 });
    app.add_systems(First, walk);
}

/// Goes on to the next station if it is time, else taps keys.
fn walk(world: &mut World) {
    world.resource_scope(|world, mut walk: Mut<Walk>| {
        walk.frames += 1;
        if walk.frames == 1 {
            let about = world.get_resource::<Warnings>().map_or(0, Warnings::note_first_screen_shown);
            let _ =
                say(&format!("{about} warnings of the libraries about this machine before the first screen\n{HEAD}"));
        }
        match walk.at.map(|at| walk.stations[at]) {
            Some(station) if !walk.is_done(station, world) => walk.tap(station, world),
            _ => walk.go_on(world),
        }
    });
}

impl Walk {
    fn is_done(&mut self, station: WalkStation, world: &World) -> bool {
        let overlay = world.get_resource::<State<Overlay>>().map(|overlay| *overlay.get());
        let (here, stay) = (self.came.elapsed(), round::station_duration(station));
        let seen = here > Duration::from_secs(1);
        match station {
            // A game that does not end in time is left.
            WalkStation::End if overlay == Some(Overlay::Results) => {
                let results = *self.results.get_or_insert_with(Moment::now);
                results.elapsed() > round::station_duration(WalkStation::Over(Overlay::Results))
            }
            WalkStation::TakeOver => here > stay || seen && overlay == Some(Overlay::None),
            _ => here > stay,
        }
    }

    /// Goes to the next station, and after the last to the first of the next round.
    fn go_on(&mut self, world: &mut World) {
        let next = self.at.map_or(0, |at| at + 1);
        (self.came, self.results, self.tapped) = (Moment::now(), None, 0);
        if let Some(&station) = self.stations.get(next) {
            self.at = Some(next);
            arrive(station, world);
            return;
        }
        self.at = None;
        let round = SoakSample {
            after: self.opened.elapsed(),
            frames: self.frames,
            memory: memory::resident_bytes(),
            heap: allocations::held_bytes(),
            graphics: memory::graphics_bytes(world),
            warnings: world.get_resource::<Warnings>().map_or(0, Warnings::count),
        };
        if let Ok(mut rounds) = self.rounds.0.lock() {
            rounds.push(round);
            // If nobody reads the output any more, that is reported at the end.
            let _ = say(&round.told(rounds.len()));
        }
        if self.opened.elapsed() >= self.time {
            world.write_message(AppExit::Success);
        }
    }

    /// Presses and releases the next keys, if it is time.
    fn tap(&mut self, station: WalkStation, world: &mut World) {
        let keys = round::station_keys(station);
        let due = (self.came.elapsed().as_millis() / TAP_INTERVAL.as_millis()) as usize;
        let Ok(window) = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world) else { return };
        while self.tapped < due && !keys.is_empty() {
            let key_code = keys[self.tapped % keys.len()];
            self.tapped += 1;
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let logical_key = if key_code == KeyCode::ArrowDown {
                    Key::ArrowDown
                } else {
                    Key::Unidentified(NativeKey::Unidentified)
                };
                world.write_message(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
            }
        }
    }
}

fn arrive(station: WalkStation, world: &mut World) {
    match station {
        WalkStation::Page(screen, name, tab) => {
            if !name.is_empty() {
                world.resource_mut::<Cursors>().go_to_tab(name, tab);
            }
            world.resource_mut::<NextState<Screen>>().set(screen);
        }
        WalkStation::Arrange(arrange) => arrange(&mut world.resource_mut::<Settings>()),
        WalkStation::Game(mode) => world.trigger(SessionRequest::New(mode)),
        WalkStation::Again => world.trigger(SessionRequest::Again),
        WalkStation::Over(overlay) => world.resource_mut::<NextState<Overlay>>().set(overlay),
        WalkStation::End => {}
        WalkStation::Replay | WalkStation::Review => match world.resource::<SavedReplays>().last_finished_game() {
            Some(replay) if matches!(station, WalkStation::Replay) => world.trigger(WatchReplay(replay)),
            Some(replay) => world.trigger(ReviewReplay { replay, path: None }),
            None => {}
        },
        WalkStation::TakeOver => world.trigger(TakeOver(0)),
        WalkStation::Leave => world.trigger(SessionRequest::Leave(Screen::Title)),
    }
}
