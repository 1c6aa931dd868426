//! Matches of two players by ticks, as fast as they run: by the same systems as a game in the window, one
//! simulated millisecond a tick.
//!
//! The same flags print the same hash on every run and machine, whatever the number of threads. A program behind the
//! bot protocol answers when it answers: its matches are other ones each time.

use super::entrants::NamedEntrant;
use super::placement_match::{expect_saved, make_replay_folder};
use super::{MatchFlags, MatchesPlayed};
use crate::app::persistence::replay::{self, EXTENSION, SavedReplay};
use crate::cli::lineup::{computer_seat, speed_in_words};
use crate::cli::output::{counted, json_line, padded, places, serialized_name};
use crate::cli::{Failure, note};
use crate::doors::map_in_order;
use crate::game::forfeit::Forfeit;
use crate::game::headless::{self, MatchReport};
use crate::game::replay::recorder_plugin;
use crate::game::{Course, MatchSetup, Mode, Recorder, SeatControl, SeatSetup};
use crate::rules::Random;
use crate::storage::{Catalog, MatchLabel, calendar};
use serde_json::json;
use std::fmt::{self, Write};
use std::path::Path;

/// How many games are played, unless a flag says otherwise.
const DEFAULT_GAMES: u32 = 10;
/// The least width of the table's column of names, in places of a terminal.
const LEAST_NAME_WIDTH: usize = 20;

/// Plays the matches. Returns what they came to.
pub(super) fn run(flags: &MatchFlags, catalog: &Catalog, named: [&NamedEntrant; 2]) -> Result<MatchesPlayed, Failure> {
    let (conditions, ticks) = (&flags.conditions, &flags.ticks);
    let [left, right] = named;
    let mut seats =
        [computer_seat(catalog, &left.player, left.style)?, computer_seat(catalog, &right.player, right.style)?];
    ticks.style.expect_choosers(&seats)?;
    [seats[0].dealer, seats[1].dealer] = ticks.dealers.of_sides(conditions.dealing.dealer)?;
    let mut rules = conditions.rules.rules();
    rules.first_to = ticks.first_to;
    rules.countdown = 0;
    let rules = rules.checked()?;
    make_replay_folder(flags.replays.as_deref(), EXTENSION)?;
    let count = u64::from(conditions.games.unwrap_or(DEFAULT_GAMES));
    let played: Vec<(MatchReport, Option<String>)> = map_in_order(conditions.jobs.threads(), 0..count, |game| {
        let seed = Random::derived_seed(conditions.seed, game);
        let setup = MatchSetup { mode: Mode::Watch, rules, course: Course::default(), seed, seats: seats.to_vec() }
            .with_kicks_for_bots();
        let (report, unsaved) = match &flags.replays {
            Some(folder) => recorded(setup, &folder.join(format!("game-{:04}.{EXTENSION}", game + 1))),
            None => (headless::play_match(setup, None), None),
        };
        if let Some(Forfeit { seat, why }) = &report.given_up {
            let side = if *seat == 0 { "left" } else { "right" };
            note(format_args!("game {} is lost by {side}: {why}", game + 1));
        }
        (report, unsaved)
    })?;
    let (games, unsaved): (Vec<MatchReport>, Vec<Option<String>>) = played.into_iter().unzip();
    Ok((printed(flags, named, &seats, &games)?, expect_saved(unsaved.iter().map(Option::as_deref))))
}

/// Plays one game and saves its replay. The second value is why it could not be saved; `None` where nothing failed.
fn recorded(setup: MatchSetup, path: &Path) -> (MatchReport, Option<String>) {
    let mut app = headless::app(headless::TICKS_AN_UPDATE);
    app.add_plugins(recorder_plugin);
    let report = headless::run(&mut app, setup, None);
    let replay = app.world_mut().remove_resource::<Recorder>().and_then(Recorder::into_replay);
    let unsaved = replay.and_then(|replay| {
        let label = MatchLabel::for_recording(calendar::seconds_since_1970());
        replay::write(path, &SavedReplay { label, replay }).err().map(|error| error.to_string())
    });
    (report, unsaved)
}

/// The name of the set of placements that a seat's player chooses from; empty for anybody but a computer player.
fn placements(seat: &SeatSetup) -> String {
    match &seat.control {
        SeatControl::Computer(setup) => serialized_name(&setup.mind.placement_choice()),
        SeatControl::Person | SeatControl::Elsewhere(_) => String::new(),
    }
}

fn printed(
    flags: &MatchFlags,
    named: [&NamedEntrant; 2],
    seats: &[SeatSetup; 2],
    games: &[MatchReport],
) -> Result<String, fmt::Error> {
    let won = |seat| games.iter().filter(|game| game.winner == Some(seat)).count();
    let ticks: u64 = games.iter().map(|game| game.ticks).sum();
    // Figures are of each game's last round; with one round a game that is the whole game.
    let minutes = games.iter().map(|game| game.round_ticks).sum::<u64>().max(1) as f64 / 60_000.0;
    let a_minute = |count: &dyn Fn(&MatchReport, usize) -> u32| {
        [0, 1].map(|seat| games.iter().map(|game| f64::from(count(game, seat))).sum::<f64>() / minutes)
    };
    let sent = a_minute(&|game, seat| game.tallies[seat].attack);
    let cleared = a_minute(&|game, seat| game.scores[seat].lines);
    let hash = games.iter().fold(0u64, |hash, game| hash.rotate_left(5) ^ game.hash);
    let (left, right) = (won(0), won(1));
    let draws = games.len() - left - right;
    let seconds = ticks as f64 / 1000.0 / games.len() as f64;
    if flags.printing.json {
        let results: Vec<_> = games
            .iter()
            .map(|game| {
                let fault = |seat: u8| game.given_up.as_ref().filter(|end| end.seat == seat).map(|end| &end.why);
                let (hash, faults) = (format!("{:016x}", game.hash), [0, 1].map(fault));
                json!({"winner": game.winner, "ticks": game.ticks, "hash": hash, "faults": faults})
            })
            .collect();
        let told = json!({
            "left": named[0].player, "right": named[1].player, "games": games.len(), "seed": flags.conditions.seed,
            "rules": flags.conditions.rules, "first_to": flags.ticks.first_to,
            "pps": named.map(|player| player.style.pps), "slips": named.map(|player| player.style.slips),
            "placements": seats.each_ref().map(placements), "dealers": seats.each_ref().map(|seat| seat.dealer),
            "wins_left": left, "wins_right": right, "draws": draws,
            "mean_seconds": seconds, "lines_sent_a_minute": sent, "lines_cleared_a_minute": cleared,
            "hash": format!("{hash:016x}"), "results": results,
        });
        return Ok(json_line(&told));
    }
    let mut out = String::new();
    let width = seats.iter().map(|seat| places(&seat.name)).max().unwrap_or(0).max(LEAST_NAME_WIDTH);
    writeln!(out, "{:<width$} {:>6} {:>16} {:>19}", "player", "won", "attack a minute", "cleared a minute")?;
    for (seat, won) in [(0, left), (1, right)] {
        let name = padded(&seats[seat].name, width);
        writeln!(out, "{name} {won:>6} {:>16.1} {:>19.1}", sent[seat], cleared[seat])?;
    }
    let played = counted(games.len(), "game");
    writeln!(out, "{played}, {draws} drawn, {seconds:.1} s a game, hash {hash:016x}")?;
    let (rules, first_to) = (flags.conditions.rules.name(), flags.ticks.first_to);
    writeln!(out, "rules {rules}, first to {first_to}, seed {}", flags.conditions.seed)?;
    for (side, (player, seat)) in ["left", "right"].into_iter().zip(named.into_iter().zip(seats)) {
        let dealt = seat.dealer.map_or(String::new(), |dealer| format!(", dealt by {}", dealer.name()));
        let choice = placements(seat);
        let (speed, slips) = (speed_in_words(player.style.pps), counted(player.style.slips, "slip"));
        writeln!(out, "{side}: {speed}, {slips}, {choice}{dealt}")?;
    }
    Ok(out)
}
