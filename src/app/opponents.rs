//! The list of opponents for the pages that choose one, which is read from disk on another thread.

use super::screens::Screen;
use super::toasts::Toasts;
use crate::storage::{BuiltInPlayer, Catalog, CatalogEntry, Contestant, OpponentError, Spec};
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, block_on};

/// The catalog of saved generations, as it was read last.
#[derive(Resource, Debug, Default)]
pub struct OpponentList {
    catalog: Option<Catalog>,
    reading: Option<Task<Catalog>>,
}

impl OpponentList {
    /// The saved generations that can be played against; empty before the catalog has been read.
    pub fn saved_generations(&self) -> &[CatalogEntry] {
        self.catalog.as_ref().map_or(&[], |catalog| &catalog.entries)
    }

    /// The players that need no file; empty before the catalog has been read.
    pub fn built_in_players(&self) -> &[BuiltInPlayer] {
        self.catalog.as_ref().map_or(&[], |catalog| &catalog.built_in)
    }

    /// Whether the catalog has been read.
    pub const fn is_read(&self) -> bool {
        self.catalog.is_some()
    }

    /// The player of a SPEC. Waits for the catalog if it has not been read yet.
    ///
    /// # Errors
    /// An error if there is no such player, or it cannot be read.
    pub fn contestant(&mut self, spec: &Spec) -> Result<Contestant, OpponentError> {
        self.read().contestant(spec)
    }

    fn read(&mut self) -> &Catalog {
        if self.catalog.is_none() {
            // In a browser this thread cannot wait for a task that has not been finished.
            let reading =
                self.reading.take().filter(|reading| cfg!(not(target_arch = "wasm32")) || reading.is_finished());
            let catalog = reading.map_or_else(Catalog::load, block_on);
            self.catalog = Some(catalog);
        }
        self.catalog.get_or_insert_default()
    }

    /// Reads the catalog again, because there may be more players now.
    pub fn read_again(&mut self) {
        self.reading = Some(IoTaskPool::get().spawn(async { Catalog::load() }));
    }
}

/// Adds the systems that read the catalog, at the start and whenever a screen for choosing opponents is entered: a
/// training may have added to it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpponentList>();
    app.add_systems(Startup, read).add_systems(OnEnter(Screen::Versus), read).add_systems(OnEnter(Screen::Watch), read);
    app.add_systems(Update, take);
}

fn read(mut opponents: ResMut<OpponentList>) {
    opponents.read_again();
}

fn take(mut opponents: ResMut<OpponentList>, mut toasts: ResMut<Toasts>) {
    if !opponents.reading.as_ref().is_some_and(Task::is_finished) {
        return;
    }
    let Some(reading) = opponents.reading.take() else { return };
    let catalog = block_on(reading);
    let known = opponents.catalog.as_ref().map_or(&[][..], |catalog| &catalog.warnings);
    for warning in catalog.warnings.iter().filter(|warning| !known.contains(warning)) {
        toasts.warn_and_log(format!("Left out: {warning}"));
    }
    opponents.catalog = Some(catalog);
}
