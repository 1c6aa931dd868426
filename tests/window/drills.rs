//! A drill in the real window: from the menu to its moment of a saved game, a piece set down there, and the
//! verdict in the file.

use super::support::{Display, Game, WELCOMED, home_with, is_screen};
use korobka::app::persistence::PlayerFile;
use korobka::app::persistence::drills::{Drill, DrillList};
use korobka::app::persistence::replay::{SavedReplay, encode};
use korobka::game::replay::{Recorder, Replay, recorded_moves, recorder_plugin};
use korobka::game::{ComputerSetup, Course, MatchSetup, Mode, Pace, SeatSetup, headless};
use korobka::rules::Rules;
use korobka::storage::{Catalog, MatchLabel};
use std::fs;
use std::sync::Arc;

/// A match of two computer players.
fn recorded() -> Arc<Replay> {
    let mind = Catalog::load().contestant(&"iwumbwe:12".parse().unwrap()).unwrap().mind;
    let seat = |name: &str, slips| {
        SeatSetup::computer(name, ComputerSetup { mind: mind.clone(), pace: Pace::from_pps(4.0), slips })
    };
    let seats = vec![seat("One", 3), seat("Other", 0)];
    let rules = Rules { countdown: 100, ..Rules::versus() }.checked().unwrap();
    let mut app = headless::app(headless::TICKS_AN_UPDATE);
    app.add_plugins(recorder_plugin);
    let setup = MatchSetup { mode: Mode::Versus, rules, course: Course::default(), seed: 3, seats };
    headless::run(&mut app, setup, Some(8_000));
    Arc::new(app.world_mut().remove_resource::<Recorder>().unwrap().into_replay().unwrap())
}

#[test]
fn a_drill_is_tried_from_the_menu_and_judged() {
    let replay = recorded();
    let moved = &recorded_moves(&replay).unwrap()[21];
    let bytes = encode(&SavedReplay { label: MatchLabel::default(), replay: Replay::clone(&replay) }).unwrap();
    let home = home_with(&[
        ("config/settings.toml", WELCOMED.as_bytes()),
        ("data/replays/game-0001.replay", bytes.as_slice()),
    ]);
    let data = home.path().join("data");
    let drill = Drill {
        file: "game-0001.replay".to_owned(),
        seat: moved.seat,
        tick: moved.began,
        points: 20.0,
        ..Drill::default()
    };
    DrillList { drills: vec![drill], ..DrillList::default() }.write_to(&data).unwrap();
    let display = Display::open();
    let mut game = Game::start_in(&display, home, &[], &[]);
    game.open_from_title("Single");
    game.choose("Drills", "the drills", |line| is_screen(line, "Drills", None));
    let (first, from) = (game.first_row("drills"), game.now());
    game.choose(&first, "its moment", |line| is_screen(line, "Play", Some("Ready")));
    game.wait_for_screen(from, "Play", None);
    game.press_until("space", "a piece that locks", |line| {
        line["happened"]["seat"] == moved.seat && !line["happened"]["outcome"]["locked"].is_null()
    });
    game.until("the verdict in the file", || {
        fs::read_to_string(data.join(DrillList::FILE_NAME)).unwrap().contains("tried = 1").then_some(())
    });
}
