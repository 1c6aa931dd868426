//! The bot protocol from both sides: our bot against our front end, and bots that behave badly.

use super::champion::{state, tidy};
use super::champion_commands::trained;
use super::tbp_owed::PATIENT;
use korobka::bots::{GuestBot, ThinkingBudget, ThinkingThreads};
use korobka::doors::link::{Link, ProcessorUse, ProgramOutput};
use korobka::movegen::{Move, Placement};
use korobka::rules::random::Purpose;
use korobka::rules::{Board, BoardSize, Facing, FallingPiece, PieceKind, Random, Rules, Spin};
use korobka::search::{
    BestMove, DuelSettings, GarbageDrip, OpponentInfo, Search, SearchSettings, SoloSettings, State, Think, Thought,
    Weights, duel, solo,
};
use korobka::tbp::{Bot, BotCommand, BotReaction, FromBot, PositionThinker, SPAWN_ROW, ThinkingResult};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn rules() -> Rules {
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

/// Our program as a bot, at this many nodes.
fn ours(nodes: u32) -> BotCommand {
    let program = env!("CARGO_BIN_EXE_korobka");
    BotCommand::read(&format!("'{program}' tbp --opponent literature:bcts --nodes {nodes}")).unwrap()
}

#[test]
fn our_bot_in_our_front_end_plays_what_the_player_plays_itself() {
    // A brain's choice needs no budget; the champion's is compared below, where its weights are at hand.
    let course = SoloSettings {
        rules: rules(),
        pieces: 60,
        drip: Some(GarbageDrip::Even { rows: 2, pieces: 7 }),
        untold: false,
    };
    let brain = korobka::ai::literature::published_controller("bcts").unwrap().brain().unwrap();
    let itself = solo::play_solo_game(&course, 4, |state| {
        let (&falling, next) = state.queue.split_first().unwrap();
        let view =
            korobka::ai::VisiblePosition { board: &state.board, falling, hold: state.hold, can_hold: true, next };
        brain.choose(&view).map(|choice| choice.to_move())
    });
    let mut guest = GuestBot::start(&ours(1), &course.rules, PATIENT, true).unwrap();
    let played = solo::play_solo_game(&course, 4, |state| {
        let decision = guest.decide(state, Duration::ZERO).unwrap();
        guest.tell_played(decision.chosen);
        Some(decision.chosen)
    });
    assert_eq!((played, played.pieces), (itself, 60));
    assert_eq!(guest.name(), "Korobka literature bcts");
}

/// A decision of the champion, which the protocol tells nothing of the opponent.
fn champion<'a>(nodes: u64, record: &'a mut Vec<Option<Move>>) -> impl FnMut(&State) -> Option<Move> + 'a {
    let (mut search, weights) = (Search::new(&Rules::versus()), tidy());
    move |state| {
        let told = State { rival: OpponentInfo::default(), ..state.clone() };
        let choice = search.find_best_move(&told, &weights, nodes, &mut || false);
        record.push(choice.map(|choice| choice.chosen));
        record.last().copied().flatten()
    }
}

#[test]
fn the_champion_behind_the_protocol_makes_the_moves_that_it_makes_itself_over_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let file = trained(folder.path());
    let text = format!("'{}' tbp --opponent '{file}' --nodes 300 --half-turns", env!("CARGO_BIN_EXE_korobka"));
    let command = BotCommand::read(&text).unwrap();
    let contestant = korobka::storage::Catalog::default().contestant(&file.parse().unwrap()).unwrap();
    let korobka::mind::Mind::Searcher(weights) = contestant.mind else { panic!() };
    for untold in [false, true] {
        behind_the_protocol(
            &command,
            &weights,
            &DuelSettings { untold, ..DuelSettings::fully_informed(Rules::versus(), 500, 60) },
        );
    }
}

/// By the extension for what waits the bot knows what it knows itself of garbage, and without it as little.
fn behind_the_protocol(command: &BotCommand, weights: &Weights, course: &DuelSettings) {
    let mut search = Search::new(&course.rules);
    let mut itself = |state: &State| {
        let told = State { rival: OpponentInfo::default(), ..state.clone() };
        search.find_best_move(&told, weights, 300, &mut || false).map(|choice| choice.chosen)
    };
    let mut guest = GuestBot::start(command, &course.rules, PATIENT, true).unwrap();
    let (mut against, mut record) = (0, Vec::new());
    let result = duel::play_duel(
        course,
        9,
        [
            &mut |state: &State| {
                let decision = guest.decide(state, Duration::ZERO).unwrap();
                guest.tell_played(decision.chosen);
                let direct = itself(state).unwrap_or(decision.chosen);
                assert_eq!(decision.chosen, direct, "piece {against}");
                against += 1;
                Some(direct)
            },
            &mut champion(2000, &mut record),
        ],
    );
    assert!(against > 10 && result.pieces as usize == against, "{result:?}");
}

/// Thinks when it is asked, on the asker's own thread.
#[derive(Debug)]
struct WhenAsked {
    search: Search,
    state: Option<State>,
}

impl PositionThinker for WhenAsked {
    fn think_about(&mut self, state: Option<State>) {
        self.state = state;
    }

    fn thoughts(&mut self) -> Option<ThinkingResult> {
        let choice =
            self.state.as_ref().and_then(|state| self.search.find_best_move(state, &tidy(), 300, &mut || false));
        let thought = |BestMove { chosen, nodes, depth, .. }| Thought { chosen, nodes, depth, agreement: None };
        Some(ThinkingResult { best: choice.map(thought), ..ThinkingResult::default() })
    }
}

/// Has looked at 600 positions in half a second, whatever it is asked.
#[derive(Debug)]
struct HalfASecond;

impl PositionThinker for HalfASecond {
    fn think_about(&mut self, _: Option<State>) {}

    fn thoughts(&mut self) -> Option<ThinkingResult> {
        let piece = FallingPiece { kind: PieceKind::T, facing: Facing::North, x: 3, y: 0 };
        let chosen = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
        let best = Some(Thought { chosen, nodes: 400, depth: 3, agreement: None });
        Some(ThinkingResult { best, nodes: 600, seconds: 0.5, ..ThinkingResult::default() })
    }
}

#[test]
fn a_bot_says_how_many_positions_it_looked_at_each_second() {
    let mut bot = Bot::new("Half a second", &rules(), HalfASecond);
    assert_eq!(bot.answer_line(&start("TIOSZ", "null")), BotReaction::Nothing);
    let answer = bot.answer_line("{\"type\":\"suggest\"}");
    let BotReaction::Say(FromBot::Suggestion { move_info, .. }) = answer else { panic!() };
    let told = move_info.map(|info| (info.nodes, info.nps, info.depth));
    assert_eq!(told, Some((Some(600), Some(1200.0), Some(3.0))));
}

/// A bot at the other end of a link that is neither a process nor a thread: it answers as soon as it is spoken to.
#[derive(Debug)]
struct Near {
    bot: Bot,
    said: VecDeque<FromBot>,
    /// How often it says each of its suggestions.
    times: usize,
    halted: Arc<AtomicBool>,
}

impl Near {
    fn new(times: usize) -> Self {
        let bot = Bot::new("Near", &rules(), WhenAsked { search: Search::new(&rules()), state: None });
        Self { said: [bot.info()].into(), bot, times, halted: Arc::default() }
    }
}

impl Link for Near {
    fn send(&mut self, line: String) {
        match self.bot.answer_line(&line) {
            BotReaction::Say(message) => {
                let times = if matches!(message, FromBot::Suggestion { .. }) { self.times } else { 1 };
                self.said.extend(std::iter::repeat_n(message, times));
            }
            BotReaction::Nothing | BotReaction::Quit => {}
            BotReaction::Complain(why) => panic!("{why}"),
            BotReaction::BrokenDown => panic!("this search runs on the asker's own thread"),
        }
    }

    fn poll(&mut self, _: Duration) -> Option<ProgramOutput> {
        self.said.pop_front().map(|message| ProgramOutput::Line(serde_json::to_vec(&message).unwrap()))
    }

    fn set_halted(&mut self, halted: bool) {
        self.halted.store(halted, Ordering::Relaxed);
    }

    fn processor_use(&self) -> Option<ProcessorUse> {
        None
    }

    fn end(&mut self) -> String {
        String::new()
    }
}

#[test]
fn a_guest_needs_a_link_and_no_process() {
    let course = SoloSettings { rules: rules(), pieces: 20, drip: None, untold: false };
    let mut search = Search::new(&course.rules);
    let itself = solo::play_solo_game(&course, 4, |state| {
        search.find_best_move(state, &tidy(), 300, &mut || false).map(|choice| choice.chosen)
    });
    // Whoever answers twice is heard once.
    for times in [1, 2] {
        let near = || Ok(Box::new(Near::new(times)) as Box<dyn Link>);
        let mut guest = GuestBot::from_link("near", near, &course.rules, PATIENT, true).unwrap();
        let played = solo::play_solo_game(&course, 4, |state| {
            let decision = guest.decide(state, Duration::ZERO).unwrap();
            guest.tell_played(decision.chosen);
            Some(decision.chosen)
        });
        assert_eq!((played, guest.name(), played.pieces), (itself, "Near", 20), "{times} times");
    }
}

#[test]
fn a_bot_that_plays_in_turns_is_halted_between_them_and_another_is_not() {
    let state = state("", "TIOSZL", None);
    for in_turns in [true, false] {
        let near = Near::new(1);
        let halted = Arc::clone(&near.halted);
        let is_halted = || halted.load(Ordering::Relaxed);
        let link = || Ok(Box::new(near) as Box<dyn Link>);
        let mut guest = GuestBot::from_link("near", link, &rules(), PATIENT, in_turns).unwrap();
        for _ in 0..2 {
            let decision = guest.decide(&state, Duration::ZERO).unwrap();
            assert!(!is_halted(), "it is its turn");
            guest.tell_played(decision.chosen);
            assert_eq!(is_halted(), in_turns);
        }
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

#[test]
fn a_frame_polls_without_waiting_and_an_earlier_question_is_forgotten() {
    fn for_a_component<T: Send>(_: &T) {}
    let state = |queue: &str| state("", queue, None);
    let mut guest = GuestBot::start(&ours(1), &rules(), PATIENT, false).unwrap();
    for_a_component(&guest);
    guest.begin_decision(&state("TIOSZL"), Duration::ZERO);
    // Until the first question is out, perhaps answered, and not looked at.
    let mut first = None;
    while first.is_none() {
        first = guest.poll(Duration::ZERO).unwrap();
        std::thread::sleep(Duration::from_millis(1));
    }
    guest.begin_decision(&state("TIOSZL"), Duration::ZERO);
    guest.poll(Duration::ZERO).unwrap();
    for _ in 0..3 {
        guest.begin_decision(&state("OJOJOJ"), Duration::ZERO);
        guest.poll(Duration::ZERO).unwrap();
        guest.begin_decision(&state("SZSZSZ"), Duration::ZERO);
        let decision = loop {
            if let Some(decision) = guest.poll(Duration::from_millis(5)).unwrap() {
                break decision;
            }
        };
        assert!(matches!(decision.chosen.placement.piece.kind.letter(), 'S' | 'Z'), "{decision:?}");
    }
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
