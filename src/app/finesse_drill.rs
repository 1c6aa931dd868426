//! The finesse drill: a computer player chooses a place for each piece, and the person has to bring it there with the
//! fewest turns and shifts. A piece that goes elsewhere, or takes more keys, comes again.

use super::game_review::extra_keys_in_words;
use super::persistence::Settings;
use super::position::keys_in_words;
use super::screens::{Overlay, Screen};
use super::session::{PlayMatch, new_seed};
use crate::ai::literature::published_controller;
use crate::ai::{Brain, VisiblePosition};
use crate::game::modes::{Course, Plan};
use crate::game::replay::{MatchMoves, MoveFinesse, PositionComponents, RecordedMove, position_now, rewind_match};
use crate::game::{Match, MatchSetup, Mode, SeatSetup, Snapshot, StartMatch};
use crate::movegen::keys::straight_keys;
use crate::movegen::{AllowedMoves, Key, Placement};
use crate::rules::{GravityRule, Rules};
use crate::search::State;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;

/// What the game is called; it tells a drill from other games.
const NAME: &str = "Finesse drill";
/// Who chooses the places: a player of the literature that keeps stacks low, so that the drill has no end.
const CHOOSER: &str = "dellacherie";

/// The drill in progress.
#[derive(Resource, Debug)]
pub struct FinesseDrill {
    chooser: Brain,
    /// Where the falling piece is to go.
    target: Option<Placement>,
    /// The fewest keys, for turns and shifts, that bring the falling piece to its target.
    keys: Vec<Key>,
    /// The match as it was when the falling piece appeared.
    moment: Option<Snapshot>,
    /// How many pieces had been set down when the target was chosen.
    before: usize,
    /// How many pieces were right at the first try.
    pub clean: u32,
    /// How many pieces were wrong at the first try.
    pub faulty: u32,
    /// How many of the last pieces in a row were right at the first try.
    pub in_a_row: u32,
    /// Whether the falling piece has come again, since its last try was wrong.
    comes_again: bool,
    /// What was wrong with the last try, in a line; `None` if nothing was.
    pub problem: Option<String>,
}

/// The wish to begin the finesse drill.
#[derive(Event, Clone, Copy, Debug)]
pub struct StartFinesseDrill;

impl FinesseDrill {
    /// A drill before its first piece; `None` if its computer player is missing.
    fn new() -> Option<Self> {
        let chooser = published_controller(CHOOSER)?.brain().ok()?;
        Some(Self {
            chooser,
            target: None,
            keys: Vec::new(),
            moment: None,
            before: 0,
            clean: 0,
            faulty: 0,
            in_a_row: 0,
            comes_again: false,
            problem: None,
        })
    }

    /// Where the falling piece is to go; `None` between two pieces.
    pub const fn target(&self) -> Option<&Placement> {
        self.target.as_ref()
    }

    /// How many keys, for turns and shifts, at least bring the falling piece to its place.
    pub const fn fewest_keys(&self) -> usize {
        self.keys.len()
    }

    /// The best place in the eyes of the chooser that needs neither soft drop nor hold, and the fewest keys to it. The
    /// hard drop, which ends every piece, is not among them.
    fn choose(&self, state: &State, moves: &AllowedMoves) -> Option<(Placement, Vec<Key>)> {
        let (&falling, next) = state.queue.split_first()?;
        let view = VisiblePosition { board: &state.board, falling, hold: None, can_hold: false, next };
        let mut places = self.chooser.rank(&view).into_iter().map(|ranked| ranked.placement());
        let way = |place: Placement| {
            let keys = straight_keys(&state.board, &place, moves)?;
            Some((place, keys.into_iter().filter(|key| *key != Key::HardDrop).collect()))
        };
        places.find_map(way)
    }

    /// Judges a piece that was set down, and counts it at its first try. True if it was right.
    fn judge(&mut self, played: &RecordedMove) -> bool {
        let Some(target) = self.target else { return true };
        let way = &self.keys;
        let (is_there, pressed) = (
            target.piece.fills_same_cells(played.played.made.placement.piece),
            played.finesse.map_or(way.len() as u32, |finesse| finesse.pressed),
        );
        self.problem = match (is_there, pressed as usize > way.len()) {
            (true, false) => None,
            (false, _) => Some("It belongs where the outline is".to_owned()),
            (true, true) => {
                let keys = MoveFinesse { pressed, fewest: way.len() as u32 };
                let words = if way.is_empty() { "the hard drop alone".to_owned() } else { keys_in_words(way) };
                Some(format!("{}: {words}", extra_keys_in_words(keys, ["key", "keys"])))
            }
        };
        let is_right = self.problem.is_none();
        match (is_right, self.comes_again) {
            (true, false) => (self.clean, self.in_a_row) = (self.clean + 1, self.in_a_row + 1),
            (false, false) => (self.faulty, self.in_a_row) = (self.faulty + 1, 0),
            (_, true) => {}
        }
        self.comes_again = !is_right;
        is_right
    }
}

/// Adds the observers that begin the drill, and the system that chooses places and judges pieces.
pub fn plugin(app: &mut App) {
    app.add_observer(start).add_observer(begin);
    let plays = in_state(Overlay::None).and_then(in_state(Screen::Play));
    app.add_systems(Update, follow.run_if(resource_exists::<FinesseDrill>.and_then(plays)));
    app.add_systems(OnExit(Screen::Play), |mut commands: Commands| commands.remove_resource::<FinesseDrill>());
}

/// The setup of the game in which the drill takes place: no hurry, no hold, and no end.
pub fn finesse_drill_setup(settings: &Settings, seed: u64) -> MatchSetup {
    let Plan { rules, course } = Plan::of(Mode::Zen, &settings.modes.options, &settings.single.rules);
    let usual = Rules::marathon();
    let rules = Rules { hold: false, gravity: GravityRule::Off, board: usual.board, pieces: usual.pieces, ..rules };
    let course = Course { id: String::new(), name: NAME.to_owned(), undo: false, endless: true, ..course };
    MatchSetup { mode: Mode::Zen, rules, course, seed, seats: vec![SeatSetup::person("You", settings.handling)] }
}

fn start(_: On<StartFinesseDrill>, settings: Res<Settings>, mut commands: Commands) {
    commands.trigger(PlayMatch(finesse_drill_setup(&settings, new_seed())));
}

/// Whether a game with this course is the drill. Puzzles, which anybody may call so, have an id.
pub(crate) fn is_drill(course: &Course) -> bool {
    course.name == NAME && course.id.is_empty()
}

/// Begins the drill with every match of it, also one that is restarted or continued, and ends it when
/// any other match begins.
fn begin(start: On<StartMatch>, mut commands: Commands) {
    match FinesseDrill::new().filter(|_| is_drill(&start.0.course)) {
        Some(new) => commands.insert_resource(new),
        None => commands.remove_resource::<FinesseDrill>(),
    }
}

/// Judges the piece that was set down last, has it come again if it was wrong, and chooses a place for the next.
pub(super) fn follow(
    world: &mut World,
    system: &mut SystemState<(Option<Single<&Match>>, Query<PositionComponents>, Res<MatchMoves>, Res<FinesseDrill>)>,
) {
    world.init_resource::<MatchMoves>();
    let Ok((Some(current), players, notes, drill)) = system.get(world) else { return };
    let (moves, count) = (AllowedMoves::of(&current.rules), notes.count_of_seat(0));
    // Most frames have no new move, and nothing to choose: then neither is worked out.
    let last = if count > drill.before { notes.last_of_seat(0) } else { None };
    let needs_place = last.is_some() || drill.target.is_none();
    let position = if needs_place { position_now(&current, &players, 0) } else { None };
    world.resource_scope(|world, mut drill: Mut<FinesseDrill>| {
        if let Some(last) = last {
            let is_right = drill.judge(&last);
            if !is_right && let Some(moment) = drill.moment.clone() {
                rewind_match(world, &moment, 0);
                return;
            }
            drill.target = None;
        }
        let Some(state) = position.filter(|_| drill.target.is_none()) else { return };
        let chosen = drill.choose(&state, &moves);
        (drill.target, drill.keys) = chosen.map_or_else(Default::default, |(target, way)| (Some(target), way));
        (drill.moment, drill.before) = (Snapshot::take(world), count);
    });
}
