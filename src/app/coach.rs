//! The coach: it looks at every piece that a person sets down, alone or against a computer player, and stays silent
//! until one costs more than a set amount. Then it offers to take the piece back, with everything that came after it.

use super::devices::KeyMap;
use super::drills::Drills;
use super::finesse_drill::FinesseDrill;
use super::game_review::{MoveCritic, is_reviewable_game};
use super::hints::hints_allowed;
use super::persistence::Settings;
use super::rated_match::RatedMatch;
use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::game::replay::{MatchMoves, RecordedMove, move_notes_plugin, rewind_match};
use crate::game::{Action, Match, Mode, Phase, Seat, SeatSetup, Snapshot, StartMatch};
use crate::net::OnlineMatch;
use bevy::prelude::*;
use std::collections::VecDeque;

/// How many of the last pieces can be taken back: a verdict on an older one comes too late to be of use.
const MOST_MOMENTS: usize = 4;

/// The coach of the match in progress.
#[derive(Resource, Debug, Default)]
pub struct Coach {
    critic: Option<MoveCritic>,
    /// The match as it was when each of the last pieces had appeared, by the number of pieces set down before it.
    moments: VecDeque<(usize, Snapshot)>,
    /// How many pieces had been set down when the last one was given to the critic.
    asked: usize,
    /// The tick in which that piece locked; `None` once the critic has answered.
    awaited: Option<u64>,
    offer: Option<TakeBackOffer>,
    /// Whether a piece could not be judged, so that the coach is silent until the next match begins.
    is_silent: bool,
}

/// The offer to take a piece back.
#[derive(Clone, Debug, PartialEq)]
pub struct TakeBackOffer {
    /// The seat of the player.
    pub seat: u8,
    /// The points of the chance to win that the piece cost, 0 to 100.
    pub points: f64,
    /// Why the piece was a fault, in a few words; `None` where no feature says so.
    pub reason: Option<String>,
    /// How many pieces had been set down before the piece that the offer is about.
    before: usize,
}

/// The wish to take back the piece that the coach's offer is about, with what came after it.
#[derive(Event, Clone, Copy, Debug)]
pub struct TakeBack;

impl Coach {
    /// The offer that the player can take now; `None` if there is none.
    pub const fn current_offer(&self) -> Option<&TakeBackOffer> {
        self.offer.as_ref()
    }

    /// Whether the critic has still to answer about the piece that was set down last.
    pub const fn is_judging(&self) -> bool {
        self.critic.is_some() && self.awaited.is_some()
    }
}

/// Adds the coach, the notes of moves that it reads, and the key that takes a piece back.
pub fn plugin(app: &mut App) {
    app.init_resource::<Coach>().add_plugins(move_notes_plugin).add_observer(take);
    app.add_observer(|_: On<StartMatch>, coach: ResMut<Coach>, commands: Commands| forget(coach, commands));
    let plays = in_state(Overlay::None).and_then(in_state(Screen::Play));
    app.add_systems(Update, (coached_seat.pipe(watch), listen).chain().run_if(plays));
    app.add_systems(OnExit(Screen::Play), forget);
}

fn forget(mut coach: ResMut<Coach>, mut commands: Commands) {
    // The critic goes too: its answer may be about a piece that is gone.
    *coach = Coach::default();
    commands.remove_resource::<MatchMoves>();
}

/// The seat of the person that is coached; `None` where nobody is.
fn coached_seat(
    (settings, rated): (Option<Res<Settings>>, Option<Res<RatedMatch>>),
    (online, drill): (Option<Res<OnlineMatch>>, Option<Res<FinesseDrill>>),
    current: Query<&Match>,
    seats: Query<(&Seat, &SeatSetup)>,
) -> Option<u8> {
    let wanted = settings.is_some_and(|settings| settings.coach.offer_from > 0);
    let is_rated = rated.is_some_and(|rated| rated.is_on());
    if !wanted || is_rated || online.is_some() || drill.is_some() {
        return None;
    }
    let current = current.single().ok()?;
    let is_reviewable = is_reviewable_game(&current.rules, &current.course, current.seats.len());
    if !is_reviewable || current.mode == Mode::Puzzle || !hints_allowed(current, seats.iter().map(|seat| seat.1)) {
        return None;
    }
    seats.iter().find(|(_, setup)| setup.control.is_persons()).map(|(seat, _)| seat.0)
}

/// Keeps snapshots of the match, gives the critic each piece that was set down, and offers to take back one
/// that cost too much.
fn watch(In(seat): In<Option<u8>>, world: &mut World, matches: &mut QueryState<&Match>) {
    let Some(seat) = seat.filter(|_| !world.resource::<Coach>().is_silent) else {
        let is_drill = world.get_resource::<Drills>().is_some_and(Drills::is_attempt_in_progress)
            || world.contains_resource::<FinesseDrill>();
        if !is_drill && world.remove_resource::<MatchMoves>().is_some() {
            let mut coach = world.resource_mut::<Coach>();
            *coach = Coach { is_silent: coach.is_silent, ..Coach::default() };
        }
        return;
    };
    world.init_resource::<MatchMoves>();
    let Ok(current) = matches.single(world) else { return };
    let (rules, is_played) = (current.rules, matches!(current.phase, Phase::Playing));
    if !is_played {
        // The round has been counted, so that no piece of it can be taken back any more.
        let mut coach = world.resource_mut::<Coach>();
        coach.offer = None;
        coach.moments.clear();
        return;
    }
    let Some(notes) = world.get_resource::<MatchMoves>() else { return };
    let count = notes.count_of_seat(seat);
    let is_new = world.get_resource::<Coach>().is_some_and(|coach| count > coach.asked);
    let last = if is_new { notes.last_of_seat(seat) } else { None };
    let is_known = world.resource::<Coach>().moments.back().is_some_and(|(before, _)| *before == count);
    let snapshot = if is_known { None } else { Snapshot::take(world) };
    let least = world.resource::<Settings>().coach.offer_from;
    let mut problem = None;
    let mut coach = world.resource_mut::<Coach>();
    if let Some(snapshot) = snapshot {
        coach.moments.push_back((count, snapshot));
        if coach.moments.len() > MOST_MOMENTS {
            coach.moments.pop_front();
        }
    }
    if count < coach.asked {
        // The player has taken pieces back by the game's own key.
        (coach.asked, coach.critic) = (count, None);
        coach.moments.retain(|(before, _)| *before <= count);
        coach.offer.take_if(|offer| offer.before >= count);
    }
    if let Some(last) = last {
        coach.asked = count;
        if coach.critic.is_none() {
            match MoveCritic::new() {
                Ok(critic) => coach.critic = Some(critic),
                Err(error) => problem = Some(error.to_string()),
            }
        }
        if let Some(critic) = &coach.critic {
            let tick = last.tick;
            critic.ask(&rules, last);
            coach.awaited = Some(tick);
        }
    }
    if coach.offer.as_ref().is_some_and(|offer| offer.before + MOST_MOMENTS <= count) {
        coach.offer = None;
    }
    match coach.critic.as_ref().and_then(MoveCritic::take_answer) {
        None => {}
        Some(Err(error)) => {
            coach.awaited = None;
            problem = Some(error);
        }
        Some(Ok((recorded, review))) => {
            coach.awaited.take_if(|tick| *tick == recorded.tick);
            let cost = review.judgement_if_costly().map(|judgement| 100.0 * judgement.loss());
            let before = piece_of(&coach.moments, &recorded);
            if let (Some(points), Some(before)) = (cost.filter(|points| *points >= f64::from(least)), before) {
                let reason = review.explanation.reasons.iter().find_map(|reason| reason.in_words());
                coach.offer = Some(TakeBackOffer { seat, points, reason, before });
            }
        }
    }
    if let Some(problem) = problem {
        coach.is_silent = true;
        world.resource_mut::<Toasts>().warn_and_log(format!("The coach is silent until the next game: {problem}"));
    }
}

/// How many pieces were set down before this move, by the last snapshot before it. `None` if no such snapshot is kept,
/// or another piece was set down in between, which happens where two pieces lock in one frame.
fn piece_of(moments: &VecDeque<(usize, Snapshot)>, recorded: &RecordedMove) -> Option<usize> {
    let at = moments.iter().rposition(|(_, snapshot)| snapshot.tick() < recorded.tick)?;
    let before = moments[at].0;
    moments.get(at + 1).is_none_or(|(next, _)| *next == before + 1).then_some(before)
}

/// Reads the key that takes the piece back: the one that takes pieces back in zen.
pub(super) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    (map, coach): (Res<KeyMap>, Res<Coach>),
    gamepads: Query<&Gamepad>,
    current: Option<Single<&Match>>,
    mut commands: Commands,
) {
    // Where pieces can be taken back anyway, the key does that.
    if current.is_none_or(|current| current.has_undo()) {
        return;
    }
    let asked = |code: &KeyCode| map.solo_key_actions(*code).any(|action| action == Action::Undo);
    let by_button = gamepads.iter().any(|gamepad| {
        gamepad.get_just_pressed().any(|button| map.button_actions(*button).any(|action| action == Action::Undo))
    });
    if coach.offer.is_some() && (keys.get_just_pressed().any(asked) || by_button) {
        commands.trigger(TakeBack);
    }
}

/// Takes back the piece that the offer is about. The match goes on when its player is ready.
fn take(_: On<TakeBack>, mut commands: Commands) {
    commands.queue(|world: &mut World| {
        let mut coach = world.resource_mut::<Coach>();
        let Some(offer) = coach.offer.take() else { return };
        let Some((_, moment)) = coach.moments.iter().find(|(before, _)| *before == offer.before).cloned() else {
            return;
        };
        coach.moments.retain(|(before, _)| *before <= offer.before);
        (coach.asked, coach.critic) = (offer.before, None);
        if rewind_match(world, &moment, offer.seat) {
            world.resource_mut::<NextState<Overlay>>().set(Overlay::Ready);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::undo_refusals;
    use crate::game::{MatchSetup, headless};
    use crate::rules::Rules;
    use bevy::state::app::StatesPlugin;

    #[test]
    fn a_coach_that_could_not_judge_a_piece_tries_again_in_the_next_game() -> std::io::Result<()> {
        let mut app = headless::app(1);
        let mut settings = Settings::default();
        settings.coach.offer_from = 10;
        app.add_plugins(StatesPlugin).insert_resource(settings);
        app.init_resource::<RatedMatch>().init_resource::<Toasts>();
        app.init_resource::<KeyMap>().init_resource::<ButtonInput<KeyCode>>();
        app.insert_state(Screen::Play).add_sub_state::<Overlay>().add_plugins(plugin);
        let begin = |app: &mut App| {
            headless::begin(app, MatchSetup::of_test(Mode::Marathon, Rules::marathon()));
            app.world().contains_resource::<MatchMoves>()
        };
        assert!(begin(&mut app), "it watches");
        app.world_mut().resource_mut::<Coach>().critic = Some(MoveCritic::of_test(Err("it broke off".to_owned()))?);
        (0..5).for_each(|_| app.update());
        let told = "The coach is silent until the next game: it broke off";
        assert_eq!(app.world().resource::<Toasts>().last(), Some(told));
        assert!(!app.world().contains_resource::<MatchMoves>() && app.world().resource::<Coach>().critic.is_none());
        assert_eq!(app.world().resource::<Settings>().coach.offer_from, 10);
        assert!(begin(&mut app), "it watches the next one");
        Ok(())
    }

    #[test]
    fn the_key_that_takes_the_offer_is_not_told_to_be_of_no_use() {
        let offer = Some(TakeBackOffer { seat: 0, points: 10.0, reason: None, before: 0 });
        let is_told = |offer: Option<TakeBackOffer>, action: Action| {
            let mut app = headless::app(1);
            app.add_plugins(StatesPlugin).insert_state(Screen::Play).init_resource::<Toasts>();
            app.insert_resource(Coach { offer, ..Coach::default() }).add_plugins(undo_refusals::plugin);
            headless::begin(&mut app, MatchSetup::of_test(Mode::Marathon, Rules::marathon()));
            headless::tap_at_every_seat(&mut app, action);
            (0..5).for_each(|_| app.update());
            app.world().resource::<Toasts>().last().is_some()
        };
        assert_eq!([Action::Undo, Action::Redo].map(|action| is_told(offer.clone(), action)), [false, true]);
        assert!(is_told(None, Action::Undo), "there is no offer");
    }
}
