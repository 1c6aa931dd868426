//! What comes next: generators of pieces, the next queue and the hold slot.
//!
//! Nothing here uses the matrix. The golden sequences of `tests/headless` hold the order for given seeds.

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
    /// Each piece by itself, all kinds with the same chance.
    Uniform,
    /// A bag in which S and Z come twice: the hard training of one learner. Source: `docs/lab/recipes.md`, R2.
    BagOfNine,
    /// Nothing but the pieces that were given: a puzzle's queue comes to an end.
    Given,
    /// A dealer who sees the board chooses each piece; any kind may come at any time.
    Dealt,
    /// A dealer who sees the board chooses the order; every kind comes once before any comes again.
    DealtFromBag,
    /// S and Z in turn, and no other piece.
    Alternating,
}

impl GeneratorKind {
    /// Whether a dealer has to choose every piece, with [`NextQueue::add_dealt_piece`].
    pub const fn needs_dealer(self) -> bool {
        matches!(self, Self::Dealt | Self::DealtFromBag)
    }

    /// Whether few pieces or none come by chance, so that a player who always plays alike meets the same few games
    /// again, whatever the seeds.
    pub const fn leaves_little_to_chance(self) -> bool {
        self.needs_dealer() || matches!(self, Self::Alternating)
    }
}

/// Draws pieces by one of the [`GeneratorKind`]s.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generator {
    kind: GeneratorKind,
    set: PieceSet,
    random: Random,
    /// What is left of the bag; the next piece is the last.
    bag: Vec<PieceKind>,
}

impl Generator {
    /// A generator that draws pieces of `set` by `kind`, seeded with `seed`.
    pub fn new(kind: GeneratorKind, set: PieceSet, seed: u64) -> Self {
        Self::with_given(kind, set, seed, &[])
    }

    /// A generator as [`Self::new`] makes it, which deals `given` first, in this order. A generator whose pieces a
    /// dealer chooses ignores `given`.
    pub fn with_given(kind: GeneratorKind, set: PieceSet, seed: u64, given: &[PieceKind]) -> Self {
        let given = if kind.needs_dealer() { &[] } else { given };
        let bag = given.iter().rev().copied().collect();
        Self { kind, set, random: Random::new(seed, Purpose::Pieces), bag }
    }

    /// Draws the next piece, or the set's first kind where [`Iterator::next`] has none.
    pub fn draw(&mut self) -> PieceKind {
        self.next().unwrap_or(self.set.kind(0))
    }

    /// What a dealer may choose from, in the order of the table; empty where no dealer chooses.
    fn choices(&self) -> Vec<PieceKind> {
        match self.kind {
            GeneratorKind::DealtFromBag if !self.bag.is_empty() => self.bag.clone(),
            GeneratorKind::Dealt | GeneratorKind::DealtFromBag => self.set.kinds().collect(),
            _ => Vec::new(),
        }
    }

    /// Takes one of a dealer's choices at random; `None` where there are none.
    fn by_chance(&mut self) -> Option<PieceKind> {
        let choices = self.choices();
        let kind = *choices.get(self.random.below(choices.len().max(1) as u32) as usize)?;
        self.choose(kind);
        Some(kind)
    }

    /// Takes `kind` as a dealer's choice. Gives whether it was among the choices.
    fn choose(&mut self, kind: PieceKind) -> bool {
        let mut left = self.choices();
        let Some(at) = left.iter().position(|&known| known == kind) else { return false };
        if self.kind == GeneratorKind::DealtFromBag {
            left.remove(at);
            self.bag = left;
        }
        true
    }
}

impl Iterator for Generator {
    type Item = PieceKind;

    /// Draws the next piece. `None` once given pieces have come to their end, and always where a dealer chooses.
    fn next(&mut self) -> Option<PieceKind> {
        if self.kind.needs_dealer() {
            return None;
        }
        if let Some(kind) = self.bag.pop() {
            return Some(kind);
        }
        match self.kind {
            GeneratorKind::Given | GeneratorKind::Dealt | GeneratorKind::DealtFromBag => None,
            GeneratorKind::Alternating => {
                self.bag.extend(self.set.kinds().filter(is_s_or_z));
                self.bag.reverse();
                self.bag.pop()
            }
            GeneratorKind::Uniform => Some(self.set.kind(self.random.below(self.set.len() as u32) as usize)),
            GeneratorKind::Bag | GeneratorKind::BagOfNine => {
                self.bag.extend(self.set.kinds());
                if self.kind == GeneratorKind::BagOfNine {
                    self.bag.extend(self.set.kinds().filter(is_s_or_z));
                }
                self.random.shuffle(&mut self.bag);
                self.bag.pop()
            }
        }
    }
}

fn is_s_or_z(kind: &PieceKind) -> bool {
    matches!(kind.letter().to_ascii_uppercase(), 'S' | 'Z')
}

/// The pieces on show and the generator behind them.
///
/// ```
/// use korobka::rules::Rules;
///
/// let mut queue = Rules::versus().queue(7);
/// assert_eq!(queue.shown().count(), 5);
/// let mut bag: Vec<char> = (0..7).map(|_| queue.take().letter()).collect();
/// bag.sort_unstable();
/// assert_eq!(bag, ['I', 'J', 'L', 'O', 'S', 'T', 'Z'], "each piece once in seven");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextQueue {
    shown: VecDeque<PieceKind>,
    generator: Generator,
}

impl NextQueue {
    /// A queue that shows `length` pieces, or fewer if the generator has fewer. The first pieces of a dealer are taken
    /// at random too: on an empty board all kinds are alike to a dealer, so that a player who always plays alike would
    /// meet one game only.
    pub fn new(mut generator: Generator, length: usize) -> Self {
        let mut shown = VecDeque::new();
        while shown.len() < length
            && let Some(kind) = generator.next().or_else(|| generator.by_chance())
        {
            shown.push_back(kind);
        }
        Self { shown, generator }
    }

    /// Takes the first piece, and draws one more at the end unless a dealer has to choose it. Gives the set's first
    /// kind once given pieces are all taken, so look at [`Self::first`] before.
    pub fn take(&mut self) -> PieceKind {
        self.shown.extend(self.generator.next());
        self.shown.pop_front().unwrap_or_else(|| self.generator.draw())
    }

    /// What a dealer may put at the end of a queue that should show `length` pieces. Empty where no piece is missing,
    /// or where the generator draws by itself.
    pub fn deal_choices(&self, length: usize) -> Vec<PieceKind> {
        if self.shown.len() < length { self.generator.choices() } else { Vec::new() }
    }

    /// Puts `kind`, which a dealer has chosen, at the end of the queue; nothing happens where the dealer may not choose
    /// it.
    pub fn add_dealt_piece(&mut self, kind: PieceKind) {
        if self.generator.choose(kind) {
            self.shown.push_back(kind);
        }
    }

    /// The pieces on show, the next one first.
    pub fn shown(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.shown.iter().copied()
    }

    /// What the bag can still bring after the pieces on show, in the order of the table: a player who counts pieces
    /// knows this. Empty where counting says nothing: at the end of a bag, or without one.
    pub fn left_in_bag(&self) -> Vec<PieceKind> {
        let mut left = match self.generator.kind {
            GeneratorKind::Bag
            | GeneratorKind::BagOfNine
            | GeneratorKind::DealtFromBag
            | GeneratorKind::Alternating => self.generator.bag.clone(),
            GeneratorKind::Uniform | GeneratorKind::Given | GeneratorKind::Dealt => Vec::new(),
        };
        left.sort_unstable_by_key(|kind| kind.index());
        left
    }

    /// The next piece; `None` if the queue shows none.
    pub fn first(&self) -> Option<PieceKind> {
        self.shown.front().copied()
    }
}

/// The hold slot, which a player may use once for each piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hold {
    piece: Option<PieceKind>,
    used: bool,
}

impl Hold {
    /// The kind that is held; `None` if the slot is empty.
    pub const fn piece(self) -> Option<PieceKind> {
        self.piece
    }

    /// Whether the falling piece may be held: the slot has not been used for it yet.
    pub const fn can_hold(self) -> bool {
        !self.used
    }

    /// A slot that holds `piece` from the start, and may be used.
    pub const fn of(piece: Option<PieceKind>) -> Self {
        Self { piece, used: false }
    }

    /// Takes the held piece out of the slot, because the queue has come to its end; `None` if the slot is empty.
    pub fn take(&mut self) -> Option<PieceKind> {
        self.piece.take()
    }

    /// Puts `falling` into the slot and gives the piece that was held, or the queue's first. `None`, and nothing
    /// changes, when the slot was already used for this piece, or when there would be nothing to play.
    pub fn swap(&mut self, falling: PieceKind, queue: &mut NextQueue) -> Option<PieceKind> {
        if self.used || self.piece.is_none() && queue.first().is_none() {
            return None;
        }
        self.used = true;
        Some(self.piece.replace(falling).unwrap_or_else(|| queue.take()))
    }

    /// Marks the slot as unused, because a piece has locked and the next one may be held.
    pub fn mark_unused(&mut self) {
        self.used = false;
    }
}
