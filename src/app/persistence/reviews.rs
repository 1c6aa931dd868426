//! Reviews of games, each kept in a file beside its replay, as far as it has come.

use crate::doors::files;
use crate::game::replay::Replay;
use crate::movegen::Move;
use crate::review::{ATTACK_LOOKAHEAD, MOST_REASONS, MoveReview};
use crate::rules::board::MAX_ROWS;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The ending of the name of a review's file, in place of the replay's ending.
const EXTENSION: &str = "review";
/// The version of the way in which moves are judged. A review of another version is made again.
const VERSION: u32 = 5;
/// The most moves of a sequence in a review that are accepted from a file.
const MOST_MOVES: usize = 32;
/// The largest file that is read, in bytes: a game of some 60,000 moves.
const MOST_BYTES: u64 = 64 << 20;

/// A review as its file has it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct ReviewFile {
    version: u32,
    /// The seed, ticks and last hash of the replay, so that a review is never taken for that of another game.
    game: [u64; 3],
    /// What is said of each move, in the order of the moves of all players.
    moves: Vec<MoveReview>,
}

/// Reads the review that was kept beside the file of a game. `None` if there is none of this game, of this version and
/// with this many moves; whoever asks then makes it again.
pub fn read(path: &Path, replay: &Replay, count: usize) -> Option<Vec<MoveReview>> {
    let path = path_of(path);
    if files().size(&path).ok()? > MOST_BYTES {
        return None;
    }
    let kept = understood(&files().read_text(&path).ok()?)?;
    let fits = (kept.version, kept.game, kept.moves.len()) == (VERSION, game(replay), count);
    fits.then_some(kept.moves)
}

/// The reviews in the text of a file, whatever game they are of; `None` for a text that no review is written as.
pub fn parse_reviews(text: &str) -> Option<Vec<MoveReview>> {
    understood(text).map(|file| file.moves)
}

fn understood(text: &str) -> Option<ReviewFile> {
    let file: ReviewFile = serde_json::from_str(text).ok()?;
    file.moves.iter().all(is_possible).then_some(file)
}

/// Whether a review that was read makes sense: pieces lie where pieces can lie, and chances are 0 to 1. Whoever shows a
/// review relies on it.
fn is_possible(review: &MoveReview) -> bool {
    let near = |made: &Move| {
        let piece = made.placement.piece;
        (-8..24).contains(&piece.x) && (-8..MAX_ROWS as i8).contains(&piece.y)
    };
    let (attack, explanation) = (&review.attack.most, &review.explanation);
    let known = review.judgement.is_none_or(|judgement| {
        let chances = [judgement.best_chance, judgement.played_chance, judgement.danger];
        near(&judgement.best)
            && chances.iter().all(|chance| (0.0..=1.0).contains(chance))
            && (0.0..=1.0).contains(&judgement.error)
            && judgement.net_lines.is_finite()
    });
    let all_near = |line: &[Move], most: usize| line.len() <= most && line.iter().all(near);
    known
        && all_near(&attack.moves, ATTACK_LOOKAHEAD)
        && [&explanation.best, &explanation.played].into_iter().all(|line| all_near(line, MOST_MOVES))
        && explanation.reasons.len() <= MOST_REASONS
}

/// Keeps the review of a game beside its file.
///
/// # Errors
/// The error of the system, if the file cannot be written.
pub fn write(path: &Path, replay: &Replay, moves: Vec<MoveReview>) -> io::Result<()> {
    let text =
        serde_json::to_string(&ReviewFile { version: VERSION, game: game(replay), moves }).map_err(io::Error::other)?;
    files().write_whole(&path_of(path), text.as_bytes())
}

/// Removes the review that was kept of a replay, if there is one.
pub fn remove(replay: &Path) {
    // Most replays have none; one that stays fits no other game.
    let _ = files().remove(&path_of(replay));
}

const fn game(replay: &Replay) -> [u64; 3] {
    [replay.setup.seed, replay.ticks, replay.hash]
}

fn path_of(replay: &Path) -> PathBuf {
    replay.with_extension(EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::Placement;
    use crate::review::{AttackComparison, AttackPlan, Explanation};
    use crate::rules::{Facing, FallingPiece, PieceKind, Spin};

    #[test]
    fn a_line_of_a_review_has_no_more_moves_than_a_review_gives() {
        let piece = FallingPiece { kind: PieceKind::T, facing: Facing::North, x: 3, y: 0 };
        let made = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
        let holds = |attack: usize, best: usize| {
            let most = AttackPlan { lines: 4, moves: vec![made; attack] };
            let explanation = Explanation { best: vec![made; best], ..Explanation::default() };
            let attack = AttackComparison { most, after_played: 0 };
            is_possible(&MoveReview { judgement: None, attack, explanation })
        };
        assert!(holds(ATTACK_LOOKAHEAD, MOST_MOVES));
        assert!(!holds(ATTACK_LOOKAHEAD + 1, MOST_MOVES) && !holds(ATTACK_LOOKAHEAD, MOST_MOVES + 1));
    }
}
