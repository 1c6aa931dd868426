//! The moves of a replay, each with what a review says of it, and how that is told in words.

use crate::fumen::{self, Fumen, FumenField, FumenPage, MOST_PAGES, Quiz};
use crate::game::replay::{MoveFinesse, RecordedMove, RecordedMovesError, Replay, recorded_moves};
use crate::mind::Mind;
use crate::movegen::keys::straight_keys;
use crate::movegen::{AllowedMoves, Key, Move};
use crate::review::{MoveReason, MoveReview};
use crate::rules::{Matrix, Rules, Spin};
use crate::search::{State, Weights};
use crate::storage::Catalog;
use std::sync::Arc;
use thiserror::Error;

/// The saved generation whose search judges: it learned in matches, with garbage announced.
const JUDGE: &str = "champion-duel:100";

/// Why a replay is not reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The moves cannot be found in the replay.
    #[error(transparent)]
    Decisions(#[from] RecordedMovesError),
    /// The search that judges is missing from this program.
    #[error("the generation {JUDGE} is missing, which judges the moves")]
    NoJudge,
}

/// A move of a replay with what a review says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move as the replay has it, with what its player knew.
    pub recorded: RecordedMove,
    /// What the review says of the move.
    pub review: MoveReview,
}

/// The moves of a replay to be reviewed, and the weights of the search that judges them.
///
/// # Errors
/// The search does not play such a game, or the replay is not the game that was recorded.
pub fn moves_to_review(replay: &Arc<Replay>) -> Result<(Vec<RecordedMove>, Weights), ReviewError> {
    let weights = judging_weights().ok_or(ReviewError::NoJudge)?;
    Ok((recorded_moves(replay)?, weights))
}

impl From<RecordedMove> for ReviewedMove {
    /// The move without a verdict, before it is judged.
    fn from(recorded: RecordedMove) -> Self {
        Self { recorded, review: MoveReview::default() }
    }
}

impl ReviewedMove {
    /// The move as it was played.
    pub fn played_move(&self) -> Move {
        self.recorded.played.made
    }

    /// The misdrop that the move may be, in words, if it cost something: the piece went a column beside the best place,
    /// or the keys that drop it there have one turn more, less, or another in its place.
    pub fn misdrop_in_words(&self, rules: &Rules) -> Option<&'static str> {
        let judgement = self.review.judgement_if_costly()?;
        let (best, played) = (judgement.best, self.recorded.played.search_move());
        if played.hold != best.hold || best.placement.piece.kind != played.placement.piece.kind {
            return None;
        }
        let (best, played) = (best.placement, played.placement);
        let fall = played.piece.row_range().0 - best.piece.row_range().0;
        if [-1, 1].into_iter().any(|columns| best.piece.moved(columns, fall).fills_same_cells(played.piece)) {
            return Some("one column beside the best place");
        }
        let moves = AllowedMoves::of(rules);
        let keys = |placement| straight_keys(&self.recorded.played.state.board, &placement, &moves);
        differ_by_a_turn(keys(best)?, keys(played)?).then_some("one turn away from the best place")
    }

    /// The points of the chance to win that the move lost, 0 to 100; 0 before anything is said.
    pub fn points_lost(&self) -> f64 {
        self.review.judgement.map_or(0.0, |judgement| 100.0 * judgement.loss())
    }

    /// What else is to be said of a move: if it cost something, that it may be a misdrop, that an attack was there,
    /// that it was dangerous; and keys that were more than needed. Each is a few words.
    pub fn remarks(&self, rules: &Rules) -> Vec<String> {
        let (mut marks, attack) = (Vec::new(), &self.review.attack);
        if let Some(how) = self.misdrop_in_words(rules) {
            marks.push(format!("perhaps a misdrop: {how}"));
        }
        if self.review.misses_attack() {
            let pieces = attack.most.moves.len();
            let with = if pieces == 1 { "this piece".to_owned() } else { format!("{pieces} pieces") };
            let (lines, now) = (attack.most.lines, attack.after_played);
            marks.push(format!("missed attack: {lines} lines with {with}, now {now}"));
        }
        if let Some(judgement) = self.review.judgement_if_costly().filter(|_| self.review.is_needless_danger()) {
            marks.push(format!("needless danger: lost in {:.0} % of what may come", 100.0 * judgement.danger));
        }
        if let Some(keys) = self.recorded.finesse.filter(|keys| keys.faults() > 0) {
            marks.push(format!("finesse: {}", extra_keys_in_words(keys, ["turn or shift", "turns and shifts"])));
        }
        marks
    }

    /// The reasons why the best move is worth more, in words, the strongest first: features in which the positions that
    /// each of the two moves leads to differ.
    pub fn reasons_in_words(&self) -> Vec<String> {
        self.review.explanation.reasons.iter().filter_map(MoveReason::in_words).collect()
    }

    /// How many net lines the move cost over the next ten pieces, in words; `None` where no matches were played on, and
    /// where it would be told as none.
    pub fn net_lines_lost_in_words(&self) -> Option<String> {
        let judgement = self.review.judgement_if_costly().filter(|judgement| judgement.pairs > 0)?;
        let word = if judgement.net_lines < 0.0 { "more" } else { "fewer" };
        let lines = format!("{:.1}", judgement.net_lines.abs());
        (lines != "0.0").then(|| format!("{lines} net lines {word} over ten pieces"))
    }

    /// A fumen of the board with the move that was played, and where it is known a second page with the best one. Each
    /// page tells as a quiz the pieces that the player saw. `None` where the notation has no words for the board.
    pub fn as_fumen(&self) -> Option<String> {
        Fumen { pages: self.fumen_pages(["played", "best"])?, guideline_colours: true }.encode().ok()
    }

    /// The pages of [`as_fumen`](Self::as_fumen) with these comments behind the pieces, the first for the move that was
    /// played and the second for the best one.
    fn fumen_pages(&self, [played, best]: [&str; 2]) -> Option<Vec<FumenPage>> {
        let state: &State = &self.recorded.played.state;
        if state.board.stack_height() > fumen::ROWS {
            return None;
        }
        let field = FumenField::of_matrix(&Matrix::from_board(&state.board))?;
        let page = |shown: Move, comment: &str| {
            let (current, next) = (state.queue.first().copied(), state.queue.iter().skip(1).copied().collect());
            let quiz = Quiz { hold: state.hold, current, next, then: Some(comment.to_owned()) };
            FumenPage {
                field,
                piece: Some(shown.placement.piece).filter(|piece| FumenField::is_piece_inside(*piece)),
                comment: quiz.to_string(),
                locks: false,
                ..FumenPage::default()
            }
        };
        let best = self.review.judgement.as_ref().map(|judgement| page(judgement.best, best));
        Some([page(self.played_move(), played)].into_iter().chain(best).collect())
    }
}

/// These moves as one fumen, with the pages that each has by itself, whose comments tell which piece it is and of which
/// class. Moves on boards that a fumen has no words for are left out, and the last ones where all are too many; `None`
/// where that leaves no move at all.
pub fn moves_as_fumen<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>) -> Option<String> {
    let pages_of = |reviewed: &ReviewedMove| {
        let recorded = &reviewed.recorded;
        // Readers of fumen take blanks out of a quiz.
        let which = format!("piece-{},round-{}", recorded.number, recorded.round + 1);
        let grade = reviewed.review.judgement_if_costly().map(|judgement| format!(",{}", judgement.grade.name()));
        let played = format!("played:{which}{}", grade.unwrap_or_default());
        let best = format!("best:{which}");
        reviewed.fumen_pages([played.as_str(), best.as_str()])
    };
    let mut pages = Vec::new();
    for mut next in moves.into_iter().filter_map(pages_of) {
        // A move has all of its pages or none.
        if pages.len() + next.len() > MOST_PAGES {
            break;
        }
        pages.append(&mut next);
    }
    if pages.is_empty() {
        return None;
    }
    Fumen { pages, guideline_colours: true }.encode().ok()
}

/// Whether two sequences of keys differ only in one turn, which one of them lacks or has another way round.
fn differ_by_a_turn(one: Vec<Key>, other: Vec<Key>) -> bool {
    // Nobody cares whether a piece is turned before it is shifted or after.
    let split = |keys: Vec<Key>| keys.into_iter().partition::<Vec<_>, _>(|key| matches!(key, Key::Turn(_)));
    let ((turns, rest), (other_turns, other_rest)) = (split(one), split(other));
    let apart = match turns.len().abs_diff(other_turns.len()) {
        0 => turns.iter().zip(&other_turns).filter(|(one, other)| one != other).count(),
        apart => apart,
    };
    rest == other_rest && apart == 1
}

/// The keys that were pressed and the fewest that do, in words: `2 keys where 1 does`. The second argument has the
/// words for one key and for several.
pub(in crate::app) fn extra_keys_in_words(
    MoveFinesse { pressed, fewest }: MoveFinesse,
    [one, many]: [&str; 2],
) -> String {
    let keys = if pressed == 1 { one } else { many };
    format!("{pressed} {keys} where {fewest} {}", if fewest == 1 { "does" } else { "do" })
}

/// A move in words: `T after hold, columns 4–6, rows 1–2, spin`.
pub fn move_in_words(Move { placement, hold }: Move) -> String {
    let cells: Vec<(i8, i8)> = placement.piece.cells().collect();
    let range = |numbers: &dyn Fn(&(i8, i8)) -> i8| {
        let (least, most) = (cells.iter().map(numbers).min(), cells.iter().map(numbers).max());
        match (least.map(|least| least + 1), most.map(|most| most + 1)) {
            (Some(least), Some(most)) if least < most => format!("s {least}–{most}"),
            (Some(least), _) => format!(" {least}"),
            (None, _) => String::new(),
        }
    };
    let spin = match placement.spin {
        Spin::None => "",
        Spin::Mini => ", mini spin",
        Spin::Full => ", spin",
    };
    let from = if hold { " after hold" } else { "" };
    let letter = placement.piece.kind.letter();
    format!("{letter}{from}, column{}, row{}{spin}", range(&|cell| cell.0), range(&|cell| cell.1))
}

/// The weights of the search that judges; `None` where they are missing from the program.
pub fn judging_weights() -> Option<Weights> {
    let contestant = Catalog::load().contestant(&JUDGE.parse().ok()?).ok()?;
    match contestant.mind {
        Mind::Searcher(weights) => Some((*weights).clone()),
        Mind::Brain(_) | Mind::Guest(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::movegen::Placement;
    use crate::review::{Grade, Judgement};
    use crate::rules::{Facing, FallingPiece, PieceKind, Shift, Turn};
    use crate::search::WaitingGarbage;

    #[test]
    fn one_key_is_told_as_one() {
        let told = |pressed, fewest| extra_keys_in_words(MoveFinesse { pressed, fewest }, ["key", "keys"]);
        assert_eq!([told(1, 0), told(2, 1)], ["1 key where 0 do", "2 keys where 1 does"]);
    }

    #[test]
    fn a_move_is_told_by_its_columns_and_rows() {
        let piece = FallingPiece { kind: PieceKind::T, facing: Facing::South, x: 3, y: 0 };
        let told = move_in_words(Move { placement: Placement { piece, spin: Spin::Full }, hold: true });
        assert_eq!(told, "T after hold, columns 4–6, rows 1–2, spin");
    }

    #[test]
    fn a_costly_move_beside_the_best_place_or_a_turn_away_from_it_may_be_a_misdrop() {
        let rules = Rules::versus();
        let state = State::of(&Playfield::new(&rules, 1), WaitingGarbage::default());
        let board = state.board;
        let start = FallingPiece::spawn(PieceKind::T, board.size());
        let misdrop = |played: FallingPiece, hold: bool, grade: Grade| {
            let placement = Placement { piece: start.dropped(&board), spin: Spin::None };
            let best = Move { placement, hold: false };
            let judgement = Judgement { played_chance: 0.4, grade, ..Judgement::of_best(best, 0.5) };
            let mut recorded = RecordedMove::of_test(state.clone(), played.dropped(&board));
            recorded.played.made.hold = hold;
            let review = MoveReview { judgement: Some(judgement), ..MoveReview::default() };
            ReviewedMove { recorded, review }.misdrop_in_words(&rules)
        };
        let (beside, turned) = (Some("one column beside the best place"), Some("one turn away from the best place"));
        for columns in [-1, 1] {
            assert_eq!(misdrop(start.moved(columns, 0), false, Grade::Inaccuracy), beside);
            assert_eq!(misdrop(start.moved(2 * columns, 0), false, Grade::Inaccuracy), None, "two columns");
        }
        assert_eq!(misdrop(FallingPiece { facing: Facing::East, ..start }, false, Grade::Blunder), turned);
        assert_eq!(misdrop(FallingPiece { kind: PieceKind::J, ..start }.moved(1, 0), false, Grade::Blunder), None);
        assert_eq!(misdrop(start.moved(1, 0), true, Grade::Blunder), None, "out of hold it is another plan");
        assert_eq!(misdrop(start.moved(1, 0), false, Grade::Good), None, "it cost nothing");
    }

    /// A move of this number and class, of a player who sets the first piece down as it appears.
    fn first_move(state: &State, number: u32, grade: Grade) -> ReviewedMove {
        let piece = FallingPiece::spawn(state.queue[0], state.board.size()).dropped(&state.board);
        let recorded = RecordedMove { round: 1, number, ..RecordedMove::of_test(state.clone(), piece) };
        let judgement = Some(Judgement { grade, ..Judgement::of_best(recorded.played.made, 0.5) });
        ReviewedMove { recorded, review: MoveReview { judgement, ..MoveReview::default() } }
    }

    #[test]
    fn net_lines_are_told_where_the_move_cost_some_or_won_some() {
        let state = State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default());
        let told = |net_lines: f64| {
            let mut reviewed = first_move(&state, 1, Grade::Mistake);
            let judgement = reviewed.review.judgement.map(|found| Judgement { pairs: 128, net_lines, ..found });
            reviewed.review.judgement = judgement;
            reviewed.net_lines_lost_in_words()
        };
        assert_eq!(told(1.31).as_deref(), Some("1.3 net lines fewer over ten pieces"));
        assert_eq!(told(-0.06).as_deref(), Some("0.1 net lines more over ten pieces"));
        assert_eq!([0.04, 0.0, -0.04].map(told), [None, None, None]);
    }

    /// The quizzes in the comments of a fumen; `None` if there is no fumen.
    fn quizzes(text: Option<String>) -> Option<Vec<Option<Quiz>>> {
        Some(fumen::decode(&text?).ok()?.pages.iter().map(FumenPage::quiz).collect())
    }

    #[test]
    fn moves_as_a_fumen_tell_the_pieces_that_their_player_saw_and_are_none_where_a_board_has_no_room_there() {
        let mut state = State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default());
        state.hold = Some(PieceKind::I);
        let (current, next) = (state.queue.first().copied(), state.queue[1..].to_vec());
        let quiz = |comment: &str| {
            let (next, then) = (next.clone(), Some(comment.to_owned()));
            Some(Quiz { hold: Some(PieceKind::I), current, next, then })
        };
        let [fault, good] = [(31, Grade::Blunder), (32, Grade::Best)].map(|(at, grade)| first_move(&state, at, grade));
        assert_eq!(quizzes(fault.as_fumen()), Some(vec![quiz("played"), quiz("best")]));
        state.board.fill_cell(0, fumen::ROWS);
        let high = first_move(&state, 33, Grade::Best);
        assert_eq!((high.as_fumen(), moves_as_fumen([&high])), (None, None));
        let comments = [
            "played:piece-31,round-2,blunder",
            "best:piece-31,round-2",
            "played:piece-32,round-2",
            "best:piece-32,round-2",
        ];
        assert_eq!(quizzes(moves_as_fumen([&fault, &high, &good])), Some(comments.map(quiz).to_vec()));
    }

    #[test]
    fn a_fumen_of_too_many_moves_has_all_pages_of_each_move_in_it() {
        let state = State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default());
        let judged = first_move(&state, 1, Grade::Blunder);
        let unjudged = ReviewedMove::from(judged.recorded.clone());
        let moves = std::iter::once(&unjudged).chain(std::iter::repeat_n(&judged, MOST_PAGES / 2));
        assert_eq!(quizzes(moves_as_fumen(moves)).map(|pages| pages.len()), Some(MOST_PAGES - 1));
    }

    #[test]
    fn ways_differ_by_a_turn_or_by_more() {
        let [tap, hold, drop] = [Key::Tap(Shift::Left), Key::Hold(Shift::Left), Key::HardDrop];
        let [turn, back] = [Key::Turn(Turn::Clockwise), Key::Turn(Turn::Counterclockwise)];
        let differ = |one: &[Key], other: &[Key]| differ_by_a_turn(one.to_vec(), other.to_vec());
        assert!(differ(&[turn, tap, drop], &[tap, drop]) && differ(&[tap, drop], &[tap, turn, drop]));
        assert!(differ(&[turn, tap, drop], &[tap, back, drop]), "the other way round");
        assert!(!differ(&[turn, tap, drop], &[tap, turn, drop]), "the same keys in another order");
        assert!(!differ(&[turn, drop], &[tap, drop]) && !differ(&[turn, hold, drop], &[turn, tap, drop]));
        assert!(!differ(&[turn, turn, tap, drop], &[tap, drop]), "two turns");
    }
}
