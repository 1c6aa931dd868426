//! The opponents there are, read from disk beside the frames. Knows no screen.

use super::screens::Screen;
use super::toasts::Toasts;
use crate::storage::{Catalog, Contestant, Entry, Opponent, OpponentError, Standing};
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, block_on};

/// The catalog of saved generations, as it was read last.
#[derive(Resource, Debug, Default)]
pub struct Roster {
    catalog: Option<Catalog>,
    reading: Option<Task<Catalog>>,
}

impl Roster {
    /// The generations that can be played against; none before they have been read.
    pub fn entries(&self) -> &[Entry] {
        self.catalog.as_ref().map_or(&[], |catalog| &catalog.entries)
    }

    /// Those that need no file; none before the catalog has been read.
    pub fn standing(&self) -> &[Standing] {
        self.catalog.as_ref().map_or(&[], |catalog| &catalog.standing)
    }

    /// The opponent of these words; waits for the catalog if it has to.
    pub fn opponent(&mut self, words: &str) -> Result<Opponent, OpponentError> {
        self.read().opponent(&words.parse()?)
    }

    /// Whoever has these words, be it by a brain or by a search; waits for the catalog if it has to.
    pub fn contestant(&mut self, words: &str) -> Result<Contestant, OpponentError> {
        self.read().contestant(&words.parse()?)
    }

    fn read(&mut self) -> &Catalog {
        if self.catalog.is_none() {
            let catalog = self.reading.take().map_or_else(Catalog::load, block_on);
            self.catalog = Some(catalog);
        }
        self.catalog.get_or_insert_default()
    }

    fn read_again(&mut self) {
        self.reading = Some(IoTaskPool::get().spawn(async { Catalog::load() }));
    }
}

/// Reads the catalog at the start and again when somebody picks an opponent: a training may have added to it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Roster>();
    app.add_systems(Startup, read).add_systems(OnEnter(Screen::Versus), read).add_systems(OnEnter(Screen::Watch), read);
    app.add_systems(Update, take);
}

fn read(mut roster: ResMut<Roster>) {
    roster.read_again();
}

fn take(mut roster: ResMut<Roster>, mut toasts: ResMut<Toasts>) {
    if !roster.reading.as_ref().is_some_and(Task::is_finished) {
        return;
    }
    let Some(reading) = roster.reading.take() else { return };
    let catalog = block_on(reading);
    let known = roster.catalog.as_ref().map_or(&[][..], |catalog| &catalog.warnings);
    for warning in catalog.warnings.iter().filter(|warning| !known.contains(warning)) {
        warn!("left out: {warning}");
        toasts.warn(format!("Left out: {warning}"));
    }
    roster.catalog = Some(catalog);
}
