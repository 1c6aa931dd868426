//! Our players as bots: what they answer to the lines that they hear by the bot protocol.

use super::champion::tidy;
use korobka::bots::{ThinkingBudget, ThinkingThreads};
use korobka::movegen::{Move, Placement};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, Facing, FallingPiece, PieceKind, Random, Rules, Spin};
use korobka::search::{BestMove, Search, SearchSettings, State, Think, Thought};
use korobka::tbp::{Bot, BotReaction, FromBot, PositionThinker, SPAWN_ROW, ThinkingResult};

pub(crate) fn rules() -> Rules {
    Rules { half_turns: false, ..Rules::versus() }
}

/// A bot that searches this many nodes.
fn bot(nodes: u64) -> Bot {
    let settings = SearchSettings { spawn_row: Some(SPAWN_ROW), ..SearchSettings::default() };
    let (mut search, weights) = (Search::with_settings(&rules(), settings), tidy());
    let think: Think = Box::new(move |state, budget, stop| {
        let BestMove { chosen, nodes, depth, .. } = search.find_best_move(state, &weights, budget, stop)?;
        let agreement = search.insight().map(|insight| insight.agreement);
        Some(Thought { chosen, nodes, depth, agreement })
    });
    Bot::new("Test", &rules(), ThinkingThreads::new(ThinkingBudget::Nodes(nodes), vec![think]).unwrap())
}

fn hear(bot: &mut Bot, lines: &[&str]) -> Vec<BotReaction> {
    lines.iter().map(|line| bot.answer_line(line)).collect()
}

const BOARD: &str = "[[null,null,null,null,null,null,null,null,null,null]]";

fn start(queue: &str, hold: &str) -> String {
    let queue: Vec<String> = queue.chars().map(|letter| format!("\"{letter}\"")).collect();
    format!(
        "{{\"type\":\"start\",\"hold\":{hold},\"queue\":[{}],\"combo\":0,\"back_to_back\":false,\"board\":{BOARD}}}",
        queue.join(",")
    )
}

#[test]
fn a_bot_answers_as_the_protocol_says() {
    let mut bot = bot(500);
    let FromBot::Info { features, .. } = bot.info() else { panic!() };
    assert_eq!(features, ["randomizer", "move_info", "garbage", "pending_garbage"]);
    assert_eq!(bot.answer_line("{\"type\":\"rules\",\"randomizer\":\"seven_bag\"}"), BotReaction::Say(FromBot::Ready));
    assert_eq!(
        bot.answer_line("{\"type\":\"rules\"}"),
        BotReaction::Say(FromBot::Ready),
        "a randomizer may be unknown"
    );
    assert_eq!(
        bot.answer_line("\u{feff}{\"type\":\"rules\"}"),
        BotReaction::Say(FromBot::Ready),
        "a byte order mark stands before the first message of some programs"
    );
    assert_eq!(bot.answer_line(&start("TIOSZ", "null")), BotReaction::Nothing);
    let BotReaction::Say(FromBot::Suggestion { moves, move_info }) = bot.answer_line("{\"type\":\"suggest\"}") else {
        panic!()
    };
    assert!(moves.len() > 1, "spare moves are given: {moves:?}");
    let info = move_info.unwrap();
    assert!(
        info.nodes.is_some_and(|nodes| nodes > 0) && info.nps.is_some() && info.depth.is_some_and(|depth| depth > 1.0)
    );
    let best = serde_json::to_string(&moves[0]).unwrap();
    let play = format!("{{\"type\":\"play\",\"move\":{best}}}");
    let answers = hear(&mut bot, &[&play, "{\"type\":\"new_piece\",\"piece\":\"L\"}", "{\"type\":\"weather\"}", ""]);
    assert_eq!(answers, [const { BotReaction::Nothing }; 4]);
    let garbage = "{\"type\":\"garbage\",\"rows\":[[\"G\",null,\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\"]]}";
    assert_eq!(bot.answer_line(garbage), BotReaction::Nothing);
    let BotReaction::Say(FromBot::Suggestion { moves, .. }) = bot.answer_line("{\"type\":\"suggest\"}") else {
        panic!()
    };
    assert!(moves[0].location.y > 0, "the garbage lies below: {moves:?}");
    assert_eq!(
        hear(&mut bot, &["{\"type\":\"stop\"}", "{\"type\":\"quit\"}"]),
        [BotReaction::Nothing, BotReaction::Quit]
    );
}

#[test]
fn a_bot_that_guesses_says_how_many_guesses_agree() {
    // One world, and two.
    let told = [500, 20_000].map(|nodes| {
        let mut bot = bot(nodes);
        assert_eq!(bot.answer_line(&start("TIOSZ", "null")), BotReaction::Nothing);
        match bot.answer_line("{\"type\":\"suggest\"}") {
            BotReaction::Say(FromBot::Suggestion { move_info, .. }) => move_info.unwrap().extra,
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(told[0], None, "a single guess has nothing to agree with");
    let extra = told[1].as_deref().unwrap();
    assert!(extra.starts_with("best in ") && extra.ends_with(" of 2 guesses at what comes"), "{extra}");
}

#[test]
fn messages_that_cannot_be_used_are_one_line_and_change_nothing() {
    let mut bot = bot(200);
    let far = "{\"location\":{\"type\":\"T\",\"orientation\":\"north\",\"x\":99999999999,\"y\":0},\"spin\":\"none\"}";
    let mut wrong = vec![
        "{".to_owned(),
        "7".to_owned(),
        "{\"kind\":\"start\"}".to_owned(),
        "{\"type\":\"suggest\"}".to_owned(),
        "{\"type\":\"new_piece\",\"piece\":\"T\"}".to_owned(),
        "{\"type\":\"start\",\"queue\":[\"X\"],\"board\":[]}".to_owned(),
        "{\"type\":\"start\",\"queue\":[\"T\"],\"board\":[[null]]}".to_owned(),
        format!("{{\"type\":\"play\",\"move\":{far}}}"),
        format!("{{\"type\":\"play\",\"move\":{}}}", far.replace("north", "no\\nrth")),
    ];
    let complain = |bot: &mut Bot, line: &str| match bot.answer_line(line) {
        BotReaction::Complain(why) => assert_eq!(why.lines().count(), 1, "{why}"),
        other => panic!("{line}: {other:?}"),
    };
    wrong.iter().for_each(|line| complain(&mut bot, line));
    assert_eq!(bot.answer_line(&start("TIOSZ", "\"L\"")), BotReaction::Nothing);
    // All but the question and the piece are wrong in a game too.
    wrong.drain(3..5);
    wrong.push(
        "{\"type\":\"play\",\"move\":{\"location\":{\"type\":\"S\",\"orientation\":\"north\",\"x\":4,\"y\":0}}}"
            .to_owned(),
    );
    wrong.iter().for_each(|line| complain(&mut bot, line));
    let BotReaction::Say(FromBot::Suggestion { moves, .. }) = bot.answer_line("{\"type\":\"suggest\"}") else {
        panic!()
    };
    assert!(moves.iter().all(|made| matches!(made.location.kind.0.letter(), 'T' | 'L')), "{moves:?}");
}

#[test]
fn no_line_makes_a_bot_panic() {
    let mut bot = bot(60);
    let full = format!("[{}]", vec!["[\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\"]"; 40].join(","));
    let lines = [
        start(&"TIOSZLJ".repeat(60), "null"),
        start("TIO", "\"Z\"").replace("\"combo\":0", "\"combo\":4294967295"),
        start("TIO", "null").replace(BOARD, &full),
        start("", "\"S\"").replace(BOARD, &full.replacen("\"G\"", "null", 7)),
        "{\"type\":\"play\",\"move\":{\"location\":{\"type\":\"T\",\"orientation\":\"north\",\"x\":4,\"y\":0},\"spin\":\"full\"}}".to_owned(),
        "{\"type\":\"play\",\"move\":{\"location\":{\"type\":\"I\",\"orientation\":\"west\",\"x\":9,\"y\":38},\"spin\":\"none\"}}".to_owned(),
        "{\"type\":\"new_piece\",\"piece\":\"O\"}".to_owned(),
        format!("{{\"type\":\"garbage\",\"rows\":{full}}}"),
        "{\"type\":\"garbage\",\"rows\":[[\"G\",null,\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\",\"G\"]]}".to_owned(),
        "{\"type\":\"suggest\"}".to_owned(),
        "{\"type\":\"stop\"}".to_owned(),
    ];
    let mut random = Random::new(5, Purpose::Games);
    for _ in 0..3_000 {
        let mut line = lines[random.below(lines.len() as u32) as usize].clone().into_bytes();
        // Now and then something is cut out, or another letter stands there.
        if random.chance(300) {
            let at = random.below(line.len() as u32) as usize;
            match random.below(2) {
                0 => drop(line.drain(at..(at + 1 + random.below(9) as usize).min(line.len()))),
                _ => line[at] = b" 019-TXn\"{}[],:"[random.below(15) as usize],
            }
        }
        bot.answer_line(&String::from_utf8_lossy(&line));
        bot.answer_line("{\"type\":\"suggest\"}");
    }
}

#[test]
fn a_position_without_pieces_is_waited_out() {
    // From 2000 nodes on the search guesses pieces, which are not there to be set down.
    for nodes in [200, 4_000] {
        let mut bot = bot(nodes);
        let mut letters = |line: &str| {
            assert_eq!(bot.answer_line(line), BotReaction::Nothing);
            let BotReaction::Say(FromBot::Suggestion { moves, .. }) = bot.answer_line("{\"type\":\"suggest\"}") else {
                panic!()
            };
            moves.iter().map(|made| made.location.kind.0.letter()).collect::<String>()
        };
        assert_eq!(letters(&start("", "null")), "", "nothing to set down");
        let found = letters("{\"type\":\"new_piece\",\"piece\":\"T\"}");
        assert!(!found.is_empty() && found.chars().all(|letter| letter == 'T'), "{found}");
        let found = letters(&start("", "\"S\""));
        assert!(
            !found.is_empty() && found.chars().all(|letter| letter == 'S'),
            "the last piece is the held one: {found}"
        );
    }
}

/// Says this when it is first asked, whatever the position is.
#[derive(Debug)]
struct OneAnswer(Option<ThinkingResult>);

impl OneAnswer {
    /// The answer that a piece as it comes belongs in the bottom row, this far to the right, found with these figures.
    fn bottom_row(kind: PieceKind, x: i8, (nodes, depth): (u64, u32), found: ThinkingResult) -> Self {
        let piece = FallingPiece { kind, facing: Facing::North, x, y: 0 };
        let chosen = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
        Self(Some(ThinkingResult { best: Some(Thought { chosen, nodes, depth, agreement: None }), ..found }))
    }
}

impl PositionThinker for OneAnswer {
    fn think_about(&mut self, _: Option<State>) {}

    fn thoughts(&mut self) -> Option<ThinkingResult> {
        self.0.take()
    }
}

#[test]
fn a_bot_says_how_many_positions_it_looked_at_each_second() {
    let found = ThinkingResult { nodes: 600, seconds: 0.5, ..ThinkingResult::default() };
    let mut bot = Bot::new("Half a second", &rules(), OneAnswer::bottom_row(PieceKind::T, 3, (400, 3), found));
    assert_eq!(bot.answer_line(&start("TIOSZ", "null")), BotReaction::Nothing);
    let answer = bot.answer_line("{\"type\":\"suggest\"}");
    let BotReaction::Say(FromBot::Suggestion { move_info, .. }) = answer else { panic!() };
    let told = move_info.map(|info| (info.nodes, info.nps, info.depth));
    assert_eq!(told, Some((Some(600), Some(1200.0), Some(3.0))));
}

#[test]
fn a_bot_suggests_first_what_the_piece_can_get_to() {
    // Over a wall of that height no piece comes.
    for (wall, is_first) in [(0, true), (23, false)] {
        // It wants an O in the two columns on the right, whether that gets there or not.
        let wish = OneAnswer::bottom_row(PieceKind::O, 8, (1, 1), ThinkingResult::default());
        let mut bot = Bot::new("Wishful", &rules(), wish);
        let row: Vec<_> = (0..10).map(|x| (x == 7).then_some("G")).collect();
        let start = serde_json::json!({
            "type": "start", "hold": null, "queue": ["O"], "combo": 0, "back_to_back": false, "board": vec![row; wall],
        });
        assert_eq!(bot.answer_line(&start.to_string()), BotReaction::Nothing);
        let BotReaction::Say(FromBot::Suggestion { moves, .. }) = bot.answer_line("{\"type\":\"suggest\"}") else {
            panic!()
        };
        assert_eq!(moves[0].location.x == 8, is_first, "{moves:?}");
    }
}

#[test]
fn the_strongest_champion_that_ships_plays_where_nobody_is_named() {
    let home = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_korobka"))
        .arg("tbp")
        .env("KOROBKA_HOME", home.path())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let info = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && info.contains("champion-untold 85"), "{info}");
}

/// Stacks up to where pieces appear and beyond: whoever can be asked gets an answer, however lost the position is.
#[test]
fn a_bot_never_gives_up_while_a_piece_fits() {
    let (mut bot, mut random) = (bot(100), Random::new(11, Purpose::Search));
    let kinds: Vec<char> = "IOTSZJL".chars().collect();
    let mut asked = 0;
    while asked < 10_000 {
        let height = 17 + random.below(5) as usize;
        let filled = 500 + random.below(450) as u16;
        let mut rows = [0u16; 40];
        for row in &mut rows[..height] {
            (0..10).for_each(|x| *row |= u16::from(random.chance(filled)) << x);
            if *row == 0b11_1111_1111 {
                *row ^= 1 << random.below(10);
            }
        }
        let board = Board::from_rows(BoardSize::default(), rows.iter().copied());
        let letter = |random: &mut Random| kinds[random.below(7) as usize];
        let queue: String = (0..3).map(|_| letter(&mut random)).collect();
        let hold = random.chance(500).then(|| letter(&mut random));
        // By the protocol a piece appears with its lowest minos in row 19.
        let fits = |kind: char| {
            let kind = PieceKind::from_letter(kind).unwrap();
            let lowest = kind.shape(Facing::North).span.0;
            board.fits(FallingPiece { y: 19 - lowest, ..FallingPiece::spawn(kind, BoardSize::default()) })
        };
        let second = hold.or(queue.chars().nth(1));
        if !queue.chars().next().into_iter().chain(second).any(fits) {
            continue;
        }
        asked += 1;
        let letters: Vec<String> = queue.chars().map(String::from).collect();
        let cells = |row: &u16| (0..10).map(|x| (row >> x & 1 == 1).then_some("G")).collect::<Vec<_>>();
        let start = serde_json::json!({
            "type": "start", "hold": hold.map(String::from), "queue": letters, "combo": 0, "back_to_back": false,
            "board": rows.iter().map(cells).collect::<Vec<_>>(),
        });
        assert_eq!(bot.answer_line(&start.to_string()), BotReaction::Nothing);
        let BotReaction::Say(FromBot::Suggestion { moves, .. }) = bot.answer_line("{\"type\":\"suggest\"}") else {
            panic!()
        };
        assert!(!moves.is_empty(), "{start}");
        bot.answer_line("{\"type\":\"stop\"}");
    }
}
