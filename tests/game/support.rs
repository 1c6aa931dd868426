//! One shared minimal app: the game alone, one tick an update.

use bevy::prelude::*;
use korobka::ai::{Brain, BrainSettings, EvaluationMoment, Evaluator, Lookahead};
use korobka::game::components::{Falling, Field, PieceInPlay};
use korobka::game::replay::{RecordingFinished, Replay};
use korobka::game::{
    Action, ComputerSetup, Course, Handling, KeyEvent, Match, MatchSetup, Mode, Pace, PendingKeyEvents, Phase,
    SeatSetup, StartMatch, TickInput, TickOutcome, headless, state_hash, tick::TickSystems,
};
use korobka::mind::Mind;
use korobka::rules::{
    Board, Facing, FallingPiece, GravityRule, LastMove, LockDown, Matrix, PieceKind, Random, Rules, TopOutRule,
};
use std::sync::Arc;

/// A match in progress.
pub(crate) struct Game {
    pub(crate) app: App,
    /// The match's entity and those of its seats.
    entities: (Entity, Vec<Entity>),
}

/// Rules under which nothing happens by itself: no countdown, no gravity.
pub(crate) fn still() -> Rules {
    Rules { countdown: 0, gravity: GravityRule::Off, half_turns: true, ..Rules::marathon() }
}

/// Rules of a match between two under which nothing happens by itself: no countdown, no gravity.
pub(crate) fn still_versus() -> Rules {
    Rules { countdown: 0, gravity: GravityRule::Off, ..Rules::versus() }
}

pub(crate) fn persons(count: usize, handling: Handling) -> Vec<SeatSetup> {
    (0..count).map(|seat| SeatSetup::person(format!("Person {seat}"), handling)).collect()
}

/// A decent player that costs little.
pub(crate) fn brain(holds: bool) -> Arc<Brain> {
    let names = ["total-height", "full-rows", "holes", "bumpiness"];
    let evaluator = Evaluator::new_linear(&names, &[-0.51, 2.0, -1.5, -0.18]).expect("known features");
    let (lookahead, moment) = (Lookahead::None, EvaluationMoment::BeforeClear);
    Arc::new(Brain::new(evaluator, BrainSettings { lookahead, moment, holds, ..BrainSettings::default() }))
}

pub(crate) fn computer(pace: Pace, slips: u8) -> SeatSetup {
    SeatSetup::computer("Computer", ComputerSetup { mind: Mind::Brain(brain(false)), pace, slips })
}

pub(crate) fn setup(rules: Rules, seed: u64, seats: Vec<SeatSetup>) -> MatchSetup {
    MatchSetup {
        mode: Mode::Versus,
        rules: rules.checked().expect("valid rules"),
        course: Course::default(),
        seed,
        seats,
    }
}

impl Game {
    /// A match that has not had a tick yet.
    pub(crate) fn new(setup: MatchSetup) -> Self {
        let mut game = Self { app: headless::app(1), entities: (Entity::PLACEHOLDER, Vec::new()) };
        game.restart(setup);
        game
    }

    /// Ends the match and starts another.
    pub(crate) fn restart(&mut self, setup: MatchSetup) {
        let world = self.app.world_mut();
        world.trigger(StartMatch(setup));
        world.flush();
        let (entity, current) = world.query::<(Entity, &Match)>().single(world).expect("there is one match at a time");
        self.entities = (entity, current.seats.clone());
    }

    /// One person under these rules, the first piece in play.
    pub(crate) fn alone(rules: Rules, handling: Handling) -> Self {
        let mut game = Self::new(setup(rules, 1, persons(1, handling)));
        game.tick();
        game
    }

    /// Two persons under these rules, their first pieces in play.
    pub(crate) fn versus(rules: Rules) -> Self {
        let mut game = Self::new(setup(rules, 1, persons(2, Handling::STANDARD)));
        game.tick();
        game
    }

    pub(crate) fn tick(&mut self) {
        self.app.update();
    }

    pub(crate) fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            self.tick();
        }
    }

    /// Plays to the end of the match, for at most this many ticks. Returns whether the match has ended.
    pub(crate) fn play_out(&mut self, most: u32) -> bool {
        for _ in 0..most {
            if self.current().is_over() {
                break;
            }
            self.tick();
        }
        self.current().is_over()
    }

    fn entity(&self, seat: usize) -> Entity {
        self.entities.1[seat]
    }

    pub(crate) fn current(&self) -> &Match {
        self.app.world().get(self.entities.0).expect("a match is in progress")
    }

    pub(crate) fn phase(&self) -> Phase {
        self.current().phase
    }

    pub(crate) fn get<C: Component>(&self, seat: usize) -> &C {
        self.app.world().get::<C>(self.entity(seat)).expect("a player has all its components from the start")
    }

    pub(crate) fn set<C: Component>(&mut self, seat: usize, component: C) {
        let entity = self.entity(seat);
        self.app.world_mut().entity_mut(entity).insert(component);
    }

    pub(crate) fn hash(&mut self) -> u64 {
        state_hash(self.app.world_mut())
    }

    pub(crate) fn outcome(&self, seat: usize) -> TickOutcome {
        *self.get::<TickOutcome>(seat)
    }

    pub(crate) fn board(&self, seat: usize) -> Board {
        *self.get::<Field>(seat).0.board()
    }

    /// The piece in play.
    pub(crate) fn piece(&self, seat: usize) -> FallingPiece {
        self.get::<Falling>(seat).piece.expect("a piece is in play").piece
    }

    /// Draws the player's matrix; solid rows below stay.
    pub(crate) fn draw(&mut self, seat: usize, drawing: &str) {
        let board = self.board(seat);
        let mut matrix = Matrix::from_board(&Board::from_drawing(board.size(), drawing));
        for _ in 0..board.solid_row_count() {
            matrix.raise(None);
        }
        self.set(seat, Field(matrix));
    }

    /// Puts a piece in play.
    pub(crate) fn give(&mut self, seat: usize, kind: PieceKind, facing: Facing, x: i8, y: i8) {
        let piece = FallingPiece { kind, facing, x, y };
        assert!(self.board(seat).fits(piece), "the piece that is given fits");
        let in_play =
            PieceInPlay { piece, last: LastMove::Other, lock: LockDown::new(piece.row_range().0), fraction: 0 };
        let falling = Falling { piece: Some(in_play), ..*self.get::<Falling>(seat) };
        self.set(seat, falling);
    }

    /// A device's key events, all of one frame.
    pub(crate) fn keys(&mut self, seat: usize, events: &[(Action, bool)]) {
        let entity = self.entity(seat);
        let mut keys =
            self.app.world_mut().get_mut::<PendingKeyEvents>(entity).expect("every player has a device queue");
        keys.0.extend(events.iter().map(|&(action, down)| KeyEvent { action, down }));
    }

    pub(crate) fn press(&mut self, seat: usize, action: Action) {
        self.keys(seat, &[(action, true)]);
    }

    pub(crate) fn release(&mut self, seat: usize, action: Action) {
        self.keys(seat, &[(action, false)]);
    }

    /// Presses a key, and waits for this many ticks.
    pub(crate) fn press_for(&mut self, seat: usize, action: Action, ticks: u32) {
        self.press(seat, action);
        self.ticks(ticks);
    }

    /// Lets go of a key, and waits for this many ticks.
    pub(crate) fn release_for(&mut self, seat: usize, action: Action, ticks: u32) {
        self.release(seat, action);
        self.ticks(ticks);
    }

    /// Presses a key and lets it go, and waits for the two ticks that it takes.
    pub(crate) fn tap(&mut self, seat: usize, action: Action) {
        self.keys(seat, &[(action, true), (action, false)]);
        self.ticks(2);
    }

    /// Drops the piece, and waits until the next one is in play.
    pub(crate) fn drop_piece(&mut self, seat: usize) {
        self.tap(seat, Action::HardDrop);
        self.ticks(2);
    }

    /// Gets ready a piece that clears `lines` rows, or none, when it is dropped; the next tick drops it.
    pub(crate) fn ready(&mut self, seat: usize, lines: u8) {
        // The cell at the top keeps it from being a perfect clear.
        let rows = "#########.\n".repeat(lines.into());
        self.draw(seat, &format!("#.........\n{rows}"));
        let solid = self.board(seat).solid_row_count() as i8;
        match lines {
            0 => self.give(seat, PieceKind::O, Facing::North, 4, solid + 2),
            _ => self.give(seat, PieceKind::I, Facing::East, 7, solid + 5),
        }
        self.keys(seat, &[(Action::HardDrop, true), (Action::HardDrop, false)]);
    }

    /// Plays this many ticks, and in the first of them drops a piece that clears `lines` rows, or none.
    pub(crate) fn drop_clearing(&mut self, seat: usize, lines: u8, ticks: u32) {
        self.ready(seat, lines);
        self.ticks(ticks);
    }

    /// Makes the player lose in the next tick, by a lock out.
    pub(crate) fn doom(&mut self, seat: usize) {
        assert_eq!(self.current().rules.top_out, TopOutRule::Guideline, "a lock out loses under the guideline");
        let mut board = Board::new(self.board(seat).size());
        board.fill_cell(0, 19);
        self.set(seat, Field(Matrix::from_board(&board)));
        self.give(seat, PieceKind::O, Facing::North, 0, 20);
        self.keys(seat, &[(Action::HardDrop, true), (Action::HardDrop, false)]);
    }
}

/// Key events of a whole match: tick, seat, event; in order of ticks.
#[derive(Resource, Clone, Default)]
pub(crate) struct Script(pub(crate) Vec<(u64, u8, KeyEvent)>);

/// A script in which keys are pressed and released at random, now and then several in a tick. `often` is the chance of
/// an event in a tick, in thousandths; the keys are those of the first `actions` actions.
pub(crate) fn random_script(random: &mut Random, seats: &[u8], ticks: u64, (often, actions): (u16, u32)) -> Script {
    let mut script = Script::default();
    let mut held = [[false; Action::ALL.len()]; 2];
    for tick in 1..=ticks {
        for &seat in seats {
            while random.chance(often) {
                let index = random.below(actions) as usize;
                let held = &mut held[usize::from(seat)][index];
                *held = !*held;
                script.0.push((tick, seat, KeyEvent { action: Action::ALL[index], down: *held }));
            }
        }
    }
    script
}

/// Lets the script play, whatever the ticks an update.
pub(crate) fn follow_script(app: &mut App, script: Script) {
    app.insert_resource(script);
    app.add_systems(FixedUpdate, follow.in_set(TickSystems::Input));
}

fn follow(current: Single<&Match>, script: Res<Script>, mut players: Query<(&korobka::game::Seat, &mut TickInput)>) {
    let first = script.0.partition_point(|event| event.0 < current.tick);
    for &(_, seat, event) in script.0[first..].iter().take_while(|event| event.0 == current.tick) {
        for (_, mut input) in players.iter_mut().filter(|player| player.0.0 == seat) {
            input.push(event);
        }
    }
}

/// The match in progress.
pub(crate) fn current(world: &mut World) -> Match {
    world.query::<&Match>().single(world).expect("a match is in progress").clone()
}

/// The recordings that were handed on, oldest first.
#[derive(Resource, Default)]
pub(crate) struct Recordings(pub(crate) Vec<Arc<Replay>>);

/// Keeps every recording that is handed on.
pub(crate) fn keep_recordings(app: &mut App) {
    app.init_resource::<Recordings>();
    app.add_observer(|event: On<RecordingFinished>, mut kept: ResMut<Recordings>| kept.0.push(Arc::clone(&event.0)));
}

/// A piece's cells in order: S, Z and I lie in two ways.
pub(crate) fn sorted_cells(piece: FallingPiece) -> Vec<(i8, i8)> {
    let mut cells: Vec<_> = piece.cells().collect();
    cells.sort_unstable();
    cells
}
