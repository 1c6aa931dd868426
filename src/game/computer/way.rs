//! From a placement within reach to keys: the fewest that lead there, soft drops, tucks and spins included, as far as
//! gravity and handling let them.
//!
//! The search of keys knows no time. A target counts as within reach only if this hand, at its pace and
//! under this gravity, gets there: that is tried out before a key is pressed. Knows one moment; the hand
//! asks again before each key.

use crate::ai::brain::RankedPlacement;
use crate::game::components::PieceInPlay;
use crate::game::handling::{Handling, SoftDrop};
use crate::game::input::Action;
use crate::movegen::{self, AllowedMoves, FallRules, Key, KeySearch, Placement, SoftDropKind, ticks_to_place};
use crate::rules::spin::spin_of;
use crate::rules::{Board, FallingPiece, Gravity, LastMove, Rules, Shift, Turn};

/// Ticks between two taps of the same key, about.
const TAPPING: u64 = 60;

/// When a key that is down goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyRelease {
    /// The key goes up at this tick of the match.
    Tick(u64),
    /// The key goes up when the piece's lowest mino is in this row, or the piece rests.
    Row(i8),
    /// The key goes up when the piece can be shifted no further to this side.
    Stopped(Shift),
}

/// What a computer player's hand sees before it presses a key.
pub(super) struct KeyPlanningView<'a> {
    pub(super) now: u64,
    pub(super) board: &'a Board,
    pub(super) in_play: PieceInPlay,
    pub(super) rules: &'a Rules,
    pub(super) gravity: Gravity,
    pub(super) handling: &'a Handling,
}

impl KeyPlanningView<'_> {
    /// Ticks until the piece locks if no key touches it. For a piece in free fall on a way that gravity can spoil
    /// (`under_way`), ticks until it falls a row.
    pub(super) fn ticks_until_lock(&self, under_way: bool) -> u64 {
        let piece = self.in_play.piece;
        let rows = (piece.y - piece.dropped(self.board).y) as u64;
        let row = Gravity::ROW.checked_div(self.gravity.0).unwrap_or(u64::MAX);
        if under_way && rows > 0 {
            return row;
        }
        let rest = self.rules.lock_down.delay.saturating_sub(self.in_play.lock.rested_ticks());
        row.saturating_mul(rows).saturating_add(rest.into())
    }
}

/// The moves that the rules and this handling allow: soft drop goes to the ground at once, or row by row.
pub(super) fn allowed_moves(rules: &Rules, handling: &Handling) -> AllowedMoves {
    let fall = if handling.soft_drop == SoftDrop::Instant { SoftDropKind::ToGround } else { SoftDropKind::ByRows };
    AllowedMoves { fall, ..AllowedMoves::of(rules) }
}

/// A key to press, and when it goes up if it is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedKey {
    pub(super) action: Action,
    pub(super) until: Option<KeyRelease>,
}

impl PlannedKey {
    pub(super) const fn tap(action: Action) -> Self {
        Self { action, until: None }
    }
}

/// The keys that are left to press, the placement they lead to, and its index among the ranked placements; `None` for a
/// drop from where the piece is.
pub(super) struct KeyPath {
    pub(super) strokes: Vec<PlannedKey>,
    pub(super) aim: Placement,
    pub(super) target: Option<usize>,
}

impl KeyPath {
    /// Whether the piece has to be steered further down, so that waiting may put its placement out of reach.
    pub(super) fn needs_steering(&self, piece: FallingPiece) -> bool {
        let soft_drop = |stroke: &PlannedKey| stroke.action == Action::SoftDrop;
        let first = self.strokes.first().is_some_and(soft_drop);
        // The next key is a soft drop, or keys are left while the piece is already as low as its target.
        first || self.strokes.len() > 1 && self.aim.piece.row_range().1 >= piece.row_range().0
    }
}

/// Finds the keys to the target, or, if gravity would spoil them, to the best placement that can be reached, or, if
/// there is none, the drop from where the piece is.
pub(super) fn find_key_path(
    view: &KeyPlanningView,
    ranked: &[RankedPlacement],
    target: Option<usize>,
    moves: &AllowedMoves,
    deadline: u64,
) -> KeyPath {
    let piece = view.in_play.piece;
    let mut routes = Routes {
        view,
        moves,
        left: deadline.saturating_sub(view.now),
        here: KeySearch::new(view.board, piece, view.in_play.last, moves),
        held: None,
    };
    let mut only_free = None;
    let first = target.and_then(|target| Some((target, ranked.get(target)?)));
    for (index, choice) in first.into_iter().chain(ranked.iter().enumerate()) {
        let Some((way, kept)) = routes.to(index, choice) else { continue };
        if kept {
            return way;
        }
        only_free.get_or_insert(way);
    }
    only_free.unwrap_or_else(|| immediate_drop_path(view))
}

/// The key path that is a hard drop from where the piece is now.
pub(super) fn immediate_drop_path(view: &KeyPlanningView) -> KeyPath {
    let (from, piece) = (view.in_play.piece, view.in_play.piece.dropped(view.board));
    let last = if from == piece { view.in_play.last } else { LastMove::Other };
    let spin = spin_of(view.board, piece, last, view.rules.spins());
    KeyPath { strokes: vec![PlannedKey::tap(Action::HardDrop)], aim: Placement { piece, spin }, target: None }
}

/// The searches of keys for the falling piece, and for the one that comes by holding it, once it is asked for.
struct Routes<'a> {
    view: &'a KeyPlanningView<'a>,
    moves: &'a AllowedMoves,
    /// Ticks until the piece should drop.
    left: u64,
    here: KeySearch<'a>,
    held: Option<(FallingPiece, KeySearch<'a>)>,
}

impl<'a> Routes<'a> {
    /// The keys to a placement, if there are any, and whether gravity leaves the hand the time to press them.
    fn to(&mut self, index: usize, choice: &RankedPlacement) -> Option<(KeyPath, bool)> {
        let (view, aim) = (self.view, choice.placement());
        let (board, falling) = (view.board, view.in_play.piece);
        let hold = choice.hold && choice.piece.kind != falling.kind;
        let (start, keys) = if hold {
            if self.held.as_ref().is_none_or(|(piece, _)| piece.kind != choice.piece.kind) {
                let piece = self.moves.spawn_piece(board, choice.piece.kind)?;
                self.held = Some((piece, KeySearch::new(board, piece, LastMove::Other, self.moves)));
            }
            let (piece, ways) = self.held.as_mut()?;
            (*piece, ways.keys_to(&aim)?)
        } else {
            (falling, if choice.piece.kind == falling.kind { self.here.keys_to(&aim)? } else { return None })
        };
        let kept = keys.len() == 1 || self.keeps(start, &keys, &aim);
        let mut strokes = strokes(&keys, start, view, self.left);
        if hold {
            strokes.insert(0, PlannedKey::tap(Action::Hold));
        }
        Some((KeyPath { strokes, aim, target: Some(index) }, kept))
    }

    /// Whether the hand presses all the keys before gravity and lock down spoil them.
    fn keeps(&self, start: FallingPiece, keys: &[Key], aim: &Placement) -> bool {
        let (view, handling) = (self.view, self.view.handling);
        let pause = (self.left / keys.len().max(2) as u64).min(view.ticks_until_lock(false) / 3).max(2);
        let hand = movegen::HandTiming {
            das: handling.das.into(),
            arr: handling.arr.into(),
            soft_drop: handling.soft_drop.factor(),
            pause: pause.min(u64::from(u32::MAX)) as u32,
            think: 0,
        };
        let (rules, gravity) = (&view.rules, view.gravity);
        let fall = FallRules { gravity, lock_down: rules.lock_down, kicks: rules.kicks, spins: rules.spins() };
        ticks_to_place(view.board, start, keys, aim, &hand, &fall).is_some()
    }
}

/// Turns found keys into keys to press. Where there is no time to hold a direction until it repeats, it is tapped.
fn strokes(keys: &[Key], start: FallingPiece, view: &KeyPlanningView, left: u64) -> Vec<PlannedKey> {
    let mut strokes = Vec::with_capacity(keys.len() + 4);
    for (at, key) in keys.iter().enumerate() {
        match *key {
            Key::Tap(shift) => strokes.push(PlannedKey::tap(side(shift))),
            Key::Turn(turn) => strokes.push(PlannedKey::tap(turn_key(turn))),
            Key::HardDrop => strokes.push(PlannedKey::tap(Action::HardDrop)),
            Key::SoftDrop(rows) => {
                let row = start.row_range().0 - rows as i8;
                // Only the first key is pressed, and it starts from where the piece is.
                strokes.push(PlannedKey { action: Action::SoftDrop, until: Some(KeyRelease::Row(row)) });
            }
            Key::Hold(shift) => {
                let columns = if at == 0 { room(view.board, start, shift) } else { 0 };
                let others = (keys.len() - 1) as u64 * TAPPING.min(left / keys.len() as u64);
                let held = u64::from(view.handling.das) + u64::from(view.handling.arr) * columns;
                if held + others <= left {
                    strokes.push(PlannedKey { action: side(shift), until: Some(KeyRelease::Stopped(shift)) });
                } else {
                    strokes.extend((0..columns.max(1)).map(|_| PlannedKey::tap(side(shift))));
                }
            }
        }
    }
    strokes
}

/// How many columns a piece can be shifted to one side.
fn room(board: &Board, piece: FallingPiece, shift: Shift) -> u64 {
    std::iter::successors(piece.shifted(board, shift), |piece| piece.shifted(board, shift)).count() as u64
}

const fn side(shift: Shift) -> Action {
    match shift {
        Shift::Left => Action::Left,
        Shift::Right => Action::Right,
    }
}

const fn turn_key(turn: Turn) -> Action {
    match turn {
        Turn::Clockwise => Action::Clockwise,
        Turn::Counterclockwise => Action::Counterclockwise,
        Turn::Half => Action::Half,
    }
}
