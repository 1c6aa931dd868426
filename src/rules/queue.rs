//! What comes next: generators of pieces, the next queue and the hold slot.
//!
//! Knows no matrix. The golden sequences of `tests/headless` hold the order for given seeds.

use super::pieces::{PieceKind, PieceSet};
use super::random::{Purpose, Random};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GeneratorKind {
    /// Every kind once, shuffled, before any comes again.
    #[default]
    Bag,
    /// Each piece independently.
    Uniform,
    /// A bag in which S and Z come twice: the hard training of one learner. Source: `docs/recipes.md`, R2.
    BagOfNine,
}

/// Draws pieces without end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generator {
    kind: GeneratorKind,
    set: PieceSet,
    random: Random,
    /// What is left of the bag; the next piece is the last.
    bag: Vec<PieceKind>,
}

impl Generator {
    /// The generator of a seed.
    pub fn new(kind: GeneratorKind, set: PieceSet, seed: u64) -> Self {
        Self { kind, set, random: Random::new(seed, Purpose::Pieces), bag: Vec::new() }
    }

    /// The next piece.
    pub fn draw(&mut self) -> PieceKind {
        match self.kind {
            GeneratorKind::Uniform => self.set.kind(self.random.below(self.set.len() as u32) as usize),
            GeneratorKind::Bag | GeneratorKind::BagOfNine => {
                if self.bag.is_empty() {
                    self.bag.extend(self.set.kinds());
                    if self.kind == GeneratorKind::BagOfNine {
                        let doubled = |kind: &PieceKind| matches!(kind.letter().to_ascii_uppercase(), 'S' | 'Z');
                        self.bag.extend(self.set.kinds().filter(doubled));
                    }
                    self.random.shuffle(&mut self.bag);
                }
                self.bag.pop().unwrap_or(self.set.kind(0))
            }
        }
    }
}

/// The pieces on show and the generator behind them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextQueue {
    shown: VecDeque<PieceKind>,
    generator: Generator,
}

impl NextQueue {
    /// A queue that shows `length` pieces.
    pub fn new(mut generator: Generator, length: usize) -> Self {
        Self { shown: (0..length).map(|_| generator.draw()).collect(), generator }
    }

    /// Takes the first piece and draws one more at the end.
    pub fn take(&mut self) -> PieceKind {
        self.shown.push_back(self.generator.draw());
        // Just pushed, so there is one.
        self.shown.pop_front().unwrap_or(PieceKind::I)
    }

    /// The pieces on show, the next one first.
    pub fn shown(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.shown.iter().copied()
    }

    /// The next piece, if any is on show.
    pub fn first(&self) -> Option<PieceKind> {
        self.shown.front().copied()
    }
}

/// The hold slot. Once a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hold {
    piece: Option<PieceKind>,
    used: bool,
}

impl Hold {
    /// What is held.
    pub const fn piece(self) -> Option<PieceKind> {
        self.piece
    }

    /// Whether the falling piece may be held.
    pub const fn free(self) -> bool {
        !self.used
    }

    /// Puts `falling` away and gives what was held, or the queue's first. `None` when already used for this piece.
    pub fn swap(&mut self, falling: PieceKind, queue: &mut NextQueue) -> Option<PieceKind> {
        if self.used {
            return None;
        }
        self.used = true;
        Some(self.piece.replace(falling).unwrap_or_else(|| queue.take()))
    }

    /// A piece has locked: the next one may be held.
    pub fn release(&mut self) {
        self.used = false;
    }
}
