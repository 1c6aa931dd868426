//! The score of two players over their rematches.

use crate::game::{MatchSetup, RecordedPlayer, SeatSetup};
use bevy::prelude::*;

/// How many matches each of two players has won against the other, over rematches.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct RematchScore {
    /// The players in the order of the seats: computer players by SPEC, speed and slips, others by name or id.
    between: Vec<String>,
    /// Matches won, by seat.
    pub wins: [u32; 2],
}

impl RematchScore {
    /// Notes that a match between these players begins. The wins are kept if the same players played the last match,
    /// else they begin at 0.
    pub fn note_match_begun(&mut self, setup: &MatchSetup) {
        // A bot has its name only once its program has started, so it is known by its SPEC. Several rivals are one
        // player at different speeds, with different slips.
        let known = |seat: &SeatSetup| match seat.recorded_player() {
            RecordedPlayer::Computer { spec: Some(spec), pace, slips, .. } => {
                format!("{spec} at {} with {slips}", pace.milli_pps)
            }
            _ => seat.name.clone(),
        };
        self.note_match_begun_by_ids(setup.seats.iter().map(known).collect());
    }

    /// Notes that a match with somebody at another machine begins, as [`note_match_begun`](Self::note_match_begun)
    /// does. `between` has the ids of the players by seat, since many go by the same name.
    pub fn note_match_begun_by_ids(&mut self, between: Vec<String>) {
        if self.between == between {
            return;
        }
        let have_changed_seats = between.len() == 2 && self.between.iter().eq(between.iter().rev());
        let wins = if have_changed_seats { [self.wins[1], self.wins[0]] } else { [0; 2] };
        *self = Self { between, wins };
    }

    /// Counts a finished match for its winner, by seat; a draw counts for neither.
    pub(super) fn count(&mut self, winner: Option<u8>) {
        if let Some(wins) = winner.and_then(|winner| self.wins.get_mut(usize::from(winner))) {
            *wins += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::opponents::OpponentList;
    use crate::game::{Mode, Pace};
    use crate::rules::Rules;
    use crate::storage::{OpponentError, Spec};

    #[test]
    fn rivals_that_are_one_player_with_different_slips_have_scores_of_their_own() -> Result<(), OpponentError> {
        let rival = OpponentList::default().contestant(&Spec::of_generation("iwumbwe", 0))?;
        let mut score = RematchScore::default();
        let wins = [5, 5, 3].map(|slips| {
            let mut setup = MatchSetup::of_test(Mode::Versus, Rules::versus());
            setup.seats.push(SeatSetup::from_contestant(rival.clone(), None, Pace { milli_pps: 860 }, slips));
            score.note_match_begun(&setup);
            score.count(Some(0));
            score.wins
        });
        assert_eq!(wins, [[1, 0], [2, 0], [1, 0]]);
        Ok(())
    }

    #[test]
    fn matches_won_stay_with_their_player_where_the_seats_are_changed() {
        let mut score = RematchScore::default();
        let between = |seats: [&str; 2]| seats.map(str::to_owned).to_vec();
        score.note_match_begun_by_ids(between(["anna", "boris"]));
        score.count(Some(0));
        score.count(Some(0));
        score.count(Some(1));
        score.note_match_begun_by_ids(between(["boris", "anna"]));
        assert_eq!(score.wins, [1, 2]);
        score.note_match_begun_by_ids(between(["boris", "clara"]));
        assert_eq!(score.wins, [0, 0]);
    }
}
