//! The room in which a run is watched: its genomes at work, one of their games, and its curves.

use super::super::super::menu::Menu;
use super::super::super::theme::{self, faded};
use super::super::super::well::PaintedWell;
use super::super::with_thousands;
use super::genomes::{self, GenomeGrid};
use super::words::fitness_in_words;
use super::{LaboratoryView, LaboratoryWish, curves, nothing_yet, set_up};
use crate::app::laboratory::{GenomeGame, Laboratory, TrainingJob, TrainingJobState};
use crate::rules::Matrix;
use crate::runs::{GenomeState, RunObservation};
use bevy_egui::egui::{Align2, Painter, Pos2, Rect, Sense, Vec2, pos2, vec2};
use std::time::Duration;

/// Paints the rows of the room "Run" and the run in progress beside them, and returns what the player asks
/// for with one of the rows.
pub(super) fn add_rows(
    menu: &mut Menu,
    laboratory: &mut Laboratory,
    shown: &mut LaboratoryView,
    seconds: f32,
) -> Option<LaboratoryWish> {
    let mut wish = None;
    let Some((job, reading)) = laboratory.job() else {
        return nothing_yet(
            menu,
            "Nothing is being trained",
            "A run is shown here: every genome at work, and how the generations get better",
        );
    };
    let state = job.state();
    let (label, hint) = match &state {
        TrainingJobState::Computing => {
            ("Pause", "What is computed so far is saved; games that are being played begin again")
        }
        TrainingJobState::Paused => ("Go on", "Goes on where it was paused, to the same players as without a pause"),
        TrainingJobState::Broken(_) => ("Try again", "Nothing that was saved is lost"),
        TrainingJobState::Over => ("Play or watch it", "The run is over: all its generations are saved"),
    };
    if menu.main_button(label) {
        match &state {
            TrainingJobState::Over => wish = Some(LaboratoryWish::Room(super::USE)),
            _ => job.set_paused(state == TrainingJobState::Computing),
        }
    }
    menu.explain_row(hint);
    if let TrainingJobState::Broken(why) = &state {
        menu.alarm(why);
    }
    if state == TrainingJobState::Computing {
        let mut pauses = job.will_pause_after_generation();
        if menu.toggle("Pause after this one", &mut pauses) {
            job.set_pause_after_generation(pauses);
        }
        menu.explain_row("Pauses once the generation in progress is saved");
        if crate::doors::threads::cores() > 1 {
            if let Some(cores) = set_up::add_core_number_row(menu, job.core_count()) {
                job.set_thread_count(cores);
            }
            menu.explain_row("The players it finds are the same on any number");
        }
    }
    if matches!(state, TrainingJobState::Paused | TrainingJobState::Broken(_)) {
        let hint = "Ends it here, for another one to begin; it can be taken up again";
        menu.wish_button(&mut wish, "Stop the run", LaboratoryWish::Stop, hint);
    }
    let count = reading.genomes.len().max(1);
    let at = shown.genome.min(count - 1);
    shown.genome = menu.pick_index("Genome", &format!("{} of {count}", at + 1), at, count).unwrap_or(at);
    menu.explain_row("Whose game is played again below; the mouse on a cell picks it too");
    let curves = curves::curve_count(&reading.generations);
    let at = shown.curve.min(curves - 1);
    let (title, about) = curves::curve_title(at, &reading.generations);
    shown.curve = menu.pick_index("Curve", title, at, curves).unwrap_or(at);
    menu.explain_row(about);
    if !reading.generations.is_empty() && state != TrainingJobState::Over {
        let hint = "The last generation that is saved, while the run goes on";
        menu.wish_button(&mut wish, "Play or watch the best so far", LaboratoryWish::Room(super::USE), hint);
    }
    story(menu, job, reading);
    beside(menu, laboratory, shown, seconds);
    wish
}

/// Paints the state of the run in a few lines under the rows.
fn story(menu: &mut Menu, job: &TrainingJob, reading: &RunObservation) {
    menu.heading("The run");
    let (done, games) = reading.held_out;
    let stage = match (job.state(), games, reading.heat_games_done_and_total()) {
        (TrainingJobState::Over, ..) => "all have played".to_owned(),
        (_, 0, Some((done, games))) => format!("game {done} of about {games} in heats"),
        (_, 0, None) => format!("{} of {} have played", reading.played, reading.genomes.len()),
        _ => format!("held-out game {done} of {games}"),
    };
    let left = match (job.state(), reading.time_left(job.last)) {
        (TrainingJobState::Over, _) => "none".to_owned(),
        (_, Some(left)) => time_in_words(left),
        (_, None) => "not known yet".to_owned(),
    };
    let lines = [
        ("Learner", format!("{}, seed {}", job.recipe.name, job.seed)),
        ("Generation", format!("{} of {}", reading.generation, job.last)),
        ("Genomes", stage),
        ("Pieces a second", with_thousands(reading.speed as u64)),
        ("Time left", left),
    ];
    for (label, value) in lines {
        let rect = menu.add_room(22.0);
        let painter = menu.painter();
        let (left, right) = (rect.left_center() + vec2(4.0, 0.0), rect.right_center() - vec2(4.0, 0.0));
        painter.text(left, Align2::LEFT_CENTER, label, theme::regular(14.0), theme::ASH);
        painter.text(right, Align2::RIGHT_CENTER, value, theme::semibold(14.0), theme::IVORY);
    }
}

/// A time in words, such as "about 20 s".
pub(super) fn time_in_words(time: Duration) -> String {
    match time.as_secs() {
        0..10 => "a few seconds".to_owned(),
        seconds @ 10..100 => format!("about {} s", seconds / 10 * 10),
        seconds @ 100..5400 => format!("about {} min", (seconds + 30) / 60),
        seconds => format!("about {} h", (seconds + 1800) / 3600),
    }
}

/// Paints beside the rows the genomes of the round, the game of one of them, and two curves.
fn beside(menu: &mut Menu, laboratory: &mut Laboratory, shown: &mut LaboratoryView, seconds: f32) {
    let side = menu.side;
    let mut ui = menu.side_panel_ui("run", side);
    let painter = ui.painter().clone();
    let half = (side.width() - 12.0) / 2.0;
    let left = Rect::from_min_size(side.min, vec2(half, side.height()));
    let right = Rect::from_min_max(pos2(left.right() + 12.0, side.top()), side.max);
    let below = 216.0;
    let upper = left.with_max_y(left.bottom() - below - 12.0);
    theme::paint_side_background(&painter, upper);
    let Some((_, reading)) = laboratory.job() else { return };
    let room = Rect::from_min_max(upper.min + vec2(14.0, 14.0), upper.max - vec2(14.0, 34.0));
    let grid = GenomeGrid::new(room, reading.genomes.len());
    let response = ui.interact(upper, ui.id().with("genomes"), Sense::CLICK);
    // A mouse that rests leaves the choice to the keys.
    let moves = ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    if let Some(genome) = response.hover_pos().filter(|_| moves).and_then(|at| grid.genome_at(at)) {
        shown.genome = genome;
    }
    genomes::paint(&painter, &grid, reading, shown.genome);
    let bar = pos2(upper.left() + 14.0, upper.bottom() - 24.0) + vec2(0.0, 4.0);
    let bar = Rect::from_min_size(bar, vec2((upper.width() - 28.0) * 0.26, 8.0));
    genomes::paint_legend(&painter, bar, upper.right() - 14.0, "least to most fit  ·  dark: waits  ·  point: plays");
    let between = (right.height() - 12.0) / 2.0;
    let above = Rect::from_min_size(right.min, vec2(right.width(), between));
    let first = if shown.curve == curves::FITNESS_CURVE_INDEX {
        curves::HELD_OUT_CURVE_INDEX
    } else {
        curves::FITNESS_CURVE_INDEX
    };
    curves::paint(&mut ui, above, first, &reading.generations, None, None);
    let under = above.translate(vec2(0.0, between + 12.0));
    curves::paint(&mut ui, under, shown.curve, &reading.generations, None, None);
    let lower = left.with_min_y(left.bottom() - below);
    theme::paint_side_background(&painter, lower);
    laboratory.advance_watched_game(shown.genome, seconds);
    let (Some((_, reading)), game) = (laboratory.job(), laboratory.game.as_ref()) else { return };
    genome(&painter, lower, reading, shown.genome, game);
}

/// Paints a board whose cells are `cell` points wide, with its upper left corner at `corner`.
/// Returns the place of the board.
pub(super) fn paint_board(painter: &Painter, corner: Pos2, cell: f32, matrix: &Matrix) -> Rect {
    let size = matrix.board().size();
    let rect = Rect::from_min_size(corner, vec2(f32::from(size.width), f32::from(size.visible)) * cell);
    painter.rect_filled(rect.expand(1.0), 1, faded(theme::TRACK, 0.55));
    painter.rect_filled(rect, 0, theme::NIGHT);
    PaintedWell { rect, cell }.paint_minos(painter, matrix, size.visible.into(), theme::ASH);
    rect
}

/// Paints a genome: its game, the result so far, and its weights. Without a game there is no board.
fn genome(painter: &Painter, rect: Rect, reading: &RunObservation, genome: usize, game: Option<&GenomeGame>) {
    let inside = rect.shrink(12.0);
    let mut x = inside.left();
    if let Some(game) = game {
        let size = game.matrix().board().size();
        let cell = inside.height() / f32::from(size.visible.max(1));
        let well = paint_board(painter, inside.min, cell.min(130.0 / f32::from(size.width.max(1))), game.matrix());
        x = well.right() + 14.0;
    }
    let state = reading.genomes.get(genome).copied().unwrap_or_default();
    let words = match reading.genome_state(genome) {
        GenomeState::Playing => "plays",
        GenomeState::Waiting => "waits for its turn",
        GenomeState::Done => "has played",
    };
    let title = format!("Genome {}", genome + 1);
    let written = painter.text(pos2(x, inside.top()), Align2::LEFT_TOP, title, theme::extrabold(16.0), theme::GOLD);
    let beside = written.right_bottom() + vec2(8.0, -1.0);
    painter.text(beside, Align2::LEFT_BOTTOM, words, theme::regular(13.0), theme::ASH);
    let mut y = written.bottom() + 16.0;
    let result = game.map(GenomeGame::result);
    let games = match state.result.fitness {
        _ if state.games == 0 => "–".to_owned(),
        fitness => fitness_in_words(fitness),
    };
    let now = |of: fn(&crate::train::GameResult) -> u64| {
        result.as_ref().map_or("–".to_owned(), |result| with_thousands(of(result)))
    };
    let lines = [
        ("Fitness", games),
        (game.map_or("This game: score", GenomeGame::score_title), now(|result| result.score)),
        ("Lines", now(|result| result.lines.into())),
        ("Pieces", now(|result| result.pieces.into())),
    ];
    for (label, value) in lines {
        painter.text(pos2(x, y), Align2::LEFT_CENTER, label, theme::regular(13.0), theme::ASH);
        painter.text(pos2(inside.right(), y), Align2::RIGHT_CENTER, value, theme::semibold(13.5), theme::IVORY);
        y += 19.0;
    }
    if let Some(line) = game.and_then(GenomeGame::problem) {
        let (at, look) = (pos2(x, y - 6.0), (theme::regular(13.0), theme::ALARM));
        y += theme::paint_paragraph(painter, at, line, look, inside.right() - x) + 6.0;
    }
    if let Some((round, weights)) = reading.round.as_ref().and_then(|round| Some((round, round.genomes.get(genome)?))) {
        let place = Rect::from_min_max(pos2(x, y + 2.0), inside.max);
        super::weights::paint(painter, place, &round.recipe, weights);
    }
}
