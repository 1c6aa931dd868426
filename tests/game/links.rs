//! What a page must come to in a browser (`make web-test`), natively: the hashes of matches that its link asks for, and the
//! answer of its worker.

use korobka::app::library::Library;
use korobka::app::opponents::OpponentList;
use korobka::app::page_link::PageLink;
use korobka::app::persistence::Settings;
use korobka::game::headless;
use korobka::search::request::{Reply, Responder};
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("../web/golden.json")).unwrap()
}

#[test]
fn the_worker_gives_its_golden_answer() {
    let answer = Responder::new().answer(include_str!("../web/request.json")).unwrap();
    let first = serde_json::to_value(Reply::read(&answer).unwrap().placements[0]).unwrap();
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
        let (settings, library) = (Settings::default(), Library::default());
        let setup = link.setup(&settings, &mut OpponentList::default(), &library, 0).unwrap().unwrap();
        let report = headless::run(&mut headless::app(headless::TICKS_AN_UPDATE), setup, link.ticks);
        assert_eq!(format!("{:016x}", report.hash), golden["hash"].as_str().unwrap(), "{text}");
    }
}
