//! `korobka tbp`: one of our players as a bot that speaks the Tetris Bot Protocol on standard input and output.

use super::named_player::named_player;
use super::output::check_printed;
use super::thinking::SearchFlags;
use super::{Failure, note};
use crate::bots::{ThinkingBudget, ThinkingThreads};
use crate::doors::files::reason;
use crate::rules::Rules;
use crate::search::SearchSettings;
use crate::storage::Catalog;
use crate::tbp::message::message_line;
use crate::tbp::{Bot, BotReaction, FromBot, SPAWN_ROW};
use clap::Args;
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// The longest line that is taken for a message, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// The recipes whose latest generation plays if no player is named, the strongest first.
const CHAMPIONS: [&str; 3] = ["champion-untold", "champion-duel", "champion"];
/// The SPEC of the player that plays where none is named and no generation of [`CHAMPIONS`] is there.
const STAND_IN: &str = "literature:bcts";

/// Flags of `tbp`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka tbp
  korobka tbp --opponent runs/champion/champion-0040.gen --threads 2

Give a front end such a command. The bot thinks from 'start' and after each 'play' until 'suggest',
and has an answer at any moment; with --nodes it searches that many and answers then, the same on
every machine. It knows the extensions randomizer, move_info and pending_garbage and the proposed
message garbage. Messages of other types are ignored; what it cannot use is one line on standard
error. See docs/guide/tbp.md.")]
pub struct TbpFlags {
    /// The player, as in 'korobka evaluate' [default: the strongest champion, else literature:bcts]
    #[arg(long, value_name = "SPEC")]
    opponent: Option<String>,
    #[command(flatten)]
    using: SearchFlags,
    /// Nodes a piece, 1-100000000, instead of thinking until asked
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: Option<u64>,
    /// Make half turns: for front ends that allow them
    #[arg(long)]
    half_turns: bool,
}

/// Speaks the protocol as a bot until it is told to quit, or nobody listens any more.
///
/// # Errors
/// When the SPEC names no player of our own, standard input or output fails, or the search breaks down.
pub fn run(flags: &TbpFlags) -> Result<(), Failure> {
    let catalog = Catalog::load();
    let words = flags.opponent.clone().unwrap_or_else(|| usual(&catalog));
    let player = named_player(&catalog, &words)?;
    let rules = Rules { half_turns: flags.half_turns, ..Rules::versus() };
    let means = SearchSettings { spawn_row: Some(SPAWN_ROW), ..flags.using.search_settings() };
    let think = player.mind.thinking_function(&rules, means);
    let think = think.map_err(|_| Failure::new(format!("{words} is a bot already; give one of our own players")))?;
    let budget = flags.nodes.map_or(ThinkingBudget::UntilAsked, ThinkingBudget::Nodes);
    let mut bot = Bot::new(&format!("Korobka {}", player.name), &rules, ThinkingThreads::new(budget, vec![think])?);
    let mut input = io::stdin().lock();
    if !say(&bot.info())? {
        return Ok(());
    }
    let mut line = Vec::new();
    loop {
        line.clear();
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(unreadable)?;
        if line.is_empty() {
            return Ok(());
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            // What is left of it is no message either.
            input.skip_until(b'\n').map_err(unreadable)?;
            note(format_args!("korobka tbp: a line has more than {LONGEST_LINE} bytes; it is passed over"));
            continue;
        }
        match bot.answer_line(&String::from_utf8_lossy(&line)) {
            BotReaction::Nothing => {}
            BotReaction::Say(message) => {
                if !say(&message)? {
                    return Ok(());
                }
            }
            BotReaction::Complain(why) => note(format_args!("korobka tbp: {why}")),
            BotReaction::Quit => return Ok(()),
            BotReaction::BrokenDown => return Err(Failure::new("the search has broken down: see the lines above")),
        }
    }
}

/// Sends a message; false when nobody listens any more.
fn say(message: &FromBot) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(message_line(message)?.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        written => check_printed(written).map(|()| true),
    }
}

/// The failure of a standard input that cannot be read.
fn unreadable(error: io::Error) -> Failure {
    Failure::new(format!("cannot read standard input: {}", reason(&error)))
}

/// The SPEC that plays if none is named: the latest that ships of the strongest champions, else the player that
/// stands in for them.
fn usual(catalog: &Catalog) -> String {
    let latest = |recipe: &str| catalog.entries.iter().rfind(|entry| entry.ships && entry.recipe == recipe);
    let strongest = CHAMPIONS.into_iter().find_map(latest);
    strongest.map_or(STAND_IN.to_owned(), |entry| entry.spec().to_string())
}
