//! The allocator of the program: the system's, which counts how often a thread asks for memory, for the frame report,
//! and how many bytes all threads hold, for the soak.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;

thread_local! {
    /// How often this thread has asked for memory. Neither set up on first use nor dropped, so that it can be counted
    /// in at any time.
    static COUNT: Cell<u64> = const { Cell::new(0) };
    /// Bytes that this thread has taken, less those that it has given back, since it last added them to [`HELD`].
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
}

/// Bytes that all threads hold, without what they have not added yet.
static HELD: AtomicI64 = AtomicI64::new(0);

/// How many bytes a thread counts for itself before it adds them to [`HELD`]: one number that all threads write at
/// every allocation would cost more than the allocations.
const TELLING: u64 = 16 << 10;

/// The allocator that hands every request on to the system's and counts it. An allocation costs some fifty nanoseconds,
/// counting it less than two.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

/// Bytes that the program holds, give or take 16 KiB a thread; 0 where the allocator is not [`CountingAllocator`]. What
/// libraries of other languages hold, the graphics driver above all, is not among them.
pub fn held_bytes() -> u64 {
    HELD.load(Relaxed).max(0) as u64
}

fn hold(bytes: i64) {
    let untold = UNTOLD.get() + bytes;
    if untold.unsigned_abs() < TELLING {
        UNTOLD.set(untold);
    } else {
        HELD.fetch_add(untold, Relaxed);
        UNTOLD.set(0);
    }
}

/// Gives back what the system has answered to a request that changes what is held by so many `bytes`, and counts them
/// unless it had no memory to give.
fn answered(pointer: *mut u8, bytes: i64) -> *mut u8 {
    if !pointer.is_null() {
        hold(bytes);
    }
    pointer
}

/// How often this thread has asked for memory, or for more of it; 0 where the allocator is not [`CountingAllocator`].
pub fn thread_allocations() -> u64 {
    COUNT.get()
}

// SAFETY: every call is handed to the system's allocator as it came, and its answer is given back. The counters are
// plain and allocate nothing. Nothing unwinds, since no sum leaves its 64 bits, whatever is asked for: what is added up
// is memory that the system has given.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc`.
        answered(unsafe { System.alloc(layout) }, layout.size() as i64)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc_zeroed`.
        answered(unsafe { System.alloc_zeroed(layout) }, layout.size() as i64)
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the promises of `realloc`.
        answered(unsafe { System.realloc(pointer, layout, size) }, size as i64 - layout.size() as i64)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(-(layout.size() as i64));
        // SAFETY: the caller keeps the promises of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doors::threads::{self, Thread};

    #[test]
    fn a_thread_counts_its_own() {
        let layout = Layout::new::<u64>();
        let before = thread_allocations();
        // SAFETY: the layout has a size, and what was given is given back.
        unsafe {
            let pointer = CountingAllocator.alloc(layout);
            CountingAllocator.dealloc(pointer, layout);
        }
        let elsewhere = threads::spawn("counting", thread_allocations).ok().and_then(Thread::join);
        assert_eq!((thread_allocations() - before, elsewhere), (1, Some(0)));
    }

    #[test]
    fn what_is_held_is_what_was_not_given_back() -> Result<(), std::alloc::LayoutError> {
        let small = Layout::from_size_align(1 << 20, 8)?;
        let large = Layout::from_size_align(3 << 20, 8)?;
        // No other test allocates by it as much.
        let mebibytes = || (held_bytes() + (1 << 19)) >> 20;
        // SAFETY: the layouts have a size, and what was given is given back as it is.
        unsafe {
            let pointer = CountingAllocator.alloc(small);
            assert_eq!(mebibytes(), 1);
            let pointer = CountingAllocator.realloc(pointer, small, large.size());
            assert_eq!(mebibytes(), 3);
            CountingAllocator.dealloc(pointer, large);
        }
        assert_eq!(mebibytes(), 0);
        Ok(())
    }

    #[test]
    fn what_no_system_can_give_is_not_held() -> Result<(), std::alloc::LayoutError> {
        let all = Layout::from_size_align(isize::MAX as usize - 7, 8)?;
        // SAFETY: the layout has a size; nothing is given that could be given back.
        let pointer = std::hint::black_box(unsafe { CountingAllocator.alloc(all) });
        assert!(pointer.is_null() && held_bytes() < 1 << 40);
        Ok(())
    }
}
