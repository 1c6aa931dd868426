//! What a page must come to in a browser (`make web-test`), natively: the hashes of matches that its link asks for, the
//! answer of its worker, and the files of a run of training; and a replay in a link.

use crate::replays::recorded;
use crate::support::Script;
use korobka::app::laboratory::RunPlan;
use korobka::app::library::PuzzleLibrary;
use korobka::app::opponents::OpponentList;
use korobka::app::page_link::{PageLink, replay_for_link};
use korobka::app::persistence::Settings;
use korobka::app::persistence::replay::{self, SavedReplay};
use korobka::doors::ThreadExecutor;
use korobka::game::headless;
use korobka::game::replay::{ReplayCheck, survey};
use korobka::runs::{RunMonitor, RunOptions, TrainingRun};
use korobka::search::request::{SearchReply, SearchResponder};
use korobka::storage::MatchLabel;
use serde_json::Value;
use std::time::Duration;

fn golden() -> Value {
    serde_json::from_str(include_str!("../web/golden.json")).unwrap()
}

#[test]
fn the_worker_gives_its_golden_answer() {
    let answer = SearchResponder::new().answer(include_str!("../web/request.json")).unwrap();
    let first = serde_json::to_value(SearchReply::read(&answer).unwrap().placements[0]).unwrap();
    assert_eq!(serde_json::json!({ "piece": first["piece"], "hold": first["hold"] }), golden()["answer"]);
}

#[test]
fn matches_of_links_have_their_golden_hashes() {
    let golden = golden();
    let matches = golden["matches"].as_array().unwrap();
    assert!(matches.len() > 1);
    for golden in matches {
        let text = golden["link"].as_str().unwrap();
        let link: PageLink = text.replace('&', "\n").parse().unwrap();
        let (settings, library) = (Settings::default(), PuzzleLibrary::default());
        let setup = link.match_setup(&settings, &mut OpponentList::default(), &library, 0).unwrap().unwrap();
        let report = headless::run(&mut headless::app(headless::TICKS_AN_UPDATE), setup, link.ticks);
        assert_eq!(format!("{:016x}", report.hash), golden["hash"].as_str().unwrap(), "{text}");
    }
}

#[test]
fn packages_are_tried_by_the_first_golden_match() {
    let first = &golden()["matches"][0];
    let command = format!("play --{}", first["link"].as_str().unwrap().replace('=', " ").replace('&', " --"));
    for script in [include_str!("../../.ci/dist-test"), include_str!("../../.github/workflows/release.yml")] {
        assert!(script.contains(&command), "{command}");
        assert!(script.contains(first["hash"].as_str().unwrap()), "{first}");
    }
}

#[test]
fn the_laboratorys_first_player_has_its_golden_files() {
    let golden = &golden()["training"];
    let (plan, home) = (RunPlan::short_run(), tempfile::tempdir().unwrap());
    assert_eq!(plan.folder_name(), golden["folder"].as_str().unwrap());
    let folder = home.path().join(plan.folder_name());
    let options = RunOptions { final_generation: plan.last, save_every: 1, ..RunOptions::default() };
    let mut run = TrainingRun::prepare(plan.trainer().unwrap(), folder.clone(), options).unwrap();
    let (mut threads, monitor) = (ThreadExecutor::new(None).unwrap(), RunMonitor::default());
    while !run.is_over() {
        run.advance(&mut threads, Duration::from_millis(20), &monitor).unwrap();
    }
    let files = golden["files"].as_object().unwrap();
    assert_eq!(files.len(), plan.last as usize + 2, "a file a generation, and the table");
    for (name, checksum) in files {
        let found = crc32fast::hash(&std::fs::read(folder.join(name)).unwrap());
        assert_eq!(format!("{found:08x}"), checksum.as_str().unwrap(), "{name}");
    }
}

#[test]
fn a_link_holds_a_replay() {
    let link: PageLink = "mode=watch\nleft=lin:5\nright=lin:0\nseed=2".parse().unwrap();
    let (settings, library) = (Settings::default(), PuzzleLibrary::default());
    let setup = link.match_setup(&settings, &mut OpponentList::default(), &library, 0).unwrap().unwrap();
    let (replay, _) = recorded(setup, Script::default(), 5000);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.replay");
    replay::write(&file, &SavedReplay { label: MatchLabel::for_recording(0), replay }).unwrap();
    let text = replay_for_link(&file).unwrap();
    let held = |text: &str| format!("replay={text}").parse::<PageLink>().unwrap().replay();
    let read = held(&text).unwrap().expect("it holds one");
    assert_eq!(survey(&read).unwrap().check, ReplayCheck::Agrees);
    for (broken, why) in [
        (text[..text.len() / 2].to_owned(), "cannot be watched"),
        (text.replace('A', "!"), "cannot be watched"),
        (String::new(), "cannot be watched"),
        ("A".repeat(2_000_000), "has more than 1000000 characters"),
    ] {
        let line = held(&broken).unwrap_err();
        assert!(line.contains(why) && !line.contains('\n'), "{line}");
    }
}
