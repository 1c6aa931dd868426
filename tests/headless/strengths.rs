//! Measured strengths: what ships is whole, a person is led to even matches, and the tournament gives the same bytes.

use crate::cli_errors::{assert_line_refused, korobka, printed, words};
use korobka::app::persistence::rivals::{self, RIVALS};
use korobka::app::persistence::strengths::{ANCHOR_PLAYER, PlayStyle};
use korobka::app::persistence::{Ladder, LadderRung, MeasuredStrength, Strengths, rating};
use korobka::game::{ComputerSetup, MatchSetup, Mode, Pace, SeatSetup};
use korobka::measure::match_score::MatchScore;
use korobka::mind::Mind;
use korobka::rules::random::{Purpose, Random};
use korobka::rules::{Dealer, Rules};
use korobka::storage::{Catalog, Spec};
use std::path::Path;
use std::sync::Arc;

const PACES: [u32; 12] = [300, 400, 500, 650, 800, 1000, 1250, 1500, 2000, 2500, 3000, 4000];

fn shipped() -> (Strengths, Vec<String>) {
    Strengths::read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/strengths.jsonl"))
}

fn spec(words: &str) -> Spec {
    words.parse().unwrap()
}

fn strength(player: &str, milli_pps: u32, rating: f64) -> MeasuredStrength {
    let style = PlayStyle::default();
    MeasuredStrength { player: spec(player), milli_pps, slips: 0, rating, deviation: 40.0, matches: 20, style }
}

#[test]
fn what_ships_names_players_that_ship() {
    let (strengths, warnings) = shipped();
    assert_eq!(warnings, Vec::<String>::new());
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/generations");
    let catalog = Catalog::from_folders(Some(&assets), None);
    for strength in strengths.all() {
        assert!(catalog.contestant(&strength.player).is_ok(), "{} can be played against", strength.player);
        assert!(strength.matches >= 8, "{} has played {} matches", strength.player, strength.matches);
    }
    let anchor = strengths
        .rating(&spec(ANCHOR_PLAYER.0), Pace { milli_pps: ANCHOR_PLAYER.1 })
        .expect("the scale's beginning was measured");
    assert_eq!(anchor.rating, 1500.0);
}

#[test]
fn a_strength_with_an_impossible_figure_is_left_out_and_told_by_its_line() {
    let good = MeasuredStrength { slips: 5, ..strength("iwumbwe:1", 1, 1500.0) };
    let style = |style| MeasuredStrength { style, ..good.clone() };
    let all = [
        good.clone(),
        MeasuredStrength { slips: 6, ..good.clone() },
        MeasuredStrength { milli_pps: 0, ..good.clone() },
        MeasuredStrength { milli_pps: 100_001, ..good.clone() },
        MeasuredStrength { deviation: -1.0, ..good.clone() },
        style(PlayStyle { apm: -0.1, ..PlayStyle::default() }),
        style(PlayStyle { height: 1e6, ..PlayStyle::default() }),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strengths.jsonl");
    std::fs::write(&path, all.map(|one| serde_json::to_string(&one).unwrap()).join("\n")).unwrap();
    let (read, warnings) = Strengths::read_file(&path);
    assert_eq!(read.all(), [good]);
    assert_eq!(warnings.len(), 6, "{warnings:?}");
    for (warning, line) in warnings.iter().zip(2..) {
        assert!(warning.ends_with(&format!("line {line}: an impossible figure")), "{warning}");
    }
}

/// The ladder of the assets: whoever stands on it ships, and neighbours are apart as `docs/lab/statistics.md` says.
#[test]
fn the_ladder_that_ships_rises_in_even_steps() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (ladder, warnings) = Ladder::read_file(&root.join("assets/ladder.jsonl"));
    assert_eq!(warnings, Vec::<String>::new());
    let catalog = Catalog::from_folders(Some(&root.join("assets/generations")), None);
    let rungs = ladder.rungs();
    assert!(rungs.len() >= 12, "{} rungs", rungs.len());
    for pair in rungs.windows(2) {
        let [low, high] = [&pair[0].strength, &pair[1].strength];
        let [won, drawn, lost] = pair[1].below;
        let games = won + drawn + lost;
        assert!(games >= 200, "{} has played {games} matches against {}", high.player, low.player);
        let step = high.rating - low.rating;
        assert!((90.0..=210.0).contains(&step), "{} is {step:.0} above {}", high.player, low.player);
        let points = [(won, 1.0), (drawn, 0.5), (lost, 0.0)];
        let score =
            MatchScore::of(points.into_iter().flat_map(|(games, point)| vec![point; games as usize].into_iter()));
        assert!(score.interval.low > 0.5, "{} is not certainly stronger than {}", high.player, low.player);
    }
    for rung in rungs {
        assert!(catalog.contestant(&rung.strength.player).is_ok(), "{} can be played against", rung.strength.player);
    }
    let anchor = ladder
        .find_rung(&spec(ANCHOR_PLAYER.0), Pace { milli_pps: ANCHOR_PLAYER.1 }, 0)
        .expect("the opponent of a first match");
    assert_eq!(anchor.strength.rating, 1500.0);
}

/// Runs a command on this many threads.
fn run_on(home: &Path, words: &str, threads: &str) -> std::process::Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_korobka"));
    command.env("KOROBKA_HOME", home).env("RAYON_NUM_THREADS", threads).args(words.split(' ')).output().unwrap()
}

#[test]
fn a_measured_ladder_says_what_each_rung_came_to_against_the_one_below() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("ladder.jsonl");
    let words = "match --ladder iwumbwe:0 lin:published --pps 3,2 --slips 5,0 --rules line-for-line --games 6";
    let run = |threads: &str| run_on(home.path(), words, threads);
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one.status.code(), Some(0), "{}", String::from_utf8_lossy(&one.stderr));
    assert_eq!(one.stdout, two.stdout, "the same on one thread and on two");
    std::fs::write(&path, &one.stdout).unwrap();
    let (ladder, warnings) = Ladder::read_file(&path);
    assert_eq!(warnings, Vec::<String>::new());
    let [low, high] = ladder.rungs() else { panic!("two rungs: {ladder:?}") };
    assert_eq!(
        (low.below, low.strength.slips, low.strength.rating),
        ([0; 3], 5, 1500.0),
        "the lowest is the scale's beginning"
    );
    assert_eq!(high.below.iter().sum::<u32>(), 6);
    assert!(high.strength.rating > low.strength.rating && high.below[0] > high.below[2], "{high:?}");
    // The scale of a tournament can be taken from it.
    let arguments = ["match", "cogsci-4:published", "--rules", "line-for-line", "--rounds", "2", "--scale"];
    let rated = std::process::Command::new(env!("CARGO_BIN_EXE_korobka"))
        .env("KOROBKA_HOME", home.path())
        .args(arguments)
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(rated.status.code(), Some(0), "{}", String::from_utf8_lossy(&rated.stderr));
    std::fs::write(&path, &rated.stdout).unwrap();
    let (strengths, _) = Strengths::read_file(&path);
    let kept = strengths.all().iter().find(|strength| strength.player == high.strength.player).unwrap();
    assert_eq!(kept.rating, high.strength.rating, "a rung keeps its rating, whatever it comes to");
    assert_eq!(strengths.all().len(), 2, "and one with slips is on the ladder only");
}

#[test]
fn a_rung_with_slips_has_its_own_rating_and_no_other_match_with_slips_has_one() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("ladder.jsonl");
    let rung = LadderRung {
        strength: MeasuredStrength { slips: 2, ..strength("a:1", 1000, 1300.0) },
        below: [0, 0, 0],
        is_own: false,
    };
    std::fs::write(&path, serde_json::to_string(&rung).unwrap()).unwrap();
    let (ladder, _) = Ladder::read_file(&path);
    let found =
        |pace, slips| ladder.find_rung(&spec("a:1"), Pace { milli_pps: pace }, slips).map(|rung| rung.strength.rating);
    assert_eq!([found(1000, 2), found(1000, 1), found(900, 2)], [Some(1300.0), None, None]);
}

#[test]
fn between_two_measured_speeds_strength_is_in_between_and_outside_it_is_unknown() {
    let strengths = Strengths::new(vec![strength("a:1", 1000, 1400.0), strength("a:1", 4000, 1800.0)]);
    let at = |milli_pps| strengths.rating(&spec("a:1"), Pace { milli_pps }).map(|rating| rating.rating.round());
    assert_eq!([at(1000), at(2000), at(4000)], [Some(1400.0), Some(1600.0), Some(1800.0)], "by the logarithm");
    assert_eq!([at(900), at(5000), at(0)], [None; 3]);
    assert_eq!(strengths.rating(&spec("b:1"), Pace { milli_pps: 1000 }), None);
}

/// A person of known strength plays what the search proposes. After forty matches it is proposed opponents within 60
/// points on average, and wins about half of the next two hundred. In one drawn course of fifteen luck has it otherwise
/// (`docs/lab/statistics.md`), so many courses are drawn, and nine in ten have to hold.
#[test]
fn find_my_match_leads_to_even_matches() {
    let (strengths, _) = shipped();
    let span = [strengths.all().first().unwrap().rating, strengths.all().last().unwrap().rating];
    let people = [0.15, 0.4, 0.6, 0.85].map(|share| span[0] + (span[1] - span[0]) * share);
    let mut held = 0;
    let mut means = [0.0; 4];
    for seed in (11..132).chain(501..620) {
        let mut luck = Random::new(seed, Purpose::Games);
        let mut holds = true;
        for (truth, mean) in people.iter().zip(&mut means) {
            let mut you = rating::OwnRating::default();
            let (mut won, mut off) = (0, 0.0);
            for game in 0..240 {
                let proposal = strengths.proposed_opponent(&you.rating, &PACES, |_| true).expect("somebody is a match");
                let chance = 1.0 / (1.0 + libm::pow(10.0, (proposal.rating.rating - truth) / 400.0));
                let win = luck.unit() < chance;
                you.count_match(proposal.rating, f64::from(u8::from(win)));
                if game >= 40 {
                    won += u32::from(win);
                    off += (proposal.rating.rating - truth) / 200.0;
                    assert!((proposal.expected - 0.5).abs() < 0.1, "{proposal:?}");
                }
            }
            holds &= (80..=120).contains(&won) && off.abs() < 60.0;
            *mean += off / 240.0;
        }
        held += usize::from(holds);
    }
    assert!(held >= 216, "{held} of 240 courses led to even matches");
    assert!(means.iter().all(|mean| mean.abs() < 20.0), "{people:.0?} were led {means:.0?} off on average");
}

#[test]
fn only_matches_like_the_measured_ones_are_rated() {
    let strengths = Strengths::new(vec![strength("a:1", 1000, 1400.0), strength("a:1", 2000, 1500.0)]);
    let evaluator = korobka::ai::Evaluator::new_linear(&["holes"], &[-1.0]).unwrap();
    let brain = Arc::new(korobka::ai::Brain::new(evaluator, korobka::ai::BrainSettings::default()));
    let computer =
        |milli_pps, slips| ComputerSetup { mind: Mind::Brain(Arc::clone(&brain)), pace: Pace { milli_pps }, slips };
    let against = |rules: Rules, computer: ComputerSetup, person: SeatSetup| {
        let seats = vec![person, SeatSetup::computer("a", computer.clone()).with_spec(spec("a:1"))];
        rating::opponent_rating(
            (&strengths, &Ladder::default()),
            &MatchSetup { mode: Mode::Versus, rules, course: Default::default(), seed: 1, seats },
            &spec("a:1"),
            &computer,
        )
        .is_some()
    };
    let you = SeatSetup::person("You", Default::default());
    let rated = |rules: Rules, computer: ComputerSetup, handicap: u32| {
        against(rules, computer, SeatSetup { handicap, ..you.clone() })
    };
    let usual = Rules::versus();
    assert!(rated(usual, computer(1500, 0), 1000));
    assert!(
        rated(Rules { first_to: 1, countdown: 0, ..usual }, computer(2000, 0), 1000),
        "rounds and countdown are free"
    );
    assert!(!rated(Rules::line_for_line(), computer(1500, 0), 1000), "another attack table");
    assert!(!rated(usual, computer(1500, 1), 1000), "slips");
    assert!(!rated(usual, computer(0, 0), 1000), "a speed that was not measured");
    assert!(!rated(usual, computer(1500, 0), 500), "a handicap");
    let dealt = SeatSetup { dealer: Some(Dealer::Bag1), ..you.clone() };
    assert!(!against(usual, computer(1500, 0), dealt), "pieces that are not by chance");
}

#[test]
fn a_tournament_gives_the_same_bytes_on_one_thread_and_on_two() {
    let home = tempfile::tempdir().unwrap();
    let words =
        "match lin:published lin:published cogsci-4:published --pps 1,2,1 --rules line-for-line --rounds 3 --seed 5";
    let run = |threads: &str| run_on(home.path(), words, threads);
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one.status.code(), Some(0), "{}", String::from_utf8_lossy(&one.stderr));
    assert_eq!(one.stdout, two.stdout);
    let path = home.path().join("strengths.jsonl");
    std::fs::write(&path, &one.stdout).unwrap();
    let (strengths, warnings) = Strengths::read_file(&path);
    assert_eq!((strengths.all().len(), warnings), (3, Vec::new()));
    let of = |player: &str| {
        strengths.all().iter().filter(|strength| strength.player == spec(player)).map(|s| s.rating).fold(0.0, f64::max)
    };
    assert!(of("lin:published") > of("cogsci-4:published"), "who wins is stronger");
    for strength in strengths.all() {
        let set = f64::from(strength.milli_pps) / 1000.0;
        assert!(
            (strength.style.pps - set).abs() < 0.3 * set,
            "{} plays at its speed: {}",
            strength.player,
            strength.style.pps
        );
    }
}

#[test]
fn a_tournament_says_what_it_cannot_do() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str, said: &str| assert_line_refused(home.path(), line, said);
    run("match lin:published", "needs two players");
    run("match lin:published lin:1 lin:2 --pps 0,1,1", "speed 0 cannot be rated");
    run("match lin:published lin:published lin:2", "lin:published at 1 piece a second takes part twice");
    run("match lin:published lin:1 --pps fast", "give 0.1-50 pieces a second");
    run("match lin:published lin:1 --pps 1,2,3", "--pps has 3 values for 2 players; give one for all, or one for each");
    for speed in ["lin:published@2", "literature:bcts@1.5~2", "runs/lin.gen@2"] {
        run(&format!("match {speed} lin:1"), &format!("'{speed}' is now --pps and --slips"));
    }
    for file in ["tries@2.gen", "tries@2.gen#1"] {
        run(&format!("match {file} lin:1"), "cannot read tries@2.gen");
    }
    run("match nobody:3 lin:published lin:1", "nobody");
    run("match lin:published lin:1 --slips 9", "9 is not in 0..=5");
    run("match tbp:cat lin:published lin:1", "add --level placements");
    run("match lin:published --scale none.jsonl", "the file or its folder is not there; give a file that match");
    std::fs::write(home.path().join("empty.jsonl"), "").unwrap();
    run("match lin:published --scale empty.jsonl", "no rung is written there; give a file that match --ladder wrote");
    std::fs::write(home.path().join("notes.txt"), "no ladder").unwrap();
    run("match lin:published --scale notes.txt", "give a file that match --ladder wrote");
    run("match lin:published --ladder", "a ladder needs two rungs");
    run("match", "required arguments were not provided");
}

/// A flag that would change nothing is refused by its name.
#[test]
fn a_match_refuses_what_means_nothing_in_it() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str, said: &str| assert_line_refused(home.path(), line, said);
    run("match lin:1 lin:2 --nodes 50", "--nodes goes only with --level placements");
    run("match lin:1 lin:2 --threads 1", "--threads goes only with --level placements");
    run("match lin:1 lin:2 --rounds 3", "--rounds is of a tournament");
    run("match lin:1 lin:2 --level placements --pps 2", "--pps goes only with --level ticks");
    run("match lin:1 lin:2 --level placements --left-dealer bag-1", "--left-dealer goes only with --level ticks");
    for several in ["match lin:1 lin:2 lin:3", "match lin:1 lin:2 --ladder", "match lin:1 lin:2 --scale x"] {
        run(&format!("{several} --dealer bag-1"), "--dealer goes only with two players, or by placements");
        run(&format!("{several} --left-dealer bag-1"), "--left-dealer goes only with two players; leave it out");
        run(&format!("{several} --replays out"), "--replays goes only with two players");
        run(&format!("{several} --json"), "--json is not needed");
    }
    run("match lin:1 lin:2 --ladder --rounds 3", "--rounds is of a tournament");
    run("match lin:1 lin:2 lin:3 --slips 1,2,1", "a tournament rates players without slips alone");
    let dealers = "--dealer bag-1 --left-dealer bag-2 --right-dealer s-z";
    for level in ["match literature:bcts lin:published", "play --mode watch --headless --ticks 9"] {
        run(&format!("{level} {dealers}"), "--dealer would deal to nobody beside --left-dealer and --right-dealer");
    }
    run("match champion:91 champion:25 --placements straight", "champion 91 chooses from all reachable");
    run("match lin:1 lin:2 --ladder --scale x", "cannot be used with");
    run("match lin:1 lin:2 --ladder --level placements", "--ladder is climbed only by ticks");
}

#[test]
fn the_columns_of_a_match_stand_below_their_headings_however_long_a_name_is() {
    let home = tempfile::tempdir().unwrap();
    let line = "match literature:dellacherie cogsci-4:published --games 1 --pps 20";
    let text = printed(korobka(home.path(), &words(line)));
    let rows: Vec<&str> = text.lines().take(3).collect();
    assert!(
        rows[1].starts_with("literature dellacherie ") && rows.iter().all(|row| row.len() == rows[0].len()),
        "{text}"
    );
}

#[test]
fn every_rung_of_the_ladder_is_a_rival_and_plays_as_its_line_says() {
    let (ladder, warnings) = Ladder::read_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/ladder.jsonl"));
    assert_eq!(warnings, Vec::<String>::new());
    let rungs: Vec<&MeasuredStrength> = ladder.rungs().iter().map(|rung| &rung.strength).collect();
    let of = |strength: &MeasuredStrength| rivals::rival(&strength.player, strength.pace(), strength.slips);
    let rivals: Vec<_> =
        rungs.iter().map(|rung| of(rung).unwrap_or_else(|| panic!("{} is nobody", rung.player))).collect();
    assert!(rivals.iter().map(|rival| rival.name).eq(RIVALS.iter().map(|rival| rival.name)), "in the ladder's order");
    for (rival, rung) in rivals.iter().zip(&rungs) {
        let (style, slips) = (&rung.style, rung.slips);
        let others = || rungs.iter().filter(|other| other.rating != rung.rating).map(|other| &other.style);
        let holds = match rival.name {
            "Kolobok" => slips >= 5 && style.apm <= 0.5,
            "Yemelya" | "Petrushka" => style.apm <= 0.5 && style.height >= 9.0,
            "Ivanushka" => style.height >= 10.0 && slips <= 1,
            "Matryoshka" => others().all(|other| other.height < style.height) && slips == 0 && style.apm >= 0.7,
            "Domovoi" => style.pps <= 0.6 && slips >= 5,
            "Medved" => others().all(|other| other.pps > style.pps) && style.pps <= 0.5 && slips >= 1,
            "Alyonushka" => style.pps >= 0.85 && slips >= 1 && style.apm >= 2.0,
            "Levsha" => slips == 0 && style.height >= 10.0,
            "Vasilisa" => style.pps <= 0.6 && slips == 0,
            "Rusalka" => (3.0..=4.0).contains(&style.apm) && slips <= 1,
            "Snegurochka" => others().all(|other| other.height > style.height) && slips == 0,
            "Zhar-ptitsa" => others().all(|other| other.pps < style.pps) && (7.5..8.0).contains(&style.apm),
            "Baba Yaga" => {
                let leads = |other: &PlayStyle| other.spins < style.spins && other.app < style.app;
                style.spins >= 1.0 && others().all(|other| leads(other) && other.apm < style.apm)
            }
            name => panic!("nothing here says how {name} plays"),
        };
        assert!(holds, "{}: \"{}\" does not hold of {style:?}, {slips} slips", rival.name, rival.line);
    }
}
