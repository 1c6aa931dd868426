//! `korobka match`: whole timed matches between two computer players, as fast as they run.

use super::lineup::{ComputerFlags, SideFlags, computer};
use super::{Failure, reaching};
use crate::app::persistence::replay::{self, EXTENSION, SavedReplay};
use crate::doors::{files, try_map_in_order};
use crate::game::forfeit::GivenUp;
use crate::game::headless::{self, Report};
use crate::game::replay::recorder_plugin;
use crate::game::{Control, Course, MatchSetup, Mode, Recorder, SeatSetup};
use crate::rules::{Random, RuleSet};
use crate::storage::{Catalog, Label, calendar};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Flags of `match`.
#[derive(Debug, Args)]
#[command(after_help = "\
Matches run through the same systems that a player plays, one simulated millisecond a tick. The same flags print the same \
hash on every run and machine, whatever the number of threads. A program behind the bot protocol (tbp:command) answers when it answers: its \
matches are other ones each time, and one that does wrong loses with a line on standard error.

--json prints one object: left, right, games, seed, pps, slips and placements (straight or reachable; each [left, right]), wins_left, wins_right, draws, mean_seconds (of a game), \
lines_sent_a_minute ([left, right], before cancelling), lines_cleared_a_minute ([left, right]), hash (of all final states), \
results (a list a game: winner 0, 1 or null, ticks, hash).")]
pub struct MatchFlags {
    /// The left player: recipe:generation, recipe:generation#rank (#0 is the best), recipe:published,
    /// literature:controller, a file or tbp:command
    #[arg(long, value_name = "SPEC")]
    left: String,
    /// The right player
    #[arg(long, value_name = "SPEC")]
    right: String,
    /// How many games
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    style: ComputerFlags,
    #[command(flatten)]
    sides: SideFlags,
    /// What clears send
    #[arg(long, value_enum, default_value_t = RuleSet::LineForLine)]
    attacks: RuleSet,
    /// Rounds to win a game, 1-10
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    first_to: u8,
    /// Save the replay of every game in this folder: game-0001.replay and so on
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// Plays the matches and prints their result.
///
/// # Errors
/// When a SPEC names no player, the flags make rules that are not allowed, or replays cannot be saved.
pub fn run(arguments: &MatchFlags) -> Result<(), Failure> {
    let catalog = Catalog::load();
    let [left, right] = arguments.sides.styles(arguments.style);
    let mut seats = vec![computer(&catalog, &arguments.left, left)?, computer(&catalog, &arguments.right, right)?];
    (seats[0].dealer, seats[1].dealer) = (arguments.sides.left_dealer, arguments.sides.right_dealer);
    let mut rules = arguments.attacks.rules();
    rules.first_to = arguments.first_to;
    rules.countdown = 0;
    let rules = rules.checked()?;
    let chosen = [0, 1].map(|seat| placements(&seats[seat]));
    if let Some(folder) = &arguments.replays {
        let create = files().create_folders(folder);
        create.map_err(|error| Failure::new(format!("--replays {}: {error}", folder.display())))?;
    }
    let games: Vec<Report> = try_map_in_order(None, 0..u64::from(arguments.games), |game| {
        let seed = Random::derived_seed(arguments.seed, game);
        let setup = MatchSetup { mode: Mode::Watch, rules, course: Course::default(), seed, seats: seats.clone() };
        let report = match &arguments.replays {
            Some(folder) => recorded(setup, &folder.join(format!("game-{:04}.{EXTENSION}", game + 1)))?,
            None => headless::play(setup, None),
        };
        if let Some(GivenUp { seat, why }) = &report.given_up {
            let side = if *seat == 0 { "left" } else { "right" };
            eprintln!("game {game} is lost by {side}: {why}");
        }
        Ok::<_, Failure>(report)
    })?;
    print(arguments, [&seats[0].name, &seats[1].name], chosen, &games);
    Ok(())
}

/// Plays one game and saves its replay.
fn recorded(setup: MatchSetup, path: &Path) -> Result<Report, Failure> {
    let mut app = headless::app(headless::TICKS_AN_UPDATE);
    app.add_plugins(recorder_plugin);
    let report = headless::run(&mut app, setup, None);
    if let Some(replay) = app.world_mut().remove_resource::<Recorder>().and_then(Recorder::into_replay) {
        replay::write(path, &SavedReplay { label: Label::recorded(calendar::now()), replay })?;
    }
    Ok(report)
}

/// What a seat's player chooses from.
fn placements(seat: &SeatSetup) -> &'static str {
    match &seat.control {
        Control::Computer(setup) => reaching::name(setup.mind.choice()),
        Control::Person | Control::Replay { .. } => "",
    }
}

fn print(arguments: &MatchFlags, names: [&str; 2], placements: [&str; 2], games: &[Report]) {
    let won = |seat| games.iter().filter(|game| game.winner == Some(seat)).count();
    let ticks: u64 = games.iter().map(|game| game.ticks).sum();
    // Figures are of each game's last round; with one round a game that is the whole game.
    let minutes = games.iter().map(|game| game.round_ticks).sum::<u64>().max(1) as f64 / 60_000.0;
    let a_minute = |count: &dyn Fn(&Report, usize) -> u32| {
        [0, 1].map(|seat| games.iter().map(|game| f64::from(count(game, seat))).sum::<f64>() / minutes)
    };
    let sent = a_minute(&|game, seat| game.tallies[seat].attack);
    let cleared = a_minute(&|game, seat| game.scores[seat].lines);
    let hash = games.iter().fold(0u64, |hash, game| hash.rotate_left(5) ^ game.hash);
    let (left, right) = (won(0), won(1));
    let draws = games.len() - left - right;
    let styles = arguments.sides.styles(arguments.style);
    let seconds = ticks as f64 / 1000.0 / games.len() as f64;
    if arguments.json {
        let results: Vec<_> = games
            .iter()
            .map(|game| json!({"winner": game.winner, "ticks": game.ticks, "hash": format!("{:016x}", game.hash)}))
            .collect();
        println!(
            "{}",
            json!({
                "left": arguments.left, "right": arguments.right, "games": games.len(), "seed": arguments.seed,
                "pps": styles.map(|style| style.pps), "slips": styles.map(|style| style.slips),
                "placements": placements, "wins_left": left, "wins_right": right, "draws": draws, "mean_seconds": seconds,
                "lines_sent_a_minute": sent, "lines_cleared_a_minute": cleared,
                "hash": format!("{hash:016x}"), "results": results,
            })
        );
        return;
    }
    println!("{:<20} {:>6} {:>16} {:>19}", "player", "won", "sent a minute", "cleared a minute");
    for (seat, won) in [(0, left), (1, right)] {
        println!("{:<20} {won:>6} {:>16.1} {:>19.1}", names[seat], sent[seat], cleared[seat]);
    }
    println!("{} games, {draws} drawn, {seconds:.1} s a game, hash {hash:016x}", games.len());
}
