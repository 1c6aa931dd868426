//! Counts the warnings and errors of the log: a layer over it.
//!
//! Before the first screen the libraries say what the machine lacks, a sound card or a driver: that is told, and is no
//! fault of the game. What the game itself warns of counts from the beginning.

use bevy::log::tracing::{Event, Subscriber};
use bevy::log::tracing_subscriber::Layer;
use bevy::log::tracing_subscriber::layer::Context;
use bevy::log::{BoxedLayer, Level};
use bevy::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// How many there have been.
#[derive(Resource, Clone, Debug, Default)]
pub(in super::super) struct Warnings(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    ours: AtomicU64,
    others: AtomicU64,
    /// Those of others before the first screen.
    before: AtomicU64,
}

impl Warnings {
    /// So far, without those about the machine.
    pub(super) fn count(&self) -> u64 {
        let [ours, others, before] = [&self.0.ours, &self.0.others, &self.0.before].map(|count| count.load(Relaxed));
        ours + others - before
    }

    /// The first screen is there; how many were about the machine.
    pub(super) fn begin(&self) -> u64 {
        let before = self.0.others.load(Relaxed);
        self.0.before.store(before, Relaxed);
        before
    }
}

impl<S: Subscriber> Layer<S> for Warnings {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        // Levels are ordered by how much they say: an error is less than a warning.
        if *event.metadata().level() <= Level::WARN {
            let ours = event.metadata().target().starts_with(env!("CARGO_CRATE_NAME"));
            if ours { &self.0.ours } else { &self.0.others }.fetch_add(1, Relaxed);
        }
    }
}

/// For the log's plugin. What its filter leaves out is not counted either.
pub(in super::super) fn layer(app: &mut App) -> Option<BoxedLayer> {
    let warnings = Warnings::default();
    app.insert_resource(warnings.clone());
    Some(Box::new(warnings))
}
