//! How much memory the program has, as the system and the renderer tell it.

use crate::doors::files;
use bevy::prelude::World;
use bevy::render::renderer::RenderDevice;
use std::path::Path;

/// Bytes of memory in use by this program; nothing on a system that does not tell it in `/proc`.
pub(super) fn resident() -> Option<u64> {
    in_status(&files().read_text(Path::new("/proc/self/status")).ok()?)
}

/// Bytes that the renderer's buffers and pictures take; nothing where it does not tell.
pub(super) fn graphics(world: &World) -> Option<u64> {
    let device = world.get_resource::<RenderDevice>()?;
    Some(device.wgpu_device().generate_allocator_report()?.total_allocated_bytes)
}

/// See `proc_pid_status(5)`: the line is in KiB, whatever it calls them.
fn in_status(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_among_the_others() {
        let text = "Name:\tkorobka\nVmHWM:\t  900 kB\nVmRSS:\t     512 kB\nRssAnon:\t 100 kB\n";
        assert_eq!(in_status(text), Some(512 * 1024));
        assert_eq!(in_status("Name:\tkorobka\n"), None);
    }
}
