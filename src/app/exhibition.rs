//! The match behind the menus: two rivals who play each other, piece by piece, for whoever looks at the title.
//!
//! It is played at the level of placements (`search::duel`), so that no match of the game begins for it: nothing is heard,
//! written down or counted. There is none where motion is reduced, and none on a machine whose frames are slow.

use super::opponents::OpponentList;
use super::persistence::Settings;
use super::persistence::rivals::{LadderRival, RIVALS};
use super::screens::Screen;
use crate::measure::{Allowance, Decider, Limit};
use crate::movegen::Placement;
use crate::rules::{FallingPiece, Matrix, Random, Rules};
use crate::search::duel::{Duel, Table};
use crate::search::{Means, State};
use bevy::platform::cell::SyncCell;
use bevy::prelude::*;

/// Seconds from piece to piece.
const STEP: f32 = 0.9;
/// Seconds for which the end of a match is looked at.
const LOOK: f32 = 3.0;
/// Positions that a player may value for a piece: a millisecond's work of one core.
const NODES: u64 = 1500;
/// Pieces of a match at most.
const MOST_PIECES: u32 = 240;
/// The first rival, counted from the weakest, that is worth a look.
const FIRST: usize = 8;
/// Frames that are longer than this on average, in seconds, are slow: the menus need the time themselves.
const SLOW: f32 = 0.025;
/// How much of the average each frame is.
const SHARE: f32 = 0.02;

/// One side as it is seen.
#[derive(Clone, Debug)]
pub struct ShownSide {
    /// The rival who plays this side.
    pub rival: &'static LadderRival,
    /// The board before the piece is set.
    pub matrix: Matrix,
    /// The piece, where it is going.
    pub piece: Option<FallingPiece>,
}

/// A match in progress.
struct Playing {
    table: Table,
    deciders: SyncCell<[Decider; 2]>,
    sides: [ShownSide; 2],
    /// Seconds since the pieces on show appeared.
    since: f32,
}

/// The match behind the menus.
#[derive(Resource, Default)]
pub struct Exhibition {
    playing: Option<Playing>,
    /// How many matches have begun, by which pair and pieces are told apart.
    number: u64,
    /// Frames take so many seconds on average.
    frame: f32,
    too_slow: bool,
}

impl Exhibition {
    /// Both sides, and how far their pieces have fallen, 0-1; `None` while nobody plays.
    pub fn shown(&self) -> Option<(&[ShownSide; 2], f32)> {
        self.playing.as_ref().map(|playing| (&playing.sides, (playing.since / STEP).min(1.0)))
    }

    /// Begins the next match.
    fn begin(&mut self, opponents: &mut OpponentList) -> Option<Playing> {
        let rules = Rules::versus();
        let rivals = &RIVALS[FIRST..];
        let pair = [0, 1].map(|side| &rivals[(self.number as usize * 2 + side) % rivals.len()]);
        self.number += 1;
        let allowance = Allowance { limit: Limit::Nodes(NODES), means: Means::default() };
        let mut decider = |rival: &LadderRival| {
            let found = rival.player.parse().and_then(|spec| opponents.contestant(&spec)).ok()?;
            Some(Decider::new(&found.mind, allowance, &rules))
        };
        let deciders = SyncCell::new([decider(pair[0])?, decider(pair[1])?]);
        let duel = Duel::told(rules, (STEP * 1000.0) as u32, MOST_PIECES);
        let table = Table::new(&duel, Random::derived_seed(0, self.number));
        let sides = [0, 1].map(|side| ShownSide {
            rival: pair[side],
            matrix: table.fields()[side].matrix.clone(),
            piece: None,
        });
        Some(Playing { table, deciders, sides, since: STEP })
    }
}

impl Playing {
    /// Both set a piece; what is shown is how they go there.
    fn turn(&mut self) {
        let Self { table, deciders, sides, since } = self;
        *since = 0.0;
        for (side, field) in sides.iter_mut().zip(table.fields()) {
            (side.matrix, side.piece) = (field.matrix.clone(), None);
        }
        if table.is_over() {
            return;
        }
        let mut placed: [Option<Placement>; 2] = [None, None];
        let [left, right] = deciders.get();
        let [went_left, went_right] = &mut placed;
        let mut first = |state: &State| noted(left, went_left, state);
        let mut second = |state: &State| noted(right, went_right, state);
        table.turn(&mut [&mut first, &mut second]);
        for (side, placed) in sides.iter_mut().zip(placed) {
            side.piece = placed.map(|placement| placement.piece);
        }
    }
}

/// Decides, and notes where the piece goes.
fn noted(decider: &mut Decider, went: &mut Option<Placement>, state: &State) -> Option<(Placement, bool)> {
    let decided = decider.decide(state);
    *went = decided.map(|(placement, _)| placement);
    decided
}

/// Adds the match to every screen that is a menu.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Exhibition>();
    app.add_systems(Update, play.run_if(not(in_state(Screen::Play)).and_then(not(in_state(Screen::Replay)))));
}

fn play(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut opponents: ResMut<OpponentList>,
    mut exhibition: ResMut<Exhibition>,
) {
    let seconds = time.delta_secs().min(0.25);
    let frame = exhibition.frame + (seconds - exhibition.frame) * SHARE;
    exhibition.frame = frame;
    exhibition.too_slow |= frame > SLOW;
    // The list is read on another thread; nobody waits for it here.
    if settings.appearance.reduced_motion || exhibition.too_slow || !opponents.is_read() {
        exhibition.playing = None;
        return;
    }
    let Some(mut playing) = exhibition.playing.take() else {
        exhibition.playing = exhibition.begin(&mut opponents);
        // Without its players there is no match, and none is looked for in every frame.
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
