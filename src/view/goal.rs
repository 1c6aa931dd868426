//! Over a lone board: what the game is called and what is to be done in it, or who is watched playing there.

use super::fonts::{TextWeight, width_of};
use super::numbers::{clock_text, counted};
use super::palette;
use super::stage::{SceneSpawner, depth};
use crate::game::components::PlayerName;
use crate::game::modes::Goal;
use crate::game::{Match, Mode};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// What is to be done in a game, in words; `None` where it has no goal.
fn words(current: &Match) -> Option<String> {
    Some(match current.course.goal {
        Goal::Lines if current.rules.goal_lines == 0 => return None,
        Goal::Lines => format!("clear {}", counted(current.rules.goal_lines, "line")),
        Goal::Time { ticks } if ticks % 60_000 == 0 => {
            format!("score what you can in {}", counted(ticks / 60_000, "minute"))
        }
        Goal::Time { ticks } => format!("score what you can in {}", clock_text(u64::from(ticks) / 100)),
        Goal::Rows { rows } => format!("dig away {}", counted(rows, "row")),
        Goal::Garbage => "clear all the garbage".to_owned(),
        Goal::Perfect => "empty the board".to_owned(),
        Goal::Spins { count } => format!("clear lines by {}", counted(count, "spin")),
        Goal::SpinClear { lines } => format!("clear {} at once by a T-spin", counted(lines, "line")),
    })
}

pub(super) fn build_goal(
    SceneSpawner { mut commands, stage, fonts, .. }: SceneSpawner,
    current: Single<&Match>,
    players: Query<&PlayerName>,
) {
    let [place] = stage.layout.seats.as_slice() else { return };
    let watched = players.iter().next().filter(|_| current.mode == Mode::Watch);
    let unit = stage.layout.unit;
    let name = current.course.name.as_str();
    let line = match (watched, words(&current)) {
        (Some(player), _) => player.0.clone(),
        (None, None) => return,
        (None, Some(goal)) => match goal.chars().next() {
            Some(first) if name.is_empty() => format!("{}{}", first.to_uppercase(), &goal[first.len_utf8()..]),
            _ => format!("{name}: {goal}"),
        },
    };
    let room = (place.next.max.x - place.hold.min.x).max(place.board.width());
    let size = (17.0 * unit).min(room / width_of(&line));
    // The rows shown above the skyline begin here.
    let at = Vec3::new(place.board.center().x, place.board.max.y - 12.0 * unit, depth::TEXT);
    let text = fonts.text(&line, TextWeight::SemiBold, size, palette::ASH, Anchor::CENTER, at);
    commands.spawn((Name::new("Goal"), text, ChildOf(stage.root)));
}
