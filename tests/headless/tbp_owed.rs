//! Answers that a bot owes when a round ends: none is taken for a position of the next one.

use super::champion::state;
use korobka::bots::{BotTimeouts, GuestBot};
use korobka::doors::link::{Link, ProcessorUse, ProgramOutput};
use korobka::rules::Rules;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// For bots whose lateness is no matter: a busy machine may let one wait for long.
pub(crate) const PATIENT: BotTimeouts =
    BotTimeouts { start_up: Duration::from_secs(60), answer: Duration::from_secs(60) };

/// The types of the messages that a bot has heard, and the lines that it says next.
#[derive(Debug, Default)]
struct Lines {
    heard: Vec<String>,
    says: VecDeque<String>,
}

/// A bot that says what a test has it say, and nothing by itself.
#[derive(Clone, Debug, Default)]
struct Puppet(Arc<Mutex<Lines>>);

impl Puppet {
    fn say(&self, line: &str) {
        self.0.lock().unwrap().says.push_back(line.to_owned());
    }

    /// Suggests to lay a piece flat near the left wall of an empty board.
    fn suggest(&self, letter: char) {
        let location = format!(r#"{{"type":"{letter}","orientation":"north","x":1,"y":0}}"#);
        self.say(&format!(r#"{{"type":"suggestion","moves":[{{"location":{location},"spin":"none"}}]}}"#));
    }

    /// The types of the messages that have come since this was asked last, one after the other.
    fn heard(&self) -> String {
        std::mem::take(&mut self.0.lock().unwrap().heard).join(" ")
    }

    /// This bot as a guest that is ready.
    fn guest(&self) -> GuestBot {
        let link = || Ok(Box::new(self.clone()) as Box<dyn Link>);
        let mut guest = GuestBot::from_link("puppet", link, &Rules::versus(), PATIENT, false).unwrap();
        self.say(r#"{"type":"info","name":"Puppet"}"#);
        self.say(r#"{"type":"ready"}"#);
        assert_eq!(guest.poll(Duration::ZERO).unwrap(), None);
        assert_eq!(self.heard(), "rules");
        guest
    }
}

impl Link for Puppet {
    fn send(&mut self, line: String) {
        let message: serde_json::Value = serde_json::from_str(&line).unwrap();
        self.0.lock().unwrap().heard.push(message["type"].as_str().unwrap().to_owned());
    }

    fn poll(&mut self, _: Duration) -> Option<ProgramOutput> {
        self.0.lock().unwrap().says.pop_front().map(|line| ProgramOutput::Line(line.into_bytes()))
    }

    fn set_halted(&mut self, _: bool) {}

    fn processor_use(&self) -> Option<ProcessorUse> {
        None
    }

    fn end(&mut self) -> String {
        String::new()
    }
}

#[test]
fn an_answer_that_is_owed_from_the_last_round_is_for_no_position_of_the_next() {
    let puppet = Puppet::default();
    let mut guest = puppet.guest();
    guest.begin_decision(&state("", "OSZLJT", None), Duration::ZERO);
    assert_eq!(guest.poll(Duration::ZERO).unwrap(), None);
    assert_eq!(puppet.heard(), "start suggest");
    guest.begin_new_round();
    guest.begin_decision(&state("", "TIOSZL", None), Duration::ZERO);
    assert_eq!(guest.poll(Duration::ZERO).unwrap(), None);
    assert_eq!(puppet.heard(), "stop start suggest");
    puppet.suggest('O');
    assert_eq!(guest.poll(Duration::ZERO).unwrap(), None, "that is the answer to the first question");
    puppet.suggest('T');
    let decision = guest.poll(Duration::ZERO).unwrap();
    assert_eq!(decision.map(|decision| decision.chosen.placement.piece.kind.letter()), Some('T'));
}

#[test]
fn between_two_rounds_a_bot_is_asked_for_nothing_and_what_it_owes_is_no_fault() {
    let puppet = Puppet::default();
    let mut guest = puppet.guest();
    // The round ends while it thinks.
    guest.begin_decision(&state("", "OSZLJT", None), Duration::ZERO);
    guest.begin_new_round();
    assert_eq!(guest.poll(Duration::ZERO).unwrap(), None);
    assert_eq!((puppet.heard().as_str(), guest.is_idle()), ("start stop", true));
    // The round ends before it has answered.
    guest.begin_decision(&state("", "OSZLJT", None), Duration::ZERO);
    assert_eq!(guest.poll(Duration::ZERO).unwrap(), None);
    guest.begin_new_round();
    puppet.suggest('O');
    assert_eq!(guest.poll(Duration::ZERO).unwrap(), None);
    assert_eq!((puppet.heard().as_str(), guest.is_idle()), ("start suggest stop", true));
}
