//! Keeps which units a round has and which results are back: heat by heat, then the held-out games.
//!
//! Which genomes play on in a heat is known once all results of the heat before are in; until then there is nothing
//! more to hand out. A result is put in the place of its unit's number, so that the order in which results come changes
//! nothing.

use super::game::{GameResult, TrainingGameSettings};
use super::generation::{Generation, GenerationFigures, HeldOutGames, rank_by_games_and_fitness};
use super::held_out;
use super::parts::{GenomeGamePart, MatchOpponents, join_parts};
use super::progress::Progress;
use super::recipe::ExtraGamesHeat;
use super::round::{TrainingRound, UnitResult, WorkUnit};
use std::ops::Range;

/// A round in progress: which units it has and which of their results are back.
#[derive(Clone, Debug)]
pub(super) struct UnitSchedule {
    round: TrainingRound,
    settings: TrainingGameSettings,
    /// All heats; the first has the games that every genome plays.
    heats: Vec<ExtraGamesHeat>,
    /// How many heats are over.
    over: usize,
    /// For each genome, the results of its games in the heats that are over.
    played: Vec<Vec<GameResult>>,
    results: Vec<GameResult>,
    /// The genomes that play in the current stage: a heat, or the held-out games.
    chosen: Vec<usize>,
    /// The games of the current stage.
    games: Vec<ScheduledGame>,
    /// All units so far, with their results in `found`; those of the current stage begin at `first`.
    units: Vec<WorkUnit>,
    found: Vec<Option<GameResult>>,
    first: usize,
    /// The index in `units` at which to look for the next unit to hand out.
    next: usize,
    /// How many results of the current stage are still to come.
    missing: usize,
}

/// A game of a genome, with the range of its units.
#[derive(Clone, Debug)]
struct ScheduledGame {
    genome: usize,
    game: usize,
    units: Range<usize>,
}

impl UnitSchedule {
    /// A round of which nothing is computed yet.
    pub(super) fn new(round: TrainingRound, progress: &dyn Progress) -> Self {
        let count = round.genomes.len();
        progress.generation_started(round.generation, count, round.recipe.games.total_for_population(count));
        let games = &round.recipe.games;
        let heats =
            [ExtraGamesHeat { best: 1000, games: games.each }].into_iter().chain(games.heats.iter().copied()).collect();
        let mut schedule = Self {
            settings: round.game_settings(),
            heats,
            over: 0,
            played: vec![Vec::new(); count],
            results: vec![GameResult::default(); count],
            chosen: Vec::new(),
            games: Vec::new(),
            units: Vec::new(),
            found: Vec::new(),
            first: 0,
            next: 0,
            missing: 0,
            round,
        };
        schedule.list(progress);
        schedule
    }

    pub(super) const fn training_round(&self) -> &TrainingRound {
        &self.round
    }

    /// The unit of this number; `None` if no such unit was listed.
    pub(super) fn find_work_unit(&self, number: u32) -> Option<WorkUnit> {
        self.units.get(number as usize).copied()
    }

    /// The results so far, in the order of their units.
    pub(super) fn results_so_far(&self) -> Vec<UnitResult> {
        let generation = self.round.generation;
        let found = self.found.iter().zip(0..);
        found.filter_map(|(found, number)| found.map(|result| UnitResult { generation, number, result })).collect()
    }

    /// The next unit that has no result and was not handed out yet; `None` if there is none now.
    pub(super) fn hand_out(&mut self) -> Option<WorkUnit> {
        while self.found.get(self.next).is_some_and(Option::is_some) {
            self.next += 1;
        }
        let unit = self.units.get(self.next).copied()?;
        self.next += 1;
        Some(unit)
    }

    /// Lets all units without a result be handed out again.
    pub(super) fn allow_handing_out_again(&mut self) {
        self.next = self.first;
    }

    /// Puts a result in its place. A result that is there already, or whose unit was not listed, is passed over.
    /// Returns the generation once all results of the round are there.
    pub(super) fn accept_result(&mut self, result: UnitResult, progress: &dyn Progress) -> Option<Generation> {
        let number = result.number as usize;
        let ours = result.generation == self.round.generation;
        match self.found.get_mut(number) {
            Some(place @ None) if ours => *place = Some(result.result),
            _ => return None,
        }
        self.missing -= 1;
        let at = self.games.partition_point(|game| game.units.end <= number);
        if let Some(game) = self.games.get(at) {
            self.tell(game, progress);
        }
        if self.missing > 0 {
            return None;
        }
        if self.is_held_out() {
            return Some(self.generation());
        }
        self.close_heat();
        self.list(progress);
        None
    }

    fn is_held_out(&self) -> bool {
        self.over == self.heats.len()
    }

    /// The result of a game, once the results of all its parts are there.
    fn joined(&self, game: &ScheduledGame) -> Option<GameResult> {
        let part = |at: usize| self.found[at].map(|result| (self.units[at].part, result));
        let parts: Option<Vec<(GenomeGamePart, GameResult)>> = game.units.clone().map(part).collect();
        Some(join_parts(&self.settings, &parts?))
    }

    /// The game of the current heat against which this one counts: that of the opposite genome, if one was drawn and
    /// plays in the heat.
    fn opposite_game(&self, game: &ScheduledGame) -> Option<&ScheduledGame> {
        let other = self.round.opposite_genome(game.genome)?;
        let at = self.games.binary_search_by_key(&(other, game.game), |game| (game.genome, game.game)).ok()?;
        self.games.get(at)
    }

    /// The result of a game of the current heat as it counts for its genome: of two opposite genomes, each has half the
    /// difference of the two as its fitness, with its own sign. `None` until the games of both have ended.
    fn counted(&self, game: &ScheduledGame) -> Option<GameResult> {
        let result = self.joined(game)?;
        let Some(other) = self.opposite_game(game) else { return Some(result) };
        Some(GameResult { fitness: (result.fitness - self.joined(other)?.fitness) / 2.0, ..result })
    }

    /// Tells of a game that a new result may have ended. A game that counts against another is told with that one, so
    /// that what is shown of a genome is already what is saved.
    fn tell(&self, game: &ScheduledGame, progress: &dyn Progress) {
        if self.is_held_out() {
            if let Some(result) = self.joined(game) {
                progress.held_out_game_played(&result);
            }
            return;
        }
        for game in [Some(game), self.opposite_game(game)].into_iter().flatten() {
            if let Some(result) = self.counted(game) {
                progress.game_played(game.genome, &result);
            }
        }
    }

    /// How many games each genome has played.
    fn counts(&self) -> Vec<u32> {
        self.played.iter().map(|games| games.len() as u32).collect()
    }

    /// Lists the units of the next stage that has any, and closes the heats that have none.
    fn list(&mut self, progress: &dyn Progress) {
        (self.first, self.next) = (self.units.len(), self.units.len());
        while !self.is_held_out() && self.missing == 0 {
            self.list_heat();
            if self.missing == 0 {
                self.close_heat();
            }
        }
        if self.is_held_out() {
            self.list_held_out();
            progress.held_out_started(self.games.len());
        }
    }

    fn list_heat(&mut self) {
        let heat = self.heats[self.over];
        let count = (self.played.len() * usize::from(heat.best) / 1000).max(1);
        self.chosen = rank_by_games_and_fitness(&self.results, &self.counts()).into_iter().take(count).collect();
        self.chosen.sort_unstable();
        self.games.clear();
        for genome in self.chosen.clone() {
            let opposite = self.round.opposite_genome(genome);
            let against = match opposite {
                Some(_) if self.round.recipe.against.is_empty() => MatchOpponents::Opposite,
                _ => MatchOpponents::Ladder(self.round.ladder.len()),
            };
            for game in self.played[genome].len()..heat.games as usize {
                let seed = self.round.seed_of(genome, game);
                self.add(genome, game, (seed, false), against);
            }
        }
    }

    fn list_held_out(&mut self) {
        let recipe = &self.round.recipe;
        self.chosen = match recipe.strategy.has_centre() {
            true => vec![0],
            false => rank_by_games_and_fitness(&self.results, &self.counts())
                .into_iter()
                .take(recipe.held_out_best)
                .collect(),
        };
        let seeds = held_out::held_out_seeds(recipe.held_out_games);
        self.games.clear();
        for genome in self.chosen.clone() {
            for (game, &seed) in seeds.iter().enumerate() {
                self.add(genome, game, (seed, true), MatchOpponents::Ladder(0));
            }
        }
    }

    fn add(&mut self, genome: usize, game: usize, (seed, held_out): (u64, bool), against: MatchOpponents) {
        let start = self.units.len();
        let generation = self.round.generation;
        for part in GenomeGamePart::all_of_game(&self.settings, against) {
            let (number, place) = (self.units.len() as u32, genome as u32);
            self.units.push(WorkUnit { generation, number, genome: place, game: game as u32, part, seed, held_out });
            self.found.push(None);
            self.missing += 1;
        }
        self.games.push(ScheduledGame { genome, game, units: start..self.units.len() });
    }

    /// Adds the results of the current heat's games to those of the genomes that played them.
    fn close_heat(&mut self) {
        let counted: Vec<Option<GameResult>> = self.games.iter().map(|game| self.counted(game)).collect();
        for (game, result) in self.games.iter().zip(counted) {
            self.played[game.genome].extend(result);
        }
        for &genome in &self.chosen {
            self.results[genome] = GameResult::mean_of(&self.played[genome]);
        }
        self.over += 1;
    }

    fn held_out(&self) -> HeldOutGames {
        let results: Vec<GameResult> = self.games.iter().filter_map(|game| self.joined(game)).collect();
        held_out::rank_held_out(held_out::held_out_seeds(self.round.recipe.held_out_games), &self.chosen, &results)
    }

    fn generation(&self) -> Generation {
        let (round, games, results) = (self.round.clone(), self.counts(), self.results.clone());
        Generation {
            figures: GenerationFigures::of(&results, &games, round.high_score),
            held_out: self.held_out(),
            recipe: round.recipe,
            seed: round.seed,
            generation: round.generation,
            genomes: round.genomes,
            results,
            games: if games.iter().all(|&games| games == 1) { Vec::new() } else { games },
            state: round.state,
            ladder: round.ladder,
        }
    }
}
