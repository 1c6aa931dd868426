//! Dealers: what they may deal and do deal, against a plain search that shares no code with theirs; and their names.

use super::cli_errors::{json, korobka_here, words};
use clap::ValueEnum;
use korobka::ai::dealer::{DealerSight, SequenceValue};
use korobka::ai::literature::published_controller;
use korobka::ai::{Brain, BrainSettings, EvaluationMoment, Evaluator, Playfield, VisiblePosition};
use korobka::measure::game::play_measured_game;
use korobka::measure::match_score::MatchScore;
use korobka::measure::statistics::mean_interval;
use korobka::measure::{GameCap, Interval, MeasuredGame, Measurement, different_games, measured_game_seeds};
use korobka::movegen::straight_placements;
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, Dealer, GeneratorKind, PieceKind, PieceSet, Random, Rules, TopOutRule};

const ROWS_ABOVE: u8 = 4;

/// The published controller by whose values dealers judge, looking at one piece and shunning nothing.
fn judge() -> Brain {
    let evaluator = published_controller("bcts").unwrap().brain().unwrap().evaluator().clone();
    Brain::new(
        evaluator,
        BrainSettings { moment: EvaluationMoment::AfterClear, rows_above: ROWS_ABOVE, ..BrainSettings::default() },
    )
}

/// A player with a mind of its own, of middling strength without a look ahead, which uses the hold slot where it may.
pub(crate) fn player(holds: bool) -> Brain {
    let names = ["total-height", "full-rows", "holes", "bumpiness"];
    let evaluator = Evaluator::new_linear(&names, &[-0.51, 0.76, -0.36, -0.18]).unwrap();
    Brain::new(
        evaluator,
        BrainSettings { moment: EvaluationMoment::AfterClear, rows_above: 2, holds, ..BrainSettings::default() },
    )
}

/// Rules of a small board, on which everything can be tried.
fn small(dealer: Dealer, hold: bool) -> Rules {
    let board = BoardSize { width: 5, visible: 8, buffer: 8 };
    let rules = Rules { board, hold, top_out: TopOutRule::BlockOutOnly, goal_lines: 0, ..Rules::marathon() };
    dealer.apply_to(rules).checked().unwrap()
}

/// Sets this many pieces down and gives all that were dealt, in order.
fn dealt(rules: &Rules, seed: u64, brain: &Brain, count: usize) -> Vec<PieceKind> {
    let mut field = Playfield::new(rules, seed);
    let mut pieces: Vec<PieceKind> = std::iter::once(field.falling).chain(field.queue.shown()).collect();
    while pieces.len() < count && field.top_out.is_none() {
        let Some(choice) = field.call_with_view(|view| brain.choose(view)) else { break };
        field.place(choice.piece, choice.possible_last_move(), choice.hold, 0).unwrap();
        pieces.extend(field.queue.shown().last());
    }
    pieces
}

/// The best way to set these pieces down in their order, tried out one by one by the rules' own functions.
fn tried(rules: &Rules, judge: &Brain, board: &Board, pieces: &[PieceKind], so_far: SequenceValue) -> SequenceValue {
    let [kind, rest @ ..] = pieces else { return so_far };
    let mut best = SequenceValue { above: u8::MAX, sum: f64::NEG_INFINITY };
    let ranked = judge.rank(&VisiblePosition { board, falling: *kind, hold: None, can_hold: false, next: &[] });
    let rows = usize::from(rules.board.visible + ROWS_ABOVE);
    assert_eq!(ranked.len(), straight_placements(board, *kind, rows).count(), "every straight drop is looked at");
    for choice in ranked {
        let mut after = *board;
        after.place(choice.piece);
        after.clear_full_rows();
        let above = u8::from(after.stack_height() > usize::from(rules.board.visible));
        let so_far = SequenceValue { above: so_far.above + above, sum: so_far.sum + choice.value };
        let way = tried(rules, judge, &after, rest, so_far);
        if way.compare(&best).is_gt() {
            best = way;
        }
    }
    best
}

fn kinds() -> Vec<PieceKind> {
    PieceSet::Tetromino.kinds().collect()
}

#[test]
fn with_one_piece_on_show_the_best_way_is_that_of_a_search_of_all() {
    let (judge, mut random) = (judge(), Random::new(1, Purpose::Games));
    let start = SequenceValue { above: 0, sum: 0.0 };
    for number in 0..60 {
        let rules = small(Dealer::Free1, true);
        let rows = (0..random.below(9)).map(|_| random.below(31) as u16).collect::<Vec<_>>();
        let board = Board::from_rows(rules.board, rows.into_iter());
        let kind = |random: &mut Random| PieceSet::Tetromino.kind(random.below(7) as usize);
        let pieces = [kind(&mut random), kind(&mut random)];
        let sight = DealerSight { rules: &rules, board: &board, falling: pieces[0] };
        assert_eq!(
            sight.best_sequence_value(&pieces),
            tried(&rules, &judge, &board, &pieces, start),
            "case {number}: {pieces:?}"
        );
        // With more on show only some beginnings are followed, so that nothing better can be found.
        let more = [pieces[0], pieces[1], kind(&mut random)];
        let all = tried(&rules, &judge, &board, &more, start);
        assert!(
            sight.best_sequence_value(&more).compare(&all).is_le(),
            "case {number}: no way is better than the best"
        );
    }
}

#[test]
fn a_free_dealer_deals_the_piece_whose_best_way_is_worst() {
    let judge = judge();
    for hold in [false, true] {
        let rules = small(Dealer::Free1, hold);
        let mut field = Playfield::new(&rules, 3);
        let player = player(hold);
        let mut pieces = 0;
        while field.top_out.is_none() && pieces < 25 {
            // As the dealer saw it: the falling piece has just appeared.
            let worth = |&kind: &PieceKind| {
                let start = SequenceValue { above: 0, sum: 0.0 };
                tried(&rules, &judge, field.matrix.board(), &[field.falling, kind], start)
            };
            let worths: Vec<SequenceValue> = kinds().iter().map(worth).collect();
            let least = (0..7).reduce(|a, b| if worths[b].compare(&worths[a]).is_lt() { b } else { a }).unwrap();
            assert_eq!(field.queue.first(), Some(kinds()[least]), "piece {pieces}");
            let Some(choice) = field.call_with_view(|view| player.choose(view)) else { break };
            field.place(choice.piece, choice.possible_last_move(), choice.hold, 0).unwrap();
            pieces += 1;
        }
        assert!(pieces > 5, "a game worth its name: {pieces} pieces");
    }
}

#[test]
fn a_bound_dealer_deals_every_kind_once_in_seven_and_a_free_one_does_not() {
    let player = player(false);
    for (dealer, bound) in [(Dealer::Bag1, true), (Dealer::Bag2, true), (Dealer::Bag3, true), (Dealer::Free2, false)] {
        let rules = dealer.apply_to(Rules { hold: false, goal_lines: 0, ..Rules::marathon() });
        let pieces = dealt(&rules, 7, &player, 70);
        let full = |bag: &[PieceKind]| kinds().iter().all(|kind| bag.contains(kind));
        assert!(pieces.len() >= 28, "{dealer:?}: {} pieces", pieces.len());
        assert_eq!(pieces.as_chunks::<7>().0.iter().all(|bag| full(bag)), bound, "{dealer:?}: {pieces:?}");
    }
}

#[test]
fn a_dealer_lets_be_seen_as_many_pieces_as_its_name_says() {
    let player = player(true);
    for (dealer, shown) in [(Dealer::Free1, 1), (Dealer::Bag2, 2), (Dealer::Free3, 3)] {
        let mut field = Playfield::new(&dealer.apply_to(Rules::versus()), 1);
        let mut held = 0;
        for _ in 0..20 {
            assert_eq!(field.queue.shown().count(), shown, "{dealer:?}");
            let Some(choice) = field.call_with_view(|view| player.choose(view)) else { break };
            held += u32::from(choice.hold);
            field.place(choice.piece, choice.possible_last_move(), choice.hold, 0).unwrap();
            if field.top_out.is_some() {
                break;
            }
        }
        assert!(held > 0, "holding an empty slot draws two pieces");
    }
}

#[test]
fn the_same_game_is_dealt_the_same_pieces_and_another_seed_begins_otherwise() {
    let player = player(true);
    for dealer in Dealer::ALL {
        let rules = dealer.apply_to(Rules::marathon());
        let game = |seed| dealt(&rules, seed, &player, 60);
        assert_eq!(game(5), game(5), "{dealer:?}");
        let alike = (0..20).all(|seed| game(seed) == game(5));
        assert_eq!(alike, dealer == Dealer::SZ, "{dealer:?}: the first pieces are the seed's");
    }
}

#[test]
fn s_and_z_take_turns_whatever_the_seed() {
    for seed in 0..5 {
        let pieces = dealt(&Dealer::SZ.apply_to(Rules::marathon()), seed, &player(false), 12);
        let letters: String = pieces.iter().map(|kind| kind.letter()).collect();
        assert_eq!(letters, "SZSZSZSZSZSZ");
    }
}

#[test]
fn a_dealer_ends_soon_what_chance_does_not() {
    let controller = published_controller("dellacherie").unwrap();
    let (brain, rules, cap) =
        (controller.brain().unwrap(), controller.rules(10, 20), GameCap { pieces: Some(400), ..GameCap::default() });
    let pieces = |rules: &Rules| {
        measured_game_seeds(1, 3).into_iter().map(|seed| play_measured_game(&brain, rules, cap, seed).pieces).max()
    };
    assert_eq!(pieces(&rules), Some(400), "by chance it lasts");
    assert!(pieces(&Dealer::Free1.apply_to(rules)) < Some(100), "free");
    assert!(pieces(&Dealer::Bag1.apply_to(rules)) < Some(400), "from a bag");
}

#[test]
fn a_dealers_game_that_is_played_again_makes_no_interval_narrower() {
    let controller = published_controller("bcts").unwrap();
    let (brain, cap) = (controller.brain().unwrap(), GameCap { pieces: Some(400), ..GameCap::default() });
    let games = |dealer: Dealer, count: usize| {
        let rules = dealer.apply_to(controller.rules(10, 20));
        let play = |seed| play_measured_game(&brain, &rules, cap, seed);
        measured_game_seeds(1, count).into_iter().map(play).collect::<Vec<_>>()
    };
    let some = games(Dealer::Free1, 20);
    let often = [some.as_slice(); 4].concat();
    let (once, again) = (Measurement::from_repeated_games(&some), Measurement::from_repeated_games(&often));
    assert!((2..=7).contains(&once.different), "the first piece alone is the seed's: {}", once.different);
    assert_eq!((again.games, again.different), (80, once.different));
    let intervals = |of: &Measurement| [of.lines.interval, of.score.interval, of.uncapped_interval];
    assert_eq!(intervals(&again), intervals(&once));
    for (counted, taken) in intervals(&again).into_iter().zip(intervals(&Measurement::from_games(&often))) {
        assert!(counted.high - counted.low > taken.high - taken.low, "{counted:?} and {taken:?}");
    }
    let alike = Measurement::from_repeated_games(&games(Dealer::SZ, 3));
    assert_eq!(alike.different, 1);
    assert!(intervals(&alike).iter().all(Interval::is_point), "nobody knows how others would differ: {alike:?}");
}

#[test]
fn the_mean_of_all_games_lies_in_the_interval_of_the_different_ones() {
    let game = |lines: u32| MeasuredGame { lines, ..MeasuredGame::default() };
    let games: Vec<MeasuredGame> = [0; 96].into_iter().chain(50..54).map(game).collect();
    let (lines, taken) =
        (Measurement::from_repeated_games(&games).lines, mean_interval(&[0.0, 50.0, 51.0, 52.0, 53.0]));
    assert!(lines.mean < taken.low, "one of them came again and again: {taken:?}");
    assert_eq!(lines.interval, Interval { low: lines.mean, ..taken });
}

#[test]
fn only_what_a_dealer_may_choose_goes_into_a_queue() {
    let mut queue = Dealer::Bag1.apply_to(Rules::marathon()).queue(1);
    assert!(queue.deal_choices(1).is_empty(), "it shows what it should");
    let first = queue.take();
    let left = queue.deal_choices(1);
    assert_eq!(left.len(), 6, "one of seven is gone");
    queue.add_dealt_piece(first);
    assert_eq!(queue.first(), None, "it was dealt already");
    queue.add_dealt_piece(left[0]);
    assert_eq!(queue.first(), Some(left[0]));
    let mut drawn = Rules::marathon().queue(1);
    let before = drawn.clone();
    drawn.add_dealt_piece(PieceKind::I);
    assert_eq!(drawn, before, "chance needs no dealer");
}

#[test]
fn files_keep_the_places_of_generators() {
    let place = |kind: GeneratorKind| bincode::serde::encode_to_vec(kind, bincode::config::standard()).unwrap();
    let kinds = [
        GeneratorKind::Bag,
        GeneratorKind::Uniform,
        GeneratorKind::BagOfNine,
        GeneratorKind::Given,
        GeneratorKind::Dealt,
        GeneratorKind::DealtFromBag,
        GeneratorKind::Alternating,
    ];
    for (number, kind) in (0..).zip(kinds) {
        assert_eq!(place(kind), [number], "{kind:?}");
    }
}

#[test]
fn every_dealer_has_one_name_everywhere() {
    for dealer in Dealer::ALL {
        assert_eq!(Dealer::named(dealer.name()), Some(dealer));
        assert_eq!(serde_json::to_value(dealer).unwrap(), dealer.name(), "in files");
        assert_eq!(dealer.to_possible_value().unwrap().get_name(), dealer.name(), "as a flag");
        dealer.apply_to(Rules::marathon()).checked().unwrap();
    }
}

#[test]
fn commands_that_measure_take_a_dealer() {
    let json = |line: &str| json(korobka_here(&words(line)));
    let short = "--dealer free-1 --nodes 50 --json";
    let evaluated = json("evaluate literature:bcts --dealer bag-2 --games 2 --piece-cap 20 --json");
    assert_eq!((&evaluated["dealer"], &evaluated["pieces"]), (&"bag-2".into(), &"dealt-from-bag".into()));
    let sent = json(&format!("evaluate literature:bcts --lines-sent --games 2 --piece-cap 300 {short}"));
    assert_eq!((&sent["dealer"], &sent["topped_out"]), (&"free-1".into(), &2.into()), "nobody lasts");
    let alike = json("evaluate literature:bcts literature:dt-20 --dealer s-z --games 3 --piece-cap 20 --json");
    assert_eq!((&alike["players"][0]["games"], &alike["players"][0]["different_games"]), (&3.into(), &1.into()));
    let ratio = &alike["players"][1];
    assert_eq!(ratio["ratio_low"], ratio["ratio_high"], "one pair of games says nothing of others");
    let sent = json("evaluate literature:bcts --lines-sent --games 4 --piece-cap 20 --dealer s-z --nodes 50 --json");
    assert_eq!((&sent["different_games"], &sent["attack_a_piece"]["low"]), (&1.into(), &serde_json::Value::Null));
    let two = json(&format!("match --level placements literature:bcts literature:dt-20 --games 2 {short}"));
    assert_eq!(two["dealer"], "free-1");
    assert!(two["mean_pieces"].as_f64().unwrap() < 200.0, "nobody lasts");
    let met =
        json(&format!("match --level placements literature:bcts literature:dt-20 literature:lee --games 2 {short}"));
    assert_eq!(met["dealer"], "free-1");
    let weight = met["players"][0]["different_games"].as_u64().unwrap();
    assert!((2..=4).contains(&weight), "two pairings of two matches: {weight}");
}

#[test]
fn a_dealers_match_that_is_played_again_counts_once_in_the_interval() {
    let line = "match --level placements literature:bcts lin:published --dealer s-z --games 20 --json";
    let played = json(korobka_here(&words(line)));
    let results = played["results"].as_array().unwrap();
    let all: Vec<f64> = results.iter().map(|game| game["score"].as_f64().unwrap()).collect();
    let alike = |game: &serde_json::Value| ["pieces", "attack", "sent"].map(|what| game[what].to_string());
    let different = different_games(
        GeneratorKind::Alternating,
        results.iter().zip(&all).map(|(game, score)| (*score, alike(game))),
    );
    assert_eq!(played["different_games"], different.len());
    let expected = MatchScore::of_repeated(all.into_iter(), different.into_iter().map(|game| game.0)).interval;
    for (end, expected) in [("low", expected.low), ("high", expected.high)] {
        let found = played["score"][end].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{end}: {found} should be {expected}");
    }
    assert_eq!(different_games(GeneratorKind::Bag, [7, 7, 5, 7]), [7, 7, 5, 7], "by chance each game is its own");
    assert_eq!(different_games(GeneratorKind::DealtFromBag, [7, 7, 5, 7]), [7, 5]);
}
