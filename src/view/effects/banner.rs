//! Banners: a round or a match is decided, a game for one is over.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::components::PlayerName;
use crate::game::{CurrentForfeit, Match, Mode, Phase, PhaseChanged, SeatSetup};
use crate::view::fonts::{ellipsised, width_of};
use crate::view::header::seat_ink;
use crate::view::letters::ladder_size;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::depth;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use std::mem::discriminant;
use std::time::Duration;

/// What a banner says: a small line, a large one, and the large one's colour.
#[derive(Clone, Debug, PartialEq)]
struct Words {
    small: String,
    large: String,
    ink: [u8; 3],
}

/// The banner for the end of a match, or of a round; `None` while neither has ended. `person` is the seat of the only
/// person in a match of two: then it is that person's victory or defeat. `given_up` says that a player could not go on.
fn words_of(phase: Phase, round: u32, names: &[String], person: Option<u8>, given_up: bool) -> Option<Words> {
    let named = |winner: u8| names.get(usize::from(winner)).map_or_else(String::new, String::clone);
    let alone = names.len() < 2;
    let (small, large, ink) = match phase {
        Phase::RoundOver { winner: Some(winner), .. } if person == Some(winner) => {
            (format!("ROUND {round}"), "ROUND WON".to_owned(), palette::GOLD)
        }
        Phase::RoundOver { winner: Some(_), .. } if person.is_some() => {
            (format!("ROUND {round}"), "ROUND LOST".to_owned(), palette::IVORY)
        }
        Phase::Over { winner: Some(winner) } if person == Some(winner) => {
            (format!("Against {}", named(1 - winner.min(1))), "VICTORY".to_owned(), palette::GOLD)
        }
        Phase::Over { winner: Some(winner) } if person.is_some() => {
            (format!("{} wins the match", named(winner)), "DEFEAT".to_owned(), palette::IVORY)
        }
        Phase::RoundOver { winner: Some(winner), .. } => {
            (format!("ROUND {round} WINNER"), named(winner), seat_ink(usize::from(winner)))
        }
        Phase::RoundOver { winner: None, .. } => (format!("ROUND {round}"), "DRAW".to_owned(), palette::IVORY),
        Phase::Over { winner: Some(_) } if alone => ("GOAL REACHED".to_owned(), "FINISHED".to_owned(), palette::GOLD),
        Phase::Over { .. } if alone => {
            let why = if given_up { "GIVEN UP" } else { "TOPPED OUT" };
            (why.to_owned(), "GAME OVER".to_owned(), palette::VERMILION)
        }
        Phase::Over { winner: Some(winner) } => {
            ("MATCH WINNER".to_owned(), named(winner), seat_ink(usize::from(winner)))
        }
        _ => return None,
    };
    Some(Words { small, large, ink })
}

/// The match and the phase whose banner was shown last, and when in real time: it is gone where the stage is set anew.
type LastBanner = Option<(Entity, PhaseChanged, Duration)>;

/// Whether this match, with its entity, is the one of a banner and still in the phase that the banner is about.
fn is_about((of, changed): (Entity, PhaseChanged), (entity, current): (Entity, &Match)) -> bool {
    of == entity && changed.round == current.round && discriminant(&changed.phase) == discriminant(&current.phase)
}

/// For how many seconds more the banner of a phase is shown that has been shown for this time.
fn seconds_left(of: Phase, shown: Duration) -> f32 {
    // Gone before the next round counts down, two seconds later, also where a frame is slow.
    let life: f32 = if matches!(of, Phase::Over { .. }) { 2.6 } else { 1.7 };
    (life - shown.as_secs_f32()).max(0.0)
}

pub(super) fn show_banners(
    mut phases: MessageReader<PhaseChanged>,
    (mut last, time): (Local<LastBanner>, Res<Time<Real>>),
    (current, forfeit): (Single<(Entity, &Match)>, Res<CurrentForfeit>),
    names: Query<&PlayerName>,
    people: Query<&SeatSetup>,
    mut effects: Effects,
) {
    let metal = effects.stage.skin.trim.metal;
    let now = time.elapsed();
    let (entity, current) = *current;
    // In a window that is resized, the banner of the phase that still lasts is shown again.
    let lost =
        last.filter(|&(of, changed, _)| effects.stage.is_changed() && is_about((of, changed), (entity, current)));
    let lost = lost.map(|(_, changed, since)| (changed, since));
    for (changed, since) in lost.into_iter().chain(phases.read().map(|&changed| (changed, now))) {
        let life = seconds_left(changed.phase, now.saturating_sub(since));
        if life == 0.0 {
            continue;
        }
        let named = |&seat: &Entity| names.get(seat).map_or(String::new(), |name| ellipsised(&name.0, 14.0));
        let names: Vec<String> = current.seats.iter().map(named).collect();
        let persons: Vec<bool> =
            current.seats.iter().map(|&seat| people.get(seat).is_ok_and(SeatSetup::is_persons_here)).collect();
        let person = match *persons {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        };
        let (phase, round, given_up) = (changed.phase, changed.round + 1, forfeit.0.is_some());
        let Some(mut words) = words_of(phase, round, &names, person, given_up) else { continue };
        *last = Some((entity, changed, since));
        if current.mode == Mode::Puzzle && changed.phase == (Phase::Over { winner: None }) {
            // Its pieces may be used up on a low board.
            words.small = "NOT SOLVED".to_owned();
        }
        if current.is_over() && changed.phase.winner().is_some() && current.winner().is_none() {
            words.small = "ENDED HERE".to_owned();
        }
        let won =
            changed.phase.winner().is_some_and(|seat| persons.get(usize::from(seat)).is_none_or(|&person| person));
        let moment = if won || !persons.contains(&true) { GameMoment::Win } else { GameMoment::Loss };
        let (unit, strength, root) = (effects.stage.layout.unit, effects.motion(moment), effects.stage.root);
        let seats = &effects.stage.layout.seats;
        let mut centre = seats.iter().map(|seat| seat.well.center()).sum::<Vec2>() / seats.len().max(1) as f32;
        // The clock's axis, which is the window's.
        if let Some(clock) = effects.stage.layout.clock {
            centre.x = clock.center().x;
        }
        let width = seats.iter().map(|seat| seat.board.width()).sum::<f32>().max(360.0 * unit);
        let band = Vec2::new(width * 1.7, 136.0 * unit);
        let open = |at: Vec2| Pose::at_point(at).with_scale(1.0, 1.0 - strength).with_alpha(0.0);
        let mut bar = |art, at: Vec2, size, ink, alpha: f32, depth| {
            let way = Tween::new(open(at), Pose::at_point(at).with_alpha(alpha), life, Easing::Stay);
            effects.spawn_sprite(root, art, size, ink, depth, way);
        };
        bar(Art::Ray, centre, band, colour([8, 6, 10]), 1.0, depth::BANNER);
        for side in [-1.0, 1.0] {
            let at = centre + Vec2::new(0.0, side * band.y / 2.0);
            bar(Art::Ray, at, Vec2::new(band.x * 0.9, (1.6 * unit).max(1.0)), colour(metal), 0.9, depth::BANNER + 0.1);
        }
        let lines = [(&words.small, 21.0, palette::GOLD, 38.0), (&words.large, 54.0, words.ink, -14.0)];
        for (number, (line, size, ink, above)) in lines.into_iter().enumerate() {
            let size = ladder_size((size * unit).min(width * 1.15 / width_of(line)), unit);
            let at = centre + Vec2::new(0.0, above * unit);
            let side = if number == 0 { -1.0 } else { 1.0 };
            let from = Pose::at_point(at + Vec2::new(60.0 * unit * side * strength, 0.0)).with_alpha(0.0);
            // Light enough to stand out on the dark band.
            let ink = ink.map(|part| part.saturating_add(18));
            let text = effects.words_bundle(line, size, ink, Anchor::CENTER, at.extend(depth::BANNER + 0.2));
            let way = Tween::new(from, Pose::at_point(at), life, Easing::Stay).delayed(0.05);
            effects.commands.spawn((Name::new("Banner"), text, way, ChildOf(root)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Course;
    use crate::rules::Rules;

    #[test]
    fn a_banner_is_shown_again_over_its_own_match_in_its_own_round_alone() {
        let mut world = World::new();
        let [of, next] = [world.spawn_empty().id(), world.spawn_empty().id()];
        let [ended, over] = [Phase::RoundOver { left: 900, winner: None }, Phase::Over { winner: None }];
        let changed =
            PhaseChanged { tick: 4000, round: 1, wins: [1, 0], phase: Phase::RoundOver { left: 2000, winner: None } };
        let is_about = |entity: Entity, round: u32, phase: Phase| {
            let current = Match { round, phase, ..Match::new(Mode::Versus, Rules::versus(), Course::default(), 0) };
            is_about((of, changed), (entity, &current))
        };
        assert!(is_about(of, 1, ended));
        assert!(!is_about(next, 1, ended), "another match");
        assert!(!is_about(of, 2, ended), "a replay has gone to another round");
        assert!(!is_about(of, 1, over) && !is_about(of, 1, Phase::Playing));
    }

    #[test]
    fn a_banner_that_is_shown_again_ends_when_it_would_have_ended() {
        let (round, over) = (Phase::RoundOver { left: 2000, winner: None }, Phase::Over { winner: None });
        let left = |of: Phase| [0, 500, 3000].map(|shown| seconds_left(of, Duration::from_millis(shown)));
        assert_eq!((left(round), left(over)), ([1.7, 1.7 - 0.5, 0.0], [2.6, 2.6 - 0.5, 0.0]));
    }

    #[test]
    fn winners_are_named() {
        let names = ["You".to_owned(), "iwumbwe 12".to_owned()];
        let of = |phase, round, person| {
            words_of(phase, round, &names, person, false).map(|words| (words.small, words.large))
        };
        let said = |small: &str, large: &str| Some((small.to_owned(), large.to_owned()));
        let (round, over) = (Phase::RoundOver { left: 2000, winner: Some(1) }, Phase::Over { winner: Some(1) });
        assert_eq!(
            [of(round, 2, Some(0)), of(round, 2, Some(1))],
            [said("ROUND 2", "ROUND LOST"), said("ROUND 2", "ROUND WON")]
        );
        assert_eq!(of(over, 2, Some(0)), said("iwumbwe 12 wins the match", "DEFEAT"));
        assert_eq!(of(over, 2, Some(1)), said("Against You", "VICTORY"));
        let round = words_of(round, 2, &names, None, false);
        assert_eq!(round.map(|words| (words.small, words.large)), Some(("ROUND 2 WINNER".into(), "iwumbwe 12".into())));
        let alone = |given_up| {
            let over = words_of(Phase::Over { winner: None }, 1, &names[..1], None, given_up);
            over.map(|words| (words.small, words.large))
        };
        assert_eq!(alone(false), said("TOPPED OUT", "GAME OVER"));
        assert_eq!(alone(true), said("GIVEN UP", "GAME OVER"), "a bot that cannot go on has not topped out");
        assert_eq!(words_of(Phase::Playing, 1, &names, None, false), None);
    }
}
