//! Players of the user's own: named, rated on the ladder, dismissed, and sent as a line of text.

use korobka::app::history::GameHistory;
use korobka::app::laboratory::{
    PlayerNaming, RatingJob, genome_as_text, import_text, remove_own_player, save_as_own_player,
};
use korobka::app::persistence::own_players::{self, OwnPlayer};
use korobka::app::persistence::{Ladder, MeasuredStrength};
use korobka::game::Pace;
use korobka::storage::{Catalog, Spec, cast, generation, paths};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A generation that ships, of a learner with a small file.
fn shipped() -> PathBuf {
    let assets = paths::assets_folder().expect("the assets are among the sources");
    assets.join("generations/lin/lin-0025.gen")
}

fn naming(name: &str) -> PlayerNaming {
    PlayerNaming { name: name.to_owned(), colour: 3, line: "  Flies   straight ".to_owned() }
}

const PACE: Pace = Pace { milli_pps: 1000 };

#[test]
fn a_named_player_plays_as_the_best_of_its_generation_and_stands_on_the_ladder_by_its_rating() {
    let home = tempfile::tempdir().unwrap();
    let style = Ladder::load().0.rungs()[3].strength.style;
    let player: Spec = "lin:25".parse().unwrap();
    let found =
        MeasuredStrength { player, milli_pps: 1000, slips: 0, rating: 1601.0, deviation: 24.0, matches: 180, style };
    let all =
        save_as_own_player(&naming(" Strela "), &shipped(), (PACE, Some(found)), home.path(), Vec::new()).unwrap();
    assert_eq!(own_players::load_all(home.path()), (all.clone(), Vec::new()));
    let spec = &all[0].strength.player;
    assert_eq!(
        (cast::opponent_title(spec), cast::opponent_colour(spec)),
        ("Strela".to_owned(), cast::OWN_PLAYER_COLOURS[3].0)
    );
    assert_eq!(all[0].line, "Flies straight");
    let catalog = Catalog::load();
    let weights = |spec: &Spec| format!("{:?}", catalog.contestant(spec).unwrap().mind);
    assert_eq!(weights(spec), weights(&"lin:25".parse().unwrap()), "it plays as the one it was made of");

    let mut history = GameHistory::default();
    history.ladder.clone_from(&Ladder::load().0);
    let before: Vec<String> = history.ladder.rungs().iter().map(|rung| rung.strength.player.to_string()).collect();
    let open_rungs = |all: &GameHistory| all.ladder_standing().rungs.iter().filter(|rung| rung.open).count();
    let open_before = open_rungs(&history);
    history.set_own_players(all.clone());
    let rungs = history.ladder.rungs();
    assert_eq!(rungs.len(), before.len() + 1);
    assert!(rungs.is_sorted_by(|below, above| below.strength.rating <= above.strength.rating));
    let own = rungs.iter().position(|rung| rung.is_own).expect("it stands on the ladder");
    assert!(history.ladder_standing().rungs[own].open, "nobody has to open it");
    assert_eq!(open_rungs(&history), open_before + 1, "it opens no other rung");
    assert!(history.next_rung().is_some_and(|next| !next.is_own));
    assert_eq!(history.own_player_description(&all[0].strength), Some("Flies straight"));

    let mut left = all.clone();
    remove_own_player(0, home.path(), &mut left).unwrap();
    assert!(left.is_empty() && !all[0].file().unwrap().exists());
    history.set_own_players(left);
    let after: Vec<String> = history.ladder.rungs().iter().map(|rung| rung.strength.player.to_string()).collect();
    assert_eq!(after, before);
}

#[test]
fn a_player_that_is_named_first_and_rated_afterwards_gets_its_rating_when_it_is_kept_again() {
    let home = tempfile::tempdir().unwrap();
    let style = Ladder::load().0.rungs()[3].strength.style;
    let player: Spec = "lin:25".parse().unwrap();
    let found =
        MeasuredStrength { player, milli_pps: 1000, slips: 0, rating: 1601.0, deviation: 24.0, matches: 180, style };
    let named = save_as_own_player(&naming("Strela"), &shipped(), (PACE, None), home.path(), Vec::new()).unwrap();
    let keep = |pace: Pace, file: PathBuf| {
        let found = MeasuredStrength { milli_pps: pace.milli_pps, ..found.clone() };
        save_as_own_player(&naming("strela"), &file, (pace, Some(found)), home.path(), named.clone())
    };
    let other = shipped().with_file_name("lin-0000.gen");
    assert!(keep(PACE, other).unwrap_err().contains("already"), "it is another player");
    assert!(keep(Pace { milli_pps: 2000 }, shipped()).unwrap_err().contains("already"), "a rating is for one speed");
    let rated = keep(PACE, shipped()).unwrap();
    let player = named[0].strength.player.clone();
    assert_eq!(rated, [OwnPlayer { strength: MeasuredStrength { player, ..found.clone() }, ..named[0].clone() }]);
    assert_eq!(own_players::load_all(home.path()).0, rated);
}

#[test]
fn names_that_differ_in_the_size_of_their_letters_alone_are_one_in_every_script() {
    let home = tempfile::tempdir().unwrap();
    let all = save_as_own_player(&naming("Стрела"), &shipped(), (PACE, None), home.path(), Vec::new()).unwrap();
    let line = save_as_own_player(&naming("СТРЕЛА"), &shipped(), (PACE, None), home.path(), all).unwrap_err();
    assert!(line.contains("already"), "{line}");
}

#[test]
fn what_cannot_be_kept_is_one_line_and_changes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let all = save_as_own_player(&naming("Strela"), &shipped(), (PACE, None), home.path(), Vec::new()).unwrap();
    assert_eq!(all[0].strength.matches, 0, "nobody has measured it");
    let refused = |name: &str, file: PathBuf| {
        let line = save_as_own_player(&naming(name), &file, (PACE, None), home.path(), all.clone()).unwrap_err();
        assert!(!line.contains('\n'), "{line}");
        line
    };
    assert!(refused("strela", shipped()).contains("already"));
    assert!(refused(" ~/. ", shipped()).contains("letters"));
    assert!(refused("Other", home.path().join("none.gen")).contains("none.gen"));
    assert_eq!(own_players::load_all(home.path()).0, all);
    // The file of a player is a folder: nothing can be written there.
    fs::create_dir_all(own_players::file_of(home.path(), "Third", 3)).unwrap();
    refused("Third", shipped());
    let saved: Vec<OwnPlayer> = own_players::load_all(home.path()).0;
    assert_eq!(saved, all);
}

#[test]
fn a_player_whose_file_stays_is_off_the_list_all_the_same() {
    let home = tempfile::tempdir().unwrap();
    let mut all = save_as_own_player(&naming("Strela"), &shipped(), (PACE, None), home.path(), Vec::new()).unwrap();
    let file = all[0].file().unwrap().to_owned();
    // Where the file was lies a folder, which cannot be removed as a file.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let line = remove_own_player(0, home.path(), &mut all).unwrap_err();
    assert!(line.starts_with("cannot remove") && !line.contains('\n'), "{line}");
    assert!(all.is_empty() && own_players::load_all(home.path()).0.is_empty(), "what is shown is what is saved");
}

#[test]
fn a_player_goes_from_hand_to_hand_as_a_line_of_text() {
    let home = tempfile::tempdir().unwrap();
    let text = genome_as_text(&shipped()).unwrap();
    assert!(text.is_ascii() && !text.contains(char::is_whitespace));
    // A mail wraps it.
    let wrapped = format!("  {}\n{} ", &text[..40], &text[40..]);
    assert_eq!(import_text(&wrapped, home.path()).unwrap(), "lin, generation 25");
    let run = fs::read_dir(home.path()).unwrap().next().unwrap().unwrap().path();
    let taken = generation::read(&run.join("lin-0025.gen")).unwrap();
    assert_eq!(taken, generation::read(&shipped()).unwrap().with_best_genomes_only(1));
    for (broken, about) in [
        ("https://example.org", "not a player"),
        (&text[..text.len() - 7], "not a whole player"),
        (&text.replacen("A", "B", 1), "not a whole player"),
    ] {
        let line = import_text(broken, home.path()).unwrap_err();
        assert!(line.contains(about) && !line.contains('\n'), "{line}");
    }
}

#[test]
fn matches_are_played_until_the_job_is_dropped() {
    let ladder = Ladder::load().0;
    let job = RatingJob::begin("lin:25".parse().unwrap(), PACE, &ladder).unwrap();
    // The job gives way to everything else that runs, so that beside other builds and tests it takes minutes.
    let (began, patience) = (Instant::now(), Duration::from_secs(600));
    while job.rating_so_far().matches < 4 {
        assert!(began.elapsed() < patience, "{:?}", job.rating_so_far());
        assert_eq!(job.rating_so_far().problem, None);
        std::thread::sleep(Duration::from_millis(20));
    }
    let so_far = job.rating_so_far();
    let (rating, error) = so_far.rating.expect("two matches say something");
    assert!(rating.is_finite() && error > 50.0 && !so_far.is_over(), "{so_far:?}");
    drop(job);
    let nobody = RatingJob::begin("lin:9999".parse().unwrap(), PACE, &ladder).unwrap();
    while !nobody.rating_so_far().is_over() {
        assert!(began.elapsed() < patience);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(nobody.rating_so_far().problem.is_some_and(|line| line.contains("lin:9999") || line.contains("9999")));
}
