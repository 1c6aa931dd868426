//! The review of a game: what each move of a player cost, as a difference in the chance to win.
//!
//! The moves come with what their player knew; who took them from a game is not known here. A search judges them, and
//! matches played on from a position check what it says. No files, no clock. How far the verdicts can be trusted:
//! `docs/lab/review.md`.

mod advice;
mod attack;
mod chance;
mod explanation;
mod grade;
mod judge;
mod playouts;
mod reviewer;

pub use advice::{ADVISED_MOVES, AdviceRequest, AdvisedMove, MoveAdviser, PositionAdvice};
pub use attack::{ATTACK_LOOKAHEAD, AttackComparison, AttackPlan, find_strongest_attack};
pub use chance::{ChanceModel, move_accuracy};
pub use explanation::{Explanation, MOST_REASONS, MoveExplainer, MoveReason};
pub use grade::Grade;
pub use judge::{Judgement, MoveJudge, PlayedMove};
pub use playouts::{MoveTiming, PlayoutComparison, PlayoutResult, Playouts, PlayoutsSoFar};
pub use reviewer::{MoveReview, MoveReviewer, ReviewRequest, answer_review_request};
