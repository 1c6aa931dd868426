//! The moments of a game, each a file: what is seen for a fraction of a second when something happens.

use bevy::prelude::*;

/// Adds the moments.
pub(super) fn plugin(_app: &mut App) {}
