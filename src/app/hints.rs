//! Hints: on request, the three best placements of a computer player for the piece in play, and the feature that made
//! the difference. Hints disappear with their piece.

use super::advice_job::{AdviceJob, Adviser};
use super::devices::KeyMap;
use super::game_review::is_reviewable;
use super::opponents::OpponentList;
use super::persistence::Settings;
use super::rated_match::RatedMatch;
use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::game::components::{Falling, Seat, ToppedOut};
use crate::game::replay::{PositionComponents, position_now};
use crate::game::{Match, Mode, SeatSetup, StartMatch};
use crate::net::OnlineMatch;
use crate::review::AdvisedMove;
use bevy::prelude::*;

/// The most placements that the hints for a piece show.
pub const MOST_HINTS: usize = 3;

/// The wish of a page over the match for hints, which come when the match goes on.
#[derive(Event, Clone, Copy, Debug)]
pub struct HintRequest;

/// The hints of the match in progress.
#[derive(Resource, Debug, Default)]
pub struct Hints {
    /// How many hints were shown in this match. Each x-ray of the opponent counts as one.
    pub used: u32,
    /// Whether the next hints were asked for by a page over the match.
    is_requested: bool,
    /// The SPEC of the player that gives hints, and the adviser that stands for it.
    mentor: Option<(String, Adviser)>,
    /// The search for hints that is in progress, with the player whose piece it is about and the number of that piece.
    thinking: Option<((Entity, u32), AdviceJob)>,
    shown: Option<((Entity, u32), Vec<AdvisedMove>)>,
}

impl Hints {
    /// The player whose piece the hints are about, and the hints, the best first; `None` when none are on show.
    pub fn shown_hints(&self) -> Option<(Entity, &[AdvisedMove])> {
        self.shown.as_ref().map(|((player, _), shown)| (*player, shown.as_slice()))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hints>();
    app.add_observer(|_: On<StartMatch>, mut hints: ResMut<Hints>| {
        *hints = Hints { mentor: hints.mentor.take(), ..Hints::default() };
    });
    app.add_observer(|_: On<HintRequest>, mut hints: ResMut<Hints>| hints.is_requested = true);
    app.add_systems(Update, (ask, take).chain().run_if(in_state(Overlay::None).and_then(in_state(Screen::Play))));
}

/// Whether hints may be asked for in this match: exactly one person plays, and the match is not over.
pub fn hints_allowed<'a>(current: &Match, seats: impl IntoIterator<Item = &'a SeatSetup>) -> bool {
    let persons = seats.into_iter().filter(|seat| seat.control.is_persons()).count();
    persons == 1 && !current.is_over()
}

fn ask(
    keys: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
    (settings, rated, online): (Res<Settings>, Res<RatedMatch>, Option<Res<OnlineMatch>>),
    current: Single<&Match>,
    seats: Query<&SeatSetup>,
    persons: Query<(Entity, &Seat, &SeatSetup, &Falling, &ToppedOut)>,
    players: Query<PositionComponents>,
    mut hints: ResMut<Hints>,
    mut opponents: ResMut<OpponentList>,
    mut toasts: ResMut<Toasts>,
) {
    let key =
        map.key_for_shortcut(KeyCode::KeyH).filter(|key| !map.is_game_key(*key) && !map.is_chosen_for_restart(*key));
    let is_requested = std::mem::take(&mut hints.is_requested) || key.is_some_and(|key| keys.just_pressed(key));
    if !is_requested || !hints_allowed(&current, seats) {
        return;
    }
    let person = persons.iter().find(|(_, _, setup, ..)| setup.control.is_persons());
    let Some((entity, seat, _, falling, topped_out)) = person else { return };
    let position = position_now(&current, &players, seat.0);
    // A piece that had no room can only be taken back.
    let Some(state) = position.filter(|_| current.is_playing() && topped_out.0.is_none()) else { return };
    if rated.is_on() {
        return toasts.say(match rated.is_challenge {
            true => "No hints in a rated match",
            false => "No hints in a rated match: switch rating off in versus",
        });
    }
    if online.is_some() {
        return toasts.say("No hints in a match in a room");
    }
    let piece = (entity, falling.serial);
    let is_shown = hints.shown.as_ref().is_some_and(|(known, _)| *known == piece);
    if is_shown || hints.thinking.as_ref().is_some_and(|(known, _)| *known == piece) {
        return;
    }
    let spec = &settings.coach.mentor;
    if hints.mentor.as_ref().is_none_or(|(known, _)| known != spec) {
        let found = spec.parse().and_then(|spec| opponents.contestant(&spec));
        let mentor = found.map_err(|error| error.to_string()).and_then(|found| match Adviser::from(found) {
            Adviser::Bot(..) => Err(format!("{spec} is another program, which gives none")),
            mentor => Ok(mentor),
        });
        match mentor {
            Ok(mentor) => hints.mentor = Some((spec.clone(), mentor)),
            Err(error) => return toasts.warn_and_log(format!("No hints: {error}")),
        }
    }
    let Some((_, mentor)) = hints.mentor.clone() else { return };
    if matches!(mentor, Adviser::Searcher(..)) && !is_reviewable(&current.rules) {
        return toasts.say(
            "The champion gives hints on the usual board, with usual pieces, without solid garbage: settings, Rules, Hints by",
        );
    }
    match AdviceJob::begin(mentor, current.rules, state) {
        Ok(job) => {
            // Nobody should learn at the end alone that the game counts in no table.
            let is_first = hints.used == 0 && hints.thinking.is_none();
            if is_first && (current.mode == Mode::Versus || !current.course.id.is_empty()) {
                toasts.say("A game with hints sets no record");
            }
            hints.thinking = Some((piece, job));
        }
        Err(error) => toasts.warn(format!("No hints: {error}")),
    }
}

/// Takes and counts hints that have been worked out, and drops those about another piece. What helped nobody costs no
/// record: hints that come too late, or after the end of the match, are not counted.
fn take(
    mut hints: ResMut<Hints>,
    current: Option<Single<&Match>>,
    players: Query<&Falling>,
    mut toasts: ResMut<Toasts>,
) {
    if current.is_some_and(|current| current.is_over()) {
        hints.thinking = None;
    }
    let is_in_play =
        |(player, serial): (Entity, u32)| players.get(player).is_ok_and(|falling| falling.serial == serial);
    if let Some((piece, job)) = hints.thinking.take_if(|(_, job)| job.is_finished()) {
        let problem = match job.wait_for_advice() {
            Ok(advice) if is_in_play(piece) => {
                hints.used += 1;
                hints.shown = Some((piece, advice.moves.into_iter().take(MOST_HINTS).collect()));
                None
            }
            Ok(_) => Some("the piece was gone before they came".to_owned()),
            // A browser may have nobody to think, which only the job finds out.
            Err(problem) => Some(problem),
        };
        if let Some(problem) = problem {
            toasts.warn(format!("No hints: {problem}"));
        }
    }
    hints.shown.take_if(|(piece, _)| !is_in_play(*piece));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::SeatDevices;
    use crate::game::{Action, Course, MatchSetup, Phase, headless};
    use crate::review::PositionAdvice;
    use crate::rules::Rules;

    #[test]
    fn hints_are_asked_for_by_their_key_where_it_does_nothing_else_and_by_a_page() -> Result {
        let mut app = headless::app(1);
        app.init_resource::<KeyMap>().init_resource::<ButtonInput<KeyCode>>().init_resource::<Settings>();
        app.init_resource::<RatedMatch>().init_resource::<OpponentList>().init_resource::<Toasts>();
        app.init_resource::<Hints>().add_systems(Update, ask);
        headless::begin(&mut app, MatchSetup::of_test(Mode::Marathon, Rules::marathon()));
        app.world_mut().resource_mut::<KeyMap>().set_seat_devices([Some(SeatDevices::Everything), None]);
        // Whoever asks here is told that there are none, and whoever does not is told nothing.
        app.insert_resource(OnlineMatch::new(1, 0, 1000)?);
        let mut are_asked_for = |key: KeyCode, is_requested: bool, change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            app.insert_resource(Toasts::default()).insert_resource(Hints { is_requested, ..Hints::default() });
            app.world_mut().resource_mut::<KeyMap>().read_names(&settings);
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
            app.update();
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
            app.world().resource::<Toasts>().last() == Some("No hints in a match in a room")
        };
        assert!(are_asked_for(KeyCode::KeyH, false, |_| {}));
        assert!(!are_asked_for(KeyCode::KeyG, false, |_| {}));
        assert!(are_asked_for(KeyCode::KeyG, true, |_| {}), "a page asks");
        assert!(!are_asked_for(KeyCode::KeyH, false, |settings| settings.restart_keys.push("KeyH".to_owned())));
        let plays: fn(&mut Settings) = |settings| {
            settings.keys.0.insert(Action::Hold, vec!["KeyH".to_owned()]);
        };
        assert!(!are_asked_for(KeyCode::KeyH, false, plays));
        Ok(())
    }

    #[test]
    fn a_hint_that_is_not_shown_costs_no_record() -> std::io::Result<()> {
        let advice = PositionAdvice::default();
        let (playing, over) = (Phase::Playing, Phase::Over { winner: None });
        for (found, serial, phase, told, is_shown) in [
            (Ok(advice.clone()), 1, playing, None, true),
            (Ok(advice.clone()), 2, playing, Some("No hints: the piece was gone before they came"), false),
            (Ok(advice), 1, over, None, false),
            (Err("nobody thinks"), 1, playing, Some("No hints: nobody thinks"), false),
        ] {
            let mut app = App::new();
            app.init_resource::<Toasts>().add_systems(Update, take);
            let player = app.world_mut().spawn(Falling { serial, ..Falling::default() }).id();
            app.world_mut().spawn(Match { phase, ..Match::new(Mode::Zen, Rules::marathon(), Course::default(), 1) });
            let thinking = Some(((player, 1), AdviceJob::of_test(found)?));
            app.insert_resource(Hints { thinking, ..Hints::default() });
            while app.world().resource::<Hints>().thinking.is_some() {
                app.update();
            }
            let hints = app.world().resource::<Hints>();
            assert_eq!((hints.used, hints.shown_hints().is_some()), (u32::from(is_shown), is_shown));
            assert_eq!(app.world().resource::<Toasts>().last(), told);
        }
        Ok(())
    }
}
