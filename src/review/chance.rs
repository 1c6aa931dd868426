//! From the values of a search to chances to win, and from lost chances to an accuracy.

use libm::exp;

/// How the values of the search turn into chances to win: two logistic slopes.
///
/// Positions differ in their values for many reasons, and only part of them decide games, while moves of one position
/// differ by what follows from them alone. So there are two slopes: `benches/review` fits the first to the outcomes
/// of games, the second to matches that were played on from a position after each of two moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceModel {
    /// By how much the log odds of a win rise with a unit of value that one player's position is worth more than the
    /// other's.
    pub between_positions: f64,
    /// By how much the log odds of a win rise with a unit of value that one of a position's moves is worth more than
    /// another of its moves.
    pub between_moves: f64,
}

impl ChanceModel {
    /// The slopes for the champion's values under the guideline's rules.
    pub const GUIDELINE: Self = Self { between_positions: 0.0047, between_moves: 0.0045 };

    /// The chance to win of a player whose position is worth `lead` units more than the opponent's, after a move worth
    /// `loss` units less than the best: 0 to 1. Both players are taken to be equally strong from here on.
    pub fn win_chance(&self, lead: f64, loss: f64) -> f64 {
        // Whoever loses for certain does so however well off he was.
        if loss == f64::INFINITY {
            return 0.0;
        }
        1.0 / (1.0 + exp(self.between_moves * loss - self.between_positions * lead))
    }
}

/// How accurate a move is that loses this much of the chance to win, 0 to 1: in percent, 0 to 100. Source: lichess,
/// <https://lichess.org/page/accuracy>, whose curve takes the loss in percent.
pub fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * exp(-4.354 * loss) - 3.1669).clamp(0.0, 100.0)
}
