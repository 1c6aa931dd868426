//! `korobka relay`: carries packets between programs that cannot reach each other directly.

use super::output::counted;
use super::{Failure, note, say};
use crate::doors::relay::{Relay, RelayLimits, RelayReport};
use crate::doors::{Moment, StopFlag, threads};
use clap::Args;
use clap::builder::TypedValueParser;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// How often the relay looks whether it is to end.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// The time between two lines on what has changed at the relay.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// The least bytes a second of one program: what a match takes. By fewer than ten, the library lets nobody in.
const LEAST_RATE: i64 = 6_000;

/// Reads the most bytes a second of one program.
fn rate_parser() -> impl TypedValueParser<Value = NonZeroU32> {
    clap::value_parser!(u32).range(LEAST_RATE..).try_map(NonZeroU32::try_from)
}

/// The flags of the command `relay`: where it listens, and what it allows.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka relay
  korobka relay --listen 127.0.0.1:3340 --metrics 127.0.0.1:3341

It speaks HTTP. For https, a web server that has a certificate passes its requests on. At /healthz it answers
for as long as it runs.
Standard error gets a line each minute in which something has changed: how many programs are there, and what
was refused. It names nobody.")]
pub struct RelayFlags {
    /// The TCP address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0:3340")]
    listen: SocketAddr,
    /// Serve figures as text at /metrics of this address
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// The most rooms at a time, of two places each; a spectator takes a place too
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    rooms: u16,
    /// The most bytes a second for one program; a match takes some 6000, its spectators up to 15000
    #[arg(long, value_name = "BYTES", default_value = "30000", value_parser = rate_parser())]
    rate: NonZeroU32,
    /// How many hours one program may stay
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
    hours: u16,
}

/// Runs a relay until Ctrl-C.
///
/// # Errors
/// The relay cannot be opened, or ends by itself: whatever started it can start it again.
pub fn run(flags: &RelayFlags) -> Result<(), Failure> {
    let stop = StopFlag::on_interrupt()?;
    let time = Duration::from_secs(u64::from(flags.hours) * 3600);
    let limits = RelayLimits { rooms: flags.rooms.into(), bytes_per_second: flags.rate, time };
    let mut relay = Relay::start_listening(flags.listen, flags.metrics, limits)?;
    let (rooms, hours) = (counted(flags.rooms, "room"), counted(flags.hours, "hour"));
    let (address, rate) = (relay.address(), flags.rate);
    say(&format!(
        "A relay for {rooms} is at http://{address}; each program may send {rate} bytes a second and stay {hours}. Ctrl-C ends it.\n"
    ))?;
    let (mut told, mut looked) = (RelayReport::default(), Moment::now());
    while !stop.is_set() {
        threads::sleep(LOOK_EVERY);
        if relay.has_ended() {
            return Err(Failure::new("the relay has ended by itself"));
        }
        if looked.elapsed() >= REPORT_EVERY {
            looked = Moment::now();
            if let Some(line) = report_line(relay.take_report(), &mut told) {
                note(line);
            }
        }
    }
    Ok(())
}

/// The line on a report; `None` where nothing was refused and all counts are those that were `told` last.
fn report_line(report: RelayReport, told: &mut RelayReport) -> Option<String> {
    if report == *told {
        return None;
    }
    let (players, rooms) = (counted(report.players, "program"), counted(report.listed_rooms, "room"));
    let mut line = format!("{players} to play, {} at the list, {rooms} listed", report.at_list);
    for (reason, times) in &report.refused {
        line = format!("{line}; refused {}: {reason}", counted(times, "time"));
    }
    *told = RelayReport { refused: BTreeMap::new(), ..report };
    Some(line)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_started_again_however_often_it_fails_and_a_container_ends_when_it_is_asked_to() {
        let service = include_str!("../../docs/guide/relay/korobka-relay.service");
        let container = include_str!("../../docs/guide/relay/Containerfile");
        let has = |text: &str, wanted: &str| text.lines().any(|line| line == wanted);
        // By its defaults systemd starts a service five times within ten seconds, and no more.
        assert!(has(service, "Restart=on-failure") && has(service, "RestartSec=5"), "{service}");
        assert!(has(container, "STOPSIGNAL SIGINT"), "the first process of a container gets what it catches alone");
        // The server of Prometheus itself, which reads the figures, listens at port 9090.
        assert!(!service.contains(":9090"), "{service}");
    }

    #[test]
    fn the_files_for_whoever_runs_a_relay_agree_on_its_port_and_how_long_one_stays() {
        let relay = RelayFlags::augment_args(clap::Command::new("relay"));
        let default = |flag: &str| {
            let argument = relay.get_arguments().find(|argument| argument.get_id() == flag).unwrap();
            argument.get_default_values()[0].to_str().unwrap().to_owned()
        };
        let port = default("listen").split_once(':').unwrap().1.to_owned();
        let web_server = include_str!("../../docs/guide/relay/Caddyfile");
        assert!(web_server.contains(&format!("reverse_proxy 127.0.0.1:{port} {{")), "{web_server}");
        assert!(web_server.contains(&format!("stream_close_delay {}h", default("hours"))), "{web_server}");
        let service = include_str!("../../docs/guide/relay/korobka-relay.service");
        let container = include_str!("../../docs/guide/relay/Containerfile");
        assert!(service.contains(&format!("--listen 0.0.0.0:{port} ")), "{service}");
        assert!(container.contains(&format!("EXPOSE {port}\n")), "{container}");
    }

    #[test]
    fn a_relay_is_not_opened_by_a_rate_at_which_no_match_goes() {
        let read = |text: &str| rate_parser().parse_ref(&clap::Command::new("relay"), None, text.as_ref()).ok();
        let rates = ["0", "9", "5999", "6000", "4294967295"].map(|text| read(text).map(NonZeroU32::get));
        assert_eq!(rates, [None, None, None, Some(6_000), Some(u32::MAX)]);
    }

    #[test]
    fn a_relay_tells_what_has_changed_and_what_was_refused_once() {
        let mut told = RelayReport::default();
        assert_eq!(report_line(RelayReport::default(), &mut told), None, "nobody has come");
        let busy = RelayReport { players: 1, at_list: 2, listed_rooms: 1, ..RelayReport::default() };
        let line = report_line(busy.clone(), &mut told);
        assert_eq!(line.as_deref(), Some("1 program to play, 2 at the list, 1 room listed"));
        assert_eq!(report_line(busy.clone(), &mut told), None, "nothing has changed");
        let refused = BTreeMap::from([("it is full".to_owned(), 3), ("no request".to_owned(), 1)]);
        let line = report_line(RelayReport { refused, ..busy.clone() }, &mut told).unwrap_or_default();
        assert!(line.ends_with("1 room listed; refused 3 times: it is full; refused 1 time: no request"), "{line}");
        assert_eq!(report_line(busy, &mut told), None, "what was refused is told once");
    }
}
