//! A rated match against a rival, begun from the title or the career. It is played by the rules of ratings, whatever
//! the settings say of Versus.

use super::library::PuzzleLibrary;
use super::opponents::OpponentList;
use super::rated_match::RatedMatch;
use super::session::{PlayMatch, new_seed, refuse};
use super::setup::match_setup;
use super::toasts::Toasts;
use crate::app::persistence::Settings;
use crate::app::persistence::mode_settings::HandicapSettings;
use crate::game::{Mode, Pace};
use crate::movegen::PlacementChoice;
use crate::rules::Rules;
use bevy::prelude::*;

/// The wish for a rated match of Versus against a player, under the rules that strengths were measured under. What the
/// settings say of Versus stays as it is.
#[derive(Event, Clone, Debug)]
pub struct StartRivalMatch {
    /// The SPEC of the player, as on the command line.
    pub player: String,
    /// The speed of the player.
    pub pace: Pace,
    /// How often the player's hand slips, 0-5.
    pub slips: u8,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(challenge);
}

fn challenge(
    wish: On<StartRivalMatch>,
    mut commands: Commands,
    settings: Res<Settings>,
    (mut opponents, library): (ResMut<OpponentList>, Res<PuzzleLibrary>),
    mut rated: ResMut<RatedMatch>,
    mut toasts: ResMut<Toasts>,
) {
    match match_setup(Mode::Versus, &challenging(&settings, &wish), &mut opponents, &library.book, new_seed()) {
        Ok(setup) => {
            rated.next_is_challenge = true;
            commands.trigger(PlayMatch(setup));
        }
        Err(error) => refuse(&error, &mut toasts),
    }
}

/// The settings with the rules and the opponent of a rated match. Of the player's own rules for Versus these keep the
/// number of rounds and the countdown.
fn challenging(settings: &Settings, wish: &StartRivalMatch) -> Settings {
    let mut settings = settings.clone();
    let versus = &mut settings.versus;
    let Rules { first_to, countdown, .. } = versus.rules;
    versus.rules = Rules { first_to, countdown, ..Rules::versus() };
    wish.player.clone_into(&mut versus.opponent);
    (versus.pace, versus.slips) = (wish.pace, wish.slips);
    settings.placements.opponent = PlacementChoice::Straight;
    // No match with a handicap is rated.
    settings.seating = HandicapSettings::default();
    settings.seats.face_computer();
    settings
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::persistence::puzzles::PuzzleBook;
    use crate::app::persistence::{Occupant, Seats};
    use crate::game::SeatSetup;

    #[test]
    fn a_challenge_plays_by_the_rules_of_ratings_with_the_own_rounds_and_countdown() {
        let mut settings = Settings::default();
        settings.versus.rules = Rules { first_to: 7, countdown: 500, hold: false, ..Rules::line_for_line() };
        settings.seating = HandicapSettings { theirs: 2000, ..HandicapSettings::default() };
        settings.seats = Seats { right: Occupant::Keyboard, ..Seats::default() };
        let wish = StartRivalMatch { player: "iwumbwe:0".to_owned(), pace: Pace { milli_pps: 800 }, slips: 0 };
        let settings = challenging(&settings, &wish);
        let mut opponents = OpponentList::default();
        let setup = match_setup(Mode::Versus, &settings, &mut opponents, &PuzzleBook::default(), 1).unwrap();
        assert_eq!(setup.rules, Rules { first_to: 7, countdown: 500, ..Rules::versus() });
        assert!(!setup.seats.iter().any(SeatSetup::has_handicap));
        assert_eq!(setup.seats.iter().map(SeatSetup::is_persons_here).collect::<Vec<_>>(), [true, false]);
    }
}
