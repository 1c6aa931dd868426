//! The sockets of an endpoint. A page in a browser has none: it goes over relays alone.

use super::RoomPlace;
use iroh::Endpoint;
use iroh::endpoint::Builder;

/// Has the endpoint open no sockets, so that it goes over relays alone.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn disable_sockets(builder: Builder) -> Builder {
    builder.clear_ip_transports()
}

/// Changes nothing: in a browser an endpoint has no sockets.
#[cfg(target_arch = "wasm32")]
pub(super) fn disable_sockets(builder: Builder) -> Builder {
    builder
}

/// Has the endpoint open its socket at this UDP port; 0 for any that is free.
///
/// # Errors
/// One line: the endpoint cannot have that port.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn bind_to_port(builder: Builder, port: u16) -> Result<Builder, String> {
    use std::net::{Ipv4Addr, SocketAddr};
    builder.bind_addr(SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))).map_err(|error| error.to_string())
}

/// Changes nothing: in a browser an endpoint has no port.
///
/// # Errors
/// None. It returns a result as it does on other systems.
#[cfg(target_arch = "wasm32")]
pub(super) fn bind_to_port(builder: Builder, _port: u16) -> Result<Builder, String> {
    Ok(builder)
}

/// Where a guest can reach this endpoint: in the networks that this machine is in, and on this machine itself.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn addresses_for_guests(endpoint: &Endpoint) -> Vec<RoomPlace> {
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};
    let mut all: Vec<SocketAddr> = endpoint.addr().ip_addrs().copied().collect();
    let ports = endpoint.bound_sockets().into_iter().filter(SocketAddr::is_ipv4).map(|socket| socket.port());
    all.extend(ports.map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)));
    all.dedup();
    all.into_iter().map(RoomPlace::Socket).collect()
}

/// No places: a page in a browser has no address of its own.
#[cfg(target_arch = "wasm32")]
pub(super) fn addresses_for_guests(_endpoint: &Endpoint) -> Vec<RoomPlace> {
    Vec::new()
}
