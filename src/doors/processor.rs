//! How much of the processor a child process has used, where the system measures it (Linux), and how to halt it and end
//! it with all that it started (Unix). On other systems the wall's clock counts, and a process is never halted and
//! ended alone.

use super::link::ProcessorUse;
use std::process::Child;
use std::time::Duration;

/// How much of the processor a process has used so far; `None` where the system does not say.
pub(super) fn processor_use(process: u32) -> Option<ProcessorUse> {
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
    Some(ProcessorUse { time: Duration::from_nanos(time), idle })
}

/// Puts a command into a process group of its own, so that all that it starts can be ended with it. On Windows it gets
/// a console of its own that nobody sees: where this program has none, each bot would open one.
pub(super) fn set_own_group(command: &mut std::process::Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        /// The flag of the system for this, by its name `CREATE_NO_WINDOW`.
        const NO_WINDOW: u32 = 0x0800_0000;
        std::os::windows::process::CommandExt::creation_flags(command, NO_WINDOW);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// Whether a child still runs. One that has ended is not waited for by this: its number stays its own.
pub(super) fn is_running(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let child = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        child.is_some_and(|child| matches!(waitid(WaitId::Pid(child), look), Ok(None)))
    }
    #[cfg(not(unix))]
    {
        matches!(child.try_wait(), Ok(None))
    }
}

/// What to do to a process group.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signal {
    /// Take the processor away from the group.
    Halt,
    /// Give the processor back to the group.
    GoOn,
    /// End all processes of the group.
    Kill,
}

/// Sends a signal to the group of a child that was not waited for yet: until then its number belongs to no other
/// process.
pub(super) fn send_signal(child: &mut Child, what: Signal) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal as Unix, kill_process_group};
        let signal = match what {
            Signal::Halt => Unix::STOP,
            Signal::GoOn => Unix::CONT,
            Signal::Kill => Unix::KILL,
        };
        if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            // The group may have ended already.
            let _ = kill_process_group(group, signal);
        }
    }
    if matches!(what, Signal::Kill) {
        let _ = child.kill();
    }
}
