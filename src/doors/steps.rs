//! Work in short steps beside everything else. On a desktop a thread does one step after the other. A browser has no
//! threads: there the steps are done in between, a few in every frame.

use super::threads::Priority;
use std::io;
use std::time::Duration;

/// What a step of some work has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<T> {
    /// There is more to do at once.
    More,
    /// There is nothing to do for this long. In a browser the next step is done in a later frame.
    Rest(Duration),
    /// The work is done.
    Done(T),
}

/// Work in steps that goes on beside everything else. Dropping this ends the work: on a thread once the step in
/// progress is done, for which nobody waits.
#[derive(Debug)]
pub struct StepwiseWork<T>(platform::PlatformWork<T>);

impl<T: Send + 'static> StepwiseWork<T> {
    /// Begins to do `step` again and again, until it is done. The priority and the name are those of the thread; they
    /// change nothing in a browser, which has none.
    ///
    /// # Errors
    /// The error of the system, if it has no thread left.
    pub fn begin(priority: Priority, name: &str, step: impl FnMut() -> Step<T> + Send + 'static) -> io::Result<Self> {
        platform::PlatformWork::begin(priority, name, step).map(Self)
    }

    /// Begins work that is a single step. In a browser a frame waits for it, so it must be short.
    ///
    /// # Errors
    /// The error of the system, if it has no thread left.
    pub fn begin_single_step(name: &str, work: impl FnOnce() -> T + Send + 'static) -> io::Result<Self> {
        let mut work = Some(work);
        Self::begin(Priority::Usual, name, move || {
            work.take().map_or(Step::Rest(Duration::ZERO), |work| Step::Done(work()))
        })
    }

    /// Whether the work is done. This must be asked in every frame: in a browser the next steps are done here, for some
    /// milliseconds.
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// Waits for the end of the work, or in a browser does what is left of it, and gives its result; `None` if it
    /// panicked.
    pub fn wait_for_result(self) -> Option<T> {
        self.0.wait_for_result()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod platform {
    use super::super::StopFlag;
    use super::super::threads::{self, Thread};
    use super::{Priority, Step};
    use std::io;

    #[derive(Debug)]
    pub(super) struct PlatformWork<T> {
        /// The thread, which gives `None` if it was asked to end.
        thread: Thread<Option<T>>,
        _end: EndOnDrop,
    }

    /// Asks a thread to end when this is dropped.
    #[derive(Debug)]
    struct EndOnDrop(StopFlag);

    impl Drop for EndOnDrop {
        fn drop(&mut self) {
            self.0.set();
        }
    }

    impl<T: Send + 'static> PlatformWork<T> {
        pub(super) fn begin(
            priority: Priority,
            name: &str,
            mut step: impl FnMut() -> Step<T> + Send + 'static,
        ) -> io::Result<Self> {
            let stop = StopFlag::default();
            let end = EndOnDrop(stop.clone());
            let work = move || {
                threads::set_priority(priority);
                while !stop.is_set() {
                    match step() {
                        Step::More => {}
                        Step::Rest(time) => threads::sleep(time),
                        Step::Done(result) => return Some(result),
                    }
                }
                None
            };
            threads::spawn(name, work).map(|thread| Self { thread, _end: end })
        }

        pub(super) fn is_finished(&self) -> bool {
            self.thread.is_finished()
        }

        pub(super) fn wait_for_result(self) -> Option<T> {
            self.thread.join().flatten()
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod platform {
    use super::super::Moment;
    use super::super::threads::unpoisoned;
    use super::{Priority, Step};
    use std::fmt::{self, Debug};
    use std::io;
    use std::sync::{Mutex, MutexGuard};
    use std::time::Duration;

    /// The least and the most time for which steps are done in a frame: it is an eighth of the time since the last,
    /// within these bounds. A frame has 16 milliseconds for everything, but where the graphics are slow it has more,
    /// and the work must go on there too.
    const SLICE: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(24)];

    pub(super) struct PlatformWork<T>(Mutex<Doing<T>>);

    struct Doing<T> {
        /// What does a step; `None` once the work is done: what it held is given back then, as at the end of a thread.
        step: Option<Box<dyn FnMut() -> Step<T> + Send>>,
        result: Option<T>,
        /// When the last steps were done.
        last: Moment,
    }

    impl<T: Send + 'static> PlatformWork<T> {
        pub(super) fn begin(
            _priority: Priority,
            _name: &str,
            step: impl FnMut() -> Step<T> + Send + 'static,
        ) -> io::Result<Self> {
            Ok(Self(Mutex::new(Doing { step: Some(Box::new(step)), result: None, last: Moment::now() })))
        }

        pub(super) fn is_finished(&self) -> bool {
            let mut doing = self.doing();
            let slice = (doing.last.elapsed() / 8).clamp(SLICE[0], SLICE[1]);
            let began = Moment::now();
            while doing.step_goes_on() && began.elapsed() < slice {}
            doing.last = Moment::now();
            doing.result.is_some()
        }

        pub(super) fn wait_for_result(self) -> Option<T> {
            let mut doing = unpoisoned(self.0.into_inner());
            while doing.step.is_some() {
                doing.step_goes_on();
            }
            doing.result
        }

        fn doing(&self) -> MutexGuard<'_, Doing<T>> {
            unpoisoned(self.0.lock())
        }
    }

    impl<T> Doing<T> {
        /// Does a step, unless the work is done. Gives whether there is more to do at once.
        fn step_goes_on(&mut self) -> bool {
            match self.step.as_mut().map(|step| step()) {
                Some(Step::More) => return true,
                Some(Step::Done(result)) => (self.step, self.result) = (None, Some(result)),
                Some(Step::Rest(_)) | None => {}
            }
            false
        }
    }

    impl<T> Debug for PlatformWork<T> {
        fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
            out.debug_struct("PlatformWork").finish_non_exhaustive()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::Moment;
    use super::*;
    use std::sync::mpsc::{RecvTimeoutError, channel};

    #[test]
    fn steps_are_done_until_the_last_gives_the_result() {
        let mut done = 0;
        let steps = StepwiseWork::begin(Priority::Usual, "test", move || {
            done += 1;
            match done {
                5 => Step::Done(done),
                2 => Step::Rest(Duration::from_millis(1)),
                _ => Step::More,
            }
        });
        assert_eq!(steps.unwrap().wait_for_result(), Some(5));
        assert_eq!(StepwiseWork::begin_single_step("test", || 7).unwrap().wait_for_result(), Some(7));
    }

    #[test]
    fn work_that_nobody_waits_for_any_more_ends_with_its_step() {
        const PATIENCE: Duration = Duration::from_secs(30);
        let (tells, heard) = channel();
        let step = move || tells.send(()).map_or(Step::Done(()), |()| Step::Rest(Duration::from_millis(1)));
        let steps = StepwiseWork::begin(Priority::Usual, "test", step).unwrap();
        heard.recv_timeout(PATIENCE).unwrap();
        let dropped = Moment::now();
        drop(steps);
        let end = std::iter::repeat_with(|| heard.recv_timeout(PATIENCE)).find_map(|heard| match heard {
            Ok(()) => (dropped.elapsed() > PATIENCE).then_some(RecvTimeoutError::Timeout),
            Err(end) => Some(end),
        });
        assert_eq!(end, Some(RecvTimeoutError::Disconnected), "the thread has given back what it held");
    }
}
