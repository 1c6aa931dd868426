//! The figures beside a board: each in a place of its own, right-aligned, digits of one width, so that nothing jitters.

use super::boxes::spawn_panel;
use super::effects::chains_have_value;
use super::fonts::{TextWeight, set_text_if_changed, width_of};
use super::layout::{BOX_TITLE_HEIGHT, FIGURE_HEIGHT};
use super::modes::{self, FigureComponents, FigureComponentsItem};
use super::numbers::{clock_text, with_thousands};
use super::palette::{self, translucent};
use super::sheet::Art;
use super::stage::{SceneSpawner, depth};
use crate::game::modes::{BoardFigure, TrailToBeat};
use crate::game::{Match, Mode, Paused};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// A figure on show.
#[derive(Component, Clone, Copy, Debug)]
pub struct FigureDisplay {
    /// The player whose figure it is.
    pub player: Entity,
    /// What the figure counts.
    pub counted: BoardFigure,
    /// The value on show; `None` before the first.
    shown: Option<u64>,
    /// The tick of the round at which that value was taken.
    taken: u64,
}

impl FigureDisplay {
    /// A figure that shows nothing yet.
    pub const fn new(player: Entity, counted: BoardFigure) -> Self {
        Self { player, counted, shown: None, taken: 0 }
    }
}

/// The figures in the left and in the right column beside a board in a match of two: what decides it, and what
/// stands while it lasts.
const VERSUS: [&[BoardFigure]; 2] = [
    &[BoardFigure::Attack, BoardFigure::Pace, BoardFigure::Sent, BoardFigure::Received],
    &[BoardFigure::Chain, BoardFigure::Combo, BoardFigure::VersusScore, BoardFigure::Pieces],
];

/// Values that are as wide as most become: of the lines beside their goal, and of other figures.
const WIDE_VALUES: [&str; 2] = ["100 / 150", "12,345"];

/// The ticks for which the figure of a rate stands before it changes.
const HOLD: u64 = 500;

/// The colour of the figure of a combo while a combo lasts.
const EMBER: [u8; 3] = [255, 150, 110];

/// The label of a figure; that of what is left to do follows from the goal.
fn label(counted: BoardFigure, current: &Match) -> &'static str {
    match counted {
        BoardFigure::Points => "SCORE",
        BoardFigure::Level => "LEVEL",
        BoardFigure::Lines => "LINES",
        BoardFigure::Quads => "QUADS",
        BoardFigure::Time => "TIME",
        BoardFigure::Pieces => "PIECES",
        BoardFigure::Pace => "PIECES / SEC",
        BoardFigure::Sent => "SENT",
        BoardFigure::Received => "RECEIVED",
        BoardFigure::Attack => "ATTACK / MIN",
        BoardFigure::Chain => "BACK-TO-BACK",
        BoardFigure::Combo => "COMBO",
        BoardFigure::Left => modes::goal_left_label(current),
        BoardFigure::Ahead => "AHEAD OF BEST",
        BoardFigure::Waves => "ATTACKS",
        BoardFigure::TakenBack => "TAKEN BACK",
        BoardFigure::Split => "LAST SPLIT",
        BoardFigure::Keys => "KEYS A PIECE",
        BoardFigure::Finesse => "FINESSE",
        BoardFigure::VersusScore => "VS SCORE",
    }
}

pub(super) fn build_figures(SceneSpawner { mut commands, stage, fonts, sheet }: SceneSpawner, current: Single<&Match>) {
    let mode = current.mode.entry();
    let stage = stage.as_ref();
    let unit = stage.layout.unit;
    let scale = stage.layout.figures;
    let count = stage.layout.figure_count() as usize;
    let versus = stage.layout.seats.len() > 1;
    let alone = [mode.panel[0].as_slice(), mode.panel[1].as_slice()];
    let columns = if versus { VERSUS } else { alone };
    for (place, _, player) in stage.seats() {
        for (column, counted) in [place.left_figures, place.right_figures].into_iter().zip(columns) {
            if column.is_empty() {
                continue;
            }
            let on = spawn_panel(&mut commands, stage, &sheet, column);
            for (row, &counted) in counted.iter().enumerate().take(count) {
                let size = column.size();
                let top = size.y / 2.0 - (5.0 + FIGURE_HEIGHT * scale * row as f32) * unit;
                let inset = 11.0 * unit;
                // Large letters grow as far as the column is wide.
                let fitted = |usual: f32, widest: &str| {
                    let room = (size.x - 2.0 * inset) / width_of(widest);
                    (usual * unit * scale).min(room.max(usual * unit))
                };
                let at = Vec3::new(-size.x / 2.0 + inset, top - 12.0 * unit * scale, 0.5);
                let (name, size_of) = (label(counted, &current), fitted(11.5, label(counted, &current)));
                let text = fonts.text(name, TextWeight::SemiBold, size_of, palette::ASH, Anchor::CENTER_LEFT, at);
                commands.spawn((text, ChildOf(on)));
                let at = Vec3::new(size.x / 2.0 - inset, top - 30.0 * unit * scale, 0.5);
                let size_of = fitted(23.0, WIDE_VALUES[usize::from(counted != BoardFigure::Lines)]);
                let text = fonts.text("", TextWeight::SemiBold, size_of, palette::IVORY, Anchor::CENTER_RIGHT, at);
                commands.spawn((Name::new(name), FigureDisplay::new(player, counted), text, ChildOf(on)));
                if row > 0 {
                    let line = Vec2::new(size.x - 16.0 * unit, unit.max(1.0).round());
                    let line = sheet.sprite(Art::Plain, line, translucent(stage.skin.trim.line, 0.45));
                    commands.spawn((line, Transform::from_xyz(0.0, top.round(), 0.4), ChildOf(on)));
                }
            }
        }
        if !versus {
            let on = spawn_panel(&mut commands, stage, &sheet, place.plate);
            let half = place.plate.width() / 2.0 - 14.0 * unit;
            let at = |x: f32| Vec3::new(x, 0.0, depth::TEXT - depth::WELL);
            let (words, size, metal) =
                (label(mode.plate, &current), BOX_TITLE_HEIGHT * 0.5 * unit, stage.skin.trim.metal);
            let words = fonts.text(words, TextWeight::SemiBold, size, metal, Anchor::CENTER_LEFT, at(-half));
            commands.spawn((words, ChildOf(on)));
            let points =
                fonts.text("", TextWeight::ExtraBold, 27.0 * unit, palette::IVORY, Anchor::CENTER_RIGHT, at(half));
            commands.spawn((Name::new("Plate"), FigureDisplay::new(player, mode.plate), points, ChildOf(on)));
        }
    }
}

pub(super) fn show_figures(
    current: Single<&Match>,
    paused: Res<Paused>,
    rival: Res<TrailToBeat>,
    players: Query<FigureComponents>,
    mut figures: Query<(&mut FigureDisplay, &mut Text2d, &mut TextColor)>,
) {
    let goal = goal_beside_lines(current.mode, current.rules.goal_lines.into());
    // What stands still does not flicker, and a replay that is stepped on by a piece shows the rates at that piece.
    let goes_on = current.is_playing() && !paused.0;
    for (mut figure, mut text, mut ink) in &mut figures {
        let Ok(player) = players.get(figure.player) else { continue };
        let value = value(figure.counted, &player, &current, &rival.0);
        let held = figure.shown.is_some() && goes_on && is_held(figure.counted, figure.taken, current.round_tick);
        if figure.shown == Some(value) || held {
            continue;
        }
        (figure.shown, figure.taken) = (Some(value), current.round_tick);
        let goal = if matches!(figure.counted, BoardFigure::Lines) { goal } else { 0 };
        match figure.counted {
            BoardFigure::Ahead => {
                set_text_if_changed(&mut text, &modes::lead_text(value as i64, &current));
                ink.set_if_neq(TextColor(palette::colour(modes::ahead_ink(value as i64))));
            }
            BoardFigure::Left => set_text_if_changed(&mut text, &modes::goal_left_text(value, &current)),
            BoardFigure::Chain | BoardFigure::Combo => {
                let stands = if figure.counted == BoardFigure::Chain { palette::GOLD } else { EMBER };
                set_text_if_changed(&mut text, &if value > 0 { format!("×{value}") } else { "–".to_owned() });
                ink.set_if_neq(TextColor(palette::colour(if value > 0 { stands } else { palette::ASH })));
            }
            counted => set_text_if_changed(&mut text, &written(counted, value, goal)),
        }
    }
}

/// The goal that is written beside the lines cleared: 0, for none, where another figure says what is left of it.
fn goal_beside_lines(mode: Mode, goal: u64) -> u64 {
    if mode.entry().panel.as_flattened().contains(&BoardFigure::Left) { 0 } else { goal }
}

/// Whether a figure still shows the value that was taken at the tick `taken`: rates would flicker, so that they change
/// twice a second only. After a jump in a replay the new value is shown at once.
fn is_held(counted: BoardFigure, taken: u64, now: u64) -> bool {
    let is_rate = matches!(counted, BoardFigure::Pace | BoardFigure::Attack | BoardFigure::VersusScore);
    is_rate && (taken..taken + HOLD).contains(&now)
}

fn value(counted: BoardFigure, player: &FigureComponentsItem, current: &Match, rival: &[u32]) -> u64 {
    let (score, tally) = (player.score, player.tally);
    let ticks = current.round_tick.max(1);
    match counted {
        BoardFigure::Points => score.0.score,
        BoardFigure::Level => score.0.level(current.rules.start_level).into(),
        BoardFigure::Lines => score.0.lines.into(),
        BoardFigure::Quads => score.0.tetrises.into(),
        BoardFigure::Time => current.round_tick / 100,
        BoardFigure::Pieces => score.0.pieces.into(),
        BoardFigure::Pace => u64::from(score.0.pieces) * 100_000 / ticks,
        BoardFigure::Sent => tally.sent.into(),
        BoardFigure::Received => tally.received.into(),
        BoardFigure::Chain if chains_have_value(current) => player.streak.0.back_to_back.saturating_sub(1).into(),
        BoardFigure::Combo if chains_have_value(current) => player.streak.0.combo.saturating_sub(1).into(),
        // Chains and combos are worth nothing in this match.
        BoardFigure::Chain | BoardFigure::Combo => 0,
        BoardFigure::Attack => u64::from(tally.attack) * 600_000 / ticks,
        BoardFigure::Left => modes::goal_left(player, current),
        BoardFigure::Ahead => modes::lead_over_best(player, current, rival) as u64,
        BoardFigure::Waves => player.feeding.waves.into(),
        BoardFigure::TakenBack => player.takes.taken_back.into(),
        BoardFigure::Split => modes::last_split_time(player.trail),
        BoardFigure::Keys => (player.round_figures().map_or(0.0, |figures| figures.kpp()) * 100.0) as u64,
        BoardFigure::Finesse => {
            player.round_figures().and_then(|figures| figures.finesse_per_cent()).unwrap_or(modes::SHARE_OF_NOTHING)
        }
        BoardFigure::VersusScore => {
            (player.round_figures().map_or(0.0, |figures| figures.versus_score()) * 10.0) as u64
        }
    }
}

/// A value as it is written on screen; `goal` is the number of lines to clear, 0 for none.
fn written(counted: BoardFigure, value: u64, goal: u64) -> String {
    match counted {
        BoardFigure::Time => clock_text(value),
        BoardFigure::Split if value == 0 => "–".to_owned(),
        BoardFigure::Split => clock_text(value),
        BoardFigure::Finesse if value == modes::SHARE_OF_NOTHING => "–".to_owned(),
        BoardFigure::Finesse => format!("{value} %"),
        BoardFigure::Pace | BoardFigure::Keys => format!("{}.{:02}", value / 100, value % 100),
        BoardFigure::Attack | BoardFigure::VersusScore => format!("{}.{}", value / 10, value % 10),
        BoardFigure::Lines if goal > 0 => format!("{value} / {goal}"),
        _ => with_thousands(value),
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::figure_count;
    use super::*;

    #[test]
    fn figures_are_read_at_a_glance() {
        assert_eq!(written(BoardFigure::Pace, 105, 0), "1.05");
        assert_eq!(written(BoardFigure::Lines, 37, 150), "37 / 150");
        assert_eq!(written(BoardFigure::VersusScore, 833, 0), "83.3");
    }

    #[test]
    fn large_figures_keep_the_three_rates_of_a_match() {
        let rates = [BoardFigure::Attack, BoardFigure::Pace, BoardFigure::VersusScore];
        let kept = figure_count(true, 1.5) as usize;
        let shown = VERSUS.map(|column| column.iter().take(kept)).into_iter().flatten();
        assert_eq!(shown.filter(|figure| rates.contains(figure)).count(), 3);
    }

    #[test]
    fn a_goal_of_lines_is_said_once() {
        let beside = |mode| goal_beside_lines(mode, 40);
        assert_eq!([beside(Mode::Marathon), beside(Mode::Custom)], [40, 0], "a custom game tells the lines left");
        let both = |mode: Mode| {
            let figures = mode.entry().panel;
            [BoardFigure::Left, BoardFigure::Lines].map(|figure| figures.as_flattened().contains(&figure))
        };
        assert_eq!(both(Mode::Puzzle), [true, false]);
    }

    #[test]
    fn a_rate_stands_for_half_a_second_and_changes_where_a_replay_jumps() {
        let held = |now| is_held(BoardFigure::Pace, 1000, now);
        assert_eq!([1000, 1499, 1500, 26_800, 900].map(held), [true, true, false, false, false]);
        assert!(is_held(BoardFigure::VersusScore, 1000, 1499));
        assert!(!is_held(BoardFigure::Pieces, 1000, 1001), "only rates flicker");
    }
}
