//! The computer player's hand: one key at a time, at varied intervals, at the speed that was set.
//!
//! It knows where it wants the piece and sees where it is; before each key it looks again whether the way is
//! still free, and takes the next best placement when it is not. How straight drops are keyed: `plan`;
//! everything within reach: `way`.

use super::pace::Pace;
use super::plan::keys_to;
use super::way::{self, KeyPlanningView, KeyRelease, PlannedKey};
use crate::ai::brain::RankedPlacement;
use crate::game::input::{Action, KeyEvent, TickInput};
use crate::movegen::{AllowedMoves, Placement};
use crate::rules::{Board, FallingPiece, Random, Rules};

/// Percent of the time until a piece should drop that pass before the hand's first key, as if it looked.
const LOOK: u64 = 25;
/// How many pieces at most, by the speed that was set, a hand that drops early is ahead: one that drops each piece with
/// its first key, after a quarter of the time, is three ahead.
const MOST_AHEAD: u64 = 4;
/// The longest that a tapped key is down, in ticks: a relaxed tap.
const TAP: u64 = 45;
/// The most keys that the hand presses to bring a piece to its placement, more than any placement takes: after them it
/// drops the piece where it is.
const MOST_KEYS: u32 = 60;

/// The computer player's hand and its rhythm of keys.
#[derive(Clone, Debug)]
pub(super) struct ComputerHand {
    pace: Pace,
    slips: u8,
    /// How pieces move, for a hand that does more than straight drops; `None` for one that does not.
    pub(super) moves: Option<AllowedMoves>,
    random: Random,
    /// The tick at which the piece should drop.
    deadline: u64,
    /// Whether the hand has dropped the piece, which does not lock by itself then.
    dropped: bool,
    /// The earliest tick at which the next key goes down.
    next_key: u64,
    /// The key that is down, and when it goes up.
    down: Option<(Action, KeyRelease)>,
    /// Ticks to rest after a key that was held.
    rest: u64,
    /// Keys pressed for this piece.
    pressed: u32,
    /// The placement that the piece is to go to, as an index into the ranked placements; `None` until it is chosen.
    pub(super) target: Option<usize>,
    /// The placement that the last key was to bring the piece to; `None` before the first key.
    pub(super) aim: Option<Placement>,
}

/// How many of a thousand pieces slip from a hand to a random place: 1 - 0.96^slips, where `slips` is 0-5.
pub const fn slip_permille(slips: u8) -> u16 {
    let (mut steady, mut step) = (1000u32, 0);
    while step < slips {
        steady = steady * 96 / 100;
        step += 1;
    }
    (1000 - steady) as u16
}

impl ComputerHand {
    pub(super) const fn new(pace: Pace, slips: u8, moves: Option<AllowedMoves>, random: Random) -> Self {
        Self {
            pace,
            slips,
            moves,
            random,
            deadline: 0,
            dropped: false,
            next_key: 0,
            down: None,
            rest: 0,
            pressed: 0,
            target: None,
            aim: None,
        }
    }

    /// Leaves no time over from the last round, before the first piece of the next.
    pub(super) const fn begin_round(&mut self) {
        self.dropped = false;
    }

    /// Begins with a new piece, which locks by itself in `patience` ticks if no key touches it. Returns the tick at
    /// which the thought about it is due.
    pub(super) fn begin_piece(&mut self, now: u64, patience: u64) -> u64 {
        (self.target, self.aim, self.pressed) = (None, None, 0);
        // What was held was meant for the last piece.
        if let Some((_, until)) = &mut self.down
            && !matches!(until, KeyRelease::Tick(_))
        {
            *until = KeyRelease::Tick(now);
        }
        // Deadlines follow each other, not the spawns: the speed set is the speed played. But a piece that locked by
        // itself leaves no time over, or the first key would come later and later and at last after every lock. Nor
        // does a hand that gravity hurries save time without end, or it would rest for long once gravity is slow again.
        let period = self.pace.ticks_per_piece();
        let most = if std::mem::take(&mut self.dropped) { now + MOST_AHEAD * period } else { now };
        let varied = period * u64::from(85 + self.random.below(31)) / 100;
        self.deadline = self.deadline.clamp(now.saturating_sub(period / 2), most) + varied;
        let window = self.deadline.saturating_sub(now);
        self.next_key = now + 1 + (window * LOOK / 100).min(patience / 2);
        self.next_key
    }

    /// Lets the held key go when its time is up.
    pub(super) fn release_due_key(
        &mut self,
        now: u64,
        board: &Board,
        piece: Option<FallingPiece>,
        input: &mut TickInput,
    ) {
        let Some((action, until)) = self.down else { return };
        let over = match (until, piece) {
            (KeyRelease::Tick(tick), _) => tick <= now,
            (_, None) => true,
            (KeyRelease::Row(row), Some(piece)) => piece.row_range().0 <= row || piece.lowered(board).is_none(),
            (KeyRelease::Stopped(shift), Some(piece)) => piece.shifted(board, shift).is_none(),
        };
        if over && input.push(KeyEvent { action, down: false }) {
            self.down = None;
            if !matches!(until, KeyRelease::Tick(_)) {
                self.next_key = self.next_key.max(now + self.rest);
            }
        }
    }

    /// Presses the next key if its time has come, and returns it.
    pub(super) fn press_due_key(
        &mut self,
        view: &KeyPlanningView,
        ranked: &[RankedPlacement],
        input: &mut TickInput,
    ) -> Option<Action> {
        if view.now < self.next_key || self.down.is_some() {
            return None;
        }
        if self.target.is_none() && self.slips() && !ranked.is_empty() {
            self.target = Some(self.random.below(ranked.len() as u32) as usize);
        }
        match self.moves {
            None => self.press_straight(view, ranked, input),
            Some(moves) => self.press_on_way(view, ranked, &moves, input),
        }
    }

    fn press_straight(
        &mut self,
        view: &KeyPlanningView,
        ranked: &[RankedPlacement],
        input: &mut TickInput,
    ) -> Option<Action> {
        let now = view.now;
        let keys = self.plan(view.board, view.in_play.piece, ranked, view.rules);
        let action = keys.first().copied().unwrap_or(Action::HardDrop);
        if !input.push(KeyEvent { action, down: true }) {
            return None;
        }
        self.dropped = action == Action::HardDrop;
        self.aim = self.target.and_then(|target| ranked.get(target)).map(RankedPlacement::placement);
        let interval = self.interval(now, keys.len());
        self.down = Some((action, KeyRelease::Tick(now + TAP.min(interval / 2).max(1))));
        // The last key before the drop leaves the drop on time.
        self.next_key = if keys.len() == 2 { self.deadline.max(now + 2) } else { now + interval };
        Some(action)
    }

    /// Ticks until the next key, when `keys` keys are left to press before the deadline.
    fn interval(&mut self, now: u64, keys: usize) -> u64 {
        let left = self.deadline.saturating_sub(now) / keys.max(2) as u64;
        // A third more or less: nobody taps like a clock.
        (left * u64::from(67 + self.random.below(67)) / 100).max(2)
    }

    fn press_on_way(
        &mut self,
        view: &KeyPlanningView,
        ranked: &[RankedPlacement],
        moves: &AllowedMoves,
        input: &mut TickInput,
    ) -> Option<Action> {
        let now = view.now;
        let hurried = self.pressed >= MOST_KEYS;
        let way = match hurried {
            true => way::immediate_drop_path(view),
            false => way::find_key_path(view, ranked, self.target, moves, self.deadline),
        };
        let stroke = way.strokes.first().copied().unwrap_or(PlannedKey::tap(Action::HardDrop));
        let action = stroke.action;
        if !input.push(KeyEvent { action, down: true }) {
            return None;
        }
        self.dropped = action == Action::HardDrop;
        (self.target, self.aim, self.pressed) = (way.target, Some(way.aim), self.pressed + 1);
        let keys = way.strokes.len();
        // A hand that waits too long loses its way: the piece locks by itself, or falls past the way in.
        let patience = view.ticks_until_lock(way.needs_steering(view.in_play.piece)) / 3;
        let interval = self.interval(now, keys).min(patience).max(2);
        let until = stroke.until.unwrap_or(KeyRelease::Tick(now + TAP.min(interval / 2).max(1)));
        self.down = Some((action, until));
        self.rest = (interval / 4).max(1);
        self.next_key = match (until, keys) {
            // The pause after a held key is counted from its release.
            (KeyRelease::Row(_) | KeyRelease::Stopped(_), _) => now + 1,
            (KeyRelease::Tick(_), 2) => self.deadline.min(now + patience).max(now + 2),
            (KeyRelease::Tick(_), _) => now + interval,
        };
        Some(action)
    }

    /// The keys to the target of a straight drop, chosen first if there is none yet, and anew if the way there
    /// is no longer free.
    fn plan(&mut self, board: &Board, piece: FallingPiece, ranked: &[RankedPlacement], rules: &Rules) -> Vec<Action> {
        let way_to = |choice: &RankedPlacement| {
            if choice.hold && choice.piece.kind != piece.kind {
                let held = AllowedMoves::of(rules).spawn_piece(board, choice.piece.kind);
                let keys = held.and_then(|held| keys_to(board, held, choice.piece, rules));
                return Some([vec![Action::Hold], keys.unwrap_or_else(|| vec![Action::HardDrop])].concat());
            }
            keys_to(board, piece, choice.piece, rules)
        };
        if let Some(keys) = self.target.and_then(|target| ranked.get(target)).and_then(way_to) {
            return keys;
        }
        let reachable = ranked.iter().enumerate().find_map(|(index, choice)| Some((index, way_to(choice)?)));
        self.target = reachable.as_ref().map(|(index, _)| *index);
        reachable.map_or_else(|| vec![Action::HardDrop], |(_, keys)| keys)
    }

    /// Whether the hand slips on this piece.
    fn slips(&mut self) -> bool {
        self.slips > 0 && self.random.chance(slip_permille(self.slips))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Handling;
    use crate::game::components::PieceInPlay;
    use crate::rules::random::Purpose;
    use crate::rules::{BoardSize, Gravity, LastMove, LockDown, PieceKind, Shift, Spin};

    fn hand(moves: Option<AllowedMoves>) -> ComputerHand {
        ComputerHand::new(Pace::FASTEST, 0, moves, Random::new(7, Purpose::Hand))
    }

    /// Lets a hand press so many keys for a T that should drop so many columns to the left by this tick, and that no
    /// key moves. Returns the hand and the keys.
    fn after_keys(deadline: u64, columns: usize, count: usize) -> (ComputerHand, Vec<Action>) {
        let (rules, board, handling) = (&Rules::versus(), &Board::new(BoardSize::default()), &Handling::STANDARD);
        let piece = FallingPiece::spawn(PieceKind::T, board.size());
        let lock = LockDown::new(piece.row_range().0);
        let in_play = PieceInPlay { piece, last: LastMove::Other, lock, fraction: 0 };
        let there = (0..columns).fold(piece, |piece, _| piece.shifted(board, Shift::Left).unwrap()).dropped(board);
        let ranked = [RankedPlacement { piece: there, spin: Spin::None, hold: false, value: 1.0 }];
        let mut hand = ComputerHand { deadline, ..hand(Some(way::allowed_moves(rules, handling))) };
        let mut keys = Vec::new();
        let mut now = 0;
        while keys.len() < count {
            let view = KeyPlanningView { now, board, in_play, rules, gravity: Gravity(0), handling };
            let mut input = TickInput::default();
            hand.release_due_key(now, board, Some(piece), &mut input);
            keys.extend(hand.press_due_key(&view, &ranked, &mut input));
            now += 1;
        }
        (hand, keys)
    }

    #[test]
    fn a_piece_that_sixty_keys_do_not_bring_to_its_place_is_dropped_where_it_is() {
        let (_, keys) = after_keys(0, 3, 61);
        assert_eq!((&keys[..60], keys[60]), (&[Action::Left; 60][..], Action::HardDrop));
    }

    #[test]
    fn a_tap_lasts_half_the_time_to_the_next_key_and_never_longer_than_a_relaxed_one() {
        let (hand, keys) = after_keys(100_000, 1, 1);
        assert_eq!((keys, hand.down), (vec![Action::Left], Some((Action::Left, KeyRelease::Tick(TAP)))));
        // Two keys in forty ticks: one every 13-26.
        let (hurried, _) = after_keys(40, 1, 1);
        assert!(matches!(hurried.down, Some((_, KeyRelease::Tick(6..=13)))), "{:?}", hurried.down);
    }

    #[test]
    fn the_keys_after_a_hold_are_spread_over_the_time_until_the_drop_too() {
        let (rules, board, handling) = (&Rules::versus(), &Board::new(BoardSize::default()), &Handling::STANDARD);
        let [piece, held] = [PieceKind::O, PieceKind::T].map(|kind| FallingPiece::spawn(kind, board.size()));
        let lock = LockDown::new(piece.row_range().0);
        let in_play = PieceInPlay { piece, last: LastMove::Other, lock, fraction: 0 };
        let there = (0..3).fold(held, |piece, _| piece.shifted(board, Shift::Left).unwrap()).dropped(board);
        let ranked = [RankedPlacement { piece: there, spin: Spin::None, hold: true, value: 1.0 }];
        let mut hand = ComputerHand { deadline: 1_000, ..hand(None) };
        let view = KeyPlanningView { now: 0, board, in_play, rules, gravity: Gravity(0), handling };
        assert_eq!(hand.press_due_key(&view, &ranked, &mut TickInput::default()), Some(Action::Hold));
        // The hold, three shifts and the drop: a fifth of a second, a third more or less.
        assert!((134..=266).contains(&hand.next_key), "{}", hand.next_key);
    }

    #[test]
    fn a_piece_that_locks_by_itself_leaves_no_time_over_for_the_next() {
        let mut hand = ComputerHand { pace: Pace::from_pps(0.5), ..hand(None) };
        // Each has two seconds, more or less, of which a quarter passes before the first key, but locks after one.
        let mut wait = |now: u64| hand.begin_piece(now, u64::MAX) - now;
        let waits: Vec<u64> = (0..10).map(|piece| wait(1_000 * piece)).collect();
        assert!(waits.iter().all(|wait| (426..=576).contains(wait)), "{waits:?}");
    }

    #[test]
    fn the_time_that_pieces_dropped_early_leave_over_has_an_end() {
        let mut hand = ComputerHand { pace: Pace::from_pps(0.5), ..hand(None) };
        let mut wait = |now: u64| {
            hand.dropped = true;
            hand.begin_piece(now, u64::MAX) - now
        };
        // Each has two seconds, more or less, but is dropped after one.
        let waits: Vec<u64> = (0..100).map(|piece| wait(1_000 * piece)).collect();
        assert!(waits.iter().all(|&wait| wait <= 2_576), "a quarter of the time of five pieces: {waits:?}");
        hand.begin_round();
        let first = hand.begin_piece(100_000, u64::MAX) - 100_000;
        assert!((426..=576).contains(&first), "{first}");
    }

    #[test]
    fn keys_are_spread_over_the_time_until_the_drop() {
        let mut hand = ComputerHand { deadline: 1_000, ..hand(None) };
        for _ in 0..100 {
            let [four, last] = [4, 1].map(|keys| hand.interval(0, keys));
            assert!((167..=332).contains(&four), "{four}: a quarter of a second, a third more or less");
            assert!((335..=665).contains(&last), "{last}: before the drop, half of what is left");
        }
        assert_eq!(hand.interval(2_000, 4), 2, "who is late goes on at once");
    }
}
