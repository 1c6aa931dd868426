//! The moments of a game, each a file: what is seen for a fraction of a second when something happens.
//!
//! Every effect is a tween: an entity on its way from one pose to another, gone at the end.

mod banner;
mod callout;
mod clear;
mod countdown;
mod drop;
mod finesse;
mod finish;
mod garbage;
mod level;
mod perfect;
mod refusal;
mod spin;
mod streak;
mod top_out;
pub mod tween;

use super::ViewSystems;
use super::cells::BoardCells;
use super::meter::Meter;
use super::motion::{RefusalShake, Sway};
use super::stage::Stage;
use crate::app::finesse_faults::{self, FinesseFault};
use crate::app::watching::MoveReplaySystems;
use crate::game::{Match, Paused};
use crate::net::OnlineMatch;
use crate::rules::AttackTable;
use bevy::prelude::*;
use tween::Tween;

/// The most ticks, over the time that passes, by which a match goes on by itself in the frame in which it comes to
/// stand still: what goes further has jumped.
const TICKS_OVER: u64 = 20;

/// Adds the effects of all moments, and the system that moves them.
pub(super) fn plugin(app: &mut App) {
    // Between a step of a replay that stands still and the effects of its tick, which would go with the older ones if
    // the step were noticed a frame late.
    let forget = forget_at_jump.after(ViewSystems::Build).after(MoveReplaySystems).before(ViewSystems::React);
    app.add_systems(Update, forget);
    app.add_systems(Update, tween::animate.in_set(ViewSystems::Animate));
    let answers = (
        clear::show_clears,
        drop::show_locks,
        garbage::show_flying_attacks,
        garbage::show_rising_garbage,
        refusal::shake_for_refusals,
        level::show_level_ups,
        callout::show_callouts,
        countdown::show_countdown,
        banner::show_banners,
        spin::show_spins,
        streak::show_streak_embers,
        perfect::show_perfect_clears,
        top_out::show_top_outs,
        finish::show_round_ends,
    );
    app.add_systems(Update, answers.in_set(ViewSystems::React));
    // A game that begins anew for a fault shows it on its own board: that of the game before goes at once.
    let show_finesse_faults = finesse::show_finesse_faults.before(finesse_faults::answer);
    app.add_message::<FinesseFault>().add_systems(Update, show_finesse_faults.in_set(ViewSystems::React));
    app.add_systems(Update, refusal::redden_hold_box.in_set(ViewSystems::Show));
    app.add_systems(Update, streak::build_streak_auras.in_set(ViewSystems::Build));
    app.add_systems(Update, streak::animate_streak_auras.in_set(ViewSystems::Animate).run_if(resource_exists::<Stage>));
}

/// Removes all moving effects, and lets boards, pieces and rows come to rest, when a match goes back, or a replay jumps
/// and stands still: they belong to another moment, and where no time passes they would never end. A match in a room
/// goes back too where it ends, by no more than the other's keys took: its effects stay.
fn forget_at_jump(
    mut commands: Commands,
    (current, paused, online): (Option<Single<&Match>>, Res<Paused>, Option<Res<OnlineMatch>>),
    time: Res<Time>,
    tweens: Query<Entity, With<Tween>>,
    mut boards: Query<(&mut BoardCells, &mut Sway)>,
    (mut shakes, mut meters): (Query<&mut RefusalShake>, Query<&mut Meter>),
    mut before: Local<Option<(u64, bool)>>,
) {
    let has_ended_in_room = online.is_some() && current.as_ref().is_some_and(|current| current.is_over());
    // After the end of a match no tick follows either.
    let now = current.map(|current| (current.tick, paused.0 || current.is_over()));
    let before = std::mem::replace(&mut *before, now);
    let (Some((tick, stands)), Some((tick_before, stood))) = (now, before) else { return };
    let passed = if stood { 0 } else { time.delta().as_millis() as u64 + TICKS_OVER };
    if !has_ended_in_room && (tick < tick_before || stands && tick > tick_before + passed) {
        for tween in &tweens {
            commands.entity(tween).try_despawn();
        }
        for (mut cells, mut sway) in &mut boards {
            cells.settle_rows();
            *sway = Sway::default();
        }
        shakes.iter_mut().for_each(|mut shake| shake.end());
        meters.iter_mut().for_each(|mut meter| meter.flare = 0.0);
    }
}

/// Whether back-to-back and combos are worth anything in a match: in a game for one they score, and line for
/// line they send nothing.
pub(super) fn chains_have_value(current: &Match) -> bool {
    current.seats.len() < 2 || current.rules.attack.table != AttackTable::LineForLine
}

#[cfg(test)]
mod tests {
    use super::tween::{Easing, Pose};
    use super::*;
    use crate::game::{Course, Mode, Phase};
    use crate::rules::Rules;

    /// An effect that is on its way for some seconds.
    fn tween() -> Tween {
        let pose = Pose::at_point(Vec2::ZERO);
        Tween::new(pose, pose, 2.6, Easing::Stay)
    }

    /// A program that removes the effects of another moment, and its match.
    fn program(mode: Mode) -> (App, Entity) {
        let mut app = App::new();
        app.init_resource::<Paused>().init_resource::<Time>().add_systems(Update, forget_at_jump);
        let current = app.world_mut().spawn(Match::new(mode, Rules::versus(), Course::default(), 0)).id();
        (app, current)
    }

    /// Whether an effect is there after a frame in which the match is at this tick, in this phase.
    fn lives(app: &mut App, effect: Entity, of: Entity, (tick, phase): (u64, Phase)) -> bool {
        if let Some(mut current) = app.world_mut().get_mut::<Match>(of) {
            (current.tick, current.phase) = (tick, phase);
        }
        app.update();
        app.world().get_entity(effect).is_ok()
    }

    #[test]
    fn what_is_on_its_way_is_gone_where_a_replay_jumps_but_not_where_it_pauses() {
        let (mut app, of) = program(Mode::Watch);
        let effect = app.world_mut().spawn(tween()).id();
        let mut lives_at = |tick: u64, paused: bool| {
            app.insert_resource(Paused(paused));
            lives(&mut app, effect, of, (tick, Phase::Playing))
        };
        for (tick, paused) in [(10, false), (20, false), (30, true), (30, true)] {
            assert!(lives_at(tick, paused), "tick {tick}");
        }
        assert!(!lives_at(5000, true));
    }

    #[test]
    fn a_replay_that_steps_to_another_moment_while_it_plays_shows_nothing_of_the_one_before() {
        let after = |tick: u64| {
            let (mut app, of) = program(Mode::Watch);
            let effect = app.world_mut().spawn(tween()).id();
            let mut cells = BoardCells::of_test(Vec::new());
            cells.start_row_fall(1, 0.1);
            let mut shake = RefusalShake::new(0, Vec2::ZERO);
            shake.start(1.0);
            let board = app.world_mut().spawn((cells, Sway::default(), shake)).id();
            lives(&mut app, effect, of, (1000, Phase::Playing));
            app.insert_resource(Paused(true));
            let is_there = lives(&mut app, effect, of, (tick, Phase::Playing));
            let is_settled = app.world().get::<BoardCells>(board).map(BoardCells::is_settled);
            (is_there, is_settled, app.world().get::<RefusalShake>(board).map(RefusalShake::redness))
        };
        assert_eq!(after(1016), (true, Some(false), Some(1.0)), "it only pauses");
        assert_eq!(after(1700), (false, Some(true), Some(0.0)), "it steps to the next piece");
        assert_eq!(after(300), (false, Some(true), Some(0.0)), "and to one before");
    }

    #[test]
    fn the_banner_of_the_end_is_gone_once_a_replay_begins_again() {
        let (mut app, of) = program(Mode::Watch);
        for (paused, then) in [(false, 16), (true, 990)] {
            let banner = app.world_mut().spawn(tween()).id();
            for (tick, phase, is_there) in [
                (1000, Phase::Playing, true),
                (1016, Phase::Over { winner: None }, true),
                (1016, Phase::Over { winner: None }, true),
                (then, Phase::Playing, false),
            ] {
                app.insert_resource(Paused(paused && !is_there));
                assert_eq!(lives(&mut app, banner, of, (tick, phase)), is_there, "tick {tick}, {phase:?}");
            }
        }
    }

    #[test]
    fn the_effects_of_a_match_in_a_room_that_its_end_takes_back_a_little_stay() -> Result {
        // The other may leave while the match rests, too.
        for rests in [false, true] {
            let (mut app, of) = program(Mode::Versus);
            app.insert_resource(Paused(rests)).insert_resource(OnlineMatch::new(1, 0, 1000)?);
            let effect = app.world_mut().spawn(tween()).id();
            for (tick, phase) in [(1000, Phase::Playing), (900, Phase::Over { winner: Some(0) })] {
                assert!(lives(&mut app, effect, of, (tick, phase)), "tick {tick}, rests: {rests}");
            }
        }
        Ok(())
    }

    #[test]
    fn the_effects_of_a_step_outlive_the_frame_of_the_step() {
        let mut app = App::new();
        app.insert_resource(Paused(true)).init_resource::<Time>().add_plugins(plugin);
        // The effects themselves need a stage.
        app.configure_sets(
            Update,
            (ViewSystems::Build, ViewSystems::Show, ViewSystems::React, ViewSystems::Animate).run_if(|| false),
        );
        let step = |mut current: Single<&mut Match>, mut frame: Local<u32>| {
            *frame += 1;
            if *frame == 2 {
                current.tick += 1;
            }
        };
        let show = |current: Single<Ref<Match>>, mut commands: Commands| {
            if current.is_changed() && !current.is_added() {
                commands.spawn(tween());
            }
        };
        app.add_systems(Update, show.after(forget_at_jump))
            .add_systems(Update, step.in_set(MoveReplaySystems).before(show));
        app.world_mut().spawn(Match::new(Mode::Watch, Rules::versus(), Course::default(), 0));
        for _ in 0..4 {
            app.update();
        }
        assert_eq!(app.world_mut().query::<&Tween>().iter(app.world()).count(), 1);
    }
}
