//! Tells a player whose key takes no piece back, or sets none again, why it does nothing.

use super::coach::{self, Coach};
use super::screens::Screen;
use super::toasts::Toasts;
use crate::game::components::RefusedRequest;
use crate::game::{Match, Seat, SeatSetup, TickOutcomeMessage};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    // Where pieces cannot be taken back, the key may take the coach's offer, which is then no more.
    app.add_systems(Update, tell.before(coach::listen).run_if(in_state(Screen::Play)));
}

fn tell(
    mut happened: MessageReader<TickOutcomeMessage>,
    current: Option<Single<&Match>>,
    players: Query<(&Seat, &SeatSetup)>,
    coach: Res<Coach>,
    mut toasts: ResMut<Toasts>,
) {
    let has_undo = current.is_some_and(|current| current.has_undo());
    for happened in happened.read() {
        let line = match happened.outcome.refused {
            Some(RefusedRequest::Undo) if has_undo => "There is nothing to undo",
            Some(RefusedRequest::Redo) if has_undo => "There is nothing to redo",
            Some(RefusedRequest::Undo) if coach.current_offer().is_some() => continue,
            Some(RefusedRequest::Undo | RefusedRequest::Redo) => "No piece can be taken back in this game",
            _ => continue,
        };
        if players.iter().any(|(seat, setup)| seat.0 == happened.seat && setup.is_persons_here()) {
            toasts.say(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::modes::{ModeOptions, Plan};
    use crate::game::{Action, Handling, MatchSetup, Mode, headless};
    use crate::game::{RecordedPlayer, SeatControl, TickOutcome};
    use crate::rules::Rules;

    #[test]
    fn a_key_that_takes_nothing_back_says_why() {
        let told_after = |mode: Mode, keys: &[Action]| {
            let mut app = headless::app(1);
            app.init_resource::<Toasts>().init_resource::<Coach>().add_systems(Update, tell);
            let Plan { rules, course } = Plan::of(mode, &ModeOptions::default(), &Rules::marathon());
            headless::begin(&mut app, MatchSetup { course, ..MatchSetup::of_test(mode, rules) });
            for &action in keys {
                headless::tap_at_every_seat(&mut app, action);
                (0..5).for_each(|_| app.update());
            }
            app.world().resource::<Toasts>().last().map(str::to_owned)
        };
        let (drop, undo, redo) = (Action::HardDrop, Action::Undo, Action::Redo);
        assert_eq!(told_after(Mode::Zen, &[drop, undo, redo]), None, "it does something");
        assert_eq!(told_after(Mode::Zen, &[undo]).as_deref(), Some("There is nothing to undo"));
        assert_eq!(told_after(Mode::Zen, &[drop, redo]).as_deref(), Some("There is nothing to redo"));
        for key in [undo, redo] {
            let told = told_after(Mode::Sprint, &[drop, key]);
            assert_eq!(told.as_deref(), Some("No piece can be taken back in this game"), "{key:?}");
        }
    }

    #[test]
    fn nobody_is_told_of_the_keys_of_somebody_elsewhere() {
        let mut app = App::new();
        app.add_message::<TickOutcomeMessage>().init_resource::<Toasts>().init_resource::<Coach>();
        app.add_systems(Update, tell);
        let you = SeatSetup::person("You", Handling::default());
        let other = SeatSetup { control: SeatControl::Elsewhere(RecordedPlayer::Person), ..you.clone() };
        app.world_mut().spawn((Seat(0), you));
        app.world_mut().spawn((Seat(1), other));
        let mut is_told = |seat: u8| {
            let outcome = TickOutcome { refused: Some(RefusedRequest::Undo), ..TickOutcome::default() };
            app.world_mut().write_message(TickOutcomeMessage { tick: 1, seat, outcome });
            app.update();
            app.world().resource::<Toasts>().last().is_some()
        };
        assert_eq!([1, 0].map(&mut is_told), [false, true]);
    }
}
