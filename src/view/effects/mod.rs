//! The moments of a game, each a file: what is seen for a fraction of a second when something happens.
//!
//! Every effect is a tween: an entity on its way from one pose to another, gone at the end.

mod banner;
mod callout;
mod clear;
mod countdown;
mod drop;
mod finish;
mod garbage;
mod level;
mod perfect;
mod refusal;
mod spin;
mod streak;
mod top_out;
pub mod tween;

use super::ViewSystems;
use crate::game::Match;
use crate::rules::AttackTable;
use bevy::prelude::*;

/// Adds the effects of all moments, and the system that moves them.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tween::animate.in_set(ViewSystems::Animate));
    app.add_plugins((
        clear::plugin,
        drop::plugin,
        garbage::plugin,
        refusal::plugin,
        level::plugin,
        callout::plugin,
        countdown::plugin,
        banner::plugin,
        spin::plugin,
        streak::plugin,
        perfect::plugin,
        top_out::plugin,
        finish::plugin,
    ));
}

/// Whether back-to-back and combos are worth anything in a match: in a game for one they score, and line for
/// line they send nothing.
pub(super) fn chains_have_value(current: &Match) -> bool {
    current.seats.len() < 2 || current.rules.attack.table != AttackTable::LineForLine
}
