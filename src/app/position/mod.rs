//! The position editor without painting: the position that is edited, what was thought of it, and the ways
//! to it and back.

mod edited;
mod fumen_text;
mod kept;
mod line_on_board;
mod places;
mod play;
mod reading;

pub use edited::{EditedPosition, MOST_GARBAGE, MOST_PIECES, MOST_STREAK};
pub(super) use edited::{full_row_line, no_room_line};
pub(super) use kept::plugin as kept_plugin;
pub use line_on_board::{LinePiece, line_pieces_on_board};
pub use places::keys_in_words;
pub(super) use play::goal_in_file;
pub use reading::MatchPositionReader;

use super::advice_job::{AdviceJob, Adviser};
use super::devices::Gamepads;
use super::library::PuzzleLibrary;
use super::opponents::OpponentList;
use super::persistence::Settings;
use super::replay_moment::ReplayMoment;
use super::screens::Screen;
use super::session::{PlayMatch, SeededStart, new_seed};
use super::setup::SetupError;
use super::toasts::Toasts;
use super::watching::Watching;
use crate::review::PositionAdvice;
use crate::rules::Rules;
use bevy::prelude::*;

/// How many changes can be taken back.
const MOST_UNDONE: usize = 200;

/// The event that asks for the editor with this position.
#[derive(Event, Clone, Debug)]
pub struct EditPosition(pub EditedPosition);

/// The event that asks a computer player what it thinks of the position that is edited.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskAboutPosition {
    /// The champion is asked, or the learner that gives hints where the champion does not play.
    Champion,
    /// The opponent that the settings of versus name is asked.
    Opponent,
}

/// The event that asks for a game from the position that is edited: alone, or against the opponent of the settings.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayFromPosition {
    /// A game alone, without hurry and without an end.
    Alone,
    /// A match of versus in which both players begin with the position.
    Against,
}

/// The event that asks to go back from the editor to where it was opened.
#[derive(Event, Clone, Copy, Debug)]
pub struct LeaveEditor;

/// What was thought of a position, and by whom.
#[derive(Clone, Debug)]
pub struct PositionAnswer {
    /// The computer player that was asked about the position.
    pub adviser: Adviser,
    /// The answer; an error is a line for the player.
    pub advice: Result<PositionAdvice, String>,
}

/// The state of the position editor: the position, what can be taken back, and what was thought of it. It stays
/// while the program runs, and the position alone also when it starts anew.
#[derive(Resource, Debug, Default)]
pub struct PositionEditor {
    position: EditedPosition,
    /// The positions before the last changes, the latest last.
    before: Vec<EditedPosition>,
    /// The positions that were taken back since the last change, the latest last.
    after: Vec<EditedPosition>,
    thinking: Option<(Adviser, AdviceJob)>,
    answer: Option<PositionAnswer>,
    /// The screen that the editor was opened at, if not from the menus.
    opened_at: Option<Screen>,
    /// The moment of the replay that the editor was opened at, if it was.
    moment: Option<ReplayMoment>,
}

impl PositionEditor {
    /// The edited position as it is now.
    pub const fn position(&self) -> &EditedPosition {
        &self.position
    }

    /// Takes over a changed position, if it differs. With `goes_on` it is part of the change before, as a stroke that
    /// is not over: both are taken back together.
    pub fn set_position(&mut self, position: EditedPosition, goes_on: bool) {
        if position == self.position {
            return;
        }
        let before = std::mem::replace(&mut self.position, position);
        if !goes_on || self.before.is_empty() {
            self.before.push(before);
            let beyond = self.before.len().saturating_sub(MOST_UNDONE);
            self.before.drain(..beyond);
        }
        self.after.clear();
        (self.thinking, self.answer) = (None, None);
    }

    /// The position with other rules of attack. Where the new rules alone reward clears of garbage, a board that was
    /// edited under such rules before has its garbage again.
    pub fn position_with_rules(&self, position: &EditedPosition, rules: Rules) -> EditedPosition {
        let rewards = |rules: &Rules| rules.attack.table.rewards_clearing_garbage();
        let board = position.matrix.board();
        let is_known = |known: &&EditedPosition| rewards(&known.rules) && known.matrix.board() == board;
        let known = self.before.iter().rev().find(is_known).filter(|_| rewards(&rules) && !rewards(&position.rules));
        let mut position = position.clone();
        position.set_rules(rules);
        if let Some(known) = known {
            position.matrix.clone_from(&known.matrix);
        }
        position
    }

    /// Whether there is a change to be taken back.
    pub const fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Takes the last change back. False if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.after.push(std::mem::replace(&mut self.position, before));
        (self.thinking, self.answer) = (None, None);
        true
    }

    /// Whether there is a change that was taken back and can be done again.
    pub const fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    /// Does the change again that was taken back last. False if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.after.pop() else { return false };
        self.before.push(std::mem::replace(&mut self.position, after));
        (self.thinking, self.answer) = (None, None);
        true
    }

    /// The computer player that thinks about the position now; `None` if none does.
    pub fn thinking_adviser(&self) -> Option<&Adviser> {
        self.thinking.as_ref().map(|(adviser, _)| adviser)
    }

    /// What was thought of the position; `None` as long as nobody has answered.
    pub const fn computer_answer(&self) -> Option<&PositionAnswer> {
        self.answer.as_ref()
    }

    fn ask(&mut self, adviser: Adviser) {
        let (rules, state) = (self.position.rules, self.position.state());
        self.answer = None;
        match AdviceJob::begin(adviser.clone(), rules, state) {
            Ok(job) => self.thinking = Some((adviser, job)),
            Err(error) => self.answer = Some(PositionAnswer { adviser, advice: Err(error.to_string()) }),
        }
    }

    /// Takes over what was thought of the position once it is there.
    fn take_answer(&mut self) {
        if let Some((adviser, job)) = self.thinking.take_if(|(_, job)| job.is_finished()) {
            self.answer = Some(PositionAnswer { adviser, advice: job.wait_for_advice() });
        }
    }
}

/// Adds the editor with its wishes, and the system that takes answers.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PositionEditor>();
    app.add_observer(open).add_observer(ask).add_observer(leave).add_observer(play);
    let take = (|mut editor: ResMut<PositionEditor>| editor.take_answer())
        .run_if(|editor: Res<PositionEditor>| editor.thinking.is_some());
    app.add_systems(Update, take);
    // Whoever comes from this page goes back to it, and paints a board of their own. A game that begins at a position
    // comes back to the editor, and the way from there is the same as before.
    app.add_systems(OnEnter(Screen::Single), |mut editor: ResMut<PositionEditor>| {
        (editor.opened_at, editor.moment) = (None, None);
        let mut position = editor.position.clone();
        position.use_usual_rules();
        editor.set_position(position, true);
    });
}

fn play(
    wish: On<PlayFromPosition>,
    editor: Res<PositionEditor>,
    (settings, pads, library): (Res<Settings>, Res<Gamepads>, Res<PuzzleLibrary>),
    mut opponents: ResMut<OpponentList>,
    mut again: ResMut<SeededStart>,
    mut commands: Commands,
    mut toasts: ResMut<Toasts>,
) {
    let (position, seed) = (editor.position(), new_seed());
    let setup = match *wish {
        PlayFromPosition::Alone => position.setup_alone(&settings, seed),
        PlayFromPosition::Against => match pads.missing_reason(&settings.seats, settings.seats.which_are_persons()) {
            Some(line) => Err(line),
            None => position.setup_against(&settings, &mut opponents, &library.book, seed),
        },
    };
    match setup {
        Ok(setup) => {
            let position = position.clone();
            *again = SeededStart::new(setup.course.clone(), move |seed| position.start_position(seed));
            commands.trigger(PlayMatch(setup));
        }
        Err(line) => toasts.warn(line),
    }
}

fn open(
    wish: On<EditPosition>,
    mut editor: ResMut<PositionEditor>,
    current: Res<State<Screen>>,
    watching: Option<Res<Watching>>,
    mut screen: ResMut<NextState<Screen>>,
) {
    editor.set_position(wish.0.clone().clamped(), false);
    editor.opened_at = Some(*current.get());
    editor.moment = watching.map(|watching| ReplayMoment::of(&watching));
    screen.set(Screen::Position);
}

fn ask(
    wish: On<AskAboutPosition>,
    mut editor: ResMut<PositionEditor>,
    settings: Res<Settings>,
    mut opponents: ResMut<OpponentList>,
    mut toasts: ResMut<Toasts>,
) {
    if editor.position.problem().is_some() {
        return;
    }
    let is_usual = editor.position.is_playable_by_champion();
    let spec = match *wish {
        AskAboutPosition::Champion if is_usual => None,
        AskAboutPosition::Champion => Some(&settings.coach.mentor),
        AskAboutPosition::Opponent => Some(&settings.versus.opponent),
    };
    let adviser = spec.map_or_else(Adviser::from_champion, |spec| {
        let found = spec.parse().and_then(|spec| opponents.contestant(&spec));
        found.map(Adviser::from).map_err(|error| error.to_string())
    });
    match adviser {
        // Learners alone know every board.
        Ok(adviser) if is_usual || matches!(adviser, Adviser::Learner(..)) => editor.ask(adviser),
        Ok(adviser) => toasts.warn(SetupError::Misplaced(adviser.name().to_owned()).to_string()),
        Err(line) => toasts.warn(format!("Nobody can be asked: {line}")),
    }
}

fn leave(
    _: On<LeaveEditor>,
    mut commands: Commands,
    mut editor: ResMut<PositionEditor>,
    mut screen: ResMut<NextState<Screen>>,
) {
    let back = editor.opened_at.take().unwrap_or(Screen::Single);
    match editor.moment.take() {
        Some(moment) => {
            commands.insert_resource(moment.into_watching());
            screen.set(Screen::Replay);
        }
        None => screen.set(back),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::{go_to, program_on};
    use crate::rules::{GarbageKind, RuleSet};

    /// The screen to which the editor leads that was opened at `opened_at`, after a way through these screens.
    fn back_after(opened_at: Screen, way: &[Screen]) -> Screen {
        let mut app = program_on(opened_at);
        app.add_plugins(plugin).update();
        app.world_mut().trigger(EditPosition(EditedPosition::default()));
        app.update();
        for screen in way {
            go_to(&mut app, *screen);
        }
        assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Position);
        app.world_mut().trigger(LeaveEditor);
        app.update();
        *app.world().resource::<State<Screen>>().get()
    }

    #[test]
    fn the_rules_of_a_game_leave_the_editor_with_its_board_or_on_the_way_by_the_menus() {
        let attack_rules = RuleSet::Tetrio2.rules();
        let rules = Rules { hold: false, half_turns: false, ..attack_rules };
        let of_game = EditedPosition { rules, ..EditedPosition::default() };
        let mut emptied = of_game.clone();
        emptied.clear();
        assert_eq!(emptied.rules, attack_rules, "the attacks have a row of their own");
        let mut app = program_on(Screen::Puzzles);
        app.add_plugins(plugin).update();
        app.world_mut().trigger(EditPosition(of_game));
        let mut rules_on = |screen: Screen| {
            go_to(&mut app, screen);
            app.world().resource::<PositionEditor>().position().rules
        };
        let by_game = [Screen::Position, Screen::Play, Screen::Position];
        assert_eq!(by_game.map(&mut rules_on), [rules; 3]);
        assert_eq!([Screen::Single, Screen::Position].map(rules_on), [attack_rules; 2]);
    }

    #[test]
    fn the_champion_plays_on_no_solid_garbage_also_once_the_rules_of_its_game_have_gone() {
        let mut position = EditedPosition::default();
        position.rules.garbage.kind = GarbageKind::Solid;
        assert!(position.matrix.raise(None));
        position.use_usual_rules();
        assert!(!position.is_playable_by_champion());
        position.clear();
        assert!(position.is_playable_by_champion(), "an emptied board has none");
    }

    #[test]
    fn the_opponent_is_asked_unless_it_does_not_play_on_the_board() {
        let mut app = program_on(Screen::Position);
        app.add_plugins(plugin).init_resource::<OpponentList>().init_resource::<Toasts>();
        let mut asked = |opponent: &str, columns: u8| {
            let mut settings = Settings::default();
            opponent.clone_into(&mut settings.versus.opponent);
            let mut position = EditedPosition::default();
            position.resize(columns, 20);
            app.insert_resource(settings).insert_resource(PositionEditor { position, ..PositionEditor::default() });
            app.world_mut().trigger(AskAboutPosition::Opponent);
            app.world().resource::<PositionEditor>().thinking_adviser().cloned()
        };
        for columns in [10, 12] {
            assert!(matches!(asked("literature:dellacherie", columns), Some(Adviser::Learner(..))), "{columns}");
        }
        assert!(matches!(asked("champion-duel:100", 10), Some(Adviser::Searcher(..))));
        assert!(asked("champion-duel:100", 12).is_none() && asked("tbp:a-bot", 12).is_none());
        assert!(app.world().resource::<Toasts>().last().is_some_and(|line| line.contains("boards ten wide")));
    }

    #[test]
    fn a_game_from_a_position_keeps_the_way_back_from_the_editor() {
        for opened_at in [Screen::Puzzles, Screen::Review] {
            assert_eq!(back_after(opened_at, &[]), opened_at);
            assert_eq!(back_after(opened_at, &[Screen::Play, Screen::Position]), opened_at);
        }
        let by_the_menus = [Screen::Play, Screen::Title, Screen::Single, Screen::Position];
        assert_eq!(back_after(Screen::Puzzles, &by_the_menus), Screen::Single);
    }
}
