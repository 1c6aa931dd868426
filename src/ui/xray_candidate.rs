//! Which of the best moves of computer players the x-ray of a replay shows: one after the other by a key, or those that
//! are clicked.

use super::search_votes::MOST_MOVES;
use bevy::prelude::Resource;
use bevy_egui::egui::Rect;

/// The place among the best moves of each computer player that somebody looks at.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct XrayCandidate {
    /// The place, from 1; 0 while none is looked at.
    pub(super) place: usize,
    /// What can be clicked, and the place that is looked at then.
    pub(super) clicks: Vec<(Rect, usize)>,
}

impl XrayCandidate {
    /// The next place, or with false the one before; between the last and the first none is looked at.
    pub(super) const fn next_place(&self, on: bool) -> usize {
        let count = MOST_MOVES + 1;
        (self.place + if on { 1 } else { count - 1 }) % count
    }

    /// Notes a card on which a click goes to the next place.
    pub(super) fn add_card(&mut self, card: Rect) {
        self.clicks.push((card, self.next_place(true)));
    }

    /// Notes the rows of a list of moves: a click on the one that is looked at ends that.
    pub(super) fn add_rows(&mut self, rows: Vec<Rect>) {
        let now = self.place;
        let clicks = rows.into_iter().zip(1..).map(|(row, place)| (row, if place == now { 0 } else { place }));
        self.clicks.extend(clicks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

    #[test]
    fn steps_go_through_five_moves_and_none_both_ways() {
        let mut candidate = XrayCandidate::default();
        let mut steps = |on: bool| {
            [(); 7].map(|()| {
                candidate.place = candidate.next_place(on);
                candidate.place
            })
        };
        assert_eq!(steps(true), [1, 2, 3, 4, 5, 0, 1]);
        assert_eq!(steps(false), [0, 5, 4, 3, 2, 1, 0]);
    }

    #[test]
    fn a_click_goes_to_its_row_and_on_the_same_row_back_to_none() {
        let mut candidate = XrayCandidate { place: 2, ..XrayCandidate::default() };
        let row = |y: f32| Rect::from_min_size(pos2(0.0, y), vec2(90.0, 10.0));
        candidate.add_rows([0.0, 10.0, 20.0].map(row).to_vec());
        candidate.add_card(row(50.0));
        assert_eq!(candidate.clicks, [(row(0.0), 1), (row(10.0), 0), (row(20.0), 3), (row(50.0), 3)]);
    }
}
