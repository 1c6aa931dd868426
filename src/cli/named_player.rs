//! The player that a SPEC on the command line names.

use super::{Failure, note};
use crate::storage::{Catalog, Contestant, Spec};

/// Finds the player that a SPEC names. Where own runs have a generation of the same name, a line on standard error says
/// which of the two is meant.
///
/// # Errors
/// When the words are no SPEC, or name no player.
pub(super) fn named_player(catalog: &Catalog, words: &str) -> Result<Contestant, Failure> {
    let spec: Spec = words.parse()?;
    let player = catalog.contestant(&spec)?;
    note_namesakes(catalog, &spec);
    Ok(player)
}

/// Says on standard error which file a SPEC means, where several generations have that name.
pub(super) fn note_namesakes(catalog: &Catalog, spec: &Spec) {
    if let [first, other, ..] = catalog.files_of_spec(spec).as_slice() {
        let (first, other) = (first.display(), other.display());
        note(format_args!("{spec} is {first}; for {other} or another of this name, give its file"));
    }
}
