//! What a front end has to say so that a bot knows the game, and what a bot's moves mean. Nothing is sent here, and
//! there is no clock.

use super::coordinates::location_of;
use super::message::{PendingAttack, TbpMove, TbpRows, ToBot};
use super::position::{TbpPosition, full_bag_if_empty};
use crate::movegen::{AllowedMoves, Landings, Move};
use crate::rules::{Board, GeneratorKind, PieceKind, PieceSet, Rules};
use crate::search::{State, WaitingGarbage};
use thiserror::Error;

/// The error for rules that the protocol has no words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the bot protocol knows boards of 10 columns and at most 40 rows, and tetrominoes, nothing else")]
pub struct UndescribableRules;

/// The front end of one side of a game, with what the bot there knows of it.
#[derive(Clone, Debug)]
pub struct FrontEnd {
    rules: Rules,
    moves: AllowedMoves,
    landings: Landings,
    /// Whether the bot understands messages on garbage that rises.
    tells_garbage: bool,
    /// Whether the bot understands messages on garbage that waits.
    tells_pending: bool,
    /// The position as the bot knows it; `None` before a game and between two games.
    known: Option<TbpPosition>,
    /// Whether the current piece may be held, for which the protocol has no word.
    can_hold: bool,
    /// Whether something was played that no message can say. The bot is started anew then, and only the count of pieces
    /// goes on.
    strayed: bool,
}

impl FrontEnd {
    /// The front end of a game under these rules.
    ///
    /// # Errors
    /// [`UndescribableRules`], if the protocol cannot describe boards or pieces like these.
    pub fn new(rules: &Rules) -> Result<Self, UndescribableRules> {
        let fits = rules.board.width == 10 && rules.board.row_count() <= 40 && rules.pieces == PieceSet::Tetromino;
        let new = Self {
            rules: *rules,
            moves: AllowedMoves::of(rules),
            landings: Landings::new(),
            tells_garbage: false,
            tells_pending: false,
            known: None,
            can_hold: true,
            strayed: false,
        };
        if fits { Ok(new) } else { Err(UndescribableRules) }
    }

    /// The message with the rules, for a bot that has listed its `features`.
    pub fn rules_message(&mut self, features: &[String]) -> ToBot {
        let lists = |name: &str| features.iter().any(|feature| feature == name);
        (self.tells_garbage, self.tells_pending) = (lists("garbage"), lists("pending_garbage"));
        // A bot may rely on what a start tells of the randomizer that was named: only the seven-bag's is told.
        let randomizer = match self.rules.generator {
            GeneratorKind::Bag | GeneratorKind::DealtFromBag => "seven_bag",
            _ => "unknown",
        };
        let garbage = if self.tells_garbage { "general" } else { "" };
        ToBot::Rules { randomizer: randomizer.to_owned(), garbage: garbage.to_owned() }
    }

    /// The messages that bring the bot to this position: new pieces and garbage, or everything from the start; then the
    /// garbage that waits. Empty if the bot knows it all.
    pub fn position_messages(&mut self, state: &State) -> Vec<ToBot> {
        self.can_hold = state.can_hold;
        let mut messages = self.tell_position(state);
        let waits = pending(&state.garbage);
        let known = self.known.as_mut().filter(|_| self.tells_pending && !state.untold);
        if let Some(known) = known {
            let before = known.garbage.replace(state.garbage);
            if before != known.garbage {
                messages.push(ToBot::PendingGarbage { attacks: waits });
            }
        }
        messages
    }

    fn tell_position(&mut self, state: &State) -> Vec<ToBot> {
        if let Some(messages) = self.go_on(state) {
            return messages;
        }
        let from_bag = matches!(self.rules.generator, GeneratorKind::Bag | GeneratorKind::DealtFromBag);
        let bag = match &self.known {
            // Garbage has made the bot begin anew, but the pieces were counted on.
            Some(known) => Self::bag_from(known, state),
            // Pieces that were given come from no bag, and may come twice.
            None if from_bag => Some(full_bag_if_empty(state.bag.clone())).filter(|bag| is_one_of_each(bag)),
            None => None,
        };
        self.strayed = false;
        let position = TbpPosition::from_state(state, bag);
        let start = ToBot::Start(position.start_message());
        let stop = self.known.replace(position).map(|_| ToBot::Stop);
        stop.into_iter().chain([start]).collect()
    }

    /// The bag at the end of the queue, counted on from the known position; `None` where that cannot be done.
    fn bag_from(known: &TbpPosition, state: &State) -> Option<Vec<PieceKind>> {
        let mut known = known.clone();
        let more = state.queue.strip_prefix(&known.queue[..])?;
        more.iter().for_each(|&kind| known.append(kind));
        known.bag
    }

    /// The messages that bring the bot from the position that it knows to this one; `None` if no messages can.
    fn go_on(&mut self, state: &State) -> Option<Vec<ToBot>> {
        let known = self.known.as_mut().filter(|_| !self.strayed)?;
        let back_to_back = (known.streak.back_to_back > 0) == (state.streak.back_to_back > 0);
        if known.hold != state.hold || known.streak.combo != state.streak.combo || !back_to_back {
            return None;
        }
        let more = state.queue.strip_prefix(&known.queue[..])?;
        let mut messages = Vec::new();
        if known.board != state.board {
            // Where nothing is announced, a bot hears what has risen by being started anew, as every bot can.
            let told = self.tells_garbage && !state.untold;
            let rows = risen(&known.board, &state.board).filter(|_| told)?;
            known.raise(&rows);
            messages.push(ToBot::Garbage { rows });
        }
        for &kind in more {
            known.append(kind);
            messages.push(ToBot::NewPiece { piece: super::message::PieceLetter(kind) });
        }
        Some(messages)
    }

    /// The first of a bot's moves that can be made. A piece that came from the hold slot cannot be held again, as where
    /// a game is continued; the bot does not know that, and its moves without a hold come first then.
    ///
    /// # Errors
    /// In words, why the first of the moves cannot be made; the others cannot be made either.
    pub fn first_valid(&mut self, moves: &[TbpMove]) -> Result<Move, String> {
        let Some(known) = &self.known else { return Err("nothing was asked".to_owned()) };
        let (mut why, mut by_hold) = (None, None);
        for made in moves {
            match known.reachable_move(made, &self.moves, &mut self.landings) {
                Ok(found) if found.hold && !self.rules.hold => {
                    why = why.or(Some(format!("{}, but nothing can be held", words(made))))
                }
                Ok(found) if found.hold && !self.can_hold => by_hold = by_hold.or(Some(found)),
                Ok(found) => return Ok(found),
                Err(error) => why = why.or(Some(format!("{}: {error}", words(made)))),
            }
        }
        by_hold.ok_or_else(|| why.unwrap_or_else(|| "no move at all".to_owned()))
    }

    /// Notes the move that was really made, and gives the message that says so. Cells that have two names get the one
    /// that the bot gave them in `moves`.
    pub fn note_played(&mut self, played: Move, moves: &[TbpMove]) -> ToBot {
        if let Some(known) = &mut self.known {
            known.play(played);
        }
        let placement = played.placement;
        let own = location_of(placement.piece);
        let named = moves.iter().map(|made| made.location).find(|location| {
            super::coordinates::piece_at_location(location).is_some_and(|piece| piece.fills_same_cells(placement.piece))
        });
        ToBot::Play { made: TbpMove { location: named.unwrap_or(own), spin: placement.spin } }
    }

    /// Whether `moves`, which the bot suggested, has one with these cells and this hold.
    pub fn is_among_suggested(&mut self, played: Move, moves: &[TbpMove]) -> bool {
        let Some(known) = &self.known else { return false };
        let mut judged =
            moves.iter().filter_map(|made| known.reachable_move(made, &self.moves, &mut self.landings).ok());
        judged.any(|one| one.has_same_cells(played))
    }

    /// Notes a move that the bot did not suggest, and so may not know: the next position starts the bot anew.
    pub fn note_unsuggested_move(&mut self, played: Move) {
        if let Some(known) = &mut self.known {
            known.play(played);
        }
        self.strayed = true;
    }

    /// Begins another game, for which nothing of the last one is counted on. Gives the message that ends the last one;
    /// `None` if there was none.
    pub fn begin_new_game(&mut self) -> Option<ToBot> {
        self.strayed = false;
        self.known.take().map(|_| ToBot::Stop)
    }
}

/// The garbage that waits, as the protocol's attacks.
fn pending(garbage: &WaitingGarbage) -> Vec<PendingAttack> {
    let WaitingGarbage { rows, due, certain } = *garbage;
    let attack = PendingAttack { rows: rows.into(), piece: due.max(1).into(), certain };
    Some(attack).filter(|attack| attack.rows > 0).into_iter().collect()
}

/// Whether no piece is in the bag twice, as the protocol's bags have it.
fn is_one_of_each(bag: &[PieceKind]) -> bool {
    bag.iter().enumerate().all(|(at, kind)| !bag[..at].contains(kind))
}

/// The rows that rose from one board to the other, the lowest last; `None` if the difference is something else.
fn risen(before: &Board, after: &Board) -> Option<TbpRows> {
    let height = before.row_count();
    let same = |count: usize| (0..height - count).all(|y| after.row(y + count) == before.row(y));
    let count = (1..height).find(|&count| same(count))?;
    Some(TbpRows((0..count).rev().map(|y| after.row(y)).collect()))
}

/// A move in words for people.
fn words(made: &TbpMove) -> String {
    let location = &made.location;
    let facing = format!("{:?}", location.orientation).to_lowercase();
    format!("{} {facing} at column {}, row {}", location.kind.0.letter(), location.x, location.y)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::movegen::Placement;
    use crate::rules::{BoardSize, FallingPiece, Spin, Streak};
    use crate::tbp::message::{PieceLetter, Randomizer, TbpLocation, TbpOrientation};

    /// A position of a game's first bag.
    fn state(board: &str, queue: &str, hold: Option<char>) -> State {
        let queue: Vec<PieceKind> = queue.chars().filter_map(PieceKind::from_letter).collect();
        State {
            board: Board::from_drawing(BoardSize::default(), board),
            hold: hold.and_then(PieceKind::from_letter),
            bag: PieceSet::Tetromino.kinds().filter(|kind| !queue.contains(kind)).collect(),
            queue,
            ..State::of(&Playfield::new(&Rules::versus(), 1), Default::default())
        }
    }

    /// A piece lying on an empty floor, set down without a hold.
    fn flat(letter: char, x: i8) -> Move {
        let kind = PieceKind::from_letter(letter).unwrap();
        let piece = FallingPiece { x, ..FallingPiece::spawn(kind, BoardSize::default()) };
        let piece = piece.dropped(&Board::new(BoardSize::default()));
        Move { placement: Placement { piece, spin: Spin::None }, hold: false }
    }

    fn types(messages: &[ToBot]) -> Vec<String> {
        let name = |message: &ToBot| serde_json::to_value(message).unwrap()["type"].as_str().unwrap().to_owned();
        messages.iter().map(name).collect()
    }

    #[test]
    fn a_first_hold_is_followed_by_two_new_pieces() {
        let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
        let told = front_end.position_messages(&state("", "TIOSZL", None));
        assert_eq!(types(&told), ["start"]);
        let ToBot::Start(start) = &told[0] else { panic!() };
        let left = Randomizer::SevenBag { bag_state: vec![PieceLetter(PieceKind::J)] };
        assert_eq!((start.board.0.len(), &start.randomizer), (40, &Some(left)));
        assert_eq!(front_end.position_messages(&state("", "TIOSZL", None)), [], "nothing is said twice");
        front_end.note_played(Move { hold: true, ..flat('I', 0) }, &[]);
        let told = front_end.position_messages(&state("####", "OSZLJT", Some('T')));
        assert_eq!(types(&told), ["new_piece", "new_piece"]);
        assert_eq!(front_end.known.as_ref().unwrap().bag.as_ref().unwrap().len(), 6, "a bag began with the second");
    }

    #[test]
    fn a_game_may_be_joined_after_a_perfect_clear() {
        let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
        let told = front_end.position_messages(&State { bag: vec![PieceKind::O], ..state("", "TIOTSZ", None) });
        let ToBot::Start(start) = &told[0] else { panic!() };
        let left = Randomizer::SevenBag { bag_state: vec![PieceLetter(PieceKind::O)] };
        assert_eq!(start.randomizer, Some(left), "the bag is the game's, not that of a queue at the beginning");
    }

    #[test]
    fn given_pieces_that_come_twice_are_told_as_no_bag() {
        let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
        let given = vec![PieceKind::O, PieceKind::T, PieceKind::O];
        let told = front_end.position_messages(&State { bag: given, ..state("", "TIOTSZ", None) });
        let ToBot::Start(start) = &told[0] else { panic!() };
        assert_eq!(start.randomizer, None);
    }

    #[test]
    fn garbage_is_told_to_bots_that_know_it_and_starts_others_anew() {
        for (features, expected) in
            [(&["garbage"][..], &["garbage", "new_piece"][..]), (&["randomizer"], &["stop", "start"])]
        {
            let features: Vec<String> = features.iter().map(|&feature| feature.to_owned()).collect();
            let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
            front_end.rules_message(&features);
            front_end.position_messages(&state("", "TIOSZL", None));
            front_end.note_played(flat('T', 0), &[]);
            let now = state(".#........\n###.......\n#########.\n########.#", "IOSZLJ", None);
            let told = front_end.position_messages(&now);
            assert_eq!(types(&told), expected);
            match &told[..] {
                [ToBot::Garbage { rows }, _] => assert_eq!(rows.0, [0b01_1111_1111, 0b10_1111_1111]),
                [_, ToBot::Start(start)] => {
                    assert!(start.randomizer.is_some(), "the bag is counted on");
                    assert_eq!(start.board.0[..3], [0b10_1111_1111, 0b01_1111_1111, 0b111]);
                }
                _ => panic!("{told:?}"),
            }
            assert_eq!(front_end.known.as_ref().unwrap().board, now.board);
        }
    }

    #[test]
    fn who_plays_something_else_starts_the_bot_anew_and_counts_the_bag_on() {
        let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
        front_end.position_messages(&state("", "TIOSZL", None));
        let suggested = [TbpMove { location: location_of(flat('T', 3).placement.piece), spin: Spin::None }];
        assert!(front_end.is_among_suggested(flat('T', 3), &suggested));
        assert!(!front_end.is_among_suggested(flat('T', 0), &suggested));
        front_end.note_unsuggested_move(flat('T', 0));
        let told = front_end.position_messages(&state(".#........\n###.......", "IOSZLJ", None));
        assert_eq!(types(&told), ["stop", "start"]);
        let ToBot::Start(start) = &told[1] else { panic!() };
        let Some(Randomizer::SevenBag { bag_state }) = &start.randomizer else { panic!("the bag is counted on") };
        assert_eq!(bag_state.len(), 7);
        // Another round knows nothing of the last one.
        assert_eq!(front_end.begin_new_game(), Some(ToBot::Stop));
        assert_eq!(types(&front_end.position_messages(&state("", "TIOSZL", None))), ["start"]);
    }

    #[test]
    fn a_position_that_differs_in_hold_combo_or_back_to_back_alone_starts_the_bot_anew() {
        let before = state("", "TIOSZL", None);
        for now in [
            State { hold: PieceKind::from_letter('J'), ..before.clone() },
            State { streak: Streak { combo: before.streak.combo + 1, ..before.streak }, ..before.clone() },
            State { streak: Streak { back_to_back: 1, ..before.streak }, ..before.clone() },
        ] {
            let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
            front_end.position_messages(&before);
            let told = front_end.position_messages(&now);
            assert_eq!(types(&told), ["stop", "start"], "{now:?}");
            let ToBot::Start(start) = &told[1] else { panic!() };
            assert_eq!(start.hold, now.hold.map(PieceLetter));
            assert_eq!(start.combo, u32::from(now.streak.combo));
            assert_eq!(start.back_to_back, now.streak.back_to_back > 0);
        }
    }

    #[test]
    fn the_first_move_that_can_be_made_is_taken_and_told_by_the_bots_own_name() {
        let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
        front_end.position_messages(&state("", "STOIZL", None));
        let flat = location_of(flat('S', 0).placement.piece);
        // The same cells, facing south.
        let south = TbpLocation { orientation: TbpOrientation::South, y: flat.y + 1, ..flat };
        let high = TbpLocation { y: 9, ..flat };
        let wrong = TbpLocation { kind: PieceLetter(PieceKind::Z), ..flat };
        let moves = [wrong, high, south].map(|location| TbpMove { location, spin: Spin::None });
        let found = front_end.first_valid(&moves).unwrap();
        assert_eq!((location_of(found.placement.piece), found.hold), (flat, false));
        assert_eq!(front_end.note_played(found, &moves), ToBot::Play { made: moves[2] });
        let why = front_end.first_valid(&moves[..2]).unwrap_err();
        assert!(why.starts_with("Z north at column 1, row 0"), "{why}");
    }

    #[test]
    fn where_the_piece_cannot_be_held_a_move_without_a_hold_comes_first_and_no_bot_is_at_fault() {
        let moves = [flat('I', 0), flat('T', 0)]
            .map(|made| TbpMove { location: location_of(made.placement.piece), spin: made.placement.spin });
        for (can_hold, first) in [(true, PieceKind::I), (false, PieceKind::T)] {
            let mut front_end = FrontEnd::new(&Rules::versus()).unwrap();
            front_end.position_messages(&State { can_hold, ..state("", "TIOSZL", None) });
            let found = front_end.first_valid(&moves).unwrap();
            assert_eq!(found.placement.piece.kind, first);
            assert!(front_end.first_valid(&moves[..1]).unwrap().hold, "it has no other");
        }
    }

    #[test]
    fn other_boards_and_pieces_have_no_words() {
        let mut rules = Rules::versus();
        rules.board.width = 12;
        assert_eq!(FrontEnd::new(&rules).unwrap_err(), UndescribableRules);
        let rules = Rules { pieces: PieceSet::Pentomino, ..Rules::versus() };
        assert!(FrontEnd::new(&rules).is_err());
    }

    #[test]
    fn a_bot_is_told_of_a_bag_only_where_every_kind_comes_once_before_any_comes_again() {
        for (generator, name, has_bag) in [
            (GeneratorKind::Bag, "seven_bag", true),
            (GeneratorKind::DealtFromBag, "seven_bag", true),
            (GeneratorKind::Uniform, "unknown", false),
            (GeneratorKind::BagOfNine, "unknown", false),
            (GeneratorKind::Dealt, "unknown", false),
        ] {
            let mut front_end = FrontEnd::new(&Rules { generator, ..Rules::versus() }).unwrap();
            let ToBot::Rules { randomizer, .. } = front_end.rules_message(&[]) else { panic!() };
            let told = front_end.position_messages(&state("", "TIOSZL", None));
            let ToBot::Start(start) = &told[0] else { panic!() };
            assert_eq!((randomizer.as_str(), start.randomizer.is_some()), (name, has_bag), "{generator:?}");
        }
    }
}
