//! A program behind the bot protocol at a seat: it is asked, its hand presses the keys, and it loses by doing wrong.
#![cfg(unix)]

use crate::computer_reach::count_kept_aims;
use crate::computer_search::rules;
use crate::support::{Game, computer, setup};
use bevy::prelude::*;
use korobka::game::components::{PlayerName, Score};
use korobka::game::computer::Computer;
use korobka::game::forfeit::CurrentForfeit;
use korobka::game::replay::{Replay, ReplayCheck, recorder_plugin, survey};
use korobka::game::{ComputerSetup, Pace, Phase, Recorder, SeatSetup, Snapshot};
use korobka::mind::Mind;
use korobka::rules::{BoardSize, Rules};
use korobka::tbp::BotCommand;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn seat(command: BotCommand, pps: f64, slips: u8) -> SeatSetup {
    let mind = Mind::Guest(Arc::new(command));
    SeatSetup::computer("bot", ComputerSetup { mind, pace: Pace::from_pps(pps), slips })
        .with_spec("tbp:bot".parse().unwrap())
}

/// Our own bot with a controller of the literature, which needs no file.
fn ours() -> BotCommand {
    let arguments = ["tbp", "--opponent", "literature:bcts", "--half-turns"].map(str::to_owned).into();
    BotCommand { program: env!("CARGO_BIN_EXE_korobka").to_owned(), arguments }
}

/// A bot of a few lines, which says what `suggest` prints.
fn script(folder: &Path, suggest: &str) -> BotCommand {
    let path = folder.join("bot.sh");
    let text = format!(
        r#"suggest() {{ {suggest}; }}
echo $$ >> '{}'
echo '{{"type":"info","name":"Test bot","version":"1","author":"nobody","features":[]}}'
while read -r line; do
  case "$line" in
    *'"rules"'*) echo '{{"type":"ready"}}' ;;
    *'"suggest"'*) suggest ;;
  esac
done
"#,
        folder.join("pids").display()
    );
    std::fs::write(&path, text).unwrap();
    BotCommand { program: "sh".to_owned(), arguments: vec![path.to_str().unwrap().to_owned()] }
}

fn recorded(game: &mut Game) -> Arc<Replay> {
    let recorder = game.app.world_mut().remove_resource::<Recorder>().unwrap();
    Arc::new(recorder.into_replay().unwrap())
}

#[test]
fn its_pieces_land_where_it_wants_them_and_its_replay_is_the_same_game_under_its_own_name() {
    let mut game = Game::new(setup(rules(), 3, vec![seat(ours(), 20.0, 0), computer(Pace::from_pps(0.5), 0)]));
    game.app.add_plugins(recorder_plugin);
    let (locks, meant) = count_kept_aims(&mut game, 4_000);
    assert!((50..=90).contains(&locks), "{locks} pieces in four seconds at twenty a second");
    assert_eq!(meant, locks);
    assert!(game.get::<Score>(0).0.lines > 10, "it plays well: {:?}", game.get::<Score>(0).0);
    assert_ne!(game.get::<PlayerName>(0).0, "bot", "it has said what it is called");
    let info = game.get::<Computer>(0).move_info();
    assert!(info.as_ref().is_some_and(|info| info.depth.is_some()), "and how far it looked: {info:?}");
    let name = game.get::<PlayerName>(0).0.clone();
    let replay = recorded(&mut game);
    assert_eq!(replay.setup.seats[0].name, name);
    assert_eq!(survey(&replay).unwrap().check, ReplayCheck::Agrees);
}

#[test]
fn a_hand_that_slips_is_told_to_the_bot_which_plays_on() {
    let mut game = Game::new(setup(rules(), 4, vec![seat(ours(), 20.0, 5), computer(Pace::from_pps(0.5), 0)]));
    game.ticks(3_000);
    assert_eq!(game.get::<Computer>(0).fault(), None);
    assert!(game.get::<Score>(0).0.pieces > 35, "{:?}", game.get::<Score>(0).0);
}

#[test]
fn a_match_that_goes_back_tells_it_where_it_stands_and_asks_again() {
    let mut game = Game::new(setup(rules(), 6, vec![seat(ours(), 20.0, 0), computer(Pace::from_pps(0.5), 0)]));
    for _ in 0..10 {
        game.ticks(137);
        let (pieces, snapshot) = (game.get::<Score>(0).0.pieces, Snapshot::take(game.app.world_mut()).unwrap());
        game.ticks(211);
        assert!(game.get::<Score>(0).0.pieces > pieces, "it plays on");
        assert!(snapshot.restore(game.app.world_mut()));
        assert_eq!(game.get::<Score>(0).0.pieces, pieces, "and is back");
    }
    game.ticks(630);
    assert_eq!(game.get::<Computer>(0).fault(), None);
    assert!(game.get::<Score>(0).0.pieces > 30, "two seconds of twenty pieces: {:?}", game.get::<Score>(0).0);
}

#[test]
fn a_bot_that_dies_in_the_middle_loses_at_once_and_the_replay_says_so() {
    let folder = tempfile::tempdir().unwrap();
    // A flat move of whatever comes is right for three pieces or so at the most; then it dies of itself.
    let suggest = r#"n=$((n+1)); if [ $n -gt 2 ]; then echo out of ideas >&2; exit 7; fi
    for piece in I O T S Z J L; do moves="$moves{\"location\":{\"type\":\"$piece\",\"orientation\":\"north\",\"x\":$((n*4-1)),\"y\":0},\"spin\":\"none\"},"; done
    echo "{\"type\":\"suggestion\",\"moves\":[${moves%,}]}""#;
    let mut rules = rules();
    rules.first_to = 3;
    let mut game = Game::new(setup(
        rules,
        1,
        vec![computer(Pace::from_pps(1.0), 0), seat(script(folder.path(), suggest), 4.0, 0)],
    ));
    game.app.add_plugins(recorder_plugin);
    game.play_out(20_000);
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) });
    assert_eq!(game.get::<Score>(1).0.pieces, 2, "two pieces lay before it died");
    let given_up = game.app.world().resource::<CurrentForfeit>().0.clone().unwrap();
    assert_eq!(given_up.seat, 1);
    assert!(given_up.why.contains("Test bot") && given_up.why.contains("out of ideas"), "{}", given_up.why);
    assert_eq!(given_up.why.lines().count(), 1);
    let replay = recorded(&mut game);
    assert_eq!((replay.result.forfeited, replay.result.winner, replay.result.over), (Some(1), Some(0), true));
    assert_eq!(survey(&replay).unwrap().check, ReplayCheck::Agrees);
    // Without the mark it would go on.
    let mut unmarked = Replay::clone(&replay);
    unmarked.result.forfeited = None;
    assert_ne!(survey(&Arc::new(unmarked)).unwrap().check, ReplayCheck::Agrees);
}

#[test]
fn a_command_that_does_not_exist_is_known_before_the_first_piece() {
    let nobody = BotCommand { program: "no/such/bot".to_owned(), arguments: Vec::new() };
    let rules = Rules { countdown: 3000, ..rules() };
    let mut game = Game::new(setup(rules, 1, vec![seat(nobody, 1.0, 0), computer(Pace::from_pps(1.0), 0)]));
    let until = Instant::now() + Duration::from_secs(60);
    while game.get::<Computer>(0).fault().is_none() {
        assert!(Instant::now() < until, "nothing is said");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(game.get::<Computer>(0).fault().unwrap().contains("cannot be started"));
    // Its hand would begin some time after the countdown.
    game.ticks(4_500);
    assert_eq!(game.phase(), Phase::Over { winner: Some(1) }, "who plays on all the same has won");
}

#[test]
fn it_plays_where_the_protocol_has_words_only() {
    let narrow = Rules { board: BoardSize { width: 8, ..BoardSize::default() }, ..rules() };
    assert!(setup(rules(), 1, vec![seat(ours(), 1.0, 0)]).unplayable_seat().is_none());
    assert!(setup(narrow, 1, vec![seat(ours(), 1.0, 0)]).unplayable_seat().is_some());
}

/// Whether a process still runs: there, and not only waiting to be counted out.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim_start().starts_with(['Z', 'X']))
}

#[test]
#[cfg(target_os = "linux")]
fn restarting_and_leaving_leave_no_process() {
    let folder = tempfile::tempdir().unwrap();
    // It takes no leave.
    let command = script(folder.path(), "trap '' TERM HUP; sleep 600");
    let pids = || std::fs::read_to_string(folder.path().join("pids")).unwrap_or_default();
    let wait = |what: &str, done: &dyn Fn() -> bool| {
        let until = Instant::now() + Duration::from_secs(60);
        while !done() {
            assert!(Instant::now() < until, "{what}: {}", pids());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let matches = || setup(Rules { countdown: 60_000, ..rules() }, 1, vec![seat(command.clone(), 1.0, 0)]);
    let mut game = Game::new(matches());
    game.ticks(10);
    wait("it starts", &|| pids().lines().count() == 1 && pids().lines().all(runs));
    game.restart(matches());
    game.ticks(10);
    wait("another starts, the first goes", &|| {
        pids().lines().count() == 2 && pids().lines().filter(|pid| runs(pid)).count() == 1
    });
    game.app.world_mut().trigger(korobka::game::EndMatch);
    game.app.world_mut().flush();
    assert!(game.app.world_mut().query::<&korobka::game::Match>().single(game.app.world()).is_err());
    wait("the menu", &|| !pids().lines().any(runs));
    let game = Game::new(matches());
    wait("a third starts", &|| pids().lines().count() == 3 && pids().lines().any(runs));
    drop(game);
    wait("the end of the program", &|| !pids().lines().any(runs));
}
