//! Every mode is played to its end by a scripted player: its goal, its end and its record.

use crate::modes_given::book;
use crate::support::{Game, computer, persons, setup, still_versus};
use korobka::app::opponents::OpponentList;
use korobka::app::persistence::Settings;
use korobka::app::persistence::puzzles::PuzzleBook;
use korobka::app::persistence::records::{BrokenRecords, GameFinish, Record, Records};
use korobka::app::setup;
use korobka::game::components::{Field, IncomingGarbage, RoundTally, Score};
use korobka::game::modes::plan::{BLITZ_MINUTES, BLITZ_TICKS, DIG_DEPTHS, SPRINT_LENGTHS};
use korobka::game::modes::{
    Course, GarbageFeed, GarbageFeedState, Goal, ModeOptions, Plan, ProgressTrail, SurvivalOptions, lead_over, line,
    puzzle,
};
use korobka::game::state::UndoHistory;
use korobka::game::stats::MatchStats;
use korobka::game::{Action, Handling, MatchSetup, Mode, Pace, Phase, SeatSetup};
use korobka::rules::{Board, Facing, GravityRule, Matrix, Mino, PieceKind, Rules};

pub(crate) fn person() -> SeatSetup {
    SeatSetup::person("You", Handling::STANDARD)
}

pub(crate) fn setup_of(mode: Mode, plan: Plan, seats: Vec<SeatSetup>, seed: u64) -> MatchSetup {
    let rules = Rules { countdown: 0, ..plan.rules }.checked().expect("plans have valid rules");
    MatchSetup { mode, rules, course: plan.course, seed, seats }
}

pub(crate) fn plan(mode: Mode, options: ModeOptions) -> Plan {
    Plan::of(mode, &options, &Rules::marathon())
}

/// A game of one person after this many ticks.
pub(crate) fn begun(mode: Mode, plan: Plan, seed: u64, ticks: u32) -> Game {
    let mut game = Game::new(setup_of(mode, plan, vec![person()], seed));
    game.ticks(ticks);
    game
}

/// A game of a computer player, to its end or this many ticks.
pub(crate) fn played(mode: Mode, plan: Plan, pace: Pace, ticks: u32) -> Game {
    let mut game = Game::new(setup_of(mode, plan, vec![computer(pace, 0)], 5));
    game.play_out(ticks);
    game
}

/// What the records make of a game that is over.
pub(crate) fn counted(game: &Game, records: &mut Records) -> BrokenRecords {
    let current = game.current();
    let Phase::Over { winner } = current.phase else { panic!("the game is over, not {:?}", current.phase) };
    let score = game.get::<Score>(0).0;
    let record = Record {
        score: score.score,
        lines: score.lines,
        pieces: score.pieces,
        time: current.round_tick,
        reached: winner == Some(0),
        date: 1_800_000_000,
        replay: None,
        trail: game.get::<ProgressTrail>(0).0.clone(),
    };
    let (id, better) = (current.course.id.clone(), current.course.better);
    records.count_game(&GameFinish { mode: current.mode, id, better, record, timed: true, opponent: None })
}

#[test]
fn a_marathon_ends_with_its_lines() {
    let single = Rules { goal_lines: 40, ..Rules::marathon() };
    let plan = Plan::of(Mode::Marathon, &ModeOptions::default(), &single);
    assert_eq!(plan.course.id, "marathon-40", "each goal has a table of its own");
    let game = played(Mode::Marathon, plan, Pace::FASTEST, 600_000);
    assert_eq!((game.phase(), game.current().winner()), (Phase::Over { winner: Some(0) }, Some(0)), "the goal wins");
    let mut records = Records::default();
    let broken = counted(&game, &mut records);
    assert_eq!((broken.place, broken.score), (Some(1), true), "the first game is the best one");
    assert_eq!(records.best("marathon-40").unwrap().score, game.get::<Score>(0).0.score, "points count");
    assert_eq!(records.marathon.games, 1, "and the older figures go on");
    let own = Rules { goal_lines: 40, start_level: 5, ..Rules::marathon() };
    let course = Plan::of(Mode::Marathon, &ModeOptions::default(), &own).course;
    assert_eq!(course.id, "marathon-40-own level=5", "under other rules it is another contest");
    assert_eq!(course.name, "Marathon 40, own rules", "which its table says");
    let other = Plan::of(Mode::Marathon, &ModeOptions::default(), &Rules { hold: false, ..own }).course;
    assert_eq!(other.id, "marathon-40-own hold=off level=5", "and each set of rules has its own table");
}

#[test]
fn a_sprint_is_over_with_its_last_line() {
    let mut records = Records::default();
    for lines in SPRINT_LENGTHS {
        let game = played(
            Mode::Sprint,
            plan(Mode::Sprint, ModeOptions { sprint: lines, ..ModeOptions::default() }),
            Pace::FASTEST,
            600_000,
        );
        assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "{lines} lines");
        let score = game.get::<Score>(0).0;
        assert!(score.lines >= lines && score.lines < lines + 4, "{lines} lines, not {}", score.lines);
        let trail = &game.get::<ProgressTrail>(0).0;
        assert_eq!(trail.len(), lines as usize, "the trail has the time of every line");
        assert!(trail.is_sorted(), "lines come one after the other");
        assert_eq!(u64::from(*trail.last().unwrap()), game.current().round_tick, "the last one stops the clock");
        assert_eq!(counted(&game, &mut records).place, Some(1), "the first of its kind");
        let best = records.best(&format!("sprint-{lines}")).unwrap();
        assert_eq!((best.time, best.reached), (game.current().round_tick, true), "its time is kept");
        assert_eq!(&best.trail, trail, "with the trail that the next game is compared with");
    }
    assert_eq!(records.tables.len(), SPRINT_LENGTHS.len(), "every length has a table of its own");
}

#[test]
fn a_sprint_that_tops_out_is_no_record() {
    let mut game = begun(Mode::Sprint, plan(Mode::Sprint, ModeOptions::default()), 1, 1);
    game.doom(0);
    game.tick();
    assert_eq!(game.phase(), Phase::Over { winner: None }, "a top-out is no goal");
    let mut records = Records::default();
    assert_eq!(counted(&game, &mut records).place, None);
    assert_eq!(records.best_games("sprint-40").unwrap().games, 1, "but it was played");
    assert!(records.best("sprint-40").is_none());
}

#[test]
fn a_blitz_is_two_minutes() {
    let game = played(Mode::Blitz, plan(Mode::Blitz, ModeOptions::default()), Pace::from_pps(1.5), 200_000);
    assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "time ends it well");
    assert_eq!(game.current().round_tick, u64::from(BLITZ_TICKS), "to the tick");
    assert_eq!(game.get::<ProgressTrail>(0).0.len(), 120, "the trail has the points of every second");
    let mut records = Records::default();
    assert_eq!(counted(&game, &mut records).place, Some(1));
    assert_eq!(records.best("blitz").unwrap().score, game.get::<Score>(0).0.score, "points count");
}

#[test]
fn each_length_of_a_blitz_has_records_of_its_own() {
    let of = |blitz: u32| plan(Mode::Blitz, ModeOptions { blitz, ..ModeOptions::default() });
    let courses = BLITZ_MINUTES.map(|minutes| of(minutes).course);
    assert_eq!(courses.each_ref().map(|course| course.id.as_str()), ["blitz-1", "blitz", "blitz-5"]);
    assert_eq!(courses.map(|course| course.goal), [60_000, BLITZ_TICKS, 300_000].map(|ticks| Goal::Time { ticks }));
    assert_eq!(of(3), of(2), "a length that is not offered is the usual one");
    let game = played(Mode::Blitz, of(1), Pace::from_pps(1.5), 100_000);
    assert_eq!((game.phase(), game.current().round_tick), (Phase::Over { winner: Some(0) }, 60_000));
}

/// Holes and rows of the garbage on a board, from the floor.
fn cheese(board: &Board) -> Vec<u32> {
    let full = u32::from(board.full_row());
    board.row_masks().iter().map(|&row| u32::from(row) ^ full).take_while(|&holes| holes != full).collect()
}

/// Takes away what is not garbage.
fn sweep(game: &mut Game) {
    let matrix = &game.get::<Field>(0).0;
    let mut bare = Matrix::new(matrix.board().size());
    for y in 0..matrix.board().row_count() {
        for x in (0..matrix.board().width()).filter(|&x| matrix.mino(x, y) == Mino::Garbage) {
            bare.fill_cell(x, y, Mino::Garbage);
        }
    }
    game.set(0, Field(bare));
}

#[test]
fn a_dig_begins_with_cheese_and_ends_without() {
    for rows in DIG_DEPTHS {
        let options = ModeOptions { dig: rows, ..ModeOptions::default() };
        let mut game = Game::new(setup_of(Mode::Dig, plan(Mode::Dig, options), vec![person()], 4));
        let begun = cheese(&game.board(0));
        assert_eq!(begun.len(), 10, "ten rows lie on the board, of {rows}");
        assert!(begun.iter().all(|holes| holes.is_power_of_two()), "with a hole each");
        assert!(begun.windows(2).all(|pair| pair[0] != pair[1]), "no hole lies under another");
        // The script does what a player does, without what is left over: a bar into the topmost hole, and a square
        // beside it, which clears nothing and lets more rise.
        let east = Facing::East;
        while !game.current().is_over() {
            game.tick();
            sweep(&mut game);
            let (dug, board) = (game.get::<RoundTally>(0).dug, game.board(0));
            let lying = board.stack_height();
            assert!(lying <= 10, "never more than ten lie there");
            if game.get::<GarbageFeedState>(0).left > 0 && lying < 10 {
                game.give(0, PieceKind::O, Facing::North, 0, 16);
                game.tap(0, Action::HardDrop);
                sweep(&mut game);
                let now = game.board(0).stack_height() as u32;
                assert_eq!(now, (rows - dug).min(10), "as many come up as were dug, while there are any");
                continue;
            }
            let hole = (!board.row(lying - 1) & board.full_row()).trailing_zeros() as i8;
            let columns = PieceKind::I.shape(east).columns.0;
            game.give(0, PieceKind::I, east, hole - columns, lying as i8 + 5);
            game.tap(0, Action::HardDrop);
            assert_eq!(game.get::<RoundTally>(0).dug, dug + 1, "rows are counted as they are dug");
        }
        assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "{rows} rows");
        assert_eq!(
            (game.get::<RoundTally>(0).dug, game.get::<GarbageFeedState>(0).left),
            (rows, 0),
            "every row was dug"
        );
        let mut records = Records::default();
        assert_eq!(counted(&game, &mut records).place, Some(1));
        assert_eq!(records.best(&format!("dig-{rows}")).unwrap().time, game.current().round_tick, "time counts");
        assert_eq!(game.get::<ProgressTrail>(0).0.len(), rows as usize, "and the trail has every row");
    }
}

#[test]
fn a_survival_comes_by_the_clock_and_ends_with_a_top_out() {
    let survival = SurvivalOptions { every: 1000, rows: 4, delay: 200, quicken: true };
    let wild = plan(Mode::Survival, ModeOptions { survival, ..ModeOptions::default() });
    let mut game = begun(Mode::Survival, wild.clone(), 2, 1000);
    assert_eq!(game.get::<IncomingGarbage>(0).0.waiting_row_count(), 0, "nothing comes before its time");
    game.tick();
    assert_eq!(game.get::<IncomingGarbage>(0).0.waiting_row_count(), 4, "then an attack of four");
    assert_eq!(game.get::<IncomingGarbage>(0).0.due_rows(game.current().round_tick), 0, "which waits");
    game.ticks(200);
    assert_eq!(
        game.get::<IncomingGarbage>(0).0.due_rows(game.current().round_tick),
        4,
        "for as long as the delay says"
    );
    game.ticks(20_000);
    assert!(game.get::<IncomingGarbage>(0).0.waiting_row_count() <= 16, "nobody is buried by the queue alone");

    let game = played(Mode::Survival, wild, Pace::from_pps(0.5), 600_000);
    assert_eq!(game.phase(), Phase::Over { winner: None }, "there is no goal but to last");
    assert!(
        game.get::<GarbageFeedState>(0).waves >= 3 && game.get::<RoundTally>(0).risen > 10,
        "garbage came and rose"
    );
    let mut records = Records::default();
    assert_eq!(counted(&game, &mut records).place, Some(1), "the longest life so far");
    let id = "survival-1000-4-200";
    assert_eq!(records.best(id).unwrap().time, game.current().round_tick, "its length counts");
    assert_eq!(plan(Mode::Survival, ModeOptions::default()).course.id, "survival", "the usual one has the plain name");
}

#[test]
fn own_clears_cancel_garbage_by_the_clock() {
    let survival = SurvivalOptions { every: 1000, rows: 4, delay: 5000, quicken: false };
    let plan = plan(Mode::Survival, ModeOptions { survival, ..ModeOptions::default() });
    let mut game = begun(Mode::Survival, plan, 2, 1001);
    assert_eq!(game.get::<IncomingGarbage>(0).0.waiting_row_count(), 4);
    game.drop_clearing(0, 4, 1);
    assert_eq!(
        (game.outcome(0).attack, game.outcome(0).cancelled, game.outcome(0).sent),
        (4, 4, 0),
        "a quad cancels four"
    );
    assert_eq!(game.get::<IncomingGarbage>(0).0.waiting_row_count(), 0);
}

#[test]
fn rows_by_the_clock_count_beside_those_that_the_opponent_sends_at_once() {
    let feed = GarbageFeed::Clock { every: 5, rows: 1, quicken: 0, least: 5 };
    let course = Course { feed, ..Course::default() };
    let seats = persons(2, Handling::STANDARD);
    let mut game = Game::new(MatchSetup { mode: Mode::Custom, course, ..setup(still_versus(), 1, seats) });
    game.ticks(5);
    game.drop_clearing(0, 4, 1);
    assert_eq!(
        game.outcome(1).received,
        4,
        "one row by the clock, and three of the quad, which cancels one of its own"
    );
    let [tally, stats] = [game.get::<RoundTally>(1).received, game.get::<MatchStats>(1).total_of_rounds().received];
    assert_eq!(tally, stats, "the figures count what the round counts");
}

#[test]
fn nothing_hurries_in_zen_and_in_puzzles() {
    let puzzle = Plan { rules: puzzle::usual_rules(&Rules::marathon()), ..plan(Mode::Zen, ModeOptions::default()) };
    for unhurried in [plan(Mode::Zen, ModeOptions::default()), puzzle] {
        let mut game = begun(Mode::Zen, unhurried, 3, 2);
        game.press_for(0, Action::SoftDrop, 61_000);
        assert_eq!(game.get::<Score>(0).0.pieces, 0, "a piece at rest waits for the hard drop");
    }
}

#[test]
fn versus_and_watch_are_played_to_a_winner_from_a_given_board() {
    let start = PuzzleBook::default().puzzle_plan("random:9", &Rules::marathon()).expect("allowed").course.start;
    for mode in [Mode::Versus, Mode::Watch] {
        let mut plan = Plan::from_rules(Rules { first_to: 1, ..Rules::line_for_line() });
        plan.course.start = start.clone();
        let seats = vec![computer(Pace::from_pps(6.0), 0), computer(Pace::from_pps(1.0), 5)];
        let mut game = Game::new(setup_of(mode, plan, seats, 11));
        assert_eq!(game.board(0), game.board(1), "both begin with the same");
        assert!(game.board(0).count() > 0, "board");
        game.play_out(900_000);
        assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "{mode:?}: the stronger hand wins");
        let mut records = Records::default();
        let broken = counted(&game, &mut records);
        assert_eq!(broken.score, mode == Mode::Versus, "of a watched match nothing is kept");
    }
}

#[test]
fn a_player_that_is_watched_alone_plays_without_an_end_at_the_greatest_speed() {
    let mut settings = Settings::default();
    (settings.watch.left, settings.watch.left_pace) = ("lin:25".to_owned(), Pace::FASTEST);
    let (mut opponents, book) = (OpponentList::default(), PuzzleBook::default());
    let mut begun = |settings: &Settings| setup::match_setup(Mode::Watch, settings, &mut opponents, &book, 7).unwrap();
    assert_eq!(begun(&settings).seats.len(), 2);
    settings.watch.alone = true;
    settings.single.rules = Rules { goal_lines: 40, countdown: 0, ..Rules::marathon() };
    let setup = begun(&settings);
    assert_eq!(setup.seats.len(), 1);
    assert!(!setup.course.has_goal(&setup.rules), "it plays until it tops out");
    let mut game = Game::new(setup);
    game.ticks(20_000);
    assert!(!game.current().is_over(), "past the goal of the player's own games");
    let lines = game.get::<Score>(0).0.lines;
    assert!(lines > 40, "{lines} lines in 20 seconds, at two pieces and more a second");
}

#[test]
fn a_restart_is_a_fresh_start() {
    let plans = [
        (Mode::Sprint, plan(Mode::Sprint, ModeOptions::default())),
        (Mode::Dig, plan(Mode::Dig, ModeOptions::default())),
        (Mode::Survival, plan(Mode::Survival, ModeOptions::default())),
        (Mode::Zen, plan(Mode::Zen, ModeOptions::default())),
        (Mode::Puzzle, book().puzzle_plan("08-cellar", &Rules::marathon()).expect("it ships")),
        (Mode::Custom, line::parse("strewn=8 attacks=on").unwrap()),
    ];
    for (mode, plan) in plans {
        let setup = setup_of(mode, plan, vec![person()], 7);
        let script = |game: &mut Game| {
            (0..6).for_each(|_| {
                game.tap(0, Action::Left);
                game.tap(0, Action::HardDrop);
                game.ticks(300);
            });
            game.hash()
        };
        let mut fresh = Game::new(setup.clone());
        let first = fresh.hash();
        let played = script(&mut fresh);
        assert_ne!(first, played, "{mode:?}: something was played");
        fresh.restart(setup.clone());
        assert_eq!(fresh.hash(), first, "{mode:?}: the start is the same");
        assert_eq!(script(&mut fresh), played, "{mode:?}: and so is what follows");
        let trail = fresh.get::<ProgressTrail>(0).clone();
        fresh.restart(setup);
        assert!(fresh.get::<ProgressTrail>(0).0.is_empty() || trail.0.is_empty(), "{mode:?}: the trail begins anew");
        assert_eq!(fresh.get::<UndoHistory>(0).available_undo_count(), 0, "{mode:?}: nothing can be taken back");
    }
}

#[test]
fn pace_is_told_against_the_best_game_at_the_same_line() {
    let plan = Plan {
        rules: Rules { goal_lines: 4, gravity: GravityRule::Off, ..Rules::marathon() },
        ..plan(Mode::Sprint, ModeOptions::default())
    };
    let mut game = begun(Mode::Sprint, plan, 7, 1);
    let best = [1000, 2000, 3000, 4000];
    let now = |game: &Game| lead_over(game.current(), game.get::<ProgressTrail>(0), &best);
    assert_eq!(now(&game), None, "before the first line there is nothing to compare");
    game.ticks(1500);
    assert_eq!(now(&game), Some(-500), "while the best had its first line, this game falls behind");
    game.drop_clearing(0, 2, 1);
    assert_eq!(game.get::<ProgressTrail>(0).0, [1501, 1501], "two lines at once");
    assert_eq!(now(&game), Some(499), "the best took 2000 ticks for two lines");
    assert_eq!(
        lead_over(game.current(), game.get::<ProgressTrail>(0), &[]),
        None,
        "without a best game there is no pace"
    );
}

#[test]
fn points_are_told_against_those_of_the_best_game_at_the_same_second() {
    let mut game = begun(Mode::Blitz, plan(Mode::Blitz, ModeOptions::default()), 7, 1);
    let best = [100, 250];
    let now = |game: &Game| lead_over(game.current(), game.get::<ProgressTrail>(0), &best);
    game.ticks(999);
    assert_eq!(now(&game), None, "the first second is not over");
    game.tick();
    assert_eq!(now(&game), Some(-100));
    game.drop_clearing(0, 4, 1);
    assert_eq!(now(&game), Some(-100), "points of the second second are not compared with those after the first");
    game.ticks(999);
    let score = game.get::<Score>(0).0.score;
    assert!(score >= 800, "{score} points for four lines");
    assert_eq!(now(&game), Some(score as i64 - 250));
}

#[test]
fn a_feed_of_its_own_leaves_plain_matches_alone() {
    let plain = setup_of(Mode::Marathon, Plan::from_rules(Rules::marathon()), vec![person()], 3);
    let mut game = Game::new(plain);
    game.ticks(5000);
    assert_eq!(game.current().course.feed, GarbageFeed::None);
    assert_eq!((game.get::<RoundTally>(0).received, game.get::<GarbageFeedState>(0).waves), (0, 0));
    assert_eq!(game.get::<UndoHistory>(0).available_undo_count(), 0, "nothing is remembered");
}
