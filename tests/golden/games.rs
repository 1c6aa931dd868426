//! Decisions, matches and games whose hashes must be the same on every machine.
//!
//! Compiled twice: into the tests (`tests/headless/golden.rs`) and into a program of the engine for wasm32, where
//! `usize` has 32 bits (`wasm.rs`). Everything follows from the numbers below and the players' weights;
//! `golden.json` has the hashes.

use korobka::ai::brain::{BrainSettings, EvaluationMoment, Lookahead};
use korobka::ai::{Brain, Evaluator, Playfield};
use korobka::movegen::{AllowedMoves, Landings, Move, find_landings};
use korobka::rules::random::Purpose;
use korobka::rules::{FallingPiece, GeneratorKind, PieceKind, Random, Rules, ScoringRule, Spin, Streak, TopOutRule};
use korobka::search::{BestMove, DuelRecord, DuelSettings, OpponentInfo, Search, State, WaitingGarbage, Weights};

/// What the network sees.
const INPUTS: [&str; 9] = [
    "deepest-well",
    "total-height",
    "holes",
    "bumpiness",
    "full-rows",
    "row-transitions",
    "height-deviation",
    "pits",
    "column-transitions",
];
/// Decisions of the search.
const DECISIONS: u64 = 1_000;
/// Nodes of a decision, in turn: with nothing guessed, one world, and two.
const NODES: [u64; 4] = [400, 2_500, 4_000, 16_000];
/// Matches of placements.
const MATCHES: u64 = 20;
/// What a match is.
const DUEL: DuelSettings = DuelSettings::fully_informed(Rules::versus(), 500, 60);
/// Nodes of a decision in a match.
const MATCH_NODES: u64 = 2_500;
/// Games of the network.
const GAMES: u64 = 100;
/// Pieces of a game, at most.
const PIECES: u32 = 100;

/// The hash of `DECISIONS` decisions in positions drawn from their numbers.
pub(crate) fn decisions(weights: &Weights) -> u64 {
    let (mut search, mut hash) = (Search::new(&Rules::versus()), Hash::default());
    for (number, nodes) in (0..DECISIONS).zip(NODES.into_iter().cycle()) {
        hash.choice(search.find_best_move(&position(number), weights, nodes, &mut || false));
    }
    hash.0
}

/// The hash of `MATCHES` matches of placements, every placement and the end of each, of a player against itself.
pub(crate) fn matches(weights: &Weights) -> u64 {
    let searches = [(); 2].map(|()| Search::new(&DUEL.rules));
    let [mut left, mut right] = searches.map(|mut search| {
        move |state: &State| {
            let choice = search.find_best_move(state, weights, MATCH_NODES, &mut || false)?;
            Some(choice.chosen)
        }
    });
    let mut hash = Hash::default();
    for seed in 0..MATCHES {
        let record = DuelRecord::play_and_record(&DUEL, seed, [&mut left, &mut right]);
        for set in record.turns.iter().flatten() {
            match set {
                Some(set) => {
                    hash.feed(u64::from(set.hold) << 16 | (set.spin as u64) << 8 | set.facing as u64);
                    hash.cell(set.at.0, set.at.1);
                }
                None => hash.feed(u64::MAX),
            }
        }
        hash.feed(record.hash);
    }
    hash.0
}

/// The hash of `GAMES` games of a network alone: every placement with its value.
pub(crate) fn games(brain: &Brain) -> u64 {
    let mut hash = Hash::default();
    for seed in 0..GAMES {
        let mut field = Playfield::new(&brain_rules(), seed);
        while field.top_out.is_none() && field.score.pieces < PIECES {
            let Some(ranked) = field.call_with_view(|view| brain.choose(view)) else { break };
            hash.piece(ranked.piece, ranked.spin, ranked.hold);
            hash.number(ranked.value);
            field.place(ranked.piece, ranked.possible_last_move(), ranked.hold, 0);
        }
        hash.feed(field.score.score);
    }
    hash.0
}

/// The network that `iwumbwe` learns, with these weights.
pub(crate) fn brain(weights: &[f64]) -> Brain {
    let style = BrainSettings {
        lookahead: Lookahead::NextPiece,
        moment: EvaluationMoment::BeforeClear,
        rows_above: 2,
        ..BrainSettings::default()
    };
    Brain::new(Evaluator::new_network(&INPUTS, &[8, 8], weights).unwrap(), style)
}

/// The rules of its games.
pub(crate) fn brain_rules() -> Rules {
    Rules {
        generator: GeneratorKind::Bag,
        scoring: ScoringRule::Nintendo,
        top_out: TopOutRule::PartialLockOut,
        next: 1,
        hold: false,
        goal_lines: 0,
        ..Rules::marathon()
    }
}

/// A position: garbage with pieces over it, set down at the lowest of a few places, and streaks, held piece, waiting
/// garbage and an opponent at random.
fn position(number: u64) -> State {
    let rules = Rules::versus();
    let (mut random, mut field) = (Random::new(number, Purpose::Board), Playfield::new(&rules, number));
    let (mut landings, mut hole) = (Landings::new(), 0);
    for _ in 0..random.below(9) {
        if random.chance(400) {
            hole = random.below(10) as u8;
        }
        field.matrix.raise(Some(hole));
    }
    for _ in 0..random.below(12) {
        find_landings(field.matrix.board(), field.falling, &AllowedMoves::of(&rules), &mut landings);
        let places: Vec<_> = landings.iter().collect();
        let drawn = [(); 4].map(|()| places.get(random.below(places.len() as u32) as usize));
        let lowest = drawn.into_iter().flatten().min_by_key(|place| place.piece.row_range().1);
        let Some(place) = lowest else { break };
        if field.place(place.piece, place.spin.possible_last_move(), false, 0).is_none() {
            break;
        }
    }
    let mut below = |bound| random.below(bound);
    field.streak = Streak { combo: below(6) as u16, back_to_back: below(3) as u16 };
    let hold = PieceKind::from_index(below(8) as usize).filter(|kind| kind.index() < 7);
    let garbage = WaitingGarbage { rows: below(9) as u8, due: 1 + below(4) as u8, certain: below(3) == 0 };
    let rival = OpponentInfo { height: below(20) as u8, waiting: below(9) as u8, combo: below(6) as u8 };
    State { hold, rival, ..State::of(&field, garbage) }
}

/// FNV-1a, 64 bits. Source: the public reference by Fowler, Noll and Vo.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hash {
    fn feed(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// All bits of a number. Those of what is no number differ from machine to machine.
    fn number(&mut self, value: f64) {
        assert!(!value.is_nan(), "no value is other than a number");
        self.feed(value.to_bits());
    }

    fn cell(&mut self, x: i8, y: i8) {
        self.feed(u64::from(x as u8) << 8 | u64::from(y as u8));
    }

    fn piece(&mut self, piece: FallingPiece, spin: Spin, hold: bool) {
        let kind = piece.kind.index() as u64;
        self.feed(kind << 24 | u64::from(hold) << 16 | (spin as u64) << 8 | piece.facing as u64);
        self.cell(piece.x, piece.y);
    }

    fn choice(&mut self, choice: Option<BestMove>) {
        let Some(BestMove { chosen, worth, nodes, depth }) = choice else { return self.feed(u64::MAX) };
        let Move { placement, hold } = chosen;
        self.piece(placement.piece, placement.spin, hold);
        self.number(worth.into());
        self.feed(nodes);
        self.feed(depth.into());
    }
}
