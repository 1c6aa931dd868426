//! What a fault of finesse does in play besides being counted, as the player has chosen: it is told, and a game for one
//! begins anew because of it.

use super::finesse_drill;
use super::persistence::Settings;
use super::persistence::settings::FinesseFaultAnswer;
use super::screens::Screen;
use super::session::SessionRequest;
use crate::game::components::MAX_SEATS;
use crate::game::replay::TakenOverMatch;
use crate::game::stats::MatchStats;
use crate::game::{Match, Seat, SeatSetup, TickOutcomeMessage};
use crate::rules::FallingPiece;
use bevy::prelude::*;

/// A message that a person here has placed a piece with a fault of finesse, and wants to be told of it.
#[derive(Message, Clone, Copy, Debug)]
pub struct FinesseFault {
    /// The piece where it locked, for each seat; `None` for a seat without a fault.
    pub pieces: [Option<FallingPiece>; MAX_SEATS],
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FinesseFault>();
    // The drill takes a faulty piece back, and the count of it.
    app.add_systems(Update, answer.before(finesse_drill::follow).run_if(in_state(Screen::Play)));
}

pub(crate) fn answer(
    settings: Res<Settings>,
    mut happened: MessageReader<TickOutcomeMessage>,
    current: Option<Single<(&Match, Has<TakenOverMatch>)>>,
    players: Query<(&Seat, &SeatSetup, &MatchStats)>,
    mut counted: Local<[u32; MAX_SEATS]>,
    mut faults: MessageWriter<FinesseFault>,
    mut commands: Commands,
) {
    let mut locked = [None; MAX_SEATS];
    for happened in happened.read() {
        if let Some(lock) = happened.outcome.locked {
            locked[usize::from(happened.seat)] = Some(lock.piece);
        }
    }
    let mut pieces = [None; MAX_SEATS];
    for (seat, setup, stats) in &players {
        let faulty = stats.total_of_rounds().faulty;
        let before = std::mem::replace(&mut counted[seat.index()], faulty);
        // The count also grows where a piece is set again or a game is continued, which are no new faults.
        pieces[seat.index()] = locked[seat.index()].filter(|_| faulty > before && setup.is_persons_here());
    }
    if pieces == [None; MAX_SEATS] || settings.finesse_faults == FinesseFaultAnswer::Count {
        return;
    }
    faults.write(FinesseFault { pieces });
    let may_restart = current.is_some_and(|current| {
        let (current, is_taken_over) = *current;
        let sets_record = !current.course.id.is_empty() && !is_taken_over;
        current.seats.len() == 1 && current.is_playing() && sets_record && !current.has_undo()
    });
    if may_restart && settings.finesse_faults == FinesseFaultAnswer::Restart {
        commands.trigger(SessionRequest::Again);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::Toasts;
    use crate::game::modes::{Course, Goal, ModeOptions, Plan};
    use crate::game::{Action, Handling, KeyEvent, MatchSetup, Mode, PendingKeyEvents, headless};
    use crate::game::{RecordedPlayer, SeatControl};
    use crate::rules::Rules;

    /// The keys of a piece that is turned to and fro before it drops.
    const FAULTY: [Action; 3] = [Action::Clockwise, Action::Counterclockwise, Action::HardDrop];

    /// The setup of a game of this mode.
    fn game_of(mode: Mode) -> MatchSetup {
        let Plan { rules, course } = Plan::of(mode, &ModeOptions::default(), &Rules::marathon());
        MatchSetup { course, ..MatchSetup::of_test(mode, rules) }
    }

    /// A program with a game whose players have chosen this answer.
    fn begun(setup: MatchSetup, chosen: FinesseFaultAnswer) -> App {
        let mut app = headless::app(1);
        app.insert_resource(Settings { finesse_faults: chosen, ..Settings::default() }).init_resource::<Toasts>();
        app.add_message::<FinesseFault>().add_systems(Update, answer);
        app.add_observer(|wish: On<SessionRequest>, mut toasts: ResMut<Toasts>| toasts.say(format!("{:?}", *wish)));
        headless::begin(&mut app, setup);
        app
    }

    /// How many faults are told of when every player of a game presses these keys, and whether the game begins anew.
    fn pressed(mut app: App, keys: &[Action]) -> (usize, bool) {
        let mut told = 0;
        for &action in keys {
            headless::tap_at_every_seat(&mut app, action);
            for _ in 0..5 {
                app.update();
                told += app.world_mut().resource_mut::<Messages<FinesseFault>>().drain().count();
            }
        }
        (told, app.world().resource::<Toasts>().last() == Some("Again"))
    }

    /// As [`pressed`], in a game whose players have chosen this answer.
    fn answered(setup: MatchSetup, keys: &[Action], chosen: FinesseFaultAnswer) -> (usize, bool) {
        pressed(begun(setup, chosen), keys)
    }

    #[test]
    fn a_fault_is_heard_and_begins_the_game_anew_where_its_player_has_so_chosen() {
        use FinesseFaultAnswer::{Count, Restart, Sound};
        for (chosen, expected) in [(Count, (0, false)), (Sound, (1, false)), (Restart, (1, true))] {
            assert_eq!(answered(game_of(Mode::Sprint), &FAULTY, chosen), expected, "{chosen:?}");
        }
        let faultless = [Action::HardDrop; 2];
        assert_eq!(answered(game_of(Mode::Sprint), &faultless, Restart), (0, false));
    }

    #[test]
    fn a_fault_ends_no_match_and_no_game_without_records() {
        let seats = vec![SeatSetup::person("Somebody", Handling::default()); 2];
        // Without garbage this goal is reached with the first piece.
        let course = Course { goal: Goal::Garbage, ..game_of(Mode::Sprint).course };
        for (name, setup) in [
            ("a match", MatchSetup { seats: seats.clone(), ..MatchSetup::of_test(Mode::Versus, Rules::versus()) }),
            ("a sprint of two", MatchSetup { seats, ..game_of(Mode::Sprint) }),
            ("a game that ends with the faulty piece", MatchSetup { course, ..game_of(Mode::Sprint) }),
            ("a drill", finesse_drill::finesse_drill_setup(&Settings::default(), 1)),
            ("a game in which pieces can be taken back", game_of(Mode::Zen)),
        ] {
            assert_eq!(answered(setup, &FAULTY, FinesseFaultAnswer::Restart), (1, false), "{name}");
        }
        let mut app = begun(game_of(Mode::Sprint), FinesseFaultAnswer::Restart);
        let current = app.world_mut().query_filtered::<Entity, With<Match>>().single(app.world()).unwrap();
        app.world_mut().entity_mut(current).insert(TakenOverMatch);
        assert_eq!(pressed(app, &FAULTY), (1, false), "a game that was taken over");
    }

    #[test]
    fn a_fault_is_told_with_the_piece_of_the_seat_that_has_made_it() {
        let seats = vec![SeatSetup::person("Somebody", Handling::default()); 2];
        let setup = MatchSetup { seats, ..MatchSetup::of_test(Mode::Versus, Rules::versus()) };
        let mut app = begun(setup, FinesseFaultAnswer::Sound);
        let (mut locked, mut told) = (Vec::new(), Vec::new());
        for action in FAULTY {
            let mut waiting = app.world_mut().query::<(&Seat, &mut PendingKeyEvents)>();
            for (_, mut waiting) in waiting.iter_mut(app.world_mut()).filter(|(seat, _)| seat.index() == 1) {
                waiting.0.extend([true, false].map(|down| KeyEvent { action, down }));
            }
            for _ in 0..5 {
                app.update();
                let happened = app.world().resource::<Messages<TickOutcomeMessage>>();
                let of_frame = happened.iter_current_update_messages();
                locked.extend(of_frame.filter_map(|happened| happened.outcome.locked).map(|locked| locked.piece));
                told.extend(app.world_mut().resource_mut::<Messages<FinesseFault>>().drain());
            }
        }
        assert_eq!(told.iter().map(|fault| fault.pieces).collect::<Vec<_>>(), [[None, locked.first().copied()]]);
    }

    #[test]
    fn a_fault_of_somebody_elsewhere_is_not_told_here() {
        let control = SeatControl::Elsewhere(RecordedPlayer::Person);
        let seats = vec![SeatSetup { control, ..SeatSetup::person("Somebody", Handling::default()) }];
        let setup = MatchSetup { seats, ..game_of(Mode::Sprint) };
        assert_eq!(answered(setup, &FAULTY, FinesseFaultAnswer::Restart), (0, false));
    }

    #[test]
    fn a_faulty_piece_that_is_set_again_is_no_new_fault() {
        let keys = [&FAULTY[..], &[Action::Undo, Action::Redo]].concat();
        assert_eq!(answered(game_of(Mode::Zen), &keys, FinesseFaultAnswer::Sound), (1, false));
    }
}
