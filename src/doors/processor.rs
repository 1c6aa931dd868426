//! How much of the processor a child process has used, where the system tells (Linux), and how to halt it and end it with all that it
//! started (Unix). Elsewhere: by the wall's clock, never halted, ended alone.

use super::process::Used;
use std::process::Child;
use std::time::Duration;

/// What a process has used so far.
pub(super) fn used(process: u32) -> Option<Used> {
    let (mut time, mut idle) = (0, true);
    for thread in std::fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let path = thread.ok()?.path();
        let read = |name: &str| std::fs::read_to_string(path.join(name)).ok();
        // A thread may be gone by now.
        let (Some(schedule), Some(state)) = (read("schedstat"), read("stat")) else { continue };
        time += schedule.split(' ').next()?.parse::<u64>().ok()?;
        // The state follows the name, which may hold anything but ends with the last bracket.
        idle &= !state.rsplit(')').next()?.trim_start().starts_with(['R', 'D']);
    }
    Some(Used { time: Duration::from_nanos(time), idle })
}

/// Puts a command into a process group of its own, so that all that it starts can be ended with it.
pub(super) fn group(command: &mut std::process::Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// What to do to a process group.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signal {
    /// Take the processor away from it.
    Halt,
    /// Give it back.
    GoOn,
    /// End it.
    Kill,
}

/// Does it to the group of a child that was not waited for yet: until then its number is nobody else's.
pub(super) fn signal(child: &mut Child, what: Signal) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal as Unix, kill_process_group};
        let signal = match what {
            Signal::Halt => Unix::STOP,
            Signal::GoOn => Unix::CONT,
            Signal::Kill => Unix::KILL,
        };
        if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            // There may be nobody left.
            let _ = kill_process_group(group, signal);
        }
    }
    if matches!(what, Signal::Kill) {
        let _ = child.kill();
    }
}
