//! Matches at the level of placements are saved whole, verify, and are noticed when they are another match.

use super::cli_errors::{assert_one_line, json, korobka_here, printed};
use korobka::ai::{Brain, VisiblePosition, literature};
use korobka::movegen::Move;
use korobka::rules::{GeneratorKind, PieceSet, Rules};
use korobka::search::record::DuelRecord;
use korobka::search::{DuelSettings, State, duel};
use korobka::storage::duels::{self, SavedDuel};
use std::sync::LazyLock;

fn course() -> DuelSettings {
    DuelSettings::fully_informed(Rules::versus(), 500, 60)
}

/// What a controller plays.
fn choose(state: &State) -> Option<Move> {
    static BRAIN: LazyLock<Brain> =
        LazyLock::new(|| literature::published_controller("bcts").unwrap().brain().unwrap());
    let (&falling, next) = state.queue.split_first()?;
    let (hold, can_hold) = (state.hold, state.can_hold);
    let choice = BRAIN.choose(&VisiblePosition { board: &state.board, falling, hold, can_hold, next })?;
    Some(choice.to_move())
}

/// A match of two controllers; the right one gives up after this many pieces.
fn record(most: u32) -> DuelRecord {
    let mut pieces = 0;
    let mut right = |state: &State| {
        pieces += 1;
        if pieces > most { None } else { choose(state) }
    };
    DuelRecord::play_and_record(&course(), 7, [&mut choose, &mut right])
}

#[test]
fn a_match_written_down_is_the_match_that_was_played() {
    let record = record(u32::MAX);
    assert_eq!((record.turns.len(), record.first_replay_difference()), (60, None));
    assert_eq!(duel::play_duel(&course(), 7, [&mut choose, &mut choose]), record.result, "writing changes nothing");
}

#[test]
fn another_match_is_noticed_at_its_turn() {
    let mut moved = record(u32::MAX);
    let set = moved.turns[20][1].as_mut().unwrap();
    set.facing = set.facing.turned(1);
    assert!(moved.first_replay_difference().is_some_and(|turn| turn >= 21), "{:?}", moved.first_replay_difference());
    let mut other = record(u32::MAX);
    other.seed += 1;
    assert!(other.first_replay_difference().is_some());
    let mut short = record(u32::MAX);
    short.turns.pop();
    short.checks.pop();
    assert_eq!(short.first_replay_difference(), Some(60), "it ends before its time");
    let mut claims = record(u32::MAX);
    claims.result.sides[0].sent += 1;
    assert_eq!(claims.first_replay_difference(), Some(61), "what it came to is part of it");
    let given_up = record(10);
    assert_eq!((given_up.turns.len(), given_up.turns[10][1], given_up.first_replay_difference()), (11, None, None));
    assert!(given_up.result.sides[1].topped_out);
}

#[test]
fn files_come_back_as_they_were_and_damage_is_named() {
    let saved = SavedDuel {
        label: Default::default(),
        players: Default::default(),
        thinking: "by hand".to_owned(),
        record: record(30),
    };
    let bytes = duels::encode(&saved).unwrap();
    assert_eq!(duels::decode(&bytes).unwrap(), saved);
    assert!(bytes.len() < 2000, "{} bytes", bytes.len());
    for at in [0, 9, 20, bytes.len() - 1] {
        let mut broken = bytes.clone();
        broken[at] ^= 0x40;
        assert!(duels::decode(&broken).is_err(), "byte {at}");
    }
    for length in 0..bytes.len() {
        assert!(duels::decode(&bytes[..length]).is_err());
    }
    let impossible: [(fn(&mut DuelRecord), &str); 5] = [
        (|record| record.turns[0][0].as_mut().unwrap().at = (100, 3), "no placement is such"),
        (|record| record.duel.rules.board.width = 12, "a board or pieces that no such match has"),
        (|record| record.duel.rules.pieces = PieceSet::Pentomino, "a board or pieces that no such match has"),
        (|record| record.duel.rules.generator = GeneratorKind::Given, "a board or pieces that no such match has"),
        (|record| record.checks.truncate(7), "a turn is cut"),
    ];
    for (change, words) in impossible {
        let mut changed = saved.clone();
        change(&mut changed.record);
        let refused = duels::decode(&duels::encode(&changed).unwrap()).unwrap_err().to_string();
        assert!(refused.contains(words), "'{words}' in {refused}");
    }
}

#[test]
#[cfg(unix)]
#[cfg_attr(not(feature = "game"), ignore = "some of its commands come with the game")]
fn a_match_of_either_level_is_read_from_a_pipe() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let (label, players, thinking) = (Default::default(), Default::default(), String::new());
    let duel = duels::encode(&SavedDuel { label, players, thinking, record: record(5) }).unwrap();
    let by_ticks = include_bytes!("../replays/undo.replay").to_vec();
    for (bytes, verifies) in [(duel, "agrees in all of 6 turns"), (by_ticks, "agrees in all of")] {
        let size = format!("\"bytes\":{},", bytes.len());
        for (flag, said) in [("--verify", verifies), ("--json", size.as_str())] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
            command.args(["replay", "/dev/stdin", flag]).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(&bytes).unwrap();
            let told = printed(child.wait_with_output().unwrap());
            assert!(told.contains(said), "{told}");
        }
    }
}

#[test]
#[cfg_attr(not(feature = "game"), ignore = "some of its commands come with the game")]
fn every_match_is_saved_and_the_same_ones_again() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str| {
        let out = folder.path().join(name);
        let out = out.to_str().unwrap();
        let players = ["match", "literature:bcts", "literature:lee", "--level", "placements", "--games", "4", "--json"];
        json(korobka_here(&[&players[..], &["--replays", out]].concat()))
    };
    let (result, again) = (play("one"), play("two"));
    let file = |run: &str, game: u32| folder.path().join(run).join(format!("match-{game:04}.placements"));
    let mut files = Vec::new();
    for game in 1..=4 {
        let (one, two) = (duels::read(&file("one", game)).unwrap(), duels::read(&file("two", game)).unwrap());
        assert_eq!((&one.record, &one.players), (&two.record, &two.players));
        let index = game as usize - 1;
        assert_eq!(result["results"][index]["pieces"], one.record.turns.len());
        assert_eq!(result["results"][index]["seed"], one.record.seed);
        // Every second match has the sides changed.
        assert_eq!(one.players[index % 2].spec, "literature:bcts");
        files.push(file("one", game).to_str().unwrap().to_owned());
    }
    assert_eq!(result["score"], again["score"]);
    let arguments: Vec<&str> = ["replay", "--verify"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let verified = printed(korobka_here(&arguments));
    assert_eq!(verified.lines().filter(|line| line.contains("agrees in all of")).count(), 4);
    let info = printed(korobka_here(&["replay", &files[1]]));
    assert!(info.contains("literature:lee"), "{info}");
    let score = match duels::read(&file("one", 2)).unwrap().record.result.left_score() {
        1.0 => " won, 1 : 0\n",
        0.0 => " won, 0 : 1\n",
        _ => " drawn\n",
    };
    assert!(info.contains(score), "{info}");
    assert_eq!(json(korobka_here(&["replay", &files[1], "--json"]))["mode"], "placements");

    // One that goes another way fails with one line, and so does a damaged one.
    let mut other = duels::read(&file("one", 1)).unwrap();
    other.record.seed += 1;
    let path = folder.path().join("other.placements");
    duels::write(&path, &other).unwrap();
    let path = path.to_str().unwrap();
    assert_one_line(&korobka_here(&["replay", "--verify", path]), "not the match that was recorded: turn");
    let bytes = std::fs::read(path).unwrap();
    std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    assert_one_line(&korobka_here(&["replay", path]), "cut short");
    assert_one_line(&korobka_here(&["replay", "--watch", &files[0]]), "");
}

#[test]
fn the_matches_of_a_tournament_are_saved_by_the_numbers_of_their_players() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("saved");
    let specs = ["literature:bcts", "lin:published", "literature:lee"];
    let flags = ["--level", "placements", "--games", "2", "--replays", out.to_str().unwrap()];
    printed(korobka_here(&[&["match"][..], &specs, &flags].concat()));
    for (first, second) in [(1, 2), (1, 3), (2, 3)] {
        for game in 1..=2 {
            let saved = duels::read(&out.join(format!("players-{first}-{second}-{game:04}.placements"))).unwrap();
            let mut seated = [specs[first - 1], specs[second - 1]];
            if game == 2 {
                // It has the sides changed.
                seated.reverse();
            }
            assert_eq!([0, 1].map(|side| saved.players[side].spec.as_str()), seated);
        }
    }
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 6);
}
