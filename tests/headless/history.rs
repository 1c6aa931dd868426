//! The history and the rating on disk: nothing is lost by a broken line, and the export is what spreadsheets read.

use crate::cli_errors::{assert_refused, korobka, printed};
use korobka::app::history::GameHistory;
use korobka::app::persistence::history::{
    self, ComputerOpponent, FinishedGame, GameOutcome, OnlineOpponent, RatingChange,
};
use korobka::app::persistence::rated_match::{self, UnfinishedMatch};
use korobka::app::persistence::rating;
use korobka::app::persistence::{Ladder, PlayerFile, Strengths};
use korobka::game::Pace;
use korobka::game::stats::{ClearKind, PlayerFigures};
use korobka::measure::Rating;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn game(date: u64, verdict: GameOutcome) -> FinishedGame {
    let mut you = PlayerFigures {
        ticks: 60_000,
        pieces: 90,
        attack: 30,
        score: 1234,
        judged: 80,
        faulty: 8,
        ..PlayerFigures::default()
    };
    you.clears[ClearKind::Tetris as usize] = 3;
    FinishedGame {
        date,
        mode: "versus".to_owned(),
        verdict,
        opponent: Some(ComputerOpponent { spec: "iwumbwe:7".to_owned(), pace: Pace { milli_pps: 1500 }, slips: 0 }),
        attack_rules: String::new(),
        unusual_rules: false,
        rounds: [2, 1],
        you,
        other: Some(PlayerFigures::default()),
        rated: Some(RatingChange { rating: 1512.25, deviation: 80.0, change: 12.25 }),
        handicapped: false,
        from_board: false,
        hints: 0,
        online: None,
        broken_off: String::new(),
    }
}

#[test]
fn games_come_back_as_they_were_written() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("not there yet");
    assert_eq!(history::load(&folder), (Vec::new(), Vec::new()), "no file is no history and no warning");
    let games = [game(1, GameOutcome::Won), game(2, GameOutcome::Lost), FinishedGame::default()];
    for game in &games {
        history::append(&folder, game).unwrap();
    }
    assert_eq!(history::load(&folder), (games.to_vec(), Vec::new()));
}

#[test]
fn a_line_notes_unusual_rules_and_is_as_before_without_them() {
    let usual = game(1, GameOutcome::Won);
    let line = serde_json::to_string(&usual).unwrap();
    assert!(!line.contains("unusual_rules"), "as in lines from before it was noted: {line}");
    let other = FinishedGame { unusual_rules: true, ..usual };
    let line = serde_json::to_string(&other).unwrap();
    assert_eq!(serde_json::from_str::<FinishedGame>(&line).unwrap(), other);
}

#[test]
fn a_line_notes_only_attack_rules_that_are_not_the_usual_ones() {
    let usual = game(1, GameOutcome::Won);
    let line = serde_json::to_string(&usual).unwrap();
    assert!(!line.contains("attack_rules"), "as in lines from before it was noted: {line}");
    assert_eq!(serde_json::from_str::<FinishedGame>(&line).unwrap(), usual);
    let other = FinishedGame { attack_rules: "tetrio-2".to_owned(), ..usual };
    let line = serde_json::to_string(&other).unwrap();
    assert!(line.contains("\"attack_rules\":\"tetrio-2\""), "{line}");
    assert_eq!(serde_json::from_str::<FinishedGame>(&line).unwrap(), other);
}

#[test]
fn lines_and_rows_tell_which_goal_a_won_game_had() {
    let goal = |mode: &str, verdict, lines, dug| {
        let you = PlayerFigures { lines, dug, ..PlayerFigures::default() };
        let game = FinishedGame { mode: mode.to_owned(), verdict, you, ..FinishedGame::default() };
        game.reached_goal().map(|(_, goal)| goal)
    };
    let won = GameOutcome::Won;
    assert_eq!(
        [10, 13, 20, 23, 40, 43, 100, 103].map(|lines| goal("sprint", won, lines, 0)),
        [10, 10, 20, 20, 40, 40, 100, 100].map(Some)
    );
    assert_eq!([9, 14, 19, 24, 39, 44, 99, 104].map(|lines| goal("sprint", won, lines, 0)), [None; 8]);
    assert_eq!([10, 18, 100].map(|rows| goal("dig", won, 40, rows)), [10, 18, 100].map(Some));
    assert_eq!(goal("sprint", GameOutcome::Ended, 41, 0), None, "it was not won");
    assert_eq!(goal("marathon", won, 40, 0), None);
}

#[test]
fn the_time_tells_how_long_a_blitz_was() {
    let minutes = |verdict, ticks| {
        let you = PlayerFigures { ticks, lines: 40, ..PlayerFigures::default() };
        FinishedGame { mode: "blitz".to_owned(), verdict, you, ..FinishedGame::default() }
            .reached_goal()
            .map(|(_, minutes)| minutes)
    };
    let won = [60_000, 120_000, 120_001, 300_000, 180_000, u64::MAX].map(|ticks| minutes(GameOutcome::Won, ticks));
    assert_eq!(won, [Some(1), Some(2), Some(2), Some(5), None, None]);
    assert_eq!(minutes(GameOutcome::Ended, 60_000), None, "it was not played to its end");
}

#[test]
fn a_broken_line_is_named_and_kept_and_the_next_game_is_not_lost_to_it() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(history::FILE_NAME);
    history::append(home.path(), &game(1, GameOutcome::Won)).unwrap();
    // The power went while a line was written.
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("{\"date\":2,\"mo");
    fs::write(&path, &text).unwrap();
    history::append(home.path(), &game(3, GameOutcome::Lost)).unwrap();
    let (games, warnings) = history::load(home.path());
    assert_eq!(games.iter().map(|game| game.date).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].contains("line 2"), "{warnings:?}");
    assert!(fs::read_to_string(&path).unwrap().starts_with(&text), "what was there is still there");
    // Not even bytes that are no text hide the others.
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"\xFF\xFE\n");
    fs::write(&path, bytes).unwrap();
    let (games, warnings) = history::load(home.path());
    assert_eq!(games.len(), 2);
    assert!(warnings[0].contains("2 lines from 2 to 4"), "{warnings:?}");
    // Editors on Windows set a mark before a text.
    let bytes = [b"\xEF\xBB\xBF".to_vec(), fs::read(&path).unwrap()].concat();
    fs::write(&path, bytes).unwrap();
    assert_eq!(history::load(home.path()), (games, warnings));
}

#[test]
fn kinds_of_clears_that_this_program_does_not_know_make_no_line_unreadable() {
    let home = tempfile::tempdir().unwrap();
    let line = r#"{"mode":"versus","later":true,"you":{"pieces":3,"clears":{"tetris":2,"octuple":1}}}"#;
    fs::write(home.path().join(history::FILE_NAME), line).unwrap();
    let (games, warnings) = history::load(home.path());
    assert_eq!(warnings, Vec::<String>::new());
    assert_eq!(games[0].you.clears_of(ClearKind::Tetris), 2);
}

#[test]
fn the_export_has_a_heading_and_a_field_for_each_of_its_columns() {
    let mut odd = game(86_400, GameOutcome::Drawn);
    odd.mode = "custom, \"mine\"".to_owned();
    let text = history::to_csv(&[game(0, GameOutcome::Won), odd]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    let heading: Vec<&str> = lines[0].split(',').collect();
    let first: Vec<&str> = lines[1].split(',').collect();
    assert_eq!(first.len(), heading.len());
    let value = |name: &str| first[heading.iter().position(|column| *column == name).expect(name)];
    assert_eq!(value("date"), "1970-01-01 00:00");
    assert_eq!([value("mode"), value("result"), value("opponent")], ["versus", "won", "iwumbwe:7"]);
    assert_eq!([value("seconds"), value("pps"), value("apm"), value("app")], ["60.000", "1.500", "30.000", "0.333"]);
    assert_eq!([value("vs"), value("finesse"), value("tetris"), value("score")], ["50.000", "0.900", "3", "1234"]);
    assert_eq!([value("rating"), value("rating_change"), value("opponent_pps")], ["1512.2", "12.2", "1.500"]);
    assert!(lines[2].contains("\"custom, \"\"mine\"\"\""), "commas and quotes are kept apart: {}", lines[2]);
}

#[test]
fn each_column_of_the_export_has_the_figure_of_its_name() {
    let attack_rules = "tetrio-2".to_owned();
    let mut finished = FinishedGame { rounds: [7, 8], hints: 9, attack_rules, ..game(0, GameOutcome::Lost) };
    let (combo, back_to_back) = (14, 15);
    let counted = PlayerFigures { lines: 11, pieces: 12, faults: 13, combo, back_to_back, ..finished.you };
    finished.you = PlayerFigures { attack: 16, sent: 17, received: 18, dug: 19, perfect: 20, ..counted };
    for (count, number) in finished.you.clears.iter_mut().zip(30..) {
        *count = number;
    }
    let text = history::to_csv(&[finished]);
    let (heading, row) = text.trim_end().split_once('\n').unwrap();
    let fields: BTreeMap<&str, &str> = heading.split(',').zip(row.split(',')).collect();
    let counts = "rounds_won rounds_lost hints lines pieces faults combo back_to_back attack sent received dug \
perfect_clears";
    let values = (7..10).chain(11..21).map(|number| number.to_string());
    for (name, value) in counts.split(' ').zip(values) {
        assert_eq!(fields[name], value, "{name}");
    }
    assert_eq!(fields["attack_rules"], "tetrio-2");
    for (kind, number) in ClearKind::ALL.iter().zip(30..) {
        assert_eq!(fields[kind.id().replace('-', "_").as_str()], number.to_string(), "{kind:?}");
    }
}

#[test]
fn the_export_tells_namesakes_apart_and_has_no_name_that_is_a_formula() {
    let met = |name: &str, id: &str| {
        let online = OnlineOpponent { name: name.to_owned(), id: id.to_owned(), ..OnlineOpponent::default() };
        FinishedGame { opponent: None, online: Some(online), ..game(0, GameOutcome::Won) }
    };
    let text = history::to_csv(&[met("Boris", "0a1b"), met("Boris", "2c3d"), met("=1+1", "4e5f")]);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| {
        let at = rows[0].iter().position(|column| *column == name).expect(name);
        rows[1..].iter().map(|row| row[at]).collect::<Vec<_>>()
    };
    assert_eq!(column("opponent"), ["Boris", "Boris", "'=1+1"]);
    assert_eq!(column("opponent_id"), ["0a1b", "2c3d", "4e5f"]);
}

#[test]
fn the_command_prints_what_was_played() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let printed = |arguments: &[&str]| printed(korobka(home.path(), arguments));
    assert!(printed(&["history"]).contains("No finished games"));
    history::append(&data, &game(1, GameOutcome::Won)).unwrap();
    history::append(&data, &FinishedGame { mode: "marathon".to_owned(), ..FinishedGame::default() }).unwrap();
    assert_eq!(printed(&["history", "--csv"]), history::to_csv(&history::load(&data).0));
    assert_eq!(printed(&["history", "--csv", "--mode", "versus"]).lines().count(), 2);
    for who in ["iwumbwe:7", "Ivan 7"] {
        let told = printed(&["history", "--opponent", who]);
        assert!(told.contains("Ivan 7") && told.lines().count() == 2, "by the name that the table has, too: {who}");
    }
    let json: serde_json::Value = serde_json::from_str(&printed(&["history", "--json", "--last", "1"])).unwrap();
    assert_eq!(json["games"][0]["mode"], "marathon");
    let anna = OnlineOpponent { name: "Anna".to_owned(), id: "0a1b".to_owned(), ..OnlineOpponent::default() };
    history::append(&data, &FinishedGame { opponent: None, online: Some(anna), ..game(2, GameOutcome::Won) }).unwrap();
    for who in ["Anna", "0a1b"] {
        assert_eq!(printed(&["history", "--csv", "--opponent", who]).lines().count(), 2, "{who}");
    }
    for flag in [["--mode", "zen"], ["--opponent", "lin:1"], ["--last", "0"]] {
        let none = "None of the finished games is what the flags ask for.\n";
        assert_eq!(printed(&["history", flag[0], flag[1]]), none, "{flag:?}");
    }
    assert_refused(home.path(), &["history", "--csv", "--json"], "cannot be used with");
    assert_refused(home.path(), &["history", "--last", "many"], "invalid value 'many'");
}

#[test]
fn a_history_that_cannot_be_read_is_refused_and_not_told_as_empty() {
    let home = tempfile::tempdir().unwrap();
    // A folder in the place of the file can be read as no file.
    fs::create_dir_all(home.path().join("data").join(history::FILE_NAME)).unwrap();
    for arguments in [&["history"][..], &["history", "--csv"], &["history", "--json"]] {
        assert_refused(home.path(), arguments, "cannot read");
    }
}

#[test]
#[cfg(unix)]
fn a_file_where_the_data_should_lie_is_told_and_no_list_of_no_games_or_replays() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("data"), "in the way").unwrap();
    for command in ["history", "replay"] {
        assert_refused(home.path(), &[command], "a file is where a folder should be");
    }
}

#[test]
fn the_command_prints_no_rating_of_which_nothing_is_known_yet() {
    let home = tempfile::tempdir().unwrap();
    let rated = Some(RatingChange { rating: -18.0, deviation: 527.0, change: -1518.0 });
    for played in [game(1, GameOutcome::Won), FinishedGame { rated, ..game(2, GameOutcome::Lost) }] {
        history::append(&home.path().join("data"), &played).unwrap();
    }
    let told = printed(korobka(home.path(), &["history"]));
    let last: Vec<&str> = told.lines().skip(1).filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(last, ["1512", "?"]);
}

#[test]
fn a_win_is_a_point_for_the_rating_a_loss_none_and_a_game_that_nobody_won_half_of_one() {
    let all = [GameOutcome::Won, GameOutcome::Drawn, GameOutcome::Ended, GameOutcome::Lost];
    assert_eq!(all.map(GameOutcome::points), [1.0, 0.5, 0.5, 0.0]);
}

#[test]
fn a_rating_is_a_dash_before_the_first_match_and_a_question_while_it_may_be_below_zero() {
    let text = |matches, rating, deviation| {
        let rating = Rating { rating, deviation, ..Rating::NEW };
        rating::OwnRating { rating, matches }.rating_text()
    };
    assert_eq!([text(0, 1500.0, 350.0), text(1, 1500.0, 350.0), text(1, 600.0, 350.0)], ["–", "1500", "?"]);
}

#[test]
fn a_rating_that_makes_no_sense_is_set_aside() {
    let home = tempfile::tempdir().unwrap();
    let new = rating::load(home.path());
    assert_eq!((new.value, new.warning), (rating::OwnRating::default(), None));
    let mut standing = rating::OwnRating::default();
    let did = standing.count_match(Rating { deviation: 40.0, ..Rating::NEW }, 1.0);
    assert!(did.change > 100.0 && standing.matches == 1, "the first win says much: {did:?}");
    let mut countless = rating::OwnRating { matches: u32::MAX, ..standing };
    countless.count_match(Rating::NEW, 1.0);
    assert_eq!(countless.matches, u32::MAX, "a file may say any number of matches");
    standing.write_to(home.path()).unwrap();
    assert_eq!(rating::load(home.path()).value, standing);
    for broken in ["[rating]\nrating = nan\n", "[rating]\ndeviation = -5.0\n", "matches = \"many\"\n"] {
        fs::write(home.path().join(rating::OwnRating::FILE_NAME), broken).unwrap();
        let read = rating::load(home.path());
        assert_eq!(read.value, rating::OwnRating::default());
        assert!(read.warning.is_some_and(|line| line.contains("rating.toml.damaged-")), "{broken}");
    }
    assert!(home.path().join("rating.toml.damaged-3").exists(), "none of them is lost");
}

#[test]
fn a_rated_match_is_noted_until_it_has_been_counted() {
    let home = tempfile::tempdir().unwrap();
    let read = |folder: &Path| {
        let kept = rated_match::load(folder);
        (kept.value, kept.warning)
    };
    assert_eq!(read(home.path()), (None, None));
    let folder = home.path().join("not there yet");
    let opponent = ComputerOpponent { spec: "iwumbwe:7".to_owned(), pace: Pace { milli_pps: 1500 }, slips: 2 };
    let (against, seed) = (Rating { rating: 1624.5, ..Rating::NEW }, UnfinishedMatch::seed_hex(u64::MAX));
    let unfinished = UnfinishedMatch { date: 7, opponent, against, seed };
    rated_match::save(&folder, unfinished.clone()).unwrap();
    assert_eq!(read(&folder), (Some(unfinished), None));
    rated_match::remove(&folder).unwrap();
    rated_match::remove(&folder).unwrap();
    assert_eq!(read(&folder), (None, None));
    fs::write(folder.join(rated_match::FILE_NAME), "[unfinished]\ndate = 7\n").unwrap();
    let (none, warning) = read(&folder);
    assert!(none.is_none() && warning.is_some_and(|line| line.contains("rated-match.toml.damaged-1")));
}

#[test]
fn the_ladder_opens_by_wins_and_for_those_who_are_known_to_be_stronger() {
    let mut all = GameHistory::default();
    all.ladder = Ladder::read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/ladder.jsonl")).0;
    let open = |all: &GameHistory| all.ladder_standing().rungs.iter().filter(|rung| rung.open).count();
    let next = |all: &GameHistory| all.next_rung().map(|rung| rung.strength.rating.round());
    let ratings: Vec<f64> = all.ladder.rungs().iter().map(|rung| rung.strength.rating.round()).collect();
    assert_eq!((open(&all), next(&all)), (3, Some(ratings[0])), "a newcomer has three to begin with");
    let far = all.ladder.rungs()[5].strength.clone();
    let met = ComputerOpponent { spec: far.player.to_string(), pace: far.pace(), slips: far.slips };
    all.games = vec![FinishedGame { opponent: Some(met), rated: None, ..game(1, GameOutcome::Won) }];
    let opened = all.ladder_standing().rungs.into_iter().map(|rung| rung.open).take(8);
    assert!(opened.eq([true, true, true, false, false, true, true, false]), "a beaten one stays, and opens the next");
    all.games.clear();
    let rung = all.ladder.rungs()[2].strength.clone();
    let foe = |slips: u8| ComputerOpponent { spec: rung.player.to_string(), pace: rung.pace(), slips };
    let mut played = FinishedGame { opponent: Some(foe(rung.slips + 1)), rated: None, ..game(1, GameOutcome::Won) };
    all.games.push(played.clone());
    assert_eq!(open(&all), 3, "with more slips it is another opponent");
    played.opponent = Some(foe(rung.slips));
    all.games.push(FinishedGame { handicapped: true, ..played.clone() });
    assert_eq!(open(&all), 3, "with a handicap it is another match");
    all.games.push(FinishedGame { from_board: true, ..played.clone() });
    assert_eq!(open(&all), 3, "nor does a board to begin with count, which may be as easy as one likes");
    all.games.push(FinishedGame { hints: 1, ..played.clone() });
    assert_eq!(open(&all), 3, "nor does a win with hints");
    all.games.push(FinishedGame { attack_rules: "tetrio-2".to_owned(), ..played.clone() });
    assert_eq!(open(&all), 3, "nor does a win under other attack rules");
    all.games.push(FinishedGame { unusual_rules: true, ..played.clone() });
    assert_eq!(open(&all), 3, "nor does one under rules that differ in anything else");
    all.games.push(played);
    assert_eq!((open(&all), next(&all)), (4, Some(ratings[0])), "a win opens the next one");
    all.own_rating.rating = Rating { rating: ratings[9] + 1.0, deviation: 60.0, volatility: 0.06 };
    assert_eq!(open(&all), 10, "who is known to be as strong needs no wins against those below");
    assert!(next(&all).is_some_and(|next| next > ratings[9] - 190.0), "nor is sent against them");
}

#[test]
fn a_rung_that_a_rating_has_opened_stays_open_when_the_rating_falls_or_is_a_guess_again() {
    let mut all = GameHistory::default();
    all.ladder = Ladder::read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/ladder.jsonl")).0;
    let open = |all: &GameHistory| all.ladder_standing().rungs.iter().filter(|rung| rung.open).count();
    let [low, high] = [4, 9].map(|at| all.ladder.rungs()[at].strength.rating + 1.0);
    let lost = |deviation| {
        let rated = Some(RatingChange { rating: high, deviation, change: -5.0 });
        FinishedGame { rated, ..game(1, GameOutcome::Lost) }
    };
    let next = |all: &GameHistory| all.next_rung().map(|rung| rung.strength.rating + 1.0);
    all.own_rating.rating = Rating { rating: low + 100.0, ..Rating::NEW };
    all.games.push(lost(300.0));
    assert_eq!((open(&all), next(&all) < Some(low)), (3, true), "a guess opens nothing");
    for settled in [rating::SETTLED_DEVIATION, 80.0] {
        all.games.truncate(1);
        all.games.push(lost(settled));
        let now = (open(&all), next(&all));
        assert_eq!(now, (10, Some(low)), "it is a guess again, and nobody begins at the lowest anew: {settled}");
    }
    all.own_rating.rating = Rating { rating: low, deviation: 80.0, volatility: 0.06 };
    assert_eq!(open(&all), 10, "it has fallen");
    all.games.clear();
    assert_eq!(open(&all), 5);
}

#[test]
fn a_player_below_the_lowest_rung_is_offered_that_one_and_no_quicker_player_that_tops_out() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut all = GameHistory::default();
    all.ladder = Ladder::read_file(&assets.join("ladder.jsonl")).0;
    all.strengths = Strengths::read_file(&assets.join("strengths.jsonl")).0;
    let lowest = all.ladder.rungs()[0].strength.clone();
    for rating in [300.0, 780.0, lowest.rating - 1.0] {
        all.own_rating = rating::OwnRating { rating: Rating { rating, ..Rating::NEW }, matches: 5 };
        let found = all.proposed_opponent(&[800, 3000]).unwrap();
        assert_eq!((found.spec, found.pace), (lowest.player.clone(), lowest.pace()), "at {rating}");
        assert_eq!(found.slips, lowest.slips, "at {rating}");
    }
}

#[test]
fn a_win_at_a_higher_speed_counts_only_where_the_player_is_no_weaker_there() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut all = GameHistory::default();
    all.ladder = Ladder::read_file(&assets.join("ladder.jsonl")).0;
    all.strengths = Strengths::read_file(&assets.join("strengths.jsonl")).0;
    // At 0.86 pieces a second with slips; without them it is stronger at 1.5 a second, and weaker at 3.
    let lowest = all.ladder.rungs()[0].clone();
    for (milli_pps, slips, counts) in [
        (lowest.strength.milli_pps, lowest.strength.slips, true),
        (1500, 0, true),
        (1500, lowest.strength.slips, false),
        (3000, 0, false),
        (6000, 0, false),
        (0, 0, false),
        (500, 0, false),
    ] {
        let foe = ComputerOpponent { spec: lowest.strength.player.to_string(), pace: Pace { milli_pps }, slips };
        all.games = vec![FinishedGame { opponent: Some(foe), ..game(1, GameOutcome::Won) }];
        assert_eq!(all.has_beaten(&lowest), counts, "at {milli_pps} with {slips} slips");
    }
}
