//! Recorded games as fumens.

use crate::replays::filed_match;
use crate::support::computer;
use korobka::fumen;
use korobka::game::Pace;
use korobka::game::replay::{TimelineMarkKind, rounds_as_fumens, survey};
use korobka::rules::{PieceSet, Rules};

#[test]
fn every_piece_of_a_round_is_a_page_and_pages_follow_from_each_other() {
    let seats = vec![computer(Pace::from_pps(8.0), 2), computer(Pace::from_pps(8.0), 0)];
    let rules = Rules { first_to: 2, countdown: 100, ..Rules::versus() };
    let replay = filed_match(rules, 5, seats, 120_000);
    let marks = survey(&replay).expect("possible rules").marks;
    for seat in 0..2 {
        let rounds = rounds_as_fumens(&replay, seat).expect("the notation has words for it");
        let locks =
            marks.iter().filter(|mark| mark.seat == seat && matches!(mark.kind, TimelineMarkKind::Lock(_))).count();
        assert_eq!(rounds.iter().map(|round| round.pages.len()).sum::<usize>(), locks);
        let (mut same, mut risen) = (0, 0);
        for round in &rounds {
            let text = round.encode().expect("it can be written");
            assert_eq!(&fumen::decode(&text).expect("it can be read"), round);
            for pages in round.pages.windows(2) {
                let [page, next] = pages else { continue };
                let quiz = page.quiz().expect("a page tells what comes");
                assert!(page.piece.is_none_or(|piece| quiz.current == Some(piece.kind)), "{}", page.comment);
                // Garbage rises after a piece has locked, and a fumen's field is cut off above.
                match page.derive_next_page().field == next.field {
                    true => same += 1,
                    false => risen += 1,
                }
            }
        }
        println!("seat {seat}: {} rounds, {same} pages follow, after {risen} garbage rose", rounds.len());
        assert!(same > 20 && same > 4 * risen, "{same} pages follow, {risen} do not");
    }
}

#[test]
fn a_round_in_which_no_piece_locked_is_one_page_and_keeps_its_number() {
    let rules = Rules { countdown: 0, ..Rules::versus() };
    let replay = filed_match(rules, 5, vec![computer(Pace::from_pps(2.0), 0)], 100);
    let marks = survey(&replay).expect("possible rules").marks;
    assert!(!marks.iter().any(|mark| matches!(mark.kind, TimelineMarkKind::Lock(_))));
    let rounds = rounds_as_fumens(&replay, 0).expect("the notation has words for it");
    let [round] = rounds.as_slice() else { panic!("{} rounds", rounds.len()) };
    let [page] = round.pages.as_slice() else { panic!("{} pages", round.pages.len()) };
    assert_eq!(page.piece, None);
    assert!(page.quiz().expect("a page tells what comes").current.is_some(), "{}", page.comment);
    let text = round.encode().expect("it can be written");
    assert_eq!(&fumen::decode(&text).expect("it can be read"), round);
}

#[test]
fn what_the_notation_has_no_words_for_is_a_line() {
    let rules = Rules { pieces: PieceSet::Pentomino, ..Rules::versus() };
    let replay = filed_match(rules, 5, vec![computer(Pace::from_pps(8.0), 0)], 500);
    assert!(rounds_as_fumens(&replay, 0).expect_err("pentominoes").to_string().contains("seven tetrominoes"));
    let replay = filed_match(Rules::versus(), 5, vec![computer(Pace::from_pps(8.0), 0)], 500);
    let line = "there is no such seat: the replay has 1";
    assert_eq!(rounds_as_fumens(&replay, 1).expect_err("one seat").to_string(), line);
}
