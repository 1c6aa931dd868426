//! The start and the end of a match: its entities, and the resources that belong to it.

use super::components::{Match, PieceDealer, Seat};
use super::computer::Computer;
use super::conditions::{Paused, SeatWithGuessedKeys};
use super::forfeit::CurrentForfeit;
use super::modes::goal::FinishRequested;
use super::report::ReportProgress;
use super::setup::{CurrentSetup, EndMatch, SeatSetup, StartMatch};
use super::state::{NewRound, PlayerBundle, StartingSeat};
use bevy::prelude::*;

/// Adds the observers that start and end a match, and the resources beside it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Paused>()
        .init_resource::<SeatWithGuessedKeys>()
        .init_resource::<CurrentForfeit>()
        .init_resource::<FinishRequested>();
    app.add_observer(start).add_observer(end);
}

fn end(_: On<EndMatch>, mut commands: Commands, matches: Query<(Entity, &Match)>) {
    for (entity, current) in &matches {
        for &seat in &current.seats {
            commands.entity(seat).despawn();
        }
        commands.entity(entity).despawn();
    }
    commands.remove_resource::<CurrentSetup>();
}

/// The resources that belong to one match alone and begin anew with each.
type Beside<'w> = (
    ResMut<'w, Paused>,
    ResMut<'w, SeatWithGuessedKeys>,
    ResMut<'w, CurrentForfeit>,
    ResMut<'w, FinishRequested>,
    ResMut<'w, ReportProgress>,
);

fn start(event: On<StartMatch>, mut commands: Commands, beside: Beside) {
    commands.trigger(EndMatch);
    let (mut paused, mut unconfirmed, mut forfeit, mut finishing, mut reported) = beside;
    (*paused, *unconfirmed, *forfeit) = (Paused::default(), SeatWithGuessedKeys::default(), CurrentForfeit::default());
    (*finishing, *reported) = (FinishRequested::default(), ReportProgress::default());
    let setup = &event.0;
    let mut current = Match::new(setup.mode, setup.rules, setup.course.clone(), setup.seed);
    let seats = setup.seats.iter().zip((0..).map(Seat));
    current.seats = seats.map(|(player, seat)| spawn_player(&mut commands, &current, player, seat)).collect();
    commands.spawn((Name::new("Match"), current));
    commands.insert_resource(CurrentSetup(setup.clone()));
}

/// Spawns the entity of one player, with every component that a player has.
fn spawn_player(commands: &mut Commands, current: &Match, setup: &SeatSetup, seat: Seat) -> Entity {
    let name = Name::new(format!("Player {}", seat.0 + 1));
    let round = NewRound::new(current, current.seed, seat, PieceDealer(setup.dealer));
    let mut player = commands.spawn((name, PlayerBundle::new(&StartingSeat { seat, setup }, &round)));
    if let Some(computer) = Computer::of_seat(setup, current, seat.0) {
        player.insert(computer);
    }
    player.id()
}
