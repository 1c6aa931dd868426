//! How much memory the program uses, as the system and the renderer report it.

use crate::doors::files;
use bevy::prelude::World;
use bevy::render::renderer::RenderDevice;
use std::path::Path;

/// The bytes of memory that this program uses; `None` on a system that does not report it in `/proc`.
pub(super) fn resident_bytes() -> Option<u64> {
    in_status(&files().read_text(Path::new("/proc/self/status")).ok()?)
}

/// The bytes that the renderer's buffers and textures take; `None` where the renderer does not report it.
pub(super) fn graphics_bytes(world: &World) -> Option<u64> {
    let device = world.get_resource::<RenderDevice>()?;
    Some(device.wgpu_device().generate_allocator_report()?.total_allocated_bytes)
}

/// The bytes in the line `VmRSS`, which is in KiB although it says kB. Source: `proc_pid_status(5)`.
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
