//! `korobka relay`: carries packets between programs that cannot reach each other directly.

use super::{Failure, say};
use crate::doors::relay::{Relay, RelayLimits};
use crate::doors::{StopFlag, threads};
use clap::Args;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// How often the relay looks whether it is to end.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// The flags of the command `relay`: where it listens, and what it allows.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka relay
  korobka relay --listen 127.0.0.1:3340 --metrics 127.0.0.1:9090

It speaks HTTP. For https, a web server that has a certificate passes its requests on.")]
pub struct RelayFlags {
    /// The TCP address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0:3340")]
    listen: SocketAddr,
    /// Tell figures as text at /metrics of this address
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// The most rooms at a time
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    rooms: u16,
    /// The most bytes a second of one program; a match takes some 6000
    #[arg(long, value_name = "BYTES", default_value = "30000")]
    rate: NonZeroU32,
    /// How many hours one program may stay
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
    hours: u16,
}

/// Runs a relay until Ctrl-C.
///
/// # Errors
/// The relay cannot be opened.
pub fn run(flags: &RelayFlags) -> Result<(), Failure> {
    let stop = StopFlag::on_interrupt()?;
    let limits = RelayLimits {
        rooms: flags.rooms.into(),
        bytes_per_second: flags.rate,
        time: Duration::from_secs(u64::from(flags.hours) * 3600),
    };
    let relay = Relay::start_listening(flags.listen, flags.metrics, limits)?;
    say(&format!("A relay for {} rooms is at http://{}; Ctrl-C ends it.\n", flags.rooms, relay.address()))?;
    while !stop.is_set() {
        threads::sleep(LOOK_EVERY);
    }
    Ok(())
}
