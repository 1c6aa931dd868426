//! The published controllers of the literature, ready to play: what learners are measured against.
//!
//! All look at the falling piece alone (Lee's at the next one too), drop straight, and were measured with uniformly
//! drawn pieces on a board of 10 columns and 20 rows, the game being over when the stack is higher than that after the
//! clear. The numbers of lines in a game follow about an exponential distribution, so a mean needs hundreds of games.
//! Source: `docs/lab/recipes.md`.

use super::brain::{Brain, BrainSettings, EvaluationMoment, Lookahead};
use super::evaluator::{Evaluator, EvaluatorError};
use crate::rules::{BoardSize, GeneratorKind, Rules, TopOutRule};

/// Rows above the skyline that a piece may touch before the clear.
const ROWS_ABOVE: u8 = 4;

/// One published controller: its features, its weights and their source.
#[derive(Clone, Copy, Debug)]
pub struct PublishedController {
    /// The name that flags use for the controller.
    pub name: &'static str,
    /// One line of text about the controller's features and how they were weighted.
    pub about: &'static str,
    /// Where the controller's features and weights are published.
    pub source: &'static str,
    /// The mean lines of a game by `source`, on a board of 10 x 20, with uniformly drawn pieces.
    pub published_lines: &'static str,
    /// The controller's features by name.
    pub features: &'static [&'static str],
    /// The weights of the features, in the order of `features`.
    pub weights: &'static [f64],
    /// How far the controller looks ahead.
    pub lookahead: Lookahead,
}

/// The features of Dellacherie, Thiery and Scherrer, and (the last) of Scherrer's group: each controller takes the
/// first six, eight or nine.
pub const FEATURES: &[&str] = &[
    "landing-height",
    "eroded-cells",
    "wall-row-transitions",
    "floor-column-transitions",
    "holes",
    "cumulative-wells",
    "hole-depth",
    "rows-with-holes",
    "diversity",
];

/// The features for the controllers of policy iteration, whose wells end where a neighbour is empty. No source
/// says so. Of three ways to count wells (`cumulative-wells`, `well-depths` and that of MDPTetris'
/// `get_well_sums_fast`), `well-depths` is the one with which both controllers come to their published lines
/// on ten rows (docs/lab/learners.md).
const FEATURES_2013: &[&str] = &{
    let mut features = [""; FEATURES.len()];
    features.copy_from_slice(FEATURES);
    features[5] = "well-depths";
    features
};

/// All published controllers that can play here.
pub static CONTROLLERS: [PublishedController; 5] = [
    PublishedController {
        name: "dellacherie",
        about: "six features weighted by hand",
        source: "P. Dellacherie 2003, after C. Fahey, Tetris AI",
        published_lines: "about 5.2 million",
        features: FEATURES.split_at(6).0,
        weights: &[-1.0, 1.0, -1.0, -1.0, -4.0, -1.0],
        lookahead: Lookahead::None,
    },
    PublishedController {
        name: "bcts",
        about: "Dellacherie's features and two on holes, weighted by the cross-entropy method",
        source: "C. Thiery and B. Scherrer, Building Controllers for Tetris, ICGA Journal 2009",
        published_lines: "35 million",
        features: FEATURES.split_at(8).0,
        weights: &[-12.629, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087],
        lookahead: Lookahead::None,
    },
    PublishedController {
        name: "dt-10",
        about: "nine features, weighted by classification-based policy iteration on a board of 10 rows",
        source: "V. Gabillon, M. Ghavamzadeh and B. Scherrer, NIPS 2013",
        published_lines: "about 29 million",
        features: FEATURES_2013,
        weights: &[-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27],
        lookahead: Lookahead::None,
    },
    PublishedController {
        name: "dt-20",
        about: "nine features, weighted by classification-based policy iteration on a board of 20 rows",
        source: "V. Gabillon, M. Ghavamzadeh and B. Scherrer, NIPS 2013",
        published_lines: "about 51 million",
        features: FEATURES_2013,
        weights: &[-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89],
        lookahead: Lookahead::None,
    },
    PublishedController {
        name: "lee",
        about: "four features with a look at the next piece, weighted by a genetic algorithm",
        source: "Y. Lee, Tetris AI: the (near) perfect bot, 2013",
        published_lines: "2.18 million",
        features: &["total-height", "lines", "holes", "bumpiness"],
        weights: &[-0.510066, 0.760666, -0.35663, -0.184483],
        lookahead: Lookahead::NextPiece,
    },
];

/// The controller with this name; `None` if there is none.
pub fn published_controller(name: &str) -> Option<&'static PublishedController> {
    CONTROLLERS.iter().find(|controller| controller.name == name)
}

impl PublishedController {
    /// The player that decides by this controller.
    ///
    /// # Errors
    /// An error if the entry of the table names an unknown feature, or its weights do not fit its features.
    pub fn brain(&self) -> Result<Brain, EvaluatorError> {
        let evaluator = Evaluator::new_linear(self.features, self.weights)?;
        Ok(Brain::new(
            evaluator,
            BrainSettings {
                lookahead: self.lookahead,
                moment: EvaluationMoment::AfterClear,
                rows_above: ROWS_ABOVE,
                // A move that ends the game is chosen only where there is no other, as in MDPTetris, whose policies
                // give it the value minus infinity (`gameover_evaluation` -1).
                avoids_overflow: true,
                no_next: f64::NEG_INFINITY,
                ..BrainSettings::default()
            },
        ))
    }

    /// The rules of the controller's games on a board of `width` columns and `visible` rows: uniform pieces, no hold,
    /// and over when a cell lies above the skyline after the clear.
    pub fn rules(&self, width: u8, visible: u8) -> Rules {
        Rules {
            board: BoardSize { width, visible, buffer: BoardSize::default().buffer },
            generator: GeneratorKind::Uniform,
            next: 1,
            hold: false,
            top_out: TopOutRule::PartialLockOut,
            goal_lines: 0,
            ..Rules::marathon()
        }
    }
}
