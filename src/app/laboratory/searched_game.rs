//! The game alone of a genome whose player searches. A thread decides the pieces a little ahead of those on show, since
//! a decision takes milliseconds, which no frame has to spare. A browser, which has no threads,
//! decides a piece between two frames.
//!
//! The thread ends once it is far enough ahead, and another one begins when the pieces on show come close: a game that
//! nobody looks at any more has no thread.

use crate::doors::StopFlag;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::{Priority, unpoisoned};
use crate::movegen::Move;
use crate::search::{Search, SoloGame, Weights};
use crate::train::GameResult;
use crate::train::champion;
use crate::train::game::TrainingGameSettings;
use crate::train::recipe::ChampionTrainingSettings;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many pieces a thread decides before it ends.
const BATCH: usize = 64;
/// The number of decisions ahead of the pieces on show below which the next thread begins.
const LOW: usize = 32;

/// A player's move. `None`: the player gives up.
type PieceDecision = Option<Move>;

/// A game whose moves are computed ahead of the screen: they are chosen up to one piece, and the screen shows the game
/// up to the same piece or an earlier one.
#[derive(Debug)]
pub(super) struct SearchedGame {
    placing: ChampionTrainingSettings,
    course: TrainingGameSettings,
    /// The game before its first piece.
    start: SoloGame,
    /// The game as it is shown.
    pub(super) game: SoloGame,
    /// The decisions for all pieces so far, those on show and those to come.
    decisions: Vec<PieceDecision>,
    /// How many of the decisions are on show.
    shown: usize,
    thinking: Thinking,
    /// The decisions that the thread has made and the game has not taken.
    made: Arc<Mutex<Vec<PieceDecision>>>,
    stop: StopFlag,
    /// Why no more pieces are decided, in one line; `None` if nothing went wrong.
    pub(super) problem: Option<String>,
}

/// Where the player that decides the pieces is.
#[derive(Debug)]
enum Thinking {
    /// The game itself holds the player: no thread has it.
    Here(Box<PieceDecider>),
    /// A thread has the player. The thread gives `None` if the game was broken off.
    There(StepwiseWork<Option<Box<PieceDecider>>>),
    /// The player is gone, since the game is decided to its end or a thread is lost.
    Nobody,
}

/// A player that decides a game piece by piece.
#[derive(Debug)]
struct PieceDecider {
    weights: Weights,
    placing: ChampionTrainingSettings,
    search: Search,
    game: SoloGame,
}

impl SearchedGame {
    /// The game of a seed that the player with these weights plays without garbage. A thread begins to decide it.
    pub(super) fn new(
        weights: Weights,
        placing: ChampionTrainingSettings,
        course: &TrainingGameSettings,
        seed: u64,
    ) -> Self {
        let start = SoloGame::new(&champion::solo_settings(&placing, course, false), seed);
        let decider = PieceDecider { weights, placing, search: Search::new(&course.rules), game: start.clone() };
        let mut new = Self {
            placing,
            course: *course,
            game: start.clone(),
            start,
            decisions: Vec::new(),
            shown: 0,
            thinking: Thinking::Here(Box::new(decider)),
            made: Arc::default(),
            stop: StopFlag::default(),
            problem: None,
        };
        new.decide_ahead();
        new
    }

    /// The result of the game as it is shown.
    pub(super) fn shown_result(&self) -> GameResult {
        champion::solo_training_result(&self.game.result_so_far(), &self.placing, &self.course)
    }

    /// Shows the game from its start again.
    pub(super) fn show_from_start(&mut self) {
        (self.game, self.shown) = (self.start.clone(), 0);
    }

    /// Shows the next piece. Returns whether it was decided already; if not, nothing changes.
    pub(super) fn show_next_piece(&mut self) -> bool {
        let Some(decision) = self.decisions.get(self.shown) else { return false };
        self.game.place(*decision);
        self.shown += 1;
        true
    }

    /// Takes the decisions that have come, and begins a thread if few of them are ahead of what is shown. This must be
    /// called in every frame: a browser decides the next piece here.
    pub(super) fn decide_ahead(&mut self) {
        // The question comes first, so that no decision is overlooked that is made between the two.
        let is_finished = matches!(&self.thinking, Thinking::There(thread) if thread.is_finished());
        self.decisions.extend(unpoisoned(self.made.lock()).drain(..));
        if is_finished && let Thinking::There(thread) = std::mem::replace(&mut self.thinking, Thinking::Nobody) {
            match thread.wait_for_result().flatten() {
                Some(decider) if decider.game.is_over() => {}
                Some(decider) => self.thinking = Thinking::Here(decider),
                None => self.problem = Some("its player broke off in the middle of the game".to_owned()),
            }
        }
        if self.decisions.len() < self.shown + LOW {
            self.thinking = match std::mem::replace(&mut self.thinking, Thinking::Nobody) {
                Thinking::Here(decider) => self.begun(decider).unwrap_or_else(|line| {
                    self.problem = Some(line);
                    Thinking::Nobody
                }),
                other => other,
            };
        }
    }

    /// Begins a thread that decides the next pieces: [`BATCH`] of them, or fewer if the game ends before.
    fn begun(&self, decider: Box<PieceDecider>) -> Result<Thinking, String> {
        let (made, stop) = (Arc::clone(&self.made), self.stop.clone());
        let (mut decider, mut left) = (Some(decider), BATCH);
        let step = move || {
            let Some(player) = decider.as_mut().filter(|player| left > 0 && !player.game.is_over()) else {
                return Step::Done(decider.take());
            };
            let Some(decision) = player.decide(&stop) else { return Step::Done(None) };
            unpoisoned(made.lock()).push(decision);
            left -= 1;
            // In a browser a frame has time for one decision.
            Step::Rest(Duration::ZERO)
        };
        let begun = StepwiseWork::begin(Priority::Last, "genome's game", step);
        begun.map(Thinking::There).map_err(|error| format!("its players search, which is not shown here: {error}"))
    }
}

impl Drop for SearchedGame {
    /// Has the thread end at once. Nobody waits for it.
    fn drop(&mut self) {
        self.stop.set();
    }
}

impl PieceDecider {
    /// Decides the next piece and sets it down. `None` if `stop` broke the search off.
    fn decide(&mut self, stop: &StopFlag) -> Option<PieceDecision> {
        let stops = || stop.is_set();
        let state = self.game.state();
        let decision = champion::decide_placement(&mut self.search, &state, &self.weights, &self.placing, &stops);
        // A search that was broken off has decided nothing, so the question is asked once more.
        (!stop.is_set()).then(|| {
            self.game.place(decision);
            decision
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::Moment;
    use crate::doors::threads;
    use crate::storage::generation;
    use std::path::Path;

    /// A game of the champion, with this many nodes for each piece.
    fn game(nodes: u32, pieces: u32) -> SearchedGame {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/generations/champion/champion-0091.gen");
        let saved = generation::read(Path::new(file)).unwrap();
        let placing = ChampionTrainingSettings { nodes, ..saved.recipe.placing.unwrap() };
        let weights = saved.recipe.weights_from_genome(&saved.genomes[0]).unwrap();
        let course = TrainingGameSettings { piece_cap: pieces, ..saved.recipe.game_settings() };
        SearchedGame::new(weights, placing, &course, 11)
    }

    #[test]
    fn a_search_that_nobody_looks_at_any_more_is_broken_off() {
        let mut game = game(10_000_000, 100);
        let Thinking::There(thread) = std::mem::replace(&mut game.thinking, Thinking::Nobody) else {
            panic!("a thread decides")
        };
        assert!(!thread.is_finished(), "ten million nodes take a while");
        drop(game);
        let begin = Moment::now();
        while !thread.is_finished() {
            assert!(begin.elapsed() < Duration::from_secs(60), "it searches on");
            threads::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_thread_ends_a_few_pieces_ahead_of_what_is_shown() {
        let mut game = game(30, 1000);
        let settled = |game: &mut SearchedGame| {
            let begin = Moment::now();
            while !matches!(game.thinking, Thinking::Here(_)) {
                assert!(begin.elapsed() < Duration::from_secs(60), "it thinks on: {:?}", game.problem);
                threads::sleep(Duration::from_millis(1));
                game.decide_ahead();
            }
            game.decisions.len()
        };
        assert_eq!(settled(&mut game), BATCH);
        for _ in 0..=LOW {
            assert!(game.show_next_piece(), "it is decided");
        }
        game.decide_ahead();
        assert_eq!(settled(&mut game), 2 * BATCH);
        game.show_from_start();
        assert!(game.show_next_piece() && matches!(game.thinking, Thinking::Here(_)), "nothing is decided twice");
    }
}
