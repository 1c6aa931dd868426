//! Going back to the last confirmed tick and playing on from there with the keys that have come.
//!
//! Ticks run the same systems as in any other match. What is different is only where keys come from, and that a tick
//! that is not confirmed decides nothing.

use super::online_match::OnlineMatch;
use crate::game::components::RefusedRequest;
use crate::game::input::NewKeySystems;
use crate::game::replay::match_tick;
use crate::game::tick::{AllTickSystems, TickSystems};
use crate::game::{
    Action, CurrentForfeit, EndMatch, Match, Paused, Seat, SeatWithGuessedKeys, Snapshot, TickInput, TickOutcome,
    state_hash,
};
use bevy::prelude::*;

/// How many ticks are confirmed at a time while more keys come: each time, all ticks that are guessed are played again.
const TOGETHER: u64 = 30;
/// How many ticks lie between two state hashes that the two sides compare.
const SECOND: u64 = 1000;

/// Adds the systems by which ticks read the keys of both sides.
pub(super) fn plugin(app: &mut App) {
    app.configure_sets(FixedUpdate, AllTickSystems.run_if(has_keys));
    app.configure_sets(FixedUpdate, NewKeySystems.run_if(is_new));
    app.add_systems(
        FixedUpdate,
        (
            write.in_set(TickSystems::Input).after(NewKeySystems).run_if(resource_exists::<OnlineMatch>),
            // Of the world it writes only the `OnlineMatch`, which nothing else looks at there.
            hash_second.in_set(TickSystems::Record).run_if(is_full_second).ambiguous_with(TickSystems::Record),
        ),
    );
    app.add_observer(|_: On<EndMatch>, mut commands: Commands| commands.remove_resource::<OnlineMatch>());
}

/// Whether the next tick may be played. In a match without another program it always may.
fn has_keys(online: Option<Res<OnlineMatch>>, current: Option<Single<&Match>>) -> bool {
    let (Some(online), Some(current)) = (online, current) else { return true };
    // Before the first call of `confirm_known_ticks` there is nothing to go back to.
    let may = online.may_play(current.tick + 1) && online.confirmed.is_some();
    if !may {
        online.count_waited_tick();
    }
    may
}

/// Whether this tick is played for the first time: devices and computer players press keys in new ticks alone.
fn is_new(online: Option<Res<OnlineMatch>>, current: Option<Single<&Match>>) -> bool {
    let (Some(online), Some(current)) = (online, current) else { return true };
    current.tick > online.logs[online.own_seat()].last_known_tick()
}

/// Gives both players their keys of this tick: the own ones go into the log when the tick is new, else they come from
/// there; the other side's come from the log, or are none where they are not known yet. Own keys for which the other
/// program would end the match are left out; of those that take pieces back or set them again it is noted that they
/// were refused, so that the player reads why nothing happens.
fn write(
    current: Single<&Match>,
    mut online: ResMut<OnlineMatch>,
    mut unconfirmed: ResMut<SeatWithGuessedKeys>,
    mut players: Query<(&mut TickInput, &mut TickOutcome)>,
) {
    let (tick, own) = (current.tick, online.own_seat());
    for (seat, &player) in current.seats.iter().enumerate().take(2) {
        let Ok((mut input, mut outcome)) = players.get_mut(player) else { continue };
        if seat == own && tick > online.logs[own].last_known_tick() {
            let asked = input.events().find(|event| event.down && event.action.is_undo_or_redo());
            if let Some(asked) = asked.filter(|_| current.is_playing()) {
                let is_undo = asked.action == Action::Undo;
                outcome.refused = Some(if is_undo { RefusedRequest::Undo } else { RefusedRequest::Redo });
            }
            *input = online.own_hands.without_impossible(tick, *input);
            online.logs[own].push_tick(*input);
        } else {
            *input = online.logs[seat].key_changes_at(tick);
        }
    }
    // After a tick that was guessed nothing is sure, even where the keys of this one have come meanwhile.
    online.guessed |= tick > online.last_other_tick() && !online.other_left;
    unconfirmed.set_if_neq(SeatWithGuessedKeys(online.guessed.then_some(1 - own as u8)));
}

/// Confirms all ticks whose keys are known by now: goes back to the last confirmed one, plays those with the keys of
/// both, and then again those that are guessed. To be called before the ticks of every frame, the first one too:
/// until then no tick is played. The [`OnlineMatch`] is inserted once its match has been started, which ends the one
/// before.
pub fn confirm_known_ticks(world: &mut World) {
    let Some(now) = match_tick(world) else { return };
    let Some(mut online) = world.get_resource_mut::<OnlineMatch>() else { return };
    let (known, guessed) = (online.last_known_tick().min(now), online.guessed);
    if online.fault().is_some() {
        return;
    }
    let kept = online.confirmed.as_ref().map(Snapshot::tick);
    let grows = known > std::mem::replace(&mut online.known_before, known);
    if kept.is_some_and(|kept| known <= kept || grows && guessed && known < kept + TOGETHER) {
        return;
    }
    if guessed && !play_again_to(world, known) {
        return;
    }
    let snapshot = Snapshot::take(world);
    world.resource_mut::<OnlineMatch>().confirmed = snapshot;
    run_to(world, now);
}

/// Ends the match in progress because the other program has left: its player loses in the tick after its last one,
/// for the reason `why`, which the player here reads. The own board goes back to that tick, by no more than the
/// keys took. True where that has decided the match; false where it was over before, or the other program has
/// played no tick of it.
pub fn lose_by_leaving(world: &mut World, why: String) -> bool {
    confirm_known_ticks(world);
    let Some(mut online) = world.get_resource_mut::<OnlineMatch>() else { return false };
    if online.last_other_tick() == 0 {
        // The other has not begun it.
        return false;
    }
    let (known, seat) = (online.last_known_tick(), (1 - online.own_seat()) as u8);
    online.other_left = true;
    if !play_again_to(world, known) || is_over(world) {
        return false;
    }
    if let Some(mut forfeit) = world.get_resource_mut::<CurrentForfeit>() {
        forfeit.give_up(Seat(seat), why);
    }
    run_to(world, known + 1);
    is_over(world)
}

/// Goes back to the last tick that is certain, and plays from there to this one by the keys that are known now; false
/// where no tick is certain yet.
fn play_again_to(world: &mut World, tick: u64) -> bool {
    let Some(kept) = world.resource_mut::<OnlineMatch>().confirmed.take() else { return false };
    kept.restore_without_computers(world);
    let mut online = world.resource_mut::<OnlineMatch>();
    (online.guessed, online.confirmed) = (false, Some(kept));
    run_to(world, tick);
    true
}

/// Whether the match in progress is over; false without one.
pub(crate) fn is_over(world: &mut World) -> bool {
    world.query::<&Match>().single(world).is_ok_and(Match::is_over)
}

/// Plays ticks until the match has reached this tick, or is over.
fn run_to(world: &mut World, tick: u64) {
    let paused = world.get_resource::<Paused>().copied().unwrap_or_default();
    world.insert_resource(Paused(false));
    world.schedule_scope(FixedUpdate, |world, schedule| {
        let mut now = match_tick(world);
        while now.is_some_and(|now| now < tick) {
            schedule.run(world);
            let then = match_tick(world);
            // Over before that tick.
            if then == now {
                break;
            }
            now = then;
        }
    });
    world.insert_resource(paused);
}

/// Whether a full second has just been confirmed for the first time.
fn is_full_second(online: Option<Res<OnlineMatch>>, current: Single<&Match>) -> bool {
    let confirmed = online.filter(|online| !online.guessed);
    confirmed.is_some_and(|online| current.tick == SECOND * (online.confirmed_seconds() + 1))
}

/// Notes the state hash after a full second.
fn hash_second(world: &mut World) {
    let hash = state_hash(world);
    world.resource_mut::<OnlineMatch>().note_second_hash(hash);
}
