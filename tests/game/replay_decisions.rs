//! The moves of recorded games: each with what its player knew.

use crate::replays::{filed, filed_match, recorded};
use crate::support::{Script, brain, computer, setup, sorted_cells};
use korobka::app::game_review::{ReviewJob, ReviewStage, ReviewSummary, ReviewedMove, moves_to_review};
use korobka::game::replay::{RecordedMove, Replay, TimelineMarkKind, recorded_moves, survey};
use korobka::game::{Action, ComputerSetup, Handling, KeyEvent, Pace, SeatSetup};
use korobka::mind::Mind;
use korobka::movegen::{AllowedMoves, Landings, find_landings};
use korobka::review::{Grade, MoveReview, MoveReviewer, ReviewRequest, answer_review_request};
use korobka::rules::{PieceSet, Rules};
use korobka::search::request::json_line;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A computer player that holds.
fn holding(pps: f64, slips: u8) -> SeatSetup {
    let setup = ComputerSetup { mind: Mind::Brain(brain(true)), pace: Pace::from_pps(pps), slips };
    SeatSetup::computer("Computer", setup)
}

/// A match of two computer players at this pace, of whom the left one slips.
fn slipping_match(pps: f64, seed: u64, ticks: u64) -> Arc<Replay> {
    let seats = vec![computer(Pace::from_pps(pps), 5), computer(Pace::from_pps(pps), 0)];
    filed_match(Rules { countdown: 100, ..Rules::versus() }, seed, seats, ticks)
}

#[test]
fn each_move_leads_from_its_position_to_the_next_one() {
    let seats = vec![holding(8.0, 2), SeatSetup { handicap: 1001, ..holding(5.0, 0) }];
    let rules = Rules { first_to: 2, countdown: 100, ..Rules::versus() };
    let replay = filed_match(rules, 5, seats, 120_000);
    let moves = recorded_moves(&replay).expect("the search plays such a game");
    let marks = survey(&replay).expect("possible rules").marks;
    let locks =
        |seat| marks.iter().filter(move |mark| mark.seat == seat && matches!(mark.kind, TimelineMarkKind::Lock(_)));
    let (mut risen, mut held) = (0, 0);
    for seat in 0..2 {
        let own: Vec<&RecordedMove> = moves.iter().filter(|found| found.seat == seat).collect();
        let handicaps = if seat == 0 { [1000, 1001] } else { [1001, 1000] };
        assert!(own.iter().all(|found| found.played.handicaps == handicaps), "own first");
        let ticks: Vec<u64> = own.iter().map(|found| found.tick).collect();
        assert_eq!(ticks, locks(seat).map(|mark| mark.tick).collect::<Vec<_>>());
        for pair in own.windows(2).filter(|pair| pair[0].round == pair[1].round) {
            let (found, next) = (&pair[0].played, &pair[1].played);
            let (state, piece) = (&found.state, found.made.placement.piece);
            assert_eq!(pair[1].number, pair[0].number + 1);
            // The piece is the falling one, or the one that a hold brings.
            let fell = state.queue[0];
            let brought = state.hold.unwrap_or(state.queue[1]);
            assert_eq!(piece.kind, if found.made.hold { brought } else { fell });
            assert_eq!(next.state.hold, if found.made.hold { Some(fell) } else { state.hold });
            let taken = if found.made.hold && state.hold.is_none() { 2 } else { 1 };
            let (left, there) = (&state.queue[taken..], &next.state.queue);
            assert_eq!(left, &there[..left.len()]);
            // It can be reached from where pieces appear, with that spin.
            let mut landings = Landings::new();
            find_landings(&state.board, piece.kind, &AllowedMoves::of(&rules), &mut landings);
            assert!(
                landings
                    .iter()
                    .any(|one| one.spin == found.made.placement.spin && sorted_cells(one.piece) == sorted_cells(piece))
            );
            let mut board = state.board;
            board.place(piece);
            board.clear_full_rows();
            if board != next.state.board {
                // Only garbage changes a board besides: the rows above it are the same.
                let rows =
                    (1..=20).find(|rows| board.row_masks()[..15] == next.state.board.row_masks()[*rows..15 + rows]);
                assert!(rows.is_some(), "seat {seat}, piece {}", pair[1].number);
                risen += 1;
            }
            held += usize::from(found.made.hold);
        }
    }
    // Whoever won two rounds won the last one, and the match with it.
    let rounds: BTreeMap<u32, Vec<(u8, Option<bool>)>> = moves.iter().fold(BTreeMap::new(), |mut rounds, found| {
        rounds.entry(found.round).or_default().push((found.seat, found.round_won));
        rounds
    });
    let winner =
        |of_round: &Vec<(u8, Option<bool>)>| of_round.iter().find(|(_, won)| *won == Some(true)).map(|one| one.0);
    for of_round in rounds.values() {
        let winner = winner(of_round);
        assert!(of_round.iter().all(|(seat, won)| *won == winner.map(|winner| winner == *seat)), "{of_round:?}");
    }
    let winners: Vec<u8> = rounds.values().filter_map(winner).collect();
    let last = winners.last().expect("a round that was won");
    assert_eq!(winners.iter().filter(|winner| *winner == last).count(), 2, "{winners:?}");
    println!("{} moves, {held} from hold, after {risen} garbage rose", moves.len());
    assert!(held > 10 && risen > 3, "{held} from hold, {risen} risen");
}

#[test]
fn a_review_of_a_match_has_a_verdict_for_each_move() {
    let replay = slipping_match(8.0, 7, 6_000);
    let rules = replay.setup.rules;
    let (moves, weights) = moves_to_review(&replay).expect("it can be reviewed");
    let mut reviewer = MoveReviewer::new(&rules, &weights);
    let mut review = |recorded: RecordedMove| {
        let review = reviewer.review_by_search(&recorded.played, recorded.timing);
        ReviewedMove { recorded, review }
    };
    // As a worker elsewhere answers: from text to text.
    let (timing, played) = (moves[3].timing, Cow::Borrowed(&moves[3].played));
    let request = ReviewRequest { rules, weights: Cow::Borrowed(&weights), played, timing, said: None, pairs: 0 };
    let answer: MoveReview =
        serde_json::from_str(&answer_review_request(&json_line(&request).unwrap()).unwrap()).unwrap();
    assert_eq!(answer, review(moves[3].clone()).review);
    let doubted = moves
        .iter()
        .map(|recorded| review(recorded.clone()))
        .find(|reviewed| reviewed.review.judgement_if_costly().is_some());
    let ReviewedMove { recorded, review: said } = doubted.expect("one that slips");
    let played_on = MoveReviewer::new(&rules, &weights).play_on(&recorded.played, recorded.timing, said.clone(), 4);
    let (timing, played) = (recorded.timing, Cow::Borrowed(&recorded.played));
    let said = Some(Cow::Borrowed(&said));
    let request = ReviewRequest { rules, weights: Cow::Borrowed(&weights), played, timing, said, pairs: 4 };
    let answer: MoveReview =
        serde_json::from_str(&answer_review_request(&json_line(&request).unwrap()).unwrap()).unwrap();
    assert_eq!(answer, played_on);
    assert_eq!(answer.judgement.map(|judgement| judgement.pairs), Some(4));
    let judged: Vec<ReviewedMove> = moves.into_iter().map(review).collect();
    let verdicts: Vec<_> = judged.iter().map(|reviewed| reviewed.review.judgement.expect("a move")).collect();
    assert!(verdicts.len() > 40, "{} moves", verdicts.len());
    assert!(verdicts.iter().all(|verdict| verdict.played_chance <= verdict.best_chance));
    let of = |seat| ReviewSummary::of(&judged, seat);
    assert_eq!((of(0).moves + of(1).moves) as usize, judged.len());
    assert_eq!(of(0).grades.iter().sum::<u32>(), of(0).moves);
    // What cost something is explained by two lines of the same first position, and by features.
    let faults: Vec<&ReviewedMove> =
        judged.iter().filter(|reviewed| reviewed.review.judgement_if_costly().is_some()).collect();
    for reviewed in &faults {
        let (played, why) = (&reviewed.recorded.played, &reviewed.review.explanation);
        assert_eq!(why.played.first().map(|first| first.placement.piece), Some(played.made.placement.piece));
        assert_eq!(why.best.first().copied(), reviewed.review.judgement.map(|judgement| judgement.best));
        assert!(why.best.len() == why.played.len() || why.reasons.is_empty());
        assert_eq!(reviewed.reasons_in_words().len(), why.reasons.len());
    }
    assert!(faults.iter().any(|reviewed| !reviewed.review.explanation.reasons.is_empty()));
    assert!(
        judged
            .iter()
            .all(|reviewed| reviewed.review.judgement_if_costly().is_some()
                || reviewed.review.explanation.best.is_empty())
    );
    // The one that slips in a fifth of its moves is the less accurate one.
    assert!(of(0).accuracy < of(1).accuracy, "{:?} {:?}", of(0), of(1));
    assert!(verdicts.iter().any(|verdict| verdict.grade == Grade::Best));
}

#[test]
fn keys_that_were_more_than_needed_are_told_of_persons_and_of_nobody_else() {
    use Action::{Clockwise, HardDrop, Left, Right};
    // A key too many twice for the first piece, none for the second, one too many for the third: four
    // turns come to none.
    let pieces: [&[Action]; 3] = [&[Left, Right], &[], &[Clockwise, Clockwise, Clockwise, Clockwise, Left]];
    // Keys in the countdown move nothing.
    let early = [(20, 0, KeyEvent { action: Left, down: true }), (40, 0, KeyEvent { action: Left, down: false })];
    let (mut script, mut tick) = (early.to_vec(), 200);
    for action in pieces.into_iter().flat_map(|keys| keys.iter().copied().chain([HardDrop])) {
        script.extend([(tick, 0, KeyEvent { action, down: true }), (tick + 20, 0, KeyEvent { action, down: false })]);
        tick += 60;
    }
    let rules = Rules { countdown: 100, ..Rules::versus() };
    let told = |seat: SeatSetup| -> Vec<Option<(u32, u32)>> {
        let replay = filed(recorded(setup(rules, 5, vec![seat]), Script(script.clone()), 3_000).0);
        let moves = recorded_moves(&replay).expect("the search plays such a game");
        moves.iter().take(3).map(|found| found.finesse.map(|keys| (keys.pressed, keys.faults()))).collect()
    };
    let person = SeatSetup::person("You", Handling::STANDARD);
    assert_eq!(told(person), [Some((2, 2)), Some((0, 0)), Some((5, 4))]);
    assert_eq!(told(computer(Pace::from_pps(4.0), 0)), [None; 3]);
}

#[test]
fn a_game_that_the_search_does_not_play_is_a_line() {
    let rules = Rules { pieces: PieceSet::Pentomino, ..Rules::versus() };
    let replay = filed_match(rules, 5, vec![computer(Pace::from_pps(8.0), 0)], 500);
    let line = moves_to_review(&replay).expect_err("pentominoes").to_string();
    assert!(line.contains("seven tetrominoes"), "{line}");
    assert_eq!(looked_at(&replay, None), Err(line));
}

/// The verdicts of a review once the search has looked at every move; the review ends then.
fn looked_at(replay: &Arc<Replay>, path: Option<&Path>) -> Result<Vec<MoveReview>, String> {
    let job = ReviewJob::begin(replay, path.map(Path::to_owned)).expect("a thread");
    let begun = Instant::now();
    loop {
        let progress = job.lock_progress();
        if let Some(problem) = &progress.problem {
            return Err(problem.clone());
        }
        if progress.stage > ReviewStage::Looking {
            return Ok(progress.moves.iter().map(|reviewed| reviewed.review.clone()).collect());
        }
        drop(progress);
        assert!(begun.elapsed() < Duration::from_mins(3), "a review comes to an end");
        std::thread::sleep(Duration::from_millis(20));
        job.go_on();
    }
}

#[test]
fn a_review_that_rests_begins_with_no_further_move_until_it_goes_on() {
    let replay = slipping_match(8.0, 7, 6_000);
    let job = ReviewJob::begin(&replay, None).expect("a thread");
    let judged = || job.lock_progress().moves.iter().filter(|reviewed| reviewed.review.judgement.is_some()).count();
    let wait_until_judged = |count: usize| {
        let begun = Instant::now();
        while judged() < count {
            assert!(begun.elapsed() < Duration::from_mins(3), "it goes on");
            std::thread::sleep(Duration::from_millis(5));
            job.go_on();
        }
    };
    wait_until_judged(1);
    job.set_resting(true);
    let at_rest = judged();
    std::thread::sleep(Duration::from_secs(1));
    job.go_on();
    // Each of its threads, four at most, has judged to its end the move that it had begun.
    let rested = judged();
    assert!((at_rest..=at_rest + 4).contains(&rested), "{at_rest} moves before and {rested} after");
    assert!(rested < job.lock_progress().moves.len());
    job.set_resting(false);
    wait_until_judged(rested + 1);
}

#[test]
fn a_review_is_kept_beside_its_replay_and_made_again_where_it_fits_no_more() {
    let [replay, other] = [7, 8].map(|seed| slipping_match(4.0, seed, 1_500));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.replay");
    std::fs::write(&path, "a replay").unwrap();
    let kept = folder.path().join("game.review");
    let first = looked_at(&replay, Some(&path)).unwrap();
    assert!(first.len() > 6 && first.iter().all(|review| review.judgement.is_some()), "{first:?}");
    // What is kept is taken as it is: another verdict in the file comes back.
    let text = std::fs::read_to_string(&kept).unwrap();
    let marked = text.replacen("\"pairs\":0", "\"pairs\":77", 1);
    assert_ne!(text, marked);
    std::fs::write(&kept, &marked).unwrap();
    let pairs =
        |reviews: &[MoveReview]| reviews.iter().filter_map(|review| review.judgement).any(|one| one.pairs == 77);
    assert!(pairs(&looked_at(&replay, Some(&path)).unwrap()));
    // Nothing of another game, and nothing that cannot be read.
    assert!(!pairs(&looked_at(&other, Some(&path)).unwrap()));
    for broken in [&marked[..marked.len() / 2], ""] {
        std::fs::write(&kept, broken).unwrap();
        assert_eq!(looked_at(&replay, Some(&path)).unwrap(), first);
    }
    // Nothing is kept without a file, or once it is gone.
    std::fs::remove_file(&kept).unwrap();
    std::fs::remove_file(&path).unwrap();
    for gone in [None, Some(path.as_path())] {
        assert_eq!(looked_at(&replay, gone).unwrap(), first);
        assert!(!kept.exists());
    }
}

#[test]
fn a_replay_of_another_game_has_no_review_wherever_it_differs() {
    let replay = slipping_match(4.0, 7, 1_500);
    let (mut last, mut earlier) = (Replay::clone(&replay), Replay::clone(&replay));
    last.hash ^= 1;
    let middle = earlier.hashes.len() / 2;
    earlier.hashes[middle] ^= 1;
    for other in [last, earlier] {
        let job = ReviewJob::begin(&Arc::new(other), None).expect("a thread");
        let begun = Instant::now();
        while job.lock_progress().stage != ReviewStage::Done {
            assert!(begun.elapsed() < Duration::from_mins(1), "it ends");
            std::thread::sleep(Duration::from_millis(20));
            job.go_on();
        }
        // It stays as it is, and says what is wrong.
        std::thread::sleep(Duration::from_millis(200));
        let progress = job.lock_progress();
        assert!(progress.problem.as_ref().is_some_and(|line| line.contains("not the game that was recorded")));
        assert!(progress.moves.is_empty() && progress.stage == ReviewStage::Done);
    }
}
