//! A table of strengths, for settings that have a slider for each kind of something.

use super::settings::clamp_or_usual;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The strength of each kind of something, 0-1. A kind without an entry has the full strength, 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StrengthTable<K: Ord>(BTreeMap<K, f32>);

impl<K: Ord> Default for StrengthTable<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord> StrengthTable<K> {
    /// The strength of a kind, 0-1.
    pub fn strength_of(&self, kind: K) -> f32 {
        self.0.get(&kind).copied().unwrap_or(1.0)
    }

    /// Sets the strength of a kind, 0-1.
    pub fn set(&mut self, kind: K, strength: f32) {
        if strength >= 1.0 {
            self.0.remove(&kind);
        } else {
            self.0.insert(kind, strength);
        }
    }

    /// The table with every strength within 0-1; one that is no number becomes 1.
    pub fn clamped(mut self) -> Self {
        for strength in self.0.values_mut() {
            *strength = clamp_or_usual(*strength, 0.0..=1.0, 1.0);
        }
        self
    }
}
