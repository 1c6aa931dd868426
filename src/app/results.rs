//! The results of a match: its figures over all rounds, the series, and the records it has set.

use super::first_steps::FirstSteps;
use super::hints::Hints;
use super::opponents::OpponentList;
use super::rated_match::RatedMatch;
use super::rematch_score::RematchScore;
use super::saving::SettingsSaver;
use super::screens::{Overlay, Screen};
use crate::app::persistence::Records;
use crate::app::persistence::rating::are_rules_ratable;
use crate::app::persistence::records::{BeatenPlayer, BrokenRecords, GameFinish, Record};
use crate::app::persistence::rivals::RIVALS;
use crate::game::components::{PlayerName, Score};
use crate::game::modes::{Course, GameComparison, Goal, ProgressTrail, StartPosition};
use crate::game::replay::TakenOverMatch;
use crate::game::stats::MatchStats;
use crate::game::{CurrentForfeit, Match, Mode, Pace, Phase, RecordedPlayer, Seat, SeatControl, SeatSetup};
use crate::rules::{KickTable, RuleSet, Rules};
use bevy::prelude::*;

/// Seconds from the end of a match to its results, in which the player can look at the last board.
const LOOK: f32 = 1.4;
/// How many lines the goal of the usual game for one has: only games with this goal are compared by their time.
const USUAL_GOAL: u32 = 150;

/// The figures of one seat over all rounds of the match.
#[derive(Clone, Debug, Default)]
pub struct SeatResult {
    /// The name of the player.
    pub name: String,
    /// Whether a person plays.
    pub person: bool,
    /// How many pieces were locked.
    pub pieces: u32,
    /// How many lines were cleared.
    pub lines: u32,
    /// How many points were scored.
    pub score: u64,
    /// How many rounds the player won.
    pub wins: u8,
}

/// The results of the match in progress, or of the one that has just ended.
#[derive(Resource, Clone, Debug, Default)]
pub struct MatchResults {
    of: Option<Entity>,
    counted: Option<u32>,
    /// Seconds since the match ended.
    over_for: f32,
    /// The mode of the match.
    pub mode: Mode,
    /// The figures of each seat.
    pub seats: Vec<SeatResult>,
    /// Milliseconds played, in all rounds that have ended.
    pub time: u64,
    /// The seat that won, once the match is over; `None` before, for a draw, and for a game without a goal.
    pub winner: Option<u8>,
    /// Whether the match is over.
    pub over: bool,
    /// The records that the match has broken.
    pub broken: BrokenRecords,
    /// The id and the name under which the best games of the match's kind are kept, and which of two games
    /// is the better one.
    pub kind: (String, String, GameComparison),
    /// The best game of the kind before this match; `None` if there was none.
    pub best_before: Option<Record>,
}

impl MatchResults {
    /// Whether two persons played against each other.
    pub fn has_two_persons(&self) -> bool {
        self.seats.iter().filter(|sum| sum.person).count() > 1
    }
}

type ResultComponents = (
    &'static Seat,
    &'static PlayerName,
    &'static SeatSetup,
    &'static Score,
    &'static ProgressTrail,
    &'static MatchStats,
);

/// Adds the systems that count a match and show its results.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchResults>();
    app.add_systems(Update, (follow, show).chain().run_if(in_state(Screen::Play)));
}

/// Counts the rounds of a match as they end, and the match when it is over.
pub(super) fn follow(
    current: Option<Single<(Entity, &Match, Has<TakenOverMatch>)>>,
    players: Query<ResultComponents>,
    opponents: Res<OpponentList>,
    (forfeit, counting): (Res<CurrentForfeit>, Res<RatedMatch>),
    (first_steps, hints): (Option<Res<FirstSteps>>, Option<Res<Hints>>),
    mut results: ResMut<MatchResults>,
    mut series: ResMut<RematchScore>,
    mut saving: ResMut<SettingsSaver>,
    mut records: ResMut<Records>,
) {
    let Some((entity, current, taken_over)) = current.map(|current| *current) else { return };
    if results.of != Some(entity) {
        *results = MatchResults { of: Some(entity), mode: current.mode, ..MatchResults::default() };
        results.seats.resize_with(current.seats.len(), SeatResult::default);
    }
    if !matches!(current.phase, Phase::RoundOver { .. } | Phase::Over { .. }) || results.over {
        return;
    }
    let is_counted = results.counted.replace(current.round) == Some(current.round);
    if !is_counted {
        results.time += players.iter().map(|player| player.5.ticks_of_last_round()).max().unwrap_or_default();
    }
    for (seat, name, setup, score, ..) in &players {
        let Some(sum) = results.seats.get_mut(seat.index()) else { continue };
        sum.wins = current.wins[seat.index()];
        if is_counted {
            continue;
        }
        sum.name.clone_from(&name.0);
        sum.person = setup.is_persons_here();
        sum.pieces += score.0.pieces;
        sum.lines += score.0.lines;
        sum.score += score.0.score;
    }
    // A match also ends in the pause after a round, when somebody leaves.
    if !current.is_over() {
        return;
    }
    (results.over, results.winner) = (true, current.winner());
    series.count(results.winner);
    let beaten = players.iter().find_map(|player| beaten(player.2, &opponents, results.time));
    let is_even = !players.iter().any(|player| player.2.has_handicap());
    let opponent = players.iter().find(|player| !player.2.is_persons_here());
    results.kind = kind(&results, current, opponent.map(|player| player.2.recorded_player()), is_even);
    let trail = players.iter().find(|player| player.2.is_persons_here()).map(|player| player.4);
    // A match that was taken over had been begun by somebody else, and a match that was given up has not been won by
    // playing. Records are of games against computer players and alone.
    let elsewhere = players.iter().any(|player| matches!(player.2.control, SeatControl::Elsewhere(_)));
    // Nor is the first match, in which the keys are learned.
    let learned = first_steps.is_some_and(|steps| steps.is_on());
    // Nor is a rated match that stands in the history as lost; and one of no kind is compared with no other.
    let of_a_kind = !results.kind.0.is_empty();
    let is_lost = counting.is_counted_as_lost(entity);
    // Whoever asks for hints lets a computer player choose.
    let helped = hints.is_some_and(|hints| hints.used > 0);
    let own = of_a_kind && !taken_over && !elsewhere && !learned && !is_lost && !helped && forfeit.0.is_none();
    if let Some(finish) = finish(&results, current, beaten, trail).filter(|_| own) {
        saving.refresh_records(&mut records);
        results.best_before = records.best(&results.kind.0).cloned();
        results.broken = records.count_game(&finish);
        saving.note_records_changed();
    }
}

/// The id and the name under which the best games of the match's kind are kept, and which of two games is the better
/// one. Versus has a table for each opponent, `played`. `is_even` says that no seat has a handicap.
fn kind(
    results: &MatchResults,
    current: &Match,
    played: Option<RecordedPlayer>,
    is_even: bool,
) -> (String, String, GameComparison) {
    let course = &current.course;
    let opponent = results.seats.iter().find(|sum| !sum.person).map(|sum| sum.name.as_str());
    let in_tables = opponent.zip(played).map(|(name, player)| opponent_in_tables(current.mode, name, &player));
    let id = record_table_id(current.mode, (course, &current.rules), in_tables.as_deref(), is_even);
    match (current.mode, opponent) {
        (Mode::Watch, _) => (id, String::new(), GameComparison::Sooner),
        (Mode::Versus, Some(name)) => (id, format!("Against {name}"), GameComparison::Sooner),
        (Mode::Custom, Some(_)) => (id, course.name.clone(), comparison_against_computer(course)),
        _ => (id, course.name.clone(), course.better),
    }
}

/// The opponent as the ids of tables name it. In versus, a computer player that is no rival, and so plays at any speed
/// and with any slips, is as easy as anybody likes: each of these is another opponent.
pub(super) fn opponent_in_tables(mode: Mode, name: &str, player: &RecordedPlayer) -> String {
    let RecordedPlayer::Computer { pace, slips, .. } = player else { return name.to_owned() };
    if mode != Mode::Versus || RIVALS.iter().any(|rival| rival.name == name) {
        return name.to_owned();
    }
    let speed = match *pace {
        Pace::FASTEST => "at full speed".to_owned(),
        Pace { milli_pps } => format!("at {} a second", f64::from(milli_pps) / 1000.0),
    };
    let slips = if *slips > 0 { format!(" with slips {slips}") } else { String::new() };
    format!("{name} {speed}{slips}")
}

/// The id under which the best games of a kind are kept; empty for games that are not kept. `is_even` says that nobody
/// plays with a handicap.
pub(super) fn record_table_id(
    mode: Mode,
    (course, rules): (&Course, &Rules),
    opponent: Option<&str>,
    is_even: bool,
) -> String {
    match (mode, opponent) {
        (Mode::Watch, _) => String::new(),
        // A handicap, a board to begin with or rules of one's own make it as easy as anybody likes.
        (Mode::Versus, _) if !is_even || course.start != StartPosition::default() || !are_rules_of_a_set(rules) => {
            String::new()
        }
        (Mode::Versus, Some(name)) => {
            let rounds = (rules.first_to != Rules::versus().first_to).then(|| format!("first to {}", rules.first_to));
            // Where clears attack with more, matches end sooner.
            let attacks = RuleSet::name_unless_usual(rules).map(str::to_owned);
            let parts = [Some(format!("versus {name}")), rounds, attacks];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        // A game from a board is of no kind.
        (Mode::Custom, Some(_)) if course.id.is_empty() => String::new(),
        (Mode::Custom, Some(name)) => format!("{} against {name}", course.id),
        _ => course.id.clone(),
    }
}

/// Whether these are the rules of a match under a [`RuleSet`], whatever the number of rounds and the countdown. Against
/// a bot every set has the kicks of SRS.
fn are_rules_of_a_set(rules: &Rules) -> bool {
    let set = Rules { first_to: rules.first_to, countdown: rules.countdown, ..RuleSet::from_rules(rules).rules() };
    *rules == set || *rules == Rules { kicks: KickTable::Srs, ..set }
}

/// How two games of a custom course against a computer player are compared: the sooner win is the better one; where
/// every game lasts for the same time, it is as the course says.
pub(super) const fn comparison_against_computer(course: &Course) -> GameComparison {
    match course.goal {
        Goal::Time { .. } => course.better,
        _ => GameComparison::Sooner,
    }
}

/// The end of the match as the records need it; `None` when no person played, or two against each other.
fn finish(
    results: &MatchResults,
    current: &Match,
    opponent: Option<BeatenPlayer>,
    trail: Option<&ProgressTrail>,
) -> Option<GameFinish> {
    if results.has_two_persons() {
        return None;
    }
    let (seat, sum) = results.seats.iter().enumerate().find(|(_, sum)| sum.person)?;
    let is_usual_match = are_rules_ratable(&current.rules);
    let usual = match current.mode {
        // A match of fewer rounds is shorter.
        Mode::Versus => is_usual_match && current.rules.first_to == Rules::versus().first_to,
        _ => current.rules.goal_lines == USUAL_GOAL && current.rules.start_level == 1,
    };
    let (id, _, better) = results.kind.clone();
    let record = Record {
        score: sum.score,
        lines: sum.lines,
        pieces: sum.pieces,
        time: results.time,
        reached: current.mode != Mode::Watch && results.winner == Some(seat as u8),
        date: crate::storage::calendar::seconds_since_1970(),
        replay: None,
        trail: trail.map(|trail| trail.0.clone()).unwrap_or_default(),
    };
    Some(GameFinish {
        mode: current.mode,
        id,
        better,
        record,
        timed: usual,
        // Under other rules its strength was not measured.
        opponent: opponent.filter(|_| is_usual_match),
    })
}

/// The computer player of a seat as the records name it; `None` unless it is in the catalog
/// with a result on held-out games.
fn beaten(setup: &SeatSetup, opponents: &OpponentList, time: u64) -> Option<BeatenPlayer> {
    let SeatControl::Computer(computer) = &setup.control else { return None };
    let spec = setup.spec.as_ref()?;
    let entry = opponents.saved_generations().iter().find(|entry| entry.spec() == *spec)?;
    Some(BeatenPlayer {
        spec: spec.to_string(),
        generation: entry.generation,
        pace: computer.pace,
        slips: computer.slips,
        held_out: entry.best?.score,
        time,
    })
}

/// Opens the results once the player has had time to look at the last board.
fn show(
    mut results: ResMut<MatchResults>,
    current: Option<Single<&Match>>,
    overlay: Option<Res<State<Overlay>>>,
    mut next: ResMut<NextState<Overlay>>,
    time: Res<Time<Real>>,
) {
    let over = results.over && current.is_some_and(|current| current.is_over());
    if !over || !overlay.is_some_and(|overlay| *overlay.get() == Overlay::None) {
        return;
    }
    results.over_for += time.delta_secs();
    if results.over_for >= LOOK {
        next.set(Overlay::Results);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{FinishMatch, MatchSetup, headless};
    use crate::movegen::PlacementChoice;
    use crate::rules::AttackRules;

    #[test]
    fn a_game_with_hints_sets_no_record() {
        for (used, is_kept) in [(0, true), (1, false)] {
            let mut app = headless::app(1);
            app.init_resource::<OpponentList>().init_resource::<RatedMatch>().init_resource::<RematchScore>();
            app.init_resource::<SettingsSaver>().init_resource::<Records>().init_resource::<MatchResults>();
            app.init_resource::<Hints>().add_systems(Update, follow);
            app.world_mut().resource_mut::<Hints>().used = used;
            let course = Course { id: "survival".to_owned(), better: GameComparison::Longer, ..Course::default() };
            let rules = Rules { goal_lines: 0, ..Rules::marathon() };
            let setup = MatchSetup { course, ..MatchSetup::of_test(Mode::Survival, rules) };
            headless::begin(&mut app, setup);
            app.world_mut().trigger(FinishMatch);
            (0..10).for_each(|_| app.update());
            assert!(app.world().resource::<MatchResults>().over);
            assert_eq!(app.world().resource::<Records>().best("survival").is_some(), is_kept, "{used} hints");
        }
    }

    #[test]
    fn versus_has_a_table_for_each_number_of_rounds_and_attack_rules_and_none_for_uneven_matches() {
        let (usual, plain) = (Rules::versus(), Course::default());
        let id = |rules: &Rules, course: &Course, is_even| {
            record_table_id(Mode::Versus, (course, rules), Some("Kolobok"), is_even)
        };
        assert_eq!(id(&usual, &plain, true), "versus Kolobok", "as it was kept before");
        assert_eq!(id(&Rules { first_to: 10, ..usual }, &plain, true), "versus Kolobok, first to 10");
        let season_2 = RuleSet::Tetrio2.rules();
        assert_eq!(id(&season_2, &plain, true), "versus Kolobok, tetrio-2");
        let both = Rules { first_to: 10, ..season_2 };
        assert_eq!(id(&both, &plain, true), "versus Kolobok, first to 10, tetrio-2");
        assert_eq!(id(&usual, &plain, false), "", "with a handicap");
        let start = StartPosition { strewn: 4, ..StartPosition::default() };
        assert_eq!(id(&usual, &Course { start, ..plain }, true), "", "with a board to begin with");
    }

    #[test]
    fn a_win_by_rules_of_ones_own_stands_in_no_table() {
        let id = |rules: &Rules| record_table_id(Mode::Versus, (&Course::default(), rules), Some("Kolobok"), true);
        for set in RuleSet::ALL.map(RuleSet::rules) {
            assert!(!id(&set).is_empty() && !id(&Rules { first_to: 1, countdown: 0, ..set }).is_empty());
            assert_eq!(id(&Rules { kicks: KickTable::Srs, ..set }), id(&set), "against a bot");
            for own in [Rules { hold: false, ..set }, Rules { next: 1, ..set }, Rules { round_limit: 60_000, ..set }] {
                assert_eq!(id(&own), "");
            }
        }
        let (usual, season_2) = (Rules::versus(), RuleSet::Tetrio2.rules());
        let foreign_combos = AttackRules { combo: season_2.attack.combo, ..usual.attack };
        assert_eq!(id(&Rules { attack: foreign_combos, ..usual }), "");
    }

    #[test]
    fn only_a_match_by_the_usual_rules_has_a_time_to_compare_and_a_hardest_opponent() {
        let counted = |rules: Rules| {
            let seats = [true, false].map(|person| SeatResult { person, ..SeatResult::default() }).to_vec();
            let results = MatchResults { seats, winner: Some(0), ..MatchResults::default() };
            let mut app = headless::app(1);
            let mut setup = MatchSetup::of_test(Mode::Versus, rules);
            setup.seats.push(setup.seats[0].clone());
            headless::begin(&mut app, setup);
            let beaten = BeatenPlayer {
                spec: "iwumbwe:7".to_owned(),
                generation: 7,
                pace: Pace::BEGINNER,
                slips: 0,
                held_out: 1.0,
                time: 1,
            };
            let mut matches = app.world_mut().query::<&Match>();
            let current = matches.single(app.world()).ok()?;
            let finish = finish(&results, current, Some(beaten), None)?;
            Some((finish.timed, finish.opponent.is_some()))
        };
        let usual = Rules::versus();
        assert_eq!(counted(usual), Some((true, true)));
        assert_eq!(counted(Rules { first_to: 1, ..usual }), Some((false, true)), "in one round");
        for other in [Rules { hold: false, ..usual }, RuleSet::Tetrio2.rules()] {
            assert_eq!(counted(other), Some((false, false)));
        }
    }

    #[test]
    fn versus_has_a_table_for_each_speed_of_an_opponent_that_is_no_rival() {
        let in_tables = |mode: Mode, name: &str, milli_pps: u32, slips: u8| {
            let (pace, placements) = (Pace { milli_pps }, PlacementChoice::Straight);
            opponent_in_tables(mode, name, &RecordedPlayer::Computer { spec: None, pace, slips, placements })
        };
        assert_eq!(in_tables(Mode::Versus, "Kolobok", 860, 5), "Kolobok", "a rival has one speed");
        assert_eq!(in_tables(Mode::Versus, "Ivan 7", 1500, 0), "Ivan 7 at 1.5 a second");
        assert_eq!(in_tables(Mode::Versus, "Ivan 7", 300, 2), "Ivan 7 at 0.3 a second with slips 2");
        assert_eq!(in_tables(Mode::Versus, "Ivan 7", 0, 0), "Ivan 7 at full speed");
        assert_eq!(in_tables(Mode::Custom, "Ivan 7", 1500, 0), "Ivan 7");
        assert_eq!(opponent_in_tables(Mode::Versus, "Anna", &RecordedPlayer::Person), "Anna");
    }

    #[test]
    fn a_custom_game_against_a_computer_player_that_lasts_for_a_time_is_about_points() {
        let timed = Course { goal: Goal::Time { ticks: 120_000 }, ..Course::default() };
        assert_eq!(comparison_against_computer(&timed), GameComparison::Score);
        assert_eq!(comparison_against_computer(&Course::default()), GameComparison::Sooner, "else about winning");
    }
}
