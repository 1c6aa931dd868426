//! `korobka host` and `korobka join`: straight into a room, where a match with a person at another machine is agreed
//! on.

use super::trace::TraceFile;
use super::window::{self, ExtraPlugin, WindowOptions};
use super::{Failure, say};
use crate::app::online::{OnlineRoom, own_computer_player};
use crate::app::opponents::OpponentList;
use crate::app::persistence::Settings;
use crate::app::{Screen, Toasts};
use crate::doors::peer::{InvalidRoomAddress, RelayAddress, RoomAddress};
use crate::game::{Pace, SeatSetup};
use bevy::prelude::*;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Flags of `host`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka host --port 47474 --name Anna
  korobka host --player champion:91 --pps 2

The room's code and addresses stand in the window; 'Copy the room' copies them for the other player.")]
pub struct HostFlags {
    /// The UDP port, 0 for any that is free; without it the one in the settings
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    #[command(flatten)]
    room: RoomFlags,
}

/// Flags of `join`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka join K7QM2-XW9PA@192.168.1.5:47474
  korobka join K7QM2-XW9PA --relay https://relay.example --name Boris

With --watch, or by what a room copies for spectators, you see the room's matches, some seconds behind.")]
pub struct JoinFlags {
    /// The room: its code, and after an @ where its host is; the code alone where both have one relay
    #[arg(value_name = "CODE[@PLACE,..]", value_parser = parse_room)]
    address: (RoomAddress, bool),
    /// Watch the room's matches as a spectator
    #[arg(long, conflicts_with_all = ["player", "pps", "name"])]
    watch: bool,
    #[command(flatten)]
    room: RoomFlags,
}

/// The flags that `host` and `join` share.
#[derive(Debug, Args)]
struct RoomFlags {
    /// The name that the other player sees, this time; without it the one in the settings
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// A computer player plays at your seat
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// Its pieces a second, 0.1-10
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = parse_pps, requires = "player")]
    pps: f64,
    /// The relay that the room is reached over too, this time; without it that of the settings. One that speaks https
    /// is reached through the proxy that HTTPS_PROXY names
    #[arg(long, value_name = "URL")]
    relay: Option<RelayAddress>,
    /// Send everything over the relay: the other player does not learn this machine's address
    #[arg(long)]
    relay_alone: bool,
    /// Write a JSON line for every change of state to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

impl JoinFlags {
    /// Whether the room is gone to as a spectator.
    ///
    /// # Errors
    /// There is a flag of players beside a link to watch, by which nobody plays: a spectator has no name either.
    fn is_to_watch(&self) -> Result<bool, Failure> {
        let (_, is_link_to_watch) = self.address;
        let of_players = [("--player", self.room.player.is_some()), ("--name", self.room.name.is_some())];
        match of_players.into_iter().find(|(_, is_given)| is_link_to_watch && *is_given) {
            Some((flag, _)) => Err(Failure::new(format!(
                "{flag} cannot be used with a link to watch; leave it out, or give a link to play"
            ))),
            None => Ok(is_link_to_watch || self.watch),
        }
    }
}

/// Reads where a room is, and whether the text is a link to watch it.
fn parse_room(text: &str) -> Result<(RoomAddress, bool), InvalidRoomAddress> {
    Ok((text.parse()?, RoomAddress::is_link_to_watch(text)))
}

/// Reads a speed at which a computer player may play in a room with somebody: 0.1-10 pieces a second.
fn parse_pps(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(pps) if (0.1..=10.0).contains(&pps) => Ok(pps),
        _ => Err("give 0.1-10 pieces a second".to_owned()),
    }
}

/// Opens a room of one's own, in the window.
///
/// # Errors
/// No window can be opened, or a trace cannot be written to its end.
pub fn host_room(flags: HostFlags) -> Result<(), Failure> {
    let port = flags.port;
    open(flags.room, move |room, settings, seat| room.open(settings, seat, port))
}

/// Goes to somebody else's room, in the window.
///
/// # Errors
/// There is a flag of players beside a link to watch, no window can be opened, or a trace cannot be written to its end.
pub fn join_room(flags: JoinFlags) -> Result<(), Failure> {
    let is_to_watch = flags.is_to_watch()?;
    let JoinFlags { address: (address, _), room, .. } = flags;
    open(room, move |room, settings, seat| match is_to_watch {
        true => room.spectate(settings, address.clone()),
        false => room.join(settings, seat, address.clone()),
    })
}

fn open(
    flags: RoomFlags,
    go: impl Fn(&mut OnlineRoom, &Settings, Option<SeatSetup>) -> Result<(), String> + Send + Sync + 'static,
) -> Result<(), Failure> {
    let (trace, outcome) = TraceFile::create_if_asked(flags.trace.as_deref())?;
    let begin = move |mut room: ResMut<OnlineRoom>,
                      mut opponents: ResMut<OpponentList>,
                      settings: Res<Settings>,
                      mut toasts: ResMut<Toasts>| {
        let mut settings = settings.clone();
        if let Some(player) = &flags.player {
            settings.online.computer = true;
            settings.versus.opponent.clone_from(player);
            (settings.versus.pace, settings.versus.slips) = (Pace::from_pps(flags.pps), 0);
        }
        if let Some(relay) = &flags.relay {
            settings.online.relay = relay.to_string();
        }
        settings.online.relay_alone |= flags.relay_alone;
        if let Some(line) = flags.name.as_ref().and_then(|name| settings.online.set_name(name)) {
            toasts.warn(line);
        }
        let seat = own_computer_player(&settings, &mut opponents);
        if let Err(line) = seat.and_then(|seat| go(&mut room, &settings, seat)) {
            toasts.warn(line);
        }
    };
    let extra = ExtraPlugin(Box::new(|app, _| {
        app.insert_state(Screen::Online).add_systems(PostStartup, begin);
        app.add_systems(Last, tell_room.run_if(resource_changed::<OnlineRoom>));
    }));
    window::run(WindowOptions { trace, extras: vec![extra], ..Default::default() })?;
    outcome.expect_whole()
}

/// Prints what the other needs to come in, once the own room is open, and writes every change of the room to the trace.
fn tell_room(room: Res<OnlineRoom>, trace: Option<ResMut<TraceFile>>, mut told: Local<Option<serde_json::Value>>) {
    let invitation = room.invitation();
    let other = room.lobby().and_then(|lobby| lobby.other_player()).map(|other| &other.name);
    let now = json!({ "invitation": invitation, "other": other, "open": room.is_open() });
    if told.as_ref() == Some(&now) {
        return;
    }
    if let Some(invitation) = invitation {
        // Whoever closed standard output reads the invitation in the window.
        let _ = say(&format!("{invitation}\n"));
    }
    if let Some(mut trace) = trace {
        trace.write_line("room", &now);
        trace.flush();
    }
    *told = Some(now);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};

    #[test]
    fn a_host_can_ask_for_any_port_that_is_free_whatever_the_settings_say() {
        let port = |words: &[&str]| {
            let line = ["host"].iter().chain(words);
            let found = HostFlags::augment_args(Command::new("host")).try_get_matches_from(line).unwrap();
            HostFlags::from_arg_matches(&found).unwrap().port
        };
        assert_eq!([port(&[]), port(&["--port", "0"]), port(&["--port", "47474"])], [None, Some(0), Some(47_474)]);
    }

    #[test]
    fn nobody_plays_by_a_link_to_watch() {
        let read = |words: &[&str]| {
            let line = ["join"].iter().chain(words);
            JoinFlags::augment_args(Command::new("join")).try_get_matches_from(line)
        };
        let is_to_watch = |words: &[&str]| {
            let found = read(words).unwrap();
            JoinFlags::from_arg_matches(&found).unwrap().is_to_watch().map_err(|failure| failure.to_string())
        };
        let [play, watch] = ["room", "watch"].map(|name| format!("https://play.example/#{name}=K7QM2-XW9PA"));
        assert_eq!(is_to_watch(&[&play, "--watch"]), Ok(true));
        assert_eq!(is_to_watch(&[&watch]), Ok(true));
        for [flag, value] in [["--player", "lin:25"], ["--name", "Vera"]] {
            let refused = is_to_watch(&[&watch, flag, value]).unwrap_err();
            assert!(refused.starts_with(&format!("{flag} cannot be used with a link to watch")), "{refused}");
            assert_eq!(is_to_watch(&[&play, flag, value]), Ok(false));
            assert!(read(&[&play, "--watch", flag, value]).is_err(), "{flag}");
        }
    }
}
