//! Matches that a page's link asks for come to the hashes that the page must come to in a browser (`make web-test`).

use korobka::app::library::Library;
use korobka::app::link::Link;
use korobka::app::opponents::OpponentList;
use korobka::app::persistence::Settings;
use korobka::game::headless;
use serde_json::Value;

#[test]
fn matches_of_links_have_their_golden_hashes() {
    let golden: Value = serde_json::from_str(include_str!("../web/golden.json")).unwrap();
    let matches = golden["matches"].as_array().unwrap();
    assert!(matches.len() > 1);
    for golden in matches {
        let text = golden["link"].as_str().unwrap();
        let link: Link = text.replace('&', "\n").parse().unwrap();
        let (settings, library) = (Settings::default(), Library::default());
        let setup = link.setup(&settings, &mut OpponentList::default(), &library, 0).unwrap().unwrap();
        let report = headless::run(&mut headless::app(headless::TICKS_AN_UPDATE), setup, link.ticks);
        assert_eq!(format!("{:016x}", report.hash), golden["hash"].as_str().unwrap(), "{text}");
    }
}
