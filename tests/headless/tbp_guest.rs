//! Bots as guests in our games: our own ones play there what they play by themselves, and a guest needs no process.

use super::champion::{state, tidy};
use super::champion_commands::trained;
use super::tbp::rules;
use super::tbp_owed::PATIENT;
use korobka::bots::GuestBot;
use korobka::doors::link::{Link, ProcessorUse, ProgramOutput};
use korobka::movegen::Move;
use korobka::rules::Rules;
use korobka::search::{
    BestMove, DuelSettings, GarbageDrip, OpponentInfo, Search, SoloSettings, State, Thought, Weights, duel, solo,
};
use korobka::tbp::{Bot, BotCommand, BotReaction, FromBot, PositionThinker, ThinkingResult};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
