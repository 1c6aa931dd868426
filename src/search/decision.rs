//! The search: several worlds are searched one by one, or side by side where there are helpers, and then vote on the
//! first move.
//!
//! What a first move is worth in a world is how far the best line from it stands above the worst that was kept to the
//! end; a move of which no line was kept counts as the worst. There is no clock here: the caller gives a budget, or
//! says when to stop.

use super::beam::Beam;
use super::side_by_side::{self, Helpers};
use super::state::State;
use super::weights::Weights;
use super::worlds::{MAX_WORLDS, World, WorldSearchResult, guess_worlds_for_budget};
use crate::ai::brain::RankedPlacement;
use crate::movegen::{AllowedMoves, Move};
use crate::rules::{BoardSize, GarbageKind, PieceSet, Rules};
use serde::{Deserialize, Serialize};

/// The move that a search decided on, and how it got there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestMove {
    /// The move that the search chose, of the falling piece or the one that hold gives.
    pub chosen: Move,
    /// The value of the line that this move begins, in the first world that was searched.
    pub worth: f32,
    /// How many positions were made and valued.
    pub nodes: u64,
    /// How many pieces the search looked ahead.
    pub depth: u32,
}

/// How many worlds were searched for a decision, and how many of them agree with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// How many worlds were searched.
    pub worlds: u32,
    /// In how many of them no first move leads to better than the decided piece in its place does, by whatever spin.
    pub agreeing: u32,
}

/// What a search can tell of how it decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchInsight {
    /// How many positions were made and valued, in all worlds together.
    pub nodes: u64,
    /// How many pieces the search looked ahead in the first world, with the falling one.
    pub depth: u32,
    /// How far the worlds agree on the decided move.
    pub agreement: Agreement,
}

/// The settings of a search: threads, memory, and where pieces appear.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// Threads, at least 1, counting the caller's own. Worlds are searched side by side, so that more than eight bring
    /// nothing.
    pub threads: usize,
    /// Who runs the other threads' work. `None`: the caller searches one world after another.
    pub helpers: Option<&'static dyn Helpers>,
    /// The most memory that the search keeps, in MiB, at least 8.
    pub memory: usize,
    /// The row in which pieces appear, as [`AllowedMoves::spawn_row`] has it.
    pub spawn_row: Option<u8>,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { threads: 1, helpers: None, memory: 200, spawn_row: None }
    }
}

/// The search, and the memory that it keeps from one decision to the next.
///
/// ```
/// use korobka::ai::Playfield;
/// use korobka::rules::Rules;
/// use korobka::search::features::weight_names;
/// use korobka::search::{WaitingGarbage, Search, State, Weights};
///
/// // A player who dislikes holes and height; trained weights are among the saved generations.
/// let weight = |name: &str| if matches!(name, "holes" | "height") { -1.0 } else { 0.0 };
/// let genome: Vec<f64> = weight_names().map(weight).collect();
/// let weights = Weights::new(&genome)?;
/// let rules = Rules::versus();
/// let state = State::of(&Playfield::new(&rules, 1), WaitingGarbage::default());
/// let best = Search::new(&rules).find_best_move(&state, &weights, 1_000, &mut || false).ok_or("no place")?;
/// assert_eq!(best.chosen.placement.piece.row_range().0, 0, "the first piece lies on the floor");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    /// One beam for each thread, at least one.
    beams: Vec<Beam>,
    helpers: Option<&'static dyn Helpers>,
    /// The votes of the last decision.
    election: Election,
}

/// A decision made world by world, for callers that must do other things between two worlds. It gives the same moves as
/// a decision that is made without a break.
#[derive(Clone, Debug)]
pub struct StepwiseDecision {
    state: State,
    weights: Weights,
    worlds: Vec<World>,
    /// How many nodes each world may use.
    share: u64,
    /// The index in `worlds` of the world to search next.
    next: usize,
    election: Election,
}

impl StepwiseDecision {
    /// A decision with about `budget` nodes for which no world was searched yet.
    pub fn new(state: &State, weights: &Weights, budget: u64) -> Self {
        let (worlds, share) = shared(state, budget);
        let weights = weights.for_position(state);
        Self { state: state.clone(), weights, worlds, share, next: 0, election: Election::default() }
    }

    /// Searches the next world, which takes as long as its share of the budget; without helpers. Nothing happens once
    /// all worlds are searched.
    pub fn step(&mut self, search: &mut Search) {
        if let (Some(world), Some(beam)) = (self.worlds.get(self.next), search.beams.first_mut()) {
            let found = beam.search_world(&self.state, world, &self.weights, self.share, &mut || false);
            found.into_iter().for_each(|found| self.election.count(found));
            self.next += 1;
        }
    }

    /// Whether all worlds were searched.
    pub fn is_finished(&self) -> bool {
        self.next >= self.worlds.len()
    }

    /// The first moves as [`Search::rank`] gives them, by the worlds searched so far; empty before the first.
    pub fn ranked(&self) -> Vec<RankedPlacement> {
        self.election.ranked()
    }

    /// How the decision came about, by the worlds searched so far; `None` before the first.
    pub fn insight(&self) -> Option<SearchInsight> {
        self.election.insight()
    }
}

/// The worlds of a decision, and how many nodes each may use, at least 1.
fn shared(state: &State, budget: u64) -> (Vec<World>, u64) {
    let worlds = guess_worlds_for_budget(state, budget);
    let share = (budget / worlds.len() as u64).max(1);
    (worlds, share)
}

/// The votes of the worlds that were searched on the first move.
#[derive(Clone, Debug, Default)]
struct Election {
    /// The first world's choice, with the nodes of all worlds.
    first: Option<BestMove>,
    /// The first moves that the last world found.
    firsts: Vec<Move>,
    /// The best first moves of each world: often one, several where they lead to the same value.
    favourites: Vec<Vec<Move>>,
    votes: Vec<Vote>,
}

/// A first move, and the votes that all worlds together gave it.
#[derive(Clone, Copy, Debug)]
struct Vote {
    first: Move,
    gain: f32,
}

impl Search {
    /// Whether a search can play under these rules: on a board of the usual size, with tetrominoes, and with garbage
    /// that clears. Under any others it finds no moves, or such as are not there.
    pub fn can_play(rules: &Rules) -> bool {
        rules.board == BoardSize::default()
            && rules.pieces == PieceSet::Tetromino
            && rules.garbage.kind != GarbageKind::Solid
    }

    /// A beam search under these rules, which [`Self::can_play`] must allow.
    pub fn new(rules: &Rules) -> Self {
        Self::with_settings(rules, SearchSettings::default())
    }

    /// A search with these settings under these rules, which [`Self::can_play`] must allow.
    pub fn with_settings(rules: &Rules, means: SearchSettings) -> Self {
        // The same for any number of threads and on every machine, as the answer must be: in 64 bits, which 4096 MiB
        // need.
        let bytes = (means.memory as u64).saturating_mul(1 << 20) / MAX_WORLDS;
        let moves = AllowedMoves { spawn_row: means.spawn_row, ..AllowedMoves::of(rules) };
        let threads = if means.helpers.is_some() { means.threads.clamp(1, MAX_WORLDS as usize) } else { 1 };
        let beams = (0..threads).map(|_| Beam::new(rules, moves, bytes)).collect();
        Self { beams, helpers: means.helpers, election: Election::default() }
    }

    /// The best move with about `budget` nodes. `stop` is asked all the while and ends the search with the best move
    /// known so far. `None` when no piece has a place. The answer does not depend on the number of threads as long as
    /// nothing stops it.
    pub fn find_best_move(
        &mut self,
        state: &State,
        weights: &Weights,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<BestMove> {
        let (worlds, share) = shared(state, budget);
        let weights = &weights.for_position(state);
        self.election = Election::default();
        for found in side_by_side::search_worlds(&mut self.beams, self.helpers, state, &worlds, weights, share, stop) {
            self.election.count(found);
        }
        self.election.choice()
    }

    /// Ranks all first moves, for a player whose keys cannot reach the best one: the decided move first, then
    /// those that have votes, most first, then the others in the order in which they were found. Empty when no
    /// piece has a place.
    pub fn rank(&mut self, state: &State, weights: &Weights, budget: u64) -> Vec<RankedPlacement> {
        self.find_best_move(state, weights, budget, &mut || false);
        self.election.ranked()
    }

    /// How the last decision came about; `None` where no piece had a place, and before the first decision.
    pub fn insight(&self) -> Option<SearchInsight> {
        self.election.insight()
    }

    /// How many bytes of memory the search keeps from piece to piece.
    pub fn memory_bytes(&self) -> usize {
        self.beams.iter().map(Beam::memory_bytes).sum()
    }
}

impl Election {
    /// Counts the votes of one world, which are what it found of each first move.
    fn count(&mut self, found: WorldSearchResult) {
        let Some(&chosen) = found.firsts.get(found.first) else { return };
        let first = BestMove { chosen, worth: found.worth, nodes: 0, depth: found.depth };
        self.first.get_or_insert(first).nodes += found.nodes;
        let reached = || found.finals.iter().zip(&found.firsts).filter(|(value, _)| value.is_finite());
        let worst = reached().map(|(&value, _)| value).fold(f32::INFINITY, f32::min);
        for (&value, &first) in reached() {
            let gain = value - worst;
            match self.votes.iter_mut().find(|vote| vote.first == first) {
                Some(vote) => vote.gain += gain,
                None => self.votes.push(Vote { first, gain }),
            }
        }
        let best = reached().map(|(&value, _)| value).fold(f32::NEG_INFINITY, f32::max);
        let mut favourites = vec![chosen];
        favourites.extend(reached().filter(|(value, _)| **value == best).map(|(_, &first)| first));
        self.favourites.push(favourites);
        self.firsts = found.firsts;
    }

    /// The move with the most votes; of equals the first, whatever the number of worlds.
    fn choice(&self) -> Option<BestMove> {
        let elected = self.votes.iter().reduce(|best, vote| if vote.gain > best.gain { vote } else { best });
        self.first.map(|choice| match elected {
            Some(vote) => BestMove { chosen: vote.first, ..choice },
            None => choice,
        })
    }

    /// How the choice came about.
    fn insight(&self) -> Option<SearchInsight> {
        let BestMove { chosen, nodes, depth, .. } = self.choice()?;
        let same = |one: &Move| one.placement.piece == chosen.placement.piece && one.hold == chosen.hold;
        let agreeing = self.favourites.iter().filter(|world| world.iter().any(same)).count();
        let agreement = Agreement { worlds: self.favourites.len() as u32, agreeing: agreeing as u32 };
        Some(SearchInsight { nodes, depth, agreement })
    }

    /// All first moves, the decided one first.
    fn ranked(&self) -> Vec<RankedPlacement> {
        let Some(choice) = self.choice() else { return Vec::new() };
        let ranked = |first: Move, value: f32| RankedPlacement {
            piece: first.placement.piece,
            spin: first.placement.spin,
            hold: first.hold,
            value: value.into(),
        };
        let votes = self.votes.iter().map(|vote| ranked(vote.first, vote.gain));
        let mut all: Vec<RankedPlacement> = votes.collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        let known = |all: &[RankedPlacement], first: Move| all.iter().position(|known| known.to_move() == first);
        match known(&all, choice.chosen) {
            Some(place) => all[..=place].rotate_right(1),
            None => all.insert(0, ranked(choice.chosen, 0.0)),
        }
        for &first in &self.firsts {
            if known(&all, first).is_none() {
                all.push(ranked(first, 0.0));
            }
        }
        all
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::movegen::Placement;
    use crate::rules::{FallingPiece, PieceKind, Spin};

    #[test]
    fn worlds_agree_where_nothing_is_better_than_the_decided_move() {
        let at = |x: i8, spin: Spin| {
            let piece = FallingPiece { x, ..FallingPiece::spawn(PieceKind::T, BoardSize::default()) };
            Move { placement: Placement { piece, spin }, hold: false }
        };
        let firsts = vec![at(0, Spin::None), at(3, Spin::None), at(3, Spin::Full)];
        let mut election = Election::default();
        assert_eq!(election.insight(), None);
        let mut after = |finals: [f32; 3], first: usize| {
            let (firsts, finals) = (firsts.clone(), finals.to_vec());
            election.count(WorldSearchResult { first, worth: 0.0, nodes: 100, depth: 7, firsts, finals });
            let SearchInsight { nodes, depth, agreement } = election.insight().unwrap();
            (nodes, depth, agreement.agreeing, agreement.worlds)
        };
        assert_eq!(after([5.0, 1.0, 0.0], 0), (100, 7, 1, 1));
        assert_eq!(after([0.0, 3.0, 2.0], 1), (200, 7, 1, 2), "another move is better");
        assert_eq!(after([2.0, 2.0, 0.0], 1), (300, 7, 2, 3), "another move is as good");
        assert_eq!(after([0.0, 0.0, 9.0], 2), (400, 7, 3, 4), "decided anew: the same place by another spin");
        assert_eq!(after([f32::NEG_INFINITY; 3], 0), (500, 7, 3, 5), "no line was kept to the end");
    }
}
