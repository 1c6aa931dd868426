//! Counts the warnings and errors of the log, as a layer over it.
//!
//! Before the first screen, the libraries report what the machine lacks, such as a sound card or a driver. Those
//! warnings are shown, but they do not count, since they are no fault of the game. Warnings of the game itself count
//! from the beginning.

use bevy::log::tracing::{Event, Subscriber};
use bevy::log::tracing_subscriber::Layer;
use bevy::log::tracing_subscriber::layer::Context;
use bevy::log::{BoxedLayer, Level};
use bevy::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The counts of warnings and errors, shared with the layer.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Warnings(Arc<WarningCounts>);

#[derive(Debug, Default)]
struct WarningCounts {
    ours: AtomicU64,
    others: AtomicU64,
    /// How many warnings and errors the libraries gave before the first screen.
    before: AtomicU64,
}

impl Warnings {
    /// How many warnings and errors there were so far, without those about the machine.
    pub(super) fn count(&self) -> u64 {
        let [ours, others, before] = [&self.0.ours, &self.0.others, &self.0.before].map(|count| count.load(Relaxed));
        ours + others - before
    }

    /// Notes that the first screen is shown. Returns how many warnings were about the machine.
    pub(super) fn note_first_screen_shown(&self) -> u64 {
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

/// Makes the layer that counts warnings, for the log's plugin. What the plugin's filter leaves out is not counted.
pub(super) fn make_counting_layer(app: &mut App) -> Option<BoxedLayer> {
    let warnings = Warnings::default();
    app.insert_resource(warnings.clone());
    Some(Box::new(warnings))
}
