//! `korobka play`: straight into a match, in the window or, for a number of ticks, without one.

use super::given::GivenFlags;
use super::lineup::{DealerFlags, StyleFlags, computer_seat_with_menu_name};
use super::output::json_line;
use super::play_mode::ModeArgument;
use super::{Failure, note, say, trace};
use crate::app::setup::playable;
use crate::doors::clock;
use crate::game::headless::{self, MatchReport};
use crate::game::{Handling, MatchSetup, Mode, Plan, SeatSetup};
use crate::rules::{Dealer, RuleSet};
use crate::storage::Catalog;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Flags of `play`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka play --mode versus --opponent iwumbwe:7
  korobka play --mode watch --left champion:91 --right iwumbwe:12 --pps 2 --rules guideline

SPEC is as in 'korobka evaluate'; MODE is marathon, marathon-endless, sprint10, sprint20, sprint40,
sprint100, blitz1, blitz, blitz5, dig10, dig18, dig100, survival, zen, dealer:NAME (such as
dealer:bag-2), puzzle:NAME, puzzle:random:ROWS, custom:LINE (such as custom:\"width=12 gravity=off\"),
versus or watch.")]
pub struct PlayFlags {
    #[command(flatten)]
    given: GivenFlags,
    /// What to play
    #[arg(long, value_name = "MODE", default_value = "marathon")]
    mode: ModeArgument,
    /// Who plays alone instead of you: a computer player
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// Play a custom game against the opponent
    #[arg(long)]
    against: bool,
    /// The seed of pieces, garbage and intervals; random without it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The opponent in versus
    #[arg(long, value_name = "SPEC", default_value = "iwumbwe:12")]
    opponent: String,
    /// The left player in watch
    #[arg(long, value_name = "SPEC", default_value = "iwumbwe:12")]
    left: String,
    /// The right player in watch
    #[arg(long, value_name = "SPEC", default_value = "iwumbwe:0")]
    right: String,
    /// Who deals the opponent's pieces, in watch both players', such as bag-2
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    dealer: Option<Dealer>,
    #[command(flatten)]
    style: StyleFlags,
    #[command(flatten)]
    dealers: DealerFlags,
    /// The rules in versus and watch: guideline, tetrio, tetrio-2, jstris, ppt or line-for-line
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true, default_value_t)]
    rules: RuleSet,
    /// Quit after this many ticks (milliseconds) and print the state hash
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    ticks: Option<u64>,
    /// Write a JSON line for every change of state to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[cfg(feature = "dev")]
    #[command(flatten)]
    frames: super::frame_report::FrameReportFlags,
    /// Without a window, as fast as it runs; needs --ticks
    #[arg(long)]
    headless: bool,
    /// Print the result as one JSON object; needs --ticks
    #[arg(long, requires = "ticks")]
    json: bool,
}

/// Plays the match in the window, or without one for a number of ticks.
///
/// # Errors
/// When a SPEC names no player that can play here, a flag means nothing in the mode, the mode or its rules are wrong,
/// the trace cannot be created or written to its end, or no window can be opened.
pub fn run(arguments: &PlayFlags) -> Result<(), Failure> {
    refuse_idle(arguments)?;
    let setup = setup(arguments)?;
    let is_headless = arguments.headless || cfg!(not(feature = "window"));
    if is_headless && arguments.ticks.is_none() {
        return Err(Failure::new("play without a window needs --ticks (or use 'match' for whole games)"));
    }
    let (trace, outcome) = trace::TraceFile::create_if_asked(arguments.trace.as_deref())?;
    if let Some(ticks) = arguments.ticks.filter(|_| is_headless) {
        let end = headless_run(setup.clone(), ticks, trace);
        if let Some(forfeit) = &end.given_up {
            note(format_args!("the match is given up: {}", forfeit.why));
        }
        print(arguments, &setup, &end)?;
        return outcome.expect_whole();
    }
    #[cfg(feature = "window")]
    {
        let start = Some(setup.clone());
        let game = super::window::WindowOptions { start, ticks: arguments.ticks, trace, ..Default::default() };
        #[cfg(feature = "dev")]
        let end = arguments.frames.open_window(game)?;
        #[cfg(not(feature = "dev"))]
        let end = super::window::run(game)?;
        if let Some(end) = expect_end(arguments.ticks, end)? {
            print(arguments, &setup, &end)?;
        }
    }
    outcome.expect_whole()
}

/// The report of the match after the ticks that were asked for; `None` where none were asked for.
///
/// # Errors
/// When the window was closed before, so that there is nothing to print.
#[cfg(feature = "window")]
fn expect_end(ticks: Option<u64>, end: Option<MatchReport>) -> Result<Option<MatchReport>, Failure> {
    match (ticks, end) {
        (Some(ticks), None) => Err(Failure::new(format!("the window was closed before {ticks} ticks were over"))),
        (_, end) => Ok(end),
    }
}

fn headless_run(setup: MatchSetup, ticks: u64, trace: Option<trace::TraceFile>) -> MatchReport {
    let mut app = headless::app(headless::TICKS_AN_UPDATE);
    if let Some(trace) = trace {
        app.insert_resource(trace);
        app.add_plugins(trace::plugin);
    }
    headless::run(&mut app, setup, Some(ticks))
}

/// Refuses a flag that means nothing in the mode.
fn refuse_idle(arguments: &PlayFlags) -> Result<(), Failure> {
    let (given, mode) = (&arguments.given, arguments.mode.mode);
    let is_match = matches!(mode, Mode::Versus | Mode::Watch);
    let against = mode == Mode::Custom && arguments.against;
    if mode != Mode::Custom {
        given.refuse(&["against"], "is for custom games")?;
    }
    if mode != Mode::Watch {
        given.refuse(&["left", "right", "left-dealer", "right-dealer"], "is for the mode watch")?;
    }
    if mode != Mode::Versus && !against {
        given.refuse(&["opponent"], "is for versus, and for custom games with --against")?;
    }
    if is_match {
        given.refuse(&["player"], "is for single-player games; in versus give --opponent, in watch --left and --right")
    } else {
        given.refuse(&["rules"], "is for versus and watch")?;
        match against || arguments.player.is_some() {
            true => Ok(()),
            false => given.refuse(&["pps", "slips", "placements"], "is for computer players; name one by --player"),
        }
    }
}

fn setup(arguments: &PlayFlags) -> Result<MatchSetup, Failure> {
    let catalog = Catalog::load();
    let person = || SeatSetup::person("You", Handling::default());
    let mode = arguments.mode.mode;
    let (plan, mut seats) = match mode {
        Mode::Versus => {
            let [style] = arguments.style.styles_array()?;
            let seats = vec![person(), computer_seat_with_menu_name(&catalog, &arguments.opponent, style)?];
            (Plan::from_rules(arguments.rules.rules()), seats)
        }
        Mode::Watch => {
            let [left, right] = arguments.style.styles_array()?;
            let seats = vec![
                computer_seat_with_menu_name(&catalog, &arguments.left, left)?,
                computer_seat_with_menu_name(&catalog, &arguments.right, right)?,
            ];
            (Plan::from_rules(arguments.rules.rules()), seats)
        }
        _ => {
            let opponent = (mode == Mode::Custom && arguments.against).then_some(&arguments.opponent);
            let named: Vec<&String> = arguments.player.iter().chain(opponent).collect();
            let styles = arguments.style.styles(named.len())?;
            let computer = |(player, style): (&String, _)| computer_seat_with_menu_name(&catalog, player, style);
            let mut seats = named.into_iter().zip(styles).map(computer).collect::<Result<Vec<_>, _>>()?;
            if arguments.player.is_none() {
                seats.insert(0, person());
            }
            (arguments.mode.plan()?, seats)
        }
    };
    arguments.style.expect_choosers(&seats)?;
    match (mode, seats.as_mut_slice()) {
        (Mode::Watch, [left, right]) => {
            [left.dealer, right.dealer] = arguments.dealers.of_sides(arguments.dealer)?;
        }
        (_, [_, opponent]) => opponent.dealer = arguments.dealer,
        _ if arguments.dealer.is_some() => {
            return Err(Failure::new("--dealer is for opponents; alone, play --mode dealer:NAME"));
        }
        _ => {}
    }
    let (rules, course) = (plan.rules.checked()?, plan.course);
    let seed = arguments.seed.unwrap_or_else(|| clock::since_1970().as_nanos() as u64);
    Ok(playable(MatchSetup { mode, rules, course, seed, seats })?)
}

fn print(arguments: &PlayFlags, setup: &MatchSetup, end: &MatchReport) -> Result<(), Failure> {
    let scores: Vec<u64> = end.scores.iter().map(|score| score.score).collect();
    let lines: Vec<u32> = end.scores.iter().map(|score| score.lines).collect();
    let mode = arguments.mode.to_string();
    let hash = format!("{:016x}", end.hash);
    if arguments.json {
        let ended = json!({"mode": mode, "seed": setup.seed, "ticks": end.ticks, "hash": hash,
                           "score": scores, "lines": lines});
        return say(&json_line(&ended));
    }
    say(&format!("{mode}, seed {}, {} ticks: score {scores:?}, lines {lines:?}, hash {hash}\n", setup.seed, end.ticks))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::RecordedPlayer;
    use clap::FromArgMatches;

    /// The seats of the match that these flags ask for.
    fn seats(flags: &str) -> Vec<SeatSetup> {
        let grammar = PlayFlags::augment_args(clap::Command::new("play"));
        let found = grammar.try_get_matches_from(format!("play --mode {flags}").split(' ')).unwrap();
        setup(&PlayFlags::from_arg_matches(&found).unwrap()).unwrap().seats
    }

    #[test]
    fn in_a_custom_game_of_two_computer_players_each_has_its_own_speed() {
        let speeds = |flags: &str| -> Vec<Option<u32>> {
            let speed = |seat: &SeatSetup| match seat.recorded_player() {
                RecordedPlayer::Computer { pace, .. } => Some(pace.milli_pps),
                RecordedPlayer::Person => None,
            };
            seats(&format!("custom:gravity=off {flags}")).iter().map(speed).collect()
        };
        let (player, against) = ("--player lin:published", "--against --opponent lin:published");
        assert_eq!(speeds(&format!("{player} --pps 3")), [Some(3000)]);
        assert_eq!(speeds(&format!("{against} --pps 3")), [None, Some(3000)]);
        assert_eq!(speeds(&format!("{player} {against} --pps 3,4")), [Some(3000), Some(4000)]);
    }

    #[test]
    fn the_dealer_is_the_opponents_and_where_two_are_watched_both_players_unless_one_has_its_own() {
        let dealers = |flags: &str| -> Vec<Option<Dealer>> { seats(flags).iter().map(|seat| seat.dealer).collect() };
        let watch = "watch --left lin:published --right lin:published";
        let opponent = "--opponent lin:published --dealer free-1";
        for (flags, expected) in [
            (watch.to_owned(), [None, None]),
            (format!("{watch} --dealer bag-2"), [Some(Dealer::Bag2), Some(Dealer::Bag2)]),
            (format!("{watch} --left-dealer bag-1 --dealer s-z"), [Some(Dealer::Bag1), Some(Dealer::SZ)]),
            (format!("{watch} --right-dealer bag-1"), [None, Some(Dealer::Bag1)]),
            (format!("versus {opponent}"), [None, Some(Dealer::Free1)]),
            (format!("custom:gravity=off --against {opponent}"), [None, Some(Dealer::Free1)]),
        ] {
            assert_eq!(dealers(&flags), expected, "{flags}");
        }
    }

    #[test]
    #[cfg(feature = "window")]
    fn a_window_that_was_closed_before_its_ticks_were_over_is_a_failure() {
        let found = [(None, None), (Some(9), None), (Some(9), Some(MatchReport::default()))];
        let found = found.map(|(ticks, end)| expect_end(ticks, end).map(|end| end.is_some()).ok());
        assert_eq!(found, [Some(false), None, Some(true)]);
    }
}
