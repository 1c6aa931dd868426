//! Tells a player who has topped out, or has set down the last of given pieces in vain, that this can be taken back,
//! which is so for some seconds.

use super::devices::keys::keycap_in_words;
use super::persistence::Settings;
use super::screen_keyboard::ScreenKeyboard;
use super::screens::Screen;
use super::toasts::Toasts;
use crate::game::modes::goal::{LostComponents, may_take_last_back};
use crate::game::{Action, Match, SeatSetup};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.run_if(in_state(Screen::Play)));
}

fn tell(
    current: Option<Single<&Match>>,
    players: Query<(&SeatSetup, LostComponents)>,
    (settings, devices): (Res<Settings>, Res<ScreenKeyboard>),
    mut was_told: Local<bool>,
    mut toasts: ResMut<Toasts>,
) {
    let lost = current.filter(|current| current.is_playing()).and_then(|current| {
        let persons = players.iter().filter(|(seat, _)| seat.is_persons_here());
        persons.map(|(_, player)| player).find(|player| may_take_last_back(&current, *player))
    });
    if !std::mem::replace(&mut *was_told, lost.is_some())
        && let Some((topped_out, ..)) = lost
    {
        let cap = devices.action_keycap(Action::Undo, &settings);
        let with_key = cap.map_or(String::new(), |cap| format!(" with {}", keycap_in_words(&cap)));
        let why = if topped_out.0.is_some() { "You topped out" } else { "No piece is left" };
        toasts.say(format!("{why}: take the last piece back{with_key}, or the game is lost"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::modes::Puzzle;
    use crate::game::{MatchSetup, Mode, headless};
    use crate::rules::Rules;

    #[test]
    fn a_player_without_a_piece_is_told_of_the_way_back_each_time() -> Result<(), Box<dyn std::error::Error>> {
        let mut app = headless::app(1);
        app.init_resource::<Toasts>().init_resource::<Settings>().init_resource::<ScreenKeyboard>();
        app.add_systems(Update, tell);
        let puzzle = Puzzle { goal: "lines 1".to_owned(), queue: "OO".to_owned(), ..Puzzle::default() };
        let plan = puzzle.make_plan("", &Rules::marathon())?;
        let setup = MatchSetup { course: plan.course, ..MatchSetup::of_test(Mode::Puzzle, plan.rules) };
        headless::begin(&mut app, setup);
        let mut told_after = |action: Action| {
            headless::tap_at_every_seat(&mut app, action);
            (0..9).for_each(|_| app.update());
            let mut toasts = app.world_mut().resource_mut::<Toasts>();
            let told = toasts.iter().map(|toast| toast.text.contains("back with U,")).collect::<Vec<bool>>();
            toasts.pass_time(9.0, 1.0);
            told
        };
        let keys = [Action::HardDrop, Action::HardDrop, Action::Undo, Action::HardDrop];
        assert_eq!(keys.map(&mut told_after), [vec![], vec![true], vec![], vec![true]]);
        Ok(())
    }
}
