//! What the champion's evaluation looks at, in three tables: features of a position, events on the way there, and
//! products of both with the opponent.
//!
//! A feature is a whole number worked out from a [`DerivedPosition`]; divided by its unit it is usually near 1, so that
//! weights are of one size too. What a feature is worth is for the trainer to find out: no weight stands here.

use super::field::{FIRST_COLUMN, LAST_COLUMN, USED_BITS};
use super::position::{
    DerivedPosition, combine_words, count_bits, count_column_bits, moved_down, moved_up, occupied_rows_mask,
    with_all_above,
};
use super::state::OpponentInfo;
use crate::rules::PieceKind;
use crate::rules::attack::classic_combo;

/// An entry of the table of features.
#[derive(Clone, Copy, Debug)]
pub struct PositionFeature {
    /// The feature's name in recipes and files.
    pub name: &'static str,
    /// One line of text about the feature.
    pub about: &'static str,
    /// The number that the feature's value is divided by.
    pub unit: f32,
    /// Works out the feature's value for a position on the whole field.
    pub measure: fn(&DerivedPosition<4>) -> i32,
}

/// An entry of the table of events.
#[derive(Clone, Copy, Debug)]
pub struct EventInfo {
    /// The event's name in recipes and files.
    pub name: &'static str,
    /// One line of text about the event.
    pub about: &'static str,
}

/// A mask of the bits of a word: in every row of it the four columns in which pieces appear.
const SPAWN: u64 = 0b00_0111_1000 * FIRST_COLUMN;

macro_rules! features {
    ($($name:literal $unit:literal $about:literal |$position:ident| $value:expr;)*) => {
        /// The features of a position, in the order of the weights.
        pub static FEATURES: &[PositionFeature] = &[$(PositionFeature {
            name: $name,
            about: $about,
            unit: $unit,
            measure: |$position: &DerivedPosition<4>| $value,
        }),*];

        /// The number of features.
        pub const FEATURE_COUNT: usize = [$($name),*].len();

        /// The names of the weights that are added to the features' where garbage is not announced.
        static UNTOLD_FEATURES: [&str; FEATURE_COUNT] = [$(concat!("untold-", $name)),*];

        /// The values of all features.
        #[inline(always)]
        pub(super) fn measure_features<const N: usize>(position: &DerivedPosition<N>) -> [i32; FEATURE_COUNT] {
            [$({ let $position = position; $value }),*]
        }
    };
}

features! {
    "height" 5.0 "rows of the stack" |g| g.height;
    "cells-under" 20.0 "filled cells and all below them" |g| count_bits(g.covered);
    "above-10" 3.0 "rows of the stack above the tenth" |g| (g.height - 10).max(0);
    "above-14" 4.0 "the square of the rows above the fourteenth" |g| (g.height - 14).max(0).pow(2);
    "spawn-height" 5.0 "the highest of the four middle columns" |g| g.spawn_height();
    "steps" 6.0 "the sum of steps from column to column" |g| g.height_difference_sum();
    "squared-steps" 20.0 "the sum of the squares of those steps, 36 at most each" |g| g.squared_height_difference_sum();
    "holes" 2.0 "empty cells with a filled one above" |g| count_bits(g.holes);
    "hole-rows" 2.0 "rows with a hole" |g| count_column_bits(g.holes.map(occupied_rows_mask));
    "covering" 3.0 "filled cells above holes" |g| g.covering();
    "row-transitions" 8.0 "changes between filled and empty along the rows of the stack" |g| g.row_transitions();
    "column-transitions" 5.0 "changes between filled and empty along the columns" |g| g.column_transitions();
    "wells" 3.0 "cells open to the sky between two higher columns" |g| count_bits(g.well_cells());
    "well-depth" 3.0 "the deepest well" |g| g.deepest_well_depth();
    "lacking-1" 2.0 "rows that lack one cell" |g| g.rows_lacking(1);
    "lacking-2" 2.0 "rows that lack two cells" |g| g.rows_lacking(2);
    "lacking-3" 2.0 "rows that lack three cells" |g| g.rows_lacking(3);
    "lacking-4" 2.0 "rows that lack four cells" |g| g.rows_lacking(4);
    "last-cells" 2.0 "rows that lack one cell, open to the sky" |g| count_bits(g.row_completing_cells());
    "quad" 1.0 "whether four of those last cells lie above each other" |g| g.quad_ready();
    "slots" 1.0 "slots for a T pointing down, with an overhang" |g| count_bits(g.slots[0]);
    "half-slots" 1.0 "slots for a T that still want the overhang" |g| count_bits(g.slots[1]);
    "doubles" 1.0 "slots for a T that are doubles now" |g| g.t_double_count(g.slots[0]);
    "half-doubles" 1.0 "T-spin doubles that want the overhang only" |g| g.t_double_count(g.slots[1]);
    "window-2" 3.0 "rows complete but for the two lowest neighbouring columns" |g| g.windows[0].rows;
    "window-3" 3.0 "rows complete but for the three lowest columns" |g| g.windows[1].rows;
    "window-4" 3.0 "rows complete but for the four lowest columns" |g| g.windows[2].rows;
    "window-4-cells" 3.0 "cells in the window of four columns" |g| g.windows[2].cells;
    "window-4-rest-0" 1.0 "whether the cells in that window are a multiple of four" |g| g.rest(0);
    "window-4-rest-1" 1.0 "whether the cells in that window are one more" |g| g.rest(1);
    "window-4-rest-2" 1.0 "whether the cells in that window are two more" |g| g.rest(2);
    "outlook" 3.0 "lines that the combo table gives for clearing that window's rows one by one" |g| g.outlook();
    "outlook-3" 3.0 "lines that the combo table gives for clearing the window of three"
        |g| combos(g.off_board.combo, g.windows[1].rows);
    "combo" 3.0 "clears in a row so far" |g| i32::from(g.off_board.combo.min(20));
    "combo-next" 2.0 "lines that the next clear's combo adds" |g| combos(g.off_board.combo, 1);
    "back-to-back" 1.0 "whether a difficult clear would be back-to-back" |g| i32::from(g.off_board.chain > 0);
    "colours" 4.0 "how far the cells are from half of each chessboard colour" |g| g.colours();
    "columns" 4.0 "how far the cells are from half in every second column" |g| g.columns();
    "perfect" 4.0 "how near a perfect clear is, in pieces below twelve, without holes" |g| g.perfect();
    "hold-i" 1.0 "whether an I is held" |g| holds(g.off_board.hold, PieceKind::I);
    "hold-t" 1.0 "whether a T is held" |g| holds(g.off_board.hold, PieceKind::T);
    "hold-o" 1.0 "whether an O is held" |g| holds(g.off_board.hold, PieceKind::O);
    "hold-s" 1.0 "whether an S or Z is held"
        |g| holds(g.off_board.hold, PieceKind::S) + holds(g.off_board.hold, PieceKind::Z);
    "waiting" 3.0 "rows of garbage waiting" |g| i32::from(g.off_board.waiting);
    "waiting-high" 3.0 "rows above the twelfth once waiting garbage has risen"
        |g| if g.off_board.waiting > 0 { (g.height + i32::from(g.off_board.waiting) - 12).max(0) } else { 0 };
    "height-waiting" 20.0 "rows of the stack, times rows of garbage waiting"
        |g| g.height * i32::from(g.off_board.waiting);
    "outlook-waiting" 20.0 "the outlook, times rows of garbage waiting" |g| g.outlook() * i32::from(g.off_board.waiting);
    "waiting-in-combo" 3.0 "rows of garbage waiting while a combo holds them up"
        |g| if g.off_board.combo > 0 { i32::from(g.off_board.waiting) } else { 0 };
    "chain" 4.0 "difficult clears in a row after the first, where the rules count them"
        |g| i32::from(g.off_board.chain.clamp(1, 24)) - 1;
    "surge" 4.0 "lines that the end of that chain sends" |g| i32::from(g.off_board.surge);
    "garbage-rows" 4.0 "rows of garbage on the board, where clears of them send more"
        |g| i32::from(g.off_board.garbage);
    "ready-combo" 16.0 "clears in a row so far where they multiply, times the lines that a quad and T-spin doubles would send"
        |g| i32::from(g.off_board.multiplying_combo.min(20)) * 4 * (g.quad_ready() + g.t_double_count(g.slots[0]));
}

macro_rules! events {
    ($($event:ident $name:literal $about:literal;)*) => {
        /// The events on the way to a position, in the order of the weights that follow the features'.
        pub static EVENTS: &[EventInfo] = &[$(EventInfo { name: $name, about: $about }),*];

        /// The number of events.
        pub const EVENT_COUNT: usize = [$($name),*].len();

        /// An event on the way to a position, at its place among [`EVENTS`].
        #[derive(Clone, Copy, Debug)]
        pub(super) enum SearchEvent {
            $($event),*
        }

        /// The names of the weights that are added to the events' where garbage is not announced.
        static UNTOLD_EVENTS: &[&str] = &[$(concat!("untold-", $name)),*];
    };
}

events! {
    Attack "attack" "lines sent";
    ComboAttack "combo-attack" "lines that the combo added";
    Single "single" "a single without a spin";
    Double "double" "a double";
    Triple "triple" "a triple";
    QuadClear "quad-clear" "four lines";
    SpinSingle "spin-single" "a T-spin single";
    SpinDouble "spin-double" "a T-spin double";
    SpinTriple "spin-triple" "a T-spin triple";
    MiniClear "mini-clear" "a mini spin with lines";
    PerfectClear "perfect-clear" "a perfect clear";
    BrokenChain "broken-chain" "a clear that ended a back-to-back";
    BrokenCombo "broken-combo" "a piece without a clear that ended a combo, by its length";
    WastedT "wasted-t" "a T set down without a full spin that clears";
    Clears "clears" "a clear";
    Sent "sent" "lines sent that no garbage waiting took away";
    EndedChain "ended-chain" "difficult clears after the first of a chain that a clear ended";
}

/// A product with the opponent: what a feature or an event is worth more because of the opponent. Nothing about the
/// opponent changes while one piece is thought about, so that it only changes what one's own moves are worth.
#[derive(Clone, Copy, Debug)]
pub struct OpponentProduct {
    /// The product's name in recipes and files.
    pub name: &'static str,
    /// One line of text about the product.
    pub about: &'static str,
    /// The name of the feature or event whose weight the product adds to.
    pub adds_to: &'static str,
    /// Works out the factor from the opponent, usually near 1.
    pub factor: fn(&OpponentInfo) -> f32,
}

/// How far the opponent's stack and the garbage that waits for it pass the tenth row, in units of five rows: 0 to 4.
fn brink(rival: &OpponentInfo) -> f32 {
    f32::from(rival.height.saturating_add(rival.waiting).saturating_sub(10).min(20)) / 5.0
}

/// The opponent's combo in units of five clears, 0 to 4.
fn running(rival: &OpponentInfo) -> f32 {
    f32::from(rival.combo.min(20)) / 5.0
}

/// The products with the opponent, in the order of the weights that follow the events'.
pub static OPPONENT_PRODUCTS: &[OpponentProduct] = &[
    OpponentProduct {
        name: "sent-high",
        about: "lines that arrive, by the opponent's height in tens",
        adds_to: "sent",
        factor: |rival| f32::from(rival.height) / 10.0,
    },
    OpponentProduct {
        name: "sent-brink",
        about: "lines that arrive, by how far its stack and what it has coming pass the tenth row",
        adds_to: "sent",
        factor: brink,
    },
    OpponentProduct {
        name: "sent-idle",
        about: "lines that arrive while it has no combo to cancel them with",
        adds_to: "sent",
        factor: |rival| f32::from(u8::from(rival.combo == 0)),
    },
    OpponentProduct {
        name: "outlook-brink",
        about: "the outlook, by how far the opponent is beyond the tenth row",
        adds_to: "outlook",
        factor: brink,
    },
    OpponentProduct {
        name: "height-combo",
        about: "the player's own height, by the opponent's combo",
        adds_to: "height",
        factor: running,
    },
    OpponentProduct {
        name: "outlook-combo",
        about: "the outlook, by the opponent's combo",
        adds_to: "outlook",
        factor: running,
    },
    OpponentProduct {
        name: "clears-combo",
        about: "a clear, which holds garbage up, by the opponent's combo",
        adds_to: "clears",
        factor: running,
    },
];

/// The number of products with the opponent.
pub const OPPONENT_PRODUCT_COUNT: usize = OPPONENT_PRODUCTS.len();

/// The names of weights that are younger than the recipe `champion`. Its games are played alone and do not teach them.
const LATER: [&str; 4] = ["height-waiting", "outlook-waiting", "waiting-in-combo", "sent"];

/// The names of the weights of chains of difficult clears. What they measure is always 0 under the guideline, so that
/// its champions have no use for them.
pub const CHAIN_WEIGHT_NAMES: [&str; 3] = ["chain", "surge", "ended-chain"];

/// The names of further weights of what is always 0 under the guideline, younger than the
/// recipes that use [`CHAIN_WEIGHT_NAMES`].
const LATER_CHAINS: [&str; 2] = ["garbage-rows", "ready-combo"];

/// Whether the weight of this name counts under the guideline.
pub fn counts_in_guideline(name: &&str) -> bool {
    !CHAIN_WEIGHT_NAMES.iter().chain(&LATER_CHAINS).any(|rare| *rare == name.trim_start_matches("untold-"))
}

/// The names of a genome's weights in their order: features, events, products with the opponent; then what features and
/// events are worth more where garbage is not announced.
pub fn weight_names() -> impl Iterator<Item = &'static str> {
    general_weight_names().chain(unannounced_garbage_weight_names())
}

/// The names of the weights that count everywhere: features, events and products.
pub fn general_weight_names() -> impl Iterator<Item = &'static str> {
    let own = FEATURES.iter().map(|feature| feature.name).chain(EVENTS.iter().map(|event| event.name));
    own.chain(OPPONENT_PRODUCTS.iter().map(|product| product.name))
}

/// The names of the weights that count only where garbage is not announced.
pub fn unannounced_garbage_weight_names() -> impl Iterator<Item = &'static str> {
    UNTOLD_FEATURES.iter().chain(UNTOLD_EVENTS).copied()
}

/// For a weight that counts everywhere, the name of the one that is added to it where garbage is not announced, and the
/// other way round. `None` if there is no such weight, as for products.
pub fn unannounced_garbage_counterpart(name: &str) -> Option<&'static str> {
    let pair = |one: &str, other: &str| one.strip_prefix("untold-") == Some(other);
    weight_names().find(|other| pair(name, other) || pair(other, name))
}

/// The names of the weights that games without an opponent teach.
pub fn solo_weight_names() -> impl Iterator<Item = &'static str> {
    general_weight_names()
        .filter(counts_in_guideline)
        .filter(|name| !LATER.contains(name) && OPPONENT_PRODUCTS.iter().all(|product| product.name != *name))
}

/// Lines that the classic combo table gives for `rows` more clears in a row after `combo` of them.
#[inline(always)]
fn combos(combo: u8, rows: i32) -> i32 {
    let at = usize::from(combo).min(SUMS.len() - 1);
    let end = (at + rows.max(0) as usize).min(SUMS.len() - 1);
    SUMS[end] - SUMS[at]
}

/// A table of sums: at each index the lines that the classic combo table gives for all combos below that index.
static SUMS: [i32; 48] = {
    let mut sums = [0; 48];
    let mut at = 0;
    while at + 1 < sums.len() {
        sums[at + 1] = sums[at] + classic_combo(at as u32) as i32;
        at += 1;
    }
    sums
};

fn holds(hold: u8, kind: PieceKind) -> i32 {
    i32::from(usize::from(hold) == kind.index())
}

impl<const N: usize> DerivedPosition<N> {
    #[inline(always)]
    fn spawn_height(&self) -> i32 {
        count_column_bits(self.covered.map(|word| occupied_rows_mask(word & SPAWN)))
    }

    #[inline(always)]
    fn covering(&self) -> i32 {
        let above = with_all_above(self.holes);
        (0..N).map(|at| (above[at] & self.filled[at]).count_ones() as i32).sum()
    }

    #[inline(always)]
    fn row_transitions(&self) -> i32 {
        let walls = combine_words(self.filled, self.rows, |filled, rows| !filled & rows);
        // What changes at the far wall stands in the column that the changes inside leave free.
        let others = combine_words(self.filled, self.rows, |filled, rows| {
            (filled ^ filled >> 1) & !LAST_COLUMN & USED_BITS | !filled & LAST_COLUMN & rows << 9
        });
        count_column_bits(walls) + count_bits(others)
    }

    #[inline(always)]
    fn column_transitions(&self) -> i32 {
        let above = moved_down(self.filled);
        (0..N).map(|at| (self.filled[at] ^ above[at]).count_ones() as i32).sum()
    }

    #[inline(always)]
    fn quad_ready(&self) -> i32 {
        let last = self.row_completing_cells();
        let two = moved_up(last);
        let pair: [u64; N] = std::array::from_fn(|at| last[at] & two[at]);
        let lower = moved_up(moved_up(pair));
        i32::from((0..N).any(|at| pair[at] & lower[at] != 0))
    }

    #[inline(always)]
    fn rest(&self, rest: i32) -> i32 {
        let window = self.windows[2];
        i32::from(window.rows >= 4 && window.cells % 4 == rest)
    }

    #[inline(always)]
    fn outlook(&self) -> i32 {
        combos(self.off_board.combo, self.windows[2].rows)
    }

    #[inline(always)]
    fn colours(&self) -> i32 {
        // Rows of a word alternate, and a word has an even number of them.
        const EVEN: u64 = 0x155 | 0x2AA << 10 | 0x155 << 20 | 0x2AA << 30 | 0x155 << 40 | 0x2AA << 50;
        (2 * count_bits(self.filled.map(|word| word & EVEN)) - count_bits(self.filled)).abs()
    }

    #[inline(always)]
    fn columns(&self) -> i32 {
        const EVEN: u64 = 0x155 * FIRST_COLUMN;
        (2 * count_bits(self.filled.map(|word| word & EVEN)) - count_bits(self.filled)).abs()
    }

    #[inline(always)]
    fn perfect(&self) -> i32 {
        if self.height > 6 || self.holes.iter().any(|&word| word != 0) {
            return 0;
        }
        let cells = count_bits(self.filled);
        let rows = self.height.max(1);
        // Whole pieces must fill the rows.
        let rows = if (10 * rows - cells) % 4 == 0 { rows } else { rows + 1 };
        if (10 * rows - cells) % 4 != 0 {
            return 0;
        }
        (12 - (10 * rows - cells) / 4).max(0)
    }
}
