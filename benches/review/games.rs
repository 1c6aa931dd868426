//! Games of the champion against itself with slips, and positions on the way.

use korobka::doors::map_in_order;
use korobka::mind::Mind;
use korobka::movegen::Move;
use korobka::review::{MoveTiming, PlayedMove};
use korobka::rules::random::Purpose;
use korobka::rules::{Random, RuleSet, Rules};
use korobka::search::duel::DuelState;
use korobka::search::{DuelSettings, Search, State, Weights};
use korobka::storage::Catalog;
use std::cell::RefCell;
use std::sync::OnceLock;

/// Nodes for each piece of the games that positions are taken from.
const NODES: u64 = 2_000;
/// Ticks for each piece of those games; a game has one of them.
const PACES: [u32; 3] = [120, 250, 500];
/// How often a side slips in thousandths; a game has one of them for each side.
const SLIPS: [u16; 4] = [0, 30, 80, 150];
/// A slip takes one of this many best moves.
const SLIP_AMONG: u32 = 12;
/// How much oftener a slip is taken than another move: mistakes are rare among the others.
pub(crate) const SLIPS_OFTENER: u16 = 6;
/// The most pieces of a side, in games and play-outs.
const MOST_PIECES: u32 = 400;

/// The rules that `--rules` named.
static RULES: OnceLock<Rules> = OnceLock::new();

/// The rules that all games and matches are played under: the guideline's, if no others are named.
pub(crate) fn rules() -> Rules {
    *RULES.get_or_init(Rules::versus)
}

/// Has all games and matches be played under the rules of this name.
pub(crate) fn play_under(name: &str) {
    let set = RuleSet::named(name).expect("the name of a set of rules");
    let mut rules = Rules::versus();
    set.apply_to(&mut rules);
    RULES.set(rules).expect("nobody has asked for the rules yet");
}

/// The weights of a saved generation.
pub(crate) fn weights_of(spec: &str) -> Weights {
    let contestant = Catalog::load().contestant(&spec.parse().expect("a player's name")).expect("a saved generation");
    let Mind::Searcher(weights) = contestant.mind else { panic!("the champion searches") };
    (*weights).clone()
}

/// The weights of the generation that judges in the game.
pub(crate) fn weights() -> Weights {
    weights_of("champion-duel:100")
}

/// A position of a game: the left side's move, at this tick of the round.
pub(crate) struct Taken {
    pub(crate) played: PlayedMove,
    pub(crate) timing: MoveTiming,
    /// How good the move is by the search that played it: its place among all, from 0.
    pub(crate) rank: usize,
}

/// The game of a seed: positions of it with this chance in thousandths, slips oftener, and the left side's score.
pub(crate) fn game(seed: u64, chance: u16, weights: &Weights) -> (Vec<Taken>, f64) {
    played(seed, chance, [None, None], [weights, weights])
}

/// The game of a seed between two players. `slips` are the chances of each side in thousandths; `None`: they are drawn.
pub(crate) fn played(seed: u64, chance: u16, slips: [Option<u16>; 2], weights: [&Weights; 2]) -> (Vec<Taken>, f64) {
    let mut random = Random::new(seed, Purpose::Hand);
    let pace = PACES[random.below(PACES.len() as u32) as usize];
    let slips = slips.map(|slips| {
        let drawn = SLIPS[random.below(SLIPS.len() as u32) as usize];
        slips.unwrap_or(drawn)
    });
    let rules = rules();
    let mut table = DuelState::new(&DuelSettings::fully_informed(rules, pace, MOST_PIECES), seed);
    let search = RefCell::new(Search::new(&rules));
    let random = RefCell::new(random);
    let mut taken = Vec::new();
    while !table.is_over() {
        let seen: [RefCell<Option<(State, Move, usize)>>; 2] = [RefCell::new(None), RefCell::new(None)];
        let decide = |side: usize, state: &State| {
            let ranked = search.borrow_mut().rank(state, weights[side], NODES);
            let slipped = random.borrow_mut().chance(slips[side]);
            let among = SLIP_AMONG.min(ranked.len() as u32);
            let at = if slipped && among > 0 { random.borrow_mut().below(among) as usize } else { 0 };
            let found = ranked.get(at).map(|ranked| ranked.to_move())?;
            *seen[side].borrow_mut() = Some((state.clone(), found, at));
            Some(found)
        };
        let now = u64::from(table.result_so_far().pieces) * u64::from(pace);
        table.play_turn(&mut [&mut |state| decide(0, state), &mut |state| decide(1, state)]);
        let [left, right] = seen.map(RefCell::into_inner);
        if let (Some((state, made, rank)), Some((opponent, ..))) = (left, right)
            && random.borrow_mut().chance(if rank > 0 { SLIPS_OFTENER * chance } else { chance })
        {
            taken.push(Taken {
                played: PlayedMove { state, opponent: Some(opponent), handicaps: [1000; 2], made },
                timing: MoveTiming { now, pace },
                rank,
            });
        }
    }
    (taken, table.result_so_far().left_score())
}

/// Does the work of so many seeds on all cores; gives all results, in the order of the seeds.
pub(crate) fn of_seeds<T: Send>(first: u64, count: u64, work: impl Fn(u64) -> Vec<T> + Sync) -> Vec<T> {
    let found = map_in_order(None, first..first + count, work).expect("the system gives threads");
    found.into_iter().flatten().collect()
}
