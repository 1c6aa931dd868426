//! The match behind the menus: two rivals play each other, piece by piece, for people to look at.
//!
//! It is played at the level of placements (`search::duel`), so that no match of the game begins for it: nothing is
//! heard, saved or counted. There is no such match where motion is reduced, and none on a machine
//! whose frames are slow.

use super::opponents::OpponentList;
use super::persistence::Settings;
use super::persistence::rivals::{LadderRival, RIVALS};
use super::screens::Screen;
use crate::measure::{PlacementDecider, ThinkingAllowance, ThinkingLimit};
use crate::movegen::Move;
use crate::rules::{FallingPiece, Matrix, Random, Rules};
use crate::search::duel::{DuelSettings, DuelState};
use crate::search::{SearchSettings, State};
use bevy::platform::cell::SyncCell;
use bevy::prelude::*;

/// Seconds from one piece to the next.
const STEP: f32 = 0.9;
/// Seconds for which the end of a match stays on show.
const LOOK: f32 = 3.0;
/// How many positions a player may value for a piece: about a millisecond of one core.
const NODES: u64 = 1500;
/// The most pieces of each side in a match.
const MOST_PIECES: u32 = 240;
/// The first rival that plays, as an index from the weakest. Those before it play too badly to be shown.
const FIRST: usize = 8;
/// The mean length of frames, in seconds, above which the machine is too slow for a match:
/// the menus need the time themselves.
const SLOW: f32 = 0.025;
/// The weight of each new frame in the mean length of frames, 0-1.
const SHARE: f32 = 0.02;
/// A frame that is longer than this, in seconds, tells nothing of the machine: a hidden page has one a second.
const HITCH: f32 = 0.5;
/// The most seconds of a frame that count in the mean, so that a single one decides nothing.
const LONGEST_FRAME: f32 = 0.1;

/// One side of the match as it is shown.
#[derive(Clone, Debug)]
pub struct ShownSide {
    /// The rival who plays this side.
    pub rival: &'static LadderRival,
    /// The board before the piece is placed.
    pub matrix: Matrix,
    /// The piece, where it is to land; `None` if the player has none.
    pub piece: Option<FallingPiece>,
}

/// The match that is being played behind the menus.
struct Playing {
    table: DuelState,
    deciders: SyncCell<[PlacementDecider; 2]>,
    sides: [ShownSide; 2],
    /// Seconds since the pieces on show appeared.
    since: f32,
}

/// The match behind the menus, and what decides whether there is one.
#[derive(Resource, Default)]
pub struct Exhibition {
    playing: Option<Playing>,
    /// How many matches have begun. The pair of rivals and their pieces are chosen by it.
    number: u64,
    /// The mean length of a frame, in seconds.
    frame: f32,
    too_slow: bool,
    /// Whether nobody sees the window: then its frames tell nothing of the machine.
    is_hidden: bool,
}

impl Exhibition {
    /// Both sides, and how far their pieces have fallen, 0-1; `None` while no match is played.
    pub fn shown_sides(&self) -> Option<(&[ShownSide; 2], f32)> {
        self.playing.as_ref().map(|playing| (&playing.sides, (playing.since / STEP).min(1.0)))
    }

    /// Begins the next match; `None` if the players of the two rivals cannot be found.
    fn begin(&mut self, opponents: &mut OpponentList) -> Option<Playing> {
        let rules = Rules::versus();
        let rivals = &RIVALS[FIRST..];
        let pair = [0, 1].map(|side| &rivals[(self.number as usize * 2 + side) % rivals.len()]);
        self.number += 1;
        let allowance = ThinkingAllowance { limit: ThinkingLimit::Nodes(NODES), search: SearchSettings::default() };
        let mut decider = |rival: &LadderRival| {
            let found = rival.player.parse().and_then(|spec| opponents.contestant(&spec)).ok()?;
            Some(PlacementDecider::new(&found.mind, allowance, &rules))
        };
        let deciders = SyncCell::new([decider(pair[0])?, decider(pair[1])?]);
        let duel = DuelSettings::fully_informed(rules, (STEP * 1000.0) as u32, MOST_PIECES);
        let table = DuelState::new(&duel, Random::derived_seed(0, self.number));
        let sides = [0, 1].map(|side| ShownSide {
            rival: pair[side],
            matrix: table.playfields()[side].matrix.clone(),
            piece: None,
        });
        Some(Playing { table, deciders, sides, since: STEP })
    }
}

impl Playing {
    /// Lets both sides place a piece, and shows each piece on its way there.
    fn turn(&mut self) {
        let Self { table, deciders, sides, since } = self;
        *since = 0.0;
        for (side, field) in sides.iter_mut().zip(table.playfields()) {
            (side.matrix, side.piece) = (field.matrix.clone(), None);
        }
        if table.is_over() {
            return;
        }
        let ([left, right], [left_side, right_side]) = (deciders.get(), sides);
        let mut first = |state: &State| shown_decision(left, left_side, state);
        let mut second = |state: &State| shown_decision(right, right_side, state);
        table.play_turn(&mut [&mut first, &mut second]);
    }
}

/// Has a player choose a placement, and notes on its side where the piece goes, to be shown.
fn shown_decision(decider: &mut PlacementDecider, side: &mut ShownSide, state: &State) -> Option<Move> {
    let decided = decider.decide(state);
    side.piece = decided.map(|decided| decided.placement.piece);
    decided
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Exhibition>();
    app.add_systems(Update, play.run_if(not(in_state(Screen::Play)).and_then(not(in_state(Screen::Replay)))));
    #[cfg(feature = "window")]
    app.add_systems(Update, note_hiding.before(play));
}

/// Notes whether the window is hidden. A page that trains in a hidden tab has frames, but few.
#[cfg(feature = "window")]
fn note_hiding(mut changes: MessageReader<bevy::window::WindowOccluded>, mut exhibition: ResMut<Exhibition>) {
    if let Some(last) = changes.read().last() {
        exhibition.is_hidden = last.occluded;
    }
}

fn play(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut opponents: ResMut<OpponentList>,
    mut exhibition: ResMut<Exhibition>,
) {
    let seconds = time.delta_secs().min(0.25);
    if time.delta_secs() < HITCH && !exhibition.is_hidden {
        let frame = exhibition.frame + (seconds.min(LONGEST_FRAME) - exhibition.frame) * SHARE;
        exhibition.frame = frame;
        exhibition.too_slow |= frame > SLOW;
    }
    // The list is read on another thread, and this system does not wait for it.
    if settings.appearance.reduced_motion || exhibition.too_slow || !opponents.is_read() {
        exhibition.playing = None;
        return;
    }
    let Some(mut playing) = exhibition.playing.take() else {
        exhibition.playing = exhibition.begin(&mut opponents);
        // Without its players there is no match, and the search for them is not repeated in every frame.
        exhibition.too_slow |= exhibition.playing.is_none();
        return;
    };
    playing.since += seconds;
    let over = playing.table.is_over();
    if over && playing.since > STEP + LOOK {
        exhibition.playing = exhibition.begin(&mut opponents);
        return;
    }
    if !over && playing.since >= STEP {
        playing.turn();
    }
    exhibition.playing = Some(playing);
}

#[cfg(all(test, feature = "window"))]
mod tests {
    use super::*;
    use bevy::time::TimeUpdateStrategy;
    use bevy::window::WindowOccluded;
    use std::time::Duration;

    #[test]
    fn frames_of_a_hidden_page_make_no_machine_too_slow() {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins).add_message::<WindowOccluded>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(200)));
        app.init_resource::<Settings>().init_resource::<OpponentList>().init_resource::<Exhibition>();
        app.add_systems(Update, (note_hiding, play).chain());
        let mut is_too_slow_after_frames = |occluded: bool| {
            app.world_mut().write_message(WindowOccluded { window: Entity::PLACEHOLDER, occluded });
            (0..30).for_each(|_| app.update());
            app.world().resource::<Exhibition>().too_slow
        };
        assert_eq!([true, false].map(&mut is_too_slow_after_frames), [false, true]);
    }
}
