//! The review of a game: the moves that cost something, and beside them the chance to win over the game, and the board
//! of the move in focus as it was played and with the best move.

mod curve;
mod side;

use super::super::menu::Menu;
use super::super::page::{Page, PanelOptions};
use super::super::theme::{self, faded};
use super::worked_out::WorkedOut;
use super::{capital, clock};
use crate::app::clipboard::Clipboard;
use crate::app::drills::MakeDrill;
use crate::app::found_puzzles::MakePuzzleFromMove;
use crate::app::game_review::{
    ReviewProgress, ReviewStage, ReviewSummary, ReviewedMove, Reviewing, WatchMoment, decided_rounds, finesse_in_words,
    moves_as_fumen, phase_accuracy_in_words,
};
use crate::app::position::{EditPosition, EditedPosition};
use crate::app::screens::Screen;
use crate::review::Grade;
use crate::rules::Rules;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, pos2, vec2};
use curve::ReviewCurve;
use std::sync::Arc;

/// The height of a move's row without its buttons, in points.
const ROW: f32 = 50.0;
/// The height of the buttons of a move on a desktop, in points.
const BUTTON: f32 = 22.0;
/// The buttons in the row of a move, the first at the right end.
const BUTTONS: [&str; 7] = ["Copy", "Edit", "Puzzle", "Drill", "Line", "Try", "Watch"];
/// The keys that do the same as the buttons of a move, in their order. The last button has none, since pressing the
/// row does the same.
const KEYS: [KeyCode; 6] = [KeyCode::KeyC, KeyCode::KeyE, KeyCode::KeyP, KeyCode::KeyD, KeyCode::KeyL, KeyCode::KeyT];

/// The choice of which moves a review lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ReviewFilter {
    #[default]
    Faults,
    Worst,
    Finesse,
    Every,
}

impl ReviewFilter {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Faults, "Costly moves"),
        (Self::Worst, "Mistakes and blunders"),
        (Self::Finesse, "Finesse faults"),
        (Self::Every, "Every move"),
    ];

    fn holds(self, reviewed: &ReviewedMove) -> bool {
        let grade = reviewed.review.judgement.map_or(Grade::Best, |judgement| judgement.grade);
        match self {
            Self::Faults => grade > Grade::Good,
            Self::Worst => grade > Grade::Inaccuracy,
            Self::Finesse => reviewed.recorded.finesse.is_some_and(|keys| keys.faults() > 0),
            Self::Every => true,
        }
    }

    /// What is said in place of an empty list, once it is sure to stay empty. Of costly moves the summary says it.
    fn words_if_empty(self, stage: ReviewStage) -> Option<&'static str> {
        match self {
            Self::Worst if stage == ReviewStage::Done => Some("No move is a mistake or a blunder."),
            Self::Finesse if stage > ReviewStage::Reading => Some("No move is a finesse fault."),
            _ => None,
        }
    }
}

/// What the page works out of all moves of a player: the notes that sum them up, and the curve.
type SumsOfMoves = (Vec<String>, ReviewCurve);

/// What the player asks to do with a reviewed move.
enum MoveWish {
    /// Watch the game, or play on, from where the move began.
    Watch(WatchMoment),
    /// Make a drill of the move.
    Drill(MakeDrill),
    /// Make a puzzle of the position before the move.
    Puzzle(MakePuzzleFromMove),
    /// Show one move more of the sequences that follow, or with Shift one fewer. The last is followed by the first
    /// move alone.
    Follow,
    /// Copy this fumen, if there is one, and tell this line.
    Copy(Option<String>, &'static str),
    Edit(Box<EditedPosition>),
}

/// How far the sequence of moves after a reviewed move is shown, and which moves are in the list.
#[derive(Clone, Debug, Default)]
pub(super) struct ReviewView {
    /// The seat and the tick of the reviewed move, which tell moves apart.
    of: (u8, u64),
    /// How many moves after the reviewed one are shown.
    step: usize,
    /// The moves in the list, each by seat and tick.
    listed: Vec<(u8, u64)>,
}

impl ReviewView {
    /// Takes in which moves are listed now. Returns where in the list the focus belongs that was at place `at` before:
    /// on the same move, or still at `at` if that move is listed no more.
    fn list(&mut self, at: usize, listed: Vec<(u8, u64)>) -> usize {
        let before = std::mem::replace(&mut self.listed, listed);
        let now = before.get(at).and_then(|of| self.listed.iter().position(|listed| listed == of));
        now.unwrap_or(at)
    }

    /// Takes in which move is on show, and goes so many moves further along the sequences after it, the longer of which
    /// has `most`; below 0 it goes back. After the last move only the first is shown again.
    fn follow(&mut self, of: (u8, u64), most: usize, further: isize) {
        let step = if self.of == of { self.step } else { 0 };
        (self.of, self.step) = (of, (step as isize + further).rem_euclid(most.max(1) as isize) as usize);
    }
}

pub(super) fn show(
    mut page: Page,
    (mut filter, mut followed): (Local<ReviewFilter>, Local<ReviewView>),
    mut sums: Local<WorkedOut<(usize, u8, ReviewStage, usize, usize), SumsOfMoves>>,
    reviewing: Option<ResMut<Reviewing>>,
    mut clipboard: NonSendMut<Clipboard>,
    down: Res<ButtonInput<KeyCode>>,
) -> Result {
    let Some(mut reviewing) = reviewing else {
        page.next_screen.set(Screen::Replays);
        return Ok(());
    };
    let replay = reviewing.replay.clone();
    if page.screen.is_changed() {
        // Another replay may lie where that of the last review lay.
        *sums = WorkedOut::default();
    }
    let seats: Vec<(u8, &str)> = (0u8..2).filter_map(|at| Some((at, replay.seat(at.into())?.name.as_str()))).collect();
    let mut seat = reviewing.seat;
    page.keep_focus_if_pressed(&KEYS);
    // A review that is gone back to has its focus where it was.
    let name = if reviewing.has_earlier_review() { "review-of-a-try" } else { "review" };
    let look = PanelOptions { name, title: "Review", row_width: 410.0, side_size: vec2(500.0, 500.0) };
    let shown = page.panel(look, |menu| {
        if seats.len() > 1 {
            menu.pick("Player", &seats, &mut seat);
            menu.explain_row("Whose moves are on show");
        }
        menu.pick("Show", &ReviewFilter::ALL, &mut filter);
        menu.explain_row("8 points of the chance to win are an inaccuracy, 16 a mistake, 24 a blunder");
        let progress = reviewing.job.lock_progress();
        let own: Vec<&ReviewedMove> = progress.moves.iter().filter(|moved| moved.recorded.seat == seat).collect();
        let of = (Arc::as_ptr(&replay) as usize, seat, progress.stage, progress.done, progress.moves.len());
        let (notes, curve) = sums.get(of, || (summed_up(&progress, &own, seat), ReviewCurve::of(&own, &replay)));
        notes.iter().for_each(|line| menu.note(line));
        stage(menu, &progress, &own);
        let mut wish = None;
        let listed: Vec<&ReviewedMove> = own.iter().copied().filter(|reviewed| filter.holds(reviewed)).collect();
        if !listed.is_empty() {
            if menu.button("Copy these moves") {
                let told = "The moves are copied as one fumen, each as it was played and with the best move";
                wish = Some(MoveWish::Copy(moves_as_fumen(listed.iter().copied()), told));
            }
            menu.explain_row("All of them as one fumen, each as it was played and with the best move");
        } else if progress.problem.is_none()
            && !own.is_empty()
            && let Some(words) = filter.words_if_empty(progress.stage)
        {
            menu.note(words);
        }
        let (asked, focus) = move_rows(menu, &listed, seat, &mut followed, &replay.setup.rules);
        let wish = asked.or(wish);
        let painter = menu.side_painter();
        let shown = focus.or_else(|| worst(&own));
        if let Some(shown) = shown {
            let of = (seat, shown.recorded.tick);
            let most = shown.review.explanation.best.len().max(shown.review.explanation.played.len());
            let further = match wish {
                Some(MoveWish::Follow) if down.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) => -1,
                Some(MoveWish::Follow) => 1,
                _ => 0,
            };
            followed.follow(of, most, further);
        }
        let caption = shown.filter(|_| focus.is_none()).map(caption);
        side::paint(&painter, menu.side, (curve, &own), (shown, caption), followed.step, &replay.setup.rules);
        wish
    })?;
    reviewing.seat = seat;
    match shown.inner {
        Some(MoveWish::Watch(moment)) => page.commands.trigger(moment),
        Some(MoveWish::Drill(drill)) => page.commands.trigger(drill),
        Some(MoveWish::Puzzle(puzzle)) => page.commands.trigger(puzzle),
        Some(MoveWish::Copy(Some(text), told)) => page.toasts.say_copied(clipboard.set(&text), told),
        Some(MoveWish::Copy(None, _)) => page.toasts.say("A fumen has no words for this board"),
        Some(MoveWish::Edit(position)) => page.commands.trigger(EditPosition(*position)),
        Some(MoveWish::Follow) | None => {}
    }
    if shown.back {
        match reviewing.go_back_to_earlier_review() {
            true => followed.listed.clear(),
            false => page.next_screen.set(reviewing.back),
        }
    }
    Ok(())
}

/// Adds the rows of the listed moves of a player. Returns what is asked for, and the move that has the focus.
fn move_rows<'a>(
    menu: &mut Menu,
    listed: &[&'a ReviewedMove],
    seat: u8,
    followed: &mut ReviewView,
    rules: &Rules,
) -> (Option<MoveWish>, Option<&'a ReviewedMove>) {
    let (mut wish, mut focus) = (None, None);
    let first = menu.rows_so_far();
    let ticks = listed.iter().map(|reviewed| (seat, reviewed.recorded.tick)).collect();
    // Verdicts come and change while the review goes on.
    match menu.cursor.at.checked_sub(first) {
        Some(at) => menu.cursor.at = first + followed.list(at, ticks),
        None => followed.listed = ticks,
    }
    for &reviewed in listed {
        if menu.is_next_focused() {
            focus = Some(reviewed);
        }
        wish = row(menu, reviewed, rules).or(wish);
    }
    if focus.is_none() && menu.rows_so_far() > first {
        // The list is as high as with the buttons of a move, so that the panel stays where it is.
        menu.gap(buttons_height(menu));
    }
    (wish, focus)
}

/// The move that cost most of the chance to win; `None` if no move is a fault.
fn worst<'a>(own: &[&'a ReviewedMove]) -> Option<&'a ReviewedMove> {
    let faults = own.iter().copied().filter(|reviewed| reviewed.review.judgement_if_costly().is_some());
    faults.max_by(|one, other| one.points_lost().total_cmp(&other.points_lost()))
}

/// Says which move is on show while no row of a move has the focus.
fn caption(costliest: &ReviewedMove) -> String {
    format!("The costliest move: {}", when(costliest))
}

/// When a move was made, in words: `1:23, piece 30, round 2`.
fn when(reviewed: &ReviewedMove) -> String {
    let recorded = &reviewed.recorded;
    let round = if recorded.round > 0 { format!(", round {}", recorded.round + 1) } else { String::new() };
    format!("{}, piece {}{round}", clock(recorded.timing.now), recorded.number)
}

/// The notes that sum up a player's moves.
fn summed_up(progress: &ReviewProgress, own: &[&ReviewedMove], seat: u8) -> Vec<String> {
    let summary = ReviewSummary::of(own.iter().copied(), seat);
    if summary.moves == 0 {
        return Vec::new();
    }
    let phases = phase_accuracy_in_words(own.iter().copied(), seat);
    let accuracy = format!("Accuracy {}: {}", summary.accuracy_in_words(), summary.grades_in_words());
    let mut notes = vec![accuracy, format!("{}.", capital(&phases))];
    notes.extend(finesse_in_words(own.iter().copied(), seat).map(|finesse| format!("{finesse}.")));
    // As long as moves have not been looked at, it is not known which of them cost most.
    if progress.stage > ReviewStage::Looking {
        let decided = decided_rounds(&progress.moves, seat);
        notes.extend(decided.iter().map(|decided| format!("{}.", decided.in_words())));
    }
    notes
}

/// Adds a note of how far the review has come.
fn stage(menu: &mut Menu, progress: &ReviewProgress, own: &[&ReviewedMove]) {
    let (done, tasks) = (progress.done, progress.tasks);
    match (&progress.problem, progress.stage) {
        (Some(problem), _) if own.is_empty() => menu.alarm(&format!("There is no review: {problem}")),
        (Some(problem), _) => menu.alarm(&format!("The review broke off: {problem}")),
        (None, ReviewStage::Reading) => menu.note("The game is read …"),
        (None, ReviewStage::Looking) => menu.note(&format!("Looking at every move: {done} of {tasks} …")),
        (None, ReviewStage::PlayingOn) => {
            menu.note(&format!("Playing matches on from doubtful moves: {done} of {tasks} …"));
        }
        (None, ReviewStage::Done) if own.iter().all(|moved| moved.review.judgement_if_costly().is_none()) => {
            menu.note("No move cost anything that can be told from chance.");
        }
        (None, ReviewStage::Done) => {}
    }
}

const fn ink(grade: Grade) -> Color32 {
    match grade {
        Grade::Best => theme::LEAF,
        Grade::Good => theme::ASH,
        Grade::Inaccuracy => theme::IVORY,
        Grade::Mistake => theme::GOLD,
        Grade::Blunder => theme::ALARM,
    }
}

/// The height of the buttons under a move's words, in points.
fn buttons_height(menu: &Menu) -> f32 {
    menu.row_buttons_height(menu.button_height(BUTTON), &BUTTONS.map(|words| (words, theme::GOLD))) + 4.0
}

/// Adds the row of a move, which has buttons under its words while it has the focus. Returns what is asked for.
fn row(menu: &mut Menu, reviewed: &ReviewedMove, rules: &Rules) -> Option<MoveWish> {
    let has_buttons = menu.is_next_focused();
    let row = menu.row(ROW + if has_buttons { buttons_height(menu) } else { 0.0 }, "move");
    let recorded = &reviewed.recorded;
    let (seat, began) = (recorded.seat, recorded.began);
    if !menu.ui.is_rect_visible(row.rect) {
        return None;
    }
    let painter = menu.paint_row_ground(&row);
    let (upper, lower) = (row.rect.top() + ROW / 2.0 - 11.0, row.rect.top() + ROW / 2.0 + 12.0);
    let (left, right) = (row.rect.left() + 16.0, row.rect.right() - 14.0);
    let judgement = reviewed.review.judgement;
    let (name, colour) = match judgement {
        Some(judgement) => (judgement.grade_title(&recorded.played), ink(judgement.grade)),
        None => ("Not looked at yet", faded(theme::ASH, 0.7)),
    };
    painter.text(pos2(left, upper), Align2::LEFT_CENTER, name, theme::semibold(16.0), colour);
    if let Some(judgement) = judgement.filter(|judgement| judgement.grade > Grade::Best) {
        let words = format!("−{:.0} points", 100.0 * judgement.loss());
        painter.text(pos2(right, upper), Align2::RIGHT_CENTER, words, theme::semibold(15.0), theme::IVORY);
    }
    let when = when(reviewed);
    menu.tell(&row, || format!("{name}, {when}"));
    painter.text(pos2(left, lower), Align2::LEFT_CENTER, when, theme::regular(13.5), theme::ASH);
    menu.explain_row(menu.by_device(
        "Enter: watch. T: try it. L: the line, back with Shift. D: a drill of it. P: a puzzle of it. \
         E: edit it. C: copy as a fumen",
        "<South> watches it. Left and right lead to the buttons",
        "Another tap watches it. The buttons do the rest",
    ));
    let key = menu.nav.shortcut.filter(|_| row.focused);
    if key == Some(KeyCode::KeyD) {
        // Here this letter is no step to the side.
        menu.nav.right = false;
    }
    let height = menu.button_height(BUTTON);
    let middle = row.rect.top() + ROW + height / 2.0;
    let items = BUTTONS.map(|words| (words, theme::GOLD));
    let clicked = (has_buttons && row.focused).then(|| menu.row_buttons(&row, [middle, height], &items)).flatten();
    let asked = (0..KEYS.len()).find(|place| key == Some(KEYS[*place]) || clicked == Some(*place));
    match asked.map(|place| BUTTONS[place]) {
        Some("Copy") => {
            let told = "The board is copied, as it was played and with the best move if it is known";
            Some(MoveWish::Copy(reviewed.as_fumen(), told))
        }
        Some("Edit") => Some(MoveWish::Edit(Box::new(EditedPosition::of_state(&recorded.played.state, rules)))),
        Some("Puzzle") => Some(MoveWish::Puzzle(MakePuzzleFromMove { seat, began })),
        Some("Drill") => Some(MoveWish::Drill(MakeDrill { seat, began })),
        Some("Line") => Some(MoveWish::Follow),
        Some("Try") => Some(MoveWish::Watch(WatchMoment { tick: began, take_over: Some(seat) })),
        _ => {
            let chosen = clicked.is_some() || menu.is_chosen_while_focused(&row);
            chosen.then_some(MoveWish::Watch(WatchMoment { tick: began, take_over: None }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_each_button_of_a_move_is_its_first_letter() {
        for (key, words) in KEYS.iter().zip(BUTTONS) {
            assert_eq!(format!("{key:?}"), format!("Key{}", &words[..1]), "{words}");
        }
        assert_eq!(KEYS.len() + 1, BUTTONS.len(), "the row itself does what the last button does");
    }

    #[test]
    fn an_empty_list_is_told_once_it_is_sure_to_stay_empty() {
        let said = |filter: ReviewFilter| {
            let stages = [ReviewStage::Reading, ReviewStage::Looking, ReviewStage::PlayingOn, ReviewStage::Done];
            stages.map(|stage| filter.words_if_empty(stage).is_some())
        };
        assert_eq!(said(ReviewFilter::Worst), [false, false, false, true]);
        assert_eq!(said(ReviewFilter::Finesse), [false, true, true, true]);
        // The summary tells of the one, and the other has moves wherever there are any.
        assert_eq!([ReviewFilter::Faults, ReviewFilter::Every].map(said), [[false; 4]; 2]);
    }

    #[test]
    fn the_line_after_a_move_is_followed_there_and_back() {
        let mut view = ReviewView::default();
        let mut step = |of: u64, further: isize| {
            view.follow((0, of), 3, further);
            view.step
        };
        assert_eq!([1, 1, -1, 0, 1, 1].map(|further| step(10, further)), [1, 2, 1, 1, 2, 0]);
        assert_eq!([-1, -1].map(|further| step(10, further)), [2, 1], "back from the first is the last");
        assert_eq!(step(20, 0), 0, "another move");
        view.follow((0, 30), 0, 1);
        assert_eq!(view.step, 0, "nothing follows");
    }

    #[test]
    fn the_focus_stays_on_its_move_while_verdicts_change_the_list() {
        let mut view = ReviewView::default();
        assert_eq!(view.list(1, vec![(0, 10), (0, 30)]), 1, "there was no list yet");
        assert_eq!(view.list(1, vec![(0, 10), (0, 20), (0, 30)]), 2);
        assert_eq!(view.list(2, vec![(0, 20), (0, 30)]), 1);
        assert_eq!(view.list(1, vec![(0, 10), (0, 20)]), 1, "its move is listed no more");
        assert_eq!(view.list(1, vec![(1, 20), (1, 10)]), 1, "the moves of the other player are others");
    }
}
