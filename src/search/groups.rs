//! Groups of features and events that belong together, for leaving them out: ablations ask what a group is worth.

use super::features::{unannounced_garbage_weight_names, weight_names};

/// The name of a group, and the names of the weights in it.
pub type WeightGroup = (&'static str, &'static [&'static str]);

/// The name of the group of all weights that count only where garbage is not announced.
pub const UNANNOUNCED_GARBAGE_GROUP: &str = "untold";

/// The groups; every weight that counts everywhere is in one of them.
pub static WEIGHT_GROUPS: &[WeightGroup] = &[
    ("heights", &["height", "cells-under", "above-10", "above-14", "spawn-height"]),
    ("surface", &["steps", "squared-steps", "row-transitions", "column-transitions", "wells", "well-depth"]),
    ("buried", &["holes", "hole-rows", "covering", "garbage-rows"]),
    ("rows", &["lacking-1", "lacking-2", "lacking-3", "lacking-4", "last-cells", "quad"]),
    ("t-slots", &["slots", "half-slots", "doubles", "half-doubles"]),
    (
        "windows",
        &[
            "window-2",
            "window-3",
            "window-4",
            "window-4-cells",
            "window-4-rest-0",
            "window-4-rest-1",
            "window-4-rest-2",
        ],
    ),
    ("outlooks", &["outlook", "outlook-3"]),
    ("combos", &["combo", "combo-next", "combo-attack", "broken-combo", "ready-combo"]),
    ("chains", &["back-to-back", "broken-chain", "chain", "surge", "ended-chain"]),
    ("parity", &["colours", "columns"]),
    ("perfect-clears", &["perfect", "perfect-clear"]),
    ("holding", &["hold-i", "hold-t", "hold-o", "hold-s"]),
    ("garbage", &["waiting", "waiting-high", "height-waiting", "outlook-waiting", "waiting-in-combo"]),
    ("lines-sent", &["attack"]),
    (
        "kinds-of-clears",
        &[
            "single",
            "double",
            "triple",
            "quad-clear",
            "spin-single",
            "spin-double",
            "spin-triple",
            "mini-clear",
            "wasted-t",
            "clears",
        ],
    ),
    (
        "opponent",
        &[
            "sent",
            "sent-high",
            "sent-brink",
            "sent-idle",
            "outlook-brink",
            "height-combo",
            "outlook-combo",
            "clears-combo",
        ],
    ),
];

/// The weights that a word names: all of a group, or a single one. `None` if the word is neither.
pub fn expand_group_or_weight(word: &str) -> Option<Vec<&'static str>> {
    let group = match word {
        UNANNOUNCED_GARBAGE_GROUP => Some(unannounced_garbage_weight_names().collect()),
        _ => WEIGHT_GROUPS.iter().find(|(name, _)| *name == word).map(|(_, weights)| weights.to_vec()),
    };
    group.or_else(|| weight_names().find(|name| *name == word).map(|name| vec![name]))
}

#[cfg(test)]
mod tests {
    use super::super::features::general_weight_names;
    use super::*;

    #[test]
    fn every_weight_is_in_one_group_and_no_group_is_called_like_a_weight() {
        for name in general_weight_names() {
            let groups = WEIGHT_GROUPS.iter().filter(|(_, weights)| weights.contains(&name)).count();
            assert_eq!(groups, 1, "{name}");
        }
        for (group, weights) in WEIGHT_GROUPS {
            assert!(weight_names().all(|name| name != *group), "{group}");
            assert!(weights.iter().all(|weight| weight_names().any(|name| name == *weight)), "{group}");
        }
        assert!(weight_names().all(|name| name != UNANNOUNCED_GARBAGE_GROUP));
        assert_eq!(expand_group_or_weight("t-slots").map(|weights| weights.len()), Some(4));
        assert_eq!((expand_group_or_weight("attack"), expand_group_or_weight("attacks")), (Some(vec!["attack"]), None));
    }
}
