//! The flood search: it spreads all positions of a facing at once, from the open sky down, by shifts,
//! rows down and turns.
//!
//! The search starts from every position that nothing lies above, which is right where the piece appears well above the
//! stack (the caller checks), and looks at the stack's rows and one more: see `docs/design/placements.md` for why one
//! is enough. One copy is compiled for each tetromino, number of words and distance of rows, so that every kick is a
//! shift by a constant.

use super::rows::Rows;
use super::shapes::{Shape, TURNS, canonical_count, canonical_facing, kick_offset, kick_test_count, turned_facing};

/// A field of positions for each of the four facings of a piece; only the first is used where all are alike.
pub(super) type Facings<const S: u32, const N: usize> = [Rows<S, N>; 4];

/// Repeats a block for each facing or test as a constant.
macro_rules! repeat {
    ($name:ident in [$($value:literal)*] $body:block) => { $({ const $name: usize = $value; $body })* };
}
pub(super) use repeat;

/// Where a piece can be and can land.
#[derive(Clone, Copy)]
pub(super) struct Flood<const S: u32, const N: usize> {
    /// Positions where the piece fits, by canonical facing.
    pub(super) usable: Facings<S, N>,
    /// Positions where the piece fits and cannot fall, by canonical facing.
    pub(super) grounded: Facings<S, N>,
    /// Positions that the piece reaches, by facing. Some are missing if the search could stop early.
    pub(super) reached: Facings<S, N>,
}

/// The width of the board: known at compile time where `W` is not 0.
#[inline(always)]
const fn known<const W: u32>(width: u32) -> u32 {
    if W > 0 { W } else { width }
}

/// The first and the last column that a facing's anchor can be in.
#[inline(always)]
fn range<const P: usize, const F: usize, const W: u32>(width: u32) -> (i32, i32) {
    const { Shape::of(P, F) }.anchor_column_range(known::<W>(width))
}

/// Whether a bit moved by `dx` columns, from where one facing can be, can come in again at the other side of the field,
/// where the other facing can be.
const fn wraps(kind: usize, from: usize, to: usize, dx: i32, width: u32, row: u32) -> bool {
    let (from, to) = (Shape::of(kind, from).anchor_column_range(width), Shape::of(kind, to).anchor_column_range(width));
    let mut x = from.0;
    while x <= from.1 {
        let there = x + dx;
        let back = there.rem_euclid(row as i32);
        if back != there && back >= to.0 && back <= to.1 {
            return true;
        }
        x += 1;
    }
    false
}

impl<const S: u32, const N: usize> Flood<S, N> {
    /// The flood of piece `P` on a field of `width` columns (`W`, unless that is 0). The search stops once every
    /// landing is reached, unless `all`, called with the grounded positions, says that it must find every position.
    /// `spread` continues from the positions that are open to the sky; its second argument is what `all` said.
    #[inline(always)]
    pub(super) fn of<const P: usize, const W: u32>(
        field: Rows<S, N>,
        width: u32,
        all: impl FnOnce(&Facings<S, N>) -> bool,
        spread: impl FnOnce(&mut Self, bool),
    ) -> Self {
        let mut flood = Self::open::<P, W>(field, width);
        let all = all(&flood.grounded);
        if all || flood.missing::<P>() {
            spread(&mut flood, all);
        }
        flood
    }

    /// A flood that has reached only the positions that nothing lies above.
    #[inline(always)]
    fn open<const P: usize, const W: u32>(field: Rows<S, N>, width: u32) -> Self {
        let covered = field.with_all_below();
        let mut flood = Self { usable: [Rows::EMPTY; 4], grounded: [Rows::EMPTY; 4], reached: [Rows::EMPTY; 4] };
        repeat!(F in [0 1 2 3] {
            let shape = const { Shape::of(P, F) };
            let twin = const { canonical_facing(P, F) };
            if twin == F {
                let valid = Rows::from_column_range(range::<P, F, W>(width), 0);
                let mut blocked = Rows::EMPTY;
                repeat!(C in [0 1 2 3 4] {
                    if C < const { Shape::of(P, F).minos } {
                        let (dx, dy) = const { Shape::of(P, F).cells[C] };
                        blocked |= field.moved(-dx, -dy);
                    }
                });
                let mut shaded = Rows::EMPTY;
                repeat!(C in [0 1 2 3 4] {
                    if (C as i32) < shape.columns.1 - shape.columns.0 + 1 {
                        let (dx, dy) = const { (Shape::of(P, F).columns.0 + C as i32, Shape::of(P, F).bottoms[C]) };
                        shaded |= covered.moved(-dx, -dy);
                    }
                });
                flood.usable[F] = valid.without(blocked);
                flood.grounded[F] = flood.usable[F].without(flood.usable[F].moved(0, 1));
                flood.reached[F] = valid.without(shaded);
            } else if const { turned_differently(P) } {
                flood.reached[F] = flood.reached[twin];
            }
        });
        flood
    }

    /// Whether a landing may still be missing: a grounded position is not reached.
    #[inline(always)]
    fn missing<const P: usize>(&self) -> bool {
        let mut missing = Rows::EMPTY;
        repeat!(F in [0 1 2 3] {
            if const { canonical_facing(P, F) == F } {
                missing |= self.grounded[F].without(self.reached_positions::<P, F>());
            }
        });
        missing.any()
    }

    /// The positions reached by facing `F` or one that looks the same.
    #[inline(always)]
    pub(super) fn reached_positions<const P: usize, const F: usize>(&self) -> Rows<S, N> {
        let mut landed = self.reached[F];
        repeat!(G in [1 2 3] {
            if G > F && const { turned_differently(P) && canonical_facing(P, G) == F } {
                landed |= self.reached[G];
            }
        });
        landed
    }

    /// The positions where the piece lands, by canonical facing.
    #[inline(always)]
    pub(super) fn landings<const P: usize>(&self) -> Facings<S, N> {
        let mut landings = [Rows::EMPTY; 4];
        repeat!(F in [0 1 2 3] {
            if const { canonical_facing(P, F) == F } {
                landings[F] = self.grounded[F] & self.reached_positions::<P, F>();
            }
        });
        landings
    }

    /// Spreads from what is reached until nothing more is, or until all landings are if `all` is false, by the table of
    /// kicks number `K`. This is most of the search's code: `machine` has one copy for the pieces that move alike.
    #[inline(always)]
    pub(super) fn spread<const K: usize, const P: usize, const W: u32>(
        &mut self,
        width: u32,
        half_turns: bool,
        all: bool,
    ) {
        let every: u32 = if const { turned_differently(P) } { 0b1111 } else { 1 };
        if const { canonical_count(P) == 4 } {
            // Two steps aside and a turn in place lead to most of what the sky does not show.
            repeat!(F in [0 1 2 3] {
                let mut reached = self.reached[F];
                reached |= shifted_positions::<P, F, W, S, N>(reached, width) & self.usable[F];
                reached |= shifted_positions::<P, F, W, S, N>(reached, width) & self.usable[F];
                self.reached[F] = reached;
            });
            repeat!(F in [0 1 2 3] {
                self.turn_in_place::<K, P, F, 0, W>(width);
                self.turn_in_place::<K, P, F, 1, W>(width);
            });
            if !all && !self.missing::<P>() {
                return;
            }
        }
        repeat!(F in [0 1 2 3] {
            if const { canonical_facing(P, F) == F } {
                self.slide::<P, F, W>(width);
            } else if every > 1 {
                self.reached[F] = self.reached[const { canonical_facing(P, F) }];
            }
        });
        // Most of what the sky does not show lies beside what it does.
        if every == 1 || (!all && !self.missing::<P>()) {
            return;
        }
        let (mut waiting, mut unslid) = (every, 0);
        while waiting != 0 {
            repeat!(F in [0 1 2 3] {
                if waiting >> F & 1 == 1 {
                    waiting &= !(1 << F);
                    let slid = unslid >> F & 1;
                    if slid == 1 {
                        unslid &= !(1 << F);
                        self.slide::<P, F, W>(width);
                    }
                    let mut new = self.turn_in::<K, P, F, 0, W>(width) | self.turn_in::<K, P, F, 1, W>(width);
                    if half_turns {
                        new |= self.turn_in::<K, P, F, 2, W>(width);
                    }
                    waiting |= new;
                    unslid |= new;
                    if !all && (new != 0 || slid == 1) && !self.missing::<P>() {
                        return;
                    }
                }
            });
        }
    }

    /// Adds what one facing reaches by shifts and falls, until nothing more is reached.
    #[inline(always)]
    fn slide<const P: usize, const F: usize, const W: u32>(&mut self, width: u32) {
        let usable = self.usable[const { canonical_facing(P, F) }];
        let mut reached = self.reached[F];
        loop {
            let new = (reached | shifted_positions::<P, F, W, S, N>(reached, width) | reached.moved(0, -1)) & usable;
            if new == reached {
                break;
            }
            reached = new;
        }
        self.reached[F] = reached;
    }

    /// Adds the turn in place of all positions reached in a facing, where the turned piece fits.
    #[inline(always)]
    fn turn_in_place<const K: usize, const P: usize, const F: usize, const T: usize, const W: u32>(
        &mut self,
        width: u32,
    ) {
        let to = const { turned_facing(F, T) };
        let (dx, dy) = const { kick_offset(K, P, F, T, 0) };
        let mut from = self.reached[F];
        if const { wraps(P, F, turned_facing(F, T), kick_offset(K, P, F, T, 0).0, if W > 0 { W } else { S }, S) } {
            let target = const { Shape::of(P, turned_facing(F, T)) }.anchor_column_range(known::<W>(width));
            from = from & Rows::from_column_range(((target.0 - dx).max(0), (target.1 - dx).min(S as i32 - 1)), 0);
        }
        self.reached[to] |= from.moved(dx, dy) & self.usable[to];
    }

    /// Makes one turn of all positions reached in a facing. Returns the bit of the facing turned to if new positions
    /// were reached there, else 0.
    #[inline(always)]
    fn turn_in<const K: usize, const P: usize, const F: usize, const T: usize, const W: u32>(
        &mut self,
        width: u32,
    ) -> u32 {
        let to = const { turned_facing(F, T) };
        let usable = self.usable[const { canonical_facing(P, turned_facing(F, T)) }];
        // From where the turn could lead to something new, if every test were the one that fits: mostly from nowhere.
        let (unreached, mut sources) = (usable.without(self.reached[to]), Rows::EMPTY);
        if !unreached.any() {
            return 0;
        }
        repeat!(I in [0 1 2 3 4 5] {
            if I < const { kick_test_count(K, P, F, T) } {
                let (dx, dy) = const { kick_offset(K, P, F, T, I) };
                sources |= unreached.moved(-dx, -dy);
            }
        });
        let sources = sources & self.reached[F];
        if !sources.any() {
            return 0;
        }
        let (turned, last) = turned_positions::<K, P, F, T, W, S, N>(sources, usable, width);
        let new = ((turned | last) & usable).without(self.reached[to]);
        self.reached[to] |= new;
        u32::from(new.any()) << to
    }
}

/// Whether the facings of a piece are not all alike.
const fn turned_differently(kind: usize) -> bool {
    canonical_count(kind) > 1
}

/// The positions that shifts by one column to either side lead to.
#[inline(always)]
pub(super) fn shifted_positions<const P: usize, const F: usize, const W: u32, const S: u32, const N: usize>(
    reached: Rows<S, N>,
    width: u32,
) -> Rows<S, N> {
    let (left, right) = (reached.moved(-1, 0), reached.moved(1, 0));
    if const { wraps(P, F, F, 1, if W > 0 { W } else { S }, S) } {
        let range = range::<P, F, W>(width);
        let (all_but_last, all_but_first) = ((range.0, range.1 - 1), (range.0 + 1, range.1));
        (left & Rows::from_column_range(all_but_last, 0)) | (right & Rows::from_column_range(all_but_first, 0))
    } else {
        left | right
    }
}

/// The positions that a turn leads to from the positions `from`, where `usable` says where the facing turned to fits.
/// The first field has those by any test but the fifth of a quarter turn, the second those by that fifth. Bits outside
/// `usable` mean nothing.
// The repeated block of the last test leaves its value unread.
#[allow(unused_assignments)]
#[inline(always)]
pub(super) fn turned_positions<
    const K: usize,
    const P: usize,
    const F: usize,
    const T: usize,
    const W: u32,
    const S: u32,
    const N: usize,
>(
    from: Rows<S, N>,
    usable: Rows<S, N>,
    width: u32,
) -> (Rows<S, N>, Rows<S, N>) {
    let (mut left, mut turned_to, mut by_last) = (from, Rows::EMPTY, Rows::EMPTY);
    repeat!(I in [0 1 2 3 4 5] {
        if I < const { kick_test_count(K, P, F, T) } {
            let (dx, dy) = const { kick_offset(K, P, F, T, I) };
            let target = const { Shape::of(P, turned_facing(F, T)) }.anchor_column_range(known::<W>(width));
            // The columns from which the test leads between the walls.
            let source = ((target.0 - dx).max(0), (target.1 - dx).min(S as i32 - 1));
            let wraps =
                const { wraps(P, F, turned_facing(F, T), kick_offset(K, P, F, T, I).0, if W > 0 { W } else { S }, S) };
            let tried = if wraps { left & Rows::from_column_range(source, 0) } else { left };
            if I == 4 && TURNS[T].is_quarter() {
                by_last |= tried.moved(dx, dy);
            } else {
                turned_to |= tried.moved(dx, dy);
            }
            if I + 1 < const { kick_test_count(K, P, F, T) } {
                let mut fits = usable.moved(-dx, -dy);
                if wraps {
                    fits = fits & Rows::from_column_range(source, 0);
                }
                if dy > 0 {
                    // Above the field everything fits.
                    fits |= Rows::from_column_range(source, Rows::<S, N>::ROWS as i32 - dy);
                }
                left = left.without(fits);
            }
        }
    });
    (turned_to, by_last)
}
