//! The sockets of an endpoint. A page in a browser has none: it goes over relays alone.

use super::{RelayAddress, RoomPlace};
use iroh::endpoint::Builder;
use iroh::{Endpoint, RelayUrl};

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

/// Has the endpoint dial its relays through the proxy that the environment names for https, where there is one.
pub(super) fn dial_by_proxy(builder: Builder, relays: &[RelayAddress]) -> Builder {
    match proxy_for(relays, |name| std::env::var(name).ok()) {
        Some(proxy) => builder.proxy_url(proxy.into()),
        None => builder,
    }
}

/// The proxy through which these relays are dialled, by variables of the environment. It is for all of an endpoint's
/// relays or for none: one that speaks http, or that `NO_PROXY` spares, often runs in the own network, where no proxy
/// leads. The library's own look at the environment does not read `NO_PROXY`, and takes a proxy that speaks SOCKS for
/// one that speaks TLS.
fn proxy_for(relays: &[RelayAddress], variable: impl Fn(&str) -> Option<String>) -> Option<RelayUrl> {
    let spared = ["NO_PROXY", "no_proxy"].into_iter().find_map(&variable).unwrap_or_default();
    let is_spared = |host: &str| {
        let host = host.trim_end_matches('.');
        let mut names = spared.split(',').map(|name| name.trim().trim_start_matches('.'));
        names.any(|name| {
            name == "*" || host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
    };
    let goes_through = |relay: &RelayAddress| {
        let url = relay.url();
        url.scheme() == "https" && url.host_str().is_none_or(|host| !is_spared(host))
    };
    let named = ["HTTPS_PROXY", "https_proxy"].into_iter().find_map(&variable)?;
    let proxy: RelayUrl = named.parse().ok()?;
    let is_usable = matches!(proxy.scheme(), "http" | "https") && proxy.has_host();
    (is_usable && !relays.is_empty() && relays.iter().all(goes_through)).then_some(proxy)
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn relays_that_speak_https_are_dialled_through_the_proxy_that_the_environment_names() {
        let proxy = |relays: &[&str], environment: &[(&str, &str)]| {
            let relays: Vec<RelayAddress> = relays.iter().map(|relay| relay.parse().unwrap()).collect();
            let variable = |name: &str| environment.iter().find(|(known, _)| *known == name);
            proxy_for(&relays, |name| variable(name).map(|(_, value)| (*value).to_owned())).map(|url| url.to_string())
        };
        let named = ("https_proxy", "http://proxy.example:3128");
        let (relay, other) = ("https://relay.example", "https://other.test:8443");
        let through = Some("http://proxy.example:3128/".to_owned());
        assert_eq!(proxy(&[relay, other], &[named]), through);
        assert_eq!(proxy(&[relay], &[]), None, "none is named");
        assert_eq!(proxy(&[], &[named]), None, "there is no relay");
        assert_eq!(proxy(&["https://relay.example."], &[named, ("NO_PROXY", "")]), through, "a whole name");
        assert_eq!(proxy(&[relay, "http://192.168.1.2:3340"], &[named]), None, "one is in the own network");
        for (value, is_spared) in [("example", true), (".example, test", true), ("*", true), ("ample,", false)] {
            let expected = through.clone().filter(|_| !is_spared);
            assert_eq!(proxy(&[relay], &[named, ("NO_PROXY", value)]), expected, "{value}");
        }
        for unusable in ["socks5h://127.0.0.1:9050", "proxy.example:3128", ""] {
            assert_eq!(proxy(&[relay], &[("HTTPS_PROXY", unusable)]), None, "{unusable}");
        }
    }
}
