//! The series that a spectator watches: how many of the matches that were seen to their ends each player has won.

use super::OnlineRoom;
use super::spectators::WatchedMatchEnded;
use crate::app::rematch_score::RematchScore;
use crate::app::toasts::Toasts;
use crate::app::watching::Watching;
use crate::game::replay::SeatRecord;
use bevy::prelude::*;

/// The score of the players who were watched last, in one room.
#[derive(Resource, Debug, Default)]
struct WatchedSeries {
    score: RematchScore,
    /// The seed of the last match that was counted: it is told again to a spectator who comes back to its room.
    last: Option<u64>,
    /// A line about the score that the spectator has not been told yet.
    news: Option<String>,
}

/// Adds what counts watched matches, and what tells the spectator the score.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WatchedSeries>().add_observer(count).add_systems(Update, tell);
}

/// Counts a match that was told to its end for its winner.
fn count(ended: On<WatchedMatchEnded>, room: Res<OnlineRoom>, mut series: ResMut<WatchedSeries>) {
    let (setup, winner) = (&ended.0.setup, ended.0.result.winner);
    if series.last.replace(setup.seed) == Some(setup.seed) {
        return;
    }
    // A spectator is told names alone, and others in another room may have the same.
    let code = room.code().map_or_else(String::new, |code| code.to_string());
    let id = |seat: &SeatRecord| format!("{} {code}", seat.name);
    series.score.note_match_begun_by_ids(setup.seats.iter().map(id).collect());
    series.score.count(winner);
    let [one, other] = series.score.wins;
    if let [host, guest] = &*setup.seats
        && one + other > 1
    {
        let line = format!("{} {one} : {other} {} in the matches that you have seen here", host.name, guest.name);
        series.news = Some(line);
    }
}

/// Tells the spectator the score once the end of the match has been seen too, which is told some seconds before.
fn tell(watching: Option<Res<Watching>>, mut series: ResMut<WatchedSeries>, mut toasts: ResMut<Toasts>) {
    let Some(line) = &series.news else { return };
    let Some(watching) = watching else {
        series.news = None;
        return;
    };
    if watching.now >= watching.replay.ticks {
        toasts.say(line.clone());
        series.news = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::Replay;
    use std::sync::Arc;

    #[test]
    fn a_spectator_reads_how_the_series_stands_once_the_end_of_a_match_has_been_seen() {
        let mut app = App::new();
        app.init_resource::<OnlineRoom>().init_resource::<Toasts>().add_plugins(plugin);
        let told = |app: &App| app.world().resource::<Toasts>().last().map(str::to_owned);
        // What the spectator was told last before the end of a match has been seen, and after that.
        let mut seen = |seed: u64, winner: u8| {
            let mut played = Replay::of_two(seed);
            (played.ticks, played.result.winner) = (400, Some(winner));
            let played = Arc::new(played);
            app.insert_resource(Watching::from_live(Arc::clone(&played)));
            app.world_mut().trigger(WatchedMatchEnded(played));
            app.update();
            let before = told(&app);
            app.world_mut().resource_mut::<Watching>().now = 400;
            app.update();
            [before, told(&app)]
        };
        let line = |score: &str| Some(format!("Anna {score} Boris in the matches that you have seen here"));
        assert_eq!(seen(1, 0), [None, None], "one match is no series");
        assert_eq!(seen(2, 1), [None, line("1 : 1")]);
        assert_eq!(seen(2, 1), [line("1 : 1"), line("1 : 1")], "it was told again");
        assert_eq!(seen(3, 0), [line("1 : 1"), line("2 : 1")]);
    }
}
