//! The steps by which a scene is set up in the studio: matches, stacks, pieces, keys, replays.

use super::super::Failure;
use super::super::lineup::{ComputerStyle, computer_seat_with_menu_name};
use super::sample_history;
use super::studio::{MAX_WAIT_UPDATES, Studio};
use crate::app::drills::Drills;
use crate::app::exhibition::Exhibition;
use crate::app::faults::ReviewedFaults;
use crate::app::finesse_drill::StartFinesseDrill;
use crate::app::first_steps::FirstSteps;
use crate::app::game_review::{FAULT_KINDS, ReviewReplay, ReviewStage, Reviewing};
use crate::app::hints::Hints;
use crate::app::history::GameHistory;
use crate::app::library::PuzzleLibrary;
use crate::app::opponents::OpponentList;
use crate::app::persistence::drills::{Drill, DrillList};
use crate::app::persistence::faults::{FaultCount, GameFaults, ReviewFaultHistory};
use crate::app::persistence::{Records, Settings};
use crate::app::position::{AskAboutPosition, EditPosition, EditedPosition, PositionEditor};
use crate::app::replays::SavedReplays;
use crate::app::watching::{WatchReplay, Watching};
use crate::app::{Screen, setup};
use crate::fumen::{Fumen, FumenField, FumenPage, Quiz};
use crate::game::components::{Falling, Field, IncomingGarbage, PieceInPlay, RunningStreak};
use crate::game::computer::Computer;
use crate::game::{
    Action, Course, Handling, KeyEvent, Match, MatchSetup, Mode, PendingKeyEvents, Seat, SeatSetup, StartMatch,
};
use crate::rules::falling::{FallingPiece, LastMove};
use crate::rules::lock_down::LockDown;
use crate::rules::{Board, BoardSize, Facing, Matrix, PieceKind, Rules, Streak, Turn};
use crate::storage::{Catalog, calendar};
use crate::ui::page::Cursors;
use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButtonStateChangedEvent;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use std::time::Duration;

impl Studio {
    pub(super) fn give_made_up_history(&mut self) {
        let past = sample_history::weeks_of_games();
        self.world().resource_mut::<Records>().tables = sample_history::best_games_tables(&past.games);
        *self.world().resource_mut::<GameHistory>() = past;
    }

    /// Presses and releases a key of the keyboard, each in a frame of its own.
    pub(super) fn tap_key(&mut self, key_code: KeyCode) {
        let mut windows = self.world().query_filtered::<Entity, With<PrimaryWindow>>();
        let Ok(window) = windows.single(self.app.world()) else { return };
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical_key = Key::Unidentified(NativeKey::Unidentified);
            let event = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
            self.world().write_message(event);
            self.run_frames(1);
        }
    }

    /// Runs frames until something that other threads work out is done, for some seconds at most.
    fn wait(&mut self, done: impl Fn(&World) -> bool) {
        for _ in 0..MAX_WAIT_UPDATES {
            if done(self.app.world()) {
                break;
            }
            crate::doors::threads::sleep(Duration::from_millis(10));
            self.run_frames(1);
        }
    }

    /// Opens the list of the saved replays, once it has `count` of them.
    pub(super) fn open_replays(&mut self, count: usize) {
        for _ in 0..10 {
            self.go_to_screen(Screen::Replays);
            self.wait(|world| world.resource::<SavedReplays>().is_read());
            if self.world().resource::<SavedReplays>().found.len() >= count {
                break;
            }
            self.go_to_screen(Screen::Title);
        }
        self.run_frames(3);
    }

    /// Opens the replay of the last match, paused at this part of it, 0-1.
    pub(super) fn open_replay(&mut self, part: f64) {
        let Some(replay) = self.world().resource::<SavedReplays>().last_finished_game() else { return };
        let tick = (replay.ticks as f64 * part) as u64;
        self.world().trigger(WatchReplay(replay));
        self.run_frames(20);
        self.wait(|world| world.get_resource::<Watching>().is_none_or(|watching| !watching.marks.is_empty()));
        if let Some(mut watching) = self.world().get_resource_mut::<Watching>() {
            watching.paused = true;
            watching.jump_to_tick(tick);
        }
        self.wait(|world| world.get_resource::<Watching>().is_none_or(|watching| watching.now == tick));
        self.run_frames(20);
    }

    /// Opens the review of the last match, once the search has looked at its moves.
    pub(super) fn open_review(&mut self) {
        let Some(replay) = self.world().resource::<SavedReplays>().last_finished_game() else { return };
        self.world().trigger(ReviewReplay { replay, path: None });
        self.run_frames(20);
        self.wait(|world| {
            let reviewing = world.get_resource::<Reviewing>();
            reviewing.is_none_or(|reviewing| reviewing.job.lock_progress().stage > ReviewStage::Looking)
        });
        // The first fault, below the rows that choose what is shown and the one that copies it.
        self.world().resource_mut::<Cursors>().set_focused_row("review", 3);
        self.run_frames(40);
    }

    pub(super) fn show_drills(&mut self, tab: usize) {
        self.give_drills();
        self.give_faults();
        self.go_to_tab(Screen::Drills, "drills", tab);
        // A drill, a kind of faults, and a T-spin double: what stands beside a row is seen as well.
        self.world().resource_mut::<Cursors>().set_focused_row("drills", [1, 2, 8][tab]);
        self.run_frames(20);
    }

    /// Begins the finesse drill, and sets a piece down in a wrong place.
    pub(super) fn show_finesse_drill(&mut self) {
        self.world().trigger(StartFinesseDrill);
        self.run_frames(5);
        self.run_ticks(4_000);
        self.run_frames(5);
        self.hard_drop(0, 20);
    }

    /// Gives the player sixteen reviewed games in which less and less went wrong.
    fn give_faults(&mut self) {
        let game = |number: u32| {
            let count = |kind: usize| 1 + (number as usize * (kind + 3) + kind) as u32 % 4;
            let points = |kind: usize| f64::from(count(kind)) * (24.0 - f64::from(number) * 0.8) / (kind + 1) as f64;
            let kinds = FAULT_KINDS.iter().take(9).enumerate();
            let kinds =
                kinds.map(|(at, kind)| (kind.id.to_owned(), FaultCount { count: count(at), points: points(at) }));
            let accuracy = 80.0 + f64::from(number) * 0.6;
            GameFaults { file: format!("game-{number:04}"), moves: 61, accuracy, kinds: kinds.collect() }
        };
        self.world().insert_resource(ReviewedFaults::from(ReviewFaultHistory { games: (0..16).map(game).collect() }));
    }

    /// Puts three drills into the list, one of which was solved before.
    fn give_drills(&mut self) {
        let board = Board::from_drawing(BoardSize::default(), "##..######\n##.#######\n#..#######\n#.########");
        let letter = PieceKind::from_letter;
        let next = "OSJZL".chars().filter_map(letter).collect();
        let quiz = Quiz { hold: letter('I'), current: letter('T'), next, then: None };
        let field = FumenField::of_matrix(&Matrix::from_board(&board)).unwrap_or_default();
        let page = FumenPage { field, comment: quiz.to_string(), ..FumenPage::default() };
        let board = Fumen { pages: vec![page], guideline_colours: true }.encode().unwrap_or_default();
        let drill = |points: f64, solved: u8, days: u64| Drill {
            file: "game-0001.replay".to_owned(),
            points,
            fumen: board.clone(),
            due: calendar::seconds_since_1970() + days * 86_400,
            solved,
            tried: solved.into(),
            tick: days,
            ..Drill::default()
        };
        let list =
            DrillList { drills: vec![drill(31.0, 0, 0), drill(22.0, 0, 1), drill(17.0, 1, 3)], ..DrillList::default() };
        self.world().insert_resource(Drills::unsaved(list));
    }

    /// Presses a button of a gamepad, and lets it go.
    pub(super) fn press_gamepad_button(&mut self, button: GamepadButton) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let entity = Entity::PLACEHOLDER;
            self.world().write_message(GamepadButtonStateChangedEvent { entity, button, state });
        }
        self.run_frames(2);
    }

    /// Opens the position editor at a board, waits for the answer to what is thought of it, and puts the
    /// focus on a row.
    pub(super) fn open_position(&mut self, drawing: &str, row: usize) {
        let mut position = EditedPosition::default();
        let rows = drawing.split_whitespace();
        position.matrix = Matrix::from_drawing(position.size(), rows);
        position.queue = "TSOJZLI".chars().filter_map(PieceKind::from_letter).collect();
        position.hold = Some(PieceKind::I);
        position.streak = Streak { combo: 1, back_to_back: 2 };
        position.garbage = 3;
        self.world().trigger(EditPosition(position));
        self.run_frames(20);
        self.world().trigger(AskAboutPosition::Champion);
        self.wait(|world| world.resource::<PositionEditor>().computer_answer().is_some());
        self.run_frames(10);
        self.world().resource_mut::<Cursors>().set_focused_row("position", row);
        self.run_frames(40);
    }

    /// Opens the title, and waits until about `pieces` pieces have been placed in the match behind it.
    pub(super) fn open_title_match(&mut self, pieces: u32) {
        self.go_to_screen(Screen::Title);
        if !self.world().resource::<Settings>().appearance.reduced_motion {
            self.wait(|world| world.resource::<Exhibition>().shown_sides().is_some());
        }
        self.run_frames(pieces * 55);
    }

    /// Starts the first match of a new player, and goes on past the countdown to its first piece.
    pub(super) fn start_first_match(&mut self) {
        self.world().resource_mut::<FirstSteps>().wanted = true;
        self.change_settings(|settings| settings.versus.opponent = "iwumbwe:0".to_owned());
        self.start_mode(Mode::Versus);
    }

    pub(super) fn wait_for_hints(&mut self) {
        self.wait(|world| world.resource::<Hints>().shown_hints().is_some());
        self.run_frames(20);
    }

    /// Plays until the match is over and its results are shown.
    pub(super) fn play_to_results(&mut self) {
        for _ in 0..600 {
            if self.current_match().is_none_or(|current| current.is_over()) {
                break;
            }
            self.run_ticks(400);
        }
        self.run_frames(200);
    }

    /// Starts a match and goes on past the countdown to its first piece.
    pub(super) fn play_past_countdown(&mut self, setup: Result<MatchSetup, Failure>) {
        let countdown = setup.as_ref().map_or(0, |setup| setup.rules.countdown);
        self.start_match(setup);
        self.run_ticks(countdown + 50);
        self.run_frames(40);
    }

    /// Starts a match, and leaves it in its countdown.
    pub(super) fn start_match(&mut self, setup: Result<MatchSetup, Failure>) {
        let Some(setup) = self.ok_or_note(setup) else { return };
        self.world().resource_mut::<NextState<Screen>>().set(Screen::Play);
        self.run_frames(2);
        self.world().trigger(StartMatch(setup));
        self.run_frames(2);
    }

    /// Starts a game for one and goes on past the countdown, then [builds](Self::build_stack) this stack.
    pub(super) fn start_solo_game(&mut self, drawing: &str) {
        let seats = vec![SeatSetup::person("You", Handling::default())];
        let (rules, course) = (Rules::marathon(), Course::default());
        self.play_past_countdown(Ok(MatchSetup { mode: Mode::Marathon, rules, course, seed: 7, seats }));
        self.build_stack(0, drawing);
    }

    /// Starts a game of a mode as the settings have it.
    pub(super) fn start_mode(&mut self, mode: Mode) {
        let settings = self.world().resource::<Settings>().clone();
        let setup = self.world().resource_scope(|world, mut opponents: Mut<OpponentList>| {
            setup::match_setup(mode, &settings, &mut opponents, &world.resource::<PuzzleLibrary>().book, 7)
        });
        self.play_past_countdown(setup.map_err(Failure::from));
    }

    /// The setup of a match of two computer players that place `pps` pieces a second; with `person`, a person plays the
    /// left side.
    pub(super) fn setup_of_two_computers(person: bool, pps: f64) -> Result<MatchSetup, Failure> {
        let catalog = Catalog::load();
        let style = ComputerStyle { pps, slips: 0, placements: None };
        let (mode, left) = match person {
            true => (Mode::Versus, SeatSetup::person("You", Handling::default())),
            false => (Mode::Watch, computer_seat_with_menu_name(&catalog, "iwumbwe:12", style)?),
        };
        let seats = vec![left, computer_seat_with_menu_name(&catalog, "iwumbwe:8", style)?];
        Ok(MatchSetup { mode, rules: Rules::versus(), course: Course::default(), seed: 7, seats })
    }

    /// The setup of a watched match in which the champion plays the left side.
    pub(super) fn setup_of_champion() -> Result<MatchSetup, Failure> {
        let style = ComputerStyle { pps: 1.0, slips: 0, placements: None };
        let mut setup = Self::setup_of_two_computers(false, 1.0)?;
        setup.seats[0] = computer_seat_with_menu_name(&Catalog::load(), "champion:91", style)?;
        Ok(setup)
    }

    /// The setup of a match between two persons.
    pub(super) fn two_person_setup() -> Result<MatchSetup, Failure> {
        let seats = ["Left", "Right"].map(|name| SeatSetup::person(name, Handling::default())).to_vec();
        Ok(MatchSetup { mode: Mode::Versus, rules: Rules::versus(), course: Course::default(), seed: 7, seats })
    }

    fn seat(&mut self, seat: u8) -> Option<Entity> {
        let mut seats = self.world().query::<(Entity, &Seat)>();
        seats.iter(self.app.world()).find(|(_, found)| found.0 == seat).map(|(entity, _)| entity)
    }

    /// Waits until the computer player in a seat knows what it wants to do with its piece.
    pub(super) fn wait_for_thought(&mut self, seat: u8) {
        let Some(player) = self.seat(seat) else { return };
        self.wait(|world| {
            let of = world.get::<Computer>(player).zip(world.get::<Falling>(player));
            of.is_some_and(|(computer, falling)| !computer.ranked_and_target(falling).0.is_empty())
        });
    }

    /// Changes a component of the player in a seat. Nothing happens if there is no such seat or component.
    fn change_component<C: Component<Mutability = bevy::ecs::component::Mutable>>(
        &mut self,
        seat: u8,
        change: impl FnOnce(&mut C),
    ) {
        let Some(entity) = self.seat(seat) else { return };
        if let Some(mut component) = self.world().get_mut::<C>(entity) {
            change(&mut component);
        }
    }

    /// Builds a stack in a seat from a drawing: letters of pieces, `#` for garbage and `.` for nothing. The last row is
    /// the lowest.
    pub(super) fn build_stack(&mut self, seat: u8, drawing: &str) {
        self.change_component::<Field>(seat, |field| {
            field.0 = Matrix::from_drawing(field.0.board().size(), drawing.split_whitespace());
        });
        self.run_frames(3);
    }

    /// Puts a piece in play in a seat. With `spun` it counts as just turned clockwise into its place.
    pub(super) fn put_piece(&mut self, seat: u8, kind: PieceKind, facing: Facing, (x, y): (i8, i8), spun: bool) {
        let last = if spun { LastMove::Rotation { turn: Turn::Clockwise, kick: 0 } } else { LastMove::Other };
        self.change_component::<Falling>(seat, |falling| {
            let piece = FallingPiece { kind, facing, x, y };
            let piece = Some(PieceInPlay { piece, last, lock: LockDown::new(y), fraction: 0 });
            *falling = Falling { piece, wait: 0, serial: falling.serial + 1 };
        });
    }

    /// Sets the combo and the back-to-back chain that a seat has before its next lock.
    pub(super) fn set_streak(&mut self, seat: u8, combo: u16, back_to_back: u16) {
        self.change_component::<RunningStreak>(seat, |streak| streak.0 = Streak { combo, back_to_back });
    }

    /// Adds attacks with these numbers of rows to the garbage queue of a seat.
    pub(super) fn add_waiting_garbage(&mut self, seat: u8, rows: &[u32]) {
        let now =
            self.current_match().map_or((0, Rules::line_for_line()), |current| (current.round_tick, current.rules));
        self.change_component::<IncomingGarbage>(seat, |incoming| {
            for &rows in rows {
                incoming.0.receive(rows, now.0, &now.1.garbage);
            }
        });
    }

    /// The match in progress; `None` if there is none.
    pub(super) fn current_match(&mut self) -> Option<Match> {
        let mut matches = self.world().query::<&Match>();
        matches.single(self.app.world()).ok().cloned()
    }

    /// Presses and releases the key of an action.
    pub(super) fn press_action(&mut self, seat: u8, action: Action) {
        self.change_component::<PendingKeyEvents>(seat, |keys| {
            keys.0.extend([KeyEvent { action, down: true }, KeyEvent { action, down: false }]);
        });
    }

    /// Drops the piece hard, and runs this many frames to show the effect.
    pub(super) fn hard_drop(&mut self, seat: u8, frames: u32) {
        self.press_action(seat, Action::HardDrop);
        self.run_frames(frames);
    }

    pub(super) fn is_person(&mut self, seat: u8) -> bool {
        let Some(entity) = self.seat(seat) else { return false };
        self.world().get::<SeatSetup>(entity).is_some_and(SeatSetup::is_persons_here)
    }
}
