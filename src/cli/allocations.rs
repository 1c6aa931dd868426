//! Counts what a thread asks of the allocator, for the frame report: the program's allocator is the system's with a
//! number beside it.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Neither set up on first use nor taken down: it can be counted in at any time.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counted. An allocation costs some fifty nanoseconds, counting it less than one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted;

/// How often this thread has asked for memory, or for more of it; 0 where the allocator is not [`Counted`].
pub fn of_this_thread() -> u64 {
    COUNT.get()
}

// SAFETY: every call is handed to the system's allocator as it came; the counter is plain and allocates nothing.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the promises of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_counts_its_own() {
        let layout = Layout::new::<u64>();
        let before = of_this_thread();
        // SAFETY: the layout has a size, and what was given is given back.
        unsafe {
            let pointer = Counted.alloc(layout);
            Counted.dealloc(pointer, layout);
        }
        let elsewhere = std::thread::spawn(of_this_thread).join();
        assert_eq!((of_this_thread() - before, elsewhere.ok()), (1, Some(0)));
    }
}
