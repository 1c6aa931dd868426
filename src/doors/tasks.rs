//! Futures that run beside everything else: on a thread of their own, or in a browser between what the page does.

use std::io;

/// Begins to run the future that `make` returns, with all that it spawns. It ends when the future does.
///
/// # Errors
/// The system has no thread left, or no sockets.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn spawn_future<F: Future<Output = ()>>(
    name: &str,
    make: impl FnOnce() -> F + Send + 'static,
) -> io::Result<()> {
    /// How long tasks that the future has spawned may take to end after it.
    const ENDING: std::time::Duration = std::time::Duration::from_secs(1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name(name.to_owned()).spawn(move || {
        runtime.block_on(make());
        runtime.shutdown_timeout(ENDING);
    })?;
    Ok(())
}

/// Begins to run the future that `make` returns.
///
/// # Errors
/// None. It returns a result as it does on other systems.
#[cfg(target_arch = "wasm32")]
pub(super) fn spawn_future<F: Future<Output = ()> + 'static>(_name: &str, make: impl FnOnce() -> F) -> io::Result<()> {
    n0_future::task::spawn(make());
    Ok(())
}
