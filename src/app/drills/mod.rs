//! Drills from the player's own games: what a review found worst is tried again at its moment of the replay, and the
//! piece that is set down there is judged.

mod verdict;

use super::game_review::{MoveCritic, ReviewFinished, ReviewedMove, Reviewing, WatchMoment};
use super::persistence::drills::{Drill, DrillList};
use super::persistence::{KeptFile, replay};
use super::position::EditedPosition;
use super::resume::TakeOver;
use super::screens::Screen;
use super::toasts::{Toasts, warn_at_start};
use super::watching::Watching;
use crate::doors;
use crate::game::replay::MatchMoves;
use crate::game::{Match, StartMatch};
use crate::review::Grade;
use crate::rules::Rules;
use crate::storage::{calendar, paths};
use bevy::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use verdict::{cells_of, verdict};

/// How many moments of a game become drills by themselves.
const MOST_OF_A_GAME: usize = 3;

/// The player's drills, and the one that is being tried.
#[derive(Resource, Debug, Default)]
pub struct Drills {
    list: KeptFile<DrillList>,
    /// The folder of the replays; `None` where nothing is kept.
    replays: Option<PathBuf>,
    tried: Option<TriedDrill>,
    /// The drill whose piece was set down last, with the critic who has still to answer.
    judged: Option<(TriedDrill, MoveCritic)>,
}

/// The drill that is being tried, until its game is left.
#[derive(Clone, Debug)]
struct TriedDrill {
    drill: Drill,
    /// Whether the piece that counts has been set down.
    is_set_down: bool,
    /// Whether the try is noted: not that of a move in a review, which has just shown the best one.
    is_noted: bool,
}

impl TriedDrill {
    /// What is judged, in the words of the player: a drill, or the move of a review.
    const fn name(&self) -> &'static str {
        if self.is_noted { "drill" } else { "move" }
    }
}

/// The wish to try a drill, by its index in the list of drills.
#[derive(Event, Clone, Copy, Debug)]
pub struct TryDrill(pub usize);

/// The wish to remove a drill, by its index in the list of drills.
#[derive(Event, Clone, Copy, Debug)]
pub struct RemoveDrill(pub usize);

/// The wish to have a reviewed move of the game under review as a drill.
#[derive(Event, Clone, Copy, Debug)]
pub struct MakeDrill {
    /// The seat of the player who made the move.
    pub seat: u8,
    /// The tick of the replay in which the piece of the move appeared.
    pub began: u64,
}

impl Drills {
    /// Drills that are kept nowhere: for tools and tests.
    pub fn unsaved(list: DrillList) -> Self {
        Self { list: list.into(), ..Self::default() }
    }

    /// All drills, in the order in which they were added.
    pub fn all(&self) -> &[Drill] {
        &self.list.drills
    }

    /// Whether a drill is being tried, and its piece has not been set down yet.
    pub const fn is_attempt_in_progress(&self) -> bool {
        matches!(&self.tried, Some(tried) if !tried.is_set_down)
    }

    /// How many drills are due at a time, in seconds since 1970.
    pub fn due_count(&self, now: u64) -> usize {
        self.all().iter().filter(|drill| drill.is_due(now)).count()
    }

    fn load() -> (Self, Option<String>) {
        let Some((folder, replays)) = paths::data_folder().zip(paths::replays_folder()) else {
            return Default::default();
        };
        let (mut list, warning) = KeptFile::<DrillList>::load(folder);
        list.retain_with_replays(&replays);
        (Self { list, replays: Some(replays), ..Self::default() }, warning)
    }

    /// Takes over what another program with the same folder has written since, so that the drills of both stay.
    fn refresh(&mut self) {
        if self.list.refresh()
            && let Some(replays) = &self.replays
        {
            self.list.retain_with_replays(replays);
        }
    }

    /// The index of a drill in the list, found by its moment, since the list may have changed since the drill was
    /// looked at; `None` if the drill is no longer there.
    fn place_of(&self, drill: &Drill) -> Option<usize> {
        self.all().iter().position(|known| known.is_of_same_moment(drill))
    }

    /// Counts a try of a drill. Returns words for the player: when the drill comes back, or that it is done.
    fn take_in_try(&mut self, drill: &Drill, solved: bool, now: u64) -> String {
        let Some(at) = self.place_of(drill) else { return "it is not a drill any more".to_owned() };
        match self.list.note_try(at, solved, now) {
            Some(words) => format!("it comes back {words}"),
            None => "it is done".to_owned(),
        }
    }

    /// The names of the replays that the drills are moments of.
    pub fn replay_names(&self) -> Vec<String> {
        self.all().iter().map(|drill| drill.file.clone()).collect()
    }

    fn save(&mut self, toasts: &mut Toasts) {
        self.list.save("The drills", toasts);
    }
}

/// Adds the drills, and the systems that make, try and judge them.
pub(super) fn plugin(app: &mut App) {
    if !app.world().contains_resource::<Drills>() {
        let (drills, warning) = Drills::load();
        app.insert_resource(drills);
        warn_at_start(app, warning);
    }
    app.add_observer(try_drill).add_observer(remove).add_observer(make).add_observer(collect);
    app.add_observer(try_reviewed_move);
    app.add_systems(OnEnter(Screen::Drills), |mut drills: ResMut<Drills>| drills.refresh());
    app.add_systems(OnExit(Screen::Play), leave_game);
    // Another match in its place does not try the drill any more. A drill itself begins as a replay, each time.
    app.add_observer(|_: On<StartMatch>, screen: Option<Res<State<Screen>>>, mut drills: ResMut<Drills>| {
        if screen.is_some_and(|screen| *screen.get() == Screen::Play) {
            drills.tried = None;
        }
    });
    // Whoever leaves the replay by another way than taking over does not try it.
    let leave_replay = (|mut drills: ResMut<Drills>| drills.tried = None).run_if(resource_exists::<Watching>);
    app.add_systems(OnExit(Screen::Replay), leave_replay.before(super::watching::end_replay_match));
    // Nor does whoever has looked elsewhere in the replay, and plays on from there or in the other seat.
    app.add_observer(|wish: On<TakeOver>, watching: Option<Res<Watching>>, mut drills: ResMut<Drills>| {
        drills.tried.take_if(|tried| {
            wish.0 != tried.drill.seat || watching.is_none_or(|watching| watching.now != tried.drill.tick)
        });
    });
    app.add_systems(Update, (ask.run_if(in_state(Screen::Play)), judge));
}

/// A drill of a move that was reviewed in a game with these rules. A move that cost nothing solves its own drill, which
/// a player may ask for too.
fn drill_of(reviewed: &ReviewedMove, rules: &Rules, file: &str, now: u64) -> Drill {
    let recorded = &reviewed.recorded;
    let fault = reviewed.review.judgement_if_costly().map(|_| cells_of(recorded.played.search_move()));
    Drill {
        file: file.to_owned(),
        seat: recorded.seat,
        tick: recorded.began,
        points: reviewed.points_lost(),
        fumen: EditedPosition::of_state(&recorded.played.state, rules).as_fumen().unwrap_or_default(),
        played: fault.unwrap_or_default(),
        due: now,
        solved: 0,
        tried: 0,
    }
}

/// Makes drills of the worst moves that a person made in the game, once its review is done.
fn collect(_: On<ReviewFinished>, reviewing: Res<Reviewing>, mut drills: ResMut<Drills>, mut toasts: ResMut<Toasts>) {
    let Some(file) = reviewing.file_name().filter(|_| reviewing.is_unaltered_game()) else { return };
    let persons: Vec<u8> = reviewing.person_seats().collect();
    if persons.len() > 1 {
        // Nobody knows which of the two sits here. Their moves become drills one by one, where that is asked for.
        return;
    }
    let now = calendar::seconds_since_1970();
    let progress = reviewing.job.lock_progress();
    let mut worst: Vec<&ReviewedMove> = progress.moves.iter().collect();
    worst.retain(|reviewed| {
        persons.contains(&reviewed.recorded.seat)
            && reviewed.review.judgement_if_costly().is_some_and(|fault| fault.grade >= Grade::Mistake)
    });
    worst.sort_by(|one, other| other.points_lost().total_cmp(&one.points_lost()));
    let mut added = 0;
    drills.refresh();
    for reviewed in worst.into_iter().take(MOST_OF_A_GAME) {
        added += usize::from(drills.list.add(drill_of(reviewed, &reviewing.replay.setup.rules, file, now)));
    }
    if added > 0 {
        toasts.say(match added {
            1 => "The worst move is a drill now: Single player, Drills".to_owned(),
            more => format!("The {more} worst moves are drills now: Single player, Drills"),
        });
        drills.save(&mut toasts);
    }
}

fn make(
    wish: On<MakeDrill>,
    reviewing: Option<Res<Reviewing>>,
    mut drills: ResMut<Drills>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(reviewing) = reviewing else { return };
    let Some(file) = reviewing.file_name() else {
        return toasts.say("Only a saved game can be drilled: this one has no file");
    };
    let progress = reviewing.job.lock_progress();
    let is_it = |reviewed: &&ReviewedMove| (reviewed.recorded.seat, reviewed.recorded.began) == (wish.seat, wish.began);
    let Some(reviewed) = progress.moves.iter().find(is_it) else { return };
    if reviewed.review.judgement.is_none() {
        return toasts.say("Nothing is known of this move yet: wait until the review has come to it");
    }
    drills.refresh();
    if drills.list.add_or_restart(drill_of(
        reviewed,
        &reviewing.replay.setup.rules,
        file,
        calendar::seconds_since_1970(),
    )) {
        toasts.say("Added to the drills: Single player, Drills");
        drills.save(&mut toasts);
    } else {
        toasts.say("It is among the drills already");
    }
}

fn try_drill(
    wish: On<TryDrill>,
    mut drills: ResMut<Drills>,
    mut commands: Commands,
    mut screen: ResMut<NextState<Screen>>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(drill) = drills.all().get(wish.0).cloned() else { return };
    let Some(folder) = &drills.replays else { return };
    let file = folder.join(&drill.file);
    if doors::files().is_folder(folder) && !doors::files().is_taken(&file) {
        drills.refresh();
        drills.list.drills.retain(|known| !known.is_of_same_moment(&drill));
        toasts.warn("The replay of this drill was deleted: the drill is gone too");
        return drills.save(&mut toasts);
    }
    match replay::read(&file) {
        Ok(saved) => {
            let mut watching = Watching::from_moment(Arc::new(saved.replay), drill.tick, Some(drill.seat));
            watching.back = Screen::Drills;
            commands.insert_resource(watching);
            commands.remove_resource::<MatchMoves>();
            drills.tried = Some(TriedDrill { drill, is_set_down: false, is_noted: true });
            screen.set(Screen::Replay);
        }
        Err(error) => toasts.warn(format!("The drill cannot begin: {error}")),
    }
}

/// Has the piece judged that is set down where a reviewed move is tried, as that of a drill is.
fn try_reviewed_move(
    wish: On<WatchMoment>,
    reviewing: Option<Res<Reviewing>>,
    mut drills: ResMut<Drills>,
    mut commands: Commands,
) {
    let (Some(reviewing), Some(seat)) = (reviewing, wish.take_over) else { return };
    let progress = reviewing.job.lock_progress();
    let is_it = |reviewed: &&ReviewedMove| (reviewed.recorded.seat, reviewed.recorded.began) == (seat, wish.tick);
    let Some(reviewed) = progress.moves.iter().find(is_it) else { return };
    let drill = drill_of(reviewed, &reviewing.replay.setup.rules, reviewing.file_name().unwrap_or_default(), 0);
    drills.tried = Some(TriedDrill { drill, is_set_down: false, is_noted: false });
    commands.remove_resource::<MatchMoves>();
}

fn remove(wish: On<RemoveDrill>, mut drills: ResMut<Drills>, mut toasts: ResMut<Toasts>) {
    let Some(drill) = drills.all().get(wish.0).cloned() else { return };
    drills.refresh();
    if drills.place_of(&drill).is_some_and(|at| drills.list.finish(at)) {
        toasts.say("The drill is removed");
        drills.save(&mut toasts);
    }
}

/// Ends the try of a drill whose game is left, unless the game begins again at that moment.
fn leave_game(mut drills: ResMut<Drills>, watching: Option<Res<Watching>>, mut commands: Commands) {
    if watching.is_none_or(|watching| !watching.is_for_take_over) {
        drills.tried = None;
    } else if let Some(tried) = &mut drills.tried {
        tried.is_set_down = false;
        // The moves on the way to the moment are none of the drill's.
        commands.remove_resource::<MatchMoves>();
    }
}

/// Gives the first piece that is set down in a drill to a critic.
fn ask(
    mut drills: ResMut<Drills>,
    notes: Option<Res<MatchMoves>>,
    current: Option<Single<&Match>>,
    mut toasts: ResMut<Toasts>,
    mut commands: Commands,
) {
    let Some(tried) = drills.tried.as_mut().filter(|tried| !tried.is_set_down) else { return };
    let (Some(notes), Some(current)) = (notes, current) else { return commands.init_resource::<MatchMoves>() };
    let Some(recorded) = notes.last_of_seat(tried.drill.seat) else { return };
    tried.is_set_down = true;
    let tried = tried.clone();
    match MoveCritic::new() {
        Ok(critic) => {
            critic.ask(&current.rules, recorded);
            drills.judged = Some((tried, critic));
        }
        Err(error) => toasts.warn(format!("Nobody can judge the {}: {error}", tried.name())),
    }
}

/// Says what the piece of a drill cost as soon as the critic has answered, also where the game has been left meanwhile.
fn judge(mut drills: ResMut<Drills>, mut toasts: ResMut<Toasts>) {
    let Some(answer) = drills.judged.as_ref().and_then(|(_, critic)| critic.take_answer()) else { return };
    let Some((tried, _)) = drills.judged.take() else { return };
    match answer {
        Ok((recorded, review)) => {
            let (solved, words) = verdict(&review, &tried.drill, recorded.played.search_move());
            if !tried.is_noted {
                return toasts.say(words);
            }
            drills.refresh();
            let when = drills.take_in_try(&tried.drill, solved, calendar::seconds_since_1970());
            toasts.say(format!("{words}; {when}"));
            drills.save(&mut toasts);
        }
        Err(problem) => toasts.warn(format!("The {} is not judged: {problem}", tried.name())),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::app::game_review::{self, ReviewReplay, ReviewStage};
    use crate::app::persistence::Settings;
    use crate::app::screens::{go_to, program_on};
    use crate::doors::threads;
    use crate::game::replay::{RecordedMove, Replay};
    use crate::review::MoveReview;
    use crate::rules::FallingPiece;
    use crate::search;
    use std::time::Duration;

    /// A program in which a drill is being tried whose piece has been set down.
    fn trying() -> App {
        let mut app = program_on(Screen::Play);
        let tried = Some(TriedDrill { drill: Drill::default(), is_set_down: true, is_noted: true });
        app.insert_resource(Drills { tried, ..Drills::default() }).init_resource::<Toasts>();
        app.add_plugins(plugin).update();
        app
    }

    #[test]
    fn a_drill_is_judged_though_its_game_is_left_before_the_critic_answers() {
        let mut app = trying();
        let critic = MoveCritic::of_test(Err("it sleeps".to_owned())).unwrap();
        let mut drills = app.world_mut().resource_mut::<Drills>();
        drills.judged = drills.tried.clone().map(|tried| (tried, critic));
        go_to(&mut app, Screen::Title);
        let (drills, toasts) = (app.world().resource::<Drills>(), app.world().resource::<Toasts>());
        assert_eq!(toasts.last(), Some("The drill is not judged: it sleeps"));
        assert!(drills.tried.is_none() && drills.judged.is_none());
    }

    #[test]
    fn a_move_that_is_tried_from_its_review_is_called_no_drill_where_nobody_judges_it() {
        for (is_noted, said) in
            [(true, "The drill is not judged: it sleeps"), (false, "The move is not judged: it sleeps")]
        {
            let mut app = trying();
            let critic = MoveCritic::of_test(Err("it sleeps".to_owned())).unwrap();
            let tried = TriedDrill { drill: Drill::default(), is_set_down: true, is_noted };
            app.world_mut().resource_mut::<Drills>().judged = Some((tried, critic));
            app.update();
            assert_eq!(app.world().resource::<Toasts>().last(), Some(said));
        }
    }

    #[test]
    fn a_move_that_is_tried_from_its_review_is_judged_as_a_drill_is_and_noted_nowhere() {
        let mut app = program_on(Screen::Replays);
        app.insert_resource(Drills::default()).init_resource::<Toasts>().init_resource::<Settings>();
        app.add_plugins((game_review::plugin, plugin)).update();
        app.world_mut().trigger(ReviewReplay { replay: Arc::new(Replay::of_test(9)), path: None });
        app.update();
        let stage = |app: &App| app.world().resource::<Reviewing>().job.lock_progress().stage;
        while stage(&app) != ReviewStage::Done {
            threads::sleep(Duration::from_millis(1));
            app.update();
        }
        let state = search::State::of(&Playfield::new(&Rules::versus(), 1), search::WaitingGarbage::default());
        let piece = FallingPiece::spawn(state.queue[0], state.board.size());
        let recorded = RecordedMove { began: 300, tick: 500, ..RecordedMove::of_test(state, piece) };
        app.world().resource::<Reviewing>().job.lock_progress().moves = vec![recorded.clone().into()];
        for (take_over, is_tried) in [(None, false), (Some(1), false), (Some(0), true)] {
            app.world_mut().trigger(WatchMoment { tick: 300, take_over });
            assert_eq!(app.world().resource::<Drills>().is_attempt_in_progress(), is_tried, "{take_over:?}");
        }
        let mut drills = app.world_mut().resource_mut::<Drills>();
        let tried = drills.tried.take().unwrap();
        drills.list.add(tried.drill.clone());
        drills.judged = Some((tried, MoveCritic::of_test(Ok((recorded, MoveReview::default()))).unwrap()));
        app.update();
        assert_eq!(app.world().resource::<Toasts>().last(), Some("Solved"));
        assert_eq!(app.world().resource::<Drills>().all()[0].tried, 0);
    }

    #[test]
    fn a_drill_that_begins_again_at_its_moment_is_tried_once_more() {
        for (seat, is_tried) in [(Some(0), true), (None, false)] {
            let mut app = trying();
            assert!(!app.world().resource::<Drills>().is_attempt_in_progress());
            app.insert_resource(Watching::from_moment(Arc::new(Replay::of_test(9)), 0, seat));
            app.init_resource::<MatchMoves>();
            go_to(&mut app, Screen::Replay);
            assert_eq!(app.world().resource::<Drills>().is_attempt_in_progress(), is_tried);
            assert_eq!(app.world().contains_resource::<MatchMoves>(), !is_tried);
        }
    }

    #[test]
    fn drills_that_another_program_has_added_or_tried_stay() {
        let home = tempfile::tempdir().unwrap();
        let list = || KeptFile::load(home.path().to_owned()).0;
        let [mut one, mut other] = [0, 1].map(|_| Drills { list: list(), ..Drills::default() });
        let (mut toasts, now) = (Toasts::default(), 1_000_000);
        let [first, second] = [5, 6].map(|tick| Drill { file: "game.replay".to_owned(), tick, ..Drill::default() });
        one.list.add(first.clone());
        one.save(&mut toasts);
        other.refresh();
        other.list.add(second.clone());
        other.take_in_try(&first, true, now);
        other.save(&mut toasts);
        one.refresh();
        assert_eq!(one.all().len(), 2);
        one.take_in_try(&first, false, now);
        one.save(&mut toasts);
        let kept: KeptFile<DrillList> = list();
        assert_eq!((kept.drills[0].tried, kept.drills[1].clone()), (2, second), "both tries count");
        assert!(toasts.last().is_none());
        // The other program has made a drill of a replay, which is not there any more.
        let replays = home.path().join("replays");
        doors::files().create_folders(&replays).unwrap();
        doors::files().write_whole(&replays.join("game.replay"), b"a game").unwrap();
        one.replays = Some(replays);
        other.refresh();
        other.list.add(Drill { file: "gone.replay".to_owned(), ..Drill::default() });
        other.save(&mut toasts);
        one.refresh();
        assert!(other.all().len() == 3 && one.all().iter().all(|drill| drill.file == "game.replay"));
        assert_eq!(one.all().len(), 2);
    }
}
