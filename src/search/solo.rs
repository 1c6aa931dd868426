//! A game alone at the level of placements: how many lines a player sends for each piece, with garbage or without.
//!
//! The rules are the game's own (`ai::Playfield`). Garbage drips: rows rise after a certain number of pieces, whatever
//! was cleared. The player is a function, whether it searches or not.

use super::state::{State, WaitingGarbage};
use crate::ai::Playfield;
use crate::movegen::{Move, Placement};
use crate::rules::random::Purpose;
use crate::rules::{FallingPiece, Random, Rules, Spin, TopOut};
use serde::{Deserialize, Serialize};

/// Garbage that rises by the number of pieces that were set down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GarbageDrip {
    /// The same number of rows with one hole, after every `pieces` pieces.
    Even {
        /// How many rows rise at a time.
        rows: u8,
        /// How many pieces are set down from one rise to the next; 0 is as 1.
        pieces: u32,
    },
    /// Drawn from the game's seed: 0 to 6 rows after 4 to 16 pieces, half the time with one hole, else each row with a
    /// hole of its own.
    Drawn,
}

/// The settings of a game alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoloSettings {
    /// The rules of the game.
    pub rules: Rules,
    /// How many pieces the game lasts.
    pub pieces: u32,
    /// How garbage rises; `None`: it does not.
    pub drip: Option<GarbageDrip>,
    /// Whether the player does not know what will rise.
    pub untold: bool,
}

/// The garbage that rises next.
#[derive(Clone, Copy, Debug)]
struct Rise {
    rows: u8,
    /// The number of the piece in the game, from 1, with whose lock the rows rise.
    at: u32,
    /// Whether each row has a hole of its own.
    messy: bool,
}

impl GarbageDrip {
    /// What rises next, after `pieces` were set down.
    fn next(self, pieces: u32, random: &mut Random) -> Rise {
        match self {
            Self::Even { rows, pieces: every } => Rise { rows, at: pieces + every.max(1), messy: false },
            Self::Drawn => {
                Rise { rows: random.below(7) as u8, at: pieces + 4 + random.below(13), messy: random.chance(500) }
            }
        }
    }
}

/// The counts of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoloResult {
    /// How many pieces were set down.
    pub pieces: u32,
    /// How many lines were sent.
    pub attack: u32,
    /// How many lines were cleared.
    pub lines: u32,
    /// Clears without a spin by their lines: single to quad.
    pub plain: [u32; 4],
    /// Full spins with lines by their lines: single to triple.
    pub spins: [u32; 3],
    /// How many mini spins cleared lines.
    pub minis: u32,
    /// How many clears were perfect.
    pub perfect: u32,
    /// The most clears in a row.
    pub longest_combo: u32,
    /// Whether the game ended before its last piece.
    pub topped_out: bool,
}

impl SoloResult {
    /// Lines sent for each piece, on average.
    pub fn attack_per_piece(&self) -> f64 {
        f64::from(self.attack) / f64::from(self.pieces.max(1))
    }

    /// Lines that full spins sent by themselves, without chains and combos: twice as many as they cleared.
    pub fn sent_by_t_spins(&self) -> u32 {
        let [singles, doubles, triples] = self.spins;
        2 * singles + 4 * doubles + 6 * triples
    }
}

/// A game alone, played piece by piece.
#[derive(Clone, Debug)]
pub struct SoloGame {
    course: SoloSettings,
    field: Playfield,
    /// The random numbers that decide the garbage of the game and its holes.
    holes: Random,
    rise: Option<Rise>,
    result: SoloResult,
    /// Whether the player gave up, or chose an impossible placement.
    is_given_up: bool,
}

impl SoloGame {
    /// The game of `seed`, before its first piece.
    pub fn new(course: &SoloSettings, seed: u64) -> Self {
        let mut holes = Random::new(seed, Purpose::Garbage);
        let rise = course.drip.map(|drip| drip.next(0, &mut holes));
        let field = Playfield::new(&course.rules, seed);
        Self { course: *course, field, holes, rise, result: SoloResult::default(), is_given_up: false }
    }

    /// The board, the pieces to come and the score.
    pub const fn playfield(&self) -> &Playfield {
        &self.field
    }

    /// Whether the last piece was set down, or the game was lost or given up.
    pub const fn is_over(&self) -> bool {
        self.is_given_up || self.result.pieces >= self.course.pieces || self.field.top_out.is_some()
    }

    /// The position as the player sees it before the next piece.
    pub fn state(&self) -> State {
        match self.rise {
            _ if self.course.untold => {
                State::of(&self.field, WaitingGarbage::default()).without_garbage_and_opponent_info()
            }
            Some(Rise { rows, at, .. }) => {
                let due = (at - self.result.pieces).min(255) as u8;
                State::of(&self.field, WaitingGarbage { rows, due, certain: true })
            }
            None => State::of(&self.field, WaitingGarbage::default()),
        }
    }

    /// Makes the player's move, and raises the garbage that is due. With `None` the player gives up, which ends the
    /// game, and so does an impossible placement.
    pub fn place(&mut self, decision: Option<Move>) {
        // No clock runs here: attacks do not grow.
        let placed = decision.and_then(|Move { placement: Placement { piece, spin }, hold }| {
            self.field.place(piece, spin.possible_last_move(), hold, 0)
        });
        let Some(outcome) = placed else {
            self.is_given_up = true;
            return;
        };
        let (field, result) = (&mut self.field, &mut self.result);
        result.pieces += 1;
        result.attack += outcome.attack;
        result.lines += u32::from(outcome.clear.lines);
        result.perfect += u32::from(outcome.clear.perfect);
        result.longest_combo = result.longest_combo.max(field.streak.combo.into());
        match (outcome.clear.spin, usize::from(outcome.clear.lines)) {
            (_, 0) => {}
            (Spin::None, lines) => result.plain[lines.min(4) - 1] += 1,
            (Spin::Mini, _) => result.minis += 1,
            (Spin::Full, lines) => result.spins[lines.min(3) - 1] += 1,
        }
        let risen = self.rise.filter(|rise| rise.at == result.pieces);
        if let (Some(drip), Some(Rise { rows, messy, .. })) = (self.course.drip, risen) {
            let mut hole = || self.holes.below(self.course.rules.board.width.into()) as u8;
            let clean = hole();
            let kept =
                (0..rows).fold(true, |kept, _| kept & field.matrix.raise(Some(if messy { hole() } else { clean })));
            let spawned = FallingPiece::spawn(field.falling, self.course.rules.board);
            let blocked = field.rules.top_out.check_block_out(field.matrix.board(), spawned);
            field.top_out = field.top_out.or(blocked).or((!kept).then_some(TopOut::GarbageOut));
            self.rise = Some(drip.next(result.pieces, &mut self.holes));
        }
    }

    /// The counts so far. A game that is not over counts as one that ended before its last piece.
    pub const fn result_so_far(&self) -> SoloResult {
        SoloResult { topped_out: self.result.pieces < self.course.pieces, ..self.result }
    }
}

/// Plays a whole game with the pieces of `seed`. `decide` returns the next move; if it returns `None`, the player gives
/// up, which ends the game.
pub fn play_solo_game(solo: &SoloSettings, seed: u64, mut decide: impl FnMut(&State) -> Option<Move>) -> SoloResult {
    let mut game = SoloGame::new(solo, seed);
    while !game.is_over() {
        game.place(decide(&game.state()));
    }
    game.result_so_far()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Facing, Matrix, PieceKind};

    #[test]
    fn clears_count_by_their_kind_and_with_the_lines_that_they_send() {
        let course = SoloSettings { rules: Rules::versus(), pieces: 2, drip: None, untold: false };
        let mut game = SoloGame::new(&course, 1);
        let mut place = |drawing: &str, piece: FallingPiece, spin: Spin| {
            game.field.matrix = Matrix::from_board(&Board::from_drawing(course.rules.board, drawing));
            game.field.falling = piece.kind;
            game.place(Some(Move { placement: Placement { piece, spin }, hold: false }));
            game.result_so_far()
        };
        let upright = FallingPiece { kind: PieceKind::I, facing: Facing::East, x: 7, y: 0 };
        let quad = SoloResult {
            pieces: 1,
            attack: 4,
            lines: 4,
            plain: [0, 0, 0, 1],
            longest_combo: 1,
            topped_out: true,
            ..SoloResult::default()
        };
        assert_eq!(place(&"#########.\n".repeat(5), upright, Spin::None), quad, "the second piece is still missing");
        // Its own four lines, and one for the chain.
        let down = FallingPiece { kind: PieceKind::T, facing: Facing::South, x: 1, y: 0 };
        let both = SoloResult {
            pieces: 2,
            attack: 9,
            lines: 6,
            spins: [0, 1, 0],
            longest_combo: 2,
            topped_out: false,
            ..quad
        };
        assert_eq!(place("##........\n#...######\n##.#######", down, Spin::Full), both);
    }
}
