//! How much of the processor a child process has used, where the system measures it (Linux), and how to halt it and end
//! it with all that it started (Unix). On other systems the wall's clock counts, and a process is never halted and
//! ended alone.

use super::link::ProcessorUse;
use std::process::Child;
use std::time::Duration;

/// How much of the processor a process has used so far, with what it has started and what runs still: a command may be
/// a shell's, which only waits for the bot. `None` where the system does not say.
pub(super) fn processor_use(process: u32) -> Option<ProcessorUse> {
    let mut used = ProcessorUse { time: Duration::ZERO, idle: true };
    for thread in std::fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let path = thread.ok()?.path();
        let read = |name: &str| std::fs::read_to_string(path.join(name)).ok();
        // A thread may be gone by now.
        let (Some(schedule), Some(state)) = (read("schedstat"), read("stat")) else { continue };
        used.time += Duration::from_nanos(schedule.split(' ').next()?.parse().ok()?);
        // The state follows the name, which may hold anything but ends with the last bracket.
        used.idle &= !state.rsplit(')').next()?.trim_start().starts_with(['R', 'D']);
        // Not every kernel lists children. One of them may be gone by now.
        let children = read("children").unwrap_or_default();
        let numbers = children.split_whitespace().filter_map(|child| child.parse::<u32>().ok());
        for child in numbers.filter_map(processor_use) {
            used.time += child.time;
            used.idle &= child.idle;
        }
    }
    Some(used)
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

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    #[test]
    fn the_time_of_a_shell_has_that_of_what_it_waits_for() {
        // Counts for a while, says its number as a process, and waits until its input ends.
        let bot = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo $$; read end";
        let mut shell = Command::new("sh")
            .args(["-c", &format!("sh -c '{bot}'; exit")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let bot = number.trim().parse::<u32>().ok().and_then(processor_use).map(|used| used.time);
        let both = processor_use(shell.id()).map(|used| used.time);
        drop(shell.stdin.take());
        shell.wait().unwrap();
        assert!(bot.is_some() && both.is_some(), "{both:?}, of which {bot:?}");
        // A kernel without CONFIG_PROC_CHILDREN lists no children: there the time of a shell is its own alone.
        let lists_children = std::fs::exists("/proc/thread-self/children").unwrap();
        assert!(both >= bot || !lists_children, "{both:?}, of which {bot:?}");
    }
}
