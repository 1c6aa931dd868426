//! Replays: a match as its setup and the keys of each tick, recorded, played back, verified and taken over.
//!
//! Whatever wrote the keys, a person or a computer player, they are recorded where the tick reads them and played back
//! into the same place. Knows no file and no screen.

mod decisions;
mod fumen;
mod log;
mod move_notes;
mod playback;
mod recorder;
mod rounds;
mod snapshots;
mod survey;
mod take_over;
mod walk;

pub use decisions::{DecisionWalk, RecordedMovesError, is_reviewable, is_reviewable_game, recorded_moves};
pub use fumen::{ReplayFumenError, rounds_as_fumens};
pub use log::{
    ChangedKeys, HASH_EVERY, Handover, KeyChangeTick, MAX_TICKS, Replay, ReplayResult, SeatRecord, SetupRecord,
};
pub use move_notes::{MatchMoves, MoveFinesse, PositionComponents, RecordedMove, move_notes_plugin, position_now};
pub use playback::{Playback, end_playback, go_to_tick, playback_plugin, start_playback, take_due_snapshot};
pub use recorder::{Recorder, RecordingFinished, recorder_plugin};
pub use rounds::ended_rounds;
pub use survey::{
    StepwiseSurvey, Survey, TimelineMark, TimelineMarkKind, TimelineMarks, survey, timeline_marks_plugin,
};
pub use take_over::{TakeOverPurpose, TakenOverMatch, rewind_match, take_over};
pub use walk::{DifferentGameError, ReplayCheck};

pub(crate) use playback::match_tick;
